/* The plane that lies nearest to some heights, in the least squares: what rises beside missing ground, and what fills
 * it, are taken from. */
#ifndef BURL_TERRAIN_PLANE_H
#define BURL_TERRAIN_PLANE_H

/* Sums over heights z at places (x, y) with their weights n; those of small whole numbers are exact. */
typedef struct {
  double n, x, y, xx, xy, yy, z, xz, yz;
} burl__moments;

/* The height at (0, 0), and the slopes along x and y. */
typedef struct {
  double z, x, y;
} burl__plane;

void burl__moments_add(burl__moments *sums, double weight, double x, double y, double z);

/* Adds those of other heights, whose places are told from (x, y). */
void burl__moments_join(burl__moments *sums, const burl__moments *others, double x, double y);

/* Whether the places aren't all in one line, so that there is one nearest plane. */
int burl__has_plane(const burl__moments *sums);

/* The nearest plane, where steps along x and y are dx and dy long; of those that are equally near the one that is the
 * least steep.  It is level at height 0 where there is nothing. */
burl__plane burl__plane_of(const burl__moments *sums, double dx, double dy);

#endif
