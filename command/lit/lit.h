/* A picture of a material: its maps on a ball, on level ground or on cloth, displaced by their heights and lit as
 * physics has it.  lit.c shades the samples of a pixel; trace.c finds what a ray meets, and how much of the lamp is
 * seen from there; shape.c says where the surfaces lie, texture.c what the maps have at a place; brdf.c scatters
 * light, sky.c sends it, and tone.c turns it into what a screen shows. */
#ifndef BURL_LIT_H
#define BURL_LIT_H

#include "lit/sky.h"

typedef enum { LIT_BALL, LIT_PLANE, LIT_CLOTH } lit_shape;

/* The maps, each of rows * columns samples from the upper left on, which repeat; NULL: the standard value. */
typedef struct {
  int columns, rows;
  const float *height;    /* standard: 0; NaN is 0 */
  const float *normal;    /* three a sample, of components in [-1, 1] as colours in [0, 1], green up; standard: the
                             height's */
  const float *albedo;    /* three a sample, sRGB in [0, 1]; standard: #808080 */
  const float *roughness; /* in [0, 1]; standard: 0.5 */
  const float *metallic;  /* in [0, 1]; standard: 0 */
  const float *occlusion; /* in [0, 1], 1: open; standard: by the height */
  const float *emission;  /* three a sample, sRGB in [0, 1]; standard: none */
  const float *opacity;   /* in [0, 1]; standard: 1 */
  double depth;           /* how far apart the heights 0 and 1 are, where the columns span 1 */
} lit_maps;

/* Where light comes from, and whether it becomes what a screen shows. */
typedef enum { LIT_SHOWN, LIT_LINEAR } lit_finish;

typedef struct {
  sky_radiance *sky;
  vector lamp;   /* the irradiance of the lamp, over pi */
  vector behind; /* what is seen past the shape, amid the picture */
  lit_finish finish;
} lit_light;

/* That of a studio. */
extern const lit_light lit_studio;

/* Draws size * size pixels, three floats each from the upper left on: sRGB in [0, 1], or linear light.  On so many
 * threads, 1 or more; their number changes no bit.  Takes about 90 bytes of memory a sample of a map.  Returns 0, or
 * ENOMEM. */
int lit_draw(const lit_maps *maps, lit_shape shape, const lit_light *light, int size, int threads, float *rgb);

#endif
