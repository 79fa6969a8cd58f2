/* Heights from GeoTIFF by GDAL: the first band, scaled as it says, in the unit of its map.  And pictures: red, green
 * and blue bands, and the opacity where there is one, integers as shares of the largest. */
#include "image/gdal_loaded.h"
#include "image/geotiff.h"
#include "image/heights.h"

#if defined BURL_GDAL

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BLOCK = 1 << 30 /* bytes of a strip or a tile */, STRIP = 64 /* lines that are read at once */ };

typedef struct {
  GDALDatasetH file;
  GDALRasterBandH band;
  double scale, offset, nodata;
  int has_nodata, is_float; /* is_float: nodata is compared as one */
} band_reading;

static GDALColorInterp meaning_of(const band_reading *b, int band) {
  return gdal.GDALGetRasterColorInterpretation(gdal.GDALGetRasterBand(b->file, band));
}

/* How many of its bands the picture has as channels. */
static int channels_of(const band_reading *b) {
  const int bands = gdal.GDALGetRasterCount(b->file);
  if (bands < 3 || meaning_of(b, 1) != GCI_RedBand) return 1;
  return bands > 3 && meaning_of(b, 4) == GCI_AlphaBand ? 4 : 3;
}

/* How many metres the unit of the band's heights has; 0: it says none that is known. */
static double unit_of(const band_reading *b) {
  // clang-format off
  static const struct {
    const char *name;
    double metres;
  } units[] = {{"m", 1}, {"metre", 1}, {"meter", 1}, {"metres", 1}, {"meters", 1}, {"km", 1000}, {"dm", 0.1},
               {"cm", 0.01}, {"mm", 0.001}, {"ft", 0.3048}, {"foot", 0.3048}, {"feet", 0.3048},
               {"us-ft", 1200.0 / 3937}, {"ftUS", 1200.0 / 3937}, {"US survey foot", 1200.0 / 3937}};
  // clang-format on
  const char *const name = gdal.GDALGetRasterUnitType(b->band);
  for (size_t i = 0; name && i < sizeof units / sizeof *units; i++)
    if (strcmp(name, units[i].name) == 0) return units[i].metres;
  return 0;
}

/* Scale and offset of the band, so that heights have the unit of x and y: of a map in feet, feet. */
static void choose_scale(band_reading *b, double map_unit) {
  int has_scale, has_offset;
  const double scale = gdal.GDALGetRasterScale(b->band, &has_scale);
  const double offset = gdal.GDALGetRasterOffset(b->band, &has_offset);
  const double unit = unit_of(b), factor = unit > 0 ? unit / (map_unit > 0 ? map_unit : 1) : 1;
  b->scale = (has_scale && scale != 0 ? scale : 1) * factor;
  b->offset = (has_offset ? offset : 0) * factor;
}

/* Takes the system that a text says; of a building site, say, there is a place and no map. */
static int take_system(heights_reading *r, const char *wkt, double *map_unit) {
  if (!(r->system = heights_name_crs(wkt, map_unit))) return heights_fail(r, "out of memory");
  if (heights_crs_kind(r->system) == CRS_OTHER) {
    free(r->system);
    r->system = NULL;
    return 0;
  }
  if (heights_is_crs(r->system)) return 0;
  return heights_fail(r,
                      "its coordinate system isn't one that can be read without opening other files; gdalwarp -t_srs "
                      "EPSG:N brings it to one that can");
}

/* Takes place and system, as far as the file has them. */
static int take_place(heights_reading *r, const band_reading *b, double *map_unit) {
  double t[6];
  char *text;
  *map_unit = 0;
  if (gdal.GDALGetGeoTransform(b->file, t) != CE_None) return 0;
  if (t[2] != 0 || t[4] != 0 || !(t[1] > 0) || t[5] == 0)
    return heights_fail(r, "its rows don't run from west to east; gdalwarp turns them");
  for (int a = 0; a < 2; a++) {
    r->to->step[a] = t[a ? 5 : 1];
    r->to->origin[a] = t[3 * a] + 0.5 * r->to->step[a];
    if (!isfinite(r->to->origin[a]) || !isfinite(r->to->step[a])) return heights_fail(r, "its place is no number");
  }
  const geotiff_system given = geotiff_text(r->file, &text);
  const char *const wkt = given == GEOTIFF_NO_TEXT ? gdal.GDALGetProjectionRef(b->file) : text ? text : "?";
  const int code = !wkt || !*wkt ? 0 : take_system(r, wkt, map_unit);
  free(text);
  return code;
}

static int open_band(heights_reading *r, band_reading *b) {
  int width, height;
  b->band = gdal.GDALGetRasterCount(b->file) > 0 ? gdal.GDALGetRasterBand(b->file, 1) : NULL;
  if (!b->band) return heights_fail(r, "has no samples");
  if (gdal.GDALGetRasterColorTable(b->band))
    return heights_fail(r, "is a picture in colour, not heights, by a palette; gdal_translate -expand rgb makes bands");
  if (heights_take_channels(r, channels_of(b))) return -1;
  const GDALDataType type = gdal.GDALGetRasterDataType(b->band);
  if (gdal.GDALDataTypeIsComplex(type)) return heights_fail(r, "has complex numbers, not heights");
  gdal.GDALGetBlockSize(b->band, &width, &height);
  if ((double)width * height * gdal.GDALGetDataTypeSizeBytes(type) * gdal.GDALGetRasterCount(b->file) > MOST_BLOCK)
    return heights_fail(r, "its strips are too large; gdal_translate -co TILED=YES makes tiles");
  b->nodata = gdal.GDALGetRasterNoDataValue(b->band, &b->has_nodata);
  b->is_float = type == GDT_Float32;
  r->to->size[0] = gdal.GDALGetRasterXSize(b->file);
  r->to->size[1] = gdal.GDALGetRasterYSize(b->file);
  return 0;
}

static float height_of(const band_reading *b, double value) {
  const int is_missing = b->is_float ? (float)value == (float)b->nodata : value == b->nodata;
  return b->has_nodata && is_missing ? NAN : (float)(value * b->scale + b->offset);
}

/* Reads `lines` lines into values, which has room for them. */
static int read_lines(heights_reading *r, const band_reading *b, int first, int lines, double *values) {
  const int width = (int)r->to->size[0];
  if (gdal.GDALRasterIO(b->band, GF_Read, 0, first, width, lines, values, width, lines, GDT_Float64, 0, 0) != CE_None)
    return heights_fail_at(r, first);
  float *const to = r->to->data + (size_t)first * (size_t)width;
  for (size_t i = 0; i < (size_t)lines * (size_t)width; i++) to[i] = height_of(b, values[i]);
  return heights_lines_read(r, first + lines);
}

/* Reads a line of a channel into values, and puts its shares of `full` where they belong. */
static int read_channel(heights_reading *r, const band_reading *b, int channel, int line, double *values) {
  const int width = (int)r->to->size[0], channels = r->to->channels;
  const GDALRasterBandH band = gdal.GDALGetRasterBand(b->file, channel + 1);
  const GDALDataType type = gdal.GDALGetRasterDataType(band);
  const double full = type == GDT_Byte ? 255 : type == GDT_UInt16 ? 65535 : 1;
  if (gdal.GDALRasterIO(band, GF_Read, 0, line, width, 1, values, width, 1, GDT_Float64, 0, 0) != CE_None)
    return heights_fail_at(r, line);
  float *const to = r->to->data + (size_t)line * (size_t)width * (size_t)channels + channel;
  for (size_t i = 0; i < (size_t)width; i++) to[i * (size_t)channels] = (float)(values[i] / full);
  return 0;
}

static int read_colours(heights_reading *r, const band_reading *b) {
  double *const values = malloc((size_t)r->to->size[0] * sizeof *values);
  int code = values ? 0 : heights_fail(r, "out of memory");
  for (int line = 0; !code && line < (int)r->to->size[1]; line++) {
    for (int c = 0; !code && c < r->to->channels; c++) code = read_channel(r, b, c, line, values);
    if (!code) code = heights_lines_read(r, line + 1);
  }
  free(values);
  return code;
}

static int read_band(heights_reading *r, const band_reading *b) {
  const int height = (int)r->to->size[1];
  const int at_once = r->to->size[0] > 1 << 20 ? 1 : STRIP; /* a strip of wide lines would be large */
  double *const values = malloc((size_t)at_once * (size_t)r->to->size[0] * sizeof *values);
  int code = values ? 0 : heights_fail(r, "out of memory");
  for (int line = 0; !code && line < height; line += at_once)
    code = read_lines(r, b, line, height - line < at_once ? height - line : at_once, values);
  free(values);
  return code;
}

int heights_tif(heights_reading *r) {
  double map_unit;
  const char *const missing = gdal_load_error();
  if (missing) return heights_fail(r, "%s", missing);
  band_reading b = {.file = gdal_open_tif(r->path)};
  if (!b.file) return heights_fail(r, "isn't a GeoTIFF, or is damaged");
  int code = open_band(r, &b);
  if (!code) code = take_place(r, &b, &map_unit);
  if (!code) choose_scale(&b, map_unit);
  if (!code) code = heights_allocate(r);
  if (!code) code = heights_channels(r->to) > 1 ? read_colours(r, &b) : read_band(r, &b);
  gdal.GDALClose(b.file);
  return code;
}

int heights_tiff(heights_reading *r) { return heights_tif(r); }

#endif
