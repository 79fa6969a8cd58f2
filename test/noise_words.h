/* The noises of functions.def, for tests of all of them. */
#ifndef BURL_TEST_NOISE_WORDS_H
#define BURL_TEST_NOISE_WORDS_H

#include "burl.h"

/* Calls `check` with a call of every noise but `without` (NULL: of all) with every word of its options, a seed, and
 * smooth: 1 where it has that, each without and with a period, in every dimension in which it compiles. */
void each_noise(const char *without, void (*check)(const char *text, int dims));

#endif
