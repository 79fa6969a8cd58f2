/* Noise of waves: every cell of the plane has impulses at random places and of random phases; around each there is a
 * wave of one frequency and direction, under a window that ends 3/2 cells away; a sample adds them up.  Frequency and
 * direction are read at the sample, so that they may vary.
 *
 * Sources: A. Lagae, S. Lefebvre, G. Drettakis and P. Dutré, "Procedural Noise using Sparse Gabor Convolution", 2009;
 * T. Tricard, S. Efremov, C. Zanni, F. Neyret, J. Martínez and S. Lefebvre, "Procedural Phasor Noise", 2019.
 *
 * With weights w and angles a, N of them not 0, |Σ w cos a| ≤ √N·√Σw² (Cauchy and Schwarz): over that the sum is in
 * [−1, 1], and the mean of its square is the same everywhere.  From the corner of cells nearest to a sample only the
 * 4 × 4 cells around it can have weights.  An impulse that is too far adds 0, so that whoever takes the cells in their
 * order, and any that don't matter, has the same bits. */
#ifndef BURL_NOISE_IMPULSES_H
#define BURL_NOISE_IMPULSES_H

#include "noise/lattice.h"

/* Where an impulse is in its cell, its phase in half turns, and the direction, cosine and sine, of its wave beside that
 * of the noise. */
typedef struct {
  real x, y, phase, along, across;
} impulse;

/* What the waves have in common at a sample: cycles a cell, and their direction. */
typedef struct {
  real frequency, x, y;
} wave_asked;

/* The sums, over the impulses, of weights times cosines and sines, and of the weights' squares; and their derivatives
 * by x, y, the frequency and the direction in degrees. */
typedef struct {
  real cosine, sine, squares, cosine_by[4], sine_by[4], squares_by[2];
} wave_sum;

/* Half turns are left out first, exactly: what has turned by one is the opposite, to the bit. */
LANE wave_asked wave_of(real frequency, real orientation) {
  const real shifted = orientation * R(1.0 / 180) + ROUNDING, rest = orientation - (shifted - ROUNDING) * 180;
  const circle_point direction = point_of_circle(rest * R(1.0 / 180));
  const word is_opposite = bits_of_real(shifted) << 31;
  const wave_asked w = {frequency, flip_sign(direction.x, is_opposite), flip_sign(direction.y, is_opposite)};
  return w;
}

/* ---- Impulses ----------------------------------------------------------------------------------- */

LANE real share_of_hash(word hash) { return to_real(hash >> 8) * R(1.0 / 16777216); }

/* The first impulse of a cell has the cell's hash; the next one this one's last. */
LANE impulse impulse_of_hash(const burl__noise *n, word hash) {
  const word second = hash_spread(hash), third = hash_spread(second);
  impulse p = {share_of_hash(hash), share_of_hash(second), signed_of_hash(third), R(1), R(0)};
  if (n->spread == 0) return p;
  const circle_point turn = point_of_circle(signed_of_hash(hash_spread(third)) * R(n->spread));
  p.along = turn.x;
  p.across = turn.y;
  return p;
}
LANE word next_impulse(word hash) { return hash_spread(hash_spread(hash_spread(hash_spread(hash)))); }

LANE void forget_waves(wave_sum *to) {
  to->cosine = to->sine = to->squares = R(0);
  for (int i = 0; i < 4; i++) to->cosine_by[i] = to->sine_by[i] = R(0);
  for (int i = 0; i < 2; i++) to->squares_by[i] = R(0);
}

/* Adds the wave of an impulse; dx, dy: how far the sample is from it. */
LANE void add_wave(const burl__noise *n, int with_slopes, impulse p, real dx, real dy, wave_asked asked, wave_sum *to) {
  const real left = R(2.25) - (dx * dx + dy * dy), inside = only(left > 0, left), square = inside * inside;
  const real weight = square * inside, f = asked.frequency;
  real x = asked.x, y = asked.y;
  if (n->spread != 0) {
    x = asked.x * p.along - asked.y * p.across;
    y = asked.x * p.across + asked.y * p.along;
  }
  const real along = x * dx + y * dy;
  const circle_point at = point_of_circle(2 * f * along + p.phase);
  to->cosine = to->cosine + weight * at.x;
  to->sine = to->sine + weight * at.y;
  to->squares = to->squares + weight * weight;
  if (!with_slopes) return;
  const real turn = R(2 * LANE_PI) * weight, fall = -6 * square;
  const real falls[2] = {fall * dx, fall * dy};
  const real turns[4] = {turn * f * x, turn * f * y, turn * along, turn * f * (x * dy - y * dx) * R(LANE_PI / 180)};
  for (int i = 0; i < 4; i++) {
    const real falling = i < 2 ? falls[i] : R(0);
    to->cosine_by[i] = to->cosine_by[i] + (falling * at.x - turns[i] * at.y);
    to->sine_by[i] = to->sine_by[i] + (falling * at.y + turns[i] * at.x);
    if (i < 2) to->squares_by[i] = to->squares_by[i] + 2 * weight * falling;
  }
}

/* ---- What is given ------------------------------------------------------------------------------ */

/* Where both sums are 0 there is no phase; nearer to that than this it is taken for 0. */
#define LEAST_SQUARE R(1e-30)

LANE real given_wave(const burl__noise *n, const wave_sum *of) {
  const real square = of->cosine * of->cosine + of->sine * of->sine;
  switch (n->give) {
  case WAVE_PHASE: return lane_atan2(of->sine, of->cosine) * n->size;
  case WAVE_SINE: return only(square > LEAST_SQUARE, of->sine / root(square)) * n->size;
  case WAVE_INTENSITY: return root(square) / root(of->squares) * n->size;
  default: return of->cosine / root(of->squares) * n->size;
  }
}

/* Its derivative number i. */
LANE real given_wave_slope(const burl__noise *n, const wave_sum *of, int i) {
  const real c = of->cosine, s = of->sine, square = c * c + s * s, size = root(square);
  const real turn = c * of->sine_by[i] - s * of->cosine_by[i], weights = root(of->squares);
  const real shrink = i < 2 ? of->squares_by[i] * R(0.5) / of->squares : R(0);
  const choice has_phase = square > LEAST_SQUARE;
  const real rise = only(has_phase, (c * of->cosine_by[i] + s * of->sine_by[i]) / size);
  switch (n->give) {
  case WAVE_PHASE: return only(has_phase, turn / square) * n->size;
  case WAVE_SINE: return only(has_phase, c / size * (turn / square)) * n->size;
  case WAVE_INTENSITY: return (rise - size * shrink) / weights * n->size;
  default: return (of->cosine_by[i] - c * shrink) / weights * n->size;
  }
}

/* The value as the rest; along x and y its slopes; as z and w its derivatives by the frequency and the direction. */
LANE plane waves_given(const burl__noise *n, int with_slopes, const wave_sum *of) {
  plane p = no_plane();
  p.rest = given_wave(n, of);
  if (!with_slopes) return p;
  p.x = given_wave_slope(n, of, 0);
  p.y = given_wave_slope(n, of, 1);
  p.z = given_wave_slope(n, of, 2);
  p.w = given_wave_slope(n, of, 3);
  return p;
}

/* ---- A sample ----------------------------------------------------------------------------------- */

/* Along an axis: the corner nearest to a sample, and how far the sample is right of it. */
typedef struct {
  word cell;
  real apart;
} near_corner;

LANE near_corner corner_near(word cell, real fraction, uint32_t period) {
  const choice is_right = fraction >= R(0.5);
  const near_corner c = {pick_word(is_right, neighbour(cell, 1, period), cell), fraction - only(is_right, R(1))};
  return c;
}

/* The impulses of the cell at a number of steps from the corner. */
LANE void add_cell(const burl__noise *n, int with_slopes, const near_corner at[2], const int step[2], wave_asked asked,
                   wave_sum *to) {
  const word x = hash_axis(n, 0, neighbour(at[0].cell, step[0], period_along(n, 0)));
  const word y = hash_axis(n, 1, neighbour(at[1].cell, step[1], period_along(n, 1)));
  const point_keys key = {x, y, W(0), W(0)};
  word hash = hash_of_keys(n, key);
  for (int i = 0; i < n->impulses; i++) {
    const impulse p = impulse_of_hash(n, hash);
    const real dx = (at[0].apart - p.x) - (scalar)step[0], dy = (at[1].apart - p.y) - (scalar)step[1];
    add_wave(n, with_slopes, p, dx, dy, asked, to);
    hash = next_impulse(hash);
  }
}

LANE plane waves_sample(const burl__noise *n, int with_slopes, const word cell[2], const real fraction[2],
                        wave_asked asked) {
  const near_corner at[2] = {corner_near(cell[0], fraction[0], period_along(n, 0)),
                             corner_near(cell[1], fraction[1], period_along(n, 1))};
  wave_sum sum;
  forget_waves(&sum);
  for (int i = 0; i < 16; i++) {
    const int step[2] = {i % 4 - 2, i / 4 - 2};
    add_cell(n, with_slopes, at, step, asked, &sum);
  }
  return waves_given(n, with_slopes, &sum);
}

#endif
