/* The material as glTF 2.0 has it (Khronos Group, "glTF 2.0 Specification", 2021), on a plane and on a ball, whose
 * vertices are in the text itself. */
#include "material/material.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "json/json.h"

/* ---- Shapes -------------------------------------------------------------------------------------- */

/* A grid of columns x rows quads over u and v in [0, 1]; a vertex is its place, its normal, where it lies in the
 * pictures, of which v leads down, and its tangent, along u, behind which the pictures' upward direction is 1: that of
 * normal times tangent. */
enum { PLANE_COLUMNS = 1, PLANE_ROWS = 1, BALL_COLUMNS = 64, BALL_ROWS = 32, FLOATS = 12 };
typedef void vertex_at(const material_set *s, double u, double v, float to[FLOATS]);

static void put(float to[FLOATS], const double place[3], const double normal[3], const double tangent[3]) {
  for (int i = 0; i < 3; i++) to[i] = (float)place[i], to[3 + i] = (float)normal[i], to[8 + i] = (float)tangent[i];
  to[11] = 1;
}

/* Two repeats wide and high, standing beside the ball. */
static void on_plane(const material_set *s, double u, double v, float to[FLOATS]) {
  const double place[3] = {2 * s->size * u + 0.25 * s->size, s->size * s->ratio * (1 - 2 * v), 0};
  put(to, place, (double[]){0, 0, 1}, (double[]){1, 0, 0});
  to[6] = (float)(2 * u);
  to[7] = (float)(2 * v);
}

/* Four repeats around it, and as many from pole to pole as keep their width. */
static void on_ball(const material_set *s, double u, double v, float to[FLOATS]) {
  const double pi = 3.14159265358979323846, radius = 2 * s->size / pi, turn = 2 * pi * u, down = pi * v;
  const double normal[3] = {-cos(turn) * sin(down), cos(down), sin(turn) * sin(down)};
  const double place[3] = {radius * (normal[0] - 1.25), radius * normal[1], radius * normal[2]};
  put(to, place, normal, (double[]){sin(turn), 0, cos(turn)});
  to[6] = (float)(4 * u);
  to[7] = (float)(fmax(1, round(2 / s->ratio)) * v);
}

typedef struct {
  int columns, rows;
  float *vertices;
  uint16_t *corners; /* of triangles, three each */
  double least[3], most[3];
} shape;

static int vertex_count(const shape *m) { return (m->columns + 1) * (m->rows + 1); }
static int corner_count(const shape *m) { return 6 * m->columns * m->rows; }
static size_t vertex_bytes(const shape *m) { return (size_t)vertex_count(m) * FLOATS * sizeof(float); }
static size_t corner_bytes(const shape *m) { return (size_t)corner_count(m) * sizeof(uint16_t); }

/* Fills it in; its memory has been taken. */
static void make_shape(shape *m, const material_set *s, vertex_at *at) {
  uint16_t *corner = m->corners;
  for (int i = 0; i < 3; i++) m->least[i] = INFINITY, m->most[i] = -INFINITY;
  for (int j = 0; j <= m->rows; j++)
    for (int i = 0; i <= m->columns; i++) {
      float *const to = m->vertices + (j * (m->columns + 1) + i) * FLOATS;
      at(s, (double)i / m->columns, (double)j / m->rows, to);
      for (int c = 0; c < 3; c++) m->least[c] = fmin(m->least[c], to[c]), m->most[c] = fmax(m->most[c], to[c]);
    }
  for (int j = 0; j < m->rows; j++)
    for (int i = 0; i < m->columns; i++) {
      const int first = j * (m->columns + 1) + i, below = first + m->columns + 1;
      const int six[6] = {first, below, first + 1, first + 1, below, below + 1};
      for (int k = 0; k < 6; k++) *corner++ = (uint16_t)six[k];
    }
}

/* ---- Bytes as text -------------------------------------------------------------------------------- */

/* The bytes as a URI that holds them, in base 64 (RFC 2397, RFC 4648); to be freed; NULL: out of memory. */
static char *as_uri(const unsigned char *bytes, size_t count) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  static const char head[] = "data:application/octet-stream;base64,";
  char *const text = malloc(sizeof head + (count + 2) / 3 * 4), *to = text;
  if (!text) return NULL;
  memcpy(to, head, sizeof head - 1);
  to += sizeof head - 1;
  for (size_t i = 0; i < count; i += 3) {
    const size_t left = count - i;
    const uint32_t three = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                           (left > 2 ? (uint32_t)bytes[i + 2] : 0);
    for (int k = 0; k < 4; k++) to[k] = k <= (int)(left < 3 ? left : 3) ? letters[three >> (18 - 6 * k) & 63] : '=';
    to += 4;
  }
  *to = '\0';
  return text;
}

/* ---- The parts of the file ------------------------------------------------------------------------ */

/* Of the shape `number`, the accessors' views: its vertices, its corners. */
static void add_views(json_t *views, const shape *m, size_t begin) {
  const int stride = FLOATS * (int)sizeof(float);
  json_array_append_new(views,
                        json_pack("{s:i,s:I,s:I,s:i,s:i}", "buffer", 0, "byteOffset", (json_int_t)begin, "byteLength",
                                  (json_int_t)vertex_bytes(m), "byteStride", stride, "target", 34962));
  json_array_append_new(views,
                        json_pack("{s:i,s:I,s:I,s:i}", "buffer", 0, "byteOffset", (json_int_t)(begin + vertex_bytes(m)),
                                  "byteLength", (json_int_t)corner_bytes(m), "target", 34963));
}

static void add_accessor(json_t *all, int view, int offset, const char *type, int count) {
  json_array_append_new(all, json_pack("{s:i,s:i,s:i,s:i,s:s}", "bufferView", view, "byteOffset", offset,
                                       "componentType", 5126, "count", count, "type", type));
}

static void add_mesh(json_t *root, const shape *m, int number, const char *name) {
  json_t *const accessors = json_object_get(root, "accessors");
  const int first = 5 * number, view = 2 * number, vertices = vertex_count(m);
  json_array_append_new(accessors, json_pack("{s:i,s:i,s:i,s:s,s:[fff],s:[fff]}", "bufferView", view, "componentType",
                                             5126, "count", vertices, "type", "VEC3", "min", m->least[0], m->least[1],
                                             m->least[2], "max", m->most[0], m->most[1], m->most[2]));
  add_accessor(accessors, view, 12, "VEC3", vertices);
  add_accessor(accessors, view, 24, "VEC2", vertices);
  add_accessor(accessors, view, 32, "VEC4", vertices);
  json_array_append_new(accessors, json_pack("{s:i,s:i,s:i,s:s}", "bufferView", view + 1, "componentType", 5123,
                                             "count", corner_count(m), "type", "SCALAR"));
  json_array_append_new(json_object_get(root, "meshes"),
                        json_pack("{s:s,s:[{s:{s:i,s:i,s:i,s:i},s:i,s:i}]}", "name", name, "primitives", "attributes",
                                  "POSITION", first, "NORMAL", first + 1, "TEXCOORD_0", first + 2, "TANGENT", first + 3,
                                  "indices", first + 4, "material", 0));
  json_array_append_new(json_object_get(root, "nodes"), json_pack("{s:s,s:i}", "name", name, "mesh", number));
}

/* A reference to a picture, which is added; NULL where the set hasn't it. */
static json_t *texture_of(json_t *root, const material_set *s, const char *map) {
  const material_picture *const picture = material_picture_of(s, map);
  if (!picture) return NULL;
  char file[300];
  json_t *const images = json_object_get(root, "images"), *const textures = json_object_get(root, "textures");
  const int number = (int)json_array_size(images);
  material_file_name(s, picture, file, sizeof file);
  json_array_append_new(images, json_pack("{s:s}", "uri", file));
  json_array_append_new(textures, json_pack("{s:i,s:i}", "sampler", 0, "source", number));
  return json_pack("{s:i}", "index", number);
}

static void set_texture(json_t *object, const char *key, json_t *texture) {
  if (texture) json_object_set_new(object, key, texture);
}

/* Factors are 1 where a texture says the value, else the material's standard ones. */
static json_t *material_json(json_t *root, const material_set *s) {
  json_t *const material = json_object(), *const surface = json_object();
  json_t *const colour = texture_of(root, s, s->given & MAP_OPACITY ? "albedo_opacity" : "albedo");
  json_t *const orm = texture_of(root, s, "orm"), *const emission = texture_of(root, s, "emission");
  json_object_set_new(material, "name", json_string(s->name));
  if (!colour)
    json_object_set_new(surface, "baseColorFactor", json_pack("[ffff]", 0.2158605, 0.2158605, 0.2158605, 1.0));
  set_texture(surface, "baseColorTexture", colour);
  json_object_set_new(surface, "metallicFactor", json_real(orm ? 1 : 0));
  json_object_set_new(surface, "roughnessFactor", json_real(orm ? 1 : 0.5));
  if (orm) json_object_set(surface, "metallicRoughnessTexture", orm);
  if (orm && s->given & MAP_OCCLUSION) json_object_set(material, "occlusionTexture", orm);
  json_decref(orm);
  json_object_set_new(material, "pbrMetallicRoughness", surface);
  set_texture(material, "normalTexture", texture_of(root, s, "normal_up"));
  if (emission) json_object_set_new(material, "emissiveFactor", json_pack("[fff]", 1.0, 1.0, 1.0));
  set_texture(material, "emissiveTexture", emission);
  if (s->given & MAP_OPACITY) json_object_set_new(material, "alphaMode", json_string("BLEND"));
  return material;
}

/* Numbers of its arrays are those of the order here. */
static json_t *root_of(const material_set *s, const shape shapes[2], const char *uri) {
  json_t *const root =
      json_pack("{s:{s:s,s:s},s:i,s:[{s:[ii]}],s:[],s:[],s:[],s:[]}", "asset", "version", "2.0", "generator", "burl",
                "scene", 0, "scenes", "nodes", 0, 1, "nodes", "meshes", "accessors", "bufferViews");
  const size_t first = vertex_bytes(&shapes[0]) + corner_bytes(&shapes[0]);
  json_t *const arrays = json_pack("{s:[],s:[]}", "images", "textures");
  add_views(json_object_get(root, "bufferViews"), &shapes[0], 0);
  add_views(json_object_get(root, "bufferViews"), &shapes[1], first);
  add_mesh(root, &shapes[0], 0, "plane");
  add_mesh(root, &shapes[1], 1, "ball");
  json_object_set_new(root, "buffers",
                      json_pack("[{s:I,s:s}]", "byteLength",
                                (json_int_t)(first + vertex_bytes(&shapes[1]) + corner_bytes(&shapes[1])), "uri", uri));
  json_t *const material = material_json(arrays, s);
  json_object_set_new(root, "materials", json_pack("[o]", material));
  if (json_array_size(json_object_get(arrays, "images"))) { /* an empty array is none */
    json_object_set(root, "images", json_object_get(arrays, "images"));
    json_object_set(root, "textures", json_object_get(arrays, "textures"));
    json_object_set_new(root, "samplers", json_pack("[{s:i,s:i}]", "wrapS", 10497, "wrapT", 10497));
  }
  json_decref(arrays);
  return root;
}

/* The shapes' bytes, one behind the other, in this machine's order, which is glTF's wherever burl runs. */
static unsigned char *fill_shapes(const material_set *s, shape shapes[2], size_t *bytes) {
  *bytes = 0;
  for (int i = 0; i < 2; i++) *bytes += vertex_bytes(&shapes[i]) + corner_bytes(&shapes[i]);
  unsigned char *const all = malloc(*bytes);
  size_t at = 0;
  for (int i = 0; all && i < 2; i++) {
    shapes[i].vertices = (float *)(void *)(all + at);
    shapes[i].corners = (uint16_t *)(void *)(all + at + vertex_bytes(&shapes[i]));
    at += vertex_bytes(&shapes[i]) + corner_bytes(&shapes[i]);
    make_shape(&shapes[i], s, i == 0 ? on_plane : on_ball);
  }
  return all;
}

int material_write_gltf(const material_set *s, FILE *to) {
  shape shapes[2] = {{.columns = PLANE_COLUMNS, .rows = PLANE_ROWS}, {.columns = BALL_COLUMNS, .rows = BALL_ROWS}};
  size_t bytes;
  json_begin();
  unsigned char *const all = fill_shapes(s, shapes, &bytes);
  char *const uri = all ? as_uri(all, bytes) : NULL;
  json_t *const root = uri ? root_of(s, shapes, uri) : NULL;
  char *const text = root ? json_text(root, 2) : NULL;
  if (text) fputs(text, to), fputc('\n', to);
  const int reason = !text ? ENOMEM : ferror(to) ? EIO : 0;
  free(text);
  json_decref(root);
  free(uri);
  free(all);
  return reason;
}
