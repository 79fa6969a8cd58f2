/* The printer of print.h: finds what the entries need, then prints declarations and functions. */
#include "code/print/print.h"

#include <string.h>

#include "code/print/names.h"
#include "code/print/printer.h"

/* ---- Functions ----------------------------------------------------------------------------------- */

static void print_head(burl__printer *p, int function) {
  const burl__function *const f = &p->m->functions[function];
  burl__write(p->text, "%s", p->d->is_wgsl ? "fn " : p->options->is_within ? "" : p->d->function);
  if (!p->d->is_wgsl) {
    burl__write_kind(p, f->result);
    burl__write(p->text, " ");
  }
  burl__write_function_name(p, function);
  burl__write(p->text, "(");
}

static void print_parameters(burl__printer *p, int function) {
  const burl__function *const f = &p->m->functions[function];
  const char *between = "";
  for (int i = 0; i < f->count; i++) {
    if (!p->reads[function][i]) continue;
    const char *const name = burl__take_name(p, f->parameters[i].name);
    for (size_t v = 0; v < p->m->blocks[f->block].count; v++) {
      const burl__code_item *const item = &p->m->blocks[f->block].items[v];
      if (item->what == ITEM_VALUE && p->m->values[item->index].form == VALUE_PARAMETER &&
          p->m->values[item->index].index == i)
        p->values[item->index].name = name;
    }
    burl__write(p->text, "%s", between);
    between = ", ";
    if (p->d->is_wgsl) burl__write(p->text, "%s: ", name);
    burl__write_kind(p, f->parameters[i].kind);
    if (!p->d->is_wgsl) burl__write(p->text, " %s", name);
  }
  if (p->d->passes_uniforms && p->reads_uniforms[function])
    burl__write(p->text, "%s%s_uniforms %s", between, p->options->prefix, burl__take_name(p, "uniforms"));
}

static void print_return(burl__printer *p, int value) {
  if (burl__is_precise(p) && burl__must_be_precise(p, value) && p->m->values[value].kind.base >= KIND_REAL &&
      p->m->values[value].kind.base != KIND_RECORD) {
    const char *const name = burl__take_name(p, "result");
    burl__write_declaration(p, p->m->values[value].kind, name, 0);
    burl__write(p->text, " = ");
    burl__write_value(p, value);
    burl__write(p->text, ";\n  return %s;\n", name);
    return;
  }
  burl__write(p->text, "  return ");
  burl__write_value(p, value);
  burl__write(p->text, ";\n");
}

/* The head's parameters and the body, which tell whether two functions are one. */
static void print_rest(burl__printer *p, int function) {
  const burl__function *const f = &p->m->functions[function];
  burl__forget_variables(p);
  print_parameters(p, function);
  if (p->d->is_wgsl) {
    burl__write(p->text, ") -> ");
    burl__write_kind(p, f->result);
    burl__write(p->text, " {\n");
  } else {
    burl__write(p->text, ") {\n");
  }
  burl__weigh_block(p, f->block);
  p->indent = 1;
  burl__print_block(p, f->block);
  print_return(p, f->value);
  burl__write(p->text, "}\n");
}

/* An earlier function with the same text. */
static int same_function(const burl__printer *p, int function, const char *text) {
  for (int k = 0; p->order[k] != function; k++) {
    const int other = p->order[k];
    const burl__function *const f = &p->m->functions[other];
    if (f->text && f->same_as < 0 && !f->is_entry && burl__same_kind(f->result, p->m->functions[function].result) &&
        strcmp(f->text, text) == 0)
      return other;
  }
  return -1;
}

static void print_function(burl__printer *p, int function) {
  burl__text *const all = p->text;
  burl__text rest;
  burl__text_open(&rest, p->m->allocator);
  p->text = &rest;
  print_rest(p, function);
  burl__function *const f = &p->m->functions[function];
  f->text = rest.failed ? NULL : burl__arena_text(p->m->arena, rest.start, rest.length);
  if (!f->text) burl__module_fail(p->m, FAILED_MEMORY);
  burl__text_close(&rest);
  p->text = all;
  if (p->m->failed) return;
  f->same_as = f->is_entry ? -1 : same_function(p, function, f->text);
  if (f->same_as >= 0) return;
  f->name = burl__take_function_name(p, function);
  burl__write(all, "\n");
  if (f->note) burl__write(all, "// %s\n", f->note);
  const size_t start = all->length;
  print_head(p, function);
  burl__write(all, "%s", f->text);
  if (p->options->is_lean) burl__break_lines(all, start);
}

/* ---- The module --------------------------------------------------------------------------------- */

/* By table, whether a value that is printed reads it. */
static const unsigned char *tables_in_use(burl__printer *p) {
  unsigned char *const used = burl__printer_take(p, p->m->table_count + 1);
  for (size_t i = 0; used && i < p->m->value_count; i++)
    if (p->values[i].uses && p->m->values[i].form == VALUE_ENTRY) used[p->m->values[i].index] = 1;
  return used;
}

void burl__print_module(burl__module *module, const burl__print_options *options, burl__text *text) {
  burl__printer p = {.m = module, .options = options, .d = options->dialect, .text = text};
  burl__printer_open(&p);
  const unsigned char *const used = options->is_lean && !module->failed ? tables_in_use(&p) : NULL;
  if (!module->failed) burl__name_records_and_tables(module, used);
  if (!module->failed) burl__take_entry_names(&p);
  if (!module->failed) burl__print_declarations(&p);
  for (int i = 0; i < p.count && !module->failed; i++) print_function(&p, p.order[i]);
  burl__printer_close(&p);
  if (text->failed) burl__module_fail(module, FAILED_MEMORY);
}
