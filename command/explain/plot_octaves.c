/* The octaves of a sum, each a row with its lattice points, and what they add up to. */
#include <math.h>

#include "explain/plot.h"
#include "plot/axis.h"

enum { ROW_LEFT = 130, RIGHT = 60, ROW_LEAST = 13, MOST_DOTS = 80, UNIT = 84 };

static double largest(const float *values) {
  double most = 0;
  for (int i = 0; i < PROFILE; i++)
    if (fabs((double)values[i]) > most) most = fabs((double)values[i]);
  return most;
}

/* A curve about its own middle, filled down to there; by pixels an unit. */
static void draw_row(const plot_job *j, plot_page *page, const float *values, double middle, double scale,
                     plot_tone tone) {
  const double left = ROW_LEFT, right = ROW_LEFT + j->width;
  double xy[PROFILE + 2][2];
  size_t count = 0;
  plot_line(page, (const double[]){left, middle, right, middle}, TONE_FAINT, 0.8);
  for (int i = 0; i < PROFILE; i++) {
    if (!isfinite(values[i])) continue;
    xy[count][0] = left + (right - left) * i / (PROFILE - 1);
    xy[count++][1] = middle - scale * (double)values[i];
  }
  if (count < 2) return;
  plot_curve(page, xy[0], count, tone, 1.4);
  xy[count][0] = right, xy[count][1] = middle;
  xy[count + 1][0] = left, xy[count + 1][1] = middle;
  plot_area(page, xy[0], count + 2, tone, 0.12);
}

/* Where an octave has its lattice points along x, if they can be told apart. */
static void draw_lattice(const plot_job *j, plot_page *page, const burl_octave *o, double middle, plot_tone tone) {
  const plot_axis x = {j->line[0], j->line[2], ROW_LEFT, ROW_LEFT + j->width};
  const double from = j->line[0] * o->frequency + o->shift[0], to = j->line[2] * o->frequency + o->shift[0];
  if (fabs(to - from) > MOST_DOTS) return;
  for (double cell = ceil(fmin(from, to)); cell <= fmax(from, to); cell++)
    plot_dot(page, plot_at(&x, (cell - o->shift[0]) / o->frequency), middle, fabs(to - from) > 24 ? 1.3 : 2.2,
             TONE_PAPER, tone);
}

/* "16 × 1/2": cells along the line, and the height over the first octave's. */
static void name_octave(const plot_job *j, const burl_octave *o, const burl_octave *first, char name[64]) {
  const double height = o->share / first->share, inverse = 1 / height;
  const double cells = o->frequency * hypot(j->line[2] - j->line[0], j->line[3] - j->line[1]);
  if (!isfinite(height)) snprintf(name, 64, "%.4g", cells);
  else if (inverse > 1.5 && fabs(inverse - round(inverse)) < 1e-6) snprintf(name, 64, "%.4g × 1/%.0f", cells, inverse);
  else snprintf(name, 64, "%.4g × %.3g", cells, height);
}

/* The octaves of a row each, what they have between them, and the whole recipe below. */
static double draw_rows(const plot_job *j, plot_page *page, double scale) {
  const burl_octave first = burl_octave_at(j->recipes[0].program, 0);
  const int is_along_x = plot_is_along_x(j);
  const int is_all = j->octave_count == burl_octave_count(j->recipes[0].program);
  double y = TOP + 8;
  for (int k = 0; k < j->octave_count; k++) {
    const burl_octave octave = burl_octave_at(j->recipes[0].program, k);
    const plot_tone tone = (plot_tone)(TONE_STEP + (k < 6 ? k : 5));
    const double half = fmax(largest(j->octaves[k]) * scale + 6, ROW_LEAST);
    char name[64];
    name_octave(j, &octave, &first, name);
    draw_row(j, page, j->octaves[k], y + half, scale, tone);
    if (is_along_x) draw_lattice(j, page, &octave, y + half, tone);
    plot_text(page, ROW_LEFT - 16, y + half + 4, (plot_style){PLOT_RIGHT, PLOT_PLAIN, TONE_INK, 12}, name);
    y += 2 * half;
    plot_text(page, 20, y + 5, (plot_style){PLOT_LEFT, PLOT_PLAIN, TONE_SOFT, 13},
              k + 1 < j->octave_count ? "+"
              : is_all                ? "="
                                      : "+ … =");
  }
  return y;
}

static double height_of_rows(const plot_job *j, double scale) {
  double height = 0;
  for (int k = 0; k < j->octave_count; k++) height += 2 * fmax(largest(j->octaves[k]) * scale + 6, ROW_LEAST);
  return height;
}

/* 1, 2 or 5 times a power of ten. */
static double round_below(double value) {
  const double power = pow(10, floor(log10(value))), factor = value / power;
  return (factor >= 5 ? 5 : factor >= 2 ? 2 : 1) * power;
}

static void draw_scale(const plot_job *j, plot_page *page, double middle, double scale, double unit) {
  const double x = ROW_LEFT + j->width + 12, up = middle - scale * unit, down = middle + scale * unit;
  char name[40];
  plot_curve(page, (const double[]){x + 4, up, x, up, x, down, x + 4, down}, 4, TONE_SOFT, 0.8);
  snprintf(name, sizeof name, "%g", unit);
  plot_text(page, x + 9, up + 4, (plot_style){PLOT_LEFT, PLOT_PLAIN, TONE_SOFT, 0}, name);
  snprintf(name, sizeof name, "−%g", unit);
  plot_text(page, x + 9, down + 4, (plot_style){PLOT_LEFT, PLOT_PLAIN, TONE_SOFT, 0}, name);
}

/* How high half of the row of the sum is; how high the page. */
static double half_of_sum(const plot_job *j, double scale) { return fmax(largest(j->profile[0]) * scale, ROW_LEAST); }
static double height_of_page(const plot_job *j, double scale) {
  return TOP + 8 + height_of_rows(j, scale) + 24 + 2 * half_of_sum(j, scale) + 20 + BELOW;
}

/* Pixels an unit, so that the page has the size that is asked for, or the first octave a usual one. */
static double choose_scale(const plot_job *j) {
  const double usual = UNIT / (fmax(largest(j->octaves[0]), 1e-30) * 1.2), height = plot_side(j, 1, 0, 0);
  double scale = height > 0 ? 16 * usual : usual;
  for (int i = 0; i < 400 && height > 0 && height_of_page(j, scale) > height; i++) scale *= 0.98;
  return scale;
}

/* NULL: out of memory. */
static plot_page *draw_page(const plot_job *j) {
  const double scale = choose_scale(j), half = half_of_sum(j, scale);
  const double height = plot_side(j, 1, height_of_page(j, scale), 0);
  const double middle = TOP + 8 + height_of_rows(j, scale) + 24 + half;
  const double most = fmax(largest(j->octaves[0]), 1e-30), whole = largest(j->profile[0]);
  const int is_along_x = plot_is_along_x(j);
  const double length = hypot(j->line[2] - j->line[0], j->line[3] - j->line[1]);
  plot_page *const page = plot_open(ROW_LEFT + j->width + RIGHT, height, j->figure.theme);
  if (!page) return NULL;
  char name[TITLE_ROOM];
  recipe_title(&j->recipes[0], name);
  plot_text(page, ROW_LEFT, 24, (plot_style){PLOT_LEFT, PLOT_BOLD, TONE_INK, 13}, name);
  plot_text(page, 20, 24, (plot_style){PLOT_LEFT, PLOT_ITALIC, TONE_SOFT, 0}, "cells × height");
  draw_rows(j, page, scale);
  draw_row(j, page, j->profile[0], middle, scale, TONE_INK);
  plot_text(page, ROW_LEFT - 16, middle + 4, (plot_style){PLOT_RIGHT, PLOT_BOLD, TONE_INK, 12}, "sum");
  draw_scale(j, page, middle, scale, round_below(fmax(whole, most)));
  const plot_axis along = {is_along_x ? j->line[0] : 0, is_along_x ? j->line[2] : length, ROW_LEFT,
                           ROW_LEFT + j->width};
  plot_axis_below(page, &along, middle + half + 14, 10);
  plot_text(page, ROW_LEFT + j->width / 2, middle + half + 48, (plot_style){PLOT_MIDDLE, PLOT_ITALIC, TONE_SOFT, 0},
            plot_name_along(j));
  return page;
}

int plot_octaves(plot_job *j) {
  j->width = round(fmax(60, plot_side(j, 0, USUAL_WIDTH, ROW_LEFT + RIGHT)));
  j->height = round(plot_side(j, 1, CURVE_HEIGHT, TOP + BELOW));
  int code = plot_sample(j);
  if (!code) code = figure_write(&j->figure, draw_page(j));
  return !code && j->data ? plot_write_profiles(j) : code;
}
