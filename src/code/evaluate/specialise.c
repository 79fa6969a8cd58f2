/* Functions of the module made of functions of texts, each for what is known of its arguments, and calls of them:
 * partial evaluation (N. D. Jones, C. K. Gomard and P. Sestoft, "Partial Evaluation and Automatic Program Generation",
 * 1993). */
#include <stdio.h>
#include <string.h>

#include "code/evaluate/evaluator.h"

enum {
  LEAST_FUNCTION = 4, /* operations that make a function worth its name */
  MOST_OWN = 4,       /* parameters of one, beside settings: with more of them the call is no shorter */
  MOST_LEAN = 8       /* in lean text */
};

struct burl__made {
  burl__link link; /* by the key's hash */
  const char *key;
  int function;             /* −1: it is so little that it is no function */
  const burl__slot *result; /* what it returns: literals, and the rest in the order of the function's results */
};

/* ---- What a function is made for ----------------------------------------------------------------- */

/* What a function is made for.  The text may be cut off, the hash is of all of it. */
typedef struct {
  char text[600];
  size_t length;
  uint64_t hash;
} key_text;

static void add_to_key(key_text *key, const char *format, unsigned long long number) {
  const size_t room = sizeof key->text - key->length;
  key->hash = burl__hash_more(burl__hash_more(key->hash, (unsigned char)format[1]), number);
  const int length = snprintf(key->text + key->length, room, format, number);
  key->length += length > 0 && (size_t)length < room ? (size_t)length : room - 1;
}

/* Whether a function is made for a value: a literal. */
static int decides(const burl__evaluator *e, int value) {
  return burl__is_literal(e->m, value) && !(e->is_general && e->m->values[value].kind.base != KIND_INT);
}

static void add_slot_to_key(const burl__evaluator *e, const burl__slot *s, key_text *key) {
  if (s->what == SLOT_SETTINGS) {
    add_to_key(key, "|n%llx", (unsigned long long)(uintptr_t)s->settings->known);
  } else if (s->what == SLOT_VALUE) {
    const int value = e->cells[s->cell];
    uint64_t bits = 0;
    if (value < 0) {
      add_to_key(key, "|u", 0);
    } else if (decides(e, value)) {
      memcpy(&bits, &e->m->values[value].number, sizeof bits);
      add_to_key(key, "|%llx", bits + e->m->values[value].word);
    } else if (e->m->values[value].kind.count > 1) {
      add_to_key(key, "|v%llu", (unsigned long long)e->m->values[value].kind.count);
    } else {
      add_to_key(key, "|d", 0);
    }
  } else {
    for (int i = 0; i < s->count; i++) add_slot_to_key(e, s->parts[i], key);
  }
}

static key_text key_of(const burl__evaluator *e, const burl__text_function *of, burl__slot *const *arguments) {
  key_text key = {.length = 0, .hash = 0};
  const int count = burl__item_count(burl__item(of->tree, 1));
  key.length = (size_t)snprintf(key.text, sizeof key.text, "%s", of->name);
  for (int i = 0; i < count; i++) add_slot_to_key(e, arguments[i], &key);
  return key;
}

static const burl__made *find_made(const burl__evaluator *e, const key_text *key) {
  for (burl__link *l = burl__links_first(&e->made, key->hash); l; l = l->next)
    if (l->hash == key->hash && strcmp(((const burl__made *)l)->key, key->text) == 0) return (const burl__made *)l;
  return NULL;
}

/* ---- Arguments ----------------------------------------------------------------------------------- */

/* A struct or array of the same form, without its parts. */
static burl__slot *slot_like(burl__evaluator *e, const burl__slot *from) {
  burl__slot *const s = burl__parts_slot(e, from->count);
  if (!s) return NULL;
  s->names = from->names;
  s->type = from->type;
  return s;
}

/* A place (noise/sample.h) goes as one record, even where a part of it is known. */
static int is_place(const burl__slot *s) { return s->type && strcmp(s->type, "place") == 0; }
static int record_of_place(burl__evaluator *e) {
  const burl__named_kind fields[] = {{"cell", {KIND_WORD, 1, 0}}, {"fraction", {KIND_REAL, 1, 0}}};
  return burl__add_record(e->m, "place", fields, 2);
}

static int value_of_place(burl__evaluator *e, const burl__slot *s) {
  const int record = record_of_place(e), parts[] = {e->cells[s->parts[0]->cell], e->cells[s->parts[1]->cell]};
  return record < 0 ? BURL__NO_VALUE : burl__make(e->m, (burl__kind){KIND_RECORD, 1, record}, parts);
}

static int is_dynamic_value(const burl__evaluator *e, int value) { return value >= 0 && !decides(e, value); }

/* The settings of an argument in a function: fields that are not known are parameters. */
static burl__slot *settings_parameter(burl__evaluator *e, const burl__settings *from) {
  burl__settings *const settings = burl__evaluator_take(e, sizeof *settings);
  if (!settings) return NULL;
  *settings = (burl__settings){from->known, NULL, -1, 0, NULL};
  return burl__settings_slot(e, settings);
}

static burl__slot *place_parameter(burl__evaluator *e, const burl__slot *from, const char *name, int function) {
  burl__slot *const s = slot_like(e, from);
  const int record = record_of_place(e);
  if (!s || record < 0) return NULL;
  const int parameter = burl__add_parameter(e->m, function, name, (burl__kind){KIND_RECORD, 1, record});
  for (int i = 0; i < 2; i++)
    if (!(s->parts[i] = burl__value_slot(e, from->parts[i]->kind, burl__part(e->m, parameter, i)))) return NULL;
  return s;
}

/* What a parameter for a field is called: in lean text behind its struct's name where another one is called so. */
static const char *name_of_field(const burl__evaluator *e, const char *owner, const char *field, int function) {
  const burl__function *const f = &e->m->functions[function];
  char name[96];
  for (int i = 0; e->style >= BURL__LEAN && i < f->count; i++) {
    if (strcmp(f->parameters[i].name, field) != 0) continue;
    snprintf(name, sizeof name, "%.40s_%.40s", owner, field);
    const char *const kept = burl__arena_text(e->m->arena, name, strlen(name));
    if (!kept) burl__module_fail(e->m, FAILED_MEMORY);
    return kept ? kept : field;
  }
  return field;
}

/* An argument in a function: a slot of the same form, whose values that are not known are parameters. */
static burl__slot *parameter_slot(burl__evaluator *e, const burl__slot *from, const char *name, int function) {
  if (from->what == SLOT_SETTINGS) return settings_parameter(e, from->settings);
  if (from->what == SLOT_VALUE) {
    const int value = e->cells[from->cell], known = value < 0 || decides(e, value);
    if (known) return burl__value_slot(e, from->kind, value);
    const burl__kind kind = burl__vector_of(from->kind.base, e->m->values[value].kind.count);
    return burl__value_slot(e, from->kind, burl__add_parameter(e->m, function, name, kind));
  }
  if (is_place(from)) return place_parameter(e, from, name, function);
  burl__slot *const s = slot_like(e, from);
  for (int i = 0; s && i < s->count; i++) {
    const char *const own = from->names ? name_of_field(e, name, from->names[i], function) : name;
    if (!(s->parts[i] = parameter_slot(e, from->parts[i], own, function))) return NULL;
  }
  return s;
}

/* ---- Results ------------------------------------------------------------------------------------- */

/* Operations that a value is made of, counted up to the most that matter. */
static int count_operations(const burl__module *m, int value, int most) {
  if (value < 0) return 0;
  const burl__code_value *const v = &m->values[value];
  if (v->form == VALUE_RESULT) return most;
  int count = v->form > VALUE_GLOBAL && v->form != VALUE_PART && v->form != VALUE_MAKE && v->form != VALUE_CONVERT;
  for (int i = 0; i < v->count && count < most; i++) count += count_operations(m, v->argument[i], most - count);
  return count;
}

/* Whether the caller of a function knows the value: a literal, or what it has given. */
static int is_known(const burl__module *m, int value) {
  return burl__is_literal(m, value) || (value >= 0 && m->values[value].form == VALUE_PARAMETER);
}

/* The kind of a function's results: a number, a vector of reals, or a record of the struct's name. */
static burl__kind kind_of_results(burl__evaluator *e, const burl__slot *result, const int *values, int count) {
  burl__module *const m = e->m;
  int are_reals = count <= 4;
  for (int i = 0; i < count; i++) are_reals &= burl__same_kind(m->values[values[i]].kind, burl__kind_of(KIND_REAL));
  if (count == 1) return m->values[values[0]].kind;
  if (are_reals) return burl__vector_of(KIND_REAL, count);
  burl__named_kind fields[BURL__MOST_LEAVES];
  int k = 0;
  for (int i = 0; i < result->count && k < count; i++) /* of structs of numbers */
    if (result->parts[i]->what == SLOT_VALUE && !is_known(m, e->cells[result->parts[i]->cell]))
      fields[k++] = (burl__named_kind){result->names ? result->names[i] : "part",
                                       m->values[e->cells[result->parts[i]->cell]].kind};
  if (k != count) return burl__kind_of(KIND_VOID);
  const int record = burl__add_record(m, result->type, fields, count);
  return record < 0 ? burl__kind_of(KIND_VOID) : (burl__kind){KIND_RECORD, 1, record};
}

/* What the module function returns: the values of the result that are not literal. */
static int close_function(burl__evaluator *e, int function, const burl__slot *result) {
  burl__module *const m = e->m;
  int leaves[BURL__MOST_LEAVES], values[BURL__MOST_LEAVES], count = 0, operations = 0;
  const int all = burl__leaves_of(e, result, 0, leaves);
  if (all > BURL__MOST_LEAVES) return 0;
  for (int i = 0; i < all; i++)
    if (!burl__is_literal(m, leaves[i])) {
      if (leaves[i] < 0) return 0;
      if (m->values[leaves[i]].form == VALUE_PARAMETER) continue; /* the caller has it */
      operations += count_operations(m, leaves[i], LEAST_FUNCTION);
      values[count++] = leaves[i];
    }
  if (count == 0 || operations < LEAST_FUNCTION) return 0;
  const burl__kind kind = kind_of_results(e, result, values, count);
  if (kind.base == KIND_VOID) return 0;
  m->functions[function].result = kind;
  m->functions[function].value = count == 1 ? values[0] : burl__make(m, kind, values);
  return m->functions[function].value >= 0;
}

/* Keeps what a function returns, as its cells end with the call from outside that it is made for. */
static void keep_values(const burl__evaluator *e, burl__slot *s) {
  if (s->what == SLOT_VALUE) s->kept = e->cells[s->cell];
  for (int i = 0; s->what == SLOT_PARTS && i < s->count; i++) keep_values(e, s->parts[i]);
}

/* ---- Functions ----------------------------------------------------------------------------------- */

/* Runs the function in a block of a module function; whether that is worth a call.  *result: NULL: failed. */
static int fill_function(burl__evaluator *e, const burl__form *tree, burl__slot *const *arguments, int function,
                         burl__slot **result) {
  burl__slot *own[BURL__MOST_ARGUMENTS];
  int count = 0;
  for (const burl__form *p = burl__item(tree, 1)->first; p; p = p->next, count++)
    if (!(own[count] = parameter_slot(e, arguments[count], burl__parameter_name(p), function))) return 0;
  const int are_few =
      e->is_general || e->m->functions[function].count <= (e->style >= BURL__LEAN ? MOST_LEAN : MOST_OWN);
  e->is_general = 0;
  *result = burl__run(e, tree, own);
  if (!*result || !are_few || !close_function(e, function, *result)) return 0;
  keep_values(e, *result);
  return 1;
}

/* What a function is called: of vectors, with the number of their components. */
static const char *name_of(burl__evaluator *e, const burl__text_function *of, const burl__given *given) {
  char name[80];
  for (int i = 0; i < given->count && i < BURL__MOST_GIVEN; i++) {
    const int count = e->m->values[given->values[i]].kind.count;
    if (count == 1) continue;
    const size_t length = strlen(of->shown);
    if (length && of->shown[length - 1] == '0' + count) break;
    snprintf(name, sizeof name, "%.70s%d", of->shown, count);
    return burl__arena_text(e->m->arena, name, strlen(name));
  }
  return of->shown;
}

/* NULL: failed. */
static burl__made *make_function(burl__evaluator *e, const burl__text_function *of, burl__slot *const *arguments,
                                 const burl__given *given, const key_text *key) {
  const int outer = e->function, outer_block = e->m->block, was_general = e->is_general;
  burl__loop *const outer_loop = e->loop;
  burl__slot *result = NULL;
  const char *const name = name_of(e, of, given);
  const int function = name ? burl__add_function(e->m, name) : -1;
  if (function < 0) return burl__module_fail(e->m, FAILED_MEMORY), NULL;
  e->function = function;
  e->loop = NULL;
  e->m->block = e->m->functions[function].block;
  const int is_function = fill_function(e, of->tree, arguments, function, &result);
  e->is_general = was_general;
  e->function = outer;
  e->loop = outer_loop;
  e->m->block = outer_block;
  if (!result) return NULL;
  burl__made *const added = burl__links_add(&e->made, e->m->arena, key->hash, sizeof *added);
  char *const kept = burl__arena_text(e->m->arena, key->text, strlen(key->text));
  if (!added || !kept) return burl__module_fail(e->m, FAILED_MEMORY), NULL;
  added->key = kept;
  added->function = is_function ? function : -1;
  added->result = result;
  return added;
}

const burl__made *burl__specialise(burl__evaluator *e, const burl__text_function *of, burl__slot *const *arguments,
                                   const burl__given *given) {
  const key_text key = key_of(e, of, arguments);
  const burl__made *const known = find_made(e, &key);
  return known ? known : make_function(e, of, arguments, given, &key);
}

int burl__is_worth_a_call(const burl__made *made) { return made->function >= 0; }

/* ---- Calls --------------------------------------------------------------------------------------- */

/* Those of an argument. */
static void give_slot(burl__evaluator *e, const burl__slot *s, burl__given *to) {
  const int is_value = s->what == SLOT_VALUE;
  if (s->what == SLOT_SETTINGS) to->settings = s->settings;
  if (is_value && !is_dynamic_value(e, e->cells[s->cell])) return;
  if (!is_value && !is_place(s)) {
    for (int i = 0; i < s->count; i++) give_slot(e, s->parts[i], to);
    return;
  }
  const int value = is_value ? e->cells[s->cell] : value_of_place(e, s);
  if (to->count < BURL__MOST_GIVEN) to->values[to->count] = value;
  to->count++;
}

burl__given burl__give(burl__evaluator *e, burl__slot *const *arguments, int count) {
  burl__given given = {.count = 0};
  for (int i = 0; i < count; i++) give_slot(e, arguments[i], &given);
  return given;
}

/* The result of a call: the literals and parameters that the function would return, and parts of what it returns. */
static burl__slot *result_slot(burl__evaluator *e, const burl__slot *like, int returned, int *part) {
  if (like->what == SLOT_VALUE) {
    const int value = like->kept;
    if (burl__is_literal(e->m, value)) return burl__value_slot(e, like->kind, value);
    if (e->m->values[value].form == VALUE_PARAMETER)
      return burl__value_slot(e, like->kind, e->m->values[returned].argument[e->m->values[value].index]);
    const int is_vector = e->m->values[value].kind.count > 1; /* which is all that the function returns */
    return burl__value_slot(e, like->kind, is_vector ? returned : burl__part(e->m, returned, (*part)++));
  }
  burl__slot *const s = slot_like(e, like);
  for (int i = 0; s && i < s->count; i++)
    if (!(s->parts[i] = result_slot(e, like->parts[i], returned, part))) return NULL;
  return s;
}

burl__slot *burl__call_made(burl__evaluator *e, const burl__made *made, const burl__given *given) {
  int values[BURL__MOST_GIVEN + BURL__MOST_LEAVES], count = given->count, part = 0;
  if (count > BURL__MOST_GIVEN) return burl__misread(e, "a call with too many arguments"), NULL;
  memcpy(values, given->values, (size_t)count * sizeof *values);
  if (given->settings)
    count += burl__setting_arguments(e, e->function, made->function, given->settings, values + count);
  const burl__kind kind = e->m->functions[made->function].result;
  const int returned = burl__value_at(e->m, VALUE_CALL, kind, made->function, count, values);
  return returned < 0 ? NULL : result_slot(e, made->result, returned, &part);
}
