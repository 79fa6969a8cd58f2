/* Seeds, scales and bounds of noises. */
#include "program/noise_setup.h"

#include <math.h>
#include <string.h>

#include "base/seed.h"
#include "noise/lattice_bend.h"
#include "noise/scale.h"
#include "noise/simplex.h"

void burl__noise_seed(burl__noise *noise, uint64_t seed) {
  const uint64_t words = burl__seed_words(seed + burl__seed_salt(burl__name_of_noise(noise)));
  noise->low = (uint32_t)words;
  noise->high = (uint32_t)(words >> 32);
}

/* ---- Scale and bounds --------------------------------------------------------------------------- */

static burl_range signed_range(double size) { return (burl_range){-size, size, 0}; }

static void scale_directions(burl__noise *noise) {
  if (is_listed(noise, lattice_axes(noise))) list_directions(noise, noise->dims, 16);
}

/* Gradient noise: over its exact maximum, or the plain sum of dot products. */
static burl_range scale_gradients(burl__noise *noise, int raw) {
  const int axes = lattice_axes(noise);
  const double most = noise_maxima[noise->interp][noise->gradients][axes - 1];
  noise->size = raw ? 1.0f : scale_of_gradients(noise->interp, noise->gradients, axes);
  scale_directions(noise);
  return signed_range(raw ? most * (1.0 + BURL__MARGIN) : 1.0);
}

/* How far a blend of values in [−1, 1] along an axis overshoots: the largest sum of its weights'
 * sizes, at t = ½.  Over a smoothed lattice it is less. */
static double overshoot(const burl__noise *noise) {
  if (noise->interp == CUBIC) return noise->smooth ? 1.125 : 1.5;
  if (noise->interp == CATMULL_ROM) return noise->smooth ? 1.0625 : 1.25;
  return 1.0;
}

static burl_range scale_values(burl__noise *noise, int raw) {
  noise->is_value = 1;
  if (noise->smooth) noise->taps += 2;
  double over = 1.0;
  for (int axis = 0; axis < noise->dims; axis++) over *= overshoot(noise);
  const double held = raw ? 1.0 : most_of_values(over);
  const int from_zero = noise->hash == HASH_TABLE || noise->hash == HASH_WOOD;
  const double entry = noise->hash == HASH_WOOD ? 1.0 : 1.0 / 255.0; /* of h, to [0, 1] */
  if (noise->hash == HASH_BURL) {
    noise->size = scale_of_hashes(held);
  } else if (noise->hash == HASH_ELIAS) {
    noise->offset = (float)(1.0 / held);
    noise->size = (float)(-1.0 / 1073741824.0 / held);
  } else {
    noise->offset = (float)(raw && from_zero ? 0.0 : -1.0 / held);
    noise->size = (float)(raw && from_zero ? entry : 2.0 * entry / held);
  }
  if (!raw) return signed_range(1.0);
  const double half = over * (1.0 + BURL__MARGIN);
  return from_zero ? (burl_range){0.5 - 0.5 * half, 0.5 + 0.5 * half, 0} : signed_range(half);
}

/* Simplex noise: over its exact maximum. */
static burl_range scale_bumps(burl__noise *noise) {
  if (noise->smooth && noise->dims == 2) noise->gradients = SIXTEEN;
  noise->reach2 = (float)simplex_reach2(noise->dims, noise->smooth);
  noise->size = scale_of_bumps(noise->smooth, noise->dims);
  scale_directions(noise);
  return signed_range(1.0);
}

/* ---- Cellular noise ----------------------------------------------------------------------------- */

/* What a difference along an axis adds to the distance as it is compared; libm's pow differs by platform. */
static double part_of_norm(const burl__noise *noise, double d) {
  switch (noise->metric) {
  case MANHATTAN:
  case CHEBYSHEV: return d;
  case MINKOWSKI: return (double)power((float)d, (double)noise->power);
  case HYBRID: return d + d * d;
  default: return d * d;
  }
}
static double with_part(const burl__noise *noise, double sum, double part) {
  return noise->metric == CHEBYSHEV ? fmax(sum, part) : sum + part;
}
static double norm_of(const burl__noise *noise, double compared) {
  switch (noise->metric) {
  case MANHATTAN:
  case HYBRID:
  case CHEBYSHEV: return compared;
  case MINKOWSKI: return (double)power((float)compared, 1 / (double)noise->power);
  default: return exact_sqrt(compared);
  }
}
/* Of a difference that is the same along each axis. */
static double norm_of_equal(const burl__noise *noise, double d) {
  double sum = 0.0;
  for (int a = 0; a < noise->dims; a++) sum = with_part(noise, sum, part_of_norm(noise, d));
  return norm_of(noise, sum);
}

/* How far the sample at `at`, 0 to 1/2 along each axis, can be from the points of as many cells as it takes to have
 * `count`, as it is compared: each point `around` beyond the corner of its cell that is farthest.  Over two axes or
 * more the four nearest cells are among those that touch the sample's own. */
static double farthest_of(const burl__noise *noise, const double at[4], double around, int count) {
  const int span = noise->dims > 1 ? 3 : 5;
  double part[4][5], least[4] = {INFINITY, INFINITY, INFINITY, INFINITY};
  int cells = 1;
  for (int a = 0; a < noise->dims; a++, cells *= span)
    for (int step = 0; step < span; step++)
      part[a][step] = part_of_norm(noise, fabs(0.5 + (step - span / 2) - at[a]) + 0.5 * (double)noise->jitter + around);
  for (int cell = 0; cell < cells; cell++) {
    double q = 0.0;
    for (int a = 0, rest = cell; a < noise->dims; a++, rest /= span) q = with_part(noise, q, part[a][rest % span]);
    for (int i = 0; i < count && q < INFINITY; i++) {
      const double before = least[i];
      if (q < before) least[i] = q, q = before;
    }
  }
  return least[count - 1];
}

/* Of a distance along the axes, what it is with the greatest lift. */
static double lifted(const burl__noise *noise, double distance) {
  return noise->lift > 0 ? exact_sqrt(distance * distance + (double)noise->lift) : distance;
}

/* The same wherever the sample is: over a lattice of places in half a cell, and what lies between, as a
 * distance changes by no more than the sample moves.  Hybrid's, which isn't a norm, is taken of points that are so
 * much farther along each axis. */
static double farthest(const burl__noise *noise, int count) {
  const int steps = noise->dims < 3 ? 16 : noise->dims < 4 ? 6 : 2, is_hybrid = noise->metric == HYBRID;
  const double between = 0.25 / steps;
  double most = 0.0;
  int places = 1;
  for (int a = 0; a < noise->dims; a++) places *= steps + 1;
  for (int i = 0; i < places; i++) {
    double at[4] = {0};
    for (int a = 0, rest = i; a < noise->dims; a++, rest /= steps + 1) at[a] = 0.5 * (rest % (steps + 1)) / steps;
    most = fmax(most, farthest_of(noise, at, is_hybrid ? between : 0.0, count));
  }
  return is_hybrid ? most : lifted(noise, norm_of(noise, most) + norm_of_equal(noise, between));
}

/* How far along an axis a point is at most that is so far by hybrid's distance, d + d². */
static double along_axis(double hybrid) { return exact_sqrt(hybrid + 0.25) - 0.5; }

/* The nearest one is in the sample's own cell at worst, at the corner that is farthest. */
static double farthest_first(const burl__noise *noise) {
  return lifted(noise, norm_of_equal(noise, 0.5 + 0.5 * (double)noise->jitter));
}

/* A ball about a sample of which no part is nearer to another point than to the sample's nearest, at F1:
 * its radius is at most (F1 + F2)/2, halfway to the second; and F1 and the radius together at most what F1
 * can be anywhere, as the ball's far side is that far from its nearest point; with lifts the radius alone is. */
static double farthest_edge(const burl__noise *noise) {
  const double first = farthest_first(noise), second = farthest(noise, 2);
  if (noise->lift > 0) return first;
  return first - fmax(0.0, (2.0 * first - second) / 3.0);
}

/* Of spaced points no place is farther than R = r(1 + 1/parts) from one, r being √2 cells.  The second is within 2R: at
 * a place R away from the first, straight away from it, another one is the nearest.  The third and fourth are within
 * 3R, as two or three discs of radius R don't cover one of 2R, and where they don't, yet another one is the nearest.
 * A ball in which the first is the nearest reaches no farther than R from it. */
static burl_range scale_spaced(burl__noise *noise) {
  const int give = noise->give, is_number = give == GIVE_VALUE || give == GIVE_ID;
  const double all = exact_sqrt(2.0) * (1.0 + 1.0 / noise->parts) * (double)noise->size * (1.0 + BURL__MARGIN);
  if (is_number) noise->size = 1.0f;
  if (is_number) return give == GIVE_VALUE ? signed_range(1.0) : (burl_range){0, 16777215, 0};
  if (give >= GIVE_X) return signed_range(all);
  return (burl_range){0,
                      give == GIVE_F1 || give == GIVE_EDGE ? all
                      : give == GIVE_F3 || give == GIVE_F4 ? 3 * all
                                                           : 2 * all,
                      0};
}

static burl_range scale_points(burl__noise *noise) {
  const int give = noise->give;
  if (noise->parts > 0) return scale_spaced(noise);
  noise->size = 1.0f;
  if (give == GIVE_VALUE) return signed_range(1.0);
  if (give == GIVE_ID) return (burl_range){0, 16777215, 0};
  const int count = give <= GIVE_F4 ? give + 1 : give == GIVE_F2_F1 ? 2 : 1;
  double most = give == GIVE_EDGE ? farthest_edge(noise) : count == 1 ? farthest_first(noise) : farthest(noise, count);
  most *= 1.0 + BURL__MARGIN;
  if (give >= GIVE_X) return signed_range(noise->metric == HYBRID ? along_axis(most) : most);
  if (noise->metric == EUCLID2) most *= most;
  return (burl_range){0.0 - (double)noise->width, most, 0};
}

/* ---- Waves -------------------------------------------------------------------------------------- */

/* The sums of cosines and sines are at most as large as the root of how many impulses have a weight, times the root of
 * the weights' squares. */
static burl_range scale_waves(burl__noise *noise) {
  const double most = exact_sqrt(16.0 * noise->impulses);
  switch (noise->give) {
  case WAVE_PHASE: noise->size = (float)(0.5 / LANE_PI * (1.0 - BURL__MARGIN)); return signed_range(0.5);
  case WAVE_SINE: noise->size = (float)(1.0 - BURL__MARGIN); return signed_range(1.0);
  default: noise->size = (float)((1.0 - BURL__MARGIN) / most);
  }
  return noise->give == WAVE_INTENSITY ? (burl_range){0.0, 1.0, 0} : signed_range(1.0);
}

/* A phase has no largest slope.  Else: a weight w = left³ of a sample, left = 9/4 − r², changes by 6·r·left² < 13.04 a
 * cell, which is greatest at r² = 9/20; and as some impulse is within √2, the root of the weights' squares is 1/64 at
 * least. */
static double slope_of_waves(const burl__noise *noise, int axis) {
  enum { MOST_FREQUENCY = 64 };
  const double most = exact_sqrt(16.0 * noise->impulses), turn = 2.0 * LANE_PI * MOST_FREQUENCY;
  if (noise->give == WAVE_PHASE || noise->give == WAVE_SINE) return INFINITY;
  const double by_weights = 2.0 * 13.04 * 64.0 * most, by_angles = axis < 2 ? turn : 1.5 * 2.0 * LANE_PI;
  const double by_direction = 1.5 * turn * LANE_PI / 180.0;
  return (axis < 2 ? by_weights + turn : axis == 2 ? by_angles : by_direction) * most * fabs((double)noise->size);
}

/* ---- Slopes ------------------------------------------------------------------------------------- */

/* The largest sum of the sizes of the weights' slopes along an axis.  The slopes are at most cubic
 * polynomials' but for their signs: what lies between two places is less than a hundredth more. */
static double weight_slopes(const burl__noise *noise) {
  enum { STEPS = 1024 };
  double most = 0.0;
  for (int i = 0; i <= STEPS; i++) {
    const float t = (float)i / STEPS;
    double sum = 0.0;
    for (int tap = -2; tap <= 3; tap++)
      sum += fabs((double)(noise->smooth ? smooth_rate(noise->interp, tap, t) : point_rate(noise->interp, tap, t)));
    most = fmax(most, sum);
  }
  return most * 1.01;
}

/* Half the range of a lattice's values, before they are scaled: all that counts where weights add up to 0. */
static double half_range(const burl__noise *noise) {
  return noise->hash == HASH_BURL    ? 8388608.0
         : noise->hash == HASH_ELIAS ? 1073741824.0
         : noise->hash == HASH_WOOD  ? 0.5
                                     : 127.5;
}

/* The weights' slopes add up to 0. */
static double slope_of_taps(const burl__noise *noise) {
  double most = half_range(noise) * weight_slopes(noise);
  for (int axis = 1; axis < noise->dims; axis++) most *= overshoot(noise);
  return most * fabs((double)noise->size);
}

/* A smooth value, by how much distances change (noise/cells.h: smooth_rate_of): they deviate from their mean, by the
 * weights `left`, by no more than they change at most, on average.  So it is at most 2·Σ left/width² of that, and as
 * Σ left² = width², 2·√count/width for as many points as are within reach. */
static double slope_of_weights(const burl__noise *noise, double reach) {
  double count = 1.0;
  for (int a = 0; a < noise->dims; a++) count *= 2.0 * reach + 2.0;
  return 2.0 * exact_sqrt(count) / (double)noise->width;
}

/* A distance changes by no more than the sample moves, a squared one by twice its root's; in minkowski
 * and the others along an axis alone as well, but hybrid's, d + d², by 1 + 2d. */
static double slope_of_points(const burl__noise *noise) {
  const int give = noise->give, is_blend = give == GIVE_VALUE && noise->width > 0;
  if ((give == GIVE_VALUE && !is_blend) || give == GIVE_ID) return 0.0;
  if (give >= GIVE_X || give == GIVE_EDGE) return fabs((double)noise->size);
  const int count = is_blend ? 1 : give == GIVE_F2_F1 ? 2 : give + 1;
  const double most = count == 1 ? farthest_first(noise) : farthest(noise, count);
  const double width = (double)noise->width, reach = noise->metric == EUCLID2  ? sqrt(most * most + width)
                                                     : noise->metric == HYBRID ? along_axis(most + width)
                                                                               : most + width;
  const double one = noise->metric == EUCLID2 ? 2.0 * reach : noise->metric == HYBRID ? 1.0 + 2.0 * reach : 1.0;
  const double times = is_blend ? slope_of_weights(noise, reach) : give == GIVE_F2_F1 ? 2.0 : 1.0;
  return times * one * fabs((double)noise->size);
}

static double largest_slope(const burl__noise *noise) {
  const int dims = noise->dims;
  const double size = fabs((double)noise->size);
  switch (burl__kind_of_noise(noise)) {
  case BURL__OF_GRADIENTS: return noise_slopes[noise->interp][noise->gradients][lattice_axes(noise) - 1] * size;
  case BURL__OF_VALUES: return slope_of_taps(noise);
  case BURL__OF_BUMPS: return simplex_slopes[noise->smooth][dims - 1] * simplex_units(dims) * size;
  case BURL__OF_POINTS: return slope_of_points(noise);
  case BURL__OF_WAVES:
  case BURL__OF_HASHES:
  case BURL__NO_NOISE: break;
  }
  return 0.0;
}

/* How much a gradient changes at most while it turns, by its length, as it turns twice at most. */
#define MOST_TURN (4 * LANE_PI)

double burl__noise_slope(const burl__noise *noise, int axis) {
  if (noise->turns && axis == lattice_axes(noise))
    return MOST_TURN * noise_maxima[noise->interp][noise->gradients][axis - 1] * fabs((double)noise->size) *
           (1.0 + 4 * BURL__MARGIN);
  if (burl__kind_of_noise(noise) == BURL__OF_WAVES) return slope_of_waves(noise, axis) * (1.0 + 4 * BURL__MARGIN);
  if (axis == BURL__BY_JITTER) /* a point is at most half a cell along each axis from the middle */
    return 0.5 * noise->dims * slope_of_points(noise) * (noise->give == GIVE_EDGE ? 4.0 : 1.0) *
           (1.0 + 4 * BURL__MARGIN);
  return largest_slope(noise) * (1.0 + 4 * BURL__MARGIN);
}

int burl__noise_is_kinked(const burl__noise *noise) {
  switch (burl__kind_of_noise(noise)) {
  case BURL__OF_GRADIENTS:
  case BURL__OF_VALUES: return noise->interp == LINEAR;
  case BURL__OF_BUMPS: return 0;
  case BURL__OF_WAVES: return noise->give == WAVE_PHASE;
  case BURL__OF_POINTS:
  case BURL__OF_HASHES:
  case BURL__NO_NOISE: break;
  }
  return 1;
}

/* ---- Second derivatives ------------------------------------------------------------------------- */

/* Along an axis, by how often they are differentiated: the largest sum of the weights' sizes, and of these times the
 * distances.  What lies between two places is less than a fiftieth more. */
typedef struct {
  double sum[3], lever[3];
} weight_sums;

static weight_sums largest_sums(const burl__noise *noise) {
  enum { STEPS = 256 };
  weight_sums most = {{0}, {0}};
  for (int i = 0; i <= STEPS; i++) {
    bent_axis axis;
    take_bends(noise, 0, 2, 0, (float)i / STEPS, &axis);
    for (int order = 0; order < 3; order++) {
      double sum = 0.0, lever = 0.0;
      for (int tap = 0; tap < noise->taps; tap++) {
        const double weight = fabs((double)axis.weight[order][tap]);
        sum += weight;
        lever += weight * fabs((double)i / STEPS - tap);
      }
      most.sum[order] = fmax(most.sum[order], 1.02 * sum);
      most.lever[order] = fmax(most.lever[order], 1.02 * lever);
    }
  }
  return most;
}

/* The largest sum over the lattice points of the sizes of their weights, differentiated along a and b (−1: none),
 * times the distances along `by`, if it is an axis. */
static double sum_of_points(const burl__noise *noise, const weight_sums *along, int a, int b, int by) {
  double product = 1.0;
  for (int i = 0; i < lattice_axes(noise); i++) product *= (i == by ? along->lever : along->sum)[(i == a) + (i == b)];
  return product;
}

/* No part of a gradient is larger than 1; by how far those that turn have, they change by MOST_TURN. */
static double bend_of_lattice(const burl__noise *noise, int a, int b) {
  const int axes = lattice_axes(noise);
  const weight_sums along = largest_sums(noise);
  if (noise->is_value) return half_range(noise) * sum_of_points(noise, &along, a, b, -1);
  double most = sum_of_points(noise, &along, a, -1, -1) + sum_of_points(noise, &along, b, -1, -1);
  for (int i = 0; i < axes; i++) most += sum_of_points(noise, &along, a, b, i);
  return most * (a == axes ? MOST_TURN : 1.0) * (b == axes ? MOST_TURN : 1.0);
}

/* Each lattice point that may reach a sample counts as if it were where its bump is bent most: with r its distance,
 * left = reach² − r² and a gradient of length 1, bend_of_bump is at most left²·(48·r³ + 24·r·left), and half as much
 * and 8·r·left for two axes. */
static double bend_of_bumps(const burl__noise *noise, int a, int b) {
  enum { STEPS = 256 };
  const double reach2 = (double)noise->reach2, units = simplex_units(noise->dims);
  double most = 0.0;
  for (int i = 0; i <= STEPS; i++) {
    const double r = exact_sqrt(reach2) * i / STEPS, left = reach2 - r * r;
    most = fmax(most, left * left * r * (a == b ? 48.0 * r * r + 24.0 * left : 24.0 * r * r + 8.0 * left));
  }
  return 1.02 * most * units * units * (noise->smooth ? noise->near_count : noise->dims + 1);
}

double burl__noise_bend(const burl__noise *noise, int a, int b) {
  const int is_simplex = burl__kind_of_noise(noise) == BURL__OF_BUMPS;
  const double most = is_simplex ? bend_of_bumps(noise, a, b) : bend_of_lattice(noise, a, b);
  return most * fabs((double)noise->size) * (1.0 + 4 * BURL__MARGIN);
}

/* A hash of 24 bits and a sign. */
static burl_range scale_hashes(burl__noise *noise) {
  noise->size = scale_of_hashes(1.0);
  return signed_range(1.0);
}

burl_range burl__noise_scale(burl__noise *noise, int raw) {
  noise->is_usual =
      noise->hash == HASH_BURL && (noise->gradients == DEFAULT_SET || is_listed(noise, noise->dims) ||
                                   (noise->gradients == UNIFORM && (noise->dims == 2 || noise->dims == 3)));
  noise->taps = noise->interp == CUBIC || noise->interp == CATMULL_ROM ? 4 : 2;
  switch (burl__kind_of_noise(noise)) {
  case BURL__OF_GRADIENTS: return scale_gradients(noise, raw);
  case BURL__OF_VALUES: return scale_values(noise, raw);
  case BURL__OF_BUMPS: return scale_bumps(noise);
  case BURL__OF_POINTS: return scale_points(noise);
  case BURL__OF_WAVES: return scale_waves(noise);
  case BURL__OF_HASHES:
  case BURL__NO_NOISE: break;
  }
  return scale_hashes(noise);
}

void burl__noise_multiply(burl__noise *noise, float by) {
  const burl__noise_kind kind = burl__kind_of_noise(noise);
  noise->size *= by;
  noise->offset *= by;
  if (kind == BURL__OF_BUMPS || kind == BURL__OF_GRADIENTS) scale_directions(noise);
}

void burl__noise_standard(burl__noise *noise, int op, int dims, uint64_t seed) {
  memset(noise, 0, sizeof *noise);
  noise->op = op;
  noise->dims = dims;
  noise->interp = QUINTIC;
  noise->jitter = 1.0f;
  noise->impulses = 1;
  noise->parts = op == OP_scatter ? 2 : 0;
  burl__noise_seed(noise, seed);
  burl__noise_scale(noise, 0);
}
