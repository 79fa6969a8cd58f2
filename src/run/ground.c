/* The whole-grid functions of ground.h, each by a process of terrain/. */
#include "run/ground.h"

#include <math.h>

#include "program/build.h"
#include "terrain/erode.h"
#include "terrain/flood.h"
#include "terrain/flow.h"
#include "terrain/midpoint.h"
#include "terrain/rivers.h"
#include "terrain/shape.h"

static burl_status run_midpoint(const burl__field_setup *setup, const burl_grid *grid,
                                burl__arena *arena, float *out) {
  const int nx = (int)grid->size[0], ny = (int)grid->size[1];
  if (setup->published && nx != ny) return BURL_SHAPE;
  void *const scratch =
      burl__arena_take(arena, setup->published ? burl__midpoint_published_scratch(nx)
                                               : burl__midpoint_scratch(nx, ny));
  if (!scratch) return BURL_MEMORY;
  if (setup->published)
    burl__midpoint_published(nx, (uint32_t)setup->seed, setup->raw, scratch, out);
  else burl__midpoint(nx, ny, setup->seed, setup->gain, scratch, out);
  return BURL_OK;
}

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

static void run_process(const burl__field_setup *setup, const burl__ground *ground, float *heights,
                        void *scratch, float *out) {
  switch (setup->kind) {
  case BURL__GROUND_FILL: burl__fill_hollows(ground, (float)setup->level, scratch, heights); break;
  case BURL__GROUND_BREACH:
    burl__breach_hollows(ground, (float)setup->level, scratch, heights);
    break;
  case BURL__GROUND_THERMAL:
    burl__thermal(ground, setup->talus, setup->steps, scratch, heights);
    break;
  case BURL__GROUND_BLUR: burl__blur(ground, setup->radius, scratch, heights); break;
  case BURL__GROUND_DISTANCE: burl__distance(ground, scratch, heights); break;
  case BURL__GROUND_FLOW:
    burl__flow(ground, (burl__flow_give)setup->give, (burl__flow_routing)setup->routing, heights,
               scratch, out);
    break;
  case BURL__GROUND_RIVERS: burl__rivers(ground, setup->least, setup->depth, scratch, heights); break;
  case BURL__GROUND_LAKES:
    burl__lakes(ground, (burl__lakes_give)setup->give, heights, scratch, out);
    break;
  default: burl__rise(ground, setup->axis, heights, out);
  }
}

static burl_status run_erosion(const burl__node *node, const burl__ground *ground,
                               const burl__heights *heights, float *out) {
  const burl__field_setup *const setup = node->setup;
  burl__erosion e = {.m = setup->m, .years = setup->years, .steps = setup->steps};
  float **const maps[3] = {&e.uplift, &e.k, &e.talus};
  burl__arena *const arena = heights->arena;
  const size_t bytes = burl__erode_scratch(ground);
  void *const scratch = bytes ? burl__arena_take(arena, bytes) : NULL;
  burl_status status =
      scratch ? heights->sample(heights->user, node->argument[0], out, arena) : BURL_MEMORY;
  for (int i = 0; status == BURL_OK && i < 3; i++) {
    *maps[i] = burl__arena_take(arena, burl__cells_of(ground) * sizeof **maps[i]);
    status = *maps[i] ? heights->sample(heights->user, node->argument[1 + i], *maps[i], arena)
                      : BURL_MEMORY;
  }
  if (status == BURL_OK) burl__erode(ground, &e, scratch, out);
  return status;
}

burl_status burl__run_ground(const burl__node *node, const burl_grid *grid,
                             const burl__heights *heights, float *out) {
  const burl__field_setup *const setup = node->setup;
  const burl__ground ground = {(int)grid->size[0], (int)grid->size[1], grid->step[0],
                               grid->step[1]};
  burl__arena *const arena = heights->arena;
  if (setup->kind == BURL__GROUND_MIDPOINT) return run_midpoint(setup, grid, arena, out);
  if (ground.dx == 0 || ground.dy == 0) return BURL_SHAPE;
  if (setup->kind == BURL__GROUND_ERODE) return run_erosion(node, &ground, heights, out);
  const size_t bytes = scratch_of(setup, &ground);
  void *const scratch = bytes ? burl__arena_take(arena, bytes) : NULL;
  float *const from =
      needs_both(setup) ? burl__arena_take(arena, burl__cells_of(&ground) * sizeof *from) : out;
  if (!scratch || !from) return BURL_MEMORY;
  const burl_status status = heights->sample(heights->user, node->argument[0], from, arena);
  if (status == BURL_OK) run_process(setup, &ground, from, scratch, out);
  return status;
}
