/* Maps of plans: their places, their borders, their overviews, and what they are merged to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process.h"

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_begin, folder_end)

static const char world[] =
    "view 10, 20, 40, 50\n"
    "land = sphere(fbm(perlin(), octaves: auto), radius: 1.5)\n"
    "height = 6000*land\n"
    "clear = rgba(rgb(fract(x/30), fract(y/40), fract((x + y)/50)), clamp(2*land + 0.5, 0, 1))\n"
    "grey = clamp(land + 0.5, 0, 1)\n"
    "ramp(land, -0.5, #0b2d55, 0, #86cdc4, 0.01, #eadfb4, 0.5, #66694b)\n";

/* What test/maps.py prints of a check. */
static const char *check(const char *arguments) {
  const outcome *o = shell("/usr/bin/python3 '%s/test/maps.py' %s", BURL_SOURCE_DIR, arguments);
  if (o->code) fail_msg("maps.py %s: %s", arguments, o->err);
  return o->out;
}

static void make(const char *options) {
  write_whole("world.burl", world);
  burl_ok("plan world.burl -q -o p --replace %s", options);
  burl_ok("run p");
}

/* Makes the plan p of the recipe, and the files NAME/{face}/{z}/{x}/{y}.png of one layer. */
static void make_files(const char *name, const char *layer, const char *options) {
  make(options);
  burl_ok("merge p --layer %s -o '%s/{face}/{z}/{x}/{y}.png'", layer, name);
}

/* Tiles are the recipe's at the places of their samples, with the plan's knobs and seed, to the nearest step of their
 * encoding. */
static void test_places(void **state) {
  static const char *const maps[] = {"web", "geographic", "cube", "plane"}, *const encodings[] = {"terrarium",
                                                                                                  "mapbox"};
  char arguments[300];
  (void)state;
  write_whole(
      "fixed.burl",
      "view 10, 20, 40, 50\nparam top = 1\nheight = top*sphere(fbm(perlin(), octaves: 5), radius: 1.5)\nheight\n");
  for (int i = 0; i < 8; i++) {
    const char *const map = maps[i / 2], *const encoding = encodings[i % 2];
    burl_ok(
        "plan fixed.burl -q -o p --replace --map %s --zoom 0-1 --shards 3 --layer height:%s -p top=5000 --seed hills",
        map, encoding);
    burl_ok("run p");
    burl_ok("merge p -o '%s/{face}/{z}/{x}/{y}.png'", map);
    for (int zoom = 0; zoom < 2; zoom++) {
      snprintf(arguments, sizeof arguments,
               "places %s %s '%s/{face}/{z}/{x}/{y}.png' %d \"$burl\" fixed.burl --result height -p top=5000"
               " --seed hills",
               map, encoding, map, zoom);
      assert_string_equal(check(arguments), "1200 places\n");
    }
  }
}

/* Colours, with opacity, and greys are the pixels of the picture that burl render makes of all the map. */
static void test_colours(void **state) {
  static const char *const layers[] = {"result", "clear", "grey"}, *const shapes[] = {"512 1024 3\n", "512 1024 4\n",
                                                                                      "512 1024 3\n"};
  char arguments[100];
  (void)state;
  make("--map geographic --zoom 1 --layer result --layer clear --layer grey");
  burl_ok("merge p -o '{layer}/{z}/{x}/{y}.png'");
  for (int i = 0; i < 3; i++) {
    burl_ok("render world.burl --result %s --extent -180,90,180,-90 --size 1024x512 -q -o whole.png", layers[i]);
    snprintf(arguments, sizeof arguments, "pixels '%s/{z}/{x}/{y}.png' 1 whole.png", layers[i]);
    assert_string_equal(check(arguments), shapes[i]);
  }
}

/* With octaves: auto they have the octaves that can be seen at their latitude, or on their face. */
static void test_details(void **state) {
  (void)state;
  make("--zoom 0-1 --layer height:terrarium");
  burl_ok("merge p -o 'web/{z}/{x}/{y}.png'");
  make("--map cube --zoom 0-1 --layer height:terrarium");
  burl_ok("merge p -o 'cube/{face}/{z}/{x}/{y}.png'");
  for (int zoom = 0; zoom < 2; zoom++) {
    char arguments[100];
    snprintf(arguments, sizeof arguments, "details web 'web/{z}/{x}/{y}.png' %d world.burl \"$burl\"", zoom);
    assert_string_equal(check(arguments), "details\n");
    snprintf(arguments, sizeof arguments, "details cube 'cube/{face}/{z}/{x}/{y}.png' %d world.burl \"$burl\"", zoom);
    assert_string_equal(check(arguments), "details\n");
  }
}

/* Every border of tiles, the meridian where both ends of the map meet, the poles, and the edges of a cube. */
static void test_seams(void **state) {
  (void)state;
  make_files("web", "height", "--zoom 2 --layer height:terrarium");
  assert_string_equal(check("seams 'web/0/{z}/{x}/{y}.png' 2 256 web"), "no seam\n");
  make_files("flat", "height", "--map geographic --zoom 1 --layer height:terrarium");
  assert_string_equal(check("seams 'flat/0/{z}/{x}/{y}.png' 1 256 geographic"), "no seam\n");
  make_files("cube", "height", "--map cube --zoom 0 --layer height:terrarium");
  assert_string_equal(check("cube 'cube/{face}/{z}/{x}/{y}.png' 0"), "6144 samples along 24 rims\n");
}

/* Zooms that are sampled by themselves agree; overviews are means. */
static void test_zooms(void **state) {
  (void)state;
  make_files("web", "height", "--zoom 1-2 --layer height:terrarium");
  assert_string_equal(check("agree 'web/0/{z}/{x}/{y}.png' 2 0.02"), "agree\n");
  make("--zoom 0-2 --overviews --layer height:terrarium --layer result --layer clear --shards 3");
  burl_ok("merge p --layer height -o 'means/{z}/{x}/{y}.png'");
  burl_ok("merge p --layer result -o 'colours/{z}/{x}/{y}.png'");
  burl_ok("merge p --layer clear -o 'clear/{z}/{x}/{y}.png'");
  assert_string_equal(check("means 'means/{z}/{x}/{y}.png' 2"), "means\n");
  assert_string_equal(check("colours 'colours/{z}/{x}/{y}.png' 2"), "3 channels\n");
  assert_string_equal(check("colours 'clear/{z}/{x}/{y}.png' 2"), "4 channels\n");
}

/* The second stage needs all shards, and the archive doesn't tell how the work was cut. */
static void test_overviews(void **state) {
  static const int shards[] = {1, 3, 7, 16};
  (void)state;
  write_whole("world.burl", world);
  for (int i = 0; i < 4; i++) {
    burl_ok("plan world.burl -q -o p%d --zoom 0-2 -f %s --overviews --layer clear --shards %d", i, "webp", shards[i]);
    const outcome *o = burl("run p%d --overviews", i);
    assert_int_equal(o->code, 75);
    assert_contains(o->err, "it isn't there; burl run");
    assert_int_equal(burl("status p%d", i)->code, 75);
    if (i == 1) {
      for (int k = 2; k >= 0; k--) burl_ok("run p1 --shard %d/3 --threads 2", k);
      assert_contains(burl("status p1")->out, "done        3 of 3 shards\noverviews   missing\n");
      assert_contains(burl("merge p1 -o p1.pmtiles")->err,
                      "overviews.tiles: it isn't there; burl run p1 --overviews makes it");
      burl_ok("run p1 --overviews --threads 1");
    }
    burl_ok("run p%d", i);
    assert_contains(burl_ok("status p%d", i)->out, "overviews   done\n");
    burl_ok("merge p%d -o %d.pmtiles", i, i);
    if (i > 0) assert_same_files("0.pmtiles", i == 1 ? "1.pmtiles" : i == 2 ? "2.pmtiles" : "3.pmtiles");
  }
  burl_ok("plan world.burl -o alone --zoom 1 --overviews --layer clear"); /* of one zoom there is no second stage */
  burl_ok("run alone");
  assert_string_equal(burl_ok("status alone")->out, "done        1 of 1 shards\n");
}

/* A database has the same tiles; of one content once, and the same bytes however the work was cut. */
static void test_mbtiles(void **state) {
  (void)state;
  write_whole("sea.burl", "rgb(0, 0, x*y > 0)");
  burl_ok("plan sea.burl -q -o p --zoom 0-3 --shards 5");
  burl_ok("run p");
  burl_ok("merge p -o sea.mbtiles");
  burl_ok("merge p -o 'sea/{z}/{x}/{y}.png'");
  assert_string_equal(check("database sea.mbtiles 'sea/{z}/{x}/{y}.png'"), "85 3 0 3\n");
  make("--zoom 0-2 --layer height:terrarium --shards 4");
  burl_ok("merge p --mbtiles -o four");
  make("--zoom 0-2 --layer height:terrarium");
  burl_ok("merge p -o one.mbtiles");
  assert_same_files("four", "one.mbtiles");
  make("--map cube --zoom 0");
  assert_contains(burl("merge p -o cube.pmtiles")->err,
                  "such an archive is of a map of one square, and this one has 6");
  assert_contains(burl("merge p -o '{z}/{x}/{y}.png'")->err, "put {face} into the name");
  make("--map plane --zoom 0");
  assert_contains(burl("merge p -o plane.mbtiles")->err, "an .mbtiles is of web maps, and this map is a plane");
  burl_ok("merge p -o plane.pmtiles");
}

/* A raster in windows has the samples of a whole one, and its place; windows are laid out for reading by parts. */
static void test_raster(void **state) {
  (void)state;
  make("--map geographic -f tif --size 1500x800 --shards 9 --layer height:float --layer result");
  burl_ok("merge p -o '{layer}.vrt'");
  assert_contains(
      burl_ok(
          "plan world.burl -o q --map geographic -f tif --size 1500x800 --shards 9 --layer height:float --layer result")
          ->out,
      "raster      1500 x 800, geographic\nlayers      height:float, result:colour\n"
      "shards      6, of 512 x 512 samples\n"
      "bytes       8.4 MB before compression; --try tells how long it takes\n");
  burl_ok("render world.burl --result height --extent -180,90,180,-90 --size 1500x800 --crs EPSG:4326 -o whole.tif");
  assert_string_equal(check("raster height.vrt whole.tif"), "800 1500 4326\n");
  assert_string_equal(check("optimised p/shards/height/0000001.tif"), "COG [512, 512] 0 Float32\n");
  make("--map plane -f tif --size 1100x1300 --layer height:float");
  burl_ok("merge p --cog -o plane.vrt");
  burl_ok("render world.burl --result height --extent 10,20,40,50 --size 1100x1300 -o whole.tif");
  assert_string_equal(check("raster plane.vrt whole.tif"), "1300 1100 no system\n");
  assert_string_equal(check("optimised p/shards/height/0000000.tif"), "COG [512, 512] 2 Float32\n");
  assert_contains(burl("merge p -o p.pmtiles")->err, "does not end in .vrt, and the plan is of a raster");
  shell("dd if=/dev/zero of=p/shards/height/0000000.tif bs=1 seek=4000 count=9 conv=notrunc");
  assert_contains(burl("merge p -o plane.vrt")->err, "it is damaged; burl run p --shard 0/1 makes it");
  assert_contains(burl("status p")->out, "damaged     1\n");
  burl_ok("run p");
  burl_ok("merge p -o plane.vrt");
  assert_string_equal(check("raster plane.vrt whole.tif"), "1300 1100 no system\n");
  const outcome *o = shell("trap '' XFSZ; cp plane.vrt before.vrt; ulimit -f 1; \"$burl\" merge p -o plane.vrt");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "plane.vrt: Failed to write");
  assert_same_files("plane.vrt", "before.vrt");
  burl_ok(
      "plan world.burl --map geographic -f tif --size 65536x9 --layer height:float -o wide"); /* as wide as it may be */
  assert_contains(burl("status wide")->out, "missing     1\n");
  burl_ok("plan world.burl --map geographic -f tif --size 600x9 --layer height:float --shards 2 -o two");
  shell("sed -i 's/\"shards\": 2/\"shards\": 1/' two/plan.json");
  assert_contains(burl("status two")->err, "no plan of burl's");
  o = shell("trap '' XFSZ; rm -r p/shards; ulimit -f 1000; \"$burl\" run p");
  assert_int_equal(o->code, 75);
  assert_string_equal(shell("find p/shards -type f | wc -l")->out, "0\n");
}

/* What was solved at once, coarse, is kept in the plan, and goes on around the globe. */
static void test_images(void **state) {
  (void)state;
  write_whole("land.burl", "land = 6000*sphere(fbm(perlin(), octaves: 4), radius: 1.5)\nsolved = breach(land)\n"
                           "height = image(\"solved.tif\", read: cubic)\nheight\n");
  burl_ok("render land.burl --result solved --extent -225,90,225,-90 --size 900x360 --crs EPSG:4326 -o solved.tif");
  burl_ok("plan land.burl -q --map geographic --zoom 0-1 --layer height:terrarium --shards 3 -o p");
  burl_ok("plan land.burl -q --zoom 0-1 --layer height:terrarium -o web");
  burl_ok("plan land.burl -q --map cube --zoom 0 --layer height:terrarium -o cube");
  shell("rm solved.tif");
  burl_ok("run p");
  burl_ok("run web");
  burl_ok("run cube");
  burl_ok("merge p -o 'flat/{z}/{x}/{y}.png'");
  burl_ok("merge web -o 'web/{z}/{x}/{y}.png'");
  burl_ok("merge cube -o 'cube/{face}/{z}/{x}/{y}.png'");
  assert_string_equal(check("seams 'web/{z}/{x}/{y}.png' 1 256 web"), "no seam\n");
  assert_string_equal(check("seams 'flat/{z}/{x}/{y}.png' 1 256 geographic"), "no seam\n");
  assert_string_equal(check("cube 'cube/{face}/{z}/{x}/{y}.png' 0"), "6144 samples along 24 rims\n");
  burl_ok("render land.burl --result land --extent -180,90,180,-90 --size 180x90 --crs EPSG:4326 -o solved.tif");
  burl_ok("plan land.burl -q --zoom 1 --layer height:terrarium -o web --replace");
  burl_ok("run web");
  burl_ok("merge web -o 'web/{z}/{x}/{y}.png'");
  assert_string_equal(check("seams 'web/{z}/{x}/{y}.png' 1 256 web"), "no seam\n");
  shell("printf x | dd of=$(ls p/images/*.npy) bs=1 seek=2000 conv=notrunc");
  const outcome *o = burl("run p");
  assert_int_equal(o->code, 65);
  assert_contains(o->err, ".npy has changed since the plan was made");
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST(test_places),  TEST(test_colours), TEST(test_details),
                                     TEST(test_seams),   TEST(test_zooms),   TEST(test_overviews),
                                     TEST(test_mbtiles), TEST(test_raster),  TEST(test_images)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
