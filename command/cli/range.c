/* Which values of a picture become black and white: its bounds, those of --range, or the least and
 * greatest of its samples; and the notes about that.  It concerns formats of integers with one
 * channel only, as colours run from 0 to 1. */
#include "cli/cli.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LANES = 32, BLOCK = 128 * LANES };

static void add_each(range_content *content, const float *samples, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    const double v = samples[i];
    if (isnan(v)) content->nans++;
    if (!isfinite(v)) continue;
    if (v < content->lo) content->lo = v;
    if (v > content->hi) content->hi = v;
  }
}

/* The same for a block, in lanes and without branches, so that compilers vectorise it.  Returns 0,
 * with *content unchanged, where a sample is infinite. */
static int add_block(range_content *content, const float *samples) {
  float lo[LANES], hi[LANES], low = INFINITY, high = -INFINITY;
  int nans[LANES] = {0}, sum = 0;
  for (int k = 0; k < LANES; k++) lo[k] = INFINITY, hi[k] = -INFINITY;
  for (int i = 0; i < BLOCK; i += LANES) {
    for (int k = 0; k < LANES; k++) {
      const float v = samples[i + k];
      lo[k] = v < lo[k] ? v : lo[k];
      hi[k] = v > hi[k] ? v : hi[k];
      nans[k] += v != v;
    }
  }
  for (int k = 0; k < LANES; k++) {
    low = lo[k] < low ? lo[k] : low;
    high = hi[k] > high ? hi[k] : high;
    sum += nans[k];
  }
  if (low == -INFINITY || high == INFINITY) return 0;
  content->lo = low < content->lo ? low : content->lo;
  content->hi = high > content->hi ? high : content->hi;
  content->nans += sum;
  return 1;
}

void range_add_nodata(range_content *content, float nodata, const float *samples, int64_t count) {
  for (int64_t i = 0; i < count; i++) content->as_nodata += samples[i] == nodata;
}

void range_add_samples(range_content *content, const float *samples, int64_t count) {
  for (int64_t i = 0; i < count && !content->has_fractions; i++)
    content->has_fractions = isfinite(samples[i]) && samples[i] != floorf(samples[i]);
  for (; count >= BLOCK; samples += BLOCK, count -= BLOCK) {
    if (!add_block(content, samples)) add_each(content, samples, BLOCK);
  }
  add_each(content, samples, count);
}

void range_add(range_content *content, const range_content *other) {
  content->lo = fmin(content->lo, other->lo);
  content->hi = fmax(content->hi, other->hi);
  content->nans += other->nans;
  content->as_nodata += other->as_nodata;
  content->has_fractions |= other->has_fractions;
}

/* Rounds the range outward to multiples of a power of ten, between a hundredth and a tenth of its
 * width. */
static void round_outward(double *lo, double *hi) {
  const double digit = pow(10, floor(log10(*hi - *lo)) - 1);
  if (!(digit > 0)) return;
  *lo = floor(*lo / digit) * digit;
  *hi = ceil(*hi / digit) * digit;
}

const range_option *range_for(const settings *m, const burl_program *program, int result) {
  for (int i = m->range_count; i-- > 0;)
    if (strcmp(m->ranges[i].result, burl_result_at(program, result).name) == 0) return &m->ranges[i].range;
  return &m->range;
}

burl_range range_of_grey(burl_range proven) {
  const double rounding = 0x1p-20; /* by which bounds of floats may be beyond those of exact numbers */
  if (proven.lo < -rounding || proven.hi > 1 + rounding) return proven;
  return (burl_range){0, 1, proven.may_be_nan};
}

/* What messages begin with where there are several results: "height: ". */
typedef struct {
  char text[80];
} heading;

static heading heading_of(const burl_program *program, int result) {
  heading h = {""};
  if (burl_result_count(program) > 1) snprintf(h.text, sizeof h.text, "%.70s: ", burl_result_at(program, result).name);
  return h;
}

static burl_range proven_of(const burl_program *program, int result) {
  return burl_bounds(program, burl_result_at(program, result).first);
}

int range_check(const range_option *option, const burl_program *program, int result, const image_format *format) {
  const heading h = heading_of(program, result);
  const int channels = burl_result_at(program, result).channels, is_floats = !image_has_integers(format, channels);
  if (is_floats || channels > 1) {
    if (option->rule == RANGE_PROVEN || option->is_remade) return DONE;
    note("%s--range makes no difference: %s", h.text,
         is_floats ? "a file of floats has the values as they are" : "colours run from 0 to 1");
    return DONE;
  }
  const burl_range proven = proven_of(program, result);
  if (option->rule != RANGE_PROVEN || (isfinite(proven.lo) && isfinite(proven.hi))) return DONE;
  return fail("%sthe recipe's values have no proven bounds, so a .%s needs --range lo,hi or --range auto", h.text,
              format->name);
}

/* Whether all samples lie at whole coordinates, where perlin() is 0. */
static int is_at_zeros(const burl_program *program, const image *picture) {
  const char *function = "";
  for (int i = 0; function && strcmp(function, "perlin") != 0; i++) function = burl_function_at(program, i);
  for (int a = 0; a < picture->axes; a++)
    if (picture->origin[a] != floor(picture->origin[a]) || picture->step[a] != floor(picture->step[a])) return 0;
  return function != NULL;
}

static void note_unused_range(const heading *h, range_content found, burl_range proven) {
  const burl_range grey = range_of_grey(proven);
  const double used = (found.hi - found.lo) / (proven.hi - proven.lo);
  if (found.lo == found.hi) {
    note("%severy sample is %.9g", h->text, found.lo);
  } else if (used < 0.5 && (grey.lo != 0 || grey.hi != 1)) { /* a part of [0, 1], such as roughness, is meant */
    double lo = found.lo, hi = found.hi;
    round_outward(&lo, &hi);
    note("%sthe picture uses %.2g %% of its proven range %.6g,%.6g; --range %.6g,%.6g would fit it", h->text,
         100 * used, proven.lo, proven.hi, lo, hi);
  }
}

/* The content with a range of [0, 0] where no sample is finite. */
static range_content finite_ends(const range_content *content) {
  range_content found = *content;
  if (found.lo > found.hi) found.lo = found.hi = 0;
  return found;
}

void range_choose(const range_option *option, const burl_program *program, int result, const range_content *content,
                  image *picture) {
  const burl_range usual = range_of_grey(proven_of(program, result));
  const range_content found = finite_ends(content);
  const int is_auto = option->rule == RANGE_AUTO, is_given = option->rule == RANGE_GIVEN;
  picture->lo = is_auto ? found.lo : is_given ? option->ends[0] : usual.lo;
  picture->hi = is_auto ? found.hi : is_given ? option->ends[1] : usual.hi;
}

void range_note_colours(const range_content *content) {
  const double lo = content->lo, hi = content->hi;
  if (lo < hi && fmin(hi, 1) - fmax(lo, 0) <= 0.5 * (hi - lo))
    note("values run from %.4g to %.4g: of colours, what is beyond 0 and 1 is cut off", lo, hi);
}

void range_note(const range_option *option, const burl_program *program, int result, const image *picture,
                const range_content *content) {
  const range_content found = finite_ends(content);
  const heading h = heading_of(program, result);
  if (found.nans) note("%s%" PRId64 " values are not a number: they are written as 0", h.text, found.nans);
  if (picture->channels > 1) return;

  if (option->rule != RANGE_AUTO && (picture->lo != 0 || picture->hi != 1))
    verbose_note("%sgrey is over [%.9g, %.9g]", h.text, picture->lo, picture->hi);

  if (option->rule == RANGE_GIVEN && !option->is_remade) {
    if (found.lo < option->ends[0] || found.hi > option->ends[1])
      note("%svalues run from %.4g to %.4g: what is beyond --range is cut off", h.text, found.lo, found.hi);
  } else if (option->rule == RANGE_PROVEN) {
    note_unused_range(&h, found, proven_of(program, result));
    if (found.lo == 0 && found.hi == 0 && is_at_zeros(program, picture))
      note("%sall samples lie at whole coordinates, where perlin() is 0: scale(e, 16) has 16 to a cell", h.text);
  } else if (option->rule == RANGE_AUTO && !option->is_remade) {
    note(
        "%s--range auto took this picture's own range, %.9g,%.9g: another picture's, of another seed or place, differs",
        h.text, found.lo, found.hi);
  }
}
