/* What lean text calls values for which neither the recipe nor the mathematics has a name: after what reads them, else
 * after what they are made of, else after the operation. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "code/language/reserved.h"
#include "code/print/names.h"
#include "code/print/printer.h"

/* Operations within each other that are looked through; characters of a name of two. */
enum { DEEPEST = 6, LONGEST_OF_TWO = 24 };

/* ---- After what reads them ------------------------------------------------------------------------ */

/* Gives a value a name by what reads it, which the first does. */
static void note_role(burl__printer *p, int value, const char *name) {
  if (value >= 0 && !p->values[value].role && name && (name[1] || strchr("ptxyzw", *name)))
    p->values[value].role = name;
}

/* A component is called after its axis, of all but a point behind the vector's name. */
static void write_component(const char *vector, int axis, char name[BURL__NAME_ROOM]) {
  if (strcmp(vector, "p") == 0) snprintf(name, BURL__NAME_ROOM, "%c", "xyzw"[axis]);
  else snprintf(name, BURL__NAME_ROOM, "%.60s_%c", vector, "xyzw"[axis]);
}

static void note_components(burl__printer *p, int vector, const char *name) {
  const burl__code_value *const v = &p->m->values[vector];
  if (v->form != VALUE_MAKE || v->kind.base == KIND_RECORD || p->values[vector].is_variable) return;
  for (int i = 0; i < v->count; i++) {
    char component[BURL__NAME_ROOM];
    write_component(name, i, component);
    const char *const kept = burl__arena_text(p->m->arena, component, strlen(component));
    if (!kept) burl__module_fail(p->m, FAILED_MEMORY);
    note_role(p, v->argument[i], kept);
  }
}

void burl__note_roles(burl__printer *p, int reader) {
  static const char *const of_own[OWN_COUNT][3] = {
      [OWN_MIX] = {NULL, NULL, "share"}, [OWN_SMOOTHSTEP] = {NULL, NULL, "level"}, [OWN_POW] = {"base", "power", NULL}};
  const burl__code_value *const v = &p->m->values[reader];
  for (int i = 0; i < v->count; i++) {
    const char *name = NULL;
    if (v->form == VALUE_CALL) name = p->m->functions[v->index].parameters[i].name;
    if (v->form == VALUE_OWN && i < 3) name = of_own[v->index][i];
    if (v->form == VALUE_MAKE && v->kind.base == KIND_RECORD) name = p->m->records[v->kind.record].fields[i].name;
    if (!name) continue;
    note_role(p, v->argument[i], name);
    note_components(p, v->argument[i], name);
  }
}

/* ---- After what they are made of ------------------------------------------------------------------ */

/* A name without the number that tells it apart from others, and without the ending that it has from another stem. */
static void write_stem(const char *name, char stem[BURL__NAME_ROOM]) {
  static const char *const endings[] = {"_turned", "_squared", "_inverse", "_left",
                                        "_moved",  "_sum",     "_scaled",  "_product"};
  snprintf(stem, BURL__NAME_ROOM, "%.60s", name);
  size_t length = strlen(stem);
  while (length > 1 && isdigit((unsigned char)stem[length - 1])) length--;
  if (length > 1 && stem[length - 1] == '_') length--;
  stem[length] = '\0';
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    const size_t more = strlen(endings[i]);
    if (length > more && strcmp(stem + length - more, endings[i]) == 0) stem[length - more] = '\0';
  }
}

static int stem_of(const burl__printer *p, int value, int depth, char stem[BURL__NAME_ROOM]);

/* Of a vector's component, or a record's field. */
static int stem_of_part(const burl__printer *p, const burl__code_value *v, int depth, char stem[BURL__NAME_ROOM]) {
  char of[BURL__NAME_ROOM];
  const burl__kind kind = p->m->values[v->argument[0]].kind;
  if (kind.base == KIND_RECORD) write_stem(p->m->records[kind.record].fields[v->index].name, stem);
  if (kind.base == KIND_RECORD) return 1;
  if (!stem_of(p, v->argument[0], depth, of)) return 0;
  write_component(of, v->index, stem);
  return 1;
}

/* Whether it is an operation that leaves its argument recognisable. */
static int is_simple(const burl__code_value *v) {
  return v->form == VALUE_NEGATE || (v->form >= VALUE_PLUS && v->form <= VALUE_OVER) || v->form == VALUE_PICK;
}

/* The one stem that all of an operation's arguments have, but for literals and conditions. */
static int common_stem(const burl__printer *p, const burl__code_value *v, int depth, char stem[BURL__NAME_ROOM]) {
  int count = 0;
  for (int i = v->form == VALUE_PICK; i < v->count; i++) {
    char other[BURL__NAME_ROOM];
    if (burl__is_literal(p->m, v->argument[i])) continue;
    if (depth == 0 || !stem_of(p, v->argument[i], depth - 1, other)) return 0;
    if (count++ && strcmp(other, stem) != 0) return v->form == VALUE_PICK;
    strcpy(stem, other);
  }
  return count > 0;
}

/* What an operation is called after that gives a number of its own kind. */
static const char *name_of_function(const burl__code_value *v) {
  static const char *const of_own[OWN_COUNT] = {
      [OWN_MIN] = "least", [OWN_MAX] = "most",   [OWN_CLAMP] = "share",
      [OWN_MIX] = "mixed", [OWN_EXP] = "growth", [OWN_POW] = "raised",
      [OWN_SIN] = "wave",  [OWN_COS] = "wave",   [OWN_SMOOTHSTEP] = "smooth_share"};
  switch (v->form) {
  case VALUE_OWN: return of_own[v->index];
  case VALUE_FLOOR: return "below";
  case VALUE_ROOT: return "square_root";
  case VALUE_SIZE: return "size";
  default: return NULL;
  }
}

/* What a loop's, or an `if`'s, variable is called. */
static const char *name_of_carried(const burl__printer *p, const burl__code_value *v) {
  const char **const names = p->regions[v->index].names;
  return names ? names[v->form == VALUE_COUNTER ? p->m->regions[v->index].count : v->which] : NULL;
}

/* What a value is called after; 0: nothing. */
static int stem_of(const burl__printer *p, int value, int depth, char stem[BURL__NAME_ROOM]) {
  const burl__code_value *const v = &p->m->values[value];
  const char *name = v->name;
  if (p->values[value].is_variable || v->form == VALUE_PARAMETER) name = p->values[value].name;
  else if (v->form >= VALUE_COUNTER) name = name_of_carried(p, v);
  else if (v->form == VALUE_CALL) name = p->m->functions[v->index].wish;
  else if (!name) name = name_of_function(v);
  if (name) write_stem(name, stem);
  if (name) return !burl__has_word(" sum product ratio part value ", stem);
  if (v->form == VALUE_PART) return stem_of_part(p, v, depth, stem);
  return (is_simple(v) || v->form == VALUE_CONVERT) && common_stem(p, v, depth, stem);
}

/* What an operation makes of its one argument that is no literal. */
static const char *ending_of(const burl__printer *p, const burl__code_value *v) {
  const int is_first = v->count > 0 && burl__is_literal(p->m, v->argument[0]);
  const int is_second = v->count > 1 && burl__is_literal(p->m, v->argument[1]);
  if (v->form == VALUE_NEGATE) return "_turned";
  if (v->form == VALUE_TIMES && v->argument[0] == v->argument[1]) return "_squared";
  if (v->form == VALUE_OVER && is_first) return "_inverse";
  if (v->form == VALUE_MINUS && is_first) return "_left";
  if (burl__is_sum(v->form)) return is_first || is_second ? "_moved" : "_sum";
  if (v->form == VALUE_TIMES || v->form == VALUE_OVER) return is_first || is_second ? "_scaled" : "_product";
  return "";
}

/* The name of both arguments, if it isn't too long; 0: there is none. */
static int stem_of_two(const burl__printer *p, const burl__code_value *v, char stem[BURL__NAME_ROOM]) {
  char first[BURL__NAME_ROOM], second[BURL__NAME_ROOM];
  const char *const between = v->form == VALUE_PLUS    ? "and"
                              : v->form == VALUE_MINUS ? "from"
                              : v->form == VALUE_TIMES ? "by"
                                                       : "over";
  if (v->count != 2 || !stem_of(p, v->argument[0], DEEPEST, first) || !stem_of(p, v->argument[1], DEEPEST, second))
    return 0;
  return snprintf(stem, BURL__NAME_ROOM, "%.30s_%s_%.30s", first, between, second) <= LONGEST_OF_TWO;
}

static const char *with_ending(burl__printer *p, const char *stem, const char *ending) {
  char name[BURL__NAME_ROOM + 16];
  snprintf(name, sizeof name, "%s%s", stem, ending);
  const char *const kept = burl__arena_text(p->m->arena, name, strlen(name));
  if (!kept) burl__module_fail(p->m, FAILED_MEMORY);
  return kept;
}

/* ---- After the operation -------------------------------------------------------------------------- */

static const char *name_of_comparison(const burl__printer *p, const burl__code_value *v) {
  switch (v->form) {
  case VALUE_LESS:
    if (burl__is_exactly(p->m, v->argument[0], 0)) return "is_positive";
    return burl__is_exactly(p->m, v->argument[1], 0) ? "is_negative" : "is_less";
  case VALUE_LESS_EQUAL: return "is_at_most";
  case VALUE_EQUAL: return "is_equal";
  case VALUE_NOT_EQUAL: return "is_other";
  case VALUE_AND: return "are_both";
  case VALUE_OR: return "is_either";
  case VALUE_NOT: return "is_not";
  default: return "holds";
  }
}

static int is_square(const burl__code_value *v) { return v->form == VALUE_TIMES && v->argument[0] == v->argument[1]; }

static int is_sum_of_squares(const burl__printer *p, const burl__code_value *v) {
  const burl__code_value *const values = p->m->values;
  if (v->form != VALUE_PLUS || !is_square(&values[v->argument[1]])) return 0;
  const burl__code_value *const first = &values[v->argument[0]];
  return is_square(first) || (first->form == VALUE_PLUS && is_sum_of_squares(p, first));
}

static int are_literals(const burl__printer *p, const burl__code_value *v) {
  for (int i = 0; i < v->count; i++)
    if (!burl__is_literal(p->m, v->argument[i])) return 0;
  return 1;
}

/* After the last of its operations. */
static const char *name_by_form(const burl__printer *p, const burl__code_value *v) {
  if (v->kind.base == KIND_CHOICE) return name_of_comparison(p, v);
  if (name_of_function(v)) return name_of_function(v);
  if (is_sum_of_squares(p, v)) return "squares";
  switch (v->form) {
  case VALUE_PLUS:
  case VALUE_MINUS: return "sum";
  case VALUE_TIMES: return "product";
  case VALUE_OVER: return "ratio";
  case VALUE_NEGATE: return "negative";
  case VALUE_PICK: return "picked";
  case VALUE_MAKE: return are_literals(p, v) ? "shift" : "point";
  case VALUE_CONVERT: return "whole";
  case VALUE_OWN: return "made";
  default: return v->kind.base == KIND_WORD ? "bits" : "value";
  }
}

const char *burl__wish_for(burl__printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  char stem[BURL__NAME_ROOM];
  if (p->values[value].role) return p->values[value].role;
  if (is_simple(v) && v->kind.base >= KIND_INT && common_stem(p, v, DEEPEST, stem))
    return with_ending(p, stem, ending_of(p, v));
  if (is_simple(v) && !is_sum_of_squares(p, v) && stem_of_two(p, v, stem)) return with_ending(p, stem, "");
  return name_by_form(p, v);
}
