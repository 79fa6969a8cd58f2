/* Values of a recipe between the samples of a picture. */
#ifndef BURL_OBJECTS_BETWEEN_H
#define BURL_OBJECTS_BETWEEN_H

#include "cli/render.h"
#include "survey/contours.h"

/* Some channels of a program over the source's grid, whose footprint is set. */
typedef struct {
  const source *from;
  const burl_program *program;
  int first, channels;
  float *grid; /* of a program with whole-grid functions: [rows][columns][channels], to be freed; else NULL */
} between;

/* Samples the grid where that is needed.  DONE, or a code after a message. */
int between_open(between *b, const source *from, const burl_program *program, int first, int channels);
void between_close(between *b);

/* The values at that many places of the grid, float[count][channels]: samples, or between those of whole-grid
 * functions, what changes linearly along rows and along columns. */
burl_status between_at(const between *b, const survey_place *places, int64_t count, float *values);

#endif
