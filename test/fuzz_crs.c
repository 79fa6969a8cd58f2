/* libFuzzer on coordinate systems from strangers.  A text that begins with II or MM is a TIFF, in which the text of one
 * is looked for; any other is well-known text.  What is written anew of it must be as long at most, be understood again
 * and stay as it is, and have no node or parameter that names a file. */
#include "image/geotiff.h"
#include "image/wkt.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Whether the text has the name of a node, outside of its strings. */
static int has_node(const char *text, const char *name) {
  int is_quoted = 0;
  for (const char *c = text; *c; c++) {
    if (*c == '"') is_quoted = !is_quoted;
    if (!is_quoted && strncmp(c, name, strlen(name)) == 0 && (c == text || c[-1] == ',' || c[-1] == '[')) return 1;
  }
  return 0;
}

static void check(const char *text) {
  char *const passed = wkt_rewritten(text);
  if (!passed) return;
  char *const again = wkt_rewritten(passed);
  if (!again || strcmp(passed, again) != 0 || strlen(passed) > strlen(text)) abort();
  if (has_node(passed, "PARAMETERFILE") || has_node(passed, "BOUNDCRS") || has_node(passed, "ID[")) abort();
  if (has_node(passed, "EXTENSION") && (strstr(passed, "init=") || strstr(passed, "file="))) abort();
  (void)wkt_epsg(text);
  free(again);
  free(passed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *const text = malloc(size + 1), *found = NULL;
  if (!text) return 0;
  memcpy(text, data, size);
  text[size] = '\0';
  FILE *const file =
      size > 1 && (memcmp(text, "II", 2) == 0 || memcmp(text, "MM", 2) == 0) ? fmemopen(text, size, "rb") : NULL;
  if (file) {
    const geotiff_system system = geotiff_text(file, &found);
    if ((system == GEOTIFF_TEXT) != (found != NULL)) abort();
    if (found) check(found);
    free(found);
    fclose(file);
  } else {
    check(text);
  }
  free(text);
  return 0;
}
