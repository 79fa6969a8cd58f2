/* Line segments, and a tree over them that finds the one nearest to a point, and what a ray crosses.  The tree is a
 * packed one (I. Kamel and C. Faloutsos, "On packing R-trees", 1993): segments are sorted along a curve that fills
 * the plane, and each node is the box of four that follow one another, so that it takes no links.  Segments of one
 * feature stay together.  All arithmetic is double, and each result is the same whatever the search begins with. */
#ifndef BURL_BASE_SEGMENTS_H
#define BURL_BASE_SEGMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "burl.h"

/* From one vertex to the next one that lies elsewhere; of a point, and of a line all of whose vertices lie in one
 * place, to itself. */
typedef struct {
  double end[2][2];
  double bend[2][2];    /* at each end the sum of the directions there, of length 1: its own and its neighbour's */
  double length, along; /* and the length of the line before it */
  int32_t vertex[2];    /* the numbers of its ends in burl_shapes */
  int32_t path;         /* the first path of its feature */
  int32_t number;       /* by the order of the paths */
  int is_ring;
} burl__segment;

/* The sides of a box: least x, least y, greatest x, greatest y. */
typedef struct {
  double side[4];
} burl__segment_box;

enum { BURL__SEGMENT_LEVELS = 12 };

typedef struct {
  const burl_shapes *shapes; /* the caller's */
  burl__segment *all;
  burl__segment_box *box; /* of each level's nodes, those of four segments first */
  int32_t first[BURL__SEGMENT_LEVELS];
  int32_t nodes[BURL__SEGMENT_LEVELS];
  int levels; /* 0: there are no segments */
  int32_t count, rings;
  burl__segment_box whole;
  double longest; /* line */
} burl__segments;

/* Of shapes that burl__check_shapes has found right; NULL: out of memory.  It is one block. */
burl__segments *burl__segments_make(const burl_shapes *shapes, const burl__allocator *allocator);

/* The nearest segment to a point: the square of the distance, and how far along it, in shares of its length, the
 * nearest place is.  Of several that are as near it is the one with the lowest number. */
typedef struct {
  double squared, share;
  const burl__segment *segment; /* NULL: none yet */
} burl__nearest;

/* How far a segment is from a point. */
burl__nearest burl__segment_from(const burl__segment *segment, const double point[2]);

/* Replaces *best by the nearest segment, of rings alone where only_rings, that is as near as it, or nearer.  As its
 * `segment` is NULL, or found at another place, `squared` may be any bound; the closer, the faster. */
void burl__segments_nearest(const burl__segments *s, int only_rings, const double point[2], burl__nearest *best);

/* A segment that lies not far from the point; there must be one. */
const burl__segment *burl__segments_some(const burl__segments *s, const double point[2]);

/* Whether the point lies inside of a feature's rings, by the even-odd rule: the feature's first path, the lowest of
 * several; -1: it doesn't.  What lies on an outline that two areas share belongs to one of them. */
int32_t burl__segments_around(const burl__segments *s, const double point[2]);

#endif
