/* GIF: frames of one palette, compressed by LZW, that are shown again and again. */
#include "image/image.h"
#include "image/moving.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- LZW ----------------------------------------------------------------------------------------- */

enum { CLEAR = 256, STOP, FIRST_FREE, MOST_CODES = 4096, SLOTS = 16384, MOST_BLOCK = 255 };

/* Codes of 9 to 12 bits, the low bits first, in blocks that begin with their length. */
typedef struct {
  unsigned char *to;
  size_t length, block; /* block: where the length of the open block stands */
  unsigned bits;        /* that are not written yet, */
  int bit_count;        /* and how many */
  int width, next;      /* bits of a code; the next code that is free */
  /* The codes of a code that a byte follows: which of both (0: the slot is empty), and their own. */
  uint32_t keys[SLOTS];
  uint16_t codes[SLOTS];
} lzw;

static void put_byte(lzw *z, unsigned byte) {
  if (z->length - z->block > MOST_BLOCK) {
    z->to[z->block] = MOST_BLOCK;
    z->block = z->length++;
  }
  z->to[z->length++] = (unsigned char)byte;
}

static void put_code(lzw *z, int code) {
  z->bits |= (unsigned)code << z->bit_count;
  for (z->bit_count += z->width; z->bit_count >= 8; z->bit_count -= 8, z->bits >>= 8) put_byte(z, z->bits & 255);
}

static void clear(lzw *z) {
  put_code(z, CLEAR);
  z->width = 9;
  z->next = FIRST_FREE;
  memset(z->keys, 0, sizeof z->keys);
}

/* The slot of a code that a byte follows, or the empty one that it would take. */
static int slot_of(const lzw *z, int code, unsigned byte, uint32_t *key) {
  *key = ((uint32_t)code << 8 | byte) + 1;
  unsigned slot = (*key * 2654435761u) >> 18;
  while (z->keys[slot] && z->keys[slot] != *key) slot = (slot + 1) % SLOTS;
  return (int)slot;
}

/* Takes the next free code.  The reader learns of each one code later, and so of a greater width. */
static int take_code(lzw *z) {
  if (z->next == 1 << z->width && z->width < 12) z->width++;
  return z->next++;
}

/* Of at most two bytes a pixel. */
static void compress(lzw *z, const unsigned char *pixels, size_t count) {
  int code = pixels[0];
  clear(z);
  for (size_t i = 1; i < count; i++) {
    uint32_t key;
    const int slot = slot_of(z, code, pixels[i], &key);
    if (z->keys[slot]) {
      code = z->codes[slot];
      continue;
    }
    put_code(z, code);
    code = pixels[i];
    if (z->next == MOST_CODES) {
      clear(z);
      continue;
    }
    z->codes[slot] = (uint16_t)take_code(z);
    z->keys[slot] = key;
  }
  put_code(z, code);
  take_code(z);
  put_code(z, STOP);
  if (z->bit_count > 0) put_byte(z, z->bits);
}

/* ---- the file ------------------------------------------------------------------------------------ */

static int open_palette(image_movie *m) {
  m->state = m->channels == 3 ? image_palette_new() : NULL;
  return m->state || m->channels == 1 ? 0 : ENOMEM;
}

static int look(image_movie *m, const unsigned char *pixels) {
  if (m->state) image_palette_look(m->state, pixels, (int64_t)m->width * m->height);
  return 0;
}

static void set_16(unsigned char *to, int value) {
  to[0] = (unsigned char)value;
  to[1] = (unsigned char)(value >> 8);
}

/* Greys have a palette of their own, in which each is its index. */
static int begin(image_movie *m) {
  static const unsigned char repeat[] = "\x21\xFF\x0BNETSCAPE2.0\x03\x01\0\0";
  unsigned char head[13 + 3 * 256] = "GIF89a";
  set_16(head + 6, m->width);
  set_16(head + 8, m->height);
  head[10] = 0xF7; /* a palette of 256 colours of 8 bits */
  if (m->state) image_palette_choose(m->state);
  for (int i = 0; i < 256; i++) {
    if (m->state) memcpy(head + 13 + 3 * i, image_palette_colour(m->state, i), 3);
    else memset(head + 13 + 3 * i, i, 3);
  }
  const int reason = image_put_bytes(m->stream, head, sizeof head);
  return reason ? reason : image_put_bytes(m->stream, repeat, sizeof repeat);
}

/* The frame's head: how long it is shown, that it stays until the next, and where it is. */
static size_t set_head(const image_movie *m, int64_t number, unsigned char *to) {
  static const unsigned char head[] = "\x21\xF9\x04\x04\0\0\0\0\x2C\0\0\0\0\0\0\0\0\0\x08";
  memcpy(to, head, sizeof head - 1);
  set_16(to + 4, (int)image_frame_ticks(m, number, 100));
  set_16(to + 13, m->width);
  set_16(to + 15, m->height);
  return sizeof head - 1;
}

static int encode(const image_movie *m, int64_t number, const unsigned char *pixels, image_frame *frame) {
  const size_t count = (size_t)m->width * (size_t)m->height;
  unsigned char *const indices = m->state ? malloc(count) : NULL;
  lzw *const z = calloc(1, sizeof *z);
  frame->bytes = malloc(2 * count + 1024);
  const int is_ready = z && frame->bytes && (indices || !m->state);
  if (is_ready) {
    if (indices) image_palette_map(m->state, pixels, m->width, m->height, indices);
    z->to = frame->bytes;
    z->block = set_head(m, number, frame->bytes);
    z->length = z->block + 1;
    z->width = 9;
    compress(z, indices ? indices : pixels, count);
    z->to[z->block] = (unsigned char)(z->length - z->block - 1);
    z->to[z->length++] = 0;
    frame->length = z->length;
  }
  free(z);
  free(indices);
  return is_ready ? 0 : ENOMEM;
}

static int end(image_movie *m) { return image_put_bytes(m->stream, "\x3B", 1); }

static void close_palette(image_movie *m) { free(m->state); }

static const image_moving moving = {
    .most_fps = 50, /* browsers show a frame for a tenth of a second where it asks for less than two hundredths */
    .open = open_palette,
    .look = look,
    .begin = begin,
    .encode = encode,
    .end = end,
    .close = close_palette,
};

const image_format image_gif = {
    .name = "gif",
    .about = "frames of 256 colours in all",
    .most_axes = 2,
    .channels = IMAGE_GREY | IMAGE_RGB,
    .kind = IMAGE_INTEGERS,
    .depths = 8,
    .provenance_storage = IMAGE_BESIDE,
    .most_side = 65535,
    .moving = &moving,
};
