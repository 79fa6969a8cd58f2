/* A coordinate system that a GeoTIFF gives as text, taken from it before GDAL interprets it. */
#ifndef BURL_IMAGE_GEOTIFF_H
#define BURL_IMAGE_GEOTIFF_H

#include <stdio.h>

typedef enum {
  GEOTIFF_NO_TEXT,      /* there is none: GDAL may be asked for the system */
  GEOTIFF_TEXT,         /* there is one */
  GEOTIFF_UNKNOWN_TEXT, /* there is one in a place where none belongs, or the file can't be read */
} geotiff_system;

/* The well-known text that stands behind "ESRI PE String =" in a citation of the file's, as ESRI's programs write
 * systems that have no number: *text, to be freed.  GDAL gives such text to PROJ as it is. */
geotiff_system geotiff_text(FILE *file, char **text);

#endif
