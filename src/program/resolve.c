/* The pass of resolve.h. */
#include "program/resolve.h"

#include <stdio.h>
#include <string.h>

#include "base/similar.h"
#include "program/build.h"
#include "program/period.h"

enum { BUCKETS = 1024 };

typedef struct {
  burl__recipe *recipe;
  burl_error *error;
  burl__definition **buckets; /* hash table of definitions by name */
  burl__definition *inside;   /* whose body is being resolved; NULL: the result */
} resolver;

/* ---- Definitions by name ------------------------------------------------------------------------ */

static burl__definition **bucket_of(const resolver *r, const char *name) {
  uint32_t hash = 2166136261u;
  for (; *name; name++) hash = (hash ^ (unsigned char)*name) * 16777619u;
  return &r->buckets[hash % BUCKETS];
}

static burl__definition *find_definition(const resolver *r, const char *name, int is_function) {
  for (burl__definition *d = *bucket_of(r, name); d; d = d->same_bucket)
    if (d->is_function == is_function && strcmp(d->name, name) == 0) return d;
  return NULL;
}

static int is_visible(const resolver *r, const burl__definition *d) {
  return !r->inside || d->index < r->inside->index;
}

/* The number of the knob of that name, from 1; 0: there is none. */
static int find_knob(const resolver *r, const char *name) {
  int index = 1;
  for (const burl__knob *k = r->recipe->knobs; k; k = k->next, index++)
    if (strcmp(k->name, name) == 0) return index;
  return 0;
}

/* The same for a name that is used: the knob is read. */
static int read_knob(const resolver *r, const char *name) {
  int index = 1;
  for (burl__knob *k = r->recipe->knobs; k; k = k->next, index++)
    if (strcmp(k->name, name) == 0) {
      k->is_read = 1;
      return index;
    }
  return 0;
}

static int index_definitions(resolver *r) {
  int index = 1;
  for (const burl__knob *k = r->recipe->knobs; k; k = k->next, index++)
    if (find_knob(r, k->name) != index) {
      burl__fail(r->error, BURL_RECIPE, k->place, "a second knob '%s'", k->name);
      return 0;
    }
  for (burl__definition *d = r->recipe->definitions; d; d = d->next) {
    const burl__definition *const earlier = find_definition(r, d->name, d->is_function);
    if (earlier) {
      burl__fail(r->error, BURL_RECIPE, d->place, "'%s' is defined on line %d already", d->name, earlier->place.line);
      return 0;
    }
    if (!d->is_function && find_knob(r, d->name)) {
      burl__fail(r->error, BURL_RECIPE, d->place, "'%s' is a knob already", d->name);
      return 0;
    }
    burl__definition **const bucket = bucket_of(r, d->name);
    d->same_bucket = *bucket;
    *bucket = d;
  }
  return 1;
}

/* Fails at the use of a definition that isn't visible yet: it is further down, or the one being
 * resolved. */
static int fail_not_visible(resolver *r, const burl__tree *tree, const burl__definition *later) {
  if (later == r->inside) {
    burl__fail(r->error, BURL_RECIPE, tree->place, "'%s' is defined by itself: recursion has no end", tree->name);
    return 0;
  }
  burl__fail(r->error, BURL_RECIPE, tree->place, "'%s' is defined further down, on line %d", tree->name,
             later->place.line);
  burl__hint(r->error, "move its definition above this line");
  return 0;
}

/* ---- Names -------------------------------------------------------------------------------------- */

static int is_reserved(const char *name) {
  static const char *const names[] = {"x", "y", "z", "w", "t", "seed"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0) return 1;
  return 0;
}

/* An option that has the name among its words; NULL: none. */
static const burl__entry *option_of_word(const char *name) {
  for (int i = 0; i < burl__entry_count; i++)
    if (burl__entries[i].kind == BURL__ENTRY_OPTION && burl__find_word(burl__entries[i].text, name) >= 0)
      return &burl__entries[i];
  return NULL;
}

static int fail_unknown_name(resolver *r, const burl__tree *tree) {
  burl__similar best = {NULL, 0};
  burl__fail(r->error, BURL_RECIPE, tree->place, "nothing is called '%.100s'", tree->name);
  for (int i = 0; r->inside && i < r->inside->parameter_count; i++)
    burl__similar_try(&best, tree->name, r->inside->parameters[i]);
  for (const burl__definition *d = r->recipe->definitions; d; d = d->next)
    if (!d->is_function && is_visible(r, d)) burl__similar_try(&best, tree->name, d->name);
  for (const burl__knob *k = r->recipe->knobs; k; k = k->next) burl__similar_try(&best, tree->name, k->name);
  burl__similar_try(&best, tree->name, "seed");
  burl__similar_try(&best, tree->name, "auto");
  const burl__entry *const option = option_of_word(tree->name);
  if (find_definition(r, tree->name, 1)) burl__hint(r->error, "it is a function, called with ( )");
  else if (option) burl__hint(r->error, "a word is given to its option: %s: %s", option->name, tree->name);
  else if (burl__find_elsewhere(tree->name)) burl__hint(r->error, "here that is %s", burl__find_elsewhere(tree->name));
  else if (best.nearest) burl__hint(r->error, "did you mean '%s'?", best.nearest);
  else if (burl__find_function(tree->name)) burl__hint(r->error, "a function is called with ( ): %s()", tree->name);
  else burl__hint(r->error, "a name is defined on a line of its own, above: %.40s = …", tree->name);
  return 0;
}

static int resolve_name(resolver *r, burl__tree *tree) {
  if (is_reserved(tree->name)) return 1;
  for (int i = 0; r->inside && i < r->inside->parameter_count; i++)
    if (strcmp(tree->name, r->inside->parameters[i]) == 0) {
      tree->parameter = i + 1;
      r->inside->parameters_read |= 1u << i;
      return 1;
    }
  burl__definition *const d = find_definition(r, tree->name, 0);
  if (d && is_visible(r, d)) {
    tree->definition = d;
    return 1;
  }
  if ((tree->knob = read_knob(r, tree->name))) return 1;
  const burl__entry *const named = burl__find_named(tree->name);
  if (named && (!d || d != r->inside)) {
    tree->kind = TREE_NUMBER;
    tree->number = named->standard;
    return 1;
  }
  return d ? fail_not_visible(r, tree, d) : fail_unknown_name(r, tree);
}

/* ---- Calls -------------------------------------------------------------------------------------- */

static int count_positional(const burl__tree *tree) {
  int count = 0;
  for (const burl__tree *a = tree->arguments; a; a = a->next) count += !a->option;
  return count;
}

static int check_own_call(resolver *r, const burl__tree *tree, const burl__definition *d) {
  for (const burl__tree *a = tree->arguments; a; a = a->next)
    if (a->option) {
      burl__fail(r->error, BURL_RECIPE, a->option_place, "'%s' is the recipe's own function and has no options",
                 d->name);
      burl__hint(r->error, "its arguments stand in order: leave '%.80s:' out", a->option);
      return 0;
    }
  const int count = count_positional(tree);
  if (count == d->parameter_count) return 1;
  burl__fail(r->error, BURL_RECIPE, tree->place, "%s takes %d argument%s, not %d", d->name, d->parameter_count,
             d->parameter_count == 1 ? "" : "s", count);
  return 0;
}

static const burl__entry *find_option(const burl__entry *function, const char *name) {
  const burl__entry *const last = burl__entries + burl__entry_count;
  for (const burl__entry *o = function + 1; o < last && o->kind == BURL__ENTRY_OPTION; o++)
    if (strcmp(o->name, name) == 0) return o;
  return NULL;
}

/* What others call this option is an option of the function here, or code around the call. */
static void hint_elsewhere(resolver *r, const burl__entry *function, const burl__entry *there) {
  char call[96], code[160] = "";
  const int is_tile = strncmp(there->text, "tile(", 5) == 0;
  if (is_tile && find_option(function, "wrap")) {
    burl__hint(r->error, "here that is wrap: repeat");
    return;
  }
  burl__write_standing(function, call, sizeof call);
  const int is_surface = is_tile && burl__gives_surface(function);
  snprintf(code, sizeof code, is_surface ? BURL__REPEATED_SURFACE : there->text, call);
  const int has_option = find_option(function, there->help) != NULL;
  if (has_option) burl__hint(r->error, "here that is %s%s%s", there->help, *code ? ", or " : "", code);
  else if (*code) burl__hint(r->error, "here that is %s", code);
}

static int fail_unknown_option(resolver *r, const burl__entry *function, const burl__tree *argument) {
  burl__similar best = {NULL, 0};
  burl__fail(r->error, BURL_RECIPE, argument->option_place, "no option '%.100s' in %s", argument->option,
             function->name);
  const burl__entry *const last = burl__entries + burl__entry_count;
  for (const burl__entry *o = function + 1; o < last && o->kind == BURL__ENTRY_OPTION; o++)
    burl__similar_try(&best, argument->option, o->name);
  const burl__entry *const there = burl__find_option_elsewhere(argument->option);
  if (there) hint_elsewhere(r, function, there); /* a second hint is not kept */
  if (best.nearest) burl__hint(r->error, "did you mean '%s'?", best.nearest);
  else burl__hint(r->error, "`burl list %s` shows its options", function->name);
  return 0;
}

/* Checks that the option is known and named once, and has one value, unless it takes several. */
static int check_option(resolver *r, const burl__entry *function, const burl__tree *arguments,
                        const burl__tree *argument) {
  const burl__entry *const option = find_option(function, argument->option);
  if (!option) return fail_unknown_option(r, function, argument);
  for (const burl__tree *a = arguments; a != argument; a = a->next) {
    if (!a->option || strcmp(a->option, argument->option) != 0) continue;
    if (a->option != argument->option) {
      burl__fail(r->error, BURL_RECIPE, argument->option_place, "a second '%s'", argument->option);
      return 0;
    }
    if (option->option == BURL__OPTION_PERIOD) continue;
    burl__fail(r->error, BURL_RECIPE, argument->place, "'%s' takes one value", argument->option);
    burl__hint(r->error, "arguments without a name come before the options");
    return 0;
  }
  return 1;
}

static int check_call(resolver *r, const burl__tree *tree, const burl__entry *f) {
  enum { MOST_ARGUMENTS = 128 };
  int all = 0;
  for (const burl__tree *a = tree->arguments; a; a = a->next)
    if (++all > MOST_ARGUMENTS) {
      burl__fail(r->error, BURL_LIMIT, a->place, "more than %d arguments", MOST_ARGUMENTS);
      return 0;
    }
  for (const burl__tree *a = tree->arguments; a; a = a->next)
    if (a->option && !check_option(r, f, tree->arguments, a)) return 0;
  const int count = count_positional(tree);
  if (count >= f->least && count <= f->most) return 1;
  if (f->least == f->most)
    burl__fail(r->error, BURL_RECIPE, tree->place, "%s takes %d argument%s, not %d", f->name, f->least,
               f->least == 1 ? "" : "s", count);
  else
    burl__fail(r->error, BURL_RECIPE, tree->place, "%s takes %d to %d arguments, not %d", f->name, f->least, f->most,
               count);
  const int has_options = f + 1 < burl__entries + burl__entry_count && f[1].kind == BURL__ENTRY_OPTION;
  if (count > f->most && has_options) burl__hint(r->error, "options have names: %s: …", f[1].name);
  else burl__hint(r->error, "`burl list %s` shows what it takes", f->name);
  return 0;
}

static int fail_unknown_function(resolver *r, const burl__tree *tree) {
  burl__similar best = {NULL, 0};
  burl__span place = tree->place;
  place.length = (int)strlen(tree->name);
  burl__fail(r->error, BURL_RECIPE, place, "no function '%.100s'", tree->name);
  for (const burl__definition *d = r->recipe->definitions; d; d = d->next)
    if (d->is_function && is_visible(r, d)) burl__similar_try(&best, tree->name, d->name);
  for (int i = 0; i < burl__entry_count; i++)
    if (burl__entries[i].kind == BURL__ENTRY_FUNCTION) burl__similar_try(&best, tree->name, burl__entries[i].name);
  if (find_definition(r, tree->name, 0) || find_knob(r, tree->name) || burl__find_named(tree->name))
    burl__hint(r->error, "it is a name, used without ( )");
  else if (burl__find_elsewhere(tree->name)) burl__hint(r->error, "here that is %s", burl__find_elsewhere(tree->name));
  else if (best.nearest) burl__hint(r->error, "did you mean '%s'?", best.nearest);
  else burl__hint(r->error, "`burl list` shows every function");
  return 0;
}

/* Resolves a call of a built-in function, or of one that the recipe defines, which from its
 * definition on hides a built-in of that name. */
static int resolve_call(resolver *r, burl__tree *tree) {
  burl__definition *const defined = find_definition(r, tree->name, 1);
  if (defined && is_visible(r, defined)) {
    tree->definition = defined;
    return check_own_call(r, tree, defined);
  }
  const burl__entry *const entry = burl__find_function(tree->name);
  if (defined && (!entry || defined == r->inside)) return fail_not_visible(r, tree, defined);
  if (!entry) return fail_unknown_function(r, tree);
  if (entry->kind == BURL__ENTRY_LATER) {
    burl__fail(r->error, BURL_RECIPE, tree->place, "%s is not there yet", entry->name);
    burl__hint(r->error, "%s", entry->text);
    return 0;
  }
  tree->function = entry;
  return check_call(r, tree, entry);
}

/* Whether an argument is an option's word, which is not a name to be resolved. */
static int is_word(const burl__tree *call, const burl__tree *argument) {
  if (!call->function || !argument->option || argument->kind != TREE_NAME) return 0;
  const burl__option_kind kind = find_option(call->function, argument->option)->option;
  return kind == BURL__OPTION_WORD || (kind == BURL__OPTION_AUTO && strcmp(argument->name, "auto") == 0);
}

/* ---- Walking ------------------------------------------------------------------------------------ */

/* A chain of operators is a deep tree to the left: it is walked in a loop instead of by
 * recursion. */
static int resolve_tree(resolver *r, burl__tree *tree) {
  for (; tree->kind == TREE_OPERATOR; tree = tree->arguments)
    for (burl__tree *a = tree->arguments->next; a; a = a->next)
      if (!resolve_tree(r, a)) return 0;
  if (tree->kind == TREE_NAME) return resolve_name(r, tree);
  if (tree->kind != TREE_CALL) return 1;
  if (!resolve_call(r, tree)) return 0;
  for (burl__tree *a = tree->arguments; a; a = a->next)
    if (!is_word(tree, a) && !resolve_tree(r, a)) return 0;
  return 1;
}

static int resolve_all(resolver *r) {
  for (const burl__knob *k = r->recipe->knobs; k; k = k->next)
    if (!resolve_tree(r, k->value) || (k->lo && !resolve_tree(r, k->lo)) || (k->hi && !resolve_tree(r, k->hi)))
      return 0;
  for (burl__tree *number = r->recipe->view; number; number = number->next)
    if (!resolve_tree(r, number)) return 0;
  for (burl__definition *d = r->recipe->definitions; d; d = d->next) {
    r->inside = d;
    if (!resolve_tree(r, d->body)) return 0;
  }
  r->inside = NULL;
  return resolve_tree(r, r->recipe->result);
}

burl_status burl__resolve(burl__recipe *recipe, burl__arena *arena, burl_error *error) {
  resolver r = {.recipe = recipe, .error = error};
  r.buckets = burl__arena_take(arena, BUCKETS * sizeof *r.buckets);
  if (!r.buckets) return burl__out_of_memory(error);
  return index_definitions(&r) && resolve_all(&r) ? BURL_OK : error->status;
}
