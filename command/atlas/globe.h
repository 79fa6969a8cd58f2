/* Where the samples of map tiles lie on the globe, in degrees, with the same bits on every machine: no function of libm
 * but sqrt, which is exact. */
#ifndef BURL_ATLAS_GLOBE_H
#define BURL_ATLAS_GLOBE_H

/* The latitude of Mercator's projection at v, 0 in the north (85.0511 degrees) and 1 in the south: atan(sinh(pi(1 -
 * 2v))), to 2e-13 degrees.  v: in [0, 1]. */
double mercator_latitude(double v);

/* The place on the globe that lies behind one on a face of the cube around it.  face: 0 to 5, +x, -x, +y, -y, +z and -z
 * of OpenGL's and Vulkan's cube maps, their y upwards along the globe's axis, longitude 0 amid the first; right, down:
 * from -1 to 1. */
void cube_place(int face, double right, double down, double *longitude, double *latitude);

#endif
