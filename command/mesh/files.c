/* Meshes as PLY (G. Turk, "The PLY Polygon File Format", 1994), OBJ (Wavefront) and STL (3D Systems): z is upwards. */
#include "mesh/bytes.h"
#include "mesh/mesh.h"

#include <math.h>
#include <stdio.h>

static void put_three(FILE *to, const float value[3]) {
  for (int i = 0; i < 3; i++) mesh_put_float(to, value[i]);
}

/* ---- PLY ------------------------------------------------------------------------------------------- */

static int byte_of(float colour) { return (int)(255 * (colour > 0 ? (colour < 1 ? (double)colour : 1) : 0) + 0.5); }

static void put_ply_vertex(FILE *to, const mesh *m, int64_t i) {
  put_three(to, m->position[i]);
  if (m->normal) put_three(to, m->normal[i]);
  for (int c = 0; c < 3 && m->colour; c++) putc(byte_of(m->colour[i][c]), to);
}

static void put_ply(FILE *to, const void *of) {
  const mesh *const m = of;
  fprintf(to, "ply\nformat binary_little_endian 1.0\nelement vertex %lld\n", (long long)m->vertex_count);
  fputs("property float x\nproperty float y\nproperty float z\n", to);
  if (m->normal) fputs("property float nx\nproperty float ny\nproperty float nz\n", to);
  if (m->colour) fputs("property uchar red\nproperty uchar green\nproperty uchar blue\n", to);
  fprintf(to, "element face %lld\nproperty list uchar int vertex_indices\nend_header\n", (long long)m->triangle_count);
  for (int64_t i = 0; i < m->vertex_count; i++) put_ply_vertex(to, m, i);
  for (int64_t t = 0; t < m->triangle_count; t++) {
    putc(3, to);
    for (int i = 0; i < 3; i++) mesh_put_whole(to, m->triangle[t][i], 4);
  }
}

char *mesh_ply(const mesh *m, size_t *length) { return mesh_written(put_ply, m, length); }

/* ---- OBJ ------------------------------------------------------------------------------------------- */

static void put_obj_corner(FILE *to, const mesh *m, uint32_t vertex) {
  const unsigned n = vertex + 1;
  if (m->place && m->normal) fprintf(to, " %u/%u/%u", n, n, n);
  else if (m->place) fprintf(to, " %u/%u", n, n);
  else if (m->normal) fprintf(to, " %u//%u", n, n);
  else fprintf(to, " %u", n);
}

typedef struct {
  const mesh *m;
  const char *materials;
} obj;

static void put_obj(FILE *to, const void *of) {
  const obj *const o = of;
  const mesh *const m = o->m;
  if (o->materials) fprintf(to, "mtllib %s\nusemtl ground\n", o->materials);
  for (int64_t i = 0; i < m->vertex_count; i++)
    fprintf(to, "v %.9g %.9g %.9g\n", (double)m->position[i][0], (double)m->position[i][1], (double)m->position[i][2]);
  for (int64_t i = 0; i < m->vertex_count && m->place; i++)
    fprintf(to, "vt %.9g %.9g\n", (double)m->place[i][0], 1 - (double)m->place[i][1]);
  for (int64_t i = 0; i < m->vertex_count && m->normal; i++)
    fprintf(to, "vn %.9g %.9g %.9g\n", (double)m->normal[i][0], (double)m->normal[i][1], (double)m->normal[i][2]);
  for (int64_t t = 0; t < m->triangle_count; t++) {
    putc('f', to);
    for (int i = 0; i < 3; i++) put_obj_corner(to, m, m->triangle[t][i]);
    putc('\n', to);
  }
}

char *mesh_obj(const mesh *m, const char *materials, size_t *length) {
  const obj o = {m, materials};
  return mesh_written(put_obj, &o, length);
}

static void put_mtl_picture(FILE *to, const mesh_material *material, int picture, const char *key) {
  const mesh_picture *const p = &material->picture[picture];
  if (p->length) fprintf(to, "%s %s\n", key, p->name);
}

static void put_mtl_colour(FILE *to, const char *key, const double *light, int has_picture) {
  static const double all[3] = {1, 1, 1};
  const double *const c = has_picture ? all : light;
  fprintf(to, "%s %.6g %.6g %.6g\n", key, c[0], c[1], c[2]);
}

/* Roughness and metallic are as programs with such materials write them, and have no picture: burl's holds three. */
static void put_mtl(FILE *to, const void *of) {
  const mesh_material *const s = of;
  fputs("newmtl ground\n", to);
  put_mtl_colour(to, "Kd", s->colour, s->picture[MESH_COLOUR].length > 0);
  put_mtl_colour(to, "Ke", s->emission, s->picture[MESH_EMISSION].length > 0);
  fprintf(to, "Pr %.6g\nPm %.6g\n", s->roughness, s->metallic);
  put_mtl_picture(to, s, MESH_COLOUR, "map_Kd");
  put_mtl_picture(to, s, MESH_EMISSION, "map_Ke");
  put_mtl_picture(to, s, MESH_NORMAL, "map_Bump -bm 1");
}

char *mesh_mtl(const mesh_material *material, size_t *length) { return mesh_written(put_mtl, material, length); }

/* ---- STL ------------------------------------------------------------------------------------------- */

/* What is at right angles to a triangle, of length 1. */
static void normal_of(const float *a, const float *b, const float *c, float normal[3]) {
  double along[3], across[3], n[3], square = 0;
  for (int i = 0; i < 3; i++) along[i] = (double)b[i] - (double)a[i], across[i] = (double)c[i] - (double)a[i];
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    n[i] = along[j] * across[k] - along[k] * across[j];
    square += n[i] * n[i];
  }
  for (int i = 0; i < 3; i++) normal[i] = square > 0 ? (float)(n[i] / sqrt(square)) : 0;
}

static void put_stl(FILE *to, const void *of) {
  const mesh *const m = of;
  char head[81];
  snprintf(head, sizeof head, "%-80s", "binary STL by burl, in the units of the recipe");
  fwrite(head, 1, 80, to);
  mesh_put_whole(to, (uint32_t)m->triangle_count, 4);
  for (int64_t t = 0; t < m->triangle_count; t++) {
    const float *const a = m->position[m->triangle[t][0]], *const b = m->position[m->triangle[t][1]],
                       *const c = m->position[m->triangle[t][2]];
    float normal[3];
    normal_of(a, b, c, normal);
    put_three(to, normal), put_three(to, a), put_three(to, b), put_three(to, c);
    mesh_put_whole(to, 0, 2);
  }
}

char *mesh_stl(const mesh *m, size_t *length) { return mesh_written(put_stl, m, length); }
