/* Pictures and volumes as files, for the tool: samples go in, a whole file comes out or none at all. png.c, npy.c and
 * the like each implement one format, and format.c is the table of them; plain.c has what several formats share.
 * heights.h reads heights.  bands.c encodes a picture on all cores.  file.c lets a file appear whole or not at all,
 * under names that path.c makes; provenance.c writes and reads how a picture was made.
 * Nothing here prints: an error is returned as text that names the file. */
#ifndef BURL_IMAGE_H
#define BURL_IMAGE_H

#include "image/moving.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/* A part of a picture: lines, or some samples of a line that is too long to be made at once. */
typedef struct {
  int64_t first, lines;    /* the first line's number, and how many there are */
  int64_t column, columns; /* the first sample of each, and how many there are */
} image_part;

/* The picture to write.  A line is a row of samples, line[i][channels]; lines are ordered along y,
 * then z, then w. Either all samples are in data, or the function `lines` computes some when they
 * are needed. */
typedef struct {
  const float *data; /* [lines][i][channels], the caller's; NULL: `lines` is called */
  /* Fills to[lines][columns][channels] with the samples of a part.  It is called on several threads
   * at once.  Returns 0, or the reason for a failure, one of errno's numbers. */
  int (*lines)(void *user, const image_part *part, float *to);
  /* Called on the caller's thread, with `done` from 0 to 1; stops the writing where it returns
   * non-zero.  May be NULL. */
  int (*progress)(void *user, double done);
  void *lines_user, *progress_user;
  int axes;                  /* 1 to 4 */
  int64_t size[4];           /* samples along x, y, z, w; 1 beyond axes */
  int64_t begin[4];          /* the index of the first sample along each axis; */
  double origin[4], step[4]; /* the coordinate of index 0, and the distance between samples */
  int channels;              /* 1, 3 or 4; colours run from 0 to 1 */
  double lo, hi;             /* one channel to integers: the values that become 0 and the largest integer */
  int depth;                 /* bits of those integers, 8 or 16 */
  int quality;               /* of a .webp, 1 to 100; 0: without loss */
  int threads;               /* 0: all cores; 1: the caller's alone.  The file is the same. */
  int64_t whole[4];          /* the samples along each axis of the picture that this is a window of */
  const char *crs;           /* its coordinate system, EPSG: and digits, or WKT; NULL: none */
  const char *unit;          /* of its values, such as m; NULL: none */
  int has_nodata;
  double nodata;          /* the value that stands for NaN, a float */
  int is_data;            /* whether its channels are no colour: the file doesn't say that they are sRGB */
  double dpi;             /* samples an inch, where it is printed; 0: none */
  int big_endian;         /* in a format without a header: the high byte is first */
  int upwards;            /* in a format without a header: the last line is first */
  const char *provenance; /* how it was made, to be stored: a JSON object in UTF-8; NULL: none */
} image;

typedef struct {
  char text[512];
} image_error;

/* The formats, by the ending of a file's name. */
#define IMAGE_FORMAT_LIST(X) \
  X(png) X(npy) X(exr) X(pfm) X(r16) X(raw) X(csv) X(qoi) X(webp) X(gif) X(y4m) X(tif) X(tiff)
#define IMAGE_FORMAT_NAME(name) #name " "
#define IMAGE_FORMAT_NAMES IMAGE_FORMAT_LIST(IMAGE_FORMAT_NAME)

typedef enum { IMAGE_INTEGERS, IMAGE_FLOATS, IMAGE_FLOATS_BUT_COLOURS /* which are integers */ } image_kind;
/* Where it is stored how a picture was made: in the picture's file, or in FILE.json. */
typedef enum { IMAGE_INSIDE, IMAGE_BESIDE } image_provenance_storage;

/* A band: a part as the format encodes it. */
typedef struct {
  image_part part;
  const float *samples; /* [lines][columns][channels] */
  unsigned char *bytes; /* the encoder's result, in memory as large as the format's `room` says */
  size_t length;
  uint32_t check; /* the format's own checksum, and of how many bytes it is */
  size_t checked;
  uint32_t crc; /* the CRC-32 of `bytes`, where FILE.json needs it */
} image_band;

/* Where the encoded samples are in a file, and zlib's CRC-32 of these bytes, which end it. */
typedef struct {
  int64_t begin, count;
  uint32_t crc, head_crc; /* head_crc: that of the bytes before them, */
  int is_headless;        /* unless it isn't known: a .json of an earlier burl has none */
} image_bytes;

/* A picture's file while it is being written. */
typedef struct {
  FILE *stream;
  const char *name; /* of the stream's file; NULL: standard output */
  const image *picture;
  uint32_t check; /* for the format's use, initially 1 */
  void *state;    /* for the format's use, initially NULL */
} image_writing;

/* A format.  It writes a file in parts: begin what precedes the bands, put each band, end what
 * follows them, close even where one of these has failed, in this order; encode is called for each
 * band on any thread.  Or it encodes the whole file at once, of the picture's pixels.  Or it holds frames
 * only, and then has neither `encode` nor `whole`.  Functions without another meaning return 0, or the
 * reason for a failure, one of errno's numbers. */
typedef struct {
  const char *name; /* the ending without its dot */
  const char *about;
  const char
      *left_out; /* the option of CMake without which this burl was built, and so without the format; NULL: it has it */
  int most_axes;
  unsigned channels;                           /* the numbers of channels that it supports: IMAGE_GREY and the like */
  image_kind kind;                             /* of its samples: integers use the picture's lo, hi and depth */
  int depths;                                  /* of integers: 8, 16, or both: 8 | 16 */
  image_provenance_storage provenance_storage; /* where it is stored how the picture was made */
  int is_bare;                                 /* whether it has no header: its bytes lie as the picture says */
  int is_map;                                  /* whether it has a place for a coordinate system, unit and nodata */
  int has_dpi;                                 /* whether it has a place for samples an inch */
  int has_quality;                             /* whether it can lose some of the picture, by the picture's quality */
  int upside_down;                             /* whether the file has the lines from the last to the first */
  int splits_lines;                            /* whether a band may be part of a line */
  int seeks;                                   /* whether writing seeks: then it can't go to standard output */
  int64_t most_side, most_samples;             /* 0: any */
  int (*check)(const image *picture, image_error *error); /* beyond image_check; may be NULL */
  int (*begin)(image_writing *w);
  size_t (*room)(const image *picture, int64_t lines); /* bytes for encode's result and scratch */
  int (*encode)(const image_writing *w, image_band *band);
  int (*put)(image_writing *w, const image_band *band);
  int (*end)(image_writing *w);   /* may be NULL */
  int (*close)(image_writing *w); /* may be NULL */
  /* The whole file, to be freed, from the picture's pixels, [y][x][channels] of 8 bits with 3 or 4
   * channels, which it frees; NULL: out of memory. */
  unsigned char *(*whole)(const image *picture, unsigned char *pixels, int channels, size_t *length);
  const image_moving *moving; /* how it holds frames; NULL: it doesn't */
  /* For IMAGE_INSIDE: how the picture was made, to be freed, NULL where the file doesn't say; and
   * whether the file is complete. */
  char *(*provenance)(const char *path);
  int (*is_complete)(const char *path);
} image_format;

/* The format of the path's ending, or of that name, in upper or lower case; NULL with *error, which
 * lists the formats, where there is none. */
const image_format *image_format_of(const char *path, image_error *error);
const image_format *image_format_named(const char *name, image_error *error);
/* Whether the format holds a picture, not frames only. */
int image_holds_picture(const image_format *format);

/* The number of a coordinate system that is EPSG: and up to nine digits; -1: it isn't. */
int image_epsg(const char *crs);

/* Whether the format can hold a picture of this shape (data is not read): 0, or -1 with *error. */
int image_check(const image_format *format, const image *picture, image_error *error);

/* Where the first sample of an axis lies on a map, and how far the next: rows of a picture with a coordinate system go
 * from north to south. */
typedef struct {
  double first, step;
} image_axis;
image_axis image_axis_of(const image *picture, int axis);

/* A file that is being made; it gets its name when image_finish succeeds. */
typedef struct {
  const char *path; /* the caller's */
  const image_format *format;
  char *target, *beside; /* where path leads; the name of the file beside that, NULL: none */
  struct {
    char *name; /* NULL: there is none, or it is standard output */
    int locked; /* a descriptor, with a lock that is kept as long as the file has this name */
    FILE *stream;
  } temporary[2]; /* the file, and the one beside it */
} image_file;

/* Creates a temporary file in the path's folder, so that a folder that can't be written to is found
 * early.  Until the file is finished or abandoned, a signal that ends the process removes it first;
 * a file left by a process that was killed is reused by the next one that writes the same path.
 * May be called on any thread, but on one at a time for a path.  Where path is a symbolic link, the
 * file appears where the link leads.  A path of "-" is standard output, which gets the bytes as
 * they are made.  Returns 0, or -1 with *error and errno, ETXTBSY where another burl is writing it. */
int image_begin(image_file *file, const char *path, const image_format *format, image_error *error);

/* Writes the picture, flushes it to the disk and gives the file its name, after the file beside it
 * if the format has one.  Returns 0; or -1 with *error, and then no temporary file is left and path
 * is as it was (but an older file beside it may be gone).  The file is closed either way. */
int image_finish(image_file *file, const image *picture, image_error *error);

/* The same of a file whose bytes have been written to its stream, temporary[0].stream, and how they were
 * made, or NULL. */
int image_finish_stream(image_file *file, const char *provenance, image_error *error);

/* Removes what image_begin has made, if anything; does nothing after image_finish. */
void image_abandon(image_file *file);

/* Fills the error with "path: " and a text; returns -1. */
int image_fail(image_error *error, const char *path, const char *format, va_list arguments);

/* A file of these bytes, which appears whole or not at all, as pictures do; a path of "-" is standard output.
 * Returns 0, or -1 with *error, and then path is as it was. */
int image_save_bytes(const char *path, const void *bytes, size_t length, image_error *error);
/* The same in two parts, so that a name is known to be good before the bytes are there: image_begin_bytes, then
 * image_finish_bytes or image_abandon. */
int image_begin_bytes(image_file *file, const char *path, image_error *error);
int image_finish_bytes(image_file *file, const void *bytes, size_t length, image_error *error);

/* How the picture at path was made: the text that was given as its provenance, to be freed.  NULL
 * with *error where it isn't stored, or where the file beside the picture is about other bytes. */
char *image_provenance(const char *path, image_error *error);
/* Whether a file that image_provenance could read is complete and unchanged since burl wrote it.
 * (Where there is a file beside it, image_provenance itself has compared the two.) */
int image_is_complete(const char *path);

/* ---- within image/, and for callers that divide the work ------------------------------------- */

/* How many bands a picture is divided into in a format; how many lines each but the last has; and
 * how many threads encode `bands` bands where `asked` threads are asked for (0: one for each core). */
int64_t image_band_count(const image_format *format, const image *picture);
int64_t image_band_lines(const image *picture);
int image_thread_count(int asked, int64_t bands);

/* Writes the picture band by band, and fills *written.  Takes some megabytes of memory a thread, unless a line takes
 * more and the format doesn't split it.  Returns 0, or the reason for a failure, one of errno's numbers. */
int image_write_bands(FILE *stream, const char *name, const image_format *format, const image *picture,
                      image_bytes *written);
/* The same in a format that encodes the whole file at once: `lines` is called on the caller's thread. */
int image_write_whole(FILE *stream, const image_format *format, const image *picture, image_bytes *written);

/* The bytes of memory that the machine has, to refuse what can't fit; HUGE_VAL where the system doesn't say. */
double image_installed_memory(void);

/* The keyword under which formats store how a picture was made. */
#define IMAGE_KEYWORD "burl"

/* Names that belong to a path, to be freed; NULL: no memory, but image_target has the reason in
 * errno. */
char *image_target(const char *path); /* where it leads through symbolic links */
/* The name behind the path's folder, and whether the path leads from no folder but the root. */
const char *image_name_of(const char *path);

/* Its ending, with the dot; "": it has none.  And which of several endings that is, in small letters or in capitals;
 * `count`: none of them. */
const char *image_ending_of(const char *path);
int image_ending_among(const char *path, const char *const *endings, int count);
int image_is_absolute(const char *path);
char *image_folder(const char *path); /* its folder, "." where it names none */
/* Of a path that isn't a symbolic link: the JSON file beside it; and a hidden file in its folder,
 * always the same one, so that what a killed run has left there is overwritten by the next. */
char *image_beside(const char *path);
char *image_temporary(const char *path);
/* Whether another process writes the file at the moment, as far as the file system has locks. */
int image_is_being_written(const char *path);
/* Makes the folders of a path that aren't there.  Returns 0, or the reason for a failure, one of
 * errno's numbers. */
int image_make_folders(const char *path);

/* Writes the file beside a picture: how the picture was made, and which bytes it is about.  Returns
 * 0, or the reason for the failure, one of errno's numbers. */
int image_write_beside(FILE *stream, const char *provenance, const image_bytes *written);

/* Opens a regular file for reading, and doesn't wait where it is a pipe or the like.  NULL with *error, which may
 * itself be NULL: what it is instead, or why it can't be read. */
FILE *image_open(const char *path, image_error *error);
/* The kind of a file of this mode, which isn't a regular one. */
const char *image_kind_of(mode_t mode);
/* Reads as many of the bytes from an offset on as there are; -1: they can't be read. */
ssize_t image_read_at(int descriptor, unsigned char *to, size_t length, int64_t offset);
/* The CRC-32 of a file's first bytes: 0, or the reason for a failure, one of errno's numbers. */
int image_head_crc(int descriptor, int64_t count, uint32_t *crc);

/* What precedes a file's seal, once and early in it: bytes that no text in the file can hold. */
typedef struct {
  const char *bytes;
  size_t length;
} image_mark;
#define IMAGE_SEAL "burl_crc32"  /* the keyword under which formats store it, */
#define IMAGE_NO_SEAL "00000000" /* and its value until image_seal sets it */

/* Sets the seal of a file that is complete: 0, or the reason for a failure, one of errno's numbers.
 * Whether a file still has the bytes with which it was sealed. */
int image_seal(const char *name, const image_mark *mark);
int image_is_sealed(const char *path, const image_mark *mark);

enum { IMAGE_GREY = 1 << 1, IMAGE_RGB = 1 << 3, IMAGE_RGBA = 1 << 4 };

#define IMAGE_DECLARE_FORMAT(name) extern const image_format image_##name;
IMAGE_FORMAT_LIST(IMAGE_DECLARE_FORMAT)
#undef IMAGE_DECLARE_FORMAT

/* A tile's file as pixels of 3 or 4 channels, [side][side][channels]: 0, or -1 where it is none or of another size.
 * And which option of CMake this burl was built without, so that it can't; NULL: it can. */
int image_png_pixels(const unsigned char *file, size_t length, int channels, int side, unsigned char *pixels);
int image_webp_pixels(const unsigned char *file, size_t length, int channels, int side, unsigned char *pixels);
const char *image_png_left_out(void);
/* libwebp's, 0xMMmmpp. */
int image_webp_version(void);

/* For formats whose bands are plain bytes: writes bytes, or a band's. */
int image_put_bytes(FILE *stream, const void *bytes, size_t length);
int image_put_band(image_writing *w, const image_band *band);
/* Whether the format's file has the picture's lines from the last to the first. */
int image_is_upside_down(const image_format *format, const image *picture);
/* How many floats a band has. */
size_t image_band_floats(const image *picture, const image_band *band);
/* For formats of floats: the bytes that `lines` lines take; and floats as little-endian bytes on any machine. */
size_t image_float_room(const image *picture, int64_t lines);
void image_float_bytes(const float *samples, size_t count, unsigned char *to);

/* Whether a picture of so many channels has integers in that format, which use its lo, hi and depth. */
static inline int image_has_integers(const image_format *format, int channels) {
  return format->kind == IMAGE_INTEGERS || (format->kind == IMAGE_FLOATS_BUT_COLOURS && channels > 1);
}

/* The integer for a sample: clamp(round((h - lo) / (hi - lo) * full)); NaN is 0.  No branches, so
 * that the loops around it become vector code. */
static inline unsigned image_integer(double h, double lo, double hi, double full) {
  double v = (h - lo) / (hi - lo) * full + 0.5;
  v = v > 0 ? v : 0;
  v = v < full + 0.5 ? v : full + 0.5;
  return (unsigned)(int)v;
}

#endif
