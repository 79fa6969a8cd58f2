/* Rivers that lay down what they carry: a step of erode() with deposit, solved exactly.
 *
 * The ground wears by k · Q^m · slope a year, and of all that has worn above a cell, and in it, G/Q settles there,
 * where Q is the flow in cells (P. Davy, D. Lague, "Fluvial erosion/transport equation of landscape evolution models
 * revisited", 2009; X. Yuan and others, "A new efficient method to solve the stream power law model taking into account
 * sediment deposition", 2019).  k is scaled by 1 + G, so that ground that rises evenly ends with the slopes that it has
 * without deposit.  One implicit step, with F = (1 + G) · k · years · Q^m / way and g = G/Q, is, of each cell,
 *
 *     (1 + F + g) h = (1 + g) risen + g q + F h_below,     q = the sum of risen - h over all cells above.
 *
 * h depends on the cell below and on those above.  But water flows along trees, and all is linear: what leaves a cell
 * is a + b h_below, with b within [-1, 0].  A sweep down the trees finds a and b, one up finds the heights, and no
 * iteration is needed.  A slope that stands at talus has h = h_below + talus · way in place of the above, so what
 * slides is sediment, too.  Which slopes do is found by trying: the sweeps are done again until none changes. */
#include <string.h>

#include "terrain/erosion.h"

/* A cell's law while its receiver's height h isn't known: its free height is level + slope h; at talus h + talus. */
enum { LEVEL, SLOPE };

static double at_least_0(double v) { return v > 0 ? v : 0; }

/* Of what has worn, G/Q; where hardly any water flows, nearly all. */
static double share_that_settles(const burl__erosion *l, int64_t cell) {
  const double flow = burl__flow_through(l, cell), most = 1e9;
  return flow * most > l->deposit ? l->deposit / flow : most;
}

/* How far a cell stands above its receiver at talus. */
static double rise_at_talus(const burl__erosion *l, int64_t cell, int64_t next) {
  return at_least_0((double)l->talus[cell]) * burl__nodes_apart(l, cell, next, l->receiver[cell]);
}

/* Down the trees.  Until its turn a cell's `carried` holds the sum of what leaves those above it, a + b h of its own
 * height h; afterwards its law. */
static void sweep_down(burl__erosion *l) {
  const int64_t cells = (int64_t)burl__cells_of(&l->ground);
  memset(l->carried, 0, (size_t)cells * sizeof *l->carried);
  for (int64_t i = 0; i < cells; i++) {
    const int64_t cell = l->order[i], next = burl__receiver_of(&l->ground, l->receiver, cell);
    if (next < 0) continue;
    double *const own = l->carried[cell], *const below = l->carried[next];
    const double a = own[0], b = own[1], risen = l->risen[cell], settles = share_that_settles(l, cell);
    const double share = 1 / (1 + l->cut[cell] + settles - settles * b);
    double level = own[LEVEL] = ((1 + settles) * risen + settles * a) * share;
    double slope = own[SLOPE] = l->cut[cell] * share;
    if (l->waiting[cell]) level = rise_at_talus(l, cell, next), slope = 1;
    below[0] += a + risen + (b - 1) * level;
    below[1] += (b - 1) * slope;
  }
}

/* Up the trees: heights, in place of each cell's level.  Returns how many slopes began to slide, or ceased to. */
static size_t sweep_up(burl__erosion *l, double *left) {
  size_t changed = 0;
  *left = 0;
  for (int64_t i = (int64_t)burl__cells_of(&l->ground); i-- > 0;) {
    const int64_t cell = l->order[i], next = burl__receiver_of(&l->ground, l->receiver, cell);
    double *const own = l->carried[cell];
    if (next < 0) {
      *left += own[0] + own[1] * l->risen[cell];
      own[LEVEL] = l->risen[cell];
      continue;
    }
    const double below = l->carried[next][LEVEL];
    const double free = own[LEVEL] + own[SLOPE] * below, most = below + rise_at_talus(l, cell, next);
    const unsigned char slides = free > most;
    changed += slides != l->waiting[cell];
    l->waiting[cell] = slides;
    own[LEVEL] = slides ? most : free;
  }
  return changed;
}

/* How much each river cuts, and a first guess at what slides: what would stand at talus, or nearly so, were it only to
 * rise. */
static void prepare(burl__erosion *l, double years) {
  const int64_t cells = (int64_t)burl__cells_of(&l->ground);
  for (int64_t cell = 0; cell < cells; cell++) {
    const int64_t next = burl__receiver_of(&l->ground, l->receiver, cell);
    if (next < 0) continue;
    const double way = burl__nodes_apart(l, cell, next, l->receiver[cell]);
    const double cut = at_least_0((1 + l->deposit) * burl__cutting(l, cell, way, years));
    l->cut[cell] = cut < 1e30 ? cut : 1e30;
    l->waiting[cell] = l->risen[cell] - l->risen[next] > 0.9 * (double)l->talus[cell] * way;
  }
}

int burl__settle(burl__erosion *l, double years) {
  const size_t cells = burl__cells_of(&l->ground);
  size_t changed = cells;
  double left = 0;
  int pass = 0;
  prepare(l, years);
  while (changed > 0 && pass++ < BURL__MOST_PASSES) {
    sweep_down(l);
    changed = sweep_up(l, &left);
  }
  if (l->moved) l->moved->left += left * fabs(l->ground.dx * l->ground.dy);
  for (size_t cell = 0; cell < cells; cell++) l->risen[cell] = l->carried[cell][LEVEL];
  return pass;
}
