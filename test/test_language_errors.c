/* What the language refuses, through the public API alone: the place and words of every error; and texts that are deep
 * or long, which get their answer soon. */
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
#include "compile.h"
#include "draw.h"
#include "language.h"
#include "scale.h"

/* ---- Errors ---- */

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
      {"wave(x)", 1, 1, 4, "no function 'wave'", "import burl/waves brings it"},
      {"warble(x)", 1, 1, 6, "no function 'warble'", "`burl list`"},
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
      {"f(a, of_b) = a + of_b\nf()", 2, 1, 3, "f takes 2 arguments, not 0", "f(a, of_b)"},
      {"f(a) = a\nf(1, 2)", 2, 1, 7, "f takes 1 argument, not 2", "it is defined as f(a)"},
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
      {"x = 1\nx", 1, 1, 1, "'x' is reserved",
       "a coordinate, in a recipe of any number of dimensions; another name is free: x1"},
      {"y = 1\n1", 1, 1, 1, "'y' is reserved",
       "a coordinate, in a recipe of any number of dimensions; another name is free: y1"},
      {"z = 1\n1", 1, 1, 1, "'z' is reserved",
       "a coordinate, in a recipe of any number of dimensions; another name is free: z1"},
      {"w = 1\n1", 1, 1, 1, "'w' is reserved",
       "a coordinate, in a recipe of any number of dimensions; another name is free: w1"},
      {"t = 1\n1", 1, 1, 1, "reserved", "it is the time; another name is free: t1"},
      {"seed = 1\n1", 1, 1, 4, "reserved", "the recipe's seed; another name is free: seed1"},
      {"seed(a) = 1\n1", 1, 1, 4, "reserved", ""},
      {"f(z) = 2*z\nf(x)", 1, 3, 1, "reserved", "another name is free: z1"},
      {"f(t) = t\n1", 1, 3, 1, "reserved", ""},
      {"param x = 1\n1", 1, 7, 1, "reserved", "another name is free: x1"},
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
      {"mix(#fff, #000, 0.5, in: oklab, mode: screen)", 1, 26, 5, "modes are of red", "in: srgb"},
      {"mix(1, 2, 0.5, in: linear, mode: screen)", 1, 20, 6, "colour", "without"},
      {"mix(#fff, rgba(#fff, 1), 0.5, mode: screen)", 1, 0, 0, "3 channels meets one of 4", ""},
      {"mix(1, 2, 0.5, mode: scren)", 1, 22, 5, "", "screen"},
      {"mix(1, 2, 0.5, blend: screen)", 1, 16, 5, "", "mode"},
      {"channel(1, give: r)", 1, 9, 1, "a number has no channels", "grey"},
      {"channel(#fff, give: red)", 1, 21, 3, "", ""},
      {"overlay(1, 2)", 1, 1, 7, "'overlay'", "mode: overlay"},
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
      {"cells(metric: manhattan, sizes: 0.5)", 1, 33, 3, "euclid", "euclid2"},
      {"cells(sizes: 1.5)", 1, 14, 3, "sizes is 0 to 1, not 1.5", ""},
      {"cells(jitter: 2)", 1, 15, 1, "jitter", ""},
      {"cells(give: f2, smooth: 0.5)", 1, 25, 3, "only give: f1 and give: value", "leave one"},
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
      {"perlin(scale: 4)", 1, 8, 5, "no option 'scale' in perlin", "here that is scale(perlin(…), 2)"},
      {"fbm(perlin(), zoom: 4)", 1, 15, 4, "no option 'zoom' in fbm", "here that is scale(fbm(…), 2)"},
      {"ramp(perlin(), red, blue)", 1, 16, 3, "nothing is called 'red'", "the colour is #f00"},
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
      {"tile(image(\"a.tif\"), 4)", 1, 6, 0, "has to repeat", "image(\"a.tif\", wrap: repeat)"},
      {"tile(image(\"a.tif\", size: 2, wrap: clamp), 4)", 1, 6, 0, "has to repeat", "wrap: repeat"},
      {"tile(image(\"a.tif\", size: 3, wrap: repeat), 4)", 1, 6, 0, "repeats 1.333333333 times", "3 or 6 wide"},
      {"tile(image(\"a.tif\", size: 2, 2, wrap: mirror), 6)", 1, 6, 0, "repeats 1.5 times", "4 or 8 wide"},
      {"image(\"a.tif\", size: 1, 2, 3)", 1, 28, 1, "3 sizes for 2 dimensions", "one an axis"},
      {"image(\"a.tif\", size: -1)", 1, 22, 2, "size is 0 to", "width"},
      {"image(\"a.tif\", tileable: 1)", 1, 16, 8, "no option", "wrap: repeat"},
      {"at(image(\"a.tif\"), x)", 1, 4, 0, "over two coordinates", "at(image(…), x, 0)"},
      {"d(d(d(image(\"a.tif\", size: 2), x), x), x)", 1, 1, 0, "a third", ""},
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

static void test_errors_of_tiles(void **state) {
  (void)state;
  static const error_row rows[] = {
      {"tile(x, 4)", 1, 6, 1, "doesn't repeat with the tile", "fract(x)"},
      {"tile(perlin() + y, 4)", 1, 17, 1, "", ""},
      {"tile(perlin() + x*0.5, 4)", 1, 17, 0, "", ""},
      {"tile(rgb(x, 0, 0), 4)", 1, 10, 1, "", ""},
      {"g = perlin() + x\ntile(g, 4)", 1, 16, 1, "", ""},
      {"tile(x > 1 ? perlin() : 0, 4)", 1, 6, 0, "", ""},
      {"tile(sin(x), 4)", 1, 6, 6, "repeats 0.6366197724 times in a tile that is 4 wide along x", "6.283185307 wide"},
      {"tile(floor(y), 4)", 1, 12, 1, "coordinate", ""},
      {"tile(fract(0.3*x)*perlin(), 4)", 1, 6, 12, "repeats 1.2 times",
       "a tile that is 3.333333333 or 6.666666667 wide along x"},
      {"tile(perlin() + x, 4, 0)", 1, 17, 1, "", ""},
      {"tile(x % 2, 5)", 1, 6, 0, "repeats 2.5 times", "4 or 6 wide"},
      {"tile(rotate(perlin(), 44), 4)", 1, 1, 29, "2.877359201 cells",
       "3 and 3 along x and y fit: a slope of 1, an angle of 45 degrees"},
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

/* ---- Limits: an answer soon, whatever the text ---- */

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

int main(void) {
  const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup(name, begin)
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
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
