/* What varies on a sheet, and how a recipe is given one of its values. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explain/sheet.h"

/* ---- From the command line ------------------------------------------------------------------------ */

/* Two ends, with ".." between them. */
static int parse_ends(char *text, double ends[2]) {
  char *const dots = strstr(text, "..");
  if (!dots) return 0;
  *dots = '\0';
  return parse_number(text, &ends[0]) == 0 && parse_number(dots + 2, &ends[1]) == 0;
}

/* Evenly from end to end; in whole steps where no number of them is given. */
static int fill_stops(sheet_axis *axis, const double ends[2], int64_t count) {
  const int is_whole = floor(ends[0]) == ends[0] && floor(ends[1]) == ends[1];
  if (count == 0 && !is_whole)
    return usage_error("--vary %s: how many pictures? %s=%g..%g:5", axis->name, axis->name, ends[0], ends[1]);
  if (ends[0] >= ends[1]) return usage_error("--vary %s: %g is not below %g", axis->name, ends[0], ends[1]);
  const double stops = count ? (double)count : ends[1] - ends[0] + 1;
  if (stops < 2 || stops > MOST_STOPS)
    return usage_error("--vary %s: 2 to %d pictures, not %.0f", axis->name, MOST_STOPS, stops);
  axis->count = (int)stops;
  for (int i = 0; i < axis->count; i++) axis->values[i] = ends[0] + (ends[1] - ends[0]) * i / (axis->count - 1);
  return DONE;
}

static int parse_range(sheet_axis *axis, char *range) {
  double ends[2];
  int64_t count = 0;
  char *const colon = strchr(range, ':');
  if (colon) *colon = '\0';
  if ((colon && (parse_integers(colon + 1, ',', &count, 1) != 1 || count < 1)) || !parse_ends(range, ends))
    return usage_error("--vary %s: it takes a range such as 0.3..0.7:5", axis->name);
  return fill_stops(axis, ends, count);
}

static int is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static int is_whole_word(const char *text) {
  if (!is_word(*text) || isdigit((unsigned char)*text)) return 0;
  while (is_word(*text)) text++;
  return *text == '\0';
}

/* Numbers and words, with commas between them. */
static int parse_list(sheet_axis *axis, char *list) {
  for (char *item = list, *next; item; item = next) {
    char *const comma = strchr(item, ',');
    next = comma ? comma + 1 : NULL;
    if (comma) *comma = '\0';
    if (axis->count == MOST_STOPS) return usage_error("--vary %s: at most %d pictures", axis->name, MOST_STOPS);
    if (is_whole_word(item)) axis->words[axis->count] = item;
    else if (parse_number(item, &axis->values[axis->count]) != 0)
      return usage_error("--vary %s: '%s' is neither a number, a word, nor such as 0.3..0.7:5", axis->name, item);
    axis->count++;
  }
  return DONE;
}

int sheet_parse_axis(sheet_axis *axis, char *text) {
  char *const equals = strchr(text, '=');
  if (!equals || equals == text) return usage_error("--vary: '%s' is not such as gain=0.3..0.7:5", text);
  *equals = '\0';
  *axis = (sheet_axis){.name = text};
  return strstr(equals + 1, "..") ? parse_range(axis, equals + 1) : parse_list(axis, equals + 1);
}

int sheet_parse_seeds(sheet_axis *axis, char *text) {
  char *const dots = strstr(text, "..");
  uint64_t last = 0;
  if (dots) *dots = '\0';
  *axis = (sheet_axis){.name = "seed", .kind = SHEET_SEED};
  if (!dots || parse_unsigned(text, &axis->first_seed) != 0 || parse_unsigned(dots + 2, &last) != 0 ||
      last < axis->first_seed)
    return usage_error("--seeds takes two whole numbers such as 1..12, the lower first");
  if (last - axis->first_seed >= MOST_STOPS) return usage_error("--seeds: at most %d pictures", MOST_STOPS);
  axis->count = (int)(last - axis->first_seed) + 1;
  return DONE;
}

/* A stop's value as text. */
static void say_value(const sheet_axis *axis, int stop, char *text, size_t room) {
  if (axis->kind == SHEET_SEED) snprintf(text, room, "%" PRIu64, axis->first_seed + (uint64_t)stop);
  else if (axis->words[stop]) snprintf(text, room, "%s", axis->words[stop]);
  else snprintf(text, room, "%.4g", axis->values[stop]);
}

void sheet_label(const sheet_axis *axis, int stop, int is_bare, char label[LONGEST_LABEL]) {
  const int length = is_bare ? 0 : snprintf(label, LONGEST_LABEL, "%.40s ", axis->name);
  say_value(axis, stop, label + length, LONGEST_LABEL - (size_t)length);
}

/* ---- Options in a recipe's text ------------------------------------------------------------------- */

/* Behind a comment or a text in quotes that begins at `at`; else `at`. */
static const char *skip_quoted(const char *at, const char *end) {
  if (*at == '"') {
    for (at++; at < end && *at != '"'; at++) continue;
    return at < end ? at + 1 : end;
  }
  if (end - at > 1 && at[0] == '/' && at[1] == '/')
    while (at < end && *at != '\n') at++;
  return at;
}

/* Where the value of the next option of the name begins, from `at` on; NULL: there is none. */
static const char *find_option(const char *at, const char *end, const char *name) {
  const size_t length = strlen(name);
  for (const char *const start = at; at < end;) {
    const char *const behind = skip_quoted(at, end);
    if (behind != at) {
      at = behind;
      continue;
    }
    if ((size_t)(end - at) > length && strncmp(at, name, length) == 0 && (at == start || !is_word(at[-1]))) {
      const char *colon = at + length;
      while (colon < end && *colon == ' ') colon++;
      if (colon < end && *colon == ':') return colon + 1;
    }
    at++;
  }
  return NULL;
}

/* Behind a value: at the comma or bracket that ends it. */
static const char *end_of_value(const char *at, const char *end) {
  for (int depth = 0; at < end;) {
    const char *const behind = skip_quoted(at, end);
    if (behind != at) {
      at = behind;
      continue;
    }
    if (depth == 0 && (*at == ',' || *at == ')')) return at;
    depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
    at++;
  }
  return end;
}

/* The recipe's text with a stop's value for each option of the axis' name; NULL: out of memory. */
static char *with_option(const recipe *r, const sheet_axis *axis, int stop, size_t *length) {
  char *text = NULL;
  FILE *const to = open_memstream(&text, length);
  const char *at = r->text, *const end = r->text + r->length;
  if (!to) return NULL;
  for (const char *option; (option = find_option(at, end, axis->name)) != NULL; at = end_of_value(option, end)) {
    fprintf(to, "%.*s ", (int)(option - at), at);
    if (axis->words[stop]) fputs(axis->words[stop], to);
    else fprintf(to, "%.17g", axis->values[stop]);
  }
  fwrite(at, 1, (size_t)(end - at), to);
  if (fclose(to) == 0) return text;
  free(text);
  return NULL;
}

/* ---- A recipe's values ---------------------------------------------------------------------------- */

/* Knobs and t are numbers. */
static int check_numbers(const sheet_axis *axis) {
  for (int i = 0; i < axis->count; i++)
    if (axis->words[i]) return usage_error("--vary %s: it is a number, and '%s' is none", axis->name, axis->words[i]);
  return DONE;
}

int sheet_find_axis(sheet_axis *axis, const recipe *r) {
  burl__similar best = {NULL, 0};
  if (axis->kind == SHEET_SEED) return DONE;
  if (strcmp(axis->name, "t") == 0) return axis->kind = SHEET_TIME, check_numbers(axis);
  for (int i = 0; i < burl_param_count(r->program); i++) {
    if (strcmp(burl_param_at(r->program, i).name, axis->name) == 0) return check_numbers(axis);
    burl__similar_try(&best, axis->name, burl_param_at(r->program, i).name);
  }
  if (find_option(r->text, r->text + r->length, axis->name)) return axis->kind = SHEET_OPTION, DONE;
  return usage_error("--vary: the recipe has no knob '%s', and names no option of it%s", axis->name,
                     suggest(&best, "").text);
}

static int set_knob(const sheet_axis *axis, int stop, recipe *r) {
  if (r->knob_count == MOST_KNOBS) return fail("more than %d knobs", MOST_KNOBS);
  r->knobs[r->knob_count].name = axis->name;
  r->knobs[r->knob_count++].value = axis->values[stop];
  return DONE;
}

int sheet_set(const sheet_axis *axis, int stop, recipe *r, double *time, char **text) {
  *text = NULL;
  switch (axis->kind) {
  case SHEET_SEED: r->seed = axis->first_seed + (uint64_t)stop; return DONE;
  case SHEET_TIME: *time = axis->values[stop]; return DONE;
  case SHEET_KNOB: return set_knob(axis, stop, r);
  case SHEET_OPTION: break;
  }
  *text = with_option(r, axis, stop, &r->length);
  if (!*text) return fail("%s", strerror(ENOMEM));
  r->text = *text;
  return DONE;
}
