/* The kinds of paving.h.  Which copies of stones lie in a cell is computed: stones and the cell are convex, and two
 * convex polygons are apart where a side of one has the other outside (the separating axis theorem). */
#include "program/paving.h"

#include <math.h>
#include <string.h>

#define NEAR 1e-9 /* of a length: what is nearer is the same */

/* ---- Kinds ----------------------------------------------------------------------------------------- */

static burl__stone *add_stone(burl__paving *p, double angle) {
  burl__stone *const stone = &p->stone[p->stones++];
  stone->sides = 0;
  stone->angle = angle;
  return stone;
}

static void add_corner(burl__stone *stone, double x, double y) {
  stone->x[stone->sides] = x;
  stone->y[stone->sides++] = y;
}

static void add_corners(burl__paving *p, double angle, int count, const double (*at)[2]) {
  burl__stone *const stone = add_stone(p, angle);
  for (int i = 0; i < count; i++) add_corner(stone, at[i][0], at[i][1]);
}

static void add_brick(burl__paving *p, double angle, double x, double y, double wide, double high) {
  burl__stone *const stone = add_stone(p, angle);
  add_corner(stone, x, y);
  add_corner(stone, x + wide, y);
  add_corner(stone, x + wide, y + high);
  add_corner(stone, x, y + high);
}

static void set_steps(burl__paving *p, double ax, double ay, double bx, double by) {
  p->step[0][0] = ax, p->step[0][1] = ay;
  p->step[1][0] = bx, p->step[1][1] = by;
}

static void set_keys(burl__paving *p, int xa, int xb, int ya, int yb) {
  p->key[0][0] = xa, p->key[0][1] = xb;
  p->key[1][0] = ya, p->key[1][1] = yb;
}

/* Rows of bricks, each further on by a part of a brick, which is a multiple of 1/48 in what repeats. */
static void pave_rows(burl__paving *p, double ratio, double offset) {
  enum { PARTS = 48 };
  set_steps(p, ratio, 0, offset * ratio, 1);
  set_keys(p, PARTS, (int)floor(offset * PARTS + 0.5), 0, 1);
  add_brick(p, 0, 0, 0, ratio, 1);
}

/* Rows of stretchers and rows of headers, which are half as long, each over the middle of a stretcher or a joint. */
static void pave_english(burl__paving *p, double ratio) {
  set_steps(p, ratio, 0, 0, 2);
  add_brick(p, 0, 0, 0, ratio, 1);
  add_brick(p, 0, ratio / 4, 1, ratio / 2, 1);
  add_brick(p, 0, ratio * 3 / 4, 1, ratio / 2, 1);
}

/* A header after each stretcher, over the middle of the stretcher below. */
static void pave_flemish(burl__paving *p, double ratio) {
  set_steps(p, ratio * 1.5, 0, ratio * 0.75, 1);
  set_keys(p, 2, 1, 0, 1);
  add_brick(p, 0, 0, 0, ratio, 1);
  add_brick(p, 0, ratio, 0, ratio / 2, 1);
}

/* Stairs of lying bricks, and stairs of standing ones that fill them. */
static void pave_herringbone(burl__paving *p, double ratio) {
  const int whole = (int)floor(ratio + 0.5);
  set_steps(p, 1, -1, ratio, ratio);
  set_keys(p, 1, whole, -1, whole);
  add_brick(p, 0, 0, 0, ratio, 1);
  add_brick(p, 90, ratio - 1, 1, 1, ratio);
}

/* Squares of as many bricks as fit, lying and standing by turns. */
static void pave_basketweave(burl__paving *p, int bricks) {
  set_steps(p, bricks, bricks, 2 * bricks, 0);
  set_keys(p, 1, 2, 1, 0);
  for (int i = 0; i < bricks; i++) add_brick(p, 0, 0, i, bricks, 1);
  for (int i = 0; i < bricks; i++) add_brick(p, 90, bricks + i, 0, 1, bricks);
}

/* Four bricks around a square. */
static void pave_pinwheel(burl__paving *p, double ratio) {
  set_steps(p, ratio + 1, 0, 0, ratio + 1);
  add_brick(p, 0, 0, 0, ratio, 1);
  add_brick(p, 90, ratio, 0, 1, ratio);
  add_brick(p, 0, 1, ratio, ratio, 1);
  add_brick(p, 90, 0, 1, 1, ratio);
  add_brick(p, 0, 1, 1, ratio - 1, ratio - 1);
}

static void pave_by_threes(burl__paving *p, burl__paving_kind kind) {
  static const double hexagon[][2] = {{0.5, -1.0 / 3}, {0.5, 1.0 / 3},   {0, 2.0 / 3},
                                      {-0.5, 1.0 / 3}, {-0.5, -1.0 / 3}, {0, -2.0 / 3}};
  static const double triangle[2][3][2] = {{{0, 0}, {1, 0}, {0.5, 1}}, {{1, 0}, {1.5, 1}, {0.5, 1}}};
  static const double rhomb[3][4][2] = {{{0, 0}, {0.5, -1.0 / 3}, {1, 0}, {0.5, 1.0 / 3}},
                                        {{0, 0}, {0.5, 1.0 / 3}, {0.5, 1}, {0, 2.0 / 3}},
                                        {{0, 0}, {0, 2.0 / 3}, {-0.5, 1}, {-0.5, 1.0 / 3}}};
  set_steps(p, 1, 0, 0.5, 1);
  set_keys(p, 2, 1, 0, 1);
  p->row = 0.86602540378443864676;
  if (kind == BURL__HEXAGON) add_corners(p, 0, 6, hexagon);
  for (int i = 0; i < 2 && kind == BURL__TRIANGLE; i++) add_corners(p, 180 * i, 3, triangle[i]);
  for (int i = 0; i < 3 && kind == BURL__RHOMBILLE; i++) add_corners(p, 60 * i, 4, rhomb[i]);
}

/* Pentagons in fours, which share a bar of half a unit. */
static void pave_cairo(burl__paving *p) {
  static const double pentagon[4][5][2] = {{{0.25, 0}, {0.5, -0.5}, {1, -0.25}, {1, 0.25}, {0.5, 0.5}},
                                           {{0, -0.75}, {0.5, -0.5}, {0.25, 0}, {-0.25, 0}, {-0.5, -0.5}},
                                           {{1.75, 0}, {1.5, 0.5}, {1, 0.25}, {1, -0.25}, {1.5, -0.5}},
                                           {{0, 0.75}, {-0.5, 0.5}, {-0.25, 0}, {0.25, 0}, {0.5, 0.5}}};
  set_steps(p, 1, 1, 1, -1);
  set_keys(p, 1, 1, 1, -1);
  for (int i = 0; i < 4; i++) add_corners(p, 90 * i, 5, pentagon[i]);
}

/* ---- Copies ---------------------------------------------------------------------------------------- */

static double moved(const burl__paving *p, const burl__copy *copy, int axis) {
  return p->step[0][axis] * copy->steps[0] + p->step[1][axis] * copy->steps[1];
}

burl__stone_side burl__side_of(const burl__paving *p, const burl__copy *copy, int side) {
  const burl__stone *const stone = &p->stone[copy->stone];
  const int next = (side + 1) % stone->sides;
  const double x = stone->x[side], y = stone->y[side];
  const double along_x = stone->x[next] - x, along_y = (stone->y[next] - y) * p->row;
  const double length = sqrt(along_x * along_x + along_y * along_y), a = -along_y / length,
               b = along_x / length * p->row;
  return (burl__stone_side){a, b, -(a * (x + moved(p, copy, 0)) + b * (y + moved(p, copy, 1)))};
}

void burl__corner_of(const burl__paving *p, const burl__copy *copy, int side, double *cosine, double *sine) {
  const burl__stone_side s = burl__side_of(p, copy, side);
  const burl__stone_side t = burl__side_of(p, copy, (side + 1) % p->stone[copy->stone].sides);
  *cosine = -(s.a * t.a + s.b * t.b / (p->row * p->row));
  *sine = fabs(s.a * t.b - s.b * t.a) / p->row;
}

static double inside(const burl__stone_side *s, double x, double y) { return s->a * x + s->b * y + s->c; }

/* Whether a copy and the cell, a stone of its own, overlap: neither has a side that has all of the other outside. */
static int overlap(const burl__paving *p, const burl__copy *copy, const burl__paving *cell) {
  const burl__paving *const of[2] = {p, cell};
  const burl__copy whole = {0, {0, 0}}, *const at[2] = {copy, &whole};
  for (int k = 0; k < 2; k++) {
    const burl__stone *const other = &of[1 - k]->stone[at[1 - k]->stone];
    for (int i = 0; i < of[k]->stone[at[k]->stone].sides; i++) {
      const burl__stone_side side = burl__side_of(of[k], at[k], i);
      double most = -1;
      for (int j = 0; j < other->sides; j++)
        most = fmax(most, inside(&side, other->x[j] + moved(of[1 - k], at[1 - k], 0),
                                 other->y[j] + moved(of[1 - k], at[1 - k], 1)));
      if (most <= NEAR) return 0;
    }
  }
  return 1;
}

/* Of steps by up to `far`; whether all fit. */
static int find_copies(burl__paving *p, int far) {
  burl__paving cell = *p;
  const double *const a = p->step[0], *const b = p->step[1];
  const int turns = a[0] * b[1] - a[1] * b[0] < 0; /* the cell's corners are to go counterclockwise */
  cell.stones = 0;
  burl__stone *const stone = add_stone(&cell, 0);
  add_corner(stone, 0, 0);
  if (turns) add_corner(stone, b[0], b[1]);
  else add_corner(stone, a[0], a[1]);
  add_corner(stone, a[0] + b[0], a[1] + b[1]);
  if (turns) add_corner(stone, a[0], a[1]);
  else add_corner(stone, b[0], b[1]);
  p->copies = 0;
  for (int i = 0; i < p->stones; i++)
    for (int u = -far; u <= far; u++)
      for (int v = -far; v <= far; v++) {
        const burl__copy copy = {i, {u, v}};
        if (!overlap(p, &copy, &cell)) continue;
        if (p->copies == BURL__MOST_COPIES) return 0;
        p->copy[p->copies++] = copy;
      }
  return 1;
}

int burl__pave(burl__paving_kind kind, double ratio, double offset, burl__paving *to) {
  const int is_whole = ratio == floor(ratio);
  memset(to, 0, sizeof *to);
  to->row = 1;
  set_keys(to, 1, 0, 0, 1);
  switch (kind) {
  case BURL__STACK: pave_rows(to, ratio, 0); break;
  case BURL__RUNNING: pave_rows(to, ratio, offset); break;
  case BURL__ENGLISH: pave_english(to, ratio); break;
  case BURL__FLEMISH: pave_flemish(to, ratio); break;
  case BURL__HERRINGBONE:
    if (ratio < 1) return 0;
    pave_herringbone(to, ratio);
    break;
  case BURL__BASKETWEAVE:
    if (!is_whole || ratio < 2 || ratio > BURL__MOST_STONES / 2) return 0;
    pave_basketweave(to, (int)ratio);
    break;
  case BURL__PINWHEEL:
    if (ratio <= 1) return 0;
    pave_pinwheel(to, ratio);
    break;
  case BURL__HEXAGON:
  case BURL__TRIANGLE:
  case BURL__RHOMBILLE: pave_by_threes(to, kind); break;
  case BURL__CAIRO: pave_cairo(to); break;
  }
  return find_copies(to, kind == BURL__HERRINGBONE ? 2 + (int)ratio : 4);
}

burl__axes burl__axes_of_copy(const burl__paving *p, const burl__copy *copy) {
  static const double cosines[12] = {1,  0.86602540378443864676,  0.5,  0, -0.5, -0.86602540378443864676,
                                     -1, -0.86602540378443864676, -0.5, 0, 0.5,  0.86602540378443864676};
  const burl__stone *const stone = &p->stone[copy->stone];
  const int turn = (int)(stone->angle / 30) % 12;
  burl__axes to = {{0, 0}, cosines[turn], cosines[(turn + 9) % 12], {0, 0}};
  for (int i = 0; i < stone->sides; i++) {
    to.middle[0] += stone->x[i] / stone->sides;
    to.middle[1] += stone->y[i] / stone->sides;
  }
  for (int i = 0; i < stone->sides; i++) {
    const double x = stone->x[i] - to.middle[0], y = (stone->y[i] - to.middle[1]) * p->row;
    to.most[0] = fmax(to.most[0], fabs(to.cosine * x + to.sine * y));
    to.most[1] = fmax(to.most[1], fabs(to.cosine * y - to.sine * x));
  }
  for (int a = 0; a < 2; a++) to.middle[a] += moved(p, copy, a);
  return to;
}

double burl__paving_period(const burl__paving *p, int axis) {
  enum { MOST = 48 };
  double least = 0;
  for (int u = -MOST; u <= MOST; u++)
    for (int v = -MOST; v <= MOST; v++) {
      const double along = p->step[0][axis] * u + p->step[1][axis] * v;
      const double aside = p->step[0][1 - axis] * u + p->step[1][1 - axis] * v;
      if (fabs(aside) < NEAR && along > NEAR && (least == 0 || along < least)) least = along;
    }
  return least;
}

/* ---- Measures -------------------------------------------------------------------------------------- */

/* The place that is equally far inside of three sides, and how far; 0: there is none. */
static int between(const burl__stone_side s[3], double *x, double *y, double *depth) {
  /* a·x + b·y − d = −c, for each: solved by Cramer's rule. */
  double m[3][4], det[4];
  for (int i = 0; i < 3; i++) m[i][0] = s[i].a, m[i][1] = s[i].b, m[i][2] = -1, m[i][3] = -s[i].c;
  for (int k = 0; k < 4; k++) {
    double n[3][3];
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) n[i][j] = m[i][k < 3 && j == k ? 3 : j];
    det[k] = n[0][0] * (n[1][1] * n[2][2] - n[1][2] * n[2][1]) - n[0][1] * (n[1][0] * n[2][2] - n[1][2] * n[2][0]) +
             n[0][2] * (n[1][0] * n[2][1] - n[1][1] * n[2][0]);
  }
  if (fabs(det[3]) < NEAR) return 0;
  *x = det[0] / det[3], *y = det[1] / det[3], *depth = det[2] / det[3];
  return 1;
}

static double depth_of_stone(const burl__paving *p, int stone) {
  const burl__copy copy = {stone, {0, 0}};
  const int sides = p->stone[stone].sides;
  double most = 0;
  for (int i = 0; i < sides; i++)
    for (int j = 0; j < i; j++)
      for (int k = 0; k < j; k++) {
        const burl__stone_side three[3] = {burl__side_of(p, &copy, i), burl__side_of(p, &copy, j),
                                           burl__side_of(p, &copy, k)};
        double x, y, depth;
        if (!between(three, &x, &y, &depth)) continue;
        int is_least = 1;
        for (int l = 0; l < sides; l++) {
          const burl__stone_side other = burl__side_of(p, &copy, l);
          is_least &= inside(&other, x, y) >= depth - NEAR;
        }
        if (is_least) most = fmax(most, depth);
      }
  return most;
}

double burl__deepest(const burl__paving *p) {
  double most = 0;
  for (int i = 0; i < p->stones; i++) most = fmax(most, depth_of_stone(p, i));
  return most;
}

/* A side gets shorter by the cotangents of half the angles at its ends. */
double burl__most_inset(const burl__paving *p) {
  double least = 1e9;
  for (int i = 0; i < p->stones; i++)
    for (int k = 0; k < p->stone[i].sides; k++) {
      const burl__copy copy = {i, {0, 0}};
      const burl__stone *const s = &p->stone[i];
      const int next = (k + 1) % s->sides, before = (k + s->sides - 1) % s->sides;
      double cosine[2], sine[2];
      burl__corner_of(p, &copy, before, &cosine[0], &sine[0]);
      burl__corner_of(p, &copy, k, &cosine[1], &sine[1]);
      const double x = s->x[next] - s->x[k], y = (s->y[next] - s->y[k]) * p->row, length = sqrt(x * x + y * y);
      const double shrinks = (1 + cosine[0]) / sine[0] + (1 + cosine[1]) / sine[1];
      least = fmin(least, length / shrinks);
    }
  return least;
}
