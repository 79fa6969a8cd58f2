/* Heights, and pictures, from files: elevation models (GeoTIFF, HGT, ESRI's ASCII grids), and what burl and others
 * write (.png, .exr, .npy, .r16; .webp, .jpg).  heights.c chooses the reader by the name's ending; heights_tif.c and
 * the like each read one format, by what heights_reading.c has for all of them; heights_place.c allocates memory for
 * what can be used where it lies; heights_moved.c brings heights to another coordinate system; heights_crs.c knows
 * these. */
#ifndef BURL_HEIGHTS_H
#define BURL_HEIGHTS_H

#include "image/image.h"

struct json_t;

/* A grid of heights.  Sample (i, j) lies at origin + i*step, in the unit of the coordinate system, to which the
 * heights are brought too where their own unit is known.  Where the file has no place, step is 0. */
typedef struct {
  float *data; /* [size[1]][size[0]], to be freed; NaN: there is no height */
  int64_t size[2];
  double origin[2], step[2]; /* step[1] < 0 where the first row is the northernmost */
  int channels;              /* of a picture 2 to 4, as in burl_field, one behind the other in data; else 0 or 1 */
  int is_linear;             /* whether colours are linear light */
  char *crs;                 /* EPSG: and digits, else WKT, to be freed; NULL: the file says none */
  uint32_t crc;              /* the CRC-32 of the file's bytes */
} heights;

/* How a file is to be read. */
typedef struct {
  const char *crs; /* EPSG: and digits, or WKT: the system to which a file is brought that has another */
  int in_degrees;  /* whether longitude and latitude will do, which are no lengths */
  int colours;     /* whether a picture in colour, or with opacity, will do */
  int look;        /* only size, place and system are wanted: data is NULL, crc 0 */
  /* Called now and then with how many of all samples have been read; non-zero stops the reading.  May be NULL. */
  int (*progress)(void *user, double done, double all);
  void *user;
} heights_wish;

#define HEIGHTS_LIST(X) X(tif) X(tiff) X(hgt) X(asc) X(png) X(exr) X(npy) X(r16) X(raw) X(webp) X(jpg) X(jpeg)
#define HEIGHTS_NAMES HEIGHTS_LIST(IMAGE_FORMAT_NAME) /* the endings, a space behind each */

/* Reads the heights at path.  Returns 0; or -1 with *error, which names the file and what was expected, and then
 * *to is empty.  heights_free may be called either way. */
int heights_read(const char *path, const heights_wish *wish, heights *to, image_error *error);
void heights_free(heights *h);

/* Whether the text may stand for a coordinate system: EPSG: and digits, or WKT that wkt.h understands. */
int heights_is_crs(const char *crs);

/* ---- for the readers ------------------------------------------------------------------------- */

/* A file that is being read. */
typedef struct {
  const char *path;
  FILE *file; /* at its begin */
  int64_t bytes;
  const heights_wish *wish;
  heights *to;
  char *system; /* the file's coordinate system, as in heights.crs, before it is brought to the wished one */
  image_error *error;
} heights_reading;

/* What a reader returns, beside 0 and -1: all is known that was wanted. */
enum { HEIGHTS_LOOKED = 1 };

/* A reader sets size, place and system; calls heights_allocate, and returns what that does unless it is 0; fills
 * to->data, and returns 0, or -1 with *error. */
#define HEIGHTS_DECLARE(name) int heights_##name(heights_reading *r);
HEIGHTS_LIST(HEIGHTS_DECLARE)
#undef HEIGHTS_DECLARE

/* Fails where the size is more than 2^20 along an axis or 2^28 samples; for readers whose library takes memory before
 * heights_allocate is called. */
int heights_check_size(const heights_reading *r);

/* Allocates to->data, unless the size is more than that or this machine's memory. */
int heights_allocate(heights_reading *r);

/* How many floats a sample has, at least 1. */
int heights_channels(const heights *h);
/* Takes over how many channels the file's picture has.  Fails where it is in colour and that isn't wished. */
int heights_take_channels(heights_reading *r, int channels);

/* Sets *error to the file's name and a text.  Returns -1. */
int heights_fail(const heights_reading *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same for a file that ends too early or can't be decoded at this line of samples. */
int heights_fail_at(const heights_reading *r, int64_t line);

/* Says how many lines have been read.  Returns 0, or -1 where the reading is to stop. */
int heights_lines_read(const heights_reading *r, int64_t lines);

/* Reads the next bytes: 0, or -1 where there are fewer. */
int heights_bytes(const heights_reading *r, void *to, size_t length);

/* An integer sample of `full` as a height: lo to hi as burl wrote the file, or 0 to 1. */
typedef struct {
  double lo, hi;
} heights_range;
/* The range that how the file was made says; returns whether it says one. */
int heights_made_range(const struct json_t *made, heights_range *range);

/* ---- coordinate systems and places ------------------------------------------------------------- */

/* Brings the heights to the system that is wished for, or takes over their own.  Returns 0, HEIGHTS_LOOKED or -1. */
int heights_settle(heights_reading *r);

#if defined BURL_GDAL
/* Whether the heights have a place in a system, and another is wished for, in which lengths are lengths. */
int heights_is_to_move(const heights_reading *r);
/* Whether two systems are the same; whether one is in degrees, in metres or the like. */
int heights_same_crs(const char *a, const char *b);
typedef enum { CRS_UNKNOWN, CRS_DEGREES, CRS_PROJECTED, CRS_OTHER } crs_kind;
crs_kind heights_crs_kind(const char *crs);
/* The text that stands for a system given as WKT, to be freed, NULL where memory ran out: its number, where it is what
 * that number stands for.  And how many metres its unit has, 0: that is no length. */
char *heights_name_crs(const char *wkt, double *unit);
#endif

#endif
