#include "language.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compile.h"
#include "draw.h"

double draw_dyadic(double lo, double hi) { return floor(draw(lo, hi) * 1024) / 1024; }

place random_place(double size) {
  place p;
  for (int i = 0; i < 5; i++) p.c[i] = draw(-size, size);
  return p;
}

void sample(const burl_program *program, place p, float out[4]) {
  const burl_points points = {.count = 1, .coord = {&p.c[0], &p.c[1], &p.c[2], &p.c[3]}, .time = &p.c[4]};
  assert_int_equal(burl_sample_points(program, &points, out), BURL_OK);
}

float value_of(const burl_program *program, place p) {
  float out[4];
  assert_int_equal(burl_channels(program), 1);
  sample(program, p, out);
  return out[0];
}

float value(const char *recipe, int dims, place p) {
  burl_program *program = compile(recipe, dims);
  const float v = value_of(program, p);
  burl_free(program);
  return v;
}

uint32_t bits(float v) {
  uint32_t u;
  memcpy(&u, &v, sizeof u);
  return u;
}

int same_number(float a, float b) { return a == b || (isnan(a) && isnan(b)); }

int is_near(double actual, double expected, double tolerance) {
  if (isnan(expected)) return isnan(actual);
  if (isinf(expected)) return actual == expected;
  return fabs(actual - expected) <= tolerance * fmax(1, fabs(expected));
}

int wrong;

int begin(void **state) {
  (void)state;
  wrong = 0;
  draw_state = 1;
  return 0;
}

void end(void) {
  if (wrong) fail_msg("%d wrong", wrong);
}

void check_rows(const value_row *rows, int count, double tolerance) {
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

void check_same(const same_row *rows, int count) {
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

void check_differ(const char *a, const char *b, int dims) {
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

void check_error(const error_row *row, int dims, burl_status status) {
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

void check_errors(const error_row *rows, int count) {
  for (int i = 0; i < count; i++) check_error(&rows[i], 2, BURL_RECIPE);
}

char *repeat(const char *prefix, const char *middle, size_t count, const char *suffix) {
  const size_t m = strlen(middle), p = strlen(prefix), s = strlen(suffix);
  char *text = malloc(p + m * count + s + 1);
  assert_non_null(text);
  memcpy(text, prefix, p);
  for (size_t i = 0; i < count; i++) memcpy(text + p + i * m, middle, m);
  memcpy(text + p + m * count, suffix, s + 1);
  return text;
}
