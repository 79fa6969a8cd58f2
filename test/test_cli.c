/* The tool as a process: what it writes, what it says, and every way to get it wrong. */
#define _DEFAULT_SOURCE /* wait4 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "process.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int count_lines(const char *text) {
  int lines = 0;
  for (; *text; text++) lines += *text == '\n';
  return lines;
}

/* ---- arrays ---------------------------------------------------------------------------------- */

/* An .npy as it was read back: its shape slowest axis first. */
typedef struct {
  int axes;
  int64_t shape[5];
  size_t count;
  float *data; /* to be freed */
} array;

/* Reads the file as version 1.0 has it, and nothing else. */
static array read_npy(const char *path) {
  size_t length;
  char *file = read_whole(path, &length);
  assert_true(length >= 10);
  assert_memory_equal(file, "\x93NUMPY\x01\x00", 8);
  const size_t header = (unsigned char)file[8] + 256u * (unsigned char)file[9];
  assert_int_equal((10 + header) % 64, 0);
  assert_int_equal(file[10 + header - 1], '\n');

  static const char begin[] = "{'descr': '<f4', 'fortran_order': False, 'shape': (";
  assert_memory_equal(file + 10, begin, sizeof begin - 1);
  array a = {.count = 1};
  for (char *at = file + 10 + sizeof begin - 1; *at != ')'; at += strspn(at, ", ")) {
    assert_true(a.axes < 5);
    a.shape[a.axes] = strtoll(at, &at, 10);
    a.count *= (size_t)a.shape[a.axes++];
  }
  assert_int_equal(length, 10 + header + 4 * a.count);

  a.data = malloc(4 * a.count);
  assert_non_null(a.data);
  for (size_t i = 0; i < a.count; i++) {
    uint32_t bits = 0;
    for (int b = 3; b >= 0; b--) { bits = bits << 8 | (unsigned char)file[10 + header + 4 * i + (size_t)b]; }
    memcpy(&a.data[i], &bits, sizeof bits);
  }
  free(file);
  return a;
}

static void assert_shape(const array *a, int axes, const int64_t *shape) {
  assert_int_equal(a->axes, axes);
  for (int i = 0; i < axes; i++) assert_int_equal(a->shape[i], shape[i]);
}
#define SHAPE(a, ...) \
  assert_shape(&(a), (int)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), (int64_t[]){__VA_ARGS__})

static void assert_values(const char *path, size_t count, const float *expected) {
  array a = read_npy(path);
  assert_int_equal(a.count, count);
  for (size_t i = 0; i < count; i++) assert_float_equal(a.data[i], expected[i], 0);
  free(a.data);
}
#define VALUES(path, ...) assert_values(path, sizeof((float[]){__VA_ARGS__}) / sizeof(float), (float[]){__VA_ARGS__})

/* ---- help ------------------------------------------------------------------------------------ */

static const char *const commands[] = {"render", "show",  "watch", "studio", "sample", "code",       "info", "format",
                                       "lsp",    "stats", "bench", "list",   "primes", "completion", "man"};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* burl render has a line for each of its two dozen options. */
static void assert_fits_a_screen(const char *text) {
  assert_true(count_lines(text) <= 36);
  for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
    assert_true(strcspn(line, "\n") <= 80);
  }
}

static void test_help(void **state) {
  (void)state;
  const outcome *o = burl_ok("--help");
  assert_fits_a_screen(o->out);
  for (int i = 0; i < COMMANDS; i++) assert_contains(o->out, commands[i]);
  assert_string_equal(o->err, "");

  char usage[32];
  for (int i = 0; i < COMMANDS; i++) {
    o = burl_ok("%s --help", commands[i]);
    assert_fits_a_screen(o->out);
    snprintf(usage, sizeof usage, "usage: burl %s", commands[i]);
    assert_memory_equal(o->out, usage, strlen(usage));
    assert_string_equal(o->err, "");
  }
  assert_contains(burl_ok("help list")->out, "usage: burl list");
}

static void test_version(void **state) {
  (void)state;
  assert_memory_equal(burl_ok("--version")->out, "burl ", 5);
  assert_contains(burl_ok("--version")->out, "output version");
}

/* ---- every mistake --------------------------------------------------------------------------- */

static const refused_call mistakes[] = {
    {"", 2, "usage: burl"},
    {"rendr", 2, "'render'"},
    {"--versoin", 2, "'--version'"},
    {"frobnicate", 2, "--help"},
    /* options */
    {"render --rseed 3", 2, "'--seed'"},
    {"render -x", 2, "'-x'"},
    {"render -o", 2, "-o needs a value"},
    {"render -e 'x' --depth", 2, "--depth needs a value"},
    {"info -e 'x' --json=1", 2, "--json takes no value"},
    {"render -o a.png", 2, "no recipe"},
    {"render -e 'x'", 2, "-o"},
    {"render -e 'x' good.burl -o a.png", 2, "good.burl"},
    {"render good.burl more.burl -o a.png", 2, "more.burl"},
    {"render -e 'perlin()' -o a.png --seed -9223372036854775809", 2, "--seed"},
    {"render -e 'perlin()' -o a.png --seed 18446744073709551616", 2, "--seed"},
    {"render -e 'perlin()' -o a.png --seed 0x", 2, "--seed"},
    {"render -e 'perlin()' -o a.png --seed 1.5", 2, "--seed"},
    {"render -e 'perlin()' -o a.png --time nan", 2, "--time"},
    {"render -e 'perlin()' -o a.png --threads -1", 2, "--threads"},
    {"render -e 'perlin()' -o a.png --threads 4097", 2, "--threads"},
    {"render -e 'perlin()' -o a.png --depth 12", 2, "--depth"},
    {"render -e 'perlin()' -o a.png --edge round", 2, "--edge"},
    {"render -e 'perlin()' -o a.png --range 1,0", 2, "--range"},
    {"render -e 'perlin()' -o a.png --range 0,inf", 2, "--range"},
    {"render -e 'perlin()' -o a.png --range 0,1,2", 2, "--range"},
    /* knobs */
    {"render good.burl -o a.png -p k", 2, "'k'"},
    {"render good.burl -o a.png -p k=nan", 2, "'nan'"},
    {"render good.burl -o a.png -p k=inf", 2, "'inf'"},
    {"render good.burl -o a.png -p k=one", 2, "'one'"},
    {"render good.burl -o a.png -p nok=1", 1, "nok"},
    {"render good.burl -o a.png -p k=11", 1, "k"},
    /* places */
    {"render -e 'perlin()' -o a.png --extent 0,1", 2, "--extent"},
    {"render -e 'perlin()' -o a.png --extent 0,0,nan,1", 2, "--extent"},
    {"render -e 'perlin()' -o a.png --extent 0,0,0,1", 2, "along x"},
    {"render -e 'perlin()' -o a.png --extent 0,-1e308,1,1e308", 2, "along y"},
    {"render -e 'perlin()' -o a.png --origin 0,0", 2, "--step"},
    {"render -e 'perlin()' -o a.png --origin 0,0 --step 1,2,3", 2, "--step"},
    {"render -e 'perlin()' -o a.png --origin 0 --step 1", 2, "--origin"},
    {"render -e 'perlin()' -o a.png --step 0", 2, "along x"},
    {"render -e 'perlin()' -o a.png --step 1 --extent 0,0,1,1", 2, "--extent"},
    {"render -e 'perlin()' -o a.png --step 1 --edge cell", 2, "--edge"},
    {"render -e 'perlin()' -o a.png --at x=1", 2, "along x"},
    {"render -e 'perlin()' -o a.png --at z", 2, "'z'"},
    {"render -e 'perlin()' -o a.png --at z=1,v=2", 2, "'v=2'"},
    {"render -e 'perlin()' -o a.png --at t=1", 2, "--time"},
    {"render -e 'perlin()' -o a.png --window 0,0,5", 2, "--window"},
    {"render -e 'perlin()' -o a.png --size 8x8 --window 0,0,9,8", 2, "along x"},
    {"render -e 'perlin()' -o a.png --size 8x8 --window 0,7,1,2", 2, "along y"},
    {"render -e 'perlin()' -o a.png --size 8x8 --window -1,0,2,2", 2, "along x"},
    {"render -e 'perlin()' -o a.png --size 8x8 --window 0,0,1,0", 2, "along y"},
    /* sizes */
    {"render -e 'perlin()' -o a.png --size 0x512", 2, "--size"},
    {"render -e 'perlin()' -o a.png --size -3x512", 2, "--size"},
    {"render -e 'perlin()' -o a.png --size 512,512", 2, "512x512"},
    {"render -e 'perlin()' -o a.png --size 2x2x2x2x2", 2, "--size"},
    {"render -e 'perlin()' -o a.png --size 99999999999999999999", 2, "--size"},
    {"render -e 'perlin()' -o a.png --size 1000000x1000000", 1, "memory"},
    {"render -e 'x' -o a.npy --size 1000000000000", 1, "memory"},
    {"render -e 'x' -o a.npy --size 4294967296x4294967296x4294967296x4294967296", 1, "memory"},
    {"render -e 'perlin()' -o a.png --size 4x4x4", 1, ".npy"},
    /* files */
    {"render -e 'x' -o a.jpg", 2, ".png, .npy"},
    {"render -e 'x' -o a", 2, ".png, .npy"},
    {"render -e 'x' -o folder.x/a", 2, ".png, .npy"},
    {"render -e 'perlin()' -o nowhere/a.png", 1, "nowhere/a.png: No such"},
    {"render -e 'x' -o ../here", 2, ".png, .npy"},
    {"render -e 'x' -o /proc/a.npy", 1, "/proc/a.npy: "}, /* where root may not write either */
    {"render missing.burl -o a.png", 1, "missing.burl: No such"},
    {"render 'perlin()' -o a.png", 1, "goes after -e"},
    {"render ../here -o a.png", 1, "../here: is a directory"},
    {"info missing.burl", 1, "missing.burl: No such"},
    {"sample -e 'x' missing.csv", 1, "missing.csv: No such"},
    {"sample -e 'x' ../here", 1, "../here: Is a directory"},
    /* recipes */
    {"render empty.burl -o a.png", 1, "empty.burl"},
    {"render huge.burl -o a.png", 1, "huge.burl:1:1048577: a recipe is at most 1048576 bytes"},
    {"render marked.burl -o a.png", 1, "marked.burl:2:1048575: a recipe is at most 1048576 bytes"},
    {"render latin1.burl -o a.png", 1, "latin1.burl:1:"},
    {"render deep.burl -o a.png", 1, "deep.burl:1:"},
    {"render -e '' -o a.png", 1, "-e"},
    {"render -e 'fbm(perlin(), gian: 1/4)' -o a.png", 1, "-e:1:15:"},
    {"render -e 'prelin()' -o a.png", 1, "perlin"},
    {"render -e 'sin(#123)' -o a.png", 1, "-e:1:"},
    {"render -e 'log(x)' -o a.png", 1, "--range"},
    /* info, list, primes */
    {"info -e 'x' --dims 5", 2, "--dims"},
    {"info -e 'x' --dims two", 2, "--dims"},
    {"info -e 'y' --dims 1", 1, "-e:1:1:"},
    {"info", 2, "no recipe"},
    {"list prelin", 1, "'perlin'"},
    {"list qqqqqq", 1, "'qqqqqq'"},
    {"list fbm perlin", 2, "'perlin'"},
    {"primes 5", 2, "two numbers"},
    {"primes 5 x", 2, "'x'"},
    {"primes 5 18446744073709551616", 2, "18446744073709551616"},
    {"primes 9 5", 2, "A is over B"},
    {"primes -- -5 5", 2, "'-5'"},
};

static void write_recipes(void) {
  write_whole("good.burl", "param k = 1 [0, 10] \"a knob\"\nk*x\n");
  write_whole("more.burl", "x\n");
  write_whole("empty.burl", "");
  write_whole("latin1.burl", "x // caf\xe9\n");
  char *text = calloc(1, 10000001);
  assert_non_null(text);
  memset(text, ' ', 10000000);
  write_whole("huge.burl", text);
  text[3 + (1 << 20) + 1] = '\0'; /* a byte too many behind a byte-order mark */
  memcpy(text, "\xEF\xBB\xBF \n", 5);
  write_whole("marked.burl", text);
  memset(text, '(', 10000);
  text[10000] = 'x';
  memset(text + 10001, ')', 10000);
  text[20001] = '\0';
  write_whole("deep.burl", text);
  free(text);
}

static void test_mistakes(void **state) {
  (void)state;
  write_recipes();
  check_refused("", mistakes, (int)(sizeof mistakes / sizeof *mistakes));
}

static void test_error_shows_its_place(void **state) {
  (void)state;
  write_whole("oak.burl", "// rings\r\n\tgrain = fbm(value(), octaves: 4, gian: 1/4)\r\ngrain\r\n");
  const outcome *o = burl("info oak.burl");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "oak.burl:2:35: ");
  assert_contains(o->err, "\n    \tgrain = fbm(value(), octaves: 4, gian: 1/4)\n"
                          "    \t                                 ^~~~");
  assert_contains(o->err, "gain");

  /* A caret stands under its character, not its byte; a terminal's orders are not passed on. */
  write_whole("utf8.burl", "1 /* */ + \"\xc3\xa9\xc3\xa9\" + prelin()");
  o = burl("info utf8.burl");
  assert_int_equal(o->code, 1);
  o = burl("info -e \"$(printf '\\033[31m')\"");
  assert_int_equal(o->code, 1);
  assert_null(strchr(o->err, '\033'));
}

/* ---- render: which samples ------------------------------------------------------------------- */

static void test_extents(void **state) {
  (void)state;
  /* Without anything: 0 to 8 along the longer side, square samples, row 0 at the top. */
  burl_ok("render -e 'x + 100*y' -o a.npy --size 4x2");
  VALUES("a.npy", 101, 103, 105, 107, 301, 303, 305, 307);
  burl_ok("render -e 'x' -o a.npy --size 4 --extent 10,18");
  VALUES("a.npy", 11, 13, 15, 17);
  burl_ok("render -e 'x' -o a.npy --size 5 --extent 10,18 --edge shared");
  VALUES("a.npy", 10, 12, 14, 16, 18);
  burl_ok("render -e 'x' -o a.npy --size 1 --extent 10,18 --edge shared");
  VALUES("a.npy", 10);
  burl_ok("render -e 'x' -o a.npy --size 2 --extent 1,-1");
  VALUES("a.npy", 0.5, -0.5);
  burl_ok("render -e 'x + 100*y' -o a.npy --size 2x2 --origin 1,2 --step 0.5,0.25");
  VALUES("a.npy", 201, 201.5, 226, 226.5);
  burl_ok("render -e 'x + 100*y' -o a.npy --size 2x2 --step 3");
  VALUES("a.npy", 0, 3, 300, 303);
}

static void test_view(void **state) {
  (void)state;
  write_whole("flat.burl", "view 0, 10, 4, 20\nx + 100*y\n");
  burl_ok("render flat.burl -o a.npy --size 2x2");
  VALUES("a.npy", 1251, 1253, 1751, 1753);
  burl_ok("render flat.burl -o a.npy --size 2x1 --extent 0,0,2,2");
  VALUES("a.npy", 100.5, 101.5);
  /* A view of more axes makes a recipe of more: they stay at its first corner. */
  write_whole("deep.burl", "view 0, 0, 7, 4, 4, 9\nx + 100*y + 10000*z\n");
  burl_ok("render deep.burl -o a.npy --size 2x1");
  VALUES("a.npy", 70201, 70203);
  burl_ok("render deep.burl -o a.npy --size 2x1 --at z=3");
  VALUES("a.npy", 30201, 30203);
  /* An axis that the view doesn't have is as dense as x. */
  write_whole("line.burl", "view 0, 4\nx + 100*y\n");
  burl_ok("render line.burl -o a.npy --size 2x2");
  VALUES("a.npy", 101, 103, 301, 303);
}

/* The picture has the shape of what it shows; of another shape, the tool says so. */
static void test_shape(void **state) {
  (void)state;
  write_whole("wide.burl", "view 0, 0, 3, 2\nx\n");
  assert_string_equal(burl_ok("render wide.burl -o a.npy")->err, "");
  assert_int_equal(shell("head -c 100 a.npy | grep -aq '(341, 512)'")->code, 0);
  burl_ok("render wide.burl --extent 0,0,1,4 -o a.npy");
  assert_int_equal(shell("head -c 100 a.npy | grep -aq '(512, 128)'")->code, 0);
  burl_ok("render -e 'x' -o a.npy");
  assert_int_equal(shell("head -c 100 a.npy | grep -aq '(512, 512)'")->code, 0);
  assert_contains(burl_ok("render wide.burl --size 60x60 -o a.npy")->err, "--size 90x60 has the shape");
  assert_contains(burl_ok("render wide.burl --size 90x20 -o a.npy")->err, "--size 90x60 has the shape");
  assert_string_equal(burl_ok("render wide.burl --size 90x60 -o a.npy")->err, "");
  assert_string_equal(burl_ok("render wide.burl --step 1 -o a.npy")->err, "");
}

/* A part of a recipe by its name; the picture remembers it. */
static void test_result(void **state) {
  (void)state;
  write_whole("two.burl", "height = perlin()\nramp(height, -1, #000000, 1, #ffffff)\n");
  burl_ok("render two.burl --result height --size 20x10 -o a.npy");
  burl_ok("render -e 'perlin()' --size 20x10 -o b.npy");
  assert_int_equal(shell("cmp a.npy b.npy")->code, 0);
  burl_ok("render a.npy -o c.npy");
  assert_int_equal(shell("cmp a.npy c.npy && cmp a.npy.json c.npy.json")->code, 0);
  assert_contains(burl_ok("info a.npy")->out, " --result height");
  assert_contains(burl("info two.burl --result depth")->err, "no part called 'depth'");
}

/* Coordinates within a domain or a fractal say how many dimensions there are, too. */
static void test_axes_within(void **state) {
  (void)state;
  assert_contains(burl_ok("info -e 'fbm(perlin(x, y, z), octaves: 2)'")->out, "dimensions  3\n");
  assert_contains(burl("info -e 'at(perlin(x, y, z), x, y)'")->err, "no z inside at()");
}

static void test_axes(void **state) {
  (void)state;
  burl_ok("render -e 'x + 10*y + 100*z + 1000*w' -o a.npy --size 2x3x4x5 --step 1");
  array a = read_npy("a.npy");
  SHAPE(a, 5, 4, 3, 2);
  size_t n = 0;
  for (int l = 0; l < 5; l++) {
    for (int k = 0; k < 4; k++) {
      for (int j = 0; j < 3; j++) {
        for (int i = 0; i < 2; i++) { assert_float_equal(a.data[n++], (float)(i + 10 * j + 100 * k + 1000 * l), 0); }
      }
    }
  }
  free(a.data);

  burl_ok("render -e 'x' -o a.npy --size 7");
  a = read_npy("a.npy");
  SHAPE(a, 7);
  free(a.data);
  /* Coordinates that the picture does not have, named by --at, or by the recipe alone. */
  burl_ok("render -e 'x + 100*z + t' -o a.npy --size 1 --step 1 --at z=2 --time 0.5");
  VALUES("a.npy", 200.5);
  burl_ok("render -e 'x + 100*z + 1000*w' -o a.npy --size 1x1 --step 1 --at z=2,w=1");
  VALUES("a.npy", 1200);
  burl_ok("render -e 'x + 100*z + 1000*w' -o a.npy --size 1x1 --step 1 --at w=1 --at z=2");
  VALUES("a.npy", 1200);
  burl_ok("render -e 'x + y + w' -o a.npy --size 1 --origin 3 --step 1");
  VALUES("a.npy", 3);
}

static void test_channels(void **state) {
  (void)state;
  burl_ok("render -e 'rgb(x, y, 0.5)' -o a.npy --size 2x1 --step 1");
  array a = read_npy("a.npy");
  SHAPE(a, 1, 2, 3);
  free(a.data);
  VALUES("a.npy", 0, 0, 0.5, 1, 0, 0.5);
  burl_ok("render -e 'rgba(rgb(x, y, 0.5), 0.25)' -o a.npy --size 1 --step 1");
  a = read_npy("a.npy");
  SHAPE(a, 1, 4);
  free(a.data);
  VALUES("a.npy", 0, 0, 0.5, 0.25);
}

/* The part [first, first + size) of the whole, read back, is what --window writes. */
static void assert_is_window(const char *recipe, const char *options) {
  burl_ok("render -e '%s' -o whole.npy --size 19x13x5 %s", recipe, options);
  burl_ok("render -e '%s' -o part.npy --size 19x13x5 --window 3,2,1,11,7,3 %s", recipe, options);
  array whole = read_npy("whole.npy"), part = read_npy("part.npy");
  SHAPE(whole, 5, 13, 19);
  SHAPE(part, 3, 7, 11);
  for (int64_t k = 0; k < 3; k++) {
    for (int64_t j = 0; j < 7; j++) {
      assert_memory_equal(part.data + (k * 7 + j) * 11, whole.data + ((k + 1) * 13 + j + 2) * 19 + 3,
                          11 * sizeof(float));
    }
  }
  free(whole.data);
  free(part.data);
}

static void test_window_is_part_of_the_whole(void **state) {
  (void)state;
  assert_is_window("fbm(perlin(), octaves: 4)", "--extent -1,-2,-3,1.7,2.1,3.3");
  assert_is_window("fbm(perlin(), octaves: 4)", "--edge shared --seed 0xFFFFFFFFFFFFFFFF");
  assert_is_window("warp(value(), perlin(), perlin(y, x))", "--threads 1");

  /* A tile of a picture that no memory would hold. */
  burl_ok("render -e 'perlin()' -o a.png --size 4000000000x4000000000 --window 3999999990,7,4,4");
}

static void test_window_of_a_whole_grid_function(void **state) {
  (void)state;
  burl_ok("render -e 'midpoint()' -o whole.npy --size 33x33");
  burl_ok("render -e 'midpoint()' -o part.npy --size 33x33 --window 5,9,20,11");
  array whole = read_npy("whole.npy"), part = read_npy("part.npy");
  SHAPE(part, 11, 20);
  for (int64_t j = 0; j < 11; j++) {
    assert_memory_equal(part.data + j * 20, whole.data + (j + 9) * 33 + 5, 20 * sizeof(float));
  }
  free(whole.data);
  free(part.data);
  const outcome *o = burl("render -e 'midpoint(style: published)' -o no.npy --size 33x32");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "square");
  assert_int_not_equal(access("no.npy", F_OK), 0);
}

/* Blocks of rows, slices and volumes, as the file asks for its lines. */
static void assert_streams(const char *size, int64_t nx, int64_t ny, int64_t nz, int64_t nw, const char *threads) {
  burl_ok("render -e 'x + 64*y + 1024*z + 262144*w' -o a.npy --step 1 --size %s --threads %s", size, threads);
  array a = read_npy("a.npy");
  assert_int_equal(a.count, nx * ny * nz * nw);
  for (int64_t n = 0; n < (int64_t)a.count; n++) {
    const int64_t x = n % nx, y = n / nx % ny, z = n / nx / ny % nz, w = n / nx / ny / nz;
    if (a.data[n] != (float)(x + 64 * y + 1024 * z + 262144 * w)) fail_msg("%s: sample %d", size, (int)n);
  }
  free(a.data);
}

static void test_samples_as_the_file_asks_for_them(void **state) {
  (void)state;
  assert_streams("64x16384", 64, 16384, 1, 1, "3");
  assert_streams("63x5x4001", 63, 5, 4001, 1, "2");
  assert_streams("64x15x256x5", 64, 15, 256, 5, "0");
  assert_streams("61x13x3x370", 61, 13, 3, 370, "7");
}

static void test_threads_write_one_file(void **state) {
  (void)state;
  static const char *const recipes[] = {"fbm(perlin(), octaves: 3)", "rgb(perlin(), x/8, warp(value(), perlin()))"};
  for (int i = 0; i < 2; i++) {
    burl_ok("render -e '%s' --range -1,1 --depth 16 --size 1500x901 -o a.png --threads 1", recipes[i]);
    for (int threads = 0; threads <= 7; threads += 7) {
      burl_ok("render -e '%s' --range -1,1 --depth 16 --size 1500x901 -o b.png --threads %d", recipes[i], threads);
      assert_same_files("a.png", "b.png");
    }
  }
  /* --range auto looks at all samples first. */
  burl_ok("render -e 'x' --range auto --step 1 --size 1500x901 -o a.png");
  burl_ok("render -e 'x' --range 0,1499 --step 1 --size 1500x901 -o b.png");
  assert_same_files("a.png", "b.png");
}

static void test_seed_knobs_and_instruction_sets(void **state) {
  (void)state;
  write_whole("knob.burl", "param k = 1 [0, 10]\nk*perlin()\n");
  burl_ok("render knob.burl -o a.npy --size 64x64");
  burl_ok("render knob.burl -o b.npy --size 64x64 --seed 0 -p k=1 --threads 3");
  assert_same_files("a.npy", "b.npy");
  burl_ok("render knob.burl -o b.npy --size 64x64 --seed 1");
  assert_false(are_same("a.npy", "b.npy"));
  burl_ok("render knob.burl -o c.npy --size 64x64 --seed 0x100000001");
  assert_false(are_same("b.npy", "c.npy"));
  burl_ok("render knob.burl -o c.npy --size 64x64 --seed=0x1");
  assert_same_files("b.npy", "c.npy");
  burl_ok("render knob.burl -o b.npy --size 64x64 -p k=2 -p k=3");
  burl_ok("render -e '3*perlin()' -o c.npy --size 64x64");
  assert_same_files("b.npy", "c.npy");
  assert_int_equal(shell("BURL_ISA=scalar \"$burl\" render knob.burl -o b.npy --size 64x64")->code, 0);
  assert_same_files("a.npy", "b.npy");
}

/* ---- render: what it says -------------------------------------------------------------------- */

static void test_notes(void **state) {
  (void)state;
  assert_string_equal(burl_ok("render -e 'x/8' -o a.png --extent 0,0,8,8 --range 0,1")->err, "");
  assert_contains(burl_ok("render -e 'breach(x > 5 && y > 3 ? 0/0*x : x)' --size 16x8 -o a.npy")->err,
                  "12 of 128 values are not a number, the first in column 10 of line 6");
  burl_ok("render -e 'fract(x)' -o wood.png --size 4x4");
  assert_contains(burl_ok("render -e 'image(\"wood.png\", size: 2)' -o a.npy --extent 0,0,4,4 --size 8x8")->err,
                  "48 values of result are not a number");
  assert_contains(burl_ok("render -e '0.1*x' -o a.png --range auto")->err, "another picture's");
  const outcome *o = burl_ok("render -e 'clamp(x, 0, 2)' -o a.png --extent 0.2,0,0.4,1 --size 64x64");
  assert_contains(o->err, "--range 0.2,0.4");
  assert_contains(burl_ok("render -e '0.5' -o a.png")->err, "every sample is 0.5");
  assert_contains(burl_ok("render -e 'sqrt(x - 4)' -o a.png --range 0,2")->err, "not a number");
  /* Infinities are no end of a range; every sample is looked at, the last too. */
  o = burl_ok("render -e 'log(x - 1)' -o a.png --range auto --size 10001x53 --step 1");
  assert_contains(o->err, "range, 0,9.21024036:");
  assert_contains(o->err, "53 values are not a number");
  o = burl_ok("render -e 'clamp(x + 2*y, 0, 1e5)' -o a.png --size 9001x530 --step 1");
  assert_contains(o->err, "uses 10 % of its proven range 0,100000; --range 0,11000");
  assert_contains(burl_ok("render -e 'x' -o a.r16 --range 1,9")->err, "run from 0.007812 to 7.992");
  assert_string_equal(burl_ok("render -e 'x' -o a.r16 --range 0,9")->err, "");
  assert_contains(burl_ok("render -e 'rgb(x, 0, 0)' -o a.png --range 0,1")->err, "--range");
  assert_contains(burl_ok("render -e 'x' -o a.npy --range 0,1")->err, "--range");
  assert_contains(burl_ok("render -e 'x' -o a.npy --depth 16")->err, "--depth");
}

/* ---- how a picture was made ------------------------------------------------------------------ */

static void test_a_picture_makes_itself_again(void **state) {
  (void)state;
  static const char *const makings[] = {
      "-e 'fbm(perlin())'",
      "-e 'fbm(perlin())' --seed 18446744073709551615 --depth 16 --range -0.1,0.3",
      "-e 'perlin() + 0.1*t' --time 0.1 --range auto --size 70x40",
      "-e 'perlin(x, y, z, w)' --at z=0.1,w=-1e-300 --size 40x30 --origin 1e9,0.3 --step 0.1",
      "-e 'perlin(x, y, z)' --at z=0.7 --extent 0,0,0.3,0.1 --edge shared --window 5,6,70,80",
      "-e 'rgba(rgb(x, perlin(), 0.5), 0.5)' --step 0.01,0.02",
      "-e 'midpoint()' --size 65x65 --window 3,4,20,30",
      "knobs.burl -p b=7",
  };
  write_whole("knobs.burl", "// \xE2\x89\xA4 \"quoted\" \\ \t\nview 1, 2, 3, 5\nparam a = 0.1 [0, 1]\n"
                            "param b = 3 [1, 9]\n\na + perlin(x*b)");
  for (size_t i = 0; i < sizeof makings / sizeof *makings; i++) {
    burl_ok("render %s -o a.png", makings[i]);
    assert_string_equal(burl_ok("render a.png -o b.png")->err, "");
    assert_same_files("a.png", "b.png");
  }
  burl_ok("render knobs.burl --size 9x8x7 -o a.npy");
  burl_ok("render a.npy -o b.npy");
  assert_same_files("a.npy", "b.npy");
  assert_same_files("a.npy.json", "b.npy.json");
}

static void test_options_go_before_what_a_picture_tells(void **state) {
  (void)state;
  write_whole("knobs.burl", "param a = 0.1 [0, 1]\nparam b = 3 [1, 9]\n\na + perlin(x*b)");
  burl_ok("render knobs.burl --seed 5 -p a=0.5 -p b=2 --extent 0,0,3,3 --window 1,2,30,40 -o a.png");
  burl_ok("render knobs.burl --seed 6 -p a=0.5 -p b=4 --extent 0,0,3,3 --size 90x90 --range -1,1 -o b.png");
  burl_ok("render a.png --seed 6 -p b=4 --size 90x90 --range -1,1 -o c.png");
  assert_same_files("b.png", "c.png");
  burl_ok("render a.png --size 9 -o c.npy"); /* of another number of axes the extent says nothing */
  burl_ok("render knobs.burl --seed 5 -p a=0.5 -p b=2 --size 9 -o d.npy");
  assert_same_files("c.npy", "d.npy");
}

static void test_info_tells_how_a_picture_was_made(void **state) {
  (void)state;
  burl_ok("render -e 'perlin()' --seed 7 --at z=0.1 --size 20x10 -o a.png");
  const outcome *o = burl_ok("info a.png");
  assert_contains(o->out, "made by     burl 0");
  assert_contains(o->out, "recipe      perlin()\n");
  assert_contains(o->out, "options     --seed 7 --size 20x10 --extent 0,0,8,4 --edge cell --at z=0.1 "
                          "--time 0 --range -1,1 --depth 8\n");
  assert_contains(o->out, "dimensions  3\n");
  assert_contains(burl_ok("info a.png --json")->out, "\"seed\": \"7\"");
  write_whole("p.csv", "x,y,z\n0.5,0.5,0.5\n");
  write_whole("flat.burl", "view 0, 0, 1, 1\nx + y\n");
  assert_string_equal(burl_ok("sample flat.burl p.csv")->out, "x,y,z,value\n0.5,0.5,0.5,1\n");
  assert_contains(burl_ok("sample flat.burl p.csv")->err, "column z is not read");
  write_whole("deep.burl", "view 0, 0, 1, 1\nx + y + z\n");
  assert_string_equal(burl_ok("sample deep.burl p.csv")->out, "x,y,z,value\n0.5,0.5,0.5,1.5\n");
  o = burl_ok("sample -e 'perlin()' --seed 7 p.csv");
  char *const expected = strdup(o->out);
  assert_string_equal(burl_ok("sample a.png p.csv")->out, expected);
  free(expected);
}

static void test_info_tells_of_stages(void **state) {
  (void)state;
  const outcome *o = burl_ok("info -e 'breach(erode(x, steps: 2)) + blur(x) + slope_deg(y)'");
  assert_contains(o->out, "stages      erode, breach, blur, slope_deg\n");
  assert_contains(o->out, " bytes a cell; ");
  assert_contains(o->out, " s at 512x512, by one thread\n");
  assert_contains(burl_ok("info -e 'breach(x)'")->out, " 13.6 MB at 1024x1024, 13 bytes a cell; ");
  assert_contains(burl_ok("info -e 'erode(x, steps: 10000)'")->out, "; more than 3 s at 512x512, by one thread\n");
  assert_null(strstr(burl_ok("info -e 'perlin()'")->out, "stages"));
  burl_ok("render -e 'midpoint(style: published)' --size 33x33 -o square.png");
  assert_contains(burl_ok("info square.png")->out, "stages      midpoint\n");
}

static void test_pictures_that_do_not_tell(void **state) {
  (void)state;
  burl_ok("render -e 'perlin()' -o a.npy --size 8x8");
  burl_ok("render -e 'perlin()' -o b.npy --size 8x8 --seed 1");
  assert_int_equal(system("mv b.npy.json a.npy.json; echo '{\"made\": 1}' > c.npy.json; cp a.npy c.npy"), 0);
  assert_contains(burl("render a.npy -o z.png")->err, "a.npy.json: is about another file");
  assert_contains(burl("render b.npy -o z.png")->err, "b.npy.json: it would say how");
  assert_contains(burl("render c.npy -o z.png")->err, "c.npy.json: doesn't say how");
  assert_contains(burl("render d.npy -o z.png")->err, "d.npy: No such file");
  write_whole("e.png", "not a picture");
  assert_contains(burl("info e.png")->err, "e.png: doesn't say how it was made");

  burl_ok("render -e 'perlin()' -o f.npy --size 8x8");
  static const char *const edits[] = {"s/\\[8, 8\\]/[8, 0]/", "s/\"0\"/\"-1\"/", "s/0.0, 0.0/\"x\"/",
                                      "s/\"perlin()\"/7/"};
  for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
    const outcome *o = shell("cp f.npy g.npy; sed '%s' f.npy.json > g.npy.json; cmp -s f.npy.json g.npy.json"
                             " || \"$burl\" render g.npy -o z.png",
                             edits[i]);
    assert_int_equal(o->code, 1);
    assert_contains(o->err, "is damaged");
  }
  const outcome *o = shell("sed 's/output_version\": [0-9]*/output_version\": 1/' f.npy.json > h.npy.json;"
                           " cp f.npy h.npy; \"$burl\" render h.npy -o z.png");
  assert_int_equal(o->code, 0);
  assert_contains(o->err, "h.npy is of output version 1, and this burl's is 3: bits have changed of perlin\n");
}

/* What is replaced or collides is counted, and nothing is said of what is as it should be. */
static void test_values_that_collide(void **state) {
  (void)state;
#define MAP "--size 8x8 --extent 0,0,8,8 --crs EPSG:32632 --nodata=-9999 -o a.tif"
  assert_contains(burl_ok("render -e 'x > 3 ? -9999 : y' " MAP)->err,
                  "40 values are -9999 themselves, which --nodata makes missing ones");
  assert_null(strstr(burl_ok("render -e 'x > 3 ? 0/0*x : y' " MAP)->err, "themselves"));
  assert_null(strstr(burl_ok("render -e 'floor(8*x) %% 8' -o ids.png")->err, "8 bits"));
  assert_contains(burl_ok("render -e '9*x' --range 0,90 -o h.png")->err, "heights in 8 bits");
  assert_null(strstr(burl_ok("render -e '0.7 + 0.1*value()' -o rough.png")->err, "would fit"));
  assert_contains(burl_ok("render -e '7 + perlin(x/90)' -o wide.png")->err, "would fit");
#define WHOLE "--edge shared --extent 0,0,7,7 --size 8x8 -o zero.png"
  assert_contains(burl_ok("render -e 'perlin()' " WHOLE)->err,
                  "all samples lie at whole coordinates, where perlin() is 0");
  assert_null(strstr(burl_ok("render -e 'perlin(x/3, y)' " WHOLE)->err, "whole coordinates"));
  assert_null(strstr(burl_ok("render -e '0*floor(x)' " WHOLE)->err, "whole coordinates"));
}

/* A recipe that names an earlier output version is told what has changed since, and only then. */
static void test_output_versions(void **state) {
  (void)state;
  static const struct {
    const char *recipe, *note;
  } cases[] = {
      {"// output version 2\nerode(gullies(x)) + perlin()",
       "2, and this burl's is 3: bits have changed of gullies, erode\n"},
      {"// a line\n// output version 1\nperlin() + slope_deg(x)", "bits have changed of perlin, slope_deg\n"},
      {"// output version 2\nperlin()", NULL},
      {"// output version 2\nd(perlin(), x)", NULL},
      {"// output version 2\nd(blur(perlin()), x)", "bits have changed of d\n"},
      {"// output version 3\nerode(x)", NULL},
      {"// output version 4\nx", "4, and this burl's is 3: its bits may differ\n"},
      {"erode(x) // output version 2", NULL},
      {"// output version\nerode(x)", NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    write_whole("a.burl", cases[i].recipe);
    const outcome *const o = burl("info a.burl");
    assert_int_equal(o->code, 0);
    if (cases[i].note) assert_contains(o->err, cases[i].note);
    else if (strstr(o->err, "output version")) fail_msg("%s: %s", cases[i].recipe, o->err);
  }
}

/* Read back by numpy, which has nothing of ours. */
static void assert_numpy(const char *python) {
  /* Debian's, whose numpy tools/setup installs */
  const outcome *o = shell("/usr/bin/python3 -c '%s'", python);
  if (o->code != 0) fail_msg("%s\n%s", python, o->err);
}

static void test_formats_are_read_by_others(void **state) {
  (void)state;
  static const char setup[] = "from numpy import *; n = load(\"a.npy\");";
  char python[1024];
  burl_ok("render -e 'fbm(perlin(), octaves: 3)' --size 300x2000 -o a.npy");
  for (const char *const *name = (const char *const[]){"pfm", "csv", "r16", NULL}; *name; name++)
    burl_ok("render a.npy -o a.%s %s", *name, **name == 'r' ? "--range -1,1" : "");
  snprintf(python, sizeof python,
           "%s f = open(\"a.pfm\", \"rb\"); assert f.readline() == b\"Pf\\n\";"
           " assert f.readline() == b\"300 2000\\n\"; assert float(f.readline()) < 0;"
           " p = frombuffer(f.read(), \"<f4\").reshape(2000, 300)[::-1]; assert (p == n).all()",
           setup);
  assert_numpy(python);
  snprintf(python, sizeof python,
           "%s r = fromfile(\"a.r16\", \"<u2\").reshape(2000, 300);"
           " assert (r == floor((n.astype(float64) + 1)/2*65535 + 0.5)).all()",
           setup);
  assert_numpy(python);
  snprintf(python, sizeof python,
           "%s c = genfromtxt(\"a.csv\", delimiter=\",\", names=True);"
           " assert (c[\"value\"].astype(float32).reshape(2000, 300) == n).all();"
           " assert c[\"x\"][1] > c[\"x\"][0] and c[\"y\"][300] > c[\"y\"][0] == c[\"y\"][299]",
           setup);
  assert_numpy(python);
  for (const char *const *name = (const char *const[]){"pfm", "csv", "r16", NULL}; *name; name++) {
    burl_ok("render a.%s -o b.%s", *name, *name); /* each tells how it was made */
    assert_int_equal(shell("cmp a.%s b.%s", *name, *name)->code, 0);
  }

  burl_ok("render -e 'rgb(x, 2*y, 0.5)' --size 3x2 --step 1 -o a.pfm");
  burl_ok("render a.pfm -o a.csv");
  char *const text = read_whole("a.csv", NULL);
  assert_string_equal(text, "x,y,r,g,b\n0,0,0,0,0.5\n1,0,1,0,0.5\n2,0,2,0,0.5\n"
                            "0,1,0,2,0.5\n1,1,1,2,0.5\n2,1,2,2,0.5\n");
  free(text);
  burl_ok("render -e 'perlin()' --size 50x40 --window 7,9,20,30 --origin 0.1,0.2 --step 0.3 -o a.csv");
  assert_int_equal(shell("cut -d, -f1,2 a.csv | \"$burl\" sample -e 'perlin()' - | cmp - a.csv")->code, 0);

  assert_contains(burl("render -e 'rgb(x, x, x)' -o a.r16")->err, "a .r16 doesn't hold 3 channels");
  assert_contains(burl("render -e 'rgba(rgb(x, x, x), x)' -o b.pfm")->err, "doesn't hold 4 channels");
  assert_contains(burl("render -e 'perlin()' -o b.r16 --depth 8")->err, "a .r16 has 16 bits");
  assert_contains(burl("render -e 'perlin()' -o b.csv --size 2x2x2")->err, "a .csv has 2 axes");
  assert_contains(burl("render -e 'perlin()' -o - --format exr")->err, "standard output");
}

/* Read back by GDAL: the samples, where they lie, the coordinate system. */
static void test_geotiff(void **state) {
  (void)state;
  static const char read[] = "from osgeo import gdal; from numpy import *; gdal.UseExceptions();"
                             " f = gdal.Open(\"%s.tif\"); a = f.ReadAsArray(); n = load(\"%s.npy\");"
                             " g = f.GetGeoTransform(); ";
  char python[1024];
  if (!strstr(burl("render -e '1' -o a.what")->err, ".tif")) skip(); /* built without GDAL */
  burl_ok("render -e 'fbm(perlin(), octaves: 3)' --size 300x1999 -o a.npy");
  burl_ok("render a.npy -o a.tif");
  burl_ok("render a.npy -o b.tif --threads 1");
  assert_same_files("a.tif", "b.tif");
  burl_ok("render a.tif -o c.tif"); /* it tells how it was made */
  assert_same_files("a.tif", "c.tif");
  snprintf(python, sizeof python, read, "a", "a");
  strcat(python, "assert (a == n).all() and f.GetProjection() == \"\";"
                 " assert allclose(g, (0, 8/1999, 0, 0, 0, 8/1999), 0, 1e-12)");
  assert_numpy(python);

  /* A map: the picture as it is, its first row in the north, and a window of it where it lies: its
   * first row is the 51st of 200 from 5,420,000 on. */
  static const char map[] = "render -e 'perlin(x/1000, y/1000)' --extent 5e5,5.4e6,5.4e5,5.42e6 --size"
                            " 400x200 --window 100,50,80,70";
  burl_ok("%s -o m.npy", map);
  burl_ok("%s --crs EPSG:32632 -o m.tif", map);
  snprintf(python, sizeof python, read, "m", "m");
  strcat(python, "assert (a == n).all() and \"UTM zone 32N\" in f.GetProjection();"
                 " assert allclose(g, (510000, 100, 0, 5415000, 0, -100), 0, 1e-6)");
  assert_numpy(python);
  burl_ok("render m.tif -o n.tif");
  assert_same_files("m.tif", "n.tif");
  assert_contains(burl_ok("info m.tif")->out, " --crs EPSG:32632");

  burl_ok("render -e 'rgba(rgb(x, 2*y, 0.5), 0.25)' --size 3x2 --step 1 -o r.npy");
  burl_ok("render r.npy -o r.tif");
  snprintf(python, sizeof python, read, "r", "r");
  strcat(python, "assert a.shape == (4, 2, 3) and (moveaxis(a, 0, 2) == floor(255*clip(n, 0, 1) + 0.5)).all()");
  assert_numpy(python);

  assert_contains(burl("render -e '1' --crs EPSG:1 -o x.tif")->err, "no coordinate system 'EPSG:1'");
  assert_contains(burl("render -e '1' --range 0,1 --crs EPSG:4326 -o x.png")->err, "--crs makes no difference");
  assert_contains(burl("render -e '1' -o - --format tif")->err, "standard output");
}

static void test_standard_output_and_input(void **state) {
  (void)state;
  burl_ok("render -e 'perlin()' --size 700x900 -o a.png");
  const outcome *o = shell("\"$burl\" render -e 'perlin()' --size 700x900 -o - > b.png");
  assert_int_equal(o->code, 0);
  assert_same_files("a.png", "b.png");
  shell("echo 'perlin()' > p.burl; \"$burl\" render p.burl -o a.npy --size 5x4;"
        " \"$burl\" render - -o - --format npy --size 5x4 < p.burl > b.npy");
  assert_same_files("a.npy", "b.npy");
  o = shell("echo 'perlin(' | \"$burl\" render - -o c.png");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "standard input:");
  o = shell("\"$burl\" render -e 'white()' --size 3000x3000 --step 1 -o - | head -c 5");
  assert_int_equal(o->code, 0);
  assert_string_equal(o->err, ""); /* a pipe that is closed early is no news */
  o = shell("\"$burl\" render -e 'white()' --step 1 -o - > /dev/full");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "standard output: No space left");
  assert_contains(burl("render -e 'x' -o a --format jpg")->err, "no format 'jpg', but png, npy, ");
}

/* ---- render: whole or not at all ------------------------------------------------------------- */

static void test_existing_file_survives_an_error(void **state) {
  (void)state;
  write_whole("a.npy", "old");
  /* A limit on file sizes is as a full disk; a shell's unit is 512 bytes or 1 KiB. */
  const outcome *o = shell("ulimit -f 64; trap '' XFSZ; exec \"$burl\" render -e 'x' -o a.npy");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "a.npy: ");
  assert_int_equal(folder_count(), 1);
  char *text = read_whole("a.npy", NULL);
  assert_string_equal(text, "old");
  free(text);

  o = shell("ulimit -f 64; exec \"$burl\" render -e 'white()' --step 1 -o a.png");
  assert_int_not_equal(o->code, 0);
  assert_int_equal(folder_count(), 1);

  burl_ok("render -e 'x' -o a.npy --size 1");
  VALUES("a.npy", 4);
  assert_int_equal(folder_count(), 2); /* and what tells how it was made */
}

static void test_unwritable_folder(void **state) {
  (void)state;
  if (geteuid() == 0) skip(); /* who may write everywhere */
  assert_int_equal(system("mkdir locked && chmod 555 locked"), 0);
  const outcome *o = burl("render -e 'x' -o locked/a.png");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "locked/a.png: Permission denied");
}

static void test_not_a_regular_file(void **state) {
  (void)state;
  assert_int_equal(system("mkdir a.png; mkfifo b.png"), 0);
  assert_contains(burl("render -e 'perlin()' -o a.png")->err, "a.png: is a directory");
  assert_contains(burl("render -e 'perlin()' -o b.png")->err, "b.png: is a FIFO");
  assert_int_equal(folder_count(), 2);
}

static void test_new_file_has_the_usual_mode(void **state) {
  (void)state;
  const outcome *o = shell("umask 027; \"$burl\" render -e 'x' -o a.npy && ls -l a.npy");
  assert_memory_equal(o->out, "-rw-r-----", 10);
}

/* Starts the tool with its input and output as pipes; closes none. */
static pid_t start(const char *const arguments[], int *input, int *output) {
  int in[2], out[2];
  assert_int_equal(pipe(in), 0);
  assert_int_equal(pipe(out), 0);
  const pid_t child = fork();
  assert_int_not_equal(child, -1);
  if (child == 0) {
    signal(SIGINT, SIG_DFL);
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    close(in[0]), close(in[1]), close(out[0]), close(out[1]);
    execv(burl_binary(), (char *const *)arguments);
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  *input = in[1];
  *output = out[0];
  return child;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

/* Rows are written as they are computed: 256 MiB of samples, and as much in the file.  Of a .webp, which is encoded at
 * once, there are pixels of 8 bits alone, not 192 MiB of samples, and not beside libwebp's own. */
static void test_a_long_picture_takes_little_memory(void **state) {
  (void)state;
#if defined(SANITIZED)
  skip(); /* memory is the sanitizer's */
#else
  static const struct {
    const char *name, *recipe, *size, *option;
    long most;
  } rows[] = {
      {"a.png", "white()", "65536x1024", NULL, 256},
      {"a.npy", "white()", "65536x1024", NULL, 256},
      {"a.webp", "rgb(x % 1, y % 1, 0.5)", "4096x4096", "--quality=80", 150},
  };
  for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++) {
    const char *const arguments[] = {"burl",   "render",     "-e", rows[i].recipe, "--step",       "1",
                                     "--size", rows[i].size, "-o", rows[i].name,   rows[i].option, NULL};
    struct rusage used;
    int input, output, status;
    const pid_t child = start(arguments, &input, &output);
    assert_int_equal(wait4(child, &status, 0, &used), child);
    close(input);
    close(output);
    assert_int_equal(status, 0);
    if (used.ru_maxrss > rows[i].most * 1024) fail_msg("%s took %ld KiB", rows[i].name, used.ru_maxrss);
  }
#endif
}

static void assert_signal_leaves_nothing(int number) {
  static const char *const arguments[] = {"burl", "render",   "-e",     "fbm(fbm(perlin(), octaves: 30), octaves: 30)",
                                          "-o",   "slow.png", "--size", "4096x4096",
                                          NULL};
  const struct timespec moment = {.tv_nsec = 10000000};
  int input, output, status, waited = 0;
  const pid_t child = start(arguments, &input, &output);
  while (folder_count() == 0 && waited++ < 3000) nanosleep(&moment, NULL);
  assert_int_equal(folder_count(), 1); /* the temporary file: the work has begun */
  assert_int_equal(kill(child, number), 0);
  assert_int_equal(waitpid(child, &status, 0), child);
  close(input);
  close(output);
  assert_true(WIFSIGNALED(status) ? WTERMSIG(status) == number : WEXITSTATUS(status) != 0);
  assert_int_equal(folder_count(), 0);
}

static void test_signals_leave_nothing(void **state) {
  (void)state;
  assert_signal_leaves_nothing(SIGINT);
  assert_signal_leaves_nothing(SIGTERM);
  assert_signal_leaves_nothing(SIGHUP);
}

/* ---- sample ---------------------------------------------------------------------------------- */

/* Samples the recipe at the CSV, which has no ' in it. */
static const outcome *sample(const char *recipe, const char *csv) {
  return shell("printf '%%s' '%s' | \"$burl\" sample -e '%s' -", csv, recipe);
}

static void assert_samples(const char *recipe, const char *csv, const char *expected) {
  const outcome *o = sample(recipe, csv);
  assert_string_equal(o->err, "");
  assert_int_equal(o->code, 0);
  assert_string_equal(o->out, expected);
}

static void test_sample(void **state) {
  (void)state;
  assert_samples("x + 100*y", "x,y\n1,2\n0.5,-0.25\n", "x,y,value\n1,2,201\n0.5,-0.25,-24.5\n");
  assert_samples("x + 100*y", "x,y\n1,2", "x,y,value\n1,2,201\n");
  assert_samples("x + 100*y", "y,name,x\n2,a b,1\n", "y,name,x,value\n2,a b,1,201\n");
  assert_samples("x + t", "t,x\n2,1\n", "t,x,value\n2,1,3\n");
  assert_samples("x + 10*y + 100*z + 1000*w", "w,z,y,x\n4,3,2,1\n", "w,z,y,x,value\n4,3,2,1,4321\n");
  assert_samples("rgb(x, 0.5, 0)", "x\n1\n", "x,r,g,b\n1,1,0.5,0\n");
  assert_samples("rgba(rgb(x, 0.5, 0), 0.25)", "x,value\n1,v\n", "x,value,r,g,b,a\n1,v,1,0.5,0,0.25\n");
  assert_samples("x/3", "x\n1\n", "x,value\n1,0.333333343\n");
  assert_samples("x", "x\n", "x,value\n");
  assert_samples("x", "x", "x,value\n");
  assert_samples("x", "x\n1\n\n\n", "x,value\n1,1\n");
  write_whole("points.csv", "x\n7\n");
  write_whole("knob.burl", "param k = 1 [0, 10]\nk*x\n");
  assert_string_equal(burl_ok("sample knob.burl points.csv -p k=2")->out, "x,value\n7,14\n");
}

static void test_sample_reads_csv_as_it_is_written(void **state) {
  (void)state;
  assert_samples("x + 100*y", "\xEF\xBB\xBFx,y\r\n1,2\r\n3,4", "x,y,value\r\n1,2,201\r\n3,4,403\r\n");
  assert_samples("x + 100*y", "\"x\" , y\n \"1\", 2 \n", "\"x\" , y,value\n \"1\", 2 ,201\n");
  assert_samples("x", "n,x\n\"a \"\"b\"\", c\nd\",1\n5\" pipe,2\n",
                 "n,x,value\n\"a \"\"b\"\", c\nd\",1,1\n5\" pipe,2,2\n");
  assert_samples("x", "x,\xC3\xA9\n1e3,\xC3\xA9\n+.5,\n", "x,\xC3\xA9,value\n1e3,\xC3\xA9,1000\n+.5,,0.5\n");
}

static void test_sample_mistakes(void **state) {
  (void)state;
  static const struct {
    const char *recipe, *csv, *message;
  } wrong[] = {
      {"x", "", "standard input: empty"},
      {"x", "a,b\n1,2\n", "standard input:1:1: "},
      {"x", "a,b\n1,2\n", "x, y, z, w and t"},
      {"x", "t\n1\n", "x, y, z, w and t"},
      {"x", "y\n1\n", "standard input:1:1: "},
      {"x", "x,z\n1,2\n", "none is named y"},
      {"x", "x,x\n1,2\n", "standard input:1:3: "},
      {"x", "x,value\n1,2\n", "standard input:1:3: "},
      {"rgb(x, 0, 0)", "x,g\n1,2\n", "standard input:1:3: "},
      {"x + y", "x,y\n1,2\n1\n", "standard input:3:2: "},
      {"x + y", "x,y\n1,2,3\n", "standard input:2:5: "},
      {"x + y", "x,y\n1,two\n", "standard input:2:3: "},
      {"x + y", "x,y\n1,\n", "standard input:2:3: "},
      {"x + y", "x,y\n1,2 3\n", "standard input:2:3: "},
      {"x + y", "x,y\n1,nan\n", "standard input:2:3: "},
      {"x + y", "x,y\n-inf,1\n", "standard input:2:1: "},
      {"x + y", "x,y\n1,1e999\n", "standard input:2:3: "},
      {"x", "n,x\n\"a\nb\",1\nc,d\n", "standard input:4:3: "},
      {"x", "n,x\n\"a\nb\",c\n", "standard input:3:4: "},
      {"x + y", "x,y\n\n1,2\n", "standard input:2:1: "},
      {"x", "x\n\"1\n2\n", "standard input:2:1: "},
      {"x + y", "x\n1\n", "-e:1:5: "},
      {"midpoint()", "x,y\n1,2\n", "burl render"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    const outcome *o = sample(wrong[i].recipe, wrong[i].csv);
    if (o->code != 1 || o->out_length > 0 || !strstr(o->err, wrong[i].message)) {
      fail_msg("%s at\n%s\nexit code %d, no '%s' in\n%s%s", wrong[i].recipe, wrong[i].csv, o->code, wrong[i].message,
               o->err, o->out);
    }
  }
  assert_int_equal(burl("sample -e 'x'")->code, 2);
  assert_int_equal(burl("sample -e 'x' a.csv b.csv")->code, 2);
}

static void test_sample_is_the_grid(void **state) {
  (void)state;
  burl_ok("render -e 'fbm(perlin())' -o a.npy --size 40x30 --origin -3,5 --step 0.25 --seed 7");
  FILE *csv = fopen("points.csv", "w");
  assert_non_null(csv);
  fputs("x,y\n", csv);
  for (int n = 0; n < 1200; n++) fprintf(csv, "%.17g,%.17g\n", -3 + n % 40 * 0.25, 5 + n / 40 * 0.25);
  fclose(csv);
  const outcome *o = burl_ok("sample -e 'fbm(perlin())' --seed 7 points.csv");
  array a = read_npy("a.npy");
  const char *at = strchr(o->out, '\n') + 1;
  for (size_t n = 0; n < a.count; n++, at = strchr(at, '\n') + 1) {
    const char *value = strchr(strchr(at, ',') + 1, ',') + 1;
    assert_float_equal(strtof(value, NULL), a.data[n], 0);
  }
  assert_string_equal(at, "");
  free(a.data);
}

/* More than any buffer or block, rows of all lengths; each comes out once and in order. */
static void test_sample_streams_a_long_file(void **state) {
  (void)state;
  enum { ROWS = 120000 };
  static const char dots[] = "..................................................";
  FILE *csv = fopen("points.csv", "w");
  assert_non_null(csv);
  fputs("x,n\n", csv);
  for (int n = 0; n < ROWS; n++) fprintf(csv, "%d,\"%.*s\n\"\n", n, n % 50, dots);
  fclose(csv);
  const outcome *o = burl_ok("sample -e 'x + 1' points.csv");
  const char *at = o->out;
  assert_memory_equal(at, "x,n,value\n", 10);
  at += 10;
  for (int n = 0; n < ROWS; n++) {
    char *end;
    assert_int_equal(strtol(at, &end, 10), n);
    at = end + 2 + n % 50;
    assert_memory_equal(at, "\n\",", 3);
    assert_int_equal(strtol(at + 3, &end, 10), n + 1);
    at = end + 1;
  }
  assert_string_equal(at, "");

  assert_int_equal(shell("\"$burl\" sample -e 'x' points.csv | head -n 3 >/dev/null")->code, 0);
  assert_string_equal(shell("\"$burl\" sample -e 'x' points.csv | head -n 3 >/dev/null")->err, "");
}

static void read_until(int from, char *text, size_t room, const char *ending) {
  size_t used = 0;
  do {
    struct pollfd wait = {.fd = from, .events = POLLIN};
    assert_int_equal(poll(&wait, 1, 30000), 1);
    const ssize_t count = read(from, text + used, room - used - 1);
    assert_true(count > 0);
    used += (size_t)count;
    text[used] = '\0';
  } while (!strstr(text, ending));
}

/* A pipe is answered row by row, while it is open. */
static void test_sample_answers_a_pipe(void **state) {
  (void)state;
  static const char *const arguments[] = {"burl", "sample", "-e", "x + 1", "-", NULL};
  int input, output, status;
  char text[64];
  const pid_t child = start(arguments, &input, &output);
  fcntl(input, F_SETFD, FD_CLOEXEC);
  assert_int_equal(write(input, "x\n1\n", 4), 4);
  read_until(output, text, sizeof text, "1,2\n");
  assert_string_equal(text, "x,value\n1,2\n");
  assert_int_equal(write(input, "5\n6", 3), 3);
  read_until(output, text, sizeof text, "5,6\n");
  assert_string_equal(text, "5,6\n");
  close(input);
  read_until(output, text, sizeof text, "6,7\n");
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  close(output);
}

/* ---- info, list, primes ---------------------------------------------------------------------- */

static void test_info(void **state) {
  (void)state;
  write_whole("oak.burl", "view 0, 0, 1, 2\nparam rings = 10 [1, 40] \"Rings\"\nsin(rings*perlin())\n");
  const outcome *o = burl_ok("info oak.burl");
  assert_contains(o->out, "dimensions  2\n");
  assert_contains(o->out, "channels    1");
  assert_contains(o->out, "bounds      [-1, 1]\n");
  assert_contains(o->out, "view        0, 0 to 1, 2\n");
  assert_contains(o->out, "rings = 10 [1, 40]  Rings\n");
  assert_contains(o->out, "perlin");
  assert_contains(o->out, "a sample");
  assert_contains(burl_ok("info oak.burl -p rings=12")->out, "rings = 12 ");
  assert_contains(burl_ok("info -e 'rgb(x, y, z)'")->out, "dimensions  3\n");
  assert_contains(burl_ok("info -e 'rgb(x, y, z)'")->out, "channels    3 (rgb)\n");
  assert_contains(burl_ok("info -e 'perlin()' --dims 4")->out, "dimensions  4\n");

  o = burl_ok("info oak.burl --json");
  assert_contains(o->out, "\"dimensions\": 2");
  assert_contains(o->out, "\"name\": \"rings\"");
  assert_contains(o->out, "\"text\": \"Rings\"");
  assert_contains(o->out, "\"perlin\"");
  assert_contains(burl_ok("info -e 'x' --json")->out, "\"lo\": null");
}

#define STRING(text) #text
#define FUNCTION(name, form, least, most, bounds, signature, range, help) \
  o = burl_ok("list %s", STRING(name));                                   \
  assert_contains(o->out, signature);                                     \
  assert_contains(all, signature);
#define OPTION(name, kind, standard, lo, hi, words, help) assert_contains(o->out, "\n    " #name ": ");
#define LATER(name, help) assert_contains(burl_ok("list %s", #name)->out, help);

static void test_list(void **state) {
  (void)state;
  char *all = strdup(burl_ok("list")->out);
  const outcome *o;
#include "functions.def"
  free(all);
}

static int is_prime(uint64_t n) {
  for (uint64_t d = 2; d * d <= n; d++) {
    if (n % d == 0) return 0;
  }
  return n > 1;
}

static void assert_primes(uint64_t from, uint64_t to) {
  const outcome *o = burl_ok("primes %" PRIu64 " %" PRIu64, from, to);
  char *at = o->out;
  for (uint64_t n = from; n < to; n++) {
    if (!is_prime(n)) continue;
    assert_int_equal(strtoull(at, &at, 10), n);
    assert_int_equal(*at++, '\n');
  }
  assert_string_equal(at, "");
}

static void test_primes(void **state) {
  (void)state;
  assert_primes(0, 70000);
  assert_primes(3, 3);
  assert_primes(3, 4);
  assert_primes(4294900000, 4294967330);
  assert_primes(4295098300, 4295098400); /* about the square of the first prime over 2^16 */
  assert_string_equal(burl_ok("primes 9223372036854775783 9223372036854775838")->out,
                      "9223372036854775783\n9223372036854775837\n");
  assert_string_equal(burl_ok("primes 18446744073709551521 0xFFFFFFFFFFFFFFFF")->out,
                      "18446744073709551521\n18446744073709551533\n18446744073709551557\n");
  /* Composite, and strong pseudoprimes to the first eight or nine primes. */
  assert_string_equal(burl_ok("primes 341550071728321 341550071728322")->out, "");
  assert_string_equal(burl_ok("primes 3825123056546413051 3825123056546413052")->out, "");
  const outcome *o = shell("\"$burl\" primes 0 18446744073709551615 | head -n 3");
  assert_string_equal(o->out, "2\n3\n5\n");
  assert_string_equal(o->err, "");
}

/* ---- standard output ------------------------------------------------------------------------- */

static void test_full_standard_output(void **state) {
  (void)state;
  if (access("/dev/full", W_OK) != 0) skip();
  static const char *const lines[] = {"--help",
                                      "--version",
                                      "list",
                                      "render --help",
                                      "primes 0 100",
                                      "info -e x",
                                      "info -e x --json",
                                      "sample -e x points.csv"};
  write_whole("points.csv", "x\n1\n");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    const outcome *o = shell("\"$burl\" %s >/dev/full", lines[i]);
    assert_int_equal(o->code, 1);
    assert_contains(o->err, "standard output: No space left on device");
    assert_int_equal(count_lines(o->err), 1);
  }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_begin, folder_end)

int main(void) {
  signal(SIGPIPE, SIG_DFL);
  const struct CMUnitTest tests[] = {
      TEST(test_help),
      TEST(test_version),
      TEST(test_mistakes),
      TEST(test_error_shows_its_place),
      TEST(test_extents),
      TEST(test_view),
      TEST(test_shape),
      TEST(test_result),
      TEST(test_axes_within),
      TEST(test_axes),
      TEST(test_channels),
      TEST(test_window_is_part_of_the_whole),
      TEST(test_window_of_a_whole_grid_function),
      TEST(test_samples_as_the_file_asks_for_them),
      TEST(test_threads_write_one_file),
      TEST(test_seed_knobs_and_instruction_sets),
      TEST(test_notes),
      TEST(test_a_picture_makes_itself_again),
      TEST(test_options_go_before_what_a_picture_tells),
      TEST(test_info_tells_how_a_picture_was_made),
      TEST(test_info_tells_of_stages),
      TEST(test_pictures_that_do_not_tell),
      TEST(test_output_versions),
      TEST(test_values_that_collide),
      TEST(test_formats_are_read_by_others),
      TEST(test_geotiff),
      TEST(test_standard_output_and_input),
      TEST(test_existing_file_survives_an_error),
      TEST(test_unwritable_folder),
      TEST(test_not_a_regular_file),
      TEST(test_new_file_has_the_usual_mode),
      TEST(test_signals_leave_nothing),
      TEST(test_a_long_picture_takes_little_memory),
      TEST(test_sample),
      TEST(test_sample_reads_csv_as_it_is_written),
      TEST(test_sample_mistakes),
      TEST(test_sample_is_the_grid),
      TEST(test_sample_streams_a_long_file),
      TEST(test_sample_answers_a_pipe),
      TEST(test_info),
      TEST(test_list),
      TEST(test_primes),
      TEST(test_full_standard_output),
  };
  return cmocka_run_group_tests_name("cli", tests, NULL, NULL);
}
