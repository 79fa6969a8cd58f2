/* What burl plan, run, merge, status and submit share: a plan's folder with its program, its tiles, and its shards. */
#ifndef BURL_PLANET_PLANET_H
#define BURL_PLANET_PLANET_H

#include "atlas/plan.h"
#include "atlas/shard.h"
#include "cli/cli.h"

/* Exit codes of their own: a plan that is wrong, and work that may succeed when it is tried again. */
enum { BAD_PLAN = 65, TRY_AGAIN = 75, BEING_MADE = 256 /* by another burl; an internal one */ };

/* ---- planet.c: the plan and its program ---------------------------------------------------------- */

typedef struct {
  const char *folder;
  map_plan plan;
  recipe recipe; /* with the layers as its results */
  char results[MOST_LAYERS * (PLAN_NAME + 1)];
  float *images[MOST_PLAN_IMAGES]; /* what the recipe reads */
} planet;

/* Reads the folder's plan; and compiles its recipe, too.  DONE, or a code after a message. */
int planet_open(planet *p, const char *folder);
int planet_open_program(planet *p, const char *folder);
/* Compiles the recipe for the plan's layers; checks that they can be what the plan says. */
int planet_compile(planet *p);
int planet_check(const planet *p);
void planet_close(planet *p);

/* How many channels a layer has in the plan's pixels or raster: a number as a colour is three. */
int planet_channels(const planet *p, int layer);

/* A time in seconds, minutes or hours, on standard output. */
void planet_print_seconds(double seconds);

/* ---- planet_tiles.c: tiles ------------------------------------------------------------------------ */

/* One layer of a tile as a file. */
typedef struct {
  unsigned char *bytes; /* to be freed */
  size_t length;
  uint32_t colour;
  int is_plain, reason; /* reason: one of errno's numbers, where it could not be made */
  int64_t lost;         /* heights that the layer's encoding has no number for */
} tile_bytes;

/* Tiles from `first` on, all layers of each one after the other, on `threads` (0: one for each core); to has room
 * for count * layer_count of them. */
void planet_make(const planet *p, uint64_t first, int count, int threads, tile_bytes *to);

/* The same of overviews, of the files of their quarters: from[count][4][layer_count], the caller's. */
void planet_shrink(const planet *p, uint64_t first, int count, int threads, const tile_bytes *from, tile_bytes *to);

/* ---- planet_shards.c: shards ---------------------------------------------------------------------- */

/* Whether a shard's file of a layer is there, whole by its index, and the plan's. */
typedef enum { SHARD_MISSING, SHARD_DAMAGED /* a raster's: or of another plan */, SHARD_OTHER, SHARD_DONE } shard_state;
extern const char *const shard_state_texts[]; /* what is wrong with it */
shard_state planet_look(const planet *p, int layer, uint64_t shard);
/* Whether all files of a shard are, and no byte of them is damaged. */
int planet_is_done(const planet *p, uint64_t shard);

/* Opens a shard's tiles of a layer: DONE, or TRY_AGAIN after a message. */
int planet_open_shard(const planet *p, int layer, uint64_t shard, shard_reader *r);
/* Says what is wrong with a shard, and how it is made.  Returns TRY_AGAIN. */
int planet_bad_shard(const planet *p, int layer, uint64_t shard, const char *why);

/* Makes a shard; the one behind the last is of overviews.  DONE; TRY_AGAIN after a message, which is kept in the folder
 * until the shard is made; or BEING_MADE. */
int planet_run(const planet *p, uint64_t shard, int threads);
/* The message with which a shard failed last, to be freed; NULL: it hasn't. */
char *planet_failure(const planet *p, uint64_t shard);

/* ---- planet_window.c: shards of a raster ---------------------------------------------------------- */

shard_state window_look(const planet *p, int layer, uint64_t shard);
int window_run(const planet *p, uint64_t shard, int threads);

#endif
