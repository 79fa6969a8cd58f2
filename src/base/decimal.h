/* Decimal to double and back, correctly rounded whatever the locale. */
#ifndef BURL_BASE_DECIMAL_H
#define BURL_BASE_DECIMAL_H

#include <stddef.h>

/* The value of digits[.digits][e[+-]digits], which `length` bytes at text are; infinite where it is
 * too large for a double. */
double burl__decimal(const char *text, size_t length);

/* A number as text, for messages: in so few digits as give the number back. */
typedef struct {
  char text[32];
} burl__digits;

burl__digits burl__digits_of(double value);

#endif
