/* burl render --rivers and --lakes: what water does on the picture's heights, as shapes in files of their own.  They
 * are found in survey/, and written by image/. */
#include "cli/render.h"

#include "image/shapes.h"
#include "survey/lakes.h"
#include "survey/reaches.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RIVERS, LAKES };

static const char *const option_name[SHAPE_FILES] = {"--rivers", "--lakes"};

int shapes_are_wanted(const rendering *r) { return r->shapes.paths[RIVERS] || r->shapes.paths[LAKES]; }

/* ---- Checks -------------------------------------------------------------------------------------- */

const char *heights_crs(const rendering *r) { return r->settings.crs ? r->settings.crs : r->likeness.crs; }

static const char *option_of(const rendering *r) { return option_name[r->shapes.paths[RIVERS] ? RIVERS : LAKES]; }

int heights_channel(const burl_program *program) {
  for (int i = 0; i < burl_result_count(program); i++)
    if (burl_result_at(program, i).channels == 1) return burl_result_at(program, i).first;
  return -1;
}

/* They belong to one picture, which has to be known as a whole. */
static int check_options(const rendering *r) {
  const char *const other = r->seeds_given                 ? "--seeds"
                            : r->tile_axes                 ? "--tiles"
                            : r->settings.motion.count > 0 ? "--times"
                            : r->window_given              ? "--window"
                            : r->resume                    ? "--resume"
                                                           : NULL;
  if (other)
    return usage_error("%s and %s: rivers and lakes are of one picture, made as a whole; leave one out", option_of(r),
                       other);
  for (int i = 0; i < SHAPE_FILES; i++)
    if (r->shapes.paths[i] && strcmp(r->shapes.paths[i], r->output) == 0)
      return usage_error("%s and -o name the same file, %s", option_name[i], r->output);
  if (r->shapes.paths[RIVERS] && r->shapes.paths[LAKES] && strcmp(r->shapes.paths[RIVERS], r->shapes.paths[LAKES]) == 0)
    return usage_error("--rivers and --lakes name the same file, %s", r->shapes.paths[LAKES]);
  return DONE;
}

/* GeoJSON has names of its own: another ending is that of another format. */
static int check_names(const rendering *r) {
  for (int i = 0; i < SHAPE_FILES; i++) {
    const char *const path = r->shapes.paths[i], *const ending = path ? strrchr(path, '.') : NULL;
    if (path && (!ending || (strcmp(ending, ".geojson") != 0 && strcmp(ending, ".json") != 0)))
      return usage_error("%s: %s is not called .geojson or .json, which is what is written", option_name[i], path);
  }
  return DONE;
}

static int check_heights(const rendering *r) {
  const geometry *const g = &r->settings.geometry;
  if (g->axes != 2) return usage_error("%s: heights have two axes, this picture has %d", option_of(r), g->axes);
  if (heights_channel(r->recipe.program) < 0)
    return fail("%s: %s has no result that is a number, which heights would be; --result names one", option_of(r),
                r->recipe.name);
  if (g->size[0] > 1 << 20 || g->size[1] > 1 << 20 || g->size[0] * g->size[1] > INT32_MAX)
    return fail("%s: too large: heights have less than 2^31 samples, and 2^20 along a side", option_of(r));
  return DONE;
}

int heights_check_metres(const char *name, const char *crs) {
#if defined BURL_GDAL
  if (crs && heights_crs_kind(crs) == CRS_DEGREES)
    return fail("%s: its places are in degrees; --crs with a projected system, such as EPSG:32632, "
                "has metres",
                name);
#else
  (void)name, (void)crs;
#endif
  return DONE;
}

static int check_place(const rendering *r) {
  image_error error;
  if (image_shapes_check(heights_crs(r), &error) != 0) return fail("%s: %s", option_of(r), error.text);
  return heights_check_metres(r->recipe.name, heights_crs(r));
}

int shapes_check(const rendering *r) {
  const shapes_wish *const wish = &r->shapes;
  if (wish->sea_given && !shapes_are_wanted(r)) note("--sea makes no difference: it is that of --rivers and --lakes");
  if (r->settings.geometry.margin && shapes_are_wanted(r))
    note("--rivers and --lakes are those of the picture alone: the --margin has no part in them");
  if (wish->ocean_given && !wish->sea_given) note("--ocean makes no difference without --sea");
  if (wish->lake_least_given && !wish->paths[LAKES]) note("--lake-least makes no difference without --lakes");
  if (wish->least_given && !wish->paths[RIVERS]) note("--river-least makes no difference without --rivers");
  if (!shapes_are_wanted(r)) return DONE;
  int code = check_names(r);
  if (!code) code = check_options(r);
  if (!code) code = check_heights(r);
  return code ? code : check_place(r);
}

/* ---- Where they lie ------------------------------------------------------------------------------ */

typedef struct {
  image_axis x, y;
} placing;

void shapes_axes(const source *from, image_axis axes[2]) {
  const burl_grid *const g = &from->grid;
  const image picture = {.crs = heights_crs(from->rendering),
                         .whole = {g->size[0], g->size[1]},
                         .origin = {g->origin[0], g->origin[1]},
                         .step = {g->step[0], g->step[1]}};
  for (int axis = 0; axis < 2; axis++) axes[axis] = image_axis_of(&picture, axis);
}

static placing place_of(const source *from) {
  image_axis axes[2];
  shapes_axes(from, axes);
  return (placing){axes[0], axes[1]};
}

static shape_point point_at(const placing *p, double x, double y) {
  return (shape_point){p->x.first + x * p->x.step, p->y.first + y * p->y.step};
}

/* The arrays that the shapes are made from, one a field. */
typedef struct {
  const shape_field *fields;
  int field_count;
  int64_t count;
  shape_range *shapes, *parts;
  shape_point *points;
  double *values;
} drawing;

static void free_drawing(drawing *d) { free(d->shapes), free(d->parts), free(d->points), free(d->values); }

static int make_room(drawing *d, int64_t parts, int64_t points) {
  d->shapes = calloc((size_t)d->count + 1, sizeof *d->shapes);
  d->parts = calloc((size_t)parts + 1, sizeof *d->parts);
  d->points = calloc((size_t)points + 1, sizeof *d->points);
  d->values = calloc((size_t)d->count * (size_t)d->field_count + 1, sizeof *d->values);
  return d->shapes && d->parts && d->points && d->values ? 0 : -1;
}

static int fail_for_memory(const shapes_file *file) { return fail("%s: not enough memory", file->file.path); }

static int give_text(shapes_file *file, const source *from, const placing *p, const drawing *d, shape_kind kind) {
  image_error error;
  const image_shapes all = {.name = kind == SHAPES_LINES ? "rivers" : "lakes",
                            .kind = kind,
                            .crs = heights_crs(from->rendering),
                            .precision = 1e-3 * fmin(fabs(p->x.step), fabs(p->y.step)),
                            .fields = d->fields,
                            .field_count = d->field_count,
                            .count = d->count,
                            .shapes = d->shapes,
                            .parts = d->parts,
                            .points = d->points,
                            .values = d->values};
  file->text = image_shapes_text(&all, file->file.path, &file->length, &error);
  return file->text ? DONE : fail("%s", error.text);
}

/* ---- Rivers -------------------------------------------------------------------------------------- */

static const shape_field river_fields[] = {{"id", 1},    {"to", 1},     {"order", 1}, {"area", 0},   {"discharge", 0},
                                           {"width", 0}, {"length", 0}, {"top", 0},   {"bottom", 0}, {"fall", 0}};
enum { RIVER_FIELDS = sizeof river_fields / sizeof *river_fields };

/* Cubic metres a second, of half a metre of run-off a year. */
static double discharge_of(double area) { return 0.5 * area / (365.25 * 24 * 3600); }

static void fill_river(const survey_reach *reach, int64_t id, double *values) {
  const double given[RIVER_FIELDS] = {(double)id,
                                      reach->to < 0 ? (double)NAN : (double)reach->to,
                                      reach->order,
                                      1e-6 * reach->area,
                                      discharge_of(reach->area),
                                      reach->width,
                                      reach->length,
                                      reach->top,
                                      reach->top - reach->fall,
                                      reach->fall};
  memcpy(values, given, sizeof given);
}

static void fill_rivers(const survey_rivers *rivers, const placing *p, drawing *d) {
  for (int64_t i = 0; i < rivers->count; i++) {
    d->shapes[i] = (shape_range){i, 1};
    d->parts[i] = (shape_range){rivers->reaches[i].first, rivers->reaches[i].count};
    fill_river(&rivers->reaches[i], i, d->values + i * RIVER_FIELDS);
  }
  for (int64_t i = 0; i < rivers->point_count; i++)
    d->points[i] = point_at(p, rivers->points[i].x, rivers->points[i].y);
}

static burl__sea sea_of(const shapes_wish *wish) { return (burl__sea){(float)wish->sea, wish->ocean}; }

static int draw_rivers(shapes_file *file, const source *from, const burl__ground *ground, const float *height) {
  const shapes_wish *const wish = &from->rendering->shapes;
  const survey_water water = {.least = wish->least, .sea = sea_of(wish)};
  const placing p = place_of(from);
  survey_rivers rivers;
  drawing d = {.fields = river_fields, .field_count = RIVER_FIELDS};
  int code = survey_trace_rivers(ground, height, &water, &rivers);
  d.count = rivers.count;
  if (!code) code = make_room(&d, rivers.count, rivers.point_count);
  if (code) code = fail_for_memory(file);
  if (!code && rivers.count == 0)
    note("%s has no river: nowhere do %g square metres drain", file->file.path, wish->least);
  if (!code) fill_rivers(&rivers, &p, &d);
  if (!code) code = give_text(file, from, &p, &d, SHAPES_LINES);
  free_drawing(&d);
  survey_free_rivers(&rivers);
  return code;
}

/* ---- Lakes --------------------------------------------------------------------------------------- */

static const shape_field lake_fields[] = {{"id", 1}, {"area", 0}, {"depth", 0}, {"volume", 0}, {"level", 0}};
enum { LAKE_FIELDS = sizeof lake_fields / sizeof *lake_fields };

/* A ring's points, those of an outline against the clock where y grows upwards. */
static void fill_ring(const survey_lakes *lakes, const survey_ring *ring, const placing *p, shape_point *points) {
  const int is_turned = p->x.step * p->y.step < 0;
  for (int64_t i = 0; i < ring->count; i++) {
    const survey_corner *const corner = &lakes->corners[ring->first + (is_turned ? ring->count - 1 - i : i)];
    points[ring->first + i] = point_at(p, corner->x - 0.5, corner->y - 0.5);
  }
}

static void fill_lakes(const survey_lakes *lakes, const placing *p, drawing *d) {
  for (int64_t i = 0; i < lakes->count; i++) {
    const survey_lake *const lake = &lakes->lakes[i];
    const double given[LAKE_FIELDS] = {(double)i, 1e-6 * lake->area, lake->depth, lake->volume, lake->level};
    memcpy(d->values + i * LAKE_FIELDS, given, sizeof given);
    d->shapes[i] = (shape_range){lake->first, lake->count};
  }
  for (int64_t i = 0; i < lakes->ring_count; i++) {
    d->parts[i] = (shape_range){lakes->rings[i].first, lakes->rings[i].count};
    fill_ring(lakes, &lakes->rings[i], p, d->points);
  }
}

/* Leaves out those smaller than `least` square metres; returns how many there were. */
static int64_t drop_small(survey_lakes *lakes, double least) {
  const int64_t all = lakes->count;
  int64_t kept = 0;
  for (int64_t i = 0; i < all; i++)
    if (lakes->lakes[i].area >= least) lakes->lakes[kept++] = lakes->lakes[i];
  lakes->count = kept;
  return all;
}

static int draw_lakes(shapes_file *file, const source *from, const burl__ground *ground, const float *height) {
  const placing p = place_of(from);
  survey_lakes lakes;
  drawing d = {.fields = lake_fields, .field_count = LAKE_FIELDS};
  const shapes_wish *const wish = &from->rendering->shapes;
  const double least = wish->lake_least_given ? wish->lake_least : 10 * fabs(ground->dx * ground->dy);
  int code = survey_find_lakes(ground, height, sea_of(wish), &lakes);
  const int64_t all = code ? 0 : drop_small(&lakes, least);
  d.count = lakes.count;
  if (!code) code = make_room(&d, lakes.ring_count, lakes.corner_count);
  if (code) code = fail_for_memory(file);
  if (!code && all == 0) note("%s has no lake: all heights drain", file->file.path);
  else if (!code && lakes.count < all)
    note("%s has %" PRId64 " lakes of %g square metres or more; %" PRId64
         " smaller ones are left out: --lake-least 0 has all",
         file->file.path, lakes.count, least, all - lakes.count);
  if (!code) fill_lakes(&lakes, &p, &d);
  if (!code) code = give_text(file, from, &p, &d, SHAPES_POLYGONS);
  free_drawing(&d);
  survey_free_lakes(&lakes);
  return code;
}

/* ---- The files ----------------------------------------------------------------------------------- */

int shapes_open(shapes_files *s, const rendering *r) {
  for (int i = 0; i < SHAPE_FILES; i++) {
    image_error error;
    if (r->shapes.paths[i] && image_begin_bytes(&s->files[i].file, r->shapes.paths[i], &error) != 0)
      return fail("%s", error.text);
  }
  return DONE;
}

int shapes_draw(shapes_files *s, const source *from) {
  const burl_program *const program = from->recipe.program;
  const int channels = burl_channels(program);
  const burl__ground ground = {
      .nx = (int)from->grid.size[0], .ny = (int)from->grid.size[1], .dx = from->grid.step[0], .dy = from->grid.step[1]};
  const size_t cells = burl__cells_of(&ground);
  float *const copy = channels > 1 ? malloc(cells * sizeof *copy) : NULL;
  if (channels > 1 && !copy) return fail("%s: not enough memory", from->recipe.name);
  if (copy) strips_take(from->whole, channels, heights_channel(program), 1, (int64_t)cells, copy);
  const float *const height = copy ? copy : from->whole;
  int code = DONE;
  if (s->files[RIVERS].file.path) code = draw_rivers(&s->files[RIVERS], from, &ground, height);
  if (!code && s->files[LAKES].file.path) code = draw_lakes(&s->files[LAKES], from, &ground, height);
  free(copy);
  return code;
}

int shapes_finish(shapes_files *s) {
  for (shapes_file *f = s->files; f < s->files + SHAPE_FILES; f++) {
    image_error error;
    if (f->text && image_finish_bytes(&f->file, f->text, f->length, &error) != 0) return fail("%s", error.text);
  }
  return DONE;
}

void shapes_close(shapes_files *s) {
  for (shapes_file *f = s->files; f < s->files + SHAPE_FILES; f++) {
    if (f->file.path) image_abandon(&f->file);
    free(f->text);
  }
}
