/* Rivers and lakes as lines and outlines: each cell, link and corner is accounted for, against slow and plain ways to
 * the same. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "burl.h"
#include "ground.h"
#include "survey/lakes.h"
#include "survey/reaches.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

static const burl__ground places[] = {{.nx = 96, .ny = 80, .dx = 30, .dy = 40},
                                      {.nx = 61, .ny = 90, .dx = -12, .dy = 25},
                                      {.nx = 40, .ny = 33, .dx = 20, .dy = -20}};

/* Heights by column i and row j: hills with hollows, terraces, a valley around a hole, an island, flat ground,
 * cones. */
#define HILLS "100*fbm(simplex(i/30, j/25), octaves: 6)"
static const char *const grounds[] = {
    HILLS,
    "floor(" HILLS "/20)*20",
    "length(i - 20, j - 20) < 6 ? 0/0*x : 0.4*i + 3*abs(j - 33 - 9*simplex(i/40, 7)) + 6*fbm(simplex(i/20, j/20), "
    "octaves: 5)",
    "60 - 2*length(i - 20, j - 16) + " HILLS "/2",
    "0*x",
    "2*length(i - 20, j - 15)"};

static float *sampled(const burl__ground *p, const char *process, const char *ground, uint64_t seed) {
  char recipe[600];
  snprintf(recipe, sizeof recipe, "i = x/%g\nj = y/%g\nh = %s\n%s", p->dx, p->dy, ground, process);
  const burl_grid grid = {.size = {p->nx, p->ny}, .step = {p->dx, p->dy}};
  return ground_sampled(recipe, seed, &grid);
}

static const burl__sea dry = {-INFINITY, 0};

/* ---- Rivers -------------------------------------------------------------------------------------- */

typedef struct {
  const burl__ground *place;
  survey_water water;
  float *cut, *area, *way;
  int *order; /* of each cell's river, 0: none */
  int *comes; /* how many rivers flow into each cell */
  survey_rivers rivers;
} basin;

static int is_river(const basin *b, int cell) {
  return (double)b->area[cell] >= b->water.least && b->cut[cell] > b->water.sea.level;
}

static int next_of(const basin *b, int cell) {
  return b->way[cell] >= 0 ? (int)burl__neighbour(b->place, cell, (int)b->way[cell] / 45) : -1;
}

/* Whether a reach goes on from where rivers join. */
static int is_junction(const basin *b, int cell) { return b->comes[cell] > 1 && is_river(b, cell); }

/* Strahler's order by itself: that of all that come, found again for each. */
static int order_of(const basin *b, int cell) {
  int highest = 0, times = 0;
  if (b->order[cell]) return b->order[cell];
  for (int d = 0; d < 8; d++) {
    const int beside = (int)burl__neighbour(b->place, cell, d);
    if (beside < 0 || !is_river(b, beside) || next_of(b, beside) != cell) continue;
    const int order = order_of(b, beside);
    times = order > highest ? 1 : times + (order == highest);
    if (order > highest) highest = order;
  }
  return b->order[cell] = highest == 0 ? 1 : highest + (times > 1);
}

static basin open_basin(const burl__ground *p, const char *ground, uint64_t seed, double cells, double sea) {
  char cut[60], area[80], way[100];
  snprintf(cut, sizeof cut, "breach(h, level: %g)", sea);
  snprintf(area, sizeof area, "flow(%s)", cut);
  snprintf(way, sizeof way, "flow(%s, give: direction)", cut);
  basin b = {.place = p,
             .water = {.least = cells * fabs(p->dx * p->dy), .sea = {sea > -1e29 ? (float)sea : -INFINITY, 0}}};
  float *const h = sampled(p, "h", ground, seed);
  b.cut = sampled(p, cut, ground, seed), b.area = sampled(p, area, ground, seed), b.way = sampled(p, way, ground, seed);
  b.order = calloc((size_t)(p->nx * p->ny), sizeof *b.order);
  b.comes = calloc((size_t)(p->nx * p->ny), sizeof *b.comes);
  for (int cell = 0; cell < p->nx * p->ny; cell++)
    if (is_river(&b, cell) && next_of(&b, cell) >= 0) b.comes[next_of(&b, cell)]++;
  assert_int_equal(survey_trace_rivers(p, h, &b.water, &b.rivers), 0);
  free(h);
  return b;
}

static void close_basin(basin *b) {
  free(b->cut), free(b->area), free(b->way), free(b->order), free(b->comes);
  survey_free_rivers(&b->rivers);
}

/* The points of the reach from cell to cell, before they are smoothed.  *last: its last own cell.  Returns how many. */
static int walk(const basin *b, int cell, survey_point *points, int *last, double *bottom) {
  const int nx = b->place->nx;
  int count = 0;
  for (;;) {
    const int next = next_of(b, cell);
    points[count++] = (survey_point){cell % nx, cell / nx};
    *last = cell;
    *bottom = (double)b->cut[cell];
    if (next < 0) return count;
    if (!is_river(b, next)) {
      const double part =
          ((double)b->cut[cell] - (double)b->water.sea.level) / ((double)b->cut[cell] - (double)b->cut[next]);
      points[count++] =
          (survey_point){cell % nx + part * (next % nx - cell % nx), cell / nx + part * (next / nx - cell / nx)};
      *bottom = (double)b->water.sea.level;
      return count;
    }
    if (is_junction(b, next)) {
      points[count++] = (survey_point){next % nx, next / nx};
      *bottom = (double)b->cut[next];
      return count;
    }
    cell = next;
  }
}

static void smoothed(survey_point *points, int count) {
  survey_point before[4000];
  for (int pass = 0; pass < 6; pass++) {
    memcpy(before, points, (size_t)count * sizeof *before);
    for (int i = 1; i < count - 1; i++) {
      points[i].x = (before[i - 1].x + 2 * before[i].x + before[i + 1].x) / 4;
      points[i].y = (before[i - 1].y + 2 * before[i].y + before[i + 1].y) / 4;
    }
  }
}

static int is_near(double a, double b) { return fabs(a - b) <= 1e-9 * (1 + fabs(b)); }

/* One reach against its walk from its first cell on; returns how many cells it leads through. */
static int check_reach(const basin *b, const survey_reach *reach) {
  survey_point points[4000];
  const survey_point *const own = b->rivers.points + reach->first;
  const int begin = (int)lrint(own->y) * b->place->nx + (int)lrint(own->x);
  int last;
  double bottom, length = 0;
  const int count = walk(b, begin, points, &last, &bottom);
  assert_int_equal(reach->count, count);
  assert_true(is_river(b, begin) && (b->comes[begin] == 0 || is_junction(b, begin)));
  assert_int_equal(reach->order, order_of(b, begin));
  assert_int_equal(order_of(b, begin), order_of(b, last));
  assert_true(reach->area == (double)b->area[last]);
  assert_true(is_near(reach->width, 4 * sqrt(reach->area / 1e6)));
  assert_true(is_near(reach->fall, (double)b->cut[begin] - bottom) && reach->fall >= 0);
  smoothed(points, count);
  for (int i = 0; i < count; i++) {
    assert_true(is_near(own[i].x, points[i].x) && is_near(own[i].y, points[i].y));
    if (i) length += hypot((own[i].x - own[i - 1].x) * b->place->dx, (own[i].y - own[i - 1].y) * b->place->dy);
  }
  assert_true(is_near(reach->length, length));
  if (reach->to >= 0) {
    const survey_point *const next = b->rivers.points + b->rivers.reaches[reach->to].first;
    assert_true(&b->rivers.reaches[reach->to] > reach && next->x == own[count - 1].x && next->y == own[count - 1].y);
  } else assert_true(next_of(b, last) < 0 || !is_river(b, next_of(b, last)) || next_of(b, next_of(b, last)) < 0);
  return count - 1;
}

/* Checks all reaches; returns how many there are. */
static int check_rivers(const burl__ground *p, const char *ground, uint64_t seed, double cells, double sea) {
  basin b = open_basin(p, ground, seed, cells, sea);
  int links = 0, walked = 0;
  double mouths = 0, expected = 0;
  for (int cell = 0; cell < p->nx * p->ny; cell++) {
    const int next = is_river(&b, cell) ? next_of(&b, cell) : -1;
    links += next >= 0;
    const int ends = next >= 0 && (!is_river(&b, next) || (next_of(&b, next) < 0 && is_junction(&b, next)));
    const int is_edge = is_river(&b, cell) && next < 0 && b.comes[cell] == 1;
    if (ends || is_edge) expected += (double)b.area[cell];
  }
  for (int64_t i = 0; i < b.rivers.count; i++) {
    walked += check_reach(&b, &b.rivers.reaches[i]);
    if (b.rivers.reaches[i].to < 0) mouths += b.rivers.reaches[i].area;
  }
  assert_int_equal(walked, links);
  assert_true(is_near(mouths, expected));
  const int count = (int)b.rivers.count;
  close_basin(&b);
  return count;
}

static void test_every_reach(void **state) {
  int reaches = 0;
  (void)state;
  for (int i = 0; i < COUNT(places); i++)
    for (int k = 0; k < COUNT(grounds); k++)
      for (uint64_t seed = 1; seed < 4; seed++) {
        reaches += check_rivers(&places[i], grounds[k], seed, 12, -1e30);
        check_rivers(&places[i], grounds[k], seed, 1, seed == 1 ? 5 : -1e30);
        check_rivers(&places[i], grounds[k], seed, 60, -3);
        check_rivers(&places[i], grounds[k], seed, 12, 0); /* where a terrace is, too */
      }
  assert_true(reaches > 2000);
}

/* ---- Lakes --------------------------------------------------------------------------------------- */

/* Numbers the lakes by passing the least number on to neighbours until nothing changes. */
static void number_lakes(const burl__ground *p, const float *depth, int *lake) {
  for (int cell = 0; cell < p->nx * p->ny; cell++) lake[cell] = depth[cell] > 0 ? cell + 1 : 0;
  for (int changed = 1; changed;) {
    changed = 0;
    for (int cell = 0; cell < p->nx * p->ny; cell++)
      for (int d = 0; d < 8 && lake[cell]; d += 2) {
        const int beside = (int)burl__neighbour(p, cell, d);
        if (beside >= 0 && lake[beside] && lake[beside] < lake[cell]) lake[cell] = lake[beside], changed = 1;
      }
  }
}

/* Twice what a ring holds, negative where it goes the other way round. */
static int ring_area(const survey_lakes *l, const survey_ring *ring) {
  const survey_corner *const c = l->corners + ring->first;
  int sum = 0;
  for (int64_t i = 0; i + 1 < ring->count; i++) sum += c[i].x * c[i + 1].y - c[i + 1].x * c[i].y;
  return sum;
}

/* A ring is closed, turns at every corner, by right angles, and comes to none twice. */
static void check_ring(const survey_lakes *l, const survey_ring *ring) {
  const survey_corner *const c = l->corners + ring->first;
  const int64_t n = ring->count - 1;
  assert_true(n >= 4 && c[0].x == c[n].x && c[0].y == c[n].y);
  for (int64_t i = 0; i < n; i++) {
    const survey_corner before = c[(i + n - 1) % n], behind = c[i + 1];
    const int was_level = before.y == c[i].y, is_level = behind.y == c[i].y;
    assert_true(was_level != is_level && (was_level || before.x == c[i].x) && (is_level || behind.x == c[i].x));
    for (int64_t k = 0; k < i; k++) assert_false(c[k].x == c[i].x && c[k].y == c[i].y);
  }
}

/* Whether the middle of a cell is within a lake, by how often a way to the left crosses its rings. */
static int is_within(const survey_lakes *l, const survey_lake *lake, int x, int y) {
  int crossings = 0;
  for (int64_t r = lake->first; r < lake->first + lake->count; r++) {
    const survey_corner *const c = l->corners + l->rings[r].first;
    for (int64_t i = 0; i + 1 < l->rings[r].count; i++)
      crossings += c[i].x == c[i + 1].x && c[i].x <= x && (c[i].y <= y) != (c[i + 1].y <= y);
  }
  return crossings % 2;
}

static int check_lake(const burl__ground *p, const survey_lakes *l, const survey_lake *lake, const float *depth,
                      const int *number) {
  const double area = fabs(p->dx * p->dy);
  int own = 0, cells = 0, doubled = 0;
  double volume = 0, deepest = 0;
  for (int64_t r = lake->first; r < lake->first + lake->count; r++) {
    check_ring(l, &l->rings[r]);
    assert_true((ring_area(l, &l->rings[r]) > 0) == (r == lake->first));
    doubled += ring_area(l, &l->rings[r]);
  }
  const survey_corner first = l->corners[l->rings[lake->first].first];
  own = number[first.y * p->nx + first.x];
  for (int cell = 0; cell < p->nx * p->ny; cell++) {
    assert_int_equal(is_within(l, lake, cell % p->nx, cell / p->nx), number[cell] == own);
    if (number[cell] != own) continue;
    cells++;
    volume += area * (double)depth[cell];
    deepest = fmax(deepest, (double)depth[cell]);
  }
  assert_int_equal(doubled, 2 * cells);
  assert_true(is_near(lake->area, cells * area));
  assert_true(fabs(lake->volume - volume) <= 1e-5 * (1 + volume) &&
              fabs(lake->depth - deepest) <= 1e-5 * (1 + deepest));
  return (int)lake->count - 1;
}

/* Checks all lakes; returns how many islands they have. */
static int check_lakes(const burl__ground *p, const char *ground, uint64_t seed) {
  float *const h = sampled(p, "h", ground, seed), *const depth = sampled(p, "lakes(h)", ground, seed);
  int *const number = calloc((size_t)(p->nx * p->ny), sizeof *number);
  int lakes = 0, islands = 0;
  survey_lakes found;
  number_lakes(p, depth, number);
  for (int cell = 0; cell < p->nx * p->ny; cell++) lakes += number[cell] == cell + 1;
  assert_int_equal(survey_find_lakes(p, h, dry, &found), 0);
  assert_int_equal(found.count, lakes);
  for (int64_t i = 0; i < found.count; i++) {
    const survey_corner first = found.corners[found.rings[found.lakes[i].first].first];
    const int cell = first.y * p->nx + first.x;
    assert_true(fabs(found.lakes[i].level - (double)h[cell] - (double)depth[cell]) < 1e-4);
    islands += check_lake(p, &found, &found.lakes[i], depth, number);
  }
  survey_free_lakes(&found);
  free(h), free(depth), free(number);
  return islands;
}

/* Hollows of one depth wherever a noise has them: with islands, and cells that touch at corners. */
#define PONDS "(white(i, j) > 0.1 && i > 1 && j > 1 && i < 38 && j < 31 ? -1 : 0)"

static void test_every_lake(void **state) {
  int islands = 0;
  (void)state;
  for (int i = 0; i < COUNT(places); i++)
    for (uint64_t seed = 1; seed < 4; seed++) {
      for (int k = 0; k < COUNT(grounds); k++) check_lakes(&places[i], grounds[k], seed);
      check_lakes(&places[i], PONDS, seed);
      islands += check_lakes(&places[i], "(white(i, j) > -0.5 && i > 1 && j > 1 && i < 38 && j < 31 ? -1 : 0)", seed);
    }
  assert_true(islands > 100);
}

/* Neither the sea nor ground that drains into it is a lake. */
static void test_lakes_above_the_sea(void **state) {
  const burl__ground *const p = &places[2];
  float *const h = sampled(p, "h", "length(i - 20, j - 15) < 8 ? -5 : length(i - 30, j - 25) < 3 ? 1 : 4", 1);
  survey_lakes found;
  (void)state;
  assert_int_equal(survey_find_lakes(p, h, dry, &found), 0);
  assert_int_equal(found.count, 2);
  survey_free_lakes(&found);
  assert_int_equal(survey_find_lakes(p, h, (burl__sea){0, 1}, &found), 0);
  assert_int_equal(found.count, 1);
  assert_true(found.lakes->depth == 3 && found.lakes->level == 4);
  survey_free_lakes(&found);
  assert_int_equal(survey_find_lakes(p, h, (burl__sea){0, 0}, &found), 0);
  assert_int_equal(found.count, 2); /* what is below the sea inland is no sea */
  survey_free_lakes(&found);
  free(h);
}

static void test_small_grounds(void **state) {
  const float heights[12] = {3, 1, 2, 5, 0, 4, 9, 7, 8, 6, 2, 1};
  (void)state;
  for (int nx = 1; nx <= 4; nx++)
    for (int ny = 1; ny <= 3; ny++) {
      const burl__ground p = {.nx = nx, .ny = ny, .dx = 1, .dy = 1};
      const survey_water water = {.least = 1, .sea = dry};
      survey_rivers rivers;
      survey_lakes lakes;
      assert_int_equal(survey_trace_rivers(&p, heights, &water, &rivers), 0);
      assert_int_equal(survey_find_lakes(&p, heights, dry, &lakes), 0);
      survey_free_rivers(&rivers);
      survey_free_lakes(&lakes);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_reach),
      cmocka_unit_test(test_every_lake),
      cmocka_unit_test(test_lakes_above_the_sea),
      cmocka_unit_test(test_small_grounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
