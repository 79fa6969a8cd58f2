/* The settings of noises in texts: what a function is made for is known, the rest are parameters of code. */
#include <string.h>

#include "code/evaluate/evaluator.h"

/* A setting that is a parameter of a module function. */
struct burl__setting {
  burl__setting *next;
  int function, field, value;
};

/* The fields that are parameters of code. */
enum { FIELD_LOW, FIELD_HIGH, FIELD_SIZE, FIELD_OFFSET, FIELD_JITTER, FIELD_FLIP, FIELD_PERIOD };
static const struct {
  const char *name;
  burl__base base;
} setting_parameters[] = {{"low", KIND_WORD},      {"high", KIND_WORD},     {"size", KIND_REAL},
                          {"offset", KIND_REAL},   {"jitter", KIND_REAL},   {"flip", KIND_WORD},
                          {"period_x", KIND_WORD}, {"period_y", KIND_WORD}, {"period_z", KIND_WORD},
                          {"period_w", KIND_WORD}};
enum { PARAMETER_COUNT = sizeof setting_parameters / sizeof *setting_parameters };
_Static_assert((int)PARAMETER_COUNT <= (int)BURL__MOST_LEAVES, "burl__setting_arguments has room for all of them");

const burl__noise *burl__known_settings(burl__evaluator *e, const burl__noise *noise) {
  burl__noise known;
  memcpy(&known, noise, sizeof known);
  known.low = known.high = known.flip = 0;
  known.size = known.jitter = 1;
  known.offset = noise->offset != 0;
  memset(known.direction, 0, sizeof known.direction);
  for (int a = 0; a < 4; a++) known.period[a] = noise->period[a] != 0;
  for (size_t i = 0; i < e->known_count; i++)
    if (memcmp(e->known[i], &known, sizeof known) == 0) return e->known[i];
  burl__noise *const kept = burl__evaluator_take(e, sizeof *kept);
  void *all = (void *)e->known;
  if (!kept || !burl__grow(&e->m->allocator, &all, e->known_count, &e->known_room, sizeof kept)) return NULL;
  memcpy(kept, &known, sizeof known);
  e->known = all;
  return e->known[e->known_count++] = kept;
}

/* The value of a parameter of a noise's own. */
static int own_value(burl__evaluator *e, const burl__settings *s, int field) {
  const burl__noise *const n = s->own;
  if (s->values && field <= FIELD_SIZE) return s->values[field];
  if (s->keys >= 0 && field <= FIELD_HIGH) {
    const int at = burl__word_literal(e->m, (uint32_t)(s->first_key + field));
    return burl__value_at(e->m, VALUE_GLOBAL, burl__kind_of(KIND_WORD), s->keys, 1, &at);
  }
  switch (field) {
  case FIELD_LOW: return burl__word_literal(e->m, n->low);
  case FIELD_HIGH: return burl__word_literal(e->m, n->high);
  case FIELD_SIZE: return burl__real(e->m, (double)n->size);
  case FIELD_OFFSET: return burl__real(e->m, (double)n->offset);
  case FIELD_JITTER: return burl__real(e->m, (double)n->jitter);
  case FIELD_FLIP: return burl__word_literal(e->m, n->flip);
  default: return burl__word_literal(e->m, n->period[field - FIELD_PERIOD]);
  }
}

/* A parameter in the function at hand, which gets one where it has none yet. */
static int parameter_value(burl__evaluator *e, const burl__settings *s, int field) {
  if (s->own) return own_value(e, s, field);
  for (const burl__setting *known = e->settings; known; known = known->next)
    if (known->function == e->function && known->field == field) return known->value;
  burl__setting *const added = burl__evaluator_take(e, sizeof *added);
  if (!added) return BURL__NO_VALUE;
  *added = (burl__setting){NULL, e->function, field, 0};
  added->value = burl__add_parameter(e->m, e->function, setting_parameters[field].name,
                                     burl__kind_of(setting_parameters[field].base));
  if (added->value >= 0 && field >= FIELD_PERIOD) e->m->values[added->value].is_positive = 1;
  burl__setting **end = &e->settings; /* behind the others: in the order of the parameters */
  while (*end) end = &(*end)->next;
  *end = added;
  return added->value;
}

int burl__setting_arguments(burl__evaluator *e, int within, int function, const burl__settings *settings,
                            int values[BURL__MOST_LEAVES]) {
  int count = 0;
  e->function = within;
  for (const burl__setting *s = e->settings; s; s = s->next)
    if (s->function == function) values[count++] = parameter_value(e, settings, s->field);
  return count;
}

static burl__slot *known_number(burl__evaluator *e, burl__base base, double number) {
  const int value = burl__convert_to(e->m,
                                     base == KIND_WORD  ? burl__word_literal(e->m, (uint32_t)number)
                                     : base == KIND_INT ? burl__int_literal(e->m, (int)number)
                                                        : burl__real(e->m, number),
                                     base);
  return burl__value_slot(e, burl__kind_of(base), value);
}

static burl__slot *array_of_settings(burl__evaluator *e, const burl__settings *s, const char *field) {
  const burl__noise *const n = s->known;
  const int is_period = strcmp(field, "period") == 0;
  burl__slot *const array = burl__parts_slot(e, is_period ? 4 : 3);
  for (int i = 0; array && i < array->count; i++) {
    const int value = !is_period     ? burl__word_literal(e->m, n->elias[i])
                      : n->period[i] ? parameter_value(e, s, FIELD_PERIOD + i)
                                     : burl__word_literal(e->m, 0);
    if (!(array->parts[i] = burl__value_slot(e, burl__kind_of(KIND_WORD), value))) return NULL;
  }
  return array;
}

burl__slot *burl__field_of_settings(burl__evaluator *e, const burl__settings *s, const char *field) {
  const burl__noise *const n = s->known;
  const struct {
    const char *name;
    int number;
  } ints[] = {{"dims", n->dims},           {"is_value", n->is_value},
              {"is_usual", n->is_usual},   {"interp", n->interp},
              {"smooth", n->smooth},       {"taps", n->taps},
              {"gradients", n->gradients}, {"hash", n->hash},
              {"octave", n->octave},       {"near_count", n->near_count},
              {"give", n->give},           {"metric", n->metric},
              {"varies", n->varies},       {"turns", n->turns},
              {"impulses", n->impulses}};
  for (size_t i = 0; i < sizeof ints / sizeof *ints; i++)
    if (strcmp(field, ints[i].name) == 0) return known_number(e, KIND_INT, ints[i].number);
  if (strcmp(field, "reach2") == 0) return known_number(e, KIND_REAL, (double)n->reach2);
  if (strcmp(field, "power") == 0) return known_number(e, KIND_REAL, (double)n->power);
  if (strcmp(field, "lift") == 0) return known_number(e, KIND_REAL, (double)n->lift);
  if (strcmp(field, "spread") == 0) return known_number(e, KIND_REAL, (double)n->spread);
  if (strcmp(field, "width") == 0) return known_number(e, KIND_REAL, (double)n->width);
  if (strcmp(field, "offset") == 0 && n->offset == 0) return known_number(e, KIND_REAL, 0);
  if (strcmp(field, "period") == 0 || strcmp(field, "elias") == 0) return array_of_settings(e, s, field);
  if (strcmp(field, "table") == 0)
    return burl__table_slot(e,
                            &(burl__table){.name = "permutation", .base = KIND_WORD, .count = 256, .words = n->table});
  if (strcmp(field, "wood") == 0)
    return burl__table_slot(e, &(burl__table){.name = "wood", .base = KIND_REAL, .count = 4096, .reals = n->wood});
  if (strcmp(field, "near") == 0)
    return burl__table_slot(
        e, &(burl__table){.name = "near_points", .base = KIND_INT, .count = 4 * n->near_count, .bytes = n->near});
  if (strcmp(field, "whole") == 0) return burl__settings_slot(e, s);
  for (int i = 0; i < PARAMETER_COUNT; i++)
    if (strcmp(field, setting_parameters[i].name) == 0)
      return burl__value_slot(e, burl__kind_of(setting_parameters[i].base), parameter_value(e, s, i));
  return burl__misread(e, field), NULL;
}
