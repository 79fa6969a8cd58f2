/* A layer's points depend on those before it nearby, so that these are looked for around the window, too: as far as
 * they matter.  Points that stay lie in squares as wide as the largest radius, each with a chain of them. */
#include "objects/layers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 100000000, MOST_SQUARES = 1 << 26, NONE = -1 };

/* What one layer is made with. */
typedef struct {
  const layers_wish *wish;
  const source *from;
  const burl_program *sampled; /* what the library samples: the recipe's program, or of a whole grid none of it */
  const between *grid;         /* the whole grid; NULL: there is none */
  layer_points *to;
  int layer;
  double side; /* of a square */
  int64_t columns, rows;
  double corner[2]; /* of the first square */
  int64_t *first;   /* point of each square; NONE: it has none */
  int64_t *next;    /* point of its square, of each point */
  int64_t next_room;
  int has_failed;
  progress *bar;
  double all, done; /* as the bar counts */
} sowing;

/* ---- How far layers reach ------------------------------------------------------------------------ */

/* How far apart points of two layers are, at most. */
static double apart(const layers_wish *w, int a, int b) { return (w->layers[a].most + w->layers[b].most) / 2; }

/* How far around the window points of a layer matter. */
static double reach_of(const layers_wish *w, int layer) {
  double reach = 0;
  for (int k = layer + 1; k < w->layer_count; k++) reach = fmax(reach, apart(w, layer, k) + reach_of(w, k));
  return reach;
}

static double largest_radius(const layers_wish *w) {
  double most = 0;
  for (int k = 0; k < w->layer_count; k++) most = fmax(most, w->layers[k].most);
  return most;
}

/* About how many points scatter() has where they matter, at most. */
static double count_of(const layers_wish *w, int layer) {
  enum { OF_SQUARE = 70 }; /* hundredths of a point, in a square of the radius */
  const double radius = w->layers[layer].least, around = 2 * reach_of(w, layer);
  return OF_SQUARE / 100.0 * ((w->hi[0] - w->lo[0] + around) / radius + 1) *
         ((w->hi[1] - w->lo[1] + around) / radius + 1);
}

/* ---- Squares ------------------------------------------------------------------------------------- */

static int64_t square_along(const sowing *s, double at, int axis) {
  const int64_t last = (axis ? s->rows : s->columns) - 1;
  const double i = floor((at - s->corner[axis]) / s->side);
  return i > 0 ? (i < (double)last ? (int64_t)i : last) : 0;
}

static int is_free(const sowing *s, const double at[2], double radius) {
  const int64_t column = square_along(s, at[0], 0), row = square_along(s, at[1], 1);
  if (s->layer == 0) return 1;
  for (int64_t r = row > 0 ? row - 1 : 0; r <= row + 1 && r < s->rows; r++)
    for (int64_t c = column > 0 ? column - 1 : 0; c <= column + 1 && c < s->columns; c++)
      for (int64_t i = s->first[r * s->columns + c]; i != NONE; i = s->next[i]) {
        const layer_point *const p = &s->to->points[i];
        if (p->layer < s->layer && hypot(p->at[0] - at[0], p->at[1] - at[1]) < (p->radius + radius) / 2) return 0;
      }
  return 1;
}

static void enter_square(sowing *s, int64_t i) {
  const double *const at = s->to->points[i].at;
  const int64_t square = square_along(s, at[1], 1) * s->columns + square_along(s, at[0], 0);
  s->next[i] = s->first[square];
  s->first[square] = i;
}

/* Around the window as far as any layer's points are looked for. */
static int open_squares(sowing *s) {
  const layers_wish *const w = s->wish;
  double width[2], reach = 0;
  for (int k = 0; k < w->layer_count; k++) reach = fmax(reach, reach_of(w, k));
  s->side = largest_radius(w);
  for (int a = 0; a < 2; a++) s->corner[a] = w->lo[a] - reach, width[a] = w->hi[a] - w->lo[a] + 2 * reach;
  while (width[0] / s->side * width[1] / s->side > MOST_SQUARES / 2) s->side *= 2;
  s->columns = (int64_t)(width[0] / s->side) + 1, s->rows = (int64_t)(width[1] / s->side) + 1;
  s->first = malloc((size_t)(s->columns * s->rows) * sizeof *s->first);
  for (int64_t i = 0; s->first && i < s->columns * s->rows; i++) s->first[i] = NONE;
  return s->first ? DONE : fail("not enough memory; a larger --radius takes less");
}

/* ---- Points -------------------------------------------------------------------------------------- */

static int grow(void **list, int64_t room, size_t size) {
  void *const more = realloc(*list, (size_t)room * size);
  if (more) *list = more;
  return more != NULL;
}

static int make_room(sowing *s, int64_t count) {
  layer_points *const to = s->to;
  if (to->count + count <= to->room) return 1;
  const int64_t room = 2 * (to->count + count);
  if (!grow((void **)&to->points, room, sizeof *to->points) || !grow((void **)&s->next, room, sizeof *s->next) ||
      !grow((void **)&to->values, room * to->channels, sizeof *to->values))
    return 0;
  to->room = room;
  return 1;
}

/* Of whole-grid functions the values between the grid's samples. */
static burl_status read_grid(const sowing *s, const double at[2], float *to) {
  const burl_grid *const g = &s->from->grid;
  const survey_place place = {(at[0] - g->origin[0]) / g->step[0], (at[1] - g->origin[1]) / g->step[1]};
  return between_at(s->grid, &place, 1, to);
}

static int take_points(void *user, const burl_scattered *some) {
  sowing *const s = user;
  layer_points *const to = s->to;
  const int keep = s->wish->layers[s->layer].keep;
  s->has_failed = !make_room(s, (int64_t)some->count);
  for (size_t i = 0; i < some->count && !s->has_failed; i++) {
    const double at[2] = {some->x[i], some->y[i]};
    float *const values = to->values + to->count * to->channels;
    if (s->grid) s->has_failed = read_grid(s, at, values) != BURL_OK;
    else memcpy(values, some->values + i * (size_t)to->channels, (size_t)to->channels * sizeof *values);
    if (keep >= 0 && !(some->chance[i] < values[keep])) continue; /* nor where it isn't a number */
    if (!is_free(s, at, some->radius[i])) continue;
    to->points[to->count] = (layer_point){{at[0], at[1]}, some->radius[i], some->id[i], s->layer};
    enter_square(s, to->count++);
  }
  return s->has_failed;
}

static int show_progress(void *user, double done) {
  sowing *const s = user;
  const double now = done * count_of(s->wish, s->layer);
  progress_add(s->bar, now - s->done);
  s->done = now;
  return 0;
}

static int sow_layer(sowing *s) {
  const layers_wish *const w = s->wish;
  const double reach = reach_of(w, s->layer);
  burl_error error;
  burl_scatter asked = {.radius = w->layers[s->layer].least,
                        .radii = w->layers[s->layer].radii,
                        .seed = (uint64_t)s->layer,
                        .candidates = w->candidates,
                        .threads = s->from->rendering->threads,
                        .time = s->from->grid.time,
                        .footprint = 0,
                        .take = take_points,
                        .progress = show_progress,
                        .user = s};
  for (int a = 0; a < 2; a++) {
    asked.lo[a] = w->lo[a] - reach, asked.hi[a] = w->hi[a] + reach;
    asked.period[a] = w->period[a];
  }
  s->done = 0;
  const burl_status status = burl_sample_scatter(s->sampled, &asked, &error);
  if (status == BURL_OK) return DONE;
  if (status == BURL_MEMORY || s->has_failed) return fail("not enough memory; a larger --radius takes less");
  return fail("%s%s%s%s", error.message, *error.hint ? " (" : "", error.hint, *error.hint ? ")" : "");
}

/* Those around the window leave. */
static void leave_window(const layers_wish *w, layer_points *to) {
  int64_t count = 0;
  for (int64_t i = 0; i < to->count; i++) {
    const double *const at = to->points[i].at;
    if (at[0] < w->lo[0] || at[0] >= w->hi[0] || at[1] < w->lo[1] || at[1] >= w->hi[1]) continue;
    to->points[count] = to->points[i];
    memmove(to->values + count * to->channels, to->values + i * to->channels, (size_t)to->channels * sizeof(float));
    count++;
  }
  to->count = count;
}

/* ---- All layers ---------------------------------------------------------------------------------- */

static int check_count(const layers_wish *w, double *all) {
  *all = 0;
  for (int k = 0; k < w->layer_count; k++) *all += count_of(w, k);
  if (*all <= MOST_POINTS) return DONE;
  return usage_error(
      "--radius: about %.2g points, with those around the extent on which others depend, at most %d are possible; a"
      " larger one, a smaller --extent, or the largest radius first has fewer",
      *all, MOST_POINTS);
}

static int sow(sowing *s) {
  progress bar;
  int code = open_squares(s);
  s->bar = &bar;
  progress_begin(&bar, s->all, 1);
  for (s->layer = 0; s->layer < s->wish->layer_count && !code; s->layer++) code = sow_layer(s);
  progress_end(&bar, code == DONE);
  if (!code) leave_window(s->wish, s->to);
  free(s->first), free(s->next);
  return code;
}

int layers_find(const layers_wish *wish, const source *from, layer_points *to) {
  const burl_program *const program = from->recipe.program;
  sowing s = {.wish = wish, .from = from, .sampled = program, .to = to};
  between grid = {0};
  burl_program *nothing = NULL;
  *to = (layer_points){.channels = burl_channels(program)};
  int code = check_count(wish, &s.all);
  if (!code && burl_needs_whole_grid(program)) {
    code = between_open(&grid, from, program, 0, to->channels);
    nothing = burl_ask(program, "0", NULL);
    if (!code && !nothing) code = fail("out of memory");
    s.sampled = nothing, s.grid = &grid;
  }
  if (!code) code = sow(&s);
  burl_free(nothing);
  between_close(&grid);
  return code;
}

void layers_free(layer_points *points) { free(points->points), free(points->values); }
