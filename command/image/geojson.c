/* The reader of geojson.h.  What a property has that is a number, or a number a vertex, becomes a value of the
 * vertices. */
#include "image/geojson.h"

#include "image/gdal_loaded.h"
#include "image/heights.h"
#include "json/json.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { MOST_VERTICES = 1 << 21, MOST_NAMES = 256, MOST_VALUES = 1 << 25 };

int geojson_is_named(const char *name) {
  static const char *const endings[] = {".geojson", ".json"};
  return image_ending_among(name, endings, 2) < 2;
}

/* ---- one block ----------------------------------------------------------------------------------- */

static size_t bytes_of_names(const burl_shapes *s) {
  size_t bytes = 0;
  for (int i = 0; i < s->value_count; i++) bytes += strlen(s->names[i]) + 1;
  return bytes;
}

/* Numbers first, then pointers, then text, so that each is aligned. */
burl_shapes *geojson_copy(const burl_shapes *s) {
  const size_t vertices = 2 * (size_t)s->vertex_count * sizeof(double),
               paths = (size_t)s->path_count * sizeof(burl_path);
  const size_t columns = (size_t)s->value_count, values = (size_t)s->vertex_count * columns * sizeof(double);
  const size_t names = columns * sizeof(char *);
  burl_shapes *const to = malloc(sizeof *to + vertices + paths + values + names + bytes_of_names(s));
  if (!to) return NULL;
  char *next = (char *)(to + 1);
  *to = *s;
  to->vertices = vertices ? memcpy(next, s->vertices, vertices) : NULL, next += vertices;
  to->values = values ? memcpy(next, s->values, values) : NULL, next += values;
  to->paths = paths ? memcpy(next, s->paths, paths) : NULL, next += paths;
  const char **const name = (const char **)(void *)next;
  next += names;
  for (size_t i = 0; i < columns; i++) {
    name[i] = strcpy(next, s->names[i]);
    next += strlen(next) + 1;
  }
  to->names = name;
  return to;
}

/* ---- reading ------------------------------------------------------------------------------------- */

typedef struct {
  double x, y, z; /* z: NaN where there is none */
} vertex;

typedef struct {
  const char *path;
  image_error *error;
  vertex *vertices;
  burl_path *paths;
  int64_t vertex_count, path_count, vertex_room, path_room;
  int64_t feature; /* the one that is being read */
  const char *names[MOST_NAMES];
  int name_count, has_z;
  double *values; /* [vertex_count][name_count] */
} reading;

__attribute__((format(printf, 2, 3))) static int fail(const reading *r, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int code = image_fail(r->error, r->path, format, arguments);
  va_end(arguments);
  return code;
}

/* An error in the feature that is being read. */
static int fail_in_feature(const reading *r, const char *wrong) {
  return fail(r, "feature %" PRId64 " (from 0): %s", r->feature, wrong);
}

/* Makes room for one more item; 0, or -1. */
static int grow(void **items, int64_t count, int64_t *room, size_t size) {
  if (count < *room) return 0;
  const int64_t more = *room ? 2 * *room : 256;
  void *const larger = realloc(*items, (size_t)more * size);
  if (!larger) return -1;
  *items = larger;
  *room = more;
  return 0;
}

static int put_vertex(reading *r, const json_t *position) {
  const json_t *const x = json_array_get(position, 0), *const y = json_array_get(position, 1);
  const json_t *const z = json_array_get(position, 2);
  if (!json_is_number(x) || !json_is_number(y)) return fail_in_feature(r, "a position is [x, y], two numbers");
  if (r->vertex_count == MOST_VERTICES) return fail(r, "has more than %d positions", MOST_VERTICES);
  void *items = r->vertices;
  if (grow(&items, r->vertex_count, &r->vertex_room, sizeof *r->vertices)) return fail(r, "out of memory");
  r->vertices = items;
  const double height = json_is_number(z) ? json_number_value(z) : (double)NAN;
  r->vertices[r->vertex_count++] = (vertex){json_number_value(x), json_number_value(y), height};
  r->has_z |= !isnan(height);
  return 0;
}

static int begin_path(reading *r, burl_path_kind kind) {
  void *items = r->paths;
  if (grow(&items, r->path_count, &r->path_room, sizeof *r->paths)) return fail(r, "out of memory");
  r->paths = items;
  r->paths[r->path_count++] = (burl_path){.first = r->vertex_count, .feature = r->feature, .kind = kind};
  return 0;
}

/* Reads positions as one path; none where there are none. */
static int read_path(reading *r, const json_t *positions, burl_path_kind kind) {
  if (!json_is_array(positions)) return fail_in_feature(r, "its coordinates aren't lists of positions");
  const size_t count = json_array_size(positions);
  int code = count ? begin_path(r, kind) : 0;
  for (size_t i = 0; i < count && !code; i++) code = put_vertex(r, json_array_get(positions, i));
  if (!code && count) r->paths[r->path_count - 1].count = (int64_t)count;
  return code;
}

/* Reads lists of paths, so deep. */
static int read_paths(reading *r, const json_t *list, int depth, burl_path_kind kind) {
  int code = 0;
  if (depth == 0) return read_path(r, list, kind);
  if (!json_is_array(list)) return fail_in_feature(r, "its coordinates aren't lists of positions");
  for (size_t i = 0; i < json_array_size(list) && !code; i++)
    code = read_paths(r, json_array_get(list, i), depth - 1, kind);
  return code;
}

static int read_point(reading *r, const json_t *position) {
  if (json_is_array(position) && json_array_size(position) == 0) return 0;
  if (begin_path(r, BURL_POINT) != 0 || put_vertex(r, position) != 0) return -1;
  r->paths[r->path_count - 1].count = 1;
  return 0;
}

static int read_geometry(reading *r, const json_t *geometry) {
  static const struct {
    const char *type;
    int depth; /* of lists around those of positions; -1: one position */
    burl_path_kind kind;
  } types[] = {{"Point", -1, BURL_POINT},         {"MultiPoint", 0, BURL_POINT}, {"LineString", 0, BURL_LINE},
               {"MultiLineString", 1, BURL_LINE}, {"Polygon", 1, BURL_RING},     {"MultiPolygon", 2, BURL_RING}};
  if (!geometry || json_is_null(geometry)) return 0;
  const char *const type = json_string_value(json_object_get(geometry, "type"));
  const json_t *const parts = json_object_get(geometry, "geometries");
  const json_t *const coordinates = json_object_get(geometry, "coordinates");
  int code = 0;
  if (!type) return fail_in_feature(r, "its geometry has no type");
  if (strcmp(type, "GeometryCollection") == 0) {
    for (size_t i = 0; i < json_array_size(parts) && !code; i++) code = read_geometry(r, json_array_get(parts, i));
    return code;
  }
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strcmp(type, types[i].type) == 0)
      return types[i].depth < 0 ? read_point(r, coordinates)
                                : read_paths(r, coordinates, types[i].depth, types[i].kind);
  return fail(r, "feature %" PRId64 " (from 0): no geometry is a \"%.40s\"", r->feature, type);
}

/* ---- values -------------------------------------------------------------------------------------- */

/* The vertices of a feature. */
typedef struct {
  int64_t first, end;
} part;

/* Whether a property is a number, or as many as the feature has vertices. */
static int is_value(const json_t *property, const part *of) {
  if (json_is_number(property)) return 1;
  const size_t count = json_array_size(property);
  if (!json_is_array(property) || count == 0 || (int64_t)count != of->end - of->first) return 0;
  for (size_t i = 0; i < count; i++)
    if (!json_is_number(json_array_get(property, i))) return 0;
  return 1;
}

static int find_name(const reading *r, const char *name) {
  int i = 0;
  while (i < r->name_count && strcmp(r->names[i], name) != 0) i++;
  return i;
}

static int add_name(reading *r, const char *name) {
  const int i = find_name(r, name);
  if (i == MOST_NAMES) return fail(r, "has more than %d properties that are numbers", MOST_NAMES);
  if (i == r->name_count) r->names[r->name_count++] = name;
  return 0;
}

static json_t *features_of(json_t *root) { return json_object_get(root, "features"); }

/* Calls take for each feature that has vertices, and what it has of these. */
static int for_each_feature(reading *r, json_t *root,
                            int (*take)(reading *r, const json_t *properties, const part *of)) {
  int code = 0;
  for (int64_t p = 0; p < r->path_count && !code;) {
    const int64_t feature = r->paths[p].feature;
    part of = {r->paths[p].first, 0};
    for (; p < r->path_count && r->paths[p].feature == feature; p++) of.end = r->paths[p].first + r->paths[p].count;
    const json_t *const one = features_of(root) ? json_array_get(features_of(root), (size_t)feature) : root;
    code = take(r, json_object_get(one, "properties"), &of);
  }
  return code;
}

static int take_names(reading *r, const json_t *properties, const part *of) {
  const char *key;
  const json_t *value;
  if (!json_is_object(properties)) return 0;
  json_object_foreach(properties, key, value) if (is_value(value, of) && add_name(r, key) != 0) return -1;
  return 0;
}

static int take_values(reading *r, const json_t *properties, const part *of) {
  const char *key;
  const json_t *value;
  if (!json_is_object(properties)) return 0;
  json_object_foreach(properties, key, value) {
    const int is_list = json_is_array(value), column = find_name(r, key);
    for (int64_t i = of->first; i < of->end && is_value(value, of); i++)
      r->values[i * r->name_count + column] =
          json_number_value(is_list ? json_array_get(value, (size_t)(i - of->first)) : value);
  }
  return 0;
}

/* A property of that name hides the third coordinate. */
static int read_values(reading *r, json_t *root) {
  if (for_each_feature(r, root, take_names) != 0) return -1;
  const int z = find_name(r, "z"), is_own = z == r->name_count;
  if (r->has_z && add_name(r, "z") != 0) return -1;
  const int64_t count = r->vertex_count * r->name_count;
  if (count > MOST_VALUES) return fail(r, "has more than %d values: positions times properties", MOST_VALUES);
  if (!(r->values = malloc((size_t)count * sizeof *r->values + 1))) return fail(r, "out of memory");
  for (int64_t i = 0; i < count; i++) r->values[i] = NAN;
  for (int64_t i = 0; i < r->vertex_count && r->has_z && is_own; i++)
    r->values[i * r->name_count + z] = r->vertices[i].z;
  return for_each_feature(r, root, take_values);
}

/* ---- systems ------------------------------------------------------------------------------------- */

/* The system that the file names, in text; "": it names none. */
static int read_system(const reading *r, const json_t *root, char text[32]) {
  const json_t *const crs = json_object_get(root, "crs");
  const char *const name = json_string_value(json_object_get(json_object_get(crs, "properties"), "name"));
  const char *const digits = name ? strrchr(name, ':') : NULL;
  *text = '\0';
  if (!name) return 0;
  if (strstr(name, "CRS84")) strcpy(text, "EPSG:4326");
  else if (strstr(name, "EPSG") && digits) snprintf(text, 32, "EPSG:%.20s", digits + 1);
  if (*text && heights_is_crs(text)) return 0;
  return fail(r, "its coordinate system isn't known: \"%.80s\"", name);
}

#if defined BURL_GDAL

static int transform(reading *r, OGRCoordinateTransformationH way) {
  for (int64_t i = 0; i < r->vertex_count; i++) {
    int has_gone = 0;
    vertex *const v = &r->vertices[i];
    gdal.OCTTransformEx(way, 1, &v->x, &v->y, NULL, &has_gone);
    if (!has_gone) return fail(r, "position %" PRId64 " has no place in the picture's coordinate system", i);
  }
  return 0;
}

static int move(reading *r, const char *from, const char *to) {
  if (gdal_load_error()) return fail(r, "is in %s; without GDAL it isn't brought to %s", from, to);
  if (heights_same_crs(from, to)) return 0;
  const OGRSpatialReferenceH one = gdal_crs(from), other = gdal_crs(to);
  const OGRCoordinateTransformationH way = one && other ? gdal.OCTNewCoordinateTransformation(one, other) : NULL;
  const int code = way ? transform(r, way) : fail(r, "no way is known from %s to %s", from, to);
  if (way) gdal.OCTDestroyCoordinateTransformation(way);
  if (one) gdal.OSRDestroySpatialReference(one);
  if (other) gdal.OSRDestroySpatialReference(other);
  return code;
}

#else

static int move(reading *r, const char *from, const char *to) {
  return strcmp(from, to) == 0 ? 0 : fail(r, "is in %s; this burl, without GDAL, doesn't bring it to %s", from, to);
}

#endif

/* ---- the file ------------------------------------------------------------------------------------ */

static int read_features(reading *r, json_t *root) {
  const char *const type = json_string_value(json_object_get(root, "type"));
  int code = 0;
  if (!type) return fail(r, "isn't GeoJSON: it has no \"type\"");
  if (strcmp(type, "Feature") == 0) return read_geometry(r, json_object_get(root, "geometry"));
  if (strcmp(type, "FeatureCollection") != 0) return read_geometry(r, root);
  if (!json_is_array(features_of(root))) return fail(r, "its \"features\" aren't a list");
  for (size_t i = 0; i < json_array_size(features_of(root)) && !code; i++) {
    r->feature = (int64_t)i;
    code = read_geometry(r, json_object_get(json_array_get(features_of(root), i), "geometry"));
  }
  return code;
}

static int read_root(reading *r, json_t *root, const char *crs) {
  char system[32];
  int code = read_system(r, root, system);
  if (!code) code = read_features(r, root);
  if (!code && *system && crs) code = move(r, system, crs);
  return code ? code : read_values(r, root);
}

/* The shapes as one block; NULL with *error. */
static burl_shapes *shapes_of(const reading *r) {
  double *const flat = malloc(2 * (size_t)r->vertex_count * sizeof *flat + 1);
  for (int64_t i = 0; flat && i < r->vertex_count; i++)
    flat[2 * i] = r->vertices[i].x, flat[2 * i + 1] = r->vertices[i].y;
  const burl_shapes shapes = {flat, r->vertex_count, r->paths, r->path_count, r->names, r->values, r->name_count};
  burl_shapes *const block = flat ? geojson_copy(&shapes) : NULL;
  free(flat);
  if (!block) fail(r, "out of memory");
  return block;
}

static json_t *read_json(reading *r, FILE *file) {
  json_t *const root = json_read(file, NULL);
  if (!root && json_has_failed()) fail(r, "takes more memory than there is for it");
  else if (!root) fail(r, "isn't JSON, or too long: 64 MB");
  else if (!json_is_object(root)) fail(r, "isn't GeoJSON: it is no object");
  return root;
}

burl_shapes *geojson_read(const char *path, const char *crs, uint32_t *crc, image_error *error) {
  reading r = {.path = path, .error = error};
  struct stat status;
  burl_shapes *shapes = NULL;
  FILE *const file = image_open(path, error);
  if (!file) return NULL;
  json_t *const root = read_json(&r, file);
  int code = root && json_is_object(root) ? read_root(&r, root, crs) : -1;
  if (!code && (fstat(fileno(file), &status) != 0 || image_head_crc(fileno(file), (int64_t)status.st_size, crc) != 0))
    code = fail(&r, "%s", strerror(errno));
  if (!code) shapes = shapes_of(&r);
  fclose(file);
  json_decref(root);
  free(r.vertices);
  free(r.paths);
  free(r.values);
  return shapes;
}
