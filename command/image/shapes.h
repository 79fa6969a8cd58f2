/* Points, lines and polygons with properties, as GeoJSON. */
#ifndef BURL_SHAPES_H
#define BURL_SHAPES_H

#include "image/image.h"

typedef enum { SHAPES_LINES, SHAPES_POLYGONS, SHAPES_POINTS } shape_kind;

typedef struct {
  double x, y;
} shape_point;

/* A range of what an array has. */
typedef struct {
  int64_t first, count;
} shape_range;

/* A property that every shape has. */
typedef struct {
  const char *name;
  int is_whole; /* whether its values are whole numbers */
} shape_field;

/* The shapes.  A part is a line, or a ring of a polygon, whose last point is its first one; a polygon's first ring is
 * its outline.  Lines have one part each, points have one of one point, and parts isn't read. */
typedef struct {
  const char *name; /* of the collection */
  shape_kind kind;
  const char *crs;  /* as in heights.h; NULL: none */
  double precision; /* coordinates are written to this, or finer */
  const shape_field *fields;
  int field_count;
  int64_t count;
  const shape_range *shapes; /* the parts of each */
  const shape_range *parts;  /* the points of each */
  const shape_point *points;
  const double *values; /* [count][field_count]; NaN: null, the shape has no such property */
} image_shapes;

/* Whether GDAL, where it is there, knows the coordinate system; NULL is none: 0, or -1 with *error. */
int image_shapes_check(const char *crs, image_error *error);

/* The text of the shapes, to be freed, and its length; NULL with *error, which begins with the path. */
char *image_shapes_text(const image_shapes *shapes, const char *path, size_t *length, image_error *error);

#endif
