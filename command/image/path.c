/* The names of the files that belong to one picture: the file that its path leads to, the JSON file
 * beside that, and the temporary names under which they are written. */
#include "image/image.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { MOST_LINKS = 40 /* that lead to one another: Linux's limit */ };

#if !defined IMAGE_SEPARATORS
#define IMAGE_SEPARATORS "/" /* what ends the name of a folder */
#endif

const char *image_name_of(const char *path) {
  for (const char *next; (next = strpbrk(path, IMAGE_SEPARATORS)) != NULL;) path = next + 1;
  return path;
}

const char *image_ending_of(const char *path) {
  const char *const dot = strrchr(image_name_of(path), '.');
  return dot ? dot : "";
}

int image_ending_among(const char *path, const char *const *endings, int count) {
  const char *const ending = image_ending_of(path);
  int i = 0;
  while (i < count && strcasecmp(ending, endings[i]) != 0) i++;
  return i;
}

int image_is_absolute(const char *path) {
  const char *const first = strpbrk(path, IMAGE_SEPARATORS);
  return first && (first == path || *first == ':');
}

/* The length of the path's folder, its separator included; 0: the current folder. */
static size_t folder_length(const char *path) { return (size_t)(image_name_of(path) - path); }

char *image_folder(const char *path) {
  const size_t length = folder_length(path);
  return length ? strndup(path, length) : strdup(".");
}

char *image_target(const char *path) {
  char *current = strdup(path), to[PATH_MAX];
  for (int links = 0; current && links < MOST_LINKS; links++) {
    const ssize_t length = readlink(current, to, sizeof to);
    if (length < 0) return current; /* it is no link, whether it exists or not */
    const size_t folder = *to == '/' ? 0 : folder_length(current);
    char *const next = malloc(folder + (size_t)length + 1);
    if (next) {
      memcpy(next, current, folder);
      memcpy(next + folder, to, (size_t)length);
      next[folder + (size_t)length] = '\0';
    }
    free(current);
    current = next;
  }
  errno = current ? ELOOP : ENOMEM;
  free(current);
  return NULL;
}

char *image_beside(const char *path) {
  const size_t length = strlen(path);
  char *const name = malloc(length + sizeof ".json");
  if (!name) return NULL;
  memcpy(name, path, length);
  memcpy(name + length, ".json", sizeof ".json");
  return name;
}

/* The name is short however long the path's own is, as it ends in the latter's CRC-32. */
char *image_temporary(const char *path) {
  static const char pattern[] = ".burl-01234567";
  const size_t folder = folder_length(path), length = strlen(path + folder);
  const uLong crc = crc32_z(crc32(0, NULL, 0), (const unsigned char *)path + folder, length);
  char *const name = malloc(folder + sizeof pattern);
  if (!name) return NULL;
  memcpy(name, path, folder);
  snprintf(name + folder, sizeof pattern, ".burl-%08lx", crc);
  return name;
}

/* Several threads may make the same folder: that it is there already is no failure. */
int image_make_folders(const char *path) {
  const size_t length = folder_length(path);
  char *const folder = length ? strndup(path, length) : NULL;
  int reason = !folder && length ? ENOMEM : 0;
  for (char *slash = folder; !reason && slash && (slash = strpbrk(slash + 1, IMAGE_SEPARATORS));) {
    const char separator = *slash;
    *slash = '\0';
    if (mkdir(folder, 0777) != 0 && errno != EEXIST && separator != ':') reason = errno;
    *slash = separator;
  }
  free(folder);
  return reason;
}
