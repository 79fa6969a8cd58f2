/* Companions: programs of ours that link what burl itself doesn't, so that it starts fast.  They are beside burl, or in
 * ../libexec/burl where it is installed. */
#include "cli.h"

#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* burl's own folder, with a slash at its end; 0: not known. */
static int own_folder(char folder[PATH_MAX]) {
  const ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
  if (length <= 0) return 0;
  folder[length] = '\0';
  char *const last = strrchr(folder, '/');
  if (last) last[1] = '\0';
  return last != NULL;
}

static int find_companion(const char *name, char path[2 * PATH_MAX]) {
  static const char *const places[] = {"", "../libexec/burl/"};
  char folder[PATH_MAX];
  for (int i = 0; own_folder(folder) && i < 2; i++) {
    snprintf(path, 2 * PATH_MAX, "%s%s%s", folder, places[i], name);
    if (access(path, X_OK) == 0) return 1;
  }
  return 0;
}

/* The whole of a file, to be freed; NULL: errno says why. */
static char *read_whole(FILE *file, size_t *length) {
  struct stat about;
  if (fstat(fileno(file), &about) != 0) return NULL;
  char *const bytes = malloc((size_t)about.st_size + 1);
  rewind(file);
  if (bytes) *length = fread(bytes, 1, (size_t)about.st_size, file);
  return bytes;
}

static int run(const char *path, char *const argv[], FILE *in, FILE *out) {
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

int companion_convert(char *const argv[], const void *bytes, size_t length, companion_output *to) {
  char path[2 * PATH_MAX];
  if (!find_companion(argv[0], path))
    return fail("%s is not beside burl: it is built where %s is installed", argv[0], "librsvg2-dev");
  FILE *const in = tmpfile(), *const out = in ? tmpfile() : NULL;
  int code = DONE;
  if (!out || fwrite(bytes, 1, length, in) != length || fflush(in) != 0)
    code = fail("%s: %s", argv[0], strerror(errno));
  if (!code) rewind(in);
  if (!code) code = run(path, argv, in, out);
  if (!code && !(to->bytes = read_whole(out, &to->length))) code = fail("%s: %s", argv[0], strerror(errno));
  if (in) fclose(in);
  if (out) fclose(out);
  return code;
}
