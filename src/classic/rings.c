/* Growth rings: the fractional part of a multiple of octaves of periodic noise, which interpolates
 * a table of 64 x 64 random numbers by Catmull-Rom splines.  From the article on wood textures; the
 * spline is in lattice.c, rand() in table.c. */
#include "classic.h"

void burl_classic_table64_fill(burl_classic_table64 *table, uint32_t seed) {
  for (int x = 0; x < 64; x++)
    for (int y = 0; y < 64; y++) table->entry[x][y] = burl_classic_rand(&seed) / (double)RAND_GREATEST;
}

/* The indices in the table, along an axis, of the cell's lattice line and the three after it. */
static void read_at(int64_t cell, int octave, int64_t frequency, int at[4]) {
  for (int i = 0; i < 4; i++) {
    const int64_t line = floor_mod(cell + i, frequency);
    at[i] = (int)floor_mod(64 * line / frequency + octave, 64);
  }
}

double burl_classic_ring_octave(const burl_classic_table64 *table, int octave, int frequency, double x, double y) {
  x *= frequency;
  y *= frequency;
  if (frequency < 1 || outside(x) || outside(y)) return 0;
  int at_x[4], at_y[4];
  read_at(cell_of(x), octave, frequency, at_x);
  read_at(cell_of(y), octave, frequency, at_y);
  double row[4];
  for (int j = 0; j < 4; j++) {
    double v[4];
    for (int i = 0; i < 4; i++) v[i] = table->entry[at_x[i]][at_y[j]];
    row[j] = burl_classic_catmull_rom(v[0], v[1], v[2], v[3], x - floor(x));
  }
  return burl_classic_catmull_rom(row[0], row[1], row[2], row[3], y - floor(y));
}

double burl_classic_rings(const burl_classic_table64 *table, double x, double y, int octaves, double persistence,
                          double count) {
  double total = 0, amplitudes = 0, amplitude = 1;
  for (int i = 0; i < octaves && i < 24; i++) {
    total += amplitude * burl_classic_ring_octave(table, i, 4 << i, x, y);
    amplitudes += amplitude;
    amplitude *= persistence;
  }
  if (amplitudes == 0) return 0;
  const double shade = count * (total / amplitudes);
  return shade - trunc(shade);
}

void burl_classic_rings_rgb(double shade, double rgb[3]) {
  rgb[0] = 0.80 * shade;
  rgb[1] = 0.36 * shade;
  rgb[2] = 0.08 * shade;
}
