/* Rasters as cloud-optimised GeoTIFFs, and several of them as one, by GDAL: "OGC Cloud Optimized GeoTIFF Standard",
 * 2023. */
#ifndef BURL_COG_H
#define BURL_COG_H

#include "image/image.h"

/* What a raster is; its rows go from the top down. */
typedef struct {
  int64_t size[2];
  int channels, is_bytes; /* is_bytes: of 8 bits, else float32 */
  double corner[2];       /* the coordinates of the first sample's outer corner, */
  double step[2];         /* and from a sample to the next */
  const char *crs;        /* as image.crs; NULL: none */
  const char *plan;       /* a text that says what it is of */
} cog_about;

typedef struct cog cog;

/* GDAL's version; "none": there is no GDAL here. */
const char *cog_version(void);

/* Begins the file, which appears whole or not at all.  NULL with *error. */
cog *cog_open(const char *path, const cog_about *about, image_error *error);
/* The next rows, [rows][columns][channels].  0, or -1 with *error. */
int cog_put(cog *c, const void *samples, int64_t rows, image_error *error);
/* Makes the file of the rows, which are all there, and frees c.  0, or -1 with *error. */
int cog_close(cog *c, image_error *error);
/* Frees c, and makes no file. */
void cog_abandon(cog *c);

/* Whether the file is whole, and of this plan and window. */
int cog_is_whole(const char *path, const cog_about *about);

/* Writes a VRT of all these files, to which it leads from where it is.  0, or -1 with *error, which doesn't name the
 * file. */
int cog_join(const char *path, const char *const *files, int count, image_error *error);

#endif
