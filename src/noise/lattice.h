/* Noise on the integer lattice: value noise and gradient (Perlin) noise, in one to four dimensions:
 * weights and gradients; plane.h puts them together.
 *
 * Sources: K. Perlin, "Improving Noise", 2002; H. Elias, "Perlin Noise", 1998; E. Catmull and R. Rom,
 * "A class of local interpolating splines", 1974. */
#ifndef BURL_NOISE_LATTICE_H
#define BURL_NOISE_LATTICE_H

#include "lane.h"
#include "math.h"

#define L(name) name
#define word uint32_t
#include "hash.h"
#include "plane.h"
#include "simplex.h"
#include "cells.h"
#undef word
#undef L

/* The words of the options, in the order of functions.def. */
enum interp_word { LINEAR, COSINE, HERMITE, QUINTIC, CUBIC, CATMULL_ROM, WAVELET, INTERP_COUNT };
enum gradients_word { DEFAULT_SET, EDGES, AXES, DIAGONAL, CIRCLE, UNIFORM, GRADIENTS_COUNT };
enum { SIXTEEN = GRADIENTS_COUNT }; /* directions, of smooth simplex noise in two dimensions */
enum give_word {
  GIVE_F1, GIVE_F2, GIVE_F3, GIVE_F4, GIVE_F2_F1, GIVE_EDGE, GIVE_VALUE, GIVE_X, GIVE_Y, GIVE_Z
};
enum metric_word { EUCLID, EUCLID2, MANHATTAN, CHEBYSHEV, MINKOWSKI };
enum hash_word { HASH_BURL, HASH_PERLIN2002, HASH_ELIAS, HASH_TABLE, HASH_WOOD };

/* ---- Weights along an axis -------------------------------------------------------------------- */

/* (1 − cos πt)/2 for t in [0, 1], as sin² πt/2: exactly 0 at 0. */
LANE real cosine_weight(real t) {
  const double s = sin_series((double)t * (0.5 * LANE_PI));
  return (real)(s * s);
}

/* The weight u of the right one of two neighbours; a wavelet is blended linearly. */
LANE real blend_weight(int interp, real t) {
  return interp == COSINE    ? cosine_weight(t)
         : interp == HERMITE ? lane_hermite(t)
         : interp == QUINTIC ? lane_fade(t)
                             : t;
}

/* Its slope. */
LANE real blend_rate(int interp, real t) {
  return interp == COSINE    ? (real)(0.5 * LANE_PI * sin_shifted((double)t * LANE_PI, 0.0))
         : interp == HERMITE ? hermite_slope(t)
         : interp == QUINTIC ? fade_slope(t)
                             : (real)1;
}

/* The weight of the lattice point `tap` cells right of the cell, −1 to 2 (0 elsewhere). */
LANE real point_weight(int interp, int tap, real t) {
  const real u = blend_weight(interp, t);
  const real two = tap == 0 ? 1 - u : tap == 1 ? u : (real)0;
  const real elias = tap == -1  ? t * (t * (2 - t) - 1)
                     : tap == 0 ? t * t * (t - 2) + 1
                     : tap == 1 ? t * (1 - t * (t - 1))
                     : tap == 2 ? t * t * (t - 1)
                                : (real)0;
  const real spline = tap == -1  ? (real)0.5 * t * (t * (2 - t) - 1)
                      : tap == 0 ? (real)0.5 * (t * t * (3 * t - 5) + 2)
                      : tap == 1 ? (real)0.5 * t * (t * (4 - 3 * t) + 1)
                      : tap == 2 ? (real)0.5 * t * t * (t - 1)
                                 : (real)0;
  return interp == CUBIC ? elias : interp == CATMULL_ROM ? spline : two;
}

/* The same over a lattice smoothed by ¼ ½ ¼: taps −2 to 3. */
LANE real smooth_weight(int interp, int tap, real t) {
  return (real)0.25 * point_weight(interp, tap - 1, t) + (real)0.5 * point_weight(interp, tap, t) +
         (real)0.25 * point_weight(interp, tap + 1, t);
}

/* The slopes of both. */
LANE real point_rate(int interp, int tap, real t) {
  const real u = blend_rate(interp, t);
  const real two = tap == 0 ? -u : tap == 1 ? u : (real)0;
  const real elias = tap == -1  ? t * (4 - 3 * t) - 1
                     : tap == 0 ? t * (3 * t - 4)
                     : tap == 1 ? 1 - t * (3 * t - 2)
                     : tap == 2 ? t * (3 * t - 2)
                                : (real)0;
  const real spline = tap == -1  ? (real)0.5 * (t * (4 - 3 * t) - 1)
                      : tap == 0 ? (real)0.5 * t * (9 * t - 10)
                      : tap == 1 ? (real)0.5 * (t * (8 - 9 * t) + 1)
                      : tap == 2 ? (real)0.5 * t * (3 * t - 2)
                                 : (real)0;
  return interp == CUBIC ? elias : interp == CATMULL_ROM ? spline : two;
}
LANE real smooth_rate(int interp, int tap, real t) {
  return (real)0.25 * point_rate(interp, tap - 1, t) + (real)0.5 * point_rate(interp, tap, t) +
         (real)0.25 * point_rate(interp, tap + 1, t);
}

/* The value of a short hash, as published: offset + h · size. */
LANE real value_of_table(uint32_t h, real offset, real size) { return offset + (real)(int32_t)h * size; }

/* ---- Gradients -------------------------------------------------------------------------------- */

LANE real sign_by_bit(uint32_t h, int bit, real size) { return flip(size, h << (31 - bit)); }
LANE real signed_word(uint32_t h) { return signed_of_hash(h); }
LANE real turn_sin(uint32_t h) { return (real)sin_shifted((double)signed_of_hash(h) * LANE_PI, 0.0); }
LANE real turn_cos(uint32_t h) { return (real)sin_shifted((double)signed_of_hash(h) * LANE_PI, 1.0); }

/* The default directions of two dimensions: eight unit vectors, 45° apart, none along an axis or a
 * diagonal; of three: the 12 vertices of an icosahedron, whose moments are isotropic up to the fifth. */
#define NEAR ((real)0.38268343236508977)
#define FAR ((real)0.92387953251128676)
#define SHORT ((real)0.52573111211913361)
#define LONG ((real)0.85065080835203993)
static const real directions2[2][16] __attribute__((unused)) = {
    {NEAR, NEAR, FAR, FAR, -NEAR, -NEAR, -FAR, -FAR, NEAR, NEAR, FAR, FAR, -NEAR, -NEAR, -FAR, -FAR},
    {FAR, -FAR, NEAR, -NEAR, FAR, -FAR, NEAR, -NEAR, FAR, -FAR, NEAR, -NEAR, FAR, -FAR, NEAR, -NEAR},
};
static const real directions3[3][16] __attribute__((unused)) = {
    {0, 0, 0, 0, SHORT, -SHORT, SHORT, -SHORT, LONG, -LONG, LONG, -LONG},
    {SHORT, -SHORT, SHORT, -SHORT, LONG, LONG, -LONG, -LONG, 0, 0, 0, 0},
    {LONG, LONG, -LONG, -LONG, 0, 0, 0, 0, SHORT, SHORT, -SHORT, -SHORT},
};
#undef NEAR
#undef FAR
#undef SHORT
#undef LONG

/* Sixteen, 22.5° apart, none along an axis or a diagonal either: wide bumps show their directions more. */
#define A ((real)0.19509032201612827)
#define B ((real)0.55557023301960222)
#define C ((real)0.83146961230254524)
#define D ((real)0.98078528040323044)
static const real sixteen2[2][16] __attribute__((unused)) = {
    {A, A, -A, -A, B, B, -B, -B, C, C, -C, -C, D, D, -D, -D},
    {D, -D, D, -D, C, -C, C, -C, B, -B, B, -B, A, -A, A, -A},
};
#undef A
#undef B
#undef C
#undef D

#define ROOT_HALF ((real)0.70710678118654752) /* of four: both components that are not 0 */

/* One dimension: a slope.  Uniform in [−1, 1], or ±1. */
LANE gradient gradient1(int set, uint32_t h, real size) {
  const int any = set == DEFAULT_SET || set == UNIFORM;
  const gradient g = {any ? signed_word(h) * size : sign_by_bit(h, 0, size), 0, 0, 0};
  return g;
}

/* Two dimensions.  Axes: +x, −x, −y, +y by hash mod 4, as the terrain article has it; edges: +x, −x,
 * +y, −y. */
LANE gradient gradient2(int set, uint32_t h, real size) {
  const uint32_t low = h & 3u, second = hash_spread(h), direction = direction2(h);
  gradient g = {directions2[0][direction] * size, directions2[1][direction] * size, 0, 0};
  const real up = set == EDGES ? size : -size;
  g.x = set == SIXTEEN ? sixteen2[0][h >> 28] * size : g.x;
  g.y = set == SIXTEEN ? sixteen2[1][h >> 28] * size : g.y;
  g.x = set == EDGES || set == AXES ? (low == 0u ? size : low == 1u ? -size : 0) : g.x;
  g.y = set == EDGES || set == AXES ? (low == 2u ? up : low == 3u ? -up : 0) : g.y;
  g.x = set == DIAGONAL ? sign_by_bit(h, 0, size) : g.x;
  g.y = set == DIAGONAL ? sign_by_bit(h, 1, size) : g.y;
  g.x = set == CIRCLE ? turn_cos(h) * size : g.x;
  g.y = set == CIRCLE ? turn_sin(h) * size : g.y;
  g.x = set == UNIFORM ? signed_word(h) * size : g.x;
  g.y = set == UNIFORM ? signed_word(second) * size : g.y;
  return g;
}

/* Three dimensions.  Edges: the 12 edges of the cube with four of them twice (Perlin 2002). */
LANE gradient gradient3(int set, uint32_t h, real size) {
  const uint32_t low = h & 15u, sixth = (h >> 16) * 6u >> 16, direction = direction3(h);
  const uint32_t second = hash_spread(h), more = hash_spread(second);
  gradient g = {directions3[0][direction] * size, directions3[1][direction] * size,
                directions3[2][direction] * size, 0};
  const real e = sign_by_bit(low, 0, size), f = sign_by_bit(low, 1, size);
  const int twice = low == 12u || low == 14u;
  g.x = set == EDGES ? (low < 8u ? e : twice ? f : 0) : g.x;
  g.y = set == EDGES ? (low >= 8u ? e : low < 4u ? f : 0) : g.y;
  g.z = set == EDGES ? (low >= 4u && !twice ? f : 0) : g.z;
  g.x = set == AXES ? (sixth == 0u ? size : sixth == 1u ? -size : 0) : g.x;
  g.y = set == AXES ? (sixth == 2u ? size : sixth == 3u ? -size : 0) : g.y;
  g.z = set == AXES ? (sixth == 4u ? size : sixth == 5u ? -size : 0) : g.z;
  g.x = set == DIAGONAL ? sign_by_bit(h, 0, size) : g.x;
  g.y = set == DIAGONAL ? sign_by_bit(h, 1, size) : g.y;
  g.z = set == DIAGONAL ? sign_by_bit(h, 2, size) : g.z;
  const real height = signed_word(second), rest = 1 - height * height;
  const real radius = real_sqrt(rest > 0 ? rest : 0) * size;
  g.x = set == CIRCLE ? turn_cos(h) * radius : g.x;
  g.y = set == CIRCLE ? turn_sin(h) * radius : g.y;
  g.z = set == CIRCLE ? height * size : g.z;
  g.x = set == UNIFORM ? signed_word(h) * size : g.x;
  g.y = set == UNIFORM ? signed_word(second) * size : g.y;
  g.z = set == UNIFORM ? signed_word(more) * size : g.z;
  return g;
}

/* Four dimensions.  Edges: the 32 edges of the cube. */
LANE gradient gradient4(int set, uint32_t h, real size) {
  const uint32_t left_out = 3u - (h >> 3 & 3u), axis = h >> 29 & 3u;
  const uint32_t second = hash_spread(h), third = hash_spread(second), fourth = hash_spread(third);
  gradient g = default_gradient4(h, ROOT_HALF * size);
  g.x = set == EDGES ? (left_out == 0u ? 0 : sign_by_bit(h, 0, size)) : g.x;
  g.y = set == EDGES ? (left_out == 1u ? 0 : sign_by_bit(h, left_out < 1u ? 0 : 1, size)) : g.y;
  g.z = set == EDGES ? (left_out == 2u ? 0 : sign_by_bit(h, left_out < 2u ? 1 : 2, size)) : g.z;
  g.w = set == EDGES ? (left_out == 3u ? 0 : sign_by_bit(h, 2, size)) : g.w;
  g.x = set == AXES ? (axis == 0u ? sign_by_bit(h, 31, size) : 0) : g.x;
  g.y = set == AXES ? (axis == 1u ? sign_by_bit(h, 31, size) : 0) : g.y;
  g.z = set == AXES ? (axis == 2u ? sign_by_bit(h, 31, size) : 0) : g.z;
  g.w = set == AXES ? (axis == 3u ? sign_by_bit(h, 31, size) : 0) : g.w;
  g.x = set == DIAGONAL ? sign_by_bit(h, 0, size) : g.x;
  g.y = set == DIAGONAL ? sign_by_bit(h, 1, size) : g.y;
  g.z = set == DIAGONAL ? sign_by_bit(h, 2, size) : g.z;
  g.w = set == DIAGONAL ? sign_by_bit(h, 3, size) : g.w;
  const real share = (real)0.5 + (real)0.5 * signed_word(third);
  const real first_radius = real_sqrt(share) * size, second_radius = real_sqrt(1 - share) * size;
  g.x = set == CIRCLE ? turn_cos(h) * first_radius : g.x;
  g.y = set == CIRCLE ? turn_sin(h) * first_radius : g.y;
  g.z = set == CIRCLE ? turn_cos(second) * second_radius : g.z;
  g.w = set == CIRCLE ? turn_sin(second) * second_radius : g.w;
  g.x = set == UNIFORM ? signed_word(h) * size : g.x;
  g.y = set == UNIFORM ? signed_word(second) * size : g.y;
  g.z = set == UNIFORM ? signed_word(third) * size : g.z;
  g.w = set == UNIFORM ? signed_word(fourth) * size : g.w;
  return g;
}

#endif
