/* Points by tiles of a window. */
#ifndef BURL_OBJECTS_POINT_TILES_H
#define BURL_OBJECTS_POINT_TILES_H

#include "objects/layers.h"

/* Tiles in equal parts along each axis, from one corner of the window to the other. */
typedef struct {
  double first[2], last[2];
  int64_t count[2];
} point_tiles;

/* Sorts points of the window by their tiles, row by row, and leaves those of a tile in their order.  Each is in one, as
 * tiles are half-open.  begin: int64_t[tiles + 1], where each tile's points begin.  0: out of memory. */
int point_tiles_sort(const point_tiles *tiles, layer_points *points, int64_t *begin);

#endif
