/* Surfaces as triangles, of functions that are known: their topology by counting edges and fans, their volumes and
 * areas, how far corners are from the exact surface; random corners inside and outside, which pass through every case
 * of a cell; holes, walls, open borders; and what is proven changes nothing. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compile.h"
#include "draw.h"
#include "mesh/surface.h"
#include "random_recipe.h"
#include "scale.h"

#define PI 3.14159265358979323846

/* ---- Functions of space ------------------------------------------------------------------------------ */

typedef double space_function(const double at[3]);

typedef struct {
  mesh_field field;
  space_function *of;
  burl_program *program; /* in place of `of`, with that of its slopes */
  burl_program *slopes;
  int64_t asked; /* nodes that were sampled */
} subject;

static double value_at(const subject *s, const double at[3]) {
  float value;
  if (s->of) return s->of(at);
  const burl_points points = {.count = 1, .coord = {&at[0], &at[1], &at[2]}};
  assert_int_equal(burl_sample_points(s->program, &points, &value), BURL_OK);
  return (double)value;
}

static int give_places(void *user, const double (*at)[3], int64_t count, double *values) {
  for (int64_t i = 0; i < count; i++) values[i] = value_at(user, at[i]);
  return 0;
}

static int give_nodes(void *user, const mesh_box *box, double *values) {
  subject *const s = user;
  const mesh_field *const f = &s->field;
  for (int z = box->first[2]; z <= box->last[2]; z++)
    for (int y = box->first[1]; y <= box->last[1]; y++)
      for (int x = box->first[0]; x <= box->last[0]; x++) {
        const double at[3] = {f->origin[0] + x * f->step[0], f->origin[1] + y * f->step[1],
                              f->origin[2] + z * f->step[2]};
        *values++ = value_at(s, at);
        s->asked++;
      }
  return 0;
}

static int give_slopes(void *user, const double (*at)[3], int64_t count, double (*slope)[3]) {
  const subject *const s = user;
  for (int64_t i = 0; i < count; i++) {
    if (s->slopes) {
      float value[3];
      const burl_points points = {.count = 1, .coord = {&at[i][0], &at[i][1], &at[i][2]}};
      assert_int_equal(burl_sample_points(s->slopes, &points, value), BURL_OK);
      for (int a = 0; a < 3; a++) slope[i][a] = (double)value[a];
      continue;
    }
    for (int a = 0; a < 3; a++) {
      double before[3], behind[3];
      memcpy(before, at[i], sizeof before), memcpy(behind, at[i], sizeof behind);
      before[a] -= 1e-5, behind[a] += 1e-5;
      slope[i][a] = (value_at(s, behind) - value_at(s, before)) / 2e-5;
    }
  }
  return 0;
}

/* A cube of cells over [-half, half] along each axis. */
static subject subject_over(space_function *of, int cells, double half) {
  subject s = {.of = of};
  s.field = (mesh_field){.nodes = give_nodes, .places = give_places, .slopes = give_slopes};
  for (int a = 0; a < 3; a++) {
    s.field.cells[a] = cells;
    s.field.origin[a] = -half;
    s.field.step[a] = 2 * half / cells;
  }
  return s;
}

static mesh_surface surface_of(subject *s) {
  mesh_surface surface;
  s->field.user = s;
  assert_int_equal(mesh_surface_of(&s->field, &surface), 0);
  return surface;
}

/* ---- What triangles are ------------------------------------------------------------------------------ */

typedef struct {
  uint32_t from, to, triangle;
} edge;

static int by_ends(const void *one, const void *other) {
  const edge *const a = one, *const b = other;
  return a->from != b->from ? (a->from < b->from ? -1 : 1) : a->to != b->to ? (a->to < b->to ? -1 : 1) : 0;
}

static edge *edges_of(const mesh_surface *s, size_t *count) {
  *count = 3 * (size_t)s->triangle_count;
  edge *const edges = malloc((*count + 1) * sizeof *edges);
  for (size_t i = 0; i < *count; i++)
    edges[i] = (edge){s->triangle[i / 3][i % 3], s->triangle[i / 3][(i + 1) % 3], (uint32_t)(i / 3)};
  qsort(edges, *count, sizeof *edges, by_ends);
  return edges;
}

static const edge *find_edge(const edge *edges, size_t count, uint32_t from, uint32_t to) {
  const edge wanted = {from, to, 0};
  return bsearch(&wanted, edges, count, sizeof *edges, by_ends);
}

/* The third corner of the triangle of an edge. */
static uint32_t third_of(const mesh_surface *s, const edge *e) {
  const uint32_t *const corner = s->triangle[e->triangle];
  return corner[0] ^ corner[1] ^ corner[2] ^ e->from ^ e->to;
}

/* Each edge is gone through once in a direction, and once in the other but for those of the border or of holes; the
 * triangles around each corner are one fan.  Returns Euler's number. */
static int64_t check_manifold(const mesh_surface *s, int has_ends) {
  size_t count;
  edge *const edges = edges_of(s, &count);
  int64_t sides = 0, corners = 0;
  for (size_t i = 0; i < count; i++) {
    assert_true(edges[i].from != edges[i].to && edges[i].from < s->vertex_count);
    if (i) assert_true(by_ends(&edges[i - 1], &edges[i]) < 0);
    const int has_other = find_edge(edges, count, edges[i].to, edges[i].from) != NULL;
    if (!has_other) assert_true(has_ends == 2 || (has_ends && s->border[edges[i].from] & s->border[edges[i].to]));
    sides += !has_other || edges[i].from < edges[i].to;
  }
  for (size_t first = 0, end = 0; first < count; first = end) {
    while (end < count && edges[end].from == edges[first].from) end++;
    const edge *begin = &edges[first];
    size_t steps = 0, ends = 0;
    for (size_t i = first; i < end; i++)
      if (!find_edge(edges, count, edges[i].to, edges[i].from)) begin = &edges[i], ends++;
    for (const edge *e = begin; e && (steps == 0 || e != begin) && steps <= end - first; steps++)
      e = find_edge(edges, count, e->from, third_of(s, e));
    assert_true((ends <= 1 && steps == end - first) || has_ends == 2);
    corners++;
  }
  free(edges);
  return corners - sides + s->triangle_count;
}

static double volume_of(const mesh_surface *s) {
  double sum = 0;
  for (int64_t t = 0; t < s->triangle_count; t++) {
    const double *const a = s->position[s->triangle[t][0]], *const b = s->position[s->triangle[t][1]],
                        *const c = s->position[s->triangle[t][2]];
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

static double area_of(const mesh_surface *s) {
  double sum = 0;
  for (int64_t t = 0; t < s->triangle_count; t++) {
    const double *const a = s->position[s->triangle[t][0]], *const b = s->position[s->triangle[t][1]],
                        *const c = s->position[s->triangle[t][2]];
    double square = 0;
    for (int i = 0; i < 3; i++) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      const double n = (b[j] - a[j]) * (c[k] - a[k]) - (b[k] - a[k]) * (c[j] - a[j]);
      square += n * n;
    }
    sum += sqrt(square) / 2;
  }
  return sum;
}

static void check_near(double value, double wanted, double share) {
  if (!(fabs(value - wanted) <= share * fabs(wanted))) fail_msg("%g, not %g", value, wanted);
}

/* ---- Solids that are known ----------------------------------------------------------------------------- */

static double length3(double x, double y, double z) { return sqrt(x * x + y * y + z * z); }
static double ball(const double p[3]) { return length3(p[0], p[1], p[2]) - 1; }
static double ring(const double p[3]) { return hypot(hypot(p[0], p[1]) - 0.9, p[2]) - 0.35; }
static double cube(const double p[3]) { return fmax(fmax(fabs(p[0]), fabs(p[1])), fabs(p[2])) - 0.73; }

/* Two balls that touch in the origin, and two cubes that share an edge there. */
static double two_balls(const double p[3]) {
  return fmin(length3(p[0] - 0.5, p[1], p[2]), length3(p[0] + 0.5, p[1], p[2])) - 0.5;
}

static double two_cubes(const double p[3]) {
  const double side = fmax(fabs(fabs(p[0]) - 0.3), fabs(fabs(p[1]) - 0.3)) - 0.3;
  return p[0] * p[1] > 0 ? fmax(side, fabs(p[2]) - 0.5) : fmax(fmin(fabs(p[0]), fabs(p[1])), side);
}

static void check_corners(const subject *s, const mesh_surface *surface, double least) {
  const double step = s->field.step[0];
  assert_true(surface->within <= 1.1e-6 * step);
  for (int64_t i = 0; i < surface->vertex_count; i++) {
    if (!surface->border[i]) assert_true(fabs(value_at(s, surface->position[i])) <= least * step);
    const float *const n = surface->normal[i];
    assert_true(fabs(length3((double)n[0], (double)n[1], (double)n[2]) - 1) < 1e-5);
  }
}

static void test_known(void **state) {
  (void)state;
  static const struct {
    space_function *of;
    int64_t euler;
    double volume, area;
  } solids[] = {{ball, 2, 4 * PI / 3, 4 * PI},
                {ring, 0, 2 * PI * PI * 0.9 * 0.35 * 0.35, 4 * PI * PI * 0.9 * 0.35},
                {cube, 2, 1.46 * 1.46 * 1.46, 6 * 1.46 * 1.46}};
  for (int i = 0; i < 3; i++) {
    subject s = subject_over(solids[i].of, 40, 1.4);
    mesh_surface surface = surface_of(&s);
    assert_int_equal(check_manifold(&surface, 0), solids[i].euler);
    check_corners(&s, &surface, 2e-6);
    check_near(volume_of(&surface), solids[i].volume, 0.01);
    check_near(area_of(&surface), solids[i].area, 0.01);
    assert_true(surface.middle < 0.02 && surface.holes == 0);
    for (int64_t v = 0; v < surface.vertex_count && solids[i].of == ball; v++)
      for (int a = 0; a < 3; a++) assert_true(fabs((double)surface.normal[v][a] - surface.position[v][a]) < 1e-4);
    mesh_surface_free(&surface);
  }
}

/* Edges of a cube are where its planes meet, though none lies on the grid. */
static void test_sharp(void **state) {
  (void)state;
  subject s = subject_over(cube, 20, 1.01);
  mesh_surface surface = surface_of(&s);
  int64_t corners = 0;
  for (int64_t i = 0; i < surface.vertex_count; i++) {
    int far = 0;
    for (int a = 0; a < 3; a++) far += fabs(fabs(surface.position[i][a]) - 0.73) < 1e-5;
    corners += far == 3;
  }
  assert_int_equal(corners, 8);
  check_near(volume_of(&surface), 1.46 * 1.46 * 1.46, 1e-5);
  mesh_surface_free(&surface);
}

static void test_touching(void **state) {
  (void)state;
  space_function *const solids[] = {two_balls, two_cubes};
  const double volumes[] = {PI / 3, 2 * 0.6 * 0.6};
  for (int i = 0; i < 2; i++)
    for (int cells = 20; cells < 33; cells += 3) {
      subject s = subject_over(solids[i], cells, 1.2);
      mesh_surface surface = surface_of(&s);
      check_manifold(&surface, 0);
      check_near(volume_of(&surface), volumes[i], 0.06);
      mesh_surface_free(&surface);
    }
}

/* ---- Any corners --------------------------------------------------------------------------------------- */

enum { RANDOM_CELLS = 20 };
static double random_values[RANDOM_CELLS + 1][RANDOM_CELLS + 1][RANDOM_CELLS + 1];

/* Linear along each axis between random values at whole coordinates. */
static double random_field(const double p[3]) {
  int cell[3];
  double part[3], sum = 0;
  for (int a = 0; a < 3; a++) {
    const double x = p[a] + RANDOM_CELLS / 2;
    cell[a] = x > 0 ? (x < RANDOM_CELLS ? (int)x : RANDOM_CELLS - 1) : 0;
    part[a] = x - cell[a];
  }
  for (int corner = 0; corner < 8; corner++) {
    double weight = 1;
    for (int a = 0; a < 3; a++) weight *= corner >> a & 1 ? part[a] : 1 - part[a];
    if (weight != 0)
      sum += weight * random_values[cell[2] + (corner >> 2)][cell[1] + (corner >> 1 & 1)][cell[0] + (corner & 1)];
  }
  return sum;
}

/* Some values are 0 exactly, and some none; the grid is closed or open. */
static void test_random(void **state) {
  (void)state;
  for (int round = 0; round < few_of_test(60); round++) {
    const double share = draw(0.15, 0.85), zeros = round % 3 ? 0 : 0.3, holes = round % 4 ? 0 : 0.01;
    for (int i = 0; i < (RANDOM_CELLS + 1) * (RANDOM_CELLS + 1) * (RANDOM_CELLS + 1); i++) {
      const double value = draw(0, 1) < share ? -draw(0.01, 1) : draw(0.01, 1);
      (&random_values[0][0][0])[i] = draw(0, 1) < holes ? NAN : draw(0, 1) < zeros ? 0 : value;
    }
    subject s = subject_over(random_field, RANDOM_CELLS, RANDOM_CELLS / 2);
    s.field.is_open = round & 1;
    mesh_surface surface = surface_of(&s);
    assert_true(surface.vertex_count > 1000 && (surface.holes > 0) == (holes > 0));
    check_manifold(&surface, holes > 0 ? 2 : round & 1);
    for (int64_t i = 0; i < surface.vertex_count; i++)
      for (int a = 0; a < 3; a++) assert_true(fabs(surface.position[i][a]) <= RANDOM_CELLS / 2);
    assert_true(surface.within <= 1.1e-6);
    mesh_surface_free(&surface);
  }
}

/* ---- Creases ------------------------------------------------------------------------------------------- */

static mesh mesh_of(mesh_surface *s) {
  mesh m = {.vertex_count = s->vertex_count, .triangle_count = s->triangle_count, .normal = s->normal};
  m.triangle = s->triangle, s->normal = NULL, s->triangle = NULL;
  m.position = malloc((size_t)m.vertex_count * sizeof *m.position);
  for (int64_t i = 0; i < m.vertex_count; i++)
    for (int a = 0; a < 3; a++) m.position[i][a] = (float)s->position[i][a];
  return m;
}

/* How many corners a cube has where three, two and one of its sides meet; they have its sides' normals. */
static void test_creases(void **state) {
  (void)state;
  subject s = subject_over(cube, 20, 1.01);
  mesh_surface surface = surface_of(&s);
  int64_t wanted = 0, kept = 0;
  for (int64_t i = 0; i < surface.vertex_count; i++) {
    int sides = 0;
    for (int a = 0; a < 3; a++) sides += fabs(fabs(surface.position[i][a]) - 0.73) < 1e-5;
    wanted += sides;
  }
  mesh m = mesh_of(&surface);
  assert_int_equal(mesh_crease(&m), 0);
  assert_int_equal(m.vertex_count, wanted);
  for (int64_t i = 0; i < m.vertex_count; i++) {
    int along = 0;
    for (int a = 0; a < 3; a++)
      along += fabs(fabs((double)m.normal[i][a]) - 1) < 1e-4 && (double)(m.normal[i][a] * m.position[i][a]) > 0.72;
    assert_int_equal(along, 1);
  }
  check_near(mesh_volume(&m), 1.46 * 1.46 * 1.46, 1e-5);
  mesh_free(&m), mesh_surface_free(&surface);
  s = subject_over(ball, 20, 1.3);
  surface = surface_of(&s);
  m = mesh_of(&surface);
  kept = m.vertex_count;
  assert_int_equal(mesh_crease(&m), 0);
  assert_int_equal(m.vertex_count, kept);
  mesh_free(&m), mesh_surface_free(&surface);
}

/* ---- Walls, open borders, periods ----------------------------------------------------------------------- */

/* A ball that the grid's side cuts, an axis and a direction each; a grid that is solid all over. */
static void test_walls(void **state) {
  (void)state;
  for (int side = 0; side < 6; side++) {
    subject s = subject_over(ball, 32, 1.25);
    s.field.origin[side / 2] = side & 1 ? 0.3 : -0.3 - 2.5;
    mesh_surface surface = surface_of(&s);
    const double height = 0.7, volume = PI * height * height * (3 - height) / 3;
    assert_int_equal(check_manifold(&surface, 0), 2);
    check_near(volume_of(&surface), volume, 0.01);
    mesh_surface_free(&surface);
    s.field.is_open = 1;
    surface = surface_of(&s);
    assert_int_equal(check_manifold(&surface, 1), 1);
    mesh_surface_free(&surface);
  }
  subject s = subject_over(ball, 5, 0.25);
  mesh_surface surface = surface_of(&s);
  assert_int_equal(check_manifold(&surface, 0), 2);
  check_near(volume_of(&surface), 0.125, 1e-12);
  mesh_surface_free(&surface);
}

static double gyroid(const double p[3]) {
  return sin(p[0]) * cos(p[1]) + sin(p[1]) * cos(p[2]) + sin(p[2]) * cos(p[0]);
}

typedef struct {
  double at[2];
} border_place;

static int by_place(const void *one, const void *other) { return memcmp(one, other, sizeof(border_place)); }

/* The corners on a side, in an order of their own. */
static border_place *places_on(const mesh_surface *s, int axis, int end, size_t *count) {
  border_place *const places = malloc(((size_t)s->vertex_count + 1) * sizeof *places);
  *count = 0;
  for (int64_t i = 0; i < s->vertex_count; i++)
    if (s->border[i] >> (2 * axis + end) & 1)
      places[(*count)++] = (border_place){{s->position[i][(axis + 1) % 3], s->position[i][(axis + 2) % 3]}};
  qsort(places, *count, sizeof *places, by_place);
  return places;
}

static void check_sides(const mesh_surface *one, const mesh_surface *other, int axis) {
  size_t count, other_count;
  border_place *const a = places_on(one, axis, 1, &count), *const b = places_on(other, axis, 0, &other_count);
  assert_true(count > 4 && count == other_count);
  assert_memory_equal(a, b, count * sizeof *a);
  free(a), free(b);
}

/* Once around, a gyroid has an Euler number of -8: open, its borders are counted once as their ends meet. */
static void test_gyroid(void **state) {
  (void)state;
  subject s = subject_over(gyroid, 36, PI);
  s.field.is_open = 1;
  mesh_surface surface = surface_of(&s);
  check_manifold(&surface, 1);
  check_near(area_of(&surface), 3.0915 * 4 * PI * PI, 0.01);
  mesh_surface_free(&surface);
  s.field.is_open = 0;
  surface = surface_of(&s);
  check_manifold(&surface, 0);
  check_near(volume_of(&surface), 4 * PI * PI * PI, 0.01);
  mesh_surface_free(&surface);
}

/* ---- Recipes --------------------------------------------------------------------------------------------- */

static int prove_boxes(void *user, const mesh_box *boxes, int count, signed char *proven) {
  const subject *const s = user;
  for (int i = 0; i < count; i++) {
    burl_box box = {.t0 = 0};
    burl_range range;
    for (int a = 0; a < 3; a++) {
      box.lo[a] = s->field.origin[a] + boxes[i].first[a] * s->field.step[a];
      box.hi[a] = s->field.origin[a] + boxes[i].last[a] * s->field.step[a];
    }
    assert_int_equal(burl_bounds_over(s->program, &box, 1, &range), BURL_OK);
    proven[i] = (signed char)(range.may_be_nan ? 0 : range.lo >= 0 ? 1 : range.hi < 0 ? -1 : 0);
  }
  return 0;
}

static void open_recipe(subject *s, const char *of) {
  char slopes[600];
  snprintf(slopes, sizeof slopes, "f = %s\ndata(d(f, x), d(f, y), d(f, z))", of);
  s->program = compile(of, 3), s->slopes = compile(slopes, 3);
}

static void check_same(const mesh_surface *a, const mesh_surface *b) {
  assert_true(a->vertex_count == b->vertex_count && a->triangle_count == b->triangle_count);
  assert_memory_equal(a->position, b->position, (size_t)a->vertex_count * sizeof *a->position);
  assert_memory_equal(a->normal, b->normal, (size_t)a->vertex_count * sizeof *a->normal);
  assert_memory_equal(a->triangle, b->triangle, (size_t)a->triangle_count * sizeof *a->triangle);
}

/* Noises, of which some are 0 at whole coordinates, where nodes lie; with what is proven and without. */
static void test_recipes(void **state) {
  (void)state;
  static const char *const recipes[] = {
      "perlin()",
      "fbm(perlin(), octaves: 4) - 0.1",
      "length(x, y, z) - 1.4 + 0.3*fbm(simplex(2*x, 2*y, 2*z), octaves: 3)",
      "ridged(perlin(), octaves: 3) - 0.6",
      "value(interp: linear)",
      "cells(give: f2_f1) - 0.1",
      "floor(2*perlin()) + 0.5",
      "max(max(abs(x), max(abs(y), abs(z))) - 1, 1.2 - length(x, y, z))",
      "z + perlin(x, y) + perlin(2*x, 2*y, 2*z)/3",
  };
  for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++)
    for (int is_open = 0; is_open < 2; is_open++) {
      subject s = subject_over(NULL, 32, 2);
      open_recipe(&s, recipes[i]);
      s.field.is_open = is_open;
      mesh_surface all = surface_of(&s);
      const int64_t asked = s.asked;
      s.asked = 0, s.field.prove = prove_boxes;
      mesh_surface some = surface_of(&s);
      check_manifold(&some, is_open);
      check_same(&all, &some);
      assert_true(s.asked <= asked && some.sampled <= all.sampled);
      assert_true(some.within <= 1.1e-6 * s.field.step[0]);
      mesh_surface_free(&all), mesh_surface_free(&some);
      burl_free(s.program), burl_free(s.slopes);
    }
}

/* Any recipe, at the value that it has at some node, with jumps, kinks and what isn't a number. */
static void test_any(void **state) {
  (void)state;
  int made = 0;
  for (int round = 0; round < few_of_test(100); round++) {
    const recipe_wish wish = {.dims = 3, .depth = 3, .kind = RECIPE_ONCE};
    recipe text;
    char whole[sizeof text.text + 100];
    subject s = subject_over(NULL, 18, 2.25);
    random_begin((uint64_t)round);
    recipe_begin(&text);
    recipe_put_random(&text, &wish);
    if (text.length >= sizeof text.text || text.cost > 30) continue;
    const double node[3] = {(int)random_below(9) * 0.25, (int)random_below(9) * 0.25, (int)random_below(9) * 0.25};
    s.program = burl_compile(text.text, 3, NULL);
    if (!s.program || burl_channels(s.program) != 1) {
      burl_free(s.program);
      continue;
    }
    const double level = value_at(&s, node);
    burl_free(s.program);
    snprintf(whole, sizeof whole, "(%s) - %.17g", text.text, isfinite(level) ? level : 0);
    s.program = burl_compile(whole, 3, NULL);
    if (!s.program) continue;
    mesh_surface all = surface_of(&s);
    s.field.prove = prove_boxes;
    mesh_surface some = surface_of(&s);
    check_same(&all, &some);
    check_manifold(&some, some.holes > 0 ? 2 : 0);
    assert_true(some.within <= 1.1e-6 * s.field.step[0]);
    made += some.triangle_count > 0;
    mesh_surface_free(&all), mesh_surface_free(&some);
    burl_free(s.program);
  }
  assert_true(made > few_of_test(100) / 4);
}

/* What is far from the surface isn't sampled. */
static void test_proven(void **state) {
  (void)state;
  subject s = subject_over(NULL, 256, 8);
  open_recipe(&s, "length(x, y, z) - 1.4 + 0.2*fbm(simplex(), octaves: 3)");
  s.field.prove = prove_boxes;
  mesh_surface surface = surface_of(&s);
  assert_int_equal(surface.boxes, 4096);
  assert_true(surface.sampled < 100);
  assert_int_equal(check_manifold(&surface, 0), 2);
  mesh_surface_free(&surface);
  burl_free(s.program), burl_free(s.slopes);
}

/* A recipe that is periodic meets itself to the bit, and any meets its neighbour. */
static void test_tiles(void **state) {
  (void)state;
  static const char *const recipes[] = {"tile(perlin(), 4, 4, 4)", "fbm(perlin(), octaves: 3)"};
  for (int i = 0; i < 2; i++)
    for (int axis = 0; axis < 3; axis++) {
      subject s = subject_over(NULL, 24, 2);
      open_recipe(&s, recipes[i]);
      s.field.is_open = 1;
      mesh_surface one = surface_of(&s);
      s.field.origin[axis] += 4;
      mesh_surface other = surface_of(&s);
      check_sides(&one, &other, axis);
      if (i == 0) check_sides(&one, &one, axis);
      mesh_surface_free(&one), mesh_surface_free(&other);
      burl_free(s.program), burl_free(s.slopes);
    }
}

/* ---- Failures ---------------------------------------------------------------------------------------------- */

static int refuse_places(void *user, const double (*at)[3], int64_t count, double *values) {
  (void)user, (void)at, (void)count, (void)values;
  return 7;
}

static void test_failures(void **state) {
  (void)state;
  subject s = subject_over(ball, 20, 1.4);
  mesh_surface surface;
  s.field.user = &s, s.field.places = refuse_places;
  assert_int_equal(mesh_surface_of(&s.field, &surface), 7);
  mesh_surface_free(&surface);
  subject none = subject_over(ball, 3, 1.4);
  for (int a = 0; a < 3; a++) none.field.origin[a] = 10;
  surface = surface_of(&none);
  assert_int_equal(surface.triangle_count, 0);
  mesh_surface_free(&surface);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known),  cmocka_unit_test(test_sharp),   cmocka_unit_test(test_touching),
      cmocka_unit_test(test_random), cmocka_unit_test(test_creases), cmocka_unit_test(test_walls),
      cmocka_unit_test(test_gyroid), cmocka_unit_test(test_recipes), cmocka_unit_test(test_any),
      cmocka_unit_test(test_proven), cmocka_unit_test(test_tiles),   cmocka_unit_test(test_failures)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
