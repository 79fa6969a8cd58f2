/* rivers(): hollows are breached; then cells through which `least` square metres or more drain are lowered by `depth`
 * metres, and downstream by more, as the fourth root of the area.  What lies within half a river's width of its bed is
 * lowered towards it.  Land stays above the sea.  At last, upstream, each cell gets its height, no lower than that of
 * the cell to which it drains: all drain as they did once breached, and beds never rise. */
#include "terrain/rivers.h"

#include "terrain/flood.h"
#include "terrain/gather.h"
#include "terrain/process.h"
#include "terrain/rain.h"

typedef struct {
  const burl__ground *ground;
  double least, depth;
  float land; /* the least height of land; no sea: -INFINITY */
  float *height;
  double unit;     /* how much rain of 1 is */
  int64_t *amount; /* what drains through each cell */
  float *bed;      /* the height that each cell of a river is to have, others their own */
  float *bank;     /* the height that each cell is to have */
  uint32_t *order;
  unsigned char *waiting, *receiver; /* receiver: the direction in which a cell drains */
} valleys;

/* Bytes of a cell: amount and bed; what a flood needs, and later order, bank and waiting have; receiver. */
enum { CELL_BYTES = 8 + 4 + 1 };

static size_t rivers_bytes(const burl__ground *g, const double *option) {
  (void)option;
  const size_t cells = burl__cells_of(g), flood = burl__flood_scratch(g);
  return flood == 0 || cells > (SIZE_MAX - flood) / CELL_BYTES ? 0 : flood + cells * CELL_BYTES;
}

static valleys lend_scratch(const burl__ground *g, void *scratch, float *heights) {
  const size_t cells = burl__cells_of(g);
  valleys v = {.ground = g, .height = heights, .amount = scratch};
  v.bed = (float *)(v.amount + cells);
  v.order = (uint32_t *)(v.bed + cells);
  v.bank = (float *)(v.order + cells);
  v.waiting = (unsigned char *)(v.bank + cells);
  v.receiver = (unsigned char *)v.order + burl__flood_scratch(g);
  return v;
}

/* Where each cell drains, in which order, and how much comes. */
static void gather_water(valleys *v, burl__sea sea, burl__rain rain) {
  burl__find_sea(v->ground, v->height, sea, v->order, v->receiver);
  burl__find_receivers(v->ground, v->height, v->order, v->receiver);
  burl__gather(v->ground, v->receiver, v->waiting, v->order, NULL);
  v->unit = burl__let_rain(v->ground, rain, v->amount);
  burl__add_up(v->ground, v->receiver, v->order, v->amount);
}

/* What drains through a cell, in square metres. */
static double area_of(const valleys *v, int64_t cell) {
  return burl__drained_area(v->ground, (double)v->amount[cell] / v->unit);
}

static int is_river(const valleys *v, int64_t cell) {
  return burl__is_river(area_of(v, cell), v->least) && v->height[cell] >= v->land;
}

/* What a cell's height becomes in a river of its area. */
static float bed_of(const valleys *v, int64_t cell) {
  if (!is_river(v, cell)) return v->height[cell];
  const double root = sqrt(sqrt(area_of(v, cell) / v->least));
  const float bed = (float)((double)v->height[cell] - v->depth * root);
  return bed > v->land ? bed : v->land;
}

static void sink_beds(valleys *v) {
  const int64_t cells = (int64_t)burl__cells_of(v->ground);
  for (int64_t cell = 0; cell < cells; cell++) v->bed[cell] = v->bank[cell] = bed_of(v, cell);
}

/* The cells along an axis that are at most `distance` metres from one of them; of ground that goes round each once, by
 * places that may lie outside of [0, n). */
typedef struct {
  int first, last;
} reach;

static reach reach_along(const burl__ground *g, int axis, int from, double distance) {
  const int n = axis == 0 ? g->nx : g->ny, most = g->is_round[axis] ? n / 2 : n;
  const double cells = distance / fabs(axis == 0 ? g->dx : g->dy);
  const int within = cells < most ? (int)cells : most;
  if (g->is_round[axis]) return (reach){from - within, from + (2 * within == n ? within - 1 : within)};
  return (reach){from < within ? 0 : from - within, n - 1 - from < within ? n - 1 : from + within};
}

/* Lowers a cell at a distance from a bed, as part of half its river's width, towards it: wholly at 0, not at 1. */
static void lower_bank(valleys *v, int64_t cell, double part, double bed) {
  const double height = (double)v->height[cell], near = 1 - part;
  const float low = (float)(height + (bed - height) * near * near * (3 - 2 * near)),
              least = low > v->land ? low : v->land;
  if (least < v->bank[cell]) v->bank[cell] = least;
}

static void slope_banks_of(valleys *v, int64_t river) {
  const burl__ground *const g = v->ground;
  const double half = 0.5 * burl__river_width(area_of(v, river));
  const int x0 = (int)(river % g->nx), y0 = (int)(river / g->nx);
  const reach across = reach_along(g, 0, x0, half), along = reach_along(g, 1, y0, half);
  for (int y = along.first; y <= along.last; y++)
    for (int x = across.first; x <= across.last; x++) {
      const double dx = (x - x0) * g->dx, dy = (y - y0) * g->dy, distance = sqrt(dx * dx + dy * dy);
      const int64_t cell = burl__around(y, g->ny) * g->nx + burl__around(x, g->nx);
      if (distance < half) lower_bank(v, cell, distance / half, (double)v->bed[river]);
    }
}

static void slope_banks(valleys *v) {
  const int64_t cells = (int64_t)burl__cells_of(v->ground);
  for (int64_t cell = 0; cell < cells; cell++)
    if (is_river(v, cell)) slope_banks_of(v, cell);
}

/* Upstream: each cell is as low as it is to be, but no lower than the one that it drains to. */
static void settle(valleys *v) {
  for (int64_t i = (int64_t)burl__cells_of(v->ground); i-- > 0;) {
    const int64_t cell = v->order[i], next = burl__receiver_of(v->ground, v->receiver, cell);
    const int is_under = next >= 0 && v->bank[cell] < v->height[next];
    v->height[cell] = is_under ? v->height[next] : v->bank[cell];
  }
}

/* ---- The process --------------------------------------------------------------------------------- */

enum { LEAST, DEPTH, SEA, RAIN = SEA + 2 };

static void make_beds(const burl__process_call *call, float *heights) {
  valleys v = lend_scratch(call->ground, call->scratch, heights);
  v.least = call->option[LEAST], v.depth = call->option[DEPTH];
  const burl__sea sea = burl__sea_of(call->option + SEA);
  v.land = burl__land_above(sea);
  burl__breach_hollows(call->ground, sea, v.order, heights);
  if (burl__pace_stops(call->ground->pace, 1)) return;
  gather_water(&v, sea, burl__rain_of(call, RAIN));
  sink_beds(&v);
  slope_banks(&v);
  settle(&v);
}

const burl__process burl__process_rivers = {.change = make_beds, .scratch = rivers_bytes};
