/* What commands that draw figures have in common: their options, what they show of a recipe, and their files. */
#ifndef BURL_EXPLAIN_FIGURE_H
#define BURL_EXPLAIN_FIGURE_H

#include "cli/cli.h"
#include "plot/page.h"

typedef struct {
  const char *output;
  plot_theme theme;
  double extent[4], time;
  int extent_count; /* how many numbers --extent has; 0: it isn't given */
} figure;

/* Their options, as entries of a command whose struct has the figure in that field. */
enum { FIGURE_OUTPUT, FIGURE_EXTENT, FIGURE_TIME, FIGURE_THEME, FIGURE_ROWS };
extern const option_row figure_rows[FIGURE_ROWS];
#define FIGURE_OPTIONS(of, field)                                \
  SHARED_ROW(figure_rows[FIGURE_OUTPUT], of, figure, field),     \
      SHARED_ROW(figure_rows[FIGURE_EXTENT], of, figure, field), \
      SHARED_ROW(figure_rows[FIGURE_TIME], of, figure, field),   \
      SHARED_ROW(figure_rows[FIGURE_THEME], of, figure, field)

#define THEME_WORDS "light dark auto" /* and in the order of plot_theme: */
#define THEME_NAMES "auto light dark"
#define NO_THEME "is light, dark or auto"
/* Whether a path is called as a figure's file is: .svg, .png or .pdf. */
int figure_is_file(const char *path);
/* Whether such a file can be written.  One of pixels or paper is light where no theme is asked for. */
int figure_check(figure *f);
/* Chooses the corners: the option's, the view's, or 8 cells along x; of a curve y0 = y1 = 0. */
int figure_place(figure *f, const burl_program *program, double usual_height, int is_curve);

/* The size in pixels of a picture whose longer side is given; the samples of a pixel along each axis. */
void figure_fit(const figure *f, int side, int size[2]);
int figure_scale(const figure *f);
/* The grid with this number of samples that fills the extent. */
burl_grid figure_grid(const figure *f, int columns, int rows);
/* Samples as colours: numbers as greys from lo to hi, clear where they are NaN. */
void figure_colours(const float *samples, size_t count, int channels, const double range[2], unsigned char *rgba);

/* Closes the page, which may be NULL where memory is out, and writes it. */
int figure_write(const figure *f, plot_page *page);

#endif
