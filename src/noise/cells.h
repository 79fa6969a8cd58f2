/* Cellular noise: every cell of the lattice has a point; a sample tells of those nearest to it.
 *
 * Source: S. Worley, "A cellular texture basis function", 1996.
 *
 * The cells around a sample are searched shell by shell, until no point of those further out can matter.
 * Nothing depends on the order in which points are taken, but for smooth distances, which add up in the
 * order of the cells; so that whoever takes the points that matter, and any that don't, has the same bits. */
#ifndef BURL_NOISE_CELLS_H
#define BURL_NOISE_CELLS_H

#include "noise/lattice.h"

/* A cell's point as a sample sees it: how far it is along each axis, how jitter moves it, the square of how far it lies
 * in one dimension more, and the hash of its value, by which points equally near are told apart. */
typedef struct {
  real d[4], aside[4], lift;
  word hash;
} cell_point;

/* What is known of the points around a sample: the least distances, as they are compared (euclid's are
 * squared, minkowski's to the power where that stays within float); the nearest points, where no slopes are
 * asked for the first alone; the nearest edge between the first and another; smooth distances. */
typedef struct {
  real least[4];
  real d[4][4], aside[4][4], lift; /* the first one's */
  word hash[4];
  real near;                                          /* no point that is further along some axis can matter */
  real edge;                                          /* the distance to the nearest edge, */
  word edge_hash;                                     /* the hash of the point beyond it, */
  real away[4];                                       /* the way across it, */
  real edge_aside;                                    /* and how jitter moves it */
  real height, sum, squares, slope[4], slope_aside;   /* of smooth distances and values: see take_height */
  real value, value_sum, value_slope[4], value_aside; /* the same times the values of points */
} nearest_points;

enum { MOST_RANK = 4 };

/* What point number i has, told apart by constants, so that all can stay in registers. */
LANE real of_point(int i, real first, real second, real third, real fourth) {
  return i == 0 ? first : i == 1 ? second : i == 2 ? third : fourth;
}
LANE real least_of(const nearest_points *p, int i) {
  return of_point(i, p->least[0], p->least[1], p->least[2], p->least[3]);
}

/* What is asked for beside the value: nothing, slopes, or slopes and what jitter does. */
enum { VALUES, WITH_SLOPES, WITH_JITTER };

/* Of how many of the nearest points a noise tells. */
LANE int rank_asked(const burl__noise *n) { return n->give <= GIVE_F4 ? n->give + 1 : n->give == GIVE_F2_F1 ? 2 : 1; }
/* Of how many points more is kept than the distance. */
LANE int points_kept(const burl__noise *n, int asked) { return asked == VALUES ? 1 : rank_asked(n); }

/* ---- A cell's point ----------------------------------------------------------------------------- */

/* Where in a cell its point is along an axis, from the cell's hash: in [0, 1), drawn towards the middle where
 * jitter is less than 1.  The hash for the next axis, and for the cell's value behind the last. */
LANE real point_in_cell(word hash, real jitter) {
  const real r = to_real(hash >> 8) * R(1.0 / 16777216);
  return r * jitter + (R(0.5) - jitter * R(0.5));
}
LANE word next_hash(word hash) { return hash_spread(hash); }

/* Pieces of several sizes: points lie in one dimension more, some higher than others above the samples, whose pieces
 * are smaller or don't reach down to them.  A slice of the mosaic of so many dimensions is a power diagram, with
 * straight edges (F. Aurenhammer, "Power diagrams", 1987), and the search ends where it does without: points beyond a
 * shell are at least as far away as they are along the axes.  Nor is such a point's edge nearer than
 * (|d| - F1)/2: it is (|d|^2 + lift - F1^2)/2 over the distance between the points, which is at most |d| + F1. */
LANE real lift_of_hash(const burl__noise *n, word hash) {
  return n->lift > 0 ? to_real(next_hash(hash) >> 8) * R(1.0 / 16777216) * n->lift : R(0);
}

/* The point of the cell `step` cells from the sample's; fraction: of the sample in its cell. */
LANE cell_point point_of_cell(const burl__noise *n, int asked, word hash, const int step[4], const real fraction[4],
                              real jitter) {
  cell_point p;
  p.hash = hash;
  for (int a = 0; a < n->dims; a++) {
    p.d[a] = (point_in_cell(p.hash, jitter) - fraction[a]) + (scalar)step[a];
    p.aside[a] = asked == WITH_JITTER ? point_in_cell(p.hash, R(1)) - R(0.5) : R(0);
    p.hash = next_hash(p.hash);
  }
  p.lift = lift_of_hash(n, p.hash);
  return p;
}

/* ---- Distances ---------------------------------------------------------------------------------- */

/* Whether distances are compared as sums of powers.  Higher powers of 2^-24 underflow to 0 in float. */
LANE int compares_powers(const burl__noise *n) { return n->metric == MINKOWSKI && n->power <= 6; }

/* Minkowski's distance, by powers of numbers of at most 1.  Differences along missing axes are 0. */
RARE real minkowski_distance(int dims, scalar p, real x, real y, real z, real w) {
  const real most = larger(larger(magnitude(x), magnitude(y)), larger(magnitude(z), magnitude(w)));
  real sum = power(magnitude(x) / most, p);
  if (dims > 1) sum = sum + power(magnitude(y) / most, p);
  if (dims > 2) sum = sum + power(magnitude(z) / most, p);
  if (dims > 3) sum = sum + power(magnitude(w) / most, p);
  return pick(most > 0, most * power(sum, 1 / p), most);
}

/* The distance that belongs to differences along the axes, as it is compared. */
LANE real compared(int dims, const burl__noise *n, const real d[4]) {
  if (n->metric == MINKOWSKI && !compares_powers(n))
    return minkowski_distance(dims, n->power, d[0], dims > 1 ? d[1] : R(0), dims > 2 ? d[2] : R(0),
                              dims > 3 ? d[3] : R(0));
  real sum = R(0);
  for (int a = 0; a < dims; a++) {
    const real size = magnitude(d[a]);
    if (n->metric == CHEBYSHEV) sum = larger(sum, size);
    else if (n->metric == MANHATTAN) sum = sum + size;
    else if (n->metric == MINKOWSKI) sum = sum + power(size, n->power);
    else if (n->metric == HYBRID) sum = sum + (size + size * size);
    else sum = sum + size * size;
  }
  return sum;
}

/* The same to a point. */
LANE real compared_to(const burl__noise *n, const cell_point *p) {
  const real along = compared(n->dims, n, p->d);
  return n->lift > 0 ? along + p->lift : along;
}

/* The distance in cells; and the other way round. */
LANE real distance_of(const burl__noise *n, real as_compared) {
  if (n->metric == EUCLID) return root(as_compared);
  return compares_powers(n) ? power(as_compared, 1 / n->power) : as_compared;
}
LANE real as_compared(const burl__noise *n, real distance) {
  if (n->metric == EUCLID) return distance * distance;
  return compares_powers(n) ? power(distance, n->power) : distance;
}

/* How the distance to a point, in cells, changes as the sample moves towards it along axis a. */
LANE real distance_slope(int dims, int metric, scalar p, const real d[4], real distance, int a) {
  const real size = magnitude(d[a]), sign = pick(d[a] < 0, R(1), only(d[a] > 0, R(-1)));
  if (metric == EUCLID2) return d[a] * -2;
  if (metric == HYBRID) return sign - d[a] * 2;
  if (metric == MANHATTAN) return sign;
  if (metric == EUCLID) return only(distance > 0, -d[a] / distance);
  if (metric == MINKOWSKI) return only(distance > 0, sign * power(size / distance, p - 1));
  choice is_largest = size == size;
  for (int b = 0; b < dims; b++) is_largest = is_largest & (b < a ? size > magnitude(d[b]) : size >= magnitude(d[b]));
  return only(is_largest, sign);
}

/* ---- Taking points ------------------------------------------------------------------------------ */

/* No point taken for a height yet; none at all. */
LANE void begin_height(nearest_points *to) {
  to->sum = to->squares = to->slope_aside = to->value = to->value_sum = to->value_aside = R(0);
  for (int a = 0; a < 4; a++) to->slope[a] = to->value_slope[a] = R(0);
}
LANE void forget_points(nearest_points *to) {
  for (int i = 0; i < MOST_RANK; i++) {
    to->least[i] = R(1e30);
    to->hash[i] = W(~0u);
    for (int a = 0; a < 4; a++) to->d[i][a] = to->aside[i][a] = R(0);
  }
  begin_height(to);
  to->lift = R(0);
  to->near = to->edge = to->height = R(1e30);
  to->edge_hash = W(~0u);
  to->edge_aside = R(0);
  for (int a = 0; a < 4; a++) to->away[a] = R(0);
}

/* Whether no sample is near enough along every axis: asked where distances take long, by powers. */
LANE int is_out_of_reach(int dims, const real d[4], real near) {
  choice reached = near == near;
  for (int a = 0; a < dims; a++) reached = reached & (magnitude(d[a]) <= near);
  return !anywhere(reached);
}

/* Takes a point among the nearest.  Of two equally near, the one of the smaller hash comes first, in whatever
 * order they are taken. */
LANE void take_point(const burl__noise *n, int asked, cell_point p, nearest_points *to) {
  if (n->metric == MINKOWSKI && is_out_of_reach(n->dims, p.d, to->near)) return;
  real q = compared_to(n, &p);
  for (int i = 0; i < MOST_RANK; i++) {
    if (i < points_kept(n, asked)) {
      const choice nearer = (q < to->least[i]) | ((q == to->least[i]) & (p.hash < to->hash[i]));
      const word hash = to->hash[i];
      to->hash[i] = pick_word(nearer, p.hash, hash);
      p.hash = pick_word(nearer, hash, p.hash);
      if (i == 0 && n->lift > 0) to->lift = pick(nearer, p.lift, to->lift);
      for (int a = 0; a < n->dims; a++) {
        const real d = to->d[i][a];
        to->d[i][a] = pick(nearer, p.d[a], d);
        p.d[a] = pick(nearer, d, p.d[a]);
      }
      for (int a = 0; a < n->dims && asked == WITH_JITTER; a++) {
        const real aside = to->aside[i][a];
        to->aside[i][a] = pick(nearer, p.aside[a], aside);
        p.aside[a] = pick(nearer, aside, p.aside[a]);
      }
    }
    const real less = smaller(q, to->least[i]);
    q = larger(q, to->least[i]);
    to->least[i] = less;
    if (i + 1 == rank_asked(n)) break;
  }
}

/* Takes the edge between the nearest point and another, where both are equally far: halfway between them. */
LANE void take_edge(const burl__noise *n, int asked, cell_point p, nearest_points *to) {
  real between[4], along = n->lift > 0 ? p.lift - to->lift : R(0), apart = R(0), moved = R(0);
  for (int a = 0; a < n->dims; a++) {
    between[a] = p.d[a] - to->d[0][a];
    along = along + between[a] * (p.d[a] + to->d[0][a]);
    apart = apart + between[a] * between[a];
  }
  const real length = root(apart), edge = along * R(0.5) / length;
  if (asked == VALUES) {
    to->edge = smaller(edge, to->edge); /* of the nearest itself: NaN */
    return;
  }
  const choice nearer = (apart > 0) & ((edge < to->edge) | ((edge == to->edge) & (p.hash < to->edge_hash)));
  for (int a = 0; a < n->dims; a++) {
    const real way = between[a] / length;
    if (asked == WITH_JITTER)
      moved = moved + ((p.d[a] / length) * p.aside[a] - (to->d[0][a] / length) * to->aside[0][a]) -
              (edge / length * way) * (p.aside[a] - to->aside[0][a]);
    to->away[a] = pick(nearer, way, to->away[a]);
  }
  to->edge = pick(nearer, edge, to->edge);
  to->edge_hash = pick_word(nearer, p.hash, to->edge_hash);
  to->edge_aside = pick(nearer, moved, to->edge_aside);
}

/* The smooth distance: the height h from which all distances d, as far as they are less, add up to
 * Σ (h − d)² = width², less the width; h is F1 + width where one is near alone, and lower where there are
 * more.  Every distance counts the same, so that it is smooth where another one becomes the nearest.
 * The smooth value is the mean of the points' values by the weights (h − d)²: h stays where these add up to width². */
LANE void take_height(const burl__noise *n, int asked, cell_point p, nearest_points *to) {
  const real distance = distance_of(n, compared_to(n, &p));
  const real below = to->height - distance, left = only(below > 0, below);
  to->sum = to->sum + left;
  to->squares = to->squares + left * left;
  const real value = n->give == GIVE_VALUE ? left * signed_of_hash(p.hash) : R(0); /* times the weight's root */
  if (n->give == GIVE_VALUE) {
    to->value = to->value + left * value;
    to->value_sum = to->value_sum + value;
  }
  real d[4];
  for (int a = 0; a < n->dims; a++) d[a] = p.d[a];
  for (int a = 0; a < n->dims && asked != VALUES; a++) {
    const real slope = distance_slope(n->dims, n->metric, n->power, d, distance, a);
    to->slope[a] = to->slope[a] + left * slope;
    if (asked == WITH_JITTER) to->slope_aside = to->slope_aside - left * slope * p.aside[a];
    if (n->give == GIVE_VALUE) to->value_slope[a] = to->value_slope[a] + value * slope;
    if (n->give == GIVE_VALUE && asked == WITH_JITTER) to->value_aside = to->value_aside - value * slope * p.aside[a];
  }
}

/* The height is found by Newton's steps from above: those of a convex function come down to its zero.  Before
 * each the points are taken, from the least w, z, y and x on, and after the last once more, for the slopes. */
enum { HEIGHT_STEPS = 6 };
LANE void begin_heights(const burl__noise *n, nearest_points *to) {
  to->height = distance_of(n, to->least[0]) + n->width;
}
LANE void step_height(const burl__noise *n, nearest_points *to) {
  to->height = to->height - (to->squares - n->width * n->width) / (to->sum * 2);
}

/* ---- What is given ------------------------------------------------------------------------------ */

LANE real given_value(const burl__noise *n, const nearest_points *of) {
  if (n->width > 0 && n->give == GIVE_VALUE) return larger(R(-1), smaller(R(1), of->value / of->squares));
  if (n->width > 0) return of->height - n->width;
  const real last = least_of(of, rank_asked(n) - 1);
  switch (n->give) {
  case GIVE_F2_F1: return distance_of(n, last) - distance_of(n, of->least[0]);
  case GIVE_EDGE: return larger(R(0), of->edge); /* on an edge rounding may be all that is left */
  case GIVE_VALUE: return signed_of_hash(of->hash[0]);
  case GIVE_ID: return to_real(of->hash[0] >> 8);
  case GIVE_X: return of->d[0][0];
  case GIVE_Y: return of->d[0][1];
  case GIVE_Z: return of->d[0][2];
  default: return distance_of(n, last);
  }
}

/* How the distance to point number i changes as the sample moves along an axis; and with jitter. */
LANE real slope_to(const burl__noise *n, const nearest_points *of, int i, int axis) {
  real d[4];
  for (int a = 0; a < 4; a++) d[a] = of_point(i, of->d[0][a], of->d[1][a], of->d[2][a], of->d[3][a]);
  return distance_slope(n->dims, n->metric, n->power, d, distance_of(n, least_of(of, i)), axis);
}
LANE real aside_to(const burl__noise *n, const nearest_points *of, int i) {
  real sum = R(0);
  for (int a = 0; a < n->dims; a++) sum = sum - slope_to(n, of, i, a) * of->aside[i][a];
  return sum;
}

/* How what is smooth changes, from the sums of how the distances do, times (h − d), and times the values as well: for
 * the smooth value v of values v_i, Σ (h − d_i)²·v_i/width², that is 2·Σ (h − d_i)·(h' − d_i')·v_i/width². */
LANE real smooth_rate_of(const burl__noise *n, const nearest_points *of, real distances, real values) {
  const real rate = distances / of->sum;
  return n->give == GIVE_VALUE ? (rate * of->value_sum - values) * 2 / of->squares : rate;
}

/* The slope, along axis a, of the value that `give` asks for; and its derivative by jitter. */
LANE real given_slope(const burl__noise *n, const nearest_points *of, int a) {
  if (n->width > 0) return smooth_rate_of(n, of, of->slope[a], of->value_slope[a]);
  if (n->give == GIVE_VALUE || n->give == GIVE_ID) return R(0);
  if (n->give >= GIVE_X) return R(n->give - GIVE_X == a ? -1 : 0);
  if (n->give == GIVE_EDGE) return -of->away[a];
  const real slope = slope_to(n, of, rank_asked(n) - 1, a);
  return n->give == GIVE_F2_F1 ? slope - slope_to(n, of, 0, a) : slope;
}
LANE real given_aside(const burl__noise *n, const nearest_points *of) {
  if (n->width > 0) return smooth_rate_of(n, of, of->slope_aside, of->value_aside);
  if (n->give == GIVE_VALUE || n->give == GIVE_ID) return R(0);
  if (n->give >= GIVE_X)
    return of_point(n->give - GIVE_X, of->aside[0][0], of->aside[0][1], of->aside[0][2], of->aside[0][3]);
  if (n->give == GIVE_EDGE) return of->edge_aside;
  const real moved = aside_to(n, of, rank_asked(n) - 1);
  return n->give == GIVE_F2_F1 ? moved - aside_to(n, of, 0) : moved;
}

/* What is given, as the rest, and its slopes. */
LANE plane cells_given(const burl__noise *n, int asked, const nearest_points *of) {
  plane p = no_plane();
  p.rest = given_value(n, of) * n->size;
  if (asked == VALUES) return p;
  p.x = given_slope(n, of, 0) * n->size;
  if (n->dims > 1) p.y = given_slope(n, of, 1) * n->size;
  if (n->dims > 2) p.z = given_slope(n, of, 2) * n->size;
  if (n->dims > 3) p.w = given_slope(n, of, 3) * n->size;
  return p;
}

/* ---- The search of a sample --------------------------------------------------------------------- */

/* A sample: its cell, in the period, how far into it, and the jitter there; and the keys of the cells up to two
 * steps away along each axis. */
enum { KEY_STEPS = 2 };
typedef struct {
  word cell[4];
  real fraction[4], jitter;
  int has_keys; /* whether keys are taken at once; else each by itself */
  word key[4][2 * KEY_STEPS + 1];
} cells_search;

LANE word key_of_cell(const burl__noise *n, const cells_search *at, int axis, int step) {
  return hash_axis(n, axis, neighbour(at->cell[axis], step, period_along(n, axis)));
}
LANE void take_cell_keys(const burl__noise *n, cells_search *to) {
  to->has_keys = 1;
  for (int a = 0; a < n->dims; a++)
    for (int step = -KEY_STEPS; step <= KEY_STEPS; step++) to->key[a][step + KEY_STEPS] = key_of_cell(n, to, a, step);
}

enum { TAKE_POINT, TAKE_EDGE, TAKE_HEIGHT };

LANE void take_cell(const burl__noise *n, int asked, int what, const cells_search *at, const int step[4],
                    nearest_points *to) {
  word key[4] = {W(0), W(0), W(0), W(0)};
  const int has_keys = at->has_keys;
  for (int a = 0; a < n->dims; a++)
    key[a] = has_keys && step[a] >= -KEY_STEPS && step[a] <= KEY_STEPS ? at->key[a][step[a] + KEY_STEPS]
                                                                       : key_of_cell(n, at, a, step[a]);
  const point_keys keys = {key[0], key[1], key[2], key[3]};
  const cell_point p = point_of_cell(n, asked, hash_of_keys(n, keys), step, at->fraction, at->jitter);
  if (what == TAKE_POINT) take_point(n, asked, p, to);
  else if (what == TAKE_EDGE) take_edge(n, asked, p, to);
  else take_height(n, asked, p, to);
}

/* Takes each cell of the shells from `first` to `last`, in the order w, z, y, x.  Shell n has the cells whose largest
 * distance along an axis is n. */
LANE void take_shells(const burl__noise *n, int asked, int what, const cells_search *at, int first, int last,
                      nearest_points *to) {
  const int far[4] = {last, n->dims > 1 ? last : 0, n->dims > 2 ? last : 0, n->dims > 3 ? last : 0};
  for (int w = -far[3]; w <= far[3]; w++)
    for (int z = -far[2]; z <= far[2]; z++)
      for (int y = -far[1]; y <= far[1]; y++) {
        const int is_inside =
            first > 0 && -first < y && y < first && -first < z && z < first && -first < w && w < first;
        for (int x = -last; x <= last; x++) {
          const int step[4] = {x, y, z, w};
          if (!(is_inside && -first < x && x < first)) take_cell(n, asked, what, at, step, to);
        }
      }
}

/* What every point beyond a shell is further away than: a hair less, for rounding. */
LANE real reach_of_shell(const burl__noise *n, const cells_search *at, int shell) {
  real side = R(1);
  for (int a = 0; a < n->dims; a++) {
    const real f = at->fraction[a];
    side = smaller(side, smaller(f, 1 - f));
  }
  return (side + (scalar)shell) * R(0.99999f);
}
LANE real reach_compared(const burl__noise *n, const cells_search *at, int shell) {
  const real reach[4] = {reach_of_shell(n, at, shell)};
  return compared(1, n, reach);
}

enum { MOST_SHELLS = 64 };

LANE void find_nearest(const burl__noise *n, int asked, const cells_search *at, nearest_points *to) {
  const int last = rank_asked(n) - 1;
  forget_points(to);
  for (int shell = 1; shell < MOST_SHELLS; shell++) {
    take_shells(n, asked, TAKE_POINT, at, shell == 1 ? 0 : shell, shell, to);
    if (everywhere(least_of(to, last) <= reach_compared(n, at, shell))) break;
    if (n->metric == MINKOWSKI) to->near = distance_of(n, least_of(to, last)) * R(1.00001f);
  }
}
/* The nearest edge, shell by shell. */
LANE void find_edge(const burl__noise *n, int asked, const cells_search *at, nearest_points *to) {
  const real first = root(to->least[0]);
  for (int shell = 1; shell <= MOST_SHELLS; shell++) {
    take_shells(n, asked, TAKE_EDGE, at, shell == 1 ? 0 : shell, shell, to);
    if (everywhere(to->edge <= (reach_of_shell(n, at, shell) - first) * R(0.5))) break;
  }
}
/* The smooth distance, by passes over as many shells as reach it. */
LANE void find_height(const burl__noise *n, int asked, const cells_search *at, nearest_points *to) {
  int last = 1;
  begin_heights(n, to);
  for (; last < MOST_SHELLS; last++)
    if (everywhere(to->height <= distance_of(n, reach_compared(n, at, last)))) break;
  for (int pass = 0; pass <= HEIGHT_STEPS; pass++) {
    begin_height(to);
    take_shells(n, pass == HEIGHT_STEPS ? asked : VALUES, TAKE_HEIGHT, at, 0, last, to);
    if (pass < HEIGHT_STEPS) step_height(n, to);
  }
}

/* A sample; by_jitter: how jitter changes it, if asked. */
typedef struct {
  plane of;
  real by_jitter;
} cells_result;

LANE cells_result cells_sample(const burl__noise *n, int asked, const cells_search *at) {
  nearest_points nearest;
  find_nearest(n, asked, at, &nearest);
  if (n->give == GIVE_EDGE) find_edge(n, asked, at, &nearest);
  if (n->width > 0) find_height(n, asked, at, &nearest);
  cells_result r;
  r.of = cells_given(n, asked, &nearest);
  r.by_jitter = asked == WITH_JITTER ? given_aside(n, &nearest) * n->size : R(0);
  return r;
}

#endif
