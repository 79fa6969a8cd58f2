/* What the commands share.  A command is one file with one function and one text of help; it
 * reads its options with next_option(), says what is wrong through message.c, and returns an
 * exit code. */
#ifndef BURL_CLI_H
#define BURL_CLI_H

#include "base/similar.h"
#include "burl.h"
#include "image.h"

#include <getopt.h>
#include <stddef.h>
#include <stdint.h>

/* ---- the commands, in the order of `burl --help` --------------------------------------------- */

#define COMMAND_LIST(X)                                               \
  X(render, "a picture or a volume of a recipe, into a file")        \
  X(sample, "a recipe's values at the points of a CSV")               \
  X(info, "what a recipe is: dimensions, knobs, proven bounds, cost") \
  X(bench, "how fast a recipe is, by stage and by instruction set")   \
  X(list, "every function of the language, with its options")         \
  X(primes, "the primes of an interval")

#define DECLARE_COMMAND(name, about)         \
  int command_##name(int argc, char **argv); \
  extern const char help_##name[];
COMMAND_LIST(DECLARE_COMMAND)
#undef DECLARE_COMMAND

/* Exit codes.  SHOW_HELP is for main alone: the command was asked for its help. */
enum { DONE = 0, FAILED = 1, USAGE = 2, SHOW_HELP = 3 };

/* ---- message.c: what is said on stderr ------------------------------------------------------- */

#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))

/* What messages begin with from now on: "burl", "burl render". */
void message_speaker(const char *speaker);

int fail(const char *format, ...) PRINTF_LIKE(1, 2);        /* returns FAILED */
int usage_error(const char *format, ...) PRINTF_LIKE(1, 2); /* points at --help; returns USAGE */
void note(const char *format, ...) PRINTF_LIKE(1, 2);

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

/* getopt_long's next option; -1 at the end; '?' where it is wrong, which has then been
 * said.  letters begins with ':'. */
int next_option(int argc, char **argv, const char *letters, const struct option *options);

/* ---- recipe.c: the text, its seed and knobs, and the program --------------------------------- */

/* The options that every command with a recipe has. */
// clang-format off
#define RECIPE_LETTERS "e:p:h"
#define RECIPE_OPTIONS                                                                   \
  {"expression", required_argument, NULL, 'e'}, {"param", required_argument, NULL, 'p'}, \
  {"seed", required_argument, NULL, 'S'}, {"help", no_argument, NULL, 'h'}
// clang-format on

enum { MOST_KNOBS = 256 };

typedef struct {
  const char *name;       /* for messages: the file's, or "-e" */
  const char *expression; /* the text given by -e; NULL: it comes from a file */
  char *loaded;           /* the file's text, ours */
  const char *text;       /* either of the two */
  size_t length;
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

/* Adds what count samples hold. */
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
} making;

/* The text that goes with a picture of this program, so that it can be made again; the picture's range
 * is chosen.  To be freed; NULL: no memory. */
char *provenance_text(const recipe *r, const making *m, const image *picture, image_kind kind);

/* Takes what is not given from how the recipe's picture was made. */
int provenance_take_recipe(recipe *r);
int provenance_take_making(const recipe *r, making *m);

/* Prints it: the version, and the options that make it again. */
void provenance_print(const recipe *r);

/* ---- progress.c ------------------------------------------------------------------------------ */

typedef struct {
  double samples, begun, shown; /* in all; seconds */
} progress;

/* Shows a bar on stderr while a grid is sampled, where stderr is a terminal. */
void progress_watch(progress *p, burl_grid *grid, double samples);
void progress_end(progress *p);

#endif
