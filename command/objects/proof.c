/* How far a surface may be between samples from what leads linearly through them, by bounds of its second derivatives
 * (S. Waldron, "The error in linear interpolation at the vertices of a simplex", 1998). */
#include "objects/ground.h"
#include "objects/steps.h"

#include <math.h>

/* The greatest size of a channel, anywhere. */
static double most_of(const burl_program *program, int channel) {
  const burl_range r = burl_bounds(program, channel);
  return r.may_be_nan ? INFINITY : fmax(fabs(r.lo), fabs(r.hi));
}

/* Each half of a grid's cell along its diagonal is within one triangle, whose plane is then as far from the surface as
 * at the corners of the half, and what the surface bends between these.  At a place with the weights w of the corners
 * that is at most half of the sum of w dx dx |f_xx| + 2 w |dx dy f_xy| + w dy dy |f_yy| over these; as w (1 - w) is at
 * most a quarter, an eighth of the sides' squares and product. */
double ground_between(const source *from) {
  const burl_program *const program = from->recipe.program;
  const int channel = heights_channel(program);
  const double a = fabs(from->grid.step[0]), b = fabs(from->grid.step[1]);
  burl_error error;
  if (!burl_is_smooth(program, channel)) return INFINITY;
  burl_program *const bends = object_ask(from, "data(d(d(%, x), x), d(d(%, x), y), d(d(%, y), y))", &error);
  if (!bends) return INFINITY;
  const double between = (a * a * most_of(bends, 0) + 2 * a * b * most_of(bends, 1) + b * b * most_of(bends, 2)) / 8;
  burl_free(bends);
  return between >= 0 ? between * ground_scale(program) : INFINITY;
}
