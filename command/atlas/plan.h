/* A plan: what a map is made of, and how the work on it is divided, as a folder.  plan.json has the layout, recipe.burl
 * the recipe, images/ what it reads, shards/LAYER/ the shards that are done.  Its hash is of all that the map's bytes
 * follow from.  plan.c divides the work, plan_file.c writes and reads the folder. */
#ifndef BURL_ATLAS_PLAN_H
#define BURL_ATLAS_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "atlas/tile.h"
#include "image/image.h"

enum { MOST_LAYERS = 16, MOST_PLAN_KNOBS = 256, MOST_PLAN_IMAGES = 16, PLAN_NAME = 64, MOST_SHARDS = 10000000 };
enum {
  RASTER_BLOCK = 512,
  MOST_WINDOW = 65536
}; /* samples along the sides of a raster's blocks, and of a shard's window at most */

/* The maps: name, faces, what they are. */
#define MAPS(X)                                                                                       \
  X(web, 1, "the square of web maps, Mercator's projection; recipes are over longitude and latitude") \
  X(geographic, 2, "longitude and latitude as they are, EPSG:4326: two squares side by side")         \
  X(cube, 6, "the faces of a cube around the globe; recipes are over longitude and latitude")         \
  X(plane, 1, "the recipe's view")
#define MAP_ENUM(name, faces, help) MAP_##name,
typedef enum { MAPS(MAP_ENUM) MAP_COUNT } map_kind;
#undef MAP_ENUM
extern const char *const map_names[MAP_COUNT];

/* How a layer's samples become a tile's pixels, and what tiles are stored as. */
#define TILE_ENCODINGS(X)                                                   \
  X(colour, "colours, or a number from 0 to 1 as grey")                     \
  X(terrarium, "heights in metres: red*256 + green + blue/256 - 32768")     \
  X(mapbox, "heights in metres: (red*65536 + green*256 + blue)/10 - 10000") \
  X(float, "numbers as they are, in a raster")
#define TILE_ENCODING_ENUM(name, help) ENCODE_##name,
typedef enum { TILE_ENCODINGS(TILE_ENCODING_ENUM) ENCODINGS } tile_encoding;
#undef TILE_ENCODING_ENUM
extern const char *const tile_encoding_names[ENCODINGS];

typedef enum {
  PLAN_PNG,
  PLAN_WEBP,
  PLAN_TIF,
  PLAN_FORMATS
} plan_format; /* tiles of the first two; a raster of the last */
extern const char *const plan_format_names[PLAN_FORMATS];

typedef struct {
  char name[PLAN_NAME]; /* of the part of the recipe */
  tile_encoding encoding;
} map_layer;

/* An image that the recipe reads, float32[size[1]][size[0]], kept as images/CRC.npy. */
typedef struct {
  char *name; /* as the recipe has it, to be freed by plan_free */
  int64_t size[2];
  double origin[2], step[2];
  uint32_t crc; /* of the file */
} plan_image;

typedef struct {
  char *recipe; /* its text, to be freed by plan_free */
  uint64_t seed;
  int knob_count, layer_count, image_count;
  struct {
    char name[PLAN_NAME];
    double value;
  } knobs[MOST_PLAN_KNOBS];
  map_layer layers[MOST_LAYERS];
  plan_image images[MOST_PLAN_IMAGES];
  map_kind map;
  double view[4]; /* of a plane: x0, y0, x1, y1 */
  plan_format format;
  int least_zoom, most_zoom, side; /* of tiles; side: samples along each side of one */
  int overviews;                   /* whether the zooms below the last are made of it, not sampled */
  int64_t size[2];                 /* of a raster */
  int64_t window;                  /* of a raster: the side of a shard's window, a multiple of RASTER_BLOCK */
  uint64_t shards;
  int output_version; /* of the library that makes the bits */
  char encoder[64];   /* what compresses tiles, and its version */
  char hash[17];      /* 16 hexadecimal digits */
} map_plan;

/* The number of a word in one of the lists above; -1: it isn't there. */
int plan_word(const char *word, const char *const *list, int count);

/* ---- how the work is divided ------------------------------------------------------------------- */

int plan_faces(const map_plan *plan);

/* Tiles of contiguous numbers; and some such in the order in which they are made, each of one zoom. */
typedef struct {
  uint64_t first, count;
} tile_range;
typedef struct {
  int count;
  tile_range ranges[MOST_ZOOM + 1];
} tile_part;

uint64_t plan_tile_count(const map_plan *plan);
/* How many shards a plan can have, each with something to do. */
uint64_t plan_most_shards(const map_plan *plan);

/* A shard's tiles, shards being numbered from 0 on.  Where a plan has overviews, a shard has all tiles above some of
 * one zoom, from its last zoom on downwards, and behind the last shard is one more, the second stage, which has the
 * zooms before.  Otherwise shards are equal ranges of all numbers. */
tile_part plan_part(const map_plan *plan, uint64_t shard);
int plan_has_second(const map_plan *plan);
/* The shard that has the tile. */
uint64_t plan_shard_of(const map_plan *plan, uint64_t number);

uint64_t part_tiles(const tile_part *part);
/* The place of a tile in the part, from 0 on; -1: it isn't there. */
int64_t part_place(const tile_part *part, uint64_t number);

/* Divides a raster into windows, one a shard, with the smallest side that gives at most `most_shards` of them, or with
 * MOST_WINDOW where that is smaller; and a shard's window. */
typedef struct {
  int64_t first[2], size[2];
} raster_window;
void plan_divide_raster(map_plan *plan, uint64_t most_shards);
raster_window plan_window(const map_plan *plan, uint64_t shard);

/* ---- the folder ---------------------------------------------------------------------------------- */

/* Fills hash, output_version and encoder with this program's.  0, or -1: out of memory. */
int plan_stamp(map_plan *plan);

/* Writes plan.json and recipe.burl into the folder, which is made; plan_stamp comes first.  0, or -1 with *error. */
int plan_write(const map_plan *plan, const char *folder, image_error *error);

/* Reads a folder's plan, which has to be one of this program's output version and compressors, with the recipe that it
 * was made of.  0, or -1 with *error.  plan_free afterwards, in either case. */
int plan_read(map_plan *plan, const char *folder, image_error *error);
void plan_free(map_plan *plan);

/* A file in the folder; that of a layer's shard, and of an image; to be freed; NULL: out of memory. */
char *plan_path(const char *folder, const char *file);
char *plan_shard_path(const map_plan *plan, const char *folder, int layer, uint64_t shard);
char *plan_image_path(const char *folder, const plan_image *m);

#endif
