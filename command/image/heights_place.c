/* The memory of heights, once it is known that they can be used where they lie: with x and y in one unit, so that
 * what is in degrees is refused, with the command that makes it a map, unless it is to be moved. */
#include "image/gdal_loaded.h"
#include "image/heights.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined BURL_GDAL

/* A name as a word of a shell's line. */
static void quote(const char *name, char *text, size_t room) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-:@%";
  size_t used = 0;
  if (name[strspn(name, plain)] == '\0') {
    snprintf(text, room, "%s", name);
    return;
  }
  used += (size_t)snprintf(text, room, "'");
  for (const char *c = name; *c && used < room; c++)
    used += (size_t)snprintf(text + used, room - used, *c == '\'' ? "'\\''" : "%c", *c);
  if (used < room) snprintf(text + used, room - used, "'");
}

/* The number of the system in metres that has little distortion around a place: of the zone's UTM, or at a pole. */
static int metres_around(double longitude, double latitude) {
  const int zone = (int)floor((longitude + 180) / 6) % 60;
  if (latitude > 84) return 5041;
  if (latitude < -80) return 5042;
  return (latitude < 0 ? 32701 : 32601) + (zone < 0 ? zone + 60 : zone);
}

/* The error of heights in degrees: x and y are no lengths there. */
static int fail_degrees(const heights_reading *r) {
  const heights *const h = r->to;
  const double longitude = h->origin[0] + 0.5 * (double)(h->size[0] - 1) * h->step[0];
  const double latitude = h->origin[1] + 0.5 * (double)(h->size[1] - 1) * h->step[1];
  const int is_on_earth = fabs(longitude) <= 360 && fabs(latitude) <= 90;
  const int epsg = is_on_earth ? metres_around(longitude, latitude) : 3857;
  const char *const name = image_name_of(r->path);
  char from[160], to[160], stem[96];
  snprintf(stem, sizeof stem, "%.*s_%d.tif", (int)strcspn(name, "."), name, epsg);
  quote(r->path, from, sizeof from);
  quote(stem, to, sizeof to);
  return heights_fail(r,
                      "is in degrees, which are no lengths; --crs EPSG:%d brings it to metres, as does"
                      " gdalwarp -t_srs EPSG:%d -r cubic %s %s",
                      epsg, epsg, from, to);
}

int heights_is_to_move(const heights_reading *r) {
  const char *const wished = r->wish->crs;
  return r->to->step[0] != 0 && r->system && wished && heights_crs_kind(wished) == CRS_PROJECTED &&
         !heights_same_crs(wished, r->system);
}

static int check_place(const heights_reading *r) {
  if (r->to->step[0] == 0 || !r->system || heights_is_to_move(r)) return 0;
  const char *const missing = gdal_load_error();
  if (missing) return heights_fail(r, "%s", missing);
  const crs_kind kind = heights_crs_kind(r->system);
  if (kind == CRS_UNKNOWN) return heights_fail(r, "GDAL doesn't know its coordinate system");
  return kind == CRS_DEGREES && !r->wish->in_degrees ? fail_degrees(r) : 0;
}

#else

/* Without GDAL there are no systems but that of .hgt. */
static int check_place(const heights_reading *r) {
  return r->system ? heights_fail(r, "is in degrees, which are no lengths; this burl has no GDAL to change that") : 0;
}

#endif

int heights_check_size(const heights_reading *r) {
  enum { MOST_SIDE = 1 << 20, MOST_SAMPLES = 1 << 28 };
  const int64_t *const size = r->to->size;
  if (size[0] <= MOST_SIDE && size[1] <= MOST_SIDE && size[0] * size[1] <= MOST_SAMPLES) return 0;
  return heights_fail(r,
                      "too large: it has %" PRId64 " x %" PRId64
                      " samples, and heights at most 2^28, 2^20 along an axis; gdal_translate -outsize makes fewer",
                      size[0], size[1]);
}

int heights_allocate(heights_reading *r) {
  const int64_t *const size = r->to->size;
  const int channels = heights_channels(r->to);
  const double wanted = 4.0 * (double)size[0] * (double)size[1] * channels;
  const double installed = image_installed_memory();
  int code = heights_check_size(r);
  if (!code) code = check_place(r);
  if (code || r->wish->look) return code ? code : HEIGHTS_LOOKED;
  if (wanted <= installed) r->to->data = malloc((size_t)size[0] * (size_t)size[1] * (size_t)channels * sizeof(float));
  if (r->to->data) return 0;
  return heights_fail(r,
                      "not enough memory: its %" PRId64 " x %" PRId64
                      " samples take %.4g GiB, this machine has %.4g; gdal_translate -outsize makes fewer",
                      size[0], size[1], wanted / 0x1p30, installed / 0x1p30);
}
