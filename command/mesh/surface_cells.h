/* The cells through which a surface passes: what the files of surface.h share. */
#ifndef BURL_MESH_SURFACE_CELLS_H
#define BURL_MESH_SURFACE_CELLS_H

#include "mesh/surface.h"

/* Around the grid lies a further layer of cells that are as thick as nothing, in which what is on the border has its
 * corners.  So cells are counted from 0 to cells + 1, and the node with the least coordinates of cell 1 is the grid's
 * first.  Corners of a cell are bits, 1 for x, 2 for y, 4 for z. */
typedef struct {
  uint16_t at[3];
  unsigned char inside, holes; /* corners below 0; those that aren't numbers */
  unsigned char own;         /* axes along which the surface passes between corner 0 and the next, beside four cells */
  unsigned char joined;      /* as of surface_sheets */
  uint32_t crossing, vertex; /* the numbers of the first of its own crossings, and of its first corner */
} surface_cell;

/* For each way to be joined and each set of corners inside: the sheet of each edge, and how many sheets there are. */
enum { SURFACE_EDGES = 12, SURFACE_NO_SHEET = 255, SURFACE_JOINED = 7 };
typedef struct {
  unsigned char sheet[SURFACE_JOINED][256][SURFACE_EDGES], count[SURFACE_JOINED][256];
} surface_table;

typedef struct {
  const mesh_field *field;
  surface_table table;
  surface_cell *cells; /* by z, then y, then x */
  int64_t count;
  int64_t *rows; /* where the cells of each row begin, and where the last one ends */
  int64_t boxes, sampled;
} surface_cells;

/* Finds them all.  As mesh_surface_of. */
int surface_find(const mesh_field *field, surface_cells *to);
void surface_forget(surface_cells *cells);

/* The cell there; NULL: the surface doesn't pass through it. */
surface_cell *surface_cell_at(const surface_cells *cells, int x, int y, int z);

/* The coordinate of a node along an axis, counted as cells are. */
double surface_coordinate(const mesh_field *field, int axis, int node);

/* Does a job for each of `count` things, some at a time, by the field's threads; what the first to fail returned. */
typedef int surface_job(void *arg, int64_t first, int64_t end);
int surface_each(const mesh_field *field, int64_t count, int64_t at_a_time, surface_job *job, void *arg);

/* ---- surface_sheets.c ------------------------------------------------------------------------------ */

/* Edges are 4 times their axis, and two bits for where they lie along the next two axes. */
int surface_edge_axis(int edge);
int surface_edge_corner(int edge); /* the corner at which it begins */

/* Tells the sheets of the surface in a cell apart.  Corners inside that lie across a face, with others outside between
 * them, are apart on it, but where joined is 1 + that face's number: 0 and 1 are the first and last along x, 2 y. */
void surface_fill_table(surface_table *table);

/* Whether two neighbours' sheets would meet twice on the face that they share, the last one along that axis of the
 * first cell: where both pass it twice, each with a single sheet. */
int surface_meets_twice(const surface_table *table, unsigned inside, unsigned next_inside, int axis);

/* ---- surface_place.c ------------------------------------------------------------------------------- */

/* Where the surface crosses edges, and its corners. */
typedef struct {
  int64_t count;
  double *place;     /* the coordinate along the edge's axis */
  float (*slope)[3]; /* of length 1, or 0 */
} surface_crossings;

/* As mesh_surface_of, with as many as are counted.  To be freed by the caller either way. */
int surface_cross(const surface_cells *cells, surface_crossings *to);

/* Places the corners, of which there is room for, with their normals. */
int surface_place(const surface_cells *cells, const surface_crossings *crossings, mesh_surface *to);

#endif
