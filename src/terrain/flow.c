/* The flows of flow.h.  Cells are taken in an order in which each comes after all that flow into it; what flows is
 * counted in whole numbers. */
#include "terrain/flow.h"

#include <math.h>
#include <string.h>

#include "terrain/gather.h"
#include "terrain/process.h"

typedef struct {
  const burl__ground *ground;
  const float *heights;
  double step[8];         /* how far the neighbours are */
  double unit;            /* how much rain of 1 is */
  int64_t *amount;        /* of each cell: what drains through it */
  uint32_t *order;        /* the cells, each behind those that flow into it */
  unsigned char *waiting; /* of each cell: how many that flow into it aren't done */
  unsigned char *receiver;
  float *out;
} water;

/* Bytes of a cell: amount; order; waiting; receiver. */
size_t burl__flow_scratch(const burl__ground *ground) { return burl__bytes_of(burl__cells_of(ground), 8 + 4 + 1 + 1); }

static water begin_flow(const burl__ground *ground, const float *heights, void *scratch, float *out) {
  const size_t cells = burl__cells_of(ground);
  water f = {.ground = ground, .heights = heights, .amount = scratch, .out = out};
  f.order = (uint32_t *)(f.amount + cells);
  f.waiting = (unsigned char *)(f.order + cells);
  f.receiver = f.waiting + cells;
  burl__measure_steps(ground, f.step);
  return f;
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

static void join_length(float *to, float length) {
  if (length > *to) *to = length;
}

static int gives_area(burl__flow_give give) { return give == BURL__FLOW_AREA || give == BURL__FLOW_SPECIFIC; }

static void route_to_steepest(water *f, burl__flow_give give) {
  const size_t cells = burl__cells_of(f->ground);
  burl__gather(f->ground, f->receiver, f->waiting, f->order, NULL);
  if (gives_area(give)) {
    burl__add_up(f->ground, f->receiver, f->order, f->amount);
    return;
  }
  for (size_t i = 0; i < cells; i++) f->out[i] = 0;
  for (size_t i = 0; i < cells; i++) {
    const int64_t cell = f->order[i], next = burl__receiver_of(f->ground, f->receiver, cell);
    if (give == BURL__FLOW_ORDER) f->out[cell] = order_of(f->out[cell]);
    if (next < 0) continue;
    if (give == BURL__FLOW_ORDER) join_order(&f->out[next], f->out[cell]);
    else join_length(&f->out[next], f->out[cell] + (float)f->step[f->receiver[cell]]);
  }
}

/* ---- To all that are lower ----------------------------------------------------------------------- */

/* slope^1.1, without the C library's pow: by square roots. */
static double power_of(double slope) {
  const double half = sqrt(slope), quarter = sqrt(half), eighth = sqrt(quarter), sixteenth = sqrt(eighth);
  const double tenth = sixteenth * sqrt(sixteenth); /* slope^(3/32), near enough to 1/10 */
  return slope * tenth;
}

/* The neighbours to which a cell's water goes, by direction; -1: none goes there.  These are all that are lower, or the
 * receiver alone. */
static void find_lower(const water *f, int64_t cell, int64_t to[8]) {
  const int receiver = f->receiver[cell];
  for (int d = 0; d < 8; d++) {
    const int64_t beside = receiver < BURL__STAYS ? burl__neighbour(f->ground, cell, d) : -1;
    to[d] = beside >= 0 && (d == receiver || f->heights[beside] < f->heights[cell]) ? beside : -1;
  }
}

static size_t find_springs(water *f) {
  const int64_t cells = (int64_t)burl__cells_of(f->ground);
  size_t ready = 0;
  memset(f->waiting, 0, (size_t)cells);
  for (int64_t cell = 0; cell < cells; cell++) {
    int64_t to[8];
    find_lower(f, cell, to);
    for (int d = 0; d < 8; d++)
      if (to[d] >= 0) f->waiting[to[d]]++;
  }
  for (int64_t cell = 0; cell < cells; cell++)
    if (f->waiting[cell] == 0) f->order[ready++] = (uint32_t)cell;
  return ready;
}

/* Divides a cell's water by its slopes; the receiver gets what remains. */
static void divide(const water *f, int64_t cell, const int64_t to[8]) {
  double power[8], sum = 0;
  int64_t left = f->amount[cell];
  if (f->receiver[cell] >= BURL__STAYS) return;
  for (int d = 0; d < 8; d++) {
    power[d] = to[d] < 0 ? 0 : power_of(((double)f->heights[cell] - (double)f->heights[to[d]]) / f->step[d]);
    sum += power[d];
  }
  const double each = (double)left / sum;
  const int is_even = isfinite(sum) && isfinite(each); /* else steps are too large or too small to divide by */
  for (int d = 0; d < 8; d++) {
    if (!is_even || to[d] < 0 || d == f->receiver[cell]) continue;
    const int64_t share = (int64_t)(power[d] * each), given = share < left ? share : left;
    f->amount[to[d]] += given;
    left -= given;
  }
  f->amount[to[f->receiver[cell]]] += left;
}

static void route_to_all(water *f) {
  size_t ready = find_springs(f);
  for (size_t done = 0; ready > 0 && !burl__stops_at(f->ground, done); done++) {
    const int64_t cell = f->order[--ready];
    int64_t to[8];
    find_lower(f, cell, to);
    divide(f, cell, to);
    for (int d = 0; d < 8; d++)
      if (to[d] >= 0 && --f->waiting[to[d]] == 0) f->order[ready++] = (uint32_t)to[d];
  }
}

/* ---- The call ------------------------------------------------------------------------------------ */

/* What drains through each cell, of which one of rain 1 counts its area, or that per unit of width.  Where nothing does
 * that is 0, however large cells are. */
static void give_areas(const water *f, burl__flow_give give) {
  const size_t cells = burl__cells_of(f->ground);
  const double area = fabs(f->ground->dx * f->ground->dy);
  const float each = (float)(give == BURL__FLOW_AREA ? area : sqrt(area));
  for (size_t i = 0; i < cells; i++) f->out[i] = f->amount[i] > 0 ? (float)((double)f->amount[i] / f->unit) * each : 0;
}

static void give_directions(const water *f) {
  const int64_t cells = (int64_t)burl__cells_of(f->ground);
  for (int64_t cell = 0; cell < cells; cell++) {
    const int d = f->receiver[cell];
    f->out[cell] = isnan(f->heights[cell]) ? NAN : d >= BURL__STAYS ? -1.0f : 45.0f * (float)d;
  }
}

void burl__flow(const burl__ground *ground, const burl__flow_setup *setup, const float *heights, void *scratch,
                float *out) {
  const burl__flow_give give = setup->give;
  water f = begin_flow(ground, heights, scratch, out);
  const size_t cells = burl__cells_of(ground);
  burl__find_sea(ground, heights, setup->sea, f.order, f.receiver);
  burl__find_receivers(ground, heights, f.order, f.receiver);
  if (give == BURL__FLOW_DIRECTION) {
    give_directions(&f);
    return;
  }
  if (gives_area(give)) f.unit = burl__let_rain(ground, setup->rain, f.amount);
  if (setup->routing == BURL__ROUTE_MFD && gives_area(give)) route_to_all(&f);
  else route_to_steepest(&f, give);
  if (gives_area(give)) give_areas(&f, give);
  for (size_t i = 0; i < cells; i++) out[i] = isnan(heights[i]) ? NAN : out[i];
}

/* ---- The process --------------------------------------------------------------------------------- */

enum { GIVE, ROUTING, SEA, RAIN = SEA + 2 };

static size_t flow_bytes(const burl__ground *ground, const double *option) {
  (void)option;
  return burl__flow_scratch(ground);
}

static void make_flow(const burl__process_call *call, const float *heights, float *out) {
  const burl__flow_setup setup = {.sea = burl__sea_of(call->option + SEA),
                                  .give = (burl__flow_give)call->option[GIVE],
                                  .routing = (burl__flow_routing)call->option[ROUTING],
                                  .rain = burl__rain_of(call, RAIN)};
  burl__flow(call->ground, &setup, heights, call->scratch, out);
}

const burl__process burl__process_flow = {.make = make_flow, .scratch = flow_bytes};
