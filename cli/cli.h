/* What the commands share.  A command is one file with one function and one text of help; it
 * reads its options with next_option(), says what is wrong through message.c, and returns an
 * exit code. */
#ifndef BURL_CLI_H
#define BURL_CLI_H

#include "base/similar.h"
#include "burl.h"
#include "image.h"

#include <getopt.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- the commands, in the order of `burl --help` --------------------------------------------- */

#define COMMAND_LIST(X)                                                \
  X(render, "a picture or a volume of a recipe, into a file")          \
  X(sample, "a recipe's values at the points of a CSV")                \
  X(info, "what a recipe is: dimensions, knobs, proven bounds, cost")  \
  X(bench, "how fast a recipe is, by stage and by instruction set")    \
  X(list, "every function of the language, with its options")          \
  X(primes, "the primes of an interval")                               \
  X(completion, "what makes a shell complete burl's commands")         \
  X(man, "the manual page")

/* An option: getopt, --help, the completions and the manual page all have it from here. */
typedef struct {
  int letter;        /* -o; above 255: it has none, and this is its number */
  const char *name;  /* --output */
  const char *value; /* what --help calls its value; NULL: it takes none */
  const char *help;  /* a paragraph; --help shows it up to its first semicolon */
  const char *words; /* the values that there are, with spaces between; FILES; NULL: any */
} option_row;

#define FILES "FILE"

/* What there is to say of a command. */
typedef struct {
  const char *usage;         /* behind its name */
  const char *about;         /* paragraphs, here and below, with \n between */
  const option_row *options; /* up to one without a name */
  const char *more;          /* NULL: nothing */
  const char *example;       /* a line as typed */
  const char *operand;       /* the words that may stand behind the options; FILES; NULL: any */
} manual;

typedef struct {
  const char *name, *about;
  const manual *manual;
  int (*run)(int argc, char **argv);
} command;

#define DECLARE_COMMAND(name, about)         \
  int command_##name(int argc, char **argv); \
  extern const manual manual_##name;
COMMAND_LIST(DECLARE_COMMAND)
#undef DECLARE_COMMAND

extern const command commands[]; /* help.c; up to one without a name */

/* Exit codes.  SHOW_HELP is for main alone: the command was asked for its help. */
enum { DONE = 0, FAILED = 1, USAGE = 2, SHOW_HELP = 3 };

/* ---- message.c: what is said on stderr ------------------------------------------------------- */

#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))

/* What messages begin with from now on: "burl", "burl render". */
void message_speaker(const char *speaker);

int fail(const char *format, ...) PRINTF_LIKE(1, 2);        /* returns FAILED */
int usage_error(const char *format, ...) PRINTF_LIKE(1, 2); /* points at --help; returns USAGE */
void note(const char *format, ...) PRINTF_LIKE(1, 2); /* unless --quiet */
void tell(const char *format, ...) PRINTF_LIKE(1, 2); /* with --verbose */

/* How much is said from now on: --quiet, --verbose.  On a terminal, unless NO_COLOR is set, what
 * messages are about has a colour. */
typedef enum { MESSAGES_FEW = -1, MESSAGES_USUAL, MESSAGES_MANY } message_level;
void message_choose(message_level level);
int message_quiet(void);

/* A place in a text, to be shown with a caret under it. */
typedef struct {
  const char *name; /* of the file */
  int line, column; /* from 1; the column in bytes */
  int length;       /* of the culprit, in bytes */
  const char *text; /* the line itself, without its end */
  size_t text_length;
} place;

/* "name:line:column: message", the line, and a caret with the hint (may be "").  Returns FAILED. */
int fail_at(const place *at, const char *message, const char *hint);

/* " (did you mean '--seed'?)" with dashes before the nearest word; "" where none is near. */
typedef struct {
  char text[128];
} suggestion;

suggestion suggest(const burl__similar *best, const char *dashes);

/* Whether all that was printed has reached standard output: DONE, or FAILED and said so. */
int flush_output(void);

/* ---- parse.c: numbers in arguments ----------------------------------------------------------- */

/* Each reads all of the text or fails with -1.  Numbers are finite; lists return how many there
 * are, at most `most`. */
int parse_number(const char *text, double *value);
int parse_numbers(const char *text, double *values, int most);
int parse_integers(const char *text, char separator, int64_t *values, int most);
int parse_unsigned(const char *text, uint64_t *value); /* decimal, or 0x and hex */

/* ---- options.c ------------------------------------------------------------------------------- */

enum { MOST_OPTIONS = 40 };

/* The next option's letter or number, its value in optarg; -1 at the end; '?' where it is wrong, which
 * has then been said. */
int next_option(int argc, char **argv, const option_row *options);

/* ---- help.c ---------------------------------------------------------------------------------- */

enum { HELP_WIDTH = 80 };

/* What --help says; or all there is. */
void help_print(const command *about);
void help_print_in_full(const command *about);
void help_print_all(FILE *out);

/* Prints words from `column` on, which is where the line is, and indents each further line to there. */
void print_wrapped(const char *text, int column);

/* ---- recipe.c: the text, its seed and knobs, and the program --------------------------------- */

/* The options that every command with a recipe has. */
// clang-format off
enum { SEED_OPTION = 256, RESULT_OPTION, OWN_OPTIONS /* a command's own numbers begin here */ };
#define HELP_OPTION {'h', "help", NULL, "shows this", NULL}
#define RECIPE_OPTIONS                                                                      \
  {'e', "expression", "EXPR", "the recipe itself, in place of its file", NULL},             \
  {SEED_OPTION, "seed", "N", "64 bits, decimal or 0x and hexadecimal", NULL},               \
  {RESULT_OPTION, "result", "NAME", "a named part of the recipe in place of its last line", NULL}, \
  {'p', "param", "NAME=VALUE", "turns a knob of the recipe; may be given again", NULL},     \
  HELP_OPTION
// clang-format on

enum { MOST_KNOBS = 256 };

typedef struct {
  const char *name;       /* for messages: the file's, or "-e" */
  const char *expression; /* the text given by -e; NULL: it comes from a file */
  char *loaded;           /* the file's text, ours */
  const char *text;       /* either of the two */
  size_t length;
  const char *result; /* a name within the recipe; NULL: its last line */
  uint64_t seed;
  int seed_given;
  struct json_t *made; /* where a picture is named in place of a recipe: how it was made */
  int knob_count;
  struct {
    const char *name;
    double value;
  } knobs[MOST_KNOBS];
  burl_program *program; /* once compiled */
} recipe;

/* Takes one of RECIPE_OPTIONS, or what next_option answered to a wrong one. */
int recipe_option(recipe *r, int option, char *value);

/* Takes the recipe from the operands, unless -e gave it, and expects `others` more. */
int recipe_operand(recipe *r, int *count, char ***operands, int others);
/* The same where a recipe is all that may stand behind the options that getopt_long has read. */
int recipe_last_operand(recipe *r, int argc, char **argv);

/* Reads the text: from the file, from standard input where that is named -, or what a picture tells of
 * itself, with its seed and knobs where they aren't given.  Compiling comes later: the dimension may
 * depend on other input. */
int recipe_load(recipe *r);

/* Compiles for dims dimensions, exactly; then sets seed and knobs. */
int recipe_compile(recipe *r, int dims);

/* Compiles for at least dims dimensions: as many as the recipe's view and coordinates ask for. */
int recipe_compile_to_fit(recipe *r, int dims);

void recipe_free(recipe *r);

/* ---- geometry.c: which samples a picture has ------------------------------------------------- */

typedef enum { EDGE_CELL, EDGE_SHARED } edge_rule;

/* As the options say it; a count of 0 is an option not given. */
typedef struct {
  int axes, size_given;
  int64_t size[4];
  int extent_count, origin_count, step_count, window_count, edge_given;
  double extent[8], origin[4], step[4];
  int64_t window[8];
  edge_rule edge;
  int is_fixed[4]; /* by --at */
  double fixed[4];
} geometry;

/* Whether the options go together.  Needs no recipe, so that mistakes are found first. */
int geometry_check(const geometry *g);

/* The size where none is given, in the shape of what the picture shows, and a note where the one given
 * has another (is_made: the picture is made again); then whether the window is within it. */
int geometry_settle(geometry *g, const burl_program *program, int is_made);

/* The least number of dimensions that the options ask for. */
int geometry_dims(const geometry *g);

/* Fills the grid of the whole picture for a program: size, origin, step and footprint. */
int geometry_place(const geometry *g, const burl_program *program, burl_grid *grid);

/* The corners of the whole picture, where no origin is given. */
void geometry_extent(const geometry *g, const burl_program *program, double extent[8]);

/* The first sample and the size along each axis of the part to show. */
void geometry_window(const geometry *g, int64_t first[4], int64_t size[4]);

/* ---- range.c: which values are black and white ----------------------------------------------- */

typedef enum { RANGE_PROVEN, RANGE_GIVEN, RANGE_AUTO } range_rule;

typedef struct {
  range_rule rule;
  double ends[2]; /* where given */
  int is_made;    /* by the picture that the recipe is, not by an option */
} range_option;

/* Before anything is computed: whether there is a range at all. */
int range_check(const range_option *option, const burl_program *program,
                const image_format *format);

/* What samples hold: the finite ones' ends, infinite the wrong way round where there are none; and
 * how many are not a number. */
typedef struct {
  double lo, hi;
  int64_t nans;
} range_content;

#define RANGE_NOTHING {INFINITY, -INFINITY, 0}

/* Adds what count samples hold, or what another content does. */
void range_add(range_content *content, const range_content *other);
void range_look(range_content *content, const float *samples, int64_t count);

/* Sets picture's lo and hi.  Content counts with RANGE_AUTO alone. */
void range_choose(const range_option *option, const burl_program *program,
                  const range_content *content, image *picture);

/* Says what is worth knowing about the range of a picture of integers, and what it holds. */
void range_tell(const range_option *option, const burl_program *program, const image *picture,
                const range_content *content);

/* ---- provenance.c: how a picture was made ---------------------------------------------------- */

/* What of a picture's making isn't its recipe's. */
typedef struct {
  geometry geometry;
  range_option range;
  double time;
  int time_given;
  int depth, depth_given;
  const char *crs; /* a coordinate system; NULL: none */
} making;

/* The text that goes with a picture of this program, so that it can be made again; the picture's range
 * is chosen.  To be freed; NULL: no memory. */
char *provenance_text(const recipe *r, const making *m, const image *picture, image_kind kind);

/* Takes what is not given from how the recipe's picture was made. */
int provenance_take_recipe(recipe *r);
int provenance_take_making(const recipe *r, making *m);

/* Whether two such texts say the same; but_range: whatever range they say. */
int provenance_is_same(const char *a, const char *b, int but_range);

/* Prints it: the version, and the options that make it again. */
void provenance_print(const recipe *r);

/* ---- progress.c ------------------------------------------------------------------------------ */

typedef enum { PROGRESS_AUTO, PROGRESS_BAR, PROGRESS_JSON, PROGRESS_NONE } progress_style;

/* A work of some samples in some files.  Shown on stderr: by a bar where that is a terminal, or as
 * --progress says. */
typedef struct {
  double samples, done;
  int64_t files, ready;
  double begun, shown; /* seconds */
  progress_style style;
  pthread_mutex_t lock; /* over all above: parts may be on several threads */
} progress;

/* A grid of it. */
typedef struct {
  progress *of;
  double samples, done; /* done from 0 to 1 */
} progress_part;

int progress_choose(const char *name); /* --progress NAME */
void progress_begin(progress *p, double samples, int64_t files);
void progress_watch(progress_part *part, progress *p, burl_grid *grid); /* while it is sampled */
void progress_add(progress *p, double samples);                          /* those of no grid */
void progress_file(progress *p);                                         /* one more is ready */
void progress_end(progress *p, int is_done);

/* Of a clock that only goes on. */
double seconds_now(void);

#endif
