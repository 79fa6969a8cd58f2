/* Improved Perlin noise as it is usually written: plain C, double, a table, a call a point.  What
 * bench measures everything against.
 * K. Perlin, "Improving Noise", 2002; the table is 256 numbers in any order. */
#include "peers.h"

#include <math.h>

static unsigned char table[512];

/* Shuffled by a generator of 64 bits (Knuth's MMIX constants): which order makes no difference to
 * the time. */
void naive_begin(void) {
  unsigned long long state = 1;
  for (int i = 0; i < 256; i++) table[i] = (unsigned char)i;
  for (int i = 255; i > 0; i--) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const int j = (int)((state >> 33) % (unsigned)(i + 1));
    const unsigned char swapped = table[i];
    table[i] = table[j];
    table[j] = swapped;
  }
  for (int i = 0; i < 256; i++) table[256 + i] = table[i];
}

static double fade(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }

static double lerp(double t, double a, double b) { return a + t * (b - a); }

static double grad(int hash, double x, double y, double z) {
  const int h = hash & 15;
  const double u = h < 8 ? x : y;
  const double v = h < 4 ? y : h == 12 || h == 14 ? x : z;
  return ((h & 1) == 0 ? u : -u) + ((h & 2) == 0 ? v : -v);
}

double naive_perlin(double x, double y, double z) {
  const int i = (int)floor(x) & 255, j = (int)floor(y) & 255, k = (int)floor(z) & 255;
  x -= floor(x);
  y -= floor(y);
  z -= floor(z);
  const double u = fade(x), v = fade(y), w = fade(z);
  const int a = table[i] + j, aa = table[a] + k, ab = table[a + 1] + k;
  const int b = table[i + 1] + j, ba = table[b] + k, bb = table[b + 1] + k;
  const double near_y0 = lerp(u, grad(table[aa], x, y, z), grad(table[ba], x - 1, y, z));
  const double near_y1 = lerp(u, grad(table[ab], x, y - 1, z), grad(table[bb], x - 1, y - 1, z));
  const double far_y0 = lerp(u, grad(table[aa + 1], x, y, z - 1), grad(table[ba + 1], x - 1, y, z - 1));
  const double far_y1 = lerp(u, grad(table[ab + 1], x, y - 1, z - 1), grad(table[bb + 1], x - 1, y - 1, z - 1));
  return lerp(w, lerp(v, near_y0, near_y1), lerp(v, far_y0, far_y1));
}
