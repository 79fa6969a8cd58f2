/* Files that appear whole or not at all: a file is written under a temporary name in its own
 * folder, flushed to the disk, and renamed.  Where an error or a signal ends the tool before, the
 * temporary file is removed. */
#include "image/image.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the end of the process ------------------------------------------------------------------ */

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGXFSZ};
enum { SIGNAL_COUNT = sizeof ending_signals / sizeof *ending_signals };

/* The names of the temporary files that there are, for the functions that remove them at the
 * end. */
enum { MOST_PENDING = 512 };
static char *volatile pending[MOST_PENDING];
static pthread_mutex_t pending_lock = PTHREAD_MUTEX_INITIALIZER;

/* Replaces a name in the list; NULL stands for a free place.  A name for which there is no place is
 * left out. */
static void replace_pending(const char *old, char *name) {
  pthread_mutex_lock(&pending_lock);
  for (int i = 0; i < MOST_PENDING; i++) {
    if (pending[i] != old) continue;
    pending[i] = name;
    break;
  }
  pthread_mutex_unlock(&pending_lock);
}

static void remove_pending(void) {
  for (int i = 0; i < MOST_PENDING; i++)
    if (pending[i]) unlink(pending[i]);
}

/* A signal handler, with async-signal-safe calls only: removes the files, then lets the signal end
 * the process. */
static void handle_signal(int number) {
  remove_pending();
  raise(number); /* its action is the default again: SA_RESETHAND */
}

/* Installs the handlers.  A signal that the tool's caller has chosen to ignore (nohup, a shell's
 * background job) stays ignored.  The function at exit is for libraries that call exit(), as
 * OpenMP's does when it runs out of memory. */
static pthread_once_t handlers_once = PTHREAD_ONCE_INIT;
static void install_handlers(void) {
  struct sigaction handler = {.sa_handler = handle_signal, .sa_flags = (int)SA_RESETHAND}, current;
  (void)atexit(remove_pending);
  sigemptyset(&handler.sa_mask);
  for (int i = 0; i < SIGNAL_COUNT; i++) {
    if (sigaction(ending_signals[i], NULL, &current) == 0 && current.sa_handler == SIG_DFL) {
      sigaction(ending_signals[i], &handler, NULL);
    }
  }
}

/* Fills *error with the reason, one of errno's numbers; always returns −1. */
static int fail_for(const char *path, int reason, image_error *error) {
  snprintf(error->text, sizeof error->text, "%s: %s", path,
           reason == ETXTBSY ? "another burl is writing it" : strerror(reason));
  errno = reason;
  return -1;
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Whether the file is the user's own, has this name and no other. */
static int is_own_file(int descriptor, const char *name) {
  struct stat opened, named;
  return fstat(descriptor, &opened) == 0 && lstat(name, &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino && S_ISREG(opened.st_mode) && opened.st_nlink == 1 && opened.st_uid == geteuid();
}

/* Opens an empty file, and locks it if the file system has locks.  Returns its descriptor; or -1,
 * with ETXTBSY in errno where another process has locked it. */
static int open_locked(const char *name) {
  const int descriptor = open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (descriptor < 0) return -1;
  const int is_free = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
  if (is_free && is_own_file(descriptor, name) && ftruncate(descriptor, 0) == 0) return descriptor;
  close(descriptor);
  errno = ETXTBSY;
  return -1;
}

int image_is_being_written(const char *path) {
  char *const name = image_temporary(path);
  const int descriptor = name ? open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1;
  const int is_locked = descriptor >= 0 && flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (descriptor >= 0) close(descriptor);
  free(name);
  return is_locked;
}

/* open_locked() with signals blocked, so that the file is in the handler's list from the moment when it
 * exists. */
static int make_temporary(char *name) {
  sigset_t all, mask;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &mask);
  const int descriptor = open_locked(name), reason = errno;
  if (descriptor >= 0) replace_pending(NULL, name);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  errno = reason;
  return descriptor;
}

/* Where a file is to be replaced, what is written is its owner's alone until it is complete. */
static void hide(int descriptor, const char *path) {
  struct stat status;
  if (stat(path, &status) == 0) (void)fchmod(descriptor, S_IRUSR | S_IWUSR);
}

/* Gives the file the owner, the group and the mode of another, so far as that is permitted.  Where
 * the group can't be kept, it may do what all others may. */
static void take_after(int descriptor, const char *path) {
  struct stat status;
  if (stat(path, &status) != 0) return;
  mode_t mode = status.st_mode & 0777;
  if (fchown(descriptor, status.st_uid, status.st_gid) != 0 && fchown(descriptor, (uid_t)-1, status.st_gid) != 0)
    mode = (mode & ~(mode_t)070) | (mode & (mode << 3) & 070);
  (void)fchmod(descriptor, mode);
}

/* Opens the file for writing.  The stream has a duplicate of the descriptor, as it is closed before
 * the file gets its name, and the lock lasts until both are closed. */
static int open_temporary(image_file *file, int which, const char *path) {
  char *const name = image_temporary(path);
  if (!name) return ENOMEM;
  const int locked = make_temporary(name);
  if (locked < 0) {
    const int reason = errno;
    free(name);
    return reason;
  }
  hide(locked, file->target);
  file->temporary[which].name = name;
  file->temporary[which].locked = locked;
  const int descriptor = dup(locked);
  FILE *const stream = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
  const int reason = errno;
  if (!stream && descriptor >= 0) close(descriptor);
  file->temporary[which].stream = stream;
  return stream ? 0 : reason;
}

/* Opens the temporary files for a path that isn't standard output. */
static int open_files(image_file *file) {
  file->target = image_target(file->path);
  if (!file->target) return errno;
  pthread_once(&handlers_once, install_handlers);
  const int reason = open_temporary(file, 0, file->target);
  if (reason || file->format->provenance_storage != IMAGE_BESIDE) return reason;
  file->beside = image_beside(file->target);
  return file->beside ? open_temporary(file, 1, file->beside) : ENOMEM;
}

static int is_standard_output(const image_file *file) { return strcmp(file->path, "-") == 0; }

int image_begin(image_file *file, const char *path, const image_format *format, image_error *error) {
  *file = (image_file){.path = path, .format = format};
  if (is_standard_output(file)) {
    file->temporary[0].stream = stdout;
    if (!format->seeks) return 0;
    snprintf(error->text, sizeof error->text, "a .%s can't go to standard output: it is written back and forth",
             format->name);
    return -1;
  }

  struct stat status;
  const int is_there = stat(path, &status) == 0;
  if (is_there && !S_ISREG(status.st_mode)) {
    snprintf(error->text, sizeof error->text, "%s: %s", path, image_kind_of(status.st_mode));
    return -1;
  }

  const int reason = is_there || errno == ENOENT ? open_files(file) : errno;
  if (reason) image_abandon(file);
  return reason ? fail_for(path, reason, error) : 0;
}

/* fsync, unless the file system has none. */
static int flush_to_disk(int descriptor) {
  return fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : -1;
}

/* Flushes the folder, without which the new name may be lost in a crash; not every system can do
 * that, so that failures are ignored. */
static void flush_folder_to_disk(const char *path) {
  char *const folder = image_folder(path);
  const int descriptor = folder ? open(folder, O_RDONLY) : -1;
  if (descriptor >= 0) {
    (void)fsync(descriptor);
    close(descriptor);
  }
  free(folder);
}

/* Returns 0, or the reason for a failure, one of errno's numbers, as do the functions below. */
static int close_temporary(image_file *file, int which) {
  FILE *const stream = file->temporary[which].stream;
  if (fflush(stream) != 0 || flush_to_disk(fileno(stream)) != 0) return errno;
  file->temporary[which].stream = NULL;
  return fclose(stream) == 0 ? 0 : errno;
}

/* Takes the file's temporary name, which it no longer has, off the list, and unlocks it. */
static void forget_temporary(image_file *file, int which) {
  replace_pending(file->temporary[which].name, NULL);
  close(file->temporary[which].locked);
  free(file->temporary[which].name);
  file->temporary[which].name = NULL;
}

/* The file replaces the one of that name, and the one beside it may be as new as the other is
 * old. */
static int give_name(image_file *file, int which, const char *path) {
  const int is_there = access(path, F_OK) == 0;
  take_after(file->temporary[which].locked, is_there ? path : file->target);
  if (rename(file->temporary[which].name, path) != 0) return errno;
  forget_temporary(file, which);
  return 0;
}

/* The file beside it gets its name first, so that wherever the picture is found, both are there. */
static int give_names(image_file *file, int with_beside) {
  int reason = with_beside ? give_name(file, 1, file->beside) : 0;
  if (reason) return reason;
  reason = give_name(file, 0, file->target);
  if (reason && with_beside) unlink(file->beside);
  return reason;
}

static int write_beside_file(image_file *file, const char *provenance, image_bytes *written) {
  int reason = image_head_crc(file->temporary[0].locked, written->begin, &written->head_crc);
  if (!reason) reason = image_write_beside(file->temporary[1].stream, provenance, written);
  return reason ? reason : close_temporary(file, 1);
}

/* Gives a file its name once it is written: reason says why that failed, 0: it holds these bytes. */
static int publish(image_file *file, int reason, const char *provenance, image_bytes *written) {
  if (is_standard_output(file)) return !reason && fflush(stdout) != 0 ? errno : reason;
  if (!reason) reason = close_temporary(file, 0);
  const int with_beside = file->beside && provenance;
  if (!reason && with_beside) reason = write_beside_file(file, provenance, written);
  return reason ? reason : give_names(file, with_beside);
}

static int conclude(image_file *file, int reason, image_error *error) {
  const int is_stdout = is_standard_output(file);
  if (reason == 0 && !is_stdout) flush_folder_to_disk(file->target);
  image_abandon(file);
  return reason == 0 ? 0 : fail_for(is_stdout ? "standard output" : file->path, reason, error);
}

int image_finish(image_file *file, const image *picture, image_error *error) {
  image_bytes written;
  FILE *const stream = file->temporary[0].stream;
  const int reason = file->format->whole
                         ? image_write_whole(stream, file->format, picture, &written)
                         : image_write_bands(stream, file->temporary[0].name, file->format, picture, &written);
  return conclude(file, publish(file, reason, picture->provenance, &written), error);
}

int image_finish_stream(image_file *file, const char *provenance, image_error *error) {
  image_bytes written = {0};
  struct stat status;
  int reason = fflush(file->temporary[0].stream) != 0 ? errno : 0;
  if (!reason && file->beside && provenance) {
    reason = fstat(file->temporary[0].locked, &status) != 0 ? errno : 0;
    written.count = reason ? 0 : status.st_size;
    if (!reason) reason = image_head_crc(file->temporary[0].locked, written.count, &written.crc);
  }
  return conclude(file, publish(file, reason, provenance, &written), error);
}

void image_abandon(image_file *file) {
  for (int i = 0; i < 2; i++) {
    if (file->temporary[i].name) {
      unlink(file->temporary[i].name); /* while it is locked */
      forget_temporary(file, i);
    }
    FILE *const stream = file->temporary[i].stream;
    if (stream && stream != stdout) fclose(stream);
    file->temporary[i].stream = NULL;
  }
  free(file->beside);
  free(file->target);
  file->beside = file->target = NULL;
}

static int write_bytes(image_file *file, const void *bytes, size_t length) {
  if (fwrite(bytes, 1, length, file->temporary[0].stream) != length) return errno;
  if (is_standard_output(file)) return fflush(stdout) == 0 ? 0 : errno;
  const int reason = close_temporary(file, 0);
  return reason ? reason : give_names(file, 0);
}

int image_begin_bytes(image_file *file, const char *path, image_error *error) {
  static const image_format plain = {.name = "text"};
  return image_begin(file, path, &plain, error);
}

int image_finish_bytes(image_file *file, const void *bytes, size_t length, image_error *error) {
  return conclude(file, write_bytes(file, bytes, length), error);
}

int image_fail(image_error *error, const char *path, const char *format, va_list arguments) {
  const size_t room = sizeof error->text;
  const int used = snprintf(error->text, room, "%s: ", path);
  if (used > 0 && (size_t)used < room) vsnprintf(error->text + used, room - (size_t)used, format, arguments);
  return -1;
}

int image_save_bytes(const char *path, const void *bytes, size_t length, image_error *error) {
  image_file file;
  if (image_begin_bytes(&file, path, error) != 0) return -1;
  return image_finish_bytes(&file, bytes, length, error);
}
