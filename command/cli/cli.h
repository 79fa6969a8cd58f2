/* What the commands share.  A command is a file with one function and one manual; it reads its
 * options with options_read(), reports errors through message.c, and returns an exit code. */
#ifndef BURL_CLI_H
#define BURL_CLI_H

#include "base/similar.h"
#include "burl_inspect.h"
#include "cli/option.h"
#include "image/heights.h"
#include "image/image.h"

#include <getopt.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- the commands, in the order of `burl --help` --------------------------------------------- */

#define COMMAND_LIST(X)                                                       \
  X(render, "a picture or a volume of a recipe, into a file")                 \
  X(show, "a recipe's picture in the terminal")                               \
  X(watch, "a picture that is made again whenever the recipe's file changes") \
  X(studio, "a page in the browser, to make recipes on")                      \
  X(sample, "a recipe's values at the points of a CSV")                       \
  X(points, "where things stand, no two nearer than a radius, as a list")     \
  X(contours, "the lines along which a recipe has given values")              \
  X(streamlines, "lines that follow a recipe's slope, evenly apart")          \
  X(profiles, "rows of a recipe's heights as lines, one behind another")      \
  X(mesh, "heights, or a surface in space, as triangles")                     \
  X(plot, "a recipe as a figure: a curve, or a picture with a cut")           \
  X(sheet, "a sheet of a recipe over a knob, an option or seeds")             \
  X(tree, "a recipe's parts as pictures, and what they are made of")          \
  X(figures, "how noise works, as some fifty figures and a page")             \
  X(plan, "a map of a planet as shards that can be made anywhere")            \
  X(run, "shards of a plan")                                                  \
  X(submit, "a plan as a job of Slurm, MPI, Kubernetes or AWS Batch")         \
  X(merge, "the shards of a plan as an archive of tiles")                     \
  X(status, "which shards of a plan are done, and what is left")              \
  X(code, "a recipe as source text: GLSL, WGSL, HLSL, MSL, OpenCL, CUDA, C")  \
  X(info, "what a recipe is: dimensions, knobs, proven bounds, cost")         \
  X(format, "recipes in one style, with their comments")                      \
  X(lsp, "a language server, which editors start")                            \
  X(find, "where a condition holds, or proof that it holds nowhere")          \
  X(stats, "what tells real ground from made, of heights")                    \
  X(bench, "how fast a recipe is, by stage and by instruction set")           \
  X(list, "every function of the language, with its options")                 \
  X(primes, "the primes of an interval")                                      \
  X(completion, "what makes a shell complete burl's commands")                \
  X(man, "the manual page")

/* A command's manual. */
typedef struct {
  const char *usage;           /* what follows the command's name */
  const char *about;           /* paragraphs, as in `more`, separated by \n */
  const option_entry *options; /* the last has no row */
  const char *more;            /* NULL: nothing */
  const char *example;         /* a command line */
  const char *operand;         /* the words that may follow the options; FILES; NULL: any */
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

extern const command commands[]; /* in help.c; the last has no name */

/* Exit codes.  SHOW_HELP is an internal one, for main: the command's help was asked for. */
enum { DONE = 0, FAILED = 1, USAGE = 2, SHOW_HELP = 3 };

/* ---- message.c: messages on stderr ----------------------------------------------------------- */

#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))

/* Sets what messages begin with: "burl", "burl render". */
void message_prefix(const char *prefix);

int fail(const char *format, ...) PRINTF_LIKE(1, 2);          /* returns FAILED */
int usage_error(const char *format, ...) PRINTF_LIKE(1, 2);   /* mentions --help; returns USAGE */
void note(const char *format, ...) PRINTF_LIKE(1, 2);         /* unless --quiet */
void verbose_note(const char *format, ...) PRINTF_LIKE(1, 2); /* with --verbose */

/* Chooses which messages are printed: fewer with --quiet, more with --verbose.  On a terminal,
 * unless NO_COLOR is set, their beginnings are coloured. */
typedef enum { MESSAGES_FEW = -1, MESSAGES_USUAL, MESSAGES_MANY } message_level;
void message_choose(message_level level);
/* Whether somebody watches a terminal on which a line can be written over: not where TERM is dumb or CI is set. */
int message_redraws(void);
const char *message_last(void); /* the last one's text; not while other threads print any */

/* A position in a text, to be shown with a caret under it. */
typedef struct {
  const char *name; /* of the file */
  int line, column; /* from 1; the column in bytes */
  int length;       /* of what is wrong, in bytes */
  const char *text; /* the line itself, without its end */
  size_t text_length;
} text_position;

/* "name:line:column: message", the line, and a caret with the hint (may be "").  Returns FAILED. */
int fail_at(const text_position *where, const char *message, const char *hint);
/* The same for a note, unless --quiet. */
void note_at(const text_position *where, const char *message, const char *hint);

/* " (did you mean '--seed'?)", with `dashes` before the nearest word; "" where no word is near. */
typedef struct {
  char text[128];
} suggestion;

suggestion suggest(const burl__similar *best, const char *dashes);

/* Flushes standard output.  Returns DONE, or FAILED with a message where not all of the output
 * could be written. */
int flush_output(void);

/* ---- shown.c: text from elsewhere ------------------------------------------------------------ */

/* A character as it may be shown: itself, or an escape such as \x1b for one that a terminal would
 * obey.  bytes: how many it takes in the text. */
typedef struct {
  char text[12];
  size_t bytes;
  int columns;
} shown_text;

shown_text shown_of(const char *text, size_t length); /* length > 0 */
void print_shown(FILE *out, const char *text, size_t length);
/* The same of at most so many bytes of the text; where it has more, how many, too. */
void print_beginning(FILE *out, const char *text, size_t length, size_t most);

/* How much burl info prints of what a file of a stranger's may have thousands of: bytes of a text, bytes of a recipe
 * or of a coordinate system, and rows of a list. */
enum { MOST_SHOWN_TEXT = 1000, MOST_SHOWN_RECIPE = 1 << 16, MOST_SHOWN_ROWS = 100 };

/* A word of a shell's line, quoted where that is needed. */
void print_quoted(FILE *out, const char *word);

/* Prints a JSON value, which it frees: NULL, a failure, is that of what has this name.  Returns DONE, or FAILED with a
 * message. */
int print_as_json(const char *name, struct json_t *value);

/* ---- parse.c: numbers in arguments ----------------------------------------------------------- */

/* Each parses the whole text, or returns -1.  Numbers have to be finite.  Lists return how many
 * numbers they have, which are at most `most`. */
int parse_number(const char *text, double *value);
int parse_numbers(const char *text, double *values, int most);
int parse_integers(const char *text, char separator, int64_t *values, int most);
int parse_unsigned(const char *text, uint64_t *value); /* decimal, or 0x and hex */
/* The value of --option, a whole number from least to most: DONE, or USAGE after a message. */
int parse_count(const char *option, const char *text, uint64_t least, uint64_t most, uint64_t *value);

/* A seed: a whole number from -2^63 to 2^64 - 1, or any other text but numbers, which stands for
 * burl_seed_of_text. */
typedef enum { SEED_NUMBER, SEED_TEXT, SEED_WRONG } seed_kind;
seed_kind parse_seed(const char *text, uint64_t *seed);
/* "1..64", both included, of --seeds.  Returns an exit code. */
int parse_seeds(char *text, uint64_t *first, uint64_t *last);

/* ---- help.c ---------------------------------------------------------------------------------- */

enum { HELP_WIDTH = 80 };

/* Prints what --help shows of a command; its whole manual; the list of commands. */
void help_print(const command *about);
void help_print_in_full(const command *about);
void help_print_all(FILE *out);

/* Prints a text wrapped at HELP_WIDTH.  Its first line begins at `column`, where the output is; the
 * others are indented to there. */
void print_wrapped(const char *text, int column);

/* ---- recipe.c: the text, its seed and knobs, and the program --------------------------------- */

enum { MOST_KNOBS = 256, MOST_RESULTS = 64 };

typedef struct {
  const char *name;       /* for messages: the file's, or "-e" */
  const char *expression; /* the text given by -e; NULL: there is a file */
  char *loaded;           /* the file's text, to be freed */
  const char *text;       /* the recipe's text, wherever it is from */
  size_t length;
  const char *result; /* the names whose values are wanted; NULL: the last line's */
  uint64_t seed;
  int seed_given;
  const char *seed_text;       /* the text that it stands for; NULL: none */
  struct json_t *provenance;   /* of the picture that is named in place of a recipe; else NULL */
  int knob_count, knobs_given; /* given: by options, the first of them */
  struct {
    const char *name;
    double value;
  } knobs[MOST_KNOBS];
  int octave_begin, octave_end; /* which octaves of sums; 0, 0: all */
  int derivative_by;            /* 1: x, 2: y: its derivative instead; 0: itself */
  int files_allowed;            /* whether a recipe of a stranger may open the files that it names */
  int files_unread;             /* whether it is compiled without the files that it may not open, and never sampled */
  const char *crs;              /* the coordinate system to which these are brought; NULL: their own */
  int in_degrees;               /* whether they may be in longitude and latitude */
  struct recipe_files *files;   /* which it has opened; shared by copies of the recipe */
  int made_with;                /* the output version of the picture or that the recipe names; 0: none */
  burl_program *program;        /* once compiled */
} recipe;

/* The options that every command with a recipe has, as entries of a command whose struct has it in that field: all, or
 * all but -e, which are its settings. */
enum { EXPRESSION_OPTION, SEED_OPTION, RESULT_OPTION, KNOB_OPTION, ALLOW_FILES_OPTION, RECIPE_ROWS };
extern const option_row recipe_rows[RECIPE_ROWS];
#define RECIPE_OPTIONS(of, field) \
  SHARED_ROW(recipe_rows[EXPRESSION_OPTION], of, recipe, field), RECIPE_SETTINGS(of, field)
#define RECIPE_SETTINGS(of, field)                                                                                    \
  SHARED_ROW(recipe_rows[SEED_OPTION], of, recipe, field), SHARED_ROW(recipe_rows[RESULT_OPTION], of, recipe, field), \
      SHARED_ROW(recipe_rows[KNOB_OPTION], of, recipe, field),                                                        \
      SHARED_ROW(recipe_rows[ALLOW_FILES_OPTION], of, recipe, field), HELP_OPTION

/* Takes the recipe's name off the operands, unless -e gave it, and checks that at most `others`
 * remain. */
int recipe_operand(recipe *r, int *count, char ***operands, int others);
/* The same for commands that take a recipe and no other operand. */
int recipe_last_operand(recipe *r, int argc, char **argv);

/* Reads the text from the file, or from standard input where that is named -.  From a picture that
 * burl has made it takes the text and, where they aren't given, the seed and knobs.  It is compiled
 * later, as the number of dimensions may depend on other input. */
int recipe_load(recipe *r);

/* Compiles for exactly `dims` dimensions, then sets seed and knobs. */
int recipe_compile(recipe *r, int dims);

/* Compiles for at least `dims` dimensions: as many as the recipe's view and coordinates need. */
int recipe_compile_to_fit(recipe *r, int dims);
/* The same without seed, knobs and messages: the program, NULL with *error filled. */
burl_program *recipe_fitted(const recipe *r, int dims, burl_error *error);

/* Says what of the recipe (but a picture's own) and of its options has no effect, and which seed a text
 * stands for; of the options alone. */
void recipe_note(const recipe *r);
void recipe_note_options(const recipe *r);

/* ---- versions.c: bits that have changed ---------------------------------------------------------- */

/* The number behind "// output version " at the beginning of a line; 0: there is none. */
int recipe_output_version(const char *text);

/* Where r->made_with is another output version than this burl's, names the functions that the recipe uses whose bits
 * have changed since; nothing where none has. */
void recipe_note_versions(const recipe *r);

/* What the library says of the recipe, and where; a line of 0: it has no place. */
typedef struct {
  text_position where;
  const char *message, *hint;
} recipe_problem;

recipe_problem recipe_problem_of(const recipe *r, const burl_error *error);

/* Reports what the library says of the recipe, at its place in the text.  Returns FAILED, or USAGE. */
int recipe_fail(const recipe *r, const burl_error *error);
/* Says why the grid could not be sampled.  Returns FAILED. */
int recipe_fail_grid(const recipe *r, const burl_grid *grid, burl_status status);

/* What a figure of the recipe is called: its text where it is short, else its file. */
enum { TITLE_ROOM = 92 };
void recipe_title(const recipe *r, char title[TITLE_ROOM]);

void recipe_free(recipe *r);

/* ---- info.c ------------------------------------------------------------------------------------ */

/* How many values the program computes, and how often: "2 a column, 5 a sample"; "none". */
enum { VALUES_ROOM = 640 };
void info_values(const burl_program *p, char text[VALUES_ROOM]);
/* "a number", "rgb" or "rgba". */
const char *info_kind(int channels);

/* ---- files.c: the files that a recipe names ----------------------------------------------------- */

typedef struct recipe_files recipe_files;

/* Makes r->files, for names that lead from the folder of that path, NULL: the current one.  stranger: whence the
 * recipe is, if not from a file of the user's own: then it opens files with --allow-files alone. */
int files_begin(recipe *r, const char *path, const char *stranger);
void files_end(recipe *r);

/* The text of a file that the recipe imports, with the name that messages give it; without text where none is known. */
text_position files_imported(const recipe *r, const char *name);
/* The path of the index-th file that the recipe imports, and of one that couldn't be read; NULL: there are no more. */
const char *files_import_path(const recipe *r, int index);

/* burl_options.load, read and their user; and why load has failed, NULL: it hasn't. */
void files_choose(const recipe *r, burl_options *options);
const char *files_error(const recipe *r);

/* The files' names and checksums as JSON, NULL: there are none; what burl info shows of them. */
struct json_t *files_crcs(const recipe *r);
void files_print(const recipe *r);
struct json_t *files_json(const recipe *r);

/* The first of the files read whose heights say no place; NULL: all do. */
const char *files_stretched(const recipe *r);

/* What burl info shows of heights, NULL: that they haven't been read, as text and as JSON. */
void print_heights(const char *title, const char *name, const heights *h);
struct json_t *heights_json(const char *name, const heights *h);

/* ---- geometry.c: which samples a picture has ------------------------------------------------- */

typedef enum { EDGE_CELL, EDGE_SHARED } edge_rule;

/* The values of the options; a count of 0: the option isn't given. */
typedef struct {
  int axes, size_given;
  int64_t size[4];
  int extent_count, origin_count, step_count, window_count, edge_given;
  double extent[8], origin[4], step[4];
  int64_t window[8];
  edge_rule edge;
  int samples;     /* a pixel, along x and along y; 0: --samples isn't given */
  int margin;      /* how many more cells whole-grid functions see on each side */
  int is_fixed[4]; /* whether --at gives the coordinate on this axis, in fixed */
  double fixed[4];
} geometry;

/* Checks that the options don't contradict one another; without the recipe, so that it can be done
 * first. */
int geometry_check(const geometry *g);

/* Chooses the size where none is given, with the aspect ratio of the picture's extent, and notes
 * where a given one has another; then checks that the window is within it.  is_remade: the picture
 * is made again with the size that it had. */
int geometry_settle(geometry *g, const burl_program *program, int is_remade);

/* The least number of dimensions that the options need. */
int geometry_dims(const geometry *g);

/* Sets size, origin and step of the grid of the whole picture. */
int geometry_place(const geometry *g, const burl_program *program, burl_grid *grid);

/* The grid that is computed for the whole picture: with a margin, of which nothing is shown, where the recipe has
 * whole-grid functions. */
burl_grid geometry_around(const geometry *g, const burl_program *program, const burl_grid *whole);

/* The samples that are computed, as a size and a window: all with the margin for whole-grid functions. */
geometry geometry_computed(const geometry *g, const burl_program *program);

/* The corners of the whole picture, if its origin isn't given. */
void geometry_extent(const geometry *g, const burl_program *program, double extent[8]);

/* The first sample and the size, along each axis, of the part that is rendered. */
void geometry_window(const geometry *g, int64_t first[4], int64_t size[4]);

/* ---- range.c: which values are black and white ----------------------------------------------- */

typedef enum { RANGE_PROVEN, RANGE_GIVEN, RANGE_AUTO } range_rule;

typedef struct {
  range_rule rule;
  double ends[2]; /* with RANGE_GIVEN */
  int is_remade;  /* whether no option says so: it is that of the picture that is made again, or that of burl show */
} range_option;

/* Checks, before anything is computed, that there is a range for a result, one of the program's by its number. */
int range_check(const range_option *option, const burl_program *program, int result, const image_format *format);

/* What is black and white where no option says: [0, 1] for a number that is proven to be in it, but for a millionth,
 * else its proven bounds. */
burl_range range_of_grey(burl_range proven);

/* The least and greatest of some samples that are finite, lo > hi where none is; and how many are
 * NaN. */
typedef struct {
  double lo, hi;
  int64_t nans;
  int64_t as_nodata; /* how many are the number that stands for missing ones */
  int has_fractions; /* whether some are no whole numbers */
} range_content;

#define RANGE_NOTHING \
  { INFINITY, -INFINITY, 0, 0, 0 }

/* Adds those of another content, or of `count` samples. */
void range_add(range_content *content, const range_content *other);
void range_add_samples(range_content *content, const float *samples, int64_t count);
/* Counts those that are the number that stands for missing ones. */
void range_add_nodata(range_content *content, float nodata, const float *samples, int64_t count);

/* Sets the picture's lo and hi, which depend on the samples' content only with RANGE_AUTO. */
void range_choose(const range_option *option, const burl_program *program, int result, const range_content *content,
                  image *picture);

/* Notes on the range of a picture of integers: samples outside of it, or a range much larger than
 * they need. */
void range_note(const range_option *option, const burl_program *program, int result, const image *picture,
                const range_content *content);
/* The same for colours, half of whose range or more is beyond 0 and 1. */
void range_note_colours(const range_content *content);

/* ---- provenance.c: how a picture was made ---------------------------------------------------- */

typedef enum { BYTES_AS_USUAL, BYTES_LITTLE, BYTES_BIG } byte_order;
typedef struct target target; /* in target.c */
typedef enum { LIT_NOTHING, LIT_ON_BALL, LIT_ON_PLANE, LIT_ON_CLOTH } lit_choice;

/* Frames over t: frame k lies at begin + k*(end - begin)/frames, so that a loop() closes.  count: 0: there are none. */
typedef struct {
  double begin, end, fps;
  int64_t count, most;
  int times_given, count_given, fps_given, most_given;
} motion;

double motion_time(const motion *m, int64_t frame);

/* The settings, beside the recipe, that determine a picture. */
typedef struct settings {
  geometry geometry;
  range_option range;
  double time;
  int time_given;
  int range_count; /* of results that have a range of their own */
  struct {
    const char *result;
    range_option range;
  } ranges[MOST_RESULTS];
  lit_choice lit; /* on what the material is shown; LIT_NOTHING: the recipe's results are */
  int depth, depth_given;
  int quality;      /* of a .webp; 0: without loss */
  motion motion;    /* that of a file of frames */
  const char *crs;  /* a coordinate system; NULL: none */
  const char *unit; /* of the values; NULL: none */
  double nodata;    /* what stands for NaN, if has_nodata */
  int has_nodata;
  double dpi; /* samples an inch; 0: none */
  byte_order byte_order;
  const target *target; /* the program that is to read the picture; NULL: any */
  int target_given;
} settings;

/* The range of the program's result of that number. */
const range_option *range_for(const settings *m, const burl_program *program, int result);

/* The text that is stored with a picture of one of the program's results, so that it can be made again; the
 * picture's range has to be set.  To be freed; NULL: out of memory. */
char *provenance_text(const recipe *r, const settings *m, int result, const image *picture, const image_format *format);

/* Take what isn't given from the provenance of the picture that is named in place of a recipe. */
int provenance_take_recipe(recipe *r);
int provenance_take_settings(const recipe *r, settings *m);

/* Whether two such texts are equal; ignore_range: but for the range. */
int provenance_is_same(const char *a, const char *b, int ignore_range);

/* Prints the version that made the picture, and the options that make it again. */
void provenance_print(const recipe *r);

/* ---- second.c: second programs of burl's -------------------------------------------------------- */

/* The file that this process runs; NULL: it isn't known.  It lives until the next call. */
const char *own_path(void);

/* Where the name is that access() permits, in the first such folder, each named from the folder of burl; NULL: nowhere.
 * It lives until the next call. */
const char *beside_burl(const char *const folders[], const char *name, int access_mode);

/* The same for such a program, beside burl or in libexec. */
const char *second_path(const char *name);

/* Says that it isn't there, of which package it is built, and what to do instead ("" or "; ..."); returns FAILED. */
int second_missing(const char *name, const char *package, const char *instead);

/* Goes on as that program.  Returns FAILED, with a message, where that can't be. */
int second_become(const char *path, char *const argv[]);

/* Runs it with these bytes as its standard input.  Returns DONE, or FAILED with a message. */
int second_run(const char *path, const char *const words[], const void *input, size_t length);

typedef struct {
  char *bytes; /* to be freed */
  size_t length;
} second_output;

/* Runs argv[0], too; *to gets what it writes. */
int second_convert(char *const argv[], const void *bytes, size_t length, second_output *to);

/* ---- progress.c ------------------------------------------------------------------------------ */

typedef enum { PROGRESS_AUTO, PROGRESS_BAR, PROGRESS_JSON, PROGRESS_NONE } progress_style;

/* The progress of computing samples and writing files, shown on stderr: by a bar if that is a
 * terminal, or as --progress says. */
typedef struct {
  double samples, done;
  int64_t files, ready;
  double begun, shown; /* when it began and was shown last, in seconds_now's time */
  progress_style style;
  pthread_mutex_t lock; /* guards all above, as grids are sampled on several threads */
} progress;

/* A grid that is part of it. */
typedef struct {
  progress *of;
  double samples, done; /* done from 0 to 1 */
} progress_part;

int progress_choose(void *unused, char *name); /* --progress NAME */
void progress_begin(progress *p, double samples, int64_t files);
void progress_watch(progress_part *part, progress *p, burl_grid *grid); /* while it is sampled */
void progress_add(progress *p, double samples);                         /* samples outside of such grids */
void progress_file(progress *p);                                        /* one more file is ready */
void progress_end(progress *p, int is_done);

/* The seconds of a monotonic clock. */
double seconds_now(void);
/* The seconds that the processors have worked for this process, on all threads. */
double seconds_worked(void);

#endif
