/* The second half of the experiment: fbm(abs(perlin())), eight octaves, and a warp, run by an
 * interpreter of block operations, to choose the block's size: -DN=64 to 1024 samples, as N/16
 * columns of 16 rows.  Prints Msamples/s beside a plain loop over improved Perlin noise, and one
 * hash. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "perlin.h"

#ifndef N
#define N 256
#endif
enum { COLUMNS = N / LANES, OCTAVES = 8, REGISTERS = 6 };

typedef enum {
  GRID_PERLIN,
  SPLIT_POINTS,
  POINT_PERLIN,
  FUSED_PERLIN,
  X,
  Y,
  MOVE,
  SCALE,
  ABS,
  FIRST,
  ADD
} code;

/* dst and from name registers; octave: the lattice; k: a number. */
typedef struct {
  code op;
  int dst, from, octave;
  double k;
} operation;

typedef struct {
  float f[REGISTERS][N];
  double d[REGISTERS][N];
  uint32_t cell_x[N], cell_y[N];
  float fraction_x[N], fraction_y[N];
} registers;

/* What an octave keeps for a whole grid, and for a tile of 16 rows. */
typedef struct {
  grid g;
  across a;
  split y;
  uint32_t y0[LANES], y1[LANES], low, high;
  uint32_t kept_at; /* the last block's last two columns, with -DCARRY */
  columns16 kept[2];
} lattice;

static lattice lattices[OCTAVES];

/* ---- Block operations ------------------------------------------------------------------------ */

static void do_grid_perlin(lattice *l, int first, float *restrict out) {
  columns16 columns[2 * COLUMNS + 2];
  const uint32_t left = l->a.index[first], right = l->a.index[first + COLUMNS - 1];
  uint32_t c = left;
#ifdef CARRY
  if (first > 0 && left == l->kept_at)
    columns[0] = l->kept[0], columns[1] = l->kept[1], c = left + 2u;
  if (first > 0 && left == l->kept_at + 1u) columns[0] = l->kept[1], c = left + 1u;
#endif
  for (; c <= right + 1u; c++) {
    tile_column2(l->a.hash[c], l->y0, l->y1, l->y.fraction, l->y.fade, &columns[c - left]);
  }
  for (int n = 0; n < COLUMNS; n++) {
    const columns16 *p = &columns[l->a.index[first + n] - left];
    tile_finish(p, p + 1, l->a.x.fraction[first + n], l->a.x.fade[first + n], out + n * LANES);
  }
#ifdef CARRY
  l->kept_at = right, l->kept[0] = columns[right - left], l->kept[1] = columns[right - left + 1u];
#endif
}
static void do_split(const double *restrict x, uint32_t *restrict cell, float *restrict fraction) {
  for (int n = 0; n < N; n++) {
    const double whole = axis_floor(x[n]);
    cell[n] = axis_cell(whole), fraction[n] = (float)(x[n] - whole);
  }
}
static void do_point_perlin(const lattice *l, const registers *r, float *restrict out) {
  const uint32_t low = l->low, high = l->high;
  for (int n = 0; n < N; n++) {
    const float f = r->fraction_x[n], g = r->fraction_y[n], u = lane_fade(f), v = lane_fade(g);
    const uint32_t y0 = mix_axis(r->cell_y[n], 1, low) + high,
                   y1 = mix_axis(r->cell_y[n] + 1u, 1, low) + high;
    out[n] = finish_columns(column2(mix_axis(r->cell_x[n], 0, low), y0, y1, g, v),
                            column2(mix_axis(r->cell_x[n] + 1u, 0, low), y0, y1, g, v), f, u);
  }
}
static void do_fused_perlin(const lattice *l, const double *restrict x, const double *restrict y,
                            float *restrict out) {
  const uint32_t low = l->low, high = l->high;
  for (int n = 0; n < N; n++) out[n] = point2(low, high, x[n], y[n]);
}
static void do_x(const grid *g, int first, double *restrict out) {
  for (int n = 0; n < COLUMNS; n++) {
    const double x = coordinate(g, 0, first + n);
    LOOP_STAYS
    for (int r = 0; r < LANES; r++) out[n * LANES + r] = x;
  }
}
static void do_y(const grid *g, int row, double *restrict out) {
  double y[LANES];
  for (int r = 0; r < LANES; r++) y[r] = coordinate(g, 1, row + r);
  for (int n = 0; n < COLUMNS; n++) {
    LOOP_STAYS
    for (int r = 0; r < LANES; r++) out[n * LANES + r] = y[r];
  }
}
static void do_abs(const float *restrict a, float *restrict out) {
  for (int n = 0; n < N; n++) out[n] = a[n] < 0 ? -a[n] : a[n];
}
static void do_first(const float *restrict a, float k, float *restrict out) {
  for (int n = 0; n < N; n++) out[n] = k * a[n];
}
static void do_add(const float *restrict a, float k, float *restrict out) {
  for (int n = 0; n < N; n++) out[n] = out[n] + k * a[n];
}
static void do_move(const float *restrict a, double k, double *restrict out) {
  for (int n = 0; n < N; n++) out[n] = out[n] + k * (double)a[n];
}
static void do_scale(const double *restrict a, double k, double *restrict out) {
  for (int n = 0; n < N; n++) out[n] = k * a[n];
}

static void run_block(const operation *program, int count, registers *r, int first, int row) {
  for (const operation *o = program; o < program + count; o++) {
    lattice *l = &lattices[o->octave];
    switch (o->op) {
    case GRID_PERLIN: do_grid_perlin(l, first, r->f[o->dst]); break;
    case SPLIT_POINTS:
      do_split(r->d[o->from], r->cell_x, r->fraction_x);
      do_split(r->d[o->from + 1], r->cell_y, r->fraction_y);
      break;
    case POINT_PERLIN: do_point_perlin(l, r, r->f[o->dst]); break;
    case FUSED_PERLIN: do_fused_perlin(l, r->d[o->from], r->d[o->from + 1], r->f[o->dst]); break;
    case X: do_x(&lattices[0].g, first, r->d[o->dst]); break;
    case Y: do_y(&lattices[0].g, row, r->d[o->dst]); break;
    case MOVE: do_move(r->f[o->from], o->k, r->d[o->dst]); break;
    case SCALE: do_scale(r->d[o->from], o->k, r->d[o->dst]); break;
    case ABS: do_abs(r->f[o->from], r->f[o->dst]); break;
    case FIRST: do_first(r->f[o->from], (float)o->k, r->f[o->dst]); break;
    case ADD: do_add(r->f[o->from], (float)o->k, r->f[o->dst]); break;
    }
  }
}

/* The result is register 0. */
static void run(const operation *program, int count, float *out) {
  static registers r;
  for (int row = 0; row < SIDE; row += LANES) {
    for (int o = 0; o < OCTAVES; o++) {
      lattice *l = &lattices[o];
      split_axis(&l->g, 1, row, LANES, &l->y);
      for (int n = 0; n < LANES; n++) {
        l->y0[n] = mix_axis(l->y.cell[n], 1, l->low) + l->high;
        l->y1[n] = mix_axis(l->y.cell[n] + 1u, 1, l->low) + l->high;
      }
    }
    for (int first = 0; first < SIDE; first += COLUMNS) {
      run_block(program, count, &r, first, row);
      transpose(r.f[0], COLUMNS, out + (size_t)row * SIDE + first, SIDE);
    }
  }
}

/* ---- Programs -------------------------------------------------------------------------------- */

static int fbm_abs(operation *p) {
  int n = 0;
  for (int o = 0; o < OCTAVES; o++) {
    p[n++] = (operation){.op = GRID_PERLIN, .dst = 1, .octave = o};
    p[n++] = (operation){.op = ABS, .dst = 2, .from = 1};
    p[n++] = (operation){.op = o ? ADD : FIRST, .dst = 0, .from = 2, .k = ldexp(0.5, -o)};
  }
  return n;
}
/* warp(fbm(perlin(), octaves: 4), perlin()/2, perlin()/2), the noise split from its coordinates
 * or not. */
static int warp(operation *p, int fused) {
  int n = 0;
  p[n++] = (operation){.op = X, .dst = 0};
  p[n++] = (operation){.op = Y, .dst = 1};
  for (int axis = 0; axis < 2; axis++) {
    p[n++] = (operation){.op = GRID_PERLIN, .dst = 1, .octave = 4 + axis};
    p[n++] = (operation){.op = MOVE, .dst = axis, .from = 1, .k = 0.5};
  }
  for (int o = 0; o < 4; o++) {
    p[n++] = (operation){.op = SCALE, .dst = 2, .from = 0, .k = ldexp(1, o)};
    p[n++] = (operation){.op = SCALE, .dst = 3, .from = 1, .k = ldexp(1, o)};
    if (!fused) p[n++] = (operation){.op = SPLIT_POINTS, .from = 2};
    p[n++] =
        (operation){.op = fused ? FUSED_PERLIN : POINT_PERLIN, .dst = 1, .from = 2, .octave = o};
    p[n++] = (operation){.op = o ? ADD : FIRST, .dst = 0, .from = 1, .k = ldexp(0.5, -o)};
  }
  return n;
}

/* ---- The plain loop, and times --------------------------------------------------------------- */

static unsigned char table[512];
static double plain_fade(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }
static double plain_lerp(double t, double a, double b) { return a + t * (b - a); }
static double plain_grad(int hash, double x, double y) {
  const int h = hash & 3;
  return h == 0 ? x : h == 1 ? -x : h == 2 ? -y : y;
}
__attribute__((noinline)) static double plain_perlin(double x, double y) {
  const int i = (int)floor(x) & 255, j = (int)floor(y) & 255;
  x -= floor(x), y -= floor(y);
  const double u = plain_fade(x), v = plain_fade(y);
  const int a = table[i] + j, b = table[i + 1] + j;
  return plain_lerp(
      v, plain_lerp(u, plain_grad(table[a], x, y), plain_grad(table[b], x - 1, y)),
      plain_lerp(u, plain_grad(table[a + 1], x, y - 1), plain_grad(table[b + 1], x - 1, y - 1)));
}
static void plain(float *out) {
  for (int j = 0; j < SIDE; j++) {
    for (int i = 0; i < SIDE; i++) {
      double sum = 0;
      for (int o = 0; o < OCTAVES; o++) {
        sum += ldexp(0.5, -o) * fabs(plain_perlin(coordinate(&lattices[o].g, 0, i),
                                                  coordinate(&lattices[o].g, 1, j)));
      }
      *out++ = (float)sum;
    }
  }
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static int ascending(const void *a, const void *b) {
  return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}
static double rate(const operation *program, int count, float *out, int tries) {
  double times[9];
  for (int n = 0; n < tries; n++) {
    const double start = now();
    if (program) run(program, count, out);
    else plain(out);
    times[n] = now() - start;
  }
  qsort(times, (size_t)tries, sizeof times[0], ascending);
  return 1e-6 * SIDE * SIDE / times[tries / 2];
}
static uint32_t hash_of(const float *out) {
  uint32_t hash = 0;
  for (size_t n = 0; n < (size_t)SIDE * SIDE; n++) {
    const union {
      float number;
      uint32_t bits;
    } both = {.number = out[n]};
    hash = (hash ^ both.bits) * 0x01000193u;
  }
  return hash;
}

int main(void) {
  operation program[64];
  float *out = calloc((size_t)SIDE * SIDE, sizeof *out);
  if (out == NULL) return 1;
  for (int n = 0; n < 512; n++)
    table[n] = (unsigned char)(hash_corner((uint32_t)(n & 255) * 77u, 1u) >> 24);
  for (int o = 0; o < OCTAVES; o++) {
    lattice *l = &lattices[o];
    const double step = ldexp(1.0 / 256, o);
    l->g = (grid){{SIDE, SIDE, 1}, {0.3 * o, 0.7 * o, 0}, {step, step, step}, (uint64_t)o};
    l->low = (uint32_t)burl__seed_words(l->g.seed), l->high = (uint32_t)(burl__seed_words(l->g.seed) >> 32);
    lay_columns(&l->g, &l->a);
  }
  printf("N %4d", N);
  int count = fbm_abs(program);
  printf("  fbm(abs(perlin())) %6.1f", rate(program, count, out, 9));
  printf(" %08x", hash_of(out));
  count = warp(program, 0);
  printf("  warp %6.1f", rate(program, count, out, 9));
  printf(" %08x", hash_of(out));
  count = warp(program, 1);
  printf(" fused %6.1f", rate(program, count, out, 9));
  printf(" %08x", hash_of(out));
  printf("  plain fbm %5.1f\n", rate(NULL, 0, out, 3));
  free(out);
  return 0;
}
