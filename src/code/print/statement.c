/* Blocks of values as statements.  Values become variables that are read more than once, or within a loop around which
 * they stay the same, or whose text would be too long; all others are written where they are read. */
#include <string.h>

#include "code/print/printer.h"

enum { LONGEST = 90, LONGEST_LEAN = 110 }; /* characters of an expression within another */

/* ---- Which values become variables --------------------------------------------------------------- */

/* Whether lean text writes a vector of zeros where it is read. */
static int is_vector_of_zeros(const burl__printer *p, const burl__code_value *v) {
  if (!p->options->is_lean || v->form != VALUE_MAKE || v->kind.base != KIND_REAL) return 0;
  for (int i = 0; i < v->count; i++)
    if (!burl__is_exactly(p->m, v->argument[i], 0)) return 0;
  return 1;
}

/* Whether the text of a value is a variable's name, or as short as one. */
static int is_short(const burl__printer *p, const burl__code_value *v) {
  switch (v->form) {
  case VALUE_LITERAL:
  case VALUE_PARAMETER:
  case VALUE_GLOBAL:
  case VALUE_COUNTER:
  case VALUE_RESULT:
  case VALUE_CARRIED: return 1;
  case VALUE_PART: return is_short(p, &p->m->values[v->argument[0]]) || p->values[v->argument[0]].is_variable;
  case VALUE_MAKE: return is_vector_of_zeros(p, v);
  case VALUE_CONVERT:
    return v->kind.count == 1 && v->kind.base != KIND_WIDE && is_short(p, &p->m->values[v->argument[0]]);
  default: return 0;
  }
}

static int weight_of(const burl__printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  if (p->values[value].is_variable || is_short(p, v)) return 6;
  return p->values[value].weight;
}

static int is_call(const burl__code_value *v) { return v->form == VALUE_CALL || v->form == VALUE_MAKE; }

/* Whether `precise` must protect the text of a value: it has a sum, or a division that could become a product. */
int burl__must_be_precise(const burl__printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  if (p->values[value].is_variable || v->form == VALUE_LITERAL) return 0;
  if (v->kind.base != KIND_REAL && v->kind.base != KIND_WIDE && v->form != VALUE_CONVERT && v->form < VALUE_LESS)
    return 0;
  if (p->values[value].is_undone || (burl__is_sum(v->form) && v->kind.base >= KIND_REAL)) return 1;
  if (v->form == VALUE_OVER && burl__is_literal(p->m, v->argument[1])) return 1; /* no product with its reciprocal */
  for (int i = 0; i < v->count; i++)
    if (burl__must_be_precise(p, v->argument[i])) return 1;
  return 0;
}

static void weigh_value(burl__printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  burl__value_state *const s = &p->values[value];
  const int longest = p->options->is_lean ? LONGEST_LEAN : LONGEST;
  s->weight = is_call(v) || v->form == VALUE_OWN || v->form == VALUE_SAMPLE ? 18 : 4;
  for (int i = 0; i < v->count; i++) {
    const int a = v->argument[i];
    /* what stands as an argument has no variable that could be precise */
    const int is_argument = is_call(v) || v->form == VALUE_OWN || v->form == VALUE_ENTRY || p->d->is_precise_alone;
    if (burl__is_precise(p) && is_argument && !p->values[a].is_variable && burl__must_be_precise(p, a))
      p->values[a].is_variable = 1;
    s->weight += weight_of(p, a);
  }
  if (s->weight > longest) /* the longest arguments are given names */
    for (int i = 0; i < v->count; i++) {
      const int a = v->argument[i];
      if (weight_of(p, a) > longest / 3 && p->m->values[a].block == v->block) {
        s->weight += 6 - weight_of(p, a);
        p->values[a].is_variable = 1;
      }
    }
  if (is_short(p, v)) s->is_variable = s->is_apart && v->form == VALUE_CARRIED;
  else s->is_variable |= s->uses > 1 || s->is_apart || (p->d->is_precise_alone && s->is_undone);
  if (v->form == VALUE_LITERAL || v->form == VALUE_PARAMETER || v->form == VALUE_GLOBAL) s->is_variable = 0;
}

void burl__weigh_block(burl__printer *p, int block) {
  const burl__block *const b = &p->m->blocks[block];
  for (size_t i = 0; i < b->count; i++) {
    const burl__code_item *const item = &b->items[i];
    if (item->what == ITEM_VALUE && p->values[item->index].uses) weigh_value(p, item->index);
    if (item->what != ITEM_REGION || !p->regions[item->index].is_needed) continue;
    const burl__region *const r = &p->m->regions[item->index];
    burl__weigh_block(p, r->blocks[0]);
    if (!r->is_loop) burl__weigh_block(p, r->blocks[1]);
  }
}

/* ---- Statements ---------------------------------------------------------------------------------- */

static void start_line(burl__printer *p) { burl__write(p->text, "%*s", 2 * p->indent, ""); }

void burl__write_declaration(burl__printer *p, burl__kind kind, const char *name, int varies) {
  start_line(p);
  if (p->d->is_wgsl) {
    burl__write(p->text, "%s %s", varies ? "var" : "let", name);
    if (varies) {
      burl__write(p->text, ": ");
      burl__write_kind(p, kind);
    }
    return;
  }
  if (burl__is_precise(p) && (kind.base == KIND_REAL || kind.base == KIND_WIDE)) burl__write(p->text, "precise ");
  if (p->d == &burl__dialects[TARGET_C] && !varies) burl__write(p->text, "const ");
  burl__write_kind(p, kind);
  burl__write(p->text, " %s", name);
}

/* What lean text calls a value that has no name, after the last of its operations. */
static const char *name_by_form(const burl__printer *p, const burl__code_value *v) {
  static const char *const of_own[OWN_COUNT] = {
      [OWN_MIN] = "least", [OWN_MAX] = "most",   [OWN_CLAMP] = "share",
      [OWN_MIX] = "mixed", [OWN_EXP] = "growth", [OWN_POW] = "raised",
      [OWN_SIN] = "wave",  [OWN_COS] = "wave",   [OWN_SMOOTHSTEP] = "smooth_share"};
  switch (v->form) {
  case VALUE_PLUS:
  case VALUE_MINUS: return "sum";
  case VALUE_TIMES: return "product";
  case VALUE_OVER: return "ratio";
  case VALUE_NEGATE: return "negative";
  case VALUE_FLOOR: return "below";
  case VALUE_ROOT: return "root";
  case VALUE_SIZE: return "size";
  case VALUE_PICK: return "picked";
  case VALUE_MAKE: return burl__is_literal(p->m, v->argument[0]) ? "offset" : "at";
  case VALUE_OWN: return of_own[v->index] ? of_own[v->index] : "made";
  case VALUE_CONVERT: return "whole";
  default: return v->kind.base == KIND_CHOICE ? "holds" : v->kind.base == KIND_WORD ? "bits" : "value";
  }
}

static void print_variable(burl__printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  burl__value_state *const s = &p->values[value];
  if (v->note) {
    start_line(p);
    burl__write(p->text, "// %s\n", v->note);
  }
  /* Lean text calls results alike in functions that do the same, which so become one. */
  const burl__function *const called = v->form == VALUE_CALL ? &p->m->functions[v->index] : NULL;
  s->name = burl__take_name(p, v->name               ? v->name
                               : called              ? p->options->is_lean ? called->wish : called->name
                               : p->options->is_lean ? name_by_form(p, v)
                                                     : NULL);
  burl__write_declaration(p, v->kind, s->name, 0);
  burl__write(p->text, " = ");
  burl__write_expression(p, value);
  burl__write(p->text, ";\n");
}

/* Whether the text of a value reads a variable of a loop. */
static int reads_carried(const burl__printer *p, int value, int region, int which) {
  const burl__code_value *const v = &p->m->values[value];
  if (v->form == VALUE_CARRIED && v->index == region && v->which == which) return !p->values[value].is_variable;
  if (p->values[value].is_variable) return 0;
  for (int i = 0; i < v->count; i++)
    if (reads_carried(p, v->argument[i], region, which)) return 1;
  return 0;
}

static int is_itself(const burl__printer *p, int value, int region, int which) {
  const burl__code_value *const v = &p->m->values[value];
  if (p->values[value].is_variable) return 0;
  if (v->form == VALUE_CARRIED && v->index == region && v->which == which) return 1;
  return (v->form == VALUE_CARRIED || v->form == VALUE_RESULT) && p->regions[v->index].names &&
         p->regions[v->index].names[v->which] && p->regions[region].names[which] &&
         strcmp(p->regions[v->index].names[v->which], p->regions[region].names[which]) == 0;
}

static void assign(burl__printer *p, const char *name, int value) {
  start_line(p);
  burl__write(p->text, "%s = ", name);
  burl__write_value(p, value);
  burl__write(p->text, ";\n");
}

/* Whether a variable of a loop is read by a value that is still to be assigned to another. */
static int is_still_read(const burl__printer *p, int region, int which, const int *values, int count,
                         const unsigned char *done) {
  for (int other = 0; other < count; other++)
    if (other != which && !done[other] && p->regions[region].carries[other] &&
        reads_carried(p, values[other], region, which))
      return 1;
  return 0;
}

/* Gives a value a variable of its own. */
static void keep_apart(burl__printer *p, int value) {
  burl__value_state *const s = &p->values[value];
  s->name = burl__take_name(p, "next");
  burl__write_declaration(p, p->m->values[value].kind, s->name, 0);
  burl__write(p->text, " = ");
  burl__write_expression(p, value);
  burl__write(p->text, ";\n");
  s->is_variable = 1;
}

/* Assigns what goes into the next turn, each where no other still reads the variable; where they read each other in a
 * circle, one is kept apart first. */
static void assign_carried(burl__printer *p, int region, const int *values, int count) {
  const burl__region_state *const s = &p->regions[region];
  unsigned char *const done = burl__printer_take(p, (size_t)count + 1);
  if (!done) return;
  for (int left = count; left > 0;) {
    int next = -1, any = -1;
    for (int k = 0; k < count && next < 0; k++) {
      if (done[k]) continue;
      any = k;
      if (!s->carries[k] || !is_still_read(p, region, k, values, count, done)) next = k;
    }
    if (next < 0) {
      keep_apart(p, values[any]);
      continue;
    }
    if (s->carries[next] && !is_itself(p, values[next], region, next)) assign(p, s->names[next], values[next]);
    done[next] = 1;
    left--;
  }
}

static void print_if(burl__printer *p, int region) {
  const burl__region *const r = &p->m->regions[region];
  burl__region_state *const s = &p->regions[region];
  for (int k = 0; k < r->count; k++) {
    if (!s->carries[k]) continue;
    s->names[k] = burl__take_name(p, r->name[k]);
    burl__write_declaration(p, p->m->values[r->left[2 * k]].kind, s->names[k], 1);
    const int other = r->left[2 * k + 1];
    if (p->m->values[other].block != r->blocks[1] || p->m->values[other].form == VALUE_LITERAL) {
      burl__write(p->text, " = ");
      burl__write_value(p, other);
    }
    burl__write(p->text, ";\n");
  }
  start_line(p);
  burl__write(p->text, "if (");
  burl__write_value(p, r->condition);
  burl__write(p->text, ") {\n");
  p->indent++;
  burl__print_block(p, r->blocks[0]);
  for (int k = 0; k < r->count; k++)
    if (s->carries[k] && r->left[2 * k] != r->left[2 * k + 1]) assign(p, s->names[k], r->left[2 * k]);
  p->indent--;
  burl__text *const text = p->text;
  const size_t begin = text->length;
  start_line(p);
  burl__write(text, "} else {\n");
  const size_t inside = text->length;
  p->indent++;
  burl__print_block(p, r->blocks[1]);
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
static const char *carried_name(burl__printer *p, const burl__region *r, int which) {
  const int from = r->entered[which];
  const burl__code_value *const v = &p->m->values[from];
  if (v->form == VALUE_CARRIED && p->values[from].uses == 1 && !p->values[from].is_variable)
    return p->regions[v->index].names[v->which];
  return NULL;
}

static void print_loop(burl__printer *p, int region) {
  const burl__region *const r = &p->m->regions[region];
  burl__region_state *const s = &p->regions[region];
  for (int k = 0; k < r->count; k++) {
    if (!s->carries[k] || (s->names[k] = carried_name(p, r, k))) continue;
    s->names[k] = burl__take_name(p, r->name[k] ? r->name[k] : p->m->values[r->entered[k]].name);
    burl__write_declaration(p, p->m->values[r->entered[k]].kind, s->names[k], 1);
    burl__write(p->text, " = ");
    burl__write_value(p, r->entered[k]);
    burl__write(p->text, ";\n");
  }
  const int is_outside = s->carries[r->count]; /* its counter is read behind it */
  s->names[r->count] = burl__take_name(p, r->name[r->count]);
  if (is_outside) {
    burl__write_declaration(p, r->counter, s->names[r->count], 1);
    burl__write(p->text, " = ");
    burl__write_value(p, r->first);
    burl__write(p->text, ";\n");
  }
  const char *const counter = s->names[r->count];
  start_line(p);
  burl__write(p->text, "for (");
  if (!is_outside) {
    if (p->d->is_wgsl) burl__write(p->text, "var");
    else burl__write_kind(p, r->counter);
    burl__write(p->text, " %s = ", counter);
    burl__write_value(p, r->first);
  }
  burl__write(p->text, "; ");
  burl__write_value(p, r->condition);
  if (burl__is_literal(p->m, r->step) && burl__number_of(p->m, r->step) == 1) burl__write(p->text, "; %s++", counter);
  else {
    burl__write(p->text, "; %s += ", counter);
    burl__write_value(p, r->step);
  }
  burl__write(p->text, ") {\n");
  p->indent++;
  burl__print_block(p, r->blocks[0]);
  assign_carried(p, region, r->left, r->count);
  p->indent--;
  start_line(p);
  burl__write(p->text, "}\n");
}

static void print_break(burl__printer *p, int block, const burl__code_item *item) {
  assign_carried(p, p->m->blocks[block].region, item->kept, item->count);
  start_line(p);
  burl__write(p->text, "if (");
  burl__write_value(p, item->condition);
  burl__write(p->text, ") {\n");
  p->indent++;
  start_line(p);
  burl__write(p->text, "break;\n");
  p->indent--;
  start_line(p);
  burl__write(p->text, "}\n");
}

void burl__print_block(burl__printer *p, int block) {
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
