/* Decimal to double: by one product or quotient of doubles where both are exact, so that it is
 * rounded once (W. Clinger, "How to read floating point numbers accurately", 1990); else by
 * division of integers of any length. */
#include "base/decimal.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS = 800, WORDS = 280 };

/* digits · 10^exponent, without leading zeros.  Of more than 800 digits the rest is dropped, and
 * where that isn't 0 the last digit is made odd, so that rounding sees that something follows. */
typedef struct {
  char digit[DIGITS + 1];
  int count;
  long exponent;
} decimal;

static void add_digit(decimal *d, char digit, int after_point) {
  if (after_point) d->exponent--;
  if (d->count == 0 && digit == '0') return;
  if (d->count < DIGITS) {
    d->digit[d->count++] = (char)(digit - '0');
    return;
  }
  d->exponent++;
  if (digit != '0') d->digit[DIGITS - 1] = (char)(d->digit[DIGITS - 1] | 1);
}

static decimal read_decimal(const char *text, size_t length) {
  decimal d = {{0}, 0, 0};
  size_t i = 0;
  int after_point = 0;
  for (; i < length && text[i] != 'e' && text[i] != 'E'; i++)
    if (text[i] == '.') after_point = 1;
    else add_digit(&d, text[i], after_point);
  if (i == length) return d;
  i++;
  const int negative = i < length && text[i] == '-';
  if (i < length && (text[i] == '-' || text[i] == '+')) i++;
  long power = 0;
  for (; i < length; i++)
    if (power < 100000000) power = power * 10 + (text[i] - '0');
  d.exponent += negative ? -power : power;
  return d;
}

/* A whole number of any length, its least significant word first. */
typedef struct {
  uint32_t word[WORDS];
  int count;
} whole;

static void multiply_add(whole *a, uint32_t factor, uint32_t more) {
  uint64_t carry = more;
  for (int i = 0; i < a->count; i++) {
    carry += (uint64_t)a->word[i] * factor;
    a->word[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) a->word[a->count++] = (uint32_t)carry;
}

static int bits_of(const whole *a) {
  if (a->count == 0) return 0;
  int bits = 32 * (a->count - 1);
  for (uint32_t top = a->word[a->count - 1]; top; top >>= 1) bits++;
  return bits;
}

static void shift_left(whole *a, int bits) {
  for (; bits >= 24; bits -= 24) multiply_add(a, 1u << 24, 0);
  multiply_add(a, 1u << bits, 0);
}

static int compare(const whole *a, const whole *b) {
  if (a->count != b->count) return a->count < b->count ? -1 : 1;
  for (int i = a->count - 1; i >= 0; i--)
    if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
  return 0;
}

static void subtract(whole *a, const whole *b) {
  uint64_t borrow = 0;
  for (int i = 0; i < a->count; i++) {
    const uint64_t take = (i < b->count ? b->word[i] : 0) + borrow;
    borrow = a->word[i] < take;
    a->word[i] = (uint32_t)(a->word[i] - take);
  }
  while (a->count && a->word[a->count - 1] == 0) a->count--;
}

/* over/under, rounded to nearest, ties to even.  The quotient is computed to as many bits as the
 * double has, and one or two more, on which the rounding depends; below the normal numbers a double
 * has fewer. */
static double divide(whole *over, whole *under) {
  int exponent = bits_of(over) - bits_of(under); /* the quotient lies in (2^(e−1), 2^(e+1)) */
  int scale = 54 - exponent;                     /* it gets 54 or 55 bits */
  if (scale > 1075) scale = 1075;                /* a subnormal result has fewer bits */
  if (scale > 0) shift_left(over, scale);
  if (scale < 0) shift_left(under, -scale);
  uint64_t quotient = 0;
  int steps = bits_of(over) - bits_of(under);
  if (steps < 0) steps = 0;
  shift_left(under, steps);
  for (int i = 0; i <= steps; i++) {
    quotient <<= 1;
    if (compare(over, under) >= 0) {
      subtract(over, under);
      quotient |= 1;
    }
    shift_left(over, 1);
  }
  int drop = 0;
  while (quotient >> drop >= (uint64_t)1 << 53) drop++;
  if (scale - drop > 1074) drop = scale - 1074;
  const uint64_t kept = quotient >> drop, rest = quotient & (((uint64_t)1 << drop) - 1);
  const uint64_t half = drop ? (uint64_t)1 << (drop - 1) : 0;
  const int sticky = over->count != 0;
  const int up = drop && (rest > half || (rest == half && (sticky || (kept & 1))));
  return ldexp((double)(kept + (uint64_t)up), drop - scale);
}

double burl__decimal(const char *text, size_t length) {
  static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  const decimal d = read_decimal(text, length);
  if (d.count == 0 || d.count + d.exponent < -330) return 0.0;
  if (d.count + d.exponent > 310) return INFINITY;
  if (d.count <= 15 && d.exponent >= -22 && d.exponent <= 22) {
    double digits = 0.0;
    for (int i = 0; i < d.count; i++) digits = digits * 10.0 + d.digit[i];
    return d.exponent < 0 ? digits / powers[-d.exponent] : digits * powers[d.exponent];
  }
  whole over = {{0}, 0}, under = {{1}, 1};
  for (int i = 0; i < d.count; i++) {
    if (over.count == 0) over.word[over.count++] = 0;
    multiply_add(&over, 10, (uint32_t)d.digit[i]);
  }
  for (long i = 0; i < d.exponent; i++) multiply_add(&over, 10, 0);
  for (long i = 0; i > d.exponent; i--) multiply_add(&under, 10, 0);
  return divide(&over, &under);
}

/* The separator has one byte or more. */
void burl__set_decimal_point(char *text) {
  char *const point = text + strspn(text, "-0123456789");
  const char *const rest = point + strcspn(point, "0123456789e");
  if (rest == point) return;
  *point = '.';
  memmove(point + 1, rest, strlen(rest) + 1);
}

/* It starts with nine digits, so that a million is written without an exponent; %g drops trailing
 * zeros. */
burl__digits burl__digits_of(double value) {
  burl__digits d;
  for (int digits = 9; digits <= 17; digits++) {
    snprintf(d.text, sizeof d.text, "%.*g", digits, value);
    if (!isfinite(value)) break;
    burl__set_decimal_point(d.text);
    const char *const size = d.text + (*d.text == '-');
    if (burl__decimal(size, strlen(size)) == fabs(value)) break;
  }
  return d;
}
