/* The floods of flood.h: a heap of the cells on the flood's edge, the lowest on top. */
#include "terrain/flood.h"

#include <string.h>

#include "terrain/order.h"
#include "terrain/process.h"

typedef struct {
  float height;
  uint32_t cell;
} flood_entry;

typedef struct {
  const burl__ground *ground;
  float *heights;
  flood_entry *heap;
  size_t count;
  flood_entry *end; /* of the heap's memory: in front of it lie entries that are no longer in the heap */
  size_t taken;
  size_t done, all;    /* cells, as often as they are taken */
  unsigned char *from; /* of each cell: from which neighbour the flood came, OUTLET or UNSEEN; with flags */
} flood;

enum { OUTLET = 8, UNSEEN, FROM = 15, IN_FRONT = 16, IS_BOTTOM = 32, IS_KNOWN = 64, IS_CUT = 128 };
enum { WAYS = 4 /* from a place in the heap to those below */ };

size_t burl__flood_scratch(const burl__ground *ground) {
  const size_t cells = burl__cells_of(ground), each = sizeof(flood_entry) + 1;
  return cells > SIZE_MAX / each - 1 ? 0 : cells * each;
}

/* ---- The heap ------------------------------------------------------------------------------------ */

static void push_cell(flood *f, float height, int64_t cell) {
  const flood_entry added = {height, (uint32_t)cell};
  size_t at = f->count++;
  for (size_t above; at > 0 && height < f->heap[above = (at - 1) / WAYS].height; at = above)
    f->heap[at] = f->heap[above];
  f->heap[at] = added;
}

static size_t least_below(const flood *f, size_t at) {
  const size_t first = WAYS * at + 1, end = first + WAYS < f->count ? first + WAYS : f->count;
  size_t least = first;
  for (size_t i = first + 1; i < end; i++)
    if (f->heap[i].height < f->heap[least].height) least = i;
  return first < f->count ? least : 0;
}

static flood_entry pop_lowest(flood *f) {
  const flood_entry top = f->heap[0], last = f->heap[--f->count];
  size_t at = 0;
  for (size_t below; (below = least_below(f, at)) != 0 && f->heap[below].height < last.height; at = below)
    f->heap[at] = f->heap[below];
  f->heap[at] = last;
  return top;
}

/* ---- The flood ----------------------------------------------------------------------------------- */

/* All cells of the least height of ground that ends nowhere and has no sea. */
static void find_lowest(flood *f) {
  const size_t cells = burl__cells_of(f->ground);
  float least = INFINITY;
  for (size_t cell = 0; cell < cells; cell++) least = f->heights[cell] < least ? f->heights[cell] : least;
  for (size_t cell = 0; cell < cells; cell++)
    if (f->heights[cell] == least) f->from[cell] = OUTLET;
}

/* Outlets are cells of the sea, and those beside which the ground ends; where there are none the lowest ones.  The
 * scratch memory has room for so many entries, and a byte a cell. */
static flood begin_flood(const burl__ground *ground, burl__sea sea, void *scratch, size_t entries, float *heights) {
  const int64_t cells = (int64_t)burl__cells_of(ground);
  flood f = {.ground = ground, .heights = heights, .heap = scratch, .all = burl__cells_of(ground)};
  f.end = f.heap + entries;
  f.from = (unsigned char *)f.end;
  burl__find_sea(ground, heights, sea, scratch, f.from);
  for (int64_t cell = 0; cell < cells; cell++) {
    const int is_outlet = f.from[cell] || (!isnan(heights[cell]) && burl__ends_beside(ground, heights, cell));
    f.from[cell] = is_outlet ? OUTLET : UNSEEN;
  }
  if (!memchr(f.from, OUTLET, (size_t)cells) && burl__is_endless(ground, heights)) find_lowest(&f);
  return f;
}

static void push_outlets(flood *f) {
  const int64_t cells = (int64_t)burl__cells_of(f->ground);
  for (int64_t cell = 0; cell < cells; cell++)
    if (f->from[cell] == OUTLET) push_cell(f, f->heights[cell], cell);
}

/* Whether it is to stop before the next cells, asked every 65,536. */
static int stops_before(flood *f, size_t next) {
  const size_t pace = 65536, asked = (f->done + pace - 1) / pace, before = f->done;
  f->done += next;
  return (f->done + pace - 1) / pace != asked && burl__pace_stops(f->ground->pace, (double)before / (double)f->all);
}

/* The neighbour in a direction if the flood hasn't come there; -1. */
static int64_t unseen(const flood *f, int64_t cell, int direction) {
  const int64_t beside = burl__neighbour(f->ground, cell, direction);
  return beside >= 0 && (f->from[beside] & FROM) == UNSEEN && !isnan(f->heights[beside]) ? beside : -1;
}

/* ---- Filling ------------------------------------------------------------------------------------- */

/* Adds 0 to what is raised or cut, as heights of 0 and -0 are the same and either might come first. */
static float plain(float height) { return height + 0.0f; }

static void fill_from_outlets(flood *f) {
  float *const heights = f->heights;
  push_outlets(f);
  while (f->count + f->taken > 0 && !stops_before(f, 1)) {
    const flood_entry low = f->taken > 0 ? f->end[-(ptrdiff_t)f->taken--] : pop_lowest(f); /* taken ones are as low */
    for (int d = 0; d < 8; d++) {
      const int64_t cell = unseen(f, low.cell, d);
      if (cell < 0) continue;
      f->from[cell] = (unsigned char)d;
      if (heights[cell] < low.height) heights[cell] = plain(low.height);
      if (heights[cell] > low.height) push_cell(f, heights[cell], cell);
      else f->end[-(ptrdiff_t)++f->taken] = (flood_entry){low.height, (uint32_t)cell};
    }
  }
}

void burl__fill_hollows(const burl__ground *ground, burl__sea sea, void *scratch, float *heights) {
  flood f = begin_flood(ground, sea, scratch, burl__cells_of(ground), heights);
  fill_from_outlets(&f);
}

/* ---- Level ground -------------------------------------------------------------------------------- */

static int has_lower(const flood *f, int64_t cell) {
  for (int d = 0; d < 8; d++) {
    const int64_t beside = burl__neighbour(f->ground, cell, d);
    if (beside >= 0 && f->heights[beside] < f->heights[cell]) return 1;
  }
  return 0;
}

/* How many cells of level ground, from one of them on, are listed into `cells`, which has room for all; 0: one of them
 * has a lower neighbour or is an outlet. */
static size_t list_closed(flood *f, int64_t first, uint32_t *cells) {
  size_t listed = 0;
  int closed = 1;
  f->from[first] |= IS_KNOWN;
  cells[listed++] = (uint32_t)first;
  for (size_t i = 0; i < listed; i++) {
    closed = closed && (f->from[cells[i]] & FROM) != OUTLET && !has_lower(f, cells[i]);
    for (int d = 0; d < 8; d++) {
      const int64_t beside = burl__neighbour(f->ground, cells[i], d);
      if (beside < 0 || f->from[beside] & IS_KNOWN || f->heights[beside] != f->heights[first]) continue;
      f->from[beside] |= IS_KNOWN;
      cells[listed++] = (uint32_t)beside;
    }
  }
  return closed ? listed : 0;
}

/* ---- Filling shallow hollows --------------------------------------------------------------------- */

/* The largest float that isn't above a number. */
static float not_above(double number) {
  const float nearest = (float)number;
  return (double)nearest > number ? burl__height_of(burl__order_of(nearest) - 1) : nearest;
}

static void lower_level(flood *f, float *level, float to, int64_t cell) {
  level[cell] = to;
  push_cell(f, to, cell);
}

/* Where the flood begins: `deepest` above each cell that has no lower neighbour. */
static void begin_levels(flood *f, double deepest, float *level) {
  const int64_t cells = (int64_t)burl__cells_of(f->ground);
  for (int64_t cell = 0; cell < cells; cell++) {
    const float height = f->heights[cell];
    level[cell] = isnan(height) ? height : INFINITY;
    if (!isnan(height) && !has_lower(f, cell)) lower_level(f, level, not_above((double)height + deepest), cell);
  }
}

/* How high water stands that rises by `deepest` over each bottom and runs off where it can: in a deeper hollow it
 * stands below the lip, elsewhere it reaches an outlet or lower water.  It is the least, over all ways from where the
 * flood begins, of the greatest height on the way (reconstruction by erosion: L. Vincent, "Morphological grayscale
 * reconstruction in image analysis: applications and efficient algorithms", 1993).  A cell enters the heap twice at
 * most, as a bottom and when the flood first comes to it, which is where it is lowest.  Returns 0 where it is to
 * stop. */
static int find_levels(flood *f, double deepest, float *level) {
  begin_levels(f, deepest, level);
  while (f->count > 0) {
    const flood_entry low = pop_lowest(f);
    if (low.height > level[low.cell]) continue; /* the flood came to this bottom from outside */
    if (stops_before(f, 1)) return 0;
    for (int d = 0; d < 8; d++) {
      const int64_t cell = burl__neighbour(f->ground, low.cell, d);
      if (cell < 0) continue;
      const float next = f->heights[cell] < low.height ? low.height : f->heights[cell];
      if (next < level[cell]) lower_level(f, level, next, cell);
    }
  }
  return 1;
}

/* Makes outlets of the lowest of the listed cells. */
static void open_lowest(flood *f, const uint32_t *cells, size_t listed) {
  float least = INFINITY;
  for (size_t i = 0; i < listed; i++) least = f->heights[cells[i]] < least ? f->heights[cells[i]] : least;
  for (size_t i = 0; i < listed; i++)
    if (f->heights[cells[i]] == least) f->from[cells[i]] = OUTLET | IS_KNOWN;
}

/* Water that has no lower neighbour, and no outlet in it, stands in a hollow deeper than it could rise: its lowest
 * cells become outlets. */
static void open_deep_hollows(flood *f, float *level) {
  const int64_t cells = (int64_t)burl__cells_of(f->ground);
  uint32_t *const list = (uint32_t *)f->heap;
  flood water = *f;
  water.heights = level;
  for (int64_t cell = 0; cell < cells; cell++) {
    if (f->from[cell] != UNSEEN || isnan(level[cell]) || has_lower(&water, cell)) continue;
    open_lowest(f, list, list_closed(&water, cell, list));
  }
  for (int64_t cell = 0; cell < cells; cell++) f->from[cell] &= (unsigned char)~IS_KNOWN;
}

size_t burl__shallow_scratch(const burl__ground *ground) {
  return burl__bytes_of(burl__cells_of(ground), 2 * sizeof(flood_entry) + sizeof(float) + 1);
}

void burl__fill_shallow(const burl__ground *ground, burl__sea sea, double deepest, void *scratch, float *heights) {
  const size_t cells = burl__cells_of(ground);
  float *const level = scratch;
  flood f = begin_flood(ground, sea, level + cells, 2 * cells, heights);
  f.all = 2 * cells;
  if (!find_levels(&f, deepest, level)) return;
  open_deep_hollows(&f, level);
  fill_from_outlets(&f);
}

/* ---- Breaching ----------------------------------------------------------------------------------- */

/* Marks the first cell of each hollow's bottom, so that a level one is cut once.  Ground that goes round has no first
 * one: all are marked, and the way of each that the flood reaches first is cut. */
static void mark_bottoms(flood *f) {
  const int64_t cells = (int64_t)burl__cells_of(f->ground);
  const int is_round = f->ground->is_round[0] || f->ground->is_round[1];
  uint32_t *const level = (uint32_t *)f->heap;
  for (int64_t cell = 0; cell < cells; cell++) {
    if (f->from[cell] != UNSEEN || isnan(f->heights[cell]) || has_lower(f, cell)) continue;
    const size_t listed = list_closed(f, cell, level);
    for (size_t i = 0; i < (is_round ? listed : listed > 0); i++) f->from[level[i]] |= IS_BOTTOM;
  }
  for (int64_t cell = 0; cell < cells; cell++) f->from[cell] &= (unsigned char)~IS_KNOWN;
}

/* Takes all cells of the least height out of the heap: the flood's front. */
static void take_front(flood *f) {
  const float height = f->heap[0].height;
  for (f->taken = 0; f->count > 0 && f->heap[0].height == height;) {
    const flood_entry low = pop_lowest(f);
    f->end[-(ptrdiff_t)++f->taken] = low;
    f->from[low.cell] |= IN_FRONT;
  }
}

static int64_t come_from(const flood *f, int64_t cell) {
  return burl__neighbour(f->ground, cell, ((f->from[cell] & FROM) + 4) % 8);
}

/* Whether water gets away from a cell without a cut: it leaves the ground, or goes down. */
static int drains(const flood *f, int64_t cell) { return (f->from[cell] & FROM) == OUTLET || has_lower(f, cell); }

/* Lowers the way by which the flood came to a bottom to the bottom's height: from where its level ground ends, up to a
 * cell that isn't higher or drains.  Where the way of another bottom of that height was cut nothing is left to do. */
static void cut(flood *f, int64_t bottom) {
  const float height = f->heights[bottom];
  int64_t cell = bottom;
  while (!drains(f, cell) && f->heights[come_from(f, cell)] == height) {
    f->from[cell] |= IS_CUT;
    cell = come_from(f, cell);
    if (f->from[cell] & IS_CUT) return;
  }
  f->from[cell] |= IS_CUT;
  while (!drains(f, cell)) {
    cell = come_from(f, cell);
    if (f->heights[cell] <= height) return;
    f->heights[cell] = plain(height);
    f->from[cell] |= IS_CUT;
  }
}

static void cut_from_front(flood *f) {
  const flood_entry *const front = f->end - f->taken;
  for (size_t i = 0; i < f->taken; i++)
    if (f->from[front[i].cell] & IS_BOTTOM) cut(f, front[i].cell);
}

/* From which neighbour in the front the flood comes to a cell: from the nearest, the first of equal ones. */
static int nearest_in_front(const flood *f, const double step[8], int64_t cell) {
  int nearest = UNSEEN;
  for (int d = 0; d < 8; d++) { /* the flood's direction; it comes from the opposite one */
    const int64_t beside = burl__neighbour(f->ground, cell, (d + 4) % 8);
    if (beside < 0 || !(f->from[beside] & IN_FRONT)) continue;
    if (nearest == UNSEEN || step[d] < step[nearest]) nearest = d;
  }
  return nearest;
}

static void advance(flood *f, const double step[8]) {
  const flood_entry *const front = f->end - f->taken;
  for (size_t i = 0; i < f->taken; i++)
    for (int d = 0; d < 8; d++) {
      const int64_t cell = unseen(f, front[i].cell, d);
      if (cell < 0) continue;
      const int from = f->taken == 1 ? d : nearest_in_front(f, step, cell);
      f->from[cell] = (unsigned char)((f->from[cell] & ~FROM) | from);
      push_cell(f, f->heights[cell], cell);
    }
  for (size_t i = 0; i < f->taken; i++) f->from[front[i].cell] &= (unsigned char)~IN_FRONT;
}

void burl__breach_hollows(const burl__ground *ground, burl__sea sea, void *scratch, float *heights) {
  double step[8];
  burl__measure_steps(ground, step);
  burl__raise_pans(ground, sea, scratch, (unsigned char *)((flood_entry *)scratch + burl__cells_of(ground)), heights);
  flood f = begin_flood(ground, sea, scratch, burl__cells_of(ground), heights);
  mark_bottoms(&f);
  push_outlets(&f);
  while (f.count > 0) {
    take_front(&f);
    if (stops_before(&f, f.taken)) return;
    cut_from_front(&f);
    advance(&f, step);
  }
}

/* ---- The processes ------------------------------------------------------------------------------- */

enum { SEA, DEEPEST = SEA + 2 };

static int fills_all(const double *option) { return option[DEEPEST] >= 1e30; }

static size_t fill_bytes(const burl__ground *ground, const double *option) {
  return fills_all(option) ? burl__flood_scratch(ground) : burl__shallow_scratch(ground);
}

static void fill_heights(const burl__process_call *call, float *heights) {
  const burl__sea sea = burl__sea_of(call->option + SEA);
  if (fills_all(call->option)) burl__fill_hollows(call->ground, sea, call->scratch, heights);
  else burl__fill_shallow(call->ground, sea, call->option[DEEPEST], call->scratch, heights);
}

static size_t breach_bytes(const burl__ground *ground, const double *option) {
  (void)option;
  return burl__flood_scratch(ground);
}

static void breach_heights(const burl__process_call *call, float *heights) {
  burl__breach_hollows(call->ground, burl__sea_of(call->option + SEA), call->scratch, heights);
}

const burl__process burl__process_fill = {.change = fill_heights, .scratch = fill_bytes, .weight = 5};
const burl__process burl__process_breach = {.change = breach_heights, .scratch = breach_bytes, .weight = 5};
