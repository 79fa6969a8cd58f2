/* The rasters of raster.h. */
#include "terrain/raster.h"

#include <math.h>

#include "terrain/plane.h"

/* ---- Reading ------------------------------------------------------------------------------------- */

/* Of Catmull and Rom: the weights of samples at a distance of t, up to 1 and from 1 to 2, derived by it as often as
 * `order` says. */
static double near_weight(double t, int order) {
  return order == 0 ? 1 + t * t * (1.5 * t - 2.5) : order == 1 ? t * (4.5 * t - 5) : 9 * t - 5;
}
static double far_weight(double t, int order) {
  return order == 0 ? 2 + t * (t * (2.5 - 0.5 * t) - 4) : order == 1 ? t * (5 - 1.5 * t) - 4 : 5 - 3 * t;
}

/* Weights of the samples from the one before a place on, at t from it, derived by t: as many as the reading blends, the
 * others 0. */
static void weigh(burl__raster_reading reading, int order, double t, double weight[4]) {
  const double sign = order == 1 ? -1 : 1; /* samples after the place are nearer where t grows */
  for (int i = 0; i < 4; i++) weight[i] = 0;
  if (reading == BURL__RASTER_CUBIC) {
    weight[0] = far_weight(t + 1, order);
    weight[1] = near_weight(t, order);
    weight[2] = sign * near_weight(1 - t, order);
    weight[3] = sign * far_weight(2 - t, order);
  } else if (order == 0) {
    weight[1] = 1 - t;
    weight[2] = t;
  } else if (order == 1 && reading == BURL__RASTER_BILINEAR) {
    weight[1] = -1;
    weight[2] = 1;
  }
}

/* A place that is a sample's but for what sums of coordinates round. */
static double settled(double at) {
  const double whole = floor(at + 0.5);
  return fabs(at - whole) < 1e-6 ? whole : at;
}

/* A place of the same value on a line of n samples that go on beyond their ends, near these; of a place that is no
 * number, that. */
static double brought_near(burl__raster_beyond beyond, double at, int n) {
  const double period = beyond == BURL__BEYOND_MIRRORED ? 2.0 * n : n;
  if (beyond == BURL__BEYOND_HELD) return at < -2 ? -2 : at > n + 1 ? n + 1 : at;
  const double rest = at - floor(at / period) * period;
  return isnan(at) || (rest >= 0 && rest < period) ? rest : 0;
}

/* The sample that stands for number i, which is near the line's ends. */
static int stand_in(burl__raster_beyond beyond, int i, int n) {
  if (beyond == BURL__BEYOND_HELD || beyond == BURL__BEYOND_LEVEL) return burl__clamped_index(i, n);
  const int period = beyond == BURL__BEYOND_MIRRORED ? 2 * n : n, rest = (i % period + period) % period;
  return rest < n ? rest : period - 1 - rest;
}

static double sample_at(const burl__raster *r, int i, int j) {
  const burl__samples *const s = &r->samples;
  if (r->beyond[0] != BURL__BEYOND_LINEAR && r->beyond[0] != BURL__BEYOND_SHARE)
    return burl__sample_at(s, stand_in(r->beyond[0], i, s->nx), stand_in(r->beyond[1], j, s->ny));
  const double sample = burl__extended(s, i, j);
  if (r->beyond[0] == BURL__BEYOND_LINEAR) return sample;
  return sample < 0 ? 0 : sample > 1 ? 1 : sample;
}

/* Whether places end half a sample beyond the edges. */
static int has_ends(burl__raster_beyond beyond) { return beyond <= BURL__BEYOND_SHARE; }

/* The place on a line of n samples that is read for one; NaN: none is. */
static double place_on(burl__raster_beyond beyond, burl__raster_reading reading, double at, int n) {
  const double edge = 0.5 + 1e-6;
  at = settled(has_ends(beyond) ? at : brought_near(beyond, at, n));
  if (isnan(at) || (has_ends(beyond) && !(at >= -edge && at <= n - 1 + edge))) return NAN;
  if (reading != BURL__RASTER_NEAREST) return at;
  const double whole = floor(at + 0.5);
  return has_ends(beyond) ? burl__clamped_index((int)whole, n) : whole;
}

double burl__raster_slope(const burl__raster *r, burl__raster_reading reading, const int order[2], double x, double y) {
  x = place_on(r->beyond[0], reading, x, r->samples.nx), y = place_on(r->beyond[1], reading, y, r->samples.ny);
  if (isnan(x) || isnan(y)) return NAN;
  const int i = (int)floor(x), j = (int)floor(y);
  if (x == i && y == j && order[0] == 0 && order[1] == 0) return 0 + sample_at(r, i, j); /* all others weigh 0 */
  double wx[4], wy[4], sum = 0;
  weigh(reading, order[0], x - i, wx);
  weigh(reading, order[1], y - j, wy);
  for (int b = 0; b < 4; b++)
    for (int a = 0; a < 4; a++)
      if (wx[a] != 0 && wy[b] != 0) sum += wx[a] * wy[b] * sample_at(r, i + a - 1, j + b - 1);
  return sum;
}

float burl__raster_at(const burl__raster *r, burl__raster_reading reading, double x, double y) {
  return (float)burl__raster_slope(r, reading, (const int[2]){0, 0}, x, y);
}

/* ---- Filling ------------------------------------------------------------------------------------- */

/* What lies in a square of 2^level samples along each side: the plane nearest to its heights, told from its middle;
 * NaN where they aren't enough for one, until it is taken from wider squares. */
typedef struct {
  float z, x, y;
} slab;

/* Squares of every level from 1 on, float[ny][nx] each, up to a single one. */
typedef struct {
  int nx[32], ny[32], top;
  slab *slabs[32]; /* of level 0: none */
  float *samples;
} squares;

size_t burl__raster_scratch(int nx, int ny) {
  size_t count = 1;
  while (nx > 1 || ny > 1) {
    nx = burl__halved(nx), ny = burl__halved(ny);
    count += (size_t)nx * (size_t)ny;
  }
  return burl__bytes_of(count, sizeof(slab));
}

static squares lay_out(int nx, int ny, void *scratch, float *samples) {
  squares s = {{nx}, {ny}, 0, {NULL}, samples};
  slab *next = scratch;
  while (s.nx[s.top] > 1 || s.ny[s.top] > 1) {
    const int finer = s.top++;
    s.nx[s.top] = burl__halved(s.nx[finer]), s.ny[s.top] = burl__halved(s.ny[finer]);
    s.slabs[s.top] = next;
    next += (int64_t)s.nx[s.top] * s.ny[s.top];
  }
  return s;
}

/* Sums over a square, told from its middle, with the planes of all squares in it. */
static burl__moments gather(const squares *s, int level, int x, int y) {
  burl__moments sums = {0};
  if (level == 0) {
    const float height = s->samples[(int64_t)y * s->nx[0] + x];
    if (isfinite(height)) burl__moments_add(&sums, 1, 0, 0, (double)height);
    return sums;
  }
  const double quarter = ldexp(0.25, level);
  for (int j = 0; j < 2; j++)
    for (int i = 0; i < 2; i++) {
      if (2 * x + i >= s->nx[level - 1] || 2 * y + j >= s->ny[level - 1]) continue;
      const burl__moments part = gather(s, level - 1, 2 * x + i, 2 * y + j);
      burl__moments_join(&sums, &part, i ? quarter : -quarter, j ? quarter : -quarter);
    }
  const burl__plane plane = burl__plane_of(&sums, 1, 1);
  const int is_known = level == s->top || burl__has_plane(&sums);
  s->slabs[level][(int64_t)y * s->nx[level] + x] =
      is_known ? (slab){(float)plane.z, (float)plane.x, (float)plane.y} : (slab){NAN, 0, 0};
  return sums;
}

/* The planes of the four squares of the next level around a square, blended at its middle. */
static slab blended(const squares *s, int level, int x, int y) {
  const int i = (x + 1) / 2 - 1, j = (y + 1) / 2 - 1;
  double z = 0, slope[2] = {0, 0};
  for (int k = 0; k < 4; k++) {
    const int to_x = k % 2, to_y = k / 2;
    const int at_x = burl__clamped_index(i + to_x, s->nx[level + 1]);
    const int at_y = burl__clamped_index(j + to_y, s->ny[level + 1]);
    const double weight = (to_x == x % 2 ? 0.25 : 0.75) * (to_y == y % 2 ? 0.25 : 0.75);
    const slab *const wide = &s->slabs[level + 1][(int64_t)at_y * s->nx[level + 1] + at_x];
    const double way_x = ldexp(x + 0.5 - 2 * (at_x + 0.5), level), way_y = ldexp(y + 0.5 - 2 * (at_y + 0.5), level);
    z += weight * ((double)wide->z + way_x * (double)wide->x + way_y * (double)wide->y);
    slope[0] += weight * (double)wide->x, slope[1] += weight * (double)wide->y;
  }
  return (slab){(float)z, (float)slope[0], (float)slope[1]};
}

void burl__raster_fill(int nx, int ny, void *scratch, float *samples) {
  const squares s = lay_out(nx, ny, scratch, samples);
  if (s.top == 0 && isnan(*samples)) *samples = 0;
  if (s.top == 0) return;
  gather(&s, s.top, 0, 0);
  for (int level = s.top - 1; level >= 0; level--)
    for (int y = 0; y < s.ny[level]; y++)
      for (int x = 0; x < s.nx[level]; x++) {
        const int64_t i = (int64_t)y * s.nx[level] + x;
        if (level > 0 && isnan(s.slabs[level][i].z)) s.slabs[level][i] = blended(&s, level, x, y);
        if (level == 0 && isnan(samples[i])) samples[i] = blended(&s, 0, x, y).z;
      }
}
