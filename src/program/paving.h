/* The geometry of paving(): stones that cover the plane, again and again by two steps.  A step is a vector of the
 * lattice; lengths along y are `row` times as much as the coordinate, so that hexagons count whole rows. */
#ifndef BURL_PROGRAM_PAVING_H
#define BURL_PROGRAM_PAVING_H

typedef enum {
  BURL__STACK,
  BURL__RUNNING,
  BURL__ENGLISH,
  BURL__FLEMISH,
  BURL__HERRINGBONE,
  BURL__BASKETWEAVE,
  BURL__PINWHEEL,
  BURL__HEXAGON,
  BURL__TRIANGLE,
  BURL__RHOMBILLE,
  BURL__CAIRO
} burl__paving_kind;

enum { BURL__MOST_SIDES = 6, BURL__MOST_STONES = 16, BURL__MOST_COPIES = 48 };

/* A convex polygon, counterclockwise where y rises; by how many degrees, a multiple of 30, its own axes are turned. */
typedef struct {
  int sides;
  double x[BURL__MOST_SIDES], y[BURL__MOST_SIDES], angle;
} burl__stone;

/* A stone, moved by whole numbers of steps. */
typedef struct {
  int stone, steps[2];
} burl__copy;

typedef struct {
  double step[2][2]; /* two vectors, x and y of each */
  int key[2][2]; /* whole numbers for steps: of a copy, key[a][0]*steps[0] + key[a][1]*steps[1] tell it apart, and */
                 /* rise along axis a alone */
  double row;
  int stones, copies;
  burl__stone stone[BURL__MOST_STONES];
  burl__copy copy[BURL__MOST_COPIES]; /* those that the first cell, 0 to 1 of each step, has a part of */
} burl__paving;

/* A kind, the ratio of length to height of its bricks, and by how much of a brick the next row begins further on.
 * 0: the kind has no stones of that ratio. */
int burl__pave(burl__paving_kind kind, double ratio, double offset, burl__paving *to);

/* A side as a·x + b·y + c, how far inside of it a place is, in lengths. */
typedef struct {
  double a, b, c;
} burl__stone_side;
burl__stone_side burl__side_of(const burl__paving *p, const burl__copy *copy, int side);
/* The cosine and the sine of the angle within the stone between a side and the next. */
void burl__corner_of(const burl__paving *p, const burl__copy *copy, int side, double *cosine, double *sine);
/* The middle of a copy's corners, the cosine and the sine of how far it is turned, and how far from the middle it
 * reaches at most along its own axes, in lengths. */
typedef struct {
  double middle[2], cosine, sine, most[2];
} burl__axes;
burl__axes burl__axes_of_copy(const burl__paving *p, const burl__copy *copy);
/* After how far the stones repeat along an axis; 0: not within a few dozen steps. */
double burl__paving_period(const burl__paving *p, int axis);
/* How far inside of all sides any place of any stone is at most; and how far all sides of all stones can be moved in
 * before a side vanishes. */
double burl__deepest(const burl__paving *p);
double burl__most_inset(const burl__paving *p);

#endif
