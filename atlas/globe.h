/* Where the samples of map tiles lie on the globe, in degrees, with the same bits on every machine: no function of libm. */
#ifndef BURL_ATLAS_GLOBE_H
#define BURL_ATLAS_GLOBE_H

/* The latitude of Mercator's projection at v, 0 in the north (85.0511 degrees) and 1 in the south: atan(sinh(pi(1 - 2v))), to
 * 2e-13 degrees.  v: in [0, 1]. */
double mercator_latitude(double v);

#endif
