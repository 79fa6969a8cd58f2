/* above_drainage(): how high each cell lies above the river to which its water flows, or where it meets none, above the
 * place where it leaves the ground, reaches the sea or collects (C. Rennó and others, "HAND, a new terrain descriptor
 * using SRTM-DEM: mapping terra-firme rainforest environments in Amazonia", 2008; A. Nobre and others, "Height Above
 * the Nearest Drainage: a hydrologically relevant new terrain model", 2011). */
#include "terrain/gather.h"
#include "terrain/process.h"
#include "terrain/rivers.h"
#include "terrain/sea.h"

typedef struct {
  const burl__ground *ground;
  const float *heights;
  double least; /* the area from which on there is a river */
  float level;  /* of the sea */
  uint32_t *count, *order;
  unsigned char *waiting, *receiver;
} drainage;

/* Bytes of a cell: count; order; waiting; receiver. */
enum { CELL_BYTES = 4 + 4 + 1 + 1 };

static drainage lend_scratch(const burl__process_call *call, const float *heights) {
  const size_t cells = burl__cells_of(call->ground);
  drainage w = {.ground = call->ground, .heights = heights, .count = call->scratch};
  w.order = w.count + cells;
  w.waiting = (unsigned char *)(w.order + cells);
  w.receiver = w.waiting + cells;
  return w;
}

/* The height of a river, or of where water ends: of the sea, the height of its surface. */
static float water_at(const drainage *w, int64_t cell) {
  const float height = w->heights[cell];
  return w->receiver[cell] == BURL__STAYS && height <= w->level ? w->level : height;
}

/* Upstream, into out[ny][nx]: the height of the water to which each cell's flows. */
static void find_water(const drainage *w, float *out) {
  for (int64_t i = (int64_t)burl__cells_of(w->ground); i-- > 0;) {
    const int64_t cell = w->order[i], next = burl__receiver_of(w->ground, w->receiver, cell);
    const int is_river = burl__is_river(burl__drained_area(w->ground, w->count[cell]), w->least);
    out[cell] = next < 0 || is_river ? water_at(w, cell) : out[next];
  }
}

/* ---- The process --------------------------------------------------------------------------------- */

enum { LEAST, SEA };

static size_t drainage_bytes(const burl__ground *g, const double *option) {
  (void)option;
  return burl__bytes_of(burl__cells_of(g), CELL_BYTES);
}

static void make_heights(const burl__process_call *call, const float *heights, float *out) {
  const size_t cells = burl__cells_of(call->ground);
  const burl__sea sea = burl__sea_of(call->option + SEA);
  drainage w = lend_scratch(call, heights);
  w.least = call->option[LEAST], w.level = sea.level;
  burl__find_sea(w.ground, heights, sea, w.order, w.receiver);
  burl__find_receivers(w.ground, heights, w.order, w.receiver);
  burl__gather(w.ground, w.receiver, w.waiting, w.order, w.count);
  find_water(&w, out);
  for (size_t i = 0; i < cells; i++)
    out[i] = heights[i] > out[i] ? heights[i] - out[i] : isnan(heights[i]) ? heights[i] : 0;
}

const burl__process burl__process_above_drainage = {.make = make_heights, .scratch = drainage_bytes};
