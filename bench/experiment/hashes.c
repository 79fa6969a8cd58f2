/* Tests of the hash that puts values and gradients on lattice points: how far each input bit
 * reaches, whether lattice rows, rectangles, neighbours and seeds are independent, and the
 * spectrum of white noise made with it.  One line a test: the worst deviation found, in standard
 * deviations, beside the worst expected of that many tries on random numbers; a ! where it is
 * clearly beyond. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "variant.h"

static uint64_t state = 42;
static uint64_t random64(void) { return burl__seed_mix(state += 0x9E3779B97F4A7C15u); }
static uint32_t random32(void) { return (uint32_t)(random64() >> 32); }

static uint32_t hash3(uint64_t seed, uint32_t x, uint32_t y, uint32_t z) {
  const uint64_t words = burl__seed_words(seed);
  const uint32_t low = (uint32_t)words, high = (uint32_t)(words >> 32);
  const uint32_t second = mix_axis(y, 1, low), third = mix_axis(z, 2, low);
  const uint32_t sum = mix_axis(x, 0, low) + second + third + high;
  return CORNER == 0 ? mix_corner_odd(sum, hash_odd(high, second, third, 0)) : mix_corner(sum);
}

/* The largest of n normal deviates is about this; 1.2 beyond it is a rare day. */
static double expected_worst(double n) { return sqrt(2 * log(n)) - 0.5 * log(12.6 * log(n)) / sqrt(2 * log(n)); }
static void report(const char *test, double worst, double tries, double size) {
  const double limit = expected_worst(2 * tries);
  printf("  %-52s %8.1f  (%4.1f)  size %.4f%s\n", test, worst, limit, size, worst > limit + 1.5 ? " !" : "");
}

/* ---- Avalanche: flip one input bit, count flips of each output bit --------------------------- */

static void avalanche(const char *name, int small) {
  enum { SAMPLES = 1 << 15, INPUTS = 32 * 3 + 64 };
  double worst = 0, top = 0, low = 0;
  for (int input = 0; input < INPUTS; input++) {
    int flips[32] = {0};
    for (int n = 0; n < SAMPLES; n++) {
      const uint32_t mask = small ? 1023u : ~0u;
      uint32_t cell[3] = {random32() & mask, random32() & mask, random32() & mask};
      uint64_t seed = small ? random64() % 1001 : random64();
      const uint32_t before = hash3(seed, cell[0], cell[1], cell[2]);
      if (input < 96) cell[input / 32] ^= 1u << input % 32;
      else seed ^= (uint64_t)1 << (input - 96);
      const uint32_t change = before ^ hash3(seed, cell[0], cell[1], cell[2]);
      for (int bit = 0; bit < 32; bit++) flips[bit] += change >> bit & 1u;
    }
    for (int bit = 0; bit < 32; bit++) {
      const double off = fabs(flips[bit] - SAMPLES / 2.0) / sqrt(SAMPLES / 4.0);
      worst = fmax(worst, off);
      if (bit >= 24) top = fmax(top, off);
      if (bit < 8) low = fmax(low, off);
    }
  }
  char text[80];
  snprintf(text, sizeof text, "avalanche, %s", name);
  report(text, worst, INPUTS * 32, worst / sqrt(SAMPLES) / 2);
  printf("      top 8 bits %.1f, low 8 bits %.1f\n", top, low);
}

/* ---- Rows: two lattice rows differ by a constant in the sum of mixed coordinates ------------- */

/* What the noise makes of a hash: one of 8 classes. */
static unsigned class_of(int kind, uint32_t h) {
  return kind == 0   ? h >> 29
         : kind == 1 ? (((h >> 16) * 3u >> 16) << 1 | (h & 1u))
         : kind == 2 ? (((h >> 16) * 3u >> 16) << 1 | (h >> 1 & 1u))
         : kind == 3 ? (h & 7u)
                     : h >> 10 & 7u;
}

typedef struct {
  int kind, classes, joint[64], one[8], two[8];
} pairs;

static void count(pairs *p, uint32_t first, uint32_t second) {
  const unsigned a = class_of(p->kind, first), b = class_of(p->kind, second);
  p->joint[a * 8 + b]++, p->one[a]++, p->two[b]++;
}

/* Whether two classes are independent: chi square, as a normal deviate (Wilson and Hilferty). */
static double dependence(const pairs *p, int samples, double *size) {
  const double freedom = (p->classes - 1) * (p->classes - 1);
  double chi = 0;
  for (int a = 0; a < p->classes; a++) {
    for (int b = 0; b < p->classes; b++) {
      const double want = (double)p->one[a] * p->two[b] / samples, off = p->joint[a * 8 + b] - want;
      chi += off * off / want;
    }
  }
  *size = sqrt(chi / samples);
  return (cbrt(chi / freedom) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom));
}

enum { SAMPLES = 4096, PAIRS = 60000 };
typedef enum { ANY, SMALL, ROUND, LATTICE, SEEDS } step_kind;
static const char *const step_names[] = {"sums any step apart", "sums up to 4096 apart", "sums k 2^16 apart",
                                         "rows up to 16 apart", "the same row of two seeds"};

/* Fills the sums of two rows: a step apart, or those of the lattice itself. */
static void two_rows(step_kind steps, uint32_t first[SAMPLES], uint32_t second[SAMPLES]) {
  const uint64_t seed = random64() % 1001, words = burl__seed_words(seed);
  const uint64_t next = steps == SEEDS ? burl__seed_words(seed + 1 + random64() % 16) : words;
  const uint32_t y0 = random32() % 1001u - 500u, y1 = y0 + 1u + random32() % 16u, x0 = random32() % 100000u - 50000u;
  const uint32_t step = steps == ANY ? random32() : steps == SMALL ? random32() % 4096u + 1u : random32() << 16;
  const uint32_t row0 = mix_axis(y0, 1, (uint32_t)words) + (uint32_t)(words >> 32);
  const uint32_t row1 = mix_axis(steps == SEEDS ? y0 : y1, 1, (uint32_t)next) + (uint32_t)(next >> 32);
  for (uint32_t n = 0; n < SAMPLES; n++) {
    first[n] = steps < LATTICE ? random32() : mix_axis(x0 + n, 0, (uint32_t)words) + row0;
    second[n] = steps < LATTICE ? first[n] + step : mix_axis(x0 + n, 0, (uint32_t)next) + row1;
  }
}

static void rows(step_kind steps, const char *name, int kind) {
  static uint32_t first[SAMPLES], second[SAMPLES];
  double worst = 0, worst_size = 0;
  int bad = 0;
  for (int pair = 0; pair < PAIRS; pair++) {
    pairs p = {.kind = kind, .classes = kind == 1 || kind == 2 ? 6 : 8};
    two_rows(steps, first, second);
    for (int n = 0; n < SAMPLES; n++) count(&p, mix_corner(first[n]), mix_corner(second[n]));
    double size;
    const double deviate = dependence(&p, SAMPLES, &size);
    if (deviate > 6) bad++;
    if (deviate > worst) worst = deviate, worst_size = size;
  }
  char text[80];
  snprintf(text, sizeof text, "%s, %s", step_names[steps], name);
  report(text, worst, PAIRS, worst_size);
  if (bad) printf("      dependent: %.4f %% of pairs\n", 100.0 * bad / PAIRS);
}

/* ---- Rectangles: four corners, whose sums satisfy one equation ------------------------------- */

static double parity(uint32_t h) { return __builtin_parity(h) ? -1 : 1; }

static void rectangles(void) {
  enum { SAMPLES = 1 << 22 };
  static const uint32_t masks[] = {1u << 31, 1u << 30, 1u << 29, 1u << 28, 3u << 30, 7u << 29, 1u << 24,
                                   1u << 20, 1u << 16, 1u << 15, 1u << 8,  1u << 3,  1u << 1,  1u};
  enum { MASKS = sizeof masks / sizeof masks[0] };
  double sum[MASKS] = {0}, triple[MASKS] = {0}, worst = 0, worst_triple = 0;
  for (int n = 0; n < SAMPLES; n++) {
    const uint32_t s = random32(), a = random32(), b = random32();
    const uint32_t h0 = mix_corner(s), h1 = mix_corner(s + a), h2 = mix_corner(s + b), h3 = mix_corner(s + a + b);
    for (int m = 0; m < (int)MASKS; m++) {
      sum[m] += parity((h0 ^ h1 ^ h2 ^ h3) & masks[m]);
      triple[m] += parity((h0 ^ h1 ^ mix_corner(s + a + a)) & masks[m]);
    }
  }
  for (int m = 0; m < (int)MASKS; m++) {
    worst = fmax(worst, fabs(sum[m]) / sqrt(SAMPLES));
    worst_triple = fmax(worst_triple, fabs(triple[m]) / sqrt(SAMPLES));
  }
  report("rectangles", worst, MASKS, worst / sqrt(SAMPLES));
  report("three in a progression", worst_triple, MASKS, worst_triple / sqrt(SAMPLES));

  /* In three dimensions one rectangle stands at every height: is its parity independent of z? */
  enum { PLACES = 20000, HEIGHTS = 1024 };
  double high = 0, size = 0;
  int bad = 0;
  for (int place = 0; place < PLACES; place++) {
    const uint32_t a = random32(), b = random32();
    double total[MASKS] = {0};
    for (int n = 0; n < HEIGHTS; n++) {
      const uint32_t s = random32();
      const uint32_t all = mix_corner(s) ^ mix_corner(s + a) ^ mix_corner(s + b) ^ mix_corner(s + a + b);
      for (int m = 0; m < (int)MASKS; m++) total[m] += parity(all & masks[m]);
    }
    double off = 0;
    for (int m = 0; m < (int)MASKS; m++) off = fmax(off, fabs(total[m]) / sqrt(HEIGHTS));
    if (off > 7) bad++;
    if (off > high) high = off, size = off / sqrt(HEIGHTS);
  }
  report("one rectangle at all heights", high, PLACES * (double)MASKS, size);
  if (bad) printf("      dependent: %.4f %% of rectangles\n", 100.0 * bad / PLACES);
}

/* ---- Fields: white noise over a square of cells ---------------------------------------------- */

enum { SIDE = 1024, AREA = SIDE * SIDE };
static double field[AREA], other[AREA], re[AREA], im[AREA];

/* White noise of unit variance; kind: what is read from the hash. */
static double unit_value(int kind, uint32_t h) {
  return kind == 0   ? signed_of_hash(h) * sqrt(3)
         : kind == 1 ? (h >> 31 ? 1 : -1)
         : kind == 2 ? ((h & 1u) ? 1 : -1)
         : kind == 3 ? ((h >> 16) * 3u >> 16 == 0 ? sqrt(2) : -sqrt(0.5))
         : kind == 4 ? parity(h >> 29)
                     : signed_of_hash(h << 8) * sqrt(3);
}
static void fill(double *f, int kind, uint64_t seed, uint32_t x0, uint32_t y0) {
  static uint32_t across[SIDE];
  const uint64_t words = burl__seed_words(seed);
  for (uint32_t x = 0; x < SIDE; x++) across[x] = mix_axis(x0 + x, 0, (uint32_t)words);
  for (uint32_t y = 0; y < SIDE; y++) {
    const uint32_t key = mix_axis(y0 + y, 1, (uint32_t)words), high = (uint32_t)(words >> 32);
    const uint32_t odd = hash_odd(high, key, 0, 0);
    for (uint32_t x = 0; x < SIDE; x++) {
      const uint32_t sum = across[x] + key + high;
      f[y * SIDE + x] = unit_value(kind, CORNER == 0 ? mix_corner_odd(sum, odd) : mix_corner(sum));
    }
  }
}

static void fft_line(double *a, double *b, int step) {
  static double x[SIDE], y[SIDE], c[SIDE], s[SIDE];
  if (c[0] == 0)
    for (int n = 0; n < SIDE; n++) c[n] = cos(2 * LANE_PI * n / SIDE), s[n] = -sin(2 * LANE_PI * n / SIDE);
  for (int n = 0; n < SIDE; n++) {
    int r = 0;
    for (int bit = 1; bit < SIDE; bit *= 2) r = r * 2 + (n & bit ? 1 : 0);
    x[r] = a[n * step], y[r] = b[n * step];
  }
  for (int half = 1; half < SIDE; half *= 2) {
    for (int start = 0; start < SIDE; start += 2 * half) {
      for (int k = 0; k < half; k++) {
        const int p = start + k, q = p + half, w = k * (SIDE / 2 / half);
        const double u = x[q] * c[w] - y[q] * s[w], v = x[q] * s[w] + y[q] * c[w];
        x[q] = x[p] - u, y[q] = y[p] - v, x[p] += u, y[p] += v;
      }
    }
  }
  for (int n = 0; n < SIDE; n++) a[n * step] = x[n], b[n * step] = y[n];
}
static void transform(const double *f) {
  memcpy(re, f, sizeof re), memset(im, 0, sizeof im);
  for (int y = 0; y < SIDE; y++) fft_line(re + y * SIDE, im + y * SIDE, 1);
  for (int x = 0; x < SIDE; x++) fft_line(re + x, im + x, SIDE);
}

/* The power spectrum: by radius (64 rings), by angle (36 sectors), along the axes, the highest peak
 * (as a normal deviate of its exponential distribution). */
static void spectrum(const char *name, int kind, uint64_t seed, uint32_t x0, uint32_t y0) {
  double ring[64] = {0}, rings[64] = {0}, sector[36] = {0}, sectors[36] = {0}, line[4] = {0}, lines[4] = {0}, peak = 0;
  fill(field, kind, seed, x0, y0);
  transform(field);
  for (int y = 0; y < SIDE; y++) {
    for (int x = 0; x <= SIDE / 2; x++) {
      if ((x == 0 || x == SIDE / 2) && (y == 0 || y >= SIDE / 2)) continue;
      const int v = y < SIDE / 2 ? y : y - SIDE;
      const double power = (re[y * SIDE + x] * re[y * SIDE + x] + im[y * SIDE + x] * im[y * SIDE + x]) / AREA;
      const double radius = hypot(x, v);
      peak = fmax(peak, power);
      if (radius < SIDE / 2) ring[(int)(radius / 8)] += power, rings[(int)(radius / 8)]++;
      const int angle = (int)((atan2(v, x) / LANE_PI + 0.5) * 36) % 36;
      sector[angle] += power, sectors[angle]++;
      const int special = v == 0 ? 0 : x == 0 ? 1 : x == v ? 2 : x == -v ? 3 : -1;
      if (special >= 0) line[special] += power, lines[special]++;
    }
  }
  double worst = 0;
  for (int n = 0; n < 64; n++) worst = fmax(worst, fabs(ring[n] / rings[n] - 1) * sqrt(rings[n]));
  for (int n = 0; n < 36; n++) worst = fmax(worst, fabs(sector[n] / sectors[n] - 1) * sqrt(sectors[n]));
  for (int n = 0; n < 4; n++) worst = fmax(worst, fabs(line[n] / lines[n] - 1) * sqrt(lines[n]));
  char text[80];
  snprintf(text, sizeof text, "spectrum, %s", name);
  report(text, worst, 104, 0);
  printf("      highest peak %.1f times the mean (13.2 to 18 of %d)\n", peak, AREA / 2);
}

/* Correlations of a field with itself moved by up to 16 cells, and with the fields of other
 * seeds. */
static void correlations(const char *name, int kind) {
  double worst = 0, seeds = 0;
  fill(field, kind, 0, 0, 0);
  for (int dy = 0; dy <= 16; dy++) {
    for (int dx = dy ? -16 : 1; dx <= 16; dx++) {
      double sum = 0, count = 0;
      for (int y = 0; y + dy < SIDE; y++) {
        for (int x = dx < 0 ? -dx : 0; x + (dx > 0 ? dx : 0) < SIDE; x++) {
          sum += field[y * SIDE + x] * field[(y + dy) * SIDE + x + dx], count++;
        }
      }
      worst = fmax(worst, fabs(sum) / sqrt(count));
    }
  }
  for (uint64_t seed = 1; seed <= 200; seed++) {
    double sum = 0;
    fill(other, kind, seed, 0, 0);
    for (int n = 0; n < AREA; n++) sum += field[n] * other[n];
    seeds = fmax(seeds, fabs(sum) / sqrt(AREA));
  }
  char text[80];
  snprintf(text, sizeof text, "moved by up to 16 cells, %s", name);
  report(text, worst, 560, 0);
  snprintf(text, sizeof text, "seeds 1 to 200, %s", name);
  report(text, seeds, 200, 0);
}

int main(void) {
  printf("axis %d, corner %d\n", AXIS, CORNER);
  avalanche("cells and seeds of 32 and 64 bits", 0);
  avalanche("cells to 1023, seeds to 1000", 1);
  static const char *const reads[] = {"2D gradients", "3D gradients", "3D gradients, second sign", "low 3 bits",
                                      "bits 10 to 12"};
  for (int kind = 0; kind < 5; kind++) {
    rows(ANY, reads[kind], kind);
    rows(LATTICE, reads[kind], kind);
  }
  rows(SMALL, reads[0], 0), rows(ROUND, reads[0], 0), rows(SEEDS, reads[0], 0);
  rectangles();
  static const char *const kinds[] = {"value", "top bit", "low bit", "3D axis", "parity of top 3", "low 24 bits"};
  for (int kind = 0; kind < 6; kind++) {
    spectrum(kinds[kind], kind, 0, 0, 0);
    spectrum(kinds[kind], kind, 1, (uint32_t)-512, 1000000000u);
  }
  for (int kind = 0; kind < 3; kind++) correlations(kinds[kind], kind);
  return 0;
}
