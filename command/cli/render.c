/* burl render: computes a recipe over a grid and writes a file, or several. */
#include "cli/render.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const option_entry options[] = {
#define OPTION(id, ...) {.row = &render_rows[OPTION_##id]},
#include "cli/render_options.def"
#undef OPTION
    RECIPE_OPTIONS(rendering, recipe),
    {0},
};

const manual manual_render = {
    .usage = "RECIPE|-e EXPR -o FILE [option]...",
    .about = "Computes a recipe over a grid, into a picture or an array.  RECIPE is a file, - for"
             " standard input, or a picture that burl made, to make it again.",
    .options = options,
    .example = "burl render -e 'fbm(perlin(), octaves: 8)' -o clouds.png",
    .operand = FILES,
};

/* ---- options --------------------------------------------------------------------------------- */

static int read_arguments(rendering *r, int argc, char **argv) {
  int code = options_read(argc, argv, options, r);
  if (!code) code = recipe_last_operand(&r->recipe, argc, argv);
  if (code) return code;
  if (!r->output) return usage_error("no file to write: name it with -o");
  if (r->seeds_given && r->recipe.seed_given)
    return usage_error("--seed and --seeds are two ways to say the same: take one");
  image_error error;
  if ((code = material_options(r))) return code;
  if (!r->format)
    r->format = strcmp(r->output, "-") == 0 || is_folder(r->output) ? image_format_named("png", &error)
                                                                    : image_format_of(r->output, &error);
  if (r->format) return DONE;
  if (!r->program || !material_program_named(r->program)) return usage_error("%s", error.text);
  return usage_error("%s; a folder, %s/, gets the maps of a material", error.text, r->output);
}

/* A picture from elsewhere must not make a huge one unasked. */
static int check_made_size(const rendering *r) {
  const geometry *const g = &r->settings.geometry;
  const double most = 0x1p28;
  int64_t first[4], size[4];
  if (!r->recipe.provenance || g->size_given) return DONE;
  const geometry computed = geometry_computed(g, r->recipe.program);
  geometry_window(&computed, first, size);
  double samples = 1;
  for (int a = 0; a < 4; a++) samples *= (double)size[a];
  if (samples <= most) return DONE;
  return fail("%s: it says that it has %.4g samples, and a picture alone makes no more than %.0f:"
              " --size says that so many are wanted",
              r->recipe.name, samples, most);
}

static int check_samples(const rendering *r) {
  if (r->settings.geometry.samples < 2 || !burl_needs_whole_grid(r->recipe.program)) return DONE;
  return usage_error("--samples: %s has a whole-grid function, %s(), whose cells are pixels: it has one sample in each",
                     r->recipe.name, burl_stage_at(r->recipe.program, 0));
}

/* Images without a place would be stretched over the margin, too. */
static int check_margin(const rendering *r) {
  const char *const stretched = files_stretched(&r->recipe);
  if (!r->settings.geometry.margin || !burl_needs_whole_grid(r->recipe.program) || !stretched) return DONE;
  return usage_error("--margin: %s doesn't say where it lies, and would be stretched over the margin, too", stretched);
}

/* ---- notes ----------------------------------------------------------------------------------- */

/* Says which options of a place make no difference: those of axes, and of a time, that the recipe doesn't
 * vary with, and of parts that are the whole. */
static void note_places(const rendering *r) {
  static const char *const axes[] = {"x", "y", "z", "w"};
  const geometry *const g = &r->settings.geometry;
  const unsigned varies = burl_varies_with(r->recipe.program);
  for (int a = 0; a < 4; a++)
    if (r->at_given & ~varies & 1u << a)
      note("--at %s makes no difference: the recipe does not vary with %s", axes[a], axes[a]);
  if (r->settings.motion.count > 1 && !(varies & 16))
    note("--times makes no difference: the recipe does not vary with t, and all frames are the same");
  if (r->settings.time_given && !(varies & 16)) note("--time makes no difference: the recipe does not vary with t");
  if (g->edge_given && !r->tile_axes && !r->settings.crs && !(varies & ((1u << g->axes) - 1)))
    note("--edge makes no difference: the recipe is the same all over the picture");
  int is_whole = r->window_given, is_one = r->tile_axes > 0;
  for (int a = 0; a < g->axes; a++) is_whole &= g->window[a] == 0 && g->window[g->axes + a] == g->size[a];
  for (int a = 0; a < r->tile_axes; a++) is_one &= r->tiles[a] == 1;
  if (g->margin && !burl_needs_whole_grid(r->recipe.program))
    note("--margin makes no difference: the recipe has no whole-grid function");
  if (is_whole) note("--window makes no difference: it is the whole picture");
  if (is_one) note("--tiles makes no difference: one tile is the whole picture");
}

/* Notes where much of a picture, not a swatch, is finer than its samples. */
static void note_fineness(const rendering *r) {
  const double most = 1.0 / 16;
  const geometry *const g = &r->settings.geometry;
  burl_grid grid = {0};
  if (r->recipe.provenance || g->samples || g->axes < 2 || g->size[0] < 64 || g->size[1] < 64) return;
  if (geometry_place(g, r->recipe.program, &grid)) return;
  const double share = burl_too_fine(r->recipe.program, &grid);
  if (share > most)
    note("%.0f %% of the range is noise finer than the samples: %s, octaves: auto leaves it out", 100 * share,
         burl_needs_whole_grid(r->recipe.program) ? "a larger --size has it" : "--samples 4 averages it");
}

static int uses(const burl_program *program, const char *function) {
  for (int i = 0; burl_function_at(program, i); i++)
    if (strcmp(burl_function_at(program, i), function) == 0) return 1;
  return 0;
}

/* Whether an axis of the grid runs by all samples of an image(). */
static int misses(const burl_grid *grid, const burl_field *field, int axis) {
  const double last = (double)(grid->size[axis] - 1) * grid->step[axis],
               from = fmin(grid->origin[axis], grid->origin[axis] + last),
               to = fmax(grid->origin[axis], grid->origin[axis] + last);
  const double end = field->origin[axis] + (double)(field->size[axis] - 1) * field->step[axis],
               half = 0.5 * fabs(field->step[axis]);
  return to < fmin(field->origin[axis], end) - half || from > fmax(field->origin[axis], end) + half;
}

/* Notes ground of a size that nobody has chosen, and images that lie elsewhere. */
static void note_ground(const rendering *r) {
  const burl_program *const program = r->recipe.program;
  const geometry *const g = &r->settings.geometry;
  double view[8];
  burl_grid grid = {.time = 0};
  if (r->recipe.provenance || g->axes != 2 || geometry_place(g, program, &grid)) return;
  const int is_usual = !g->extent_count && !g->step_count && burl_view(program, view) == 0;
  if (is_usual && (uses(program, "erode") || uses(program, "rivers") || uses(program, "gullies")))
    note("this ground is %g by %g metres, as nothing says how large it is: --extent 0,0,20000,20000, or a line view "
         "0, 0, 20000, 20000",
         fabs((double)g->size[0] * grid.step[0]), fabs((double)g->size[1] * grid.step[1]));
  for (int i = 0; burl_image_name(program, i); i++) {
    const burl_field field = burl_image_at(program, i);
    if (field.step[0] != 0 && (misses(&grid, &field, 0) || misses(&grid, &field, 1)))
      note("no sample of %s lies in the picture: --like %s takes its place", burl_image_name(program, i),
           burl_image_name(program, i));
  }
}

void rendering_note(const rendering *r) {
  recipe_note(&r->recipe);
  note_ground(r);
  note_fineness(r);
  note_places(r);
  if (r->seeds_given && !(burl_varies_with(r->recipe.program) & 32))
    note("--seeds makes no difference: nothing in the recipe has a seed, and all pictures are the same");
  if (r->resume && strcmp(r->output, "-") == 0)
    note("--resume makes no difference: nothing is there yet on standard output");
  else if (r->resume && is_movie(r))
    note("--resume makes no difference: a .%s is made in one go; -o frames/%%04d.png has frames that can be left",
         r->format->name);
}

/* ---- the command ----------------------------------------------------------------------------- */

rendering rendering_usual(void) {
  return (rendering){.settings = {.geometry = {.axes = 2, .size = {512, 512}}, .depth = 8, .motion = USUAL_MOTION},
                     .shapes = {.sea = -INFINITY, .least = 1e6}};
}

int rendering_prepare(rendering *r) {
  int code = lit_check(r);
  if (!code) code = recipe_load(&r->recipe);
  if (!code) code = like_take(r);
  if (!code) code = provenance_take_settings(&r->recipe, &r->settings);
  if (!code) code = motion_settle(r);
  if (!code) code = target_apply(r);
  like_place(r);
  if (!r->recipe.crs) r->recipe.crs = r->settings.crs;
  if (!code) code = geometry_check(&r->settings.geometry);
  const double begun = seconds_now();
  if (!code) code = recipe_compile_to_fit(&r->recipe, geometry_dims(&r->settings.geometry));
  if (!code) code = lit_prepare(r);
  r->compiling = seconds_now() - begun;
  if (!code) code = material_prepare(r);
  if (!code)
    code = geometry_settle(&r->settings.geometry, r->recipe.program,
                           r->recipe.provenance || r->settings.target || r->settings.lit);
  if (!code) code = check_samples(r);
  if (!code) code = check_margin(r);
  return code ? code : check_made_size(r);
}

void rendering_free(rendering *r) {
  recipe_free(&r->recipe);
  heights_free(&r->likeness);
}

int command_render(int argc, char **argv) {
  rendering r = rendering_usual();
  int code = read_arguments(&r, argc, argv);
  if (!code) code = rendering_prepare(&r);
  if (!code) rendering_note(&r);
  if (!code) code = shapes_check(&r);
  if (!code) code = is_movie(&r) ? make_movie(&r) : make_series(&r);
  rendering_free(&r);
  return code;
}
