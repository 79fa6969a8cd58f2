/* What mesh_surface_of() needs of a recipe: values, slopes and proofs, with threads and their progress. */
#include "objects/iso.h"

#include "mesh/surface.h"
#include "objects/ground.h"
#include "objects/steps.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { USUAL_CELLS = 128, AT_ONCE = 1024, MOST_THREADS = 256, STAGES = 5 };

typedef struct {
  const iso_wish *wish;
  const source *from;
  burl_program *value, *slope; /* the recipe's first number alone, and its derivatives; NULL: there are none */
  mesh_field field;
  double footprint;
  progress bar;
  double samples; /* of a stage */
} shaping;

/* ---- Options ------------------------------------------------------------------------------------- */

int iso_begin(iso_wish *wish, rendering *r) {
  geometry *const g = &r->settings.geometry;
  if (r->like) return usage_error("--like is for heights, and --iso has three axes");
  if (g->size_given && g->axes != 1 && g->axes != 3)
    return usage_error("--size: with --iso 64x64x32 cells, or 64 along the longest side; this has %d axes", g->axes);
  wish->longest = !g->size_given ? USUAL_CELLS : g->axes == 1 ? g->size[0] : 0;
  for (int a = 0; a < 3 && wish->longest; a++) g->size[a] = 1;
  g->axes = 3, g->size_given = 1, g->edge = EDGE_SHARED;
  return DONE;
}

static int choose_cells(const iso_wish *wish, rendering *r) {
  geometry *const g = &r->settings.geometry;
  double extent[8], most = 0;
  geometry_extent(g, r->recipe.program, extent);
  for (int a = 0; a < 3; a++) {
    const double side = fabs(extent[3 + a] - extent[a]);
    if (!(side > 0 && side < INFINITY)) return usage_error("--extent: along %c it is %g long", "xyz"[a], side);
    most = fmax(most, side);
  }
  for (int a = 0; a < 3; a++) {
    if (wish->longest)
      g->size[a] = (int64_t)fmax(1, round((double)wish->longest * fabs(extent[3 + a] - extent[a]) / most));
    if (g->size[a] > MESH_MOST_CELLS)
      return usage_error("--size: at most %d cells along an axis, not %" PRId64, MESH_MOST_CELLS, g->size[a]);
  }
  return DONE;
}

int iso_check(const iso_wish *wish, rendering *r) {
  const burl_program *const program = r->recipe.program;
  if (heights_channel(program) < 0)
    return fail("%s has no result that is a number; --result names one", r->recipe.name);
  return choose_cells(wish, r);
}

/* ---- Values -------------------------------------------------------------------------------------- */

/* Below 0 inside. */
static double inwards(const shaping *s, double value) {
  return s->wish->inside == INSIDE_ABOVE ? s->wish->level - value : value - s->wish->level;
}

static int give_nodes(void *user, const mesh_box *box, double *values) {
  enum { SIDE = MESH_LEAF + 1 };
  const shaping *const s = user;
  float samples[SIDE * SIDE * SIDE];
  burl_grid grid = {.time = s->from->grid.time, .footprint = s->footprint, .threads = 1};
  int count = 1;
  for (int a = 0; a < 4; a++) {
    grid.origin[a] = a < 3 ? s->field.origin[a] : s->from->grid.origin[3];
    grid.step[a] = a < 3 ? s->field.step[a] : 0;
    grid.first[a] = a < 3 ? box->first[a] : 0;
    grid.size[a] = a < 3 ? box->last[a] - box->first[a] + 1 : 1;
    count *= (int)grid.size[a];
  }
  const burl_status status = burl_sample_grid(s->value, &grid, samples);
  for (int i = 0; i < count && status == BURL_OK; i++) values[i] = inwards(s, (double)samples[i]);
  return (int)status;
}

/* At most AT_ONCE places. */
static burl_status sample_some(const shaping *s, const burl_program *program, const double (*at)[3], int64_t count,
                               float *samples) {
  double coordinate[4][AT_ONCE], time[AT_ONCE];
  burl_points points = {.count = (size_t)count, .time = time, .footprint = s->footprint};
  for (int64_t i = 0; i < count; i++) {
    for (int a = 0; a < 3; a++) coordinate[a][i] = at[i][a];
    coordinate[3][i] = s->from->grid.origin[3], time[i] = s->from->grid.time;
  }
  for (int a = 0; a < 4; a++) points.coord[a] = coordinate[a];
  return burl_sample_points(program, &points, samples);
}

static int give_places(void *user, const double (*at)[3], int64_t count, double *values) {
  const shaping *const s = user;
  burl_status status = BURL_OK;
  for (int64_t first = 0; first < count && status == BURL_OK; first += AT_ONCE) {
    float samples[AT_ONCE];
    const int64_t some = count - first < AT_ONCE ? count - first : AT_ONCE;
    status = sample_some(s, s->value, at + first, some, samples);
    for (int64_t i = 0; i < some && status == BURL_OK; i++) values[first + i] = inwards(s, (double)samples[i]);
  }
  return (int)status;
}

/* Of a recipe without derivatives: a twentieth of a cell to both sides. */
static int give_differences(const shaping *s, const double at[3], double slope[3]) {
  double place[6][3], value[6];
  for (int i = 0; i < 6; i++) {
    memcpy(place[i], at, sizeof place[i]);
    place[i][i / 2] += (i & 1 ? 0.05 : -0.05) * s->field.step[i / 2];
  }
  const int code = give_places((void *)s, (const double(*)[3])place, 6, value);
  for (int a = 0; a < 3 && !code; a++) slope[a] = (value[2 * a + 1] - value[2 * a]) / (0.1 * s->field.step[a]);
  return code;
}

static int give_slopes(void *user, const double (*at)[3], int64_t count, double (*slope)[3]) {
  const shaping *const s = user;
  int code = 0;
  for (int64_t i = 0; i < count && !s->slope && !code; i++) code = give_differences(s, at[i], slope[i]);
  for (int64_t first = 0; first < count && s->slope && !code; first += AT_ONCE) {
    float samples[3 * AT_ONCE];
    const int64_t some = count - first < AT_ONCE ? count - first : AT_ONCE;
    code = (int)sample_some(s, s->slope, at + first, some, samples);
    for (int64_t i = 0; i < 3 * some && !code; i++)
      slope[first + i / 3][i % 3] = (s->wish->inside == INSIDE_ABOVE ? -1 : 1) * (double)samples[i];
  }
  return code;
}

static int give_proof(void *user, const mesh_box *boxes, int count, signed char *proven) {
  enum { AT_MOST = 8 };
  const shaping *const s = user;
  burl_box box[AT_MOST] = {{.t0 = 0}};
  burl_range range[AT_MOST];
  for (int i = 0; i < count; i++) {
    box[i] = (burl_box){.t0 = s->from->grid.time, .t1 = s->from->grid.time};
    for (int a = 0; a < 3; a++) {
      box[i].lo[a] = s->field.origin[a] + (double)boxes[i].first[a] * s->field.step[a];
      box[i].hi[a] = s->field.origin[a] + (double)boxes[i].last[a] * s->field.step[a];
    }
    box[i].lo[3] = box[i].hi[3] = s->from->grid.origin[3];
  }
  const burl_status status = burl_bounds_over(s->value, box, (size_t)count, range);
  for (int i = 0; i < count && status == BURL_OK; i++) {
    const double one = inwards(s, range[i].lo), other = inwards(s, range[i].hi);
    const int is_known = !range[i].may_be_nan && (one < 0) == (other < 0);
    proven[i] = (signed char)(is_known ? (one < 0 ? -1 : 1) : 0);
  }
  return (int)status;
}

/* ---- Threads ------------------------------------------------------------------------------------- */

typedef struct {
  shaping *of;
  int64_t count;
  void (*job)(void *arg, int64_t i);
  void *arg;
  atomic_llong next;
} shared_work;

static void *do_shared(void *arg) {
  shared_work *const w = arg;
  for (int64_t i; (i = atomic_fetch_add(&w->next, 1)) < w->count;) {
    w->job(w->arg, i);
    progress_add(&w->of->bar, w->of->samples / (double)w->count);
  }
  return NULL;
}

static void share(void *user, int64_t count, void (*job)(void *arg, int64_t i), void *arg) {
  shaping *const s = user;
  pthread_t others[MOST_THREADS];
  shared_work work = {.of = s, .count = count, .job = job, .arg = arg};
  const long cores = s->from->rendering->threads ? s->from->rendering->threads : sysconf(_SC_NPROCESSORS_ONLN);
  int started = 0;
  while (started < MOST_THREADS && started + 1 < cores && started + 1 < count &&
         pthread_create(&others[started], NULL, do_shared, &work) == 0)
    started++;
  do_shared(&work);
  while (started > 0) pthread_join(others[--started], NULL);
}

/* ---- The field ----------------------------------------------------------------------------------- */

/* A step with which the last node lies where the extent ends, if there is one: then it is its neighbour's first. */
static double step_to(double from, double to, int cells) {
  const double step = (to - from) / cells, tries[] = {step, nextafter(step, 0), nextafter(step, INFINITY)};
  for (int i = 0; i < 3; i++)
    if (from + cells * tries[i] == to) return tries[i];
  return step;
}

static mesh_field field_of(shaping *s) {
  const geometry *const g = &s->from->rendering->settings.geometry;
  mesh_field field = {.is_open = s->wish->is_open,
                      .prove = give_proof,
                      .nodes = give_nodes,
                      .places = give_places,
                      .slopes = give_slopes,
                      .share = share,
                      .user = s};
  double extent[8];
  geometry_extent(g, s->from->recipe.program, extent);
  for (int a = 0; a < 3; a++) {
    field.cells[a] = (int)g->size[a];
    field.origin[a] = fmin(extent[a], extent[3 + a]);
    field.step[a] = step_to(field.origin[a], fmax(extent[a], extent[3 + a]), field.cells[a]);
    s->footprint = fmax(s->footprint, field.step[a]);
  }
  return field;
}

static int is_out_of_memory(const shaping *s) {
  return fail("%s: not enough memory; a smaller --size takes less", s->from->recipe.name);
}

static int open_programs(shaping *s) {
  burl_error error;
  s->value = object_ask(s->from, "%", &error);
  if (!s->value) return fail("%s: %s", s->from->recipe.name, error.message);
  s->slope = object_ask(s->from, "data(d(%, x), d(%, y), d(%, z))", &error);
  return !s->slope && error.status == BURL_MEMORY ? is_out_of_memory(s) : DONE;
}

/* ---- The mesh ------------------------------------------------------------------------------------ */

/* Colours where the recipe has one, at each corner. */
static int take_colours(const shaping *s, const mesh_surface *surface, mesh *to) {
  const burl_program *const program = s->from->recipe.program;
  const int channels = burl_channels(program), first = ground_colour(program);
  if (first < 0) return DONE;
  float *const samples = malloc(AT_ONCE * (size_t)channels * sizeof *samples);
  to->colour = malloc((size_t)(to->vertex_count + 1) * sizeof *to->colour);
  burl_status status = samples && to->colour ? BURL_OK : BURL_MEMORY;
  for (int64_t i = 0; i < to->vertex_count && status == BURL_OK; i += AT_ONCE) {
    const int64_t some = to->vertex_count - i < AT_ONCE ? to->vertex_count - i : AT_ONCE;
    status = sample_some(s, program, (const double(*)[3])surface->position + i, some, samples);
    for (int64_t k = 0; k < some && status == BURL_OK; k++)
      memcpy(to->colour[i + k], samples + k * channels + first, sizeof *to->colour);
  }
  free(samples);
  return status == BURL_OK ? DONE : is_out_of_memory(s);
}

/* The y axis is turned, and with it which way triangles go round. */
static int take_surface(const shaping *s, mesh_surface *surface, mesh *to) {
  double middle[2];
  for (int a = 0; a < 2; a++) middle[a] = s->field.origin[a] + 0.5 * s->field.cells[a] * s->field.step[a];
  *to = (mesh){.vertex_count = surface->vertex_count, .triangle_count = surface->triangle_count};
  to->position = malloc((size_t)(to->vertex_count + 1) * sizeof *to->position);
  if (!to->position) return is_out_of_memory(s);
  for (int64_t i = 0; i < to->vertex_count; i++) {
    to->position[i][0] = (float)(surface->position[i][0] - middle[0]);
    to->position[i][1] = (float)(middle[1] - surface->position[i][1]);
    to->position[i][2] = (float)surface->position[i][2];
    surface->normal[i][1] = -surface->normal[i][1];
  }
  for (int64_t t = 0; t < to->triangle_count; t++) {
    const uint32_t first = surface->triangle[t][0];
    surface->triangle[t][0] = surface->triangle[t][2], surface->triangle[t][2] = first;
  }
  to->normal = surface->normal, to->triangle = surface->triangle;
  surface->normal = NULL, surface->triangle = NULL;
  return take_colours(s, surface, to);
}

static void note_surface(const shaping *s, const mesh_surface *surface, const mesh *m) {
  note("%" PRId64 " triangles, %" PRId64
       " corners; these are within %.2g of the surface, and middles of triangles within"
       " about %.2g",
       m->triangle_count, m->vertex_count, surface->within, surface->middle);
  note("of %" PRId64 " boxes of %d cells a side %" PRId64 " were sampled: the others are proven to have none of it",
       surface->boxes, MESH_LEAF, surface->sampled);
  if (surface->holes)
    note("in %" PRId64 " cells on its way the recipe isn't a number: there are holes", surface->holes);
  else if (!s->wish->is_open) note("it is closed, and holds %.6g cubic units", mesh_volume(m));
}

static int shape(shaping *s, mesh *to) {
  mesh_surface surface = {0};
  s->field = field_of(s);
  s->samples = (double)(s->field.cells[0] + 1) * (s->field.cells[1] + 1) * (s->field.cells[2] + 1) / STAGES;
  progress_begin(&s->bar, STAGES * s->samples, 1);
  const int made = mesh_surface_of(&s->field, &surface);
  progress_end(&s->bar, made == 0);
  int code =
      made == -1 || made == BURL_MEMORY ? is_out_of_memory(s)
      : made == -2 ? fail("--size: the surface would have more than 67 million corners; a smaller --size has fewer")
      : made       ? fail("%s: %s", s->from->recipe.name, burl_status_text((burl_status)made))
      : surface.triangle_count == 0
          ? fail("%s: nowhere in the extent is there a surface where it is %g", s->from->recipe.name, s->wish->level)
          : DONE;
  if (!code) code = take_surface(s, &surface, to);
  if (!code) note_surface(s, &surface, to);
  if (!code && s->wish->has_creases && mesh_crease(to) != 0) code = is_out_of_memory(s);
  mesh_surface_free(&surface);
  return code;
}

int iso_mesh(const iso_wish *wish, const source *from, mesh *to) {
  shaping s = {.wish = wish, .from = from};
  int code = open_programs(&s);
  *to = (mesh){0};
  if (!code) code = shape(&s, to);
  burl_free(s.value), burl_free(s.slope);
  return code;
}
