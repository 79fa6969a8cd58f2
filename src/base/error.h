/* Filling a burl_error.  The first fault is kept: later ones are its consequences. */
#ifndef BURL_BASE_ERROR_H
#define BURL_BASE_ERROR_H

#include "burl.h"

/* A span of the recipe's text, within one line: line and column count from 1, 0 for none. */
typedef struct {
  int line, column, length;
} burl__span;

#if defined(__GNUC__)
#define BURL__PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define BURL__PRINTF(at, first)
#endif

/* Begins a call with an error that may be NULL: what it held before is gone. */
void burl__clear(burl_error *error);

/* Records a fault, unless one is recorded already (with BURL_OK, a note).  Returns the status that is
 * recorded; the given one where the error is NULL. */
burl_status burl__fail(burl_error *error, burl_status status, burl__span place, const char *format, ...)
    BURL__PRINTF(4, 5);
/* What to do about the fault just recorded; kept only if there is no hint yet.  The error may be NULL. */
void burl__hint(burl_error *error, const char *format, ...) BURL__PRINTF(2, 3);
burl_status burl__out_of_memory(burl_error *error);

#endif
