/* burl plot: a recipe as a figure.  Numbers along one axis are a curve; in two dimensions they are a picture, a line
 * through it, the profile along that line, and how often each value is taken. */
#include "cli/cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explain/plot.h"

/* ---- Options -------------------------------------------------------------------------------------- */

static const char takes_line[] = "takes x0,y0,x1,y1";

static int check_line(void *to, const char *text) {
  const plot_job *const j = to;
  if (j->line_count != 4) return usage_error("--line %s, not '%s'", takes_line, text);
  if (j->line[0] == j->line[2] && j->line[1] == j->line[3]) return usage_error("--line %s has no length", text);
  return DONE;
}

static int add_expression(void *to, char *text) {
  plot_job *const j = to;
  if (j->count == MOST_PLOTTED) return usage_error("more than %d expressions can't be told apart", MOST_PLOTTED);
  j->expressions[j->count++] = text;
  return DONE;
}

static int read_size(void *to, char *text) {
  plot_job *const j = to;
  int64_t size[2];
  if (parse_integers(text, 'x', size, 2) != 2 || size[0] < 1 || size[1] < 1 || size[0] > 16384 || size[1] > 16384)
    return usage_error("--size takes WxH, up to 16384x16384, not '%s'", text);
  for (int a = 0; a < 2; a++) j->size[a] = (double)size[a];
  return DONE;
}

static const option_entry options[] = {
    FIGURE_OPTIONS(plot_job, figure),
    ROW(.name = "line", .value = "x0,y0,x1,y1", NUMBERS(plot_job, line, line_count, 4), .takes = takes_line,
        .check = check_line, .help = "from where to where the profile runs", .more = "if not given, across the middle"),
    ROW(.name = "parts", .value = "WHAT", .words = PARTS_WORDS, OWN(plot_choose_kind),
        .help = "what there is to see of the recipe", .more = PARTS_LIST),
    ROW(.name = "at", .value = "X,Y", NUMBERS(plot_job, point, point_count, 2), .takes = "takes X,Y, or X of a curve",
        .help = "the point of --parts lattice", .more = "if not given, one in the middle"),
    ROW(.name = "size", .value = "WxH", OWN(read_size),
        .help = "the figure's size in pixels, of which .png has two each", .more = "if not given, what it needs"),
    ROW(.name = "data", .value = "FILE.csv", .words = FILES, TEXT(plot_job, data),
        .help = "the plotted numbers, too, for other programs"),
    ROW(.name = "dims", .value = "N", .words = "1 2", COUNT(plot_job, dims, 1, 2), .takes = "is 1 or 2",
        .help = "1: along x alone", .more = "2; if not given, as many as the recipe needs"),
    ROW(.name = "expression", .letter = 'e', .value = "EXPR", .repeats = 1, OWN(add_expression),
        .help = "a recipe itself, in place of its file", .more = "may be given again, for several curves"),
    RECIPE_SETTINGS(plot_job, recipes[0]),
    {0},
};

const manual manual_plot = {
    .usage = "RECIPE|-e EXPR [-e EXPR]... -o FILE.svg|.png|.pdf [option]...",
    .about =
        "Draws a recipe: what varies along x alone as a curve; else a picture with a line through it, and below it the"
        " profile along this line and how often each value is taken.  The profile's scale is the picture's: its"
        " least value is black, its greatest white.  Several expressions, each after an -e of its own, are drawn"
        " over one another; the picture is then that of the first.",
    .options = options,
    .more =
        "--seed, -p and --result are those of each expression.\n"
        "--parts octaves: each octave of a sum along the line, with its lattice, and what they add up to. lattice: what"
        " each lattice point of one perlin() or value() adds at a point. derivative: how steep the recipe is along x,"
        " along y and along the line. histogram: how often each value is taken, the mean, the "
        "standard deviation and the quantiles of 1, 5, 25, 50, 75, 95 and 99 %."
        " spectrum: the power at each frequency, through a Hann window, averaged over all directions. autocorrelation:"
        " how much values have in common by how far they are apart. The last two take several expressions; the last"
        " three are of more than a picture shows, where neither --extent nor a view says of what.",
    .example = "burl plot -e 'fbm(perlin(), octaves: 6)' -o noise.svg",
    .operand = FILES,
};

/* The options of the first recipe are those of all. */
static int parse_options(plot_job *j, int argc, char **argv) {
  int code = options_read(argc, argv, options, j);
  if (code) return code;
  j->recipes[0].expression = j->expressions[0];
  code = recipe_last_operand(&j->recipes[0], argc, argv);
  if (code) return code;
  if (j->count == 0) j->count = 1;
  for (int i = 1; i < j->count; i++) {
    j->recipes[i] = j->recipes[0];
    j->recipes[i].expression = j->expressions[i];
  }
  return figure_check(&j->figure);
}

/* ---- Recipes -------------------------------------------------------------------------------------- */

static int load_recipe(plot_job *j, recipe *r) {
  int code = recipe_load(r);
  if (!code) code = j->dims ? recipe_compile(r, j->dims) : recipe_compile_to_fit(r, 2);
  if (code) return code;
  if (burl_channels(r->program) != 1)
    return fail("%s: a plot is of numbers, and this is a colour: --result chooses a part of a recipe", r->name);
  if (burl_needs_whole_grid(r->program)) return fail("%s: midpoint() has no value at a point alone", r->name);
  if (burl_dims(r->program) <= 2) return DONE;
  return fail("%s: a plot has at most two dimensions: at(e, x, y, 0) cuts one of three", r->name);
}

static int load_recipes(plot_job *j) {
  enum { VARIES_WITH_Y = 2 };
  j->is_curve = 1;
  for (int i = 0; i < j->count; i++) {
    const int code = load_recipe(j, &j->recipes[i]);
    if (code) return code;
    recipe_note(&j->recipes[i]);
    const burl_program *const p = j->recipes[i].program;
    j->is_curve &= burl_dims(p) == 1 || !(burl_varies_with(p) & VARIES_WITH_Y);
  }
  if (j->line_count && j->is_curve) return usage_error("--line is of two dimensions, and this varies along x alone");
  return DONE;
}

int command_plot(int argc, char **argv) {
  static plot_job j;
  int code = parse_options(&j, argc, argv);
  if (!code) code = plot_check_kind(&j);
  if (!code) code = load_recipes(&j);
  if (!code) code = plot_place(&j);
  if (!code) code = plot_kinds[j.kind].draw(&j);
  plot_free(&j);
  for (int i = 0; i < j.count; i++) recipe_free(&j.recipes[i]);
  return code;
}
