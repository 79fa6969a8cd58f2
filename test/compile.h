/* Programs for tests. */
#ifndef BURL_TEST_COMPILE_H
#define BURL_TEST_COMPILE_H

#include "burl.h"

/* The program of a recipe, which must compile; to be freed. */
burl_program *compile(const char *text, int dims);

#endif
