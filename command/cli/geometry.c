/* Which samples a picture has: from --size, --extent, --origin, --step, --edge, --window, --at and
 * the recipe's view to a grid.  docs/language.md, "What a renderer shows". */
#include "cli/cli.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const char axis_name[] = "xyzw";
static const double default_extent = 8; /* the length of the longest side */

/* ---- checking the options -------------------------------------------------------------------- */

/* What --extent takes: "x0,y0,x1,y1" for two axes. */
static const char *corners(int axes) {
  static const char *const text[] = {"x0,x1", "x0,y0,x1,y1", "x0,y0,z0,x1,y1,z1", "x0,y0,z0,w0,x1,y1,z1,w1"};
  return text[axes - 1];
}

static int check_counts(const geometry *g) {
  const int n = g->axes;
  if (g->extent_count && g->extent_count != 2 * n) {
    return usage_error("--extent: %d axes take %d numbers, %s", n, 2 * n, corners(n));
  }
  if (g->window_count && g->window_count != 2 * n) {
    return usage_error("--window: %d axes take %d numbers, the first samples, then the sizes", n, 2 * n);
  }
  if (g->origin_count && g->origin_count != n) { return usage_error("--origin: %d axes take %d numbers", n, n); }
  if (g->step_count > 1 && g->step_count != n) {
    return usage_error("--step: %d axes take %d numbers, or one for all", n, n);
  }
  return DONE;
}

static int check_window(const geometry *g) {
  for (int a = 0; a < g->axes && g->window_count; a++) {
    const int64_t first = g->window[a], size = g->window[g->axes + a];
    if (first < 0 || size < 1 || first >= g->size[a] || size > g->size[a] - first) {
      return usage_error("--window: along %c, %" PRId64 " samples from %" PRId64
                         " on are not part of the picture's %" PRId64,
                         axis_name[a], size, first, g->size[a]);
    }
  }
  return DONE;
}

int geometry_check(const geometry *g) {
  if (g->extent_count && (g->origin_count || g->step_count)) {
    return usage_error("--extent and --origin, --step are two ways to say the same: take one");
  }
  if (g->origin_count && !g->step_count) return usage_error("--origin needs --step beside it");
  if (g->step_count && g->edge_given) {
    return usage_error("--edge says how an extent is filled: with --step there is none");
  }
  for (int a = 0; a < g->axes; a++) {
    if (g->is_fixed[a]) {
      return usage_error("--at: the picture runs along %c (--size has %d axes)", axis_name[a], g->axes);
    }
  }
  return check_counts(g);
}

int geometry_dims(const geometry *g) {
  int dims = g->axes;
  for (int a = 0; a < 4; a++) {
    if (g->is_fixed[a] && a >= dims) dims = a + 1;
  }
  return dims;
}

/* ---- the grid -------------------------------------------------------------------------------- */

typedef struct {
  int axes; /* 0: the recipe has none */
  double corner[8];
} view;

/* Where an axis of the picture begins and ends.  Along an axis that the view doesn't have, samples
 * are as far apart as along x. */
static void extent_of(const geometry *g, const view *v, int a, double *from, double *to) {
  int64_t longest = 1;
  for (int b = 0; b < g->axes; b++) longest = g->size[b] > longest ? g->size[b] : longest;

  const double samples = (double)g->size[a];
  if (g->extent_count) {
    *from = g->extent[a];
    *to = g->extent[g->axes + a];
  } else if (a < v->axes) {
    *from = v->corner[a];
    *to = v->corner[v->axes + a];
  } else {
    *from = 0;
    *to = v->axes ? (v->corner[v->axes] - v->corner[0]) * samples / (double)g->size[0]
                  : default_extent * samples / (double)longest;
  }
}

/* Origin and step with which the samples fill the extent. */
static void place_samples(double from, double to, int64_t size, edge_rule edge, double *origin, double *step) {
  if (edge == EDGE_CELL) {
    *step = (to - from) / (double)size;
    *origin = from + 0.5 * *step;
  } else {
    *step = size > 1 ? (to - from) / (double)(size - 1) : 0;
    *origin = from;
  }
}

static int place_axis(const geometry *g, const view *v, int a, burl_grid *grid) {
  grid->size[a] = g->size[a];
  if (g->step_count) {
    grid->step[a] = g->step[g->step_count > 1 ? a : 0];
    grid->origin[a] = g->origin[a];
  } else {
    double from, to;
    extent_of(g, v, a, &from, &to);
    place_samples(from, to, g->size[a], g->edge, &grid->origin[a], &grid->step[a]);
  }
  if (!isfinite(grid->origin[a]) || !isfinite(grid->step[a])) {
    return usage_error("the extent along %c is too large", axis_name[a]);
  }
  if (grid->step[a] == 0 && g->size[a] > 1) {
    return usage_error("the %" PRId64 " samples along %c all lie at one place", g->size[a], axis_name[a]);
  }
  return DONE;
}

int geometry_place(const geometry *g, const burl_program *program, burl_grid *grid) {
  view v = {0};
  v.axes = burl_view(program, v.corner) / 2;
  grid->samples = g->samples;
  for (int a = 0; a < 4; a++) {
    if (a < g->axes) {
      const int code = place_axis(g, &v, a, grid);
      if (code) return code;
    } else {
      grid->size[a] = 1;
      grid->origin[a] = g->is_fixed[a] ? g->fixed[a] : a < v.axes ? v.corner[a] : 0;
    }
  }
  return DONE;
}

burl_grid geometry_around(const geometry *g, const burl_program *program, const burl_grid *whole) {
  burl_grid grid = *whole;
  for (int a = 0; a < 2 && a < g->axes && burl_needs_whole_grid(program); a++) {
    grid.first[a] -= g->margin;
    grid.size[a] += 2 * (int64_t)g->margin;
  }
  return grid;
}

geometry geometry_computed(const geometry *g, const burl_program *program) {
  geometry all = *g;
  if (!burl_needs_whole_grid(program)) return all;
  all.window_count = 0;
  for (int a = 0; a < 2 && a < g->axes; a++) all.size[a] += 2 * (int64_t)g->margin;
  return all;
}

/* The aspect ratio of the picture's extent, x to y; 0: it isn't known, or the picture doesn't have
 * two axes. */
static double aspect_of(const geometry *g, const view *v) {
  const double *const corner = g->extent_count ? g->extent : v->corner;
  if (g->axes != 2 || g->step_count || (g->extent_count ? g->extent_count != 4 : v->axes != 2)) return 0;
  const double aspect = fabs((corner[2] - corner[0]) / (corner[3] - corner[1]));
  return isfinite(aspect) ? aspect : 0;
}

int geometry_settle(geometry *g, const burl_program *program, int is_remade) {
  enum { LONGEST = 512 };
  view v = {0};
  v.axes = burl_view(program, v.corner) / 2;
  const double aspect = aspect_of(g, &v), given = (double)g->size[0] / (double)g->size[1];
  if (aspect > 0 && !g->size_given && !is_remade) {
    g->size[0] = aspect < 1 ? (int64_t)fmax(1, round(LONGEST * aspect)) : LONGEST;
    g->size[1] = aspect > 1 ? (int64_t)fmax(1, round(LONGEST / aspect)) : LONGEST;
  } else if (aspect > 0 && !is_remade && fmax(aspect / given, given / aspect) > 1.02) {
    const double wide = aspect * (double)g->size[1], high = (double)g->size[0] / aspect;
    note("samples are not square: --size %.0fx%.0f has the shape of what it shows",
         aspect > given ? wide : (double)g->size[0], aspect > given ? (double)g->size[1] : high);
  }
  return check_window(g);
}

void geometry_extent(const geometry *g, const burl_program *program, double extent[8]) {
  view v = {0};
  v.axes = burl_view(program, v.corner) / 2;
  for (int a = 0; a < g->axes; a++) extent_of(g, &v, a, &extent[a], &extent[g->axes + a]);
}

void geometry_window(const geometry *g, int64_t first[4], int64_t size[4]) {
  for (int a = 0; a < 4; a++) {
    const int is_cut = g->window_count && a < g->axes;
    first[a] = is_cut ? g->window[a] : 0;
    size[a] = is_cut ? g->window[g->axes + a] : a < g->axes ? g->size[a] : 1;
  }
}
