/* The images, and shapes, that a recipe names: read by options.load, or given by burl_set_image. */
#ifndef BURL_PROGRAM_IMAGE_H
#define BURL_PROGRAM_IMAGE_H

#include <stdatomic.h>

#include "base/error.h"
#include "base/extend.h"
#include "base/memory.h"
#include "base/segments.h"
#include "burl.h"

enum { BURL__MOST_IMAGE_CHANNELS = 4, BURL__MOST_LEVELS = 21 };

/* What reading a channel takes beside its samples (run/pyramid.h).  Level 0 is the channel; each further one has half
 * as many samples along each axis, at least one, over the same place: means of what lies in them, of colours of their
 * light. */
typedef struct burl__prepared {
  struct burl__prepared *next;
  int channel, is_filled, is_graded, is_light; /* as in burl__picture */
  int count;                                   /* of levels */
  int nx[BURL__MOST_LEVELS], ny[BURL__MOST_LEVELS];
  float *level[BURL__MOST_LEVELS]; /* [0] is NULL where it is the image's own */
} burl__prepared;

typedef _Atomic(burl__prepared *) burl__prepared_list;

typedef struct burl__image {
  const char *name;
  burl_field field;                            /* data and shapes NULL: not known yet */
  burl__segments *segments;                    /* of the shapes, the program's to free; NULL: there are none */
  int is_own;                                  /* whether its data is the program's to free */
  burl_range range[BURL__MOST_IMAGE_CHANNELS]; /* of each channel; infinite where it isn't known, or the caller's */
  burl_range reach[BURL__MOST_IMAGE_CHANNELS]; /* of these and what follows half a sample beyond the edges */
  burl__prepared_list prepared; /* of these samples, filled by calls that sample, each in one atomic step */
  struct burl__image *next;
} burl__image;

typedef struct burl__images burl__images;

static inline int burl__channels_of(const burl_field *field) { return field->channels ? field->channels : 1; }

static inline int burl__is_known(const burl__image *image) { return image->field.data || image->field.shapes; }

/* The samples of a channel. */
static inline burl__samples burl__samples_of(const burl_field *f, int channel) {
  return (burl__samples){f->data + channel, (int)f->size[0], (int)f->size[1], burl__channels_of(f)};
}

/* The words of option read. */
enum { BURL__READ_NEAREST, BURL__READ_BILINEAR, BURL__READ_CUBIC };

/* An empty list in the arena, to be closed before the arena is: NULL: out of memory.  The options stay the caller's. */
burl__images *burl__images_open(burl__arena *arena, const burl_options *options);
void burl__images_close(burl__images *images); /* may be NULL */

/* The image, or shapes, of that name, for a call of function `what`, read where it is new; NULL with the error
 * filled, at the place of its name. */
const burl__image *burl__find_image(burl__images *images, const char *what, const char *name, burl__span place,
                                    burl_error *error);
/* By index; NULL past the last. */
burl__image *burl__image_at(const burl__images *images, int index);

/* Whether a field can be shapes, or an image: sizes from 1 to 2^20, finite places.  BURL_ARGUMENT with the error
 * saying what is wrong. */
burl_status burl__check_field(const burl_field *field, burl_error *error);
/* Fails as the recipe has no image of that name: the error hints at the nearest, or lists them. */
burl_status burl__fail_image(const burl__images *images, const char *name, burl_error *error);
/* Frees the samples where they are the program's own. */
void burl__image_free(const burl__allocator *allocator, const burl__image *image);
/* Lets the image have the caller's samples or shapes, which are not freed; 0: out of memory.  As it was before. */
int burl__image_lend(const burl__allocator *allocator, burl__image *image, const burl_field *field);
void burl__image_restore(burl__image *image, const burl__image *before);
/* Lets images have the samples of another program's of the same names, but those that were read from files; 0: out of
 * memory. */
int burl__images_lend(const burl__images *from, burl__images *to);

/* What a Catmull-Rom spline through values in a range is within. */
burl_range burl__cubic_range(burl_range range);

#endif
