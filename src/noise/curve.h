/* A curve of cubic pieces, the rows of a burl__curve one behind the other: the piece is found by halves.  Beyond its
 * ends it is level.  program/curve.h makes the tables. */
#ifndef BURL_NOISE_CURVE_H
#define BURL_NOISE_CURVE_H

#include "noise/number.h"
#include "noise/setup.h"

LANE real curve_entry(const float *curve, int row, word piece) {
  return row_entry(curve, CURVE_PIECES * row, CURVE_PIECES, piece);
}

LANE real lane_curve(const float *curve, real a) {
  word piece = W(0);
  real begin = row_entry(curve, 0, 1, piece);
  EACH_TERM
  for (int i = 0; i < CURVE_HALVINGS; i++) {
    const real next = row_entry(curve, 1 << i, 1 << i, piece);
    piece = piece + piece + only_word(next <= a, W(1));
    begin = pick(next <= a, next, begin);
  }
  const real u = to_unit((a - begin) / curve_entry(curve, CURVE_WIDTH, piece));
  const real bend = curve_entry(curve, CURVE_C2, piece) + u * curve_entry(curve, CURVE_C3, piece);
  return curve_entry(curve, CURVE_C0, piece) + u * (curve_entry(curve, CURVE_C1, piece) + u * bend);
}

#endif
