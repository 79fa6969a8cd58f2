/* Makes lean text shorter without changing what it computes. */
#ifndef BURL_CODE_SHORTEN_SHORTEN_H
#define BURL_CODE_SHORTEN_SHORTEN_H

#include "code/module/module.h"

/* Functions of one name that differ by numbers alone become one, which takes the numbers. */
void burl__join_twins(burl__module *m);

#endif
