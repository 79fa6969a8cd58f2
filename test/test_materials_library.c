/* Every material of recipes/materials: it goes round at the edges of its view, to the bit, its maps are within [0, 1]
 * and its colours those of real surfaces, and its knobs may be turned to their ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "burl.h"
#include "burl_inspect.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char folder[] = BURL_SOURCE_DIR "/recipes/materials";

typedef struct {
  char name[256], *text;
} material;

static char *read_text(const char *name) {
  char path[600];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *const file = fopen(path, "rb");
  assert_non_null(file);
  char *const text = calloc(1, 1 << 20);
  assert_non_null(text);
  assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
  fclose(file);
  return text;
}

/* Calls the check for each material; returns how many there are. */
static int each(void (*check)(const material *m)) {
  DIR *const d = opendir(folder);
  int count = 0;
  assert_non_null(d);
  for (const struct dirent *e; (e = readdir(d));) {
    if (!strstr(e->d_name, ".burl")) continue;
    material m = {.text = read_text(e->d_name)};
    snprintf(m.name, sizeof m.name, "%s", e->d_name);
    check(&m);
    free(m.text);
    count++;
  }
  closedir(d);
  return count;
}

static burl_program *compile(const material *m, const char *result) {
  burl_error error;
  const burl_options options = {.struct_size = sizeof options, .dims = 2, .result = result};
  burl_program *const p = burl_compile_with(m->text, strlen(m->text), &options, &error);
  if (!p) fail_msg("%s:%d: %s", m->name, error.line, error.message);
  return p;
}

/* The maps that it gives, with commas between them. */
static void maps_of(const material *m, char *to, size_t room) {
  burl_program *const p = compile(m, NULL);
  size_t length = 0;
  if (!(burl_material_of(p).size > 0)) fail_msg("%s declares no material", m->name);
  for (int i = 0; i < burl_part_count(p); i++) {
    const char *const name = burl_part_at(p, i).name;
    if (strncmp(name, "material.", 9) != 0) continue;
    if (!strcmp(name, "material.size") || !strcmp(name, "material.depth")) continue;
    length += (size_t)snprintf(to + length, room - length, "%s%s", length ? "," : "", name);
  }
  burl_free(p);
}

/* ---- tiles ----------------------------------------------------------------------------------------- */

enum { SIDE = 64 };

static burl_grid grid_over(const burl_program *p, double laps) {
  double view[8];
  burl_grid grid = {.size = {SIDE, SIDE}};
  assert_int_equal(burl_view(p, view), 4);
  for (int a = 0; a < 2; a++) {
    grid.step[a] = (view[2 + a] - view[a]) / SIDE;
    grid.origin[a] = view[a] + (0.5 + laps * SIDE) * grid.step[a];
  }
  return grid;
}

static float *sample(const burl_program *p, const burl_grid *grid) {
  float *const to = malloc(SIDE * SIDE * (size_t)burl_channels(p) * sizeof *to);
  assert_non_null(to);
  assert_int_equal(burl_sample_grid(p, grid, to), BURL_OK);
  return to;
}

static void check_tile(const material *m) {
  char maps[400];
  maps_of(m, maps, sizeof maps);
  strcat(maps, ",material.normal_up");
  burl_program *const p = compile(m, maps);
  double view[8];
  burl_view(p, view);
  for (int a = 0; a < 2; a++) {
    const double after = burl_repeat_along(p, a), laps = (view[2 + a] - view[a]) / after;
    if (after != 0 && !(fabs(laps - round(laps)) < 1e-9))
      fail_msg("%s: repeats after %g along axis %d", m->name, after, a);
  }
  const burl_grid here = grid_over(p, 0), there = grid_over(p, 3);
  float *const one = sample(p, &here), *const other = sample(p, &there);
  if (memcmp(one, other, SIDE * SIDE * (size_t)burl_channels(p) * sizeof *one) != 0)
    fail_msg("%s: three views on it is another", m->name);
  free(one);
  free(other);
  burl_free(p);
}

static void materials_tile(void **state) {
  (void)state;
  assert_true(each(check_tile) >= 20);
}

/* ---- values ---------------------------------------------------------------------------------------- */

/* The limits of a map: those of [0, 1], and of colours those from coal to snow, unless it is a metal. */
static void check_map(const material *m, const burl_program *p, int result, const float *samples, int is_metal) {
  const burl_result r = burl_result_at(p, result);
  const int all = burl_channels(p), is_albedo = strcmp(r.name, "material.albedo") == 0;
  const double lo = is_albedo && !is_metal ? 29.5 / 255 : 0, hi = is_albedo && !is_metal ? 240.5 / 255 : 1;
  for (int i = 0; i < SIDE * SIDE; i++) {
    double least = INFINITY, most = -INFINITY; /* of the channels: a strong colour may lack one of them */
    for (int c = r.first; c < r.first + r.channels; c++) {
      least = fmin(least, (double)samples[i * all + c]), most = fmax(most, (double)samples[i * all + c]);
    }
    if (!(least >= -1e-6) || !(most <= 1 + 1e-6) || most < lo || most > hi)
      fail_msg("%s: %s is %g to %g at sample %d", m->name, r.name, least, most, i);
  }
}

static void check_values_of(const material *m, const burl_program *p) {
  const burl_grid grid = grid_over(p, 0);
  float *const samples = sample(p, &grid);
  int is_metal = 0;
  for (int i = 0; i < burl_result_count(p); i++) is_metal |= !strcmp(burl_result_at(p, i).name, "material.metallic");
  for (int i = 0; i < burl_result_count(p); i++) check_map(m, p, i, samples, is_metal);
  free(samples);
}

static void check_values(const material *m) {
  char maps[400];
  maps_of(m, maps, sizeof maps);
  burl_program *const p = compile(m, maps);
  check_values_of(m, p);
  burl_free(p);
}

static void values_are_of_surfaces(void **state) {
  (void)state;
  each(check_values);
}

static void check_knobs(const material *m) {
  char maps[400];
  maps_of(m, maps, sizeof maps);
  burl_program *const p = compile(m, maps);
  const int count = burl_param_count(p);
  if (count < 3 || count > 6) fail_msg("%s has %d knobs", m->name, count);
  for (int i = 0; i < count; i++) {
    const burl_param knob = burl_param_at(p, i);
    burl_error error;
    if (!isfinite(knob.lo) || !isfinite(knob.hi) || !*knob.text) fail_msg("%s: %s has no range", m->name, knob.name);
    for (int end = 0; end < 2; end++) {
      if (burl_set(p, knob.name, end ? knob.hi : knob.lo, &error) != BURL_OK)
        fail_msg("%s: %s: %s", m->name, knob.name, error.message);
      check_values_of(m, p);
    }
    assert_int_equal(burl_set(p, knob.name, knob.value, &error), BURL_OK);
  }
  burl_free(p);
}

static void knobs_turn(void **state) {
  (void)state;
  each(check_knobs);
}

/* At most a page, whose first line says what it is; without notes. */
static void check_text(const material *m) {
  int lines = 0;
  for (const char *c = m->text; *c; c++) lines += *c == '\n';
  if (lines > 70) fail_msg("%s has %d lines", m->name, lines);
  if (strncmp(m->text, "// ", 3) != 0) fail_msg("%s doesn't begin with what it is", m->name);
  burl_program *const p = compile(m, NULL);
  if (burl_note_count(p)) fail_msg("%s: %s", m->name, burl_note_at(p, 0)->message);
  burl_free(p);
}

static void texts_are_pages(void **state) {
  (void)state;
  each(check_text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(materials_tile),
      cmocka_unit_test(values_are_of_surfaces),
      cmocka_unit_test(knobs_turn),
      cmocka_unit_test(texts_are_pages),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
