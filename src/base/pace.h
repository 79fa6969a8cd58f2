/* How far long work is, and whether to go on: what is done, from 0 to 1, is a part of a larger whole. */
#ifndef BURL_BASE_PACE_H
#define BURL_BASE_PACE_H

#include <stddef.h>

typedef struct {
  int (*report)(void *user, double done); /* of the whole; not 0: stop.  NULL: nobody asks */
  void *user;
  double begin, end; /* which part of the whole the work is */
  int is_stopped;
} burl__pace;

/* Reports that so much of the work is done, and returns whether it is to stop.  pace may be NULL. */
static inline int burl__pace_stops(burl__pace *pace, double done) {
  if (!pace || !pace->report || pace->is_stopped) return pace && pace->is_stopped;
  if (pace->report(pace->user, pace->begin + done * (pace->end - pace->begin))) pace->is_stopped = 1;
  return pace->is_stopped;
}

#endif
