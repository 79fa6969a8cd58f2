/* The lakes of lakes.h.  A lake's cells are found from its first one on, its rings where a cell of it has none above
 * it: each ring has such a cell, and the outline that of the lake's first cell. */
#include "survey/lakes.h"

#include "survey/grow.h"
#include "terrain/flood.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const burl__ground *ground;
  const float *height;
  float *level;  /* the water's surface, the ground's where there is none */
  int32_t *lake; /* the number of the lake that a cell is part of, from 1; 0: it is of none, or not found yet */
  unsigned char *is_done; /* whether the side above the cell is in a ring */
  uint32_t *cells;        /* those of a lake, from its first one on */
} survey_map;

static void close_map(survey_map *m) { free(m->level), free(m->lake), free(m->is_done), free(m->cells); }

static int open_map(survey_map *m) {
  const size_t cells = burl__cells_of(m->ground);
  m->level = malloc(cells * sizeof *m->level);
  m->lake = calloc(cells, sizeof *m->lake);
  m->is_done = calloc(cells, 1);
  m->cells = malloc(cells * sizeof *m->cells);
  return m->level && m->lake && m->is_done && m->cells ? 0 : -1;
}

static int raise_water(survey_map *m, burl__sea sea) {
  const size_t bytes = burl__flood_scratch(m->ground);
  void *const scratch = bytes ? malloc(bytes) : NULL;
  if (!scratch) return -1;
  memcpy(m->level, m->height, burl__cells_of(m->ground) * sizeof *m->level);
  burl__fill_hollows(m->ground, sea, scratch, m->level);
  free(scratch);
  return 0;
}

static int is_wet(const survey_map *m, int64_t cell) { return m->level[cell] > m->height[cell]; }

/* Lists the cells of the lake that this one is of, behind each other, and adds up what they hold.  Returns how many
 * they are. */
static int64_t take_cells(survey_map *m, int64_t first, int32_t number, survey_lake *lake) {
  const double area = fabs(m->ground->dx * m->ground->dy);
  int64_t count = 0;
  m->lake[first] = number;
  m->cells[count++] = (uint32_t)first;
  lake->level = (double)m->level[first];
  for (int64_t i = 0; i < count; i++) {
    const int64_t cell = m->cells[i];
    const double depth = (double)m->level[cell] - (double)m->height[cell];
    if (depth > lake->depth) lake->depth = depth;
    lake->area += area, lake->volume += area * depth;
    for (int d = 0; d < 8; d += 2) { /* those that share a side */
      const int64_t beside = burl__neighbour(m->ground, cell, d);
      if (beside < 0 || m->lake[beside] || !is_wet(m, beside)) continue;
      m->lake[beside] = number;
      m->cells[count++] = (uint32_t)beside;
    }
  }
  return count;
}

/* ---- Rings --------------------------------------------------------------------------------------- */

static int is_of(const survey_map *m, int32_t number, int x, int y) {
  const burl__ground *const g = m->ground;
  return x >= 0 && y >= 0 && x < g->nx && y < g->ny && m->lake[(int64_t)y * g->nx + x] == number;
}

static int add_corner(survey_lakes *l, survey_corner corner) {
  survey_corner *const place = GROW(l->corners, l->corner_count);
  if (place) *place = corner;
  l->corner_count += place != NULL;
  return place ? 0 : -1;
}

/* Follows the side of a lake from a corner, to the right at first, the lake to the right of the way.  Where two of its
 * cells touch at a corner it turns to the other one, so that no ring comes to a corner twice. */
static int follow(survey_map *m, int32_t number, survey_corner from, survey_lakes *l) {
  static const int way_x[4] = {1, 0, -1, 0}, way_y[4] = {0, 1, 0, -1};     /* each to the right of the one before */
  static const int cell_x[4] = {0, 0, -1, -1}, cell_y[4] = {-1, 0, 0, -1}; /* ahead of a corner to the left of each */
  survey_corner at = from;
  int way = 0;
  do {
    if (way == 0) m->is_done[(int64_t)at.y * m->ground->nx + at.x] = 1;
    at.x += way_x[way], at.y += way_y[way];
    const int right = (way + 1) % 4, is_left = is_of(m, number, at.x + cell_x[way], at.y + cell_y[way]),
              is_right = is_of(m, number, at.x + cell_x[right], at.y + cell_y[right]);
    const int turned = is_left ? (way + 3) % 4 : is_right ? way : right;
    if (turned != way && add_corner(l, at) != 0) return -1;
    way = turned;
  } while (at.x != from.x || at.y != from.y || way != 0);
  return 0;
}

static int add_ring(survey_map *m, int32_t number, survey_corner from, survey_lakes *l) {
  survey_ring *const ring = GROW(l->rings, l->ring_count);
  if (!ring) return -1;
  *ring = (survey_ring){.first = l->corner_count};
  l->ring_count++;
  if (add_corner(l, from) != 0 || follow(m, number, from, l) != 0) return -1;
  ring->count = l->corner_count - ring->first;
  return 0;
}

/* Whether a ring turns at the first corner of this cell, and goes on above it. */
static int begins_ring(const survey_map *m, int32_t number, int x, int y) {
  return !is_of(m, number, x, y - 1) && (!is_of(m, number, x - 1, y) || is_of(m, number, x - 1, y - 1));
}

static int add_lake(survey_map *m, int64_t first, survey_lakes *l) {
  survey_lake *const lake = GROW(l->lakes, l->count);
  if (!lake) return -1;
  const int32_t number = (int32_t)++l->count;
  *lake = (survey_lake){.first = l->ring_count};
  const int64_t cells = take_cells(m, first, number, lake);
  for (int64_t i = 0; i < cells; i++) {
    const int x = (int)(m->cells[i] % (uint32_t)m->ground->nx), y = (int)(m->cells[i] / (uint32_t)m->ground->nx);
    if (m->is_done[m->cells[i]] || !begins_ring(m, number, x, y)) continue;
    if (add_ring(m, number, (survey_corner){x, y}, l) != 0) return -1;
  }
  lake->count = l->ring_count - lake->first;
  return 0;
}

/* ---- The call ------------------------------------------------------------------------------------ */

int survey_find_lakes(const burl__ground *ground, const float *heights, burl__sea sea, survey_lakes *lakes) {
  survey_map m = {.ground = ground, .height = heights};
  *lakes = (survey_lakes){0};
  int code = open_map(&m);
  if (!code) code = raise_water(&m, sea);
  for (int64_t cell = 0; !code && cell < (int64_t)burl__cells_of(ground); cell++)
    if (!m.lake[cell] && is_wet(&m, cell)) code = add_lake(&m, cell, lakes);
  close_map(&m);
  return code;
}

void survey_free_lakes(survey_lakes *lakes) {
  free(lakes->lakes);
  free(lakes->rings);
  free(lakes->corners);
  *lakes = (survey_lakes){0};
}
