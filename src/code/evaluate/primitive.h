/* What lane.h and scalar.h give src/noise beside C's operators, as values; and, for fast code, the functions that the
 * target has itself. */
#ifndef BURL_CODE_EVALUATE_PRIMITIVE_H
#define BURL_CODE_EVALUATE_PRIMITIVE_H

#include "code/evaluate/evaluate.h"

typedef struct burl__primitive burl__primitive;

/* NULL: there is no primitive of this name. */
const burl__primitive *burl__find_primitive(const char *name, burl__text_style style);
/* arguments: values; of a table its number in the module.  BURL__NO_VALUE: failed. */
int burl__apply_primitive(burl__module *m, const burl__primitive *primitive, const int *arguments, int count);

#endif
