/* Archives of tiles as databases: "MBTiles Specification 1.3", Mapbox, 2018, by SQLite.  Rows count from the south
 * there. */
#ifndef BURL_ATLAS_MBTILES_H
#define BURL_ATLAS_MBTILES_H

#include <stdint.h>

#include "atlas/tile.h"

typedef struct mbtiles mbtiles;

/* A database in a file of that name, which is empty.  NULL, or another failure: mbtiles_error says why, of what is then
 * still to be closed. */
mbtiles *mbtiles_open(const char *name);
const char *mbtiles_error(const mbtiles *m);

/* A value of what the archive says of itself.  0, or -1. */
int mbtiles_tell(mbtiles *m, const char *name, const char *value);

/* A tile, of a map of one face.  Those of one content, which is_plain and the colour tell, are stored once.  0, or
 * -1. */
int mbtiles_put(mbtiles *m, map_tile tile, const void *bytes, uint32_t length, int is_plain, uint32_t colour);

/* Ends it, so that all is on the disk: 0, or -1.  mbtiles_close afterwards, in any case. */
int mbtiles_end(mbtiles *m);
void mbtiles_close(mbtiles *m);

#endif
