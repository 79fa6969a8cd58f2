/* What every package prints in its own way, and this program by the C library alone: hashes of what recipes give,
 * texts, and errors with their places.  test/bindings/run compares the lines. */
#include "burl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NX = 64, NY = 48 };
static float out[4 * NX * NY];

/* FNV-1a of all bytes, which are little-endian here. */
static void print_hash(const char *name, const void *data, size_t size) {
  const unsigned char *bytes = data;
  uint64_t hash = 0xCBF29CE484222325u;
  for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 0x100000001B3u;
  printf("%s %016llx\n", name, (unsigned long long)hash);
}

static void print_error(const char *name, const burl_error *error) {
  printf("%s: %s %d:%d:%d %s|%s\n", name, burl_status_name(error->status), error->line, error->column, error->length,
         error->message, error->hint);
}

static burl_program *compiled(const char *recipe, int dims) {
  burl_error error;
  burl_program *program = burl_compile(recipe, dims, &error);
  if (!program) print_error("?", &error), exit(1);
  return program;
}

static void print_grid(const char *name, const burl_program *program, const burl_grid *grid, int count) {
  if (burl_sample_grid(program, grid, out) != BURL_OK) exit(1);
  print_hash(name, out, (size_t)count * sizeof *out);
}

static const burl_grid plain = {.size = {NX, NY}, .origin = {0.5, -3}, .step = {1.0 / 64, 1.0 / 32}};

static void grids(void) {
  burl_program *clouds = compiled("fbm(perlin(), octaves: 8)", 2);
  print_grid("grid", clouds, &plain, NX * NY);
  burl_grid grid = plain;
  grid.first[0] = 1000, grid.first[1] = -7, grid.size[0] = 5, grid.size[1] = 3;
  print_grid("tile", clouds, &grid, 15);
  grid.samples = 3, grid.threads = 1;
  print_grid("samples", clouds, &grid, 15);
  const double x[] = {0.5, 3.25, -1e9}, y[] = {1, 2, 0.125};
  const burl_points points = {.count = 3, .coord = {x, y}};
  if (burl_sample_points(clouds, &points, out) != BURL_OK) exit(1);
  print_hash("points", out, 3 * sizeof *out);
  signed char blocks[48];
  const int64_t block[4] = {8, 8, 0, 0};
  if (burl_blocks_of(clouds, &plain, block, 0.2, blocks) != BURL_OK) exit(1);
  print_hash("blocks", blocks, 48);
  const burl_range bounds = burl_bounds(clouds, 0);
  print_hash("bounds", (double[]){bounds.lo, bounds.hi}, 2 * sizeof(double));
  const burl_box boxes[2] = {{.hi = {0.25, 0.125}}, {.lo = {7, -2}, .hi = {7.5, -1}, .t0 = 1, .t1 = 2}};
  burl_range over[2];
  if (burl_bounds_over(clouds, boxes, 2, over) != BURL_OK) exit(1);
  print_hash("bounds over", (double[]){over[0].lo, over[0].hi, over[1].lo, over[1].hi}, 4 * sizeof(double));
  burl_free(clouds);

  burl_program *four = compiled("view -1, -2, 3, 4\nrgb(perlin(x, y, z, w), t, 0.5)", 4);
  const burl_grid deep = {.size = {4, 3, 2, 2}, .step = {0.3, 0.3, 0.3, 0.3}, .time = 0.75};
  print_grid("four dimensions", four, &deep, 3 * 48);
  double view[8];
  print_hash("view", view, (size_t)burl_view(four, view) * sizeof *view);
  burl_free(four);
}

static void knobs(void) {
  burl_error error;
  burl_program *sea = compiled("param waves = 0.5 [0, 1] \"Höhe\"\nparam free = 3\nwaves*simplex(x, y, t) + free", 2);
  if (burl_set(sea, "waves", 0.8, &error) != BURL_OK) exit(1);
  if (burl_seed(sea, burl_seed_of_text("a text")) != BURL_OK) exit(1);
  for (int i = 0; i < burl_param_count(sea); i++) {
    const burl_param one = burl_param_at(sea, i);
    printf("knob %s \"%s\"\n", one.name, one.text);
    print_hash("knob", (double[]){one.value, one.lo, one.hi}, 3 * sizeof(double));
  }
  print_grid("knobs", sea, &plain, NX * NY);
  const double x[] = {0.5, 3.25}, y[] = {1, 2}, t[] = {0, 7};
  const burl_points points = {.count = 2, .coord = {x, y}, .time = t};
  if (burl_sample_points(sea, &points, out) != BURL_OK) exit(1);
  print_hash("times", out, 2 * sizeof *out);
  burl_set(sea, "waves", 1.5, &error);
  print_error("a knob outside its range", &error);
  burl_set(sea, "wave", 1, &error);
  print_error("no such knob", &error);
  burl_free(sea);
}

static void images(void) {
  static float heights[NX * NY], picture[3 * 4];
  for (int i = 0; i < NX * NY; i++) heights[i] = (float)(i * 37 % 101);
  for (int i = 0; i < 12; i++) picture[i] = (float)i / 12;
  burl_error error;
  burl_program *drained = compiled("flow(breach(image(\"dem\")))", 2);
  burl_field field = {.data = heights, .size = {NX, NY}, .channels = 1};
  burl_set_image(drained, "dem", &field);
  printf("image %s\n", burl_image_name(drained, 0));
  print_grid("heights", drained, &plain, NX * NY);
  burl_set_image_with(drained, "den", &field, &error);
  print_error("no such image", &error);
  field.step[0] = 30;
  burl_set_image_with(drained, "dem", &field, &error);
  print_error("half a step", &error);
  burl_free(drained);

  burl_program *floor = compiled("tile(image(\"wood\", give: rgb, size: 2, wrap: repeat), 4)", 2);
  const burl_field wood = {.data = picture, .size = {2, 2}, .channels = 3, .is_linear = 1};
  burl_set_image(floor, "wood", &wood);
  print_grid("picture", floor, &plain, 3 * NX * NY);
  burl_free(floor);
}

static void results(void) {
  const char *recipe = "height = perlin()\nnormals = normal(height)\nheight";
  const burl_options options = {.struct_size = sizeof options, .result = "height, normals", .derivative_by = 0};
  burl_program *both = burl_compile_with(recipe, strlen(recipe), &options, NULL);
  for (int i = 0; i < burl_result_count(both); i++) {
    const burl_result one = burl_result_at(both, i);
    printf("result %s %d %d\n", one.name, one.first, one.channels);
  }
  print_grid("results", both, &plain, 4 * NX * NY);
  burl_free(both);
  const burl_options slope = {.struct_size = sizeof slope, .derivative_by = 1, .octave_begin = 1, .octave_end = 3};
  recipe = "fbm(perlin(), octaves: 8)";
  burl_program *sloped = burl_compile_with(recipe, strlen(recipe), &slope, NULL);
  print_grid("derivative", sloped, &plain, NX * NY);
  burl_free(sloped);
}

static char text[1 << 20];
static size_t text_length;

static void keep(void *user, const char *piece, size_t length) {
  (void)user;
  memcpy(text + text_length, piece, length);
  text_length += length;
}

static void code(void) {
  burl_error error;
  burl_program *noise = compiled("fbm(perlin(), octaves: 4)", 2);
  burl_code_options options = {.struct_size = sizeof options, .target = "wgsl", .prefix = "sky", .uniforms = "seed"};
  options.write = keep;
  burl_code(noise, &options, NULL);
  print_hash("code", text, text_length);
  uint32_t keys[64];
  size_t count;
  burl_code_keys(noise, &options, 12345678901234567890u, keys, 64, &count);
  print_hash("keys", keys, count * sizeof *keys);
  options.target = "basic";
  burl_code(noise, &options, &error);
  print_error("no such target", &error);
  burl_free(noise);
}

static void mistakes(void) {
  burl_error error;
  burl_compile("1 +\n  fbm(perlin(), octave: 8)", 2, &error);
  print_error("an option", &error);
  burl_compile("perlin(x, y, z)", 2, &error);
  print_error("a coordinate", &error);
  burl_compile("", 2, &error);
  print_error("no recipe", &error);
  burl_compile("perlin()", 5, &error);
  print_error("dimensions", &error);
  burl_program *noise = compiled("perlin()", 2);
  burl_grid grid = plain;
  grid.threads = -1;
  burl_check_grid(noise, &grid, &error);
  print_error("threads", &error);
  grid = plain, grid.size[2] = 4;
  burl_check_grid(noise, &grid, &error);
  print_error("an axis", &error);
  burl_free(noise);
}

static void singles(void) {
  const float all[] = {burl_perlin1(7, 0.3),       burl_perlin4(7, 0.3, 1.7, -2.2, 9.1),
                       burl_value2(7, 0.3, 1.7),   burl_white3(7, 0.3, 1.7, -2.2),
                       burl_simplex2(7, 0.3, 1.7), burl_fbm3(7, 0.3, 1.7, -2.2, 5, 0.5f, 2)};
  print_hash("single", all, sizeof all);
}

int main(void) {
  grids();
  knobs();
  images();
  results();
  code();
  mistakes();
  singles();
  printf("version %s %d\n", burl_version(), burl_output_version());
  return 0;
}
