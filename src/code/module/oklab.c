/* Oklab in text that computes with vectors: where three numbers are all that a colour's conversion gives, as
 * program/build_colour.c makes it of numbers, they are found to be that, and one function converts the vector. */
#include <string.h>

#include "base/oklab.h"
#include "code/module/value.h"

static const char of_srgb[] = "oklab_of_srgb", of_oklab[] = "srgb_of_oklab";

/* ---- What three numbers are ----------------------------------------------------------------------- */

/* What a term of a matrix's row is a product of with this number; −1: of nothing. */
static int factor_of(const burl__module *m, int term, double number) {
  const burl__code_value *const v = &m->values[term];
  if ((float)number == 1) return term;
  if (v->form != VALUE_TIMES || !burl__is_exactly(m, v->argument[1], (double)(float)number)) return -1;
  return v->argument[0];
}

/* Whether three numbers are a matrix times three others. */
static int are_of_matrix(const burl__module *m, const double matrix[9], const int rows[3], int factors[3]) {
  for (int r = 0; r < 3; r++) {
    const burl__code_value *const sum = &m->values[rows[r]];
    if (sum->form != VALUE_PLUS || m->values[sum->argument[0]].form != VALUE_PLUS) return 0;
    const int *const first = m->values[sum->argument[0]].argument;
    const int terms[3] = {first[0], first[1], sum->argument[1]};
    for (int c = 0; c < 3; c++) {
      const int factor = factor_of(m, terms[c], matrix[3 * r + c]);
      if (factor < 0 || (r > 0 && factor != factors[c])) return 0;
      factors[c] = factor;
    }
  }
  return 1;
}

/* Whether three numbers are what a function of one number, of this name, gives for three others. */
static int are_called(const burl__module *m, const char *name, const int parts[3], int arguments[3]) {
  for (int i = 0; i < 3; i++) {
    const burl__code_value *const v = &m->values[parts[i]];
    if (v->form != VALUE_CALL || v->count != 1 || strcmp(m->functions[v->index].wish, name) != 0) return 0;
    arguments[i] = v->argument[0];
  }
  return 1;
}

static int are_cubes(const burl__module *m, const int parts[3], int roots[3]) {
  for (int i = 0; i < 3; i++) {
    const burl__code_value *const cube = &m->values[parts[i]];
    if (cube->form != VALUE_TIMES) return 0;
    const burl__code_value *const square = &m->values[cube->argument[0]];
    roots[i] = cube->argument[1];
    if (square->form != VALUE_TIMES || square->argument[0] != roots[i] || square->argument[1] != roots[i]) return 0;
  }
  return 1;
}

/* ---- Functions of vectors ------------------------------------------------------------------------- */

static burl__kind colour_kind(void) { return burl__vector_of(KIND_REAL, 3); }

/* The vector of one function's values at another's components. */
static int call_each(burl__module *m, int function, int vector) {
  int parts[3];
  for (int i = 0; i < 3; i++) {
    const int part = burl__part(m, vector, i);
    parts[i] = burl__value_at(m, VALUE_CALL, burl__kind_of(KIND_REAL), function, 1, &part);
  }
  return burl__make(m, colour_kind(), parts);
}

/* A matrix times a vector, as the sum of its columns times components. */
static int times_matrix(burl__module *m, const double matrix[9], int vector) {
  int sum = BURL__NO_VALUE;
  for (int c = 0; c < 3; c++) {
    const int rows[] = {burl__real(m, matrix[c]), burl__real(m, matrix[3 + c]), burl__real(m, matrix[6 + c])};
    const int part = burl__part(m, vector, c), column = burl__make(m, colour_kind(), rows);
    const int is_one = rows[0] == rows[1] && burl__is_exactly(m, rows[0], 1);
    const int term = is_one ? part : burl__value_at(m, VALUE_TIMES, colour_kind(), 0, 2, (const int[]){part, column});
    sum = c == 0 ? term : burl__value_at(m, VALUE_PLUS, colour_kind(), 0, 2, (const int[]){sum, term});
  }
  return sum;
}

static int oklab_of_colour(burl__module *m, int linear_of_srgb, int colour) {
  const int light = burl__name_value(m, call_each(m, linear_of_srgb, colour), "light");
  const int lms = burl__name_value(m, times_matrix(m, burl__lms_of_linear, light), "lms");
  const int third = burl__real(m, 1.0 / 3), thirds[] = {third, third, third};
  const int powers[] = {burl__unary(m, VALUE_SIZE, lms), burl__make(m, colour_kind(), thirds)};
  const int signs_and_roots[] = {burl__value_at(m, VALUE_OWN, colour_kind(), OWN_SIGN, 1, &lms),
                                 burl__value_at(m, VALUE_OWN, colour_kind(), OWN_POW, 2, powers)};
  const int roots = burl__value_at(m, VALUE_TIMES, colour_kind(), 0, 2, signs_and_roots);
  return times_matrix(m, burl__oklab_of_roots, burl__name_value(m, roots, "roots"));
}

static int colour_of_oklab(burl__module *m, int srgb_of_linear, int lab) {
  const int roots = burl__name_value(m, times_matrix(m, burl__roots_of_oklab, lab), "roots");
  const int square = burl__value_at(m, VALUE_TIMES, colour_kind(), 0, 2, (const int[]){roots, roots});
  const int cube = burl__value_at(m, VALUE_TIMES, colour_kind(), 0, 2, (const int[]){square, roots});
  const int light = times_matrix(m, burl__linear_of_lms, burl__name_value(m, cube, "lms"));
  return call_each(m, srgb_of_linear, burl__name_value(m, light, "light"));
}

/* The function of the text, which is made the first time; of_channel: that of one channel, which it calls. */
static int conversion(burl__module *m, const char *name, int of_channel) {
  for (size_t i = 0; i < m->function_count; i++)
    if (m->functions[i].wish == name) return (int)i;
  const int function = burl__add_function(m, name), block = m->block;
  if (function < 0) return -1;
  m->block = m->functions[function].block;
  const int colour = burl__add_parameter(m, function, name == of_srgb ? "c" : "lab", colour_kind());
  const int value = name == of_srgb ? oklab_of_colour(m, of_channel, colour) : colour_of_oklab(m, of_channel, colour);
  m->functions[function].value = value;
  m->functions[function].result = colour_kind();
  m->block = block;
  return value < 0 ? -1 : function;
}

int burl__conversion_of(burl__module *m, const int parts[3], int from[3]) {
  const burl__code_value *const first = &m->values[parts[0]];
  int lms[3], light[3], roots[3];
  if (are_called(m, "srgb_of_linear", parts, light) && are_of_matrix(m, burl__linear_of_lms, light, lms) &&
      are_cubes(m, lms, roots) && are_of_matrix(m, burl__roots_of_oklab, roots, from))
    return conversion(m, of_oklab, first->index);
  if (!are_of_matrix(m, burl__oklab_of_roots, parts, roots) || !are_called(m, "cube_root", roots, lms) ||
      !are_of_matrix(m, burl__lms_of_linear, lms, light) || !are_called(m, "linear_of_srgb", light, from))
    return -1;
  return conversion(m, of_srgb, m->values[light[0]].index);
}

int burl__convert_colour(burl__module *m, int function, int colour) {
  if (colour < 0) return BURL__NO_VALUE;
  const burl__code_value *const v = &m->values[colour];
  const char *const back = m->functions[function].wish == of_srgb ? of_oklab : of_srgb;
  if (v->form == VALUE_CALL && m->functions[v->index].wish == back)
    return burl__name_after_recipe(m, v->argument[0], v->name);
  return burl__value_at(m, VALUE_CALL, colour_kind(), function, 1, &colour);
}
