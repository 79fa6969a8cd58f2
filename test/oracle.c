#define real double
#include "oracle.h"

#include <math.h>

#include "noise/lattice.h"
#include "noise/maxima.h"

static gradient gradient_of(int dims, uint32_t hash, double size) {
  return dims == 1   ? gradient1(DEFAULT_SET, hash, size)
         : dims == 2 ? gradient2(DEFAULT_SET, hash, size)
         : dims == 3 ? gradient3(DEFAULT_SET, hash, size)
                     : gradient4(DEFAULT_SET, hash, size);
}

/* The hash of a lattice point of cells or skewed coordinates. */
static uint32_t hash_at(const burl__noise *noise, const int64_t *at) {
  uint32_t key[4] = {0};
  for (int a = 0; a < noise->dims; a++)
    key[a] = hash_axis((uint32_t)at[a], a, noise->low) + (a == 0 ? noise->high : 0);
  return hash_corner(key[0] + (key[1] + key[2] + key[3]), hash_odd(noise->high, key[1], key[2], key[3]));
}

/* ---- On the integer lattice --------------------------------------------------------------------- */

typedef struct {
  const burl__noise *noise;
  int is_value;
  int64_t cell[4], corner[4];
  double fraction[4];
} place;

/* What the corners along the axes from `axis` on blend to. */
static oracle_sample blended(place *p, int axis) {
  const int dims = p->noise->dims;
  const double size = (double)p->noise->size;
  oracle_sample s = {0};
  if (axis == dims) {
    const uint32_t hash = hash_at(p->noise, p->corner);
    if (p->is_value) {
      s.value = value_of_hash(hash, size);
      return s;
    }
    const gradient g = gradient_of(dims, hash, size);
    const double slope[4] = {g.x, g.y, g.z, g.w};
    for (int a = 0; a < dims; a++) {
      s.slope[a] = slope[a];
      s.value += slope[a] * (p->fraction[a] - (double)(p->corner[a] - p->cell[a]));
    }
    return s;
  }
  const double u = lane_fade(p->fraction[axis]), rate = fade_slope(p->fraction[axis]);
  p->corner[axis] = p->cell[axis];
  const oracle_sample left = blended(p, axis + 1);
  p->corner[axis]++;
  const oracle_sample right = blended(p, axis + 1);
  s.value = blend(left.value, right.value, u);
  for (int a = 0; a < dims; a++) s.slope[a] = blend(left.slope[a], right.slope[a], u);
  s.slope[axis] += rate * (right.value - left.value);
  return s;
}

static oracle_sample on_lattice(int is_value, const burl__noise *noise, const double *at) {
  place p = {.noise = noise, .is_value = is_value};
  for (int a = 0; a < noise->dims; a++) {
    p.cell[a] = (int64_t)floor(at[a]);
    p.fraction[a] = at[a] - floor(at[a]);
  }
  return blended(&p, 0);
}

/* ---- On simplices ------------------------------------------------------------------------------- */

/* Adds what the lattice point of skewed coordinates i contributes at p. */
static void add_part(const burl__noise *noise, const double *p, const int64_t *i, oracle_sample *sum) {
  const int dims = noise->dims, units = simplex_units(dims);
  double level = 0, d[4] = {0}, left = simplex_reach2(dims, noise->smooth), dot = 0;
  for (int a = 0; a < dims; a++) level += dims > 1 ? (double)i[a] : 0;
  for (int a = 0; a < dims; a++) {
    d[a] = units * p[a] - ((double)i[a] * units - level);
    left -= d[a] * d[a];
  }
  if (left <= 0) return;
  const gradient g = gradient_of(dims, hash_at(noise, i), 1);
  const double way[4] = {g.x, g.y, g.z, g.w};
  for (int a = 0; a < dims; a++) dot += way[a] * d[a];
  sum->value += pow(left, 4) * dot;
  for (int a = 0; a < dims; a++)
    sum->slope[a] += (pow(left, 4) * way[a] - 8 * pow(left, 3) * d[a] * dot) * units;
}

static oracle_sample on_simplices(const burl__noise *noise, const double *p) {
  enum { AROUND = 3 };
  const int dims = noise->dims;
  double level = 0;
  oracle_sample sum = {0};
  int64_t middle[4] = {0}, i[4];
  for (int a = 0; a < dims; a++) level += p[a];
  for (int a = 0; a < dims; a++)
    middle[a] = llround(floor(p[a] + (dims > 1 ? level / simplex_block(dims) : 0)));
  int step[4] = {-AROUND, -AROUND, -AROUND, -AROUND};
  for (int a = 0; a < dims;) {
    for (int b = 0; b < dims; b++) i[b] = middle[b] + step[b];
    add_part(noise, p, i, &sum);
    for (a = 0; a < dims && ++step[a] > AROUND + 1; a++) step[a] = -AROUND;
  }
  const double size = 1 / simplex_maxima[noise->smooth][dims - 1];
  sum.value *= size;
  for (int a = 0; a < dims; a++) sum.slope[a] *= size;
  return sum;
}

oracle_sample oracle_at(int op, const burl__noise *noise, const double *p) {
  return op == OP_simplex ? on_simplices(noise, p) : on_lattice(op == OP_value, noise, p);
}
