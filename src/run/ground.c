/* The whole-grid functions of ground.h, each by a process of terrain/. */
#include "run/ground.h"

#include <math.h>
#include <string.h>

#include "program/build.h"
#include "terrain/erode.h"
#include "terrain/flood.h"
#include "terrain/flow.h"
#include "terrain/midpoint.h"
#include "terrain/raster.h"
#include "terrain/rivers.h"
#include "terrain/shape.h"
#include "terrain/spline.h"

static const burl__node *node_at(const burl__stage *stage, int node) {
  return &stage->program->plan->graph.nodes[node];
}

static const burl__field_setup *setup_of(const burl__stage *stage, int node) { return node_at(stage, node)->setup; }

static burl__ground ground_of(const burl__stage *stage) {
  const burl_grid *const grid = stage->grid;
  return (burl__ground){(int)grid->size[0], (int)grid->size[1], grid->step[0], grid->step[1], stage->pace, stage->crew};
}

/* Memory for so many bytes, 0: more than there are; not zeroed. */
static void *take(const burl__stage *stage, size_t bytes) {
  return bytes ? burl__arena_block(stage->arena, bytes) : NULL;
}

static burl_status run_midpoint(const burl__stage *stage, int node, float *out) {
  const burl__field_setup *const setup = setup_of(stage, node);
  const int nx = (int)stage->grid->size[0], ny = (int)stage->grid->size[1];
  if (setup->published && nx != ny) return BURL_SHAPE;
  void *const scratch = burl__arena_take(stage->arena, setup->published ? burl__midpoint_published_scratch(nx)
                                                                        : burl__midpoint_scratch(nx, ny));
  if (!scratch) return BURL_MEMORY;
  if (setup->published) burl__midpoint_published(nx, (uint32_t)setup->seed, setup->raw, scratch, out);
  else burl__midpoint(nx, ny, setup->seed, setup->gain, scratch, out);
  return BURL_OK;
}

/* ---- Images -------------------------------------------------------------------------------------- */

static double coordinate_at(const burl_grid *grid, int axis, int64_t i) {
  return grid->origin[axis] + (double)(grid->first[axis] + i) * grid->step[axis];
}

/* The grid's sample number i along an axis, by the numbers that the samples of the whole grid have. */
static double number_in_whole(const burl__stage *stage, int axis, int64_t i) {
  const burl_grid *const whole = stage->whole;
  if (stage->grid == whole) return (double)i;
  return (coordinate_at(stage->grid, axis, i) - coordinate_at(whole, axis, 0)) / whole->step[axis];
}

/* The place of the grid's sample number i along an axis, in samples of the image.  The last cells of a coarse grid may
 * reach beyond the whole one: what lies beyond the image, too, is read where the whole grid ends. */
static double place_in_image(const burl__stage *stage, const burl_field *image, int axis, int64_t i) {
  const double size = (double)image->size[axis], cells = (double)stage->whole->size[axis];
  const double number = number_in_whole(stage, axis, i);
  if (image->step[axis] == 0) /* stretched over the whole grid's cells */
    return (fmin(number, cells - 1) + 0.5) * size / cells - 0.5;
  double at = coordinate_at(stage->grid, axis, i), place = (at - image->origin[axis]) / image->step[axis];
  if (number <= cells - 1 || (place >= -0.5 && place <= size - 0.5)) return place;
  at = coordinate_at(stage->whole, axis, stage->whole->size[axis] - 1);
  return (at - image->origin[axis]) / image->step[axis];
}

static const float *filled_image(const burl__stage *stage, const burl_field *image) {
  const int nx = (int)image->size[0], ny = (int)image->size[1];
  const size_t samples = (size_t)nx * (size_t)ny;
  float *const copy = take(stage, samples * sizeof *copy);
  void *const scratch = take(stage, burl__raster_scratch(nx, ny));
  if (!copy || !scratch) return NULL;
  for (size_t i = 0; i < samples; i++) copy[i] = image->data[i];
  burl__raster_fill(nx, ny, scratch, copy);
  return copy;
}

static burl_status run_image(const burl__stage *stage, int node, float *out) {
  const burl__field_setup *const setup = setup_of(stage, node);
  const burl_field *const image = &setup->image->field;
  const burl_grid *const grid = stage->grid;
  if (!image->data) return BURL_FILE;
  const float *const samples = setup->give ? filled_image(stage, image) : image->data;
  double *const columns = take(stage, (size_t)grid->size[0] * sizeof *columns);
  if (!samples || !columns) return BURL_MEMORY;
  const burl__raster raster = {samples, (int)image->size[0], (int)image->size[1]};
  for (int64_t x = 0; x < grid->size[0]; x++) columns[x] = place_in_image(stage, image, 0, x);
  for (int64_t y = 0; y < grid->size[1]; y++) {
    const double row = place_in_image(stage, image, 1, y);
    for (int64_t x = 0; x < grid->size[0]; x++)
      *out++ = burl__raster_at(&raster, (burl__raster_reading)setup->read, columns[x], row);
  }
  return BURL_OK;
}

/* ---- Processes ----------------------------------------------------------------------------------- */

/* How many bytes the process needs beside its heights and its result; 0: more than there are. */
static size_t scratch_of(const burl__field_setup *setup, const burl__ground *ground) {
  switch (setup->kind) {
  case BURL__GROUND_FILL:
  case BURL__GROUND_LAKES:
  case BURL__GROUND_BREACH: return burl__flood_scratch(ground);
  case BURL__GROUND_FLOW: return burl__flow_scratch(ground);
  case BURL__GROUND_RIVERS: return burl__rivers_scratch(ground);
  case BURL__GROUND_THERMAL: return burl__thermal_scratch(ground);
  case BURL__GROUND_BLUR: return burl__blur_scratch(ground);
  case BURL__GROUND_DISTANCE: return burl__distance_scratch(ground);
  default: return 1;
  }
}

/* Whether the process reads heights while it writes its result, so that they can't be in one place. */
static int needs_both(const burl__field_setup *setup) {
  return setup->kind == BURL__GROUND_FLOW || setup->kind == BURL__GROUND_LAKES || setup->kind == BURL__GROUND_RISE;
}

static void process(const burl__field_setup *setup, const burl__ground *ground, float *heights, void *scratch,
                    float *out) {
  switch (setup->kind) {
  case BURL__GROUND_FILL: burl__fill_hollows(ground, (float)setup->level, scratch, heights); break;
  case BURL__GROUND_BREACH: burl__breach_hollows(ground, (float)setup->level, scratch, heights); break;
  case BURL__GROUND_THERMAL: burl__thermal(ground, setup->talus, setup->steps, scratch, heights); break;
  case BURL__GROUND_BLUR: burl__blur(ground, setup->radius, scratch, heights); break;
  case BURL__GROUND_DISTANCE: burl__distance(ground, scratch, heights); break;
  case BURL__GROUND_FLOW:
    burl__flow(ground, (burl__flow_give)setup->give, (burl__flow_routing)setup->routing, heights, scratch, out);
    break;
  case BURL__GROUND_RIVERS: burl__rivers(ground, setup->least, setup->depth, scratch, heights); break;
  case BURL__GROUND_LAKES: burl__lakes(ground, (burl__lakes_give)setup->give, heights, scratch, out); break;
  default: burl__rise(ground, setup->axis, heights, out);
  }
}

static burl_status run_process(const burl__stage *stage, int node, float *out) {
  const burl__field_setup *const setup = setup_of(stage, node);
  const burl__ground ground = ground_of(stage);
  void *const scratch = take(stage, scratch_of(setup, &ground));
  float *const from = needs_both(setup) ? take(stage, burl__cells_of(&ground) * sizeof *from) : out;
  if (!scratch || !from) return BURL_MEMORY;
  const burl_status status = stage->sample(stage, node_at(stage, node)->argument[0], from);
  if (status == BURL_OK) process(setup, &ground, from, scratch, out);
  return status;
}

/* ---- Erosion ------------------------------------------------------------------------------------- */

/* Erosion while it runs, for what k is at a moment. */
typedef struct {
  const burl__stage *stage;
  int k, moment; /* nodes */
  burl_status status;
} softening;

/* The node of the heights of a moment; −1: none reads them. */
static int moment_of(const burl__stage *stage, int number) {
  const burl__graph *const graph = &stage->program->plan->graph;
  for (size_t i = 0; i < graph->count; i++) {
    const burl__field_setup *const setup = graph->nodes[i].op == BURL__FIELD ? graph->nodes[i].setup : NULL;
    if (setup && setup->kind == BURL__GROUND_MOMENT && setup->moment == number) return (int)i;
  }
  return BURL__NONE;
}

/* Samples a node over a grid of its own, of which some heights may be known already. */
static burl_status sample_apart(const burl__stage *stage, const burl_grid *grid, burl__filled known, int node,
                                float *out) {
  burl__stage own = {.program = stage->program,
                     .grid = grid,
                     .whole = stage->whole,
                     .sample = stage->sample,
                     .pace = stage->pace,
                     .crew = stage->crew};
  burl__arena arena;
  burl__arena_open(&arena, stage->program->allocator);
  burl_status status = burl__stage_open(&own, &arena);
  if (status == BURL_OK && known.data) own.filled[own.count++] = known;
  if (status == BURL_OK) status = burl__stage_fill(&own, &node, 1);
  if (status == BURL_OK) status = own.sample(&own, node, out);
  burl__arena_close(&arena);
  return status;
}

static int soften(void *user, const burl__ground *ground, int level, const float *heights, float *k) {
  softening *const s = user;
  burl_grid grid = burl__coarse_grid(s->stage->grid, 1 << level);
  burl__stage quiet = *s->stage;
  quiet.pace = NULL;
  grid.size[0] = ground->nx, grid.size[1] = ground->ny;
  s->status = sample_apart(&quiet, &grid, (burl__filled){s->moment, heights}, s->k, k);
  return s->status != BURL_OK;
}

static burl_status run_erosion(const burl__stage *stage, int node, float *out) {
  const burl__field_setup *const setup = setup_of(stage, node);
  const burl__node *const erosion = node_at(stage, node);
  const burl__ground ground = ground_of(stage);
  softening s = {stage, erosion->argument[2], moment_of(stage, setup->moment), BURL_OK};
  burl__erosion e = {.m = setup->m,
                     .years = setup->years,
                     .steps = setup->steps,
                     .base = (float)setup->level,
                     .soften = setup->moment ? soften : NULL,
                     .user = &s};
  float **const maps[3] = {&e.uplift, &e.k, &e.talus};
  void *const scratch = take(stage, burl__erode_scratch(&ground));
  burl_status status = scratch ? stage->sample(stage, erosion->argument[0], out) : BURL_MEMORY;
  for (int i = 0; status == BURL_OK && i < 3; i++) {
    const size_t bytes = burl__cells_of(&ground) * sizeof **maps[i];
    *maps[i] = burl__is_apart(setup, 1 + i) ? burl__arena_take(stage->arena, bytes) : take(stage, bytes);
    if (!*maps[i]) status = BURL_MEMORY;
    else if (!burl__is_apart(setup, 1 + i)) status = stage->sample(stage, erosion->argument[1 + i], *maps[i]);
  }
  if (status == BURL_OK) burl__erode(&ground, &e, scratch, out);
  return status == BURL_OK ? s.status : status;
}

/* ---- Surfaces ------------------------------------------------------------------------------------ */

/* The coefficients of the surface through the heights over a coarse grid, which are fewer than out has room for. */
static burl_status run_upsampling(const burl__stage *stage, int node, float *out) {
  const burl_grid coarse = burl__coarse_grid(stage->grid, burl__times_of(setup_of(stage, node), stage->grid));
  const int nx = (int)coarse.size[0], ny = (int)coarse.size[1];
  const int through = setup_of(stage, node)->through;
  void *const scratch = take(stage, through ? burl__spline_scratch(nx, ny) : 1);
  if (!scratch) return BURL_MEMORY;
  const int of = node_at(stage, node)->argument[0];
  const burl_status status = burl__is_apart(setup_of(stage, node), 0)
                                 ? sample_apart(stage, &coarse, (burl__filled){BURL__NONE, NULL}, of, out)
                                 : stage->sample(stage, of, out);
  if (status == BURL_OK && through) burl__spline_prepare(nx, ny, scratch, out);
  return status;
}

burl_status burl__run_ground(const burl__stage *stage, int node, float *out) {
  const burl__ground_kind kind = setup_of(stage, node)->kind;
  if (kind == BURL__GROUND_MIDPOINT) return run_midpoint(stage, node, out);
  if (stage->grid->step[0] == 0 || stage->grid->step[1] == 0) return BURL_SHAPE;
  return kind == BURL__GROUND_IMAGE      ? run_image(stage, node, out)
         : kind == BURL__GROUND_ERODE    ? run_erosion(stage, node, out)
         : kind == BURL__GROUND_UPSAMPLE ? run_upsampling(stage, node, out)
                                         : run_process(stage, node, out);
}

/* ---- Memory -------------------------------------------------------------------------------------- */

static size_t bytes_to_fill(const burl_field *image) {
  const int nx = (int)image->size[0], ny = (int)image->size[1];
  return image->data ? (size_t)nx * (size_t)ny * sizeof(float) + burl__raster_scratch(nx, ny) : 0;
}

size_t burl__bytes_beside(const burl__field_setup *setup, const burl_grid *grid) {
  const burl_grid coarse =
      burl__coarse_grid(grid, setup->kind == BURL__GROUND_UPSAMPLE ? burl__times_of(setup, grid) : 1);
  const burl__ground ground = {(int)coarse.size[0], (int)coarse.size[1], 1, 1, NULL, NULL};
  const size_t map = burl__cells_of(&ground) * sizeof(float);
  switch (setup->kind) {
  case BURL__GROUND_MIDPOINT:
    return setup->published ? burl__midpoint_published_scratch(ground.nx)
                            : burl__midpoint_scratch(ground.nx, ground.ny);
  case BURL__GROUND_IMAGE: return setup->give ? bytes_to_fill(&setup->image->field) : 0;
  case BURL__GROUND_ERODE: return burl__erode_scratch(&ground) + 3 * map;
  case BURL__GROUND_UPSAMPLE: return setup->through ? burl__spline_scratch(ground.nx, ground.ny) : 0;
  default: return scratch_of(setup, &ground) + (needs_both(setup) ? map : 0);
  }
}
