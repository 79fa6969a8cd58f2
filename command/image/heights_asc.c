/* Heights from ESRI's ASCII grids: lines of a name and a number, then the samples from the north-western one on,
 * separated by blanks.  A .prj beside it isn't read: it has no coordinate system. */
#include "image/heights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_WORD = 64 };

/* What the head says, in the order of its names below. */
enum { COLUMNS, ROWS, LEFT, BOTTOM, LEFT_MIDDLE, BOTTOM_MIDDLE, CELL, CELL_X, CELL_Y, NODATA, NAMES };
static const char *const names[NAMES] = {"ncols",     "nrows",    "xllcorner", "yllcorner", "xllcenter",
                                         "yllcenter", "cellsize", "dx",        "dy",        "nodata_value"};

typedef struct {
  double value[NAMES];
  int is_given[NAMES];
} head;

/* Reads the next word.  Returns its length; 0: there is none, or it is too long. */
static size_t read_word(FILE *file, char word[MOST_WORD]) {
  size_t length = 0;
  int c = getc_unlocked(file);
  while (c == ' ' || c == '\t' || c == '\r' || c == '\n') c = getc_unlocked(file);
  while (c != EOF && c != ' ' && c != '\t' && c != '\r' && c != '\n' && length < MOST_WORD - 1) {
    word[length++] = (char)c;
    c = getc_unlocked(file);
  }
  word[length] = '\0';
  return length < MOST_WORD - 1 ? length : 0;
}

/* Reads a word as a number.  Returns 0; -1: it isn't a number. */
static int parse(const char *word, double *value) {
  char *end;
  *value = strtod(word, &end);
  return end != word && *end == '\0' ? 0 : -1;
}

/* Reads the head, and the first sample's word. */
static int read_head(heights_reading *r, head *h, char word[MOST_WORD]) {
  while (read_word(r->file, word)) {
    int n = 0;
    double ignored;
    if (parse(word, &ignored) == 0) return 0;
    while (n < NAMES && strcasecmp(word, names[n]) != 0) n++;
    if (n == NAMES) break;
    if (!read_word(r->file, word) || parse(word, &h->value[n])) return heights_fail(r, "its %s is no number", names[n]);
    h->is_given[n] = 1;
  }
  return heights_fail(r, "isn't an ASCII grid, which begins with ncols, nrows, xllcorner, yllcorner and cellsize");
}

static int is_count(double value) { return value >= 1 && value <= INT32_MAX && value == floor(value); }

static int take_place(heights_reading *r, const head *h) {
  const double *const v = h->value;
  const double dx = h->is_given[CELL] ? v[CELL] : v[CELL_X], dy = h->is_given[CELL] ? v[CELL] : v[CELL_Y];
  const int has_left = h->is_given[LEFT] || h->is_given[LEFT_MIDDLE];
  const int has_bottom = h->is_given[BOTTOM] || h->is_given[BOTTOM_MIDDLE];
  if (!is_count(v[COLUMNS]) || !is_count(v[ROWS])) return heights_fail(r, "its ncols and nrows are no sizes");
  if (!has_left || !has_bottom || !(dx > 0) || !(dy > 0) || !isfinite(dx) || !isfinite(dy))
    return heights_fail(r, "doesn't say where it lies: it needs xllcorner, yllcorner and cellsize");
  const double left = h->is_given[LEFT] ? v[LEFT] + 0.5 * dx : v[LEFT_MIDDLE];
  const double bottom = h->is_given[BOTTOM] ? v[BOTTOM] + 0.5 * dy : v[BOTTOM_MIDDLE];
  *r->to = (heights){.size = {(int64_t)v[COLUMNS], (int64_t)v[ROWS]},
                     .origin = {left, bottom + (v[ROWS] - 1) * dy},
                     .step = {dx, -dy}};
  return isfinite(r->to->origin[0]) && isfinite(r->to->origin[1]) ? 0 : heights_fail(r, "its place is no number");
}

/* Reads the samples; the word of the first has been read. */
static int read_samples(heights_reading *r, const head *h, char word[MOST_WORD]) {
  float *to = r->to->data;
  for (int64_t j = 0; j < r->to->size[1]; j++) {
    for (int64_t i = 0; i < r->to->size[0]; i++) {
      double value;
      if (i + j > 0 && !read_word(r->file, word)) return heights_fail_at(r, j);
      if (parse(word, &value)) return heights_fail_at(r, j);
      *to++ = h->is_given[NODATA] && value == h->value[NODATA] ? NAN : (float)value;
    }
    const int code = heights_lines_read(r, j + 1);
    if (code) return code;
  }
  return read_word(r->file, word) ? heights_fail(r, "has more samples than its ncols and nrows say") : 0;
}

int heights_asc(heights_reading *r) {
  head h = {{0}, {0}};
  char word[MOST_WORD];
  int code = read_head(r, &h, word);
  if (!code) code = take_place(r, &h);
  if (code) return code;
  const double least = 2.0 * (double)r->to->size[0] * (double)r->to->size[1] - 1; /* a digit and a blank each */
  if ((double)r->bytes < least)
    return heights_fail(r, "is cut off: its ncols and nrows say more samples than it has bytes for");
  code = heights_allocate(r);
  return code ? code : read_samples(r, &h, word);
}
