/* Heights from a file of any format: the reader by the name's ending, the file's checksum, and its place on a
 * map.  Heights are used with x and y in one unit, so that what is in degrees is refused, with the command that
 * makes it a map, or brought to the system that is wished for. */
#include "image/heights.h"
#include "image/gdal_loaded.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

/* ---- what the readers share ------------------------------------------------------------------- */

int heights_fail(const heights_reading *r, const char *format, ...) {
  char *const text = r->error->text;
  const size_t room = sizeof r->error->text;
  va_list arguments;
  const int used = snprintf(text, room, "%s: ", r->path);
  va_start(arguments, format);
  if (used > 0 && (size_t)used < room) vsnprintf(text + used, room - (size_t)used, format, arguments);
  va_end(arguments);
  return -1;
}

int heights_fail_at(const heights_reading *r, int64_t line) {
  return heights_fail(r, "is damaged or cut off: line %" PRId64 " of its %" PRId64 " can't be read", line + 1,
                      r->to->size[1]);
}

int heights_lines_read(const heights_reading *r, int64_t lines) {
  const int64_t *const size = r->to->size;
  if (!r->wish->progress) return 0;
  const double line = (double)size[0];
  if (r->wish->progress(r->wish->user, (double)lines * line, (double)size[1] * line) == 0) return 0;
  return heights_fail(r, "%s", strerror(ECANCELED));
}

int heights_bytes(const heights_reading *r, void *to, size_t length) {
  return fread(to, 1, length, r->file) == length ? 0 : -1;
}

int heights_made_range(const json_t *made, heights_range *range) {
  const json_t *const ends = json_object_get(made, "range");
  const json_t *const lo = json_array_get(ends, 0), *const hi = json_array_get(ends, 1);
  if (!json_is_number(lo) || !json_is_number(hi)) return 0;
  *range = (heights_range){json_number_value(lo), json_number_value(hi)};
  return isfinite(range->lo) && isfinite(range->hi);
}

/* ---- the place on a map ------------------------------------------------------------------------ */

int heights_is_crs(const char *crs) {
  static const char *const begins[] = {"PROJCS[",   "PROJCRS[",     "GEOGCS[",  "GEOGCRS[",
                                       "COMPD_CS[", "COMPOUNDCRS[", "BOUNDCRS["};
  static const char *const naming[] = {"PARAMETERFILE", "EXTENSION", "grids", "://"};
  enum { BEGINS = sizeof begins / sizeof *begins, NAMING = sizeof naming / sizeof *naming, MOST = 1 << 14 };
  int is_wkt = 0, names = 0;
  if (image_epsg(crs) >= 0) return 1;
  for (int i = 0; i < BEGINS; i++) is_wkt |= strncmp(crs, begins[i], strlen(begins[i])) == 0;
  for (int i = 0; i < NAMING; i++) names |= strstr(crs, naming[i]) != NULL;
  return is_wkt && !names && strlen(crs) <= MOST;
}

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
  const char *const slash = strrchr(r->path, '/'), *const name = slash ? slash + 1 : r->path;
  char from[160], to[160], stem[96];
  snprintf(stem, sizeof stem, "%.*s_%d.tif", (int)strcspn(name, "."), name, epsg);
  quote(r->path, from, sizeof from);
  quote(stem, to, sizeof to);
  return heights_fail(r,
                      "is in degrees, which are no lengths; --crs EPSG:%d brings it to metres, as does"
                      " gdalwarp -t_srs EPSG:%d -r cubic %s %s",
                      epsg, epsg, from, to);
}

/* Whether the heights have a place in a system, and another is wished for, in which lengths are lengths. */
static int is_to_move(const heights_reading *r) {
  const char *const wished = r->wish->crs;
  return r->to->step[0] != 0 && r->system && wished && heights_crs_kind(wished) == CRS_PROJECTED &&
         !heights_same_crs(wished, r->system);
}

static int check_place(const heights_reading *r) {
  if (r->to->step[0] == 0 || !r->system || is_to_move(r)) return 0;
  const char *const missing = gdal_load_error();
  if (missing) return heights_fail(r, "%s", missing);
  const crs_kind kind = heights_crs_kind(r->system);
  if (kind == CRS_UNKNOWN) return heights_fail(r, "GDAL doesn't know its coordinate system");
  return kind == CRS_DEGREES && !r->wish->in_degrees ? fail_degrees(r) : 0;
}

/* Brings the heights to the system that is wished for, or takes over their own. */
static int settle_place(heights_reading *r) {
  if (is_to_move(r)) return heights_reproject(r, r->wish->crs);
  if (r->to->step[0] == 0 || !r->system || heights_crs_kind(r->system) != CRS_PROJECTED) return 0;
  r->to->crs = r->system;
  r->system = NULL;
  return 0;
}

#else

/* Without GDAL there are no systems but that of .hgt. */
static int check_place(const heights_reading *r) {
  return r->system ? heights_fail(r, "is in degrees, which are no lengths; this burl has no GDAL to change that") : 0;
}

static int settle_place(heights_reading *r) { return (void)r, 0; }

#endif

int heights_allocate(heights_reading *r) {
  const int64_t *const size = r->to->size;
  const double wanted = 4.0 * (double)size[0] * (double)size[1];
  const double installed = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  const int code = check_place(r);
  if (code || r->wish->look) return code ? code : HEIGHTS_LOOKED;
  if (wanted <= installed) r->to->data = malloc((size_t)size[0] * (size_t)size[1] * sizeof(float));
  if (r->to->data) return 0;
  return heights_fail(r,
                      "not enough memory: its %" PRId64 " x %" PRId64
                      " samples take %.4g GiB, this machine has %.4g; gdal_translate -outsize makes fewer",
                      size[0], size[1], wanted / 0x1p30, installed / 0x1p30);
}

/* ---- reading ------------------------------------------------------------------------------------ */

typedef struct {
  const char *ending;
  int (*read)(heights_reading *r);
} reader;

#define READER(name) {#name, heights_##name},
static const reader readers[] = {HEIGHTS_LIST(READER)};
#undef READER
enum { READERS = sizeof readers / sizeof *readers };

/* The reader of the name's ending; NULL with *error: there is none. */
static const reader *reader_of(const heights_reading *r) {
  const char *const slash = strrchr(r->path, '/'), *const name = slash ? slash + 1 : r->path;
  const char *const dot = strrchr(name, '.');
  for (int i = 0; dot && i < READERS; i++)
    if (strcasecmp(dot + 1, readers[i].ending) == 0) return &readers[i];
  char known[128];
  size_t used = 0;
  for (int i = 0; i < READERS; i++)
    used += (size_t)snprintf(known + used, sizeof known - used, "%s.%s", i ? ", " : "", readers[i].ending);
  heights_fail(r, "heights are read from %s", known);
  return NULL;
}

/* The CRC-32 of all bytes: 0, or -1 with *error. */
static int sum_bytes(heights_reading *r) {
  const int reason = image_head_crc(fileno(r->file), r->bytes, &r->to->crc);
  return reason ? heights_fail(r, "%s", strerror(reason)) : 0;
}

/* A height that is infinite, as a float at least, is none. */
static void drop_infinite(heights *h) {
  const int64_t count = h->size[0] * h->size[1];
  for (int64_t i = 0; i < count; i++) h->data[i] = isfinite(h->data[i]) ? h->data[i] : NAN;
}

static int read_opened(heights_reading *r) {
  struct stat status;
  const reader *const with = reader_of(r);
  if (!with) return -1;
  if (fstat(fileno(r->file), &status) != 0) return heights_fail(r, "%s", strerror(errno));
  r->bytes = (int64_t)status.st_size;
  int code = with->read(r);
  if (code == 0) drop_infinite(r->to);
  if (code >= 0) code = settle_place(r);
  if (code >= 0 && !r->wish->look) code = sum_bytes(r);
  return code < 0 ? -1 : 0;
}

int heights_read(const char *path, const heights_wish *wish, heights *to, image_error *error) {
  *to = (heights){0};
  heights_reading r = {.path = path, .wish = wish, .to = to, .error = error};
  r.file = image_open(path, error);
  if (!r.file) return -1;
  const int code = read_opened(&r);
  free(r.system);
  fclose(r.file);
  if (code) heights_free(to);
  return code;
}

void heights_free(heights *h) {
  free(h->data);
  free(h->crs);
  *h = (heights){0};
}
