/* Blend modes, as arithmetic of one channel: a is the backdrop and b the source of W3C, "Compositing and Blending Level
 * 1", 2015, from which the formulas are; add, subtract and divide are the usual ones.  They are written as blends
 * between values where they can be, so that the bounds of what is within [0, 1] are. */
#include "program/blend.h"

#include <float.h>

#include "program/build.h"

static int plus(burl__graph *g, int a, int b) { return burl__make2(g, OP_add_f, a, b); }
static int minus(burl__graph *g, int a, int b) { return burl__make2(g, OP_subtract_f, a, b); }
static int times(burl__graph *g, int a, int b) { return burl__make2(g, OP_multiply_f, a, b); }
static int less(burl__graph *g, int a, int b) { return burl__make2(g, OP_min_f, a, b); }
static int more(burl__graph *g, int a, int b) { return burl__make2(g, OP_max_f, a, b); }
static int number(burl__graph *g, double value) { return burl__literal(g, value); }
static int lerp(burl__graph *g, int a, int b, int v) { return burl__make3(g, OP_lerp_f, a, b, v); }
static int without(burl__graph *g, int a) { return minus(g, number(g, 1), a); }

/* 2ab where b is at most 1/2, else 1 − 2(1 − a)(1 − b). */
static int hard_light(burl__graph *g, int a, int b) {
  const int twice = times(g, number(g, 2), b);
  const int dark = less(g, twice, number(g, 1)), light = more(g, minus(g, twice, number(g, 1)), number(g, 0));
  return lerp(g, light, dark, a);
}

/* From a to a² by 1 − 2b where b is at most 1/2, else by 2b − 1 to √a, below 1/4 to ((16a − 12)a + 4)a. */
static int soft_light(burl__graph *g, int a, int b) {
  const int quarter = number(g, 0.25), low = less(g, a, quarter), high = more(g, a, quarter);
  const int steep = minus(g, times(g, number(g, 16), low), number(g, 12));
  const int cubic = times(g, plus(g, times(g, steep, low), number(g, 4)), low);
  const int root = high < 0 ? BURL__NONE : burl__operate(g, OP_sqrt, &high);
  const int light = burl__make3(g, OP_select_f, burl__make2(g, OP_less_equal_f, a, quarter), cubic, root);
  const int is_dark = burl__make2(g, OP_less_equal_f, b, number(g, 0.5));
  const int twice = minus(g, times(g, number(g, 2), b), number(g, 1));
  const int share = twice < 0 ? BURL__NONE : burl__make1(g, OP_abs_f, twice);
  return lerp(g, a, burl__make3(g, OP_select_f, is_dark, times(g, a, a), light), share);
}

/* a/b, at most 1; over 0 and less 1, but of 0 and less it is 0: the quotient by the least normal float is 1 or 0
 * there. */
static int quotient(burl__graph *g, int a, int b) {
  const int whole = burl__make2(g, OP_divide_f, a, more(g, b, number(g, (double)FLT_MIN)));
  return burl__make3(g, OP_clamp_f, whole, number(g, 0), number(g, 1));
}

int burl__blend(burl__graph *g, burl__blend_mode mode, int a, int b) {
  if (a < 0 || b < 0) return BURL__NONE;
  switch (mode) {
  case BURL__NORMAL: break;
  case BURL__MULTIPLY: return times(g, a, b);
  case BURL__SCREEN: return lerp(g, b, number(g, 1), a);
  case BURL__OVERLAY: return hard_light(g, b, a);
  case BURL__SOFT_LIGHT: return soft_light(g, a, b);
  case BURL__HARD_LIGHT: return hard_light(g, a, b);
  case BURL__ADD: return plus(g, a, b);
  case BURL__SUBTRACT: return minus(g, a, b);
  case BURL__DIFFERENCE: return burl__make1(g, OP_abs_f, minus(g, a, b));
  case BURL__DARKEN: return less(g, a, b);
  case BURL__LIGHTEN: return more(g, a, b);
  case BURL__DODGE: return quotient(g, a, without(g, b));
  case BURL__BURN: return without(g, quotient(g, without(g, a), b));
  case BURL__DIVIDE_BY: return quotient(g, a, b);
  case BURL__EXCLUSION: return lerp(g, b, without(g, b), a);
  }
  return b;
}
