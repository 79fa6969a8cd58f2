/* The rules of period.h. */
#include "program/period.h"

#include <math.h>

#include "base/decimal.h"

int burl__has_lap(const burl__node *node) {
  return node->lap[0] != 0.0 || node->lap[1] != 0.0 || node->lap[2] != 0.0 || node->lap[3] != 0.0;
}

int burl__is_whole_laps(const burl__node *node, int axis, double period) {
  const double times = node->lap[axis] / period;
  return fabs(times - round(times)) <= 1e-9;
}

int burl__fail_jump(burl__graph *graph, burl__span place) {
  burl__fail(graph->error, BURL_RECIPE, place, "inside a tile a coordinate can only be read by a noise");
  burl__hint(graph->error, "read it by one, perlin(x), or take it out of the tile");
  return 0;
}

static int fail_scale(burl__graph *graph) {
  burl__fail(graph->error, BURL_RECIPE, graph->place, "inside a tile a coordinate can only be scaled by a constant");
  burl__hint(graph->error, "a scale that varies goes around the tile: scale(tile(e, P), s)");
  return 0;
}

/* lap = a·first + b·second. */
static int combine(burl__node *node, const burl__node *first, double a, const burl__node *second, double b) {
  for (int i = 0; i < 4; i++) node->lap[i] = a * first->lap[i] + (second ? b * second->lap[i] : 0.0);
  return 1;
}

/* A coordinate may be reduced again where the laps that it has are multiples of the new period,
 * which removes them; 0 with the error filled where they aren't. */
static int reduce(burl__graph *graph, const burl__node *inner, double period) {
  for (int i = 0; i < 4; i++) {
    if (burl__is_whole_laps(inner, i, period)) continue;
    burl__fail(graph->error, BURL_RECIPE, graph->place,
               "this tile's period %s does not divide the outer one's, %s here", burl__digits_of(period).text,
               burl__digits_of(fabs(inner->lap[i])).text);
    burl__hint(graph->error, "leave one of the two out, or change its period");
    return 0;
  }
  return 1;
}

/* What repeats after `period` may read a coordinate whose laps are whole multiples of it. */
static int whole_laps(burl__graph *graph, const burl__node *coordinate, double period) {
  for (int i = 0; i < 4; i++)
    if (!burl__is_whole_laps(coordinate, i, period)) return burl__fail_jump(graph, graph->place);
  return 1;
}

static int is_factor(const burl__node *node) { return node->op == BURL__CONSTANT && !burl__has_lap(node); }

int burl__lap(burl__graph *graph, burl__node *node) {
  const burl__node *const a = node->arity > 0 ? &graph->nodes[node->argument[0]] : NULL;
  const burl__node *const b = node->arity > 1 ? &graph->nodes[node->argument[1]] : NULL;
  int any = 0;
  for (int i = 0; i < node->arity; i++) any |= burl__has_lap(&graph->nodes[node->argument[i]]);
  if (!any) return 1;
  if (burl__is_sampled(node->op)) return 1; /* its period follows from the laps: burl__lap_period */
  switch (node->op) {
  case OP_add_d: return combine(node, a, 1, b, 1);
  case OP_subtract_d: return combine(node, a, 1, b, -1);
  case OP_negate_d: return combine(node, a, -1, NULL, 0);
  case OP_axis_reduce: return reduce(graph, a, b->value);
  case OP_sin_degrees:
  case OP_cos_degrees: return whole_laps(graph, a, 360.0);
  case OP_fract_d: return whole_laps(graph, a, 1.0);
  case OP_multiply_d:
    if (is_factor(b)) return combine(node, a, b->value, NULL, 0);
    if (is_factor(a)) return combine(node, b, a->value, NULL, 0);
    return fail_scale(graph);
  case OP_divide_d:
    if (is_factor(b)) return combine(node, a, 1 / b->value, NULL, 0);
    return fail_scale(graph);
  case BURL__READ:
    burl__fail(graph->error, BURL_RECIPE, graph->place, "inside a tile no surface can be read");
    burl__hint(graph->error, "in place of the tile: " BURL__REPEATED_SURFACE, "e");
    return 0;
  default: return burl__fail_jump(graph, graph->place);
  }
}

static double greatest_divisor(double a, double b) {
  while (b > 0.0) {
    const double rest = fmod(a, b);
    a = b;
    b = rest;
  }
  return a;
}

double burl__lap_period(burl__graph *graph, const burl__node *coordinate, double period) {
  double lap = 0.0;
  for (int i = 0; i < 4; i++) {
    const double size = fabs(coordinate->lap[i]), whole = round(size);
    if (size == 0.0) continue;
    if (fabs(size - whole) > 1e-9 || whole < 1.0) {
      burl__fail(graph->error, BURL_RECIPE, graph->tile,
                 "this tile is %s cells wide for the noise at %d:%d, not a whole number of them",
                 burl__digits_of(size).text, graph->place.line, graph->place.column);
      burl__hint(graph->error,
                 "change its period, or the cells: by at: or lacunarity: of a fractal, or by scale(e, s)");
      return -1.0;
    }
    lap = greatest_divisor(lap, whole);
  }
  if (lap == 0.0) return period;
  if (lap > 4294967295.0) {
    burl__fail(graph->error, BURL_LIMIT, graph->tile, "a period of more than 2^32 - 1 cells");
    burl__hint(graph->error, "make the tile smaller, or the cells larger: scale(e, s)");
    return -1.0;
  }
  if (period == 0.0) return lap;
  if (fmod(lap, period) == 0.0) return period;
  burl__fail(graph->error, BURL_RECIPE, graph->place, "this noise's period %.0f does not divide the tile's %.0f",
             period, lap);
  burl__hint(graph->error, "leave it out, and it is %.0f", lap);
  return -1.0;
}
