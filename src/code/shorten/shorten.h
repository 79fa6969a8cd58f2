/* Makes lean text shorter without changing what it computes but for the order of a few sums. */
#ifndef BURL_CODE_SHORTEN_SHORTEN_H
#define BURL_CODE_SHORTEN_SHORTEN_H

#include "code/module/module.h"

/* From functions that call no others to those that call all. */
void burl__shorten(burl__module *m);

/* Parts of it: lets steps of a function that recur become loops; */
struct burl__finder;
void burl__roll_steps(burl__module *m, struct burl__finder *finder, int function);
/* and those of these functions that have one name and differ by numbers alone one, which takes the numbers. */
void burl__join_twins(burl__module *m, const int *functions, int count);

#endif
