/* What lane.h and scalar.h give src/noise beside C's operators, as values; and, for fast code, the functions that the
 * target has itself. */
#ifndef BURL_CODE_PRIMITIVE_H
#define BURL_CODE_PRIMITIVE_H

#include "code/value.h"

typedef struct burl__primitive burl__primitive;

/* NULL: it is none. */
const burl__primitive *burl__find_primitive(const char *name, int is_fast);
/* arguments: values; of a table its number in the module.  BURL__NO_VALUE: failed. */
int burl__apply_primitive(burl__module *m, const burl__primitive *primitive, const int *arguments, int count);

/* The target's own functions, by the index of VALUE_OWN. */
typedef enum {
  OWN_EXP,
  OWN_LOG,
  OWN_POW,
  OWN_SIN,
  OWN_COS,
  OWN_TAN,
  OWN_ASIN,
  OWN_ACOS,
  OWN_ATAN,
  OWN_ATAN2,
  OWN_COUNT
} burl__own_function;

#endif
