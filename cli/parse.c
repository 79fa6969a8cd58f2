/* Numbers in arguments.  The tool doesn't leave the C locale, in which the decimal separator is a
 * point. */
#include "cli.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_blanks(const char *text) {
  while (*text == ' ' || *text == '\t') text++;
  return text;
}

int parse_numbers(const char *text, double *values, int most) {
  for (int count = 0; count < most;) {
    char *end;
    const double value = strtod(text, &end);
    if (end == text || !isfinite(value)) return -1;
    values[count++] = value;
    text = skip_blanks(end);
    if (*text == '\0') return count;
    if (*text++ != ',') return -1;
  }
  return -1;
}

int parse_number(const char *text, double *value) {
  return parse_numbers(text, value, 1) == 1 ? 0 : -1;
}

int parse_integers(const char *text, char separator, int64_t *values, int most) {
  for (int count = 0; count < most;) {
    char *end;
    errno = 0;
    const long long value = strtoll(text, &end, 10);
    if (end == text || errno != 0) return -1;
    values[count++] = value;
    text = skip_blanks(end);
    if (*text == '\0') return count;
    if (*text++ != separator) return -1;
  }
  return -1;
}

int parse_unsigned(const char *text, uint64_t *value) {
  const int is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  const char *digits = is_hex ? text + 2 : text;
  if (!(is_hex ? isxdigit((unsigned char)*digits) : isdigit((unsigned char)*digits))) return -1;
  char *end;
  errno = 0;
  const unsigned long long parsed = strtoull(digits, &end, is_hex ? 16 : 10);
  if (*end != '\0' || errno != 0) return -1;
  *value = parsed;
  return 0;
}
