/* Graphs: a box with two axes, and curves in it. */
#ifndef BURL_PLOT_GRAPH_H
#define BURL_PLOT_GRAPH_H

#include "plot/axis.h"

typedef struct {
  double box[4]; /* x, y, width, height */
  plot_axis x, y;
} plot_graph;

/* One over x from lo to hi, without values yet. */
plot_graph plot_graph_of(const double box[4], double lo, double hi);
/* Widens y so that what is finite of the values is within. */
void plot_graph_take(plot_graph *graph, const float *values, size_t count);

/* Opens y a little above and below, and draws its grid, at most `most` lines. */
void plot_graph_ground(plot_page *page, plot_graph *graph, int most);
/* Values evenly from one end of x to the other. */
void plot_graph_curve(plot_page *page, const plot_graph *graph, const float *values, size_t count, plot_tone tone,
                      double width);
/* The numbers along x, and what they are; NULL: nothing said. */
void plot_graph_below(plot_page *page, const plot_graph *graph, int most, const char *name);

#endif
