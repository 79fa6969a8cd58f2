/* Samples of noises in the forms that lean text has (code/): the same sums of the same lattice points, keys and
 * gradients as in sample.h, by fewer operations in another order, so that they differ from those by rounding alone.
 * test_lean holds each to them; no kernel drives these.  Most are in files of their own (noise/lean_lattice.h,
 * noise/lean_simplex.h, noise/lean_cells.h); a noise, or an option of one, that has no form there or here is printed by
 * sample.h's. */
#ifndef BURL_NOISE_LEAN_H
#define BURL_NOISE_LEAN_H

#include "noise/sample.h"

/* ---- Simplex noise of four dimensions -------------------------------------------------------------- */

/* Places are of blocks, which may be a little beside the point. */
LANE plane lean_simplex4(const burl__noise *n, int with_slopes, const place at[4]) {
  word block[4];
  real fraction[4];
  for (int a = 0; a < n->dims; a++) {
    block[a] = at[a].cell;
    fraction[a] = at[a].fraction;
  }
  const simplex s = simplex_at(n->dims, 0, fraction);
  return simplex_sum(n, with_slopes, &s, block);
}

#endif
