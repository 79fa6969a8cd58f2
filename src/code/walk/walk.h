/* From the program's graph to functions of a module: an entry for coordinates of one form, a function for each part of
 * the recipe that is worth one, and one for each noise. */
#ifndef BURL_CODE_WALK_WALK_H
#define BURL_CODE_WALK_WALK_H

#include "code/evaluate/evaluate.h"
#include "code/walk/outline.h"

/* The forms that coordinates have: doubles; cells and fractions, computed with exactly; or, of lean text, floats, which
 * round by little (pair.c). */
typedef enum { BURL__BY_DOUBLES, BURL__BY_CELLS, BURL__BY_FLOATS } burl__coordinates;

/* One of several results: a field of the record that the entries give. */
typedef struct {
  const char *name;
  int first, channels; /* of the outputs */
  int is_data;         /* whether it is no colour, however many numbers it has */
} burl__result_field;

typedef struct {
  const burl__view *view;
  const burl__outputs *outputs;
  const burl__result_field *fields; /* where there are several results, else none */
  int field_count;
  const burl__named_node *named;                      /* by node, as the view has them */
  const char *const *knob_names, *const *image_names; /* as uniforms; the second of these: */
  struct burl__image *const *images;
  int image_count, images_are_flipped; /* images_are_flipped: whether textures have the last line at 0 */
  int dims, reads_time;                /* reads_time: whether the entries take t */
  int time_is_uniform;
  int measures_footprint;       /* by how p changes from pixel to pixel */
  int has_keys;                 /* whether the seeds' words are a uniform */
  const unsigned char *by_seed; /* with keys: by node, of how many of them a constant is made (code/seeds.h) */
  uint32_t *keys;               /* if not NULL: they are put here, in the order of the uniform, */
  size_t key_room, key_count;   /* as many as there is room for; how many there are */
} burl__walk_task;

/* Adds the entry of this name, which is its function's index.  −1 with the module's `failed` set: failed. */
int burl__walk(burl__module *module, burl__evaluator *evaluator, burl__walk_task *task, burl__coordinates coordinates,
               const char *entry);

#endif
