/* The figures of random numbers made into noise: interpolation, smoothing, octaves, persistence; and motion from it. */
#include <math.h>
#include <stdio.h>

#include "figures/figures.h"
#include "figures/octaves.h"

/* Elias's numbers, from -1 to 1. */
#define NUMBERS "value(x, hash: elias, raw: 1, interp: %s, smooth: %d)"
#define NUMBERS_2D "value(x, y, hash: elias, raw: 1, interp: %s, smooth: %d)"

enum { LAST = 15 }; /* of the numbers; curves have a point at each of them */

static panel wide_panel(double top, double height) {
  return panel_of((const double[]){60, top, 620, height}, (const double[]){0, LAST, -1.1, 1.1});
}

/* ---- Interpolation -------------------------------------------------------------------------------- */

static plot_page *draw_numbers(plot_theme theme) {
  plot_page *const page = plot_open(720, 270, theme);
  const panel p = wide_panel(20, 190);
  if (!page) return NULL;
  panel_beside(page, &p, 5);
  plot_group(page, "numbers");
  for (int i = 0; i <= LAST; i++) {
    const double value = panel_value(page, (const double[]){i, 0}, NUMBERS, "linear", 0), x = plot_at(&p.x, i);
    plot_line(page, (const double[]){x, plot_at(&p.y, 0), x, plot_at(&p.y, value)}, TONE_FAINT, 1.4);
    plot_dot(page, x, plot_at(&p.y, value), 3.4, TONE_PAPER, TONE_INK);
  }
  plot_group_end(page);
  panel_below(page, &p, LAST, "x");
  return page;
}

static plot_page *draw_interpolation(plot_theme theme, const char *interp) {
  enum { SIDE = 190 };
  plot_page *const page = plot_open(940, 270, theme);
  const panel p = wide_panel(20, 190);
  if (!page) return NULL;
  panel_beside(page, &p, 5);
  plot_group(page, "curve");
  panel_recipe(page, &p, (panel_style){TONE_INK, 1.8, 0}, NUMBERS, interp, 0);
  plot_group_end(page);
  plot_group(page, "numbers");
  panel_dots(page, &p, TONE_INK, NUMBERS, interp, 0);
  plot_group_end(page);
  panel_below(page, &p, LAST, "x");
  panel_picture(page, (const double[]){720, 20, SIDE, SIDE}, (const double[]){0, 0, 6, 6}, (panel_look){-1, 1, 0, 1},
                NUMBERS_2D, interp, 0);
  panel_label(page, 720 + SIDE / 2, 20 + SIDE + 18, "in two dimensions");
  return page;
}

static plot_page *draw_linear(plot_theme theme) { return draw_interpolation(theme, "linear"); }
static plot_page *draw_cosine(plot_theme theme) { return draw_interpolation(theme, "cosine"); }
static plot_page *draw_cubic(plot_theme theme) { return draw_interpolation(theme, "cubic"); }

static plot_page *draw_smoothed(plot_theme theme) {
  plot_page *const page = plot_open(720, 280, theme);
  const panel p = wide_panel(34, 190);
  if (!page) return NULL;
  panel_beside(page, &p, 5);
  for (int smooth = 0; smooth < 2; smooth++) {
    plot_group(page, smooth ? "smoothed" : "rough");
    panel_recipe(page, &p, (panel_style){smooth ? TONE_INK : TONE_PLUS, smooth ? 2 : 1.2, 0}, NUMBERS, "cosine",
                 smooth);
    panel_dots(page, &p, smooth ? TONE_INK : TONE_PLUS, NUMBERS, "cosine", smooth);
    plot_group_end(page);
  }
  panel_below(page, &p, LAST, "x");
  panel_note(page, 66, 20, TONE_PLUS, "as drawn");
  panel_note(page, 130, 20, TONE_INK, "smoothed by 1/4, 1/2, 1/4");
  return page;
}

/* ---- Amplitude and wavelength --------------------------------------------------------------------- */

/* An arrow with a head at both ends, and its label at a place of its own. */
static void draw_measure(plot_page *page, const double ends[4], const double label[2], const char *text) {
  plot_arrow(page, ends, TONE_ACCENT, 1.3);
  plot_arrow(page, (const double[]){ends[2], ends[3], ends[0], ends[1]}, TONE_ACCENT, 1.3);
  panel_note(page, label[0], label[1], TONE_ACCENT, text);
}

static plot_page *draw_amplitude(plot_theme theme) {
  plot_page *const page = plot_open(720, 430, theme);
  const panel sine = panel_of((const double[]){60, 30, 560, 140}, (const double[]){0, 4, -1, 1});
  const panel noise = panel_of((const double[]){60, 230, 560, 140}, (const double[]){0, 16, -1, 1});
  if (!page) return NULL;
  panel_zero(page, &sine);
  plot_group(page, "sine");
  panel_recipe(page, &sine, (panel_style){TONE_INK, 1.8, 0}, "sin(tau*x)");
  plot_group_end(page);
  const double crest = plot_at(&sine.x, 1.25), next = plot_at(&sine.x, 2.25);
  draw_measure(page, (const double[]){crest, 22, next, 22}, (const double[]){crest + 42, 16}, "wavelength");
  draw_measure(page, (const double[]){634, sine.y.to, 634, plot_at(&sine.y, 0)}, (const double[]){642, 70},
               "amplitude");
  panel_zero(page, &noise);
  plot_group(page, "noise");
  panel_recipe(page, &noise, (panel_style){TONE_INK, 1.8, 0}, NUMBERS, "cosine", 0);
  panel_dots(page, &noise, TONE_INK, NUMBERS, "cosine", 0);
  plot_group_end(page);
  const double dot = plot_at(&noise.x, 4);
  draw_measure(page, (const double[]){dot, 216, plot_at(&noise.x, 5), 216}, (const double[]){dot + 42, 220},
               "wavelength: from one number to the next");
  draw_measure(page, (const double[]){634, noise.y.to, 634, noise.y.from}, (const double[]){642, 304}, "amplitude");
  panel_below(page, &noise, 16, "x");
  return page;
}

/* ---- Octaves -------------------------------------------------------------------------------------- */

#define WAVE "value(x, hash: elias, raw: 1, interp: cosine)"
#define WAVE_2D "value(x, y, hash: elias, raw: 1, interp: cosine)"

static plot_page *draw_octaves(plot_theme theme) {
  plot_page *const page = plot_open(760, 470, theme);
  const octaves_rows rows = {160, 560, 72, 64, 42, 8};
  const panel p = octaves_panel(&rows, 0);
  static const char *const heights[] = {"1", "1/2", "1/4", "1/8", "1/16", "1/32"};
  const plot_style right = {PLOT_RIGHT, PLOT_PLAIN, TONE_INK, 12};
  octaves o;
  if (!page) return NULL;
  octaves_sample(page, &p, WAVE, 0.5, &o);
  octaves_draw(page, &rows, &o, "");
  plot_text(page, 70, 24, (plot_style){PLOT_RIGHT, PLOT_ITALIC, TONE_SOFT, 0}, "frequency");
  plot_text(page, 140, 24, (plot_style){PLOT_RIGHT, PLOT_ITALIC, TONE_SOFT, 0}, "amplitude");
  for (int k = 0; k < OCTAVES; k++) {
    panel_say(page, 70, rows.top + rows.apart * k + 4, right, "%d", 1 << k);
    panel_say(page, 140, rows.top + rows.apart * k + 4, right, "%s", heights[k]);
  }
  panel_below(page, &(panel){p.x, {0, 1, 414, 414}}, 8, "x");
  return page;
}

static plot_page *draw_sum(plot_theme theme) {
  plot_page *const page = plot_open(760, 260, theme);
  const panel p = panel_of((const double[]){160, 20, 560, 180}, (const double[]){0, 8, -1, 1});
  octaves o;
  if (!page) return NULL;
  octaves_sample(page, &p, WAVE, 0.5, &o);
  panel_beside(page, &p, 5);
  plot_group(page, "sum");
  panel_curve(page, &p, o.sum, TONE_INK, 1.6);
  plot_group_end(page);
  panel_below(page, &p, 8, "x");
  return page;
}

static plot_page *draw_octaves_2d(plot_theme theme) {
  enum { SIDE = 150, APART = 166, SUM = 316 };
  plot_page *const page = plot_open(3 * APART + SUM + 74, 2 * (SIDE + 50) + 20, theme);
  if (!page) return NULL;
  for (int k = 0; k < OCTAVES; k++) {
    const double x = 20 + APART * (k % 3), y = 20 + (SIDE + 50) * (double)(k / 3);
    char name[20];
    snprintf(name, sizeof name, "octave-%d", k + 1);
    plot_group(page, name);
    panel_picture(page, (const double[]){x, y, SIDE, SIDE}, (const double[]){0, 0, 4, 4}, (panel_look){-1.1, 1.1, 0, 1},
                  "%g*at(" WAVE_2D ", %d*x, %d*y)", ldexp(1, -k), 1 << k, 1 << k);
    plot_group_end(page);
    panel_say(page, x, y + SIDE + 17, (plot_style){PLOT_LEFT, PLOT_PLAIN, TONE_SOFT, 12}, "frequency %d", 1 << k);
    panel_say(page, x, y + SIDE + 33, (plot_style){PLOT_LEFT, PLOT_PLAIN, TONE_SOFT, 12},
              k ? "amplitude 1/%d" : "amplitude %d", 1 << k);
  }
  plot_group(page, "sum");
  panel_picture(page, (const double[]){20 + 3 * APART, 20, SUM + 34, SUM + 34}, (const double[]){0, 0, 4, 4},
                (panel_look){-1.1, 1.1, 0, 1}, "fbm(" WAVE_2D ", octaves: 6, normalise: 0, same_seed: 1)");
  plot_group_end(page);
  panel_note(page, 20 + 3 * APART, SUM + 71, TONE_INK, "their sum");
  return page;
}

/* ---- Persistence ---------------------------------------------------------------------------------- */

enum { PERSISTENCES = 4 };
static const double gains[PERSISTENCES] = {0.25, 0.5, 0.70710678118654757, 1};
static const char *const gain_names[PERSISTENCES] = {"1/4", "1/2", "1/√2", "1"};

static plot_page *draw_persistence(plot_theme theme) {
  enum { APART = 224 };
  plot_page *const page = plot_open(64 + PERSISTENCES * APART, 590, theme);
  if (!page) return NULL;
  for (int c = 0; c < PERSISTENCES; c++) {
    const octaves_rows rows = {64 + APART * (double)c, 206, 64, 56, 22, 8};
    const panel p = octaves_panel(&rows, 0),
                sum = panel_of((const double[]){rows.left, 390, 206, 150}, (const double[]){0, 8, -4, 4});
    char prefix[20];
    octaves o;
    octaves_sample(page, &p, WAVE, gains[c], &o);
    panel_say(page, rows.left, 24, (plot_style){PLOT_LEFT, PLOT_BOLD, TONE_INK, 13}, "persistence %s", gain_names[c]);
    snprintf(prefix, sizeof prefix, "%d-", c + 1);
    octaves_draw(page, &rows, &o, prefix);
    panel_zero(page, &sum);
    snprintf(prefix, sizeof prefix, "%d-sum", c + 1);
    plot_group(page, prefix);
    panel_curve(page, &sum, o.sum, TONE_INK, 1.2);
    plot_group_end(page);
    panel_below(page, &sum, 4, "x");
  }
  for (int k = 0; k < OCTAVES; k++)
    panel_say(page, 52, 68 + 56.0 * k, (plot_style){PLOT_RIGHT, PLOT_PLAIN, TONE_SOFT, 12}, "%d", 1 << k);
  plot_text(page, 52, 469, (plot_style){PLOT_RIGHT, PLOT_BOLD, TONE_INK, 12}, "sum");
  return page;
}

static plot_page *draw_persistence_2d(plot_theme theme) {
  enum { SIDE = 216, APART = 232 };
  plot_page *const page = plot_open(20 + PERSISTENCES * APART, SIDE + 56, theme);
  if (!page) return NULL;
  for (int c = 0; c < PERSISTENCES; c++) {
    const double x = 20 + APART * c;
    panel_say(page, x, 24, (plot_style){PLOT_LEFT, PLOT_BOLD, TONE_INK, 13}, "persistence %s", gain_names[c]);
    panel_picture(page, (const double[]){x, 36, SIDE, SIDE}, (const double[]){0, 0, 5, 5},
                  (panel_look){-0.6, 0.6, 0, 1}, "fbm(" WAVE_2D ", octaves: 6, gain: %.17g, same_seed: 1)", gains[c]);
  }
  return page;
}

#define HILLS "fbm(value(x, interp: cosine, seed: 6), octaves: 8, gain: %g, normalise: 0)"

static plot_page *draw_hills(plot_theme theme) {
  static const struct {
    const char *name, *title;
    double top, high, middle, amplitude, gain; /* the first two in pixels, 60 to a unit */
  } halves[2] = {{"smooth", "smooth hills: persistence 1/4", 40, 130, 1, 1, 0.25},
                 {"rocky", "a rocky plain: persistence 3/4", 220, 75, 0.5, 0.2, 0.75}};
  plot_page *const page = plot_open(720, 320, theme);
  if (!page) return NULL;
  for (int i = 0; i < 2; i++) {
    const panel p = panel_of((const double[]){20, halves[i].top, 680, halves[i].high},
                             (const double[]){0, 10, 0, halves[i].high / 60});
    panel_title(page, 20, halves[i].top - 12, halves[i].title);
    plot_group(page, halves[i].name);
    panel_recipe(page, &p, (panel_style){TONE_INK, 1.2, 0.16}, "%g + %g*" HILLS, halves[i].middle, halves[i].amplitude,
                 halves[i].gain);
    plot_group_end(page);
  }
  return page;
}

/* ---- Where octaves stop --------------------------------------------------------------------------- */

/* Bars from octave to octave, and the line below which they can't be seen. */
static void draw_bars(plot_page *page, const panel *p, double first, const char *name) {
  plot_group(page, name);
  for (int k = 0; k < 12; k++) {
    const double value = log2(ldexp(first, -k));
    const plot_tone tone = value >= p->y.lo + 1 ? TONE_STEP + 2 : TONE_FAINT;
    const double x = plot_at(&p->x, k + 1.0) - 9, y = plot_at(&p->y, value), low = plot_at(&p->y, p->y.lo);
    if (value <= p->y.lo) continue;
    plot_area(page, (const double[]){x, y, x + 18, y, x + 18, low, x, low}, 4, tone, 1);
    panel_say(page, x + 9, y - 5, (plot_style){PLOT_MIDDLE, PLOT_PLAIN, TONE_SOFT, 10}, "%g", ldexp(first, -k));
  }
  plot_group_end(page);
}

static plot_page *draw_stop(plot_theme theme) {
  plot_page *const page = plot_open(860, 300, theme);
  const panel pixels = panel_of((const double[]){50, 44, 350, 190}, (const double[]){0.5, 10.5, 0, 9});
  const panel greys = panel_of((const double[]){470, 44, 350, 190}, (const double[]){0.5, 10.5, -1, 8});
  if (!page) return NULL;
  panel_title(page, 50, 24, "pixels from one number to the next");
  draw_bars(page, &pixels, 256, "pixels");
  plot_dashes(page, (const double[]){50, plot_at(&pixels.y, 1), 400, plot_at(&pixels.y, 1)}, TONE_ACCENT, 1.4);
  panel_note(page, 340, plot_at(&pixels.y, 1) - 8, TONE_ACCENT, "two pixels");
  panel_below(page, &pixels, 10, "octave");
  panel_title(page, 470, 24, "height in shades of grey, of 256");
  draw_bars(page, &greys, 128, "greys");
  plot_dashes(page, (const double[]){470, plot_at(&greys.y, 0), 820, plot_at(&greys.y, 0)}, TONE_ACCENT, 1.4);
  panel_note(page, 758, plot_at(&greys.y, 0) - 8, TONE_ACCENT, "one shade");
  panel_below(page, &greys, 10, "octave");
  return page;
}

/* ---- Motion --------------------------------------------------------------------------------------- */

static plot_page *draw_ant(plot_theme theme) {
  plot_page *const page = plot_open(560, 400, theme);
  const panel time = {{0, 10, 0, 1}, {0, 1, 0, 1}};
  float way[2][PANEL_POINTS];
  double xy[PANEL_POINTS][2];
  if (!page) return NULL;
  panel_sample(page, &time, way[0], "fbm(simplex(x, seed: 1), octaves: 4, gain: 0.4, at: 0.35)");
  panel_sample(page, &time, way[1], "fbm(simplex(x, seed: 2), octaves: 4, gain: 0.4, at: 0.35)");
  for (int i = 0; i < PANEL_POINTS; i++)
    for (int a = 0; a < 2; a++) xy[i][a] = (a ? 160 : 300) + (a ? 290 : 460) * (double)way[a][i];
  plot_group(page, "path");
  plot_curve(page, xy[0], PANEL_POINTS, TONE_INK, 1.5);
  plot_group_end(page);
  for (int i = 0; i < PANEL_POINTS; i += 60) plot_dot(page, xy[i][0], xy[i][1], 2.4, TONE_PAPER, TONE_INK);
  plot_dot(page, xy[PANEL_POINTS - 1][0], xy[PANEL_POINTS - 1][1], 4.5, TONE_ACCENT, TONE_PAPER);
  panel_note(page, xy[PANEL_POINTS - 1][0] + 12, xy[PANEL_POINTS - 1][1] + 4, TONE_ACCENT, "now");
  panel_note(page, 20, 388, TONE_SOFT, "a dot at each whole time");
  return page;
}

/* A branch from its foot: each piece turns by the wind a little more than the one below. */
static void draw_branch(plot_page *page, double x, double wind, plot_tone tone) {
  enum { PIECES = 24 };
  double xy[PIECES + 1][2] = {{x, 300}}, angle = 0;
  for (int i = 1; i <= PIECES; i++) {
    angle += wind * 0.045 * (0.3 + i / (double)PIECES);
    xy[i][0] = xy[i - 1][0] + 9.5 * sin(angle);
    xy[i][1] = xy[i - 1][1] - 9.5 * cos(angle);
    if (i < 8 || i % 3) continue;
    for (int side = -1; side <= 1; side += 2) {
      const double leaf = angle + side * 0.9;
      plot_line(page, (const double[]){xy[i][0], xy[i][1], xy[i][0] + 20 * sin(leaf), xy[i][1] - 20 * cos(leaf)}, tone,
                1);
    }
  }
  plot_curve(page, xy[0], PIECES + 1, tone, 2);
}

static plot_page *draw_branches(plot_theme theme) {
  enum { SHOWN = 5 };
  plot_page *const page = plot_open(760, 460, theme);
  const panel p = panel_of((const double[]){60, 330, 660, 80}, (const double[]){0, 8, -0.7, 0.7});
  if (!page) return NULL;
  for (int i = 0; i < SHOWN; i++) {
    const double time = 0.8 + 1.6 * i, x = plot_at(&p.x, time);
    const double wind = panel_value(page, (const double[]){time, 0}, "fbm(simplex(x, seed: 11), octaves: 4, at: 0.7)");
    draw_branch(page, x, 4 * wind, TONE_INK);
    plot_dot(page, x, plot_at(&p.y, wind), 3.4, TONE_ACCENT, TONE_PAPER);
  }
  panel_zero(page, &p);
  plot_group(page, "wind");
  panel_recipe(page, &p, (panel_style){TONE_ACCENT, 1.4, 0}, "fbm(simplex(x, seed: 11), octaves: 4, at: 0.7)");
  plot_group_end(page);
  panel_below(page, &p, 8, "time");
  return page;
}

static plot_page *draw_wind(plot_theme theme) {
  enum { COLUMNS = 20, ROWS = 10, CELL = 36 };
  plot_page *const page = plot_open(COLUMNS * CELL + 40, ROWS * CELL + 40, theme);
  if (!page) return NULL;
  plot_group(page, "arrows");
  for (int j = 0; j < ROWS; j++)
    for (int i = 0; i < COLUMNS; i++) {
      const double at[2] = {0.25 * i, 0.25 * j}, x = 20 + CELL * (i + 0.5), y = 20 + CELL * (j + 0.5);
      const double angle = 2.2 * panel_value(page, at, "fbm(simplex(x, y, seed: 3), octaves: 2, at: 0.5)");
      const double half = 7 + 9 * (0.5 + 0.5 * panel_value(page, at, "simplex(0.5*x, 0.5*y, seed: 4)"));
      const double dx = half * cos(angle), dy = half * sin(angle);
      plot_arrow(page, (const double[]){x - dx, y - dy, x + dx, y + dy}, TONE_STEP + 2, 1.4);
    }
  plot_group_end(page);
  return page;
}

/* ---- The list ------------------------------------------------------------------------------------- */

static const figures_row rows[] = {
    {"elias-numbers", "Random numbers",
     "A function that gives each whole number a random one, always the same for the same: noise before anything lies "
     "between.",
     NULL, draw_numbers},
    {"elias-linear", "Linear interpolation", "Straight from number to number: cheap, and it shows.",
     "burl plot -e 'value(x, hash: elias, interp: linear)' -o linear.svg", draw_linear},
    {"elias-cosine", "Cosine interpolation", "Half a cosine from number to number: smooth, and level at each.",
     "burl plot -e 'value(x, hash: elias, interp: cosine)' -o cosine.svg", draw_cosine},
    {"elias-cubic", "Cubic interpolation",
     "A cubic that heeds a neighbour more on either side: the smoothest of the three; it swings past the numbers.",
     "burl plot -e 'value(x, hash: elias, interp: cubic)' -o cubic.svg", draw_cubic},
    {"elias-smoothed", "Smoothed noise",
     "Each number replaced by half of itself and a quarter of both neighbours: the curve gets flatter, and less square "
     "in two "
     "dimensions.",
     "burl plot -e 'value(x, hash: elias, smooth: 1)' -e 'value(x, hash: elias)' -o smoothed.svg", draw_smoothed},
    {"elias-amplitude", "Amplitude and wavelength",
     "What they are of a sine, and what of a noise: its wavelength is the distance from one number to the next.", NULL,
     draw_amplitude},
    {"elias-octaves", "Six octaves", "The same noise at six frequencies, each twice the one before, and half as high.",
     "burl plot -e 'fbm(value(x), octaves: 6)' --parts octaves -o octaves.svg", draw_octaves},
    {"elias-sum", "Their sum", "Large, medium and small variations at once, as mountains have them.",
     "burl plot -e 'fbm(value(x), octaves: 6)' -o sum.svg", draw_sum},
    {"elias-octaves-2d", "Six octaves in two dimensions", "The same in two dimensions, and what they add up to.",
     "burl sheet -e 'fbm(value(), octaves: 6)' --vary octaves=1..6 -o octaves.png", draw_octaves_2d},
    {"elias-persistence", "Persistence",
     "How much an octave counts beside the one before.  At 1/4 the first is nearly all; at 1 all six are as high, and "
     "the sum "
     "is rough.",
     "burl sheet -e 'fbm(value(), octaves: 6, gain: 1/2)' --vary gain=0.25..1:4 -o persistence.png", draw_persistence},
    {"elias-persistence-2d", "Persistence in two dimensions", "The four sums as clouds, from soft to grainy.",
     "burl sheet -e 'fbm(value(), octaves: 6, gain: 1/2)' --vary gain=0.25..1:4 -o persistence.png",
     draw_persistence_2d},
    {"elias-hills", "Hills beside a plain",
     "One noise, two landscapes: with a low persistence it rolls; with a high one, at half the height, it is covered "
     "with stones.",
     "burl plot -e 'fbm(value(x), gain: 1/4)' -e 'fbm(value(x), gain: 3/4)' -o hills.svg", draw_hills},
    {"elias-stop", "Where octaves stop",
     "In a picture of 256 pixels a cell and 256 greys: from the ninth octave on numbers lie closer than two pixels, "
     "and from "
     "the eighth on an octave is no higher than one shade.  What can't be seen needn't be added.",
     "burl render -e 'fbm(perlin(), octaves: auto)' -o auto.png", draw_stop},
    {"elias-ant", "An ant's path", "Two noises of time, one for each coordinate, make a path that wanders.", NULL,
     draw_ant},
    {"elias-branch", "A branch in the wind", "One noise of time bends the whole branch: here it is at five moments.",
     NULL, draw_branches},
    {"elias-wind", "Wind over a field",
     "One noise for the direction, another one for the strength: gusts that neighbours share.", NULL, draw_wind},
};

const figures_article figures_elias = {"elias", "Octaves and persistence", "Hugo Elias, “Perlin Noise”, 1998", rows,
                                       sizeof rows / sizeof *rows};
