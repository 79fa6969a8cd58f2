/* atlas/: the order of tiles, the latitudes of their rows, shards as files, and archives, which are read back here. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "atlas/globe.h"
#include "atlas/pmtiles.h"
#include "atlas/pmtiles_look.h"
#include "atlas/shard.h"
#include "atlas/tile.h"

/* ---- Numbers ------------------------------------------------------------------------------------- */

/* The specification's own, and that the curve goes from each tile to one beside it. */
static void test_numbers(void **state) {
  static const struct {
    map_tile tile;
    uint64_t number;
  } known[] = {{{0, 0, 0, 0}, 0},
               {{1, 0, 0, 0}, 1},
               {{1, 0, 0, 1}, 2},
               {{1, 0, 1, 1}, 3},
               {{1, 0, 1, 0}, 4},
               {{2, 0, 0, 0}, 5},
               {{12, 0, 3423, 1763}, 19078479}};
  (void)state;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    assert_true(tile_number(1, known[i].tile) == known[i].number);
  map_tile before = {0};
  for (uint64_t n = 0; n < first_of_zoom(1, 8); n++) {
    const map_tile t = tile_at(1, n);
    assert_true(tile_number(1, t) == n && t.x >> t.zoom == 0 && t.y >> t.zoom == 0);
    const int apart = abs((int)t.x - (int)before.x) + abs((int)t.y - (int)before.y);
    if (t.zoom == before.zoom && n > 0) assert_int_equal(apart, 1);
    else assert_true(n == first_of_zoom(1, t.zoom));
    before = t;
  }
  for (int zoom = 0; zoom <= MOST_ZOOM; zoom++)
    for (int faces = 1; faces <= 6; faces++) {
      const map_tile last = tile_at(faces, first_of_zoom(faces, zoom + 1) - 1),
                     some = {zoom, faces - 1, 12345678u >> (MOST_ZOOM - zoom), 7654321u >> (MOST_ZOOM - zoom)};
      assert_true(last.zoom == zoom && last.face == faces - 1);
      const uint64_t number = tile_number(faces, some);
      const map_tile again = tile_at(faces, number);
      assert_true(zoom_of(faces, number) == zoom && number < first_of_zoom(faces, zoom + 1));
      assert_true(again.x == some.x && again.y == some.y && again.face == some.face);
    }
}

/* A tile's quarters follow one another in the next zoom, and are its four. */
static void test_quarters(void **state) {
  (void)state;
  for (int faces = 1; faces <= 6; faces++)
    for (uint64_t n = 0; n < first_of_zoom(faces, 6); n++) {
      const map_tile t = tile_at(faces, n);
      int seen = 0;
      for (uint64_t q = 0; q < 4; q++) {
        const map_tile quarter = tile_at(faces, first_quarter(faces, n) + q);
        assert_true(quarter.zoom == t.zoom + 1 && quarter.face == t.face && quarter.x >> 1 == t.x &&
                    quarter.y >> 1 == t.y);
        seen |= 1 << (2 * (quarter.y & 1) + (quarter.x & 1));
      }
      assert_int_equal(seen, 15);
    }
}

/* ---- Places -------------------------------------------------------------------------------------- */

static void direction(int face, double right, double down, double to[3]) {
  const double radians = acos(-1.0) / 180;
  double longitude, latitude;
  cube_place(face, right, down, &longitude, &latitude);
  assert_true(fabs(longitude) <= 180 && fabs(latitude) <= 90);
  to[0] = cos(latitude * radians) * cos(longitude * radians);
  to[1] = cos(latitude * radians) * sin(longitude * radians);
  to[2] = sin(latitude * radians);
}

static double distance(const double a[3], const double b[3]) {
  return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

/* A place along an edge of a face: of edge 0 to 3 the upper, the lower, the left and the right, `in` inwards. */
static void edge_place(int face, int edge, double along, double in, double to[3]) {
  const double across = edge & 1 ? 1 - in : in - 1;
  if (edge < 2) direction(face, along, across, to);
  else direction(face, across, along, to);
}

/* All twelve edges of the cube, each from both sides: the sample within one face has its neighbour a sample's width
 * away within another, and no sample of a third is as near. */
static void test_cube_edges(void **state) {
  enum { SIDE = 64 };
  const double width = 2.0 / SIDE;
  (void)state;
  for (int face = 0; face < 6; face++)
    for (int edge = 0; edge < 4; edge++)
      for (int i = 0; i < SIDE; i++) {
        double here[3], other[3], nearest = 9;
        edge_place(face, edge, (i + 0.5) * width - 1, width / 2, here);
        for (int f = 0; f < 6; f++)
          for (int e = 0; e < 4 && f != face; e++)
            for (int j = 0; j < SIDE; j++) {
              edge_place(f, e, (j + 0.5) * width - 1, width / 2, other);
              nearest = fmin(nearest, distance(here, other));
            }
        const double along = (i + 0.5) * width - 1,
                     steps = 1 / sqrt(2 + along * along); /* how far a step is on the sphere there */
        assert_true(nearest > 0.5 * width * steps && nearest < 1.5 * width * steps);
      }
}

/* Where the faces lie, as docs/planets.md says: and how exact their places are. */
static void test_cube_places(void **state) {
  static const double amid[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}, {0, -1, 0}, {0, 1, 0}};
  double to[3], longitude, latitude;
  (void)state;
  for (int face = 0; face < 6; face++) {
    direction(face, 0, 0, to);
    assert_true(distance(to, amid[face]) < 1e-15);
    direction(face, 0.3, -0.7, to);
    const double length = sqrt(1 + 0.09 + 0.49);
    const double expected[6][3] = {{1, 0.3, 0.7},   {-1, -0.3, 0.7}, {0.3, 0.7, 1},
                                   {0.3, -0.7, -1}, {0.3, -1, 0.7},  {-0.3, 1, 0.7}};
    for (int a = 0; a < 3; a++) assert_true(fabs(to[a] - expected[face][a] / length) < 1e-14);
  }
  cube_place(2, 0, 0, &longitude, &latitude);
  assert_true(latitude == 90);
}

static void test_latitudes(void **state) {
  enum { STEPS = 100000 };
  double worst = 0;
  (void)state;
  for (int i = 0; i <= STEPS; i++) {
    const double v = (double)i / STEPS, latitude = mercator_latitude(v);
    worst = fmax(worst, fabs(latitude - atan(sinh(acos(-1.0) * (1 - 2 * v))) * 180 / acos(-1.0)));
    if (i > 0) assert_true(latitude < mercator_latitude((double)(i - 1) / STEPS));
    if (latitude != -mercator_latitude(1 - v)) assert_true(fabs(latitude + mercator_latitude(1 - v)) < 1e-12);
  }
  assert_true(worst < 3e-13);
  assert_true(mercator_latitude(0.5) == 0.0);
}

/* ---- Shards -------------------------------------------------------------------------------------- */

#define HASH "0123456789abcdef"
enum { FIRST = 77, TILES = 1000 };

/* The content of tile n: every third is of one of five colours. */
static uint32_t content_of(int n, unsigned char bytes[64], int *is_plain) {
  *is_plain = n % 3 == 0;
  const uint32_t colour = (uint32_t)(n / 3 % 5), length = *is_plain ? 20 + colour : 1 + (uint32_t)n % 60;
  for (uint32_t i = 0; i < length; i++) bytes[i] = (unsigned char)(*is_plain ? colour : (uint32_t)n * 7 + i);
  return length;
}

static uint32_t colour_of(int n) { return 0xABCD00u + (uint32_t)(n / 3 % 5); }

static char path[] = "/tmp/burl-tiles-XXXXXX";

static void write_shard(void) {
  unsigned char bytes[64];
  int is_plain;
  FILE *const stream = fopen(path, "w+b");
  assert_non_null(stream);
  shard_writer *const w = shard_open(stream, HASH, FIRST, TILES);
  assert_non_null(w);
  for (int n = 0; n < TILES; n++) {
    const uint32_t length = content_of(n, bytes, &is_plain);
    assert_int_equal(shard_put(w, bytes, length, is_plain, colour_of(n)), 0);
  }
  for (int n = 0; n < TILES; n += 13) {
    size_t again_length;
    unsigned char *const again = shard_again(w, (uint64_t)n, &again_length);
    assert_non_null(again);
    assert_int_equal(again_length, content_of(n, bytes, &is_plain));
    assert_memory_equal(again, bytes, again_length);
    free(again);
  }
  assert_int_equal(shard_close(w), 0);
  assert_int_equal(fclose(stream), 0);
}

static void test_shard(void **state) {
  shard_reader r;
  shard_tile tile;
  const char *why;
  unsigned char bytes[64], expected[64];
  uint64_t plain_offset[5] = {0};
  (void)state;
  write_shard();
  assert_int_equal(shard_read(&r, path, &why), 0);
  assert_true(r.first == FIRST && r.count == TILES);
  assert_string_equal(r.hash, HASH);
  for (int n = 0, is_plain; n < TILES; n++) {
    assert_int_equal(shard_next(&r, &tile), 1);
    const uint32_t length = content_of(n, expected, &is_plain);
    assert_true(tile.length == length && tile.is_plain == (uint32_t)is_plain &&
                tile.colour == (is_plain ? colour_of(n) : 0));
    assert_int_equal(shard_bytes(&r, &tile, bytes), 0);
    assert_memory_equal(bytes, expected, length);
    uint64_t *const first = &plain_offset[n / 3 % 5]; /* of each colour once */
    if (is_plain && *first) assert_true(tile.offset == *first);
    if (is_plain) *first = tile.offset;
  }
  assert_int_equal(shard_next(&r, &tile), 0);
  for (int n = TILES - 1, is_plain; n >= 0; n -= 7) {
    assert_int_equal(shard_seek(&r, (uint64_t)n), 0);
    assert_int_equal(shard_next(&r, &tile), 1);
    assert_int_equal(tile.length, content_of(n, expected, &is_plain));
    assert_int_equal(shard_bytes(&r, &tile, bytes), 0);
    assert_memory_equal(bytes, expected, tile.length);
  }
  shard_release(&r);
}

/* Reads a shard and all its tiles; whether nothing was wrong. */
static int is_whole(void) {
  shard_reader r;
  shard_tile tile;
  const char *why = NULL;
  int answer;
  if (shard_read(&r, path, &why) != 0) return why == NULL;
  int right = 1;
  while ((answer = shard_next(&r, &tile)) == 1) {
    unsigned char *const bytes = malloc(tile.length + 1);
    right &= bytes && shard_bytes(&r, &tile, bytes) == 0;
    free(bytes);
  }
  shard_release(&r);
  return right && answer == 0;
}

/* Every byte that is another one, and every end that is missing, is noticed. */
static void test_damaged_shards(void **state) {
  (void)state;
  write_shard();
  assert_true(is_whole());
  FILE *const stream = fopen(path, "rb+");
  assert_non_null(stream);
  assert_int_equal(fseek(stream, 0, SEEK_END), 0);
  const long size = ftell(stream);
  for (long at = 0; at < size; at += at < 60 || at > size - 100 ? 1 : 97) {
    assert_int_equal(fseek(stream, at, SEEK_SET), 0);
    const int byte = fgetc(stream);
    fseek(stream, at, SEEK_SET);
    fputc(byte ^ 0x40, stream);
    fflush(stream);
    if (is_whole()) fail_msg("byte %ld was changed", at);
    fseek(stream, at, SEEK_SET);
    fputc(byte, stream);
    fflush(stream);
  }
  assert_true(is_whole());
  for (long cut = size; cut > 0; cut = cut > 64 ? cut - 61 : cut - 1) {
    assert_int_equal(ftruncate(fileno(stream), cut - 1), 0);
    if (is_whole()) fail_msg("cut to %ld bytes", cut - 1);
  }
  fclose(stream);
}

/* An index that is whole, but of bytes that aren't a tile's: before the tiles, in the index, behind the file, or too
 * many. */
static void test_wrong_indexes(void **state) {
  enum { HEAD = 46, ENTRY = 24, TAIL = 8 };
  static const struct {
    uint64_t offset;
    uint32_t length;
    int answer;
  } cases[] = {{HEAD, 0, 1},           {HEAD, 1, 1},        {HEAD - 1, 1, -1},
               {HEAD, UINT32_MAX, -1}, {UINT64_MAX, 2, -1}, {(uint64_t)1 << 63, 1, -1}};
  (void)state;
  write_shard();
  FILE *const stream = fopen(path, "rb+");
  assert_non_null(stream);
  fseek(stream, 0, SEEK_END);
  const long size = ftell(stream), index = size - TAIL - TILES * ENTRY;
  unsigned char *const file = malloc((size_t)size);
  rewind(stream);
  assert_true(file && fread(file, 1, (size_t)size, stream) == (size_t)size);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    shard_reader r;
    shard_tile tile;
    const char *why;
    for (int b = 0; b < 12; b++)
      file[index + b] = (unsigned char)(b < 8 ? cases[i].offset >> 8 * b : cases[i].length >> 8 * (b - 8));
    const uLong crc = crc32(crc32(0, file, HEAD), file + index, TILES * ENTRY);
    for (int b = 0; b < 4; b++) file[size - TAIL + b] = (unsigned char)(crc >> 8 * b);
    rewind(stream);
    assert_true(fwrite(file, 1, (size_t)size, stream) == (size_t)size && fflush(stream) == 0);
    assert_int_equal(shard_read(&r, path, &why), 0);
    assert_int_equal(shard_next(&r, &tile), cases[i].answer);
    shard_release(&r);
  }
  fclose(stream);
  free(file);
}

/* ---- Archives ------------------------------------------------------------------------------------ */

typedef struct {
  unsigned char *at; /* the whole archive */
  size_t length;
} archive;

static uint64_t number_at(const archive *a, size_t at, int bytes) {
  uint64_t value = 0;
  assert_true(at + (size_t)bytes <= a->length);
  for (int i = bytes; i-- > 0;) value = value << 8 | a->at[at + (size_t)i];
  return value;
}

/* Tiles from number `first` on, without every `gap`-th number. */
static archive make_archive(int count, uint64_t first, int gap) {
  archive a = {0};
  unsigned char bytes[64];
  int is_plain;
  FILE *const stream = tmpfile();
  const pmtiles_about about = {
      TILES_PNG, 0, 12, {-180, -85.0511288, 180, 85.0511288}, {8.5, 47.25}, "{\"name\":\"test\"}"};
  assert_non_null(stream);
  pmtiles *const p = pmtiles_open(stream, &about);
  assert_non_null(p);
  char *const to_come = calloc((size_t)count, 1);
  for (int n = 0; n < count; n++) {
    if (gap && n % gap == gap - 1) continue;
    const uint32_t length = content_of(n, bytes, &is_plain);
    const int answer = pmtiles_tell(p, first + (uint64_t)n, length, is_plain, colour_of(n));
    assert_true(answer == 0 || answer == 1);
    to_come[n] = (char)answer;
  }
  assert_int_equal(pmtiles_begin_bytes(p), 0);
  for (int n = 0; n < count; n++)
    if (to_come[n]) assert_int_equal(pmtiles_put(p, bytes, content_of(n, bytes, &is_plain)), 0);
  assert_int_equal(pmtiles_close(p), 0);
  free(to_come);
  fseek(stream, 0, SEEK_END);
  a.length = (size_t)ftell(stream);
  a.at = malloc(a.length);
  fseek(stream, 0, SEEK_SET);
  assert_true(a.at && fread(a.at, 1, a.length, stream) == a.length);
  fclose(stream);
  return a;
}

/* A directory's numbers, to be freed. */
static unsigned char *inflated(const archive *a, uint64_t offset, uint64_t length, size_t *count) {
  enum { ROOM = 1 << 22 };
  unsigned char *const to = malloc(ROOM);
  z_stream z = {.next_in = a->at + offset, .avail_in = (uInt)length, .next_out = to, .avail_out = ROOM};
  assert_true(to && offset + length <= a->length);
  assert_int_equal(inflateInit2(&z, MAX_WBITS + 16), Z_OK);
  assert_int_equal(inflate(&z, Z_FINISH), Z_STREAM_END);
  *count = z.total_out;
  inflateEnd(&z);
  return to;
}

static uint64_t varint(const unsigned char **at) {
  uint64_t value = 0;
  for (int shift = 0;; shift += 7) {
    value |= (uint64_t)(**at & 127) << shift;
    if (!(*(*at)++ & 128)) return value;
  }
}

/* Looks a tile up as the specification says: where its bytes begin, and how many; 0: it isn't there. */
static uint64_t look_up(const archive *a, uint64_t number, uint64_t directory, uint64_t size, size_t *where) {
  size_t bytes;
  unsigned char *const from = inflated(a, directory, size, &bytes);
  const unsigned char *at = from;
  const uint64_t count = varint(&at);
  uint64_t *const field = calloc((size_t)count * 4, sizeof *field), found = 0;
  for (uint64_t i = 0; i < count; i++) field[4 * i] = varint(&at) + (i ? field[4 * i - 4] : 0);
  for (int f = 1; f < 4; f++)
    for (uint64_t i = 0; i < count; i++) field[4 * i + (uint64_t)f] = varint(&at);
  assert_true(at == from + bytes);
  for (uint64_t i = 0; i < count; i++) {
    uint64_t *const e = &field[4 * i];
    e[3] = e[3] ? e[3] - 1 : e[-1] + e[-2];
    const int is_here = number >= e[0] && (e[1] ? number < e[0] + e[1] : i + 1 == count || number < e[4]);
    if (!is_here) continue;
    if (e[1] == 0) found = look_up(a, number, number_at(a, 40, 8) + e[3], e[2], where);
    else *where = (size_t)(number_at(a, 56, 8) + e[3]), found = e[2];
  }
  free(field);
  free(from);
  return found;
}

static void expect_tiles(const archive *a, int count, uint64_t first, int gap) {
  unsigned char bytes[64];
  assert_memory_equal(a->at, "PMTiles\3", 8);
  assert_true(number_at(a, 8, 8) == 127 && number_at(a, 8, 8) + number_at(a, 16, 8) <= 16384);
  for (int s = 0; s < 3; s++)
    assert_true(number_at(a, (size_t)(8 + 16 * s), 8) + number_at(a, (size_t)(16 + 16 * s), 8) ==
                number_at(a, (size_t)(24 + 16 * s), 8));
  assert_true(number_at(a, 56, 8) + number_at(a, 64, 8) == a->length);
  for (int n = 0, is_plain; n < count; n += n < 300 || n > count - 300 ? 1 : 131) {
    size_t where = 0;
    const uint64_t length = look_up(a, first + (uint64_t)n, number_at(a, 8, 8), number_at(a, 16, 8), &where);
    if (gap && n % gap == gap - 1) {
      assert_true(length == 0);
      continue;
    }
    assert_true(length == content_of(n, bytes, &is_plain) && where + length <= a->length);
    assert_memory_equal(a->at + where, bytes, length);
  }
}

/* burl's own reader finds as many tiles, and no more where the archive is cut off or a byte of its directories is
 * another. */
static void expect_summary(const archive *a, int count) {
  pmtiles_summary s;
  const char *why;
  FILE *stream = fmemopen(a->at, a->length, "rb");
  assert_int_equal(pmtiles_look(stream, &s, &why), 0);
  assert_true(s.tiles == (uint64_t)count && s.entries <= s.tiles && s.bytes == number_at(a, 64, 8));
  assert_string_equal(s.metadata, "{\"name\":\"test\"}");
  free(s.metadata);
  fclose(stream);
  stream = fmemopen(a->at, a->length - 1, "rb");
  assert_int_equal(pmtiles_look(stream, &s, &why), -1);
  assert_string_equal(why, "it is cut off");
  fclose(stream);
  const size_t root = (size_t)(number_at(a, 8, 8) + number_at(a, 16, 8) / 2);
  a->at[root] ^= 0x10;
  stream = fmemopen(a->at, a->length, "rb");
  assert_int_equal(pmtiles_look(stream, &s, &why), -1);
  a->at[root] ^= 0x10;
  fclose(stream);
}

static void test_archives(void **state) {
  static const struct {
    int count, gap;
    uint64_t first;
  } cases[] = {{1, 0, 0}, {300, 0, 5}, {4000, 7, 21}, {60000, 0, 1}, {60000, 5, 19078479}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const archive a = make_archive(cases[i].count, cases[i].first, cases[i].gap);
    expect_tiles(&a, cases[i].count, cases[i].first, cases[i].gap);
    size_t length;
    unsigned char *const text = inflated(&a, number_at(&a, 24, 8), number_at(&a, 32, 8), &length);
    assert_true(length == 15 && memcmp(text, "{\"name\":\"test\"}", 15) == 0);
    assert_true((number_at(&a, 48, 8) > 0) == (cases[i].count > 4096 * 3 / 2)); /* with leaves or without */
    expect_summary(&a, cases[i].gap ? cases[i].count - cases[i].count / cases[i].gap : cases[i].count);
    assert_true((int32_t)number_at(&a, 102, 4) == -1800000000 && (int32_t)number_at(&a, 119, 4) == 85000000);
    free(text);
    free(a.at);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers),        cmocka_unit_test(test_quarters),      cmocka_unit_test(test_latitudes),
      cmocka_unit_test(test_cube_edges),     cmocka_unit_test(test_cube_places),   cmocka_unit_test(test_shard),
      cmocka_unit_test(test_damaged_shards), cmocka_unit_test(test_wrong_indexes), cmocka_unit_test(test_archives)};
  const int descriptor = mkstemp(path);
  if (descriptor < 0) return 1;
  close(descriptor);
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  unlink(path);
  return failed;
}
