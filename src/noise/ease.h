/* Curves from 0 to 1 and the window of wavelets, with their slopes: what lattice noise blends by, and the
 * functions of those names.
 *
 * Source: K. Perlin, "Improving Noise", 2002 (fade). */
#ifndef BURL_NOISE_EASE_H
#define BURL_NOISE_EASE_H

#include "noise/math.h"

LANE real lane_fade(real t) { return t * t * t * (t * (t * 6 - 15) + 10); }
LANE real lane_hermite(real t) { return t * t * (3 - 2 * t); }
LANE real fade_slope(real t) { return t * t * (t * (t * 30 - 60) + 30); }
LANE real hermite_slope(real t) { return t * (6 - 6 * t); }

/* 1 − 3t² + 2|t|³, |t| <= 1, and its slope. */
LANE real wavelet_window(real t) { return 1 - t * t * (3 - 2 * magnitude(t)); }
LANE real wavelet_slope(real t) { return 6 * t * (magnitude(t) - 1); }

/* (1 − cos πt)/2 as sin² πt/2, exactly 0 at 0, and its slope. */
LANE real cosine_weight(real t) {
  const real s = point_of_circle(t * R(0.5)).y;
  return s * s;
}
LANE real cosine_rate(real t) { return point_of_circle(t).y * R(0.5 * LANE_PI); }

LANE real blend(real a, real b, real u) { return a + u * (b - a); }

#endif
