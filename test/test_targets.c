/* What the next program reads: --for, and what a file can say of itself.  The right values are worked
 * out here, from each program's documents (docs/engines.md), or read by other libraries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "process.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *arguments, *message;
} case_of;

/* ---- reading --------------------------------------------------------------------------------- */

static void assert_python(const char *python) {
  const outcome *o = shell("/usr/bin/python3 -c '%s'", python);
  if (o->code != 0) fail_msg("%s\n%s", python, o->err);
}

/* The data of a PNG's first chunk of a type; NULL: there is none.  To be freed. */
static unsigned char *chunk_of(const char *path, const char *type, size_t *length) {
  size_t size;
  unsigned char *const file = (unsigned char *)read_whole(path, &size), *data = NULL;
  for (size_t at = 8; at + 12 <= size && !data; at += *length + 12) {
    const unsigned char *const c = file + at;
    *length = (size_t)c[0] << 24 | (size_t)c[1] << 16 | (size_t)c[2] << 8 | c[3];
    if (memcmp(c + 4, type, 4) != 0) continue;
    data = malloc(*length + 1);
    assert_non_null(data);
    memcpy(data, c + 8, *length);
  }
  free(file);
  return data;
}

static unsigned value_at(const unsigned char *bytes, size_t i) {
  return bytes[2 * i] | (unsigned)bytes[2 * i + 1] << 8;
}

static void assert_all_fail(const case_of *cases, size_t count, const char *recipe) {
  for (size_t i = 0; i < count; i++) {
    const outcome *o = burl("render -e '%s' %s", recipe, cases[i].arguments);
    if (o->code != 2 || !strstr(o->err, cases[i].message))
      fail_msg("%s\nexit code %d; expected '%s' in:\n%s", cases[i].arguments, o->code, cases[i].message, o->err);
  }
  assert_int_equal(folder_count(), 0);
}
#define ALL_FAIL(cases, recipe) assert_all_fail(cases, sizeof cases / sizeof *cases, recipe)

/* ---- Unreal ---------------------------------------------------------------------------------- */

/* A height of h metres is 100·h = Z·(v − 32768)/128 + location: over 1280 m of 65535 steps, Z is
 * 128000·128/65535 = 250.0038..., and v = 0 is at -640 m: -64000 + 256·Z = 0.9766. */
static void test_unreal(void **state) {
  (void)state;
  size_t length;
  const outcome *o = burl_ok("render -e '640*x/1008' --range -640,640 --extent 0,0,1008,2016"
                             " --for unreal -o a.png");
  const double z = 128000.0 * 128 / 65535;
  char expected[128];
  snprintf(expected, sizeof expected, "Scale X 100, Y 200, Z %.6g; Location Z %.6g ", z, -64000 + 256 * z);
  assert_contains(o->err, expected);
  unsigned char *const header = chunk_of("a.png", "IHDR", &length);
  assert_memory_equal(header, "\0\0\x03\xF1\0\0\x03\xF1\x10\0", 10); /* 1009 x 1009, 16, grey */
  free(header);
  burl_ok("render a.png -o a.r16");
  unsigned char *const bytes = (unsigned char *)read_whole("a.r16", &length);
  assert_int_equal(length, 2 * 1009 * 1009);
  for (size_t i = 0; i < 1009; i++) { /* 640*x/1008 is rounded */
    const unsigned v = (unsigned)floor((640.0 * (double)i / 1008 + 640) / 1280 * 65535 + 0.5);
    assert_true(abs((int)value_at(bytes, 1009 * 77 + i) - (int)v) <= 1);
  }
  free(bytes);
  burl_ok("render a.png -o c.png");
  assert_same_files("a.png", "c.png");
  assert_contains(burl_ok("info a.png")->out, " --for unreal");

  burl_ok("render -e 'perlin()' --for unreal --size 127x253 -o d.png"); /* 1 x 2 of 126 quads */
  burl_ok("render -e 'perlin()' --for unreal -o d.r16 --size 64x64");   /* 63 quads */
}

/* Its importer puts tiles side by side, so that none has a sample twice. */
static void test_unreal_tiles(void **state) {
  (void)state;
  burl_ok("render -e 'perlin()' --for unreal --size 64x64 --tiles 2x4 -o h_x{x}_y{y}.png");
  assert_int_equal(folder_count(), 8);
  burl_ok("render -e 'perlin()' --size 64x64 --edge shared --depth 16 --window 32,48,32,16 -o w.npy");
  burl_ok("render h_x1_y3.png -o t.npy");
  assert_same_files("t.npy", "w.npy");
  burl_ok("render h_x1_y3.png -o again.png");
  assert_same_files("again.png", "h_x1_y3.png");
}

static void test_unreal_refuses(void **state) {
  (void)state;
  static const case_of cases[] = {
      {"--for unreal --size 1024x1024 -o a.png", "near it are 1021x1021 and 1055x1055"},
      {"--for unreal --size 1024x1009 -o a.png", "1024x1009 is no size"},
      {"--for unreal --size 4033x4033 --tiles 4x4 -o a_x{x}_y{y}.png", "in 4x4 tiles is no size"},
      {"--for unreal --tiles 2x2 -o a_{x}_{y}.png", "names that end in _x{x}_y{y}"},
      {"--for unreal --size 127x253 -o a.r16", "a .png has its size in it"},
      {"--for unreal -o a.exr", "it reads heights from a .png or a .r16, not from a .exr"},
      {"--for unreal -o a.raw", "not from a .raw"},
      {"--for unreal -o a.png --depth 8", "256 levels"},
      {"--for unreal -o a.png --edge cell", "--edge shared"},
      {"--for unreal -o a.r16 --byte-order big", "little-endian bytes only"},
      {"--for unreal -o a.png --size 9x9x9", "two axes"},
      {"--for unreal -o %d.png --seeds 1..2 --range auto", "--range lo,hi"},
      {"--for unrael -o a.png", "did you mean 'unreal'?"},
      {"--for '' -o a.png", "no program ''"},
  };
  ALL_FAIL(cases, "perlin()");
  static const case_of colour[] = {{"--for unreal -o a.png", "--result may name its heights"}};
  ALL_FAIL(colour, "rgb(x, y, 0)");
}

/* ---- Unity ----------------------------------------------------------------------------------- */

/* The recipe is y in 33 rows from 0 to 32, of which the file has the last first. */
static void test_unity(void **state) {
  (void)state;
  size_t length;
  const outcome *o = burl_ok("render -e 'y + x/100' --range -1,33 --extent 0,0,64,32 --size 33x33"
                             " --for unity -o a.raw");
  char expected[128];
  snprintf(expected, sizeof expected, "Terrain Size X 64, Y %.6g, Z 32; Position Y -1;", 34 * 65536.0 / 65535);
  assert_contains(o->err, expected);
  assert_contains(o->err, "Width and Height 33, Byte Order Windows, Flip Vertically off");
  unsigned char *const bytes = (unsigned char *)read_whole("a.raw", &length);
  assert_int_equal(length, 2 * 33 * 33);
  for (size_t row = 0; row < 33; row++)
    for (size_t i = 0; i < 33; i++) {
      const double height = 32 - (double)row + 0.02 * (double)i;
      const unsigned v = (unsigned)floor((height + 1) / 34 * 65535 + 0.5);
      assert_true(abs((int)value_at(bytes, 33 * row + i) - (int)v) <= 1); /* x/100 is rounded */
    }
  free(bytes);
  burl_ok("render a.raw -o b.raw");
  assert_same_files("a.raw", "b.raw");
  burl_ok("render a.raw -o b.png"); /* for another program: as any picture */
  assert_contains(burl_ok("info a.raw")->out, " --for unity --byte-order little");
  o = burl_ok("render -e 'perlin()' --size 33x33 --for unity --byte-order big -o c.raw");
  assert_contains(o->err, "Byte Order Mac");

  for (int threads = 1; threads <= 2; threads++) /* several bands, the last first */
    burl_ok("render -e 'fbm(perlin())' --size 1025x1025 --for unity --threads %d -o %d.raw", threads, threads);
  assert_same_files("1.raw", "2.raw");
  burl_ok("render 1.raw -o 3.raw"); /* its checksum is that of its bytes in their order */
  assert_same_files("1.raw", "3.raw");
  burl_ok("render -e 'fbm(perlin())' --size 1025x1025 --edge shared -o up.r16");
  assert_python("from numpy import *; u = fromfile(\"1.raw\", \"<u2\").reshape(1025, 1025);"
                " d = fromfile(\"up.r16\", \"<u2\").reshape(1025, 1025); assert (u[::-1] == d).all()");
}

/* Tile 0, 0 is the one in the south west: the last rows of the picture. */
static void test_unity_tiles(void **state) {
  (void)state;
  burl_ok("render -e 'perlin()' --for unity --size 65x97 --tiles 2x3 -o t_{x}_{y}.raw");
  burl_ok("render -e 'perlin()' --for unity --size 65x97 --window 32,64,33,33 -o w.raw");
  assert_same_files("t_1_0.raw", "w.raw");
  burl_ok("render -e 'perlin()' --for unity --size 65x97 --window 0,0,33,33 -o w.raw");
  assert_same_files("t_0_2.raw", "w.raw");
  assert_contains(burl_ok("render -e 'perlin()' --for unity --size 65x97 --tiles 2x3 -o t_{x}_{y}.raw --resume")->err,
                  "6 of 6 were there");
}

static void test_unity_refuses(void **state) {
  (void)state;
  static const case_of cases[] = {
      {"--for unity --size 1024x1024 -o a.raw", "near it are 513x513 and 1025x1025"},
      {"--for unity --size 513x257 -o a.raw", "513x257 is no size"},
      {"--for unity --size 8193x8193 -o a.raw", "near it is 4097x4097"},
      {"--for unity --size 17x17 -o a.raw", "near it is 33x33"},
      {"--for unity --size 4096x4096 --tiles 4x4 -o a_{x}_{y}.raw", "2049x2049 and 4097x4097"},
      {"--for unity --size 9000000000000000000x2 -o a.raw", "near it is 4097x4097"},
      {"--for unity --tiles 9000000000000000000x2 -o a_{x}_{y}.raw", "near it is none"},
      {"--for unity --tiles 2x2 -o a{x}{y}.raw", "names that end in _{x}_{y}"},
      {"--for unity -o a.png", "it reads heights from a .raw, not from a .png"},
      {"--for unity -o - --format raw", "written back and forth"},
  };
  ALL_FAIL(cases, "perlin()");
  burl_ok("render -e 'perlin()' -o p.png"); /* a picture's own size is checked, too */
  assert_contains(burl("render p.png --for unity -o p.raw")->err, "near it are 257x257 and 513x513");
}

/* ---- Godot and Terrain3D --------------------------------------------------------------------- */

static void test_godot(void **state) {
  (void)state;
  const outcome *o = burl_ok("render -e '9*perlin()' --extent 0,0,1024,512 --for godot -o a.exr");
  assert_contains(o->err, "update_map_data_from_image(image, 0, 1)");
  assert_contains(o->err, "scale X by 2, Z by 1");
  burl_ok("render -e '9*perlin()' --extent 0,0,1024,512 --size 513x513 --edge shared -o a.npy");
  burl_ok("render a.exr -o b.npy");
  assert_same_files("a.npy", "b.npy");
  burl_ok("render a.exr -o b.exr");
  assert_same_files("a.exr", "b.exr");
  static const case_of cases[] = {{"--for godot -o x.png", "from a .exr, not from a .png"},
                                  {"--for godot -o x.exr --size 1x5", "near it is 2x2"}};
  for (size_t i = 0; i < 2; i++) assert_contains(burl("render -e '1' %s", cases[i].arguments)->err, cases[i].message);
}

static void test_terrain3d(void **state) {
  (void)state;
  static const char call[] = "render -e '9*perlin()' --extent 0,0,2048,2048 --range -9,9";
  assert_string_equal(burl_ok("%s --for terrain3d -o a.exr -q", call)->err, "");
  assert_contains(burl_ok("%s --for terrain3d -o a.exr", call)->err,
                  "Import Scale 1, Height Offset 0, Vertex Spacing 2;");
  burl_ok("%s --size 1024x1024 -o a.npy", call);
  burl_ok("render a.exr -o b.npy");
  assert_same_files("a.npy", "b.npy");
  assert_contains(burl_ok("%s --for terrain3d --size 1024x512 -o a.r16", call)->err,
                  "R16 Range -9, 9, R16 Size 1024, 512");
  assert_contains(burl_ok("%s --for terrain3d --size 1024x512 -o a.r16", call)->err, "one spacing");
  burl_ok("%s --size 1024x512 -o c.r16", call);
  assert_same_files("a.r16", "c.r16");
  burl_ok("%s --for terrain3d --size 128x128 --tiles 2x1 -o {x}_{y}.r16", call);
  burl_ok("%s --size 128x128 --window 64,0,64,128 -o w.r16", call);
  assert_same_files("1_0.r16", "w.r16");
  assert_contains(burl("%s --for terrain3d --size 1000x1000 -o x.exr", call)->err, "near it are 960x960 and 1024x1024");
  assert_contains(burl("%s --for terrain3d --edge shared -o x.exr", call)->err, "--edge cell");
  assert_contains(burl("%s --for terrain3d -o x.png", call)->err, "from a .exr or a .raw");
}

/* A picture of 8 units, as recipes for pictures have, is told to be small. */
static void test_spacing_is_mentioned(void **state) {
  (void)state;
  assert_contains(burl_ok("render -e 'perlin()' --for unreal -o a.png")->err,
                  "samples are 0.0079 apart; --extent 0,0,1008,1008 puts them 1 apart");
  assert_contains(burl_ok("render -e 'perlin()' --for terrain3d --tiles 2x1 --size 128x64 -o {x}{y}.exr")->err,
                  "--extent 0,0,128,64 puts them 1 apart");
  assert_null(strstr(burl_ok("render -e 'perlin()' --for unreal --extent 0,0,504,504 -o a.png")->err, "puts them"));
}

/* What is rarely wanted is left to the manual. */
static void test_help_has_a_line_and_the_manual_more(void **state) {
  (void)state;
  assert_contains(burl_ok("render --help")->out,
                  "  --for PROGRAM           as a program reads heights, or a material's maps\n");
  static const char *const rare[] = {"--nodata V", "--unit m", "--dpi N", "--byte-order big|little"};
  for (size_t i = 0; i < 4; i++) {
    assert_null(strstr(burl_ok("render --help")->out, rare[i]));
    assert_contains(burl_ok("help render")->out, rare[i]);
  }
  assert_null(strstr(burl_ok("help render")->out, ";  ;"));
  assert_contains(burl_ok("man")->out, "the unit of a .tif");
  assert_contains(burl_ok("completion bash")->out, "unreal unity godot terrain3d");
}

/* ---- what a file says of itself -------------------------------------------------------------- */

/* 8 bits of x from 0 to 255, and which pictures are taken for heights. */
static void test_depth_is_mentioned(void **state) {
  (void)state;
  static const char said[] = "note: heights in 8 bits have 256 levels, 2 apart; --depth 16 has 65,536";
  static const char *const heights[] = {"--range 0,510 -o a.png", "--range 0,510 --tiles 2x1 -o {x}.png",
                                        "--size 5x5 --range 0,510 --edge shared -o a.png"};
  static const char *const others[] = {"--range 0,1 -o a.png", "--range 0,510 --depth 8 -o a.png",
                                       "--range 0,510 --depth 16 -o a.png", "--range 0,510 -o a.r16"};
  for (size_t i = 0; i < sizeof heights / sizeof *heights; i++)
    assert_contains(burl_ok("render -e 'x' %s", heights[i])->err, said);
  assert_contains(burl_ok("render -e 'x' --range 0,510 -o a.qoi")->err, "a .png with --depth 16");
  assert_contains(burl_ok("render -e 'unit(perlin())' -o heights.png")->err, "--depth 16");
  assert_contains(burl_ok("render -e 'unit(perlin())' --edge shared -o a.png")->err, "--depth 16");
  assert_contains(burl_ok("render -e 'height = unit(perlin())\n rgb(height, 0, 0)' --result height -o a.png")->err,
                  "--depth 16");
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    assert_null(strstr(burl_ok("render -e 'x' %s", others[i])->err, "--depth 16"));
  assert_null(
      strstr(burl_ok("render -e 'a = unit(perlin())\n a' --result a,result --edge shared -o '{result}.png'")->err,
             "--depth 16"));
  burl_ok("render -e 'a = x\n b = levels(x, 0, 1)\n"
          " a' --result a,b --for unity --size 33x33 --range a=0,8 -o '{result}.raw'");
  burl_ok("render -e 'x' --range 0,510 -o a.png");
  assert_null(strstr(burl_ok("render a.png -o b.png")->err, "--depth 16"));
}

static void test_byte_order(void **state) {
  (void)state;
  static const char call[] = "render -e '256*x + y' --size 200x100 --step 1 --range 0,65535";
  for (int i = 0; i < 2; i++) {
    const char *const name = i ? "raw" : "r16";
    burl_ok("%s -o little.%s", call, name);
    burl_ok("%s --byte-order big -o big.%s", call, name);
    burl_ok("render big.%s -o again.%s", name, name);
    char file[32], again[32];
    snprintf(file, sizeof file, "big.%s", name);
    snprintf(again, sizeof again, "again.%s", name);
    assert_same_files(file, again);
    size_t length;
    unsigned char *const big = (unsigned char *)read_whole(file, &length);
    assert_int_equal(length, 2 * 200 * 100);
    for (size_t k = 0; k < 200 * 100; k++) { /* the high byte is x, the low one y */
      assert_int_equal(big[2 * k], k % 200);
      assert_int_equal(big[2 * k + 1], k / 200);
    }
    free(big);
    assert_contains(shell("cat big.%s.json", name)->out, "\"byte_order\": \"big\"");
    assert_contains(shell("cat little.%s.json", name)->out, "\"byte_order\": \"little\"");
  }
  assert_same_files("little.raw", "little.r16");
  assert_contains(burl_ok("%s --byte-order big -o a.npy", call)->err, "--byte-order makes no difference");
  assert_contains(burl("%s --byte-order mac -o a.r16", call)->err, "neither big nor little");
}

/* ISO/IEC 15948, 11.3.3.5 and 11.3.5.3: perceptual intent; 300/0.0254 = 11811.02 a metre. */
static void test_png_says_srgb_and_size(void **state) {
  (void)state;
  static const char *const recipes[] = {"perlin()", "rgb(x, y, 0)", "rgba(rgb(x, y, 0), 0.5)"};
  for (size_t i = 0; i < 3; i++) {
    size_t length;
    burl_ok("render -e '%s' --size 9x9 -o a.png", recipes[i]);
    unsigned char *const srgb = chunk_of("a.png", "sRGB", &length);
    assert_non_null(srgb);
    assert_int_equal(length, 1);
    assert_int_equal(srgb[0], 0);
    assert_null(chunk_of("a.png", "pHYs", &length));
    free(srgb);
    burl_ok("render -e '%s' --size 9x9 --dpi 300 -o b.png", recipes[i]);
    unsigned char *const size = chunk_of("b.png", "pHYs", &length);
    assert_non_null(size);
    assert_int_equal(length, 9);
    assert_memory_equal(size, "\0\0\x2E\x23\0\0\x2E\x23\x01", 9);
    free(size);
    burl_ok("render b.png -o c.png");
    assert_same_files("b.png", "c.png");
  }
  assert_contains(burl_ok("info c.png")->out, " --dpi 300");
  assert_contains(burl_ok("render -e 'x' --dpi 300 -o c.npy")->err, "--dpi makes no difference");
  for (const char *const *bad = (const char *const[]){"0", "-1", "1e7", "nan", "x", "0.5", NULL}; *bad; bad++)
    assert_contains(burl("render -e 'x' --range 0,1 --dpi=%s -o x.png", *bad)->err, "from 1 to 1000000");
}

static void test_folders_are_made(void **state) {
  (void)state;
  burl_ok("render -e 'perlin()' --size 64x64 --tiles 2x2 -o z/2/{x}/{y}.png");
  burl_ok("render -e 'perlin()' --size 8x8 --seeds 1..3 --threads 4 -o \"$PWD/s/%%d/a/r.npy\"");
  static const char *const names[] = {"z/2/0/0.png", "z/2/1/1.png", "z/2/0/1.png", "s/3/a/r.npy"};
  for (size_t i = 0; i < 4; i++) assert_true(exists(names[i]));
  assert_int_equal(burl("render -e 'perlin()' -o no/a.png")->code, 1); /* a single name is as it is */
  write_whole("file", "");
  assert_contains(burl("render -e '1' --range 0,2 --tiles 2x2 -o file/{x}/{y}.png")->err, "Not a directory");
}

/* ---- maps ------------------------------------------------------------------------------------ */

static int has_gdal(void) { return strstr(burl("render -e '1' -o a.what")->err, ".tif") != NULL; }

static void test_nodata_and_unit(void **state) {
  (void)state;
  if (!has_gdal()) skip();
  burl_ok("render -e 'sqrt(x - 4)' --size 40x30 -o n.npy");
  burl_ok("render -e 'sqrt(x - 4)' --size 40x30 --nodata -9999.1 --unit m -o a.tif");
  burl_ok("render a.tif -o b.tiff");
  assert_same_files("a.tif", "b.tiff");
  assert_python("from osgeo import gdal; from numpy import *; gdal.UseExceptions();"
                " f = gdal.Open(\"a.tif\"); b = f.GetRasterBand(1); a = b.ReadAsArray(); n = load(\"n.npy\");"
                " assert b.GetNoDataValue() == float32(-9999.1) and b.GetUnitType() == \"m\";"
                " assert isnan(n).sum() == 600 and (a[isnan(n)] == float32(-9999.1)).all();"
                " assert (a[~isnan(n)] == n[~isnan(n)]).all()");
  assert_contains(burl_ok("info a.tif")->out, " --unit m --nodata -9999.1");
  burl_ok("render -e 'sqrt(x - 4)' --size 40x30 -o c.tif");
  assert_python("from osgeo import gdal; from numpy import *; gdal.UseExceptions();"
                " f = gdal.Open(\"c.tif\"); b = f.GetRasterBand(1);"
                " assert b.GetNoDataValue() is None and b.GetUnitType() == \"\";"
                " assert isnan(b.ReadAsArray()).sum() == 600");
  static const case_of cases[] = {{"--nodata none", "'none' is not a number that a float holds"},
                                  {"--nodata 1e39", "not a number that a float holds"},
                                  {"--unit ''", "a short word"},
                                  {"--unit 'm s'", "a short word"},
                                  {"--unit \"$(printf 'm\\033')\"", "a short word"},
                                  {"--unit mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm", "a short word"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const outcome *o = burl("render -e 'x' %s -o x.tif", cases[i].arguments);
    assert_int_equal(o->code, 2);
    assert_contains(o->err, cases[i].message);
  }
  assert_contains(burl_ok("render -e 'x' --nodata 1 -o x.npy")->err, "--nodata makes no difference");
  assert_contains(burl_ok("render -e 'x' --unit m -o x.npy")->err, "--unit makes no difference");
}

/* Lit from the top left, a cone's upper left is bright and its lower right dark: on the map, its north
 * west is.  Given from north to south, a sample lies at its own coordinates. */
static void test_rows_of_a_map(void **state) {
  (void)state;
  if (!has_gdal()) skip();
  static const char lit[] = "render -e 'h = 3 - sqrt(x*x + y*y)\n d(h, x) + d(h, y)' --size 20x20";
  burl_ok("%s --extent=-1,-1,1,1 -o n.npy", lit);
  burl_ok("%s --extent=-1,-1,1,1 --crs EPSG:4326 -o m.tif", lit);
  burl_ok("%s --extent=-1,-1,1,1 --crs EPSG:4326 --tiles 1x2 -o {x}{y}.tif", lit);
  burl_ok("render -e 'y' --size 20x20 --extent=-1,1,1,-1 --crs EPSG:4326 -o y.tif");
  assert_python("from osgeo import gdal; from numpy import *; gdal.UseExceptions();"
                " o = lambda n: (gdal.Open(n).ReadAsArray(), gdal.Open(n).GetGeoTransform());"
                " a, g = o(\"m.tif\"); n = load(\"n.npy\"); assert (a == n).all();"
                " assert allclose(g, (-1, 0.1, 0, 1, 0, -0.1)) and a[5, 5] > 0 > a[15, 15];"
                " t, h = o(\"00.tif\"); b, k = o(\"01.tif\"); assert (vstack((t, b)) == a).all();"
                " assert allclose(h, g) and allclose(k, (-1, 0.1, 0, 0, 0, -0.1));"
                " y, g = o(\"y.tif\"); assert allclose(g, (-1, 0.1, 0, 1, 0, -0.1));"
                " assert allclose(y[:, 0], 1 - 0.1*(arange(20) + 0.5))");
}

static void test_extents_of_maps(void **state) {
  (void)state;
  if (!has_gdal()) skip();
  static const case_of good[] = {
      {"EPSG:4326 --extent=-180,-90,180,90", ""},
      {"EPSG:4326 --edge shared --extent=-180,-90,180,90", ""},
      {"EPSG:4326 --extent=0,-90,360,90", ""},
      {"EPSG:32632 --extent 5e5,5.4e6,5.4e5,5.42e6", ""},
      {"EPSG:3857 --extent=-20037508,-20037508,20037508,20037508", ""},
      {"EPSG:3413 --extent=-3e6,-3e6,3e6,3e6", ""},
      {"EPSG:27700 --extent=0,0,7e5,1.3e6", ""},
  };
  static const case_of bad[] = {
      {"EPSG:4326 --extent=0,0,8,91", "EPSG:4326 has no place"},
      {"EPSG:4326 --extent=0,-91,8,0", "in degrees of longitude and latitude"},
      {"EPSG:4326 --extent=-400,0,0,8", "EPSG:4326 has no place"},
      {"EPSG:32632 --extent=5e8,5.4e6,5.1e8,5.5e6", "EPSG:32632 has no place"},
      {"EPSG:32632 --extent=5e5,5.4e9,5.4e5,5.42e9", "EPSG:32632 has no place"},
      {"EPSG:3857 --extent=-21037508,0,0,21037508", "EPSG:3857 has no place"},
      {"EPSG:5703", "is no system of maps"},
      {"EPSG:4978", "is no system of maps"},
  };
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    burl_ok("render -e 'perlin()' --size 360x180 --crs %s -o a.tif", good[i].arguments);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    const outcome *o = burl("render -e 'perlin()' --size 360x180 --crs %s -o b.tif", bad[i].arguments);
    if (o->code != 1 || !strstr(o->err, bad[i].message)) fail_msg("%s\n%d: %s", bad[i].arguments, o->code, o->err);
    assert_false(exists("b.tif"));
  }
}

/* ---- pictures that lie ----------------------------------------------------------------------- */

static void test_what_pictures_may_say(void **state) {
  (void)state;
  static const char *const lies[] = {
      "\"for\": \"doom\"", "\"for\": 3",        "\"unit\": \"a b\"", "\"unit\": \"\\u001b[31m\"",
      "\"nodata\": \"x\"", "\"nodata\": 1e300", "\"dpi\": -5",       "\"dpi\": 1e99"};
  for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
    burl_ok("render -e 'x' --size 4x4 --range 0,1 -o a.r16");
    char *const text = read_whole("a.r16.json", NULL);
    FILE *const file = fopen("a.r16.json", "wb");
    assert_non_null(file);
    fprintf(file, "{\"made\": {%s, %s", lies[i], strstr(text, "\"burl\""));
    fclose(file);
    free(text);
    const outcome *o = burl("render a.r16 -o b.r16");
    if (o->code != 1 || !strstr(o->err, "is damaged")) fail_msg("%s: %d %s", lies[i], o->code, o->err);
    o = burl("info a.r16");
    assert_null(strchr(o->out, '\033'));
    assert_null(strchr(o->err, '\033'));
  }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_begin, folder_end)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(test_unreal),
      TEST(test_unreal_tiles),
      TEST(test_unreal_refuses),
      TEST(test_unity),
      TEST(test_unity_tiles),
      TEST(test_unity_refuses),
      TEST(test_godot),
      TEST(test_terrain3d),
      TEST(test_spacing_is_mentioned),
      TEST(test_help_has_a_line_and_the_manual_more),
      TEST(test_depth_is_mentioned),
      TEST(test_byte_order),
      TEST(test_png_says_srgb_and_size),
      TEST(test_folders_are_made),
      TEST(test_nodata_and_unit),
      TEST(test_rows_of_a_map),
      TEST(test_extents_of_maps),
      TEST(test_what_pictures_may_say),
  };
  return cmocka_run_group_tests_name("targets", tests, NULL, NULL);
}
