/* How a file appears whole or not at all: it is written under a temporary name in its own folder,
 * brought to the disk, and renamed.  Whatever ends the tool before that, an error or a signal,
 * takes the temporary file with it.  Also the table of formats. */
#include "image.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the formats ----------------------------------------------------------------------------- */

#define IMAGE_FORMAT(name) &image_##name,
static const image_format *const formats[] = {IMAGE_FORMAT_LIST(IMAGE_FORMAT)};
#undef IMAGE_FORMAT

enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

static void list_formats(char *text, size_t room, const char *before) {
  size_t used = 0;
  for (int i = 0; i < FORMAT_COUNT && used < room; i++)
    used += (size_t)snprintf(text + used, room - used, "%s%s%s", i ? ", " : "", before, formats[i]->name);
}

const image_format *image_format_of(const char *path, image_error *error) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  const char *dot = strrchr(name, '.');
  for (int i = 0; dot && i < FORMAT_COUNT; i++) {
    if (strcasecmp(dot + 1, formats[i]->name) == 0) return formats[i];
  }

  char known[128];
  list_formats(known, sizeof known, ".");
  snprintf(error->text, sizeof error->text, "%s: %s%s%s; a picture's name ends in one of %s", path,
           dot ? "there is no format '" : "the name has no ending", dot ? dot : "", dot ? "'" : "",
           known);
  return NULL;
}

const image_format *image_format_named(const char *name, image_error *error) {
  for (int i = 0; i < FORMAT_COUNT; i++)
    if (strcasecmp(name, formats[i]->name) == 0) return formats[i];
  char known[128];
  list_formats(known, sizeof known, "");
  snprintf(error->text, sizeof error->text, "there is no format '%s', but %s", name, known);
  return NULL;
}

const image_format *image_format_at(int index) {
  return index >= 0 && index < FORMAT_COUNT ? formats[index] : NULL;
}

int image_check(const image_format *format, const image *picture, image_error *error) {
  if (picture->axes > format->most_axes) {
    snprintf(error->text, sizeof error->text, "a .%s has %d axes, this picture %d; a .npy holds it",
             format->name, format->most_axes, picture->axes);
    return -1;
  }
  if (!(format->channels >> picture->channels & 1u)) {
    snprintf(error->text, sizeof error->text,
             "a .%s doesn't hold %d channels; a .png and a .npy do", format->name, picture->channels);
    return -1;
  }
  if (format->kind == IMAGE_INTEGERS && !(format->depths & picture->depth)) {
    snprintf(error->text, sizeof error->text, "a .%s has %d bits", format->name, format->depths);
    return -1;
  }
  double samples = 1;
  for (int a = 0; a < picture->axes; a++) {
    samples *= (double)picture->size[a];
    if (!format->most_side || picture->size[a] <= format->most_side) continue;
    snprintf(error->text, sizeof error->text, "a .%s has at most %" PRId64 " samples a side",
             format->name, format->most_side);
    return -1;
  }
  if (format->most_samples && samples > (double)format->most_samples) {
    snprintf(error->text, sizeof error->text, "a .%s has at most %" PRId64 " samples", format->name,
             format->most_samples);
    return -1;
  }
  return format->check ? format->check(picture, error) : 0;
}

/* ---- signals --------------------------------------------------------------------------------- */

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGXFSZ};
enum { SIGNAL_COUNT = sizeof ending_signals / sizeof *ending_signals };

/* The temporary files that there are, for the handler. */
enum { MOST_PENDING = 512 };
static char *volatile pending[MOST_PENDING];
static pthread_mutex_t pending_lock = PTHREAD_MUTEX_INITIALIZER;

/* Those beyond the most are left where a signal ends the tool. */
static void add_pending(char *name) {
  pthread_mutex_lock(&pending_lock);
  for (int i = 0; i < MOST_PENDING; i++) {
    if (pending[i]) continue;
    pending[i] = name;
    break;
  }
  pthread_mutex_unlock(&pending_lock);
}

static void remove_pending(const char *name) {
  pthread_mutex_lock(&pending_lock);
  for (int i = 0; i < MOST_PENDING; i++)
    if (pending[i] == name) pending[i] = NULL;
  pthread_mutex_unlock(&pending_lock);
}

/* Only async-signal-safe calls: remove the files, then die of the signal after all. */
static void remove_and_die(int number) {
  for (int i = 0; i < MOST_PENDING; i++)
    if (pending[i]) unlink(pending[i]);
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
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int descriptor = mkstemp(name);
  const int reason = errno;
  if (descriptor >= 0) add_pending(name);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
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

static int open_temporary(image_file *file, int which, image_error *error) {
  char *name = temporary_name(file->path);
  if (!name) return failed(file->path, ENOMEM, error);
  const int descriptor = make_temporary(name);
  if (descriptor < 0) {
    const int reason = errno;
    free(name);
    return failed(file->path, reason, error);
  }
  file->temporary[which].name = name;
  file->temporary[which].stream = fdopen(descriptor, "wb");
  if (file->temporary[which].stream && give_usual_mode(descriptor) == 0) return 0;

  failed(file->path, errno, error);
  if (!file->temporary[which].stream) close(descriptor);
  return -1;
}

static int is_output(const image_file *file) { return strcmp(file->path, "-") == 0; }

int image_begin(image_file *file, const char *path, const image_format *format, image_error *error) {
  *file = (image_file){.path = path, .format = format};
  if (is_output(file)) {
    file->temporary[0].stream = stdout;
    if (!format->seeks) return 0;
    snprintf(error->text, sizeof error->text,
             "a .%s can't go to standard output: it is written back and forth", format->name);
    return -1;
  }

  struct stat there;
  if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) {
    snprintf(error->text, sizeof error->text, "%s: %s", path,
             S_ISDIR(there.st_mode) ? "is a directory" : "is not a regular file");
    return -1;
  }

  watch_signals();
  int result = open_temporary(file, 0, error);
  if (result == 0 && file->format->telling == IMAGE_BESIDE) result = open_temporary(file, 1, error);
  if (result != 0) image_abandon(file);
  return result;
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

/* 0, or the reason in errno's numbers; so those below. */
static int close_temporary(image_file *file, int which) {
  FILE *const stream = file->temporary[which].stream;
  if (fflush(stream) != 0 || bring_to_disk(fileno(stream)) != 0) return errno;
  file->temporary[which].stream = NULL;
  return fclose(stream) == 0 ? 0 : errno;
}

/* What lies beside the file has its name first: who finds the file finds both. */
static int give_names(image_file *file, char *beside) {
  if (beside && rename(file->temporary[1].name, beside) != 0) return errno;
  if (rename(file->temporary[0].name, file->path) == 0) return 0;
  const int reason = errno;
  if (beside) unlink(beside);
  return reason;
}

static int write_beside(image_file *file, const image *picture, const image_bytes *written) {
  char *beside = image_beside(file->path);
  if (!beside) return ENOMEM;
  int reason = image_tell_beside(file->temporary[1].stream, picture->made, written);
  if (!reason) reason = close_temporary(file, 1);
  if (!reason) reason = give_names(file, beside);
  free(beside);
  return reason;
}

static int write_out(image_file *file, const image *picture) {
  image_bytes written;
  FILE *const stream = file->temporary[0].stream;
  int reason = file->format->whole
                   ? image_write_whole(stream, file->format, picture, &written)
                   : image_write_bands(stream, file->temporary[0].name, file->format, picture, &written);
  if (is_output(file)) return !reason && fflush(stdout) != 0 ? errno : reason;
  if (!reason) reason = close_temporary(file, 0);
  if (reason) return reason;
  return file->temporary[1].name && picture->made ? write_beside(file, picture, &written)
                                                  : give_names(file, NULL);
}

int image_finish(image_file *file, const image *picture, image_error *error) {
  const int reason = write_out(file, picture), output = is_output(file);
  if (reason == 0 && !output) bring_folder_to_disk(file->path);
  image_abandon(file);
  return reason == 0 ? 0 : failed(output ? "standard output" : file->path, reason, error);
}

void image_abandon(image_file *file) {
  for (int i = 0; i < 2; i++) {
    FILE *const stream = file->temporary[i].stream;
    if (stream && stream != stdout) fclose(stream);
    file->temporary[i].stream = NULL;
    if (!file->temporary[i].name) continue;
    unlink(file->temporary[i].name);
    remove_pending(file->temporary[i].name);
    free(file->temporary[i].name);
    file->temporary[i].name = NULL;
  }
}
