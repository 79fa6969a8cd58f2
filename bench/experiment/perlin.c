/* The first experiment: one hash of the results of each of perlin.h's three ways, which must agree,
 * and with --time their speeds beside improved Perlin noise (2002) written the plain way. */
#define _POSIX_C_SOURCE 200809L
#include "perlin.h"

#ifdef __wasm__
__attribute__((export_name("hash_of"))) uint64_t hash_of(int way) { return hash_of_way(way); }
#else

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Improved Perlin noise as usually written ------------------------------------------------ */

static unsigned char table[512];
static double plain_fade(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }
static double plain_lerp(double t, double a, double b) { return a + t * (b - a); }
static double plain_grad(int hash, double x, double y, double z) {
  const int h = hash & 15;
  const double u = h < 8 ? x : y, v = h < 4 ? y : h == 12 || h == 14 ? x : z;
  return ((h & 1) == 0 ? u : -u) + ((h & 2) == 0 ? v : -v);
}
static double plain_floor(double a) {
  return a < (double)(int)a ? (double)((int)a - 1) : (double)(int)a;
}
__attribute__((noinline)) static double plain_perlin(double x, double y, double z) {
  const int i = (int)plain_floor(x) & 255, j = (int)plain_floor(y) & 255,
            k = (int)plain_floor(z) & 255;
  x -= plain_floor(x), y -= plain_floor(y), z -= plain_floor(z);
  const double u = plain_fade(x), v = plain_fade(y), w = plain_fade(z);
  const int a = table[i] + j, aa = table[a] + k, ab = table[a + 1] + k;
  const int b = table[i + 1] + j, ba = table[b] + k, bb = table[b + 1] + k;
  return plain_lerp(
      w,
      plain_lerp(v,
                 plain_lerp(u, plain_grad(table[aa], x, y, z), plain_grad(table[ba], x - 1, y, z)),
                 plain_lerp(u, plain_grad(table[ab], x, y - 1, z),
                            plain_grad(table[bb], x - 1, y - 1, z))),
      plain_lerp(v,
                 plain_lerp(u, plain_grad(table[aa + 1], x, y, z - 1),
                            plain_grad(table[ba + 1], x - 1, y, z - 1)),
                 plain_lerp(u, plain_grad(table[ab + 1], x, y - 1, z - 1),
                            plain_grad(table[bb + 1], x - 1, y - 1, z - 1))));
}
static double plain_grad2(int hash, double x, double y) {
  const int h = hash & 3;
  return h == 0 ? x : h == 1 ? -x : h == 2 ? -y : y;
}
__attribute__((noinline)) static double plain_perlin2(double x, double y) {
  const int i = (int)plain_floor(x) & 255, j = (int)plain_floor(y) & 255;
  x -= plain_floor(x), y -= plain_floor(y);
  const double u = plain_fade(x), v = plain_fade(y);
  const int a = table[i] + j, b = table[i + 1] + j;
  return plain_lerp(
      v, plain_lerp(u, plain_grad2(table[a], x, y), plain_grad2(table[b], x - 1, y)),
      plain_lerp(u, plain_grad2(table[a + 1], x, y - 1), plain_grad2(table[b + 1], x - 1, y - 1)));
}
static void by_plain(const grid *g, int dims, float *out) {
  for (int k = 0; k < g->size[2]; k++) {
    for (int j = 0; j < g->size[1]; j++) {
      for (int i = 0; i < g->size[0]; i++) {
        const double x = coordinate(g, 0, i), y = coordinate(g, 1, j), z = coordinate(g, 2, k);
        *out++ = (float)(dims == 2 ? plain_perlin2(x, y) : plain_perlin(x, y, z));
      }
    }
  }
}

/* ---- Times ----------------------------------------------------------------------------------- */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static int ascending(const void *a, const void *b) {
  return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}
static double median_rate(int way, const grid *g, int dims, float *out) {
  double times[9];
  for (int n = 0; n < 9; n++) {
    const double start = now();
    if (way == 3) by_plain(g, dims, out);
    else drive(way, g, dims, out);
    times[n] = now() - start;
  }
  qsort(times, 9, sizeof times[0], ascending);
  return 1e-6 * g->size[0] * g->size[1] * g->size[2] / times[4];
}

static void measure(void) {
  static const double steps[] = {0.02, 0.64, 1.28};
  float *out = malloc((size_t)SIDE * SIDE * sizeof *out);
  if (out == NULL) return;
  memset(out, 0, (size_t)SIDE * SIDE * sizeof *out);
  for (int n = 0; n < 512; n++)
    table[n] = (unsigned char)(hash_corner((uint32_t)(n & 255) * 77u, 1u) >> 24);
  puts("Msamples/s     points   rows  tiles  plain");
  for (int dims = 2; dims <= 3; dims++) {
    for (int s = 0; s < 3; s++) {
      const int side = dims == 2 ? SIDE : 128;
      const grid g = {
          {side, side, dims == 3 ? side : 1}, {-10, -10, -10}, {steps[s], steps[s], steps[s]}, 1};
      printf("%dD %.2f a sample", dims, steps[s]);
      for (int way = 0; way < 4; way++) printf(" %6.0f", median_rate(way, &g, dims, out));
      puts("");
    }
  }
  free(out);
}

int main(int argc, char **argv) {
  for (int way = 0; way < 3; way++)
    printf("%016llx%s", (unsigned long long)hash_of_way(way), way < 2 ? " " : "\n");
  if (argc == 2 && strcmp(argv[1], "--time") == 0) measure();
  return 0;
}
#endif
