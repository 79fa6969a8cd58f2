/* libFuzzer on files of lines and areas, as they are and brought to another coordinate system: what is read is drawn,
 * from inside of it, beside it and far away. */
#include "fuzz_folder.h"
#include "image/geojson.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void draw(const burl_shapes *shapes, const char *recipe) {
  burl_program *const program = burl_compile(recipe, 2, NULL);
  const burl_field field = {.shapes = shapes};
  float out[16];
  if (!program) abort();
  if (burl_set_image(program, "m", &field) == BURL_OK) {
    const double *const at = shapes->vertices;
    const burl_grid grid = {.size = {4, 4}, .origin = {at[0] - 1, at[1] - 1}, .step = {0.5, 1e3}, .threads = 1};
    const double range = burl_bounds(program, 0).hi;
    if (burl_sample_grid(program, &grid, out) != BURL_OK) abort();
    for (int i = 0; i < 16; i++)
      if (isnan(out[i]) || (double)out[i] > range) abort();
  }
  burl_free(program);
}

static void read_as(const char *crs) {
  image_error error;
  uint32_t crc;
  burl_shapes *const shapes = geojson_read("a.geojson", crs, &crc, &error);
  if (!shapes) {
    if (!*error.text) abort();
    return;
  }
  draw(shapes, "lines(\"m\")");
  draw(shapes, "lines(\"m\", give: along) + lines(\"m\", give: side) + lines(\"m\", give: id)");
  draw(shapes, "areas(\"m\") + areas(\"m\", give: distance, period: 1000)");
  free(shapes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  enter_folder();
  write_file("a.geojson", data, size);
  read_as(NULL);
  read_as("EPSG:32632");
  return 0;
}
