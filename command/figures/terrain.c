/* The figures of fractal terrain: value noise, gradient noise, midpoint displacement. */
#include <math.h>
#include <stdlib.h>

#include "burl.h"
#include "figures/figures.h"
#include "figures/panel.h"

/* ---- Value noise ---------------------------------------------------------------------------------- */

#define HEIGHTS "value(x, seed: 5, raw: 1, interp: %s)"

static plot_page *draw_values(plot_theme theme) {
  static const char *const interps[] = {"linear", "quintic"};
  plot_page *const page = plot_open(720, 270, theme);
  const panel p = panel_of((const double[]){60, 34, 620, 176}, (const double[]){0, 12, -1, 1});
  if (!page) return NULL;
  panel_beside(page, &p, 5);
  for (int i = 0; i < 2; i++) {
    plot_group(page, interps[i]);
    panel_recipe(page, &p, (panel_style){i ? TONE_INK : TONE_PLUS, i ? 1.8 : 1.2, 0}, HEIGHTS, interps[i]);
    plot_group_end(page);
  }
  plot_group(page, "values");
  panel_dots(page, &p, TONE_INK, HEIGHTS, "linear");
  plot_group_end(page);
  panel_below(page, &p, 12, "x");
  panel_note(page, 66, 20, TONE_PLUS, "linear");
  panel_note(page, 116, 20, TONE_INK, "quintic");
  return page;
}

/* Pictures side by side, each with its title. */
typedef struct {
  const char *name, *title, *recipe;
} pair_half;

enum { SIDE = 300, BESIDE = 330 };

static plot_page *draw_pair(plot_theme theme, const pair_half halves[2], const double extent[4], panel_look look) {
  plot_page *const page = plot_open(BESIDE * 2 + 10, SIDE + 60, theme);
  if (!page) return NULL;
  for (int i = 0; i < 2; i++) {
    panel_title(page, 20 + BESIDE * i, 28, halves[i].title);
    plot_group(page, halves[i].name);
    panel_picture(page, (const double[]){20 + BESIDE * i, 40, SIDE, SIDE}, extent, look, "%s", halves[i].recipe);
    plot_group_end(page);
  }
  return page;
}

static const double table_extent[4] = {0, 0, 6.25, 6.25}; /* 200 pixels at 32 a cell, as the article has them */

static plot_page *draw_blends(plot_theme theme) {
  static const pair_half halves[2] = {{"linear", "linear", "value(hash: table, raw: 1, interp: linear)"},
                                      {"quintic", "quintic", "value(hash: table, raw: 1)"}};
  return draw_pair(theme, halves, table_extent, (panel_look){0, 1, 0, 1});
}

static plot_page *draw_value_octaves(plot_theme theme) {
  static const pair_half halves[2] = {
      {"one", "one octave", "value(hash: table, raw: 1)"},
      {"five", "five octaves", "fbm(value(hash: table, raw: 1), octaves: 5, same_seed: 1)"}};
  return draw_pair(theme, halves, table_extent, (panel_look){0, 1, 0, 1});
}

#define GRADIENT "(perlin(x, y, gradients: axes, hash: table, raw: 1) + 1)/2"

static plot_page *draw_gradient_octaves(plot_theme theme) {
  static const pair_half halves[2] = {{"one", "one octave", GRADIENT},
                                      {"five", "five octaves", "fbm(" GRADIENT ", octaves: 5, same_seed: 1)"}};
  return draw_pair(theme, halves, table_extent, (panel_look){0.2, 0.8, 0, 1});
}

/* ---- A coast -------------------------------------------------------------------------------------- */

#define COAST                               \
  "h = fbm(perlin(seed: 9), octaves: 14)\n" \
  "h < 0 ? ramp(h, -0.3, #1d4e73, 0, #6ba5bd) : ramp(h, 0, #d8cda0, 0.03, #8fa765, 0.15, #55743f, 0.3, #8d8576)"

static plot_page *draw_coast(plot_theme theme) {
  enum { ZOOM = 8, WIDE = 250, APART = 266 };
  static const double centre[2] = {4.482, 3.4};
  plot_page *const page = plot_open(20 + 3 * APART, WIDE + 60, theme);
  if (!page) return NULL;
  double half = 4;
  for (int i = 0; i < 3; i++, half /= ZOOM) {
    const double x = 20 + APART * i, small = WIDE / (double)ZOOM;
    const double extent[4] = {centre[0] - half, centre[1] - half, centre[0] + half, centre[1] + half};
    plot_group(page, (const char *[]){"far", "near", "nearest"}[i]);
    panel_picture(page, (const double[]){x, 34, WIDE, WIDE}, extent, (panel_look){0, 1, 0, 1}, COAST);
    plot_group_end(page);
    panel_say(page, x, 24, (plot_style){PLOT_LEFT, PLOT_BOLD, TONE_INK, 13},
              half == 0.5 ? "%g cell across" : "%g cells across", 2 * half);
    if (i < 2)
      plot_box(page, (const double[]){x + (WIDE - small) / 2, 34 + (WIDE - small) / 2, small, small}, TONE_PAPER, 1.6);
  }
  return page;
}

/* ---- Midpoint displacement ------------------------------------------------------------------------ */

enum { GRID = 257, LEVELS = 8 };

/* Heights from 0 to 1 over GRID x GRID points; NULL: the page is marked as failed. */
static float *heights_of(plot_page *page, const char *recipe) {
  burl_program *const program = burl_compile(recipe, 2, NULL);
  const burl_grid grid = {.size = {GRID, GRID}, .step = {1, 1}};
  float *heights = program ? malloc(sizeof(float[GRID][GRID])) : NULL;
  if (heights && burl_sample_grid(program, &grid, heights) != BURL_OK) free(heights), heights = NULL;
  if (!heights) plot_fail(page);
  burl_free(program);
  return heights;
}

/* The heights that are known after each level, until the next one. */
static void draw_level(plot_page *page, const double box[4], const float *heights, int level) {
  enum { SHOWN = 128 };
  static unsigned char rgba[SHOWN][SHOWN][4];
  const int apart = (GRID - 1) >> level;
  for (int j = 0; j < SHOWN; j++)
    for (int i = 0; i < SHOWN; i++) {
      const int y = (2 * j + apart / 2) / apart * apart, x = (2 * i + apart / 2) / apart * apart;
      const double share = fmin(1, fmax(0, (double)heights[y * GRID + x]));
      for (int c = 0; c < 4; c++) rgba[j][i][c] = (unsigned char)(c < 3 ? lround(255 * share) : 255);
    }
  plot_picture(page, box, rgba[0][0], SHOWN, SHOWN);
}

/* The heights along the diagonal, which each level pushes; straight between those that are known. */
static void draw_level_profile(plot_page *page, const panel *p, const float *heights, int level) {
  double xy[GRID][2];
  const int apart = (GRID - 1) >> level;
  size_t count = 0;
  for (int i = 0; i < GRID; i += apart, count++) {
    xy[count][0] = plot_at(&p->x, i);
    xy[count][1] = plot_at(&p->y, (double)heights[i * GRID + i]);
  }
  plot_curve(page, xy[0], count, TONE_INK, 1.3);
}

static plot_page *draw_levels(plot_theme theme) {
  enum { SHOWN = 5, WIDE = 150, APART = 166 };
  static const int levels[SHOWN] = {1, 2, 3, 4, LEVELS};
  plot_page *const page = plot_open(20 + SHOWN * APART, 310, theme);
  if (!page) return NULL;
  float *const heights = heights_of(page, "midpoint(style: published, seed: 6, raw: 1)/255");
  for (int k = 0; heights && k < SHOWN; k++) {
    const double x = 20 + APART * k;
    const panel p = panel_of((const double[]){x, 200, WIDE, 90}, (const double[]){0, GRID - 1, 0.3, 1});
    panel_say(page, x, 24, (plot_style){PLOT_LEFT, PLOT_BOLD, TONE_INK, 13}, levels[k] == 1 ? "%d level" : "%d levels",
              levels[k]);
    draw_level(page, (const double[]){x, 34, WIDE, WIDE}, heights, levels[k]);
    plot_line(page, (const double[]){x, 34, x + WIDE, 34 + WIDE}, TONE_ACCENT, 1.2);
    plot_line(page, (const double[]){x, 290, x + WIDE, 290}, TONE_FAINT, 0.8);
    draw_level_profile(page, &p, heights, levels[k]);
  }
  free(heights);
  return page;
}

enum { RISE = 3 }; /* slopes are taken over this number of steps, and lit as if as steep as on the average */

static double mean_rise(const float *heights) {
  double sum = 0;
  for (int j = 0; j < GRID; j++)
    for (int i = 0; i < GRID - RISE; i++) sum += fabs((double)(heights[j * GRID + i + RISE] - heights[j * GRID + i]));
  return sum / (GRID * (GRID - RISE)) + 1e-9;
}

/* Heights lit from the left: what is a crease in them shows as an edge. */
static void draw_lit(plot_page *page, const double box[4], const float *heights) {
  enum { SHOWN = GRID - RISE };
  const double steep = 0.16 / mean_rise(heights);
  unsigned char(*const rgba)[4] = malloc(sizeof(unsigned char[SHOWN * SHOWN][4]));
  for (int i = 0; rgba && i < SHOWN * SHOWN; i++) {
    const float *const at = heights + i / SHOWN * GRID + i % SHOWN;
    const double light = 0.5 + steep * (double)(at[RISE] - at[0]);
    for (int c = 0; c < 4; c++) rgba[i][c] = (unsigned char)(c < 3 ? lround(255 * fmin(1, fmax(0, light))) : 255);
  }
  if (rgba) plot_picture(page, box, rgba[0], SHOWN, SHOWN);
  else plot_fail(page);
  free(rgba);
}

static plot_page *draw_squares(plot_theme theme) {
  static const pair_half halves[2] = {
      {"published", "midpoint(style: published)", "midpoint(style: published, seed: 6, raw: 1)/255"},
      {"smooth", "midpoint(style: smooth)", "0.5 + 0.5*midpoint(style: smooth, seed: 6)"}};
  plot_page *const page = plot_open(BESIDE * 2 + 10, SIDE + 60, theme);
  if (!page) return NULL;
  for (int i = 0; i < 2; i++) {
    float *const heights = heights_of(page, halves[i].recipe);
    panel_title(page, 20 + BESIDE * i, 28, halves[i].title);
    plot_group(page, halves[i].name);
    if (heights) draw_lit(page, (const double[]){20 + BESIDE * i, 40, SIDE, SIDE}, heights);
    plot_group_end(page);
    free(heights);
  }
  return page;
}

/* ---- The list ------------------------------------------------------------------------------------- */

static const figures_row rows[] = {
    {"terrain-values", "Random heights, and what lies between",
     "A random height at each lattice point (dots).  Straight lines between them are a zigzag; the quintic blend "
     "passes "
     "through the same dots, level at each of them.",
     "burl plot -e 'value(x, interp: linear)' -e 'value(x)' -o values.svg", draw_values},
    {"terrain-blends", "Linear beside quintic",
     "The same heights in two dimensions, dark low and bright high.  Between linear ones creases run along the lattice "
     "and "
     "stars shine at its points; the quintic blend has neither.",
     NULL, draw_blends},
    {"terrain-coast", "A coast at three zooms",
     "Each picture is the square in the middle of the one before, eight times as near.  The coast looks alike at every "
     "scale, as coasts do: that is what octaves are for.",
     "burl sheet -e 'fbm(perlin(), octaves: 1)' --vary octaves=1..14:14 -o octaves.png", draw_coast},
    {"terrain-value-octaves", "Value noise, one octave and five",
     "Peaks can only stand on the lattice, so squares show.  Four finer octaves roughen them, and don't quite hide "
     "them.",
     "burl plot -e 'fbm(value(), octaves: 5)' -o value.svg", draw_value_octaves},
    {"terrain-gradient-octaves", "Gradient noise, one octave and five",
     "With four gradients along the axes, stripes show where neighbours have drawn the same one; five octaves cover "
     "them.",
     "burl plot -e 'fbm(perlin(), octaves: 5)' -o gradient.svg", draw_gradient_octaves},
    {"terrain-levels", "Midpoint displacement, level by level",
     "A square's centre is the mean of its corners, pushed up or down by chance; then its four quarters likewise, by "
     "half as "
     "much.  Below are the heights along the line.",
     NULL, draw_levels},
    {"terrain-squares", "Its squares, and how to avoid them",
     "Lit from the left: where sides are never pushed, creases run straight across the terrain (left).  Heights at a "
     "quarter and three quarters instead of the middle (G. Miller, 1986) leave none (right).",
     NULL, draw_squares},
};

const figures_article figures_terrain = {
    "terrain", "Fractal terrain", "After an article on terrain by value noise, Perlin noise and midpoint displacement",
    rows, sizeof rows / sizeof *rows};
