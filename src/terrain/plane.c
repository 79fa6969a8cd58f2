/* The planes of plane.h. */
#include "terrain/plane.h"

void burl__moments_add(burl__moments *s, double weight, double x, double y, double z) {
  const double wx = weight * x, wy = weight * y;
  s->n += weight, s->x += wx, s->y += wy, s->z += weight * z;
  s->xx += wx * x, s->xy += wx * y, s->yy += wy * y;
  s->xz += wx * z, s->yz += wy * z;
}

void burl__moments_join(burl__moments *s, const burl__moments *o, double x, double y) {
  s->n += o->n, s->z += o->z;
  s->x += o->x + x * o->n, s->y += o->y + y * o->n;
  s->xx += o->xx + x * (2 * o->x + x * o->n), s->yy += o->yy + y * (2 * o->y + y * o->n);
  s->xy += o->xy + (x * o->y + y * (o->x + x * o->n));
  s->xz += o->xz + x * o->z, s->yz += o->yz + y * o->z;
}

/* The matrix of the normal equations, of the deviations from the mean place, times n². */
typedef struct {
  double xx, xy, yy, determinant;
} spread;

static spread spread_of(const burl__moments *s) {
  spread of = {s->n * s->xx - s->x * s->x, s->n * s->xy - s->x * s->y, s->n * s->yy - s->y * s->y, 0};
  of.determinant = of.xx * of.yy - of.xy * of.xy;
  return of;
}

/* Rounding makes a determinant of up to about 1e-15 of its terms where sums aren't exact. */
static int is_line(const spread *s) { return !(s->determinant > 1e-12 * s->xx * s->yy); }

int burl__has_plane(const burl__moments *s) {
  const spread of = spread_of(s);
  return !is_line(&of);
}

burl__plane burl__plane_of(const burl__moments *s, double dx, double dy) {
  burl__plane plane = {0, 0, 0};
  if (s->n == 0) return plane;
  const spread of = spread_of(s);
  const double xz = s->n * s->xz - s->x * s->z, yz = s->n * s->yz - s->y * s->z;
  const double length = of.xx * dx * dx + of.yy * dy * dy;
  if (!is_line(&of)) {
    plane.x = (of.yy * xz - of.xy * yz) / of.determinant;
    plane.y = (of.xx * yz - of.xy * xz) / of.determinant;
  } else if (length > 0) { /* along the line alone */
    plane.x = xz * dx * dx / length;
    plane.y = yz * dy * dy / length;
  }
  plane.z = (s->z - plane.x * s->x - plane.y * s->y) / s->n;
  return plane;
}
