/* OPERATION(name) for every operation that a kernel does: the functions of functions.def (_f works on floats,
 * _d on doubles, a bare name on floats; noises take doubles and give floats, _rows over a grid), and others. */
#define FUNCTION(name, ...)
#define ARITHMETIC(name, ...) \
  OPERATION(name##_f)         \
  OPERATION(name##_d)
#define OPERATOR(name, ...) \
  OPERATION(name##_f)       \
  OPERATION(name##_d)
#define NUMERIC(name, ...) OPERATION(name)
#define HIDDEN(name, ...) OPERATION(name)
#define NOISE(name, ...) \
  OPERATION(name)        \
  OPERATION(name##_rows)
#include "functions.def"

OPERATION(lattice_bend) /* second derivatives of noises, of their coordinates */
OPERATION(simplex_bend)
OPERATION(widen)       /* float to double */
OPERATION(narrow)      /* double to float */
OPERATION(axis_reduce) /* doubles p, and P, one for all: p − P·floor(p/P) */
OPERATION(half_power)  /* of floats a, and an exponent, one for all, that is a multiple of ½ */
OPERATION(curve)       /* of floats, through the burl__curve that is the setup */
OPERATION(sin_degrees) /* double to double */
OPERATION(cos_degrees)
OPERATION(scaled_add)         /* a + b·scalar, of floats */
OPERATION(add_widened)        /* a + b, of doubles and floats */
OPERATION(add_widened_column) /* the same, a of the columns */
OPERATION(add_widened_line)   /* or of the lines */
OPERATION(split_column)       /* doubles of the columns to burl__places; */
OPERATION(split_line)         /* of the lines along an axis; for y, behind it, z and w if they vary by line */
OPERATION(place_column)       /* the same of noise without lattice rows */
OPERATION(place_line)
OPERATION(spread_column_f) /* from[column] to to[line][column] */
OPERATION(spread_column_d)
OPERATION(spread_line_f) /* from[line] to to[line][column] */
OPERATION(spread_line_d)
