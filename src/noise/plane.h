/* What a lattice noise does at every sample: corners, folded and blended an axis at a time, w, z, x and
 * then y, to rows, to columns and to the sample.
 *
 *   corner   what a lattice point contributes: a value, or the plane of its gradient
 *   row      the corners of a line of lattice points along x, blended along w and z
 *   column   the row blended along x, at the x of a column of samples: the line rest + slope·dy
 *   finish   the columns of the rows around a sample blended along y
 *
 * A point computes its own; a grid computes corners and rows once a lattice point, columns once a
 * lattice row and column of samples, and finishes each sample.  Same functions, same order: the same
 * bits.
 *
 * Text for one sample or for a vector of them (lane.h): no include guard for that reason. */

LANE real L(lane_fade)(real t) { return t * t * t * (t * (t * 6 - 15) + 10); }
LANE real L(lane_hermite)(real t) { return t * t * (3 - 2 * t); }
/* Their slopes. */
LANE real L(fade_slope)(real t) { return t * t * (t * (t * 30 - 60) + 30); }
LANE real L(hermite_slope)(real t) { return t * (6 - 6 * t); }
LANE real L(blend)(real a, real b, real u) { return a + u * (b - a); }

typedef struct {
  real x, y, z, w;
} L(gradient);

/* Which of the default directions of two and three dimensions (lattice.h) a hash takes: its top three
 * bits; a twelfth of its top half; and which of four: a sixth of its top half and, lowest, four signs. */
LANE word L(direction2)(word h) { return h >> 29; }
LANE word L(direction3)(word h) { return L(part_of)(h, 12u); }
LANE word L(direction4)(word h) { return L(part_of)(h, 6u) << 4 | (h & 15u); }

/* The default gradients of four dimensions, from 32 mixed bits: the 24 vertices of the 24-cell (two of
 * four components are ±half), whose moments are isotropic up to the fifth.  And that of a pair, and signs in the
 * lowest bits. */
LANE L(gradient) L(gradient_of_pair)(word pair, word h, real half) {
  return (L(gradient)){
      L(only)(pair < 3u, L(turned)(half, h << 31)),
      L(only)((pair == 0u) | (pair == 3u) | (pair == 4u), L(turned)(half, h << 30)),
      L(only)((pair == 1u) | (pair == 3u) | (pair == 5u), L(turned)(half, h << 29)),
      L(only)((pair == 2u) | (pair >= 4u), L(turned)(half, h << 28)),
  };
}
LANE L(gradient) L(default_gradient4)(word h, real half) { return L(gradient_of_pair)(L(part_of)(h, 6u), h, half); }

/* The plane rest + x·dx + y·dy + z·dz + w·dw; of value noise the rest alone. */
typedef struct {
  real x, y, z, w, rest;
} L(plane);

LANE L(plane) L(plane_of)(L(gradient) g, real rest) { return (L(plane)){g.x, g.y, g.z, g.w, rest}; }

/* The plane at distance d along `axis` (3, 2 and 0, in this order), which is no more among its terms;
 * `first`: the first axis of them, before which there is no rest. */
LANE L(plane) L(fold)(L(plane) p, int axis, int first, real d) {
  const real part = (axis == 0 ? p.x : axis == 2 ? p.z : p.w) * d;
  p.rest = first ? part : part + p.rest;
  return p;
}

/* Two planes folded along `axis`, blended; of `is_value` the rest alone. */
LANE L(plane) L(blend_planes)(L(plane) p, L(plane) q, int axis, int is_value, real u) {
  p.rest = L(blend)(p.rest, q.rest, u);
  if (!is_value) p.y = L(blend)(p.y, q.y, u);
  if (!is_value && axis > 0) p.x = L(blend)(p.x, q.x, u);
  if (!is_value && axis > 2) p.z = L(blend)(p.z, q.z, u);
  return p;
}

/* 1 − 3t² + 2|t|³: the window that makes a wavelet of a line, |t| <= 1. */
LANE real L(wavelet_window)(real t) { return 1 - t * t * (3 - 2 * L(magnitude)(t)); }

/* Its slope. */
LANE real L(wavelet_slope)(real t) { return 6 * t * (L(magnitude)(t) - 1); }

/* A plane folded along `axis` in the window's light. */
LANE L(plane) L(wave)(L(plane) p, int axis, real window) {
  p.rest = p.rest * window;
  p.y = p.y * window;
  if (axis > 0) p.x = p.x * window;
  if (axis > 2) p.z = p.z * window;
  return p;
}

/* What there is of a row at a sample's x: the line rest + slope·dy; of value noise the rest alone. */
typedef struct {
  real rest, slope;
} L(column);

/* What makes column a, seen from its row, the next row's column b. */
LANE L(column) L(column_step)(L(column) a, L(column) b) {
  return (L(column)){(b.rest - b.slope) - a.rest, b.slope - a.slope};
}

/* The sample at dy from the row of column a, u the weight of the next. */
LANE real L(finish)(L(column) a, L(column) step, real dy, real u) {
  return (a.rest + a.slope * dy) + u * (step.rest + step.slope * dy);
}
LANE real L(finish_value)(real a, real step, real u) { return a + u * step; }

/* Its slope along y, where the weight's is `rate`. */
LANE real L(finish_slope)(L(column) a, L(column) step, real dy, real u, real rate) {
  return (a.slope + u * step.slope) + rate * (step.rest + step.slope * dy);
}

/* The same of wavelets, a and b the columns of both rows. */
LANE real L(finish_wave)(L(column) a, L(column) b, real dy, real u) {
  const real near = (a.rest + a.slope * dy) * L(wavelet_window)(dy);
  return L(blend)(near, (b.rest + b.slope * (dy - 1)) * L(wavelet_window)(dy - 1), u);
}
LANE real L(finish_wave_slope)(L(column) a, L(column) b, real dy, real u) {
  const real near = a.rest + a.slope * dy, far = b.rest + b.slope * (dy - 1);
  const real w = L(wavelet_window)(dy), v = L(wavelet_window)(dy - 1);
  const real along = L(blend)(a.slope * w + near * L(wavelet_slope)(dy),
                              b.slope * v + far * L(wavelet_slope)(dy - 1), u);
  return along + (far * v - near * w);
}

/* ---- Slopes ------------------------------------------------------------------------------------- */

/* How the blend of two planes, folded along `axis`, rises along it: by the weight's slope, and as they
 * do themselves; a plane of the axes that are left, as a blend is. */
LANE L(plane) L(slope_of_planes)(L(plane) p, L(plane) q, int axis, int is_value, real u, real rate) {
  L(plane) s = {p.x - p.x, p.x - p.x, p.x - p.x, p.x - p.x, rate * (q.rest - p.rest)};
  if (is_value) return s;
  s.y = rate * (q.y - p.y);
  if (axis > 0) s.x = rate * (q.x - p.x);
  if (axis > 2) s.z = rate * (q.z - p.z);
  s.rest = s.rest + (axis == 0   ? L(blend)(p.x, q.x, u)
                     : axis == 2 ? L(blend)(p.z, q.z, u)
                                 : L(blend)(p.w, q.w, u));
  return s;
}

/* How a plane folded along `axis` rises along it in a wavelet's window, whose own slope is `rate`. */
LANE L(plane) L(slope_of_wave)(L(plane) p, int axis, real window, real rate) {
  const real own = (axis == 0 ? p.x : axis == 2 ? p.z : p.w) * window;
  p = (L(plane)){p.x * rate, p.y * rate, p.z * rate, p.w * rate, p.rest * rate + own};
  return p;
}
LANE L(plane) L(add_planes)(L(plane) p, L(plane) q) {
  return (L(plane)){p.x + q.x, p.y + q.y, p.z + q.z, p.w + q.w, p.rest + q.rest};
}
