/* Lines, points and areas of GeoJSON files (RFC 7946, and its forerunner of 2008, which may name a coordinate
 * system). */
#ifndef BURL_GEOJSON_H
#define BURL_GEOJSON_H

#include "burl.h"
#include "image/image.h"

/* Whether a file of this name is one, by its ending: .geojson or .json. */
int geojson_is_named(const char *name);

/* Reads the shapes of a file into one block, to be freed, and the CRC-32 of its bytes.  crs: EPSG: and digits, or
 * WKT, the system to which a file is brought that names another one; NULL: coordinates stay as they are.  NULL with
 * *error, which begins with the path. */
burl_shapes *geojson_read(const char *path, const char *crs, uint32_t *crc, image_error *error);

/* A copy of shapes as one block, to be freed; NULL: out of memory. */
burl_shapes *geojson_copy(const burl_shapes *shapes);

#endif
