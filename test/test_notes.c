/* What has no effect is said: the library's notes on a recipe, the tool's on its options; and seeds, which are
 * exact to 64 bits or refused.  That notes are right is held by random recipes: without what a note is of,
 * they have the same bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "burl_inspect.h"
#include "process.h"
#include "random_recipe.h"
#include "scale.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

enum { X = 1, Y = 2, Z = 4, W = 8, T = 16, SEED = 32 };

/* ---- Programs ----------------------------------------------------------------------------------- */

static burl_program *compile_part(const char *text, int dims, const char *result) {
  const burl_options options = {.struct_size = sizeof options, .dims = dims, .result = result};
  burl_error error;
  burl_program *const program = burl_compile_with(text, strlen(text), &options, &error);
  if (!program) fail_msg("%s\n  %d:%d: %s | %s", text, error.line, error.column, error.message, error.hint);
  return program;
}

static burl_program *compile(const char *text, int dims) { return compile_part(text, dims, NULL); }

enum { POINTS = 24, MOST_VALUES = 4 * POINTS };

/* At points that are anywhere, and at a time; how many values. */
static int sample(const burl_program *program, double time, float *out) {
  double coord[4][POINTS], times[POINTS];
  for (int i = 0; i < POINTS; i++) {
    for (int a = 0; a < 4; a++) coord[a][i] = -3.1 + 0.37 * i * (a + 1) + 0.01 * a;
    times[i] = time;
  }
  const burl_points points = {
      .count = POINTS, .coord = {coord[0], coord[1], coord[2], coord[3]}, .time = times, .footprint = 0.1};
  assert_int_equal(burl_sample_points(program, &points, out), BURL_OK);
  return POINTS * burl_channels(program);
}

static void assert_same_values(const burl_program *a, const burl_program *b, const char *what) {
  float of_a[MOST_VALUES], of_b[MOST_VALUES];
  for (int i = 0; i < 2; i++) {
    const int count = sample(a, 0.4 * i, of_a);
    assert_int_equal(sample(b, 0.4 * i, of_b), count);
    if (memcmp(of_a, of_b, (size_t)count * sizeof *of_a) != 0) fail_msg("not the same: %s", what);
  }
}

/* ---- Which notes -------------------------------------------------------------------------------- */

typedef struct {
  int dims;
  const char *text; /* where notes are, [ ] around the place of each */
  const char *says[3], *hint;
} row;

static const row noted[] = {
    {2, "[loop(perlin(x, y), 4)]", {"this loop changes nothing"}, "at(perlin(), x, y)"},
    {2, "[loop(perlin(x, y, t), 4)]", {"this loop changes nothing"}, ""},
    {2, "[loop(3*x, 4)]", {"this loop changes nothing"}, ""},
    {2, "a = perlin(x, y)\n1 + [loop(fbm(a), 2)]", {"this loop changes nothing"}, ""},
    {2, "f(e) = [loop(e, 2)]\nf(perlin(x, y)) + f(x)", {"this loop changes nothing"}, ""},
    {2, "[reseed(x*y, 7)]", {"reseed changes nothing"}, "around a noise"},
    {2, "[tile(3, 4)]", {"tile changes nothing"}, ""},
    {2, "[rotate(t, 30)]", {"rotate changes nothing"}, ""},
    {2, "rotate([shift(2, x)], 30)", {"shift changes nothing"}, ""},
    {2,
     "scale([fbm(3, octaves: auto)], 2)",
     {"the octaves of this fbm are all the same"},
     ""}, /* how many depends on the scale */
    {3, "[warp(2, perlin())] + [scale(t, x)]", {"warp changes nothing", "scale changes nothing"}, ""},
    {2, "[at(at(perlin(), 1, 2), x, y)]", {"at changes nothing"}, ""},
    {2, "[fbm(t)]", {"the octaves of this fbm are all the same"}, "fbm(perlin())"},
    {2, "[hybrid(2)]", {"the octaves of this hybrid are all the same"}, ""},
    {2, "fbm(perlin(), octaves: 1, [gain]: 0.3)", {"gain: of this fbm makes no difference"}, ""},
    {2,
     "fbm(perlin(), [octaves]: 3, [gain]: 0.3, amplitudes: 1, 2)",
     {"octaves: of this fbm makes no difference: amplitudes are as many",
      "gain: of this fbm makes no difference: its amplitudes are given"},
     ""},
    {2, "erode(x, [base_rise]: 1)", {"base_rise: of this erode makes no difference: there are no quiet years"}, ""},
    {2, "fbm(white(), [damped]: 0.3)", {"damped: of this fbm makes no difference: its octaves have no slopes"}, ""},
    {2, "ridged(perlin(), octaves: 1, [feedback]: 2)", {"feedback: of this ridged makes no difference"}, ""},
    {2, "fbm(perlin(), amplitudes: 3, [weighted_strength]: 1)", {"weighted_strength: of this fbm makes no"}, ""},
    {2,
     "ridged(perlin(), [same_seed]: 1, octaves: 1/2, [lacunarity]: 3)",
     {"same_seed: of this ridged makes no difference", "lacunarity: of this ridged makes no difference"},
     ""},
    {2, "cells([p]: 4)", {"p: of this cells makes no difference: it is the exponent of metric: minkowski"}, ""},
    {2, "cells(metric: euclid, [p]: 4)", {"p: of this cells makes no difference"}, ""},
    {1, "cells([metric]: manhattan)", {"metric: of this cells makes no difference: it is what euclid gives"}, ""},
    {3, "cells(give: value, [metric]: euclid2)", {"metric: of this cells makes no difference"}, ""},
    {2, "fbm(perlin(), octaves: 1, [normalise]: 0)", {"normalise: of this fbm makes no difference"}, ""},
    {1, "normal(perlin(), [green]: up)", {"green: of this normal makes no difference: there is no y"}, ""},
    {2, "midpoint(style: published, [gain]: 0.4)", {"gain: of this midpoint makes no difference"}, ""},
    {2, "value(hash: elias, [seed]: 4294967296)", {"seed: of this value counts by its low 32 bits"}, ""},
    {2, "perlin(hash: table, [seed]: -4294967291)", {"seed: of this perlin counts by its low 32 bits"}, ""},
    {2, "ramp([perlin()], #000, #fff)", {"ramp takes [0, 1], and this is in [-1, 1]"}, "unit(e)"},
    {2, "ramp([1 + abs(perlin())], #000, #fff)", {"ramp takes [0, 1], and this is in [1, 2]"}, ""},
    {2,
     "bias([perlin()], 0.3) + gain([-abs(perlin())], 0.3)",
     {"bias takes [0, 1], and this is in [-1, 1]", "gain takes [0, 1], and this is in [-1, 0]"},
     ""},
    {2, "[d(white(), x)] + [slope(floor(x*y))]", {"this d is 0 everywhere", "this slope is 0 everywhere"}, "floor()"},
    {2, "param [a] = 3 \"unread\"\nparam b = 2\nb", {"nothing reads the knob 'a'"}, "leave its line out"},
    {2, "[f](u, v) = 2*u\nf(x, y)", {"f does not read its argument 'v'"}, ""},
    {2,
     "a = fbm(perlin(), octaves: 4)\n[b] = fbm( perlin(), octaves: 4 )\na*a + b*b",
     {"b is equal to a everywhere"},
     "seed: 1"},
};

static const row silent[] = {
    {2, "a = perlin(2*x, y)\nb = perlin(2*x, y, seed: 1)\nc = perlin(x*2, y)\nd = 2*x\ne = 2*x\na*b*c*d*e", {0}, 0},
    {2, "loop(perlin(), 4)", {0}, 0},
    {2, "loop(perlin(x, y)*value(), 4)", {0}, 0},
    {2, "loop(at(perlin(), x, y), 4)", {0}, 0},
    {2, "a = perlin()\nloop(a, 4) + 2*loop(a, 4) + reseed(a, 2) + 2*reseed(a, 2)", {0}, 0}, /* expanded once */
    {2, "f(e) = loop(e, 2)\nf(perlin(x, y)) + f(perlin())", {0}, 0},
    {2, "a = loop(perlin(x, y), 4)\nperlin()", {0}, 0}, /* it isn't in the result */
    {2, "rotate(x, 30) + shift(perlin(x, y), 1)", {0}, 0},
    {2, "reseed(fbm(x, octaves: 2), 3) + reseed(white(x), 3)", {0}, 0},
    {2, "tile(perlin(), 4) + at(perlin(), 1, 2) + at(x, 3)", {0}, 0},
    {2, "param n = 1\nfbm(perlin(), octaves: n, gain: 0.3)", {0}, 0},
    {2, "f(n) = fbm(perlin(), octaves: n, gain: 0.3)\nf(1) + f(2)", {0}, 0},
    {2, "fbm(perlin(), octaves: 1.5, gain: 0.3) + fbm(perlin(), octaves: auto, gain: 0.3)", {0}, 0},
    {2, "cells(metric: minkowski, p: 4) + midpoint(gain: 0.4)", {0}, 0},
    {2, "value(hash: elias, seed: 4294967295) + value(hash: elias, seed: -1) + perlin(seed: 4294967296)", {0}, 0},
    {2, "reseed(value(hash: elias, seed: 4294967296), 5)", {0}, 0}, /* mixed with 5 all its bits count */
    {1, "cells(metric: euclid2)", {0}, 0},
    {2, "cells(give: value, metric: euclid2, smooth: 0.5)", {0}, 0},
    {2,
     "cells(metric: manhattan) + cells(give: f2_f1, metric: euclid2) + fbm(perlin(), octaves: 1/2, normalise: 0)",
     {0},
     0},
    {2, "normal(perlin(), green: up)", {0}, 0},
    {2, "ramp(unit(perlin()), #000, #fff)", {0}, 0},
    {2, "ramp(0.5 + fbm(perlin()), #000, #fff)", {0}, 0},
    {2, "ramp(perlin(), 0, #000, 1, #fff)", {0}, 0}, /* with places it is meant */
    {2, "ramp(0, #000, #fff)", {0}, 0},
    {2, "ramp(x, #000, #fff)", {0}, 0},
    {2, "d(perlin(x), y) + slope(3)", {0}, 0},
    {2, "param a = 3\nparam b = 2*a\nb", {0}, 0},
    {2, "f(u, v) = u + v\nf(x, y)", {0}, 0},
    {2, "param a = 3\nunused = a\nx", {0}, 0},
    {2, "param a = 3\nview 0, 0, a, a\nx", {0}, 0},
};

/* The text without its brackets, and the place of the index-th; 0: there is none. */
static int find_place(const char *marked, int index, char *text, int *line, int *column, int *length) {
  *line = *column = *length = 0;
  int at_line = 1, at_column = 1, opened = 0, depth = 0, own_depth = -1;
  for (; *marked; marked++) {
    if (*marked == '[') {
      depth++;
      if (opened++ == index) *line = at_line, *column = at_column, own_depth = depth;
    } else if (*marked == ']') {
      if (depth-- == own_depth) *length = at_column - *column, own_depth = -1;
    } else {
      *text++ = *marked;
      at_column = *marked == '\n' ? 1 : at_column + 1;
      at_line += *marked == '\n';
    }
  }
  *text = '\0';
  return opened > index;
}

static void test_what_is_noted(void **state) {
  (void)state;
  for (int i = 0; i < COUNT(noted); i++) {
    char text[256];
    int line, column, length, count = 0;
    find_place(noted[i].text, 0, text, &line, &column, &length);
    burl_program *const program = compile(text, noted[i].dims);
    for (; find_place(noted[i].text, count, text, &line, &column, &length); count++) {
      const burl_error *const note = burl_note_at(program, count);
      if (!note) fail_msg("%s: no note %d", text, count);
      assert_int_equal(note->status, BURL_OK);
      assert_contains(note->message, noted[i].says[count]);
      if (count == 0) assert_contains(note->hint, noted[i].hint);
      if (note->line != line || note->column != column || note->length != length)
        fail_msg("%s: %d:%d+%d, not %d:%d+%d", text, note->line, note->column, note->length, line, column, length);
    }
    if (burl_note_count(program) != count) fail_msg("%s: %d notes", text, burl_note_count(program));
    assert_null(burl_note_at(program, count));
    assert_null(burl_note_at(program, -1));
    burl_free(program);
  }
}

static void test_what_is_not(void **state) {
  (void)state;
  for (int i = 0; i < COUNT(silent); i++) {
    burl_program *const program = compile(silent[i].text, silent[i].dims);
    if (burl_note_count(program)) fail_msg("%s: %s", silent[i].text, burl_note_at(program, 0)->message);
    burl_free(program);
  }
  assert_int_equal(burl_note_count(NULL), 0);
  assert_null(burl_note_at(NULL, 0));
}

/* They change with the knobs and the seed, and with nothing else. */
static void test_notes_follow(void **state) {
  (void)state;
  burl_error error;
  float out[MOST_VALUES];
  burl_program *const program = compile("param k = 0 [-1, 9]\nramp(perlin() + k, #000, #fff)", 2);
  const burl_error *const note = burl_note_at(program, 0);
  assert_int_equal(burl_note_count(program), 1);
  sample(program, 0, out);
  assert_int_equal(burl_set(program, "k", 10, &error), BURL_ARGUMENT);
  assert_ptr_equal(burl_note_at(program, 0), note);
  assert_int_equal(burl_set(program, "k", 0.5, &error), BURL_OK);
  assert_int_equal(burl_note_count(program), 0);
  assert_int_equal(burl_set(program, "k", 2, &error), BURL_OK);
  assert_contains(burl_note_at(program, 0)->message, "[1, 3]");
  burl_program *const clone = burl_clone(program);
  assert_contains(burl_note_at(clone, 0)->message, "[1, 3]");
  burl_free(clone);
  burl_free(program);

  burl_program *const seeded = compile("value(hash: table, seed: 4294967296)", 2);
  assert_int_equal(burl_note_count(seeded), 1);
  assert_int_equal(burl_seed(seeded, 1), BURL_OK);
  assert_int_equal(burl_note_count(seeded), 0);
  burl_free(seeded);
}

static void test_notes_of_a_part(void **state) {
  (void)state;
  static const char text[] = "a = loop(x, 4)\nb = reseed(x, 4)\nloop(y, 2)";
  burl_program *const whole = compile(text, 2), *const part = compile_part(text, 2, "b");
  assert_int_equal(burl_note_count(whole), 1);
  assert_int_equal(burl_note_at(whole, 0)->line, 3);
  assert_int_equal(burl_note_count(part), 1);
  assert_int_equal(burl_note_at(part, 0)->line, 2);
  burl_free(whole);
  burl_free(part);
}

/* The first 64 of the text, in its order, each once. */
static void test_there_are_64_at_most(void **state) {
  (void)state;
  char text[8192] = "";
  for (int i = 0; i < 99; i++) snprintf(text + strlen(text), 40, "a%02d = loop(%d*x, 4)\n", i, i + 1);
  for (int i = 98; i >= 0; i--) snprintf(text + strlen(text), 40, "a%02d + ", i);
  strcat(text, "a00");
  burl_program *const program = compile(text, 2);
  assert_int_equal(burl_note_count(program), 64);
  for (int i = 0; i < 64; i++) assert_int_equal(burl_note_at(program, i)->line, i + 1);
  burl_free(program);
}

/* ---- That notes are right ----------------------------------------------------------------------- */

/* The text in which the call at the note's place is its first argument alone; NULL: the note is of no call
 * that changes nothing. */
static char *without_call(const char *text, const burl_error *note) {
  if (!strstr(note->message, "changes nothing")) return NULL;
  const char *at = text;
  for (int i = 1; i < note->line; i++) at = strchr(at, '\n') + 1;
  at += note->column - 1;
  const char *const first = strchr(at, '(') + 1, *end = first;
  for (int depth = 0; depth > 0 || (*end != ',' && *end != ')'); end++) depth += (*end == '(') - (*end == ')');
  char *const made = malloc(strlen(text) + 3);
  sprintf(made, "%.*s(%.*s)%s", (int)(at - text), text, (int)(end - first), first, at + note->length);
  return made;
}

static int check_random(const char *text, int dims) {
  burl_error error;
  int checked = 0;
  burl_program *const program = burl_compile(text, dims, &error);
  if (!program) return 0;
  const int is_whole = burl_needs_whole_grid(program);
  for (int i = 0; i < burl_note_count(program) && !is_whole; i++) {
    char *const other = without_call(text, burl_note_at(program, i));
    if (!other) continue;
    burl_program *const without =
        burl_compile(other, dims, &error); /* NULL: what is in it has another number of dimensions */
    if (without) assert_same_values(program, without, text);
    checked += without != NULL;
    burl_free(without);
    free(other);
  }
  burl_free(program);
  return checked;
}

static void test_what_is_noted_changes_nothing(void **state) {
  (void)state;
  static const char *const calls[] = {"loop(%s, 3)", "reseed(%s, 3)",      "rotate(%s, 33)", "shift(%s, 0.3)",
                                      "warp(%s, x)", "scale(%s, 1 + x*x)", "tile(%s, 3)"};
  int checked = 0;
  random_begin(9);
  for (int i = 0; i < few_of_test(4000); i++) {
    recipe inner;
    char text[9000];
    const recipe_wish wish = {.dims = 1 + (int)random_below(3), .depth = 2, .kind = RECIPE_ONCE};
    recipe_begin(&inner);
    recipe_put_random(&inner, &wish);
    snprintf(text, sizeof text, calls[random_below(COUNT(calls))], inner.text);
    checked += check_random(text, wish.dims);
  }
  if (checked < 50) fail_msg("only %d notes", checked);
}

/* What a program says that it doesn't vary with, it doesn't: seeds, times, knobs. */
static void test_what_is_not_read_changes_nothing(void **state) {
  (void)state;
  int steady = 0, unread = 0;
  random_begin(10);
  for (int i = 0; i < few_of_test(3000); i++) {
    recipe r;
    burl_error error;
    float before[MOST_VALUES], now[MOST_VALUES];
    const recipe_wish wish = {.dims = 1 + (int)random_below(3), .depth = 2, .kind = RECIPE_ANY};
    recipe_begin(&r);
    recipe_whole(&r, &wish);
    burl_program *const program = burl_compile(r.text, wish.dims, &error);
    if (!program || burl_needs_whole_grid(program)) {
      burl_free(program);
      continue;
    }
    const unsigned varies = burl_varies_with(program);
    const size_t size = (size_t)sample(program, 0, before) * sizeof *now;
    sample(program, 0.7, now);
    if (!(varies & T)) assert_memory_equal(now, before, size);
    for (int k = 0; k < burl_param_count(program); k++) {
      const burl_param knob = burl_param_at(program, k);
      if (burl_param_is_read(program, k) || burl_set(program, knob.name, knob.hi < 1e9 ? knob.hi : 7, &error)) continue;
      sample(program, 0, now);
      assert_memory_equal(now, before, size);
      unread++;
    }
    if (!(varies & SEED) && burl_seed(program, 123456789) == BURL_OK) {
      sample(program, 0, now);
      assert_memory_equal(now, before, size);
      steady++;
    }
    burl_free(program);
  }
  if (steady < 20) fail_msg("only %d without a seed", steady);
  (void)unread;
}

static void test_what_it_varies_with(void **state) {
  (void)state;
  static const struct {
    const char *text;
    unsigned with;
  } rows[] = {
      {"3", 0},
      {"x", X},
      {"x*t", X | T},
      {"t", T},
      {"perlin()", X | Y | Z | SEED},
      {"perlin(x, z)", X | Z | SEED},
      {"seed", SEED},
      {"fbm(x)", X | SEED},
      {"fbm(x, same_seed: 1)", X},
      {"loop(at(perlin(), x), 3)", X | T | SEED},
      {"at(perlin(), 1, 2)", SEED},
      {"rgb(x, t, 0)", X | T},
      {"0*x", X},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    burl_program *const program = compile(rows[i].text, 3);
    if (burl_varies_with(program) != rows[i].with) fail_msg("%s: %u", rows[i].text, burl_varies_with(program));
    burl_free(program);
  }
  assert_int_equal(burl_varies_with(NULL), 0);
}

static void test_which_knobs_are_read(void **state) {
  (void)state;
  burl_program *const program =
      compile_part("param a = 1\nparam b = a\nparam c = 1\nparam e = 1\nview 0, 0, e, e\nh = b*x\nc*x", 2, "h");
  static const int read[] = {0, 1, 0, 1}; /* b's own line took a's default, which turning a doesn't change */
  for (int i = 0; i < 4; i++) assert_int_equal(burl_param_is_read(program, i), read[i]);
  assert_int_equal(burl_param_is_read(program, 4), 0);
  assert_int_equal(burl_param_is_read(program, -1), 0);
  assert_int_equal(burl_param_is_read(NULL, 0), 0);
  burl_free(program);
}

/* ---- Seeds -------------------------------------------------------------------------------------- */

/* FNV-1a and SplitMix64's mix, computed by a program of another language. */
static void test_seeds_of_texts(void **state) {
  (void)state;
  static const struct {
    const char *text;
    uint64_t seed;
  } rows[] = {
      {"", 17665956581633026203u},
      {"a", 198367012849983736u},
      {"hello", 1656767905311477007u},
      {"Gr\xC3\xBC\xC3\x9F"
       "e",
       8126472686137929371u},
      {"-1x", 9146496989389385997u},
  };
  for (int i = 0; i < COUNT(rows); i++) assert_true(burl_seed_of_text(rows[i].text) == rows[i].seed);
  assert_true(burl_seed_of_text(NULL) == burl_seed_of_text(""));
}

static void assert_seed(const char *text, uint64_t of_recipe, uint64_t seed) {
  char plain[64];
  snprintf(plain, sizeof plain, "perlin(seed: %llu)", (unsigned long long)seed);
  burl_program *const a = compile(text, 2), *const b = compile(plain, 2);
  assert_int_equal(burl_seed(a, of_recipe), BURL_OK);
  assert_int_equal(burl_seed(b, of_recipe), BURL_OK);
  assert_same_values(a, b, text);
  float value[MOST_VALUES];
  sample(b, 0, value);
  if (of_recipe == 0) assert_true(value[1] == burl_perlin2(seed, -3.1 + 0.37, -3.1 + 0.37 * 2 + 0.01));
  burl_free(a);
  burl_free(b);
}

static void test_seeds_are_exact(void **state) {
  (void)state;
  const uint64_t large = 9007199254740993u; /* 2^53 + 1, which no double is */
  assert_seed("perlin(seed: 9007199254740993)", 0, large);
  assert_seed("perlin(seed: 18446744073709551615)", 0, UINT64_MAX);
  assert_seed("perlin(seed: -1)", 0, UINT64_MAX);
  assert_seed("perlin(seed: -9007199254740993)", 0, 18437736874454810623u);
  assert_seed("perlin(seed: -9223372036854775808)", 0, 9223372036854775808u);
  assert_seed("perlin(seed: (9223372036854775809))", 0, 9223372036854775809u);
  assert_seed("a = 9007199254740993\nperlin(seed: a)", 0, large);
  assert_seed("a = -9007199254740993\nf(s) = perlin(seed: s)\nf(a)", 0, 18437736874454810623u);
  assert_seed("reseed(perlin(), 9007199254740993)", 0, large);
  assert_seed("param s = 9007199254740991\nperlin(seed: s)", 0, 9007199254740991u);
  assert_seed("param s = -3\nperlin(seed: s)", 0, 18446744073709551613u);
  assert_seed("perlin(seed: 3*5 - 20)", 0, 18446744073709551611u);
  /* computed of the recipe's, modulo 2^64 */
  assert_seed("perlin(seed: seed + 1)", large, 9007199254740994u);
  assert_seed("perlin(seed: seed + 1)", UINT64_MAX, 0);
  assert_seed("param k = 2\nf(u) = perlin(seed: u*k - 3)\nf(seed)", large, 18014398509481983u);
  assert_seed("perlin(seed: -seed)", 1, UINT64_MAX);
}

static void test_seeds_that_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *says;
  } rows[] = {
      {"perlin(seed: 18446744073709551616)", "from -9223372036854775808 to 18446744073709551615"},
      {"perlin(seed: -9223372036854775809)", "from -9223372036854775808 to 18446744073709551615"},
      {"perlin(seed: -18446744073709551615)", "from -9223372036854775808 to 18446744073709551615"},
      {"perlin(seed: 1e300)", "from -9223372036854775808 to 18446744073709551615"},
      {"perlin(seed: 0.5)", "to 18446744073709551615, not 0.5"},
      {"midpoint(seed: 0.5)", "not 0.5"},
      {"reseed(perlin(), 1.5)", "not 1.5"},
      {"perlin(seed: seed + 0.5)", "not 0.5"},
      {"param s = 9007199254740993\nperlin(seed: s)", "exact in digits alone"},
      {"perlin(seed: 9007199254740992 + 1)", "exact in digits alone"},
      {"perlin(seed: 1e18)", "exact in digits alone"},
      {"perlin(seed: x)", "constant"},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    burl_error error;
    assert_null(burl_compile(rows[i].text, 2, &error));
    assert_int_equal(error.status, BURL_RECIPE);
    assert_contains(error.message, rows[i].says);
    assert_true(error.line > 0 && *error.hint);
  }
  burl_error error;
  burl_program *const program = compile("param s = 1\nperlin(seed: s)", 2);
  assert_int_equal(burl_set(program, "s", 9007199254740992.0, &error), BURL_RECIPE);
  assert_contains(error.message, "exact in digits alone");
  assert_contains(error.hint, "9007199254740991");
  burl_free(program);
}

/* ---- The tool ----------------------------------------------------------------------------------- */

static int count_of(const char *text, const char *part) {
  int count = 0;
  for (; (text = strstr(text, part)); text += strlen(part)) count++;
  return count;
}

/* Each once, as its errors are, with the caret; not with -q. */
static void test_the_tool_says_it(void **state) {
  (void)state;
  static const char said[] =
      "-e:1:5: note: this loop changes nothing: no noise in it takes the point's coordinates\n"
      "    1 + loop(perlin(x, y), 4)\n"
      "        ^~~~~~~~~~~~~~~~~~~~~ perlin() does, perlin(x, y) doesn't; at(perlin(), x, y) does too\n";
  assert_string_equal(burl_ok("render -e '1 + loop(perlin(x, y), 4)' -o a.npy --size 9x9")->err, said);
  assert_string_equal(burl_ok("render -e '1 + loop(perlin(x, y), 4)' -o a.npy --size 9x9 -q")->err, "");
  assert_int_equal(count_of(burl_ok("render -e '1 + loop(perlin(x, y), 4)' -o a%%d.npy --size 9x9 --seeds 1..9")->err,
                            "note: this loop"),
                   1);
  write_whole("a.csv", "x,y\n1,2\n");
  assert_string_equal(burl_ok("sample -e '1 + loop(perlin(x, y), 4)' a.csv")->err, said);
  assert_string_equal(burl_ok("sample -q -e '1 + loop(perlin(x, y), 4)' a.csv")->err, "");
  const outcome *o = burl_ok("info -e 'cells(p: 4) + loop(x, 4)'");
  assert_contains(o->out, "notes       1:7: p: of this cells makes no difference");
  assert_contains(o->out, "1:15: this loop changes nothing");
  assert_contains(o->out, "\n            1:15:");
  assert_string_equal(o->err, "");
  o = burl_ok("info --json -e 'loop(x, 4)'");
  assert_contains(o->out, "\"notes\": [");
  assert_contains(o->out, "\"length\": 10,");
  assert_null(strstr(burl_ok("info -e 'perlin()'")->out, "notes"));
}

static const struct {
  const char *arguments, *says; /* NULL: nothing about what makes no difference */
} options[] = {
    {"-e 'x' --seed 3", "--seed makes no difference: nothing in the recipe has a seed"},
    {"-e 'perlin()' --seed 3", NULL},
    {"-e 'x' --seeds 1..2 -o a%d.npy", "--seeds makes no difference"},
    {"-e 'perlin()' --seeds 1..2 -o a%d.npy", NULL},
    {"-e 'perlin(x, y)' --time 3", "--time makes no difference: the recipe does not vary with t"},
    {"-e 'perlin(x, y, t)' --time 3", NULL},
    {"-e 't' --time 3", NULL},
    {"-e 'perlin(x, y)' --at z=3", "--at z makes no difference: the recipe does not vary with z"},
    {"-e 'perlin(x, z)' --at z=3", NULL},
    {"-e 'perlin(x, w)' --at z=3,w=2", "--at z makes no difference"},
    {"-e 'x' --window 0,0,8,8", "--window makes no difference: it is the whole picture"},
    {"-e 'x' --window 0,0,8,7", NULL},
    {"-e 'z + t' --edge shared", "--edge makes no difference: the recipe is the same all over the picture"},
    {"-e 'y' --edge shared", NULL},
    {"-e 'x' --tiles 1x1", "--tiles makes no difference: one tile is the whole picture"},
    {"-e 'x' --tiles 2x1 -o a{x}.npy", NULL},
    {"-e 'x' --resume -o - --format npy", "--resume makes no difference"},
    {"-e 'x' --resume", NULL},
    {"knob.burl -p b=3", "-p b makes no difference: nothing reads it"},
    {"knob.burl -p a=3", NULL},
    {"two.burl -p a=3 -p b=4", NULL},
    {"knob.burl -p a=3 --result h", "-p a makes no difference: nothing in h reads it"},
    {"knob.burl -p b=3 --result h", NULL},
    {"knob.burl -p a=3 -p a=4", "-p a is given again: the last one counts"},
    {"-e 'x' --time 1 --extent 0,0,1,1 --extent 0,0,2,2", "--extent is given 2 times: the last one counts"},
    {"-e 'x' --range 0,1", "--range makes no difference"},
};

static void test_options_without_effect(void **state) {
  (void)state;
  write_whole("knob.burl", "param a = 1\nparam b = 1\nh = b*x\na*x\n");
  write_whole("two.burl", "param a = 1\nparam b = 1\na*b*x\n");
  for (int i = 0; i < COUNT(options); i++) {
    char line[256];
    const int has_file = strstr(options[i].arguments, "-o ") != NULL;
    snprintf(line, sizeof line, "render --size 8x8 %s%s", has_file ? "" : "-o a.npy ", options[i].arguments);
    const outcome *o = burl_ok("%s", line);
    if (!options[i].says && *o->err) fail_msg("%s: %s", line, o->err);
    if (!options[i].says) continue;
    assert_contains(o->err, options[i].says);
    assert_int_equal(count_of(o->err, options[i].says), 1);
    strcat(line, " -q");
    assert_string_equal(burl_ok("%s", line)->err, "");
  }
  assert_int_equal(burl("render -e 'x' -o a.npy -q -v")->code, 2);
  assert_int_equal(burl("render -e 'x' -o a.npy -v -q")->code, 2);
  assert_string_equal(burl_ok("render -e 'x' -o a.npy --size 8x8 -q -q")->err, "");
  /* a picture's own settings are no options */
  burl_ok("render -e 'perlin(x, y)' -o a.png --size 8x8 -q --at z=3 --seed 4 --time 2 --window 0,0,8,8");
  assert_null(strstr(burl_ok("render a.png -o b.png")->err, "makes no difference"));
}

static void test_colours_that_are_cut_off(void **state) {
  (void)state;
  assert_contains(burl_ok("render -e 'rgb(-1 + x, 0, 0)' -o a.png --extent 0,0,1,1")->err,
                  "of colours, what is beyond 0 and 1 is cut off");
  assert_string_equal(burl_ok("render -e 'rgb(x, 0, -0.1)' -o a.png --extent 0,0,1,1")->err, "");
  assert_string_equal(burl_ok("render -e 'rgb(-1 + x, 0, 0)' -o a.exr --extent 0,0,1,1")->err, "");
}

static void test_seeds_of_the_tool(void **state) {
  (void)state;
  static const struct {
    const char *given, *same;
  } rows[] = {
      {"-1", "18446744073709551615"},
      {"-9223372036854775808", "0x8000000000000000"},
      {"-0", "0"},
      {"-0x10", "18446744073709551600"},
      {"hello", "1656767905311477007"},
      {"-1x", "9146496989389385997"},
      {"12 monkeys", NULL},
      {"1e3x", NULL},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    const outcome *o = burl_ok("render -e 'perlin()' --size 8x8 -o a.npy --seed '%s'", rows[i].given);
    const int is_text = strpbrk(rows[i].given, "hxk") && !strstr(rows[i].given, "0x");
    char said[128];
    snprintf(said, sizeof said, "--seed '%s' is a text: it stands for seed %llu\n", rows[i].given,
             (unsigned long long)burl_seed_of_text(rows[i].given));
    if (is_text) assert_contains(o->err, said);
    else assert_string_equal(o->err, "");
    if (rows[i].same) burl_ok("render -e 'perlin()' --size 8x8 -o b.npy --seed '%s'", rows[i].same);
    if (rows[i].same) assert_same_files("a.npy", "b.npy");
  }
  static const char *const wrong[] = {"18446744073709551616",
                                      "-9223372036854775809",
                                      "1.5",
                                      "1e3",
                                      "",
                                      ".5",
                                      "0x10000000000000000",
                                      " 5",
                                      "-0x1p3",
                                      "0x",
                                      "0xg"};
  for (int i = 0; i < COUNT(wrong); i++) {
    const outcome *o = burl("render -e 'perlin()' -o a.npy --seed '%s'", wrong[i]);
    assert_int_equal(o->code, 2);
    assert_contains(o->err, "is neither a whole number from -9223372036854775808 to 18446744073709551615 nor a text");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_is_noted),
      cmocka_unit_test(test_what_is_not),
      cmocka_unit_test(test_notes_follow),
      cmocka_unit_test(test_notes_of_a_part),
      cmocka_unit_test(test_there_are_64_at_most),
      cmocka_unit_test(test_what_is_noted_changes_nothing),
      cmocka_unit_test(test_what_is_not_read_changes_nothing),
      cmocka_unit_test(test_what_it_varies_with),
      cmocka_unit_test(test_which_knobs_are_read),
      cmocka_unit_test(test_seeds_of_texts),
      cmocka_unit_test(test_seeds_are_exact),
      cmocka_unit_test(test_seeds_that_are_refused),
      cmocka_unit_test_setup_teardown(test_the_tool_says_it, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_options_without_effect, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_colours_that_are_cut_off, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_seeds_of_the_tool, folder_begin, folder_end),
  };
  return cmocka_run_group_tests_name("notes", tests, NULL, NULL);
}
