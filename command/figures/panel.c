/* What panel.h declares. */
#include "figures/panel.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "burl.h"
#include "plot/signed.h"

enum { RECIPE_ROOM = 2000 };

panel panel_of(const double box[4], const double range[4]) {
  return (panel){.x = {range[0], range[1], box[0], box[0] + box[2]},
                 .y = {range[2], range[3], box[1] + box[3], box[1]}};
}

/* ---- Numbers -------------------------------------------------------------------------------------- */

static burl_program *compile(plot_page *page, const char *recipe) {
  burl_program *const program = burl_compile(recipe, 2, NULL);
  if (!program) plot_fail(page);
  return program;
}

/* A recipe at points along x, where y is 0; all 0 where memory is out. */
static void sample_points(plot_page *page, const char *recipe, const double *x, size_t count, float *values) {
  static const double y[PANEL_POINTS];
  burl_program *const program = compile(page, recipe);
  const burl_points points = {.count = count, .coord = {x, y}};
  for (size_t i = 0; i < count; i++) values[i] = 0;
  if (program && burl_sample_points(program, &points, values) != BURL_OK) plot_fail(page);
  burl_free(program);
}

static double value_of(plot_page *page, const double at[2], const char *recipe) {
  burl_program *const program = compile(page, recipe);
  const burl_points point = {.count = 1, .coord = {&at[0], &at[1]}};
  float value = 0;
  if (program && burl_sample_points(program, &point, &value) != BURL_OK) plot_fail(page);
  burl_free(program);
  return (double)value;
}

#define FORMAT(text)                               \
  char text[RECIPE_ROOM];                          \
  va_list arguments;                               \
  va_start(arguments, format);                     \
  vsnprintf(text, sizeof text, format, arguments); \
  va_end(arguments)

void panel_row(plot_page *page, const panel *p, float *values, int count, const char *format, ...) {
  FORMAT(recipe);
  double x[PANEL_POINTS];
  for (int i = 0; i < count; i++) x[i] = p->x.lo + (p->x.hi - p->x.lo) * i / (count - 1);
  sample_points(page, recipe, x, (size_t)count, values);
}

void panel_sample(plot_page *page, const panel *p, float values[PANEL_POINTS], const char *recipe) {
  panel_row(page, p, values, PANEL_POINTS, "%s", recipe);
}

double panel_value(plot_page *page, const double at[2], const char *format, ...) {
  FORMAT(recipe);
  return value_of(page, at, recipe);
}

void panel_gradient(plot_page *page, const double at[2], const char *recipe, double gradient[2]) {
  gradient[0] = panel_value(page, at, "d(%s, x)", recipe);
  gradient[1] = panel_value(page, at, "d(%s, y)", recipe);
}

/* ---- Curves --------------------------------------------------------------------------------------- */

static void place(const panel *p, const float values[PANEL_POINTS], double xy[PANEL_POINTS][2]) {
  for (int i = 0; i < PANEL_POINTS; i++) {
    xy[i][0] = p->x.from + (p->x.to - p->x.from) * i / (PANEL_POINTS - 1);
    xy[i][1] = plot_at(&p->y, (double)values[i]);
  }
}

void panel_curve(plot_page *page, const panel *p, const float values[PANEL_POINTS], plot_tone tone, double width) {
  double xy[PANEL_POINTS][2];
  place(p, values, xy);
  plot_curve(page, xy[0], PANEL_POINTS, tone, width);
}

void panel_fill(plot_page *page, const panel *p, const float values[PANEL_POINTS], plot_tone tone, double opacity) {
  double xy[PANEL_POINTS + 2][2];
  place(p, values, xy);
  xy[PANEL_POINTS][0] = p->x.to, xy[PANEL_POINTS + 1][0] = p->x.from;
  xy[PANEL_POINTS][1] = xy[PANEL_POINTS + 1][1] = plot_at(&p->y, 0);
  plot_area(page, xy[0], PANEL_POINTS + 2, tone, opacity);
}

void panel_recipe(plot_page *page, const panel *p, panel_style style, const char *format, ...) {
  FORMAT(recipe);
  float values[PANEL_POINTS];
  panel_sample(page, p, values, recipe);
  if (style.opacity > 0) panel_fill(page, p, values, style.tone, style.opacity);
  panel_curve(page, p, values, style.tone, style.width);
}

void panel_dots(plot_page *page, const panel *p, plot_tone tone, const char *format, ...) {
  FORMAT(recipe);
  double x[PANEL_POINTS];
  float values[PANEL_POINTS];
  size_t count = 0;
  for (double at = ceil(p->x.lo); at <= p->x.hi && count < PANEL_POINTS; at++) x[count++] = at;
  sample_points(page, recipe, x, count, values);
  for (size_t i = 0; i < count; i++)
    plot_dot(page, plot_at(&p->x, x[i]), plot_at(&p->y, (double)values[i]), 3, TONE_PAPER, tone);
}

void panel_zero(plot_page *page, const panel *p) {
  const double y = plot_at(&p->y, 0);
  plot_line(page, (const double[]){p->x.from, y, p->x.to, y}, TONE_FAINT, 0.8);
}

void panel_below(plot_page *page, const panel *p, int most, const char *name) {
  const double y = fmax(p->y.from, p->y.to);
  plot_axis_below(page, &p->x, y + 6, most);
  panel_say(page, (p->x.from + p->x.to) / 2, y + 38, (plot_style){PLOT_MIDDLE, PLOT_ITALIC, TONE_SOFT, 0}, "%s", name);
}

void panel_beside(plot_page *page, const panel *p, int most) {
  plot_grid(page, &p->y, p->x.from, p->x.to - p->x.from, most);
}

/* ---- Pictures ------------------------------------------------------------------------------------- */

static unsigned char byte_of(double share) { return (unsigned char)lround(255 * fmin(1, fmax(0, share))); }

static void colour(panel_look look, const float *sample, int channels, unsigned char rgba[4]) {
  for (int c = 0; c < 4; c++) {
    const double value = (double)sample[c < channels ? c : 0];
    rgba[c] = channels > 1 ? byte_of(value) : byte_of((value - look.lo) / (look.hi - look.lo));
    if (c == 3 && channels < 4) rgba[c] = 255;
  }
}

static void draw_colours(plot_page *page, const double box[4], panel_look look, const float *samples, int channels,
                         const int size[2]) {
  const size_t count = (size_t)size[0] * (size_t)size[1];
  unsigned char *const rgba = malloc(4 * count);
  for (size_t i = 0; rgba && i < count; i++) colour(look, samples + i * (size_t)channels, channels, rgba + 4 * i);
  if (rgba) plot_picture(page, box, rgba, size[0], size[1]);
  else plot_fail(page);
  free(rgba);
}

static void draw_samples(plot_page *page, const double box[4], panel_look look, const burl_program *program,
                         const burl_grid *grid) {
  const int size[2] = {(int)grid->size[0], (int)grid->size[1]}, channels = burl_channels(program);
  float *const samples = calloc((size_t)size[0] * (size_t)size[1] * (size_t)channels, sizeof *samples);
  if (!samples || burl_sample_grid(program, grid, samples) != BURL_OK) plot_fail(page);
  else if (look.is_signed) plot_signed(page, box, samples, size[0], size[1], look.hi);
  else draw_colours(page, box, look, samples, channels, size);
  free(samples);
}

void panel_picture(plot_page *page, const double box[4], const double extent[4], panel_look look, const char *format,
                   ...) {
  FORMAT(recipe);
  burl_program *const program = compile(page, recipe);
  if (!program) return;
  burl_grid grid = {.samples = burl_needs_whole_grid(program) ? 1 : 2};
  for (int a = 0; a < 2; a++) {
    grid.size[a] = lround(box[2 + a] * (look.pixels > 0 ? look.pixels : 1));
    grid.step[a] = (extent[2 + a] - extent[a]) / (double)grid.size[a];
    grid.origin[a] = extent[a] + 0.5 * grid.step[a];
  }
  draw_samples(page, box, look, program, &grid);
  burl_free(program);
}

/* ---- Words ---------------------------------------------------------------------------------------- */

void panel_title(plot_page *page, double x, double y, const char *text) {
  plot_text(page, x, y, (plot_style){PLOT_LEFT, PLOT_BOLD, TONE_INK, 13}, text);
}

void panel_note(plot_page *page, double x, double y, plot_tone tone, const char *text) {
  plot_text(page, x, y, (plot_style){PLOT_LEFT, PLOT_PLAIN, tone, 12}, text);
}

void panel_label(plot_page *page, double x, double y, const char *text) {
  plot_text(page, x, y, (plot_style){PLOT_MIDDLE, PLOT_PLAIN, TONE_SOFT, 12}, text);
}

void panel_say(plot_page *page, double x, double y, plot_style style, const char *format, ...) {
  FORMAT(text);
  plot_text(page, x, y, style, text);
}

void panel_number(double value, int decimals, char text[40]) {
  const double rounded = round(value * pow(10, decimals));
  snprintf(text, 40, "%s%.*f", rounded < 0 ? "−" : "", decimals, fabs(rounded) / pow(10, decimals));
}
