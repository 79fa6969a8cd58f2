/* The texts of front.h. */
#include "code/front.h"

#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "code/prefix.h"

/* ---- The comment on top --------------------------------------------------------------------------- */

/* Text within a comment that ends with the line: printable ASCII alone, no two question marks in a row, which begin
 * trigraphs, and nothing that goes on with the next line or ends JavaScript's text. */
void burl__write_shown(burl__text *text, const char *from, size_t length) {
  char before = ' ';
  for (size_t i = 0; i < length; i++) {
    const char c = from[i] == '\t' ? ' ' : from[i], shown = c >= ' ' && c <= '~' && c != '`' && c != '$' ? c : '?';
    burl__write(text, shown == '?' && before == '?' ? " %c" : "%c", shown);
    before = shown;
  }
  if (before == '\\') burl__write(text, " .");
}

static int is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* Its own lines: what it imports may be many times as long. */
static void write_recipe(const burl__front *f, burl__text *text) {
  const char *at = f->program->source, *const end = at + f->program->recipe.length;
  while (at < end) {
    const char *line_end = memchr(at, '\n', (size_t)(end - at));
    if (!line_end) line_end = end;
    size_t length = (size_t)(line_end - at);
    while (length > 0 && is_blank(at[length - 1])) length--;
    if (length > 0) {
      burl__write(text, "//   ");
      burl__write_shown(text, at, length);
      burl__write(text, "\n");
    }
    at = line_end + 1;
  }
}

/* The knobs whose values are open, or those that are constants, for which no reason was asked. */
static void write_knob_values(const burl__front *f, const char *first, int is_open, burl__text *text) {
  const char *before = first;
  for (int i = 0; i < f->program->knob_count; i++) {
    if (f->knobs->is_open[i] != is_open || f->knobs->reason[i]) continue;
    burl__write(text, "%s %s = %s", before, f->program->knobs[i].name,
                burl__digits_of(f->program->knob_values[i]).text);
    before = ",";
  }
  if (before != first) burl__write(text, ".\n");
}

static void write_knobs(const burl__front *f, burl__text *text) {
  write_knob_values(f, "// Knobs, open:", 1, text);
  write_knob_values(f, "// Knobs:", 0, text);
  for (int i = 0; i < f->program->knob_count; i++)
    if (f->knobs->reason[i])
      burl__write(text, "// Knob %s = %s: not open, as %s.\n", f->program->knobs[i].name,
                  burl__digits_of(f->program->knob_values[i]).text, f->knobs->reason[i]);
}

static void write_footprint(const burl__front *f, burl__text *text) {
  if (!f->reads_footprint) return;
  if (f->footprint > 0) burl__write(text, "// Footprint: %s.\n", burl__digits_of(f->footprint).text);
  else if (f->measures_footprint)
    burl__write(text, "// Footprint: measured, as how far p is from that of the next pixel.\n");
  else burl__write(text, "// Footprint, open: the step between samples; 0: all 16 octaves.\n");
}

static void write_open_time(const burl__front *f, burl__text *text) {
  for (size_t i = 0; i < f->module->uniform_count; i++)
    if (strcmp(f->module->uniforms[i].name, "t_cell") == 0)
      burl__write(text, "// t, open: t_cell, which is whole, plus t_fraction, in [0, 1).\n");
}

static void write_bounds_of(const burl__front *f, int first, int count, burl__text *text) {
  for (int c = 0; c < count; c++) {
    const burl_range r = f->graph->nodes[f->outputs->node[first + c]].range;
    burl__write(text, "%s [%s, %s]", c ? "," : "", burl__digits_of(r.lo).text, burl__digits_of(r.hi).text);
  }
}

static void write_bounds(const burl__front *f, burl__text *text) {
  burl__write(text, "// Bounds:");
  if (!f->field_count) write_bounds_of(f, f->first, f->channels, text);
  for (int i = 0; i < f->field_count; i++) {
    burl__write(text, "%s %s", i ? ";" : "", f->fields[i].name);
    write_bounds_of(f, f->fields[i].first, f->fields[i].channels, text);
  }
  burl__write(text, ".\n");
  const int is_picture = f->wrapper && f->wrapper->target == TARGET_GLSLES; /* HLSL's nodes give all results */
  if (is_picture && f->shown) burl__write(text, "// Of the results %s is shown.\n", f->shown->name);
}

/* What bits to expect. */
static void write_exactness(const burl__front *f, burl__text *text) {
  const burl__dialect *const d = f->print->dialect;
  if (f->print->is_lean) {
    burl__write(
        text, "// Lean: each noise is the library's within a millionth of its range, up to 100 cells from the origin,\n"
              "// and where it is scaled by powers of two up to 10^4.  --style exact has the library's bits.\n");
    return;
  }
  if (f->print->is_fast) {
    burl__write(text, "// Fast: close to the library's samples, with the target's own roundings.\n");
    return;
  }
  if (f->by_doubles)
    burl__write(text, "// By doubles: the library's bits, where doubles and floats are computed as IEEE 754 says.\n");
  if (f->by_cells)
    burl__write(
        text,
        "// By cells: the library's bits where fractions stay multiples of 2^-24; else near them, as floats hold\n"
        "// no more (docs/shaders.md says how near).  Coordinates are from -2^31 to 2^31.\n");
  if (d->fusing == FUSED_BARRIER && !f->print->is_exact)
    burl__write(text,
                "// The language lets products be fused with sums, which costs some last bits: --exact keeps them.\n");
  if (f->target == TARGET_MSL) burl__write(text, "// Compile without fast math.\n");
  if (f->target == TARGET_OPENCL) burl__write(text, "// Build with -cl-fp32-correctly-rounded-divide-sqrt.\n");
}

int burl__count_images(const burl__front *f) {
  int count = 0;
  for (size_t i = 0; i < f->module->uniform_count; i++) count += f->module->uniforms[i].image != NULL;
  return count;
}

/* What textures are to be. */
static void write_images(const burl__front *f, burl__text *text) {
  if (burl__count_images(f) == 0) return;
  burl__write(
      text,
      "// Images are textures of the file's own numbers, not decoded from sRGB, filtered linearly and repeated,\n"
      "// with the file's %s line at 0:\n",
      f->wrapper && f->wrapper->flips_images ? "last" : "first");
  for (size_t i = 0; i < f->module->uniform_count; i++) {
    const burl__uniform *const u = &f->module->uniforms[i];
    if (!u->image) continue;
    burl__write(text, "//   %s_%s: %d x %d, ", f->print->prefix, u->name, u->size[0], u->size[1]);
    burl__write_shown(text, u->image, strlen(u->image));
    burl__write(text, "\n");
  }
}

/* ---- Uniforms -------------------------------------------------------------------------------------- */

/* The knob that a uniform stands for; −1: it isn't a knob. */
static int knob_of(const burl__front *f, const burl__uniform *u) {
  for (int i = 0; i < f->program->knob_count; i++)
    if (f->knobs->is_open[i] && strcmp(u->name, f->knob_names[i]) == 0) return i;
  return -1;
}

burl_param burl__knob_of_uniform(const burl__front *f, const burl__uniform *u) {
  const int knob = knob_of(f, u);
  burl_param k = {0};
  if (knob >= 0) k = f->program->knobs[knob], k.value = f->program->knob_values[knob];
  return k;
}

static int is_keys(const burl__front *f, const burl__uniform *u) {
  return f->key_count > 0 && strcmp(u->name, "keys") == 0;
}

/* What Godot's inspector shows: a range and the value. */
static void write_godot_hint(const burl__front *f, const burl__uniform *u, burl__text *text) {
  const int knob = knob_of(f, u);
  if (knob < 0) return;
  const burl_param *const k = &f->program->knobs[knob];
  if (k->lo > -1e30 && k->hi < 1e30) {
    burl__write(text, " : hint_range(");
    burl__print_real(f->print, k->lo, text);
    burl__write(text, ", ");
    burl__print_real(f->print, k->hi, text);
    burl__write(text, ")");
  }
  burl__write(text, " = ");
  burl__print_real(f->print, f->program->knob_values[knob], text);
}

/* A knob's text as what its inspector shows beside the mouse; it must not end the comment. */
static void write_godot_tooltip(const burl__front *f, const burl__uniform *u, burl__text *text) {
  const char *at = burl__knob_of_uniform(f, u).text;
  if (!at || !*at) return;
  burl__write(text, "/** ");
  for (const char *end; (end = strstr(at, "*/")) != NULL; at = end + 1) {
    burl__write_shown(text, at, (size_t)(end + 1 - at));
    burl__write(text, " ");
  }
  burl__write_shown(text, at, strlen(at));
  burl__write(text, " */\n");
}

/* The declaration of an image, number `index` of them. */
static void write_image(const burl__front *f, const char *name, int index, burl__text *text) {
  const char *const prefix = f->print->prefix;
  if (f->target == TARGET_WGSL)
    burl__write(text,
                "@group(1) @binding(%d) var %s_%s: texture_2d<f32>;\n"
                "@group(1) @binding(%d) var %s_%s_sampler: sampler;\n",
                2 * index, prefix, name, 2 * index + 1, prefix, name);
  else if (f->target == TARGET_HLSL)
    burl__write(text, "Texture2D %s_%s;\nSamplerState sampler%s_%s;\n", prefix, name, prefix, name);
  else if (f->wrapper && !f->wrapper->has_uniforms)
    burl__write(text, "#define %s_%s iChannel%d\n", prefix, name, index);
  else
    burl__write(text, "uniform sampler2D %s_%s%s;\n", prefix, name,
                f->print->is_godot ? " : filter_linear, repeat_enable" : "");
}

static void write_uniform(const burl__front *f, const burl__uniform *u, burl__text *text) {
  const char *const prefix = f->print->prefix, *const type = f->print->dialect->types[u->base][0];
  if (f->target == TARGET_WGSL) {
    burl__write(text, "var<private> %s_%s: ", prefix, u->name);
    if (is_keys(f, u)) burl__write(text, "array<u32, %d>;\n", f->key_count);
    else burl__write(text, "%s;\n", type);
    return;
  }
  if (f->print->is_godot) write_godot_tooltip(f, u, text);
  const int is_set = f->wrapper && f->wrapper->takes_knobs && knob_of(f, u) >= 0;
  const char *const word = is_set ? "static " : f->target == TARGET_HLSL ? "" : "uniform ";
  burl__write(text, "%s%s %s_%s", word, type, prefix, u->name);
  if (is_keys(f, u)) burl__write(text, "[%d]", f->key_count);
  if (f->print->is_godot) write_godot_hint(f, u, text);
  burl__write(text, ";\n");
}

/* The struct of them, where functions get them as an argument. */
static void write_uniforms_struct(const burl__front *f, burl__text *text) {
  const int is_typedef = f->target == TARGET_C || f->target == TARGET_OPENCL;
  if (is_typedef) burl__write(text, "typedef struct {\n");
  else burl__write(text, "struct %s_uniforms {\n", f->print->prefix);
  for (size_t i = 0; i < f->module->uniform_count; i++) {
    const burl__uniform *const u = &f->module->uniforms[i];
    if (u->image) {
      burl__write(text, "  texture2d<float> %s;\n  sampler %s_sampler;\n", u->name, u->name);
      continue;
    }
    burl__write(text, "  %s %s", f->print->dialect->types[u->base][0], u->name);
    if (is_keys(f, u)) burl__write(text, "[%d]", f->key_count);
    burl__write(text, ";\n");
  }
  if (is_typedef) burl__write(text, "} %s_uniforms;\n", f->print->prefix);
  else burl__write(text, "};\n");
}

static void write_uniforms(const burl__front *f, burl__text *text) {
  if (f->module->uniform_count == 0) return;
  burl__write(text, "\n");
  if (f->print->dialect->passes_uniforms) {
    write_uniforms_struct(f, text);
    return;
  }
  for (size_t i = 0, images = 0; i < f->module->uniform_count; i++) {
    const burl__uniform *const u = &f->module->uniforms[i];
    if (u->image) write_image(f, u->name, (int)images++, text);
    else write_uniform(f, u, text);
  }
}

void burl__write_uniform_values(const burl__front *f, burl__text *text) {
  for (size_t i = 0; i < f->module->uniform_count; i++) {
    const burl__uniform *const u = &f->module->uniforms[i];
    const int knob = knob_of(f, u);
    burl__write(text, "      %s_%s: { value: ", f->print->prefix, u->name);
    if (u->image) {
      burl__write(text, "null },  // a THREE.Texture, of wrapS and wrapT THREE.RepeatWrapping\n");
      continue;
    }
    if (is_keys(f, u)) burl__write(text, "new Uint32Array(%d)", f->key_count);
    else burl__print_real(f->print, knob >= 0 ? f->program->knob_values[knob] : 0, text);
    burl__write(text, is_keys(f, u) ? " },  // what burl_code_keys gives for a seed\n" : " },\n");
  }
}

static void write_cost(const burl__front *f, burl__text *text) {
  if (!f->cost) return;
  burl__write(text, "// Cost: ");
  burl__write_cost(f->cost, text);
  burl__write(text, ".\n");
  if (!burl__is_costly(f->cost)) return;
  burl__write(text, BURL__COSTLY);
  burl__write_costly(f->cost, text);
  burl__write(text, ".\n");
}

void burl__write_front(const burl__front *f, burl__text *text) {
  const burl__dialect *const d = f->print->dialect;
  const char *const name = f->program->options.name ? f->program->options.name : "recipe";
  burl__write(text, "// Made by burl %s, output version %d, seed %llu, of ", burl_version(), burl_output_version(),
              (unsigned long long)f->program->seed);
  burl__write_shown(text, name, strlen(name));
  burl__write(text, ":\n//\n");
  write_recipe(f, text);
  burl__write(text, "//\n");
  write_knobs(f, text);
  write_footprint(f, text);
  write_open_time(f, text);
  write_bounds(f, text);
  write_images(f, text);
  write_exactness(f, text);
  write_cost(f, text);
  if (d->opening && !f->wrapper) burl__write(text, "\n%s", d->opening);
  if (f->wrapper && f->wrapper->before) f->wrapper->before(f, text);
  write_uniforms(f, text);
}

/* ---- Parts ----------------------------------------------------------------------------------------- */

/* The recipe's line that defines a part; NULL: none does. */
static const char *line_of_part(const burl__front *f, const char *name, size_t *length) {
  const char *at = f->program->source, *const end = at + f->program->recipe.length;
  const size_t size = strlen(name);
  while (at < end) {
    const char *line_end = memchr(at, '\n', (size_t)(end - at));
    if (!line_end) line_end = end;
    *length = (size_t)(line_end - at);
    if (*length > size + 1 && memcmp(at, name, size) == 0 && strchr(" (=", at[size]) && memchr(at, '=', *length))
      return at;
    at = line_end + 1;
  }
  return NULL;
}

/* That line as a comment; NULL: there is none. */
static const char *note_of_part(const burl__front *f, burl__module *m, const char *name) {
  size_t length;
  const char *const line = line_of_part(f, name, &length);
  if (!line) return NULL;
  burl__text text;
  burl__text_open(&text, m->allocator);
  burl__write_shown(&text, line, length);
  const char *const note = text.failed ? NULL : burl__arena_text(m->arena, text.start, text.length);
  if (!note) burl__module_fail(m, FAILED_MEMORY);
  burl__text_close(&text);
  return note;
}

void burl__note_parts(const burl__front *f, burl__module *m) {
  for (size_t i = 0; i < m->function_count; i++)
    if (!m->functions[i].is_entry) m->functions[i].note = note_of_part(f, m, m->functions[i].wish);
  for (size_t i = 0; i < m->value_count; i++) {
    burl__code_value *const v = &m->values[i];
    if (v->is_of_recipe && v->name && !v->note) v->note = note_of_part(f, m, v->name);
  }
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
  char name[BURL__PREFIX_ROOM + 8];
  if (is_cell || is_wide) snprintf(name, sizeof name, "%s_%s", prefix, entry);
  else snprintf(name, sizeof name, "%s", f->entry);
  const int is_by_pointer = f->channels > 1 && !f->field_count;
  const char *const type = f->field_count ? f->print->type : is_by_pointer ? "void" : "float";
  burl__write(text, "\n%s %s(", type, name);
  if (is_cell) burl__write(text, "const int32_t *cell, const float *fraction");
  else burl__write(text, "const %s *p", is_wide ? "double" : "float");
  if (f->reads_time)
    burl__write(text, is_cell ? ", int32_t t_cell, float t_fraction" : is_wide ? ", double t" : ", float t");
  if (f->module->uniform_count > 0) burl__write(text, ", const %s_uniforms *uniforms", prefix);
  if (is_by_pointer) burl__write(text, ", float *to");
  burl__write(text, ") {\n  ");
  if (is_by_pointer) burl__write(text, "const %s_float%d made = ", prefix, f->channels);
  else burl__write(text, "return ");
  burl__write(text, "%s_of(", name);
  write_vector(f, text, is_cell ? "int" : is_wide ? "double" : "float", is_cell ? "cell" : "p");
  if (is_cell) {
    burl__write(text, ", ");
    write_vector(f, text, "float", "fraction");
  }
  burl__write(text, "%s%s);\n",
              !f->reads_time ? ""
              : is_cell      ? ", t_cell, t_fraction"
                             : ", t",
              f->module->uniform_count > 0 ? ", *uniforms" : "");
  for (int c = 0; c < f->channels && is_by_pointer; c++) burl__write(text, "  to[%d] = made.%c;\n", c, "xyzw"[c]);
  burl__write(text, "}\n");
}

void burl__write_back(const burl__front *f, burl__text *text) {
  if (f->wrapper) f->wrapper->after(f, text);
  if (f->target != TARGET_C) return;
  if (f->by_doubles) write_c_entry(f, text, "d");
  if (f->by_cells) write_c_entry(f, text, "cell");
  if (f->by_floats) write_c_entry(f, text, "p");
  burl__write(text, "%s", f->print->dialect->closing);
}
