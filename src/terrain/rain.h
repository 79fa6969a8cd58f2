/* Rain: the weight with which each cell adds to what drains through others.  What falls is counted in whole numbers,
 * whose sums don't depend on their order. */
#ifndef BURL_TERRAIN_RAIN_H
#define BURL_TERRAIN_RAIN_H

#include "terrain/process.h"

typedef struct {
  const float *map; /* float[ny][nx]: the rain on each cell; NULL: it rains the same everywhere */
  double even;      /* that much */
} burl__rain;

/* From a process's option, which is a number or a map. */
static inline burl__rain burl__rain_of(const burl__process_call *call, int option) {
  return (burl__rain){call->map[option], call->option[option]};
}

/* Fills amount[ny][nx] with what falls on each cell: nothing where rain is below 0 or missing, that of 1e9 where it is
 * more.  Returns the amount that rain of 1 is, a power of two.  On no cell fall more than 2^32, so that the amounts of
 * all cells have room in 64 bits; where it rains most at least half of that do, so that rain is exact to a part in 2^32
 * of the greatest. */
double burl__let_rain(const burl__ground *ground, burl__rain rain, int64_t *amount);

#endif
