/* The checks of check.h.  Each names the field that is wrong, what it may be and what it is. */
#include "run/check.h"

#include <inttypes.h>
#include <math.h>

#include "base/decimal.h"
#include "base/error.h"
#include "burl_inspect.h"
#include "run/coarse.h"
#include "run/filter.h"
#include "run/stage.h"

enum { MOST_THREADS = 4096 };

static const burl__span nowhere = {0, 0, 0};
static const int64_t far = (int64_t)1 << 53;

/* How many floats, and how many samples of the most channels, can have addresses. */
static const int64_t most_floats = (int64_t)(SIZE_MAX / 2 / sizeof(float));
static const int64_t most_samples = (int64_t)(SIZE_MAX / 2 / sizeof(float) / BURL__MOST_CHANNELS);

/* ---- One number ---------------------------------------------------------------------------------- */

static burl_status check_finite(double value, const char *name, burl_error *error) {
  if (isfinite(value)) return BURL_OK;
  return burl__fail(error, BURL_ARGUMENT, nowhere, "%s is a finite number, not %s", name, burl__digits_of(value).text);
}

static burl_status check_finite_at(double value, const char *name, int axis, burl_error *error) {
  if (isfinite(value)) return BURL_OK;
  return burl__fail(error, BURL_ARGUMENT, nowhere, "%s[%d] is a finite number, not %s", name, axis,
                    burl__digits_of(value).text);
}

static burl_status check_footprint(double value, burl_error *error) {
  if (isfinite(value) && value >= 0.0) return BURL_OK;
  return burl__fail(error, BURL_ARGUMENT, nowhere, "footprint is a finite number from 0 on, not %s",
                    burl__digits_of(value).text);
}

static burl_status check_count(int value, int most, const char *name, burl_error *error) {
  if (value >= 0 && value <= most) return BURL_OK;
  return burl__fail(error, BURL_ARGUMENT, nowhere, "%s is 0 to %d, not %d", name, most, value);
}

static burl_status check_reserved(const uint64_t *reserved, int count, burl_error *error) {
  for (int i = 0; i < count; i++) {
    if (reserved[i] == 0) continue;
    burl__fail(error, BURL_ARGUMENT, nowhere, "reserved[%d] is 0, not %" PRIu64, i, reserved[i]);
    burl__hint(error, "clear the struct: = {0}");
    return BURL_ARGUMENT;
  }
  return BURL_OK;
}

/* The first whole-grid function that the result is made of, for messages. */
static const char *whole_grid_function(const burl_program *program) {
  const char *const name = burl_stage_at(program, 0);
  return name ? name : "it";
}

/* ---- Grids --------------------------------------------------------------------------------------- */

static burl_status check_size(const burl_program *program, const burl_grid *grid, int axis, burl_error *error) {
  const int64_t size = grid->size[axis];
  if (axis >= program->dims && (size < 0 || size > 1))
    return burl__fail(error, BURL_ARGUMENT, nowhere, "size[%d] is 0 or 1 with a recipe of %d dimension%s, not %" PRId64,
                      axis, program->dims, program->dims > 1 ? "s" : "", size);
  if (size >= 0 && size <= far) return BURL_OK;
  return burl__fail(error, BURL_ARGUMENT, nowhere, "size[%d] is 0 to 2^53, not %" PRId64, axis, size);
}

/* Sizes, each and together; 0 becomes 1. */
static burl_status check_sizes(const burl_program *program, burl_grid *grid, burl_error *error) {
  int64_t samples = 1;
  for (int axis = 0; axis < 4; axis++)
    if (check_size(program, grid, axis, error) != BURL_OK) return BURL_ARGUMENT;
  for (int axis = 0; axis < 4; axis++) {
    if (grid->size[axis] == 0) grid->size[axis] = 1;
    if (samples > most_samples / grid->size[axis]) {
      const int64_t *const n = grid->size;
      return burl__fail(error, BURL_ARGUMENT, nowhere,
                        "size is %" PRId64 " x %" PRId64 " x %" PRId64 " x %" PRId64 ", more than %" PRId64 " samples",
                        n[0], n[1], n[2] ? n[2] : 1, n[3] ? n[3] : 1, most_samples);
    }
    samples *= grid->size[axis];
  }
  return BURL_OK;
}

static burl_status check_axis(const burl_grid *grid, int axis, burl_error *error) {
  if (check_finite_at(grid->origin[axis], "origin", axis, error) != BURL_OK ||
      check_finite_at(grid->step[axis], "step", axis, error) != BURL_OK)
    return BURL_ARGUMENT;
  if (grid->first[axis] >= -far && grid->first[axis] <= far) return BURL_OK;
  return burl__fail(error, BURL_ARGUMENT, nowhere, "first[%d] is -2^53 to 2^53, not %" PRId64, axis, grid->first[axis]);
}

/* Whether the floats that the strides lead to, forwards and backwards, can have addresses. */
static burl_status check_strides(const burl_grid *grid, burl_error *error) {
  int64_t left = most_floats - 4;
  for (int axis = 0; axis < 4; axis++) {
    const int64_t steps = grid->size[axis] - 1, stride = grid->stride[axis];
    if (steps == 0) continue;
    if (stride > left / steps || stride < -(left / steps))
      return burl__fail(error, BURL_ARGUMENT, nowhere,
                        "stride[%d] is %" PRId64 ", which leads %" PRId64 " samples farther than there are addresses",
                        axis, stride, grid->size[axis]);
    left -= steps * (stride < 0 ? -stride : stride);
  }
  return BURL_OK;
}

void burl__fill_strides(burl_grid *grid, int channels) {
  int64_t packed = channels;
  for (int i = 0; i < 4; i++) {
    if (grid->stride[i] == 0) grid->stride[i] = packed;
    packed *= grid->size[i];
  }
}

/* Ground that goes round a tile has a whole number of samples around it. */
static burl_status check_round(const burl_grid *grid, const burl__field_setup *setup, int axis, burl_error *error) {
  const double period = setup->period[axis], step = fabs(grid->step[axis]);
  if (period == 0 || setup->kind == BURL__FIELD_upsample || burl__samples_of_period(grid, period, axis) > 0)
    return BURL_OK;
  const double samples = period / step, whole = fmin(fmax(1, round(samples)), 0x1p20);
  burl__fail(error, BURL_SHAPE, nowhere,
             "%s inside a tile %s wide along %c has %s samples around it, not a whole number",
             setup->name ? setup->name : "a whole-grid function", burl__digits_of(period).text, "xy"[axis],
             burl__digits_of((double)(float)samples).text);
  burl__hint(error, "a step of %s along %c has %s: choose size and extent so", burl__digits_of(period / whole).text,
             "xy"[axis], burl__digits_of(whole).text);
  return BURL_SHAPE;
}

/* One tile is computed as a whole, however small a part of it the grid has. */
static burl_status check_tile(const burl_grid *grid, const burl__field_setup *setup, burl_error *error) {
  burl_grid one;
  for (int axis = 0; axis < 2; axis++)
    if (check_round(grid, setup, axis, error) != BURL_OK) return BURL_SHAPE;
  if (burl__round_grid(grid, setup, &one) && burl__stage_fits(&one)) return BURL_OK;
  return burl__fail(error, BURL_LIMIT, nowhere,
                    "%s inside a tile of %" PRId64 " x %" PRId64
                    " samples: it takes 2^31 - 1 in all, as it is computed whole",
                    setup->name ? setup->name : "a whole-grid function", one.size[0], one.size[1]);
}

static burl_status check_tiles(const burl_program *program, const burl_grid *grid, burl_error *error) {
  const burl__graph *const graph = &program->plan->graph;
  burl_status status = BURL_OK;
  for (size_t i = 0; status == BURL_OK && i < graph->count; i++)
    if (graph->nodes[i].op == BURL__FIELD) status = check_tile(grid, graph->nodes[i].setup, error);
  return status;
}

/* A whole-grid function has no samples between the grid's own, and not as many as other recipes. */
static burl_status check_whole_grid(const burl_program *program, const burl_grid *grid, burl_error *error) {
  if (program->plan->graph.whole_grid == 0) return BURL_OK;
  if (!burl__stage_fits(grid))
    return burl__fail(error, BURL_LIMIT, nowhere,
                      "size is %" PRId64 " x %" PRId64
                      ", and a whole-grid function, %s, takes 2^20 along an axis and 2^31 - 1 in all",
                      grid->size[0], grid->size[1], whole_grid_function(program));
  const burl_status status = check_tiles(program, grid, error);
  if (status != BURL_OK) return status;
  if (grid->samples < 2) return BURL_OK;
  return burl__fail(error, BURL_SHAPE, nowhere, "samples is 0 or 1 for a recipe with a whole-grid function, %s, not %d",
                    whole_grid_function(program), grid->samples);
}

burl_status burl__check_grid(const burl_program *program, const burl_grid *grid, burl_grid *filled, burl_error *error) {
  if (!program || !grid) return burl__fail(error, BURL_ARGUMENT, nowhere, program ? "no grid" : "no program");
  *filled = *grid;
  if (check_sizes(program, filled, error) != BURL_OK) return BURL_ARGUMENT;
  for (int axis = 0; axis < program->dims; axis++)
    if (check_axis(grid, axis, error) != BURL_OK) return BURL_ARGUMENT;
  burl__fill_strides(filled, program->plan->outputs.channels);
  if (check_finite(grid->time, "time", error) != BURL_OK || check_strides(filled, error) != BURL_OK ||
      check_footprint(grid->footprint, error) != BURL_OK ||
      check_count(grid->threads, MOST_THREADS, "threads", error) != BURL_OK ||
      check_count(grid->samples, BURL__MOST_SAMPLES, "samples", error) != BURL_OK ||
      check_reserved(grid->reserved, sizeof grid->reserved / sizeof *grid->reserved, error) != BURL_OK)
    return BURL_ARGUMENT;
  return check_whole_grid(program, filled, error);
}

burl_status burl_check_grid(const burl_program *program, const burl_grid *grid, burl_error *error) {
  burl_grid filled;
  burl__clear(error);
  return burl__check_grid(program, grid, &filled, error);
}

/* ---- Points -------------------------------------------------------------------------------------- */

burl_status burl__check_points(const burl_program *program, const burl_points *points, burl_error *error) {
  const size_t most = SIZE_MAX / (8 * BURL__MOST_CHANNELS);
  if (!program || !points) return burl__fail(error, BURL_ARGUMENT, nowhere, program ? "no points" : "no program");
  if (program->plan->graph.whole_grid) {
    burl__fail(error, BURL_ARGUMENT, nowhere, "a recipe with a whole-grid function, %s, has no values at points",
               whole_grid_function(program));
    burl__hint(error, "sample a grid");
    return BURL_ARGUMENT;
  }
  if (points->count > most)
    return burl__fail(error, BURL_ARGUMENT, nowhere, "count is at most %" PRIu64 ", not %" PRIu64, (uint64_t)most,
                      (uint64_t)points->count);
  for (int axis = 0; axis < program->dims; axis++)
    if (!points->coord[axis] && points->count)
      return burl__fail(error, BURL_ARGUMENT, nowhere, "coord[%d] is NULL, and the recipe has %d dimension%s", axis,
                        program->dims, program->dims > 1 ? "s" : "");
  if (check_footprint(points->footprint, error) != BURL_OK) return BURL_ARGUMENT;
  return check_reserved(points->reserved, sizeof points->reserved / sizeof *points->reserved, error);
}

burl_status burl_check_points(const burl_program *program, const burl_points *points, burl_error *error) {
  burl__clear(error);
  return burl__check_points(program, points, error);
}
