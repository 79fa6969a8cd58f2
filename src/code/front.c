/* The texts of front.h. */
#include "code/front.h"

#include <string.h>

#include "base/decimal.h"

int burl__is_front_name(const char *name) {
  static const char *const names[] = {"cell", "p", "d", "keys", "zero", "exact", "bits", "from_bits", "low_bits"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i], name) == 0) return 1;
  return 0;
}

/* ---- The comment on top --------------------------------------------------------------------------- */

/* A line of the recipe within a comment that ends with the line: printable ASCII alone, and nothing that goes on with
 * the next one. */
static void write_comment_line(burl__text *text, const char *line, size_t length) {
  burl__write(text, "//   ");
  for (size_t i = 0; i < length; i++) {
    const char c = line[i];
    if (c == '?' && i > 0 && line[i - 1] == '?') burl__write(text, " ");
    burl__write(text, "%c", c >= ' ' && c <= '~' ? c : '?');
  }
  while (length > 0 && line[length - 1] == ' ') length--;
  burl__write(text, "%s\n", length > 0 && line[length - 1] == '\\' ? " ." : "");
}

static void write_recipe(const burl__front *f, burl__text *text) {
  const char *at = f->program->source, *const end = at + f->program->length;
  while (at < end) {
    const char *line_end = memchr(at, '\n', (size_t)(end - at));
    if (!line_end) line_end = end;
    size_t length = (size_t)(line_end - at);
    while (length > 0 && (at[length - 1] == '\r' || at[length - 1] == ' ')) length--;
    if (length > 0) write_comment_line(text, at, length);
    at = line_end + 1;
  }
}

static void write_knobs(const burl__front *f, burl__text *text) {
  const char *first = "// Knobs:";
  for (int i = 0; i < f->program->knob_count; i++) {
    burl__write(text, "%s %s = %s%s", first, f->program->knobs[i].name, burl__digits_of(f->program->knob_values[i]).text,
                f->is_open[i] ? " (open)" : "");
    first = ",";
  }
  if (f->program->knob_count > 0) burl__write(text, ".\n");
}

static void write_bounds(const burl__front *f, burl__text *text) {
  burl__write(text, "// Bounds:");
  for (int c = 0; c < f->channels; c++) {
    const burl_range r = f->graph->nodes[f->outputs->node[c]].range;
    burl__write(text, "%s [%s, %s]", c ? "," : "", burl__digits_of(r.lo).text, burl__digits_of(r.hi).text);
  }
  burl__write(text, ".\n");
}

/* What bits to expect. */
static void write_exactness(const burl__front *f, burl__text *text) {
  const burl__dialect *const d = f->print->dialect;
  if (f->print->is_fast) {
    burl__write(text, "// Fast: close to the library's samples, with the target's own roundings.\n");
    return;
  }
  if (f->by_doubles)
    burl__write(text, "// By doubles: the library's bits, where doubles and floats are computed as IEEE 754 says.\n");
  if (f->by_cells)
    burl__write(text, "// By cells: the library's bits where a fraction stays a multiple of 2^-24; else a few units in\n"
                      "// the last place off.\n");
  if (d->fusing == FUSED_BARRIER && !f->print->is_exact)
    burl__write(text, "// The language lets products be fused with sums, which costs some last bits: --exact keeps them.\n");
  if (f->target == TARGET_C) burl__write(text, "// Compile with -ffp-contract=off.\n");
  if (f->target == TARGET_OPENCL) burl__write(text, "// Build with -cl-fp32-correctly-rounded-divide-sqrt.\n");
}

/* ---- Uniforms -------------------------------------------------------------------------------------- */

static void write_uniform(const burl__front *f, const burl__uniform *u, burl__text *text) {
  const char *const prefix = f->print->prefix;
  const char *const type = f->print->dialect->types[u->base][0];
  const int is_keys = f->key_count > 0 && strcmp(u->name, "keys") == 0;
  switch (f->target) {
    case TARGET_GLSL: case TARGET_GLSLES: case TARGET_HLSL:
      burl__write(text, "%s%s %s_%s", f->target == TARGET_HLSL ? "" : "uniform ", type, prefix, u->name);
      if (is_keys) burl__write(text, "[%d]", f->key_count);
      burl__write(text, ";\n");
      return;
    case TARGET_WGSL:
      burl__write(text, "var<private> %s_%s: ", prefix, u->name);
      if (is_keys) burl__write(text, "array<u32, %d>;\n", f->key_count);
      else burl__write(text, "%s;\n", type);
      return;
    default: return;
  }
}

void burl__write_front(const burl__front *f, const burl__module *m, burl__text *text) {
  const burl__dialect *const d = f->print->dialect;
  const char *const name = f->program->options.name ? f->program->options.name : "recipe";
  burl__write(text, "// Made by burl %s, output version %d, seed %llu, of ", burl_version(), burl_output_version(),
              (unsigned long long)f->program->seed);
  for (const char *c = name; *c; c++) burl__write(text, "%c", *c >= ' ' && *c <= '~' && *c != '\\' ? *c : '?');
  burl__write(text, ":\n//\n");
  write_recipe(f, text);
  burl__write(text, "//\n");
  write_knobs(f, text);
  write_bounds(f, text);
  write_exactness(f, text);
  if (d->opening) burl__write(text, "\n%s", d->opening);
  if (m->uniform_count) burl__write(text, "\n");
  for (size_t i = 0; i < m->uniform_count; i++) write_uniform(f, &m->uniforms[i], text);
}

/* ---- C's entries ----------------------------------------------------------------------------------- */

static void write_components(burl__text *text, const char *array, int count) {
  for (int i = 0; i < count; i++) burl__write(text, "%s%s[%d]", i ? ", " : "", array, i);
}

/* An argument made of what a pointer leads to. */
static void write_vector(const burl__front *f, burl__text *text, const char *kind, const char *array) {
  if (f->dims == 1) {
    burl__write(text, "%s[0]", array);
    return;
  }
  burl__write(text, "(%s_%s%d){", f->print->prefix, kind, f->dims);
  write_components(text, array, f->dims);
  burl__write(text, "}");
}

static void write_c_entry(const burl__front *f, burl__text *text, const char *entry) {
  const char *const prefix = f->print->prefix;
  const int is_cell = strcmp(entry, "cell") == 0, is_wide = strcmp(entry, "d") == 0;
  burl__write(text, "\n%s %s_%s(", f->channels == 1 ? "float" : "void", prefix, entry);
  if (is_cell) burl__write(text, "const int32_t *cell, const float *fraction");
  else burl__write(text, "const %s *p", is_wide ? "double" : "float");
  if (f->reads_time) burl__write(text, ", %s t", is_wide ? "double" : "float");
  if (f->channels > 1) burl__write(text, ", float *to");
  burl__write(text, ") {\n  ");
  if (f->channels > 1) burl__write(text, "const %s_float%d made = ", prefix, f->channels);
  else burl__write(text, "return ");
  burl__write(text, "%s_%s_of(", prefix, entry);
  write_vector(f, text, is_cell ? "int" : is_wide ? "double" : "float", is_cell ? "cell" : "p");
  if (is_cell) {
    burl__write(text, ", ");
    write_vector(f, text, "float", "fraction");
  }
  burl__write(text, "%s);\n", f->reads_time ? ", t" : "");
  for (int c = 0; c < f->channels && f->channels > 1; c++) burl__write(text, "  to[%d] = made.%c;\n", c, "xyzw"[c]);
  burl__write(text, "}\n");
}

void burl__write_back(const burl__front *f, burl__text *text) {
  if (f->target != TARGET_C) return;
  if (f->by_doubles) write_c_entry(f, text, "d");
  if (f->by_cells) write_c_entry(f, text, "cell");
  if (f->by_floats) write_c_entry(f, text, "p");
}
