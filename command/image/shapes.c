/* The shapes of shapes.h.  GDAL's driver makes files that aren't there yet only, so that it writes into its own
 * memory. */
#include "image/shapes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#if defined BURL_GDAL

#include "image/gdal_loaded.h"

#include <math.h>
#include <pthread.h>

int image_shapes_check(const char *crs, image_error *error) {
  const char *const missing = gdal_load_error();
  if (missing) {
    snprintf(error->text, sizeof error->text, "a .geojson is written by GDAL, which isn't there: %s", missing);
    return -1;
  }
  const OGRSpatialReferenceH system = crs ? gdal_crs(crs) : NULL;
  if (system) gdal.OSRDestroySpatialReference(system);
  if (!crs || system) return 0;
  snprintf(error->text, sizeof error->text, "GDAL doesn't know the coordinate system %s", crs);
  return -1;
}

/* ---- Geometry ------------------------------------------------------------------------------------ */

static OGRGeometryH make_part(const image_shapes *s, const shape_range *part, OGRwkbGeometryType type) {
  const OGRGeometryH made = gdal.OGR_G_CreateGeometry(type);
  gdal.OGR_G_SetPointCount(made, (int)part->count);
  for (int64_t i = 0; i < part->count; i++)
    gdal.OGR_G_SetPoint_2D(made, (int)i, s->points[part->first + i].x, s->points[part->first + i].y);
  return made;
}

static OGRGeometryH make_geometry(const image_shapes *s, int64_t number) {
  const shape_range *const shape = &s->shapes[number];
  if (s->kind == SHAPES_LINES) return make_part(s, &s->parts[shape->first], wkbLineString);
  const OGRGeometryH polygon = gdal.OGR_G_CreateGeometry(wkbPolygon);
  for (int64_t i = 0; i < shape->count; i++)
    gdal.OGR_G_AddGeometryDirectly(polygon, make_part(s, &s->parts[shape->first + i], wkbLinearRing));
  return polygon;
}

/* ---- The collection ------------------------------------------------------------------------------ */

static int add_fields(const image_shapes *s, OGRLayerH layer) {
  OGRErr failed = OGRERR_NONE;
  for (int i = 0; i < s->field_count && failed == OGRERR_NONE; i++) {
    const OGRFieldDefnH field = gdal.OGR_Fld_Create(s->fields[i].name, s->fields[i].is_whole ? OFTInteger64 : OFTReal);
    failed = gdal.OGR_L_CreateField(layer, field, 1);
    gdal.OGR_Fld_Destroy(field);
  }
  return failed == OGRERR_NONE ? 0 : -1;
}

static int add_shape(const image_shapes *s, OGRLayerH layer, int64_t number) {
  const double *const values = s->values + number * s->field_count;
  const OGRFeatureH feature = gdal.OGR_F_Create(gdal.OGR_L_GetLayerDefn(layer));
  for (int i = 0; i < s->field_count; i++) {
    if (isnan(values[i])) gdal.OGR_F_SetFieldNull(feature, i);
    else if (s->fields[i].is_whole) gdal.OGR_F_SetFieldInteger64(feature, i, (GIntBig)values[i]);
    else gdal.OGR_F_SetFieldDouble(feature, i, values[i]);
  }
  const int is_made = gdal.OGR_F_SetGeometryDirectly(feature, make_geometry(s, number)) == OGRERR_NONE &&
                      gdal.OGR_L_CreateFeature(layer, feature) == OGRERR_NONE;
  gdal.OGR_F_Destroy(feature);
  return is_made ? 0 : -1;
}

/* How many places behind the point are as fine as this. */
static int places_of(double precision) {
  const double places = ceil(-log10(precision));
  return places > 15 ? 15 : places > 0 ? (int)places : 0;
}

/* RFC 7946 knows WGS 84 alone: the collection is one of the format before it, which says its system. */
static OGRLayerH create_layer(const image_shapes *s, GDALDatasetH file) {
  char places[32], figures[] = "SIGNIFICANT_FIGURES=9", plain[] = "RFC7946=NO";
  snprintf(places, sizeof places, "COORDINATE_PRECISION=%d", places_of(s->precision));
  char *options[] = {plain, places, figures, NULL};
  const OGRSpatialReferenceH system = s->crs ? gdal_crs(s->crs) : NULL;
  const OGRLayerH layer =
      gdal.GDALDatasetCreateLayer(file, s->name, system, s->kind == SHAPES_LINES ? wkbLineString : wkbPolygon, options);
  if (system) gdal.OSRDestroySpatialReference(system);
  return layer;
}

static int write_shapes(const image_shapes *s, const char *name) {
  const GDALDriverH driver = gdal.GDALGetDriverByName("GeoJSON");
  const GDALDatasetH file = driver ? gdal.GDALCreate(driver, name, 0, 0, 0, GDT_Unknown, NULL) : NULL;
  if (!file) return -1;
  const OGRLayerH layer = create_layer(s, file);
  int code = layer ? add_fields(s, layer) : -1;
  for (int64_t i = 0; !code && i < s->count; i++) code = add_shape(s, layer, i);
  gdal.GDALClose(file);
  return code;
}

/* A copy of what GDAL has under a name, which it forgets. */
static char *take_file(const char *name, size_t *length) {
  vsi_l_offset bytes = 0;
  const GByte *const held = gdal.VSIGetMemFileBuffer(name, &bytes, FALSE);
  char *const copy = held ? malloc((size_t)bytes + 1) : NULL;
  if (copy) memcpy(copy, held, (size_t)bytes);
  *length = (size_t)bytes;
  gdal.VSIUnlink(name);
  return copy;
}

char *image_shapes_text(const image_shapes *shapes, const char *path, size_t *length, image_error *error) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the name */
  static const char name[] = "/vsimem/burl.geojson";
  pthread_mutex_lock(&lock);
  const int code = write_shapes(shapes, name);
  char *const text = take_file(name, length);
  if (text && !code) {
    pthread_mutex_unlock(&lock);
    return text;
  }
  snprintf(error->text, sizeof error->text, "%s: %s", path, code ? gdal.CPLGetLastErrorMsg() : strerror(ENOMEM));
  pthread_mutex_unlock(&lock);
  free(text);
  return NULL;
}

#else

static const char missing[] = "a .geojson is written by GDAL, without which this burl is built";

int image_shapes_check(const char *crs, image_error *error) {
  (void)crs;
  snprintf(error->text, sizeof error->text, "%s", missing);
  return -1;
}

char *image_shapes_text(const image_shapes *shapes, const char *path, size_t *length, image_error *error) {
  (void)shapes, (void)length;
  snprintf(error->text, sizeof error->text, "%s: %s", path, missing);
  return NULL;
}

#endif
