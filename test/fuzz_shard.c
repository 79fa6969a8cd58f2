/* libFuzzer on shards of tiles.  The first byte says what is set right in the others: the head, so that the shard is
 * the plan's, and the checksums, behind which no fuzzer would see.  The shard is read; then it is merged, to an
 * archive, a database and files, and overviews are made of its tiles. */
#include "cli/cli.h"
#include "fuzz_folder.h"
#include "planet/merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SET_HEAD = 1, SET_SUM = 2, SET_TILE_SUMS = 4, MERGE = 8, SHRINK = 16 };
enum { HEAD = 46, COUNT = 38, ENTRY = 24, TAIL = 8 }; /* as in shard.h; COUNT: where the head has the number of tiles */
static const char shard_name[] = "p/shards/result/0000000.tiles";

static void die(const char *what) {
  fprintf(stderr, "fuzz_shard: %s\n", what);
  abort();
}

/* A plan of one shard, of the four tiles of zoom 1; the one of zoom 0 is their overview. */
static planet *open_plan(void) {
  static planet p;
  static char recipe[] = "rgba(rgb(0.1, 0.2, x), y)";
  map_plan plan = {.recipe = recipe,
                   .layer_count = 1,
                   .layers = {{"result", ENCODE_colour}},
                   .format = PLAN_PNG,
                   .most_zoom = 1,
                   .side = 256,
                   .overviews = 1,
                   .shards = 1};
  image_error error;
  if (plan_stamp(&plan) != 0 || plan_write(&plan, "p", &error) != 0 || planet_open_program(&p, "p") != DONE)
    die("the plan");
  if (mkdir("p/shards", 0777) != 0 || mkdir("p/shards/result", 0777) != 0) die("the plan's folders");
  return &p;
}

/* ---- What the fuzzer can't know -------------------------------------------------------------------- */

static uint64_t get_number(const uint8_t *from, int bytes) {
  uint64_t value = 0;
  for (int i = bytes; i-- > 0;) value = value << 8 | from[i];
  return value;
}

static void put_number(uint8_t *to, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; i++) to[i] = (uint8_t)(value >> 8 * i);
}

static void set_head(const planet *p, uint8_t *file) {
  const tile_part part = plan_part(&p->plan, 0);
  memcpy(file, "burl tiles 1\n", 13);
  memcpy(file + 13, p->plan.hash, 16);
  file[29] = '\n';
  put_number(file + COUNT - 8, part.ranges[0].first, 8);
  put_number(file + COUNT, part_tiles(&part), 8);
}

/* Where the index begins; the file's end where the head has more tiles than there is room for. */
static size_t find_index(const uint8_t *file, size_t size) {
  const uint64_t count = get_number(file + COUNT, 8);
  return count <= (size - HEAD - TAIL) / ENTRY ? size - TAIL - (size_t)count * ENTRY : size - TAIL;
}

static void set_tile_sums(uint8_t *file, size_t size) {
  const size_t index = find_index(file, size);
  for (uint8_t *entry = file + index; entry + ENTRY + TAIL <= file + size; entry += ENTRY) {
    const uint64_t offset = get_number(entry, 8), length = get_number(entry + 8, 4);
    if (offset < size && length <= size - offset) put_number(entry + 12, crc32(0, file + offset, (uInt)length), 4);
  }
}

static void set_sum(uint8_t *file, size_t size) {
  const size_t index = find_index(file, size);
  const uLong crc = crc32(crc32(0, file, HEAD), file + index, (uInt)(size - TAIL - index));
  put_number(file + size - TAIL, crc, 4);
  memcpy(file + size - 4, "end\n", 4);
}

/* ---- The shard ----------------------------------------------------------------------------------- */

/* Reads all tiles in their order, then backwards; how many were damaged. */
static int read_all(void) {
  shard_reader r;
  shard_tile tile;
  const char *why = NULL;
  int damaged = 0, answer = 0;
  if (shard_read(&r, shard_name, &why) != 0) {
    if (!why) die("no reason");
    return 1;
  }
  for (uint64_t i = 0; i < 2 * r.count; i++) {
    if (i >= r.count && shard_seek(&r, 2 * r.count - 1 - i) != 0) die("a tile that can't be sought");
    answer = shard_next(&r, &tile);
    if (answer == 0) die("fewer tiles than there are");
    uint8_t *const bytes = answer < 0 ? NULL : malloc(tile.length + 1);
    damaged += !bytes || shard_bytes(&r, &tile, bytes) != 0;
    free(bytes);
    if (answer < 0) break;
  }
  shard_release(&r);
  return damaged;
}

static void merge(const planet *p, int is_whole) {
  const merge_job archive = {p, 0, "a.pmtiles"}, database = {p, 0, "a.mbtiles"}, files = {p, 0, "a/{z}-{x}-{y}.png"};
  unlink(archive.output);
  unlink(database.output);
  const int codes[] = {merge_pmtiles(&archive), merge_mbtiles(&database), merge_folder(&files)};
  if ((codes[0] == DONE) != (access(archive.output, F_OK) == 0) ||
      (codes[1] == DONE) != (access(database.output, F_OK) == 0))
    die("an archive and an error, or neither");
  for (int i = 1; i < 3; i++) /* an archive leaves out what it has already */
    if ((codes[i] == DONE) != is_whole) die("damage that isn't found, or is none");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static planet *p;
  if (size < 1 + HEAD + TAIL) return 0;
  if (enter_folder()) p = open_plan();
  const int todo = *data;
  uint8_t *const file = malloc(--size);
  if (!file) return 0;
  memcpy(file, data + 1, size);
  if (todo & SET_HEAD) set_head(p, file);
  if (todo & SET_TILE_SUMS) set_tile_sums(file, size);
  if (todo & SET_SUM) set_sum(file, size);
  write_file(shard_name, file, size);
  free(file);
  const int is_whole = read_all() == 0, is_there = planet_look(p, 0, 0) == SHARD_DONE;
  unlink("p/shards/result/overviews.tiles");
  if (is_there && todo & SHRINK && planet_run(p, 1, 1) == DONE && planet_look(p, 0, 1) != SHARD_DONE)
    die("overviews that aren't there");
  if (is_there && todo & MERGE && planet_look(p, 0, 1) == SHARD_DONE) merge(p, is_whole);
  return 0;
}
