/* Lines on paper, for plotters: sizes of paper, the order in which a pen draws them, and the page as SVG in
 * millimetres. Nothing here prints. */
#ifndef BURL_PEN_H
#define BURL_PEN_H

#include <stddef.h>
#include <stdint.h>

/* On a page: millimetres from its top left corner. */
typedef struct {
  double x, y;
} pen_point;

typedef struct {
  int64_t first, count; /* of its points; where it is closed, the last repeats the first */
  int layer;
} pen_line;

/* What is drawn with one pen. */
typedef struct {
  const char *name, *colour; /* of plain letters and digits, as "black" or "#a04020" */
  double width;              /* millimetres */
} pen_layer;

typedef struct {
  double width, height; /* millimetres */
  const pen_layer *layers;
  int layer_count;
  pen_line *lines;
  int64_t count;
  pen_point *points;
  int is_smooth;     /* whether lines are curves through their points */
  const char *title; /* UTF-8; NULL: none */
} pen_page;

/* ---- paper.c ------------------------------------------------------------------------------------- */

#define PEN_PAPERS "a6 a5 a4 a3 a2 a1 a0 letter legal tabloid, or a size in millimetres such as 200x150"

/* The size of paper of a name, in letters of either case, or of "200x150" or "200x150mm", in millimetres, the shorter
 * side first where it has a name.  0, or -1 where there is none of that name, or a side isn't 1 mm to 10 m. */
int pen_paper(const char *name, double size[2]);

/* Where a drawing of a width and a height lies on a page: how many millimetres one of its units is, and where its top
 * left corner is, so that it is as large as the margins allow, and amid them. */
typedef struct {
  double scale, left, top;
} pen_frame;

pen_frame pen_frame_of(double width, double height, const double page[2], double margin);

/* ---- order.c ------------------------------------------------------------------------------------- */

/* Orders the lines of each layer so that the pen's ways between them are short: from each line to the one that begins
 * or ends next to it.  Lines that are not closed may be turned.  Returns 0; -1: out of memory, and they are as they
 * were. drawn, between: how far the pen goes down and up, in millimetres. */
int pen_order(pen_page *page, double *drawn, double *between);

/* ---- svg.c --------------------------------------------------------------------------------------- */

/* The page as SVG, a layer for each pen, as Inkscape and plotters' programs know them; to be freed.  NULL: out of
 * memory. */
char *pen_svg(const pen_page *page, size_t *length);

#endif
