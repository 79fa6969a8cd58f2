/* libFuzzer on the compiler: any bytes are a recipe.  What compiles is sampled over a small grid and at the same
 * points, with every knob turned, and so are its parts, all at once; the samples must be the same both ways and within
 * the program's bounds.  Images that it names are loaded, or lent, as their names choose.  It is also printed as code,
 * in a language and with options that the bytes choose. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "burl_inspect.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SIDE = 9, MOST_SAMPLES = SIDE * SIDE, MOST_CHANNELS = 64, KNOBS = 8, PARTS = 12 };

static void die(const char *what, const char *detail) {
  fprintf(stderr, "fuzz_compile: %s: %s\n", what, detail);
  abort();
}

/* ---- Images -------------------------------------------------------------------------------------- */

enum { IMAGE_SIDE = 7 };

/* Samples of an image, by its name: how many, where, and which. */
static burl_field image_of(const char *name) {
  static const float strange[8] = {0, NAN, INFINITY, -INFINITY, 3.4e38f, -3.4e38f, 1e-45f, -7};
  static const double steps[4] = {0, 0.5, -1e300, 1e-300};
  static float samples[IMAGE_SIDE * IMAGE_SIDE];
  uint32_t hash = 2166136261u;
  for (const char *c = name; *c; c++) hash = (hash ^ (uint8_t)*c) * 16777619u;
  for (uint32_t i = 0; i < IMAGE_SIDE * IMAGE_SIDE; i++) {
    const uint32_t chance = (hash + i) * 0x9E3779B1u;
    samples[i] = hash & 1 ? (float)(chance >> 24) : strange[chance >> 29];
  }
  const double step = steps[hash >> 1 & 3];
  return (burl_field){.data = samples,
                      .size = {1 + (hash >> 3) % IMAGE_SIDE, 1 + (hash >> 6) % IMAGE_SIDE},
                      .origin = {-1, hash >> 9 & 1 ? 1e308 : 0},
                      .step = {step, -step}};
}

/* A line, an area with a hole and a point, in one block, with values that recipes may ask for. */
typedef struct {
  burl_shapes shapes;
  const char *names[3];
  double vertices[10][2], values[10][3];
  burl_path paths[4];
} drawn;

static void draw(drawn *to) {
  static const drawn shape = {
      .names = {"z", "half", "height"},
      .vertices = {{0, 0}, {3, 1}, {5, -2}, {-4, -4}, {4, -4}, {0, 5}, {-1, -1}, {1, -1}, {0, 1}, {2, 2}},
      .values = {{1, 2, NAN}, {-3, 2, NAN}, {1e300, 2, NAN}, {NAN, NAN, 7}, {0, 1, 7}},
      .paths = {{0, 3, 0, BURL_LINE}, {3, 3, 1, BURL_RING}, {6, 3, 1, BURL_RING}, {9, 1, 2, BURL_POINT}}};
  *to = shape;
  to->shapes = (burl_shapes){to->vertices[0], 10, to->paths, 4, to->names, to->values[0], 3};
}

static burl_status load_image(void *user, const char *name, burl_field *out) {
  const burl_field image = image_of(name);
  const int is_drawn = strstr(name, "json") != NULL;
  const size_t size = is_drawn ? sizeof(drawn) : (size_t)(image.size[0] * image.size[1]) * sizeof *image.data;
  void *const data = malloc(size);
  (void)user;
  if (!data || name[0] == '!') {
    free(data);
    return data ? BURL_FILE : BURL_MEMORY;
  }
  if (is_drawn) {
    draw(data);
    out->shapes = data;
    return BURL_OK;
  }
  *out = image;
  out->data = memcpy(data, image.data, size);
  return BURL_OK;
}

/* Lends the images that aren't known yet, which stay as they are: samples, or shapes where those are refused.  Returns
 * 0 where both are, as the recipe asks for a value that the shapes don't have. */
static int lend_images(burl_program *program) {
  static float samples[8][IMAGE_SIDE * IMAGE_SIDE];
  static drawn shapes;
  const char *name;
  draw(&shapes);
  for (int i = 0; (name = burl_image_name(program, i)); i++) {
    const burl_field drawing = {.shapes = &shapes.shapes}, known = burl_image_at(program, i);
    burl_field image = image_of(name);
    if (known.data || known.shapes) continue;
    memcpy(samples[i % 8], image.data, sizeof samples[0]);
    image.data = samples[i % 8];
    if (burl_set_image(program, name, &image) != BURL_OK && burl_set_image(program, name, &drawing) != BURL_OK)
      return 0;
  }
  return 1;
}

/* ---- Checks -------------------------------------------------------------------------------------- */

static void check_error(const burl_error *error) {
  if (!memchr(error->message, '\0', sizeof error->message) || !memchr(error->hint, '\0', sizeof error->hint))
    die("a text without an end", "message or hint");
  if (error->status != BURL_OK && error->message[0] == '\0') die("an error without a message", "compile");
  if (error->line < 0 || error->column < 0 || error->length < 0) die("a place below 0", error->message);
}

static void check_bounds(const burl_program *program, const float *value, int count) {
  const int channels = burl_channels(program);
  char text[128];
  for (int i = 0; i < count * channels; i++) {
    const burl_range range = burl_bounds(program, i % channels);
    const double v = (double)value[i];
    snprintf(text, sizeof text, "%.9g in [%.9g, %.9g]", v, range.lo, range.hi);
    if (isnan(v) ? !range.may_be_nan : v < range.lo || v > range.hi) die("outside the bounds", text);
  }
}

/* Where axis `axis` of sample n lies. */
static double place(const burl_grid *grid, int axis, int n) {
  for (int i = 0; i < axis; i++) n /= (int)grid->size[i];
  return grid->origin[axis] + (double)(grid->first[axis] + n % (int)grid->size[axis]) * grid->step[axis];
}

static void sample(const burl_program *program) {
  static const int64_t sizes[4][4] = {{MOST_SAMPLES, 1, 1, 1}, {4, SIDE, 1, 1}, {3, 4, 4, 1}, {2, 3, 3, 2}};
  static float value[MOST_SAMPLES * MOST_CHANNELS], same[MOST_SAMPLES * MOST_CHANNELS];
  double coordinate[5][MOST_SAMPLES];
  const int dims = burl_dims(program);
  burl_grid grid = {.origin = {-1.1, 0, 1e9, 3}, .step = {0.37, 0.5, 0.2, -1.3}, .time = 0.7, .threads = 1};
  memcpy(grid.size, sizes[dims - 1], sizeof grid.size);
  grid.footprint = 0.2;
  const int count = (int)(grid.size[0] * grid.size[1] * grid.size[2] * grid.size[3]);
  const burl_status status = burl_sample_grid(program, &grid, value);
  if (status == BURL_SHAPE) return;
  if (status != BURL_OK) die("a grid", burl_status_text(status));
  check_bounds(program, value, count);
  if (!(burl_stage_bytes(program, &grid) >= 0)) die("bytes of stages", "below 0");
  if (burl_needs_whole_grid(program)) return;
  burl_points points = {.count = (size_t)count, .time = coordinate[4], .footprint = grid.footprint};
  for (int axis = 0; axis < dims; axis++) points.coord[axis] = coordinate[axis];
  for (int n = 0; n < count; n++) {
    for (int axis = 0; axis < 4; axis++) coordinate[axis][n] = place(&grid, axis, n);
    coordinate[4][n] = grid.time;
  }
  if (burl_sample_points(program, &points, same) != BURL_OK) die("points", "refused");
  if (memcmp(value, same, (size_t)(count * burl_channels(program)) * sizeof *value) != 0)
    die("grid and points differ", "");
}

static void turn_knobs(burl_program *program) {
  for (int i = 0; i < burl_param_count(program) && i < KNOBS; i++) {
    const burl_param knob = burl_param_at(program, i);
    const double values[] = {knob.lo, knob.hi, 0.5, -3, (double)NAN, knob.value};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
      burl_error error;
      const burl_status status = burl_set(program, knob.name, values[k], &error);
      check_error(&error);
      if (status != error.status) die("a status that is not the error's", error.message);
      if (status == BURL_OK && !(burl_param_at(program, i).value == values[k])) die("a knob that stayed", "");
      if (status == BURL_OK) sample(program);
    }
  }
}

static void check_notes(const burl_program *program) {
  for (int i = 0; i < burl_note_count(program); i++) {
    const burl_error *const note = burl_note_at(program, i);
    check_error(note);
    if (note->status != BURL_OK || note->line == 0 || note->message[0] == '\0') die("a note", note->message);
  }
}

/* The first parts that have a value, as several results. */
static void sample_parts(const burl_program *program, const char *text, size_t size, burl_options options) {
  char names[2048] = "";
  for (int i = 0; i < burl_part_count(program) && i < PARTS; i++) {
    const burl_part part = burl_part_at(program, i);
    if (part.channels == 0 || strlen(names) + strlen(part.name) + 2 > sizeof names) continue;
    if (*names) strcat(names, ",");
    strcat(names, part.name);
  }
  if (!*names) return;
  burl_error error;
  options.result = names;
  burl_program *const parts = burl_compile_with(text, size, &options, &error);
  check_error(&error);
  if (!parts && error.status != BURL_LIMIT && error.status != BURL_FILE)
    die("parts that don't compile together", error.message);
  if (parts && lend_images(parts)) sample(parts);
  burl_free(parts);
}

/* ---- Code ---------------------------------------------------------------------------------------- */

enum { MOST_CODE = 1 << 26 };

/* Text is printable and has brackets in pairs. */
static void check_code(void *user, const char *text, size_t length) {
  int depth[3] = {0};
  for (size_t i = 0; i < length; i++) {
    const char *const bracket = strchr("([{)]}", text[i]);
    if (text[i] != '\n' && (text[i] < ' ' || text[i] > '~')) die("a byte in code", "not printable");
    if (i > 0 && text[i] == '?' && text[i - 1] == '?') die("a trigraph in code", "");
    if (strncmp(text + i, "//", length - i < 2 ? length - i : 2) == 0)
      while (text[i + 1] != '\n') i++;
    else if (bracket) depth[(bracket - "([{)]}") % 3] += bracket - "([{)]}" < 3 ? 1 : -1;
  }
  if (depth[0] || depth[1] || depth[2]) die("code whose brackets are no pairs", "");
  if (length > MOST_CODE) die("code without an end", "");
  *(size_t *)user += length;
}

/* A number that the bytes choose, below n. */
static unsigned choose(const uint8_t *data, size_t size, unsigned salt, unsigned n) {
  uint32_t hash = 2166136261u + salt * 0x9E3779B1u;
  for (size_t i = 0; i < size; i++) hash = (hash ^ data[i]) * 16777619u;
  return (hash >> 16) % n;
}

static void print_code(const burl_program *program, const uint8_t *data, size_t size) {
  static const char *const targets[] = {"glsl", "glsles", "wgsl", "hlsl", "msl", "opencl", "cuda", "c"};
  static const char *const programs[] = {"shadertoy", "godot", "godot-spatial", "unity", "three", "p5", "unreal"};
  static const char *const entries[] = {NULL, "cell", "p", "cell,p", "d", "cell,p,d"};
  static const char *const uniforms[] = {NULL, "seed", "t", "seed,t", "footprint", "seed,t,footprint"};
  size_t length = 0, count = 0;
  burl_error error;
  burl_code_options options = {.struct_size = sizeof options, .write = check_code, .user = &length};
  if (choose(data, size, 1, 4)) options.target = targets[choose(data, size, 2, 8)];
  else options.made_for = programs[choose(data, size, 2, 7)];
  if (options.target) options.entries = entries[choose(data, size, 3, 6)];
  options.uniforms = uniforms[choose(data, size, 4, 6)];
  options.uniform_knobs = choose(data, size, 5, 2) == 1;
  options.exact = choose(data, size, 6, 3) == 1;
  options.fast = choose(data, size, 6, 3) == 2;
  options.footprint = choose(data, size, 7, 2) ? 0.1 : 0;
  const burl_status status = burl_code(program, &options, &error);
  check_error(&error);
  if (status != error.status || (status == BURL_OK) != (length > 0))
    die("code and an error, or neither", error.message);
  if (status == BURL_LIMIT && strncmp(error.message, "no code is known", 16) == 0)
    die("code that isn't known", error.message);
  if (status == BURL_OK && options.uniforms && size < 256 &&
      burl_code_keys(program, &options, 7, NULL, 0, &count) == BURL_MEMORY)
    die("keys", "no memory");
}

static void check(burl_program *program, const uint8_t *data, size_t size, burl_options options) {
  check_notes(program);
  sample(program);
  if (size < 512 || choose(data, size, 8, 4) == 0) print_code(program, data, size); /* which is slow under sanitizers */
  sample_parts(program, (const char *)data, size, options);
  turn_knobs(program);
  if (burl_seed(program, UINT64_MAX) == BURL_OK) sample(program);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const burl_options options = {.struct_size = sizeof options,
                                .dims = size % 3 ? 2 : 1 + (int)(size / 3 % 4),
                                .load = choose(data, size, 9, 2) ? load_image : NULL};
  burl_error error;
  burl_program *const program = burl_compile_with((const char *)data, size, &options, &error);
  check_error(&error);
  if (!program != (error.status != BURL_OK)) die("a program and an error, or neither", error.message);
  if (!program) return 0;
  if (lend_images(program)) check(program, data, size, options);
  burl_free(program);
  return 0;
}
