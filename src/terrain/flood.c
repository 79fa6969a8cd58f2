/* The floods of flood.h: a heap of the cells on the flood's edge, the lowest on top; of equal heights the one of the
 * least index, so that the order, and the bits with it, are the same everywhere. */
#include "terrain/flood.h"

#include <math.h>
#include <string.h>

#include "terrain/process.h"

typedef struct {
  float height;
  uint32_t cell;
} flood_entry;

typedef struct {
  const burl__ground *ground;
  float *heights;
  float level;
  flood_entry *heap;
  size_t count;
  unsigned char *from; /* of each cell: from which neighbour the flood came, OUTLET, or UNSEEN */
} flood;

enum { UNSEEN = 255, OUTLET = 254, WAYS = 4 /* from a place in the heap to those below */ };

size_t burl__flood_scratch(const burl__ground *ground) {
  const size_t cells = burl__cells_of(ground), each = sizeof(flood_entry) + 1;
  return cells > SIZE_MAX / each - 1 ? 0 : cells * each;
}

/* ---- The heap ------------------------------------------------------------------------------------ */

static int is_before(const flood_entry *a, const flood_entry *b) {
  return a->height < b->height || (a->height == b->height && a->cell < b->cell);
}

static void push_cell(flood *f, float height, int64_t cell) {
  const flood_entry added = {height, (uint32_t)cell};
  size_t at = f->count++;
  for (size_t above; at > 0 && is_before(&added, &f->heap[above = (at - 1) / WAYS]); at = above)
    f->heap[at] = f->heap[above];
  f->heap[at] = added;
}

static size_t least_below(const flood *f, size_t at) {
  const size_t first = WAYS * at + 1, end = first + WAYS < f->count ? first + WAYS : f->count;
  size_t least = first;
  for (size_t i = first + 1; i < end; i++)
    if (is_before(&f->heap[i], &f->heap[least])) least = i;
  return first < f->count ? least : 0;
}

static flood_entry pop_lowest(flood *f) {
  const flood_entry top = f->heap[0], last = f->heap[--f->count];
  size_t at = 0;
  for (size_t below; (below = least_below(f, at)) != 0 && is_before(&f->heap[below], &last); at = below)
    f->heap[at] = f->heap[below];
  f->heap[at] = last;
  return top;
}

/* ---- The flood ----------------------------------------------------------------------------------- */

/* Whether water leaves here: at the grid's edge, beside what is no ground, and in the sea. */
static int is_outlet(const flood *f, int64_t cell) {
  if (f->heights[cell] <= f->level) return 1;
  for (int d = 0; d < 8; d++) {
    const int64_t beside = burl__neighbour(f->ground, cell, d);
    if (beside < 0 || isnan(f->heights[beside])) return 1;
  }
  return 0;
}

static flood begin_flood(const burl__ground *ground, float level, void *scratch, float *heights) {
  const int64_t cells = (int64_t)burl__cells_of(ground);
  flood f = {.ground = ground, .heights = heights, .level = level, .heap = scratch};
  f.from = (unsigned char *)(f.heap + cells);
  memset(f.from, UNSEEN, (size_t)cells);
  for (int64_t cell = 0; cell < cells; cell++) {
    if (isnan(heights[cell]) || !is_outlet(&f, cell)) continue;
    f.from[cell] = OUTLET;
    push_cell(&f, heights[cell], cell);
  }
  return f;
}

float burl__next_height(float height, int up) {
  int32_t bits;
  if (isinf(height) && (height > 0.0f) == up) return height;
  if (height == 0.0f) /* which has none of its own sign */
    return up ? 1e-38f : -1e-38f;
  memcpy(&bits, &height, sizeof bits);
  bits += (height > 0.0f) == up ? 1 : -1;
  memcpy(&height, &bits, sizeof height);
  return height;
}

/* By the least step of a float a cell, or by none. */
typedef enum { STEP_BY_STEP, LEVEL } rise;

static void fill(const burl__ground *ground, float level, rise by, void *scratch, float *heights) {
  flood f = begin_flood(ground, level, scratch, heights);
  for (size_t done = 0; f.count > 0 && !burl__stops_at(ground, done); done++) {
    const flood_entry low = pop_lowest(&f);
    for (int d = 0; d < 8; d++) {
      const int64_t cell = burl__neighbour(ground, low.cell, d);
      if (cell < 0 || f.from[cell] != UNSEEN || isnan(heights[cell])) continue;
      f.from[cell] = (unsigned char)d;
      if (heights[cell] <= low.height) heights[cell] = by == LEVEL ? low.height : burl__next_height(low.height, 1);
      push_cell(&f, heights[cell], cell);
    }
  }
}

void burl__fill_hollows(const burl__ground *ground, float level, void *scratch, float *heights) {
  fill(ground, level, STEP_BY_STEP, scratch, heights);
}

void burl__raise_lakes(const burl__ground *ground, float level, void *scratch, float *heights) {
  fill(ground, level, LEVEL, scratch, heights);
}

/* ---- Breaching ----------------------------------------------------------------------------------- */

static int has_lower(const flood *f, int64_t cell) {
  for (int d = 0; d < 8; d++) {
    const int64_t beside = burl__neighbour(f->ground, cell, d);
    if (beside >= 0 && f->heights[beside] < f->heights[cell]) return 1;
  }
  return 0;
}

/* Lowers the way that the flood came, from a hollow's bottom to the first cell that is lower. */
static void cut(flood *f, int64_t cell) {
  while (f->from[cell] != OUTLET) {
    const int back = (f->from[cell] + 4) % 8;
    const int64_t next = burl__neighbour(f->ground, cell, back);
    if (f->heights[next] < f->heights[cell]) return;
    f->heights[next] = burl__next_height(f->heights[cell], 0);
    cell = next;
  }
}

void burl__breach_hollows(const burl__ground *ground, float level, void *scratch, float *heights) {
  flood f = begin_flood(ground, level, scratch, heights);
  for (size_t done = 0; f.count > 0 && !burl__stops_at(ground, done); done++) {
    const int64_t low = pop_lowest(&f).cell;
    if (f.from[low] != OUTLET && !has_lower(&f, low)) cut(&f, low);
    for (int d = 0; d < 8; d++) {
      const int64_t cell = burl__neighbour(ground, low, d);
      if (cell < 0 || f.from[cell] != UNSEEN || isnan(heights[cell])) continue;
      f.from[cell] = (unsigned char)d;
      push_cell(&f, heights[cell], cell);
    }
  }
}

/* ---- The processes ------------------------------------------------------------------------------- */

enum { SEA_LEVEL };

static size_t flood_bytes(const burl__ground *ground, const double *option) {
  (void)option;
  return burl__flood_scratch(ground);
}

static void fill_heights(const burl__process_call *call, float *heights) {
  burl__fill_hollows(call->ground, (float)call->option[SEA_LEVEL], call->scratch, heights);
}

static void breach_heights(const burl__process_call *call, float *heights) {
  burl__breach_hollows(call->ground, (float)call->option[SEA_LEVEL], call->scratch, heights);
}

const burl__process burl__process_fill = {.change = fill_heights, .scratch = flood_bytes, .weight = 5};
const burl__process burl__process_breach = {.change = breach_heights, .scratch = flood_bytes, .weight = 5};
