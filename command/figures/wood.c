/* The figures of growth rings: periodic Catmull-Rom noise, times ten, without the whole part. */
#include <stdio.h>

#include "figures/figures.h"
#include "figures/panel.h"

/* The article's noise, which repeats after a width of 1, and its colours. */
#define GRAIN "tile(fbm(value(x, y, interp: %s, hash: wood, raw: 1), octaves: %d, gain: %g, at: 4, same_seed: 1), 1)"
#define GRAIN_ALONG "at(" GRAIN ", x, 0.3)"
#define RINGS "s = fract(10*" GRAIN ")\nrgb(0.80*s, 0.36*s, 0.08*s)"

static const double tile[4] = {0, 0, 1, 1};

/* ---- Grain ---------------------------------------------------------------------------------------- */

enum { SIDE = 210, APART = 226 };

static void name_picture(plot_page *page, int i, const char *title) { panel_title(page, 20 + APART * i, 24, title); }

static void picture_box(int i, double box[4]) { box[0] = 20 + APART * i, box[1] = 36, box[2] = box[3] = SIDE; }

static plot_page *draw_persistence(plot_theme theme) {
  static const double gains[4] = {0.125, 0.25, 0.5, 0.75};
  static const char *const titles[4] = {"persistence 1/8", "persistence 1/4", "persistence 1/2", "persistence 3/4"};
  plot_page *const page = plot_open(20 + 4 * APART, SIDE + 56, theme);
  if (!page) return NULL;
  for (int i = 0; i < 4; i++) {
    double box[4];
    picture_box(i, box);
    name_picture(page, i, titles[i]);
    panel_picture(page, box, tile, (panel_look){0, 1, 0, 1}, GRAIN, "catmull_rom", 4, gains[i]);
  }
  return page;
}

static plot_page *draw_octaves(plot_theme theme) {
  static const int counts[4] = {1, 2, 3, 5};
  plot_page *const page = plot_open(20 + 4 * APART, SIDE + 56, theme);
  if (!page) return NULL;
  for (int i = 0; i < 4; i++) {
    double box[4];
    char title[32];
    snprintf(title, sizeof title, counts[i] == 1 ? "%d octave" : "%d octaves", counts[i]);
    picture_box(i, box);
    name_picture(page, i, title);
    panel_picture(page, box, tile, (panel_look){0, 1, 0, 1}, GRAIN, "catmull_rom", counts[i], 0.5);
  }
  return page;
}

/* ---- Patches -------------------------------------------------------------------------------------- */

static plot_page *draw_patch(plot_theme theme) {
  enum { LEFT = 60, TOP = 50, PATCH = 400, POINTS = 4 };
  plot_page *const page = plot_open(520, 500, theme);
  const double box[4] = {LEFT, TOP, PATCH, PATCH}, extent[4] = {-0.125, -0.125, 0.875, 0.875};
  if (!page) return NULL;
  plot_group(page, "patch");
  panel_picture(page, box, extent, (panel_look){0, 1, 0, 1}, GRAIN, "catmull_rom", 1, 0.5);
  plot_group_end(page);
  plot_box(page, (const double[]){LEFT + PATCH * 0.375, TOP + PATCH * 0.375, PATCH / 4, PATCH / 4}, TONE_ACCENT, 2);
  plot_group(page, "points");
  for (int j = 0; j < POINTS; j++)
    for (int i = 0; i < POINTS; i++) {
      const double at[2] = {i / 4.0, j / 4.0}, x = LEFT + PATCH * (at[0] + 0.125), y = TOP + PATCH * (at[1] + 0.125);
      const double value = panel_value(page, at, GRAIN, "catmull_rom", 1, 0.5);
      plot_dot(page, x, y, 14, TONE_PAPER, TONE_INK);
      panel_say(page, x, y + 4, (plot_style){PLOT_MIDDLE, PLOT_PLAIN, TONE_INK, 11}, "%.2f", value);
    }
  plot_group_end(page);
  panel_note(page, LEFT, TOP + PATCH + 24, TONE_ACCENT, "the patch that these 16 points decide");
  return page;
}

/* ---- Rings ---------------------------------------------------------------------------------------- */

static plot_page *draw_fraction(plot_theme theme) {
  static const char *const names[3] = {"grain", "ten", "rings"};
  static const char *const titles[3] = {"the grain along a line", "ten times as high", "without the whole part"};
  plot_page *const page = plot_open(720, 500, theme);
  if (!page) return NULL;
  for (int i = 0; i < 3; i++) {
    const double range[4] = {0, 1, 0, i == 1 ? 10 : 1};
    const panel p = panel_of((const double[]){60, 36 + 146.0 * i, 620, 100}, range);
    panel_beside(page, &p, 2);
    panel_note(page, 60, 26 + 146.0 * i, TONE_INK, titles[i]);
    plot_group(page, names[i]);
    switch (i) {
    case 0: panel_recipe(page, &p, (panel_style){TONE_INK, 1.6, 0.1}, GRAIN_ALONG, "catmull_rom", 4, 0.25); break;
    case 1: panel_recipe(page, &p, (panel_style){TONE_INK, 1.6, 0.1}, "10*" GRAIN_ALONG, "catmull_rom", 4, 0.25); break;
    default:
      panel_recipe(page, &p, (panel_style){TONE_PLUS, 1.6, 0.15}, "fract(10*" GRAIN_ALONG ")", "catmull_rom", 4, 0.25);
    }
    plot_group_end(page);
    if (i == 2) panel_below(page, &p, 5, "x");
  }
  return page;
}

static plot_page *draw_rings(plot_theme theme) {
  static const char *const interps[3] = {"linear", "cosine", "catmull_rom"}, *const titles[3] = {"linear", "cosine",
                                                                                                 "Catmull-Rom"};
  plot_page *const page = plot_open(20 + 3 * (APART + 50), SIDE + 106, theme);
  if (!page) return NULL;
  for (int i = 0; i < 3; i++) {
    const double box[4] = {20 + (APART + 50) * i, 36, SIDE + 50, SIDE + 50};
    panel_title(page, box[0], 24, titles[i]);
    plot_group(page, interps[i]);
    panel_picture(page, box, tile, (panel_look){0, 1, 0, 1}, RINGS, interps[i], 1, 0.25);
    plot_group_end(page);
  }
  return page;
}

static plot_page *draw_plank(plot_theme theme) {
  plot_page *const page = plot_open(840, 300, theme);
  if (!page) return NULL;
  plot_group(page, "plank");
  panel_picture(page, (const double[]){20, 20, 800, 260}, (const double[]){0, 0, 2, 0.65}, (panel_look){0, 1, 0, 1.5},
                RINGS, "catmull_rom", 4, 0.25);
  plot_group_end(page);
  plot_dashes(page, (const double[]){420, 10, 420, 290}, TONE_ACCENT, 1.2);
  return page;
}

/* A log on its side, seen along parallel lines: where a ray meets the bark, at s, or else the end, at e, it takes the
 * colour that the wood has there. */
static const char log_recipe[] =
    "ct = cos(0.72)\nst = sin(0.72)\ncp = cos(0.4)\nsp = sin(0.4)\n"
    "px = x*ct + y*st*sp\npy = -y*cp\npz = y*ct*sp - x*st\n"
    "fx = -st*cp\nfy = -sp\nfz = -ct*cp\n"
    "a = fy*fy + fz*fz\nb = py*fy + pz*fz\nh = b*b - a*(py*py + pz*pz - 1)\n"
    "s = (-b - sqrt(max(h, 0)))/a\nlong = px + s*fx\n"
    "e = (1.5 - px)/fx\nup = py + e*fy\nout = pz + e*fz\n"
    "bent = 1 + 0.14*fbm(simplex(0.25*x, y, z, smooth: 1), octaves: 3)\n"
    "age = 8*bent*length(y, z) + 0.1*fbm(simplex(1.2*x, 7*y, 7*z), octaves: 3)\n"
    "rings = ramp(fract(age), 0, #e3b98a, 0.7, #c68f57, 0.92, #8d5427, 1, #a9703c)\n"
    "fibre = 1 + 0.08*fbm(simplex(0.8*x, 14*y, 14*z), octaves: 3)\n"
    "side = at(rings*fibre, long, py + s*fy, pz + s*fz)*(0.42 + 0.6*max(0, 0.75*(py + s*fy) + 0.6*(pz + s*fz)))\n"
    "end = at(rings, 1.5, up, out)*0.95\n"
    "cut = length(up, out)\n"
    "h > 0 && abs(long) < 1.5 ? rgba(side, 1) : cut < 1 ? rgba(end, 1) : rgba(#000000, 0)";

static plot_page *draw_log(plot_theme theme) {
  plot_page *const page = plot_open(680, 460, theme);
  if (!page) return NULL;
  plot_group(page, "log");
  panel_picture(page, (const double[]){20, 20, 640, 420}, (const double[]){-2.13, -1.4, 2.13, 1.4},
                (panel_look){0, 1, 0, 1.25}, "%s", log_recipe);
  plot_group_end(page);
  return page;
}

/* ---- The list ------------------------------------------------------------------------------------- */

static const figures_row rows[] = {
    {"wood-persistence", "Persistence, small and large",
     "The grain's four octaves.  Small: smooth, for wide rings; large: each ring would break into islands.",
     "burl sheet recipes/published/growth_rings.burl --vary gain=0.125..0.75:4 -o gain.png", draw_persistence},
    {"wood-octaves", "Octaves, few and many", "One octave is soft; each one more frays its edges.",
     "burl sheet recipes/published/growth_rings.burl --vary octaves=1..5 -o octaves.png", draw_octaves},
    {"wood-patch", "A patch and its control points",
     "Catmull-Rom passes through its control points: four along x, then four of these along y, so that each patch "
     "heeds 16. "
     "The points repeat after four, and the picture with them.",
     NULL, draw_patch},
    {"wood-fraction", "Ten times, without the whole part",
     "The grain along a line; the same ten times as high; and what is left without the whole part, from 0 to 1: it "
     "jumps "
     "wherever the line above passes a whole number.  Each jump is the edge of a ring.",
     NULL, draw_fraction},
    {"wood-rings", "Rings by three interpolations",
     "Rings are contours, so they show what a picture in greys hides: corners where the blend is linear, steps where "
     "it is a "
     "cosine, and none of either by Catmull-Rom.",
     NULL, draw_rings},
    {"wood-plank", "The plank",
     "Four octaves in the article's colours, twice side by side: at the dashes they meet without a seam.",
     "burl render recipes/published/growth_rings.burl --extent 0,0,2,0.65 --size 1600x520 -o plank.png", draw_plank},
    {"wood-log", "The log",
     "Rings on a cylinder, seen in space: the end and the side are cuts through one solid, so that each ring goes on "
     "from the "
     "one to the other.",
     NULL, draw_log},
};

const figures_article figures_wood = {"wood", "Growth rings", "After an article on wood textures by periodic noise",
                                      rows, sizeof rows / sizeof *rows};
