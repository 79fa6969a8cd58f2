/* Terrain by midpoint displacement over a whole grid.  out: float[ny][nx]. */
#ifndef BURL_TERRAIN_MIDPOINT_H
#define BURL_TERRAIN_MIDPOINT_H

#include <stddef.h>
#include <stdint.h>

/* The fractal-terrain article's algorithm on n × n cells (burl_classic_midpoint) with 256 levels:
 * in [-1, 1], or, where `raw` isn't 0, whole numbers from 0 to 255.  scratch:
 * burl__midpoint_published_scratch bytes. */
size_t burl__midpoint_published_scratch(int n);
void burl__midpoint_published(int n, uint32_t seed, int raw, void *scratch, float *out);

/* Square-square subdivision (G. S. P. Miller, "The definition and rendering of terrain maps",
 * 1986): no creases along the grid.  In [-1, 1]; each level's displacements are hashed from (seed,
 * level, x, y), and `gain` times as large as those of the level before.  scratch:
 * burl__midpoint_scratch bytes. */
size_t burl__midpoint_scratch(int nx, int ny);
void burl__midpoint(int nx, int ny, uint64_t seed, double gain, void *scratch, float *out);

#endif
