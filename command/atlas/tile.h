/* Tiles of maps, by zoom, face, column and row, and in the order in which archives have them. */
#ifndef BURL_ATLAS_TILE_H
#define BURL_ATLAS_TILE_H

#include <stdint.h>

enum { MOST_ZOOM = 26 /* the greatest, so that a tile's samples have numbers below 2^53 */ };

/* A map is of one or several squares, its faces, each of 4^zoom tiles.  Column x counts from the left, row y from the
 * top, both below 2^zoom. */
typedef struct {
  int zoom, face;
  uint32_t x, y;
} map_tile;

/* The number of a tile in a map of `faces` faces: all tiles of the zooms before it, then the faces before its own, then
 * its place along Hilbert's curve.  Of one face it is the number in "PMTiles Version 3 Specification", Protomaps, 2022.
 * And the tile of such a number. */
uint64_t tile_number(int faces, map_tile tile);
map_tile tile_at(int faces, uint64_t number);

/* The number of the first tile of a zoom, and the zoom of a number. */
uint64_t first_of_zoom(int faces, int zoom);
int zoom_of(int faces, uint64_t number);

/* The number of the first of a tile's four quarters at the next zoom; the others follow it.  Which quarters they are is
 * told by the low bits of their x and y. */
uint64_t first_quarter(int faces, uint64_t number);

#endif
