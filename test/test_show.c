/* burl show and burl watch: on pseudo-terminals of several kinds, and into files. */
#include "process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- a process on a terminal --------------------------------------------------------------------- */

enum { ROOM = 1 << 22, PATIENCE = 20 /* seconds */ };

typedef struct {
  pid_t process;
  int master; /* -1: it has no terminal */
  char *text; /* what it has printed since the last forget() */
  size_t length;
} running;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void nap(void) { nanosleep(&(struct timespec){0, 10000000}, NULL); }

/* In the new process: the terminal, and nothing of the environment that says more of it. */
static void enter(const char *terminal) {
  setsid();
  const int slave = open(terminal, O_RDWR);
  for (int i = 0; i < 3; i++) dup2(slave, i);
  (void)ioctl(slave, TIOCSCTTY, 0);
  static const char *const gone[] = {"NO_COLOR",     "COLUMNS", "LINES",       "COLORTERM",
                                     "TERM_PROGRAM", "TMUX",    "VTE_VERSION", "KITTY_PID"};
  for (size_t i = 0; i < sizeof gone / sizeof *gone; i++) unsetenv(gone[i]);
}

static void resize(const running *r, int columns, int rows) {
  const struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
  assert_int_equal(ioctl(r->master, TIOCSWINSZ, &size), 0);
}

/* Starts a shell's line, without a terminal where there are no columns. */
static running start(int columns, int rows, const char *line) {
  running r = {.master = -1, .text = calloc(1, ROOM)};
  assert_non_null(r.text);
  if (columns) {
    r.master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(r.master >= 0 && grantpt(r.master) == 0 && unlockpt(r.master) == 0);
    resize(&r, columns, rows);
    assert_int_equal(fcntl(r.master, F_SETFL, O_NONBLOCK), 0);
  }
  r.process = fork();
  assert_true(r.process >= 0);
  if (r.process) return r;
  signal(SIGINT, SIG_DFL);
  alarm(10 * PATIENCE); /* where the test fails it doesn't go on for ever */
  if (columns) enter(ptsname(r.master));
  execl("/bin/sh", "sh", "-c", line, (char *)NULL);
  _exit(127);
}

static void listen_to(running *r) {
  for (ssize_t got; r->master >= 0 && r->length < ROOM - 1; r->length += (size_t)got) {
    got = read(r->master, r->text + r->length, ROOM - 1 - r->length);
    if (got <= 0) return;
  }
}

static void forget(running *r) {
  listen_to(r);
  r->length = 0;
  memset(r->text, 0, ROOM);
}

/* Waits until it has printed the text. */
static void expect(running *r, const char *text) {
  const double end = now() + PATIENCE;
  while (listen_to(r), !strstr(r->text, text)) {
    if (now() > end) fail_msg("it has not printed '%s' but: %s", text, r->text);
    nap();
  }
}

/* Waits until it has ended, and returns how, as in process.h. */
static int end_of(running *r) {
  const double end = now() + PATIENCE;
  int status;
  while (listen_to(r), waitpid(r->process, &status, WNOHANG) == 0) {
    if (now() > end) kill(r->process, SIGKILL);
    nap();
  }
  listen_to(r);
  if (r->master >= 0) close(r->master);
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

/* What a line prints on a terminal of that size; it lives until the next call. */
static const char *on_terminal(int columns, int rows, int code, const char *line) {
  static running r;
  free(r.text);
  r = start(columns, rows, line);
  const int got = end_of(&r);
  if (got != code) fail_msg("%s: exit code %d, not %d: %s", line, got, code, r.text);
  return r.text;
}

/* ---- what is printed ----------------------------------------------------------------------------- */

/* The length of a sequence such as \033[0m; 0: there is none. */
static size_t sequence_length(const char *text) {
  if (text[0] != '\033' || text[1] != '[') return 0;
  return 2 + strspn(text + 2, "0123456789;") + 1;
}

/* Checks the number of lines and of characters a line, apart from sequences. */
static void assert_cells(const char *text, int columns, int rows) {
  int lines = 0, cells = 0;
  for (const char *p = text; *p; p++) {
    while (sequence_length(p)) p += sequence_length(p);
    if (*p == '\r') continue;
    if (*p == '\n') {
      assert_int_equal(cells, columns);
      lines++;
      cells = 0;
    } else if (((unsigned char)*p & 0xC0) != 0x80) {
      cells++;
    }
  }
  assert_int_equal(lines, rows);
}

static void assert_lacks(const char *text, const char *part) {
  if (strstr(text, part)) fail_msg("'%s' is in: %s", part, text);
}

static int has_burl_show(void) {
  char path[4096];
  snprintf(path, sizeof path, "%s-show", burl_binary());
  return exists(path);
}

#define NEED_BURL_SHOW() \
  if (!has_burl_show()) skip()

/* ---- burl show ----------------------------------------------------------------------------------- */

static void half_blocks_fill_the_terminal(void **state) {
  (void)state;
  NEED_BURL_SHOW();
  const char *text = on_terminal(40, 20, 0, "TERM=xterm-256color $burl show -e 'perlin()'");
  assert_cells(text, 38, 19); /* a square, above the shell's next line */
  assert_contains(text, "\u2584");
  assert_contains(text, ";48;2;");
  assert_cells(on_terminal(40, 50, 0, "TERM=xterm $burl show -e 'perlin()'"), 40, 20);
  assert_cells(on_terminal(40, 50, 0, "TERM=xterm $burl show -e 'perlin()' --extent 0,0,8,2"), 40, 5);
  assert_cells(on_terminal(40, 50, 0, "TERM=xterm $burl show -e 'perlin()' --size 3x3"), 40, 20);
  assert_cells(on_terminal(40, 50, 0, "TERM=xterm COLUMNS=20 $burl show -e 'perlin()'"), 20, 10);
  assert_cells(on_terminal(40, 50, 0, "TERM=xterm LINES=9 $burl show -e 'perlin()'"), 16, 8);
  assert_cells(on_terminal(40, 50, 0, "TERM=xterm COLUMNS=0 LINES=x $burl show -e 'perlin()'"), 40, 20);
}

static void colours_are_those_of_the_terminal(void **state) {
  (void)state;
  NEED_BURL_SHOW();
  const char *text = on_terminal(40, 20, 0, "TERM=xterm $burl show -e 'perlin()'");
  assert_contains(text, "48;5;");
  assert_lacks(text, "48;2;");
  text = on_terminal(40, 20, 0, "TERM=linux $burl show -e 'perlin()'");
  assert_cells(text, 38, 19);
  assert_lacks(text, "48;");
  assert_contains(on_terminal(40, 20, 0, "TERM=xterm-256color $burl show -e 'rgb(1, 0, 0.4)'"), "255;0;102");
  assert_contains(on_terminal(40, 20, 0, "TERM=xterm-256color NO_COLOR= $burl show -e 'perlin()'"), "48;2;");
}

static void pictures_where_the_terminal_takes_them(void **state) {
  (void)state;
  NEED_BURL_SHOW();
  static const char line[] = "TERM_PROGRAM=iTerm.app LC_TERMINAL=iTerm2 TERM=%s $burl show -e 'perlin()'";
  char here[200];
  assert_memory_equal(on_terminal(40, 20, 0, "TERM=xterm-kitty $burl show -e 'perlin()'"), "\033_G", 3);
  assert_memory_equal(on_terminal(40, 20, 0, "TERM=mlterm $burl show -e 'perlin()'"), "\033P", 2);
  snprintf(here, sizeof here, line, "xterm-256color");
  assert_memory_equal(on_terminal(40, 20, 0, here), "\033]1337;", 7);
  snprintf(here, sizeof here, line, "tmux-256color"); /* which takes none, whatever is behind it */
  assert_cells(on_terminal(40, 20, 0, here), 38, 19);
}

static void plain_characters_without_colour(void **state) {
  (void)state;
  static const char *const plain[] = {"TERM=dumb", "TERM=", "TERM=vt100", "TERM=xterm-256color NO_COLOR=1"};
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
    char line[200];
    snprintf(line, sizeof line, "%s $burl show -e 'x/8' -q --extent 0,0,8,8", plain[i]);
    const char *const text = on_terminal(20, 50, 0, line);
    assert_lacks(text, "\033");
    assert_cells(text, 20, 10);
    assert_memory_equal(text, "  ..::--==++**##%%@@\r\n", 22);
  }
}

static void the_options_of_render(void **state) {
  (void)state;
  static const struct {
    const char *options, *first; /* and the beginning of the first line */
  } cases[] = {
      {"-e 'x' --range 0,16 --extent 0,0,16,16", "  ..::--"},
      {"-e 't' --time 1 --range 0,1", "@@@@@@@@"},
      {"-e 'param k = 0 [0, 1]\nk + 0*x' -p k=1 --range 0,1", "@@@@@@@@"},
      {"-e 'a = 0*x\n1+0*x' --result a", "        "},
      {"-e 'z' --at z=1 --range 0,1", "@@@@@@@@"},
      {"-e '1/(x-4.3)' --extent 0,0,8,8", "======"}, /* no proven bounds: the picture's own */
      {"-e 'rgba(rgb(1, 1, 1), 0)'", "        "},
      {"zero.burl", "        "},
      {"-q made.png", "  ..::--"},
  };
  write_whole("zero.burl", "0*x\n");
  burl_ok("render -e x/8 --range 0,1 -o made.png -q --size 100x100");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char line[200];
    snprintf(line, sizeof line, "TERM=dumb $burl show %s 2>err", cases[i].options);
    const char *const text = on_terminal(20, 50, 0, line);
    if (strncmp(text, cases[i].first, strlen(cases[i].first)) != 0) fail_msg("%s: %s", line, text);
    assert_cells(text, 20, 10);
  }
}

static void notes_come_before_the_picture(void **state) {
  (void)state;
  const char *const text =
      on_terminal(20, 50, 0, "TERM=dumb $burl show --extent 0,0,1,1 -e 'perlin()*perlin(seed: 1)*perlin(seed: 2)'");
  const char *const said = strstr(text, "of its proven range");
  assert_contains(text, "of its proven range");
  assert_true(strrchr(said, '\n') > said + 20 * 10); /* the picture */
}

static void what_show_refuses(void **state) {
  (void)state;
  static const struct {
    const char *line;
    int code;
    const char *message;
  } cases[] = {
      {"$burl show -e 'perlin()' | cat; $burl show -e 'perlin()' > file", 1, "no terminal; 'burl render -o FILE'"},
      {"COLUMNS=3 $burl show -e 'perlin()'", 1, "too small: it has 3 columns"},
      {"LINES=4 $burl show -e 'perlin()'", 1, "too small"},
      {"$burl show -e 'perln()'", 1, "did you mean 'perlin'?"},
      {"$burl show none.burl", 1, "none.burl: No such file"},
      {"$burl show -e x --size 4x4x4", 2, "two axes"},
      {"$burl show -e x --size 0x4", 2, "at least one sample"},
      {"$burl show -e x -o a.png", 2, "-o"},
      {"$burl show -e 'a = x\na' --result a,x", 1, ""},
      {"$burl show -e x --extent 0,0,1", 2, "--extent"},
      {"$burl show volume.npy", 1, "axes"},
      {"$burl show", 2, "no recipe"},
  };
  burl_ok("render -e 'perlin()' --size 4x4x4 -o volume.npy -q");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char line[300];
    snprintf(line, sizeof line, "export TERM=dumb; %s", cases[i].line);
    assert_contains(on_terminal(40, 20, cases[i].code, line), cases[i].message);
  }
}

static void burl_show_is_found_or_named(void **state) {
  (void)state;
  assert_int_equal(shell("mkdir bin libexec libexec/burl && cp \"$burl\" bin/burl")->code, 0);
  const char *text = on_terminal(40, 20, 1, "TERM=xterm bin/burl show -e 'perlin()'");
  assert_contains(text, "libchafa-dev");
  assert_cells(on_terminal(40, 20, 0, "TERM=dumb bin/burl show -e 'perlin()'"), 38, 19);

  assert_int_equal(shell("printf '#!/bin/sh\\nexit 3\\n' > bin/burl-show && chmod +x bin/burl-show")->code, 0);
  assert_contains(on_terminal(40, 20, 1, "TERM=xterm bin/burl show -e 'perlin()'"), "burl-show has failed");
  NEED_BURL_SHOW();
  assert_int_equal(shell("rm bin/burl-show && cp \"$burl-show\" libexec/burl/burl-show")->code, 0);
  assert_cells(on_terminal(40, 20, 0, "TERM=xterm bin/burl show -e 'perlin()'"), 38, 19);
}

static void burl_show_draws_whole_pictures_only(void **state) {
  (void)state;
  NEED_BURL_SHOW();
  static const char *const inputs[] = {"", "2 2", "2 2\\n123456789012345", "0 2\\n", "-1 -1\\n1234", "99999 1\\n", "x"};
  for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
    const outcome *const o = shell("printf '%s' | \"$burl-show\" 4 2 8 16 before after", inputs[i]);
    assert_int_equal(o->code, 1);
    assert_string_equal(o->out, "");
  }
  const outcome *o = shell("printf '2 2\\n1234567890123456' | TERM=xterm \"$burl-show\" 4 2 8 16 before after");
  assert_int_equal(o->code, 0);
  assert_memory_equal(o->out, "before", 6);
  assert_string_equal(o->out + o->out_length - 6, "\nafter");
  assert_int_equal(shell("\"$burl-show\" 0 2 8 16 a b </dev/null")->code, 2);
  assert_int_equal(shell("\"$burl-show\" 4 2 </dev/null")->code, 2);
}

/* ---- burl watch ---------------------------------------------------------------------------------- */

/* Takes long with every size: seconds a million samples. */
#define SLOW \
  "x + 1e-30*fbm(cells(seed: 1), octaves: 16)*fbm(cells(seed: 2), octaves: 16)*fbm(cells(seed: 3), octaves: 16)\n"

static running watch(const char *options) {
  char line[300];
  snprintf(line, sizeof line, "exec $burl watch w.burl %s 2>>err", options);
  return start(0, 0, line);
}

/* Waits until a file has the bytes of another. */
static void expect_same(const char *path, const char *wanted) {
  const double end = now() + PATIENCE;
  while (!exists(path) || !are_same(path, wanted)) {
    if (now() > end) fail_msg("%s isn't as %s", path, wanted);
    nap();
  }
}

static void expect_said(const char *text) {
  const double end = now() + PATIENCE;
  for (int is_there = 0; !is_there; nap()) {
    if (!exists("err") && now() < end) continue;
    char *const said = read_whole("err", NULL);
    is_there = strstr(said, text) != NULL;
    if (now() > end) fail_msg("it has not said '%s' but: %s", text, said);
    free(said);
  }
}

static int end_by(running *r, int number) {
  assert_int_equal(kill(r->process, number), 0);
  const int code = end_of(r);
  free(r->text);
  return code;
}

/* The file N.png as burl render makes it. */
static void make_from(const char *recipe, const char *options, int n) {
  write_whole("w.burl", recipe);
  burl_ok("render w.burl %s -o %d.png -q", options, n);
}

static void watch_makes_the_picture_again(void **state) {
  (void)state;
  static const char *const recipes[] = {"perlin()\n", "value()\n", "simplex()\n"};
  for (int i = 0; i < 3; i++) make_from(recipes[i], "--size 64x32", i);
  write_whole("w.burl", recipes[0]);
  running r = watch("--size 64x32 -o w.png");
  expect_same("w.png", "0.png");
  write_whole("w.burl", recipes[1]); /* in place */
  expect_same("w.png", "1.png");
  write_whole("other", recipes[2]); /* by another file */
  assert_int_equal(rename("other", "w.burl"), 0);
  expect_same("w.png", "2.png");
  assert_int_equal(remove("w.burl"), 0);
  expect_said("w.burl is gone");
  assert_same_files("w.png", "2.png");
  write_whole("w.burl", recipes[0]);
  expect_same("w.png", "0.png");
  assert_int_equal(end_by(&r, SIGINT), -SIGINT);
  assert_int_equal(folder_count(), 6); /* w.burl, w.png, err and three */
}

static void an_error_leaves_the_last_picture(void **state) {
  (void)state;
  make_from("value()\n", "", 0);
  write_whole("w.burl", "perln()\n"); /* from the start, too */
  running r = watch("-o w.png");
  expect_said("w.burl:1:1: no function 'perln'");
  assert_false(exists("w.png"));
  write_whole("w.burl", "value()\n");
  expect_same("w.png", "0.png");
  write_whole("w.burl", "value(\n");
  expect_said("w.burl:2:1:");
  assert_same_files("w.png", "0.png");
  assert_int_equal(end_by(&r, SIGTERM), -SIGTERM);
  assert_int_equal(folder_count(), 4);
}

/* The samples of a .npy of floats, which begin behind its head of 128 bytes. */
static void assert_blocks(const char *path, int width, int side) {
  size_t length;
  char *const bytes = read_whole(path, &length);
  const float *const samples = (const float *)(const void *)(bytes + 128);
  assert_int_equal(length, 128 + sizeof(float) * (size_t)width * (size_t)width);
  for (int y = 0; y < width; y += 5)
    for (int x = 0; x < width; x++) {
      const double wanted = 8.0 / width * (x / side * side + side / 2);
      assert_true((double)samples[y * width + x] == wanted);
    }
  free(bytes);
}

static void a_coarse_picture_comes_first(void **state) {
  (void)state;
  write_whole("w.burl", SLOW);
  running r = watch("--size 4096x4096 -o w.npy");
  const double end = now() + PATIENCE;
  while (!exists("w.npy") && now() < end) nap();
  assert_blocks("w.npy", 4096, 8);
  const outcome *const o = burl("info w.npy"); /* it does not say that it was made so */
  assert_int_equal(o->code, 1);

  write_whole("w.burl", "perlin()\n"); /* the fine one is not waited for */
  burl_ok("render w.burl --size 4096x4096 -o fast.npy -q");
  expect_same("w.npy", "fast.npy");
  assert_int_equal(end_by(&r, SIGINT), -SIGINT);
  assert_int_equal(shell("ls -A | grep -c '^[.]'")->code, 1);
}

static void ctrl_c_leaves_no_temporary_file(void **state) {
  (void)state;
  write_whole("w.burl", SLOW);
  running r = watch("--size 4096x4096 --range 0,8 -q -o w.png");
  const double end = now() + PATIENCE;
  while ((!exists("w.png") || shell("ls -A | grep '^[.]'")->code != 0) && now() < end) nap();
  assert_int_equal(shell("ls -A | grep '^[.]'")->code, 0); /* the fine picture's */
  assert_int_equal(end_by(&r, SIGINT), -SIGINT);
  assert_int_equal(folder_count(), 3); /* w.burl, w.png, err */
  assert_int_equal(shell("test -s err")->code, 1);
}

static void watch_draws_in_the_terminal(void **state) {
  (void)state;
  NEED_BURL_SHOW();
  static const char drawn[] = "\r\n\033[J\0337";
  write_whole("w.burl", "perlin()\n");
  running r = start(40, 20, "TERM=xterm exec $burl watch w.burl");
  expect(&r, drawn);
  char *const fine = strstr(r.text, drawn);
  nap(), listen_to(&r), expect(&r, "\033[H\033[0m"); /* over the coarse one */
  assert_non_null(fine);
  forget(&r);
  write_whole("w.burl", "perln()\n"); /* the picture stays, with the message below it */
  expect(&r, "did you mean 'perlin'?");
  const char *const back = strstr(r.text, "\0338\033[J"); /* behind the end of what was drawn last */
  assert_true(back && back < strstr(r.text, "did you mean"));
  assert_lacks(r.text, "\033[2J");
  forget(&r);
  write_whole("w.burl", "value()\n");
  expect(&r, "\033[H\033[2J");
  expect(&r, "\033[H\033[0m");
  forget(&r);
  resize(&r, 60, 30);
  expect(&r, "\033[H\033[2J");
  expect(&r, "\033[H\033[0m");
  assert_int_equal(write(r.master, "\003", 1), 1);
  assert_int_equal(end_of(&r), -SIGINT);
  free(r.text);
}

static void watch_in_a_dumb_terminal(void **state) {
  (void)state;
  write_whole("w.burl", "x/8\n");
  running r = start(20, 16, "TERM=dumb exec $burl watch w.burl --extent 0,0,8,8");
  expect(&r, "..::--==++**##%%@@\r\n");
  forget(&r);
  write_whole("w.burl", "1 - x/8\n");
  expect(&r, "@@%%##**++==--::..");
  assert_lacks(r.text, "\033");
  assert_int_equal(end_by(&r, SIGHUP), -SIGHUP);
}

static void what_watch_refuses(void **state) {
  (void)state;
  static const refused_call cases[] = {
      {"-e 'perlin()' -o a.png", 2, "-e: there is no file"},
      {"- -o a.png", 2, "standard input"},
      {"none.burl -o a.png", 1, "none.burl: No such file"},
      {". -o a.png", 1, "only a file"},
      {"/dev/stdin -o a.png </dev/null", 1, "only a file"},
      {"w.burl -o -", 2, "-o -"},
      {"w.burl -o a.xyz", 2, "a.xyz"},
      {"made.png -o made.png", 2, "made.png is the file that is watched"},
      {"w.burl", 1, "no terminal; -o FILE"},
      {"w.burl --size 4x4x4", 2, "two axes"},
      {"w.burl --extent 0,0,1 -o a.png", 2, "--extent"},
      {"-o a.png", 2, "no recipe"},
  };
  write_whole("w.burl", "perlin()\n");
  burl_ok("render -e x/8 --range 0,1 -o made.png -q");
  check_refused("watch", cases, (int)(sizeof cases / sizeof *cases));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_begin, folder_end)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(half_blocks_fill_the_terminal),
      TEST(colours_are_those_of_the_terminal),
      TEST(pictures_where_the_terminal_takes_them),
      TEST(plain_characters_without_colour),
      TEST(the_options_of_render),
      TEST(notes_come_before_the_picture),
      TEST(what_show_refuses),
      TEST(burl_show_is_found_or_named),
      TEST(burl_show_draws_whole_pictures_only),
      TEST(watch_makes_the_picture_again),
      TEST(an_error_leaves_the_last_picture),
      TEST(a_coarse_picture_comes_first),
      TEST(ctrl_c_leaves_no_temporary_file),
      TEST(watch_draws_in_the_terminal),
      TEST(watch_in_a_dumb_terminal),
      TEST(what_watch_refuses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
