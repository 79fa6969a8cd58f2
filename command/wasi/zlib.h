/* What of zlib the command's PNGs and checksums take, for WebAssembly, which has none: the page deflates, by a port of
 * zlib with the same bytes.  zlib.c has the checksums. */
#ifndef BURL_WASI_ZLIB_H
#define BURL_WASI_ZLIB_H

#include <stddef.h>

typedef unsigned char Bytef;
typedef unsigned int uInt;
typedef unsigned long uLong, uLongf;
typedef long z_off_t;

/* The page reads it: each field is a word of 32 bits. */
typedef struct {
  const Bytef *next_in;
  uInt avail_in;
  Bytef *next_out;
  uInt avail_out;
  const Bytef *window; /* what lies before */
  uInt window_length;
  int level, window_bits, memory, strategy, flush;
  uLong total_out;
} z_stream;

enum { Z_OK = 0, Z_STREAM_END = 1, Z_MEM_ERROR = -4, Z_BUF_ERROR = -5 };
enum { Z_SYNC_FLUSH = 2, Z_FINISH = 4, Z_DEFLATED = 8, MAX_WBITS = 15 };
enum { Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED };

/* A stream deflates once: all that there is. */
int deflateInit2(z_stream *z, int level, int method, int window_bits, int memory, int strategy);
int deflateSetDictionary(z_stream *z, const Bytef *window, uInt length);
int deflate(z_stream *z, int flush);
int deflateEnd(z_stream *z);
uLong compressBound(uLong length);

uLong crc32(uLong crc, const Bytef *bytes, uInt length);
uLong crc32_z(uLong crc, const Bytef *bytes, size_t length);
uLong crc32_combine(uLong before, uLong after, z_off_t length);
uLong adler32(uLong adler, const Bytef *bytes, uInt length);
uLong adler32_z(uLong adler, const Bytef *bytes, size_t length);
uLong adler32_combine(uLong before, uLong after, z_off_t length);

/* Compressed text of a picture from elsewhere isn't read. */
int uncompress(Bytef *to, uLongf *room, const Bytef *from, uLong length);

#endif
