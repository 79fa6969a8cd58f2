/* burl plot: a recipe as a figure.  Numbers along one axis are a curve; in two dimensions they are a picture, a line through
 * it, the profile along that line, and how often each value is taken. */
#include "cli/cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/plot.h"

enum { LINE = FIGURE_OPTIONS, DATA, DIMS, PARTS_OF, POINT, SIZE };

static const option_row options[] = {
    FIGURE_ROWS,
    {LINE, "line", "x0,y0,x1,y1", "from where to where the profile runs; if not given, across the middle", NULL},
    {PARTS_OF, "parts", "WHAT", "what there is to see of the recipe; " PARTS_LIST, PARTS_WORDS},
    {POINT, "at", "X,Y", "the point of --parts lattice; if not given, one in the middle", NULL},
    {SIZE, "size", "WxH", "the figure's size in pixels, of which .png has two each; if not given, what it needs", NULL},
    {DATA, "data", "FILE.csv", "the plotted numbers, too, for other programs", FILES},
    {DIMS, "dims", "N", "1: along x alone; 2; if not given, as many as the recipe needs", "1 2"},
    {'e', "expression", "EXPR", "a recipe itself, in place of its file; may be given again, for several curves", NULL},
    RECIPE_SETTINGS,
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
        " along y and along the line. histogram: how often each value is taken, the mean and the standard deviation."
        " spectrum: the power at each frequency, through a Hann window, averaged over all directions. autocorrelation:"
        " how much values have in common by how far they are apart. The last two take several expressions; the last"
        " three are of more than a picture shows, where neither --extent nor a view says of what.",
    .example = "burl plot -e 'fbm(perlin(), octaves: 6)' -o noise.svg",
    .operand = FILES,
};

/* ---- Options -------------------------------------------------------------------------------------- */

static int parse_line(plot_job *j, const char *value) {
  if (parse_numbers(value, j->line, 4) != 4) return usage_error("--line takes x0,y0,x1,y1, not '%s'", value);
  if (j->line[0] == j->line[2] && j->line[1] == j->line[3]) return usage_error("--line %s has no length", value);
  j->line_given = 1;
  return DONE;
}

static int add_expression(plot_job *j, char *value) {
  if (j->count == MOST_PLOTTED) return usage_error("more than %d expressions can't be told apart", MOST_PLOTTED);
  j->expressions[j->count++] = value;
  return DONE;
}

static int parse_size(plot_job *j, const char *value) {
  int64_t size[2];
  if (parse_integers(value, 'x', size, 2) != 2 || size[0] < 1 || size[1] < 1 || size[0] > 16384 || size[1] > 16384)
    return usage_error("--size takes WxH, up to 16384x16384, not '%s'", value);
  for (int a = 0; a < 2; a++) j->size[a] = (double)size[a];
  return DONE;
}

static int parse_option(plot_job *j, int option, char *value) {
  int64_t dims;
  switch (option) {
  case 'e': return add_expression(j, value);
  case LINE: return parse_line(j, value);
  case PARTS_OF: return plot_choose_kind(j, value);
  case SIZE: return parse_size(j, value);
  case POINT:
    j->point_count = parse_numbers(value, j->point, 2);
    return j->point_count > 0 ? DONE : usage_error("--at takes X,Y, or X of a curve, not '%s'", value);
  case DATA: j->data = value; return DONE;
  case DIMS:
    if (parse_integers(value, ',', &dims, 1) != 1 || dims < 1 || dims > 2)
      return usage_error("--dims is 1 or 2, not '%s'", value);
    j->dims = (int)dims;
    return DONE;
  default: return figure_option(&j->figure, &j->recipes[0], option, value);
  }
}

/* The options of the first recipe are those of all. */
static int parse_options(plot_job *j, int argc, char **argv) {
  for (int option; (option = next_option(argc, argv, options)) != -1;) {
    const int code = parse_option(j, option, optarg);
    if (code) return code;
  }
  j->recipes[0].expression = j->expressions[0];
  const int code = recipe_last_operand(&j->recipes[0], argc, argv);
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
  if (j->line_given && j->is_curve) return usage_error("--line is of two dimensions, and this varies along x alone");
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
