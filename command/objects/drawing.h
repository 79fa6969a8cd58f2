/* Lines in a picture's grid as a file: GeoJSON, or a page for a plotter. */
#ifndef BURL_OBJECTS_DRAWING_H
#define BURL_OBJECTS_DRAWING_H

#include "cli/render.h"
#include "image/shapes.h"
#include "pen/pen.h"
#include "survey/contours.h"

enum { MOST_PENS = 16 };

/* What --page, --paper-margin and --pens say. */
typedef struct {
  const char *page; /* NULL: a4 */
  double margin;    /* millimetres */
  int margin_given;
  const char *pens[MOST_PENS]; /* their colours, as a pen_layer has them */
  int pen_count;               /* 0: one, which is black */
} paper_wish;

#define USUAL_PAPER \
  { .margin = 10 }

/* Their rows, as entries of a command whose struct has the wish in that field. */
enum { PAPER_PAGE, PAPER_MARGIN, PAPER_PENS, PAPER_ROWS };
extern const option_row paper_rows[PAPER_ROWS];
#define PAPER_OPTIONS(of, field)                                   \
  SHARED_ROW(paper_rows[PAPER_PAGE], of, paper_wish, field),       \
      SHARED_ROW(paper_rows[PAPER_MARGIN], of, paper_wish, field), \
      SHARED_ROW(paper_rows[PAPER_PENS], of, paper_wish, field)

/* A layer for each pen, of that width, all of one name: they are told apart by their numbers.  How many there are. */
int drawing_pens(const paper_wish *wish, const char *name, double width, pen_layer layers[MOST_PENS]);

/* Whether a path is called as a page is; and checks that it is called .svg, .geojson or .json, and that the wish is of
 * a page. */
int drawing_is_page(const char *path);
int drawing_check(const char *path, const paper_wish *paper);

/* The paper, and how the source's grid lies on it, first sample to last.  DONE, or a code after a message. */
int drawing_place(const paper_wish *wish, const burl_grid *grid, double paper[2], pen_frame *frame);

/* Lines whose points are places of the grid. */
typedef struct {
  const char *name; /* of all together */
  const source *from;
  const survey_contour_set *set;
  const shape_field *field; /* of GeoJSON; NULL: none, */
  const double *values;     /* and each line's */
  const pen_layer *layers;  /* of a page, */
  int layer_count;
  const unsigned char *layer; /* and each line's; NULL: the first */
  int is_smooth;              /* whether they are curves there */
  int has_left; /* whether what is at their left, where y grows upwards, has to be there in GeoJSON, too */
} line_drawing;

/* Writes them, and says how far a pen goes. */
int drawing_write(const line_drawing *d, const paper_wish *paper, image_file *file);

#endif
