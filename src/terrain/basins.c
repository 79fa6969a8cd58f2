/* basins(): to which outlet each cell's water gets, as a number of the outlet's place.  An outlet is the last cell of
 * land on the way: beside the ground's end or the sea, or where water collects.  Level ground on which it collects is
 * one outlet, whose number is the least among its cells', so that it depends on no order. */
#include "terrain/process.h"
#include "terrain/receivers.h"
#include "terrain/sea.h"

typedef struct {
  const burl__ground *ground;
  const int64_t *place; /* of the first cell */
  uint32_t *cells;
  unsigned char *receiver;
  float *basin;
} basins;

enum { WIDE = 4096, SEA_ID = -1, UNKNOWN = -2 };

/* The index of a cell's place along an axis, within [0, WIDE). */
static int64_t index_along(const basins *b, int axis, int64_t i) {
  const burl__ground *const g = b->ground;
  const int64_t n = axis == 0 ? g->nx : g->ny;
  const int64_t place = b->place[axis] + ((axis == 0 ? g->dx : g->dy) < 0 ? -i : i);
  const int64_t within = g->is_round[axis] ? (place % n + n) % n : place;
  return (within % WIDE + WIDE) % WIDE;
}

/* A whole number of 24 bits: no two cells less than WIDE apart along both axes have the same. */
static float number_of(const basins *b, int64_t cell) {
  return (float)(index_along(b, 1, cell / b->ground->nx) * WIDE + index_along(b, 0, cell % b->ground->nx));
}

/* Numbers level ground on which water collects, from one of its cells on. */
static void number_pit(basins *b, int64_t first) {
  size_t listed = 0;
  float least = b->basin[first] = number_of(b, first);
  b->cells[listed++] = (uint32_t)first;
  for (size_t i = 0; i < listed; i++) {
    least = b->basin[b->cells[i]] < least ? b->basin[b->cells[i]] : least;
    for (int d = 0; d < 8; d++) {
      const int64_t beside = burl__neighbour(b->ground, b->cells[i], d);
      if (beside < 0 || b->receiver[beside] != BURL__PIT || b->basin[beside] != UNKNOWN) continue;
      b->basin[beside] = number_of(b, beside);
      b->cells[listed++] = (uint32_t)beside;
    }
  }
  for (size_t i = 0; i < listed; i++) b->basin[b->cells[i]] = least;
}

/* The number of the basin that a cell is in; the way there, as far as it isn't known, gets it, too. */
static void follow(basins *b, int64_t cell) {
  int64_t at = cell, next = cell;
  while (b->basin[next] == UNKNOWN) {
    at = next;
    if (b->receiver[at] == BURL__STAYS) break;
    next = burl__neighbour(b->ground, at, b->receiver[at]);
  }
  const float id = b->basin[next] < 0 ? number_of(b, at) : b->basin[next];
  for (at = cell; b->basin[at] == UNKNOWN; at = next) {
    b->basin[at] = id;
    next = b->receiver[at] == BURL__STAYS ? at : burl__neighbour(b->ground, at, b->receiver[at]);
  }
}

static void find_basins(basins *b, const float *heights, burl__sea sea) {
  const int64_t cells = (int64_t)burl__cells_of(b->ground);
  burl__find_sea(b->ground, heights, sea, b->cells, b->receiver);
  burl__find_receivers(b->ground, heights, b->cells, b->receiver);
  for (int64_t cell = 0; cell < cells; cell++) {
    const int is_sea = b->receiver[cell] == BURL__STAYS && heights[cell] <= sea.level;
    b->basin[cell] = isnan(heights[cell]) ? heights[cell] : is_sea ? SEA_ID : UNKNOWN;
  }
  for (int64_t cell = 0; cell < cells; cell++)
    if (b->receiver[cell] == BURL__PIT && b->basin[cell] == UNKNOWN) number_pit(b, cell);
  for (int64_t cell = 0; cell < cells; cell++) follow(b, cell);
}

/* ---- The process --------------------------------------------------------------------------------- */

enum { SEA };

static size_t basins_bytes(const burl__ground *g, const double *option) {
  (void)option;
  return burl__bytes_of(burl__cells_of(g), sizeof(uint32_t) + 1);
}

static void make_basins(const burl__process_call *call, const float *heights, float *out) {
  basins b = {.ground = call->ground, .place = call->place, .cells = call->scratch, .basin = out};
  b.receiver = (unsigned char *)(b.cells + burl__cells_of(call->ground));
  find_basins(&b, heights, burl__sea_of(call->option + SEA));
}

const burl__process burl__process_basins = {.make = make_basins, .scratch = basins_bytes};
