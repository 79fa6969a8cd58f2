/* Proven bounds of a noise over a box of its coordinates. */
#ifndef BURL_PROGRAM_NOISE_BOX_H
#define BURL_PROGRAM_NOISE_BOX_H

#include "program/bounds.h"

/* What a noise's samples are within where each argument is within its range: its bounds everywhere, `all`, or closer.
 * Samples are those of the kernels, at every float and double of the box; its ends are finite, else it is `all`. */
burl_range burl__bound_noise(const burl__noise *noise, const burl_range *arguments, const burl_range *all);

#endif
