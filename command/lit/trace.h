/* What a ray meets of a material on a shape: its heights are searched along the ray, as Policarpo, Oliveira and Comba
 * do (Real-time relief mapping on arbitrary polygonal surfaces, 2005), but where the displaced surface truly lies, so
 * that outlines show it. */
#ifndef BURL_LIT_TRACE_H
#define BURL_LIT_TRACE_H

#include "lit/shape.h"
#include "lit/texture.h"

/* Whether a ray meets the material; at which point. */
int trace_hit(const shape *s, const texture *t, const ray *r, vector *point);

/* How much of a lamp, a disc of this radius in radians, is seen from a point: from 0 to 1. */
float trace_lamp(const shape *s, const texture *t, const ray *towards, float radius);

#endif
