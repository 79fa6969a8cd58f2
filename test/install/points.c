/* Against an installed burl: what it gives at the points of points.csv, as `burl sample` prints them,
 * taken from a grid. */
#include <burl.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  burl_error error;
  burl_program *const program = burl_compile("fbm(perlin(), octaves: 8)", 2, &error);
  if (!program) return fprintf(stderr, "%s\n", error.message), 1;
  const burl_grid grid = {.size = {4, 2}, .origin = {-1.25, 0.5}, .step = {0.75, 0.25}};
  float value[2][4];
  const burl_status status = burl_sample_grid(program, &grid, &value[0][0]);
  burl_free(program);
  if (status != BURL_OK) return fprintf(stderr, "%s\n", burl_status_text(status)), 1;
  if (strcmp(burl_version(), BURL_VERSION) != 0) return fprintf(stderr, "another version\n"), 1;

  printf("x,y,value\n");
  for (int j = 0; j < 2; j++)
    for (int i = 0; i < 4; i++) printf("%g,%g,%.9g\n", -1.25 + i * 0.75, 0.5 + j * 0.25, (double)value[j][i]);
  return 0;
}
