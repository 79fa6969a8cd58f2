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

/* "−0.16": a number with the given number of decimals. */
void plot_number(double value, int decimals, char text[40]);

/* "−0.2 … 0.35": two numbers in three digits; "0 … ∞". */
void plot_range(double lo, double hi, char text[64]);

/* A horizontal axis below a picture or a graph, at y; a grid of faint lines with the numbers on the left, `width`
 * pixels wide from x on. */
void plot_axis_below(plot_page *page, const plot_axis *axis, double y, int most);
void plot_grid(plot_page *page, const plot_axis *axis, double x, double width, int most);

/* The same where an axis has logarithms: base 2 below, "1/4", "1/2", "1"; base 10 as a grid, "10⁻²". */
void plot_octaves_below(plot_page *page, const plot_axis *axis, double y);
void plot_decades(plot_page *page, const plot_axis *axis, double x, double width, int most);

#endif
