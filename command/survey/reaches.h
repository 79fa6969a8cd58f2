/* The rivers of ground as lines.  Nothing here prints. */
#ifndef BURL_SURVEY_REACHES_H
#define BURL_SURVEY_REACHES_H

#include "terrain/sea.h"

/* What is a river, and where it ends. */
typedef struct {
  double least; /* the square metres that drain through a river at least */
  burl__sea sea;
} survey_water;

/* A river from its spring, or from where others join, to where it joins another or ends. */
typedef struct {
  int64_t first, count; /* of its points, at least two */
  int64_t to;          /* the number of the reach into which it flows, -1: it ends at the ground's edge or at the sea */
  int order;           /* Strahler's, 1 from a spring on */
  double area;         /* the square metres that drain through its lower end, before it joins others */
  double width;        /* metres there: 4 times the root of its square kilometres, a guess */
  double top;          /* the height of its first point */
  double length, fall; /* metres along its line, and from its first point down to its last */
} survey_reach;

/* A place in cells: 0, 0 is the middle of the first one. */
typedef struct {
  double x, y;
} survey_point;

typedef struct {
  survey_reach *reaches; /* each behind those that flow into it */
  survey_point *points;
  int64_t count, point_count;
} survey_rivers;

/* Traces the rivers of heights, float[ny][nx], once these are breached, to the sea where there is one: each cell drains
 * to its receiver (terrain/receivers.h), and where `least` square metres or more do so there is a river.  Lines lead
 * from cell to cell, smoothed by six passes of 1/4 1/2 1/4, their ends fixed: a spring, a junction, the edge's cell, or
 * the shore, where the way from cell to cell crosses the sea's height.  Returns 0; -1: out of memory.  rivers: to be
 * freed by survey_free_rivers either way. */
int survey_trace_rivers(const burl__ground *ground, const float *heights, const survey_water *water,
                        survey_rivers *rivers);
void survey_free_rivers(survey_rivers *rivers);

#endif
