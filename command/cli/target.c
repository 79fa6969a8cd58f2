/* burl render --for: what the programs that read heights want, each from its documents or source
 * (docs/engines.md names them).  A target chooses size, depth, edge and the order of rows where no
 * option does, refuses what its program would refuse or bend, and says what to type in there. */
#include "cli/render.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

struct target {
  const char *name, *formats; /* of the files that it reads, separated by spaces */
  int64_t side;               /* of a picture, or a tile, whose size isn't given */
  edge_rule edge;
  int overlap;                        /* how many samples neighbouring tiles have in common */
  int joins;                          /* whether it makes one terrain of tiles, so that the whole has to fit */
  int upwards;                        /* whether it reads rows, and counts tiles, from the south */
  int reads_big_endian;               /* whether it can be told so */
  int bare_is_square;                 /* whether it takes a file without a header for square */
  const char *tile_ending;            /* of the tiles' names, before their format's; NULL: any */
  int (*fits)(const int64_t size[2]); /* a picture's size, or a tile's */
  void (*print)(const rendering *r, const image *shown);
};

/* ---- sizes ----------------------------------------------------------------------------------- */

static int is_one_of(int64_t n, const int64_t *list) {
  while (*list && *list != n) list++;
  return *list != 0;
}

/* A landscape has components of 1 or 2 x 2 sections, each with this number of quads, at most 1024 of them, and one
 * vertex more than quads. */
static int fits_unreal(const int64_t size[2]) {
  static const int64_t quads[] = {7, 15, 31, 63, 127, 255};
  for (int i = 0; i < 12; i++) {
    const int64_t q = quads[i / 2] * (1 + i % 2), nx = (size[0] - 1) / q, ny = (size[1] - 1) / q;
    if (nx > 0 && ny > 0 && nx <= 1024 && ny <= 1024 && nx * ny <= 1024 && nx * q + 1 == size[0] &&
        ny * q + 1 == size[1])
      return 1;
  }
  return 0;
}

static int fits_unity(const int64_t size[2]) {
  static const int64_t sides[] = {33, 65, 129, 257, 513, 1025, 2049, 4097, 0};
  return size[0] == size[1] && is_one_of(size[0], sides);
}

static int fits_godot(const int64_t size[2]) { return size[0] >= 2 && size[1] >= 2; }

/* Whole regions of the smallest size, as the importer pads what is between. */
static int fits_terrain3d(const int64_t size[2]) {
  enum { REGION = 64, MOST = 16384 };
  return size[0] % REGION == 0 && size[1] % REGION == 0 && size[0] <= MOST && size[1] <= MOST;
}

/* ---- what to type in ------------------------------------------------------------------------- */

#define IN_METRES "; heights and coordinates are taken for metres"

static double height_of(const image *shown) { return shown->hi - shown->lo; }

/* A landscape's height is (value - 32768)/128 of its Z scale, in centimetres, and at a scale of 100
 * its vertices are a metre apart. */
static void print_unreal(const rendering *r, const image *shown) {
  const double z = 100 * height_of(shown) * 128 / 65535;
  (void)r;
  note("for Unreal: Scale X %.6g, Y %.6g, Z %.6g; Location Z %.6g puts height 0 at 0" IN_METRES,
       100 * fabs(shown->step[0]), 100 * fabs(shown->step[1]), z, 100 * shown->lo + 256 * z);
}

/* A value counts 65536ths of the terrain's height. */
static void print_unity(const rendering *r, const image *shown) {
  const int64_t n = shown->size[0];
  note("for Unity: Depth 16 bit, Width and Height %" PRId64 ", Byte Order %s, Flip Vertically off,"
       " Terrain Size X %.6g, Y %.6g, Z %.6g; Position Y %.6g" IN_METRES,
       n, r->settings.byte_order == BYTES_BIG ? "Mac" : "Windows", (double)(n - 1) * fabs(shown->step[0]),
       height_of(shown) * 65536 / 65535, (double)(n - 1) * fabs(shown->step[1]), shown->lo);
}

static void print_godot(const rendering *r, const image *shown) {
  (void)r;
  note("for Godot: update_map_data_from_image(image, 0, 1), as the file has the heights themselves;"
       " a shape's points are 1 apart: scale X by %.6g, Z by %.6g" IN_METRES,
       fabs(shown->step[0]), fabs(shown->step[1]));
}

static void print_terrain3d(const rendering *r, const image *shown) {
  const double x = fabs(shown->step[0]), y = fabs(shown->step[1]);
  const int is_bare = r->format->is_bare;
  if (is_bare)
    note("for Terrain3D: R16 Range %.9g, %.9g, R16 Size %" PRId64 ", %" PRId64, shown->lo, shown->hi, shown->size[0],
         shown->size[1]);
  note("for Terrain3D: Import Scale 1, Height Offset 0, Vertex Spacing %.6g" IN_METRES, x);
  if (fabs(x - y) > 1e-6 * x)
    note("--for terrain3d: samples are %.6g apart along x and %.6g along y, but it has one spacing", x, y);
}

static const target targets[] = {
    {.name = "unreal",
     .formats = "png r16",
     .side = 1009,
     .edge = EDGE_SHARED,
     .joins = 1,
     .bare_is_square = 1,
     .tile_ending = "_x{x}_y{y}",
     .fits = fits_unreal,
     .print = print_unreal},
    {.name = "unity",
     .formats = "raw",
     .side = 1025,
     .edge = EDGE_SHARED,
     .overlap = 1,
     .upwards = 1,
     .reads_big_endian = 1,
     .tile_ending = "_{x}_{y}",
     .fits = fits_unity,
     .print = print_unity},
    {.name = "godot",
     .formats = "exr",
     .side = 513,
     .edge = EDGE_SHARED,
     .overlap = 1,
     .fits = fits_godot,
     .print = print_godot},
    {.name = "terrain3d",
     .formats = "exr r16 raw",
     .side = 1024,
     .edge = EDGE_CELL,
     .fits = fits_terrain3d,
     .print = print_terrain3d},
};
enum { TARGETS = sizeof targets / sizeof *targets };

/* ---- their properties ------------------------------------------------------------------------ */

const target *target_named(const char *name) {
  for (int i = 0; i < TARGETS; i++)
    if (strcmp(name, targets[i].name) == 0) return &targets[i];
  return NULL;
}

const char *target_name(const target *t) { return t->name; }
int target_overlap(const target *t) { return t->overlap; }
int target_is_upwards(const target *t) { return t->upwards; }
/* Recipes are often written for pictures of some units, which are taken for metres here. */
static void note_spacing(const target *t, const image *shown) {
  const int64_t shared = t->edge == EDGE_SHARED ? 1 : 0;
  const double spacing = fabs(shown->step[0]);
  if (spacing < 0.1)
    note("--for %s: samples are %.2g apart; --extent 0,0,%" PRId64 ",%" PRId64
         " puts them 1 apart, and the recipe's scale is to fit",
         t->name, spacing, shown->whole[0] - shared, shown->whole[1] - shared);
}

void target_print(const rendering *r, const image *shown) {
  r->settings.target->print(r, shown);
  note_spacing(r->settings.target, shown);
}

int target_reads(const target *t, const image_format *format) {
  const size_t length = strlen(format->name);
  for (const char *p = t->formats; (p = strstr(p, format->name)); p += length)
    if ((p == t->formats || p[-1] == ' ') && (p[length] == ' ' || !p[length])) return 1;
  return 0;
}

/* ---- sizes of wholes ------------------------------------------------------------------------- */

static int64_t tiles_along(const rendering *r, int a) { return a < r->tile_axes ? r->tiles[a] : 1; }

/* The size of a whole whose tiles have this side. */
static void whole_of(const rendering *r, int64_t side, int64_t size[2]) {
  const int64_t overlap = r->settings.target->overlap;
  for (int a = 0; a < 2; a++) size[a] = (side - overlap) * tiles_along(r, a) + overlap;
}

/* Whether a whole of this size has equal tiles, and they fit or, where they are joined, it does. */
static int whole_fits(const rendering *r, const int64_t size[2]) {
  const target *t = r->settings.target;
  int64_t tile[2];
  for (int a = 0; a < 2; a++) {
    const int64_t tiles = tiles_along(r, a), rest = size[a] - t->overlap;
    if (rest < 1 || rest % tiles) return 0;
    tile[a] = rest / tiles + t->overlap;
  }
  return t->fits(t->joins ? size : tile);
}

/* The nearest size that fits from a tile's side on, up or down; 0: there is none. */
static int nearest(const rendering *r, int64_t side, int direction, int64_t size[2]) {
  enum { FARTHEST = 32768 };
  if (tiles_along(r, 0) > FARTHEST || tiles_along(r, 1) > FARTHEST) return 0;
  if (side > FARTHEST) side = FARTHEST;
  for (int64_t d = 0; d <= FARTHEST && side + d * direction > 0; d++) {
    whole_of(r, side + d * direction, size);
    if (whole_fits(r, size)) return 1;
  }
  return 0;
}

static int refuse_size(const rendering *r, const int64_t size[2]) {
  const char *const name = r->settings.target->name;
  const int64_t side = (size[0] - 1) / tiles_along(r, 0) + 1;
  int64_t less[2], more[2];
  const int has_less = nearest(r, side, -1, less), has_more = nearest(r, side, 1, more);
  char tiles[64] = "", list[128] = "";
  if (r->tile_axes) snprintf(tiles, sizeof tiles, " in %" PRId64 "x%" PRId64 " tiles", r->tiles[0], r->tiles[1]);
  if (has_less) snprintf(list, sizeof list, "%" PRId64 "x%" PRId64, less[0], less[1]);
  const size_t used = strlen(list);
  if (has_more)
    snprintf(list + used, sizeof list - used, "%s%" PRId64 "x%" PRId64, used ? " and " : "", more[0], more[1]);
  return usage_error("--for %s: %" PRId64 "x%" PRId64 "%s is no size of its terrains; near it %s %s", name, size[0],
                     size[1], tiles, has_less && has_more ? "are" : "is", *list ? list : "none");
}

/* ---- the checks ------------------------------------------------------------------------------ */

static int check_options(const rendering *r) {
  const settings *m = &r->settings;
  const target *t = m->target;
  if (!target_reads(t, r->format)) {
    const char *const space = strchr(t->formats, ' ');
    return usage_error("--for %s: it reads heights from a .%.*s%s%s, not from a .%s%s", t->name,
                       (int)strcspn(t->formats, " "), t->formats, space ? " or a ." : "",
                       space ? strrchr(t->formats, ' ') + 1 : "", r->format->name,
                       material_program_named(t->name) ? "; a folder, -o rock/, gets the maps of a material" : "");
  }
  if (m->depth_given && m->depth == 8)
    return usage_error("--for %s and --depth 8: 256 levels make steps of any slope; leave it out", t->name);
  if (m->byte_order == BYTES_BIG && !t->reads_big_endian)
    return usage_error("--for %s: it reads little-endian bytes only; leave --byte-order out", t->name);
  if (m->geometry.edge_given && m->geometry.edge != t->edge)
    return usage_error("--for %s: its terrains have --edge %s", t->name, t->edge == EDGE_SHARED ? "shared" : "cell");
  if (t->upwards && strcmp(r->output, "-") == 0)
    return usage_error("--for %s: its rows are written back and forth, which - can't be", t->name);
  if (m->geometry.axes != 2)
    return usage_error("--for %s: a terrain has two axes%s", t->name,
                       material_program_named(t->name) ? "; a folder, -o rock/, gets the maps of a material" : "");
  return DONE;
}

/* Whether the tiles' names are those that its program looks for. */
static int check_tile_names(const rendering *r) {
  const target *t = r->settings.target;
  const char *const dot = strrchr(r->output, '.');
  if (!r->tile_axes || !t->tile_ending) return DONE;
  const size_t length = strlen(t->tile_ending);
  const size_t base = dot ? (size_t)(dot - r->output) : strlen(r->output);
  if (base >= length && memcmp(r->output + base - length, t->tile_ending, length) == 0) return DONE;
  return usage_error("--for %s: it finds tiles by names that end in %s: -o tile%s.%s", t->name, t->tile_ending,
                     t->tile_ending, r->format->name);
}

int target_apply(rendering *r) {
  settings *const m = &r->settings;
  geometry *const g = &m->geometry;
  const target *t = m->target;
  if (t && !m->target_given && !target_reads(t, r->format)) t = m->target = NULL;
  if (!t) return DONE;
  const int code = check_options(r);
  if (code) return code;
  g->edge = t->edge;
  if (r->format->kind == IMAGE_INTEGERS && r->format->depths & 16) m->depth = 16, m->depth_given = 1;
  if (!g->size_given && !r->recipe.provenance) {
    g->size_given = 1;
    return nearest(r, t->side, 1, g->size) ? DONE : refuse_size(r, g->size);
  }
  return DONE;
}

/* Whether all results are numbers. */
static int are_numbers(const burl_program *program) {
  for (int i = 0; i < burl_result_count(program); i++)
    if (burl_result_at(program, i).channels != 1) return 0;
  return 1;
}

int target_check(const rendering *r) {
  const target *t = r->settings.target;
  int64_t first[4], size[4];
  if (!t) return DONE;
  if (!are_numbers(r->recipe.program))
    return usage_error("--for %s: a height is one number, and this recipe's result is a colour;"
                       " --result may name its heights",
                       t->name);
  if (r->settings.range.rule == RANGE_AUTO && r->seeds_given)
    return usage_error("--for %s and --range auto: every seed's heights would have a scale of their"
                       " own; give --range lo,hi",
                       t->name);
  geometry_window(&r->settings.geometry, first, size);
  const int is_as_made =
      r->recipe.provenance && !r->settings.target_given && !r->settings.geometry.size_given && !r->tile_axes;
  if (!is_as_made && !whole_fits(r, size)) return refuse_size(r, size);
  if (t->bare_is_square && r->format->is_bare && size[0] != size[1])
    return usage_error("--for %s: it takes a .%s for square; a .png has its size in it", t->name, r->format->name);
  return check_tile_names(r);
}
