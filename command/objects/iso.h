/* The surface where a recipe of three dimensions has a value, as a mesh: what burl mesh makes with --iso. */
#ifndef BURL_OBJECTS_ISO_H
#define BURL_OBJECTS_ISO_H

#include "cli/render.h"
#include "mesh/mesh.h"

typedef enum { INSIDE_BELOW, INSIDE_ABOVE } iso_inside;

/* The values of the options. */
typedef struct {
  double level;
  int is_given, is_open;
  iso_inside inside; /* where it is solid */
  int has_creases;   /* whether corners may be several in one place, with normals of their own */
  int64_t longest;   /* cells along the longest side; 0: --size says them all */
} iso_wish;

/* Reads --size as cells: of three axes, of one, or as usual.  DONE, or a code after a message. */
int iso_begin(iso_wish *wish, rendering *r);

/* Checks the compiled recipe, and chooses how many cells there are along each axis.  As above. */
int iso_check(const iso_wish *wish, rendering *r);

/* x and y from the middle of the extent, y upwards in the picture, as ground has them, and z as it is.  Says how near
 * it is, and what of it was proven.  As above; to be freed by mesh_free either way. */
int iso_mesh(const iso_wish *wish, const source *from, mesh *to);

#endif
