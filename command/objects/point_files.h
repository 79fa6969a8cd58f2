/* Points of layers as files: tables, GeoJSON, and what stands at them for engines. */
#ifndef BURL_OBJECTS_POINT_FILES_H
#define BURL_OBJECTS_POINT_FILES_H

#include "objects/layers.h"

#define POINT_FILES ".csv, .geojson, .json, .ply or .glb"

/* Whether the path is called as one of these. */
int point_file_is_known(const char *path);

/* Points whose values are sampled by the source's program, and those of its results that the file has, by number. */
typedef struct {
  const char *path;
  const source *from;
  const layers_wish *wish;
  const layer_points *points;
  const int *results;
  int result_count;
  int as_extension; /* of .glb: an extension's arrays, not a node each */
} point_drawing;

/* Writes them.  DONE, or a code after a message. */
int point_file_write(const point_drawing *d, image_file *file);

#endif
