/* Axes: numbers along a page's side. */
#ifndef BURL_PLOT_AXIS_H
#define BURL_PLOT_AXIS_H

#include "plot/page.h"

/* Values lo to hi lie from pixel `from` to pixel `to`. */
typedef struct {
  double lo, hi, from, to;
} plot_axis;

static inline double plot_at(const plot_axis *axis, double value) {
  return axis->from + (axis->to - axis->from) * (value - axis->lo) / (axis->hi - axis->lo);
}

/* Round numbers within an axis: the multiples of `step` from first to last, and how many decimals they have. */
typedef struct {
  double step;
  long long first, last; /* in steps */
  int decimals;
} plot_ticks;

/* At most so many (2 or more) as there are on the axis: by 1, 2 or 5 times a power of ten. */
plot_ticks plot_ticks_of(const plot_axis *axis, int most);
/* Tick i as text, with a true minus sign. */
void plot_tick_text(const plot_ticks *ticks, long long i, char text[40]);

/* "−0.16": a number with so many decimals. */
void plot_number(double value, int decimals, char text[40]);

/* "−0.2 … 0.35": two numbers in three digits; "0 … ∞". */
void plot_range(double lo, double hi, char text[64]);

/* A horizontal axis below a picture or a graph, at y; a grid of faint lines with the numbers on the left, from x on
 * over so many pixels. */
void plot_axis_below(plot_page *page, const plot_axis *axis, double y, int most);
void plot_grid(plot_page *page, const plot_axis *axis, double x, double width, int most);

/* The same where an axis has logarithms: base 2 below, "1/4", "1/2", "1"; base 10 as a grid, "10⁻²". */
void plot_octaves_below(plot_page *page, const plot_axis *axis, double y);
void plot_decades(plot_page *page, const plot_axis *axis, double x, double width, int most);

#endif
