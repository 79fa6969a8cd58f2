/* The arguments and options of a call, for builders. */
#include <math.h>
#include <string.h>

#include "base/decimal.h"
#include "base/similar.h"
#include "program/build.h"
#include "program/notes.h"

int burl__fail_at(burl__call_site *site, burl__span place, const char *message, const char *hint) {
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

int burl__argument_number(burl__call_site *site, int index) { return number_of(site, site->positional[index]); }

/* A tree's value as a finite constant; 0 with the error filled where it isn't one. */
static int constant_of(burl__call_site *site, const burl__tree *tree, double *value) {
  const int node = number_of(site, tree);
  if (node < 0) return 0;
  if (!burl__is_constant(site->graph, node)) {
    if (tree->option)
      burl__fail(site->graph->error, BURL_RECIPE, tree->place, "%s of %s must be a constant", tree->option,
                 site->entry->name);
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
  burl__hint(site->graph->error, "it has to be more than the one before, %s", burl__digits_of(before).text);
  return 0;
}

/* ---- Options ------------------------------------------------------------------------------------ */

/* The function's option of that name; NULL. */
static const burl__entry *entry_of(const burl__call_site *site, const char *name) {
  const burl__entry *const last = burl__entries + burl__entry_count;
  for (const burl__entry *option = site->entry + 1; option < last && option->kind == BURL__ENTRY_OPTION; option++)
    if (strcmp(option->name, name) == 0) return option;
  return NULL;
}

int burl__has_option(const burl__call_site *site, const char *name) { return entry_of(site, name) != NULL; }

/* The first value that the call gives the option; NULL: none. */
static const burl__tree *given(const burl__call_site *site, const char *name) {
  for (const burl__tree *a = site->tree->arguments; a; a = a->next)
    if (a->option && strcmp(a->option, name) == 0) return a;
  return NULL;
}

burl__span burl__option_place(const burl__call_site *site, const char *name, int index) {
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

static int word_value(burl__call_site *site, const burl__entry *option, const burl__tree *tree, double *value) {
  const char *const word = tree->kind == TREE_NAME ? tree->name : NULL;
  const int index = word ? burl__find_word(option->text, word) : -1;
  *value = index;
  if (index >= 0) return 1;
  if (word) burl__fail(site->graph->error, BURL_RECIPE, tree->place, "'%.80s' is no word of %s", word, option->name);
  else burl__fail(site->graph->error, BURL_RECIPE, tree->place, "%s takes one of its words", option->name);
  suggest_word(site, option, word);
  return 0;
}

/* Whether the value is one that the option takes; the error where it isn't. */
static int in_range(burl__call_site *site, const burl__entry *option, const burl__tree *tree, double value) {
  burl_error *const error = site->graph->error;
  const int is_switch = option->option == BURL__OPTION_SWITCH, is_auto = option->option == BURL__OPTION_AUTO;
  if (value <= option->hi && (is_auto ? value > option->lo : value >= option->lo) &&
      (!is_switch || value == floor(value)))
    return 1;
  const burl__digits lo = burl__digits_of(option->lo), hi = burl__digits_of(option->hi), given = burl__digits_of(value);
  if (is_switch) burl__fail(error, BURL_RECIPE, tree->place, "%s is 0 or 1, not %s", option->name, given.text);
  else if (is_auto)
    burl__fail(error, BURL_RECIPE, tree->place, "%s is more than %s, at most %s, not %s", option->name, lo.text,
               hi.text, given.text);
  else
    burl__fail(error, BURL_RECIPE, tree->place, "%s is %s to %s, not %s", option->name, lo.text, hi.text, given.text);
  burl__hint(error, "%s", option->help);
  return 0;
}

/* Whether the value is a whole number; the error where it isn't. */
static int is_whole(burl__call_site *site, const burl__tree *tree, double value) {
  if (value == floor(value)) return 1;
  burl__fail_at(site, tree->place, "this is a whole number", "");
  return 0;
}

int burl__option(burl__call_site *site, const char *name, double *value) {
  const burl__entry *const option = entry_of(site, name);
  const burl__tree *const tree = given(site, name);
  *value = option->standard;
  if (!tree) return 1;
  if (option->option == BURL__OPTION_WORD) return word_value(site, option, tree, value);
  return constant_of(site, tree, value) && in_range(site, option, tree, *value) &&
         (option->option != BURL__OPTION_WHOLE || is_whole(site, tree, *value));
}

int burl__option_varying(burl__call_site *site, const char *name) {
  const burl__entry *const option = entry_of(site, name);
  const burl__tree *const tree = given(site, name);
  if (!tree) return burl__literal(site->graph, option->standard);
  const int node = number_of(site, tree);
  const int limited = node >= 0 && option->lo < option->hi && burl__is_constant(site->graph, node);
  return !limited || in_range(site, option, tree, burl__value_of(site->graph, node)) ? node : BURL__NONE;
}

int burl__option_auto(burl__call_site *site, const char *name, double *value, int *automatic) {
  const burl__tree *const tree = given(site, name);
  *automatic = tree && tree->kind == TREE_NAME && strcmp(tree->name, "auto") == 0;
  return *automatic || burl__option(site, name, value);
}

const char *burl__option_text(burl__call_site *site, const char *name) {
  const burl__tree *const tree = given(site, name);
  return tree ? tree->name : NULL;
}

/* Whether a tree is a whole number in digits, or the negative of one, of those that a seed can be. */
static int is_in_digits(const burl__tree *tree, const burl__scope *scope, uint64_t *seed) {
  tree = burl__referent(tree, &scope);
  const int is_negative = tree->kind == TREE_OPERATOR && strcmp(tree->name, "negate") == 0;
  if (is_negative) tree = burl__referent(tree->arguments, &scope);
  if (tree->kind != TREE_NUMBER || !tree->is_whole || (is_negative && tree->whole > (uint64_t)1 << 63)) return 0;
  *seed = is_negative ? 0u - tree->whole : tree->whole;
  return 1;
}

/* Whether a tree is made of `seed` and whole numbers by + - *, in few steps, and its value modulo 2^64. */
static int is_of_seed(const burl__expander *e, const burl__tree *tree, const burl__scope *scope, int *steps,
                      uint64_t *value) {
  enum { MOST_STEPS = 100 };
  if (++*steps > MOST_STEPS) return 0;
  if (is_in_digits(tree, scope, value)) return 1;
  tree = burl__referent(tree, &scope);
  if (tree->kind == TREE_NAME && tree->knob) {
    const double knob = e->knobs[tree->knob - 1];
    *value = knob < 0 ? 0u - (uint64_t)fmin(-knob, 0x1p53) : (uint64_t)fmin(knob, 0x1p53);
    return knob == floor(knob) && fabs(knob) < 0x1p53;
  }
  *value = e->seed;
  if (tree->kind == TREE_NAME) return strcmp(tree->name, "seed") == 0;
  if (tree->kind != TREE_OPERATOR) return 0;
  uint64_t by = 0;
  const int is_negative = strcmp(tree->name, "negate") == 0;
  if (!is_of_seed(e, tree->arguments, scope, steps, value)) return 0;
  if (!is_negative && !is_of_seed(e, tree->arguments->next, scope, steps, &by)) return 0;
  if (is_negative) *value = 0u - *value;
  else if (strcmp(tree->name, "add") == 0) *value += by;
  else if (strcmp(tree->name, "subtract") == 0) *value -= by;
  else if (strcmp(tree->name, "multiply") == 0) *value *= by;
  else return 0;
  return 1;
}

/* Fails at a seed that is no whole number, or beyond 64 bits, or computed and not exact. */
static int fail_seed(burl__call_site *site, const burl__tree *tree, double value) {
  const int is_large = fabs(value) >= 0x1p53, is_computed = is_large && value > -0x1p63 && value < 0x1p64;
  if (is_computed)
    burl__fail(site->graph->error, BURL_RECIPE, tree->place,
               "a seed of 2^53 or more is exact in digits alone, and this is computed");
  else
    burl__fail(site->graph->error, BURL_RECIPE, tree->place,
               "a seed is a whole number from -9223372036854775808 to 18446744073709551615%s%s",
               is_large ? "" : ", not ", is_large ? "" : burl__digits_of(value).text);
  burl__hint(site->graph->error, is_computed ? "write its digits here; a knob goes up to 9007199254740991"
                                             : "each is another noise; seed: 1, for example");
  return 0;
}

int burl__seed_of(burl__call_site *site, const burl__tree *tree, uint64_t *seed) {
  burl__expander *const e = site->expander;
  const unsigned others = e->reads;
  double value;
  e->reads = 0;
  const int is_constant = constant_of(site, tree, &value);
  const int of_seed = (e->reads & BURL__READS_SEED) != 0;
  e->reads |= others;
  if (!is_constant) return 0;
  if (is_in_digits(tree, site->scope, seed)) return 1;
  int steps = 0;
  if (of_seed && is_of_seed(e, tree, site->scope, &steps, seed)) return 1;
  if (value != floor(value) || fabs(value) >= 9007199254740992.0) return fail_seed(site, tree, value);
  *seed = value < 0 ? 0u - (uint64_t)-value : (uint64_t)value;
  return 1;
}

/* ---- Notes -------------------------------------------------------------------------------------- */

void burl__judge_option(burl__call_site *site, const char *name, int has_effect, const char *why) {
  const burl__tree *const tree = given(site, name);
  burl_error *const note = tree ? burl__judge(site->expander, tree, has_effect) : NULL;
  if (!note) return;
  burl__fail(note, BURL_OK, tree->option_place, "%s: of this %s %s", name, site->entry->name, why);
}

void burl__judge_unit(burl__call_site *site, int node) {
  const burl_range r = site->graph->nodes[node].range;
  const int is_beyond = r.lo < r.hi && isfinite(r.lo) && ((r.hi <= 1 && r.lo + r.hi <= 0) || r.lo >= 1);
  burl_error *const note = burl__judge(site->expander, site->tree, !is_beyond);
  if (!note) return;
  burl__fail(note, BURL_OK, site->positional[0]->place,
             "%s takes [0, 1], and this is in [%.4g, %.4g]: what is beyond is cut off", site->entry->name, r.lo,
             r.hi + 0.0); /* for no -0 */
  burl__hint(note, "unit(e) is in [0, 1]");
}

int burl__option_seed(burl__call_site *site, const char *name, uint64_t *seed) {
  const burl__tree *const tree = given(site, name);
  *seed = 0;
  return !tree || burl__seed_of(site, tree, seed);
}

int burl__option_count(const burl__call_site *site, const char *name) {
  int count = 0;
  for (const burl__tree *tree = given(site, name); tree; tree = tree->next)
    count += tree->option && strcmp(tree->option, name) == 0;
  return count;
}

/* Whether the call gives the option as many values as there are axes, or one for all. */
static int fits_axes(burl__call_site *site, const char *name, int dims) {
  const int count = burl__option_count(site, name);
  if (count <= 1 || count == dims) return 1;
  burl__fail(site->graph->error, BURL_RECIPE, burl__option_place(site, name, count > dims ? dims : 0),
             "%s: %d %ss for %d dimensions", site->entry->name, count, name, dims);
  burl__hint(site->graph->error, "one for all axes, or one an axis");
  return 0;
}

int burl__option_list(burl__call_site *site, const char *name, double *values, int most) {
  const burl__entry *const option = entry_of(site, name);
  int count = 0;
  for (const burl__tree *tree = given(site, name); tree; tree = tree->next) {
    if (!tree->option || strcmp(tree->option, name) != 0) continue;
    if (count == most) {
      burl__fail(site->graph->error, BURL_RECIPE, tree->place, "%s: more than %d %s", site->entry->name, most, name);
      return -1;
    }
    if (!constant_of(site, tree, &values[count]) || !in_range(site, option, tree, values[count])) return -1;
    count++;
  }
  return count;
}

int burl__option_axes(burl__call_site *site, const char *name, int dims, double value[4]) {
  for (int i = 0; i < 4; i++) value[i] = 0.0;
  if (!fits_axes(site, name, dims)) return 0;
  const int count = burl__option_list(site, name, value, 4);
  for (int i = 1; count == 1 && i < dims; i++) value[i] = value[0];
  return count >= 0;
}

/* Whether the period, number i of those that the call gives, is a whole number of cells; the error where it isn't. */
static int is_whole_period(burl__call_site *site, const char *name, int i, double period) {
  if (period == floor(period)) return 1;
  burl__fail_at(site, burl__option_place(site, name, i), "a period is a whole number of cells", "");
  burl__hint(site->graph->error, "%s, for example; scale(e, s) makes cells larger or smaller",
             burl__digits_of(ceil(period)).text);
  return 0;
}

int burl__option_period(burl__call_site *site, const char *name, int dims, double period[4]) {
  if (!burl__option_axes(site, name, dims, period)) return 0;
  for (int i = 0; i < dims; i++)
    if (!is_whole_period(site, name, i, period[i])) return 0;
  return 1;
}
