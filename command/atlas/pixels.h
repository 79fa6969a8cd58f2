/* Samples as a tile's pixels, these as a file's bytes, and back; and the pixels of a tile from those of its
 * quarters. */
#ifndef BURL_ATLAS_PIXELS_H
#define BURL_ATLAS_PIXELS_H

#include "atlas/plan.h"

/* Makes pixels of 3 or 4 bytes of `count` samples whose channels are `between` floats apart; returns how many.  pixels:
 * room for 4 a sample. */
int tile_pixels(tile_encoding encoding, const float *samples, int channels, int between, int count,
                unsigned char *pixels);

/* How many of them an encoding of heights has no number for: NaN, and what is too high or too low. */
int64_t tile_count_lost(tile_encoding encoding, const float *samples, int between, int count);

/* The heights, in metres, between which an encoding of them has numbers. */
double tile_lowest(tile_encoding encoding);
double tile_highest(tile_encoding encoding);

/* Whether all pixels are one, and which. */
int tile_is_plain(const unsigned char *pixels, int bytes, int side, uint32_t *colour);

/* The tile's file, to be freed; NULL: errno says why. */
unsigned char *tile_file(plan_format format, const unsigned char *pixels, int bytes, int side, size_t *length);

/* Reads the pixels of a file that tile_file has made.  0; -1: it isn't a tile of this size, or out of memory. */
int tile_read(plan_format format, const unsigned char *file, size_t length, int bytes, int side, unsigned char *pixels);

/* Makes a quarter of a tile's pixels of all those of the tile that lies there at the next zoom, each of four: a height
 * is their mean, a colour the root of the mean of their squares, which is nearly a mean of their light, weighed by
 * opacity.  right, lower: which quarter. */
void tile_shrink(tile_encoding encoding, const unsigned char *from, int bytes, int side, int right, int lower,
                 unsigned char *to);

#endif
