/* Values of one form side by side, as colours' channels are, as a vector's operations: of text that computes with
 * vectors where the target can. */
#include <string.h>

#include "code/module/value.h"

enum { MOST = 4, DEEPEST = 64 };

/* What is known of the components: one number for all, or a vector of them. */
typedef struct {
  int value, is_one;
} joined;

typedef struct {
  burl__module *m;
  int count, *memo; /* by the first component: the vector that was made for the components of `of`, + 1 */
  int (*of)[MOST];
  int room;
} joiner;

static joined join(joiner *j, const int *parts, int depth);

static const joined none = {BURL__NO_VALUE, 0};

static joined as_made(joiner *j, const int *parts) {
  return (joined){burl__make(j->m, burl__vector_of(KIND_REAL, j->count), parts), 0};
}

/* A vector of what is one number for all components. */
static int spread(joiner *j, joined a) {
  const int parts[MOST] = {a.value, a.value, a.value, a.value};
  return a.is_one ? burl__make(j->m, burl__vector_of(KIND_REAL, j->count), parts) : a.value;
}

/* Whether an operation takes a number beside a vector, as its argument number `at`. */
static int takes_number(const burl__code_value *v, int at) {
  switch (v->form) {
  case VALUE_PLUS:
  case VALUE_MINUS:
  case VALUE_TIMES:
  case VALUE_OVER: return 1;
  case VALUE_PICK: return at == 0;
  case VALUE_OWN: return v->index == OWN_MIX && at == 2;
  default: return 0;
  }
}

static int is_joinable(const burl__code_value *v) {
  switch (v->form) {
  case VALUE_NEGATE:
  case VALUE_PLUS:
  case VALUE_MINUS:
  case VALUE_TIMES:
  case VALUE_OVER:
  case VALUE_ROOT:
  case VALUE_FLOOR:
  case VALUE_SIZE:
  case VALUE_PICK:
  case VALUE_OWN: return v->kind.base == KIND_REAL && v->kind.count == 1 && v->index != OWN_DOT;
  default: return 0;
  }
}

/* The same operation on the components' arguments. */
static joined join_operations(joiner *j, const int *parts, int depth) {
  const burl__code_value first = j->m->values[parts[0]];
  int arguments[MOST];
  if (!is_joinable(&first) || first.count > MOST || depth == 0) return none;
  for (int i = 1; i < j->count; i++) {
    const burl__code_value *const v = &j->m->values[parts[i]];
    if (v->form != first.form || v->index != first.index || v->count != first.count || !is_joinable(v)) return none;
  }
  for (int a = 0; a < first.count; a++) {
    int components[MOST], are_one = 1;
    for (int i = 0; i < j->count; i++) {
      components[i] = j->m->values[parts[i]].argument[a];
      are_one &= components[i] == components[0];
    }
    if (first.form == VALUE_PICK && a == 0 && !are_one) return none;
    const joined one = are_one ? (joined){components[0], 1} : join(j, components, depth - 1);
    arguments[a] = takes_number(&first, a) ? one.value : spread(j, one);
    if (arguments[a] < 0) return none;
  }
  return (joined){
      burl__value_at(j->m, first.form, burl__vector_of(KIND_REAL, j->count), first.index, first.count, arguments), 0};
}

/* By which literal a number is a multiple of another; −1: by none. */
static int multiple_of(const burl__module *m, int number, int of) {
  const burl__code_value *const v = &m->values[number];
  const int is_multiple = v->form == VALUE_TIMES && v->argument[0] == of && burl__is_literal(m, v->argument[1]);
  return is_multiple ? v->argument[1] : -1;
}

/* One number times a vector of literals, where a component's literal may be 1, of which nothing is left. */
static joined join_multiples(joiner *j, const int *parts, int depth) {
  int factors[MOST], one = -1;
  for (int i = 0; i < j->count && one < 0; i++)
    for (int k = 0; k < j->count; k++)
      if (multiple_of(j->m, parts[k], parts[i]) >= 0) one = parts[i];
  for (int i = 0; i < j->count; i++) {
    if (one < 0 || depth == 0) return none;
    factors[i] = parts[i] == one ? burl__real(j->m, 1) : multiple_of(j->m, parts[i], one);
    if (factors[i] < 0) return none;
  }
  const int both[] = {one, burl__make(j->m, burl__vector_of(KIND_REAL, j->count), factors)};
  return (joined){burl__value_at(j->m, VALUE_TIMES, burl__vector_of(KIND_REAL, j->count), 0, 2, both), 0};
}

/* What a function of one number gives for each component, of a vector where their arguments are one. */
static joined join_calls(joiner *j, const int *parts, int depth) {
  const burl__code_value first = j->m->values[parts[0]];
  int arguments[MOST], values[MOST];
  for (int i = 0; i < j->count; i++) {
    const burl__code_value *const v = &j->m->values[parts[i]];
    if (v->form != VALUE_CALL || v->index != first.index || v->count != 1 || v->kind.base != KIND_REAL) return none;
    arguments[i] = v->argument[0];
    if (!burl__same_kind(j->m->values[arguments[i]].kind, burl__kind_of(KIND_REAL))) return none;
  }
  const int vector = depth > 0 ? spread(j, join(j, arguments, depth - 1)) : BURL__NO_VALUE;
  for (int i = 0; i < j->count; i++) {
    const int argument = burl__part(j->m, vector, i);
    values[i] = burl__value_at(j->m, VALUE_CALL, first.kind, first.index, 1, &argument);
  }
  return vector < 0 ? none : as_made(j, values);
}

/* A vector is called as all its components are. */
static void name_after(joiner *j, const int *parts, int vector) {
  const char *const name = j->m->values[parts[0]].name;
  for (int i = 1; i < j->count; i++) {
    const char *const other = j->m->values[parts[i]].name;
    if (!name || !other || strcmp(name, other) != 0) return;
  }
  burl__name_after_recipe(j->m, vector, name);
}

/* A colour's conversion, beside which there may be an opacity. */
static joined join_conversion(joiner *j, const int *parts, int depth) {
  int from[MOST], all[MOST];
  const int function = j->count < 3 ? -1 : burl__conversion_of(j->m, parts, from);
  if (function < 0 || depth == 0) return none;
  if (j->count == 3) return (joined){burl__convert_colour(j->m, function, spread(j, join(j, from, depth - 1))), 0};
  const int colour = burl__make_together(j->m, parts, 3);
  for (int i = 0; i < 3; i++) all[i] = burl__part(j->m, colour, i);
  all[3] = parts[3];
  return as_made(j, all);
}

static joined join_anyhow(joiner *j, const int *parts, int depth) {
  static joined (*const ways[])(joiner * j, const int *parts, int depth) = {join_conversion, join_calls, join_multiples,
                                                                            join_operations};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    const joined made = ways[i](j, parts, depth);
    if (made.value >= 0) return made;
  }
  return as_made(j, parts);
}

static joined join(joiner *j, const int *parts, int depth) {
  const int known = parts[0] < j->room ? j->memo[parts[0]] : 0;
  int is_known = known > 0;
  for (int i = 0; i < j->count && is_known; i++) is_known = j->of[parts[0]][i] == parts[i];
  if (is_known) return (joined){known - 1, 0};
  const joined made = join_anyhow(j, parts, depth);
  name_after(j, parts, made.value);
  if (made.value >= 0 && parts[0] < j->room) {
    j->memo[parts[0]] = made.value + 1;
    for (int i = 0; i < j->count; i++) j->of[parts[0]][i] = parts[i];
  }
  return made;
}

int burl__make_together(burl__module *m, const int *parts, int count) {
  joiner j = {.m = m, .count = count, .room = (int)m->value_count};
  j.memo = burl__arena_take(m->arena, (m->value_count + 1) * sizeof *j.memo);
  j.of = burl__arena_take(m->arena, (m->value_count + 1) * sizeof *j.of);
  if (!j.memo || !j.of) return burl__module_fail(m, FAILED_MEMORY);
  return count < 2 ? parts[0] : join(&j, parts, DEEPEST).value;
}
