/* The checksums of a PNG's chunks, behind which no fuzzer would see.  Included by one file of a target alone. */
#ifndef BURL_TEST_FUZZ_SUMS_H
#define BURL_TEST_FUZZ_SUMS_H

#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

static size_t get_length(const uint8_t *chunk) {
  return (size_t)chunk[0] << 24 | (size_t)chunk[1] << 16 | (size_t)chunk[2] << 8 | chunk[3];
}

static void put_big_endian(uint8_t *to, uint32_t value) {
  for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* Sets those right of all chunks that are whole. */
static void set_sums(uint8_t *png, size_t size) {
  for (size_t at = 8; at + 12 <= size;) { /* of each chunk: length, name, bytes, checksum */
    const size_t length = get_length(png + at);
    if (length > size - at - 12) return;
    put_big_endian(png + at + 8 + length, (uint32_t)crc32(0, png + at + 4, (uInt)(length + 4)));
    at += length + 12;
  }
}

#endif
