/* burl plot --parts histogram: how often each value is taken, with the mean, the standard deviation, quantiles and the
 * proven bounds. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/quantiles.h"
#include "explain/plot.h"
#include "plot/graph.h"

/* Samples a side: a prime, so that cells are sampled at different places. */
enum { SIDE = 1021, COUNT = SIDE * SIDE, BARS = 100, RIGHT = 196, HEIGHT = 260, LINE = 18 };

typedef struct {
  double mean, deviation, least, greatest, quantile[QUANTILES];
  double lo, hi;         /* what the bars are of */
  double middle[BARS];   /* of each */
  float frequency[BARS]; /* the bars' areas add up to 1 */
  burl_range bounds;
} histogram;

/* ---- Numbers -------------------------------------------------------------------------------------- */

/* Mean and standard deviation of what is finite, and quantiles. */
static int measure(const plot_job *j, const float *values, histogram *h) {
  range_content content = RANGE_NOTHING;
  double sum = 0, squares = 0;
  int64_t count = 0;
  range_add_samples(&content, values, COUNT);
  if (!(content.lo <= content.hi)) return fail("%s: nothing in it is a finite number", j->recipes[0].name);
  for (int i = 0; i < COUNT; i++)
    if (isfinite(values[i])) sum += (double)values[i], count++;
  h->mean = sum / (double)count;
  for (int i = 0; i < COUNT; i++)
    if (isfinite(values[i])) squares += ((double)values[i] - h->mean) * ((double)values[i] - h->mean);
  h->deviation = sqrt(squares / (double)count);
  h->least = content.lo;
  h->greatest = content.hi;
  return quantiles_of(values, COUNT, h->quantile) == 0 ? DONE : fail("%s: not enough memory", j->recipes[0].name);
}

/* Over the proven bounds, unless they are so much wider than the values that few bars would be left. */
static void choose_range(histogram *h) {
  const double taken = h->greatest - h->least, proven = h->bounds.hi - h->bounds.lo;
  const double least = 1e-6 * fmax(fabs(h->least), fabs(h->greatest)) + 1e-30, more = taken < least ? 0.5 : 0;
  const int is_near = proven <= 4 * taken;
  h->lo = (is_near ? h->bounds.lo : h->least) - more;
  h->hi = (is_near ? h->bounds.hi : h->greatest) + more;
}

static void count_values(const float *values, histogram *h) {
  int64_t bars[BARS] = {0}, count = 0;
  const double width = (h->hi - h->lo) / BARS;
  for (int i = 0; i < COUNT; i++) {
    if (!isfinite(values[i])) continue;
    const int bar = (int)floor(((double)values[i] - h->lo) / width);
    bars[bar < 0 ? 0 : bar >= BARS ? BARS - 1 : bar]++;
    count++;
  }
  for (int k = 0; k < BARS; k++) {
    h->middle[k] = h->lo + (k + 0.5) * width;
    h->frequency[k] = (float)((double)bars[k] / ((double)count * width));
  }
}

static int sample(const plot_job *j, histogram *h) {
  float *values = NULL;
  int code = plot_sample_field(j, &j->recipes[0], j->is_curve ? COUNT : SIDE, j->is_curve ? 1 : SIDE, &values);
  h->bounds = burl_bounds(j->recipes[0].program, 0);
  if (!code) code = measure(j, values, h);
  if (!code) {
    choose_range(h);
    count_values(values, h);
  }
  free(values);
  return code;
}

/* ---- Drawing -------------------------------------------------------------------------------------- */

static void draw_bars(plot_page *page, const plot_graph *g, const histogram *h) {
  double xy[2 * BARS + 2][2];
  const double width = (h->hi - h->lo) / BARS;
  size_t count = 0;
  xy[count][0] = plot_at(&g->x, h->lo), xy[count++][1] = plot_at(&g->y, 0);
  for (int k = 0; k < BARS; k++)
    for (int side = 0; side < 2; side++) {
      xy[count][0] = plot_at(&g->x, h->lo + (k + side) * width);
      xy[count++][1] = plot_at(&g->y, (double)h->frequency[k]);
    }
  xy[count][0] = plot_at(&g->x, h->hi), xy[count++][1] = plot_at(&g->y, 0);
  plot_area(page, xy[0], count, TONE_STEP + 3, 0.35);
  plot_curve(page, xy[0], count, TONE_STEP + 3, 1);
}

/* The mean, and a standard deviation on both sides of it. */
static void draw_moments(plot_page *page, const plot_graph *g, const histogram *h) {
  const double top = g->box[1], low = top + g->box[3], y = top + 14;
  const double mean = plot_at(&g->x, h->mean), one = plot_at(&g->x, h->mean + h->deviation) - mean;
  plot_dashes(page, (const double[]){mean, top, mean, low}, TONE_ACCENT, 1.4);
  plot_line(page, (const double[]){mean - one, y, mean + one, y}, TONE_ACCENT, 1.4);
  for (int side = -1; side <= 1; side += 2)
    plot_line(page, (const double[]){mean + side * one, y - 5, mean + side * one, y + 5}, TONE_ACCENT, 1.4);
}

/* Where 1, 5, 25 % … of the values lie to the left: a mark on the axis, and the number beside it where
 * there is room. */
static void draw_quantiles(plot_page *page, const plot_graph *g, const histogram *h) {
  enum { MARK = 12, APART = 20 };
  const double low = g->box[1] + g->box[3];
  double last = -INFINITY;
  for (int q = 0; q < QUANTILES; q++) {
    const double x = plot_at(&g->x, h->quantile[q]);
    char percent[8];
    if (!isfinite(h->quantile[q])) continue;
    plot_line(page, (const double[]){x, low - MARK, x, low}, TONE_INK, 1.4);
    if (x - last < APART) continue;
    snprintf(percent, sizeof percent, "%.0f", 100 * quantile_shares[q]);
    plot_text(page, x + 3, low - 3, (plot_style){PLOT_LEFT, PLOT_PLAIN, TONE_INK, 11}, percent);
    last = x;
  }
}

static void draw_bounds(plot_page *page, const plot_graph *g, const histogram *h) {
  const double ends[2] = {h->bounds.lo, h->bounds.hi};
  for (int i = 0; i < 2; i++) {
    const double x = plot_at(&g->x, ends[i]);
    if (x >= g->box[0] && x <= g->box[0] + g->box[2])
      plot_dashes(page, (const double[]){x, g->box[1], x, g->box[1] + g->box[3]}, TONE_SOFT, 1);
  }
}

/* "name  0.251", and below it the next one. */
static double say(plot_page *page, double x, double y, plot_tone tone, const char *name, const char *value) {
  plot_text(page, x, y, (plot_style){PLOT_LEFT, PLOT_PLAIN, tone, 0}, name);
  plot_text(page, x, y + LINE, (plot_style){PLOT_LEFT, PLOT_BOLD, tone, 13}, value);
  return y + 2.6 * LINE;
}

/* 0 in place of what is next to nothing. */
static double cut(double value, const histogram *h) { return fabs(value) < 1e-6 * (h->hi - h->lo) ? 0 : value; }

static void say_all(plot_page *page, double x, double y, const histogram *h) {
  char text[64];
  plot_number(h->mean, 4, text);
  y = say(page, x, y, TONE_ACCENT, "mean", text);
  plot_number(h->deviation, 4, text);
  y = say(page, x, y, TONE_ACCENT, "standard deviation", text);
  plot_range(cut(h->quantile[0], h), cut(h->quantile[QUANTILES - 1], h), text);
  y = say(page, x, y, TONE_INK, "quantiles, 1 % … 99 %", text);
  plot_range(cut(h->least, h), cut(h->greatest, h), text);
  y = say(page, x, y, TONE_INK, "least … greatest", text);
  plot_range(h->bounds.lo, h->bounds.hi, text);
  say(page, x, y, TONE_SOFT, "proven bounds", text);
}

static plot_page *draw_page(const plot_job *j, const histogram *h) {
  const double width = plot_side(j, 0, USUAL_WIDTH, LEFT + RIGHT), height = plot_side(j, 1, HEIGHT, TOP + BELOW);
  const double box[4] = {LEFT, TOP, width, height}, more = 0.02 * (h->hi - h->lo);
  plot_page *const page = plot_open(LEFT + width + RIGHT, TOP + height + BELOW, j->figure.theme);
  if (!page) return NULL;
  plot_graph g = plot_graph_of(box, h->lo - more, h->hi + more);
  plot_graph_take(&g, h->frequency, BARS);
  g.y.lo = 0;
  g.y.hi *= 1.12; /* room for the standard deviation */
  plot_title(j, page, LEFT);
  plot_grid(page, &g.y, box[0], box[2], 5);
  draw_bounds(page, &g, h);
  draw_bars(page, &g, h);
  draw_moments(page, &g, h);
  draw_quantiles(page, &g, h);
  plot_graph_below(page, &g, 10, "value");
  plot_say_what(page, LEFT + width, "how often; the area is 1");
  say_all(page, LEFT + width + 24, TOP + 12, h);
  return page;
}

int plot_histogram(plot_job *j) {
  histogram h;
  int code = sample(j, &h);
  if (!code) code = figure_write(&j->figure, draw_page(j, &h));
  const plot_column columns[2] = {{.name = "value", .exact = h.middle}, {.name = "frequency", .values = h.frequency}};
  return !code && j->data ? plot_write_table(j->data, columns, 2, BARS) : code;
}
