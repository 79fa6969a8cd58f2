/* Pictures of materials: the scattering of light against integrals and formulas in double precision, which are written
 * anew here; the light of the sky; and pictures whose look can be said beforehand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "lit/brdf.h"
#include "lit/lit.h"
#include "lit/tone.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))
#define PI 3.14159265358979

static const double roughnesses[] = {0.2, 0.35, 0.5, 0.7, 0.85, 1};

static void assert_near(double a, double b, double off) {
  if (!(fabs(a - b) <= off)) fail_msg("%.9g is not %.9g within %g", a, b, off);
}

/* ---- scattering ------------------------------------------------------------------------------------ */

static void densities_project_to_one(void **state) {
  (void)state;
  for (int i = 0; i < COUNT(roughnesses); i++) {
    const double alpha = roughnesses[i] * roughnesses[i];
    double sum = 0;
    const int steps = 20000;
    for (int k = 0; k < steps;
         k++) { /* the angle is the square of what is stepped through: facets near the normal count */
      const double t = (k + 0.5) / steps, angle = PI / 2 * t * t;
      sum += (double)brdf_density((float)alpha, (float)cos(angle)) * cos(angle) * sin(angle) * 2 * PI * PI * t / steps;
    }
    assert_near(sum, 1, 2e-3);
  }
}

/* Heitz's height-correlated masking and shadowing, by Smith's Lambda. */
static double smith_lambda(double alpha, double cosine) {
  return 0.5 * (sqrt(1 + alpha * alpha * (1 / (cosine * cosine) - 1)) - 1);
}

static void visibility_is_smiths(void **state) {
  (void)state;
  for (int k = 0; k < 2000; k++) {
    const double alpha = draw(0.02, 1), nl = draw(0.01, 1), nv = draw(0.01, 1);
    const double right = 1 / (1 + smith_lambda(alpha, nl) + smith_lambda(alpha, nv)) / (4 * nl * nv);
    assert_near((double)brdf_visibility((float)alpha, (float)nl, (float)nv) / right, 1, 1e-4);
  }
}

typedef struct {
  double x, y, z;
} direction;

static direction towards(double cosine, double angle) {
  const double sine = sqrt(1 - cosine * cosine);
  return (direction){sine * cos(angle), sine * sin(angle), cosine};
}

/* What a surface sends to the view, of a light in another direction, times pi. */
static vector scattered(const brdf_table *t, vector base, double metalness, double roughness, direction v,
                        direction l) {
  const direction sum = {v.x + l.x, v.y + l.y, v.z + l.z};
  const double length = sqrt(sum.x * sum.x + sum.y * sum.y + sum.z * sum.z);
  const double vh = (v.x * sum.x + v.y * sum.y + v.z * sum.z) / length;
  const brdf b = brdf_of(t, base, (float)metalness, (float)roughness, (float)v.z);
  return brdf_scatter(&b, (float)(roughness * roughness), (float)l.z, (float)(sum.z / length), (float)vh);
}

static void light_can_be_turned_round(void **state) {
  (void)state;
  brdf_table *const t = malloc(sizeof *t);
  brdf_tabulate(t);
  for (int k = 0; k < 2000; k++) {
    const direction v = towards(draw(0.05, 1), 0), l = towards(draw(0.05, 1), draw(0, 2 * PI));
    const vector base = {(float)draw(0, 1), (float)draw(0, 1), 0.5f};
    const double metalness = draw(0, 1), roughness = draw(0.1, 1);
    const vector a = scattered(t, base, metalness, roughness, v, l), b = scattered(t, base, metalness, roughness, l, v);
    assert_near((double)a.x, (double)b.x, 1e-3 * (1 + (double)b.x));
    assert_near((double)a.y, (double)b.y, 1e-3 * (1 + (double)b.y));
  }
  free(t);
}

/* The light of a white sky that a surface of one base colour returns. */
static double returned(const brdf_table *t, float base, double metalness, double roughness, double nv) {
  const int rings = 400, spokes = 240;
  const direction v = towards(nv, 0);
  double sum = 0;
  for (int i = 0; i < rings; i++)
    for (int k = 0; k < spokes; k++) {
      const double s = (i + 0.5) / rings, nl = s * s; /* more of them near the horizon */
      const vector f = scattered(t, v_grey(base), metalness, roughness, v, towards(nl, PI * (k + 0.5) / spokes));
      sum += (double)f.x * nl * 2 * (2 * s) / rings / spokes;
    }
  return sum;
}

static void white_surfaces_return_all_light(void **state) {
  (void)state;
  static const double views[] = {1, 0.8, 0.5, 0.25, 0.1};
  brdf_table *const t = malloc(sizeof *t);
  brdf_tabulate(t);
  for (int i = 1; i < COUNT(roughnesses); i++)
    for (int k = 0; k < COUNT(views); k++)
      for (int metal = 0; metal < 2; metal++) {
        const double all = returned(t, 1, metal, roughnesses[i], views[k]);
        const brdf_energy e = brdf_energy_at(t, (float)roughnesses[i], (float)views[k]);
        const brdf b = brdf_of(t, v_grey(1), (float)metal, (float)roughnesses[i], (float)views[k]);
        assert_near(all, 1, 0.015);
        assert_true(all > (metal ? 1 : 0.04) * (double)e.scale + (double)e.bias - 0.01);
        assert_near((double)(b.specular.x + b.matte.x), 1, 1e-5);
      }
  free(t);
}

static void black_surfaces_return_what_facets_reflect(void **state) {
  (void)state;
  brdf_table *const t = malloc(sizeof *t);
  brdf_tabulate(t);
  for (int i = 1; i < COUNT(roughnesses); i++)
    for (double nv = 0.1; nv < 1; nv += 0.15) {
      const brdf_energy e = brdf_energy_at(t, (float)roughnesses[i], (float)nv);
      assert_near(returned(t, 0, 0, roughnesses[i], nv), 0.04 * (double)e.scale + (double)e.bias, 4e-3);
    }
  for (int i = 1; i < BRDF_SIDE; i++) /* seen from above, rougher facets hide more light from each other */
    assert_true(t->at[i][BRDF_SIDE - 1].scale <= t->at[i - 1][BRDF_SIDE - 1].scale + 1e-4f);
  free(t);
}

/* ---- the sky --------------------------------------------------------------------------------------- */

static vector white(vector d) {
  (void)d;
  return v_grey(1);
}

static vector dim(vector d) {
  (void)d;
  return v_grey(0.1f);
}

static vector brighter_along(vector d) { return v_of(1 + d.x, 1 + d.y, 1 + d.z); }

static void a_sky_is_averaged_in_every_direction(void **state) {
  (void)state;
  sky *const even = malloc(sizeof *even), *const slant = malloc(sizeof *slant);
  sky_tabulate(even, white);
  sky_tabulate(slant, brighter_along);
  for (int k = 0; k < 3000; k++) {
    const direction d = towards(draw(-1, 1), draw(0, 2 * PI));
    const vector n = {(float)d.x, (float)d.y, (float)d.z};
    const float roughness = (float)draw(0, 1), along_z = sky_lobe(slant, v_of(0, 0, 1), roughness).z - 1;
    const vector diffuse = sky_diffuse(slant, n), lobe = sky_lobe(slant, n, roughness);
    assert_near((double)sky_diffuse(even, n).x, 1, 2e-3);
    assert_near((double)sky_lobe(even, n, roughness).x, 1, 1e-4);
    assert_near((double)diffuse.x, 1 + 2.0 / 3 * d.x, 5e-3);
    assert_near((double)diffuse.y, 1 + 2.0 / 3 * d.y, 5e-3);
    assert_near((double)lobe.x, 1 + (double)along_z * d.x, 0.02);
    assert_near((double)lobe.y, 1 + (double)along_z * d.y, 0.02);
  }
  free(even);
  free(slant);
}

/* ---- what a screen shows --------------------------------------------------------------------------- */

static void curves_are_right(void **state) {
  (void)state;
  for (int k = 0; k <= 2000; k++) {
    const double a = k / 2000.0;
    assert_near((double)tone_encode((float)a), a <= 0.0031308 ? 12.92 * a : 1.055 * pow(a, 1 / 2.4) - 0.055, 1e-6);
    assert_near((double)tone_decode((float)a), a <= 0.04045 ? a / 12.92 : pow((a + 0.055) / 1.055, 2.4), 1e-6);
  }
  float before = -1;
  for (int k = 0; k < 4000; k++) {
    const vector c = tone_neutral(v_grey(0.005f * (float)k));
    assert_true(c.x > before && c.x < 1);
    before = c.x;
  }
  const vector kept = tone_neutral(v_of(0.6f, 0.3f, 0.2f)); /* all but 0.04 of reflection */
  assert_near((double)kept.x, 0.56, 1e-6);
  assert_near((double)kept.z, 0.16, 1e-6);
}

/* ---- pictures -------------------------------------------------------------------------------------- */

enum { SIDE = 64, MAP = 32 };
static const lit_shape shapes[] = {LIT_BALL, LIT_PLANE, LIT_CLOTH};

static lit_light evenly(float behind) {
  return (lit_light){.sky = white, .lamp = v_grey(0), .behind = v_grey(behind), .finish = LIT_LINEAR};
}

static float *pictured(const lit_maps *maps, lit_shape shape, const lit_light *light) {
  float *const rgb = malloc(sizeof(float) * 3 * SIDE * SIDE);
  assert_int_equal(lit_draw(maps, shape, light, SIDE, 1, rgb), 0);
  return rgb;
}

static lit_maps flat_maps(void) { return (lit_maps){.columns = MAP, .rows = MAP, .depth = 0.1}; }

/* A map of a value everywhere. */
static float *filled(int count, float value) {
  float *const map = malloc(sizeof *map * (size_t)count);
  for (int i = 0; i < count; i++) map[i] = value;
  return map;
}

static double mean_of(const float *rgb) {
  double sum = 0;
  for (int i = 0; i < 3 * SIDE * SIDE; i++) sum += (double)rgb[i];
  return sum / (3 * SIDE * SIDE);
}

static void white_shapes_vanish_before_a_white_sky(void **state) {
  (void)state;
  const lit_light light = evenly(1);
  float *const albedo = filled(3 * MAP * MAP, 1), *const metallic = filled(MAP * MAP, 0),
               *const rough = filled(MAP * MAP, 0);
  lit_maps maps = flat_maps();
  maps.albedo = albedo;
  maps.metallic = metallic;
  maps.roughness = rough;
  for (int metal = 0; metal < 2; metal++)
    for (int i = 0; i < COUNT(roughnesses); i += 2)
      for (int k = 0; k < COUNT(shapes); k++) {
        for (int j = 0; j < MAP * MAP; j++) metallic[j] = (float)metal, rough[j] = (float)roughnesses[i];
        float *const rgb = pictured(&maps, shapes[k], &light);
        for (int j = 0; j < 3 * SIDE * SIDE; j++) assert_near((double)rgb[j], 1, 4e-3);
        free(rgb);
      }
  free(albedo);
  free(metallic);
  free(rough);
}

static void a_flat_ball_is_round(void **state) {
  (void)state;
  const lit_light light = evenly(0);
  const lit_maps maps = flat_maps();
  float *const rgb = pictured(&maps, LIT_BALL, &light);
  const double radius = 0.5 * SIDE / 1.12;
  for (int j = 0; j < SIDE; j++)
    for (int i = 0; i < SIDE; i++) {
      const double x = i + 0.5 - 0.5 * SIDE, y = j + 0.5 - 0.5 * SIDE, far = sqrt(x * x + y * y);
      const float here = rgb[3 * (j * SIDE + i)], across = rgb[3 * (j * SIDE + SIDE - 1 - i)],
                  below = rgb[3 * ((SIDE - 1 - j) * SIDE + i)];
      if (far > radius + 1) assert_near((double)here, 0, 0);
      if (far < radius - 1) assert_true(here > 0.2f && here < 1);
      if (far < radius - 4) { /* beyond it changes within a pixel, whose samples aren't symmetric */
        assert_near((double)here, (double)across, 2e-3);
        assert_near((double)here, (double)below, 2e-3);
      }
    }
  free(rgb);
}

/* How many pixels hold the material, more or less. */
static int covered(const float *rgb) {
  int count = 0;
  for (int i = 0; i < SIDE * SIDE; i++) count += rgb[3 * i] > 0.05f;
  return count;
}

static void heights_show_in_the_outline(void **state) {
  (void)state;
  const lit_light light = evenly(0);
  lit_maps maps = flat_maps();
  float *const height = filled(MAP * MAP, 0);
  for (int j = 0; j < MAP; j++)
    for (int i = 0; i < MAP; i++) height[j * MAP + i] = (float)(j / 4 & 1);
  float *const flat = pictured(&maps, LIT_BALL, &light);
  maps.height = height;
  maps.depth = 0.2;
  float *const grooved = pictured(&maps, LIT_BALL, &light);
  assert_true(covered(grooved) < covered(flat) - SIDE * SIDE / 50);
  free(flat);
  free(grooved);
  free(height);
}

/* The light of some pixels around a place of the picture, in [-1, 1]^2 from the lower left on. */
static double light_near(const float *rgb, double x, double y) {
  const int i = (int)((x + 1) * SIDE / 2), j = (int)((1 - y) * SIDE / 2);
  double sum = 0;
  for (int b = -1; b <= 1; b++)
    for (int a = -1; a <= 1; a++) sum += (double)rgb[3 * ((j + b) * SIDE + i + a) + 1] / 9;
  return sum;
}

/* A wall through the middle of the picture throws its shadow to the right, as the lamp stands on the left. */
static void a_wall_throws_its_shadow_away_from_the_lamp(void **state) {
  (void)state;
  lit_light light = lit_studio;
  light.finish = LIT_LINEAR;
  light.sky = dim;
  float *const height = filled(MAP * MAP, 0), *const open = filled(MAP * MAP, 1);
  lit_maps maps = flat_maps();
  for (int j = 0; j < MAP; j++)
    for (int i = -2; i < 2; i++) height[j * MAP + (i + MAP) % MAP] = 1;
  maps.height = height;
  maps.occlusion = open;
  for (maps.depth = 0.15; maps.depth < 0.3; maps.depth += 0.1) {
    float *const rgb = pictured(&maps, LIT_PLANE, &light);
    const double left = light_near(rgb, -0.25, 0), right = light_near(rgb, 0.13, 0), far = light_near(rgb, 0.5, 0);
    assert_true(right < 0.4 * left);
    assert_near(far, left, 0.1 * left);
    free(rgb);
  }
  free(height);
  free(open);
}

/* A normal that leans to the left or up, towards the lamp, is brighter than one that leans away. */
static void normals_lean_where_their_colours_say(void **state) {
  (void)state;
  lit_light light = lit_studio;
  light.sky = white;
  float *const normal = filled(3 * MAP * MAP, 0);
  lit_maps maps = flat_maps();
  maps.normal = normal;
  for (int k = 0; k < COUNT(shapes); k++) {
    double means[4];
    for (int to = 0; to < 4; to++) { /* to the left, to the right, down and up */
      for (int i = 0; i < MAP * MAP; i++) {
        normal[3 * i] = to > 1 ? 0.5f : to ? 0.7f : 0.3f;
        normal[3 * i + 1] = to < 2 ? 0.5f : to == 3 ? 0.7f : 0.3f;
        normal[3 * i + 2] = 0.95f;
      }
      float *const rgb = pictured(&maps, shapes[k], &light);
      means[to] = mean_of(rgb);
      free(rgb);
    }
    assert_true(means[0] > means[1] + 0.02);
    assert_true(means[3] > means[2] + 0.02);
  }
  free(normal);
}

/* A bump amid the picture is bright at its upper left. */
static void bumps_are_bright_towards_the_lamp(void **state) {
  (void)state;
  lit_light light = lit_studio;
  light.sky = white;
  float *const height = filled(MAP * MAP, 0);
  lit_maps maps = flat_maps();
  maps.height = height;
  for (int j = 0; j < MAP; j++)
    for (int i = 0; i < MAP; i++) {
      const double x = (i + MAP / 2) % MAP - MAP / 2 + 0.5, y = (j + MAP / 2) % MAP - MAP / 2 + 0.5;
      height[j * MAP + i] = (float)sqrt(fmax(0, 1 - (x * x + y * y) / 36));
    }
  for (int k = 0; k < 2; k++) { /* at u = v = 0 of ball and plane */
    float *const rgb = pictured(&maps, shapes[k], &light);
    assert_true(light_near(rgb, -0.09, 0.09) > light_near(rgb, 0.09, -0.09) + 0.05);
    free(rgb);
  }
  free(height);
}

static void what_is_open_shows_what_is_behind(void **state) {
  (void)state;
  const lit_light light = evenly(0.25f);
  float *const opacity = filled(MAP * MAP, 0), *const emission = filled(3 * MAP * MAP, 1),
               *const black = filled(3 * MAP * MAP, 0);
  lit_maps maps = flat_maps();
  maps.opacity = opacity;
  maps.albedo = black;
  for (int k = 0; k < COUNT(shapes); k++) {
    float *const through = pictured(&maps, shapes[k], &light);
    for (int i = 0; i < 3 * SIDE * SIDE; i++) assert_near((double)through[i], 0.25, 1e-5);
    free(through);
  }
  maps.opacity = NULL;
  float *const dark = pictured(&maps, LIT_PLANE, &light);
  maps.emission = emission;
  float *const glowing = pictured(&maps, LIT_PLANE, &light);
  for (int i = 0; i < 3 * SIDE * SIDE; i++) assert_near((double)(glowing[i] - dark[i]), 1, 1e-4);
  free(dark);
  free(glowing);
  free(opacity);
  free(emission);
  free(black);
}

/* Maps of any size with any values give a picture of numbers in [0, 1], the same on any number of threads. */
static void any_maps_can_be_shown(void **state) {
  (void)state;
  static const int sizes[][2] = {{1, 1}, {33, 19}, {64, 16}};
  static const double depths[] = {-0.2, 1, 1e300};
  float *const many = malloc(sizeof(float) * 3 * 64 * 64), *const again = malloc(sizeof(float) * 3 * SIDE * SIDE);
  for (int i = 0; i < 3 * 64 * 64; i++) many[i] = i % 37 == 0 ? NAN : i % 401 == 0 ? -INFINITY : (float)draw(-1, 2);
  for (int s = 0; s < COUNT(sizes); s++)
    for (int k = 0; k < COUNT(shapes); k++)
      for (int d = 0; d < COUNT(depths); d++) {
        const lit_maps maps = {.columns = sizes[s][0],
                               .rows = sizes[s][1],
                               .height = many,
                               .albedo = many,
                               .normal = d == 1 ? many : NULL,
                               .roughness = many + 5,
                               .metallic = many + 9,
                               .occlusion = d ? many : NULL,
                               .emission = many,
                               .opacity = many + 2,
                               .depth = depths[d]};
        float *const rgb = pictured(&maps, shapes[k], &lit_studio);
        for (int i = 0; i < 3 * SIDE * SIDE; i++) assert_true(rgb[i] >= 0 && rgb[i] <= 1);
        assert_int_equal(lit_draw(&maps, shapes[k], &lit_studio, SIDE, 3, again), 0);
        assert_memory_equal(rgb, again, sizeof(float) * 3 * SIDE * SIDE);
        free(rgb);
      }
  free(many);
  free(again);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(densities_project_to_one),
      cmocka_unit_test(visibility_is_smiths),
      cmocka_unit_test(light_can_be_turned_round),
      cmocka_unit_test(white_surfaces_return_all_light),
      cmocka_unit_test(black_surfaces_return_what_facets_reflect),
      cmocka_unit_test(a_sky_is_averaged_in_every_direction),
      cmocka_unit_test(curves_are_right),
      cmocka_unit_test(white_shapes_vanish_before_a_white_sky),
      cmocka_unit_test(a_flat_ball_is_round),
      cmocka_unit_test(heights_show_in_the_outline),
      cmocka_unit_test(a_wall_throws_its_shadow_away_from_the_lamp),
      cmocka_unit_test(normals_lean_where_their_colours_say),
      cmocka_unit_test(bumps_are_bright_towards_the_lamp),
      cmocka_unit_test(what_is_open_shows_what_is_behind),
      cmocka_unit_test(any_maps_can_be_shown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
