/* burl mesh: a recipe's heights as triangles, for engines, modellers and printers. */
#include "mesh/mesh.h"
#include "cli/render.h"
#include "objects/between.h"
#include "plot/png.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Corners lie on a grid whose sides are multiples of a square's; samples between are so many a step. */
enum { SQUARE = 32, FINER = 4, MOST_TEXTURE = 16384 };

/* The command's struct; a rendering comes first in those that have its options. */
typedef struct {
  rendering rendering;
  double error, base; /* error 0: as usual; base 0: the ground alone */
  int texture;        /* pixels along the longer side; 0: none */
} job;

static const option_entry options[] = {
    RENDER_OPTION_AS(OUTPUT, .help = "what to write: .glb, .obj, .stl or .ply",
                     .more = "it appears whole or not at all"),
    ROW(.name = "error", .value = "E", NUMBER(job, error, ABOVE_0, INFINITY),
        .help = "how far the recipe's heights may be above or below the triangles",
        .more = "in their unit; if not given, a five-hundredth of their range"),
    ROW(.name = "base", .value = "D", NUMBER(job, base, ABOVE_0, INFINITY),
        .help = "closes it, for a printer: walls, and a floor D below the lowest ground"),
    ROW(.name = "texture", .value = "N", COUNT(job, texture, 16, MOST_TEXTURE),
        .help = "in .glb, the colour as a picture, N pixels along the longer side",
        .more = "in place of corners' colours"),
    RENDER_OPTION_AS(SIZE, .help = "how many steps of a grid corners may be at, along x and y",
                     .more = "rounded up to multiples of 32; if not given, 512 along the longer side"),
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
        " result that is a number is the height; the first that is a colour, as in --result h,albedo, colours it.",
    .options = options,
    .more =
        "Every sample of a grid four times as fine as --size lies within --error of its triangle, above or below it;"
        " where that grid is too coarse for it, a note says so. Recipes with whole-grid functions are looked at where"
        " corners may be alone. Coordinates are from the middle of the extent, y upwards in the picture, and"
        " z, in .glb y, is the height; normals are those of the recipe's derivatives. Where heights aren't"
        " numbers there is a hole.",
    .example = "burl mesh -e 'fbm(perlin(), octaves: 4)' --error 0.01 -o hills.glb",
    .operand = FILES,
};

/* ---- Options ------------------------------------------------------------------------------------- */

typedef enum { GLB, OBJ, STL, PLY, FILES_OF_MESHES } mesh_format;
static const char *const endings[] = {".glb", ".obj", ".stl", ".ply"};

static mesh_format format_of(const char *path) {
  const char *const ending = strrchr(path, '.');
  int format = 0;
  while (format < FILES_OF_MESHES && !(ending && strcmp(ending, endings[format]) == 0)) format++;
  return (mesh_format)format;
}

static int check_options(const job *j) {
  const char *const path = j->rendering.output;
  if (!path) return usage_error("where to? -o ground.glb, .obj, .stl or .ply");
  if (format_of(path) == FILES_OF_MESHES) return usage_error("-o: %s is not called .glb, .obj, .stl or .ply", path);
  if (j->texture && format_of(path) != GLB) return usage_error("--texture is of .glb, and %s isn't one", path);
  return DONE;
}

static int read_arguments(job *j, int argc, char **argv) {
  rendering *const r = &j->rendering;
  image_error error;
  int code = options_read(argc, argv, options, j);
  if (!code) code = recipe_last_operand(&r->recipe, argc, argv);
  if (!code) code = check_options(j);
  r->format = image_format_named("npy", &error); /* as if they were to be an array */
  return code;
}

static int unit_of(const rendering *r) { return burl_needs_whole_grid(r->recipe.program) ? 1 : FINER; }

/* The size of the grid that is sampled, from that of the one where corners may be. */
static int choose_size(rendering *r) {
  geometry *const g = &r->settings.geometry;
  if (g->axes != 2) return usage_error("--size: ground has two axes, this has %d", g->axes);
  if (heights_channel(r->recipe.program) < 0)
    return fail("%s has no result that is a number, which heights would be; --result names one", r->recipe.name);
  for (int a = 0; a < 2; a++) {
    const int64_t squares = (g->size[a] + SQUARE - 1) / SQUARE;
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

/* ---- What corners have --------------------------------------------------------------------------- */

/* The ground and what is made of it. */
typedef struct {
  const job *job;
  source *from;
  float *heights; /* to be freed */
  mesh_ground ground;
  mesh mesh;
} making;

static int is_out_of_memory(const making *m) {
  return fail("%s: not enough memory; a larger --error takes less", m->job->rendering.recipe.name);
}

static int colour_of(const burl_program *program) {
  for (int i = 0; i < burl_result_count(program); i++)
    if (burl_result_at(program, i).channels >= 3) return burl_result_at(program, i).first;
  return -1;
}

static int64_t column_of(const making *m, int64_t node) { return node % m->from->grid.size[0]; }
static int64_t row_of(const making *m, int64_t node) { return node / m->from->grid.size[0]; }

/* From the middle of the extent; the first row is that of the greatest y. */
static void place_corners(making *m) {
  const burl_grid *const g = &m->from->grid;
  for (int64_t i = 0; i < m->mesh.vertex_count; i++) {
    const int64_t node = m->ground.node[i];
    const double x = (double)column_of(m, node) - 0.5 * (double)(g->size[0] - 1),
                 y = (double)row_of(m, node) - 0.5 * (double)(g->size[1] - 1);
    m->mesh.position[i][0] = (float)(x * fabs(g->step[0]));
    m->mesh.position[i][1] = (float)(-y * fabs(g->step[1]));
    m->mesh.position[i][2] = m->heights[node];
    if (!m->mesh.place) continue;
    m->mesh.place[i][0] = (float)((double)column_of(m, node) / (double)(g->size[0] - 1));
    m->mesh.place[i][1] = (float)((double)row_of(m, node) / (double)(g->size[1] - 1));
  }
}

static void colour_corners(making *m) {
  const int channels = burl_channels(m->from->recipe.program), first = colour_of(m->from->recipe.program);
  for (int64_t i = 0; i < m->mesh.vertex_count && m->mesh.colour; i++)
    memcpy(m->mesh.colour[i], m->from->whole + m->ground.node[i] * channels + first, sizeof *m->mesh.colour);
}

/* A normal from how the heights rise along the columns and rows of the picture, per unit of length. */
static void set_normal(double along, double across, float normal[3]) {
  const double length = sqrt(along * along + across * across + 1);
  normal[0] = (float)(-along / length), normal[1] = (float)(across / length), normal[2] = (float)(1 / length);
}

/* How the heights change to both sides of a node along an axis, where they have numbers. */
static double difference_at(const making *m, int64_t node, int axis) {
  const burl_grid *const g = &m->from->grid;
  const int64_t at = axis ? row_of(m, node) : column_of(m, node), way = axis ? g->size[0] : 1;
  const int has_before = at > 0 && !isnan(m->heights[node - way]),
            has_behind = at + 1 < g->size[axis] && !isnan(m->heights[node + way]);
  const double before = (double)m->heights[has_before ? node - way : node],
               behind = (double)m->heights[has_behind ? node + way : node];
  return has_before + has_behind ? (behind - before) / ((has_before + has_behind) * fabs(g->step[axis])) : 0;
}

static void set_normals_by_differences(making *m) {
  for (int64_t i = 0; i < m->mesh.vertex_count; i++)
    set_normal(difference_at(m, m->ground.node[i], 0), difference_at(m, m->ground.node[i], 1), m->mesh.normal[i]);
}

/* Exactly, where the heights have derivatives.  Along the picture's axes, whichever way the coordinates go. */
static int set_normals(making *m) {
  burl_program *const slopes = between_slopes(m->from);
  const burl_grid *const g = &m->from->grid;
  const size_t count = (size_t)m->mesh.vertex_count;
  if (!slopes) {
    set_normals_by_differences(m);
    return DONE;
  }
  between at;
  survey_place *const places = malloc((count + 1) * sizeof *places);
  float(*const slope)[2] = malloc((count + 1) * sizeof *slope);
  int code = between_open(&at, m->from, slopes, 0, 2);
  if (!code && (!places || !slope)) code = is_out_of_memory(m);
  for (size_t i = 0; i < count && !code; i++)
    places[i] = (survey_place){(double)column_of(m, m->ground.node[i]), (double)row_of(m, m->ground.node[i])};
  if (!code && between_at(&at, places, (int64_t)count, *slope) != BURL_OK) code = is_out_of_memory(m);
  for (size_t i = 0; i < count && !code; i++)
    set_normal(copysign(1, g->step[0]) * (double)slope[i][0], copysign(1, g->step[1]) * (double)slope[i][1],
               m->mesh.normal[i]);
  free(places), free(slope);
  between_close(&at);
  burl_free(slopes);
  return code;
}

/* ---- The mesh ------------------------------------------------------------------------------------ */

/* A thousandth of the range either way, unless --error says it. */
static double usual_error(const making *m) {
  range_content content = RANGE_NOTHING;
  range_add_samples(&content, m->heights, m->from->grid.size[0] * m->from->grid.size[1]);
  return content.hi > content.lo ? (content.hi - content.lo) / 500 : 0;
}

static int find_ground(making *m, double *error) {
  const burl_grid *const g = &m->from->grid;
  const mesh_heights from = {(int)g->size[0], (int)g->size[1], unit_of(&m->job->rendering), m->heights};
  *error = m->job->error > 0 ? m->job->error : usual_error(m);
  if (mesh_of_heights(&from, *error, &m->ground) != 0) return is_out_of_memory(m);
  if (m->ground.triangle_count == 0) return fail("%s: nowhere are heights numbers", m->job->rendering.recipe.name);
  return DONE;
}

static int make_room(making *m) {
  const size_t count = (size_t)m->ground.node_count;
  mesh *const to = &m->mesh;
  const int has_colour = colour_of(m->from->recipe.program) >= 0;
  *to = (mesh){.vertex_count = m->ground.node_count, .triangle_count = m->ground.triangle_count};
  to->position = malloc(count * sizeof *to->position);
  to->normal = malloc(count * sizeof *to->normal);
  if (m->job->texture) to->place = malloc(count * sizeof *to->place);
  else if (has_colour) to->colour = malloc(count * sizeof *to->colour);
  to->triangle = m->ground.triangle; /* which are its own then */
  m->ground.triangle = NULL;
  if (to->position && to->normal && (!m->job->texture || to->place) && (m->job->texture || !has_colour || to->colour))
    return DONE;
  return is_out_of_memory(m);
}

/* Rows of the picture go down, so what is against the clock in its grid is with it where y is upwards. */
static void turn_triangles(mesh *m) {
  for (int64_t t = 0; t < m->triangle_count; t++) {
    const uint32_t kept = m->triangle[t][1];
    m->triangle[t][1] = m->triangle[t][2], m->triangle[t][2] = kept;
  }
}

static int close_ground(making *m) {
  float lowest = INFINITY;
  if (!(m->job->base > 0)) return DONE;
  for (int64_t i = 0; i < m->mesh.vertex_count; i++) lowest = fminf(lowest, m->mesh.position[i][2]);
  return mesh_close(&m->mesh, lowest - (float)m->job->base) == 0 ? DONE : is_out_of_memory(m);
}

static int make_mesh(making *m, double *error) {
  int code = find_ground(m, error);
  if (!code) code = make_room(m);
  if (code) return code;
  place_corners(m);
  colour_corners(m);
  turn_triangles(&m->mesh);
  code = set_normals(m);
  return code ? code : close_ground(m);
}

/* What it is, and what it isn't. */
static void note_mesh(const making *m, double error) {
  note("%" PRId64 " triangles, %" PRId64 " corners; the ground is within %.3g", m->mesh.triangle_count,
       m->mesh.vertex_count, m->ground.deviation);
  if (m->ground.beyond)
    note("%" PRId64 " samples are farther than %.3g from it, as corners can't be nearer to each other: a larger --size"
         " has them",
         m->ground.beyond, error);
  if (m->ground.holes) note("%" PRId64 " samples aren't numbers: there are holes", m->ground.holes);
  if (m->job->base > 0) note("it is closed, and holds %.6g cubic units", mesh_volume(&m->mesh));
}

/* ---- The picture --------------------------------------------------------------------------------- */

/* The power of 2 that is nearest to a number by its ratio, as engines like the sides of pictures to be. */
static int64_t power_near(double v) {
  int64_t power = 1;
  while (1.41421356 * (double)power < v) power *= 2;
  return power;
}

/* Pixels over the whole extent, the longer side about as --texture says. */
static burl_grid grid_of_texture(const making *m) {
  const burl_grid *const g = &m->from->grid;
  burl_grid to = *g;
  const double side[2] = {(double)(g->size[0] - 1) * fabs(g->step[0]), (double)(g->size[1] - 1) * fabs(g->step[1])};
  for (int a = 0; a < 2; a++) {
    const double span = (double)(g->size[a] - 1) * g->step[a];
    to.size[a] = power_near(m->job->texture * side[a] / fmax(side[0], side[1]));
    to.step[a] = span / (double)to.size[a];
    to.origin[a] = g->origin[a] + 0.5 * to.step[a];
  }
  to.footprint = 0;
  return to;
}

static unsigned char byte_of(float colour) {
  return (unsigned char)(255 * (colour > 0 ? (colour < 1 ? (double)colour : 1) : 0) + 0.5);
}

/* The bytes of a .png, to be freed; NULL after a message. */
static unsigned char *texture_of(const making *m, size_t *length) {
  const burl_program *const program = m->from->recipe.program;
  const burl_grid grid = grid_of_texture(m);
  const int channels = burl_channels(program), first = colour_of(program);
  const size_t pixels = (size_t)grid.size[0] * (size_t)grid.size[1];
  float *samples = NULL;
  unsigned char *const rgba = malloc(4 * pixels), *png = NULL;
  if (samples_allocate(&samples, grid.size, channels, "a smaller --texture takes less") == DONE && rgba) {
    const burl_status status = burl_sample_grid(program, &grid, samples);
    for (size_t i = 0; i < 4 * pixels && status == BURL_OK; i++)
      rgba[i] = i % 4 == 3 ? 255 : byte_of(samples[i / 4 * (size_t)channels + (size_t)first + i % 4]);
    if (status != BURL_OK) recipe_fail_grid(&m->from->recipe, &grid, status);
    else if (!(png = plot_png(rgba, (int)grid.size[0], (int)grid.size[1], length))) is_out_of_memory(m);
  }
  free(samples), free(rgba);
  return png;
}

/* ---- The file ------------------------------------------------------------------------------------ */

static char *bytes_of(const making *m, size_t *length) {
  const mesh *const all = &m->mesh;
  mesh_picture picture = {NULL, 0};
  char *bytes = NULL;
  unsigned char *png = NULL;
  switch (format_of(m->job->rendering.output)) {
  case OBJ: return mesh_obj(all, length);
  case STL: return mesh_stl(all, length);
  case PLY: return mesh_ply(all, length);
  default: break;
  }
  if (m->job->texture) {
    png = texture_of(m, &picture.length);
    if (!png) return NULL;
    picture.bytes = png;
  }
  bytes = mesh_glb(all, picture, length);
  free(png);
  return bytes;
}

static int write_mesh(const making *m, image_file *file) {
  size_t length = 0;
  image_error error;
  char *const bytes = bytes_of(m, &length);
  if (!bytes) return m->job->texture ? FAILED : is_out_of_memory(m);
  const int code = image_finish_bytes(file, bytes, length, &error) != 0 ? fail("%s", error.text) : DONE;
  free(bytes);
  return code;
}

/* ---- The command --------------------------------------------------------------------------------- */

static int compute_heights(making *m, rendering *r) {
  source *const s = m->from;
  progress bar;
  s->grid.footprint = fmax(fabs(s->grid.step[0]), fabs(s->grid.step[1]));
  const burl_grid around = geometry_around(&r->settings.geometry, r->recipe.program, &s->grid);
  progress_begin(&bar, samples_count(around.size), 1);
  int code = source_compute_whole(s, &bar);
  progress_end(&bar, code == DONE);
  if (!code) code = samples_allocate(&m->heights, s->grid.size, 1, "a smaller --size takes less");
  const burl_program *const program = s->recipe.program;
  if (!code)
    strips_take(s->whole, burl_channels(program), heights_channel(program), 1, s->grid.size[0] * s->grid.size[1],
                m->heights);
  return code;
}

static int draw_mesh(job *j, image_file *file) {
  rendering *const r = &j->rendering;
  stages times = {0};
  source s = {0};
  making m = {.job = j, .from = &s};
  double error = 0;
  int code = source_open(&s, r, r->recipe.seed, r->settings.time, &times);
  if (!code) code = compute_heights(&m, r);
  if (!code) code = make_mesh(&m, &error);
  if (!code) code = write_mesh(&m, file);
  if (!code) note_mesh(&m, error);
  free(m.heights);
  mesh_ground_free(&m.ground);
  mesh_free(&m.mesh);
  source_close(&s);
  return code;
}

int command_mesh(int argc, char **argv) {
  job j = {.rendering = rendering_usual()};
  rendering *const r = &j.rendering;
  image_file file = {0};
  image_error error;
  int code = read_arguments(&j, argc, argv);
  if (!code) code = rendering_prepare(r);
  if (!code) rendering_note(r);
  if (!code) code = choose_size(r);
  if (!code && j.texture && colour_of(r->recipe.program) < 0)
    code = usage_error("--texture: %s has no colour; --result names a height and a colour", r->recipe.name);
  if (!code && image_begin_bytes(&file, r->output, &error) != 0) code = fail("%s", error.text);
  if (!code) code = draw_mesh(&j, &file);
  if (file.path) image_abandon(&file);
  rendering_free(r);
  return code;
}
