/* What burl plan, run, merge and status share: a plan's folder with its program, and its tiles. */
#ifndef BURL_CLI_PLANET_H
#define BURL_CLI_PLANET_H

#include "cli.h"
#include "plan.h"

/* Exit codes of their own: a plan that is wrong, and work that may succeed when it is tried again. */
enum { BAD_PLAN = 65, TRY_AGAIN = 75 };

typedef struct {
  const char *folder;
  map_plan plan;
  recipe recipe; /* with the layers as its results */
  char results[MOST_LAYERS * (PLAN_NAME + 1)];
} planet;

/* Reads the folder's plan; with_program: compiles its recipe, too.  DONE, or a code after a message. */
int planet_open(planet *p, const char *folder, int with_program);
/* Compiles the recipe for the plan's layers, and checks that they can be what the plan says. */
int planet_compile(planet *p);
void planet_close(planet *p);

/* One layer of a tile as a file. */
typedef struct {
  unsigned char *bytes; /* to be freed */
  size_t length;
  uint32_t colour;
  int is_plain, reason; /* reason: one of errno's numbers, where it could not be made */
} tile_bytes;

/* Tiles from `first` on, all layers of each one after the other, on so many threads (0: one for each core); to has room for
 * count * layer_count of them. */
void planet_make(const planet *p, uint64_t first, int count, int threads, tile_bytes *to);

#endif
