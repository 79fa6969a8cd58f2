/* What this build, for Windows, has not: second programs, and the commands that are nothing without them. */
#include "cli/cli.h"

#include <windows.h>

const char *own_path(void) {
  static char own[4096];
  const DWORD length = GetModuleFileNameA(NULL, own, sizeof own);
  return length && length < sizeof own ? own : NULL;
}

const char *second_path(const char *name) {
  (void)name;
  return NULL;
}

int second_missing(const char *name, const char *package, const char *instead) {
  (void)package;
  return fail("%s isn't in this build, for Windows%s", name, instead);
}

int second_run(const char *path, const char *const words[], const void *input, size_t length) {
  (void)path;
  (void)input;
  (void)length;
  return second_missing(words[0], "", "");
}

int second_convert(char *const argv[], const void *bytes, size_t length, second_output *to) {
  (void)bytes;
  (void)length;
  (void)to;
  return second_missing(argv[0], "", ": a figure can be an .svg");
}

/* A command that is known and does nothing. */
static const option_entry options[] = {HELP_OPTION, {0}};

#define ABSENT(name, what)                                                                                            \
  const manual manual_##name = {                                                                                      \
      .usage = "", .about = what " isn't in this build, for Windows.", .options = options, .example = "burl " #name}; \
  int command_##name(int argc, char **argv) {                                                                         \
    const int code = options_read(argc, argv, options, NULL);                                                         \
    return code ? code : second_missing(what, "", "");                                                                \
  }

ABSENT(studio, "the studio")
ABSENT(submit, "this command")
