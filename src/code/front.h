/* What stands around the functions of a text: the comment on top, uniforms, and C's entries by pointers. */
#ifndef BURL_CODE_FRONT_H
#define BURL_CODE_FRONT_H

#include "code/print.h"
#include "program/program.h"

typedef struct {
  const burl_program *program;
  burl__target target;
  const burl__print_options *print;
  const unsigned char *is_open; /* by knob */
  int channels, dims, reads_time, key_count, by_cells, by_floats, by_doubles;
  const burl__graph *graph;
  const burl__outputs *outputs;
} burl__front;

/* Whether a knob must not be called so. */
int burl__is_front_name(const char *name);
void burl__write_front(const burl__front *front, const burl__module *module, burl__text *text);
void burl__write_back(const burl__front *front, burl__text *text);

#endif
