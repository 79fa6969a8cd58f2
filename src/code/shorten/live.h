/* Which values a function's result is made of. */
#ifndef BURL_CODE_SHORTEN_LIVE_H
#define BURL_CODE_SHORTEN_LIVE_H

#include "code/module/module.h"

typedef struct {
  burl__module *m;
  unsigned char *value, *region; /* whether it is live */
  int *found;                    /* the live values */
  size_t count, room, region_room;
  int *found_regions;
  size_t region_count;
} burl__live;

/* Finds the live values of a function; `ends`, by value: where it doesn't go on, or NULL.  0: out of memory. */
int burl__find_live(burl__live *l, burl__module *m, int function, const unsigned char *ends);

/* Leaves out of a function's block what isn't live, and lets everything come behind what it reads. */
int burl__order_block(burl__live *l, burl__module *m, int function);

/* Calls `read` for each live value that a region reads from outside or within: what its variables enter with and leave,
 * its conditions, and what the values of its blocks read. */
typedef void burl__reader(void *user, int value);
void burl__read_region(const burl__live *l, int region, burl__reader *read, void *user);

#endif
