/* The creep of creep.h: linear diffusion (W. Culling, "Analytical theory of erosion", 1960), a step at a time by
 * backward Euler, along all rows and then along all columns (G. Marchuk's splitting, whose error falls with the step).
 * It is stable at any step. */
#include "terrain/creep.h"

static const double MOST_RATE = 1e12;

void burl__creep_between(const burl__creep_line *line, double rate) {
  double *const h = line->height, *const share = line->share;
  for (int i = 0; i < line->count; i++) {
    share[i] = 0;
    if (line->stays[i]) continue;
    const double before = i > 0 ? rate : 0, after = i + 1 < line->count ? rate : 0;
    const double part = 1 / (1 + before + after - (i > 0 ? before * share[i - 1] : 0));
    share[i] = after * part;
    h[i] = (h[i] + (i > 0 ? before * h[i - 1] : 0)) * part;
  }
  for (int i = line->count - 2; i >= 0; i--)
    if (!line->stays[i]) h[i] += share[i] * h[i + 1]; /* what lies behind one that stays may be missing */
}

/* The operator 1 + 2 rate - rate (S + 1/S), S the shift by one, is (1 - qS)(1 - q/S) rate / q: two filters in turn. */
void burl__creep_around(const burl__creep_line *line, double rate) {
  double *const h = line->height;
  const int n = line->count;
  const double sum = 0.5 + rate + sqrt(0.25 + rate), q = rate / sum;
  double power = 1, last = 0;
  for (int i = 0; i < n; i++) power *= q, last = last * q + h[i];
  last /= 1 - power;
  for (int i = 0; i < n; i++) last = h[i] = h[i] + q * last;
  last = 0;
  for (int i = n - 1; i >= 0; i--) last = last * q + h[i];
  last /= 1 - power;
  for (int i = n - 1; i >= 0; i--) last = h[i] + q * last, h[i] = last / sum;
}

/* ---- A grid's lines ------------------------------------------------------------------------------ */

/* The cells of a row or a column. */
typedef struct {
  int64_t first, apart;
  int count, is_round;
} cells_of_line;

static size_t room_of_line(const burl__ground *g) { return (size_t)(g->nx > g->ny ? g->nx : g->ny) + 1; }

size_t burl__creep_scratch(const burl__ground *ground) { return room_of_line(ground) * (2 * sizeof(double) + 1); }

/* The number of the first cell that stays; as many as there are: none does. */
static int first_that_stays(const burl__erosion *l, const cells_of_line *cells) {
  int i = 0;
  while (i < cells->count && l->receiver[cells->first + i * cells->apart] < BURL__STAYS) i++;
  return i;
}

/* A round is cut open at a cell that stays, and has it at both ends then. */
static void creep_along(const burl__erosion *l, const cells_of_line *cells, double rate) {
  const int stays = first_that_stays(l, cells), is_cut = cells->is_round && stays < cells->count;
  const int start = is_cut ? stays : 0;
  burl__creep_line line = {.height = l->line, .count = cells->count + is_cut};
  line.share = line.height + room_of_line(&l->ground);
  line.stays = (unsigned char *)(line.share + room_of_line(&l->ground));
  for (int i = 0; i < line.count; i++) {
    const int64_t cell = cells->first + burl__around(start + i, cells->count) * cells->apart;
    line.height[i] = (double)l->spare[cell];
    line.stays[i] = l->receiver[cell] >= BURL__STAYS;
  }
  if (cells->is_round && !is_cut) burl__creep_around(&line, rate);
  else burl__creep_between(&line, rate);
  for (int i = 0; i < line.count; i++)
    if (!line.stays[i])
      l->spare[cells->first + burl__around(start + i, cells->count) * cells->apart] = (float)line.height[i];
}

static double rate_of(const burl__erosion *l, double years, double step) {
  const double rate = l->creep * years / (step * step);
  return rate < MOST_RATE ? rate : MOST_RATE;
}

static void creep_along_all(const burl__erosion *l, double years) {
  const burl__ground *const g = &l->ground;
  for (int y = 0; y < g->ny; y++)
    creep_along(l, &(cells_of_line){(int64_t)y * g->nx, 1, g->nx, g->is_round[0]}, rate_of(l, years, g->dx));
  for (int x = 0; x < g->nx; x++)
    creep_along(l, &(cells_of_line){x, g->nx, g->ny, g->is_round[1]}, rate_of(l, years, g->dy));
}

void burl__creep(burl__erosion *l, double years) {
  const int64_t cells = (int64_t)burl__cells_of(&l->ground);
  const double area = fabs(l->ground.dx * l->ground.dy);
  float *const before = (float *)l->order;
  for (int64_t cell = 0; cell < cells; cell++) l->receiver[cell] = burl__keeps_height(l, cell) ? BURL__STAYS : 0;
  burl__read_nodes(l, l->height, l->base, before);
  for (int64_t cell = 0; cell < cells; cell++)
    l->spare[cell] = l->receiver[cell] < BURL__STAYS ? before[cell] : (float)burl__above_sea(l, cell);
  creep_along_all(l, years);
  for (int64_t cell = 0; cell < cells; cell++) {
    const float height = l->height[cell] + (l->spare[cell] - before[cell]);
    if (l->receiver[cell] >= BURL__STAYS || !(height > l->base)) continue;
    const double rise = (double)height - (double)l->height[cell];
    burl__change_sediment(l, cell, rise);
    if (l->moved) l->moved->crept += area * rise, l->moved->gained += area * rise;
    l->height[cell] = height;
  }
}
