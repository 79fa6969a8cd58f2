/* Coordinate systems as well-known text (OGC 01-009, "Coordinate transformation services"; ISO 19162, "Well-known text
 * representation of coordinate reference systems"), as far as others' files may give them to GDAL and PROJ, which would
 * open the files that some of it names. */
#ifndef BURL_IMAGE_WKT_H
#define BURL_IMAGE_WKT_H

/* The text written anew from what is understood of it, to be freed: its nodes, strings and numbers, but the numbers
 * that it says its parts have, and its remarks.  NULL: it isn't the text of a system, has a node or a parameter that
 * isn't known to be harmless, or there is no memory. */
char *wkt_rewritten(const char *text);

/* The EPSG number that the system itself says it has; 0: it says none, or isn't understood. */
int wkt_epsg(const char *text);

#endif
