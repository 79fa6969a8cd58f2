/* The water that would stand in hollows, as outlines.  Nothing here prints. */
#ifndef BURL_SURVEY_LAKES_H
#define BURL_SURVEY_LAKES_H

#include "terrain/sea.h"

/* A corner of cells: 0, 0 is that of the first cell, towards which there are none. */
typedef struct {
  int32_t x, y;
} survey_corner;

typedef struct {
  int64_t first, count; /* of its corners, where it turns; the last repeats the first */
} survey_ring;

/* Cells of water that share sides.  Its first ring is its outline, the others are its islands.  An outline goes on in y
 * where it comes from x, islands the other way round. */
typedef struct {
  int64_t first, count; /* of its rings */
  double level, depth;  /* the water's surface; the greatest depth */
  double area, volume;  /* square and cubic metres */
} survey_lake;

typedef struct {
  survey_lake *lakes;
  survey_ring *rings;
  survey_corner *corners;
  int64_t count, ring_count, corner_count;
} survey_lakes;

/* Finds the lakes of heights, float[ny][nx], above the sea.  Returns 0; -1: out of memory.
 * lakes: to be freed by survey_free_lakes either way. */
int survey_find_lakes(const burl__ground *ground, const float *heights, burl__sea sea, survey_lakes *lakes);
void survey_free_lakes(survey_lakes *lakes);

#endif
