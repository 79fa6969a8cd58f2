/* burl plot --parts autocorrelation: how much values have in common by how far they are apart, averaged over all
 * directions.  It is computed as the transform of the power spectrum (A. Khinchin, 1934). */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explain/fourier.h"
#include "explain/plot.h"
#include "plot/graph.h"

/* Samples a side, or along x; with as much nothing beside them their ends don't meet. */
enum { SIDE = 1024, LENGTH = 1 << 17, MOST_STEPS = 1 << 15, HEIGHT = 260, RIGHT = 24, NAMES = 260 };

/* Correlations by distance in steps: sums, then means. */
typedef struct {
  double distance[MOST_STEPS], value[MOST_STEPS];
  int64_t count[MOST_STEPS];
} correlation;

typedef struct {
  int columns, rows;
  double step[2];
} field;

/* ---- Numbers -------------------------------------------------------------------------------------- */

static field field_of(const plot_job *j) {
  const double *const e = j->figure.extent;
  field f = {j->is_curve ? LENGTH : SIDE, j->is_curve ? 1 : SIDE, {0, 0}};
  f.step[0] = fabs(e[2] - e[0]) / f.columns;
  f.step[1] = fabs(e[3] - e[1]) / f.rows;
  return f;
}

/* Each step apart by how far that is, in steps of the finer axis. */
static void add_steps(const field *f, const double (*z)[2], correlation *c) {
  const double step = f->rows > 1 ? fmin(f->step[0], f->step[1]) : f->step[0];
  for (int j = 0; j < (f->rows + 1) / 2; j++)
    for (int i = -(f->columns / 2) + 1; i < f->columns / 2; i++) {
      const size_t at = (size_t)j * 2 * (size_t)f->columns + (size_t)(i < 0 ? i + 2 * f->columns : i);
      const double distance = hypot(i * f->step[0], j * f->step[1]),
                   pairs = (double)(f->columns - abs(i)) * (f->rows - j);
      const double bin = floor(distance / step + 0.5);
      if (bin >= MOST_STEPS) continue;
      c->distance[(int)bin] += distance;
      c->value[(int)bin] += z[at][0] / pairs;
      c->count[(int)bin]++;
    }
  const double variance = c->value[0] / (double)c->count[0];
  for (int k = 0; k < MOST_STEPS; k++) {
    c->distance[k] /= (double)c->count[k];
    c->value[k] /= (double)c->count[k] * variance;
  }
}

/* The values less their mean, with as much nothing behind each line and below the last.  Their power is what a value
 * and those around it have in common, transformed. */
static int correlate(const field *f, const float *values, double mean, correlation *c) {
  const int wide = 2 * f->columns, high = f->rows > 1 ? 2 * f->rows : 1;
  const size_t count = (size_t)wide * (size_t)high;
  double(*const z)[2] = calloc(count, sizeof *z);
  for (int j = 0; z && j < f->rows; j++)
    for (int i = 0; i < f->columns; i++)
      z[(size_t)j * (size_t)wide + (size_t)i][0] = (double)values[(size_t)j * (size_t)f->columns + (size_t)i] - mean;
  int is_done = z && fourier(z, wide, high);
  for (size_t i = 0; i < count && is_done; i++) z[i][0] = z[i][0] * z[i][0] + z[i][1] * z[i][1], z[i][1] = 0;
  is_done = is_done && fourier(z, wide, high);
  if (is_done) add_steps(f, (const double(*)[2])z, c);
  free(z);
  return is_done ? DONE : fail("%s", strerror(ENOMEM));
}

static int sample(const plot_job *j, const field *f, correlation *all) {
  int code = DONE;
  for (int i = 0; i < j->count && !code; i++) {
    float *values = NULL;
    double mean;
    code = plot_sample_statistics(j, &j->recipes[i], f->columns, f->rows, &values, &mean);
    if (!code) code = correlate(f, values, mean, &all[i]);
    free(values);
  }
  return code;
}

/* ---- What is drawn -------------------------------------------------------------------------------- */

/* How many steps it takes until half is left. */
static int half_of(const correlation *c) {
  int k = 0;
  while (k < MOST_STEPS - 1 && c->count[k + 1] > 0 && c->value[k] > 0.5) k++;
  return k;
}

/* As far as there is something to see: six times as far as the half of any, and half the extent at most. */
static int steps_shown(const plot_job *j, const correlation *all) {
  int steps = 8;
  for (int i = 0; i < j->count; i++) steps = (int)fmax(steps, 6 * half_of(&all[i]));
  while (steps > 1 && (steps >= MOST_STEPS || all[0].count[steps] == 0)) steps--;
  return steps;
}

/* Where it is 0 for the first time; infinite: nowhere. */
static double crossing_of(const correlation *c, int steps) {
  for (int k = 1; k <= steps; k++)
    if (c->value[k] <= 0) {
      const double share = c->value[k - 1] / (c->value[k - 1] - c->value[k]);
      return c->distance[k - 1] + share * (c->distance[k] - c->distance[k - 1]);
    }
  return INFINITY;
}

/* Returns where the curve ends, for its name. */
static double draw_curve(plot_page *page, const plot_graph *g, const correlation *c, int steps, plot_tone tone) {
  double *const xy = malloc(2 * ((size_t)steps + 1) * sizeof *xy);
  for (int k = 0; xy && k <= steps; k++) {
    xy[2 * k] = plot_at(&g->x, c->distance[k]);
    xy[2 * k + 1] = plot_at(&g->y, c->value[k]);
  }
  plot_curve(page, xy, (size_t)steps + 1, tone, 1.5);
  free(xy);
  return plot_at(&g->y, c->value[steps]) + 4;
}

/* Dots where they cross 0, with their distances, one above the other where they would meet. */
static void mark_crossings(const plot_job *j, plot_page *page, const plot_graph *g, const correlation *all, int steps) {
  const double zero = plot_at(&g->y, 0);
  double x[MOST_PLOTTED];
  for (int i = 0; i < j->count; i++) {
    const double at = crossing_of(&all[i], steps);
    char text[40];
    int above = 0;
    x[i] = plot_at(&g->x, at);
    for (int k = 0; k < i; k++) above += fabs(x[i] - x[k]) < 40;
    if (!isfinite(at)) continue;
    snprintf(text, sizeof text, "%.3g", at);
    plot_dot(page, x[i], zero, 3, plot_tones[i], TONE_PAPER);
    plot_text(page, x[i] + 5, zero - 7 - 13 * above, (plot_style){PLOT_LEFT, PLOT_PLAIN, plot_tones[i], 0}, text);
  }
}

static plot_page *draw_page(const plot_job *j, const correlation *all) {
  const double right = j->count > 1 ? NAMES : RIGHT, width = plot_side(j, 0, USUAL_WIDTH, LEFT + right);
  const double height = plot_side(j, 1, HEIGHT, TOP + BELOW);
  const int steps = steps_shown(j, all);
  plot_page *const page = plot_open(LEFT + width + right, TOP + height + BELOW, j->figure.theme);
  if (!page) return NULL;
  plot_graph g = plot_graph_of((const double[]){LEFT, TOP, width, height}, 0, all[0].distance[steps]);
  double ends[MOST_PLOTTED];
  g.y.lo = 0, g.y.hi = 1;
  for (int i = 0; i < j->count; i++)
    for (int k = 0; k <= steps; k++) g.y.lo = fmin(g.y.lo, all[i].value[k]), g.y.hi = fmax(g.y.hi, all[i].value[k]);
  if (j->count == 1) plot_title(j, page, LEFT);
  plot_say_what(page, LEFT + width, "autocorrelation");
  plot_graph_ground(page, &g, 8);
  for (int i = j->count - 1; i >= 0; i--) ends[i] = draw_curve(page, &g, &all[i], steps, plot_tones[i]);
  mark_crossings(j, page, &g, all, steps);
  plot_graph_below(page, &g, 10, j->is_curve ? "distance" : "distance, in all directions");
  if (j->count > 1) plot_name_curves(j, page, (const double[]){LEFT + width, TOP + height}, ends);
  return page;
}

/* ---- The figure ----------------------------------------------------------------------------------- */

static int write_data(const plot_job *j, const correlation *all) {
  plot_column columns[1 + MOST_PLOTTED] = {{.name = "distance", .exact = all[0].distance}};
  for (int i = 0; i < j->count; i++) {
    columns[1 + i] = (plot_column){.name = "correlation", .exact = all[i].value};
    if (j->count > 1) snprintf(columns[1 + i].name, sizeof columns[1 + i].name, "correlation_%d", i + 1);
  }
  return plot_write_table(j->data, columns, 1 + j->count, steps_shown(j, all) + 1);
}

int plot_autocorrelation(plot_job *j) {
  static correlation all[MOST_PLOTTED];
  const field f = field_of(j);
  memset(all, 0, sizeof all);
  int code = sample(j, &f, all);
  if (!code) code = figure_write(&j->figure, draw_page(j, all));
  return !code && j->data ? write_data(j, all) : code;
}
