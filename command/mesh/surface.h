/* Surfaces where a function of space is 0, as triangles: T. Ju, F. Losasso, S. Schaefer, J. Warren, "Dual Contouring of
 * Hermite Data", 2002, with a corner for each sheet of a cell (G. Nielson, "Dual Marching Cubes", 2004; S. Schaefer,
 * T. Ju, J. Warren, "Manifold Dual Contouring", 2007).  Nothing here prints. */
#ifndef BURL_MESH_SURFACE_H
#define BURL_MESH_SURFACE_H

#include "mesh/mesh.h"

enum { MESH_MOST_CELLS = 4096, MESH_LEAF = 16 };

/* Nodes of a grid: from the first to the last, both included, at most MESH_LEAF cells a side. */
typedef struct {
  int first[3], last[3];
} mesh_box;

/* A function of space, below 0 inside of what is solid, over a grid of cells; node (i, j, k) lies at origin[0] +
 * i*step[0] and so on.  The functions are called on any thread and return 0, or what mesh_surface_of() is to return. */
typedef struct {
  int cells[3];              /* 1 to MESH_MOST_CELLS along each axis */
  double origin[3], step[3]; /* above 0 */
  int is_open;               /* 1: the surface ends at the grid's border; 0: there it is closed by walls */
  /* What is proven of boxes: -1, it is below 0 all over; 1, nowhere; 0, neither.  Their sides may be longer than those
   * of a leaf.  NULL: nothing is. */
  int (*prove)(void *user, const mesh_box *boxes, int count, signed char *proven);
  int (*nodes)(void *user, const mesh_box *box, double *values); /* x first; NaN: there is no surface beside it */
  int (*places)(void *user, const double (*at)[3], int64_t count, double *values);
  int (*slopes)(void *user, const double (*at)[3], int64_t count, double (*slope)[3]);
  /* Does job(arg, 0) to job(arg, count - 1), in any order and on any threads.  NULL: the caller's does. */
  void (*share)(void *user, int64_t count, void (*job)(void *arg, int64_t i), void *arg);
  void *user;
} mesh_field;

/* The corners of triangles follow one another against the clock for who looks from outside, in right-handed axes. */
typedef struct {
  int64_t vertex_count, triangle_count;
  double (*position)[3];
  float (*normal)[3];
  unsigned char
      *border; /* of each corner: bits 1 and 2, it lies on the first and last side along x; 4, 8 y; 16, 32 z */
  uint32_t (*triangle)[3];
  double within;          /* between two places so near to each other the surface passes, beside each corner's */
  double middle;          /* about how far the farthest middle of a triangle is from it; but for walls */
  int64_t holes;          /* cells that the surface would pass through, if all of their corners were numbers */
  int64_t boxes, sampled; /* as many boxes of MESH_LEAF cells a side there are, and were sampled */
} mesh_surface;

/* The surface, the same whatever is proven and however jobs are shared.  Each edge belongs to two triangles, but for
 * those at holes and at an open border, and around each corner triangles are a single fan.  Of grids beside each other
 * that are open, corners on the common side are the same, to the bit if the function is.  Returns 0; -1: out of memory;
 * -2: it has more than 2^30 corners; or what a function returned.  To be freed by mesh_surface_free either way. */
int mesh_surface_of(const mesh_field *field, mesh_surface *surface);
void mesh_surface_free(mesh_surface *surface);

#endif
