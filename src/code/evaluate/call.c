/* Calls in texts: of primitives; of functions that become functions of the module; and of all others, which run where
 * they are called. */
#include <string.h>

#include "code/evaluate/evaluator.h"
#include "code/evaluate/primitive.h"

/* A function's name in code: without the lane_ that tells it apart from C's own and the lean_ that tells it apart from
 * others of this library, and without the _f that tells it apart from the one of doubles. */
static const char *shown_name(burl__evaluator *e, const char *name) {
  const char *const start = strncmp(name, "lane_", 5) == 0 || strncmp(name, "lean_", 5) == 0 ? name + 5 : name;
  const size_t length = strlen(start);
  const int is_of_floats = length > 2 && strcmp(start + length - 2, "_f") == 0;
  return burl__arena_text(e->m->arena, start, is_of_floats ? length - 2 : length);
}

/* The function of this name, read once; NULL: failed. */
static const burl__text_function *find_function(burl__evaluator *e, const char *name) {
  for (const burl__text_function *c = e->trees; c; c = c->next)
    if (strcmp(c->name, name) == 0) return c;
  const char *const kept = burl__arena_text(e->m->arena, name, strlen(name)), *const shown = shown_name(e, name);
  burl__text_function *const added = burl__evaluator_take(e, sizeof *added);
  if (!kept || !shown || !added) return burl__module_fail(e->m, FAILED_MEMORY), NULL;
  *added = (burl__text_function){e->trees, kept, shown, burl__text_tree(e, BURL__TREE_FUNCTION, kept)};
  return added->tree ? e->trees = added : NULL;
}

/* Whether all that a function takes and gives can be parameters and results. */
static int can_stand_alone(const burl__form *tree) {
  if (burl__is_atom(tree->first, "void")) return 0;
  for (const burl__form *p = burl__item(tree, 1)->first; p; p = p->next)
    if (!burl__is_by_value(p) && !burl__is_atom(p->first, "settings")) return 0;
  return 1;
}

burl__slot *burl__call_tree(burl__evaluator *e, const char *name, burl__slot *const *arguments, int count) {
  const burl__text_function *const of = find_function(e, name);
  if (!of) return NULL;
  if (burl__item_count(burl__item(of->tree, 1)) != count) return burl__misread(e, of->name), NULL;
  if (e->is_here || !can_stand_alone(of->tree)) {
    e->is_here = e->is_general = 0;
    return burl__run(e, of->tree, arguments);
  }
  const burl__given given = burl__give(e, arguments, count);
  if (given.count == 0) return burl__run(e, of->tree, arguments);
  const burl__made *const made = burl__specialise(e, of, arguments, &given);
  if (!made) return NULL;
  if (burl__is_worth_a_call(made)) return burl__call_made(e, made, &given);
  e->is_general = 0;
  return burl__run(e, of->tree, arguments);
}

/* What is called in place of a function: the gradients of all sets, as the settings of code have no table of one; and
 * in lean text a function that turns signs over, which is too long to stand where it is used. */
static const char *name_called(const burl__evaluator *e, const char *name) {
  if (e->style >= BURL__LEAN && strcmp(name, "flip_sign") == 0) return "lean_flip";
  if (strcmp(name, "lattice_gradient") == 0 || strcmp(name, "default_gradient") == 0) return "gradient_from_set";
  return name;
}

static burl__slot *call_primitive(burl__evaluator *e, const burl__primitive *primitive, const char *name,
                                  burl__slot *const *arguments, int count) {
  int values[BURL__MOST_ARGUMENTS];
  for (int i = 0; i < count; i++)
    values[i] = arguments[i]->what == SLOT_VALUE   ? e->cells[arguments[i]->cell]
                : arguments[i]->what == SLOT_TABLE ? arguments[i]->table
                                                   : burl__misread(e, name);
  if (e->m->failed) return NULL;
  const int value = burl__apply_primitive(e->m, primitive, values, count);
  return value < 0 ? (burl__misread(e, name), NULL) : burl__as_slot(e, value);
}

burl__slot *burl__eval_call(burl__evaluator *e, burl__frame *f, const burl__form *form) {
  const char *const name = name_called(e, burl__item(form, 1)->atom);
  burl__slot *arguments[BURL__MOST_ARGUMENTS];
  int count = 0;
  for (const burl__form *a = burl__item(form, 2); a; a = a->next) {
    if (count == BURL__MOST_ARGUMENTS) return burl__misread(e, name), NULL;
    if (!(arguments[count++] = burl__eval(e, f, a))) return NULL;
  }
  const burl__primitive *const primitive = burl__find_primitive(name, e->style);
  return primitive ? call_primitive(e, primitive, name, arguments, count) : burl__call_tree(e, name, arguments, count);
}
