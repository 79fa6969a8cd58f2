/* The scattering of brdf.h. */
#include "lit/brdf.h"

static float square(float a) { return a * a; }

static float schlick(float cosine) {
  const float k = within(1 - cosine, 0, 1);
  return square(square(k)) * k;
}

float brdf_density(float alpha, float nh) {
  const float a2 = square(alpha), k = square(nh) * (a2 - 1) + 1;
  return a2 / (3.14159265f * square(k));
}

float brdf_visibility(float alpha, float nl, float nv) {
  const float a2 = square(alpha);
  const float of_view = nl * sqrtf(square(nv) * (1 - a2) + a2), of_light = nv * sqrtf(square(nl) * (1 - a2) + a2);
  return 0.5f / most(of_view + of_light, 1e-7f);
}

/* ---- energy ---------------------------------------------------------------------------------- */

/* The normal of a microfacet that is seen from v, for a point of the unit disc (Heitz, Sampling the GGX distribution of
 * visible normals, 2018).  v lies over the x axis. */
static vector visible_normal(vector v, float alpha, float x, float y) {
  const vector w = v_unit(v_of(alpha * v.x, 0, v.z));
  const float s = 0.5f * (1 + w.z);
  const float across = (1 - s) * sqrtf(most(0, 1 - x * x)) + s * y; /* along (-w.z, 0, w.x), and x along (0, 1, 0) */
  const float up = sqrtf(most(0, 1 - x * x - across * across));
  return v_unit(v_of(alpha * (up * w.x - across * w.z), alpha * x, most(1e-6f, up * w.z + across * w.x)));
}

static float masking(float alpha, float cosine) {
  return 2 * cosine / (cosine + sqrtf(square(alpha) + (1 - square(alpha)) * square(cosine)));
}

static brdf_energy energy_of(float alpha, float nv) {
  enum { COUNT = 256 };
  const vector v = v_of(sqrtf(1 - nv * nv), 0, nv);
  brdf_energy sum = {0, 0};
  spiral s = SPIRAL_BEGIN;
  for (int k = 0; k < COUNT; k++, s = spiral_next(s)) {
    const float radius = sqrtf(((float)k + 0.5f) / COUNT);
    const vector h = visible_normal(v, alpha, radius * s.cos, radius * s.sin);
    const vector l = v_reflect(v_scale(v, -1), h);
    if (l.z <= 0) continue;
    const float share = 4 * brdf_visibility(alpha, l.z, nv) * l.z * nv / masking(alpha, nv) / COUNT;
    const float fresnel = schlick(v_dot(v, h));
    sum.scale += share * (1 - fresnel);
    sum.bias += share * fresnel;
  }
  return sum;
}

void brdf_tabulate(brdf_table *t) {
  for (int i = 0; i < BRDF_SIDE; i++) {
    const float roughness = (float)i / (BRDF_SIDE - 1), alpha = most(square(roughness), 1e-4f);
    float scale = 0, bias = 0;
    for (int k = 0; k < BRDF_SIDE; k++) t->at[i][k] = energy_of(alpha, most((float)k / (BRDF_SIDE - 1), 1e-3f));
    for (int k = 0; k + 1 < BRDF_SIDE;
         k++) { /* twice the integral of share * cosine, both linear between two entries */
      const brdf_energy a = t->at[i][k], b = t->at[i][k + 1];
      const float low = (float)(3 * k + 1) / 3, high = (float)(3 * k + 2) / 3;
      scale += (low * a.scale + high * b.scale) / square(BRDF_SIDE - 1);
      bias += (low * a.bias + high * b.bias) / square(BRDF_SIDE - 1);
    }
    t->mean[i] = (brdf_energy){scale, bias};
  }
}

static brdf_energy energy_between(brdf_energy a, brdf_energy b, float k) {
  return (brdf_energy){between(a.scale, b.scale, k), between(a.bias, b.bias, k)};
}

/* The last entry but one at or below a place in [0, 1], and how far behind it the place is. */
static int entry_of(float place, float *rest) {
  const float at = within(place, 0, 1) * (BRDF_SIDE - 1);
  const int i = (int)least(at, BRDF_SIDE - 2);
  *rest = at - (float)i;
  return i;
}

brdf_energy brdf_energy_at(const brdf_table *t, float roughness, float cosine) {
  float u, w;
  const int i = entry_of(roughness, &u), k = entry_of(cosine, &w);
  return energy_between(energy_between(t->at[i][k], t->at[i][k + 1], w),
                        energy_between(t->at[i + 1][k], t->at[i + 1][k + 1], w), u);
}

static brdf_energy mean_at(const brdf_table *t, float roughness) {
  float u;
  const int i = entry_of(roughness, &u);
  return energy_between(t->mean[i], t->mean[i + 1], u);
}

/* ---- a surface ------------------------------------------------------------------------------- */

static const float dielectric = 0.04f;

/* The share of light that is left to leave diffusely; of a metal that reflects all. */
static float left_of(brdf_energy e) { return 1 - (dielectric * e.scale + e.bias); }
static float left_of_metal(brdf_energy e) { return 1 - (e.scale + e.bias); }

/* What of the light that a metal's facets reflect more than once isn't absorbed, for one channel. */
static float metal_tint(float base, float returned) {
  const float fresnel = base + (1 - base) / 21; /* Schlick's, the mean over all directions */
  return fresnel * fresnel * returned / (1 - fresnel * (1 - returned));
}

brdf brdf_of(const brdf_table *t, vector base, float metalness, float roughness, float nv) {
  const brdf_energy e = brdf_energy_at(t, roughness, nv), mean = mean_at(t, roughness);
  const float returned = 1 - left_of_metal(mean);
  const vector metal = v_of(metal_tint(base.x, returned), metal_tint(base.y, returned), metal_tint(base.z, returned));
  brdf b = {.table = t, .roughness = roughness, .nv = nv};
  b.reflectance = v_mix(v_grey(dielectric), base, metalness);
  b.specular = v_add(v_scale(b.reflectance, e.scale), v_grey(e.bias));
  b.base = v_scale(base, (1 - metalness) * left_of(e));
  b.tint = v_scale(metal, metalness * left_of_metal(e));
  b.matte = v_add(b.base, b.tint);
  b.base = v_scale(b.base, 1 / left_of(mean));
  b.tint = v_scale(b.tint, 1 / most(left_of_metal(mean), 1e-6f));
  return b;
}

vector brdf_scatter(const brdf *b, float alpha, float nl, float nh, float vh) {
  const brdf_energy e = brdf_energy_at(b->table, b->roughness, nl);
  const vector fresnel = v_mix(b->reflectance, v_grey(1), schlick(vh));
  const float specular = 3.14159265f * brdf_density(alpha, nh) * brdf_visibility(alpha, nl, b->nv);
  const vector diffuse = v_add(v_scale(b->base, left_of(e)), v_scale(b->tint, left_of_metal(e)));
  return v_add(diffuse, v_scale(fresnel, specular));
}
