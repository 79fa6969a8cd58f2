/* The whole-grid functions of ground.h: most are processes, which terrain/ computes. */
#include "run/ground.h"

#include <math.h>
#include <string.h>

#include "run/coarse.h"
#include "run/fill_image.h"
#include "terrain/process.h"
#include "terrain/spline.h"

/* By their number among the rows of functions.def. */
#ifdef BURL_NO_TERRAIN /* then a recipe with a process doesn't compile: build_ground.c */
#define PROCESS(name, bounds, signature, range, help)
#endif
static const burl__process *const processes[BURL__PROCESS_COUNT] = {
#define FIELD(name, form, least, most, signature, range, help) [BURL__FIELD_##name] = &burl__process_##name,
#define PART(name) [BURL__FIELD_##name] = &burl__process_##name,
#include "functions.def"
};

static const burl__node *node_at(const burl__stage *stage, int node) {
  return &stage->program->plan->graph.nodes[node];
}

static burl__ground ground_of(const burl__stage *stage, const burl_grid *grid) {
  return (burl__ground){.nx = (int)grid->size[0],
                        .ny = (int)grid->size[1],
                        .dx = grid->step[0],
                        .dy = grid->step[1],
                        .pace = stage->pace,
                        .crew = stage->crew};
}

/* Whether the ground of a function that is computed over its own grid goes round along an axis. */
static int is_round(const burl__stage *stage, const burl__field_setup *setup, const burl_grid *own, int axis) {
  return burl__round_of(setup->kind == BURL__FIELD_upsample ? stage->whole : own, setup, axis) > 0;
}

/* How many cells lie between coordinate 0 and the first sample, along an axis, of a grid that a process is computed
 * over: the same for each that has samples at these places.  So far away that doubles don't count cells, 0. */
static int64_t place_of(const burl_grid *own, int axis) {
  const double cells = floor(own->origin[axis] / fabs(own->step[axis]) + 0.25);
  return fabs(cells) < 0x1p53 ? (int64_t)cells : 0;
}

static int suits(const burl__process *process, const burl__ground *ground, const double *option) {
  return process->suits ? process->suits(ground, option) : ground->dx != 0 && ground->dy != 0;
}

/* ---- Heights of the moment ----------------------------------------------------------------------- */

/* A process while it runs, for the map that depends on the heights of the moment. */
typedef struct {
  const burl__stage *stage;
  int map, moment; /* nodes: of the map, and of these heights */
  burl_status status;
} renewal;

/* The node of the heights of a moment; −1: none reads them. */
static int moment_of(const burl__stage *stage) {
  const burl__graph *const graph = &stage->program->plan->graph;
  for (size_t i = 0; i < graph->count; i++) {
    const burl__field_setup *const setup = graph->nodes[i].op == BURL__FIELD ? graph->nodes[i].setup : NULL;
    if (setup && setup->kind == BURL__FIELD_MOMENT) return (int)i;
  }
  return BURL__NONE;
}

static int renew(void *user, const burl__ground *ground, int level, const float *heights, float *map) {
  renewal *const r = user;
  burl_grid grid = *r->stage->grid;
  burl__stage quiet = *r->stage;
  quiet.pace = NULL;
  grid.size[0] = ground->nx, grid.size[1] = ground->ny;
  for (int axis = 0; axis < 2; axis++) grid.step[axis] *= (double)((int64_t)1 << level);
  r->status = r->stage->sample_apart(&quiet, &grid, (burl__filled){.node = r->moment, .data = heights}, r->map, map);
  return r->status != BURL_OK;
}

/* ---- Layers -------------------------------------------------------------------------------------- */

unsigned burl__layers_of(const burl__graph *graph, int node) {
  const burl__field_setup *const setup = graph->nodes[node].setup;
  unsigned layers = 1u << BURL__LAYER_HEIGHT;
  for (size_t i = (size_t)node + 1; i < graph->count; i++) {
    const burl__node *const by = &graph->nodes[i];
    if (by->op == BURL__READ && by->argument[2] == node)
      layers |= 1u << ((const burl__surface_reading *)by->setup)->layer;
    else if (setup->kind == BURL__FIELD_erode && by->op == BURL__FIELD && by->arity == 1 && by->argument[0] == node)
      layers |= burl__layers_of(graph, (int)i);
  }
  if (layers >> BURL__LAYER_WEAR & 1) layers |= 1u << BURL__LAYER_SEDIMENT; /* which it is found by */
  return layers;
}

size_t burl__layer_room(const burl__field_setup *setup, size_t cells) {
  const size_t missing = setup->kind == BURL__FIELD_upsample ? burl__spline_missing(cells) : 0;
  return cells + (missing + sizeof(float) - 1) / sizeof(float);
}

size_t burl__layer_start(unsigned layers, int layer, size_t room) {
  size_t start = 0;
  for (int before = 0; before < layer; before++) start += layers >> before & 1 ? room : 0;
  return start;
}

size_t burl__bytes_of_result(const burl__graph *graph, int node, size_t cells) {
  const size_t room = burl__layer_room(graph->nodes[node].setup, cells);
  return burl__layer_start(burl__layers_of(graph, node), BURL__LAYERS, room) * sizeof(float);
}

/* Where a result's layers are. */
static void find_layers(const burl__stage *stage, int node, size_t cells, float *result, float *layer[BURL__LAYERS]) {
  const unsigned layers = burl__layers_of(&stage->program->plan->graph, node);
  const size_t room = burl__layer_room(node_at(stage, node)->setup, cells);
  for (int i = 0; i < BURL__LAYERS; i++)
    layer[i] = layers >> i & 1 ? result + burl__layer_start(layers, i, room) : NULL;
}

/* ---- Processes ----------------------------------------------------------------------------------- */

/* Moves layers from where they follow one another to their places. */
static void spread_layers(const burl__ground *ground, float *const layer[BURL__LAYERS], const float *from) {
  int count = 0;
  for (int i = 0; i < BURL__LAYERS; i++) count += layer[i] != NULL;
  for (int i = BURL__LAYERS - 1; i > 0; i--)
    if (layer[i])
      memmove(layer[i], from + (size_t)--count * burl__cells_of(ground), burl__cells_of(ground) * sizeof *from);
}

/* Samples the process's heights, argument 0, over its own grid; nothing where it has no argument. */
static burl_status sample_heights(const burl__stage *stage, const burl__node *node, const burl_grid *own, float *to) {
  if (node->arity == 0) return BURL_OK;
  return burl__is_apart(node->setup, 0)
             ? stage->sample_apart(stage, own, (burl__filled){.node = BURL__NONE}, node->argument[0], to)
             : stage->sample(stage, node->argument[0], to);
}

/* Samples the process's further arguments, each into the place of its option in call->map; one that depends on the
 * heights of the moment is zeros until it is renewed. */
static burl_status sample_maps(const burl__stage *stage, const burl__node *node, burl__process_call *call,
                               renewal *renewed) {
  const burl__field_setup *const setup = node->setup;
  const size_t bytes = burl__cells_of(call->ground) * sizeof(float);
  burl_status status = BURL_OK;
  for (int a = 1; status == BURL_OK && a < node->arity; a++) {
    const int is_apart = burl__is_apart(setup, a);
    float *const map = is_apart ? burl__arena_take(stage->arena, bytes) : burl__arena_block(stage->arena, bytes);
    call->map[setup->given_by[a]] = map;
    if (!map) status = BURL_MEMORY;
    else if (!is_apart) status = stage->sample(stage, node->argument[a], map);
    else *renewed = (renewal){stage, node->argument[a], moment_of(stage), BURL_OK};
  }
  return status;
}

/* Memory for this number of bytes, 0: more than there are; not zeroed. */
static void *take(const burl__stage *stage, size_t bytes) {
  return bytes ? burl__arena_block(stage->arena, bytes) : NULL;
}

static burl_status run_process(const burl__stage *stage, int number, float *out) {
  const burl__node *const node = node_at(stage, number);
  const burl__field_setup *const setup = node->setup;
  const burl__process *const process = processes[setup->kind];
  const burl_grid own = burl__own_grid(stage, number);
  burl__ground ground = ground_of(stage, &own);
  for (int axis = 0; axis < 2; axis++) ground.is_round[axis] = (unsigned char)is_round(stage, setup, &own, axis);
  float *maps[BURL__MOST_OPTIONS] = {NULL};
  renewal renewed = {.status = BURL_OK};
  burl__process_call call = {.ground = &ground,
                             .option = setup->option,
                             .map = maps,
                             .place = {place_of(&own, 0), place_of(&own, 1)},
                             .seed = setup->seed,
                             .renew = setup->moment ? renew : NULL,
                             .user = &renewed};
  find_layers(stage, number, burl__cells_of(&ground), out, call.layer);
  if (!suits(process, &ground, setup->option)) return BURL_SHAPE;
  if (process->scratch && !(call.scratch = take(stage, process->scratch(&ground, setup->option)))) return BURL_MEMORY;
  float *const heights = process->change ? out
                         : node->arity   ? take(stage, burl__cells_of(&ground) * sizeof *heights)
                                         : NULL;
  if (!heights && node->arity) return BURL_MEMORY;
  burl_status status = sample_heights(stage, node, &own, heights);
  if (setup->kind == BURL__FIELD_upsample) spread_layers(&ground, call.layer, heights);
  if (status == BURL_OK) status = sample_maps(stage, node, &call, &renewed);
  if (status != BURL_OK) return status;
  if (process->change) process->change(&call, heights);
  else process->make(&call, heights, out);
  return renewed.status;
}

/* ---- Ground that goes round ---------------------------------------------------------------------- */

/* Copies one period over a grid that has more or less of it. */
static void repeat(const float *period, const burl_grid *one, const burl_grid *grid, float *out) {
  for (int64_t y = 0; y < grid->size[1]; y++) {
    const float *const row = period + y % one->size[1] * one->size[0];
    for (int64_t x = 0; x < grid->size[0]; x++) *out++ = row[x % one->size[0]];
  }
}

/* The function over one period, read again wherever the grid has another one. */
static burl_status run_period(const burl__stage *stage, int node, const burl_grid *one, float *out) {
  const size_t cells = (size_t)(one->size[0] * one->size[1]);
  float *const period = take(stage, burl__bytes_of_result(&stage->program->plan->graph, node, cells));
  float *from[BURL__LAYERS], *to[BURL__LAYERS];
  if (!period) return BURL_MEMORY;
  const burl_status status = stage->sample_apart(stage, one, (burl__filled){.node = BURL__NONE}, node, period);
  find_layers(stage, node, cells, period, from);
  find_layers(stage, node, (size_t)(stage->grid->size[0] * stage->grid->size[1]), out, to);
  for (int i = 0; status == BURL_OK && i < BURL__LAYERS; i++)
    if (to[i]) repeat(from[i], one, stage->grid, to[i]);
  return status;
}

burl_status burl__run_ground(const burl__stage *stage, int node, float *out) {
  const burl__field_setup *const setup = node_at(stage, node)->setup;
  const burl_grid *const grid = stage->grid;
  burl_grid one;
  if (!burl__round_grid(grid, setup, &one)) return BURL_SHAPE;
  if (!burl__is_same_size(&one, grid)) return run_period(stage, node, &one, out);
  if (setup->kind != BURL__FIELD_IMAGE) return run_process(stage, node, out);
  return grid->step[0] != 0 && grid->step[1] != 0 ? burl__run_image(stage, setup, out) : BURL_SHAPE;
}

/* ---- What it costs ------------------------------------------------------------------------------- */

size_t burl__bytes_beside(const burl__stage *stage, const burl__node *node, const burl_grid *own) {
  const burl__field_setup *const setup = node->setup;
  if (setup->kind == BURL__FIELD_IMAGE) return burl__image_bytes(setup);
  const burl__process *const process = processes[setup->kind];
  const burl__ground ground = {
      .nx = (int)own->size[0],
      .ny = (int)own->size[1],
      .dx = 1,
      .dy = 1,
      .is_round = {(unsigned char)is_round(stage, setup, own, 0), (unsigned char)is_round(stage, setup, own, 1)}};
  const int maps = process->change ? node->arity - 1 : node->arity;
  const size_t scratch = process->scratch ? process->scratch(&ground, setup->option) : 0;
  return scratch + (size_t)maps * burl__cells_of(&ground) * sizeof(float);
}

double burl__weight_of(const burl__node *node) {
  const burl__field_setup *const setup = node->setup;
  const double weight = setup->kind < BURL__PROCESS_COUNT ? processes[setup->kind]->weight : 0;
  return weight > 0 ? weight : 1;
}
