/* Pictures of numbers about 0 in two colours. */
#ifndef BURL_PLOT_SIGNED_H
#define BURL_PLOT_SIGNED_H

#include "plot/page.h"

/* The box filled by values[rows][columns] from -most to most, as the tones MINUS and PLUS; nothing is drawn at 0, so
 * that it has the page's colour.  NULL counts as memory that ran out. */
void plot_signed(plot_page *page, const double box[4], const float *values, int columns, int rows, double most);

/* Their scale, as long as given in pixels, with its ends named. */
void plot_signed_bar(plot_page *page, double x, double y, double width, double most);

#endif
