/* burl watch: a picture that is made again whenever the recipe's file, or one that it imports, changes.
 *
 * This process only looks at the files, ten times a second and more, as that works on every file system and however
 * an editor replaces the file.  Each picture is made by a process of its own, coarse first, which is ended where
 * the file changes again meanwhile: it leaves no file behind, nor anything that this process would have to undo. */
#include "cli/terminal.h"

#include "cli/imports.h"
#include "cli/process.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const option_entry options[] = {
    RENDER_OPTION_AS(OUTPUT, .help = "the picture's file, for a viewer that reloads it",
                     .more = "if not given, the terminal"),
    RENDER_OPTION_AS(SIZE, .help = "samples along x, y",
                     .more = "if not given, as many as the terminal shows, or 512 along the longer side of a file"),
    TERMINAL_OPTIONS,
    {0},
};

const manual manual_watch = {
    .usage = "RECIPE [-o FILE] [option]...",
    .about = "Shows a recipe's picture in the terminal, or writes it to a file, and does so again whenever the recipe's"
             " file, or one that it imports, changes: coarse at once where it takes a while, then fine.  Where the"
             " recipe has an error the last"
             " picture stays.  Ctrl-C ends it.",
    .options = options,
    .example = "burl watch recipes/clouds.burl -o clouds.png",
    .operand = FILES,
};

enum { COARSE = 8, MESSAGE_ROWS = 6, LOOK_EVERY = 50 /* milliseconds */ };
static const double soon = 0.3; /* seconds within which a picture needs no coarse one before it */

/* What a change of a file is seen by. */
typedef struct {
  int exists;
  dev_t device;
  ino_t number;
  off_t size;
  struct timespec modified, changed;
} file_state;

/* Of the recipe and what it imports, and of the terminal that the picture fills. */
enum { MOST_WATCHED = 1 + MOST_IMPORTS + 1 };
typedef struct {
  file_state files[MOST_WATCHED]; /* the recipe first */
  int columns, rows;
} state;

typedef struct {
  rendering given; /* what the options say */
  const char *path;
  char *imports[MOST_WATCHED - 1]; /* their paths, to be freed; NULL behind the last */
  terminal terminal;               /* where there is no -o */
  process maker;                   /* which makes a picture; zero: none */
} watch;

/* ---- signals ------------------------------------------------------------------------------------- */

static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDING_COUNT = sizeof ending / sizeof *ending };
static volatile sig_atomic_t ended; /* by that signal */

static void end_soon(int number) { ended = number; }

/* Sets the handler of the signals that end the watching, but of one that is ignored. */
static void handle_ending(void (*handler)(int)) {
  struct sigaction wanted = {.sa_handler = handler}, current;
  sigemptyset(&wanted.sa_mask);
  for (int i = 0; i < ENDING_COUNT; i++)
    if (sigaction(ending[i], NULL, &current) == 0 && current.sa_handler != SIG_IGN) sigaction(ending[i], &wanted, NULL);
}

/* ---- a picture, in a process of its own ---------------------------------------------------------- */

static int make_file(rendering *r) {
  rendering_note(r);
  if (coarse_is_possible(r) && coarse_estimate(r) > soon) {
    r->coarse = COARSE;
    message_choose(MESSAGES_FEW);
    const int code = make_series(r);
    message_choose(r->level);
    if (code) return code;
    r->coarse = 0;
  }
  const double begun = seconds_now();
  const int code = make_series(r);
  if (!code) note("%s: made in %.2g s", r->output, seconds_now() - begun);
  return code;
}

/* The terminal remembers where messages begin: below the picture. */
#define CLEAR_ALL "\033[H\033[2J"
#define HOME "\033[H"
#define REMEMBER "\0337"
#define TO_MESSAGES "\0338\033[J"

static void say(const watch *w, const char *sequence) {
  if (w->terminal.is_dumb) return;
  fputs(sequence, stdout);
  fflush(stdout);
}

static int draw(const watch *w, rendering *r, int smaller, const char *before) {
  const geometry fine = r->settings.geometry;
  terminal_fit(&w->terminal, r, smaller);
  const int code =
      terminal_draw(&w->terminal, r, w->terminal.is_dumb ? "" : before, w->terminal.is_dumb ? "" : "\033[J" REMEMBER);
  r->settings.geometry = fine;
  return code;
}

static int make_shown(const watch *w, rendering *r) {
  message_choose(MESSAGES_FEW); /* notes come after the picture */
  int code = w->terminal.is_dumb ? DONE : draw(w, r, COARSE, CLEAR_ALL);
  if (!code) code = draw(w, r, 1, HOME);
  message_choose(r->level);
  if (!code) recipe_note(&r->recipe);
  return code;
}

static int make(const watch *w) {
  rendering r = w->given;
  if (!r.output) terminal_take(&r);
  int code = rendering_prepare(&r);
  if (!code) code = w->given.output ? make_file(&r) : make_shown(w, &r);
  rendering_free(&r);
  return code;
}

static int run_maker(void *arg) {
  const watch *const w = arg;
  handle_ending(SIG_DFL);
  return ended ? FAILED /* a signal came before that */ : make(w);
}

static int begin_making(watch *w) {
  fflush(stdout);
  if (!w->given.output) say(w, TO_MESSAGES);
  return process_begin(&w->maker, run_maker, w) == 0 ? DONE : fail("%s", strerror(errno));
}

/* ---- looking ------------------------------------------------------------------------------------- */

static void look_at(const char *path, file_state *found) {
  struct stat s;
  if (stat(path, &s) != 0) return;
  found->exists = 1;
  found->device = s.st_dev;
  found->number = s.st_ino;
  found->size = s.st_size;
  found->modified = s.st_mtim;
  found->changed = s.st_ctim;
}

static state look(const watch *w) {
  struct winsize size = {0};
  state found;
  memset(&found, 0, sizeof found); /* padding too: states are compared as bytes */
  if (!w->given.output && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
    found.columns = size.ws_col;
    found.rows = size.ws_row;
  }
  look_at(w->path, &found.files[0]);
  for (int i = 0; i + 1 < MOST_WATCHED && w->imports[i]; i++) look_at(w->imports[i], &found.files[1 + i]);
  return found;
}

/* Finds which files the recipe imports: those that a program of it asks for, even of one that doesn't compile. */
static void find_imports(watch *w) {
  recipe r = w->given.recipe;
  struct stat s;
  for (int i = 0; i + 1 < MOST_WATCHED; i++) {
    free(w->imports[i]);
    w->imports[i] = NULL;
  }
  if (stat(w->path, &s) == 0 && recipe_load(&r) == DONE) {
    burl_options reading = {.struct_size = sizeof reading};
    files_choose(&r, &reading);
    reading.load = NULL;
    burl_free(burl_compile_with(r.text, r.length, &reading, NULL));
    const char *path;
    for (int i = 0; i + 1 < MOST_WATCHED && (path = files_import_path(&r, i)); i++) w->imports[i] = strdup(path);
  }
  recipe_free(&r);
}

static int is_same(const state *a, const state *b) { return memcmp(a, b, sizeof *a) == 0; }

/* What has changed and is the same at two looks is worth a picture: an editor may be amid writing. */
static int answer(watch *w, const state *now) {
  process_end(&w->maker);
  if (!now->files[0].exists) {
    if (!w->given.output) say(w, TO_MESSAGES);
    note("%s is gone: waiting until it is there again", w->path);
    return DONE;
  }
  if (!w->given.output && terminal_find(&w->terminal, MESSAGE_ROWS, "-o FILE")) return DONE;
  return begin_making(w);
}

static int keep_looking(watch *w) {
  const struct timespec pause = {0, LOOK_EVERY * 1000000L};
  find_imports(w);
  state before = look(w), answered = before;
  int code = answer(w, &before);
  while (!ended && !code) {
    nanosleep(&pause, NULL);
    process_look(&w->maker);
    state now = look(w);
    if (is_same(&now, &before) && !is_same(&now, &answered)) {
      find_imports(w);
      now = look(w);
      code = answer(w, &now);
      answered = now;
    }
    before = now;
  }
  process_end(&w->maker);
  return code;
}

/* ---- the command --------------------------------------------------------------------------------- */

static int check_output(const watch *w, rendering *r) {
  image_error error;
  struct stat watched, output;
  if (!r->output) return DONE;
  if (strcmp(r->output, "-") == 0)
    return usage_error("-o -: a picture that is made again is a file, not standard output");
  r->format = image_format_of(r->output, &error);
  if (!r->format) return usage_error("%s", error.text);
  if (stat(w->path, &watched) == 0 && stat(r->output, &output) == 0 && watched.st_dev == output.st_dev &&
      watched.st_ino == output.st_ino)
    return usage_error("-o %s is the file that is watched", r->output);
  return DONE;
}

static int check_recipe(const watch *w) {
  struct stat s;
  if (stat(w->path, &s) != 0) return fail("%s: %s", w->path, strerror(errno));
  if (S_ISREG(s.st_mode)) return DONE;
  return fail("%s: only a file can be watched", w->path);
}

static int read_arguments(watch *w, int argc, char **argv) {
  rendering *const r = &w->given;
  int code = options_read(argc, argv, options, r);
  if (code) return code;
  if (r->recipe.expression) return usage_error("-e: there is no file that could change; 'burl show' draws it once");
  code = recipe_last_operand(&r->recipe, argc, argv);
  if (code) return code;
  w->path = r->recipe.name;
  if (strcmp(w->path, "-") == 0) return usage_error("standard input is no file that could change");
  if (!r->output && r->settings.geometry.axes != 2)
    return usage_error("--size: a terminal shows two axes, such as 512x512");
  code = check_output(w, r);
  return code ? code : geometry_check(&r->settings.geometry);
}

int command_watch(int argc, char **argv) {
  static watch w;
  w.given = rendering_usual();
  int code = read_arguments(&w, argc, argv);
  if (!code) code = check_recipe(&w);
  if (!code && !w.given.output) code = terminal_find(&w.terminal, MESSAGE_ROWS, "-o FILE");
  if (code) return code;
  if (process_is_begun()) return make(&w);
  handle_ending(end_soon);
  if (!w.given.output) say(&w, CLEAR_ALL REMEMBER);
  code = keep_looking(&w);
  if (!ended) return code;
  handle_ending(SIG_DFL);
  return raise(ended);
}
