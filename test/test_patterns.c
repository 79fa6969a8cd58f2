/* Patterns written by hand, of coordinates alone, within tile(): what is accepted repeats of itself, so that its tile
 * is it, near and far; of what is refused the term that is named doesn't repeat. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "burl_inspect.h"
#include "random_recipe.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define ONE_OF(array) ((array)[random_below((uint32_t)COUNT(array))])

enum { PATTERNS = 3000, POINTS = 240 };

/* ---- Patterns ----------------------------------------------------------------------------------- */

static const char *const factors[] = {"2", "3", "0.5", "0.25", "-1", "1.5", "1/3", "0.7"};
static const char *const sizes[] = {"1", "2", "3", "0.5", "0.75", "sqrt(3)"};

static void put_periodic(recipe *r, int depth);

/* An expression that moves on with the coordinates, as a rule. */
static void put_moving(recipe *r, int depth) {
  const char *const axis = random_below(2) ? "x" : "y";
  switch (depth > 0 ? random_below(7) : 0) {
  case 1: recipe_put(r, "%s*(", ONE_OF(factors)), put_moving(r, depth - 1), recipe_put(r, ")"); return;
  case 2: recipe_put(r, "("), put_moving(r, depth - 1), recipe_put(r, " + "), put_moving(r, depth - 1); break;
  case 3: recipe_put(r, "("), put_moving(r, depth - 1), recipe_put(r, " - "), put_periodic(r, depth - 1); break;
  case 4: recipe_put(r, "floor("), put_moving(r, depth - 1); break;
  case 5: recipe_put(r, "round("), put_moving(r, depth - 1); break;
  case 6: recipe_put(r, "mix(%s, %s + 1, ", axis, axis), put_periodic(r, depth - 1); break;
  default: recipe_put(r, "(%s + %d/8", axis, (int)random_below(8)); break;
  }
  recipe_put(r, ")");
}

/* An expression that repeats, as a rule. */
static void put_periodic(recipe *r, int depth) {
  switch (random_below(depth > 0 ? 9 : 4)) {
  case 0: recipe_put(r, "fract("), put_moving(r, depth - 1); break;
  case 1: recipe_put(r, "("), put_moving(r, depth - 1), recipe_put(r, " %% %s", ONE_OF(sizes)); break;
  case 2: recipe_put(r, "sin(0.3 + tau*"), put_moving(r, depth - 1); break;
  case 3: recipe_put(r, "cos(0.3 + pi*"), put_moving(r, depth - 1); break;
  case 4: recipe_put(r, "abs("), put_periodic(r, depth - 1), recipe_put(r, " - 0.5"); break;
  case 5: recipe_put(r, "("), put_periodic(r, depth - 1), recipe_put(r, "*"), put_periodic(r, depth - 1); break;
  case 6: recipe_put(r, "max("), put_periodic(r, depth - 1), recipe_put(r, ", "), put_periodic(r, depth - 1); break;
  case 7:
    recipe_put(r, "("), put_moving(r, depth - 1), recipe_put(r, " < "), put_moving(r, depth - 1);
    recipe_put(r, " ? "), put_periodic(r, depth - 1), recipe_put(r, " : 0.25");
    break;
  default: recipe_put(r, "length("), put_periodic(r, depth - 1), recipe_put(r, ", 0.5"); break;
  }
  recipe_put(r, ")");
}

/* ---- Samples ------------------------------------------------------------------------------------ */

typedef struct {
  double x[POINTS], y[POINTS];
  float out[POINTS];
} samples;

static void sample(const burl_program *program, samples *s) {
  const burl_points points = {.count = POINTS, .coord = {s->x, s->y}};
  assert_int_equal(burl_sample_points(program, &points, s->out), BURL_OK);
}

/* Places that are whole parts of nothing, where no step lies. */
static void draw_points(samples *s) {
  for (int i = 0; i < POINTS; i++) s->x[i] = random_between(-9, 9), s->y[i] = random_between(-9, 9);
}

/* How many values are others, by more than rounding. */
static int count_others(const samples *a, const samples *b) {
  int others = 0;
  for (int i = 0; i < POINTS; i++) {
    const double difference = fabs((double)a->out[i] - (double)b->out[i]);
    others += isnan(a->out[i]) != isnan(b->out[i]) || difference > 1e-4 * fmax(1, fabs((double)a->out[i]));
  }
  return others;
}

static void move(samples *s, const double by[2]) {
  for (int i = 0; i < POINTS; i++) s->x[i] += by[0], s->y[i] += by[1];
}

/* ---- What is checked ---------------------------------------------------------------------------- */

/* The tile has the pattern's own values, also where that is not cut off by it. */
static void check_repeats(const burl_program *tile, const char *pattern, const double period[2]) {
  burl_program *const own = burl_compile(pattern, 2, NULL);
  static samples here, there;
  assert_non_null(own);
  draw_points(&here);
  there = here;
  sample(tile, &here);
  sample(own, &there);
  if (count_others(&here, &there) > POINTS / 50)
    fail_msg("%s isn't its tile of %g by %g", pattern, period[0], period[1]);
  burl_free(own);
}

/* The same bits so many periods away, where the sums are exact. */
static void check_bits(const burl_program *tile, const char *pattern, const double period[2]) {
  static samples here, there;
  draw_points(&here);
  for (int i = 0; i < POINTS; i++)
    here.x[i] = nearbyint(here.x[i] * 512) / 512, here.y[i] = nearbyint(here.y[i] * 512) / 512;
  there = here;
  const double times = random_below(2) ? 1 : 1e6;
  move(&there, (const double[2]){times * period[0], -times * period[1]});
  sample(tile, &here);
  sample(tile, &there);
  if (memcmp(here.out, there.out, sizeof here.out) != 0) fail_msg("%s: other bits %g periods away", pattern, times);
}

/* A term with all of its parentheses: a place begins behind those around its first part, and ends before the last. */
static void copy_term(char *term, size_t size, const char *from, int length) {
  int depth = 0, missing = 0;
  for (int i = 0; i < length; i++) {
    depth += (from[i] == '(') - (from[i] == ')');
    if (missing < -depth) missing = -depth;
  }
  snprintf(term, size, "%.*s%.*s%.*s", missing, "((((((((", length, from, depth + missing, "))))))))");
}

/* The term that an error names is another one a period on, along an axis. */
static void check_varies(const char *text, const burl_error *error, const double period[2]) {
  char term[sizeof((recipe *)0)->text];
  assert_in_range(error->column, 1, strlen(text));
  copy_term(term, sizeof term, text + error->column - 1, error->length);
  burl_program *const program = burl_compile(term, 2, NULL);
  if (!program) fail_msg("%s: what is named, %s, is no term: %s", text, term, error->message);
  static samples here, there;
  draw_points(&here);
  sample(program, &here);
  static const double steps[] = {1, 1000, -1000}; /* what is compared may not change its mind near by */
  int others = 0;
  for (int i = 0; i < 2 * COUNT(steps); i++) {
    const double by = steps[i / 2] * period[i % 2];
    there = here;
    move(&there, (const double[2]){i % 2 == 0 ? by : 0, i % 2 == 1 ? by : 0});
    sample(program, &there);
    others += count_others(&here, &there);
  }
  if (others == 0) fail_msg("%s: %s repeats, after all: %s", text, term, error->message);
  burl_free(program);
}

/* What is said of a pattern without a tile: it has the same values its own period away; where it fits the tile, whole
 * periods are in that.  Returns whether a period is known along both axes. */
static int check_period(const char *pattern, int fits, const double period[2]) {
  burl_program *const own = burl_compile(pattern, 2, NULL);
  static samples here, there;
  const double after[2] = {burl_repeat_along(own, 0), burl_repeat_along(own, 1)};
  for (int axis = 0; axis < 2; axis++) {
    const double times = after[axis] > 0 ? period[axis] / after[axis] : 0;
    if (fits && fabs(times - round(times)) > 1e-6)
      fail_msg("%s repeats after %g along %c, and fits a tile of %g", pattern, after[axis], "xy"[axis], period[axis]);
    if (isinf(after[axis])) continue;
    draw_points(&here);
    there = here;
    const double by = after[axis] > 0 ? 3 * after[axis] : 1.7; /* what doesn't vary is the same anywhere */
    move(&there, (const double[2]){axis == 0 ? by : 0, axis == 1 ? -by : 0});
    sample(own, &here);
    sample(own, &there);
    if (count_others(&here, &there) > POINTS / 50)
      fail_msg("%s doesn't repeat after %g along %c", pattern, after[axis], "xy"[axis]);
  }
  burl_free(own);
  return !isinf(after[0]) && !isinf(after[1]);
}

static void test_patterns(void **unused) {
  (void)unused;
  static const double periods[] = {1, 2, 3, 4, 6, 2.5};
  static recipe r, tile;
  int accepted = 0, refused = 0, known = 0;
  random_begin(58);
  for (int i = 0; i < PATTERNS; i++) {
    const double period[2] = {ONE_OF(periods), ONE_OF(periods)};
    recipe_begin(&r);
    put_periodic(&r, 3);
    recipe_begin(&tile);
    recipe_put(&tile, "tile(%s, %g, %g)", r.text, period[0], period[1]);
    burl_error error;
    burl_program *const program = burl_compile(tile.text, 2, &error);
    known += check_period(r.text, program != NULL, period);
    if (!program) {
      refused++;
      assert_int_equal(error.status, BURL_RECIPE);
      assert_true(*error.hint);
      check_varies(tile.text, &error, period);
      continue;
    }
    accepted++;
    check_repeats(program, r.text, period);
    check_bits(program, r.text, period);
    burl_free(program);
  }
  print_message("%d patterns repeat, %d don't\n", accepted, refused);
  assert_true(known > accepted);
  assert_true(accepted > PATTERNS / 10 && refused > PATTERNS / 10);
}

/* ---- Those that people write -------------------------------------------------------------------- */

static void test_walls(void **unused) {
  (void)unused;
  static const struct {
    const char *text, *tile;
  } wanted[] = {
      {"(floor(x) + floor(y)) % 2", "4"},
      {"sin(tau*x) > 0 ? 1 : 0", "3"},
      {"row = floor(y*2)\nu = x + 0.5*(row % 2)\nmin(fract(u), 2*fract(y*2))", "4"},
      {"s = sqrt(3)\nax = (x % 1) - 0.5\nay = (y % s) - s/2\nbx = ((x - 0.5) % 1) - 0.5\nby = ((y - s/2) % s) - s/2\n"
       "da = ax*ax + ay*ay\ndb = bx*bx + by*by\ngx = da < db ? ax : bx\ngy = da < db ? ay : by\n"
       "0.5 - max(abs(gx), abs(gx)*0.5 + abs(gy)*0.8660254)",
       "3, 2*sqrt(3)"},
      {"abs(fract(x + y) - 0.5) + abs(fract(x - 2*y) - 0.5)", "2"},
  };
  for (int i = 0; i < COUNT(wanted); i++) {
    recipe tile;
    const char *const last = strrchr(wanted[i].text, '\n');
    const int head = last ? (int)(last + 1 - wanted[i].text) : 0;
    recipe_begin(&tile);
    recipe_put(&tile, "%.*stile(%s, %s)", head, wanted[i].text, wanted[i].text + head, wanted[i].tile);
    burl_error error;
    burl_program *const program = burl_compile(tile.text, 2, &error);
    if (!program) fail_msg("%s: %d:%d: %s", tile.text, error.line, error.column, error.message);
    check_repeats(program, wanted[i].text, (const double[2]){0, 0});
    burl_free(program);
  }
}

/* Bricks of a tone each: those that the end of the tile cuts have one tone. */
static void test_bricks_across_the_seam(void **unused) {
  (void)unused;
  burl_program *const program =
      burl_compile("row = floor(y*2)\nu = x + 0.5*(row % 2)\ntile(white(floor(u) + 0.5, row + 0.5), 4)", 2, NULL);
  assert_non_null(program);
  double x[32], y[32];
  float out[32];
  for (int i = 0; i < 32; i++) x[i] = i % 2 ? 3.75 : 0.25, y[i] = 0.75 + (double)(i / 2);
  const burl_points points = {.count = 32, .coord = {x, y}};
  assert_int_equal(burl_sample_points(program, &points, out), BURL_OK);
  for (int i = 0; i < 32; i += 2) assert_true(out[i] == out[i + 1]);
  assert_true(out[0] != out[2]);
  burl_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_patterns),
      cmocka_unit_test(test_walls),
      cmocka_unit_test(test_bricks_across_the_seam),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
