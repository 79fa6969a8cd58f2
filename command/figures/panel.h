/* What figures are made of: recipes as curves and pictures, beside their axes.  Recipes are texts of this program, as
 * printf() has them.  Where one can't be sampled, memory is out, and the page is marked so. */
#ifndef BURL_FIGURES_PANEL_H
#define BURL_FIGURES_PANEL_H

#include "plot/axis.h"

enum { PANEL_POINTS = 601 }; /* of a curve, at most */

#define PANEL_PRINTF(place) __attribute__((format(printf, place, place + 1)))

/* A graph: x from left to right, values from the bottom to the top. */
typedef struct {
  plot_axis x, y;
} panel;

/* box: x, y, width, height in pixels; range: x0, x1, lo, hi. */
panel panel_of(const double box[4], const double range[4]);

/* ---- Numbers -------------------------------------------------------------------------------------- */

/* A recipe of x at evenly spaced points from one end of the panel to the other. */
void panel_sample(plot_page *page, const panel *p, float values[PANEL_POINTS], const char *recipe);
/* The same at `count` points, of a format. */
void panel_row(plot_page *page, const panel *p, float *values, int count, const char *format, ...) PANEL_PRINTF(5);
/* A recipe of two dimensions at one point. */
double panel_value(plot_page *page, const double at[2], const char *format, ...) PANEL_PRINTF(3);
/* The slope of a gradient noise at a lattice point, which is what the noise is made of: of a recipe along x and y. */
void panel_gradient(plot_page *page, const double at[2], const char *recipe, double gradient[2]);

/* ---- Curves --------------------------------------------------------------------------------------- */

void panel_curve(plot_page *page, const panel *p, const float values[PANEL_POINTS], plot_tone tone, double width);
/* The area between a curve and 0. */
void panel_fill(plot_page *page, const panel *p, const float values[PANEL_POINTS], plot_tone tone, double opacity);

typedef struct {
  plot_tone tone;
  double width, opacity; /* of the line; of the area between it and 0, 0: none */
} panel_style;

void panel_recipe(plot_page *page, const panel *p, panel_style style, const char *format, ...) PANEL_PRINTF(4);
/* A dot on the recipe's value at each whole x. */
void panel_dots(plot_page *page, const panel *p, plot_tone tone, const char *format, ...) PANEL_PRINTF(4);

/* The line of value 0; numbers below, x in italics under them; numbers beside, with faint lines. */
void panel_zero(plot_page *page, const panel *p);
void panel_below(plot_page *page, const panel *p, int most, const char *name);
void panel_beside(plot_page *page, const panel *p, int most);

/* ---- Pictures ------------------------------------------------------------------------------------- */

/* How samples of numbers are shown: from lo (black) to hi (white); or about 0, from -hi to hi, in the colours of minus
 * and plus, clear at 0.  Colours stay as they are. */
typedef struct {
  double lo, hi;
  int is_signed;
  double pixels; /* samples a pixel along each side; 0: 1 */
} panel_look;

void panel_picture(plot_page *page, const double box[4], const double extent[4], panel_look look, const char *format,
                   ...) PANEL_PRINTF(5);

/* ---- Words ---------------------------------------------------------------------------------------- */

void panel_title(plot_page *page, double x, double y, const char *text);                /* bold */
void panel_note(plot_page *page, double x, double y, plot_tone tone, const char *text); /* from x on */
void panel_label(plot_page *page, double x, double y, const char *text);                /* about x, soft */
/* About x, from a format. */
void panel_say(plot_page *page, double x, double y, plot_style style, const char *format, ...) PANEL_PRINTF(5);
/* A number with a given number of decimals and a true minus sign. */
void panel_number(double value, int decimals, char text[40]);

#endif
