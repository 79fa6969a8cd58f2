/* What stands around the functions of a text: the comment on top, uniforms, and C's entries by pointers. */
#ifndef BURL_CODE_FRONT_H
#define BURL_CODE_FRONT_H

#include "code/print/cost.h"
#include "code/walk/walk.h"
#include "code/wrap.h"
#include "program/program.h"

/* By knob of the program: whether its value is open, and where it can't be though that was asked for, why. */
typedef struct {
  unsigned char *is_open;
  const char **reason;
} burl__open_knobs;

#define BURL__COSTLY "// Costly: " /* begins the line of the comment on top that says so */

struct burl__front {
  const burl_program *program;
  const burl__module *module;
  burl__target target;
  const burl__wrapper *wrapper; /* NULL: the functions alone */
  const burl__print_options *print;
  const burl__open_knobs *knobs;
  const char *const *knob_names;    /* as uniforms */
  const char *entry;                /* by floats */
  const burl__result_field *fields; /* of several results, of which one is shown; NULL: there is one */
  const burl__result_field *shown;
  int field_count;
  int first, channels; /* of the one that is shown */
  int dims, reads_time, reads_footprint, key_count, by_cells, by_floats, by_doubles;
  double footprint; /* 0: open, or measured */
  int measures_footprint;
  const burl__cost *cost; /* NULL: the comment doesn't say it */
  const burl__graph *graph;
  const burl__outputs *outputs;
};

/* The comment, and declarations. */
void burl__write_front(const burl__front *front, burl__text *text);
/* How many images the text reads. */
int burl__count_images(const burl__front *front);
/* Text within a comment that ends with the line, or within quotes: printable ASCII alone. */
void burl__write_shown(burl__text *text, const char *from, size_t length);
/* The knob that a uniform stands for, with its value now; all zero: it isn't a knob. */
burl_param burl__knob_of_uniform(const burl__front *front, const burl__uniform *uniform);
/* The uniforms as entries of a JavaScript object, each with its value. */
void burl__write_uniform_values(const burl__front *front, burl__text *text);
void burl__write_back(const burl__front *front, burl__text *text);

/* Gives each function and value of a part the line of the recipe that defines it as its comment. */
void burl__note_parts(const burl__front *front, burl__module *module);

#endif
