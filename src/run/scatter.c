/* burl_sample_scatter(): the points of scatter() in a window.  The setup of the noise is that of a recipe that calls
 * it, so that seed, period and errors are the language's own; where the radius varies, of one such recipe a level.
 * Threads find the points of squares of cells, at a time as many as there are threads; the caller's then samples and
 * hands them out one square after the other. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fpu.h"
#include "program/program.h"
#include "run/check.h"
#include "run/darts.h"
#include "run/parallel.h"
#include "run/sizes.h"

enum { USUAL_CANDIDATES = 4, MOST_TEXT = 256 };

/* What a thread has, and the points of its square.  status: BURL_LIMIT where they need a wider margin. */
typedef struct {
  burl__darts *darts; /* of one radius */
  burl__sizes *sizes; /* where it varies */
  burl__dart *found;
  int count;
  burl_status status;
} dart_player;

typedef struct {
  const burl_program *program;
  const burl_scatter *asked;
  burl_error *error;
  burl_program *noise[BURL__MOST_SIZES], *chance; /* scatter(…), hash(x, 1) */
  const burl__noise *setup;                       /* of the lowest level */
  double radius, cells;                           /* of the lowest level; its cells in a unit */
  int varies;                                     /* whether there are levels */
  burl__levels levels;
  burl__sizes *wider; /* for squares that need that; NULL: none did */
  int margin;         /* its own */
  int64_t first[2], count[2],
      next; /* squares: the first of the window's along each axis, how many; in a batch the first */
  dart_player *players;
  double *x, *y, *number, *radii;
  uint32_t *id;
  float *odds, *values;
} scattering;

static const burl__span nowhere = {0, 0, 0};

/* ---- What is asked -------------------------------------------------------------------------------- */

static burl_status refuse(scattering *s, const char *field, const char *range) {
  return burl__fail(s->error, BURL_ARGUMENT, nowhere, "%s %s", field, range);
}

static burl_status check_scatter(scattering *s) {
  const burl_scatter *const a = s->asked;
  const double none = 0;
  const burl_points one = {.count = 1, .coord = {&none, &none}, .time = &a->time, .footprint = a->footprint};
  if (!a->take) return refuse(s, "take", "is not to be NULL");
  for (int k = 0; k < 2; k++)
    if (!isfinite(a->lo[k]) || !isfinite(a->hi[k]) || a->lo[k] > a->hi[k])
      return refuse(s, "lo, hi", "are finite, and hi isn't less than lo");
  if (!a->radii && !(a->radius >= 1e-9 && a->radius <= 1e9)) return refuse(s, "radius", "is 1e-9 to 1e9");
  if (!(a->period[0] >= 0 && a->period[1] >= 0)) return refuse(s, "period", "is 0 or more");
  if (!isfinite(a->time)) return refuse(s, "time", "is finite");
  if (a->threads < 0 || a->threads > 4096) return refuse(s, "threads", "is 0 to 4096");
  for (int k = 0; k < 8; k++)
    if (a->reserved[k]) return refuse(s, "reserved", "is 0");
  const burl_status status = burl__check_points(s->program, &one, s->error);
  return a->radii && status == BURL_OK ? burl__check_points(a->radii, &one, s->error) : status;
}

/* Which levels there are; of proven bounds that are one number that is the radius. */
static burl_status check_radii(scattering *s) {
  const burl_scatter *const a = s->asked;
  const burl_range bounds = a->radii ? burl_bounds(a->radii, 0) : (burl_range){a->radius, a->radius, 0};
  s->varies = bounds.lo != bounds.hi || bounds.may_be_nan;
  if (a->radii && burl_channels(a->radii) != 1) return refuse(s, "radii", "is a program of one number");
  if (!(bounds.lo >= 1e-9 && bounds.hi <= 1e9)) {
    burl__fail(s->error, BURL_ARGUMENT, nowhere,
               "a radius is 1e-9 to 1e9, and this one is between %.6g and %.6g, as far as is known", bounds.lo,
               bounds.hi);
    burl__hint(s->error, "clamp(…, 1, 8)");
    return BURL_ARGUMENT;
  }
  if (bounds.hi > BURL__MOST_RATIO * bounds.lo) {
    burl__fail(s->error, BURL_ARGUMENT, nowhere, "the largest radius, %.6g, may be at most %d times the smallest, %.6g",
               bounds.hi, BURL__MOST_RATIO, bounds.lo);
    burl__hint(s->error, "clamp(…, %.3g, %.6g)", bounds.hi / (BURL__MOST_RATIO - 1), bounds.hi);
    return BURL_ARGUMENT;
  }
  s->levels = (burl__levels){.radii = a->radii, .time = a->time, .footprint = a->footprint};
  if (s->varies && !burl__levels_choose(&s->levels, bounds, a->period)) {
    burl__fail(s->error, BURL_ARGUMENT, nowhere, "no cells for radii up to %.6g fit a period of %.6g by %.6g",
               bounds.hi, a->period[0], a->period[1]);
    burl__hint(s->error, "one that is larger, or whose sides have a ratio of small whole numbers");
    return BURL_ARGUMENT;
  }
  s->radius = s->varies ? s->levels.radius : bounds.lo;
  for (int k = 0; k < 2; k++)
    if (fmax(fabs(a->lo[k]), fabs(a->hi[k])) > 0x1p39 * s->radius)
      return refuse(s, "lo, hi", "are no farther from 0 than 2^39 times the radius");
  return BURL_OK;
}

/* ---- The noise ------------------------------------------------------------------------------------ */

/* A program of the caller's seed and allocator. */
static burl_program *compile_beside(scattering *s, const char *text) {
  const burl_options options = {.struct_size = sizeof options,
                                .dims = 2,
                                .allocate = s->program->options.allocate,
                                .user = s->program->options.user};
  burl_program *const made = burl_compile_with(text, strlen(text), &options, s->error);
  if (!made || burl_seed_with(made, s->program->seed, s->error) == BURL_OK) return made;
  burl_free(made);
  return NULL;
}

/* By what scatter() multiplies the coordinates, which tile() may have reduced before. */
static double cells_of(const burl__graph *g, const burl__node *noise) {
  const burl__node *const along = &g->nodes[noise->argument[0]];
  for (int i = 0; i < 2 && along->op == OP_multiply_d; i++)
    if (burl__is_constant(g, along->argument[i])) return burl__value_of(g, along->argument[i]);
  return 1;
}

/* The noise of cells for that radius: of levels each has a seed of its own, by the power of two that it is. */
static burl_program *open_level(scattering *s, double radius, int exponent) {
  const burl_scatter *const a = s->asked;
  const uint64_t seed = a->seed + ((uint64_t)(int64_t)exponent << 32);
  char call[MOST_TEXT], text[2 * MOST_TEXT];
  snprintf(call, sizeof call, "scatter(give: id, radius: %.17g, candidates: %d, seed: %" PRIu64 ")", radius,
           a->candidates ? a->candidates : USUAL_CANDIDATES, seed);
  snprintf(text, sizeof text, a->period[0] > 0 || a->period[1] > 0 ? "tile(%s, %.17g, %.17g)" : "%s", call,
           a->period[0], a->period[1]);
  return compile_beside(s, text);
}

static burl_status open_noise(scattering *s) {
  const int count = s->varies ? s->levels.count : 1;
  s->chance = compile_beside(s, "hash(x, 1)");
  for (int k = 0; k < count; k++) {
    if (s->chance) s->noise[k] = open_level(s, s->radius * (1 << k), s->varies ? s->levels.exponent + k : 0);
    if (!s->noise[k]) return s->error->status == BURL_MEMORY ? BURL_MEMORY : (s->error->status = BURL_ARGUMENT);
    const burl__graph *const g = &s->noise[k]->plan->graph;
    const burl__node *const node = &g->nodes[s->noise[k]->plan->outputs.node[0]];
    s->levels.setup[k] = node->setup;
    if (k == 0) s->setup = node->setup, s->cells = s->levels.cells = cells_of(g, node);
  }
  return BURL_OK;
}

/* ---- Squares -------------------------------------------------------------------------------------- */

static void choose_squares(scattering *s) {
  const double side = burl__darts_side(s->setup);
  for (int k = 0; k < 2; k++) { /* a cell more on either side, as coordinates are rounded */
    const double from = floor((floor(s->asked->lo[k] * s->cells) - 1) / side),
                 to = floor((floor(s->asked->hi[k] * s->cells) + 1) / side);
    s->first[k] = (int64_t)from;
    s->count[k] = (int64_t)(to - from) + 1;
  }
}

static void find_square(void *arg, int i) {
  scattering *const s = arg;
  dart_player *const p = &s->players[i];
  const int64_t number = s->next + i, side = burl__darts_side(s->setup);
  const int64_t first[2] = {(s->first[0] + number % s->count[0]) * side, (s->first[1] + number / s->count[0]) * side};
  if (s->varies) p->status = burl__sizes_find(p->sizes, first, p->found, &p->count);
  else p->count = burl__darts_find(p->darts, first, p->found);
}

/* Finds a square again with margins that are wide enough, on the calling thread. */
static burl_status find_wider(scattering *s, int i, burl__arena *arena) {
  dart_player *const p = &s->players[i];
  burl__sizes *const own = p->sizes;
  while (p->status == BURL_LIMIT) {
    if (s->wider) {
      p->sizes = s->wider;
      find_square(s, i);
      if (p->status != BURL_LIMIT) break;
    }
    s->margin *= 2;
    s->wider = burl__arena_block(arena, burl__sizes_size(&s->levels, s->margin));
    if (!s->wider) p->status = BURL_MEMORY;
    else burl__sizes_begin(s->wider, &s->levels, s->margin);
  }
  p->sizes = own;
  return p->status;
}

/* Where a point is along an axis: where it is in the period, and so many periods further. */
static double coordinate_of(const scattering *s, const burl__dart *d, int axis) {
  const int64_t period = s->setup->period[axis], cell = d->cell[axis];
  const double within = burl__darts_coordinate(cell, axis ? d->y : d->x, period, s->cells);
  return period ? within + (double)(cell / period - (cell % period < 0)) * s->asked->period[axis] : within;
}

static int is_in_window(const scattering *s, const double at[2]) {
  const burl_scatter *const a = s->asked;
  return at[0] >= a->lo[0] && at[0] < a->hi[0] && at[1] >= a->lo[1] && at[1] < a->hi[1];
}

/* Lists those of the window; their number. */
static size_t list_points(scattering *s, const dart_player *p) {
  size_t count = 0;
  for (int i = 0; i < p->count; i++) {
    const burl__dart *const d = &p->found[i];
    const double at[2] = {coordinate_of(s, d, 0), coordinate_of(s, d, 1)};
    if (!is_in_window(s, at)) continue;
    s->x[count] = at[0], s->y[count] = at[1];
    s->radii[count] = s->varies ? (double)d->radius : s->radius;
    s->id[count] = d->hash >> 8;
    s->number[count++] = (double)(d->hash >> 8);
  }
  return count;
}

static burl_status hand_out(scattering *s, size_t count) {
  const burl_scatter *const a = s->asked;
  burl_points points = {.count = count, .coord = {s->number, s->x}};
  burl_status status = burl_sample_points(s->chance, &points, s->odds);
  for (size_t i = 0; i < count; i++) s->number[i] = a->time;
  points = (burl_points){.count = count, .coord = {s->x, s->y}, .time = s->number, .footprint = a->footprint};
  if (status == BURL_OK) status = burl_sample_points(s->program, &points, s->values);
  if (status != BURL_OK) return status;
  const burl_scattered some = {count, s->x, s->y, s->radii, s->id, s->odds, s->values};
  return a->take(a->user, &some) ? BURL_CANCELLED : BURL_OK;
}

static burl_status report(const scattering *s, double done) {
  return s->asked->progress && s->asked->progress(s->asked->user, done) ? BURL_CANCELLED : BURL_OK;
}

static burl_status run_squares(scattering *s, int threads, burl__arena *arena) {
  const double all = (double)s->count[0] * (double)s->count[1];
  burl_status status = report(s, 0);
  for (s->next = 0; status == BURL_OK && (double)s->next < all; s->next += threads) {
    const int some = all - (double)s->next < threads ? (int)(all - (double)s->next) : threads;
    burl__parallel(&s->program->options, some, find_square, s);
    for (int i = 0; i < some && status == BURL_OK; i++) {
      if ((status = find_wider(s, i, arena)) != BURL_OK) break;
      const burl__fpu fpu = burl__fpu_open();
      const size_t count = list_points(s, &s->players[i]);
      burl__fpu_close(fpu);
      if (count) status = hand_out(s, count);
    }
    if (status == BURL_OK) status = report(s, fmin((double)(s->next + some) / all, 1));
  }
  return status;
}

/* ---- Memory --------------------------------------------------------------------------------------- */

static int take_player(scattering *s, dart_player *p, size_t most, burl__arena *arena) {
  void *const room =
      burl__arena_block(arena, s->varies ? burl__sizes_size(&s->levels, s->margin) : burl__darts_room(s->setup));
  p->found = burl__arena_block(arena, most * sizeof *p->found);
  if (!room || !p->found) return 0;
  if (s->varies) burl__sizes_begin(p->sizes = room, &s->levels, s->margin);
  else burl__darts_begin(p->darts = room, s->setup);
  return 1;
}

static int take_room(scattering *s, int threads, burl__arena *arena) {
  const size_t most = (size_t)burl__darts_side(s->setup) * (size_t)burl__darts_side(s->setup);
  const size_t channels = (size_t)burl_channels(s->program);
  s->margin = BURL__USUAL_MARGIN;
  s->players = burl__arena_take(arena, (size_t)threads * sizeof *s->players);
  for (int i = 0; i < threads && s->players; i++)
    if (!take_player(s, &s->players[i], most, arena)) return 0;
  s->x = burl__arena_block(arena, 4 * most * sizeof *s->x);
  s->id = burl__arena_block(arena, most * sizeof *s->id);
  s->odds = burl__arena_block(arena, most * (1 + channels) * sizeof *s->odds);
  if (!s->players || !s->x || !s->id || !s->odds) return 0;
  s->y = s->x + most, s->number = s->y + most, s->radii = s->number + most, s->values = s->odds + most;
  return 1;
}

static burl_status run_with_room(scattering *s) {
  burl__arena arena;
  choose_squares(s);
  const double all = (double)s->count[0] * (double)s->count[1];
  if (all > 0x1p62) return refuse(s, "lo, hi", "have no more than 2^62 squares of cells between them");
  const int is_shared = s->varies && s->asked->radii->options.allocate; /* which other threads don't call */
  const int threads =
      is_shared ? 1 : burl__thread_count(&s->program->options, s->asked->threads, s->count[0] * s->count[1]);
  burl__arena_open(&arena, s->program->allocator);
  burl_status status = BURL_MEMORY;
  if (take_room(s, threads, &arena)) status = run_squares(s, threads, &arena);
  burl__arena_close(&arena);
  return status;
}

burl_status burl_sample_scatter(const burl_program *program, const burl_scatter *scatter, burl_error *error) {
  burl_error ignored;
  scattering s = {.program = program, .asked = scatter, .error = error ? error : &ignored};
  burl__clear(s.error);
  if (!program || !scatter)
    return burl__fail(s.error, BURL_ARGUMENT, nowhere, program ? "scatter is NULL" : "no program");
  burl_status status = check_scatter(&s);
  if (status == BURL_OK) status = check_radii(&s);
  if (status == BURL_OK) status = open_noise(&s);
  if (status == BURL_OK) status = run_with_room(&s);
  for (int k = 0; k < BURL__MOST_SIZES; k++) burl_free(s.noise[k]);
  burl_free(s.chance);
  if (status != BURL_OK) burl__fail(s.error, status, nowhere, "%s", burl_status_text(status));
  return status;
}
