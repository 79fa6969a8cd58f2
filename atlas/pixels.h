/* Samples as a tile's pixels, and these as a file's bytes. */
#ifndef BURL_ATLAS_PIXELS_H
#define BURL_ATLAS_PIXELS_H

#include "plan.h"

/* Of side*side samples with so many channels, `between` floats apart, pixels of 3 or 4 bytes; returns how many.  pixels: room for
 * 4 a sample. */
int tile_pixels(tile_encoding encoding, const float *samples, int channels, int between, int side, unsigned char *pixels);

/* Whether all pixels are one, and which. */
int tile_is_plain(const unsigned char *pixels, int bytes, int side, uint32_t *colour);

/* The tile's file, to be freed; NULL: errno says why. */
unsigned char *tile_file(tile_format format, const unsigned char *pixels, int bytes, int side, size_t *length);

#endif
