/* burl plot --parts derivative: a curve and how steep it is; of two dimensions the recipe and its derivatives along x
 * and along y as pictures, and the recipe and its slope along a line. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explain/plot.h"
#include "plot/graph.h"
#include "plot/signed.h"

enum { ALONG_X, ALONG_Y, ITSELF, FIELDS }; /* the derivatives, and the recipe */
enum { GAP = 24, RIGHT = 24, SCALE_ROOM = 40, HEADING = 20, BETWEEN = 52, LOWEST = 60 };
enum { USUAL_SIDE = 250, USUAL_HEIGHT = 150 };

typedef struct {
  float value[PROFILE], slope[PROFILE]; /* along the line */
  float *field[FIELDS];                 /* of two dimensions: [rows][columns] */
  int columns, rows;
  double width, side, height; /* of the drawing, of the pictures, of a graph */
  double picture[2];          /* a picture's own width and height */
} derivative;

/* ---- Numbers -------------------------------------------------------------------------------------- */

/* Adds the derivative along an axis, by how much the line goes that way. */
static int sample_axis(const plot_job *j, derivative *d, int axis) {
  const double along[2] = {j->line[2] - j->line[0], j->line[3] - j->line[1]}, length = hypot(along[0], along[1]);
  float one[PROFILE];
  recipe part = j->recipes[0];
  part.derivative_by = axis + 1;
  int code = recipe_compile(&part, burl_dims(part.program));
  if (!code) code = plot_sample_line(j, &part, one);
  if (!code && !j->is_curve) code = plot_sample_field(j, &part, d->columns, d->rows, &d->field[axis]);
  for (int k = 0; k < PROFILE && !code; k++) d->slope[k] += (float)((double)one[k] * along[axis] / length);
  burl_free(part.program);
  return code;
}

static int sample(plot_job *j, derivative *d) {
  plot_place_line(j);
  int code = plot_sample_line(j, &j->recipes[0], d->value);
  if (!code && !j->is_curve) code = plot_sample_field(j, &j->recipes[0], d->columns, d->rows, &d->field[ITSELF]);
  for (int axis = ALONG_X; axis <= (j->is_curve ? ALONG_X : ALONG_Y) && !code; axis++) code = sample_axis(j, d, axis);
  return code;
}

/* ---- Pictures ------------------------------------------------------------------------------------- */

static void range_of(const derivative *d, int first, int last, double range[2]) {
  range_content content = RANGE_NOTHING;
  for (int i = first; i <= last; i++) range_add_samples(&content, d->field[i], (int64_t)d->columns * d->rows);
  range[0] = content.lo < content.hi ? content.lo : content.lo - 0.5;
  range[1] = content.lo < content.hi ? content.hi : content.hi + 0.5;
}

static void draw_greys(const derivative *d, plot_page *page, const double box[4]) {
  const size_t count = (size_t)d->columns * (size_t)d->rows;
  unsigned char *const rgba = malloc(4 * count);
  double range[2];
  range_of(d, ITSELF, ITSELF, range);
  if (rgba) figure_colours(d->field[ITSELF], count, 1, range, rgba);
  plot_picture(page, box, rgba, d->columns, d->rows);
  free(rgba);
}

static void draw_pictures(const plot_job *j, const derivative *d, plot_page *page, double top) {
  static const char *const names[FIELDS] = {"Slope along x", "Slope along y", "Value"};
  double range[2];
  range_of(d, ALONG_X, ALONG_Y, range);
  const double most = fmax(fmax(-range[0], range[1]), 1e-30);
  for (int i = 0; i < FIELDS; i++) {
    const int field = (i + ITSELF) % FIELDS;
    const double box[4] = {LEFT + i * (d->side + GAP), top, d->picture[0], d->picture[1]};
    plot_heading(page, box[0], top - 8, names[field]);
    if (field == ITSELF) draw_greys(d, page, box);
    else plot_signed(page, box, d->field[field], d->columns, d->rows, most);
    plot_draw_line(j, page, box);
  }
  plot_signed_bar(page, LEFT + 2 * d->side + 1.5 * GAP - 90, top + d->picture[1] + 12, 180, most);
}

/* ---- Graphs --------------------------------------------------------------------------------------- */

static void draw_graph(const plot_job *j, plot_page *page, const double box[4], const float *values, plot_tone tone) {
  const plot_axis along = plot_axis_along(j, box);
  plot_graph g = plot_graph_of(box, along.lo, along.hi);
  plot_graph_take(&g, values, PROFILE);
  plot_graph_ground(page, &g, 5);
  g.x = along;
  plot_graph_curve(page, &g, values, PROFILE, tone, 1.5);
  plot_axis_below(page, &g.x, box[1] + box[3], 10);
}

static void draw_graphs(const plot_job *j, const derivative *d, plot_page *page, double top) {
  const double low = top + d->height + BETWEEN;
  const char *const where = j->is_curve ? "" : " along the line";
  char name[40];
  if (!j->is_curve) plot_heading(page, LEFT, top - 8, "Value along the line");
  draw_graph(j, page, (const double[]){LEFT, top, d->width, d->height}, d->value, TONE_INK);
  snprintf(name, sizeof name, "Slope%s", where);
  plot_heading(page, LEFT, low - 8, name);
  draw_graph(j, page, (const double[]){LEFT, low, d->width, d->height}, d->slope, TONE_ACCENT);
  plot_text(page, LEFT + d->width / 2, low + d->height + 34, (plot_style){PLOT_MIDDLE, PLOT_ITALIC, TONE_SOFT, 0},
            plot_name_along(j));
}

/* ---- The page ------------------------------------------------------------------------------------- */

/* What lies above the graphs. */
static double top_of_graphs(const plot_job *j, const derivative *d) {
  return j->is_curve ? TOP : TOP + HEADING + d->picture[1] + SCALE_ROOM + HEADING;
}

static void choose_size(const plot_job *j, derivative *d) {
  const double *const e = j->figure.extent, aspect = fabs((e[3] - e[1]) / (e[2] - e[0]));
  const double usual = j->is_curve ? USUAL_WIDTH : FIELDS * USUAL_SIDE + (FIELDS - 1) * GAP;
  const int scale = figure_scale(&j->figure);
  d->width = plot_side(j, 0, usual, LEFT + RIGHT);
  d->side = (d->width - (FIELDS - 1) * GAP) / FIELDS;
  const double rest = plot_side(j, 1, d->side, TOP + 2 * HEADING + SCALE_ROOM + 2 * LOWEST + BETWEEN + BELOW);
  d->picture[1] = round(fmax(20, fmin(d->side * aspect, fmin(rest, d->side))));
  d->picture[0] = round(fmax(20, fmin(d->side, d->picture[1] / aspect)));
  d->height = j->size[1] > 0 ? fmax(30, (j->size[1] - top_of_graphs(j, d) - BETWEEN - BELOW) / 2) : USUAL_HEIGHT;
  d->columns = scale * (int)d->picture[0];
  d->rows = scale * (int)d->picture[1];
}

static plot_page *draw_page(const plot_job *j, const derivative *d) {
  const double top = top_of_graphs(j, d), height = top + 2 * d->height + BETWEEN + BELOW;
  plot_page *const page = plot_open(LEFT + d->width + RIGHT, plot_side(j, 1, height, 0), j->figure.theme);
  if (!page) return NULL;
  plot_title(j, page, LEFT);
  if (!j->is_curve) draw_pictures(j, d, page, TOP + HEADING);
  draw_graphs(j, d, page, top);
  return page;
}

static int write_data(const plot_job *j, const derivative *d) {
  const plot_column columns[4] = {{.name = "x", .exact = j->at[0]},
                                  {.name = "y", .exact = j->at[1]},
                                  {.name = "value", .values = d->value},
                                  {.name = "slope", .values = d->slope}};
  const plot_column curve[3] = {columns[0], columns[2], columns[3]};
  return plot_write_table(j->data, j->is_curve ? curve : columns, j->is_curve ? 3 : 4, PROFILE);
}

int plot_derivative(plot_job *j) {
  derivative d = {.columns = 0};
  choose_size(j, &d);
  int code = sample(j, &d);
  if (!code) code = figure_write(&j->figure, draw_page(j, &d));
  if (!code && j->data) code = write_data(j, &d);
  for (int i = 0; i < FIELDS; i++) free(d.field[i]);
  return code;
}
