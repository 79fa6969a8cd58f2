/* The curves of tone.h.  Their powers are made of roots, which Newton's method finds with plain arithmetic. */
#include "lit/tone.h"

static float quartic_root(float a) { return sqrtf(sqrtf(a)); }

/* a^(1/3) and a^(1/5) for a in [0.001, 1], from a^(1/4) on. */
static float cube_root(float a) {
  float r = quartic_root(a);
  for (int i = 0; i < 4; i++) r -= (r - a / (r * r)) / 3;
  return r;
}

static float fifth_root(float a) {
  float r = quartic_root(a);
  for (int i = 0; i < 4; i++) r -= (r - a / (r * r * r * r)) / 5;
  return r;
}

float tone_encode(float linear) {
  const float a = within(linear, 0, 1);
  if (a <= 0.0031308f) return 12.92f * a;
  const float twelfth = quartic_root(cube_root(a)), second = twelfth * twelfth;
  return 1.055f * (second * second * twelfth) - 0.055f; /* a^(5/12) */
}

float tone_decode(float encoded) {
  const float a = within(encoded, 0, 1);
  if (a <= 0.04045f) return a / 12.92f;
  const float b = (a + 0.055f) / 1.055f, root = fifth_root(b);
  return b * b * root * root; /* b^(12/5) */
}

vector tone_neutral(vector light) {
  const float from = 0.8f - 0.04f, fading = 0.15f, room = 1 - from;
  const float low = least(light.x, least(light.y, light.z));
  const vector c = v_sub(light, v_grey(low < 0.08f ? low - 6.25f * low * low : 0.04f)); /* without 4 % of reflection */
  const float peak = most(c.x, most(c.y, c.z));
  if (peak < from) return c;
  const float compressed = 1 - room * room / (peak + room - from);
  const float white = 1 - 1 / (fading * (peak - compressed) + 1);
  return v_mix(v_scale(c, compressed / peak), v_grey(compressed), white);
}
