/* burl plot: a recipe as a figure.  Numbers along one axis are a curve; in two dimensions they are a picture, a line through
 * it, the profile along that line, and how often each value is taken. */
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot.h"

enum { EXTENT = OWN_OPTIONS, LINE, TIME, THEME, DATA, DIMS, PARTS_OF };

static const option_row options[] = {
    {'o', "output", "FILE", "what to write: .svg, .png or .pdf", FILES},
    {EXTENT, "extent", "x0,y0,x1,y1", "what is shown; of a curve x0,x1; if not given, the recipe's view, or 8 cells",
     NULL},
    {LINE, "line", "x0,y0,x1,y1", "from where to where the profile runs; if not given, across the middle", NULL},
    {PARTS_OF, "parts", "octaves",
     "each octave of a sum of them along the line, with its lattice, and what they add up to", "octaves"},
    {TIME, "time", "T", "the recipe's t; 0 if not given", NULL},
    {THEME, "theme", "NAME", "light, dark, or auto: as the reader's other pages are, in .svg alone", "light dark auto"},
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
    .more = "--seed, -p and --result are those of each expression.",
    .example = "burl plot -e 'fbm(perlin(), octaves: 6)' -o noise.svg",
    .operand = FILES,
};

/* ---- Options -------------------------------------------------------------------------------------- */

static int parse_theme(plot_job *j, const char *value) {
  static const char *const names[] = {"auto", "light", "dark"};
  for (int i = 0; i < 3; i++)
    if (strcmp(names[i], value) == 0) return j->theme = (plot_theme)i, DONE;
  return usage_error("--theme is light, dark or auto, not '%s'", value);
}

static int parse_extent(plot_job *j, const char *value) {
  j->extent_count = parse_numbers(value, j->extent, 4);
  if (j->extent_count == 2 || j->extent_count == 4) return DONE;
  return usage_error("--extent takes x0,x1 or x0,y0,x1,y1, not '%s'", value);
}

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

static int parse_option(plot_job *j, int option, char *value) {
  int64_t dims;
  switch (option) {
  case 'o': j->output = value; return DONE;
  case 'e': return add_expression(j, value);
  case EXTENT: return parse_extent(j, value);
  case LINE: return parse_line(j, value);
  case TIME: return parse_number(value, &j->time) == 0 ? DONE : usage_error("--time is a number, not '%s'", value);
  case THEME: return parse_theme(j, value);
  case PARTS_OF:
    j->by_octaves = strcmp(value, "octaves") == 0;
    return j->by_octaves ? DONE : usage_error("--parts is octaves, not '%s'", value);
  case DATA: j->data = value; return DONE;
  case DIMS:
    if (parse_integers(value, ',', &dims, 1) != 1 || dims < 1 || dims > 2)
      return usage_error("--dims is 1 or 2, not '%s'", value);
    j->dims = (int)dims;
    return DONE;
  default: return recipe_option(&j->recipes[0], option, value);
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
  return figure_check(j->output, &j->theme);
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
  if (j->by_octaves && j->count > 1) return usage_error("--parts is of one recipe");
  if (j->line_given && j->is_curve) return usage_error("--line is of two dimensions, and this varies along x alone");
  return DONE;
}

/* The corners x0, y0, x1, y1 of what is shown. */
static int choose_extent(plot_job *j) {
  static const double usual[] = {0, 0, 8, 4};
  double view[8], *const e = j->extent;
  const int count = j->extent_count ? j->extent_count : burl_view(j->recipes[0].program, view);
  if (!j->extent_count) memcpy(e, count == 2 || count == 4 ? view : usual, sizeof j->extent);
  if (count == 2) e[2] = e[1], e[1] = e[3] = 0;
  if (!j->is_curve && count == 2) return usage_error("--extent takes x0,y0,x1,y1 in two dimensions");
  if (e[0] == e[2] || (!j->is_curve && e[1] == e[3])) return usage_error("--extent: there is nothing within it");
  return DONE;
}

int command_plot(int argc, char **argv) {
  static plot_job j;
  int code = parse_options(&j, argc, argv);
  if (!code) code = load_recipes(&j);
  if (!code) code = choose_extent(&j);
  if (!code) code = plot_sample(&j);
  if (!code) code = plot_draw(&j);
  if (!code && j.data) code = plot_write_data(&j);
  plot_free(&j);
  for (int i = 0; i < j.count; i++) recipe_free(&j.recipes[i]);
  return code;
}
