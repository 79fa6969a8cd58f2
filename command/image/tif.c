/* GeoTIFF: float32, compressed without loss, by GDAL.  Rows are in the picture's order, with a
 * coordinate system from north to south: a picture whose y grows downwards is laid on the map as it
 * is, so that what is lit in it stays so, and its y is no northing; one whose y falls from row to
 * row has each sample at its own coordinates. */
#include "image/gdal_loaded.h"
#include "image/image.h"

#if defined BURL_GDAL

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  STRIP = 16,        /* lines */
  COLUMNS = 1 << 18, /* samples of a line that are read at once */
  LONGEST = 1 << 27, /* samples of a line, where there are several */
  CACHE = 1 << 26    /* bytes that GDAL keeps, unless it needs more for a line */
};

/* ---- places that a coordinate system has ------------------------------------------------------ */

static int has_degrees(double longitude, double latitude) { return fabs(longitude) <= 360 && fabs(latitude) <= 90; }

enum { CORNERS = 4 };

/* Takes places to longitude and latitude and back.  Those that get lost become infinite. */
static void go_and_return(OGRSpatialReferenceH system, double x[CORNERS], double y[CORNERS]) {
  int have_gone[CORNERS] = {0}, are_back[CORNERS] = {0};
  const OGRSpatialReferenceH degrees = gdal.OSRCloneGeogCS(system);
  if (degrees) gdal.OSRSetAxisMappingStrategy(degrees, OAMS_TRADITIONAL_GIS_ORDER);
  const OGRCoordinateTransformationH there = degrees ? gdal.OCTNewCoordinateTransformation(system, degrees) : NULL,
                                     back = degrees ? gdal.OCTNewCoordinateTransformation(degrees, system) : NULL;
  if (there && back) {
    gdal.OCTTransformEx(there, CORNERS, x, y, NULL, have_gone);
    for (int i = 0; i < CORNERS; i++) have_gone[i] &= has_degrees(x[i], y[i]);
    gdal.OCTTransformEx(back, CORNERS, x, y, NULL, are_back);
  }
  for (int i = 0; i < CORNERS; i++)
    if (!have_gone[i] || !are_back[i]) x[i] = INFINITY;
  if (there) gdal.OCTDestroyCoordinateTransformation(there);
  if (back) gdal.OCTDestroyCoordinateTransformation(back);
  if (degrees) gdal.OSRDestroySpatialReference(degrees);
}

/* The first of these places that the system doesn't have, as it isn't where it was, to a part in 10^6,
 * after the way to longitude and latitude and back; CORNERS: there is none. */
static int find_missing(OGRSpatialReferenceH system, const double x[CORNERS], const double y[CORNERS]) {
  double u[CORNERS], v[CORNERS];
  memcpy(u, x, sizeof u);
  memcpy(v, y, sizeof v);
  const int is_geographic = gdal.OSRIsGeographic(system);
  if (!is_geographic) go_and_return(system, u, v);
  for (int i = 0; i < CORNERS; i++) {
    const double most = 1e-6 * fmax(1, fmax(fabs(x[i]), fabs(y[i])));
    const int is_there =
        is_geographic ? has_degrees(x[i], y[i]) : fabs(u[i] - x[i]) <= most && fabs(v[i] - y[i]) <= most;
    if (!is_there) return i;
  }
  return CORNERS;
}

/* A system as messages name it. */
static const char *crs_name(const char *crs) { return image_epsg(crs) >= 0 ? crs : "the file's system"; }

/* Checks the picture's corner samples. */
static int check_places(OGRSpatialReferenceH system, const image *picture, image_error *error) {
  const image_axis x = image_axis_of(picture, 0), y = image_axis_of(picture, 1);
  const double right = x.first + (double)(picture->size[0] - 1) * x.step;
  const double last = y.first + (double)(picture->size[1] - 1) * y.step;
  const double u[CORNERS] = {x.first, right, x.first, right}, v[CORNERS] = {y.first, y.first, last, last};
  if (!gdal.OSRIsGeographic(system) && !gdal.OSRIsProjected(system)) {
    snprintf(error->text, sizeof error->text, "--crs: %s is no system of maps; EPSG:4326 and EPSG:32632 are such",
             crs_name(picture->crs));
    return -1;
  }
  const int i = find_missing(system, u, v);
  if (i == CORNERS) return 0;
  snprintf(error->text, sizeof error->text,
           "--crs: %s has no place %.9g, %.9g, where a corner's sample lies; --extent x0,y0,x1,y1"
           " says where the picture lies, in %s",
           crs_name(picture->crs), u[i], v[i],
           gdal.OSRIsGeographic(system) ? "degrees of longitude and latitude" : "its own unit");
  return -1;
}

static int check(const image *picture, image_error *error) {
  const char *const missing = gdal_load_error();
  if (picture->size[0] > LONGEST && picture->size[1] > 1) {
    snprintf(error->text, sizeof error->text, "a .tif of several lines has at most %d samples in each", LONGEST);
    return -1;
  }
  if (missing) {
    snprintf(error->text, sizeof error->text, "%s", missing);
    return -1;
  }
  if (!picture->crs) return 0;
  const OGRSpatialReferenceH system = gdal_crs(picture->crs);
  if (!system) {
    snprintf(error->text, sizeof error->text,
             "--crs: GDAL knows no coordinate system '%s'; EPSG:4326 and EPSG:32632 are such", crs_name(picture->crs));
    return -1;
  }
  const int result = check_places(system, picture, error);
  gdal.OSRDestroySpatialReference(system);
  return result;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Sets the file's georeference: the coordinates of the first sample's corner and the steps, and the
 * coordinate system. */
static int set_georeference(GDALDatasetH file, const image *picture) {
  const image_axis x = image_axis_of(picture, 0), y = image_axis_of(picture, 1);
  double transform[6] = {x.first - 0.5 * x.step, x.step, 0, y.first - 0.5 * y.step, 0, y.step};
  if (gdal.GDALSetGeoTransform(file, transform) != CE_None) return EIO;
  if (!picture->crs) return 0;
  char *const crs = gdal_crs_definition(picture->crs);
  const int is_set = crs && gdal.GDALSetProjection(file, crs) == CE_None;
  if (crs) gdal.VSIFree(crs);
  return is_set ? 0 : EIO;
}

/* Colours are integers of the picture's depth, numbers floats. */
static GDALDataType type_of(const image *picture) {
  return picture->channels == 1 ? GDT_Float32 : picture->depth == 16 ? GDT_UInt16 : GDT_Byte;
}

static size_t bytes_of(GDALDataType type) { return type == GDT_Float32 ? 4 : type == GDT_UInt16 ? 2 : 1; }

/* Says of each channel what its values are. */
static int set_values(GDALDatasetH file, const image *picture) {
  for (int c = 1; c <= picture->channels; c++) {
    const GDALRasterBandH band = gdal.GDALGetRasterBand(file, c);
    if (picture->unit && gdal.GDALSetRasterUnitType(band, picture->unit) != CE_None) return EIO;
    if (picture->has_nodata && picture->channels == 1 &&
        gdal.GDALSetRasterNoDataValue(band, (float)picture->nodata) != CE_None)
      return EIO;
  }
  return 0;
}

/* Whether GDAL would need too much memory for some strips. */
static int is_wide(int64_t width, int channels) {
  return (double)width * channels * sizeof(float) * STRIP > CACHE / 4.0;
}

/* Strips are as high as others make them, or in a wide picture a line high, and a single line is in
 * tiles.  GDAL's own limit is a part of the machine's memory, and it writes only what exceeds it. */
static int begin(image_writing *w) {
  const int64_t line = 4 * w->picture->size[0] * w->picture->channels;
  const int is_high = !is_wide(w->picture->size[0], w->picture->channels);
  const int is_tiled = !is_high && w->picture->size[1] == 1;
  gdal.GDALSetCacheMax64(!is_tiled && 2 * line > CACHE ? 2 * line : CACHE);
  const char *const options[] = {"COMPRESS=DEFLATE",
                                 w->picture->channels == 1 ? "PREDICTOR=3" : "PREDICTOR=2",
                                 is_high || is_tiled ? "BLOCKYSIZE=16" : "BLOCKYSIZE=1",
                                 is_tiled ? "TILED=YES" : "TILED=NO",
                                 is_tiled ? "BLOCKXSIZE=32768" : "BLOCKXSIZE=16",
                                 "BIGTIFF=IF_SAFER",
                                 "INTERLEAVE=PIXEL",
                                 w->picture->channels > 1 ? "PHOTOMETRIC=RGB" : "PHOTOMETRIC=MINISBLACK",
                                 "ENDIANNESS=LITTLE",
                                 w->picture->channels == 4 ? "ALPHA=NON-PREMULTIPLIED" : NULL,
                                 NULL};
  const image *const picture = w->picture;
  const GDALDriverH driver = gdal.GDALGetDriverByName("GTiff");
  const GDALDatasetH file = driver ? gdal.GDALCreate(driver, w->name, (int)picture->size[0], (int)picture->size[1],
                                                     picture->channels, type_of(picture), (char **)options)
                                   : NULL;
  if (!file) return errno ? errno : EIO;
  w->state = file;
  if (picture->provenance && gdal.GDALSetMetadataItem(file, IMAGE_KEYWORD, picture->provenance, NULL) != CE_None)
    return EIO;
  if (gdal.GDALSetMetadataItem(file, IMAGE_SEAL, IMAGE_NO_SEAL, NULL) != CE_None) return EIO;
  return set_values(file, picture) ? EIO : set_georeference(file, picture);
}

static int encode_colours(const image *picture, image_band *band) {
  const size_t count = image_band_floats(picture, band), each = bytes_of(type_of(picture));
  band->length = each * count;
  for (size_t i = 0; i < count; i++) {
    const uint16_t v = (uint16_t)image_integer(band->samples[i], 0, 1, each == 2 ? 65535 : 255);
    const unsigned char byte = (unsigned char)v;
    memcpy(band->bytes + i * each, each == 2 ? (const void *)&v : &byte, each);
  }
  return 0;
}

/* Copies the floats, which GDAL compresses in put; NaN becomes nodata where there is one. */
static int encode(const image_writing *w, image_band *band) {
  const image *const picture = w->picture;
  if (picture->channels > 1) return encode_colours(picture, band);
  const float nodata = picture->has_nodata ? (float)picture->nodata : NAN;
  band->length = sizeof(float) * image_band_floats(picture, band);
  for (size_t i = 0; i < band->length / sizeof(float); i++) {
    const float sample = isnan(band->samples[i]) ? nodata : band->samples[i];
    memcpy(band->bytes + i * sizeof sample, &sample, sizeof sample);
  }
  return 0;
}

/* Between the file and samples of a type, [lines][columns][channels]. */
static CPLErr transfer(GDALDatasetH file, GDALRWFlag direction, const image_part *part, GDALDataType type,
                       void *samples) {
  const int each = (int)bytes_of(type), channels = gdal.GDALGetRasterCount(file), sample = channels * each;
  const int lines = (int)part->lines, columns = (int)part->columns;
  return gdal.GDALDatasetRasterIO(file, direction, (int)part->column, (int)part->first, columns, lines, samples,
                                  columns, lines, type, channels, NULL, sample, sample * columns, each);
}

static int put(image_writing *w, const image_band *band) {
  errno = 0;
  if (transfer(w->state, GF_Write, &band->part, type_of(w->picture), band->bytes) == CE_None) return 0;
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
  if (has_every_strip(w->name)) return image_seal(w->name, &seal_mark);
  return errno ? errno : EIO;
}

/* ---- reading --------------------------------------------------------------------------------- */

static char *provenance(const char *path) {
  const GDALDatasetH file = gdal_load_error() ? NULL : gdal_open_tif(path);
  const char *const text = file ? gdal.GDALGetMetadataItem(file, IMAGE_KEYWORD, NULL) : NULL;
  char *const copy = text ? strdup(text) : NULL;
  if (file) gdal.GDALClose(file);
  return copy;
}

static int has_every_strip(const char *name) {
  const GDALDatasetH file = gdal_open_tif(name);
  if (!file) return 0;
  const int64_t width = gdal.GDALGetRasterXSize(file), height = gdal.GDALGetRasterYSize(file);
  const int64_t columns = width < COLUMNS ? width : COLUMNS;
  const int64_t lines = is_wide(width, gdal.GDALGetRasterCount(file)) ? 1 : STRIP;
  float *const samples = malloc(STRIP * (size_t)(columns * gdal.GDALGetRasterCount(file)) * sizeof *samples);
  int complete = samples != NULL;
  for (int64_t j = 0; complete && j < height; j += lines)
    for (int64_t i = 0; complete && i < width; i += columns) {
      const image_part part = {j, height - j < lines ? height - j : lines, i,
                               width - i < columns ? width - i : columns};
      complete = transfer(file, GF_Read, &part, GDT_Float32, samples) == CE_None;
    }
  free(samples);
  gdal.GDALClose(file);
  return complete;
}

static int is_complete(const char *path) { return image_is_sealed(path, &seal_mark); }

// clang-format off
#define GEOTIFF(ending)                                \
  {.name = ending,                                     \
   .about = "GeoTIFF; grey in float32, RGB or RGBA in 8 or 16 bits", \
   .most_axes = 2,                                     \
   .channels = IMAGE_GREY | IMAGE_RGB | IMAGE_RGBA,    \
   .kind = IMAGE_FLOATS_BUT_COLOURS,                   \
   .depths = 8 | 16,                                   \
   .provenance_storage = IMAGE_INSIDE,                   \
   .splits_lines = 1,                                  \
   .seeks = 1,                                         \
   .is_map = 1,                                        \
   .most_side = INT32_MAX,                             \
   .check = check,                                     \
   .begin = begin,                                     \
   .room = image_float_room,                           \
   .encode = encode,                                   \
   .put = put,                                         \
   .close = close_file,                                \
   .provenance = provenance,                           \
   .is_complete = is_complete}
// clang-format on

const image_format image_tif = GEOTIFF("tif"), image_tiff = GEOTIFF("tiff");

#endif
