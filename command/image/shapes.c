/* The shapes of shapes.h: GeoJSON of 2008, which says its coordinate system, as RFC 7946 knows WGS 84 alone. */
#include "image/shapes.h"

#include "image/gdal_loaded.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined BURL_GDAL

int image_shapes_check(const char *crs, image_error *error) {
  const char *const missing = crs ? gdal_load_error() : NULL;
  const OGRSpatialReferenceH system = crs && !missing ? gdal_crs(crs) : NULL;
  if (system) gdal.OSRDestroySpatialReference(system);
  if (!crs || system || missing) return 0;
  snprintf(error->text, sizeof error->text, "GDAL doesn't know the coordinate system %s", crs);
  return -1;
}

#else

int image_shapes_check(const char *crs, image_error *error) {
  (void)crs, (void)error;
  return 0;
}

#endif

/* ---- numbers ------------------------------------------------------------------------------------- */

/* Zeros at the end of a fraction say nothing, but for the first. */
static void put_trimmed(FILE *to, char *text) {
  const int has_exponent = strchr(text, 'e') != NULL;
  const char *const point = has_exponent ? NULL : strchr(text, '.');
  size_t length = strlen(text);
  while (point && text[length - 1] == '0' && text + length - 2 > point) text[--length] = '\0';
  fprintf(to, "%s%s", text, point || has_exponent ? "" : ".0");
}

static void put_value(FILE *to, double value, int is_whole) {
  char text[64];
  if (isnan(value)) {
    fputs("null", to);
  } else if (is_whole) {
    fprintf(to, "%lld", (long long)value);
  } else {
    snprintf(text, sizeof text, "%.9g", value);
    put_trimmed(to, text);
  }
}

/* How many places behind the point are as fine as this. */
static int places_of(double precision) {
  const double places = ceil(-log10(precision));
  return places > 15 ? 15 : places > 0 ? (int)places : 0;
}

static void put_coordinate(FILE *to, double value, int places) {
  char text[400]; /* as long as the largest double */
  snprintf(text, sizeof text, "%.*f", places, value);
  put_trimmed(to, text);
}

/* ---- a shape ------------------------------------------------------------------------------------- */

static void put_point(FILE *to, const shape_point *point, int places) {
  fputs("[ ", to);
  put_coordinate(to, point->x, places);
  fputs(", ", to);
  put_coordinate(to, point->y, places);
  fputs(" ]", to);
}

static void put_part(FILE *to, const image_shapes *s, const shape_range *part, int places) {
  fputs("[ ", to);
  for (int64_t i = 0; i < part->count; i++) {
    if (i) fputs(", ", to);
    put_point(to, &s->points[part->first + i], places);
  }
  fputs(" ]", to);
}

static void put_geometry(FILE *to, const image_shapes *s, const shape_range *shape) {
  const int places = places_of(s->precision), is_line = s->kind == SHAPES_LINES;
  if (s->kind == SHAPES_POINTS) {
    fputs("{ \"type\": \"Point\", \"coordinates\": ", to);
    put_point(to, &s->points[shape->first], places);
    fputs(" }", to);
    return;
  }
  fprintf(to, "{ \"type\": \"%s\", \"coordinates\": ", is_line ? "LineString" : "Polygon");
  if (!is_line) fputs("[ ", to);
  for (int64_t i = 0; i < shape->count; i++) {
    if (i) fputs(", ", to);
    put_part(to, s, &s->parts[shape->first + i], places);
  }
  fputs(is_line ? " }" : " ] }", to);
}

static void put_shape(FILE *to, const image_shapes *s, int64_t number) {
  fputs("{ \"type\": \"Feature\", \"properties\": { ", to);
  for (int i = 0; i < s->field_count; i++) {
    fprintf(to, "%s\"%s\": ", i ? ", " : "", s->fields[i].name);
    put_value(to, s->values[number * s->field_count + i], s->fields[i].is_whole);
  }
  fputs(" }, \"geometry\": ", to);
  put_geometry(to, s, &s->shapes[number]);
  fputs(" }", to);
}

/* ---- the collection ------------------------------------------------------------------------------ */

/* A system that has no number isn't named. */
static void put_collection(FILE *to, const image_shapes *s) {
  fprintf(to, "{\n\"type\": \"FeatureCollection\",\n\"name\": \"%s\",\n", s->name);
  if (s->crs && strncmp(s->crs, "EPSG:", 5) == 0)
    fprintf(to, "\"crs\": { \"type\": \"name\", \"properties\": { \"name\": \"urn:ogc:def:crs:EPSG::%s\" } },\n",
            s->crs + 5);
  fputs("\"features\": [\n", to);
  for (int64_t i = 0; i < s->count; i++) {
    if (i) fputs(",\n", to);
    put_shape(to, s, i);
  }
  fputs("\n]\n}\n", to);
}

char *image_shapes_text(const image_shapes *shapes, const char *path, size_t *length, image_error *error) {
  char *text = NULL;
  FILE *const to = open_memstream(&text, length);
  int fails = !to;
  if (to) {
    put_collection(to, shapes);
    fails = ferror(to);
    fails |= fclose(to) != 0;
  }
  if (!fails) return text;
  snprintf(error->text, sizeof error->text, "%s: %s", path, strerror(ENOMEM));
  free(text);
  return NULL;
}
