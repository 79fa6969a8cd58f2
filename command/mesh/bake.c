/* Normals of pictures: those of a recipe beside those that corners have, which lie between these as programs that draw
 * lead them.  Tangents are as glTF 2.0 has them (Khronos Group, "glTF 2.0 Specification", 2021, section 3.7.2.1). */
#include "mesh/mesh.h"

#include <math.h>
#include <string.h>

double mesh_light_of(float colour) {
  const double v = colour > 0 ? (colour < 1 ? (double)colour : 1) : 0;
  return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

/* As long as 1; straight along the axis where that is nothing. */
static void set_unit(const double v[3], int axis, float to[3]) {
  const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (int i = 0; i < 3; i++) to[i] = length > 0 ? (float)(v[i] / length) : (float)(i == axis);
}

void mesh_tangent(const float normal[3], float tangent[3]) {
  const double x = (double)normal[0], along[3] = {1 - x * x, -x * (double)normal[1], -x * (double)normal[2]};
  set_unit(along, 1, tangent);
}

void mesh_normal_beside(const float other[3], const float normal[3], float to[3]) {
  float t[3];
  double part[3] = {0};
  mesh_tangent(other, t);
  const double across[3] = {(double)other[1] * (double)t[2] - (double)other[2] * (double)t[1],
                            (double)other[2] * (double)t[0] - (double)other[0] * (double)t[2],
                            (double)other[0] * (double)t[1] - (double)other[1] * (double)t[0]};
  for (int i = 0; i < 3; i++) {
    part[0] += (double)t[i] * (double)normal[i], part[1] += across[i] * (double)normal[i];
    part[2] += (double)other[i] * (double)normal[i];
  }
  set_unit(part, 2, to);
  for (int i = 0; i < 3; i++) to[i] = 0.5f + 0.5f * to[i];
}

/* ---- Between corners ------------------------------------------------------------------------------- */

/* A triangle in a picture: its corners, in pixels from the middle of the first one, and its normals. */
typedef struct {
  double x[3], y[3], twice; /* twice its area, with its sign */
  const float *normal[3];
} flat_triangle;

static flat_triangle flat_at(const mesh *m, int64_t number, int columns, int rows) {
  flat_triangle t;
  for (int i = 0; i < 3; i++) {
    const uint32_t corner = m->triangle[number][i];
    t.x[i] = (double)m->place[corner][0] * columns - 0.5;
    t.y[i] = (double)m->place[corner][1] * rows - 0.5;
    t.normal[i] = m->normal[corner];
  }
  t.twice = (t.x[1] - t.x[0]) * (t.y[2] - t.y[0]) - (t.x[2] - t.x[0]) * (t.y[1] - t.y[0]);
  return t;
}

/* Whether a pixel's middle is within it, or beside it by no more than rounding. */
static int take_pixel(const flat_triangle *t, int x, int y, float to[3]) {
  double sum[3] = {0};
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double weight = ((t->x[j] - x) * (t->y[k] - y) - (t->x[k] - x) * (t->y[j] - y)) / t->twice;
    if (!(weight > -1e-4)) return 0;
    for (int a = 0; a < 3; a++) sum[a] += weight * (double)t->normal[i][a];
  }
  set_unit(sum, 2, to);
  return 1;
}

static int within(double v, int most) { return v > 0 ? (v < most ? (int)v : most) : 0; }

static void fill_triangle(const flat_triangle *t, int columns, int rows, float (*to)[3]) {
  const int left = within(fmin(fmin(t->x[0], t->x[1]), t->x[2]), columns - 1),
            right = within(fmax(fmax(t->x[0], t->x[1]), t->x[2]) + 1, columns - 1),
            top = within(fmin(fmin(t->y[0], t->y[1]), t->y[2]), rows - 1),
            bottom = within(fmax(fmax(t->y[0], t->y[1]), t->y[2]) + 1, rows - 1);
  for (int y = top; y <= bottom; y++)
    for (int x = left; x <= right; x++) take_pixel(t, x, y, to[(int64_t)y * columns + x]);
}

void mesh_normals_between(const mesh *m, int columns, int rows, float (*to)[3]) {
  static const float up[3] = {0, 0, 1};
  for (int64_t i = 0; i < (int64_t)columns * rows; i++) memcpy(to[i], up, sizeof up);
  for (int64_t i = 0; i < m->triangle_count; i++) {
    const flat_triangle t = flat_at(m, i, columns, rows);
    if (t.twice != 0) fill_triangle(&t, columns, rows, to);
  }
}
