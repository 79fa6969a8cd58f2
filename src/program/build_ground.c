/* Builders of the functions over a whole grid: terrain, and the processes that shape it. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/seed.h"
#include "program/bounds.h"
#include "program/build.h"
#include "program/field.h"
#include "program/notes.h"
#include "program/period.h"
#include "program/repeat.h"

/* Whether there is a grid at all. */
static int takes_grid(burl__call_site *site) {
  if (site->expander->wishes) {
    burl__fail(site->graph->error, BURL_RECIPE, site->tree->place,
               "%s is of a whole grid: it has no code for one point", site->entry->name);
    burl__hint(site->graph->error,
               "burl render writes it as a picture, which image(\"…\", size: …) reads in lean text");
    return 0;
  }
  if (site->expander->dims == 2) return 1;
  burl__fail_at(site, site->tree->place, "this takes a grid of two dimensions", "sizes of two axes, 1000x600, are one");
  return 0;
}

/* A setup without anything, of a kind; its padding is zeroed, too, as setups are compared by their bytes. */
static void begin_setup(burl__field_setup *field, int kind) {
  memset(field, 0, sizeof *field);
  field->kind = (burl__field_kind)kind;
}

/* The function's option number k; NULL: it has no more. */
static const burl__entry *option_at(const burl__call_site *site, int k) {
  const burl__entry *const option = site->entry + 1 + k;
  return option < burl__entries + burl__entry_count && option->kind == BURL__ENTRY_OPTION ? option : NULL;
}

static int read_seed(burl__call_site *site, const char *name, burl__field_setup *field) {
  uint64_t seed;
  if (!burl__option_seed(site, name, &seed)) return 0;
  site->expander->reads |= BURL__READS_SEED;
  field->seed = burl__seed_combine(site->point->seed, seed);
  return 1;
}

/* All options of the function but the VARYING ones, which are maps. */
static int read_options(burl__call_site *site, burl__field_setup *field) {
  const burl__entry *option;
  for (int k = 0; (option = option_at(site, k)); k++) {
    assert(k < BURL__MOST_OPTIONS);
    if (option->option == BURL__OPTION_VARYING) continue;
    if (option->option == BURL__OPTION_SEED ? !read_seed(site, option->name, field)
                                            : !burl__option(site, option->name, &field->option[k]))
      return 0;
  }
  return 1;
}

/* Whether what a field is of may go round: then its neighbours are those around it. */
static int goes_round(int field) {
  switch (field) {
  case BURL__FIELD_blur:
  case BURL__FIELD_distance:
  case BURL__FIELD_dilate:
  case BURL__FIELD_occlusion:
  case BURL__FIELD_median:
  case BURL__FIELD_rise:
  case BURL__FIELD_fill:
  case BURL__FIELD_breach:
  case BURL__FIELD_rivers:
  case BURL__FIELD_flow:
  case BURL__FIELD_thermal:
  case BURL__FIELD_lakes:
  case BURL__FIELD_basins:
  case BURL__FIELD_above_drainage:
  case BURL__FIELD_erode:
  case BURL__FIELD_upsample: return 1;
  default: return 0;
  }
}

/* The periods of the tile around the call, along each axis; 0: none.  Returns 0 where the call doesn't stand at the
 * recipe's own point but for these. */
static int read_periods(const burl__call_site *site, double period[2]) {
  const burl__graph *const g = site->graph;
  if (site->point->dims != 2) return 0;
  for (int axis = 0; axis < 2; axis++) {
    int node = site->point->coordinate[axis];
    const int is_reduced = g->nodes[node].op == OP_axis_reduce;
    period[axis] = is_reduced ? burl__value_of(g, g->nodes[node].argument[1]) : 0;
    while (g->nodes[node].op == OP_axis_reduce) node = g->nodes[node].argument[0]; /* of tiles within tiles */
    if (node != site->expander->own_point->coordinate[axis]) return 0;
  }
  return 1;
}

/* After what all that a field is of repeats along an axis; 0: it doesn't; −1: out of memory. */
static double repeat_of_all(burl__call_site *site, const int *of, int count, int axis) {
  double period = 0;
  for (int i = 0; i < count && period >= 0 && !isinf(period); i++) {
    const double one = burl__repeat_of(site->graph, of[i], axis, site->expander->scratch);
    period = one < 0 ? one : burl__common_period(period, one);
  }
  if (period < 0) burl__out_of_memory(site->graph->error);
  return isinf(period) ? 0 : period;
}

/* Where the ground of a field goes round: in the tile around the call, else after what it is of repeats.  Returns 0
 * with the error filled: out of memory. */
static int set_round(burl__call_site *site, const int *of, int count, burl__field_setup *field) {
  if (!goes_round((int)field->kind)) return 1;
  (void)read_periods(site, field->period);
  for (int axis = 0; axis < 2; axis++) {
    field->repeats[axis] = field->period[axis] > 0 ? 0 : repeat_of_all(site, of, count, axis);
    if (field->repeats[axis] < 0) return 0;
  }
  return 1;
}

/* Whether what a field is of repeats with the tile around: a process, too, takes no value that jumps there.  Fills the
 * error at what does. */
static int repeats_in_tile(burl__call_site *site, const burl__field_setup *field, const int *of, int count) {
  for (int i = 0; i < count; i++) {
    if (!burl__has_lap(&site->graph->nodes[of[i]])) continue;
    const burl__entry *const option = i > 0 ? option_at(site, field->given_by[i]) : NULL;
    return burl__fail_jump(site->graph,
                           option ? burl__option_place(site, option->name, 0)
                                  : burl__lapped_place(site->expander, site->positional[0], site->scope, site->point));
  }
  return 1;
}

/* The function's result, of these heights and maps. */
static burl__value field_of(burl__call_site *site, const burl__field_setup *field, const int *of, int count,
                            burl_range range) {
  const int is_part = field->kind == BURL__FIELD_MOMENT ||
                      (field->kind == BURL__FIELD_rise && field->option[BURL__RISE_AXIS] == 1) ||
                      (field->kind == BURL__FIELD_upsample && site->entry->field != BURL__FIELD_upsample &&
                       site->graph->nodes[*of].op != BURL__PICTURE);
  burl__field_setup named;
  memcpy(&named, field, sizeof named);
  if (!repeats_in_tile(site, field, of, count) || !set_round(site, of, count, &named)) return burl__failed();
  named.name = is_part ? NULL : site->entry->name;
  const void *const setup = burl__keep_setup(site->graph, &named, sizeof named);
  return setup ? burl__number(burl__field(site->graph, setup, of, count, range)) : burl__failed();
}

/* ---- Terrain ------------------------------------------------------------------------------------- */

static burl__value build_midpoint(burl__call_site *site) {
  burl__field_setup field;
  begin_setup(&field, BURL__FIELD_midpoint);
  double published, raw;
  if (!burl__option(site, "style", &published) || !burl__option(site, "raw", &raw) || !read_options(site, &field))
    return burl__failed();
  if (raw != 0 && published == 0) {
    burl__fail_at(site, burl__option_place(site, "raw", 0), "only style: published has whole numbers",
                  "leave raw out, or add style: published");
    return burl__failed();
  }
  burl__judge_option(site, "gain", published == 0, "makes no difference: style: published has its own");
  site->expander->reads |= BURL__READS_POINT;
  return field_of(site, &field, NULL, 0, raw != 0 ? (burl_range){0.0, 255.0, 0} : (burl_range){-1.0, 1.0, 0});
}

/* ---- Processes ----------------------------------------------------------------------------------- */

/* The heights that a process works on; −1 with the error filled. */
static int heights_of(burl__call_site *site) {
  const int node = burl__argument_number(site, 0);
  site->expander->reads |= BURL__READS_POINT;
  return node < 0 ? BURL__NONE : burl__convert(site->graph, node, BURL__FLOAT);
}

/* What a VARYING option gives; −1 with the error filled. */
static int map_of(burl__call_site *site, const char *name) {
  const int node = burl__option_varying(site, name);
  return node < 0 ? BURL__NONE : burl__convert(site->graph, node, BURL__FLOAT);
}

/* Whether a node's argument is the softness of an erode() whose height() is its own. */
static int is_softness_of_moment(const burl__node *node, int argument) {
  const burl__field_setup *const setup = node->op == BURL__FIELD ? node->setup : NULL;
  return setup && setup->kind == BURL__FIELD_erode && burl__is_apart(setup, argument);
}

/* Whether a node is computed from another one; −1 with the error filled: out of memory. */
static int depends_on(burl__call_site *site, int node, int other) {
  const burl__node *const nodes = site->graph->nodes;
  unsigned char *const reached = node < other ? NULL : burl__arena_take(site->expander->scratch, (size_t)node + 1);
  if (node < other) return 0;
  if (!reached) return burl__out_of_memory(site->graph->error), -1;
  reached[node] = 1;
  for (int i = node; i > other; i--)
    for (int a = 0; reached[i] && a < nodes[i].arity; a++)
      if (!is_softness_of_moment(&nodes[i], a)) reached[nodes[i].argument[a]] = 1;
  return reached[other];
}

/* The softness of erode(), in which height() is the ground's at the moment: field->moment is set where it is read. */
static int softness_of(burl__call_site *site, burl__field_setup *field) {
  burl__field_setup moment;
  begin_setup(&moment, BURL__FIELD_MOMENT);
  burl__point inner = *site->point;
  const burl__value heights = field_of(site, &moment, NULL, 0, (burl_range){-INFINITY, INFINITY, 1});
  if (!heights.channels) return BURL__NONE;
  inner.ground = heights.node[0];
  burl__call_site within = *site;
  if (!(within.point = burl__keep_point(site->expander, &inner))) return BURL__NONE;
  const int k = map_of(&within, "k"), moves = k < 0 ? -1 : depends_on(site, k, inner.ground);
  field->moment = moves > 0;
  return moves < 0 ? BURL__NONE : k;
}

static burl__value build_moment(burl__call_site *site) {
  if (site->point->ground >= 0) return burl__number(site->point->ground);
  burl__fail_at(site, site->tree->place, "this is known within k of erode alone",
                "erode(h, k: height() > 500 ? 1e-6 : 4e-6)");
  return burl__failed();
}

/* Whether a VARYING option is a number that the process takes as such: blur()'s radius and thermal()'s talus, which are
 * below 0 for it where a map gives them, and rain. */
static int takes_number(burl__call_site *site, burl__field_setup *field, int k, int node) {
  const int is_rain = strcmp(option_at(site, k)->name, "rain") == 0;
  if ((field->kind != BURL__FIELD_blur && field->kind != BURL__FIELD_thermal && !is_rain) || node < 0) return 0;
  const int is_number = burl__is_constant(site->graph, node);
  field->option[k] = is_number ? burl__value_of(site->graph, node) : -1;
  return is_number;
}

/* The process's inputs: its heights, then the maps that its VARYING options give.  Returns how many; 0 with the error
 * filled. */
static int read_inputs(burl__call_site *site, burl__field_setup *field, int of[BURL__ARGUMENTS]) {
  int count = 1;
  const burl__entry *option;
  of[0] = heights_of(site);
  for (int k = 0; of[count - 1] >= 0 && (option = option_at(site, k)); k++) {
    if (option->option != BURL__OPTION_VARYING) continue;
    assert(count < BURL__ARGUMENTS);
    const int is_softness = field->kind == BURL__FIELD_erode && strcmp(option->name, "k") == 0;
    const int node = is_softness ? softness_of(site, field) : burl__option_varying(site, option->name);
    if (takes_number(site, field, k, node)) continue;
    field->given_by[count] = k;
    of[count++] = node < 0 ? BURL__NONE : burl__convert(site->graph, node, BURL__FLOAT);
  }
  return of[count - 1] >= 0 ? count : 0;
}

static int constant_of(burl__call_site *site, double value) { return burl__constant(site->graph, value, BURL__FLOAT); }

/* Whether the library has the processes. */
static int has_terrain(burl__call_site *site) {
#ifdef BURL_NO_TERRAIN
  burl__fail_at(site, site->tree->place, "this library was built without it", "CMake's option BURL_TERRAIN has it");
  return 0;
#else
  (void)site;
  return 1;
#endif
}

static burl__value build_ground(burl__call_site *site) {
  burl__field_setup field;
  if (!has_terrain(site)) return burl__failed();
  begin_setup(&field, site->entry->field);
  int of[BURL__ARGUMENTS];
  const int count = read_options(site, &field) ? read_inputs(site, &field, of) : 0;
  if (count == 0) return burl__failed();
  if (field.kind == BURL__FIELD_erode) field.option[BURL__ERODE_GIVE] = 0; /* what it gives is told by what is read */
  const burl_range range = burl__bound_process(site->entry->rule, &site->graph->nodes[of[0]].range);
  return field_of(site, &field, of, count, range);
}

/* dilate(), whose radius, a further argument, is its process's first number. */
static burl__value build_dilate(burl__call_site *site) {
  burl__field_setup field;
  if (!has_terrain(site)) return burl__failed();
  begin_setup(&field, BURL__FIELD_dilate);
  double *const radius = &field.option[0];
  const int of = heights_of(site);
  if (of < 0 || !burl__argument_constant(site, 1, radius)) return burl__failed();
  if (fabs(*radius) <= 1e9) return field_of(site, &field, &of, 1, site->graph->nodes[of].range);
  burl__fail_at(site, site->positional[1]->place, "a radius is -1e9 to 1e9", "dilate(mask, 0.1) grows, -0.1 shrinks");
  return burl__failed();
}

/* ---- Bevels -------------------------------------------------------------------------------------- */

/* The distance to where a mask is less than 1/2, or is no number. */
static int way_out_of(burl__call_site *site, int mask) {
  burl__graph *const g = site->graph;
  const int inside = burl__make2(g, OP_less_equal_f, constant_of(site, 0.5), mask);
  const int outside = burl__make1(g, OP_not_f, inside);
  burl__field_setup field;
  begin_setup(&field, BURL__FIELD_distance);
  if (outside < 0) return BURL__NONE;
  const burl__value value = field_of(site, &field, &outside, 1, (burl_range){0, INFINITY, 0});
  return value.channels ? value.node[0] : BURL__NONE;
}

/* What rises evenly from 0 to 1, by the profile. */
static int profile_of(burl__call_site *site, int v, double profile) {
  enum { EVENLY, AS_A_QUARTER_OF_A_CIRCLE };
  burl__graph *const g = site->graph;
  if (v < 0 || profile == EVENLY) return v;
  if (profile != AS_A_QUARTER_OF_A_CIRCLE) return burl__operate(g, OP_hermite, &v);
  const int rest = burl__make2(g, OP_subtract_f, constant_of(site, 2), v);
  const int square = burl__make2(g, OP_multiply_f, v, rest);
  return square < 0 ? BURL__NONE : burl__operate(g, OP_sqrt, &square);
}

static burl__value build_bevel(burl__call_site *site) {
  burl__graph *const g = site->graph;
  double profile;
  if (!has_terrain(site) || !burl__option(site, "profile", &profile)) return burl__failed();
  const int mask = heights_of(site), given = mask < 0 ? BURL__NONE : map_of(site, "width");
  if (given < 0) return burl__failed();
  const int way = way_out_of(site, mask), width = burl__make2(g, OP_max_f, given, constant_of(site, 1e-30));
  const int part = burl__make2(g, OP_divide_f, way, width);
  const int rise = burl__make3(g, OP_clamp_f, part, constant_of(site, 0), constant_of(site, 1));
  return burl__number(profile_of(site, rise, profile));
}

/* ---- The shape of ground ------------------------------------------------------------------------- */

static int rise_of(burl__call_site *site, int of, int axis) {
  burl__field_setup field;
  begin_setup(&field, BURL__FIELD_rise);
  field.option[BURL__RISE_AXIS] = axis;
  const burl__value value = field_of(site, &field, &of, 1, (burl_range){-INFINITY, INFINITY, 1});
  return value.channels ? value.node[0] : BURL__NONE;
}

static int squares(burl__graph *g, int a, int b) {
  return burl__make2(g, OP_add_f, burl__make2(g, OP_multiply_f, a, a), burl__make2(g, OP_multiply_f, b, b));
}

static int in_degrees(burl__call_site *site, int radians) {
  return burl__make2(site->graph, OP_multiply_f, radians, constant_of(site, 57.295779513082321));
}

static int slope_deg(burl__call_site *site, int dx, int dy) {
  const int sum = squares(site->graph, dx, dy), length = sum < 0 ? sum : burl__operate(site->graph, OP_sqrt, &sum);
  return length < 0 ? length : in_degrees(site, burl__operate(site->graph, OP_atan, &length));
}

/* The bearing of the way down: 0 is up in the picture, 90 to its right.  A negative angle is of the other turn. */
static int aspect(burl__call_site *site, int dx, int dy) {
  burl__graph *const g = site->graph;
  const int ways[2] = {burl__make1(g, OP_negate_f, dx), dy};
  if (ways[0] < 0) return BURL__NONE;
  const int angle = in_degrees(site, burl__operate(g, OP_atan2, ways)), whole = constant_of(site, 360);
  const int turned = burl__make2(g, OP_add_f, angle, whole);
  return burl__make3(g, OP_select_f, burl__make2(g, OP_less_f, angle, constant_of(site, 0)), turned, angle);
}

/* Of a constant angle, as the kernels have it: the C library's differs from machine to machine. */
static double wave_of(burl__call_site *site, int op, double degrees) {
  const int angle = burl__constant(site->graph, degrees, BURL__DOUBLE);
  const int wave = angle < 0 ? BURL__NONE : burl__operate(site->graph, op, &angle);
  return wave < 0 ? 0 : burl__value_of(site->graph, wave);
}

/* How bright ground is that a sun lights from this bearing and height: the cosine between its normal and the way
 * there. */
static int hillshade(burl__call_site *site, int dx, int dy) {
  burl__graph *const g = site->graph;
  double azimuth, altitude, z;
  if (!burl__option(site, "azimuth", &azimuth) || !burl__option(site, "altitude", &altitude) ||
      !burl__option(site, "z", &z))
    return BURL__NONE;
  const double level = z * wave_of(site, OP_cos_degrees, altitude);
  const int right =
                burl__make2(g, OP_multiply_f, dx, constant_of(site, -level * wave_of(site, OP_sin_degrees, azimuth))),
            down = burl__make2(g, OP_multiply_f, dy, constant_of(site, level * wave_of(site, OP_cos_degrees, azimuth)));
  const int facing = burl__make2(g, OP_add_f, burl__make2(g, OP_add_f, right, down),
                                 constant_of(site, wave_of(site, OP_sin_degrees, altitude)));
  const int steep = burl__make2(g, OP_multiply_f, squares(g, dx, dy), constant_of(site, z * z));
  const int sum = burl__make2(g, OP_add_f, steep, constant_of(site, 1));
  if (sum < 0) return BURL__NONE;
  const int cosine = burl__make2(g, OP_divide_f, facing, burl__operate(g, OP_sqrt, &sum));
  return burl__make3(g, OP_clamp_f, cosine, constant_of(site, 0), constant_of(site, 1));
}

/* The topographic wetness index, ln(a / tan b), where a is the area that drains through a metre of contour and tan b
 * the slope (K. Beven, M. Kirkby, "A physically based, variable contributing area model of basin hydrology", 1979). */
static int wetness(burl__call_site *site, int of, int dx, int dy) {
  static const double least_slope = 0.001;
  burl__graph *const g = site->graph;
  burl__field_setup flow;
  begin_setup(&flow, BURL__FIELD_flow);
  flow.option[BURL__FLOW_GIVE] = BURL__GIVE_SPECIFIC;
  flow.option[BURL__FLOW_RAIN] = 1;
  if (!burl__option(site, "routing", &flow.option[BURL__FLOW_ROUTING]) ||
      !burl__option(site, "level", &flow.option[BURL__FLOW_LEVEL]) ||
      !burl__option(site, "ocean", &flow.option[BURL__FLOW_OCEAN]))
    return BURL__NONE;
  const burl__value area = field_of(site, &flow, &of, 1, (burl_range){0, INFINITY, 1});
  const int sum = area.channels ? squares(g, dx, dy) : BURL__NONE;
  if (sum < 0) return BURL__NONE;
  const int slope = burl__make2(g, OP_max_f, burl__operate(g, OP_sqrt, &sum), constant_of(site, least_slope));
  const int ratio = burl__make2(g, OP_divide_f, area.node[0], slope);
  return ratio < 0 ? ratio : burl__operate(g, OP_log, &ratio);
}

static burl__value build_ground_shape(burl__call_site *site) {
  const int of = heights_of(site);
  if (of < 0) return burl__failed();
  const int dx = rise_of(site, of, 0), dy = rise_of(site, of, 1);
  if (dx < 0 || dy < 0) return burl__failed();
  const char first = site->entry->name[0];
  return burl__number(first == 's'   ? slope_deg(site, dx, dy)
                      : first == 'a' ? aspect(site, dx, dy)
                      : first == 'w' ? wetness(site, of, dx, dy)
                                     : hillshade(site, dx, dy));
}

/* ---- Surfaces ------------------------------------------------------------------------------------ */

static burl_range surface_range(burl_range heights, int through) {
  if (through && (isinf(heights.lo) || isinf(heights.hi))) return (burl_range){-INFINITY, INFINITY, heights.may_be_nan};
  const double middle = 0.5 * heights.lo + 0.5 * heights.hi, most = BURL__SURFACE_REACH * (heights.hi - middle);
  return !through || heights.lo == heights.hi ? heights
                                              : (burl_range){middle - most, middle + most, heights.may_be_nan};
}

/* How many surfaces a node is computed from, one within the other; −1 with the error filled: out of memory. */
static int depth_of(burl__call_site *site, int node) {
  const burl__node *const nodes = site->graph->nodes;
  unsigned char *const needed = burl__arena_take(site->expander->scratch, (size_t)node + 1);
  int depth = 0;
  if (!needed) return burl__out_of_memory(site->graph->error), -1;
  needed[node] = 1;
  for (int i = node; i >= 0; i--) {
    for (int a = 0; needed[i] && a < nodes[i].arity; a++) needed[nodes[i].argument[a]] = 1;
    if (!needed[i] || nodes[i].op != BURL__FIELD) continue;
    const burl__field_setup *const setup = nodes[i].setup;
    if (setup->nested > depth) depth = setup->nested;
  }
  return depth;
}

/* The call at the point at which the heights of a surface are computed that is read at the call's: the recipe's own,
 * reduced where the call's coordinates jump at the end of a tile, by whole rounds of the surface then.  moment: the
 * node of the heights of that moment, NONE: none.  Returns 0 with the error filled where there is no such round. */
static int place_grid(const burl__call_site *site, int moment, burl__call_site *grid) {
  burl__point point = *site->expander->own_point;
  point.seed = site->point->seed, point.ground = moment;
  for (int axis = 0; axis < 2; axis++) {
    double period;
    if (!burl__lap_round(site->graph, &site->graph->nodes[site->point->coordinate[axis]], &period)) return 0;
    if (period > 0) point.coordinate[axis] = burl__reduced(site->graph, point.coordinate[axis], axis, period);
    if (point.coordinate[axis] < 0) return 0;
  }
  *grid = *site;
  return (grid->point = burl__keep_point(site->expander, &point)) != NULL;
}

/* The surface over a node's values, which were computed at the call `grid`, at the call's point. */
static burl__value surface_over(burl__call_site *site, burl__call_site *grid, burl__field_setup *field, int of) {
  enum { MOST_DEPTH = 4 };
  const int depth = of < 0 ? -1 : depth_of(site, of);
  if (depth < 0) return burl__failed();
  if (depth >= MOST_DEPTH) {
    burl__fail_at(site, site->tree->place,
                  "surfaces within surfaces, more than 4 deep: each computes all within it anew",
                  "take one of them out");
    return burl__failed();
  }
  field->nested = depth + 1;
  site->expander->reads |= BURL__READS_POINT;
  const burl_range range = surface_range(site->graph->nodes[of].range, field->option[BURL__UPSAMPLE_THROUGH] != 0);
  const burl__value surface = field_of(grid, field, &of, 1, range);
  if (!surface.channels) return surface;
  return burl__number(
      burl__read_surface(site->graph, surface.node[0], site->point->coordinate, &(burl__surface_reading){.layer = 0}));
}

/* How wide the cells are over which it is computed: n times as wide as the grid's, or about `cell`. */
static int read_width(burl__call_site *site, burl__field_setup *field) {
  double times = 1;
  if (site->count > 1 && !burl__argument_constant(site, 1, &times)) return 0;
  const burl__span place = site->count > 1 ? site->positional[1]->place : site->tree->place;
  if ((site->count > 1) == (field->option[BURL__UPSAMPLE_CELL] > 0)) {
    burl__fail_at(site, place, "it is computed over cells n times as wide, or of a width: one of the two",
                  "upsample(erode(h), 8), or upsample(erode(h), cell: 60)");
    return 0;
  }
  if (times < 1 || times > BURL__MOST_TIMES || times != floor(times)) {
    burl__fail_at(site, place, "a whole number from 1 to 64",
                  "upsample(erode(h), 8) computes erode over cells 8 times as wide");
    return 0;
  }
  field->times = site->count > 1 ? (int)times : BURL__BY_CELL;
  return 1;
}

static int is_over_two(burl__call_site *site) {
  if (site->point->dims == 2) return 1;
  burl__fail_at(site, site->tree->place, "a surface is over two coordinates",
                site->point->dims == 1 ? "at(upsample(h, 2), x, 0) has two" : "at(upsample(h, 2), x, y) has two");
  return 0;
}

/* The heights are those at the recipe's own point, wherever the surface is read. */
burl__value burl__build_upsample(burl__call_site *site) {
  burl__field_setup field;
  begin_setup(&field, BURL__FIELD_upsample);
  if (!takes_grid(site) || !read_options(site, &field) || !read_width(site, &field) || !is_over_two(site))
    return burl__failed();
  burl__call_site grid;
  if (!place_grid(site, BURL__NONE, &grid)) return burl__failed();
  const burl__value value = burl__expand(site->expander, site->positional[0], site->scope, grid.point);
  if (value.channels > 1)
    burl__fail_at(site, site->positional[0]->place, "this takes a number, not a colour", BURL__HINT_NUMBER);
  return surface_over(site, &grid, &field,
                      value.channels == 1 ? burl__convert(site->graph, value.node[0], BURL__FLOAT) : BURL__NONE);
}

/* ---- Whole grids, and what reads them ------------------------------------------------------------ */

int burl__gives_surface(const burl__entry *function) {
  burl__builder *const build = function->build;
  return build == burl__build_ground || build == burl__build_upsample || build == burl__build_midpoint ||
         build == burl__build_ground_shape || build == burl__build_dilate || build == burl__build_bevel;
}

void burl__write_standing(const burl__entry *function, char *to, size_t room) {
  const int is_one = function->field == BURL__FIELD_upsample || function->field == BURL__FIELD_erode;
  const char *const form = burl__gives_surface(function) && !is_one ? "upsample(%s(…), 1)" : "%s(…)";
  snprintf(to, room, form, function->name);
}

/* Whether the function can be computed over ground that goes round, and so stand inside a tile. */
static int may_go_round(const burl__call_site *site) {
  burl__builder *const build = site->entry->build;
  return build == burl__build_ground_shape || build == burl__build_bevel || goes_round(site->entry->field);
}

int burl__is_tiled(const burl__call_site *site) {
  int tiled = 0;
  for (int a = 0; a < site->point->dims; a++) tiled |= burl__has_lap(&site->graph->nodes[site->point->coordinate[a]]);
  return tiled;
}

/* A surface can stand where the point has two coordinates. */
static void hint_surface(burl__call_site *site) {
  const burl__point *const point = site->point;
  char surface[96];
  burl__write_standing(site->entry, surface, sizeof surface);
  if (!burl__gives_surface(site->entry)) burl__hint(site->graph->error, "take it out of %s()", point->inside);
  else if (burl__is_tiled(site) && !may_go_round(site))
    burl__hint(site->graph->error, "in place of the tile: " BURL__REPEATED_SURFACE, surface);
  else if (point->dims == 2)
    burl__hint(site->graph->error, "take it out of %s(), or %s is a surface that can", point->inside, surface);
  else
    burl__hint(site->graph->error, "take it out of %s(), or at(%s, x, %s) is a surface that can", point->inside,
               surface, point->dims == 1 ? "0" : "y");
}

/* Whether a whole-grid function can stand at the call's point, where whole grids are computed: that of the recipe, or
 * of a tile that the function can go round. */
static int stands_here(burl__call_site *site) {
  double period[2];
  if (!site->point->inside || (may_go_round(site) && read_periods(site, period))) return 1;
  burl__fail(site->graph->error, BURL_RECIPE, site->tree->place, "%s needs the whole grid: it cannot stand under %s()",
             site->entry->name, site->point->inside);
  hint_surface(site);
  return 0;
}

burl__value burl__over_grid(burl__call_site *site, burl__builder *build) {
  if (!stands_here(site)) return burl__failed();
  if (!takes_grid(site)) return burl__failed();
  if (!site->point->derived) return build(site);
  burl__call_site grid;
  if (!place_grid(site, site->point->ground, &grid)) return burl__failed();
  const burl__value value = build(&grid);
  burl__field_setup field;
  begin_setup(&field, BURL__FIELD_upsample);
  field.times = 1, field.option[BURL__UPSAMPLE_THROUGH] = 1;
  burl__value surface = value;
  for (int c = 0; c < value.channels && surface.channels; c++) {
    const burl__value one = surface_over(site, &grid, &field, burl__convert(site->graph, value.node[c], BURL__FLOAT));
    surface.node[c] = one.node[0];
    if (!one.channels) surface = one;
  }
  return surface;
}

#define OVER_GRID(form) \
  burl__value burl__build_##form(burl__call_site *site) { return burl__over_grid(site, build_##form); }
OVER_GRID(midpoint)
OVER_GRID(moment)
OVER_GRID(ground_shape)
OVER_GRID(dilate)
OVER_GRID(bevel)
#undef OVER_GRID

/* Layers, by the words of erode()'s option give. */
enum { HEIGHT, SEDIMENT, BEDROCK, WEAR, FLOW, FILLED };

/* A further layer of the surface that a node reads. */
static int read_layer(burl__graph *g, int height, int layer) {
  const burl__node *const node = height < 0 ? NULL : &g->nodes[height];
  return node ? burl__read_surface(g, node->argument[2], node->argument, &(burl__surface_reading){layer, {0, 0}})
              : BURL__NONE;
}

/* How thick sediment lies, of the surface's height: at least 0, and rounded so that the height is the float nearest to
 * bedrock and sediment. */
static int sediment_on(burl__graph *g, int height) {
  const int smooth = burl__make2(g, OP_max_f, read_layer(g, height, SEDIMENT), burl__literal(g, 0));
  return burl__make2(g, OP_subtract_f, height, burl__make2(g, OP_subtract_f, height, smooth));
}

/* The heights less the sediment, in double, so that no digit is lost: the two are the heights, to the bit. */
static int bedrock_below(burl__graph *g, int height) {
  const int sediment = burl__convert(g, sediment_on(g, height), BURL__DOUBLE);
  return burl__make2(g, OP_subtract_f, burl__convert(g, height, BURL__DOUBLE), sediment);
}

/* What erode() gives, of the node that reads its heights. */
static int given_of_eroded(burl__graph *g, int height, int give) {
  switch (give) {
  case SEDIMENT: return sediment_on(g, height);
  case BEDROCK: return bedrock_below(g, height);
  case WEAR:
  case FLOW:
  case FILLED: return read_layer(g, height, give);
  default: return height;
  }
}

/* erode() is computed over a lattice of its own, at the recipe's own point: what it gives is the surface through
 * that. */
static burl__value build_eroded(burl__call_site *site) {
  burl__field_setup field;
  double give, quiet;
  begin_setup(&field, BURL__FIELD_upsample);
  field.times = BURL__LATTICE, field.option[BURL__UPSAMPLE_THROUGH] = 1;
  if (!takes_grid(site) || !burl__option(site, "cell", &field.option[BURL__UPSAMPLE_CELL]) || !is_over_two(site))
    return burl__failed();
  burl__call_site grid;
  if (!place_grid(site, BURL__NONE, &grid)) return burl__failed();
  const burl__value value = burl__option(site, "give", &give) ? build_ground(&grid) : burl__failed();
  if (value.channels && burl__option(site, "quiet", &quiet))
    burl__judge_option(site, "base_rise", quiet > 0, "makes no difference: there are no quiet years");
  const burl__value height = value.channels ? surface_over(site, &grid, &field, value.node[0]) : value;
  return height.channels ? burl__number(given_of_eroded(site->graph, height.node[0], (int)give)) : height;
}

burl__value burl__build_ground(burl__call_site *site) {
  return site->entry->field == BURL__FIELD_erode ? build_eroded(site) : burl__over_grid(site, build_ground);
}
