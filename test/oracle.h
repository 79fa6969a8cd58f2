/* Noises in double, by their definitions and the lane functions: what samples and slopes are held against. */
#ifndef BURL_TEST_ORACLE_H
#define BURL_TEST_ORACLE_H

#include "burl.h"
#include "kernel/kernel.h"

/* A noise's value and its slopes along its coordinates. */
typedef struct {
  double value, slope[4];
} oracle_sample;

/* Value, Perlin or simplex noise (op: OP_value, OP_perlin, OP_simplex) at p[noise->dims]: whose hash is burl's,
 * no wavelets, simplex noise without a period.  That is summed over all lattice points far and wide. */
oracle_sample oracle_at(int op, const burl__noise *noise, const double *p);

/* The first channel of a program at a point, every operation of its graph done by the lane function in
 * double; 0 where the program has noises that oracle_at has not, second derivatives of some, or fields. */
int oracle_program_at(const burl_program *program, const double p[4], double *value);

#endif
