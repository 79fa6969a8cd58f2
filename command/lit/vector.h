/* Vectors of three floats, for the picture of a material: points and directions (x to the right, y up, z towards the
 * viewer, in widths of the map) and colours (red, green, blue in linear light).  Only arithmetic that every machine
 * rounds alike is used in this room, and of libm sqrtf and frexpf, which are exact, so that a picture has the same bits
 * everywhere. */
#ifndef BURL_LIT_VECTOR_H
#define BURL_LIT_VECTOR_H

#include <math.h>

typedef struct {
  float x, y, z;
} vector;

static inline vector v_of(float x, float y, float z) { return (vector){x, y, z}; }
static inline vector v_grey(float a) { return (vector){a, a, a}; }
static inline vector v_add(vector a, vector b) { return (vector){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline vector v_sub(vector a, vector b) { return (vector){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline vector v_times(vector a, vector b) { return (vector){a.x * b.x, a.y * b.y, a.z * b.z}; }
static inline vector v_scale(vector a, float k) { return (vector){k * a.x, k * a.y, k * a.z}; }
static inline vector v_mix(vector a, vector b, float k) { return v_add(a, v_scale(v_sub(b, a), k)); }
/* a + k b: the point at distance k along a ray. */
static inline vector v_along(vector a, vector b, float k) { return v_add(a, v_scale(b, k)); }
static inline float v_dot(vector a, vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vector v_cross(vector a, vector b) {
  return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline vector v_unit(vector a) { return v_scale(a, 1 / sqrtf(v_dot(a, a))); }
/* The direction d, mirrored at the plane whose normal is n. */
static inline vector v_reflect(vector d, vector n) { return v_along(d, n, -2 * v_dot(d, n)); }

static inline float least(float a, float b) { return a < b ? a : b; }
static inline float most(float a, float b) { return a > b ? a : b; }
static inline float within(float a, float lo, float hi) { return a > lo ? least(a, hi) : lo; }
static inline float between(float a, float b, float k) { return a + k * (b - a); }
/* The greatest whole number at or below a, of less than 2^31. */
static inline float whole(float a) {
  const float near = (float)(int)a;
  return near > a ? near - 1 : near;
}
/* Hermite's step from 0 at a to 1 at b. */
static inline float step_between(float a, float b, float v) {
  const float k = within((v - a) / (b - a), 0, 1);
  return k * k * (3 - 2 * k);
}

/* A point on the unit circle, turned by the golden angle from one to the next: the points (k + 1/2)/n along a line,
 * each with its own, cover a disc or a sphere evenly (Vogel, A better way to construct the sunflower head, 1979). */
typedef struct {
  float cos, sin;
} spiral;

#define SPIRAL_BEGIN \
  { 1, 0 }
static inline spiral spiral_next(spiral s) {
  const float c = -0.73736888f, d = 0.67549029f;
  const float x = c * s.cos - d * s.sin, y = d * s.cos + c * s.sin;
  const float k = 1.5f - 0.5f * (x * x + y * y); /* keeps it on the circle */
  return (spiral){k * x, k * y};
}

#endif
