/* libFuzzer on the CSV that `burl sample` reads: any bytes are a file of points. */
#define _GNU_SOURCE /* memfd_create */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[64];
  const int file = memfd_create("points", 0);
  if (file < 0 || write(file, data, size) != (ssize_t)size) abort();
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  char *arguments[] = {"sample", "-e", "perlin()", path, NULL};
  optind = 0; /* begins anew, in glibc */
  const int code = command_sample(4, arguments);
  if (code != DONE && code != FAILED) abort();
  close(file);
  return 0;
}
