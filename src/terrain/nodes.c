/* The nodes of erode()'s lattice, which are moved by chance within their cells. */
#include "base/seed.h"
#include "terrain/erosion.h"

static signed char place_of(uint64_t chance) {
  const int place = (int)(chance & 255) - 128;
  return (signed char)(place < -127 ? -127 : place);
}

static void place_in_lines(void *level, int first, int end) {
  burl__erosion *const l = level;
  for (int64_t cell = (int64_t)first * l->ground.nx; cell < (int64_t)end * l->ground.nx; cell++) {
    const uint64_t chance = burl__seed_pair(0x6A09E667F3BCC909u, (uint64_t)cell);
    l->place[cell][0] = place_of(chance), l->place[cell][1] = place_of(chance >> 8);
  }
}

void burl__place_nodes(burl__erosion *l) { burl__share_lines(l->ground.crew, l->ground.ny, place_in_lines, l); }

/* ---- Heights at the lattice's places ------------------------------------------------------------- */

typedef struct {
  const burl__erosion *level;
  const float *heights;
  float least, *to;
} reading;

/* What the plane through a node's neighbours and itself has at its place of the lattice. */
static float height_at_place(const burl__erosion *l, const float *heights, int64_t cell) {
  double xx = 0, xy = 0, yy = 0, xh = 0, yh = 0;
  for (int d = 0; d < 8; d++) {
    const int64_t beside = burl__neighbour(&l->ground, cell, d);
    const double x = burl__node_step(l, 0, cell, beside, d), y = burl__node_step(l, 1, cell, beside, d);
    const double h = (double)heights[beside] - (double)heights[cell];
    xx += x * x, xy += x * y, yy += y * y, xh += x * h, yh += y * h;
  }
  const double determinant = xx * yy - xy * xy;
  const double dx = (xh * yy - yh * xy) / determinant, dy = (yh * xx - xh * xy) / determinant;
  return (float)((double)heights[cell] - dx * burl__node_offset(l->place[cell][0]) -
                 dy * burl__node_offset(l->place[cell][1]));
}

static void read_in_lines(void *arg, int first, int end) {
  const reading *const r = arg;
  const burl__erosion *const l = r->level;
  for (int64_t cell = (int64_t)first * l->ground.nx; cell < (int64_t)end * l->ground.nx; cell++) {
    r->to[cell] = r->heights[cell];
    if (l->receiver[cell] >= BURL__STAYS) continue;
    const float height = height_at_place(l, r->heights, cell);
    if (height > r->least) r->to[cell] = height;
  }
}

void burl__read_nodes(const burl__erosion *l, const float *heights, float least, float *to) {
  reading all = {l, heights, least, to};
  burl__share_lines(l->ground.crew, l->ground.ny, read_in_lines, &all);
}
