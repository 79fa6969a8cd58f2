/* The numbers of tiles.  A quadrant of Hilbert's curve is the curve itself, turned or mirrored so that its ends meet
 * those of its neighbours: Hilbert, "Über die stetige Abbildung einer Linie auf ein Flächenstück", 1891. */
#include "atlas/tile.h"

uint64_t first_of_zoom(int faces, int zoom) { return (uint64_t)faces * ((((uint64_t)1 << 2 * zoom) - 1) / 3); }

int zoom_of(int faces, uint64_t number) {
  int zoom = 0;
  while (zoom < 28 && number >= first_of_zoom(faces, zoom + 1)) zoom++;
  return zoom;
}

uint64_t first_quarter(int faces, uint64_t number) {
  const int zoom = zoom_of(faces, number);
  return first_of_zoom(faces, zoom + 1) + 4 * (number - first_of_zoom(faces, zoom));
}

/* Turns the place within a quadrant of this side, (right, lower) of its square, as the curve runs in it. */
static void turn(uint32_t side, int right, int lower, uint32_t *x, uint32_t *y) {
  if (lower) return;
  if (right) {
    *x = side - 1 - *x;
    *y = side - 1 - *y;
  }
  const uint32_t swapped = *x;
  *x = *y;
  *y = swapped;
}

uint64_t tile_number(int faces, map_tile t) {
  uint64_t place = (uint64_t)t.face << 2 * t.zoom;
  for (int level = t.zoom - 1; level >= 0; level--) {
    const uint32_t side = (uint32_t)1 << level;
    const int right = (t.x & side) != 0, lower = (t.y & side) != 0;
    place += (uint64_t)(3 * right ^ lower) << 2 * level;
    t.x &= side - 1;
    t.y &= side - 1;
    turn(side, right, lower, &t.x, &t.y);
  }
  return first_of_zoom(faces, t.zoom) + place;
}

map_tile tile_at(int faces, uint64_t number) {
  map_tile t = {.zoom = zoom_of(faces, number)};
  const uint64_t place = number - first_of_zoom(faces, t.zoom);
  t.face = (int)(place >> 2 * t.zoom);
  for (int level = 0; level < t.zoom; level++) {
    const uint32_t side = (uint32_t)1 << level;
    const int quarter = place >> 2 * level & 3, right = quarter >> 1, lower = (quarter ^ right) & 1;
    turn(side, right, lower, &t.x, &t.y);
    if (right) t.x += side;
    if (lower) t.y += side;
  }
  return t;
}
