/* The stages of stage.h. */
#include "run/stage.h"

#include <math.h>
#include <string.h>

#include "burl_inspect.h"
#include "program/field.h"
#include "run/coarse.h"
#include "run/ground.h"
#include "terrain/process.h"
#include "terrain/spline.h"

static const burl__filled *find(const burl__stage *stage, int node) {
  for (int i = 0; i < stage->count; i++)
    if (stage->filled[i].node == node) return &stage->filled[i];
  return NULL;
}

/* Those of a whole-grid function that has been sampled follow its heights. */
static void copy_further_layers(const burl__stage *stage, int node, float *out) {
  const burl__filled *const filled = find(stage, node);
  const size_t cells = (size_t)(stage->grid->size[0] * stage->grid->size[1]);
  const size_t bytes = filled ? burl__bytes_of_result(&stage->program->plan->graph, node, cells) : 0;
  if (bytes > cells * sizeof *out) memcpy(out + cells, filled->data + cells, bytes - cells * sizeof *out);
}

/* burl__stage.sample_apart. */
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
  if (status == BURL_OK) copy_further_layers(&own, node, out);
  burl__arena_close(&arena);
  return status;
}

int burl__stage_fits(const burl_grid *grid) {
  return grid->size[0] <= 1 << 20 && grid->size[1] <= 1 << 20 && grid->size[0] * grid->size[1] <= INT32_MAX;
}

burl_status burl__stage_open(burl__stage *stage, burl__arena *arena) {
  if (!burl__stage_fits(stage->grid)) return BURL_LIMIT;
  stage->arena = arena;
  stage->sample_apart = sample_apart;
  stage->filled = burl__arena_take(arena, (size_t)(stage->program->plan->graph.whole_grid + 1) * sizeof *stage->filled);
  return stage->filled ? BURL_OK : BURL_MEMORY;
}

const float *burl__stage_data(const burl__stage *stage, int node) {
  const burl__filled *const filled = find(stage, node);
  return filled ? filled->data : NULL;
}

/* ---- Filling ------------------------------------------------------------------------------------- */

static int is_field(const burl__node *node) { return node->op == BURL__FIELD; }

/* Whether the node's argument a is computed before it, over the same grid. */
static int is_before(const burl__node *node, int a) { return !is_field(node) || !burl__is_apart(node->setup, a); }

/* Marks the nodes that some are computed from, as far as they aren't filled. */
static void mark_needed(const burl__stage *stage, unsigned char *needed) {
  const burl__graph *const graph = &stage->program->plan->graph;
  for (size_t i = graph->count; i-- > 0;) {
    const burl__node *const node = &graph->nodes[i];
    if (needed[i] && burl__stage_data(stage, (int)i)) needed[i] = 0;
    for (int a = 0; needed[i] && a < node->arity; a++)
      if (is_before(node, a)) needed[node->argument[a]] = 1;
  }
}

static const burl__node *node_at(const burl__stage *stage, int node) {
  return &stage->program->plan->graph.nodes[node];
}

/* Computes the whole-grid function of a node; what it needs meanwhile is freed at once. */
static burl_status fill_one(burl__stage *stage, int node) {
  const burl_grid own = burl__own_grid(stage, node);
  burl_grid one; /* a period, where the ground goes round */
  if (!burl__round_grid(stage->grid, node_at(stage, node)->setup, &one)) return BURL_SHAPE;
  if (!burl__stage_fits(&own) || !burl__stage_fits(&one)) return BURL_LIMIT;
  const size_t cells = (size_t)(own.size[0] * own.size[1]);
  float *const data = burl__arena_block(stage->arena, burl__bytes_of_result(&stage->program->plan->graph, node, cells));
  burl__arena scratch;
  burl__arena_open(&scratch, stage->program->allocator);
  burl__stage running = *stage;
  running.arena = &scratch;
  const burl_status status = data ? burl__run_ground(&running, node, data) : BURL_MEMORY;
  burl__arena_close(&scratch);
  stage->filled[stage->count++] = (burl__filled){node, burl__layers_of(&stage->program->plan->graph, node), data, own};
  return status == BURL_OK && burl__pace_stops(stage->pace, 1) ? BURL_CANCELLED : status;
}

static double weight_of_all(const burl__graph *graph, const unsigned char *needed) {
  double sum = 0;
  for (size_t i = 0; i < graph->count; i++)
    if (needed[i] && is_field(&graph->nodes[i])) sum += burl__weight_of(&graph->nodes[i]);
  return sum;
}

burl_status burl__stage_fill(burl__stage *stage, const int *nodes, int count) {
  const burl__graph *const graph = &stage->program->plan->graph;
  if (graph->whole_grid == 0) return BURL_OK;
  unsigned char *const needed = burl__arena_take(stage->arena, graph->count);
  if (!needed) return BURL_MEMORY;
  for (int i = 0; i < count; i++) needed[nodes[i]] = 1;
  mark_needed(stage, needed);
  burl__pace *const pace = stage->pace, whole = pace ? *pace : (burl__pace){0};
  const double all = weight_of_all(graph, needed);
  double done = 0;
  burl_status status = BURL_OK;
  for (size_t i = 0; status == BURL_OK && i < graph->count; i++) {
    if (!needed[i] || !is_field(&graph->nodes[i])) continue;
    if (pace) pace->begin = whole.begin + (whole.end - whole.begin) * done / all;
    done += burl__weight_of(&graph->nodes[i]);
    if (pace) pace->end = whole.begin + (whole.end - whole.begin) * done / all;
    status = fill_one(stage, (int)i);
  }
  return status;
}

/* ---- Surfaces ------------------------------------------------------------------------------------ */

void burl__read_points(const burl__stage *stage, int field, const burl__surface_reading *reading,
                       const double *const at[2], int count, float *to) {
  const burl__node *const node = node_at(stage, field);
  const int *const order = reading->order;
  const burl__filled *const filled = find(stage, field);
  const burl_grid *const own = &filled->own;
  const int nx = (int)own->size[0], ny = (int)own->size[1];
  const size_t cells = (size_t)nx * (size_t)ny;
  const float *const layer =
      filled->data + burl__layer_start(filled->layers, reading->layer, burl__layer_room(node->setup, cells));
  const burl__spline surface = {
      .coefficients = layer,
      .missing = (const unsigned char *)(layer + cells),
      .nx = nx,
      .ny = ny,
      .is_round = {burl__round_of(stage->whole, node->setup, 0) > 0, burl__round_of(stage->whole, node->setup, 1) > 0},
      .lo = reading->layer == 0                 ? node->range.lo
            : reading->layer < BURL__LAYER_WEAR ? -INFINITY
                                                : 0, /* as it runs near what isn't below 0 */
      .hi = reading->layer == 0 ? node->range.hi : INFINITY};
  double scale = 1;
  for (int axis = 0; axis < 2; axis++)
    for (int i = 0; i < order[axis]; i++) scale /= own->step[axis];
  for (int i = 0; i < count; i++) {
    const double x = (at[0][i] - own->origin[0]) / own->step[0], y = (at[1][i] - own->origin[1]) / own->step[1];
    to[i] = (float)(scale * burl__spline_at(&surface, order, x, y));
  }
}

/* ---- Queries ------------------------------------------------------------------------------------- */

/* The most bytes that are taken at once for what some nodes read, as burl__stage_fill goes through it. */
static double bytes_to_fill(const burl__stage *stage, const int *nodes, int count) {
  const burl__graph *const graph = &stage->program->plan->graph;
  unsigned char *const needed = burl__arena_take(stage->arena, graph->count);
  double kept = 0, most = 0;
  for (int i = 0; needed && i < count; i++) needed[nodes[i]] = 1;
  if (needed) mark_needed(stage, needed);
  for (size_t i = 0; needed && i < graph->count; i++) {
    const burl__node *const node = &graph->nodes[i];
    if (!needed[i] || !is_field(node)) continue;
    const burl__field_setup *const setup = node->setup;
    if (setup->kind == BURL__FIELD_MOMENT) continue; /* it is erosion's own */
    const burl_grid own = burl__own_grid(stage, (int)i);
    const size_t cells = (size_t)(own.size[0] * own.size[1]);
    burl__stage inner = *stage;
    inner.grid = &own;
    burl_grid one;
    const int is_part = burl__round_grid(stage->grid, setup, &one) && !burl__is_same_size(&one, stage->grid);
    double beside = is_part ? 0 : (double)burl__bytes_beside(stage, node, &own);
    if (is_part) {
      const int number = (int)i;
      inner.grid = &one;
      beside = bytes_to_fill(&inner, &number, 1) + 4.0 * (double)one.size[0] * (double)one.size[1];
    }
    for (int a = 0; a < node->arity; a++)
      if (burl__is_apart(setup, a)) beside += bytes_to_fill(&inner, &node->argument[a], 1);
    kept += (double)burl__bytes_of_result(graph, (int)i, cells);
    most = fmax(most, kept + beside);
  }
  return most;
}

double burl_stage_bytes(const burl_program *program, const burl_grid *grid) {
  if (!program || !grid) return 0;
  burl_grid whole = *grid;
  for (int axis = 0; axis < 2; axis++)
    if (whole.size[axis] == 0) whole.size[axis] = 1;
  burl__arena arena;
  burl__arena_open(&arena, program->allocator);
  burl__stage stage = {.program = program, .grid = &whole, .whole = &whole};
  const burl__outputs *const outputs = &program->plan->outputs;
  const int is_known = whole.size[0] > 0 && whole.size[1] > 0 && burl__stage_open(&stage, &arena) == BURL_OK;
  const double bytes = is_known ? bytes_to_fill(&stage, outputs->node, outputs->channels) : 0;
  burl__arena_close(&arena);
  return bytes;
}

const char *burl_stage_at(const burl_program *program, int index) {
  const burl__graph *const graph = program && index >= 0 ? &program->plan->graph : NULL;
  for (size_t i = 0; graph && i < graph->count; i++) {
    const char *const name =
        is_field(&graph->nodes[i]) ? ((const burl__field_setup *)graph->nodes[i].setup)->name : NULL;
    if (name && index-- == 0) return name;
  }
  return NULL;
}
