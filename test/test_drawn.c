/* lines() and areas(): against all segments one by one, in long double; ties, vertices, holes and outlines that areas
 * share, where what is right is known; bounds, derivatives, periods, memory that fails, and what can't be read. */
#include <float.h>
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
#include "compile.h"
#include "counter.h"
#include "draw.h"
#include "scale.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* ---- Shapes ------------------------------------------------------------------------------------------ */

enum { MOST = 4000 };

/* Shapes that are built path by path, with a value, v, that each vertex has. */
typedef struct {
  double at[MOST][2], values[MOST];
  burl_path paths[MOST];
  const char *names[1];
  burl_shapes shapes;
} drawn;

static drawn *clear(drawn *d) {
  memset(d, 0, sizeof *d);
  d->names[0] = "v";
  d->shapes = (burl_shapes){&d->at[0][0], 0, d->paths, 0, d->names, d->values, 1};
  return d;
}

static void begin(drawn *d, burl_path_kind kind, int64_t feature) {
  assert_true(d->shapes.path_count < MOST);
  d->paths[d->shapes.path_count++] = (burl_path){.first = d->shapes.vertex_count, .feature = feature, .kind = kind};
}

static void put(drawn *d, double x, double y, double value) {
  const int64_t n = d->shapes.vertex_count++;
  assert_true(n < MOST);
  d->at[n][0] = x, d->at[n][1] = y, d->values[n] = value;
  d->paths[d->shapes.path_count - 1].count++;
}

static void put_all(drawn *d, int count, const double (*at)[2]) {
  for (int i = 0; i < count; i++) put(d, at[i][0], at[i][1], 0);
}

static void put_square(drawn *d, double x, double y, double width) {
  const double at[4][2] = {{x, y}, {x + width, y}, {x + width, y + width}, {x, y + width}};
  put_all(d, 4, at);
}

static burl_program *program_of(const char *recipe, const drawn *d) {
  burl_program *const program = compile(recipe, 2);
  burl_error error;
  const burl_field field = {.shapes = &d->shapes};
  if (burl_set_image_with(program, "m", &field, &error) != BURL_OK) fail_msg("%s: %s", recipe, error.message);
  return program;
}

static float at(const char *recipe, const drawn *d, double x, double y) {
  burl_program *const program = program_of(recipe, d);
  const float value = (float)value_in_plane(program, x, y);
  burl_free(program);
  return value;
}

/* Random lines, points and rings of each feature's own kind, within 10 units of a place. */
static void scribble(drawn *d, int features, double far) {
  for (int f = 0; f < features; f++) {
    begin(d, (burl_path_kind)(f % 3), f * 2);
    double x = far + draw(-10, 10), y = far + draw(-10, 10);
    const int is_ring = f % 3 == BURL_RING; /* not of two vertices, between which both ways are as near */
    for (int i = (int)draw(is_ring ? 3 : 1, 12); i > 0; i--) {
      put(d, x, y, draw(-3, 3));
      if (is_ring || draw(0, 1) < 0.8) x += draw(-1, 1), y += draw(-1, 1); /* else the same place once more */
    }
  }
}

/* ---- One by one -------------------------------------------------------------------------------------- */

typedef long double real;

/* The nearest place of one segment. */
typedef struct {
  real distance, along, value;
  int64_t feature;
} found;

static real measure(const double *a, const double *b, double x, double y, real *share) {
  const real ex = (real)b[0] - (real)a[0], ey = (real)b[1] - (real)a[1], px = (real)x - (real)a[0],
             py = (real)y - (real)a[1], whole = ex * ex + ey * ey;
  const real t = whole > 0 ? (px * ex + py * ey) / whole : 0;
  *share = t < 0 ? 0 : t > 1 ? 1 : t;
  if (*share == 1) return hypotl((real)x - b[0], (real)y - b[1]);
  return hypotl(px - *share * ex, py - *share * ey);
}

static int is_in_one_place(const drawn *d, const burl_path *path) {
  for (int64_t i = 1; i < path->count; i++)
    if (memcmp(d->at[path->first], d->at[path->first + i], sizeof *d->at) != 0) return 0;
  return 1;
}

/* What is nearest; the first of several that are as near. */
static found nearest(const drawn *d, int only_rings, double x, double y) {
  found best = {.distance = INFINITY};
  for (int64_t p = 0; p < d->shapes.path_count; p++) {
    const burl_path *const path = &d->paths[p];
    const int is_ring = path->kind == BURL_RING, is_points = path->kind == BURL_POINT;
    real along = 0;
    if (only_rings && !is_ring) continue;
    for (int64_t i = 0; i < path->count; i++) {
      const int64_t j = is_points || (i + 1 == path->count && !is_ring) ? i : (i + 1) % path->count;
      const double *const a = d->at[path->first + i], *const b = d->at[path->first + j];
      if (!is_points && a[0] == b[0] && a[1] == b[1] && !is_in_one_place(d, path)) continue;
      real share;
      const real distance = measure(a, b, x, y, &share), length = hypotl((real)b[0] - a[0], (real)b[1] - a[1]);
      const real v0 = d->values[path->first + i], v1 = d->values[path->first + j];
      if (distance < best.distance)
        best = (found){distance, along + share * length, v0 + share * (v1 - v0), path->feature};
      along += length;
    }
  }
  return best;
}

/* Whether the point is inside of a feature: of its rings an odd number. */
static int is_inside(const drawn *d, int64_t feature, double x, double y) {
  int odd = 0;
  for (int64_t p = 0; p < d->shapes.path_count; p++) {
    const burl_path *const path = &d->paths[p];
    for (int64_t i = 0; i < path->count && path->kind == BURL_RING && path->feature == feature; i++) {
      const double *const a = d->at[path->first + i], *const b = d->at[path->first + (i + 1) % path->count];
      if ((a[1] > y) == (b[1] > y)) continue;
      odd ^= (real)x < a[0] + ((real)y - a[1]) / ((real)b[1] - a[1]) * ((real)b[0] - a[0]);
    }
  }
  return odd;
}

static int64_t area_around(const drawn *d, double x, double y) {
  for (int64_t f = 0; f < 2 * MOST; f++)
    if (is_inside(d, f, x, y)) return f;
  return -1;
}

static void assert_near(real is, real should, real within, const char *what, double x, double y) {
  if (fabsl(is - should) <= within) return;
  fail_msg("%s at %.17g, %.17g: %.9Lg, not %.12Lg", what, x, y, is, should);
}

/* Each result of the lines as one channel of a grid of its own. */
typedef struct {
  burl_program *distance, *along, *value, *id, *inside, *signed_distance;
} programs;

static programs open_programs(const drawn *d) {
  return (programs){program_of("lines(\"m\")", d),
                    program_of("lines(\"m\", give: along)", d),
                    program_of("lines(\"m\", value: \"v\")", d),
                    program_of("lines(\"m\", give: id)", d),
                    program_of("areas(\"m\")", d),
                    program_of("areas(\"m\", give: distance)", d)};
}

static void close_programs(programs *p) {
  burl_program *const all[] = {p->distance, p->along, p->value, p->id, p->inside, p->signed_distance};
  for (int i = 0; i < COUNT(all); i++) burl_free(all[i]);
}

static void test_one_by_one(void **state) {
  (void)state;
  static drawn d;
  const double places[] = {0, 1e4, -6e5};
  for (int round = 0; round < 12; round++) {
    const double far = places[round % COUNT(places)], ulp = fabs(far) * 1e-15 + 1e-14;
    scribble(clear(&d), round < 3 ? 4 : 40 * round, far);
    programs p = open_programs(&d);
    const int tries = few_of_test(500);
    for (int i = 0; i < tries; i++) {
      const int is_vertex = i % 5 == 0, n = (int)draw(0, (double)d.shapes.vertex_count);
      const double x = is_vertex ? d.at[n][0] : far + draw(-12, 12), y = is_vertex ? d.at[n][1] : far + draw(-12, 12);
      const found all = nearest(&d, 0, x, y), ring = nearest(&d, 1, x, y);
      const int64_t area = area_around(&d, x, y);
      assert_near((real)value_in_plane(p.distance, x, y), all.distance, all.distance * 1e-7L + ulp, "distance", x, y);
      if (is_vertex) continue; /* where several may meet, and inside is a question of the rounding */
      assert_near((real)value_in_plane(p.along, x, y), all.along, all.along * 1e-7L + 1e-6L, "along", x, y);
      assert_near((real)value_in_plane(p.value, x, y), all.value, 1e-6L, "value", x, y);
      assert_int_equal((int64_t)value_in_plane(p.id, x, y), all.feature);
      assert_int_equal(value_in_plane(p.inside, x, y), area >= 0);
      assert_near((real)value_in_plane(p.signed_distance, x, y), (area >= 0 ? -1 : 1) * ring.distance,
                  ring.distance * 1e-7L + ulp, "signed distance", x, y);
    }
    close_programs(&p);
  }
}

/* What lies in whole places is measured exactly: of lines that are as near, the first in the file is nearest, in
 * whichever order points are asked for, by grids and tiles too. */
static void test_ties(void **state) {
  (void)state;
  enum { N = 24 };
  static drawn d;
  static float whole[N * N], tile[N * N];
  clear(&d);
  for (int f = 0; f < 60; f++) {
    begin(&d, BURL_LINE, f);
    const double x = floor(draw(0, 12)), y = floor(draw(0, 12)), length = floor(draw(1, 5));
    put(&d, x, y, 0);
    put(&d, f % 2 ? x + length : x, f % 2 ? y : y + length, 1);
  }
  burl_program *const program = program_of("lines(\"m\", give: id)", &d);
  const burl_grid grid = {.size = {N, N}, .step = {0.5, 0.5}, .threads = 1};
  assert_int_equal(burl_sample_grid(program, &grid, whole), BURL_OK);
  int ties = 0;
  for (int j = N; j-- > 0;)
    for (int i = N; i-- > 0;) {
      const double x = 0.5 * i, y = 0.5 * j;
      const found one = nearest(&d, 0, x, y);
      assert_int_equal((int64_t)whole[j * N + i], one.feature);
      assert_int_equal((int64_t)value_in_plane(program, x, y), one.feature);
      for (int64_t f = one.feature + 1; f < 60; f++) {
        real share;
        ties += measure(d.at[2 * f], d.at[2 * f + 1], x, y, &share) == one.distance;
      }
    }
  assert_true(ties > 200);
  for (int i = 0; i < 20; i++) {
    burl_grid part = grid;
    for (int a = 0; a < 2; a++) {
      part.first[a] = (int64_t)draw(0, N - 1);
      part.size[a] = 1 + (int64_t)draw(0, (double)(N - part.first[a]));
    }
    assert_int_equal(burl_sample_grid(program, &part, tile), BURL_OK);
    for (int64_t y = 0; y < part.size[1]; y++)
      for (int64_t x = 0; x < part.size[0]; x++)
        assert_true(tile[y * part.size[0] + x] == whole[(part.first[1] + y) * N + part.first[0] + x]);
  }
  burl_free(program);
}

/* A ring that doesn't cross itself, counterclockwise where y is up, has its inside on the left: at its vertices,
 * too. */
static void test_sides(void **state) {
  (void)state;
  static drawn d;
  for (int round = 0; round < 40; round++) {
    const int n = 4 + round % 17;
    begin(clear(&d), BURL_RING, 0);
    for (int i = 0; i < n; i++) {
      const double angle = (i + draw(0, 0.9)) * 6.283185307179586 / n, radius = draw(0.2, 4);
      put(&d, radius * cos(angle), radius * sin(angle), 0);
    }
    burl_program *const side = program_of("lines(\"m\", give: side)", &d);
    for (int i = 0; i < 300; i++) {
      const double x = draw(-6, 6), y = draw(-6, 6);
      if (nearest(&d, 1, x, y).distance < 1e-9L) continue;
      if ((is_inside(&d, 0, x, y) ? 1 : -1) != value_in_plane(side, x, y))
        fail_msg("round %d: side at %.17g, %.17g is %g", round, x, y, value_in_plane(side, x, y));
    }
    burl_free(side);
  }
  begin(clear(&d), BURL_LINE, 0);
  put(&d, 0, 0, 0), put(&d, 4, 0, 0), put(&d, 4, 4, 0);
  const double rows[][3] = {{1, 1, 1},   {1, -1, -1}, {2, 0, 0}, {-1, 0, 0}, {-1, 1, 1},
                            {5, -1, -1}, {3, 1, 1},   {3, 5, 1}, {5, 5, -1}};
  for (int i = 0; i < COUNT(rows); i++)
    assert_true(at("lines(\"m\", give: side)", &d, rows[i][0], rows[i][1]) == (float)rows[i][2]);
  begin(&d, BURL_POINT, 1);
  put(&d, 20, 20, 0);
  assert_true(at("lines(\"m\", give: side)", &d, 21, 20) == 0);
}

/* ---- Areas ------------------------------------------------------------------------------------------- */

static void test_areas(void **state) {
  (void)state;
  static drawn d;
  const double bow[4][2] = {{10, 0}, {14, 4}, {14, 0}, {10, 4}};
  begin(clear(&d), BURL_RING, 0), put_square(&d, 0, 0, 8);
  begin(&d, BURL_RING, 0), put_square(&d, 2, 2, 4); /* a hole */
  begin(&d, BURL_RING, 0), put_square(&d, 3, 3, 2); /* an island in it, of the same feature */
  begin(&d, BURL_RING, 3), put_square(&d, 6, 0, 4); /* one that overlaps with the first */
  begin(&d, BURL_RING, 4), put_all(&d, 4, bow);     /* one that crosses itself */
  for (int64_t i = 0; i < d.shapes.vertex_count; i++) d.values[i] = (double)(100 - i);
  const double rows[][4] = {/* x, y, inside, id */
                            {1, 1, 1, 0},    {2.5, 2.5, 0, 0}, {4, 4, 1, 0},    {7, 1, 1, 0},
                            {9, 1, 1, 3},    {13, 2, 1, 4},    {12, 3.5, 0, 4}, {11, 2, 1, 4},
                            {12, 0.1, 0, 4}, {20, 5, 0, 4},    {-1, 4, 0, 0}};
  for (int i = 0; i < COUNT(rows); i++) {
    const double *const r = rows[i];
    assert_true(at("areas(\"m\")", &d, r[0], r[1]) == (float)r[2]);
    const float id = at("areas(\"m\", give: id)", &d, r[0], r[1]);
    if (id != (float)r[3]) fail_msg("%g, %g: %g", r[0], r[1], id);
    const double value = r[3] == 0 ? 100 : r[3] == 3 ? 88 : 84; /* of its first vertex */
    assert_true(at("areas(\"m\", value: \"v\")", &d, r[0], r[1]) == (float)value);
  }
  assert_true(at("areas(\"m\", give: distance)", &d, 1, 4) == -1);
  assert_true(at("areas(\"m\", give: distance)", &d, 2.5, 4) == 0.5F);
  assert_true(at("areas(\"m\", give: distance)", &d, -3, -4) == 5);
}

/* Triangles that cover the plane between them: every point lies in one of them, on their outlines and vertices too. */
static void test_shared_outlines(void **state) {
  (void)state;
  enum { N = 6 };
  static drawn d;
  double corner[N + 1][N + 1][2];
  burl_program *one[2 * N * N];
  drawn *kept[2 * N * N]; /* as long as the programs */
  for (int j = 0; j <= N; j++)
    for (int i = 0; i <= N; i++) corner[j][i][0] = i + draw(-0.3, 0.3), corner[j][i][1] = j + draw(-0.3, 0.3);
  int count = 0;
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      for (int half = 0; half < 2; half++) {
        const double *const a = corner[j][i], *const b = corner[j + 1][i + 1],
                            *const c = corner[j + half][i + 1 - half];
        begin(clear(&d), BURL_RING, 0);
        put(&d, a[0], a[1], 0), put(&d, half ? b[0] : c[0], half ? b[1] : c[1], 0);
        put(&d, half ? c[0] : b[0], half ? c[1] : b[1], 0);
        kept[count] = memcpy(malloc(sizeof d), &d, sizeof d);
        one[count] = program_of("areas(\"m\")", kept[count]);
        count++;
      }
  for (int k = 0; k < 600; k++) {
    const int i = 1 + k % (N - 1), j = 1 + k / (N - 1) % (N - 1);
    const double *const a = corner[j][i], *const b = k % 2 ? corner[j + 1][i + 1] : corner[j][i + 1];
    const double share = k < 60 ? 0 : draw(0, 1);
    const double x = a[0] + share * (b[0] - a[0]), y = k % 3 ? a[1] + share * (b[1] - a[1]) : a[1];
    if (x > N - 0.5 || y > N - 0.5) continue;
    int inside = 0;
    for (int t = 0; t < count; t++) inside += value_in_plane(one[t], x, y) == 1;
    if (inside != 1) fail_msg("%.17g, %.17g is inside of %d", x, y, inside);
  }
  for (int t = 0; t < count; t++) burl_free(one[t]), free(kept[t]);
}

/* ---- Bounds, derivatives, periods ----------------------------------------------------------------------- */

static void test_bounds_over(void **state) {
  (void)state;
  static drawn d;
  const char *const recipes[] = {"lines(\"m\")",
                                 "lines(\"m\", give: along)",
                                 "lines(\"m\", give: side)",
                                 "lines(\"m\", value: \"v\")",
                                 "lines(\"m\", give: id)",
                                 "areas(\"m\")",
                                 "areas(\"m\", give: distance)",
                                 "areas(\"m\", give: id)",
                                 "areas(\"m\", value: \"v\")",
                                 "d(lines(\"m\"), x)",
                                 "lines(\"m\", period: 24) - 0.5*areas(\"m\", give: distance, period: 30, 26)"};
  int proven = 0;
  scribble(clear(&d), 60, 3);
  for (int r = 0; r < COUNT(recipes); r++) {
    burl_program *const program = program_of(recipes[r], &d);
    const burl_range all = burl_bounds(program, 0);
    for (int i = 0; i < 200; i++) {
      const double wide = pow(10, draw(-3, 1)), x = draw(-10, 15), y = draw(-10, 15);
      const burl_box box = {.lo = {x, y}, .hi = {x + wide, y + draw(0, wide)}};
      burl_range range;
      assert_int_equal(burl_bounds_over(program, &box, 1, &range), BURL_OK);
      proven += range.lo == range.hi || range.lo > 0;
      for (int k = 0; k < 20; k++) {
        const double value = value_in_plane(program, k ? draw(x, box.hi[0]) : x, k ? draw(y, box.hi[1]) : box.hi[1]);
        if (!(value >= range.lo && value <= range.hi && value >= all.lo && value <= all.hi))
          fail_msg("%s: %g is not in %g to %g", recipes[r], value, range.lo, range.hi);
      }
    }
    burl_free(program);
  }
  assert_true(proven > 500);
}

/* Differences of what is computed beside a point, where no other place becomes nearest between; and the derivatives of
 * what jumps, which are 0. */
static void test_derivatives(void **state) {
  (void)state;
  static const struct {
    const char *of, *derived;
    double dx, dy;
  } rows[] = {{"lines(\"m\")", "d(lines(\"m\"), x)", 1, 0},
              {"lines(\"m\")", "d(lines(\"m\"), y)", 0, 1},
              {"areas(\"m\", give: distance)", "d(areas(\"m\", give: distance), x)", 1, 0},
              {"lines(\"m\", give: along)", "d(lines(\"m\", give: along), y)", 0, 1},
              {"lines(\"m\", value: \"v\")", "d(lines(\"m\", value: \"v\"), x)", 1, 0},
              {"d(lines(\"m\"), x)", "d(d(lines(\"m\"), x), y)", 0, 1},
              {"d(lines(\"m\"), y)", "d(d(lines(\"m\"), y), y)", 0, 1},
              {"d(areas(\"m\", give: distance), x)", "d(d(areas(\"m\", give: distance), x), x)", 1, 0},
              {"d(lines(\"m\", give: along), x)", "d(d(lines(\"m\", give: along), x), x)", 1, 0},
              {"lines(\"m\", give: side)", "d(lines(\"m\", give: side), x)", 1, 0},
              {"areas(\"m\", give: id)", "d(areas(\"m\", give: id), x)", 1, 0}};
  static drawn d;
  const double h = 0x1p-9;
  scribble(clear(&d), 24, 0);
  for (int r = 0; r < COUNT(rows); r++) {
    burl_program *const of = program_of(rows[r].of, &d), *const derived = program_of(rows[r].derived, &d);
    int wrong = 0, flat = 1;
    for (int i = 0; i < 400; i++) {
      const double x = draw(-12, 12), y = draw(-12, 12), dx = h * rows[r].dx, dy = h * rows[r].dy;
      const double slope = (value_in_plane(of, x + dx, y + dy) - value_in_plane(of, x - dx, y - dy)) / (2 * h);
      const double exact = value_in_plane(derived, x, y);
      wrong += !(fabs(slope - exact) < 1e-3 + 1e-2 * fabs(exact));
      flat &= exact == 0;
    }
    if (wrong > 32 || flat != (r > 7)) fail_msg("%s: %d of 400 are others", rows[r].derived, wrong);
    burl_free(of), burl_free(derived);
  }
}

/* Copies of the lines around them, and one period. */
static void test_periods(void **state) {
  (void)state;
  static const char *const gives[] = {"distance", "along", "id", "inside", "signed"};
  static drawn d, all;
  const double width = 4, height = 8;
  clear(&d), clear(&all);
  for (int copy = -1; copy < 9; copy++) { /* first the lines, then, feature by feature, their copies */
    const double dx = copy < 0 ? 0 : (copy % 3 - 1) * width, dy = copy < 0 ? 0 : (copy / 3 - 1) * height;
    draw_state = 77;
    for (int f = 0; f < 6; f++) {
      drawn *const to = copy < 0 ? &d : &all;
      begin(to, f % 2 ? BURL_RING : BURL_LINE, f + (copy < 0 ? 0 : 6 * copy));
      for (int i = 0; i < 5; i++) {
        const double x = floor(draw(-64, 64)) / 32, y = floor(draw(-64, 64)) / 16, value = draw(0, 1);
        put(to, x + dx, y + dy, value);
      }
    }
  }
  for (int g = 0; g < COUNT(gives); g++) {
    char recipe[3][96];
    const int of_areas = g > 2;
    const char *const function = of_areas ? "areas" : "lines", *const give = g == 4 ? "distance" : gives[g];
    snprintf(recipe[0], sizeof *recipe, "%s(\"m\", give: %s)", function, give);
    snprintf(recipe[1], sizeof *recipe, "%s(\"m\", give: %s, period: %g, %g)", function, give, width, height);
    snprintf(recipe[2], sizeof *recipe, "tile(%s(\"m\", give: %s), %g, %g)", function, give, width, height);
    burl_program *const copies = program_of(recipe[0], &all), *const repeated = program_of(recipe[1], &d),
                        *const tiled = program_of(recipe[2], &d);
    for (int i = 0; i < 400; i++) {
      const double x = draw(0, width) - width / 2, y = draw(0, height) - height / 2;
      const double right = value_in_plane(copies, x, y), is = value_in_plane(repeated, x, y);
      const double wanted = g == 2 ? fmod(right, 6) : right;
      if (!(fabs(is - wanted) <= 1e-6 * fabs(wanted) + 1e-6))
        fail_msg("%s at %g, %g: %g, not %g", recipe[1], x, y, is, wanted);
    }
    for (int i = 0; i < 100; i++) {
      const double x = floor(draw(-640, 640)) / 64, y = floor(draw(-640, 640)) / 64;
      const double one = value_in_plane(repeated, x, y);
      assert_true(one == value_in_plane(repeated, x + 3 * width, y - height));
      assert_true(one == value_in_plane(tiled, x, y));
    }
    burl_free(copies), burl_free(repeated), burl_free(tiled);
  }
}

/* ---- What can't be ------------------------------------------------------------------------------------- */

static void test_refused(void **state) {
  (void)state;
  static drawn d;
  static const struct {
    const char *recipe, *message, *hint;
  } rows[] = {{"areas(\"m\")", "no polygons", "lines"},
              {"lines(\"m\", give: value)", "which value?", "value: \"width\""},
              {"lines(\"m\", value: \"w\")", "no feature of \"m\" has a property \"w\"", "\"v\""},
              {"image(\"m\")", "lines and areas, not samples", "lines("},
              {"lines(\"m\", period: 1)", "reaches over 2 along x, more than its period, 1", "2 or more"},
              {"tile(lines(\"m\"), 1)", "more than its period", ""},
              {"tile(lines(\"m\", period: 3), 4)", "repeats 1.3333", "3 or 6"},
              {"d(d(d(lines(\"m\"), x), x), x)", "a third", ""},
              {"at(lines(\"m\"), x)", "over two coordinates", "at(lines(…), x, 0)"},
              {"equalise(lines(\"m\"))", "has an end", "curve"}};
  begin(clear(&d), BURL_LINE, 0);
  put(&d, 0, 0, 1), put(&d, 2, 0, 2);
  const burl_field field = {.shapes = &d.shapes};
  for (int i = 0; i < COUNT(rows); i++) {
    burl_error error;
    burl_program *const program = burl_compile(rows[i].recipe, 2, &error);
    if (program) assert_int_not_equal(burl_set_image_with(program, "m", &field, &error), BURL_OK);
    if (!strstr(error.message, rows[i].message) || !strstr(error.hint, rows[i].hint))
      fail_msg("%s: %s; %s", rows[i].recipe, error.message, error.hint);
    burl_free(program);
  }
  const char *const wrong[][2] = {{"lines(x)", "the name of a file"},
                                  {"lines(\"m\", value: v)", "a name in quotes"},
                                  {"lines(\"m\", value: \"v\", \"w\")", "takes one value"}};
  for (int i = 0; i < COUNT(wrong); i++) {
    burl_error error;
    assert_null(burl_compile(wrong[i][0], 2, &error));
    if (!strstr(error.message, wrong[i][1])) fail_msg("%s: %s", wrong[i][0], error.message);
  }
}

/* Shapes that are wrong leave the program as it is. */
static void test_wrong_shapes(void **state) {
  (void)state;
  static drawn d;
  static const double nan_at[2] = {NAN, 0}, far_at[2] = {1e300, 0};
  static const burl_path beyond = {.count = 3}, none = {.count = 0}, before = {.first = -1, .count = 1},
                         huge = {.first = 1, .count = INT64_MAX}, odd = {.count = 1, .kind = (burl_path_kind)7},
                         feature = {.count = 1, .feature = 1 << 24}, negative = {.count = 1, .feature = -1};
  const burl_shapes rows[] = {{nan_at, 1, NULL, 0, NULL, NULL, 0},
                              {far_at, 1, NULL, 0, NULL, NULL, 0},
                              {NULL, 1, NULL, 0, NULL, NULL, 0},
                              {NULL, -1, NULL, 0, NULL, NULL, 0},
                              {NULL, 1 << 30, NULL, 0, NULL, NULL, 0},
                              {&d.at[0][0], 2, NULL, 1, NULL, NULL, 0},
                              {&d.at[0][0], 2, &beyond, 1, NULL, NULL, 0},
                              {&d.at[0][0], 2, &none, 1, NULL, NULL, 0},
                              {&d.at[0][0], 2, &before, 1, NULL, NULL, 0},
                              {&d.at[0][0], 2, &huge, 1, NULL, NULL, 0},
                              {&d.at[0][0], 2, &odd, 1, NULL, NULL, 0},
                              {&d.at[0][0], 2, &feature, 1, NULL, NULL, 0},
                              {&d.at[0][0], 2, &negative, 1, NULL, NULL, 0},
                              {&d.at[0][0], 2, d.paths, 1, NULL, NULL, 1},
                              {NULL, 0, NULL, 0, NULL, NULL, 0}};
  begin(clear(&d), BURL_LINE, 0);
  put(&d, 0, 0, 1), put(&d, 2, 0, 2);
  burl_program *const program = program_of("lines(\"m\")", &d);
  for (int i = 0; i < COUNT(rows); i++) {
    burl_error error;
    const burl_field field = {.shapes = &rows[i]};
    assert_int_not_equal(burl_set_image_with(program, "m", &field, &error), BURL_OK);
    assert_true(*error.message);
    assert_true(value_in_plane(program, 1, 3) == 3);
  }
  burl_free(program);
  burl_program *const unknown = compile("lines(\"m\")", 2);
  float value;
  assert_int_equal(burl_sample_grid(unknown, &(burl_grid){.size = {1, 1}, .step = {1, 1}}, &value), BURL_FILE);
  burl_free(unknown);
}

/* ---- Memory, copies, far away ---------------------------------------------------------------------------- */

static void test_memory(void **state) {
  (void)state;
  static drawn d;
  scribble(clear(&d), 50, 0);
  const burl_field field = {.shapes = &d.shapes};
  int failed = 0;
  for (long k = 0;; k++) {
    counter c = {.fail_at = k};
    const burl_options options = {.struct_size = sizeof options, .allocate = counter_allocate, .user = &c};
    const char *const recipe = "lines(\"m\") + areas(\"m\", give: distance)";
    burl_program *const program = burl_compile_with(recipe, strlen(recipe), &options, NULL);
    const burl_status status = program ? burl_set_image(program, "m", &field) : BURL_MEMORY;
    burl_program *const clone = status == BURL_OK ? burl_clone(program) : NULL;
    const int is_done = clone != NULL;
    assert_true(status == BURL_OK || status == BURL_MEMORY);
    c.fail_at = -1;
    if (clone) assert_true(value_in_plane(clone, 1, 2) == value_in_plane(program, 1, 2));
    burl_free(program), burl_free(clone);
    assert_int_equal(c.live, 0);
    if (is_done && c.calls < k) break;
    failed += !is_done;
  }
  assert_true(failed > 20);
}

/* At coordinates that are no numbers there is none; far away there are distances. */
static void test_far(void **state) {
  (void)state;
  static drawn d;
  begin(clear(&d), BURL_RING, 0), put_square(&d, 0, 0, 1);
  assert_true(isnan(at("lines(\"m\")", &d, NAN, 0)));
  assert_true(isnan(at("areas(\"m\")", &d, 0, NAN)));
  assert_true(isinf(at("lines(\"m\")", &d, INFINITY, 0)));
  assert_true(at("lines(\"m\")", &d, 1e30, 0) == 1e30F);
  assert_true(at("areas(\"m\", give: distance)", &d, -1e30, 1e300) > 1e30F);
  assert_true(at("lines(\"m\", give: id, period: 2)", &d, 1e300, 1e300) == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one_by_one),      cmocka_unit_test(test_ties),
      cmocka_unit_test(test_sides),           cmocka_unit_test(test_areas),
      cmocka_unit_test(test_shared_outlines), cmocka_unit_test(test_bounds_over),
      cmocka_unit_test(test_derivatives),     cmocka_unit_test(test_periods),
      cmocka_unit_test(test_refused),         cmocka_unit_test(test_wrong_shapes),
      cmocka_unit_test(test_memory),          cmocka_unit_test(test_far),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
