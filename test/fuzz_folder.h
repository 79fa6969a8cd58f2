/* A folder of a fuzz target's own, for those that read files.  Included by one file of a target alone. */
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
  static char folder[] = "/tmp/burl-fuzz-XXXXXX";
  static int is_made;
  if (is_made) return 0;
  if (!mkdtemp(folder) || chdir(folder) != 0) abort();
  return is_made = 1;
}

#endif
