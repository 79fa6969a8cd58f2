/* Whether a picture goes on at its other side: the largest steps over its seams, beside those inside. */
#ifndef BURL_CLI_SEAMS_H
#define BURL_CLI_SEAMS_H

#include "cli/cli.h"

/* The largest difference between neighbours along an axis: of the last sample and the first, and of all others. */
typedef struct {
  double over, inside;
} seam;

/* What was measured: the extent, x0 y0 x1 y1, as so many samples; each result's seams along x and y. */
typedef struct {
  double extent[4];
  int size[2];
  seam seams[64][2];
} seams;

/* Samples the recipe over its view, or else over what it repeats after, 512 samples along the longer side.  An exit
 * code, the error printed. */
int seams_measure(const recipe *r, seams *found);
void seams_print(const recipe *r, const seams *found);

#endif
