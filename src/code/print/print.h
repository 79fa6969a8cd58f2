/* From the functions of a module to text in a language. */
#ifndef BURL_CODE_PRINT_PRINT_H
#define BURL_CODE_PRINT_PRINT_H

#include "code/language/dialect.h"
#include "code/module/value.h"
#include "code/print/text.h"

typedef struct {
  const burl__dialect *dialect;
  const char *prefix; /* of every name that the text declares beside variables */
  const char *type;   /* what the record of the results is called */
  int is_exact;       /* barriers where the language has nothing better */
  int is_fast;        /* products may be fused */
  int is_lean;        /* it is lean text, of which the comment on top tells */
  int is_within;      /* all but records is in a struct PREFIX_text, which is left open; there tables are functions */
  int is_godot;       /* words are decimal, and all tables constant */
  const char *zero;   /* what the zero of barriers is; NULL: a uniform */
} burl__print_options;

/* Writes the records, tables and functions that the entries need; the module's `failed` is set where memory is out. */
void burl__print_module(burl__module *module, const burl__print_options *options, burl__text *text);

/* A kind as the language writes it. */
void burl__print_kind(const burl__module *module, const burl__print_options *options, burl__kind kind,
                      burl__text *text);

/* A number as a literal. */
void burl__print_real(const burl__print_options *options, double number, burl__text *text);

#endif
