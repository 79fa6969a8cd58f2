/* burl render --lit: a picture of the recipe's material.  Its maps are sampled over the view, as many samples wide as
 * the picture, and lit/ draws them. */
#include "cli/render.h"

#include "burl_inspect.h"
#include "lit/lit.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SIDE = 8192 };

/* ---- checks -------------------------------------------------------------------------------------- */

/* An option that says which samples of what there are, where --lit shows all of a material. */
static const char *contradicting(const rendering *r) {
  const geometry *const g = &r->settings.geometry;
  return r->seeds_given                                                      ? "--seeds"
         : r->tile_axes                                                      ? "--tiles"
         : r->settings.motion.times_given || r->settings.motion.count_given  ? "--times and --frames"
         : r->resume                                                         ? "--resume"
         : r->window_given                                                   ? "--window"
         : r->like                                                           ? "--like"
         : g->extent_count                                                   ? "--extent"
         : g->origin_count || g->step_count                                  ? "--origin and --step"
         : g->edge_given                                                     ? "--edge"
         : g->margin                                                         ? "--margin"
         : r->program                                                        ? "--for"
         : r->recipe.result                                                  ? "--result"
         : r->settings.range.rule != RANGE_PROVEN || r->settings.range_count ? "--range"
         : shapes_are_wanted(r)                                              ? "--rivers and --lakes"
                                                                             : NULL;
}

int lit_check(rendering *r) {
  geometry *const g = &r->settings.geometry;
  const char *const other = r->settings.lit ? contradicting(r) : NULL;
  if (!r->settings.lit) return DONE;
  if (other) return usage_error("--lit and %s: a material is shown as a whole; leave one out", other);
  if (g->axes == 1) {
    g->axes = 2;
    g->size[1] = g->size[0];
  }
  if (g->axes != 2 || g->size[0] != g->size[1])
    return usage_error("--lit: the picture is a square; --size %" PRId64 "x%" PRId64 " is one", g->size[0], g->size[0]);
  if (g->size[0] > MOST_SIDE)
    return usage_error("--lit: a side has at most %d pixels, not %" PRId64, MOST_SIDE, g->size[0]);
  return DONE;
}

/* ---- maps ---------------------------------------------------------------------------------------- */

enum { HEIGHT, NORMAL, ALBEDO, ROUGHNESS, METALLIC, OCCLUSION, EMISSION, OPACITY, MAPS };

/* A map: the part that the recipe's line `material` gives, what is sampled of it, and as how many channels. */
static const struct {
  const char *part, *result;
  int channels;
} maps_of[MAPS] = {[HEIGHT] = {"material.height", "material.height", 1},
                   [NORMAL] = {"material.normal", "material.normal_up", 3},
                   [ALBEDO] = {"material.albedo", "material.albedo", 3},
                   [ROUGHNESS] = {"material.roughness", "material.roughness", 1},
                   [METALLIC] = {"material.metallic", "material.metallic", 1},
                   [OCCLUSION] = {"material.occlusion", "material.occlusion", 1},
                   [EMISSION] = {"material.emission", "material.emission", 3},
                   [OPACITY] = {"material.opacity", "material.opacity", 1}};

typedef struct {
  const rendering *rendering;
  int64_t side;
  burl_grid grid;
  progress bar;
  float *all, *maps[MAPS], *rgb;
} job;

static int has_part(const burl_program *program, const char *name) {
  for (int i = 0; i < burl_part_count(program); i++)
    if (strcmp(burl_part_at(program, i).name, name) == 0) return 1;
  return 0;
}

/* Adds a name to a list, which has room for all of them. */
static void add_name(char *list, const char *name) {
  if (*list) strcat(list, ",");
  strcat(list, name);
}

int lit_prepare(rendering *r) {
  const burl_program *const program = r->recipe.program;
  if (!r->settings.lit) return DONE;
  if (burl_material_of(program).size <= 0)
    return fail("%s: it declares no material, which --lit shows, such as material height: h, albedo: c, roughness: 0.7,"
                " size: 2",
                r->recipe.name);
  *r->maps = '\0';
  for (int i = 0; i < MAPS; i++)
    if (has_part(program, maps_of[i].part)) add_name(r->maps, maps_of[i].result);
  if (!*r->maps) add_name(r->maps, maps_of[ALBEDO].result); /* all maps have their standard values */
  r->recipe.result = r->maps;
  burl_free(r->recipe.program);
  return recipe_compile_to_fit(&r->recipe, geometry_dims(&r->settings.geometry));
}

/* As many samples as the picture is wide, and square ones. */
static int choose_grid(job *j) {
  geometry g = j->rendering->settings.geometry;
  double extent[8];
  g.size[0] = g.size[1] = j->side = g.size[0] < g.size[1] ? g.size[0] : g.size[1]; /* a terminal's is hardly a square */
  geometry_extent(&g, j->rendering->recipe.program, extent);
  const double rows = round((double)g.size[0] * fabs((extent[3] - extent[1]) / (extent[2] - extent[0])));
  if (!(rows <= MOST_SIDE))
    return fail("%s: its view is %.4g times as high as wide, and maps have at most %d rows", j->rendering->recipe.name,
                rows / (double)g.size[0], MOST_SIDE);
  g.size[1] = rows > 1 ? (int64_t)rows : 1;
  j->grid.time = j->rendering->settings.time;
  j->grid.threads = j->rendering->threads;
  return geometry_place(&g, j->rendering->recipe.program, &j->grid);
}

static int sample_maps(job *j) {
  progress_part piece;
  int code =
      samples_allocate(&j->all, j->grid.size, burl_channels(j->rendering->recipe.program), "--size makes it smaller");
  if (code) return code;
  progress_watch(&piece, &j->bar, &j->grid);
  const burl_status status = burl_sample_grid(j->rendering->recipe.program, &j->grid, j->all);
  return status == BURL_OK ? DONE : recipe_fail_grid(&j->rendering->recipe, &j->grid, status);
}

/* Takes a map out of all channels; a grey one is a colour, and a colour's first channel a number, too. */
static int take_map(job *j, int map, const burl_result *result) {
  const int64_t count = j->grid.size[0] * j->grid.size[1];
  const int all = burl_channels(j->rendering->recipe.program), wanted = maps_of[map].channels;
  const int code = samples_allocate(&j->maps[map], j->grid.size, wanted, "--size makes it smaller");
  for (int64_t i = 0; !code && i < count; i++)
    for (int c = 0; c < wanted; c++)
      j->maps[map][i * wanted + c] =
          j->all[i * all + result->first + (c < result->channels ? c : result->channels - 1)];
  return code;
}

static int take_maps(job *j) {
  int code = sample_maps(j);
  for (int i = 0; !code && i < burl_result_count(j->rendering->recipe.program); i++) {
    const burl_result result = burl_result_at(j->rendering->recipe.program, i);
    for (int map = 0; !code && map < MAPS; map++)
      if (strcmp(result.name, maps_of[map].result) == 0) code = take_map(j, map, &result);
  }
  free(j->all);
  j->all = NULL;
  return code;
}

/* ---- the picture --------------------------------------------------------------------------------- */

static int draw(job *j) {
  const int64_t side = j->side;
  const burl_material material = burl_material_of(j->rendering->recipe.program);
  const lit_maps maps = {.columns = (int)j->grid.size[0],
                         .rows = (int)j->grid.size[1],
                         .height = j->maps[HEIGHT],
                         .normal = j->maps[NORMAL],
                         .albedo = j->maps[ALBEDO],
                         .roughness = j->maps[ROUGHNESS],
                         .metallic = j->maps[METALLIC],
                         .occlusion = j->maps[OCCLUSION],
                         .emission = j->maps[EMISSION],
                         .opacity = j->maps[OPACITY],
                         .depth = material.depth / material.size};
  int code = samples_allocate(&j->rgb, (int64_t[]){side, side, 1, 1}, 3, "--size makes it smaller");
  if (code) return code;
  const lit_shape shape = (lit_shape)(j->rendering->settings.lit - LIT_ON_BALL);
  const int threads = image_thread_count(j->rendering->threads, INT64_MAX);
  if (lit_draw(&maps, shape, &lit_studio, (int)side, threads, j->rgb) != 0)
    code = fail("not enough memory for the material's maps: --size makes them smaller");
  progress_add(&j->bar, (double)(side * side));
  return code;
}

static image picture_of(const job *j) {
  const settings *const m = &j->rendering->settings;
  const int64_t side = j->side;
  const int only_16 = j->rendering->format->depths == 16 && !m->depth_given;
  return (image){.data = j->rgb,
                 .axes = 2,
                 .channels = 3,
                 .hi = 1,
                 .depth = only_16 ? 16 : m->depth,
                 .quality = m->quality,
                 .threads = j->rendering->threads,
                 .dpi = m->dpi,
                 .size = {side, side, 1, 1},
                 .whole = {side, side, 1, 1},
                 .origin = {j->grid.origin[0], j->grid.origin[1], j->grid.origin[2], j->grid.origin[3]},
                 .step = {j->grid.step[0], j->grid.step[1]}};
}

/* The text by which the picture is made again, to be freed; NULL: out of memory. */
static char *text_of(const job *j, const image *picture) {
  recipe r = j->rendering->recipe;
  settings m = j->rendering->settings;
  r.result = NULL; /* what is sampled follows from --lit */
  m.geometry.size[0] = m.geometry.size[1] = j->side;
  return provenance_text(&r, &m, 0, picture, j->rendering->format);
}

static int write_file(job *j, image_file *file) {
  image_error error;
  image picture = picture_of(j);
  char *const text = text_of(j, &picture);
  picture.provenance = text;
  const int is_written = text && image_finish(file, &picture, &error) == 0;
  if (is_written) progress_file(&j->bar);
  const int code = is_written ? DONE : text ? fail("%s", error.text) : fail("%s: not enough memory", file->path);
  free(text);
  return code;
}

/* Opens the file before anything is computed. */
static int make(job *j) {
  image_file file = {0};
  image_error error;
  const image picture = picture_of(j);
  if (image_begin(&file, j->rendering->output, j->rendering->format, &error) != 0) return fail("%s", error.text);
  int code = image_check(file.format, &picture, &error) == 0 ? DONE : fail("%s", error.text);
  if (!code) code = take_maps(j);
  if (!code) code = draw(j);
  if (!code) code = write_file(j, &file);
  image_abandon(&file);
  return code;
}

int make_lit(const rendering *r) {
  job j = {.rendering = r};
  int code = choose_grid(&j);
  if (code) return code;
  progress_begin(&j.bar, samples_count(j.grid.size) + (double)(j.side * j.side), 1);
  code = make(&j);
  progress_end(&j.bar, code == DONE);
  for (int i = 0; i < MAPS; i++) free(j.maps[i]);
  free(j.rgb);
  return code;
}
