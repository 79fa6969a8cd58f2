/* Cellular noise: every cell of the lattice has a point; a sample tells of those nearest to it.
 *
 * Source: S. Worley, "A cellular texture basis function", 1996.
 *
 * Text for one sample or for a vector of them (lane.h): no include guard for that reason. */

/* Where in a cell its point is along the axes, from the cell's hash: each in [0, 1), drawn towards the
 * middle where jitter is less than 1. */
LANE real L(point_in_cell)(word hash, real jitter) {
  const real r = L(whole)(hash >> 8) * R(1.0 / 16777216);
  return r * jitter + (R(0.5) - jitter * R(0.5));
}
/* The hash for the next axis, and for the cell's value behind the last. */
LANE word L(next_hash)(word hash) { return L(hash_spread)(hash); }
