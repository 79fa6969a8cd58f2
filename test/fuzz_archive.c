/* libFuzzer on archives of tiles.  Where the first byte is even the others are an archive as they are; else they are
 * its header and the plain bytes of its directories, a root and a leaf, which are compressed here and put where the
 * header says. */
#include "atlas/pmtiles_look.h"
#include "fuzz_folder.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEADER = 127, ROOM = 1 << 20 };

static size_t compress_to(uint8_t *to, const uint8_t *from, size_t length) {
  z_stream z = {.next_in = (uint8_t *)(uintptr_t)from, .avail_in = (uInt)length, .next_out = to, .avail_out = ROOM};
  if (deflateInit2(&z, 1, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
  deflate(&z, Z_FINISH);
  deflateEnd(&z);
  return z.total_out;
}

static void put_number(uint8_t *to, uint64_t value) {
  for (int i = 0; i < 8; i++) to[i] = (uint8_t)(value >> 8 * i);
}

/* The archive of a header, two bytes that say how long the root is, the root and the leaf; its tiles are as many bytes
 * as a third of the header's last says. */
static size_t make_archive(uint8_t *to, const uint8_t *data, size_t size) {
  static const uint8_t metadata[] = "{}";
  const size_t room = size - HEADER - 2, asked = (size_t)(data[HEADER] | data[HEADER + 1] << 8),
               root = asked < room ? asked : room;
  const uint8_t *const plain = data + HEADER + 2, *const parts[] = {plain, metadata, plain + root};
  const size_t lengths[] = {root, 2, room - root};
  size_t at = HEADER;
  memcpy(to, data, HEADER);
  memcpy(to, "PMTiles\3", 8);
  to[97] = 2;
  for (int i = 0; i < 3; i++) {
    const size_t length = compress_to(to + at, parts[i], lengths[i]);
    put_number(to + 8 + 16 * i, at);
    put_number(to + 16 + 16 * i, length);
    at += length;
  }
  put_number(to + 56, at);
  put_number(to + 64, data[HEADER - 1]);
  memset(to + at, 0, data[HEADER - 1]);
  return at + data[HEADER - 1];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static uint8_t made[4 * ROOM];
  if (size < 1 || size > ROOM / 2 || (*data % 2 == 1 && size < 1 + HEADER + 2)) return 0;
  enter_folder();
  if (*data % 2 == 0) write_file("a.pmtiles", data + 1, size - 1);
  else write_file("a.pmtiles", made, make_archive(made, data + 1, size - 1));
  FILE *const stream = fopen("a.pmtiles", "rb");
  pmtiles_summary summary;
  const char *why = NULL;
  if (!stream) return 0;
  const int failed = pmtiles_look(stream, &summary, &why);
  uint64_t of_zooms = 0;
  for (int zoom = 0; zoom <= MOST_ZOOM; zoom++) of_zooms += summary.of_zoom[zoom];
  if (failed ? !why : summary.tiles < summary.entries || summary.tiles != of_zooms || !summary.metadata) abort();
  fclose(stream);
  if (!failed) free(summary.metadata);
  return 0;
}
