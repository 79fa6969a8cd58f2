/* The printer of print.h: names, functions, and what stands around them. */
#include "code/print.h"

#include <stdio.h>
#include <string.h>

#include "code/names.h"
#include "code/printer.h"

enum { MOST_SMALL = 1024 }; /* entries of a table that a shader can have as a variable */

void *burl__printer_take(burl__printer *p, size_t size) {
  void *const block = burl__arena_take(p->m->arena, size);
  if (!block) p->m->failed = 1;
  return block;
}

/* ---- Names --------------------------------------------------------------------------------------- */

/* A name that a function's variables, or functions, have, or are derived from. */
typedef struct {
  burl__link link;
  const char *name;
  int next; /* the number to try behind it */
  int is_taken;
} known_name;

static known_name *find_name(burl__printer *p, burl__links *names, const char *name) {
  uint64_t hash = 0;
  for (const char *c = name; *c; c++) hash = burl__hash_more(hash, (unsigned char)*c);
  for (burl__link *l = burl__links_first(names, hash); l; l = l->next)
    if (l->hash == hash && strcmp(((known_name *)l)->name, name) == 0) return (known_name *)l;
  known_name *const added = burl__links_add(names, p->m->arena, hash, sizeof *added);
  if (added) added->name = burl__arena_text(p->m->arena, name, strlen(name));
  if (!added || !added->name) p->m->failed = 1;
  return p->m->failed ? NULL : added;
}

/* A variable's name doesn't begin as those of the whole text do, which it could hide. */
static const char *local_wish(const burl__printer *p, const char *wish) {
  const size_t length = strlen(p->options->prefix);
  while (strncmp(wish, p->options->prefix, length) == 0 && wish[length] == '_') wish += length + 1;
  return wish;
}

const char *burl__take_name(burl__printer *p, const char *wish) {
  char name[BURL__NAME_ROOM];
  burl__plain_name(wish ? local_wish(p, wish) : "part", name);
  name[60] = '\0';
  known_name *const base = find_name(p, &p->variables, name), *taken = base;
  const int is_reserved = burl__is_reserved(name);
  const char *const between = is_reserved || strchr("0123456789", name[strlen(name) - 1]) ? "_" : "";
  while (taken && (taken->is_taken || burl__is_reserved(taken->name))) {
    base->next = base->next ? base->next + 1 : is_reserved ? 1 : 2;
    snprintf(name, sizeof name, "%.60s%s%d", base->name, between, base->next);
    taken = find_name(p, &p->variables, name);
  }
  if (!taken) return "part";
  taken->is_taken = 1;
  return taken->name;
}

/* ---- Functions ----------------------------------------------------------------------------------- */

static void print_head(burl__printer *p, int function) {
  const burl__function *const f = &p->m->functions[function];
  burl__write(p->text, "%s", p->d->is_wgsl ? "fn " : p->options->is_within ? "" : p->d->function);
  if (!p->d->is_wgsl) {
    burl__write_kind(p, f->result);
    burl__write(p->text, " ");
  }
  burl__write(p->text, "%s_%s(", p->options->prefix, f->name);
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
  p->variables = (burl__links){0};
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

/* The name of a function, told apart from all that the text declares; entries keep theirs. */
static const char *function_name(burl__printer *p, int function) {
  const burl__function *const f = &p->m->functions[function];
  char plain[BURL__NAME_ROOM], name[BURL__NAME_ROOM + 16];
  if (f->is_entry) return f->name;
  burl__plain_name(f->name, plain);
  const char *const between = strchr("0123456789", plain[strlen(plain) - 1]) ? "_" : "";
  known_name *const base = find_name(p, &p->functions, plain), *taken = base;
  while (taken && (taken->is_taken || burl__is_declared(p->m, taken->name))) {
    base->next = base->next ? base->next + 1 : 2;
    snprintf(name, sizeof name, "%s%s%d", plain, between, base->next);
    taken = find_name(p, &p->functions, name);
  }
  if (!taken) return f->name;
  taken->is_taken = 1;
  return taken->name;
}

static void take_names_of_entries(burl__printer *p) {
  for (size_t i = 0; i < p->m->function_count && !p->m->failed; i++) {
    known_name *const name = p->m->functions[i].is_entry ? find_name(p, &p->functions, p->m->functions[i].name) : NULL;
    if (name) name->is_taken = 1;
  }
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

static void print_record(burl__printer *p, int record) {
  const burl__record *const r = &p->m->records[record];
  const int is_typedef = p->d == &burl__dialects[TARGET_C] || p->d == &burl__dialects[TARGET_OPENCL];
  if (is_typedef) burl__write(p->text, "\ntypedef struct {\n");
  else burl__write(p->text, "\nstruct %s_%s {\n", p->options->prefix, r->name);
  for (int i = 0; i < r->count; i++) {
    burl__write(p->text, "  ");
    if (p->d->is_wgsl) burl__write(p->text, "%s: ", r->fields[i].name);
    burl__write_kind(p, r->fields[i].kind);
    if (p->d->is_wgsl) burl__write(p->text, ",\n");
    else burl__write(p->text, " %s;\n", r->fields[i].name);
  }
  if (is_typedef) burl__write(p->text, "} %s_%s;\n", p->options->prefix, r->name);
  else burl__write(p->text, p->d->is_wgsl ? "}\n" : "};\n");
}

/* The function that makes a record, where the language has nothing shorter. */
static void print_maker(burl__printer *p, int record) {
  const burl__record *const r = &p->m->records[record];
  burl__write(p->text, "\n%s_%s %s_make_%s(", p->options->prefix, r->name, p->options->prefix, r->name);
  for (int i = 0; i < r->count; i++) {
    burl__write(p->text, "%s", i ? ", " : "");
    burl__write_kind(p, r->fields[i].kind);
    burl__write(p->text, " %s", r->fields[i].name);
  }
  burl__write(p->text, ") {\n  %s_%s made;\n", p->options->prefix, r->name);
  for (int i = 0; i < r->count; i++) burl__write(p->text, "  made.%s = %s;\n", r->fields[i].name, r->fields[i].name);
  burl__write(p->text, "  return made;\n}\n");
}

static void write_entry(burl__printer *p, const burl__table *t, int i) {
  if (t->reals) burl__print_real(p->options, (double)t->reals[i], p->text);
  else if (t->words) burl__write(p->text, "%uu", t->words[i]);
  else burl__write(p->text, "%d", t->bytes[i]);
}

/* The entries, some a line. */
static void write_entries(burl__printer *p, const burl__table *t) {
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

static void print_table(burl__printer *p, int table) {
  const burl__table *const t = &p->m->tables[table];
  const burl__kind kind = burl__kind_of(t->base);
  if (p->d->is_wgsl) {
    burl__write(p->text, "\nconst %s_%s = array<", p->options->prefix, t->name);
    burl__write_kind(p, kind);
    burl__write(p->text, ", %d>(", t->count);
  } else {
    burl__write(p->text, "\n%s",
                p->d->small_table && t->count <= MOST_SMALL && !p->options->is_godot ? p->d->small_table : p->d->table);
    burl__write_kind(p, kind);
    burl__write(p->text, " %s_%s[%d] = ", p->options->prefix, t->name, t->count);
    if (p->d == &burl__dialects[TARGET_GLSL] || p->d == &burl__dialects[TARGET_GLSLES]) {
      burl__write_kind(p, kind);
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
static void print_table_function(burl__printer *p, int table) {
  const burl__table *const t = &p->m->tables[table];
  const char *const type = p->d->types[t->base][0];
  burl__write(p->text, "\n%s %s_%s(uint index) {\n  static const %s entries[%d] = {", type, p->options->prefix, t->name,
              type, t->count);
  write_entries(p, t);
  burl__write(p->text, "};\n  return entries[index];\n}\n");
}

/* C has no vectors. */
static void print_vectors(burl__printer *p, const unsigned char used[KIND_RECORD][4]) {
  static const char *const names[] = {"x", "x, y", "x, y, z", "x, y, z, w"};
  for (int base = 0; base < KIND_RECORD; base++)
    for (int i = 1; i < 4; i++) {
      if (!used[base][i] || p->d != &burl__dialects[TARGET_C]) continue;
      burl__write(p->text, "\ntypedef struct {\n  %s %s;\n} ", p->d->types[base][0], names[i]);
      burl__write_kind(p, burl__vector_of((burl__base)base, i + 1));
      burl__write(p->text, ";\n");
    }
}

/* The zero that barriers compute with. */
static void write_zero(const burl__print_options *options, burl__text *text) {
  if (options->zero)
    burl__write(text, "#define %s_zero %s  // 0, of which the compiler must not know\n", options->prefix,
                options->zero);
  else burl__write(text, "uniform uint %s_zero;  // 0, of which the compiler must not know\n", options->prefix);
}

static void print_helpers(burl__printer *p, const unsigned char forms[VALUE_RESULT + 1]) {
  const char *const prefix = p->options->prefix;
  if (p->d == &burl__dialects[TARGET_C]) {
    if (forms[VALUE_BITS])
      burl__write(p->text,
                  "\nstatic inline uint32_t %s_bits(float a) {\n  uint32_t bits;\n"
                  "  memcpy(&bits, &a, sizeof bits);\n  return bits;\n}\n",
                  prefix);
    if (forms[VALUE_FROM_BITS] || forms[VALUE_LITERAL])
      burl__write(p->text,
                  "\nstatic inline float %s_from_bits(uint32_t bits) {\n  float a;\n"
                  "  memcpy(&a, &bits, sizeof a);\n  return a;\n}\n",
                  prefix);
    if (forms[VALUE_LOW_BITS])
      burl__write(p->text,
                  "\nstatic inline uint32_t %s_low_bits(double a) {\n  uint64_t bits;\n"
                  "  memcpy(&bits, &a, sizeof bits);\n  return (uint32_t)bits;\n}\n",
                  prefix);
  }
  if (p->d == &burl__dialects[TARGET_HLSL] && forms[VALUE_LOW_BITS])
    burl__write(p->text,
                "\nuint %s_low_bits(double a) {\n  uint low, high;\n  asuint(a, low, high);\n"
                "  return low;\n}\n",
                prefix);
  if (p->d->is_wgsl && forms[VALUE_LITERAL]) /* which has no literal infinities */
    burl__write(p->text,
                "\nfn %s_from_bits(bits: u32) -> f32 {\n  var kept = bits;\n"
                "  return bitcast<f32>(kept);\n}\n",
                prefix);
  if (p->d->fusing != FUSED_BARRIER || !p->options->is_exact || p->options->is_fast) return;
  if (p->d->is_wgsl)
    burl__write(p->text,
                "\n// 0, of which the compiler must not know: set it from a uniform before anything else.\n"
                "var<private> %s_zero: u32 = 0u;\n\n"
                "// Keeps a product from being fused with a sum, and sums from being regrouped.\n"
                "fn %s_exact(number: f32) -> f32 {\n"
                "  return bitcast<f32>(bitcast<u32>(number) ^ %s_zero);\n}\n",
                prefix, prefix, prefix);
  else {
    burl__write(p->text, "\n");
    write_zero(p->options, p->text);
    burl__write(p->text,
                "\n// Keeps a product from being fused with a sum, and sums from being regrouped.\n"
                "float %s_exact(float number) {\n"
                "  return uintBitsToFloat(floatBitsToUint(number) ^ %s_zero);\n}\n",
                prefix, prefix);
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

static void find_in_use(burl__printer *p, in_use *u) {
  for (size_t i = 0; i < p->m->value_count; i++) {
    const burl__code_value *const v = &p->m->values[i];
    if (!p->values[i].uses && v->form != VALUE_PARAMETER) continue;
    if (v->form == VALUE_PARAMETER && !(p->needed[v->which] && p->reads[v->which][v->index])) continue;
    if (v->form == VALUE_LITERAL) u->forms[VALUE_LITERAL] |= v->kind.base == KIND_REAL && !burl__is_finite(v->number);
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

static void print_front(burl__printer *p) {
  in_use u = {.tables = burl__printer_take(p, p->m->table_count + 1),
              .records = burl__printer_take(p, p->m->record_count + 1)};
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
  burl__printer p = {.m = module, .options = options, .d = options->dialect, .text = text};
  p.values = burl__printer_take(&p, (module->value_count + 1) * sizeof *p.values);
  p.regions = burl__printer_take(&p, (module->region_count + 1) * sizeof *p.regions);
  p.needed = burl__printer_take(&p, module->function_count + 1);
  p.order = burl__printer_take(&p, (module->function_count + 1) * sizeof *p.order);
  p.reads = burl__printer_take(&p, (module->function_count + 1) * sizeof *p.reads);
  p.reads_uniforms = burl__printer_take(&p, module->function_count + 1);
  if (module->failed) return;
  for (size_t i = 0; i < module->function_count; i++)
    if (module->functions[i].is_entry) burl__need_function(&p, (int)i);
  burl__name_records_and_tables(module);
  take_names_of_entries(&p);
  if (!module->failed) print_front(&p);
  for (int i = 0; i < p.count && !module->failed; i++) print_function(&p, p.order[i]);
  burl__release(&module->allocator, p.readings);
  if (text->failed) module->failed = 1;
}
