/* Which of the recipe's named parts become functions: those through which alone what they are made of is reached, and
 * which are more than a line. */
#ifndef BURL_CODE_OUTLINE_H
#define BURL_CODE_OUTLINE_H

#include "program/fuse.h"
#include "program/schedule.h"

typedef struct {
  unsigned char *needed;     /* by node: whether the result is computed from it */
  int *owner;                /* by node: the part, a node, whose function it belongs to; −1: the entry's */
  int *outer;                /* by part: the one around it; −1: the entry */
  unsigned char *reads_point, *reads_time; /* by part: whether anything in its function does */
} burl__outline;

/* names: by node what the recipe calls it; NULL: nothing.  0: out of memory. */
int burl__outline_make(burl__outline *outline, const burl__view *view, const burl__outputs *outputs,
                       const char *const *names, burl__arena *arena);

#endif
