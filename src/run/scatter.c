/* burl_sample_scatter(): the points of scatter() in a window.  The setup of the noise is that of a recipe that calls
 * it, so that seed, period and errors are the language's own.  Threads find the points of squares of cells, at a time
 * as many as there are threads; the caller's then samples and hands them out one square after the other. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fpu.h"
#include "program/program.h"
#include "run/check.h"
#include "run/darts.h"
#include "run/parallel.h"

enum { USUAL_CANDIDATES = 4, MOST_TEXT = 256 };

/* What a thread has, and the points of its square. */
typedef struct {
  burl__darts *darts;
  burl__dart *found;
  int count;
} dart_player;

typedef struct {
  const burl_program *program;
  const burl_scatter *asked;
  burl_error *error;
  burl_program *noise, *chance; /* scatter(…), hash(x, 1) */
  const burl__noise *setup;
  double cells; /* in a unit */
  int64_t first[2], count[2],
      next; /* squares: the first of the window's along each axis, how many; in a batch the first */
  dart_player *players;
  double *x, *y, *number;
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
  if (!(a->radius >= 1e-9 && a->radius <= 1e9)) return refuse(s, "radius", "is 1e-9 to 1e9");
  if (!(a->period[0] >= 0 && a->period[1] >= 0)) return refuse(s, "period", "is 0 or more");
  if (!isfinite(a->time)) return refuse(s, "time", "is finite");
  if (a->threads < 0 || a->threads > 4096) return refuse(s, "threads", "is 0 to 4096");
  for (int k = 0; k < 8; k++)
    if (a->reserved[k]) return refuse(s, "reserved", "is 0");
  for (int k = 0; k < 2; k++)
    if (fmax(fabs(a->lo[k]), fabs(a->hi[k])) > 0x1p39 * a->radius)
      return refuse(s, "lo, hi", "are no farther from 0 than 2^39 times the radius");
  return burl__check_points(s->program, &one, s->error);
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

static burl_status open_noise(scattering *s) {
  const burl_scatter *const a = s->asked;
  char call[MOST_TEXT], text[2 * MOST_TEXT];
  snprintf(call, sizeof call, "scatter(give: id, radius: %.17g, candidates: %d, seed: %" PRIu64 ")", a->radius,
           a->candidates ? a->candidates : USUAL_CANDIDATES, a->seed);
  snprintf(text, sizeof text, a->period[0] > 0 || a->period[1] > 0 ? "tile(%s, %.17g, %.17g)" : "%s", call,
           a->period[0], a->period[1]);
  s->noise = compile_beside(s, text);
  s->chance = s->noise ? compile_beside(s, "hash(x, 1)") : NULL;
  if (!s->chance) return s->error->status == BURL_MEMORY ? BURL_MEMORY : (s->error->status = BURL_ARGUMENT);
  const burl__graph *const g = &s->noise->plan->graph;
  const burl__node *const node = &g->nodes[s->noise->plan->outputs.node[0]];
  s->setup = node->setup;
  s->cells = cells_of(g, node);
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
  p->count = burl__darts_throw(p->darts, first, p->found);
}

/* Where a point is along an axis: where it is in the period, and so many periods further. */
static double coordinate_of(const scattering *s, const burl__dart *d, int axis) {
  const int64_t period = s->setup->period[axis], cell = d->cell[axis];
  const int64_t rest = period ? (cell % period + period) % period : cell;
  const double within = (double)(rest * BURL__CELL_PLACES + (axis ? d->y : d->x)) / (s->cells * BURL__CELL_PLACES);
  return period ? within + (double)((cell - rest) / period) * s->asked->period[axis] : within;
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
  const burl_scattered some = {count, s->x, s->y, s->id, s->odds, s->values};
  return a->take(a->user, &some) ? BURL_CANCELLED : BURL_OK;
}

static burl_status report(const scattering *s, double done) {
  return s->asked->progress && s->asked->progress(s->asked->user, done) ? BURL_CANCELLED : BURL_OK;
}

static burl_status run_squares(scattering *s, int threads) {
  const double all = (double)s->count[0] * (double)s->count[1];
  burl_status status = report(s, 0);
  for (s->next = 0; status == BURL_OK && (double)s->next < all; s->next += threads) {
    const int some = all - (double)s->next < threads ? (int)(all - (double)s->next) : threads;
    burl__parallel(&s->program->options, some, find_square, s);
    for (int i = 0; i < some && status == BURL_OK; i++) {
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

static int take_room(scattering *s, int threads, burl__arena *arena) {
  const size_t most = (size_t)burl__darts_side(s->setup) * (size_t)burl__darts_side(s->setup);
  const size_t channels = (size_t)burl_channels(s->program);
  s->players = burl__arena_take(arena, (size_t)threads * sizeof *s->players);
  for (int i = 0; i < threads && s->players; i++) {
    s->players[i].darts = burl__arena_block(arena, burl__darts_size(s->setup));
    s->players[i].found = burl__arena_block(arena, most * sizeof *s->players[i].found);
    if (!s->players[i].darts || !s->players[i].found) return 0;
    burl__darts_begin(s->players[i].darts, s->setup);
  }
  s->x = burl__arena_block(arena, 3 * most * sizeof *s->x);
  s->id = burl__arena_block(arena, most * sizeof *s->id);
  s->odds = burl__arena_block(arena, most * (1 + channels) * sizeof *s->odds);
  if (!s->players || !s->x || !s->id || !s->odds) return 0;
  s->y = s->x + most, s->number = s->y + most, s->values = s->odds + most;
  return 1;
}

static burl_status run_with_room(scattering *s) {
  burl__arena arena;
  choose_squares(s);
  const double all = (double)s->count[0] * (double)s->count[1];
  if (all > 0x1p62) return refuse(s, "lo, hi", "have no more than 2^62 squares of cells between them");
  const int threads = burl__thread_count(&s->program->options, s->asked->threads, s->count[0] * s->count[1]);
  burl__arena_open(&arena, s->program->allocator);
  burl_status status = BURL_MEMORY;
  if (take_room(s, threads, &arena)) status = run_squares(s, threads);
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
  if (status == BURL_OK) status = open_noise(&s);
  if (status == BURL_OK) status = run_with_room(&s);
  burl_free(s.noise), burl_free(s.chance);
  if (status != BURL_OK) burl__fail(s.error, status, nowhere, "%s", burl_status_text(status));
  return status;
}
