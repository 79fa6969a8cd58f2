/* Quantiles of many floats, for burl stats and burl plot. */
#ifndef BURL_CLI_QUANTILES_H
#define BURL_CLI_QUANTILES_H

#include <stdint.h>

enum { QUANTILES = 7 };
extern const double quantile_shares[QUANTILES]; /* 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99 */

/* The values that so large a share of the others is less than or equal to: of n values that are sorted, and numbered
 * from 0, those number floor(share*n).  NaN is no value; NAN where there is no other.  Returns 0, or -1 where there is
 * not enough memory. */
int quantiles_of(const float *values, int64_t count, double quantile[QUANTILES]);

#endif
