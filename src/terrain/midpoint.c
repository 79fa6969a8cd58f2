/* Midpoint displacement: the published walk, and square-square subdivision. */
#include "terrain/midpoint.h"

#include "base/seed.h"
#include "burl_classic.h"
#include "terrain/process.h"

size_t burl__midpoint_published_scratch(int n) { return (size_t)n * (size_t)n * sizeof(int); }

void burl__midpoint_published(int n, uint32_t seed, int raw, void *scratch, float *out) {
  int *const cells = scratch;
  burl_classic_midpoint(n, seed, 256, cells);
  for (size_t y = 0; y < (size_t)n; y++)
    for (size_t x = 0; x < (size_t)n; x++) {
      const float level = (float)cells[x * (size_t)n + y];
      out[y * (size_t)n + x] = raw ? level : level * (2.0f / 255.0f) - 1.0f;
    }
}

/* ---- Square-square ------------------------------------------------------------------------------ */

/* The part of a level's infinite lattice that the levels below it need. */
typedef struct {
  int x, y, nx, ny;
  float *data;
} patch;

static int levels_of(int nx, int ny) {
  int levels = 0;
  while (levels < 30 && (1 << levels) < (nx > ny ? nx : ny)) levels++;
  return levels;
}

/* Replaces a range of children along an axis by the range of their parents. */
static void to_parents(int *first, int *count) {
  const int last = *first + *count - 1;
  const int lo = (*first + 4) / 2 - 3, hi = (last + 4) / 2 - 1; /* floor(i/2) − 1 to floor(i/2) + 1, i >= −4 */
  *first = lo;
  *count = hi - lo + 1;
}

static patch patch_of_level(int nx, int ny, int levels, int level) {
  patch p = {0, 0, nx, ny, NULL};
  for (int i = levels; i > level; i--) {
    to_parents(&p.x, &p.nx);
    to_parents(&p.y, &p.ny);
  }
  return p;
}

static size_t largest_patch(int nx, int ny) {
  size_t most = 0;
  const int levels = levels_of(nx, ny);
  for (int level = 0; level <= levels; level++) {
    const patch p = patch_of_level(nx, ny, levels, level);
    const size_t size = (size_t)p.nx * (size_t)p.ny;
    if (size > most) most = size;
  }
  return most;
}

size_t burl__midpoint_scratch(int nx, int ny) { return 2 * largest_patch(nx, ny) * sizeof(float); }

/* A number in [−1, 1) for a lattice point of a level. */
static float displacement(uint64_t seed, int level, int x, int y) {
  const uint64_t point = (uint64_t)(uint32_t)x << 32 | (uint32_t)y;
  const uint64_t h = burl__seed_pair(burl__seed_pair(seed, (uint64_t)level + 1), point);
  return (float)((int32_t)(h >> 40) - 8388608) * (1.0f / 8388608.0f);
}

/* A child lies a quarter of the way between two parents: 3 : 1 along each axis, 9 : 3 : 3 : 1 in all. */
static float between(const patch *parent, int x, int y) {
  const int i = (x + 4) / 2 - 2 - parent->x, j = (y + 4) / 2 - 2 - parent->y;
  const int di = x & 1 ? 1 : -1, dj = y & 1 ? parent->nx : -parent->nx;
  const float *const nearest = parent->data + (size_t)j * (size_t)parent->nx + (size_t)i;
  return 0.5625f * nearest[0] + 0.1875f * (nearest[di] + nearest[dj]) + 0.0625f * nearest[di + dj];
}

void burl__midpoint(int nx, int ny, uint64_t seed, double gain, void *scratch, float *out) {
  const int levels = levels_of(nx, ny);
  double total = 0.0, amplitude = 1.0;
  for (int level = 0; level <= levels; level++, amplitude *= gain) total += amplitude;
  const double scale = (1.0 - 1.0 / 262144.0) / total; /* in spite of rounding within [−1, 1] */

  float *const buffers[2] = {scratch, (float *)scratch + largest_patch(nx, ny)};
  patch parent = {0, 0, 0, 0, NULL};
  amplitude = scale;
  for (int level = 0; level <= levels; level++, amplitude *= gain) {
    patch child = patch_of_level(nx, ny, levels, level);
    child.data = level == levels ? out : buffers[level & 1];
    for (int j = 0; j < child.ny; j++)
      for (int i = 0; i < child.nx; i++) {
        const float base = level ? between(&parent, child.x + i, child.y + j) : 0.0f;
        child.data[(size_t)j * (size_t)child.nx + (size_t)i] =
            base + (float)amplitude * displacement(seed, level, child.x + i, child.y + j);
      }
    parent = child;
  }
}

/* ---- The process --------------------------------------------------------------------------------- */

enum { STYLE, SEED, GAIN, RAW };
enum { SMOOTH, PUBLISHED }; /* the words of style */

static int suits_midpoint(const burl__ground *g, const double *option) {
  return option[STYLE] != PUBLISHED || g->nx == g->ny;
}

static size_t midpoint_bytes(const burl__ground *g, const double *option) {
  return option[STYLE] == PUBLISHED ? burl__midpoint_published_scratch(g->nx) : burl__midpoint_scratch(g->nx, g->ny);
}

static void make_midpoint(const burl__process_call *call, const float *heights, float *out) {
  const burl__ground *const g = call->ground;
  const double *const option = call->option;
  (void)heights; /* there are none */
  if (option[STYLE] == PUBLISHED)
    burl__midpoint_published(g->nx, (uint32_t)call->seed, (int)option[RAW], call->scratch, out);
  else burl__midpoint(g->nx, g->ny, call->seed, option[GAIN], call->scratch, out);
}

const burl__process burl__process_midpoint = {
    .make = make_midpoint, .scratch = midpoint_bytes, .suits = suits_midpoint};
