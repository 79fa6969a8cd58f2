/* thermal(): ground that slides where it is steeper than `talus`, a rise a metre, which may be a map.
 *
 * What is too much flows down at `rate`, a diffusivity, for so many years: dh/dt = div(rate · (slope − talus)) where
 * the slope is more than talus, to the eight neighbours (F. Musgrave, C. Kolb, R. Mace, "The synthesis and rendering
 * of eroded fractal terrains", 1989, in units of the ground).  The years pass in rounds.  In each, a grid takes the
 * last MOST_STEPS steps itself; what time there is before them, it passes on cells twice as wide, whose change it
 * takes over. So how long it takes depends little on how fine the grid is, and what comes out goes to a limit.
 *
 * Ground that goes round has no first pair of cells that a wider one could stand for.  There, wider cells overlap: one
 * begins at each cell, and their neighbours are that many cells apart (after M. Holschneider and others, "A real-time
 * algorithm for signal analysis with the help of the wavelet transform", 1989). */
#include <math.h>
#include <string.h>

#include "terrain/process.h"

enum { TALUS, RATE, YEARS };
enum { ROUNDS = 4, MOST_STEPS = 16 /* of a round on a grid */, LEAST_CELLS = 4 };

/* Cells of a width, which `ground` has. */
typedef struct {
  burl__ground ground;
  int apart; /* how many places neighbours are apart: 1, or, where wider cells overlap, their width in the narrowest */
  double talus;         /* the steepest rise a metre that stays, */
  const float *taluses; /* or that of each cell, for what slides from it; NULL: it is the number */
} cells;

static int overlap(const cells *c) { return c->ground.is_round[0] || c->ground.is_round[1]; }

/* The cell at a place, which lies less than a round beyond the grid; −1 where the grid ends. */
static int64_t cell_at(const cells *c, int64_t x, int64_t y) {
  const burl__ground *const g = &c->ground;
  if (g->is_round[0]) x = burl__around(x, g->nx);
  if (g->is_round[1]) y = burl__around(y, g->ny);
  return x < 0 || y < 0 || x >= g->nx || y >= g->ny ? -1 : y * g->nx + x;
}

typedef struct {
  const cells *of;
  const float *before;
  float *heights;
  int64_t way[8];     /* from a cell to each neighbour, in cells */
  double far[8];      /* how far each neighbour is */
  double steepest[8]; /* the largest difference to each neighbour that stays, where that is a number */
  double share[8];    /* how much of the rest goes there in a step */
} sliding;

/* The largest difference between two cells that stays: it is the higher one's ground that slides. */
static double steepest_of(const sliding *s, int d, int64_t cell, int64_t beside) {
  if (!s->of->taluses) return s->steepest[d];
  const double talus = (double)s->of->taluses[s->before[cell] > s->before[beside] ? cell : beside];
  return talus > 0 ? talus * s->far[d] : 0;
}

/* What goes from a cell to one beside it; less than 0: what comes from there; 0 where that has no height. */
static double flow_to(const sliding *s, int d, int64_t cell, int64_t beside) {
  const double difference = (double)s->before[cell] - (double)s->before[beside];
  const double steepest = steepest_of(s, d, cell, beside);
  return difference > steepest    ? s->share[d] * (difference - steepest)
         : difference < -steepest ? s->share[d] * (difference + steepest)
                                  : 0;
}

/* What a cell loses to its neighbours; with all of them, or with those that lie in the grid. */
static double lost_amid(const sliding *s, int64_t cell) {
  double sum = 0;
  for (int d = 0; d < 8; d++) sum += flow_to(s, d, cell, cell + s->way[d]);
  return sum;
}

static double lost_at_edge(const sliding *s, int64_t x, int64_t y) {
  const int64_t cell = y * s->of->ground.nx + x;
  double sum = 0;
  for (int d = 0; d < 8; d++) {
    const int64_t beside = cell_at(s->of, x + s->of->apart * burl__around_x[d], y + s->of->apart * burl__around_y[d]);
    if (beside >= 0) sum += flow_to(s, d, cell, beside);
  }
  return sum;
}

static void slide_lines(void *arg, int first, int end) {
  const sliding *const s = arg;
  const int nx = s->of->ground.nx, ny = s->of->ground.ny, edge = s->of->apart;
  for (int y = first; y < end; y++)
    for (int x = 0; x < nx; x++) {
      const int64_t cell = (int64_t)y * nx + x;
      const int is_edge = x < edge || y < edge || x >= nx - edge || y >= ny - edge;
      if (isnan(s->before[cell])) continue;
      s->heights[cell] = (float)((double)s->before[cell] - (is_edge ? lost_at_edge(s, x, y) : lost_amid(s, cell)));
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
static int pass_steps(const cells *c, double amount, int steps, float *before, float *heights) {
  const burl__ground *const g = &c->ground;
  const laplacian l = laplacian_of(g);
  sliding s = {.of = c, .before = before, .heights = heights};
  for (int d = 0; d < 8; d++) {
    const double x = burl__around_x[d] * g->dx, y = burl__around_y[d] * g->dy;
    s.far[d] = sqrt(x * x + y * y);
    s.steepest[d] = c->talus * s.far[d];
    s.way[d] = c->apart * ((int64_t)burl__around_y[d] * g->nx + burl__around_x[d]);
    s.share[d] = amount / steps * (d % 2 ? l.diagonal : burl__around_x[d] ? l.x : l.y);
  }
  for (int step = 0; step < steps; step++) {
    if (burl__pace_stops(g->pace, (double)step / steps)) return 0;
    memcpy(before, heights, burl__cells_of(g) * sizeof *heights);
    burl__share_lines(g->crew, g->ny, slide_lines, &s);
  }
  return 1;
}

/* ---- Wider cells --------------------------------------------------------------------------------- */

static cells wider(const cells *c) {
  cells w = *c;
  if (overlap(c)) w.apart *= 2;
  else w.ground.nx = burl__halved(c->ground.nx), w.ground.ny = burl__halved(c->ground.ny);
  w.ground.dx *= 2, w.ground.dy *= 2;
  w.ground.pace = NULL;
  return w;
}

static int are_widest(const cells *c) {
  const int longer = c->ground.nx > c->ground.ny ? c->ground.nx : c->ground.ny;
  return overlap(c) ? 4 * (int64_t)c->apart > longer : burl__cells_of(&c->ground) <= LEAST_CELLS;
}

/* The mean of those of the four cells within a wider one that are ground; NaN: none is. */
static float mean_of(const cells *c, const float *heights, int x, int y) {
  const int64_t first = overlap(c) ? 1 : 2;
  double sum = 0, count = 0;
  for (int j = 0; j < 2; j++)
    for (int i = 0; i < 2; i++) {
      const int64_t cell = cell_at(c, first * x + i * c->apart, first * y + j * c->apart);
      if (cell >= 0 && !isnan(heights[cell])) sum += (double)heights[cell], count++;
    }
  return count > 0 ? (float)(sum / count) : NAN;
}

/* A map over wider cells, of its means. */
static void thin(const cells *c, const cells *wide, const float *map, float *to) {
  for (int y = 0; y < wide->ground.ny; y++)
    for (int x = 0; x < wide->ground.nx; x++) *to++ = mean_of(c, map, x, y);
}

/* Heights over wider cells before and after they slid. */
typedef struct {
  const cells *of;
  const float *start, *now;
} change;

static double change_of(const change *c, int64_t cell, double weight) {
  return cell < 0 || isnan(c->start[cell]) ? 0 : weight * ((double)c->now[cell] - (double)c->start[cell]);
}

/* How much heights over wider cells have changed, at the middle of one of ours: of the four around it, by how near they
 * are. */
static double change_at(const change *c, int x, int y) {
  const burl__ground *const wide = &c->of->ground;
  double sum = 0;
  for (int j = 0; j < 2; j++)
    for (int i = 0; i < 2; i++) {
      const int64_t column = burl__clamped_index((x - 1) / 2 + i - (x == 0), wide->nx);
      const int64_t line = burl__clamped_index((y - 1) / 2 + j - (y == 0), wide->ny);
      const double near_x = (x % 2 == 0) == i ? 0.75 : 0.25, near_y = (y % 2 == 0) == j ? 0.75 : 0.25;
      sum += change_of(c, line * wide->nx + column, near_x * near_y);
    }
  return sum;
}

/* The same of those that overlap: of the four in which it lies. */
static double change_around(const change *c, int x, int y) {
  const int apart = c->of->apart / 2;
  double sum = 0;
  for (int j = 0; j < 2; j++)
    for (int i = 0; i < 2; i++) sum += change_of(c, cell_at(c->of, x - i * apart, y - j * apart), 0.25);
  return sum;
}

/* Changes heights by what changed over wider cells, within their range: a wider cell may lose what one of its four
 * doesn't have. */
static void take_over(const cells *c, const change *by, float *heights) {
  const int nx = c->ground.nx;
  const size_t count = burl__cells_of(&c->ground);
  float lo = INFINITY, hi = -INFINITY;
  for (size_t i = 0; i < count; i++) {
    if (heights[i] < lo) lo = heights[i];
    if (heights[i] > hi) hi = heights[i];
  }
  for (int y = 0; y < c->ground.ny; y++)
    for (int x = 0; x < nx; x++) {
      float *const height = &heights[(int64_t)y * nx + x];
      const double changed = (double)*height + (overlap(c) ? change_around(by, x, y) : change_at(by, x, y));
      if (!isnan(changed)) *height = changed < (double)lo ? lo : changed > (double)hi ? hi : (float)changed;
    }
}

static int slide(const cells *c, double amount, float *before, float *room, float *heights);

/* Slides by `amount` over wider cells, and changes the heights by what changes there. */
static int slide_widely(const cells *c, double amount, float *before, float *room, float *heights) {
  cells wide = wider(c);
  const size_t count = burl__cells_of(&wide.ground);
  float *const start = room, *const now = start + count, *const taluses = c->taluses ? now + count : NULL;
  thin(c, &wide, heights, start);
  if (taluses) thin(c, &wide, c->taluses, taluses);
  wide.taluses = taluses;
  memcpy(now, start, count * sizeof *now);
  if (!slide(&wide, amount, before, (taluses ? taluses : now) + count, now)) return 0;
  take_over(c, &(change){&wide, start, now}, heights);
  return !burl__pace_stops(c->ground.pace, 0);
}

/* Slides by `amount` square metres; 0: it is to stop.  before: room for the cells; room: for those of wider ones. */
static int slide(const cells *c, double amount, float *before, float *room, float *heights) {
  const double own = MOST_STEPS / steps_of(&c->ground);
  if (amount > own && !are_widest(c) && !slide_widely(c, amount - own, before, room, heights)) return 0;
  const double left = amount < own ? amount : own;
  return left > 0 ? pass_steps(c, left, (int)ceil(left * steps_of(&c->ground)), before, heights) : 1;
}

/* ---- The process --------------------------------------------------------------------------------- */

/* Of the cells before a step; of the wider ones' heights, before and after, and of their taluses. */
static size_t slide_bytes(const burl__ground *g, const double *option) {
  const double maps = option[TALUS] < 0 ? 3 : 2;
  double count = (double)burl__cells_of(g);
  for (cells c = {.ground = *g, .apart = 1}; !are_widest(&c);)
    c = wider(&c), count += maps * (double)burl__cells_of(&c.ground);
  return count < (double)SIZE_MAX / 8 ? burl__bytes_of((size_t)count, sizeof(float)) : 0;
}

static void slide_all(const burl__process_call *call, float *heights) {
  const double *const option = call->option;
  const cells own = {*call->ground, 1, (double)(float)option[TALUS], option[TALUS] < 0 ? call->map[TALUS] : NULL};
  float *const before = call->scratch;
  float *const room = before + burl__cells_of(call->ground);
  const double amount = option[RATE] * option[YEARS] / ROUNDS;
  burl__pace *const pace = call->ground->pace, whole = pace ? *pace : (burl__pace){0};
  int goes_on = amount > 0;
  for (int round = 0; round < ROUNDS && goes_on; round++) {
    if (pace) pace->begin = whole.begin + (whole.end - whole.begin) * round / ROUNDS;
    if (pace) pace->end = whole.begin + (whole.end - whole.begin) * (round + 1) / ROUNDS;
    goes_on = slide(&own, amount, before, room, heights);
  }
  if (pace) pace->begin = whole.begin, pace->end = whole.end;
}

const burl__process burl__process_thermal = {.change = slide_all, .scratch = slide_bytes, .weight = 5};
