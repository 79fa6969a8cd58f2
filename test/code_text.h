/* The texts that burl_code prints, for its tests. */
#ifndef BURL_TEST_CODE_TEXT_H
#define BURL_TEST_CODE_TEXT_H

#include "burl.h"

/* The text of a program, to be freed; NULL with *error filled, and then nothing was written, or the test fails. */
char *code_text(const burl_program *program, const burl_code_options *options, burl_error *error);

/* The same, of a program that must have one. */
char *code_text_ok(const burl_program *program, const burl_code_options *options);

/* A recipe's program in as few dimensions, from two on, as it compiles for; the test fails where there is none. */
burl_program *compile_to_fit(const char *recipe);

/* The targets by index; NULL past the last.  Whether one has doubles; the entries that it can have, as a list. */
const char *code_target(int index);
int has_doubles(const char *target);
const char *entries_of(const char *target);

#endif
