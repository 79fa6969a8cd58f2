/* The lines of reaches.h.  A reach is walked when all that flow into it have been, springs first: so orders are known
 * in time (A. Strahler, "Quantitative analysis of watershed geomorphology", 1957). */
#include "survey/reaches.h"

#include "survey/grow.h"
#include "terrain/flood.h"
#include "terrain/gather.h"
#include "terrain/rivers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PASSES = 6, NONE = -1, JUNCTION = -2 };

/* What is known of the cells. */
typedef struct {
  const burl__ground *ground;
  const survey_water *water;
  float *height, *area;    /* breached; in square metres */
  unsigned char *receiver; /* the direction in which a cell drains, or BURL__STAYS */
  unsigned char *waiting;  /* how many rivers into a cell have not been followed yet */
  unsigned char *order;    /* of the river in a cell, once it is walked */
  int32_t *begins;         /* the number of the reach that begins in a cell, NONE, or, before it does, JUNCTION */
  uint32_t *ready;         /* where reaches begin into which all has come: a queue */
  int64_t ready_count;
} survey_map;

/* ---- The cells ----------------------------------------------------------------------------------- */

static int64_t cells_of(const survey_map *m) { return (int64_t)burl__cells_of(m->ground); }

static void close_map(survey_map *m) {
  free(m->height), free(m->area), free(m->receiver), free(m->waiting), free(m->order), free(m->begins), free(m->ready);
}

static int open_map(survey_map *m) {
  const size_t cells = burl__cells_of(m->ground);
  m->height = malloc(cells * sizeof *m->height);
  m->area = malloc(cells * sizeof *m->area);
  m->receiver = malloc(cells);
  m->waiting = malloc(cells);
  m->order = calloc(cells, 1);
  m->begins = malloc(cells * sizeof *m->begins);
  m->ready = malloc(cells * sizeof *m->ready);
  return m->height && m->area && m->receiver && m->waiting && m->order && m->begins && m->ready ? 0 : -1;
}

static int drain(survey_map *m, const float *heights) {
  const burl__ground *const g = m->ground;
  const burl__sea sea = m->water->sea;
  const size_t cells = burl__cells_of(g), most = burl__flood_scratch(g);
  void *const scratch = most ? malloc(most) : NULL;
  if (!scratch) return -1;
  memcpy(m->height, heights, cells * sizeof *heights);
  burl__breach_hollows(g, sea, scratch, m->height);
  free(scratch);
  burl__find_sea(g, m->height, sea, m->ready, m->receiver);
  burl__find_receivers(g, m->height, m->ready, m->receiver);
  uint32_t *const count = (uint32_t *)m->begins; /* for now */
  burl__gather(g, m->receiver, m->waiting, m->ready, count);
  for (size_t i = 0; i < cells; i++) m->area[i] = (float)count[i] * (float)fabs(g->dx * g->dy);
  return 0;
}

static int is_river(const survey_map *m, int64_t cell) {
  return (double)m->area[cell] >= m->water->least && m->height[cell] > m->water->sea.level;
}

static int64_t next_of(const survey_map *m, int64_t cell) { return burl__receiver_of(m->ground, m->receiver, cell); }

/* Counts what flows into each cell, finds the junctions, and queues the springs. */
static void find_springs(survey_map *m) {
  const int64_t cells = cells_of(m);
  memset(m->waiting, 0, (size_t)cells);
  for (int64_t cell = 0; cell < cells; cell++)
    if (is_river(m, cell) && next_of(m, cell) >= 0) m->waiting[next_of(m, cell)]++;
  for (int64_t cell = 0; cell < cells; cell++) {
    m->begins[cell] = m->waiting[cell] > 1 ? JUNCTION : NONE;
    if (is_river(m, cell) && m->waiting[cell] == 0) m->ready[m->ready_count++] = (uint32_t)cell;
  }
}

/* ---- A reach ------------------------------------------------------------------------------------- */

/* The order of a river where it begins: 1 at a spring, else the highest that comes, or one more where it comes
 * twice. */
static int first_order(const survey_map *m, int64_t cell) {
  int highest = 0, times = 0;
  for (int d = 0; d < 8; d++) {
    const int64_t beside = burl__neighbour(m->ground, cell, d);
    if (beside < 0 || !is_river(m, beside) || next_of(m, beside) != cell) continue;
    if (m->order[beside] > highest) highest = m->order[beside], times = 0;
    times += m->order[beside] == highest;
  }
  return highest == 0 ? 1 : highest + (times > 1);
}

static int add_point(survey_rivers *r, double x, double y) {
  survey_point *const point = GROW(r->points, r->point_count);
  if (point) *point = (survey_point){x, y};
  r->point_count += point != NULL;
  return point ? 0 : -1;
}

static int add_cell(const survey_map *m, survey_rivers *r, int64_t cell) {
  return add_point(r, (double)(cell % m->ground->nx), (double)(cell / m->ground->nx));
}

/* Where the way from a cell to the next crosses the sea's height. */
static int add_shore(const survey_map *m, survey_rivers *r, int64_t cell, int64_t next) {
  const int nx = m->ground->nx;
  const double above = (double)m->height[cell] - (double)m->water->sea.level,
               part = above / ((double)m->height[cell] - (double)m->height[next]);
  return add_point(r, (double)(cell % nx) + part * (double)(next % nx - cell % nx),
                   (double)(cell / nx) + part * (double)(next / nx - cell / nx));
}

static void smooth(survey_point *points, int64_t count) {
  for (int pass = 0; pass < PASSES; pass++) {
    survey_point before = points[0];
    for (int64_t i = 1; i + 1 < count; i++) {
      const survey_point here = points[i], behind = points[i + 1];
      points[i].x = 0.25 * before.x + 0.5 * here.x + 0.25 * behind.x;
      points[i].y = 0.25 * before.y + 0.5 * here.y + 0.25 * behind.y;
      before = here;
    }
  }
}

static double length_of(const burl__ground *g, const survey_point *points, int64_t count) {
  double length = 0;
  for (int64_t i = 1; i < count; i++) {
    const double x = (points[i].x - points[i - 1].x) * g->dx, y = (points[i].y - points[i - 1].y) * g->dy;
    length += sqrt(x * x + y * y);
  }
  return length;
}

/* The river in a cell comes to the next one: if it is the last to come where others do, the reach from there on is
 * ready. */
static void arrive(survey_map *m, int64_t next) {
  m->waiting[next]--;
  if (m->waiting[next] == 0) m->ready[m->ready_count++] = (uint32_t)next;
}

/* Adds the points of the reach that begins in a cell.  *end: the junction where it ends, NONE: at a mouth. */
static int walk(survey_map *m, survey_rivers *r, survey_reach *reach, int64_t cell, int64_t *end) {
  const double top = reach->top = (double)m->height[cell];
  *end = NONE;
  for (int64_t next;; cell = next) {
    next = next_of(m, cell);
    m->order[cell] = (unsigned char)reach->order;
    reach->area = (double)m->area[cell];
    reach->fall = top - (double)m->height[cell];
    if (add_cell(m, r, cell) != 0) return -1;
    if (next < 0) return 0;
    if (!is_river(m, next)) {
      reach->fall = top - (double)m->water->sea.level;
      return add_shore(m, r, cell, next);
    }
    if (m->begins[next] != JUNCTION) continue;
    *end = next;
    reach->fall = top - (double)m->height[next];
    return add_cell(m, r, next);
  }
}

static int trace_reach(survey_map *m, survey_rivers *r, int64_t begin) {
  survey_reach reach = {.first = r->point_count, .to = NONE, .order = first_order(m, begin)};
  int64_t end;
  if (walk(m, r, &reach, begin, &end) != 0) return -1;
  reach.count = r->point_count - reach.first;
  if (end >= 0) arrive(m, end);
  if (reach.count < 2) { /* a spring in the edge's cell */
    r->point_count = reach.first;
    return 0;
  }
  smooth(r->points + reach.first, reach.count);
  reach.width = burl__river_width(reach.area);
  reach.length = length_of(m->ground, r->points + reach.first, reach.count);
  reach.to = end; /* the cell, for now */
  survey_reach *const added = GROW(r->reaches, r->count);
  if (!added) return -1;
  *added = reach;
  m->begins[begin] = (int32_t)r->count++;
  return 0;
}

/* ---- The call ------------------------------------------------------------------------------------ */

static int trace_all(survey_map *m, survey_rivers *r) {
  find_springs(m);
  for (int64_t i = 0; i < m->ready_count; i++)
    if (trace_reach(m, r, m->ready[i]) != 0) return -1;
  for (int64_t i = 0; i < r->count; i++) {
    survey_reach *const reach = &r->reaches[i];
    if (reach->to >= 0) reach->to = m->begins[reach->to] >= 0 ? m->begins[reach->to] : NONE;
  }
  return 0;
}

int survey_trace_rivers(const burl__ground *ground, const float *heights, const survey_water *water,
                        survey_rivers *rivers) {
  survey_map m = {.ground = ground, .water = water};
  *rivers = (survey_rivers){0};
  int code = open_map(&m);
  if (!code) code = drain(&m, heights);
  if (!code) code = trace_all(&m, rivers);
  close_map(&m);
  return code;
}

void survey_free_rivers(survey_rivers *rivers) {
  free(rivers->reaches);
  free(rivers->points);
  *rivers = (survey_rivers){0};
}
