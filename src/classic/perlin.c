/* Improved Perlin noise in one to four dimensions: hash each corner of the cell through a
 * permutation, take the dot product of its gradient and the offset from it, and blend by the fade.
 * 3D is Perlin, "Improving Noise", 2002; its period, octaves and gradient table are Biagioli,
 * "Understanding Perlin Noise", 2014; the other dimensions are ours, by the same construction. */
#include "classic.h"

static const unsigned char permutation[256] = {
    151, 160, 137, 91,  90,  15,  131, 13,  201, 95,  96,  53,  194, 233, 7,   225, 140, 36,  103, 30,  69,  142,
    8,   99,  37,  240, 21,  10,  23,  190, 6,   148, 247, 120, 234, 75,  0,   26,  197, 62,  94,  252, 219, 203,
    117, 35,  11,  32,  57,  177, 33,  88,  237, 149, 56,  87,  174, 20,  125, 136, 171, 168, 68,  175, 74,  165,
    71,  134, 139, 48,  27,  166, 77,  146, 158, 231, 83,  111, 229, 122, 60,  211, 133, 230, 220, 105, 92,  41,
    55,  46,  245, 40,  244, 102, 143, 54,  65,  25,  63,  161, 1,   216, 80,  73,  209, 76,  132, 187, 208, 89,
    18,  169, 200, 196, 135, 130, 116, 188, 159, 86,  164, 100, 109, 198, 173, 186, 3,   64,  52,  217, 226, 250,
    124, 123, 5,   202, 38,  147, 118, 126, 255, 82,  85,  212, 207, 206, 59,  227, 47,  16,  58,  17,  182, 189,
    28,  42,  223, 183, 170, 213, 119, 248, 152, 2,   44,  154, 163, 70,  221, 153, 101, 155, 167, 43,  172, 9,
    129, 22,  39,  253, 19,  98,  108, 110, 79,  113, 224, 232, 178, 185, 112, 104, 218, 246, 97,  228, 251, 34,
    242, 193, 238, 210, 144, 12,  191, 179, 162, 241, 81,  51,  145, 235, 249, 14,  239, 107, 49,  192, 214, 31,
    181, 199, 106, 157, 184, 84,  204, 176, 115, 121, 50,  45,  127, 4,   150, 254, 138, 236, 205, 93,  222, 114,
    67,  29,  24,  72,  243, 141, 128, 195, 78,  66,  215, 61,  156, 180,
};

int burl_classic_permutation(int i) { return permutation[i & 255]; }

/* One axis of a cell: its two lattice lines, the offset from each of them, and the fade between. */
typedef struct {
  int line[2];
  double offset[2];
  double fade;
} axis;

static axis axis_at(double x, int period) {
  const int64_t cell = cell_of(x), lines = period > 0 ? period : 256;
  const double f = x - floor(x);
  axis a = {.offset = {f, f - 1}, .fade = burl_classic_fade(f)};
  for (int i = 0; i < 2; i++) a.line[i] = (int)(floor_mod(cell + i, lines) & 255);
  return a;
}

/* ---- Gradients ---- */

double burl_classic_grad1(int hash, double x) { return (hash & 1) == 0 ? x : -x; }

double burl_classic_grad2(int hash, double x, double y) { return burl_classic_grad1(hash, (hash & 2) == 0 ? x : y); }

double burl_classic_grad3(int hash, double x, double y, double z) {
  const int h = hash & 15;
  const double u = h < 8 ? x : y;
  const double v = h < 4 ? y : h == 12 || h == 14 ? x : z;
  return ((h & 1) == 0 ? u : -u) + ((h & 2) == 0 ? v : -v);
}

double burl_classic_grad3_table(int hash, double x, double y, double z) {
  static const signed char
      edge[16][3] =
          {
              {1, 1, 0},  {-1, 1, 0},  {1, -1, 0}, {-1, -1, 0}, {1, 0, 1},  {-1, 0, 1},
              {1, 0, -1}, {-1, 0, -1}, {0, 1, 1},  {0, -1, 1},  {0, 1, -1}, {0, -1, -1},
              {1, 1, 0},  {0, -1, 1},  {-1, 1, 0}, {0, -1, -1}, /* four again, for a power of two */
          };
  const signed char *g = edge[hash & 15];
  return g[0] * x + g[1] * y + g[2] * z;
}

double burl_classic_grad4(int hash, double x, double y, double z, double w) {
  const int h = hash & 31;
  const double a = h < 24 ? x : y, b = h < 16 ? y : z, c = h < 8 ? z : w;
  return ((h & 1) == 0 ? a : -a) + ((h & 2) == 0 ? b : -b) + ((h & 4) == 0 ? c : -c);
}

/* ---- Corners: hash, gradient, dot product ---- */

static int hash2(int i, int j) { return burl_classic_permutation(burl_classic_permutation(i) + j); }

static int hash3(int i, int j, int k) { return burl_classic_permutation(hash2(i, j) + k); }

static int hash4(int i, int j, int k, int l) { return burl_classic_permutation(hash3(i, j, k) + l); }

static double corner1(const axis *x, int i) {
  return burl_classic_grad1(burl_classic_permutation(x->line[i]), x->offset[i]);
}

static double corner2(const axis *x, const axis *y, int i, int j) {
  return burl_classic_grad2(hash2(x->line[i], y->line[j]), x->offset[i], y->offset[j]);
}

static double corner3(const axis *x, const axis *y, const axis *z, int i, int j, int k) {
  const int hash = hash3(x->line[i], y->line[j], z->line[k]);
  return burl_classic_grad3(hash, x->offset[i], y->offset[j], z->offset[k]);
}

static double corner4(const axis a[4], int i, int j, int k, int l) {
  const int hash = hash4(a[0].line[i], a[1].line[j], a[2].line[k], a[3].line[l]);
  return burl_classic_grad4(hash, a[0].offset[i], a[1].offset[j], a[2].offset[k], a[3].offset[l]);
}

/* ---- Noise: blend along x, then y, then z, then w ---- */

double burl_classic_perlin1(double x, int period) {
  if (outside(x)) return 0;
  const axis a = axis_at(x, period);
  return lerp(corner1(&a, 0), corner1(&a, 1), a.fade);
}

double burl_classic_perlin2(double x, double y, int period) {
  if (outside(x) || outside(y)) return 0;
  const axis a = axis_at(x, period), b = axis_at(y, period);
  double row[2];
  for (int j = 0; j < 2; j++) row[j] = lerp(corner2(&a, &b, 0, j), corner2(&a, &b, 1, j), a.fade);
  return lerp(row[0], row[1], b.fade);
}

double burl_classic_perlin3(double x, double y, double z, int period) {
  if (outside(x) || outside(y) || outside(z)) return 0;
  const axis a = axis_at(x, period), b = axis_at(y, period), c = axis_at(z, period);
  double face[2];
  for (int k = 0; k < 2; k++) {
    double row[2];
    for (int j = 0; j < 2; j++) row[j] = lerp(corner3(&a, &b, &c, 0, j, k), corner3(&a, &b, &c, 1, j, k), a.fade);
    face[k] = lerp(row[0], row[1], b.fade);
  }
  return lerp(face[0], face[1], c.fade);
}

double burl_classic_perlin4(double x, double y, double z, double w, int period) {
  if (outside(x) || outside(y) || outside(z) || outside(w)) return 0;
  const axis a[4] = {axis_at(x, period), axis_at(y, period), axis_at(z, period), axis_at(w, period)};
  double cube[2];
  for (int l = 0; l < 2; l++) {
    double face[2];
    for (int k = 0; k < 2; k++) {
      double row[2];
      for (int j = 0; j < 2; j++) row[j] = lerp(corner4(a, 0, j, k, l), corner4(a, 1, j, k, l), a[0].fade);
      face[k] = lerp(row[0], row[1], a[1].fade);
    }
    cube[l] = lerp(face[0], face[1], a[2].fade);
  }
  return lerp(cube[0], cube[1], a[3].fade);
}

double burl_classic_perlin_octaves3(double x, double y, double z, int octaves, double persistence) {
  double total = 0, amplitudes = 0, amplitude = 1, frequency = 1;
  for (int i = 0; i < octaves; i++) {
    const double noise = burl_classic_perlin3(x * frequency, y * frequency, z * frequency, 0);
    total += amplitude * (noise + 1) / 2;
    amplitudes += amplitude;
    amplitude *= persistence;
    frequency *= 2;
  }
  return amplitudes != 0 ? total / amplitudes : 0;
}
