/* The figures of noise in shaders: straight lines and planes through lattice points, blended; and wavelets. */
#include <math.h>

#include "figures/figures.h"
#include "figures/panel.h"
#include "figures/space.h"

#define LINES "perlin(x, seed: 7, gradients: uniform, interp: hermite, raw: 1)"
#define WAVELETS "perlin(x, seed: 7, gradients: uniform, interp: wavelet, raw: 1)"
#define PLANES "perlin(x, y, seed: 4, gradients: uniform, interp: hermite, raw: 1)"

enum { CELLS = 8 };

static double slope_at(plot_page *page, double x) {
  return panel_value(page, (const double[]){x, 0}, "d(" LINES ", x)");
}

static panel wide_panel(void) {
  return panel_of((const double[]){60, 30, 620, 180}, (const double[]){0, CELLS, -0.3, 0.3});
}

/* The line through a lattice point, from x0 to x1. */
static void draw_line(plot_page *page, const panel *p, double at, const double along[2], plot_tone tone) {
  const double slope = slope_at(page, at);
  plot_line(page,
            (const double[]){plot_at(&p->x, along[0]), plot_at(&p->y, slope * (along[0] - at)),
                             plot_at(&p->x, along[1]), plot_at(&p->y, slope * (along[1] - at))},
            tone, 1.6);
}

static void draw_lattice_dots(plot_page *page, const panel *p, plot_tone tone) {
  for (double x = ceil(p->x.lo); x <= p->x.hi; x++)
    plot_dot(page, plot_at(&p->x, x), plot_at(&p->y, 0), 3, TONE_PAPER, tone);
}

/* ---- Lines ---------------------------------------------------------------------------------------- */

static plot_page *draw_lattice(plot_theme theme) {
  plot_page *const page = plot_open(720, 190, theme);
  const panel p = panel_of((const double[]){60, 20, 620, 110}, (const double[]){0, CELLS, -0.3, 0.3});
  if (!page) return NULL;
  panel_zero(page, &p);
  plot_group(page, "slopes");
  for (int x = 0; x <= CELLS; x++) draw_line(page, &p, x, (const double[]){x - 0.25, x + 0.25}, TONE_PLUS);
  plot_group_end(page);
  draw_lattice_dots(page, &p, TONE_PLUS);
  panel_below(page, &p, CELLS, "x");
  return page;
}

static plot_page *draw_cell(plot_theme theme) {
  plot_page *const page = plot_open(560, 350, theme);
  const double first = 4;
  const panel p = panel_of((const double[]){60, 30, 360, 260}, (const double[]){first, first + 1, -0.8, 0.8});
  static const char *const names[] = {"w_L = g_L · t", "w_R = g_R · (t − 1)"};
  if (!page) return NULL;
  const double ends[2] = {slope_at(page, first), 0.06};
  panel_beside(page, &p, 5);
  plot_group(page, "lines");
  for (int i = 0; i < 2; i++)
    draw_line(page, &p, first + i, (const double[]){first, first + 1}, i ? TONE_MINUS : TONE_PLUS);
  plot_group_end(page);
  plot_group(page, "blend");
  panel_recipe(page, &p, (panel_style){TONE_INK, 2, 0}, LINES);
  plot_group_end(page);
  draw_lattice_dots(page, &p, TONE_INK);
  for (int i = 0; i < 2; i++) panel_note(page, 430, plot_at(&p.y, ends[i]) + 4, i ? TONE_MINUS : TONE_PLUS, names[i]);
  panel_below(page, &p, 5, "x");
  return page;
}

static plot_page *draw_all_lines(plot_theme theme) {
  plot_page *const page = plot_open(720, 270, theme);
  const panel p = panel_of((const double[]){60, 30, 620, 180}, (const double[]){0, CELLS, -1, 1});
  if (!page) return NULL;
  panel_beside(page, &p, 4);
  plot_group(page, "lines");
  for (int x = 0; x <= CELLS; x++)
    draw_line(page, &p, x, (const double[]){fmax(x - 1, 0), fmin(x + 1, CELLS)}, TONE_PLUS);
  plot_group_end(page);
  draw_lattice_dots(page, &p, TONE_PLUS);
  panel_below(page, &p, CELLS, "x");
  return page;
}

static plot_page *draw_ease(plot_theme theme) {
  plot_page *const page = plot_open(490, 380, theme);
  const panel p = panel_of((const double[]){60, 30, 300, 280}, (const double[]){0, 1, 0, 1});
  if (!page) return NULL;
  panel_beside(page, &p, 5);
  plot_group(page, "left");
  panel_recipe(page, &p, (panel_style){TONE_PLUS, 1.6, 0}, "1 - x*x*(3 - 2*x)");
  plot_group_end(page);
  plot_group(page, "right");
  panel_recipe(page, &p, (panel_style){TONE_MINUS, 1.6, 0}, "x*x*(3 - 2*x)");
  plot_group_end(page);
  panel_note(page, 368, 34, TONE_MINUS, "u(t) = 3t² − 2t³");
  panel_note(page, 368, 314, TONE_PLUS, "1 − u(t)");
  panel_below(page, &p, 5, "t");
  return page;
}

static plot_page *draw_noise(plot_theme theme) {
  plot_page *const page = plot_open(720, 270, theme);
  const panel p = wide_panel();
  if (!page) return NULL;
  panel_beside(page, &p, 5);
  plot_group(page, "noise");
  panel_recipe(page, &p, (panel_style){TONE_INK, 1.8, 0.1}, LINES);
  plot_group_end(page);
  for (int x = 0; x <= CELLS; x++)
    draw_line(page, &p, x, (const double[]){fmax(x - 0.25, 0), fmin(x + 0.25, CELLS)}, TONE_PLUS);
  draw_lattice_dots(page, &p, TONE_PLUS);
  panel_below(page, &p, CELLS, "x");
  return page;
}

/* ---- Wavelets ------------------------------------------------------------------------------------- */

static plot_page *draw_wavelet(plot_theme theme) {
  plot_page *const page = plot_open(560, 330, theme);
  const panel p = panel_of((const double[]){60, 30, 460, 240}, (const double[]){-2, 2, -0.4, 0.4});
  if (!page) return NULL;
  panel_beside(page, &p, 5);
  plot_line(page,
            (const double[]){plot_at(&p.x, -0.38), plot_at(&p.y, -0.38), plot_at(&p.x, 0.38), plot_at(&p.y, 0.38)},
            TONE_PLUS, 1.4);
  plot_group(page, "wavelet");
  panel_recipe(page, &p, (panel_style){TONE_INK, 2, 0}, "wavelet(1, x)");
  plot_group_end(page);
  plot_dot(page, plot_at(&p.x, 0), plot_at(&p.y, 0), 3, TONE_PAPER, TONE_INK);
  panel_note(page, 72, 62, TONE_INK, "W(x) = g x (1 − 3x² + 2|x|³)");
  panel_note(page, 344, 52, TONE_PLUS, "g x");
  panel_below(page, &p, 4, "x");
  return page;
}

static plot_page *draw_wavelets(plot_theme theme) {
  plot_page *const page = plot_open(720, 270, theme);
  const panel p = wide_panel();
  if (!page) return NULL;
  panel_beside(page, &p, 5);
  plot_group(page, "wavelets");
  for (int i = 0; i <= CELLS; i++) {
    const double from = fmax(i - 1, 0), to = fmin(i + 1, CELLS);
    const panel part = {{from, to, plot_at(&p.x, from), plot_at(&p.x, to)}, p.y};
    panel_recipe(page, &part, (panel_style){TONE_PLUS, 1, 0}, "wavelet(%.17g, x - %d)", slope_at(page, i), i);
  }
  plot_group_end(page);
  plot_group(page, "noise");
  panel_recipe(page, &p, (panel_style){TONE_INK, 2, 0}, WAVELETS);
  plot_group_end(page);
  draw_lattice_dots(page, &p, TONE_PLUS);
  panel_below(page, &p, CELLS, "x");
  return page;
}

/* ---- Planes --------------------------------------------------------------------------------------- */

enum { COLUMNS = 4, ROWS = 3 };

/* A patch of the surface, which hides what is drawn before. */
static void draw_patch(plot_page *page, const space *s, const float corners[2][2], const double at[2], double side) {
  double xy[5][2];
  for (int c = 0; c < 5; c++) {
    const int i = c == 1 || c == 2, j = c == 2 || c == 3;
    space_at(s, (const double[]){at[0] + i * side, at[1] + j * side, (double)corners[j][i]}, xy[c]);
  }
  plot_area(page, xy[0], 5, TONE_PAPER, 1);
  plot_curve(page, xy[0], 5, TONE_INK, 0.7);
}

/* A piece of a lattice point's plane, with its side. */
static void draw_tile(plot_page *page, const space *s, const double at[2], double half) {
  static const double corners[5][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
  double g[2], xy[5][2];
  panel_gradient(page, at, PLANES, g);
  for (int c = 0; c < 5; c++) {
    const double dx = half * corners[c][0], dy = half * corners[c][1];
    space_at(s, (const double[]){at[0] + dx, at[1] + dy, g[0] * dx + g[1] * dy}, xy[c]);
  }
  plot_area(page, xy[0], 5, TONE_PLUS, 0.25);
  plot_curve(page, xy[0], 5, TONE_PLUS, 1.2);
}

static void draw_ground(plot_page *page, const space *s) {
  for (int along = 0; along < 2; along++)
    for (int i = 0; i <= (along ? COLUMNS : ROWS); i++) {
      double ends[4];
      for (int e = 0; e < 2; e++)
        space_at(s, along ? (const double[]){i, e * ROWS, 0} : (const double[]){e * COLUMNS, i, 0}, ends + 2 * e);
      plot_line(page, ends, TONE_FAINT, 1);
    }
}

static plot_page *draw_plane_lattice(plot_theme theme) {
  enum { CELL = 110 };
  plot_page *const page = plot_open(560, 430, theme);
  if (!page) return NULL;
  for (int i = 0; i <= COLUMNS; i++)
    plot_line(page, (const double[]){60 + i * CELL, 50, 60 + i * CELL, 50 + ROWS * CELL}, TONE_FAINT, 1);
  for (int j = 0; j <= ROWS; j++)
    plot_line(page, (const double[]){60, 50 + j * CELL, 60 + COLUMNS * CELL, 50 + j * CELL}, TONE_FAINT, 1);
  plot_group(page, "gradients");
  for (int j = 0; j <= ROWS; j++)
    for (int i = 0; i <= COLUMNS; i++) {
      const double x = 60 + i * CELL, y = 50 + j * CELL;
      double g[2];
      panel_gradient(page, (const double[]){i, j}, PLANES, g);
      plot_arrow(page, (const double[]){x, y, x + 44 * g[0], y + 44 * g[1]}, TONE_PLUS, 1.8);
      plot_dot(page, x, y, 3, TONE_PAPER, TONE_PLUS);
    }
  plot_group_end(page);
  return page;
}

static plot_page *draw_planes(plot_theme theme) {
  plot_page *const page = plot_open(760, 400, theme);
  const space s = {68, 235, 128};
  if (!page) return NULL;
  draw_ground(page, &s);
  plot_group(page, "planes");
  for (int j = ROWS; j >= 0; j--)
    for (int i = 0; i <= COLUMNS; i++) draw_tile(page, &s, (const double[]){i, j}, 0.32);
  plot_group_end(page);
  return page;
}

static plot_page *draw_surface(plot_theme theme) {
  enum { FINE = 7, WIDE = COLUMNS * FINE + 1 };
  plot_page *const page = plot_open(760, 400, theme);
  const space s = {68, 235, 128};
  if (!page) return NULL;
  float heights[ROWS * FINE + 1][WIDE];
  for (int j = 0; j <= ROWS * FINE; j++) {
    const panel along = {{0, COLUMNS, 0, 1}, {0, 1, 0, 1}};
    panel_row(page, &along, heights[j], WIDE, "at(" PLANES ", x, %.17g)", j / (double)FINE);
  }
  plot_group(page, "surface");
  for (int j = ROWS * FINE - 1; j >= 0; j--)
    for (int i = 0; i < COLUMNS * FINE; i++) {
      const float corners[2][2] = {{heights[j][i], heights[j][i + 1]}, {heights[j + 1][i], heights[j + 1][i + 1]}};
      draw_patch(page, &s, corners, (const double[]){i / (double)FINE, j / (double)FINE}, 1.0 / FINE);
    }
  plot_group_end(page);
  for (int j = ROWS; j >= 0; j--)
    for (int i = 0; i <= COLUMNS; i++) draw_tile(page, &s, (const double[]){i, j}, 0.14);
  return page;
}

static plot_page *draw_plane_noise(plot_theme theme) {
  plot_page *const page = plot_open(560, 430, theme);
  const double box[4] = {60, 50, 440, 330}, extent[4] = {0, 0, COLUMNS, ROWS};
  if (!page) return NULL;
  panel_picture(page, box, extent, (panel_look){.hi = 0.8, .is_signed = 1}, PLANES);
  for (int j = 0; j <= ROWS; j++)
    for (int i = 0; i <= COLUMNS; i++) {
      const double x = 60 + i * 110, y = 50 + j * 110;
      double g[2];
      panel_gradient(page, (const double[]){i, j}, PLANES, g);
      plot_arrow(page, (const double[]){x, y, x + 40 * g[0], y + 40 * g[1]}, TONE_INK, 1.5);
      plot_dot(page, x, y, 3, TONE_PAPER, TONE_INK);
    }
  panel_note(page, 60, 408, TONE_MINUS, "below 0");
  panel_note(page, 120, 408, TONE_PLUS, "above 0");
  return page;
}

/* ---- The list ------------------------------------------------------------------------------------- */

static const figures_row rows[] = {
    {"lines-lattice", "A slope at each lattice point",
     "One dimension: at each whole x a slope, drawn once by chance between −1 and 1.  The noise will be 0 there, and "
     "rise so "
     "steeply.",
     NULL, draw_lattice},
    {"lines-cell", "The two lines of a cell",
     "Within a cell only two lattice points count: the line w_L through the left one, w_R through the right one.  The "
     "noise "
     "(black) leaves along the one and arrives along the other.",
     "burl plot -e 'perlin(x, interp: hermite)' --parts lattice -o cell.svg", draw_cell},
    {"lines-all", "All lines", "Each line reaches one cell to either side, so that two of them cross every cell.", NULL,
     draw_all_lines},
    {"lines-ease", "Hermite's curve",
     "How much each line counts: from the left point to the right one the weights go from 1 and 0 to 0 and 1, level at "
     "both "
     "ends.  Together they are always 1.",
     NULL, draw_ease},
    {"lines-noise", "The noise of lines",
     "The lines, blended by these weights.  The curve passes through 0 at each lattice point, along its line.",
     "burl plot -e 'perlin(x, interp: hermite, gradients: uniform)' -o noise.svg", draw_noise},
    {"lines-wavelet", "A wavelet",
     "The same line, faded out: W has the slope g at 0, and is 0, and level, one cell away and from there on.", NULL,
     draw_wavelet},
    {"lines-wavelets", "The noise of wavelets",
     "Each lattice point's wavelet (orange), and the noise: where two of them meet, they are blended linearly.  It is "
     "calmer than the noise of lines with the same slopes.",
     "burl plot -e 'perlin(x, interp: wavelet)' --parts lattice -o wavelets.svg", draw_wavelets},
    {"lines-lattice-2d", "A gradient at each lattice point",
     "Two dimensions: the slope becomes a gradient, any slope in any direction.", NULL, draw_plane_lattice},
    {"lines-planes", "Planes",
     "What was a line is now a plane, tilted the way of the gradient, 0 at its lattice point.", NULL, draw_planes},
    {"lines-surface", "The surface through all planes",
     "Four planes, one from each corner of a cell, blended along x and then along y.  At each lattice point the "
     "surface "
     "follows its plane.",
     NULL, draw_surface},
    {"lines-noise-2d", "Noise in two dimensions",
     "The same surface from above: blue below 0, orange above, clear at 0.  Each arrow points from blue to orange.",
     "burl plot -e 'perlin()' --parts lattice -o lattice.svg", draw_plane_noise},
};

const figures_article figures_lines = {"lines", "Noise of lines, wavelets and planes",
                                       "After an article on lattice noise in shaders, in one dimension and two", rows,
                                       sizeof rows / sizeof *rows};
