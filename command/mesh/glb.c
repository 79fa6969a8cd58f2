/* A mesh as glTF 2.0 (Khronos Group, "glTF 2.0 Specification", 2021), in one file or as text with files beside it. */
#include "mesh/bytes.h"
#include "mesh/mesh.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The parts of the buffer, in their order: attributes of corners, the triangles' corners, pictures. */
enum { POSITION, NORMAL, TANGENT, PLACE, COLOUR, CORNERS, PICTURES, PARTS = PICTURES + MESH_PICTURES };

static const char *const attribute[] = {"POSITION", "NORMAL", "TANGENT", "TEXCOORD_0", "COLOR_0"};
static const int numbers[] = {3, 3, 4, 2, 3};

typedef struct {
  const mesh *m;
  const mesh_material *material;
  const char *beside;      /* the file of the buffer; NULL: it is in this one */
  size_t begin[PARTS + 1]; /* where each part begins; where the buffer ends */
  int view[PARTS];         /* the number of each among those there are; -1: there is none */
  int count;
} parts;

static const mesh_picture *picture_at(const parts *p, int part) { return &p->material->picture[part - PICTURES]; }

/* Tangents are where normals of a picture need them. */
static size_t bytes_of(const parts *p, int part) {
  const mesh *const m = p->m;
  const void *const bent = p->material->picture[MESH_NORMAL].length ? m->normal : NULL;
  const void *const list[] = {m->position, m->normal, bent, m->place, m->colour};
  if (part >= PICTURES) return picture_at(p, part)->name ? 0 : picture_at(p, part)->length;
  if (part == CORNERS) return (size_t)m->triangle_count * 3 * sizeof(uint32_t);
  return list[part] ? (size_t)m->vertex_count * (size_t)numbers[part] * sizeof(float) : 0;
}

static parts parts_of(const mesh *m, const mesh_material *material, const char *beside) {
  parts p = {.m = m, .material = material, .beside = beside};
  for (int part = 0; part < PARTS; part++) {
    const size_t bytes = bytes_of(&p, part);
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
            bytes_of(p, part));
    if (part < PICTURES) fprintf(to, ",\"target\":%d", part == CORNERS ? 34963 : 34962);
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

/* A file's name as a reference (RFC 3986). */
static void put_uri(FILE *to, const char *name) {
  for (const char *c = name; *c; c++)
    if (isalnum((unsigned char)*c) || strchr("-._~", *c)) putc(*c, to);
    else fprintf(to, "%%%02X", (unsigned char)*c);
}

/* The texture of a picture, whose number is that among those there are. */
static void put_texture(FILE *to, const parts *p, int picture, const char *key) {
  int number = 0;
  if (!p->material->picture[picture].length) return;
  for (int i = 0; i < picture; i++) number += p->material->picture[i].length > 0;
  fprintf(to, ",\"%s\":{\"index\":%d}", key, number);
}

static void put_three(FILE *to, const char *key, const double value[3], const char *behind) {
  fprintf(to, ",\"%s\":[%.6g,%.6g,%.6g%s]", key, value[0], value[1], value[2], behind);
}

static void put_material(FILE *to, const parts *p) {
  static const double all[3] = {1, 1, 1};
  const mesh_material *const s = p->material;
  const int has_orm = s->picture[MESH_ORM].length > 0;
  fprintf(to, "\"materials\":[{\"pbrMetallicRoughness\":{\"metallicFactor\":%.6g,\"roughnessFactor\":%.6g",
          has_orm ? 1 : s->metallic, has_orm ? 1 : s->roughness);
  if (!p->m->colour && !s->picture[MESH_COLOUR].length) put_three(to, "baseColorFactor", s->colour, ",1");
  put_texture(to, p, MESH_COLOUR, "baseColorTexture");
  put_texture(to, p, MESH_ORM, "metallicRoughnessTexture");
  putc('}', to);
  put_texture(to, p, MESH_NORMAL, "normalTexture");
  if (s->has_occlusion) put_texture(to, p, MESH_ORM, "occlusionTexture");
  put_texture(to, p, MESH_EMISSION, "emissiveTexture");
  if (s->picture[MESH_EMISSION].length) put_three(to, "emissiveFactor", all, "");
  else if (s->emission[0] + s->emission[1] + s->emission[2] > 0) put_three(to, "emissiveFactor", s->emission, "");
  fputs("}],", to);
}

static void put_pictures(FILE *to, const parts *p) {
  int count = 0;
  for (int i = 0; i < MESH_PICTURES; i++) {
    if (!p->material->picture[i].length) continue;
    fprintf(to, "%s{\"source\":%d,\"sampler\":0}", count ? "," : "\"textures\":[", count);
    count++;
  }
  if (!count) return;
  fputs("],\"samplers\":[{\"wrapS\":33071,\"wrapT\":33071}],\"images\":[", to);
  count = 0;
  for (int part = PICTURES; part < PARTS; part++) {
    const mesh_picture *const picture = picture_at(p, part);
    if (!picture->length) continue;
    if (count++) putc(',', to);
    if (picture->name) fputs("{\"uri\":\"", to), put_uri(to, picture->name), fputs("\"}", to);
    else fprintf(to, "{\"mimeType\":\"image/png\",\"bufferView\":%d}", p->view[part]);
  }
  fputs("],", to);
}

static void put_text(FILE *to, const void *of) {
  const parts *const p = of;
  fputs("{\"asset\":{\"version\":\"2.0\",\"generator\":\"burl\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
        "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{",
        to);
  for (int part = 0; part < CORNERS; part++)
    if (p->view[part] >= 0) fprintf(to, "%s\"%s\":%d", part ? "," : "", attribute[part], p->view[part]);
  fprintf(to, "},\"indices\":%d,\"material\":0}]}],", p->view[CORNERS]);
  put_material(to, p);
  put_pictures(to, p);
  put_views(to, p);
  put_accessors(to, p);
  fprintf(to, ",\"buffers\":[{\"byteLength\":%zu", p->begin[PARTS]);
  if (p->beside) fputs(",\"uri\":\"", to), put_uri(to, p->beside), putc('"', to);
  fputs("}]}", to);
}

/* ---- its bytes ------------------------------------------------------------------------------------- */

static void put_tangent(FILE *to, const float normal[3]) {
  float tangent[3];
  mesh_tangent(normal, tangent);
  for (int axis = 0; axis < 3; axis++) mesh_put_float(to, turned(tangent, axis));
  mesh_put_float(to, 1); /* normal times tangent leads up in pictures */
}

static void put_buffer(FILE *to, const void *of) {
  const parts *const p = of;
  const mesh *const m = p->m;
  for (int part = POSITION; part <= NORMAL; part++)
    for (int64_t i = 0; i < m->vertex_count && p->view[part] >= 0; i++)
      for (int axis = 0; axis < 3; axis++) mesh_put_float(to, turned(part ? m->normal[i] : m->position[i], axis));
  for (int64_t i = 0; i < m->vertex_count && p->view[TANGENT] >= 0; i++) put_tangent(to, m->normal[i]);
  for (int64_t i = 0; i < m->vertex_count && m->place; i++)
    mesh_put_float(to, m->place[i][0]), mesh_put_float(to, m->place[i][1]);
  for (int64_t i = 0; i < m->vertex_count && m->colour; i++)
    for (int c = 0; c < 3; c++) mesh_put_float(to, (float)mesh_light_of(m->colour[i][c]));
  for (int64_t t = 0; t < m->triangle_count; t++)
    for (int i = 0; i < 3; i++) mesh_put_whole(to, m->triangle[t][i], 4);
  for (int part = PICTURES; part < PARTS; part++) {
    if (p->view[part] < 0) continue;
    fwrite(picture_at(p, part)->bytes, 1, picture_at(p, part)->length, to);
    for (size_t i = picture_at(p, part)->length; i % 4; i++) putc(0, to);
  }
}

size_t mesh_glb_bytes(const mesh *m, const mesh_material *material) { return parts_of(m, material, NULL).begin[PARTS]; }

char *mesh_glb(const mesh *m, const mesh_material *material, size_t *length) {
  const parts p = parts_of(m, material, NULL);
  return mesh_glb_written(put_text, put_buffer, &p, p.begin[PARTS], length);
}

char *mesh_gltf(const mesh *m, const mesh_material *material, const char *numbers_file, size_t *length) {
  const parts p = parts_of(m, material, numbers_file);
  return mesh_written(put_text, &p, length);
}

char *mesh_gltf_numbers(const mesh *m, const mesh_material *material, size_t *length) {
  const parts p = parts_of(m, material, NULL);
  return mesh_written(put_buffer, &p, length);
}
