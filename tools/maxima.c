/* Makes src/noise/maxima.h: how far raw gradient noise can go from 0, for every blend, set of
 * gradients and dimension, and simplex noise; and how steep they can be.  `maxima > src/noise/maxima.h`
 * writes it, `maxima --check` compares the tables compiled in.
 *
 * Each lattice point may happen to have its best gradient, so the maximum over all noise at a point p
 * of the cell is the sum over the corners of weight(corner, p) · max over the set of g·(p − corner);
 * the table has its greatest value over p.  The weights and the sets are lattice.h's own, in double;
 * the greatest value is searched on a grid and from the grid's best points by random steps, which,
 * unlike steps along the axes, also climb the creases between gradients. */
#include <stdio.h>
#include <string.h>

#include "../test/exact.h"

#include "base/seed.h"
#include "noise/lattice.h"
#include "noise/maxima.h"
#include "program/reach.h"

enum { MOST_DIMS = 4, MOST_VECTORS = 64, STARTS = 24 };
enum { SIMPLEX = -1, SMOOTH_SIMPLEX = -2 }; /* in place of a blend */

typedef struct {
  int interp, set, dims, count; /* count 0: the set is a solid, see reach() */
  int sloped;                   /* its slope along the first axis instead */
  double vectors[MOST_VECTORS][MOST_DIMS];
} noise;

typedef struct {
  double at[MOST_DIMS], value;
} place;

static uint32_t next_random(void) {
  static uint64_t state = 1;
  return (uint32_t)(burl__seed_mix(state++) >> 32);
}

/* ---- The noise -------------------------------------------------------------------------------- */

/* Collects a finite set by asking for the gradients of many hashes. */
static void collect(noise *n) {
  n->count = 0;
  if (n->set == CIRCLE || n->set == UNIFORM) return;
  if (n->set == DEFAULT_SET && n->dims == 1) return;
  for (uint32_t i = 0; i < 4096; i++) {
    const gradient g = gradient_of_set(n->dims, n->set, next_random(), 1);
    const double vector[MOST_DIMS] = {g.x, g.y, g.z, g.w};
    int known = 0;
    while (known < n->count && memcmp(vector, n->vectors[known], sizeof vector) != 0) known++;
    if (known == n->count && n->count < MOST_VECTORS) { memcpy(n->vectors[n->count++], vector, sizeof vector); }
  }
}

/* The greatest g·d over the set. */
static double reach(const noise *n, const double d[MOST_DIMS]) {
  double sum = 0, squares = 0, best = 0;
  for (int a = 0; a < n->dims; a++) sum += fabs(d[a]), squares += d[a] * d[a];
  if (n->count == 0) return n->set == CIRCLE ? sqrt(squares) : sum;
  for (int v = 0; v < n->count; v++) {
    double dot = 0;
    for (int a = 0; a < n->dims; a++) dot += n->vectors[v][a] * d[a];
    best = fmax(best, dot);
  }
  return best;
}

/* What a corner adds at most whose weight is `weight`, with the slope `rate` along the first axis: to
 * the noise, or to its slope. */
static double part_of_corner(const noise *n, double weight, double rate, const double d[MOST_DIMS]) {
  double along[MOST_DIMS] = {0};
  if (!n->sloped) return weight * reach(n, d);
  for (int a = 0; a < n->dims; a++) along[a] = rate * d[a];
  along[0] += weight;
  return reach(n, along);
}

/* The greatest simplex noise at a point of the block, which is [0, 1]^dims here. */
static double greatest_simplex_at(const noise *n, const double at[MOST_DIMS]) {
  const int dims = n->dims, cells = simplex_block(dims), units = simplex_units(dims);
  double fraction[MOST_DIMS] = {0}, sum = 0;
  for (int a = 0; a < dims; a++) fraction[a] = at[a] * cells * units;
  const simplex s = simplex_at(dims, 0, fraction);
  if (n->interp == SMOOTH_SIMPLEX) {
    static reaching_points list[MOST_DIMS + 1];
    if (list[dims].count == 0) list_reaching(dims, simplex_reach2(dims, 1), &list[dims]);
    for (int i = 0; i < list[dims].count; i++) {
      const int8_t *const step = list[dims].step[i];
      const int level = dims > 1 ? step[0] + step[1] + step[2] + step[3] : 0;
      double left = simplex_reach2(dims, 1), d[MOST_DIMS] = {0};
      for (int a = 0; a < dims; a++) {
        d[a] = s.distance[a] - (units * step[a] - level);
        left = left_of_reach(left, d[a]);
      }
      if (left > 0) sum += part_of_corner(n, bump(left), bump_slope(left, d[0]), d);
    }
    return sum;
  }
  for (int corner = 0; corner <= dims; corner++) {
    double left = simplex_reach2(dims, 0), d[MOST_DIMS] = {0};
    for (int a = 0; a < dims; a++) {
      const int is_on = corner == dims || (corner > 0 && is_stepped(dims, &s, a, corner));
      d[a] = s.distance[a] - units_ahead(dims, corner, is_on);
      left = left_of_reach(left, d[a]);
    }
    sum += part_of_corner(n, bump(left), bump_slope(left, d[0]), d);
  }
  return sum;
}

/* The greatest noise at a point of the cell [0, 1]^dims. */
static double greatest_at(const noise *n, const double at[MOST_DIMS]) {
  if (n->interp < 0) return greatest_simplex_at(n, at);
  double sum = 0;
  for (int corner = 0; corner < 1 << n->dims; corner++) {
    double weight = 1, rate = 1, d[MOST_DIMS] = {0};
    for (int a = 0; a < n->dims; a++) {
      const int right = corner >> a & 1;
      d[a] = at[a] - right;
      const double window = n->interp == WAVELET ? wavelet_window(d[a]) : 1;
      const double bent = n->interp == WAVELET ? wavelet_slope(d[a]) : 0;
      const double here = point_weight(n->interp, right, at[a]);
      weight *= here * window;
      rate *= a == 0 ? point_rate(n->interp, right, at[a]) * window + here * bent : here * window;
    }
    sum += part_of_corner(n, weight, rate, d);
  }
  return sum;
}

/* ---- The search ------------------------------------------------------------------------------- */

/* Keeps the best places, best first. */
static void keep(place best[STARTS], place found) {
  for (int i = 0; i < STARTS; i++) {
    if (found.value <= best[i].value) continue;
    const place worse = best[i];
    best[i] = found;
    found = worse;
  }
}

/* Climbs by random steps, halved when none has led up for a while. */
static double climb(const noise *n, place p) {
  for (double step = 0.03; step > 1e-12; step *= 0.5) {
    for (int failed = 0; failed < 12 * n->dims; failed++) {
      place q = p;
      for (int a = 0; a < n->dims; a++) {
        q.at[a] += step * ldexp((double)next_random() - 2147483648.0, -31);
        q.at[a] = fmin(fmax(q.at[a], 0), 1);
      }
      q.value = greatest_at(n, q.at);
      if (q.value > p.value) p = q, failed = 0;
    }
  }
  return p.value;
}

/* The sets and weights are the same seen from both ends of an axis, so half of each will do; a little
 * beyond the middle is searched so that an error in this would show. */
static double maximum(int interp, int set, int dims, int sloped) {
  static const int steps[] = {0, 4096, 128, 40, 16};
  const int finer = interp == SMOOTH_SIMPLEX && dims == 2;
  noise n = {.interp = interp, .set = finer ? SIXTEEN : set, .dims = dims, .sloped = sloped};
  collect(&n);
  place best[STARTS] = {0};
  int points = 1;
  for (int a = 0; a < dims; a++) points *= steps[dims] + 2;
  for (int i = 0; i < points; i++) {
    place p = {0};
    const double side = interp < 0 ? 1 : 0.5;
    for (int a = 0, rest = i; a < dims; a++, rest /= steps[dims] + 2) {
      p.at[a] = fmin(side * (rest % (steps[dims] + 2)) / steps[dims], 1);
    }
    p.value = greatest_at(&n, p.at);
    keep(best, p);
  }
  double top = 0;
  for (int i = 0; i < STARTS; i += dims == 4 ? 3 : 1) top = fmax(top, climb(&n, best[i]));
  return top;
}

/* ---- The table -------------------------------------------------------------------------------- */

static const char *const interp_names[INTERP_COUNT] = {
    [LINEAR] = "LINEAR", [COSINE] = "COSINE", [HERMITE] = "HERMITE", [QUINTIC] = "QUINTIC", [WAVELET] = "WAVELET"};
static const char *const set_names[GRADIENTS_COUNT] = {"DEFAULT_SET", "EDGES", "AXES", "DIAGONAL", "CIRCLE", "UNIFORM"};

/* clang-format off */
static const char head[] =
    "/* How far from 0 raw gradient noise can go, each lattice point with its best gradient: the\n"
    " * greatest value over the cell of the sum over its corners of weight · max g·d; and so its slope\n"
    " * along an axis, by a cell.  Columns: 1 to 4 dimensions.  Correct to 1e-10, so to be rounded outward\n"
    " * where a bound is proven; 0 for the four-tap blends, which gradient noise doesn't have.  Of simplex\n"
    " * noise, smooth or not: bumps are in units (simplex.h), slopes by a unit.  Written by\n"
    " * tools/maxima.c: don't edit. */\n"
    "#ifndef BURL_NOISE_MAXIMA_H\n#define BURL_NOISE_MAXIMA_H\n\n#include \"lattice.h\"\n\n"
    "/* clang-format off */\n";
/* clang-format on */

/* A row of four dimensions, printed, or compared with the table's; how many entries are wrong. */
static int row(const char *name, int interp, int set, int sloped, const double table[4], int check) {
  int wrong = 0;
  if (!check) printf("{");
  for (int d = 0; d < 4; d++) {
    const double value = maximum(interp, set, d + 1, sloped);
    if (!check) printf("%.13g%s", value, d < 3 ? ", " : "},\n");
    if (!check || fabs(value - table[d]) < 4e-10 * fmax(1, value)) continue;
    printf("%s %s %s%dD: table %.13g, found %.13g\n", name, set_names[set], sloped ? "slope " : "", d + 1, table[d],
           value);
    wrong++;
  }
  return wrong;
}

static int lattice_table(int sloped, int check) {
  const double(*const table)[GRADIENTS_COUNT][4] = sloped ? noise_slopes : noise_maxima;
  int wrong = 0;
  if (!check)
    printf("static const double noise_%s[INTERP_COUNT][GRADIENTS_COUNT][4] = {\n", sloped ? "slopes" : "maxima");
  for (int interp = 0; interp < INTERP_COUNT; interp++) {
    if (interp_names[interp] == NULL) continue;
    if (!check) printf("    [%s] = {\n", interp_names[interp]);
    for (int set = 0; set < GRADIENTS_COUNT; set++) {
      if (!check) printf("        [%s] = ", set_names[set]);
      wrong += row(interp_names[interp], interp, set, sloped, table[interp][set], check);
    }
    if (!check) puts("    },");
  }
  if (!check) puts("};");
  return wrong;
}

static int simplex_table(int sloped, int check) {
  const double(*const table)[4] = sloped ? simplex_slopes : simplex_maxima;
  int wrong = 0;
  if (!check) printf("static const double simplex_%s[2][4] = {\n", sloped ? "slopes" : "maxima");
  for (int is_smooth = 0; is_smooth < 2; is_smooth++) {
    if (!check) printf("    ");
    wrong += row("simplex", is_smooth ? SMOOTH_SIMPLEX : SIMPLEX, DEFAULT_SET, sloped, table[is_smooth], check);
  }
  if (!check) puts("};");
  return wrong;
}

int main(int argc, char **argv) {
  const int check = argc == 2 && strcmp(argv[1], "--check") == 0;
  int wrong = 0;
  if (argc > 2 || (argc == 2 && !check)) return fputs("usage: maxima [--check]\n", stderr), 2;
  if (!check) fputs(head, stdout);
  for (int sloped = 0; sloped < 2; sloped++) {
    wrong += lattice_table(sloped, check);
    wrong += simplex_table(sloped, check);
  }
  if (!check) fputs("/* clang-format on */\n\n#endif\n", stdout);
  if (check) printf("%d of the tables' entries are wrong\n", wrong);
  return wrong != 0;
}
