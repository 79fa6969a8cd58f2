/* The pages of page.h. */
#include "plot/page.h"

#include "plot/png.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct plot_page {
  char *text;
  size_t length, room;
  int failed, is_dark;
};

/* ---- Colours -------------------------------------------------------------------------------------- */

static const char *const names[TONE_COUNT] = {"ink", "soft", "faint", "paper", "accent", "minus", "plus",
                                              "s1",  "s2",   "s3",    "s4",    "s5",     "s6"};
static const unsigned colours[2][TONE_COUNT] = {{0x1f2328, 0x5b636d, 0xd5d9de, 0xffffff, 0x2f8f4e, 0x2b6cb0, 0xc0501f,
                                                 0x0b3c5d, 0x14597f, 0x2177a0, 0x3f96ba, 0x6bb3cd, 0x93c9da},
                                                {0xe6e8eb, 0x9aa3ad, 0x3a4149, 0x14171a, 0x7ee2a0, 0x6fb1ff, 0xff9d5c,
                                                 0xd3ecf6, 0xa9d7ea, 0x7fc0dc, 0x58a8cb, 0x3f8fb3, 0x33789a}};

/* ---- Text ----------------------------------------------------------------------------------------- */

static int make_room(plot_page *p, size_t more) {
  if (p->failed) return 0;
  if (p->room - p->length > more) return 1;
  const size_t room = 2 * (p->length + more) + 4096;
  char *const text = realloc(p->text, room);
  if (!text) return p->failed = 1, 0;
  p->text = text;
  p->room = room;
  return 1;
}

static void put(plot_page *p, const char *bytes, size_t length) {
  if (!make_room(p, length)) return;
  memcpy(p->text + p->length, bytes, length);
  p->length += length;
}

__attribute__((format(printf, 2, 3))) static void say(plot_page *p, const char *format, ...) {
  char line[512];
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  put(p, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
}

/* A coordinate in tenths of a pixel: how far that is from 0, in as few characters as possible. */
static long tenths(double pixels) { return lround(10 * pixels); }

static void say_tenths(plot_page *p, long value, const char *before) {
  const long size = labs(value);
  say(p, "%s%s%ld", value < 0 ? "" : before, value < 0 ? "-" : "", size / 10);
  if (size % 10) say(p, ".%ld", size % 10);
}

/* Text that is valid UTF-8.  Of the characters that XML may not have (T. Bray and others, "Extensible Markup Language
 * (XML) 1.0", 2008, section 2.2), controls are left out, and U+FFFE and U+FFFF become U+FFFD. */
static void say_escaped(plot_page *p, const char *text) {
  for (const char *c = text; *c; c++) {
    if (*c == '<') put(p, "&lt;", 4);
    else if (*c == '>') put(p, "&gt;", 4); /* as it may not stand behind ]] */
    else if (*c == '&') put(p, "&amp;", 5);
    else if (strncmp(c, "\xef\xbf\xbe", 3) == 0 || strncmp(c, "\xef\xbf\xbf", 3) == 0)
      put(p, "\xef\xbf\xbd", 3), c += 2;
    else if ((unsigned char)*c >= ' ') put(p, c, 1);
  }
}

/* ---- Pages ---------------------------------------------------------------------------------------- */

static void say_colours(plot_page *p, int dark) {
  for (int t = 0; t < TONE_COUNT; t++)
    say(p, ".%s{stroke:#%06x}.f-%s{fill:#%06x}\n", names[t], colours[dark][t], names[t], colours[dark][t]);
}

plot_page *plot_open(double width, double height, plot_theme theme) {
  plot_page *const p = calloc(1, sizeof *p);
  if (!p) return NULL;
  p->is_dark = theme == PLOT_DARK;
  say(p, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %ld %ld\" width=\"%ld\" height=\"%ld\">\n",
      lround(width), lround(height), lround(width), lround(height));
  say(p,
      "<style>\nsvg{font-family:\"Source Sans 3\",\"Helvetica Neue\",Arial,\"DejaVu Sans\",sans-serif;font-size:11px}\n"
      "path{fill:none;stroke-linejoin:round;stroke-linecap:round}\n");
  say_colours(p, p->is_dark);
  if (theme == PLOT_AUTO) {
    say(p, "@media(prefers-color-scheme:dark){\n");
    say_colours(p, 1);
    say(p, "}\n");
  }
  say(p, "</style>\n<rect width=\"100%%\" height=\"100%%\" class=\"f-paper\"/>\n");
  return p;
}

unsigned plot_colour(const plot_page *p, plot_tone tone) { return colours[p->is_dark][tone]; }

char *plot_close(plot_page *p, size_t *length) {
  say(p, "</svg>\n");
  char *text = p->text;
  *length = p->length;
  if (p->failed) {
    free(text);
    text = NULL;
  }
  free(p);
  return text;
}

void plot_fail(plot_page *p) { p->failed = 1; }

void plot_group(plot_page *p, const char *name) { say(p, "<g id=\"%s\">\n", name); }

void plot_group_end(plot_page *p) { say(p, "</g>\n"); }

/* ---- Lines ---------------------------------------------------------------------------------------- */

/* How far a point lies from the line between two others. */
static double distance(const double *at, const double *a, const double *b) {
  const double dx = b[0] - a[0], dy = b[1] - a[1], length = hypot(dx, dy);
  const double ux = at[0] - a[0], uy = at[1] - a[1];
  return length > 0 ? fabs(ux * dy - uy * dx) / length : hypot(ux, uy);
}

/* Marks which points between two that stay are to stay, too (D. Douglas, T. Peucker, "Algorithms for the reduction of
 * the number of points required to represent a digitized line", 1973). */
static void mark_kept(const double *xy, size_t first, size_t last, unsigned char *kept) {
  double most = 0.1;
  size_t at = first;
  for (size_t i = first + 1; i < last; i++) {
    const double d = distance(xy + 2 * i, xy + 2 * first, xy + 2 * last);
    if (d > most) most = d, at = i;
  }
  if (at == first) return;
  kept[at] = 1;
  mark_kept(xy, first, at, kept);
  mark_kept(xy, at, last, kept);
}

/* A run of points that are finite: absolute, then relative to what is written before. */
static void say_run(plot_page *p, const double *xy, size_t count) {
  unsigned char *const kept = calloc(count, 1);
  long x = tenths(xy[0]), y = tenths(xy[1]);
  if (!kept) {
    p->failed = 1;
    return;
  }
  kept[count - 1] = 1;
  mark_kept(xy, 0, count - 1, kept);
  say(p, "M");
  say_tenths(p, x, "");
  say_tenths(p, y, " ");
  const char *before = "l";
  for (size_t i = 1; i < count; i++) {
    if (!kept[i]) continue;
    if (*before == 'l') say(p, "l");
    say_tenths(p, tenths(xy[2 * i]) - x, *before == 'l' ? "" : " ");
    say_tenths(p, tenths(xy[2 * i + 1]) - y, " ");
    x = tenths(xy[2 * i]);
    y = tenths(xy[2 * i + 1]);
    before = " ";
  }
  free(kept);
}

static int is_point(const double *xy) { return fabs(xy[0]) < 1e7 && fabs(xy[1]) < 1e7; }

void plot_curve(plot_page *p, const double *xy, size_t count, plot_tone tone, double width) {
  if (!xy) p->failed = 1;
  say(p, "<path d=\"");
  for (size_t i = 0; i < count && !p->failed;) {
    size_t end = i;
    while (end < count && is_point(xy + 2 * end)) end++;
    if (end > i) say_run(p, xy + 2 * i, end - i);
    i = end + 1;
  }
  say(p, "\" class=\"%s\" stroke-width=\"%g\"/>\n", names[tone], width);
}

void plot_area(plot_page *p, const double *xy, size_t count, plot_tone tone, double opacity) {
  say(p, "<path d=\"");
  say_run(p, xy, count);
  say(p, "z\" class=\"f-%s\" fill-opacity=\"%g\"/>\n", names[tone], opacity);
}

void plot_line(plot_page *p, const double ends[4], plot_tone tone, double width) {
  plot_curve(p, ends, 2, tone, width);
}

void plot_dashes(plot_page *p, const double ends[4], plot_tone tone, double width) {
  say(p, "<path d=\"");
  say_run(p, ends, 2);
  say(p, "\" class=\"%s\" stroke-width=\"%g\" stroke-dasharray=\"4 4\"/>\n", names[tone], width);
}

void plot_arrow(plot_page *p, const double ends[4], plot_tone tone, double width) {
  const double dx = ends[2] - ends[0], dy = ends[3] - ends[1], length = hypot(dx, dy),
               head = fmin(4 * width, 0.6 * length);
  if (!(length > 1e-6)) return;
  const double ux = dx / length, uy = dy / length, bx = ends[2] - head * ux, by = ends[3] - head * uy;
  plot_line(p, (const double[]){ends[0], ends[1], bx, by}, tone, width);
  plot_area(p,
            (const double[]){ends[2], ends[3], bx - 0.45 * head * uy, by + 0.45 * head * ux, bx + 0.45 * head * uy,
                             by - 0.45 * head * ux},
            3, tone, 1);
}

void plot_dot(plot_page *p, double x, double y, double radius, plot_tone fill, plot_tone edge) {
  say(p, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%g\" class=\"f-%s %s\"/>\n", x, y, radius, names[fill], names[edge]);
}

void plot_box(plot_page *p, const double box[4], plot_tone tone, double width) {
  const double right = box[0] + box[2], low = box[1] + box[3];
  plot_curve(p, (const double[]){box[0], box[1], right, box[1], right, low, box[0], low, box[0], box[1]}, 5, tone,
             width);
}

/* ---- Labels and pictures -------------------------------------------------------------------------- */

void plot_text(plot_page *p, double x, double y, plot_style style, const char *text) {
  static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
  static const char *const fonts[] = {"", " font-weight=\"600\"", " font-style=\"italic\""};
  say(p, "<text x=\"%.1f\" y=\"%.1f\" class=\"f-%s\"%s%s", x, y, names[style.tone], anchors[style.anchor],
      fonts[style.font]);
  if (style.size > 0) say(p, " font-size=\"%g\"", style.size);
  say(p, ">");
  say_escaped(p, text);
  say(p, "</text>\n");
}

static void put_base64(plot_page *p, const unsigned char *bytes, size_t count) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (!make_room(p, 4 * ((count + 2) / 3))) return;
  for (size_t i = 0; i < count; i += 3) {
    const size_t left = count - i;
    const unsigned word =
        (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) | (left > 2 ? bytes[i + 2] : 0);
    char *const to = p->text + p->length;
    for (int k = 0; k < 4; k++) to[k] = digits[word >> (18 - 6 * k) & 63];
    if (left < 2) to[2] = '=';
    if (left < 3) to[3] = '=';
    p->length += 4;
  }
}

void plot_picture(plot_page *p, const double box[4], const unsigned char *rgba, int columns, int rows) {
  size_t size = 0;
  unsigned char *const bytes = rgba ? plot_png(rgba, columns, rows, &size) : NULL;
  if (!bytes) {
    p->failed = 1;
    return;
  }
  say(p, "<image x=\"%.1f\" y=\"%.1f\" width=\"%g\" height=\"%g\" href=\"data:image/png;base64,", box[0], box[1],
      box[2], box[3]);
  put_base64(p, bytes, size);
  say(p, "\"/>\n");
  free(bytes);
}
