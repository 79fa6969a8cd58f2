/* The seal of a file: the CRC-32 of all its bytes, as eight hexadecimal digits within it, behind a
 * mark; the digits themselves count as zeros.  It is for formats that have no checksum over every
 * byte; their functions set it when the file is complete, and find by it any bit that has changed. */
#include "image/image.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { DIGITS = 8, BLOCK = 1 << 16 };

/* Where the digits are, behind the first mark; -1: nowhere. */
static int64_t find_digits(int descriptor, const image_mark *mark, unsigned char *block) {
  const size_t wanted = mark->length + DIGITS;
  for (int64_t offset = 0;; offset += BLOCK) {
    const ssize_t got = image_read_at(descriptor, block, BLOCK + wanted - 1, offset);
    if (got < (ssize_t)wanted) return -1;
    for (size_t i = 0; i + wanted <= (size_t)got; i++)
      if (block[i] == (unsigned char)*mark->bytes && memcmp(block + i, mark->bytes, mark->length) == 0)
        return offset + (int64_t)(i + mark->length);
  }
}

/* The checksum of all bytes, with zeros for the digits.  Returns 0, or -1. */
static int sum(int descriptor, int64_t digits, unsigned char *block, uLong *crc) {
  ssize_t got;
  *crc = crc32(0, NULL, 0);
  for (int64_t offset = 0; (got = image_read_at(descriptor, block, BLOCK, offset)) > 0; offset += got) {
    for (int64_t i = digits; i < digits + DIGITS; i++)
      if (i >= offset && i < offset + got) block[i - offset] = '0';
    *crc = crc32_z(*crc, block, (size_t)got);
  }
  return got == 0 ? 0 : -1;
}

/* Where the digits are, and what they should be; -1: there are none, or the file can't be read. */
static int64_t seal_of(int descriptor, const image_mark *mark, char text[DIGITS + 1]) {
  uLong crc;
  unsigned char *const block = malloc(BLOCK + mark->length + DIGITS);
  if (!block) return -1;
  const int64_t digits = find_digits(descriptor, mark, block);
  const int is_summed = digits >= 0 && sum(descriptor, digits, block, &crc) == 0;
  free(block);
  if (!is_summed) return -1;
  snprintf(text, DIGITS + 1, "%08" PRIx32, (uint32_t)crc);
  return digits;
}

int image_seal(const char *name, const image_mark *mark) {
  char text[DIGITS + 1];
  const int descriptor = open(name, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return errno;
  errno = 0;
  const int64_t digits = seal_of(descriptor, mark, text);
  const int is_set = digits >= 0 && pwrite(descriptor, text, DIGITS, (off_t)digits) == DIGITS;
  const int reason = errno ? errno : EIO;
  close(descriptor);
  return is_set ? 0 : reason;
}

int image_is_sealed(const char *path, const image_mark *mark) {
  char text[DIGITS + 1], found[DIGITS];
  FILE *const file = image_open(path, NULL);
  if (!file) return 0;
  const int descriptor = fileno(file);
  const int64_t digits = seal_of(descriptor, mark, text);
  const int is_same =
      digits >= 0 && pread(descriptor, found, DIGITS, (off_t)digits) == DIGITS && memcmp(found, text, DIGITS) == 0;
  fclose(file);
  return is_same;
}
