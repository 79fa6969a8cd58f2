/* GeoTIFF: float32, compressed without loss, by GDAL.  With a coordinate system the first row is
 * the northernmost, as in maps; otherwise rows are in the picture's order.  GDAL is loaded when a
 * .tif is asked for, as linking it would delay every start of the tool by some 50 ms. */
#include "image.h"

#if defined BURL_GDAL

#include <cpl_conv.h>
#include <dlfcn.h>
#include <errno.h>
#include <gdal.h>
#include <ogr_srs_api.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { STRIP = 16 /* lines */, CACHE = 1 << 26 /* bytes of GDAL's blocks */ };

/* ---- GDAL ------------------------------------------------------------------------------------ */

// clang-format off
#define GDAL_LIST(X)                                                                               \
  X(GDALRegister_GTiff) X(GDALGetDriverByName) X(GDALCreate) X(GDALOpen) X(GDALClose)              \
  X(GDALSetGeoTransform) X(GDALSetProjection) X(GDALSetMetadataItem) X(GDALGetMetadataItem)        \
  X(GDALDatasetRasterIO) X(GDALGetRasterXSize) X(GDALGetRasterYSize) X(GDALGetRasterCount)         \
  X(OSRNewSpatialReference) X(OSRImportFromEPSG) X(OSRExportToWkt) X(OSRDestroySpatialReference) \
  X(CPLSetConfigOption) X(GDALSetCacheMax64) X(CPLSetErrorHandler) X(CPLQuietErrorHandler) X(VSIFree)
// clang-format on

void GDALRegister_GTiff(void); /* in gdal_frmts.h, which is C++ */

#define MEMBER(name) __typeof__(&name) name;
static struct { GDAL_LIST(MEMBER) } gdal;
static char gdal_error[256];
static pthread_once_t gdal_once = PTHREAD_ONCE_INIT;

#define LOAD(name) \
  if (!(*(void **)&gdal.name = dlsym(library, #name))) missing = #name;

static void load(void) {
  const char *missing = NULL;
  void *const library = dlopen(BURL_GDAL, RTLD_NOW | RTLD_LOCAL);
  if (library) { GDAL_LIST(LOAD) }
  if (!library || missing) {
    snprintf(gdal_error, sizeof gdal_error, "a .tif needs GDAL: %s%s",
             library ? missing : dlerror(), library ? " is not in " BURL_GDAL : "");
    return;
  }
  gdal.CPLSetErrorHandler(gdal.CPLQuietErrorHandler);
  gdal.CPLSetConfigOption("GDAL_PAM_ENABLED", "NO"); /* it opens no file but the picture's: */
  gdal.CPLSetConfigOption("GDAL_DISABLE_READDIR_ON_OPEN", "EMPTY_DIR");
  gdal.GDALSetCacheMax64(CACHE);
  gdal.GDALRegister_GTiff();
}

/* Loads GDAL.  Returns the reason where it isn't available; else NULL. */
static const char *load_error(void) {
  pthread_once(&gdal_once, load);
  return *gdal_error ? gdal_error : NULL;
}

/* The coordinate system's definition in WKT, to be freed by VSIFree; NULL: GDAL doesn't know it. */
static char *crs_definition(const char *crs) {
  char *text = NULL;
  const OGRSpatialReferenceH system = gdal.OSRNewSpatialReference(NULL);
  if (gdal.OSRImportFromEPSG(system, image_epsg(crs)) != OGRERR_NONE ||
      gdal.OSRExportToWkt(system, &text) != OGRERR_NONE)
    text = NULL;
  gdal.OSRDestroySpatialReference(system);
  return text;
}

static int check(const image *picture, image_error *error) {
  const char *const missing = load_error();
  char *crs = NULL;
  if (missing) {
    snprintf(error->text, sizeof error->text, "%s", missing);
    return -1;
  }
  if (picture->crs && !(crs = crs_definition(picture->crs))) {
    snprintf(error->text, sizeof error->text,
             "--crs: GDAL knows no coordinate system '%s'; EPSG:4326 and EPSG:32632 are such",
             picture->crs);
    return -1;
  }
  if (crs) gdal.VSIFree(crs);
  return 0;
}

/* ---- writing --------------------------------------------------------------------------------- */

static int is_reversed(const image *picture) { return picture->crs && picture->step[1] > 0; }

/* Sets the file's georeference: the coordinates of the first sample's corner and the steps, and the
 * coordinate system. */
static int set_georeference(GDALDatasetH file, const image *picture) {
  const double *const step = picture->step;
  const int64_t last = picture->begin[1] + picture->size[1];
  const double first_row =
      is_reversed(picture) ? (double)last - 0.5 : (double)picture->begin[1] - 0.5;
  double transform[6] = {picture->origin[0] + ((double)picture->begin[0] - 0.5) * step[0],
                     step[0],
                     0,
                     picture->origin[1] + first_row * step[1],
                     0,
                     is_reversed(picture) ? -step[1] : step[1]};
  if (gdal.GDALSetGeoTransform(file, transform) != CE_None) return EIO;
  if (!picture->crs) return 0;
  char *const crs = crs_definition(picture->crs);
  const int is_set = crs && gdal.GDALSetProjection(file, crs) == CE_None;
  if (crs) gdal.VSIFree(crs);
  return is_set ? 0 : EIO;
}

/* Strips are as high as others make them, unless that takes more memory than GDAL gets. */
static int begin(image_writing *w) {
  const int is_wide =
      (double)w->picture->size[0] * w->picture->channels * sizeof(float) * STRIP > CACHE / 4.0;
  const char *const options[] = {"COMPRESS=DEFLATE",
                                 "PREDICTOR=3",
                                 is_wide ? "BLOCKYSIZE=1" : "BLOCKYSIZE=16",
                                 "BIGTIFF=IF_SAFER",
                                 "INTERLEAVE=PIXEL",
                                 w->picture->channels > 1 ? "PHOTOMETRIC=RGB"
                                                          : "PHOTOMETRIC=MINISBLACK",
                                 "ENDIANNESS=LITTLE",
                                 NULL};
  const image *const picture = w->picture;
  const GDALDriverH driver = gdal.GDALGetDriverByName("GTiff");
  const GDALDatasetH file =
      driver ? gdal.GDALCreate(driver, w->name, (int)picture->size[0], (int)picture->size[1],
                               picture->channels, GDT_Float32, (char **)options)
             : NULL;
  if (!file) return errno ? errno : EIO;
  w->state = file;
  if (picture->provenance &&
      gdal.GDALSetMetadataItem(file, IMAGE_KEYWORD, picture->provenance, NULL) != CE_None)
    return EIO;
  if (gdal.GDALSetMetadataItem(file, IMAGE_SEAL, IMAGE_NO_SEAL, NULL) != CE_None) return EIO;
  return set_georeference(file, picture);
}

/* Copies the floats, which GDAL compresses in put; reverses the rows where that is needed. */
static int encode(const image_writing *w, image_band *band) {
  const size_t row = (size_t)w->picture->size[0] * (size_t)w->picture->channels * sizeof(float);
  band->length = row * (size_t)band->lines;
  for (int64_t i = 0; i < band->lines; i++) {
    const int64_t from = is_reversed(w->picture) ? band->lines - 1 - i : i;
    memcpy(band->bytes + (size_t)i * row, (const unsigned char *)band->samples + (size_t)from * row,
           row);
  }
  return 0;
}

static CPLErr transfer(GDALDatasetH file, GDALRWFlag direction, int first, int lines,
                       void *samples) {
  const int width = gdal.GDALGetRasterXSize(file), channels = gdal.GDALGetRasterCount(file);
  const int sample = channels * (int)sizeof(float);
  return gdal.GDALDatasetRasterIO(file, direction, 0, first, width, lines, samples, width, lines,
                                  GDT_Float32, channels, NULL, sample, sample * width,
                                  sizeof(float));
}

static int put(image_writing *w, const image_band *band) {
  const int64_t after = w->picture->size[1] - band->first - band->lines;
  const int first = (int)(is_reversed(w->picture) ? after : band->first);
  errno = 0;
  if (transfer(w->state, GF_Write, first, (int)band->lines, band->bytes) == CE_None) return 0;
  return errno ? errno : EIO;
}

/* In GDAL's metadata, an XML text in which '<' of any other text is written otherwise. */
static const char seal_before[] = "<Item name=\"" IMAGE_SEAL "\">";
static const image_mark seal_mark = {seal_before, sizeof seal_before - 1};

/* Whether every strip of the file can be read. */
static int has_every_strip(const char *name);

/* GDAL writes what it has buffered here without reporting an error: the file is read to know. */
static int close_file(image_writing *w) {
  if (!w->state) return 0;
  errno = 0;
  gdal.GDALClose(w->state);
  if (has_every_strip(w->name)) return image_seal(fileno(w->stream), &seal_mark);
  return errno ? errno : EIO;
}

/* ---- reading --------------------------------------------------------------------------------- */

static char *provenance(const char *path) {
  const GDALDatasetH file = load_error() ? NULL : gdal.GDALOpen(path, GA_ReadOnly);
  const char *const text = file ? gdal.GDALGetMetadataItem(file, IMAGE_KEYWORD, NULL) : NULL;
  char *const copy = text ? strdup(text) : NULL;
  if (file) gdal.GDALClose(file);
  return copy;
}

static int has_every_strip(const char *name) {
  const GDALDatasetH file = gdal.GDALOpen(name, GA_ReadOnly);
  if (!file) return 0;
  const int lines = gdal.GDALGetRasterYSize(file);
  const size_t row = (size_t)gdal.GDALGetRasterXSize(file) * (size_t)gdal.GDALGetRasterCount(file);
  float *const samples = malloc(STRIP * row * sizeof *samples);
  int complete = samples != NULL;
  for (int i = 0; complete && i < lines; i += STRIP)
    complete =
        transfer(file, GF_Read, i, lines - i < STRIP ? lines - i : STRIP, samples) == CE_None;
  free(samples);
  gdal.GDALClose(file);
  return complete;
}

static int is_complete(const char *path) { return image_is_sealed(path, &seal_mark); }

const image_format image_tif = {
    .name = "tif",
    .about = "GeoTIFF, float32; grey, RGB or RGBA",
    .most_axes = 2,
    .channels = IMAGE_GREY | IMAGE_RGB | IMAGE_RGBA,
    .kind = IMAGE_FLOATS,
    .provenance_place = IMAGE_INSIDE,
    .seeks = 1,
    .most_side = 1 << 27,
    .check = check,
    .begin = begin,
    .room = image_float_room,
    .encode = encode,
    .put = put,
    .close = close_file,
    .provenance = provenance,
    .is_complete = is_complete,
};

#endif
