/* The library of library.h, and what the public API says of it. */
#include "lang/library.h"

#include <string.h>

#include "burl_inspect.h"

typedef struct {
  const char *name, *text;
} library_file;

/* A row for each file of recipes/library/, written by tools/library. */
#include "lang/library.inc"

enum { FILES = sizeof files / sizeof *files };
static const char folder[] = "burl/";
enum { FOLDER = sizeof folder - 1 };

int burl__is_library_name(const char *name, size_t length) {
  if (length <= FOLDER || memcmp(name, folder, FOLDER) != 0) return 0;
  for (size_t i = FOLDER; i < length; i++)
    if ((name[i] < 'a' || name[i] > 'z') && (name[i] < '0' || name[i] > '9') && name[i] != '_') return 0;
  return 1;
}

const char *burl__library_text(const char *name, size_t *length) {
  for (size_t i = 0; i < FILES; i++) {
    if (strcmp(files[i].name, name) != 0) continue;
    *length = strlen(files[i].text);
    return files[i].text;
  }
  return NULL;
}

const char *burl__library_names(void) { return file_names; }

const char *burl__library_of(const char *function) {
  const size_t length = strlen(function);
  for (size_t i = 0; i < FILES; i++)
    for (const char *line = files[i].text; line; line = strchr(line, '\n')) {
      line += *line == '\n';
      if (strncmp(line, function, length) == 0 && line[length] == '(') return files[i].name;
    }
  return NULL;
}

const char *burl_library_name(int index) { return index >= 0 && index < FILES ? files[index].name : NULL; }
const char *burl_library_text(int index) { return index >= 0 && index < FILES ? files[index].text : NULL; }
