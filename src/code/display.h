/* What programs that show a text have in common: which part of the recipe they show, what is black and white there, and
 * the call of the entry. */
#ifndef BURL_CODE_DISPLAY_H
#define BURL_CODE_DISPLAY_H

#include "code/front.h"

/* The values that are black and white: 0 and 1 for a number within [0, 1], else its bounds, or −1 and 1 where it has
 * none. */
typedef struct {
  double lo, hi;
} burl__shades;

/* What the recipe's view shows, or 8 units. */
typedef struct {
  double x, y, width, height;
} burl__extent;

burl__shades burl__shades_of(const burl__front *front);
burl__extent burl__extent_of(const burl__front *front);
/* Whether it is a graph, whose axes have units of their own: all of its view is shown, whatever the picture's shape. */
int burl__is_graph(burl__extent extent);
/* Whether the entry's call takes the time, as t or as a coordinate. */
int burl__takes_time(const burl__front *front);
const char *burl__type_of_result(const burl__front *front);

void burl__write_vector2(const burl__front *front, const char *type, double x, double y, burl__text *text);
/* Begins the declaration of the point `at`: the extent's corner and a plus sign, unless the corner is 0. */
void burl__write_at(const burl__front *front, double x, double y, burl__text *text);
/* What the entry gives at a point of two coordinates called `at`; further ones are the time and 0.  The value of that
 * that is shown. */
void burl__write_results(const burl__front *front, const char *time, burl__text *text);
void burl__write_call(const burl__front *front, const char *time, burl__text *text);
/* A statement that sets a colour, as a display has it, from `value`; statements that compute that first; one that
 * computes all results, as `made`. */
void burl__write_display(const burl__front *front, const char *to, burl__text *text);
void burl__write_colour(const burl__front *front, const char *time, const char *to, burl__text *text);
void burl__write_made(const burl__front *front, const char *time, burl__text *text);
/* The colour at a place, of which each coordinate goes from 0 to 1 over the view, into a variable. */
void burl__write_view(const burl__front *front, const char *place, const char *time, const char *to, burl__text *text);

#endif
