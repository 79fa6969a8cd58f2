/* Second derivatives of lattice noise, by its definition: the sum over the lattice points around a sample of
 * what each contributes times its weight along every axis.  A weight is differentiated none, one or two
 * times; a contribution is constant (value noise) or linear (gradient noise), so that it has no second
 * derivative.  One text for all, short instead of fast. */
#ifndef BURL_NOISE_LATTICE_BEND_H
#define BURL_NOISE_LATTICE_BEND_H

#include "noise/lattice.h"

/* A sample along one axis.  weight: of each tap, differentiated none, one and two times. */
typedef struct {
  lattice_axis at;
  real weight[3][MOST_TAPS];
} bent_axis;

/* The weights of lattice.h as polynomials, by their coefficients from that of 1 on: of a wavelet's taps times
 * their windows; of the four taps of cubic and catmull_rom. */
static const scalar weight_terms[16][6] = {{1, -1},
                                           {0, 1}, /* linear */
                                           {1, 0, -3, 2},
                                           {0, 0, 3, -2}, /* hermite */
                                           {1, 0, 0, -10, 15, -6},
                                           {0, 0, 0, 10, -15, 6}, /* quintic */
                                           {1, -1, -3, 5, -2},
                                           {0, 0, 0, 3, -2}, /* wavelet */
                                           {0, -1, 2, -1},
                                           {1, 0, -2, 1},
                                           {0, 1, 1, -1},
                                           {0, 0, -1, 1}, /* cubic */
                                           {0, -0.5, 1, -0.5},
                                           {1, 0, -2.5, 1.5},
                                           {0, 0.5, 2, -1.5},
                                           {0, 0, -0.5, 0.5}};

/* The derivative of the given order of the weight of the lattice point `tap` cells right of the cell; 0 for points
 * without a weight. */
LANE real cosine_term(int order, int tap, real t) {
  const circle_point turn = point_of_circle(t);
  const real rise = order == 0   ? R(0.5) - turn.x * R(0.5)
                    : order == 1 ? turn.y * R(0.5 * LANE_PI)
                                 : turn.x * R(0.5 * LANE_PI * LANE_PI);
  return tap == 1 ? rise : order == 0 ? 1 - rise : -rise;
}
LANE real weight_term(int interp, int order, int tap, real t) {
  const int first = interp == CUBIC || interp == CATMULL_ROM ? -1 : 0;
  if (tap < first || tap > 1 - first) return R(0);
  if (interp == COSINE) return cosine_term(order, tap, t);
  const int row = interp == LINEAR    ? 0
                  : interp == HERMITE ? 2
                  : interp == QUINTIC ? 4
                  : interp == WAVELET ? 6
                  : interp == CUBIC   ? 9
                                      : 13;
  const int degree = interp == LINEAR ? 1 : interp == QUINTIC ? 5 : interp == WAVELET ? 4 : 3;
  real sum = R(0);
  for (int k = degree; k >= order; k--) {
    const int times = order == 0 ? 1 : order == 1 ? k : k * (k - 1);
    const real term = R(weight_terms[row + tap][k] * (scalar)times);
    sum = k == degree ? term : sum * t + term;
  }
  return sum;
}

/* most: how often the weights are differentiated at most. */
LANE void take_bends(const burl__noise *n, int axis, int most, word cell, real t, bent_axis *to) {
  to->at.fraction = t;
  take_keys(n, axis, cell, &to->at);
  for (int order = 0; order <= most; order++)
    for (int tap = 0; tap < n->taps; tap++) {
      real sum = R(0);
      for (int i = -n->smooth; i <= n->smooth; i++) { /* ¼ ½ ¼ */
        const real term = weight_term(n->interp, order, cells_of_tap(n, tap) + i, t);
        sum = !n->smooth ? term : sum + term * R(i == 0 ? 0.5 : 0.25);
      }
      to->weight[order][tap] = sum;
    }
}

/* The weight of a lattice point, differentiated along the axes a and b; −1: along none. */
LANE real bent_weight(const burl__noise *n, const bent_axis axis[4], const int tap[4], int a, int b) {
  real product = axis[0].weight[(a == 0) + (b == 0)][tap[0]];
  for (int i = 1; i < lattice_axes(n); i++) product = product * axis[i].weight[(a == i) + (b == i)][tap[i]];
  return product;
}

/* What lattice_corner gives, differentiated `order` times by how far gradients that turn have. */
RARE plane bent_corner(const burl__noise *n, word x, word y, word z, word w, real turn, int order) {
  const point_keys key = {x, y, z, w};
  if (!n->is_value) {
    const gradient g = n->turns ? turning_gradient(n, x, y, z, turn, order) : gradient_from_set(n, key);
    return plane_of(g.x, g.y, g.z, g.w, R(0));
  }
  real value;
  if (n->hash == HASH_WOOD) value = float_entry(n->wood, x * 64u + y);
  else if (n->hash == HASH_BURL) value = value_of_hash(hash_of_keys(n, key), (scalar)1);
  else value = to_real(lattice_hash(n, n->dims, key));
  return plane_of(R(0), R(0), R(0), R(0), n->offset + value * n->size);
}

/* What a lattice point adds. */
LANE real bend_of_corner(const burl__noise *n, const bent_axis axis[4], const int tap[4], int a, int b) {
  const int axes = lattice_axes(n);
  const word x = axis[0].at.key[tap[0]], y = axes > 1 ? axis[1].at.key[tap[1]] : W(0);
  const word z = axes > 2 ? axis[2].at.key[tap[2]] : W(0), w = axes > 3 ? axis[3].at.key[tap[3]] : W(0);
  const real turn = n->turns ? axis[last_axis(n)].at.fraction : R(0);
  const plane p = bent_corner(n, x, y, z, w, turn, (a == axes) + (b == axes));
  real height = p.rest;
  for (int i = 0; i < axes; i++)
    if (!n->is_value) height = height + plane_along(p, i) * (axis[i].at.fraction - (scalar)tap[i]);
  const real bend = height * bent_weight(n, axis, tap, a, b);
  if (n->is_value) return bend;
  const real one = plane_along(p, a) * bent_weight(n, axis, tap, b, -1);
  return bend + (one + plane_along(p, b) * bent_weight(n, axis, tap, a, -1));
}

/* The second derivative of a sample along the axes a and b, by a cell. */
LANE real lattice_bend(const burl__noise *n, const bent_axis axis[4], int a, int b) {
  real sum = R(0);
  for (int l = 0; l < taps_along(n, 3); l++)
    for (int k = 0; k < taps_along(n, 2); k++)
      for (int j = 0; j < taps_along(n, 1); j++)
        for (int i = 0; i < n->taps; i++) {
          const int tap[4] = {i, j, k, l};
          sum = sum + bend_of_corner(n, axis, tap, a, b);
        }
  return sum;
}

#endif
