/* Testing the figures of burl figures: those of an article are drawn once, and each is held against what its caption
 * says.  A figure that has no check fails. */
#ifndef BURL_TEST_FIGURE_H
#define BURL_TEST_FIGURE_H

#include "svg.h"

struct CMUnitTest;

typedef struct {
  const char *name;
  void (*check)(const char *svg); /* reads its page */
} figure_check;

/* count + 1 tests: of each figure, and of that all are there; to be run after figure_begin(), before folder_end(). */
void figure_tests(struct CMUnitTest *tests, const char *article, const figure_check *checks, int count);
int figure_begin(void **state);

/* What every figure must be: a page with both themes and something on it, nothing of which reaches over its edge and no
 * label over another one. */
void figure_check_page(const char *name, const char *svg);

/* Another figure's page, to be freed. */
char *figure_read(const char *name);

/* ---- Numbers -------------------------------------------------------------------------------------- */

/* A recipe at a point, by the library. */
double figure_sample(const char *recipe, double x, double y);

/* That a number is another one, within an error. */
void figure_near(double value, double expected, double error, const char *what);

/* That all a[i] are the same factor times b[i], within an error; the factor. */
double figure_proportional(const double *a, const double *b, int count, double error, const char *what);

/* ---- Octaves -------------------------------------------------------------------------------------- */

/* The six octaves in groups octave-1 and on, whose names begin with the prefix; their zero lines are the faint paths
 * from number `zero` on.  Each is the one before, twice as fine and `gain` times as high; they add up to the sum's
 * curve about its own zero line, by the scale that both pages have. */
typedef struct {
  const char *svg, *prefix;
  int zero;
  double gain;
} figure_octaves;

void figure_octaves_repeat(const figure_octaves *rows);
void figure_octaves_add_up(const figure_octaves *rows, const svg_path *sum, double sum_zero);

#endif
