/* The flows of flow.h.  Cells are taken in an order in which each comes after all that flow into it: a cell is ready
 * when the last of these is done. */
#include "terrain/flow.h"

#include <math.h>
#include <string.h>

#include "terrain/process.h"

enum { NOWHERE = 8 };

typedef struct {
  const burl__ground *ground;
  const float *heights;
  double step[8];  /* how far the neighbours are */
  uint32_t *ready; /* the cells that are, as a stack */
  size_t count;
  unsigned char *waiting; /* of each cell: how many that flow into it aren't done */
  float *out;
} water;

size_t burl__flow_scratch(const burl__ground *ground) {
  const size_t cells = burl__cells_of(ground), each = sizeof(uint32_t) + 1;
  return cells > SIZE_MAX / each - 1 ? 0 : cells * each;
}

static water begin_flow(const burl__ground *ground, const float *heights, void *scratch, float *out) {
  water f = {.ground = ground, .heights = heights, .ready = scratch, .out = out};
  f.waiting = (unsigned char *)(f.ready + burl__cells_of(ground));
  memset(f.waiting, 0, burl__cells_of(ground));
  for (int d = 0; d < 8; d++) {
    const double x = burl__around_x[d] * ground->dx, y = burl__around_y[d] * ground->dy;
    f.step[d] = sqrt(x * x + y * y);
  }
  return f;
}

/* How steeply a neighbour lies below a cell; 0 where it is no lower, or none. */
static double fall(const water *f, int64_t cell, int64_t beside, int direction) {
  if (beside < 0 || !(f->heights[beside] < f->heights[cell])) return 0;
  return ((double)f->heights[cell] - (double)f->heights[beside]) / f->step[direction];
}

/* The steepest direction, the first of equal ones. */
static int steepest(const water *f, int64_t cell) {
  double most = 0;
  int direction = NOWHERE;
  for (int d = 0; d < 8; d++) {
    const double slope = fall(f, cell, burl__neighbour(f->ground, cell, d), d);
    if (slope > most) most = slope, direction = d;
  }
  return direction;
}

/* All cells into which nothing flows are ready. */
static void find_springs(water *f) {
  const int64_t cells = (int64_t)burl__cells_of(f->ground);
  for (int64_t cell = 0; cell < cells; cell++)
    if (f->waiting[cell] == 0) f->ready[f->count++] = (uint32_t)cell;
}

static void arrive(water *f, int64_t cell) {
  if (--f->waiting[cell] == 0) f->ready[f->count++] = (uint32_t)cell;
}

/* ---- To the steepest neighbour ------------------------------------------------------------------- */

/* Strahler's order while it grows: the highest that came so far, and half more where it came twice. */
static void join_order(float *to, float order) {
  const float highest = (float)(int)*to;
  if (order > highest) *to = order;
  else if (order == highest) *to = highest + 0.5f;
}

static float order_of(float grown) {
  const float highest = (float)(int)grown;
  return highest < 1 ? 1 : grown > highest ? highest + 1 : highest;
}

static void pass_on(water *f, burl__flow_give give, int64_t cell, int64_t next, int direction) {
  switch (give) {
  case BURL__FLOW_AREA: f->out[next] += f->out[cell]; break;
  case BURL__FLOW_ORDER: join_order(&f->out[next], f->out[cell]); break;
  default: {
    const float length = f->out[cell] + (float)f->step[direction];
    if (length > f->out[next]) f->out[next] = length;
  }
  }
}

static void route_to_steepest(water *f, burl__flow_give give) {
  const int64_t cells = (int64_t)burl__cells_of(f->ground);
  for (int64_t cell = 0; cell < cells; cell++) {
    const int d = steepest(f, cell);
    f->out[cell] = give == BURL__FLOW_AREA ? 1.0f : 0.0f;
    if (d != NOWHERE) f->waiting[burl__neighbour(f->ground, cell, d)]++;
  }
  find_springs(f);
  for (size_t done = 0; f->count > 0 && !burl__stops_at(f->ground, done); done++) {
    const int64_t cell = f->ready[--f->count];
    const int d = steepest(f, cell);
    if (give == BURL__FLOW_ORDER) f->out[cell] = order_of(f->out[cell]);
    if (d == NOWHERE) continue;
    const int64_t next = burl__neighbour(f->ground, cell, d);
    pass_on(f, give, cell, next, d);
    arrive(f, next);
  }
}

/* ---- To all that are lower ----------------------------------------------------------------------- */

/* slope^1.1, without the C library's pow: by square roots. */
static double power_of(double slope) {
  const double half = sqrt(slope), quarter = sqrt(half), eighth = sqrt(quarter), sixteenth = sqrt(eighth);
  const double tenth = sixteenth * sqrt(sixteenth); /* slope^(3/32), near enough to 1/10 */
  return slope * tenth;
}

static void route_to_all(water *f) {
  const int64_t cells = (int64_t)burl__cells_of(f->ground);
  for (int64_t cell = 0; cell < cells; cell++) {
    f->out[cell] = 1.0f;
    for (int d = 0; d < 8; d++) {
      const int64_t beside = burl__neighbour(f->ground, cell, d);
      if (fall(f, cell, beside, d) > 0) f->waiting[beside]++;
    }
  }
  find_springs(f);
  for (size_t done = 0; f->count > 0 && !burl__stops_at(f->ground, done); done++) {
    const int64_t cell = f->ready[--f->count];
    double share[8], sum = 0;
    for (int d = 0; d < 8; d++) {
      const double slope = fall(f, cell, burl__neighbour(f->ground, cell, d), d);
      share[d] = slope > 0 ? power_of(slope) : 0;
      sum += share[d];
    }
    for (int d = 0; d < 8; d++) {
      if (!(share[d] > 0)) continue;
      const int64_t beside = burl__neighbour(f->ground, cell, d);
      f->out[beside] += (float)((double)f->out[cell] * (share[d] / sum));
      arrive(f, beside);
    }
  }
}

/* ---- The call ------------------------------------------------------------------------------------ */

static void give_directions(const water *f) {
  const int64_t cells = (int64_t)burl__cells_of(f->ground);
  for (int64_t cell = 0; cell < cells; cell++) {
    const int d = steepest(f, cell);
    f->out[cell] = isnan(f->heights[cell]) ? NAN : d == NOWHERE ? -1.0f : 45.0f * (float)d;
  }
}

void burl__flow(const burl__ground *ground, burl__flow_give give, burl__flow_routing routing, const float *heights,
                void *scratch, float *out) {
  water f = begin_flow(ground, heights, scratch, out);
  const size_t cells = burl__cells_of(ground);
  if (give == BURL__FLOW_DIRECTION) {
    give_directions(&f);
    return;
  }
  if (routing == BURL__ROUTE_MFD && give == BURL__FLOW_AREA) route_to_all(&f);
  else route_to_steepest(&f, give);
  const float area = give == BURL__FLOW_AREA ? (float)fabs(ground->dx * ground->dy) : 1.0f;
  for (size_t i = 0; i < cells; i++) out[i] = isnan(heights[i]) ? NAN : out[i] * area;
}

/* ---- The process --------------------------------------------------------------------------------- */

enum { GIVE, ROUTING };

static size_t flow_bytes(const burl__ground *ground, const double *option) {
  (void)option;
  return burl__flow_scratch(ground);
}

static void make_flow(const burl__process_call *call, const float *heights, float *out) {
  burl__flow(call->ground, (burl__flow_give)call->option[GIVE], (burl__flow_routing)call->option[ROUTING], heights,
             call->scratch, out);
}

const burl__process burl__process_flow = {.make = make_flow, .scratch = flow_bytes};
