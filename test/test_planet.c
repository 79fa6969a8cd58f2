/* burl plan, run, merge and status: the same archive however the work is cut, what is there isn't made again, and what
 * is wrong is said. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))
#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_begin, folder_end)

static const char world[] = "param top = 6000 [1, 9000]\n"
                            "land = sphere(fbm(perlin(), octaves: 3), radius: 1.5)\n"
                            "height = max(0, top*land)\n"
                            "ramp(land, -0.5, #0b2d55, 0, #86cdc4, 0.01, #eadfb4, 0.5, #66694b)\n";

static void plan(const char *folder, const char *options) {
  write_whole("world.burl", world);
  burl_ok("plan world.burl -q -o %s --layer height:terrarium --layer result %s", folder, options);
}

/* However the work is cut, on however many threads, and in whatever order. */
static void test_the_same_archive(void **state) {
  (void)state;
  plan("one", "--zoom 0-2");
  plan("seven", "--zoom 0-2 --shards 7");
  plan("many", "--zoom 0-2 --shards 20");
  burl_ok("run one --threads 1");
  for (int i = 6; i >= 0; i--) burl_ok("run seven --shard %d/7 --threads 2", i);
  burl_ok("run many -q");
  burl_ok("merge one -o one_{layer}.pmtiles");
  burl_ok("merge seven -o seven_{layer}.pmtiles");
  burl_ok("merge many --layer height -o many_height.pmtiles");
  assert_same_files("one_height.pmtiles", "seven_height.pmtiles");
  assert_same_files("one_height.pmtiles", "many_height.pmtiles");
  assert_same_files("one_result.pmtiles", "seven_result.pmtiles");
  burl_ok("plan world.burl -q -o alone --zoom 0-2 --layer height:terrarium");
  burl_ok("run alone");
  burl_ok("merge alone -o alone.pmtiles");
  const outcome *o = shell(
      "for file in alone one_height; do /usr/bin/python3 '%s/test/pmtiles.py' tiles $file.pmtiles; done | uniq | wc -l",
      BURL_SOURCE_DIR);
  assert_string_equal(o->out, "1\n");
}

/* Each tile of an archive, by a reader of another author, is the file of its place. */
static void test_archive(void **state) {
  (void)state;
  plan("p", "--zoom 0-3 --shards 3");
  burl_ok("run p");
  burl_ok("merge p --layer height -o p.pmtiles");
  burl_ok("merge p --layer height -o 'p/{z}/{x}/{y}.png'");
  assert_string_equal(
      shell("/usr/bin/python3 '%s/test/pmtiles.py' same p.pmtiles 'p/{z}/{x}/{y}.png'", BURL_SOURCE_DIR)->out,
      "85 tiles\n");
  const outcome *o = burl_ok("info p.pmtiles");
  assert_contains(o->out, "archive     PMTiles 3, png, zooms 0 to 3\ntiles       85, in 69 entries, ");
  assert_contains(o->out, "\"encoding\":\"terrarium\"");
  assert_contains(burl_ok("info p.pmtiles --json")->out, "\"name\": \"height\"");
  shell("head -c 50000 p.pmtiles >cut.pmtiles; cp world.burl none.pmtiles");
  assert_contains(burl("info cut.pmtiles")->err, "cut.pmtiles: it is cut off");
  assert_contains(burl("info none.pmtiles")->err, "none.pmtiles: it is no PMTiles archive of version 3");
  assert_contains(burl("info nowhere.pmtiles")->err, "nowhere.pmtiles: No such file");
}

/* What is of one colour is stored once, on all zooms. */
static void test_plain_tiles(void **state) {
  (void)state;
  write_whole("sea.burl", "rgb(0.1, 0.2, x > 0)");
  burl_ok("plan sea.burl -o p --zoom 1-4 --shards 5 -f webp");
  burl_ok("run p");
  burl_ok("merge p -o sea.pmtiles");
  assert_string_equal(shell("/usr/bin/python3 '%s/test/pmtiles.py' tiles sea.pmtiles", BURL_SOURCE_DIR)->out,
                      "340 2\n");
  assert_string_equal(shell("/usr/bin/python3 '%s/test/pmtiles.py' about sea.pmtiles", BURL_SOURCE_DIR)->out,
                      "4 1 4 -180.0 -85.0511287 180.0 85.0511287\n");
  write_whole("corner.burl",
              "rgb(0, 0, clamp(x - 511, 0, 1)*clamp(y - 511, 0, 1))"); /* only the last sample of all isn't black */
  burl_ok("plan corner.burl -o corner --map plane --extent 0,0,512,512 --zoom 1");
  burl_ok("run corner");
  burl_ok("merge corner -o corner.pmtiles");
  assert_string_equal(shell("/usr/bin/python3 '%s/test/pmtiles.py' tiles corner.pmtiles", BURL_SOURCE_DIR)->out,
                      "4 2\n");
  assert_string_equal(
      shell("/usr/bin/python3 '%s/test/pmtiles.py' about corner.pmtiles | cut -c1-5", BURL_SOURCE_DIR)->out, "2 1 1\n");
}

/* A shard that is damaged, cut off or of another plan is made again, one that is whole isn't. */
static void test_runs(void **state) {
  (void)state;
  plan("p", "--zoom 0-1 --shards 4");
  assert_int_equal(burl("status p")->code, 75);
  assert_contains(burl("merge p -o {layer}.pmtiles")->err,
                  "p/shards/height/0000000.tiles: it isn't there; burl run p --shard 0/4 makes it");
  burl_ok("run p");
  assert_string_equal(burl_ok("status p")->out, "done        4 of 4 shards\n");
  assert_contains(burl_ok("run p")->err, "4 of 4 shards were there and whole");
  burl_ok("merge p -o a_{layer}.pmtiles");
  shell("printf x | dd of=p/shards/height/0000001.tiles bs=1 seek=40 conv=notrunc; truncate -s -9 "
        "p/shards/height/0000002.tiles;"
        "cd p/shards/result; cp 0000000.tiles 0000003.tiles; cp 0000002.tiles 0000001.tiles");
  const outcome *o = burl("status p");
  assert_int_equal(o->code, 75);
  assert_contains(o->out, "damaged     2\nother plan  1\nto be run   1 2 3\n");
  assert_contains(burl("merge p --layer height -o b.pmtiles")->err,
                  "0000001.tiles: it is damaged; burl run p --shard 1/4 makes it");
  o = burl("merge p --layer result -o b.pmtiles");
  assert_contains(o->err, "0000003.tiles: it is of another plan");
  assert_contains(o->err, "0000001.tiles: it is of another plan");
  assert_false(exists("b.pmtiles"));
  assert_contains(burl_ok("run p")->err, "1 of 4 shards were there and whole");
  burl_ok("merge p -o b_{layer}.pmtiles");
  assert_same_files("a_height.pmtiles", "b_height.pmtiles");
  assert_same_files("a_result.pmtiles", "b_result.pmtiles");
  plan("p", "--zoom 0-1 --shards 4 --seed 5 --replace");
  assert_contains(burl("status p")->out, "other plan  4\n");
}

/* A tile that is damaged is seen by what reads it, and its shard made again. */
static void test_damaged_tiles(void **state) {
  static const char *const outputs[] = {"a.pmtiles", "a.mbtiles", "{z}-{x}-{y}.png"};
  (void)state;
  write_whole("world.burl", world);
  burl_ok("plan world.burl -q -o p --zoom 0-1 --shards 2 --overviews");
  burl_ok("run p --shard 0/2");
  burl_ok("run p --shard 1/2");
  shell("printf x | dd of=p/shards/result/0000001.tiles bs=1 seek=900 conv=notrunc");
  const outcome *o = burl("run p --overviews");
  assert_int_equal(o->code, 75);
  assert_contains(o->err, "0000001.tiles: it is damaged; burl run p --shard 1/2 makes it");
  assert_contains(burl_ok("run p")->err, "1 of 3 shards were there and whole");
  shell("printf x | dd of=p/shards/result/0000001.tiles bs=1 seek=900 conv=notrunc");
  for (int i = 0; i < COUNT(outputs); i++) {
    o = burl("merge p -o '%s'", outputs[i]);
    assert_int_equal(o->code, 75);
    assert_contains(o->err, "0000001.tiles: it is damaged; burl run p --shard 1/2 makes it");
  }
  assert_false(exists("a.pmtiles") || exists("a.mbtiles"));
}

/* {layer} stands for the layer's name wherever it is, and no name is cut. */
static void test_names(void **state) {
  (void)state;
  plan("p", "--zoom 0-1");
  burl_ok("run p");
  shell("mkdir height result");
  burl_ok("merge p -o '{layer}/{layer}.pmtiles'");
  assert_true(exists("height/height.pmtiles") && exists("result/result.pmtiles"));
  burl_ok("merge p -o '{layer}%%s{z}/{x}{x}/{y}{z}.png'");
  assert_true(exists("height%s1/11/01.png") && exists("result%s0/00/00.png"));
  const outcome *o = shell("\"$burl\" merge p --layer height -o \"$(seq -s / 1100)/{z}/{x}/{y}.png\"");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "File name too long");
}

/* Waits, five seconds at most, until a shard is being written. */
#define WRITING "for i in $(seq 500); do [ -z \"$(find p/shards -type f 2>/dev/null)\" ] || break; sleep 0.01; done; "

/* Killed in the middle of a shard, it leaves nothing that counts as one. */
static void test_killed(void **state) {
  static const char *const signals[] = {"KILL", "INT", "TERM"};
  (void)state;
  plan("p", "--zoom 0-3");
  plan("q", "--zoom 0-3 --shards 3");
  for (int i = 0; i < COUNT(signals); i++) {
    const outcome *o =
        shell("rm -rf p/shards; (" WRITING "kill -%s $$) & exec \"$burl\" run p --threads 1 -q", signals[i]);
    assert_true(o->code < 0);
    assert_contains(burl("status p")->out, "done        0 of 1 shards\nmissing     1\n");
  }
  burl_ok("run p");
  burl_ok("run q");
  burl_ok("merge p --layer height -o p.pmtiles");
  burl_ok("merge q --layer height -o q.pmtiles");
  assert_same_files("p.pmtiles", "q.pmtiles");
}

/* A folder with shards of another plan is left as it is, unless it may be replaced. */
static void test_another_plan(void **state) {
  (void)state;
  plan("p", "--zoom 0-1 --shards 2");
  plan("p", "--zoom 0-1 --shards 3");
  burl_ok("run p --shard 0/3");
  plan("p", "--zoom 0-1 --shards 3");
  const outcome *o = burl("plan world.burl -o p --zoom 0-1 --layer height:terrarium --layer result --shards 2");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "p: it has shards of another plan; -o takes another folder, --replace this one");
  assert_contains(burl("status p")->out, "done        1 of 3 shards\n");
  burl_ok("plan world.burl -q -o p --zoom 0-1 --layer result --replace");
  assert_contains(burl("status p")->out, "done        0 of 1 shards\nother plan  1\n");
}

/* A shard that another burl is making is left to it. */
static void test_at_once(void **state) {
  (void)state;
  plan("p", "--zoom 0-3");
  const outcome *o =
      shell("\"$burl\" run p --threads 1 -q & " WRITING
            "kill -STOP $!; \"$burl\" status p; \"$burl\" run p; code=$?; kill -CONT $!; wait; exit $code");
  assert_int_equal(o->code, 75);
  assert_contains(o->err, "1 of 1 shards are being made by another burl");
  assert_string_equal(o->out, "done        0 of 1 shards\nmissing     1\nbeing made  1: 0\n");
  burl_ok("status p");
}

/* Heights that an encoding has no number for are counted. */
static void test_lost_heights(void **state) {
  (void)state;
  write_whole("a.burl", "view -180,-90,180,90\nh = x > 0 ? 0/0*x : y > 0 ? 40000 : 9\nh\n");
  burl_ok("plan a.burl -q -o p --zoom 0-0 --layer h:terrarium");
  assert_contains(burl_ok("run p")->err,
                  "shard 0: 49152 heights of layer h are not a number, or beyond -32768 to 32768 m");
}

/* What is no file in a plan's folder is never waited for. */
static void test_pipes_in_the_folder(void **state) {
  (void)state;
  plan("p", "--zoom 0-1 --shards 2");
  burl_ok("run p");
  const outcome *const made = shell("cd p; rm shards/result/0000000.tiles; mkfifo shards/result/0000000.tiles;"
                                    " mkdir -p failures; mkfifo failures/0000000.txt");
  assert_int_equal(made->code, 0);
  const outcome *o = shell("timeout 20 \"$burl\" status p");
  assert_int_equal(o->code, 75);
  assert_contains(o->out, "damaged     1\nto be run   0\n");
  o = shell("timeout 20 \"$burl\" merge p --layer result -o b.pmtiles");
  assert_contains(o->err, "0000000.tiles: it is damaged; burl run p --shard 0/2 makes it");
  o = shell("timeout 20 \"$burl\" run p");
  assert_contains(o->err, "0000000.tiles: is a FIFO, not a regular file");
  shell("rm p/plan.json; mkfifo p/plan.json");
  assert_contains(shell("timeout 20 \"$burl\" run p")->err, "is a FIFO");
}

/* Every third shard from the second on, and from the third on. */
static void test_stride(void **state) {
  (void)state;
  plan("p", "--zoom 0-2 --shards 8");
  burl_ok("run p --shard 1/8 --stride 3");
  assert_contains(burl("status p")->out, "done        3 of 8 shards\nmissing     5\nto be run   0 2 3 5 6\n");
  assert_contains(burl_ok("run p --shard 2/8 --stride 5")->err, "1 of 2 shards were there and whole");
  burl_ok("run p --shard 0/8 --stride 1");
  burl_ok("status p");
}

/* Three shards made at once tell what all take, and what that costs; they are done then. */
static void test_estimates(void **state) {
  (void)state;
  write_whole("world.burl", world);
  const outcome *o = burl_ok("plan world.burl --zoom 0-2 --shards 9 -o p --try --price 1000000");
  assert_contains(
      o->out,
      "tiles       21, zooms 0 to 2, 256 samples a side\nlayers      result:colour\nshards      9, of 3 tiles\n");
  double seconds, bytes, cost;
  assert_int_equal(sscanf(strstr(o->out, "time "),
                          "time about %lf seconds of one core; a shard %*f seconds bytes about %lf MB cost about %lf",
                          &seconds, &bytes, &cost),
                   3);
  assert_true(seconds > 0 && fabs(cost / (seconds / 3600 * 1e6) - 1) < 0.01);
  assert_contains(burl("status p")->out, "done        3 of 9 shards\nmissing     6\nto be run   0 2 3 5 6 8\n");
  burl_ok("run p");
  const double all = atof(shell("du -bc p/shards/result/*.tiles | tail -1")->out) / 1e6;
  assert_true(bytes > 0.5 * all && bytes < 2 * all);
}

/* A file may not be as large as a shard: the work can be tried again. */
static void test_no_room(void **state) {
  static const char *const outputs[] = {"a.pmtiles", "a.mbtiles", "{z}-{x}-{y}.png"};
  (void)state;
  plan("p", "--zoom 0-2");
  const outcome *o = shell("trap '' XFSZ; ulimit -f 100; \"$burl\" run p");
  assert_int_equal(o->code, 75);
  assert_contains(o->err, "File too large");
  assert_int_equal(shell("find p/shards -type f | wc -l")->out[0], '0');
  assert_contains(burl("status p")->out, "failed      0: shard 0: File too large\n");
  burl_ok("run p");
  assert_string_equal(burl_ok("status p")->out, "done        1 of 1 shards\n");
  assert_false(exists("p/failures/0000000.txt"));
  const int files = folder_count();
  for (int i = 0; i < COUNT(outputs); i++) {
    o = shell("trap '' XFSZ; ulimit -f 20; \"$burl\" merge p --layer height -o '%s'", outputs[i]);
    assert_int_equal(o->code, 1);
    assert_int_equal(folder_count(), files);
  }
}

static void test_refused(void **state) {
  static const refused_call plans[] = {
      {"-e x -o p --tile 300", 2, "'300' is neither 256 nor 512"},
      {"-e x -o p --layer :terrarium", 2, "'' is no name of a part"},
      {"-e x -o p $(for i in $(seq 17); do echo --layer a$i; done)", 2, "more than 16 layers"},
      {"-e x -o p -p $(printf 'a%.0s' $(seq 70))=1", 1, "its name is too long for a plan"},
      {"-e x -o p -f tif --map geographic --size 9x9 --zoom 3", 2,
       "a raster has no tiles: --size in place of --zoom and --tile"},
      {"-e x", 2, "-o says where the plan lies"},
      {"-e 'rgb(0,0,x)' -o p --zoom 4-2", 2, "'4-2' is no zoom"},
      {"-e 'rgb(0,0,x)' -o p --zoom 0-27", 2, "up to 26"},
      {"-e 'rgb(0,0,x)' -o p --zoom 0-14", 1, "357913941 tiles, more than 30000000; --most-tiles allows more"},
      {"-e 'rgb(0,0,x)' -o p --shards 0", 2, "no whole number from 1"},
      {"-e 'rgb(0,0,x)' -o p --zoom 0 --shards 2", 1, "2 is more than the 1 tiles"},
      {"-e 'rgb(0,0,x)' -o p --layer q", 1, "no part called 'q'"},
      {"-e 'rgb(0,0,x)' -o p --layer result:terrarium", 1, "terrarium is of heights, and this is a colour"},
      {"-e 'x' -o p", 1, "it is a number that isn't proven to be from 0 to 1; result:terrarium has heights"},
      {"-e 'x' -o p --layer result:red", 2, "'red' is none of colour, terrarium, mapbox and float"},
      {"-e 'x' -o p --layer result --layer result", 2, "given twice"},
      {"-e 'breach(perlin())' -o p --layer result:mapbox", 1, "breach needs the whole map at once"},
      {"-e 'perln()' -o p", 1, "did you mean 'perlin'"},
      {"-e 'rgb(0,0,x)' -o p --map ball", 2, "there is no map 'ball'; there are web, geographic, cube and plane"},
      {"-e 'rgb(0,0,x)' -o p -f gif", 2, "'gif' is none of png, webp and tif"},
      {"-e 'rgb(0,0,x)' -o p -f tif --size 9x9", 2, "a raster is of --map plane or geographic, not web"},
      {"-e 'rgb(0,0,x)' -o p -f tif --map plane", 2, "--size WxH says how many samples"},
      {"-e 'rgb(0,0,x)' -o p -f tif --map plane --size 9", 2, "'9' is no size such as 40000x20000"},
      {"-e 'rgb(0,0,x)' -o p -f tif --map geographic --size 9x9 --overviews", 2,
       "a raster's files have overviews of their own"},
      {"-e 'rgb(0,0,x)' -o p --size 9x9", 2, "tiles have --zoom"},
      {"-e 'rgb(0,0,x)' -o p --map plane", 1, "it has no view: --extent x0,y0,x1,y1 says which part"},
      {"-e 'rgb(0,0,x)' -o p --map plane --extent 0,0,2,1", 1, "a plane of tiles is square, and this one is 2 by 1"},
      {"-e 'rgb(0,0,x)' -o p --map plane --extent 0,0,0,1", 2, "'0,0,0,1' is not four numbers"},
      {"-e 'rgb(0,0,x)' -o p --extent 0,0,1,1", 2, "that of a web map is the globe"},
      {"-e x -o p --layer result:float", 2, "tiles have terrarium or mapbox"},
      {"-e x -o p -f tif --map plane --size 9x9 --extent 0,0,1,1 --layer result:mapbox", 2, "a raster has float"},
      {"-e x -o p -f tif --map plane --size 65537x131073 --extent 0,0,1,1 --layer result:float --shards 5", 1,
       "65537x131073 has 6 at least"},
      {"-e x -o p -f tif --map plane --size 9x9 --extent=-1e308,0,1e308,1 --layer result:float", 1,
       "the plane is too large"},
      {"-e x -o p -f tif --map plane --size 9x9 --extent 1,0,0,1 --layer result:float", 1,
       "a raster goes from left to right, and this one from 1 to 0"},
      {"-e x -o p --price -1", 2, "'-1' is no price of an hour"},
      {"-e 'image(\"nowhere.tif\")' -o p --layer result:mapbox", 1, "nowhere.tif: No such file"},
      {"-e 'image(\"flat.npy\")' -o p --layer result:mapbox", 1, "image(\"flat.npy\") has no place on the map"},
      {"-e 'rgb(0,0,x)' -o p --result x", 2, "--layer x"},
  };
  (void)state;
  burl_ok("render -e x --size 4x4 -o flat.npy");
  check_refused("plan", plans, COUNT(plans));
  plan("p", "--zoom 0-1 --shards 2");
  static const refused_call runs[] = {
      {"p --shard 0/2 --overviews", 2, "the overviews are made of all shards"},
      {"", 2, "it takes one folder"},
      {"nowhere", 65, "nowhere/plan.json: No such file"},
      {"p --shard 2/2", 65, "shards are 0 to 1, not 2"},
      {"p --shard 0/3", 65, "the plan has 2 shards, not 3; burl submit writes its scripts anew"},
      {"p --shard x", 2, "no shard such as 17/64"},
      {"p --threads 999", 2, "no whole number from 0 to 256"},
      {"p --stride 3", 2, "--shard K/N says where it begins"},
      {"p --shard 0/2 --stride 0", 2, "no whole number from 1"},
      {"p --overviews", 2, "the plan has none, as each zoom is sampled by itself"},
  };
  static const refused_call merges[] = {
      {"p --layer height -o '{z}/{x}/{y}.webp'", 2, "the plan's tiles are .png: '{z}/{x}/{y}.webp'"},
      {"p", 2, "-o names what is made"},
      {"p --mbtiles -o -", 2, "can't go to standard output"},
      {"p -o a.zip", 2, "ends neither in .pmtiles nor .mbtiles, and has no {z}, {x} and {y}"},
      {"p -o a.vrt", 2, "a raster is made of a plan of one"},
      {"p -o a.pmtiles", 2, "put {layer} into the name"},
      {"p -o a.pmtiles --layer q", 2, "no layer 'q'"},
  };
  check_refused("run", runs, COUNT(runs));
  check_refused("merge", merges, COUNT(merges));
}

/* Heights that may be beyond what an encoding has are said, others aren't. */
static void test_cut_heights(void **state) {
  (void)state;
  const outcome *o = burl_ok("plan -e '20000*perlin()' --layer result:mapbox --zoom 0 -o p");
  assert_contains(
      o->err,
      "layer result: mapbox has heights from -10000 to 1667721.5 m, and what is beyond is cut; these may be from "
      "-20000 to 20000");
  assert_string_equal(burl_ok("plan -e '20000*perlin()' --layer result:terrarium --zoom 0 -o p")->err, "");
}

/* Plans of others, and plans that have changed. */
static void test_wrong_plans(void **state) {
  static const struct {
    const char *edit, *message;
  } edits[] = {
      {"s/\"burl_output_version\": [0-9]*/\"burl_output_version\": 1/",
       "the plan is of output version 1, this burl of "},
      {"s/zlib [0-9.]*/zlib 0.9/", "compressed by png, zlib 0.9, here by png, zlib "},
      {"s/\"seed\": \"0\"/\"seed\": \"1\"/", "has changed since the plan was made"},
      {"s/\"side\": 256/\"side\": 257/", "no plan of burl's"},
      {"s/\"hash\"/\"hush\"/", "no plan of burl's"},
      {"s/height/..\\/..\\/etc/", "no plan of burl's"},
      {"s/\"shards\": 2/\"shards\": -2/", "no plan of burl's"},
      {"s/\"shards\": 2/\"shards\": 6/", "no plan of burl's"},
      {"s/^  1$/  27/", "no plan of burl's"},
      {"s/terrarium/float/", "no plan of burl's"},
      {"s/terrarium/mercury/", "no plan of burl's"},
      {"s/}//", "no plan of burl's"},
  };
  (void)state;
  for (int i = 0; i < COUNT(edits); i++) {
    plan("p", "--zoom 0-1 --shards 2");
    shell("sed -i '%s' p/plan.json", edits[i].edit);
    const outcome *o = burl("run p");
    if (o->code != 65 || !strstr(o->err, edits[i].message)) fail_msg("%s: %d, %s", edits[i].edit, o->code, o->err);
    assert_int_equal(burl("status p")->code, 65);
    assert_int_equal(burl("merge p --layer height -o a.pmtiles")->code, 65);
  }
  burl_ok("plan world.burl -q -o p -f webp --zoom 0");
  shell("sed -i 's/libwebp [0-9.]*/libwebp 0.9/' p/plan.json");
  assert_contains(burl("run p")->err, "compressed by webp, libwebp 0.9, here by webp, libwebp ");
  plan("p", "--zoom 0-1");
  shell("echo >> p/recipe.burl");
  assert_contains(burl("run p")->err, "recipe.burl has changed since the plan was made");
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST(test_the_same_archive), TEST(test_archive),
                                     TEST(test_plain_tiles),      TEST(test_runs),
                                     TEST(test_damaged_tiles),    TEST(test_names),
                                     TEST(test_another_plan),     TEST(test_at_once),
                                     TEST(test_stride),           TEST(test_pipes_in_the_folder),
                                     TEST(test_lost_heights),     TEST(test_estimates),
                                     TEST(test_killed),           TEST(test_no_room),
                                     TEST(test_refused),          TEST(test_cut_heights),
                                     TEST(test_wrong_plans)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
