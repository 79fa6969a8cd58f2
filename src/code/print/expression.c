/* Values as expressions of the language: literals, operators, calls. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "code/print/printer.h"

/* ---- Kinds and literals -------------------------------------------------------------------------- */

static void write_scalar(const burl__print_options *options, const char *type, burl__text *text) {
  if (*type == '@') burl__write(text, "%s_%s", options->prefix, type + 1);
  else burl__write(text, "%s", type);
}

void burl__print_kind(const burl__module *module, const burl__print_options *options, burl__kind kind,
                      burl__text *text) {
  if (kind.base == KIND_RECORD && module->records[kind.record].is_result) burl__write(text, "%s", options->type);
  else if (kind.base == KIND_RECORD) burl__write(text, "%s_%s", options->prefix, module->records[kind.record].name);
  else write_scalar(options, options->dialect->types[kind.base][kind.count - 1], text);
}

void burl__write_kind(burl__printer *p, burl__kind kind) { burl__print_kind(p->m, p->options, kind, p->text); }

/* The shortest digits that give the number back, in float or double; of the largest float by none above it, which
 * compilers call an overflow. */
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
    if (is_real ? (float)back == (float)size && back <= (double)FLT_MAX : back == size) break;
  }
  burl__write(text, "%s%s%s", digits, strpbrk(digits, ".e") ? "" : ".0", suffix);
}

/* An infinity or NaN, by the bits that it has as a float. */
static void write_by_bits(const burl__print_options *options, double number, burl__text *text) {
  const burl__dialect *const d = options->dialect;
  const uint32_t of_number = number > 0 ? 0x7F800000u : number < 0 ? 0xFF800000u : 0x7FC00000u;
  char bits[16];
  snprintf(bits, sizeof bits, options->is_godot ? "%uu" : "0x%08Xu", of_number);
  if (d->is_wgsl || !d->from_bits) burl__write(text, "%s_from_bits(%s)", options->prefix, bits);
  else burl__write(text, d->from_bits, bits);
}

void burl__print_real(const burl__print_options *options, double number, burl__text *text) {
  if (burl__is_finite(number)) write_digits(text, number, 1, options->dialect->real_suffix);
  else write_by_bits(options, number, text);
}

static void print_wide(const burl__print_options *options, double number, burl__text *text) {
  const burl__dialect *const d = options->dialect;
  if (burl__is_finite(number)) {
    write_digits(text, number, 0, d->wide_suffix);
    return;
  }
  burl__write(text, d->casts_by_name ? "%s(" : "(%s)", d->types[KIND_WIDE][0]);
  write_by_bits(options, number, text);
  if (d->casts_by_name) burl__write(text, ")");
}

static void write_literal(burl__printer *p, const burl__code_value *v) {
  if (v->kind.base == KIND_REAL) burl__print_real(p->options, v->number, p->text);
  else if (v->kind.base == KIND_WIDE) print_wide(p->options, v->number, p->text);
  else if (v->kind.base == KIND_WORD)
    burl__write(p->text, v->word > 0xFFFFu && !p->options->is_godot ? "0x%08Xu" : "%uu", v->word);
  else if (v->kind.base == KIND_INT) burl__write(p->text, "%d", (int)(int32_t)v->word);
  else burl__write(p->text, p->d == &burl__dialects[TARGET_C] ? (v->word ? "1" : "0") : v->word ? "true" : "false");
}

/* ---- Expressions --------------------------------------------------------------------------------- */

/* Whether numbers of the kind are kept by barriers. */
static int is_guarded(const burl__printer *p, burl__kind kind) {
  return p->d->fusing == FUSED_BARRIER && p->options->is_exact && !p->options->is_fast && kind.base == KIND_REAL &&
         kind.count == 1;
}

int burl__strength(const burl__printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  if (p->values[value].is_variable) return 9;
  switch (v->form) {
  case VALUE_LITERAL: return v->number < 0 || (v->kind.base == KIND_INT && (int32_t)v->word < 0) ? 7 : 9;
  case VALUE_NEGATE:
  case VALUE_COMPLEMENT:
  case VALUE_NOT: return 7;
  case VALUE_TIMES:
  case VALUE_OVER:
  case VALUE_MODULO: return 6;
  case VALUE_PLUS:
  case VALUE_MINUS: return 5;
  case VALUE_LEFT:
  case VALUE_RIGHT: return 4;
  case VALUE_LESS:
  case VALUE_LESS_EQUAL:
  case VALUE_EQUAL:
  case VALUE_NOT_EQUAL: return 3;
  case VALUE_AND:
  case VALUE_OR:
  case VALUE_XOR: return 2;
  case VALUE_PICK: return p->d->is_wgsl ? 9 : 1;
  case VALUE_CONVERT:
  case VALUE_LOW_BITS: return p->d->casts_by_name ? 9 : 7;
  default: return 9;
  }
}

static void write_within(burl__printer *p, int value, int least) {
  const int needs = burl__strength(p, value) < least;
  if (needs) burl__write(p->text, "(");
  burl__write_value(p, value);
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

/* Whether WGSL wants a vector in place of the number on the right of an operator. */
static int must_be_vector(const burl__printer *p, const burl__code_value *v) {
  const int is_bitwise = v->form >= VALUE_LEFT && v->form <= VALUE_XOR;
  return p->d->is_wgsl && is_bitwise && v->kind.count > 1 && p->m->values[v->argument[1]].kind.count == 1;
}

/* Operands in brackets wherever a language, or a reader, could group them otherwise. */
static void write_binary(burl__printer *p, const burl__code_value *v) {
  const int are_choices = p->m->values[v->argument[0]].kind.base == KIND_CHOICE;
  int left = 9, right = 9;
  if (burl__is_sum(v->form)) left = 5, right = 6;
  else if (v->form == VALUE_TIMES || v->form == VALUE_OVER) left = 6, right = 7;
  else if (v->form >= VALUE_LESS) left = right = 5;
  else if (are_choices) left = right = 3;
  const int is_logic = are_choices && (v->form == VALUE_AND || v->form == VALUE_OR);
  if (is_logic && p->m->values[v->argument[0]].form == v->form) left = 2;
  write_within(p, v->argument[0], left);
  burl__write(p->text, " %s ", operator_of(v, are_choices));
  const int is_divisor = v->form == VALUE_OVER && is_guarded(p, v->kind) && burl__is_literal(p->m, v->argument[1]);
  if (is_divisor) burl__write(p->text, "%s_exact(", p->options->prefix); /* no product with its reciprocal */
  const int is_vector = must_be_vector(p, v);
  if (is_vector) {
    burl__write_kind(p, v->kind);
    burl__write(p->text, "(");
  }
  write_within(p, v->argument[1], is_divisor || is_vector ? 0 : right);
  if (is_divisor || is_vector) burl__write(p->text, ")");
}

/* Writes by a format with one %s for the argument. */
static void write_by_format(burl__printer *p, const char *format, int argument) {
  const char *const at = strstr(format, "%s");
  burl__write_bytes(p->text, format, (size_t)(at - format));
  if (burl__strength(p, argument) < 9 && format[0] == '(') write_within(p, argument, 9);
  else burl__write_value(p, argument);
  burl__write(p->text, "%s", at + 2);
}

static void write_arguments(burl__printer *p, const burl__code_value *v) {
  for (int i = 0; i < v->count; i++) {
    if (i > 0) burl__write(p->text, ", ");
    burl__write_value(p, v->argument[i]);
  }
}

static void write_call(burl__printer *p, const char *name, const burl__code_value *v) {
  burl__write(p->text, "%s(", name);
  write_arguments(p, v);
  burl__write(p->text, ")");
}

void burl__write_function_name(burl__printer *p, int function) {
  const char *const name = p->m->functions[function].name;
  burl__write(p->text, *name ? "%s_%s" : "%s", p->options->prefix, name);
}

/* Without the arguments that the function doesn't read. */
static void write_module_call(burl__printer *p, const burl__code_value *v) {
  const burl__function *f = &p->m->functions[v->index];
  const char *between = "";
  burl__write_function_name(p, f->same_as >= 0 ? f->same_as : v->index);
  burl__write(p->text, "(");
  for (int i = 0; i < v->count; i++) {
    if (!p->reads[v->index][i]) continue;
    burl__write(p->text, "%s", between);
    burl__write_value(p, v->argument[i]);
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

/* How many of a vector's parts, from one on, are components of another vector, which lean text writes by their letters
 * together. */
static int count_components(const burl__printer *p, const burl__code_value *v, int from) {
  const burl__code_value *const first = &p->m->values[v->argument[from]];
  int count = 1;
  if (!p->options->is_lean || p->d->converts_vectors == CONVERTS_NONE || v->kind.base == KIND_RECORD) return 1;
  if (first->form != VALUE_PART || p->m->values[first->argument[0]].kind.base == KIND_RECORD) return 1;
  for (; from + count < v->count; count++) {
    const burl__code_value *const part = &p->m->values[v->argument[from + count]];
    if (part->form != VALUE_PART || part->argument[0] != first->argument[0]) return count;
  }
  return count;
}
static void write_components(burl__printer *p, const burl__code_value *v, int from, int count) {
  write_within(p, p->m->values[v->argument[from]].argument[0], 9);
  burl__write(p->text, ".");
  for (int i = 0; i < count; i++) burl__write(p->text, "%c", "xyzw"[p->m->values[v->argument[from + i]].index]);
}

static void write_parts(burl__printer *p, const burl__code_value *v) {
  for (int i = 0, count; i < v->count; i += count) {
    count = count_components(p, v, i);
    if (i > 0) burl__write(p->text, ", ");
    if (count > 1) write_components(p, v, i, count);
    else burl__write_value(p, v->argument[i]);
  }
}

static void write_make(burl__printer *p, const burl__code_value *v) {
  if (count_components(p, v, 0) == v->count && v->count > 1) {
    write_components(p, v, 0, v->count);
    return;
  }
  const burl__dialect *const d = p->d;
  const int is_record = v->kind.base == KIND_RECORD;
  const int converted = is_record || d->converts_vectors == CONVERTS_NONE ? -1 : vector_converted(p->m, v);
  if (converted >= 0) {
    if (d->converts_vectors == CONVERTS_BY_FUNCTION) burl__write(p->text, "convert_");
    burl__write_kind(p, v->kind);
    burl__write(p->text, "(");
    burl__write_value(p, converted);
    burl__write(p->text, ")");
    return;
  }
  const int in_brackets =
      is_record ? d->record == RECORD_BY_LITERAL : d->make == MAKE_BY_CAST || d->make == MAKE_BY_LITERAL;
  const int in_braces =
      is_record ? d->record == RECORD_BY_LITERAL || d->record == RECORD_BY_BRACES : d->make == MAKE_BY_LITERAL;
  if (is_record && d->record == RECORD_BY_FUNCTION) {
    burl__write(p->text, "%s_make_%s", p->options->prefix, p->m->records[v->kind.record].name);
  } else {
    burl__write(p->text, "%s", in_brackets ? "(" : !is_record && d->make == MAKE_BY_FUNCTION ? "make_" : "");
    burl__write_kind(p, v->kind);
    burl__write(p->text, "%s", in_brackets ? ")" : "");
  }
  burl__write(p->text, in_braces ? "{" : "(");
  write_parts(p, v);
  burl__write(p->text, in_braces ? "}" : ")");
}

static void write_convert(burl__printer *p, const burl__code_value *v) {
  if (v->kind.count > 1 && p->d->converts_vectors == CONVERTS_BY_FUNCTION) burl__write(p->text, "convert_");
  if (p->d->casts_by_name || v->kind.count > 1) {
    burl__write_kind(p, v->kind);
    burl__write(p->text, "(");
    burl__write_value(p, v->argument[0]);
    burl__write(p->text, ")");
    return;
  }
  burl__write(p->text, "(");
  burl__write_kind(p, v->kind);
  burl__write(p->text, ")");
  write_within(p, v->argument[0], 9);
}

static void write_part(burl__printer *p, const burl__code_value *v) {
  const burl__kind of = p->m->values[v->argument[0]].kind;
  write_within(p, v->argument[0], 9);
  if (of.base == KIND_RECORD) burl__write(p->text, ".%s", p->m->records[of.record].fields[v->index].name);
  else burl__write(p->text, ".%c", "xyzw"[v->index]);
}

static void write_pick(burl__printer *p, const burl__code_value *v) {
  if (p->d->is_wgsl) {
    burl__write(p->text, "select(");
    burl__write_value(p, v->argument[2]);
    burl__write(p->text, ", ");
    burl__write_value(p, v->argument[1]);
    burl__write(p->text, ", ");
    burl__write_value(p, v->argument[0]);
    burl__write(p->text, ")");
    return;
  }
  write_within(p, v->argument[0], 3);
  burl__write(p->text, " ? ");
  write_within(p, v->argument[1], 2);
  burl__write(p->text, " : ");
  write_within(p, v->argument[2], 1);
}

static void write_exact(burl__printer *p, const burl__code_value *v) {
  const int is_wide = v->kind.base == KIND_WIDE;
  const char *const name = v->form == VALUE_ROOT    ? (is_wide ? p->d->wide_root : p->d->root)
                           : v->form == VALUE_FLOOR ? (is_wide ? p->d->wide_floor : p->d->floor)
                                                    : (is_wide ? p->d->wide_size : p->d->size);
  write_call(p, name, v);
}

static void write_bits(burl__printer *p, const burl__code_value *v) {
  const char *const format = v->form == VALUE_BITS        ? p->d->bits
                             : v->form == VALUE_FROM_BITS ? p->d->from_bits
                                                          : p->d->low_bits;
  const char *const helper = v->form == VALUE_BITS ? "bits" : v->form == VALUE_FROM_BITS ? "from_bits" : "low_bits";
  if (format) {
    write_by_format(p, format, v->argument[0]);
    return;
  }
  burl__write(p->text, "%s_%s(", p->options->prefix, helper);
  burl__write_value(p, v->argument[0]);
  burl__write(p->text, ")");
}

static void write_uniform(burl__printer *p, int uniform) {
  if (p->d->passes_uniforms) burl__write(p->text, "uniforms.%s", p->m->uniforms[uniform].name);
  else burl__write(p->text, "%s_%s", p->options->prefix, p->m->uniforms[uniform].name);
}

static void write_sample(burl__printer *p, const burl__code_value *v) {
  for (const char *c = p->d->sample; c && *c; c++)
    if (*c == '@') write_uniform(p, v->index);
    else if (*c == '%') burl__write_value(p, v->argument[0]);
    else burl__write(p->text, "%c", *c);
}

static void write_global(burl__printer *p, const burl__code_value *v) {
  write_uniform(p, v->index);
  if (v->count) {
    burl__write(p->text, "[");
    if (burl__is_literal(p->m, v->argument[0])) burl__write(p->text, "%u", p->m->values[v->argument[0]].word);
    else burl__write_value(p, v->argument[0]);
    burl__write(p->text, "]");
  }
}

/* Whether a compiler might compute something else than is written: fuse a product with a sum, or regroup sums. */
static int guards(const burl__printer *p, const burl__code_value *v) {
  const int is_number = v->kind.base >= KIND_REAL && v->kind.count == 1 && !p->options->is_fast;
  if (p->d->fusing == FUSED_FUNCTIONS) return is_number && v->form == VALUE_TIMES;
  return is_guarded(p, v->kind) && (v->form == VALUE_TIMES || burl__is_sum(v->form));
}

static void write_guarded(burl__printer *p, const burl__code_value *v) {
  if (p->d->fusing == FUSED_FUNCTIONS) {
    write_call(p, v->kind.base == KIND_WIDE ? "__dmul_rn" : "__fmul_rn", v);
    return;
  }
  burl__write(p->text, "%s_exact(", p->options->prefix);
  write_binary(p, v);
  burl__write(p->text, ")");
}

/* Whether compilers may regroup sums, as if numbers were exact. */
static int regroups(const burl__printer *p) {
  switch (p->d->fusing) {
  case FUSED_PRECISE: return p->options->is_fast;
  case FUSED_BARRIER: return p->options->is_fast || !p->options->is_exact;
  default: return p->d->round != NULL;
  }
}

/* The first term of a sum that rounds, rounded. */
static void write_rounded(burl__printer *p, const burl__code_value *v) {
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

/* Whether a sum's number is so large that it can stand there for rounding alone. */
static int rounds_on_purpose(const burl__printer *p, const burl__code_value *v) {
  const burl__code_value *const sum = p->values[v - p->m->values].is_rounding ? v : &p->m->values[v->argument[0]];
  return v->count == 2 && sum->count == 2 && fabs(p->m->values[sum->argument[1]].number) >= 0x1p20;
}

/* Writes a sum that rounds, or the difference that takes its number off again, by a function that rounds, so that
 * nothing is lost where the compiler simplifies both; 0: the value is neither. */
static int write_rounding(burl__printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  if (!regroups(p) || (p->options->is_lean && !rounds_on_purpose(p, v))) return 0;
  if (p->values[value].is_rounding) {
    write_rounded(p, v);
    burl__write(p->text, " + ");
    burl__write_value(p, v->argument[1]);
    return 1;
  }
  if (v->form != VALUE_MINUS || !burl__is_rounding(p->m, v) || p->values[v->argument[0]].is_variable) return 0;
  write_rounded(p, &p->m->values[v->argument[0]]);
  return 1;
}

void burl__write_expression(burl__printer *p, int value) {
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
  case VALUE_NEGATE:
    burl__write(p->text, "-");
    write_within(p, v->argument[0], 8);
    return;
  case VALUE_COMPLEMENT:
    burl__write(p->text, "~");
    write_within(p, v->argument[0], 8);
    return;
  case VALUE_NOT:
    burl__write(p->text, "!");
    write_within(p, v->argument[0], 8);
    return;
  case VALUE_PART: write_part(p, v); return;
  case VALUE_MAKE: write_make(p, v); return;
  case VALUE_CONVERT: write_convert(p, v); return;
  case VALUE_BITS:
  case VALUE_FROM_BITS:
  case VALUE_LOW_BITS: write_bits(p, v); return;
  case VALUE_PICK: write_pick(p, v); return;
  case VALUE_ROOT:
  case VALUE_FLOOR:
  case VALUE_SIZE: write_exact(p, v); return;
  case VALUE_CALL: write_module_call(p, v); return;
  case VALUE_OWN: write_call(p, p->d->own[v->index], v); return;
  case VALUE_SAMPLE: write_sample(p, v); return;
  case VALUE_ENTRY:
    burl__write(p->text, "%s_%s%s", p->options->prefix, p->m->tables[v->index].name, p->options->is_within ? "(" : "[");
    burl__write_value(p, v->argument[0]);
    burl__write(p->text, p->options->is_within ? ")" : "]");
    return;
  case VALUE_COUNTER: burl__write(p->text, "%s", p->regions[v->index].names[p->m->regions[v->index].count]); return;
  case VALUE_CARRIED:
  case VALUE_RESULT: burl__write(p->text, "%s", p->regions[v->index].names[v->which]); return;
  default: write_binary(p, v); return;
  }
}

void burl__write_value(burl__printer *p, int value) {
  if (value < 0) return;
  if (p->values[value].is_variable) burl__write(p->text, "%s", p->values[value].name);
  else burl__write_expression(p, value);
}
