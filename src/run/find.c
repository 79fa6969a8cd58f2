/* burl_find(): branch and bound.  Boxes wait in a heap; some of the best at a time are halved, and the halves are
 * bounded and sampled in their middle together.  A condition's boxes are taken from the largest on, so that the places
 * found lie apart; a box with a place waits until others are much smaller.  For the greatest value those with the
 * greatest bound are taken; a place that beats all before is first moved uphill.  The least is the greatest of
 * -value. */
#include <math.h>
#include <string.h>

#include "burl_inspect.h"
#include "program/program.h"

enum {
  WAYS = 5 /* x y z w t */,
  TOGETHER = 64,
  DEFAULT_BOXES = 200000,
  MOST_LIMIT = 1 << 20,
  STRIDES = 40,
  UNREPORTED_BATCHES = 16
};

/* A box: lo[4] and hi[4] are times. */
typedef struct {
  double lo[WAYS], hi[WAYS];
  double rank;    /* the least are taken first, */
  int64_t number; /* and of several the first */
  int depth;      /* how often it was halved */
  int has_place;
} part;

typedef struct {
  const burl_program *program;
  const burl_search *search;
  int channels, dims;
  unsigned varies; /* bits of the axes along which boxes are halved */
  double sign;     /* of the values: -1 where the least is wanted */
  part *heap;
  size_t count, capacity;
  int64_t numbered;
  burl_place *places, best;
  burl_found found;
  double tolerance;
  double stuck, stuck_rank; /* the share of boxes that can't be halved, and the least of their ranks */
  float *samples;           /* float[TOGETHER][channels] */
  burl_range *bounds;       /* the same */
} hunt;

/* ---- The heap ------------------------------------------------------------------------------------- */

static int comes_before(const part *a, const part *b) {
  return a->rank < b->rank || (a->rank <= b->rank && a->number < b->number);
}

static void swap_parts(hunt *s, size_t a, size_t b) {
  const part kept = s->heap[a];
  s->heap[a] = s->heap[b];
  s->heap[b] = kept;
}

static int push(hunt *s, const part *one) {
  if (!burl__grow(&s->program->allocator, (void **)&s->heap, s->count, &s->capacity, sizeof *s->heap)) return 0;
  size_t at = s->count++;
  s->heap[at] = *one;
  s->heap[at].number = s->numbered++;
  for (; at > 0 && comes_before(&s->heap[at], &s->heap[(at - 1) / 2]); at = (at - 1) / 2)
    swap_parts(s, at, (at - 1) / 2);
  return 1;
}

static part pop(hunt *s) {
  const part first = s->heap[0];
  s->heap[0] = s->heap[--s->count];
  for (size_t at = 0, child; (child = 2 * at + 1) < s->count; at = child) {
    if (child + 1 < s->count && comes_before(&s->heap[child + 1], &s->heap[child])) child++;
    if (!comes_before(&s->heap[child], &s->heap[at])) break;
    swap_parts(s, child, at);
  }
  return first;
}

/* ---- Samples and bounds --------------------------------------------------------------------------- */

/* Samples some places, and writes the values of the first channel to them. */
static burl_status sample_places(hunt *s, burl_place *at, int count) {
  double coordinate[4][TOGETHER], time[TOGETHER];
  burl_points points = {.count = (size_t)count, .time = time};
  for (int a = 0; a < 4; a++) points.coord[a] = coordinate[a];
  for (int i = 0; i < count; i++) {
    for (int a = 0; a < 4; a++) coordinate[a][i] = at[i].at[a];
    time[i] = at[i].time;
  }
  const burl_status status = burl_sample_points(s->program, &points, s->samples);
  for (int i = 0; i < count && status == BURL_OK; i++) at[i].value = s->samples[i * s->channels];
  return status;
}

static double middle(double lo, double hi) { return lo + (hi - lo) / 2; }

static burl_place middle_of(const part *one) {
  burl_place place = {.time = middle(one->lo[4], one->hi[4])};
  for (int a = 0; a < 4; a++) place.at[a] = middle(one->lo[a], one->hi[a]);
  return place;
}

static burl_box box_of(const part *one) {
  burl_box box = {.t0 = one->lo[4], .t1 = one->hi[4]};
  memcpy(box.lo, one->lo, sizeof box.lo);
  memcpy(box.hi, one->hi, sizeof box.hi);
  return box;
}

/* Of the whole. */
static double share_of(const part *one) { return ldexp(1, -one->depth); }

/* The axis along which a box is halved, its longest; -1: it is of one value. */
static int longest_axis(const hunt *s, const part *one) {
  int longest = -1;
  for (int a = 0; a < WAYS; a++)
    if (s->varies >> a & 1 && one->hi[a] > one->lo[a] &&
        (longest < 0 || one->hi[a] - one->lo[a] > one->hi[longest] - one->lo[longest]))
      longest = a;
  return longest;
}

/* ---- A condition ---------------------------------------------------------------------------------- */

static int holds(float value) { return value < 0 || value > 0; }

/* Keeps a box of a condition unless it is decided. */
static int take_open(hunt *s, part *one, const burl_range *bounds, const burl_place *at) {
  if (holds(at->value) && s->found.count < s->search->limit) {
    s->places[s->found.count++] = *at;
    one->has_place = 1;
  }
  const int never = bounds->lo == 0 && bounds->hi == 0; /* not a number doesn't hold */
  if (never || longest_axis(s, one) < 0) return 1;
  enum { LATER = 8 }; /* than others by so many halvings: their places lie near one that is known */
  one->rank = one->depth + (one->has_place ? LATER : 0);
  return push(s, one);
}

/* ---- The greatest value --------------------------------------------------------------------------- */

static double signed_value(const hunt *s, float value) { return s->sign * (double)value; }
static int is_better(const hunt *s, float value) {
  return value == value && (!s->found.count || signed_value(s, value) > signed_value(s, s->best.value));
}

static double best_of(const hunt *s) { return s->found.count ? signed_value(s, s->best.value) : -INFINITY; }

static double *coordinate_of(burl_place *place, int axis) { return axis < 4 ? &place->at[axis] : &place->time; }

/* Moves the best place uphill, by strides along each axis that are halved where none is better. */
static burl_status climb(hunt *s, const part *within) {
  const double *const least = s->search->over.lo, *const most = s->search->over.hi;
  double stride[WAYS];
  for (int a = 0; a < WAYS; a++) stride[a] = (within->hi[a] - within->lo[a]) / 2;
  for (int i = 0; i < STRIDES; i++) {
    burl_place beside[2 * WAYS];
    int count = 0, better = -1;
    for (int a = 0; a < WAYS; a++)
      for (int side = -1; side <= 1 && s->varies >> a & 1; side += 2) {
        beside[count] = s->best;
        double *const at = coordinate_of(&beside[count++], a);
        const double lo = a < 4 ? least[a] : s->search->over.t0, hi = a < 4 ? most[a] : s->search->over.t1;
        *at = fmin(fmax(*at + side * stride[a], lo), hi);
      }
    const burl_status status = sample_places(s, beside, count);
    if (status != BURL_OK) return status;
    for (int k = 0; k < count; k++)
      if (is_better(s, beside[k].value) &&
          (better < 0 || signed_value(s, beside[k].value) > signed_value(s, beside[better].value)))
        better = k;
    if (better >= 0) s->best = beside[better];
    for (int a = 0; a < WAYS && better < 0; a++) stride[a] /= 2;
  }
  return BURL_OK;
}

static double upper_of(const hunt *s, const burl_range *bounds) { return s->sign > 0 ? bounds->hi : -bounds->lo; }

static burl_status take_greater(hunt *s, part *one, const burl_range *bounds, const burl_place *at) {
  if (is_better(s, at->value)) {
    s->best = *at;
    s->found.count = 1;
    const burl_status status = climb(s, one);
    if (status != BURL_OK) return status;
  }
  const double upper = upper_of(s, bounds);
  if (upper <= best_of(s) || longest_axis(s, one) < 0) return BURL_OK;
  one->rank = -upper;
  return push(s, one) ? BURL_OK : BURL_MEMORY;
}

/* The greatest value that a box may have: of those that wait the greatest is taken first. */
static double upper_left(const hunt *s) {
  const double waiting = s->count ? -s->heap[0].rank : -INFINITY;
  return fmax(fmax(best_of(s), waiting), -s->stuck_rank);
}

/* ---- The search ----------------------------------------------------------------------------------- */

/* Bounds and samples some boxes together, and keeps those that are open. */
static burl_status take_all(hunt *s, part *some, int count) {
  burl_box boxes[TOGETHER] = {0};
  burl_place at[TOGETHER];
  for (int i = 0; i < count; i++) boxes[i] = box_of(&some[i]), at[i] = middle_of(&some[i]);
  burl_status status = burl_bounds_over(s->program, boxes, (size_t)count, s->bounds);
  if (status == BURL_OK) status = sample_places(s, at, count);
  s->found.boxes += count;
  for (int i = 0; i < count && status == BURL_OK; i++) {
    const burl_range *const bounds = &s->bounds[i * s->channels];
    if (s->search->wanted != BURL_WHERE) status = take_greater(s, &some[i], bounds, &at[i]);
    else if (!take_open(s, &some[i], bounds, &at[i])) status = BURL_MEMORY;
  }
  return status;
}

static int is_done(const hunt *s) {
  if (s->count == 0 || s->found.boxes + TOGETHER > s->search->most_boxes) return 1;
  if (s->search->wanted == BURL_WHERE) return s->found.count == s->search->limit;
  return s->found.count && upper_left(s) - best_of(s) <= s->tolerance;
}

/* Halves the box into two, unless no number lies between its ends. */
static int halve(hunt *s, const part *whole, part halves[2]) {
  const int axis = longest_axis(s, whole);
  const double at = middle(whole->lo[axis], whole->hi[axis]);
  if (!(at > whole->lo[axis] && at < whole->hi[axis])) {
    s->stuck += whole->has_place ? 0 : share_of(whole);
    s->stuck_rank = fmin(s->stuck_rank, whole->rank);
    return 0;
  }
  halves[0] = halves[1] = *whole;
  halves[0].hi[axis] = halves[1].lo[axis] = at;
  halves[0].depth = halves[1].depth = whole->depth + 1;
  halves[0].has_place = halves[1].has_place = 0;
  return 2;
}

static burl_status search_on(hunt *s) {
  for (int batch = 0; !is_done(s); batch++) {
    if (batch % UNREPORTED_BATCHES == 0 && s->search->progress &&
        s->search->progress(s->search->user, (double)s->found.boxes / (double)s->search->most_boxes))
      return BURL_CANCELLED;
    part some[TOGETHER];
    int count = 0;
    while (s->count > 0 && count + 2 <= TOGETHER) {
      const part whole = pop(s);
      const int is_beaten = s->search->wanted != BURL_WHERE && -whole.rank <= best_of(s);
      count += is_beaten ? 0 : halve(s, &whole, some + count);
    }
    const burl_status status = take_all(s, some, count);
    if (status != BURL_OK) return status;
  }
  return BURL_OK;
}

static void conclude(hunt *s) {
  burl_found *const f = &s->found;
  f->left = s->stuck;
  if (s->search->wanted == BURL_WHERE) {
    for (size_t i = 0; i < s->count; i++) f->left += s->heap[i].has_place ? 0 : share_of(&s->heap[i]);
    f->is_decided = f->count == s->search->limit || (s->count == 0 && !(s->stuck > 0));
    return;
  }
  const double best = best_of(s), upper = upper_left(s);
  const burl_range all = burl_bounds(s->program, 0);
  f->range = s->sign > 0 ? (burl_range){best, fmin(upper, all.hi), 0} : (burl_range){fmax(-upper, all.lo), -best, 0};
  for (size_t i = 0; i < s->count; i++) f->left += share_of(&s->heap[i]);
  f->is_decided = f->count && f->range.hi - f->range.lo <= s->tolerance;
  s->places[0] = s->best;
}

/* ---- The call ------------------------------------------------------------------------------------- */

static int is_sound(const burl_search *search) {
  for (int i = 0; i < 8; i++)
    if (search->reserved[i] != 0) return 0;
  return search->wanted >= BURL_WHERE && search->wanted <= BURL_LEAST && search->limit >= 0 &&
         search->limit <= MOST_LIMIT && search->tolerance >= 0 && isfinite(search->tolerance) &&
         search->most_boxes >= 0;
}

static part whole_of(const hunt *s) {
  const burl_box *const box = &s->search->over;
  part whole = {.depth = 0};
  for (int a = 0; a < s->dims; a++) whole.lo[a] = box->lo[a], whole.hi[a] = box->hi[a];
  whole.lo[4] = box->t0, whole.hi[4] = box->t1;
  return whole;
}

/* How closely the value is to be known: as asked, else a part of what it is known to be within at first. */
static double tolerance_of(const hunt *s, const burl_range *all) {
  const double width = all->hi - all->lo;
  return s->search->tolerance > 0 ? s->search->tolerance : isfinite(width) ? width / 1000 : 0;
}

static burl_status run_search(hunt *s) {
  part whole = whole_of(s);
  const burl_box box = box_of(&whole);
  burl_status status = burl_bounds_over(s->program, &box, 1, s->bounds);
  if (status != BURL_OK) return status;
  s->tolerance = tolerance_of(s, &s->bounds[0]);
  status = take_all(s, &whole, 1);
  if (status == BURL_OK) status = search_on(s);
  if (status == BURL_OK && s->search->progress && s->search->progress(s->search->user, 1.0)) status = BURL_CANCELLED;
  if (status == BURL_OK) conclude(s);
  return status;
}

burl_status burl_find(const burl_program *program, const burl_search *wanted, burl_place *places, burl_found *found) {
  if (!program || !wanted || !places || !found || !is_sound(wanted)) return BURL_ARGUMENT;
  if (burl_needs_whole_grid(program)) return BURL_ARGUMENT;
  burl_search filled = *wanted;
  if (filled.limit == 0) filled.limit = 1;
  if (filled.most_boxes == 0) filled.most_boxes = DEFAULT_BOXES;
  hunt s = {.program = program, .search = &filled, .places = places};
  s.channels = burl_channels(program), s.dims = burl_dims(program);
  s.varies = burl_varies_with(program) & 31u;
  s.stuck_rank = INFINITY;
  s.sign = filled.wanted == BURL_LEAST ? -1 : 1;
  burl__arena arena;
  burl__arena_open(&arena, program->allocator);
  s.samples = burl__arena_take(&arena, (size_t)(TOGETHER * s.channels) * sizeof *s.samples);
  s.bounds = burl__arena_take(&arena, (size_t)(TOGETHER * s.channels) * sizeof *s.bounds);
  const burl_status status = s.samples && s.bounds ? run_search(&s) : BURL_MEMORY;
  burl__release(&program->allocator, s.heap);
  burl__arena_close(&arena);
  if (status == BURL_OK) *found = s.found;
  return status;
}
