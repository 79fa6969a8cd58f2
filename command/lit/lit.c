/* The picture of lit.h. */
#include "lit/lit.h"

#include "lit/brdf.h"
#include "lit/tone.h"
#include "lit/trace.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

const lit_light lit_studio = {
    .sky = sky_studio, .lamp = {1.15f, 1.12f, 1.07f}, .behind = {0.16f, 0.16f, 0.165f}, .finish = LIT_SHOWN};

typedef struct {
  const lit_light *light;
  int size;
  float *rgb;
  float pixel; /* how wide a pixel is at the distance 1 */
  atomic_int next;
  shape shape;
  texture texture;
  brdf_table table;
  sky sky;
} scene;

static const float lamp_radius = 0.1f; /* radians */

/* ---- a point --------------------------------------------------------------------------------- */

/* A point of the material, as it is seen. */
typedef struct {
  vector at, eye, normal; /* eye: the direction to the viewer */
  frame base;
  texel maps;
} point;

static vector colour_of(const texel *maps, int from) {
  return v_of(maps->at[from], maps->at[from + 1], maps->at[from + 2]);
}

/* The binary logarithm, straight between powers of 2. */
static float logarithm(float a) {
  int exponent;
  const float part = frexpf(most(a, 1e-30f), &exponent);
  return (float)(exponent - 2) + 2 * part;
}

static point point_of(const scene *s, const ray *r, vector at) {
  point p = {.at = at, .eye = v_scale(r->to, -1), .base = shape_frame(&s->shape, at)};
  const place where = shape_place(&s->shape, at);
  const float distance = v_dot(v_sub(at, r->from), r->to), slant = most(v_dot(p.base.out, p.eye), 0.05f);
  const float wide = 0.6f * s->pixel * distance * (float)s->texture.columns;
  p.maps = texture_at(&s->texture, where.u, where.v, logarithm(wide / sqrtf(slant * p.base.pressed)));
  const vector tilt =
      v_along(v_scale(p.base.right, p.maps.at[SLOPE_U] / p.base.pressed), p.base.down, p.maps.at[SLOPE_V]);
  p.normal = v_unit(v_sub(p.base.out, tilt));
  const float facing = v_dot(p.normal, p.eye), lowest = 0.03f; /* what is seen faces the viewer */
  if (facing < lowest) p.normal = v_unit(v_along(p.normal, p.eye, lowest - facing));
  return p;
}

/* The roughness with that of slopes that were averaged: alpha^2 is a microfacet's mean square slope. */
static float roughness_of(const texel *maps) {
  const float *const m = maps->at;
  const float mean2 = m[SLOPE_U] * m[SLOPE_U] + m[SLOPE_V] * m[SLOPE_V], spread = most(m[SLOPES] - mean2, 0);
  const float a4 = m[ROUGHNESS] * m[ROUGHNESS] * m[ROUGHNESS] * m[ROUGHNESS] + least(spread, 0.25f);
  return within(sqrtf(sqrtf(a4)), 0.04f, 1);
}

static float alpha_under_lamp(float roughness) {
  const float alpha = roughness * roughness, half = 0.5f * lamp_radius; /* the half vector turns by half the angle */
  return least(sqrtf(alpha * alpha + half * half), 1);
}

/* The cosine of the light over a disc of which a part may be below the horizon. */
static float cosine_over_disc(float nl) {
  if (nl >= lamp_radius) return nl;
  return nl <= -lamp_radius ? 0 : (nl + lamp_radius) * (nl + lamp_radius) / (4 * lamp_radius);
}

static vector lamp_light(const scene *s, const point *p, const brdf *b) {
  const vector lamp = s->shape.lamp;
  const float nl = cosine_over_disc(v_dot(p->normal, lamp));
  if (nl <= 0 || v_dot(p->base.out, lamp) < -0.3f || v_dot(s->light->lamp, s->light->lamp) <= 0) return v_grey(0);
  const ray towards = {p->at, lamp};
  const float seen = trace_lamp(&s->shape, &s->texture, &towards, lamp_radius);
  if (seen <= 0) return v_grey(0);
  const vector half = v_unit(v_add(lamp, p->eye));
  const vector scattered =
      brdf_scatter(b, alpha_under_lamp(b->roughness), nl, within(v_dot(p->normal, half), 0, 1), v_dot(p->eye, half));
  return v_scale(v_times(scattered, s->light->lamp), nl * seen);
}

/* The share of light that reaches a hollow, of which the surface scatters some back into it (Jimenez and others,
 * Practical realtime strategies for accurate indirect occlusion, 2016). */
static float share_in_hollow(float open, float colour) {
  const float a = 2.0404f * colour - 0.3324f, b = -4.7951f * colour + 0.6417f, c = 2.7552f * colour + 0.6903f;
  return most(open, ((open * a + b) * open + c) * open);
}

static vector sky_light(const scene *s, const point *p, const brdf *b) {
  const float open = p->maps.at[OCCLUSION];
  const vector mirrored = v_reflect(v_scale(p->eye, -1), p->normal), base = colour_of(&p->maps, ALBEDO);
  const vector share =
      v_of(share_in_hollow(open, base.x), share_in_hollow(open, base.y), share_in_hollow(open, base.z));
  /* A mirror sees out of a hollow unless it looks along the ground (Lagarde and de Rousiers, Moving Frostbite to
   * physically based rendering, 2014, there with an exponent). */
  const float sight = b->nv + open, low = within(1 + 2 * v_dot(mirrored, p->base.out), 0, 1);
  const float seen = within(between(sight * sight - 1 + open, open, b->roughness), 0, 1) * (open < 1 ? low : 1);
  const vector diffuse = v_times(v_times(b->matte, sky_diffuse(&s->sky, p->normal)), share);
  return v_add(diffuse, v_scale(v_times(b->specular, sky_lobe(&s->sky, mirrored, b->roughness)), seen));
}

static vector light_of(const scene *s, const point *p) {
  const float nv = within(v_dot(p->normal, p->eye), 0.01f, 1);
  const brdf b = brdf_of(&s->table, colour_of(&p->maps, ALBEDO), p->maps.at[METALLIC], roughness_of(&p->maps), nv);
  const vector sent = v_add(lamp_light(s, p, &b), sky_light(s, p, &b));
  return v_add(sent, colour_of(&p->maps, EMISSION));
}

/* ---- a pixel --------------------------------------------------------------------------------- */

static vector backdrop(const scene *s, float x, float y) {
  const float far = x * x + (y + 0.1f) * (y + 0.1f);
  return s->light->finish == LIT_LINEAR ? s->light->behind : v_scale(s->light->behind, 1.15f / (1 + 0.45f * far));
}

/* What is seen through a ball's holes: its inside, without relief; of the others the backdrop. */
static vector light_behind(const scene *s, const ray *r, vector at, vector backdrop_light) {
  const ray through = {at, r->to};
  const float far = s->shape.kind == LIT_BALL ? shape_exit(&s->shape, &through) : 0;
  if (far <= 0) return backdrop_light;
  const vector back = v_along(at, r->to, far - s->shape.top);
  point p = point_of(s, r, back);
  p.base.out = p.normal = v_scale(p.base.out, -1);
  p.maps.at[OCCLUSION] *= 0.5f;
  return v_mix(backdrop_light, light_of(s, &p), p.maps.at[OPACITY]);
}

/* The light through a place of the picture, of [-1, 1]^2 from the lower left on. */
static vector light_at(const scene *s, float x, float y) {
  const ray r = shape_ray(&s->shape, x, y);
  const vector behind = backdrop(s, x, y);
  vector at;
  if (!trace_hit(&s->shape, &s->texture, &r, &at)) return behind;
  const point p = point_of(s, &r, at);
  const float opacity = p.maps.at[OPACITY];
  const vector light = opacity > 0 ? light_of(s, &p) : v_grey(0);
  return opacity < 1 ? v_mix(light_behind(s, &r, at, behind), light, opacity) : light;
}

enum { FEW = 4, ALL = 8 };

/* The places of samples in a pixel, in sixteenths: each has a row and a column of eight by itself. */
static const signed char places[ALL][2] = {{9, 5}, {7, 11}, {13, 9}, {5, 3}, {3, 13}, {1, 7}, {11, 15}, {15, 1}};

static vector sample_of_pixel(const scene *s, int i, int j, int k) {
  const float x = (float)i + places[k][0] / 16.0f, y = (float)j + places[k][1] / 16.0f;
  const vector light = light_at(s, 2 * x / (float)s->size - 1, 1 - 2 * y / (float)s->size);
  return s->light->finish == LIT_SHOWN ? tone_neutral(light) : light;
}

/* The mean of four samples, or of eight where these differ. */
static vector pixel_of(const scene *s, int i, int j) {
  vector sum = v_grey(0), low = v_grey(1e30f), high = v_grey(-1e30f);
  for (int k = 0; k < FEW; k++) {
    const vector c = sample_of_pixel(s, i, j, k);
    sum = v_add(sum, c);
    low = v_of(least(low.x, c.x), least(low.y, c.y), least(low.z, c.z));
    high = v_of(most(high.x, c.x), most(high.y, c.y), most(high.z, c.z));
  }
  const vector by = v_along(v_sub(high, low), high, -0.25f);
  if (most(by.x, most(by.y, by.z)) < 0.04f) return v_scale(sum, 1.0f / FEW);
  for (int k = FEW; k < ALL; k++) sum = v_add(sum, sample_of_pixel(s, i, j, k));
  return v_scale(sum, 1.0f / ALL);
}

static void draw_row(const scene *s, int j) {
  float *to = s->rgb + 3 * (int64_t)j * s->size;
  const int is_shown = s->light->finish == LIT_SHOWN;
  for (int i = 0; i < s->size; i++, to += 3) {
    const vector c = pixel_of(s, i, j);
    to[0] = is_shown ? tone_encode(c.x) : c.x;
    to[1] = is_shown ? tone_encode(c.y) : c.y;
    to[2] = is_shown ? tone_encode(c.z) : c.z;
  }
}

/* ---- the picture ----------------------------------------------------------------------------- */

static void *draw_rows(void *user) {
  scene *const s = user;
  for (int j; (j = atomic_fetch_add(&s->next, 1)) < s->size;) draw_row(s, j);
  return NULL;
}

/* Draws the rows on other threads and on the caller's. */
static void draw_all(scene *s, int threads) {
  pthread_t *const others = threads > 1 ? calloc((size_t)threads, sizeof *others) : NULL;
  int begun = 0;
  while (others && begun + 1 < threads && pthread_create(&others[begun], NULL, draw_rows, s) == 0) begun++;
  draw_rows(s);
  for (int i = 0; i < begun; i++) pthread_join(others[i], NULL);
  free(others);
}

int lit_draw(const lit_maps *maps, lit_shape kind, const lit_light *light, int size, int threads, float *rgb) {
  scene *const s = calloc(1, sizeof *s);
  if (!s) return ENOMEM;
  s->light = light;
  s->size = size;
  s->rgb = rgb;
  atomic_init(&s->next, 0);
  const int reason = texture_open(&s->texture, maps);
  if (!reason) {
    shape_open(&s->shape, kind, s->texture.high, s->texture.low, s->texture.top);
    s->pixel = 2 * sqrtf(v_dot(s->shape.right, s->shape.right)) / (float)size;
    brdf_tabulate(&s->table);
    sky_tabulate(&s->sky, light->sky);
    draw_all(s, threads);
  }
  texture_free(&s->texture);
  free(s);
  return reason;
}
