/* Blocks of values as statements: those that are variables (weigh.c), regions and breaks. */
#include <string.h>

#include "code/print/printer.h"

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

static void print_variable(burl__printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  burl__value_state *const s = &p->values[value];
  /* Lean text calls results alike in functions that do the same, which so become one. */
  const burl__function *const called = v->form == VALUE_CALL ? &p->m->functions[v->index] : NULL;
  s->name = burl__take_name(p, v->name               ? v->name
                               : called              ? p->options->is_lean ? called->wish : called->name
                               : p->options->is_lean ? burl__wish_for(p, value)
                                                     : NULL);
  if (v->note && (!v->is_of_recipe || strcmp(s->name, v->name) == 0)) { /* a part's line once, at its first value */
    start_line(p);
    burl__write(p->text, "// %s\n", v->note);
  }
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
