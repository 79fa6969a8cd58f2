/* The arguments and options of a call, for builders. */
#include <math.h>
#include <string.h>

#include "base/decimal.h"
#include "base/similar.h"
#include "program/build.h"

int burl__fail_at(burl__call_site *site, burl__place place, const char *message, const char *hint) {
  burl__fail(site->graph->error, BURL_RECIPE, place, "%s: %s", site->entry->name, message);
  burl__hint(site->graph->error, "%s", hint);
  return BURL__NONE;
}

/* ---- Positional arguments ----------------------------------------------------------------------- */

burl__value burl__argument(burl__call_site *site, int index) {
  return burl__expand(site->expander, site->positional[index], site->scope, site->point);
}

/* A tree's value as a number. */
static int number_of(burl__call_site *site, const burl__tree *tree) {
  const burl__value value = burl__expand(site->expander, tree, site->scope, site->point);
  if (value.channels > 1)
    return burl__fail_at(site, tree->place, "this takes a number, not a colour", BURL__HINT_NUMBER);
  return value.channels == 0 ? BURL__NONE : value.node[0];
}

int burl__argument_number(burl__call_site *site, int index) {
  return number_of(site, site->positional[index]);
}

/* A tree's value as a finite constant; 0 with the error filled where it is none. */
static int constant_of(burl__call_site *site, const burl__tree *tree, double *value) {
  const int node = number_of(site, tree);
  if (node < 0) return 0;
  if (!burl__is_constant(site->graph, node)) {
    if (tree->option)
      burl__fail(site->graph->error, BURL_RECIPE, tree->place, "%s of %s must be a constant",
                 tree->option, site->entry->name);
    else burl__fail_at(site, tree->place, "this must be a constant", "");
    burl__hint(site->graph->error, BURL__HINT_CONSTANT);
    return 0;
  }
  *value = burl__value_of(site->graph, node);
  if (isfinite(*value)) return 1;
  burl__fail_at(site, tree->place, "this must be finite", "something here is divided by 0, or too large");
  return 0;
}

int burl__argument_constant(burl__call_site *site, int index, double *value) {
  return constant_of(site, site->positional[index], value);
}

int burl__argument_rises(burl__call_site *site, int index, double before, double value) {
  if (value > before) return 1;
  burl__fail_at(site, site->positional[index]->place, "its places must rise", "");
  burl__hint(site->graph->error, "it has to be more than the one before, %s",
             burl__digits_of(before).text);
  return 0;
}

/* ---- Options ------------------------------------------------------------------------------------ */

/* The function's option of that name; NULL. */
static const burl__entry *entry_of(const burl__call_site *site, const char *name) {
  const burl__entry *const last = burl__entries + burl__entry_count;
  for (const burl__entry *option = site->entry + 1;
       option < last && option->kind == BURL__ENTRY_OPTION; option++)
    if (strcmp(option->name, name) == 0) return option;
  return NULL;
}

int burl__has_option(const burl__call_site *site, const char *name) {
  return entry_of(site, name) != NULL;
}

/* The first value that the call gives the option; NULL: none. */
static const burl__tree *given(const burl__call_site *site, const char *name) {
  for (const burl__tree *a = site->tree->arguments; a; a = a->next)
    if (a->option && strcmp(a->option, name) == 0) return a;
  return NULL;
}

burl__place burl__option_place(const burl__call_site *site, const char *name, int index) {
  const burl__tree *tree = given(site, name);
  if (!tree) return site->tree->place;
  while (index-- > 0 && tree->next && tree->next->option == tree->option) tree = tree->next;
  return tree->place;
}

enum { MOST_WORDS = 20, LONGEST_WORD = 24 };

/* The words of an option, without the "-" that stand for words it doesn't have; their number. */
static int split_words(const char *words, char list[MOST_WORDS][LONGEST_WORD]) {
  int count = 0;
  for (const char *next = words; *next && count < MOST_WORDS;) {
    const size_t size = strcspn(next, " ");
    if (*next != '-' && size < LONGEST_WORD) {
      memcpy(list[count], next, size);
      list[count++][size] = '\0';
    }
    next += size + (next[size] == ' ');
  }
  return count;
}

/* Hints at the word nearest to `word`, or lists the option's words. */
static void suggest_word(burl__call_site *site, const burl__entry *option, const char *word) {
  char list[MOST_WORDS][LONGEST_WORD], all[MOST_WORDS * LONGEST_WORD] = "";
  burl__similar best = {NULL, 0};
  const int count = split_words(option->text, list);
  for (int i = 0; i < count; i++) {
    if (word) burl__similar_try(&best, word, list[i]);
    strcat(strcat(all, i ? " " : ""), list[i]);
  }
  if (best.nearest) burl__hint(site->graph->error, "did you mean '%s'?", best.nearest);
  else burl__hint(site->graph->error, "its words: %.200s", all);
}

static int word_value(burl__call_site *site, const burl__entry *option, const burl__tree *tree,
                      double *value) {
  const char *const word = tree->kind == TREE_NAME ? tree->name : NULL;
  const int index = word ? burl__find_word(option->text, word) : -1;
  *value = index;
  if (index >= 0) return 1;
  if (word)
    burl__fail(site->graph->error, BURL_RECIPE, tree->place, "'%.80s' is no word of %s", word,
               option->name);
  else
    burl__fail(site->graph->error, BURL_RECIPE, tree->place, "%s takes one of its words",
               option->name);
  suggest_word(site, option, word);
  return 0;
}

/* Whether the value is one that the option takes; the error where it isn't. */
static int in_range(burl__call_site *site, const burl__entry *option, const burl__tree *tree,
                    double value) {
  burl_error *const error = site->graph->error;
  const int is_switch = option->option == BURL__OPTION_SWITCH,
            is_auto = option->option == BURL__OPTION_AUTO;
  if (value <= option->hi && (is_auto ? value > option->lo : value >= option->lo) &&
      (!is_switch || value == floor(value)))
    return 1;
  const burl__digits lo = burl__digits_of(option->lo), hi = burl__digits_of(option->hi),
                     given = burl__digits_of(value);
  if (is_switch)
    burl__fail(error, BURL_RECIPE, tree->place, "%s is 0 or 1, not %s", option->name, given.text);
  else if (is_auto)
    burl__fail(error, BURL_RECIPE, tree->place, "%s is more than %s, at most %s, not %s",
               option->name, lo.text, hi.text, given.text);
  else
    burl__fail(error, BURL_RECIPE, tree->place, "%s is %s to %s, not %s", option->name, lo.text,
               hi.text, given.text);
  burl__hint(error, "%s", option->help);
  return 0;
}

int burl__option(burl__call_site *site, const char *name, double *value) {
  const burl__entry *const option = entry_of(site, name);
  const burl__tree *const tree = given(site, name);
  *value = option->standard;
  if (!tree) return 1;
  if (option->option == BURL__OPTION_WORD) return word_value(site, option, tree, value);
  return constant_of(site, tree, value) && in_range(site, option, tree, *value);
}

int burl__option_varying(burl__call_site *site, const char *name) {
  const burl__entry *const option = entry_of(site, name);
  const burl__tree *const tree = given(site, name);
  if (!tree) return burl__literal(site->graph, option->standard);
  const int node = number_of(site, tree);
  const int limited = node >= 0 && option->lo < option->hi && burl__is_constant(site->graph, node);
  return !limited || in_range(site, option, tree, burl__value_of(site->graph, node)) ? node
                                                                                     : BURL__NONE;
}

int burl__option_auto(burl__call_site *site, const char *name, double *value, int *automatic) {
  const burl__tree *const tree = given(site, name);
  *automatic = tree && tree->kind == TREE_NAME && strcmp(tree->name, "auto") == 0;
  return *automatic || burl__option(site, name, value);
}

int burl__seed_of(burl__call_site *site, const burl__tree *tree, uint64_t *seed) {
  if (tree->kind == TREE_NUMBER && tree->is_whole) {
    *seed = tree->whole;
    return 1;
  }
  if (tree->kind == TREE_NAME && strcmp(tree->name, "seed") == 0) {
    *seed = site->expander->seed;
    return 1;
  }
  double value;
  if (!constant_of(site, tree, &value)) return 0;
  if (value != floor(value) || value < -9223372036854775808.0 || value >= 18446744073709551616.0) {
    burl__fail(site->graph->error, BURL_RECIPE, tree->place,
               "a seed is a whole number of 64 bits, not %s", burl__digits_of(value).text);
    burl__hint(site->graph->error, "any from 0 to 18446744073709551615, each another noise");
    return 0;
  }
  *seed = value < 0 ? 0u - (uint64_t)-value : (uint64_t)value;
  return 1;
}

int burl__option_seed(burl__call_site *site, const char *name, uint64_t *seed) {
  const burl__tree *const tree = given(site, name);
  *seed = 0;
  return !tree || burl__seed_of(site, tree, seed);
}

int burl__option_period(burl__call_site *site, const char *name, int dims, double period[4]) {
  const burl__entry *const option = entry_of(site, name);
  int count = 0;
  for (int i = 0; i < 4; i++) period[i] = 0.0;
  const burl__tree *const first = given(site, name);
  for (const burl__tree *tree = first; tree; tree = tree->next) {
    if (!tree->option || strcmp(tree->option, name) != 0) continue;
    if (count == dims) {
      burl__fail_at(site, tree->place, "more periods than the noise has dimensions",
                    "one for all axes, or one an axis");
      return 0;
    }
    if (!constant_of(site, tree, &period[count]) || !in_range(site, option, tree, period[count]))
      return 0;
    if (period[count] != floor(period[count])) {
      burl__fail_at(site, tree->place, "a period is a whole number of cells", "");
      burl__hint(site->graph->error, "%s, for example; scale(e, s) makes cells larger or smaller",
                 burl__digits_of(ceil(period[count])).text);
      return 0;
    }
    count++;
  }
  if (count > 1 && count < dims) {
    burl__fail(site->graph->error, BURL_RECIPE, first->place, "%s: %d periods for %d dimensions", site->entry->name,
               count, dims);
    burl__hint(site->graph->error, "one for all axes, or one an axis");
    return 0;
  }
  for (int i = 1; count == 1 && i < dims; i++) period[i] = period[0];
  return 1;
}
