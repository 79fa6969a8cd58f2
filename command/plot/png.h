/* Pictures within a page, as PNG. */
#ifndef BURL_PLOT_PNG_H
#define BURL_PLOT_PNG_H

#include <stddef.h>

/* The file of pixels of red, green, blue and opacity, to be freed, and its length; NULL: out of memory. */
unsigned char *plot_png(const unsigned char *rgba, int columns, int rows, size_t *length);

#endif
