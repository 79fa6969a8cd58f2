/* Numbers in arguments.  The tool doesn't leave the C locale, in which the decimal separator is a
 * point. */
#include "cli/cli.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
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

int parse_number(const char *text, double *value) { return parse_numbers(text, value, 1) == 1 ? 0 : -1; }

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

/* Whether all of a text is a number of any kind, or it begins as a hexadecimal one. */
static int is_number(const char *text) {
  const char *digits = skip_blanks(text);
  digits += *digits == '-' || *digits == '+';
  if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) return 1;
  digits += *digits == '.';
  if (!isdigit((unsigned char)*digits)) return 0;
  char *end;
  strtod(text, &end);
  return *skip_blanks(end) == '\0';
}

seed_kind parse_seed(const char *text, uint64_t *seed) {
  if (parse_unsigned(text, seed) == 0) return SEED_NUMBER;
  if (*text == '-' && parse_unsigned(text + 1, seed) == 0) {
    if (*seed > (uint64_t)1 << 63) return SEED_WRONG;
    *seed = 0u - *seed;
    return SEED_NUMBER;
  }
  if (*text == '\0' || is_number(text)) return SEED_WRONG;
  *seed = burl_seed_of_text(text);
  return SEED_TEXT;
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

int parse_seeds(char *text, uint64_t *first, uint64_t *last) {
  char *const between = strstr(text, "..");
  if (between) *between = '\0';
  const int is_right =
      between && parse_unsigned(text, first) == 0 && parse_unsigned(between + 2, last) == 0 && *first <= *last;
  if (between) *between = '.';
  return is_right ? DONE : usage_error("--seeds: '%s' is not two whole numbers such as 1..64, the lower first", text);
}

int parse_count(const char *option, const char *text, uint64_t least, uint64_t most, uint64_t *value) {
  if (parse_unsigned(text, value) == 0 && *value >= least && *value <= most) return DONE;
  return usage_error("--%s: '%s' is no whole number from %" PRIu64 " to %" PRIu64, option, text, least, most);
}
