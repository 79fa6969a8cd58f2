/* The checksums of RFC 1950 and RFC 1952, and deflating, which the page does: see zlib.h. */
#include "zlib.h"

#include <stdint.h>

/* ---- deflating ----------------------------------------------------------------------------------- */

/* Deflates what comes in, after its window, by its settings.  The result's length; 0: there is no room. */
__attribute__((import_module("burl"), import_name("deflate"))) size_t burl_deflate(const z_stream *z);

int deflateInit2(z_stream *z, int level, int method, int window_bits, int memory, int strategy) {
  *z = (z_stream){.level = level, .window_bits = window_bits, .memory = memory, .strategy = strategy};
  return method == Z_DEFLATED ? Z_OK : Z_MEM_ERROR;
}

int deflateSetDictionary(z_stream *z, const Bytef *window, uInt length) {
  z->window = window;
  z->window_length = length;
  return Z_OK;
}

int deflate(z_stream *z, int flush) {
  z->flush = flush;
  const size_t made = burl_deflate(z);
  if (made == 0) return Z_BUF_ERROR;
  z->next_in += z->avail_in, z->avail_in = 0;
  z->next_out += made, z->avail_out -= (uInt)made, z->total_out += made;
  return flush == Z_FINISH ? Z_STREAM_END : Z_OK;
}

uLong compressBound(uLong length) { return length + (length >> 12) + (length >> 14) + (length >> 25) + 13; }

int deflateEnd(z_stream *z) {
  (void)z;
  return Z_OK;
}

int uncompress(Bytef *to, uLongf *room, const Bytef *from, uLong length) {
  (void)to, (void)room, (void)from, (void)length;
  return Z_MEM_ERROR;
}

/* ---- CRC-32 -------------------------------------------------------------------------------------- */

enum { POLYNOMIAL = (int)0xEDB88320u };

/* The remainder after one more bit of zeros. */
static uint32_t shifted(uint32_t crc) { return crc >> 1 ^ ((uint32_t)POLYNOMIAL & (0u - (crc & 1))); }

static uint32_t shifted_by(uint32_t crc, int bits) {
  while (bits-- > 0) crc = shifted(crc);
  return crc;
}

uLong crc32_z(uLong crc, const Bytef *bytes, size_t length) {
  uint32_t of_nibble[16];
  if (!bytes) return 0;
  for (uint32_t i = 0; i < 16; i++) of_nibble[i] = shifted_by(i, 4);
  uint32_t c = ~(uint32_t)crc;
  for (size_t i = 0; i < length; i++) {
    c ^= bytes[i];
    c = c >> 4 ^ of_nibble[c & 15];
    c = c >> 4 ^ of_nibble[c & 15];
  }
  return ~c;
}

uLong crc32(uLong crc, const Bytef *bytes, uInt length) { return crc32_z(crc, bytes, length); }

/* The product of two remainders: polynomials over bits, the highest power in the lowest bit. */
static uint32_t product(uint32_t a, uint32_t b) {
  uint32_t sum = 0;
  for (uint32_t bit = 1u << 31; bit; bit >>= 1, b = shifted(b))
    if (a & bit) sum ^= b;
  return sum;
}

/* The first is moved in front of as many bytes: multiplied by x^8 once for each, by squaring. */
uLong crc32_combine(uLong before, uLong after, z_off_t length) {
  uint32_t power = 1u << 23 /* x^8 */, all = 1u << 31 /* 1 */;
  for (; length > 0; length >>= 1, power = product(power, power))
    if (length & 1) all = product(all, power);
  return product((uint32_t)before, all) ^ (uint32_t)after;
}

/* ---- Adler-32 ------------------------------------------------------------------------------------ */

enum { BASE = 65521, MOST = 5552 /* bytes whose sums fit in 32 bits */ };

uLong adler32_z(uLong adler, const Bytef *bytes, size_t length) {
  if (!bytes) return 1;
  uint32_t a = (uint32_t)adler & 0xFFFF, b = (uint32_t)adler >> 16;
  while (length > 0) {
    const size_t now = length < MOST ? length : MOST;
    for (size_t i = 0; i < now; i++) b += a += bytes[i];
    a %= BASE, b %= BASE;
    bytes += now, length -= now;
  }
  return b << 16 | a;
}

uLong adler32(uLong adler, const Bytef *bytes, uInt length) { return adler32_z(adler, bytes, length); }

uLong adler32_combine(uLong before, uLong after, z_off_t length) {
  const uint64_t many = (uint64_t)length % BASE;
  const uint64_t a1 = before & 0xFFFF, b1 = before >> 16, a2 = after & 0xFFFF, b2 = after >> 16;
  const uint64_t a = (a1 + a2 + BASE - 1) % BASE, b = (b1 + b2 + many * (a1 + BASE - 1)) % BASE;
  return (uLong)(b << 16 | a);
}
