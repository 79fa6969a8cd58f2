/* The kernels of second derivatives: of any lattice noise, and of any simplex noise, in any number of dimensions.
 * They are seldom called: one instance of each serves all, nothing in it is unrolled, and it is compiled to be
 * small. */
#define LANE_IS_LEAN
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" /* of axes: gcc doesn't know that there is at least one */
#endif
#include "kernel/output.h"
#include "kernel/positions.h"
#include "kernel/vector.h"
#include "noise/lattice_bend.h"
#include "noise/simplex.h"

/* Of the samples at these positions. */
LANE vector bend_at(const burl__noise *n, enum position_unit unit, burl__bend_axes along, const sample_positions *p) {
  const int a = along.a, b = along.b;
  if (unit == BLOCKS) return simplex_bend(n, a, b, p->cell, p->fraction);
  bent_axis axis[4];
  for (int i = 0; i < n->dims; i++) take_bends(n, i, (a == i) + (b == i), p->cell[i], p->fraction[i], &axis[i]);
  return lattice_bend(n, axis, a, b);
}

LANE void bends(enum position_unit unit, const burl__call *call, int groups) {
  burl__noise n = *(const burl__noise *)call->setup;
  n.whole = call->setup;
  const coordinates c = coordinates_of(n.dims, call);
  const value_output out = value_output_of(call, groups);
  for (int line = 0; line < call->lines; line++)
    for (int i = 0; i < out.stride; i += WIDTH) {
      const sample_positions p = positions_of_points(&n, unit, &c, line * out.stride + i);
      put_values(&out, line, i, only_valid(bend_at(&n, unit, call->bend, &p), p.valid));
    }
}

void ISA(burl__lattice_bend)(const burl__call *call, int groups) { bends(CELLS, call, groups); }
void ISA(burl__simplex_bend)(const burl__call *call, int groups) { bends(BLOCKS, call, groups); }
