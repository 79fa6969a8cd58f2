/* The table of functions.h. */
#include "cli/functions.h"

#include <stdio.h>
#include <string.h>

// clang-format off
#define GROUP(heading) {.kind = ROW_GROUP, .name = heading},
#define FUNCTION(name_, form, least_, most, bounds, signature_, range_, help_)                     \
  {.kind = ROW_FUNCTION, .name = #name_, .least = least_, .signature = signature_,                 \
   .range = range_, .help = help_},
#define NAMED(name_, value, help_)                                                                 \
  {.kind = ROW_FUNCTION, .name = #name_, .signature = #name_, .range = "", .help = help_},
#define OPTION(name_, kind_, standard_, lo_, hi_, words_, help_)                                   \
  {.kind = ROW_OPTION, .name = #name_, .option = kind_, .standard = standard_, .lo = lo_,          \
   .hi = hi_, .words = words_, .help = help_},
#define LATER(name_, help_) {.kind = ROW_LATER, .name = #name_, .help = help_},
#define ELSEWHERE(name_, here) {.kind = ROW_ELSEWHERE, .name = #name_, .help = here},
// clang-format on

const function_row function_rows[] = {
#include "functions.def"
};
const int function_row_count = sizeof function_rows / sizeof *function_rows;

/* ---- looking up ---------------------------------------------------------------------------------- */

/* Whether a row has the name, of `length` bytes; a function's may be followed by a bracket. */
static int has_name(const function_row *r, const char *name, size_t length) {
  return strcspn(r->name, "(") == length && memcmp(r->name, name, length) == 0;
}

const function_row *function_named(const char *name, size_t length) {
  for (int i = 0; i < function_row_count; i++)
    if (function_rows[i].kind == ROW_FUNCTION && has_name(&function_rows[i], name, length)) return &function_rows[i];
  return NULL;
}

const function_row *function_next_option(const function_row *row) {
  const int is_last = row + 1 == function_rows + function_row_count;
  return !is_last && row[1].kind == ROW_OPTION ? row + 1 : NULL;
}

const function_row *function_option(const function_row *function, const char *name, size_t length) {
  const function_row *option = function_next_option(function);
  while (option && !has_name(option, name, length)) option = function_next_option(option);
  return option;
}

/* ---- an option's values -------------------------------------------------------------------------- */

/* The word number `index`, which ends at a blank. */
static const char *word(const char *words, int index) {
  while (index-- > 0) words += strcspn(words, " ") + 1;
  return words;
}

const char *function_word(const function_row *option) { return word(option->words, (int)option->standard); }

void function_standard(char *text, size_t room, const function_row *option) {
  if (option->option == WORD) {
    const char *const standard = function_word(option);
    snprintf(text, room, "%s: %.*s", option->name, (int)strcspn(standard, " "), standard);
  } else if (option->option == TEXT) {
    snprintf(text, room, "%s: \"…\"", option->name);
  } else {
    snprintf(text, room, "%s: %g", option->name, option->standard);
  }
}

/* The option's words: " (linear cosine quintic)"; "-" stands for a word that this function doesn't
 * have. */
static void print_words(char *text, size_t room, const char *words) {
  size_t used = 0;
  for (const char *w = words; *w; w += strcspn(w, " "), w += *w == ' ') {
    const int length = (int)strcspn(w, " ");
    if (*w == '-') continue;
    used += (size_t)snprintf(text + used, room - used, "%s%.*s", used ? " " : " (", length, w);
  }
  snprintf(text + used, room - used, ")");
}

void function_values(char *text, size_t room, const function_row *option) {
  switch (option->option) {
  case CONSTANT:
  case WHOLE: snprintf(text, room, " (%g to %g)", option->lo, option->hi); break;
  case AUTO: snprintf(text, room, " (more than %g, at most %g, or auto)", option->lo, option->hi); break;
  case VARYING: snprintf(text, room, " (any expression)"); break;
  case LIST: snprintf(text, room, " (numbers)"); break;
  case SEED: snprintf(text, room, " (64 bits)"); break;
  case WORD: print_words(text, room, option->words); break;
  default: *text = '\0';
  }
}
