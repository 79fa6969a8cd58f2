/* The figure of a lattice in one dimension: the curve with its lattice points; the point's cell, with the lines, values
 * or wavelets that are blended there; their weights; and the sum at the point. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figures/lattice.h"
#include "plot/graph.h"

/* Pixels: the curve, and below it the cell and the weights, beside which the sum is. */
enum { LEFT = 56, TOP = 40, WIDTH = 600, HEIGHT = 150, BETWEEN = 64, CELL_HEIGHT = 230, BELOW = 48 };
enum { GAP = 64, WEIGHTS_WIDTH = 186, WEIGHTS_HEIGHT = 96, RIGHT = 24 };
enum { STEPS = 400, MOST_POINTS = 80 };

/* The points that a sample is made of, and their colours: the two neighbours, and those beyond them. */
static plot_tone tone_of(const lattice_figure *f, int part) {
  const int middle = f->lattice.taps / 2;
  return part == middle - 1 ? TONE_MINUS : part == middle ? TONE_PLUS : TONE_SOFT;
}

static int is_wave(const lattice_figure *f) { return strcmp(f->lattice.interp, "wavelet") == 0; }

/* The place of `cells` on the x axis of the recipe. */
static double x_of(const lattice_figure *f, double cells) {
  return (cells - f->lattice.shift[0]) / f->lattice.frequency[0];
}

/* ---- Curves --------------------------------------------------------------------------------------- */

/* Values over a graph, whose x is in cells, from one end to the other. */
typedef struct {
  float value[STEPS + 1];
} curve;

static double step_of(const plot_graph *g, int k) { return g->x.lo + (g->x.hi - g->x.lo) * k / STEPS; }

/* What the program samples there. */
static curve curve_of_samples(const lattice_figure *f, plot_page *page, const plot_graph *g) {
  double x[STEPS + 1], y[STEPS + 1] = {0};
  curve c;
  for (int k = 0; k <= STEPS; k++) x[k] = x_of(f, step_of(g, k));
  lattice_sample(f, page, x, y, STEPS + 1, c.value);
  return c;
}

/* The heights or the weights of the lattice point i. */
typedef enum { HEIGHTS, WEIGHTS } which;

static curve curve_of_part(const lattice_figure *f, const plot_graph *g, double i, which what) {
  curve c;
  for (int k = 0; k <= STEPS; k++) {
    const lattice_part part = lattice_part_at(f, i, 0, (const double[]){step_of(g, k), 0});
    c.value[k] = (float)(what == HEIGHTS ? part.height : part.weight);
  }
  return c;
}

static void take(plot_graph *g, const curve *c) { plot_graph_take(g, c->value, STEPS + 1); }

static void draw_curve(plot_page *page, const plot_graph *g, const curve *c, plot_tone tone, double width) {
  plot_graph_curve(page, g, c->value, STEPS + 1, tone, width);
}

/* ---- The curve with its lattice points ------------------------------------------------------------ */

/* A cell as a band, and the grid. */
static void draw_ground(plot_page *page, plot_graph *g, double cell) {
  const double x0 = plot_at(&g->x, cell), x1 = plot_at(&g->x, cell + 1), top = g->box[1], low = top + g->box[3];
  const double left = fmax(fmin(x0, x1), g->box[0]), right = fmin(fmax(x0, x1), g->box[0] + g->box[2]);
  plot_area(page, (const double[]){left, top, right, top, right, low, left, low}, 4, TONE_ACCENT, 0.1);
  plot_graph_ground(page, g, 5);
}

/* The axis below in the recipe's x. */
static void draw_axis(const lattice_figure *f, plot_page *page, const plot_graph *g, int most) {
  const plot_axis x = {x_of(f, g->x.lo), x_of(f, g->x.hi), g->x.from, g->x.to};
  plot_axis_below(page, &x, g->box[1] + g->box[3], most);
}

/* A lattice point's value, or its slope over a number of cells, as far as they are within the graph. */
static void draw_point(const lattice_figure *f, plot_page *page, const plot_graph *g, double i, double reach) {
  const burl_lattice_point point = burl_lattice_at(f->program, i, 0);
  const double least = fmin(g->x.lo, g->x.hi), most = fmax(g->x.lo, g->x.hi), slope = point.gradient[0];
  const double left = fmax(i - reach, least), right = fmin(i + reach, most);
  const double ends[4] = {plot_at(&g->x, left), plot_at(&g->y, slope * (left - i)), plot_at(&g->x, right),
                          plot_at(&g->y, slope * (right - i))};
  if (!f->lattice.is_value && reach > 0) plot_line(page, ends, TONE_ACCENT, 1.6);
  plot_dot(page, plot_at(&g->x, i), plot_at(&g->y, point.value), 2.6, TONE_PAPER, TONE_INK);
}

static void draw_whole(const lattice_figure *f, plot_page *page, const double box[4], const double at[2],
                       double value) {
  const double lo = f->extent[0] * f->lattice.frequency[0] + f->lattice.shift[0];
  const double hi = f->extent[2] * f->lattice.frequency[0] + f->lattice.shift[0];
  plot_graph g = plot_graph_of(box, lo, hi);
  const curve c = curve_of_samples(f, page, &g);
  take(&g, &c);
  draw_ground(page, &g, floor(at[0]));
  draw_curve(page, &g, &c, TONE_INK, 1.5);
  for (double i = ceil(fmin(lo, hi)); i <= floor(fmax(lo, hi)) && fabs(hi - lo) <= MOST_POINTS; i++)
    draw_point(f, page, &g, i, fabs(hi - lo) > 24 ? 0 : 0.2);
  plot_dot(page, plot_at(&g.x, at[0]), plot_at(&g.y, value), 3, TONE_ACCENT, TONE_PAPER);
  draw_axis(f, page, &g, 10);
}

/* ---- The point's cell ----------------------------------------------------------------------------- */

/* From the first to the last lattice point that counts in it; wavelets are seen whole. */
static void draw_cell(const lattice_figure *f, plot_page *page, const double box[4], const double at[2], double value,
                      const lattice_part *parts, int count) {
  const int outer = is_wave(f) ? 1 : f->lattice.taps / 2 - 1;
  const double cell = floor(at[0]);
  plot_graph g = plot_graph_of(box, cell - outer, cell + 1 + outer);
  const curve c = curve_of_samples(f, page, &g);
  curve heights[LATTICE_MOST_PARTS];
  take(&g, &c);
  for (int k = 0; k < count; k++) heights[k] = curve_of_part(f, &g, parts[k].i, HEIGHTS), take(&g, &heights[k]);
  draw_ground(page, &g, cell);
  for (int k = 0; k < count; k++) draw_curve(page, &g, &heights[k], tone_of(f, k), 1.2);
  draw_curve(page, &g, &c, TONE_INK, 2);
  for (int k = 0; k < count; k++) draw_point(f, page, &g, parts[k].i, 0);
  for (int k = 0; k < count; k++)
    if (tone_of(f, k) != TONE_SOFT)
      plot_dot(page, plot_at(&g.x, at[0]), plot_at(&g.y, parts[k].height), 2.4, tone_of(f, k), TONE_PAPER);
  plot_dot(page, plot_at(&g.x, at[0]), plot_at(&g.y, value), 3.4, TONE_ACCENT, TONE_PAPER);
  draw_axis(f, page, &g, 5);
}

/* ---- Weights and the sum -------------------------------------------------------------------------- */

static void draw_weights(const lattice_figure *f, plot_page *page, const double box[4], const double at[2],
                         const lattice_part *parts, int count) {
  const double cell = floor(at[0]);
  plot_graph g = plot_graph_of(box, cell, cell + 1);
  curve weights[LATTICE_MOST_PARTS];
  for (int k = 0; k < count; k++) weights[k] = curve_of_part(f, &g, parts[k].i, WEIGHTS), take(&g, &weights[k]);
  draw_ground(page, &g, cell);
  for (int k = 0; k < count; k++) {
    draw_curve(page, &g, &weights[k], tone_of(f, k), 1.4);
    plot_dot(page, plot_at(&g.x, at[0]), plot_at(&g.y, parts[k].weight), 2.4, tone_of(f, k), TONE_PAPER);
  }
  draw_axis(f, page, &g, 5);
}

/* A line for each part, and what they add up to. */
static void draw_sum(const lattice_figure *f, plot_page *page, double x, double y, double value,
                     const lattice_part *parts, int count) {
  char text[128], number[40];
  for (int k = 0; k < count; k++, y += 18) {
    lattice_part_text(&parts[k], text);
    plot_text(page, x, y, (plot_style){PLOT_RIGHT, PLOT_PLAIN, tone_of(f, k), 12}, text);
  }
  plot_line(page, (const double[]){x - 56, y - 12, x, y - 12}, TONE_INK, 0.8);
  plot_number(value, 3, number);
  snprintf(text, sizeof text, "sum = %s", number);
  plot_text(page, x, y + 5, (plot_style){PLOT_RIGHT, PLOT_BOLD, TONE_INK, 12}, text);
}

/* ---- The page ------------------------------------------------------------------------------------- */

static const char *heading_of(const lattice_figure *f) {
  if (f->lattice.is_value) return "The values around the dot, and their blend";
  return is_wave(f) ? "The wavelets at the dot, and their blend" : "The lines at the dot, and their blend";
}

static void draw_heading(plot_page *page, double x, double y, const char *text) {
  plot_text(page, x, y, (plot_style){PLOT_LEFT, PLOT_BOLD, TONE_INK, 12}, text);
}

plot_page *lattice_line_page(const lattice_figure *f, const char *title, plot_theme theme) {
  const double width = f->size[0] > 0 ? f->size[0] - LEFT - RIGHT : WIDTH, rest = HEIGHT + CELL_HEIGHT;
  const double scale = f->size[1] > 0 ? (f->size[1] - TOP - BETWEEN - BELOW) / rest : 1, right = LEFT + width;
  const double low = TOP + scale * HEIGHT + BETWEEN, left = right - WEIGHTS_WIDTH;
  plot_page *const page = plot_open(right + RIGHT, low + scale * CELL_HEIGHT + BELOW, theme);
  if (!page) return NULL;
  const double whole[4] = {LEFT, TOP, width, scale * HEIGHT}, weights[4] = {left, low, right - left, WEIGHTS_HEIGHT};
  const double cell[4] = {LEFT, low, width - WEIGHTS_WIDTH - GAP, scale * CELL_HEIGHT};
  lattice_part parts[LATTICE_MOST_PARTS];
  double at[2];
  float value;
  lattice_cells_of(f, f->at, at);
  lattice_sample(f, page, &f->at[0], &f->at[1], 1, &value);
  const int count = lattice_parts_at(f, at, parts);
  draw_heading(page, LEFT, 24, title);
  draw_whole(f, page, whole, at, (double)value);
  draw_heading(page, LEFT, low - 12, heading_of(f));
  draw_cell(f, page, cell, at, (double)value, parts, count);
  draw_heading(page, left, low - 12, "Their weights");
  draw_weights(f, page, weights, at, parts, count);
  draw_sum(f, page, right, low + WEIGHTS_HEIGHT + 52, (double)value, parts, count);
  return page;
}
