/* The drawing of burl plot. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "axis.h"
#include "plot.h"

/* Pixels: margins, the graph below a picture, and a curve's own. */
enum { LEFT = 56, RIGHT = 150, GAP = 24, PROFILE_HEIGHT = 150, CURVE_HEIGHT = 260, BAR = 80, LINE_HEIGHT = 14 };

static const plot_tone tones[MOST_PLOTTED] = {TONE_INK, TONE_PLUS, TONE_MINUS, TONE_ACCENT, TONE_SOFT, TONE_STEP + 3};

/* ---- Labels --------------------------------------------------------------------------------------- */

static void draw_title(const plot_job *j, plot_page *page) {
  char name[TITLE_ROOM];
  recipe_title(&j->recipes[0], name);
  plot_text(page, LEFT, 24, (plot_style){PLOT_LEFT, PLOT_BOLD, TONE_INK, 13}, name);
}

/* The names of several curves beside their ends, apart from one another. */
static void draw_names(const plot_job *j, plot_page *page, const plot_axis *values, double x) {
  double y[MOST_PLOTTED];
  int order[MOST_PLOTTED];
  for (int i = 0; i < j->count; i++) {
    const float end = j->profile[i][PROFILE - 1];
    const double at = isfinite(end) ? plot_at(values, (double)end) + 4 : values->from;
    int k = i;
    for (; k > 0 && at < y[order[k - 1]]; k--) order[k] = order[k - 1];
    order[k] = i;
    y[i] = at;
  }
  for (int k = 1; k < j->count; k++) y[order[k]] = fmax(y[order[k]], y[order[k - 1]] + LINE_HEIGHT);
  for (int i = 0; i < j->count; i++) {
    char name[TITLE_ROOM];
    recipe_title(&j->recipes[i], name);
    plot_text(page, x + 8, y[i], (plot_style){PLOT_LEFT, PLOT_PLAIN, tones[i], 12}, name);
  }
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
    draw_profile(page, along, values, j->profile[i], tones[i], i == 0 ? 1.5 : 1.3);
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

/* The line of the profile, and what it is called. */
static void draw_line(const plot_job *j, plot_page *page, const double box[4]) {
  const plot_axis x = {j->figure.extent[0], j->figure.extent[2], box[0], box[0] + box[2]};
  const plot_axis y = {j->figure.extent[1], j->figure.extent[3], box[1], box[1] + box[3]};
  const double ends[4] = {plot_at(&x, j->line[0]), plot_at(&y, j->line[1]), plot_at(&x, j->line[2]),
                          plot_at(&y, j->line[3])};
  plot_line(page, ends, TONE_ACCENT, 1.4);
  if (j->line[1] != j->line[3]) {
    plot_dot(page, ends[0], ends[1], 3, TONE_ACCENT, TONE_PAPER);
    return;
  }
  char name[48];
  snprintf(name, sizeof name, "y = %.6g", j->line[1]);
  plot_text(page, box[0] + box[2] + 8, ends[1] + 4, (plot_style){PLOT_LEFT, PLOT_PLAIN, TONE_ACCENT, 12}, name);
}

/* Along the profile: x where that is what varies, else the distance from its beginning, the dot. */
static plot_axis axis_along(const plot_job *j, const double box[4]) {
  if (j->is_curve || j->line[1] == j->line[3]) {
    const plot_axis whole = {j->figure.extent[0], j->figure.extent[2], box[0], box[0] + box[2]};
    return (plot_axis){j->line[0], j->line[2], plot_at(&whole, j->line[0]), plot_at(&whole, j->line[2])};
  }
  return (plot_axis){0, hypot(j->line[2] - j->line[0], j->line[3] - j->line[1]), box[0], box[0] + box[2]};
}

/* ---- Pages ---------------------------------------------------------------------------------------- */

static void draw_graph(const plot_job *j, plot_page *page, const double box[4]) {
  const plot_axis values = axis_of_values(j, box[1], box[3]), along = axis_along(j, box);
  const int is_distance = !j->is_curve && j->line[1] != j->line[3];
  plot_grid(page, &values, box[0], box[2], box[3] > 200 ? 8 : 5);
  if (j->stage_count > 0) draw_stages(j, page, &along, &values);
  else draw_profiles(j, page, &along, &values);
  plot_axis_below(page, &along, box[1] + box[3], 10);
  plot_text(page, box[0] + box[2] / 2, box[1] + box[3] + 34, (plot_style){PLOT_MIDDLE, PLOT_ITALIC, TONE_SOFT, 0},
            is_distance ? "way along the line" : "x");
  if (j->count > 1) draw_names(j, page, &values, box[0] + box[2] + (j->picture ? BAR + 16 : 0));
}

static plot_page *draw_curve_page(const plot_job *j) {
  const double right = j->count > 1 ? 260 : 24, width = LEFT + PICTURE_WIDTH + right;
  plot_page *const page = plot_open(width, TOP + CURVE_HEIGHT + BELOW, j->figure.theme);
  if (!page) return NULL;
  if (j->count == 1) draw_title(j, page);
  draw_graph(j, page, (const double[]){LEFT, TOP, PICTURE_WIDTH, CURVE_HEIGHT});
  return page;
}

static plot_page *draw_cut_page(const plot_job *j) {
  const double height = PICTURE_WIDTH * (double)j->rows / j->columns, low = TOP + height + GAP;
  const double width = LEFT + PICTURE_WIDTH + RIGHT + (j->count > 1 ? 200 : 0);
  const double box[4] = {LEFT, TOP, PICTURE_WIDTH, height}, below[4] = {LEFT, low, PICTURE_WIDTH, PROFILE_HEIGHT};
  plot_page *const page = plot_open(width, low + PROFILE_HEIGHT + BELOW, j->figure.theme);
  size_t length;
  if (!page) return NULL;
  draw_title(j, page);
  if (!draw_picture(j, page, box)) return free(plot_close(page, &length)), NULL;
  draw_line(j, page, box);
  draw_graph(j, page, below);
  const plot_axis values = axis_of_values(j, low, PROFILE_HEIGHT);
  draw_histogram(j, page, &values, LEFT + PICTURE_WIDTH + 16);
  return page;
}

/* ---- Files ---------------------------------------------------------------------------------------- */

int plot_draw(const plot_job *j) {
  return figure_write(&j->figure, j->kind == PLOT_OCTAVES ? plot_octaves_page(j)
                                  : j->is_curve           ? draw_curve_page(j)
                                                          : draw_cut_page(j));
}
