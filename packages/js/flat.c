/* burl.h for WebAssembly: functions of numbers and addresses alone, so that index.js knows no layout of a struct.  What
 * a function answers beside its result lies in `answer`: numbers, and addresses of texts as numbers.  One instance of
 * the module runs one call at a time, so that the statics here are its own. */
#include <stdlib.h>
#include <string.h>

#include "burl_inspect.h"

#define EXPORT(name) __attribute__((export_name(#name)))

/* What the page supplies: whether to stop, asked now and then with what is done, from 0 to 1. */
__attribute__((import_module("burl"), import_name("progress"))) int burl_js_progress(double done);

static double answer[32];
static burl_error error;

static double address(const void *at) { return (double)(uintptr_t)at; }

EXPORT(alloc)
void *js_alloc(size_t bytes) { return malloc(bytes); }
EXPORT(release)
void js_release(void *at) { free(at); }
EXPORT(answer)
double *js_answer(void) { return answer; }

/* ---- Errors --------------------------------------------------------------------------------------- */

static void put_error(const burl_error *e) {
  answer[0] = (double)e->status;
  answer[1] = e->line, answer[2] = e->column, answer[3] = e->length;
  answer[4] = address(e->message), answer[5] = address(e->hint), answer[6] = address(e->file);
}

EXPORT(last_error)
void js_last_error(void) { put_error(&error); }

/* What a call answers that fills no error, into `error`. */
static int answer_status(burl_status status) {
  error = (burl_error){.status = status};
  if (status != BURL_OK) strcpy(error.message, burl_status_text(status));
  return (int)status;
}

/* ---- Programs ------------------------------------------------------------------------------------- */

EXPORT(compile)
burl_program *js_compile(const char *text, size_t length, const char *name, int dims, const char *result,
                         int derivative_by, int octave_begin, int octave_end) {
  const burl_options options = {.struct_size = sizeof options,
                                .dims = dims,
                                .name = name,
                                .result = result,
                                .octave_begin = octave_begin,
                                .octave_end = octave_end,
                                .derivative_by = derivative_by};
  return burl_compile_with(text, length, &options, &error);
}

EXPORT(source)
const char *js_source(const burl_program *program) { return burl_source(program); }

EXPORT(free)
void js_free(burl_program *program) { burl_free(program); }

EXPORT(set)
int js_set(burl_program *program, const char *name, double value) {
  return (int)burl_set(program, name, value, &error);
}

EXPORT(seed)
int js_seed(burl_program *program, uint32_t low, uint32_t high) {
  return (int)burl_seed_with(program, (uint64_t)high << 32 | low, &error);
}

EXPORT(seed_of_text)
void js_seed_of_text(const char *text) {
  const uint64_t seed = burl_seed_of_text(text);
  answer[0] = (double)(uint32_t)seed, answer[1] = (double)(uint32_t)(seed >> 32);
}

/* ---- What a program is ---------------------------------------------------------------------------- */

EXPORT(describe)
void js_describe(const burl_program *p) {
  answer[0] = burl_dims(p), answer[1] = burl_channels(p);
  answer[2] = burl_part_count(p), answer[3] = burl_param_count(p), answer[4] = burl_result_count(p);
  answer[5] = burl_octave_count(p), answer[6] = burl_note_count(p);
  answer[7] = burl_needs_whole_grid(p), answer[8] = burl_varies_with(p);
  answer[9] = burl_view(p, answer + 10);
  for (int axis = 0; axis < 4; axis++) answer[18 + axis] = burl_repeat_along(p, axis);
}

EXPORT(bounds)
void js_bounds(const burl_program *program, int channel) {
  const burl_range range = burl_bounds(program, channel);
  answer[0] = range.lo, answer[1] = range.hi, answer[2] = range.may_be_nan;
}

static burl_range over[64];

EXPORT(bounds_over)
int js_bounds_over(const burl_program *program, double x0, double y0, double z0, double w0, double x1, double y1,
                   double z1, double w1, double t0, double t1) {
  const burl_box box = {.lo = {x0, y0, z0, w0}, .hi = {x1, y1, z1, w1}, .t0 = t0, .t1 = t1};
  return (int)burl_bounds_over(program, &box, 1, over);
}

EXPORT(bounds_of_box)
void js_bounds_of_box(int channel) {
  answer[0] = over[channel].lo, answer[1] = over[channel].hi, answer[2] = over[channel].may_be_nan;
}

EXPORT(param)
void js_param(const burl_program *program, int index) {
  const burl_param param = burl_param_at(program, index);
  answer[0] = address(param.name), answer[1] = address(param.text);
  answer[2] = param.value, answer[3] = param.lo, answer[4] = param.hi;
  answer[5] = burl_param_is_read(program, index);
}

EXPORT(part)
void js_part(const burl_program *program, int index) {
  const burl_part part = burl_part_at(program, index);
  answer[0] = address(part.name), answer[1] = part.line, answer[2] = part.channels, answer[3] = part.takes_arguments;
}

EXPORT(result)
void js_result(const burl_program *program, int index) {
  const burl_result result = burl_result_at(program, index);
  answer[0] = address(result.name), answer[1] = result.first, answer[2] = result.channels;
}

EXPORT(octave)
void js_octave(const burl_program *program, int index) {
  const burl_octave octave = burl_octave_at(program, index);
  answer[0] = octave.frequency, answer[1] = octave.share;
  for (int i = 0; i < 4; i++) answer[2 + i] = octave.shift[i];
}

EXPORT(note)
void js_note(const burl_program *program, int index) {
  const burl_error *const note = burl_note_at(program, index);
  if (note) put_error(note);
}

EXPORT(lattice)
void js_lattice(const burl_program *program) {
  const burl_lattice lattice = burl_lattice_of(program);
  answer[0] = lattice.dims, answer[1] = lattice.taps, answer[2] = lattice.is_value, answer[3] = address(lattice.interp);
  for (int a = 0; a < 2; a++) answer[4 + a] = lattice.frequency[a], answer[6 + a] = lattice.shift[a];
  answer[8] = lattice.is_simplex;
}

EXPORT(lattice_point)
void js_lattice_point(const burl_program *program, double i, double j) {
  const burl_lattice_point point = burl_lattice_at(program, i, j);
  answer[0] = point.value, answer[1] = point.gradient[0], answer[2] = point.gradient[1], answer[3] = point.hash;
}

EXPORT(lattice_weight)
double js_lattice_weight(const burl_program *program, double distance) {
  return burl_lattice_weight(program, distance);
}

EXPORT(function_at)
const char *js_function_at(const burl_program *program, int index) { return burl_function_at(program, index); }

EXPORT(image_name)
const char *js_image_name(const burl_program *program, int index) { return burl_image_name(program, index); }

/* place: width, height, origin x, y, step x, y, channels, whether they are linear.  data stays where it is. */
EXPORT(set_image)
int js_set_image(burl_program *program, const char *name, const float *data, const double place[8]) {
  const burl_field field = {.data = data,
                            .size = {(int64_t)place[0], (int64_t)place[1]},
                            .origin = {place[2], place[3]},
                            .step = {place[4], place[5]},
                            .channels = (int)place[6],
                            .is_linear = place[7] != 0};
  return (int)burl_set_image_with(program, name, &field, &error);
}

/* Shapes in one block, to be released; NULL: out of memory.  numbers: how many vertices, paths and values there are; x
 * and y of each vertex; first, count, feature and kind of each path; the values.  names: each with a NUL behind. */
EXPORT(shapes)
burl_shapes *js_shapes(const double *numbers, const char *names, size_t names_length) {
  const size_t vertices = (size_t)numbers[0], paths = (size_t)numbers[1], columns = (size_t)numbers[2];
  const size_t floats = 2 * vertices + vertices * columns;
  burl_shapes *const s =
      malloc(sizeof *s + floats * sizeof(double) + paths * sizeof(burl_path) + columns * sizeof(char *) + names_length);
  if (!s) return NULL;
  double *const vertex = (double *)(s + 1);
  burl_path *const path = (burl_path *)(vertex + floats);
  const char **const name = (const char **)(path + paths);
  char *const text = memcpy(name + columns, names, names_length);
  const double *const from = numbers + 3 + 2 * vertices;
  memcpy(vertex, numbers + 3, 2 * vertices * sizeof *vertex);
  memcpy(vertex + 2 * vertices, from + 4 * paths, vertices * columns * sizeof *vertex);
  for (size_t i = 0; i < paths; i++)
    path[i] = (burl_path){(int64_t)from[4 * i], (int64_t)from[4 * i + 1], (int64_t)from[4 * i + 2],
                          (burl_path_kind)from[4 * i + 3]};
  for (size_t i = 0, at = 0; i < columns; i++, at += strlen(text + at) + 1) name[i] = text + at;
  *s = (burl_shapes){vertex, (int64_t)vertices, path, (int64_t)paths, name, vertex + 2 * vertices, (int)columns};
  return s;
}

/* The shapes stay where they are. */
EXPORT(set_shapes)
int js_set_shapes(burl_program *program, const char *name, const burl_shapes *shapes) {
  return (int)burl_set_image_with(program, name, &(burl_field){.shapes = shapes}, &error);
}

/* ---- Sampling ------------------------------------------------------------------------------------- */

static int progress(void *user, double done) {
  (void)user;
  return burl_js_progress(done);
}

/* numbers: size, first, origin and step, four each; time, samples, footprint. */
static burl_grid grid_of(const double numbers[19]) {
  burl_grid grid = {.time = numbers[16], .samples = (int)numbers[17], .footprint = numbers[18], .threads = 1};
  for (int a = 0; a < 4; a++) {
    grid.size[a] = (int64_t)numbers[a], grid.first[a] = (int64_t)numbers[4 + a];
    grid.origin[a] = numbers[8 + a], grid.step[a] = numbers[12 + a];
  }
  grid.progress = progress;
  return grid;
}

EXPORT(grid)
int js_grid(const burl_program *program, const double numbers[19], float *out) {
  const burl_grid grid = grid_of(numbers);
  if (burl_check_grid(program, &grid, &error) != BURL_OK) return (int)error.status;
  return answer_status(burl_sample_grid(program, &grid, out));
}

EXPORT(blocks_of)
int js_blocks_of(const burl_program *program, const double numbers[19], const double sides[4], double level,
                 signed char *out) {
  const burl_grid grid = grid_of(numbers);
  if (burl_check_grid(program, &grid, &error) != BURL_OK) return (int)error.status;
  int64_t block[4];
  for (int a = 0; a < 4; a++) block[a] = (int64_t)sides[a];
  return answer_status(burl_blocks_of(program, &grid, block, level, out));
}

EXPORT(too_fine)
double js_too_fine(const burl_program *program, const double numbers[19]) {
  const burl_grid grid = grid_of(numbers);
  return burl_too_fine(program, &grid);
}

/* coordinates: as many doubles of x, then of y, z, w and t, as there are points. */
EXPORT(points)
int js_points(const burl_program *program, size_t count, const double *coordinates, float *out) {
  burl_points points = {.count = count, .time = coordinates + 4 * count};
  for (int a = 0; a < 4; a++) points.coord[a] = coordinates + (size_t)a * count;
  if (burl_check_points(program, &points, &error) != BURL_OK) return (int)error.status;
  return answer_status(burl_sample_points(program, &points, out));
}

/* ---- Lists of points ------------------------------------------------------------------------------ */

/* What is listed of each point, and how many bytes it has; the last are a sample's. */
enum { X, Y, RADIUS, ID, CHANCE, VALUES, LISTS };
typedef struct {
  size_t wide[LISTS], count, room;
  char *list[LISTS];
} listing;

static int make_room(listing *l, size_t more) {
  const size_t room = 2 * (l->count + more);
  if (l->count + more <= l->room) return 1;
  for (int i = 0; i < LISTS; i++) {
    char *const grown = realloc(l->list[i], room * l->wide[i]);
    if (!grown) return 0;
    l->list[i] = grown;
  }
  l->room = room;
  return 1;
}

static int take_points(void *user, const burl_scattered *some) {
  listing *const l = user;
  const void *const from[LISTS] = {some->x, some->y, some->radius, some->id, some->chance, some->values};
  if (!make_room(l, some->count)) return 1;
  for (int i = 0; i < LISTS; i++) memcpy(l->list[i] + l->count * l->wide[i], from[i], some->count * l->wide[i]);
  l->count += some->count;
  return 0;
}

/* numbers: lo, hi, the radius, the period, time, footprint, candidates.  Answers how many points there are, and the
 * lists, which are the caller's to release; where it fails there are none. */
EXPORT(scatter)
int js_scatter(const burl_program *program, const burl_program *radii, const double numbers[10], uint32_t low,
               uint32_t high) {
  listing l = {.wide = {sizeof(double), sizeof(double), sizeof(double), sizeof(uint32_t), sizeof(float),
                        (size_t)burl_channels(program) * sizeof(float)}};
  const burl_scatter asked = {.lo = {numbers[0], numbers[1]},
                              .hi = {numbers[2], numbers[3]},
                              .radius = numbers[4],
                              .radii = radii,
                              .period = {numbers[5], numbers[6]},
                              .time = numbers[7],
                              .footprint = numbers[8],
                              .candidates = (int)numbers[9],
                              .seed = (uint64_t)high << 32 | low,
                              .threads = 1,
                              .take = take_points,
                              .progress = progress,
                              .user = &l};
  const burl_status status = burl_sample_scatter(program, &asked, &error);
  answer[0] = (double)l.count;
  for (int i = 0; i < LISTS; i++) {
    if (status != BURL_OK) free(l.list[i]);
    answer[1 + i] = status == BURL_OK ? address(l.list[i]) : 0;
  }
  return (int)status;
}

/* ---- Source text ---------------------------------------------------------------------------------- */

#ifndef FLAT_WITHOUT_CODE /* tools/wasm --first: without this export the linker leaves src/code out */

typedef struct {
  char *text;
  size_t length, room;
  int failed;
} buffer;

static void add_text(void *user, const char *text, size_t length) {
  buffer *const b = user;
  if (b->room - b->length < length) {
    const size_t room = 2 * (b->length + length);
    char *const grown = realloc(b->text, room);
    if (!grown) {
      b->failed = 1;
      return;
    }
    b->text = grown;
    b->room = room;
  }
  memcpy(b->text + b->length, text, length);
  b->length += length;
}

/* words: target, prefix, made_for, entries, uniforms and style, or 0; flags: 1 knobs are open, 2 exact, 4 fast.  The
 * text is the caller's, at answer[0], answer[1] bytes long. */
EXPORT(code)
int js_code(const burl_program *program, const char *const words[6], int flags, double footprint) {
  buffer made = {0};
  const burl_code_options options = {.struct_size = sizeof options,
                                     .target = words[0],
                                     .prefix = words[1],
                                     .made_for = words[2],
                                     .entries = words[3],
                                     .uniforms = words[4],
                                     .style = words[5],
                                     .uniform_knobs = flags & 1,
                                     .exact = flags >> 1 & 1,
                                     .fast = flags >> 2 & 1,
                                     .footprint = footprint,
                                     .write = add_text,
                                     .user = &made};
  const burl_status status = burl_code(program, &options, &error);
  answer[0] = address(made.text), answer[1] = (double)made.length;
  return made.failed ? answer_status(BURL_MEMORY) : (int)status;
}
#endif

EXPORT(version)
const char *js_version(void) { return burl_version(); }
EXPORT(output_version)
int js_output_version(void) { return burl_output_version(); }
