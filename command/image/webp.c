/* WebP, by libwebp: a picture, or frames.  libwebp encodes each of them as a file of one picture; frames are what such
 * files hold within their heads, one after another in a file that moves. */
#include "image/image.h"
#include "image/moving.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>

/* ---- a picture ----------------------------------------------------------------------------------- */

/* Pixels of 8 bits and how they are to be encoded. */
typedef struct {
  const unsigned char *pixels;
  unsigned char *own; /* freed once libwebp has its copy: the pixels, or NULL where somebody else keeps them */
  int width, height, channels;
  int quality; /* 1 to 100; 0: without loss */
  int is_threaded;
} still;

static int import(WebPPicture *to, const still *s) {
  const int is_there = s->channels == 4 ? WebPPictureImportRGBA(to, s->pixels, 4 * s->width)
                                        : WebPPictureImportRGB(to, s->pixels, 3 * s->width);
  free(s->own);
  return is_there;
}

static int configure(WebPConfig *config, const still *s) {
  if (!WebPConfigInit(config)) return 0;
  if (s->quality > 0) config->quality = (float)s->quality;
  else if (!WebPConfigLosslessPreset(config, 4)) return 0;
  config->exact = 1; /* colours of fully transparent pixels are kept */
  config->thread_level = s->is_threaded;
  return 1;
}

/* libwebp 1.2 may leave out the pixels without an error when it runs out of memory, which the statistics show. */
static int encode(const still *s, WebPMemoryWriter *to) {
  WebPConfig config;
  WebPPicture w;
  WebPAuxStats statistics = {0};
  if (!configure(&config, s) || !WebPPictureInit(&w)) return free(s->own), 0;
  w.use_argb = config.lossless;
  w.width = s->width;
  w.height = s->height;
  w.stats = &statistics;
  w.writer = WebPMemoryWrite;
  w.custom_ptr = to;
  const int is_done = import(&w, s) && WebPEncode(&config, &w);
  WebPPictureFree(&w);
  return is_done && (!config.lossless || statistics.lossless_hdr_size + statistics.lossless_data_size > 0);
}

static unsigned char *whole(const image *picture, unsigned char *pixels, int channels, size_t *length) {
  const still s = {.pixels = pixels,
                   .own = pixels,
                   .width = (int)picture->size[0],
                   .height = (int)picture->size[1],
                   .channels = channels,
                   .quality = picture->quality,
                   .is_threaded = picture->threads != 1};
  WebPMemoryWriter to;
  WebPMemoryWriterInit(&to);
  const int is_done = encode(&s, &to);
  unsigned char *const bytes = is_done ? malloc(to.size) : NULL;
  if (bytes) memcpy(bytes, to.mem, to.size);
  *length = to.size;
  WebPMemoryWriterClear(&to);
  return bytes;
}

/* ---- frames -------------------------------------------------------------------------------------- */

static void set_bytes(unsigned char *to, uint32_t value, int count) {
  for (int i = 0; i < count; i++) to[i] = (unsigned char)(value >> 8 * i);
}

static void set_size(unsigned char *to, const image_movie *m) {
  set_bytes(to, (uint32_t)m->width - 1, 3);
  set_bytes(to + 3, (uint32_t)m->height - 1, 3);
}

/* The head, without the file's length, that says: it moves, may be transparent, and is repeated for ever. */
static int begin(image_movie *m) {
  unsigned char head[44] = "RIFF\0\0\0\0WEBPVP8X\x0A\0\0\0\x02\0\0\0\0\0\0\0\0\0ANIM\x06";
  if (m->channels == 4) head[20] |= 0x10;
  set_size(head + 24, m);
  return image_put_bytes(m->stream, head, sizeof head);
}

enum { FILE_HEAD = 12, EXTENDED_HEAD = 18, FRAME_HEAD = 24 };

/* The frame of a file of one picture, whose heads are left out: it replaces the one before. */
static int frame_of(const image_movie *m, int64_t number, const WebPMemoryWriter *file, image_frame *frame) {
  const int is_extended = file->size > FILE_HEAD + 4 && memcmp(file->mem + FILE_HEAD, "VP8X", 4) == 0;
  const size_t skipped = FILE_HEAD + (is_extended ? EXTENDED_HEAD : 0), length = file->size - skipped;
  unsigned char *const to = calloc(1, FRAME_HEAD + length);
  if (!to) return ENOMEM;
  memcpy(to, "ANMF", 4);
  set_bytes(to + 4, (uint32_t)(FRAME_HEAD - 8 + length), 4);
  set_size(to + 14, m);
  set_bytes(to + 20, (uint32_t)image_frame_ticks(m, number, 1000), 3);
  to[23] = 0x02;
  memcpy(to + FRAME_HEAD, file->mem + skipped, length);
  *frame = (image_frame){to, FRAME_HEAD + length};
  return 0;
}

/* Greys as RGB, to be freed; NULL: out of memory. */
static unsigned char *with_colour(const image_movie *m, const unsigned char *pixels) {
  const size_t count = (size_t)m->width * (size_t)m->height;
  unsigned char *const to = malloc(3 * count);
  for (size_t i = 0; to && i < 3 * count; i++) to[i] = pixels[i / 3];
  return to;
}

static int encode_frame(const image_movie *m, int64_t number, const unsigned char *pixels, image_frame *frame) {
  unsigned char *const coloured = m->channels == 1 ? with_colour(m, pixels) : NULL;
  const still s = {.pixels = coloured ? coloured : pixels,
                   .own = coloured,
                   .width = m->width,
                   .height = m->height,
                   .channels = m->channels == 4 ? 4 : 3,
                   .quality = m->quality};
  WebPMemoryWriter file;
  WebPMemoryWriterInit(&file);
  int reason = (coloured || m->channels > 1) && encode(&s, &file) ? 0 : ENOMEM;
  if (!reason) reason = frame_of(m, number, &file, frame);
  WebPMemoryWriterClear(&file);
  return reason;
}

/* Sets the file's length, for which the head has only four bytes. */
static int end(image_movie *m) {
  unsigned char length[4];
  const off_t all = ftello(m->stream);
  if (all > UINT32_MAX - 1) return EFBIG;
  if (all < 0 || fseeko(m->stream, 4, SEEK_SET) != 0) return errno;
  set_bytes(length, (uint32_t)(all - 8), 4);
  const int reason = image_put_bytes(m->stream, length, sizeof length);
  return reason ? reason : fseeko(m->stream, 0, SEEK_END) != 0 ? errno : 0;
}

static const image_moving moving = {
    .most_fps = 1000,
    .seeks = 1,
    .begin = begin,
    .encode = encode_frame,
    .end = end,
};

const image_format image_webp = {
    .name = "webp",
    .about = "8 bits, without loss unless a quality is given; RGB or RGBA; a picture or frames",
    .most_axes = 2,
    .channels = IMAGE_GREY | IMAGE_RGB | IMAGE_RGBA,
    .kind = IMAGE_INTEGERS,
    .depths = 8,
    .has_quality = 1,
    .provenance_storage = IMAGE_BESIDE,
    .most_side = WEBP_MAX_DIMENSION,
    .whole = whole,
    .moving = &moving,
};
