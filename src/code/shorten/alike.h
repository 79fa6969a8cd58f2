/* Whether two values are made alike: by the same operations, of numbers that may differ.  What differs is noted by the
 * place where it is read, so that one of the two can stand for both. */
#ifndef BURL_CODE_SHORTEN_ALIKE_H
#define BURL_CODE_SHORTEN_ALIKE_H

#include "code/module/module.h"

/* Where a value of the first is read: an argument of a value; what a region's variable enters with or leaves; in place
 * of a value, the table of an entry; what is added to something that both are made of, to make the value; or the value
 * itself, which is taken for like the second. */
typedef struct {
  enum { SITE_ARGUMENT, SITE_ENTERED, SITE_LEFT, SITE_TABLE, SITE_OFFSET, SITE_TAKEN } where;
  int of, which, part; /* the value or region; part: of a vector of numbers the component, from 1 on, else 0 */
} burl__site;

/* A literal, a table or, in `offset`, a number that the first has at a site, and what the second has there. */
typedef struct {
  burl__site site;
  int first, second;
  double offset[2];
} burl__pairing;

typedef struct {
  burl__module *m;
  int *partner, *region_partner; /* by value and by region of the first: that of the second, + 1 */
  int *visited, *visited_regions;
  size_t visited_count, visited_region_count, room, region_room; /* room: of values that these have been made for */
  size_t most, left;                                             /* values that are compared at most; may still be */
  burl__pairing *pairings;                                       /* in the order of the first's values alone */
  size_t count, pairing_room;
  /* Of values of one function, where equal values are alike, and these: */
  int is_within;
  const int *link; /* if not NULL: by value, one that is taken for like it, + 1 */
  int target, met; /* if not −1: like anything, but everywhere the same, which is put into `met` */
} burl__likeness;

void burl__likeness_open(burl__likeness *l, burl__module *m);
void burl__likeness_close(burl__likeness *l);

/* Whether two values are made alike; then all pairings of the two, of values of one function those that differ. */
int burl__are_alike(burl__likeness *l, int first, int second);

/* What stands at a site, as a name. */
const char *burl__name_of_site(const burl__module *m, burl__site site);
/* What a sum adds to a value, as a number, and the value; 0 and the value itself if it is no such sum. */
double burl__offset_of(const burl__module *m, int value, int *base);

/* Whether a value is a vector of numbers. */
int burl__is_constant_vector(const burl__module *m, int value);

/* What is read at a site, and to put another value there. */
int burl__value_at_site(const burl__module *m, burl__site site);
void burl__put_at(burl__module *m, burl__site site, int value);

#endif
