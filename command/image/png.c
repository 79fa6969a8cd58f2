/* PNG: 8 or 16 bits; grey, RGB or RGBA (ISO/IEC 15948:2004), deflated by zlib a band at a time.
 *
 * All bands form one zlib stream.  Each is deflated by itself and ends on a byte boundary with an
 * empty stored block (Z_SYNC_FLUSH), so that the next can follow; the last chunk has an empty final
 * block and the combined checksum of all bands.  A band's first row is filtered without the row
 * above, which another thread may be making, and its window starts empty: together that costs about
 * 0.2 % of the size.
 *
 * Three methods, each a filter with a strategy of deflate, are tried on a part of each band, and
 * the one with the shortest result is used.  Noise doesn't repeat, so that after Paeth's filter
 * mostly run lengths and Huffman codes are of use.  Where values of 16 bits change slowly, parts of
 * a row equal parts of the row above, and the matches that level 1 finds in the differences from
 * that row are shorter.  docs/benchmarks-png.md has the figures. */
#define ZLIB_CONST /* next_in points to const */
#include "image/image.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
  SUB = 1,
  UP = 2,
  PAETH = 4,        /* these are the filters' numbers in the file */
  TRIAL = 1 << 15,  /* the bytes of a band on which a method is tried, */
  WINDOW = 1 << 15, /* how far back matches may refer, in bytes */
  CHUNK = 12,       /* the bytes around a chunk's data: length, type and checksum */
  FLUSH = 64        /* the most bytes that end a deflated band */
};

typedef struct {
  int filter, strategy;
} method;

static const method methods[] = {{PAETH, Z_RLE}, {UP, Z_DEFAULT_STRATEGY}, {PAETH, Z_HUFFMAN_ONLY}};
enum { METHODS = sizeof methods / sizeof *methods };

/* ---- samples to bytes ------------------------------------------------------------------------ */

/* The bytes of a pixel, and of a row without its filter's number. */
static size_t pixel_bytes(const image *picture) { return (size_t)picture->channels * (size_t)(picture->depth / 8); }

static size_t row_bytes(const image *picture) { return (size_t)picture->size[0] * pixel_bytes(picture); }

/* Samples as PNG has them: of 16 bits the high byte is first. */
static void pack(const image *picture, const float *samples, size_t count, unsigned char *bytes) {
  const int is_grey = picture->channels == 1;
  const double lo = is_grey ? picture->lo : 0, hi = is_grey ? picture->hi : 1;
  if (picture->depth == 8) {
    for (size_t i = 0; i < count; i++) bytes[i] = (unsigned char)image_integer(samples[i], lo, hi, 255);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    const unsigned v = image_integer(samples[i], lo, hi, 65535);
    bytes[2 * i] = (unsigned char)(v >> 8);
    bytes[2 * i + 1] = (unsigned char)(v & 255);
  }
}

/* ---- filters --------------------------------------------------------------------------------- */

/* Paeth's predictor: of the bytes left, above and above left the one nearest to left + above -
 * above left. */
static inline unsigned char paeth(unsigned char left, unsigned char above, unsigned char corner) {
  const int16_t a = left, b = above, c = corner;
  const int16_t p = (int16_t)(b - c), q = (int16_t)(a - c), r = (int16_t)(p + q);
  const int16_t from_a = p < 0 ? (int16_t)-p : p, from_b = q < 0 ? (int16_t)-q : q;
  const int16_t from_c = r < 0 ? (int16_t)-r : r;
  const int16_t nearer = from_b <= from_c ? b : c, distance = from_b <= from_c ? from_b : from_c;
  return (unsigned char)(from_a <= distance ? a : nearer);
}

/* The filter's number, then the row's differences from the filter's predictions. */
static void filter_row(int filter, const unsigned char *restrict row, size_t length, size_t pixel,
                       unsigned char *restrict to) {
  *to++ = (unsigned char)filter;
  if (filter == SUB) {
    memcpy(to, row, pixel);
    for (size_t i = pixel; i < length; i++) to[i] = (unsigned char)(row[i] - row[i - pixel]);
    return;
  }
  const unsigned char *above = row - length;
  const size_t unpredicted = filter == UP ? length : pixel;
  for (size_t i = 0; i < unpredicted; i++) to[i] = (unsigned char)(row[i] - above[i]);
  for (size_t i = unpredicted; i < length; i++) {
    to[i] = (unsigned char)(row[i] - paeth(row[i - pixel], above[i], above[i - pixel]));
  }
}

/* Filters a band's rows from `first` up to `last`, excluded; the band's first row can't use the row
 * above. */
static void filter_rows(int filter, const image *picture, const unsigned char *rows, int64_t first, int64_t last,
                        unsigned char *to) {
  const size_t length = row_bytes(picture), pixel = pixel_bytes(picture);
  for (int64_t j = first; j < last; j++, to += length + 1) {
    filter_row(j > 0 ? filter : SUB, rows + (size_t)j * length, length, pixel, to);
  }
}

/* ---- deflating ------------------------------------------------------------------------------- */

/* Deflates bytes up to a byte boundary; matches may refer to the `window` bytes before them.
 * Returns the result's length; 0: out of memory. */
static size_t deflate_bytes(int strategy, const unsigned char *bytes, size_t length, size_t window, unsigned char *to,
                            size_t room) {
  z_stream z = {0};
  if (deflateInit2(&z, 1, Z_DEFLATED, -MAX_WBITS, 9, strategy) != Z_OK) return 0;
  if (window > 0) deflateSetDictionary(&z, bytes - window, (uInt)window);
  z.next_in = bytes;
  z.avail_in = (uInt)length;
  z.next_out = to;
  z.avail_out = (uInt)room;
  const int state = deflate(&z, Z_SYNC_FLUSH);
  const size_t size = state == Z_OK && z.avail_in == 0 && z.avail_out > 0 ? z.total_out : 0;
  deflateEnd(&z);
  return size;
}

/* The most bytes that any method's result has: they are bounded, as level 1 is, by the stored
 * blocks that deflate falls back to. */
static size_t deflated_room(size_t length) { return length + length / 8 + FLUSH + 4096; }

/* The method with the shortest result for a part from the middle of the band; NULL: out of memory.
 * to and out have room for the whole band. */
static const method *choose_method(const image *picture, const unsigned char *rows, int64_t lines, unsigned char *to,
                                   unsigned char *out) {
  const size_t row = row_bytes(picture) + 1;
  const int64_t wanted = (int64_t)((TRIAL + WINDOW + row - 1) / row);
  const int64_t first = wanted < lines ? (lines - wanted) / 2 : 0;
  const int64_t last = wanted < lines ? first + wanted : lines;
  const size_t length = (size_t)(last - first) * row;
  const size_t window = length > TRIAL ? (length - TRIAL < WINDOW ? length - TRIAL : WINDOW) : 0;
  const size_t tried = length - window < TRIAL ? length - window : TRIAL;

  const method *best = NULL;
  size_t least = 0;
  for (int i = 0; i < METHODS; i++) {
    filter_rows(methods[i].filter, picture, rows, first, last, to);
    const size_t size = deflate_bytes(methods[i].strategy, to + window, tried, window, out, deflated_room(tried));
    if (size == 0) return NULL;
    if (!best || size < least) {
      best = &methods[i];
      least = size;
    }
  }
  return best;
}

/* ---- the file -------------------------------------------------------------------------------- */

static void put_big_endian(unsigned char *to, uint32_t v) {
  for (int i = 0; i < 4; i++) to[i] = (unsigned char)(v >> (24 - 8 * i));
}

/* Adds length, type and checksum around the data at chunk + 8.  Returns the chunk's length. */
static size_t wrap_chunk(unsigned char *chunk, const char type[4], size_t length) {
  put_big_endian(chunk, (uint32_t)length);
  memcpy(chunk + 4, type, 4);
  const uLong check = crc32_z(crc32(0, NULL, 0), chunk + 4, length + 4);
  put_big_endian(chunk + 8 + length, (uint32_t)check);
  return length + CHUNK;
}

/* Writes an iTXt chunk: the keyword; zeros, for no compression, language and translation; the
 * text. */
static int put_provenance(FILE *stream, const char *provenance) {
  static const char head[] = IMAGE_KEYWORD "\0\0\0\0"; /* and the string's own */
  const size_t text = strlen(provenance), length = sizeof head + text;
  unsigned char *const chunk = malloc(length + CHUNK);
  if (!chunk) return ENOMEM;
  memcpy(chunk + 8, head, sizeof head);
  memcpy(chunk + 8 + sizeof head, provenance, text);
  const int reason = image_put_bytes(stream, chunk, wrap_chunk(chunk, "iTXt", length));
  free(chunk);
  return reason;
}

/* Adds the chunks that say what the samples are: sRGB, unless they are no colours, and where it is known their size,
 * in samples a metre.  Returns their length. */
static size_t put_properties(unsigned char *chunk, const image *picture) {
  chunk[8] = 0; /* rendered as perceived */
  size_t length = picture->is_data ? 0 : wrap_chunk(chunk, "sRGB", 1);
  if (picture->dpi <= 0) return length;
  const uint32_t density = (uint32_t)(picture->dpi / 0.0254 + 0.5);
  chunk += length;
  put_big_endian(chunk + 8, density);
  put_big_endian(chunk + 12, density);
  chunk[16] = 1; /* the unit is the metre */
  return length + wrap_chunk(chunk, "pHYs", 9);
}

static int begin(image_writing *w) {
  const image *const picture = w->picture;
  static const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  static const unsigned char colour[] = {[1] = 0, [3] = 2, [4] = 6};
  static const unsigned char zlib_header[] = {0x78, 0x01}; /* deflate, 32 KiB window, fastest */
  unsigned char header[sizeof signature + 13 + 1 + 9 + 3 * CHUNK] = {0}, *chunk = header;
  memcpy(chunk, signature, sizeof signature);
  chunk += sizeof signature;
  put_big_endian(chunk + 8, (uint32_t)picture->size[0]);
  put_big_endian(chunk + 12, (uint32_t)picture->size[1]);
  chunk[16] = (unsigned char)picture->depth;
  chunk[17] = colour[picture->channels];
  chunk += wrap_chunk(chunk, "IHDR", 13);
  chunk += put_properties(chunk, picture);
  int reason = image_put_bytes(w->stream, header, (size_t)(chunk - header));
  if (!reason && picture->provenance) reason = put_provenance(w->stream, picture->provenance);
  chunk = header;
  memcpy(chunk + 8, zlib_header, 2);
  chunk += wrap_chunk(chunk, "IDAT", 2);
  return reason ? reason : image_put_bytes(w->stream, header, (size_t)(chunk - header));
}

/* For a band's chunk, its filtered rows and its unfiltered rows. */
static size_t room(const image *picture, int64_t lines) {
  const size_t filtered = (size_t)lines * (row_bytes(picture) + 1);
  return CHUNK + deflated_room(filtered) + 2 * filtered;
}

static int encode(const image_writing *w, image_band *band) {
  const image *const picture = w->picture;
  const size_t row = row_bytes(picture), length = (size_t)band->part.lines * (row + 1);
  const size_t room = deflated_room(length);
  unsigned char *filtered = band->bytes + CHUNK + room, *rows = filtered + length;
  pack(picture, band->samples, (size_t)band->part.lines * (size_t)(picture->size[0] * picture->channels), rows);
  const method *best = choose_method(picture, rows, band->part.lines, filtered, band->bytes + 8);
  if (!best) return ENOMEM;

  filter_rows(best->filter, picture, rows, 0, band->part.lines, filtered);
  const size_t size = deflate_bytes(best->strategy, filtered, length, 0, band->bytes + 8, room);
  if (size == 0) return ENOMEM;
  band->length = wrap_chunk(band->bytes, "IDAT", size);
  band->check = (uint32_t)adler32_z(adler32(0, NULL, 0), filtered, length);
  band->checked = length;
  return 0;
}

static int put(image_writing *w, const image_band *band) {
  w->check = (uint32_t)adler32_combine(w->check, band->check, (z_off_t)band->checked);
  return image_put_band(w, band);
}

static int end(image_writing *w) {
  unsigned char end[6 + 2 * CHUNK], *chunk = end;
  chunk[8] = 0x03; /* an empty final block */
  chunk[9] = 0x00;
  put_big_endian(chunk + 10, w->check);
  chunk += wrap_chunk(chunk, "IDAT", 6);
  chunk += wrap_chunk(chunk, "IEND", 0);
  return image_put_bytes(w->stream, end, (size_t)(chunk - end));
}

/* ---- how it was made -------------------------------------------------------------------------- */

enum { MOST_TEXT = 1 << 23 /* bytes of a chunk that is read, and of its text */ };

static uint32_t get_big_endian(const unsigned char bytes[4]) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* The text that zlib has compressed, to be freed; NULL: it is damaged or too long. */
static char *inflate_text(const unsigned char *bytes, size_t length) {
  for (size_t room = 1 << 14; room <= MOST_TEXT; room *= 2) {
    uLongf size = (uLongf)room - 1;
    char *const text = malloc(room);
    const int state = text ? uncompress((Bytef *)text, &size, bytes, (uLong)length) : Z_MEM_ERROR;
    if (state == Z_OK) return text[size] = '\0', text;
    free(text);
    if (state != Z_BUF_ERROR) return NULL;
  }
  return NULL;
}

/* The text of a chunk of text whose keyword is ours, to be freed; else NULL. */
static char *text_of(const char type[4], const unsigned char *data, size_t length) {
  const size_t key = sizeof IMAGE_KEYWORD;
  if (length < key || memcmp(data, IMAGE_KEYWORD, key) != 0) return NULL;
  const unsigned char *at = data + key, *const end = data + length;
  int is_compressed = type[0] == 'z';
  if (type[0] == 'i') { /* a flag, a method, and the names of language and keyword */
    is_compressed = end - at > 1 && *at == 1;
    at = end - at > 2 ? at + 2 : end;
    for (int i = 0; i < 2 && at; i++)
      if ((at = memchr(at, 0, (size_t)(end - at)))) at++;
    if (!at) return NULL;
  } else if (is_compressed) {
    at += at < end; /* a method */
  }
  if (is_compressed) return inflate_text(at, (size_t)(end - at));
  return strndup((const char *)at, (size_t)(end - at));
}

/* A chunk of text whose data has this length: its text, to be freed, where it is ours and whole. */
static char *read_text(FILE *file, const char type[4], size_t length) {
  unsigned char check[4], *const data = malloc(length + 4);
  char *text = NULL;
  if (data) memcpy(data, type, 4);
  if (data && fread(data + 4, 1, length, file) == length && fread(check, 1, 4, file) == 4 &&
      get_big_endian(check) == (uint32_t)crc32_z(crc32(0, NULL, 0), data, length + 4))
    text = text_of(type, data + 4, length);
  free(data);
  return text;
}

/* The text with our keyword, of those before the samples; NULL: there is none. */
static char *read_provenance(FILE *file) {
  static const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n',
                                            0,    0,   0,   13,  'I',  'H',  'D',  'R'};
  unsigned char head[16];
  if (fread(head, 1, 16, file) != 16 || memcmp(head, signature, 16) != 0) return NULL;
  if (fseek(file, 13 + 4, SEEK_CUR) != 0) return NULL;
  while (fread(head, 1, 8, file) == 8) {
    const uint32_t length = get_big_endian(head);
    const char *const type = (const char *)head + 4;
    const int is_text = memcmp(type + 1, "TXt", 3) == 0 || memcmp(type + 1, "EXt", 3) == 0;
    if (memcmp(type, "IDAT", 4) == 0 || length > INT32_MAX) break;
    char *const text = is_text && length <= MOST_TEXT ? read_text(file, type, length) : NULL;
    if (text) return text;
    if (!(is_text && length <= MOST_TEXT) && fseek(file, (long)length + 4, SEEK_CUR) != 0) break;
  }
  return NULL;
}

static char *provenance(const char *path) {
  FILE *const file = image_open(path, NULL);
  char *const text = file ? read_provenance(file) : NULL;
  if (file) fclose(file);
  return text;
}

/* ---- whether a file is complete ------------------------------------------------------------ */

/* Reads the rest of a chunk behind its length, and compares its checksum. */
static int read_chunk(FILE *file, uint32_t length, char type[4]) {
  unsigned char block[1 << 14];
  uLong check = crc32(0, NULL, 0);
  if (fread(type, 1, 4, file) != 4) return 0;
  check = crc32_z(check, (const unsigned char *)type, 4);
  for (size_t rest = length, got; rest > 0; rest -= got) {
    got = fread(block, 1, rest < sizeof block ? rest : sizeof block, file);
    if (got == 0) return 0;
    check = crc32_z(check, block, got);
  }
  return fread(block, 1, 4, file) == 4 && get_big_endian(block) == (uint32_t)check;
}

static int has_every_chunk(FILE *file) {
  unsigned char bytes[8];
  char type[4] = "";
  if (fread(bytes, 1, 8, file) != 8) return 0; /* the signature, which the text was found behind */
  while (memcmp(type, "IEND", 4) != 0)
    if (fread(bytes, 1, 4, file) != 4 || !read_chunk(file, get_big_endian(bytes), type)) return 0;
  return fgetc(file) == EOF;
}

static int is_complete(const char *path) {
  FILE *const file = image_open(path, NULL);
  const int complete = file && has_every_chunk(file);
  if (file) fclose(file);
  return complete;
}

const image_format image_png = {
    .name = "png",
    .about = "8 or 16 bits; grey, RGB or RGBA",
    .most_axes = 2,
    .channels = IMAGE_GREY | IMAGE_RGB | IMAGE_RGBA,
    .kind = IMAGE_INTEGERS,
    .depths = 8 | 16,
    .has_dpi = 1,
    .most_side = 1 << 27, /* a line of four channels of 16 bits is 1 GiB */
    .provenance_storage = IMAGE_INSIDE,
    .begin = begin,
    .room = room,
    .encode = encode,
    .put = put,
    .end = end,
    .provenance = provenance,
    .is_complete = is_complete,
};
