/* Builders of domain operations: the first argument is evaluated at another point; the others,
 * which say at which, at the call's own. */
#include <math.h>
#include <string.h>

#include "base/seed.h"
#include "program/build.h"
#include "program/notes.h"
#include "program/period.h"

/* Notes a call whose first argument reads nothing of what the call changes. */
static void judge_move(burl__call_site *site, int has_effect, unsigned changed) {
  burl_error *const note = burl__judge(site->expander, site->tree, has_effect);
  if (!note) return;
  const burl__span place = site->tree->place;
  const char *const name = site->entry->name;
  if (changed == BURL__READS_LOOP) {
    burl__fail(note, BURL_OK, place, "this loop changes nothing: no noise in it takes the point's coordinates");
    burl__hint(note, "perlin() does, perlin(x, y) doesn't; at(perlin(), x, y) does too");
  } else if (changed == BURL__READS_SEED) {
    burl__fail(note, BURL_OK, place, "%s changes nothing: there is no noise in it to have a seed", name);
    burl__hint(note, "leave it out, or put it around a noise");
  } else {
    burl__fail(note, BURL_OK, place, "%s changes nothing: what it is of is the same everywhere", name);
    burl__hint(note, "leave it out, or put it around a noise or an expression of coordinates");
  }
}

/* Evaluates the call's first argument at the given point.  changed: the parts of the point (BURL__READS_…)
 * that differ from the call's own; passed: those of them that are computed from the call's own, so that the call
 * reads what its argument reads. */
static burl__value at_point(burl__call_site *site, burl__point *inner, unsigned changed, unsigned passed) {
  unsigned reads;
  inner->inside = site->entry->name;
  const burl__value value = burl__expand_apart(site->expander, site->positional[0], site->scope, inner, &reads);
  if (value.channels == 0) return value;
  site->expander->reads |= reads & (~changed | passed);
  judge_move(site, (reads & changed) != 0, changed);
  return value;
}

/* The arguments behind the first, a number for each axis.  all: every axis has to have one, and a
 * single number is used for all; else axes without a number are left alone. */
static int axis_arguments(burl__call_site *site, int all, int *node) {
  const int given = site->count - 1, dims = site->point->dims;
  if (given > dims || (all && given != 1 && given != dims)) {
    burl__fail(site->graph->error, BURL_RECIPE, site->tree->place, "%s: %d numbers for a point of %d coordinate%s",
               site->entry->name, given, dims, dims == 1 ? "" : "s");
    burl__hint(site->graph->error, all ? "one for all axes, or one an axis" : "at most one an axis");
    return 0;
  }
  for (int i = 0; i < given; i++)
    if ((node[i] = burl__argument_number(site, 1 + i)) < 0) return 0;
  for (int i = given; all && i < dims; i++) node[i] = node[0];
  return 1;
}

burl__value burl__build_at(burl__call_site *site) {
  burl__point inner = *site->point;
  inner.dims = site->count - 1;
  for (int i = 0; i < inner.dims; i++) {
    const int node = burl__argument_number(site, 1 + i);
    inner.coordinate[i] = burl__convert(site->graph, node, BURL__DOUBLE);
    if (inner.coordinate[i] < 0) return burl__failed();
  }
  return at_point(site, &inner, BURL__READS_POINT, 0);
}

/* e at the point whose coordinates are `op` of the current coordinate and the axis's argument. */
static burl__value displaced(burl__call_site *site, int op, int all) {
  burl__point inner = *site->point;
  int by[4];
  if (!axis_arguments(site, all, by)) return burl__failed();
  const int axes = all ? inner.dims : site->count - 1;
  for (int i = 0; i < axes; i++) {
    const int to = burl__make2(site->graph, op, inner.coordinate[i], by[i]);
    if ((inner.coordinate[i] = burl__convert(site->graph, to, BURL__DOUBLE)) < 0) return burl__failed();
  }
  return at_point(site, &inner, BURL__READS_POINT, BURL__READS_POINT);
}

/* perlin() at a point, as a call of it there would be. */
static int perlin_at(const burl__call_site *site, const burl__point *point) {
  const burl__tree call = {.kind = TREE_CALL, .place = site->tree->place};
  burl__call_site noise = *site;
  noise.tree = &call;
  noise.entry = burl__find_function("perlin");
  noise.point = point;
  noise.count = 0;
  const burl__value value = burl__build_noise(&noise);
  return value.channels ? value.node[0] : BURL__NONE;
}

/* The noise by which an axis is distorted: perlin() at p·frequency, with a seed of its own, and moved by
 * a fraction of a cell that follows from it, so that the axes' noises aren't 0 at the same places. */
static int distortion(burl__call_site *site, int axis, double frequency, uint64_t seed) {
  burl__graph *const g = site->graph;
  burl__point there = *site->point;
  there.seed = burl__seed_pair(burl__seed_combine(there.seed, seed), (uint64_t)axis + 1);
  for (int i = 0; i < there.dims; i++) {
    const int scaled = burl__make2(g, OP_multiply_f, there.coordinate[i], burl__literal(g, frequency));
    there.coordinate[i] = burl__make2(g, OP_add_f, scaled, burl__literal(g, burl__seed_shift(there.seed, i)));
  }
  return perlin_at(site, &there);
}

burl__value burl__build_distort(burl__call_site *site) {
  burl__graph *const g = site->graph;
  burl__point inner = *site->point;
  double frequency;
  uint64_t seed;
  const int amount = burl__argument_number(site, 1);
  if (amount < 0 || !burl__option(site, "at", &frequency) || !burl__option_seed(site, "seed", &seed))
    return burl__failed();
  for (int i = 0; i < inner.dims; i++) {
    const int by = burl__make2(g, OP_multiply_f, distortion(site, i, frequency, seed), amount);
    inner.coordinate[i] = burl__make2(g, OP_add_f, site->point->coordinate[i], by);
  }
  const unsigned of_loop = inner.loop == BURL__NONE ? 0 : BURL__READS_LOOP;
  site->expander->reads |= BURL__READS_POINT | BURL__READS_SEED | of_loop; /* by its own noise */
  return at_point(site, &inner, BURL__READS_POINT, BURL__READS_POINT);
}

burl__value burl__build_shift(burl__call_site *site) { return displaced(site, OP_subtract_f, 0); }
burl__value burl__build_warp(burl__call_site *site) { return displaced(site, OP_add_f, 0); }

burl__value burl__build_scale(burl__call_site *site) {
  burl__point inner = *site->point;
  int by[4];
  if (!axis_arguments(site, 1, by)) return burl__failed();
  for (int i = 0; i < inner.dims; i++) {
    if (burl__is_constant(site->graph, by[i]) && burl__value_of(site->graph, by[i]) == 0.0) {
      burl__fail_at(site, site->positional[site->count == 2 ? 1 : 1 + i]->place, "a scale of 0",
                    "features get s times larger: 1 leaves them as they are");
      return burl__failed();
    }
    const int to = burl__make2(site->graph, OP_divide_f, inner.coordinate[i], by[i]);
    if ((inner.coordinate[i] = burl__convert(site->graph, to, BURL__DOUBLE)) < 0) return burl__failed();
  }
  return at_point(site, &inner, BURL__READS_POINT, BURL__READS_POINT);
}

/* The point is rotated by the negative angle, so that what is drawn is rotated by the positive one:
 * for the axis z from x towards y. */
burl__value burl__build_rotate(burl__call_site *site) {
  burl__graph *const g = site->graph;
  burl__point inner = *site->point;
  double axis;
  if (!burl__option(site, "axis", &axis)) return burl__failed();
  if (inner.dims < 2 || inner.dims > 3) {
    burl__fail_at(site, site->tree->place, "only two and three dimensions turn",
                  "at(rotate(e, degrees), x, y) turns two");
    return burl__failed();
  }
  if (inner.dims == 2 && (int)axis != 2) {
    burl__fail_at(site, burl__option_place(site, "axis", 0), "two dimensions have no such axis",
                  "leave it out: x and y turn about z");
    return burl__failed();
  }
  int angle = burl__argument_number(site, 1);
  if ((angle = burl__convert(g, angle, BURL__DOUBLE)) < 0) return burl__failed();
  const int sine = burl__operate(g, OP_sin_degrees, &angle), cosine = burl__operate(g, OP_cos_degrees, &angle);
  const int i = ((int)axis + 1) % 3, j = ((int)axis + 2) % 3;
  const int a = inner.coordinate[i], b = inner.coordinate[j];
  inner.coordinate[i] =
      burl__make2(g, OP_add_f, burl__make2(g, OP_multiply_f, a, cosine), burl__make2(g, OP_multiply_f, b, sine));
  inner.coordinate[j] =
      burl__make2(g, OP_subtract_f, burl__make2(g, OP_multiply_f, b, cosine), burl__make2(g, OP_multiply_f, a, sine));
  return at_point(site, &inner, BURL__READS_POINT, BURL__READS_POINT);
}

/* ---- Globes and logs ---------------------------------------------------------------------------- */

/* The call's x, an angle in degrees, as radius·cos and radius·sin in circle[0] and [1].  It is reduced to
 * [0, 360), exactly, so that angles that are a turn apart have the same bits; and 0 is added, so that a
 * radius of 0 has one place, not one of each sign. */
static int around(burl__call_site *site, int radius, int *circle) {
  burl__graph *const g = site->graph;
  const int x = site->point->coordinate[0], turn = burl__constant(g, 360.0, BURL__DOUBLE);
  for (int i = 0; i < 4; i++) {
    if (burl__is_whole_laps(&g->nodes[x], i, 360.0)) continue;
    burl__fail_at(site, site->tree->place, "a tile around it repeats after whole turns along x",
                  "360 is one; or 0: it repeats without a tile");
    return 0;
  }
  if (turn < 0) return 0;
  const int angle = burl__operate(g, OP_axis_reduce, (const int[]){x, turn});
  if (angle < 0) return 0;
  for (int i = 0; i < 2; i++) {
    const int wave = burl__operate(g, i ? OP_sin_degrees : OP_cos_degrees, &angle);
    circle[i] = burl__make2(g, OP_add_f, burl__make2(g, OP_multiply_f, radius, wave), burl__literal(g, 0.0));
    if ((circle[i] = burl__convert(g, circle[i], BURL__DOUBLE)) < 0) return 0;
  }
  return 1;
}

/* e at a point of a sphere or cylinder in space, by whose shell normal() knows lengths on it. */
static burl__value on_shell(burl__call_site *site, burl__point *inner) {
  burl__expander *const e = site->expander;
  if (!inner->on_shell) {
    burl__shell *const shell = burl__arena_take(e->scratch, sizeof *shell);
    if (!shell) return burl__out_of_memory(site->graph->error), burl__failed();
    *shell = (burl__shell){.dims = inner->dims, .next = e->shells};
    memcpy(shell->coordinate, inner->coordinate, sizeof shell->coordinate);
    e->shells = shell;
  }
  inner->on_shell = 1;
  return at_point(site, inner, BURL__READS_POINT, BURL__READS_POINT);
}

/* The option radius, as double. */
static int read_radius(burl__call_site *site) {
  return burl__convert(site->graph, burl__option_varying(site, "radius"), BURL__DOUBLE);
}

burl__value burl__build_sphere(burl__call_site *site) {
  burl__graph *const g = site->graph;
  burl__point inner = *site->point;
  if (inner.dims != 2) {
    burl__fail_at(site, site->tree->place, "a sphere is over two coordinates",
                  "x is the longitude and y the latitude, in degrees: at(sphere(e), x, y)");
    return burl__failed();
  }
  const int latitude = inner.coordinate[1], radius = read_radius(site);
  if (radius < 0) return burl__failed();
  const int sine = burl__operate(g, OP_sin_degrees, &latitude), cosine = burl__operate(g, OP_cos_degrees, &latitude);
  inner.dims = 3;
  inner.coordinate[2] = burl__make2(g, OP_multiply_f, radius, sine);
  if (!around(site, burl__make2(g, OP_multiply_f, radius, cosine), inner.coordinate)) return burl__failed();
  return on_shell(site, &inner);
}

burl__value burl__build_cylinder(burl__call_site *site) {
  burl__point inner = *site->point;
  if (inner.dims == 4) {
    burl__fail_at(site, site->tree->place, "a point of four coordinates has none left for it",
                  "at(cylinder(e), x, y, z) leaves one");
    return burl__failed();
  }
  const int radius = read_radius(site);
  for (int i = inner.dims - 1; i > 0; i--) inner.coordinate[i + 1] = inner.coordinate[i];
  inner.dims++;
  if (radius < 0 || !around(site, radius, inner.coordinate)) return burl__failed();
  return on_shell(site, &inner);
}

burl__value burl__build_reseed(burl__call_site *site) {
  burl__point inner = *site->point;
  uint64_t seed;
  if (!burl__seed_of(site, site->positional[1], &seed)) return burl__failed();
  inner.seed = burl__seed_combine(inner.seed, seed);
  return at_point(site, &inner, BURL__READS_SEED, BURL__READS_SEED);
}

int burl__looped(burl__graph *g, int time, double cells) {
  return burl__make2(g, OP_multiply_f, burl__make1(g, OP_fract_f, time), burl__constant(g, cells, BURL__DOUBLE));
}

/* Noises that aren't given coordinates get one more, n·fract(t), along which they have the period n
 * in every octave. */
burl__value burl__build_loop(burl__call_site *site) {
  burl__point inner = *site->point;
  double cells;
  if (!burl__argument_constant(site, 1, &cells)) return burl__failed();
  if (inner.loop != BURL__NONE) {
    burl__fail_at(site, site->tree->place, "a loop within a loop", "one is enough: leave this one out");
    return burl__failed();
  }
  if (cells < 1.0 || cells != floor(cells) || cells > 4294967295.0) {
    burl__fail_at(site, site->positional[1]->place, "a loop is a whole number of cells long",
                  "1 to 4294967295: the more, the faster it changes");
    return burl__failed();
  }
  inner.loop = burl__looped(site->graph, inner.time, cells);
  inner.loop_period = cells;
  if (inner.loop < 0) return burl__failed();
  return at_point(site, &inner, BURL__READS_LOOP, 0);
}

int burl__reduced(burl__graph *g, int coordinate, int axis, double period) {
  const int arguments[2] = {coordinate, burl__constant(g, period, BURL__DOUBLE)};
  const int reduced = arguments[1] < 0 ? BURL__NONE : burl__operate(g, OP_axis_reduce, arguments);
  return reduced < 0 ? BURL__NONE : burl__tiled(g, reduced, axis, period);
}

/* The point's coordinates modulo the periods.  Noises inside derive their own periods from the laps
 * of these coordinates. */
burl__value burl__build_tile(burl__call_site *site) {
  burl__graph *const g = site->graph;
  burl__point inner = *site->point;
  double periods[4] = {0.0}, outer_periods[4];
  const int given = site->count - 1;
  if (given != 1 && given != inner.dims) {
    burl__fail(g->error, BURL_RECIPE, site->tree->place, "tile: %d periods for a point of %d coordinate%s", given,
               inner.dims, inner.dims == 1 ? "" : "s");
    burl__hint(g->error, "one for all axes, or one an axis");
    return burl__failed();
  }
  for (int i = 0; i < inner.dims; i++) {
    const int index = given == 1 ? 1 : 1 + i;
    if (!burl__argument_constant(site, index, &periods[i])) return burl__failed();
    const double period = periods[i];
    if (period < 0.0) {
      burl__fail_at(site, site->positional[index]->place, "a period is not negative",
                    "0: not periodic along this axis");
      return burl__failed();
    }
    if (period == 0.0) continue;
    if ((inner.coordinate[i] = burl__reduced(g, inner.coordinate[i], i, period)) < 0) return burl__failed();
  }
  const burl__span outer = g->tile;
  memcpy(outer_periods, g->periods, sizeof outer_periods);
  g->tile = site->tree->place;
  memcpy(g->periods, periods, sizeof g->periods);
  const burl__value value = at_point(site, &inner, BURL__READS_POINT, BURL__READS_POINT);
  g->tile = outer;
  memcpy(g->periods, outer_periods, sizeof g->periods);
  for (int c = 0; c < value.channels; c++)
    if (burl__has_lap(&g->nodes[value.node[c]])) {
      burl__fail_jump(g, burl__lapped_place(site->expander, site->positional[0], site->scope, &inner));
      return burl__failed();
    }
  return value;
}
