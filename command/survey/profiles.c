/* The profiles of profiles.h, by a floating horizon (H. Williamson, "Hidden-Line Plotting Program", 1972): rows are
 * drawn from the front to the back, and for each column the highest place that is drawn so far is kept.  Between
 * columns both a row and the horizon lead straight on.  The horizon that is kept lies no lower than the lines that it
 * stands for, so a line may end a part of a column too early, and never too late. */
#include "survey/profiles.h"
#include "survey/grow.h"

#include <math.h>

typedef struct {
  survey_contour_set *set;
  int row;
  int is_open; /* whether the last line goes on */
} drawing;

/* A further point of the line, which begins where none is open.  0, or -1: out of memory. */
static int add_point(drawing *d, double x, double y) {
  survey_contour_set *const set = d->set;
  if (!d->is_open) {
    survey_contour *const line = GROW(set->lines, set->count);
    if (!line) return -1;
    *line = (survey_contour){set->point_count, 0, d->row};
    set->count++;
    d->is_open = 1;
  }
  survey_place *const point = GROW(set->points, set->point_count);
  if (!point) return -1;
  *point = (survey_place){x, y};
  set->point_count++;
  set->lines[set->count - 1].count++;
  return 0;
}

/* Ends the line; a single point is none. */
static void end_line(drawing *d) {
  survey_contour_set *const set = d->set;
  if (d->is_open && set->lines[set->count - 1].count < 2) set->point_count--, set->count--;
  d->is_open = 0;
}

/* How far along a column's width a row that is so far below the horizon before and behind it passes it. */
static double passing(double before, double behind) {
  if (isinf(before) || isinf(behind)) return isinf(before) ? 1 : 0;
  return before / (before - behind);
}

/* What is seen of a row; the horizon: the top of what is drawn in front of it, INFINITY where there is nothing. */
static int draw_row(drawing *d, const float *y, const double *horizon, int columns) {
  for (int i = 0; i < columns; i++) {
    const double below = (double)y[i] - horizon[i], before = i > 0 ? (double)y[i - 1] - horizon[i - 1] : NAN;
    if (before * below < 0 || (below < 0 && before == 0)) {
      const double along = passing(before, below);
      const double at = (1 - along) * (double)y[i - 1] + along * (double)y[i];
      if (add_point(d, i - 1 + along, at) != 0) return -1;
    }
    if (!(below < 0)) end_line(d);
    else if (add_point(d, i, (double)y[i]) != 0) return -1;
  }
  end_line(d);
  return 0;
}

int survey_profiles(const float *y, int columns, int rows, survey_contour_set *set) {
  double *const horizon = malloc((size_t)columns * sizeof *horizon);
  int code = horizon ? 0 : -1;
  *set = (survey_contour_set){0};
  for (int i = 0; i < columns && !code; i++) horizon[i] = INFINITY;
  for (int row = rows - 1; row >= 0 && !code; row--) {
    drawing d = {set, row, 0};
    const float *const its = y + (int64_t)row * columns;
    code = draw_row(&d, its, horizon, columns);
    for (int i = 0; i < columns; i++) horizon[i] = fmin(horizon[i], (double)its[i]); /* of NaN the other */
  }
  free(horizon);
  return code;
}
