/* Figures of noise on a lattice: which parts of a sample its lattice points are.  In two dimensions the noise as a
 * picture with the gradients or values that it is made of, and a picture of each corner's part; in one dimension the
 * curve, and the lines, values or wavelets that it blends. */
#ifndef BURL_FIGURES_LATTICE_H
#define BURL_FIGURES_LATTICE_H

#include "burl_inspect.h"
#include "plot/page.h"

enum { LATTICE_MOST_PARTS = 6 };

typedef struct {
  const burl_program *program;
  burl_lattice lattice;
  double extent[4]; /* what is shown: x0, y0, x1, y1 */
  double at[2];     /* the point whose value is taken apart */
  double size[2];   /* of the page, in pixels; 0, 0: as large as it needs to be */
} lattice_figure;

/* What a lattice point adds to a sample: its weight times its height there, which is its gradient times the distance,
 * its value, or its wavelet. */
typedef struct {
  double i, j, weight, height;
} lattice_part;

/* Whether the program has such a lattice and its figure can be drawn: in two dimensions that of four corners.  Extent
 * and point are then the usual ones: 4 cells by 3, and a point in the middle one. */
int lattice_take(lattice_figure *f, const burl_program *program);
/* Chooses a point of the extent's middle cell. */
void lattice_choose_point(lattice_figure *f);

/* The part of the lattice point (i, j) at a point in cells; all parts of the sample there, and how many there are. */
lattice_part lattice_part_at(const lattice_figure *f, double i, double j, const double cells[2]);
int lattice_parts_at(const lattice_figure *f, const double cells[2], lattice_part parts[LATTICE_MOST_PARTS]);
/* A point in cells. */
void lattice_cells_of(const lattice_figure *f, const double at[2], double cells[2]);
/* The program's samples at points, for the page, which fails where memory is out. */
void lattice_sample(const lattice_figure *f, plot_page *page, const double *x, const double *y, size_t count,
                    float *to);

/* The whole page, in two dimensions and in one; NULL: out of memory. */
plot_page *lattice_plane_page(const lattice_figure *f, const char *title, plot_theme theme);
plot_page *lattice_line_page(const lattice_figure *f, const char *title, plot_theme theme);

/* "0.52 × −0.31 = −0.16". */
void lattice_part_text(const lattice_part *part, char text[128]);

#endif
