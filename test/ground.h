/* Grids of recipes, for the tests of terrain. */
#ifndef BURL_TEST_GROUND_H
#define BURL_TEST_GROUND_H

#include "burl.h"

/* The samples of a recipe of two dimensions, one number each, to be freed; the test fails where it doesn't compile or
 * the grid doesn't suit it. */
float *ground_sampled(const char *recipe, uint64_t seed, const burl_grid *grid);

#endif
