/* libFuzzer on what a picture tells of how it was made.  The first byte says what the others are: a PNG,
 * an EXR, a GeoTIFF, or the JSON beside an empty .r16.  `burl info` reads it and shows all that it says;
 * `burl render` makes it again, small, and looks first whether it is complete. */
#include "cli/cli.h"
#include "fuzz_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct {
  char kind;
  const char *picture, *teller;
} kinds[] = {{'p', "a.png", "a.png"}, {'e', "a.exr", "a.exr"}, {'j', "a.r16", "a.r16.json"}, {'t', "a.tif", "a.tif"}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void run(int (*command)(int, char **), int count, char **arguments) {
  optind = 0; /* begins anew, in glibc */
  const int code = command(count, arguments);
  if (code != DONE && code != FAILED && code != USAGE) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  int k = 0;
  while (k < KINDS && size > 0 && kinds[k].kind != (char)*data) k++;
  if (k == KINDS || size == 0) return 0;
  if (enter_folder()) write_file("a.r16", "", 0);
  write_file(kinds[k].teller, data + 1, size - 1);
  char *const picture = (char *)kinds[k].picture;
  char *info[] = {"info", picture, NULL};
  char *again[] = {"render", picture, "-q", "--resume", "--size", "6x5", "-o", "b.npy", "--threads", "1", NULL};
  char *onto[] = {"render", "-e", "perlin()", "-q", "--resume", "--size", "6x5", "-o", picture, NULL};
  run(command_info, 2, info);
  run(command_render, 10, again);
  run(command_render, 9, onto);
  return 0;
}
