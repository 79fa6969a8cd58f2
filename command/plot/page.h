/* Pages of figures as SVG: curves, arrows, pictures and labels.  Text stays text; colours are classes, so that one file
 * serves light and dark readers; the same calls give the same bytes.  Coordinates are pixels from the top left corner.
 * Where memory runs out, plot_close says so, and what is drawn until then is ignored. */
#ifndef BURL_PLOT_PAGE_H
#define BURL_PLOT_PAGE_H

#include <stddef.h>

/* What a thing is, from which its colour follows: SOFT: axes and their labels; FAINT: grid lines; ACCENT: the point or
 * line that a figure speaks of; MINUS, PLUS: below and above 0; STEP and on: octaves and other sequences. */
typedef enum {
  TONE_INK,
  TONE_SOFT,
  TONE_FAINT,
  TONE_PAPER,
  TONE_ACCENT,
  TONE_MINUS,
  TONE_PLUS,
  TONE_STEP,
  TONE_COUNT = TONE_STEP + 6
} plot_tone;

/* PLOT_AUTO: as the reader's other pages are. */
typedef enum { PLOT_AUTO, PLOT_LIGHT, PLOT_DARK } plot_theme;

typedef struct plot_page plot_page;

plot_page *plot_open(double width, double height, plot_theme theme); /* NULL: out of memory */
/* The page's text, to be freed; NULL: out of memory. */
char *plot_close(plot_page *page, size_t *length);
/* From here on the page counts as one that memory ran out for. */
void plot_fail(plot_page *page);

/* What is drawn until the end is one thing of this name, a word. */
void plot_group(plot_page *page, const char *name);
void plot_group_end(plot_page *page);

/* A tone as 0xRRGGBB, for pixels; with PLOT_AUTO that of light pages. */
unsigned plot_colour(const plot_page *page, plot_tone tone);

/* ---- drawing -------------------------------------------------------------------------------------- */

/* A line through xy[count][2], without the points that are less than a tenth of a pixel beside it.  A point that is not
 * finite ends it; it goes on behind.  NULL counts as memory that ran out. */
void plot_curve(plot_page *page, const double *xy, size_t count, plot_tone tone, double width);
/* The area within xy[count][2], whose points are finite. */
void plot_area(plot_page *page, const double *xy, size_t count, plot_tone tone, double opacity);
void plot_line(plot_page *page, const double ends[4], plot_tone tone, double width);
void plot_dashes(plot_page *page, const double ends[4], plot_tone tone, double width);
void plot_arrow(plot_page *page, const double ends[4], plot_tone tone, double width);
void plot_dot(plot_page *page, double x, double y, double radius, plot_tone fill, plot_tone edge);
void plot_box(plot_page *page, const double box[4], plot_tone tone, double width); /* x, y, width, height */

typedef enum { PLOT_LEFT, PLOT_MIDDLE, PLOT_RIGHT } plot_anchor; /* where (x, y), on its base line, lies in a text */
typedef enum { PLOT_PLAIN, PLOT_BOLD, PLOT_ITALIC } plot_font;

typedef struct {
  plot_anchor anchor;
  plot_font font;
  plot_tone tone;
  double size; /* of its font, in pixels; 0: 11 */
} plot_style;

/* A text in UTF-8. */
void plot_text(plot_page *page, double x, double y, plot_style style, const char *text);

/* The box filled by a picture of rgba[rows][columns][4]; NULL counts as memory that ran out. */
void plot_picture(plot_page *page, const double box[4], const unsigned char *rgba, int columns, int rows);

#endif
