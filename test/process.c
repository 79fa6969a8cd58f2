/* See process.h. */
#include "process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char top[] = "/tmp/burl-test-XXXXXX"; /* holds the folder, and what processes say */
static outcome last;

const char *burl_binary(void) {
  const char *given = getenv("BURL_BINARY");
  return given ? given : BURL_BINARY;
}

int folder_begin(void **state) {
  (void)state;
  setenv("burl", burl_binary(), 1);
  const char *const options = getenv("BURL_TEST_COMMAND_ASAN_OPTIONS"); /* for what a test starts, not for itself */
  if (options) setenv("ASAN_OPTIONS", options, 1);
  memcpy(top + sizeof top - 7, "XXXXXX", 6);
  if (!mkdtemp(top) || chdir(top) != 0) return -1;
  return system("mkdir here") == 0 && chdir("here") == 0 ? 0 : -1;
}

int folder_end(void **state) {
  (void)state;
  char command[128];
  free(last.out);
  free(last.err);
  last = (outcome){0};
  snprintf(command, sizeof command, "chmod -R u+w %s && rm -rf %s", top, top);
  return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

int folder_count(void) {
  DIR *folder = opendir(".");
  assert_non_null(folder);
  int count = -2; /* . and .. */
  while (readdir(folder)) count++;
  closedir(folder);
  return count;
}

char *read_whole(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (!file) fail_msg("there is no file %s", path);
  fseek(file, 0, SEEK_END);
  const long size = ftell(file);
  rewind(file);
  char *text = malloc((size_t)size + 1);
  assert_non_null(text);
  assert_int_equal(fread(text, 1, (size_t)size, file), size);
  fclose(file);
  text[size] = '\0';
  if (length) *length = (size_t)size;
  return text;
}

void write_whole(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_not_equal(fputs(text, file), EOF);
  assert_int_equal(fclose(file), 0);
}

/* Ctrl-C must reach what is run, whatever started the tests. */
static int run(const char *line) {
  const pid_t child = fork();
  assert_int_not_equal(child, -1);
  if (child == 0) {
    signal(SIGINT, SIG_DFL);
    if (freopen("../out", "wb", stdout) && freopen("../err", "wb", stderr)) {
      execl("/bin/sh", "sh", "-c", line, (char *)NULL);
    }
    _exit(127);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

static const outcome *run_line(const char *line) {
  free(last.out);
  free(last.err);
  last.code = run(line);
  last.out = read_whole("../out", &last.out_length);
  last.err = read_whole("../err", NULL);
  return &last;
}

enum { LINE = 8192 };

const outcome *shell(const char *format, ...) {
  char line[LINE];
  va_list arguments;
  va_start(arguments, format);
  assert_true(vsnprintf(line, sizeof line, format, arguments) < LINE);
  va_end(arguments);
  return run_line(line);
}

static const outcome *run_burl(const char *format, va_list arguments) {
  static const char command[] = "exec \"$burl\" ";
  char line[LINE];
  memcpy(line, command, sizeof command);
  const size_t used = sizeof command - 1;
  assert_true(vsnprintf(line + used, sizeof line - used, format, arguments) < LINE - (int)used);
  return run_line(line);
}

const outcome *burl(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const outcome *done = run_burl(format, arguments);
  va_end(arguments);
  return done;
}

const outcome *burl_ok(const char *format, ...) {
  va_list arguments;
  char line[LINE];
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  const outcome *done = burl("%s", line);
  if (done->code != 0) fail_msg("burl %s: exit code %d: %s", line, done->code, done->err);
  return done;
}

int exists(const char *path) { return access(path, F_OK) == 0; }

int are_same(const char *a, const char *b) {
  size_t length, other;
  char *const first = read_whole(a, &length), *const second = read_whole(b, &other);
  const int same = length == other && memcmp(first, second, length) == 0;
  free(first);
  free(second);
  return same;
}

void assert_same_files(const char *a, const char *b) {
  if (!are_same(a, b)) fail_msg("%s is not %s", a, b);
}

void assert_contains(const char *text, const char *part) {
  if (!strstr(text, part)) fail_msg("no '%s' in:\n%s", part, text);
}

void check_refused(const char *command, const refused_call *calls, int count) {
  const int before = folder_count();
  for (int i = 0; i < count; i++) {
    const refused_call *const call = &calls[i];
    const outcome *const o = burl("%s %s", command, call->arguments);
    if (o->code != call->code || !strstr(o->err, call->message) || o->out_length > 0)
      fail_msg("burl %s %s\nexit code %d instead of %d; expected '%s' in what was said:\n%s%s", command,
               call->arguments, o->code, call->code, call->message, o->err, o->out);
    assert_int_equal(folder_count(), before);
  }
}
