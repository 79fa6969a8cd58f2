/* The grids of coarse.h. */
#include "run/coarse.h"

#include <math.h>

#include "program/picture.h"

double burl__samples_of_period(const burl_grid *grid, double period, int axis) {
  const double samples = period / fabs(grid->step[axis]), whole = round(samples);
  return whole >= 1 && whole <= 0x1p20 && fabs(samples - whole) <= 1e-9 * whole ? whole : 0;
}

/* Whether a grid has so much of a period, which isn't a tile's, that the whole of it is computed: more than half, as
 * long as it fits, however wide it is along the other axis.  (A globe from pole to pole has half of what repeats along
 * its meridians, and isn't computed twice.) */
static int has_enough(const burl_grid *grid, double period, int axis) {
  const double extent = fabs(grid->step[axis]) * (double)grid->size[axis];
  return period <= extent * (1 + 1e-9) ||
         (period < 2 * extent * (1 - 1e-9) && period <= 0x1p15 * fabs(grid->step[axis]));
}

double burl__round_of(const burl_grid *grid, const burl__field_setup *setup, int axis) {
  const double repeats = setup->repeats[axis];
  if (setup->period[axis] > 0 || repeats == 0 || !has_enough(grid, repeats, axis)) return setup->period[axis];
  if (setup->kind == BURL__FIELD_upsample) return repeats;
  return burl__samples_of_period(grid, repeats, axis) > 0 ? repeats : 0;
}

/* The grid over the same place whose cells are `times` as wide, the last ones perhaps reaching beyond. */
static burl_grid coarse_grid(const burl_grid *grid, int times) {
  burl_grid coarse = *grid;
  for (int axis = 0; axis < 2; axis++) {
    coarse.size[axis] = (grid->size[axis] + times - 1) / times;
    coarse.step[axis] = grid->step[axis] * times;
    coarse.origin[axis] = grid->origin[axis] + ((double)grid->first[axis] + 0.5 * (times - 1)) * grid->step[axis];
    coarse.first[axis] = 0;
  }
  return coarse;
}

int burl__round_grid(const burl_grid *grid, const burl__field_setup *setup, burl_grid *period) {
  *period = coarse_grid(grid, 1);
  for (int axis = 0; axis < 2; axis++) {
    const double round = burl__round_of(grid, setup, axis);
    if (round == 0 || setup->kind == BURL__FIELD_upsample) continue;
    const double samples = burl__samples_of_period(grid, round, axis);
    if (samples == 0) return 0;
    period->size[axis] = (int64_t)samples;
  }
  return 1;
}

/* How many of the grid's cells those of an upsample() are wide. */
static int times_of(const burl__field_setup *upsampling, const burl_grid *grid) {
  const double times = round(upsampling->option[BURL__UPSAMPLE_CELL] / fmax(fabs(grid->step[0]), 1e-300));
  if (upsampling->times != BURL__BY_CELL) return upsampling->times;
  return times < 1 ? 1 : times > BURL__MOST_TIMES ? BURL__MOST_TIMES : (int)times;
}

/* ---- The lattice --------------------------------------------------------------------------------- */

enum { COARSEST = 256, USUAL = 512 }; /* intervals of the longer side: of the lattice's coarsest level, and in all */

/* The least step of the images that a node is computed from, along any axis; infinite: there are none with a place. */
static double finest_image(const burl__stage *stage, int node) {
  const burl__graph *const graph = &stage->program->plan->graph;
  unsigned char *const needed = burl__arena_take(stage->arena, (size_t)node + 1);
  double finest = INFINITY;
  if (needed) needed[node] = 1;
  for (int i = node; needed && i >= 0; i--) {
    const burl__node *const at = &graph->nodes[i];
    for (int a = 0; needed[i] && a < at->arity; a++) needed[at->argument[a]] = 1;
    const burl__picture *const picture = needed[i] && at->op == BURL__PICTURE ? at->setup : NULL;
    for (int axis = 0; picture && picture->image->field.data && axis < 2; axis++)
      finest = fmin(finest, fabs(burl__picture_step(picture, axis)));
  }
  return finest;
}

/* The place that a grid's cells cover, along an axis: where it begins, and how long it is.  Both are whole numbers of a
 * unit that is small beside the longer side, so that grids of other steps over the same place have the same. */
typedef struct {
  double begin[2], side[2];
} place;

static place place_of(const burl_grid *grid) {
  place p;
  int exponent;
  for (int axis = 0; axis < 2; axis++) {
    const double step = grid->step[axis], first = (double)grid->first[axis];
    const double ends[2] = {grid->origin[axis] + (first - 0.5) * step,
                            grid->origin[axis] + (first + (double)grid->size[axis] - 0.5) * step};
    p.begin[axis] = fmin(ends[0], ends[1]);
    p.side[axis] = fabs(ends[1] - ends[0]);
  }
  (void)frexp(fmax(p.side[0], p.side[1]), &exponent);
  const double unit = ldexp(1, exponent - 36);
  for (int axis = 0; axis < 2; axis++) {
    p.begin[axis] = unit * round(p.begin[axis] / unit);
    p.side[axis] = unit * fmax(1, round(p.side[axis] / unit));
  }
  return p;
}

/* The place of the lattice: along an axis along which the ground goes round, the period from 0 on. */
static place place_of_lattice(const burl_grid *whole, const burl__field_setup *setup) {
  place p = place_of(whole);
  for (int axis = 0; axis < 2; axis++)
    if (burl__round_of(whole, setup, axis) > 0) p.begin[axis] = 0, p.side[axis] = burl__round_of(whole, setup, axis);
  return p;
}

/* Nodes, the outermost on the place's edges, but for a round, whose end is its beginning: of a power of two of
 * intervals, as often as it takes, so that every second node is one of a coarser lattice, down to at most COARSEST
 * intervals. */
static burl_grid lattice_over(const burl_grid *whole, const burl__field_setup *setup, double cell) {
  const place p = place_of_lattice(whole, setup);
  const double longer = fmax(p.side[0], p.side[1]);
  burl_grid lattice = *whole;
  double power = 1;
  while (longer / (cell * power) > COARSEST) power *= 2;
  lattice.footprint = 0;
  for (int axis = 0; axis < 2; axis++) {
    const double intervals = fmax(1, ceil(p.side[axis] / (cell * power) - 1e-6)) * power;
    const int end = burl__round_of(whole, setup, axis) == 0;
    lattice.size[axis] = intervals < 0x1p30 ? (int64_t)intervals + end : (int64_t)1 << 30;
    lattice.step[axis] = p.side[axis] / intervals;
    lattice.origin[axis] = p.begin[axis];
    lattice.first[axis] = 0;
  }
  return lattice;
}

static burl_grid lattice_of(const burl__stage *stage, int node, const burl__field_setup *setup) {
  const place p = place_of_lattice(stage->whole, setup);
  const double usual = fmax(p.side[0], p.side[1]) / USUAL, cell = setup->option[BURL__UPSAMPLE_CELL];
  return lattice_over(stage->whole, setup, cell > 0 ? cell : fmin(usual, finest_image(stage, node)));
}

/* ---- Wider cells --------------------------------------------------------------------------------- */

/* Cells `times` as wide as the grid's; along an axis along which the ground goes round, the whole number of them that
 * is nearest to that, which begin where those of the grid do. */
static burl_grid wider_grid(const burl__stage *stage, const burl__field_setup *setup, int times) {
  const burl_grid *const grid = stage->grid;
  burl_grid wide = coarse_grid(grid, times);
  for (int axis = 0; axis < 2; axis++) {
    const double period = burl__round_of(stage->whole, setup, axis), step = fabs(grid->step[axis]);
    if (period == 0) continue;
    const double cells = fmin(fmax(1, round(period / (step * times))), 0x1p30), cell = period / cells;
    const double start = grid->origin[axis] + ((double)grid->first[axis] - 0.5) * grid->step[axis];
    wide.size[axis] = (int64_t)cells;
    wide.step[axis] = cell;
    wide.origin[axis] = start - step * floor(start / step) + 0.5 * cell;
  }
  return wide;
}

burl_grid burl__own_grid(const burl__stage *stage, int node) {
  const burl__field_setup *const setup = stage->program->plan->graph.nodes[node].setup;
  if (setup->kind != BURL__FIELD_upsample) return coarse_grid(stage->grid, 1);
  if (setup->times == BURL__LATTICE) return lattice_of(stage, node, setup);
  return wider_grid(stage, setup, times_of(setup, stage->grid));
}
