/* What run/ needs to know of a process over a whole grid.  Each process is described so in the file that has its
 * algorithm; its row in functions.def enters it here, in the enumeration of program/field.h and in the table of
 * run/ground.c. */
#ifndef BURL_TERRAIN_PROCESS_H
#define BURL_TERRAIN_PROCESS_H

#include "terrain/ground.h"

/* Layers of what erode() makes, and of the surface over that, by the words of its option give; bedrock follows from the
 * first two. */
enum {
  BURL__LAYER_HEIGHT,
  BURL__LAYER_SEDIMENT,
  BURL__LAYER_BEDROCK,
  BURL__LAYER_WEAR,
  BURL__LAYER_FLOW,
  BURL__LAYER_FILLED,
  BURL__LAYERS
};

/* What a process is given. */
typedef struct {
  const burl__ground *ground;
  const double *option; /* the function's options, in the order of their rows: numbers; of a WORD its index */
  float **map;          /* at the place of a VARYING option its values, float[ny][nx], which may be overwritten */
  int64_t place[2];     /* the first cell's, as a number of cells from coordinate 0, which grows with the coordinate */
  uint64_t seed;        /* where the function has a SEED option: that combined with the point's seed */
  void *scratch;        /* not zeroed */
  /* Of erode() and the surface over it: where each layer goes, float[ny][nx]; NULL: nothing reads it. */
  float *layer[BURL__LAYERS];
  /* Computes the map that depends on the heights of the moment from these, over a grid whose cells are 2^level of the
   * process's own wide; not 0: the process is to stop.  NULL: no map depends on them. */
  int (*renew)(void *user, const burl__ground *ground, int level, const float *heights, float *map);
  void *user;
} burl__process_call;

typedef struct {
  /* One of these two: changes the heights in place, or makes another map, float[ny][nx], of them (NULL where the
   * function has no argument). */
  void (*change)(const burl__process_call *call, float *heights);
  void (*make)(const burl__process_call *call, const float *heights, float *out);
  /* How many bytes of scratch memory it needs, at least 1; 0: more than there are.  NULL: it needs none. */
  size_t (*scratch)(const burl__ground *ground, const double *option);
  /* Whether it can be computed over such a grid.  NULL: over any whose cells have a width and a height. */
  int (*suits)(const burl__ground *ground, const double *option);
  double weight; /* about how long it takes, compared with blur(), for the progress of the whole; 0 stands for 1 */
} burl__process;

#define FIELD(name, form, least, most, signature, range, help) extern const burl__process burl__process_##name;
#define PART(name) extern const burl__process burl__process_##name;
#include "functions.def"

#endif
