/* thermal(): ground that slides where it is steeper than `talus`, a rise a metre.
 *
 * What is too much flows down at `rate`, a diffusivity, for so many years: dh/dt = div(rate · (slope − talus)) where
 * the slope is more than talus, to the eight neighbours (F. Musgrave, C. Kolb, R. Mace, "The synthesis and rendering
 * of eroded fractal terrains", 1989, in units of the ground).  The years pass in rounds.  In each, a grid takes the
 * last MOST_STEPS steps itself; what time there is before them, it passes on cells twice as wide, whose change it
 * takes over. So how long it takes depends little on how fine the grid is, and what comes out goes to a limit. */
#include <math.h>
#include <string.h>

#include "terrain/process.h"

enum { TALUS, RATE, YEARS };
enum { ROUNDS = 4, MOST_STEPS = 16 /* of a round on a grid */, LEAST_CELLS = 4 };

typedef struct {
  const burl__ground *ground;
  const float *before;
  float *heights;
  int64_t way[8];     /* from a cell to each neighbour, in cells */
  double steepest[8]; /* the largest difference to each neighbour that stays */
  double share[8];    /* how much of the rest goes there in a step */
} sliding;

/* What goes from a height to one beside it; less than 0: what comes from there; 0 where that is missing. */
static double flow_to(const sliding *s, int d, double height, double beside) {
  const double difference = height - beside, steepest = s->steepest[d];
  return difference > steepest    ? s->share[d] * (difference - steepest)
         : difference < -steepest ? s->share[d] * (difference + steepest)
                                  : 0;
}

/* What a cell loses to its neighbours; with all of them, or with those that lie in the grid. */
static double lost_amid(const sliding *s, int64_t cell) {
  double sum = 0;
  for (int d = 0; d < 8; d++) sum += flow_to(s, d, (double)s->before[cell], (double)s->before[cell + s->way[d]]);
  return sum;
}

static double lost_at_edge(const sliding *s, int64_t cell) {
  double sum = 0;
  for (int d = 0; d < 8; d++)
    sum += flow_to(s, d, (double)s->before[cell], burl__height_beside(s->ground, s->before, cell, d));
  return sum;
}

static void slide_lines(void *arg, int first, int end) {
  const sliding *const s = arg;
  const int nx = s->ground->nx, ny = s->ground->ny;
  for (int y = first; y < end; y++)
    for (int x = 0; x < nx; x++) {
      const int64_t cell = (int64_t)y * nx + x;
      const int is_edge = x == 0 || y == 0 || x == nx - 1 || y == ny - 1;
      if (isnan(s->before[cell])) continue;
      s->heights[cell] = (float)((double)s->before[cell] - (is_edge ? lost_at_edge(s, cell) : lost_amid(s, cell)));
    }
}

/* ---- Steps --------------------------------------------------------------------------------------- */

/* The weights of the nine-point Laplacian of neighbours along x, along y, and diagonal. */
typedef struct {
  double x, y, diagonal;
} laplacian;

static laplacian laplacian_of(const burl__ground *g) {
  const double x = 1 / (g->dx * g->dx), y = 1 / (g->dy * g->dy), diagonal = (x < y ? x : y) / 3;
  return (laplacian){x - 2 * diagonal, y - 2 * diagonal, diagonal};
}

/* How many steps a square metre of diffusion takes: in one, a cell loses at most all that is too much. */
static double steps_of(const burl__ground *g) {
  const laplacian l = laplacian_of(g);
  return 2 * l.x + 2 * l.y + 4 * l.diagonal;
}

/* Slides by `amount` square metres in `steps` steps. */
static int pass_steps(const burl__ground *g, double talus, double amount, int steps, float *before, float *heights) {
  const laplacian l = laplacian_of(g);
  sliding s = {.ground = g, .before = before, .heights = heights};
  for (int d = 0; d < 8; d++) {
    const double x = burl__around_x[d] * g->dx, y = burl__around_y[d] * g->dy;
    s.steepest[d] = talus * sqrt(x * x + y * y);
    s.way[d] = (int64_t)burl__around_y[d] * g->nx + burl__around_x[d];
    s.share[d] = amount / steps * (d % 2 ? l.diagonal : burl__around_x[d] ? l.x : l.y);
  }
  for (int step = 0; step < steps; step++) {
    if (burl__pace_stops(g->pace, (double)step / steps)) return 0;
    memcpy(before, heights, burl__cells_of(g) * sizeof *heights);
    burl__share_lines(g->crew, g->ny, slide_lines, &s);
  }
  return 1;
}

/* ---- Grids --------------------------------------------------------------------------------------- */

static burl__ground wider(const burl__ground *g) {
  burl__ground w = *g;
  w.nx = burl__halved(g->nx), w.ny = burl__halved(g->ny);
  w.dx *= 2, w.dy *= 2;
  w.pace = NULL;
  return w;
}

/* The mean of those of the four cells within a wider one that are ground; NaN: none is. */
static float mean_of(const burl__ground *g, const float *heights, int x, int y) {
  double sum = 0, count = 0;
  for (int j = 2 * y; j < 2 * y + 2 && j < g->ny; j++)
    for (int i = 2 * x; i < 2 * x + 2 && i < g->nx; i++) {
      const float height = heights[(int64_t)j * g->nx + i];
      if (!isnan(height)) sum += (double)height, count++;
    }
  return count > 0 ? (float)(sum / count) : NAN;
}

/* How much heights over wider cells have changed, at the middle of one of ours: of the four around it, by how near they
 * are. */
static double change_at(const burl__ground *wide, const float *start, const float *now, int x, int y) {
  double sum = 0;
  for (int j = 0; j < 2; j++)
    for (int i = 0; i < 2; i++) {
      const int64_t column = burl__clamped_index((x - 1) / 2 + i - (x == 0), wide->nx);
      const int64_t line = burl__clamped_index((y - 1) / 2 + j - (y == 0), wide->ny);
      const double near_x = (x % 2 == 0) == i ? 0.75 : 0.25, near_y = (y % 2 == 0) == j ? 0.75 : 0.25;
      const int64_t cell = line * wide->nx + column;
      if (!isnan(start[cell])) sum += near_x * near_y * ((double)now[cell] - (double)start[cell]);
    }
  return sum;
}

/* Changes heights by what changed over wider cells, within their range: a wider cell may lose what one of its four
 * doesn't have. */
static void take_over(const burl__ground *g, const burl__ground *wide, const float *start, const float *now,
                      float *heights) {
  const size_t cells = burl__cells_of(g);
  float lo = INFINITY, hi = -INFINITY;
  for (size_t i = 0; i < cells; i++) {
    if (heights[i] < lo) lo = heights[i];
    if (heights[i] > hi) hi = heights[i];
  }
  for (int y = 0; y < g->ny; y++)
    for (int x = 0; x < g->nx; x++) {
      float *const height = &heights[(int64_t)y * g->nx + x];
      const double changed = (double)*height + change_at(wide, start, now, x, y);
      if (!isnan(changed)) *height = changed < (double)lo ? lo : changed > (double)hi ? hi : (float)changed;
    }
}

static int slide(const burl__ground *g, double talus, double amount, float *before, float *room, float *heights);

/* Slides by `amount` over wider cells, and changes the heights by what changes there. */
static int slide_widely(const burl__ground *g, double talus, double amount, float *before, float *room,
                        float *heights) {
  const burl__ground wide = wider(g);
  const size_t cells = burl__cells_of(&wide);
  float *const start = room, *const now = room + cells;
  for (int y = 0; y < wide.ny; y++)
    for (int x = 0; x < wide.nx; x++) start[(int64_t)y * wide.nx + x] = mean_of(g, heights, x, y);
  memcpy(now, start, cells * sizeof *now);
  if (!slide(&wide, talus, amount, before, now + cells, now)) return 0;
  take_over(g, &wide, start, now, heights);
  return !burl__pace_stops(g->pace, 0);
}

/* Slides by `amount` square metres; 0: it is to stop.  before: room for the cells; room: for those of wider grids. */
static int slide(const burl__ground *g, double talus, double amount, float *before, float *room, float *heights) {
  const double own = MOST_STEPS / steps_of(g);
  const int is_finest_enough = burl__cells_of(g) <= LEAST_CELLS || amount <= own;
  if (!is_finest_enough && !slide_widely(g, talus, amount - own, before, room, heights)) return 0;
  const double left = amount < own ? amount : own;
  return left > 0 ? pass_steps(g, talus, left, (int)ceil(left * steps_of(g)), before, heights) : 1;
}

/* ---- The process --------------------------------------------------------------------------------- */

/* Of the cells before a step; of the wider grids' heights, before and after. */
static size_t slide_bytes(const burl__ground *g, const double *option) {
  size_t count = burl__cells_of(g);
  (void)option;
  for (burl__ground w = *g; burl__cells_of(&w) > 1;) w = wider(&w), count += 2 * burl__cells_of(&w);
  return burl__bytes_of(count, sizeof(float));
}

static void slide_all(const burl__process_call *call, float *heights) {
  const double *const option = call->option;
  float *const before = call->scratch;
  float *const room = before + burl__cells_of(call->ground);
  const double amount = option[RATE] * option[YEARS] / ROUNDS;
  burl__pace *const pace = call->ground->pace, whole = pace ? *pace : (burl__pace){0};
  int goes_on = amount > 0;
  for (int round = 0; round < ROUNDS && goes_on; round++) {
    if (pace) pace->begin = whole.begin + (whole.end - whole.begin) * round / ROUNDS;
    if (pace) pace->end = whole.begin + (whole.end - whole.begin) * (round + 1) / ROUNDS;
    goes_on = slide(call->ground, option[TALUS], amount, before, room, heights);
  }
  if (pace) pace->begin = whole.begin, pace->end = whole.end;
}

const burl__process burl__process_thermal = {.change = slide_all, .scratch = slide_bytes, .weight = 5};
