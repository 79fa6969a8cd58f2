/* The light of sky.h. */
#include "lit/sky.h"

/* ---- the studio ------------------------------------------------------------------------------ */

/* A window in a direction, as wide and high at the distance 1 on each side of its middle. */
typedef struct {
  vector to, right, up; /* of unit length, perpendicular to each other */
  float wide, high;
  vector light;
} window;

/* The share of its light that a direction has: its edges are soft. */
static float seen_through(const window *w, vector d) {
  const float ahead = v_dot(d, w->to), soft = 0.12f;
  if (ahead <= 0.05f) return 0;
  const float a = v_dot(d, w->right) / ahead, b = v_dot(d, w->up) / ahead;
  return step_between(w->wide + soft, w->wide - soft, a < 0 ? -a : a) *
         step_between(w->high + soft, w->high - soft, b < 0 ? -b : b);
}

vector sky_studio(vector d) {
  static const window windows[] = {
      {{-0.72f, 0.48f, 0.501199f},
       {0.571317f, 0, 0.820729f},
       {0.39395f, 0.877268f, -0.274232f},
       0.35f,
       0.5f,
       {1.6f, 1.56f, 1.48f}},
      {{0.960002f, 0.260001f, -0.1039f},
       {-0.107601f, 0, -0.994194f},
       {-0.258491f, 0.965608f, 0.0279763f},
       0.16f,
       0.9f,
       {0.9f, 0.97f, 1.1f}},
      {{0.200281f, 0.741038f, -0.640898f},
       {-0.95448f, 0, -0.298275f},
       {-0.221033f, 0.671463f, 0.707306f},
       0.22f,
       0.16f,
       {0.85f, 0.85f, 0.85f}},
  };
  const vector ground = {0.15f, 0.145f, 0.14f}, wall = {0.36f, 0.36f, 0.37f}, ceiling = {0.62f, 0.64f, 0.68f};
  vector light = v_mix(ground, wall, step_between(-0.45f, 0.1f, d.y));
  light = v_mix(light, ceiling, step_between(0.05f, 0.9f, d.y));
  for (int i = 0; i < 3; i++) light = v_along(light, windows[i].light, seen_through(&windows[i], d));
  return light;
}

/* ---- the octahedron -------------------------------------------------------------------------- */

/* The direction of a place in [-1, 1]^2 on the unfolded octahedron (Cigolle and others, A survey of efficient
 * representations for independent unit vectors, 2014); places a little outside continue across the edge. */
static vector unfolded(float x, float y) {
  if (x > 1 || x < -1) {
    x = (x > 0 ? 2 : -2) - x;
    y = -y;
  }
  if (y > 1 || y < -1) {
    y = (y > 0 ? 2 : -2) - y;
    x = -x;
  }
  const float ax = x < 0 ? -x : x, ay = y < 0 ? -y : y, z = 1 - ax - ay;
  const float out = most(-z, 0);
  return v_unit(v_of(x < 0 ? x + out : x - out, y < 0 ? y + out : y - out, z));
}

static void folded(vector d, float *x, float *y) {
  const float ax = d.x < 0 ? -d.x : d.x, ay = d.y < 0 ? -d.y : d.y, az = d.z < 0 ? -d.z : d.z, k = 1 / (ax + ay + az);
  *x = k * d.x;
  *y = k * d.y;
  if (d.z >= 0) return;
  *x = (d.x < 0 ? -1 : 1) * (1 - k * ay);
  *y = (d.y < 0 ? -1 : 1) * (1 - k * ax);
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* A direction's own coordinates: two that are perpendicular to it and each other. */
static void directions_across(vector n, vector *a, vector *b) {
  *a = v_unit(v_cross(n.y < 0.9f && n.y > -0.9f ? v_of(0, 1, 0) : v_of(1, 0, 0), n));
  *b = v_cross(n, *a);
}

/* The mean of what facets of this roughness, seen along the normal, reflect. */
static vector lobe_of(sky_radiance *radiance, vector n, float roughness) {
  const int count = (int)(160 * roughness); /* as many as its width needs */
  const float a4 = roughness * roughness * roughness * roughness;
  vector across, along, sum = v_grey(0);
  float weight = 0;
  spiral s = SPIRAL_BEGIN;
  directions_across(n, &across, &along);
  for (int k = 0; k < count; k++, s = spiral_next(s)) {
    const float place = ((float)k + 0.5f) / (float)count, cos2 = (1 - place) / (1 + (a4 - 1) * place),
                sine = sqrtf(1 - cos2);
    const vector h = v_along(v_along(v_scale(n, sqrtf(cos2)), across, sine * s.cos), along, sine * s.sin);
    const vector l = v_reflect(v_scale(n, -1), h);
    const float nl = v_dot(n, l);
    if (nl <= 0) continue;
    sum = v_along(sum, radiance(l), nl);
    weight += nl;
  }
  return v_scale(sum, 1 / weight);
}

/* The nine real spherical harmonics up to the second degree. */
static void harmonics_of(vector d, float to[9]) {
  const float values[9] = {0.282095f,
                           0.488603f * d.y,
                           0.488603f * d.z,
                           0.488603f * d.x,
                           1.092548f * d.x * d.y,
                           1.092548f * d.y * d.z,
                           0.315392f * (3 * d.z * d.z - 1),
                           1.092548f * d.x * d.z,
                           0.546274f * (d.x * d.x - d.y * d.y)};
  for (int i = 0; i < 9; i++) to[i] = values[i];
}

/* The sky's harmonics, each times what a cosine leaves of its degree, over pi. */
static void project(sky *s, sky_radiance *radiance) {
  enum { COUNT = 4096 };
  static const float left[9] = {1, 2 / 3.0f, 2 / 3.0f, 2 / 3.0f, 0.25f, 0.25f, 0.25f, 0.25f, 0.25f};
  const float share = 4 * 3.14159265f / COUNT;
  spiral turn = SPIRAL_BEGIN;
  for (int i = 0; i < 9; i++) s->harmonics[i] = v_grey(0);
  for (int k = 0; k < COUNT; k++, turn = spiral_next(turn)) {
    const float z = 1 - (float)(2 * k + 1) / COUNT, across = sqrtf(1 - z * z);
    const vector d = v_of(across * turn.cos, across * turn.sin, z), light = radiance(d);
    float values[9];
    harmonics_of(d, values);
    for (int i = 0; i < 9; i++) s->harmonics[i] = v_along(s->harmonics[i], light, share * left[i] * values[i]);
  }
}

void sky_tabulate(sky *s, sky_radiance *radiance) {
  s->radiance = radiance;
  project(s, radiance);
  for (int level = 0; level < SKY_LEVELS; level++)
    for (int j = 0; j < SKY_SIDE + 2; j++)
      for (int i = 0; i < SKY_SIDE + 2; i++)
        s->lobes[level][j][i] =
            lobe_of(radiance, unfolded((float)(2 * i - 1) / SKY_SIDE - 1, (float)(2 * j - 1) / SKY_SIDE - 1),
                    (float)(level + 1) / SKY_LEVELS);
}

/* ---- what is seen ---------------------------------------------------------------------------- */

vector sky_diffuse(const sky *s, vector normal) {
  float values[9];
  vector sum = v_grey(0);
  harmonics_of(normal, values);
  for (int i = 0; i < 9; i++) sum = v_along(sum, s->harmonics[i], values[i]);
  return v_of(most(sum.x, 0), most(sum.y, 0), most(sum.z, 0));
}

static vector lobe_at(const sky *s, int level, float x, float y) {
  const int i = (int)least(x, SKY_SIDE), j = (int)least(y, SKY_SIDE);
  const float u = x - (float)i, w = y - (float)j;
  const vector(*rows)[SKY_SIDE + 2] = s->lobes[level];
  return v_mix(v_mix(rows[j][i], rows[j][i + 1], u), v_mix(rows[j + 1][i], rows[j + 1][i + 1], u), w);
}

vector sky_lobe(const sky *s, vector direction, float roughness) {
  const float at = within(roughness, 0, 1) * SKY_LEVELS;
  const int level = (int)least(at, SKY_LEVELS - 1);
  float x, y;
  folded(direction, &x, &y);
  x = 0.5f * SKY_SIDE * (x + 1) + 0.5f;
  y = 0.5f * SKY_SIDE * (y + 1) + 0.5f;
  const vector sharp = level ? lobe_at(s, level - 1, x, y) : s->radiance(direction);
  return v_mix(sharp, lobe_at(s, level, x, y), at - (float)level);
}
