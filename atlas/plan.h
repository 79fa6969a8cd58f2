/* A plan: what a map is made of, and how the work on it is divided, as a folder.  plan.json has the layout, recipe.burl the
 * recipe, shards/LAYER/ the shards that are done.  Its hash is of all that the tiles' bytes follow from. */
#ifndef BURL_ATLAS_PLAN_H
#define BURL_ATLAS_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "image.h"
#include "pmtiles.h"
#include "tile.h"

enum { MOST_LAYERS = 16, MOST_PLAN_KNOBS = 256, PLAN_NAME = 64, MOST_SHARDS = 10000000 };

/* How a layer's samples become a tile's pixels. */
#define TILE_ENCODINGS(X)                                                        \
  X(colour, "colours, or a number from 0 to 1 as grey")                          \
  X(terrarium, "heights in metres: red*256 + green + blue/256 - 32768")          \
  X(mapbox, "heights in metres: (red*65536 + green*256 + blue)/10 - 10000")
#define TILE_ENCODING_ENUM(name, help) ENCODE_##name,
typedef enum { TILE_ENCODINGS(TILE_ENCODING_ENUM) ENCODINGS } tile_encoding;
#undef TILE_ENCODING_ENUM
extern const char *const tile_encoding_names[ENCODINGS];

typedef struct {
  char name[PLAN_NAME]; /* of the part of the recipe */
  tile_encoding encoding;
} map_layer;

typedef struct {
  char *recipe; /* its text, to be freed by plan_free */
  uint64_t seed;
  int knob_count, layer_count;
  struct {
    char name[PLAN_NAME];
    double value;
  } knobs[MOST_PLAN_KNOBS];
  map_layer layers[MOST_LAYERS];
  int least_zoom, most_zoom, side; /* side: samples along each side of a tile */
  tile_format format;
  uint64_t shards;
  int output_version; /* of the library that makes the bits */
  char encoder[64];   /* what compresses tiles, and its version */
  char hash[17];      /* 16 hexadecimal digits */
  int overviews;      /* whether the zooms below the last are made of it, not sampled */
} map_plan;

/* Fills hash, output_version and encoder with this program's.  0, or -1: out of memory. */
int plan_stamp(map_plan *plan);

/* Writes plan.json and recipe.burl into the folder, which is made; plan_stamp comes first.  0, or -1 with *error. */
int plan_write(const map_plan *plan, const char *folder, image_error *error);

/* Reads a folder's plan, which has to be one of this program's output version and compressors, with the recipe that it was
 * made of.  0, or -1 with *error.  plan_free afterwards, in either case. */
int plan_read(map_plan *plan, const char *folder, image_error *error);
void plan_free(map_plan *plan);

/* The numbers of all tiles, first and count; and those of a shard from 0 on, whose sizes differ by one at most. */
typedef struct {
  uint64_t first, count;
} tile_range;
tile_range plan_tiles(const map_plan *plan);
tile_range plan_shard(const map_plan *plan, uint64_t shard);

/* Whether there is a second stage, burl run --overviews, after all shards. */
int plan_has_second(const map_plan *plan);

/* The file of a layer's shard, to be freed; NULL: out of memory. */
char *plan_shard_path(const map_plan *plan, const char *folder, int layer, uint64_t shard);

#endif
