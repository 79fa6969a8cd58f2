/* Frames: what other programs read of files that move, that each frame is the picture of its time, that nothing is left
 * of files that fail, and a series of frames that is resumed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "process.h"
#include "sanitized.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define READ "/usr/bin/python3 " BURL_SOURCE_DIR "/test/frames.py"
#define COLOURS "-e 'rgb(unit(fbm(simplex())), unit(perlin(x, y, 4*t)), t*t)'"

/* What frames.py prints. */
static const char *read_frames(const char *arguments) {
  const outcome *o = shell(READ " %s", arguments);
  if (o->code) fail_msg("%s: %s", arguments, o->err);
  return o->out;
}

/* ---- what is in a file --------------------------------------------------------------------------- */

typedef struct {
  const char *file, *recipe; /* recipe: with size and times, --times -0.5..1.5 --frames 4 */
  double most, mean;         /* how far its samples may be from those of pictures */
} sample;

static void test_frames_are_pictures(void **state) {
  (void)state;
  static const sample samples[] = {
      {"a.webp", COLOURS " --size 61x43", 0, 0},
      {"a.webp", "-e 'unit(perlin(x, y, t))' --size 61x43", 0, 0},
      {"a.webp", "-e 'rgba(rgb(0.5, unit(perlin(x, y, t)), t), unit(simplex(x, y, t)))' --size 33x20", 0, 0},
      {"a.gif", "-e 'unit(perlin(x, y, t))' --size 61x43", 0, 0},
      {"a.gif", "-e '5*perlin(x, y, t)' --range -3,4 --size 300x200", 0, 0},
      {"a.gif", "-e 'rgb(unit(levels(perlin(x, y, t), 0, 1)), floor(x)/8, 0.2)' --size 61x43", 255, 255},
      {"a.gif", "-e 'ramp(floor(8*unit(perlin(x, y, t)))/8, palette: viridis)' --size 61x43", 0, 0},
      {"a.gif", "-e 'white(x, y, seed: 3) + t' --step 1 --size 200x200 --range -1,3", 0, 0},
      {"a.gif", COLOURS " --size 200x143", 64, 4},
      {"a.gif", "-e '0.25' --size 1x1", 0, 0},
      {"a.y4m", COLOURS " --size 61x43", 2, 0.7},
      {"a.y4m", "-e 'unit(perlin(x, y, t))' --size 60", 1, 0.4},
      {"a.webp", "-e 'unit(midpoint()) + t' --range -1,3 --size 33x33 --edge shared --window 3,4,9,10", 0, 0},
  };
  static const char *const times[] = {"-0.5", "0", "0.5", "1"};
  for (const sample *s = samples; s < samples + sizeof samples / sizeof *samples; s++) {
    for (int k = 0; k < 4; k++) burl_ok("render %s --time %s -q -o %d.png", s->recipe, times[k], k);
    burl_ok("render %s --times -0.5..1.5 --frames 4 -q -o %s", s->recipe, s->file);
    char call[64];
    int frames;
    double most, mean;
    snprintf(call, sizeof call, "%s %%d.png", s->file);
    assert_int_equal(sscanf(read_frames(call), "%d %lg %lg", &frames, &most, &mean), 3);
    if (frames != 4 || most > s->most || mean > s->mean)
      fail_msg("%s of %s: %d frames, differences up to %g, %g on average", s->file, s->recipe, frames, most, mean);
  }
}

/* 65,536 colours become 256, which are 16 apart, and dithered so that squares have the shade that they should: without,
 * they would be off by 3 on average.  The pattern stands still. */
static void test_dithering(void **state) {
  (void)state;
  int frames;
  double most, mean, square;
  burl_ok("render -e 'rgb(x, y, 0.5)' --extent 0,0,1,1 --size 256x256 -q -o 0.png");
  burl_ok("render -e 'rgb(x, y, 0.5)' --extent 0,0,1,1 --size 256x256 --frames 2 -q -o a.gif");
  shell("cp 0.png 1.png");
  assert_int_equal(sscanf(read_frames("a.gif %d.png"), "%d %lg %lg %lg", &frames, &most, &mean, &square), 4);
  if (most > 32 || mean > 4 || square > 1.2) fail_msg("up to %g, %g on average, squares %g", most, mean, square);
  size_t length;
  char *const file = read_whole("a.gif", &length);
  const size_t head = 13 + 768 + 19, frame = (length - 1 - head) / 2;
  assert_true(length == head + 2 * frame + 1 && memcmp(file + head, file + head + frame, frame) == 0);
  free(file);
}

/* Delays are whole ticks whose sum keeps in step. */
static void test_heads(void **state) {
  (void)state;
  static const struct {
    const char *options, *file, *head;
  } heads[] = {
      {"--frames 3", "a.webp", "8x5, ms 40 40 40 repeats 0, palettes of frames 0\n"},
      {"--frames 3", "a.gif", "8x5, ms 40 40 40 repeats 0, palettes of frames 0\n"},
      {"--frames 3", "a.y4m", "8x5, ms 40 40 40 rate 25:1\n"},
      {"--frames 4 --fps 30", "a.webp", "8x5, ms 33 34 33 33 repeats 0, palettes of frames 0\n"},
      {"--frames 4 --fps 30", "a.gif", "8x5, ms 30 40 30 30 repeats 0, palettes of frames 0\n"},
      {"--frames 2 --fps 1000", "a.webp", "8x5, ms 1 1 repeats 0, palettes of frames 0\n"},
      {"--frames 2 --fps 50", "a.gif", "8x5, ms 20 20 repeats 0, palettes of frames 0\n"},
      {"--frames 2 --fps 0.1", "a.gif", "8x5, ms 10000 10000 repeats 0, palettes of frames 0\n"},
      {"--frames 2 --fps 0.1", "a.webp", "8x5, ms 10000 10000 repeats 0, palettes of frames 0\n"},
      {"--frames 1 --fps 29.97", "a.y4m", "8x5, ms 33.3667 rate 2997:100\n"},
      {"--frames 1 --fps 0.1", "a.y4m", "8x5, ms 10000 rate 1:10\n"},
      {"--times 0..2 --fps 2", "a.gif", "8x5, ms 500 500 500 500 repeats 0, palettes of frames 0\n"},
      {"--times 0..1e-3", "a.y4m", "8x5, ms 40 rate 25:1\n"},
  };
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    burl_ok("render " COLOURS " --size 8x5 %s -q -o %s", heads[i].options, heads[i].file);
    assert_string_equal(read_frames(heads[i].file), heads[i].head);
  }
}

/* frames.py follows every code of a .gif to its end: here where codes become longer, and where the table is full. */
static void test_lengths_of_codes(void **state) {
  (void)state;
  static const int counts[] = {1,   2,   3,   253, 254,  255,  256,  257,  258,  765, 766,
                               767, 768, 769, 770, 3838, 3839, 3840, 3841, 3842, 9000};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    burl_ok("render -e 'unit(white())' --step 1 --size %d --frames 1 -q -o a.gif", counts[i]);
    assert_contains(read_frames("a.gif"), "x1, ms 40 repeats 0");
  }
}

/* --frames alone runs over one turn of a loop(). */
static void test_usual_times(void **state) {
  (void)state;
  burl_ok("render " COLOURS " --size 20x20 --times 0..1 --frames 25 -o a.webp");
  burl_ok("render " COLOURS " --size 20x20 --frames 25 -o b.webp");
  burl_ok("render " COLOURS " --size 20x20 --times 0..1 -o c.webp");
  assert_same_files("a.webp", "b.webp");
  assert_same_files("a.webp", "c.webp");
}

static void test_threads_and_standard_output(void **state) {
  (void)state;
  static const char *const formats[] = {"webp", "gif", "y4m"};
  for (int i = 0; i < 3; i++) {
    const char *const f = formats[i];
    burl_ok("render " COLOURS " --size 90x70 --frames 9 --threads 1 -o a.%s", f);
    burl_ok("render " COLOURS " --size 90x70 --frames 9 --threads 5 -o b.%s", f);
    shell("cmp a.%s b.%s || echo other > differs", f, f);
    if (i > 0)
      shell("\"$burl\" render " COLOURS " --size 90x70 --frames 9 --format %s -o - |"
            " cmp - a.%s || echo > differs",
            f, f);
    assert_false(exists("differs"));
  }
}

static void test_quality(void **state) {
  (void)state;
  size_t length[3];
  static const char *const qualities[] = {"", "--quality 90", "--quality 10"};
  for (int k = 0; k < 4; k++) burl_ok("render " COLOURS " --size 200x143 --time %g -o %d.png", 0.25 * k, k);
  for (int i = 0; i < 3; i++) {
    burl_ok("render " COLOURS " --size 200x143 --frames 4 %s -o a.webp", qualities[i]);
    free(read_whole("a.webp", &length[i]));
    int frames;
    double most, mean;
    assert_int_equal(sscanf(read_frames("a.webp %d.png"), "%d %lg %lg", &frames, &most, &mean), 3);
    assert_int_equal(frames, 4);
    assert_true(i == 0 ? most == 0 : most > 0 && mean < (i == 1 ? 3 : 12));
    assert_true(i == 0 || length[i] < length[i - 1] / 2);
  }
  /* A frame's bytes, behind the heads of 44 and 24 bytes, are those of a picture, behind one of 12. */
  burl_ok("render " COLOURS " --size 200x143 --time 0 --quality 10 -o s.webp");
  assert_int_equal(shell("tail -c +13 s.webp > s; tail -c +69 a.webp | head -c $(stat -c %%s s) | cmp - s")->code, 0);
}

/* Alpha keeps its values, in a chunk of its own before that of the colours. */
static void test_quality_of_transparent_frames(void **state) {
  (void)state;
  static const char recipe[] = "-e 'rgba(rgb(x/8, y/8, t), unit(perlin(x, y, t)))' --size 64x64";
  int frames;
  double most, mean;
  for (int k = 0; k < 2; k++) burl_ok("render %s --time %g -o %d.png", recipe, 0.5 * k, k);
  burl_ok("render %s --frames 2 --quality 90 -o a.webp", recipe);
  assert_int_equal(sscanf(read_frames("a.webp %d.png"), "%d %lg %lg", &frames, &most, &mean), 3);
  if (frames != 2 || most > 24 || mean > 3) fail_msg("%d frames, up to %g, %g on average", frames, most, mean);
}

/* ---- again --------------------------------------------------------------------------------------- */

static void test_made_again(void **state) {
  (void)state;
  static const char *const files[] = {"a.webp", "a.gif", "a.y4m"};
  burl_ok("render " COLOURS " --seed 7 --size 40x30 --time 0.5 -o s.png");
  burl_ok("render " COLOURS " --seed 7 --size 40x30 --times 0..3 --frames 3 --fps 5 -o other.y4m");
  for (int i = 0; i < 3; i++) {
    burl_ok("render " COLOURS " --seed 7 --size 40x30 --times 0.5..2 --frames 5 --fps 12.5 -o %s", files[i]);
    const char *const ending = strchr(files[i], '.');
    burl_ok("render %s -o again%s", files[i], ending);
    char again[16];
    snprintf(again, sizeof again, "again%s", ending);
    assert_same_files(files[i], again);
    assert_contains(burl_ok("info %s", files[i])->out, " --times 0.5..2 --frames 5 --fps 12.5");
    burl_ok("render %s -o still.png", files[i]);
    assert_same_files("still.png", "s.png");
    burl_ok("render %s --times 0..3 --frames 3 --fps 5 -o o.y4m", files[i]);
    assert_same_files("o.y4m", "other.y4m");
    shell("printf x >> %s", files[i]);
    assert_contains(burl("render %s -o again.png", files[i])->err, "is about another file");
  }
}

static void test_quality_again(void **state) {
  (void)state;
  burl_ok("render " COLOURS " --size 40x30 --frames 3 --quality 30 -o a.webp");
  burl_ok("render a.webp -o b.webp");
  assert_same_files("a.webp", "b.webp");
  assert_contains(burl_ok("info a.webp")->out, " --quality 30");
  burl_ok("render " COLOURS " --size 40x30 --quality 30 -o s.webp");
  burl_ok("render s.webp -o t.webp");
  assert_same_files("s.webp", "t.webp");
}

/* What a stranger may have written beside a file. */
static void test_damaged(void **state) {
  (void)state;
  static const struct {
    const char *from, *to, *message;
  } damages[] = {
      {"\"times\": .0.0, 1.0", "\"times\": [0.0", "is damaged: times"},
      {"\"times\": .0.0, 1.0", "\"times\": [1.0, 1.0", "is damaged: times"},
      {"\"frames\": 3", "\"frames\": 0", "is damaged: frames"},
      {"\"frames\": 3", "\"frames\": \"3\"", "is damaged: frames"},
      {"\"frames\": 3", "\"frames\": 1000000000000", "1000000000000 frames are more than 10000"},
      {"\"fps\": 25.0", "\"fps\": 0", "is damaged: fps"},
      {"\"fps\": 25.0", "\"fps\": 1e9", "is damaged: fps"},
      {"\"quality\": 30", "\"quality\": 3000", "is damaged: quality"},
  };
  burl_ok("render " COLOURS " --size 8x6 --frames 3 --quality 30 -o a.webp");
  shell("cp a.webp.json whole");
  for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
    shell("sed 's/%s/%s/' whole > a.webp.json; cmp -s whole a.webp.json && touch same", damages[i].from, damages[i].to);
    assert_false(exists("same"));
    assert_contains(burl("render a.webp -o b.webp")->err, damages[i].message);
    assert_false(exists("b.webp"));
  }
}

/* ---- pictures of their own ----------------------------------------------------------------------- */

static void test_a_picture_a_frame(void **state) {
  (void)state;
  static const char call[] = "render " COLOURS " --size 40x30 --times 1..3 --frames 4 -o f/%04d.png";
  burl_ok("%s", call);
  for (int k = 0; k < 4; k++) {
    char name[32];
    snprintf(name, sizeof name, "f/%04d.png", k);
    burl_ok("render " COLOURS " --size 40x30 --time %g -o s.png", 1 + 0.5 * k);
    assert_same_files(name, "s.png");
  }
  shell("rm f/0002.png; cp f/0000.png f/0003.png; touch -d 2001-01-01 f/*");
  assert_contains(burl_ok("%s --resume", call)->err, "2 of 4 were there and complete");
  assert_same_files("f/0003.png", "s.png");
  assert_string_equal(shell("find f -newermt 2002-01-01 -name '*.png' | sort")->out, "f/0002.png\nf/0003.png\n");
  assert_int_equal(shell("ls -A f | wc -l")->out[0], '4');
}

static void test_tiles_and_whole_grids(void **state) {
  (void)state;
  burl_ok("render -e 'perlin(x, y, t)' --size 20x20 --times 0..1 --frames 2 --tiles 2x2 -o %%d_{x}{y}.npy");
  burl_ok("render -e 'perlin(x, y, t)' --size 20x20 --time 0.5 --window 10,0,10,10 -o s.npy");
  assert_same_files("1_10.npy", "s.npy");
  burl_ok("render -e 'midpoint() + t' --size 33x33 --edge shared --frames 2 --tiles 2x2 -o m%%d_{x}{y}.npy");
  burl_ok("render -e 'midpoint() + t' --size 33x33 --edge shared --time 0.5 --window 16,16,17,17 -o m.npy");
  assert_same_files("m1_11.npy", "m.npy");
  burl_ok("render -e 'a = perlin(x, y, t)\nb = unit(a)\na' --result a,b --size 9 --frames 2 -o r{result}%%d.npy");
  burl_ok("render -e 'unit(perlin(x, y, t))' --time 0.5 --size 9 -o u.npy");
  assert_same_files("rb1.npy", "u.npy");
}

/* ---- what is wrong ------------------------------------------------------------------------------- */

static void test_mistakes(void **state) {
  (void)state;
  static const struct {
    const char *arguments;
    int code;
    const char *message;
  } mistakes[] = {
      {"--times 1..0 -o a.webp", 2, "'1..0': time goes from the lower number to the higher one"},
      {"--times 1..1 -o a.webp", 2, "time goes from the lower"},
      {"--times 0 -o a.webp", 2, "'0' is not two numbers such as 0..1"},
      {"--times 0..1..2 -o a.webp", 2, "'0..1..2' is not two numbers"},
      {"--times 0..inf -o a.webp", 2, "not two numbers"},
      {"--times -1e308..1e308 -o a.webp", 2, "--times"},
      {"--frames 0 -o a.webp", 2, "'0' is not a whole number from 1"},
      {"--frames -3 -o a.webp", 2, "'-3' is not a whole number from 1"},
      {"--frames 1.5 -o a.webp", 2, "'1.5' is not a whole number"},
      {"--frames 1000000 -o %d.png", 2, "1000000 frames are more than 10000: --most-frames 1000000 says"},
      {"--times 0..1e300 -o a.y4m", 2, "are more than 10000"},
      {"--frames 6 --most-frames 5 -o a.y4m", 2, "6 frames are more than 5"},
      {"--most-frames 0 --frames 5 -o a.y4m", 2, "--most-frames: '0'"},
      {"--most-frames 9 -o a.png", 2, "--most-frames: nothing says that there are frames"},
      {"--frames 2 --fps 0 -o a.webp", 2, "'0' is not a number from 0.1 to 1000"},
      {"--frames 2 --fps 1000.5 -o a.webp", 2, "from 0.1 to 1000"},
      {"--frames 2 --fps 51 -o a.gif", 2, "a .gif at more than 50 frames a second"},
      {"--fps 25 -o a.webp", 2, "nothing says that there are frames: --times 0..1 does"},
      {"-o a.gif", 2, "a .gif holds frames: --times 0..1 says"},
      {"-o a.y4m", 2, "a .y4m holds frames"},
      {"--times 0..1 --time 0 -o a.webp", 2, "--time is one moment"},
      {"--times 0..1 -o a.png", 2, "a .png holds one picture: frames/%04d.png"},
      {"--frames 2 -o a.npy", 2, "frames/%04d.npy"},
      {"--frames 2 -o %03d.gif", 2, "a .gif holds all frames"},
      {"--frames 2 -o -", 2, "--format gif or --format y4m"},
      {"--frames 2 --format webp -o -", 2, "a .webp that moves can't go to standard output"},
      {"--frames 2 --seeds 1..3 -o %d.png", 2, "--seeds and --times"},
      {"--frames 2 --range auto -o a.gif", 2, "every frame would have a range of its own"},
      {"--frames 2 --range auto -o %d.png", 2, "every frame would have a range of its own"},
      {"--frames 2 --tiles 2x2 -o a.gif", 2, "frames/%04d_{x}_{y}.png"},
      {"--frames 2 --depth 16 -o a.webp", 1, "a .webp has 8 bits"},
      {"--frames 2 --size 4x4x4 -o a.webp", 1, "a .webp has 2 axes"},
      {"--frames 2 --size 16384x4 -o a.webp", 1, "at most 16383 samples a side"},
      {"--frames 2 --size 65536x4 -o a.gif", 1, "at most 65535 samples a side"},
      {"--frames 2 --size 40000x40000 -o a.gif", 1, "too large"},
      {"--frames 2 -o nowhere/a.gif", 1, "nowhere/a.gif: No such file"},
      {"--frames 2 --for unity -o a.gif", 2, "--for unity"},
      {"--frames 2 -o a_{result}.gif", 2, "one result"},
      {"--quality 0 -o a.webp", 2, "'0' is not a whole number from 1 to 100"},
      {"--quality 101 -o a.webp", 2, "from 1 to 100"},
  };
  for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
    const outcome *o = burl("render -e 'unit(perlin(x, y, t))' %s", mistakes[i].arguments);
    if (o->code != mistakes[i].code || !strstr(o->err, mistakes[i].message))
      fail_msg("%s\nexit code %d; expected '%s' in:\n%s", mistakes[i].arguments, o->code, mistakes[i].message, o->err);
  }
  assert_contains(burl("render -e 'rgba(#fff, t)' --frames 2 -o a.gif")->err, "a .gif doesn't hold 4 channels");
  assert_contains(burl("render -e 'x' -o a.gif --frames 2")->err, "no proven bounds");
  assert_contains(burl("render -e 'a = x\nb = y\na' --result a,b --range 0,1 -o a.gif --frames 2")->err, "one result");
  assert_int_equal(folder_count(), 0);
}

static void test_notes(void **state) {
  (void)state;
  static const struct {
    const char *arguments, *note;
  } notes[] = {
      {"-e 'unit(perlin())' --times 0..1 -o a.webp", "--times makes no difference: the recipe does not vary with t"},
      {"-e 'unit(perlin(x, y, t))' --frames 2 --fps 5 -o %d.png", "--fps makes no difference"},
      {"-e 'unit(perlin(x, y, t))' --frames 2 --quality 5 -o a.gif", "--quality makes no difference"},
      {"-e 'unit(perlin(x, y, t))' --quality 5 -o a.png", "--quality makes no difference"},
      {"-e 'unit(perlin(x, y, t))' --frames 2 --resume -o a.webp",
       "--resume makes no difference: a .webp is made in one go"},
      {"-e 'unit(perlin(x, y, t))' --frames 2 --crs EPSG:4326 -o a.webp", "--crs makes no difference"},
      {"-e '0.01*perlin(x, y, t)' --frames 2 --range 0,1 -o a.gif", "what is beyond --range is cut off"},
  };
  for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
    assert_contains(burl_ok("render %s --size 16x16", notes[i].arguments)->err, notes[i].note);
  assert_string_equal(burl_ok("render -e 'unit(perlin(x, y, t))' --size 16x16 --frames 2 -o q.gif")->err, "");
  assert_contains(burl_ok("render -e 'unit(perlin(x, y, t))' --size 16x16 --frames 2 --threads 8 -v -o q.gif")->err,
                  "; 2 frames at once, each on 4 threads\n");
}

/* A file that is there stays as it is, and nothing else is left. */
static void test_failures(void **state) {
  (void)state;
  static const char *const files[] = {"a.webp", "a.gif", "a.y4m"};
  for (int i = 0; i < 3; i++) {
    write_whole(files[i], "before");
    const outcome *o = shell("trap '' XFSZ; ulimit -f 8;"
                             " \"$burl\" render " COLOURS " --size 200x200 --frames 20 -o %s",
                             files[i]);
    assert_int_equal(o->code, 1);
    assert_contains(o->err, files[i]);
    assert_contains(o->err, "File too large");
    assert_int_equal(folder_count(), 1);
    assert_string_equal(shell("cat %s; rm %s", files[i], files[i])->out, "before");
  }
  const outcome *o = shell("\"$burl\" render " COLOURS " --size 200x200 --frames 20 --format y4m -o - > /dev/full");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "standard output: No space left on device");
}

/* A signal amid the frames leaves nothing. */
static void test_ended(void **state) {
  (void)state;
  const pid_t child = fork();
  if (child == 0) {
    execlp(burl_binary(), "burl", "render", "-q", "-e", "unit(fbm(perlin(x, y, t), octaves: 9))", "--size", "600x600",
           "--frames", "5000", "-o", "a.gif", (char *)NULL);
    _exit(127);
  }
  for (int i = 0; i < 1000 && shell("find . -name '.burl-*' -size +500k | grep -q .")->code; i++)
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  assert_int_equal(folder_count(), 2); /* two hidden files: frames are written as they are made */
  int status;
  assert_int_equal(kill(child, SIGTERM), 0);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
  assert_int_equal(folder_count(), 0);
}

/* ---- how it is made ------------------------------------------------------------------------------ */

/* The most memory, in kB, that a call takes. */
static long memory_of(int frames, const char *file) {
  return atol(shell("/usr/bin/python3 -c 'import os, resource, subprocess;"
                    " subprocess.check_call([os.environ[\"burl\"], \"render\", \"-e\", \"unit(simplex(x, y, t))*#fa8\","
                    " \"--size\", \"300x300\", \"--frames\", \"%d\", \"-o\", \"%s\"]);"
                    " print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)'",
                    frames, file)
                  ->out);
}

/* The most of some calls, as one may need less than another that does the same. */
static long most_memory_of(int frames, const char *file) {
  long most = 0;
  for (int i = 0; i < 3; i++) {
    const long memory = memory_of(frames, file);
    most = memory > most ? memory : most;
  }
  return most;
}

/* A frame's pixels are 270 kB, and some 100 in a .webp: frames that stay in memory show. */
static void test_memory(void **state) {
  (void)state;
  static const char *const files[] = {"a.webp", "a.gif", "a.y4m"};
  if (SANITIZED) skip(); /* which keeps memory that is free */
  for (int i = 0; i < 3; i++) {
    const long few = most_memory_of(8, files[i]), many = memory_of(80, files[i]);
    assert_true(few > 1000);
    if (many > few + 3000) fail_msg("%s: %ld kB for 80 frames, %ld for 8", files[i], many, few);
  }
}

static void test_progress(void **state) {
  (void)state;
  static const char *const files[] = {"a.webp", "a.gif", "%d.png"};
  for (int i = 0; i < 3; i++) {
    const outcome *o = burl_ok("render " COLOURS " --size 40x30 --frames 7 --progress json -o %s", files[i]);
    assert_contains(strrchr(o->err, '{'), "{\"done\": 1.0000, \"files\": 7, \"of\": 7, ");
  }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_begin, folder_end)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(test_frames_are_pictures),
      TEST(test_dithering),
      TEST(test_heads),
      TEST(test_lengths_of_codes),
      TEST(test_usual_times),
      TEST(test_threads_and_standard_output),
      TEST(test_quality),
      TEST(test_quality_of_transparent_frames),
      TEST(test_made_again),
      TEST(test_quality_again),
      TEST(test_damaged),
      TEST(test_a_picture_a_frame),
      TEST(test_tiles_and_whole_grids),
      TEST(test_mistakes),
      TEST(test_notes),
      TEST(test_failures),
      TEST(test_ended),
      TEST(test_memory),
      TEST(test_progress),
  };
  return cmocka_run_group_tests_name("motion", tests, NULL, NULL);
}
