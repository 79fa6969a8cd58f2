/* burl mesh: a recipe's heights as triangles, for engines, modellers and printers, or where it has a value in space. */
#include "cli/names.h"
#include "cli/render.h"
#include "objects/ground.h"
#include "objects/iso.h"
#include "objects/material.h"
#include "objects/mesh_files.h"
#include "objects/steps.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Corners lie on a grid whose sides are multiples of a square's; samples between are so many a step. */
enum { SQUARE = 32, FINER = 4, MOST_TEXTURE = 16384, MOST_LODS = 16 };

/* The command's struct; a rendering comes first in those that have its options. */
typedef struct {
  rendering rendering;
  double error, base, skirt; /* error 0: as usual; base 0: the ground alone; skirt 0: none */
  int texture;               /* pixels along the longer side; 0: none */
  int lods;                  /* 0: one, and no number in the name */
  int error_given;
  iso_wish iso;
} job;

static const option_entry options[] = {
    RENDER_OPTION_AS(OUTPUT, .help = "what to write: " MESH_FILES, .more = "it appears whole or not at all"),
    ROW(.name = "error", .value = "E", NUMBER(job, error, ABOVE_0, INFINITY), GIVEN(job, error_given),
        .help = "how far, in the recipe's unit, its heights may be above or below the triangles",
        .more = "if not given, a five-hundredth of their range"),
    ROW(.name = "base", .value = "D", NUMBER(job, base, ABOVE_0, INFINITY),
        .help = "closes it, for a printer: walls, and a floor D below the lowest ground"),
    RENDER_OPTION_AS(TILES, .help = "in equal parts: -o ground_{x}_{y}.glb",
                     .more = "neighbours have the same corners on the side that they share"),
    ROW(.name = "lods", .value = "N", COUNT(job, lods, 1, MOST_LODS),
        .help = "as often, each with twice the error of the one before: -o ground_%d.glb"),
    ROW(.name = "skirts", .value = "D", NUMBER(job, skirt, ABOVE_0, INFINITY),
        .help = "walls that hang D deep from its edges", .more = "they hide gaps between tiles of other --lods"),
    ROW(.name = "texture", .value = "N", COUNT(job, texture, 16, MOST_TEXTURE),
        .help = "the colour as a picture, N pixels along the longer side, in place of corners' colours",
        .more = "of a material its roughness, normals and light, too; within .glb, beside .gltf and .obj"),
    ROW(.name = "iso", .value = "V", ANY_NUMBER(job, iso.level), GIVEN(job, iso.is_given),
        .help = "of a recipe of three dimensions, the surface where it has this value",
        .more = "closed by walls at the extent's border; --size is then in cells, 128 along the longest side"),
    ROW(.name = "inside", .value = "below|above", .words = "below above",
        WORD(job, iso_inside, iso.inside, "below above"), .wrong = "is neither below nor above",
        .help = "with --iso, where it is solid, as seen from the value",
        .more = "below, as of signed distances, if not given; above as of densities"),
    ROW(.name = "open", FLAG(job, iso.is_open), .help = "with --iso, no walls at the extent's border",
        .more = "neighbouring extents have the same corners there, as have two sides of a periodic recipe"),
    RENDER_OPTION_AS(SIZE, .help = "how many steps of a grid corners may be at, along x and y",
                     .more =
                         "rounded up to multiples of 32, for each of --tiles; if not given, 512 along the longer side"),
    RENDER_OPTION(EXTENT),
    RENDER_OPTION(LIKE),
    RENDER_OPTION(CRS),
    RENDER_OPTION(MARGIN),
    RENDER_OPTION(AT),
    RENDER_OPTION(TIME),
    RENDER_OPTION(THREADS),
    RENDER_OPTION(PROGRESS),
    RENDER_OPTION(QUIET),
    RECIPE_OPTIONS(job, rendering.recipe),
    {0},
};

const manual manual_mesh = {
    .usage = "RECIPE|-e EXPR -o FILE [option]...",
    .about =
        "Writes a recipe's heights as triangles, small where the ground is rough and large where it is even. The first"
        " result that is a number is the height; the first that is a colour, as in --result h,albedo, colours it."
        " Without --result a material is taken where the recipe declares one with a height.\n"
        "With --iso, the surface where a recipe of three dimensions has a value: rocks, caves, overhangs.",
    .options = options,
    .more =
        "Every sample of a grid four times as fine as --size lies within --error of its triangle, above or below it;"
        " where that grid is too coarse for it, a note says so, as it says what is proven between the samples of smooth"
        " ground. Recipes with whole-grid functions are looked at where"
        " corners may be alone. Coordinates are from the middle of the extent, of tiles of all together, y upwards in"
        " the picture, and"
        " z, in .glb y, is the height; normals are those of the recipe's derivatives. Where heights aren't"
        " finite numbers there is a hole.\n"
        "Corners of --iso lie on the surface, and on an edge of it where the cell has one; each edge belongs to two"
        " triangles, but at holes and at the border of what is --open. Boxes of cells of which bounds prove that the"
        " surface passes by aren't sampled. Cells are as large as one another.",
    .example = "burl mesh -e 'fbm(perlin(), octaves: 4)' --error 0.01 -o hills.glb",
    .operand = FILES,
};

/* ---- Options ------------------------------------------------------------------------------------- */

static int check_output(const job *j) {
  const char *const path = j->rendering.output;
  if (!path) return usage_error("where to? -o ground.glb, or " MESH_FILES);
  if (!mesh_file_is_known(path)) return usage_error("-o: %s is not called " MESH_FILES, path);
  if (j->texture && !mesh_file_has_pictures(path))
    return usage_error("--texture is of .glb, .gltf and .obj, and %s isn't one", path);
  return DONE;
}

static const member first_file = {.frame = 0};

/* Checks that each file of a series has a name of its own, and that there is no series without one. */
static int check_names(const job *j) {
  const rendering *const r = &j->rendering;
  unsigned parts;
  if (j->base > 0 && j->skirt > 0) return usage_error("--base and --skirts: a closed mesh has walls; take one");
  if (r->tile_axes && r->tile_axes != 2) return usage_error("--tiles has %d axes, ground has two", r->tile_axes);
  char *const name = name_expand(r->output, &first_file, "", &parts);
  if (!name) return fail("%s: not enough memory", r->output);
  free(name);
  for (int a = 0; a < r->tile_axes; a++)
    if (r->tiles[a] > 1 && !(parts >> a & 1))
      return usage_error(
          "-o %s: tiles along %c would have the same name; ground_{x}_{y}.glb names them by their places", r->output,
          name_axes[a]);
  if (j->lods > 1 && !(parts >> NUMBER_PART & 1))
    return usage_error("-o %s: all --lods would have this name; ground_%%d.glb numbers them", r->output);
  return DONE;
}

/* A surface is made in one piece, of cells that are as fine everywhere. */
static int check_iso(job *j) {
  const iso_wish *const w = &j->iso;
  const struct {
    const char *name;
    int is_given;
  } of_ground[] = {{"error", j->error_given}, {"base", j->base > 0},    {"tiles", j->rendering.tile_axes > 0},
                   {"lods", j->lods > 0},     {"skirts", j->skirt > 0}, {"texture", j->texture > 0}};
  for (size_t i = 0; i < sizeof of_ground / sizeof *of_ground && w->is_given; i++)
    if (of_ground[i].is_given)
      return usage_error("--%s is for heights, and --iso makes a surface, whose --size says how fine it is",
                         of_ground[i].name);
  if (!w->is_given && (w->is_open || w->inside != INSIDE_BELOW))
    return usage_error("--%s is of a surface, and --iso isn't given", w->is_open ? "open" : "inside");
  j->iso.has_creases = mesh_file_has_creases(j->rendering.output);
  return w->is_given ? iso_begin(&j->iso, &j->rendering) : DONE;
}

static int check_options(void *given) {
  int code = check_output(given);
  if (!code) code = check_iso(given);
  return code ? code : check_names(given);
}

static int unit_of(const rendering *r) { return burl_needs_whole_grid(r->recipe.program) ? 1 : FINER; }

static int64_t tiles_along(const rendering *r, int axis) { return r->tile_axes ? r->tiles[axis] : 1; }

/* The size of the grid that is sampled, from that of the one where corners may be: tiles are whole squares. */
static int choose_size(rendering *r) {
  geometry *const g = &r->settings.geometry;
  if (g->axes != 2) return usage_error("--size: ground has two axes, this has %d", g->axes);
  if (heights_channel(r->recipe.program) < 0)
    return fail("%s has no result that is a number, which heights would be; --result names one", r->recipe.name);
  for (int a = 0; a < 2; a++) {
    const int64_t tiles = tiles_along(r, a);
    if (tiles > (1 << 20) / (SQUARE * FINER))
      return usage_error("--tiles: at most %d along a side, not %" PRId64, (1 << 20) / (SQUARE * FINER), tiles);
    const int64_t squares = (g->size[a] + SQUARE * tiles - 1) / (SQUARE * tiles) * tiles;
    if (squares > (1 << 20) / (SQUARE * FINER))
      return usage_error("--size: at most %d steps, not %" PRId64, (1 << 20) / FINER, g->size[a]);
    g->size[a] = squares * SQUARE * unit_of(r) + 1;
  }
  if (g->size[0] * g->size[1] > INT32_MAX)
    return usage_error("--size: at most 2^31 samples are taken, %d x %d for each step, not %.3g", unit_of(r),
                       unit_of(r), (double)g->size[0] * (double)g->size[1]);
  g->edge = EDGE_SHARED;
  return DONE;
}

/* ---- The mesh ------------------------------------------------------------------------------------ */

/* The ground and what is made of it. */
typedef struct {
  const job *job;
  source *from;
  float *heights;         /* to be freed */
  mesh_material material; /* without pictures */
  double error;           /* of the one that is made */
  range_content range;    /* of the heights */
  double between;         /* how far these may be from it between samples, beside at them */
  mesh_ground ground;     /* of all tiles */
  int64_t triangles, corners;
  double volume;
} making;

static int is_out_of_memory(const making *m) {
  return fail("%s: not enough memory; a larger --error takes less", m->job->rendering.recipe.name);
}

/* The largest power of 2 that divides the sides of tiles. */
static int square_of(const making *m) {
  const burl_grid *const g = &m->from->grid;
  const int64_t width = (g->size[0] - 1) / tiles_along(&m->job->rendering, 0),
                height = (g->size[1] - 1) / tiles_along(&m->job->rendering, 1);
  int square = 1;
  while (width % (2 * square) == 0 && height % (2 * square) == 0) square *= 2;
  return square;
}

static int find_ground(making *m) {
  const burl_grid *const g = &m->from->grid;
  const mesh_heights from = {(int)g->size[0], (int)g->size[1], unit_of(&m->job->rendering), m->heights, square_of(m)};
  if (mesh_of_heights(&from, m->error, &m->ground) != 0) return is_out_of_memory(m);
  if (m->ground.triangle_count == 0) return fail("%s: no height is a number", m->job->rendering.recipe.name);
  return DONE;
}

/* As three digits, not less. */
static void put_not_less(char *to, size_t room, double v) {
  snprintf(to, room, "%.3g", v);
  if (atof(to) < v) snprintf(to, room, "%.3g", v * 1.005);
}

/* What it is, and what it isn't. */
static void note_meshes(const making *m, int lod) {
  const double proven = m->ground.deviation + m->between;
  const int64_t samples = m->from->grid.size[0] * m->from->grid.size[1];
  char number[32] = "", most[32], everywhere[80] = "";
  if (m->job->lods) snprintf(number, sizeof number, "%d: ", lod);
  put_not_less(most, sizeof most, proven);
  if (isfinite(proven) && !m->ground.holes)
    snprintf(everywhere, sizeof everywhere, ", and everywhere within %s, which is proven", most);
  note("%s%" PRId64 " triangles, %" PRId64 " corners; the ground is within %.3g at %" PRId64 " samples%s", number,
       m->triangles, m->corners, m->ground.deviation, samples, everywhere);
  if (m->ground.beyond)
    note("%" PRId64 " samples are farther than %.3g from it, as corners can't be nearer to each other: a larger --size"
         " has them",
         m->ground.beyond, m->error);
  if (m->ground.holes && lod == 0) note("%" PRId64 " samples aren't finite numbers: there are holes", m->ground.holes);
  if (m->job->base > 0) note("it is closed, and holds %.6g cubic units", m->volume);
}

/* ---- Files --------------------------------------------------------------------------------------- */

/* The file of a part, under that name, unless it has no triangles. */
static int make_file(making *m, const ground_part *piece, const char *path) {
  mesh made = {0};
  mesh_material material = m->material;
  int code = ground_mesh(piece, &made);
  const int is_empty = !code && made.triangle_count == 0;
  if (is_empty) note("%s isn't written: nowhere in it are heights numbers", path);
  if (!code && !is_empty && piece->texture) code = ground_pictures(piece, &made, &material);
  if (!code && !is_empty) code = mesh_file_write(path, &made, material);
  if (!code && piece->is_closed) m->volume += mesh_volume(&made);
  m->triangles += made.triangle_count, m->corners += made.vertex_count;
  ground_free_pictures(&material);
  mesh_free(&made);
  return code;
}

static int make_tile(making *m, const member *which) {
  const rendering *const r = &m->job->rendering;
  const burl_grid *const g = &m->from->grid;
  mesh_ground ground;
  ground_part piece = {.from = m->from,
                       .heights = m->heights,
                       .ground = &ground,
                       .texture = m->job->texture,
                       .floor = (float)(m->range.lo - m->job->base),
                       .is_closed = m->job->base > 0,
                       .skirt = m->job->skirt};
  unsigned parts;
  for (int a = 0; a < 2; a++) {
    const int64_t side = (g->size[a] - 1) / tiles_along(r, a);
    piece.first[a] = (int)(which->tile[a] * side), piece.last[a] = (int)((which->tile[a] + 1) * side);
  }
  char *const path = name_expand(r->output, m->job->lods || r->tile_axes ? which : NULL, "", &parts);
  int code = mesh_ground_part(&m->ground, piece.first, piece.last, &ground) != 0 || !path ? is_out_of_memory(m) : DONE;
  if (!code) code = make_file(m, &piece, path);
  free(path);
  mesh_ground_free(&ground);
  return code;
}

/* All tiles of a level of detail. */
static int make_lod(making *m, int lod) {
  const rendering *const r = &m->job->rendering;
  int code = find_ground(m);
  m->triangles = m->corners = 0, m->volume = 0;
  for (int64_t y = 0; y < tiles_along(r, 1) && !code; y++)
    for (int64_t x = 0; x < tiles_along(r, 0) && !code; x++) {
      const member which = {.frame = lod, .tile = {x, y, 0, 0}};
      code = make_tile(m, &which);
    }
  if (!code) note_meshes(m, lod);
  mesh_ground_free(&m->ground);
  m->ground = (mesh_ground){0};
  return code;
}

/* The file of a surface. */
static int draw_iso(const making *m) {
  static const mesh_material plain = {.colour = {1, 1, 1}, .roughness = 1};
  mesh made = {0};
  int code = iso_mesh(&m->job->iso, m->from, &made);
  if (!code) code = mesh_file_write(m->job->rendering.output, &made, plain);
  mesh_free(&made);
  return code;
}

/* ---- The command --------------------------------------------------------------------------------- */

/* A thousandth of the range either way, unless --error says it. */
static double first_error(const making *m) {
  const double range = m->range.hi > m->range.lo ? m->range.hi - m->range.lo : 0;
  return m->job->error > 0 ? m->job->error : range / 500;
}

/* Heights in the unit of the coordinates; what isn't a finite number is a hole. */
static void scale_heights(making *m) {
  const burl_grid *const g = &m->from->grid;
  const double scale = ground_scale(m->from->recipe.program);
  for (int64_t i = 0; i < g->size[0] * g->size[1]; i++) {
    const float height = (float)(scale * (double)m->heights[i]);
    m->heights[i] = isfinite(height) ? height : NAN;
  }
  range_add_samples(&m->range, m->heights, g->size[0] * g->size[1]);
}

static int draw_meshes(void *given, source *from, image_file *file) {
  const job *const j = given;
  making m = {.job = j, .from = from, .range = RANGE_NOTHING};
  (void)file;
  if (j->iso.is_given) return draw_iso(&m);
  int code = object_heights(from, &m.heights);
  if (!code) scale_heights(&m), m.material = ground_material(from), m.between = ground_between(from);
  m.error = first_error(&m);
  for (int lod = 0; lod < (j->lods ? j->lods : 1) && !code; lod++, m.error *= 2) code = make_lod(&m, lod);
  free(m.heights);
  return code;
}

/* Corners have numbers of 32 bits. */
static int check_extent(const rendering *r) {
  const geometry *const g = &r->settings.geometry;
  double extent[8];
  geometry_extent(g, r->recipe.program, extent);
  for (int a = 0; a < 2 * g->axes; a++)
    if (!(fabs(extent[a]) <= 1e38)) return usage_error("--extent: corners are within 1e38 of 0, not at %g", extent[a]);
  return DONE;
}

static int check_recipe(void *given) {
  job *const j = given;
  int code = check_extent(&j->rendering);
  if (!code && j->iso.is_given) code = iso_check(&j->iso, &j->rendering);
  if (code || j->iso.is_given) return code ? code : object_try_name(&j->rendering, &first_file);
  code = ground_take_material(&j->rendering, j->texture > 0);
  if (!code) code = choose_size(&j->rendering);
  if (!code && j->texture && ground_colour(j->rendering.recipe.program) < 0)
    return usage_error("--texture: %s has no colour; --result names a height and a colour", j->rendering.recipe.name);
  return code ? code : object_try_name(&j->rendering, &first_file);
}

int command_mesh(int argc, char **argv) {
  static const object_steps steps = {options, check_options, check_recipe, draw_meshes, 1};
  job j = {.rendering = rendering_usual()};
  return object_command(&steps, &j.rendering, argc, argv);
}
