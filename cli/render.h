/* What the files of burl render share: render.c reads the options, series.c enumerates the
 * pictures, picture.c makes one of them. */
#ifndef BURL_RENDER_H
#define BURL_RENDER_H

#include "cli.h"

/* The values of the options.  Without --seeds and --tiles there is one picture. */
typedef struct {
  recipe recipe;
  settings settings;
  int threads; /* 0: all cores */
  const char *output;
  const image_format *format;
  uint64_t first_seed, last_seed;
  int seeds_given;
  int64_t tiles[4];
  int tile_axes; /* 0: not given */
  int resume;
  double compiling; /* how many seconds compiling the recipe took */
} rendering;

/* The seconds spent on the stages of making pictures, summed over threads; all: from beginning to
 * end of each picture, summed over pictures. */
typedef struct {
  double compiling, sampling, all;
} stages;

/* A recipe compiled with a seed, and the grid of the whole picture; for several pictures, made one
 * after another. */
typedef struct {
  const rendering *rendering;
  recipe recipe;
  burl_grid grid;  /* of the whole picture */
  /* All samples of a recipe with whole-grid functions, once a picture needs some; else NULL. */
  float *whole;
  stages *stages; /* the caller's */
} source;

/* Opens the source for a seed.  Call source_close even where that fails. */
int source_open(source *s, const rendering *r, uint64_t seed, stages *times);
void source_close(source *s);

/* One picture of the source: its file's name, and which part of the whole it shows. */
typedef struct {
  const char *path;
  settings settings;
  int threads;
} part;

/* Whether the file exists, is complete, and was made as this picture would be. */
int picture_is_current(const source *s, const part *p);

/* Makes the picture.  Adds its samples to *content, and fills *shown with the image, without
 * samples, for range_note(). */
int picture_make(source *s, const part *p, progress *bar, range_content *content, image *shown);

/* ---- target.c: --for ------------------------------------------------------------------------- */

/* The target of that name; NULL: there is none. */
const target *target_named(const char *name);
const char *target_name(const target *t);
/* How many samples neighbouring tiles have in common, and whether rows and tiles are from the
 * south. */
int target_overlap(const target *t);
int target_is_upwards(const target *t);
int target_reads(const target *t, const image_format *format);

#define TARGET_NAMES "unreal unity godot terrain3d"

/* Sets what the target asks for and the options leave open, and refuses what contradicts it; does
 * nothing without one.  A target from the picture that is made again is dropped where the new file
 * isn't for it. */
int target_apply(rendering *r);
/* Checks, once the recipe is compiled, channels, sizes and the tiles' names. */
int target_check(const rendering *r);
/* Notes what to type in there.  shown: a picture that was made. */
void target_print(const rendering *r, const image *shown);

/* Every picture of the rendering. */
int make_series(rendering *r);

#endif
