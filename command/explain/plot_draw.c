/* The drawing of burl plot. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explain/plot.h"
#include "plot/axis.h"

/* Pixels: margins, the graph below a picture, a bar of the histogram, a line of names. */
enum { RIGHT = 150, GAP = 24, PROFILE_HEIGHT = 150, BAR = 80, LINE_HEIGHT = 14 };

const plot_tone plot_tones[MOST_PLOTTED] = {TONE_INK, TONE_PLUS, TONE_MINUS, TONE_ACCENT, TONE_SOFT, TONE_STEP + 3};

/* ---- Labels --------------------------------------------------------------------------------------- */

void plot_title(const plot_job *j, plot_page *page, double x) {
  char name[TITLE_ROOM];
  recipe_title(&j->recipes[0], name);
  plot_text(page, x, 24, (plot_style){PLOT_LEFT, PLOT_BOLD, TONE_INK, 13}, name);
}

void plot_heading(plot_page *page, double x, double y, const char *text) {
  plot_text(page, x, y, (plot_style){PLOT_LEFT, PLOT_BOLD, TONE_INK, 12}, text);
}

void plot_say_what(plot_page *page, double right, const char *text) {
  plot_text(page, right, 24, (plot_style){PLOT_RIGHT, PLOT_ITALIC, TONE_SOFT, 0}, text);
}

void plot_name_curves(const plot_job *j, plot_page *page, const double corner[2], const double ends[MOST_PLOTTED]) {
  double y[MOST_PLOTTED];
  int order[MOST_PLOTTED];
  for (int i = 0; i < j->count; i++) {
    int k = i;
    for (; k > 0 && ends[i] < y[order[k - 1]]; k--) order[k] = order[k - 1];
    order[k] = i;
    y[i] = ends[i];
  }
  for (int k = 1; k < j->count; k++) y[order[k]] = fmax(y[order[k]], y[order[k - 1]] + LINE_HEIGHT);
  for (int k = j->count - 1, below = 0; k >= 0; k--, below++)
    y[order[k]] = fmin(y[order[k]], corner[1] - below * LINE_HEIGHT);
  for (int i = 0; i < j->count; i++) {
    char name[TITLE_ROOM];
    recipe_title(&j->recipes[i], name);
    plot_text(page, corner[0] + 8, y[i], (plot_style){PLOT_LEFT, PLOT_PLAIN, plot_tones[i], 12}, name);
  }
}

static void draw_names(const plot_job *j, plot_page *page, const plot_axis *values, double x) {
  const double corner[2] = {x, values->from};
  double ends[MOST_PLOTTED];
  for (int i = 0; i < j->count; i++) {
    const float end = j->profile[i][PROFILE - 1];
    ends[i] = isfinite(end) ? plot_at(values, (double)end) + 4 : values->from;
  }
  plot_name_curves(j, page, corner, ends);
}

/* ---- Graphs --------------------------------------------------------------------------------------- */

static void draw_profile(plot_page *page, const plot_axis *along, const plot_axis *values, const float *profile,
                         plot_tone tone, double width) {
  double xy[PROFILE][2];
  for (int k = 0; k < PROFILE; k++) {
    xy[k][0] = along->from + (along->to - along->from) * k / (PROFILE - 1);
    xy[k][1] = plot_at(values, (double)profile[k]);
  }
  plot_curve(page, xy[0], PROFILE, tone, width);
}

static void draw_profiles(const plot_job *j, plot_page *page, const plot_axis *along, const plot_axis *values) {
  for (int i = j->count - 1; i >= 0; i--) /* the first on top */
    draw_profile(page, along, values, j->profile[i], plot_tones[i], i == 0 ? 1.5 : 1.3);
}

/* The sum after more and more octaves, and how many these are. */
static void draw_stages(const plot_job *j, plot_page *page, const plot_axis *along, const plot_axis *values) {
  static const plot_tone tone_of[MOST_STAGES] = {TONE_STEP + 5, TONE_STEP + 3, TONE_INK};
  double x = along->from + 4;
  for (int i = 0; i < j->stage_count; i++) {
    const plot_tone tone = tone_of[i + MOST_STAGES - j->stage_count];
    char name[40];
    snprintf(name, sizeof name, "%d octave%s", j->after[i], j->after[i] == 1 ? "" : "s");
    draw_profile(page, along, values, j->stages[i], tone, 1.4);
    plot_text(page, x, values->to - 6, (plot_style){PLOT_LEFT, PLOT_PLAIN, tone, 0}, name);
    x += 70;
  }
}

/* Room above and below, so that no curve lies on an edge. */
static plot_axis axis_of_values(const plot_job *j, double top, double height) {
  const double more = 0.05 * (j->hi - j->lo);
  return (plot_axis){j->lo - more, j->hi + more, top + height, top};
}

/* How often each value is taken, on the profile's scale. */
static void draw_histogram(const plot_job *j, plot_page *page, const plot_axis *values, double x) {
  double xy[BINS + 2][2];
  int most = 1, count = 0;
  for (int i = 0; i < BINS; i++) most = j->bins[i] > most ? j->bins[i] : most;
  xy[count][0] = x, xy[count++][1] = plot_at(values, j->lo);
  for (int i = 0; i < BINS; i++) {
    xy[count][0] = x + BAR * (double)j->bins[i] / most;
    xy[count++][1] = plot_at(values, j->lo + (j->hi - j->lo) * (i + 0.5) / BINS);
  }
  xy[count][0] = x, xy[count++][1] = plot_at(values, j->hi);
  plot_area(page, xy[0], (size_t)count, TONE_STEP + 3, 0.35);
  plot_text(page, x, values->from + 17, (plot_style){PLOT_LEFT, PLOT_PLAIN, TONE_SOFT, 0}, "how often");
}

/* ---- The picture ---------------------------------------------------------------------------------- */

static int draw_picture(const plot_job *j, plot_page *page, const double box[4]) {
  const size_t count = (size_t)j->columns * (size_t)j->rows;
  unsigned char *const rgba = malloc(4 * count);
  if (!rgba) return 0;
  figure_colours(j->picture, count, 1, (const double[]){j->lo, j->hi}, rgba);
  plot_picture(page, box, rgba, j->columns, j->rows);
  free(rgba);
  return 1;
}

int plot_is_along_x(const plot_job *j) { return j->is_curve || j->line[1] == j->line[3]; }

/* The line of the profile, with a dot where it begins. */
void plot_draw_line(const plot_job *j, plot_page *page, const double box[4]) {
  const plot_axis x = {j->figure.extent[0], j->figure.extent[2], box[0], box[0] + box[2]};
  const plot_axis y = {j->figure.extent[1], j->figure.extent[3], box[1], box[1] + box[3]};
  const double ends[4] = {plot_at(&x, j->line[0]), plot_at(&y, j->line[1]), plot_at(&x, j->line[2]),
                          plot_at(&y, j->line[3])};
  plot_line(page, ends, TONE_ACCENT, 1.4);
  if (!plot_is_along_x(j)) plot_dot(page, ends[0], ends[1], 3, TONE_ACCENT, TONE_PAPER);
}

/* What a line along x is called, beside the picture. */
static void name_line(const plot_job *j, plot_page *page, const double box[4]) {
  const plot_axis y = {j->figure.extent[1], j->figure.extent[3], box[1], box[1] + box[3]};
  const plot_style style = {PLOT_LEFT, PLOT_PLAIN, TONE_ACCENT, 12};
  char name[48];
  snprintf(name, sizeof name, "y = %.6g", j->line[1]);
  if (plot_is_along_x(j)) plot_text(page, box[0] + box[2] + 8, plot_at(&y, j->line[1]) + 4, style, name);
}

/* Along the profile: x where that is what varies, else the distance from its beginning, the dot. */
plot_axis plot_axis_along(const plot_job *j, const double box[4]) {
  if (plot_is_along_x(j)) {
    const plot_axis whole = {j->figure.extent[0], j->figure.extent[2], box[0], box[0] + box[2]};
    return (plot_axis){j->line[0], j->line[2], plot_at(&whole, j->line[0]), plot_at(&whole, j->line[2])};
  }
  return (plot_axis){0, hypot(j->line[2] - j->line[0], j->line[3] - j->line[1]), box[0], box[0] + box[2]};
}

const char *plot_name_along(const plot_job *j) { return plot_is_along_x(j) ? "x" : "way along the line"; }

/* ---- Pages ---------------------------------------------------------------------------------------- */

static void draw_graph(const plot_job *j, plot_page *page, const double box[4]) {
  const plot_axis values = axis_of_values(j, box[1], box[3]), along = plot_axis_along(j, box);
  plot_grid(page, &values, box[0], box[2], box[3] > 200 ? 8 : 5);
  if (j->stage_count > 0) draw_stages(j, page, &along, &values);
  else draw_profiles(j, page, &along, &values);
  plot_axis_below(page, &along, box[1] + box[3], 10);
  plot_text(page, box[0] + box[2] / 2, box[1] + box[3] + 34, (plot_style){PLOT_MIDDLE, PLOT_ITALIC, TONE_SOFT, 0},
            plot_name_along(j));
  if (j->count > 1) draw_names(j, page, &values, box[0] + box[2] + (j->picture ? BAR + 16 : 0));
}

/* What there is on the right of a figure. */
static double right_of(const plot_job *j) {
  return j->is_curve ? (j->count > 1 ? 260 : 24) : RIGHT + (j->count > 1 ? 200 : 0);
}

/* The size of the curve, or of the picture, which has the extent's shape, but is as wide as high at least. */
static void choose_size(plot_job *j) {
  const double *const e = j->figure.extent, below = GAP + PROFILE_HEIGHT + BELOW;
  const double width = fmax(60, plot_side(j, 0, USUAL_WIDTH, LEFT + right_of(j)));
  const double aspect = fmin(1, fabs((e[3] - e[1]) / (e[2] - e[0])));
  j->width = round(width);
  j->height = round(plot_side(j, 1, CURVE_HEIGHT, TOP + BELOW));
  if (j->is_curve) return;
  const double most = plot_side(j, 1, INFINITY, TOP + below);
  j->height = round(fmin(fmax(60, width * aspect), most));
  if (j->height == round(most)) j->width = round(fmin(width, most / aspect));
}

static plot_page *draw_curve_page(const plot_job *j) {
  plot_page *const page = plot_open(LEFT + j->width + right_of(j), TOP + j->height + BELOW, j->figure.theme);
  if (!page) return NULL;
  if (j->count == 1) plot_title(j, page, LEFT);
  draw_graph(j, page, (const double[]){LEFT, TOP, j->width, j->height});
  return page;
}

static plot_page *draw_cut_page(const plot_job *j) {
  const double low = TOP + j->height + GAP, width = LEFT + j->width + right_of(j);
  const double box[4] = {LEFT, TOP, j->width, j->height}, below[4] = {LEFT, low, j->width, PROFILE_HEIGHT};
  plot_page *const page =
      plot_open(plot_side(j, 0, width, 0), plot_side(j, 1, low + PROFILE_HEIGHT + BELOW, 0), j->figure.theme);
  size_t length;
  if (!page) return NULL;
  plot_title(j, page, LEFT);
  if (!draw_picture(j, page, box)) return free(plot_close(page, &length)), NULL;
  plot_draw_line(j, page, box);
  name_line(j, page, box);
  draw_graph(j, page, below);
  const plot_axis values = axis_of_values(j, low, PROFILE_HEIGHT);
  draw_histogram(j, page, &values, LEFT + j->width + 16);
  return page;
}

/* ---- Files ---------------------------------------------------------------------------------------- */

int plot_recipe(plot_job *j) {
  choose_size(j);
  int code = plot_sample(j);
  if (!code) code = figure_write(&j->figure, j->is_curve ? draw_curve_page(j) : draw_cut_page(j));
  return !code && j->data ? plot_write_profiles(j) : code;
}
