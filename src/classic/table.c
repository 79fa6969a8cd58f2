/* The C standard's example rand(), and the noises of the article on fractal terrain, which take
 * their table of 256 numbers from it: value noise, and gradient noise with the four axis directions
 * as gradients.  rings.c and terrain.c use the same rand(). */
#include "classic.h"

int burl_classic_rand(uint32_t *state) {
  *state = *state * RAND_MULTIPLIER + RAND_INCREMENT;
  return (int)(*state >> 16 & RAND_GREATEST);
}

void burl_classic_table256_fill(burl_classic_table256 *table, uint32_t seed) {
  for (int i = 0; i < 256; i++) table->entry[i] = (unsigned char)(burl_classic_rand(&seed) % 256);
}

/* 0 to 255 for lattice point (i, j). */
static int hash(const burl_classic_table256 *table, int64_t i, int64_t j) {
  return table->entry[((uint64_t)i + table->entry[(uint64_t)j & 255]) & 255];
}

double burl_classic_value2(const burl_classic_table256 *table, double x, double y) {
  if (outside(x) || outside(y)) return 0;
  const int64_t i = cell_of(x), j = cell_of(y);
  const double u = burl_classic_fade(x - floor(x)), v = burl_classic_fade(y - floor(y));
  double row[2];
  for (int b = 0; b < 2; b++) row[b] = lerp(hash(table, i, j + b) / 255.0, hash(table, i + 1, j + b) / 255.0, u);
  return lerp(row[0], row[1], v);
}

/* The dot product of (x, y) and the axis that the hash chooses. */
static double grad(int hash, double x, double y) {
  const double along[4] = {x, -x, -y, y};
  return along[hash % 4];
}

double burl_classic_axes2(const burl_classic_table256 *table, double x, double y) {
  if (outside(x) || outside(y)) return 0;
  const int64_t i = cell_of(x), j = cell_of(y);
  const double fx = x - floor(x), fy = y - floor(y), u = burl_classic_fade(fx);
  double row[2];
  for (int b = 0; b < 2; b++)
    row[b] = lerp(grad(hash(table, i, j + b), fx, fy - b), grad(hash(table, i + 1, j + b), fx - 1, fy - b), u);
  return (lerp(row[0], row[1], burl_classic_fade(fy)) + 1) / 2;
}

typedef double noise2(const burl_classic_table256 *table, double x, double y);

static double octaves2(noise2 *noise, const burl_classic_table256 *table, double x, double y, int octaves,
                       double persistence) {
  double total = 0, amplitudes = 0, amplitude = 1, frequency = 1;
  for (int i = 0; i < octaves; i++) {
    total += amplitude * noise(table, x * frequency, y * frequency);
    amplitudes += amplitude;
    amplitude *= persistence;
    frequency *= 2;
  }
  return amplitudes != 0 ? total / amplitudes : 0;
}

double burl_classic_value_octaves2(const burl_classic_table256 *table, double x, double y, int octaves,
                                   double persistence) {
  return octaves2(burl_classic_value2, table, x, y, octaves, persistence);
}

double burl_classic_axes_octaves2(const burl_classic_table256 *table, double x, double y, int octaves,
                                  double persistence) {
  return octaves2(burl_classic_axes2, table, x, y, octaves, persistence);
}
