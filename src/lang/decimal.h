/* Decimal to double, correctly rounded whatever the locale. */
#ifndef BURL_LANG_DECIMAL_H
#define BURL_LANG_DECIMAL_H

#include <stddef.h>

/* The value of digits[.digits][e[+-]digits], which `length` bytes at text are; infinite where it is
 * too large for a double. */
double burl__decimal(const char *text, size_t length);

#endif
