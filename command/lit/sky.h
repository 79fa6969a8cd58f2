/* The light of the picture of a material: a sky of any brightness by direction, and one lamp, a disc far away.  What a
 * rough surface sees of the sky is tabulated before: its mean over the lobe of each roughness (the first of two sums of
 * Karis, Real shading in Unreal Engine 4, 2013), and over the hemisphere as nine spherical harmonics (Ramamoorthi and
 * Hanrahan, An efficient representation for irradiance environment maps, 2001). */
#ifndef BURL_LIT_SKY_H
#define BURL_LIT_SKY_H

#include "lit/vector.h"

/* The radiance that comes from a direction, of unit length. */
typedef vector sky_radiance(vector direction);

typedef struct {
  vector direction; /* to the lamp, of unit length */
  vector light;     /* the irradiance across the direction, over pi */
  float radius;     /* of the disc, in radians, less than 0.5 */
} sky_lamp;

enum { SKY_LEVELS = 8, SKY_SIDE = 56 };

typedef struct {
  sky_radiance *radiance;
  vector harmonics[9];
  vector lobes[SKY_LEVELS][SKY_SIDE + 2][SKY_SIDE + 2]; /* of roughness (k + 1)/8, over an octahedron, with a border */
} sky;

/* A studio: grey walls, a bright ceiling and three windows. */
vector sky_studio(vector direction);

void sky_tabulate(sky *s, sky_radiance *radiance);
/* The mean over the hemisphere around a normal, weighted by the cosine; over the lobe around a direction. */
vector sky_diffuse(const sky *s, vector normal);
vector sky_lobe(const sky *s, vector direction, float roughness);

#endif
