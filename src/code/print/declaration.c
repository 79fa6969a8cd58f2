/* What stands in front of a text's functions: the records, tables and helper functions that they use. */
#include "code/print/printer.h"

enum { MOST_SMALL = 1024 }; /* entries of a table that a shader can have as a variable */

/* ---- Records ------------------------------------------------------------------------------------- */

static burl__kind kind_of_record(int record) { return (burl__kind){KIND_RECORD, 1, record}; }

static void print_record(burl__printer *p, int record) {
  const burl__record *const r = &p->m->records[record];
  const int is_typedef = p->d == &burl__dialects[TARGET_C] || p->d == &burl__dialects[TARGET_OPENCL];
  if (is_typedef) burl__write(p->text, "\ntypedef struct {\n");
  else {
    burl__write(p->text, "\nstruct ");
    burl__write_kind(p, kind_of_record(record));
    burl__write(p->text, " {\n");
  }
  for (int i = 0; i < r->count; i++) {
    burl__write(p->text, "  ");
    if (p->d->is_wgsl) burl__write(p->text, "%s: ", r->fields[i].name);
    burl__write_kind(p, r->fields[i].kind);
    if (p->d->is_wgsl) burl__write(p->text, ",\n");
    else burl__write(p->text, " %s;\n", r->fields[i].name);
  }
  if (!is_typedef) {
    burl__write(p->text, p->d->is_wgsl ? "}\n" : "};\n");
    return;
  }
  burl__write(p->text, "} ");
  burl__write_kind(p, kind_of_record(record));
  burl__write(p->text, ";\n");
}

/* The function that makes a record, where the language has nothing shorter. */
static void print_maker(burl__printer *p, int record) {
  const burl__record *const r = &p->m->records[record];
  burl__write(p->text, "\n");
  burl__write_kind(p, kind_of_record(record));
  burl__write(p->text, " %s_make_%s(", p->options->prefix, r->name);
  for (int i = 0; i < r->count; i++) {
    burl__write(p->text, "%s", i ? ", " : "");
    burl__write_kind(p, r->fields[i].kind);
    burl__write(p->text, " %s", r->fields[i].name);
  }
  burl__write(p->text, ") {\n  ");
  burl__write_kind(p, kind_of_record(record));
  burl__write(p->text, " made;\n");
  for (int i = 0; i < r->count; i++) burl__write(p->text, "  made.%s = %s;\n", r->fields[i].name, r->fields[i].name);
  burl__write(p->text, "  return made;\n}\n");
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

/* ---- Tables -------------------------------------------------------------------------------------- */

static void write_number(burl__printer *p, const burl__table *t, int i) {
  if (t->reals) burl__print_real(p->options, (double)t->reals[i], p->text);
  else if (t->words)
    burl__write(p->text, t->words[i] > 0xFFFFu && !p->options->is_godot ? "0x%08Xu" : "%uu", t->words[i]);
  else burl__write(p->text, "%d", t->bytes[i]);
}

static burl__kind kind_of_entry(const burl__table *t) { return burl__vector_of(t->base, t->width > 1 ? t->width : 1); }

/* A number, or a vector of some. */
static void write_entry(burl__printer *p, const burl__table *t, int i) {
  const int is_by_name = p->d->make != MAKE_BY_LITERAL && p->d->make != MAKE_BY_FUNCTION;
  if (t->width <= 1) {
    write_number(p, t, i);
    return;
  }
  if (p->d->make == MAKE_BY_CAST) burl__write(p->text, "(");
  if (is_by_name) burl__write_kind(p, kind_of_entry(t));
  burl__write(p->text, p->d->make == MAKE_BY_CAST ? ")(" : is_by_name ? "(" : "{");
  for (int k = 0; k < t->width; k++) {
    if (k > 0) burl__write(p->text, ", ");
    write_number(p, t, t->width * i + k);
  }
  burl__write(p->text, is_by_name ? ")" : "}");
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
  const burl__kind kind = kind_of_entry(t);
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
  const char *const type = p->d->types[t->base][kind_of_entry(t).count - 1];
  burl__write(p->text, "\n%s %s_%s(uint index) {\n  static const %s entries[%d] = {", type, p->options->prefix, t->name,
              type, t->count);
  write_entries(p, t);
  burl__write(p->text, "};\n  return entries[index];\n}\n");
}

/* ---- Helpers ------------------------------------------------------------------------------------- */

/* The zero that barriers compute with. */
static void write_zero(const burl__print_options *options, burl__text *text) {
  if (options->zero)
    burl__write(text, "#define %s_zero %s  // 0, of which the compiler must not know\n", options->prefix,
                options->zero);
  else burl__write(text, "uniform uint %s_zero;  // 0, of which the compiler must not know\n", options->prefix);
}

/* The function that keeps the bits of products and sums. */
static void print_barrier(burl__printer *p) {
  const char *const prefix = p->options->prefix;
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

static void print_helper(burl__printer *p, const char *format, int is_used) {
  if (format && is_used) burl__write(p->text, format, p->options->prefix);
}

/* forms: which forms needed values have, and as VALUE_LITERAL whether there are infinities or NaN. */
static void print_helpers(burl__printer *p, const unsigned char forms[VALUE_RESULT + 1]) {
  const burl__dialect *const d = p->d;
  print_helper(p, d->bits_helper, forms[VALUE_BITS] && !d->bits);
  print_helper(p, d->from_bits_helper, forms[VALUE_LITERAL] || (forms[VALUE_FROM_BITS] && !d->from_bits));
  print_helper(p, d->low_bits_helper, forms[VALUE_LOW_BITS] && !d->low_bits);
  if (d->fusing == FUSED_BARRIER && p->options->is_exact && !p->options->is_fast) print_barrier(p);
}

/* ---- Those that are needed ----------------------------------------------------------------------- */

/* Which kinds, forms, tables and records the needed values use. */
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
    if (v->form == VALUE_LITERAL) u->forms[VALUE_LITERAL] |= v->kind.base >= KIND_REAL && !burl__is_finite(v->number);
    else u->forms[v->form] = 1;
    if (v->form == VALUE_ENTRY) u->tables[v->index] = 1;
    if (v->kind.base != KIND_RECORD && !p->d->types[v->kind.base][v->kind.count - 1]) {
      burl__module_misread(p->m, "a number that the language doesn't have");
      return;
    }
    note_kind(u, v->kind);
  }
}

void burl__print_declarations(burl__printer *p) {
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
