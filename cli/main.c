/* burl: the command-line tool.  Finds the command; each has a file of its own. */
#include "cli.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  const char *name, *about, *help;
  int (*run)(int argc, char **argv);
} command;

#define COMMAND(name, about) {#name, about, help_##name, command_##name},
static const command commands[] = {COMMAND_LIST(COMMAND)};
#undef COMMAND

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void print_help(FILE *out) {
  fputs("usage: burl COMMAND ...\n"
        "Procedural noise, textures and terrain from a line or a page of text.\n"
        "\n",
        out);
  for (int i = 0; i < COMMAND_COUNT; i++) {
    fprintf(out, "  %-8s %s\n", commands[i].name, commands[i].about);
  }
  fputs("\n"
        "'burl COMMAND --help' shows a command's options, 'burl --version' its version.\n"
        "\n"
        "  burl render -e 'fbm(perlin(), octaves: 8)' -o clouds.png\n",
        out);
}

static const command *find(const char *name) {
  for (int i = 0; i < COMMAND_COUNT; i++) {
    if (strcmp(commands[i].name, name) == 0) return &commands[i];
  }
  return NULL;
}

static int unknown_command(const char *name) {
  burl__similar best = {0};
  burl__similar_try(&best, name, "--help");
  burl__similar_try(&best, name, "--version");
  for (int i = 0; i < COMMAND_COUNT; i++) burl__similar_try(&best, name, commands[i].name);
  return usage_error("there is no %s '%s'%s", *name == '-' ? "option" : "command", name,
                     suggest(&best, "").text);
}

static int run(const command *found, int argc, char **argv) {
  char speaker[32];
  snprintf(speaker, sizeof speaker, "burl %s", found->name);
  message_speaker(speaker);
  const int code = found->run(argc, argv);
  if (code == SHOW_HELP) fputs(found->help, stdout);
  message_speaker("burl");
  return code == SHOW_HELP ? DONE : code;
}

static int dispatch(int argc, char **argv) {
  const char *name = argc > 1 ? argv[1] : "";
  if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
    const command *about = argc > 2 ? find(argv[2]) : NULL;
    if (about) fputs(about->help, stdout);
    else print_help(stdout);
    return DONE;
  }
  if (strcmp(name, "--version") == 0) {
    printf("burl %s, output version %d\n", burl_version(), burl_output_version());
    return DONE;
  }
  if (argc < 2) {
    print_help(stderr);
    return USAGE;
  }
  const command *found = find(name);
  return found ? run(found, argc - 1, argv + 1) : unknown_command(name);
}

int main(int argc, char **argv) {
  signal(SIGPIPE, SIG_DFL); /* a closed pipe ends the tool quietly, whatever started it */
  const int code = dispatch(argc, argv);
  return code ? code : flush_output();
}
