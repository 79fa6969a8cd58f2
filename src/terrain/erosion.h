/* What erode() knows of its ground while it is solved, for the files that work on it: erode.c has the steps and the
 * lattices, sediment.c what rivers do with what they carry. */
#ifndef BURL_TERRAIN_EROSION_H
#define BURL_TERRAIN_EROSION_H

#include "terrain/gather.h"
#include "terrain/process.h"

/* What has moved in all steps, in cubic units: gained = raised + filled + crept - left, but for the rounding of heights
 * to floats. */
typedef struct {
  double gained; /* by all cells that are free to move */
  double raised; /* by uplift */
  double filled; /* what hollows were filled with, which comes from nowhere */
  double left;   /* what rivers took to the sea and to the lattice's edge */
  double crept;  /* by creep: over the edge, and to and from the sea */
  double moved;  /* the sum of what each cell gained or lost by rivers in each step */
  int passes;    /* the most that a step took to tell which slopes slide */
} burl__moved;

/* A lattice of the pyramid, and what is known of its nodes, which are called cells. */
typedef struct {
  burl__ground ground;
  int number;         /* its nodes are 2^number of the finest ones apart */
  double done, share; /* of all work: what coarser levels did, and its own */
  float *height, *uplift, *k, *talus;
  float *sediment; /* how thick it lies; NULL: nobody asks.  What is below it is bedrock, */
  float *unworn;   /* which would be here if none had worn away; NULL: nobody asks */
  float *filled;   /* how much hollows were filled up; NULL: nobody asks */
  float *rain;     /* NULL: it rains the same everywhere, even_rain */
  double even_rain;
  int is_quiet;            /* whether these are the last years, in which the base rises in place of the ground */
  double base_rise;        /* how fast: it is the ground that sinks */
  float base;              /* the height of the sea */
  double m;                /* the power of the area that drains through a cell */
  double deposit;          /* how readily what rivers carry settles */
  uint32_t *order;         /* all cells, each behind those that flow into it */
  uint32_t *count;         /* how many cells drain through each */
  float *flow;             /* in the same memory, where rain is uneven: in cells of rain 1 */
  float *spare;            /* in the same memory: heights for a moment */
  unsigned char *waiting;  /* how many that flow into a cell have no place in the order yet */
  unsigned char *receiver; /* the direction in which a cell flows; BURL__STAYS: its height is given */
  signed char (*place)[2]; /* how far the node is moved: in 127ths of 0.35 of an interval */
  double *risen;           /* where there is deposit: heights before rivers work, and after */
  double (*carried)[2];    /* and what burl__settle needs meanwhile */
  double *cut;             /* in units of fall, how much the river of each cell cuts in a step */
  double creep;            /* the diffusivity of soil */
  double *line;            /* where there is creep: the memory of burl__creep for a line */
  burl__moved *moved;      /* counted where it isn't NULL */
} burl__erosion;

/* How far a node is moved along an axis, in intervals. */
static inline double burl__node_offset(signed char place) { return 0.35 / 127 * place; }

/* How far the node of a neighbour is from a cell's along an axis, in intervals. */
static inline double burl__node_step(const burl__erosion *l, int axis, int64_t cell, int64_t beside, int direction) {
  const int step = axis == 0 ? burl__around_x[direction] : burl__around_y[direction];
  return step + burl__node_offset(l->place[beside][axis]) - burl__node_offset(l->place[cell][axis]);
}

/* How far the nodes of a cell and its neighbour are apart, and the square of that. */
static inline double burl__nodes_apart_squared(const burl__erosion *l, int64_t cell, int64_t beside, int direction) {
  const double x = burl__node_step(l, 0, cell, beside, direction), y = burl__node_step(l, 1, cell, beside, direction);
  return x * x * l->ground.dx * l->ground.dx + y * y * l->ground.dy * l->ground.dy;
}

static inline double burl__nodes_apart(const burl__erosion *l, int64_t cell, int64_t beside, int direction) {
  return sqrt(burl__nodes_apart_squared(l, cell, beside, direction));
}

/* Whether a cell's height is given: in the sea, and where the ground ends. */
static inline int burl__keeps_height(const burl__erosion *l, int64_t cell) {
  return !(l->height[cell] > l->base) || burl__ends_beside(&l->ground, l->height, cell);
}

/* base^m by square roots alone, m to eight binary places: the same bits everywhere. */
static inline double burl__root_power(double base, double m) {
  const int places = (int)(m * 256 + 0.5);
  double power = 1, root = base;
  for (int bit = 128; places & (2 * bit - 1); bit /= 2) {
    root = sqrt(root);
    if (places & bit) power *= root;
  }
  return places & 256 ? power * base : power;
}

/* What drains through a cell, in cells of rain 1. */
static inline double burl__flow_through(const burl__erosion *l, int64_t cell) {
  return l->rain ? (double)l->flow[cell] : (double)l->count[cell] * l->even_rain;
}

/* How fast a cell's river cuts per unit of fall, in so many years: k · years · area^m / way. */
static inline double burl__cutting(const burl__erosion *l, int64_t cell, double way, double years) {
  const double area = burl__flow_through(l, cell) * fabs(l->ground.dx * l->ground.dy);
  return (double)l->k[cell] * years * burl__root_power(area, l->m) / way;
}

/* The height to which water falls where the receiver is sea: its surface. */
static inline double burl__above_sea(const burl__erosion *l, int64_t cell) {
  return (double)(l->height[cell] > l->base ? l->height[cell] : l->base);
}

/* Ground has risen by so much, or sunk, other than by uplift: what is added is sediment, and of what is taken sediment
 * comes first, then bedrock. */
static inline void burl__change_sediment(const burl__erosion *l, int64_t cell, double change) {
  const double sediment = l->sediment ? (double)l->sediment[cell] + change : 0;
  if (l->sediment) l->sediment[cell] = sediment > 0 ? (float)sediment : 0;
}

/* ---- nodes.c ------------------------------------------------------------------------------------- */

/* Moves the nodes by chance, which depends on their numbers alone. */
void burl__place_nodes(burl__erosion *l);

/* Heights of the moved nodes, or what lies on them, read at the lattice's own places: what the planes through their
 * neighbours have there, but for cells that stay (BURL__STAYS), and where the plane isn't above `least`. */
void burl__read_nodes(const burl__erosion *l, const float *heights, float least, float *to);

/* ---- sediment.c ---------------------------------------------------------------------------------- */

enum { BURL__MOST_PASSES = 12 };

/* Rivers cut for so many years, and lay down what they carry: from heights that have risen, l->risen, to new ones, in
 * their place.  Returns how many passes it took, more than BURL__MOST_PASSES where these didn't suffice. */
int burl__settle(burl__erosion *l, double years);

/* ---- erode.c ------------------------------------------------------------------------------------- */

/* The process, which counts into `moved` unless it is NULL. */
void burl__erode(const burl__process_call *call, float *heights, burl__moved *moved);

#endif
