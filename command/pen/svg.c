/* A page of lines as SVG.  Coordinates of paths are steps from where the pen is, which are short; each is rounded from
 * the page's own, so that errors don't add up. */
#include "pen/pen.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers and words ----------------------------------------------------------------------------- */

/* To a thousandth of a millimetre, without zeros at the end. */
static void put_number(FILE *to, double value) {
  char text[64];
  snprintf(text, sizeof text, "%.3f", value);
  size_t length = strlen(text);
  while (text[length - 1] == '0') length--;
  if (text[length - 1] == '.') length--;
  text[length] = '\0';
  fputs(strcmp(text, "-0") == 0 ? "0" : text, to);
}

static void put_escaped(FILE *to, const char *text) {
  for (; *text; text++) {
    if (*text == '<') fputs("&lt;", to);
    else if (*text == '&') fputs("&amp;", to);
    else if (*text == '"') fputs("&quot;", to);
    else if ((unsigned char)*text >= ' ') putc(*text, to);
  }
}

/* ---- lines ----------------------------------------------------------------------------------------- */

static int is_closed(const pen_point *p, int64_t count) {
  return count > 2 && p[0].x == p[count - 1].x && p[0].y == p[count - 1].y;
}

/* Where a curve through point i is headed: as the way from the point before it to the one behind it. */
static pen_point heading(const pen_point *p, int64_t count, int64_t i) {
  const int closed = is_closed(p, count);
  const pen_point *const before = i > 0 ? &p[i - 1] : closed ? &p[count - 2] : &p[0];
  const pen_point *const behind = i < count - 1 ? &p[i + 1] : closed ? &p[1] : &p[count - 1];
  const double x = behind->x - before->x, y = behind->y - before->y, length = hypot(x, y);
  return length > 0 ? (pen_point){x / length, y / length} : (pen_point){0, 0};
}

/* A text that is being written, and where its pen is, in thousandths of a millimetre. */
typedef struct {
  FILE *to;
  int64_t x, y;
} path_text;

/* One coordinate, as seen from where the pen is. */
static void put_step(path_text *t, int64_t thousandths) {
  char text[32];
  const int64_t size = thousandths < 0 ? -thousandths : thousandths;
  int length = snprintf(text, sizeof text, "%s%lld.%03d", thousandths < 0 ? "-" : "", (long long)(size / 1000),
                        (int)(size % 1000));
  while (text[length - 1] == '0') length--;
  if (text[length - 1] == '.') length--;
  text[length] = '\0';
  const char *const zero =
      size > 0 && size < 1000 ? strchr(text, '0') : NULL; /* which needn't stand before the point */
  if (zero) memmove(text + (zero - text), zero + 1, strlen(zero));
  fputs(text, t->to);
}

static void put_place(path_text *t, const char *before, pen_point p) {
  fputs(before, t->to);
  put_step(t, llround(1000 * p.x) - t->x);
  putc(' ', t->to);
  put_step(t, llround(1000 * p.y) - t->y);
}

static void move_to(path_text *t, pen_point p) { t->x = llround(1000 * p.x), t->y = llround(1000 * p.y); }

/* The curve to point i, whose handles are a third as long as the way to it. */
static void put_curve(path_text *t, const pen_point *p, int64_t count, int64_t i) {
  const double third = hypot(p[i].x - p[i - 1].x, p[i].y - p[i - 1].y) / 3;
  const pen_point from = heading(p, count, i - 1), at = heading(p, count, i);
  put_place(t, "c", (pen_point){p[i - 1].x + third * from.x, p[i - 1].y + third * from.y});
  put_place(t, " ", (pen_point){p[i].x - third * at.x, p[i].y - third * at.y});
  put_place(t, " ", p[i]);
}

static void put_line(FILE *to, const pen_page *page, const pen_line *line) {
  const pen_point *const p = page->points + line->first;
  const int closed = is_closed(p, line->count);
  path_text t = {to, 0, 0};
  fputs("<path d=\"", to);
  put_place(&t, "M", p[0]);
  for (int64_t i = 1; i < line->count; i++) {
    move_to(&t, p[i - 1]);
    if (page->is_smooth) put_curve(&t, p, line->count, i);
    else if (i < line->count - 1 || !closed) put_place(&t, "l", p[i]);
  }
  fputs(closed ? "Z\"/>\n" : "\"/>\n", to);
}

/* ---- the page -------------------------------------------------------------------------------------- */

static void put_layer(FILE *to, const pen_page *page, int number) {
  const pen_layer *const layer = &page->layers[number];
  fprintf(to, "<g inkscape:groupmode=\"layer\" id=\"layer%d\" inkscape:label=\"%d ", number + 1, number + 1);
  put_escaped(to, layer->name);
  fprintf(to, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"", layer->colour);
  put_number(to, layer->width);
  fputs("\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n", to);
  for (int64_t i = 0; i < page->count; i++)
    if (page->lines[i].layer == number) put_line(to, page, &page->lines[i]);
  fputs("</g>\n", to);
}

static void put_page(FILE *to, const pen_page *page) {
  fputs("<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" "
        "width=\"",
        to);
  put_number(to, page->width);
  fputs("mm\" height=\"", to);
  put_number(to, page->height);
  fputs("mm\" viewBox=\"0 0 ", to);
  put_number(to, page->width);
  putc(' ', to);
  put_number(to, page->height);
  fputs("\">\n", to);
  if (page->title) {
    fputs("<title>", to);
    put_escaped(to, page->title);
    fputs("</title>\n", to);
  }
  for (int layer = 0; layer < page->layer_count; layer++) put_layer(to, page, layer);
  fputs("</svg>\n", to);
}

char *pen_svg(const pen_page *page, size_t *length) {
  char *text = NULL;
  FILE *const to = open_memstream(&text, length);
  if (!to) return NULL;
  put_page(to, page);
  const int failed = ferror(to);
  if (fclose(to) == 0 && !failed) return text;
  free(text);
  return NULL;
}
