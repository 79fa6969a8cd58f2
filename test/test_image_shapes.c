/* burl render --rivers and --lakes: what the files hold, where it lies, and what is refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "image/image.h"
#include "process.h"
#include "json/json.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

#define HILLS "-e '300*fbm(simplex(x/3000, y/3000), octaves: 6)' --size 90x70"
#define EXTENT "--extent 1000,500,10000,7500 --river-least 5e5"

static json_t *features_of(const char *path, json_t **file) {
  size_t length;
  char *const text = read_whole(path, &length);
  *file = json_read(NULL, text);
  free(text);
  assert_non_null(*file);
  assert_string_equal(json_string_value(json_object_get(*file, "type")), "FeatureCollection");
  return json_object_get(*file, "features");
}

static double property(const json_t *feature, const char *name) {
  const json_t *const value = json_object_get(json_object_get(feature, "properties"), name);
  assert_true(json_is_number(value));
  return json_number_value(value);
}

static json_t *coordinates_of(const json_t *feature, const char *type) {
  const json_t *const geometry = json_object_get(feature, "geometry");
  assert_string_equal(json_string_value(json_object_get(geometry, "type")), type);
  return json_object_get(geometry, "coordinates");
}

static double at(const json_t *points, size_t i, size_t axis) {
  return json_number_value(json_array_get(json_array_get(points, i), axis));
}

/* What the coordinate system of a file is called; "": it has none. */
static const char *crs_of(const json_t *file) {
  const json_t *const name = json_object_get(json_object_get(json_object_get(file, "crs"), "properties"), "name");
  return name ? json_string_value(name) : "";
}

/* ---- Contents ------------------------------------------------------------------------------------ */

/* A reach's numbers fit each other, and its line, written to a thousandth of a cell, its length and its successor. */
static void check_reach(const json_t *all, const json_t *reach) {
  const json_t *const line = coordinates_of(reach, "LineString"), *const to = json_object_get(
                                                                      json_object_get(reach, "properties"), "to");
  const size_t last = json_array_size(line) - 1;
  double length = 0;
  for (size_t i = 0; i < last; i++)
    length += hypot(at(line, i + 1, 0) - at(line, i, 0), at(line, i + 1, 1) - at(line, i, 1));
  assert_true(fabs(property(reach, "length") - length) < 0.1 + 1e-3 * length);
  assert_true(property(reach, "fall") >= 0 && property(reach, "order") >= 1 && property(reach, "area") >= 0.5);
  assert_true(fabs(property(reach, "width") - 4 * sqrt(property(reach, "area"))) < 1e-6);
  assert_true(fabs(property(reach, "discharge") - 5e5 * property(reach, "area") / 31557600) < 1e-6);
  assert_true(fabs(property(reach, "top") - property(reach, "bottom") - property(reach, "fall")) < 1e-4);
  assert_true(json_is_integer(to) || json_is_null(to));
  if (json_is_null(to)) return;
  const json_t *const next = json_array_get(all, (size_t)json_integer_value(to));
  assert_true(property(next, "top") == property(reach, "bottom"));
  const json_t *const its_line = coordinates_of(next, "LineString");
  assert_true(at(its_line, 0, 0) == at(line, last, 0) && at(its_line, 0, 1) == at(line, last, 1));
  assert_true(property(next, "area") > property(reach, "area") && property(next, "order") >= property(reach, "order"));
}

static void test_rivers(void **state) {
  json_t *file;
  int joined = 0;
  (void)state;
  burl_ok("render " HILLS " " EXTENT " -o h.npy --rivers r.geojson -q");
  assert_int_equal(folder_count(), 3); /* h.npy.json */
  json_t *const all = features_of("r.geojson", &file);
  assert_string_equal(crs_of(file), "");
  assert_string_equal(json_string_value(json_object_get(file, "name")), "rivers");
  assert_true(json_array_size(all) > 20);
  for (size_t i = 0; i < json_array_size(all); i++) {
    assert_int_equal((int)property(json_array_get(all, i), "id"), i);
    check_reach(all, json_array_get(all, i));
    joined += json_is_integer(json_object_get(json_object_get(json_array_get(all, i), "properties"), "to"));
  }
  assert_true(joined > 10);
  json_decref(file);
}

static double area_of(const json_t *ring) {
  double sum = 0;
  const size_t last = json_array_size(ring) - 1;
  assert_true(last >= 4 && at(ring, 0, 0) == at(ring, last, 0) && at(ring, 0, 1) == at(ring, last, 1));
  for (size_t i = 0; i < last; i++) sum += at(ring, i, 0) * at(ring, i + 1, 1) - at(ring, i + 1, 0) * at(ring, i, 1);
  return sum / 2;
}

/* A lake's outline goes against the clock, its islands with it, and what they hold is its area. */
static double check_lake(const json_t *lake) {
  const json_t *const rings = coordinates_of(lake, "Polygon");
  double area = 0;
  for (size_t i = 0; i < json_array_size(rings); i++) {
    const double own = area_of(json_array_get(rings, i));
    assert_true((own > 0) == (i == 0));
    area += own;
  }
  assert_true(fabs(property(lake, "area") * 1e6 - area) < 1e-3 * area);
  assert_true(property(lake, "depth") > 0 && property(lake, "volume") <= property(lake, "depth") * area * 1.000001);
  return area;
}

static void check_lakes(const char *options) {
  json_t *file;
  double area = 0;
  burl_ok("render " HILLS " %s -o h.npy --lakes l.geojson -q", options);
  json_t *const all = features_of("l.geojson", &file);
  assert_true(json_array_size(all) > 10);
  for (size_t i = 0; i < json_array_size(all); i++) area += check_lake(json_array_get(all, i));
  assert_true(area > 1e5);
  json_decref(file);
}

/* Of ten samples at least, or as large as is asked for; who is left out is said. */
static void test_small_lakes(void **state) {
  static const char *const options[] = {"--lake-least 0", "", "--lake-least 3e5", "--lake-least 1e12"};
  static const double least[] = {0, 1e5, 3e5, 1e12};
  size_t count[4];
  (void)state;
  for (int i = 0; i < 4; i++) {
    json_t *file;
    const outcome *o = burl_ok("render " HILLS " " EXTENT " -o h.npy --lakes l.geojson %s", options[i]);
    const int are_left_out = strstr(o->err, "left out") != NULL;
    json_t *const all = features_of("l.geojson", &file);
    count[i] = json_array_size(all);
    for (size_t k = 0; k < count[i]; k++) assert_true(property(json_array_get(all, k), "area") * 1e6 >= least[i]);
    assert_int_equal(are_left_out, i > 0);
    json_decref(file);
  }
  assert_true(count[0] > count[1] && count[1] > count[2] && count[2] > 0 && count[3] == 0);
}

static void test_lakes(void **state) {
  (void)state;
  check_lakes("--extent 1000,500,10000,7500");
  check_lakes("--extent 1000,7500,10000,500");
  check_lakes("--extent 1000,500,10000,7500 --crs EPSG:32632");
}

/* ---- Places -------------------------------------------------------------------------------------- */

/* A hollow of two cells by one in the fourth row, and a valley along the second row, to the right. */
static void check_places(const char *options, const char *crs, const double lake[4], const double mouth[2]) {
  json_t *file;
  write_whole("p.burl", "i = (x - 1000)/100\nj = (y - 500)/50\n"
                        "abs(j - 1.5) < 0.4 ? 5 - i/100 : abs(i - 3) < 1 && abs(j - 3.5) < 0.4 ? 7 : 10 + j\n");
  burl_ok(
      "render p.burl --size 8x6 --extent 1000,500,1800,800 %s --rivers r.geojson --lakes l.geojson --river-least 1e5 "
      "--lake-least 0 -q",
      options);
  json_t *const lakes = features_of("l.geojson", &file);
  assert_string_equal(crs_of(file), crs);
  assert_int_equal(json_array_size(lakes), 1);
  const json_t *const ring = json_array_get(coordinates_of(json_array_get(lakes, 0), "Polygon"), 0);
  double box[4] = {INFINITY, INFINITY, -INFINITY, -INFINITY};
  for (size_t i = 0; i < json_array_size(ring); i++)
    for (size_t a = 0; a < 2; a++) box[a] = fmin(box[a], at(ring, i, a)), box[2 + a] = fmax(box[2 + a], at(ring, i, a));
  for (int i = 0; i < 4; i++) assert_true(box[i] == lake[i]);
  json_decref(file);
  json_t *const rivers = features_of("r.geojson", &file);
  assert_string_equal(crs_of(file), crs);
  assert_int_equal(json_array_size(rivers), 1);
  const json_t *const line = coordinates_of(json_array_get(rivers, 0), "LineString");
  for (size_t a = 0; a < 2; a++) assert_true(at(line, json_array_size(line) - 1, a) == mouth[a]);
  json_decref(file);
}

/* Coordinates are the samples'; with a system those of the .tif, whose first row is the northernmost. */
static void test_places(void **state) {
  static const double as_they_are[4] = {1200, 650, 1400, 700}, turned[4] = {1200, 600, 1400, 650};
  static const double mouth[2] = {1750, 575}, turned_mouth[2] = {1750, 725};
  (void)state;
  check_places("-o h.npy", "", as_they_are, mouth);
  check_places("-o h.tif --crs EPSG:32632", "urn:ogc:def:crs:EPSG::32632", turned, turned_mouth);
}

/* A beach along x: rivers end on it, and there is no lake below it. */
static void test_sea(void **state) {
  json_t *file;
  (void)state;
  write_whole("s.burl", "-0.1*x + abs(y - 450) - (x > 700 && abs(y - 450) < 100 && abs(x - 850) < 60 ? 50 : 0)\n");
  burl_ok("render s.burl --size 10x9 --extent 0,0,1000,900 -o h.npy --rivers r.geojson --lakes l.geojson --sea -50 "
          "--river-least 5e4 -q");
  json_t *rivers = features_of("r.geojson", &file);
  assert_true(json_array_size(rivers) >= 1);
  int mouths = 0;
  for (size_t i = 0; i < json_array_size(rivers); i++) {
    const json_t *const reach = json_array_get(rivers, i), *const line = coordinates_of(reach, "LineString");
    for (size_t k = 0; k < json_array_size(line); k++) assert_true(at(line, k, 0) <= 500);
    mouths += at(line, json_array_size(line) - 1, 0) == 500 && at(line, json_array_size(line) - 1, 1) == 450;
  }
  assert_int_equal(mouths, 1);
  json_decref(file);
  assert_int_equal(json_array_size(features_of("l.geojson", &file)), 0);
  json_decref(file);
  burl_ok("render s.burl --size 10x9 --extent 0,0,1000,900 -o h.npy --lakes l.geojson --lake-least 0 -q");
  assert_int_equal(json_array_size(features_of("l.geojson", &file)), 1);
  json_decref(file);
}

/* The heights are the first number among the results, and of a recipe that needs no whole grid as they are of one that
 * does. */
static void test_which_heights(void **state) {
  (void)state;
  write_whole("m.burl",
              "c = rgb(x, y, 0)\nh = 300*fbm(simplex(x/3000, y/3000), octaves: 6)\ng = thermal(h, years: 0)\nh\n");
  burl_ok("render m.burl --size 60x50 --extent 0,0,6000,5000 --result c,h -o {result}.npy --rivers a.geojson --lakes "
          "al.geojson -q");
  burl_ok(
      "render m.burl --size 60x50 --extent 0,0,6000,5000 --result h -o h.npy --rivers b.geojson --lakes bl.geojson -q");
  burl_ok("render m.burl --size 60x50 --extent 0,0,6000,5000 --result g,c -o {result}.npy --rivers d.geojson --lakes "
          "dl.geojson -q --threads 1");
  assert_same_files("a.geojson", "b.geojson");
  assert_same_files("al.geojson", "bl.geojson");
  assert_same_files("a.geojson", "d.geojson");
  assert_same_files("al.geojson", "dl.geojson");
  assert_same_files("h.npy", "g.npy");
}

/* ---- What is refused ----------------------------------------------------------------------------- */

static void test_refused(void **state) {
  static const refused_call calls[] = {
      {"-e 'rgb(x, y, 0)' -o a.png --rivers r.geojson", 1, "no result that is a number"},
      {"-e x --size 4x4x4 -o a.npy --rivers r.geojson", 2, "heights have two axes"},
      {"-e x --size 9 -o a.npy --lakes r.geojson", 2, "heights have two axes"},
      {"-e x -o a_%d.png --seeds 1..2 --rivers r.geojson", 2, "--seeds"},
      {"-e x -o a_{x}_{y}.png --tiles 2x2 --rivers r.geojson", 2, "--tiles"},
      {"-e x+t -o a_%d.png --times 0..1 --frames 3 --lakes r.geojson", 2, "--times"},
      {"-e x -o a.png --window 0,0,9,9 --lakes r.geojson", 2, "--window"},
      {"-e x -o a.png --resume --lakes r.geojson", 2, "--resume"},
      {"-e x -o a.json --format npy --rivers a.json", 2, "the same file"},
      {"-e x -o a.png --rivers a.shp", 2, "not called .geojson"},
      {"-e x -o a.png --lakes a.geojson --lake-least no", 2, "--lake-least"},
      {"-e x -o a.png --rivers a.geojson --lakes a.geojson", 2, "the same file"},
      {"-e x -o a.npy --rivers none/a.geojson", 1, "none/a.geojson"},
      {"-e x -o a.png --rivers a.geojson --sea deep", 2, "'deep'"},
      {"-e x -o a.png --rivers a.geojson --river-least 0", 2, "--river-least"},
      {"-e x -o a.tif --crs EPSG:999999 --rivers a.geojson", 1, "EPSG:999999"},
      {"-e x -o a.tif --crs EPSG:4326 --rivers a.geojson", 1, "degrees"},
  };
  (void)state;
  check_refused("render", calls, COUNT(calls));
  assert_contains(burl_ok("render -e x --size 9x9 -o a.npy --sea 3")->err, "--sea makes no difference");
  assert_contains(burl_ok("render -e x --size 9x9 -o a.npy --lakes l.geojson --river-least 3")->err,
                  "--river-least makes no difference");
}

/* Whatever ends it: no file, hidden or not. */
static void test_signal_leaves_nothing(void **state) {
  const struct timespec moment = {.tv_nsec = 10000000};
  int status, waited = 0;
  (void)state;
  const pid_t child = fork();
  if (child == 0) {
    execl(burl_binary(), "burl", "render", "-e", "fbm(fbm(perlin(), octaves: 30), octaves: 30)", "--size", "2048x2048",
          "-o", "a.png", "--rivers", "r.geojson", "--lakes", "l.geojson", "-q", (char *)NULL);
    _exit(127);
  }
  while (folder_count() < 3 && waited++ < 3000) nanosleep(&moment, NULL);
  assert_int_equal(folder_count(), 3);
  assert_int_equal(kill(child, SIGTERM), 0);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
  assert_int_equal(folder_count(), 0);
}

#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_begin, folder_end)

/* A volume of so many cubic metres that it is written with an exponent, which ends in a zero. */
static void large_numbers_are_whole(void **state) {
  (void)state;
  json_t *file;
  burl_ok(
      "render -e 'abs(x - 4500) < 1000 && abs(y - 4500) < 1000 ? 0 : 15000' --size 9x9 --extent 0,0,9000,9000 -o h.npy"
      " --lakes l.geojson --lake-least 0 -q");
  const json_t *const lakes = features_of("l.geojson", &file);
  assert_int_equal(json_array_size(lakes), 1);
  assert_true(property(json_array_get(lakes, 0), "volume") == 1.5e10);
  json_decref(file);
}

int main(void) {
#if defined BURL_GDAL
  const struct CMUnitTest tests[] = {
      IN_A_FOLDER(large_numbers_are_whole), IN_A_FOLDER(test_rivers),  IN_A_FOLDER(test_lakes),
      IN_A_FOLDER(test_small_lakes),        IN_A_FOLDER(test_places),  IN_A_FOLDER(test_sea),
      IN_A_FOLDER(test_which_heights),      IN_A_FOLDER(test_refused), IN_A_FOLDER(test_signal_leaves_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
#else
  return 0;
#endif
}
