/* The scales of noises, by which their values are in [-1, 1], and the directions that a scale is part of: for the
 * compiler of recipes (program/noise_setup.c) and for single samples with nothing to compile (run/single.c). */
#ifndef BURL_NOISE_SCALE_H
#define BURL_NOISE_SCALE_H

#include "noise/gradient.h"
#include "noise/maxima.h"

/* Rounding in a kernel adds up to under 40 units of float: normalised noise is scaled down by more, so
 * that its bounds hold to the bit, and raw bounds are that much wider. */
#define BURL__MARGIN (1.0 / 262144.0)

/* Over its exact maximum. */
LANE float scale_of_gradients(int interp, int gradients, int dims) {
  return (float)((1.0 - BURL__MARGIN) / noise_maxima[interp][gradients][dims - 1]);
}
LANE float scale_of_bumps(int smooth, int dims) {
  return (float)((1.0 - BURL__MARGIN) / simplex_maxima[smooth][dims - 1]);
}
/* Of values of burl's own hash, which reach 2^23, and which a blend makes `most` times as large. */
LANE float scale_of_hashes(double most) { return (float)(1.0 / 8388608.0 / most); }

/* The most that a blend of values in [-1, 1] can be, and the margin: overshoot is the largest sum of its weights'
 * sizes. */
LANE double most_of_values(double overshoot) { return overshoot / (1.0 - BURL__MARGIN); }

/* The first directions of a finite set of two or three dimensions, times the size: those of one hash each. */
LANE void list_directions(burl__noise *n, int dims, uint32_t listed) {
  const uint32_t count = directions_of(n, dims);
  EACH_TERM for (uint32_t i = 0; i < listed; i++) {
    const uint32_t h = is_published(n, dims) ? i : (i % count * 65536u / count + 1u) << 16;
    const gradient g = gradient_of_set(dims, n->gradients, h, n->size);
    n->direction[0][i] = g.x;
    n->direction[1][i] = g.y;
    n->direction[2][i] = g.z;
  }
}

#endif
