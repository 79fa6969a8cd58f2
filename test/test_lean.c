/* Lean text as C, against the library's samples: noises with their options, sums of octaves and warps, at random floats
 * within 100 cells of the origin and near 10^4.  Lattices, hashes and gradients are the library's, so what is off is
 * rounding alone: a millionth of the range, or what the row says, at every point.  shaders/run --lean runs other
 * languages and whole recipes. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "burl.h"
#include "code_text.h"
#include "process.h"
#include "random_recipe.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

enum { POINTS = 8192, AXES = 4, MOST_CASES = 256, MOST_SAID = 12 };

/* In which dimensions; by which part of the range values may be off within 100 cells, and at 10^4; 0: 1e-6. */
typedef struct {
  const char *text;
  int least, most;
  double near, far;
  double footprint; /* as a uniform; 0: it reads none */
} row;

static const row rows[] = {
    {"white()", 1, 4, 0, 0, 0},
    {"value()", 1, 4, 0, 0, 0},
    {"value(interp: hermite)", 1, 4, 0, 0, 0},
    {"perlin()", 1, 4, 0, 0, 0},
    {"perlin(raw: 1)", 1, 4, 0, 0, 0},
    {"perlin(interp: linear)", 1, 4, 0, 0, 0},
    {"perlin(gradients: circle)", 2, 3, 0, 0, 0},
    {"perlin(period: 5)", 1, 4, 0, 0, 0},
    {"perlin(hash: perlin2002)", 1, 4, 0, 0, 0},
    {"simplex()", 1, 4, 0, 0, 0},
    {"simplex(period: 12)", 1, 4, 0, 0, 0},
    {"simplex(smooth: 1)", 2, 3, 0, 0, 0},
    {"cells()", 1, 4, 0, 0, 0},
    {"cells(jitter: 0.5)", 1, 4, 0, 0, 0},
    {"cells(give: f2)", 1, 4, 0, 0, 0},
    {"cells(give: f2_f1)", 1, 4, 0, 0, 0},
    {"cells(give: f4)", 2, 3, 0, 0, 0},
    {"cells(metric: manhattan)", 1, 4, 0, 0, 0},
    {"cells(metric: chebyshev, give: f2)", 1, 3, 0, 0, 0},
    {"cells(metric: hybrid)", 1, 3, 0, 0, 0},
    {"cells(metric: euclid2)", 1, 3, 0, 0, 0},
    {"cells(sizes: 0.5)", 2, 3, 0, 0, 0},
    {"cells(jitter: 0.5 + 0.5*white())", 2, 2, 0, 0, 0},
    {"cells(period: 5)", 2, 3, 0, 0, 0},
    {"cells(period: 1, give: f2_f1)", 2, 3, 0, 0, 0},
    {"cells(period: 3000000000)", 2, 2, 0, 0, 0},
    {"cells(give: id)", 1, 4, 0, 0, 0},
    {"cells(give: value, period: 3)", 2, 3, 0, 0, 0},
    {"cells(give: y)", 2, 3, 0, 0, 0},
    {"cells(give: edge)", 2, 3, 4e-6, 4e-6, 0},
    {"cells(give: edge, period: 3)", 2, 2, 4e-6, 4e-6, 0},
    {"cells(give: edge, sizes: 0.7)", 2, 2, 4e-6, 4e-6, 0},
    {"cells(give: edge) + cells(give: f1) + cells(give: x)", 2, 3, 4e-6, 4e-6, 0},
    {"cells(give: f1) + 0.1*d(cells(give: f1), x)", 2, 3, 4e-6, 4e-6, 0},
    {"cells(give: edge) + 0.1*d(cells(give: edge), y)", 2, 3, 1e-5, 1e-5, 0},
    {"d(cells(give: f1, smooth: 0.3), x)", 2, 2, 4e-6, 4e-6, 0},
    {"d(cells(give: f2_f1), y)", 2, 2, 1e-5, 1e-5, 0},
    {"cells(give: f1, smooth: 0.3) + perlin() + d(perlin(), x)", 2, 2, 4e-6, 4e-6, 0},
    {"gabor() + d(gabor(), x)", 2, 2, 4e-6, 4e-6, 0},
    {"fbm(perlin(), octaves: 3)", 1, 4, 0, 0, 0},
    {"fbm(perlin(), octaves: 8)", 1, 4, 0, 0, 0},
    {"cells(seed: 1) + fbm(perlin(), octaves: 8)", 2, 3, 0, 0, 0},
    {"cells(seed: 1) + fbm(simplex(), octaves: 6)", 2, 3, 0, 0, 0},
    {"cells(seed: 1) + ridged(perlin(), octaves: 6)", 2, 3, 0, 0, 0},
    {"billow(value(), octaves: 5)", 2, 3, 0, 0, 0},
    {"warp(perlin(), 0.5*perlin(seed: 1))", 2, 3, 4e-6, 4e-6, 0},
    {"scale(perlin(), 2.3)", 2, 3, 2e-6, 1e-3, 0},
    {"rotate(perlin(), 30)", 2, 2, 2e-6, 1e-3, 0},
    {"shift(simplex(), 1000.3)", 1, 3, 2e-6, 2e-6, 0},
    {"gabor()", 2, 2, 4e-6, 4e-6, 0},
    {"gabor(period: 5)", 2, 2, 4e-6, 4e-6, 0},
    {"gabor(frequency: 0.71, spread: 1/3, impulses: 2)", 2, 2, 4e-6, 4e-6, 0},
    {"phasor()", 2, 2, 4e-6, 4e-6, 0},
    {"phasor(spread: 0, seed: 222, period: 5)", 2, 2, 4e-6, 4e-6, 0},
    {"fbm(perlin(), octaves: auto)", 1, 4, 0, 0, 1e-6},
    {"fbm(perlin(), octaves: auto)", 2, 3, 0, 0, 0.04},
    {"fbm(perlin(), octaves: auto)", 2, 2, 0, 0, 0.35},
    {"fbm(perlin(), octaves: auto)", 2, 2, 0, 0, 3},
    {"fbm(simplex(), octaves: auto, gain: 0.7)", 2, 3, 0, 0, 0.01},
    {"billow(value(), octaves: auto)", 2, 3, 0, 0, 0.02},
    {"ridged(perlin(), octaves: auto, feedback: 2)", 2, 2, 4e-6, 4e-6, 0.02},
    {"fbm(perlin(), octaves: auto, lacunarity: 2.3)", 2, 2, 2e-6, 1e-2, 0.02},
    {"fbm(perlin(), octaves: auto, damped: 1)", 2, 2, 4e-6, 4e-6, 0.02},
    {"hybrid(perlin(), octaves: auto)", 2, 2, 4e-6, 4e-6, 0.02},
    {"multifractal(perlin(), octaves: auto)", 2, 2, 4e-6, 4e-6, 0.02},
    {"fbm(warp(perlin(), 0.3*perlin(seed: 1)), octaves: auto)", 2, 2, 1e-5, 1e-5, 0.02},
    {"d(fbm(perlin(), octaves: auto), x)", 2, 2, 4e-6, 4e-6, 0.05},
    {"scale(fbm(perlin(), octaves: auto), 8)", 2, 2, 2e-6, 2e-6, 0.3},
    /* Functions that become one, and steps that become loops: */
    {"n(k) = fbm(perlin(seed: k), octaves: 3)\nwarp(n(1), n(2), n(3))", 2, 3, 2e-5, 2e-5, 0},
    {"n(k) = fbm(simplex(seed: k), octaves: 6) + cells(seed: k)\nn(1)*n(2) + n(3)", 2, 2, 0, 0, 0},
    {"n(k, s) = perlin(s*x, y/s, seed: k)*s\nn(1, 2) + n(2, 0.5) + n(3, 4)", 2, 3, 0, 0, 0},
    {"cells(seed: 1) + fbm(simplex(), octaves: 9, at: 0.6)", 2, 3, 2e-6, 1e-3, 0},
    {"f(e) = e + 0.1*perlin(e, y)\nf(f(f(f(f(f(f(x)))))))", 2, 2, 4e-5, 4e-5, 0},
    {"f(e, k) = max(e, perlin(x + k, 3*y)*k)\nf(f(f(f(f(f(0, 1), 3), 2), 7), 4), 5)", 2, 2, 2e-6, 2e-6, 0},
    {"n(k) = fbm(simplex(seed: k), octaves: 6)\nwarp(n(1), 0.1*n(2), 0) + n(1)", 2, 2, 2e-5, 2e-5, 0},
    {"d(warp(fbm(simplex(), octaves: 6), 0.1*fbm(simplex(seed: 1), octaves: 6), 0), x)", 2, 2, 4e-4, 4e-4, 0},
    {"splatter(1 - length(x, y), size: 0.6)", 2, 2, 2e-5, 4e-3, 0},
    {"s = splatter(1 - x*x - y*y, size: 0.6)\ns + 0.1*d(s, x)", 2, 2, 4e-5, 4e-3, 0},
    /* A loop in a loop, whose turns vary: */
    {"f(k) = (0.5 + perlin(x + k, y))*0.1*k\ng(k) = (simplex(x, y + k) - 0.5)*0.2*k\n"
     "f(1) + f(2) + f(3) + g(4) + f(5) + f(6) + f(7) + f(8) + f(9) + g(8) + f(11) + f(12) + f(13) + f(14) + g(16)"
     " + f(21) + f(22) + f(23) + f(24) + f(25) + g(32)",
     2, 2, 0, 2e-6, 0},
    /* A part of noise of more dimensions, at a point that the part around it only gives on: */
    {"far = perlin(seed: 1)\nseen(e) = warp(e, 0.1*far, 0.2*far)\nbent = exp(simplex(x, y, 3) + 2*simplex(y, x, 1))\n"
     "light = seen(bent*(3 - bent))\nseen(cells()) + light*light",
     2, 2, 2e-5, 2e-5, 0},
};

typedef struct {
  const row *from;
  burl_program *program;
} subject;

static int add_subjects(subject *to) {
  int count = 0;
  for (int i = 0; i < COUNT(rows); i++)
    for (int dims = rows[i].least; dims <= rows[i].most; dims++) {
      burl_error error = {0};
      to[count] = (subject){&rows[i], burl_compile(rows[i].text, dims, &error)};
      if (!to[count++].program) fail_msg("%s in %dD: %s", rows[i].text, dims, error.message);
    }
  assert_true(count <= MOST_CASES);
  return count;
}

/* Half of them within 100 cells, half at most 10^4 out, as floats. */
static void draw_points(float points[POINTS][AXES]) {
  for (int i = 0; i < POINTS; i++)
    for (int a = 0; a < AXES; a++) {
      const double most = i < POINTS / 2 ? 100 : 1e4;
      points[i][a] = (float)random_between(-most, most);
    }
}

static void write_program(const char *path, const subject *subjects, int count) {
  FILE *const file = fopen(path, "wb");
  assert_non_null(file);
  fputs("#include <stdio.h>\n#include <stdint.h>\n", file);
  for (int i = 0; i < count; i++) {
    char prefix[16];
    snprintf(prefix, sizeof prefix, "r%d", i);
    const burl_code_options options = {.target = "c", .style = "lean", .prefix = prefix};
    char *const text = code_text_ok(subjects[i].program, &options);
    fprintf(file, "%s\nstatic float c%d(const float *p) {\n", text, i);
    if (subjects[i].from->footprint > 0)
      fprintf(file, "  const r%d_uniforms u = {(float)%.9g};\n  return r%d(p, &u);\n}\n", i,
              subjects[i].from->footprint, i);
    else fprintf(file, "  return r%d(p);\n}\n", i);
    free(text);
  }
  fputs("typedef float call(const float *p);\nstatic call *const calls[] = {", file);
  for (int i = 0; i < count; i++) fprintf(file, "c%d, ", i);
  fprintf(file,
          "};\nint main(void) {\n  static float points[%d][%d];\n  fread(points, sizeof points, 1, stdin);\n"
          "  for (int i = 0; i < %d; i++)\n    for (int n = 0; n < %d; n++) {\n"
          "      const float value = calls[i](points[n]);\n      fwrite(&value, sizeof value, 1, stdout);\n    }\n"
          "  return 0;\n}\n",
          POINTS, AXES, count, POINTS);
  assert_int_equal(fclose(file), 0);
}

static void sample(const subject *s, float points[POINTS][AXES], float *to) {
  static double coord[AXES][POINTS];
  for (int i = 0; i < POINTS; i++)
    for (int a = 0; a < AXES; a++) coord[a][i] = (double)points[i][a];
  burl_points all = {.count = POINTS, .footprint = (double)(float)s->from->footprint};
  for (int a = 0; a < burl_dims(s->program); a++) all.coord[a] = coord[a];
  assert_int_equal(burl_sample_points(s->program, &all, to), BURL_OK);
}

/* Says where a subject is most off, of the points from first to last, if that is too much. */
static int is_off(const subject *s, float points[POINTS][AXES], const float *got, const float *wanted, int first,
                  int last, double limit) {
  double least = (double)INFINITY, most = -(double)INFINITY, off = 0;
  int worst = first;
  for (int i = first; i < last; i++) {
    const double difference = fabs((double)got[i] - (double)wanted[i]);
    least = fmin(least, (double)wanted[i]);
    most = fmax(most, (double)wanted[i]);
    if (difference <= off) continue; /* NaN isn't, so it stays */
    off = difference;
    worst = i;
  }
  if (off <= limit * (most - least)) return 0;
  print_error("%s in %dD at %.9g, %.9g, %.9g, %.9g: %.9g, not %.9g: %.2g of its range\n", s->from->text,
              burl_dims(s->program), (double)points[worst][0], (double)points[worst][1], (double)points[worst][2],
              (double)points[worst][3], (double)got[worst], (double)wanted[worst], off / (most - least));
  return 1;
}

static double limit_of(double given) { return given > 0 ? given : 1e-6; }

static void test_lean_is_near(void **state) {
  (void)state;
  static subject subjects[MOST_CASES];
  static float points[POINTS][AXES], wanted[POINTS];
  random_begin(66);
  draw_points(points);
  const int count = add_subjects(subjects);
  write_program("lean.c", subjects, count);
  FILE *const file = fopen("points", "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(points, sizeof points, 1, file), 1);
  assert_int_equal(fclose(file), 0);
  const outcome *const o = shell("cc -std=c99 -w -O1 lean.c -o lean -lm && ./lean < points > values");
  if (o->code != 0) fail_msg("%d: %.4000s", o->code, o->err);
  size_t length;
  char *const values = read_whole("values", &length);
  assert_int_equal(length, (size_t)count * POINTS * sizeof(float));
  int wrong = 0;
  for (int i = 0; i < count; i++) {
    const float *const got = (const float *)values + (size_t)i * POINTS;
    sample(&subjects[i], points, wanted);
    wrong += is_off(&subjects[i], points, got, wanted, 0, POINTS / 2, limit_of(subjects[i].from->near));
    wrong += is_off(&subjects[i], points, got, wanted, POINTS / 2, POINTS, limit_of(subjects[i].from->far));
    burl_free(subjects[i].program);
  }
  free(values);
  assert_int_equal(wrong, 0);
}

/* ---- Length --------------------------------------------------------------------------------------- */

static int count_of(const char *text, const char *what) {
  int count = 0;
  for (const char *at = strstr(text, what); at; at = strstr(at + 1, what)) count++;
  return count;
}

/* How often texts have what: a function, or a loop. */
static void test_lean_is_short(void **state) {
  (void)state;
  static const struct {
    const char *recipe, *what;
    int count;
  } wanted[] = {
      {"n(k) = fbm(perlin(seed: k), octaves: 3)\nwarp(n(1), n(2), n(3))", "float lean_n", 1},
      {"n(k, s) = perlin(s*x, y/s, seed: k)*s\nn(1, 2) + n(2, 0.5) + n(3, 4)", "float lean_n", 1},
      {"n(k) = fbm(perlin(seed: k), octaves: 6)\nn(1)*n(2) + n(3)", "for (", 1},
      {"cells() + fbm(simplex(x, y, t), octaves: 9, at: 0.6)", "lean_simplex3(",
       3},                                                           /* it, the first octave, the others */
      {"fbm(simplex(), octaves: 9, at: 0.6)", "lean_simplex2(", 10}, /* the only noise: calls are faster */
      {"f(e) = e + 0.1*perlin(e, y)*cells(y, e)\nf(f(f(f(f(f(f(x)))))))", "lean_perlin2(",
       4},                                         /* it, f of x, f, result */
      {"perlin(x, y, x*y, t)", "? lean_flip(", 0}, /* branches, which drivers make of calls within a choice */
      {"perlin(evolution: t)", "rest2", 0},        /* a second struct's field is called after the struct, too */
      {"s = splatter(1 - length(x, y), size: 0.6)\ns + 0.1*d(s, x)", "for (", 1},
  };
  for (int i = 0; i < COUNT(wanted); i++) {
    burl_error error = {0};
    burl_program *const program = burl_compile(wanted[i].recipe, 2, &error);
    const burl_code_options options = {.target = "glsles", .style = "lean", .prefix = "lean"};
    if (!program) fail_msg("%s: %s", wanted[i].recipe, error.message);
    char *const text = code_text_ok(program, &options);
    if (count_of(text, wanted[i].what) != wanted[i].count)
      fail_msg("%s: %d of '%s' in\n%s", wanted[i].recipe, count_of(text, wanted[i].what), wanted[i].what, text);
    free(text);
    burl_free(program);
  }
}

/* However large the graph is, parts are functions. */
static void test_lean_of_many_calls(void **state) {
  (void)state;
  enum { CALLS = 4000, IN_A_SUM = 100 };
  static char text[CALLS * 16];
  const burl_code_options options = {.target = "glsles", .style = "lean", .prefix = "lean"};
  int at = snprintf(text, sizeof text, "f(k) = perlin(x + k, y)*k + 0.5*simplex(x, y + k)*x\n");
  for (int i = 0; i < CALLS; i++) {
    if (i % IN_A_SUM == 0) at += snprintf(text + at, sizeof text - (size_t)at, "\ns%d = f(0)", i / IN_A_SUM);
    at += snprintf(text + at, sizeof text - (size_t)at, " + f(%d)", i + 1);
  }
  at += snprintf(text + at, sizeof text - (size_t)at, "\ns0");
  for (int i = 1; i < CALLS / IN_A_SUM; i++) at += snprintf(text + at, sizeof text - (size_t)at, " + s%d", i);
  assert_true((size_t)at < sizeof text);
  burl_program *const program = burl_compile(text, 2, NULL);
  char *const printed = code_text_ok(program, &options);
  const int lines = count_of(printed, "\n") - count_of(printed, "//");
  if (lines > 600) fail_msg("%d lines", lines);
  free(printed);
  burl_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lean_is_short),
      cmocka_unit_test(test_lean_of_many_calls),
      cmocka_unit_test_setup_teardown(test_lean_is_near, folder_begin, folder_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
