/* Whether two values are made alike: by the same operations, of numbers that may differ.  What differs is noted by the
 * place where it is read, so that one of the two can stand for both. */
#ifndef BURL_CODE_SHORTEN_ALIKE_H
#define BURL_CODE_SHORTEN_ALIKE_H

#include "code/module/module.h"

/* Where a value of the first is read: an argument of a value; what a region's variable enters with or leaves; or, in
 * place of a value, the table of an entry. */
typedef struct {
  enum { SITE_ARGUMENT, SITE_ENTERED, SITE_LEFT, SITE_TABLE } where;
  int of, which; /* the value or region */
} burl__site;

/* A literal, or a table, that the first has at a site, and what the second has there. */
typedef struct {
  burl__site site;
  int first, second;
} burl__pairing;

typedef struct {
  burl__module *m;
  int *partner, *region_partner; /* by value and by region of the first: that of the second, + 1 */
  int *visited, *visited_regions;
  size_t visited_count, visited_region_count, room; /* room: of values that these have been made for */
  size_t left;                                      /* values that may still be compared */
  burl__pairing *pairings;                          /* in the order of the first's values alone */
  size_t count, pairing_room;
} burl__likeness;

/* Room for the module's values and regions as they are.  0: out of memory. */
int burl__likeness_open(burl__likeness *l, burl__module *m);
void burl__likeness_close(burl__likeness *l);

/* Whether two values of two functions are made alike; then all pairings of the two. */
int burl__are_alike(burl__likeness *l, int first, int second);

/* Puts a value where another is read. */
void burl__put_at(burl__module *m, burl__site site, int value);

#endif
