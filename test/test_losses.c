/* Nothing is lost: each call of the tool that can fail fails (faults.c), and so do disks, folders, pipes
 * and what lies beside a picture.  A file appears whole or not at all, and what is wrong is said. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "process.h"
#include "sanitized.h"
#include "scale.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void assert_holds(const char *path, const char *expected, size_t length) {
  size_t there;
  char *const text = read_whole(path, &there);
  if (there != length || memcmp(text, expected, length) != 0) fail_msg("%s is another", path);
  free(text);
}

/* ---- each call fails -------------------------------------------------------------------------- */

typedef struct {
  const char *arguments;
  const char *file; /* what messages name */
  int writes;       /* whether that is written; else it is read, and the answer printed */
} task;

static const task tasks[] = {
    {"render -e 'perlin()' --size 20x20 -o a.png", "a.png", 1},
    {"render -e 'perlin()' --size 20x20 -o a.npy", "a.npy", 1},
    {"render -e 'perlin()' --size 20x20 -o a.exr", "a.exr", 1},
    {"render -e 'perlin()' --size 20x20 -o a.pfm", "a.pfm", 1},
    {"render -e 'perlin()' --size 20x20 -o a.r16", "a.r16", 1},
    {"render -e 'perlin()' --size 20x20 -o a.csv", "a.csv", 1},
    {"render -e 'perlin()' --size 20x20 -o a.qoi", "a.qoi", 1},
    {"render -e 'perlin()' --size 20x20 -o a.webp", "a.webp", 1},
    {"render -e 'unit(perlin(x, y, t))' --size 20x20 --frames 3 --threads 1 -o a.webp", "a.webp", 1},
    {"render -e 'unit(perlin(x, y, t))*#fa8' --size 20x20 --frames 3 --threads 2 -o a.gif", "a.gif", 1},
    {"render -e 'unit(perlin(x, y, t))*#fa8' --size 20x20 --frames 3 --threads 1 -o a.y4m", "a.y4m", 1},
    {"render knob.burl -p k=2 --size 20x20 --origin 1,2 --step 3 --window 1,1,5,6 -o a.npy", "a.npy", 1},
    {"render -e 'perlin()' --size 1024x1024 --threads 2 -o a.r16", "a.r16", 1}, /* two bands */
    {"render -e 'perlin()' --size 600x600 --threads 2 -o a.npy", "a.npy", 1},   /* one */
    {"render -e 'perlin()' --size 33x33 --for unity -o a.raw", "a.raw", 1},
    {"render -e 'material height: perlin(), albedo: #fa8' --lit ball --size 8 --threads 1 -o a.png", "a.png", 1},
    {"render in.png -o again.png", "again.png", 1},
    {"render in.exr -o again.exr", "again.exr", 1},
    {"render in.npy -o again.npy", "again.npy", 1},
    {"render -e 'perlin()' --size 20x20 -o -", "standard output", 0},
    {"mesh -q -e 'length(x, y, z)' --extent -2,-2,-2,2,2,2 --iso 1 --size 8 --threads 1 -o a.glb", "a.glb", 1},
    {"plot -e 'perlin(x)' --parts lattice -o a.svg", "a.svg", 1},
    {"sample -e 'perlin()' in.csv", "in.csv", 0},
    {"info in.png", "in.png", 0},
    {"info in.exr --json", "in.exr", 0},
    {"info in.npy", "in.npy", 0},
    {"stats knob.burl --size 20x20 --json", "knob.burl", 0},
    {"stats in.npy --step 100", "in.npy", 0},
};
enum { TASKS = sizeof tasks / sizeof *tasks };

static const char *const kinds[] = {"memory", "open", "write", "seek", "fsync", "rename", "close"};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void make_inputs(void) {
  burl_ok("render -e 'fbm(perlin())' --size 8x8 -o in.png");
  burl_ok("render -e 'fbm(perlin())' --size 8x8 -o in.exr");
  burl_ok("render -e 'fbm(perlin())' --size 8x8 -o in.npy");
  write_whole("in.csv", "n,x,y\na,0.5,0.25\nb,1.5,7\n");
  write_whole("knob.burl", "param k = 1\nperlin(seed: 3)*k\n");
}

/* What a task makes where nothing fails. */
typedef struct {
  char *out, *file, *beside;
  size_t out_length, file_length, beside_length;
} result;

static const char *beside(const task *t) {
  static char name[64];
  snprintf(name, sizeof name, "%s.json", t->file);
  return name;
}

static char *copy(const char *text, size_t length) {
  char *const to = malloc(length + 1);
  assert_non_null(to);
  return memcpy(to, text, length + 1);
}

static result make_result(const task *t) {
  result r = {0};
  const outcome *const o = burl_ok("%s", t->arguments);
  r.out = copy(o->out, r.out_length = o->out_length);
  if (t->writes) r.file = read_whole(t->file, &r.file_length);
  if (t->writes && exists(beside(t))) r.beside = read_whole(beside(t), &r.beside_length);
  return r;
}

static void free_result(result *r) {
  free(r->out);
  free(r->file);
  free(r->beside);
}

static const outcome *run_failing(const task *t, const char *kind, long call, const char *and_on) {
  return shell("FAULT=%s:%ld%s FAULT_COUNT=../count ASAN_OPTIONS=\"$ASAN_OPTIONS:verify_asan_link_order=0\""
               " exec timeout 60 env LD_PRELOAD=%s \"$burl\" %s",
               kind, call, and_on, BURL_FAULTS, t->arguments);
}

/* How many calls of a kind a task makes. */
static long count_calls(const task *t, const char *kind) {
  assert_int_equal(run_failing(t, kind, 0, "")->code, 0);
  char *const text = read_whole("../count", NULL);
  const long count = strtol(text, NULL, 10);
  free(text);
  return count;
}

/* Whether the failure is said, with the file that is written or one that is read; memory may fail before
 * there is one, and OpenMP's library says for itself that it ends the tool. */
static int is_said(const task *t, const char *kind, const char *said) {
  if (strcmp(kind, "memory") == 0 && strstr(said, "emory")) return 1;
  if (strcmp(kind, "memory") == 0 && strstr(said, "libgomp: ")) return 1;
  return strstr(said, t->file) || strstr(said, ": standard output: ") || strstr(said, ": in.") ||
         strstr(said, ": knob.burl: ");
}

static const char old[] = "old";

/* What must hold after a run in which a call has failed. */
static const char *what_is_lost(const task *t, const char *kind, const outcome *o, const result *r, int was_there) {
  if (o->code != 0 && o->code != 1) return "it ended in another way";
  if (strstr(o->err, "Sanitizer")) return "memory";
  if (o->code == 1 && !is_said(t, kind, o->err)) return "it didn't say so";
  if (o->code == 0 && (o->out_length != r->out_length || memcmp(o->out, r->out, r->out_length) != 0))
    return "it printed something else";
  if (!t->writes) return NULL;
  if (o->code == 0) {
    assert_holds(t->file, r->file, r->file_length);
    if (r->beside) assert_holds(beside(t), r->beside, r->beside_length);
  } else if (was_there) {
    assert_holds(t->file, old, sizeof old - 1);
  } else if (exists(t->file) || exists(beside(t))) {
    return "something has the file's name";
  }
  return NULL;
}

/* Once with nothing there before, then for ever with a file there. */
static void fail_at(const task *t, const char *kind, long call, int for_ever, const result *r) {
  const char *const and_on = for_ever ? "+" : "";
  if (t->writes) remove(t->file);
  if (t->writes) remove(beside(t));
  if (t->writes && for_ever) write_whole(t->file, old);
  const int before = folder_count();
  const outcome *const o = run_failing(t, kind, call, and_on);
  const char *lost = what_is_lost(t, kind, o, r, for_ever);
  const int files = (t->writes && !for_ever && exists(t->file)) + (t->writes && exists(beside(t)));
  if (!lost && folder_count() != before + files) lost = "a temporary file is left";
  if (lost)
    fail_msg("burl %s\n%s %ld%s fails: %s; exit code %d:\n%s", t->arguments, kind, call, and_on, lost, o->code, o->err);
}

/* AddressSanitizer itself can't start a thread without memory; clang's has allocators of its own.  Nor
 * does what counts lines survive an exit() without; and clang's OpenMP waits for ever. */
#if defined BURL_COVERAGE || defined __clang__
enum { NEEDS_MEMORY = 1 };
#else
enum { NEEDS_MEMORY = 0 };
#endif
static int can_fail(const task *t, const char *kind) {
  return !(SANITIZED || NEEDS_MEMORY) || strcmp(kind, "memory") != 0 || !strstr(t->arguments, "--threads");
}

/* Every n-th of a task's calls of a kind is made to fail, alone and with all that follow, or one of the two where tests
 * are short: n.  Of few calls, two or three where tests are short, else each; of many, every fifth, and each with scale
 * 2, as in make check-all. */
static long step_of_calls(long count) {
  const double scale = scale_of_test();
  const long stride = scale < 1 ? (long)(1 / scale) : scale < 2 ? 5 : 1;
  if (count > 2 * stride) return stride;
  return scale < 1 && count > 1 ? count / 2 : 1;
}

static void test_each_call_fails(void **state) {
  (void)state;
  make_inputs();
  for (int i = 0; i < TASKS; i++) {
    result r = make_result(&tasks[i]);
    for (int k = 0; k < KINDS; k++) {
      if (!can_fail(&tasks[i], kinds[k])) continue;
      const long count = count_calls(&tasks[i], kinds[k]), step = step_of_calls(count);
      for (long call = 1 + i % step; call <= count; call += step)
        for (int and_on = 0; and_on < 2; and_on++)
          if (scale_of_test() >= 1 || and_on == (i + k) % 2) fail_at(&tasks[i], kinds[k], call, and_on, &r);
    }
    free_result(&r);
  }
}

/* The library does make calls fail. */
static void test_calls_are_counted(void **state) {
  (void)state;
  static const long least[KINDS] = {60, 3, 2, 1, 2, 2, 4};
  const task *const npy = &tasks[1];
  make_inputs();
  for (int k = SANITIZED; k < KINDS; k++) /* clang's AddressSanitizer has the allocator for itself */
    if (count_calls(npy, kinds[k]) < least[k]) fail_msg("%s is not called", kinds[k]);
  assert_contains(run_failing(npy, "write", 1, "+")->err, "a.npy: No space left on device");
  assert_contains(run_failing(npy, "fsync", 1, "")->err, "a.npy: Input/output error");
  assert_contains(run_failing(npy, "close", 1, "+")->err, "a.npy: Input/output error");
  assert_contains(run_failing(npy, "rename", 2, "")->err, "a.npy: Permission denied");
}

/* ---- disks and folders ------------------------------------------------------------------------ */

static const char *const formats[] = {"png", "npy", "exr", "pfm", "r16", "csv", "qoi", "webp"};
enum { FORMATS = sizeof formats / sizeof *formats };

/* Runs a shell's line in a folder that is a small disk, which goes with the line; the test is skipped
 * where none can be made. */
static const outcome *on_small_disk(const char *line) {
  write_whole("../line", line);
  if (system("unshare -Urm true 2>/dev/null && mkdir -p disk") != 0) skip();
  return shell("unshare -Urm sh -c 'mount -t tmpfs -o size=64k none disk && cd disk && . ../../line'");
}

static void test_full_disk(void **state) {
  (void)state;
  char line[256], said[64];
  for (int f = 0; f < FORMATS; f++) {
    snprintf(line, sizeof line,
             "printf old >a.%s\n\"$burl\" render -e 'white()' --step 1 --size 300x300 -o a.%s"
             " && exit 9\ncat a.%s\nls -A",
             formats[f], formats[f], formats[f]);
    const outcome *const o = on_small_disk(line);
    assert_int_equal(o->code, 0);
    snprintf(said, sizeof said, "a.%s: No space left on device", formats[f]);
    assert_contains(o->err, said);
    snprintf(said, sizeof said, "olda.%s\n", formats[f]);
    assert_string_equal(o->out, said);
  }
}

static void test_read_only_folder(void **state) {
  (void)state;
  const outcome *const o =
      on_small_disk("mkdir in; mount -t tmpfs -o ro none in; exec \"$burl\" render -e x -o in/a.npy");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "in/a.npy: Read-only file system");
}

static void test_a_folder_in_the_files_place(void **state) {
  (void)state;
  char said[64];
  for (int f = 0; f < FORMATS; f++) {
    assert_int_equal(shell("mkdir a.%s", formats[f])->code, 0);
    const outcome *const o = burl("render -e 'perlin()' --size 8x8 -o a.%s", formats[f]);
    snprintf(said, sizeof said, "a.%s: is a directory", formats[f]);
    assert_int_equal(o->code, 1);
    assert_contains(o->err, said);
  }
  assert_int_equal(folder_count(), FORMATS);

  /* In the place of what would lie beside it. */
  assert_int_equal(shell("mkdir b.npy.json")->code, 0);
  assert_contains(burl("render -e 'x' --size 8x8 -o b.npy")->err, "b.npy: ");
  assert_false(exists("b.npy"));
  assert_int_equal(folder_count(), FORMATS + 1);
}

/* A link stays, and the file is where it leads. */
static void test_links(void **state) {
  (void)state;
  assert_int_equal(shell("mkdir in; ln -s in/b.npy a.npy; ln -s \"$PWD/a.npy\" in/c.npy;"
                         "ln -s loop.npy loop.npy; ln -s in folder.npy")
                       ->code,
                   0);
  for (int twice = 0; twice < 2; twice++) { /* nothing is there at first */
    burl_ok("render -e 'x' --size 4 -o in/c.npy --seed %d", twice);
    const outcome *const o = shell("test -L a.npy && test -L in/c.npy && test ! -L in/b.npy && ls -A . in");
    assert_int_equal(o->code, 0);
    assert_string_equal(o->out, ".:\na.npy\nfolder.npy\nin\nloop.npy\n\nin:\nb.npy\nb.npy.json\nc.npy\n");
    assert_contains(burl_ok("info a.npy")->out, twice ? "--seed 1" : "--seed 0");
  }
  assert_contains(burl("render -e 'x' -o loop.npy")->err, "loop.npy: Too many levels");
  assert_contains(burl("render -e 'x' -o folder.npy")->err, "folder.npy: is a directory");
}

/* ---- the end comes from outside ---------------------------------------------------------------- */

/* Starts the tool at a picture that takes minutes, and waits until its file is begun. */
static pid_t start_slow(void) {
  const struct timespec moment = {.tv_nsec = 10000000};
  const int before = folder_count();
  const pid_t child = fork();
  assert_int_not_equal(child, -1);
  if (child == 0) {
    execl(burl_binary(), "burl", "render", "-e", "fbm(fbm(perlin(), octaves: 30), octaves: 30)", "-o", "a.npy",
          "--size", "8192x8192", (char *)NULL);
    _exit(127);
  }
  for (int i = 0; i < 3000 && folder_count() < before + 2; i++) nanosleep(&moment, NULL);
  assert_int_equal(folder_count(), before + 2);
  return child;
}

static void end(pid_t child, int number) {
  assert_int_equal(kill(child, number), 0);
  assert_int_equal(waitpid(child, NULL, 0), child);
}

static void test_what_a_killed_run_leaves_goes(void **state) {
  (void)state;
  end(start_slow(), SIGKILL);
  assert_int_equal(folder_count(), 2); /* nothing could be done */
  burl_ok("render -e 'x' --size 4 -o a.npy");
  assert_int_equal(folder_count(), 2);
  assert_true(exists("a.npy") && exists("a.npy.json"));
}

static void test_two_runs_at_one_file(void **state) {
  (void)state;
  const pid_t child = start_slow();
  const outcome *const o = burl("render -e 'x' --size 4 -o a.npy");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "a.npy: another burl is writing it");
  assert_int_equal(folder_count(), 2); /* those of the first */
  end(child, SIGTERM);
  assert_int_equal(folder_count(), 0);
}

static void test_a_pipe_closed_early(void **state) {
  (void)state;
  static const char *const lines[] = {
      "render -e 'white()' --step 1 --size 2000x2000 -o - --format png",
      "render -e 'white()' --step 1 --size 2000x2000 -o - --format npy",
      "render -e 'white()' --step 1 --size 2000x2000 -o - --format r16",
      "render -e 'white()' --step 1 --size 500x500 -o - --format csv",
      "render -e 'white()' --step 1 --size 500x500 -o - --format qoi",
      "render -e 'white()' --step 1 --size 500x500 -o - --format webp",
      "sample -e 'perlin()' long.csv",
      "primes 0 10000000",
  };
  assert_int_equal(shell("(echo x,y; seq 200000 | sed 's/$/,1/') > long.csv")->code, 0);
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    const outcome *const o = shell("(\"$burl\" %s; echo $? >code) | head -c 5; cat code", lines[i]);
    assert_string_equal(o->err, "");
    assert_int_equal(o->out_length, 5 + 4);
    assert_string_equal(o->out + 5, "141\n"); /* SIGPIPE */
  }
}

/* ---- very large -------------------------------------------------------------------------------- */

static void test_samples_beyond_2_to_the_31(void **state) {
  (void)state;
  static const char plane[] = "x,y,value\n4294967290,4294967200,4.83183821e+09\n"
                              "4294967291,4294967200,4.83183821e+09\n";
  static const char line[] = "x,value\n8999999999,8.99999949e+09\n";
  burl_ok("render -e 'x + y/8' --step 1 --size 4294967296x4294967296 -o a.csv"
          " --window 4294967290,4294967200,2,1");
  assert_holds("a.csv", plane, sizeof plane - 1);
  burl_ok("render -e 'x' --step 1 --size 9000000000 --window 8999999999,1 -o a.csv");
  assert_holds("a.csv", line, sizeof line - 1);
}

/* Seconds, and not in memory: 2.6 thousand million samples. */
static void test_a_long_picture_arrives_whole(void **state) {
  (void)state;
  if (SANITIZED || scale_of_test() < 1) skip();
  const outcome *const o = shell("\"$burl\" render -e 'x' --size 65536x40000 --range 0,8 --format r16 -o - | wc -c");
  assert_string_equal(o->out, "5242880000\n");
  assert_string_equal(o->err, "");
}

/* ---- what lies beside a picture ---------------------------------------------------------------- */

static void test_beside_a_picture(void **state) {
  (void)state;
  static const struct {
    const char *change, *said;
  } cases[] = {
      {"rm a.%s.json", "a.%s.json: it would say how the picture was made"},
      {": >a.%s.json", "a.%s.json: doesn't say how a picture was made"},
      {"head -c 99 b.json >a.%s.json", "a.%s.json: doesn't say how a picture was made"},
      {"cp c.json a.%s.json", "a.%s.json: is about another file"},
      {"rm a.%s.json; mkdir a.%s.json", "a.%s.json: is a directory"},
      {"truncate -s -1 a.%s", "a.%s.json: is about another file"},
      {"echo >>a.%s", "a.%s.json: is about another file"},
      {": >a.%s", "a.%s.json: is about another file"},
  };
  char change[128], said[128];
  for (int f = 0; f < FORMATS; f++) {
    const char *const format = formats[f];
    if (strcmp(format, "png") == 0 || strcmp(format, "exr") == 0) continue; /* they tell inside */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      assert_int_equal(system("rm -rf *"), 0);
      burl_ok("render -e 'perlin()' --seed 1 --size 8x8 -o a.%s", format);
      assert_int_equal(shell("cp a.%s.json c.json", format)->code, 0);
      burl_ok("render -e 'perlin()' --size 8x8 -o a.%s", format);
      assert_int_equal(shell("cp a.%s.json b.json", format)->code, 0);
      burl_ok("info a.%s", format);
      snprintf(change, sizeof change, cases[i].change, format, format);
      snprintf(said, sizeof said, cases[i].said, format);
      assert_int_equal(system(change), 0);
      const outcome *const o = burl("render a.%s -o again.%s", format, format);
      assert_int_equal(o->code, 1);
      assert_contains(o->err, said);
    }
  }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_begin, folder_end)

int main(void) {
  signal(SIGPIPE, SIG_DFL);
  const struct CMUnitTest tests[] = {
      TEST(test_calls_are_counted),
      TEST(test_each_call_fails),
      TEST(test_full_disk),
      TEST(test_read_only_folder),
      TEST(test_a_folder_in_the_files_place),
      TEST(test_links),
      TEST(test_what_a_killed_run_leaves_goes),
      TEST(test_two_runs_at_one_file),
      TEST(test_a_pipe_closed_early),
      TEST(test_samples_beyond_2_to_the_31),
      TEST(test_a_long_picture_arrives_whole),
      TEST(test_beside_a_picture),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
