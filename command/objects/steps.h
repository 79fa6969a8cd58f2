/* What the commands that make something of a recipe's values do alike: they read their options, compile the recipe,
 * look whether it suits, open the file and draw. */
#ifndef BURL_OBJECTS_STEPS_H
#define BURL_OBJECTS_STEPS_H

#include "cli/names.h"
#include "cli/render.h"

/* A command's own part of it; job: its struct, which begins with the rendering.  Each returns an exit code, after a
 * message where it isn't DONE. */
typedef struct {
  const option_entry *options;
  int (*check_options)(void *job); /* the options against one another, before the recipe is read */
  int (*check_recipe)(void *job);  /* once it is compiled, and the size chosen */
  int (*draw)(void *job, source *from, image_file *file); /* of the source, which is opened without samples */
  int names_files;                                        /* whether it opens files itself: then `file` is NULL */
} object_steps;

int object_command(const object_steps *steps, rendering *r, int argc, char **argv);

/* Whether the file of that member of a series can be written, before anything is computed; m: NULL where there is no
 * series.  DONE, or a code after a message. */
int object_try_name(const rendering *r, const member *m);

/* Computes all samples of the source, with its progress, and the first number of each, to be freed.  DONE, or a code
 * after a message. */
int object_heights(source *from, float **to);

int object_has_part(const burl_program *program, const char *name);

/* The name of the result that the heights are, which there is. */
const char *object_name_of_heights(const burl_program *program);

/* The program of an expression over the recipe, in which % stands for its heights, to be freed; NULL, with *error:
 * there is none. */
burl_program *object_ask(const source *from, const char *expression, burl_error *error);

#endif
