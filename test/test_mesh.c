/* Meshes of heights: every sample against the triangle it is in, found slowly; edges, areas, holes; closed ground; and
 * the bytes of the files, read back. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "draw.h"
#include "mesh/mesh.h"
#include "scale.h"

enum { MOST = 65 };

typedef struct {
  mesh_heights heights;
  float height[MOST * MOST];
  double error;
  mesh_ground ground;
} ground_case;

/* Waves with a crease, sometimes a hole or level ground. */
static void draw_heights(ground_case *c) {
  const double along = draw(0, 0.3), across = draw(0, 0.3), crease = draw(0, MOST), hole = draw(0, 1) < 0.3 ? 9 : -1;
  const double flat = draw(0, 1) < 0.3 ? draw(-1, 1) : -1e9;
  for (int y = 0; y < c->heights.rows; y++)
    for (int x = 0; x < c->heights.columns; x++) {
      const double wave = sin(along * x + across * y) + 0.5 * cos(0.9 * along * y - across * x) + 0.02 * draw(-1, 1);
      const double height = fmax(wave + 0.05 * fabs(x + 0.5 * y - crease), flat);
      c->height[y * c->heights.columns + x] = hypot(x - 20, y - 14) < hole ? NAN : (float)height;
    }
}

static void draw_case(ground_case *c) {
  static const int units[] = {1, 2, 4};
  const int unit = units[(int)draw(0, 3)];
  c->heights = (mesh_heights){.unit = unit, .height = c->height};
  c->heights.columns = 1 + 2 * unit * (int)draw(1, (MOST - 1) / (2 * unit) + 0.99);
  c->heights.rows = 1 + 2 * unit * (int)draw(1, (MOST - 1) / (2 * unit) + 0.99);
  c->error = draw(0, 1) < 0.1 ? 0 : pow(10, draw(-3, 0.5));
  draw_heights(c);
  assert_int_equal(mesh_of_heights(&c->heights, c->error, &c->ground), 0);
}

static int x_of(const ground_case *c, uint32_t corner) { return (int)(c->ground.node[corner] % c->heights.columns); }
static int y_of(const ground_case *c, uint32_t corner) { return (int)(c->ground.node[corner] / c->heights.columns); }

/* Twice the area of a triangle of two corners and a place, above 0 where they follow one another against the clock. */
static int64_t area_with(const ground_case *c, uint32_t a, uint32_t b, int x, int y) {
  return (int64_t)(x_of(c, b) - x_of(c, a)) * (y - y_of(c, a)) - (int64_t)(y_of(c, b) - y_of(c, a)) * (x - x_of(c, a));
}

/* Checks the samples of a triangle, and counts for each sample how many triangles it is in. */
static void check_triangle(const ground_case *c, const uint32_t t[3], unsigned char *covered, double *most,
                           int64_t *far, unsigned char *is_far) {
  const int64_t area = area_with(c, t[0], t[1], x_of(c, t[2]), y_of(c, t[2]));
  assert_true(area > 0);
  for (int i = 0; i < 3; i++) {
    assert_true(x_of(c, t[i]) % c->heights.unit == 0 && y_of(c, t[i]) % c->heights.unit == 0);
    assert_true(c->height[c->ground.node[t[i]]] < INFINITY);
  }
  for (int y = 0; y < c->heights.rows; y++)
    for (int x = 0; x < c->heights.columns; x++) {
      double weight[3], height = 0;
      for (int i = 0; i < 3; i++) weight[i] = (double)area_with(c, t[(i + 1) % 3], t[(i + 2) % 3], x, y) / (double)area;
      if (weight[0] < 0 || weight[1] < 0 || weight[2] < 0) continue;
      for (int i = 0; i < 3; i++) height += weight[i] * (double)c->height[c->ground.node[t[i]]];
      const double away = fabs(height - (double)c->height[y * c->heights.columns + x]);
      covered[y * c->heights.columns + x] = 1;
      *most = fmax(*most, away);
      *far += away > c->error + 1e-12;
      is_far[y * c->heights.columns + x] |= away > c->error;
    }
}

/* Each edge inside is of two triangles, each edge of one is on the border or beside a hole. */
static void check_edges(const ground_case *c, int has_holes) {
  const int64_t count = c->ground.node_count;
  unsigned char *const edges = calloc((size_t)(count * count), 1);
  for (int64_t t = 0; t < c->ground.triangle_count; t++)
    for (int i = 0; i < 3; i++) {
      unsigned char *const edge = &edges[c->ground.triangle[t][i] * count + c->ground.triangle[t][(i + 1) % 3]];
      assert_int_equal(*edge, 0);
      *edge = 1;
    }
  for (uint32_t a = 0; a < count; a++)
    for (uint32_t b = 0; b < count; b++) {
      if (!edges[a * count + b] || edges[b * count + a]) continue;
      const int along_x = x_of(c, a) == x_of(c, b) && (x_of(c, a) == 0 || x_of(c, a) == c->heights.columns - 1);
      const int along_y = y_of(c, a) == y_of(c, b) && (y_of(c, a) == 0 || y_of(c, a) == c->heights.rows - 1);
      assert_true(along_x || along_y || has_holes);
    }
  free(edges);
}

static void test_ground(void **state) {
  (void)state;
  static ground_case c;
  static unsigned char covered[MOST * MOST], is_far[MOST * MOST];
  int64_t coarse = 0;
  for (int round = 0; round < few_of_test(150); round++) {
    double most = 0;
    int64_t far = 0, holes = 0, area = 0;
    draw_case(&c);
    memset(covered, 0, sizeof covered), memset(is_far, 0, sizeof is_far);
    for (int64_t t = 0; t < c.ground.triangle_count; t++) {
      const uint32_t *const corner = c.ground.triangle[t];
      check_triangle(&c, corner, covered, &most, &far, is_far);
      area += area_with(&c, corner[0], corner[1], x_of(&c, corner[2]), y_of(&c, corner[2]));
    }
    for (int i = 0; i < c.heights.columns * c.heights.rows; i++) holes += isnan(c.height[i]);
    assert_int_equal(holes, c.ground.holes);
    if (!holes) {
      assert_int_equal(area, 2 * (int64_t)(c.heights.columns - 1) * (c.heights.rows - 1));
      assert_true(fabs(most - c.ground.deviation) < 1e-9);
    }
    if (c.heights.unit == 1) assert_int_equal(far, 0);
    if (c.ground.beyond == 0) assert_int_equal(far, 0);
    int64_t beyond = 0;
    for (int i = 0; i < c.heights.columns * c.heights.rows; i++) beyond += is_far[i];
    if (c.error > 0) assert_true(beyond == c.ground.beyond);
    if (c.ground.node_count < 1500) check_edges(&c, holes > 0);
    coarse += c.ground.triangle_count <
              2 * (int64_t)((c.heights.columns - 1) / c.heights.unit) * ((c.heights.rows - 1) / c.heights.unit) / 2;
    mesh_ground_free(&c.ground);
  }
  assert_true(coarse > 10);
}

/* ---- Closed ground --------------------------------------------------------------------------------- */

static mesh mesh_of(const ground_case *c) {
  mesh m = {.vertex_count = c->ground.node_count, .triangle_count = c->ground.triangle_count};
  m.position = malloc((size_t)m.vertex_count * sizeof *m.position + 1);
  m.normal = malloc((size_t)m.vertex_count * sizeof *m.normal + 1);
  m.place = malloc((size_t)m.vertex_count * sizeof *m.place + 1);
  m.colour = malloc((size_t)m.vertex_count * sizeof *m.colour + 1);
  m.triangle = malloc((size_t)m.triangle_count * sizeof *m.triangle + 1);
  for (uint32_t i = 0; i < m.vertex_count; i++) {
    const float x = (float)x_of(c, i), y = (float)y_of(c, i), grey = (float)(i % 5) / 4;
    const float position[3] = {x, y, c->height[c->ground.node[i]]}, normal[3] = {0.6f, 0, 0.8f};
    const float place[2] = {x / MOST, y / MOST}, colour[3] = {grey, 1 - grey, 2 * grey - 0.5f};
    memcpy(m.position[i], position, sizeof position), memcpy(m.normal[i], normal, sizeof normal);
    memcpy(m.place[i], place, sizeof place), memcpy(m.colour[i], colour, sizeof colour);
  }
  if (m.triangle_count) memcpy(m.triangle, c->ground.triangle, (size_t)m.triangle_count * sizeof *m.triangle);
  return m;
}

/* Each edge is gone through once in either direction: it belongs to two triangles. */
static void check_closed(const mesh *m) {
  const size_t count = (size_t)m->vertex_count;
  unsigned char *const passes = calloc(count * count, 1);
  for (int64_t t = 0; t < m->triangle_count; t++)
    for (int i = 0; i < 3; i++) passes[m->triangle[t][i] * count + m->triangle[t][(i + 1) % 3]]++;
  for (size_t a = 0; a < count; a++)
    for (size_t b = 0; b < count; b++)
      assert_true(passes[a * count + b] < 2 && passes[a * count + b] == passes[b * count + a]);
  free(passes);
}

/* What is closed and has no holes is a ball: corners less edges and triangles are 2. */
static void check_ball(const mesh *m) {
  unsigned char *const used = calloc((size_t)m->vertex_count, 1);
  int64_t corners = 0;
  for (int64_t i = 0; i < 3 * m->triangle_count; i++) used[m->triangle[i / 3][i % 3]] = 1;
  for (int64_t i = 0; i < m->vertex_count; i++) corners += used[i];
  assert_int_equal(2 * corners - 3 * m->triangle_count + 2 * m->triangle_count, 4);
  free(used);
}

/* It holds the area of each triangle times its mean height above the floor. */
static void test_closed(void **state) {
  (void)state;
  static ground_case c;
  for (int round = 0; round < few_of_test(60); round++) {
    draw_case(&c);
    mesh m = mesh_of(&c);
    double wanted = 0;
    for (int64_t t = 0; t < m.triangle_count; t++) {
      const uint32_t *const corner = m.triangle[t];
      double height = 0;
      for (int i = 0; i < 3; i++) height += ((double)m.position[corner[i]][2] + 30) / 3;
      wanted += 0.5 * height * (double)area_with(&c, corner[0], corner[1], x_of(&c, corner[2]), y_of(&c, corner[2]));
    }
    const int64_t before = m.triangle_count;
    assert_int_equal(mesh_close(&m, -30), 0);
    assert_true(m.triangle_count >= 2 * before && m.normal == NULL);
    assert_true(fabs(mesh_volume(&m) - wanted) <= 1e-6 * fabs(wanted) + 1e-9);
    if (m.vertex_count < 3000) check_closed(&m);
    if (c.ground.holes == 0) check_ball(&m);
    mesh_free(&m);
    mesh_ground_free(&c.ground);
  }
}

/* Ground with holes anywhere touches itself in many corners, which leave: no wall is one of four triangles, no corner
 * is without a triangle. */
static void test_pinches(void **state) {
  (void)state;
  static ground_case c;
  int64_t kept = 0;
  for (int round = 0; round < few_of_test(60); round++) {
    const double share = draw(0, 0.4);
    c.heights = (mesh_heights){.columns = 17, .rows = 17, .unit = 1, .height = c.height};
    for (int i = 0; i < 17 * 17; i++) c.height[i] = draw(0, 1) < share ? NAN : (float)draw(0, 1);
    assert_int_equal(mesh_of_heights(&c.heights, 0.01, &c.ground), 0);
    mesh m = mesh_of(&c);
    assert_int_equal(mesh_close(&m, -3), 0);
    check_closed(&m);
    unsigned char *const used = calloc((size_t)m.vertex_count + 1, 1);
    for (int64_t i = 0; i < 3 * m.triangle_count; i++) used[m.triangle[i / 3][i % 3]] = 1;
    for (int64_t i = 0; i < m.vertex_count; i++) assert_true(used[i]);
    free(used);
    kept += m.triangle_count > 0;
    mesh_free(&m);
    mesh_ground_free(&c.ground);
  }
  assert_true(kept > few_of_test(60) / 3);
}

/* ---- Skirts ---------------------------------------------------------------------------------------- */

/* Each edge of one triangle has a wall below it, which ends where nothing is; corners go straight down. */
static void test_skirts(void **state) {
  (void)state;
  static ground_case c;
  for (int round = 0; round < few_of_test(60); round++) {
    draw_case(&c);
    mesh m = mesh_of(&c);
    const int64_t corners = m.vertex_count, triangles = m.triangle_count;
    assert_int_equal(mesh_hang(&m, 2.5f), 0);
    for (int64_t t = triangles; t < m.triangle_count; t++) {
      int low = 0;
      for (int i = 0; i < 3; i++) low += m.triangle[t][i] >= corners;
      assert_true(low == 1 || low == 2);
    }
    for (int64_t i = corners; i < m.vertex_count; i++) {
      int found = 0;
      for (int64_t k = 0; k < corners; k++)
        found += m.position[k][0] == m.position[i][0] && m.position[k][1] == m.position[i][1] &&
                 m.position[k][2] - 2.5f == m.position[i][2] &&
                 memcmp(m.normal[k], m.normal[i], sizeof *m.normal) == 0 &&
                 memcmp(m.colour[k], m.colour[i], sizeof *m.colour) == 0;
      assert_int_equal(found, 1);
    }
    /* what has one triangle now lies wholly below: between corners that have been added */
    const size_t count = (size_t)m.vertex_count;
    signed char *const balance = count < 3000 ? calloc(count * count, 1) : NULL;
    for (int64_t t = 0; t < m.triangle_count && balance; t++)
      for (int i = 0; i < 3; i++) {
        const uint32_t a = m.triangle[t][i], b = m.triangle[t][(i + 1) % 3];
        signed char *const edge = &balance[a < b ? a * count + b : b * count + a];
        *edge = (signed char)(*edge + (a < b ? 1 : -1));
      }
    for (size_t a = 0; a < count && balance; a++)
      for (size_t b = a; b < count; b++)
        if (a < (size_t)corners && b < (size_t)corners) assert_int_equal(balance[a * count + b], 0);
    free(balance);
    mesh_free(&m);
    mesh_ground_free(&c.ground);
  }
}

/* ---- Parts ----------------------------------------------------------------------------------------- */

/* Two tiles beside each other hold all triangles between them, and the same corners where they meet. */
static void test_parts(void **state) {
  (void)state;
  static ground_case c;
  for (int round = 0; round < few_of_test(60); round++) {
    enum { SIDE = 32 };
    mesh_ground part[2];
    int64_t shared[2] = {0, 0}, sum[2] = {0, 0}, area = 0;
    c.heights = (mesh_heights){2 * SIDE + 1, SIDE + 1, 1 << (int)draw(0, 3), c.height, SIDE >> (int)draw(0, 3)};
    draw_heights(&c);
    assert_int_equal(mesh_of_heights(&c.heights, pow(10, draw(-3, 0.5)), &c.ground), 0);
    for (int side = 0; side < 2; side++) {
      const int first[2] = {side * SIDE, 0}, last[2] = {(side + 1) * SIDE, SIDE};
      assert_int_equal(mesh_ground_part(&c.ground, first, last, &part[side]), 0);
      for (int64_t i = 0; i < part[side].node_count; i++) {
        const int64_t x = part[side].node[i] % c.heights.columns, y = part[side].node[i] / c.heights.columns;
        assert_true(x >= first[0] && x <= last[0] && y <= SIDE);
        if (x == SIDE) shared[side]++, sum[side] += y * y;
      }
      for (int64_t t = 0; t < 3 * part[side].triangle_count; t++)
        assert_true(part[side].triangle[t / 3][t % 3] < part[side].node_count);
      const ground_case own = {.heights = c.heights, .ground = part[side]};
      for (int64_t t = 0; t < part[side].triangle_count; t++) {
        const uint32_t *const corner = part[side].triangle[t];
        area += area_with(&own, corner[0], corner[1], x_of(&own, corner[2]), y_of(&own, corner[2]));
      }
    }
    if (!c.ground.holes) assert_true(area == 2 * 2 * SIDE * SIDE);
    assert_int_equal(part[0].triangle_count + part[1].triangle_count, c.ground.triangle_count);
    if (!c.ground.holes) assert_true(shared[0] >= 2 && shared[0] == shared[1] && sum[0] == sum[1]);
    mesh_ground_free(&part[0]), mesh_ground_free(&part[1]), mesh_ground_free(&c.ground);
  }
}

/* ---- Files ----------------------------------------------------------------------------------------- */

static uint32_t whole_at(const char *bytes) {
  const unsigned char *const b = (const unsigned char *)bytes;
  return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static float float_at(const char *bytes) {
  const uint32_t bits = whole_at(bytes);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* A triangle on a slope, with everything. */
static mesh one_triangle(void) {
  static ground_case c = {.ground = {.node_count = 3, .triangle_count = 1}};
  static int64_t nodes[3] = {0, 2, 9};
  static uint32_t corners[1][3] = {{0, 1, 2}};
  c.heights = (mesh_heights){3, 4, 1, c.height, 0};
  c.height[2] = 1, c.height[9] = 5;
  c.ground.node = nodes, c.ground.triangle = corners;
  return mesh_of(&c);
}

static void test_ply(void **state) {
  (void)state;
  size_t length;
  mesh m = one_triangle();
  char *const text = mesh_ply(&m, &length), *const end = strstr(text, "end_header\n");
  assert_non_null(strstr(text, "element vertex 3\n"));
  assert_non_null(strstr(text, "element face 1\n"));
  const char *const vertices = end + strlen("end_header\n"), *const faces = vertices + 3 * (24 + 3);
  assert_int_equal(length, faces - text + 13);
  assert_true(float_at(vertices + 27) == 2 && float_at(vertices + 27 + 4) == 0 && float_at(vertices + 27 + 8) == 1);
  assert_true(float_at(vertices + 27 + 12) == 0.6f && float_at(vertices + 27 + 20) == 0.8f);
  assert_int_equal((unsigned char)vertices[27 + 24], 64); /* a quarter; */
  assert_int_equal((unsigned char)vertices[27 + 26], 0);  /* below 0 */
  assert_int_equal(faces[0], 3);
  for (uint32_t i = 0; i < 3; i++) assert_int_equal(whole_at(faces + 1 + 4 * i), i);
  free(text);
  mesh_free(&m);
}

static void test_obj(void **state) {
  (void)state;
  size_t length;
  mesh m = one_triangle();
  char *text = mesh_obj(&m, NULL, &length);
  assert_int_equal(strlen(text), length);
  assert_non_null(strstr(text, "v 2 0 1\n"));
  assert_non_null(strstr(text, "vn 0.600000024 0 0.800000012\n"));
  assert_non_null(strstr(text, "f 1/1/1 2/2/2 3/3/3\n"));
  free(text);
  free(m.place), m.place = NULL;
  text = mesh_obj(&m, NULL, &length);
  assert_non_null(strstr(text, "f 1//1 2//2 3//3\n"));
  free(text);
  free(m.normal), m.normal = NULL;
  text = mesh_obj(&m, NULL, &length);
  assert_non_null(strstr(text, "f 1 2 3\n"));
  free(text);
  mesh_free(&m);
}

static void test_stl(void **state) {
  (void)state;
  size_t length;
  mesh m = one_triangle(); /* (0, 0, 0), (2, 0, 1), (0, 3, 5): at right angles to it is (-3, -10, 6) */
  char *const bytes = mesh_stl(&m, &length);
  assert_int_equal(length, 84 + 50);
  assert_memory_not_equal(bytes, "solid", 5); /* as it would be of text */
  assert_int_equal(whole_at(bytes + 80), 1);
  const double size = sqrt(9 + 100 + 36), normal[3] = {-3 / size, -10 / size, 6 / size};
  for (int i = 0; i < 3; i++) assert_true(fabs((double)float_at(bytes + 84 + 4 * i) - normal[i]) < 1e-6);
  assert_true(float_at(bytes + 84 + 24) == 2 && float_at(bytes + 84 + 32) == 1 && float_at(bytes + 84 + 40) == 3);
  free(bytes);
  mesh_free(&m);
}

/* The places of an accessor's bytes, of the parts in their order. */
static void test_glb(void **state) {
  (void)state;
  mesh m = one_triangle();
  for (int with_picture = 0; with_picture < 2; with_picture++) {
    const mesh_material material = {.picture = {{"PNG!?", with_picture ? 5 : 0, NULL}}};
    size_t length;
    char *const bytes = mesh_glb(&m, &material, &length);
    const uint32_t text = whole_at(bytes + 12), buffer = whole_at(bytes + 20 + text);
    const char *const data = bytes + 28 + text;
    assert_memory_equal(bytes, "glTF\2\0\0\0", 8);
    assert_int_equal(whole_at(bytes + 8), length);
    assert_memory_equal(bytes + 16, "JSON", 4);
    assert_memory_equal(bytes + 24 + text, "BIN\0", 4);
    assert_int_equal(length, 28 + text + buffer);
    assert_true(text % 4 == 0 && buffer % 4 == 0);
    assert_int_equal(buffer, 3 * (12 + 12 + 8 + 12) + 12 + (with_picture ? 8 : 0));
    assert_true(float_at(data + 12) == 2 && float_at(data + 16) == 1 && float_at(data + 20) == 0); /* y is the height */
    assert_true(float_at(data + 32) == -3);
    assert_true(float_at(data + 36 + 4) == 0.8f && float_at(data + 36 + 8) == 0);
    assert_true(fabs((double)float_at(data + 72 + 24 + 12) - 0.0508761) < 1e-6); /* the light of a quarter in sRGB */
    assert_int_equal(whole_at(data + 132 + 8), 2);
    if (with_picture) assert_memory_equal(data + 144, "PNG!?\0\0\0", 8);
    free(bytes);
  }
  mesh_free(&m);
}

/* What doesn't fit is known without its bytes: corners of 24 bytes, triangles of 12, and pictures in fours. */
static void test_glb_bytes(void **state) {
  (void)state;
  float some[1][3] = {{0}};
  const mesh m = {.vertex_count = 150000000, .triangle_count = 300000000, .position = some, .normal = some};
  mesh_material material = {.picture = {{.length = 1}}};
  assert_true(mesh_glb_bytes(&m, &material) == 7200000004);
  assert_true(mesh_glb_bytes(&m, &material) > MESH_MOST_GLB);
  material.picture[0].name = "beside.png";
  assert_true(mesh_glb_bytes(&(mesh){.vertex_count = 3, .triangle_count = 1, .position = some}, &material) == 48);
}

/* Beside a .gltf lie its numbers and pictures, whose names are references; of an .obj materials name the pictures. */
static void test_beside(void **state) {
  (void)state;
  const mesh_material material = {
      .picture = {{"PNG!", 4, "a b_colour.png"}, {"ORM!", 4, "o.png"}, {"NML!", 4, "n.png"}},
      .colour = {0.5, 0.25, 1},
      .roughness = 0.75,
      .has_occlusion = 1};
  mesh m = one_triangle();
  size_t length, count;
  char *text = mesh_gltf(&m, &material, "\"g.bin", &length), *const numbers = mesh_gltf_numbers(&m, &material, &count);
  assert_int_equal(strlen(text), length);
  assert_int_equal(count, 3 * (12 + 12 + 16 + 8 + 12) + 12);
  assert_non_null(strstr(text, "\"buffers\":[{\"byteLength\":192,\"uri\":\"%22g.bin\"}]"));
  assert_non_null(strstr(text, "\"images\":[{\"uri\":\"a%20b_colour.png\"},{\"uri\":\"o.png\"},{\"uri\":\"n.png\"}]"));
  assert_non_null(strstr(text, "\"normalTexture\":{\"index\":2},\"occlusionTexture\":{\"index\":1}"));
  /* the tangent of a slope along x goes up or down with it */
  assert_true(fabs((double)float_at(numbers + 72) - 0.8) < 1e-6 && fabs((double)float_at(numbers + 76) + 0.6) < 1e-6);
  assert_true(float_at(numbers + 80) == 0 && float_at(numbers + 84) == 1);
  free(text), free(numbers);
  text = mesh_mtl(&material, &length);
  assert_string_equal(text, "newmtl ground\nKd 1 1 1\nKe 0 0 0\nPr 0.75\nPm 0\nmap_Kd a b_colour.png\n"
                            "map_Bump -bm 1 n.png\n");
  free(text);
  text = mesh_obj(&m, "g.mtl", &length);
  assert_non_null(strstr(text, "mtllib g.mtl\nusemtl ground\nv 0 0 0\n"));
  free(text);
  mesh_free(&m);
}

/* ---- Normals of pictures --------------------------------------------------------------------------- */

static void draw_normal(float to[3]) {
  const double x = draw(-2, 2), y = draw(-2, 2), length = sqrt(x * x + y * y + 1);
  to[0] = (float)(x / length), to[1] = (float)(y / length), to[2] = (float)(1 / length);
}

/* What a program makes of the picture's number is the normal again. */
static void test_beside_normals(void **state) {
  (void)state;
  for (int round = 0; round < few_of_test(1000); round++) {
    float n[3], wanted[3], t[3], number[3];
    draw_normal(n), draw_normal(wanted);
    mesh_tangent(n, t);
    mesh_normal_beside(n, wanted, number);
    assert_true(fabs((double)t[0] * (double)n[0] + (double)t[1] * (double)n[1] + (double)t[2] * (double)n[2]) < 1e-6);
    assert_true(t[0] > 0);
    for (int i = 0; i < 3; i++) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      const double across = (double)n[j] * (double)t[k] - (double)n[k] * (double)t[j];
      const double back = (2 * (double)number[0] - 1) * (double)t[i] + (2 * (double)number[1] - 1) * across +
                          (2 * (double)number[2] - 1) * (double)n[i];
      assert_true(fabs(back - (double)wanted[i]) < 1e-5);
    }
  }
  const float along[3] = {1, 0, 0};
  float t[3];
  mesh_tangent(along, t);
  assert_true(t[1] == 1);
}

/* In a picture that two triangles cover each pixel has what its corners give by their areas; elsewhere it is up. */
static void test_between(void **state) {
  (void)state;
  enum { COLUMNS = 16, ROWS = 8 };
  for (int round = 0; round < few_of_test(50); round++) {
    float position[4][3] = {{0}}, normal[4][3], place[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    uint32_t triangle[2][3] = {{0, 2, 1}, {0, 3, 2}};
    float to[COLUMNS * ROWS][3];
    const int count = 1 + round % 2;
    for (int i = 0; i < 4; i++) draw_normal(normal[i]);
    const mesh m = {4, count, position, normal, place, NULL, triangle};
    mesh_normals_between(&m, COLUMNS, ROWS, to);
    for (int i = 0; i < COLUMNS * ROWS; i++) {
      const double u = (i % COLUMNS + 0.5) / COLUMNS, v = (i / COLUMNS + 0.5) / ROWS;
      const int below = v > u, third = below ? 3 : 1;
      double wanted[3], square = 0;
      for (int a = 0; a < 3; a++) {
        const double low = fmin(u, v), high = fmax(u, v);
        wanted[a] =
            (1 - high) * (double)normal[0][a] + low * (double)normal[2][a] + (high - low) * (double)normal[third][a];
        square += wanted[a] * wanted[a];
      }
      for (int a = 0; a < 3; a++) {
        const double here = below && count == 1 ? a == 2 : wanted[a] / sqrt(square);
        assert_true(fabs((double)to[i][a] - here) < 1e-4 || fabs(u - v) < 1e-9);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ground),    cmocka_unit_test(test_closed), cmocka_unit_test(test_pinches),
      cmocka_unit_test(test_skirts),    cmocka_unit_test(test_parts),  cmocka_unit_test(test_ply),
      cmocka_unit_test(test_obj),       cmocka_unit_test(test_stl),    cmocka_unit_test(test_glb),
      cmocka_unit_test(test_glb_bytes), cmocka_unit_test(test_beside), cmocka_unit_test(test_beside_normals),
      cmocka_unit_test(test_between)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
