/* The surfaces on which a material is shown, and the camera before each.  The material lies on a base, and rises from
 * it by its heights. */
#ifndef BURL_LIT_SHAPE_H
#define BURL_LIT_SHAPE_H

#include "lit/lit.h"

typedef struct {
  vector from, to; /* where the ray begins; its direction, of unit length */
} ray;

enum { SHAPE_FOLDS = 1024 };

typedef struct {
  lit_shape kind;
  float high;                   /* the length of the map, whose width is 1 */
  float low, top;               /* between which displacements lie */
  float radius;                 /* of the ball */
  vector eye, ahead, right, up; /* the camera; right and up as long as half the picture is, at the distance 1 */
  vector lamp;                  /* towards the lamp */
  float crest, trough;          /* of the cloth's base, along z */
  struct {
    float rise, slope, across, down;
  } folds[SHAPE_FOLDS + 1]; /* of the cloth, at a distance of 1 below its apex */
} shape;

void shape_open(shape *s, lit_shape kind, float high, float low, float top);

/* The ray through a place of the picture, [-1, 1]^2 from the lower left on. */
ray shape_ray(const shape *s, float x, float y);

/* Where a point lies on the material: in repeats of the map to the right and down; how high above the base. */
typedef struct {
  float u, v, above;
} place;
place shape_place(const shape *s, vector p);
/* How far from a point on the place changes along a line as a parabola does, nearly. */
float shape_piece(const shape *s, vector p);

/* The directions to the right, downwards and away from the base, of unit length, and by how much the map is pressed
 * together along the first. */
typedef struct {
  vector right, down, out;
  float pressed;
} frame;
frame shape_frame(const shape *s, vector p);

/* Between which distances along a ray there may be material: 0 where there are none.  The second is the distance beyond
 * which nothing is hit, or at which the ray is below all material (*is_solid). */
int shape_span(const shape *s, const ray *r, float *begin, float *end, int *is_solid);
/* The distance from which on a ray that begins near the base has left all material. */
float shape_exit(const shape *s, const ray *r);

#endif
