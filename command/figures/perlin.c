/* The figures of gradient noise: a point among the corners of its cell, and how they decide. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "figures/figures.h"
#include "figures/lattice.h"
#include "figures/octaves.h"
#include "figures/space.h"

/* The cell of the figures, and the point in it. */
#define NOISE "perlin(gradients: circle, seed: 12, raw: 1)"
enum { CELL_X = 3, CELL_Y = 2 };
static const double at_u = 0.62, at_v = 0.36;

static plot_style middle(plot_font font, plot_tone tone, double size) {
  return (plot_style){PLOT_MIDDLE, font, tone, size};
}

/* ---- The cell ------------------------------------------------------------------------------------- */

/* A cell on the page: its left upper corner and its side. */
typedef struct {
  double x, y, side;
} square;

static void draw_square(plot_page *page, const square *s) {
  plot_box(page, (const double[]){s->x, s->y, s->side, s->side}, TONE_SOFT, 1);
}

static void corner_at(const square *s, int corner, double xy[2]) {
  xy[0] = s->x + s->side * (corner & 1);
  xy[1] = s->y + s->side * (corner >> 1);
}

static void draw_corner_dots(plot_page *page, const square *s) {
  for (int corner = 0; corner < 4; corner++) {
    double xy[2];
    corner_at(s, corner, xy);
    plot_dot(page, xy[0], xy[1], 3.4, TONE_PAPER, TONE_INK);
  }
}

static void draw_point(plot_page *page, const square *s) {
  plot_dot(page, s->x + at_u * s->side, s->y + at_v * s->side, 4, TONE_ACCENT, TONE_PAPER);
}

static void gradient_of(plot_page *page, int corner, double gradient[2]) {
  panel_gradient(page, (const double[]){CELL_X + (corner & 1), CELL_Y + (corner >> 1)}, NOISE, gradient);
}

/* A corner's gradient, as an arrow; a gradient of length 1 is `unit` pixels long. */
static void draw_gradient(plot_page *page, const square *s, int corner, double unit) {
  double xy[2], g[2];
  corner_at(s, corner, xy);
  gradient_of(page, corner, g);
  plot_arrow(page, (const double[]){xy[0], xy[1], xy[0] + unit * g[0], xy[1] + unit * g[1]}, TONE_INK, 2);
}

static void name_corners(plot_page *page, const square *s) {
  for (int corner = 0; corner < 4; corner++) {
    double xy[2];
    corner_at(s, corner, xy);
    panel_say(page, xy[0] + (corner & 1 ? 12 : -12), xy[1] + (corner >> 1 ? 20 : -10),
              (plot_style){corner & 1 ? PLOT_LEFT : PLOT_RIGHT, PLOT_PLAIN, TONE_INK, 13}, "(%d, %d)", corner & 1,
              corner >> 1);
  }
}

static plot_page *draw_unit_square(plot_theme theme) {
  plot_page *const page = plot_open(440, 330, theme);
  const square s = {100, 44, 240};
  const double x = s.x + at_u * s.side, y = s.y + at_v * s.side;
  if (!page) return NULL;
  draw_square(page, &s);
  plot_dashes(page, (const double[]){s.x, y, x, y}, TONE_ACCENT, 1.2);
  plot_dashes(page, (const double[]){x, s.y, x, y}, TONE_ACCENT, 1.2);
  draw_corner_dots(page, &s);
  name_corners(page, &s);
  draw_point(page, &s);
  panel_say(page, (s.x + x) / 2, y + 18, middle(PLOT_PLAIN, TONE_ACCENT, 13), "u = %.2f", at_u);
  panel_say(page, x + 8, (s.y + y) / 2 + 4, (plot_style){PLOT_LEFT, PLOT_PLAIN, TONE_ACCENT, 13}, "v = %.2f", at_v);
  panel_say(page, x + 9, y + 18, (plot_style){PLOT_LEFT, PLOT_PLAIN, TONE_INK, 13}, "(%.2f, %.2f)", CELL_X + at_u,
            CELL_Y + at_v);
  return page;
}

static plot_page *draw_gradients(plot_theme theme) {
  plot_page *const page = plot_open(440, 360, theme);
  const square s = {100, 60, 240};
  if (!page) return NULL;
  draw_square(page, &s);
  plot_group(page, "gradients");
  for (int corner = 0; corner < 4; corner++) draw_gradient(page, &s, corner, 64);
  plot_group_end(page);
  draw_corner_dots(page, &s);
  draw_point(page, &s);
  return page;
}

static plot_page *draw_distances(plot_theme theme) {
  plot_page *const page = plot_open(520, 350, theme);
  const square s = {140, 50, 240};
  if (!page) return NULL;
  draw_square(page, &s);
  plot_group(page, "distances");
  for (int corner = 0; corner < 4; corner++) {
    const double d[2] = {at_u - (corner & 1), at_v - (corner >> 1)};
    double xy[2];
    char text[2][40];
    corner_at(&s, corner, xy);
    plot_arrow(page, (const double[]){xy[0], xy[1], xy[0] + 0.97 * s.side * d[0], xy[1] + 0.97 * s.side * d[1]},
               TONE_ACCENT, 1.6);
    for (int a = 0; a < 2; a++) panel_number(d[a], 2, text[a]);
    panel_say(page, xy[0] + (corner & 1 ? 12 : -12), xy[1] + (corner >> 1 ? 20 : -8),
              (plot_style){corner & 1 ? PLOT_LEFT : PLOT_RIGHT, PLOT_PLAIN, TONE_ACCENT, 13}, "(%s, %s)", text[0],
              text[1]);
  }
  plot_group_end(page);
  draw_corner_dots(page, &s);
  draw_point(page, &s);
  return page;
}

/* ---- Influence ------------------------------------------------------------------------------------ */

/* A corner's plane g · d over the cell, with the line where it is 0. */
static void draw_plane(plot_page *page, const square *s, int corner) {
  const double box[4] = {s->x, s->y, s->side, s->side}, unit[4] = {0, 0, 1, 1};
  double g[2];
  gradient_of(page, corner, g);
  panel_picture(page, box, unit, (panel_look){.hi = 1.42, .is_signed = 1}, "(%.17g)*(x - %d) + (%.17g)*(y - %d)", g[0],
                corner & 1, g[1], corner >> 1);
  draw_square(page, s);
  draw_gradient(page, s, corner, 44);
  draw_corner_dots(page, s);
  draw_point(page, s);
  const double product = g[0] * (at_u - (corner & 1)) + g[1] * (at_v - (corner >> 1));
  char text[40];
  panel_number(product, 2, text);
  panel_say(page, s->x + s->side / 2, s->y + s->side + 24, middle(PLOT_PLAIN, product < 0 ? TONE_MINUS : TONE_PLUS, 13),
            "g · d = %s", text);
}

static plot_page *draw_influence(plot_theme theme) {
  plot_page *const page = plot_open(840, 270, theme);
  if (!page) return NULL;
  for (int corner = 0; corner < 4; corner++) draw_plane(page, &(square){50 + 200.0 * corner, 60, 140}, corner);
  return page;
}

static plot_page *draw_products(plot_theme theme) {
  burl_program *const program = burl_compile(NOISE, 2, NULL);
  lattice_figure f;
  plot_page *page = NULL;
  if (program && lattice_take(&f, program)) {
    const double extent[4] = {CELL_X - 1, CELL_Y - 1, CELL_X + 3, CELL_Y + 2};
    memcpy(f.extent, extent, sizeof extent);
    f.at[0] = CELL_X + at_u, f.at[1] = CELL_Y + at_v;
    page = lattice_plane_page(&f, "The gradients around, and the noise they make", theme);
  }
  burl_free(program);
  return page;
}

/* ---- Directions ----------------------------------------------------------------------------------- */

static plot_page *draw_edges(plot_theme theme) {
  plot_page *const page = plot_open(480, 440, theme);
  const space s = {240, 200, 120};
  if (!page) return NULL;
  for (int i = 0; i < 12; i++) { /* the edges: along axis i / 4, at -1 or 1 of both others */
    const int a = i / 4, b = (a + 1) % 3, c = (a + 2) % 3;
    double ends[2][3], xy[2][2];
    for (int e = 0; e < 2; e++) {
      ends[e][a] = 2 * e - 1, ends[e][b] = 2 * (i & 1) - 1, ends[e][c] = (i & 2) - 1;
      space_at(&s, ends[e], xy[e]);
    }
    plot_line(page, (const double[]){xy[0][0], xy[0][1], xy[1][0], xy[1][1]}, TONE_FAINT, 1.2);
  }
  plot_group(page, "directions");
  for (int i = 0; i < 12; i++) {
    const int a = i / 4, b = (a + 1) % 3, c = (a + 2) % 3;
    double point[3] = {0, 0, 0}, xy[2];
    point[b] = 2 * (i & 1) - 1, point[c] = (i & 2) - 1;
    space_at(&s, point, xy);
    plot_arrow(page, (const double[]){s.x, s.y, xy[0], xy[1]}, (plot_tone[]){TONE_PLUS, TONE_INK, TONE_MINUS}[a], 1.5);
  }
  plot_group_end(page);
  plot_dot(page, s.x, s.y, 4, TONE_PAPER, TONE_INK);
  panel_note(page, 60, 416, TONE_PLUS, "(0, ±1, ±1)");
  panel_note(page, 196, 416, TONE_INK, "(±1, 0, ±1)");
  panel_note(page, 332, 416, TONE_MINUS, "(±1, ±1, 0)");
  return page;
}

/* ---- The table ------------------------------------------------------------------------------------ */

/* Entry i of the table that hashes lattice points. */
static int table_at(plot_page *page, int i) {
  return (int)lround((panel_value(page, (const double[]){i & 255, 0}, "value(x, hash: perlin2002, raw: 1)") + 1) *
                     127.5);
}

/* Seven entries with the chosen one in the middle. */
static void draw_entries(plot_page *page, double x, double y, int index) {
  enum { WIDE = 44, HIGH = 28, SHOWN = 7 };
  for (int k = 0; k < SHOWN; k++) {
    const int i = (index + k - SHOWN / 2) & 255, is_chosen = k == SHOWN / 2;
    const double box[4] = {x + k * WIDE, y, WIDE, HIGH}, centre = box[0] + WIDE / 2.0;
    plot_box(page, box, TONE_FAINT, 1);
    panel_say(page, centre, y - 6, middle(PLOT_PLAIN, TONE_SOFT, 11), "%d", i);
    panel_say(page, centre, y + 19, middle(is_chosen ? PLOT_BOLD : PLOT_PLAIN, is_chosen ? TONE_INK : TONE_SOFT, 13),
              "%d", table_at(page, i));
  }
  plot_box(page, (const double[]){x + SHOWN / 2 * WIDE, y, WIDE, HIGH}, TONE_ACCENT, 2);
}

/* The direction of a hash, as Perlin's grad() has it (K. Perlin, "Improving Noise", 2002). */
static void direction_of(int hash, int direction[3]) {
  const int h = hash & 15, a = h < 8 ? 0 : 1, b = h < 4 ? 1 : h == 12 || h == 14 ? 0 : 2;
  direction[0] = direction[1] = direction[2] = 0;
  direction[a] = h & 1 ? -1 : 1;
  direction[b] = h & 2 ? -1 : 1;
}

static plot_page *draw_table(plot_theme theme) {
  plot_page *const page = plot_open(540, 350, theme);
  static const int point[3] = {3, 1, 4};
  static const char *const names = "xyz";
  int hash = 0;
  if (!page) return NULL;
  for (int a = 0; a < 3; a++) {
    const double y = 44 + 84 * a;
    const int before = hash, index = (hash + point[a]) & 255;
    draw_entries(page, 200, y, index);
    hash = table_at(page, index);
    if (a == 0) panel_say(page, 180, y + 19, (plot_style){PLOT_RIGHT, PLOT_PLAIN, TONE_INK, 13}, "x = %d", point[0]);
    else
      panel_say(page, 180, y + 19, (plot_style){PLOT_RIGHT, PLOT_PLAIN, TONE_INK, 13}, "%d + %c = %d", before, names[a],
                before + point[a]);
    if (a < 2) plot_arrow(page, (const double[]){354, y + 32, 354, y + 60}, TONE_ACCENT, 1.4);
  }
  int d[3];
  direction_of(hash, d);
  plot_arrow(page, (const double[]){354, 244, 354, 282}, TONE_ACCENT, 1.4);
  char text[3][40];
  for (int a = 0; a < 3; a++) panel_number(d[a], 0, text[a]);
  panel_say(page, 354, 304, middle(PLOT_PLAIN, TONE_INK, 13), "%d mod 16 = %d:  the direction (%s, %s, %s)", hash,
            hash & 15, text[0], text[1], text[2]);
  panel_say(page, 20, 27, (plot_style){PLOT_LEFT, PLOT_BOLD, TONE_INK, 13}, "corner (%d, %d, %d)", point[0], point[1],
            point[2]);
  return page;
}

/* ---- Blending ------------------------------------------------------------------------------------- */

#define BLENDED "perlin(gradients: circle, seed: 12, raw: 1, interp: %s)"

static plot_page *draw_blending(plot_theme theme) {
  static const char *const interps[] = {"linear", "quintic"}, *const titles[] = {"blended linearly",
                                                                                 "blended by the ease curve"};
  plot_page *const page = plot_open(660, 470, theme);
  if (!page) return NULL;
  for (int i = 0; i < 2; i++) {
    const double x = 40 + 310.0 * i;
    const double box[4] = {x, 44, 270, 270}, extent[4] = {0, 0, 4, 4};
    panel_title(page, x, 28, titles[i]);
    panel_picture(page, box, extent, (panel_look){-0.75, 0.75, 0, 1}, BLENDED, interps[i]);
    plot_line(page, (const double[]){x, 44 + 270 * 0.3, x + 270, 44 + 270 * 0.3}, TONE_ACCENT, 1.2);
    const panel p = panel_of((const double[]){x, 332, 270, 80}, (const double[]){0, 4, -0.6, 0.6});
    panel_zero(page, &p);
    panel_recipe(page, &p, (panel_style){TONE_INK, 1.5, 0}, "at(" BLENDED ", x, 1.2)", interps[i]);
    panel_below(page, &p, 4, "x");
  }
  return page;
}

static plot_page *draw_ease(plot_theme theme) {
  plot_page *const page = plot_open(420, 380, theme);
  const panel p = panel_of((const double[]){60, 30, 300, 280}, (const double[]){0, 1, 0, 1});
  if (!page) return NULL;
  panel_beside(page, &p, 5);
  plot_dashes(page, (const double[]){p.x.from, p.y.from, p.x.to, p.y.to}, TONE_SOFT, 1.2);
  plot_group(page, "ease");
  panel_recipe(page, &p, (panel_style){TONE_INK, 2, 0}, "x*x*x*(x*(6*x - 15) + 10)");
  plot_group_end(page);
  panel_below(page, &p, 5, "t");
  panel_say(page, 226, 118, (plot_style){PLOT_RIGHT, PLOT_PLAIN, TONE_INK, 13}, "6t⁵ − 15t⁴ + 10t³");
  panel_say(page, 132, 268, (plot_style){PLOT_LEFT, PLOT_PLAIN, TONE_SOFT, 13}, "t");
  return page;
}

/* ---- Octaves -------------------------------------------------------------------------------------- */

#define WAVE "perlin(x, seed: 3)"

static plot_page *draw_octaves(plot_theme theme) {
  plot_page *const page = plot_open(740, 440, theme);
  const octaves_rows rows = {110, 580, 76, 58, 80, 8};
  const panel p = octaves_panel(&rows, 0);
  static const char *const heights[] = {"1", "1/2", "1/4", "1/8", "1/16", "1/32"};
  octaves o;
  if (!page) return NULL;
  octaves_sample(page, &p, WAVE, 0.5, &o);
  octaves_draw(page, &rows, &o, "");
  panel_say(page, 96, 24, (plot_style){PLOT_RIGHT, PLOT_ITALIC, TONE_SOFT, 0}, "cells × height");
  for (int k = 0; k < OCTAVES; k++)
    panel_say(page, 96, rows.top + rows.apart * k + 4, (plot_style){PLOT_RIGHT, PLOT_PLAIN, TONE_INK, 12}, "%d × %s",
              8 << k, heights[k]);
  panel_below(page, &(panel){p.x, {0, 1, 384, 384}}, 8, "x");
  return page;
}

static plot_page *draw_sum(plot_theme theme) {
  plot_page *const page = plot_open(740, 260, theme);
  const panel p = panel_of((const double[]){110, 24, 580, 180}, (const double[]){0, 8, -1.2, 1.2});
  octaves o;
  if (!page) return NULL;
  octaves_sample(page, &p, WAVE, 0.5, &o);
  panel_beside(page, &p, 5);
  plot_group(page, "first");
  panel_curve(page, &p, o.each[0], TONE_STEP + 4, 1.3);
  plot_group_end(page);
  plot_group(page, "sum");
  panel_curve(page, &p, o.sum, TONE_INK, 1.5);
  plot_group_end(page);
  panel_below(page, &p, 8, "x");
  panel_note(page, 116, 18, TONE_STEP + 4, "the first octave");
  panel_note(page, 220, 18, TONE_INK, "the sum of six");
  return page;
}

/* ---- Uses ----------------------------------------------------------------------------------------- */

typedef struct {
  const char *dims, *use, *recipe;
  double extent[4];
} use;

static const use uses[] = {
    {"1D",
     "a drawn line",
     "y0 = 0.5 + 0.05*fbm(perlin(x), octaves: 2)\nmix(#1f2328, #f7f3e8, smoothstep(0.011, 0.02, abs(y - y0)))",
     {0, 0.1, 3, 0.9}},
    {"1D",
     "the ground of a side-scroller",
     "h = 0.6 + 0.3*fbm(perlin(x), octaves: 6)\nmix(y < h + 0.035 ? #5c8a3a : #6d4f36, mix(#a8cbe8, #e8f1f5, y), y < "
     "h)",
     {0, 0, 3, 1.2}},
    {"2D",
     "terrain from above",
     "h = fbm(perlin(), octaves: 7)\nramp(h, -0.35, #174a70, -0.02, #5aa0b8, 0, #dccf9a, 0.04, #7a9f52, 0.2, #4d7440, "
     "0.3, "
     "#8b8175, 0.45, #f4f4f2)*(1 - 1.4*d(h, x)/6)",
     {3, 1, 6, 3}},
    {"2D + time",
     "fire",
     "hot = 1.15 - 0.75*(2.05 - y) - 0.55*x*x - (0.2 + 0.7*(2.05 - y))*turbulence(0.7*simplex(1.4*x, 0.8*y, t), "
     "octaves: 5)\n"
     "ramp(hot, 0, #07050a, 0.1, #4a100c, 0.3, #b4330e, 0.5, #ff8a1a, 0.75, #ffdd6e, 1, #fff7dc)",
     {-1.5, 0.05, 1.5, 2.05}},
    {"2D + time",
     "clouds",
     "c = smoothstep(-0.05, 0.45, fbm(simplex(x, y, t), octaves: 7))\nmix(mix(#2f6fb4, #8fbde0, y/4), #ffffff, c)",
     {0, 0, 6, 4}},
    {"2D + time",
     "light under water",
     "n = 1 - abs(simplex(x, y, t, smooth: 1))\nmix(#0e5a7a, #bff0f0, pow(n, 6)*0.8)",
     {0, 0, 4, 2.6}},
    {"2D + time",
     "a sea",
     "s = at(fbm(simplex(x, y, t), octaves: 5), 0.5*x/y, 2.5/y)\nmix(mix(#0c2f4a, #2c6f92, unit(2*s)), #cfe3ec, "
     "smoothstep(0.32, 0.08, y) + 0.5*smoothstep(0.25, 0.6, s))",
     {-1.5, 0.1, 1.5, 2.1}},
    {"3D",
     "stone, cut anywhere",
     "v = abs(sin(4*x + 5*turbulence(at(perlin(x, y, z), x, y, 0.4*x), octaves: 5)))\nramp(v, 0, #3f4650, 0.25, "
     "#a5a9ab, 1, "
     "#eceae4)",
     {0, 0, 3, 2}},
};

static plot_page *draw_uses(plot_theme theme) {
  enum { COLUMNS = 4, WIDE = 186, HIGH = 124, ALONG = 202, DOWN = 184 };
  const int count = sizeof uses / sizeof *uses;
  plot_page *const page = plot_open(24 + COLUMNS * ALONG, 20 + DOWN * (count / COLUMNS), theme);
  if (!page) return NULL;
  for (int i = 0; i < count; i++) {
    const double x = 20 + ALONG * (i % COLUMNS), y = 20 + DOWN * (double)(i / COLUMNS);
    panel_picture(page, (const double[]){x, y, WIDE, HIGH}, uses[i].extent, (panel_look){.pixels = 1}, "%s",
                  uses[i].recipe);
    panel_note(page, x, y + HIGH + 18, TONE_INK, uses[i].use);
    panel_note(page, x, y + HIGH + 34, TONE_SOFT, uses[i].dims);
  }
  return page;
}

/* ---- The list ------------------------------------------------------------------------------------- */

static const figures_row rows[] = {
    {"perlin-square", "A point and its cell",
     "A point lies in one cell of the lattice, between four corners.  Where it lies there, u along and v down, is what "
     "is "
     "left of its coordinates without their whole parts.",
     NULL, draw_unit_square},
    {"perlin-gradients", "A gradient at each corner",
     "Every lattice point has a gradient, a direction drawn once by chance.  It says which way the noise rises there.",
     NULL, draw_gradients},
    {"perlin-distances", "Distance vectors",
     "From each corner a vector leads to the point.  All four end there, and differ by whole cells.", NULL,
     draw_distances},
    {"perlin-influence", "Positive and negative influence",
     "Each corner's dot product g · d over the cell: above 0 (orange) where its gradient leads, below 0 (blue) behind "
     "it, 0 "
     "on the line across.  Below stands what it is at the dot.",
     "burl plot -e 'perlin()' --parts lattice -o lattice.svg", draw_influence},
    {"perlin-products", "What each corner adds",
     "Each corner's weight, by the ease curve along x and along y, times its dot product.  The four products add up to "
     "the "
     "noise at the dot.",
     "burl plot -e 'perlin()' --parts lattice --at 3.62,2.36 -o lattice.svg", draw_products},
    {"perlin-edges", "Twelve directions",
     "In three dimensions the improved noise takes its gradients from the middle of a cube to the middles of its 12 "
     "edges: no random numbers, and dot products without a multiplication.",
     NULL, draw_edges},
    {"perlin-table", "From a corner to its gradient",
     "A table holds the numbers 0 to 255 in random order.  The corner's x chooses an entry; that and y the next; that "
     "and z "
     "the last, whose last four bits choose the direction.",
     NULL, draw_table},
    {"perlin-blending", "Blended linearly, and with ease",
     "The same gradients, blended linearly and by the ease curve.  Linear blends have creases along the lattice, and "
     "corners in the profile below at whole x.",
     "burl plot -e 'perlin(interp: linear)' -o linear.svg", draw_blending},
    {"perlin-ease", "The ease curve",
     "It starts level and ends level, so that noise goes on smoothly from one cell into the next.  It is above t in "
     "the "
     "second half and below in the first.",
     NULL, draw_ease},
    {"perlin-octaves", "Six octaves", "The same noise six times, each time twice as fine and half as high.",
     "burl plot -e 'fbm(perlin(), octaves: 6)' --dims 1 --parts octaves -o octaves.svg", draw_octaves},
    {"perlin-sum", "Their sum",
     "The six octaves added up.  The first decides where hills are; what the finer ones add gets smaller and smaller.",
     "burl plot -e 'fbm(perlin(x), octaves: 6)' -o sum.svg", draw_sum},
    {"perlin-uses", "What it is used for",
     "One dimension wavers a line; two make land; with time as the third they make what moves.", NULL, draw_uses},
};

const figures_article figures_perlin = {
    "perlin", "Gradient noise",
    "Ken Perlin, “Improving Noise”, 2002; Adrian Biagioli, “Understanding Perlin Noise”, 2014", rows,
    sizeof rows / sizeof *rows};
