/* The commands that make files of a recipe, for the studio: burl itself, in a page, where its files lie in memory. */
#include "cli/cli.h"

#include <string.h>

#define MADE_HERE(X) X(render) X(points) X(contours) X(streamlines) X(profiles) X(mesh)

static const struct {
  const char *name;
  int (*run)(int argc, char **argv);
} made_here[] = {
#define MADE(name) {#name, command_##name},
    MADE_HERE(MADE)
#undef MADE
};

int main(int argc, char **argv) {
  const char *const name = argc > 1 ? argv[1] : "";
  for (size_t i = 0; i < sizeof made_here / sizeof *made_here; i++) {
    if (strcmp(made_here[i].name, name) != 0) continue;
    char prefix[32];
    snprintf(prefix, sizeof prefix, "burl %s", name);
    message_prefix(prefix);
    const int code = made_here[i].run(argc - 1, argv + 1);
    return code ? code : flush_output();
  }
  return usage_error("there is no command '%s' in this page", name);
}
