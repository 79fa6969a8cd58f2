/* The language as docs/language.md promises it, through the public API alone: noises, seeds, periods and fractals.
 * Expected values are worked out here or by libm, never taken from the library. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "burl.h"
#include "compile.h"
#include "draw.h"
#include "language.h"
#include "scale.h"

/* ---- Noises ---- */

static void test_noises(void **state) {
  (void)state;
  static const same_row same[] = {
      {"value()", "value(interp: quintic, smooth: 0, hash: burl, seed: 0, period: 0, raw: 0)", 2, 0},
      {"perlin()", "perlin(interp: quintic, gradients: default, hash: burl, seed: 0, period: 0, raw: 0)", 2, 0},
      {"white()", "white(seed: 0, period: 0)", 2, 0},
      {"perlin()", "perlin(x)", 1, 0},
      {"perlin()", "perlin(x, y)", 2, 0},
      {"perlin()", "perlin(x, y, z)", 3, 0},
      {"perlin()", "perlin(x, y, z, w)", 4, 0},
      {"value()", "value(x, y, z)", 3, 0},
      {"white()", "white(x, y, z, w)", 4, 0},
      {"white()", "white(floor(x), floor(y))", 2, 0},
      {"perlin(period: 4)", "perlin(period: 4, 4)", 2, 0},
      {"perlin(x, period: 4)", "perlin(x, 0 + y*0, period: 4, 0) - perlin(x, y*0, period: 4, 0) + perlin(x, period: 4)",
       2, 1e-6},
      {"perlin(seed: 1 + 2)", "perlin(seed: 3)", 2, 0},
  };
  check_same(same, COUNT(same));

  static const char *const recipes[] = {"perlin()",
                                        "value()",
                                        "white()",
                                        "perlin(interp: linear)",
                                        "perlin(interp: cosine)",
                                        "perlin(interp: hermite)",
                                        "perlin(interp: wavelet)",
                                        "perlin(gradients: edges)",
                                        "perlin(gradients: axes)",
                                        "perlin(gradients: diagonal)",
                                        "perlin(gradients: circle)",
                                        "perlin(gradients: uniform)",
                                        "perlin(hash: perlin2002)",
                                        "perlin(hash: table)",
                                        "value(interp: linear)",
                                        "value(interp: cosine)",
                                        "value(interp: hermite)",
                                        "value(interp: cubic)",
                                        "value(interp: catmull_rom)",
                                        "value(smooth: 1)",
                                        "value(interp: cubic, smooth: 1)",
                                        "value(hash: perlin2002)",
                                        "value(hash: elias)",
                                        "value(hash: table)",
                                        "value(hash: wood, period: 8)",
                                        "value(interp: catmull_rom, hash: elias)"};
  for (int i = 0; i < COUNT(recipes); i++)
    for (int dims = 1; dims <= 4; dims++) {
      burl_error error;
      burl_program *program = burl_compile(recipes[i], dims, &error);
      if (!program) {
        if (!strstr(recipes[i], "gradients") && !strstr(recipes[i], "wood"))
          WRONG("%s in %dD: %s", recipes[i], dims, error.message);
        continue;
      }
      double sum = 0, most = 0;
      float first = 0;
      int changes = 0;
      const int count = few_of_test(1500);
      for (int k = 0; k < count; k++) {
        if (k % (count / 3) == 0) burl_seed(program, (uint64_t)k);
        const float v = value_of(program, random_place(300));
        if (!(v >= -1 && v <= 1)) WRONG("%s in %dD is %g", recipes[i], dims, (double)v);
        if (k && v != first) changes++;
        first = v;
        sum += (double)v;
        most = fmax(most, fabs((double)v));
      }
      if (changes < count / 3 * 2 || most < 0.05) WRONG("%s in %dD hardly varies", recipes[i], dims);
      if (fabs(sum / count) > 0.12) WRONG("%s in %dD has the mean %g", recipes[i], dims, sum / count);
      burl_free(program);
    }

  static const value_row published[] = {
      {"perlin(3.14, 42, 7, hash: perlin2002, raw: 1)", 2, {{0}}, 0.13691995878400012},
      {"perlin(-4.20, 10, 6, hash: perlin2002, raw: 1)", 2, {{0}}, 0.14208000000000043},
      {"perlin(x, y, z, hash: perlin2002, raw: 1)", 3, {{.5, .5, .5}}, -0.25},
      {"perlin(hash: perlin2002, raw: 1)", 3, {{.1, .1, .1}}, 0.1861607143544832},
      {"perlin(hash: perlin2002, raw: 1)", 3, {{.25, .5, .75}}, -0.2697153091430664},
      {"perlin(hash: perlin2002, raw: 1)", 3, {{255.5, 255.5, 255.5}}, -0.875},
      {"perlin()", 3, {{4, -7, 1000}}, 0},
      {"perlin()", 2, {{-3, 0}}, 0},
      {"perlin(raw: 1, gradients: axes)", 2, {{-3, 0}}, 0},
  };
  check_rows(published, COUNT(published), 5e-7);
  end();
}

static void test_seeds(void **state) {
  (void)state;
  static const char *const noises[] = {"perlin", "value", "white"};
  for (int i = 0; i < COUNT(noises); i++) {
    char a[128], b[128];
    const char *n = noises[i];
    /* combine(0, b) = b and combine(a, 0) = a */
    snprintf(a, sizeof a, "%s()", n);
    snprintf(b, sizeof b, "%s(seed: 5)", n);
    burl_program *pa = compile(a, 2), *pb = compile(b, 2);
    burl_seed(pa, 5);
    for (int k = 0; k < 30; k++) {
      const place p = random_place(30);
      if (value_of(pa, p) != value_of(pb, p)) {
        WRONG("%s: seed 5 is not seed: 5", n);
        break;
      }
    }
    /* ordered: recipe 5, noise 7 is not recipe 7, noise 5; nor is either of them alone */
    snprintf(a, sizeof a, "%s(seed: 7)", n);
    burl_program *p57 = compile(a, 2), *p75 = compile(b, 2);
    burl_seed(p57, 5);
    burl_seed(p75, 7);
    int equal = 0;
    for (int k = 0; k < 30; k++) {
      const place p = random_place(30);
      equal += value_of(p57, p) == value_of(p75, p);
      equal += value_of(p57, p) == value_of(pa, p);
      equal += value_of(p75, p) == value_of(pb, p);
    }
    if (equal > 3) WRONG("%s: combined seeds are not a mix of the ordered pair", n);
    /* every bit matters */
    for (int bit = 0; bit < 64; bit++) {
      burl_seed(pa, 0);
      burl_seed(pb, 0);
      burl_program *pc = burl_clone(pa);
      burl_seed(pc, (uint64_t)1 << bit);
      equal = 0;
      for (int k = 0; k < 20; k++) {
        const place p = random_place(30);
        equal += value_of(pa, p) == value_of(pc, p);
      }
      if (equal > 2) WRONG("%s: bit %d of the seed does nothing", n, bit);
      burl_free(pc);
    }
    /* no seed is a shifted copy of another */
    burl_program *one = burl_clone(pa);
    for (uint64_t seed = 1; seed < 6; seed++) {
      burl_seed(one, seed);
      for (int dx = -20; dx <= 20; dx++) {
        equal = 0;
        for (int k = 0; k < 6; k++) {
          const place p = {{draw_dyadic(-9, 9), draw_dyadic(-9, 9)}};
          const place q = {{p.c[0] + dx, p.c[1]}};
          equal += value_of(pa, p) == value_of(one, q);
        }
        if (equal == 6) WRONG("%s: seed %d is seed 0 shifted by %d", n, (int)seed, dx);
      }
    }
    burl_free(one), burl_free(pa), burl_free(pb), burl_free(p57), burl_free(p75);
  }
  check_differ("perlin(seed: 18446744073709551615)", "perlin(seed: 18446744073709551614)", 2);
  check_differ("perlin(seed: 9007199254740993)", "perlin(seed: 9007199254740992)", 2);
  check_differ("perlin(seed: 4294967296)", "perlin()", 2);
  check_differ("reseed(perlin(), 3)", "perlin()", 2);
  check_differ("reseed(perlin(seed: 4), 3)", "perlin(seed: 4)", 2);
  check_differ("perlin()", "value()", 2);
  check_differ("perlin(hash: perlin2002)", "perlin(hash: perlin2002, seed: 1)", 2);
  check_differ("value(hash: elias)", "value(hash: elias, seed: 1)", 2);

  burl_program *program = compile("seed", 1);
  assert_true(value_of(program, (place){{0}}) == 0);
  burl_seed(program, 12345);
  assert_true(value_of(program, (place){{0}}) == 12345);
  burl_free(program);
  end();
}

/* v(p + period) has the bits of v(p), and v(p + other) has not always. */
static void check_periodic(const char *recipe, int dims, const double *period) {
  burl_error error;
  burl_program *program = burl_compile(recipe, dims, &error);
  if (!program) {
    WRONG("%s: %s", recipe, error.message);
    return;
  }
  for (uint64_t seed = 0; seed < (scale_of_test() < 1 ? 1 : 3); seed++) {
    burl_seed(program, seed * 77);
    for (int axis = 0; axis < dims; axis++) {
      int same = 0, off = 0;
      for (int k = 0; k < 40; k++) {
        place p = {{0}};
        for (int i = 0; i < dims; i++) p.c[i] = draw_dyadic(-50, 50);
        place q = p, r = p;
        const double length = period[axis] > 0 ? period[axis] : 4; /* 0: does not repeat */
        q.c[axis] += length * ((k % 7) - 3);
        r.c[axis] += length > 2 ? 1 : length * 0.375;
        float a[4], b[4], c[4];
        sample(program, p, a), sample(program, q, b), sample(program, r, c);
        same += period[axis] > 0 ? bits(a[0]) == bits(b[0]) : a[0] != b[0] || k % 7 == 3;
        off += a[0] != c[0];
      }
      if (same < (period[axis] > 0 ? 40 : 36))
        WRONG("%s: axis %d does %srepeat after %g (%d of 40)", recipe, axis, period[axis] > 0 ? "not " : "",
              period[axis], same);
      if (off < 20) WRONG("%s: axis %d hardly varies", recipe, axis);
    }
  }
  burl_free(program);
}

static void test_periods(void **state) {
  (void)state;
  static const struct {
    const char *recipe;
    int dims;
    double period[4];
  } rows[] = {
      {"perlin(period: 4)", 1, {4}},
      {"perlin(period: 4)", 2, {4, 4}},
      {"perlin(period: 3)", 3, {3, 3, 3}},
      {"perlin(period: 5)", 4, {5, 5, 5, 5}},
      {"perlin(period: 4, 8)", 2, {4, 8}},
      {"perlin(period: 4, 0)", 2, {4, 0}},
      {"value(period: 0, 3)", 2, {0, 3}},
      {"white(period: 7, 2, 3)", 3, {7, 2, 3}},
      {"value(period: 3)", 2, {3, 3}},
      {"white(period: 3)", 2, {3, 3}},
      {"value(interp: cubic, smooth: 1, period: 5)", 2, {5, 5}},
      {"value(interp: catmull_rom, period: 3)", 2, {3, 3}},
      {"perlin(hash: perlin2002, period: 300)", 2, {300, 300}},
      {"perlin(hash: table, period: 6)", 2, {6, 6}},
      {"value(hash: elias, period: 6)", 2, {6, 6}},
      {"value(hash: wood, period: 6)", 2, {6, 6}},
      {"perlin(x, y, t, period: 4, 4, 2)", 2, {4, 4}},
      {"fbm(perlin(period: 4), octaves: 3)", 2, {4, 4}},
      {"simplex(period: 5)", 1, {5}},
      {"simplex(period: 3)", 2, {3, 3}},
      {"simplex(period: 6, 15)", 2, {6, 15}},
      {"simplex(period: 0, 9)", 2, {0, 9}},
      {"simplex(period: 30)", 2, {30, 30}},
      {"simplex(period: 3, 6, 9)", 3, {3, 6, 9}},
      {"simplex(period: 4)", 4, {4, 4, 4, 4}},
      {"simplex(smooth: 1, period: 3)", 2, {3, 3}},
      {"simplex(smooth: 1, period: 6)", 3, {6, 6, 6}},
      {"simplex(smooth: 1, period: 4, 8, 0, 4)", 4, {4, 8, 0, 4}},
      {"tile(fbm(simplex(), octaves: 3), 3)", 2, {3, 3}},
      {"cells(period: 4)", 2, {4, 4}},
      {"cells(give: f2_f1, metric: manhattan, period: 3, 5, 0)", 3, {3, 5, 0}},
      {"cells(give: edge, period: 3)", 1, {3}},
      {"tile(fbm(cells(give: f4), octaves: 2), 2)", 4, {2, 2, 2, 2}},
      {"tile(scale(simplex(), 1/3), 2)", 2, {2, 2}},
      {"tile(warp(simplex(smooth: 1), simplex()), 6)", 2, {6, 6}},
      {"perlin()", 2, {0, 0}},
      {"tile(perlin(), 4)", 2, {4, 4}},
      {"tile(perlin(), 4)", 1, {4}},
      {"tile(perlin(), 4)", 3, {4, 4, 4}},
      {"tile(perlin(), 2)", 4, {2, 2, 2, 2}},
      {"tile(perlin(), 4, 8)", 2, {4, 8}},
      {"tile(perlin(), 4, 0)", 2, {4, 0}},
      {"tile(perlin(), 0, 4)", 2, {0, 4}},
      {"tile(fbm(value(interp: catmull_rom), octaves: 4, gain: 1/4, at: 4), 1)", 2, {1, 1}},
      {"tile(fbm(perlin(), octaves: 8), 3)", 2, {3, 3}},
      {"tile(fbm(perlin(), octaves: 3, lacunarity: 2.5), 4)", 2, {4, 4}},
      {"tile(fbm(perlin(), octaves: auto), 4)", 2, {4, 4}},
      {"tile(ridged(perlin(interp: hermite)), 2)", 2, {2, 2}},
      {"tile(fbm(abs(perlin())), 2)", 2, {2, 2}},
      {"tile(scale(perlin(), 0.5), 4)", 2, {4, 4}},
      {"tile(scale(perlin(), 2), 4)", 2, {4, 4}},
      {"tile(scale(perlin(), 1/3), 1)", 2, {1, 1}},
      {"tile(scale(perlin(), 1/4), 0.5)", 2, {.5, .5}},
      {"tile(scale(perlin(), 2, 4), 4, 4)", 2, {4, 4}},
      {"tile(perlin(x*2, y), 4)", 2, {4, 4}},
      {"tile(perlin(y, x), 4, 8)", 2, {4, 8}},
      {"tile(perlin(x*2 + 0.3, y - 7), 4)", 2, {4, 4}},
      {"tile(perlin(-x, y), 4)", 2, {4, 4}},
      {"tile(at(perlin(), x*2, y*3), 4)", 2, {4, 4}},
      {"tile(shift(perlin(), 0.3), 4)", 2, {4, 4}},
      {"tile(warp(perlin(), perlin(), value()), 4)", 2, {4, 4}},
      {"tile(warp(fbm(perlin(), octaves: 3), 0.5*fbm(value(), octaves: 2)), 4)", 2, {4, 4}},
      {"tile(perlin(period: 2), 4)", 2, {2, 2}},
      {"tile(fbm(perlin(period: 4)), 4)", 2, {4, 4}},
      {"tile(perlin(x, y, t), 4)", 2, {4, 4}},
      {"tile(perlin(x + t, y), 4)", 2, {4, 4}},
      {"tile(white(), 4)", 2, {4, 4}},
      {"tile(reseed(perlin(), 4), 4)", 2, {4, 4}},
      {"tile(value(interp: linear) + perlin()*unit(perlin(seed: 3)), 4)", 2, {4, 4}},
      {"g = fbm(perlin(), octaves: 3)\nfract(5*tile(g, 2))", 2, {2, 2}},
      {"f(e) = tile(e, 2)\nf(perlin())", 2, {2, 2}},
      {"tile(rgb(perlin(), value(), 0), 2)", 2, {2, 2}},
      {"param p = 4\ntile(perlin(), p)", 2, {4, 4}},
      {"tile(perlin() > 0 ? value() : perlin(seed: 2), 4)", 2, {4, 4}},
  };
  for (int i = 0; i < COUNT(rows); i++) check_periodic(rows[i].recipe, rows[i].dims, rows[i].period);

  static const same_row same[] = {
      {"tile(perlin(), 0)", "perlin()", 2, 0},
      {"tile(perlin(period: 2), 4)", "perlin(period: 2)", 2, 1e-6},
      {"tile(perlin(), 4)", "perlin(period: 4)", 2, 1e-6},
      {"tile(perlin(), 4, 8)", "perlin(period: 4, 8)", 2, 1e-6},
      {"tile(scale(perlin(), 2), 4)", "scale(perlin(period: 2), 2)", 2, 1e-6},
      {"tile(3, 4)", "3", 2, 0},
      {"loop(perlin(), 5)", "perlin(x, y, 5*fract(t), period: 0, 0, 5)", 2, 0},
      {"loop(perlin(x, y), 5)", "perlin(x, y)", 2, 0},
      {"loop(simplex(seed: 2), 6)", "simplex(x, 6*fract(t), seed: 2, period: 0, 6)", 1, 0},
      {"loop(value(period: 4, 8), 3)", "value(x, y, 3*fract(t), period: 4, 8, 3)", 2, 0},
      {"tile(loop(perlin(), 3), 4)", "tile(perlin(x, y, 3*fract(t), period: 0, 0, 3), 4)", 2, 0},
      {"loop(fbm(perlin(), octaves: 3, same_seed: 1), 2)",
       "o(f) = at(perlin(x, y, z, period: 0, 0, 2), x*f, y*f, 2*fract(t))\n"
       "(o(1) + o(2)/2 + o(4)/4)/1.75",
       2, 1e-6},
  };
  check_same(same, COUNT(same));
  check_differ("perlin(period: 4, 8)", "perlin(period: 4)", 2);
  check_differ("tile(perlin(), 4)", "perlin()", 2);

  /* Inside [0, P - 1] a tile is the noise with that period; the reduction is p - P floor(p/P). */
  static const value_row wraps[] = {{"perlin(x) - perlin(x + 4294967296)", 1, {{0.375}}, 0},
                                    {"perlin(x) - perlin(x + 12884901888)", 1, {{-7.25}}, 0},
                                    {"perlin(x, period: 3) - perlin(x + 4294967295, period: 3)", 1, {{0.375}}, 0},
                                    {"perlin(x, period: 3) - perlin(x + 25769803776, period: 3)", 1, {{0.375}}, 0},
                                    {"perlin(x + 1, period: 3) - perlin(x + 4294967296, period: 3)", 1, {{0.375}}, 0},
                                    {"value(x) - value(x + 4294967296)", 1, {{0.375}}, 0},
                                    {"white(x) - white(x + 4294967296)", 1, {{0.375}}, 0}};
  check_rows(wraps, COUNT(wraps), 0);

  /* The step across the seam is no larger than elsewhere. */
  static const char *const seams[] = {"tile(perlin(), 4)",
                                      "tile(fbm(value(), octaves: 4), 4)",
                                      "tile(value(interp: cubic, smooth: 1), 4)",
                                      "tile(warp(perlin(), perlin()), 4)",
                                      "perlin(period: 4)",
                                      "scale(simplex(period: 6), 2/3)",
                                      "scale(simplex(smooth: 1, period: 3), 4/3)"};
  for (int i = 0; i < COUNT(seams); i++) {
    burl_program *program = compile(seams[i], 2);
    double elsewhere = 0, seam = 0;
    for (int k = 0; k < few_of_test(4000); k++) {
      const double y = draw(0, 4), x = k % 4 ? draw(0.01, 3.98) : 4 - 0.0005;
      const double step =
          fabs((double)value_of(program, (place){{x, y}}) - (double)value_of(program, (place){{x + 0.001, y}}));
      if (k % 4) elsewhere = fmax(elsewhere, step);
      else seam = fmax(seam, step);
    }
    if (seam > elsewhere * 1.1) WRONG("%s: %g across the seam, %g elsewhere", seams[i], seam, elsewhere);
    burl_free(program);
  }
  end();
}

/* ---- Fractals ---- */

static void test_fractals(void **state) {
  (void)state;
  static const same_row same[] = {
      /* fbm by hand */
      {"fbm(perlin(), octaves: 3, same_seed: 1)", "(perlin() + perlin(x*2, y*2)*0.5 + perlin(x*4, y*4)*0.25)/1.75", 2,
       1e-6},
      {"fbm(perlin(), octaves: 3, same_seed: 1, normalise: 0)",
       "perlin() + perlin(x*2, y*2)*0.5 + perlin(x*4, y*4)*0.25", 2, 1e-6},
      {"fbm(perlin(), octaves: 3, same_seed: 1, lacunarity: 3, at: 0.5, gain: 0.25)",
       "(perlin(x*0.5, y*0.5) + perlin(x*1.5, y*1.5)*0.25 + perlin(x*4.5, y*4.5)/16)/1.3125", 2, 1e-6},
      {"fbm(perlin(), octaves: 2.5, same_seed: 1)", "(perlin() + perlin(x*2, y*2)*0.5 + perlin(x*4, y*4)*0.125)/1.625",
       2, 1e-6},
      {"fbm(perlin(), octaves: 2.5, same_seed: 1, normalise: 0)",
       "perlin() + perlin(x*2, y*2)*0.5 + perlin(x*4, y*4)*0.125", 2, 1e-6},
      {"fbm(perlin(), octaves: 3, gain: -0.5, same_seed: 1)",
       "(perlin() - perlin(x*2, y*2)*0.5 + perlin(x*4, y*4)*0.25)/1.75", 2, 1e-6},
      {"fbm(perlin(), octaves: 3, gain: unit(value()), same_seed: 1, normalise: 0)",
       "g = unit(value())\nperlin() + perlin(x*2, y*2)*g + perlin(x*4, y*4)*g*g", 2, 1e-6},
      {"fbm(perlin(), octaves: 3, gain: unit(value()), same_seed: 1)",
       "g = unit(value())\n(perlin() + perlin(x*2, y*2)*g + perlin(x*4, y*4)*g*g)/(1 + g + g*g)", 2, 2e-6},
      {"fbm(perlin(), octaves: 3, gain: signed(value()), same_seed: 1)",
       "g = value()\n(perlin() + perlin(x*2, y*2)*g + perlin(x*4, y*4)*g*g)/(1 + abs(g) + g*g)", 2, 2e-6},
      {"fbm(perlin(), octaves: 1)", "perlin()", 2, 1e-7},
      {"fbm(perlin(), octaves: 1, at: 4)", "perlin(x*4, y*4)", 2, 1e-7},
      {"fbm(perlin())", "fbm(perlin(), octaves: 5, gain: 0.5, lacunarity: 2, at: 1, normalise: 1, same_seed: 0)", 2, 0},
      {"fbm(perlin(x, y, t), octaves: 2, same_seed: 1)", "(perlin(x, y, t) + perlin(x*2, y*2, t)*0.5)/1.5", 2, 1e-6},
      /* any expression */
      {"fbm(x, octaves: 2, same_seed: 1, normalise: 0)", "x + x*2*0.5", 2, 1e-6},
      {"fbm(scale(perlin(), 3), octaves: 2, same_seed: 1)", "(scale(perlin(), 3) + perlin(x*2/3, y*2/3)*0.5)/1.5", 2,
       1e-6},
      {"scale(fbm(perlin(), octaves: 4), 3)", "at(fbm(perlin(), octaves: 4), x/3, y/3)", 2, 0},
      /* kin of fbm, with octaves' seeds and shifts too */
      {"turbulence(perlin())", "fbm(abs(perlin()))", 2, 1e-6},
      {"turbulence(perlin(), normalise: 0, octaves: 3)", "fbm(abs(perlin()), normalise: 0, octaves: 3)", 2, 2e-6},
      {"billow(perlin())", "fbm(2*abs(perlin()) - 1)", 2, 1e-6},
      {"billow(value(), octaves: 2.5, gain: 0.7)", "fbm(2*abs(value()) - 1, octaves: 2.5, gain: 0.7)", 2, 1e-6},
      {"ridged(perlin())", "fbm(2*pow(max(0, 1 - abs(perlin())), 2) - 1)", 2, 2e-6},
      {"ridged(perlin(), offset: 0.8, sharpness: 3)", "fbm(2*pow(max(0, 0.8 - abs(perlin())), 3) - 1)", 2, 2e-6},
      {"ridged(perlin(), sharpness: 1)", "fbm(2*max(0, 1 - abs(perlin())) - 1)", 2, 2e-6},
      {"ridged(perlin(), octaves: 2, same_seed: 1, offset: unit(value()))",
       "o = unit(value())\nr(e) = 2*pow(max(0, o - abs(e)), 2) - 1\n"
       "(r(perlin()) + 0.5*(2*pow(max(0, o - abs(perlin(x*2, y*2))), 2) - 1))/1.5",
       2, 2e-6},
      {"pingpong(perlin(), strength: 1)", "ridged(perlin())", 2, 2e-6},
      {"pingpong(perlin(), octaves: 1, strength: 2)",
       "tri(v) = abs((v - 1) % 4 - 2) - 1\n2*pow(max(0, 1 - abs(tri(2*perlin()))), 2) - 1", 2, 2e-6},
      {"pingpong(perlin(), octaves: 1, strength: 5, offset: 0.9, sharpness: 1)",
       "tri(v) = abs((v - 1) % 4 - 2) - 1\n2*max(0, 0.9 - abs(tri(5*perlin()))) - 1", 2, 4e-6},
      /* a point without a footprint takes 16 */
      {"fbm(perlin(), octaves: auto)", "fbm(perlin(), octaves: 16)", 2, 0},
      {"ridged(value(), octaves: auto, gain: 0.6)", "ridged(value(), octaves: 16, gain: 0.6)", 2, 0},
      {"n = 3\nfbm(perlin(), octaves: n)", "fbm(perlin(), octaves: 1 + 2)", 2, 0},
  };
  check_same(same, COUNT(same));

  /* The octaves have seeds and places of their own. */
  check_differ("fbm(perlin())", "fbm(perlin(), same_seed: 1)", 2);
  for (int dims = 1; dims <= 3; dims++)
    for (uint64_t seed = 0; seed < 4; seed++) {
      burl_program *program = compile("fbm(perlin())", dims);
      burl_seed(program, seed);
      int zeros = 0;
      for (int k = 0; k < 40; k++) zeros += value_of(program, (place){{k - 20, k % 5, k % 3}}) == 0;
      if (zeros > 2) WRONG("fbm(perlin()) in %dD, seed %d: %d zeros of 40 on the lattice", dims, (int)seed, zeros);
      burl_free(program);
    }

  static const char *const bounded[] = {"fbm", "billow", "ridged", "pingpong", "turbulence"};
  for (int i = 0; i < COUNT(bounded); i++) {
    char text[128];
    snprintf(text, sizeof text, "%s(perlin(), gain: 0.7, octaves: 6.5)", bounded[i]);
    burl_program *program = compile(text, 2);
    const burl_range range = burl_bounds(program, 0);
    if (range.lo < -1.00001 || range.hi > 1.00001) WRONG("%s: bounds %g %g", text, range.lo, range.hi);
    burl_free(program);
  }
  end();
}

/* octaves: auto over a footprint is the plain sum of the octaves seen, over the amplitudes of 16.  Octave i > 0 at
 * f·2ⁱ cells a sample counts 2 − 4·f·2ⁱ, from 0 to 1; at gain 0.1 the seventh is below 2⁻¹⁷. */
static void test_octaves_auto(void **state) {
  (void)state;
  static const struct {
    const char *options;
    double gain, footprint, octaves;
  } rows[] = {
      {"", 0.5, 1.0 / 16, 3},
      {"", 0.5, 1.0 / 17, 3 + 2.0 / 17},
      {"", 0.5, 0.9, 1},
      {"", 0.5, 1e-9, 16},
      {"at: 4, ", 0.5, 1.0 / 17, 1 + 2.0 / 17},
      {"gain: 0.1, ", 0.1, 1e-9, 6},
      {"gain: 0.9, ", 0.9, 1.0 / 100, 5.72},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    char text[128];
    snprintf(text, sizeof text, "fbm(perlin(), %soctaves: auto)", rows[i].options);
    burl_program *program = compile(text, 2);
    snprintf(text, sizeof text, "fbm(perlin(), %snormalise: 0, octaves: %.17g)", rows[i].options, rows[i].octaves);
    burl_program *plain = compile(text, 2);
    snprintf(text, sizeof text, "fbm(perlin(), %soctaves: 16)", rows[i].options);
    burl_program *sixteen = compile(text, 2);
    double sum = 0;
    for (int k = 0; k < 16; k++) sum += pow(rows[i].gain, k);
    const burl_range a = burl_bounds(program, 0), b = burl_bounds(sixteen, 0);
    if (a.lo != b.lo || a.hi != b.hi)
      WRONG("octaves: auto, %sbounds %.9g %.9g, not those of 16: %.9g %.9g", rows[i].options, a.lo, a.hi, b.lo, b.hi);
    for (int k = 0; k < 20; k++) {
      place p = random_place(20);
      const burl_points points = {.count = 1, .coord = {&p.c[0], &p.c[1]}, .footprint = rows[i].footprint};
      float v;
      assert_int_equal(burl_sample_points(program, &points, &v), BURL_OK);
      if (!is_near(v, (double)value_of(plain, p) / sum, 1e-6)) {
        WRONG("octaves: auto, %sfootprint %g is %g, not %g octaves: %g", rows[i].options, rows[i].footprint, (double)v,
              rows[i].octaves, (double)value_of(plain, p) / sum);
        break;
      }
      /* a grid's largest step is its footprint, a given one goes before it */
      burl_grid grid = {
          .size = {1, 1}, .origin = {p.c[0], p.c[1]}, .step = {rows[i].footprint, -rows[i].footprint / 3}};
      float g;
      assert_int_equal(burl_sample_grid(program, &grid, &g), BURL_OK);
      if (bits(g) != bits(v)) WRONG("octaves: auto differs on the grid");
      grid.step[0] = -5, grid.step[1] = 7, grid.footprint = rows[i].footprint;
      assert_int_equal(burl_sample_grid(program, &grid, &g), BURL_OK);
      if (bits(g) != bits(v)) WRONG("the footprint given is not taken");
    }
    burl_free(program), burl_free(plain), burl_free(sixteen);
  }
  end();
}

int main(void) {
  const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup(name, begin)
      TEST(test_noises), TEST(test_seeds), TEST(test_periods), TEST(test_fractals), TEST(test_octaves_auto),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
