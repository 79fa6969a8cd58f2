/* Tiles of maps, by zoom, column and row, and in the order in which archives have them. */
#ifndef BURL_ATLAS_TILE_H
#define BURL_ATLAS_TILE_H

#include <stdint.h>

enum { MOST_ZOOM = 26 /* the greatest, so that a tile's samples have numbers below 2^53 */ };

/* Column x counts from the west, row y from the north, both below 2^zoom. */
typedef struct {
  int zoom;
  uint32_t x, y;
} map_tile;

/* The number of a tile in a PMTiles archive: those of the zooms before it, and within its own the place along Hilbert's
 * curve.  "PMTiles Version 3 Specification", Protomaps, 2022.  And the tile of such a number. */
uint64_t tile_number(map_tile tile);
map_tile tile_at(uint64_t number);

/* The number of the first tile of a zoom. */
uint64_t first_of_zoom(int zoom);

#endif
