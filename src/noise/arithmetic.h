/* Arithmetic on numbers.  Included twice, for float and for double: `real` is the type, L() names the
 * function, WHOLE is the number from which on every one is whole.  No include guard for that reason.
 *
 * Operations are done as written; a comparison gives 0 or 1; NaN compares as false. */

LANE real L(add)(real a, real b) { return a + b; }
LANE real L(subtract)(real a, real b) { return a - b; }
LANE real L(multiply)(real a, real b) { return a * b; }
LANE real L(divide)(real a, real b) { return a / b; }
LANE real L(negate)(real a) { return -a; }

LANE real L(less)(real a, real b) { return a < b ? (real)1 : (real)0; }
LANE real L(less_equal)(real a, real b) { return a <= b ? (real)1 : (real)0; }
LANE real L(equal)(real a, real b) { return a == b ? (real)1 : (real)0; }
LANE real L(not_equal)(real a, real b) { return a != b ? (real)1 : (real)0; }
LANE real L(both)(real a, real b) { return ((a != 0) & (b != 0)) ? (real)1 : (real)0; }
LANE real L(either)(real a, real b) { return ((a != 0) | (b != 0)) ? (real)1 : (real)0; }
LANE real L(not )(real a) { return a == 0 ? (real)1 : (real)0; }
LANE real L(select)(real c, real a, real b) { return c != 0 ? a : b; }

LANE real L(abs)(real a) { return a < 0 ? -a : a + (real)0; }
LANE real L(sign)(real a) { return a > 0 ? (real)1 : a < 0 ? (real)-1 : (real)0; }
LANE real L(min)(real a, real b) { return a < b ? a : b; }
LANE real L(max)(real a, real b) { return a > b ? a : b; }
LANE real L(clamp)(real a, real lo, real hi) { return L(min)(L(max)(a, lo), hi); }
LANE real L(lerp)(real a, real b, real v) { return a * (1 - v) + b * v; }

LANE real L(floor)(real a) {
  const real by = a < 0 ? -WHOLE : WHOLE, nearest = (a + by) - by;
  const real below = nearest > a ? nearest - 1 : nearest;
  return L(abs)(a) < WHOLE ? below : a;
}
LANE real L(ceil)(real a) { return -L(floor)(-a); }
LANE real L(round)(real a) { return L(floor)(a + (real)0.5); }
LANE real L(fract)(real a) { return a - L(floor)(a); }

/* a modulo b with the sign of b: between 0 and b, whatever the rounding. */
LANE real L(remainder)(real a, real b) {
  const real rest = a - b * L(floor)(a / b);
  const real mended = b > 0 ? (rest < 0 ? rest + b : rest) : (rest > 0 ? rest + b : rest);
  return mended == mended ? L(clamp)(mended, L(min)(b, (real)0), L(max)(b, (real)0)) : mended;
}
