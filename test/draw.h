/* Random numbers for tests, the same in every run. */
#ifndef BURL_TEST_DRAW_H
#define BURL_TEST_DRAW_H

#include <stdint.h>

/* What the next number follows from: a test may set it, and draws the same again. */
extern uint64_t draw_state;

/* Uniform in [lo, hi). */
double draw(double lo, double hi);

#endif
