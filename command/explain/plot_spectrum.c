/* burl plot --parts spectrum: power over frequency, both in logarithms, through a Hann window, averaged over all
 * directions; along x alone over stretches of the extent (P. Welch, "The use of fast Fourier transform for the
 * estimation of power spectra", 1967). */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explain/fourier.h"
#include "explain/plot.h"
#include "plot/graph.h"

/* Samples a side, or along x, which is cut into stretches of at least this length. */
enum { SIDE = 2048, LENGTH = 1 << 18, STRETCH = 32, MOST_STRETCHES = 64 };
/* The curve: bins per octave, and how far down it is drawn. */
enum { AN_OCTAVE = 6, MOST_BINS = 32 * AN_OCTAVE, DECADES = 7, HEIGHT = 300, RIGHT = 24, NAMES = 260 };

/* What there is at frequencies of about the same size: sums, then means. */
typedef struct {
  double frequency[MOST_BINS], power[MOST_BINS];
  int64_t count[MOST_BINS];
} spectrum;

/* The samples of a stretch, or of all, and the sides of what they are of. */
typedef struct {
  int columns, rows, stretches;
  double sides[2];
} field;

/* ---- Numbers -------------------------------------------------------------------------------------- */

static double hann(int i, int n) {
  const double s = sin(3.141592653589793 * (i + 0.5) / n);
  return n > 1 ? s * s : 1;
}

/* The window's share of the power. */
static double share_of_window(const field *f) { return (3.0 / 8) * (f->rows > 1 ? 3.0 / 8 : 1); }

/* Adds each frequency to its bin; power is a frequency's share of the variance over the room it has. */
static void add_powers(const field *f, const double (*z)[2], spectrum *s) {
  const double lowest = 1 / fmax(f->sides[0], f->rows > 1 ? f->sides[1] : 0);
  const double count = (double)f->columns * f->rows, area = f->sides[0] * (f->rows > 1 ? f->sides[1] : 1);
  for (int j = 0; j < f->rows; j++)
    for (int i = 0; i < f->columns; i++) {
      const double *const at = z[(size_t)j * (size_t)f->columns + (size_t)i];
      const double u = (i <= f->columns / 2 ? i : i - f->columns) / f->sides[0];
      const double v = f->rows > 1 ? (j <= f->rows / 2 ? j : j - f->rows) / f->sides[1] : 0;
      const double frequency = hypot(u, v), bin = floor(AN_OCTAVE * log2(frequency / lowest) + 0.5);
      if (!(bin >= 0 && bin < MOST_BINS)) continue;
      s->frequency[(int)bin] += frequency;
      s->power[(int)bin] += (at[0] * at[0] + at[1] * at[1]) * area / (count * count * share_of_window(f));
      s->count[(int)bin]++;
    }
}

static void take_means(spectrum *s) {
  for (int k = 0; k < MOST_BINS; k++) {
    s->frequency[k] /= (double)s->count[k];
    s->power[k] /= (double)s->count[k];
  }
}

/* Beyond half a sample's frequency along an axis not all directions are there. */
static double highest_of(const field *f) {
  const double along = f->columns / (2 * f->sides[0]);
  return f->rows > 1 ? fmin(along, f->rows / (2 * f->sides[1])) : along;
}

/* A stretch, or all, through the window. */
static int transform(const field *f, const float *values, double mean, spectrum *s) {
  double(*const z)[2] = malloc((size_t)f->columns * (size_t)f->rows * sizeof *z);
  for (int j = 0; z && j < f->rows; j++)
    for (int i = 0; i < f->columns; i++) {
      const size_t at = (size_t)j * (size_t)f->columns + (size_t)i;
      z[at][0] = ((double)values[at] - mean) * hann(i, f->columns) * hann(j, f->rows);
      z[at][1] = 0;
    }
  const int is_done = z && fourier(z, f->columns, f->rows);
  if (is_done) add_powers(f, (const double(*)[2])z, s);
  free(z);
  return is_done ? DONE : fail("%s", strerror(ENOMEM));
}

static field field_of(const plot_job *j) {
  const double *const e = j->figure.extent, along = fabs(e[2] - e[0]);
  field f = {SIDE, SIDE, 1, {along, fabs(e[3] - e[1])}};
  if (!j->is_curve) return f;
  while (f.stretches < MOST_STRETCHES && along / (2 * f.stretches) >= STRETCH) f.stretches *= 2;
  return (field){LENGTH / f.stretches, 1, f.stretches, {along / f.stretches, 0}};
}

static int sample(const plot_job *j, const field *f, spectrum *all) {
  int code = DONE;
  for (int i = 0; i < j->count && !code; i++) {
    float *values = NULL;
    double mean;
    code = plot_sample_statistics(j, &j->recipes[i], f->columns * f->stretches, f->rows, &values, &mean);
    for (int k = 0; k < f->stretches && !code; k++)
      code = transform(f, values + (size_t)k * (size_t)f->columns, mean, &all[i]);
    take_means(&all[i]);
    free(values);
  }
  return code;
}

/* ---- Drawing -------------------------------------------------------------------------------------- */

/* In two dimensions some directions at least. */
static int is_shown(const field *f, const spectrum *s, int bin) {
  const int least = f->rows > 1 ? 12 : 1;
  return s->count[bin] >= least && s->power[bin] > 0 && s->frequency[bin] <= highest_of(f);
}

/* The greatest power's logarithm; below all numbers where there is no power. */
static double highest_power(const plot_job *j, const field *f, const spectrum *all) {
  double most = -INFINITY;
  for (int i = 0; i < j->count; i++)
    for (int k = 0; k < MOST_BINS; k++)
      if (is_shown(f, &all[i], k)) most = fmax(most, log10(all[i].power[k]));
  return most;
}

/* As far down as DECADES below the highest, and half an octave further to the right than a curve is above that. */
static plot_graph graph_of(const plot_job *j, const field *f, const spectrum *all, const double box[4]) {
  const double most = highest_power(j, f, all);
  double least = most, first = INFINITY, last = -INFINITY;
  for (int i = 0; i < j->count; i++)
    for (int k = 0; k < MOST_BINS; k++) {
      if (!is_shown(f, &all[i], k)) continue;
      first = fmin(first, log2(all[i].frequency[k]));
      if (log10(all[i].power[k]) < most - DECADES) continue;
      last = fmax(last, log2(all[i].frequency[k]));
      least = fmin(least, log10(all[i].power[k]));
    }
  plot_graph g = plot_graph_of(box, first, fmin(last + 0.5, fmax(last, log2(highest_of(f)))));
  g.y.lo = least - 0.2;
  g.y.hi = most + 0.2;
  return g;
}

/* From the axis to the axis, where it begins or ends there.  Returns where the curve ends, for its name. */
static double draw_curve(plot_page *page, const plot_graph *g, const field *f, const spectrum *s, plot_tone tone) {
  double xy[MOST_BINS][2];
  size_t count = 0, first = MOST_BINS, last = 0;
  for (int k = 0; k < MOST_BINS; k++) {
    const double octave = log2(s->frequency[k]), power = log10(s->power[k]);
    if (!is_shown(f, s, k) || octave < g->x.lo - 1e-6 || octave > g->x.hi + 1e-6) continue;
    if (power > g->y.lo) first = count < first ? count : first, last = count;
    xy[count][0] = plot_at(&g->x, octave);
    xy[count++][1] = plot_at(&g->y, fmax(power, g->y.lo));
  }
  if (first > last) return g->y.from;
  const size_t begin = first > 0 ? first - 1 : 0, end = last + 1 < count ? last + 2 : count;
  plot_curve(page, xy[begin], end - begin, tone, 1.5);
  return xy[last][1];
}

static plot_page *draw_page(const plot_job *j, const field *f, const spectrum *all) {
  const double right = j->count > 1 ? NAMES : RIGHT, width = plot_side(j, 0, USUAL_WIDTH, LEFT + right);
  const double height = plot_side(j, 1, HEIGHT, TOP + BELOW);
  const double box[4] = {LEFT, TOP, width, height};
  const plot_graph g = graph_of(j, f, all, box);
  plot_page *const page = plot_open(LEFT + width + right, TOP + height + BELOW, j->figure.theme);
  if (!page) return NULL;
  double ends[MOST_PLOTTED];
  if (j->count == 1) plot_title(j, page, LEFT);
  plot_say_what(page, LEFT + width, "power, through a Hann window");
  plot_decades(page, &g.y, box[0], box[2], 9);
  for (int i = j->count - 1; i >= 0; i--) ends[i] = draw_curve(page, &g, f, &all[i], plot_tones[i]);
  plot_octaves_below(page, &g.x, TOP + height);
  plot_text(page, LEFT + width / 2, TOP + height + 34, (plot_style){PLOT_MIDDLE, PLOT_ITALIC, TONE_SOFT, 0},
            j->is_curve ? "cycles a unit of x" : "cycles a unit, in all directions");
  if (j->count > 1) plot_name_curves(j, page, (const double[]){LEFT + width, TOP + height}, ends);
  return page;
}

/* ---- The figure ----------------------------------------------------------------------------------- */

/* All recipes have the same frequencies. */
static int write_data(const plot_job *j, const field *f, const spectrum *all) {
  double frequency[MOST_BINS], power[MOST_PLOTTED][MOST_BINS];
  plot_column columns[1 + MOST_PLOTTED] = {{.name = "frequency", .exact = frequency}};
  int count = 0;
  for (int k = 0; k < MOST_BINS; k++) {
    if (all[0].count[k] == 0 || all[0].frequency[k] > highest_of(f)) continue;
    frequency[count] = all[0].frequency[k];
    for (int i = 0; i < j->count; i++) power[i][count] = all[i].power[k];
    count++;
  }
  for (int i = 0; i < j->count; i++) {
    columns[1 + i] = (plot_column){.name = "power", .exact = power[i]};
    if (j->count > 1) snprintf(columns[1 + i].name, sizeof columns[1 + i].name, "power_%d", i + 1);
  }
  return plot_write_table(j->data, columns, 1 + j->count, count);
}

int plot_spectrum(plot_job *j) {
  static spectrum all[MOST_PLOTTED];
  const field f = field_of(j);
  memset(all, 0, sizeof all);
  int code = sample(j, &f, all);
  if (!code) code = figure_write(&j->figure, draw_page(j, &f, all));
  return !code && j->data ? write_data(j, &f, all) : code;
}
