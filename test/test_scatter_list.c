/* burl_sample_scatter(): its list against scatter() itself, and the same list by every window, thread and period. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "burl.h"
#include "draw.h"
#include "program/program.h"
#include "run/sizes.h"
#include "scale.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* ---- A list ---------------------------------------------------------------------------------------- */

typedef struct {
  double at[2], radius;
  uint32_t id;
  float chance, value;
} place;

typedef struct {
  size_t count, room;
  int calls, stops_after; /* 0: never */
  place *all;
} list;

static int take(void *user, const burl_scattered *some) {
  list *const to = user;
  assert_true(some->count > 0);
  if (to->count + some->count > to->room) {
    to->room = 2 * (to->count + some->count);
    to->all = realloc(to->all, to->room * sizeof *to->all);
    assert_non_null(to->all);
  }
  for (size_t i = 0; i < some->count; i++) {
    place *const p = &to->all[to->count++];
    memset(p, 0, sizeof *p); /* what lies between fields, too */
    p->at[0] = some->x[i], p->at[1] = some->y[i];
    p->radius = some->radius[i];
    p->id = some->id[i], p->chance = some->chance[i], p->value = some->values[i];
  }
  return ++to->calls == to->stops_after;
}

static list list_of(const burl_program *program, burl_scatter asked) {
  list to = {0};
  asked.take = take, asked.user = &to;
  burl_error error;
  if (burl_sample_scatter(program, &asked, &error) != BURL_OK) fail_msg("%s", error.message);
  return to;
}

static burl_scatter window_of(double x0, double y0, double x1, double y1, double radius) {
  return (burl_scatter){.lo = {x0, y0}, .hi = {x1, y1}, .radius = radius};
}

static burl_program *compiled(const char *recipe, uint64_t seed) {
  burl_error error;
  burl_program *const program = burl_compile(recipe, 2, &error);
  if (!program) fail_msg("%s: %s", recipe, error.message);
  assert_int_equal(burl_seed(program, seed), BURL_OK);
  return program;
}

static float sample_at(const burl_program *program, double x, double y) {
  const burl_points points = {.count = 1, .coord = {&x, &y}};
  float value;
  assert_int_equal(burl_sample_points(program, &points, &value), BURL_OK);
  return value;
}

static double distance(const double p[2], const double q[2]) { return hypot(p[0] - q[0], p[1] - q[1]); }

static double nearest_of(const list *l, double x, double y) {
  const double at[2] = {x, y};
  double least = INFINITY;
  for (size_t i = 0; i < l->count; i++) least = fmin(least, distance(l->all[i].at, at));
  return least;
}

static void assert_same(const list *a, const list *b) {
  assert_int_equal(a->count, b->count);
  if (a->count) assert_memory_equal(a->all, b->all, a->count * sizeof *a->all);
}

/* ---- Against scatter() ----------------------------------------------------------------------------- */

/* What to expect of `candidates`: points in a square of the radius, from tables of the method. */
static const struct {
  int candidates;
  double density;
} kinds[] = {{1, 0.509}, {4, 0.596}, {16, 0.643}, {64, 0.668}};

static burl_program *function_of(const char *wrapped, const char *give, double radius, int candidates, uint64_t seed) {
  char call[160], recipe[320];
  snprintf(call, sizeof call, "scatter(give: %s, radius: %.17g, candidates: %d, seed: 3)", give, radius, candidates);
  snprintf(recipe, sizeof recipe, wrapped, call);
  return compiled(recipe, seed);
}

/* The nearest of the list is as far as scatter() says, everywhere; the list has as many as it should; no two are nearer
 * than the radius; ids and chances are the language's. */
static void test_function(void **state) {
  (void)state;
  for (int k = 0; k < COUNT(kinds); k++) {
    const double radius = k % 2 ? 0.7 : 3, side = 40 * radius, far = k == 2 ? 1e6 : -11;
    const uint64_t seed = 77u + (uint64_t)k;
    burl_program *const f1 = function_of("%s", "f1", radius, kinds[k].candidates, seed);
    burl_program *const id = function_of("%s", "id", radius, kinds[k].candidates, seed);
    burl_program *const chance = function_of("hash(%s, 1)", "id", radius, kinds[k].candidates, seed);
    burl_scatter asked = window_of(far, -7, far + side, -7 + side, radius);
    asked.candidates = kinds[k].candidates, asked.seed = 3;
    const list l = list_of(f1, asked);
    assert_true(fabs((double)l.count / 1600 / kinds[k].density - 1) < 0.03);
    for (size_t i = 0; i < l.count; i++) {
      const place *const p = &l.all[i];
      assert_true((double)p->value < 1e-3 * radius);
      assert_true(sample_at(id, p->at[0], p->at[1]) == (float)p->id);
      assert_true(sample_at(chance, p->at[0], p->at[1]) == p->chance);
      for (size_t j = 0; j < i; j++) assert_true(distance(p->at, l.all[j].at) > radius * (1 - 1e-9));
    }
    for (int i = 0; i < 2000; i++) {
      const double x = draw(far + 2 * radius, far + side - 2 * radius),
                   y = draw(-7 + 2 * radius, -7 + side - 2 * radius);
      assert_true(fabs((double)sample_at(f1, x, y) - nearest_of(&l, x, y)) < 1e-3 * radius);
    }
    free(l.all);
    burl_free(f1), burl_free(id), burl_free(chance);
  }
}

/* Each cell of some squares has the point that kernel/spaced.c finds for it alone: so many squares that some are not
 * decided within their margins. */
static void test_squares(void **state) {
  (void)state;
  static const int squares[] = {40, 30, 8, 2};
  for (int k = 0; k < COUNT(kinds); k++) {
    burl_program *const program = function_of("%s", "f1", 1.4142135623730951, kinds[k].candidates, 4u + (uint64_t)k);
    const burl__noise *const setup = program->plan->graph.nodes[program->plan->outputs.node[0]].setup;
    burl__darts *const darts = malloc(burl__darts_room(setup));
    burl__spaced *const spaced = malloc(sizeof *spaced);
    const int side = burl__darts_side(setup);
    burl__dart *const found = malloc((size_t)(side * side) * sizeof *found);
    burl__darts_begin(darts, setup);
    burl__begin_spaced(setup, spaced);
    for (int n = 0; n < few_of_test(squares[k]); n++) {
      const int64_t first[2] = {(int64_t)draw(-1e6, 1e6), (int64_t)draw(-1e6, 1e6)};
      const int count = burl__darts_find(darts, first, found);
      int next = 0;
      for (int i = 0; i < side * side; i++) {
        const uint32_t cell[2] = {(uint32_t)(first[0] + i % side), (uint32_t)(first[1] + i / side)};
        float at[2];
        uint32_t hash;
        if (!burl__spaced_point(spaced, cell, at, &hash)) continue;
        assert_true(next < count);
        const burl__dart *const d = &found[next++];
        assert_true((uint32_t)d->cell[0] == cell[0] && (uint32_t)d->cell[1] == cell[1]);
        assert_true((float)d->x == at[0] * BURL__CELL_PLACES && (float)d->y == at[1] * BURL__CELL_PLACES);
        assert_int_equal(d->hash, hash);
      }
      assert_int_equal(next, count);
    }
    free(darts), free(spaced), free(found);
    burl_free(program);
  }
}

/* ---- Windows --------------------------------------------------------------------------------------- */

/* Whether b is a, without those outside of the window. */
static void assert_part(const list *a, const list *b, const burl_scatter *window) {
  size_t next = 0;
  for (size_t i = 0; i < a->count; i++) {
    const double *const at = a->all[i].at;
    if (at[0] < window->lo[0] || at[0] >= window->hi[0] || at[1] < window->lo[1] || at[1] >= window->hi[1]) continue;
    assert_true(next < b->count);
    assert_memory_equal(&a->all[i], &b->all[next++], sizeof *a->all);
  }
  assert_int_equal(next, b->count);
}

/* Any window has those of the whole that lie in it, in the same order and bits; edges through points, too. */
static void test_windows(void **state) {
  (void)state;
  burl_program *const program = compiled("fbm(perlin(), octaves: 3)", 5);
  for (int k = 0; k < COUNT(kinds); k++) {
    burl_scatter asked = window_of(-90, -90, 90, 90, k == 3 ? 1.7 : 1);
    asked.candidates = kinds[k].candidates;
    const list whole = list_of(program, asked);
    for (int i = 0; i < few_of_test(20); i++) {
      burl_scatter part = asked;
      for (int a = 0; a < 2; a++) {
        const double p = draw(-90, 90), q = p + draw(0, i % 3 ? 20 : 90);
        part.lo[a] = i % 2 ? p : whole.all[(size_t)draw(0, (double)whole.count)].at[a];
        part.hi[a] = fmin(fmax(i % 4 < 2 ? q : whole.all[(size_t)draw(0, (double)whole.count)].at[a], part.lo[a]), 90);
      }
      part.threads = i % 3;
      const list some = list_of(program, part);
      assert_part(&whole, &some, &part);
      free(some.all);
    }
    free(whole.all);
  }
  burl_free(program);
}

static void test_threads(void **state) {
  (void)state;
  burl_program *const program = compiled("perlin()", 9);
  burl_scatter asked = window_of(0, 0, 700, 500, 1);
  asked.threads = 1;
  const list one = list_of(program, asked);
  for (int threads = 2; threads < 6; threads++) {
    asked.threads = threads;
    const list several = list_of(program, asked);
    assert_same(&one, &several);
    free(several.all);
  }
  free(one.all);
  burl_free(program);
}

/* An empty window has no points. */
static void test_empty(void **state) {
  (void)state;
  burl_program *const program = compiled("0", 0);
  list l = list_of(program, window_of(3, 3, 3, 90, 1));
  assert_int_equal(l.count, 0);
  l = list_of(program, window_of(0.1, 0.1, 0.1000001, 0.1000001, 1000));
  assert_int_equal(l.count, 0);
  burl_free(program);
}

/* ---- Periods --------------------------------------------------------------------------------------- */

/* Periods of many cells and of two, along both axes and along one: the points come round, and are tile()'s. */
static void test_periods(void **state) {
  (void)state;
  static const int cells[][2] = {{90, 40}, {2, 2}, {2, 3}, {200, 0}, {0, 5}, {300, 300}};
  for (int k = 0; k < COUNT(cells); k++) {
    const double radius = 1.25, cell = radius / 1.4142135623730951;
    const double period[2] = {cells[k][0] * cell, cells[k][1] * cell};
    char wrapped[96];
    snprintf(wrapped, sizeof wrapped, "tile(%%s, %.17g, %.17g)", period[0], period[1]);
    burl_program *const f1 = function_of(wrapped, "f1", radius, 4, 21);
    burl_scatter asked = window_of(0, 0, period[0] > 0 ? period[0] : 40, period[1] > 0 ? period[1] : 40, radius);
    for (int a = 0; a < 2; a++) asked.period[a] = period[a];
    asked.seed = 3;
    list here = list_of(f1, asked);
    assert_true(here.count > 0);
    for (size_t i = 0; i < here.count; i++) assert_true((double)here.all[i].value < 1e-3);
    for (int lap = -2; lap < 3; lap++) {
      for (int a = 0; a < 2;
           a++) { /* the window lies a little before, as where there are laps coordinates are rounded */
        const double on = asked.period[a] > 0 ? lap * asked.period[a] - 1e-9 : 0;
        asked.lo[a] = on, asked.hi[a] = (asked.period[a] > 0 ? asked.period[a] : 40) + on;
      }
      list there = list_of(f1, asked);
      assert_int_equal(here.count, there.count);
      for (size_t i = 0; i < there.count; i++)
        for (int a = 0; a < 2; a++)
          if (period[a] > 0) there.all[i].at[a] -= lap * period[a];
      for (size_t i = 0; i < here.count; i++) { /* to the nearest of the same id */
        int found = 0;
        for (size_t j = 0; j < there.count && !found; j++)
          found = here.all[i].id == there.all[j].id && distance(here.all[i].at, there.all[j].at) < 1e-9;
        assert_true(found);
      }
      free(there.all);
    }
    free(here.all);
    burl_free(f1);
  }
}

/* ---- Radii ----------------------------------------------------------------------------------------- */

/* Radii by noises, by a plane, by leaps, up to the largest ratio; what the square of a window is beside them; whether
 * all darts are thrown one by one. */
static const struct {
  const char *radius;
  double lo, hi, side;
  int candidates, are_thrown;
} sizes[] = {
    {"clamp(3 + 6*perlin(x/9, y/9), 1, 6)", 1, 6, 30, 4, 1},
    {"clamp(0.02*x + 0.01*y, 0.1, 0.7)", 0.1, 0.7, 6, 1, 1},
    {"perlin(x/5, y/5) > 0 ? 0.9 : 7.3", 0.9, 7.3, 25, 4, 1},
    {"clamp(3 + 4*perlin(x/3, y/3), 2, 5)", 2, 5, 20, 64, 1},
    {"5*exp(1.386*perlin(x/90, y/90))", 1.25, 20, 130, 16, 0},
    {"perlin(x, y) > 0.2 ? 1 : perlin(y, x) > 0.4 ? 64 : 2.5", 1, 64, 150, 4, 0},
};

static burl_scatter sizes_of(int k, burl_program *radius) {
  burl_scatter asked = window_of(-sizes[k].side / 3, -sizes[k].side / 2, sizes[k].side * 2 / 3, sizes[k].side / 2, 1);
  asked.radii = radius, asked.candidates = sizes[k].candidates, asked.seed = 5;
  return asked;
}

/* A candidate of any level. */
typedef struct {
  double at[2], radius;
  uint32_t id;
  int level, parts, is_point;
  burl__candidate candidate;
} dart;

typedef struct {
  dart *all;
  size_t count, room;
} darts;

static void add_dart(darts *to, dart one) {
  if (to->count == to->room) {
    to->room = 2 * to->room + 100;
    to->all = realloc(to->all, to->room * sizeof *to->all);
    assert_non_null(to->all);
  }
  to->all[to->count++] = one;
}

/* Candidates of the level of that power of two around a window, whose radius is of that level. */
static void add_level(darts *to, int exponent, const burl_scatter *asked, double around) {
  const double radius = 1023.0 / 1024 * ldexp(1, exponent), cell = radius / 1.4142135623730951;
  char recipe[160];
  snprintf(recipe, sizeof recipe, "scatter(radius: %.17g, candidates: %d, seed: %llu)", radius, asked->candidates,
           (unsigned long long)(asked->seed + ((uint64_t)(int64_t)exponent << 32)));
  burl_program *const noise = compiled(recipe, 8);
  const burl__noise *const setup = noise->plan->graph.nodes[noise->plan->outputs.node[0]].setup;
  for (int64_t j = (int64_t)floor((asked->lo[1] - around) / cell); (double)j * cell < asked->hi[1] + around; j++)
    for (int64_t i = (int64_t)floor((asked->lo[0] - around) / cell); (double)i * cell < asked->hi[0] + around; i++) {
      const uint32_t number[2] = {(uint32_t)i, (uint32_t)j};
      int16_t x[64], y[64];
      int32_t rank[64];
      burl__make_candidates(setup, number, x, y, rank);
      for (int part = 0; part < setup->parts * setup->parts; part++) {
        dart d = {.at = {((double)i + x[part] / 8192.0) * cell, ((double)j + y[part] / 8192.0) * cell},
                  .level = exponent,
                  .parts = setup->parts,
                  .candidate = {{number[0], number[1]}, part, x[part], y[part], rank[part]}};
        d.radius = (double)sample_at(asked->radii, d.at[0], d.at[1]);
        if (d.radius >= radius && d.radius < 2 * radius) add_dart(to, d);
      }
    }
  burl_free(noise);
}

static int by_turn(const void *one, const void *other) {
  const dart *const p = one, *const q = other;
  if (p->level != q->level) return p->level > q->level ? -1 : 1;
  return burl__is_earlier(p->parts, &p->candidate, &q->candidate) ? -1 : 1;
}

/* All darts in their order, each against all points before it. */
static darts thrown(const burl_scatter *asked, double lo, double hi) {
  darts to = {0};
  int least = 0, most = 0;
  while (1023.0 / 1024 * ldexp(1, least) > lo) least--;
  while (1023.0 / 1024 * ldexp(1, most + 1) <= hi) most++;
  for (int exponent = most; exponent >= least; exponent--) add_level(&to, exponent, asked, 3 * hi);
  qsort(to.all, to.count, sizeof *to.all, by_turn);
  size_t count = 0;
  for (size_t i = 0; i < to.count; i++) {
    dart one = to.all[i];
    int is_free = 1;
    for (size_t k = 0; k < count && is_free; k++)
      is_free = distance(one.at, to.all[k].at) >= fmax(one.radius, to.all[k].radius);
    if (is_free) to.all[count++] = one;
  }
  to.count = count;
  return to;
}

/* The list is what darts in their order leave; no two are nearer than the larger of their radii; the radius is what the
 * program says there. */
static void test_radii(void **state) {
  (void)state;
  for (int k = 0; k < COUNT(sizes); k++) {
    burl_program *const radius = compiled(sizes[k].radius, 8);
    burl_scatter asked = sizes_of(k, radius);
    const list l = list_of(radius, asked);
    darts all = {0};
    size_t inside = 0;
    assert_true(l.count > 5);
    for (size_t i = 0; i < l.count; i++) {
      const place *const p = &l.all[i];
      assert_true(p->radius == (double)p->value && p->radius >= sizes[k].lo * 0.999 &&
                  p->radius <= sizes[k].hi * 1.001);
      for (size_t j = 0; j < i; j++)
        assert_true(distance(p->at, l.all[j].at) > fmax(p->radius, l.all[j].radius) * (1 - 1e-9));
    }
    if (sizes[k].are_thrown) all = thrown(&asked, sizes[k].lo, sizes[k].hi);
    for (size_t i = 0; i < all.count; i++) {
      const double *const at = all.all[i].at;
      if (at[0] < asked.lo[0] || at[0] >= asked.hi[0] || at[1] < asked.lo[1] || at[1] >= asked.hi[1]) continue;
      assert_true(nearest_of(&l, at[0], at[1]) < 1e-9);
      inside++;
    }
    if (sizes[k].are_thrown) assert_int_equal(inside, l.count);
    free(l.all), free(all.all);
    burl_free(radius);
  }
}

/* Any window and number of threads have the same points. */
static void test_radii_windows(void **state) {
  (void)state;
  for (int k = 0; k < COUNT(sizes); k++) {
    burl_program *const radius = compiled(sizes[k].radius, 8);
    burl_scatter asked = sizes_of(k, radius);
    const double size = sizes[k].side * (sizes[k].are_thrown ? 4 : 1.5);
    asked.hi[0] = asked.lo[0] + size, asked.hi[1] = asked.lo[1] + size;
    const list whole = list_of(radius, asked);
    for (int i = 0; i < few_of_test(8); i++) {
      burl_scatter part = asked;
      for (int a = 0; a < 2; a++) {
        part.lo[a] = i % 2 ? draw(asked.lo[a], asked.hi[a]) : whole.all[(size_t)draw(0, (double)whole.count)].at[a];
        part.hi[a] = fmin(part.lo[a] + draw(0, size / (1 + i)), asked.hi[a]);
      }
      part.threads = i % 4;
      const list some = list_of(radius, part);
      assert_part(&whole, &some, &part);
      free(some.all);
    }
    free(whole.all);
    burl_free(radius);
  }
}

static burl_status find_with(const burl__levels *levels, int margin, const int64_t first[2], burl__dart *to,
                             int *count) {
  burl__sizes *const room = malloc(burl__sizes_size(levels, margin));
  assert_non_null(room);
  burl__sizes_begin(room, levels, margin);
  const burl_status status = burl__sizes_find(room, first, to, count);
  free(room);
  return status;
}

/* Within narrow margins squares are found as within wide ones, or not known to be. */
static void test_margins(void **state) {
  (void)state;
  enum { LEVELS = 3, WIDE = 40, SQUARES = 12 };
  static const int margins[] = {3, 5, 8, 12};
  const double none[2] = {0, 0};
  int known = 0, unknown = 0;
  burl_program *const radius = compiled("clamp(3 + 5*perlin(x/9, y/9), 1, 6)", 8), *noise[LEVELS];
  burl__levels levels = {.radii = radius};
  assert_true(burl__levels_choose(&levels, burl_bounds(radius, 0), none));
  assert_int_equal(levels.count, LEVELS);
  for (int k = 0; k < LEVELS; k++) {
    char recipe[96];
    snprintf(recipe, sizeof recipe, "scatter(radius: %.17g, seed: %d)", levels.radius * (1 << k), k);
    noise[k] = compiled(recipe, 8);
    levels.setup[k] = noise[k]->plan->graph.nodes[noise[k]->plan->outputs.node[0]].setup;
  }
  levels.cells = 1.4142135623730951 / levels.radius;
  const int side = burl__darts_side(levels.setup[0]);
  burl__dart *const wide = malloc(2 * (size_t)(side * side) * sizeof *wide), *const narrow = wide + side * side;
  for (int i = 0; i < few_of_test(SQUARES); i++) {
    const int64_t first[2] = {(i - SQUARES / 2) * side, (int64_t)draw(-1e4, 1e4) * side};
    int count, expected;
    assert_int_equal(find_with(&levels, WIDE, first, wide, &expected), BURL_OK);
    for (int k = 0; k < COUNT(margins); k++) {
      const burl_status status = find_with(&levels, margins[k], first, narrow, &count);
      known += status == BURL_OK, unknown += status != BURL_OK;
      if (status != BURL_OK) assert_int_equal(status, BURL_LIMIT);
      if (status != BURL_OK) continue;
      assert_int_equal(count, expected);
      for (int n = 0; n < count; n++) {
        const burl__dart *const p = &narrow[n], *const q = &wide[n];
        assert_true(p->cell[0] == q->cell[0] && p->cell[1] == q->cell[1] && p->x == q->x && p->y == q->y);
        assert_true(p->hash == q->hash && p->radius == q->radius);
      }
    }
  }
  assert_true(known > 0 && unknown > 0);
  free(wide);
  for (int k = 0; k < LEVELS; k++) burl_free(noise[k]);
  burl_free(radius);
}

/* One radius, however it is said, is the constant; of what is proven about radii beyond those that there are nothing
 * depends. */
static void test_radii_alike(void **state) {
  (void)state;
  static const struct {
    double constant;
    const char *one, *other;
  } pairs[] = {
      {2.5, "2.5", "5/2"},
      {1023.0 / 1024, "1023/1024", "abs(perlin(x, y)) < 1 ? 1023/1024 : 9"},
      {1, "4 + 3*perlin(x/9, y/9)", "abs(perlin(y, x)) < 1 ? 4 + 3*perlin(x/9, y/9) : 0.4"},
      {1, "4 + 3*perlin(x/9, y/9)", "abs(perlin(y, x)) < 1 ? 4 + 3*perlin(x/9, y/9) : 25"},
  };
  for (int k = 0; k < COUNT(pairs); k++) {
    burl_program *const one = compiled(pairs[k].one, 4), *const other = compiled(pairs[k].other, 4);
    burl_scatter asked = window_of(-40, -10, 60, 70, pairs[k].constant);
    const list as_constant = list_of(one, asked);
    asked.radii = one;
    const list as_one = list_of(one, asked);
    asked.radii = other;
    const list as_other = list_of(one, asked);
    if (k < 2) assert_same(&as_constant, &as_one);
    if (k < 2) assert_same(&as_one, &as_other); /* else the order depends on which levels there may be */
    assert_int_equal(as_one.count, as_other.count);
    for (size_t i = 0; i < as_one.count; i++)
      assert_true(nearest_of(&as_one, as_other.all[i].at[0], as_other.all[i].at[1]) == 0);
    free(as_constant.all), free(as_one.all), free(as_other.all);
    burl_free(one), burl_free(other);
  }
}

/* The same points everywhere: packages/js/test/package.test.js expects these, too. */
static void test_fixed(void **state) {
  (void)state;
  static const struct {
    const char *radius;
    size_t count;
    double first;
    uint32_t ids;
  } lists[] = {{"1.5", 2123, -8.25649883962737, 9441507},
               {"clamp(3 + 5*perlin(x/9, y/9), 1, 6)", 839, -5.822070232829872, 5308896}};
  for (int k = 0; k < COUNT(lists); k++) {
    burl_program *const radius = compiled(lists[k].radius, 0);
    burl_scatter asked = window_of(-10, -20, 90, 60, 1);
    uint32_t ids = 0;
    asked.radii = radius;
    const list l = list_of(radius, asked);
    for (size_t i = 0; i < l.count; i++) ids ^= l.all[i].id;
    assert_int_equal(l.count, lists[k].count);
    assert_true(l.all[0].at[0] == lists[k].first);
    assert_int_equal(ids, lists[k].ids);
    free(l.all);
    burl_free(radius);
  }
}

/* With a period the points come round, though the radius doesn't. */
static void test_radii_periods(void **state) {
  (void)state;
  static const double periods[][2] = {{20, 20}, {30, 20}, {0, 40}, {6.5, 6.5}, {100, 50}};
  burl_program *const radius = compiled("clamp(3 + 6*perlin(x/9, y/9), 1, 6)", 8);
  for (int k = 0; k < COUNT(periods); k++) {
    const double *const period = periods[k];
    burl_scatter asked = window_of(0, 0, period[0] > 0 ? period[0] : 40, period[1] > 0 ? period[1] : 40, 1);
    asked.radii = radius;
    for (int a = 0; a < 2; a++) asked.period[a] = period[a];
    list here = list_of(radius, asked);
    for (int a = 0; a < 2; a++) asked.lo[a] -= period[a], asked.hi[a] += period[a];
    list around = list_of(radius, asked);
    assert_true(here.count > 0);
    for (size_t i = 0; i < around.count; i++) {
      place *const p = &around.all[i];
      for (size_t j = 0; j < i; j++)
        assert_true(distance(p->at, around.all[j].at) > fmax(p->radius, around.all[j].radius) * (1 - 1e-9));
      double first[2];
      for (int a = 0; a < 2; a++)
        first[a] = period[a] > 0 ? p->at[a] - floor(p->at[a] / period[a]) * period[a] : p->at[a];
      assert_true(nearest_of(&here, first[0], first[1]) < 1e-9);
    }
    assert_int_equal(around.count, here.count * (period[0] > 0 ? 3 : 1) * (period[1] > 0 ? 3 : 1));
    free(here.all), free(around.all);
  }
  burl_free(radius);
}

/* ---- What can go wrong ----------------------------------------------------------------------------- */

static void expect(const burl_program *program, burl_scatter asked, burl_status status, const char *message) {
  list none = {0};
  burl_error error;
  if (!asked.take) asked.take = take;
  asked.user = &none;
  assert_int_equal(burl_sample_scatter(program, &asked, &error), status);
  assert_int_equal(error.status, status);
  if (!strstr(error.message, message) && !strstr(error.hint, message))
    fail_msg("'%s' (%s), not '%s'", error.message, error.hint, message);
  assert_int_equal(none.count, 0);
  assert_int_equal(burl_sample_scatter(program, &asked, NULL), status);
}

static void test_wrong_arguments(void **state) {
  (void)state;
  burl_program *const program = compiled("perlin()", 0), *const ground = compiled("blur(perlin())", 0);
  burl_program *const solid = burl_compile("perlin()", 3, NULL);
  burl_scatter right = window_of(0, 0, 9, 9, 1), wrong = right;
  expect(NULL, right, BURL_ARGUMENT, "no program");
  assert_int_equal(burl_sample_scatter(program, NULL, NULL), BURL_ARGUMENT);
  assert_int_equal(burl_sample_scatter(program, &right, NULL), BURL_ARGUMENT); /* without take */
  wrong.lo[1] = NAN;
  expect(program, wrong, BURL_ARGUMENT, "finite");
  wrong = right, wrong.hi[0] = -1;
  expect(program, wrong, BURL_ARGUMENT, "hi isn't less than lo");
  wrong = right, wrong.hi[0] = 1e12;
  expect(program, wrong, BURL_ARGUMENT, "2^39");
  static const double radii[] = {0, -1, NAN, INFINITY, 1e10, 1e-10};
  for (int i = 0; i < COUNT(radii); i++) {
    wrong = right, wrong.radius = radii[i];
    expect(program, wrong, BURL_ARGUMENT, "radius is 1e-9 to 1e9");
  }
  wrong = right, wrong.candidates = 5;
  expect(program, wrong, BURL_ARGUMENT, "1, 4, 16 or 64 candidates");
  wrong = right, wrong.candidates = -4;
  expect(program, wrong, BURL_ARGUMENT, "candidates");
  wrong = right, wrong.period[0] = 3.3;
  expect(program, wrong, BURL_ARGUMENT, "fits");
  wrong.period[0] = -1;
  expect(program, wrong, BURL_ARGUMENT, "period");
  wrong.period[0] = NAN;
  expect(program, wrong, BURL_ARGUMENT, "period");
  wrong = right, wrong.threads = -1;
  expect(program, wrong, BURL_ARGUMENT, "threads");
  wrong = right, wrong.time = NAN;
  expect(program, wrong, BURL_ARGUMENT, "time");
  static const struct {
    const char *radius, *message;
  } radius_wrong[] = {{"perlin()", "1e-9 to 1e9"},           {"x", "clamp"},
                      {"rgb(1, 1, 1)", "one number"},        {"clamp(x, 1, 65)", "at most 64 times"},
                      {"clamp(x, 0.1, 65)", "(…, 1.03, 65"}, {"blur(perlin())", "blur"}};
  for (int i = 0; i < COUNT(radius_wrong); i++) {
    burl_program *const radius = compiled(radius_wrong[i].radius, 0);
    wrong = right, wrong.radii = radius;
    expect(program, wrong, BURL_ARGUMENT, radius_wrong[i].message);
    burl_free(radius);
  }
  burl_program *const wide = compiled("clamp(x, 1, 3)", 0);
  wrong = right, wrong.radii = wide, wrong.period[0] = 2.9;
  expect(program, wrong, BURL_ARGUMENT, "period of 2.9 by 0");
  wrong.period[0] = 10, wrong.period[1] = 10 * 1.4142135623730951;
  expect(program, wrong, BURL_ARGUMENT, "small whole numbers");
  wrong = right, wrong.radii = wide, wrong.hi[0] = 1e12;
  expect(program, wrong, BURL_ARGUMENT, "2^39");
  burl_free(wide);
  wrong = right, wrong.reserved[7] = 1;
  expect(program, wrong, BURL_ARGUMENT, "reserved");
  expect(ground, right, BURL_ARGUMENT, "blur");
  expect(solid, right, BURL_ARGUMENT, "coord[2]");
  burl_free(program), burl_free(ground), burl_free(solid);
}

static int stop_half_way(void *user, double done) {
  (void)user;
  return done > 0.4;
}

static void test_cancelled(void **state) {
  (void)state;
  burl_program *const program = compiled("perlin()", 0);
  burl_scatter asked = window_of(0, 0, 400, 400, 1);
  list l = {.stops_after = 2};
  asked.take = take, asked.user = &l, asked.threads = 1;
  assert_int_equal(burl_sample_scatter(program, &asked, NULL), BURL_CANCELLED);
  assert_int_equal(l.calls, 2);
  asked.progress = stop_half_way, l.stops_after = 0;
  assert_int_equal(burl_sample_scatter(program, &asked, NULL), BURL_CANCELLED);
  free(l.all);
  burl_free(program);
}

/* Memory that ends after so many blocks. */
static int blocks_left, blocks_held;
static void *allocate(void *user, void *old, size_t size) {
  (void)user;
  if (size == 0) {
    if (old) blocks_held--;
    free(old);
    return NULL;
  }
  if (blocks_left-- <= 0) return NULL;
  if (!old) blocks_held++;
  return realloc(old, size);
}

static void test_no_memory(void **state) {
  (void)state;
  static const char *const recipes[] = {"perlin()", "perlin() > 0.4 ? 2 : 0.7"}; /* the second is a radius, too */
  const burl_options options = {.struct_size = sizeof options, .allocate = allocate};
  for (int k = 0; k < COUNT(recipes); k++) {
    blocks_left = 1 << 20;
    burl_program *const program = burl_compile_with(recipes[k], strlen(recipes[k]), &options, NULL);
    const int held = blocks_held;
    for (int n = 0;; n++) {
      burl_program *const fresh = burl_clone(program);
      burl_scatter asked = window_of(0, 0, 9, 9, 1);
      list l = {0};
      burl_error error;
      asked.take = take, asked.user = &l, asked.radii = k ? fresh : NULL, asked.threads = 4;
      blocks_left = n;
      const burl_status status = burl_sample_scatter(fresh, &asked, &error);
      blocks_left = 1 << 20;
      free(l.all);
      burl_free(fresh);
      assert_int_equal(blocks_held, held);
      if (status == BURL_OK) break;
      assert_int_equal(status, BURL_MEMORY);
      assert_true(n < 1000);
    }
    burl_free(program);
  }
  assert_int_equal(blocks_held, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_function),        cmocka_unit_test(test_squares),     cmocka_unit_test(test_windows),
      cmocka_unit_test(test_threads),         cmocka_unit_test(test_empty),       cmocka_unit_test(test_periods),
      cmocka_unit_test(test_radii),           cmocka_unit_test(test_fixed),       cmocka_unit_test(test_margins),
      cmocka_unit_test(test_radii_windows),   cmocka_unit_test(test_radii_alike), cmocka_unit_test(test_radii_periods),
      cmocka_unit_test(test_wrong_arguments), cmocka_unit_test(test_cancelled),   cmocka_unit_test(test_no_memory),
  };
  return cmocka_run_group_tests_name("scatter list", tests, NULL, NULL);
}
