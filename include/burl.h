/* burl: procedural noise, textures and terrain.  The whole public API, and its manual.
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
 *     burl_free(clouds);
 *
 * Conventions
 * - Zero in an options struct is the default; structs grow only in their reserved fields, which must
 *   be zero.  Outputs are untouched where an argument was wrong.
 * - Threads: there is no global state.  A program may be sampled from any number of threads at once
 *   while none changes it; burl_set, burl_seed and burl_free need it alone.
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

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) && !defined(_WIN32) /* what a shared library shows: what is declared here */
#pragma GCC visibility push(default)
#endif

#define BURL_VERSION "0.1.0"
/* Changes when any output bit changes; CHANGELOG.md says what and why. */
#define BURL_OUTPUT_VERSION 2

/* What a call can answer.  burl_status_text() gives the words. */
#define BURL_STATUS_LIST(X)                                           \
  X(OK, "ok")                                                         \
  X(ARGUMENT, "an argument is outside its stated range")              \
  X(MEMORY, "out of memory")                                          \
  X(RECIPE, "the recipe is wrong")                                    \
  X(DIMENSION, "the recipe names a coordinate that it does not have") \
  X(LIMIT, "a stated limit was passed")                               \
  X(FILE, "a file could not be read, or an image is not known")       \
  X(CANCELLED, "cancelled")                                           \
  X(SHAPE, "a whole-grid function doesn't suit the grid: midpoint(style: published) needs a square one")

#define BURL_STATUS_ENUM(name, text) BURL_##name,
typedef enum { BURL_STATUS_LIST(BURL_STATUS_ENUM) BURL_STATUS_COUNT } burl_status;
#undef BURL_STATUS_ENUM

/* What went wrong and where.  line and column count from 1 (column in bytes; 0: no place), length is
 * how many bytes the culprit takes; message ends without a full stop; hint is empty or says what to
 * do.  Filled by every call that takes one, with BURL_OK where nothing went wrong. */
typedef struct {
  burl_status status;
  int line, column, length;
  char message[256], hint[256];
} burl_error;

/* lo <= value <= hi for every sample at finite coordinates; infinite where unbounded. */
typedef struct {
  double lo, hi;
  int may_be_nan;
} burl_range;

/* A knob: its name, its text ("" where the recipe gives none), its value now and what it may be
 * (infinite where the recipe gives no range). */
typedef struct {
  const char *name, *text;
  double value, lo, hi;
} burl_param;

/* What image("name") reads: heights, float[size[1]][size[0]], NaN where there are none.  Sample (i, j) lies at
 * origin[0] + i*step[0], origin[1] + j*step[1]; with steps of 0 it has no place of its own and is stretched over
 * whichever grid is sampled.  From options.load, data is malloc'ed or allocated by options.allocate and then the
 * library's, and reason is for load to fill where it fails: what is wrong with the file, without a full stop. */
typedef struct {
  float *data;
  int64_t size[2];
  double origin[2], step[2];
  char reason[200];
} burl_field;

/* One of the results that a program computes: its name, and which of the channels are its own. */
typedef struct {
  const char *name; /* as burl_options.result has it; of the last line "result" */
  int first, channels;
} burl_result;

/* A part of a recipe: a name that a line gives, on that line, counted from 1.  channels: 1, 3 or 4; 0: it takes
 * arguments, or has no value in as many dimensions as the program has. */
typedef struct {
  const char *name;
  int line, channels, takes_arguments;
} burl_part;

/* An octave of a sum of them (fbm, billow, ridged, turbulence, pingpong): how many times as fine it is as the sum's own
 * point, its share of the sum, NaN where that varies, and by how much its coordinates are moved, in cells: coordinate x
 * of the sum's point is x*frequency + shift[0] in the octave. */
typedef struct {
  double frequency, share, shift[4];
} burl_octave;

/* The lattice of a recipe that is one perlin() or value(): coordinate x lies at x*frequency[0] + shift[0], in cells.  A
 * sample is the sum over the lattice points around it, `taps` along each axis, of weight(dx) * weight(dy) * (value +
 * gradient[0]*dx + gradient[1]*dy), where dx and dy lead from the lattice point to the sample. */
typedef struct {
  int dims, taps, is_value; /* dims: 1 or 2; 0: the recipe is something else */
  const char *interp;       /* the option's word, "quintic"; lasts for ever */
  double frequency[2], shift[2];
} burl_lattice;

/* What a lattice point has, on the scale of the samples: a value of value noise, else a gradient. */
typedef struct {
  double value, gradient[2];
} burl_lattice_point;

/* A compiled recipe. */
typedef struct burl_program burl_program;

/* How to compile. */
typedef struct {
  size_t struct_size; /* sizeof(burl_options) */
  int dims;           /* 1 to 4: how many of x y z w a point has; 0: 2 */
  const char *name;   /* of the recipe, for messages; NULL: "recipe" */
  /* A named part of the recipe to compute instead of its last line, or several, "height, normals", whose channels
   * lie one behind the other then, at most 64: burl_result_at tells them apart.  Each has the bits that it has alone;
   * what they have in common is computed once.  "result" is the last line, where no part is called that. */
  const char *result;
  const char *isa; /* "sse2" "avx2" "avx512" "neon" "simd128" "scalar": no better than this; NULL: the
                          best.  "sse4.1", which once had a set of its own, means "sse2" */
  /* Reads the file that image("file") names, when that is compiled and once for each name, into *out, which is all
   * zero.  NULL: burl_set_image gives the program its images before it is sampled. */
  burl_status (*load)(void *user, const char *file, burl_field *out);
  /* realloc's contract: size 0 frees.  NULL: realloc.  Called on the thread that compiles, changes,
   * frees or samples; never from `parallel`'s. */
  void *(*allocate)(void *user, void *old, size_t size);
  /* Runs job(arg, 0) on the thread that called, from which it reports progress, and job(arg, 1) to job(arg, n - 1) on
   * any threads and in any order, and returns when all are done.  NULL: the library's own threads. */
  void (*parallel)(void *user, int n, void (*job)(void *arg, int i), void *arg);
  void *user; /* handed to the three above */
  /* Of each sum of octaves (burl_octave) these alone, from octave_begin to below octave_end, with the shares that they
   * have in the whole sum; the first n of them are the bits that it has after n.  0, 0: all. */
  int octave_begin, octave_end;
  int derivative_by; /* 1 to 4: each result's derivative by x, y, z or w, as d() of it, in its place; 5: by t; 0: itself */
} burl_options;

/* A grid of samples, or a tile of one. */
typedef struct {
  int64_t size[4];  /* samples an axis; 0 counts as 1 */
  int64_t first[4]; /* index of the first sample: a tile keeps the whole's origin and step */
  double origin[4]; /* sample n of an axis lies at origin + (double)(first + n) * step */
  double step[4];
  double time;       /* t */
  int64_t stride[4]; /* floats between neighbours along an axis; 0: packed, out is
                         float[l][k][j][i][channels].  The channels of a sample are adjacent. */
  double footprint;  /* for octaves: auto, the step along every axis; 0: |step| of each */
  int threads;       /* 0: all cores; 1: the caller's alone; at most 4096 */
  int samples;       /* 2 to 16: each sample is the mean of samples x samples around it along x and y, by a tent
                         filter two steps wide; colours in linear light, normal() as numbers.  0, 1: one, at its place.  It takes as many
                         times as long; not for whole-grid functions (BURL_SHAPE) */
  /* Called on the calling thread, done from 0 to 1, before, after and between: after each 32,768 samples that this
   * thread computes, and of whole-grid functions now and then; non-zero stops: BURL_CANCELLED, with part of out
   * written. */
  int (*progress)(void *user, double done);
  void *user;
  uint64_t reserved[8];
} burl_grid;

/* Scattered points. */
typedef struct {
  size_t count;
  const double *coord[4]; /* double[count] each; as many as the program has dimensions */
  const double *time;     /* double[count]; NULL: 0 */
  double footprint;       /* for octaves: auto, the step along every axis; 0: all 16 octaves */
  uint64_t reserved[4];
} burl_points;

/* Compiles a recipe (UTF-8, ended by NUL) for dims dimensions, 1 to 4.  Returns a program with seed 0
 * and every knob at its default, to be freed with burl_free; or NULL with *error filled (error may be
 * NULL).  Opens no file.  Takes 7 us for perlin(), 40 us for eight octaves of it and 0.1 to 4 ms for the
 * gallery's recipes, on the core named at burl_perlin1.  Limits, each an error that says so: 1 MiB of text,
 * 65,536 nodes after expansion, of 200,000 expressions, 200 levels of parentheses and calls, 600 names, calls and
 * operators within one another (a chain a + b + c is one), 16,384 names, 256 knobs, 128 arguments of a call. */
burl_program *burl_compile(const char *source, int dims, burl_error *error);

/* The same for length bytes of text, with options (NULL: the defaults). */
burl_program *burl_compile_with(const char *source, size_t length, const burl_options *options, burl_error *error);

/* An independent copy, with the same seed and knobs; NULL when out of memory. */
burl_program *burl_clone(const burl_program *program);

/* Frees a program; NULL is allowed. */
void burl_free(burl_program *program);

/* Turns a knob.  All that depends on it is computed anew: octaves, periods, bounds, unit().  Where it
 * fails (no such knob, outside its range, not finite, or a recipe that is wrong with that value) the
 * program is as before and *error (may be NULL) says why. */
burl_status burl_set(burl_program *program, const char *param, double value, burl_error *error);

/* Sets the recipe's seed; all 64 bits matter.  Where it fails the program is as before. */
burl_status burl_seed(burl_program *program, uint64_t seed);

int burl_dims(const burl_program *program);     /* 1 to 4 */
int burl_channels(const burl_program *program); /* 1 (a number), 3 (rgb) or 4 (rgba); of several results the sum */

int burl_result_count(const burl_program *program);                 /* 1, or as many as burl_options.result names */
burl_result burl_result_at(const burl_program *program, int index); /* all zero where out of range */

/* The recipe's parts in the order of its lines; all zero where out of range.  Takes as long as compiling the part, which
 * it does for the channels, with options.allocate. */
int burl_part_count(const burl_program *program);
burl_part burl_part_at(const burl_program *program, int index);

/* The octaves of the first sum of octaves that the recipe computes, all that it has; a count of 0: it has no such sum.
 * All zero where out of range. */
int burl_octave_count(const burl_program *program);
burl_octave burl_octave_at(const burl_program *program, int index);

/* The lattice of a recipe that is one perlin() or value() of one or two dimensions, scaled and shifted along its axes
 * at most; the lattice point (i, j), whole numbers (of one dimension j counts for nothing); and the weight along an axis
 * of a lattice point that lies so many cells left of a sample.  All zero where the recipe is something else. */
burl_lattice burl_lattice_of(const burl_program *program);
burl_lattice_point burl_lattice_at(const burl_program *program, double i, double j);
double burl_lattice_weight(const burl_program *program, double distance);

/* The proven bounds of a channel, for every finite point and time: rounding included.  A channel that
 * does not exist gives 0, 0. */
burl_range burl_bounds(const burl_program *program, int channel);

int burl_param_count(const burl_program *program);
burl_param burl_param_at(const burl_program *program, int index); /* all zero where out of range */

/* The names of the images that the recipe reads, each once, in the order in which it was found; NULL past the last.
 * And what it reads: all zero where the image isn't known yet, or there is no such index. */
const char *burl_image_name(const burl_program *program, int index);
burl_field burl_image_at(const burl_program *program, int index);

/* Gives an image its samples.  They stay the caller's, and where they are until the program is freed or the image has
 * others; what is written into them is seen by the next call that samples.  Its bounds are unknown then, and those of
 * what is made of it.  The program must not be in use meanwhile.  BURL_ARGUMENT where the recipe has no such image, or
 * sizes are not 1 to 2^20, a step is 0 and the other not, or a number is not finite; BURL_MEMORY.  Then the program is
 * as before.  Until all its images are known, sampling is BURL_FILE.  A clone reads the same samples. */
burl_status burl_set_image(burl_program *program, const char *name, const burl_field *field);

/* The recipe's view, the corners of the extent to show: x0, y0, …, x1, y1, …  Returns how many
 * numbers (0, 2, 4, 6 or 8) it wrote to view. */
int burl_view(const burl_program *program, double view[8]);

/* Whether the recipe holds a whole-grid function (erode, breach, image …): then points can't be sampled, and a tile
 * is computed as if it were the whole. */
int burl_needs_whole_grid(const burl_program *program);

/* The whole-grid functions that the result is made of, in the order in which they are computed, each as often as it is;
 * NULL past the last.  And how many bytes sampling this grid takes at once for all of them, beside the caller's and some
 * hundred thousand a thread; 0 where there are none, where the grid is too large for them, or memory is out. */
const char *burl_stage_at(const burl_program *program, int index);
double burl_stage_bytes(const burl_program *program, const burl_grid *grid);

/* The instruction set that the program samples with, a name as in burl_options.isa.  Never NULL but for
 * NULL; lasts for ever. */
const char *burl_isa(const burl_program *program);

/* How many values the program computes that vary with exactly these of the point's parts: bits 1 x,
 * 2 y, 4 z, 8 w, 16 t; 0: the constants that sampling reads. */
int burl_value_count(const burl_program *program, unsigned axes);

/* The name of the index-th function that the recipe uses, each once, in the order of the list of
 * functions; NULL past the last. */
const char *burl_function_at(const burl_program *program, int index);

/* What the result may vary with: bits 1 x, 2 y, 4 z, 8 w, 16 t, and 32 the seed.  With what is not among them
 * it does not. */
unsigned burl_varies_with(const burl_program *program);

/* Whether the result or the view reads the knob; 0 where the index is out of range. */
int burl_param_is_read(const burl_program *program, int index);

/* Notes on what the recipe says without effect: a loop that nothing in it follows, a knob that nothing
 * reads, an option that another one makes void, a ramp of values that lie below it.  Each is certain, has a place,
 * message and hint as an error has them, and BURL_OK; at most 64, in the order of the text.  They are of
 * what the result is made of, and of its knobs and own functions; they follow burl_set and burl_seed.  NULL where
 * the index is out of range. */
int burl_note_count(const burl_program *program);
const burl_error *burl_note_at(const burl_program *program, int index);

/* Which share of the result's range, 0 to 1, is due to noise too fine for the grid: half of its cells or more from one
 * sample to the next, everywhere.  Of several channels the largest share.  White noise doesn't count, nor do octaves
 * that octaves: auto leaves out.  What remains of such noise is a grain that changes with the step: samples = 4 in the grid makes it
 * its mean, octaves: auto leaves it out.  About as dear as compiling; 0 where memory is out. */
double burl_too_fine(const burl_program *program, const burl_grid *grid);

/* Fills out with the samples of the grid: float[l][k][j][i][channels], or as stride says.  Axes
 * beyond the program's dimensions must have size 1.  BURL_ARGUMENT (out untouched) where a size is
 * negative, the product of the sizes or the way that sizes and strides lead overflows, or origin, step or
 * time is not finite; BURL_SHAPE where a whole-grid function does not suit the grid; BURL_MEMORY;
 * BURL_CANCELLED. */
burl_status burl_sample_grid(const burl_program *program, const burl_grid *grid, float *out);

/* Fills out[count][channels].  Coordinates may be anything, NaN included. */
burl_status burl_sample_points(const burl_program *program, const burl_points *points, float *out);

/* The seed that a text stands for, in burl --seed too: FNV-1a of its bytes, in 64 bits, mixed by SplitMix64's
 * last step.  NULL counts as "". */
uint64_t burl_seed_of_text(const char *text);

/* "0.1.0": of the library linked, as BURL_VERSION is of the header. */
const char *burl_version(void);
int burl_output_version(void);

/* A status in words: "out of memory". */
const char *burl_status_text(burl_status status);

/* Single samples with nothing to compile, for few points here and there: the bits of perlin(seed: s),
 * value(seed: s), white(seed: s) and simplex(seed: s) in one to four dimensions, coordinates in cells, in
 * [-1, 1].  At a coordinate that is not finite, from 2^51 on or below -2^51 they are 0.  Where all coordinates
 * are whole, perlin is 0 and simplex has 17 values in 2D and in 3D, a third of them 0: white is the one for
 * dice.  In ns for 1, 2, 3 and 4 dimensions: perlin 12, 23, 47, 129; value 11, 24, 37, 54; white 7, 11, 15, 18;
 * simplex 17, 48, 84, 141 (an Intel Xeon at 2.1 GHz, built by gcc; half as long again where others load the
 * machine).  For many points a program is much faster.  From any thread; no memory is allocated, and the
 * caller's floating-point mode neither matters nor changes. */
float burl_perlin1(uint64_t seed, double x);
float burl_perlin2(uint64_t seed, double x, double y);
float burl_perlin3(uint64_t seed, double x, double y, double z);
float burl_perlin4(uint64_t seed, double x, double y, double z, double w);
float burl_value1(uint64_t seed, double x);
float burl_value2(uint64_t seed, double x, double y);
float burl_value3(uint64_t seed, double x, double y, double z);
float burl_value4(uint64_t seed, double x, double y, double z, double w);
float burl_white1(uint64_t seed, double x);
float burl_white2(uint64_t seed, double x, double y);
float burl_white3(uint64_t seed, double x, double y, double z);
float burl_white4(uint64_t seed, double x, double y, double z, double w);
float burl_simplex1(uint64_t seed, double x);
float burl_simplex2(uint64_t seed, double x, double y);
float burl_simplex3(uint64_t seed, double x, double y, double z);
float burl_simplex4(uint64_t seed, double x, double y, double z, double w);

/* The bits of fbm(perlin(seed: s), octaves: o, gain: g, lacunarity: l), g and l as they are in float: the sum of
 * `octaves` octaves of perlin, each of lacunarity times the frequency and gain times the amplitude of the one
 * before, over the sum of the amplitudes, in [-1, 1].  octaves 1 to 32, lacunarity 1 to 64; outside of
 * these, and where gain^(octaves - 1) is not finite, 0; a single octave is 0 where its coordinates are too far out.
 * 38 ns an octave in two dimensions, 62 in three, as above.  Threads: as above. */
float burl_fbm2(uint64_t seed, double x, double y, int octaves, float gain, float lacunarity);
float burl_fbm3(uint64_t seed, double x, double y, double z, int octaves, float gain, float lacunarity);

/* How to print a program as source text in another language (docs/shaders.md). */
typedef struct {
  size_t struct_size; /* sizeof(burl_code_options) */
  const char *target; /* "glsl" "glsles" "wgsl" "hlsl" "msl" "opencl" "cuda" "c" */
  const char *prefix; /* of every name that the text declares: a name of letters, digits and single underscores;
                          NULL: "burl" */
  /* A program that the text is to be pasted into, complete: "shadertoy" "godot" (canvas_item) "godot-spatial" "unity"
   * "three" "unreal"; it chooses target and entries.  NULL: the functions alone. */
  const char *made_for;
  /* The functions to print, named after the form of their coordinates: "cell" (whole cells and fractions of them),
   * "p" (floats), "d" (doubles, where the target has them), with commas between them.  NULL: "cell,p" for shaders,
   * "d" for opencl, cuda and c. */
  const char *entries;
  /* What stays open, with commas between: "seed" (an array of words, which burl_code_keys fills), "t" (else the last
   * argument of the entries of recipes that read it), and knobs by their names.  These are uniforms; in msl, opencl, cuda
   * and c they are fields of a struct PREFIX_uniforms, the entries' last argument (before c's `to`).  NULL: nothing. */
  const char *uniforms;
  int uniform_knobs; /* 1: every knob is open that may vary while the text runs; the text's comment says which are not,
                          and why */
  int exact;         /* 1: barriers where the language has no other way to the library's bits (glsles, wgsl) */
  int fast;          /* 1: the target may fuse products with sums, and its own exp, sin, pow ... are called */
  double footprint;  /* for octaves: auto, the step between samples; 0: all 16 octaves */
  /* Receives the text, in one piece or several, each `length` bytes without a NUL behind. */
  void (*write)(void *user, const char *text, size_t length);
  void *user; /* handed to it */
  uint64_t reserved[8];
} burl_code_options;

/* Prints the program's one result, with its seed and knobs, as text that stands alone.  Nothing is written where it
 * fails, with *error (may be NULL) filled: BURL_ARGUMENT for an unknown target, entry, prefix or uniform, an entry that
 * the target can't have, several results; BURL_RECIPE, at its place, for a whole-grid function, and for what makes a knob
 * of `uniforms` a constant; BURL_LIMIT, BURL_MEMORY.  Any thread, with the program unchanged meanwhile. */
burl_status burl_code(const burl_program *program, const burl_code_options *options, burl_error *error);

/* Fills keys[0] to keys[room - 1] with the words that text printed with an open seed needs for this seed; *count (may
 * be NULL) is how many there are.  keys may be NULL where room is 0.  BURL_ARGUMENT, from burl_code too, where words
 * are not enough: where a noise has a table that follows from its seed, or the recipe computes with its seed as a
 * number. */
burl_status burl_code_keys(const burl_program *program, const burl_code_options *options, uint64_t seed, uint32_t *keys,
                           size_t room, size_t *count);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
