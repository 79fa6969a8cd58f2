/* Programs for tests. */
#ifndef BURL_TEST_COMPILE_H
#define BURL_TEST_COMPILE_H

#include "burl.h"

/* The program of a recipe, which must compile; to be freed. */
burl_program *compile(const char *text, int dims);

/* The number that a program of two dimensions has at a point. */
double value_in_plane(const burl_program *program, double x, double y);

#endif
