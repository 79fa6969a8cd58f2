#include "oracle.h"

#include <stdlib.h>

#include "exact.h"

#include "noise/curve.h"
#include "noise/lattice.h"
#include "noise/number.h"
#include "noise/simplex.h"
#include "program/program.h"
#define L(name) name##_d
#define WHOLE 4503599627370496.0
#include "noise/arithmetic.h"
#undef L

/* How a gradient that turns is, or changes by `turn`: its direction an angle of its own about an axis of its own. */
static gradient turned(const burl__noise *noise, uint32_t hash, double turn, int is_rate) {
  const double pi = 3.14159265358979323846, speed = (hash & 1 ? 2 : 1) * (hash & 2 ? -1 : 1);
  const double angle = pi * signed_of_hash(hash) + 2 * pi * speed * turn + (is_rate ? pi / 2 : 0);
  const double size = (double)noise->size * (is_rate ? 2 * pi * speed : 1), u = size * cos(angle),
               v = size * sin(angle);
  if (noise->dims == 3) return (gradient){u, v, 0, 0};
  const uint32_t second = hash_spread(hash);
  const double height = signed_of_hash(second), flat = sqrt(1 - height * height);
  const double way = pi * signed_of_hash(hash_spread(second));
  return (gradient){cos(way) * height * u - sin(way) * v, sin(way) * height * u + cos(way) * v, flat * u, 0};
}

static gradient gradient_of(const burl__noise *noise, uint32_t hash, double size) {
  return gradient_of_set(noise->dims, noise->gradients, hash, size);
}

/* The hash of a lattice point of cells or skewed coordinates. */
static uint32_t hash_at(const burl__noise *noise, const int64_t *at) {
  uint32_t key[4] = {0};
  for (int a = 0; a < lattice_axes(noise); a++) {
    const int64_t period = noise->period[a];
    const int64_t cell = period ? (at[a] % period + period) % period : at[a];
    key[a] = hash_axis(noise, a, (uint32_t)cell);
  }
  return hash_of_keys(noise, (point_keys){key[0], key[1], key[2], key[3]});
}

/* ---- On the integer lattice --------------------------------------------------------------------- */

typedef struct {
  const burl__noise *noise;
  int is_value;
  int64_t cell[4], corner[4];
  double fraction[4];
} place;

/* What the corners along the axes from `axis` on blend to. */
static oracle_sample blended(place *p, int axis) {
  const int dims = lattice_axes(p->noise), turns = p->noise->turns;
  const double size = (double)p->noise->size;
  oracle_sample s = {0};
  if (axis == dims) {
    const uint32_t hash = hash_at(p->noise, p->corner);
    if (p->is_value) {
      s.value = value_of_hash(hash, size);
      return s;
    }
    const double turn = p->fraction[dims - !turns];
    const gradient g = turns ? turned(p->noise, hash, turn, 0) : gradient_of(p->noise, hash, size);
    const gradient rate = turned(p->noise, hash, turn, 1);
    const double slope[4] = {g.x, g.y, g.z, g.w}, rates[4] = {rate.x, rate.y, rate.z, rate.w};
    for (int a = 0; a < dims; a++) {
      const double d = p->fraction[a] - (double)(p->corner[a] - p->cell[a]);
      s.slope[a] = slope[a];
      s.value += slope[a] * d;
      if (turns) s.slope[dims] += rates[a] * d;
    }
    return s;
  }
  const int interp = p->noise->interp, smooth = p->noise->smooth;
  const double t = p->fraction[axis];
  for (int tap = -2; tap <= 3; tap++) {
    const double weight = smooth ? smooth_weight(interp, tap, t) : point_weight(interp, tap, t);
    const double rate = smooth ? smooth_rate(interp, tap, t) : point_rate(interp, tap, t);
    if (weight == 0 && rate == 0) continue;
    p->corner[axis] = p->cell[axis] + tap;
    const oracle_sample q = blended(p, axis + 1);
    s.value += weight * q.value;
    for (int a = 0; a < dims + turns; a++) s.slope[a] += weight * q.slope[a];
    s.slope[axis] += rate * q.value;
  }
  return s;
}

static oracle_sample on_lattice(int is_value, const burl__noise *noise, const double *at) {
  place p = {.noise = noise, .is_value = is_value};
  for (int a = 0; a < noise->dims; a++) {
    p.cell[a] = (int64_t)floor(at[a]);
    p.fraction[a] = at[a] - floor(at[a]);
  }
  return blended(&p, 0);
}

/* ---- On simplices ------------------------------------------------------------------------------- */

/* Adds what the lattice point of skewed coordinates i contributes at p. */
static void add_part(const burl__noise *noise, const double *p, const int64_t *i, oracle_sample *sum) {
  const int dims = noise->dims, units = simplex_units(dims);
  double level = 0, d[4] = {0}, left = simplex_reach2(dims, noise->smooth), dot = 0;
  for (int a = 0; a < dims; a++) level += dims > 1 ? (double)i[a] : 0;
  for (int a = 0; a < dims; a++) {
    d[a] = units * p[a] - ((double)i[a] * units - level);
    left -= d[a] * d[a];
  }
  if (left <= 0) return;
  const gradient g = gradient_of(noise, hash_at(noise, i), (double)noise->size);
  const double way[4] = {g.x, g.y, g.z, g.w};
  for (int a = 0; a < dims; a++) dot += way[a] * d[a];
  sum->value += pow(left, 4) * dot;
  for (int a = 0; a < dims; a++) sum->slope[a] += (pow(left, 4) * way[a] - 8 * pow(left, 3) * d[a] * dot) * units;
}

static oracle_sample on_simplices(const burl__noise *noise, const double *p) {
  enum { AROUND = 3 };
  const int dims = noise->dims;
  double level = 0;
  oracle_sample sum = {0};
  int64_t middle[4] = {0}, i[4];
  for (int a = 0; a < dims; a++) level += p[a];
  for (int a = 0; a < dims; a++) middle[a] = llround(floor(p[a] + (dims > 1 ? level / simplex_block(dims) : 0)));
  int step[4] = {-AROUND, -AROUND, -AROUND, -AROUND};
  for (int a = 0; a < dims;) {
    for (int b = 0; b < dims; b++) i[b] = middle[b] + step[b];
    add_part(noise, p, i, &sum);
    for (a = 0; a < dims && ++step[a] > AROUND + 1; a++) step[a] = -AROUND;
  }
  return sum;
}

oracle_sample oracle_at(int op, const burl__noise *noise, const double *p) {
  return op == OP_simplex ? on_simplices(noise, p) : on_lattice(op == OP_value, noise, p);
}

/* ---- Programs ----------------------------------------------------------------------------------- */

static int has(int op, const burl__noise *noise) {
  const int repeats = (noise->period[0] | noise->period[1] | noise->period[2] | noise->period[3]) != 0u;
  if (op == OP_simplex) return !repeats;
  return (op == OP_perlin || op == OP_value) && noise->hash == HASH_BURL && noise->interp != WAVELET;
}

#define CALL_1(f) f(a[0])
#define CALL_2(f) f(a[0], a[1])
#define CALL_3(f) f(a[0], a[1], a[2])
#define CALL_4(f) f(a[0], a[1], a[2], a[3])
#define CALL_5(f) f(a[0], a[1], a[2], a[3], a[4])
#define CALL_6(f) f(a[0], a[1], a[2], a[3], a[4], a[5])
static double operate(int op, const double *a) {
  switch (op) {
// clang-format off
#define ARITHMETIC(name, arity, bounds, slope, signature, range, help) OPERATOR(name, arity, bounds, slope)
#define OPERATOR(name, arity, bounds, slope) \
  case OP_##name##_f: case OP_##name##_d: return CALL_##arity(name##_d);
#define NUMERIC(name, arity, bounds, slope, signature, range, help) \
  case OP_##name: return CALL_##arity(lane_##name);
#define HIDDEN(name, arity, bounds, slope) case OP_##name: return CALL_##arity(lane_##name);
// clang-format on
#include "functions.def"
  case OP_widen:
  case OP_narrow: return a[0];
  case OP_axis_reduce: return axis_reduce(a[0], a[1]);
  case OP_half_power: return pow(a[0], a[1]);
  case OP_sin_degrees: return sin_degrees(a[0]);
  case OP_cos_degrees: return cos_degrees(a[0]);
  default: return NAN;
  }
}

/* The noise of a node at what its arguments are, and its slopes. */
static oracle_sample sample_of(const burl__node *noise, const double *of) {
  double at[BURL__ARGUMENTS] = {0};
  for (int k = 0; k < noise->arity; k++) at[k] = of[noise->argument[k]];
  return oracle_at(noise->op, noise->setup, at);
}

int oracle_program_at(const burl_program *program, const double p[4], double *value) {
  const burl__graph *const graph = &program->plan->graph;
  double *const of = calloc(graph->count, sizeof *of);
  int known = of != NULL;
  for (int i = 0; known && i <= program->plan->outputs.node[0]; i++) {
    const burl__node *const node = &graph->nodes[i];
    double a[BURL__ARGUMENTS] = {0};
    for (int k = 0; k < node->arity; k++) a[k] = of[node->argument[k]];
    if (node->op == BURL__CONSTANT) of[i] = node->value;
    else if (node->op == BURL__COORDINATE) of[i] = node->value < 4 ? p[(int)node->value] : 0;
    else if (node->op == BURL__GATE) of[i] = a[0 < node->value];
    else if (node->op == BURL__ALIAS) of[i] = a[0];
    else if (node->op == BURL__PARTIAL && node->value < 4)
      of[i] = sample_of(&graph->nodes[node->argument[0]], of).slope[(int)node->value];
    else if (node->op > BURL__OP_COUNT || burl__is_bend(node->op)) known = 0;
    else if (node->op == OP_curve) of[i] = lane_curve(((const burl__curve *)node->setup)->row[0], a[0]);
    else if (burl__operations[node->op].arity >= 0) of[i] = operate(node->op, a);
    else if (!has(node->op, node->setup)) known = 0;
    else of[i] = sample_of(node, of).value;
  }
  if (known) *value = of[program->plan->outputs.node[0]];
  free(of);
  return known;
}
