/* The mesh of a part of a recipe's ground: its corners with all that they have. */
#ifndef BURL_OBJECTS_GROUND_H
#define BURL_OBJECTS_GROUND_H

#include "cli/render.h"
#include "mesh/mesh.h"

/* A part of the source's grid, all of whose samples are computed, and its triangles. */
typedef struct {
  source *from;
  const float *heights;      /* of the grid, scaled */
  const mesh_ground *ground; /* of the part */
  int first[2], last[2];     /* its first and last nodes along x and y */
  int texture;               /* pixels along its longer side; 0: corners have colours, where there are any */
  float floor;               /* where it is closed */
  int is_closed;
  double skirt; /* how deep walls hang from its edges; 0: there are none */
} ground_part;

/* The channels of the program's first colour begin here; -1: there is none. */
int ground_colour(const burl_program *program);

/* What the heights are multiplied by to be in the unit of the coordinates: 1, but where they are a material's. */
double ground_scale(const burl_program *program);

/* How far the recipe's heights may be, between the samples of the source's grid, from what leads linearly through the
 * corners of a cell's half, proven but for the rounding of numbers; infinite: it isn't known. */
double ground_between(const source *from);

/* From the middle of the grid's extent, y upwards in the picture.  DONE, or a code after a message; to be freed by
 * mesh_free either way. */
int ground_mesh(const ground_part *p, mesh *to);

#endif
