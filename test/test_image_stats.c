/* burl stats: the same of a recipe as of its heights in a file, as text and as JSON; and what is refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/quantiles.h"
#include "image/image.h"
#include "process.h"
#include "survey/measures.h"
#include "json/json.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))
#define HILLS "-e '1500*fbm(simplex(x/12000, y/12000), octaves: 8)' --size 120x100 --extent 0,0,12000,10000"

static const struct {
  const char *name, *help;
  double real;
} rows[MEASURES] = {
#define ROW(name, unit, decimals, real, help) {#name, help, real},
    SURVEY_MEASURES(ROW)
#undef ROW
};

/* What burl stats --json says of its arguments, to be freed. */
static json_t *stats(const char *arguments) {
  json_t *const value = json_read(NULL, burl_ok("stats %s --json -q", arguments)->out);
  assert_non_null(value);
  return value;
}

static double measure_of(const json_t *stats, const char *column, const char *name) {
  const json_t *const value = json_object_get(json_object_get(stats, column), name);
  assert_true(json_is_number(value) || json_is_null(value));
  return json_is_null(value) ? (double)NAN : json_number_value(value);
}

static void assert_same_measures(const json_t *a, const json_t *b) {
  for (int i = 0; i < MEASURES; i++) {
    const double p = measure_of(a, "measures", rows[i].name), q = measure_of(b, "measures", rows[i].name);
    if (!(p == q || (isnan(p) && isnan(q)))) fail_msg("%s: %g, %g", rows[i].name, p, q);
  }
}

static void test_json_and_text(void **state) {
  (void)state;
  json_t *const said = stats(HILLS);
  for (int i = 0; i < MEASURES; i++) {
    assert_true(isfinite(measure_of(said, "measures", rows[i].name)));
    assert_true(measure_of(said, "real", rows[i].name) == rows[i].real);
  }
  assert_true(json_number_value(json_object_get(said, "channel")) == 1e5);
  assert_true(json_number_value(json_array_get(json_object_get(said, "step"), 1)) == 100);
  const outcome *const text = burl_ok("stats " HILLS);
  char number[40];
  for (int i = 0; i < MEASURES; i++) {
    assert_contains(text->out, rows[i].name);
    assert_contains(text->out, rows[i].help);
  }
  snprintf(number, sizeof number, "%10.2f%10.2f", measure_of(said, "measures", "flooded"), rows[MEASURE_flooded].real);
  assert_contains(text->out, number);
  json_decref(said);
}

/* A file is measured as it is, wherever it lies. */
static void test_files(void **state) {
  json_t *const said = stats(HILLS);
  static const char *const files[] = {
    "h.npy --step 100",
    "h.exr --step 100,100",
    "h.npy --step 100,-100",
#if defined BURL_GDAL
    "h.tif"
#endif
  };
  (void)state;
  burl_ok("render " HILLS " -o h.npy -q");
  burl_ok("render " HILLS " -o h.exr -q");
#if defined BURL_GDAL
  burl_ok("render " HILLS " -o h.tif --crs EPSG:32632 -q");
#endif
  for (int i = 0; i < COUNT(files); i++) {
    json_t *const same = stats(files[i]);
    assert_same_measures(said, same);
    json_decref(same);
  }
  json_decref(said);
}

/* The heights are the first result that is a number; a seed, a knob and a channel's area count. */
static void test_options(void **state) {
  (void)state;
  write_whole("a.burl", "view 0, 0, 12000, 10000\nparam high = 1500\nc = rgb(x, 0, 0)\n"
                        "h = high*fbm(simplex(x/12000, y/12000), octaves: 8)\nh\n");
  json_t *const plain = stats(HILLS), *const second = stats("a.burl --size 120x100 --result c,h"),
                *const low = stats("a.burl --size 120x100 --param high=150"),
                *const other = stats("a.burl --size 120x100 --seed 7"),
                *const wide = stats("a.burl --size 120x100 --channel 1e6");
  assert_same_measures(plain, second);
  assert_true(measure_of(low, "measures", "slope_mean") < measure_of(plain, "measures", "slope_mean") / 5);
  assert_true(measure_of(other, "measures", "flooded") != measure_of(plain, "measures", "flooded"));
  assert_true(measure_of(wide, "measures", "drainage_density") < measure_of(plain, "measures", "drainage_density") / 2);
  json_decref(plain), json_decref(second), json_decref(low), json_decref(other), json_decref(wide);
}

static int compare_floats(const void *a, const void *b) {
  const float p = *(const float *)a, q = *(const float *)b;
  return (p > q) - (p < q);
}

/* Quantiles are those of the samples that burl render writes, sorted. */
static void test_quantiles(void **state) {
  enum { SAMPLES = 120 * 100 };
  static float sorted[SAMPLES];
  (void)state;
  burl_ok("render " HILLS " -o h.npy -q");
  FILE *const file = fopen("h.npy", "rb");
  assert_non_null(file);
  assert_int_equal(fseek(file, -(long)sizeof sorted, SEEK_END), 0);
  assert_int_equal(fread(sorted, sizeof *sorted, SAMPLES, file), SAMPLES);
  fclose(file);
  qsort(sorted, SAMPLES, sizeof *sorted, compare_floats);
  json_t *const said = stats(HILLS);
  const json_t *const quantiles = json_object_get(said, "quantiles");
  assert_int_equal(json_array_size(quantiles), QUANTILES);
  for (int q = 0; q < QUANTILES; q++) {
    static const int percents[QUANTILES] = {1, 5, 25, 50, 75, 95, 99};
    const json_t *const one = json_array_get(quantiles, (size_t)q);
    assert_true(fabs(json_number_value(json_object_get(one, "share")) - percents[q] / 100.0) < 1e-9);
    assert_true(json_number_value(json_object_get(one, "height")) == (double)sorted[percents[q] * SAMPLES / 100]);
  }
  json_decref(said);
  assert_contains(burl_ok("stats " HILLS)->out, "quantiles of the heights          1 %        5 %       25 %");
  assert_contains(burl_ok("stats -e '7 + 0*x' --size 9x9 -q")->out, "          7          7          7");
}

static void test_no_channels(void **state) {
  (void)state;
  const outcome *const o = burl_ok("stats -e 'fbm(simplex())' --size 64x64");
  assert_contains(o->err, "there is no channel");
  assert_contains(o->out, "concavity                          -     0.370");
  json_t *const said = stats("-e 'fbm(simplex())' --size 64x64");
  assert_true(isnan(measure_of(said, "measures", "hack")));
  json_decref(said);
}

static void test_refused(void **state) {
  static const refused_call calls[] = {
      {"", 2, "recipe"},
      {"-e 'rgb(x, y, 0)'", 1, "no result that is a number"},
      {"-e x --size 4x4x4", 2, "two axes"},
      {"-e x --size 9", 2, "two axes"},
      {"-e x --channel 0", 2, "--channel"},
      {"none.tif", 1, "none.tif"},
      {"none.burl", 1, "none.burl"},
      {"-e 'x +'", 1, "-e:1:"},
  };
  static const refused_call of_files[] = {
    {"h.npy", 1, "--step does, in metres"},
    {"h.npy --step 0", 2, "--step"},
    {"h.npy --step 1 --size 9x9", 2, "leave them out"},
#if defined BURL_GDAL
    {"h.tif --step 3", 2, "says itself"},
    {"d.tif", 1, "degrees"},
#endif
  };
  (void)state;
  check_refused("stats", calls, COUNT(calls));
  burl_ok("render " HILLS " -o h.npy -q");
#if defined BURL_GDAL
  burl_ok("render " HILLS " -o h.tif -q");
  burl_ok("render -e x --size 9x9 --extent 7,47,8,46 --crs EPSG:4326 -o d.tif -q");
#endif
  for (int i = 0; i < COUNT(of_files); i++) {
    const outcome *const o = burl("stats %s", of_files[i].arguments);
    assert_int_equal(o->code, of_files[i].code);
    assert_contains(o->err, of_files[i].message);
    assert_string_equal(o->out, "");
  }
}

#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_begin, folder_end)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_A_FOLDER(test_json_and_text), IN_A_FOLDER(test_files),   IN_A_FOLDER(test_options),
      IN_A_FOLDER(test_no_channels),   IN_A_FOLDER(test_refused), IN_A_FOLDER(test_quantiles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
