/* Lines as files. */
#include "objects/drawing.h"

#include "image/geojson.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int read_margin(void *to, char *text) {
  paper_wish *const paper = to;
  char *const end = text + strlen(text);
  if (end - text > 2 && strcmp(end - 2, "mm") == 0) end[-2] = '\0';
  if (parse_number(text, &paper->margin) == 0 && paper->margin >= 0 && paper->margin <= 1000) return DONE;
  return usage_error("--paper-margin: '%s' is not a number of millimetres from 0 to 1000", text);
}

static int is_colour(const char *text) {
  const size_t length = strlen(text);
  if (*text == '#') return (length == 4 || length == 7) && strspn(text + 1, "0123456789abcdefABCDEF") == length - 1;
  return length > 0 && strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == length;
}

static int read_pens(void *to, char *text) {
  paper_wish *const paper = to;
  paper->pen_count = 0;
  for (char *next = text; next;) {
    char *const colour = next;
    next = strchr(colour, ',');
    if (next) *next++ = '\0';
    if (!is_colour(colour)) return usage_error("--pens: '%s' is no colour, as black or #1b4965 is", colour);
    if (paper->pen_count == MOST_PENS) return usage_error("--pens: there are at most %d", MOST_PENS);
    paper->pens[paper->pen_count++] = colour;
  }
  return DONE;
}

const option_row paper_rows[PAPER_ROWS] = {
    [PAPER_PAGE] = {.name = "page",
                    .value = "PAPER",
                    TEXT(paper_wish, page),
                    .help = "the paper of .svg, a6 to a0, or 300x200 millimetres",
                    .more = PEN_PAPERS "; if not given, a4, upright or not as the drawing is"},
    [PAPER_MARGIN] = {.name = "paper-margin",
                      .value = "MM",
                      OWN(read_margin),
                      GIVEN(paper_wish, margin_given),
                      .help = "its margin in millimetres",
                      .more = "10 if not given"},
    [PAPER_PENS] = {.name = "pens",
                    .value = "COLOUR[,COLOUR]...",
                    OWN(read_pens),
                    .help = "the pens of .svg, which share what is drawn, the lowest first",
                    .more = "names as 'black', or '#1b4965'; a layer for each; one that is black if not given"},
};

/* ---- Names and paper ------------------------------------------------------------------------------- */

int drawing_is_page(const char *path) {
  static const char *const endings[] = {".svg"};
  return image_ending_among(path, endings, 1) < 1;
}

int drawing_check(const char *path, const paper_wish *paper) {
  if (!path) return usage_error("where to? -o lines.geojson or -o lines.svg");
  if (drawing_is_page(path)) return DONE;
  if (!geojson_is_named(path)) return usage_error("-o: %s is not called .geojson, .json or .svg", path);
  const char *const of_page = paper->page           ? "--page"
                              : paper->margin_given ? "--paper-margin"
                              : paper->pen_count    ? "--pens"
                                                    : NULL;
  return of_page ? usage_error("%s is of .svg, and %s isn't one", of_page, path) : DONE;
}

int drawing_pens(const paper_wish *wish, const char *name, double width, pen_layer layers[MOST_PENS]) {
  const int count = wish->pen_count ? wish->pen_count : 1;
  for (int i = 0; i < count; i++) layers[i] = (pen_layer){name, wish->pen_count ? wish->pens[i] : "black", width};
  return count;
}

/* Paper that has a name is turned as the drawing is. */
int drawing_place(const paper_wish *wish, const burl_grid *grid, double paper[2], pen_frame *frame) {
  const double width = (double)(grid->size[0] - 1) * fabs(grid->step[0]),
               height = (double)(grid->size[1] - 1) * fabs(grid->step[1]);
  const int is_named = !wish->page || !strchr("0123456789", *wish->page);
  if (pen_paper(wish->page ? wish->page : "a4", paper) != 0)
    return usage_error("--page: '%s' is no paper: " PEN_PAPERS, wish->page);
  if (is_named && width > height) {
    const double kept = paper[0];
    paper[0] = paper[1], paper[1] = kept;
  }
  if (2 * wish->margin >= fmin(paper[0], paper[1]))
    return usage_error("--paper-margin %g: nothing of %g x %g mm is left", wish->margin, paper[0], paper[1]);
  *frame = pen_frame_of(width, height, paper, wish->margin);
  return DONE;
}

/* ---- GeoJSON --------------------------------------------------------------------------------------- */

/* The points; lines with a left side are turned where one of the grid's axes is, so that it stays there. */
static void place_points(const line_drawing *d, shape_point *to) {
  image_axis axes[2];
  shapes_axes(d->from, axes);
  const int is_turned = d->has_left && axes[0].step * axes[1].step < 0;
  for (int64_t l = 0; l < d->set->count; l++) {
    const survey_contour *const line = &d->set->lines[l];
    for (int64_t i = 0; i < line->count; i++) {
      const survey_place p = d->set->points[line->first + (is_turned ? line->count - 1 - i : i)];
      to[line->first + i] = (shape_point){axes[0].first + p.x * axes[0].step, axes[1].first + p.y * axes[1].step};
    }
  }
}

static char *geojson_of(const line_drawing *d, const char *path, size_t *length, image_error *error) {
  const size_t count = (size_t)d->set->count;
  shape_range *const shapes = calloc(count + 1, sizeof *shapes), *const parts = calloc(count + 1, sizeof *parts);
  shape_point *const points = calloc((size_t)d->set->point_count + 1, sizeof *points);
  char *text = NULL;
  *error = (image_error){"not enough memory"};
  if (shapes && parts && points) {
    for (size_t i = 0; i < count; i++) {
      shapes[i] = (shape_range){(int64_t)i, 1};
      parts[i] = (shape_range){d->set->lines[i].first, d->set->lines[i].count};
    }
    place_points(d, points);
    const image_shapes all = {.name = d->name,
                              .kind = SHAPES_LINES,
                              .crs = heights_crs(d->from->rendering),
                              .precision = 1e-7 * fmin(fabs(d->from->grid.step[0]), fabs(d->from->grid.step[1])),
                              .fields = d->field,
                              .field_count = d->field != NULL,
                              .count = d->set->count,
                              .shapes = shapes,
                              .parts = parts,
                              .points = points,
                              .values = d->values};
    text = image_shapes_text(&all, path, length, error);
  }
  free(shapes), free(parts), free(points);
  return text;
}

/* ---- A page ---------------------------------------------------------------------------------------- */

static void put_on_paper(const line_drawing *d, const pen_frame *frame, pen_page *page) {
  const burl_grid *const g = &d->from->grid;
  for (int64_t i = 0; i < d->set->point_count; i++)
    page->points[i] = (pen_point){frame->left + frame->scale * fabs(g->step[0]) * d->set->points[i].x,
                                  frame->top + frame->scale * fabs(g->step[1]) * d->set->points[i].y};
  for (int64_t i = 0; i < d->set->count; i++)
    page->lines[i] = (pen_line){d->set->lines[i].first, d->set->lines[i].count, d->layer ? d->layer[i] : 0};
}

static char *page_of(const line_drawing *d, const double paper[2], const pen_frame *frame, size_t *length) {
  char title[TITLE_ROOM];
  pen_page page = {.width = paper[0],
                   .height = paper[1],
                   .layers = d->layers,
                   .layer_count = d->layer_count,
                   .count = d->set->count,
                   .is_smooth = d->is_smooth,
                   .title = title};
  double drawn = 0, between = 0;
  char *text = NULL;
  recipe_title(&d->from->recipe, title);
  page.lines = calloc((size_t)d->set->count + 1, sizeof *page.lines);
  page.points = calloc((size_t)d->set->point_count + 1, sizeof *page.points);
  if (page.lines && page.points) put_on_paper(d, frame, &page);
  if (page.lines && page.points && pen_order(&page, &drawn, &between) == 0) text = pen_svg(&page, length);
  if (text)
    note("%g x %g mm, %" PRId64 " lines: the pen draws %.1f m, and goes %.1f m between them", paper[0], paper[1],
         d->set->count, drawn / 1000, between / 1000);
  free(page.lines), free(page.points);
  return text;
}

int drawing_write(const line_drawing *d, const paper_wish *wish, image_file *file) {
  const char *const path = d->from->rendering->output;
  size_t length = 0;
  double paper[2];
  pen_frame frame;
  image_error error = {"not enough memory"};
  const int is_page = drawing_is_page(path);
  int code = is_page ? drawing_place(wish, &d->from->grid, paper, &frame) : DONE;
  if (code) return code;
  char *const text = is_page ? page_of(d, paper, &frame, &length) : geojson_of(d, path, &length, &error);
  if (!text) return fail("%s: %s", path, error.text);
  if (image_finish_bytes(file, text, length, &error) != 0) code = fail("%s", error.text);
  free(text);
  return code;
}
