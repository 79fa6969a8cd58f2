/* The files of the folder: names that are plain, nothing outside by .. or a symbolic link, types by ending, and files
 * that a build has compressed: NAME.br and NAME.gz beside NAME. */
#include "serve/serve.h"

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- what is said of a file ---------------------------------------------------------------------- */

static const char *type_of(const char *name) {
  static const char *const types[][2] = {
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".mjs", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".wasm", "application/wasm"},
      {".json", "application/json"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".webp", "image/webp"},
      {".ico", "image/x-icon"},
      {".woff2", "font/woff2"},
      {".burl", "text/plain; charset=utf-8"},
      {".txt", "text/plain; charset=utf-8"},
  };
  const char *const ending = strrchr(name, '.');
  for (size_t i = 0; ending && i < sizeof types / sizeof *types; i++)
    if (strcmp(ending, types[i][0]) == 0) return types[i][1];
  return "application/octet-stream";
}

/* Whether a build has put a hash of the content into the name, as in index-0a1b2c3d.js. */
static int is_hashed(const char *name) {
  const char *const dash = strrchr(name, '-');
  const size_t digits = dash ? strspn(dash + 1, "0123456789abcdefABCDEF") : 0;
  return digits >= 8 && dash[1 + digits] == '.' && !strchr(dash, '/');
}

static const char *cache_of(const char *name, const char *type) {
  const int is_page = strncmp(type, "text/html", 9) == 0;
  return is_hashed(name) && !is_page ? "public, max-age=31536000, immutable" : "no-cache";
}

/* Whether Accept-Encoding has the word, and not with the weight 0. */
static int accepts(const char *accepted, const char *word) {
  for (const char *item = accepted; item && *item; item += strcspn(item, ","), item += *item == ',') {
    item += strspn(item, " \t");
    const size_t length = strcspn(item, ";, \t");
    if (length != strlen(word) || strncasecmp(item, word, length) != 0) continue;
    const char *const weight = strstr(item + length, "q=");
    return !weight || weight > item + strcspn(item, ",") || strtod(weight + 2, NULL) > 0;
  }
  return 0;
}

/* ---- opening ------------------------------------------------------------------------------------- */

/* Whether its names need no escape, and none is ".." or that of a hidden file. */
static int is_plain(const char *path) {
  static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./";
  const size_t length = strlen(path);
  return *path == '/' && strspn(path, allowed) == length && !strstr(path, "/.");
}

static int is_within(const char *folder, const char *name) {
  const size_t length = strlen(folder);
  return strncmp(name, folder, length) == 0 && (name[length] == '/' || strcmp(folder, "/") == 0);
}

/* Opens a regular file, which symbolic links may lead to within the folder.  Returns its descriptor, or -1. */
static int open_within(const char *folder, const char *name, struct stat *about) {
  char real[PATH_MAX];
  if (!realpath(name, real) || !is_within(folder, real)) return -1;
  const int descriptor = open(real, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return -1;
  if (fstat(descriptor, about) == 0 && S_ISREG(about->st_mode)) return descriptor;
  close(descriptor);
  return -1;
}

/* Puts what is compressed of the file in its place, unless that is of an older one. */
static void take_compressed(served_file *f, struct stat *about, const char *folder, const char *name,
                            const char *encoding) {
  struct stat compressed;
  const int descriptor = open_within(folder, name, &compressed);
  if (descriptor < 0) return;
  const int is_older = compressed.st_mtime < about->st_mtime;
  close(is_older ? descriptor : f->descriptor);
  if (is_older) return;
  f->descriptor = descriptor;
  f->encoding = encoding;
  *about = compressed;
}

int file_open(served_file *f, const char *folder, const char *path, const char *accepted) {
  static const char *const encodings[][2] = {{"br", ".br"}, {"gzip", ".gz"}};
  char name[PATH_MAX], other[PATH_MAX + 4];
  struct stat about;
  if (!is_plain(path)) return 0;
  const char *const index = path[strlen(path) - 1] == '/' ? "index.html" : "";
  if (snprintf(name, sizeof name, "%s%s%s", folder, path, index) >= (int)sizeof name) return 0;
  *f = (served_file){.descriptor = open_within(folder, name, &about), .type = type_of(name)};
  if (f->descriptor < 0) return 0;
  for (int i = 0; i < 2 && !f->encoding; i++) {
    if (!accepts(accepted, encodings[i][0])) continue;
    snprintf(other, sizeof other, "%s%s", name, encodings[i][1]);
    take_compressed(f, &about, folder, other, encodings[i][0]);
  }
  f->size = (uint64_t)about.st_size;
  f->cache = cache_of(name, f->type);
  snprintf(f->tag, sizeof f->tag, "\"%" PRIxMAX "-%" PRIxMAX ".%lx-%" PRIxMAX "\"", (uintmax_t)about.st_ino,
           (uintmax_t)about.st_mtim.tv_sec, (unsigned long)about.st_mtim.tv_nsec, (uintmax_t)about.st_size);
  return 1;
}
