/* The files of imports.h. */
#include "cli/imports.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image/image.h"

enum { MOST_PATH = 4096 };

static burl_status fail_because(burl_file *out, const char *reason) {
  snprintf(out->reason, sizeof out->reason, "%.*s", (int)sizeof out->reason - 1, reason);
  return strcmp(reason, strerror(ENOMEM)) == 0 ? BURL_MEMORY : BURL_FILE;
}

/* Whether a path leads below the folder, through all symbolic links. */
static int is_below(const char *folder, const char *path) {
  char *const whole = realpath(*folder ? folder : ".", NULL), *const file = realpath(path, NULL);
  const size_t length = whole ? strlen(whole) : 0;
  const int is_root = length > 0 && (whole[length - 1] == '/' || whole[length - 1] == '\\');
  const int below =
      whole && file && strncmp(file, whole, length) == 0 && (is_root || file[length] == '/' || file[length] == '\\');
  free(whole);
  free(file);
  return below;
}

int imports_find(const imports *all, const char *name) {
  for (int i = 0; i < all->count; i++)
    if (strcmp(all->files[i].name, name) == 0) return i;
  return -1;
}

/* Reads what the library takes and a byte more, by which it sees that there is more. */
static burl_status read_all(FILE *file, burl_file *out) {
  out->text = malloc(out->most + 1);
  if (!out->text) return fail_because(out, strerror(ENOMEM));
  errno = 0;
  out->length = fread(out->text, 1, out->most + 1, file);
  return ferror(file) ? fail_because(out, strerror(errno)) : BURL_OK;
}

static burl_status read_path(const char *folder, const char *path, burl_file *out) {
  image_error error;
  FILE *const file = image_open(path, &error);
  if (!file) {
    const size_t before = strlen(path); /* the error begins with it, the message with the name */
    const int is_said = strncmp(error.text, path, before) == 0 && strncmp(error.text + before, ": ", 2) == 0;
    return fail_because(out, is_said ? error.text + before + 2 : error.text);
  }
  const burl_status status = is_below(folder, path)
                                 ? read_all(file, out)
                                 : fail_because(out, "a symbolic link leads out of the recipe's folder");
  fclose(file);
  return status;
}

/* Keeps a copy; 0: out of memory. */
static int keep(imports *all, const char *name, const char *path, const burl_file *read) {
  if (all->count == MOST_IMPORTS) return 1; /* the library stops before that */
  char *const copies[] = {strdup(name), strdup(path), malloc(read->length + 1)};
  for (int i = 0; i < 3; i++)
    if (!copies[i]) {
      for (int j = 0; j < 3; j++) free(copies[j]);
      return 0;
    }
  if (read->length) memcpy(copies[2], read->text, read->length);
  const int at = all->count++;
  all->files[at].name = copies[0];
  all->files[at].path = copies[1];
  all->files[at].text = copies[2];
  all->files[at].length = read->length;
  return 1;
}

burl_status imports_read(imports *all, const char *folder, const char *name, burl_file *out) {
  char path[MOST_PATH];
  const int known = imports_find(all, name);
  if (known >= 0) {
    out->length = all->files[known].length;
    out->text = malloc(out->length + 1);
    if (!out->text) return fail_because(out, strerror(ENOMEM));
    memcpy(out->text, all->files[known].text, out->length);
    return BURL_OK;
  }
  const int length = snprintf(path, sizeof path, "%s%s", folder, name);
  if (length < 0 || length >= MOST_PATH) return fail_because(out, strerror(ENAMETOOLONG));
  const burl_status status = read_path(folder, path, out);
  if (status != BURL_OK) {
    free(all->missing);
    all->missing = strdup(path);
    return status;
  }
  return keep(all, name, path, out) ? BURL_OK : fail_because(out, strerror(ENOMEM));
}

void imports_free(imports *all) {
  for (int i = 0; i < all->count; i++) {
    free(all->files[i].name);
    free(all->files[i].path);
    free(all->files[i].text);
  }
  free(all->missing);
  *all = (imports){0};
}
