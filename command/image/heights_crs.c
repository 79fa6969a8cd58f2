/* Coordinate systems: whether a text may stand for one, and what GDAL knows of it. */
#include "image/gdal_loaded.h"
#include "image/heights.h"
#include "image/wkt.h"

#include <stdlib.h>
#include <string.h>

int heights_is_crs(const char *crs) {
  if (image_epsg(crs) >= 0) return 1;
  char *const text = wkt_rewritten(crs);
  const int is_local = text && (strncmp(text, "LOCAL_CS", 8) == 0 || strncmp(text, "ENG", 3) == 0);
  free(text);
  return text && !is_local;
}

#if defined BURL_GDAL

crs_kind heights_crs_kind(const char *crs) {
  const OGRSpatialReferenceH system = gdal_load_error() ? NULL : gdal_crs(crs);
  if (!system) return CRS_UNKNOWN;
  const crs_kind kind = gdal.OSRIsGeographic(system)  ? CRS_DEGREES
                        : gdal.OSRIsProjected(system) ? CRS_PROJECTED
                                                      : CRS_OTHER;
  gdal.OSRDestroySpatialReference(system);
  return kind;
}

int heights_same_crs(const char *a, const char *b) {
  if (strcmp(a, b) == 0) return 1;
  const OGRSpatialReferenceH one = gdal_crs(a), other = gdal_crs(b);
  const int is_same = one && other && gdal.OSRIsSame(one, other);
  if (one) gdal.OSRDestroySpatialReference(one);
  if (other) gdal.OSRDestroySpatialReference(other);
  return is_same;
}

/* The number that a system says it has; 0: none. */
static int epsg_of(OGRSpatialReferenceH system) {
  char text[24];
  const char *const authority = gdal.OSRGetAuthorityName(system, NULL);
  const char *const code = gdal.OSRGetAuthorityCode(system, NULL);
  if (!authority || !code || strcmp(authority, "EPSG") != 0) return 0;
  snprintf(text, sizeof text, "EPSG:%.10s", code);
  return image_epsg(text) > 0 ? image_epsg(text) : 0;
}

/* The number that the WKT of a system says it has, or that its name leads to. */
static int find_epsg(const char *wkt, OGRSpatialReferenceH system) {
  const int said = wkt_epsg(wkt);
  if (said > 0) return said;
  return gdal.OSRAutoIdentifyEPSG(system) == OGRERR_NONE ? epsg_of(system) : 0;
}

char *heights_name_crs(const char *wkt, double *unit) {
  char text[24];
  const OGRSpatialReferenceH system = gdal_crs(wkt);
  snprintf(text, sizeof text, "EPSG:%d", system ? find_epsg(wkt, system) : 0);
  *unit = system && gdal.OSRIsProjected(system) ? gdal.OSRGetLinearUnits(system, NULL) : 0;
  if (system) gdal.OSRDestroySpatialReference(system);
  return strdup(image_epsg(text) > 0 && heights_same_crs(text, wkt) ? text : wkt);
}

#endif
