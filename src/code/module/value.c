/* The makers of value.h that only put values together. */
#include "code/module/value.h"

#include <string.h>

int burl__value_at(burl__module *m, burl__value_form form, burl__kind kind, int index, int count,
                   const int *arguments) {
  for (int i = 0; i < count; i++)
    if (arguments[i] < 0) return BURL__NO_VALUE;
  burl__code_value v = {.form = form, .kind = kind, .index = index, .count = count, .argument = arguments};
  return burl__keep_value(m, &v);
}

int burl__part(burl__module *m, int a, int index) {
  if (a < 0) return BURL__NO_VALUE;
  const burl__code_value v = m->values[a];
  if (v.form == VALUE_MAKE) return v.argument[index];
  if (v.kind.base != KIND_RECORD && v.kind.count == 1) return a;
  const burl__kind kind =
      v.kind.base == KIND_RECORD ? m->records[v.kind.record].fields[index].kind : burl__kind_of(v.kind.base);
  return burl__value_at(m, VALUE_PART, kind, index, 1, &a);
}

int burl__make(burl__module *m, burl__kind kind, const int *parts) {
  const int count = kind.base == KIND_RECORD ? m->records[kind.record].count : kind.count;
  if (count == 1) return parts[0];
  if (parts[0] < 0) return BURL__NO_VALUE;
  const burl__code_value first = m->values[parts[0]];
  int is_whole = first.form == VALUE_PART && burl__same_kind(m->values[first.argument[0]].kind, kind);
  for (int i = 0; i < count && is_whole; i++) {
    const burl__code_value *const part = parts[i] < 0 ? NULL : &m->values[parts[i]];
    is_whole = part && part->form == VALUE_PART && part->index == i && part->argument[0] == first.argument[0];
  }
  if (is_whole) return first.argument[0];
  return burl__value_at(m, VALUE_MAKE, kind, 0, count, parts);
}

int burl__carried(burl__module *m, int region, int which, int version, burl__kind kind) {
  burl__code_value v = {.form = VALUE_CARRIED, .kind = kind, .index = region, .which = which, .version = version};
  return burl__keep_value(m, &v);
}

int burl__add_parameter(burl__module *m, int function, const char *name, burl__kind kind) {
  burl__function *const f = &m->functions[function];
  burl__named_kind *const all = burl__arena_take(m->arena, (size_t)(f->count + 1) * sizeof *all);
  if (!all) return burl__module_fail(m, FAILED_MEMORY);
  if (f->count) memcpy(all, f->parameters, (size_t)f->count * sizeof *all);
  all[f->count] = (burl__named_kind){name, kind};
  f->parameters = all;
  const int index = f->count++, current = m->block;
  m->block = f->block;
  burl__code_value v = {.form = VALUE_PARAMETER, .kind = kind, .index = index, .which = function, .name = name};
  const int value = burl__keep_value(m, &v);
  m->block = current;
  return value;
}

void burl__swap_parameters(burl__module *m, int function, int a, int b) {
  burl__function *const f = &m->functions[function];
  const burl__named_kind first = f->parameters[a];
  f->parameters[a] = f->parameters[b];
  f->parameters[b] = first;
  const burl__block *const block = &m->blocks[f->block];
  for (size_t i = 0; i < block->count; i++) {
    burl__code_value *const v = block->items[i].what == ITEM_VALUE ? &m->values[block->items[i].index] : NULL;
    if (!v || v->form != VALUE_PARAMETER || (v->index != a && v->index != b)) continue;
    v->index = v->index == a ? b : a;
  }
}

int burl__name_value(burl__module *m, int value, const char *name) {
  if (value >= 0 && !m->values[value].name && m->values[value].form != VALUE_LITERAL) m->values[value].name = name;
  return value;
}

int burl__name_after_recipe(burl__module *m, int value, const char *name) {
  burl__name_value(m, value, name);
  if (value >= 0 && name && m->values[value].name == name) m->values[value].is_of_recipe = 1;
  return value;
}
