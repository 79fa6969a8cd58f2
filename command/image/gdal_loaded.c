/* Loads GDAL, for the files that call it: tif.c, and what reads heights or writes vectors. */
#include "image/gdal_loaded.h"
#include "image/image.h"
#include "image/wkt.h"

#if defined BURL_GDAL

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gdal_functions gdal;
static char load_error[256];
static pthread_once_t load_once = PTHREAD_ONCE_INIT;

#define LOAD(name) \
  if (!(*(void **)&gdal.name = dlsym(library, #name))) missing = #name;

static void load(void) {
  const char *missing = NULL;
  void *const library = dlopen(BURL_GDAL, RTLD_NOW | RTLD_LOCAL);
  if (library) { GDAL_LIST(LOAD) }
  if (!library || missing) {
    snprintf(load_error, sizeof load_error, "a .tif needs GDAL: %s%s", library ? missing : dlerror(),
             library ? " is not in " BURL_GDAL : "");
    return;
  }
  gdal.CPLSetErrorHandler(gdal.CPLQuietErrorHandler);
  gdal.CPLSetConfigOption("GDAL_PAM_ENABLED", "NO"); /* it opens no file but the picture's: */
  gdal.CPLSetConfigOption("GDAL_DISABLE_READDIR_ON_OPEN", "EMPTY_DIR");
  gdal.GDALRegister_GTiff();
  gdal.GDALRegister_MEM();
}

const char *gdal_load_error(void) {
  pthread_once(&load_once, load);
  return *load_error ? load_error : NULL;
}

GDALDatasetH gdal_open_tif(const char *path) {
  static const char *const drivers[] = {"GTiff", NULL}, *const options[] = {"GEOREF_SOURCES=INTERNAL", NULL};
  const char *const plain = *path == '/' ? "/." : "./"; /* no name of GDAL's own, GTIFF_DIR: or /vsizip, begins so */
  char *const name = malloc(strlen(path) + 3);
  if (!name) return NULL;
  sprintf(name, "%s%s", plain, path);
  const GDALDatasetH file = gdal.GDALOpenEx(name, GDAL_OF_RASTER | GDAL_OF_READONLY, drivers, options, NULL);
  free(name);
  return file;
}

static OGRErr import_wkt(OGRSpatialReferenceH system, const char *wkt) {
  char *const copy = wkt_rewritten(wkt), *text = copy;
  const OGRErr error = copy ? gdal.OSRImportFromWkt(system, &text) : OGRERR_UNSUPPORTED_SRS;
  free(copy);
  return error;
}

OGRSpatialReferenceH gdal_crs(const char *crs) {
  const OGRSpatialReferenceH system = gdal.OSRNewSpatialReference(NULL);
  const int epsg = image_epsg(crs);
  const OGRErr error = epsg >= 0 ? gdal.OSRImportFromEPSG(system, epsg) : import_wkt(system, crs);
  if (error == OGRERR_NONE) {
    gdal.OSRSetAxisMappingStrategy(system, OAMS_TRADITIONAL_GIS_ORDER);
    return system;
  }
  gdal.OSRDestroySpatialReference(system);
  return NULL;
}

char *gdal_crs_definition(const char *crs) {
  char *text = NULL;
  const OGRSpatialReferenceH system = gdal_crs(crs);
  if (system && gdal.OSRExportToWkt(system, &text) != OGRERR_NONE) text = NULL;
  if (system) gdal.OSRDestroySpatialReference(system);
  return text;
}

#endif
