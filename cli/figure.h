/* Figures as files, for the commands that draw them. */
#ifndef BURL_CLI_FIGURE_H
#define BURL_CLI_FIGURE_H

#include "page.h"

/* Whether a figure can be written so; one of pixels or pages is light where no theme is asked for. */
int figure_check(const char *path, plot_theme *theme);
/* Writes a figure; the path ends in .svg, .png or .pdf. */
int figure_save(const char *path, const char *svg, size_t length);

#endif
