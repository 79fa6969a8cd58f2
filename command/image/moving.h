/* Frames that follow one another in one file, for formats that hold them: .webp, .gif and .y4m.  Whoever writes
 * them opens the movie, shows some frames to a format that looks at them first, begins, encodes each frame on any
 * thread, puts their bytes one after another, and ends.  Frames are pixels of 8 bits, [y][x][channels]. */
#ifndef BURL_MOVING_H
#define BURL_MOVING_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
  FILE *stream;
  int width, height, channels; /* of each frame; 1, 3 or 4 */
  double fps;                  /* frames a second, from 0.1 to 1000 */
  int quality;                 /* 1 to 100; 0: without loss */
  void *state;                 /* the format's, initially NULL */
} image_movie;

typedef struct {
  unsigned char *bytes; /* to be freed */
  size_t length;
} image_frame;

/* Functions return 0, or the reason for a failure, one of errno's numbers. */
typedef struct image_moving {
  double most_fps;
  int seeks;                   /* whether writing seeks: then it can't go to standard output */
  int (*open)(image_movie *m); /* may be NULL */
  int (*look)(image_movie *m, const unsigned char *pixels); /* NULL: it needs to see no frame before it begins */
  int (*begin)(image_movie *m);
  int (*encode)(const image_movie *m, int64_t number, const unsigned char *pixels, image_frame *frame);
  int (*end)(image_movie *m);    /* may be NULL */
  void (*close)(image_movie *m); /* may be NULL; is called even where another has failed */
} image_moving;

/* How long a frame is shown, in whole ticks, `per_second` a second.  The sum of all frames so far is never off by more
 * than half a tick. */
int64_t image_frame_ticks(const image_movie *m, int64_t number, int per_second);

/* ---- palette.c: the 256 colours of a .gif -------------------------------------------------------- */

typedef struct image_palette image_palette;

/* NULL: out of memory. */
image_palette *image_palette_new(void);
/* Counts the colours of pixels of 3 channels. */
void image_palette_look(image_palette *p, const unsigned char *pixels, int64_t count);
/* Chooses the colours: those that were seen, if they are no more than 256, else some that are near to them. */
void image_palette_choose(image_palette *p);
const unsigned char *image_palette_colour(const image_palette *p, int index);
/* The indices of a frame's pixels.  Colours that are not in the palette are dithered by a pattern that stands still. */
void image_palette_map(const image_palette *p, const unsigned char *pixels, int width, int height, unsigned char *to);

#endif
