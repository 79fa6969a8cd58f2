/* Value noise from an integer hash, smoothed, interpolated three ways and summed in octaves:
 * Elias, "Perlin Noise", 1998.  The article's signed integers overflow; here they are
 * unsigned and wrap at 2^32, which gives the same values without undefined behaviour. */
#include "classic.h"

typedef burl_classic_elias_constants constants;

static const constants published = {15731, 789221, 1376312589};

/* ---- Constants ---- */

/* d <= n / d, for d * d would wrap. */
static int is_prime(uint32_t n) {
  if (n < 4) return n > 1;
  if (n % 2 == 0) return 0;
  for (uint32_t d = 3; d <= n / d; d += 2)
    if (n % d == 0) return 0;
  return 1;
}

uint32_t burl_classic_next_prime(uint32_t n) {
  while (n != UINT32_MAX)
    if (is_prime(++n)) return n;
  return 0;
}

burl_classic_elias_constants burl_classic_elias_constants_at(int octave) {
  constants k = published;
  for (int i = 0; i < octave; i++) {
    k.a = burl_classic_next_prime(k.a);
    k.b = burl_classic_next_prime(k.b);
    k.c = burl_classic_next_prime(k.c);
  }
  return k;
}

/* ---- Lattice values ---- */

static double hash(uint32_t n, const constants *k) {
  n ^= n << 13;
  const uint32_t m = n * (n * n * k->a + k->b) + k->c;
  return 1 - (m & 0x7FFFFFFF) / 1073741824.0;
}

static double hash2(uint32_t i, uint32_t j, const constants *k) { return hash(i + j * 57, k); }

static double hash3(uint32_t i, uint32_t j, uint32_t l, const constants *k) { return hash(i + j * 57 + l * 3249, k); }

static double smooth1(uint32_t i, const constants *k) { return hash(i, k) / 2 + (hash(i - 1, k) + hash(i + 1, k)) / 4; }

static double smooth2(uint32_t i, uint32_t j, const constants *k) {
  const double corners =
      hash2(i - 1, j - 1, k) + hash2(i + 1, j - 1, k) + hash2(i - 1, j + 1, k) + hash2(i + 1, j + 1, k);
  const double sides = hash2(i - 1, j, k) + hash2(i + 1, j, k) + hash2(i, j - 1, k) + hash2(i, j + 1, k);
  return corners / 16 + sides / 8 + hash2(i, j, k) / 4;
}

double burl_classic_elias_hash(int32_t n, const burl_classic_elias_constants *k) {
  return hash((uint32_t)n, k ? k : &published);
}

double burl_classic_elias_smooth1(int32_t i, const burl_classic_elias_constants *k) {
  return smooth1((uint32_t)i, k ? k : &published);
}

double burl_classic_elias_smooth2(int32_t i, int32_t j, const burl_classic_elias_constants *k) {
  return smooth2((uint32_t)i, (uint32_t)j, k ? k : &published);
}

/* ---- Noise: four lattice values an axis, at -1, 0, 1 and 2 from the cell ---- */

static double interpolate(const double v[4], double t, burl_classic_interpolation how) {
  switch (how) {
  case BURL_CLASSIC_COSINE: return burl_classic_cosine(v[1], v[2], t);
  case BURL_CLASSIC_CUBIC: return burl_classic_cubic(v[0], v[1], v[2], v[3], t);
  case BURL_CLASSIC_LINEAR: break;
  }
  return burl_classic_linear(v[1], v[2], t);
}

/* The first of an axis's four lattice lines. */
static uint32_t first_of(double x) { return (uint32_t)(uint64_t)cell_of(x) - 1; }

double burl_classic_elias_noise1(double x, burl_classic_interpolation interpolation, burl_classic_smoothing smoothing,
                                 const burl_classic_elias_constants *k) {
  if (outside(x)) return 0;
  if (!k) k = &published;
  const uint32_t i = first_of(x);
  double v[4];
  for (uint32_t a = 0; a < 4; a++) v[a] = smoothing == BURL_CLASSIC_SMOOTH ? smooth1(i + a, k) : hash(i + a, k);
  return interpolate(v, x - floor(x), interpolation);
}

double burl_classic_elias_noise2(double x, double y, burl_classic_interpolation interpolation,
                                 burl_classic_smoothing smoothing, const burl_classic_elias_constants *k) {
  if (outside(x) || outside(y)) return 0;
  if (!k) k = &published;
  const uint32_t i = first_of(x), j = first_of(y);
  double row[4];
  for (uint32_t b = 0; b < 4; b++) {
    double v[4];
    for (uint32_t a = 0; a < 4; a++)
      v[a] = smoothing == BURL_CLASSIC_SMOOTH ? smooth2(i + a, j + b, k) : hash2(i + a, j + b, k);
    row[b] = interpolate(v, x - floor(x), interpolation);
  }
  return interpolate(row, y - floor(y), interpolation);
}

double burl_classic_elias_noise3(double x, double y, double z, burl_classic_interpolation interpolation,
                                 const burl_classic_elias_constants *k) {
  if (outside(x) || outside(y) || outside(z)) return 0;
  if (!k) k = &published;
  const uint32_t i = first_of(x), j = first_of(y), l = first_of(z);
  double face[4];
  for (uint32_t c = 0; c < 4; c++) {
    double row[4];
    for (uint32_t b = 0; b < 4; b++) {
      double v[4];
      for (uint32_t a = 0; a < 4; a++) v[a] = hash3(i + a, j + b, l + c, k);
      row[b] = interpolate(v, x - floor(x), interpolation);
    }
    face[c] = interpolate(row, y - floor(y), interpolation);
  }
  return interpolate(face, z - floor(z), interpolation);
}

/* ---- Octaves ---- */

double burl_classic_elias_octaves1(double x, burl_classic_interpolation interpolation, int octaves, double persistence,
                                   const burl_classic_elias_constants *k) {
  double total = 0, amplitude = 1, frequency = 1;
  for (int i = 0; i < octaves; i++) {
    total += amplitude * burl_classic_elias_noise1(x * frequency, interpolation, BURL_CLASSIC_SMOOTH, k ? k + i : k);
    amplitude *= persistence;
    frequency *= 2;
  }
  return total;
}

double burl_classic_elias_octaves2(double x, double y, burl_classic_interpolation interpolation, int octaves,
                                   double persistence, const burl_classic_elias_constants *k) {
  double total = 0, amplitude = 1, frequency = 1;
  for (int i = 0; i < octaves; i++) {
    total += amplitude *
             burl_classic_elias_noise2(x * frequency, y * frequency, interpolation, BURL_CLASSIC_SMOOTH, k ? k + i : k);
    amplitude *= persistence;
    frequency *= 2;
  }
  return total;
}
