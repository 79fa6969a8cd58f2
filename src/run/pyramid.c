/* The levels of pyramid.h. */
#include "run/pyramid.h"

#include <math.h>
#include <string.h>

#include "run/fill_image.h"
#include "terrain/ground.h"

/* ---- Means --------------------------------------------------------------------------------------- */

/* Along an axis of n samples, the first one that lies in cell i of m, and the shares of three that do. */
typedef struct {
  int first;
  double share[3];
} box;

static box box_of(int i, int m, int n) {
  const int64_t begin = (int64_t)i * n, end = begin + n; /* in m-th parts of a sample */
  box b = {(int)(begin / m), {0}};
  for (int k = 0; k < 3 && b.first + k < n; k++) {
    const int64_t left = (int64_t)(b.first + k) * m, right = left + m;
    const int64_t from = left > begin ? left : begin, to = right < end ? right : end;
    b.share[k] = to > from ? (double)(to - from) / m : 0;
  }
  return b;
}

/* The mean of the samples in two boxes, of those that there are. */
static float mean_of(const burl__samples *s, const box *x, const box *y) {
  double sum = 0, weight = 0;
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++) {
      const double share = x->share[i] * y->share[j];
      const double value = share > 0 ? burl__sample_at(s, x->first + i, y->first + j) : (double)NAN;
      if (isnan(value)) continue;
      sum += share * value;
      weight += share;
    }
  return weight > 0 ? (float)(sum / weight) : NAN;
}

static void halve(const burl__samples *from, int mx, int my, float *to) {
  for (int j = 0; j < my; j++) {
    const box y = box_of(j, my, from->ny);
    for (int i = 0; i < mx; i++) {
      const box x = box_of(i, mx, from->nx);
      *to++ = mean_of(from, &x, &y);
    }
  }
}

/* ---- Light --------------------------------------------------------------------------------------- */

/* Converts numbers by a kernel, in place. */
static void convert(const burl__kernels *kernels, int op, float *values, size_t count) {
  enum { ROW = 64 * BURL__LANES };
  _Alignas(64) float from[ROW] = {0}, to[ROW];
  const burl__call call = {.to = to, .from = {from}, .lines = 1, .output = {.scalar = 1.0f}};
  for (size_t n; count > 0; values += n, count -= n) {
    n = count < ROW ? count : ROW;
    memcpy(from, values, n * sizeof *from);
    kernels->run[op](&call, ROW / BURL__LANES);
    memcpy(values, to, n * sizeof *to);
  }
}

/* A copy of the samples as light; NULL: out of memory. */
static float *light_of(const burl__samples *s, const burl__kernels *kernels, burl__arena *arena) {
  const size_t count = (size_t)s->nx * (size_t)s->ny, bytes = burl__bytes_of(count, sizeof(float));
  float *const light = bytes ? burl__arena_block(arena, bytes) : NULL;
  for (size_t i = 0; light && i < count; i++) light[i] = s->first[i * (size_t)s->apart];
  if (light) convert(kernels, OP_linear_of_srgb, light, count);
  return light;
}

/* ---- Levels -------------------------------------------------------------------------------------- */

static size_t samples_of(const burl__prepared *p, int level) { return (size_t)p->nx[level] * (size_t)p->ny[level]; }

/* Sets the sizes of all levels.  Returns how many bytes it takes with them; 0: more than there are addresses for. */
static size_t lay_out(burl__prepared *p, const burl_field *field) {
  p->nx[0] = (int)field->size[0], p->ny[0] = (int)field->size[1], p->count = 1;
  size_t floats = p->is_filled ? samples_of(p, 0) : 0;
  for (int k = 0; p->is_graded && (p->nx[k] > 1 || p->ny[k] > 1); k++) {
    p->nx[k + 1] = burl__halved(p->nx[k]), p->ny[k + 1] = burl__halved(p->ny[k]);
    floats += samples_of(p, ++p->count - 1);
  }
  return floats < (SIZE_MAX - sizeof *p) / sizeof(float) ? sizeof *p + floats * sizeof(float) : 0;
}

static void place_levels(burl__prepared *p) {
  float *next = (float *)(void *)(p + 1);
  for (int k = 0; k < p->count; k++) {
    p->level[k] = k || p->is_filled ? next : NULL;
    if (p->level[k]) next += samples_of(p, k);
  }
}

/* Holds means within the range of the samples that they are of, which the way to light and back may pass by an ulp. */
static void hold_within(const burl__samples *s, float *means, size_t count) {
  const size_t all = (size_t)s->nx * (size_t)s->ny;
  float lo = INFINITY, hi = -INFINITY;
  for (size_t i = 0; i < all; i++) {
    const float value = s->first[i * (size_t)s->apart];
    if (value < lo) lo = value;
    if (value > hi) hi = value;
  }
  for (size_t i = 0; i < count; i++) means[i] = means[i] < lo ? lo : means[i] > hi ? hi : means[i];
}

/* Fills the levels behind the first; the arena is for what is needed meanwhile.  0: out of memory. */
static int fill_levels(burl__prepared *p, const burl__samples *first, const burl__kernels *kernels,
                       burl__arena *arena) {
  burl__samples from = *first;
  if (p->is_light && p->count > 1) {
    from.apart = 1;
    if (!(from.first = light_of(first, kernels, arena))) return 0;
  }
  for (int k = 1; k < p->count; k++) {
    halve(&from, p->nx[k], p->ny[k], p->level[k]);
    from = (burl__samples){p->level[k], p->nx[k], p->ny[k], 1};
  }
  for (int k = 1; k < p->count && p->is_light; k++) {
    convert(kernels, OP_srgb_of_linear, p->level[k], samples_of(p, k));
    hold_within(first, p->level[k], samples_of(p, k));
  }
  return 1;
}

/* Fills all that is prepared.  0: out of memory. */
static int fill(burl__prepared *p, const burl_field *field, const burl__kernels *kernels, burl__allocator allocator) {
  burl__samples first = burl__samples_of(field, p->channel);
  burl__arena meanwhile;
  burl__arena_open(&meanwhile, allocator);
  const float *const filled = p->is_filled ? burl__filled_image(field, p->channel, &meanwhile) : NULL;
  int done = !p->is_filled || filled;
  if (filled) {
    memcpy(p->level[0], filled, samples_of(p, 0) * sizeof *filled);
    first.first = p->level[0], first.apart = 1;
  }
  if (done) done = fill_levels(p, &first, kernels, &meanwhile);
  burl__arena_close(&meanwhile);
  return done;
}

/* ---- Once ---------------------------------------------------------------------------------------- */

static int is_such(const burl__prepared *p, const burl__prepared *like) {
  return p->channel == like->channel && p->is_filled == like->is_filled && p->is_graded == like->is_graded &&
         p->is_light == like->is_light;
}

static burl__prepared *find(burl__prepared *list, const burl__prepared *like) {
  while (list && !is_such(list, like)) list = list->next;
  return list;
}

/* Puts what a call has made in front of the image's list, or frees it where another call was faster. */
static void keep(burl__prepared_list *list, burl__prepared *made, const burl__allocator *allocator) {
  burl__prepared *head = atomic_load(list);
  do {
    if (find(head, made)) {
      burl__release(allocator, made);
      return;
    }
    made->next = head;
  } while (!atomic_compare_exchange_weak(list, &head, made));
}

static burl__prepared_list *list_of(const burl__image *image) { return (burl__prepared_list *)&image->prepared; }

/* What a picture takes, not made yet. */
static burl__prepared wanted_by(const burl__picture *p) {
  return (burl__prepared){.channel = p->channel,
                          .is_filled = p->is_filled,
                          .is_graded = p->is_graded,
                          .is_light = p->is_graded && p->is_light};
}

static int is_kept(const burl__picture *p) { return p->image->is_own || p->is_graded; }

const burl__prepared *burl__prepared_of(const burl__picture *picture, burl__prepared *made) {
  const burl__prepared like = wanted_by(picture);
  return find(is_kept(picture) ? atomic_load(list_of(picture->image)) : made, &like);
}

burl_status burl__prepare(const burl__picture *picture, const burl__kernels *kernels, burl__arena *arena,
                          burl__prepared **made) {
  const burl__image *const image = picture->image;
  burl__prepared like = wanted_by(picture);
  if ((!like.is_filled && !like.is_graded) || burl__prepared_of(picture, *made)) return BURL_OK;
  const size_t bytes = lay_out(&like, &image->field);
  burl__prepared *const p = !bytes             ? NULL
                            : is_kept(picture) ? burl__allocate(&arena->allocator, bytes)
                                               : burl__arena_block(arena, bytes);
  if (!p) return BURL_MEMORY;
  *p = like;
  place_levels(p);
  const int done = fill(p, &image->field, kernels, arena->allocator);
  if (!done && is_kept(picture)) burl__release(&arena->allocator, p);
  if (!done) return BURL_MEMORY;
  if (is_kept(picture)) keep(list_of(image), p, &arena->allocator);
  else p->next = *made, *made = p;
  return BURL_OK;
}
