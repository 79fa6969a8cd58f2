/* The kernels against the scalar text of src/noise, bit by bit: over points and over grids, on
 * every instruction set of the machine, with and without slopes, for every noise with every word
 * and kind of value of its options.
 *
 * A case is a noise in one number of dimensions, with one option given; the other options and the samples'
 * places are drawn.  All of it follows from a number: BURL_TEST_SEED=N, which a failure tells,
 * draws the same again. */
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
#include "program/program.h"
#include "random_recipe.h"
#include "text.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))
#define PICK(array) (array)[random_below((uint32_t)COUNT(array))]

/* The base set is whatever the architecture's is. */
static const char *const sets[] = {"base", "avx2", "avx512"};

/* ---- Noises and their options ---------------------------------------------------------------- */

/* A noise, or an option of the noise above it; sort '.': any other function. */
typedef struct {
  char sort;
  const char *name, *kind, *words;
  int op;
} row;

static const row rows[] = {
#define NOISE(name, kind, slope, signature, range, help) {'N', #name, "", "", OP_##name},
#define FUNCTION(name, form, least, most, bounds, signature, range, help) {'.', #name, "", "", 0},
#define OPTION(name, kind, standard, lo, hi, words, help) {'O', #name, #kind, words, 0},
#include "functions.def"
};

/* The values of the options that aren't words, of which each gets its case. */
static const char *const powers[] = {"1", "1.5", "2", "3", "6", "6.1", "20", "64"};
static const char *const widths[] = {"0", "0.125", "0.6", "1"};
#define JITTER "clamp(unit(perlin(seed: 3)), 0, 1)"
static const char *const jitters[] = {"1", "0.4", "0", JITTER};
static const char *const spreads[] = {"0", "45", "360"};
static const char *const wholes[] = {"1", "2", "4"};
static const char *const switches[] = {"0", "1"};
/* Those of an option of numbers. */
typedef struct {
  const char *const *text;
  int count;
} numbers;
static numbers numbers_of(const row *option) {
  if (strcmp(option->kind, "SWITCH") == 0) return (numbers){switches, COUNT(switches)};
  if (strcmp(option->kind, "VARYING") == 0) return (numbers){jitters, COUNT(jitters)};
  if (strcmp(option->kind, "WHOLE") == 0) return (numbers){wholes, COUNT(wholes)};
  if (strcmp(option->kind, "CONSTANT") != 0) return (numbers){NULL, 0};
  if (strcmp(option->name, "spread") == 0) return (numbers){spreads, COUNT(spreads)};
  return strcmp(option->name, "p") == 0 ? (numbers){powers, COUNT(powers)} : (numbers){widths, COUNT(widths)};
}

enum { NO_PERIOD, SMALL, MIDDLE, LARGE, MIXED, PERIODS };

/* How many values an option has; and number n of them, as text. */
static int values_of(const row *option) {
  int count = 1;
  if (strcmp(option->name, "orient") == 0) return 1; /* it is made of operations around the noise */
  if (strcmp(option->kind, "PERIOD") == 0) return PERIODS;
  if (strcmp(option->kind, "SEED") == 0) return 2;
  if (numbers_of(option).count > 0) return numbers_of(option).count;
  for (const char *c = option->words; *c; c++) count += *c == ' ';
  return count;
}

/* How many cells of simplex noise repeat; of any other one. */
static int block_of(int op, int dims) { return op != OP_simplex || dims == 1 ? 1 : dims == 4 ? 4 : 3; }

static uint32_t draw_period(int op, int dims, int kind) {
  static const uint32_t large[] = {65538, 16777217, 357913932, 2147483648u, 2147483649u, 4294967295u};
  const uint32_t block = (uint32_t)block_of(op, dims);
  if (kind == MIXED) kind = (int)random_below(MIXED);
  if (kind == NO_PERIOD) return 0;
  if (kind == SMALL) return block * (1 + random_below(6));
  if (kind == MIDDLE) return block * (7 + random_below(2000));
  if (op != OP_simplex) return PICK(large);
  return 50000 * block * (1 + random_below(1000));
}

/* Word number n of an option's. */
static const char *word_of(const row *option, int n) {
  const char *word = option->words;
  for (; n > 0; n--) word += strcspn(word, " ") + 1;
  return word;
}

static void put_option(recipe *r, int op, int dims, const row *option, int n) {
  recipe_put(r, "%s: ", option->name);
  if (strcmp(option->kind, "PERIOD") == 0) {
    for (int a = 0; a < dims; a++) recipe_put(r, a ? ", %u" : "%u", draw_period(op, dims, n));
  } else if (strcmp(option->kind, "SEED") == 0) {
    recipe_put(r, "%llu", n ? (unsigned long long)(random_bits() >> 1) : (unsigned long long)random_below(99));
  } else if (numbers_of(option).count > 0) recipe_put(r, "%s", numbers_of(option).text[n]);
  else recipe_put(r, "%.*s", (int)strcspn(word_of(option, n), " "), word_of(option, n));
}

/* ---- Recipes --------------------------------------------------------------------------------- */

/* Where a noise is: at the current point; there, sheared, so that over a grid both coordinates
 * vary with the column, as if they were warped; or there, stretched and moved. */
enum { PLAIN, SHEARED, STRETCHED, FORMS };
static const double stretch[4] = {1.5, -2, 0.75, 1.25}, moved[4] = {0.25, 0.5, -3, 7};

typedef struct {
  const row *noise;
  int dims, form;
  recipe options;
  burl__noise setup;
  burl_program *program; /* which keeps the setup's tables */
  /* The arguments behind the point's coordinates: one by which gradients turn, a jitter, or a frequency and a
   * direction; constants, or JITTER. */
  int behind, varies;
  double constant[2]; /* NaN: JITTER */
  double cost;        /* of a sample by the text, about, in µs */
  uint64_t seed;
} noise_case;

/* The coordinates of the noise at the point p. */
static void move_point(const noise_case *c, const double p[4], double at[4]) {
  for (int a = 0; a < c->dims; a++) at[a] = c->form == STRETCHED ? p[a] * stretch[a] + moved[a] : p[a];
  if (c->form == SHEARED && c->dims > 1) at[0] = p[0] + 0.25 * p[1];
}

static void put_noise(recipe *r, const noise_case *c) {
  recipe_put(r, "%s(", c->noise->name);
  for (int a = 0; a < c->dims && c->form != PLAIN; a++) {
    if (c->form == STRETCHED) recipe_put(r, "%g*%c + %g, ", stretch[a], "xyzw"[a], moved[a]);
    else recipe_put(r, a == 0 && c->dims > 1 ? "x + 0.25*y, " : "%c, ", "xyzw"[a]);
  }
  recipe_put(r, "%s)", c->options.text);
}

static burl_program *compile(const char *text, int dims, const char *set) {
  const burl_options options = {.struct_size = sizeof options, .dims = dims, .isa = set};
  return burl_compile_with(text, strlen(text), &options, NULL);
}

/* About how long a sample takes by the text. */
static double cost_of(int op, const burl__noise *n) {
  if (op == OP_white) return 0.1;
  if (op == OP_simplex) return n->smooth ? 0.05 * n->near_count : 0.3;
  if (op != OP_cells) return 0.06 * pow(n->taps, n->dims);
  const double distance = n->metric == MINKOWSKI ? 0.15 * n->dims : 0.03, shells = n->give > 0 ? 2 : 1;
  return pow(3, n->dims) * distance * shells * (n->width > 0 ? 12 : 1);
}

static void take_setup(noise_case *c) {
  const burl__graph *const graph = &c->program->plan->graph;
  for (size_t i = 0; i < graph->count; i++)
    if (graph->nodes[i].op == c->noise->op) {
      const burl__node *const node = &graph->nodes[i];
      c->setup = *(const burl__noise *)node->setup;
      c->behind = node->arity - c->dims;
      for (int k = 0; k < c->behind; k++) {
        const burl__node *const argument = &graph->nodes[node->argument[c->dims + k]];
        c->constant[k] = argument->op == BURL__CONSTANT ? argument->value : (double)NAN;
        c->varies |= argument->op != BURL__CONSTANT;
      }
    }
  c->cost = cost_of(c->noise->op, &c->setup);
}

/* Draws options until they are some that the noise has together; 0: there are none. */
static int open_case(noise_case *c, const row *given, int value) {
  for (int attempt = 0; attempt < 500; attempt++) {
    recipe_begin(&c->options);
    for (const row *o = c->noise + 1; o->sort == 'O'; o++) {
      if (o != given && random_below(3) > 0) continue;
      if (*c->options.text) recipe_put(&c->options, ", ");
      put_option(&c->options, c->noise->op, c->dims, o, o == given ? value : (int)random_below((uint32_t)values_of(o)));
    }
    recipe r;
    recipe_begin(&r);
    put_noise(&r, c);
    const int is_power = strcmp(given->name, "p") == 0; /* which only minkowski has */
    if ((is_power && !strstr(r.text, "minkowski")) || !(c->program = compile(r.text, c->dims, NULL))) continue;
    take_setup(c);
    return 1;
  }
  return 0;
}

/* ---- Samples --------------------------------------------------------------------------------- */

/* What is asked for of each sample: the value (VALUE) and slopes by axis.  With one VALUE alone
 * no slopes are made. */
enum { VALUE = 4, MOST_SAMPLES = 512, MOST_GRID = 40000 };
typedef struct {
  int count, channel[4];
  int ending; /* of the value alone: what becomes of it in the kernel */
} view;
enum { AS_IT_IS, SIZE, SCALED_SIZE, RIDGE, ENDINGS };

static view draw_values(void) {
  const view v = {.count = 1, .channel = {VALUE}, .ending = (int)random_below(ENDINGS)};
  return v;
}

static view draw_view(const noise_case *c) {
  static const int counts[] = {1, 3, 4};
  view v = {.count = PICK(counts)};
  for (int i = 0; i < v.count; i++) {
    v.channel[i] = (int)random_below((uint32_t)c->dims + 1);
    if (v.channel[i] == c->dims || (c->form == SHEARED && v.channel[i] == 1)) v.channel[i] = VALUE;
  }
  if (c->dims == 3 && c->form == PLAIN && random_below(2)) { /* what is written as pixels */
    const int first = (int)random_below(4);
    v.count = 4;
    for (int i = 0; i < 4; i++) v.channel[i] = (first + i) % 4 == 3 ? VALUE : (first + i) % 4;
  }
  return v;
}

static void put_channel(recipe *r, const view *v, int i) {
  if (v->channel[i] == VALUE) recipe_put(r, "e");
  else recipe_put(r, "d(e, %c)", "xyzw"[v->channel[i]]);
}

static burl_program *program_of(const noise_case *c, const view *v, const char *set) {
  recipe r;
  recipe_begin(&r);
  recipe_put(&r, "e = ");
  put_noise(&r, c);
  recipe_put(&r, v->count == 1 ? "\n" : v->count == 3 ? "\nrgb(" : "\nrgba(rgb(");
  for (int i = 0; i < v->count; i++) {
    if (v->ending == AS_IT_IS) put_channel(&r, v, i);
    else
      recipe_put(&r, v->ending == SIZE          ? "abs(e)"
                     : v->ending == SCALED_SIZE ? "0.7*abs(e)"
                                                : "(0.9 - abs(e))*(0.9 - abs(e))");
    if (v->count > 1) recipe_put(&r, i == v->count - 1 ? ")" : i == 2 ? "), " : ", ");
  }
  burl_program *const program = compile(r.text, c->dims, set);
  if (!program && strcmp(set, "base") == 0) fail_msg("%s in %dD does not compile", r.text, c->dims);
  return program;
}

/* Points, and what they are by the text: without slopes, and with. */
typedef struct {
  int count;
  double at[4][MOST_SAMPLES];
  float jitter[MOST_SAMPLES], behind[MOST_SAMPLES][2], value[MOST_SAMPLES], sloped[MOST_SAMPLES][5];
} samples;

/* The coordinates of the noise at sample i, that by which it turns the last one. */
static void place_of(const noise_case *c, samples *s, int i, double at[4]) {
  const double p[4] = {s->at[0][i], s->at[1][i], s->at[2][i], s->at[3][i]};
  move_point(c, p, at);
  for (int k = 0; k < c->behind; k++) {
    const double value = isnan(c->constant[k]) ? (double)s->jitter[i] : c->constant[k];
    s->behind[i][k] = (float)value;
    if (c->setup.turns) at[c->dims] = value;
  }
}

static void take_text(const noise_case *c, samples *s, int with_slopes) {
  if (c->varies) {
    burl_program *const program = compile(JITTER, c->dims, NULL);
    const burl_points points = {.count = (size_t)s->count, .coord = {s->at[0], s->at[1], s->at[2], s->at[3]}};
    assert_int_equal(burl_sample_points(program, &points, s->jitter), BURL_OK);
    burl_free(program);
  }
  for (int i = 0; i < s->count; i++) {
    double at[4];
    place_of(c, s, i, at);
    s->value[i] = text_at(&c->setup, at, s->behind[i], NULL);
    if (!with_slopes) continue;
    float slope[5];
    const float value = text_at(&c->setup, at, s->behind[i], slope);
    memcpy(s->sloped[i], slope, sizeof slope);
    s->sloped[i][VALUE] = value;
    if (memcmp(&value, &s->value[i], sizeof value) != 0)
      fail_msg("BURL_TEST_SEED=%llu: %s in %dD: the text's value is %a with slopes, %a without, at "
               "%.17g %.17g %.17g %.17g",
               (unsigned long long)c->seed, c->options.text, c->dims, (double)value, (double)s->value[i], at[0], at[1],
               at[2], at[3]);
  }
}

/* What is asked for as channel `i`. */
static float expected_of(const samples *s, const view *v, int sample, int i) {
  if (v->count > 1 || v->channel[0] != VALUE) return s->sloped[sample][v->channel[i]];
  const float value = s->value[sample], size = fabsf(value), ridge = 0.9f - size;
  return v->ending == AS_IT_IS      ? value
         : v->ending == SIZE        ? size
         : v->ending == SCALED_SIZE ? 0.7f * size
                                    : ridge * ridge;
}

static int are_same(float a, float b) { return (a != a && b != b) || memcmp(&a, &b, sizeof a) == 0; }

static void expect(const noise_case *c, const char *how, const char *set, const samples *s, int sample, int channel,
                   float expected, float actual) {
  if (are_same(expected, actual)) return;
  recipe r;
  recipe_begin(&r);
  put_noise(&r, c);
  fail_msg("BURL_TEST_SEED=%llu: %s in %dD, %s, %s: %s %d is %a, by the text %a, at %.17g %.17g "
           "%.17g %.17g",
           (unsigned long long)c->seed, r.text, c->dims, set, how, channel == VALUE ? "value" : "slope", channel,
           (double)actual, (double)expected, s->at[0][sample], s->at[1][sample], s->at[2][sample], s->at[3][sample]);
}

/* ---- Points ---------------------------------------------------------------------------------- */

static double draw_sign(void) { return random_below(2) ? 1 : -1; }

/* A coordinate of a kind, of a noise with this period along its axis. */
static double draw_coordinate(uint32_t kind, double period) {
  static const double beyond[] = {INFINITY, -INFINITY, NAN, 1e300, -1e18, 0x1p52, -0x1p53, 0x1p51};
  switch (kind) {
  case 0: return random_between(-1000, 1000);
  case 1: return draw_sign() * (random_below(2) ? 0x1p31 : 0x1p32) + random_between(-3, 3);
  case 2: return draw_sign() * 0x1p40 + random_between(-50, 50);
  case 3: return draw_sign() * floor(random_between(0, 5)); /* −0 too */
  case 4: return floor(random_between(-5, 5)) + draw_sign() * ldexp(1, -(int)random_below(60));
  case 5: return period * floor(random_between(-3, 3)) + random_between(-2, 2);
  case 6: return period * floor(random_between(-1, 1) * 0x1p40 / (period + 1)) + random_between(-2, 2);
  case 7: return draw_sign() * 0x1p51 + 0.25 * floor(random_between(-20, 20));
  case 8: return PICK(beyond);
  default: return random_between(-4, 4);
  }
}

/* Points of every kind, each by itself or, as those of a warped grid, many near each other. */
static void draw_points(const noise_case *c, int count, samples *s) {
  const int is_cloud = random_below(3) == 0;
  const double size = pow(10, random_between(-2.5, 0.7));
  double middle[4];
  s->count = count;
  for (int i = 0; i < count; i++) {
    const uint32_t kind = random_below(12);
    for (int a = 0; a < c->dims; a++) {
      const double period = (double)c->setup.period[a];
      s->at[a][i] = draw_coordinate(random_below(2) ? kind : 99, period);
      if (i == 0) middle[a] = is_cloud ? draw_coordinate(random_below(7), period) : 0;
      if (is_cloud) s->at[a][i] = middle[a] + random_between(-size, size);
    }
  }
}

static void check_points(const noise_case *c, const view *v, const samples *s) {
  static float out[4 * MOST_SAMPLES];
  for (int k = 0; k < COUNT(sets); k++) {
    burl_program *const program = program_of(c, v, sets[k]);
    if (!program) continue;
    const burl_points points = {.count = (size_t)s->count, .coord = {s->at[0], s->at[1], s->at[2], s->at[3]}};
    assert_int_equal(burl_sample_points(program, &points, out), BURL_OK);
    for (int i = 0; i < s->count; i++)
      for (int n = 0; n < v->count; n++)
        expect(c, "points", sets[k], s, i, v->channel[n], expected_of(s, v, i, n), out[i * v->count + n]);
    burl_free(program);
  }
}

/* All slopes at once, those by jitter too, of points in some lines: by the kernel itself. */
static void check_kernel(const noise_case *c, samples *s, int lines) {
  static float value[MOST_SAMPLES], slope[5][MOST_SAMPLES], behind[2][MOST_SAMPLES];
  static double at[4][MOST_SAMPLES];
  const int arguments = c->dims + c->behind, dims = c->setup.dims;
  for (int i = 0; i < s->count; i++) {
    double q[4] = {0};
    place_of(c, s, i, q);
    for (int a = 0; a < dims; a++) at[a][i] = q[a];
    for (int k = 0; k < 2; k++) behind[k][i] = s->behind[i][k];
  }
  for (int k = 0; k < COUNT(sets); k++) {
    const burl__kernels *const kernels = burl__choose_kernels(sets[k]);
    burl__call call = {.to = value, .setup = &c->setup, .lines = lines, .output = {.scalar = 1}};
    if (!kernels) continue;
    for (int a = 0; a < dims; a++) call.from[a] = at[a];
    for (int a = dims; a < arguments; a++) call.from[a] = behind[a - dims];
    for (int a = 0; a < arguments; a++) {
      const int axis = burl__slope_of_argument(&c->setup, a);
      call.output.slope[axis] = slope[axis];
    }
    kernels->run[c->noise->op](&call, s->count / BURL__LANES);
    for (int i = 0; i < s->count; i++) {
      expect(c, "kernel with slopes", sets[k], s, i, VALUE, s->value[i], value[i]);
      double p[4] = {at[0][i], at[1][i], at[2][i], at[3][i]};
      float by[5];
      (void)text_at(&c->setup, p, s->behind[i], by);
      for (int a = 0; a < arguments; a++) {
        const int axis = burl__slope_of_argument(&c->setup, a);
        expect(c, "kernel with slopes", sets[k], s, i, axis, by[axis], slope[axis][i]);
      }
    }
  }
}

static void check_at_points(const noise_case *c) {
  static samples s;
  const int with_slopes = c->noise->op != OP_white;
  const int groups = (int)fmin(fmax(2500 * scale_of_test() / c->cost / BURL__LANES, 1), 16);
  const view values = draw_values(), v = draw_view(c);
  draw_points(c, groups * BURL__LANES, &s);
  take_text(c, &s, with_slopes);
  check_points(c, &values, &s);
  if (!with_slopes) return;
  if (!c->varies && c->form != STRETCHED) check_points(c, &v, &s);
  check_kernel(c, &s, groups % 4 == 0 && random_below(2) ? 4 : 1);
}

/* ---- Grids ----------------------------------------------------------------------------------- */

/* A grid whose samples lie so far apart, some of its sizes odd, or just beyond a tile's. */
static burl_grid draw_grid(const noise_case *c, double step, int most) {
  burl_grid grid = {.threads = 1};
  int left = most;
  const int is_wide = random_below(8) == 0, is_high = random_below(8) == 0, is_even = random_below(2) == 0;
  const uint32_t kind = random_below(16), odd_axis = random_below((uint32_t)c->dims);
  for (int a = 0; a < c->dims; a++) {
    const uint32_t usual = a == 0 ? 150 : a == 1 ? 24 : random_below(3) ? 1 : 3;
    const int size = a == 0 && is_wide ? 515 : a == 1 && is_high ? 67 : 1 + (int)random_below(usual);
    grid.size[a] = size < left ? size : left;
    left /= (int)grid.size[a];
    grid.step[a] = step * draw_sign() * (is_even ? 1 : random_between(0.7, 1.4));
    grid.first[a] = random_below(3) ? 0 : (int64_t)random_below(2000) - 1000;
    const int is_usual = kind > 7 || (kind == 7 && (uint32_t)a != odd_axis);
    const double middle = draw_coordinate(is_usual ? 99 : kind, (double)c->setup.period[a]);
    grid.origin[a] = middle - (double)(grid.first[a] + (int64_t)random_below((uint32_t)grid.size[a])) * grid.step[a];
  }
  return grid;
}

/* Its sample of this number as number i of some. */
static void take_sample(const noise_case *c, const burl_grid *grid, int64_t number, samples *s, int i) {
  for (int a = 0; a < c->dims; number /= grid->size[a++])
    s->at[a][i] = grid->origin[a] + (double)(grid->first[a] + number % grid->size[a]) * grid->step[a];
}

/* Picks some of its samples; their numbers. */
static void pick_samples(const noise_case *c, const burl_grid *grid, int count, samples *s, int64_t *number) {
  int64_t all = 1;
  for (int a = 0; a < c->dims; a++) all *= grid->size[a];
  s->count = count < all ? count : (int)all;
  for (int i = 0; i < s->count; i++) {
    number[i] = s->count == all ? i : (int64_t)(random_unit() * (double)all);
    take_sample(c, grid, number[i], s, i);
  }
}

static void check_grid(const noise_case *c, const view *v, const burl_grid *grid, const samples *s,
                       const int64_t *number) {
  static float out[4 * MOST_GRID];
  for (int k = 0; k < COUNT(sets); k++) {
    burl_program *const program = program_of(c, v, sets[k]);
    char how[160];
    if (!program) continue;
    assert_int_equal(burl_sample_grid(program, grid, out), BURL_OK);
    snprintf(how, sizeof how, "grid of %dx%dx%dx%d, step %.17g", (int)grid->size[0], (int)grid->size[1],
             (int)grid->size[2], (int)grid->size[3], grid->step[0]);
    for (int i = 0; i < s->count; i++)
      for (int n = 0; n < v->count; n++)
        expect(c, how, sets[k], s, i, v->channel[n], expected_of(s, v, i, n), out[number[i] * v->count + n]);
    burl_free(program);
  }
}

static void check_over_grids(const noise_case *c) {
  static const double steps[] = {0.003, 0.011, 0.03, 0.1, 0.25, 0.31, 0.5, 0.7, 1, 1.3, 1.8, 3};
  static samples s;
  int64_t number[MOST_SAMPLES];
  for (int i = 0; i < 3; i++) {
    const int most = (int)fmin(fmax(40000 * scale_of_test() / c->cost, 60), 4000), is_sloped = random_below(2) == 0;
    const int with_slopes = is_sloped && c->noise->op != OP_white && !c->varies && c->form != STRETCHED;
    const burl_grid grid = draw_grid(c, PICK(steps), most);
    const view v = with_slopes ? draw_view(c) : draw_values();
    pick_samples(c, &grid, (int)fmin(fmax(1200 * scale_of_test() / c->cost, 16), 300), &s, number);
    take_text(c, &s, with_slopes);
    check_grid(c, &v, &grid, &s, number);
  }
}

/* ---- Cases ----------------------------------------------------------------------------------- */

static uint64_t first_seed = 1;

/* One option of a noise with one of its values, the others drawn.  Whether the noise has that at
 * all. */
static int check_case(const row *noise, const row *option, int value, int dims, uint64_t seed) {
  noise_case c = {.noise = noise, .dims = dims, .seed = seed};
  random_begin(seed * 1000003 + (uint64_t)((option - rows) * 64 + value * 4 + dims));
  c.form = random_below(3) ? PLAIN : (int)random_below(FORMS);
  if (!open_case(&c, option, value)) return 0;
  check_at_points(&c);
  check_over_grids(&c);
  burl_free(c.program);
  return 1;
}

static const row *row_of(const char *noise) {
  const row *r = rows;
  while (r->sort != 'N' || strcmp(r->name, noise) != 0) r++;
  return r;
}

static void check_noise(const char *name) {
  const row *const noise = row_of(name);
  if (noise->op == OP_scatter) return;                /* its points are no text: test_spaced */
  const int draws = noise->op == OP_simplex ? 15 : 3; /* of few options, but of as many kinds of periods */
  const uint64_t last = first_seed + (uint64_t)few_of_test(draws - 1);
  for (const row *option = noise + 1; option->sort == 'O'; option++)
    for (int value = 0; value < values_of(option); value++) {
      if (*word_of(option, *option->words ? value : 0) == '-') continue;
      int any = 0;
      for (int dims = 1; dims <= 4; dims++)
        for (uint64_t seed = first_seed; seed <= last; seed++) any |= check_case(noise, option, value, dims, seed);
      if (!any) fail_msg("%s has no %s: value number %d", name, option->name, value);
    }
}

/* Grids over which kernels were once wrong: all of their samples. */
static const struct {
  const char *noise, *options;
  int dims;
  burl_grid grid;
} known[] = {
    /* Where one ring of cells is too few and two are too many to list, the first list keeps its
     * borders. */
    {"cells",
     "smooth: 0.6",
     4,
     {.size = {131, 10, 1, 1},
      .step = {-0.31084977745798703, -0.31},
      .origin = {41.7636146023427, -0.2, -2.941749163437243, -2.544532610335049}}},
    {"cells", "smooth: 1, period: 0, 7, 0", 3, {.size = {123, 24, 1}, .step = {-0.288, 0.3}, .origin = {9, 2, -0.74}}},
};

static void test_known(void **unused) {
  (void)unused;
  static samples s;
  for (int i = 0; i < COUNT(known); i++) {
    noise_case c = {.noise = row_of(known[i].noise), .dims = known[i].dims};
    const view v = {.count = 1, .channel = {VALUE}};
    const burl_grid *const grid = &known[i].grid;
    int64_t all = 1, number[MOST_SAMPLES];
    recipe r;
    recipe_begin(&c.options);
    recipe_put(&c.options, "%s", known[i].options);
    recipe_begin(&r);
    put_noise(&r, &c);
    assert_non_null(c.program = compile(r.text, c.dims, NULL));
    take_setup(&c);
    for (int a = 0; a < c.dims; a++) all *= grid->size[a];
    for (int64_t first = 0; first < all; first += MOST_SAMPLES) {
      s.count = (int)(all - first < MOST_SAMPLES ? all - first : MOST_SAMPLES);
      for (int k = 0; k < s.count; k++) take_sample(&c, grid, number[k] = first + k, &s, k);
      take_text(&c, &s, 0);
      check_grid(&c, &v, grid, &s, number);
    }
    burl_free(c.program);
  }
}

#define NOISE(name, kind, slope, signature, range, help) \
  static void test_##name(void **unused) {               \
    (void)unused;                                        \
    check_noise(#name);                                  \
  }
#include "functions.def"

int main(void) {
  const char *const seed = getenv("BURL_TEST_SEED");
  if (seed) first_seed = strtoull(seed, NULL, 10);
  const struct CMUnitTest tests[] = {
#define NOISE(name, kind, slope, signature, range, help) cmocka_unit_test(test_##name),
#include "functions.def"
      cmocka_unit_test(test_known),
  };
  return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
