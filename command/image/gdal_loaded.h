/* GDAL, which is loaded when it is first needed, as linking it would delay every start of the tool by
 * some 50 ms.  Its functions are members here, of the names that they have there: gdal.GDALClose(file).
 * (This file can't be gdal.h, which is GDAL's own.) */
#ifndef BURL_GDAL_LOADED_H
#define BURL_GDAL_LOADED_H

#if defined BURL_GDAL /* the name of its file */

#include <cpl_conv.h>
#include <cpl_string.h>
#include <gdal.h>
#include <gdal_alg.h>
#include <gdal_utils.h>
#include <gdalwarper.h>
#include <ogr_api.h>
#include <ogr_srs_api.h>

/* They are in gdal_frmts.h and ogrsf_frmts.h, which are C++. */
void GDALRegister_GTiff(void);
void GDALRegister_MEM(void);
void GDALRegister_COG(void);
void GDALRegister_VRT(void);

// clang-format off
#define GDAL_LIST(X)                                                                               \
  X(CPLSetConfigOption) X(CPLSetErrorHandler) X(CPLQuietErrorHandler) X(CPLErrorReset)             \
  X(CPLGetLastErrorMsg) X(VSIFree)                                                           \
  /* rasters */                                                                                    \
  X(GDALRegister_GTiff) X(GDALRegister_MEM) X(GDALGetDriverByName) X(GDALSetCacheMax64)            \
  X(GDALCreate) X(GDALOpenEx) X(GDALClose) X(GDALAddBand)                                          \
  X(GDALGetGeoTransform) X(GDALSetGeoTransform) X(GDALGetProjectionRef) X(GDALSetProjection)       \
  X(GDALGetMetadataItem) X(GDALSetMetadataItem)                                                    \
  X(GDALGetRasterXSize) X(GDALGetRasterYSize) X(GDALGetRasterCount) X(GDALDatasetRasterIO)         \
  X(GDALGetRasterBand) X(GDALGetBlockSize) X(GDALGetRasterDataType) X(GDALGetDataTypeSizeBytes)    \
  X(GDALGetDataTypeName) X(GDALDataTypeIsComplex)                                                  \
  X(GDALGetRasterColorInterpretation) X(GDALGetRasterColorTable)                                   \
  X(GDALGetRasterNoDataValue) X(GDALSetRasterNoDataValue)                                          \
  X(GDALGetRasterUnitType) X(GDALSetRasterUnitType) X(GDALGetRasterScale) X(GDALGetRasterOffset)   \
  X(GDALRasterIO)                                                                                  \
  /* shards of rasters */                                                                          \
  X(GDALVersionInfo) X(GDALRegister_COG) X(GDALRegister_VRT) X(GDALCreateCopy) X(GDALBuildVRT)      \
  /* from one coordinate system to another */                                                      \
  X(GDALCreateGenImgProjTransformer) X(GDALDestroyGenImgProjTransformer)                          \
  X(GDALGenImgProjTransform) X(GDALSuggestedWarpOutput) X(GDALReprojectImage)                      \
  /* coordinate systems */                                                                         \
  X(OSRNewSpatialReference) X(OSRImportFromEPSG) X(OSRImportFromWkt) X(OSRExportToWkt)             \
  X(OSRDestroySpatialReference) X(OSRIsGeographic) X(OSRIsProjected) X(OSRIsSame)                  \
  X(OSRCloneGeogCS) X(OSRSetAxisMappingStrategy) X(OSRGetAuthorityName) X(OSRGetAuthorityCode)     \
  X(OSRAutoIdentifyEPSG) X(OSRGetLinearUnits)                                                      \
  X(OCTNewCoordinateTransformation) X(OCTTransformEx) X(OCTDestroyCoordinateTransformation)
// clang-format on

#define GDAL_MEMBER(name) __typeof__(&name) name;
struct gdal_functions {
  GDAL_LIST(GDAL_MEMBER)
};
extern struct gdal_functions gdal;

/* Loads GDAL, with the drivers GTiff, MEM and GeoJSON and no other.  Returns the reason where it isn't
 * available; else NULL.  Nothing of GDAL may be called before.  May be called on any thread. */
const char *gdal_load_error(void);

/* Opens a GeoTIFF for reading, and no file beside it; NULL: it isn't a GeoTIFF. */
GDALDatasetH gdal_open_tif(const char *path);

/* The coordinate system of a text, EPSG: and digits or WKT, with x before y; to be destroyed.  NULL: GDAL
 * doesn't know it. */
OGRSpatialReferenceH gdal_crs(const char *crs);
/* Its definition in WKT, to be freed by gdal.VSIFree; NULL: GDAL doesn't know it. */
char *gdal_crs_definition(const char *crs);

#endif
#endif
