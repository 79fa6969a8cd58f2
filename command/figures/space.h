/* Points in space seen from above and the side, along parallel lines. */
#ifndef BURL_FIGURES_SPACE_H
#define BURL_FIGURES_SPACE_H

/* Where the origin lies on the page, and pixels an unit. */
typedef struct {
  double x, y, unit;
} space;

/* x goes right and down, y (into the page) right and up, z up. */
static inline void space_at(const space *s, const double point[3], double xy[2]) {
  xy[0] = s->x + s->unit * (0.92 * point[0] + 0.39 * point[1]);
  xy[1] = s->y + s->unit * (0.16 * point[0] - 0.38 * point[1] - 0.91 * point[2]);
}

#endif
