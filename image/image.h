/* Pictures and volumes as files, for the tool: samples go in, a whole file comes out or none at all.
 * png.c, npy.c and the like each implement one format, and format.c is the table of them; plain.c has what
 * several formats share.  bands.c encodes a picture on all cores.  file.c lets a file appear whole or not at
 * all, under names that path.c makes; made.c writes and reads how a picture was made; json.c is JSON where
 * memory may run out.  Nothing here prints: an error is returned as text that names the file. */
#ifndef BURL_IMAGE_H
#define BURL_IMAGE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What to write.  A line is a row of samples, line[i][channels]; lines follow one another along y,
 * then z, then w.  They are all there in data, or lines makes them when they are wanted. */
typedef struct {
  const float *data; /* [lines][i][channels], the caller's; NULL: lines is asked */
  /* Fills to[count][i][channels] from line first on.  Called from any thread, from several at once.
   * Returns 0, or why not in errno's numbers. */
  int (*lines)(void *user, int64_t first, int64_t count, float *to);
  /* Called on the caller's thread, done from 0 to 1; non-zero stops.  NULL: not wanted. */
  int (*progress)(void *user, double done);
  void *lines_user, *progress_user;
  int axes;        /* 1 to 4 */
  int64_t size[4]; /* samples along x, y, z, w; 1 beyond axes */
  int64_t begin[4];          /* the first one's number along each axis, */
  double origin[4], step[4]; /* where number 0 lies, and how far apart they are */
  int channels;    /* 1, 3 or 4; colours run from 0 to 1 */
  double lo, hi;   /* one channel to integers: the values that become 0 and the largest integer */
  int depth;       /* bits of those integers, 8 or 16 */
  int threads;     /* 0: all cores; 1: the caller's alone.  The file is the same. */
  const char *crs;  /* its coordinate system, such as EPSG:32632; NULL: none */
  const char *made; /* how it was made, a JSON object in UTF-8; NULL: the file doesn't tell */
} image;

typedef struct {
  char text[512];
} image_error;

/* The formats, by the ending of a file's name. */
#if defined BURL_GDAL /* the library's file, which is loaded when it is needed */
#define IMAGE_GDAL_FORMATS(X) X(tif)
#else
#define IMAGE_GDAL_FORMATS(X)
#endif
#define IMAGE_FORMAT_LIST(X) \
  X(png) X(npy) X(exr) X(pfm) X(r16) X(csv) X(qoi) X(webp) IMAGE_GDAL_FORMATS(X)
#define IMAGE_FORMAT_NAME(name) #name " "
#define IMAGE_FORMAT_NAMES IMAGE_FORMAT_LIST(IMAGE_FORMAT_NAME)

typedef enum { IMAGE_INTEGERS, IMAGE_FLOATS } image_kind;
typedef enum { IMAGE_INSIDE, IMAGE_BESIDE /* in FILE.json */ } image_telling;

/* Some lines as their format writes them. */
typedef struct {
  const float *samples; /* [lines][i][channels] */
  int64_t first, lines; /* of the picture's */
  unsigned char *bytes; /* the encoder's result, in room for all that it said it needs */
  size_t length;
  uint32_t check; /* of the format's own, and of how many bytes */
  size_t checked;
  uint32_t crc; /* of bytes, where FILE.json holds it */
} image_band;

/* Where in a file its samples are, and the CRC-32 of those bytes (that of zlib). */
typedef struct {
  int64_t begin, count;
  uint32_t crc;
} image_bytes;

/* A picture's file while it is made. */
typedef struct {
  FILE *stream;
  const char *name; /* of the stream's file; NULL: standard output */
  const image *picture;
  uint32_t check; /* for the format's use: 1 at first, */
  void *state;    /* NULL */
} image_writing;

/* A format: what stands before the bands, a band's bytes, what stands after.  begin, put, end and close
 * are called in the file's order, close even where one has failed; encode on any thread.  Or all of the
 * file at once, of a picture whose data is there.  Each returns 0, or why not in errno's numbers. */
typedef struct {
  const char *name; /* the ending without its dot */
  const char *about;
  int most_axes;
  unsigned channels;     /* a bit for each number of them that it holds: 1 << 1, 1 << 3, 1 << 4 */
  image_kind kind;       /* whether lo, hi and depth count */
  int depths;            /* of integers: 8, 16, or both: 8 | 16 */
  image_telling telling; /* where it tells how it was made */
  int upside_down;       /* whether lines stand in the file from the last to the first */
  int seeks;             /* whether it is written back and forth: not to standard output */
  int64_t most_side, most_samples; /* 0: any */
  int (*check)(const image *picture, image_error *error); /* what image_check can't know; NULL: nothing */
  int (*begin)(image_writing *w);
  size_t (*room)(const image *picture, int64_t lines); /* for encode: its result and its scratch */
  int (*encode)(const image_writing *w, image_band *band);
  int (*put)(image_writing *w, const image_band *band);
  int (*end)(image_writing *w);                             /* NULL: nothing stands after */
  int (*close)(image_writing *w);                           /* NULL: nothing to be freed */
  /* The file of the picture's pixels, [y][x][channels] of 8 bits, 3 or 4 channels; to be freed; NULL: no
   * memory. */
  unsigned char *(*whole)(const image *picture, const unsigned char *pixels, int channels, size_t *length);
  /* Of IMAGE_INSIDE: what the file tells, to be freed, NULL where it doesn't; whether all of it is there. */
  char *(*made)(const char *path);
  int (*is_complete)(const char *path);
} image_format;

/* The format that the path's ending asks for, in either case, or of that name; NULL, with *error
 * listing those that there are, where there is none. */
const image_format *image_format_of(const char *path, image_error *error);
const image_format *image_format_named(const char *name, image_error *error);
/* Every format, by index from 0; NULL behind the last. */
const image_format *image_format_at(int index);

/* Whether the format can hold a picture of this shape (data is not read): 0, or -1 with *error. */
int image_check(const image_format *format, const image *picture, image_error *error);

/* A file that is being made: it has its name only when image_finish has returned 0. */
typedef struct {
  const char *path; /* the caller's */
  const image_format *format;
  char *target, *beside; /* where path leads, and the file beside that; NULL: there is none */
  struct {
    char *name; /* until then; NULL: there is none, or it is standard output */
    int locked; /* its descriptor, held as long as the name */
    FILE *stream;
  } temporary[2]; /* the file, and the one beside it */
} image_file;

/* Creates the temporary file beside path, so that a folder that can't be written is known early.
 * Until the file is finished or abandoned, a signal that ends the process removes it first; what a
 * process leaves that is killed, the next one takes over that makes the same path.  From any thread, a
 * path by one at a time.  Where path is a symbolic link, it stays, and the file appears where it leads.
 * A path of "-" is standard output, which gets the bytes as they are made.  Returns 0,
 * or -1 with *error. */
int image_begin(image_file *file, const char *path, const image_format *format, image_error *error);

/* Writes the picture, brings it to the disk and gives the file its name, after the one beside it where
 * the format wants one.  Returns 0; or -1 with *error, and then nothing is left and path is as it was
 * (but a file beside it that said how that was made may be gone).  The file is closed either way. */
int image_finish(image_file *file, const image *picture, image_error *error);

/* Removes what image_begin made, if it did; harmless after image_finish. */
void image_abandon(image_file *file);

/* How the picture at path was made, the text that was given as `made`, to be freed.  NULL with *error
 * where it doesn't tell, or where what lies beside it is about another file. */
char *image_made(const char *path, image_error *error);
/* Whether a file that image_made could read has all that burl wrote there: nothing cut off, nothing
 * changed.  (image_made itself compares a file with what lies beside it.) */
int image_is_complete(const char *path);

/* ---- within image/, and for whoever shares out the work --------------------------------------- */

/* How many bands a picture is cut into, of how many lines each but the last, and how many threads work
 * on n of them where `asked` were asked for.  Where it is cut depends on the picture alone. */
int64_t image_band_count(const image *picture);
int64_t image_band_lines(const image *picture);
int image_thread_count(int asked, int64_t bands);

/* Writes the picture band by band.  Memory: some megabytes a thread, unless a line takes more.
 * Returns 0, or why not in errno's numbers. */
int image_write_bands(FILE *stream, const char *name, const image_format *format, const image *picture,
                      image_bytes *written);
/* The same of a format that is made at once. */
int image_write_whole(FILE *stream, const image_format *format, const image *picture,
                      image_bytes *written);

/* The keyword of what a picture tells, where it has to have one. */
#define IMAGE_KEYWORD "burl"

/* Names that belong to a path, to be freed; NULL: no memory, but image_target has the reason in errno. */
char *image_target(const char *path); /* where it leads through symbolic links */
char *image_folder(const char *path); /* its folder, "." where it names none */
/* Of a path that isn't a symbolic link: the JSON file beside it; and a hidden file in its folder, always the
 * same one, so that what a killed run has left there is overwritten by the next. */
char *image_beside(const char *path);
char *image_temporary(const char *path);

/* Writes the file beside a picture: how the picture was made, and which bytes it is about.  Returns 0, or
 * the reason for the failure, one of errno's numbers. */
int image_tell_beside(FILE *stream, const char *made, const image_bytes *written);

/* JSON that is there whole or not at all, by jansson.  begin stands before a value is made; read, of a
 * stream or a text, begins too.  text is to be freed.  NULL: no JSON, or no memory for all of it. */
void image_json_begin(void);
struct json_t *image_json_read(FILE *stream, const char *text);
char *image_json_text(const struct json_t *value, size_t flags);

enum { IMAGE_GREY = 1 << 1, IMAGE_RGB = 1 << 3, IMAGE_RGBA = 1 << 4 };

#define IMAGE_DECLARE_FORMAT(name) extern const image_format image_##name;
IMAGE_FORMAT_LIST(IMAGE_DECLARE_FORMAT)
#undef IMAGE_DECLARE_FORMAT

/* For formats whose bands are plain bytes: writes them where they belong. */
int image_put_bytes(FILE *stream, const void *bytes, size_t length);
int image_put_band(image_writing *w, const image_band *band);
/* For formats of floats: how many bytes some lines are; little-endian, whatever this machine's order. */
size_t image_float_room(const image *picture, int64_t lines);
void image_float_bytes(const float *samples, size_t count, unsigned char *to);

/* The integer for a sample: clamp(round((h - lo) / (hi - lo) * full)); NaN is 0.  No branches, so
 * that the loops around it become vector code. */
static inline unsigned image_integer(double h, double lo, double hi, double full) {
  double v = (h - lo) / (hi - lo) * full + 0.5;
  v = v > 0 ? v : 0;
  v = v < full + 0.5 ? v : full + 0.5;
  return (unsigned)(int)v;
}

#endif
