/* How a file appears whole or not at all: it is written under a temporary name in its own folder,
 * brought to the disk, and renamed.  Whatever ends the tool before that, an error or a signal,
 * takes the temporary file with it.  Also the table of formats. */
#include "image.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the formats ----------------------------------------------------------------------------- */

#define IMAGE_FORMAT(name, axes, kind, about) \
  {#name,                                     \
   axes,                                      \
   kind,                                      \
   about,                                     \
   image_##name##_begin,                      \
   image_##name##_room,                       \
   image_##name##_encode,                     \
   image_##name##_put,                        \
   image_##name##_end},
static const image_format formats[] = {IMAGE_FORMAT_LIST(IMAGE_FORMAT)};
#undef IMAGE_FORMAT

enum {
  FORMAT_COUNT = sizeof formats / sizeof *formats,
  MOST_INTEGERS = 1 << 27 /* along a side: a line of four channels of 16 bits is 1 GiB */
};

const image_format *image_format_of(const char *path, image_error *error) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  const char *dot = strrchr(name, '.');
  for (int i = 0; dot && i < FORMAT_COUNT; i++) {
    if (strcasecmp(dot + 1, formats[i].name) == 0) return &formats[i];
  }

  char known[128] = "";
  for (int i = 0; i < FORMAT_COUNT; i++) {
    const size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, "%s.%s", i ? ", " : "", formats[i].name);
  }
  snprintf(error->text, sizeof error->text, "%s: %s%s%s; a picture's name ends in one of %s", path,
           dot ? "there is no format '" : "the name has no ending", dot ? dot : "", dot ? "'" : "",
           known);
  return NULL;
}

int image_check(const image_format *format, const image *picture, image_error *error) {
  if (picture->axes > format->most_axes) {
    snprintf(error->text, sizeof error->text, "a .%s has %d axes, this picture %d; a .npy holds it",
             format->name, format->most_axes, picture->axes);
    return -1;
  }
  for (int a = 0; a < picture->axes && format->kind == IMAGE_INTEGERS; a++) {
    if (picture->size[a] > MOST_INTEGERS) {
      snprintf(error->text, sizeof error->text, "a .%s has at most %d samples a side here",
               format->name, MOST_INTEGERS);
      return -1;
    }
  }
  return 0;
}

/* ---- signals --------------------------------------------------------------------------------- */

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGXFSZ};
enum { SIGNAL_COUNT = sizeof ending_signals / sizeof *ending_signals };

/* The temporary file that there is, for the handler alone. */
static char *volatile pending;

/* Only async-signal-safe calls: remove the file, then die of the signal after all. */
static void remove_and_die(int number) {
  if (pending) unlink(pending);
  raise(number); /* its action is the default again: SA_RESETHAND */
}

/* A signal that the caller chose to ignore (nohup, a shell's background job) stays ignored. */
static void watch_signals(void) {
  struct sigaction ours = {.sa_handler = remove_and_die, .sa_flags = (int)SA_RESETHAND}, theirs;
  sigemptyset(&ours.sa_mask);
  for (int i = 0; i < SIGNAL_COUNT; i++) {
    if (sigaction(ending_signals[i], NULL, &theirs) == 0 && theirs.sa_handler == SIG_DFL) {
      sigaction(ending_signals[i], &ours, NULL);
    }
  }
}

/* mkstemp, with no moment at which the file is there and the handler doesn't know. */
static int make_temporary(char *name) {
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  const int descriptor = mkstemp(name);
  const int reason = errno;
  if (descriptor >= 0) pending = name;
  sigprocmask(SIG_SETMASK, &before, NULL);
  errno = reason;
  return descriptor;
}

/* ---- the file -------------------------------------------------------------------------------- */

static int failed(const char *path, int reason, image_error *error) {
  snprintf(error->text, sizeof error->text, "%s: %s", path, strerror(reason));
  return -1;
}

/* The length of the path's folder, its slash included; 0: the current folder. */
static size_t folder_length(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? (size_t)(slash - path) + 1 : 0;
}

/* What mkstemp fills in: a hidden name in the path's folder, short whatever the path's own name. */
static char *temporary_name(const char *path) {
  static const char pattern[] = ".burl-XXXXXX";
  const size_t folder = folder_length(path);
  char *name = malloc(folder + sizeof pattern);
  if (!name) return NULL;
  memcpy(name, path, folder);
  memcpy(name + folder, pattern, sizeof pattern);
  return name;
}

/* mkstemp's files are the user's alone; ours get what a new file gets. */
static int give_usual_mode(int descriptor) {
  const mode_t mask = umask(0);
  umask(mask);
  return fchmod(descriptor, 0666 & ~mask);
}

int image_begin(image_file *file, const char *path, image_error *error) {
  *file = (image_file){.path = path, .format = image_format_of(path, error)};
  if (!file->format) return -1;

  struct stat there;
  if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) {
    snprintf(error->text, sizeof error->text, "%s: %s", path,
             S_ISDIR(there.st_mode) ? "is a directory" : "is not a regular file");
    return -1;
  }

  char *name = temporary_name(path);
  if (!name) return failed(path, ENOMEM, error);
  watch_signals();
  const int descriptor = make_temporary(name);
  if (descriptor < 0) {
    const int reason = errno;
    free(name);
    return failed(path, reason, error);
  }
  file->temporary = name;
  file->stream = fdopen(descriptor, "wb");
  if (file->stream && give_usual_mode(descriptor) == 0) return 0;

  failed(path, errno, error);
  if (!file->stream) close(descriptor);
  image_abandon(file);
  return -1;
}

/* fsync, where the file system has it. */
static int bring_to_disk(int descriptor) {
  return fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : -1;
}

/* The new name is safe once the folder is on the disk; not every system can, so nothing is made of
 * a failure. */
static void bring_folder_to_disk(const char *path) {
  const size_t length = folder_length(path);
  char *folder = length ? strndup(path, length) : strdup(".");
  const int descriptor = folder ? open(folder, O_RDONLY) : -1;
  if (descriptor >= 0) {
    (void)fsync(descriptor);
    close(descriptor);
  }
  free(folder);
}

/* 0, or the reason in errno's numbers. */
static int write_out(image_file *file, const image *picture) {
  const int reason = image_write_bands(file->stream, file->format, picture);
  if (reason != 0) return reason;
  if (fflush(file->stream) != 0 || bring_to_disk(fileno(file->stream)) != 0) return errno;
  const int closed = fclose(file->stream);
  file->stream = NULL;
  return closed == 0 && rename(file->temporary, file->path) == 0 ? 0 : errno;
}

int image_finish(image_file *file, const image *picture, image_error *error) {
  const int reason = write_out(file, picture);
  if (reason == 0) bring_folder_to_disk(file->path);
  image_abandon(file);
  return reason == 0 ? 0 : failed(file->path, reason, error);
}

void image_abandon(image_file *file) {
  if (file->stream) fclose(file->stream);
  file->stream = NULL;
  if (!file->temporary) return;
  unlink(file->temporary);
  pending = NULL;
  free(file->temporary);
  file->temporary = NULL;
}
