/* The evaluator of evaluate.h. */
#include "code/evaluate/evaluate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/links.h"
#include "code/evaluate/primitive.h"
#include "code/evaluate/tree.h"

enum {
  MOST_TURNS = 64, /* of a loop, to find out how many there are */
  UNROLLED = 6,    /* turns of any loop over what is known */
  UNROLLED_IF_SHORT = 16,
  LEAST_FUNCTION = 4, /* operations that make a function worth its name */
  MOST_OWN = 4,       /* parameters of one, beside settings: with more of them the call is no shorter */
  MOST_DEPTH = 60
};

/* A variable of the text. */
typedef struct slot {
  enum { SLOT_VALUE, SLOT_PARTS, SLOT_SETTINGS, SLOT_TABLE } what;
  burl__kind kind;  /* of a value */
  int cell;         /* of a value: which cell of the evaluator holds it */
  int kept;         /* of a value that a function returns: it, when the cell is no more */
  const char *type; /* of a struct */
  struct slot **parts;
  const char **names; /* of the fields; NULL: an array */
  int count;
  const burl__settings *settings;
  int table, first; /* a table of the module, from an entry on */
} slot;

typedef struct variable {
  const char *name;
  slot *slot;
  struct variable *next;
} variable;

/* A call of a function of the text. */
typedef struct {
  variable *variables;
  const char *type; /* of the result */
  slot *result;
} frame;

typedef enum { GOES_ON, RETURNED, BROKEN, FAILED } status;

/* A function of the module made of one of the text, for such arguments. */
typedef struct {
  burl__link link; /* its hash is of all that the key says, of which the text may be only a part */
  const char *key;
  int function;       /* −1: it is so little that it is no function */
  const slot *result; /* of what: literals, and the rest in the order of the function's results */
} made;

/* A setting that is a parameter of a module function. */
typedef struct setting {
  struct setting *next;
  int function, field, value;
} setting;

typedef struct cached {
  struct cached *next;
  const char *name, *shown; /* shown: what the function is called in code */
  const burl__form *tree;
} cached;

typedef struct loop {
  struct loop *outer;
  int region, first_cells; /* cells that there were before it */
  int *values;             /* of these cells, as the body last knew them */
  int *which;              /* which of the carried ones a cell is; −1: it isn't */
  int changed, version;
} loop;

struct burl__evaluator {
  burl__module *m;
  int is_fast, function, depth;
  int is_here;    /* whether the next call from outside is run where it stands */
  int is_general; /* whether numbers are arguments, of a call from outside, instead of what its function is made for */
  int *cells;     /* the values of variables, */
  const char **cell_names; /* and what the text calls them */
  size_t cell_count, cell_room, name_room;
  burl__links made;
  setting *settings;
  cached *trees;
  const burl__noise **known;
  size_t known_count, known_room;
  loop *loop;
};

/* ---- Failing ------------------------------------------------------------------------------------- */

static void *take(burl__evaluator *e, size_t size) {
  void *const block = burl__arena_take(e->m->arena, size);
  if (!block && !e->m->failed) e->m->failed = 1;
  return block;
}

/* A text that says what it must not: a fault of the project. */
static int misread(burl__evaluator *e, const char *what) {
  if (!e->m->failed) {
    e->m->failed = 3;
    e->m->misread = what;
  }
  return BURL__NO_VALUE;
}

/* The tree of this name, which is kept where there is none. */
static const burl__form *read_tree(burl__evaluator *e, burl__text_kind kind, const char *name) {
  const char *const text = burl__tree_text(kind, name);
  if (!text) return misread(e, name), NULL;
  const burl__form *const tree = burl__read_tree(e->m->arena, text);
  if (!tree && !e->m->failed) e->m->failed = 1;
  return tree;
}

/* ---- Numbers ------------------------------------------------------------------------------------- */

static int hex_digit(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

/* 0x1.8p-20 behind its 0x. */
static double read_hex(const char *at) {
  double digits = 0;
  int exponent = 0, after_point = 0;
  for (; *at && *at != 'p'; at++) {
    if (*at == '.') {
      after_point = 1;
      continue;
    }
    digits = digits * 16 + hex_digit(*at);
    exponent -= 4 * after_point;
  }
  return ldexp(digits, exponent + (*at ? (int)strtol(at + 1, NULL, 10) : 0));
}

/* A number with a point or an exponent, whatever the locale. */
static double read_number(const char *atom) {
  const char *const size = atom + (*atom == '-');
  const int is_hex = strncmp(size, "0x", 2) == 0;
  const double number = is_hex ? read_hex(size + 2) : burl__decimal(size, strcspn(size, "f"));
  return *atom == '-' ? -number : number;
}

/* ---- Slots --------------------------------------------------------------------------------------- */

static int add_cell(burl__evaluator *e, int value) {
  void *cells = e->cells;
  if (!burl__grow(&e->m->allocator, &cells, e->cell_count, &e->cell_room, sizeof *e->cells)) {
    if (!e->m->failed) e->m->failed = 1;
    return 0;
  }
  e->cells = cells;
  void *all = (void *)e->cell_names;
  if (!burl__grow(&e->m->allocator, &all, e->cell_count, &e->name_room, sizeof *e->cell_names)) {
    if (!e->m->failed) e->m->failed = 1;
    return 0;
  }
  e->cell_names = all;
  e->cells[e->cell_count] = value;
  e->cell_names[e->cell_count] = NULL;
  return (int)e->cell_count++;
}

static burl__kind kind_of_type(const char *type) {
  static const struct {
    const char *type;
    burl__base base;
  } bases[] = {{"real", KIND_REAL},     {"scalar", KIND_REAL}, {"float", KIND_REAL},
               {"word", KIND_WORD},     {"uint", KIND_WORD},   {"int", KIND_INT},
               {"choice", KIND_CHOICE}, {"wide", KIND_WIDE},   {"double", KIND_WIDE}};
  for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
    if (strcmp(bases[i].type, type) == 0) return burl__kind_of(bases[i].base);
  return burl__kind_of(KIND_VOID);
}

static slot *value_slot(burl__evaluator *e, burl__kind kind, int value) {
  slot *const s = take(e, sizeof *s);
  if (!s) return NULL;
  s->what = SLOT_VALUE;
  s->kind = kind;
  s->cell = add_cell(e, value);
  return e->m->failed ? NULL : s;
}

static slot *slot_of_type(burl__evaluator *e, const char *type, const burl__form *sizes);

static slot *parts_slot(burl__evaluator *e, int count) {
  slot *const s = take(e, sizeof *s);
  if (!s || !(s->parts = take(e, (size_t)(count + 1) * sizeof *s->parts))) return NULL;
  s->what = SLOT_PARTS;
  s->count = count;
  return s;
}

static slot *struct_slot(burl__evaluator *e, const char *type) {
  const burl__form *const fields = read_tree(e, BURL__TREE_STRUCT, type);
  if (!fields) return NULL;
  slot *const s = parts_slot(e, burl__item_count(fields));
  if (!s || !(s->names = take(e, (size_t)(s->count + 1) * sizeof *s->names))) return NULL;
  s->type = type;
  int i = 0;
  for (const burl__form *field = fields->first; field; field = field->next, i++) {
    s->names[i] = field->first->next->atom;
    if (!(s->parts[i] = slot_of_type(e, field->first->atom, field->first->next->next))) return NULL;
  }
  return s;
}

/* sizes: of the array that it is of, from the outermost on; NULL: of none. */
static slot *slot_of_type(burl__evaluator *e, const char *type, const burl__form *sizes) {
  if (sizes) {
    slot *const s = parts_slot(e, atoi(sizes->atom));
    for (int i = 0; s && i < s->count; i++)
      if (!(s->parts[i] = slot_of_type(e, type, sizes->next))) return NULL;
    return s;
  }
  const burl__kind kind = kind_of_type(type);
  return kind.base == KIND_VOID ? struct_slot(e, type) : value_slot(e, kind, BURL__NO_VALUE);
}

/* Copies what lies in a slot to one of the same parts; as values of its own kinds. */
static void copy_slot(burl__evaluator *e, const slot *from, slot *to) {
  if (from->what == SLOT_VALUE && to->what == SLOT_VALUE) {
    const int value = e->cells[from->cell];
    e->cells[to->cell] = value < 0 ? value : burl__convert_to(e->m, value, to->kind.base);
    return;
  }
  for (int i = 0; i < to->count && i < from->count; i++) copy_slot(e, from->parts[i], to->parts[i]);
}

/* The values of a slot, in order. */
static int leaves_of(const burl__evaluator *e, const slot *s, int count, int leaves[BURL__MOST_LEAVES]) {
  if (s->what == SLOT_VALUE) {
    if (count < BURL__MOST_LEAVES) leaves[count] = e->cells[s->cell];
    return count + 1;
  }
  for (int i = 0; i < s->count; i++) count = leaves_of(e, s->parts[i], count, leaves);
  return count;
}

static slot *find_variable(const frame *f, const char *name) {
  for (const variable *v = f->variables; v; v = v->next)
    if (strcmp(v->name, name) == 0) return v->slot;
  return NULL;
}

/* Names the cells of a variable, those of a struct by its fields. */
static void name_cells(burl__evaluator *e, const slot *s, const char *name) {
  if (s->what == SLOT_VALUE && !e->cell_names[s->cell]) e->cell_names[s->cell] = name;
  for (int i = 0; i < s->count; i++) name_cells(e, s->parts[i], s->names ? s->names[i] : name);
}

static int declare(burl__evaluator *e, frame *f, const char *name, slot *s) {
  if (s) name_cells(e, s, name);
  variable *const v = take(e, sizeof *v);
  if (!v || !s) return 0;
  *v = (variable){name, s, f->variables};
  f->variables = v;
  return 1;
}

/* ---- Settings ------------------------------------------------------------------------------------ */

/* The fields that are parameters of code. */
enum { FIELD_LOW, FIELD_HIGH, FIELD_SIZE, FIELD_OFFSET, FIELD_JITTER, FIELD_FLIP, FIELD_PERIOD };
static const struct {
  const char *name;
  burl__base base;
} setting_parameters[] = {{"low", KIND_WORD},      {"high", KIND_WORD},     {"size", KIND_REAL},
                          {"offset", KIND_REAL},   {"jitter", KIND_REAL},   {"flip", KIND_WORD},
                          {"period_x", KIND_WORD}, {"period_y", KIND_WORD}, {"period_z", KIND_WORD},
                          {"period_w", KIND_WORD}};
enum { PARAMETER_COUNT = sizeof setting_parameters / sizeof *setting_parameters };

const burl__noise *burl__known_settings(burl__evaluator *e, const burl__noise *noise) {
  burl__noise known;
  memcpy(&known, noise, sizeof known);
  known.low = known.high = known.flip = 0;
  known.size = known.jitter = 1;
  known.offset = noise->offset != 0;
  memset(known.direction, 0, sizeof known.direction);
  for (int a = 0; a < 4; a++) known.period[a] = noise->period[a] != 0;
  for (size_t i = 0; i < e->known_count; i++)
    if (memcmp(e->known[i], &known, sizeof known) == 0) return e->known[i];
  burl__noise *const kept = take(e, sizeof *kept);
  void *all = (void *)e->known;
  if (!kept || !burl__grow(&e->m->allocator, &all, e->known_count, &e->known_room, sizeof kept)) return NULL;
  memcpy(kept, &known, sizeof known);
  e->known = all;
  return e->known[e->known_count++] = kept;
}

/* The value of a parameter of a noise's own. */
static int own_value(burl__evaluator *e, const burl__settings *s, int field) {
  const burl__noise *const n = s->own;
  if (s->keys >= 0 && field <= FIELD_HIGH) {
    const int at = burl__word_literal(e->m, (uint32_t)(s->first_key + field));
    return burl__value_at(e->m, VALUE_GLOBAL, burl__kind_of(KIND_WORD), s->keys, 1, &at);
  }
  switch (field) {
  case FIELD_LOW: return burl__word_literal(e->m, n->low);
  case FIELD_HIGH: return burl__word_literal(e->m, n->high);
  case FIELD_SIZE: return burl__real(e->m, (double)n->size);
  case FIELD_OFFSET: return burl__real(e->m, (double)n->offset);
  case FIELD_JITTER: return burl__real(e->m, (double)n->jitter);
  case FIELD_FLIP: return burl__word_literal(e->m, n->flip);
  default: return burl__word_literal(e->m, n->period[field - FIELD_PERIOD]);
  }
}

/* A parameter in the function at hand, which gets one where it has none yet. */
static int parameter_value(burl__evaluator *e, const burl__settings *s, int field) {
  if (s->own) return own_value(e, s, field);
  for (const setting *known = e->settings; known; known = known->next)
    if (known->function == e->function && known->field == field) return known->value;
  setting *const added = take(e, sizeof *added);
  if (!added) return BURL__NO_VALUE;
  *added = (setting){NULL, e->function, field, 0};
  added->value = burl__add_parameter(e->m, e->function, setting_parameters[field].name,
                                     burl__kind_of(setting_parameters[field].base));
  if (added->value >= 0 && field >= FIELD_PERIOD) e->m->values[added->value].is_positive = 1;
  setting **end = &e->settings; /* behind the others: in the order of the parameters */
  while (*end) end = &(*end)->next;
  *end = added;
  return added->value;
}

int burl__setting_arguments(burl__evaluator *e, int function, const burl__settings *settings,
                            int values[BURL__MOST_LEAVES]) {
  int count = 0;
  for (const setting *s = e->settings; s; s = s->next)
    if (s->function == function && count < BURL__MOST_LEAVES) values[count++] = parameter_value(e, settings, s->field);
  return count;
}

static slot *known_number(burl__evaluator *e, burl__base base, double number) {
  const int value = burl__convert_to(e->m,
                                     base == KIND_WORD  ? burl__word_literal(e->m, (uint32_t)number)
                                     : base == KIND_INT ? burl__int_literal(e->m, (int)number)
                                                        : burl__real(e->m, number),
                                     base);
  return value_slot(e, burl__kind_of(base), value);
}

static slot *table_slot(burl__evaluator *e, const burl__table *table) {
  slot *const s = take(e, sizeof *s);
  if (!s) return NULL;
  s->what = SLOT_TABLE;
  s->table = burl__add_table(e->m, table);
  if (s->table < 0 && !e->m->failed) e->m->failed = 1;
  return s->table < 0 ? NULL : s;
}

static slot *array_of_settings(burl__evaluator *e, const burl__settings *s, const char *field) {
  const burl__noise *const n = s->known;
  const int is_period = strcmp(field, "period") == 0;
  slot *const array = parts_slot(e, is_period ? 4 : 3);
  for (int i = 0; array && i < array->count; i++) {
    const int value = !is_period     ? burl__word_literal(e->m, n->elias[i])
                      : n->period[i] ? parameter_value(e, s, FIELD_PERIOD + i)
                                     : burl__word_literal(e->m, 0);
    if (!(array->parts[i] = value_slot(e, burl__kind_of(KIND_WORD), value))) return NULL;
  }
  return array;
}

static slot *field_of_settings(burl__evaluator *e, const burl__settings *s, const char *field) {
  const burl__noise *const n = s->known;
  const struct {
    const char *name;
    int number;
  } ints[] = {{"dims", n->dims},           {"is_value", n->is_value},
              {"is_usual", n->is_usual},   {"interp", n->interp},
              {"smooth", n->smooth},       {"taps", n->taps},
              {"gradients", n->gradients}, {"hash", n->hash},
              {"octave", n->octave},       {"near_count", n->near_count},
              {"give", n->give},           {"metric", n->metric},
              {"varies", n->varies}};
  for (size_t i = 0; i < sizeof ints / sizeof *ints; i++)
    if (strcmp(field, ints[i].name) == 0) return known_number(e, KIND_INT, ints[i].number);
  if (strcmp(field, "reach2") == 0) return known_number(e, KIND_REAL, (double)n->reach2);
  if (strcmp(field, "power") == 0) return known_number(e, KIND_REAL, (double)n->power);
  if (strcmp(field, "width") == 0) return known_number(e, KIND_REAL, (double)n->width);
  if (strcmp(field, "offset") == 0 && n->offset == 0) return known_number(e, KIND_REAL, 0);
  if (strcmp(field, "period") == 0 || strcmp(field, "elias") == 0) return array_of_settings(e, s, field);
  if (strcmp(field, "table") == 0)
    return table_slot(e, &(burl__table){.name = "permutation", .base = KIND_WORD, .count = 256, .words = n->table});
  if (strcmp(field, "wood") == 0)
    return table_slot(e, &(burl__table){.name = "wood", .base = KIND_REAL, .count = 4096, .reals = n->wood});
  if (strcmp(field, "near") == 0)
    return table_slot(
        e, &(burl__table){.name = "near_points", .base = KIND_INT, .count = 4 * n->near_count, .bytes = n->near});
  if (strcmp(field, "whole") == 0) {
    slot *const whole = take(e, sizeof *whole);
    if (whole) *whole = (slot){.what = SLOT_SETTINGS, .settings = s};
    return whole;
  }
  for (int i = 0; i < PARAMETER_COUNT; i++)
    if (strcmp(field, setting_parameters[i].name) == 0)
      return value_slot(e, burl__kind_of(setting_parameters[i].base), parameter_value(e, s, i));
  return misread(e, field), NULL;
}

/* ---- Expressions --------------------------------------------------------------------------------- */

static slot *eval(burl__evaluator *e, frame *f, const burl__form *form);

static int eval_value(burl__evaluator *e, frame *f, const burl__form *form) {
  const slot *const s = eval(e, f, form);
  if (!s) return BURL__NO_VALUE;
  if (s->what != SLOT_VALUE) return misread(e, "a struct for a number");
  return e->cells[s->cell] >= 0 ? e->cells[s->cell] : misread(e, "a variable without a value");
}

static slot *as_slot(burl__evaluator *e, int value) {
  return value < 0 ? NULL : value_slot(e, e->m->values[value].kind, value);
}

/* 3, 3u, 0.5f; in double 0.5 or 0x1p-20. */
static int eval_number(burl__evaluator *e, const char *atom) {
  const size_t length = strlen(atom);
  const int is_hex = strncmp(atom, "0x", 2) == 0, has_p = strpbrk(atom, "pP") != NULL;
  const int is_float = strchr(atom, '.') || has_p || (!is_hex && strpbrk(atom, "eE"));
  if (is_float && atom[length - 1] == 'f' && (!is_hex || has_p)) return burl__real(e->m, read_number(atom));
  if (is_float) return burl__wide(e->m, read_number(atom));
  if (atom[0] == '-') return burl__int_literal(e->m, (int)strtol(atom, NULL, 10));
  const unsigned long long number = strtoull(atom, NULL, 0);
  if (atom[length - 1] == 'u' || atom[length - 1] == 'U') return burl__word_literal(e->m, (uint32_t)number);
  if (number > INT32_MAX) return burl__real(e->m, (double)number); /* powers of two, which reals meet */
  return burl__int_literal(e->m, (int)number);
}

static slot *global_table(burl__evaluator *e, const char *name) {
  const burl__form *const tree = read_tree(e, BURL__TREE_TABLE, name);
  if (!tree) return NULL;
  const burl__form *const sizes = burl__item(tree, 1), *number = sizes->next;
  int rows = 1, count = atoi(sizes->first->atom);
  if (sizes->first->next) rows = count, count = atoi(sizes->first->next->atom);
  slot *const array = parts_slot(e, rows);
  for (int row = 0; array && row < rows; row++) {
    float *const reals = take(e, (size_t)count * sizeof *reals);
    char *const own_name = take(e, strlen(name) + 4);
    if (!reals || !own_name) return NULL;
    for (int i = 0; i < count; i++, number = number->next) reals[i] = (float)read_number(number->atom);
    snprintf(own_name, strlen(name) + 4, rows > 1 ? "%s_%c" : "%s", name, "xyzw"[row & 3]);
    const burl__table table = {.name = own_name, .base = KIND_REAL, .count = count, .reals = reals};
    if (!(array->parts[row] = table_slot(e, &table))) return NULL;
  }
  return !array || rows > 1 ? array : array->parts[0];
}

static slot *eval_atom(burl__evaluator *e, frame *f, const char *atom) {
  if (strcmp(atom, "inf") == 0) return as_slot(e, burl__wide(e->m, HUGE_VAL));
  if (strcmp(atom, "nan") == 0) return as_slot(e, burl__wide(e->m, NAN));
  if ((*atom >= '0' && *atom <= '9') || *atom == '-') return as_slot(e, eval_number(e, atom));
  slot *const s = find_variable(f, atom);
  return s ? s : global_table(e, atom);
}

/* An entry of a table that is known, or is looked up. */
static int table_entry(burl__evaluator *e, const slot *s, int index) {
  const burl__table *const t = &e->m->tables[s->table];
  if (index < 0) return BURL__NO_VALUE;
  if (s->first) index = burl__binary(e->m, VALUE_PLUS, index, burl__int_literal(e->m, s->first));
  if (index >= 0 && burl__is_literal(e->m, index)) {
    const int64_t at = burl__number_of(e->m, index);
    if (at < 0 || at >= t->count) return misread(e, t->name);
    if (t->reals) return burl__real(e->m, (double)t->reals[at]);
    return t->words ? burl__word_literal(e->m, t->words[at]) : burl__int_literal(e->m, t->bytes[at]);
  }
  return burl__value_at(e->m, VALUE_ENTRY, burl__kind_of(t->base), s->table, 1, &index);
}

static slot *eval_index(burl__evaluator *e, frame *f, const burl__form *form) {
  slot *s = eval(e, f, burl__item(form, 1));
  for (const burl__form *at = burl__item(form, 2); s && at; at = at->next) {
    const int index = eval_value(e, f, at);
    if (index < 0) return NULL;
    if (s->what == SLOT_TABLE) s = as_slot(e, table_entry(e, s, index));
    else if (!burl__is_literal(e->m, index)) return misread(e, "an index that is not known"), NULL;
    else if (burl__number_of(e->m, index) < 0 || burl__number_of(e->m, index) >= s->count)
      return misread(e, "an index beyond an array"), NULL;
    else s = s->parts[burl__number_of(e->m, index)];
  }
  return s;
}

static slot *eval_field(burl__evaluator *e, frame *f, const burl__form *form) {
  slot *const s = eval(e, f, burl__item(form, 1));
  const char *const field = burl__item(form, 2)->atom;
  if (!s) return NULL;
  if (s->what == SLOT_SETTINGS) return field_of_settings(e, s->settings, field);
  for (int i = 0; i < s->count && s->names; i++)
    if (strcmp(s->names[i], field) == 0) return s->parts[i];
  return misread(e, field), NULL;
}

/* a && b, a || b: what is known of a decides whether b is looked at. */
static int eval_logic(burl__evaluator *e, frame *f, const burl__form *form) {
  const int is_both = form->word == BURL__WORD_BOTH;
  const int a = burl__convert_to(e->m, eval_value(e, f, burl__item(form, 1)), KIND_CHOICE);
  if (a < 0) return BURL__NO_VALUE;
  if (burl__is_literal(e->m, a) && (burl__number_of(e->m, a) != 0) != is_both) return a;
  const int b = burl__convert_to(e->m, eval_value(e, f, burl__item(form, 2)), KIND_CHOICE);
  return burl__binary(e->m, is_both ? VALUE_AND : VALUE_OR, a, b);
}

static slot *eval_pick(burl__evaluator *e, frame *f, const burl__form *form) {
  const int c = burl__convert_to(e->m, eval_value(e, f, burl__item(form, 1)), KIND_CHOICE);
  if (c < 0) return NULL;
  if (burl__is_literal(e->m, c)) return eval(e, f, burl__item(form, burl__number_of(e->m, c) ? 2 : 3));
  const int a = eval_value(e, f, burl__item(form, 2)), b = eval_value(e, f, burl__item(form, 3));
  return as_slot(e, burl__pick(e->m, c, a, b));
}

static int binary_form(burl__word word) {
  switch (word) {
  case BURL__WORD_ADD: return VALUE_PLUS;
  case BURL__WORD_SUBTRACT: return VALUE_MINUS;
  case BURL__WORD_MULTIPLY: return VALUE_TIMES;
  case BURL__WORD_DIVIDE: return VALUE_OVER;
  case BURL__WORD_REMAINDER: return VALUE_MODULO;
  case BURL__WORD_SHIFT_LEFT: return VALUE_LEFT;
  case BURL__WORD_SHIFT_RIGHT: return VALUE_RIGHT;
  case BURL__WORD_AND: return VALUE_AND;
  case BURL__WORD_OR: return VALUE_OR;
  case BURL__WORD_XOR: return VALUE_XOR;
  case BURL__WORD_EQUAL: return VALUE_EQUAL;
  case BURL__WORD_NOT_EQUAL: return VALUE_NOT_EQUAL;
  case BURL__WORD_LESS:
  case BURL__WORD_GREATER: return VALUE_LESS;
  case BURL__WORD_LESS_EQUAL:
  case BURL__WORD_GREATER_EQUAL: return VALUE_LESS_EQUAL;
  default: return -1;
  }
}

static slot *call(burl__evaluator *e, frame *f, const burl__form *form);

static slot *eval_list(burl__evaluator *e, frame *f, const burl__form *form) {
  switch (form->word) {
  case BURL__WORD_FIELD: return eval_field(e, f, form);
  case BURL__WORD_INDEX: return eval_index(e, f, form);
  case BURL__WORD_ADDRESS: return eval(e, f, burl__item(form, 1));
  case BURL__WORD_PICK: return eval_pick(e, f, form);
  case BURL__WORD_CALL: return call(e, f, form);
  case BURL__WORD_BOTH:
  case BURL__WORD_EITHER: return as_slot(e, eval_logic(e, f, form));
  default: break;
  }
  if (form->word == BURL__WORD_CAST) {
    const burl__kind kind = kind_of_type(burl__item(form, 1)->atom);
    return as_slot(e, burl__convert_to(e->m, eval_value(e, f, burl__item(form, 2)), kind.base));
  }
  const int a = eval_value(e, f, burl__item(form, 1));
  if (form->word == BURL__WORD_MINUS) return as_slot(e, burl__unary(e->m, VALUE_NEGATE, a));
  if (form->word == BURL__WORD_COMPLEMENT) return as_slot(e, burl__unary(e->m, VALUE_COMPLEMENT, a));
  if (form->word == BURL__WORD_NOT)
    return as_slot(e, burl__unary(e->m, VALUE_NOT, burl__convert_to(e->m, a, KIND_CHOICE)));
  const int operation = binary_form(form->word);
  if (operation < 0) return misread(e, form->first->atom), NULL;
  const int b = eval_value(e, f, burl__item(form, 2));
  const int is_turned = form->word == BURL__WORD_GREATER || form->word == BURL__WORD_GREATER_EQUAL;
  return as_slot(e, burl__binary(e->m, (burl__value_form)operation, is_turned ? b : a, is_turned ? a : b));
}

static slot *eval(burl__evaluator *e, frame *f, const burl__form *form) {
  if (e->m->failed) return NULL;
  return form->atom ? eval_atom(e, f, form->atom) : eval_list(e, f, form);
}

/* ---- Statements ---------------------------------------------------------------------------------- */

static status exec_list(burl__evaluator *e, frame *f, const burl__form *statement);

static status done(const burl__evaluator *e) { return e->m->failed ? FAILED : GOES_ON; }

/* Where a value of the text has a name. */
static void name_leaf(burl__evaluator *e, const slot *s, const char *name) {
  if (!s) return;
  if (s->what == SLOT_VALUE) burl__name_value(e->m, e->cells[s->cell], name);
  for (int i = 0; i < s->count; i++) { /* of a struct: what its parts are parts of */
    const int value = s->parts[i]->what == SLOT_VALUE ? e->cells[s->parts[i]->cell] : BURL__NO_VALUE;
    if (value >= 0 && e->m->values[value].form == VALUE_PART)
      burl__name_value(e->m, e->m->values[value].argument[0], name);
  }
}

/* The name of what is assigned to: a variable, a field, an array. */
static const char *target_name(const burl__form *target) {
  if (target->atom) return target->atom;
  if (target->word == BURL__WORD_FIELD) return burl__item(target, 2)->atom;
  return target->word == BURL__WORD_INDEX ? target_name(burl__item(target, 1)) : NULL;
}

static status exec_let(burl__evaluator *e, frame *f, const burl__form *form) {
  const char *const type = burl__item(form, 1)->atom, *const name = burl__item(form, 2)->atom;
  const slot *const from = eval(e, f, burl__item(form, 3));
  slot *const to = from ? slot_of_type(e, type, NULL) : NULL;
  if (!to) return FAILED;
  copy_slot(e, from, to);
  name_leaf(e, to, name);
  return declare(e, f, name, to) ? done(e) : FAILED;
}

static status exec_var(burl__evaluator *e, frame *f, const burl__form *form) {
  slot *const s = slot_of_type(e, burl__item(form, 1)->atom, burl__item(form, 3));
  return s && declare(e, f, burl__item(form, 2)->atom, s) ? GOES_ON : FAILED;
}

/* What a struct or array has beyond what is listed is 0. */
static void clear_slot(burl__evaluator *e, slot *s) {
  if (s->what == SLOT_VALUE) e->cells[s->cell] = burl__convert_to(e->m, burl__int_literal(e->m, 0), s->kind.base);
  for (int i = 0; i < s->count; i++) clear_slot(e, s->parts[i]);
}

static int is_list(const burl__form *form) { return form && burl__is_atom(form->first, "list"); }

static int fill_slot(burl__evaluator *e, frame *f, const burl__form *item, slot *to) {
  for (int i = 0; i < to->count; i++, item = item ? item->next : NULL) {
    const slot *const from = item && !is_list(item) ? eval(e, f, item) : NULL;
    if (item && !is_list(item) && !from) return 0;
    if (from) copy_slot(e, from, to->parts[i]);
    else if (!item) clear_slot(e, to->parts[i]);
    else if (!fill_slot(e, f, burl__item(item, 1), to->parts[i])) return 0;
  }
  return !e->m->failed;
}

static status exec_fill(burl__evaluator *e, frame *f, const burl__form *form) {
  slot *const to = slot_of_type(e, burl__item(form, 1)->atom, burl__item(form, 3)->first);
  if (!to || !fill_slot(e, f, burl__item(form, 4), to)) return FAILED;
  return declare(e, f, burl__item(form, 2)->atom, to) ? done(e) : FAILED;
}

static status exec_set(burl__evaluator *e, frame *f, const burl__form *form) {
  slot *const to = eval(e, f, burl__item(form, 1));
  const slot *const from = to ? eval(e, f, burl__item(form, 2)) : NULL;
  if (!from) return FAILED;
  copy_slot(e, from, to);
  name_leaf(e, to, target_name(burl__item(form, 1)));
  return done(e);
}

static status exec_return(burl__evaluator *e, frame *f, const burl__form *form) {
  const burl__form *const value = burl__item(form, 1);
  if (!value) return RETURNED;
  const slot *const from = eval(e, f, value);
  if (!from) return FAILED;
  if (!f->result && !(f->result = slot_of_type(e, f->type, NULL))) return FAILED;
  copy_slot(e, from, f->result);
  return e->m->failed ? FAILED : RETURNED;
}

static status exec_switch(burl__evaluator *e, frame *f, const burl__form *form) {
  const int chosen = eval_value(e, f, burl__item(form, 1));
  if (chosen < 0) return FAILED;
  if (!burl__is_literal(e->m, chosen)) return misread(e, "a switch by what is not known"), FAILED;
  for (const burl__form *one = burl__item(form, 2); one; one = one->next)
    for (const burl__form *value = one->first->first; value; value = value->next)
      if (burl__is_atom(value, "default") || burl__number_of(e->m, chosen) == atoi(value->atom))
        return exec_list(e, f, one->first->next);
  return GOES_ON;
}

/* ---- What changes in a region -------------------------------------------------------------------- */

static int *copy_cells(burl__evaluator *e, size_t count) {
  int *const copy = take(e, (count + 1) * sizeof *copy);
  if (copy && count) memcpy(copy, e->cells, count * sizeof *copy);
  return copy;
}

static int result_of(burl__evaluator *e, int region, int which, burl__kind kind) {
  int unused = 0;
  burl__code_value v = {.form = VALUE_RESULT, .kind = kind, .index = region, .which = which, .argument = &unused};
  return burl__keep_value(e->m, &v);
}

static const char *name_of(const burl__module *m, int value) { return value < 0 ? NULL : m->values[value].name; }

/* Does a statement return somewhere? */
static int may_return(const burl__form *form) {
  if (!form) return 0;
  if (!form->atom && form->word == BURL__WORD_RETURN) return 1;
  for (const burl__form *item = form->first; item; item = item->next)
    if (may_return(item)) return 1;
  return 0;
}

/* Runs a branch in a block of its own. */
static status exec_branch(burl__evaluator *e, frame *f, const burl__form *list, const burl__form *rest, int block) {
  const int outer = e->m->block;
  variable *const variables = f->variables;
  e->m->block = block;
  status s = exec_list(e, f, list);
  if (s == GOES_ON && rest) s = exec_list(e, f, rest);
  e->m->block = outer;
  f->variables = variables;
  return s;
}

/* The cells that differ behind the branches are the region's results. */
static int join_branches(burl__evaluator *e, int region, size_t count, const int *then) {
  for (int pass = 0, k = 0; pass < 2; pass++, k = 0) {
    for (size_t i = 0; i < count; i++) {
      const int a = then[i], b = e->cells[i];
      if (a == b || (pass == 1 && (a < 0 || b < 0))) continue;
      if (a < 0 || b < 0) continue;
      burl__region *const r = &e->m->regions[region];
      if (pass == 1) {
        r->left[2 * k] = a;
        r->left[2 * k + 1] = burl__convert_to(e->m, b, e->m->values[a].kind.base);
        r->name[k] = e->cell_names[i] ? e->cell_names[i] : name_of(e->m, b);
      }
      k++;
    }
    burl__region *const r = &e->m->regions[region];
    r->count = k;
    if (pass == 0 && (!(r->left = take(e, (size_t)(2 * k + 1) * sizeof *r->left)) ||
                      !(r->name = take(e, (size_t)(k + 1) * sizeof *r->name))))
      return 0;
  }
  for (size_t i = 0, k = 0; i < count; i++) {
    const int a = then[i], b = e->cells[i];
    if (a < 0 || b < 0) e->cells[i] = a < 0 ? b : a;
    else if (a != b) e->cells[i] = result_of(e, region, (int)k++, e->m->values[a].kind);
  }
  return !e->m->failed;
}

/* An `if` whose condition is not known.  rest: what follows where a branch returns. */
static status exec_region(burl__evaluator *e, frame *f, const burl__form *form, int condition, const burl__form *rest) {
  const int region = burl__add_region(e->m, 0);
  const size_t count = e->cell_count;
  if (rest && strcmp(f->type, "void") != 0 && !f->result && !(f->result = slot_of_type(e, f->type, NULL)))
    return FAILED;
  const size_t all = e->cell_count;
  int *const before = copy_cells(e, all);
  if (region < 0 || !before) return FAILED;
  (void)count;
  e->m->regions[region].condition = condition;
  for (int i = 0; i < 2; i++) {
    const int block = burl__open_block(e->m, e->m->block, region);
    if (block < 0) return FAILED;
    e->m->regions[region].blocks[i] = block;
  }
  if (exec_branch(e, f, burl__item(form, 2)->first, NULL, e->m->regions[region].blocks[0]) == FAILED) return FAILED;
  int *const then = copy_cells(e, all);
  if (!then) return FAILED;
  memcpy(e->cells, before, all * sizeof *before);
  const status s = exec_branch(e, f, burl__item(form, 3)->first, rest, e->m->regions[region].blocks[1]);
  if (s == FAILED || burl__add_item(e->m, &(burl__code_item){.what = ITEM_REGION, .index = region}) < 0) return FAILED;
  if (!join_branches(e, region, all, then)) return FAILED;
  return rest ? RETURNED : GOES_ON;
}

/* ---- Loops --------------------------------------------------------------------------------------- */

/* Which cells the body has changed since they were last looked at are carried from now on. */
static int note_changes(burl__evaluator *e, loop *l) {
  int found = 0;
  for (int i = 0; i < l->first_cells; i++)
    if (e->cells[i] != l->values[i] && l->which[i] < 0) {
      if (l->values[i] < 0) continue; /* it has no value before the loop, and so none that goes around */
      l->which[i] = l->changed++;
      found = 1;
    }
  return found;
}

static status exec_break(burl__evaluator *e, frame *f, int condition) {
  loop *const l = e->loop;
  (void)f;
  if (!l || e->m->blocks[e->m->block].region != l->region) return misread(e, "a break within an if"), FAILED;
  note_changes(e, l);
  burl__code_item item = {.what = ITEM_BREAK, .condition = condition, .count = l->changed};
  if (!(item.kept = take(e, (size_t)(l->changed + 1) * sizeof *item.kept))) return FAILED;
  for (int i = 0; i < l->first_cells; i++)
    if (l->which[i] >= 0) item.kept[l->which[i]] = e->cells[i];
  if (burl__add_item(e->m, &item) < 0) return FAILED;
  l->version++;
  for (int i = 0; i < l->first_cells; i++)
    if (l->which[i] >= 0 && e->cells[i] >= 0) {
      const burl__kind kind = e->m->values[e->cells[i]].kind;
      const char *const name = name_of(e->m, e->cells[i]);
      e->cells[i] = l->values[i] = burl__carried(e->m, l->region, l->which[i], l->version, kind);
      burl__name_value(e->m, e->cells[i], name);
    }
  return done(e);
}

static const burl__form *for_body(const burl__form *form) { return burl__item(form, 5)->first; }

static int names(const burl__form *form, const char *name) {
  if (!form) return 0;
  if (form->atom) return strcmp(form->atom, name) == 0;
  for (const burl__form *item = form->first; item; item = item->next)
    if (names(item, name)) return 1;
  return 0;
}

/* One attempt at a loop that stays one, with the cells that are known to change: carried ones. */
static status try_loop(burl__evaluator *e, frame *f, const burl__form *form, slot *counter, loop *l) {
  burl__module *const m = e->m;
  const char *const name = burl__item(form, 1)->atom;
  const int region = l->region, outer = m->block;
  variable *const variables = f->variables;
  burl__region *r = &m->regions[region];
  r->first = e->cells[counter->cell];
  r->counter = counter->kind;
  r->entered = take(e, (size_t)(l->changed + 1) * sizeof *r->entered);
  r->left = take(e, (size_t)(l->changed + 1) * sizeof *r->left);
  r->name = take(e, (size_t)(l->changed + 2) * sizeof *r->name);
  if (!r->entered || !r->left || !r->name) return FAILED;
  r->count = l->changed;
  r->name[l->changed] = name;
  for (int i = 0; i < l->first_cells; i++)
    if (l->which[i] >= 0) r->entered[l->which[i]] = e->cells[i];
  for (int i = 0; i < 2; i++) {
    const int block = burl__open_block(m, outer, region);
    if (block < 0) return FAILED;
    m->regions[region].blocks[i] = block;
  }
  m->block = m->regions[region].blocks[0];
  for (int i = 0; i < l->first_cells; i++)
    if (l->which[i] >= 0) {
      const int from = e->cells[i];
      e->cells[i] = burl__carried(m, region, l->which[i], 0, m->values[from].kind);
      burl__name_value(m, e->cells[i], name_of(m, from));
    }
  burl__code_value v = {
      .form = VALUE_COUNTER, .kind = counter->kind, .index = region, .name = name, .argument = &(int){0}};
  e->cells[counter->cell] = burl__keep_value(m, &v);
  if (m->failed) return FAILED;
  memcpy(l->values, e->cells, (size_t)l->first_cells * sizeof *l->values);
  const int counting = e->cells[counter->cell];
  m->block = m->regions[region].blocks[1]; /* the condition's own */
  m->blocks[m->block].outer = m->regions[region].blocks[0];
  m->regions[region].condition = burl__convert_to(m, eval_value(e, f, burl__item(form, 3)), KIND_CHOICE);
  m->block = m->regions[region].blocks[0];
  m->regions[region].step = eval_value(e, f, burl__item(form, 4));
  e->loop = l;
  const status s = exec_list(e, f, for_body(form));
  e->loop = l->outer;
  f->variables = variables;
  if (s == FAILED || m->failed) return FAILED;
  if (s != GOES_ON) return misread(e, "a loop that always ends"), FAILED;
  if (e->cells[counter->cell] == counting && counter->cell < l->first_cells) l->values[counter->cell] = counting;
  r = &m->regions[region];
  note_changes(e, l);
  for (int i = 0; i < l->first_cells; i++)
    if (l->which[i] >= 0 && l->which[i] < r->count) {
      r->left[l->which[i]] = burl__convert_to(m, e->cells[i], m->values[r->entered[l->which[i]]].kind.base);
      r->name[l->which[i]] = e->cell_names[i] ? e->cell_names[i] : name_of(m, e->cells[i]);
    }
  m->block = outer;
  return done(e);
}

/* A loop that stays one: tried until it is known what changes in it. */
static status exec_loop(burl__evaluator *e, frame *f, const burl__form *form, slot *counter) {
  burl__module *const m = e->m;
  const size_t count = e->cell_count;
  const int outer = m->block;
  int *const before = copy_cells(e, count);
  loop l = {.outer = e->loop, .first_cells = (int)count};
  l.values = copy_cells(e, count);
  l.which = take(e, (count + 1) * sizeof *l.which);
  if (!before || !l.values || !l.which) return FAILED;
  for (size_t i = 0; i < count; i++) l.which[i] = -1;
  for (int known = -1; known != l.changed;) {
    known = l.changed;
    l.version = 0;
    l.region = burl__add_region(m, 1);
    memcpy(e->cells, before, count * sizeof *before);
    if (l.region < 0 || try_loop(e, f, form, counter, &l) != GOES_ON) {
      m->block = outer;
      e->loop = l.outer;
      return FAILED;
    }
  }
  if (burl__add_item(m, &(burl__code_item){.what = ITEM_REGION, .index = l.region}) < 0) return FAILED;
  for (size_t i = 0; i < count; i++) {
    e->cells[i] = before[i];
    if (l.which[i] < 0) continue;
    e->cells[i] = result_of(e, l.region, l.which[i], m->values[before[i]].kind);
    burl__name_value(m, e->cells[i], name_of(m, before[i]));
  }
  e->cells[counter->cell] = result_of(e, l.region, m->regions[l.region].count, counter->kind);
  burl__name_value(m, e->cells[counter->cell], burl__item(form, 1)->atom);
  return done(e);
}

/* How many turns a loop takes that doesn't change what its condition asks for; −1: that is not known. */
static int count_turns(burl__evaluator *e, frame *f, const burl__form *form, slot *counter) {
  const int first = e->cells[counter->cell], step = eval_value(e, f, burl__item(form, 4));
  int turns = 0;
  for (; turns <= MOST_TURNS && !e->m->failed; turns++) {
    const int goes_on = burl__convert_to(e->m, eval_value(e, f, burl__item(form, 3)), KIND_CHOICE);
    if (goes_on < 0 || !burl__is_literal(e->m, goes_on)) turns = MOST_TURNS + 1;
    else if (!burl__number_of(e->m, goes_on)) break;
    e->cells[counter->cell] = burl__binary(e->m, VALUE_PLUS, e->cells[counter->cell], step);
  }
  e->cells[counter->cell] = first;
  return turns > MOST_TURNS ? -1 : turns;
}

static status unroll(burl__evaluator *e, frame *f, const burl__form *form, slot *counter, int turns) {
  const int step = eval_value(e, f, burl__item(form, 4));
  variable *const variables = f->variables;
  for (int turn = 0; turn < turns; turn++) {
    const status s = exec_list(e, f, for_body(form));
    f->variables = variables;
    if (s == BROKEN) break;
    if (s != GOES_ON) return s;
    e->cells[counter->cell] = burl__binary(e->m, VALUE_PLUS, e->cells[counter->cell], step);
  }
  return done(e);
}

static status exec_for(burl__evaluator *e, frame *f, const burl__form *form) {
  const burl__form *const name = burl__item(form, 1), *const from = burl__item(form, 2);
  slot *counter = find_variable(f, name->atom);
  variable *const variables = f->variables;
  if (!burl__is_atom(from, "_")) {
    const int first = burl__convert_to(e->m, eval_value(e, f, from), KIND_INT);
    if (first < 0) return FAILED;
    if (!(counter = value_slot(e, burl__kind_of(KIND_INT), first)) || !declare(e, f, name->atom, counter))
      return FAILED;
  }
  const int turns = count_turns(e, f, form, counter), is_short = burl__item_count(burl__item(form, 5)) == 1;
  if (e->m->failed) return FAILED;
  const int is_few = turns >= 0 && turns <= (is_short ? UNROLLED_IF_SHORT : UNROLLED) &&
                     (turns <= 1 || names(burl__item(form, 5), name->atom));
  const size_t count = e->cell_count;
  int *const before = copy_cells(e, count);
  if (!before) return FAILED;
  status s = is_few ? unroll(e, f, form, counter, turns) : exec_loop(e, f, form, counter);
  if (s == FAILED && e->m->failed == 3 && !is_few && turns >= 0 && turns <= UNROLLED_IF_SHORT) {
    e->m->failed = 0; /* it can't stay one: an array has to fall apart */
    memcpy(e->cells, before, count * sizeof *before);
    s = unroll(e, f, form, counter, turns);
  }
  f->variables = variables;
  return s;
}

/* ---- Lists of statements ------------------------------------------------------------------------- */

static status exec_if(burl__evaluator *e, frame *f, const burl__form *form, int *has_returned) {
  const int c = burl__convert_to(e->m, eval_value(e, f, burl__item(form, 1)), KIND_CHOICE);
  if (c < 0) return FAILED;
  const burl__form *const then = burl__item(form, 2);
  if (burl__is_literal(e->m, c)) {
    const burl__form *const branch = burl__number_of(e->m, c) ? then : burl__item(form, 3);
    variable *const variables = f->variables;
    const status s = branch ? exec_list(e, f, branch->first) : GOES_ON;
    f->variables = variables;
    return s;
  }
  if (then->first && !then->first->atom && then->first->word == BURL__WORD_BREAK) return exec_break(e, f, c);
  const int returns = may_return(then);
  *has_returned = returns;
  return exec_region(e, f, form, c, returns ? form->next : NULL);
}

static status exec(burl__evaluator *e, frame *f, const burl__form *form, int *has_returned) {
  switch (form->word) {
  case BURL__WORD_LET: return exec_let(e, f, form);
  case BURL__WORD_VAR: return exec_var(e, f, form);
  case BURL__WORD_FILL: return exec_fill(e, f, form);
  case BURL__WORD_SET: return exec_set(e, f, form);
  case BURL__WORD_DO: return eval(e, f, burl__item(form, 1)), done(e);
  case BURL__WORD_IF: return exec_if(e, f, form, has_returned);
  case BURL__WORD_FOR: return exec_for(e, f, form);
  case BURL__WORD_RETURN: return exec_return(e, f, form);
  case BURL__WORD_BREAK: return BROKEN;
  case BURL__WORD_SWITCH: return exec_switch(e, f, form);
  default: return misread(e, "a statement"), FAILED;
  }
}

static status exec_list(burl__evaluator *e, frame *f, const burl__form *statement) {
  for (; statement; statement = statement->next) {
    int has_returned = 0;
    const status s = exec(e, f, statement, &has_returned);
    if (s != GOES_ON) return s;
  }
  return done(e);
}

/* ---- Calls --------------------------------------------------------------------------------------- */

/* Without what tells the mathematics' functions apart from C's, and those of floats from those of doubles. */
static const char *shown_name(burl__evaluator *e, const char *name) {
  const char *const start = strncmp(name, "lane_", 5) == 0 ? name + 5 : name;
  const size_t length = strlen(start);
  const int is_of_floats = length > 2 && strcmp(start + length - 2, "_f") == 0;
  return burl__arena_text(e->m->arena, start, is_of_floats ? length - 2 : length);
}

static const cached *tree_of(burl__evaluator *e, const char *name) {
  for (const cached *c = e->trees; c; c = c->next)
    if (strcmp(c->name, name) == 0) return c;
  const size_t length = strlen(name);
  char *const kept = take(e, length + 1);
  cached *const added = kept ? take(e, sizeof *added) : NULL;
  if (!added) return NULL;
  memcpy(kept, name, length + 1);
  *added = (cached){e->trees, kept, shown_name(e, name), read_tree(e, BURL__TREE_FUNCTION, kept)};
  if (!added->tree || !added->shown) return NULL;
  return e->trees = added;
}

/* A parameter: (TYPE NAME), (TYPE NAME SIZE…), (ref TYPE NAME), (settings NAME), (table NAME). */
static const char *parameter_name(const burl__form *parameter) {
  return burl__item(parameter, burl__is_atom(parameter->first, "ref") ? 2 : 1)->atom;
}
static int is_by_value(const burl__form *parameter) {
  return !burl__is_atom(parameter->first, "ref") && !burl__is_atom(parameter->first, "settings") &&
         !burl__is_atom(parameter->first, "table") && !burl__item(parameter, 2);
}

/* Runs a function of the text in the current block. */
static slot *run(burl__evaluator *e, const burl__form *tree, slot *const *arguments) {
  frame f = {.type = tree->first->atom};
  const burl__form *parameter = burl__item(tree, 1)->first;
  if (e->depth >= MOST_DEPTH) return misread(e, "functions too deep"), NULL;
  for (int i = 0; parameter; parameter = parameter->next, i++) {
    slot *s = arguments[i];
    if (is_by_value(parameter)) { /* a copy, which the function may change */
      if (!(s = slot_of_type(e, parameter->first->atom, NULL))) return NULL;
      copy_slot(e, arguments[i], s);
    }
    if (!declare(e, &f, parameter_name(parameter), s)) return NULL;
  }
  e->depth++;
  const status s = exec_list(e, &f, burl__item(tree, 2));
  e->depth--;
  if (s == FAILED || e->m->failed) return NULL;
  return f.result ? f.result : parts_slot(e, 0);
}

/* ---- Functions of the module --------------------------------------------------------------------- */

/* Whether all that a function takes and gives can be parameters and results. */
static int can_stand_alone(const burl__form *tree) {
  if (burl__is_atom(tree->first, "void")) return 0;
  for (const burl__form *p = burl__item(tree, 1)->first; p; p = p->next)
    if (!is_by_value(p) && !burl__is_atom(p->first, "settings")) return 0;
  return 1;
}

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

/* What a function is made for: the literals among its arguments, and the settings. */
static int decides(const burl__evaluator *e, int value) {
  return burl__is_literal(e->m, value) && !(e->is_general && e->m->values[value].kind.base != KIND_INT);
}

static void add_slot_to_key(const burl__evaluator *e, const slot *s, key_text *key) {
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
    } else {
      add_to_key(key, "|d", 0);
    }
  } else {
    for (int i = 0; i < s->count; i++) add_slot_to_key(e, s->parts[i], key);
  }
}

/* Places go as they are: a record. */
static int is_place(const slot *s) { return s->type && strcmp(s->type, "place") == 0; }
static int record_of_place(burl__evaluator *e) {
  const burl__named_kind fields[] = {{"cell", {KIND_WORD, 1, 0}}, {"fraction", {KIND_REAL, 1, 0}}};
  return burl__add_record(e->m, "place", fields, 2);
}

/* Gives the arguments' dynamic values to parameters of the function: a slot of the same form. */
static slot *parameter_slot(burl__evaluator *e, const slot *from, const char *name, int function) {
  if (from->what == SLOT_SETTINGS) {
    slot *const s = take(e, sizeof *s);
    burl__settings *const settings = take(e, sizeof *settings);
    if (!s || !settings) return NULL;
    *settings = (burl__settings){from->settings->known, NULL, -1, 0};
    *s = (slot){.what = SLOT_SETTINGS, .settings = settings};
    return s;
  }
  if (from->what == SLOT_VALUE) {
    const int value = e->cells[from->cell];
    const int known = value < 0 || decides(e, value);
    return value_slot(e, from->kind, known ? value : burl__add_parameter(e->m, function, name, from->kind));
  }
  slot *const s = parts_slot(e, from->count);
  if (!s) return NULL;
  if (is_place(from)) {
    const int record = record_of_place(e),
              parameter =
                  record < 0 ? -1 : burl__add_parameter(e->m, function, name, (burl__kind){KIND_RECORD, 1, record});
    s->names = from->names;
    s->type = from->type;
    for (int i = 0; i < 2; i++)
      if (!(s->parts[i] = value_slot(e, from->parts[i]->kind, burl__part(e->m, parameter, i)))) return NULL;
    return s;
  }
  s->names = from->names;
  s->type = from->type;
  for (int i = 0; i < s->count; i++)
    if (!(s->parts[i] = parameter_slot(e, from->parts[i], from->names ? from->names[i] : name, function))) return NULL;
  return s;
}

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

/* The kind of what is returned: a number, a vector of reals, or a record of the struct's name. */
static burl__kind kind_of_results(burl__evaluator *e, const slot *result, const int *values, int count) {
  burl__module *const m = e->m;
  int are_reals = count <= 4;
  for (int i = 0; i < count; i++) are_reals &= m->values[values[i]].kind.base == KIND_REAL;
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
static int close_function(burl__evaluator *e, int function, const slot *result) {
  burl__module *const m = e->m;
  int leaves[BURL__MOST_LEAVES], values[BURL__MOST_LEAVES], count = 0, operations = 0;
  const int all = leaves_of(e, result, 0, leaves);
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
  m->functions[function].value = burl__make(m, kind, values);
  return m->functions[function].value >= 0;
}

/* Keeps what a function returns, as its cells end with the call from outside that it is made for. */
static void keep_values(const burl__evaluator *e, slot *s) {
  if (s->what == SLOT_VALUE) s->kept = e->cells[s->cell];
  for (int i = 0; s->what == SLOT_PARTS && i < s->count; i++) keep_values(e, s->parts[i]);
}

/* Makes a function of one of the text; NULL: failed. */
static made *make_function(burl__evaluator *e, const char *name, const burl__form *tree, slot *const *arguments,
                           const key_text *key) {
  char *const kept = burl__arena_text(e->m->arena, key->text, strlen(key->text));
  const int outer = e->function, outer_block = e->m->block, was_general = e->is_general;
  loop *const outer_loop = e->loop;
  const int function = kept ? burl__add_function(e->m, name) : -1;
  slot *own[16];
  int count = 0;
  if (function < 0) return e->m->failed = e->m->failed ? e->m->failed : 1, NULL;
  e->function = function;
  e->loop = NULL;
  e->m->block = e->m->functions[function].block;
  for (const burl__form *p = burl__item(tree, 1)->first; p && count < 16; p = p->next, count++)
    if (!(own[count] = parameter_slot(e, arguments[count], parameter_name(p), function))) return NULL;
  const int are_few = e->is_general || e->m->functions[function].count <= MOST_OWN;
  e->is_general = 0;
  slot *const result = run(e, tree, own);
  const int is_function = result && are_few && close_function(e, function, result);
  if (is_function) keep_values(e, result);
  e->is_general = was_general;
  e->function = outer;
  e->loop = outer_loop;
  e->m->block = outer_block;
  if (!result) return NULL;
  made *const added = burl__links_add(&e->made, e->m->arena, key->hash, sizeof *added);
  if (!added) return e->m->failed = 1, NULL;
  added->key = kept;
  added->function = is_function ? function : -1;
  added->result = result;
  return added;
}

static const made *find_made(const burl__evaluator *e, const key_text *key) {
  for (burl__link *l = burl__links_first(&e->made, key->hash); l; l = l->next)
    if (l->hash == key->hash && strcmp(((const made *)l)->key, key->text) == 0) return (const made *)l;
  return NULL;
}

/* The values that a call gives its function: those of the arguments that are not literal. */
static int call_arguments(burl__evaluator *e, const slot *s, int count, int *to) {
  if (s->what == SLOT_VALUE) {
    const int value = e->cells[s->cell];
    if (value >= 0 && !decides(e, value) && count < 48) to[count++] = value;
    return count;
  }
  if (is_place(s) && count < 48) {
    const int record = record_of_place(e), parts[] = {e->cells[s->parts[0]->cell], e->cells[s->parts[1]->cell]};
    to[count++] = record < 0 ? BURL__NO_VALUE : burl__make(e->m, (burl__kind){KIND_RECORD, 1, record}, parts);
    return count;
  }
  for (int i = 0; i < s->count; i++) count = call_arguments(e, s->parts[i], count, to);
  return count;
}

/* The result of a call: literals where the function's are, parts of what is returned elsewhere. */
static slot *result_slot(burl__evaluator *e, const slot *like, int returned, int *part) {
  if (like->what == SLOT_VALUE) {
    const int value = like->kept;
    if (burl__is_literal(e->m, value)) return value_slot(e, like->kind, value);
    if (e->m->values[value].form == VALUE_PARAMETER)
      return value_slot(e, like->kind, e->m->values[returned].argument[e->m->values[value].index]);
    return value_slot(e, like->kind, burl__part(e->m, returned, (*part)++));
  }
  slot *const s = parts_slot(e, like->count);
  if (!s) return NULL;
  s->names = like->names;
  s->type = like->type;
  for (int i = 0; i < s->count; i++)
    if (!(s->parts[i] = result_slot(e, like->parts[i], returned, part))) return NULL;
  return s;
}

static slot *call_function(burl__evaluator *e, const made *of, slot *const *arguments, int count) {
  int values[64], used = 0, part = 0;
  const burl__settings *settings = NULL;
  for (int i = 0; i < count; i++) {
    if (arguments[i]->what == SLOT_SETTINGS) settings = arguments[i]->settings;
    else used = call_arguments(e, arguments[i], used, values);
  }
  if (settings) used += burl__setting_arguments(e, of->function, settings, values + used);
  const burl__kind kind = e->m->functions[of->function].result;
  const int returned = burl__value_at(e->m, VALUE_CALL, kind, of->function, used, values);
  return returned < 0 ? NULL : result_slot(e, of->result, returned, &part);
}

static slot *call_tree(burl__evaluator *e, const char *name, slot *const *arguments, int count) {
  const cached *const found = tree_of(e, name);
  if (!found || !found->shown) return NULL;
  const burl__form *const tree = found->tree;
  if (burl__item_count(burl__item(tree, 1)) != count) return misread(e, found->name), NULL;
  if (e->is_here || !can_stand_alone(tree)) {
    e->is_here = e->is_general = 0;
    return run(e, tree, arguments);
  }
  key_text key = {.length = 0, .hash = 0};
  key.length = (size_t)snprintf(key.text, sizeof key.text, "%s", name);
  int is_known = 1;
  for (int i = 0; i < count; i++) {
    add_slot_to_key(e, arguments[i], &key);
    int dynamic[64];
    is_known &= arguments[i]->what == SLOT_SETTINGS || call_arguments(e, arguments[i], 0, dynamic) == 0;
  }
  if (is_known) return run(e, tree, arguments);
  const made *of = find_made(e, &key);
  if (!of && !(of = make_function(e, found->shown, tree, arguments, &key))) return NULL;
  if (of->function >= 0) return call_function(e, of, arguments, count);
  e->is_general = 0;
  return run(e, tree, arguments);
}

/* Functions whose tables the settings of code don't have; and those that a fast target has itself. */
static const char *name_called(const char *name) {
  if (strcmp(name, "lattice_gradient") == 0 || strcmp(name, "default_gradient") == 0) return "gradient_from_set";
  return name;
}

static slot *call(burl__evaluator *e, frame *f, const burl__form *form) {
  const char *const name = name_called(burl__item(form, 1)->atom);
  slot *arguments[16];
  int values[16], count = 0;
  for (const burl__form *a = burl__item(form, 2); a && count < 16; a = a->next, count++)
    if (!(arguments[count] = eval(e, f, a))) return NULL;
  const burl__primitive *const primitive = burl__find_primitive(name, e->is_fast);
  if (!primitive) return call_tree(e, name, arguments, count);
  for (int i = 0; i < count; i++)
    values[i] = arguments[i]->what == SLOT_VALUE   ? e->cells[arguments[i]->cell]
                : arguments[i]->what == SLOT_TABLE ? arguments[i]->table
                                                   : misread(e, name);
  if (e->m->failed) return NULL;
  const int value = burl__apply_primitive(e->m, primitive, values, count);
  return value < 0 ? (misread(e, name), NULL) : as_slot(e, value);
}

/* ---- From outside -------------------------------------------------------------------------------- */

burl__evaluator *burl__evaluator_open(burl__module *module, int is_fast) {
  burl__evaluator *const e = burl__arena_take(module->arena, sizeof *e);
  if (!e) return NULL;
  e->m = module;
  e->is_fast = is_fast;
  return e;
}

void burl__evaluator_close(burl__evaluator *e) {
  burl__release(&e->m->allocator, e->cells);
  burl__release(&e->m->allocator, (void *)e->cell_names);
  burl__release(&e->m->allocator, (void *)e->known);
}

void burl__evaluate_here(burl__evaluator *e) { e->is_here = 1; }

static slot *place_slot(burl__evaluator *e, const burl__place_of *place) {
  slot *const s = struct_slot(e, "place");
  if (!s) return NULL;
  e->cells[s->parts[0]->cell] = place->cell;
  e->cells[s->parts[1]->cell] = place->fraction;
  return s;
}

static slot *argument_slot(burl__evaluator *e, const burl__code_argument *a) {
  if (a->what == ARGUMENT_VALUE) return as_slot(e, a->value);
  if (a->what == ARGUMENT_PLACE) return place_slot(e, &a->place[0]);
  if (a->what == ARGUMENT_SETTINGS) {
    slot *const s = take(e, sizeof *s);
    if (s) *s = (slot){.what = SLOT_SETTINGS, .settings = a->settings};
    return s;
  }
  slot *const s = parts_slot(e, 4);
  for (int i = 0; s && i < 4; i++)
    if (!(s->parts[i] = place_slot(e, &a->place[i]))) return NULL;
  return s;
}

static int evaluate_call(burl__evaluator *e, int within, const char *name, const burl__code_argument *arguments,
                         int count, int leaves[BURL__MOST_LEAVES]) {
  slot *slots[16];
  int values[16];
  e->function = within;
  for (int i = 0; i < count; i++)
    if (!(slots[i] = argument_slot(e, &arguments[i]))) return 0;
  const burl__primitive *const primitive = burl__find_primitive(name, e->is_fast);
  if (primitive) {
    for (int i = 0; i < count; i++) values[i] = arguments[i].value;
    leaves[0] = burl__apply_primitive(e->m, primitive, values, count);
    return leaves[0] >= 0;
  }
  e->is_general = 1;
  const slot *const result = call_tree(e, name, slots, count);
  e->is_general = 0;
  const int all = result ? leaves_of(e, result, 0, leaves) : 0;
  return e->m->failed || all > BURL__MOST_LEAVES ? 0 : all;
}

/* The cells of a call are no more behind it: each `if` and each loop copies those that there are. */
int burl__evaluate_call(burl__evaluator *e, int within, const char *name, const burl__code_argument *arguments,
                        int count, int leaves[BURL__MOST_LEAVES]) {
  const size_t cells = e->cell_count;
  const int all = evaluate_call(e, within, name, arguments, count, leaves);
  e->cell_count = cells;
  return all;
}
