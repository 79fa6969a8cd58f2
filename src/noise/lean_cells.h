/* Cellular noise in the forms that lean text has (code/): the points of cells.h, taken by fewer operations, and by one
 * search for all that a sample may tell of the nearest.  test_lean holds them to the library's samples, from which they
 * differ by rounding alone; of points equally near either may be taken.
 *
 * A search looks at the cells around the sample's, and then at all within two cells, three and so on, until no point
 * further out can matter: in about one of a thousand samples more than the first are needed.  Distances alone, the most
 * frequent use, are taken from the first cells by rows, whose hashes are prepared and whose loops are short. */
#ifndef BURL_NOISE_LEAN_CELLS_H
#define BURL_NOISE_LEAN_CELLS_H

#include "noise/sample.h"

/* A number that text keeps as it is: a loop up to it stays a loop, and no function is made for it alone. */
LANE int kept(int a) { return a; }
LANE word kept_word(word a) { return a; }

/* The point of a cell, or the one that is nearest: the way to it, and its distance as it is compared; the upper bits of
 * the hash of its value, as a number; and how far it lies in one dimension more, squared. */
typedef struct {
  real x, y, z, away, id, lift;
} near_point;

/* ---- Points --------------------------------------------------------------------------------------- */

/* What the hash reads of the cell so many cells on along an axis. */
LANE word lean_key(const burl__noise *n, const place at[4], int axis, int step) {
  const uint32_t period = period_along(n, axis);
  word cell = at[axis].cell + (uint32_t)step;
  if (period != 0u) cell = (cell + period) % period;
  cell = cell * axis_odd(axis);
  return axis == 0 ? hash_product(n, 1, cell) + n->high : hash_product(n, 1, cell);
}

LANE word lean_next_hash(word hash) { return hash_corner((hash + 1u) * 0x9E3779B1u, kept_word(1u)); }

/* As point_in_cell, by no shift, which drivers on processors have for one number at a time. */
LANE real lean_in_cell(word hash, real jitter) {
  return to_real((hash & 0xFFFFFF00u) ^ 0x80000000u) * (jitter * R(1.0 / 4294967296)) + R(0.5);
}

/* Distances as they are compared; that along an axis, of which there is one. */
LANE real lean_compared(const burl__noise *n, real x, real y, real z) {
  if (n->metric == EUCLID || n->metric == EUCLID2) {
    const real sum = n->dims > 1 ? x * x + y * y : x * x;
    return n->dims > 2 ? sum + z * z : sum;
  }
  const real d[4] = {x, y, z, R(0)};
  return compared(n->dims, n, d);
}

/* The point of the cell with these keys; x, y, z: from the sample to the cell's corner. */
LANE near_point lean_cell_point(const burl__noise *n, int has_id, word key_x, word key_y, word key_z, real x, real y,
                                real z, real jitter) {
  near_point p = {R(0), R(0), R(0), R(0), R(0), R(0)};
  const point_keys keys = {key_x, key_y, key_z, W(0)};
  word hash = hash_of_keys(n, keys);
  p.x = lean_in_cell(hash, jitter) + x;
  hash = lean_next_hash(hash);
  if (n->dims > 1) {
    p.y = lean_in_cell(hash, jitter) + y;
    hash = lean_next_hash(hash);
  }
  if (n->dims > 2) {
    p.z = lean_in_cell(hash, jitter) + z;
    hash = lean_next_hash(hash);
  }
  p.away = lean_compared(n, p.x, p.y, p.z);
  if (has_id) p.id = to_real(hash >> 8);
  if (n->lift > 0) {
    p.lift = lean_in_cell(lean_next_hash(hash), R(1)) * n->lift;
    p.away = p.away + p.lift;
  }
  return p;
}

/* The point of the cell so many cells from the sample's, by its keys. */
LANE near_point lean_point_at(const burl__noise *n, int has_id, const word key[3], const int step[3], const place at[4],
                              real jitter) {
  const real x = (scalar)step[0] - at[0].fraction;
  const real y = n->dims > 1 ? (scalar)step[1] - at[1].fraction : R(0);
  const real z = n->dims > 2 ? (scalar)step[2] - at[2].fraction : R(0);
  return lean_cell_point(n, has_id, key[0], key[1], key[2], x, y, z, jitter);
}

/* How far every point beyond so many cells is away at least, but for rounding. */
LANE real lean_reach(const burl__noise *n, const place at[4], int cells) {
  real side = smaller(at[0].fraction, 1 - at[0].fraction);
  if (n->dims > 1) side = smaller(side, smaller(at[1].fraction, 1 - at[1].fraction));
  if (n->dims > 2) side = smaller(side, smaller(at[2].fraction, 1 - at[2].fraction));
  return (side + (scalar)cells) * R(0.99999f);
}
LANE real lean_reach_compared(const burl__noise *n, const place at[4], int cells) {
  const real reach = lean_reach(n, at, cells);
  if (n->metric == EUCLID || n->metric == EUCLID2) return reach * reach;
  return n->metric == HYBRID ? reach + reach * reach : reach;
}

/* ---- Taking points -------------------------------------------------------------------------------- */

/* What is known of the points around a sample: the nearest; the nearest edge of its piece, as if it were a point, with
 * the way across it; and the least distances, as they are compared. */
typedef struct {
  near_point first, edge;
  real least[MOST_RANK];
} near_search;

LANE void lean_forget(near_search *to) {
  const near_point none = {R(0), R(0), R(0), R(1e30), R(0), R(0)};
  to->first = to->edge = none;
  for (int i = 0; i < MOST_RANK; i++) to->least[i] = R(1e30);
}

LANE void lean_take_nearest(near_point p, near_search *to) {
  const choice nearer = p.away < to->first.away;
  to->first.x = pick(nearer, p.x, to->first.x);
  to->first.y = pick(nearer, p.y, to->first.y);
  to->first.z = pick(nearer, p.z, to->first.z);
  to->first.id = pick(nearer, p.id, to->first.id);
  to->first.lift = pick(nearer, p.lift, to->first.lift);
  to->first.away = smaller(p.away, to->first.away);
}

LANE void lean_take_edge(const burl__noise *n, near_point p, near_search *to) {
  const real way_x = p.x - to->first.x, way_y = p.y - to->first.y, way_z = p.z - to->first.z;
  real apart = way_x * way_x, along = way_x * (p.x + to->first.x);
  if (n->dims > 1) {
    apart = apart + way_y * way_y;
    along = along + way_y * (p.y + to->first.y);
  }
  if (n->dims > 2) {
    apart = apart + way_z * way_z;
    along = along + way_z * (p.z + to->first.z);
  }
  if (n->lift > 0) along = along + (p.lift - to->first.lift);
  const real length = root(apart), edge = along * R(0.5) / length;
  const choice nearer = (apart > R(1e-10f)) & (edge < to->edge.away); /* not the nearest itself */
  to->edge.x = pick(nearer, way_x / length, to->edge.x);
  to->edge.y = pick(nearer, way_y / length, to->edge.y);
  to->edge.z = pick(nearer, way_z / length, to->edge.z);
  to->edge.away = pick(nearer, edge, to->edge.away);
}

LANE void lean_take_distance(const burl__noise *n, real distance, near_search *to) {
  for (int i = 0; i < rank_asked(n); i++) {
    const real least = to->least[i];
    to->least[i] = smaller(distance, least);
    distance = larger(distance, least);
  }
}

enum { LEAN_NEAREST, LEAN_EDGE, LEAN_DISTANCE };

/* Takes the points of all cells within so many. */
LANE void lean_take_all(const burl__noise *n, int what, int has_id, const place at[4], int reach, real jitter,
                        near_search *to) {
  const int far_y = n->dims > 1 ? reach : 0, far_z = n->dims > 2 ? reach : 0;
  for (int z = -far_z; z <= far_z; z++) {
    const word key_z = n->dims > 2 ? lean_key(n, at, 2, z) : W(0);
    for (int y = -far_y; y <= far_y; y++) {
      const word key_y = n->dims > 1 ? lean_key(n, at, 1, y) : W(0);
      for (int x = -reach; x <= reach; x++) {
        const word key_x = lean_key(n, at, 0, x), key[3] = {key_x, key_y, key_z};
        const int step[3] = {x, y, z};
        const near_point p = lean_point_at(n, has_id, key, step, at, jitter);
        if (what == LEAN_NEAREST) lean_take_nearest(p, to);
        else if (what == LEAN_EDGE) lean_take_edge(n, p, to);
        else lean_take_distance(n, p.away, to);
      }
    }
  }
}

/* Takes the distances of the cells around the sample's: in two dimensions of several ones without a loop, which
 * processors take a tenth longer for. */
LANE void lean_take_rows(const burl__noise *n, const place at[4], real jitter, near_search *to) {
  const int is_loop = n->dims > 2 || rank_asked(n) == 1;
  const int far_y = n->dims < 2 ? 0 : is_loop ? kept(1) : 1, far_z = n->dims > 2 ? kept(1) : 0;
  word key_x[3];
  for (int x = 0; x < 3; x++) key_x[x] = lean_key(n, at, 0, x - 1);
  for (int z = n->dims > 2 ? -1 : 0; z <= far_z; z++) {
    const word key_z = n->dims > 2 ? lean_key(n, at, 2, z) : W(0);
    for (int y = n->dims > 1 ? -1 : 0; y <= far_y; y++) {
      const word key_y = n->dims > 1 ? lean_key(n, at, 1, y) : W(0);
      for (int x = 0; x < 3; x++) {
        const word key[3] = {key_x[x], key_y, key_z};
        const int step[3] = {x - 1, y, z};
        const real away = lean_point_at(n, 0, key, step, at, jitter).away;
        lean_take_distance(n, away, to);
      }
    }
  }
}

/* ---- Searches ------------------------------------------------------------------------------------- */

LANE real lean_jitter(const burl__noise *n, real varying) { return n->varies ? varying : R(n->jitter); }

LANE near_point lean_nearest(const burl__noise *n, int has_id, const place at[4], real varying) {
  near_search to;
  lean_forget(&to);
  for (int reach = 1; reach < MOST_SHELLS; reach++) {
    lean_take_all(n, LEAN_NEAREST, has_id, at, reach, lean_jitter(n, varying), &to);
    if (everywhere(to.first.away <= lean_reach_compared(n, at, reach))) break;
  }
  return to.first;
}

/* The nearest edge of the piece of the nearest point, whose fields these are. */
LANE near_point lean_edge(const burl__noise *n, int has_id, const place at[4], real varying, real x, real y, real z,
                          real away, real lift) {
  const real f1 = root(away);
  const near_point first = {x, y, z, away, R(0), lift};
  near_search to;
  lean_forget(&to);
  to.first = first;
  for (int reach = 1; reach < MOST_SHELLS; reach++) {
    lean_take_all(n, LEAN_EDGE, has_id, at, reach, lean_jitter(n, varying), &to);
    if (everywhere(to.edge.away <= (lean_reach(n, at, reach) - f1) * R(0.5))) break;
  }
  return to.edge;
}

/* A number, or a difference of two, of the least distances. */
LANE real lean_distance(const burl__noise *n, const place at[4], real varying) {
  const int last = rank_asked(n) - 1;
  near_search to;
  lean_forget(&to);
  lean_take_rows(n, at, lean_jitter(n, varying), &to);
  for (int reach = 2; reach < MOST_SHELLS; reach++) {
    if (everywhere(to.least[last] <= lean_reach_compared(n, at, reach - 1))) break;
    lean_forget(&to);
    lean_take_all(n, LEAN_DISTANCE, 0, at, reach, lean_jitter(n, varying), &to);
  }
  const real distance = distance_of(n, to.least[last]);
  return (n->give == GIVE_F2_F1 ? distance - distance_of(n, to.least[0]) : distance) * n->size;
}

/* ---- What is given -------------------------------------------------------------------------------- */

/* What is given of the nearest point, or of the nearest edge, and how it changes along an axis. */
LANE real lean_value(const burl__noise *n, real x, real y, real z, real away, real id) {
  switch (n->give) {
  case GIVE_EDGE: return larger(R(0), away);
  case GIVE_VALUE: return (id - R(8388608)) * R(1.0 / 8388608);
  case GIVE_ID: return id;
  case GIVE_X: return x;
  case GIVE_Y: return y;
  case GIVE_Z: return z;
  default: return distance_of(n, away);
  }
}
LANE real lean_slope(const burl__noise *n, int axis, real x, real y, real z, real away) {
  const real d[4] = {x, y, z, R(0)};
  if (axis >= n->dims) return R(0);
  if (n->give == GIVE_F1) return distance_slope(n->dims, n->metric, n->power, d, distance_of(n, away), axis) * n->size;
  if (n->give == GIVE_EDGE) return -d[axis] * n->size;
  return n->give == GIVE_X + axis ? -n->size : R(0);
}
LANE plane lean_given(const burl__noise *n, int with_slopes, real x, real y, real z, real away, real id) {
  if (!with_slopes) return plane_of(R(0), R(0), R(0), R(0), lean_value(n, x, y, z, away, id) * n->size);
  return plane_of(lean_slope(n, 0, x, y, z, away), lean_slope(n, 1, x, y, z, away), lean_slope(n, 2, x, y, z, away),
                  R(0), lean_value(n, x, y, z, away, id) * n->size);
}

#endif
