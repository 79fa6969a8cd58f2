/* Quantiles, exactly and without sorting: whole numbers that rise with the floats are counted by their upper halves,
 * and then, for each quantile, those that share its upper half by their lower ones. */
#include "cli/quantiles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"

enum { HALF_BITS = 16, HALVES = 1 << HALF_BITS };

const double quantile_shares[QUANTILES] = {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};

/* The half in which the value of this rank is counted; *rank becomes that among those of the half. */
static uint32_t half_of(const int64_t *counted, int64_t *rank) {
  uint32_t half = 0;
  for (; *rank >= counted[half]; half++) *rank -= counted[half];
  return half;
}

static float value_of_rank(const float *values, int64_t count, const int64_t *upper, int64_t *lower, int64_t rank) {
  const uint32_t high = half_of(upper, &rank);
  memset(lower, 0, HALVES * sizeof *lower);
  for (int64_t i = 0; i < count; i++)
    if (!isnan(values[i]) && burl__key_of_float(values[i]) >> HALF_BITS == high)
      lower[burl__key_of_float(values[i]) & (HALVES - 1)]++;
  return burl__float_of_key(high << HALF_BITS | half_of(lower, &rank));
}

int quantiles_of(const float *values, int64_t count, double quantile[QUANTILES]) {
  int64_t *const upper = calloc((size_t)2 * HALVES, sizeof *upper);
  int64_t known = 0;
  if (!upper) return -1;
  for (int64_t i = 0; i < count; i++) {
    if (isnan(values[i])) continue;
    upper[burl__key_of_float(values[i]) >> HALF_BITS]++;
    known++;
  }
  for (int q = 0; q < QUANTILES; q++) {
    const int64_t rank = (int64_t)(quantile_shares[q] * (double)known);
    quantile[q] = known ? (double)value_of_rank(values, count, upper, upper + HALVES, rank) : NAN;
  }
  free(upper);
  return 0;
}
