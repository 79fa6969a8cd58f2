/* Builders of derivatives. */
#include <string.h>

#include "base/seed.h"
#include "program/build.h"
#include "program/derive.h"
#include "program/notes.h"

typedef burl__variables variables;

/* Whether each variable depends on axes that no other depends on. */
static int are_independent(const burl__graph *g, const variables *v) {
  unsigned seen = 0;
  for (int i = 0; i < v->count; i++) {
    const unsigned axes = g->nodes[v->node[i]].axes;
    if (axes == 0 || (axes & seen) != 0) return 0;
    seen |= axes;
  }
  return 1;
}

/* Variables that are constant or not independent get aliases, so that a partial derivative by one leaves the others
 * alone. */
int burl__open_variables(burl__call_site *site, const burl__point *point, burl__variables *v) {
  burl__graph *const g = site->graph;
  v->point = *point;
  v->count = v->point.dims + 1;
  for (int i = 0; i < v->count; i++) v->node[i] = i < v->point.dims ? v->point.coordinate[i] : v->point.time;
  const int independent = are_independent(g, v);
  for (int i = 0; i < v->count && !independent; i++)
    if ((v->node[i] = burl__alias(g, v->node[i], i)) < 0) return 0;
  for (int i = 0; i < v->point.dims; i++) v->point.coordinate[i] = v->node[i];
  v->point.time = v->node[v->point.dims];
  v->point.derived = site->entry->name;
  v->point.on_shell = 0;
  return 1;
}

/* At the call's point, where its arguments are differentiated. */
static int open_variables(burl__call_site *site, variables *v) { return burl__open_variables(site, site->point, v); }

/* The node of the argument that is differentiated, with `seed` combined with the point's. */
static int argument(burl__call_site *site, const variables *v, int index, uint64_t seed) {
  burl__point inner = v->point;
  inner.seed = burl__seed_combine(inner.seed, seed);
  const burl__tree *const tree = site->positional[index];
  const burl__value value = burl__expand_at(site->expander, tree, site->scope, &inner);
  if (value.channels > 1)
    return burl__fail_at(site, tree->place, "this takes a number, not a colour", BURL__HINT_NUMBER);
  return value.channels == 0 ? BURL__NONE : value.node[0];
}

static int derive(burl__call_site *site, const variables *v, int value, int by) {
  site->graph->place = site->tree->place;
  return value < 0 ? BURL__NONE : burl__derive(site->graph, value, v->node, v->count, by);
}

/* Notes a derivative that is 0 everywhere although its argument varies along the axes, and why that may be. */
static int note_zero(burl__call_site *site, int value, unsigned along, int derivative, const char *why) {
  burl__graph *const g = site->graph;
  if (value < 0 || derivative < 0) return derivative;
  const int is_zero = burl__is_constant(g, derivative) && burl__value_of(g, derivative) == 0.0;
  burl_error *const note = burl__judge(site->expander, site->tree, !is_zero || !(g->nodes[value].axes & along));
  if (!note) return derivative;
  burl__fail(note, BURL_OK, site->tree->place, "this %s is 0 everywhere", site->entry->name);
  burl__hint(note, "%s", why);
  return derivative;
}
static int judge_derivative(burl__call_site *site, int value, unsigned along, int derivative) {
  return note_zero(site, value, along, derivative,
                   "what changes by jumps alone, as floor() and white() do, has no other");
}

/* The variable that the second argument of d() names; −1 with the error filled: none. */
static int variable_named(burl__call_site *site) {
  const burl__scope *scope = site->scope;
  const burl__tree *const tree = burl__referent(site->positional[1], &scope);
  const char *const names = "xyzw";
  const int dims = site->point->dims;
  if (tree->kind == TREE_NAME && !tree->knob && tree->name[0] && !tree->name[1]) {
    if (tree->name[0] == 't') return dims;
    for (int i = 0; i < dims; i++)
      if (tree->name[0] == names[i]) return i;
    for (int i = dims; i < 4; i++)
      if (tree->name[0] == names[i]) { /* the error of a coordinate that isn't there */
        (void)burl__argument_number(site, 1);
        return -1;
      }
  }
  return burl__fail_at(site, site->positional[1]->place, "by a coordinate: x, y, z, w or t",
                       "d(e, x) is how fast e rises along x");
}

burl__value burl__build_d(burl__call_site *site) {
  variables v;
  const int by = variable_named(site);
  if (by < 0 || !open_variables(site, &v)) return burl__failed();
  const int value = argument(site, &v, 0, 0);
  return burl__number(judge_derivative(site, value, site->graph->nodes[v.node[by]].axes, derive(site, &v, value, by)));
}

burl__value burl__build_slope(burl__call_site *site) {
  burl__graph *const g = site->graph;
  variables v;
  if (!open_variables(site, &v)) return burl__failed();
  const int value = argument(site, &v, 0, 0);
  int sum = BURL__NONE;
  for (int i = 0; i < v.point.dims; i++) {
    const int along = derive(site, &v, value, i);
    if (along < 0) return burl__failed();
    if (v.point.dims == 1)
      return burl__number(judge_derivative(site, value, BURL__READS_POINT, burl__make1(g, OP_abs_f, along)));
    const int square = burl__make2(g, OP_multiply_f, along, along);
    sum = i == 0 ? square : burl__make2(g, OP_add_f, sum, square);
  }
  if (sum < 0) return burl__failed();
  return burl__number(judge_derivative(site, value, BURL__READS_POINT, burl__operate(g, OP_sqrt, &sum)));
}

/* ---- Lengths on a sphere or a cylinder ----------------------------------------------------------- */

static int is_same_shell(const burl__shell *a, const burl__shell *b) {
  return a->dims == b->dims && memcmp(a->coordinate, b->coordinate, (size_t)a->dims * sizeof *a->coordinate) == 0;
}

/* The shell on which a value lies, NULL in *found: none; 0 with the error filled, also where it lies on several. */
static int find_shell(burl__call_site *site, int value, const burl__shell **found) {
  const burl__node *const nodes = site->graph->nodes;
  unsigned char *const reached = burl__arena_take(site->expander->scratch, (size_t)value + 1);
  *found = NULL;
  if (!reached) return burl__out_of_memory(site->graph->error), 0;
  reached[value] = 1;
  for (int i = value; i >= 0; i--)
    for (int a = 0; reached[i] && a < nodes[i].arity; a++) reached[nodes[i].argument[a]] = 1;
  for (const burl__shell *s = site->expander->shells; s; s = s->next) {
    int is_read = 0;
    for (int i = 0; i < s->dims; i++) is_read |= s->coordinate[i] <= value && reached[s->coordinate[i]];
    if (is_read && *found && !is_same_shell(*found, s))
      return burl__fail_at(site, site->positional[0]->place,
                           "it lies on several spheres or cylinders: slopes are per unit of one",
                           "one around all, sphere(a + b, radius: r), or normal(e, radius: r)");
    if (is_read) *found = s;
  }
  return 1;
}

/* How long a unit of a variable is on the shell, where it is moved: √(Σ (∂cᵢ/∂variable)²) over its coordinates c. */
static int length_on(burl__call_site *site, const variables *v, const burl__shell *shell, int by) {
  burl__graph *const g = site->graph;
  int sum = BURL__NONE;
  for (int i = 0; i < shell->dims; i++) {
    const int along = derive(site, v, shell->coordinate[i], by), square = burl__make2(g, OP_multiply_f, along, along);
    if (square < 0) return BURL__NONE;
    sum = i == 0 ? square : burl__make2(g, OP_add_f, sum, square);
  }
  return burl__convert(g, burl__operate(g, OP_sqrt, &sum), BURL__FLOAT);
}

/* The same where the variables are the longitude and latitude, in degrees, on a sphere of a radius. */
static int length_on_sphere(burl__call_site *site, const variables *v, double radius, int by) {
  burl__graph *const g = site->graph;
  const int degree = burl__constant(g, radius * 0.017453292519943296, BURL__FLOAT), latitude = v->node[1];
  if (by == 1 || degree < 0) return degree;
  const int cosine = burl__operate(g, OP_cos_degrees, &latitude);
  return burl__make2(g, OP_multiply_f, burl__convert(g, cosine, BURL__FLOAT), degree);
}

/* How long a unit of each variable is, as normal() takes it; BURL__NONE: 1.  0 with the error filled. */
static int find_lengths(burl__call_site *site, const variables *v, int value, int length[2]) {
  const burl__shell *shell = NULL;
  double radius;
  length[0] = length[1] = BURL__NONE;
  if (!burl__option(site, "radius", &radius)) return 0;
  if (radius > 0.0 && v->point.dims != 2)
    return burl__fail_at(site, burl__option_place(site, "radius", 0), "a sphere is over two coordinates",
                         "x is the longitude and y the latitude, in degrees");
  if (radius == 0.0 && !find_shell(site, value, &shell)) return 0;
  for (int i = 0; i < 2 && i < v->point.dims && (shell || radius > 0.0); i++)
    if ((length[i] = shell ? length_on(site, v, shell, i) : length_on_sphere(site, v, radius, i)) < 0) return 0;
  return 1;
}

/* A slope per unit of length; at a pole, where the length and the slope are 0, it is 0. */
static int per_length(burl__graph *g, int slope, int length) {
  if (length == BURL__NONE) return slope;
  return burl__make2(g, OP_divide_f, slope, burl__make2(g, OP_max_f, length, burl__constant(g, 1e-30, BURL__FLOAT)));
}

/* ---- Normals ------------------------------------------------------------------------------------- */

/* A component of a vector, divided by the vector's length and mapped from [−1, 1] to [0, 1], as a
 * channel. */
static int channel(burl__graph *g, int component, int length) {
  const int along = burl__make2(g, OP_divide_f, component, length);
  const int clamped = burl__make3(g, OP_clamp_f, along, burl__literal(g, -1.0), burl__literal(g, 1.0));
  const int half = burl__literal(g, 0.5);
  return burl__make2(g, OP_add_f, half, burl__make2(g, OP_multiply_f, clamped, half));
}

/* A factor of the slope along an axis, turned round where the picture goes against the axis. */
static int seen_in_picture(burl__call_site *site, int axis, int factor) {
  const burl__code_wishes *const code = site->expander->wishes;
  const int turned = burl__make1(site->graph, OP_negate_f, factor);
  if (code) return code->turned[axis] ? turned : factor;
  return burl__make3(site->graph, OP_select_f, burl__turned(site->graph, axis), turned, factor);
}

/* The unit vector along (−s·∂e/∂x, −s·∂e/∂y, 1), as the picture shows it, as a colour; on a sphere or a cylinder x and
 * y are lengths on it. */
burl__value burl__build_normal(burl__call_site *site) {
  burl__graph *const g = site->graph;
  variables v;
  double green;
  const int strength = burl__option_varying(site, "strength");
  if (strength < 0 || !burl__option(site, "green", &green) || !open_variables(site, &v)) return burl__failed();
  burl__judge_option(site, "green", v.point.dims > 1, "makes no difference: there is no y");
  const int value = argument(site, &v, 0, 0);
  int component[3], length_of[2];
  if (value < 0 || !find_lengths(site, &v, value, length_of)) return burl__failed();
  const int negated = burl__make1(g, OP_negate_f, strength), one = burl__constant(g, 1.0, BURL__FLOAT);
  int squares = one;
  for (int i = 0; i < 2; i++) {
    const int slope = i < v.point.dims ? derive(site, &v, value, i) : burl__literal(g, 0.0);
    const int along = per_length(g, slope, length_of[i]);
    const int factor = seen_in_picture(site, i, i == 1 && green != 0.0 ? strength : negated);
    component[i] = burl__make2(g, OP_multiply_f, along, factor);
    squares = burl__make2(g, OP_add_f, squares, burl__make2(g, OP_multiply_f, component[i], component[i]));
    if (squares < 0) return burl__failed();
  }
  component[2] = one;
  const int length = burl__operate(g, OP_sqrt, &squares);
  burl__value normal = {3, {0, 0, 0, 0}, 1};
  for (int i = 0; i < 3; i++)
    if ((normal.node[i] = channel(g, component[i], length)) < 0) return burl__failed();
  return normal;
}

/* (∂e/∂y, −∂e/∂x); of three (∂c/∂y − ∂b/∂z, ∂a/∂z − ∂c/∂x, ∂b/∂x − ∂a/∂y).
 * Source: R. Bridson, J. Hourihan and M. Nordenstam, "Curl-noise for procedural fluid flow", 2007. */
burl__value burl__build_curl(burl__call_site *site) {
  burl__graph *const g = site->graph;
  variables v;
  double word;
  if (!burl__option(site, "give", &word) || !open_variables(site, &v)) return burl__failed();
  const int give = (int)word, dims = v.point.dims;
  if (dims != 2 && dims != 3) {
    burl__fail_at(site, site->tree->place, "only two and three dimensions have one", "at(curl(e), x, y) has two");
    return burl__failed();
  }
  if (give >= dims) {
    burl__fail_at(site, burl__option_place(site, "give", 0), "two dimensions have no z", "x or y");
    return burl__failed();
  }
  if (dims == 2 && site->count > 1) {
    burl__fail_at(site, site->positional[1]->place, "in two dimensions it is of one expression", "");
    return burl__failed();
  }
  if (dims == 2) {
    const int along = derive(site, &v, argument(site, &v, 0, 0), 1 - give);
    return along < 0 ? burl__failed() : burl__number(give == 0 ? along : burl__make1(g, OP_negate_f, along));
  }
  const int next = (give + 1) % 3, last = (give + 2) % 3;
  int value[3];
  for (int i = 0; i < 3; i++)
    if (i != give && (value[i] = i < site->count ? argument(site, &v, i, 0) : argument(site, &v, 0, (uint64_t)i)) < 0)
      return burl__failed();
  return burl__number(
      burl__make2(g, OP_subtract_f, derive(site, &v, value[last], next), derive(site, &v, value[next], last)));
}

int burl__argument_gradient(burl__call_site *site, int *value, int gradient[4]) {
  variables v;
  if (!open_variables(site, &v) || (*value = argument(site, &v, 0, 0)) < 0) return 0;
  for (int i = 0; i < v.point.dims; i++)
    if ((gradient[i] = derive(site, &v, *value, i)) < 0) return 0;
  return 1;
}

/* ---- Curvature ---------------------------------------------------------------------------------- */

/* The derivatives of a surface over x and y; of a curve those by y are 0. */
typedef struct {
  int x, y, xx, xy, yy;
} surface;

static int take_surface(burl__call_site *site, const variables *v, int value, surface *s) {
  const int has_y = v->point.dims > 1, zero = burl__constant(site->graph, 0.0, BURL__FLOAT);
  s->x = derive(site, v, value, 0);
  s->xx = derive(site, v, s->x, 0);
  s->y = has_y ? derive(site, v, value, 1) : zero;
  s->xy = has_y ? derive(site, v, s->x, 1) : zero;
  s->yy = has_y ? derive(site, v, s->y, 1) : zero;
  return s->xx >= 0 && s->xy >= 0 && s->yy >= 0;
}

static int product(burl__graph *g, int a, int b) { return burl__make2(g, OP_multiply_f, a, b); }
static int sum(burl__graph *g, int a, int b) { return burl__make2(g, OP_add_f, a, b); }

/* a·e_xx + 2b·e_xy + c·e_yy. */
static int bent(burl__graph *g, const surface *s, int a, int b, int c) {
  const int twice = product(g, product(g, b, s->xy), burl__literal(g, 2.0));
  return sum(g, sum(g, product(g, a, s->xx), twice), product(g, c, s->yy));
}

/* −above/below; 0 where there is nothing below. */
static int curvature_of(burl__graph *g, int above, int below) {
  const int zero = burl__literal(g, 0.0), is_flat = burl__make2(g, OP_equal_f, below, zero);
  const int quotient = burl__make2(g, OP_divide_f, burl__make1(g, OP_negate_f, above), below);
  return burl__make3(g, OP_select_f, is_flat, zero, quotient);
}

/* Positive where the ground is convex, as on ridges.  With p and q the slopes along x and y, r, s, t the second
 * derivatives e_xx, e_xy, e_yy, and g = p² + q²:
 *
 *   mean     −((1 + q²)·r − 2pq·s + (1 + p²)·t) / (2·(1 + g)^(3/2))
 *   profile  −(p²·r + 2pq·s + q²·t) / (g·(1 + g)^(3/2))               down the slope
 *   plan     −(q²·r − 2pq·s + p²·t) / g^(3/2)                         of the contour
 *
 * Source: J. Schmidt, I. S. Evans and J. Brinkmann, "Comparison of polynomial models for land surface curvature
 * calculation", 2003. */
burl__value burl__build_curvature(burl__call_site *site) {
  enum { MEAN, PROFILE, PLAN };
  burl__graph *const g = site->graph;
  variables v;
  surface s;
  double give;
  if (!burl__option(site, "give", &give) || !open_variables(site, &v)) return burl__failed();
  if (v.point.dims == 1 && give != MEAN) {
    burl__fail_at(site, burl__option_place(site, "give", 0), "a curve has one curvature", "leave it out");
    return burl__failed();
  }
  const int value = argument(site, &v, 0, 0);
  if (value < 0 || !take_surface(site, &v, value, &s)) return burl__failed();
  const int one = burl__literal(g, 1.0), x2 = product(g, s.x, s.x), y2 = product(g, s.y, s.y);
  const int xy = product(g, s.x, s.y), back = burl__make1(g, OP_negate_f, xy), steep = sum(g, x2, y2);
  const int raised = give == PLAN ? steep : sum(g, steep, one), power = burl__literal(g, 1.5);
  const int cubed = burl__operate(g, OP_pow, (const int[]){raised, power});
  const double halves = v.point.dims == 1 ? 1.0 : 2.0;
  const int above = give == MEAN      ? bent(g, &s, sum(g, y2, one), back, sum(g, x2, one))
                    : give == PROFILE ? bent(g, &s, x2, xy, y2)
                                      : bent(g, &s, y2, back, x2);
  const int below = give == MEAN      ? product(g, cubed, burl__literal(g, halves))
                    : give == PROFILE ? product(g, cubed, steep)
                                      : cubed;
  return burl__number(note_zero(site, value, BURL__READS_POINT, curvature_of(g, above, below),
                                "what is straight, or changes by jumps alone as floor() and white() do, has no other"));
}
