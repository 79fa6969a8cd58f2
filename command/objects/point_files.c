/* The files of point_files.h. */
#include "objects/point_files.h"

#include "image/shapes.h"
#include "mesh/mesh.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 64, COLUMN_ROOM = 256 };

typedef enum { CSV, GEOJSON, JSON, PLY, GLB, KINDS } file_kind;
static const char *const endings[KINDS] = {".csv", ".geojson", ".json", ".ply", ".glb"};

static file_kind kind_of(const char *path) { return (file_kind)image_ending_among(path, endings, KINDS); }

int point_file_is_known(const char *path) { return kind_of(path) < KINDS; }

/* ---- Columns ------------------------------------------------------------------------------------- */

/* The numbers that each point has: which channel of the program, and what that is called. */
typedef struct {
  int count, channel[MOST_COLUMNS];
  char name[MOST_COLUMNS][COLUMN_ROOM];
  int height, size, turn; /* columns; -1: there is none */
} columns;

static void add_result(columns *to, burl_result result) {
  static const char colour[] = "rgba";
  for (int c = 0; c < result.channels && to->count < MOST_COLUMNS; c++) {
    to->channel[to->count] = result.first + c;
    if (result.channels == 1) snprintf(to->name[to->count], COLUMN_ROOM, "%.200s", result.name);
    else snprintf(to->name[to->count], COLUMN_ROOM, "%.200s_%c", result.name, colour[c & 3]);
    if (result.channels == 1 && to->height < 0) to->height = to->count;
    if (strcmp(to->name[to->count], "size") == 0) to->size = to->count;
    if (strcmp(to->name[to->count], "turn") == 0) to->turn = to->count;
    to->count++;
  }
}

/* The height is the first that is a number, and neither a size nor a turn. */
static void take_columns(const point_drawing *d, columns *to) {
  *to = (columns){.height = -1, .size = -1, .turn = -1};
  for (int i = 0; i < d->result_count; i++) {
    const int had_height = to->height;
    add_result(to, burl_result_at(d->from->recipe.program, d->results[i]));
    if (had_height < 0 && (to->height == to->size || to->height == to->turn)) to->height = -1;
  }
}

static float value_of(const point_drawing *d, int64_t i, int channel) {
  return d->points->values[i * d->points->channels + channel];
}

/* ---- A table ------------------------------------------------------------------------------------- */

static void put_table(FILE *to, const point_drawing *d, const columns *c) {
  fputs("x,y,layer,id", to);
  for (int k = 0; k < c->count; k++) fprintf(to, ",%s", c->name[k]);
  putc('\n', to);
  for (int64_t i = 0; i < d->points->count; i++) {
    const layer_point *const p = &d->points->points[i];
    fprintf(to, "%.17g,%.17g,%d,%" PRIu32, p->at[0], p->at[1], p->layer + 1, p->id);
    for (int k = 0; k < c->count; k++) fprintf(to, ",%.9g", (double)value_of(d, i, c->channel[k]));
    putc('\n', to);
  }
}

static char *table_of(const point_drawing *d, const columns *c, size_t *length) {
  char *text = NULL;
  FILE *const to = open_memstream(&text, length);
  if (!to) return NULL;
  put_table(to, d, c);
  const int failed = ferror(to);
  if (fclose(to) == 0 && !failed) return text;
  free(text);
  return NULL;
}

/* ---- GeoJSON ------------------------------------------------------------------------------------- */

static void fill_shapes(const point_drawing *d, const columns *c, shape_range *shapes, shape_point *at,
                        double *values) {
  const burl_grid *const g = &d->from->grid;
  image_axis axes[2];
  shapes_axes(d->from, axes);
  for (int64_t i = 0; i < d->points->count; i++) {
    const layer_point *const p = &d->points->points[i];
    double place[2];
    for (int a = 0; a < 2; a++) place[a] = axes[a].first + (p->at[a] - g->origin[a]) / g->step[a] * axes[a].step;
    shapes[i] = (shape_range){i, 1};
    at[i] = (shape_point){place[0], place[1]};
    *values++ = p->layer + 1, *values++ = p->id;
    for (int k = 0; k < c->count; k++) *values++ = (double)value_of(d, i, c->channel[k]);
  }
}

static char *geojson_of(const point_drawing *d, const columns *c, size_t *length, image_error *error) {
  const size_t count = (size_t)d->points->count;
  shape_field fields[2 + MOST_COLUMNS] = {{"layer", 1}, {"id", 1}};
  shape_range *const shapes = malloc((count + 1) * sizeof *shapes);
  shape_point *const at = malloc((count + 1) * sizeof *at);
  double *const values = malloc((count + 1) * (size_t)(2 + c->count) * sizeof *values);
  char *text = NULL;
  for (int k = 0; k < c->count; k++) fields[2 + k] = (shape_field){c->name[k], 0};
  if (shapes && at && values) {
    fill_shapes(d, c, shapes, at, values);
    const image_shapes all = {.name = "points",
                              .kind = SHAPES_POINTS,
                              .crs = heights_crs(d->from->rendering),
                              .precision = 1e-6 * d->wish->layers[0].least,
                              .fields = fields,
                              .field_count = 2 + c->count,
                              .count = d->points->count,
                              .shapes = shapes,
                              .points = at,
                              .values = values};
    text = image_shapes_text(&all, d->path, length, error);
  }
  free(shapes), free(at), free(values);
  return text;
}

/* ---- For engines --------------------------------------------------------------------------------- */

/* From the middle of the extent, y upwards in the picture, as those of burl mesh are. */
static void place_point(const point_drawing *d, const columns *c, int64_t i, double to[3]) {
  for (int a = 0; a < 2; a++) {
    const double middle = (d->wish->lo[a] + d->wish->hi[a]) / 2,
                 way = copysign(a ? -1 : 1, d->from->grid.step[a] * (a ? -1 : 1));
    to[a] = (d->points->points[i].at[a] - middle) * way;
  }
  to[2] = c->height >= 0 ? (double)value_of(d, i, c->channel[c->height]) : 0;
}

/* Points with a number that isn't one have no place there. */
static int is_whole(const point_drawing *d, const columns *c, int64_t i) {
  for (int k = 0; k < c->count; k++)
    if (!isfinite(value_of(d, i, c->channel[k]))) return 0;
  return 1;
}

typedef struct {
  double (*position)[3];
  uint32_t *id;
  int *layer;
  float *values;
} point_arrays;

static int64_t fill_arrays(const point_drawing *d, const columns *c, point_arrays *to) {
  int64_t count = 0;
  for (int64_t i = 0; i < d->points->count; i++) {
    if (!is_whole(d, c, i)) continue;
    place_point(d, c, i, to->position[count]);
    to->id[count] = d->points->points[i].id, to->layer[count] = d->points->points[i].layer;
    for (int k = 0; k < c->count; k++) to->values[count * c->count + k] = value_of(d, i, c->channel[k]);
    count++;
  }
  return count;
}

static char *engine_file(const point_drawing *d, const columns *c, file_kind kind, size_t *length) {
  const size_t room = (size_t)d->points->count + 1;
  const char *names[MOST_COLUMNS];
  double radius[MOST_LAYERS];
  point_arrays to = {malloc(room * sizeof *to.position), malloc(room * sizeof *to.id), malloc(room * sizeof *to.layer),
                     malloc(room * (size_t)(c->count + 1) * sizeof *to.values)};
  char *bytes = NULL;
  for (int k = 0; k < c->count; k++) names[k] = c->name[k];
  for (int k = 0; k < d->wish->layer_count; k++) radius[k] = d->wish->layers[k].least;
  if (to.position && to.id && to.layer && to.values) {
    const int64_t count = fill_arrays(d, c, &to);
    const mesh_points all = {count,
                             (const double(*)[3])to.position,
                             to.id,
                             to.layer,
                             d->wish->layer_count,
                             radius,
                             c->count,
                             names,
                             to.values,
                             c->size,
                             c->turn,
                             d->as_extension};
    bytes = kind == PLY ? mesh_points_ply(&all, length) : mesh_points_glb(&all, length);
    if (bytes && count < d->points->count)
      note("%" PRId64 " points with values that aren't numbers are left out", d->points->count - count);
  }
  free(to.position), free(to.id), free(to.layer), free(to.values);
  return bytes;
}

/* ---- The file ------------------------------------------------------------------------------------ */

/* Of a .glb about, with its text. */
static int check_size(const point_drawing *d, const columns *c, const char *path) {
  double bytes = d->as_extension ? 4 * (3 + 3 + 4 + 1) : 240; /* of a point */
  for (int k = 0; k < c->count; k++) bytes += d->as_extension ? 4 : 20 + (double)strlen(c->name[k]);
  bytes *= (double)d->points->count;
  if (kind_of(path) != GLB || bytes < MESH_MOST_GLB) return DONE;
  return fail("%s: %" PRId64 " points take more than the 4 GiB of .glb; a larger --radius, or .ply", path,
              d->points->count);
}

int point_file_write(const point_drawing *d, image_file *file) {
  const char *const path = d->path;
  const file_kind kind = kind_of(path);
  image_error error = {"not enough memory"};
  size_t length = 0;
  columns c;
  take_columns(d, &c);
  int code = check_size(d, &c, path);
  if (code) return code;
  char *const bytes = kind == CSV                       ? table_of(d, &c, &length)
                      : kind == GEOJSON || kind == JSON ? geojson_of(d, &c, &length, &error)
                                                        : engine_file(d, &c, kind, &length);
  if (!bytes) return fail("%s: %s", path, error.text);
  if (image_finish_bytes(file, bytes, length, &error) != 0) code = fail("%s", error.text);
  free(bytes);
  return code;
}
