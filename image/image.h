/* Pictures and volumes as files, for the tool: an array of floats goes in, a whole file comes out
 * or none at all.  png.c and npy.c each know one format, file.c how a file appears.  Nothing here
 * prints: what went wrong is handed back as text that names the file. */
#ifndef BURL_IMAGE_H
#define BURL_IMAGE_H

#include <stdint.h>
#include <stdio.h>

/* What to write: data is float[l][k][j][i][channels], packed, and the caller's. */
typedef struct {
  const float *data;
  int axes;        /* 1 to 4 */
  int64_t size[4]; /* samples along x, y, z, w; 1 beyond axes */
  int channels;    /* 1, 3 or 4; colours run from 0 to 1 */
  double lo, hi;   /* one channel to integers: the values that become 0 and the largest integer */
  int depth;       /* bits of those integers, 8 or 16 */
} image;

typedef struct {
  char text[512];
} image_error;

/* The formats by ending: name, how many axes it holds, whether it takes integers (then lo, hi and
 * depth count) or floats, and what it is. */
#define IMAGE_FORMAT_LIST(X)                                   \
  X(png, 2, IMAGE_INTEGERS, "8 or 16 bits; grey, RGB or RGBA") \
  X(npy, 4, IMAGE_FLOATS, "NumPy, float32, [l][k][y][x][channel]")

typedef enum { IMAGE_INTEGERS, IMAGE_FLOATS } image_kind;

typedef struct {
  const char *name; /* the ending without its dot */
  int most_axes;
  image_kind kind;
  const char *about;
  int (*write)(FILE *stream, const image *picture); /* 0, or why not in errno's numbers */
} image_format;

/* The format that the path's ending asks for, in either case; NULL, with *error listing those that
 * there are, where it asks for none. */
const image_format *image_format_of(const char *path, image_error *error);

/* Whether the format can hold a picture of this shape (data is not read): 0, or -1 with *error. */
int image_check(const image_format *format, const image *picture, image_error *error);

/* A file that is being made: it has its name only when image_finish has returned 0. */
typedef struct {
  const char *path; /* the caller's */
  const image_format *format;
  char *temporary; /* the file's name until then; NULL: there is none */
  FILE *stream;
} image_file;

/* Creates the temporary file beside path, so that a folder that can't be written is known early.
 * Until the file is finished or abandoned, a signal that ends the process removes it first.  One
 * file at a time.  Returns 0, or -1 with *error. */
int image_begin(image_file *file, const char *path, image_error *error);

/* Writes the picture, brings it to the disk and gives the file its name.  Returns 0; or -1 with
 * *error, and then nothing is left and path is as it was.  The file is closed either way. */
int image_finish(image_file *file, const image *picture, image_error *error);

/* Removes what image_begin made, if it did; harmless after image_finish. */
void image_abandon(image_file *file);

int image_write_png(FILE *stream, const image *picture);
int image_write_npy(FILE *stream, const image *picture);

#endif
