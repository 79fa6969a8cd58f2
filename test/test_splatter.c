/* splatter() against the sum over all instances: each is placed, turned and shaped by itself, in double, by a walk over
 * all cells around a sample that could matter, and many that can't. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/seed.h"
#include "burl.h"
#include "compile.h"
#include "draw.h"
#include "random_recipe.h"
#include "scale.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define RADIAN 0.017453292519943295769

/* ---- What an instance is --------------------------------------------------------------------------- */

/* White noise of a cell, in [-1, 1), as src/noise/hash.h defines it. */
static double white_of(uint64_t seed, int64_t i, int64_t j) {
  const uint64_t words = burl__seed_words(seed + burl__seed_salt("white"));
  const uint32_t low = (uint32_t)words, high = (uint32_t)(words >> 32);
  uint32_t x = (uint32_t)i * 0x9E3779B1u, y = (uint32_t)j * 0x85EBCA77u;
  x = ((x ^ x >> 15) + low) * 0x7FEB352Du + high;
  y = ((y ^ y >> 15) + low) * 0x7FEB352Du;
  uint32_t h = x + y;
  h ^= h >> 16;
  h *= h + ((y - high) | 1u);
  h ^= h >> 16;
  return (double)(h >> 8) / 8388608 - 1;
}

enum { OF_ID, OF_X, OF_Y, OF_CHANCE, OF_ORDER };

typedef struct {
  double place[2], id, u; /* u: the id in [0, 1) */
  double order, chance;   /* random */
  double size, turn;
  double x, y;  /* where the sample is, in its own coordinates */
  double given; /* a number of the test's */
} instance;

/* ---- What is splattered ---------------------------------------------------------------------------- */

#define U "id()/16777216"

static double fract(double a) { return a - floor(a); }

typedef double of_instance(const instance *i);
typedef struct {
  const char *text;
  of_instance *value;
} rule;

static double cone(const instance *i) { return 1 - hypot(i->x, i->y); }
static double plane(const instance *i) { return 0.6 + 0.2 * i->x - 0.3 * i->y * i->u; }
static double cut(const instance *i) { return i->x - 0.5 * i->y * i->y; }
static double number(const instance *i) { return 0.25 + i->u; }
static const rule shapes[] = {
    {"1 - length(x, y)", cone}, {"0.6 + 0.2*x - 0.3*y*" U, plane}, {"x - 0.5*y*y", cut}, {"0.25 + " U, number}};

static double half(const instance *i) { return i ? 0.5 : 0; }
static double small(const instance *i) { return i ? 0.2 : 0; }
static double wide(const instance *i) { return i ? 1.3 : 0; }
static double any_size(const instance *i) { return 0.1 + 0.8 * i->u; }
static double by_place(const instance *i) { return 0.3 + 0.5 * fract(0.3 * i->place[0] + 0.7 * i->place[1]); }
static double none_or_some(const instance *i) { return i->u - 0.4; }
static double as_given(const instance *i) { return i->given; }
static const rule given_size = {"", as_given};
static const rule sizes[] = {{"0.5", half},
                             {"0.2", small},
                             {"1.3", wide},
                             {"0.1 + 0.8*" U, any_size},
                             {"0.3 + 0.5*fract(0.3*x + 0.7*y)", by_place},
                             {U " - 0.4", none_or_some}};

static double never(const instance *i) { return i ? 0 : 1; }
static double quarter(const instance *i) { return i ? 90 : 0; }
static double some(const instance *i) { return i ? -23 : 0; }
static double any_angle(const instance *i) { return 720 * i->u; }
static const rule turns[] = {{"0", never}, {"90", quarter}, {"-23", some}, {"720*" U, any_angle}};

static double always(const instance *i) { return i ? 1 : 0; }
static double mostly(const instance *i) { return i ? 0.7 : 0; }
static double in_places(const instance *i) { return 1.5 * fract(0.3 * i->place[1]); }
static const rule chances[] = {{"1", always}, {"0.7", mostly}, {"1.5*fract(0.3*y)", in_places}};

static double by_chance(const instance *i) { return i->order; }
static double by_id(const instance *i) { return -i->id; }
static double along_x(const instance *i) { return i->place[0] - 0.5 * i->place[1]; }
static double by_row(const instance *i) { return -floor(i->place[1]); }
static const rule orders[] = {
    {"", by_chance}, {", order: -id()", by_id}, {", order: x - 0.5*y", along_x}, {", order: -floor(y)", by_row}};

enum { JOIN_MAX, JOIN_ADD, JOIN_OVER };
static const char *const joins[] = {"max", "add", "over"};

typedef struct {
  const rule *shape, *size, *turn, *chance, *order;
  int join;
  double jitter, smooth, given;
  int period[2]; /* 0: none */
  uint64_t seed;
} splatter;

static const rule *one_of(const rule *rules, int count) { return &rules[(int)draw(0, count)]; }

/* Whether what its options say depends on the place. */
static int is_of_place(const splatter *s) {
  return s->size->value == by_place || s->chance->value == in_places || s->order->value == along_x ||
         s->order->value == by_row;
}

static splatter draw_splatter(void) {
  static const double jitters[] = {0, 0.3, 1};
  splatter s = {.shape = one_of(shapes, COUNT(shapes)),
                .size = one_of(sizes, COUNT(sizes)),
                .turn = one_of(turns, COUNT(turns)),
                .chance = one_of(chances, COUNT(chances)),
                .order = one_of(orders, COUNT(orders))};
  s.join = (int)draw(0, 3);
  s.jitter = jitters[(int)draw(0, 3)];
  s.seed = (uint64_t)draw(0, 5);
  s.smooth = draw(0, 1) < 0.3 ? 0.4 : 0;
  for (int a = 0; a < 2; a++) s.period[a] = draw(0, 1) < 0.3 ? (int)draw(1, 6) : 0;
  if (is_of_place(&s)) s.period[0] = s.period[1] = 0; /* these don't repeat */
  return s;
}

/* The call, with a value of the instance that is seen unless that is "". */
static void write_call(const splatter *s, const char *value, char to[400]) {
  char smooth[32] = "", given[32];
  snprintf(given, sizeof given, "%.17g", s->given);
  if (s->join == JOIN_MAX && s->smooth > 0) snprintf(smooth, sizeof smooth, ", smooth: %g", s->smooth);
  snprintf(to, 400,
           "splatter(%s%s%s, join: %s, size: %s, turn: %s, chance: %s%s, jitter: %g%s, seed: %d, period: %d, %d)",
           s->shape->text, *value ? ", " : "", value, joins[s->join], *s->size->text ? s->size->text : given,
           s->turn->text, s->chance->text, s->join == JOIN_OVER ? s->order->text : "", s->jitter, smooth, (int)s->seed,
           s->period[0], s->period[1]);
}

/* ---- The walk -------------------------------------------------------------------------------------- */

static int64_t wrapped(int64_t i, int period) { return period ? (i % period + period) % period : i; }

static instance instance_of(const splatter *s, int64_t cx, int64_t cy, double x, double y) {
  const uint64_t own = s->seed + burl__seed_salt("splatter");
  const int64_t i = wrapped(cx, s->period[0]), j = wrapped(cy, s->period[1]);
  double random[5];
  for (int k = 0; k < 5; k++) random[k] = white_of(burl__seed_pair(own, (uint64_t)k), i, j);
  instance to = {.id = 8388608 * (random[OF_ID] + 1), .u = (random[OF_ID] + 1) / 2, .given = s->given};
  to.order = random[OF_ORDER], to.chance = (random[OF_CHANCE] + 1) / 2;
  to.place[0] = (double)cx + 0.5 + s->jitter / 2 * random[OF_X];
  to.place[1] = (double)cy + 0.5 + s->jitter / 2 * random[OF_Y];
  to.size = s->size->value(&to), to.turn = s->turn->value(&to) * RADIAN;
  const double dx = x - to.place[0], dy = y - to.place[1];
  to.x = (dx * cos(to.turn) + dy * sin(to.turn)) / to.size;
  to.y = (dy * cos(to.turn) - dx * sin(to.turn)) / to.size;
  return to;
}

/* What a sample sees; of instances of the same order the first one, by rows.  margin: how far it is from where that
 * jumps, in the terms of whatever decides. */
typedef struct {
  double value, second, order, margin;
  instance of;
  int any;
} sight;

static void take_over(sight *to, const instance *i, double shape, double order) {
  if (to->any && order != to->order) to->margin = fmin(to->margin, fabs(order - to->order) / (1 + fabs(order)));
  if (to->any && order <= to->order) return;
  to->order = order, to->value = shape, to->of = *i, to->any = 1;
}

/* The highest and the one next to it, both 0 at least. */
static void take_highest(sight *to, const instance *i, double shape) {
  if (shape > to->value) {
    to->second = to->value;
    to->value = shape, to->of = *i, to->any = 1;
  } else to->second = fmax(to->second, shape);
}

static sight see(const splatter *s, double x, double y) {
  enum { FAR = 4 };
  const int64_t cx = (int64_t)floor(x), cy = (int64_t)floor(y);
  sight to = {.margin = 1};
  for (int64_t j = cy - FAR; j <= cy + FAR; j++)
    for (int64_t i = cx - FAR; i <= cx + FAR; i++) {
      const instance one = instance_of(s, i, j, x, y);
      const double chance = s->chance->value(&one);
      if (one.chance >= chance || one.size <= 0) continue;
      const double away = fmax(fabs(one.x), fabs(one.y)), shape = s->shape->value(&one);
      to.margin = fmin(to.margin, fmin(fabs(away - 1), fmin(one.size * 10, fabs(one.chance - chance))));
      if (away >= 1) continue;
      if (s->join == JOIN_OVER) to.margin = fmin(to.margin, fabs(shape));
      if (s->join == JOIN_ADD) to.value += shape;
      else if (s->join == JOIN_MAX) take_highest(&to, &one, shape);
      else if (shape > 0) take_over(&to, &one, shape, s->order->value(&one));
    }
  return to;
}

/* The value, of the highest and the next one rounded into each other. */
static double value_of(const splatter *s, const sight *of) {
  const double k = fmin(s->smooth, of->second);
  if (s->join != JOIN_MAX || k <= 0) return of->value;
  const double h = fmax(0, k - (of->value - of->second)) / k;
  return of->value + h * h * k / 4;
}

/* ---- Tests ----------------------------------------------------------------------------------------- */

/* For octaves: auto, of points and of grids. */
static const double footprint = 0.21;

static double sample(const burl_program *program, double x, double y) {
  const burl_points points = {.count = 1, .coord = {&x, &y}, .footprint = footprint};
  float value;
  assert_int_equal(burl_sample_points(program, &points, &value), BURL_OK);
  const burl_range bounds = burl_bounds(program, 0);
  assert_true(isnan(value) ? bounds.may_be_nan : (double)value >= bounds.lo && (double)value <= bounds.hi);
  return (double)value;
}

enum { VALUE, X, Y, ID, SEEN };

/* Holds one call against the walk at places about a middle; how many samples were too near to a jump. */
static int compare(const splatter *s, double about, int samples) {
  static const char *const values[SEEN] = {"", "x", "y", "id()"};
  const int seen = s->join == JOIN_ADD ? 1 : SEEN;
  char text[400];
  burl_program *program[SEEN];
  int near = 0;
  for (int k = 0; k < seen; k++) {
    write_call(s, values[k], text);
    program[k] = compile(text, 2);
  }
  for (int n = 0; n < samples; n++) {
    const double x = about + draw(-6, 6), y = draw(-6, 6) - about;
    const sight expected = see(s, x, y);
    const double within = 2e-5 + 1e-6 * fabs(expected.value);
    if (expected.margin < 1e-4) {
      near++;
      continue;
    }
    const double value = sample(program[VALUE], x, y);
    if (fabs(value - value_of(s, &expected)) > within)
      fail_msg("%s at %.9g, %.9g: %.9g, not %.9g", text, x, y, value, value_of(s, &expected));
    if (s->join == JOIN_MAX && expected.value - expected.second < 1e-4 && expected.any) continue;
    const double of[SEEN] = {0, expected.of.x, expected.of.y, expected.of.id};
    for (int k = 1; k < seen; k++) {
      const double got = sample(program[k], x, y);
      if (fabs(got - (expected.any ? of[k] : 0)) > 1e-4) /* ids are whole numbers */
        fail_msg("%s at %.9g, %.9g: %s of %.9g, not %.9g", text, x, y, values[k], got, of[k]);
    }
  }
  for (int k = 0; k < seen; k++) burl_free(program[k]);
  return near;
}

static void test_all_instances(void **state) {
  enum { SAMPLES = 60 };
  const int calls = few_of_test(400);
  int near = 0;
  (void)state;
  for (int n = 0; n < calls; n++) {
    const splatter s = draw_splatter();
    near += compare(&s, n % 4 == 3 ? -1e6 : n % 4 == 2 ? 12345 : 0, SAMPLES);
  }
  assert_true(near < calls * SAMPLES / 20);
}

/* Squares are whole, of sizes that reach just so many cells, and a little more. */
static void test_nothing_is_cut(void **state) {
  (void)state;
  for (int n = 0; n < few_of_test(120); n++) {
    splatter s = {
        .shape = &shapes[3], .turn = n % 2 ? &turns[n / 2 % 4] : &turns[0], .chance = chances, .order = orders};
    const double widest = s.turn->value == any_angle ? sqrt(2) : s.turn->value == some ? 1.3113 : 1;
    s.size = &given_size;
    s.join = n % 3;
    s.jitter = draw(0, 1);
    s.given = fmax(0.02, ((int)draw(1, 5) + draw(0, 0.2) - s.jitter) / 2 / widest);
    compare(&s, 0, 200);
  }
}

/* An upper bound of sizes that rises from cell to cell is that of all cells that reach. */
static void test_bounds_of_sizes_rise(void **state) {
  burl_program *const bounded = compile("at(splatter(1, id(), size: 0.2*x), clamp(x, 0, 4), y)", 2);
  burl_program *const plain = compile("splatter(1, id(), size: min(0.2*x, 1.5))", 2);
  burl_program *const none = compile("splatter(1, size: min(x, 0.4), jitter: 0)", 2);
  (void)state;
  for (int n = 0; n < 2000; n++) {
    const double x = draw(0, 4), y = draw(-6, 6);
    assert_true(sample(bounded, x, y) == sample(plain, x, y));
  }
  assert_true(sample(none, 3.5, 7.5) == 1 && sample(none, -3.5, 7.5) == 0); /* none where the size is below 0 */
  burl_free(bounded);
  burl_free(plain);
  burl_free(none);
}

/* Of a call in a tile and of one with the period: the same bits, and the same after it. */
static void test_periods(void **state) {
  (void)state;
  for (int n = 0; n < few_of_test(60); n++) {
    splatter s = draw_splatter();
    char text[400], tile[440];
    s.period[0] = s.period[1] = 0;
    if (is_of_place(&s)) continue;
    write_call(&s, "", text);
    const int px = (int)draw(1, 7), py = (int)draw(1, 7);
    snprintf(tile, sizeof tile, "tile(%s, %d, %d)", text, px, py);
    s.period[0] = px, s.period[1] = py;
    write_call(&s, "", text);
    burl_program *const by_tile = compile(tile, 2), *const by_option = compile(text, 2);
    for (int k = 0; k < 40; k++) {
      const double x = floor(draw(-9, 9) * 4096) / 4096, y = floor(draw(-9, 9) * 4096) / 4096;
      const double value = sample(by_option, x, y);
      assert_true(sample(by_tile, x, y) == value);
      assert_true(sample(by_option, x + 3 * px, y - 2 * py) == value);
    }
    burl_free(by_tile);
    burl_free(by_option);
  }
}

/* Noise at the place repeats with the tile, too. */
static void test_places_in_tiles(void **state) {
  burl_program *const program =
      compile("tile(splatter(1 - length(x, y), size: 0.5 + 0.4*perlin(), chance: unit(value()), join: over, order: "
              "perlin(seed: 2)), 3)",
              2);
  (void)state;
  for (int k = 0; k < 500; k++) {
    const double x = floor(draw(-9, 9) * 4096) / 4096, y = floor(draw(-9, 9) * 4096) / 4096;
    assert_true(sample(program, x, y) == sample(program, x + 3, y - 6));
  }
  burl_free(program);
}

/* Slopes are those of differences, but where it has a kink or a jump: with three widths that agree there is none. */
static void test_slopes(void **state) {
  static const char *const of[] = {
      "1 - x*x - y*y, turn: 360*" U,
      "1 - x*x*y*y, join: add, size: 0.7, turn: 30",
      "(1 - x*x)*(1 - y*y)*(1 + 0.2*sin(9*x)), join: over, size: 0.3 + 0.5*" U,
      "(1 - x*x)*(1 - y*y), smooth: 0.3, size: 0.8, turn: 360*" U,
  };
  (void)state;
  for (int k = 0; k < COUNT(of); k++) {
    char text[2][240];
    snprintf(text[0], sizeof text[0], "splatter(%s)", of[k]);
    snprintf(text[1], sizeof text[1], "d(splatter(%s), x)", of[k]);
    burl_program *const value = compile(text[0], 2), *const slope = compile(text[1], 2);
    int compared = 0;
    for (int n = 0; n < few_of_test(1000); n++) {
      const double x = draw(-9, 9), y = draw(-9, 9);
      double by[3];
      for (int w = 0; w < 3; w++) {
        const double width = 0.001 * (w + 1);
        by[w] = (sample(value, x + width, y) - sample(value, x - width, y)) / (2 * width);
      }
      if (fabs(by[0] - by[1]) > 0.01 || fabs(by[0] - by[2]) > 0.01) continue;
      compared++;
      if (fabs(sample(slope, x, y) - by[0]) > 0.03)
        fail_msg("%s at %g, %g: %g, not %g", text[1], x, y, sample(slope, x, y), by[0]);
    }
    assert_true(compared > few_of_test(1000) / 2);
    burl_free(value);
    burl_free(slope);
  }
}

/* Where what is seen is rounded nothing jumps: shapes that end at 0 make no step. */
static void test_smooth_is_continuous(void **state) {
  burl_program *const program = compile("splatter((1 - x*x)*(1 - y*y), smooth: 0.5, size: 0.9, turn: 360*" U ")", 2);
  (void)state;
  for (int n = 0; n < few_of_test(4000); n++) {
    const double x = draw(-9, 9), y = draw(-9, 9), angle = draw(0, 6.28);
    const double step = fabs(sample(program, x + 1e-4 * cos(angle), y + 1e-4 * sin(angle)) - sample(program, x, y));
    if (step > 1e-3) fail_msg("a step of %g at %.9g, %.9g", step, x, y);
  }
  burl_free(program);
}

/* Bounds follow from the shape over its own square, and 0 beside it. */
static void test_bounds_are_those_of_the_shape(void **state) {
  static const struct {
    const char *text;
    double lo, hi;
  } of[] = {
      {"splatter(3 + x)", 0, 4},
      {"splatter(-1 - x*x)", 0, 0},
      {"splatter(2 + y, join: over, size: 0.2 + 0.3*" U ", turn: 10)", 0, 3},
      {"splatter(2 + y, x - 5, join: over)", -6, 0},
      {"splatter(2*x, join: add, size: 0.5, jitter: 0)", -2, 2},
      {"splatter(1, size: 0.5, join: add)", 0, 4},
      {"splatter(1, hash(id(), 1))", 0, 1},
      {"splatter(1, id())", 0, 16777215},
  };
  (void)state;
  for (int k = 0; k < COUNT(of); k++) {
    burl_program *const program = compile(of[k].text, 2);
    const burl_range bounds = burl_bounds(program, 0);
    if (fabs(bounds.lo - of[k].lo) > 1e-5 || fabs(bounds.hi - of[k].hi) > 1e-5 * of[k].hi)
      fail_msg("%s: [%g, %g]", of[k].text, bounds.lo, bounds.hi);
    burl_free(program);
  }
}

/* Holds a grid by an instruction set against points of it by the best one. */
static void compare_grid(const burl_program *program, const char *text, double origin, const char *isa) {
  enum { SIDE = 24 };
  static float out[SIDE * SIDE];
  const burl_options options = {.struct_size = sizeof options, .dims = 2, .isa = isa};
  const burl_grid grid = {
      .size = {SIDE, SIDE}, .origin = {origin, -origin}, .step = {0.21, 0.17}, .footprint = footprint};
  burl_program *const same = burl_compile_with(text, strlen(text), &options, NULL);
  assert_int_equal(burl_sample_grid(same, &grid, out), BURL_OK);
  for (int i = 0; i < SIDE * SIDE; i += 7) {
    const double x = origin + i % SIDE * 0.21, y = -origin + i / SIDE * 0.17, value = sample(program, x, y);
    if (value != (double)out[i] && !(isnan(value) && isnan(out[i])))
      fail_msg("%s at %.9g, %.9g: %.9g, in a grid %.9g", text, x, y, value, (double)out[i]);
  }
  burl_free(same);
}

/* Of random shapes and values: what is drawn stays in its bounds, and a grid has the bits of its points, by whatever
 * instructions. */
static void test_random_shapes(void **state) {
  static const char *const options[] = {"turn: 360*hash(id(), 1), size: 0.8",
                                        "join: over, size: 0.2 + 0.5*hash(id(), 1)", "join: max, smooth: 0.5, turn: 20",
                                        "join: over, order: perlin(), chance: unit(perlin())",
                                        "join: max, size: 0.6*value()"};
  int compiled = 0;
  (void)state;
  random_begin(62);
  for (int n = 0; compiled < few_of_test(120); n++) {
    const recipe_wish wish = {.dims = 2, .depth = 2, .kind = n % 2 ? RECIPE_ANY : RECIPE_CALM};
    static recipe r;
    recipe_begin(&r);
    recipe_put(&r, "splatter(");
    recipe_put_random(&r, &wish);
    if (random_below(2)) {
      recipe_put(&r, ", ");
      recipe_put_random(&r, &wish);
    }
    recipe_put(&r, ", %s)", options[random_below(COUNT(options))]);
    burl_program *const program = r.cost < 60 ? burl_compile(r.text, 2, NULL) : NULL;
    if (!program) continue;
    compiled++;
    assert_int_equal(burl_channels(program), 1);
    const double origin = random_below(4) ? random_between(-9, 9) : 1e6;
    compare_grid(program, r.text, origin, NULL);
    compare_grid(program, r.text, origin, "scalar");
    burl_free(program);
  }
}

/* A colour is that of the instance that is seen, and black beside it. */
static void test_colours(void **state) {
  burl_program *const colour = compile("splatter(1 - length(x, y), rgb(0.5 + 0.5*x, 0.25, " U "))", 2);
  burl_program *const shape = compile("splatter(1 - length(x, y))", 2), *const x_of =
                                                                            compile("splatter(1 - length(x, y), x)", 2);
  (void)state;
  for (int n = 0; n < 300; n++) {
    const double x = draw(-9, 9), y = draw(-9, 9);
    const burl_points points = {.count = 1, .coord = {&x, &y}};
    float got[3];
    assert_int_equal(burl_sample_points(colour, &points, got), BURL_OK);
    if (sample(shape, x, y) > 0) {
      assert_true(fabs((double)got[0] - 0.5 - 0.5 * sample(x_of, x, y)) < 1e-6 && got[1] == 0.25f);
    } else assert_true(got[0] == 0 && got[1] == 0 && got[2] == 0);
  }
  burl_free(colour);
  burl_free(shape);
  burl_free(x_of);
}

/* The cells around a sample are as few as reach it: the work is that of so many instances. */
static void test_grid_of_own_cells(void **state) {
  burl_program *const program = compile("splatter(x, size: 0.5, jitter: 0)", 2), *const plain = compile(
                                                                                     "max(0, 2*fract(x) - 1)", 2);
  (void)state;
  for (int n = 0; n < 300; n++) {
    const double x = floor(draw(-9, 9) * 1024) / 1024, y = (floor(draw(-9, 9) * 1024) + 0.5) / 1024;
    assert_true(sample(program, x, y) == sample(plain, x, y));
  }
  burl_free(program);
  burl_free(plain);
}

static void test_wrong_calls(void **state) {
  static const struct {
    const char *text, *message, *hint;
  } wrong[] = {
      {"splatter(1, size: 2.5)", "reaches 2.5 cells beyond its own", "sizes to 2 don't"},
      {"splatter(1, size: 2, turn: 45)", "reaches 2.8284 cells", "sizes to 1.4142 don't"},
      {"splatter(1, size: 0.1 + 4*hash(id(), 1), jitter: 0)", "size 4.1, moved and turned so, reaches 3.6 cells",
       "sizes to 2.5 don't"},
      {"splatter(1, size: y)", "size has to have an upper bound", "min(e, 0.5)"},
      {"splatter(#fff)", "a shape is a number, not a colour", "splatter(shape, colour)"},
      {"splatter(1, 2, join: add)", "of a sum no instance", "max or over"},
      {"id()", "of the instances of splatter() alone", "splatter(e*hash(id(), 1))"},
      {"splatter(1)*id()", "of the instances of splatter() alone", "splatter(e*hash(id(), 1))"},
      {"splatter(id)", "nothing is called 'id'", "id()"},
      {"at(splatter(1), x)", "the point has two coordinates", "at(splatter(e), x, y)"},
      {"tile(splatter(1), 2.5)", "this repeats 2.5 times in a tile", "2 or 3 wide"},
      {"splatter(1, period: 0.5)", "a period is a whole number of cells", "1, for example"},
      {"splatter(blur(x))", "blur needs the whole grid", "upsample"},
      {"tile(splatter(1, size: min(x, 1)), 4)", "doesn't repeat with the tile", "noises"},
  };
  (void)state;
  for (int k = 0; k < COUNT(wrong); k++) {
    burl_error error;
    if (burl_compile(wrong[k].text, 2, &error)) fail_msg("%s compiles", wrong[k].text);
    if (!strstr(error.message, wrong[k].message) || !strstr(error.hint, wrong[k].hint))
      fail_msg("%s: %s | %s", wrong[k].text, error.message, error.hint);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_instances),        cmocka_unit_test(test_nothing_is_cut),
      cmocka_unit_test(test_bounds_of_sizes_rise), cmocka_unit_test(test_periods),
      cmocka_unit_test(test_places_in_tiles),      cmocka_unit_test(test_slopes),
      cmocka_unit_test(test_smooth_is_continuous), cmocka_unit_test(test_bounds_are_those_of_the_shape),
      cmocka_unit_test(test_random_shapes),        cmocka_unit_test(test_colours),
      cmocka_unit_test(test_grid_of_own_cells),    cmocka_unit_test(test_wrong_calls),
  };
  return cmocka_run_group_tests_name("splatter", tests, NULL, NULL);
}
