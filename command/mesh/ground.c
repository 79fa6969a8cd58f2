/* The triangles of mesh_of_heights().
 *
 * A right-angled triangle with two equal legs is halved at the middle of its longest side.  The grid begins as
 * squares, as large as powers of 2 allow, of two triangles each.  Whether a triangle is halved is said by the node at
 * the middle of its longest side, which the triangle on the other side shares: so both are, and there are no cracks.
 * That node needs the right angles of both triangles to be corners, as these are where their parents are halved.
 *
 * With s a power of 2, the middles of longest sides are the nodes that are multiples of s but not of 2 s: where one
 * index is an even multiple, the longest side runs along the other axis and is 2 s long, and the triangles have their
 * right angles s beside it; where both are odd, it is the diagonal of a square of side 2 s, between those corners
 * whose indices in units of 2 s have an even sum. */
#include "mesh/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HALVED = 1, SEEN = 2 };

typedef struct {
  int x, y;
} node;

typedef struct {
  const mesh_heights *from;
  double error;
  int largest;           /* the side of the squares */
  unsigned char *halves; /* [rows][columns]: HALVED, where triangles are, and SEEN, what is counted as too far */
  uint32_t *vertex;      /* the same: 1 + the number of the corner there; 0: there is none */
  mesh_ground *ground;
  int64_t node_room, triangle_room;
} network;

static int64_t number_of(const network *n, node p) { return (int64_t)p.y * n->from->columns + p.x; }

static double height_at(const network *n, node p) { return (double)n->from->height[number_of(n, p)]; }

static node middle_of(node a, node b) { return (node){(a.x + b.x) / 2, (a.y + b.y) / 2}; }

static int is_within(const network *n, node p) {
  return p.x >= 0 && p.y >= 0 && p.x < n->from->columns && p.y < n->from->rows;
}

/* ---- How far samples are from a triangle ---------------------------------------------------------- */

/* What a triangle is like: how far the farthest sample is from it, how many are farther than the error, how many aren't
 * numbers, how many there are. */
typedef struct {
  double most;
  int64_t beyond, holes, count;
} fit;

static void take_column(int x, int *first, int *last) {
  *first = x < *first ? x : *first;
  *last = x > *last ? x : *last;
}

/* The first and the last column of a row within a triangle, whose sides lie along an axis or a diagonal. */
static void row_within(const node corner[3], int y, int *first, int *last) {
  *first = INT32_MAX, *last = INT32_MIN;
  for (int i = 0; i < 3; i++) {
    const node a = corner[i], b = corner[(i + 1) % 3];
    if ((y < a.y && y < b.y) || (y > a.y && y > b.y)) continue;
    const int step = a.y == b.y ? 0 : (b.x - a.x) / abs(b.y - a.y);
    take_column(a.x + step * abs(y - a.y), first, last);
    if (a.y == b.y) take_column(b.x, first, last);
  }
}

/* How samples lie to the triangle.  With marks those that are too far count once, whatever triangles share them;
 * without, once one is, or some aren't numbers and some are, the rest don't matter. */
static fit fit_of(const network *n, const node corner[3], unsigned char *marks) {
  const node a = corner[0], b = corner[1], c = corner[2];
  const double ha = height_at(n, a), hb = height_at(n, b), hc = height_at(n, c);
  const double area = (double)(b.x - a.x) * (c.y - a.y) - (double)(c.x - a.x) * (b.y - a.y);
  const double along = ((hb - ha) * (c.y - a.y) - (hc - ha) * (b.y - a.y)) / area;
  const double across = ((hc - ha) * (b.x - a.x) - (hb - ha) * (c.x - a.x)) / area;
  const int top = a.y < b.y ? (a.y < c.y ? a.y : c.y) : b.y < c.y ? b.y : c.y;
  const int bottom = a.y > b.y ? (a.y > c.y ? a.y : c.y) : b.y > c.y ? b.y : c.y;
  fit f = {0};
  for (int y = top; y <= bottom; y++) {
    int first, last;
    row_within(corner, y, &first, &last);
    const float *const row = n->from->height + (int64_t)y * n->from->columns;
    const double level = ha + across * (y - a.y) - along * a.x;
    f.count += last - first + 1;
    for (int x = first; x <= last; x++) {
      const double away = fabs((double)row[x] - (level + along * x));
      f.holes += isnan(row[x]);
      if (away > n->error) {
        unsigned char *const mark = marks ? &marks[number_of(n, (node){x, y})] : NULL;
        f.beyond += !mark || !(*mark & SEEN);
        if (mark) *mark |= SEEN;
      }
      if (away > f.most) f.most = away;
    }
    if (!marks && (f.beyond || (f.holes && f.holes < f.count))) break;
  }
  return f;
}

/* Whether a triangle's samples need it to be halved: some are too far from it, or some are holes. */
static int is_too_coarse(const network *n, const node corner[3]) {
  const fit f = fit_of(n, corner, NULL);
  return f.beyond || (f.holes && f.holes < f.count);
}

/* ---- Where triangles are halved ------------------------------------------------------------------- */

/* The ends of the longest side that has its middle here, and the right angles on both sides of it: of a diagonal, the
 * second one at the left, where y grows upwards. */
static void triangles_at(node m, int s, node end[2], node angle[2]) {
  const int odd_x = m.x / s % 2, odd_y = m.y / s % 2;
  if (odd_x && odd_y) {
    const int rises =
        ((m.x - s) / (2 * s) + (m.y - s) / (2 * s)) % 2; /* else it is the diagonal from the first corner */
    end[0] = (node){m.x - s, rises ? m.y + s : m.y - s}, end[1] = (node){m.x + s, rises ? m.y - s : m.y + s};
    angle[0] = (node){rises ? m.x - s : m.x + s, m.y - s}, angle[1] = (node){rises ? m.x + s : m.x - s, m.y + s};
  } else {
    const int x = odd_x ? s : 0, y = odd_y ? s : 0;
    end[0] = (node){m.x - x, m.y - y}, end[1] = (node){m.x + x, m.y + y};
    angle[0] = (node){m.x + y, m.y - x}, angle[1] = (node){m.x - y, m.y + x};
  }
}

static void decide_at(network *n, node m, int s) {
  node end[2], angle[2];
  unsigned char *const halves = &n->halves[number_of(n, m)];
  triangles_at(m, s, end, angle);
  for (int side = 0; side < 2 && !*halves; side++) {
    const node corner[3] = {end[0], end[1], angle[side]};
    if (is_within(n, angle[side])) *halves = (unsigned char)is_too_coarse(n, corner);
  }
  for (int side = 0; side < 2 && *halves; side++)
    if (is_within(n, angle[side])) n->halves[number_of(n, angle[side])] = 1;
}

/* From the smallest triangles on: those with their longest side along an axis, then those with a diagonal. */
static void decide(network *n) {
  for (int s = n->from->unit; s <= n->largest / 2; s *= 2)
    for (int diagonal = 0; diagonal < 2; diagonal++)
      for (int y = 0; y < n->from->rows; y += s)
        for (int x = 0; x < n->from->columns; x += s)
          if (x / s % 2 + y / s % 2 == 1 + diagonal) decide_at(n, (node){x, y}, s);
}

/* ---- Triangles ------------------------------------------------------------------------------------ */

/* Makes room for one more in a list; NULL: out of memory, and the list is as it was. */
static void *grown(void *list, int64_t count, int64_t *room, size_t size) {
  if (count < *room) return list;
  const int64_t more = *room ? 2 * *room : 1024;
  void *const larger = realloc(list, (size_t)more * size);
  if (larger) *room = more;
  return larger;
}

static int add_vertex(network *n, node p, uint32_t *number) {
  mesh_ground *const g = n->ground;
  uint32_t *const known = &n->vertex[number_of(n, p)];
  if (!*known) {
    int64_t *const nodes = grown(g->node, g->node_count, &n->node_room, sizeof *g->node);
    if (!nodes) return -1;
    g->node = nodes;
    g->node[g->node_count++] = number_of(n, p);
    *known = (uint32_t)g->node_count;
  }
  *number = *known - 1;
  return 0;
}

/* A triangle, unless it has a hole for a corner. */
static int add_triangle(network *n, const node corner[3]) {
  mesh_ground *const g = n->ground;
  const fit f = fit_of(n, corner, n->halves);
  for (int i = 0; i < 3; i++)
    if (isnan(height_at(n, corner[i]))) return 0;
  uint32_t(*const list)[3] = grown(g->triangle, g->triangle_count, &n->triangle_room, sizeof *g->triangle);
  if (!list) return -1;
  g->triangle = list;
  g->beyond += f.beyond;
  g->deviation = fmax(g->deviation, f.most);
  for (int i = 0; i < 3; i++)
    if (add_vertex(n, corner[i], &g->triangle[g->triangle_count][i]) != 0) return -1;
  g->triangle_count++;
  return 0;
}

/* A triangle, or what it is halved into: from one end of its longest side to the other, then its right angle. */
static int add_halves(network *n, node from, node to, node angle) {
  const node m = middle_of(from, to), corner[3] = {from, to, angle};
  const int side = abs(to.x - from.x) > abs(to.y - from.y) ? abs(to.x - from.x) : abs(to.y - from.y);
  if (side < 2 * n->from->unit || !(n->halves[number_of(n, m)] & HALVED)) return add_triangle(n, corner);
  return add_halves(n, angle, from, m) != 0 ? -1 : add_halves(n, to, angle, m);
}

static int add_square(network *n, int x, int y) {
  const int s = n->largest / 2;
  node end[2], angle[2];
  triangles_at((node){x + s, y + s}, s, end, angle);
  return add_halves(n, end[0], end[1], angle[1]) != 0 ? -1 : add_halves(n, end[1], end[0], angle[0]);
}

static int add_squares(network *n) {
  mesh_ground *const g = n->ground;
  const int across = (n->from->columns - 1) / n->largest, down = (n->from->rows - 1) / n->largest;
  g->square = n->largest, g->across = across;
  g->begin = calloc((size_t)across * (size_t)down + 1, sizeof *g->begin);
  for (int64_t i = 0; i < (int64_t)across * down && g->begin; i++) {
    if (add_square(n, (int)(i % across) * n->largest, (int)(i / across) * n->largest) != 0) return -1;
    g->begin[i + 1] = g->triangle_count;
  }
  return g->begin ? 0 : -1;
}

/* The largest power of 2 that divides both sides. */
static int largest_square(const mesh_heights *from) {
  int side = 1;
  if (from->square) return from->square;
  while ((from->columns - 1) % (2 * side) == 0 && (from->rows - 1) % (2 * side) == 0) side *= 2;
  return side;
}

int mesh_of_heights(const mesh_heights *from, double error, mesh_ground *ground) {
  const size_t nodes = (size_t)from->columns * (size_t)from->rows;
  network n = {.from = from, .error = error, .largest = largest_square(from), .ground = ground};
  *ground = (mesh_ground){0};
  n.halves = calloc(nodes, 1);
  n.vertex = calloc(nodes, sizeof *n.vertex);
  int code = n.halves && n.vertex ? 0 : -1;
  if (!code) {
    for (size_t i = 0; i < nodes; i++) ground->holes += isnan(from->height[i]);
    decide(&n);
    code = add_squares(&n);
  }
  free(n.halves), free(n.vertex);
  return code;
}

/* ---- Parts ---------------------------------------------------------------------------------------- */

/* Copies the triangles of the squares between two nodes, where there is room; how many they are. */
static int64_t take_squares(const mesh_ground *all, const int first[2], const int last[2], uint32_t (*to)[3]) {
  int64_t count = 0;
  for (int row = first[1] / all->square; row < last[1] / all->square; row++) {
    const int64_t *const begin = all->begin + (int64_t)row * all->across, from = begin[first[0] / all->square],
                         some = begin[last[0] / all->square] - from;
    if (to && some) memcpy(to[count], all->triangle[from], (size_t)some * sizeof *to);
    count += some;
  }
  return count;
}

/* The corners of a part, from those of all; number: of each corner of all 1 + its number in the part, 0 at first. */
static void take_corners(const mesh_ground *all, uint32_t *number, mesh_ground *part) {
  for (int64_t i = 0; i < 3 * part->triangle_count; i++) {
    uint32_t *const corner = &part->triangle[i / 3][i % 3];
    if (!number[*corner]) {
      part->node[part->node_count++] = all->node[*corner];
      number[*corner] = (uint32_t)part->node_count;
    }
    *corner = number[*corner] - 1;
  }
}

int mesh_ground_part(const mesh_ground *all, const int first[2], const int last[2], mesh_ground *part) {
  const int64_t count = take_squares(all, first, last, NULL);
  *part = (mesh_ground){.triangle_count = count};
  uint32_t *const number = calloc((size_t)all->node_count + 1, sizeof *number);
  part->triangle = malloc(((size_t)count + 1) * sizeof *part->triangle);
  part->node = malloc((3 * (size_t)count + 1) * sizeof *part->node);
  const int code = number && part->triangle && part->node ? 0 : -1;
  if (!code) take_squares(all, first, last, part->triangle), take_corners(all, number, part);
  free(number);
  return code;
}

void mesh_ground_free(mesh_ground *ground) { free(ground->node), free(ground->triangle), free(ground->begin); }
