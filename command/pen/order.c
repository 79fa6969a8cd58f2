/* The order in which a pen draws lines: always the one that begins or ends nearest to where it is.  The ends are kept
 * in the cells of a grid, which are looked through in squares around the pen that grow. */
#include "pen/pen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An end of a line is number 2 · line, where it begins, or 2 · line + 1. */
enum { NONE = -1 };

typedef struct {
  pen_page *page;
  int columns, rows;
  double side;         /* of a cell */
  int64_t *first;      /* the first end in each cell */
  int64_t *next;       /* and the one behind each */
  unsigned char *done; /* whether each line is drawn */
} ways;

static pen_point end_of(const pen_page *page, int64_t end) {
  const pen_line *const line = &page->lines[end / 2];
  return page->points[line->first + (end % 2 ? line->count - 1 : 0)];
}

static double apart(pen_point a, pen_point b) { return hypot(a.x - b.x, a.y - b.y); }

static int within(double v, int count) { return v > 0 ? v < count - 1 ? (int)v : count - 1 : 0; }

static int column_of(const ways *w, double x) { return within(x / w->side, w->columns); }
static int row_of(const ways *w, double y) { return within(y / w->side, w->rows); }

static int open_ways(ways *w, pen_page *page) {
  const int64_t cells = page->count / 2 + 1;
  *w = (ways){.page = page, .side = fmax(sqrt(page->width * page->height / (double)cells), 1e-3)};
  w->columns = within(page->width / w->side, 1 << 15) + 1;
  w->rows = within(page->height / w->side, 1 << 15) + 1;
  w->first = malloc((size_t)w->columns * (size_t)w->rows * sizeof *w->first);
  w->next = malloc(((size_t)page->count * 2 + 1) * sizeof *w->next);
  w->done = calloc((size_t)page->count + 1, 1);
  return w->first && w->next && w->done ? 0 : -1;
}

/* Puts the ends of a layer's lines into their cells; those with the least numbers come first. */
static void take_layer(ways *w, int layer) {
  const int64_t cells = (int64_t)w->columns * w->rows;
  for (int64_t cell = 0; cell < cells; cell++) w->first[cell] = NONE;
  for (int64_t end = 2 * w->page->count - 1; end >= 0; end--) {
    if (w->page->lines[end / 2].layer != layer) continue;
    const pen_point p = end_of(w->page, end);
    int64_t *const cell = &w->first[(int64_t)row_of(w, p.y) * w->columns + column_of(w, p.x)];
    w->next[end] = *cell;
    *cell = end;
  }
}

/* The end in a cell that is nearer than `least`; those of lines that are drawn leave the cell. */
static int64_t nearest_in(ways *w, int64_t cell, pen_point pen, double *least) {
  int64_t nearest = NONE;
  for (int64_t *at = &w->first[cell]; *at != NONE;) {
    if (w->done[*at / 2]) {
      *at = w->next[*at];
      continue;
    }
    const double way = apart(pen, end_of(w->page, *at));
    if (way < *least) *least = way, nearest = *at;
    at = &w->next[*at];
  }
  return nearest;
}

/* The end that is nearest to the pen; NONE: all lines are drawn. */
static int64_t nearest_end(ways *w, pen_point pen) {
  const int column = column_of(w, pen.x), row = row_of(w, pen.y);
  double least = INFINITY;
  int64_t nearest = NONE;
  for (int ring = 0; ring < w->columns + w->rows; ring++) {
    if ((ring - 1) * w->side > least) break; /* the pen may be at its cell's border */
    for (int y = row - ring; y <= row + ring; y++) {
      const int step = y == row - ring || y == row + ring || ring == 0 ? 1 : 2 * ring;
      for (int x = column - ring; x <= column + ring; x += step) {
        if (x < 0 || y < 0 || x >= w->columns || y >= w->rows) continue;
        const int64_t found = nearest_in(w, (int64_t)y * w->columns + x, pen, &least);
        if (found != NONE) nearest = found;
      }
    }
  }
  return nearest;
}

static void turn(pen_page *page, const pen_line *line) {
  pen_point *const p = page->points + line->first;
  for (int64_t i = 0, j = line->count - 1; i < j; i++, j--) {
    const pen_point kept = p[i];
    p[i] = p[j], p[j] = kept;
  }
}

static void order_layers(ways *w, pen_line *ordered, double *drawn, double *between) {
  pen_page *const page = w->page;
  int64_t count = 0, end;
  pen_point pen = {0, 0};
  for (int layer = 0; layer < page->layer_count; layer++) {
    take_layer(w, layer);
    while ((end = nearest_end(w, pen)) != NONE) {
      const pen_line *const line = &page->lines[end / 2];
      *between += apart(pen, end_of(page, end));
      if (end % 2) turn(page, line);
      for (int64_t i = 1; i < line->count; i++)
        *drawn += apart(page->points[line->first + i - 1], page->points[line->first + i]);
      pen = page->points[line->first + line->count - 1];
      w->done[end / 2] = 1;
      ordered[count++] = *line;
    }
  }
}

int pen_order(pen_page *page, double *drawn, double *between) {
  ways w;
  pen_line *const ordered = malloc(((size_t)page->count + 1) * sizeof *ordered);
  const int code = open_ways(&w, page) != 0 || !ordered ? -1 : 0;
  *drawn = *between = 0;
  if (!code) {
    order_layers(&w, ordered, drawn, between);
    memcpy(page->lines, ordered, (size_t)page->count * sizeof *ordered);
  }
  free(ordered), free(w.first), free(w.next), free(w.done);
  return code;
}
