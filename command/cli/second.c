/* A second program, which burl starts and writes to, and may read from.  What is linked to it need not be loaded when
 * burl starts. */
#include "cli/terminal.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

#if !defined BURL_LIBEXEC
#define BURL_LIBEXEC "../libexec/burl" /* from the folder of burl */
#endif

const char *own_path(void) {
  static char own[4096];
  const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  if (length <= 0) return NULL;
  own[length] = '\0';
  return own;
}

const char *beside_burl(const char *const folders[], const char *name, int access_mode) {
  static char path[4200];
  const char *const own = own_path();
  for (; own && *folders; folders++) {
    snprintf(path, sizeof path, "%.*s%s/%s", (int)(strrchr(own, '/') + 1 - own), own, *folders, name);
    if (access(path, access_mode) == 0) return path;
  }
  return NULL;
}

const char *second_path(const char *name) {
  static const char *const folders[] = {".", BURL_LIBEXEC, NULL};
  return beside_burl(folders, name, X_OK);
}

int second_missing(const char *name, const char *package, const char *instead) {
  return fail("%s is not installed with burl: it is built where %s is%s", name, package, instead);
}

/* In the new process.  execv leaves the words as they are, though its declaration doesn't say so. */
static void become(const char *path, const char *const words[], const int ends[2]) {
  union {
    const char *const *constant;
    char *const *plain;
  } same = {.constant = words};
  dup2(ends[0], STDIN_FILENO);
  close(ends[0]);
  close(ends[1]);
  execv(path, same.plain);
  _exit(127);
}

static int write_all(int to, const char *bytes, size_t length) {
  while (length > 0) {
    const ssize_t written = write(to, bytes, length);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes += written;
    length -= (size_t)written;
  }
  return 0;
}

/* Where the program ends too early the writing fails, and its exit code says so, too.  Signals wait until it has
 * ended, so that what it prints is whole. */
static int feed(pid_t child, int to, const void *input, size_t length) {
  sigset_t all, mask;
  int status = 0;
  void (*const action)(int) = signal(SIGPIPE, SIG_IGN);
  const int reason = write_all(to, input, length);
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &mask);
  close(to);
  waitpid(child, &status, 0);
  sigprocmask(SIG_SETMASK, &mask, NULL);
  signal(SIGPIPE, action);
  return status == 0 && !reason;
}

int second_run(const char *path, const char *const words[], const void *input, size_t length) {
  int ends[2];
  if (!path) return fail("%s is not there any more", words[0]);
  fflush(stdout);
  if (pipe(ends) != 0) return fail("%s: %s", path, strerror(errno));
  const pid_t child = fork();
  if (child == 0) become(path, words, ends);
  close(ends[0]);
  if (child < 0) close(ends[1]);
  if (child < 0) return fail("%s: %s", path, strerror(errno));
  return feed(child, ends[1], input, length) ? DONE : fail("%s has failed", path);
}

int second_become(const char *path, char *const argv[]) {
  if (!path) return fail("%s is not there any more", argv[0]);
  fflush(stdout);
  execv(path, argv);
  return fail("%s: %s", path, strerror(errno));
}

/* ---- What gives something back --------------------------------------------------------------------- */

/* The whole of a file, to be freed; NULL: errno says why. */
static char *read_whole(FILE *file, size_t *length) {
  struct stat about;
  if (fstat(fileno(file), &about) != 0) return NULL;
  char *const bytes = malloc((size_t)about.st_size + 1);
  rewind(file);
  if (bytes) *length = fread(bytes, 1, (size_t)about.st_size, file);
  return bytes;
}

static int run_between(const char *path, char *const argv[], FILE *in, FILE *out) {
  posix_spawn_file_actions_t actions;
  pid_t child;
  int status = 0;
  if (posix_spawn_file_actions_init(&actions) != 0) return fail("%s: %s", argv[0], strerror(ENOMEM));
  posix_spawn_file_actions_adddup2(&actions, fileno(in), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(out), STDOUT_FILENO);
  const int reason = posix_spawn(&child, path, &actions, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (reason) return fail("%s: %s", path, strerror(reason));
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  if (WIFSIGNALED(status)) return fail("%s: %s", argv[0], strsignal(WTERMSIG(status)));
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? DONE : FAILED; /* it has said why */
}

int second_convert(char *const argv[], const void *bytes, size_t length, second_output *to) {
  const char *const path = second_path(argv[0]);
  if (!path) return second_missing(argv[0], "librsvg2-dev", "");
  FILE *const in = tmpfile(), *const out = in ? tmpfile() : NULL;
  int code = DONE;
  if (!out || fwrite(bytes, 1, length, in) != length || fflush(in) != 0)
    code = fail("%s: %s", argv[0], strerror(errno));
  if (!code) rewind(in);
  if (!code) code = run_between(path, argv, in, out);
  if (!code && !(to->bytes = read_whole(out, &to->length))) code = fail("%s: %s", argv[0], strerror(errno));
  if (in) fclose(in);
  if (out) fclose(out);
  return code;
}
