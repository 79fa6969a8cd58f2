/* The lattice of a program that is one noise on it: where it lies, and what each of its points adds to a sample. */
#include <math.h>
#include <stdlib.h>

#include "base/fpu.h"
#include "burl_inspect.h"
#include "noise/lattice.h"
#include "noise/simplex.h"
#include "program/program.h"

/* ---- Which lattice ------------------------------------------------------------------------------ */

/* Coordinates of a noise as those of the program's own point: factor·x + shift. */
typedef struct {
  int axis; /* of x; -1: it is something else */
  double factor, shift;
} coordinate_line;

static const coordinate_line no_line = {-1, 0, 0};

/* Follows a node back to the coordinate that it is a line of.  What reduces to a period changes no lattice point. */
static coordinate_line line_of(const burl__graph *g, int node) {
  coordinate_line l = {-1, 1, 0};
  while (g->nodes[node].op != BURL__COORDINATE) {
    const burl__node *const n = &g->nodes[node];
    const int last = n->arity > 1 ? n->argument[1] : node, is_constant = burl__is_constant(g, last);
    if (n->op == OP_add_d && is_constant) l.shift += l.factor * g->nodes[last].value;
    else if (n->op == OP_subtract_d && is_constant) l.shift -= l.factor * g->nodes[last].value;
    else if (n->op == OP_multiply_d && is_constant) l.factor *= g->nodes[last].value;
    else if (n->op == OP_divide_d && is_constant) l.factor /= g->nodes[last].value;
    else if (n->op != OP_axis_reduce || !is_constant) return no_line;
    node = n->argument[0];
  }
  l.axis = (int)g->nodes[node].value;
  return l;
}

/* The node of the program's one noise on a lattice; NULL: it is something else. */
static const burl__node *lattice_node(const burl_program *program) {
  if (!program || program->plan->outputs.channels != 1) return NULL;
  const burl__graph *const g = &program->plan->graph;
  const burl__node *const node = &g->nodes[program->plan->outputs.node[0]];
  const burl__noise_kind kind = burl__is_noise(node->op) ? burl__kind_of_noise(node->setup) : BURL__NO_NOISE;
  return kind == BURL__OF_GRADIENTS || kind == BURL__OF_VALUES || kind == BURL__OF_BUMPS ? node : NULL;
}

burl_lattice burl_lattice_of(const burl_program *program) {
  static const char names[INTERP_COUNT][12] = {"linear", "cosine",      "hermite", "quintic",
                                               "cubic",  "catmull_rom", "wavelet"};
  const burl_lattice none = {.dims = 0};
  const burl__node *const node = lattice_node(program);
  if (!node) return none;
  const burl__noise *const noise = node->setup;
  burl_lattice lattice = {.dims = noise->dims, .taps = noise->taps, .is_value = noise->is_value};
  if (noise->dims > 2) return none; /* one that turns has three */
  lattice.is_simplex = burl__kind_of_noise(noise) == BURL__OF_BUMPS;
  lattice.interp = lattice.is_simplex ? "" : names[noise->interp];
  for (int a = 0; a < noise->dims; a++) {
    const coordinate_line l = line_of(&program->plan->graph, node->argument[a]);
    if (l.axis != a || l.factor == 0 || !isfinite(l.factor) || !isfinite(l.shift)) return none;
    lattice.frequency[a] = l.factor;
    lattice.shift[a] = l.shift;
  }
  return lattice;
}

/* ---- Its points --------------------------------------------------------------------------------- */

/* The settings of the noise; NULL: the program is something else. */
static const burl__noise *noise_of(const burl_program *program) {
  return burl_lattice_of(program).dims > 0 ? lattice_node(program)->setup : NULL;
}

static word key_of(const burl__noise *n, int axis, double cell) {
  const double period = (double)n->period[axis];
  return lattice_key(n, axis, axis_cell(period > 0 ? in_period(cell, period, 1.0 / period) : cell));
}

static burl_lattice_point point_of_lattice(const burl__noise *n, const double at[2]) {
  const word x = key_of(n, 0, floor(at[0])), y = n->dims > 1 ? key_of(n, 1, floor(at[1])) : 0u;
  const point_keys key = {x, y, 0u, 0u};
  const plane p = lattice_corner(n, key, 0);
  const uint32_t hash = n->hash == HASH_BURL ? hash_of_keys(n, key) : 0;
  return (burl_lattice_point){(double)p.rest, {(double)p.x, (double)p.y}, hash};
}

/* The lattice point of these skewed coordinates, as one near a sample in its own block. */
static burl_lattice_point point_of_simplex(const burl__noise *n, const double at[2]) {
  const int dims = n->dims, cells = simplex_block(dims), units = simplex_units(dims);
  const double sum = dims > 1 ? floor(at[0]) + floor(at[1]) : 0;
  double blocks[2] = {0, 0}, all = 0;
  word block[4] = {0u, 0u, 0u, 0u}, local[4] = {0u, 0u, 0u, 0u};
  for (int a = 0; a < dims; a++) {
    blocks[a] = floor((floor(at[a]) - sum / units) / cells);
    if (dims > 1) all += blocks[a];
  }
  for (int a = 0; a < dims; a++) {
    const double period = (double)n->period[a] / cells;
    local[a] = axis_cell(floor(at[a]) - blocks[a] * cells - all);
    block[a] = axis_cell(period > 0 ? in_period(blocks[a], period, 1.0 / period) : blocks[a]);
  }
  skewed_point point = {{0u, 0u, 0u, 0u}};
  if (dims > 1) point = skewed_of(n, 15, block, local);
  else point.along[0] = neighbour(block[0] + local[0], 0, n->period[0]);
  const point_keys key = {hash_axis(n, 0, point.along[0]), dims > 1 ? hash_axis(n, 1, point.along[1]) : 0u, 0u, 0u};
  const plane g = gradient_plane(n, key);
  const double size = (double)bump(n->reach2) * units; /* as the weight is 1 there, and distances are in cells */
  return (burl_lattice_point){0, {(double)g.x * size, (double)g.y * size}, hash_of_keys(n, key)};
}

burl_lattice_point burl_lattice_at(const burl_program *program, double i, double j) {
  const burl__noise *const setup = noise_of(program);
  const burl_lattice_point none = {0, {0, 0}, 0};
  const double at[2] = {i, j};
  if (!setup || !axis_holds(i) || !axis_holds(j)) return none;
  burl__noise n = *setup;
  n.whole = setup;
  const burl__fpu fpu = burl__fpu_open();
  const int is_simplex = burl__kind_of_noise(&n) == BURL__OF_BUMPS;
  const burl_lattice_point point = is_simplex ? point_of_simplex(&n, at) : point_of_lattice(&n, at);
  burl__fpu_close(fpu);
  return point;
}

double burl_lattice_weight(const burl_program *program, double distance) {
  const burl__noise *const n = noise_of(program);
  if (!n || !(fabs(distance) < MOST_TAPS)) return 0;
  const double left = floor(distance), units = distance * simplex_units(n->dims);
  const burl__fpu fpu = burl__fpu_open();
  const int is_simplex = burl__kind_of_noise(n) == BURL__OF_BUMPS;
  float weight = is_simplex ? bump(left_of_reach(n->reach2, (float)units)) / bump(n->reach2)
                            : tap_weight(n->interp, n->smooth, -(int)left, (float)(distance - left));
  if (!is_simplex && n->interp == WAVELET) weight *= fabs(distance) < 1 ? wavelet_window((float)distance) : 0;
  burl__fpu_close(fpu);
  return (double)weight;
}
