/* An `if` whose condition is not known: both branches run, each in a block of its own, and what they leave in the
 * variables becomes the results of a region. */
#include <string.h>

#include "code/evaluate/evaluator.h"

int *burl__copy_cells(burl__evaluator *e, size_t count) {
  int *const copy = burl__evaluator_take(e, (count + 1) * sizeof *copy);
  if (copy && count) memcpy(copy, e->cells, count * sizeof *copy);
  return copy;
}

int burl__result_of(burl__evaluator *e, int region, int which, burl__kind kind) {
  burl__code_value v = {.form = VALUE_RESULT, .kind = kind, .index = region, .which = which};
  return burl__keep_value(e->m, &v);
}

const char *burl__name_of(const burl__module *m, int value) { return value < 0 ? NULL : m->values[value].name; }

/* Runs a branch in a block of its own. */
static burl__outcome exec_branch(burl__evaluator *e, burl__frame *f, const burl__form *list, const burl__form *rest,
                                 int block) {
  const int outer = e->m->block;
  burl__variable *const variables = f->variables;
  e->m->block = block;
  burl__outcome s = e->exec_list(e, f, list);
  if (s == GOES_ON && rest) s = e->exec_list(e, f, rest);
  e->m->block = outer;
  f->variables = variables;
  return s;
}

/* Whether a cell has a value behind either branch, and not the same one. */
static int differ(int a, int b) { return a != b && a >= 0 && b >= 0; }

/* Makes what the branches leave in the first cells the region's results; then: the cells behind its first branch. */
static int leave_cells(burl__evaluator *e, int region, size_t count, const int *then) {
  burl__region *const r = &e->m->regions[region];
  for (size_t i = 0; i < count; i++) r->count += differ(then[i], e->cells[i]);
  int *const left = burl__evaluator_take(e, ((size_t)r->count + 1) * 2 * sizeof *left);
  const char **const names = burl__evaluator_take(e, ((size_t)r->count + 1) * sizeof *names);
  if (!left || !names) return 0;
  r->left = left;
  r->name = names;
  for (size_t i = 0, k = 0; i < count; i++) {
    const int a = then[i], b = e->cells[i];
    if (!differ(a, b)) continue;
    left[2 * k] = a;
    left[2 * k + 1] = burl__convert_to(e->m, b, e->m->values[a].kind.base);
    names[k++] = e->cell_names[i] ? e->cell_names[i] : burl__name_of(e->m, b);
  }
  return 1;
}

/* Behind the branches a cell that they leave differently holds the region's result; one that has a value behind one
 * of them alone holds that. */
static burl__outcome join_branches(burl__evaluator *e, int region, size_t count, const int *then) {
  if (!leave_cells(e, region, count, then)) return FAILED;
  for (size_t i = 0, k = 0; i < count; i++) {
    const int a = then[i], b = e->cells[i];
    if (differ(a, b)) e->cells[i] = burl__result_of(e, region, (int)k++, e->m->values[a].kind);
    else if (b < 0) e->cells[i] = a;
  }
  return burl__done(e);
}

/* A region with two empty blocks; −1: failed. */
static int open_branches(burl__evaluator *e, int condition) {
  const int region = burl__add_region(e->m, 0);
  if (region < 0) return -1;
  e->m->regions[region].condition = condition;
  for (int i = 0; i < 2; i++) {
    const int block = burl__open_block(e->m, e->m->block, region);
    if (block < 0) return -1;
    e->m->regions[region].blocks[i] = block;
  }
  return region;
}

burl__outcome burl__exec_branches(burl__evaluator *e, burl__frame *f, const burl__form *form, int condition,
                                  const burl__form *rest) {
  if (rest && strcmp(f->type, "void") != 0 && !f->result && !(f->result = burl__slot_of_type(e, f->type, NULL)))
    return FAILED;
  const size_t count = e->cell_count;
  int *const before = burl__copy_cells(e, count);
  const int region = before ? open_branches(e, condition) : -1;
  if (region < 0) return FAILED;
  if (exec_branch(e, f, burl__item(form, 2)->first, NULL, e->m->regions[region].blocks[0]) == FAILED) return FAILED;
  int *const then = burl__copy_cells(e, count);
  if (!then) return FAILED;
  memcpy(e->cells, before, count * sizeof *before);
  const burl__outcome s = exec_branch(e, f, burl__item(form, 3)->first, rest, e->m->regions[region].blocks[1]);
  if (s == FAILED || burl__add_item(e->m, &(burl__code_item){.what = ITEM_REGION, .index = region}) < 0) return FAILED;
  if (join_branches(e, region, count, then) == FAILED) return FAILED;
  return rest ? RETURNED : GOES_ON;
}
