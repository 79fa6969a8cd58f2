/* Makers of a module's values, which are simplified where that changes no bits.
 *
 * Each returns the value's index, or BURL__NO_VALUE with the module's `failed` set.  It returns BURL__NO_VALUE where an
 * argument is that, so that calls nest. */
#ifndef BURL_CODE_MODULE_VALUE_H
#define BURL_CODE_MODULE_VALUE_H

#include "code/module/module.h"

/* ---- literal.c ------------------------------------------------------------------------------------ */

int burl__real(burl__module *m, double number); /* rounded to float */
int burl__wide(burl__module *m, double number);
int burl__word_literal(burl__module *m, uint32_t word);
int burl__int_literal(burl__module *m, int number);
int burl__choice_literal(burl__module *m, int holds);
/* Whether it is a literal that is computed with. */
int burl__is_literal(const burl__module *m, int value);
/* A literal choice, int or word as a number. */
int64_t burl__number_of(const burl__module *m, int value);

/* A literal of a base: number for reals and wides, bits for the others. */
int burl__literal_of(burl__module *m, burl__base base, double number, uint32_t bits);
static inline int burl__is_number(burl__base base) { return base == KIND_REAL || base == KIND_WIDE; }
/* Whether it is a literal of this number; 0 and −0 are two. */
int burl__is_exactly(const burl__module *m, int value, double number);
/* a ∘ b of literals' numbers; of words in two's complement, where BURL__NO_VALUE means that it has no value. */
int burl__fold_numbers(burl__module *m, burl__value_form form, burl__base base, double a, double b);
int burl__fold_words(burl__module *m, burl__value_form form, burl__base base, uint32_t a, uint32_t b);
/* A literal as one of another base. */
int burl__convert_literal(burl__module *m, const burl__code_value *literal, burl__base base);

/* ---- value.c -------------------------------------------------------------------------------------- */

/* A value of these parts as it is; its arguments are copied. */
int burl__value_at(burl__module *m, burl__value_form form, burl__kind kind, int index, int count, const int *arguments);
int burl__part(burl__module *m, int a, int index);
int burl__make(burl__module *m, burl__kind kind, const int *parts);
int burl__carried(burl__module *m, int region, int which, int version, burl__kind kind);
int burl__name_value(burl__module *m, int value, const char *name);
int burl__name_after_recipe(burl__module *m, int value, const char *name); /* NULL: it has none there */
/* Gives a function one more parameter: its value. */
int burl__add_parameter(burl__module *m, int function, const char *name, burl__kind kind);
/* Lets a function's parameters a and b change places, before it is called. */
void burl__swap_parameters(burl__module *m, int function, int a, int b);

/* ---- arithmetic.c --------------------------------------------------------------------------------- */

int burl__unary(burl__module *m, burl__value_form form, int a);
/* Both sides are of one kind; an int takes the other's. */
int burl__binary(burl__module *m, burl__value_form form, int a, int b);
int burl__pick(burl__module *m, int condition, int a, int b);
int burl__convert_to(burl__module *m, int a, burl__base base);
/* Of vectors, or a vector and a number: with one, a component each or at once.  And each component by way of an int:
 * whole reals as words, words as signed reals. */
int burl__each(burl__module *m, burl__value_form form, int a, int b);
int burl__each_one(burl__module *m, burl__value_form form, int a);
int burl__each_by_int(burl__module *m, int a, burl__base base);
/* Whether all components are this number. */
int burl__is_all(const burl__module *m, int value, double number);

/* ---- Vectors of parts that are made alike ---------------------------------------------------------- */

/* A vector of reals, by operations on vectors as far as its parts are made alike (together.c). */
int burl__make_together(burl__module *m, const int *parts, int count);
/* The function of the text by which three numbers are a colour of three others, of sRGB in Oklab or back; −1: there is
 * none (oklab.c).  And what that gives for a vector: of one that the other way gave, what that was given. */
int burl__conversion_of(burl__module *m, const int parts[3], int from[3]);
int burl__convert_colour(burl__module *m, int function, int colour);

#endif
