/* Many pictures by one call: seeds, tiles, what is there already; and how the tool says how far it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "process.h"
#include "scale.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- seeds ----------------------------------------------------------------------------------- */

static void test_a_picture_a_seed(void **state) {
  (void)state;
  burl_ok("render -e 'perlin()' --size 40x30 --seeds 8..11 -o rock_%%03d.png");
  assert_int_equal(folder_count(), 4);
  for (int seed = 8; seed <= 11; seed++) {
    char name[32];
    snprintf(name, sizeof name, "rock_%03d.png", seed);
    burl_ok("render -e 'perlin()' --size 40x30 --seed %d -o one.png", seed);
    assert_same_files(name, "one.png");
  }
  assert_false(are_same("rock_008.png", "rock_009.png"));
}

/* All 64 bits of a seed, and every way to name it. */
static void test_names(void **state) {
  (void)state;
  burl_ok("render -e 'perlin()' --size 4 --seeds 18446744073709551614..18446744073709551615"
          " -o 100%%%%_{q}_%%d_%%d.npy");
  assert_true(exists("100%_{q}_18446744073709551614_18446744073709551614.npy"));
  assert_true(exists("100%_{q}_18446744073709551615_18446744073709551615.npy"));
  burl_ok("render -e 'perlin()' --size 4 -o %%d_{x}.pfm");
  assert_true(exists("%d_{x}.pfm")); /* one picture has its name as it is given */
}

/* ---- tiles ----------------------------------------------------------------------------------- */

/* A margin is the same as a window of more, for what is made of the whole grid; tiles and windows are of it. */
static void test_a_margin_is_a_window_of_more(void **state) {
  static const char recipe[] = "render -e 'breach(40*fbm(simplex(x/300, y/300), octaves: 6))'",
                    view[] = "--extent 0,0,1000,600 --size 100x60 --margin 20";
  (void)state;
  burl_ok("%s %s -o a.pfm", recipe, view);
  burl_ok("%s --extent=-200,-200,1200,800 --size 140x100 --window 20,20,100,60 -o b.pfm", recipe);
  assert_same_files("a.pfm", "b.pfm");
  burl_ok("%s --extent 0,0,1000,600 --size 100x60 -o without.pfm", recipe);
  assert_false(are_same("a.pfm", "without.pfm"));
  burl_ok("%s %s --tiles 2x2 -o t_{x}_{y}.pfm", recipe, view);
  burl_ok("%s %s --window 50,30,50,30 -o w.pfm", recipe, view);
  assert_same_files("t_1_1.pfm", "w.pfm");
  burl_ok("%s --extent=-200,-200,1200,800 --size 140x100 --window 70,50,50,30 -o v.pfm", recipe);
  assert_same_files("v.pfm", "w.pfm");
}

/* The picture remembers it; it must be a whole number; where it can't do anything, this is said. */
static void test_margins_are_remembered(void **state) {
  static const refused_call wrong[] = {
      {"-e 'fill(x)' --margin -1 -o a.png", 2, "--margin: '-1' is not a whole number from 0 to 1048576"},
      {"-e 'fill(x)' --margin 1048577 -o a.png", 2, "--margin: '1048577' is not a whole number from 0 to 1048576"},
      {"-e 'fill(image(\"plain.npy\"))' --margin 4 -o a.png", 2, "--margin: plain.npy doesn't say where it lies"}};
  (void)state;
  burl_ok("render -e 'hillshade(x*y)' --size 16x16 --margin 3 -o a.png");
  assert_contains(burl_ok("info a.png")->out, "--margin 3");
  burl_ok("render a.png -o b.png");
  assert_same_files("a.png", "b.png");
  burl_ok("render -e 'x' --size 8x8 -o plain.npy");
  check_refused("render", wrong, sizeof wrong / sizeof *wrong);
  assert_contains(burl_ok("render -e 'perlin()' --size 8x8 --margin 3 -o c.png")->err, "--margin makes no difference");
}

/* The tiles side by side are the whole. */
static void test_tiles_are_windows(void **state) {
  (void)state;
  static const char recipe[] = "render -e 'fbm(perlin(x, y), octaves: 5)' --seed 3 --size 104x69";
  burl_ok("%s --tiles 4x3 -o t_{x}_{y}.png", recipe);
  burl_ok("%s --tiles 4x3 --threads 1 -o u_{x}_{y}.png", recipe);
  assert_int_equal(folder_count(), 24);
  int left = 0;
  for (int x = 0; x < 4; x++) {
    const int width = 26;
    int top = 0;
    for (int y = 0; y < 3; y++) {
      const int height = 23;
      char tile[32], other[32];
      snprintf(tile, sizeof tile, "t_%d_%d.png", x, y);
      snprintf(other, sizeof other, "u_%d_%d.png", x, y);
      burl_ok("%s --window %d,%d,%d,%d -o w.png", recipe, left, top, width, height);
      assert_same_files(tile, "w.png");
      assert_same_files(tile, other);
      top += height;
    }
    assert_int_equal(top, 69);
    left += width;
  }
  assert_int_equal(left, 104);
}

/* Where samples lie on the edges, tiles have those of their borders in common. */
static void test_tiles_with_common_borders(void **state) {
  (void)state;
  static const char recipe[] = "render -e 'perlin()' --edge shared --size 33x22";
  burl_ok("%s --tiles 4x3 --progress json -o t_{x}_{y}.npy", recipe);
  assert_int_equal(folder_count(), 12 * 2);
  burl_ok("%s --window 8,7,9,8 -o w.npy", recipe);
  assert_same_files("t_1_1.npy", "w.npy");
  burl_ok("%s --window 24,14,9,8 -o w.npy", recipe);
  assert_same_files("t_3_2.npy", "w.npy");
  assert_contains(burl("%s --tiles 33x1 -o t_{x}.npy", recipe)->err, "there are 33 samples");
}

/* Of a volume, of a window, of each seed, and of a whole-grid function, computed once. */
static void test_tiles_of_other_things(void **state) {
  (void)state;
  burl_ok("render -e 'perlin()' --size 8x9x10 --tiles 2x3x5 -o v_{z}_{y}_{x}.npy");
  burl_ok("render -e 'perlin()' --size 8x9x10 --window 4,3,6,4,3,2 -o v.npy");
  assert_same_files("v.npy", "v_3_1_1.npy");

  burl_ok("render -e 'perlin()' --size 90x90 --window 10,20,30,40 --tiles 3x2 -o w_{x}{y}.r16");
  burl_ok("render -e 'perlin()' --size 90x90 --window 30,40,10,20 -o w.r16");
  assert_same_files("w.r16", "w_21.r16");

  burl_ok("render -e 'perlin()' --size 20x20 --seeds 1..3 --tiles 2x2 -o %%d_{x}_{y}.png");
  burl_ok("render -e 'perlin()' --size 20x20 --seed 2 --window 10,0,10,10 -o s.png");
  assert_same_files("s.png", "2_1_0.png");

  burl_ok("render -e 'midpoint()' --size 65x65 --edge shared --seeds 4..5 --tiles 2x2"
          " -o m%%d_{x}{y}.npy");
  burl_ok("render -e 'midpoint()' --size 65x65 --edge shared --seed 5 --window 32,32,33,33"
          " -o m.npy");
  assert_same_files("m.npy", "m5_11.npy");
}

/* ---- what is there --------------------------------------------------------------------------- */

static void damage(const char *path, const char *how) {
  const outcome *o = shell(how, path, path);
  if (o->code) fail_msg("%s: %s", path, o->err);
}

/* Every format: what is complete and made the same way is left, all else is made again. */
static void test_resume(void **state) {
  (void)state;
  static const char *const formats[] = {"png", "npy", "exr", "pfm", "r16", "csv", "qoi", "webp", "tif", "raw", "tiff"};
  static const char *const harms[] = {
      "rm %s",
      "truncate -s -1 %s",
      "truncate -s +1 %s",
      "truncate -s 100 %s",
      "size=$(stat -c %%s %s) && printf 'Q' | dd of=%s bs=1 seek=$((size - 30)) conv=notrunc 2>&1",
  };
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    const char *const f = formats[i];
    char call[256], name[32];
    if (!strstr(burl("render -e '1' -o a.what")->err, f)) continue; /* built without it */
    snprintf(call, sizeof call, "render -e 'perlin()' --size 48x48 --tiles 2x2 -o {x}{y}.%s", f);
    snprintf(name, sizeof name, "10.%s", f);
    burl_ok("%s", call);
    shell("cp %s good; touch -d '2001-01-01' ??.%s", name, f);
    assert_contains(burl_ok("%s --resume", call)->err, "4 of 4 were there and complete");
    for (size_t h = 0; h < sizeof harms / sizeof *harms; h++) {
      if (h == 4 && strcmp(f, "exr") == 0) continue;                  /* it has no checksum of its samples; */
      if (h % 2 == 0 && h > 0 && strncmp(f, "tif", 3) == 0) continue; /* nobody looks at this one's, nor end */
      damage(name, harms[h]);
      assert_contains(burl_ok("%s --resume", call)->err, "3 of 4 were there");
      assert_same_files(name, "good");
    }
    assert_string_equal(shell("find . -name '0?.%s' -newermt 2002-01-01", f)->out, "");
    assert_null(strstr(burl_ok("%s --resume --seed 1", call)->err, "were there"));
    assert_false(are_same(name, "good"));
    assert_null(strstr(burl_ok("%s --resume", call)->err, "were there")); /* another seed's */
    assert_same_files(name, "good");
  }
}

static void test_resume_with_a_range_of_its_own(void **state) {
  (void)state;
  static const char call[] = "render -e '3*perlin()' --size 30x30 --seeds 1..2 -o %d.png";
  burl_ok("%s --range auto", call);
  assert_contains(burl_ok("%s --range auto --resume", call)->err, "2 of 2 were there");
  assert_null(strstr(burl_ok("%s --range 0,1 --resume", call)->err, "were there"));
}

/* A process that is killed at any instant leaves whole files or none: what --resume makes of them is
 * what an undisturbed run makes. */
static void test_killed(void **state) {
  (void)state;
  const int runs = scale_of_test() < 1 ? 30 : 200;
  static const char call[] = "-e 'fbm(perlin(), octaves: 6)' --size 240x160 --tiles 6x4 -q --format r16";
  burl_ok("render %s -o good_{x}_{y}", call);
  srand(7);
  for (int run = 0; run < runs; run++) {
    const pid_t child = fork();
    if (child == 0) {
      setpgid(0, 0);
      execlp("sh", "sh", "-c",
             "exec \"$0\" render -e 'fbm(perlin(), octaves: 6)' --size 240x160 --tiles 6x4 -q --format"
             " r16 --resume -o tile_{x}_{y}",
             burl_binary(), (char *)NULL);
      _exit(127);
    }
    nanosleep(&(struct timespec){.tv_nsec = rand() % 40000000}, NULL);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    if (run % 4 == 3) {
      burl_ok("render %s --resume -o tile_{x}_{y}", call);
      for (int x = 0; x < 6; x++)
        for (int y = 0; y < 4; y++) {
          char good[32], tile[32];
          snprintf(good, sizeof good, "good_%d_%d", x, y);
          snprintf(tile, sizeof tile, "tile_%d_%d", x, y);
          assert_same_files(good, tile);
        }
      assert_int_equal(shell("ls -A | grep -c '^[.]'")->code, 1); /* no temporary file is left */
      shell("rm -f tile_*");
    }
  }
}

/* ---- what is wrong --------------------------------------------------------------------------- */

static void test_mistakes(void **state) {
  (void)state;
  static const struct {
    const char *arguments, *message;
  } mistakes[] = {
      {"--seeds 3 -o a%d.png", "'3' is not two whole numbers"},
      {"--seeds 3..1 -o a%d.png", "'3..1' is not two whole numbers"},
      {"--seeds 1..-1 -o a%d.png", "the lower first"},
      {"--seeds 1.5..2 -o a%d.png", "--seeds"},
      {"--seeds 1..3 -o a.png", "rock_%03d.png"},
      {"--seeds 1..3 -o a%s.png", "rock_%03d.png"},
      {"--seeds 0..18446744073709551615 -o a%d.png", "thousand million"},
      {"--seeds 1..3 --seed 1 -o a%d.png", "--seed and --seeds"},
      {"--seeds 1..3 -o -", "standard output"},
      {"--tiles 2x2 -o -", "standard output"},
      {"--tiles 2x2 -o a{x}.png", "along y"},
      {"--tiles 2 -o a{x}.png", "--tiles has 1 axes, the picture 2"},
      {"--tiles 2x0 -o a{x}{y}.png", "at least one tile"},
      {"--tiles 2,2 -o a{x}{y}.png", "--tiles: '2,2'"},
      {"--tiles 600x2 -o a{x}{y}.png", "where there are 512 samples"},
      {"--size 4096x4096 --edge shared --tiles 4x4 -o a{x}{y}.png", "--size 4097x4097 fits"},
      {"--size 101x70 --tiles 4x3 -o a{x}{y}.png", "--size 100x69 or --edge shared fits"},
      {"--size 102x71 --tiles 4x3 -o a{x}{y}.png", "--size 104x72 fits"},
      {"--size 65x65 --tiles 2x2 -o a{x}{y}.png", "--size 66x66 or --edge shared fits"},
      {"--window 0,0,9,9 --tiles 2x3 -o a{x}{y}.png", "a --window of 10x9 fits"},
      {"--tiles 2x2 --range auto -o a{x}{y}.png", "--range lo,hi"},
      {"--progress fast -o a.png", "none of bar, json and none"},
  };
  for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
    const outcome *o = burl("render -e 'perlin()' %s", mistakes[i].arguments);
    if (o->code != 2 || !strstr(o->err, mistakes[i].message))
      fail_msg("%s\nexit code %d; expected '%s' in:\n%s", mistakes[i].arguments, o->code, mistakes[i].message, o->err);
  }
  assert_int_equal(folder_count(), 0);
}

/* One that can't be written ends the work, with its name. */
static void test_a_picture_that_fails(void **state) {
  (void)state;
  assert_int_equal(mkdir("2.png", 0777), 0);
  const outcome *o = burl("render -e 'perlin()' --seeds 1..400 --threads 1 -o %%d.png");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "2.png: is a directory");
  assert_int_equal(folder_count(), 2);
}

/* ---- what is said ---------------------------------------------------------------------------- */

static void test_progress_for_programs(void **state) {
  (void)state;
  const outcome *o = burl_ok("render -e 'perlin()' --tiles 2x2 --progress json -o {x}{y}.npy");
  assert_string_equal(strstr(o->err, "{\"done\""), o->err);
  const char *last = strrchr(o->err, '{');
  assert_contains(last, "{\"done\": 1.0000, \"files\": 4, \"of\": 4, \"samples_per_second\": ");
  o = burl_ok("render -e 'midpoint()' --size 65x65 --window 3,4,9,9 --progress json -o w.npy");
  assert_contains(strrchr(o->err, '{'), "{\"done\": 1.0000, ");
  assert_int_equal(shell("\"$burl\" render -e 'perlin()' --progress json -o a.npy 2>&1 |"
                         " /usr/bin/python3 -c 'import json,sys; [json.loads(l) for l in sys.stdin]'")
                       ->code,
                   0);
}

static void test_quiet_and_verbose(void **state) {
  (void)state;
  static const char call[] = "render -e '0.1*perlin() + 0.3*x' --range 0,9 --size 20x20 -o a.npy";
  assert_contains(burl_ok("%s", call)->err, "note: --range makes no difference");
  assert_string_equal(burl_ok("%s -q", call)->err, "");
  const outcome *o = burl_ok("%s --verbose --threads 1", call);
  assert_contains(o->err, "; 1 thread, 1 picture at once\n");
  assert_contains(o->err, "1 made, each in 1 band");
  assert_contains(o->err, "sampling ");
  for (int i = 0; i < 2; i++) { /* SSE4.1 has no kernels of its own any more */
    o = shell("BURL_ISA=%s \"$burl\" render -e 'perlin()' -v -o a.npy", i == 0 ? "sse2" : "sse4.1");
#if defined __x86_64__
    assert_contains(o->err, "burl render: sse2; ");
#endif
    assert_int_equal(o->code, 0);
  }
}

/* On a terminal alone, and not where NO_COLOR is set. */
static void test_colours(void **state) {
  (void)state;
  if (shell("command -v script")->code) skip();
  assert_null(strchr(burl("render -e 'prelin()' -o a.png")->err, '\033'));
  assert_contains(shell("TERM=xterm NO_COLOR= script -qc \"'$burl' info -e 'prelin()'\" out")->out, "\033[1m");
  assert_null(strchr(shell("TERM=xterm NO_COLOR=1 script -qc \"'$burl' info -e 'prelin()'\" out")->out, '\033'));
  assert_null(strchr(shell("TERM=dumb script -qc \"'$burl' info -e 'prelin()'\" out")->out, '\033'));
}

/* ---- shells and man -------------------------------------------------------------------------- */

static void test_completion(void **state) {
  (void)state;
  burl_ok("completion bash");
  const outcome *o = shell("\"$burl\" completion bash > c && bash -c '. ./c;"
                           " t() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _burl;"
                           " echo \"${COMPREPLY[*]}\"; };"
                           " t burl re; t burl render --til; t burl render --edge c; t burl list simp;"
                           " t burl list perl; t burl completion \"\"'");
  assert_string_equal(o->out, "render\n--tiles\ncell\nsimplex\nperlin\nbash zsh fish\n");
  for (int i = 0; i < 2; i++) {
    const char *const name = i ? "fish" : "zsh";
    if (shell("command -v %s", name)->code == 0)
      assert_int_equal(shell("\"$burl\" completion %s > c && %s -n c", name, name)->code, 0);
  }
  if (shell("command -v fish")->code == 0)
    assert_string_equal(shell("\"$burl\" completion fish > c && fish -c 'source c;"
                              " complete -C \"burl render --edge s\"' | cut -f1")
                            ->out,
                        "shared\n");
  assert_int_equal(burl("completion csh")->code, 2);
}

static void test_manual_page(void **state) {
  (void)state;
  const outcome *o = burl_ok("man");
  assert_contains(o->out, ".TH BURL 1");
  assert_contains(o->out, "\\-\\-resume");
  if (shell("command -v man")->code == 0)
    assert_string_equal(shell("\"$burl\" man | man --warnings=all -l - 2>&1 >page")->out, "");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_begin, folder_end)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(test_a_picture_a_seed),
      TEST(test_names),
      TEST(test_tiles_are_windows),
      TEST(test_a_margin_is_a_window_of_more),
      TEST(test_margins_are_remembered),
      TEST(test_tiles_with_common_borders),
      TEST(test_tiles_of_other_things),
      TEST(test_resume),
      TEST(test_resume_with_a_range_of_its_own),
      TEST(test_killed),
      TEST(test_mistakes),
      TEST(test_a_picture_that_fails),
      TEST(test_progress_for_programs),
      TEST(test_quiet_and_verbose),
      TEST(test_colours),
      TEST(test_completion),
      TEST(test_manual_page),
  };
  return cmocka_run_group_tests_name("series", tests, NULL, NULL);
}
