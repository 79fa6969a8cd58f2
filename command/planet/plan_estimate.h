/* What a plan takes: time, bytes and cost. */
#ifndef BURL_PLANET_PLAN_ESTIMATE_H
#define BURL_PLANET_PLAN_ESTIMATE_H

#include "planet/planet.h"

/* Says what the plan is of, and what it takes: by a few samples, or, is_tried, by three of its shards, which are then
 * done.  price: of an hour of a core; below 0: there is none.  DONE, or a code after a message. */
int plan_describe(const planet *p, int is_tried, double price);

#endif
