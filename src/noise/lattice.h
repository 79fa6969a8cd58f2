/* Noise on the integer lattice: value noise and gradient (Perlin) noise, in one to four dimensions.
 *
 * Each is cut in three.  A *corner* is what a lattice point contributes: a value, or the two numbers
 * {a, s} of its plane g·d = a + s·(x − i), where a holds the axes but the first.  A *column* blends
 * the corners of one lattice column along those axes.  *Finish* blends two columns (or four, or six)
 * along the first axis.  A point computes its columns and finishes; a grid computes columns once a
 * lattice column and finishes each sample.  Same functions, same order: the same bits.
 *
 * Sources: K. Perlin, "Improving Noise", 2002; H. Elias, "Perlin Noise", 1998; E. Catmull and R. Rom,
 * "A class of local interpolating splines", 1974. */
#ifndef BURL_NOISE_LATTICE_H
#define BURL_NOISE_LATTICE_H

#include "hash.h"
#include "lane.h"
#include "math.h"

/* The words of the options, in the order of functions.def. */
enum interp { LINEAR, COSINE, HERMITE, QUINTIC, CUBIC, CATMULL_ROM, WAVELET, INTERP_COUNT };
enum gradients { DEFAULT_SET, EDGES, AXES, DIAGONAL, CIRCLE, UNIFORM, GRADIENTS_COUNT };
enum hash { HASH_BURL, HASH_PERLIN2002, HASH_ELIAS, HASH_TABLE, HASH_WOOD };

/* ---- Weights along an axis -------------------------------------------------------------------- */

LANE real lane_fade(real t) { return t * t * t * (t * (t * 6 - 15) + 10); }
LANE real lane_hermite(real t) { return t * t * (3 - 2 * t); }

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

LANE real blend(real a, real b, real u) { return a + u * (b - a); }

/* ---- Value noise ------------------------------------------------------------------------------ */

/* The value of a lattice point: 24 bits in [−1, 1) times size · 2^23. */
LANE real value_of_hash(uint32_t h, real size) { return (real)((int32_t)(h >> 8) - 8388608) * size; }

/* The value of a short hash, as published: offset + h · size. */
LANE real value_of_table(uint32_t h, real offset, real size) { return offset + (real)(int32_t)h * size; }

/* Columns of burl's hash over two taps, from the keys of its lattice points: x of the column, y0 and y1,
 * z0 and z1 of the neighbours along the other axes, high of the seed. */
LANE real value_column1(uint32_t x, uint32_t high, real size) {
  return value_of_hash(hash_corner(x, hash_odd(high, 0, 0, 0)), size);
}
LANE real value_corner3(uint32_t x, uint32_t y, uint32_t z, uint32_t high, real size) {
  return value_of_hash(hash_corner(x + y + z, hash_odd(high, y, z, 0)), size);
}
LANE real value_column2(uint32_t x, uint32_t y0, uint32_t y1, uint32_t high, real uy, real size) {
  return blend(value_corner3(x, y0, 0, high, size), value_corner3(x, y1, 0, high, size), uy);
}
LANE real value_side3(uint32_t x, uint32_t y, uint32_t z0, uint32_t z1, uint32_t high, real uz,
                      real size) {
  return blend(value_corner3(x, y, z0, high, size), value_corner3(x, y, z1, high, size), uz);
}
LANE real value_column3(uint32_t x, uint32_t y0, uint32_t y1, uint32_t z0, uint32_t z1, uint32_t high,
                        real uy, real uz, real size) {
  return blend(value_side3(x, y0, z0, z1, high, uz, size), value_side3(x, y1, z0, z1, high, uz, size),
               uy);
}

/* ---- Gradients -------------------------------------------------------------------------------- */

typedef struct {
  real x, y, z, w;
} gradient;

LANE real sign_by_bit(uint32_t h, int bit, real size) { return flip(size, h << (31 - bit)); }
LANE real signed_word(uint32_t h) { return signed_of_hash(h); }
LANE real turn_sin(uint32_t h) { return (real)sin_shifted((double)signed_of_hash(h) * LANE_PI, 0.0); }
LANE real turn_cos(uint32_t h) { return (real)sin_shifted((double)signed_of_hash(h) * LANE_PI, 1.0); }

/* One dimension: a slope.  Uniform in [−1, 1], or ±1. */
LANE gradient gradient1(int set, uint32_t h, real size) {
  const int any = set == DEFAULT_SET || set == UNIFORM;
  const gradient g = {any ? signed_word(h) * size : sign_by_bit(h, 0, size), 0, 0, 0};
  return g;
}

/* Two dimensions.  Default: eight unit vectors, 45° apart, none along an axis or a diagonal.  Axes:
 * +x, −x, −y, +y by hash mod 4, as the terrain article has it; edges: +x, −x, +y, −y. */
LANE gradient gradient2(int set, uint32_t h, real size) {
  const real far = (real)0.92387953251128676 * size, near = (real)0.38268343236508977 * size;
  const uint32_t along = h >> 30 & 1u, low = h & 3u;
  const uint32_t second = hash_spread(h);
  gradient g = {sign_by_bit(h, 31, along ? far : near), sign_by_bit(h, 29, along ? near : far), 0, 0};
  const real up = set == EDGES ? size : -size;
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

/* Three dimensions.  Default: the 12 vertices of an icosahedron, whose moments are isotropic up to
 * the fifth.  Edges: the 12 edges of the cube with four of them twice (Perlin 2002). */
LANE gradient gradient3(int set, uint32_t h, real size) {
  const real short_side = (real)0.52573111211913361 * size, long_side = (real)0.85065080835203993 * size;
  const int32_t third = (int32_t)h;  /* in three parts */
  const int first_third = third < -715827882, last_third = third > 715827882;
  const uint32_t low = h & 15u, sixth = (h >> 16) * 6u >> 16;
  const uint32_t second = hash_spread(h), more = hash_spread(second);
  const real one = sign_by_bit(h, 0, short_side), two = sign_by_bit(h, 1, long_side);
  gradient g = {first_third ? 0 : last_third ? one : two, first_third ? one : last_third ? two : 0,
                first_third ? two : last_third ? 0 : one, 0};
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

/* Four dimensions.  Default: the 24 vertices of the 24-cell (two of four components are ±1), whose
 * moments are isotropic up to the fifth.  Edges: the 32 edges of the cube. */
LANE gradient gradient4(int set, uint32_t h, real size) {
  const real half = (real)0.70710678118654752 * size;
  const uint32_t pair = (h >> 16) * 6u >> 16, left_out = 3u - (h >> 3 & 3u), axis = h >> 29 & 3u;
  const uint32_t second = hash_spread(h), third = hash_spread(second), fourth = hash_spread(third);
  gradient g = {pair < 3u ? sign_by_bit(h, 0, half) : 0,
                pair == 0u || pair == 3u || pair == 4u ? sign_by_bit(h, 1, half) : 0,
                pair == 1u || pair == 3u || pair == 5u ? sign_by_bit(h, 2, half) : 0,
                pair == 2u || pair >= 4u ? sign_by_bit(h, 3, half) : 0};
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

/* ---- Gradient noise --------------------------------------------------------------------------- */

/* A column: the plane a + s·f, f measured from its lattice point. */
typedef struct {
  real a, s;
} column;

LANE column corner1(gradient g) { return (column){0, g.x}; }
LANE column corner2(gradient g, real dy) { return (column){g.y * dy, g.x}; }
LANE column corner3(gradient g, real dy, real dz) { return (column){g.y * dy + g.z * dz, g.x}; }
LANE column corner4(gradient g, real dy, real dz, real dw) {
  return (column){g.y * dy + g.z * dz + g.w * dw, g.x};
}

LANE column blend_columns(column p, column q, real u) {
  return (column){blend(p.a, q.a, u), blend(p.s, q.s, u)};
}

/* 1 − 3t² + 2|t|³: the window that makes a wavelet of a line, |t| <= 1. */
LANE real wavelet_window(real t) { return 1 - t * t * (3 - 2 * (t < 0 ? -t : t)); }
LANE column wave_column(column p, real d) {
  const real window = wavelet_window(d);
  return (column){p.a * window, p.s * window};
}

/* Columns of burl's hash and the default gradients, from keys as for value noise. */
LANE column perlin_column1(uint32_t x, uint32_t high, real size) {
  return corner1(gradient1(DEFAULT_SET, hash_corner(x, hash_odd(high, 0, 0, 0)), size));
}
LANE column perlin_corner2(uint32_t x, uint32_t y, uint32_t high, real dy, real size) {
  return corner2(gradient2(DEFAULT_SET, hash_corner(x + y, hash_odd(high, y, 0, 0)), size), dy);
}
LANE column perlin_column2(uint32_t x, uint32_t y0, uint32_t y1, uint32_t high, real fy, real uy,
                           real size) {
  return blend_columns(perlin_corner2(x, y0, high, fy, size), perlin_corner2(x, y1, high, fy - 1, size),
                       uy);
}
LANE column perlin_corner3(uint32_t x, uint32_t y, uint32_t z, uint32_t high, real dy, real dz,
                           real size) {
  const uint32_t h = hash_corner(x + y + z, hash_odd(high, y, z, 0));
  return corner3(gradient3(DEFAULT_SET, h, size), dy, dz);
}
LANE column perlin_side3(uint32_t x, uint32_t y, uint32_t z0, uint32_t z1, uint32_t high, real dy,
                         real fz, real uz, real size) {
  return blend_columns(perlin_corner3(x, y, z0, high, dy, fz, size),
                       perlin_corner3(x, y, z1, high, dy, fz - 1, size), uz);
}
LANE column perlin_column3(uint32_t x, uint32_t y0, uint32_t y1, uint32_t z0, uint32_t z1, uint32_t high,
                           real fy, real uy, real fz, real uz, real size) {
  return blend_columns(perlin_side3(x, y0, z0, z1, high, fy, fz, uz, size),
                       perlin_side3(x, y1, z0, z1, high, fy - 1, fz, uz, size), uy);
}

/* The sample between columns p and q, f from p, u the weight of q. */
LANE real finish_columns(column p, column q, real f, real u) {
  return blend(p.a + p.s * f, q.a + q.s * (f - 1), u);
}
LANE real finish_waves(column p, column q, real f, real u) {
  return blend((p.a + p.s * f) * wavelet_window(f), (q.a + q.s * (f - 1)) * wavelet_window(f - 1), u);
}

#endif
