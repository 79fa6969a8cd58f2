/* burl render -o FOLDER/ --for PROGRAM: all maps of a recipe's material, in one pass.  The list of what a program reads
 * is in material/. */
#include "cli/render.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int is_folder(const char *path) {
  const size_t length = strlen(path);
  return length > 0 && path[length - 1] == '/';
}

int material_options(rendering *r) {
  const char *const program = r->program;
  if (!is_folder(r->output)) {
    if (!program || r->settings.target) return DONE;
    return usage_error("--for %s: it reads the maps of a material: -o rock/ names a folder for them", program);
  }
  if (!program)
    return usage_error("-o %s: a folder holds the maps of a material: --for says for which program, " MATERIAL_PROGRAMS,
                       r->output);
  if (!(r->set.program = material_program_named(program)))
    return usage_error("--for %s: it reads heights from one file, and has no materials", program);
  if (r->format && strcmp(r->format->name, "png") != 0)
    return usage_error("--format %s: the maps of a material are .png", r->format->name);
  if (r->recipe.result) return usage_error("--result: -o %s has all maps of the material", r->output);
  if (r->settings.motion.count_given || r->settings.motion.times_given)
    return usage_error("-o %s: a material's maps have no frames: --time is the t of all", r->output);
  r->settings.target = NULL;
  r->settings.target_given = 0;
  r->is_width = r->settings.geometry.axes == 1;
  r->settings.geometry.axes = r->is_width ? 2 : r->settings.geometry.axes;
  return DONE;
}

int makes_material(const rendering *r) { return r->set.program != NULL; }

/* ---- what the recipe declares ------------------------------------------------------------------- */

/* The bit of a part that is a map, whose channels are as many as it has; 0: it is another part, or *code is an
 * error. */
static unsigned map_of(const rendering *r, const burl_part *p, int *code) {
  static const char before[] = "material.";
  if (strncmp(p->name, before, sizeof before - 1) != 0) return 0;
  const unsigned bit = material_map_bit(p->name + sizeof before - 1);
  const int channels = bit & (MAP_ALBEDO | MAP_EMISSION | MAP_NORMAL) ? 3 : 1;
  if (!bit || !p->channels || p->channels == channels) return bit;
  *code = fail("%s: line %d: %s is %s", r->recipe.name, p->line, p->name,
               channels == 1      ? "one number, not a colour; channel(c, give: grey) is one of a colour"
               : p->channels == 4 ? "a colour without opacity, which has a map of its own, opacity:"
                                  : "a colour; rgb(v, v, v) is one of a number");
  return 0;
}

static int find_maps(rendering *r) {
  static const char layers[] = "layers.";
  int code = DONE;
  for (int i = 0; !code && i < burl_part_count(r->recipe.program); i++) {
    const burl_part found = burl_part_at(r->recipe.program, i);
    r->set.given |= map_of(r, &found, &code);
    if (strncmp(found.name, layers, sizeof layers - 1) != 0) continue;
    if (found.channels > 1)
      code = fail("%s: line %d: %s is a colour, not one number", r->recipe.name, found.line, found.name);
    snprintf(r->layers[r->set.layers], sizeof *r->layers, "%s", found.name + sizeof layers - 1);
    r->set.layer[r->set.layers] = r->layers[r->set.layers];
    r->set.layers++;
  }
  return code;
}

/* Nothing in nature is half a metal. */
static void note_metal(const rendering *r) {
  burl_error ignored;
  burl_program *const metallic = burl_ask(r->recipe.program, "material.metallic", &ignored);
  if (!metallic) return;
  const burl_range range = burl_bounds(metallic, 0);
  if (range.lo == range.hi && range.lo > 0.05 && range.hi < 0.95)
    note("metallic is %.4g all over: what is a metal has 1, and all else 0", range.lo);
  burl_free(metallic);
}

/* The names of the results, with commas between them: those of maps, then those of layers. */
static int name_results(rendering *r) {
  size_t length = 0;
  for (const material_picture *p = r->set.program->pictures; p->map; p++) {
    if (!material_has(&r->set, p)) continue;
    length += (size_t)snprintf(r->maps + length, sizeof r->maps - length, "%smaterial.%s", length ? "," : "", p->map);
  }
  for (int i = 0; i < material_layer_count(&r->set); i++) {
    length += (size_t)snprintf(r->maps + length, sizeof r->maps - length, "%s", length ? "," : "");
    length += (size_t)material_layer_part(&r->set, i, r->maps + length, sizeof r->maps - length);
  }
  if (length) return DONE;
  return fail("%s: it declares no map for %s: material height: h, albedo: c", r->recipe.name, r->program);
}

/* The material's name: that of the recipe's file, without what may be more than a letter somewhere. */
static void name_material(rendering *r) {
  const char *const whole = image_name_of(r->recipe.name), *const dot = strrchr(whole, '.');
  const size_t length = dot && dot != whole ? (size_t)(dot - whole) : strlen(whole);
  const int is_file = !r->recipe.expression && strcmp(r->recipe.name, "standard input") != 0;
  snprintf(r->set_name, sizeof r->set_name, "%.*s", is_file ? (int)(length < 100 ? length : 100) : 8,
           is_file ? whole : "material");
  for (char *c = r->set_name; *c; c++)
    if (!isalnum((unsigned char)*c) && *c != '-') *c = '_';
}

/* --size 2048 is the width: the height is as much of it as of the view. */
static void settle_height(rendering *r) {
  geometry *const g = &r->settings.geometry;
  double v[8];
  const int corners = burl_view(r->recipe.program, v);
  if (!r->is_width) return;
  g->size[1] = g->size[0];
  if (corners == 4) g->size[1] = llround(fmax(1, (double)g->size[0] * fabs((v[3] - v[1]) / (v[2] - v[0]))));
}

int material_prepare(rendering *r) {
  if (!makes_material(r)) return DONE;
  const burl_material material = burl_material_of(r->recipe.program);
  int code = find_maps(r);
  if (!code && !(material.size > 0) && !r->set.layers)
    return fail("%s: it declares no material, such as material height: h, albedo: c, roughness: 0.7, size: 2",
                r->recipe.name);
  r->set.size = material.size;
  r->set.depth = material.depth;
  r->set.name = r->set_name;
  r->set.ending = r->format->name;
  r->set.folder = r->output;
  name_material(r);
  if (!code) note_metal(r);
  if (!code) code = name_results(r);
  if (code) return code;
  const int dims = burl_dims(r->recipe.program);
  settle_height(r);
  burl_free(r->recipe.program);
  r->recipe.result = r->maps;
  if (r->settings.range.rule == RANGE_PROVEN) r->settings.range = (range_option){RANGE_GIVEN, {0, 1}, 1};
  return recipe_compile(&r->recipe, dims);
}

/* ---- its files --------------------------------------------------------------------------------------- */

/* The picture of a result; NULL: it is of layers, and *layer which of theirs. */
static const material_picture *picture_of(const rendering *r, int result, int *layer) {
  const char *const name = burl_result_at(r->recipe.program, result).name;
  *layer = material_layer_count(&r->set) - burl_result_count(r->recipe.program) + result;
  return *layer >= 0 ? NULL : material_picture_of(&r->set, strchr(name, '.') + 1);
}

int material_path(const rendering *r, int result, char *to, size_t room) {
  int layer;
  const material_picture *const picture = picture_of(r, result, &layer);
  return picture ? material_file_name(&r->set, picture, to, room) : material_layer_file(&r->set, layer, to, room);
}

void material_shape(const rendering *r, int result, image *picture) {
  int layer;
  const material_picture *const p = picture_of(r, result, &layer);
  const int depth = p ? p->depth : 8;
  if (!r->settings.depth_given && r->format->depths & depth) picture->depth = depth;
}

int material_is_data(const char *result) {
  static const char *const colours[] = {"albedo", "albedo_opacity", "emission"};
  static const char before[] = "material.", layers[] = "layers.";
  if (strncmp(result, layers, sizeof layers - 1) == 0) return 1;
  if (strncmp(result, before, sizeof before - 1) != 0) return 0;
  for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
    if (strcmp(result + sizeof before - 1, colours[i]) == 0) return 0;
  return 1;
}

int material_open(const rendering *r, const char *folder, const image *shown) {
  const char *const ending = r->set.program->opened;
  material_set set = r->set;
  char path[4096];
  image_file file = {0};
  image_error error;
  if (!ending) return DONE;
  set.ratio = fabs(shown->step[1] * (double)shown->size[1] / (shown->step[0] * (double)shown->size[0]));
  if (snprintf(path, sizeof path, "%s%s.%s", folder, set.name, ending) >= (int)sizeof path)
    return fail("%s: %s", folder, strerror(ENAMETOOLONG));
  if (image_begin_bytes(&file, path, &error) != 0) return fail("%s", error.text);
  const int reason = set.program->write(&set, file.temporary[0].stream);
  if (reason) {
    image_abandon(&file);
    return fail("%s: %s", path, strerror(reason));
  }
  return image_finish_bytes(&file, "", 0, &error) == 0 ? DONE : fail("%s", error.text);
}

/* Notes along which axes a part isn't one repeat of the picture, or several. */
static void note_repeats_of(const rendering *r, const char *name, const image *shown) {
  burl_error ignored;
  burl_program *const p = burl_ask(r->recipe.program, name, &ignored);
  for (int a = 0; p && a < 2; a++) {
    const double after = burl_repeat_along(p, a), wide = fabs(shown->step[a]) * (double)shown->whole[a];
    if (after == 0 || (isfinite(after) && fabs(wide / after - round(wide / after)) < 1e-9)) continue;
    if (isfinite(after))
      note("%s shows a seam: along %c the picture is %.6g wide, and it repeats after %.6g", name, "xy"[a], wide, after);
    else note("%s may show a seam: no period along %c is known; tile(e, %.6g) has one", name, "xy"[a], wide);
  }
  burl_free(p);
}

static void note_repeats(const rendering *r, const image *shown) {
  for (int i = 0; i < burl_part_count(r->recipe.program); i++) {
    const char *const name = burl_part_at(r->recipe.program, i).name;
    if (strncmp(name, "material.", 9) == 0 || strncmp(name, "layers.", 7) == 0) note_repeats_of(r, name, shown);
  }
}

/* Notes values that a map can't hold. */
static void note_values(const rendering *r, const made_result *made) {
  const double rounding = 0x1p-20;
  for (int i = 0; i < burl_result_count(r->recipe.program); i++) {
    const range_content *const c = &made[i].content;
    if (made[i].made && (c->lo < -rounding || c->hi > 1 + rounding))
      note("%s runs from %.4g to %.4g: of a map, what is beyond 0 and 1 is cut off",
           burl_result_at(r->recipe.program, i).name, c->lo, c->hi);
  }
}

/* Notes how far layers are from a sum of 1, at a grid of places in the picture. */
static void note_layers(const rendering *r, const image *shown) {
  enum { SIDE = 64 };
  float sums[SIDE * SIDE];
  burl_grid grid = {.size = {SIDE, SIDE}, .time = r->settings.time, .threads = r->threads};
  burl_error ignored;
  float least = INFINITY, most = -INFINITY;
  burl_program *const sum = r->set.layers ? burl_ask(r->recipe.program, "layers.sum", &ignored) : NULL;
  for (int a = 0; a < 2; a++) {
    grid.step[a] = shown->step[a] * (double)shown->whole[a] / SIDE;
    grid.origin[a] = shown->origin[a] + 0.5 * (grid.step[a] - shown->step[a]);
  }
  if (sum && burl_sample_grid(sum, &grid, sums) == BURL_OK)
    for (int i = 0; i < SIDE * SIDE; i++) least = fminf(least, sums[i]), most = fmaxf(most, sums[i]);
  burl_free(sum);
  if (least < 0.99f || most > 1.01f)
    note("the layers' sum runs from %.3g to %.3g: they are divided by it, and where it is 0 the first has all",
         (double)least, (double)most);
}

void material_note(const rendering *r, const made_result *made) {
  char told[1024];
  note_repeats(r, &made->shown);
  note_values(r, made);
  note_layers(r, &made->shown);
  if (r->set.layers && !r->set.program->layers_in_one) note("for %s: it has no pictures of layers", r->program);
  r->set.program->tell(&r->set, told, sizeof told);
  note("for %s: %s", r->program, told);
}
