/* The drawing of burl sheet: pictures or small graphs in rows, with labels. */
#include "explain/sheet.h"

#include <stdlib.h>
#include <string.h>

#include "plot/axis.h"

enum { MARGIN = 12, SPACE = 10, TITLE = 40, LABEL = 20, SIDE_LABEL = 92, LEAST_WIDTH = 320 }; /* pixels */
enum { GRAPH_LEFT = 34, GRAPH_BELOW = 22, GRAPH_EDGE = 8 };                                   /* within a graph's box */

/* Where things lie: the first picture's corner, the steps from one to the next, and the size of the page. */
typedef struct {
  double left, top, along, down, width, height;
} layout;

static layout lay_out(const sheet_job *j) {
  const int margin = j->is_bare ? 0 : MARGIN, below = j->axis_count == 1 ? LABEL : 0;
  const int is_grid = j->axis_count > 1;
  layout l = {.left = margin + (is_grid ? SIDE_LABEL : 0),
              .top = (j->is_bare ? 0 : TITLE) + (is_grid ? LABEL : 0),
              .along = j->pixels[0] + SPACE,
              .down = j->pixels[1] + SPACE + below};
  l.width = l.left + l.along * j->columns - SPACE + margin;
  l.height = l.top + l.down * j->rows - SPACE + margin;
  if (!j->is_bare && l.width < LEAST_WIDTH) l.width = LEAST_WIDTH;
  return l;
}

/* ---- Graphs --------------------------------------------------------------------------------------- */

/* The names of several curves are written in their colours; the first is drawn on top. */
static const plot_tone tones[] = {TONE_INK, TONE_PLUS, TONE_MINUS, TONE_ACCENT, TONE_SOFT, TONE_STEP + 3};
enum { TONES = sizeof tones / sizeof *tones };

static void draw_curve(const sheet_job *j, plot_page *page, const float *samples, int curve,
                       const plot_axis scales[2]) {
  const size_t count = (size_t)j->size[0];
  double *const xy = malloc(2 * count * sizeof *xy);
  if (!xy) {
    plot_fail(page);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    xy[2 * i] = scales[0].from + (scales[0].to - scales[0].from) * ((double)i + 0.5) / (double)count;
    xy[2 * i + 1] = plot_at(&scales[1], (double)samples[i * (size_t)j->channels + (size_t)curve]);
  }
  plot_curve(page, xy, count, tones[curve % TONES], curve == 0 ? 1.5 : 1.2);
  free(xy);
}

static void draw_graph(const sheet_job *j, plot_page *page, const sheet_picture *graph, const double box[4]) {
  const double x = box[0] + GRAPH_LEFT, width = box[2] - GRAPH_LEFT - GRAPH_EDGE;
  const double lo = graph->range[0], hi = graph->range[1];
  const double y = box[1] + GRAPH_EDGE, low = box[1] + box[3] - GRAPH_BELOW, more = 0.05 * (hi - lo);
  const plot_axis scales[2] = {{j->figure.extent[0], j->figure.extent[2], x, x + width},
                               {lo - more, hi + more, low, y}};
  plot_grid(page, &scales[1], x, width, 4);
  plot_axis_below(page, &scales[0], low, 4);
  for (int i = j->channels - 1; i >= 0; i--) draw_curve(j, page, graph->samples, i, scales);
}

/* ---- Pictures ------------------------------------------------------------------------------------- */

static void draw_picture(const sheet_job *j, plot_page *page, const sheet_picture *picture, const double box[4]) {
  const size_t pixels = (size_t)j->size[0] * (size_t)j->size[1];
  unsigned char *const rgba = malloc(4 * pixels);
  if (rgba) figure_colours(picture->samples, pixels, j->channels, picture->range, rgba);
  plot_picture(page, box, rgba, j->size[0], j->size[1]);
  plot_box(page, box, TONE_FAINT, 0.8);
  free(rgba);
}

static void draw_pictures(const sheet_job *j, plot_page *page, const layout *l) {
  for (int i = 0; i < j->count; i++) {
    const double box[4] = {l->left + l->along * (i % j->columns), l->top + l->down * (i / j->columns), j->pixels[0],
                           j->pixels[1]};
    if (j->is_curve) draw_graph(j, page, &j->pictures[i], box);
    else draw_picture(j, page, &j->pictures[i], box);
  }
}

/* ---- Labels --------------------------------------------------------------------------------------- */

static const plot_style below_style = {PLOT_MIDDLE, PLOT_PLAIN, TONE_SOFT, 12};

static void draw_labels_below(const sheet_job *j, plot_page *page, const layout *l) {
  char label[LONGEST_LABEL];
  for (int i = 0; i < j->count; i++) {
    sheet_label(&j->axes[0], i, j->is_bare, label);
    plot_text(page, l->left + l->along * (i % j->columns) + j->pixels[0] / 2.0,
              l->top + l->down * (i / j->columns) + j->pixels[1] + 15, below_style, label);
  }
}

/* Along the top and down the left. */
static void draw_labels_beside(const sheet_job *j, plot_page *page, const layout *l) {
  const plot_style beside = {PLOT_RIGHT, PLOT_PLAIN, TONE_INK, 12};
  char label[LONGEST_LABEL];
  for (int i = 0; i < j->columns; i++) {
    sheet_label(&j->axes[0], i, j->is_bare, label);
    plot_text(page, l->left + l->along * i + j->pixels[0] / 2.0, l->top - 8, below_style, label);
  }
  for (int i = 0; i < j->rows; i++) {
    sheet_label(&j->axes[1], i, j->is_bare, label);
    plot_text(page, l->left - 10, l->top + l->down * i + j->pixels[1] / 2.0 + 4, beside, label);
  }
}

/* The recipe's name, and at the right the curves' names. */
static void draw_title(const sheet_job *j, plot_page *page, double right) {
  char name[TITLE_ROOM];
  recipe_title(&j->recipe, name);
  plot_text(page, MARGIN, 24, (plot_style){PLOT_LEFT, PLOT_BOLD, TONE_INK, 13}, name);
  const int names = j->is_curve && j->channels > 1 ? j->channels : 0;
  for (int i = names - 1; i >= 0; i--) {
    const char *const curve = burl_result_at(j->recipe.program, i).name;
    plot_text(page, right, 24, (plot_style){PLOT_RIGHT, PLOT_PLAIN, tones[i % TONES], 12}, curve);
    right -= 7 * (double)strlen(curve) + 12;
  }
}

plot_page *sheet_draw(const sheet_job *j) {
  const layout l = lay_out(j);
  plot_page *const page = plot_open(l.width, l.height, j->figure.theme);
  if (!page) return NULL;
  draw_pictures(j, page, &l);
  if (!j->is_bare) draw_title(j, page, l.width - MARGIN);
  if (j->axis_count == 1) draw_labels_below(j, page, &l);
  if (j->axis_count == 2) draw_labels_beside(j, page, &l);
  return page;
}
