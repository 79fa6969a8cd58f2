/* The modes of mix(): how a channel b is laid over a channel a. */
#ifndef BURL_PROGRAM_BLEND_H
#define BURL_PROGRAM_BLEND_H

#include "program/graph.h"

/* In the order of the words of mix's option. */
typedef enum {
  BURL__NORMAL,
  BURL__MULTIPLY,
  BURL__SCREEN,
  BURL__OVERLAY,
  BURL__SOFT_LIGHT,
  BURL__HARD_LIGHT,
  BURL__ADD,
  BURL__SUBTRACT,
  BURL__DIFFERENCE,
  BURL__DARKEN,
  BURL__LIGHTEN,
  BURL__DODGE,
  BURL__BURN,
  BURL__DIVIDE_BY,
  BURL__EXCLUSION
} burl__blend_mode;

/* The node of b laid over a; −1 with the error filled. */
int burl__blend(burl__graph *graph, burl__blend_mode mode, int a, int b);

#endif
