/* Programs that take HLSL: Unity, whose Shader Graph calls the functions of a file, and Unreal, whose Custom node is a
 * body. */
#include "code/display.h"

#include <string.h>

#include "base/decimal.h"

/* ---- Unity --------------------------------------------------------------------------------------- */

/* Shader Graph's name for a type of this many numbers. */
static const char *unity_type(int count) {
  static const char *const types[] = {"Float", "Vector 2", "Vector 3", "Vector 4"};
  return types[count - 1];
}

/* The name of a knob's input; a result may be called like the knob. */
static const char *input_ending(const burl__front *f, const char *name) {
  for (int i = 0; i < f->field_count; i++)
    if (strcmp(f->fields[i].name, name) == 0) return "_knob";
  return "";
}

void burl__before_unity(const burl__front *f, burl__text *text) {
  const char *const prefix = f->print->prefix;
  size_t knobs = 0;
  burl__write(
      text,
      "\n// In Shader Graph: a Custom Function node of Type File, with this file, whose name ends in .hlsl, as its\n"
      "// Source and the Name %s.  Precision Single: Half has too few bits for places.  Inputs: p, a %s%s",
      prefix, unity_type(f->dims), f->reads_time ? ", then t, a Float" : "");
  for (size_t i = 0; i < f->module->uniform_count; i++) {
    const burl_param knob = burl__knob_of_uniform(f, &f->module->uniforms[i]);
    if (!knob.name) continue;
    burl__write(text, "%s %s%s, a Float, %s", knobs++ ? "," : ",\n// then", f->module->uniforms[i].name,
                input_ending(f, f->module->uniforms[i].name), burl__digits_of(knob.value).text);
  }
  burl__write(text, ".");
  if (!f->field_count) burl__write(text, "  Output: value, a %s.\n", unity_type(f->channels));
  for (int i = 0; i < f->field_count; i++)
    burl__write(text, "%s%s, a %s%s", i ? ", then " : "\n// Outputs: ", f->fields[i].name,
                unity_type(f->fields[i].channels), i + 1 < f->field_count ? "" : ".\n");
  if (f->module->uniform_count > knobs)
    burl__write(text, "// What else it leaves open is global: Shader.SetGlobalFloat and its like set it, by the names "
                      "below.\n");
  burl__write(text, "#ifndef %s_INCLUDED\n#define %s_INCLUDED\n", prefix, prefix);
}

/* The parameters that take the knobs and the results, of a type that begins so, with the beginning of the body. */
static void write_ports(const burl__front *f, const char *number, burl__text *text) {
  const char *const *const types = f->print->dialect->types[KIND_REAL];
  const size_t base = strlen(types[0]);
  for (size_t i = 0; i < f->module->uniform_count; i++) {
    const char *const name = f->module->uniforms[i].name;
    if (burl__knob_of_uniform(f, &f->module->uniforms[i]).name)
      burl__write(text, ", %s %s%s", number, name, input_ending(f, name));
  }
  if (!f->field_count) burl__write(text, ", out %s%s value", number, types[f->channels - 1] + base);
  for (int i = 0; i < f->field_count; i++)
    burl__write(text, ", out %s%s %s", number, types[f->fields[i].channels - 1] + base, f->fields[i].name);
  burl__write(text, ") {\n");
  for (size_t i = 0; i < f->module->uniform_count; i++) {
    const char *const name = f->module->uniforms[i].name;
    if (burl__knob_of_uniform(f, &f->module->uniforms[i]).name)
      burl__write(text, "  %s_%s = %s%s;\n", f->print->prefix, name, name, input_ending(f, name));
  }
  if (f->field_count) burl__write(text, "  %s made = ", f->print->type);
  else burl__write(text, "  value = ");
}

/* Statements that set results from the fields of `made`. */
static void write_fields(const burl__front *f, const burl__result_field *left_out, burl__text *text) {
  for (int i = 0; i < f->field_count; i++)
    if (&f->fields[i] != left_out) burl__write(text, "  %s = made.%s;\n", f->fields[i].name, f->fields[i].name);
}

/* The node's function of a precision, float or half. */
static void write_unity_function(const burl__front *f, const char *number, burl__text *text) {
  const char *const point = f->print->dialect->types[KIND_REAL][f->dims - 1];
  burl__write(text, "\nvoid %s_%s(%s%s p", f->print->prefix, number, number, point + strlen("float"));
  if (f->reads_time) burl__write(text, ", %s t", number);
  write_ports(f, number, text);
  burl__write(text, "%s(p%s);\n", f->entry, f->reads_time ? ", t" : "");
  write_fields(f, NULL, text);
  burl__write(text, "}\n");
}

void burl__after_unity(const burl__front *f, burl__text *text) {
  const char *const prefix = f->print->prefix;
  const char *const point = f->print->dialect->types[KIND_REAL][f->dims - 1];
  const char *const cells = f->print->dialect->types[KIND_INT][f->dims - 1];
  write_unity_function(f, "float", text);
  write_unity_function(f, "half", text);
  if (f->by_cells) {
    burl__write(
        text,
        "\n// For large worlds: the chunk's whole cells, which floats hold up to 2^24, and the place within it.\n"
        "void %s_cell_float(%s cell, %s fraction%s",
        prefix, point, point, f->reads_time ? ", float t_cell, float t_fraction" : "");
    write_ports(f, "float", text);
    burl__write(text, "%s_cell(%s(cell), fraction%s);\n", prefix, cells,
                f->reads_time ? ", int(t_cell), t_fraction" : "");
    write_fields(f, NULL, text);
    burl__write(text, "}\n");
  }
  burl__write(text, "\n#endif\n");
}

/* ---- Unreal -------------------------------------------------------------------------------------- */

void burl__before_unreal(const burl__front *f, burl__text *text) {
  const char *const point = f->print->dialect->types[KIND_REAL][f->dims - 1];
  burl__write(text, "\n// A Custom node's Code.  Inputs: p, a %s%s.  Output Type: CMOT Float %d.\n", point,
              f->reads_time ? ", and t, a float" : "", f->channels);
  for (int i = 0; i < f->field_count; i++)
    if (&f->fields[i] != f->shown)
      burl__write(text, "// Additional output: %s, CMOT Float %d.\n", f->fields[i].name, f->fields[i].channels);
}
void burl__after_unreal(const burl__front *f, burl__text *text) {
  const char *const prefix = f->print->prefix;
  if (f->field_count) {
    burl__write(text, "};\n\n  %s_text %s_it;\n  %s made = %s_it.%s(p%s);\n", prefix, prefix, f->print->type, prefix,
                f->entry, f->reads_time ? ", t" : "");
    write_fields(f, f->shown, text);
    burl__write(text, "  return made.%s;\n", f->shown->name);
    return;
  }
  burl__write(text, "};\n\n%s_text %s_it;\nreturn %s_it.%s(p%s);\n", prefix, prefix, prefix, f->entry,
              f->reads_time ? ", t" : "");
}
