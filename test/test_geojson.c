/* Files of lines and areas: what they hold is read as it stands, what is no such file is refused in words, by the
 * reader and by the tool. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "image/geojson.h"
#include "process.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))
#define LINE "\"geometry\": {\"type\": \"LineString\", \"coordinates\": "
#define FEATURES(...) "{\"type\": \"FeatureCollection\", \"features\": [" __VA_ARGS__ "]}"

static void write_text(const char *path, const char *text) {
  FILE *const file = fopen(path, "wb");
  assert_non_null(file);
  fputs(text, file);
  assert_int_equal(fclose(file), 0);
}

static burl_shapes *read_text(const char *text, const char *crs, image_error *error) {
  uint32_t crc;
  write_text("f.geojson", text);
  burl_shapes *const shapes = geojson_read("f.geojson", crs, &crc, error);
  if (!shapes && strncmp(error->text, "f.geojson: ", 11) != 0) fail_msg("%s", error->text);
  return shapes;
}

static burl_shapes *shapes_of(const char *text, const char *crs) {
  image_error error;
  burl_shapes *const shapes = read_text(text, crs, &error);
  if (!shapes) fail_msg("%s", error.text);
  return shapes;
}

/* ---- What is read ------------------------------------------------------------------------------------ */

/* Paths as text: the feature's number, p, l or r, and the vertices. */
static void describe(const burl_shapes *s, char *to, size_t room) {
  size_t used = 0;
  for (int64_t p = 0; p < s->path_count; p++) {
    used += (size_t)snprintf(to + used, room - used, "%s%d%c", p ? " " : "", (int)s->paths[p].feature,
                             "plr"[s->paths[p].kind]);
    for (int64_t i = s->paths[p].first; i < s->paths[p].first + s->paths[p].count; i++)
      used += (size_t)snprintf(to + used, room - used, " %g,%g", s->vertices[2 * i], s->vertices[2 * i + 1]);
  }
}

static void test_geometries(void **state) {
  (void)state;
  static const struct {
    const char *text, *paths;
  } rows[] = {
      {FEATURES(), ""},
      {FEATURES("{\"type\": \"Feature\", \"geometry\": null}"), ""},
      {"{\"type\": \"Point\", \"coordinates\": [1, 2, 3, 4]}", "0p 1,2"},
      {"{\"type\": \"Point\", \"coordinates\": []}", ""},
      {"{\"type\": \"MultiPoint\", \"coordinates\": [[1, 2], [3, 4]]}", "0p 1,2 3,4"},
      {"{\"type\": \"LineString\", \"coordinates\": [[0, 0], [1e3, -0.5]]}", "0l 0,0 1000,-0.5"},
      {"{\"type\": \"LineString\", \"coordinates\": []}", ""},
      {"{\"type\": \"MultiLineString\", \"coordinates\": [[[0, 0], [1, 1]], [], [[2, 2], [3, 3]]]}",
       "0l 0,0 1,1 0l 2,2 3,3"},
      {"{\"type\": \"Polygon\", \"coordinates\": [[[0, 0], [4, 0], [0, 4], [0, 0]], [[1, 1], [2, 1], [1, 2]]]}",
       "0r 0,0 4,0 0,4 0,0 0r 1,1 2,1 1,2"},
      {"{\"type\": \"MultiPolygon\", \"coordinates\": [[[[0, 0], [4, 0], [0, 4]]], [[[9, 9], [8, 9], [8, 8]]]]}",
       "0r 0,0 4,0 0,4 0r 9,9 8,9 8,8"},
      {"{\"type\": \"GeometryCollection\", \"geometries\": [{\"type\": \"Point\", \"coordinates\": [1, 2]}, "
       "{\"type\": \"GeometryCollection\", \"geometries\": []}, "
       "{\"type\": \"LineString\", \"coordinates\": [[3, 4], [5, 6]]}]}",
       "0p 1,2 0l 3,4 5,6"},
      {"{\"type\": \"Feature\", " LINE "[[3, 4], [5, 6]]}}", "0l 3,4 5,6"},
      {FEATURES("{\"geometry\": null}, {" LINE "[[3, 4], [5, 6]]}}, {" LINE "[]}}, {" LINE "[[7, 8]]}}"),
       "1l 3,4 5,6 3l 7,8"},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    char text[400] = "";
    burl_shapes *const shapes = shapes_of(rows[i].text, NULL);
    describe(shapes, text, sizeof text);
    assert_string_equal(text, rows[i].paths);
    free(shapes);
  }
}

static double value_of(const burl_shapes *s, const char *name, int64_t vertex) {
  for (int i = 0; i < s->value_count; i++)
    if (strcmp(s->names[i], name) == 0) return s->values[vertex * s->value_count + i];
  fail_msg("there is no %s", name);
  return 0;
}

static void test_values(void **state) {
  (void)state;
  burl_shapes *const s = shapes_of(
      FEATURES(
          "{\"properties\": {\"width\": 3, \"name\": \"A\", \"odd\": [1, 2, 3], \"true\": true, \"h\": [5, 6]}, " LINE
          "[[0, 0, 9], [1, 1]]}}, {\"properties\": null, " LINE "[[2, 2]]}}, {\"properties\": {\"w\": -1e3}, " LINE
          "[[3, 3, 7]]}}"),
      NULL);
  assert_int_equal(s->value_count, 4);
  assert_true(value_of(s, "width", 0) == 3 && value_of(s, "width", 1) == 3 && isnan(value_of(s, "width", 2)));
  assert_true(value_of(s, "h", 0) == 5 && value_of(s, "h", 1) == 6 && isnan(value_of(s, "h", 3)));
  assert_true(value_of(s, "w", 3) == -1000 && isnan(value_of(s, "w", 0)));
  assert_true(value_of(s, "z", 0) == 9 && isnan(value_of(s, "z", 1)) && value_of(s, "z", 3) == 7);
  burl_shapes *const copy = geojson_copy(s);
  free(s);
  assert_true(value_of(copy, "z", 3) == 7);
  free(copy);
  burl_shapes *const own = shapes_of(FEATURES("{\"properties\": {\"z\": 1}, " LINE "[[0, 0, 9], [1, 1, 9]]}}"), NULL);
  assert_true(own->value_count == 1 && value_of(own, "z", 1) == 1);
  free(own);
}

#define CRS(name) "\"crs\": {\"type\": \"name\", \"properties\": {\"name\": \"" name "\"}}, "
#define AT(x, y) "\"type\": \"Point\", \"coordinates\": [" #x ", " #y "]}"

/* A file in the system that is wished for, or in none, stays as it is; another one is brought there. */
static void test_systems(void **state) {
  (void)state;
  static const struct {
    const char *text, *crs;
    double x, y;
  } rows[] = {
    {"{" AT(500000, 5300000), "EPSG:32632", 500000, 5300000},
    {"{" CRS("urn:ogc:def:crs:EPSG::32632") AT(500000, 5300000), "EPSG:32632", 500000, 5300000},
    {"{" CRS("urn:ogc:def:crs:EPSG::32632") AT(500000, 5300000), NULL, 500000, 5300000},
#if defined BURL_GDAL
    {"{" CRS("urn:ogc:def:crs:OGC:1.3:CRS84") AT(9, 0), "EPSG:32632", 500000, 0},
    {"{" CRS("EPSG:4326") AT(9, 0), "EPSG:32632", 500000, 0},
#endif
  };
  for (int i = 0; i < COUNT(rows); i++) {
    burl_shapes *const s = shapes_of(rows[i].text, rows[i].crs);
    assert_true(fabs(s->vertices[0] - rows[i].x) < 1e-3 && fabs(s->vertices[1] - rows[i].y) < 1e-3);
    free(s);
  }
}

/* ---- What isn't -------------------------------------------------------------------------------------- */

static void test_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *reason;
  } rows[] = {
      {"", "isn't JSON"},
      {"[1]", "it is no object"},
      {"{", "isn't JSON"},
      {"{}", "it has no \"type\""},
      {"{\"type\": 5}", "it has no \"type\""},
      {"{\"type\": \"Topology\"}", "no geometry is a \"Topology\""},
      {"{\"type\": \"FeatureCollection\"}", "aren't a list"},
      {"{\"type\": \"FeatureCollection\", \"features\": {}}", "aren't a list"},
      {"{\"type\": \"LineString\", \"coordinates\": [[0, \"1\"]]}", "a position is [x, y]"},
      {"{\"type\": \"LineString\", \"coordinates\": [[0]]}", "a position is [x, y]"},
      {"{\"type\": \"LineString\", \"coordinates\": [[NaN, 0]]}", "isn't JSON"},
      {"{\"type\": \"LineString\", \"coordinates\": [[1e999, 0]]}", "isn't JSON"},
      {"{\"type\": \"LineString\", \"coordinates\": 7}", "aren't lists"},
      {"{\"type\": \"LineString\"}", "aren't lists"},
      {"{\"type\": \"Polygon\", \"coordinates\": [7]}", "aren't lists"},
      {"{\"type\": \"Point\", \"coordinates\": 7}", "a position is"},
      {FEATURES("{\"geometry\": null}, {\"geometry\": 5}"), "feature 1 (from 0): its geometry has no type"},
      {FEATURES("{" LINE "[[0, 0], [[1, 1]]]}}"), "feature 0 (from 0): a position"},
      {"{" CRS("EPSG:x") AT(9, 0), "isn't known: \"EPSG:x\""},
      {"{" CRS("/etc/passwd") AT(9, 0), "isn't known"},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    image_error error;
    burl_shapes *const shapes = read_text(rows[i].text, NULL, &error);
    if (shapes || !strstr(error.text, rows[i].reason)) fail_msg("%s: %s", rows[i].text, shapes ? "read" : error.text);
  }
  image_error error;
  uint32_t crc;
  assert_null(geojson_read("none.geojson", NULL, &crc, &error));
  assert_non_null(strstr(error.text, "none.geojson"));
  assert_null(geojson_read(".", NULL, &crc, &error));
}

/* Text that repeats, so often, between a beginning and an end. */
static void write_repeated(const char *begin, const char *more, int times, const char *end) {
  FILE *const file = fopen("f.geojson", "wb");
  assert_non_null(file);
  fputs(begin, file);
  for (int i = 0; i < times; i++) fputs(more, file);
  fputs(end, file);
  assert_int_equal(fclose(file), 0);
}

/* Files that are large, or deep, end with words. */
static void test_limits(void **state) {
  (void)state;
  static const struct {
    const char *begin, *more, *end, *reason;
    int times;
  } rows[] = {
      {"{\"type\": \"LineString\", \"coordinates\": [[0, 0]", ", [1, 2]", "]}", "more memory", 3 << 20},
      {"{\"type\": \"LineString\", \"coordinates\": ", "[", "", "isn't JSON", 1 << 20},
      {"{\"type\": \"LineString\", \"coordinates\": [[0, 0]", "          ", "]}", "too long", 14 << 20},
      {"{\"type\": \"GeometryCollection\", \"geometries\": [", "{\"type\": \"GeometryCollection\", \"geometries\": [",
       "]}", "isn't JSON", 5000},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    image_error error;
    uint32_t crc;
    write_repeated(rows[i].begin, rows[i].more, rows[i].times, rows[i].end);
    assert_null(geojson_read("f.geojson", NULL, &crc, &error));
    if (!strstr(error.text, rows[i].reason)) fail_msg("%d: %s", i, error.text);
  }
  char properties[8000] = "{\"a\": 1";
  for (int i = 0; i < 300; i++) snprintf(properties + strlen(properties), 20, ", \"p%d\": 1", i);
  char text[9000];
  snprintf(text, sizeof text, FEATURES("{\"properties\": %s}, " LINE "[[0, 0]]}}"), properties);
  image_error error;
  assert_null(read_text(text, NULL, &error));
  assert_non_null(strstr(error.text, "more than 256 properties"));
}

/* ---- The tool ---------------------------------------------------------------------------------------- */

static void check_value(const char *recipe, const char *point, const char *value) {
  char text[80];
  snprintf(text, sizeof text, "%s,%s\n", point, value);
  assert_contains(shell("printf 'x,y\n%s\n' | $burl sample -e '%s' -", point, recipe)->out, text);
}

static void check_error(const char *recipe, const char *message) {
  const outcome *const o = burl("render -o a.npy --size 8x8 -e '%s'", recipe);
  assert_int_not_equal(o->code, 0);
  assert_contains(o->err, message);
}

static void test_tool(void **state) {
  (void)state;
  write_text("f.geojson", FEATURES("{\"properties\": {\"w\": [1, 3]}, " LINE "[[0, 0], [4, 0]]}}"));
  write_text("far.geojson", FEATURES("{" LINE "[[0, 0], [1e300, 0]]}}"));
  check_value("lines(\"f.geojson\")", "2,3", "3");
  check_value("lines(\"f.geojson\", value: \"w\")", "1,3", "1.5");
  assert_contains(burl_ok("info -e 'lines(\"f.geojson\")'")->out, "f.geojson: 1 features of 2 vertices, with w");
  assert_contains(burl_ok("info --json -e 'lines(\"f.geojson\")'")->out, "\"vertices\": 2");
  check_error("areas(\"f.geojson\")", "no polygons");
  check_error("lines(\"g.geojson\")", "g.geojson: No such");
  check_error("lines(\"far.geojson\")", "within 2^50");
  check_error("lines(\"f.tif\")", "f.tif");
  assert_contains(shell("echo 'lines(\"f.geojson\")' | $burl render -o a.npy -")->err, "opens no file");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_begin, folder_end)

int main(void) {
  const struct CMUnitTest tests[] = {TEST(test_geometries), TEST(test_values), TEST(test_systems),
                                     TEST(test_refused),    TEST(test_limits), TEST(test_tool)};
  return cmocka_run_group_tests_name("geojson", tests, NULL, NULL);
}
