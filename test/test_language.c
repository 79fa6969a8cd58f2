/* The language as docs/language.md promises it, through the public API alone: grammar, types,
 * constants, coordinates, arithmetic, noises, fractals, tiles, numbers, colours, whole grids, and
 * the place and words of every error.  Expected values are worked out here or by libm, never taken
 * from the library. */
#include <float.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "burl.h"
#include "scale.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))
#define PI 3.14159265358979323846
#define UNBOUNDED INFINITY

/* ---- Helpers ---- */

/* x y z w t */
typedef struct {
  double c[5];
} place;

static uint64_t random_state = 1;

/* Uniform in [lo, hi). */
static double draw(double lo, double hi) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return lo + (hi - lo) * ((double)(random_state >> 11) / 9007199254740992.0);
}

/* The same, a multiple of 2^-10, so that whole numbers can be added exactly. */
static double draw_dyadic(double lo, double hi) { return floor(draw(lo, hi) * 1024) / 1024; }

static place random_place(double size) {
  place p;
  for (int i = 0; i < 5; i++) p.c[i] = draw(-size, size);
  return p;
}

static burl_program *compile(const char *recipe, int dims) {
  burl_error error;
  burl_program *program = burl_compile(recipe, dims, &error);
  if (!program) fail_msg("%s\n  %d:%d: %s | %s", recipe, error.line, error.column, error.message, error.hint);
  assert_int_equal(error.status, BURL_OK);
  return program;
}

static void sample(const burl_program *program, place p, float out[4]) {
  const burl_points points = {.count = 1, .coord = {&p.c[0], &p.c[1], &p.c[2], &p.c[3]}, .time = &p.c[4]};
  assert_int_equal(burl_sample_points(program, &points, out), BURL_OK);
}

static float value_of(const burl_program *program, place p) {
  float out[4];
  assert_int_equal(burl_channels(program), 1);
  sample(program, p, out);
  return out[0];
}

static float value(const char *recipe, int dims, place p) {
  burl_program *program = compile(recipe, dims);
  const float v = value_of(program, p);
  burl_free(program);
  return v;
}

static uint32_t bits(float v) {
  uint32_t u;
  memcpy(&u, &v, sizeof u);
  return u;
}

/* Equal, any NaN counting as the one NaN and -0 as 0. */
static int same_number(float a, float b) { return a == b || (isnan(a) && isnan(b)); }

static int is_near(double actual, double expected, double tolerance) {
  if (isnan(expected)) return isnan(actual);
  if (isinf(expected)) return actual == expected;
  return fabs(actual - expected) <= tolerance * fmax(1, fabs(expected));
}

/* Counts what is wrong instead of stopping at the first, so that one run shows all. */
static int wrong;

static int begin(void **state) {
  (void)state;
  wrong = 0;
  random_state = 1;
  return 0;
}

static void end(void) {
  if (wrong) fail_msg("%d wrong", wrong);
}

#define WRONG(...)              \
  do {                          \
    print_message(__VA_ARGS__); \
    print_message("\n");        \
    wrong++;                    \
  } while (0)

/* One recipe, one place, one value. */
typedef struct {
  const char *recipe;
  int dims;
  place p;
  double expected;
} value_row;

static void check_rows(const value_row *rows, int count, double tolerance) {
  for (int i = 0; i < count; i++) {
    const value_row *row = &rows[i];
    burl_error error;
    burl_program *program = burl_compile(row->recipe, row->dims, &error);
    if (!program) {
      WRONG("\"%s\" is refused: %d:%d %s", row->recipe, error.line, error.column, error.message);
      continue;
    }
    const float v = value_of(program, row->p);
    const float expected = (float)row->expected;
    if (tolerance == 0 ? !same_number(v, expected) : !is_near(v, row->expected, tolerance))
      WRONG("\"%s\" at %g %g %g %g, t %g is %.9g, not %.9g", row->recipe, row->p.c[0], row->p.c[1], row->p.c[2],
            row->p.c[3], row->p.c[4], (double)v, row->expected);
    burl_free(program);
  }
}

/* Two recipes that mean the same: at random places, with several seeds. */
typedef struct {
  const char *a, *b;
  int dims;
  double tolerance; /* 0: the same bits */
} same_row;

static void check_same(const same_row *rows, int count) {
  for (int i = 0; i < count; i++) {
    const same_row *row = &rows[i];
    burl_error error;
    burl_program *a = burl_compile(row->a, row->dims, &error);
    if (!a) {
      WRONG("\"%s\" is refused: %s", row->a, error.message);
      continue;
    }
    burl_program *b = burl_compile(row->b, row->dims, &error);
    if (!b) {
      WRONG("\"%s\" is refused: %s", row->b, error.message);
      burl_free(a);
      continue;
    }
    for (int k = 0; k < 60; k++) {
      const uint64_t seed = k % 3 == 0 ? 0 : k % 3 == 1 ? 7 : 0x123456789ABCDEFu;
      assert_int_equal(burl_seed(a, seed), BURL_OK);
      assert_int_equal(burl_seed(b, seed), BURL_OK);
      const place p = random_place(k < 30 ? 4 : 1000);
      float va[4] = {0}, vb[4] = {0};
      assert_int_equal(burl_channels(a), burl_channels(b));
      sample(a, p, va);
      sample(b, p, vb);
      const int channel = k % burl_channels(a);
      if (row->tolerance == 0 ? !same_number(va[channel], vb[channel])
                              : !is_near(va[channel], vb[channel], row->tolerance)) {
        WRONG("at %g %g %g seed %llx:\n  \"%s\" is %.9g\n  \"%s\" is %.9g", p.c[0], p.c[1], p.c[2],
              (unsigned long long)seed, row->a, (double)va[channel], row->b, (double)vb[channel]);
        break;
      }
    }
    burl_free(a);
    burl_free(b);
  }
}

/* Two recipes that must not be the same noise. */
static void check_differ(const char *a, const char *b, int dims) {
  burl_program *pa = compile(a, dims), *pb = compile(b, dims);
  int differ = 0;
  for (int k = 0; k < 40; k++) {
    const place p = random_place(20);
    if (value_of(pa, p) != value_of(pb, p)) differ++;
  }
  if (differ < 20) WRONG("\"%s\" and \"%s\" are the same in %d of 40 places", a, b, 40 - differ);
  burl_free(pa);
  burl_free(pb);
}

/* ---- Grammar ---- */

static void test_lines(void **state) {
  (void)state;
  static const value_row rows[] = {
      {"1", 2, {{0}}, 1},
      {"\n\n 1 \n\n", 2, {{0}}, 1},
      {"\t1\t", 2, {{0}}, 1},
      {"// a comment\n1 // and another\n// the last", 2, {{0}}, 1},
      {"\xEF\xBB\xBF"
       "1",
       2,
       {{0}},
       1},
      {"a = 2\r\na + 1\r\n", 2, {{0}}, 3},
      {"\xEF\xBB\xBF"
       "// one\r\n\r\na = 2\r\na +\r\n1\r\n",
       2,
       {{0}},
       3},
      {"1 +\n2", 2, {{0}}, 3},
      {"1 + // goes on\n2", 2, {{0}}, 3},
      {"1 +\n\n// a comment\n\n2", 2, {{0}}, 3},
      {"(1\n+ 2)", 2, {{0}}, 3},
      {"(1 // a comment with ( in it\n\n+ 2\n)\n", 2, {{0}}, 3},
      {"min(7,\n  5)", 2, {{0}}, 5},
      {"min(\n7\n,\n5\n)", 2, {{0}}, 5},
      {"a = (1\n  * 2)\na", 2, {{0}}, 2},
      {"1 ?\n2 :\n3", 2, {{0}}, 2},
      {"6 /\n2", 2, {{0}}, 3},
      {"6 %\n4", 2, {{0}}, 2},
      {"6 -\n4", 2, {{0}}, 2},
      {"6 *\n4", 2, {{0}}, 24},
      {"1 <\n4", 2, {{0}}, 1},
      {"1 <=\n4", 2, {{0}}, 1},
      {"1 >\n4", 2, {{0}}, 0},
      {"1 >=\n4", 2, {{0}}, 0},
      {"1 ==\n4", 2, {{0}}, 0},
      {"1 !=\n4", 2, {{0}}, 1},
      {"1 &&\n4", 2, {{0}}, 1},
      {"0 ||\n4", 2, {{0}}, 1},
      {"2 + -\n4", 2, {{0}}, -2},
      {"abs( -3 )", 2, {{0}}, 3},
      {"abs (-3)", 2, {{0}}, 3},
      {"step(// edge\n1, // a\n2)", 2, {{0}}, 1},
      {"a_1 = 4\n_b = a_1\n_b", 2, {{0}}, 4},
      {"A = 4\na = 5\nA", 2, {{0}}, 4},
      {"a = 1 // gr\xC3\xBC\xC3\x9F"
       "e\na",
       2,
       {{0}},
       1},
  };
  check_rows(rows, COUNT(rows), 0);
  end();
}

static void test_precedence(void **state) {
  (void)state;
  static const value_row rows[] = {
      {"2 + 3*4", 2, {{0}}, 14},
      {"(2 + 3)*4", 2, {{0}}, 20},
      {"10 - 4 - 3", 2, {{0}}, 3},
      {"100/10/5", 2, {{0}}, 2},
      {"100/10*5", 2, {{0}}, 50},
      {"2*7 % 4", 2, {{0}}, 2},
      {"7 % 4 * 2", 2, {{0}}, 6},
      {"-7 % 4", 2, {{0}}, 1},
      {"7 % -4", 2, {{0}}, -1},
      {"-(7 % 4)", 2, {{0}}, -3},
      {"-7.5 % 2", 2, {{0}}, 0.5},
      {"5.5 % 2", 2, {{0}}, 1.5},
      {"-8 % 4", 2, {{0}}, 0},
      {"10 + 7 % 4", 2, {{0}}, 13},
      {"1 + 2 < 4", 2, {{0}}, 1},
      {"3 > 2 > 1", 2, {{0}}, 0},
      {"0 == 2 < 1", 2, {{0}}, 1},
      {"2 == 2 < 3", 2, {{0}}, 0},
      {"1 || 0 && 0", 2, {{0}}, 1},
      {"0 && 0 || 1", 2, {{0}}, 1},
      {"1 == 1 && 2 == 3", 2, {{0}}, 0},
      {"!0 == 1", 2, {{0}}, 1},
      {"!1 == 0", 2, {{0}}, 1},
      {"!2 + 1", 2, {{0}}, 1},
      {"-2 * -3", 2, {{0}}, 6},
      {"2 - -3", 2, {{0}}, 5},
      {"- -3", 2, {{0}}, 3},
      {"!!3", 2, {{0}}, 1},
      {"-!0", 2, {{0}}, -1},
      {"!-1", 2, {{0}}, 0},
      {"1 ? 2 : 3", 2, {{0}}, 2},
      {"0 ? 1 : 0 ? 2 : 3", 2, {{0}}, 3},
      {"1 ? 0 ? 4 : 5 : 6", 2, {{0}}, 5},
      {"1 ? 2 : 3 + 10", 2, {{0}}, 2},
      {"0 || 1 ? 2 : 3", 2, {{0}}, 2},
      {"1 < 2 ? 3 : 4", 2, {{0}}, 3},
      {"1 ? 2 : 0 ? 3 : 4", 2, {{0}}, 2},
      {"5 && 3", 2, {{0}}, 1},
      {"0.5 && 0.25", 2, {{0}}, 1},
      {"0.5 || 0", 2, {{0}}, 1},
      {"!0.25", 2, {{0}}, 0},
      {"0.25 ? 1 : 2", 2, {{0}}, 1},
      {"-1 ? 1 : 2", 2, {{0}}, 1},
      {"-0 ? 1 : 2", 2, {{0}}, 2},
      {"1 <= 1", 2, {{0}}, 1},
      {"1 < 1", 2, {{0}}, 0},
      {"1 >= 1", 2, {{0}}, 1},
      {"1 > 1", 2, {{0}}, 0},
      {"1 != 1", 2, {{0}}, 0},
      {"1 != 2", 2, {{0}}, 1},
      {"0/0 == 0/0", 2, {{0}}, 0},
      {"0/0 != 0/0", 2, {{0}}, 1},
      {"0/0 < 1", 2, {{0}}, 0},
      {"0/0 >= 1", 2, {{0}}, 0},
      {"-0 == 0", 2, {{0}}, 1},
      {"-x*y", 2, {{3, 4}}, -12},
      {"x - y - x", 2, {{3, 4}}, -4},
      {"x % y % 2", 2, {{13, 10}}, 1},
      {"x > y ? x : y", 2, {{3, 4}}, 4},
      {"x > y || y > 3 && x == 3", 2, {{3, 4}}, 1},
      {"x < y == 1", 2, {{3, 4}}, 1},
      {"x % 4", 2, {{-0.25}}, 3.75},
      {"x % -4", 2, {{0.25}}, -3.75},
      {"x && y", 2, {{3, 0}}, 0},
      {"!x", 2, {{0}}, 1},
      {"x ? y : 5", 2, {{0, 4}}, 5},
  };
  check_rows(rows, COUNT(rows), 0);
  end();
}

static void test_numbers(void **state) {
  (void)state;
  static const value_row rows[] = {
      {"1", 1, {{0}}, 1},
      {".5", 1, {{0}}, .5},
      {"1.", 1, {{0}}, 1},
      {"2e-3", 1, {{0}}, 2e-3},
      {"2E3", 1, {{0}}, 2e3},
      {"2e+3", 1, {{0}}, 2e3},
      {".5e1", 1, {{0}}, 5},
      {"00012", 1, {{0}}, 12},
      {"0.1", 1, {{0}}, 0.1},
      {"16777217", 1, {{0}}, 16777217.0},
      {"1e39", 1, {{0}}, INFINITY},
      {"1e-400", 1, {{0}}, 0},
      {"1e-60", 1, {{0}}, 0},
      /* correctly rounded: halves go to even, whatever follows far behind goes up */
      {"9007199254740993 == 9007199254740992", 1, {{0}}, 1},
      {"9007199254740995 == 9007199254740996", 1, {{0}}, 1},
      {"9007199254740993.000000000000000000000000000000000000000001 == 9007199254740994", 1, {{0}}, 1},
      {"9007199254740992.999999999999999999999999999999999999999999 == 9007199254740992", 1, {{0}}, 1},
      {"0.1 == 0.1000000000000000055511151231257827021181583404541015625", 1, {{0}}, 1},
      {"0.1 + 0.2 == 0.3", 1, {{0}}, 0},
      {"0.1 + 0.2 == 0.30000000000000004", 1, {{0}}, 1},
      {"123456789012345678901234567890e-20 == 1234567890.12345678901234567890", 1, {{0}}, 1},
      {"1e23 == 99999999999999991611392", 1, {{0}}, 1},
      {"8.5e15 + 1 == 8500000000000001", 1, {{0}}, 1},
      {"4.9e-324 > 0", 1, {{0}}, 1},
      {"2.4703282292062327e-324 == 0", 1, {{0}}, 1},
      {"2.4703282292062329e-324 > 0", 1, {{0}}, 1},
      {"2.2250738585072011e-308 < 2.2250738585072014e-308", 1, {{0}}, 1},
      {"1.7976931348623157e308 > 1.7976931348623155e308", 1, {{0}}, 1},
      {"0.000000000000000000000000000000000000000000000000000001e54", 1, {{0}}, 1},
      {"1000000000000000000000000000000000000000000000000000000e-54", 1, {{0}}, 1},
  };
  check_rows(rows, COUNT(rows), 0);

  /* Random literals against strtod, taken apart into a whole number and powers of 2. */
  for (int i = 0; i < 400; i++) {
    char literal[64], recipe[256];
    const int digits = 1 + (int)draw(0, 19);
    snprintf(literal, sizeof literal, "%.*e", digits, pow(10, draw(-7, 9)) * draw(0.1, 1));
    if (i % 2 == 0) { /* digits of which no double knows */
      literal[2] = (char)('0' + i / 2 % 10);
      snprintf(literal + strlen(literal) - 4, 16, "%d%de%d", (int)draw(0, 99999), i, i % 20 - 10);
    }
    int exponent;
    const double d = strtod(literal, NULL);
    const double whole = ldexp(frexp(d, &exponent), 53);
    exponent -= 53;
    const int half = exponent / 2;
    snprintf(recipe, sizeof recipe, "%s == %.0f %c %.0f %c %.0f", literal, whole, exponent < 0 ? '/' : '*',
             ldexp(1, abs(half)), exponent < 0 ? '/' : '*', ldexp(1, abs(exponent - half)));
    if (value(recipe, 1, (place){{0}}) != 1) WRONG("%s is 0", recipe);
  }

  /* Whatever the locale. */
  static const char *const locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR", "C"};
  for (int i = 0; i < COUNT(locales); i++)
    if (setlocale(LC_ALL, locales[i])) {
      if (value("1.5 + .25e0", 1, (place){{0}}) != 1.75f) WRONG("numbers read by the locale");
      break;
    }
  setlocale(LC_ALL, "C");
  end();
}

static void test_names(void **state) {
  (void)state;
  static const value_row rows[] = {
      {"g = x\nat(g, 5)", 1, {{3}}, 5},
      {"g = x*x\ng + at(g, 5)", 1, {{3}}, 34},
      {"g = x\nh = at(g, g + 1)\nat(h, 10)", 1, {{3}}, 11},
      {"f(a) = at(a, 7)\nf(x)", 1, {{1}}, 7},
      {"f(a) = a + at(a, 7)\nf(x)", 1, {{1}}, 8},
      {"f(a) = at(a, a + 1)\nf(x)", 1, {{1}}, 2},
      {"f(a) = x + a\nat(f(x), 3)", 1, {{1}}, 6},
      {"f(a) = at(a, 10)\ng = x + 1\nf(g*2)", 1, {{1}}, 22},
      {"f(a) = at(a, 10)\nf(f(x) + x)", 1, {{1}}, 20},
      {"f(a, b) = a - b\nf(5, 3)", 1, {{0}}, 2},
      {"f(a) = a*2\ng(b) = f(f(b))\ng(3)", 1, {{0}}, 12},
      {"f(a) = a + 1\ng(a) = f(a*2)\ng(3)", 1, {{0}}, 7},
      {"b = 5\nf(a) = a + b\ng(b) = f(b)\ng(1)", 1, {{0}}, 6},
      {"a = 10\nf(a) = a\nf(1) + a", 1, {{0}}, 11},
      {"f(a, b) = a - b\ng(a, b) = f(b, a)\ng(1, 10)", 1, {{0}}, 9},
      {"f(a) = \n a +\n 1\nf(1)", 1, {{0}}, 2},
      /* hiding a built-in, those of later versions too */
      {"abs(a) = 42\nabs(-1)", 1, {{0}}, 42},
      {"abs(a, b) = a + b\nabs(1, 2)", 1, {{0}}, 3},
      {"fbm(e) = e + 3\nfbm(1)", 1, {{0}}, 4},
      {"simplex(a) = a\nsimplex(3)", 1, {{0}}, 3},
      {"cells(a) = a\ncells(3)", 1, {{0}}, 3},
      {"d(a) = a\nd(3)", 1, {{0}}, 3},
      {"at(a, b) = a*b\nat(6, 7)", 1, {{0}}, 42},
      {"octaves = 3\nfbm(1, octaves: octaves, same_seed: 1)", 1, {{0}}, 1},
      {"half = 1/2\nk = half + half\nfbm(x, octaves: k + 1, same_seed: 1, normalise: 0)", 1, {{3}}, 6},
      /* named options in any order, and the line going on between them */
      {"fbm(x, same_seed: 1, normalise: 0, octaves: 2)", 1, {{3}}, 6},
      {"fbm(x,\n octaves: 2,\n normalise: 0,\n same_seed: 1\n)", 1, {{3}}, 6},
      {"fbm(x, octaves:\n2, normalise : 0, same_seed:1)", 1, {{3}}, 6},
  };
  check_rows(rows, COUNT(rows), 0);
  end();
}

/* ---- Errors ---- */

/* 0 or "" : not looked at. */
typedef struct {
  const char *recipe;
  int line, column, length;
  const char *message, *hint; /* must occur in it */
} error_row;

static void check_error(const error_row *row, int dims, burl_status status) {
  burl_error error;
  memset(&error, 0x55, sizeof error);
  burl_program *program = burl_compile(row->recipe, dims, &error);
  if (program) {
    WRONG("\"%s\" is accepted", row->recipe);
    burl_free(program);
    return;
  }
  assert_null(burl_compile(row->recipe, dims, NULL));
  const int is_wrong = error.status != status || (row->line && error.line != row->line) ||
                       (row->column && error.column != row->column) || (row->length && error.length != row->length) ||
                       !strstr(error.message, row->message) || !strstr(error.hint, row->hint) || !*error.message ||
                       !memchr(error.message, 0, sizeof error.message) || !memchr(error.hint, 0, sizeof error.hint) ||
                       error.line < 1 || error.column < 1 || error.length < 0;
  if (is_wrong)
    WRONG("\"%s\" gives %d:%d+%d [%s] %s | %s\n  not %d:%d+%d %s | %s", row->recipe, error.line, error.column,
          error.length, burl_status_text(error.status), error.message, error.hint, row->line, row->column, row->length,
          row->message, row->hint);
}

static void check_errors(const error_row *rows, int count) {
  for (int i = 0; i < count; i++) check_error(&rows[i], 2, BURL_RECIPE);
}

static void test_errors_of_form(void **state) {
  (void)state;
  static const error_row rows[] = {
      {"", 1, 1, 0, "empty", ""},
      {"  \n\n// only a comment\n", 0, 0, 0, "empty", ""},
      {"a = 1", 1, 0, 0, "no result", ""},
      {"a = 1\nb = 2\n", 0, 0, 0, "no result", ""},
      {"1\n2", 1, 1, 1, "", ""},
      {"1\na = 2", 1, 1, 1, "", ""},
      {"perlin()\nvalue()\n", 1, 1, 0, "last line", ""},
      /* a line that begins with an operator */
      {"1\n+ 2", 2, 1, 1, "begin", ""},
      {"1\n  - 2", 2, 3, 1, "begin", ""},
      {"a = 1\n  * 2\na", 2, 3, 1, "begin", ""},
      {"a = 1\n/ 2\na", 2, 1, 1, "begin", ""},
      {"a = 1\n% 2\na", 2, 1, 1, "begin", ""},
      {"a = 1\n<= 2\na", 2, 1, 2, "begin", ""},
      {"a = 1\n== 2\na", 2, 1, 2, "begin", ""},
      {"a = 1\n!= 2\na", 2, 1, 2, "begin", ""},
      {"a = 1\n&& 2\na", 2, 1, 2, "begin", ""},
      {"a = 1\n|| 2\na", 2, 1, 2, "begin", ""},
      {"a = 1\n? 2 : 3\na", 2, 1, 1, "begin", ""},
      {"*2", 1, 1, 1, "begin", ""},
      /* brackets and texts */
      {"(1", 1, 0, 0, "')'", "'(' in line 1, column 1"},
      {"a = min(1,\n  2\nb = a\nb", 3, 1, 1, "'b'", "'(' in line 1, column 8"},
      {"1)", 1, 2, 1, "')'", "no '('"},
      {"min(1, 2", 1, 0, 0, "')'", "column 4"},
      {"min(1 2)", 1, 7, 1, "'2'", ""},
      {"min(1,)", 1, 7, 1, "')'", ""},
      {"min(,1)", 1, 5, 1, "','", ""},
      {"()", 1, 2, 1, "", ""},
      {"\"text", 1, 1, 5, "closing", ""},
      {"\"text\"", 1, 1, 6, "text", ""},
      {"param a = 1 \"text\na", 1, 13, 5, "closing", ""},
      /* not the language */
      {"1 $ 2", 1, 3, 1, "'$'", ""},
      {"1 & 2", 1, 3, 1, "'&'", "'&&'"},
      {"1 | 2", 1, 3, 1, "'|'", "'||'"},
      {"x ^ 2", 1, 3, 1, "'^'", "pow"},
      {"1;", 1, 2, 1, "';'", ""},
      {"1 2", 1, 3, 1, "'2'", "operator"},
      {"a b", 1, 3, 1, "'b'", ""},
      {"2x", 1, 1, 0, "", ""},
      {"2(3)", 1, 2, 1, "'('", ""},
      {"1e", 1, 1, 2, "", "1e3"},
      {"1e+", 1, 1, 0, "", ""},
      {"1.2.3", 1, 1, 0, "", ""},
      {".", 1, 1, 1, "", ""},
      {"1e999", 1, 1, 5, "large", ""},
      {"1 +", 1, 0, 0, "expression", ""},
      {"1 +\n", 0, 0, 0, "expression", ""},
      {"1 ? 2", 1, 0, 0, "':'", ""},
      {"1 : 2", 1, 3, 1, "':'", ""},
      {"1 = 2", 1, 3, 1, "'='", "'=='"},
      {"x++", 1, 3, 1, "", ""},
      {"#12", 1, 1, 3, "#rrggbb", ""},
      {"#ggg", 1, 1, 0, "#rrggbb", ""},
      {"#cc5c1", 1, 1, 6, "#rrggbb", ""},
      {"#cc5c14ff", 1, 1, 9, "#rrggbb", "rgba"},
      {"gr\xC3\xB6\xC3\x9F"
       "e",
       1, 3, 0, "", "ASCII"},
      {"let a = 1\na", 1, 5, 1, "'a'", "no word before it"},
      {"float h = 1\nh", 1, 7, 1, "'h'", "no type"},
      {"if x > 0 then 1 else 2", 1, 4, 1, "'x'", "c ? a : b"},
      {"a = if (x > 0) 1 else 2\na", 1, 16, 1, "'1'", "c ? a : b"},
      {"max(x, if y then 1 else 2)", 1, 11, 1, "'y'", "c ? a : b"},
      {"x > 0 then 1", 1, 7, 4, "'then'", "c ? a : b"},
      {"x if y else 2", 1, 3, 2, "'if'", "c ? a : b"},
      {"if(x, 1, 2)", 1, 1, 2, "'if'", "c ? a : b"},
      {"x > 0 and y > 0", 1, 7, 3, "'and'", "a && b"},
      {"x ** 2", 1, 4, 1, "'*'", "pow(a, b)"},
      {"a = x\nreturn a", 2, 8, 1, "'a'", "the last line is the result"},
      {"a = x b\nif(a, 1, 2)", 1, 7, 1, "'b'", "an operator is missing"},
      {"a := 1\na", 1, 3, 1, "':'", ""},
      {"'a'", 1, 1, 1, "", ""},
      {"1 +\r\n$", 2, 1, 1, "'$'", ""},
      {"\xEF\xBB\xBF$", 1, 0, 1, "'$'", ""},
      /* not UTF-8: the place of the byte */
      {"a = 1\n\xFF", 2, 1, 0, "UTF-8", "save"},
      {"a = 1 // caf\xE9 \na", 1, 13, 0, "UTF-8", ""},
      {"param a = 1 \"\xC3\x28\"\na", 1, 14, 0, "UTF-8", ""},
      {"1 // \xC0\xAF", 1, 6, 0, "UTF-8", ""},
      {"1 // \xED\xA0\x80", 1, 6, 0, "UTF-8", ""},
      {"1 // \xF5\x80\x80\x80", 1, 6, 0, "UTF-8", ""},
      {"1 // \xE2\x82", 1, 6, 0, "UTF-8", ""},
  };
  check_errors(rows, COUNT(rows));
  end();
}

static void test_errors_of_names(void **state) {
  (void)state;
  static const error_row rows[] = {
      {"// oak\nview 0, 0, 1, 1\nparam rings = 10\n\n"
       "grain = fbm(value(), octaves: 4, gian: 1/4)\ngrain",
       5, 34, 4, "no option 'gian' in fbm", "did you mean 'gain'?"},
      {"fmb(perlin())", 1, 1, 3, "'fmb'", "'fbm'"},
      {"perlim()", 1, 1, 6, "'perlim'", "'perlin'"},
      {"Perlin()", 1, 1, 6, "'Perlin'", "'perlin'"},
      {"sine(x)", 1, 1, 4, "'sine'", "'sin'"},
      {"text()", 1, 1, 4, "no function 'text'", "`burl list`"},
      {"color(x)", 1, 1, 5, "no function 'color'", "`burl list`"},
      {"wave(x)", 1, 1, 4, "no function 'wave'", "`burl list`"},
      {"rigid(x)", 1, 1, 5, "no function 'rigid'", "'ridged'"},
      {"FBM(perlin())", 1, 1, 3, "'FBM'", "'fbm'"},
      {"turbulance(perlin())", 1, 1, 10, "'turbulance'", "'turbulence'"},
      {"noise()", 1, 1, 5, "'noise'", "here that is perlin()"},
      {"cells(f2)", 1, 7, 2, "nothing is called 'f2'", "give: f2"},
      {"simplex(smooth: true)", 1, 17, 4, "'true'", "here that is 1"},
      {"derivative(perlin(), x)", 1, 1, 10, "'derivative'", "here that is d(e, x)"},
      {"lerp(1, 2, 3)", 1, 1, 4, "'lerp'", "here that is mix(a, b, v)"},
      {"fbm(perlin(), persistence: 1)", 1, 15, 11, "'persistence'", "here that is gain"},
      {"grain = 1\ngrane", 2, 1, 5, "'grane'", "'grain'"},
      {"param rings = 2\nring*2", 2, 1, 4, "'ring'", "'rings'"},
      {"wood(a) = a\nwod(1)", 2, 1, 3, "'wod'", "'wood'"},
      {"perlin + 1", 1, 1, 6, "'perlin'", "perlin()"},
      {"fbm(perlin)", 1, 5, 6, "'perlin'", "perlin()"},
      {"perlin(interp: quntic)", 1, 16, 6, "'quntic'", "'quintic'"},
      {"perlin(interp: 3)", 1, 16, 1, "interp", "quintic"},
      {"perlin(interp: cubic)", 1, 16, 5, "interp", "quintic"},
      {"perlin(hash: elias)", 1, 14, 5, "hash", "perlin2002"},
      {"perlin(x, smooth: 1)", 1, 11, 6, "'smooth'", ""},
      {"white(raw: 1)", 1, 7, 3, "'raw'", ""},
      {"abs(1, gain: 2)", 1, 8, 4, "'gain'", ""},
      {"perlin(seed: 1, seed: 2)", 1, 17, 4, "'seed'", ""},
      {"perlin(seed: 1, x)", 1, 17, 1, "", "before"},
      {"fbm(perlin(), octaves = 8)", 1, 23, 1, "'='", "by ':'"},
      {"fbm(perlin(), octaves 8)", 1, 23, 1, "'8'", ""},
      {"fbm(perlin(), octaves:)", 1, 23, 1, "", ""},
      {"fbm(perlin(), octaves: auot)", 1, 24, 4, "'auot'", ""},
      {"min()", 1, 1, 0, "min takes 2 arguments, not 0", "`burl list min`"},
      {"min(1, 2, 3)", 1, 1, 0, "min takes 2 arguments, not 3", ""},
      {"fbm()", 1, 1, 0, "fbm takes 1 argument, not 0", ""},
      {"fbm(perlin(), 8)", 1, 0, 0, "fbm takes 1 argument, not 2", "octaves: "},
      {"perlin(x, y, x, y, x)", 1, 1, 0, "not 5", ""},
      {"dot(1, 2, 3)", 1, 1, 0, "even", ""},
      {"length()", 1, 1, 0, "not 0", ""},
      {"midpoint(x)", 1, 1, 0, "not 1", ""},
      {"f(a) = a\nf()", 2, 1, 3, "f takes 1 argument, not 0", ""},
      {"f(a) = a\nf(1, 2)", 2, 1, 7, "f takes 1 argument, not 2", ""},
      {"f(a) = a\nf", 2, 1, 1, "'f'", ""},
      {"f(a) = a\nf(a: 2)", 2, 3, 1, "option", "leave 'a:' out"},
      {"a = 1\na(2)", 2, 1, 1, "'a'", ""},
      /* definitions */
      {"f(a) = f(a)\nf(1)", 1, 8, 0, "recursion", ""},
      {"f(a) = a > 0 ? f(a - 1) : 0\nf(1)", 1, 16, 0, "recursion", ""},
      {"abs(a) = abs(a) + 1\nabs(1)", 1, 10, 0, "recursion", ""},
      {"a = a + 1\na", 1, 5, 1, "recursion", ""},
      {"f(a) = g(a)\ng(a) = f(a)\nf(1)", 0, 0, 0, "", ""},
      {"a = b\nb = a\na", 0, 0, 0, "", ""},
      {"a = 1\na = 2\na", 2, 1, 1, "'a'", ""},
      {"f(a) = 1\nf(a) = 2\nf(1)", 2, 1, 1, "'f'", ""},
      {"f(a, a) = 1\nf(1, 2)", 1, 6, 1, "'a'", ""},
      {"x = 1\nx", 1, 1, 1, "reserved", ""},
      {"y = 1\n1", 1, 1, 1, "reserved", ""},
      {"z = 1\n1", 1, 1, 1, "reserved", ""},
      {"w = 1\n1", 1, 1, 1, "reserved", ""},
      {"t = 1\n1", 1, 1, 1, "reserved", ""},
      {"seed = 1\n1", 1, 1, 4, "reserved", ""},
      {"seed(a) = 1\n1", 1, 1, 4, "reserved", ""},
      {"f(t) = t\n1", 1, 3, 1, "reserved", ""},
      {"param x = 1\n1", 1, 7, 1, "reserved", ""},
      {"param param = 1\n1", 1, 7, 5, "", ""},
      {"view = 1\nview", 1, 0, 0, "", ""},
      {"param = 1\nparam", 1, 0, 0, "", ""},
      {"param a\na", 1, 0, 0, "'='", ""},
      {"param a = 1 [0]\na", 1, 15, 1, "','", ""},
      {"param a = 1 [0, 2\na", 1, 0, 0, "']'", ""},
      {"param a = 5 [0, 2]\na", 1, 0, 0, "range", ""},
      {"param a = 1 [2, 0]\na", 1, 0, 0, "range", "first"},
      {"param a = b\nparam b = 1\na", 1, 11, 1, "no value yet", "above"},
      {"param a = 1 [0, 2] text\na", 1, 20, 4, "'text'", ""},
      {"param a = x\na", 1, 11, 1, "constant", ""},
      {"param a = 1/0\na", 1, 11, 3, "finite", ""},
      {"param a = 0/0\na", 1, 11, 3, "finite", ""},
      {"param a = 1 [0, 1/0]\na", 1, 0, 0, "finite", ""},
      {"param a = 1\nparam a = 2\na", 2, 7, 1, "'a'", ""},
      {"param a = 1\na = 2\na", 2, 1, 1, "'a'", ""},
      {"view 0\n1", 1, 0, 0, "2, 4, 6 or 8", ""},
      {"view 0, 0, 1\n1", 1, 0, 0, "2, 4, 6 or 8", ""},
      {"view 0, 0, 1, 1, 2, 2, 3, 3, 4, 4\n1", 1, 0, 0, "2, 4, 6 or 8", ""},
      {"view\n1", 1, 0, 0, "", ""},
      {"view 0 0 1 1\n1", 1, 0, 0, "", ""},
      {"view 0, 0, 1, 1\nview 0, 0, 1, 1\n1", 2, 0, 0, "second view", ""},
      {"view x, 0, 1, 1\n1", 1, 6, 1, "constant", ""},
      {"view 0, 0, 1/0, 1\n1", 1, 0, 0, "finite", ""},
  };
  check_errors(rows, COUNT(rows));
  end();
}

/* A line that nothing uses is part of the recipe still. */
static void test_errors_in_unused_lines(void **state) {
  (void)state;
  static const error_row rows[] = {
      {"a = perlim()\n3", 1, 5, 6, "'perlim'", "'perlin'"},
      {"grain = 1\na = grane\n3", 2, 5, 5, "'grane'", "'grain'"},
      {"f(a) = perlim() + a\n3", 1, 8, 6, "'perlim'", "'perlin'"},
      {"f(a) = b\n3", 1, 8, 1, "'b'", ""},
      {"f(a) = f(a)\n3", 1, 8, 0, "recursion", ""},
  };
  check_errors(rows, COUNT(rows));
  end();
}

static void test_errors_of_type(void **state) {
  (void)state;
  static const error_row rows[] = {
      {"rgb(1, 2)", 1, 1, 0, "rgb takes 3 arguments, not 2", ""},
      {"rgb(#fff, 1, 1)", 1, 5, 4, "number", ""},
      {"hsv(1, #fff, 1)", 1, 8, 4, "number", ""},
      {"abs(#fff)", 1, 5, 4, "number", "colour them last"},
      {"min(1, #fff)", 1, 8, 4, "number", ""},
      {"clamp(#fff, 0, 1)", 1, 7, 4, "number", ""},
      {"#fff % 2", 1, 1, 4, "number", "colour them last"},
      {"2 % #fff", 1, 5, 4, "number", ""},
      {"#fff < 1", 1, 1, 4, "number", ""},
      {"1 == #fff", 1, 6, 4, "number", ""},
      {"!#fff", 1, 2, 4, "number", ""},
      {"1 && #fff", 1, 6, 4, "number", ""},
      {"#fff ? 1 : 2", 1, 1, 4, "number", "compare"},
      {"1 ? #fff : 1", 1, 0, 0, "type", "grey"},
      {"1 ? #fff : rgba(#fff, 1)", 1, 0, 0, "type", "has 4"},
      {"#fff + rgba(#000, 1)", 1, 0, 0, "3", ""},
      {"fbm(#fff)", 1, 5, 4, "number", "colour them last"},
      {"unit(#fff)", 1, 6, 4, "number", ""},
      {"perlin(#fff)", 1, 8, 4, "number", ""},
      {"at(x, #fff)", 1, 7, 4, "number", ""},
      {"warp(x, #fff)", 1, 9, 4, "number", ""},
      {"rgba(1, 1)", 1, 6, 1, "colour", ""},
      {"rgba(#fff, #fff)", 1, 12, 4, "number", ""},
      {"mix(#000, #fff, #000 < 1)", 1, 17, 4, "number", ""},
      {"mix(1, 2, 0.5, in: oklab)", 1, 0, 0, "colour", "without"},
      {"mix(#fff, #000, 0.5, in: lab)", 1, 26, 3, "", ""},
      {"ramp(x, #fff)", 1, 0, 0, "", ""},
      {"ramp(x, 0, #fff)", 1, 0, 0, "two", ""},
      {"ramp(x, 1, #fff, 0, #000)", 1, 18, 1, "rise", "more than the one before, 1"},
      {"ramp(x, #fff, 1)", 1, 15, 1, "colour", "#rgb"},
      {"ramp(x, 0, #fff, #000)", 1, 0, 0, "", ""},
      {"ramp(x, #fff, rgba(#000, 1))", 1, 15, 13, "channels", ""},
      {"ramp(x, 1, 2)", 1, 0, 0, "colour", ""},
      {"ramp(x, y, #fff, 1, #000)", 1, 9, 1, "constant", ""},
      {"a = #fff\nb = a + 1\nabs(b)", 3, 5, 1, "number", ""},
      {"f(a) = abs(a)\nf(#fff)", 0, 0, 0, "number", ""},
      {"perlin(interp: \"quintic\")", 1, 16, 9, "", ""},
      {"\"abc\" + 1", 1, 1, 5, "text", "param"},
  };
  check_errors(rows, COUNT(rows));
  end();
}

static void test_errors_of_options(void **state) {
  (void)state;
  static const error_row rows[] = {
      {"perlin(raw: 2)", 1, 13, 1, "raw is 0 or 1, not 2", "published scale"},
      {"perlin(raw: x)", 1, 13, 1, "constant", ""},
      {"perlin(raw: 0.5)", 1, 13, 3, "raw is 0 or 1, not 0.5", ""},
      {"perlin(period: 1.5)", 1, 16, 3, "whole", "2, for example; scale"},
      {"perlin(period: -1)", 1, 16, 2, "period", ""},
      {"perlin(period: 4294967296)", 1, 16, 10, "period is 0 to 4294967295, not 4294967296", "cells"},
      {"fbm(perlin(), at: 1.0000000000000002e9)", 1, 19, 20, "at is 1e-09 to 1e+09, not 1000000000.0000002", ""},
      {"tile(perlin(), 4.00000001)", 1, 1, 26, "this tile is 4.00000001 cells wide for the noise at 1:6",
       "at: or lacunarity: of a fractal"},
      {"tile(fbm(perlin(), lacunarity: 2.000000002), 4)", 1, 1, 47, "is 8.000000008 cells wide for the noise at 1:10",
       "at: or lacunarity: of a fractal"},
      {"perlin(period: 1, 2, 3)", 1, 22, 1, "period", "one an axis"},
      {"perlin(x, y, x, period: 1, 2)", 1, 25, 0, "period", ""},
      {"perlin(period: x)", 1, 16, 1, "constant", ""},
      {"cells(give: f5)", 1, 13, 2, "'f5'", ""},
      {"cells(give: z)", 1, 13, 1, "no such axis", "x or y"},
      {"cells(give: edge, metric: manhattan)", 1, 13, 4, "euclid", "f2_f1"},
      {"cells(jitter: 2)", 1, 15, 1, "jitter", ""},
      {"cells(give: f2, smooth: 0.5)", 1, 25, 3, "only give: f1", "leave one"},
      {"midpoint(raw: 1)", 1, 15, 1, "whole numbers", "style: published"},
      {"ramp(x, 0, #000)", 1, 1, 16, "two colours", "ramp(v, #000, #fff)"},
      {"dot(x, y, 1)", 1, 1, 12, "same length", "dot(x, y, 3, 4)"},
      {"cells(smooth: 2)", 1, 15, 1, "smooth", ""},
      {"cells(p: 0.5)", 1, 10, 3, "p", ""},
      {"x + d(d(d(perlin(), x), y), x)", 1, 5, 0, "a third derivative of a noise", "a difference will do"},
      {"slope(curvature(perlin()))", 1, 1, 0, "a third derivative of a noise", ""},
      {"d(perlin(), x) + d(2*d(cells(), x), x)", 1, 18, 0, "cells() has no second derivatives yet",
       "a difference will do"},
      {"slope(normal(perlin()))", 1, 7, 0, "takes a number, not a colour", ""},
      {"at(curvature(x*x, give: plan), y)", 1, 25, 4, "a curve has one curvature", "leave it out"},
      {"d(perlin(), 2)", 1, 13, 1, "by a coordinate", "how fast"},
      {"f(v) = d(perlin(), v)\nf(2*x)", 1, 20, 1, "by a coordinate", "how fast"},
      {"v = x + 0\nd(perlin(), v)", 2, 13, 1, "by a coordinate", "how fast"},
      {"param k = 1\nd(perlin(), k)", 2, 13, 1, "by a coordinate", "how fast"},
      {"d(rgb(x, y, x), x)", 1, 3, 0, "takes a number, not a colour", ""},
      {"d(shift(midpoint(), 1), x)", 1, 9, 0, "cannot stand under shift()", "out of shift()"},
      {"at(curl(perlin()), x)", 1, 4, 0, "only two and three dimensions", "at(curl(e), x, y)"},
      {"curl(perlin(), value())", 1, 16, 0, "one expression", ""},
      {"curl(perlin(), give: z)", 1, 22, 1, "no z", "x or y"},
      {"loop(perlin(), 1.5)", 1, 16, 3, "whole number", "1 to 4294967295"},
      {"loop(perlin(), 0)", 1, 16, 1, "whole number", ""},
      {"loop(perlin(), x)", 1, 16, 1, "constant", ""},
      {"loop(loop(perlin(), 2), 3)", 1, 6, 0, "a loop within a loop", "leave this one out"},
      {"loop(simplex(), 4)", 1, 6, 0, "a multiple of 3", ""},
      {"at(loop(perlin(), 2), x, y, x, y)", 1, 9, 0, "no axis left for the loop", "at(e, x, y, z)"},
      {"loop(midpoint(), 2)", 1, 6, 0, "cannot stand under loop()", ""},
      {"simplex(period: 4)", 1, 17, 1, "a multiple of 3", "after 3 it would"},
      {"simplex(period: 6, 4)", 1, 20, 1, "a multiple of 3", ""},
      {"simplex(period: 4, 6)", 1, 17, 1, "a multiple of 3", ""},
      {"loop(simplex(period: 12), 4)", 1, 6, 19, "a multiple of 3", ""},
      {"tile(simplex(), 4)", 1, 1, 18, "a multiple of 3", "at: of a fractal"},
      {"simplex(x, y, x, y, period: 6)", 1, 29, 1, "a multiple of 4", ""},
      {"simplex(period: 429496731)", 1, 17, 9, "at most 429496728", "after 429496728 it would"},
      {"simplex(x, y, x, y, period: 268435456)", 1, 29, 9, "at most 268435452", ""},
      {"perlin(period: 1/0)", 1, 16, 3, "", ""},
      {"perlin(seed: x)", 1, 14, 1, "constant", ""},
      {"perlin(seed: 1.5)", 1, 14, 3,
       "a seed is a whole number from -9223372036854775808 to 18446744073709551615, not 1.5", "seed: 1"},
      {"perlin(seed: 36893488147419103232)", 1, 14, 20, "seed", ""},
      {"fbm(perlin(), octaves: 100)", 1, 24, 3, "octaves is more than 0, at most 32, not 100", "auto"},
      {"fbm(perlin(), octaves: 0)", 1, 24, 1, "octaves is more than 0, at most 32, not 0", "auto"},
      {"fbm(perlin(), octaves: -1)", 1, 24, 2, "octaves is more than 0", ""},
      {"fbm(perlin(), octaves: x)", 1, 24, 1, "constant", ""},
      {"fbm(perlin(), octaves: perlin())", 1, 24, 8, "constant", ""},
      {"fbm(perlin(), octaves: 1/0)", 1, 24, 3, "finite", "divided by 0"},
      {"fbm(perlin(), octaves: 0/0)", 1, 24, 3, "finite", ""},
      {"fbm(perlin(), octaves: t)", 1, 24, 1, "constant", ""},
      {"fbm(perlin(), lacunarity: 0)", 1, 27, 1, "lacunarity", ""},
      {"fbm(perlin(), lacunarity: 100)", 1, 27, 3, "lacunarity is 1 to 64, not 100", "frequency"},
      {"fbm(perlin(), lacunarity: x)", 1, 27, 1, "constant", ""},
      {"fbm(perlin(), at: 0)", 1, 19, 1, "at", ""},
      {"fbm(perlin(), normalise: 2)", 1, 26, 1, "normalise", ""},
      {"fbm(perlin(), gain: auto)", 1, 21, 4, "'auto'", ""},
      {"k = x\nfbm(perlin(), octaves: k)", 2, 24, 1, "constant", ""},
      {"f(n) = fbm(perlin(), octaves: n)\nf(x)", 0, 0, 0, "constant", ""},
      {"unit(x)", 1, 6, 1, "bounds", "clamp"},
      {"signed(x)", 1, 8, 1, "bounds", "clamp"},
      {"unit(1/perlin())", 1, 6, 10, "bounds", ""},
      {"unit(t)", 1, 6, 1, "bounds", ""},
      {"curve(x, 0, 0)", 1, 0, 0, "curve", ""},
      {"curve(x, 0, 0, 1, 1, 2)", 1, 0, 0, "curve", ""},
      {"curve(x, 1, 0, 0, 1)", 1, 16, 1, "rise", "more than the one before, 1"},
      {"curve(x, 0, 0, 0, 1)", 1, 16, 1, "rise", ""},
      {"scale(x, 0)", 1, 10, 1, "scale", "1 leaves them"},
      {"scale(x, 1, 2, 3)", 1, 0, 0, "scale", "one an axis"},
      {"shift(x, 1, 2, 3)", 1, 0, 0, "shift", ""},
      {"warp(x, 1, 2, 3)", 1, 0, 0, "warp", ""},
      {"rotate(x)", 1, 0, 0, "rotate", ""},
      {"rotate(x, 90, axis: q)", 1, 21, 1, "axis", "x y z"},
      {"at(x)", 1, 0, 0, "at", ""},
      {"reseed(x, y)", 1, 11, 1, "constant", ""},
      {"reseed(perlin(), 1.5)", 1, 18, 3, "whole", ""},
  };
  check_errors(rows, COUNT(rows));
  static const error_row three[] = {
      {"perlin(period: 4, 8)", 1, 16, 1, "2 periods for 3 dimensions", "one an axis"},
      {"tile(perlin(), 4, 8)", 1, 1, 20, "2 periods for a point of 3", "one an axis"},
  };
  for (int i = 0; i < COUNT(three); i++) check_error(&three[i], 3, BURL_RECIPE);
  end();
}

static void test_errors_of_images(void **state) {
  (void)state;
  static const error_row rows[] = {
      {"2*image(x)", 1, 9, 1, "the name of a file, in quotes", "heights.tif"},
      {"image(perlin())", 1, 7, 8, "the name of a file, in quotes", "heights.tif"},
      {"shift(image(\"a.tif\"), 1)", 1, 7, 0, "image needs the whole grid", "upsample"},
      {"image(\"a.tif\", read: linear)", 1, 22, 6, "no word of read", "bilinear"},
  };
  check_errors(rows, COUNT(rows));
  end();
}

static void test_errors_of_dimension(void **state) {
  (void)state;
  static const error_row one[] = {{"y", 1, 1, 1, "y", ""}, {"perlin(x, y)", 1, 11, 1, "y", ""}};
  static const error_row two[] = {{"x + z", 1, 5, 1, "z", "3"},
                                  {"a = w\nx + a", 1, 5, 1, "w", "4"},
                                  {"d(perlin(), z)", 1, 13, 1, "no z", "3 dimensions"},
                                  {"perlin(x, y, z)", 1, 14, 1, "z", "3"}};
  for (int i = 0; i < COUNT(one); i++) check_error(&one[i], 1, BURL_DIMENSION);
  for (int i = 0; i < COUNT(two); i++) check_error(&two[i], 2, BURL_DIMENSION);

  burl_error error;
  for (int dims = -1; dims < 7; dims += 6) {
    assert_null(burl_compile("1", dims, &error));
    assert_int_equal(error.status, BURL_ARGUMENT);
  }
  end();
}

/* ---- Limits: an answer soon, whatever the text ---- */

/* prefix, then middle count times, then suffix; malloc'ed. */
static char *repeat(const char *prefix, const char *middle, size_t count, const char *suffix) {
  const size_t m = strlen(middle), p = strlen(prefix), s = strlen(suffix);
  char *text = malloc(p + m * count + s + 1);
  assert_non_null(text);
  memcpy(text, prefix, p);
  for (size_t i = 0; i < count; i++) memcpy(text + p + i * m, middle, m);
  memcpy(text + p + m * count, suffix, s + 1);
  return text;
}

/* Compiles; whatever comes out, it comes without a crash and within a minute (it takes some seconds at
 * most, under a sanitizer on a busy machine); an error has its words.  Returns the status. */
static burl_status survive(const char *what, const char *text, size_t length) {
  const clock_t start = clock();
  const burl_options options = {.struct_size = sizeof options};
  burl_error error;
  burl_program *program = burl_compile_with(text, length, &options, &error);
  if (program) {
    float v[4];
    if (!burl_needs_whole_grid(program)) sample(program, (place){{0.3, 0.4}}, v);
  } else if (!*error.message || error.status == BURL_OK) {
    WRONG("%s: an error without words", what);
  }
  burl_free(program);
  const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  if (seconds > 60) WRONG("%s: %.1f s", what, seconds);
  return error.status;
}

static void test_deep_nesting(void **state) {
  (void)state;
  static const struct {
    const char *opening, *middle, *closing;
  } rows[] = {
      {"(", "1", ")"},
      {"-", "1", ""},
      {"!", "1", ""},
      {"1+(", "1", ")"},
      {"abs(", "x", ")"},
      {"fbm(", "x", ", octaves: 1)"},
      {"1?", "1", ":2"},
      {"1?2:", "1", ""},
      {"at(", "x", ", x)"},
      {"at(1, ", "x", ")"},
      {"scale(", "perlin()", ", 1)"},
      {"x**(", "x", ")"},
      {"(\n", "1", "\n)"},
      {"min(1, ", "x", ")"},
      {"(", "", ""},
      {"-(", "", ""},
      {"perlin(", "x", ")"},
      {"x ? x : (", "1", ")"},
      {"rgba(", "#fff", ", 1)"},
      {"#fff+(", "#fff", ")"},
      {"fbm(1, octaves: ", "1", ")"},
      {"fbm(1, gain: ", "1", ")"},
      {"[", "", "]"},
      {"ramp(x, ", "#fff", ", #000)"},
  };
  static const int depths[] = {100, 250, 10000, 100000};
  for (int i = 0; i < COUNT(rows); i++)
    for (int k = 0; k < COUNT(depths); k++) {
      char *opened = repeat("", rows[i].opening, (size_t)depths[k], rows[i].middle);
      char *text = repeat(opened, rows[i].closing, (size_t)depths[k], "");
      const burl_status status = survive(rows[i].opening, text, strlen(text));
      if (k >= 1 && *rows[i].closing == ')' && status != BURL_LIMIT && strcmp(rows[i].opening, "x**("))
        WRONG("%s %d deep: %s", rows[i].opening, depths[k], burl_status_text(status));
      if (k == 0 && strcmp(rows[i].opening, "(") == 0 && *rows[i].middle && status != BURL_OK)
        WRONG("%s 100 deep: %s", rows[i].opening, burl_status_text(status));
      free(opened);
      free(text);
    }
  end();
}

static void test_long_texts(void **state) {
  (void)state;
  /* Flat and long is not deep. */
  char *text = repeat("x", "+x", 1000, "");
  burl_error error;
  burl_program *flat = burl_compile(text, 1, &error);
  if (!flat) WRONG("a flat sum of 1001 is refused: %s", error.message);
  else if (value_of(flat, (place){{3}}) != 3003) WRONG("a flat sum of 1001");
  burl_free(flat);
  free(text);
  static const struct {
    const char *prefix, *middle;
    size_t count;
    const char *suffix;
  } rows[] = {
      {"x", "+x", 60000, ""},
      {"x", "+x", 400000, ""},
      {"1", "+1", 400000, ""},
      {"x", "*x+x", 50000, ""},
      {"1", " && 1", 90000, ""},
      {"x", " < x", 90000, ""},
      {"", "\n", 1000000, "1"},
      {"", " ", 1000000, "1"},
      {"", "(", 1000000, ""},
      {"", ")", 1000000, ""},
      {"\"", "a", 1000000, "\""},
      {"", "9", 1000000, ""},
      {"0.", "0", 1000000, "1"},
      {"1e", "9", 1000000, ""},
      {"#", "f", 1000000, ""},
      {"", "a", 1000000, ""},
      {"", "a", 1000000, " = 1\n1"},
      {"min(1", ",1", 400000, ")"},
      {"view 0", ",0", 400000, "\n1"},
      {"f(a", ",a", 400000, ") = 1\n1"},
      {"1//", "x", 1000000, ""},
      {"", "-", 1000000, "1"},
      {"", "\"", 1000000, ""},
      {"", "1\n", 500000, ""},
      {"perlin(", "seed: 1, ", 100000, ")"},
      {"", "\xEF\xBB\xBF", 300000, "1"},
      {"", "\r", 1000000, "1"},
      {"", ":", 1000000, ""},
      {"", "?", 1000000, ""},
      {"curve(x", ", 1", 300000, ")"},
      {"ramp(x", ", #fff", 150000, ")"},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    text = repeat(rows[i].prefix, rows[i].middle, rows[i].count, rows[i].suffix);
    survive(rows[i].middle, text, strlen(text));
    free(text);
  }
  /* 10 MB, of anything, passes the limit of 1 MiB. */
  static const char *const middles[] = {"1 +\n", " ", "x", "// comment\n", "\xFF", "(", "perlin()\n"};
  for (int i = 0; i < COUNT(middles); i++) {
    text = repeat("", middles[i], 10u * 1000 * 1000 / strlen(middles[i]), "1");
    if (survive(middles[i], text, strlen(text)) != BURL_LIMIT) WRONG("10 MB of '%s'", middles[i]);
    free(text);
  }
  text = repeat("1 //\n//", "x", 1u << 20, "");
  check_error(&(error_row){text, 2, (1 << 20) - 4, 1, "1048576 bytes", ""}, 2, BURL_LIMIT);
  free(text);
  /* Exactly 1 MiB is allowed. */
  text = repeat("1 //", "x", (1u << 20) - 4, "");
  assert_int_equal(strlen(text), 1u << 20);
  if (survive("1 MiB", text, 1u << 20) != BURL_OK) WRONG("1 MiB is refused");
  free(text);
  /* A long name in an error does not overflow the message. */
  text = repeat("perlin(", "q", 5000, ": 1)");
  survive("a long name", text, strlen(text));
  free(text);
  text = repeat("", "q", 5000, "()");
  survive("a long name", text, strlen(text));
  free(text);
  /* NUL inside. */
  if (survive("NUL", "1 +\0 2", 6) == BURL_OK) WRONG("a NUL inside is accepted");
  /* length counts, not NUL. */
  if (survive("length", "1 + 2 $", 5) != BURL_OK) WRONG("bytes beyond length are read");
  end();
}

/* count lines made by a pattern in which % stands for the line's number and @ for the one before. */
static char *chain(const char *first, const char *pattern, int count, const char *last) {
  char *text = malloc(strlen(first) + (strlen(pattern) + 60) * (size_t)(count + 1));
  assert_non_null(text);
  char *end = text + sprintf(text, "%s", first);
  for (int i = 1; i <= count; i++) {
    for (const char *c = pattern; *c; c++) {
      if (*c == '%') end += sprintf(end, "%d", i);
      else if (*c == '@') end += sprintf(end, "%d", i - 1);
      else *end++ = *c;
    }
    *end++ = '\n';
  }
  for (const char *c = last; *c; c++) {
    if (*c == '%') end += sprintf(end, "%d", count);
    else *end++ = *c;
  }
  *end = 0;
  return text;
}

static void test_chains(void **state) {
  (void)state;
  /* Equal subexpressions are computed once: 2^50 x in 51 nodes, if it is not refused as a limit. */
  static const struct {
    const char *first, *pattern;
    int count;
    const char *last;
  } rows[] = {
      {"a0 = x\n", "a% = a@ + a@", 50, "a%"},
      {"a0 = x\n", "a% = a@*0.5 + a@*0.25", 100, "a%"},
      {"a0 = perlin()\n", "a% = at(a@, x + 1, y) + at(a@, x*2, y)", 60, "a%"},
      {"a0 = perlin()\n", "a% = warp(a@, a@)", 60, "a%"},
      {"a0 = perlin()\n", "a% = warp(a@, a@, a@)", 60, "a%"},
      {"a0 = perlin()\n", "a% = fbm(a@, octaves: 32)", 60, "a%"},
      {"a0 = perlin()\n", "a% = reseed(a@, 1) + reseed(a@, 2)", 60, "a%"},
      {"a0 = perlin()\n", "a% = tile(a@, 4) + tile(2*a@, 4)", 60, "a%"},
      {"a0 = #fff*x\n", "a% = a@ + at(a@, y, x)", 60, "a%"},
      {"f0(a) = a\n", "f%(a) = f@(a) + f@(a + 1)", 60, "f%(x)"},
      {"f0(a) = a\n", "f%(a) = f@(f@(a))", 60, "f%(x)"},
      {"f0(a) = a + 1\n", "f%(a) = f@(f@(a))", 60, "f%(x)"},
      {"f0(a, b) = a*b\n", "f%(a, b) = f@(f@(a, b), f@(b, a))", 60, "f%(x, y)"},
      {"a0 = 1\n", "a% = a@ + a@", 2000, "a%"},
      {"a0 = x\n", "a% = a@ + 1", 20000, "a%"},
      {"f0(a) = a\n", "f%(a) = f@(a + 1)", 20000, "f%(x)"},
      {"", "a% = %", 60000, "a%"},
      {"", "param a% = % [0, 100000]", 20000, "a%"},
      {"a0 = 1\n", "a% = a@ ? a@ : a@ + 1", 100, "a%"},
      {"a0 = perlin()\n", "a% = unit(a@) + unit(a@*2)", 200, "a%"},
      {"a0 = perlin()\n", "a% = scale(a@, 1 + a@*a@)", 60, "a%"},
      {"a0 = x\n", "a% = smin(a@, a@ + 1, 1)", 100, "a%"},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    char *text = chain(rows[i].first, rows[i].pattern, rows[i].count, rows[i].last);
    const burl_status status = survive(rows[i].pattern, text, strlen(text));
    if (status != BURL_OK && status != BURL_LIMIT) WRONG("%s: %s", rows[i].pattern, burl_status_text(status));
    free(text);
  }
  char *text = chain("a0 = x\n", "a% = a@ + a@", 50, "a%");
  if (value(text, 1, (place){{3}}) != ldexpf(3, 50)) WRONG("2^50 x by sharing");
  free(text);

  /* More than 65,536 nodes is a limit, and says so. */
  text = chain("", "a% = x*% + sin(y*%)*%", 30000, "0");
  char *sum = malloc(strlen(text) + 30000 * 8 + 8), *tail = sum + sprintf(sum, "%s", text) - 1;
  for (int i = 1; i <= 30000; i++) tail += sprintf(tail, "a%d%s", i, i < 30000 ? "+" : "");
  if (survive("90,000 nodes", sum, strlen(sum)) != BURL_LIMIT) WRONG("90,000 nodes are no limit");
  free(sum);
  free(text);
  end();
}

/* As many names and knobs as language.md allows; the one more is where the error points. */
static void test_counts(void **state) {
  (void)state;
  static const struct {
    const char *pattern;
    int most, column;
  } rows[] = {{"a% = %", 16384, 1}, {"param a% = %", 256, 7}};
  for (int i = 0; i < COUNT(rows); i++) {
    char *text = chain("", rows[i].pattern, rows[i].most, "a%");
    assert_true(value(text, 1, (place){{0}}) == (float)rows[i].most);
    free(text);
    text = chain("", rows[i].pattern, rows[i].most + 1, "a%");
    burl_error error;
    assert_null(burl_compile(text, 2, &error));
    assert_int_equal(error.status, BURL_LIMIT);
    assert_int_equal(error.line, rows[i].most + 1);
    assert_int_equal(error.column, rows[i].column);
    free(text);
  }
  /* A name and an operator a line, the x and its name: 600 levels. */
  char *text = chain("a0 = x\n", "a% = a@ + 1 + 1", 299, "a%");
  assert_true(value(text, 1, (place){{0}}) == 598);
  free(text);
  text = chain("a0 = x\n", "a% = a@ + 1 + 1", 300, "a%");
  check_error(&(error_row){text, 2, 6, 2, "names, calls and operators lead more than 600", "one level"}, 2, BURL_LIMIT);
  free(text);
}

/* Bytes at random, and recipes with bytes changed: never a crash. */
static void test_noise_as_recipe(void **state) {
  (void)state;
  static const char seed_text[] =
      "// oak\nview 0, 0, 1, 1\nparam rings = 10 [1, 40] \"Rings\"\n"
      "f(a, b) = smin(a, b, 0.1) % 2\n"
      "grain = tile(fbm(value(interp: catmull_rom), octaves: auto, gain: 1/4, at: 4), 1)\n"
      "shade = fract(rings * (0.5 + 0.5*f(grain, perlin(x, y, t, period: 4))))\n"
      "x > 2 && !y ? rgb(0.80*shade, 0.36*shade, 0.08*shade) : ramp(shade, #fff, #123456)\n";
  static const char alphabet[] = "()[],:?+-*/%<>=!&|#\".0123456789eabxyzt\n \r\t\xC3\xBC\xFF_";
  char text[sizeof seed_text + 8];
  for (int i = 0; i < 3000; i++) {
    size_t length = sizeof seed_text - 1;
    memcpy(text, seed_text, sizeof seed_text);
    const int edits = 1 + i % 6;
    for (int k = 0; k < edits; k++) {
      const size_t at = (size_t)draw(0, (double)length);
      switch ((int)draw(0, 3)) {
      case 0: text[at] = alphabet[(int)draw(0, sizeof alphabet - 1)]; break;
      case 1:
        memmove(text + at, text + at + 1, length - at);
        length--;
        break;
      default:
        if (length + 1 < sizeof text) {
          memmove(text + at + 1, text + at, length - at);
          text[at] = alphabet[(int)draw(0, sizeof alphabet - 1)];
          length++;
        }
      }
    }
    text[length] = 0;
    survive("a changed recipe", text, length);
  }
  for (int i = 0; i < 3000; i++) {
    const size_t length = (size_t)draw(0, 60);
    for (size_t k = 0; k < length; k++) text[k] = alphabet[(int)draw(0, sizeof alphabet - 1)];
    survive("random text", text, length);
  }
  end();
}

/* ---- Types ---- */

typedef struct {
  const char *recipe;
  place p;
  int channels;
  float expected[4];
} colour_row;

static void check_colours(const colour_row *rows, int count, double tolerance) {
  for (int i = 0; i < count; i++) {
    const colour_row *row = &rows[i];
    burl_error error;
    burl_program *program = burl_compile(row->recipe, 2, &error);
    if (!program) {
      WRONG("\"%s\" is refused: %s", row->recipe, error.message);
      continue;
    }
    float v[4] = {0};
    if (burl_channels(program) != row->channels) WRONG("\"%s\" has %d channels", row->recipe, burl_channels(program));
    sample(program, row->p, v);
    for (int k = 0; k < row->channels; k++)
      if (!is_near(v[k], row->expected[k], tolerance))
        WRONG("\"%s\" is %.9g in channel %d, not %.9g", row->recipe, (double)v[k], k, (double)row->expected[k]);
    burl_free(program);
  }
}

static void test_colours(void **state) {
  (void)state;
  static const colour_row rows[] = {
      {"rgb(0.25, 0.5, 1)", {{0}}, 3, {.25f, .5f, 1}},
      {"rgb(x, y, x*y)", {{2, 3}}, 3, {2, 3, 6}},
      {"#f80", {{0}}, 3, {1, 136 / 255.f, 0}},
      {"#FFF", {{0}}, 3, {1, 1, 1}},
      {"#cc5c14", {{0}}, 3, {204 / 255.f, 92 / 255.f, 20 / 255.f}},
      {"#aBcDeF", {{0}}, 3, {171 / 255.f, 205 / 255.f, 239 / 255.f}},
      {"rgba(#f00, 0.5)", {{0}}, 4, {1, 0, 0, .5f}},
      {"rgba(rgb(x, y, 0), x)", {{.25, .5}}, 4, {.25f, .5f, 0, .25f}},
      {"rgb(1, 2, 3) + 1", {{0}}, 3, {2, 3, 4}},
      {"1 - rgb(1, 2, 3)", {{0}}, 3, {0, -1, -2}},
      {"rgb(1, 2, 3) * rgb(4, 5, 6)", {{0}}, 3, {4, 10, 18}},
      {"rgb(1, 2, 4) / 2", {{0}}, 3, {.5f, 1, 2}},
      {"8 / rgb(1, 2, 4)", {{0}}, 3, {8, 4, 2}},
      {"rgba(rgb(1, 2, 3), 4) * 2", {{0}}, 4, {2, 4, 6, 8}},
      {"1 ? #f00 : #00f", {{0}}, 3, {1, 0, 0}},
      {"x > y ? #f00 : #00f", {{1, 2}}, 3, {0, 0, 1}},
      {"at(rgb(x, y, 1), 5, 6)", {{0}}, 3, {5, 6, 1}},
      {"scale(rgb(x, y, 1), 2)", {{4, 6}}, 3, {2, 3, 1}},
      {"shift(rgba(rgb(x, y, 1), x), 1)", {{4, 6}}, 4, {3, 6, 1, 3}},
      {"a = #f00\nf(c) = c*0.5\nf(a)", {{0}}, 3, {.5f, 0, 0}},
      {"mix(#000, #fff, 0.25)", {{0}}, 3, {.25f, .25f, .25f}},
      {"mix(#000, #fff, 0.25, in: srgb)", {{0}}, 3, {.25f, .25f, .25f}},
      {"mix(#000, 1, 0.5)", {{0}}, 3, {.5f, .5f, .5f}},
      {"mix(#f00, #00f, x)", {{.75}}, 3, {.25f, 0, .75f}},
      {"mix(rgba(#000, 0), rgba(#fff, 1), 0.5)", {{0}}, 4, {.5f, .5f, .5f, .5f}},
      {"mix(#000, #fff, 0.5, in: linear)", {{0}}, 3, {.735356927f, .735356927f, .735356927f}},
      {"mix(#f00, #0f0, 0.5, in: linear)", {{0}}, 3, {.735356927f, .735356927f, 0}},
      {"mix(#000, #fff, 0.5, in: oklab)", {{0}}, 3, {.388572842f, .388572842f, .388572842f}},
      {"mix(#123456, #fedcba, 0, in: oklab)", {{0}}, 3, {18 / 255.f, 52 / 255.f, 86 / 255.f}},
      {"mix(#123456, #fedcba, 1, in: oklab)", {{0}}, 3, {254 / 255.f, 220 / 255.f, 186 / 255.f}},
      {"mix(#123456, #fedcba, 0, in: linear)", {{0}}, 3, {18 / 255.f, 52 / 255.f, 86 / 255.f}},
      {"hsv(0, 1, 1)", {{0}}, 3, {1, 0, 0}},
      {"hsv(1/3, 1, 1)", {{0}}, 3, {0, 1, 0}},
      {"hsv(2/3, 1, 1)", {{0}}, 3, {0, 0, 1}},
      {"hsv(1/6, 1, 1)", {{0}}, 3, {1, 1, 0}},
      {"hsv(1/12, 1, 1)", {{0}}, 3, {1, .5f, 0}},
      {"hsv(0.7, 0, 0.25)", {{0}}, 3, {.25f, .25f, .25f}},
      {"hsv(0, 0.5, 0.5)", {{0}}, 3, {.5f, .25f, .25f}},
      {"hsv(1.25, 1, 1)", {{0}}, 3, {.5f, 1, 0}},
      {"hsv(-0.75, 1, 1)", {{0}}, 3, {.5f, 1, 0}},
      {"ramp(x, #000, #f00, #fff)", {{0}}, 3, {0, 0, 0}},
      {"ramp(x, #000, #f00, #fff)", {{.25}}, 3, {.5f, 0, 0}},
      {"ramp(x, #000, #f00, #fff)", {{.5}}, 3, {1, 0, 0}},
      {"ramp(x, #000, #f00, #fff)", {{.75}}, 3, {1, .5f, .5f}},
      {"ramp(x, #000, #f00, #fff)", {{1}}, 3, {1, 1, 1}},
      {"ramp(x, #000, #f00, #fff)", {{9}}, 3, {1, 1, 1}},
      {"ramp(x, #000, #f00, #fff)", {{-9}}, 3, {0, 0, 0}},
      {"ramp(x, 0, #000, 0.2, #f00, 1, #fff)", {{.1}}, 3, {.5f, 0, 0}},
      {"ramp(x, 0, #000, 0.2, #f00, 1, #fff)", {{.6}}, 3, {1, .5f, .5f}},
      {"ramp(x, -1, #000, 3, #fff)", {{1}}, 3, {.5f, .5f, .5f}},
      {"ramp(x, #000, #fff, in: linear)", {{.5}}, 3, {.735356927f, .735356927f, .735356927f}},
      {"ramp(x, #000, #fff, in: oklab)", {{.5}}, 3, {.388572842f, .388572842f, .388572842f}},
      {"ramp(x, rgba(#000, 0), rgba(#fff, 1))", {{.5}}, 4, {.5f, .5f, .5f, .5f}},
  };
  check_colours(rows, COUNT(rows), 2e-6);

  /* Oklab from its definition (Ottosson 2020), for a pair of saturated colours. */
  const double a[3] = {1, 0, 0}, b[3] = {0, 0, 1};
  double root[3] = {0}, linear[3], srgb[3];
  const double lms[3][3] = {{0.4122214708, 0.5363325363, 0.0514459929},
                            {0.2119034982, 0.6806995451, 0.1073969566},
                            {0.0883024619, 0.2817188376, 0.6299787005}};
  for (int i = 0; i < 3; i++) { /* Lab is linear in the cube roots, so they may be mixed */
    double la = 0, lb = 0;
    for (int k = 0; k < 3; k++) la += lms[i][k] * a[k], lb += lms[i][k] * b[k];
    root[i] = pow(0.5 * (cbrt(la) + cbrt(lb)), 3);
  }
  const double back[3][3] = {{4.0767416621, -3.3077115913, 0.2309699292},
                             {-1.2684380046, 2.6097574011, -0.3413193965},
                             {-0.0041960863, -0.7034186147, 1.7076147010}};
  for (int i = 0; i < 3; i++) {
    linear[i] = back[i][0] * root[0] + back[i][1] * root[1] + back[i][2] * root[2];
    srgb[i] = linear[i] <= 0.0031308 ? 12.92 * linear[i] : 1.055 * pow(linear[i], 1 / 2.4) - 0.055;
  }
  const colour_row oklab = {
      "mix(#f00, #00f, 0.5, in: oklab)", {{0}}, 3, {(float)srgb[0], (float)srgb[1], (float)srgb[2]}};
  check_colours(&oklab, 1, 1e-4);
  end();
}

/* ---- Knobs, views, constants ---- */

static void expect_set(burl_program *program, const char *name, double to, burl_status status, const char *words) {
  burl_error error;
  memset(&error, 0x55, sizeof error);
  const place p = {{0.37, 1.61, 0.4, 0.2, 0.1}};
  float before[4], after[4];
  const burl_range bounds = burl_bounds(program, 0);
  sample(program, p, before);
  const burl_status got = burl_set(program, name, to, &error);
  assert_int_equal(burl_set(program, name, to, NULL), got);
  if (got != status) WRONG("setting %s to %g: %s (%s)", name, to, burl_status_text(got), error.message);
  assert_int_equal(error.status, got);
  if (got == BURL_OK) return;
  if (!strstr(error.message, words) && !strstr(error.hint, words))
    WRONG("setting %s to %g: \"%s | %s\" has no \"%s\"", name, to, error.message, error.hint, words);
  sample(program, p, after);
  const burl_range now = burl_bounds(program, 0);
  if (bits(before[0]) != bits(after[0]) || now.lo != bounds.lo || now.hi != bounds.hi)
    WRONG("setting %s to %g failed and changed the program", name, to);
}

static void test_knobs(void **state) {
  (void)state;
  burl_program *program = compile("param rings = 10 [1, 40] \"Rings \xC3\xBC"
                                  "ber all\"\n"
                                  "param free = -2\nparam third = 1/4 [0, 2*3]\n"
                                  "rings + free + third + x",
                                  1);
  assert_int_equal(burl_param_count(program), 3);
  burl_param knob = burl_param_at(program, 0);
  assert_string_equal(knob.name, "rings");
  assert_string_equal(knob.text, "Rings \xC3\xBC"
                                 "ber all");
  assert_true(knob.value == 10 && knob.lo == 1 && knob.hi == 40);
  knob = burl_param_at(program, 1);
  assert_string_equal(knob.name, "free");
  assert_string_equal(knob.text, "");
  assert_true(knob.value == -2 && knob.lo == -INFINITY && knob.hi == INFINITY);
  knob = burl_param_at(program, 2);
  assert_true(knob.value == 0.25 && knob.lo == 0 && knob.hi == 6);
  for (int i = -1; i < 4; i += 4) {
    knob = burl_param_at(program, i);
    assert_true(!knob.name && !knob.text && knob.value == 0 && knob.lo == 0 && knob.hi == 0);
  }
  assert_true(value_of(program, (place){{0}}) == 8.25f);

  expect_set(program, "rings", 40, BURL_OK, "");
  expect_set(program, "rings", 1, BURL_OK, "");
  expect_set(program, "rings", 0.999, BURL_ARGUMENT, "rings is 1 to 40, not 0.999");
  expect_set(program, "rings", nextafter(40, 41), BURL_ARGUMENT, "1 to 40, not 40.00000000000001");
  expect_set(program, "rings", 41, BURL_ARGUMENT, "Rings");
  expect_set(program, "rings", NAN, BURL_ARGUMENT, "");
  expect_set(program, "free", NAN, BURL_ARGUMENT, "");
  expect_set(program, "free", INFINITY, BURL_ARGUMENT, "");
  expect_set(program, "free", -INFINITY, BURL_ARGUMENT, "");
  expect_set(program, "free", 1e300, BURL_OK, "");
  expect_set(program, "free", 5, BURL_OK, "");
  expect_set(program, "ring", 5, BURL_ARGUMENT, "rings");
  expect_set(program, "", 5, BURL_ARGUMENT, "its knobs: rings free third");
  expect_set(program, "x", 5, BURL_ARGUMENT, "");
  expect_set(program, "seed", 5, BURL_ARGUMENT, "");
  assert_true(burl_param_at(program, 0).value == 1);
  assert_true(value_of(program, (place){{0}}) == 6.25f);

  /* A copy is independent, with the same knobs and seed. */
  burl_program *copy = burl_clone(program);
  assert_non_null(copy);
  assert_true(value_of(copy, (place){{0}}) == 6.25f);
  expect_set(copy, "rings", 2, BURL_OK, "");
  assert_true(value_of(copy, (place){{0}}) == 7.25f);
  assert_true(value_of(program, (place){{0}}) == 6.25f);
  burl_free(copy);
  burl_free(program);
  burl_free(NULL);
  end();
}

/* What depends on a knob is the same as if the recipe had been written with its new value. */
static void test_knobs_redo(void **state) {
  (void)state;
  static const struct {
    const char *recipe; /* knob k, first 2, then 4, then 3 */
    int dims;
  } rows[] = {
      {"fbm(perlin(), octaves: k)", 2},
      {"fbm(perlin(), octaves: k + 0.5, gain: 1/k)", 2},
      {"fbm(perlin(), lacunarity: k, at: k/2)", 3},
      {"perlin(period: k)", 2},
      {"perlin(period: k, 2*k)", 2},
      {"fbm(value(period: 2*k, hash: wood), octaves: 3, same_seed: 1)", 2},
      {"unit(k*perlin() + 1)", 2},
      {"signed(perlin() + k*value())", 2},
      {"k*perlin()", 2},
      {"perlin(seed: k)", 1},
      {"reseed(perlin(), k)", 2},
      {"tile(fbm(perlin(), octaves: 3), k)", 2},
      {"scale(perlin(), k)", 2},
      {"rotate(perlin(), 10*k)", 2},
      {"terrace(perlin(), k)", 2},
      {"curve(perlin(), -1, 0, 0, k, 1, 10)", 2},
      {"k > 3 ? perlin() : value()", 2},
      {"n = k*2\nf(a) = a*n\nf(unit(fbm(perlin(), octaves: n)))", 2},
      {"ramp(perlin(), 0, #fff, k, #000)", 2},
      {"x/k", 1},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    char text[256];
    snprintf(text, sizeof text, "param k = 2 [1, 8]\n%s", rows[i].recipe);
    burl_program *turned = compile(text, rows[i].dims);
    for (int k = 4; k >= 2; k--) {
      snprintf(text, sizeof text, "k = %d\n%s", k, rows[i].recipe);
      burl_program *written = compile(text, rows[i].dims);
      assert_int_equal(burl_set(turned, "k", k, NULL), BURL_OK);
      assert_int_equal(burl_seed(turned, (uint64_t)k), BURL_OK);
      assert_int_equal(burl_seed(written, (uint64_t)k), BURL_OK);
      const burl_range a = burl_bounds(turned, 0), b = burl_bounds(written, 0);
      if (a.lo != b.lo || a.hi != b.hi || a.may_be_nan != b.may_be_nan)
        WRONG("\"%s\" with k = %d: bounds %g %g, not %g %g", rows[i].recipe, k, a.lo, a.hi, b.lo, b.hi);
      for (int n = 0; n < 30; n++) {
        const place p = random_place(9);
        float va[4], vb[4];
        sample(turned, p, va);
        sample(written, p, vb);
        if (bits(va[0]) != bits(vb[0])) {
          WRONG("\"%s\" turned to %d is %g, written %g", rows[i].recipe, k, (double)va[0], (double)vb[0]);
          break;
        }
      }
      burl_free(written);
    }
    burl_free(turned);
  }

  /* A value with which the recipe is wrong is refused, and the program stays. */
  static const struct {
    const char *recipe;
    double bad;
  } refused[] = {
      {"tile(perlin(), k)", 4.5},        {"perlin(period: k)", 2.5},
      {"perlin(period: k)", -1},         {"fbm(perlin(), octaves: k)", 33},
      {"fbm(perlin(), octaves: k)", -1}, {"fbm(perlin(), lacunarity: k)", 0.5},
      {"perlin(seed: k)", 0.5},          {"perlin(raw: k - 2)", 4},
      {"curve(x, 0, 0, k, 1)", -1},      {"scale(x, k)", 0},
      {"unit(k ? perlin() : x)", 0},     {"tile(scale(perlin(), k), 4)", 3},
  };
  for (int i = 0; i < COUNT(refused) - 2; i++) {
    char text[256];
    snprintf(text, sizeof text, "param k = 2\n%s", refused[i].recipe);
    burl_program *program = compile(text, 2);
    expect_set(program, "k", refused[i].bad, BURL_RECIPE, "");
    burl_error error;
    burl_set(program, "k", refused[i].bad, &error);
    if (error.line != 2) WRONG("%s refused in line %d", refused[i].recipe, error.line);
    assert_true(burl_param_at(program, 0).value == 2);
    burl_free(program);
  }
  end();
}

static void test_view(void **state) {
  (void)state;
  static const struct {
    const char *recipe;
    int count;
    double view[8];
  } rows[] = {
      {"1", 0, {0}},
      {"view 0, 1\n1", 2, {0, 1}},
      {"view -1, 0, 2*4, 1/4\n1", 4, {-1, 0, 8, .25}},
      {"// first\nparam a = 1\nview 0, 0, 0, 1, 2, 3 // box\na", 6, {0, 0, 0, 1, 2, 3}},
      {"view 0, 1, 2, 3, 4, 5, 6, 7\n1", 8, {0, 1, 2, 3, 4, 5, 6, 7}},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    burl_program *program = compile(rows[i].recipe, 2);
    double view[8] = {0};
    assert_int_equal(burl_view(program, view), rows[i].count);
    for (int k = 0; k < rows[i].count; k++) assert_true(view[k] == rows[i].view[k]);
    burl_free(program);
  }
}

static void test_named_result(void **state) {
  (void)state;
  const char *recipe = "g = x + 1\nf(a) = a\ng*10";
  burl_options options = {.struct_size = sizeof options, .dims = 1, .result = "g"};
  burl_error error;
  burl_program *program = burl_compile_with(recipe, strlen(recipe), &options, &error);
  assert_non_null(program);
  assert_true(value_of(program, (place){{3}}) == 4);
  burl_free(program);
  options.result = "gg";
  assert_null(burl_compile_with(recipe, strlen(recipe), &options, &error));
  assert_true(strstr(error.message, "'gg'") && strstr(error.hint, "'g'"));
  options.result = NULL;
  program = burl_compile_with(recipe, strlen(recipe), &options, &error);
  assert_true(value_of(program, (place){{3}}) == 40);
  burl_free(program);
}

/* ---- Coordinates ---- */

static void test_domains(void **state) {
  (void)state;
  static const value_row rows[] = {
      {"x", 4, {{1, 2, 3, 4, 5}}, 1},
      {"y", 4, {{1, 2, 3, 4, 5}}, 2},
      {"z", 4, {{1, 2, 3, 4, 5}}, 3},
      {"w", 4, {{1, 2, 3, 4, 5}}, 4},
      {"t", 4, {{1, 2, 3, 4, 5}}, 5},
      {"t", 1, {{1, 2, 3, 4, 5}}, 5},
      {"at(x*10 + y, 3, 4)", 2, {{1, 2}}, 34},
      {"at(x*10 + y, y, x)", 2, {{1, 2}}, 21},
      {"at(t, 3, 4)", 2, {{1, 2, 0, 0, 7}}, 7},
      {"at(x, t)", 1, {{1, 2, 0, 0, 7}}, 7},
      {"at(x*100 + y*10 + z, 1, 2, 3)", 3, {{0}}, 123},
      {"at(x*1000 + y*100 + z*10 + w, 1, 2, 3, 4)", 4, {{0}}, 1234},
      {"scale(x, 4)", 2, {{2, 3}}, .5},
      {"scale(x*10 + y, 2)", 2, {{4, 4}}, 22},
      {"scale(x*10 + y, 2, 4)", 2, {{4, 4}}, 21},
      {"scale(x, 3)", 1, {{1}}, 1.0 / 3},
      {"scale(x, y)", 2, {{6, 3}}, 2},
      {"shift(x*10 + y, 3)", 2, {{5, 7}}, 27},
      {"shift(x*10 + y, 3, 2)", 2, {{5, 7}}, 25},
      {"shift(x, y)", 2, {{5, 2}}, 3},
      {"warp(x*10 + y, 3)", 2, {{5, 7}}, 87},
      {"warp(x*10 + y, 3, y)", 2, {{5, 7}}, 94},
      {"warp(x*100 + y*10 + z, 1, 2, 3)", 3, {{1, 1, 1}}, 234},
      /* the other arguments are evaluated here, before the point moves; nesting from outside in */
      {"scale(shift(x, x), 2)", 1, {{8}}, 0},
      {"shift(scale(x, 2), x)", 1, {{8}}, 0},
      {"shift(scale(x, 2), 4)", 1, {{8}}, 2},
      {"scale(shift(x, 4), 2)", 1, {{8}}, 0},
      {"at(at(x, x + 1), x*2)", 1, {{3}}, 7},
      {"warp(warp(x, x), x)", 1, {{3}}, 12},
      {"warp(x*10 + y, y, x)", 2, {{1, 2}}, 33},
      {"scale(x*10 + y, x, y)", 2, {{4, 8}}, 11},
      {"shift(x + t, t)", 1, {{3, 0, 0, 0, 2}}, 3},
      {"s = y\nshift(x*10 + s, 1, s)", 2, {{3, 5}}, 20},
      {"reseed(x, 3)", 1, {{3}}, 3},
      {"at(x, at(x, 5) + x)", 1, {{2}}, 7},
      {"at(perlin(), x, y) - perlin()", 2, {{.3, .4}}, 0},
  };
  check_rows(rows, COUNT(rows), 0);
  static const value_row turned[] = {
      {"rotate(x, 90)", 2, {{0, 1}}, 1},
      {"rotate(x, 90)", 2, {{1, 0}}, 0},
      {"rotate(y, 90)", 2, {{1, 0}}, -1},
      {"rotate(x, 30)", 2, {{1, 0}}, 0.86602540378},
      {"rotate(y, 30)", 2, {{1, 0}}, -0.5},
      {"rotate(x, -30)", 2, {{0, 1}}, -0.5},
      {"rotate(x*10 + y, 360)", 2, {{3, 4}}, 34},
      {"rotate(x*100 + y*10 + z, 90)", 3, {{1, 2, 3}}, 193},
      {"rotate(x*100 + y*10 + z, 90, axis: z)", 3, {{1, 2, 3}}, 193},
      {"rotate(x*100 + y*10 + z, 90, axis: x)", 3, {{1, 2, 3}}, 128},
      {"rotate(x*100 + y*10 + z, 90, axis: y)", 3, {{1, 2, 3}}, -279},
      {"rotate(x, x*90)", 2, {{1, 5}}, 5},
      {"rotate(length(x, y), 33)", 2, {{3, 4}}, 5},
  };
  check_rows(turned, COUNT(turned), 1e-6);
  static const same_row same[] = {
      {"scale(perlin(), 3)", "perlin(x/3, y/3)", 2, 0},
      {"shift(perlin(), 0.3)", "perlin(x - 0.3, y)", 2, 0},
      {"warp(perlin(), value(), value(seed: 3))", "perlin(x + value(), y + value(seed: 3))", 2, 0},
      {"scale(scale(perlin(), 3), 7)", "perlin(x/7/3, y/7/3)", 2, 0},
      {"shift(shift(perlin(), 0.1), 0.2)", "perlin(x - 0.2 - 0.1, y)", 2, 0},
      {"reseed(perlin(), 5)", "perlin(seed: 5)", 2, 0},
      {"reseed(reseed(perlin(), 5), 0)", "perlin(seed: 5)", 2, 0},
      {"at(perlin(), x, y, t)", "perlin(x, y, t)", 2, 0},
      {"f(e) = scale(e, 2)\nf(perlin())", "scale(perlin(), 2)", 2, 0},
  };
  check_same(same, COUNT(same));
  end();
}

/* ---- Arithmetic ---- */

/* The same text as C, in double, rounded once. */
#define AS_C(expression) \
  { #expression, (float)(expression) }

static void test_as_written(void **state) {
  (void)state;
  volatile double vx[] = {1e9 + 0.001, -3.7, 0.1, 12345.678, -1e-9, 1e15 + 0.25, 5.0 / 3};
  volatile double vy[] = {0.3, 1e9 + 1.0 / 3, 7, -0.7, 49, 3e-5, -5.0 / 3};
  for (int i = 0; i < COUNT(vx); i++) {
    const double x = vx[i], y = vy[i];
    const struct {
      const char *recipe;
      float expected;
    } rows[] = {
        AS_C(x),
        AS_C(x - 1000000000.0),
        AS_C(x / 3.0),
        AS_C(x / 49.0 * 49.0 - x),
        AS_C(x * 0.1 + y * 0.2),
        AS_C((x + 1e16) - 1e16),
        AS_C(x + y + 0.1 - y),
        AS_C(x + (y + 0.1)),
        AS_C(x * x - y * y),
        AS_C((x - y) * (x + y)),
        AS_C(x / y),
        AS_C(x * (1.0 / 3.0) - x / 3.0),
        AS_C((x * 3.0) / 3.0 - x),
        AS_C(x * 3.0 * 7.0 - x * 21.0),
        AS_C(-x + x * y),
        AS_C(x * y + 1.0),
        AS_C((x > y) - (x < y) * 0.5),
        AS_C((x > y ? x : y) - 1e9),
        AS_C(0.1 + 0.2 + x),
        AS_C(0.1 * 3.0 - 0.3 + x * 0.0),
    };
    for (int k = 0; k < COUNT(rows); k++) {
      const float v = value(rows[k].recipe, 2, (place){{x, y}});
      if (!same_number(v, rows[k].expected))
        WRONG("%s at %.17g %.17g is %.9g, not %.9g", rows[k].recipe, x, y, (double)v, (double)rows[k].expected);
    }
    const struct {
      const char *recipe;
      double expected;
    } doubles[] = {
        {"floor(x) - 1e9", floor(x) - 1e9},
        {"ceil(x*3) - y", ceil(x * 3) - y},
        {"round(x) - x", floor(x + 0.5) - x},
        {"fract(x)", x - floor(x)},
        {"abs(x) - 1e9", fabs(x) - 1e9},
        {"sign(x) + y", (x > 0) - (x < 0) + y},
        {"min(x, y) - 1e9", fmin(x, y) - 1e9},
        {"max(x, y) - 1e9", fmax(x, y) - 1e9},
        {"clamp(x, y, y + 1) - y", fmin(fmax(x, y), y + 1) - y},
        {"x % 7", x - 7 * floor(x / 7)},
        {"sqrt(abs(y)) - 0.1", (double)sqrtf((float)fabs(y)) - 0.1},
        {"sqrt(2) + x - x", (double)sqrtf(2) + x - x},
    };
    for (int k = 0; k < COUNT(doubles); k++) {
      const float v = value(doubles[k].recipe, 2, (place){{x, y}});
      if (!is_near(v, (float)doubles[k].expected, k == 9 ? 2e-7 : 0))
        WRONG("%s at %.17g %.17g is %.9g, not %.9g", doubles[k].recipe, x, y, (double)v, doubles[k].expected);
    }
  }
  /* mix in double */
  if (fabs((double)value("mix(x, x + 1, 0.5) - 1e9", 1, (place){{1e9 + 0.001}}) - 0.501) > 1e-6)
    WRONG("mix is not double");
  /* Noises see the double: far out they are as smooth as near. */
  static const double near[] = {0.001, 0.25, 0.502, 0.999};
  for (int i = 0; i < COUNT(near); i++) {
    const float far = value("perlin(x + 0.001) - perlin(x)", 1, (place){{1e9 + near[i]}});
    if (fabs((double)far) > 0.005 || far == 0) WRONG("perlin steps by %g at 1e9", (double)far);
    if (value("warp(perlin(), value(y)*0)", 2, (place){{1e9 + near[i], 1e9}}) !=
        value("perlin()", 2, (place){{1e9 + near[i], 1e9}}))
      WRONG("a warped coordinate is not exact far out");
  }
  end();
}

static void test_not_finite(void **state) {
  (void)state;
  static const char *const nan_recipes[] = {"0/0",     "-(0/0)",        "sqrt(-1)",     "log(-1)", "x*0",
                                            "asin(2)", "1/0 - 1/0",     "pow(-8, 1/3)", "x - x",   "0/0 + perlin()",
                                            "y*0/0",   "acos(x*0 + 2)", "fbm(0/0)",     "1/0*0"};
  for (int i = 0; i < COUNT(nan_recipes); i++) {
    const float v = value(nan_recipes[i], 2, (place){{INFINITY, 1}});
    if (bits(v) != 0x7FC00000u) WRONG("%s is %08x", nan_recipes[i], (unsigned)bits(v));
  }
  const float negative_nan = value("x", 1, (place){{-NAN}});
  if (bits(negative_nan) != 0x7FC00000u) WRONG("x at -NaN is %08x", (unsigned)bits(negative_nan));

  static const char *const noises[] = {"perlin()",
                                       "value()",
                                       "white()",
                                       "perlin(raw: 1)",
                                       "value(raw: 1)",
                                       "perlin(hash: table)",
                                       "perlin(hash: perlin2002, raw: 1)",
                                       "value(hash: elias, raw: 1)",
                                       "value(hash: table, raw: 1)",
                                       "value(interp: cubic, smooth: 1)",
                                       "perlin(period: 7)",
                                       "value(period: 3)",
                                       "white(period: 5)",
                                       "value(hash: wood, period: 4, raw: 1)",
                                       "perlin(interp: wavelet)",
                                       "fbm(perlin())"};
  static const double bad[] = {NAN, INFINITY, -INFINITY, 2251799813685250.0, -2251799813685250.0, 1e300};
  for (int i = 0; i < COUNT(noises); i++)
    for (int dims = 1; dims <= 4; dims++) {
      if (strstr(noises[i], "wood") && dims != 2) continue; /* 64 x 64 draws */
      burl_program *program = compile(noises[i], dims);
      for (int k = 0; k < COUNT(bad) * dims; k++) {
        place p = {{0.3, 0.4, 0.6, 0.7, 0}};
        p.c[k % dims] = bad[k / dims];
        const float v = value_of(program, p);
        if (v != 0) WRONG("%s in %dD at %g is %g", noises[i], dims, bad[k / dims], (double)v);
      }
      burl_free(program);
    }
  end();
}

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

static void test_errors_of_tiles(void **state) {
  (void)state;
  static const error_row rows[] = {
      {"tile(x, 4)", 1, 6, 1, "read by a noise", "out of the tile"},
      {"tile(perlin() + y, 4)", 1, 17, 1, "", ""},
      {"tile(perlin() + x*0.5, 4)", 1, 17, 0, "", ""},
      {"tile(rgb(x, 0, 0), 4)", 1, 10, 1, "", ""},
      {"g = perlin() + x\ntile(g, 4)", 1, 16, 1, "", ""},
      {"tile(x > 1 ? perlin() : 0, 4)", 1, 6, 0, "", ""},
      {"tile(sin(x), 4)", 1, 6, 6, "noise", ""},
      {"tile(floor(y), 4)", 1, 6, 8, "noise", ""},
      {"tile(fract(0.3*x)*perlin(), 4)", 1, 6, 12, "noise", ""},
      {"tile(perlin() + x, 4, 0)", 1, 17, 1, "", ""},
      {"tile(x % 2, 4)", 1, 6, 0, "", ""},
      {"tile(perlin(), 1.5)", 1, 1, 19, "whole", "by at: "},
      {"tile(perlin(), 0.5)", 1, 1, 19, "whole", ""},
      {"tile(perlin(), -4)", 1, 16, 2, "", ""},
      {"tile(perlin(), x)", 1, 16, 1, "constant", ""},
      {"tile(perlin(), 1/0)", 1, 16, 3, "", ""},
      {"tile(perlin(), 4, 4, 4)", 1, 1, 23, "3 periods for a point of 2 coordinates", "one an axis"},
      {"tile(scale(perlin(), 3), 4)", 1, 1, 27, "whole", ""},
      {"tile(scale(perlin(), 1 + y*y), 4)", 1, 0, 0, "constant", "scale(tile(e, P), s)"},
      {"tile(perlin(period: 3), 4)", 1, 6, 17, "period 3 does not divide the tile's 4", "it is 4"},
      {"tile(tile(perlin(), 8), 4)", 1, 6, 17, "period 8 does not divide the outer one's, 4", "leave one"},
      {"tile(scale(perlin(), 2 + perlin()), 4)", 1, 0, 0, "", ""},
      {"tile(perlin(x*y, y), 4)", 1, 13, 3, "", ""},
      {"tile(fbm(perlin(), lacunarity: 2.5), 4)", 1, 1, 39, "whole", ""},
      {"tile(fbm(perlin(), at: 1/3), 4)", 1, 1, 31, "whole", ""},
      {"tile(rotate(perlin(), 45), 4)", 1, 1, 29, "", ""},
      {"tile(midpoint(), 4)", 1, 6, 10, "midpoint", ""},
  };
  check_errors(rows, COUNT(rows));
  /* A coordinate that is not tiled may be used. */
  burl_free(compile("tile(perlin() + y, 4, 0)", 2));
  burl_free(compile("tile(perlin() + x, 0, 4)", 2));
  burl_free(compile("tile(perlin() + t, 4)", 2));
  burl_free(compile("x + tile(perlin(), 4)", 2));
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

/* ---- Numbers ---- */

static double c_step(double e, double a) { return a < e ? 0 : 1; }
static double c_round(double a) { return floor(a + 0.5); }
static double c_fract(double a) { return a - floor(a); }
static double c_sign(double a) { return (a > 0) - (a < 0); }
static double c_clamp(double a, double l, double h) { return fmin(fmax(a, l), h); }
static double c_mix(double a, double b, double v) { return a * (1 - v) + b * v; }
static double c_smoothstep(double a, double b, double v) {
  const double u = c_clamp((v - a) / (b - a), 0, 1);
  return u * u * (3 - 2 * u);
}
static double c_bias(double v, double b) { return v / ((1 / b - 2) * (1 - v) + 1); }
static double c_gain(double v, double g) {
  const double k = (1 / g - 2) * (1 - 2 * v);
  return v < 0.5 ? v / (k + 1) : (k - v) / (k - 1);
}
static double c_cosine(double a, double b, double u) { return a + (b - a) * (1 - cos(PI * u)) / 2; }
static double c_cubic(double a, double b, double c, double d, double u) {
  const double p = (d - c) - (a - b), q = (a - b) - p;
  return ((p * u + q) * u + (c - a)) * u + b;
}
static double c_catmull_rom(double a, double b, double c, double d, double u) {
  return b + 0.5 * u * (c - a + u * (2 * a - 5 * b + 4 * c - d + u * (3 * (b - c) + d - a)));
}

/* Over a sweep of x in [lo, hi] (y the other way round), against libm at the arguments as floats:
 * within 1e-6 relative, and `near_zero` where the value passes through 0. */
static void sweep_near(const char *recipe, double lo, double hi, double (*expected)(double, double), double near_zero) {
  burl_program *program = compile(recipe, 2);
  for (int k = 0; k <= 2000; k++) {
    volatile float fx = (float)(lo + (hi - lo) * k / 2000);
    volatile float fy = (float)(hi - (hi - lo) * ((k * 7) % 2001) / 2000);
    const double x = (double)fx, y = (double)fy;
    const double e = expected(x, y), v = (double)value_of(program, (place){{x, y}});
    if (isnan(e) ? !isnan(v) : !(fabs(v - e) <= 1e-6 * fabs(e) + near_zero) && v != e) {
      WRONG("%s at %.9g %.9g is %.9g, not %.9g", recipe, x, y, v, e);
      break;
    }
  }
  burl_free(program);
}

static void sweep(const char *recipe, double lo, double hi, double (*expected)(double, double)) {
  sweep_near(recipe, lo, hi, expected, 1.5e-7);
}

/* Powers by multiples of a half: products and a root, in one order.  Special numbers give what C's pow gives, others
 * are within (c + 1.5)·2^-24 of it where neither the result nor its reciprocal leaves the normal numbers. */
static void check_half_power(const burl_program *program, double exponent, float base) {
  const float got = value_of(program, (place){{(double)base}});
  const double e = pow((double)base, exponent), size = pow(fabs((double)base), fabs(exponent));
  const int is_normal = size >= 0x1p-126 && size < 0x1p126;
  const int is_special = base == 0.0f || isinf(base) || isnan(e);
  const double most = (fabs(exponent) + 1.5) * 0x1p-24 * fabs(e);
  if (isnan(e) ? !isnan(got) : is_special && bits(got) != bits((float)e))
    WRONG("pow(%.9g, %g) is %.9g, not %.9g", (double)base, exponent, (double)got, e);
  else if (is_normal && fabs((double)got - e) > most)
    WRONG("pow(%.9g, %g) is %.9g, too far from %.9g", (double)base, exponent, (double)got, e);
}

static void test_half_powers(void **state) {
  (void)state;
  static const float special[] = {0.0f, -0.0f, 1, -1, 2, -2, 0.25f, INFINITY, -INFINITY, 1e-38f, 1e-45f, 3e38f, -3e38f};
  for (int halves = -16; halves <= 16; halves++) {
    const double exponent = 0.5 * halves;
    char recipe[64];
    snprintf(recipe, sizeof recipe, halves % 3 ? "pow(x, %g)" : "param c = %g\npow(x, c)", exponent);
    burl_program *const program = compile(recipe, 2);
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) check_half_power(program, exponent, special[i]);
    for (int i = 0; i < 500; i++) {
      check_half_power(program, exponent, (float)draw(-4, 4));
      check_half_power(program, exponent, (float)exp2(draw(-100, 100)));
    }
    burl_free(program);
  }
  end();
}

#define SWEPT(name, expression)                    \
  static double swept_##name(double x, double y) { \
    (void)y;                                       \
    return expression;                             \
  }
SWEPT(sqrt, sqrt(x))
SWEPT(exp, exp(x))
SWEPT(log, log(x))
SWEPT(pow, pow(x, y))
SWEPT(sin, sin(x))
SWEPT(cos, cos(x))
SWEPT(tan, tan(x))
SWEPT(asin, asin(x))
SWEPT(acos, acos(x))
SWEPT(atan, atan(x))
SWEPT(atan2, atan2(y, x))
SWEPT(abs, fabs(x))
SWEPT(sign, c_sign(x))
SWEPT(floor, floor(x))
SWEPT(ceil, ceil(x))
SWEPT(round, c_round(x))
SWEPT(fract, c_fract(x))
SWEPT(min, fmin(x, y))
SWEPT(max, fmax(x, y))
SWEPT(clamp, c_clamp(x, -1, 2))
SWEPT(mix, c_mix(x, y, 0.3))
SWEPT(step, c_step(y, x))
SWEPT(smoothstep, c_smoothstep(-1, 2, x))
SWEPT(length, hypot(x, y))
SWEPT(length3, sqrt(x *x + y * y + 9))
SWEPT(dot, x * 3 + y * 4)
SWEPT(bias, c_bias(x, 0.3))
SWEPT(gain, c_gain(x, 0.3))
SWEPT(fade, x *x *x *(x *(x * 6 - 15) + 10))
SWEPT(hermite, x *x *(3 - 2 * x))
SWEPT(cosine, c_cosine(2, -1, x))
SWEPT(cubic, c_cubic(1, 3, -2, 0.5, x))
SWEPT(catmull, c_catmull_rom(1, 3, -2, 0.5, x))
SWEPT(wavelet, fabs(x) >= 1 ? 0 : 0.7 * x * (1 - 3 * x * x + 2 * fabs(x * x * x)))
SWEPT(remap, 10 + (x + 1) * 5)
SWEPT(unit, c_clamp(c_clamp(x, 1, 3) / 2 - 0.5, 0, 1))
SWEPT(signed, c_clamp(x, 1, 3) - 2)
SWEPT(same, x)

static void test_functions(void **state) {
  (void)state;
  sweep("sqrt(x)", 0, 1e6, swept_sqrt);
  sweep("sqrt(x)", -1, 1, swept_sqrt);
  sweep("exp(x)", -80, 80, swept_exp);
  sweep("exp(x)", -1, 1, swept_exp);
  sweep("log(x)", 0.001, 3, swept_log);
  sweep("log(x)", 0.001, 1e9, swept_log);
  sweep("log(x)", -1, -0.1, swept_log);
  sweep("pow(x, y)", 0.01, 8, swept_pow);
  sweep("sin(x)", -10, 10, swept_sin);
  sweep("sin(x)", -3000, 3000, swept_sin);
  sweep("cos(x)", -10, 10, swept_cos);
  sweep("cos(x)", -3000, 3000, swept_cos);
  sweep("tan(x)", -1.5, 1.5, swept_tan);
  sweep("tan(x)", 1.7, 4.6, swept_tan);
  sweep("asin(x)", -1, 1, swept_asin);
  sweep("asin(x)", 1.01, 3, swept_asin);
  sweep("acos(x)", -1, 1, swept_acos);
  sweep("atan(x)", -100, 100, swept_atan);
  sweep("atan(x)", -2, 2, swept_atan);
  sweep("atan2(y, x)", -3, 3, swept_atan2);
  sweep("abs(x)", -3, 3, swept_abs);
  sweep("sign(x)", -3, 3, swept_sign);
  sweep("floor(x)", -3, 3, swept_floor);
  sweep("ceil(x)", -3, 3, swept_ceil);
  sweep("round(x)", -3, 3, swept_round);
  sweep("fract(x)", -3, 3, swept_fract);
  sweep("min(x, y)", -3, 3, swept_min);
  sweep("max(x, y)", -3, 3, swept_max);
  sweep("clamp(x, -1, 2)", -3, 3, swept_clamp);
  sweep("mix(x, y, 0.3)", -3, 3, swept_mix);
  sweep("step(y, x)", -3, 3, swept_step);
  sweep("smoothstep(-1, 2, x)", -3, 3, swept_smoothstep);
  sweep("length(x, y)", -3, 3, swept_length);
  sweep("length(x, y, 3)", -3, 3, swept_length3);
  sweep("length(x, y, 3, 0)", -3, 3, swept_length3);
  sweep("length(x)", -3, 3, swept_abs);
  sweep("dot(x, y, 3, 4)", -3, 3, swept_dot);
  sweep("bias(x, 0.3)", 0, 1, swept_bias);
  sweep("gain(x, 0.3)", 0, 1, swept_gain);
  sweep("bias(x, 0.5)", 0, 1, swept_same);
  sweep("gain(x, 0.5)", 0, 1, swept_same);
  sweep("fade(x)", 0, 1, swept_fade);
  sweep("hermite(x)", 0, 1, swept_hermite);
  sweep_near("cosine(2, -1, x)", 0, 1, swept_cosine, 1e-6);
  sweep_near("cubic(1, 3, -2, 0.5, x)", 0, 1, swept_cubic, 1e-6);
  sweep_near("catmull_rom(1, 3, -2, 0.5, x)", 0, 1, swept_catmull, 1e-6);
  sweep("wavelet(0.7, x)", -2, 2, swept_wavelet);
  sweep("remap(x, -1, 1, 10, 20)", -3, 3, swept_remap);
  sweep("unit(clamp(x, 1, 3))", -3, 6, swept_unit);
  sweep("signed(clamp(x, 1, 3))", -3, 6, swept_signed);
  sweep("terrace(x, 4, sharpness: 0)", -3, 3, swept_same);

  static const value_row rows[] = {
      {"sign(-0)", 2, {{0}}, 0},
      {"round(-0.5)", 2, {{0}}, 0},
      {"round(2.5)", 2, {{0}}, 3},
      {"round(-2.5)", 2, {{0}}, -2},
      {"round(0.49999999999999994)", 2, {{0}}, 1},
      {"fract(-0.25)", 2, {{0}}, .75},
      {"fract(3)", 2, {{0}}, 0},
      {"floor(4194304.5 + 0*perlin())", 2, {{0}}, 4194304},
      {"floor(-6000000.5 + 0*perlin())", 2, {{0}}, -6000001},
      {"fract(8388607.5 + 0*perlin())", 2, {{0}}, .5},
      {"floor(4503599627370495.5 + x)", 2, {{0}}, 4503599627370495},
      {"step(1, 1)", 2, {{0}}, 1},
      {"step(1, 0.999999)", 2, {{0}}, 0},
      {"clamp(5, 0, 1)", 2, {{0}}, 1},
      {"pow(0, 0)", 2, {{0}}, 1},
      {"pow(2, 10)", 2, {{0}}, 1024},
      {"pow(2, -1)", 2, {{0}}, .5},
      {"pow(5, 0)", 2, {{0}}, 1},
      {"pow(0, 2)", 2, {{0}}, 0},
      {"exp(0)", 2, {{0}}, 1},
      {"log(1)", 2, {{0}}, 0},
      {"log(0)", 2, {{0}}, -INFINITY},
      {"exp(100)", 2, {{0}}, INFINITY},
      {"exp(-200)", 2, {{0}}, 0},
      {"exp(-1/0)", 2, {{0}}, 0},
      {"sin(0)", 2, {{0}}, 0},
      {"cos(0)", 2, {{0}}, 1},
      {"atan2(0, -1)", 2, {{0}}, PI},
      {"atan2(1, 0)", 2, {{0}}, PI / 2},
      {"atan2(-1, 0)", 2, {{0}}, -PI / 2},
      {"atan2(0, 1)", 2, {{0}}, 0},
      {"atan(1/0)", 2, {{0}}, PI / 2},
      {"asin(1)", 2, {{0}}, PI / 2},
      {"acos(-1)", 2, {{0}}, PI},
      {"acos(1)", 2, {{0}}, 0},
      {"sqrt(0)", 2, {{0}}, 0},
      {"sqrt(1/0)", 2, {{0}}, INFINITY},
      {"length(3, 4)", 2, {{0}}, 5},
      {"length(-2)", 2, {{0}}, 2},
      {"length(1, 1, 1, 1)", 2, {{0}}, 2},
      {"dot(2, 3)", 2, {{0}}, 6},
      {"dot(1, 2, 3, 4)", 2, {{0}}, 11},
      {"dot(1, 2, 3, 4, 5, 6)", 2, {{0}}, 32},
      {"dot(1, 2, 3, 4, 5, 6, 7, 8)", 2, {{0}}, 70},
      {"remap(20, 0, 10, 100, 200)", 2, {{0}}, 300},
      {"mix(1, 3, 2)", 2, {{0}}, 5},
      {"mix(1, 3, 0)", 2, {{0}}, 1},
      {"mix(1, 3, 1)", 2, {{0}}, 3},
      {"smoothstep(0, 1, 0.5)", 2, {{0}}, .5},
      {"1/0", 2, {{0}}, INFINITY},
      {"-1/0", 2, {{0}}, -INFINITY},
      {"1/x", 2, {{0}}, INFINITY},
      {"bias(0, 0.2)", 2, {{0}}, 0},
      {"bias(1, 0.2)", 2, {{0}}, 1},
      {"bias(0.5, 0.2)", 2, {{0}}, .2},
      {"gain(0, 0.2)", 2, {{0}}, 0},
      {"gain(1, 0.2)", 2, {{0}}, 1},
      {"gain(0.5, 0.2)", 2, {{0}}, .5},
      {"gain(0.25, 0.2)", 2, {{0}}, .1},
      {"fade(0.5)", 2, {{0}}, .5},
      {"wavelet(1, 1)", 2, {{0}}, 0},
      {"wavelet(1, -3)", 2, {{0}}, 0},
      {"smin(1, 2, 0.5)", 2, {{0}}, 1},
      {"smin(5, 1, 2)", 2, {{0}}, 1},
      {"smax(1, 2, 0.5)", 2, {{0}}, 2},
      {"smin(1, 2, 0)", 2, {{0}}, 1},
      {"smax(1, 2, 0)", 2, {{0}}, 2},
      {"curve(x, 0, 1, 2, 3)", 2, {{0}}, 1},
      {"curve(x, 0, 1, 2, 3)", 2, {{2}}, 3},
      {"curve(x, 0, 1, 2, 3)", 2, {{1}}, 2},
      {"curve(x, -1, 5, 0, 4, 2, -3)", 2, {{0}}, 4},
      {"curve(x, -1, 5, 0, 4, 2, -3)", 2, {{-1}}, 5},
      {"curve(x, -1, 5, 0, 4, 2, -3)", 2, {{2}}, -3},
      {"unit(3)", 2, {{0}}, 0},
  };
  check_rows(rows, COUNT(rows) - 1, 1e-6);

  /* curve is monotone between its points, smin within k of min, on the right side. */
  burl_program *curve = compile("curve(x, 0, 0, 1, 0.1, 2, 5, 3, 5, 4, 5.1)", 1);
  float before = -1;
  for (int k = 0; k <= 4000; k++) {
    const float v = value_of(curve, (place){{k / 1000.0}});
    if (v < before - 1e-6f || v < -1e-6f || v > 5.1f + 1e-6f) {
      WRONG("curve falls at %g", k / 1000.0);
      break;
    }
    if (k >= 2000 && k <= 3000 && fabsf(v - 5) > 1e-6f) {
      WRONG("curve is not flat at %g", k / 1000.0);
      break;
    }
    before = v;
  }
  burl_free(curve);
  static const same_row same[] = {{"smin(x, y, 0.5)", "smin(y, x, 0.5)", 2, 1e-6},
                                  {"smax(x, y, 0.5)", "-smin(-x, -y, 0.5)", 2, 1e-6},
                                  {"unit(perlin())", "clamp(0.5 + 0.5*perlin(), 0, 1)", 2, 1e-6},
                                  {"unit(3*perlin() + 7)", "unit(perlin())", 2, 2e-6},
                                  {"signed(3*perlin() + 7)", "perlin()", 2, 2e-6},
                                  {"signed(unit(perlin()))", "perlin()", 2, 2e-6}};
  check_same(same, COUNT(same));
  burl_program *stairs = compile("terrace(x, 4, sharpness: 1)", 1);
  for (int k = 0; k < 500; k++) {
    const double x = draw(-3, 3), v = 4 * (double)value_of(stairs, (place){{x}});
    if (v != floor(v) || fabs(v - 4 * x) > 1) {
      WRONG("terrace at %g is %g / 4", x, v);
      break;
    }
  }
  burl_free(stairs);
  burl_program *smin = compile("smin(x, y, 0.5) - min(x, y)", 2);
  for (int k = 0; k < 500; k++) {
    const float v = value_of(smin, random_place(1));
    if (v > 1e-6f || v < -0.5f) {
      WRONG("smin is %g off min", (double)v);
      break;
    }
  }
  burl_free(smin);
  end();
}

/* ---- Bounds ---- */

static void test_bounds(void **state) {
  (void)state;
  static const struct {
    const char *recipe;
    double lo, hi;
    int may_be_nan;
  } rows[] = {
      {"1", 1, 1, 0},
      {"perlin()", -1, 1, 0},
      {"value()", -1, 1, 0},
      {"white()", -1, 1, 0},
      {"3*perlin() + 1", -2, 4, 0},
      {"abs(perlin())", 0, 1, 0},
      {"perlin() + value()", -2, 2, 0},
      {"clamp(x, 0, 2)", 0, 2, 0},
      {"fract(x)", 0, 1, 0},
      {"x > 1", 0, 1, 0},
      {"sin(x)", -1, 1, 0},
      {"x > 0 ? 3 : perlin()", -1, 3, 0},
      {"x", -UNBOUNDED, UNBOUNDED, 0},
      {"t", -UNBOUNDED, UNBOUNDED, 0},
      {"1/perlin()", -UNBOUNDED, UNBOUNDED, 0},
      {"abs(x)", 0, UNBOUNDED, 0},
      {"unit(perlin())", 0, 1, 0},
      {"signed(clamp(x, 2, 3))", -1, 1, 0},
      {"fbm(perlin())", -1, 1, 0},
      {"sign(x)", -1, 1, 0},
      {"step(0, x)", 0, 1, 0},
      {"smoothstep(0, 1, x)", 0, 1, 0},
      {"min(x, 3)", -UNBOUNDED, 3, 0},
      {"exp(perlin())", 0.36787944, 2.7182818, 0},
      {"floor(3*perlin())", -3, 3, 0},
      {"turbulence(perlin())", 0, 1, 0},
      {"fbm(perlin(), octaves: 3, normalise: 0)", -1.75, 1.75, 0},
      {"-perlin()*2", -2, 2, 0},
      {"atan(x)", -PI / 2, PI / 2, 0},
      {"sqrt(abs(perlin()))", 0, 1, 0},
      {"midpoint()", -1, 1, 0},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    burl_program *program = compile(rows[i].recipe, 2);
    const burl_range range = burl_bounds(program, 0);
    if (!is_near(range.lo, rows[i].lo, 1e-5) || !is_near(range.hi, rows[i].hi, 1e-5))
      WRONG("bounds of %s: %g %g, not %g %g", rows[i].recipe, range.lo, range.hi, rows[i].lo, rows[i].hi);
    for (int channel = -1; channel < 9; channel += channel < 0 ? 2 : 1) {
      const burl_range none = burl_bounds(program, channel);
      if (none.lo != 0 || none.hi != 0) WRONG("%s has bounds in channel %d", rows[i].recipe, channel);
    }
    burl_free(program);
  }

  static const char *const recipes[] = {"perlin()",
                                        "fbm(perlin(), octaves: 7, gain: 0.6)",
                                        "ridged(value(), sharpness: 3)",
                                        "pingpong(perlin(), strength: 4)",
                                        "hybrid(perlin())",
                                        "hetero(perlin())",
                                        "hybrid(perlin(), gain: 0.8, offset: 0.2)",
                                        "hetero(value(), normalise: 0)",
                                        "billow(value(interp: cubic), normalise: 0)",
                                        "perlin(raw: 1)",
                                        "value(raw: 1, hash: elias)",
                                        "value(raw: 1, hash: table)",
                                        "value(raw: 1, interp: cubic)",
                                        "value(raw: 1, interp: catmull_rom)",
                                        "perlin(raw: 1, gradients: diagonal)",
                                        "perlin()*value()",
                                        "perlin()/(2 + value())",
                                        "perlin() % 0.3",
                                        "perlin() % value()",
                                        "pow(unit(perlin()), 3)",
                                        "pow(2, perlin())",
                                        "log(2 + perlin())",
                                        "log(perlin())",
                                        "sqrt(perlin())",
                                        "sin(3*perlin())",
                                        "cos(perlin())",
                                        "tan(perlin())",
                                        "asin(perlin())",
                                        "acos(2*perlin())",
                                        "atan2(perlin(), value())",
                                        "smin(perlin(), value(), 0.3)",
                                        "smax(perlin(), value(), abs(perlin()))",
                                        "bias(unit(perlin()), 0.2)",
                                        "gain(unit(perlin()), unit(value()))",
                                        "terrace(perlin(), 5)",
                                        "terrace(perlin(), 5*value(), sharpness: 0.3)",
                                        "curve(perlin(), -1, 0, 0, 3, 1, 2)",
                                        "fade(unit(perlin()))",
                                        "fade(perlin())",
                                        "hermite(2*perlin())",
                                        "cosine(perlin(), value(), perlin())",
                                        "cubic(perlin(), value(), 0.2, perlin(), unit(value()))",
                                        "catmull_rom(perlin(), value(), 0.2, perlin(), unit(value()))",
                                        "wavelet(value(), perlin())",
                                        "length(perlin(), value())",
                                        "dot(perlin(), value(), 2, 3)",
                                        "mix(perlin(), 3, value())",
                                        "remap(perlin(), 0, 2, -5, 5)",
                                        "perlin() > 0 ? value() : 3*perlin()",
                                        "clamp(x, perlin(), 2)",
                                        "rgb(perlin(), value(), 2*perlin())",
                                        "hsv(perlin(), unit(value()), unit(perlin()))",
                                        "ramp(perlin(), #f00, #0f0, #00f)",
                                        "mix(#f00, #0ff, unit(perlin()), in: oklab)",
                                        "mix(#f00, #0ff, unit(perlin()), in: linear)",
                                        "ramp(perlin(), #f00, #0f0, in: oklab)",
                                        "mix(#f00, #0ff, 2*perlin(), in: oklab)",
                                        "rgba(#f00, perlin())*value()",
                                        "1/perlin()",
                                        "x % 3",
                                        "x*perlin()",
                                        "exp(5*perlin())",
                                        "fract(3*perlin())",
                                        "round(3*perlin())",
                                        "ceil(2*value())",
                                        "fbm(perlin(), gain: value())",
                                        "fbm(perlin(), gain: 2*value(), normalise: 0)",
                                        "warp(fbm(perlin()), perlin(), value())",
                                        "tile(fbm(perlin()), 3)",
                                        "unit(log(2 + perlin()))",
                                        "fbm(perlin(), octaves: auto)",
                                        "fbm(fbm(perlin(), octaves: 2), octaves: 2)"};
  for (int i = 0; i < COUNT(recipes); i++) {
    burl_program *program = compile(recipes[i], 2);
    const int channels = burl_channels(program);
    burl_range range[4] = {{0}};
    for (int c = 0; c < channels; c++) range[c] = burl_bounds(program, c);
    for (int k = 0; k < few_of_test(3000); k++) {
      if (k % few_of_test(1000) == 0) burl_seed(program, (uint64_t)(k * k));
      const place p = random_place(k % 2 ? 10 : 1e6);
      float v[4];
      sample(program, p, v);
      int out = 0;
      for (int c = 0; c < channels; c++)
        out |= isnan(v[c]) ? !range[c].may_be_nan : !((double)v[c] >= range[c].lo && (double)v[c] <= range[c].hi);
      if (out) {
        WRONG("%s is %.9g at %.17g %.17g, outside of %.9g %.9g", recipes[i], (double)v[0], p.c[0], p.c[1], range[0].lo,
              range[0].hi);
        break;
      }
    }
    burl_free(program);
  }
  end();
}

/* ---- Whole grids ---- */

static void test_midpoint(void **state) {
  (void)state;
  static const error_row rows[] = {
      {"at(midpoint(), 1, 2)", 1, 4, 10, "midpoint", ""},
      {"scale(midpoint(), 2)", 1, 7, 10, "midpoint", ""},
      {"shift(1 + midpoint(), 2)", 1, 11, 10, "midpoint", ""},
      {"rotate(midpoint(), 2)", 1, 8, 10, "midpoint", ""},
      {"warp(midpoint(), x)", 1, 6, 10, "midpoint", ""},
      {"reseed(midpoint(), 2)", 1, 8, 10, "midpoint", ""},
      {"a = midpoint()\n\nscale(a, 2)", 1, 5, 10, "midpoint", ""},
      {"fbm(midpoint())", 1, 5, 10, "midpoint", ""},
      {"midpoint(raw: 1)", 1, 15, 1, "published", ""},
      {"midpoint(gain: 2)", 1, 16, 1, "gain", ""},
      {"midpoint(style: smoth)", 1, 17, 5, "", "smooth"},
  };
  check_errors(rows, COUNT(rows));

  burl_program *program = compile("2*midpoint() + x", 2);
  assert_int_equal(burl_needs_whole_grid(program), 1);
  const double c = 0;
  float out = 123;
  const burl_points points = {.count = 1, .coord = {&c, &c}};
  assert_int_not_equal(burl_sample_points(program, &points, &out), BURL_OK);
  assert_true(out == 123);
  enum { N = 33 };
  static float plane[N][N];
  burl_grid grid = {.size = {N, N}, .step = {1, 1}};
  assert_int_equal(burl_sample_grid(program, &grid, &plane[0][0]), BURL_OK);
  int varies = 0;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++) {
      const double v = ((double)plane[i][k] - k) / 2;
      assert_true(v >= -1.00001 && v <= 1.00001);
      varies += k && plane[i][k] - 1 != plane[i][k - 1];
    }
  assert_true(varies > N * N / 2);
  burl_free(program);

  program = compile("midpoint(style: published, raw: 1, seed: 3)", 2);
  assert_int_equal(burl_sample_grid(program, &grid, &plane[0][0]), BURL_OK);
  for (int i = 0; i < N * N; i++) {
    const float v = plane[i / N][i % N];
    assert_true(v == floorf(v) && v >= 0 && v <= 255);
  }
  grid.size[1] = N - 1;
  assert_int_equal(burl_sample_grid(program, &grid, &plane[0][0]), BURL_SHAPE);
  burl_free(program);

  program = compile("perlin()", 2);
  assert_int_equal(burl_needs_whole_grid(program), 0);
  burl_free(program);
  end();
}

/* ---- Time, and what compiles in every dimension ---- */

static void test_time(void **state) {
  (void)state;
  burl_program *program = compile("x + 10*t", 1);
  const double x = 2;
  float v;
  const burl_points points = {.count = 1, .coord = {&x}};
  assert_int_equal(burl_sample_points(program, &points, &v), BURL_OK);
  assert_true(v == 2);
  const burl_grid grid = {.origin = {2}, .step = {1}, .time = 3};
  assert_int_equal(burl_sample_grid(program, &grid, &v), BURL_OK);
  assert_true(v == 32);
  burl_free(program);
}

/* The page's own examples. */
static void test_examples(void **state) {
  (void)state;
  static const char *const recipes[] = {
      "fbm(perlin(), octaves: 8)",
      "// oak.burl: growth rings\n"
      "view 0, 0, 1, 1                                   // what a renderer shows\n"
      "param rings = 10 [1, 40] \"Rings across the plank\" // a knob\n\n"
      "grain = tile(fbm(value(interp: catmull_rom), octaves: 4, gain: 1/4, at: 4), 1)\n"
      "shade = fract(rings * (0.5 + 0.5*grain))\n\n"
      "rgb(0.80*shade, 0.36*shade, 0.08*shade)           // the last expression is the result\n",
      "fbm(abs(perlin()))",
      ("fract(10*tile(fbm(value(x, y, interp: catmull_rom, hash: wood, seed: 3, raw: 1), "
       "octaves: 4, gain: 1/4, at: 4, same_seed: 1), 1))"),
      "fbm((perlin(x, y, t, hash: perlin2002, raw: 1) + 1)/2, octaves: 4, gain: 0.5, same_seed: 1)",
      ("fbm(value(x, y, hash: elias, interp: cosine, smooth: 1, raw: 1), octaves: 6, gain: 1/4, "
       "normalise: 0, same_seed: 1)"),
  };
  for (int i = 0; i < COUNT(recipes); i++) {
    burl_program *program = compile(recipes[i], 2);
    float v[4];
    sample(program, (place){{0.3, 0.7}}, v);
    for (int c = 0; c < burl_channels(program); c++) assert_true(isfinite(v[c]));
    burl_free(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup(name, begin)
      TEST(test_lines),
      TEST(test_precedence),
      TEST(test_numbers),
      TEST(test_names),
      TEST(test_errors_of_form),
      TEST(test_errors_of_names),
      TEST(test_errors_in_unused_lines),
      TEST(test_errors_of_type),
      TEST(test_errors_of_options),
      TEST(test_errors_of_images),
      TEST(test_errors_of_dimension),
      TEST(test_errors_of_tiles),
      TEST(test_deep_nesting),
      TEST(test_long_texts),
      TEST(test_chains),
      TEST(test_counts),
      TEST(test_noise_as_recipe),
      TEST(test_colours),
      TEST(test_knobs),
      TEST(test_knobs_redo),
      TEST(test_view),
      TEST(test_named_result),
      TEST(test_domains),
      TEST(test_as_written),
      TEST(test_not_finite),
      TEST(test_noises),
      TEST(test_seeds),
      TEST(test_periods),
      TEST(test_fractals),
      TEST(test_octaves_auto),
      TEST(test_functions),
      TEST(test_half_powers),
      TEST(test_bounds),
      TEST(test_midpoint),
      TEST(test_time),
      TEST(test_examples),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
