/* What a caller of burl_code asks for, checked. */
#ifndef BURL_CODE_REQUEST_H
#define BURL_CODE_REQUEST_H

#include "code/prefix.h"
#include "code/wrap.h"
#include "program/program.h"

enum { ENTRY_CELL = 1, ENTRY_P = 2, ENTRY_D = 4 };

typedef struct {
  const burl_program *program;
  burl_code_options options;
  burl__target target;
  burl__text_names names;
  const burl__wrapper *wrapper;
  int entries, seed_is_open, time_is_open, footprint_is_open;
  int footprint_is_measured; /* by the text itself */
  int is_lean;               /* the style; that of exact or fast text is in the options */
  burl_error *error;
} burl__code_request;

/* Checks what is asked for.  0 with *error filled: it can't be had. */
int burl__check_code_request(burl__code_request *r, const burl_program *program, const burl_code_options *options,
                             burl_error *error);

/* Whether a list of names with commas between has this one. */
int burl__is_listed(const char *list, const char *wanted);

#endif
