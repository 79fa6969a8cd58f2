/* The printer of print.h: C-like languages and WGSL.
 *
 * First it finds what is needed, how often each value is read and from where; from that, which values become
 * variables: those that are read more than once, or within a loop around which they stay the same, or whose text
 * would be too long.  All others are written where they are read. */
#include "code/print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/links.h"
#include "code/names.h"

enum { MOST_SMALL = 1024 }; /* entries of a table that a shader can have as a variable */
enum { LONGEST = 90 }; /* characters of an expression within another */

/* What the printer knows of a value. */
typedef struct {
  int uses, is_apart; /* is_apart: it is read from another turn, or behind a break */
  int is_undone;      /* of a sum: another takes one of its terms off again, which a compiler might leave out */
  int is_rounding;    /* of a sum with a number, which is taken off again to round to its last place */
  int is_variable, weight;
  const char *name;
} value_state;

typedef struct {
  unsigned char is_needed, *carries; /* which of what it carries; the counter behind them */
  const char **names;
} region_state;

/* A value that is read in a block, behind so many breaks. */
typedef struct {
  int value, block, segment;
} reading;

/* A name that a function's variables have, or are derived from. */
typedef struct {
  burl__link link;
  const char *name;
  int next;     /* the number to try behind it */
  int is_taken;
} known_name;

typedef struct {
  burl__module *m;
  const burl__print_options *options;
  const burl__dialect *d;
  burl__text *text;
  value_state *values;
  region_state *regions;
  unsigned char *needed; /* functions */
  int *order, count;     /* those that are, each behind those that it calls */
  unsigned char **reads; /* by function, which of its parameters it reads */
  unsigned char *reads_uniforms; /* by function, whether it, or one that it calls, does */
  int needing, indent;   /* needing: the function whose values are being found */
  reading *readings;     /* those still to be followed */
  size_t reading_count, reading_room;
  burl__links names;     /* of the function's variables so far */
} printer;

static void *take(printer *p, size_t size) {
  void *const block = burl__arena_take(p->m->arena, size);
  if (!block) p->m->failed = 1;
  return block;
}

/* ---- What is needed ------------------------------------------------------------------------------ */

static void need(printer *p, int value, int block, int segment);
static void need_function(printer *p, int function);

/* Whether a block lies within a loop that another block, around it, doesn't lie in. */
static int is_in_inner_loop(const burl__module *m, int block, int outer) {
  for (; block >= 0 && block != outer; block = m->blocks[block].outer)
    if (m->blocks[block].region >= 0 && m->regions[m->blocks[block].region].is_loop) return 1;
  return 0;
}

/* The segment, between breaks, of a block in which something is read that stands in a block within it. */
static int segment_within(const burl__module *m, int block, int segment, int of) {
  while (block >= 0 && block != of) {
    segment = m->blocks[block].region >= 0 ? m->regions[m->blocks[block].region].segment : 0;
    block = m->blocks[block].outer;
  }
  return segment;
}

static void need_carried(printer *p, int region, int which) {
  const burl__region *const r = &p->m->regions[region];
  region_state *const s = &p->regions[region];
  if (which > r->count || s->carries[which]) return;
  s->carries[which] = 1;
  if (which == r->count) return; /* the counter */
  const int outer = p->m->blocks[r->blocks[0]].outer;
  if (!r->is_loop) {
    need(p, r->left[2 * which], r->blocks[0], 0);
    need(p, r->left[2 * which + 1], r->blocks[1], 0);
    return;
  }
  const burl__block *const body = &p->m->blocks[r->blocks[0]];
  need(p, r->entered[which], outer, r->segment);
  need(p, r->left[which], r->blocks[0], body->segment);
  for (size_t i = 0, segment = 0; i < body->count; i++)
    if (body->items[i].what == ITEM_BREAK) {
      if (which < body->items[i].count) need(p, body->items[i].kept[which], r->blocks[0], (int)segment);
      segment++;
    }
}

static void need_region(printer *p, int region) {
  const burl__region *const r = &p->m->regions[region];
  region_state *const s = &p->regions[region];
  if (s->is_needed) return;
  s->is_needed = 1;
  s->carries = take(p, (size_t)r->count + 1);
  s->names = take(p, ((size_t)r->count + 1) * sizeof *s->names);
  if (p->m->failed) return;
  const int outer = p->m->blocks[r->blocks[0]].outer;
  if (!r->is_loop) {
    need(p, r->condition, outer, r->segment);
    return;
  }
  need(p, r->first, outer, r->segment);
  need(p, r->condition, r->blocks[1], 0);
  need(p, r->step, r->blocks[0], 0);
  const burl__block *const body = &p->m->blocks[r->blocks[0]];
  for (size_t i = 0, segment = 0; i < body->count; i++)
    if (body->items[i].what == ITEM_BREAK) need(p, body->items[i].condition, r->blocks[0], (int)segment++);
}

/* Whether numbers of the kind are kept by barriers. */
static int is_guarded(const printer *p, burl__kind kind) {
  return p->d->fusing == FUSED_BARRIER && p->options->is_exact && !p->options->is_fast && kind.base == KIND_REAL &&
         kind.count == 1;
}

static int is_sum(burl__value_form form) { return form == VALUE_PLUS || form == VALUE_MINUS; }

/* Whether a difference takes the number off again that the sum before it added, so that both round. */
static int is_rounding(const burl__module *m, const burl__code_value *difference) {
  const burl__code_value *const sum = &m->values[difference->argument[0]];
  const int number = difference->argument[1];
  return difference->form == VALUE_MINUS && sum->form == VALUE_PLUS && sum->kind.base == KIND_REAL &&
         sum->kind.count == 1 && burl__is_literal(m, number) && burl__is_literal(m, sum->argument[1]) &&
         m->values[number].number == m->values[sum->argument[1]].number;
}

/* Notes where a sum might undo a sum that it has as a term, by a term of that, or by literals of both. */
static void note_undone(printer *p, int value) {
  const burl__code_value *const sum = &p->m->values[value];
  if (is_rounding(p->m, sum)) p->values[sum->argument[0]].is_rounding = 1;
  for (int i = 0; i < 2; i++) {
    const burl__code_value *const inner = &p->m->values[sum->argument[i]];
    const int other = sum->argument[1 - i];
    if (inner->form == VALUE_FLOOR && inner->argument[0] == other) p->values[value].is_undone = 1; /* fract() */
    for (int k = 0; is_sum(inner->form) && k < 2; k++)
      if (inner->argument[k] == other || burl__is_literal(p->m, inner->argument[k]))
        p->values[sum->argument[i]].is_undone = p->values[value].is_undone = 1;
  }
}

/* A value is read in a block, behind so many breaks: to be followed. */
static void need(printer *p, int value, int block, int segment) {
  void *readings = p->readings;
  if (value < 0 || p->m->failed) return;
  if (!burl__grow(&p->m->allocator, &readings, p->reading_count, &p->reading_room, sizeof *p->readings)) {
    p->m->failed = 1;
    return;
  }
  p->readings = readings;
  p->readings[p->reading_count++] = (reading){value, block, segment};
}

/* What a value reads, the first time that it is read itself. */
static void follow_arguments(printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  if (v->form == VALUE_CALL) need_function(p, v->index);
  if (p->m->failed) return;
  if (v->form == VALUE_GLOBAL || (v->form == VALUE_CALL && p->reads_uniforms[v->index])) p->reads_uniforms[p->needing] = 1;
  if (is_sum(v->form) && v->kind.base >= KIND_REAL) note_undone(p, value);
  for (int i = 0; i < v->count; i++)
    if (v->form != VALUE_CALL || p->reads[v->index][i]) need(p, v->argument[i], v->block, v->segment);
  if (v->form == VALUE_PARAMETER) p->reads[v->which][v->index] = 1;
  if (v->form == VALUE_RESULT) need_region(p, v->index);
  if (v->form == VALUE_RESULT || v->form == VALUE_CARRIED) need_carried(p, v->index, v->which);
}

/* Follows what is read, down to so many readings, which are older. */
static void follow(printer *p, size_t oldest) {
  while (p->reading_count > oldest && !p->m->failed) {
    const reading r = p->readings[--p->reading_count];
    const burl__code_value *const v = &p->m->values[r.value];
    value_state *const s = &p->values[r.value];
    if (v->form != VALUE_LITERAL) {
      s->is_apart |= is_in_inner_loop(p->m, r.block, v->block);
      s->is_apart |= segment_within(p->m, r.block, r.segment, v->block) != v->segment;
    }
    if (!s->uses++) follow_arguments(p, r.value);
  }
}

static void need_function(printer *p, int function) {
  const burl__function *const f = &p->m->functions[function];
  if (p->needed[function]) return;
  p->needed[function] = 1;
  p->reads[function] = take(p, (size_t)f->count + 1);
  if (p->m->failed) return;
  for (int i = 0; i < f->count && f->is_entry; i++) p->reads[function][i] = 1;
  p->reads_uniforms[function] = f->is_entry && p->m->uniform_count > 0;
  const int outer = p->needing;
  p->needing = function;
  const size_t oldest = p->reading_count;
  need(p, f->value, f->block, 0);
  follow(p, oldest);
  p->needing = outer;
  p->order[p->count++] = function;
}

/* ---- Names --------------------------------------------------------------------------------------- */

static known_name *find_name(printer *p, const char *name) {
  uint64_t hash = 0;
  for (const char *c = name; *c; c++) hash = burl__hash_more(hash, (unsigned char)*c);
  for (burl__link *l = burl__links_first(&p->names, hash); l; l = l->next)
    if (l->hash == hash && strcmp(((known_name *)l)->name, name) == 0) return (known_name *)l;
  known_name *const added = burl__links_add(&p->names, p->m->arena, hash, sizeof *added);
  if (added) added->name = burl__arena_text(p->m->arena, name, strlen(name));
  if (!added || !added->name) p->m->failed = 1;
  return p->m->failed ? NULL : added;
}

/* A variable's name doesn't begin as those of the whole text do, which it could hide. */
static const char *local_wish(const printer *p, const char *wish) {
  const size_t length = strlen(p->options->prefix);
  while (strncmp(wish, p->options->prefix, length) == 0 && wish[length] == '_') wish += length + 1;
  return wish;
}

/* A name that the function doesn't have yet, like the one that is wished for. */
static const char *take_name(printer *p, const char *wish) {
  char name[BURL__NAME_ROOM];
  burl__plain_name(wish ? local_wish(p, wish) : "part", name);
  name[60] = '\0';
  known_name *const base = find_name(p, name), *taken = base;
  const int is_reserved = burl__is_reserved(name);
  const char *const between = is_reserved || strchr("0123456789", name[strlen(name) - 1]) ? "_" : "";
  while (taken && (taken->is_taken || burl__is_reserved(taken->name))) {
    base->next = base->next ? base->next + 1 : is_reserved ? 1 : 2;
    snprintf(name, sizeof name, "%.60s%s%d", base->name, between, base->next);
    taken = find_name(p, name);
  }
  if (!taken) return "part";
  taken->is_taken = 1;
  return taken->name;
}

/* ---- Kinds and literals -------------------------------------------------------------------------- */

static void write_scalar(const burl__print_options *options, const char *type, burl__text *text) {
  if (*type == '@') burl__write(text, "%s_%s", options->prefix, type + 1);
  else burl__write(text, "%s", type);
}

void burl__print_kind(const burl__module *module, const burl__print_options *options, burl__kind kind,
                      burl__text *text) {
  if (kind.base == KIND_RECORD) burl__write(text, "%s_%s", options->prefix, module->records[kind.record].name);
  else write_scalar(options, options->dialect->types[kind.base][kind.count - 1], text);
}

static void write_kind(printer *p, burl__kind kind) { burl__print_kind(p->m, p->options, kind, p->text); }

/* The shortest digits that give the number back, in float or double. */
static void write_digits(burl__text *text, double number, int is_real, const char *suffix) {
  const double size = number < 0 ? -number : number;
  const char *const format = size == 0 || (size >= 1e-4 && size < 1e9) ? "%.*f" : "%.*g";
  char digits[40];
  for (int precision = 1; precision <= 20; precision++) {
    if (format[3] == 'f') snprintf(digits, sizeof digits, "%.*f", precision, number);
    else snprintf(digits, sizeof digits, "%.*g", precision, number);
    burl__set_decimal_point(digits);
    const char *const positive = digits + (*digits == '-');
    const double back = burl__decimal(positive, strlen(positive));
    if (is_real ? (float)back == (float)size : back == size) break;
  }
  burl__write(text, "%s%s%s", digits, strpbrk(digits, ".e") ? "" : ".0", suffix);
}

static int is_finite(double number) { return number - number == 0.0; }

void burl__print_real(const burl__print_options *options, double number, burl__text *text) {
  const burl__dialect *const d = options->dialect;
  if (is_finite(number)) {
    write_digits(text, number, 1, d->real_suffix);
    return;
  }
  const union {
    float number;
    uint32_t bits;
  } both = {.number = (float)number};
  char bits[16];
  snprintf(bits, sizeof bits, options->is_godot ? "%uu" : "0x%08Xu", number == number ? both.bits : 0x7FC00000u);
  if (d->is_wgsl || !d->from_bits) burl__write(text, "%s_from_bits(%s)", options->prefix, bits);
  else burl__write(text, d->from_bits, bits);
}

static void write_literal(printer *p, const burl__code_value *v) {
  if (v->kind.base == KIND_REAL) burl__print_real(p->options, v->number, p->text);
  else if (v->kind.base == KIND_WIDE) write_digits(p->text, v->number, 0, p->d->wide_suffix);
  else if (v->kind.base == KIND_WORD) burl__write(p->text, v->word > 0xFFFFu && !p->options->is_godot ? "0x%08Xu" : "%uu", v->word);
  else if (v->kind.base == KIND_INT) burl__write(p->text, "%d", (int)(int32_t)v->word);
  else burl__write(p->text, p->d == &burl__dialects[TARGET_C] ? (v->word ? "1" : "0") : v->word ? "true" : "false");
}

/* ---- Expressions --------------------------------------------------------------------------------- */

static void write_value(printer *p, int value);
static void write_expression(printer *p, int value);

/* How strongly an expression holds together: 9 needs no brackets anywhere. */
static int strength_of(const printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  if (p->values[value].is_variable) return 9;
  switch (v->form) {
    case VALUE_LITERAL: return v->number < 0 || (v->kind.base == KIND_INT && (int32_t)v->word < 0) ? 7 : 9;
    case VALUE_NEGATE: case VALUE_COMPLEMENT: case VALUE_NOT: return 7;
    case VALUE_TIMES:
      return p->options->is_fast || p->d->fusing == FUSED_PRECISE || v->kind.base < KIND_REAL || !p->values[value].is_apart
                 ? 6 : 6;
    case VALUE_OVER: case VALUE_MODULO: return 6;
    case VALUE_PLUS: case VALUE_MINUS: return 5;
    case VALUE_LEFT: case VALUE_RIGHT: return 4;
    case VALUE_LESS: case VALUE_LESS_EQUAL: return 3;
    case VALUE_EQUAL: case VALUE_NOT_EQUAL: return 3;
    case VALUE_AND: case VALUE_OR: return 2;
    case VALUE_XOR: return 2;
    case VALUE_PICK: return p->d->is_wgsl ? 9 : 1;
    case VALUE_CONVERT: case VALUE_LOW_BITS: return p->d->casts_by_name ? 9 : 7;
    default: return 9;
  }
}

static void write_within(printer *p, int value, int least) {
  const int needs = strength_of(p, value) < least;
  if (needs) burl__write(p->text, "(");
  write_value(p, value);
  if (needs) burl__write(p->text, ")");
}

static const char *operator_of(const burl__code_value *v, int are_choices) {
  switch (v->form) {
    case VALUE_PLUS: return "+";
    case VALUE_MINUS: return "-";
    case VALUE_TIMES: return "*";
    case VALUE_OVER: return "/";
    case VALUE_MODULO: return "%";
    case VALUE_LEFT: return "<<";
    case VALUE_RIGHT: return ">>";
    case VALUE_AND: return are_choices ? "&&" : "&";
    case VALUE_OR: return are_choices ? "||" : "|";
    case VALUE_XOR: return are_choices ? "!=" : "^";
    case VALUE_LESS: return "<";
    case VALUE_LESS_EQUAL: return "<=";
    case VALUE_EQUAL: return "==";
    default: return "!=";
  }
}

/* Operands in brackets wherever the language, or a reader, could take them for others. */
static void write_binary(printer *p, const burl__code_value *v) {
  const int are_choices = p->m->values[v->argument[0]].kind.base == KIND_CHOICE;
  int left = 9, right = 9;
  if (is_sum(v->form)) left = 5, right = 6;
  else if (v->form == VALUE_TIMES) left = 6, right = 7;
  else if (v->form == VALUE_OVER) left = 6, right = 7;
  else if (v->form >= VALUE_LESS) left = right = 5;
  else if (are_choices) left = right = 3;
  if (v->form == VALUE_AND || v->form == VALUE_OR) {
    if (p->m->values[v->argument[0]].form == v->form && are_choices) left = 2;
  }
  write_within(p, v->argument[0], left);
  burl__write(p->text, " %s ", operator_of(v, are_choices));
  const int is_divisor = v->form == VALUE_OVER && is_guarded(p, v->kind) && burl__is_literal(p->m, v->argument[1]);
  if (is_divisor) burl__write(p->text, "%s_exact(", p->options->prefix); /* no product with its reciprocal */
  write_within(p, v->argument[1], is_divisor ? 0 : right);
  if (is_divisor) burl__write(p->text, ")");
}

/* Writes by a format with one %s for the argument. */
static void write_by_format(printer *p, const char *format, int argument) {
  const char *const at = strstr(format, "%s");
  burl__write_bytes(p->text, format, (size_t)(at - format));
  if (strength_of(p, argument) < 9 && format[0] == '(') write_within(p, argument, 9);
  else write_value(p, argument);
  burl__write(p->text, "%s", at + 2);
}

static void write_arguments(printer *p, const burl__code_value *v) {
  for (int i = 0; i < v->count; i++) {
    if (i > 0) burl__write(p->text, ", ");
    write_value(p, v->argument[i]);
  }
}

static void write_call(printer *p, const char *name, const burl__code_value *v) {
  burl__write(p->text, "%s(", name);
  write_arguments(p, v);
  burl__write(p->text, ")");
}

/* Without the arguments that the function doesn't read. */
static void write_module_call(printer *p, const burl__code_value *v) {
  const burl__function *f = &p->m->functions[v->index];
  const char *between = "";
  burl__write(p->text, "%s_%s(", p->options->prefix, p->m->functions[f->same_as >= 0 ? f->same_as : v->index].name);
  for (int i = 0; i < v->count; i++) {
    if (!p->reads[v->index][i]) continue;
    burl__write(p->text, "%s", between);
    write_value(p, v->argument[i]);
    between = ", ";
  }
  if (p->d->passes_uniforms && p->reads_uniforms[v->index]) burl__write(p->text, "%suniforms", between);
  burl__write(p->text, ")");
}

/* The vector whose components, converted, all parts are; −1: there is none. */
static int vector_converted(const burl__module *m, const burl__code_value *v) {
  int vector = -1;
  for (int i = 0; i < v->count; i++) {
    const burl__code_value *const c = &m->values[v->argument[i]];
    if (c->form != VALUE_CONVERT) return -1;
    const burl__code_value *const part = &m->values[c->argument[0]];
    if (part->form != VALUE_PART || part->index != i || (i > 0 && part->argument[0] != vector)) return -1;
    vector = part->argument[0];
  }
  return m->values[vector].kind.count == v->count ? vector : -1;
}

static void write_make(printer *p, const burl__code_value *v) {
  const burl__dialect *const d = p->d;
  const int is_record = v->kind.base == KIND_RECORD;
  const int converted = is_record || !d->converts_vectors ? -1 : vector_converted(p->m, v);
  if (converted >= 0) {
    if (d->converts_vectors == 2) burl__write(p->text, "convert_");
    write_kind(p, v->kind);
    burl__write(p->text, "(");
    write_value(p, converted);
    burl__write(p->text, ")");
    return;
  }
  const int in_brackets = is_record ? d->record == RECORD_BY_LITERAL
                                    : d->make == MAKE_BY_CAST || d->make == MAKE_BY_LITERAL;
  const int in_braces = is_record ? d->record == RECORD_BY_LITERAL || d->record == RECORD_BY_BRACES
                                  : d->make == MAKE_BY_LITERAL;
  if (is_record && d->record == RECORD_BY_FUNCTION) {
    burl__write(p->text, "%s_make_%s", p->options->prefix, p->m->records[v->kind.record].name);
  } else {
    burl__write(p->text, "%s", in_brackets ? "(" : !is_record && d->make == MAKE_BY_FUNCTION ? "make_" : "");
    write_kind(p, v->kind);
    burl__write(p->text, "%s", in_brackets ? ")" : "");
  }
  burl__write(p->text, in_braces ? "{" : "(");
  write_arguments(p, v);
  burl__write(p->text, in_braces ? "}" : ")");
}

static void write_convert(printer *p, const burl__code_value *v) {
  if (v->kind.count > 1 && p->d->converts_vectors == 2) burl__write(p->text, "convert_");
  if (p->d->casts_by_name || v->kind.count > 1) {
    write_kind(p, v->kind);
    burl__write(p->text, "(");
    write_value(p, v->argument[0]);
    burl__write(p->text, ")");
    return;
  }
  burl__write(p->text, "(");
  write_kind(p, v->kind);
  burl__write(p->text, ")");
  write_within(p, v->argument[0], 9);
}

static void write_part(printer *p, const burl__code_value *v) {
  const burl__kind of = p->m->values[v->argument[0]].kind;
  write_within(p, v->argument[0], 9);
  if (of.base == KIND_RECORD) burl__write(p->text, ".%s", p->m->records[of.record].fields[v->index].name);
  else burl__write(p->text, ".%c", "xyzw"[v->index]);
}

static void write_pick(printer *p, const burl__code_value *v) {
  if (p->d->is_wgsl) {
    burl__write(p->text, "select(");
    write_value(p, v->argument[2]);
    burl__write(p->text, ", ");
    write_value(p, v->argument[1]);
    burl__write(p->text, ", ");
    write_value(p, v->argument[0]);
    burl__write(p->text, ")");
    return;
  }
  write_within(p, v->argument[0], 3);
  burl__write(p->text, " ? ");
  write_within(p, v->argument[1], 2);
  burl__write(p->text, " : ");
  write_within(p, v->argument[2], 1);
}

static void write_exact(printer *p, const burl__code_value *v) {
  const int is_wide = v->kind.base == KIND_WIDE;
  const char *const name = v->form == VALUE_ROOT    ? (is_wide ? p->d->wide_root : p->d->root)
                           : v->form == VALUE_FLOOR ? (is_wide ? p->d->wide_floor : p->d->floor)
                                                    : (is_wide ? p->d->wide_size : p->d->size);
  write_call(p, name, v);
}

static void write_bits(printer *p, const burl__code_value *v) {
  const char *const format = v->form == VALUE_BITS        ? p->d->bits
                             : v->form == VALUE_FROM_BITS ? p->d->from_bits
                                                          : p->d->low_bits;
  const char *const helper = v->form == VALUE_BITS ? "bits" : v->form == VALUE_FROM_BITS ? "from_bits" : "low_bits";
  if (format) {
    write_by_format(p, format, v->argument[0]);
    return;
  }
  burl__write(p->text, "%s_%s(", p->options->prefix, helper);
  write_value(p, v->argument[0]);
  burl__write(p->text, ")");
}

static void write_global(printer *p, const burl__code_value *v) {
  if (p->d->passes_uniforms) burl__write(p->text, "uniforms.%s", p->m->uniforms[v->index].name);
  else burl__write(p->text, "%s_%s", p->options->prefix, p->m->uniforms[v->index].name);
  if (v->count) {
    burl__write(p->text, "[");
    burl__write(p->text, "%u", p->m->values[v->argument[0]].word);
    burl__write(p->text, "]");
  }
}

/* Whether a compiler might do something else than what is written: fuse a product with a sum, or regroup sums. */
static int guards(const printer *p, const burl__code_value *v) {
  const int is_number = v->kind.base >= KIND_REAL && v->kind.count == 1 && !p->options->is_fast;
  if (p->d->fusing == FUSED_FUNCTIONS) return is_number && v->form == VALUE_TIMES;
  return is_guarded(p, v->kind) && (v->form == VALUE_TIMES || is_sum(v->form));
}

static void write_guarded(printer *p, const burl__code_value *v) {
  if (p->d->fusing == FUSED_FUNCTIONS) {
    write_call(p, v->kind.base == KIND_WIDE ? "__dmul_rn" : "__fmul_rn", v);
    return;
  }
  burl__write(p->text, "%s_exact(", p->options->prefix);
  write_binary(p, v);
  burl__write(p->text, ")");
}

/* Whether compilers may regroup sums, as if numbers were exact. */
static int regroups(const printer *p) {
  switch (p->d->fusing) {
    case FUSED_PRECISE: return p->options->is_fast;
    case FUSED_BARRIER: return p->options->is_fast || !p->options->is_exact;
    default: return p->d->round != NULL;
  }
}

/* What a sum that rounds makes of its first term. */
static void write_rounded(printer *p, const burl__code_value *v) {
  int exponent;
  frexp(p->m->values[v->argument[1]].number, &exponent);
  const int last = exponent - 24; /* places of a float */
  burl__write(p->text, "%s(", p->d->round);
  write_within(p, v->argument[0], last ? 6 : 0);
  if (last) {
    burl__write(p->text, " * ");
    burl__print_real(p->options, ldexp(1, -last), p->text);
  }
  burl__write(p->text, ")");
  if (last) {
    burl__write(p->text, " * ");
    burl__print_real(p->options, ldexp(1, last), p->text);
  }
}

/* Writes sums that round, and what takes their numbers off again, so that it is no matter whether the compiler leaves
 * both out; 0 where the value is none of them. */
static int write_rounding(printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  if (!regroups(p)) return 0;
  if (p->values[value].is_rounding) {
    write_rounded(p, v);
    burl__write(p->text, " + ");
    write_value(p, v->argument[1]);
    return 1;
  }
  if (v->form != VALUE_MINUS || !is_rounding(p->m, v) || p->values[v->argument[0]].is_variable) return 0;
  write_rounded(p, &p->m->values[v->argument[0]]);
  return 1;
}

static void write_expression(printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  if (write_rounding(p, value)) return;
  if (guards(p, v)) {
    write_guarded(p, v);
    return;
  }
  switch (v->form) {
    case VALUE_LITERAL: write_literal(p, v); return;
    case VALUE_PARAMETER: burl__write(p->text, "%s", p->values[value].name); return;
    case VALUE_GLOBAL: write_global(p, v); return;
    case VALUE_NEGATE: burl__write(p->text, "-"); write_within(p, v->argument[0], 8); return;
    case VALUE_COMPLEMENT: burl__write(p->text, "~"); write_within(p, v->argument[0], 8); return;
    case VALUE_NOT: burl__write(p->text, "!"); write_within(p, v->argument[0], 8); return;
    case VALUE_PART: write_part(p, v); return;
    case VALUE_MAKE: write_make(p, v); return;
    case VALUE_CONVERT: write_convert(p, v); return;
    case VALUE_BITS: case VALUE_FROM_BITS: case VALUE_LOW_BITS: write_bits(p, v); return;
    case VALUE_PICK: write_pick(p, v); return;
    case VALUE_ROOT: case VALUE_FLOOR: case VALUE_SIZE: write_exact(p, v); return;
    case VALUE_CALL: write_module_call(p, v); return;
    case VALUE_OWN: write_call(p, p->d->own[v->index], v); return;
    case VALUE_ENTRY:
      burl__write(p->text, "%s_%s%s", p->options->prefix, p->m->tables[v->index].name, p->options->is_within ? "(" : "[");
      write_value(p, v->argument[0]);
      burl__write(p->text, p->options->is_within ? ")" : "]");
      return;
    case VALUE_COUNTER: burl__write(p->text, "%s", p->regions[v->index].names[p->m->regions[v->index].count]); return;
    case VALUE_CARRIED: case VALUE_RESULT: burl__write(p->text, "%s", p->regions[v->index].names[v->which]); return;
    default: write_binary(p, v); return;
  }
}

static void write_value(printer *p, int value) {
  if (value < 0) return;
  if (p->values[value].is_variable) burl__write(p->text, "%s", p->values[value].name);
  else write_expression(p, value);
}

/* ---- Which values become variables --------------------------------------------------------------- */

/* What is as short as a variable's name, or one already. */
static int is_short(const printer *p, const burl__code_value *v) {
  switch (v->form) {
    case VALUE_LITERAL: case VALUE_PARAMETER: case VALUE_GLOBAL: case VALUE_COUNTER: case VALUE_RESULT: return 1;
    case VALUE_CARRIED: return 1;
    case VALUE_PART: return is_short(p, &p->m->values[v->argument[0]]) || p->values[v->argument[0]].is_variable;
    case VALUE_CONVERT:
      return v->kind.count == 1 && v->kind.base != KIND_WIDE && is_short(p, &p->m->values[v->argument[0]]);
    default: return 0;
  }
}

static int weight_of(const printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  if (p->values[value].is_variable || is_short(p, v)) return 6;
  return p->values[value].weight;
}

static int is_call(const burl__code_value *v) { return v->form == VALUE_CALL || v->form == VALUE_MAKE; }

/* Whether a sum has a product in its text, or undoes another, of which `precise` must take care. */
static int must_be_precise(const printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  if (p->values[value].is_variable || v->form == VALUE_LITERAL) return 0;
  if (v->kind.base != KIND_REAL && v->kind.base != KIND_WIDE && v->form != VALUE_CONVERT && v->form < VALUE_LESS) return 0;
  if (p->values[value].is_undone || (p->d->is_precise_alone && is_sum(v->form) && v->kind.base >= KIND_REAL)) return 1;
  if (v->form == VALUE_OVER && burl__is_literal(p->m, v->argument[1])) return 1; /* no product with its reciprocal */
  if (is_sum(v->form))
    for (int i = 0; i < 2; i++) {
      int a = v->argument[i];
      while (!p->values[a].is_variable && p->m->values[a].form == VALUE_NEGATE) a = p->m->values[a].argument[0];
      if (p->m->values[a].form == VALUE_TIMES && p->m->values[a].kind.base >= KIND_REAL) return 1;
    }
  for (int i = 0; i < v->count; i++)
    if (must_be_precise(p, v->argument[i])) return 1;
  return 0;
}

static int is_precise(const printer *p) { return p->d->fusing == FUSED_PRECISE && !p->options->is_fast; }

static void weigh_value(printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  value_state *const s = &p->values[value];
  s->weight = is_call(v) || v->form == VALUE_OWN ? 18 : 4;
  for (int i = 0; i < v->count; i++) {
    const int a = v->argument[i];
    /* what stands as an argument has no variable that could be precise */
    const int is_argument = is_call(v) || v->form == VALUE_OWN || v->form == VALUE_ENTRY || p->d->is_precise_alone;
    if (is_precise(p) && is_argument && !p->values[a].is_variable && must_be_precise(p, a))
      p->values[a].is_variable = 1;
    s->weight += weight_of(p, a);
  }
  if (s->weight > LONGEST) /* the longest arguments are given names */
    for (int i = 0; i < v->count; i++) {
      const int a = v->argument[i];
      if (weight_of(p, a) > LONGEST / 3 && p->m->values[a].block == v->block) {
        s->weight += 6 - weight_of(p, a);
        p->values[a].is_variable = 1;
      }
    }
  if (is_short(p, v)) s->is_variable = s->is_apart && v->form == VALUE_CARRIED;
  else s->is_variable |= s->uses > 1 || s->is_apart || (p->d->is_precise_alone && s->is_undone);
  if (v->form == VALUE_LITERAL || v->form == VALUE_PARAMETER || v->form == VALUE_GLOBAL) s->is_variable = 0;
}

static void weigh_block(printer *p, int block) {
  const burl__block *const b = &p->m->blocks[block];
  for (size_t i = 0; i < b->count; i++) {
    const burl__code_item *const item = &b->items[i];
    if (item->what == ITEM_VALUE && p->values[item->index].uses) weigh_value(p, item->index);
    if (item->what != ITEM_REGION || !p->regions[item->index].is_needed) continue;
    const burl__region *const r = &p->m->regions[item->index];
    weigh_block(p, r->blocks[0]);
    if (!r->is_loop) weigh_block(p, r->blocks[1]);
  }
}

/* ---- Statements ---------------------------------------------------------------------------------- */

static void start_line(printer *p) { burl__write(p->text, "%*s", 2 * p->indent, ""); }

/* The beginning of a declaration: a constant or a variable. */
static void write_declaration(printer *p, burl__kind kind, const char *name, int varies) {
  start_line(p);
  if (p->d->is_wgsl) {
    burl__write(p->text, "%s %s", varies ? "var" : "let", name);
    if (varies) {
      burl__write(p->text, ": ");
      write_kind(p, kind);
    }
    return;
  }
  if (is_precise(p) && (kind.base == KIND_REAL || kind.base == KIND_WIDE)) burl__write(p->text, "precise ");
  if (p->d == &burl__dialects[TARGET_C] && !varies) burl__write(p->text, "const ");
  write_kind(p, kind);
  burl__write(p->text, " %s", name);
}

static void print_variable(printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  value_state *const s = &p->values[value];
  if (v->note) {
    start_line(p);
    burl__write(p->text, "// %s\n", v->note);
  }
  s->name = take_name(p, v->name ? v->name : v->form == VALUE_CALL ? p->m->functions[v->index].name : NULL);
  write_declaration(p, v->kind, s->name, 0);
  burl__write(p->text, " = ");
  write_expression(p, value);
  burl__write(p->text, ";\n");
}

static void print_block(printer *p, int block);

/* Whether the text of a value reads a variable of a loop. */
static int reads_carried(const printer *p, int value, int region, int which) {
  const burl__code_value *const v = &p->m->values[value];
  if (v->form == VALUE_CARRIED && v->index == region && v->which == which) return !p->values[value].is_variable;
  if (p->values[value].is_variable) return 0;
  for (int i = 0; i < v->count; i++)
    if (reads_carried(p, v->argument[i], region, which)) return 1;
  return 0;
}

static int is_itself(const printer *p, int value, int region, int which) {
  const burl__code_value *const v = &p->m->values[value];
  if (p->values[value].is_variable) return 0;
  if (v->form == VALUE_CARRIED && v->index == region && v->which == which) return 1;
  return (v->form == VALUE_CARRIED || v->form == VALUE_RESULT) && p->regions[v->index].names &&
         p->regions[v->index].names[v->which] && p->regions[region].names[which] &&
         strcmp(p->regions[v->index].names[v->which], p->regions[region].names[which]) == 0;
}

static void assign(printer *p, const char *name, int value) {
  start_line(p);
  burl__write(p->text, "%s = ", name);
  write_value(p, value);
  burl__write(p->text, ";\n");
}

/* Assigns what goes into the next turn, each where no other still reads the variable; around a circle one is kept
 * apart first. */
static void assign_carried(printer *p, int region, const int *values, int count) {
  region_state *const s = &p->regions[region];
  unsigned char done[64] = {0};
  for (int left = count < 64 ? count : 64; left > 0;) {
    int next = -1, any = -1;
    for (int k = 0; k < count && k < 64 && next < 0; k++) {
      if (done[k]) continue;
      any = k;
      int is_read = 0;
      for (int other = 0; other < count && other < 64; other++)
        is_read |= other != k && !done[other] && s->carries[other] && reads_carried(p, values[other], region, k);
      if (!is_read || !s->carries[k]) next = k;
    }
    if (next < 0) { /* a circle */
      const int value = values[any];
      p->values[value].name = take_name(p, "next");
      write_declaration(p, p->m->values[value].kind, p->values[value].name, 0);
      burl__write(p->text, " = ");
      write_expression(p, value);
      burl__write(p->text, ";\n");
      p->values[value].is_variable = 1;
      continue;
    }
    if (s->carries[next] && !is_itself(p, values[next], region, next)) assign(p, s->names[next], values[next]);
    done[next] = 1;
    left--;
  }
}

static void print_if(printer *p, int region) {
  const burl__region *const r = &p->m->regions[region];
  region_state *const s = &p->regions[region];
  for (int k = 0; k < r->count; k++) {
    if (!s->carries[k]) continue;
    s->names[k] = take_name(p, r->name[k]);
    write_declaration(p, p->m->values[r->left[2 * k]].kind, s->names[k], 1);
    const int other = r->left[2 * k + 1];
    if (p->m->values[other].block != r->blocks[1] || p->m->values[other].form == VALUE_LITERAL) {
      burl__write(p->text, " = ");
      write_value(p, other);
    }
    burl__write(p->text, ";\n");
  }
  start_line(p);
  burl__write(p->text, "if (");
  write_value(p, r->condition);
  burl__write(p->text, ") {\n");
  p->indent++;
  print_block(p, r->blocks[0]);
  for (int k = 0; k < r->count; k++)
    if (s->carries[k] && r->left[2 * k] != r->left[2 * k + 1]) assign(p, s->names[k], r->left[2 * k]);
  p->indent--;
  burl__text *const text = p->text;
  const size_t begin = text->length;
  start_line(p);
  burl__write(text, "} else {\n");
  const size_t inside = text->length;
  p->indent++;
  print_block(p, r->blocks[1]);
  for (int k = 0; k < r->count; k++) {
    const int other = r->left[2 * k + 1];
    if (s->carries[k] && p->m->values[other].block == r->blocks[1] && p->m->values[other].form != VALUE_LITERAL)
      assign(p, s->names[k], other);
  }
  p->indent--;
  if (text->length == inside && !text->failed) text->length = begin; /* nothing to do */
  start_line(p);
  burl__write(text, "}\n");
}

/* The variables of a loop go on being those of what was before it, where nothing else reads that. */
static const char *carried_name(printer *p, const burl__region *r, int which) {
  const int from = r->entered[which];
  const burl__code_value *const v = &p->m->values[from];
  if (v->form == VALUE_CARRIED && p->values[from].uses == 1 && !p->values[from].is_variable)
    return p->regions[v->index].names[v->which];
  return NULL;
}

static void print_loop(printer *p, int region) {
  const burl__region *const r = &p->m->regions[region];
  region_state *const s = &p->regions[region];
  for (int k = 0; k < r->count; k++) {
    if (!s->carries[k] || (s->names[k] = carried_name(p, r, k))) continue;
    s->names[k] = take_name(p, r->name[k] ? r->name[k] : p->m->values[r->entered[k]].name);
    write_declaration(p, p->m->values[r->entered[k]].kind, s->names[k], 1);
    burl__write(p->text, " = ");
    write_value(p, r->entered[k]);
    burl__write(p->text, ";\n");
  }
  const int is_outside = s->carries[r->count]; /* its counter is read behind it */
  s->names[r->count] = take_name(p, r->name[r->count]);
  if (is_outside) {
    write_declaration(p, r->counter, s->names[r->count], 1);
    burl__write(p->text, " = ");
    write_value(p, r->first);
    burl__write(p->text, ";\n");
  }
  const char *const counter = s->names[r->count];
  start_line(p);
  burl__write(p->text, "for (");
  if (!is_outside) {
    if (p->d->is_wgsl) burl__write(p->text, "var");
    else write_kind(p, r->counter);
    burl__write(p->text, " %s = ", counter);
    write_value(p, r->first);
  }
  burl__write(p->text, "; ");
  write_value(p, r->condition);
  if (burl__is_literal(p->m, r->step) && burl__number_of(p->m, r->step) == 1) burl__write(p->text, "; %s++", counter);
  else {
    burl__write(p->text, "; %s += ", counter);
    write_value(p, r->step);
  }
  burl__write(p->text, ") {\n");
  p->indent++;
  print_block(p, r->blocks[0]);
  assign_carried(p, region, r->left, r->count);
  p->indent--;
  start_line(p);
  burl__write(p->text, "}\n");
}

static void print_break(printer *p, int block, const burl__code_item *item) {
  assign_carried(p, p->m->blocks[block].region, item->kept, item->count);
  start_line(p);
  burl__write(p->text, "if (");
  write_value(p, item->condition);
  burl__write(p->text, ") {\n");
  p->indent++;
  start_line(p);
  burl__write(p->text, "break;\n");
  p->indent--;
  start_line(p);
  burl__write(p->text, "}\n");
}

static void print_block(printer *p, int block) {
  const burl__block *const b = &p->m->blocks[block];
  for (size_t i = 0; i < b->count && !p->m->failed; i++) {
    const burl__code_item *const item = &b->items[i];
    if (item->what == ITEM_VALUE && p->values[item->index].uses && p->values[item->index].is_variable)
      print_variable(p, item->index);
    if (item->what == ITEM_BREAK) print_break(p, block, item);
    if (item->what != ITEM_REGION || !p->regions[item->index].is_needed) continue;
    if (p->m->regions[item->index].is_loop) print_loop(p, item->index);
    else print_if(p, item->index);
  }
}

/* ---- Functions ----------------------------------------------------------------------------------- */

static void print_head(printer *p, int function) {
  const burl__function *const f = &p->m->functions[function];
  burl__write(p->text, "%s", p->d->is_wgsl ? "fn " : p->options->is_within ? "" : p->d->function);
  if (!p->d->is_wgsl) {
    write_kind(p, f->result);
    burl__write(p->text, " ");
  }
  burl__write(p->text, "%s_%s(", p->options->prefix, f->name);
}

static void print_parameters(printer *p, int function) {
  const burl__function *const f = &p->m->functions[function];
  const char *between = "";
  for (int i = 0; i < f->count; i++) {
    if (!p->reads[function][i]) continue;
    const char *const name = take_name(p, f->parameters[i].name);
    for (size_t v = 0; v < p->m->blocks[f->block].count; v++) {
      const burl__code_item *const item = &p->m->blocks[f->block].items[v];
      if (item->what == ITEM_VALUE && p->m->values[item->index].form == VALUE_PARAMETER &&
          p->m->values[item->index].index == i)
        p->values[item->index].name = name;
    }
    burl__write(p->text, "%s", between);
    between = ", ";
    if (p->d->is_wgsl) burl__write(p->text, "%s: ", name);
    write_kind(p, f->parameters[i].kind);
    if (!p->d->is_wgsl) burl__write(p->text, " %s", name);
  }
  if (p->d->passes_uniforms && p->reads_uniforms[function])
    burl__write(p->text, "%s%s_uniforms %s", between, p->options->prefix, take_name(p, "uniforms"));
}

static void print_return(printer *p, int value) {
  if (is_precise(p) && must_be_precise(p, value) && p->m->values[value].kind.base >= KIND_REAL &&
      p->m->values[value].kind.base != KIND_RECORD) {
    const char *const name = take_name(p, "result");
    write_declaration(p, p->m->values[value].kind, name, 0);
    burl__write(p->text, " = ");
    write_value(p, value);
    burl__write(p->text, ";\n  return %s;\n", name);
    return;
  }
  burl__write(p->text, "  return ");
  write_value(p, value);
  burl__write(p->text, ";\n");
}

/* The head's parameters and the body, which tell whether two functions are one. */
static void print_rest(printer *p, int function) {
  const burl__function *const f = &p->m->functions[function];
  p->names = (burl__links){0};
  print_parameters(p, function);
  if (p->d->is_wgsl) {
    burl__write(p->text, ") -> ");
    write_kind(p, f->result);
    burl__write(p->text, " {\n");
  } else {
    burl__write(p->text, ") {\n");
  }
  weigh_block(p, f->block);
  p->indent = 1;
  print_block(p, f->block);
  print_return(p, f->value);
  burl__write(p->text, "}\n");
}

/* Whether a function printed before has the name, or one that must. */
static int is_function(const printer *p, int function, const char *name) {
  for (int k = 0; p->order[k] != function; k++) {
    const burl__function *const f = &p->m->functions[p->order[k]];
    if (f->same_as < 0 && strcmp(f->name, name) == 0) return 1;
  }
  for (size_t i = 0; i < p->m->function_count; i++)
    if (p->m->functions[i].is_entry && strcmp(p->m->functions[i].name, name) == 0) return 1;
  return 0;
}

/* The name of a function, told apart from all that the text declares; entries keep theirs. */
static const char *function_name(printer *p, int function) {
  const burl__function *const f = &p->m->functions[function];
  char plain[BURL__NAME_ROOM], name[BURL__NAME_ROOM + 16];
  if (f->is_entry) return f->name;
  burl__plain_name(f->name, plain);
  snprintf(name, sizeof name, "%s", plain);
  for (int i = 2; is_function(p, function, name) || burl__is_declared(p->m, name); i++)
    snprintf(name, sizeof name, "%s%s%d", plain, strchr("0123456789", plain[strlen(plain) - 1]) ? "_" : "", i);
  const char *const kept = burl__arena_text(p->m->arena, name, strlen(name));
  if (!kept) p->m->failed = 1;
  return kept ? kept : f->name;
}

/* An earlier function with the same text. */
static int same_function(const printer *p, int function, const char *text) {
  for (int k = 0; p->order[k] != function; k++) {
    const int other = p->order[k];
    const burl__function *const f = &p->m->functions[other];
    if (f->text && f->same_as < 0 && !f->is_entry && burl__same_kind(f->result, p->m->functions[function].result) &&
        strcmp(f->text, text) == 0)
      return other;
  }
  return -1;
}

static void print_function(printer *p, int function) {
  burl__text *const all = p->text;
  burl__text rest;
  burl__text_open(&rest, p->m->allocator);
  p->text = &rest;
  print_rest(p, function);
  burl__function *const f = &p->m->functions[function];
  f->text = rest.failed ? NULL : burl__arena_text(p->m->arena, rest.start, rest.length);
  if (!f->text) p->m->failed = 1;
  burl__text_close(&rest);
  p->text = all;
  if (p->m->failed) return;
  f->same_as = f->is_entry ? -1 : same_function(p, function, f->text);
  if (f->same_as >= 0) return;
  f->name = function_name(p, function);
  burl__write(all, "\n");
  if (f->note) burl__write(all, "// %s\n", f->note);
  print_head(p, function);
  burl__write(all, "%s", f->text);
}

/* ---- Records, tables and helpers ----------------------------------------------------------------- */

static void print_record(printer *p, int record) {
  const burl__record *const r = &p->m->records[record];
  const int is_typedef = p->d == &burl__dialects[TARGET_C] || p->d == &burl__dialects[TARGET_OPENCL];
  if (is_typedef) burl__write(p->text, "\ntypedef struct {\n");
  else burl__write(p->text, "\nstruct %s_%s {\n", p->options->prefix, r->name);
  for (int i = 0; i < r->count; i++) {
    burl__write(p->text, "  ");
    if (p->d->is_wgsl) burl__write(p->text, "%s: ", r->fields[i].name);
    write_kind(p, r->fields[i].kind);
    if (p->d->is_wgsl) burl__write(p->text, ",\n");
    else burl__write(p->text, " %s;\n", r->fields[i].name);
  }
  if (is_typedef) burl__write(p->text, "} %s_%s;\n", p->options->prefix, r->name);
  else burl__write(p->text, p->d->is_wgsl ? "}\n" : "};\n");
}

/* The function that makes a record, where the language has nothing shorter. */
static void print_maker(printer *p, int record) {
  const burl__record *const r = &p->m->records[record];
  burl__write(p->text, "\n%s_%s %s_make_%s(", p->options->prefix, r->name, p->options->prefix, r->name);
  for (int i = 0; i < r->count; i++) {
    burl__write(p->text, "%s", i ? ", " : "");
    write_kind(p, r->fields[i].kind);
    burl__write(p->text, " %s", r->fields[i].name);
  }
  burl__write(p->text, ") {\n  %s_%s made;\n", p->options->prefix, r->name);
  for (int i = 0; i < r->count; i++)
    burl__write(p->text, "  made.%s = %s;\n", r->fields[i].name, r->fields[i].name);
  burl__write(p->text, "  return made;\n}\n");
}

static void write_entry(printer *p, const burl__table *t, int i) {
  if (t->reals) burl__print_real(p->options, (double)t->reals[i], p->text);
  else if (t->words) burl__write(p->text, "%uu", t->words[i]);
  else burl__write(p->text, "%d", t->bytes[i]);
}

/* The entries, some a line. */
static void write_entries(printer *p, const burl__table *t) {
  size_t line = p->text->length;
  for (int i = 0; i < t->count; i++) {
    if (i > 0) burl__write(p->text, ",");
    if (i == 0 || p->text->length - line > 88) {
      burl__write(p->text, "\n  ");
      line = p->text->length;
    } else {
      burl__write(p->text, " ");
    }
    write_entry(p, t, i);
  }
}

static void print_table(printer *p, int table) {
  const burl__table *const t = &p->m->tables[table];
  const burl__kind kind = burl__kind_of(t->base);
  if (p->d->is_wgsl) {
    burl__write(p->text, "\nconst %s_%s = array<", p->options->prefix, t->name);
    write_kind(p, kind);
    burl__write(p->text, ", %d>(", t->count);
  } else {
    burl__write(p->text, "\n%s", p->d->small_table && t->count <= MOST_SMALL && !p->options->is_godot ? p->d->small_table : p->d->table);
    write_kind(p, kind);
    burl__write(p->text, " %s_%s[%d] = ", p->options->prefix, t->name, t->count);
    if (p->d == &burl__dialects[TARGET_GLSL] || p->d == &burl__dialects[TARGET_GLSLES]) {
      write_kind(p, kind);
      burl__write(p->text, "[%d](", t->count);
    } else {
      burl__write(p->text, "{");
    }
  }
  write_entries(p, t);
  const int by_name = p->d->is_wgsl || p->d == &burl__dialects[TARGET_GLSL] || p->d == &burl__dialects[TARGET_GLSLES];
  burl__write(p->text, by_name ? ");\n" : "};\n");
}

/* A table as a function that looks it up. */
static void print_table_function(printer *p, int table) {
  const burl__table *const t = &p->m->tables[table];
  const char *const type = p->d->types[t->base][0];
  burl__write(p->text, "\n%s %s_%s(uint index) {\n  static const %s entries[%d] = {", type, p->options->prefix, t->name, type,
              t->count);
  write_entries(p, t);
  burl__write(p->text, "};\n  return entries[index];\n}\n");
}

/* C has no vectors. */
static void print_vectors(printer *p, const unsigned char used[KIND_RECORD][4]) {
  static const char *const names[] = {"x", "x, y", "x, y, z", "x, y, z, w"};
  for (int base = 0; base < KIND_RECORD; base++)
    for (int i = 1; i < 4; i++) {
      if (!used[base][i] || p->d != &burl__dialects[TARGET_C]) continue;
      burl__write(p->text, "\ntypedef struct {\n  %s %s;\n} ", p->d->types[base][0], names[i]);
      write_kind(p, burl__vector_of((burl__base)base, i + 1));
      burl__write(p->text, ";\n");
    }
}

/* The zero that barriers compute with. */
static void write_zero(const burl__print_options *options, burl__text *text) {
  if (options->zero) burl__write(text, "#define %s_zero %s  // 0, of which the compiler must not know\n", options->prefix, options->zero);
  else burl__write(text, "uniform uint %s_zero;  // 0, of which the compiler must not know\n", options->prefix);
}

static void print_helpers(printer *p, const unsigned char forms[VALUE_RESULT + 1]) {
  const char *const prefix = p->options->prefix;
  if (p->d == &burl__dialects[TARGET_C]) {
    if (forms[VALUE_BITS])
      burl__write(p->text, "\nstatic inline uint32_t %s_bits(float a) {\n  uint32_t bits;\n"
                           "  memcpy(&bits, &a, sizeof bits);\n  return bits;\n}\n", prefix);
    if (forms[VALUE_FROM_BITS] || forms[VALUE_LITERAL])
      burl__write(p->text, "\nstatic inline float %s_from_bits(uint32_t bits) {\n  float a;\n"
                           "  memcpy(&a, &bits, sizeof a);\n  return a;\n}\n", prefix);
    if (forms[VALUE_LOW_BITS])
      burl__write(p->text, "\nstatic inline uint32_t %s_low_bits(double a) {\n  uint64_t bits;\n"
                           "  memcpy(&bits, &a, sizeof bits);\n  return (uint32_t)bits;\n}\n", prefix);
  }
  if (p->d == &burl__dialects[TARGET_HLSL] && forms[VALUE_LOW_BITS])
    burl__write(p->text, "\nuint %s_low_bits(double a) {\n  uint low, high;\n  asuint(a, low, high);\n"
                         "  return low;\n}\n", prefix);
  if (p->d->is_wgsl && forms[VALUE_LITERAL]) /* which has no literal infinities */
    burl__write(p->text, "\nfn %s_from_bits(bits: u32) -> f32 {\n  var kept = bits;\n"
                         "  return bitcast<f32>(kept);\n}\n", prefix);
  if (p->d->fusing != FUSED_BARRIER || !p->options->is_exact || p->options->is_fast) return;
  if (p->d->is_wgsl)
    burl__write(p->text, "\n// 0, of which the compiler must not know: set it from a uniform before anything else.\n"
                         "var<private> %s_zero: u32 = 0u;\n\n"
                         "// Keeps a product from being fused with a sum, and sums from being regrouped.\n"
                         "fn %s_exact(number: f32) -> f32 {\n"
                         "  return bitcast<f32>(bitcast<u32>(number) ^ %s_zero);\n}\n", prefix, prefix, prefix);
  else {
    burl__write(p->text, "\n");
    write_zero(p->options, p->text);
    burl__write(p->text, "\n// Keeps a product from being fused with a sum, and sums from being regrouped.\n"
                         "float %s_exact(float number) {\n"
                         "  return uintBitsToFloat(floatBitsToUint(number) ^ %s_zero);\n}\n", prefix, prefix);
  }
}

/* What the needed values use of what is printed in front of functions. */
typedef struct {
  unsigned char vectors[KIND_RECORD][4], forms[VALUE_RESULT + 1], *tables, *records;
} in_use;

static void note_kind(in_use *u, burl__kind kind) {
  if (kind.base == KIND_RECORD) u->records[kind.record] = 1;
  else u->vectors[kind.base][kind.count - 1] = 1;
}

static void find_in_use(printer *p, in_use *u) {
  for (size_t i = 0; i < p->m->value_count; i++) {
    const burl__code_value *const v = &p->m->values[i];
    if (!p->values[i].uses && v->form != VALUE_PARAMETER) continue;
    if (v->form == VALUE_PARAMETER && !(p->needed[v->which] && p->reads[v->which][v->index])) continue;
    if (v->form == VALUE_LITERAL) u->forms[VALUE_LITERAL] |= v->kind.base == KIND_REAL && !is_finite(v->number);
    else u->forms[v->form] = 1;
    if (v->form == VALUE_ENTRY) u->tables[v->index] = 1;
    if (v->kind.base != KIND_RECORD && !p->d->types[v->kind.base][v->kind.count - 1]) {
      p->m->failed = 3;
      p->m->misread = "a number that the language doesn't have";
      return;
    }
    note_kind(u, v->kind);
  }
}

static void print_front(printer *p) {
  in_use u = {.tables = take(p, p->m->table_count + 1), .records = take(p, p->m->record_count + 1)};
  if (p->m->failed) return;
  find_in_use(p, &u);
  print_vectors(p, (const unsigned char(*)[4])u.vectors);
  for (size_t i = 0; i < p->m->record_count; i++)
    if (u.records[i]) print_record(p, (int)i);
  if (p->options->is_within) burl__write(p->text, "\nstruct %s_text {\n", p->options->prefix);
  for (size_t i = 0; i < p->m->record_count && p->d->record == RECORD_BY_FUNCTION; i++)
    if (u.records[i]) print_maker(p, (int)i);
  for (size_t i = 0; i < p->m->table_count; i++)
    if (u.tables[i] && p->options->is_within) print_table_function(p, (int)i);
    else if (u.tables[i]) print_table(p, (int)i);
  print_helpers(p, u.forms);
}

void burl__print_module(burl__module *module, const burl__print_options *options, burl__text *text) {
  printer p = {.m = module, .options = options, .d = options->dialect, .text = text};
  p.values = take(&p, (module->value_count + 1) * sizeof *p.values);
  p.regions = take(&p, (module->region_count + 1) * sizeof *p.regions);
  p.needed = take(&p, module->function_count + 1);
  p.order = take(&p, (module->function_count + 1) * sizeof *p.order);
  p.reads = take(&p, (module->function_count + 1) * sizeof *p.reads);
  p.reads_uniforms = take(&p, module->function_count + 1);
  if (module->failed) return;
  for (size_t i = 0; i < module->function_count; i++)
    if (module->functions[i].is_entry) need_function(&p, (int)i);
  burl__name_records_and_tables(module);
  if (!module->failed) print_front(&p);
  for (int i = 0; i < p.count && !module->failed; i++) print_function(&p, p.order[i]);
  burl__release(&module->allocator, p.readings);
  if (text->failed) module->failed = 1;
}
