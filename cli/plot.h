/* What the files of burl plot share: plot.c has the options, plot_sample.c the numbers, plot_draw.c and plot_octaves.c the
 * drawing. */
#ifndef BURL_CLI_PLOT_H
#define BURL_CLI_PLOT_H

#include "figure.h"

/* What a figure is of: the recipe itself, or what --parts asks for. */
typedef enum { PLOT_RECIPE, PLOT_OCTAVES, PLOT_LATTICE } plot_kind;

enum { MOST_PLOTTED = 6, MOST_ROWS = 8, MOST_STAGES = 3, PROFILE = 1201, BINS = 60, PICTURE_WIDTH = 600 };

typedef struct {
  recipe recipes[MOST_PLOTTED];
  char *expressions[MOST_PLOTTED];
  int count, dims; /* dims: 0: as many as the recipes need */
  figure figure;
  const char *data;
  double line[4];
  int line_given;
  int is_curve; /* whether all vary along x alone */
  plot_kind kind;
  double point[2]; /* --at */
  int point_count; /* how many numbers it has; 0: it isn't given */

  /* What is sampled. */
  double at[PROFILE][2];                /* the points of the profile, */
  float profile[MOST_PLOTTED][PROFILE]; /* and each recipe's values there */
  /* Of a recipe that sums octaves: each alone, up to MOST_ROWS; or the sum after so many. */
  float octaves[MOST_ROWS][PROFILE], stages[MOST_STAGES][PROFILE];
  int octave_count, stage_count, after[MOST_STAGES];
  float *picture; /* of the first recipe, [rows][columns] */
  int columns, rows;
  double lo, hi;  /* of what is finite */
  int bins[BINS]; /* how many of the picture's samples lie where between them */
} plot_job;

enum { TOP = 38, BELOW = 44 }; /* of pages, in pixels */

int plot_sample(plot_job *job);
int plot_draw(const plot_job *job); /* writes the file */
int plot_write_data(const plot_job *job);
void plot_free(plot_job *job);

int plot_lattice(const plot_job *job); /* the whole figure of --parts lattice */

plot_page *plot_octaves_page(const plot_job *job); /* NULL: out of memory */

#endif
