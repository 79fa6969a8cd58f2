/* burl_inspect: what is inside a compiled recipe.  For editors, lessons and figures: parts, notes, octaves, the lattice
 * of a noise, functions, and what the result varies with.  Nothing here is needed to sample.
 *
 *     for (int i = 0; i < burl_note_count(program); i++) puts(burl_note_at(program, i)->message);
 *
 * Conventions are burl.h's: a program may be looked at from any number of threads while none changes it, strings belong
 * to it, NULL is a program without anything, and an index out of range gives zeros or NULL.  The structs here are as
 * frozen as burl.h's. */
#ifndef BURL_INSPECT_H
#define BURL_INSPECT_H

#include "burl.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The recipe's text --------------------------------------------------------------------------- */

/* A part of a recipe: a name that a line gives, on that line, counted from 1.  channels: 1, 3 or 4; 0: it takes
 * arguments, or has no value in as many dimensions as the program has. */
typedef struct {
  const char *name;
  int line, channels, takes_arguments;
} burl_part;

/* The recipe's parts in the order of its lines; all zero where out of range.  Takes as long as compiling the part,
 * which it does for the channels, with options.allocate. */
BURL_API int burl_part_count(const burl_program *program);
BURL_API burl_part burl_part_at(const burl_program *program, int index);

/* 1: it is proven that neither the channel nor its first derivatives jump anywhere, so that bounds of its second
 * derivatives say how far it is from a plane.  0: some of what it is made of may bend or jump, or isn't known. */
BURL_API int burl_is_smooth(const burl_program *program, int channel);

/* The material that the recipe's line `material` declares: the metres that its view is wide, and those between the
 * heights 0 and 1; all zero where there is none.  Its maps are results, as burl_options.result names them:
 * material.height, albedo, roughness, metallic, occlusion, emission, opacity, normal (green points down), of which
 * those that the line gives are parts and the others what docs/language.md says; and maps that are packed of these:
 * material.normal_up (green points up), albedo_opacity, orm and mask. */
typedef struct {
  double size, depth;
} burl_material;

BURL_API burl_material burl_material_of(const burl_program *program);

/* The recipe's text and, behind it, what it imports, each file below a line that names it: file "wood.burl", file
 * burl/shapes.  It compiles to the same bits without options.read, and is what pictures remember.  Of a recipe without
 * imports it is the text.  NULL for NULL. */
BURL_API const char *burl_source(const burl_program *program);

/* The index-th file that the recipe imports, itself or by what it imports, each once, in the order of burl_source; NULL
 * out of range. */
BURL_API const char *burl_import_at(const burl_program *program, int index);

/* Of a text like burl_source's, of length bytes: the part, of *of bytes, that is the text of the imported file; with
 * NULL for the file, the recipe's own.  NULL: the text carries no such file. */
BURL_API const char *burl_source_of(const char *source, size_t length, const char *file, size_t *of);

/* burl's own library, which recipes import: the name of a file, burl/shapes, and its text.  They last for ever; NULL
 * past the last. */
BURL_API const char *burl_library_name(int index);
BURL_API const char *burl_library_text(int index);

/* Notes on what the recipe says without effect: a loop that nothing in it follows, a knob that nothing
 * reads, an option that another one makes void, a ramp of values that lie below it.  Each is certain, has a place,
 * message and hint as an error has them, and BURL_OK; at most 64, in the order of the text.  They are of
 * what the result is made of, and of its knobs and own functions, in the recipe's own lines, not in files that it
 * imports; they follow burl_set and burl_seed.  NULL where the index is out of range. */
BURL_API int burl_note_count(const burl_program *program);
BURL_API const burl_error *burl_note_at(const burl_program *program, int index);

/* The name of the index-th function that the recipe uses, each once, in the order of the list of
 * functions; NULL past the last. */
BURL_API const char *burl_function_at(const burl_program *program, int index);

/* Whether the result or the view reads the knob; 0 where the index is out of range. */
BURL_API int burl_param_is_read(const burl_program *program, int index);

/* ---- What is computed ---------------------------------------------------------------------------- */

/* What the result may vary with: bits 1 x, 2 y, 4 z, 8 w, 16 t, and 32 the seed.  With what is not among them
 * it does not. */
BURL_API unsigned burl_varies_with(const burl_program *program);

/* After how much the result repeats along an axis, 0 x to 3 w, all channels together; 0: it doesn't vary along it;
 * infinite: no period is known.  A recipe with whole-grid functions repeats so over grids that have more than half
 * of that along the axis, in whole samples.  The least period that follows from the text is told, which may be a
 * multiple of a shorter one.  About as dear as compiling; infinite where memory is out. */
BURL_API double burl_repeat_along(const burl_program *program, int axis);

/* Which share of the recipe's noises, 0 to 1, the calls so far have not computed, as nothing would have been seen of
 * them in their block: below a mask, on the farther side of a min.  Of burl_sample_grid; what a call needs more than
 * the program keeps for the next ones is not counted. */
BURL_API double burl_skipped(const burl_program *program);

/* How many values the program computes that vary with exactly these of the point's parts: bits 1 x,
 * 2 y, 4 z, 8 w, 16 t; 0: the constants that sampling reads. */
BURL_API int burl_value_count(const burl_program *program, unsigned axes);

/* The whole-grid functions that the result is made of, in the order in which they are computed, each as often as it is;
 * NULL past the last.  burl_stage_bytes says what they take. */
BURL_API const char *burl_stage_at(const burl_program *program, int index);

/* Which share of the result's range, 0 to 1, is due to noise too fine for the grid: half of its cells or more from one
 * sample to the next, everywhere.  Of several channels the largest share.  White noise doesn't count, nor do octaves
 * that octaves: auto leaves out.  What remains of such noise is a grain that changes with the step: samples = 4 in the
 * grid makes it its mean, octaves: auto leaves it out.  About as dear as compiling; 0 where memory is out. */
BURL_API double burl_too_fine(const burl_program *program, const burl_grid *grid);

/* ---- Octaves and lattices ------------------------------------------------------------------------ */

/* An octave of a sum of them (fbm, billow, ridged, turbulence, pingpong): how many times as fine it is as the sum's own
 * point, its share of the sum, NaN where that varies, and by how much its coordinates are moved, in cells: coordinate x
 * of the sum's point is x*frequency + shift[0] in the octave. */
typedef struct {
  double frequency, share, shift[4];
} burl_octave;

/* The octaves of the first sum of octaves that the recipe computes, all that it has; a count of 0: it has no such sum.
 * All zero where out of range. */
BURL_API int burl_octave_count(const burl_program *program);
BURL_API burl_octave burl_octave_at(const burl_program *program, int index);

/* The lattice of a recipe that is one perlin(), value() or simplex(): coordinate x lies at x*frequency[0] + shift[0],
 * in cells.  A sample is the sum over the lattice points around it, `taps` along each axis, of weight(dx) * weight(dy)
 * * (value + gradient[0]*dx + gradient[1]*dy), where dx and dy lead from the lattice point to the sample.
 *
 * Of simplex noise the lattice is skewed: of two dimensions the point (i, j) lies at x = i - (i + j)/5 and
 * y = j - (i + j)/5.  There a sample is the sum over all lattice points of weight(distance) * (gradient[0]*dx +
 * gradient[1]*dy), by the distance in a straight line; all whose weight isn't 0 are less than 1.25 cells away. */
typedef struct {
  int dims, taps, is_value; /* dims: 1 or 2; 0: the recipe is something else; taps: 0 of simplex noise */
  const char *interp;       /* the option's word, "quintic"; "" of simplex noise; lasts for ever */
  double frequency[2], shift[2];
  int is_simplex;
} burl_lattice;

/* What a lattice point has, on the scale of the samples: a value of value noise, else a gradient; and burl's hash of
 * its coordinates, from which that is made (0 with another hash:). */
typedef struct {
  double value, gradient[2];
  uint32_t hash;
} burl_lattice_point;

/* The lattice of a recipe that is one perlin(), value() or simplex() of one or two dimensions, scaled and shifted
 * along its axes at most; the lattice point (i, j), whole numbers (of one dimension j counts for nothing); and the
 * weight of a lattice point that lies `distance` cells left of a sample along an axis, or of simplex noise so far
 * from it in a straight line.  All zero where the recipe is something else. */
BURL_API burl_lattice burl_lattice_of(const burl_program *program);
BURL_API burl_lattice_point burl_lattice_at(const burl_program *program, double i, double j);
BURL_API double burl_lattice_weight(const burl_program *program, double distance);

#ifdef __cplusplus
}
#endif

#endif
