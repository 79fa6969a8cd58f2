/* What a lattice noise does at every sample: corners, folded and blended an axis at a time, the last
 * axis first, to rows, to columns and to the sample.
 *
 *   corner   what a lattice point contributes: a value, or the plane of its gradient
 *   row      the corners of a line of lattice points along x and y, blended along w and z
 *   column   rows blended along y: the line rest + x·dx
 *   finish   columns blended along x
 *
 * A point computes its own; a grid computes rows once a lattice row, columns once a lattice column and
 * line, and finishes each sample.  Same functions, same order: the same bits.
 *
 * Text for one sample or for a vector of them (lane.h): no include guard for that reason. */

LANE real L(lane_fade)(real t) { return t * t * t * (t * (t * 6 - 15) + 10); }
LANE real L(lane_hermite)(real t) { return t * t * (3 - 2 * t); }
LANE real L(blend)(real a, real b, real u) { return a + u * (b - a); }

/* The value of a lattice point: 24 bits in [−1, 1) times size · 2^23. */
LANE real L(value_of_hash)(word h, real size) { return L(whole)((h >> 8) - 8388608u) * size; }

typedef struct {
  real x, y, z, w;
} L(gradient);

/* Which of the default directions of two and three dimensions (lattice.h) a hash takes: its top three
 * bits; a twelfth of its top half. */
LANE word L(direction2)(word h) { return h >> 29; }
LANE word L(direction3)(word h) { return L(part_of)(h, 12u); }

/* The default gradients of four dimensions, from 32 mixed bits: the 24 vertices of the 24-cell (two of
 * four components are ±half), whose moments are isotropic up to the fifth. */
LANE L(gradient) L(default_gradient4)(word h, real half) {
  const word pair = L(part_of)(h, 6u);
  return (L(gradient)){
      L(only)(pair < 3u, L(turned)(half, h << 31)),
      L(only)((pair == 0u) | (pair == 3u) | (pair == 4u), L(turned)(half, h << 30)),
      L(only)((pair == 1u) | (pair == 3u) | (pair == 5u), L(turned)(half, h << 29)),
      L(only)((pair == 2u) | (pair >= 4u), L(turned)(half, h << 28)),
  };
}

/* The plane rest + x·dx + y·dy + z·dz + w·dw; of value noise the rest alone. */
typedef struct {
  real x, y, z, w, rest;
} L(plane);

LANE L(plane) L(plane_of)(L(gradient) g, real rest) { return (L(plane)){g.x, g.y, g.z, g.w, rest}; }

/* The plane at distance d along `axis` (1 to 3), which is no more among its terms; `last`: the noise's
 * last axis, before which there is no rest. */
LANE L(plane) L(fold)(L(plane) p, int axis, int last, real d) {
  const real part = (axis == 1 ? p.y : axis == 2 ? p.z : p.w) * d;
  p.rest = last ? part : part + p.rest;
  return p;
}

/* Two planes folded along `axis`, blended; of `is_value` the rest alone. */
LANE L(plane) L(blend_planes)(L(plane) p, L(plane) q, int axis, int is_value, real u) {
  p.rest = L(blend)(p.rest, q.rest, u);
  if (!is_value) p.x = L(blend)(p.x, q.x, u);
  if (!is_value && axis > 1) p.y = L(blend)(p.y, q.y, u);
  if (!is_value && axis > 2) p.z = L(blend)(p.z, q.z, u);
  return p;
}

/* 1 − 3t² + 2|t|³: the window that makes a wavelet of a line, |t| <= 1. */
LANE real L(wavelet_window)(real t) { return 1 - t * t * (3 - 2 * L(magnitude)(t)); }

/* A plane folded along `axis` in the window's light. */
LANE L(plane) L(wave)(L(plane) p, int axis, real window) {
  p.rest = p.rest * window;
  p.x = p.x * window;
  if (axis > 1) p.y = p.y * window;
  if (axis > 2) p.z = p.z * window;
  return p;
}

/* The sample between the columns a + s·f and b + t·(f − 1), u the weight of the second. */
LANE real L(finish)(real a, real s, real b, real t, real f, real u) {
  return L(blend)(a + s * f, b + t * (f - 1), u);
}
/* The same of wavelets, the windows at f and f − 1. */
LANE real L(finish_waves)(real a, real s, real b, real t, real f, real u, real left, real right) {
  return L(blend)((a + s * f) * left, (b + t * (f - 1)) * right, u);
}
