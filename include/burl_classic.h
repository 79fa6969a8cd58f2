/* burl_classic: the noise functions of the founding articles, as they were published.
 *
 * Plain C in double precision with nothing to compile first: for reading, for teaching, and as the
 * oracle of the tests of burl's fast kernels.  For speed, tiles and proven bounds: burl.h.
 *
 *     double height = burl_classic_perlin_octaves3(x, y, 0, 6, 0.5);
 *
 *     burl_classic_table64 wood;
 *     burl_classic_table64_fill(&wood, 1);
 *     double rgb[3];
 *     burl_classic_rings_rgb(burl_classic_rings(&wood, x, y, 4, 0.25, 10), rgb);
 *
 * Conventions
 * - Coordinates are in cells of the lattice unless said, and are floored, never truncated:
 *   negative ones are as good as any.  At a coordinate that is not finite, or beyond 2^51, a
 *   noise is 0.
 * - Octave i has frequency 2^i and amplitude persistence^i.  No octaves, or amplitudes that add
 *   up to 0 where they are divided by: 0.
 * - A period is in whole cells; p and p + period give the same bits where p + period is exact.
 * - Pointers are the caller's, are read or written during the call only, and must not be NULL
 *   unless that is allowed.
 * - Nothing allocates, prints, fails or keeps state: any thread may call anything at any time.
 *   A call takes from a few to a few hundred nanoseconds an octave, where nothing else is said. */
#ifndef BURL_CLASSIC_H
#define BURL_CLASSIC_H

#include <stdint.h>

#include "burl_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Blends: from one value to the next over t in [0, 1] ---- */

/* 6t^5 - 15t^4 + 10t^3, from 0 to 1 with slope and curvature 0 at both ends.
 * Perlin, "Improving Noise", 2002. */
BURL_API double burl_classic_fade(double t);

/* 3t^2 - 2t^3, from 0 to 1 with slope 0 at both ends: the fade before 2002. */
BURL_API double burl_classic_hermite(double t);

/* a(1 - t) + bt.  Elias, "Perlin Noise", 1998, as are the next two. */
BURL_API double burl_classic_linear(double a, double b, double t);

/* From a to b along half a cosine. */
BURL_API double burl_classic_cosine(double a, double b, double t);

/* From v1 to v2 through four values at -1, 0, 1 and 2, with slope v2 - v0 at v1: twice that of a
 * Catmull-Rom spline.  Overshoots: in [-1.5, 1.5] for values in [-1, 1]. */
BURL_API double burl_classic_cubic(double v0, double v1, double v2, double v3, double t);

/* From p1 to p2 through four values at -1, 0, 1 and 2, with slope (p2 - p0) / 2 at p1.
 * Overshoots: in [-1.25, 1.25] for values in [-1, 1].  Catmull and Rom, "A Class of Local
 * Interpolating Splines", 1974, as the article on wood textures uses it. */
BURL_API double burl_classic_catmull_rom(double p0, double p1, double p2, double p3, double t);

/* ---- Lines, planes and wavelets: gradient noise inside one cell ---- */
/* From the article on lattice noise in shaders, which draws them.  The gradients are the
 * caller's. */

/* 1D, f in [0, 1]: the lines a_left * f and a_right * (f - 1), blended by hermite.  0 at both ends.
 * In [-0.5, 0.5] for slopes in [-1, 1]. */
BURL_API double burl_classic_slopes1(double a_left, double a_right, double f);

/* One lattice point's own part of that noise, t cells away from it: a t (1 - 3t^2 + 2|t|^3) for
 * |t| < 1, else 0. */
BURL_API double burl_classic_wavelet(double a, double t);

/* 1D, f in [0, 1]: the wavelets of both ends, blended linearly.  (Their plain sum is slopes1.)  In
 * [-0.25, 0.25] for slopes in [-1, 1]. */
BURL_API double burl_classic_wavelets1(double a_left, double a_right, double f);

/* 2D, fx and fy in [0, 1]: the planes through the four corners, blended by hermite.  gXY is the
 * gradient {x, y} at corner (X, Y), double[2].  In [-1, 1] for components in [-1, 1]. */
BURL_API double burl_classic_planes2(const double g00[2], const double g10[2], const double g01[2], const double g11[2],
                                     double fx, double fy);

/* ---- Improved Perlin noise ---- */
/* Perlin, "Improving Noise", 2002; with a period: Biagioli, "Understanding Perlin Noise", 2014. */

/* Entry i & 255 of the published permutation of 0 to 255. */
BURL_API int burl_classic_permutation(int i);

/* The dot product of (x, y, z) and the gradient that the low four bits of hash choose: one of the
 * midpoints of a cube's 12 edges, four of them twice.  In the bit tricks of 2002. */
BURL_API double burl_classic_grad3(int hash, double x, double y, double z);

/* The same from a table of the edges, as Biagioli's switch spells it out. */
BURL_API double burl_classic_grad3_table(int hash, double x, double y, double z);

/* Ours, by the same construction: the edges' midpoints of the n-cube, the hash's lowest bit
 * negating the first component that is not 0, the next bit the next.  1D, bit 0: x, -x.  2D, bits
 * 0 and 1: x, -x, y, -y.  4D, bits 0 to 4: (x, y, z), (x, y, w), (x, z, w) and (y, z, w), in all
 * eight signs each. */
BURL_API double burl_classic_grad1(int hash, double x);
BURL_API double burl_classic_grad2(int hash, double x, double y);
BURL_API double burl_classic_grad4(int hash, double x, double y, double z, double w);

/* Improved noise; 0 at every lattice point.  period: of every axis; under 1: the table's own,
 * 256; over 256 (where the publication has a seam): the cell is taken modulo the period, then
 * modulo 256.  The 3D function is the published one, the others ours by the same construction.  In
 * [-0.5, 0.5], [-0.53528, 0.53528], [-1.03636, 1.03636] and [-1.53659, 1.53659]. */
BURL_API double burl_classic_perlin1(double x, int period);
BURL_API double burl_classic_perlin2(double x, double y, int period);
BURL_API double burl_classic_perlin3(double x, double y, double z, int period);
BURL_API double burl_classic_perlin4(double x, double y, double z, double w, int period);

/* The octaves of (perlin3 + 1) / 2, over the sum of their amplitudes.  For persistence >= 0 in
 * [-0.01818, 1.01818]; the publication says [0, 1]. */
BURL_API double burl_classic_perlin_octaves3(double x, double y, double z, int octaves, double persistence);

/* ---- rand(), from which the tables and the terrain are drawn ---- */

/* The example rand() of the C standard (C11, 7.22.2.2): 0 to 32767.  *state is what srand() was
 * given, and after a call the generator's own. */
BURL_API int burl_classic_rand(uint32_t *state);

/* ---- Value and four-axis gradient noise over a table ---- */
/* From the article on fractal terrain.  Both have period 256 along each axis. */

/* 256 draws, each 0 to 255; no permutation. */
typedef struct {
  unsigned char entry[256];
} burl_classic_table256;

/* Fills the table with rand() % 256 after srand(seed). */
BURL_API void burl_classic_table256_fill(burl_classic_table256 *table, uint32_t seed);

/* Lattice values entry / 255, blended by fade.  In [0, 1]. */
BURL_API double burl_classic_value2(const burl_classic_table256 *table, double x, double y);

/* Gradients along the axes (entry % 4: x, -x, -y, y), blended by fade, (noise + 1) / 2: 0.5 at
 * every lattice point.  In [0.23236, 0.76764]. */
BURL_API double burl_classic_axes2(const burl_classic_table256 *table, double x, double y);

/* Their octaves, over the sum of the amplitudes; published with 5 octaves and persistence 0.5.  For
 * persistence >= 0 in the range of one octave. */
BURL_API double burl_classic_value_octaves2(const burl_classic_table256 *table, double x, double y, int octaves,
                                            double persistence);
BURL_API double burl_classic_axes_octaves2(const burl_classic_table256 *table, double x, double y, int octaves,
                                           double persistence);

/* ---- Integer-hash value noise ---- */
/* Elias, "Perlin Noise", 1998.  Cells wrap at 2^32.  In 2D the lattice points (i, j) and
 * (i + 57, j - 1) have the same value, as published. */

/* The numbers in the hash.  Wherever a pointer to them is NULL, the published are meant: 15731,
 * 789221 and 1376312589 (which is no prime, whatever the article says). */
typedef struct {
  uint32_t a, b, c;
} burl_classic_elias_constants;

typedef enum { BURL_CLASSIC_LINEAR, BURL_CLASSIC_COSINE, BURL_CLASSIC_CUBIC } burl_classic_interpolation;

typedef enum {
  BURL_CLASSIC_ROUGH, /* the lattice's own values */
  BURL_CLASSIC_SMOOTH /* averaged with their neighbours' first: 1/4 1/2 1/4 along each axis */
} burl_classic_smoothing;

/* The least prime above n; 0 where 32 bits hold none (n >= 4294967291).  By trial division: up to
 * half a millisecond. */
BURL_API uint32_t burl_classic_next_prime(uint32_t n);

/* Constants of an octave's own: the octave-th primes above the published ones; the published for
 * 0 or less.  Takes some 40 microseconds an octave. */
BURL_API burl_classic_elias_constants burl_classic_elias_constants_at(int octave);

/* With m = n ^ n << 13: 1 - ((m (m^2 a + b) + c) mod 2^31) / 2^30, in (-1, 1]. */
BURL_API double burl_classic_elias_hash(int32_t n, const burl_classic_elias_constants *constants);

/* The lattice's smoothed values, in (-1, 1]: in 1D of hash(i), in 2D of hash(i + 57j). */
BURL_API double burl_classic_elias_smooth1(int32_t i, const burl_classic_elias_constants *constants);
BURL_API double burl_classic_elias_smooth2(int32_t i, int32_t j, const burl_classic_elias_constants *constants);

/* Interpolated noise, along x first.  In [-1, 1]; cubic overshoots by 1.5 an axis.  3D is ours,
 * by the same construction (hash(i + 57j + 3249k)), and not smoothed. */
BURL_API double burl_classic_elias_noise1(double x, burl_classic_interpolation interpolation,
                                          burl_classic_smoothing smoothing,
                                          const burl_classic_elias_constants *constants);
BURL_API double burl_classic_elias_noise2(double x, double y, burl_classic_interpolation interpolation,
                                          burl_classic_smoothing smoothing,
                                          const burl_classic_elias_constants *constants);
BURL_API double burl_classic_elias_noise3(double x, double y, double z, burl_classic_interpolation interpolation,
                                          const burl_classic_elias_constants *constants);

/* The plain sum of octaves of smoothed noise.  constants: [octaves], one an octave, as the article
 * asks for; NULL: the published in every octave. */
BURL_API double burl_classic_elias_octaves1(double x, burl_classic_interpolation interpolation, int octaves,
                                            double persistence, const burl_classic_elias_constants *constants);
BURL_API double burl_classic_elias_octaves2(double x, double y, burl_classic_interpolation interpolation, int octaves,
                                            double persistence, const burl_classic_elias_constants *constants);

/* ---- Periodic Catmull-Rom noise and growth rings ---- */
/* From the article on wood textures.  x and y are in textures: [0, 1) is one, and it repeats. */

/* entry[x][y], each 0 to 1. */
typedef struct {
  double entry[64][64];
} burl_classic_table64;

/* Fills the table with rand() / 32767 after srand(seed), the last index running fastest. */
BURL_API void burl_classic_table64_fill(burl_classic_table64 *table, uint32_t seed);

/* Catmull-Rom noise of frequency >= 1 cells a texture (under 1: 0).  Along each axis cell c
 * reads the table at (64 ((c + 1) mod frequency) / frequency + octave) mod 64, in whole-number
 * division.  In [-0.28125, 1.28125]. */
BURL_API double burl_classic_ring_octave(const burl_classic_table64 *table, int octave, int frequency, double x,
                                         double y);

/* Growth rings: the fraction of count times the mean of octaves, of which the first has
 * frequency 4; octaves over 24 count as 24.  Published with 4 octaves, persistence 0.25 and
 * count 10.  In [0, 1), or (-1, 0] where the spline undershoots 0: the fraction is truncated, as
 * published. */
BURL_API double burl_classic_rings(const burl_classic_table64 *table, double x, double y, int octaves,
                                   double persistence, double count);

/* The rings' wood: (0.80, 0.36, 0.08) times the shade.  rgb: double[3]. */
BURL_API void burl_classic_rings_rgb(double shade, double rgb[3]);

/* ---- Midpoint displacement ---- */

/* Fills cells, int[n][n], with heights from 0 to levels - 1; (x, y) is cells[x * n + y].  Four
 * corners are drawn with rand() after srand(seed); then each square's centre is the mean of its
 * corners, displaced by up to half of levels, and its sides' middles are the means of their ends;
 * likewise its four quarters, with half the displacement.  Where that has become 1 (with 256
 * levels: over n = 257) the walk goes on without displacement, so that no cell is left out.
 *
 * Any n >= 1: 1 and 2 have corners only, and 1 keeps the last of the four drawn.  n or levels under
 * 1: cells are untouched.  Takes some 10 ns a cell, whatever levels is, and stack in proportion to
 * log n.  From the article on fractal terrain. */
BURL_API void burl_classic_midpoint(int n, uint32_t seed, int levels, int *cells);

#ifdef __cplusplus
}
#endif

#endif
