/* Heights from files: what each format holds is read back to the bit, in its place; what holds none is refused in
 * words.  And --like and image(), by which the tool uses them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image/heights.h"
#include "process.h"
#include "sanitized.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))
#define PYTHON "/usr/bin/python3 " BURL_SOURCE_DIR "/test/heights.py"

static void make_files(void) {
  const outcome *const o = shell(PYTHON);
  if (o->code != 0) fail_msg("%s", o->err);
}

/* ---- reading ------------------------------------------------------------------------------------- */

static heights read_heights(const char *path, const char *crs) {
  heights h;
  image_error error;
  const heights_wish wish = {.crs = crs};
  if (heights_read(path, &wish, &h, &error) != 0) fail_msg("%s", error.text);
  return h;
}

/* Files of the heights 0, 10, … 110, times scale, plus offset; missing: the index of the missing height, -1: none. */
static const struct {
  const char *path, *crs;
  double scale, offset;
  int missing;
  double origin[2], step[2];
} files[] = {
    {"plain.tif", NULL, 1, 0, -1, {0, 0}, {0, 0}},
    {"utm.tif", "EPSG:32632", 1, 0, -1, {500015, 5399985}, {30, -30}},
    {"tiled.tif", "EPSG:32632", 1, 0, -1, {500015, 5399985}, {30, -30}},
    {"double.tif", "EPSG:32632", 1, 0, -1, {500015, 5399985}, {30, -30}},
    {"nodata.tif", "EPSG:32632", 1, 0, 5, {500015, 5399985}, {30, -30}},
    {"lowest.tif", "EPSG:32632", 1, 0, 5, {500015, 5399985}, {30, -30}},
    {"scaled.tif", "EPSG:32632", 0.5, 100, 5, {500015, 5399985}, {30, -30}},
    {"feet.tif", "EPSG:32632", 0.3048, 0, -1, {500015, 5399985}, {30, -30}},
    {"feet_map.tif", "EPSG:2263", 1, 0, -1, {980015, 199985}, {30, -30}},
    {"site.tif", NULL, 1, 0, -1, {500015, 5399985}, {30, -30}},
    {"two.tif", "EPSG:32632", 1, 0, -1, {500015, 5399985}, {30, -30}},
    {"f4.npy", NULL, 1, 0, -1, {0, 0}, {0, 0}},
    {"f8.npy", NULL, 1, 0, -1, {0, 0}, {0, 0}},
    {"i2.npy", NULL, 1, 0, -1, {0, 0}, {0, 0}},
    {"u2.npy", NULL, 1, 0, -1, {0, 0}, {0, 0}},
    {"i4.npy", NULL, 1, 0, -1, {0, 0}, {0, 0}},
    {"u1.npy", NULL, 1, 0, -1, {0, 0}, {0, 0}},
    {"one.npy", NULL, 1, 0, -1, {0, 0}, {0, 0}},
    {"negative.npy", NULL, -1, 0, -1, {0, 0}, {0, 0}},
    {"nan.npy", NULL, 1, 0, 5, {0, 0}, {0, 0}},
    {"grey.png", NULL, 1.0 / 255, 0, -1, {0, 0}, {0, 0}},
    {"grey16.png", NULL, 256.0 / 65535, 0, -1, {0, 0}, {0, 0}},
    {"grid.asc", NULL, 1, 0, -1, {1005, 2025}, {10, -10}},
    {"nodata.asc", NULL, 1, 0, 5, {1000, 2020}, {10, -10}},
    {"oblong.asc", NULL, 1, 0, -1, {1005, 2050}, {10, -20}},
};

static void test_each_format_is_read_back(void **state) {
  (void)state;
  make_files();
  for (int f = 0; f < COUNT(files); f++) {
    heights h = read_heights(files[f].path, NULL);
    if (h.size[0] != 4 || h.size[1] != 3) fail_msg("%s: %d x %d", files[f].path, (int)h.size[0], (int)h.size[1]);
    for (int i = 0; i < 12; i++) {
      const float wanted = (float)(10 * i * files[f].scale + files[f].offset);
      const int is_right =
          i == files[f].missing ? isnan(h.data[i]) : fabsf(h.data[i] - wanted) <= 1e-6f * fabsf(wanted);
      if (!is_right) fail_msg("%s: sample %d is %.9g, not %.9g", files[f].path, i, (double)h.data[i], (double)wanted);
    }
    for (int a = 0; a < 2; a++)
      if (h.origin[a] != files[f].origin[a] || h.step[a] != files[f].step[a])
        fail_msg("%s: axis %d: origin %.17g, step %.17g", files[f].path, a, h.origin[a], h.step[a]);
    if (files[f].crs ? !h.crs || strcmp(h.crs, files[f].crs) != 0 : h.crs != NULL)
      fail_msg("%s: in %s", files[f].path, h.crs ? h.crs : "no system");
    heights_free(&h);
  }
}

/* A look finds the same size and place, and no samples. */
static void test_a_look_reads_no_samples(void **state) {
  (void)state;
  make_files();
  for (int f = 0; f < COUNT(files); f++) {
    heights h;
    image_error error;
    const heights_wish wish = {.look = 1};
    assert_int_equal(heights_read(files[f].path, &wish, &h, &error), 0);
    assert_true(h.size[0] == 4 && h.size[1] == 3 && !h.data);
    assert_true(h.origin[1] == files[f].origin[1] && h.step[1] == files[f].step[1]);
    heights_free(&h);
  }
}

/* What burl writes, with the range of its integers, in every order of bytes and rows. */
static void test_what_burl_writes_is_read(void **state) {
  (void)state;
  static const struct {
    const char *options, *path;
    float most; /* how far off a height may be */
  } written[] = {{"-o a.npy", "a.npy", 0},
                 {"-o a.exr", "a.exr", 0},
                 {"-o a.tif", "a.tif", 0},
                 {"-o a.r16", "a.r16", 3e-5f},
                 {"-o b.r16 --byte-order big", "b.r16", 3e-5f},
                 {"-o a.raw --for unity", "a.raw", 3e-5f},
                 {"-o a.png --depth 16", "a.png", 3e-5f},
                 {"-o b.png --depth 8", "b.png", 5e-3f}};
  burl_ok("render -e 'fbm(perlin())' --size 33x33 --edge shared -q -o true.npy");
  heights truth = read_heights("true.npy", NULL);
  for (int i = 0; i < COUNT(written); i++) {
    burl_ok("render -e 'fbm(perlin())' --size 33x33 --edge shared -q %s %s", written[i].most > 0 ? "--range -1,1" : "",
            written[i].options);
    heights h = read_heights(written[i].path, NULL);
    assert_true(h.size[0] == 33 && h.size[1] == 33);
    for (int k = 0; k < 33 * 33; k++)
      if (!(fabsf(h.data[k] - truth.data[k]) <= written[i].most)) fail_msg("%s: sample %d", written[i].path, k);
    heights_free(&h);
  }
  burl_ok("render -e 'fbm(perlin())' --size 33x33 --edge shared -q --window 3,5,7,9 --range -1,1 -o w.r16");
  heights window = read_heights("w.r16", NULL);
  assert_true(window.size[0] == 7 && window.size[1] == 9);
  assert_true(fabsf(window.data[0] - truth.data[5 * 33 + 3]) <= 3e-5f);
  heights_free(&window);
  heights_free(&truth);
}

/* Other bytes have another checksum. */
static void test_changes_are_seen(void **state) {
  (void)state;
  make_files();
  heights h = read_heights("utm.tif", NULL), other = read_heights("tiled.tif", NULL);
  assert_true(h.crc != 0 && h.crc != other.crc);
  heights_free(&h);
  heights_free(&other);
}

/* ---- maps ---------------------------------------------------------------------------------------- */

static void test_heights_come_to_another_system(void **state) {
  (void)state;
  make_files();
  heights h = read_heights("degrees.tif", "EPSG:32632"), look;
  image_error error;
  const heights_wish wish = {.crs = "EPSG:32632", .look = 1};
  assert_string_equal(h.crs, "EPSG:32632");
  assert_true(fabs(h.origin[0] - 424000) < 200 && fabs(h.origin[1] - 5205600) < 200);
  assert_true(h.step[0] > 75 && h.step[0] < 115 && h.step[1] == -h.step[0]);
  assert_true(fabsf(h.data[0]) < 5 && h.data[h.size[0] * h.size[1] - 1] > 90);
  assert_int_equal(heights_read("degrees.tif", &wish, &look, &error), 0);
  assert_true(look.size[0] == h.size[0] && look.size[1] == h.size[1] && look.origin[0] == h.origin[0]);
  heights_free(&h);
  heights_free(&look);

  h = read_heights("N47E008.hgt", "EPSG:32632");
  assert_string_equal(h.crs, "EPSG:32632");
  assert_true(isnan(h.data[0])); /* a corner beyond the tile */
  assert_true(h.data[h.size[0] * (h.size[1] / 2) + h.size[0] / 2] >= 0);
  heights_free(&h);

  h = read_heights("utm.tif", "EPSG:32632"); /* its own: nothing changes */
  assert_true(h.origin[0] == 500015 && h.data[11] == 110);
  heights_free(&h);
  h = read_heights("grid.asc", "EPSG:32632"); /* none: nothing is known that could be changed */
  assert_true(h.origin[0] == 1005 && !h.crs);
  heights_free(&h);
}

/* The place, the system and the samples of a .tif, as GDAL reads them. */
static void assert_tif(const char *path, const char *expected) {
  const outcome *const o = shell(PYTHON " %s", path);
  assert_int_equal(o->code, 0);
  assert_string_equal(o->out, expected);
}

#define UTM "500000.0|30.0|0.0|5400000.0|0.0|-30.0|+proj=utm +zone=32 +datum=WGS84 +units=m +no_defs\n"
#define ALL "0.0 10.0 20.0 30.0 40.0 50.0 60.0 70.0 80.0 90.0 100.0 110.0\n"

static void test_like_takes_size_place_and_system(void **state) {
  (void)state;
  make_files();
  burl_ok("render -e 'image(\"utm.tif\")' --like utm.tif -o a.tif");
  assert_tif("a.tif", UTM ALL);
  burl_ok("render -e 'image(\"north.tif\")' --like north.tif -o a.tif");
  assert_tif("a.tif", UTM ALL);
  burl_ok("render -e 'image(\"mine.tif\")' --like mine.tif -o a.tif");
  static const char mine[] =
      "1000.0|30.0|0.0|5400000.0|0.0|-30.0|+proj=tmerc +lat_0=0 +lon_0=10.5 +k=1 +x_0=1000 +y_0=0"
      " +datum=WGS84 +units=m +no_defs\n" ALL;
  assert_tif("a.tif", mine);
  burl_ok("render a.tif --allow-files -o b.tif");
  assert_tif("b.tif", mine);
  burl_ok("render -e x --like utm.tif --size 8x6 -o a.tif");
  assert_tif("a.tif",
             "500000.0|15.0|0.0|5400000.0|0.0|-15.0|+proj=utm +zone=32 +datum=WGS84 +units=m +no_defs\n"
             "500007.5 500022.5 500037.5 500052.5 500067.5 500082.5 500097.5 500112.5 500007.5 500022.5 500037.5"
             " 500052.5\n");
  burl_ok("render -e y --like north.tif --size 7x5 --edge shared -o a.tif");
  assert_contains(shell(PYTHON " a.tif")->out, "500007.5|15.0|0.0|5399992.5|0.0|-15.0|");
  burl_ok("render -e x --like rough.tif -q -o a.npy");
  burl_ok("render -e 'image(\"rough.tif\")' --like rough.tif -q -o a.npy");
  heights rough = read_heights("rough.tif", NULL), same = read_heights("a.npy", NULL);
  assert_memory_equal(rough.data, same.data, 300 * 200 * sizeof(float));
  heights_free(&rough);
  heights_free(&same);
}

static void test_like_of_what_has_no_place(void **state) {
  (void)state;
  make_files();
  assert_contains(burl_ok("render -e 'perlin(x)' --like f4.npy -o a.npy")->err, "its size alone is taken");
  heights h = read_heights("a.npy", NULL);
  assert_true(h.size[0] == 4 && h.size[1] == 3);
  heights_free(&h);
  assert_contains(burl_ok("render -e 'perlin(x)' --like f4.npy --size 5x5 -o a.npy")->err, "makes no difference");
}

/* ---- recipes that name files --------------------------------------------------------------------- */

static void test_names_lead_from_the_recipe(void **state) {
  (void)state;
  make_files();
  assert_int_equal(shell("mkdir land && mv utm.tif land && echo 'image(\"utm.tif\")' > land/hills.burl")->code, 0);
  burl_ok("render land/hills.burl --like land/utm.tif -o land/a.tif");
  assert_tif("land/a.tif", UTM ALL);
  burl_ok("render -e 'image(\"land/utm.tif\")' --like land/utm.tif -o b.tif");
  assert_tif("b.tif", UTM ALL);
  assert_contains(burl_ok("info land/hills.burl")->out,
                  "files       utm.tif: 4 x 3, 30 apart, from 500000, 5400000 to 500120, 5399910, EPSG:32632\n");
  assert_contains(burl_ok("info --json land/hills.burl")->out, "\"file\": \"utm.tif\"");
  assert_contains(burl_ok("info -e x --like land/utm.tif")->out, "like        land/utm.tif: 4 x 3, 30 apart");
}

static void test_strangers_open_no_file(void **state) {
  (void)state;
  make_files();
  burl_ok("render -e 'image(\"utm.tif\")' --like utm.tif -o a.tif");
  const outcome *o = burl("render a.tif -o b.tif");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "a recipe from a picture opens no file, unless --allow-files is given");
  o = burl_ok("info a.tif");
  assert_contains(o->out, "image(\"utm.tif\")");
  assert_contains(o->out, "not read, as --allow-files isn't given");
  burl_ok("render a.tif --allow-files -o b.tif");
  assert_tif("b.tif", UTM ALL);
  o = shell("echo 'image(\"utm.tif\")' | \"$burl\" render - -o c.tif");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "a recipe from standard input opens no file");
  o = shell("echo 'image(\"utm.tif\")' | \"$burl\" render - --allow-files --like utm.tif -o c.tif");
  assert_int_equal(o->code, 0);
}

/* A changed file makes the picture another one. */
static void test_resume_sees_a_changed_file(void **state) {
  (void)state;
  make_files();
  burl_ok("render -e 'image(\"utm.tif\")' --like utm.tif -o a.tif");
  assert_contains(burl_ok("render -e 'image(\"utm.tif\")' --like utm.tif -o a.tif --resume -v")->err, "1 were there");
  assert_int_equal(shell("cp nodata.tif utm.tif")->code, 0);
  assert_contains(burl_ok("render a.tif --allow-files -o b.tif")->err,
                  "utm.tif has changed since a.tif was made from it");
  assert_contains(burl_ok("render -e 'image(\"utm.tif\")' --like utm.tif -o a.tif --resume -v")->err, "0 were there");
  assert_contains(shell(PYTHON " a.tif")->out, "nan");
}

/* All programs of a series share one reading, and systems are those of --like. */
static void test_several_programs(void **state) {
  (void)state;
  make_files();
  burl_ok("render -e 'image(\"utm.tif\") + 0*perlin()' --like utm.tif --seeds 1..5 -o 'a%%d.npy'");
  assert_same_files("a1.npy", "a5.npy");
  burl_ok("render -e 'image(\"degrees.tif\")' --like degrees.tif --crs EPSG:32632 -o a.tif");
  burl_ok("render -e 'image(\"degrees.tif\")' --like a.tif -o b.npy");
  burl_ok("render -e 'image(\"a.tif\")' --like a.tif -o c.npy");
  heights b = read_heights("b.npy", NULL), c = read_heights("c.npy", NULL);
  assert_memory_equal(b.data, c.data, (size_t)(b.size[0] * b.size[1]) * sizeof(float));
  heights_free(&b);
  heights_free(&c);
}

/* ---- what is refused ----------------------------------------------------------------------------- */

static void test_what_is_refused(void **state) {
  (void)state;
  static const refused_call calls[] = {
      {"-e x --like utm.tif --extent 0,0,1,1 -o a.tif", 2, "--like says where the picture lies, as --extent"},
      {"-e x --like utm.tif --origin 0,0 --step 1 -o a.tif", 2, "take one"},
      {"-e x --like utm.tif --size 3 -o a.tif", 2, "heights have two axes"},
      {"-e x --like none.tif -o a.tif", 1, "none.tif: No such file"},
      {"-e x --like . -o a.tif", 1, ".: is a directory"},
      {"-e x --like f4.txt -o a.tif", 1, "f4.txt: No such file"},
      {"-e x --like /dev/zero -o a.tif", 1, "/dev/zero: "},
      {"-e x --like /vsicurl/http://x/y.tif -o a.tif", 1, "No such file"},
      {"-e x --like GTIFF_DIR:1:utm.tif -o a.tif", 1, "No such file"},
      {"-e 'image(\"none.tif\")' -o a.tif", 1, "-e:1:7: none.tif: No such file"},
      {"-e 'image(\"cut.tif\")' -o a.tif", 1, "cut.tif: is damaged or cut off: line 129 of its 300 can't be read"},
      {"-e 'image(\"empty.tif\")' -o a.tif", 1, "empty.tif: isn't a GeoTIFF, or is damaged"},
      {"-e 'image(\"colour.tif\")' -o a.tif", 1,
       "image \"colour.tif\": a picture in colour, of 3 channels, not heights"},
      {"-e 'image(\"complex.tif\")' -o a.tif", 1, "complex.tif: has complex numbers, not heights"},
      {"-e 'image(\"turned.tif\")' -o a.tif", 1,
       "turned.tif: its rows don't run from west to east; gdalwarp turns them"},
      {"-e 'image(\"degrees.tif\")' -o a.tif", 1,
       "degrees.tif: is in degrees, which are no lengths; --crs EPSG:32632 brings it to metres, as does"
       " gdalwarp -t_srs EPSG:32632 -r cubic degrees.tif degrees_32632.tif"},
      {"-e x --like \"it's.tif\" -o a.tif", 1,
       "gdalwarp -t_srs EPSG:32719 -r cubic 'it'\\''s.tif' 'it'\\''s_32719.tif'"},
      {"-e x --like degrees.tif --crs EPSG:4326 -o a.tif", 1, "is in degrees"},
      {"-e x --like utm.tif --crs EPSG:32661 -q -o a.tif --size 3", 2, "two axes"},
      {"-e x --like N47E008.hgt -o a.tif", 1, "gdalwarp -t_srs EPSG:32632 -r cubic N47E008.hgt N47E008_32632.tif"},
      {"-e x --like nowhere.hgt -o a.tif", 1, "nowhere.hgt: its name doesn't say where it lies, as N47E008.hgt does"},
      {"-e x --like N47E009.hgt -o a.tif", 1, "isn't 1201 x 1201 or 3601 x 3601 samples"},
      {"-e 'image(\"line.npy\")' -o a.tif", 1, "line.npy: isn't an array of heights, which has two dimensions"},
      {"-e x --like cube.npy -o a.tif", 1, "cube.npy: is a picture in colour, not heights"},
      {"-e 'image(\"fortran.npy\")' -o a.tif", 1,
       "fortran.npy: is in Fortran's order; numpy.ascontiguousarray turns it"},
      {"-e 'image(\"words.npy\")' -o a.tif", 1, "its values are neither floats nor integers"},
      {"-e 'image(\"complex.npy\")' -o a.tif", 1, "its values are neither floats nor integers"},
      {"-e 'image(\"cut.npy\")' -o a.tif", 1, "cut.npy: is cut off: its values take 48 bytes, and it has 47"},
      {"-e 'image(\"huge.npy\")' -o a.tif", 1, "huge.npy: is cut off"},
      {"-e 'image(\"colour.png\")' -o a.tif", 1,
       "image \"colour.png\": a picture in colour, of 3 channels, not heights"},
      {"-e 'image(\"palette.png\")' -o a.tif", 1,
       "image \"palette.png\": a picture in colour, of 3 channels, not heights"},
      {"-e x --like colour.png -o a.tif", 1, "colour.png: is a picture in colour, not heights; image(…, give: grey)"},
      {"-e x --like palette.png -o a.tif", 1, "palette.png: is a picture in colour, not heights"},
      {"-e x --like colour.tif -o a.tif", 1, "colour.tif: is a picture in colour, not heights"},
      {"-e 'image(\"cut.png\")' -o a.tif", 1, "cut.png: is damaged or cut off: line 1 of its 3 can't be read"},
      {"-e 'image(\"cut.asc\")' -o a.tif", 1, "cut.asc: is damaged or cut off: line 3 of its 3 can't be read"},
      {"-e 'image(\"more.asc\")' -o a.tif", 1, "more.asc: has more samples than its ncols and nrows say"},
      {"-e 'image(\"words.asc\")' -o a.tif", 1, "words.asc: is damaged or cut off: line 2 of its 3"},
      {"-e 'image(\"nowhere.asc\")' -o a.tif", 1,
       "doesn't say where it lies: it needs xllcorner, yllcorner and cellsize"},
      {"-e 'image(\"short.asc\")' -o a.tif", 1, "short.asc: is cut off"},
      {"-e 'image(\"other.asc\")' -o a.tif", 1, "other.asc: isn't an ASCII grid, which begins with ncols"},
      {"-e 'image(\"heights.r16\")' -o a.tif", 1,
       "heights.r16: has no header, and size and range from elsewhere only:"},
      {"-e 'image(\"colour.exr\")' -o a.tif", 1, "image \"colour.exr\": a picture in colour, of 3 channels"},
      {"-e 'image(\"cut.exr\")' -o a.tif", 1, "cut.exr: is damaged or cut off: line 33 of its 40 can't be read"},
      {"-e 'image(\"heights.txt\")' -o a.tif", 1,
       "heights.txt: heights are read from .tif, .tiff, .hgt, .asc, .png, .exr, .npy, .r16, .raw, .webp, .jpg, .jpeg"},
  };
  make_files();
  burl_ok("render -e 'rgb(x, y, 0)' --size 40x40 -q -o colour.exr");
  burl_ok("render -e 'white()' --size 40x40 -q -o whole.exr");
  assert_int_equal(shell("cp grey.png heights.r16; cp f4.npy heights.txt; head -c 1300 whole.exr > cut.exr")->code, 0);
  check_refused("render", calls, COUNT(calls));
}

/* Colours are integers in a .tif, those of a .png, and remade to the byte; numbers are floats. */
static void test_colours_are_integers(void **state) {
  (void)state;
#define PLACE "--size 20x20 --extent 0,0,1,1"
  burl_ok("render -e 'rgb(2*x, y, 0.5)' " PLACE " --crs EPSG:32632 -o a.tif");
  burl_ok("render -e 'rgb(2*x, y, 0.5)' " PLACE " --crs EPSG:32632 --depth 16 -o b.tif");
  burl_ok("render -e 'rgba(rgb(2*x, y, 0.5), 0.5)' " PLACE " --crs EPSG:32632 -o c.tif");
  burl_ok("render -e 'x' " PLACE " --crs EPSG:32632 -o d.tif");
  burl_ok("render -e 'rgb(2*x, y, 0.5)' " PLACE " -o a.png");
  burl_ok("render -e 'rgb(2*x, y, 0.5)' " PLACE " --depth 16 -o b.png");
  burl_ok("render b.tif -o again.tif");
  assert_same_files("b.tif", "again.tif");
  const outcome *const o =
      shell("/usr/bin/python3 -c '"
            "from osgeo import gdal; import numpy as np; gdal.UseExceptions()\n"
            "for name in \"abcd\":\n"
            "  file = gdal.Open(name + \".tif\"); band = file.GetRasterBand(file.RasterCount)\n"
            "  is_alpha = band.GetColorInterpretation() == gdal.GCI_AlphaBand\n"
            "  print(file.RasterCount, gdal.GetDataTypeName(band.DataType), is_alpha)\n"
            "  if name in \"ab\": assert (file.ReadAsArray() == gdal.Open(name + \".png\").ReadAsArray()).all()\n'");
  if (o->code) fail_msg("%s", o->err);
  assert_string_equal(o->out, "3 Byte False\n3 UInt16 False\n4 Byte True\n1 Float32 False\n");
  assert_contains(burl_ok("render -e 'rgb(2*x, y, 0/0*x)' " PLACE " -o e.tif")->err, "400 values are not a number");
  assert_contains(burl_ok("render -e 'x' " PLACE " --depth 16 -o e.tif")->err, "--depth makes no difference");
}

/* Too many samples are refused before memory is taken for them, in files of few bytes; texts in a picture of few
 * samples are skipped. */
static void test_too_many_samples(void **state) {
  (void)state;
  const outcome *o =
      shell("/usr/bin/python3 -c 'from osgeo import gdal; gdal.UseExceptions();"
            "gdal.GetDriverByName(\"GTiff\").Create(\"huge.tif\", 2000000, 1000000, 1, gdal.GDT_Float32,"
            " [\"SPARSE_OK=TRUE\", \"TILED=YES\", \"BLOCKXSIZE=4096\", \"BLOCKYSIZE=4096\", \"BIGTIFF=YES\"])'");
  assert_int_equal(o->code, 0);
  o = burl("render -e 'image(\"huge.tif\")' -o a.png");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "huge.tif: too large: it has 2000000 x 1000000 samples, and heights at most 2^28");
  o = shell("/usr/bin/python3 " BURL_SOURCE_DIR "/test/bombs.py");
  if (o->code != 0) fail_msg("%s", o->err);
  static const char *const bombs[] = {"wide.png", "large.png", "passes.png", "large.npy", "large.asc", "large.exr"};
  const char *const limit = SANITIZED ? "" : "ulimit -v 800000;"; /* a sanitizer reserves more */
  for (int i = 0; i < COUNT(bombs); i++) {
    o = shell("%s $burl render -e 'image(\"%s\")' -o a.png", limit, bombs[i]);
    assert_int_equal(o->code, 1);
    if (!strstr(o->err, "too large") && !strstr(o->err, "cut off") && !strstr(o->err, "damaged"))
      fail_msg("%s: %s", bombs[i], o->err);
  }
  o = shell("ulimit -t 3; $burl render -e 'image(\"texts.png\")' --range 0,1 -o a.png"); /* seconds */
  if (o->code != 0) fail_msg("%s", o->err);
}

/* Files beside a picture of heights, which GDAL would read, are left alone. */
static void test_files_beside_are_not_read(void **state) {
  (void)state;
  make_files();
  write_whole("plain.tfw", "1\n0\n0\n-1\n0\n0\n");
  write_whole("plain.tif.aux.xml",
              "<PAMDataset><SRS>EPSG:4326</SRS><GeoTransform>0,1,0,0,0,-1</GeoTransform></PAMDataset>");
  write_whole("grid.prj", "GEOGCS[\"x\"]");
  heights h = read_heights("plain.tif", NULL);
  assert_true(h.step[0] == 0 && !h.crs);
  heights_free(&h);
  h = read_heights("grid.asc", NULL);
  assert_true(h.step[0] == 10 && !h.crs);
  heights_free(&h);
}

static void test_systems(void **state) {
  (void)state;
  assert_true(heights_is_crs("EPSG:32632"));
  assert_true(heights_is_crs("PROJCS[\"x\"]"));
  assert_false(heights_is_crs("/etc/passwd"));
  assert_false(heights_is_crs("+proj=utm +zone=32"));
  assert_false(heights_is_crs("EPSG:4326+5773"));
  assert_false(heights_is_crs("BOUNDCRS[PARAMETERFILE[\"Latitude\",\"/etc/passwd\"]]"));
  assert_false(heights_is_crs("PROJCS[\"x\",EXTENSION[\"PROJ4\",\"+nadgrids=/etc/passwd\"]]"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_begin, folder_end)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(test_each_format_is_read_back),
      TEST(test_a_look_reads_no_samples),
      TEST(test_what_burl_writes_is_read),
      TEST(test_changes_are_seen),
      TEST(test_heights_come_to_another_system),
      TEST(test_like_takes_size_place_and_system),
      TEST(test_like_of_what_has_no_place),
      TEST(test_names_lead_from_the_recipe),
      TEST(test_strangers_open_no_file),
      TEST(test_resume_sees_a_changed_file),
      TEST(test_several_programs),
      TEST(test_what_is_refused),
      TEST(test_too_many_samples),
      TEST(test_colours_are_integers),
      TEST(test_files_beside_are_not_read),
      TEST(test_systems),
  };
  return cmocka_run_group_tests_name("heights", tests, NULL, NULL);
}
