/* Decimal to double and back, correctly rounded whatever the locale. */
#ifndef BURL_BASE_DECIMAL_H
#define BURL_BASE_DECIMAL_H

#include <stddef.h>

/* The value of the `length` bytes at text, which are digits[.digits][e[+-]digits]; infinite where
 * that is too large for a double. */
double burl__decimal(const char *text, size_t length);

/* Puts a point in place of the locale's decimal separator in a number that printf has written. */
void burl__set_decimal_point(char *text);

/* A number as text, for messages: with the fewest digits, from nine on, that parse to the same
 * number. */
typedef struct {
  char text[32];
} burl__digits;

burl__digits burl__digits_of(double value);

#endif
