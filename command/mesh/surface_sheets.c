/* Which sheets a surface has in a cell, by what corners are inside alone.  On each face the crossed edges are linked in
 * pairs, and edges that are linked by some way are of one sheet: a loop.  Where a face is crossed four times, two
 * neighbours have to link alike; linking around the inner corners, two single sheets may meet along both links (case 16
 * and case 19 of G. Nielson, "Dual Marching Cubes", 2004, side by side), and there it is done around the outer ones. */
#include "mesh/surface_cells.h"

int surface_edge_axis(int edge) { return edge / 4; }

int surface_edge_corner(int edge) {
  const int axis = edge / 4, next = (axis + 1) % 3, last = (axis + 2) % 3;
  return (edge & 1) << next | (edge >> 1 & 1) << last;
}

/* The edge between two corners of a cell. */
static int edge_between(int a, int b) {
  const int axis = (a ^ b) >> 1, first = a & b;
  return 4 * axis + (first >> (axis + 1) % 3 & 1) + 2 * (first >> (axis + 2) % 3 & 1);
}

/* The corners around a face. */
static void corners_of(int face, int corner[4]) {
  const int axis = face / 2, next = 1 << (axis + 1) % 3, last = 1 << (axis + 2) % 3, side = (face & 1) << axis;
  corner[0] = side, corner[1] = side | next, corner[2] = side | next | last, corner[3] = side | last;
}

static int is_inside(unsigned inside, int corner) { return (int)(inside >> corner & 1); }

static int crossings_of(unsigned inside, const int corner[4]) {
  int count = 0;
  for (int i = 0; i < 4; i++) count += is_inside(inside, corner[i]) != is_inside(inside, corner[(i + 1) % 4]);
  return count;
}

static void link_edges(unsigned char *sheet, int a, int b) {
  const unsigned char from = sheet[a] > sheet[b] ? sheet[a] : sheet[b], to = sheet[a] > sheet[b] ? sheet[b] : sheet[a];
  for (int e = 0; e < SURFACE_EDGES; e++)
    if (sheet[e] == from) sheet[e] = to;
}

/* Links the edges beside each corner of the face that is of that kind; of two crossings only those. */
static void link_face(unsigned inside, const int corner[4], int crossings, int kind, unsigned char *sheet) {
  int first = -1;
  for (int i = 0; i < 4; i++) {
    const int before = corner[(i + 3) % 4], here = corner[i], behind = corner[(i + 1) % 4];
    if (crossings == 4 && is_inside(inside, here) == kind)
      link_edges(sheet, edge_between(before, here), edge_between(here, behind));
    if (crossings != 2 || is_inside(inside, here) == is_inside(inside, behind)) continue;
    if (first < 0) first = edge_between(here, behind);
    else link_edges(sheet, first, edge_between(here, behind));
  }
}

/* The sheets' numbers rise with their first edges. */
static int count_sheets(unsigned char *sheet) {
  int count = 0;
  for (int e = 0; e < SURFACE_EDGES; e++)
    if (sheet[e] == e) {
      for (int other = e; other < SURFACE_EDGES; other++)
        if (sheet[other] == e && other != e) sheet[other] = (unsigned char)(count + SURFACE_EDGES);
      sheet[e] = (unsigned char)(count++ + SURFACE_EDGES);
    }
  for (int e = 0; e < SURFACE_EDGES; e++)
    if (sheet[e] != SURFACE_NO_SHEET) sheet[e] = (unsigned char)(sheet[e] - SURFACE_EDGES);
  return count;
}

static int find_sheets(unsigned inside, int joined, unsigned char sheet[SURFACE_EDGES]) {
  for (int e = 0; e < SURFACE_EDGES; e++) {
    const int first = surface_edge_corner(e), last = first | 1 << surface_edge_axis(e);
    sheet[e] = is_inside(inside, first) != is_inside(inside, last) ? (unsigned char)e : SURFACE_NO_SHEET;
  }
  for (int face = 0; face < 6; face++) {
    int corner[4];
    corners_of(face, corner);
    link_face(inside, corner, crossings_of(inside, corner), joined != face + 1, sheet);
  }
  return count_sheets(sheet);
}

void surface_fill_table(surface_table *table) {
  for (int joined = 0; joined < SURFACE_JOINED; joined++)
    for (unsigned inside = 0; inside < 256; inside++)
      table->count[joined][inside] = (unsigned char)find_sheets(inside, joined, table->sheet[joined][inside]);
}

/* Whether the face is crossed four times, by a single sheet. */
static int is_single(const surface_table *table, unsigned inside, int face) {
  const unsigned char *const sheet = table->sheet[0][inside];
  int corner[4], edge[4], is_one = 1;
  corners_of(face, corner);
  for (int i = 0; i < 4; i++) edge[i] = edge_between(corner[i], corner[(i + 1) % 4]);
  for (int i = 0; i < 4; i++) is_one &= sheet[edge[i]] != SURFACE_NO_SHEET && sheet[edge[i]] == sheet[edge[0]];
  return is_one;
}

int surface_meets_twice(const surface_table *table, unsigned inside, unsigned next_inside, int axis) {
  return is_single(table, inside, 2 * axis + 1) && is_single(table, next_inside, 2 * axis);
}
