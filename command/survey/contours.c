/* The contours of contours.h: marching squares (W. Lorensen, H. Cline, "Marching Cubes", 1987, in the plane), whose
 * points are searched for on the sides of the cells.
 *
 * Lines of several levels don't cross.  On a side each level is searched for between the place of the one below it
 * and the higher end, so that they pass the side in their order; within a cell, which is convex, lines that begin and
 * end in such an order have no point in common, and its centre decides for all levels alike. */
#include "survey/contours.h"

#include "survey/grow.h"

#include <math.h>

enum { NONE = -1, BLOCK = 32 };

/* A side of a cell that the level passes. */
typedef struct {
  int32_t low, high; /* its ends, as numbers of nodes */
  float from, to; /* parts of the way from low to high: the value is below the level at one, and at the other isn't */
  float below, above;            /* the values there */
  float width, tried;            /* how far these were apart some trials ago; the part that is tried next */
  int32_t next;                  /* the crossing to which the line leads; NONE: it ends */
  int32_t side;                  /* as in `tracing` */
  unsigned char is_led_to;       /* whether a line leads to it */
  unsigned char centre_is_above; /* of the cell whose side 0 it is, where all four sides are passed */
} crossing;

/* A square of cells: its first node, how many nodes it has beside the last column and row of the grid, and the least
 * and greatest of the values at its cells' corners. */
typedef struct {
  int x, y, columns, rows;
  float lo, hi;
} block;

typedef struct {
  const survey_plain *plain;
  survey_contour_set *set;
  block *blocks;
  int block_count;
  double level, level_before; /* the latter where some side has been reached */
  int number;                 /* of the level */
  int32_t *crossing;          /* [ny][nx][2]: that of the side from a node along x, and along y; NONE */
  float *reached;             /* the same: how far from its lower end the level before passed it; 0: none has */
  crossing *crossings;
  int32_t count;
  survey_place *places; /* which are to be sampled; room for all crossings */
  float *values;
  int32_t *searched; /* the crossings for which they are */
} tracing;

/* ---- Sides and cells ----------------------------------------------------------------------------- */

/* The corners of a cell, against the clock where y grows upwards; side s leads from corner s to the next one. */
enum { SIDES = 4 };

static int64_t corner_of(const tracing *t, int64_t cell, int s) {
  return cell + (s == 1 || s == 2) + (s >= 2 ? t->plain->nx : 0);
}

static int32_t crossing_of(const tracing *t, int64_t cell, int s) {
  const int64_t from = s == 1 ? cell + 1 : s == 2 ? cell + t->plain->nx : cell;
  return t->crossing[2 * from + s % 2];
}

static int is_above(const tracing *t, int64_t node) { return (double)t->plain->value[node] >= t->level; }

static int add_crossing(tracing *t, int64_t one, int64_t other, int64_t side) {
  const float *const value = t->plain->value;
  if (isnan(value[one]) || isnan(value[other]) || is_above(t, one) == is_above(t, other)) return 0;
  crossing *const c = GROW(t->crossings, t->count);
  if (!c) return -1;
  const int64_t low = is_above(t, one) ? other : one, high = one + other - low;
  *c = (crossing){.low = (int32_t)low,
                  .high = (int32_t)high,
                  .from = t->reached[side],
                  .to = 1,
                  .below = t->reached[side] > 0 ? (float)t->level_before : value[low],
                  .above = value[high],
                  .width = 1,
                  .next = NONE,
                  .side = (int32_t)side};
  t->crossing[side] = t->count++;
  return 0;
}

/* Calls visit for the nodes of all blocks through which the level may pass, until one returns another number than 0. */
static int visit_nodes(tracing *t, int (*visit)(tracing *t, int64_t node, int x, int y)) {
  int code = 0;
  for (const block *b = t->blocks; b < t->blocks + t->block_count; b++)
    for (int y = b->y; y < b->y + b->rows && (double)b->lo < t->level && (double)b->hi >= t->level; y++)
      for (int x = b->x; x < b->x + b->columns; x++)
        if ((code = visit(t, (int64_t)y * t->plain->nx + x, x, y)) != 0) return code;
  return 0;
}

static int take_sides(tracing *t, int64_t node, int x, int y) {
  const int nx = t->plain->nx, ny = t->plain->ny;
  if (x + 1 < nx && add_crossing(t, node, node + 1, 2 * node) != 0) return -1;
  return y + 1 < ny ? add_crossing(t, node, node + nx, 2 * node + 1) : 0;
}

static int find_crossings(tracing *t) {
  for (int32_t i = 0; i < t->count; i++) t->crossing[t->crossings[i].side] = NONE; /* of the level before */
  t->count = 0;
  return visit_nodes(t, take_sides);
}

/* Room for as many places as there are crossings, and as many cells with two lines, which are fewer. */
static int make_room(tracing *t) {
  const size_t count = (size_t)t->count + 1;
  free(t->places), free(t->values), free(t->searched);
  t->places = malloc(count * sizeof *t->places);
  t->values = malloc(count * sizeof *t->values);
  t->searched = malloc(count * sizeof *t->searched);
  return t->places && t->values && t->searched ? 0 : -1;
}

/* ---- Where the level is passed ------------------------------------------------------------------- */

static survey_place place_of_node(const tracing *t, int32_t node) {
  return (survey_place){node % t->plain->nx, node / t->plain->nx};
}

static survey_place place_on(const tracing *t, const crossing *c, double part) {
  const survey_place low = place_of_node(t, c->low), high = place_of_node(t, c->high);
  return (survey_place){low.x + part * (high.x - low.x), low.y + part * (high.y - low.y)};
}

/* Where the level is passed if the value changes linearly, as a part of the way between the two ends. */
static double share_of_linear(const tracing *t, const crossing *c) {
  return (t->level - (double)c->below) / ((double)c->above - (double)c->below);
}

/* What is tried next: a linear guess; one twice as far from the nearer end, which is beyond the place as often as not,
 * so that both ends come near it (G. Alefeld, F. Potra, Y. Shi, "Algorithm 748", 1995); and the middle, where these two
 * have not halved the way. */
static void choose_trial(const tracing *t, crossing *c, int trial) {
  const double width = (double)c->to - (double)c->from, share = share_of_linear(t, c);
  double part = share;
  if (trial % 3 == 0) c->width = (float)width;
  if (trial % 3 == 1) part = share < 0.5 ? 2 * share : 2 * share - 1;
  if (trial % 3 == 2 && width > 0.5 * (double)c->width) part = 0.5;
  c->tried = (float)((double)c->from + part * width);
  if (!(c->tried > c->from && c->tried < c->to)) c->tried = (float)((double)c->from + 0.5 * width);
}

static const float NEAR = 0x1p-20f;

/* Lists the crossings whose place isn't known yet, of those listed before.  Returns how many they are. */
static int32_t list_trials(tracing *t, int trial, int32_t before) {
  int32_t count = 0;
  for (int32_t i = 0; i < before; i++) {
    const int32_t number = trial == 0 ? i : t->searched[i];
    crossing *const c = &t->crossings[number];
    if (c->to - c->from <= NEAR) continue;
    choose_trial(t, c, trial);
    t->places[count] = place_on(t, c, (double)c->tried);
    t->searched[count++] = number;
  }
  return count;
}

/* Where there is no value, the level isn't reached. */
static void narrow(const tracing *t, crossing *c, float value) {
  if ((double)value >= t->level) c->to = c->tried, c->above = value;
  else c->from = c->tried;
  if ((double)value < t->level) c->below = value;
}

static int search_places(tracing *t) {
  int32_t count = t->count;
  for (int trial = 0; (count = list_trials(t, trial, count)) > 0; trial++) {
    const int code = t->plain->sample(t->plain->user, t->places, count, t->values);
    if (code) return code;
    for (int32_t i = 0; i < count; i++) narrow(t, &t->crossings[t->searched[i]], t->values[i]);
  }
  return 0;
}

/* The place that is known now; not a node, through which several lines might go. */
static int find_places(tracing *t) {
  if (t->plain->sample) return search_places(t);
  for (int32_t i = 0; i < t->count; i++) {
    crossing *const c = &t->crossings[i];
    c->below = t->plain->value[c->low], c->from = 0;
    c->from = c->to = (float)share_of_linear(t, c);
  }
  return 0;
}

/* ---- Cells --------------------------------------------------------------------------------------- */

static int is_passed_on_all_sides(const tracing *t, int64_t cell) {
  for (int s = 0; s < SIDES; s++)
    if (crossing_of(t, cell, s) == NONE) return 0;
  return 1;
}

static float mean_of_corners(const tracing *t, int64_t cell) {
  const float *const v = t->plain->value;
  return 0.25f * ((v[corner_of(t, cell, 0)] + v[corner_of(t, cell, 2)]) +
                  (v[corner_of(t, cell, 1)] + v[corner_of(t, cell, 3)]));
}

/* The values at the centres of cells that are passed on all sides. */
static int find_centres(tracing *t) {
  int32_t count = 0;
  for (int32_t i = 0; i < t->count; i++) {
    const int64_t cell = t->crossings[i].side / 2;
    if (t->crossings[i].side % 2 || cell / t->plain->nx == t->plain->ny - 1 || !is_passed_on_all_sides(t, cell))
      continue;
    const survey_place corner = place_of_node(t, (int32_t)cell);
    t->places[count] = (survey_place){corner.x + 0.5, corner.y + 0.5};
    t->values[count] = mean_of_corners(t, cell);
    t->searched[count++] = i;
  }
  const int code = t->plain->sample && count ? t->plain->sample(t->plain->user, t->places, count, t->values) : 0;
  for (int32_t i = 0; i < count; i++) t->crossings[t->searched[i]].centre_is_above = (double)t->values[i] >= t->level;
  return code;
}

/* A line begins where one goes down, on the way round the cell, and ends where one goes up next; or, where the higher
 * corners are apart, where one has just gone up. */
static void link_cell(tracing *t, int64_t cell) {
  const int32_t first = crossing_of(t, cell, 0);
  const int turns_back = is_passed_on_all_sides(t, cell) && !t->crossings[first].centre_is_above;
  for (int s = 0; s < SIDES; s++) {
    const int32_t begin = crossing_of(t, cell, s);
    if (begin == NONE || !is_above(t, corner_of(t, cell, s))) continue;
    int end = turns_back ? s + 3 : s + 1;
    while (crossing_of(t, cell, end % SIDES) == NONE) end++;
    t->crossings[begin].next = crossing_of(t, cell, end % SIDES);
    t->crossings[t->crossings[begin].next].is_led_to = 1;
  }
}

static int has_corners(const tracing *t, int64_t cell) {
  for (int s = 0; s < SIDES; s++)
    if (isnan(t->plain->value[corner_of(t, cell, s)])) return 0;
  return 1;
}

static int link_at(tracing *t, int64_t node, int x, int y) {
  if (x + 1 < t->plain->nx && y + 1 < t->plain->ny && has_corners(t, node)) link_cell(t, node);
  return 0;
}

/* ---- Lines --------------------------------------------------------------------------------------- */

static int add_point(tracing *t, const crossing *c) {
  survey_contour_set *const set = t->set;
  survey_place *const place = GROW(set->points, set->point_count);
  if (!place) return -1;
  *place = place_on(t, c, fmax((double)c->from, 0x1p-21));
  set->point_count++;
  return 0;
}

/* The line that begins at a crossing, whose crossings then lead nowhere. */
static int add_line(tracing *t, int32_t first) {
  survey_contour_set *const set = t->set;
  survey_contour *const line = GROW(set->lines, set->count);
  if (!line) return -1;
  set->count++;
  *line = (survey_contour){.first = set->point_count, .level = t->number};
  int32_t at = first;
  do {
    const int32_t next = t->crossings[at].next;
    if (add_point(t, &t->crossings[at]) != 0) return -1;
    t->crossings[at].next = NONE;
    at = next;
  } while (at != NONE && at != first);
  if (at == first && add_point(t, &t->crossings[at]) != 0) return -1;
  line->count = set->point_count - line->first;
  return 0;
}

/* Lines with two ends first, then those that are closed. */
static int add_lines(tracing *t) {
  for (int closed = 0; closed < 2; closed++)
    for (int32_t i = 0; i < t->count; i++)
      if (t->crossings[i].next != NONE && (closed || !t->crossings[i].is_led_to) && add_line(t, i) != 0) return -1;
  return 0;
}

/* ---- Levels -------------------------------------------------------------------------------------- */

static int trace_level(tracing *t) {
  int code = find_crossings(t);
  if (!code) code = make_room(t);
  if (!code) code = find_places(t);
  if (!code) code = find_centres(t);
  if (code) return code;
  for (int32_t i = 0; i < t->count; i++) t->reached[t->crossings[i].side] = t->crossings[i].from;
  visit_nodes(t, link_at);
  t->level_before = t->level;
  return add_lines(t);
}

/* Values that are NaN are in no range. */
static void measure_block(const survey_plain *plain, block *b) {
  b->lo = INFINITY, b->hi = -INFINITY;
  for (int y = b->y; y <= b->y + b->rows && y < plain->ny; y++)
    for (int x = b->x; x <= b->x + b->columns && x < plain->nx; x++) {
      const float value = plain->value[(int64_t)y * plain->nx + x];
      b->lo = fminf(b->lo, value), b->hi = fmaxf(b->hi, value);
    }
}

static int make_blocks(tracing *t) {
  const int nx = t->plain->nx, ny = t->plain->ny;
  const size_t columns = ((size_t)nx + BLOCK - 1) / BLOCK, rows = ((size_t)ny + BLOCK - 1) / BLOCK;
  t->blocks = malloc(columns * rows * sizeof *t->blocks);
  if (!t->blocks) return -1;
  for (int y = 0; y < ny; y += BLOCK)
    for (int x = 0; x < nx; x += BLOCK) {
      block *const b = &t->blocks[t->block_count++];
      *b = (block){x, y, nx - x < BLOCK ? nx - x : BLOCK, ny - y < BLOCK ? ny - y : BLOCK, 0, 0};
      measure_block(t->plain, b);
    }
  return 0;
}

static int make_sides(tracing *t) {
  const size_t sides = 2 * (size_t)t->plain->nx * (size_t)t->plain->ny;
  t->crossing = malloc(sides * sizeof *t->crossing);
  t->reached = calloc(sides, sizeof *t->reached);
  for (size_t side = 0; side < sides && t->crossing; side++) t->crossing[side] = NONE;
  return t->crossing && t->reached ? 0 : -1;
}

int survey_contours(const survey_plain *plain, const double *levels, int count, survey_contour_set *set) {
  tracing t = {.plain = plain, .set = set};
  *set = (survey_contour_set){0};
  int code = make_sides(&t);
  if (!code) code = make_blocks(&t);
  for (t.number = 0; t.number < count && !code; t.number++) {
    t.level = levels[t.number];
    code = trace_level(&t);
  }
  free(t.crossing), free(t.reached), free(t.blocks), free(t.crossings), free(t.places), free(t.values);
  free(t.searched);
  return code;
}

void survey_free_contours(survey_contour_set *set) { free(set->lines), free(set->points); }
