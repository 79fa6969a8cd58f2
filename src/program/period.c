/* The rules of period.h. */
#include "program/period.h"

#include <math.h>
#include <stdio.h>

#include "base/decimal.h"
#include "program/drawing.h"
#include "program/field.h"
#include "program/picture.h"

#define SAME BURL__SAME_PERIOD
#define HALF_TURN 3.14159265358979323846

int burl__has_lap(const burl__node *node) {
  return node->lap[0] != 0.0 || node->lap[1] != 0.0 || node->lap[2] != 0.0 || node->lap[3] != 0.0;
}

static double times_of(const burl__node *node, int axis, double period) { return node->lap[axis] / period; }

static int is_whole_number(double times) { return fabs(times - round(times)) <= SAME; }

int burl__is_whole_laps(const burl__node *node, int axis, double period) {
  return is_whole_number(times_of(node, axis, period));
}

/* ---- What can't repeat -------------------------------------------------------------------------- */

int burl__fail_jump(burl__graph *graph, burl__span place) {
  burl__fail(graph->error, BURL_RECIPE, place, "this coordinate doesn't repeat with the tile around it");
  burl__hint(graph->error, "noises, fract, %%, sin and cos of it do: perlin(x), fract(x), sin(tau*x)");
  return 0;
}

static int fail_scale(burl__graph *graph) {
  burl__fail(graph->error, BURL_RECIPE, graph->place, "inside a tile a coordinate can only be scaled by a constant");
  burl__hint(graph->error, "a scale that varies goes around the tile: scale(tile(e, P), s)");
  return 0;
}

typedef struct {
  char text[32];
} lap_text;

/* A number as an error names it. */
static lap_text lap_text_of(double value) {
  lap_text n;
  snprintf(n.text, sizeof n.text, "%.10g", value);
  burl__set_decimal_point(n.text);
  return n;
}

/* What repeats, or steps, so many times along an axis of the tile, which is no whole number. */
static int fail_times(burl__graph *graph, int axis, double times) {
  const double width = graph->periods[axis], count = fabs(times), fewer = floor(count);
  const lap_text most = lap_text_of(width * ceil(count) / count);
  burl__fail(graph->error, BURL_RECIPE, graph->place,
             "this repeats %s times in a tile that is %s wide along %c, not a whole number of times",
             lap_text_of(count).text, lap_text_of(width).text, "xyzw"[axis]);
  if (fewer > 0.0)
    burl__hint(graph->error, "a tile that is %s or %s wide along %c, or another scale of this",
               lap_text_of(width * fewer / count).text, most.text, "xyzw"[axis]);
  else burl__hint(graph->error, "a tile that is %s wide along %c, or another scale of this", most.text, "xyzw"[axis]);
  return 0;
}

/* A noise whose coordinate goes along two axes of the tile, as one that is turned or sheared, not by whole cells. */
static void hint_slope(burl__graph *graph, const double laps[4], const int axes[2]) {
  const double whole[2] = {round(laps[axes[0]]), round(laps[axes[1]])};
  const double slope = whole[0] == 0.0 ? 0.0 : whole[1] / whole[0];
  burl__hint(graph->error, "%s and %s along %c and %c fit: a slope of %s, an angle of %s degrees",
             lap_text_of(fabs(whole[0])).text, lap_text_of(fabs(whole[1])).text, "xyzw"[axes[0]], "xyzw"[axes[1]],
             lap_text_of(slope).text, lap_text_of(atan2(fabs(whole[1]), fabs(whole[0])) * 180.0 / HALF_TURN).text);
}

static int fail_cells(burl__graph *graph, const burl__node *coordinate, double size) {
  int axes[2] = {0}, count = 0;
  for (int i = 0; i < 4; i++)
    if (coordinate->lap[i] != 0.0 && count < 2) axes[count++] = i;
  burl__fail(graph->error, BURL_RECIPE, graph->tile,
             "this tile is %s cells wide for the noise at %d:%d, not a whole number of them", lap_text_of(size).text,
             graph->place.line, graph->place.column);
  if (count == 2) hint_slope(graph, coordinate->lap, axes);
  else
    burl__hint(graph->error, "change its period, or the cells: by at: or lacunarity: of a fractal, or by scale(e, s)");
  return 0;
}

/* ---- Rules -------------------------------------------------------------------------------------- */

/* lap = a·first + b·second. */
static int combine(burl__node *node, const burl__node *first, double a, const burl__node *second, double b) {
  for (int i = 0; i < 4; i++) {
    const double of_first = a * first->lap[i], of_second = second ? b * second->lap[i] : 0.0;
    const double sum = of_first + of_second;
    node->lap[i] = fabs(sum) <= SAME * (fabs(of_first) + fabs(of_second)) ? 0.0 : sum;
  }
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

/* What repeats after `period` may read a value whose laps are whole multiples of it. */
static int repeats(burl__graph *graph, const burl__node *value, double period) {
  for (int i = 0; i < 4; i++)
    if (!burl__is_whole_laps(value, i, period)) return fail_times(graph, i, times_of(value, i, period));
  return 1;
}

/* Whole numbers of a value whose laps are whole have these laps, too. */
static int rounds(burl__graph *graph, burl__node *node, const burl__node *value) {
  for (int i = 0; i < 4; i++) node->lap[i] = round(value->lap[i]);
  return repeats(graph, value, 1.0);
}

/* A surface over ground that goes round may be read at coordinates that jump by whole rounds. */
static int surface_repeats(burl__graph *graph, const burl__node *read) {
  const burl__field_setup *const surface = graph->nodes[read->argument[2]].setup;
  for (int a = 0; a < 2; a++) {
    const burl__node *const coordinate = &graph->nodes[read->argument[a]];
    const double period = surface->period[a];
    if (!burl__has_lap(coordinate)) continue;
    if (period == 0.0) return burl__fail_jump(graph, graph->place);
    if (!repeats(graph, coordinate, period)) return 0;
  }
  return 1;
}

static int are_alike(const burl__node *a, const burl__node *b) {
  for (int i = 0; i < 4; i++)
    if (fabs(a->lap[i] - b->lap[i]) > SAME * fmax(fabs(a->lap[i]), fabs(b->lap[i]))) return 0;
  return 1;
}

/* Of values that jump alike: one of them, or one between, jumps as they do. */
static int one_of(burl__graph *graph, burl__node *node, const burl__node *a, const burl__node *b) {
  return are_alike(a, b) ? combine(node, a, 1, NULL, 0) : burl__fail_jump(graph, graph->place);
}

static int is_factor(const burl__node *node) { return node->op == BURL__CONSTANT && !burl__has_lap(node); }

#define BOTH(name, rule, period) \
  [OP_##name##_f] = {BURL__LAP_##rule, period}, [OP_##name##_d] = {BURL__LAP_##rule, period}
static const struct {
  burl__lap_rule rule;
  double period;
} lap_rules[BURL__OP_COUNT] = {
    BOTH(add, SUM, 0),
    BOTH(subtract, DIFFERENCE, 0),
    BOTH(negate, NEGATIVE, 0),
    BOTH(multiply, PRODUCT, 0),
    BOTH(divide, QUOTIENT, 0),
    BOTH(floor, WHOLE_PART, 0),
    BOTH(ceil, WHOLE_PART, 0),
    BOTH(round, WHOLE_PART, 0),
    BOTH(fract, REPEATS, 1.0),
    BOTH(remainder, REMAINDER, 0),
    BOTH(min, ONE_OF_BOTH, 0),
    BOTH(max, ONE_OF_BOTH, 0),
    BOTH(less, COMPARED, 0),
    BOTH(less_equal, COMPARED, 0),
    BOTH(equal, COMPARED, 0),
    BOTH(not_equal, COMPARED, 0),
    BOTH(select, CHOSEN, 0),
    BOTH(lerp, MIXED, 0),
    [OP_step] = {BURL__LAP_COMPARED, 0},
    [OP_widen] = {BURL__LAP_SAME, 0},
    [OP_narrow] = {BURL__LAP_SAME, 0},
    [OP_axis_reduce] = {BURL__LAP_REDUCED, 0},
    [OP_sin] = {BURL__LAP_REPEATS, 2 * HALF_TURN},
    [OP_cos] = {BURL__LAP_REPEATS, 2 * HALF_TURN},
    [OP_tan] = {BURL__LAP_REPEATS, HALF_TURN},
    [OP_triangle] = {BURL__LAP_REPEATS, 4.0},
    [OP_sin_degrees] = {BURL__LAP_REPEATS, 360.0},
    [OP_cos_degrees] = {BURL__LAP_REPEATS, 360.0},
};
#undef BOTH

/* A value times a factor, of which one has a lap. */
static int scale(burl__graph *graph, burl__node *node, const burl__node *value, const burl__node *factor) {
  return is_factor(factor) ? combine(node, value, factor->value, NULL, 0) : fail_scale(graph);
}

/* An image that is read at a coordinate of the tile has to repeat along it. */
static int fail_unwrapped(burl__graph *graph, const burl__picture *picture) {
  const double *const size = picture->size;
  char sizes[80] = "";
  if (size[0] > 0 && size[1] > 0)
    snprintf(sizes, sizeof sizes, "size: %s, %s, ", lap_text_of(size[0]).text, lap_text_of(size[1]).text);
  else if (burl__has_size(picture))
    snprintf(sizes, sizeof sizes, "size: %s, ", lap_text_of(fmax(size[0], size[1])).text);
  burl__fail(graph->error, BURL_RECIPE, graph->place, "inside a tile an image has to repeat");
  burl__hint(graph->error, "it does with an option: image(\"%.80s\", %swrap: repeat)", picture->image->name, sizes);
  return 0;
}

/* An image may read coordinates whose laps are whole multiples of what it repeats after along them. */
static int repeats_as_picture(burl__graph *graph, const burl__picture *picture, const burl__node *const *of) {
  for (int axis = 0; axis < 2; axis++) {
    const double period = burl__picture_period(picture, axis);
    if (!burl__has_lap(of[axis]) || isnan(period)) continue;
    if (period == 0) return fail_unwrapped(graph, picture);
    if (!repeats(graph, of[axis], period)) return 0;
  }
  return 1;
}

/* Lines may read coordinates whose laps are whole multiples of their periods. */
static int repeats_as_lines(burl__graph *graph, const burl__drawing *lines, const burl__node *const *of) {
  for (int axis = 0; axis < 2; axis++) {
    if (!burl__has_lap(of[axis])) continue;
    if (lines->period[axis] == 0) return burl__fail_jump(graph, graph->place);
    if (!repeats(graph, of[axis], lines->period[axis])) return 0;
  }
  return 1;
}

burl__lap_rule burl__lap_rule_of(int op, double *period) {
  const int is_known = op < BURL__OP_COUNT;
  *period = is_known ? lap_rules[op].period : 0;
  return is_known ? lap_rules[op].rule : BURL__LAP_JUMPS;
}

int burl__lap(burl__graph *graph, burl__node *node) {
  const burl__node *of[BURL__ARGUMENTS] = {NULL};
  double period;
  int any = 0;
  for (int i = 0; i < node->arity; i++) any |= burl__has_lap(of[i] = &graph->nodes[node->argument[i]]);
  if (!any) return 1;
  if (node->op == BURL__READ) return surface_repeats(graph, node);
  if (burl__is_sampled(node->op)) return 1; /* its period follows from the laps: burl__lap_period */
  if (node->op == BURL__PICTURE) return repeats_as_picture(graph, node->setup, of);
  if (node->op == BURL__DRAWN) return repeats_as_lines(graph, node->setup, of);
  const int is_by_constant = node->arity > 1 && is_factor(of[1]) && of[1]->value != 0.0;
  switch (burl__lap_rule_of(node->op, &period)) {
  case BURL__LAP_SUM: return combine(node, of[0], 1, of[1], 1);
  case BURL__LAP_DIFFERENCE: return combine(node, of[0], 1, of[1], -1);
  case BURL__LAP_NEGATIVE: return combine(node, of[0], -1, NULL, 0);
  case BURL__LAP_SAME: return combine(node, of[0], 1, NULL, 0);
  case BURL__LAP_PRODUCT:
    return burl__has_lap(of[0]) ? scale(graph, node, of[0], of[1]) : scale(graph, node, of[1], of[0]);
  case BURL__LAP_QUOTIENT: return is_by_constant ? combine(node, of[0], 1 / of[1]->value, NULL, 0) : fail_scale(graph);
  case BURL__LAP_WHOLE_PART: return rounds(graph, node, of[0]);
  case BURL__LAP_REPEATS: return repeats(graph, of[0], period);
  case BURL__LAP_REMAINDER:
    return is_by_constant ? repeats(graph, of[0], of[1]->value) : burl__fail_jump(graph, graph->place);
  case BURL__LAP_REDUCED: return reduce(graph, of[0], of[1]->value);
  case BURL__LAP_ONE_OF_BOTH: return one_of(graph, node, of[0], of[1]);
  case BURL__LAP_COMPARED: return are_alike(of[0], of[1]) ? 1 : burl__fail_jump(graph, graph->place);
  case BURL__LAP_CHOSEN:
    return burl__has_lap(of[0]) ? burl__fail_jump(graph, graph->place) : one_of(graph, node, of[1], of[2]);
  case BURL__LAP_MIXED:
    return burl__has_lap(of[2]) ? burl__fail_jump(graph, graph->place) : one_of(graph, node, of[0], of[1]);
  case BURL__LAP_JUMPS: break;
  }
  return burl__fail_jump(graph, graph->place);
}

/* ---- Noises ------------------------------------------------------------------------------------- */

static double greatest_divisor(double a, double b) {
  while (b > 0.0) {
    const double rest = fmod(a, b);
    a = b;
    b = rest;
  }
  return a;
}

int burl__lap_round(burl__graph *graph, const burl__node *coordinate, double *round_of) {
  double most = 0.0, all = 0.0;
  for (int i = 0; i < 4; i++) {
    double rest = fabs(coordinate->lap[i]);
    most = fmax(most, rest);
    while (rest > SAME * most) {
      const double left = all - rest * round(all / rest);
      all = rest, rest = fabs(left);
    }
  }
  *round_of = all;
  if (all >= most / 4096) return 1;
  burl__fail(graph->error, BURL_RECIPE, graph->place, "turned so, this surface doesn't repeat with the tile around it");
  hint_slope(graph, coordinate->lap, (const int[2]){0, 1});
  return 0;
}

double burl__lap_period(burl__graph *graph, const burl__node *coordinate, double period) {
  double lap = 0.0;
  for (int i = 0; i < 4; i++) {
    const double size = fabs(coordinate->lap[i]), whole = round(size);
    if (size == 0.0) continue;
    if (!is_whole_number(size) || whole < 1.0) {
      fail_cells(graph, coordinate, size);
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
