/* burl, the command-line tool: finds and runs the command.  Each command has a file of its own. */
#include "cli/cli.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static const command *find(const char *name) {
  for (const command *c = commands; c->name; c++) {
    if (strcmp(c->name, name) == 0) return c;
  }
  return NULL;
}

static int unknown_command(const char *name) {
  burl__similar best = {0};
  burl__similar_try(&best, name, "--help");
  burl__similar_try(&best, name, "--version");
  for (const command *c = commands; c->name; c++) burl__similar_try(&best, name, c->name);
  return usage_error("there is no %s '%s'%s", *name == '-' ? "option" : "command", name, suggest(&best, "").text);
}

static int run(const command *found, int argc, char **argv) {
  char prefix[32];
  snprintf(prefix, sizeof prefix, "burl %s", found->name);
  message_prefix(prefix);
  const int code = found->run(argc, argv);
  if (code == SHOW_HELP) help_print(found);
  message_prefix("burl");
  return code == SHOW_HELP ? DONE : code;
}

static int dispatch(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "";
  if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
    const command *about = argc > 2 ? find(argv[2]) : NULL;
    if (about) help_print_in_full(about);
    else if (argc > 2) return unknown_command(argv[2]);
    else help_print_all(stdout);
    return DONE;
  }
  if (strcmp(name, "--version") == 0) {
    printf("burl %s, output version %d\n", burl_version(), burl_output_version());
    return DONE;
  }
  if (argc < 2) {
    help_print_all(stderr);
    return USAGE;
  }
  const command *found = find(name);
  return found ? run(found, argc - 1, argv + 1) : unknown_command(name);
}

int main(int argc, char **argv) {
  signal(SIGPIPE, SIG_DFL); /* a closed pipe ends the tool silently; the default may be off */
  const int code = dispatch(argc, argv);
  return code ? code : flush_output();
}
