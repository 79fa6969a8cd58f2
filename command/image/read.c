/* Reads files: opens them without waiting for a pipe or the like, reads bytes from any offset on, and computes the
 * CRC-32 of the first ones. */
#include "image/image.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

const char *image_kind_of(mode_t mode) {
  return S_ISDIR(mode)    ? "is a directory"
         : S_ISFIFO(mode) ? "is a FIFO, not a regular file"
         : S_ISSOCK(mode) ? "is a socket, not a regular file"
                          : "is a device, not a regular file";
}

FILE *image_open(const char *path, image_error *error) {
  struct stat status;
  const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), reason = errno;
  const int is_there = descriptor >= 0 ? fstat(descriptor, &status) == 0 : stat(path, &status) == 0;
  const int is_other = is_there && !S_ISREG(status.st_mode);
  FILE *const file = descriptor >= 0 && !is_other ? fdopen(descriptor, "rb") : NULL;
  if (file) return file;
  if (error)
    snprintf(error->text, sizeof error->text, "%s: %s", path,
             is_other ? image_kind_of(status.st_mode) : strerror(descriptor < 0 ? reason : errno));
  if (descriptor >= 0) close(descriptor);
  errno = reason;
  return NULL;
}

ssize_t image_read_at(int descriptor, unsigned char *to, size_t length, int64_t offset) {
  size_t got = 0;
  while (got < length) {
    const ssize_t count = pread(descriptor, to + got, length - got, (off_t)offset + (off_t)got);
    if (count < 0 && errno != EINTR) return -1;
    if (count == 0) break;
    if (count > 0) got += (size_t)count;
  }
  return (ssize_t)got;
}

int image_head_crc(int descriptor, int64_t count, uint32_t *crc) {
  unsigned char bytes[1 << 12];
  *crc = (uint32_t)crc32(0, NULL, 0);
  errno = 0;
  for (int64_t offset = 0; offset < count;) {
    const int64_t rest = count - offset, most = sizeof bytes;
    const ssize_t got = image_read_at(descriptor, bytes, (size_t)(rest < most ? rest : most), offset);
    if (got <= 0) return errno ? errno : EIO;
    *crc = (uint32_t)crc32_z(*crc, bytes, (size_t)got);
    offset += got;
  }
  return 0;
}
