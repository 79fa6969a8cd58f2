/* A library that makes calls of the tool fail, to be preloaded (LD_PRELOAD): test_losses.c steps through
 * them.  Calls count from the moment main begins, in the whole process: those of libraries, too.
 *
 *     FAULT=write:3    the third write fails, those after it don't
 *     FAULT=write:3+   they do as well
 *     FAULT=write:0    none fails; how many there were goes into the file $FAULT_COUNT at the end
 *
 * Streams for writing become those of functions (fopencookie), so that what stdio does within libc
 * goes through the calls here. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- which call fails ------------------------------------------------------------------------- */

#define KIND_LIST(X) \
  X(memory, ENOMEM)  \
  X(open, EMFILE)    \
  X(write, ENOSPC)   \
  X(seek, EIO)       \
  X(fsync, EIO)      \
  X(rename, EACCES)  \
  X(close, EIO)

#define KIND(name, reason) KIND_##name,
enum { KIND_LIST(KIND) NO_KIND };
#define NAME(name, reason) #name,
static const char *const names[] = {KIND_LIST(NAME)};
#define REASON(name, reason) reason,
static const int reasons[] = {KIND_LIST(REASON)};

static int chosen = NO_KIND, for_ever;
static long failing;
static atomic_long count;
static atomic_int in_main;

/* Whether this call fails; errno says why. */
static int fails(int kind) {
  if (!in_main || kind != chosen) return 0;
  const long number = atomic_fetch_add(&count, 1) + 1;
  if (failing == 0 || (for_ever ? number < failing : number != failing)) return 0;
  errno = reasons[kind];
  return 1;
}

/* The function of this name behind ours. */
#define REAL(type, name, ...)       \
  static type (*real)(__VA_ARGS__); \
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, name)

/* ---- memory ----------------------------------------------------------------------------------- */

void *malloc(size_t size) {
  REAL(void *, "malloc", size_t);
  return fails(KIND_memory) ? NULL : real(size);
}

void *calloc(size_t n, size_t size) {
  REAL(void *, "calloc", size_t, size_t);
  return fails(KIND_memory) ? NULL : real(n, size);
}

void *realloc(void *old, size_t size) {
  REAL(void *, "realloc", void *, size_t);
  return fails(KIND_memory) ? NULL : real(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  REAL(void *, "aligned_alloc", size_t, size_t);
  return fails(KIND_memory) ? NULL : real(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  REAL(int, "posix_memalign", void **, size_t, size_t);
  return fails(KIND_memory) ? ENOMEM : real(block, alignment, size);
}

/* These two allocate within libc. */
char *strndup(const char *text, size_t most) {
  const size_t length = strnlen(text, most);
  char *const copy = malloc(length + 1);
  if (!copy) return NULL;
  copy[length] = '\0';
  return memcpy(copy, text, length);
}

char *strdup(const char *text) { return strndup(text, strlen(text)); }

/* ---- files ------------------------------------------------------------------------------------ */

int open(const char *path, int flags, ...) {
  REAL(int, "open", const char *, int, ...);
  va_list arguments;
  va_start(arguments, flags);
  const int mode = flags & O_CREAT ? va_arg(arguments, int) : 0;
  va_end(arguments);
  return fails(KIND_open) ? -1 : real(path, flags, mode);
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
  REAL(ssize_t, "write", int, const void *, size_t);
  return fails(KIND_write) ? -1 : real(descriptor, bytes, length);
}

off_t lseek(int descriptor, off_t offset, int whence) {
  REAL(off_t, "lseek", int, off_t, int);
  return fails(KIND_seek) ? -1 : real(descriptor, offset, whence);
}

int fsync(int descriptor) {
  REAL(int, "fsync", int);
  return fails(KIND_fsync) ? -1 : real(descriptor);
}

int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  return fails(KIND_rename) ? -1 : real(from, to);
}

/* A close that fails has closed. */
int close(int descriptor) {
  REAL(int, "close", int);
  const int result = real(descriptor);
  return fails(KIND_close) ? -1 : result;
}

/* ---- streams ---------------------------------------------------------------------------------- */

/* A stream of functions has no descriptor that fileno knows. */
enum { MOST_DESCRIPTORS = 64 };
static FILE *streams[MOST_DESCRIPTORS];

static ssize_t stream_write(void *cookie, const char *bytes, size_t length) {
  const ssize_t written = write((int)(intptr_t)cookie, bytes, length);
  return written < 0 ? 0 : written;
}

static int stream_seek(void *cookie, off64_t *offset, int whence) {
  const off_t place = lseek((int)(intptr_t)cookie, *offset, whence);
  if (place >= 0) *offset = place;
  return place < 0 ? -1 : 0;
}

static int stream_close(void *cookie) {
  streams[(intptr_t)cookie] = NULL;
  return close((int)(intptr_t)cookie);
}

FILE *fdopen(int descriptor, const char *mode) {
  REAL(FILE *, "fdopen", int, const char *);
  if (*mode == 'r') return real(descriptor, mode);
  const cookie_io_functions_t functions = {NULL, stream_write, stream_seek, stream_close};
  FILE *const stream = fopencookie((void *)(intptr_t)descriptor, mode, functions);
  if (descriptor < MOST_DESCRIPTORS) streams[descriptor] = stream;
  return stream;
}

int fileno(FILE *stream) {
  REAL(int, "fileno", FILE *);
  for (int i = 0; i < MOST_DESCRIPTORS; i++)
    if (streams[i] == stream) return i;
  return real(stream);
}

FILE *fopen(const char *path, const char *mode) {
  REAL(FILE *, "fopen", const char *, const char *);
  return fails(KIND_open) ? NULL : real(path, mode);
}

/* ---- around main ------------------------------------------------------------------------------ */

static int (*tool)(int, char **, char **);

static void choose(const char *text) {
  for (int kind = 0; kind < NO_KIND; kind++) {
    const size_t length = strlen(names[kind]);
    if (strncmp(text, names[kind], length) != 0 || text[length] != ':') continue;
    char *end;
    failing = strtol(text + length + 1, &end, 10);
    for_ever = *end == '+';
    chosen = kind;
  }
}

static int around_main(int argc, char **argv, char **environment) {
  const char *const fault = getenv("FAULT"), *const path = getenv("FAULT_COUNT");
  if (fault) choose(fault);
  stdout = fdopen(STDOUT_FILENO, "w");
  in_main = 1;
  const int code = tool(argc, argv, environment);
  in_main = 0;
  FILE *const file = path ? fopen(path, "w") : NULL;
  if (file) {
    fprintf(file, "%ld\n", count);
    fclose(file);
  }
  return code;
}

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*begin)(void), void (*end)(void),
                      void (*end_loader)(void), void *stack);

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*begin)(void), void (*end)(void),
                      void (*end_loader)(void), void *stack) {
  REAL(int, "__libc_start_main", int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void),
       void (*)(void), void *);
  tool = main;
  return real(around_main, argc, argv, begin, end, end_loader, stack);
}
