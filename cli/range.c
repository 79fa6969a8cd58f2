/* Which values of a picture become black and white: the proven bounds, --range, or the picture's
 * own; and the notes about it.  Only for formats of integers, and only for grey: colours run from 0
 * to 1. */
#include "cli.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* What a picture really holds: finite values only; NaN counted. */
typedef struct {
  double lo, hi;
  int64_t nans;
} content;

static int64_t sample_count(const image *picture) {
  int64_t count = picture->channels;
  for (int a = 0; a < picture->axes; a++) count *= picture->size[a];
  return count;
}

static content look_at(const image *picture) {
  content found = {INFINITY, -INFINITY, 0};
  const int64_t count = sample_count(picture);
  for (int64_t i = 0; i < count; i++) {
    const double v = picture->data[i];
    if (isnan(v)) found.nans++;
    if (!isfinite(v)) continue;
    if (v < found.lo) found.lo = v;
    if (v > found.hi) found.hi = v;
  }
  if (found.lo > found.hi) found.lo = found.hi = 0;
  return found;
}

/* Fewest digits that still hold all of lo to hi: ends rounded outward to a hundredth of the
 * width. */
static void round_outward(double *lo, double *hi) {
  const double digit = pow(10, floor(log10(*hi - *lo)) - 1);
  if (!(digit > 0)) return;
  *lo = floor(*lo / digit) * digit;
  *hi = ceil(*hi / digit) * digit;
}

int range_check(const range_option *option, const burl_program *program,
                const image_format *format) {
  if (format->kind == IMAGE_FLOATS || burl_channels(program) > 1) {
    if (option->rule == RANGE_PROVEN) return DONE;
    note("--range makes no difference: %s", format->kind == IMAGE_FLOATS
                                                ? "a file of floats has the values as they are"
                                                : "colours run from 0 to 1");
    return DONE;
  }
  const burl_range proven = burl_bounds(program, 0);
  if (option->rule != RANGE_PROVEN || (isfinite(proven.lo) && isfinite(proven.hi))) return DONE;
  return fail(
      "the recipe's values have no proven bounds, so a .%s needs --range lo,hi or --range auto",
      format->name);
}

static void say_how_much_is_used(content found, burl_range proven) {
  const double used = (found.hi - found.lo) / (proven.hi - proven.lo);
  if (found.lo == found.hi) {
    note("every sample is %.9g", found.lo);
  } else if (used < 0.5) {
    double lo = found.lo, hi = found.hi;
    round_outward(&lo, &hi);
    note("the picture uses %.2g %% of its proven range %.6g,%.6g; --range %.6g,%.6g would fit it",
         100 * used, proven.lo, proven.hi, lo, hi);
  }
}

void range_choose(const range_option *option, const burl_program *program,
                  const image_format *format, image *picture) {
  if (format->kind == IMAGE_FLOATS) return;
  const content found = look_at(picture);
  if (found.nans) note("%" PRId64 " values are not a number: they are written as 0", found.nans);
  if (picture->channels > 1) return;

  if (option->rule == RANGE_PROVEN) {
    const burl_range proven = burl_bounds(program, 0);
    picture->lo = proven.lo;
    picture->hi = proven.hi;
    say_how_much_is_used(found, proven);
  } else if (option->rule == RANGE_AUTO) {
    picture->lo = found.lo;
    picture->hi = found.hi;
    note("--range auto took this picture's own range, %.9g,%.9g; another tile's differs and leaves "
         "a seam",
         found.lo, found.hi);
  } else {
    picture->lo = option->ends[0];
    picture->hi = option->ends[1];
  }
}
