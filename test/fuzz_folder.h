/* A folder of a fuzz target's own, for those that read files; in memory, where that is possible: a disk takes its time
 * to be sure of each file.  Included by one file of a target alone. */
#ifndef BURL_TEST_FUZZ_FOLDER_H
#define BURL_TEST_FUZZ_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void write_file(const char *name, const void *data, size_t size) {
  FILE *const file = fopen(name, "wb");
  if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) abort();
}

/* Makes it the current one, the first time, and returns whether that is now. */
static int enter_folder(void) {
  static char in_memory[] = "/dev/shm/burl-fuzz-XXXXXX", on_disk[] = "/tmp/burl-fuzz-XXXXXX";
  static int is_made;
  if (is_made) return 0;
  const char *const folder = mkdtemp(in_memory) ? in_memory : mkdtemp(on_disk);
  if (!folder || chdir(folder) != 0) abort();
  return is_made = 1;
}

#endif
