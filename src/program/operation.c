/* The tables of operation.h, expanded from functions.def. */
#include "program/operation.h"

#include <math.h>
#include <string.h>

#include "program/build.h"
#include "program/field.h"

#define NUMBERS(op, name, arity, in, out, bounds, slope) \
  [OP_##op] = {name, arity, BURL__##in, BURL__##out, BURL__RULE_##bounds, BURL__SLOPE_##slope, BURL__NO_NOISE},

const burl__operation burl__operations[BURL__OP_COUNT] = {
#define ARITHMETIC(name, arity, bounds, slope, signature, range, help) OPERATOR(name, arity, bounds, slope)
#define OPERATOR(name, arity, bounds, slope)                   \
  NUMBERS(name##_f, #name, arity, FLOAT, FLOAT, bounds, slope) \
  NUMBERS(name##_d, #name, arity, DOUBLE, DOUBLE, bounds, slope)
#define NUMERIC(name, arity, bounds, slope, signature, range, help) HIDDEN(name, arity, bounds, slope)
#define HIDDEN(name, arity, bounds, slope) NUMBERS(name, #name, arity, FLOAT, FLOAT, bounds, slope)
#define NOISE(name, kind, slope, signature, range, help) \
  [OP_##name] = {#name, -1, BURL__DOUBLE, BURL__FLOAT, BURL__RULE_NOISE, BURL__SLOPE_##slope, BURL__OF_##kind},
#include "functions.def"
    NUMBERS(lattice_bend, "lattice_bend", 0, DOUBLE, FLOAT, NOISE, BEND)
        NUMBERS(simplex_bend, "simplex_bend", 0, DOUBLE, FLOAT, NOISE, BEND)
            NUMBERS(widen, "widen", 1, FLOAT, DOUBLE, CORNERS, SAME)
                NUMBERS(narrow, "narrow", 1, DOUBLE, FLOAT, CORNERS, SAME)
                    NUMBERS(axis_reduce, "axis_reduce", 2, DOUBLE, DOUBLE, REDUCE, SAME)
                        NUMBERS(half_power, "half_power", 2, FLOAT, FLOAT, HALF_POWER, POW)
                            NUMBERS(curve, "curve", 1, FLOAT, FLOAT, NOISE, CURVE)
                                NUMBERS(sin_degrees, "sin_degrees", 1, DOUBLE, DOUBLE, WAVE, SIN_DEGREES)
                                    NUMBERS(cos_degrees, "cos_degrees", 1, DOUBLE, DOUBLE, WAVE, COS_DEGREES)};

#define NO_PROCESS -1, BURL__RULE_COUNT
#define NO_OPTION BURL__OPTION_CONSTANT, 0, 0, 0, ""
#define ROW(kind, name, text, build, op, least, most) \
  {BURL__ENTRY_##kind, name, text, build, op, least, most, NO_PROCESS, NO_OPTION},

const burl__entry burl__entries[] = {
#define FUNCTION(name, form, least, most, bounds, signature, range, help) \
  ROW(FUNCTION, #name, "", burl__build_##form, -1, least, most)
#define PROCESS(name, bounds, signature, range, help) \
  {BURL__ENTRY_FUNCTION, #name, "", burl__build_ground, -1, 1, 1, BURL__FIELD_##name, BURL__RULE_##bounds, NO_OPTION},
#define FIELD(name, form, least, most, signature, range, help)                                  \
  {BURL__ENTRY_FUNCTION, #name,    "", burl__build_##form, -1, least, most, BURL__FIELD_##name, \
   BURL__RULE_COUNT,     NO_OPTION},
#define ARITHMETIC(name, arity, bounds, slope, signature, range, help) \
  ROW(FUNCTION, #name, "", burl__build_arithmetic, OP_##name##_f, arity, arity)
#define NUMERIC(name, arity, bounds, slope, signature, range, help) \
  ROW(FUNCTION, #name, "", burl__build_numeric, OP_##name, arity, arity)
#define NOISE(name, kind, slope, signature, range, help) ROW(FUNCTION, #name, "", burl__build_noise, OP_##name, 0, 4)
#define OPERATOR(name, arity, bounds, slope) \
  ROW(OPERATOR, #name, "", burl__build_arithmetic, OP_##name##_f, arity, arity)
#define OPTION(name, kind, standard, lo, hi, words, help) \
  {BURL__ENTRY_OPTION, #name, words, NULL, -1, 0, 0, NO_PROCESS, BURL__OPTION_##kind, standard, lo, hi, help},
#define NAMED(name, value, help) \
  {BURL__ENTRY_NAMED, #name, "", NULL, -1, 0, 0, NO_PROCESS, BURL__OPTION_CONSTANT, value, 0, 0, help},
#define LATER(name, help) ROW(LATER, #name, help, NULL, -1, 0, 0)
#define ELSEWHERE(name, here) ROW(ELSEWHERE, #name, here, NULL, -1, 0, 0)
#define OPTION_ELSEWHERE(name, option, around) \
  {BURL__ENTRY_OPTION_ELSEWHERE, #name, around, NULL, -1, 0, 0, NO_PROCESS, BURL__OPTION_CONSTANT, 0, 0, 0, option},
#include "functions.def"
};

const int burl__entry_count = (int)(sizeof burl__entries / sizeof *burl__entries);

const burl__entry *burl__find_function(const char *name) {
  for (int i = 0; i < burl__entry_count; i++) {
    const burl__entry *const entry = &burl__entries[i];
    const int callable = entry->kind == BURL__ENTRY_FUNCTION || entry->kind == BURL__ENTRY_LATER;
    if (callable && strcmp(entry->name, name) == 0) return entry;
  }
  return NULL;
}

const burl__entry *burl__find_named(const char *name) {
  for (int i = 0; i < burl__entry_count; i++)
    if (burl__entries[i].kind == BURL__ENTRY_NAMED && strcmp(burl__entries[i].name, name) == 0)
      return &burl__entries[i];
  return NULL;
}

const char *burl__find_elsewhere(const char *name) {
  for (int i = 0; i < burl__entry_count; i++)
    if (burl__entries[i].kind == BURL__ENTRY_ELSEWHERE && strcmp(burl__entries[i].name, name) == 0)
      return burl__entries[i].text;
  return NULL;
}

int burl__find_operator(const char *name) {
  for (int i = 0; i < burl__entry_count; i++)
    if (burl__entries[i].kind == BURL__ENTRY_OPERATOR && strcmp(burl__entries[i].name, name) == 0)
      return burl__entries[i].op;
  return -1;
}

int burl__find_word(const char *words, const char *word) {
  const size_t length = strlen(word);
  int index = 0;
  for (const char *next = words; *next; index++) {
    const size_t size = strcspn(next, " ");
    if (size == length && memcmp(next, word, size) == 0 && strcmp(word, "-") != 0) return index;
    next += size + (next[size] == ' ');
  }
  return -1;
}
