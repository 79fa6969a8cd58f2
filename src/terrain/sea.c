/* The sea of sea.h: flooded from the ground's end inwards. */
#include "terrain/sea.h"

#include <float.h>
#include <string.h>

burl__sea burl__sea_of(const double *option) {
  const double level = option[0];
  return (burl__sea){level > -1e30 ? (float)level : -INFINITY, option[1] != 0};
}

float burl__land_above(burl__sea sea) {
  float height = sea.level;
  int32_t bits;
  if (isinf(height)) return height;
  if (fabsf(height) < FLT_MIN) return FLT_MIN; /* some processors take smaller ones for 0 */
  memcpy(&bits, &height, sizeof bits);
  bits += height > 0 ? 1 : -1;
  memcpy(&height, &bits, sizeof height);
  return height;
}

/* Marks the low cells, and lists those of them beside which the ground ends.  Returns how many these are. */
static size_t find_shores(const burl__ground *g, const float *heights, burl__sea sea, uint32_t *cells,
                          unsigned char *mask) {
  const int64_t count = (int64_t)burl__cells_of(g);
  const int is_all = sea.is_all || burl__is_endless(g, heights);
  size_t listed = 0;
  for (int64_t cell = 0; cell < count; cell++) {
    mask[cell] = is_all && heights[cell] <= sea.level;
    if (is_all || !(heights[cell] <= sea.level) || !burl__ends_beside(g, heights, cell)) continue;
    mask[cell] = 1;
    cells[listed++] = (uint32_t)cell;
  }
  return listed;
}

void burl__find_sea(const burl__ground *ground, const float *heights, burl__sea sea, uint32_t *cells,
                    unsigned char *mask) {
  memset(mask, 0, burl__cells_of(ground));
  if (sea.level == -INFINITY) return;
  for (size_t listed = find_shores(ground, heights, sea, cells, mask); listed > 0;) {
    const int64_t cell = cells[--listed];
    for (int d = 0; d < 8; d++) {
      const int64_t beside = burl__neighbour(ground, cell, d);
      if (beside < 0 || mask[beside] || !(heights[beside] <= sea.level)) continue;
      mask[beside] = 1;
      cells[listed++] = (uint32_t)beside;
    }
  }
}

void burl__raise_pans(const burl__ground *ground, burl__sea sea, uint32_t *cells, unsigned char *mask, float *heights) {
  const size_t count = burl__cells_of(ground);
  const float land = burl__land_above(sea);
  burl__find_sea(ground, heights, sea, cells, mask);
  for (size_t cell = 0; cell < count; cell++)
    if (!mask[cell] && heights[cell] < land) heights[cell] = land;
}
