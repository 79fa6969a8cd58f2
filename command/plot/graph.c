/* The graphs of graph.h. */
#include "plot/graph.h"

#include <math.h>
#include <stdlib.h>

plot_graph plot_graph_of(const double box[4], double lo, double hi) {
  return (plot_graph){{box[0], box[1], box[2], box[3]},
                      {lo, hi, box[0], box[0] + box[2]},
                      {INFINITY, -INFINITY, box[1] + box[3], box[1]}};
}

void plot_graph_take(plot_graph *g, const float *values, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(values[i])) continue;
    g->y.lo = fmin(g->y.lo, (double)values[i]);
    g->y.hi = fmax(g->y.hi, (double)values[i]);
  }
}

void plot_graph_ground(plot_page *page, plot_graph *g, int most) {
  if (!(g->y.lo <= g->y.hi)) g->y.lo = g->y.hi = 0;
  const double least = 1e-6 * fmax(fabs(g->y.lo), fabs(g->y.hi)) + 1e-30, range = g->y.hi - g->y.lo;
  const double more = range < least ? fmax(0.5, least) : 0.06 * range;
  g->y.lo -= more;
  g->y.hi += more;
  plot_grid(page, &g->y, g->box[0], g->box[2], most);
}

void plot_graph_curve(plot_page *page, const plot_graph *g, const float *values, size_t count, plot_tone tone,
                      double width) {
  double *const xy = malloc(2 * count * sizeof *xy);
  for (size_t i = 0; xy && i < count; i++) {
    xy[2 * i] = g->x.from + (g->x.to - g->x.from) * (double)i / (double)(count - 1);
    xy[2 * i + 1] = plot_at(&g->y, (double)values[i]);
  }
  plot_curve(page, xy, count, tone, width);
  free(xy);
}

void plot_graph_below(plot_page *page, const plot_graph *g, int most, const char *name) {
  const double low = g->box[1] + g->box[3];
  plot_axis_below(page, &g->x, low, most);
  if (name)
    plot_text(page, g->box[0] + g->box[2] / 2, low + 34, (plot_style){PLOT_MIDDLE, PLOT_ITALIC, TONE_SOFT, 0}, name);
}
