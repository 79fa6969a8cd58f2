/* What burl render's files share: render.c reads the options, series.c says which pictures there are,
 * picture.c makes one. */
#ifndef BURL_RENDER_H
#define BURL_RENDER_H

#include "cli.h"

/* What the options say.  Without seeds and tiles there is one picture. */
typedef struct {
  recipe recipe;
  making making;
  int threads; /* 0: all cores */
  const char *output;
  const image_format *format;
  uint64_t first_seed, last_seed;
  int seeds_given;
  int64_t tiles[4];
  int tile_axes; /* 0: not given */
  int resume;
  double compiling; /* seconds that it took */
} rendering;

/* Seconds of what makes pictures, summed over threads. */
typedef struct {
  double compiling, sampling, all; /* all: of the clock, by each picture */
} stages;

/* A recipe with its seed, compiled and placed.  For pictures made one after another. */
typedef struct {
  const rendering *rendering;
  recipe recipe;
  burl_grid grid;  /* of the whole picture */
  float *whole;    /* of a whole-grid function all samples, once a picture asks for some */
  stages *stages;  /* the caller's */
} source;

/* The source of a seed.  source_close in either case. */
int source_open(source *s, const rendering *r, uint64_t seed, stages *times);
void source_close(source *s);

/* A picture of it: the file's name, and its part of the whole. */
typedef struct {
  const char *path;
  making making;
  int threads;
} part;

/* Whether the file is there, complete, and made as this picture would be. */
int picture_is_there(const source *s, const part *p);

/* Makes it.  What its samples hold is added to *content, and the image is left in *shown (without
 * samples), for range_tell(). */
int picture_make(source *s, const part *p, progress *bar, range_content *content, image *shown);

/* Every picture of the rendering. */
int make_series(rendering *r);

#endif
