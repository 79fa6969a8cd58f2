/* Recipes and pictures from strangers: what they may not make the tool do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "burl.h"
#include "process.h"
#include "sanitized.h"
#include "scale.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* ---- pictures -------------------------------------------------------------------------------- */

/* Writes a.r16 of one sample, with a file beside it that tells what burl would, and in addition or
 * instead the members `more`. */
static void write_teller(const char *recipe, const char *geometry, const char *more) {
  const size_t room = strlen(recipe) + strlen(geometry) + strlen(more) + 1024;
  char *const text = malloc(room);
  FILE *const file = fopen("a.r16", "wb");
  assert_true(text && file);
  assert_int_equal(fwrite("\0\0", 1, 2, file), 2);
  assert_int_equal(fclose(file), 0);
  snprintf(text, room,
           "{\"made\": {\"burl\": \"0.1.0\", \"output_version\": %d, \"recipe\": \"%s\", \"seed\": "
           "\"0\", \"knobs\": {}, \"time\": 0.0, %s%s},\n \"samples\": {\"begin\": 0, \"bytes\": 2, "
           "\"crc32\": \"%08lx\"}}\n",
           burl_output_version(), recipe, geometry, more, crc32(crc32(0, NULL, 0), (const unsigned char *)"\0\0", 2));
  write_whole("a.r16.json", text);
  free(text);
}

#define PLACED "\"size\": [1, 1], \"extent\": [0.0, 0.0, 1.0, 1.0], \"edge\": \"cell\""

static void test_what_a_picture_tells_is_checked(void **state) {
  (void)state;
  write_teller("x", PLACED, ", \"range\": [0.0, 1.0], \"depth\": 16");
  burl_ok("render a.r16 -o b.png");
  static const struct {
    const char *geometry, *more, *named;
  } wrong[] = {
      {PLACED, ", \"range\": [1.0, -1.0]", "range"},
      {PLACED, ", \"range\": [1.0]", "range"},
      {PLACED, ", \"range\": \"auto\"", "range"},
      {PLACED, ", \"depth\": 7", "depth"},
      {PLACED, ", \"depth\": \"16\"", "depth"},
      {PLACED, ", \"at\": {\"z\": \"0\"}", "at"},
      {PLACED, ", \"window\": [0, 0, 1]", "window"},
      {PLACED, ", \"window\": [0]", "window"},
      {PLACED, ", \"result\": 5", "result"},
      {PLACED, ", \"crs\": 4326", "crs"},
      {PLACED, ", \"crs\": \"/etc/passwd\"", "crs"},
      {PLACED, ", \"crs\": \"EPSG:4326+5773\"", "crs"},
      {"\"size\": [1, 1], \"extent\": [0.0, 1.0]", "", "extent"},
      {"\"size\": [1, 1], \"extent\": [0.0, 0.0, 1.0, 1.0], \"edge\": \"none\"", "", "edge"},
      {"\"size\": [1, 1], \"origin\": [0.0], \"step\": [1.0]", "", "origin"},
      {"\"size\": [1, -1], \"extent\": [0.0, 0.0, 1.0, 1.0]", "", "size"},
  };
  for (int i = 0; i < COUNT(wrong); i++) {
    write_teller("x", wrong[i].geometry, wrong[i].more);
    const outcome *const o = burl("render a.r16 --range 0,1 -o c.npy");
    const int by_option = strcmp(wrong[i].named, "range") == 0;
    assert_int_equal(o->code, by_option ? 0 : 1);
    const outcome *const own = burl("render a.r16 -o c.png");
    assert_int_equal(own->code, 1);
    assert_contains(own->err, "is damaged: ");
    assert_contains(own->err, wrong[i].named);
  }
}

/* The name of a coordinate system opens nothing: a FIFO would never answer. */
static void test_coordinate_systems(void **state) {
  (void)state;
  static const char *const refused[] = {"f",
                                        "./f",
                                        "https://example.invalid/f",
                                        "EPSG:",
                                        "EPSG:4326x",
                                        "EPSG:4326 ",
                                        "EPSG:-1",
                                        "+proj=utm",
                                        "EPSG:4326\\\\n",
                                        "WGS84",
                                        "EPSG:1234567890",
                                        "PROJCS[]"};
  assert_int_equal(mkfifo("f", 0600), 0);
  for (int i = 0; i < COUNT(refused); i++) {
    char more[128];
    snprintf(more, sizeof more, ", \"crs\": \"%s\"", refused[i]);
    write_teller("x", PLACED, more);
    const outcome *o = shell("timeout 20 $burl render a.r16 -o b.tif");
    assert_int_equal(o->code, 1);
    assert_contains(o->err, "crs");
    o = shell("timeout 20 $burl render -e x --crs '%s' -o b.tif", refused[i]);
    assert_int_equal(o->code, 2);
    assert_contains(o->err, "EPSG:4326");
  }
  burl_ok("render -e x --crs epsg:32632 --extent 400000,5000000,400064,5000064 --size 8x8 -o b.tif");
}

static void test_huge_pictures_are_asked_for(void **state) {
  (void)state;
#define HUGE_EXTENT ", \"extent\": [0.0, 0.0, 1.0, 1.0]"
  write_teller("x", "\"size\": [524288, 524288]" HUGE_EXTENT, "");
  const outcome *o = burl("render a.r16 -o b.npy");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "--size");
  burl_ok("render a.r16 --size 2x2 -o b.npy");
  burl_ok("render a.r16 --window 0,0,4,4 -o b.npy"); /* the user's own part of it */
  burl_ok("info a.r16");

  /* 2^28 samples themselves, and one line more; their window has few. */
  write_teller("x", "\"size\": [16385, 16384]" HUGE_EXTENT, "");
  assert_int_equal(burl("render a.r16 -o b.npy")->code, 1);
  write_teller("x", "\"size\": [16385, 16384]" HUGE_EXTENT, ", \"window\": [3, 3, 2, 2]");
  burl_ok("render a.r16 -o b.npy");
}

/* ---- what info prints ------------------------------------------------------------------------ */

/* `count` times the text, to be freed; # stands for how many there were before. */
static char *repeated(const char *text, int count) {
  const size_t room = (strlen(text) + 8) * (size_t)count + 1;
  char *const all = malloc(room);
  assert_non_null(all);
  size_t used = 0;
  for (int i = 0; i < count; i++)
    for (const char *c = text; *c; c++)
      used += (size_t)snprintf(all + used, room - used, *c == '#' ? "%d" : "%c", *c == '#' ? i : *c);
  return all;
}

static void expect_short(const char *command, const char *counted) {
  const outcome *const o = burl_ok("%s", command);
  if (strlen(o->out) > 300000) fail_msg("%s: %zu bytes", command, strlen(o->out));
  assert_contains(o->out, counted);
}

/* Of long lists and texts, which few bytes of a compressed file may stand for, it prints the beginning and how many
 * there are; of what no option can be, nothing. */
static void test_info_is_short(void **state) {
  (void)state;
  char *const text = repeated("\\u001b", 150000), *const parts = repeated("p# = x\n", 12000),
              *const knobs = repeated("param k# = 1 [0, 2]\n", 200), *const list = repeated("#, ", 200000),
              *const at = repeated("\"a#\": 1, ", 50000);
  const size_t room = strlen(text) + strlen(list) + strlen(at) + 200;
  char *const long_text = malloc(room);
  assert_non_null(long_text);

  snprintf(long_text, room, "x // %s", text);
  write_teller(long_text, PLACED, "");
  expect_short("info a.r16", "... (150005 bytes; --json has all)");
  snprintf(long_text, room, "param k = 1 \\\"%s\\\"\\nk", text);
  write_teller(long_text, PLACED, ", \"range\": [0.0, 1.0], \"depth\": 16");
  expect_short("info a.r16", "... (150000 bytes)");
  snprintf(long_text, room, ", \"origin\": [%s 0], \"at\": {%s \"y\": 1}, \"byte_order\": \"%s\"", list, at, text);
  write_teller("x", PLACED, long_text);
  expect_short("info --dims 2 a.r16", "dimensions  2");

  write_whole("parts.burl", strcat(strcpy(long_text, parts), "x\n"));
  expect_short("info parts.burl", "p99, line 100: a number\n            11900 more; --json has all\n");
  assert_contains(burl_ok("info parts.burl --json")->out, "\"p11999\"");
  write_whole("knobs.burl", strcat(strcpy(long_text, knobs), "x\n"));
  expect_short("info knobs.burl", "k99 = 1 [0, 2]\n            100 more; --json has all\n");
  free(long_text), free(at), free(list), free(knobs), free(parts), free(text);
}

/* Archives of a few kilobytes with very many entries, or very long texts. */
static void test_archives_that_expand(void **state) {
  (void)state;
  const outcome *o = shell("/usr/bin/python3 " BURL_SOURCE_DIR "/test/pmtiles.py bombs; wc -c <many.pmtiles");
  assert_int_equal(o->code, 0);
  assert_true(atoi(o->out) < 70000);
  static const char *const refused[] = {"many", "long", "lies"};
  const char *const limit = SANITIZED ? "" : "ulimit -v 500000;";
  for (int i = 0; i < COUNT(refused); i++) {
    o = shell("%s $burl info %s.pmtiles", limit, refused[i]);
    assert_int_equal(o->code, 1);
    assert_string_equal(o->out, "");
    assert_contains(o->err, i < 2 ? "a directory or its metadata has more than 16 MiB" : "can't be decompressed");
  }
  o = shell("%s $burl info fits.pmtiles", limit);
  assert_int_equal(o->code, 0);
  assert_contains(o->out, "tiles       3000001, in 3000000 entries, ");
  assert_contains(o->out, "by zoom     9: 1, 10: 1048576, 11: 1951424, 12: 0\n");
  assert_contains(o->out, "aaa... (15000002 bytes)\n");
  assert_true(strlen(o->out) < 2000);
  o = shell("%s $burl info --json fits.pmtiles", limit);
  assert_int_equal(o->code, 0);
  assert_contains(o->out, "\"metadata_bytes\": 15000002,\n  \"metadata\": null\n");
  assert_true(strlen(o->out) < 2000);
}

/* ---- what isn't a file ----------------------------------------------------------------------- */

static void test_what_is_no_file(void **state) {
  (void)state;
  assert_int_equal(mkfifo("f", 0600) | mkfifo("f.png", 0600) | mkfifo("f.r16", 0600), 0);
  static const char *const fifos[] = {"f", "f.png", "f.r16"};
  for (int i = 0; i < COUNT(fifos); i++) {
    const outcome *const o = shell("timeout 20 $burl info %s", fifos[i]);
    assert_int_equal(o->code, 1);
    assert_contains(o->err, "is a FIFO");
  }
  assert_contains(shell("timeout 20 $burl info .")->err, ".: is a directory");
  assert_contains(shell("timeout 20 $burl info /dev/zero")->err, "is a device");
  write_teller("x", PLACED, "");
  assert_int_equal(unlink("a.r16.json") | mkfifo("a.r16.json", 0600), 0);
  assert_contains(shell("timeout 20 $burl info a.r16")->err, "a.r16.json: is a FIFO");
  /* Pipes that are open already are read. */
  assert_int_equal(shell("echo 'x + y' | $burl info /dev/stdin")->code, 0);
  assert_int_equal(shell("bash -c '\"$burl\" info <(echo x + y)'")->code, 0);
}

/* ---- text ------------------------------------------------------------------------------------ */

static void assert_harmless(const char *text) {
  for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
    if (*c == '\n' || *c == '\t') continue;
    assert_false(*c < 0x20 || *c == 0x7F);
    assert_false(*c == 0xC2 && c[1] >= 0x80 && c[1] < 0xA0);                  /* U+0080 to U+009F */
    assert_false(*c == 0xE2 && c[1] == 0x80 && c[2] >= 0xA8 && c[2] <= 0xAE); /* separators, bidi */
  }
}

static void test_no_orders_to_terminals(void **state) {
  (void)state;
#define ORDERS                \
  "\x1b]0;owned\x07 \xc2\x9b" \
  "31m \xe2\x80\xae \x7f"
  write_whole("knob.burl", "param a = 1 \"" ORDERS "\"\na // " ORDERS "\n");
  assert_harmless(burl_ok("info knob.burl")->out);
  assert_contains(burl_ok("info knob.burl")->out, "\\x1b]0;owned\\x07 \\x9b31m \\u202e \\x7f");
  assert_harmless(burl_ok("info --json knob.burl")->out);
  burl_ok("render knob.burl -q --range 0,2 -o a.png");
  assert_harmless(burl_ok("info a.png")->out);
  assert_harmless(burl("info a.png -p a=zero")->err);
  write_whole("wrong.burl", "x + \"" ORDERS "\" + prelin()");
  const outcome *o = burl("info wrong.burl");
  assert_int_equal(o->code, 1);
  assert_harmless(o->err);
  assert_harmless(shell("$burl info -e \"$(printf '\\033\\302\\233')\"")->err);
  assert_harmless(shell("$burl info \"$(printf 'a\\033[1m\\nb.png')\"")->err);
  assert_harmless(shell("$burl \"$(printf '\\033[1m')\"")->err);
  assert_harmless(shell("printf 'x,\\033[1m,x\\n' | $burl sample -e x -")->err);
  assert_harmless(shell("printf 'x\\n\\033[1m\\n' | $burl sample -e x -")->err);

  /* What a picture says itself. */
  write_teller("x", PLACED, ", \"burl\": \"1\"");
  assert_int_equal(burl("info a.r16")->code, 1); /* a member twice */
  write_teller("x\\u000a\\u001b[1m\\u009b // \\u202e", PLACED, "");
  assert_harmless(burl("info a.r16")->err);
  write_teller("x", PLACED, ", \"result\": \"a;touch b\\u001b\"");
  assert_harmless(burl("info a.r16")->err);

  /* The caret is under its character, as wide as that is shown. */
  o = shell("$burl info -e \"$(printf 'x + \\033')\"");
  assert_contains(o->err, "    x + \\x1b\n        ^~~~\n");
}

/* A name that a shell would take apart is quoted. */
static void test_shell_lines_are_quoted(void **state) {
  (void)state;
  write_whole("p.burl", "param a = 1\nb = a\nb");
  burl_ok("render p.burl -q --result b --range 0,2 -p a=1.5 --size 2x2 -o a.png");
  assert_contains(burl_ok("info a.png")->out, "--seed 0 --result b -p a=1.5 --size 2x2 --extent 0,0,8,8 --edge cell");
}

/* ---- PNG ------------------------------------------------------------------------------------- */

static void put_chunk(FILE *file, const char *type, const void *data, uint32_t length) {
  const unsigned char size[] = {(unsigned char)(length >> 24), (unsigned char)(length >> 16),
                                (unsigned char)(length >> 8), (unsigned char)length};
  uLong crc = crc32(crc32(0, NULL, 0), (const unsigned char *)type, 4);
  if (length) crc = crc32(crc, data, length);
  const unsigned char sum[] = {(unsigned char)(crc >> 24), (unsigned char)(crc >> 16), (unsigned char)(crc >> 8),
                               (unsigned char)crc};
  fwrite(size, 1, 4, file);
  fwrite(type, 1, 4, file);
  fwrite(data, 1, length, file);
  fwrite(sum, 1, 4, file);
}

/* A PNG with `count` compressed texts, each 8 MiB of one character. */
static void write_bomb(const char *path, int count) {
  enum { TEXT = (8 << 20) - 100 };
  static const unsigned char header[] = {0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0}, row[] = {0, 0};
  char *const text = malloc(TEXT);
  unsigned char *const packed = malloc(compressBound(TEXT) + 8);
  assert_true(text && packed);
  memset(text, 'a', TEXT);
  memcpy(packed, "burl\0", 6);
  uLongf length = compressBound(TEXT);
  assert_int_equal(compress2(packed + 6, &length, (unsigned char *)text, TEXT, 9), Z_OK);
  unsigned char pixels[64];
  uLongf pixels_length = sizeof pixels;
  assert_int_equal(compress2(pixels, &pixels_length, row, sizeof row, 9), Z_OK);
  FILE *const file = fopen(path, "wb");
  assert_non_null(file);
  fwrite("\x89PNG\r\n\x1a\n", 1, 8, file);
  put_chunk(file, "IHDR", header, sizeof header);
  for (int i = 0; i < count; i++) put_chunk(file, "zTXt", packed, (uint32_t)length + 6);
  put_chunk(file, "IDAT", pixels, (uint32_t)pixels_length);
  put_chunk(file, "IEND", "", 0);
  assert_int_equal(fclose(file), 0);
  free(packed);
  free(text);
}

static void test_compressed_texts_are_bounded(void **state) {
  (void)state;
  write_bomb("a.png", 100);
  const outcome *const o = burl("info a.png");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "what it tells of how it was made is damaged"); /* the first of them, which is whole */
  struct rusage children; /* the largest of them: this test is the first */
  getrusage(RUSAGE_CHILDREN, &children);
  if (children.ru_maxrss > 500000) fail_msg("%ld kB", children.ru_maxrss);
}

/* ---- recipes --------------------------------------------------------------------------------- */

static double seconds_of(const char *recipe, burl_error *error) {
  struct rusage before, after;
  getrusage(RUSAGE_SELF, &before);
  burl_free(burl_compile(recipe, 2, error));
  getrusage(RUSAGE_SELF, &after);
  return (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec) +
         1e-6 * (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec);
}

/* Appends `count` definitions, each of the one before, then the last one's use. */
static void write_chain(char *to, size_t room, const char *first, const char *each, int count, const char *use) {
  size_t used = (size_t)snprintf(to, room, "%s\n", first);
  for (int i = 1; i <= count; i++) {
    for (const char *c = each; *c; c++)
      used += *c == 'F'   ? (size_t)snprintf(to + used, room - used, "f%d", i)
              : *c == 'G' ? (size_t)snprintf(to + used, room - used, "f%d", i - 1)
              : *c == '#' ? (size_t)snprintf(to + used, room - used, "%d", i)
                          : (size_t)snprintf(to + used, room - used, "%c", *c);
    used += (size_t)snprintf(to + used, room - used, "\n");
  }
  snprintf(to + used, room - used, "f%d%s\n", count, use);
}

/* The limit is a tenth of a second away on an idle core; it was seconds where the time grew with
 * the square of what is kept.  The bound leaves room for a busy machine.  Under a sanitizer it is asked alone
 * whether the limit comes. */
static void expect_soon(const char *recipe) {
  double least = 1e9;
  for (int again = 0; again < (SANITIZED ? 1 : 3) && least > 0.1; again++) {
    burl_error error;
    const double seconds = seconds_of(recipe, &error);
    assert_int_equal(error.status, BURL_LIMIT);
    if (seconds < least) least = seconds;
  }
  if (!SANITIZED && least > 1) fail_msg("%.60s: %.2f s", recipe, least);
}

static void test_limits_come_soon(void **state) {
  (void)state;
  static const struct {
    const char *first, *each, *use;
  } chains[] = {{"f0(v) = v", "F(v) = G(v) + G(v)", "(x)"},
                {"f0(v) = v", "F(v) = G(v + 1) + G(v*2)", "(x)"},
                {"f0 = perlin()", "F = reseed(G, #) + G", ""},
                {"f0 = perlin()", "F = warp(G, G, G)", ""},
                {"f0 = perlin()", "F = G > 0 ? G : reseed(G, #)", ""}};
  char recipe[4096];
  for (int i = 0; i < COUNT(chains); i++) {
    write_chain(recipe, sizeof recipe, chains[i].first, chains[i].each, 30, chains[i].use);
    expect_soon(recipe);
  }
  /* Octaves of octaves, of noises whose scale takes a while to find. */
  expect_soon("fbm(fbm(fbm(fbm(perlin(), octaves: auto), octaves: auto), octaves: auto), octaves: auto)");
  expect_soon("fbm(fbm(fbm(cells(give: f4), octaves: 32), octaves: 32), octaves: 16)");
  expect_soon("swiss(swiss(perlin(), octaves: auto), octaves: auto)");
  expect_soon("fbm(fbm(fbm(perlin(), octaves: 32, damped: 1), octaves: 32), octaves: 32)");
  expect_soon("fbm(fbm(fbm(cells(give: f4, metric: minkowski, p: 3), octaves: 32), octaves: 32), octaves: 16)");
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Any bit of a file that has changed is noticed: all bits of some bytes, from the first to the
 * last. */
static void test_resume_notices_every_bit(void **state) {
  (void)state;
  static const char *const formats[] = {"exr", "tif", "png", "npy", "pfm", "r16", "csv", "qoi", "webp"};
  for (int i = 0; i < COUNT(formats); i++) {
    char name[16], options[128];
    snprintf(name, sizeof name, "a.%s", formats[i]);
    snprintf(options, sizeof options, "render -e 'perlin()' --size 40x30 --resume -o %s", name);
    const outcome *o = burl("%s", options);
    if (o->code == 2 && strcmp(formats[i], "tif") == 0) continue; /* built without GDAL */
    assert_int_equal(o->code, 0);
    o = burl("%s", options);
    assert_contains(o->err, "1 of 1 were there");
    size_t length;
    char *const bytes = read_whole(name, &length);
    for (size_t n = 0; n < 60; n += scale_of_test() < 1 ? 7 : 1) {
      const size_t at = n < 30 ? n * (length - 1) / 29 : n - 30; /* all over, and the head */
      const char was = bytes[at];
      bytes[at] = (char)(was ^ 1 << n % 8);
      FILE *const file = fopen(name, "wb");
      assert_int_equal(fwrite(bytes, 1, length, file), length);
      assert_int_equal(fclose(file), 0);
      bytes[at] = was;
      o = burl("%s", options);
      if (o->code != 0 || strstr(o->err, "were there")) fail_msg("%s: byte %zu, bit %zu: %s", name, at, n % 8, o->err);
    }
    size_t again;
    char *const made = read_whole(name, &again);
    assert_int_equal(again, length);
    assert_memory_equal(made, bytes, length);
    free(made);
    free(bytes);
  }
}

static mode_t mode_of(const char *path) {
  struct stat status;
  assert_int_equal(stat(path, &status), 0);
  return status.st_mode & 07777;
}

static void test_replaced_files_keep_their_mode(void **state) {
  (void)state;
  static const mode_t modes[] = {0600, 0640, 0664, 0444, 0700};
  for (int i = 0; i < COUNT(modes); i++) {
    for (int k = 0; k < 2; k++) { /* made, then made again */
      burl_ok("render -e 'perlin()' --size 8x8 -o a.npy");
      burl_ok("render -e 'perlin()' --size 8x8 -o a.tif");
      assert_int_equal(chmod("a.npy", modes[i]) | chmod("a.tif", modes[i]), 0);
      unlink("a.npy.json");
    }
    burl_ok("render -e 'perlin(seed: 1)' --size 8x8 -o a.npy");
    burl_ok("render -e 'perlin(seed: 1)' --size 8x8 -o a.tif");
    assert_int_equal(mode_of("a.npy"), modes[i]);
    assert_int_equal(mode_of("a.tif"), modes[i]);
    assert_int_equal(mode_of("a.npy.json"), modes[i]); /* as new, it is as private as its picture */
    unlink("a.npy");
    unlink("a.tif");
  }
  shell("umask 027; $burl render -e 'perlin()' --size 8x8 -o new.npy");
  assert_int_equal(mode_of("new.npy"), 0640);
}

static void test_replaced_files_keep_their_owner(void **state) {
  (void)state;
  struct stat status;
  burl_ok("render -e 'perlin()' --size 8x8 -o a.npy");
  if (geteuid() != 0) skip();
  assert_int_equal(chown("a.npy", 1234, 4321) | chmod("a.npy", 0640), 0);
  burl_ok("render -e 'perlin(seed: 1)' --size 8x8 -o a.npy");
  assert_int_equal(stat("a.npy", &status), 0);
  assert_int_equal(status.st_uid, 1234);
  assert_int_equal(status.st_gid, 4321);
  assert_int_equal(mode_of("a.npy"), 0640);
}

/* What a killed run leaves between the names: the old picture beside the new one's file.  Here both
 * have the same samples, so that only the heads differ. */
static void test_another_file_beside(void **state) {
  (void)state;
  static const char *const formats[] = {"npy", "pfm"};
  for (int i = 0; i < COUNT(formats); i++) {
    const char *const f = formats[i];
    burl_ok("render -e '1' -q --size 4x6 -o a.%s", f);
    burl_ok("render -e '1' -q --size 6x4 -o b.%s", f);
    assert_int_equal(shell("cp b.%s.json a.%s.json", f, f)->code, 0);
    const outcome *const o = burl("info a.%s", f);
    assert_int_equal(o->code, 1);
    assert_contains(o->err, "is about another file");
    /* an earlier burl wrote none of the head */
    assert_int_equal(
        shell("sed 's/, \"head_crc32\": \"[0-9a-f]*\"//' b.%s.json >c.%s.json; cp b.%s c.%s; grep -c head c.%s.json", f,
              f, f, f, f)
            ->code,
        1);
    assert_contains(burl_ok("info c.%s", f)->out, "--size 6x4");
  }
}

/* ---- long lines ------------------------------------------------------------------------------ */

/* A line longer than a band is made in parts, with the bytes of the whole: at its end it has those of
 * a window that is short. */
static void test_long_lines(void **state) {
  (void)state;
  enum { ALL = 4200000, END = 1000 };
  static const char *const formats[] = {"npy", "r16", "pfm"};
  for (int i = 0; i < COUNT(formats); i++) {
    const size_t sample = i == 1 ? 2 : 4;
    burl_ok("render -e 'perlin(x, y)' -q --extent 0,0,900,1 --size %dx2 -o a.%s", ALL, formats[i]);
    burl_ok("render -e 'perlin(x, y)' -q --extent 0,0,900,1 --size %dx2 --window %d,0,%d,2 -o b.%s", ALL, ALL - END,
            END, formats[i]);
    burl_ok("info a.%s", formats[i]); /* whose checksum it is */
    size_t all, end;
    char name[8];
    snprintf(name, sizeof name, "a.%s", formats[i]);
    char *const a = read_whole(name, &all);
    assert_true(all > 2 * ALL * sample - 1 && all < 2 * ALL * sample + 200);
    snprintf(name, sizeof name, "b.%s", formats[i]);
    char *const b = read_whole(name, &end);
    for (size_t line = 0; line < 2; line++)
      assert_memory_equal(a + all - line * ALL * sample - END * sample, b + end - line * END * sample - END * sample,
                          END * sample);
    free(a);
    free(b);
  }
}

int main(void) {
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_begin, folder_end)
  const struct CMUnitTest tests[] = {
      IN_FOLDER(test_compressed_texts_are_bounded),
      IN_FOLDER(test_what_a_picture_tells_is_checked),
      IN_FOLDER(test_coordinate_systems),
      IN_FOLDER(test_huge_pictures_are_asked_for),
      IN_FOLDER(test_info_is_short),
      IN_FOLDER(test_archives_that_expand),
      IN_FOLDER(test_what_is_no_file),
      IN_FOLDER(test_no_orders_to_terminals),
      IN_FOLDER(test_shell_lines_are_quoted),
      cmocka_unit_test(test_limits_come_soon),
      IN_FOLDER(test_resume_notices_every_bit),
      IN_FOLDER(test_replaced_files_keep_their_mode),
      IN_FOLDER(test_replaced_files_keep_their_owner),
      IN_FOLDER(test_another_file_beside),
      IN_FOLDER(test_long_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
