/* Terrain by midpoint displacement over a whole grid.  out: float[ny][nx]. */
#ifndef BURL_TERRAIN_MIDPOINT_H
#define BURL_TERRAIN_MIDPOINT_H

#include <stddef.h>
#include <stdint.h>

/* The fractal-terrain article's walk over n × n cells (burl_classic_midpoint), 256 levels: in [-1, 1],
 * or whole numbers 0 to 255 where `raw`.  scratch: as many bytes as the first says. */
size_t burl__midpoint_published_scratch(int n);
void burl__midpoint_published(int n, uint32_t seed, int raw, void *scratch, float *out);

/* Square-square subdivision (G. S. P. Miller, "The definition and rendering of terrain maps", 1986):
 * no creases along the grid.  In [-1, 1]; each level is displaced by `gain` of the one before, by
 * numbers hashed from (seed, level, x, y). */
size_t burl__midpoint_scratch(int nx, int ny);
void burl__midpoint(int nx, int ny, uint64_t seed, double gain, void *scratch, float *out);

#endif
