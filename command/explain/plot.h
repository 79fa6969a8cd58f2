/* What the files of burl plot share: plot.c has the options, plot_kinds.c the list of figures, plot_sample.c the
 * numbers of most, plot_draw.c the recipe's own figure, and the others a figure each. */
#ifndef BURL_EXPLAIN_PLOT_H
#define BURL_EXPLAIN_PLOT_H

#include "explain/figure.h"
#include "plot/axis.h"

/* What a figure is of: the recipe itself, or what --parts asks for. */
typedef enum {
  PLOT_RECIPE,
  PLOT_OCTAVES,
  PLOT_LATTICE,
  PLOT_DERIVATIVE,
  PLOT_HISTOGRAM,
  PLOT_SPECTRUM,
  PLOT_AUTOCORRELATION,
  PLOT_KINDS
} plot_kind;

#define PARTS_WORDS "octaves lattice derivative histogram spectrum autocorrelation"
#define PARTS_LIST "octaves, lattice, derivative, histogram, spectrum and autocorrelation"

enum { MOST_PLOTTED = 6, MOST_ROWS = 8, MOST_STAGES = 3, PROFILE = 1201, BINS = 60, USUAL_WIDTH = 600 };

typedef struct {
  recipe recipes[MOST_PLOTTED];
  char *expressions[MOST_PLOTTED];
  int count, dims; /* dims: 0: as many as the recipes need */
  figure figure;
  const char *data;
  double line[4];
  int line_count; /* how many numbers --line has; 0: it isn't given */
  int is_curve;   /* whether all vary along x alone */
  plot_kind kind;
  double point[2]; /* --at */
  double size[2];  /* of the page, in pixels; 0, 0: as large as it needs to be */
  int point_count; /* how many numbers it has; 0: it isn't given */

  /* What is sampled. */
  double at[2][PROFILE];                /* the points of the profile, x and y, */
  float profile[MOST_PLOTTED][PROFILE]; /* and each recipe's values there */
  /* Of a recipe that sums octaves: each alone, up to MOST_ROWS; or the sum after each octave. */
  float octaves[MOST_ROWS][PROFILE], stages[MOST_STAGES][PROFILE];
  int octave_count, stage_count, after[MOST_STAGES];
  double width, height; /* of the picture or graph, in pixels */
  float *picture;       /* of the first recipe, [rows][columns] */
  int columns, rows;
  double lo, hi;  /* of what is finite */
  int bins[BINS]; /* how many of the picture's samples lie where between them */
} plot_job;

enum { LEFT = 56, TOP = 38, BELOW = 44 /* margins of pages, in pixels */, CURVE_HEIGHT = 260 };

/* A figure by its kind. */
typedef struct {
  const char *name; /* for --parts */
  int (*draw)(plot_job *job);
  int takes;    /* which options: plot_kinds.c */
  int least[2]; /* the least size of its page */
  double cells; /* how many units wide its usual extent is */
} plot_figure;

extern const plot_figure plot_kinds[PLOT_KINDS];
int plot_choose_kind(void *job, char *name); /* --parts */
int plot_check_kind(const plot_job *job);    /* whether the options are some that it takes */
int plot_place(plot_job *job);               /* chooses the extent */

/* Each draws and writes a whole figure, and --data. */
int plot_recipe(plot_job *job);
int plot_octaves(plot_job *job);
int plot_lattice(plot_job *job);
int plot_derivative(plot_job *job);
int plot_histogram(plot_job *job);
int plot_spectrum(plot_job *job);
int plot_autocorrelation(plot_job *job);

/* ---- For those that draw --------------------------------------------------------------------------- */

/* The width or height inside margins given in pixels; if no size is given, `usual`. */
static inline double plot_side(const plot_job *job, int axis, double usual, double margins) {
  return job->size[axis] > 0 ? job->size[axis] - margins : usual;
}

void plot_title(const plot_job *job, plot_page *page, double x);
void plot_heading(plot_page *page, double x, double y, const char *text);
void plot_say_what(plot_page *page, double right, const char *text); /* what the numbers of a graph are, above it */

/* The recipes' colours; and their names where they end, y in pixels, apart from one another and above the corner on the
 * right below. */
extern const plot_tone plot_tones[MOST_PLOTTED];
void plot_name_curves(const plot_job *job, plot_page *page, const double corner[2], const double ends[MOST_PLOTTED]);

/* The profile's points, from end to end of the line, and the recipe there. */
void plot_place_line(plot_job *job);
int plot_sample_line(const plot_job *job, const recipe *r, float to[PROFILE]);
int plot_is_along_x(const plot_job *job); /* whether x alone varies along the line */
/* What the axis along the line says: x, or how far it is from its beginning; and its name. */
plot_axis plot_axis_along(const plot_job *job, const double box[4]);
const char *plot_name_along(const plot_job *job);

/* The recipe over the extent, [rows][columns], to be freed. */
int plot_sample_field(const plot_job *job, const recipe *r, int columns, int rows, float **to);
/* The same with its mean, of finite numbers that are not all the same. */
int plot_sample_statistics(const plot_job *job, const recipe *r, int columns, int rows, float **to, double *mean);
/* Across a picture of the extent, in this box, the line. */
void plot_draw_line(const plot_job *job, plot_page *page, const double box[4]);

/* A column of a table: its numbers in 17 digits, or in 9. */
typedef struct {
  char name[16];
  const double *exact;
  const float *values; /* where that is NULL */
} plot_column;

int plot_write_table(const char *path, const plot_column *columns, int width, int count);

/* What plot_recipe and plot_octaves draw. */
int plot_sample(plot_job *job);
void plot_free(plot_job *job);
int plot_write_profiles(const plot_job *job);

#endif
