/* What a noise's kernel reads beside coordinates: seed and scale, and the bounds that follow. */
#ifndef BURL_PROGRAM_NOISE_SETUP_H
#define BURL_PROGRAM_NOISE_SETUP_H

#include "burl.h"
#include "program/operation.h"

/* The seed's words for burl's own hash. */
void burl__noise_seed(burl__noise *noise, uint64_t seed);
/* The scale of a noise whose options are set (raw: the published one), and its proven bounds. */
burl_range burl__noise_scale(burl__noise *noise, int raw);
/* Multiplies what it gives. */
void burl__noise_multiply(burl__noise *noise, float by);
/* The most that its slope along an axis, by a cell, can be. */
double burl__noise_slope(const burl__noise *noise, int axis);
/* The most that its second derivative along two axes can be, where it has an operation for that. */
double burl__noise_bend(const burl__noise *noise, int a, int b);
/* Whether it has kinks or steps, where its slope jumps. */
int burl__noise_is_kinked(const burl__noise *noise);
/* A noise with every option at its standard. */
void burl__noise_standard(burl__noise *noise, int op, int dims, uint64_t seed);

#endif
