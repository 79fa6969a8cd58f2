/* The figure of a lattice in two dimensions: on the left the noise with its gradients or values, on the right the parts
 * of the four corners around a point. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figures/lattice.h"
#include "plot/axis.h"
#include "plot/signed.h"

/* Pixels: the picture, what is around it, and the parts. */
enum { LEFT = 52, TOP = 86, WIDTH = 480, HEIGHT = 420, BELOW = 56, BETWEEN = 72, SIDE = 130, GAP = 60, RIGHT = 40 };
enum { NEAREST = 16, NUMBERED = 56 }; /* lattice points that lie nearer have no arrows, no numbers and large dots */

/* ---- Lattice points ------------------------------------------------------------------------------- */

/* Axes of a box that shows an extent, in cells. */
typedef struct {
  plot_axis x, y;
  double cell; /* the shorter side of one, in pixels */
  int has_numbers;
} frame;

static frame frame_of(const lattice_figure *f, const double box[4]) {
  double first[2], last[2];
  lattice_cells_of(f, f->extent, first);
  lattice_cells_of(f, f->extent + 2, last);
  frame r = {{first[0], last[0], box[0], box[0] + box[2]}, {first[1], last[1], box[1], box[1] + box[3]}, 0, 0};
  r.cell = fmin(box[2] / fabs(last[0] - first[0]), box[3] / fabs(last[1] - first[1]));
  r.has_numbers = r.cell >= NUMBERED;
  return r;
}

/* The point's own cell, seen the same way round. */
static frame frame_of_cell(const lattice_figure *f, const double box[4]) {
  const frame whole = frame_of(f, box);
  double at[2];
  lattice_cells_of(f, f->at, at);
  const double i = floor(at[0]), j = floor(at[1]), x = whole.x.hi < whole.x.lo, y = whole.y.hi < whole.y.lo;
  return (frame){
      {i + x, i + 1 - x, box[0], box[0] + box[2]}, {j + y, j + 1 - y, box[1], box[1] + box[3]}, 0.9 * box[2], 0};
}

static double first_of(const plot_axis *axis) { return ceil(fmin(axis->lo, axis->hi) - 1e-9); }
static double last_of(const plot_axis *axis) { return floor(fmax(axis->lo, axis->hi) + 1e-9); }

/* The most that a value of the noise can be. */
static double most_of(const lattice_figure *f) {
  const burl_range range = burl_bounds(f->program, 0);
  return fmax(fabs(range.lo), fabs(range.hi));
}

/* How many pixels a gradient of 1 has, so that arrows are a fifth of a cell long or, of small cells, a third, if they
 * are as long as usual. */
static double unit_of(const lattice_figure *f, double cell) {
  return (cell < NUMBERED ? 0.33 : 0.2) * cell / fmax(most_of(f), 1e-30);
}

/* A lattice point's gradient as an arrow, or its value as a number. */
static void draw_point(const lattice_figure *f, plot_page *page, const frame *r, const double at[2]) {
  const burl_lattice_point point = burl_lattice_at(f->program, at[0], at[1]);
  const int is_small = r->cell < NUMBERED;
  const double x = plot_at(&r->x, at[0]), y = plot_at(&r->y, at[1]), unit = unit_of(f, r->cell);
  const double dx = unit * point.gradient[0] * (r->x.hi < r->x.lo ? -1 : 1);
  const double dy = unit * point.gradient[1] * (r->y.hi < r->y.lo ? -1 : 1);
  char text[40];
  plot_number(point.value, 2, text);
  if (!f->lattice.is_value) plot_arrow(page, (const double[]){x, y, x + dx, y + dy}, TONE_INK, is_small ? 1 : 1.6);
  else if (r->has_numbers) plot_text(page, x + 5, y - 5, (plot_style){0}, text);
  plot_dot(page, x, y, is_small ? 1.2 : 2.4, TONE_PAPER, TONE_INK);
}

/* ---- The picture ---------------------------------------------------------------------------------- */

static void draw_values(const lattice_figure *f, plot_page *page, const double box[4]) {
  const int columns = (int)lround(box[2] / 2), rows = (int)lround(box[3] / 2);
  burl_grid grid = {.size = {columns, rows}};
  for (int a = 0; a < 2; a++) {
    grid.step[a] = (f->extent[2 + a] - f->extent[a]) / (double)grid.size[a];
    grid.origin[a] = f->extent[a] + grid.step[a] / 2;
  }
  float *values = malloc((size_t)columns * (size_t)rows * sizeof *values);
  if (values && burl_sample_grid(f->program, &grid, values) != BURL_OK) free(values), values = NULL;
  plot_signed(page, box, values, columns, rows, most_of(f));
  free(values);
}

static void draw_lines(plot_page *page, const frame *r, const double box[4]) {
  for (double i = first_of(&r->x); i <= last_of(&r->x); i++)
    plot_line(page, (const double[]){plot_at(&r->x, i), box[1], plot_at(&r->x, i), box[1] + box[3]}, TONE_FAINT, 0.8);
  for (double j = first_of(&r->y); j <= last_of(&r->y); j++)
    plot_line(page, (const double[]){box[0], plot_at(&r->y, j), box[0] + box[2], plot_at(&r->y, j)}, TONE_FAINT, 0.8);
}

/* The point's cell, which may reach over the picture's edge. */
static void draw_cell(plot_page *page, const frame *r, const double at[2], const double box[4]) {
  const double i = floor(at[0]), j = floor(at[1]);
  const double x0 = plot_at(&r->x, i), x1 = plot_at(&r->x, i + 1), y0 = plot_at(&r->y, j), y1 = plot_at(&r->y, j + 1);
  const double left = fmax(fmin(x0, x1), box[0]), right = fmin(fmax(x0, x1), box[0] + box[2]);
  const double top = fmax(fmin(y0, y1), box[1]), low = fmin(fmax(y0, y1), box[1] + box[3]);
  plot_box(page, (const double[]){left, top, right - left, low - top}, TONE_INK, 1.6);
}

/* The picture with its lattice. */
static void draw_picture(const lattice_figure *f, plot_page *page, const double box[4]) {
  const frame r = frame_of(f, box);
  double at[2];
  lattice_cells_of(f, f->at, at);
  draw_values(f, page, box);
  if (r.cell >= NEAREST) draw_lines(page, &r, box);
  draw_cell(page, &r, at, box);
  for (double j = first_of(&r.y); j <= last_of(&r.y) && r.cell >= NEAREST; j++)
    for (double i = first_of(&r.x); i <= last_of(&r.x); i++) draw_point(f, page, &r, (const double[]){i, j});
  plot_dot(page, plot_at(&r.x, at[0]), plot_at(&r.y, at[1]), 3, TONE_ACCENT, TONE_PAPER);
}

/* ---- Parts ---------------------------------------------------------------------------------------- */

/* The part of the lattice point everywhere in the cell. */
static void draw_influence(const lattice_figure *f, plot_page *page, const double box[4], const lattice_part *part) {
  enum { STEPS = 64 };
  float values[STEPS * STEPS] = {0};
  const frame r = frame_of_cell(f, box);
  for (int k = 0; k < STEPS * STEPS; k++) {
    const double x = r.x.lo + (r.x.hi - r.x.lo) * (k % STEPS + 0.5) / STEPS;
    const double y = r.y.lo + (r.y.hi - r.y.lo) * (k / STEPS + 0.5) / STEPS;
    lattice_part parts[LATTICE_MOST_PARTS];
    const int count = lattice_parts_at(f, (const double[]){x, y}, parts);
    for (int i = 0; i < count; i++)
      if (parts[i].i == part->i && parts[i].j == part->j) values[k] = (float)(parts[i].weight * parts[i].height);
  }
  plot_signed(page, box, values, STEPS, STEPS, most_of(f));
}

/* What a part is everywhere in the point's cell. */
static void draw_part(const lattice_figure *f, plot_page *page, const double box[4], const lattice_part *part) {
  const frame r = frame_of_cell(f, box);
  double at[2];
  lattice_cells_of(f, f->at, at);
  const double from[2] = {plot_at(&r.x, part->i), plot_at(&r.y, part->j)};
  const double to[2] = {plot_at(&r.x, at[0]), plot_at(&r.y, at[1])};
  draw_influence(f, page, box, part);
  plot_box(page, box, TONE_SOFT, 0.8);
  plot_dashes(page, (const double[]){from[0], from[1], to[0], to[1]}, TONE_ACCENT, 1.2);
  draw_point(f, page, &r, (const double[]){part->i, part->j});
  plot_dot(page, to[0], to[1], 3, TONE_ACCENT, TONE_PAPER);
}

/* ---- The page ------------------------------------------------------------------------------------- */

/* The coordinate of lattice column or row number `cell`. */
static void draw_coordinate(const lattice_figure *f, plot_page *page, int axis, double cell, const double at[2]) {
  const double value = (cell - f->lattice.shift[axis]) / f->lattice.frequency[axis];
  char text[40];
  snprintf(text, sizeof text, "%s%.4g", value < 0 ? "−" : "", fabs(value));
  plot_text(page, at[0], at[1], (plot_style){axis ? PLOT_RIGHT : PLOT_MIDDLE, PLOT_PLAIN, TONE_SOFT, 0}, text);
}

/* Those of lattice columns below the picture, and of rows beside it, as far as there is room. */
static void draw_coordinates(const lattice_figure *f, plot_page *page, const double box[4]) {
  const frame r = frame_of(f, box);
  const double every = fmax(1, ceil(40 / r.cell)), low = box[1] + box[3] + 44, left = box[0] - 32;
  for (double i = first_of(&r.x); i <= last_of(&r.x); i += every)
    draw_coordinate(f, page, 0, i, (const double[]){plot_at(&r.x, i), low});
  for (double j = first_of(&r.y); j <= last_of(&r.y); j += every)
    draw_coordinate(f, page, 1, j, (const double[]){left, plot_at(&r.y, j) + 4});
}

/* "0.17 − 0.12 + 0.08 + 0.19 = 0.33", with the value that the program samples. */
static void draw_sum(const lattice_figure *f, plot_page *page, const lattice_part *parts, int count, double x,
                     double y) {
  char text[320] = "", number[40];
  float value;
  for (int k = 0; k < count; k++) {
    const double product = parts[k].weight * parts[k].height;
    const size_t used = strlen(text);
    plot_number(k > 0 ? fabs(product) : product, 3, number);
    snprintf(text + used, sizeof text - used, "%s%s", k == 0 ? "" : product < 0 ? " − " : " + ", number);
  }
  lattice_sample(f, page, &f->at[0], &f->at[1], 1, &value);
  plot_number((double)value, 3, number);
  const size_t used = strlen(text);
  snprintf(text + used, sizeof text - used, " = %s", number);
  plot_text(page, x, y, (plot_style){PLOT_MIDDLE, PLOT_BOLD, TONE_INK, 12}, text);
}

static const char *heading_of(const lattice_figure *f) {
  if (f->lattice.is_value) return "Weight × value of each corner, at the dot";
  return strcmp(f->lattice.interp, "wavelet") == 0 ? "Weight × wavelet of each corner, at the dot"
                                                   : "Weight × (g · d) of each corner, at the dot";
}

static void draw_parts(const lattice_figure *f, plot_page *page, double left) {
  const double middle = left + SIDE + GAP / 2.0, low = TOP + 2 * (SIDE + GAP);
  const frame places = frame_of_cell(f, (const double[]){0, 0, 1, 1}); /* which is left, which is above */
  lattice_part parts[LATTICE_MOST_PARTS];
  double at[2];
  lattice_cells_of(f, f->at, at);
  const int count = lattice_parts_at(f, at, parts);
  plot_text(page, left, 46, (plot_style){PLOT_LEFT, PLOT_BOLD, TONE_INK, 12}, heading_of(f));
  for (int k = 0; k < count; k++) {
    const double x = left + plot_at(&places.x, parts[k].i) * (SIDE + GAP);
    const double y = TOP + plot_at(&places.y, parts[k].j) * (SIDE + GAP);
    char text[128];
    draw_part(f, page, (const double[]){x, y, SIDE, SIDE}, &parts[k]);
    lattice_part_text(&parts[k], text);
    plot_text(page, x + SIDE / 2.0, y + SIDE + 32, (plot_style){PLOT_MIDDLE, PLOT_PLAIN, TONE_INK, 12}, text);
  }
  draw_sum(f, page, parts, count, middle, low + 14);
  plot_signed_bar(page, middle - 90, low + 32, 180, most_of(f));
}

plot_page *lattice_plane_page(const lattice_figure *f, const char *title, plot_theme theme) {
  const double across = fabs(f->extent[2] - f->extent[0]), down = fabs(f->extent[3] - f->extent[1]);
  const double beside = LEFT + BETWEEN + 2 * SIDE + GAP + RIGHT, parts = 2 * (SIDE + GAP) + 60;
  const double most[2] = {f->size[0] > 0 ? f->size[0] - beside : WIDTH,
                          f->size[1] > 0 ? f->size[1] - TOP - BELOW : HEIGHT};
  const double scale = fmin(most[0] / across, most[1] / down), width = across * scale, height = down * scale;
  plot_page *const page = plot_open(f->size[0] > 0 ? f->size[0] : beside + width,
                                    f->size[1] > 0 ? f->size[1] : TOP + fmax(height + BELOW, parts), theme);
  if (!page) return NULL;
  const double box[4] = {LEFT, TOP, width, height};
  plot_text(page, LEFT, 24, (plot_style){PLOT_LEFT, PLOT_BOLD, TONE_INK, 13}, title);
  draw_picture(f, page, box);
  draw_coordinates(f, page, box);
  draw_parts(f, page, LEFT + width + BETWEEN);
  return page;
}
