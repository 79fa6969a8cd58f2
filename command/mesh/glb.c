/* A mesh as one file of glTF 2.0 (Khronos Group, "glTF 2.0 Specification", 2021). */
#include "mesh/bytes.h"
#include "mesh/mesh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The parts of the buffer, in their order. */
enum { POSITION, NORMAL, PLACE, COLOUR, CORNERS, PICTURE, PARTS };

static const char *const attribute[] = {"POSITION", "NORMAL", "TEXCOORD_0", "COLOR_0"};
static const int numbers[] = {3, 3, 2, 3};

typedef struct {
  const mesh *m;
  mesh_picture picture;
  size_t begin[PARTS + 1]; /* where each part begins; where the buffer ends */
  int view[PARTS];         /* the number of each among those there are; -1: there is none */
  int count;
} parts;

static size_t bytes_of(const mesh *m, mesh_picture picture, int part) {
  const size_t vertices = (size_t)m->vertex_count;
  const void *const list[] = {m->position, m->normal, m->place, m->colour};
  if (part == PICTURE) return picture.length;
  if (part == CORNERS) return (size_t)m->triangle_count * 3 * sizeof(uint32_t);
  return list[part] ? vertices * (size_t)numbers[part] * sizeof(float) : 0;
}

static parts parts_of(const mesh *m, mesh_picture picture) {
  parts p = {.m = m, .picture = picture};
  for (int part = 0; part < PARTS; part++) {
    const size_t bytes = bytes_of(m, picture, part);
    p.view[part] = bytes ? p.count++ : -1;
    p.begin[part + 1] = p.begin[part] + (bytes + 3) / 4 * 4;
  }
  return p;
}

/* ---- its text -------------------------------------------------------------------------------------- */

/* A number of a mesh's as it is in the file: y is upwards, and what was y is -z. */
static float turned(const float *from, int axis) { return axis == 0 ? from[0] : axis == 1 ? from[2] : -from[1]; }

static void put_ends(FILE *to, const mesh *m) {
  for (int end = 0; end < 2; end++) {
    fprintf(to, ",\"%s\":[", end ? "max" : "min");
    for (int axis = 0; axis < 3; axis++) {
      float most = turned(m->position[0], axis);
      for (int64_t i = 1; i < m->vertex_count; i++) {
        const float value = turned(m->position[i], axis);
        if (end ? value > most : value < most) most = value;
      }
      fprintf(to, "%s%.9g", axis ? "," : "", (double)most);
    }
    putc(']', to);
  }
}

static void put_views(FILE *to, const parts *p) {
  fputs("\"bufferViews\":[", to);
  for (int part = 0; part < PARTS; part++) {
    if (p->view[part] < 0) continue;
    fprintf(to, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu", p->view[part] ? "," : "", p->begin[part],
            bytes_of(p->m, p->picture, part));
    if (part != PICTURE) fprintf(to, ",\"target\":%d", part == CORNERS ? 34963 : 34962);
    putc('}', to);
  }
  putc(']', to);
}

static void put_accessors(FILE *to, const parts *p) {
  fputs(",\"accessors\":[", to);
  for (int part = 0; part < CORNERS; part++) {
    if (p->view[part] < 0) continue;
    fprintf(to, "%s{\"bufferView\":%d,\"componentType\":5126,\"count\":%lld,\"type\":\"VEC%d\"", part ? "," : "",
            p->view[part], (long long)p->m->vertex_count, numbers[part]);
    if (part == POSITION) put_ends(to, p->m);
    putc('}', to);
  }
  fprintf(to, ",{\"bufferView\":%d,\"componentType\":5125,\"count\":%lld,\"type\":\"SCALAR\"}]", p->view[CORNERS],
          3 * (long long)p->m->triangle_count);
}

static void put_text(FILE *to, const void *of) {
  const parts *const p = of;
  fputs("{\"asset\":{\"version\":\"2.0\",\"generator\":\"burl\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
        "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{",
        to);
  for (int part = 0; part < CORNERS; part++)
    if (p->view[part] >= 0) fprintf(to, "%s\"%s\":%d", part ? "," : "", attribute[part], p->view[part]);
  fprintf(to, "},\"indices\":%d,\"material\":0}]}],", p->view[CORNERS]);
  fputs("\"materials\":[{\"pbrMetallicRoughness\":{\"metallicFactor\":0,\"roughnessFactor\":1", to);
  if (p->view[PICTURE] >= 0)
    fprintf(to,
            ",\"baseColorTexture\":{\"index\":0}}}],\"textures\":[{\"source\":0,\"sampler\":0}],\"samplers\":[{"
            "\"wrapS\":33071,\"wrapT\":33071}],\"images\":[{\"mimeType\":\"image/png\",\"bufferView\":%d}],",
            p->view[PICTURE]);
  else fputs("}}],", to);
  put_views(to, p);
  put_accessors(to, p);
  fprintf(to, ",\"buffers\":[{\"byteLength\":%zu}]}", p->begin[PARTS]);
}

/* ---- its bytes ------------------------------------------------------------------------------------- */

/* The light of sRGB's number, as glTF has colours of corners (IEC 61966-2-1). */
static float light_of(float colour) {
  const double v = colour > 0 ? (colour < 1 ? (double)colour : 1) : 0;
  return (float)(v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
}

static void put_buffer(FILE *to, const void *of) {
  const parts *const p = of;
  const mesh *const m = p->m;
  for (int part = POSITION; part <= NORMAL; part++)
    for (int64_t i = 0; i < m->vertex_count && p->view[part] >= 0; i++)
      for (int axis = 0; axis < 3; axis++) mesh_put_float(to, turned(part ? m->normal[i] : m->position[i], axis));
  for (int64_t i = 0; i < m->vertex_count && m->place; i++)
    mesh_put_float(to, m->place[i][0]), mesh_put_float(to, m->place[i][1]);
  for (int64_t i = 0; i < m->vertex_count && m->colour; i++)
    for (int c = 0; c < 3; c++) mesh_put_float(to, light_of(m->colour[i][c]));
  for (int64_t t = 0; t < m->triangle_count; t++)
    for (int i = 0; i < 3; i++) mesh_put_whole(to, m->triangle[t][i], 4);
  if (p->picture.length) fwrite(p->picture.bytes, 1, p->picture.length, to);
  for (size_t i = p->picture.length; i % 4; i++) putc(0, to);
}

char *mesh_glb(const mesh *m, mesh_picture colour, size_t *length) {
  const parts p = parts_of(m, colour);
  return mesh_glb_written(put_text, put_buffer, &p, p.begin[PARTS], length);
}
