/* What an editor may change of a text by itself: its style, and its colours, #rgb and #rrggbb. */
#include "editor/answer.h"
#include "editor/style.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COLOURS = 5000 };

/* ---- style --------------------------------------------------------------------------------------- */

/* How much two texts begin with in common, in whole lines. */
static size_t common_lines(const char *a, size_t a_length, const char *b, size_t b_length) {
  size_t same = 0, lines = 0;
  for (; same < a_length && same < b_length && a[same] == b[same]; same++)
    if (a[same] == '\n') lines = same + 1;
  return lines;
}

/* How much they end with in common behind that, in whole lines. */
static size_t common_end(const char *a, size_t a_length, const char *b, size_t b_length, size_t begin) {
  size_t same = 0, lines = 0;
  while (same < a_length - begin && same < b_length - begin && a[a_length - same - 1] == b[b_length - same - 1]) {
    if (a[a_length - same - 1] == '\n') lines = same;
    same++;
  }
  return lines;
}

json_t *answer_formatting(document *d, const json_t *parameters, char problem[PROBLEM_ROOM]) {
  (void)parameters;
  burl_error error;
  size_t length;
  places at = document_places(d);
  char *const text = style_format(d->text, d->length, &length, &error);
  if (!text) {
    snprintf(problem, PROBLEM_ROOM, "line %d, column %d: %.200s", error.line, error.column, error.message);
    return NULL;
  }
  json_t *const list = json_array();
  if (length != d->length || memcmp(text, d->text, length) != 0) {
    const size_t begin = common_lines(d->text, d->length, text, length);
    const size_t end = common_end(d->text, d->length, text, length, begin);
    json_array_append_new(list, json_pack("{so ss%}", "range", place_range(&at, begin, d->length - end), "newText",
                                          text + begin, length - end - begin));
  }
  free(text);
  return list;
}

/* ---- colours ------------------------------------------------------------------------------------- */

static int hex_value(char c) { return c >= '0' && c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

/* The colour of a word, its channels from 0 to 255. */
static void read_colour(const char *text, size_t length, int rgb[3]) {
  for (int i = 0; i < 3; i++)
    rgb[i] = length == 4 ? 17 * hex_value(text[1 + i]) : 16 * hex_value(text[1 + 2 * i]) + hex_value(text[2 + 2 * i]);
}

json_t *answer_colours(document *d, const json_t *parameters, char problem[PROBLEM_ROOM]) {
  (void)parameters;
  (void)problem;
  const recipe_words *const all = document_words(d);
  places at = document_places(d);
  json_t *const list = json_array();
  for (int i = 0, count = 0; all && i < all->count && count < MOST_COLOURS; i++) {
    const word *const w = &all->words[i];
    int rgb[3];
    if (w->kind != TOKEN_COLOUR) continue;
    read_colour(d->text + w->from, w->to - w->from, rgb);
    json_t *const colour = json_pack("{sf sf sf sf}", "red", rgb[0] / 255.0, "green", rgb[1] / 255.0, "blue",
                                     rgb[2] / 255.0, "alpha", 1.0);
    json_array_append_new(list, json_pack("{so so}", "range", place_range(&at, w->from, w->to), "color", colour));
    count++;
  }
  return list;
}

/* A channel as a number from 0 to 255. */
static int channel(const json_t *colour, const char *name) {
  const double value = json_number_value(json_object_get(colour, name));
  return value >= 1 ? 255 : value > 0 ? (int)lround(255 * value) : 0;
}

/* A colour's text: as short as the one that it replaces, where that loses nothing. */
json_t *answer_colour_texts(document *d, const json_t *parameters, char problem[PROBLEM_ROOM]) {
  (void)problem;
  const json_t *const colour = json_object_get(parameters, "color");
  const int r = channel(colour, "red"), g = channel(colour, "green"), b = channel(colour, "blue");
  size_t from = 0, to = 0;
  char text[32];
  const int is_short = place_read_range(d->text, d->length, json_object_get(parameters, "range"), &from, &to) &&
                       to - from == 4 && r % 17 == 0 && g % 17 == 0 && b % 17 == 0;
  if (is_short)
    snprintf(text, sizeof text, "#%x%x%x", (unsigned)r / 17 & 15, (unsigned)g / 17 & 15, (unsigned)b / 17 & 15);
  else snprintf(text, sizeof text, "#%02x%02x%02x", (unsigned)r, (unsigned)g, (unsigned)b);
  return json_pack("[{ss}]", "label", text);
}
