/* burl: procedural noise, textures and terrain.  All that a program needs, and its manual; burl_inspect.h, for
 * editors, looks inside a program, and burl_classic.h has the founding articles' functions.
 *
 * A recipe is a short text that says what the noise is (docs/language.md).  It is compiled once into
 * a program and sampled over grids or at points; the same recipe, seed and coordinates give the same
 * bits on every processor, instruction set, thread count and tile.
 *
 *     burl_error error;
 *     burl_program *clouds = burl_compile("fbm(perlin(), octaves: 8)", 2, &error);
 *     if (!clouds) { fprintf(stderr, "%s\n", error.message); return 1; }
 *     burl_grid grid = {.size = {512, 512}, .step = {1.0 / 64, 1.0 / 64}};
 *     float *heights = malloc(512 * 512 * sizeof *heights);      // heights[y][x], in burl_bounds()
 *     burl_status status = burl_sample_grid(clouds, &grid, heights);
 *     if (status == BURL_ARGUMENT) burl_check_grid(clouds, &grid, &error);  // error.message says which field is wrong
 *     burl_free(clouds);
 *
 * Conventions
 * - Zero in a struct of arguments is the default.  burl_grid and burl_points grow only in their reserved fields, which
 *   must be zero; burl_options and burl_code_options at their end, which struct_size tells, the latter in its reserved
 *   fields, too.  All other structs are frozen: they change only with the soname, in 0.x with the second number of the
 *   version.
 * - Outputs are untouched where an argument was wrong.  Every burl_error * may be NULL.
 * - Threads: there is no global state.  A program may be sampled from any number of threads at once
 *   while none changes it; burl_set, burl_seed, burl_set_image, their forms with an error, and burl_free need it alone.
 * - Memory: strings that the library returns belong to the program and live until it is changed or
 *   freed.  Sampling allocates a few blocks, on the calling thread, whatever the grid's size, and the program keeps
 *   them for its next calls until it is changed or freed: for perlin() under 0.1 MB a thread; for eight octaves of it
 *   0.4 MB, and over large grids 0.65 MB and 0.3 MB for each further thread; for a recipe of many parts some MB.
 *   Calls of a size that was there before allocate nothing, but for whole-grid functions.
 * - Coordinates are double; results are float.  NaN is always the pattern 0x7FC00000.  At a
 *   coordinate that is not finite, from 2^51 on or below -2^51, a noise is 0. */
#ifndef BURL_H
#define BURL_H

#include <stddef.h>
#include <stdint.h>

#include "burl_api.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BURL_VERSION "0.1.0"
#define BURL_VERSION_NUMBER 100 /* the same for #if: 10000 times the first number, 100 times the second, the third */
/* Changes when any output bit changes; CHANGELOG.md says what and why. */
#define BURL_OUTPUT_VERSION 3

/* ---- Errors -------------------------------------------------------------------------------------- */

/* What a call can answer.  burl_status_text() gives the words. */
typedef enum {
  BURL_OK,
  BURL_ARGUMENT,    /* an argument is outside its stated range; burl_check_grid and burl_check_points say which */
  BURL_MEMORY,      /* out of memory */
  BURL_RECIPE,      /* the recipe is wrong */
  BURL_DIMENSION,   /* the recipe names a coordinate that it does not have */
  BURL_LIMIT,       /* a stated limit was passed */
  BURL_FILE,        /* a file could not be read, or an image is not known */
  BURL_CANCELLED,   /* progress has said so */
  BURL_SHAPE,       /* a whole-grid function doesn't suit the grid */
  BURL_STATUS_COUNT /* how many there are */
} burl_status;

/* The status in words: "out of memory"; lasts for ever. */
BURL_API const char *burl_status_text(burl_status status);

/* The status's name without BURL_: "MEMORY", as bindings show it; lasts for ever. */
BURL_API const char *burl_status_name(burl_status status);

/* What went wrong and where.  line and column count from 1 (column in bytes; 0: no place), length is
 * how many bytes the culprit takes; message ends without a full stop; hint is empty or says what to
 * do; file is empty, or the imported file that line and column are of, as the recipe names it.  Filled by every call
 * that takes one, with BURL_OK where nothing went wrong. */
typedef struct {
  burl_status status;
  int line, column, length;
  char message[256], hint[192], file[64];
} burl_error;

/* ---- Compiling ----------------------------------------------------------------------------------- */

/* A compiled recipe. */
typedef struct burl_program burl_program;

/* One of the paths of shapes: some of their vertices, and the feature that it is a part of, from 0 on. */
typedef enum { BURL_POINT, BURL_LINE, BURL_RING } burl_path_kind;
typedef struct {
  int64_t first, count; /* of its vertices; those of a ring need not end where they begin */
  int64_t feature;      /* below 2^24 */
  burl_path_kind kind; /* what each vertex is a point of; or all are a line; or an outline of an area or of its holes */
} burl_path;

/* What lines("name") and areas("name") read.  Paths follow one another in `vertices`, and have rising features; a
 * feature's rings, of one area or of several, enclose what lies inside of an odd number of them.  `values` are numbers
 * that vertices have, by name: properties, and heights as "z"; NaN: there is none.  At most 2^21 vertices, within 2^50,
 * and 256 values. */
typedef struct {
  const double *vertices; /* [vertex_count][2] */
  int64_t vertex_count;
  const burl_path *paths; /* [path_count] */
  int64_t path_count;
  const char *const *names; /* [value_count] */
  const double *values;     /* [vertex_count][value_count] */
  int value_count;
} burl_shapes;

/* What image("name") reads: heights, float[size[1]][size[0]], NaN where there are none, in at most 2^31 - 2 samples,
 * at most 2^20 an axis; or a picture, float[size[1]][size[0]][channels].  Sample (i, j) lies at origin[0] +
 * i*step[0], origin[1] + j*step[1]; with steps of 0 it has no place of its own: the recipe gives it one by `size`,
 * or it is stretched over whichever grid is sampled.  From options.load, data is malloc'ed or allocated by
 * options.allocate and then the library's to free, and reason is for load to fill where it fails: what is wrong with
 * the file, without a full stop.  Given to burl_set_image, data stays the caller's, and reason is not read.  Or, of
 * lines() and areas(), all is 0 but `shapes`: from options.load one block, in which all that it leads to lies; to
 * burl_set_image the caller's, and given anew where it changes. */
typedef struct {
  const float *data;
  int64_t size[2];
  double origin[2], step[2];
  char reason[192];
  int channels;  /* 1, which 0 stands for: heights; 2: grey and opacity; 3: red, green and blue; 4: with opacity */
  int is_linear; /* 1: colours are linear light; 0: sRGB, from 0 to 1 */
  const burl_shapes *shapes;
} burl_field;

/* What options.read gives: text of `length` bytes, malloc'ed or allocated by options.allocate, which the library frees,
 * also where read fails; NULL and 0 for an empty file.  `most` is how many bytes the library still takes, more are
 * BURL_LIMIT; reason is for read to fill where it fails, without a full stop.  All else is zero at first. */
typedef struct {
  char *text;
  size_t length, most;
  char reason[192];
} burl_file;

/* How to compile. */
typedef struct {
  size_t struct_size; /* sizeof(burl_options) */
  int dims;           /* 1 to 4: how many of x y z w a point has; 0: 2 */
  const char *name;   /* of the recipe, for messages; NULL: "recipe" */
  /* A named part of the recipe to compute instead of its last line, or several, "height, normals", whose channels
   * lie one behind the other then, at most 64: burl_result_at tells them apart.  Each has the bits that it has alone;
   * what they have in common is computed once.  "result" is the last line, and "material" all the maps that a material
   * gives with the normals of its height, where no part is called that. */
  const char *result;
  /* "sse2" "avx2" "avx512" "neon" "simd128" "scalar": no better instruction set than this; NULL: the best.  "sse4.1",
   * which once had a set of its own, means "sse2". */
  const char *isa;
  /* Reads the file that image("file") names, when that is compiled and once for each name, into *out, which is all
   * zero.  NULL: burl_set_image gives the program its images before it is sampled. */
  burl_status (*load)(void *user, const char *file, burl_field *out);
  /* realloc's contract: size 0 frees.  NULL: realloc.  Called on the thread that compiles, changes,
   * frees or samples; never from `parallel`'s. */
  void *(*allocate)(void *user, void *old, size_t size);
  /* Runs job(arg, 0) on the thread that called, from which it reports progress, and job(arg, 1) to job(arg, n - 1) on
   * any threads and in any order, and returns when all are done.  NULL: the library's own threads. */
  void (*parallel)(void *user, int n, void (*job)(void *arg, int i), void *arg);
  void *user; /* handed to the three above, and to read */
  /* Of each sum of octaves (burl_octave of burl_inspect.h) these alone, from octave_begin to below octave_end, with the
   * shares that they have in the whole sum; the first n of them are the bits that it has after n.  0, 0: all. */
  int octave_begin, octave_end;
  /* 1 to 4: each result's derivative by x, y, z or w, as d() of it, in its place; 5: by t; 0: itself. */
  int derivative_by;
  /* Reads a file that the recipe, or a file that it imports, names by import "parts/wood.burl": the name leads from the
   * recipe's folder downwards, ends in .burl, has no part that begins with a dot, and is shorter than burl_error.file.
   * Called while that is compiled, once for each name, on the thread that compiles, and never later: what burl_ask
   * compiles can't import further files.  What isn't BURL_OK is the error's status.  NULL: a recipe can import burl's
   * own library alone (import burl/shapes). */
  burl_status (*read)(void *user, const char *file, burl_file *out);
} burl_options;

/* Compiles a recipe (UTF-8, ended by NUL) for dims dimensions, 1 to 4; 0: 2.  Returns a program with seed 0
 * and every knob at its default, to be freed with burl_free; or NULL with *error filled: BURL_ARGUMENT, BURL_RECIPE,
 * BURL_DIMENSION, BURL_LIMIT or BURL_MEMORY.  Opens no file.  Takes 7 us for perlin(), 40 us for eight octaves of it
 * and 0.1 to 4 ms for the gallery's recipes, on the core named at burl_perlin1.  Limits, each an error that says so:
 * 1 MiB of text with all that it imports, 16 imported files, 32 imports a file, 65,536 nodes after expansion, of
 * 200,000 expressions, 200 levels of parentheses and calls, 600 names, calls and operators within one another (a chain
 * a + b + c is one), 16,384 names a file, 256 knobs, 128 arguments of a call. */
BURL_API burl_program *burl_compile(const char *source, int dims, burl_error *error);

/* The same for length bytes of text, with options (NULL: the defaults); where options.load or read fails, its
 * status. */
BURL_API burl_program *burl_compile_with(const char *source, size_t length, const burl_options *options,
                                         burl_error *error);

/* An independent copy, with the same seed and knobs, to be freed with burl_free; NULL when out of memory. */
BURL_API burl_program *burl_clone(const burl_program *program);

/* A program that computes an expression, or lines of which the last is one, in place of the program's results, with the
 * same seed, knobs and images; to be freed with burl_free.  It sees the recipe's names; `result` is the value of the
 * recipe's last line, unless a part is called that.  NULL with *error filled as by burl_compile_with, its place one in
 * the expression; 0 where what is wrong is the recipe's own. */
BURL_API burl_program *burl_ask(const burl_program *program, const char *expression, burl_error *error);

/* Frees a program; NULL is allowed. */
BURL_API void burl_free(burl_program *program);

/* ---- Seed, knobs and images ---------------------------------------------------------------------- */

/* Sets the recipe's seed; all 64 bits matter.  Where it fails (BURL_MEMORY, or a recipe that is wrong with that seed)
 * the program is as before. */
BURL_API burl_status burl_seed(burl_program *program, uint64_t seed);

/* The same with an error that says why it failed. */
BURL_API burl_status burl_seed_with(burl_program *program, uint64_t seed, burl_error *error);

/* The seed that a text stands for, in burl --seed too: FNV-1a of its bytes, in 64 bits, mixed by SplitMix64's
 * last step.  NULL counts as "". */
BURL_API uint64_t burl_seed_of_text(const char *text);

/* A knob: its name, its text ("" where the recipe gives none), its value now and what it may be
 * (infinite where the recipe gives no range). */
typedef struct {
  const char *name, *text;
  double value, lo, hi;
} burl_param;

BURL_API int burl_param_count(const burl_program *program);
BURL_API burl_param burl_param_at(const burl_program *program, int index); /* all zero where out of range */

/* Turns a knob.  All that depends on it is computed anew: octaves, periods, bounds, unit().  Where it
 * fails (no such knob, outside its range, not finite, or a recipe that is wrong with that value) the
 * program is as before and *error says why. */
BURL_API burl_status burl_set(burl_program *program, const char *param, double value, burl_error *error);

/* The names of the images that the recipe reads, each once, in the order in which it was found; NULL past the last.
 * And what it reads: all zero where the image isn't known yet, or there is no such index. */
BURL_API const char *burl_image_name(const burl_program *program, int index);
BURL_API burl_field burl_image_at(const burl_program *program, int index);

/* Gives an image its samples.  They stay the caller's, and where they are until the program is freed or the image has
 * others; what is written into them is seen by the next call that samples, but of pictures with a size, which are given
 * anew.  Its bounds are unknown then, and those of what is made of it.  BURL_ARGUMENT where the recipe has no such
 * image, or sizes are not 1 to 2^20, channels not 0 to 4, a step is 0 and the other not, or a number is not finite;
 * BURL_RECIPE where the recipe can't read it so, as one without coordinates under warp(); BURL_MEMORY.  Then the
 * program is as before.  Until all its images are known, sampling is BURL_FILE.  A clone reads the same samples. */
BURL_API burl_status burl_set_image(burl_program *program, const char *name, const burl_field *field);

/* The same with an error that names what is wrong with the field. */
BURL_API burl_status burl_set_image_with(burl_program *program, const char *name, const burl_field *field,
                                         burl_error *error);

/* ---- What a program is --------------------------------------------------------------------------- */

/* How many coordinates a point has, 1 to 4; and how many floats a sample: 1 (a number), 3 (rgb) or 4 (rgba), of several
 * results the sum.  0 for NULL. */
BURL_API int burl_dims(const burl_program *program);
BURL_API int burl_channels(const burl_program *program);

/* One of the results that a program computes: its name, and which of the channels are its own. */
typedef struct {
  const char *name; /* as burl_options.result has it; of the last line "result" */
  int first, channels;
  int is_data; /* 1: several channels that are no colour, but a direction (of normal()) or numbers (of data()) */
} burl_result;

BURL_API int burl_result_count(const burl_program *program); /* 1, or as many as burl_options.result names */
BURL_API burl_result burl_result_at(const burl_program *program, int index); /* all zero where out of range */

/* lo <= value <= hi for every sample at finite coordinates; infinite where unbounded. */
typedef struct {
  double lo, hi;
  int may_be_nan;
} burl_range;

/* The proven bounds of a channel, for every finite point and time: rounding included.  A channel that
 * does not exist gives 0, 0. */
BURL_API burl_range burl_bounds(const burl_program *program, int channel);

/* A box of points, and of times from t0 to t1.  lo <= hi, t0 <= t1, all finite; of axes that the recipe hasn't they
 * don't count.  reserved is all zero. */
typedef struct {
  double lo[4], hi[4], t0, t1;
  uint64_t reserved[4];
} burl_box;

/* The proven bounds of each channel over each box, rounding included, into out[count][channels]: within
 * burl_bounds, and closer the smaller a box is beside the noise's cells.  They hold for every sample at a point of
 * the box, by whatever call; of a box of one point they are bounds, not the sample.  Whole-grid functions and
 * images have the bounds that they have everywhere.  BURL_ARGUMENT where a box is none, BURL_MEMORY.  Other
 * threads may use the program meanwhile. */
BURL_API burl_status burl_bounds_over(const burl_program *program, const burl_box *boxes, size_t count,
                                      burl_range *out);

/* What burl_find looks for: places where the first channel is a number other than 0, as a condition is where it holds;
 * or where it is greatest, or least. */
typedef enum { BURL_WHERE, BURL_MOST, BURL_LEAST } burl_wanted;

typedef struct {
  burl_box over; /* where to look; what it has one coordinate of stays there */
  burl_wanted wanted;
  int limit;        /* BURL_WHERE: how many places at most, 1 to 2^20; 0: 1 */
  double tolerance; /* BURL_MOST and BURL_LEAST: how closely the value is to be known; 0: to a 1,000th of its bounds */
  int64_t most_boxes; /* how many boxes are bounded at most; 0: 200,000 */
  /* As those of burl_grid; done is the share of the boxes that may be bounded. */
  int (*progress)(void *user, double done);
  void *user;
  uint64_t reserved[8]; /* 0 */
} burl_search;

typedef struct {
  double at[4], time;
  float value; /* the sample there */
} burl_place;

typedef struct {
  int count; /* how many places were written */
  /* BURL_WHERE: `limit` places were found, or it is proven that it holds nowhere but near those found.  BURL_MOST,
   * BURL_LEAST: the value is known as closely as asked. */
  int is_decided;
  burl_range range; /* of BURL_MOST and BURL_LEAST: what the greatest or least value lies within, proven */
  int64_t boxes;    /* how many were bounded */
  double left;      /* the share of `over`, 0 to 1, of which nothing is decided */
} burl_found;

/* Looks over a box for where the first channel is so, by branch and bound: boxes that burl_bounds_over leaves open are
 * sampled in their middle and halved.  places: as many as limit, BURL_MOST and BURL_LEAST: one; each is a sample.  With
 * BURL_WHERE a count of 0 that is decided says that there is none, at any point of the box.  The same on every machine.
 * BURL_ARGUMENT where something is out of range or the recipe holds a whole-grid function; BURL_FILE where an image is
 * not known; BURL_MEMORY; BURL_CANCELLED.  Takes some microseconds a box; 100 bytes for each that is open. */
BURL_API burl_status burl_find(const burl_program *program, const burl_search *search, burl_place *places,
                               burl_found *found);

/* The recipe's view, the corners of the extent to show: x0, y0, …, x1, y1, …  Returns how many
 * numbers (0, 2, 4, 6 or 8) it wrote to view. */
BURL_API int burl_view(const burl_program *program, double view[8]);

/* Whether the recipe holds a whole-grid function (erode, breach …, an image without coordinates): then points can't be
 * sampled, and a tile is computed as if it were the whole. */
BURL_API int burl_needs_whole_grid(const burl_program *program);

/* The instruction set that the program samples with, a name as in burl_options.isa.  Never NULL but for
 * NULL; lasts for ever. */
BURL_API const char *burl_isa(const burl_program *program);

/* ---- Sampling ------------------------------------------------------------------------------------ */

/* A grid of samples, or a tile of one. */
typedef struct {
  int64_t size[4];  /* samples an axis; 0 counts as 1 */
  int64_t first[4]; /* index of the first sample, -2^53 to 2^53: a tile keeps the whole's origin and step */
  double origin[4]; /* sample n of an axis lies at origin + (double)(first + n) * step; both finite */
  double step[4];
  double time;       /* t; finite */
  int64_t stride[4]; /* floats between neighbours along an axis, below 0 for the other direction; 0: packed, out is
                        float[l][k][j][i][channels].  The channels of a sample are adjacent. */
  double
      footprint; /* for octaves: auto and pictures with a size, the step along every axis, finite, from 0 on; 0: |step|
                        of each */
  int threads;   /* 0: all cores; 1: the caller's alone; at most 4096 */
  /* 2 to 16: each sample is the mean of samples x samples around it along x and y, by a tent filter two steps wide;
   * colours in linear light, normal() as numbers.  0, 1: one, at its place.  It takes as many times as long; not for
   * whole-grid functions (BURL_SHAPE). */
  int samples;
  /* Called on the calling thread, done from 0 to 1, before, after and between: after each 32,768 samples that this
   * thread computes, and of whole-grid functions now and then; non-zero stops: BURL_CANCELLED, with part of out
   * written. */
  int (*progress)(void *user, double done);
  void *user;
  uint64_t reserved[8]; /* 0 */
} burl_grid;

/* Scattered points. */
typedef struct {
  size_t count;
  const double *coord[4]; /* double[count] each; as many as the program has dimensions */
  const double *time;     /* double[count]; NULL: 0 */
  double footprint;       /* for octaves: auto and pictures with a size, the step along every axis, finite; 0: all 16
                             octaves, pictures as they are */
  uint64_t reserved[4];   /* 0 */
} burl_points;

/* Fills out with the samples of the grid: float[l][k][j][i][channels], or as stride says.  Axes
 * beyond the program's dimensions must have size 1.  BURL_ARGUMENT (out untouched) where out is NULL or
 * burl_check_grid answers that; BURL_SHAPE where a whole-grid function does not suit the grid: midpoint(style:
 * published) needs a square one; BURL_LIMIT where it is too large for one; BURL_FILE where an image is not known;
 * BURL_MEMORY; BURL_CANCELLED.  Uses as many threads as the grid says. */
BURL_API burl_status burl_sample_grid(const burl_program *program, const burl_grid *grid, float *out);

/* Which of a grid's blocks lie wholly above a level (out 1: every sample of the first channel is greater) or not above
 * it (-1: none is greater); 0 where neither is proven.  block: samples of one along each axis, 0 for all of them; the
 * last ones end with the grid.  out[l][k][j][i] has ceil(size / block) along each axis.  Noises that vary along some of
 * the grid's axes alone are sampled there; others are bounded, as by burl_bounds_over.  As burl_sample_grid's statuses;
 * BURL_ARGUMENT, too, where the level is NaN, a block's side is negative or the grid has samples: 2 or more. */
BURL_API burl_status burl_blocks_of(const burl_program *program, const burl_grid *grid, const int64_t block[4],
                                    double level, signed char *out);

/* What burl_sample_grid would say of the grid before it begins: BURL_OK; BURL_ARGUMENT where a size is negative, an
 * axis that the program doesn't have is not of one sample, the product of the sizes or the way that sizes and strides
 * lead overflows, or a field is outside the range given with it; for whole-grid functions BURL_LIMIT where the grid has
 * more than 2^20 samples along an axis or 2^31 - 1 in all, BURL_SHAPE where it asks for `samples`.  *error names the
 * field, what it may be and what it is: "threads is 0 to 4096, not -1". */
BURL_API burl_status burl_check_grid(const burl_program *program, const burl_grid *grid, burl_error *error);

/* Fills out[count][channels].  Coordinates may be anything, NaN included.  normal() is seen in a picture that goes the
 * way of the recipe's view; in a grid, the way of its steps.  On the calling thread alone.  BURL_ARGUMENT
 * where there are points and out is NULL, or burl_check_points answers that; BURL_MEMORY. */
BURL_API burl_status burl_sample_points(const burl_program *program, const burl_points *points, float *out);

/* What burl_sample_points would say of the points: BURL_OK, or BURL_ARGUMENT with *error naming the field that is wrong
 * and what it may be, or the whole-grid function that can't be sampled at points. */
BURL_API burl_status burl_check_points(const burl_program *program, const burl_points *points, burl_error *error);

/* Some of the points of scatter(), with what a program has there. */
typedef struct {
  size_t count;
  const double *x, *y, *radius;
  const uint32_t *id;  /* what scatter(give: id) is there, below 2^24; where the radius varies a number like it */
  const float *chance; /* hash(id, 1), in [0, 1): points for which it is less than a density thin them out to that */
  const float *values; /* float[count][channels], as burl_sample_points has them */
} burl_scattered;

/* Which points of scatter() are wanted: those of the window, lo <= coordinate < hi, so that windows side by side have
 * each point once, and any window the same. */
typedef struct {
  double lo[2], hi[2];
  double radius; /* no two points are nearer; 1e-9 to 1e9, and neither end of the window farther than 2^39 of them */
  /* A program of one number, the radius of a point that is there, in place of `radius`: no two points are nearer than
   * the larger of theirs.  Its proven bounds are 1e-9 to 1e9, and one at most 64 times the other.  Where it isn't a
   * number there is no point.  With a period it is read in the first one.  NULL: the radius is the same everywhere. */
  const burl_program *radii;
  double period[2];       /* they repeat after that along each axis, as those of tile(scatter(), x, y); 0: they don't */
  uint64_t seed;          /* of the call, as in scatter(seed: 1) */
  int candidates;         /* 1, 4, 16 or 64; 0: 4 */
  int threads;            /* as of burl_grid; burl_sample_points is called on the calling one */
  double time, footprint; /* for the samples, as of burl_points */
  /* Receives the points on the calling thread, square of cells by square of cells, those of lesser y first and then of
   * lesser x.  Whichever the window is, they are in the same order.  Other than 0 stops: BURL_CANCELLED. */
  int (*take)(void *user, const burl_scattered *some);
  int (*progress)(void *user, double done); /* as that of burl_grid; NULL: none */
  void *user;
  uint64_t reserved[8]; /* 0 */
} burl_scatter;

/* Finds the points that scatter(radius: radius, candidates: candidates, seed: seed) has in a recipe of this program's
 * seed, and samples the program there.  BURL_ARGUMENT with *error where a field is out of range, a period has no whole
 * number of cells (the hint names a radius that fits), or the program can't be sampled at points in x and y;
 * BURL_FILE where an image is not known; BURL_MEMORY; BURL_CANCELLED.  A million points take about a second on one core
 * (candidates: 4, a constant for a program); where the radius varies, some hundred nanoseconds for each square of the
 * least radius, and the radius is read on all threads, unless its program has options.allocate. */
BURL_API burl_status burl_sample_scatter(const burl_program *program, const burl_scatter *scatter, burl_error *error);

/* How many bytes sampling this grid takes at once for whole-grid functions, beside the caller's and some hundred
 * thousand a thread; 0 where there are none, where the grid is too large for them, or memory is out. */
BURL_API double burl_stage_bytes(const burl_program *program, const burl_grid *grid);

/* ---- Single samples ------------------------------------------------------------------------------ */

/* Single samples with nothing to compile, for few points here and there: the bits of perlin(seed: s),
 * value(seed: s), white(seed: s) and simplex(seed: s) in one to four dimensions, coordinates in cells, in
 * [-1, 1].  At a coordinate that is not finite, from 2^51 on or below -2^51 they are 0.  Where all coordinates
 * are whole, perlin is 0 and simplex has 17 values in 2D and in 3D, a third of them 0: white is the one for
 * dice.  In ns for 1, 2, 3 and 4 dimensions: perlin 12, 23, 47, 129; value 11, 24, 37, 54; white 7, 11, 15, 18;
 * simplex 17, 48, 84, 141 (an Intel Xeon at 2.1 GHz, built by gcc; half as long again where others load the
 * machine).  For many points a program is much faster.  From any thread; no memory is allocated, and the
 * caller's floating-point mode neither matters nor changes. */
BURL_API float burl_perlin1(uint64_t seed, double x);
BURL_API float burl_perlin2(uint64_t seed, double x, double y);
BURL_API float burl_perlin3(uint64_t seed, double x, double y, double z);
BURL_API float burl_perlin4(uint64_t seed, double x, double y, double z, double w);
BURL_API float burl_value1(uint64_t seed, double x);
BURL_API float burl_value2(uint64_t seed, double x, double y);
BURL_API float burl_value3(uint64_t seed, double x, double y, double z);
BURL_API float burl_value4(uint64_t seed, double x, double y, double z, double w);
BURL_API float burl_white1(uint64_t seed, double x);
BURL_API float burl_white2(uint64_t seed, double x, double y);
BURL_API float burl_white3(uint64_t seed, double x, double y, double z);
BURL_API float burl_white4(uint64_t seed, double x, double y, double z, double w);
BURL_API float burl_simplex1(uint64_t seed, double x);
BURL_API float burl_simplex2(uint64_t seed, double x, double y);
BURL_API float burl_simplex3(uint64_t seed, double x, double y, double z);
BURL_API float burl_simplex4(uint64_t seed, double x, double y, double z, double w);

/* The bits of fbm(perlin(seed: s), octaves: o, gain: g, lacunarity: l), g and l as they are in float: the sum of
 * `octaves` octaves of perlin, each of lacunarity times the frequency and gain times the amplitude of the one
 * before, over the sum of the amplitudes, in [-1, 1].  octaves 1 to 32, lacunarity 1 to 64; outside of
 * these, and where gain^(octaves - 1) is not finite, 0; a single octave is 0 where its coordinates are too far out.
 * 38 ns an octave in two dimensions, 62 in three, as above.  Threads: as above. */
BURL_API float burl_fbm2(uint64_t seed, double x, double y, int octaves, float gain, float lacunarity);
BURL_API float burl_fbm3(uint64_t seed, double x, double y, double z, int octaves, float gain, float lacunarity);

/* ---- Source text --------------------------------------------------------------------------------- */

/* How to print a program as source text in another language (docs/shaders.md). */
typedef struct {
  size_t struct_size; /* sizeof(burl_code_options) */
  const char *target; /* "glsl" "glsles" "wgsl" "hlsl" "msl" "opencl" "cuda" "c" */
  const char *prefix; /* of every name that the text declares: a name of letters, digits and single underscores;
                          NULL: "burl", and in lean text the file name of burl_options.name, if that ends in .burl */
  /* A program that the text is to be pasted into, complete: "shadertoy" "godot" (canvas_item) "godot-spatial" "unity"
   * "three" "p5" "unreal"; it chooses target and entries.  NULL: the functions alone. */
  const char *made_for;
  /* The functions to print, named after the form of their coordinates: "cell" (whole cells and fractions of them),
   * "p" (floats), "d" (doubles, where the target has them), with commas between them.  NULL: "cell,p" for shaders,
   * "d" for opencl, cuda and c. */
  const char *entries;
  /* What stays open, with commas between: "seed" (an array of words, which burl_code_keys fills), "t" (t_cell and
   * t_fraction; else an argument of the entries, by cells these two), "footprint" (else a constant), and knobs by their
   * names.  These are uniforms; in msl, opencl, cuda and c they are fields of a struct PREFIX_uniforms, the entries'
   * last argument (before c's `to`).  NULL: nothing. */
  const char *uniforms;
  int uniform_knobs; /* 1: every knob is open that may vary while the text runs; the text's comment says which are not,
                          and why */
  int exact;         /* 1: barriers where the language has no other way to the library's bits (glsles, wgsl) */
  int fast;          /* 1: the target may fuse products with sums, and its own exp, sin, pow ... are called */
  double footprint;  /* for octaves: auto, the step between samples, above 0; 0: not given, which is an error where it
                          is needed, not open, and the text is not lean, which measures it */
  /* Receives the text, in one piece or several, each `length` bytes without a NUL behind. */
  void (*write)(void *user, const char *text, size_t length);
  void *user; /* handed to it */
  /* "exact" (as if `exact` were 1), "fast" (as if `fast` were) or "lean": short text that compiles and runs soon, with
   * the entry p alone, which is called as the prefix is, and values close to the library's.  NULL: "lean" if made_for
   * is given; else neither, so the library's bits wherever the language has a way to them that costs little. */
  const char *style;
  int cost; /* 1: `write` receives, in place of the text, a table of what a sample of it costs (docs/shaders.md) */
  uint64_t reserved[6];
} burl_code_options;

/* Prints the program's result, with its seed and knobs, as text that stands alone; of several results a struct with a
 * field for each, which the entries return: PREFIX_results, in lean text the prefix written as Prefix.  Nothing is
 * written where it fails, with *error filled: BURL_ARGUMENT for an unknown target, entry, prefix or uniform, an entry
 * that the target can't have; BURL_RECIPE, at its place, for a whole-grid function, and for what makes a knob of
 * `uniforms` a constant; BURL_LIMIT, BURL_MEMORY.  Any thread, with the program unchanged meanwhile. */
BURL_API burl_status burl_code(const burl_program *program, const burl_code_options *options, burl_error *error);

/* Fills keys[0] to keys[room - 1] with the words that text printed with an open seed needs for this seed; *count (may
 * be NULL) is how many there are.  keys may be NULL where room is 0.  BURL_ARGUMENT, from burl_code too, where words
 * are not enough: where a noise has a table that follows from its seed, or the recipe computes with its seed as a
 * number. */
BURL_API burl_status burl_code_keys(const burl_program *program, const burl_code_options *options, uint64_t seed,
                                    uint32_t *keys, size_t room, size_t *count);

/* ---- The library that is linked ------------------------------------------------------------------ */

BURL_API const char *burl_version(void); /* "0.1.0", as BURL_VERSION is of the header */
BURL_API int burl_output_version(void);  /* as BURL_OUTPUT_VERSION is of the header */

#ifdef __cplusplus
}
#endif

#endif
