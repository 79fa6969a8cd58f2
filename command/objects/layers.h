/* Points of several layers, that keep their distances from one another. */
#ifndef BURL_OBJECTS_LAYERS_H
#define BURL_OBJECTS_LAYERS_H

#include "objects/between.h"

enum { MOST_LAYERS = 16 };

typedef struct {
  double least, most;        /* of its radii: no two of its points are nearer than the larger of theirs */
  const burl_program *radii; /* of a number, where the radius varies; NULL: it is `least` */
  int keep;                  /* the channel of how many of them stay, from 0 to 1; -1: all do */
} layer_wish;

typedef struct {
  const layer_wish *layers;
  int layer_count;
  double lo[2], hi[2]; /* the window, half-open */
  double period[2];    /* after which the points come round; 0: none */
  int candidates;      /* 0: as usual */
} layers_wish;

/* A point; its layer, from 0 on. */
typedef struct {
  double at[2], radius;
  uint32_t id;
  int layer;
} layer_point;

typedef struct {
  int64_t count, room;
  int channels; /* of the recipe's program */
  layer_point *points;
  float *values; /* float[count][channels] */
} layer_points;

/* Finds the points of the window, layer by layer, and samples the source's program there.  Layer k has the points of
 * scatter(radius: …, seed: k), but those that `keep` thins out, and those nearer to a point of a layer before it than
 * half the sum of the two radii: as if each point were a disc as wide as its radius.  DONE, or a code after a
 * message.  To be freed either way. */
int layers_find(const layers_wish *wish, const source *from, layer_points *to);
void layers_free(layer_points *points);

#endif
