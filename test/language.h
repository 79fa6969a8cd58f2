/* What the tests of the language share: places, values, and tables of recipes and what comes of them.  What is wrong is
 * printed and counted, and stops at the end of a test, so that one run shows all. */
#ifndef BURL_TEST_LANGUAGE_H
#define BURL_TEST_LANGUAGE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "burl.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* x y z w t */
typedef struct {
  double c[5];
} place;

/* draw()'s, a multiple of 2^-10, so that whole numbers can be added exactly. */
double draw_dyadic(double lo, double hi);

place random_place(double size);

void sample(const burl_program *program, place p, float out[4]);

/* Of a program, or of a recipe, that has one channel. */
float value_of(const burl_program *program, place p);
float value(const char *recipe, int dims, place p);

uint32_t bits(float v);

/* Equal, any NaN counting as the one NaN and -0 as 0. */
int same_number(float a, float b);

/* Within a tolerance, of the expected value where that is larger than 1; NaN and the infinities are themselves
 * alone. */
int is_near(double actual, double expected, double tolerance);

/* What was wrong since begin(), which cmocka calls before a test; end() fails if anything was. */
extern int wrong;
int begin(void **state);
void end(void);

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

/* tolerance 0: the same number. */
void check_rows(const value_row *rows, int count, double tolerance);

/* Two recipes that mean the same: at random places, with several seeds. */
typedef struct {
  const char *a, *b;
  int dims;
  double tolerance; /* 0: the same bits */
} same_row;

void check_same(const same_row *rows, int count);

/* Two recipes that must not be the same noise. */
void check_differ(const char *a, const char *b, int dims);

/* A recipe that is refused: where, and what is said.  0 or "": not looked at. */
typedef struct {
  const char *recipe;
  int line, column, length;
  const char *message, *hint; /* must occur in it */
} error_row;

void check_error(const error_row *row, int dims, burl_status status);

/* In two dimensions, as errors of the recipe. */
void check_errors(const error_row *rows, int count);

/* prefix, then middle count times, then suffix; malloc'ed. */
char *repeat(const char *prefix, const char *middle, size_t count, const char *suffix);

#endif
