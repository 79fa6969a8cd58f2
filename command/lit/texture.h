/* The maps as the picture reads them: heights for rays, and all else together, at sizes halved again and again, of
 * which the one is read whose samples lie as far apart as the picture's (Williams, Pyramidal parametrics, 1983).  Where
 * slopes are averaged, what they vary by makes the surface rougher (Olano and Baker, LEAN mapping, 2010). */
#ifndef BURL_LIT_TEXTURE_H
#define BURL_LIT_TEXTURE_H

#include "lit/lit.h"

/* What is kept of a sample. */
enum {
  SLOPE_U, /* how far up for each to the right, */
  SLOPE_V, /* and downwards in the picture */
  SLOPES,  /* the sum of their squares */
  ALBEDO,  /* linear light, three; and so of the emission */
  ROUGHNESS = ALBEDO + 3,
  METALLIC,
  OCCLUSION,
  OPACITY,
  EMISSION,
  TEXEL = EMISSION + 3
};

typedef struct {
  float at[TEXEL];
} texel;

enum { TEXTURE_LEVELS = 24 };

typedef struct {
  int columns, rows;
  float high;     /* the length of the rows, where the columns span 1 */
  float low, top; /* the least and greatest displacement */
  float *heights; /* displacements, with the first column and row once more behind the last */
  texel *texels;  /* of all levels */
  int levels;
  struct {
    const texel *texels;
    int columns, rows;
  } level[TEXTURE_LEVELS];
} texture;

/* Makes it of the maps: 0, or ENOMEM.  Call texture_free either way. */
int texture_open(texture *t, const lit_maps *maps);
void texture_free(texture *t);

/* The displacement at a place, in repeats of the map; everything else there, averaged over 2^detail samples. */
float texture_height(const texture *t, float u, float v);
texel texture_at(const texture *t, float u, float v, float detail);

#endif
