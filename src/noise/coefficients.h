/* What noise/math.h computes with: made by tools/coefficients.  Numbers in parts, the first of which have few
 * bits; centres of fractions and their logarithms to base 2; polynomials, from the highest power down. */
#ifndef BURL_NOISE_COEFFICIENTS_H
#define BURL_NOISE_COEFFICIENTS_H

#include "noise/scalar.h"

static const scalar ln2[] = {0.693359375f, -0.000212194442f};
static const scalar per_ln2[] = {2.88574219f, -0.000352105708f};
static const scalar half_pi[] = {1.5703125f, 0.000483751297f, 7.54953362e-8f, 2.56334407e-12f};
static const scalar pi[] = {3.14159274f, -8.74227766e-8f};
static const scalar centres[] = {0.84375f, 1.0f, 1.1875f, 1.40625f};
static const scalar centre_high[] = {-0.245117188f, 0.0f, 0.247924805f, 0.491851807f};
static const scalar centre_low[] = {4.68966346e-6f, 0.0f, 2.70875603e-6f, 1.28968907e-6f};
static const scalar exp_terms[] = {0.00138367701f, 0.00836914126f, 0.0416681059f, 0.166665167f, 0.49999994f};
static const scalar log_terms[] = {0.117319837f, -0.128825828f, 0.108219385f, -0.121880069f, 0.142989531f,
    -0.166800857f, 0.199997649f, -0.249998108f, 0.333333343f};
static const scalar log2_terms[] = {0.416710198f, 0.57706672f, 0.961796701f};
static const scalar sine_terms[] = {-0.000195186047f, 0.00833219104f, -0.166666552f};
static const scalar cosine_terms[] = {2.44306684e-5f, -0.00138873013f, 0.0416666456f};
static const scalar atan_terms[] = {0.00113452214f, -0.00742536318f, 0.022777617f, -0.0449832566f,
    0.0676364899f, -0.0882146209f, 0.110612333f, -0.142803431f, 0.199997157f, -0.333333284f};
static const scalar asin_terms[] = {0.042211812f, 0.0241520889f, 0.0454760417f, 0.0749525204f, 0.166667536f};

#endif
