/* What burl render is measured against: the array computed on one thread, made 16-bit integers, and
 * handed to libpng as it comes, its default level and filters, on the same thread.
 *
 *     cc -O3 -Iinclude bench/png_baseline.c build/libburl.a -fopenmp -lpng -lm -o build/png_baseline
 *     build/png_baseline 8192 x.png 'fbm(perlin(), octaves: 8)' */
#include "burl.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void) {
  struct timespec time;
  timespec_get(&time, TIME_UTC);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void pack_row(const float *from, int64_t count, burl_range range, unsigned char *row) {
  for (int64_t i = 0; i < count; i++) {
    const double v = ((double)from[i] - range.lo) / (range.hi - range.lo) * 65535 + 0.5;
    const unsigned integer = v > 0 ? v < 65535 ? (unsigned)v : 65535 : 0;
    row[2 * i] = (unsigned char)(integer >> 8);
    row[2 * i + 1] = (unsigned char)(integer & 255);
  }
}

static void write_png(FILE *file, const float *data, int64_t side, burl_range range) {
  unsigned char *row = malloc(2 * (size_t)side);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  if (!row || setjmp(png_jmpbuf(png))) exit(1);
  png_init_io(png, file);
  png_set_IHDR(png, info, (png_uint_32)side, (png_uint_32)side, 16, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (int64_t j = 0; j < side; j++) {
    pack_row(data + j * side, side, range, row);
    png_write_row(png, row);
  }
  png_write_end(png, NULL);
  png_destroy_write_struct(&png, &info);
  free(row);
}

int main(int argc, char **argv) {
  const int64_t side = argc == 4 ? atoll(argv[1]) : 0;
  burl_program *program = side > 0 ? burl_compile(argv[3], 2, NULL) : NULL;
  float *data = malloc((size_t)(side * side) * sizeof *data);
  FILE *file = program ? fopen(argv[2], "wb") : NULL;
  if (!program || !data || !file) return 1;

  const double step = 8.0 / (double)side; /* as burl render has it */
  const burl_grid grid = {.size = {side, side}, .origin = {step / 2, step / 2}, .step = {step, step}, .threads = 1};
  const double begun = seconds();
  if (burl_sample_grid(program, &grid, data) != BURL_OK) return 1;
  const double computed = seconds();
  write_png(file, data, side, burl_bounds(program, 0));
  if (fclose(file) != 0) return 1;
  printf("compute %.3f s, write %.3f s\n", computed - begun, seconds() - computed);
  burl_free(program);
  free(data);
  return 0;
}
