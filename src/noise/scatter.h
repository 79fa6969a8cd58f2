/* Noise that is one function of cells and fractions: white noise. */
#ifndef BURL_NOISE_SCATTER_H
#define BURL_NOISE_SCATTER_H

#include "hash.h"
#include "lane.h"

/* White noise: one number in [−1, 1) a cell, from the sum of the cell's mixed coordinates
 * and the odd number that finishes it. */
LANE real white(uint32_t sum, uint32_t odd) { return signed_of_hash(hash_corner(sum, odd)); }

#endif
