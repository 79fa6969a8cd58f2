/* The rasters of raster.h. */
#include "terrain/raster.h"

#include <math.h>

/* ---- Reading ------------------------------------------------------------------------------------- */

/* Of Catmull and Rom, of a sample at a distance of t. */
static double cubic_weight(double t) {
  t = fabs(t);
  return t < 1 ? 1 + t * t * (1.5 * t - 2.5) : t < 2 ? 2 + t * (t * (2.5 - 0.5 * t) - 4) : 0;
}

/* Weights of the samples from the one before a place on, at t from it: as many as the reading blends, the others 0. */
static void weigh(burl__raster_reading reading, double t, double weight[4]) {
  const int is_cubic = reading == BURL__RASTER_CUBIC;
  weight[0] = is_cubic ? cubic_weight(t + 1) : 0;
  weight[1] = is_cubic ? cubic_weight(t) : 1 - t;
  weight[2] = is_cubic ? cubic_weight(t - 1) : t;
  weight[3] = is_cubic ? cubic_weight(t - 2) : 0;
}

/* A place that is a sample's but for what sums of coordinates round. */
static double settled(double at) {
  const double whole = floor(at + 0.5);
  return fabs(at - whole) < 1e-6 ? whole : at;
}

float burl__raster_at(const burl__raster *r, burl__raster_reading reading, double x, double y) {
  x = settled(x), y = settled(y);
  if (!(x >= -0.5 && x <= r->nx - 0.5 && y >= -0.5 && y <= r->ny - 0.5)) return NAN;
  if (reading == BURL__RASTER_NEAREST) x = floor(x + 0.5), y = floor(y + 0.5);
  const int i = (int)floor(x), j = (int)floor(y);
  double wx[4], wy[4], sum = 0;
  weigh(reading, x - i, wx);
  weigh(reading, y - j, wy);
  for (int b = 0; b < 4; b++) {
    const float *const row = r->samples + (int64_t)burl__clamped_index(j + b - 1, r->ny) * r->nx;
    for (int a = 0; a < 4; a++)
      if (wx[a] != 0 && wy[b] != 0) sum += wx[a] * wy[b] * (double)row[burl__clamped_index(i + a - 1, r->nx)];
  }
  return (float)sum;
}

/* ---- Filling ------------------------------------------------------------------------------------- */

size_t burl__raster_scratch(int nx, int ny) {
  size_t samples = 1;
  while (nx > 1 || ny > 1) {
    nx = burl__halved(nx), ny = burl__halved(ny);
    samples += (size_t)nx * (size_t)ny;
  }
  return samples * sizeof(float);
}

/* The mean of those samples of a square of two by two that there are. */
static float mean_of_square(int nx, int ny, const float *samples, int x, int y) {
  double sum = 0, count = 0;
  for (int j = 2 * y; j < 2 * y + 2 && j < ny; j++)
    for (int i = 2 * x; i < 2 * x + 2 && i < nx; i++) {
      const float value = samples[(int64_t)j * nx + i];
      if (!isnan(value)) sum += (double)value, count++;
    }
  return count > 0 ? (float)(sum / count) : NAN;
}

void burl__raster_fill(int nx, int ny, void *scratch, float *samples) {
  if (nx == 1 && ny == 1) {
    if (isnan(*samples)) *samples = 0;
    return;
  }
  const burl__raster coarse = {scratch, burl__halved(nx), burl__halved(ny)};
  float *const means = scratch;
  for (int y = 0; y < coarse.ny; y++)
    for (int x = 0; x < coarse.nx; x++) means[(int64_t)y * coarse.nx + x] = mean_of_square(nx, ny, samples, x, y);
  burl__raster_fill(coarse.nx, coarse.ny, means + (int64_t)coarse.nx * coarse.ny, means);
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++)
      if (isnan(samples[(int64_t)y * nx + x]))
        samples[(int64_t)y * nx + x] =
            burl__raster_at(&coarse, BURL__RASTER_BILINEAR, 0.5 * (x + 0.5) - 0.5, 0.5 * (y + 0.5) - 0.5);
}
