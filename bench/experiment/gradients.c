/* The sets of gradients compared: how even their moments are over directions, the contrast of the
 * noise, and what remains of the set in the noise's slopes.  With --picture SET OCTAVES SIZE it
 * writes a picture (PGM) to look at.
 *
 * The corners are independent, so the power spectrum depends on the covariance of the gradients
 * only, and is the same for every set whose second moment is even: sets differ in higher ones. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../test/exact.h"
#include "noise/maxima.h"
#include "variant.h"

typedef struct {
  const char *name;
  int dims, set, turns; /* turns: so many directions in the plane, in place of lattice.h's set */
} family;

static const family families[] = {
    {"2D four axes", 2, AXES, 0},        {"2D eight directions", 2, DEFAULT_SET, 0},
    {"2D sixteen directions", 2, 0, 16}, {"2D circle", 2, CIRCLE, 0},
    {"2D diagonals", 2, DIAGONAL, 0},    {"2D uniform", 2, UNIFORM, 0},
    {"3D edges (2002)", 3, EDGES, 0},    {"3D icosahedron", 3, DEFAULT_SET, 0},
    {"3D sphere", 3, CIRCLE, 0},         {"3D diagonals", 3, DIAGONAL, 0},
    {"4D 32 edges", 4, EDGES, 0},        {"4D 24-cell", 4, DEFAULT_SET, 0},
    {"4D sphere", 4, CIRCLE, 0},
};
enum { FAMILIES = sizeof families / sizeof families[0], DRAWS = 20000 };

static uint64_t state = 9;
static uint32_t random32(void) { return (uint32_t)(burl__seed_mix(state += 0x9E3779B97F4A7C15u) >> 32); }
static double random_unit(void) { return ldexp(random32(), -32); }

static void draw(const family *f, uint32_t h, double g[4]) {
  const gradient v = f->dims == 2   ? gradient2(f->set, h, 1)
                     : f->dims == 3 ? gradient3(f->set, h, 1)
                                    : gradient4(f->set, h, 1);
  g[0] = v.x, g[1] = v.y, g[2] = v.z, g[3] = v.w;
  if (f->turns) {
    const double angle = 2 * LANE_PI * ((h >> 16) * (uint32_t)f->turns / 65536 + 0.5) / f->turns;
    g[0] = cos(angle), g[1] = sin(angle);
  }
}

/* The noise and its slope at a point, its corners drawn anew. */
static double noise_at(const family *f, const double p[4], double slope[4]) {
  double sum = 0;
  for (int a = 0; a < 4; a++) slope[a] = 0;
  for (int corner = 0; corner < 1 << f->dims; corner++) {
    double g[4], dot = 0, weight = 1, rest[4];
    draw(f, random32(), g);
    for (int a = 0; a < f->dims; a++) {
      const double t = p[a], d = t - (corner >> a & 1), u = lane_fade(t);
      dot += g[a] * d, weight *= corner >> a & 1 ? u : 1 - u;
    }
    for (int a = 0; a < f->dims; a++) {
      const double t = p[a], u = lane_fade(t), own = corner >> a & 1 ? u : 1 - u;
      const double change = 30 * t * t * (t - 1) * (t - 1) * (corner >> a & 1 ? 1 : -1);
      rest[a] = own > 0 ? weight / own * change : 0;
      slope[a] += weight * g[a] + rest[a] * dot;
    }
    sum += weight * dot;
  }
  return sum;
}

static void judge(const family *f) {
  static double g[DRAWS][4];
  double second[2] = {9, 0}, fourth[2] = {9, 0}, max = 0;
  for (int n = 0; n < DRAWS; n++) draw(f, hash_spread(random32()), g[n]);
  for (int n = 0; n < 300; n++) {
    double u[4], size = 0, two = 0, four = 0;
    do {
      size = 0;
      for (int a = 0; a < f->dims; a++) u[a] = 2 * random_unit() - 1, size += u[a] * u[a];
    } while (size > 1 || size < 0.01);
    for (int m = 0; m < DRAWS; m++) {
      double dot = 0;
      for (int a = 0; a < f->dims; a++) dot += g[m][a] * u[a];
      two += dot * dot / size, four += dot * dot * dot * dot / size / size;
    }
    two /= DRAWS, four /= DRAWS;
    second[0] = fmin(second[0], two), second[1] = fmax(second[1], two);
    fourth[0] = fmin(fourth[0], four), fourth[1] = fmax(fourth[1], four);
  }
  if (f->turns) {
    /* Where the maximum of unit vectors lies: the middle of the cell, or near it. */
    for (int n = 0; n < 40000; n++) {
      double total = 0;
      const double p[2] = {n % 200 / 199.0, n / 200 / 199.0};
      for (int corner = 0; corner < 4; corner++) {
        const double x = p[0] - (corner & 1), y = p[1] - (corner >> 1), u = lane_fade(p[0]), v = lane_fade(p[1]);
        double best = 0;
        for (int turn = 0; turn < f->turns; turn++) {
          const double angle = 2 * LANE_PI * (turn + 0.5) / f->turns;
          best = fmax(best, cos(angle) * x + sin(angle) * y);
        }
        total += best * (corner & 1 ? u : 1 - u) * (corner >> 1 ? v : 1 - v);
      }
      max = fmax(max, total);
    }
  } else max = noise_maxima[QUINTIC][f->set][f->dims - 1];
  double power = 0, quad = 0, along = 0, across = 0, at_axis = 0, at_diagonal = 0, half = 0;
  enum { POINTS = 400000 };
  for (int n = 0; n < POINTS; n++) {
    double p[4] = {random_unit(), random_unit(), random_unit(), random_unit()}, slope[4];
    const double v = noise_at(f, p, slope), s = slope[0], d = (slope[0] + slope[1]) * sqrt(0.5);
    power += v * v, quad += v * v * v * v, half += fabs(v) > 0.5 * max;
    along += s * s, across += d * d, at_axis += s * s * s * s, at_diagonal += d * d * d * d;
  }
  power /= POINTS;
  printf("%-22s %8.4f %9.4f %8.4f %8.4f %8.3f %8.4f %9.3f %9.3f\n", f->name, second[1] / second[0],
         fourth[1] / fourth[0], max, sqrt(power) / max, quad / POINTS / power / power, half / POINTS, across / along,
         at_diagonal / at_axis);
}

/* ---- Pictures -------------------------------------------------------------------------------- */

static double sample(const family *f, const double p[4], uint32_t seed) {
  double sum = 0;
  for (int corner = 0; corner < 1 << f->dims; corner++) {
    double g[4], dot = 0, weight = 1;
    uint32_t mixed = 0x12345u;
    for (int a = 0; a < f->dims; a++) {
      const double whole = floor(p[a]), t = p[a] - whole, u = lane_fade(t);
      const int right = corner >> a & 1;
      mixed += mix_axis((uint32_t)(int64_t)whole + (uint32_t)right, a, seed);
      weight *= right ? u : 1 - u;
    }
    draw(f, mix_corner(mixed), g);
    for (int a = 0; a < f->dims; a++) dot += g[a] * (p[a] - floor(p[a]) - (corner >> a & 1));
    sum += weight * dot;
  }
  return sum;
}
static void picture(const family *f, int octaves, int size) {
  const double max = f->turns ? 0.7 : noise_maxima[QUINTIC][f->set][f->dims - 1];
  printf("P5 %d %d 255\n", size, size);
  for (int j = 0; j < size; j++) {
    for (int i = 0; i < size; i++) {
      double sum = 0;
      for (int o = 0; o < octaves; o++) {
        const double k = ldexp(octaves > 1 ? 1.0 / 128 : 1.0 / 16, o);
        const double p[4] = {i * k + 0.3 * o, j * k + 0.7 * o, 0.37 + o, 0.41 + o};
        sum += sample(f, p, 1000u + (uint32_t)o) / max * ldexp(1, -o);
      }
      const double grey = 127.5 + 127.5 * (octaves > 1 ? 0.8 : 1.0) * sum;
      putchar(grey < 0 ? 0 : grey > 255 ? 255 : (int)grey);
    }
  }
}

int main(int argc, char **argv) {
  if (argc == 5 && strcmp(argv[1], "--picture") == 0) {
    picture(&families[(unsigned)atoi(argv[2]) % FAMILIES], atoi(argv[3]), atoi(argv[4]));
    return 0;
  }
  puts("                         second    fourth  maximum  rms/max  kurtosis  >half    slopes, "
       "diagonal/axis");
  puts("                        max/min   max/min                                       squared    "
       "fourth");
  for (int n = 0; n < (int)FAMILIES; n++) judge(&families[n]);
  return 0;
}
