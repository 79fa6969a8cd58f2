/* Points as PLY, and as glTF 2.0: as nodes, or as instances (Khronos Group, "EXT_mesh_gpu_instancing", 2020). */
#include "mesh/bytes.h"
#include "mesh/mesh.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- PLY ------------------------------------------------------------------------------------------- */

static void put_ply(FILE *to, const void *of) {
  const mesh_points *const p = of;
  fprintf(to, "ply\nformat binary_little_endian 1.0\nelement vertex %lld\n", (long long)p->count);
  fputs("property double x\nproperty double y\nproperty double z\nproperty int id\nproperty uchar layer\n", to);
  for (int c = 0; c < p->column_count; c++) fprintf(to, "property float %s\n", p->column[c]);
  fputs("end_header\n", to);
  for (int64_t i = 0; i < p->count; i++) {
    for (int a = 0; a < 3; a++) mesh_put_double(to, p->position[i][a]);
    mesh_put_whole(to, p->id[i], 4);
    putc(p->layer[i] + 1, to);
    for (int c = 0; c < p->column_count; c++) mesh_put_float(to, p->values[i * p->column_count + c]);
  }
}

char *mesh_points_ply(const mesh_points *p, size_t *length) { return mesh_written(put_ply, p, length); }

/* ---- A layer of glTF ------------------------------------------------------------------------------- */

/* What its mesh and its instances have: places in the buffer, each with a view and an accessor. */
enum { CORNERS, FACES, TRANSLATION, SCALE, ROTATION, NUMBERS }; /* from NUMBERS on: the id, and each column */
enum { PYRAMID_CORNERS = 5, PYRAMID_FACES = 6 };

typedef struct {
  const mesh_points *p;
  int layer;
  int64_t first, count; /* points */
} instances;

static int parts_of(const mesh_points *p) { return NUMBERS + 1 + p->column_count; }

static int has_part(const mesh_points *p, int part) {
  if (!p->as_extension && part > FACES) return 0;
  return part == SCALE ? p->size >= 0 : part == ROTATION ? p->turn >= 0 : 1;
}

static int floats_of(int part) { return part == ROTATION ? 4 : part >= NUMBERS ? 1 : 3; }

static int64_t items_of(const instances *s, int part) {
  return part == CORNERS ? PYRAMID_CORNERS : part == FACES ? 3 * PYRAMID_FACES : s->count;
}

static int64_t bytes_of(const instances *s, int part) {
  return items_of(s, part) * 4 * (part == FACES ? 1 : floats_of(part));
}

/* The next layer that has points; 0: there is none. */
static int next_layer(instances *s) {
  s->first += s->count, s->count = 0;
  if (s->first == s->p->count) return 0;
  s->layer = s->p->layer[s->first];
  while (s->first + s->count < s->p->count && s->p->layer[s->first + s->count] == s->layer) s->count++;
  return 1;
}

/* ---- Its text -------------------------------------------------------------------------------------- */

/* Attributes of an application's own have an underscore and capitals. */
static void put_attribute(FILE *to, const mesh_points *p, int part, int accessor) {
  static const char *const names[] = {[TRANSLATION] = "TRANSLATION", [SCALE] = "SCALE", [ROTATION] = "ROTATION"};
  fprintf(to, "%s\"", part == TRANSLATION ? "" : ",");
  if (part < NUMBERS) fputs(names[part], to);
  else putc('_', to);
  for (const char *c = part < NUMBERS ? "" : part == NUMBERS ? "id" : p->column[part - NUMBERS - 1]; *c; c++)
    putc(toupper((unsigned char)*c), to);
  fprintf(to, "\":%d", accessor);
}

/* A layer as one node; its mesh and accessors are those behind others. */
static void put_instances(FILE *to, const instances *s, int number, int accessor) {
  fprintf(to, "%s{\"name\":\"layer %d\",\"mesh\":%d,\"extensions\":{\"EXT_mesh_gpu_instancing\":{\"attributes\":{",
          number ? "," : "", s->layer + 1, number);
  accessor += TRANSLATION;
  for (int part = TRANSLATION; part < parts_of(s->p); part++)
    if (has_part(s->p, part)) put_attribute(to, s->p, part, accessor++);
  fputs("}}}}", to);
}

/* About the vertical, as half of a quaternion. */
static void turn_of(float degrees, double half[2]) {
  const double angle = (double)degrees * 3.14159265358979323846 / 360;
  half[0] = sin(angle), half[1] = cos(angle);
}

/* y is upwards, and what was y is -z. */
static void put_point_node(FILE *to, const mesh_points *p, int64_t i, int mesh_number) {
  const double *const at = p->position[i];
  const float *const values = p->values + i * p->column_count;
  double half[2];
  fprintf(to, ",{\"mesh\":%d,\"translation\":[%.9g,%.9g,%.9g]", mesh_number, at[0], at[2], -at[1]);
  if (p->turn >= 0) turn_of(values[p->turn], half), fprintf(to, ",\"rotation\":[0,%.9g,0,%.9g]", half[0], half[1]);
  for (int a = 0; a < 3 && p->size >= 0; a++)
    fprintf(to, "%s%.9g%s", a ? "," : ",\"scale\":[", (double)values[p->size], a == 2 ? "]" : "");
  fprintf(to, ",\"extras\":{\"id\":%u", (unsigned)p->id[i]);
  for (int c = 0; c < p->column_count; c++) fprintf(to, ",\"%s\":%.9g", p->column[c], (double)values[c]);
  fputs("}}", to);
}

/* A layer as a node, whose number is that of those before it, and one below it for each point. */
static void put_point_nodes(FILE *to, const instances *s, int number) {
  const long long own = number + s->first;
  fprintf(to, "%s{\"name\":\"layer %d\",\"children\":[", number ? "," : "", s->layer + 1);
  for (int64_t i = 0; i < s->count; i++) fprintf(to, "%s%lld", i ? "," : "", own + 1 + i);
  fputs("]}", to);
  for (int64_t i = s->first; i < s->first + s->count; i++) put_point_node(to, s->p, i, number);
}

static void put_node(FILE *to, const instances *s, int number, int accessor) {
  if (s->p->as_extension) put_instances(to, s, number, accessor);
  else put_point_nodes(to, s, number);
}

static void put_mesh(FILE *to, int number, int accessor) {
  fprintf(to, "%s{\"primitives\":[{\"attributes\":{\"POSITION\":%d},\"indices\":%d}]}", number ? "," : "", accessor,
          accessor + 1);
}

static void put_accessor(FILE *to, const instances *s, int part, int view) {
  static const char *const types[] = {"", "SCALAR", "", "VEC3", "VEC4"};
  const double side = s->p->radius[s->layer] / 4, height = s->p->radius[s->layer];
  fprintf(to, "%s{\"bufferView\":%d,\"componentType\":%d,\"count\":%lld,\"type\":\"%s\"", view ? "," : "", view,
          part == FACES ? 5125 : 5126, (long long)items_of(s, part), part == FACES ? "SCALAR" : types[floats_of(part)]);
  if (part == CORNERS)
    fprintf(to, ",\"min\":[%.9g,0,%.9g],\"max\":[%.9g,%.9g,%.9g]", (double)-(float)side, (double)-(float)side,
            (double)(float)side, (double)(float)height, (double)(float)side);
  putc('}', to);
}

static void put_view(FILE *to, const instances *s, int part, int view, int64_t *at) {
  fprintf(to, "%s{\"buffer\":0,\"byteOffset\":%lld,\"byteLength\":%lld", view ? "," : "", (long long)*at,
          (long long)bytes_of(s, part));
  if (part <= FACES) fprintf(to, ",\"target\":%d", part == FACES ? 34963 : 34962);
  putc('}', to);
  *at += bytes_of(s, part);
}

/* One of the lists of the text, over all layers. */
typedef enum { NODES, MESHES, ACCESSORS, VIEWS } list_kind;

static int64_t put_list(FILE *to, const mesh_points *p, list_kind kind) {
  instances s = {.p = p};
  int number = 0, view = 0;
  int64_t at = 0;
  while (next_layer(&s)) {
    if (kind == NODES) put_node(to, &s, number, view);
    if (kind == MESHES) put_mesh(to, number, view);
    for (int part = 0; part < parts_of(p); part++) {
      if (!has_part(p, part)) continue;
      if (kind == ACCESSORS) put_accessor(to, &s, part, view);
      if (kind == VIEWS) put_view(to, &s, part, view, &at);
      view++;
    }
    number++;
  }
  return at;
}

static void put_scene(FILE *to, const mesh_points *p) {
  instances s = {.p = p};
  fputs("{\"asset\":{\"version\":\"2.0\",\"generator\":\"burl\"},\"scene\":0,\"scenes\":[{", to);
  for (int number = 0; next_layer(&s); number++)
    fprintf(to, "%s%lld", number ? "," : "\"nodes\":[", (long long)(number + (p->as_extension ? 0 : s.first)));
  fputs(p->count ? "]}]" : "}]", to);
}

static void put_text(FILE *to, const void *of) {
  const mesh_points *const p = of;
  put_scene(to, p);
  if (p->count && p->as_extension)
    fputs(",\"extensionsUsed\":[\"EXT_mesh_gpu_instancing\"],\"extensionsRequired\":[\"EXT_mesh_gpu_instancing\"]", to);
  if (p->count) {
    fputs(",\"nodes\":[", to), put_list(to, p, NODES);
    fputs("],\"meshes\":[", to), put_list(to, p, MESHES);
    fputs("],\"accessors\":[", to), put_list(to, p, ACCESSORS);
    fputs("],\"bufferViews\":[", to);
    const int64_t bytes = put_list(to, p, VIEWS);
    fprintf(to, "],\"buffers\":[{\"byteLength\":%lld}]", (long long)bytes);
  }
  putc('}', to);
}

/* ---- Its bytes ------------------------------------------------------------------------------------- */

/* Four sides and a base of two triangles; as high as wide twice. */
static void put_pyramid(FILE *to, double radius) {
  static const int corner[PYRAMID_CORNERS][3] = {{-1, 0, -1}, {-1, 0, 1}, {1, 0, 1}, {1, 0, -1}, {0, 4, 0}};
  static const unsigned char face[PYRAMID_FACES][3] = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4},
                                                       {3, 0, 4}, {0, 2, 1}, {0, 3, 2}};
  for (int i = 0; i < PYRAMID_CORNERS; i++)
    for (int a = 0; a < 3; a++) mesh_put_float(to, (float)(corner[i][a] * radius / 4));
  for (int i = 0; i < PYRAMID_FACES; i++)
    for (int a = 0; a < 3; a++) mesh_put_whole(to, face[i][a], 4);
}

/* y is upwards, and what was y is -z. */
static void put_translation(FILE *to, const double at[3]) {
  mesh_put_float(to, (float)at[0]), mesh_put_float(to, (float)at[2]), mesh_put_float(to, (float)-at[1]);
}

static void put_rotation(FILE *to, float degrees) {
  double half[2];
  turn_of(degrees, half);
  mesh_put_float(to, 0), mesh_put_float(to, (float)half[0]), mesh_put_float(to, 0), mesh_put_float(to, (float)half[1]);
}

static void put_instance(FILE *to, const mesh_points *p, int part, int64_t i) {
  const float *const values = p->values + i * p->column_count;
  switch (part) {
  case TRANSLATION: put_translation(to, p->position[i]); break;
  case ROTATION: put_rotation(to, values[p->turn]); break;
  case SCALE:
    for (int a = 0; a < 3; a++) mesh_put_float(to, values[p->size]);
    break;
  case NUMBERS: mesh_put_float(to, (float)p->id[i]); break;
  default: mesh_put_float(to, values[part - NUMBERS - 1]);
  }
}

static void put_buffer(FILE *to, const void *of) {
  const mesh_points *const p = of;
  instances s = {.p = p};
  while (next_layer(&s)) {
    put_pyramid(to, p->radius[s.layer]);
    for (int part = TRANSLATION; part < parts_of(p); part++)
      for (int64_t i = s.first; i < s.first + s.count && has_part(p, part); i++) put_instance(to, p, part, i);
  }
}

static int64_t bytes_of_all(const mesh_points *p) {
  instances s = {.p = p};
  int64_t bytes = 0;
  while (next_layer(&s))
    for (int part = 0; part < parts_of(p); part++) bytes += has_part(p, part) ? bytes_of(&s, part) : 0;
  return bytes;
}

char *mesh_points_glb(const mesh_points *p, size_t *length) {
  return mesh_glb_written(put_text, put_buffer, p, (size_t)bytes_of_all(p), length);
}
