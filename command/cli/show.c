/* burl show: a recipe's picture in the terminal. */
#include "cli/terminal.h"

static const option_entry options[] = {
    RENDER_OPTION_AS(SIZE, .help = "samples along x and y", .more = "if not given, as many as the terminal shows"),
    TERMINAL_OPTIONS,
    {0},
};

const manual manual_show = {
    .usage = "RECIPE|-e EXPR [option]...",
    .about = "Draws a recipe's picture in the terminal: as a picture where that is kitty, iTerm2 or one with sixels,"
             " else by half blocks in colour; by characters where NO_COLOR is set or TERM is dumb.  COLUMNS and LINES"
             " say how large it may be, if not the terminal.",
    .options = options,
    .example = "burl show -e 'fbm(perlin(), octaves: 8)'",
    .operand = FILES,
};

static int read_arguments(rendering *r, int argc, char **argv) {
  const int code = options_read(argc, argv, options, r);
  if (code) return code;
  if (r->settings.geometry.axes != 2) return usage_error("--size: a terminal shows two axes, such as 512x512");
  return recipe_last_operand(&r->recipe, argc, argv);
}

int command_show(int argc, char **argv) {
  rendering r = rendering_usual();
  terminal t;
  int code = read_arguments(&r, argc, argv);
  if (!code) code = terminal_find(&t, 1, "'burl render -o FILE'"); /* the shell's line stays below the picture */
  if (code) return code;
  terminal_take(&r);
  code = rendering_prepare(&r);
  if (!code) recipe_note(&r.recipe);
  if (!code) terminal_fit(&t, &r, 1);
  if (!code) code = terminal_draw(&t, &r, "", "");
  rendering_free(&r);
  return code;
}
