/* What has become of the bits of recipes that earlier versions of burl made. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

/* The functions whose bits changed with each output version, as CHANGELOG.md says in full. */
static const struct {
  int version, of_grids; /* of_grids: only in recipes with a whole-grid function */
  const char *functions;
} changes[] = {
    {2, 0,
     " perlin value white simplex cells fbm ridged billow pingpong hybrid tile unit signed pow exp log sin cos tan asin"
     " acos atan atan2 floor ceil round fract mix ramp "},
    {3, 0, " erode thermal gullies fill breach flow rivers lakes upsample image slope_deg aspect hillshade normal "},
    {3, 1, " d slope curvature curl "}, /* at the edges and beside the holes of surfaces */
};
enum { CHANGES = sizeof changes / sizeof *changes };

/* The version after which a function's bits changed last; 0: never. */
static int changed_with(const burl_program *program, const char *function) {
  char word[64];
  int last = 0;
  snprintf(word, sizeof word, " %.60s ", function);
  for (int i = 0; i < CHANGES; i++)
    if (strstr(changes[i].functions, word) && (!changes[i].of_grids || burl_needs_whole_grid(program)))
      last = changes[i].version;
  return last;
}

int recipe_output_version(const char *text) {
  static const char words[] = "// output version ";
  for (const char *line = text; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    if (strncmp(line, words, sizeof words - 1) == 0) return atoi(line + sizeof words - 1);
  }
  return 0;
}

void recipe_note_versions(const recipe *r) {
  const int ours = burl_output_version();
  char names[2048] = "";
  if (r->made_with <= 0 || r->made_with == ours) return;
  if (r->made_with > ours) {
    note("%s is of output version %d, and this burl's is %d: its bits may differ", r->name, r->made_with, ours);
    return;
  }
  const char *function;
  for (int i = 0; (function = burl_function_at(r->program, i)); i++) {
    const size_t used = strlen(names);
    if (changed_with(r->program, function) > r->made_with && used + strlen(function) + 3 < sizeof names)
      snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", function);
  }
  if (*names)
    note("%s is of output version %d, and this burl's is %d: bits have changed of %s", r->name, r->made_with, ours,
         names);
}
