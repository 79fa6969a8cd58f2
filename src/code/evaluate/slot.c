/* Variables of texts, and the memory that the evaluator works in. */
#include <stdlib.h>
#include <string.h>

#include "code/evaluate/evaluator.h"

void *burl__evaluator_take(burl__evaluator *e, size_t size) {
  void *const block = burl__arena_take(e->m->arena, size);
  if (!block) burl__module_fail(e->m, FAILED_MEMORY);
  return block;
}

int burl__misread(burl__evaluator *e, const char *what) { return burl__module_misread(e->m, what); }

const burl__form *burl__text_tree(burl__evaluator *e, burl__text_kind kind, const char *name) {
  const char *const text = burl__tree_text(kind, name);
  if (!text) return burl__misread(e, name), NULL;
  const burl__form *const tree = burl__read_tree(e->m->arena, text);
  if (!tree) burl__module_fail(e->m, FAILED_MEMORY);
  return tree;
}

/* ---- Slots --------------------------------------------------------------------------------------- */

static int add_cell(burl__evaluator *e, int value) {
  void *cells = e->cells, *names = (void *)e->cell_names;
  const int has_cells = burl__grow(&e->m->allocator, &cells, e->cell_count, &e->cell_room, sizeof *e->cells);
  const int has_names = burl__grow(&e->m->allocator, &names, e->cell_count, &e->name_room, sizeof *e->cell_names);
  e->cells = cells;
  e->cell_names = names;
  if (!has_cells || !has_names) return burl__module_fail(e->m, FAILED_MEMORY);
  e->cells[e->cell_count] = value;
  e->cell_names[e->cell_count] = NULL;
  return (int)e->cell_count++;
}

burl__kind burl__kind_of_type(const char *type) {
  static const struct {
    const char *type;
    burl__base base;
  } bases[] = {{"real", KIND_REAL},     {"scalar", KIND_REAL}, {"float", KIND_REAL}, {"reals", KIND_REAL},
               {"words", KIND_WORD},    {"word", KIND_WORD},   {"uint", KIND_WORD},  {"int", KIND_INT},
               {"choice", KIND_CHOICE}, {"wide", KIND_WIDE},   {"double", KIND_WIDE}};
  for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
    if (strcmp(bases[i].type, type) == 0) return burl__kind_of(bases[i].base);
  return burl__kind_of(KIND_VOID);
}

burl__slot *burl__value_slot(burl__evaluator *e, burl__kind kind, int value) {
  burl__slot *const s = burl__evaluator_take(e, sizeof *s);
  if (!s) return NULL;
  s->what = SLOT_VALUE;
  s->kind = kind;
  s->cell = add_cell(e, value);
  return e->m->failed ? NULL : s;
}

burl__slot *burl__as_slot(burl__evaluator *e, int value) {
  return value < 0 ? NULL : burl__value_slot(e, e->m->values[value].kind, value);
}

burl__slot *burl__parts_slot(burl__evaluator *e, int count) {
  burl__slot *const s = burl__evaluator_take(e, sizeof *s);
  if (!s || !(s->parts = burl__evaluator_take(e, (size_t)(count + 1) * sizeof *s->parts))) return NULL;
  s->what = SLOT_PARTS;
  s->count = count;
  return s;
}

burl__slot *burl__settings_slot(burl__evaluator *e, const burl__settings *settings) {
  burl__slot *const s = burl__evaluator_take(e, sizeof *s);
  if (s) *s = (burl__slot){.what = SLOT_SETTINGS, .settings = settings};
  return s;
}

burl__slot *burl__table_slot(burl__evaluator *e, const burl__table *table) {
  burl__slot *const s = burl__evaluator_take(e, sizeof *s);
  if (!s) return NULL;
  s->what = SLOT_TABLE;
  s->table = burl__add_table(e->m, table);
  return s->table < 0 ? NULL : s;
}

static burl__slot *struct_slot(burl__evaluator *e, const char *type) {
  const burl__form *const fields = burl__text_tree(e, BURL__TREE_STRUCT, type);
  if (!fields) return NULL;
  burl__slot *const s = burl__parts_slot(e, burl__item_count(fields));
  if (!s || !(s->names = burl__evaluator_take(e, (size_t)(s->count + 1) * sizeof *s->names))) return NULL;
  s->type = type;
  int i = 0;
  for (const burl__form *field = fields->first; field; field = field->next, i++) {
    s->names[i] = field->first->next->atom;
    if (!(s->parts[i] = burl__slot_of_type(e, field->first->atom, field->first->next->next))) return NULL;
  }
  return s;
}

burl__slot *burl__slot_of_type(burl__evaluator *e, const char *type, const burl__form *sizes) {
  if (sizes) {
    burl__slot *const s = burl__parts_slot(e, atoi(sizes->atom));
    for (int i = 0; s && i < s->count; i++)
      if (!(s->parts[i] = burl__slot_of_type(e, type, sizes->next))) return NULL;
    return s;
  }
  const burl__kind kind = burl__kind_of_type(type);
  return kind.base == KIND_VOID ? struct_slot(e, type) : burl__value_slot(e, kind, BURL__NO_VALUE);
}

void burl__copy_slot(burl__evaluator *e, const burl__slot *from, burl__slot *to) {
  if (from->what == SLOT_VALUE && to->what == SLOT_VALUE) {
    const int value = e->cells[from->cell];
    e->cells[to->cell] = value < 0 ? value : burl__convert_to(e->m, value, to->kind.base);
    return;
  }
  for (int i = 0; i < to->count && i < from->count; i++) burl__copy_slot(e, from->parts[i], to->parts[i]);
}

int burl__leaves_of(const burl__evaluator *e, const burl__slot *s, int count, int leaves[BURL__MOST_LEAVES]) {
  if (s->what == SLOT_VALUE) {
    if (count < BURL__MOST_LEAVES) leaves[count] = e->cells[s->cell];
    return count + 1;
  }
  for (int i = 0; i < s->count; i++) count = burl__leaves_of(e, s->parts[i], count, leaves);
  return count;
}

/* ---- Variables ----------------------------------------------------------------------------------- */

burl__slot *burl__find_variable(const burl__frame *f, const char *name) {
  for (const burl__variable *v = f->variables; v; v = v->next)
    if (strcmp(v->name, name) == 0) return v->slot;
  return NULL;
}

/* Names the cells of a variable, those of a struct by its fields. */
static void name_cells(burl__evaluator *e, const burl__slot *s, const char *name) {
  if (s->what == SLOT_VALUE && !e->cell_names[s->cell]) e->cell_names[s->cell] = name;
  for (int i = 0; i < s->count; i++) name_cells(e, s->parts[i], s->names ? s->names[i] : name);
}

int burl__declare(burl__evaluator *e, burl__frame *f, const char *name, burl__slot *s) {
  if (s) name_cells(e, s, name);
  burl__variable *const v = burl__evaluator_take(e, sizeof *v);
  if (!v || !s) return 0;
  *v = (burl__variable){name, s, f->variables};
  f->variables = v;
  return 1;
}
