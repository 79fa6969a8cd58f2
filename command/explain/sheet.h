/* What the files of burl sheet share: sheet.c has the options and the samples, sheet_axis.c what varies, sheet_page.c
 * the drawing. */
#ifndef BURL_EXPLAIN_SHEET_H
#define BURL_EXPLAIN_SHEET_H

#include "explain/figure.h"

enum { MOST_AXES = 2, MOST_STOPS = 64, MOST_PICTURES = 400, LONGEST_LABEL = 112 };

typedef enum { SHEET_KNOB, SHEET_OPTION, SHEET_TIME, SHEET_SEED } sheet_kind;

/* What varies along one side of a sheet: a knob, an option that the recipe names, t, or the seed. */
typedef struct {
  const char *name; /* "seed" for seeds */
  sheet_kind kind;
  int count;
  const char *words[MOST_STOPS]; /* NULL where a stop is a number, */
  double values[MOST_STOPS];     /* which then stands here */
  uint64_t first_seed;
} sheet_axis;

/* "gain=0.3..0.7:5", "octaves=1..8" (whole numbers), "gain=0.3,0.5" or "interp=linear,cosine"; the text is split in
 * place and has to stay. */
int sheet_parse_axis(sheet_axis *axis, char *text);
int sheet_parse_seeds(sheet_axis *axis, char *text); /* "1..12" */

/* Whether it is t, or the recipe, compiled, has a knob of the name, or else its text an option; an error names the
 * nearest. */
int sheet_find_axis(sheet_axis *axis, const recipe *r);
/* "gain 0.3", "seed 7"; bare: "0.3", "7". */
void sheet_label(const sheet_axis *axis, int stop, int is_bare, char label[LONGEST_LABEL]);
/* Makes the recipe and the time those of a stop; *text is what it replaces the recipe's text by, to be freed, or
 * NULL. */
int sheet_set(const sheet_axis *axis, int stop, recipe *r, double *time, char **text);

typedef struct {
  const float *samples; /* [size[1]][size[0]][channels] */
  double range[2];      /* black and white, or a graph's least and greatest */
} sheet_picture;

typedef struct {
  recipe recipe;
  figure figure;
  sheet_axis axes[MOST_AXES];
  int axis_count, side, is_bare;
  int have_own_scales;                 /* whether each picture's range is its own */
  int is_curve;                        /* whether the recipe is numbers that vary along x alone */
  int channels;                        /* of a picture; curves in a graph */
  int columns, rows, count, pixels[2]; /* pictures; the size of each */
  int size[2];                         /* samples of each: more than pixels, where the file has more */
  float *samples;                      /* of all, for free() */
  sheet_picture pictures[MOST_PICTURES];
} sheet_job;

plot_page *sheet_draw(const sheet_job *job); /* NULL: out of memory */

#endif
