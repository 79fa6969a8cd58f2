/* Archives of tiles: "PMTiles Version 3 Specification", Protomaps, 2022.  Clustered, its directories compressed by
 * gzip.  Tiles are first told by their lengths, then come their bytes, so that nothing is written twice. */
#ifndef BURL_ATLAS_PMTILES_H
#define BURL_ATLAS_PMTILES_H

#include <stdint.h>
#include <stdio.h>

typedef enum { TILES_PNG = 2, TILES_WEBP = 4 } tile_format; /* the numbers in the archive */

typedef struct {
  tile_format format;
  int least_zoom, most_zoom;
  double bounds[4], centre[2]; /* degrees: west, south, east, north; longitude, latitude */
  const char *metadata;        /* a JSON object */
} pmtiles_about;

typedef struct pmtiles pmtiles;

/* stream is the caller's, and empty.  NULL: errno says why. */
pmtiles *pmtiles_open(FILE *stream, const pmtiles_about *about);

/* The next tile, of a greater number than the one before.  Tiles of one content, which is_plain and the colour tell,
 * are stored once.  1: its bytes are to come; 0: they are there already; -1: errno says why. */
int pmtiles_tell(pmtiles *p, uint64_t number, uint32_t length, int is_plain, uint32_t colour);

/* After the last tile: writes what precedes the tiles' bytes.  0, or -1 with errno. */
int pmtiles_begin_bytes(pmtiles *p);

/* The bytes of a tile that are to come, in the same order.  0, or -1 with errno. */
int pmtiles_put(pmtiles *p, const void *bytes, uint32_t length);

/* Frees p.  0 where all bytes have come, or -1. */
int pmtiles_close(pmtiles *p);

#endif
