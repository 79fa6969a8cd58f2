/* The language as docs/language.md promises it, through the public API alone: grammar, types, parameters, views,
 * constants, coordinates and arithmetic.  Expected values are
 * worked out here or by libm, never taken from the library. */
#include <locale.h>
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

int main(void) {
  const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup(name, begin)
      TEST(test_lines),        TEST(test_precedence), TEST(test_numbers),    TEST(test_names),
      TEST(test_colours),      TEST(test_knobs),      TEST(test_knobs_redo), TEST(test_view),
      TEST(test_named_result), TEST(test_domains),    TEST(test_as_written), TEST(test_not_finite),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
