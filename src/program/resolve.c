/* The pass of resolve.h. */
#include "program/resolve.h"

#include <stdio.h>
#include <string.h>

#include "base/similar.h"
#include "lang/library.h"
#include "program/build.h"
#include "program/period.h"

typedef struct {
  burl__recipe *whole;  /* with all knobs */
  burl__recipe *recipe; /* the file that is being resolved */
  burl_error *error;
  burl__definition **buckets; /* hash table of all definitions by name */
  uint32_t last_bucket;       /* one less than a power of two */
  burl__definition *inside;   /* whose body is being resolved; NULL: the result */
} resolver;

/* ---- Definitions by name ------------------------------------------------------------------------ */

/* As many buckets as there are definitions, or more; 0: out of memory. */
static int open_buckets(resolver *r, burl__arena *arena) {
  int definitions = 0;
  for (const burl__recipe *file = r->whole; file; file = file->next) definitions += file->definition_count;
  while (r->last_bucket < (uint32_t)definitions) r->last_bucket = 2 * r->last_bucket + 1;
  r->buckets = burl__arena_take(arena, (r->last_bucket + (size_t)1) * sizeof *r->buckets);
  return r->buckets != NULL;
}

static burl__definition **bucket_of(const resolver *r, const char *name) {
  uint32_t hash = 2166136261u;
  for (; *name; name++) hash = (hash ^ (unsigned char)*name) * 16777619u;
  return &r->buckets[hash & r->last_bucket];
}

static burl__definition *find_in(const resolver *r, const burl__recipe *file, const char *name, int is_function) {
  for (burl__definition *d = *bucket_of(r, name); d; d = d->same_bucket)
    if (d->of == file && d->is_function == is_function && strcmp(d->name, name) == 0) return d;
  return NULL;
}

/* The same in the file that is being resolved. */
static burl__definition *find_definition(const resolver *r, const char *name, int is_function) {
  return find_in(r, r->recipe, name, is_function);
}

static int is_visible(const resolver *r, const burl__definition *d) {
  return !r->inside || d->index < r->inside->index;
}

/* The knob of that name in a file, and its number, from 1; NULL: there is none. */
static burl__knob *find_knob_in(const resolver *r, const burl__recipe *file, const char *name, int *number) {
  *number = 1;
  for (burl__knob *k = r->whole->knobs; k; k = k->next, ++*number)
    if (k->of == file && strcmp(k->name, name) == 0) return k;
  return NULL;
}

static int has_knob(const resolver *r, const char *name) {
  int ignored;
  return find_knob_in(r, r->recipe, name, &ignored) != NULL;
}

/* A place's line in its own file. */
static int line_in(const burl__recipe *file, burl__span place) { return place.line - file->first_line + 1; }

/* How the recipe's file, or one that it imports, is called in messages. */
static const char *called(const burl__recipe *file) { return file->file ? file->file : "the recipe"; }

/* Fails at the second knob that callers would know by one name. */
static int fail_second_knob(resolver *r, const burl__knob *first, const burl__knob *second) {
  burl__fail(r->error, BURL_RECIPE, second->place, "a second knob '%s'", second->full_name);
  if (first->of == second->of) return 0;
  burl__hint(r->error, "%s has one in line %d: import the file as a name, import \"…\" as a", called(first->of),
             line_in(first->of, first->place));
  return 0;
}

static int check_knobs(resolver *r) {
  for (const burl__knob *k = r->whole->knobs; k; k = k->next)
    for (const burl__knob *earlier = r->whole->knobs; earlier != k; earlier = earlier->next)
      if (strcmp(earlier->full_name, k->full_name) == 0) return fail_second_knob(r, earlier, k);
  return 1;
}

/* Enters the definitions of a file. */
static int index_definitions(resolver *r) {
  for (burl__definition *d = r->recipe->definitions; d; d = d->next) {
    const burl__definition *const earlier = find_definition(r, d->name, d->is_function);
    if (earlier) {
      burl__fail(r->error, BURL_RECIPE, d->place, "'%s' is defined on line %d already", d->name,
                 line_in(r->recipe, earlier->place));
      return 0;
    }
    if (!d->is_function && has_knob(r, d->name)) {
      burl__fail(r->error, BURL_RECIPE, d->place, "'%s' is a knob already", d->name);
      return 0;
    }
    d->of = r->recipe;
    burl__definition **const bucket = bucket_of(r, d->name);
    d->same_bucket = *bucket;
    *bucket = d;
  }
  return 1;
}

/* ---- What imports bring ------------------------------------------------------------------------- */

/* What a name means: one of these, or none. */
typedef struct {
  burl__definition *definition;
  burl__knob *knob;
  int number; /* of the knob */
} meaning;

/* The name that a file would define for an import to bring it under this one; NULL: it can't.  What begins with '_'
 * stays in its file. */
static const char *name_there(const burl__import *import, const char *name) {
  const size_t length = import->as ? strlen(import->as) : 0;
  if (length && (strncmp(name, import->as, length) != 0 || name[length] != '.')) return NULL;
  const char *const there = length ? name + length + 1 : name;
  return *there == '_' || strchr(there, '.') ? NULL : there;
}

static meaning brought_by(const resolver *r, const burl__import *import, const char *name, int is_function) {
  meaning m = {NULL, NULL, 0};
  const char *const there = name_there(import, name);
  if (there) m.definition = find_in(r, import->recipe, there, is_function);
  if (there && !m.definition && !is_function) m.knob = find_knob_in(r, import->recipe, there, &m.number);
  return m;
}

static int fail_ambiguous(resolver *r, const burl__tree *tree, const burl__import *first, const burl__import *second) {
  burl__span place = tree->place;
  place.length = (int)strlen(tree->name);
  burl__fail(r->error, BURL_RECIPE, place, "'%.60s' is brought by %s, in line %d, and by %s, in line %d", tree->name,
             first->recipe->file, line_in(r->recipe, first->place), second->recipe->file,
             line_in(r->recipe, second->place));
  burl__hint(r->error, "import one of them as a name: import … as a, then a.%.60s", tree->name);
  return 0;
}

/* What the file's imports bring under a name; 0 with the error filled where two bring different things. */
static int find_brought(resolver *r, const burl__tree *tree, int is_function, meaning *found) {
  const burl__import *by = NULL;
  *found = (meaning){NULL, NULL, 0};
  for (const burl__import *i = r->recipe->imports; i; i = i->next) {
    const meaning m = brought_by(r, i, tree->name, is_function);
    if (!m.definition && !m.knob) continue;
    if (by && by->recipe != i->recipe) return fail_ambiguous(r, tree, by, i);
    *found = m;
    by = i;
  }
  return 1;
}

/* Whether the file's imports bring something under a name. */
static int is_brought(const resolver *r, const char *name, int is_function) {
  for (const burl__import *i = r->recipe->imports; i; i = i->next) {
    const meaning m = brought_by(r, i, name, is_function);
    if (m.definition || m.knob) return 1;
  }
  return 0;
}

/* Tries what the imports bring as what a mistyped name may have meant. */
static void try_brought(const resolver *r, const char *name, int is_function, burl__similar *best) {
  for (const burl__import *i = r->recipe->imports; i; i = i->next) {
    const size_t length = i->as ? strlen(i->as) + 1 : 0;
    if (length && (strncmp(name, i->as, length - 1) != 0 || name[length - 1] != '.')) continue;
    for (const burl__definition *d = i->recipe->definitions; d; d = d->next)
      if (d->is_function == is_function && d->name[0] != '_') burl__similar_try(best, name + length, d->name);
  }
}

/* Hints at what a name with a dot lacks. */
static void hint_dotted(resolver *r, const char *name) {
  const char *const dot = strchr(name, '.');
  for (const burl__import *i = r->recipe->imports; i; i = i->next)
    if (i->as && strlen(i->as) == (size_t)(dot - name) && strncmp(name, i->as, (size_t)(dot - name)) == 0) {
      burl__similar best = {NULL, 0};
      try_brought(r, name, 0, &best);
      try_brought(r, name, 1, &best);
      if (dot[1] == '_') burl__hint(r->error, "names that begin with '_' stay in their file");
      if (best.nearest) burl__hint(r->error, "did you mean '%s.%s'?", i->as, best.nearest);
      burl__hint(r->error, "%s does not define it", i->recipe->file);
      return;
    }
  burl__hint(r->error, "an import gives the name before the dot: import \"…\" as %.*s", (int)(dot - name), name);
}

/* Fails at the use of a definition that isn't visible yet: it is further down, or the one being
 * resolved. */
static int fail_not_visible(resolver *r, const burl__tree *tree, const burl__definition *later) {
  if (later == r->inside) {
    burl__fail(r->error, BURL_RECIPE, tree->place, "'%s' is defined by itself: recursion has no end", tree->name);
    return 0;
  }
  burl__fail(r->error, BURL_RECIPE, tree->place, "'%s' is defined further down, on line %d", tree->name,
             line_in(r->recipe, later->place));
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

/* Whether a name is a function that takes no arguments, which reads as one. */
static int is_bare_function(const char *name) {
  const burl__entry *const function = burl__find_function(name);
  return function && function->kind == BURL__ENTRY_FUNCTION && function->most == 0;
}

/* Whether an import gives its file this name. */
static int names_file(const resolver *r, const char *name) {
  for (const burl__import *i = r->recipe->imports; i; i = i->next)
    if (i->as && strcmp(i->as, name) == 0) return 1;
  return 0;
}

static int fail_unknown_name(resolver *r, const burl__tree *tree) {
  burl__similar best = {NULL, 0};
  burl__fail(r->error, BURL_RECIPE, tree->place, "nothing is called '%.100s'", tree->name);
  for (int i = 0; r->inside && i < r->inside->parameter_count; i++)
    burl__similar_try(&best, tree->name, r->inside->parameters[i]);
  for (const burl__definition *d = r->recipe->definitions; d; d = d->next)
    if (!d->is_function && is_visible(r, d)) burl__similar_try(&best, tree->name, d->name);
  for (const burl__knob *k = r->whole->knobs; k; k = k->next)
    if (k->of == r->recipe) burl__similar_try(&best, tree->name, k->name);
  try_brought(r, tree->name, 0, &best);
  burl__similar_try(&best, tree->name, "seed");
  burl__similar_try(&best, tree->name, "auto");
  const burl__entry *const option = option_of_word(tree->name);
  if (find_definition(r, tree->name, 1) || is_brought(r, tree->name, 1))
    burl__hint(r->error, "it is a function, called with ( )");
  else if (strchr(tree->name, '.')) hint_dotted(r, tree->name);
  else if (names_file(r, tree->name))
    burl__hint(r->error, "it is a file's name here, before a dot: %.40s.…", tree->name);
  else if (is_bare_function(tree->name)) burl__hint(r->error, "a function is called with ( ): %.40s()", tree->name);
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
  meaning m = {NULL, NULL, 0};
  m.knob = find_knob_in(r, r->recipe, tree->name, &m.number);
  if (!m.knob && !find_brought(r, tree, 0, &m)) return 0;
  if ((tree->definition = m.definition)) return 1;
  if (m.knob) {
    m.knob->is_read = 1;
    tree->knob = m.number;
    return 1;
  }
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

/* Hints at the arguments that a recipe's own function takes. */
static void hint_parameters(resolver *r, const burl__definition *d) {
  char names[128] = "";
  for (int i = 0, length = 0; i < d->parameter_count && length < (int)sizeof names; i++)
    length += snprintf(names + length, sizeof names - (size_t)length, "%s%s", i ? ", " : "", d->parameters[i]);
  burl__hint(r->error, "it is defined as %.40s(%s)", d->name, names);
}

static int check_own_call(resolver *r, const burl__tree *tree, const burl__definition *d) {
  for (const burl__tree *a = tree->arguments; a; a = a->next)
    if (a->option) {
      burl__fail(r->error, BURL_RECIPE, a->option_place, "'%s' is a recipe's own function and has no options",
                 tree->name);
      burl__hint(r->error, "its arguments stand in order: leave '%.80s:' out", a->option);
      return 0;
    }
  const int count = count_positional(tree);
  if (count == d->parameter_count) return 1;
  burl__fail(r->error, BURL_RECIPE, tree->place, "%s takes %d argument%s, not %d", tree->name, d->parameter_count,
             d->parameter_count == 1 ? "" : "s", count);
  hint_parameters(r, d);
  return 0;
}

static const burl__entry *find_option(const burl__entry *function, const char *name) {
  const burl__entry *const last = burl__entries + burl__entry_count;
  for (const burl__entry *o = function + 1; o < last && o->kind == BURL__ENTRY_OPTION; o++)
    if (strcmp(o->name, name) == 0) return o;
  return NULL;
}

/* What stands here for an option that others call `name`: of several an option that the function has; NULL: unknown. */
static const burl__entry *find_elsewhere(const burl__entry *function, const char *name) {
  const burl__entry *first = NULL;
  for (const burl__entry *e = burl__entries + burl__entry_count; e-- > burl__entries;) {
    if (e->kind != BURL__ENTRY_OPTION_ELSEWHERE || strcmp(e->name, name) != 0) continue;
    if (find_option(function, e->help)) return e;
    first = e;
  }
  return first;
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
  const burl__entry *const there = find_elsewhere(function, argument->option);
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
  if (option->option == BURL__OPTION_TEXT && argument->kind != TREE_TEXT) {
    burl__fail(r->error, BURL_RECIPE, argument->place, "'%s' takes a name in quotes", argument->option);
    burl__hint(r->error, "%s: \"width\"", argument->option);
    return 0;
  }
  for (const burl__tree *a = arguments; a != argument; a = a->next) {
    if (!a->option || strcmp(a->option, argument->option) != 0) continue;
    if (a->option != argument->option) {
      burl__fail(r->error, BURL_RECIPE, argument->option_place, "a second '%s'", argument->option);
      return 0;
    }
    if (option->option == BURL__OPTION_PERIOD || option->option == BURL__OPTION_LIST) continue;
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
  try_brought(r, tree->name, 1, &best);
  for (int i = 0; i < burl__entry_count; i++)
    if (burl__entries[i].kind == BURL__ENTRY_FUNCTION) burl__similar_try(&best, tree->name, burl__entries[i].name);
  const char *const library = burl__library_of(tree->name);
  if (find_definition(r, tree->name, 0) || has_knob(r, tree->name) || is_brought(r, tree->name, 0) ||
      burl__find_named(tree->name))
    burl__hint(r->error, "it is a name, used without ( )");
  else if (strchr(tree->name, '.')) hint_dotted(r, tree->name);
  else if (library) burl__hint(r->error, "import %s brings it, in a line above", library);
  else if (burl__find_elsewhere(tree->name)) burl__hint(r->error, "here that is %s", burl__find_elsewhere(tree->name));
  else if (best.nearest) burl__hint(r->error, "did you mean '%s'?", best.nearest);
  else burl__hint(r->error, "`burl list` shows every function");
  return 0;
}

/* Resolves a call of a built-in function, or of one that the file defines, which from its definition on hides what is
 * imported or built in under that name, or of one that it imports, which hides what is built in.  What a material has
 * by itself calls what is built in. */
static int resolve_call(resolver *r, burl__tree *tree) {
  if (r->inside && r->inside->is_standard) {
    tree->function = burl__find_function(tree->name);
    return check_call(r, tree, tree->function);
  }
  burl__definition *const defined = find_definition(r, tree->name, 1);
  if (defined && is_visible(r, defined)) {
    tree->definition = defined;
    return check_own_call(r, tree, defined);
  }
  meaning m;
  if (!find_brought(r, tree, 1, &m)) return 0;
  if ((tree->definition = m.definition)) return check_own_call(r, tree, m.definition);
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

static int resolve_knobs(resolver *r) {
  r->inside = NULL;
  for (const burl__knob *k = r->whole->knobs; k; k = k->next)
    if (k->of == r->recipe &&
        (!resolve_tree(r, k->value) || (k->lo && !resolve_tree(r, k->lo)) || (k->hi && !resolve_tree(r, k->hi))))
      return 0;
  return 1;
}

static int resolve_file(resolver *r) {
  if (!resolve_knobs(r)) return 0;
  for (burl__tree *number = r->recipe->view; number; number = number->next)
    if (!resolve_tree(r, number)) return 0;
  for (burl__definition *d = r->recipe->definitions; d; d = d->next) {
    r->inside = d;
    if (!resolve_tree(r, d->body)) return 0;
  }
  r->inside = NULL;
  return !r->recipe->result || resolve_tree(r, r->recipe->result);
}

/* Does the same to each file. */
static int with_files(resolver *r, int (*work)(resolver *)) {
  for (r->recipe = r->whole; r->recipe; r->recipe = r->recipe->next)
    if (!work(r)) return 0;
  return 1;
}

burl_status burl__resolve(burl__recipe *recipe, burl__arena *arena, burl_error *error) {
  resolver r = {.whole = recipe, .recipe = recipe, .error = error};
  if (!open_buckets(&r, arena)) return burl__out_of_memory(error);
  return check_knobs(&r) && with_files(&r, index_definitions) && with_files(&r, resolve_file) ? BURL_OK : error->status;
}
