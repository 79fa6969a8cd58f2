/* Noises in double, by their definitions and the lane functions: what samples and slopes are held against. */
#ifndef BURL_TEST_ORACLE_H
#define BURL_TEST_ORACLE_H

#include "kernel/kernel.h"

/* A noise's value and its slopes along its coordinates. */
typedef struct {
  double value, slope[4];
} oracle_sample;

/* Plain value, Perlin or simplex noise without a period (op: OP_value, OP_perlin, OP_simplex), whose hash is
 * burl's, at p[noise->dims].  Simplex noise is summed over all lattice points far and wide. */
oracle_sample oracle_at(int op, const burl__noise *noise, const double *p);

#endif
