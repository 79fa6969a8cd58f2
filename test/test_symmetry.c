/* Every function of functions.def under the changes that should leave what it gives alone, or change it in a known way:
 * the picture turned over, axes swapped, the place shifted, a part instead of the whole, another size, level ground, a
 * plane, ground with holes, coordinates of all kinds, and its code.
 *
 * A function is here from the day on which it has a row: one at a point needs no more than a call, which most get by
 * their kind; one over a whole grid needs a row in the table below, which says what holds, or why nothing does. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "burl.h"
#include "code_text.h"
#include "ground.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* ---- The functions ------------------------------------------------------------------------------- */

typedef struct {
  const char *name, *form;
  int least; /* arguments */
} function_row;

static const function_row functions[] = {
#define FUNCTION(name, form, least, most, bounds, signature, range, help) {#name, #form, least},
#define FIELD(name, form, least, most, signature, range, help) {#name, #form, least},
#include "functions.def"
};

/* Calls of functions that their kind doesn't lead to. */
static const char *const calls[][2] = {
    {"at", "at(perlin(), y, x)"},
    {"warp", "warp(perlin(), value(), value(seed: 1))"},
    {"reseed", "reseed(perlin(), 7)"},
    {"tile", "tile(perlin(), 4)"},
    {"loop", "loop(perlin(), 4)"},
    {"dot", "dot(perlin(), 2, value(), 3)"},
    {"remap", "remap(perlin(), -1, 1, 0, 2)"},
    {"terrace", "terrace(perlin(), 4)"},
    {"curve", "curve(perlin(), -1, 0, 1, 2)"},
    {"d", "d(perlin(), x)"},
    {"rgba", "rgba(rgb(perlin(), 0, 1), 0.5)"},
    {"ramp", "ramp(perlin(), 0, #204060, 1, #fff)"},
    {"sphere", "sphere(perlin(), radius: 2)"},
    {"midpoint", "midpoint()"},
    {"image", "image(\"m\", read: bilinear)"},
    {"height", "erode(H, k: height() > 90 ? 1e-6 : 4e-6, cell: 1)"},
    {"erode", "erode(H, cell: 1)"},
    {"distance", "distance(H > 0)"},
    {"upsample", "upsample(H, 2)"},
    {"thermal", "thermal(H, talus: 2, years: 20)"},
    {"rivers", "rivers(H, least: 20)"},
};

static int is_of_grid(const function_row *f) {
  static const char *const forms[] = {"ground", "ground_shape", "midpoint", "image", "moment", "upsample"};
  for (int i = 0; i < COUNT(forms); i++)
    if (strcmp(f->form, forms[i]) == 0) return 1;
  return 0;
}

/* A call of the function, at the point, or of the heights H. */
static void put_call(const function_row *f, char call[160]) {
  static const char *const more[] = {"", ", 0.75", ", 0.25, 0.5", ", 0.25, 0.5, 0.6", ", 0.25, 0.5, 0.6, 0.3"};
  for (int i = 0; i < COUNT(calls); i++)
    if (strcmp(calls[i][0], f->name) == 0) {
      strcpy(call, calls[i][1]);
      return;
    }
  if (strcmp(f->form, "noise") == 0) snprintf(call, 160, "%s()", f->name);
  else if (is_of_grid(f)) snprintf(call, 160, "%s(H)", f->name);
  else snprintf(call, 160, "%s(perlin()%s)", f->name, more[f->least > 0 ? f->least - 1 : 0]);
}

/* ---- Pictures ------------------------------------------------------------------------------------ */

/* Cells of a quarter, so that all places are exact. */
enum { NX = 64, NY = 64, MOST = 4 * NX * NY };
static const double STEP = 0.25;

typedef struct {
  int nx, ny, channels;
  float at[4 * MOST];
} picture;

/* A model of NX by NY heights over the place, for image(): a plane with a hill. */
static float model[NX * NY];

static float hill(double x, double y) { return (float)(3 * x - 2 * y + 40 * exp(-0.02 * (x * x + y * y))); }

static void fill_model(void) {
  for (int i = 0; i < NX * NY; i++) model[i] = hill((i % NX + 0.5) * STEP - 8, (i / NX + 0.5) * STEP - 8);
}

static burl_grid grid_of(int nx, int ny, double x, double y) {
  const double dx = STEP * NX / nx, dy = STEP * NY / ny;
  return (burl_grid){.size = {nx, ny}, .origin = {x + dx / 2, y + dy / 2}, .step = {dx, dy}, .threads = 1};
}

/* What the call gives over a grid.  X and Y are the coordinates that it sees; the model lies at `shift`. */
static void make(const char *header, const char *heights, const char *call, int is_of_grid, double shift,
                 const burl_grid *grid, picture *to) {
  char recipe[700];
  burl_error error;
  snprintf(recipe, sizeof recipe, is_of_grid ? "%s\nH = at(%s, X, Y)\n%s" : "%s\n// %s\nat(%s, X, Y)", header, heights,
           call);
  burl_program *const program = burl_compile(recipe, 2, &error);
  if (!program) fail_msg("%s\n%s", recipe, error.message);
  if (strstr(call, "image(")) {
    fill_model();
    const burl_field field = {
        .data = model, .size = {NX, NY}, .origin = {shift - 8 + STEP / 2, STEP / 2 - 8}, .step = {STEP, STEP}};
    assert_int_equal(burl_set_image(program, "m", &field), BURL_OK);
  }
  to->nx = (int)grid->size[0], to->ny = (int)grid->size[1], to->channels = burl_channels(program);
  if (burl_sample_grid(program, grid, to->at) != BURL_OK) fail_msg("%s", recipe);
  burl_free(program);
}

#define HILLS "60*fbm(simplex(x/6, y/6), octaves: 4)"

static void make_here(const function_row *f, const char *heights, const burl_grid *grid, picture *to) {
  char call[160];
  put_call(f, call);
  make("X = x\nY = y", heights, call, is_of_grid(f), 0, grid, to);
}

static const float *sample_of(const picture *p, int x, int y) { return p->at + (y * p->nx + x) * p->channels; }

/* Largest difference of two numbers; NaN is NaN. */
static double apart(float a, float b) {
  if (isnan(a) || isnan(b)) return isnan(a) && isnan(b) ? 0 : INFINITY;
  return a == b ? 0 : fabs((double)a - (double)b);
}

/* ---- What holds ---------------------------------------------------------------------------------- */

/* The same to the bit; but for rounding; what the picture shows is the same, so that angles turn with it; nothing. */
typedef enum { SAME, NEAR, TURNED, NOTHING } relation;

typedef struct {
  const char *name;
  relation flipped, swapped, shifted;
  double limit;    /* how much a picture of 1/4 of the samples differs, root mean square, of the range; 0: see why */
  double of_level; /* what level ground at 7 becomes; NaN: see why */
  const char *of_plane; /* what the plane x is, as a recipe; NULL: see why */
  const char *why;      /* why something above doesn't hold */
} grid_row;

static const grid_row grids[] = {
    {"midpoint", NOTHING, NOTHING, SAME, 0, NAN, NULL,
     "it is made of the numbers of the grid's cells, and of no heights"},
    {"image", SAME, NOTHING, SAME, 0.01, NAN, NULL, "swapped, it would be another file; it is of no heights"},
    {"fill", SAME, SAME, SAME, 0.03, 7, "x", NULL},
    {"breach", SAME, SAME, SAME, 0.05, 7, "x", NULL},
    {"flow", SAME, SAME, SAME, 0, NAN, NULL,
     "lines are a cell wide; on level ground and planes areas depend on the place"},
    {"rivers", NOTHING, NOTHING, SAME, 0, 7, "x",
     "beds are a cell wide at least, and breached ones level: there ties are broken by direction"},
    {"lakes", SAME, SAME, SAME, 0.1, 0, "0", NULL},
    {"thermal", NEAR, NEAR, SAME, 0.03, 7, "x", NULL},
    {"blur", NEAR, NEAR, NEAR, 0.02, 7, NULL, "beyond an edge heights go on level"},
    {"distance", NEAR, NEAR, SAME, 0.12, 0, NULL, "of a mask"},
    {"erode", SAME, NOTHING, SAME, 0.02, NAN, NULL, "its lattice's nodes are moved by chance; ground rises"},
    {"height", SAME, NOTHING, SAME, 0.02, NAN, NULL, "as erode()"},
    {"upsample", NEAR, NEAR, SAME, 0.07, 7, "x", NULL},
    {"slope_deg", NEAR, NEAR, NEAR, 0.2, 0, "45", NULL},
    {"aspect", TURNED, TURNED, NEAR, 0, NAN, "270", "level ground has none, and 0 and 360 are one bearing"},
    {"hillshade", TURNED, NOTHING, NEAR, 0.2, 0.70710678, NULL,
     "swapped, the light would come from elsewhere; see level"},
};

static const grid_row *row_of(const function_row *f) {
  for (int i = 0; i < COUNT(grids); i++)
    if (strcmp(grids[i].name, f->name) == 0) return &grids[i];
  fail_msg("%s has no row here, which says what holds of it, or why nothing does", f->name);
  return NULL;
}

/* ---- The changes --------------------------------------------------------------------------------- */

/* Compares a picture with another, whose sample for ours at (x, y) `where` finds; off: what is allowed beside the
 * largest value. */
typedef void place_of(const picture *p, int *x, int *y);

static void compare(const char *what, const function_row *f, const picture *a, const picture *b, place_of *where,
                    relation holds) {
  double largest = 0, most = 0;
  for (int i = 0; i < a->nx * a->ny * a->channels; i++)
    if (isfinite(a->at[i])) largest = fmax(largest, fabs((double)a->at[i]));
  for (int y = 0; y < a->ny; y++)
    for (int x = 0; x < a->nx; x++) {
      int i = x, j = y;
      where(b, &i, &j);
      for (int c = 0; c < a->channels; c++) most = fmax(most, apart(sample_of(a, x, y)[c], sample_of(b, i, j)[c]));
    }
  if (holds == SAME ? most > 0 : most > 2e-4 * (1 + largest)) fail_msg("%s, %s: off by %g", f->name, what, most);
}

static void same_place(const picture *p, int *x, int *y) { (void)p, (void)x, (void)y; }
static void flipped_x(const picture *p, int *x, int *y) { (void)y, *x = p->nx - 1 - *x; }
static void flipped_y(const picture *p, int *x, int *y) { (void)x, *y = p->ny - 1 - *y; }
static void swapped(const picture *p, int *x, int *y) {
  const int i = *x;
  (void)p;
  *x = *y, *y = i;
}

/* Angles of the picture, as they are in the picture that is turned over along an axis, or swapped. */
static void turn_angles(const function_row *f, picture *p, int how) {
  for (int i = 0; i < p->nx * p->ny && strcmp(f->name, "aspect") == 0; i++) {
    const double a = (double)p->at[i], turned = how == 0 ? 360 - a : how == 1 ? 540 - a : 630 - a;
    p->at[i] = (float)(turned - 360 * floor(turned / 360));
  }
}

static relation flips(const function_row *f) { return is_of_grid(f) ? row_of(f)->flipped : SAME; }

/* Steps along x or y that go backwards show the same values at the same places. */
static void check_flips(const function_row *f) {
  static picture here, there;
  const relation holds = flips(f);
  if (holds == NOTHING) return;
  burl_grid grid = grid_of(NX, NY, -8, -8);
  make_here(f, HILLS, &grid, &here);
  for (int axis = 0; axis < 2; axis++) {
    burl_grid other = grid;
    other.origin[axis] += (double)(other.size[axis] - 1) * other.step[axis];
    other.step[axis] = -other.step[axis];
    make_here(f, HILLS, &other, &there);
    if (strcmp(f->name, "hillshade") == 0) { /* the light turns, too */
      char call[160];
      snprintf(call, sizeof call, "hillshade(H, azimuth: %d)", axis ? 225 : 45);
      make("X = x\nY = y", HILLS, call, 1, 0, &other, &there);
    }
    if (strcmp(f->name, "normal") == 0) /* red or green the other way round */
      for (int i = 0; i < NX * NY; i++) there.at[3 * i + axis] = 1 - there.at[3 * i + axis];
    turn_angles(f, &there, axis);
    compare(axis ? "y backwards" : "x backwards", f, &here, &there, axis ? flipped_y : flipped_x,
            strcmp(f->name, "normal") == 0 ? NEAR : holds);
  }
}

/* The same ground with its axes swapped. */
static void check_swaps(const function_row *f) {
  static picture here, there;
  char call[160];
  const relation holds = is_of_grid(f) ? row_of(f)->swapped : SAME;
  const burl_grid grid = grid_of(NX, NY, -8, -8);
  if (holds == NOTHING) return;
  put_call(f, call);
  make_here(f, HILLS, &grid, &here);
  make("X = y\nY = x", HILLS, call, is_of_grid(f), 0, &grid, &there);
  turn_angles(f, &there, 2);
  compare("axes swapped", f, &here, &there, swapped, holds);
}

/* The same ground elsewhere. */
static void check_shifts(const function_row *f) {
  static picture here, there;
  char call[160];
  const relation holds = is_of_grid(f) ? row_of(f)->shifted : SAME;
  const burl_grid grid = grid_of(NX, NY, -8, -8), other = grid_of(NX, NY, 56, -8);
  if (holds == NOTHING) return;
  put_call(f, call);
  make_here(f, HILLS, &grid, &here);
  make("X = x - 64\nY = y", HILLS, call, is_of_grid(f), 64, &other, &there);
  compare("shifted", f, &here, &there, same_place, holds);
}

/* A part of a grid, and every third sample of one, are those of the whole; over whole grids see `limit`. */
static void check_parts(const function_row *f) {
  static picture whole, part, fine;
  if (is_of_grid(f)) return;
  burl_grid grid = grid_of(NX, NY, -8, -8);
  make_here(f, HILLS, &grid, &whole);
  burl_grid half = grid;
  half.first[0] = 21, half.first[1] = 40, half.size[0] = 30, half.size[1] = 24;
  make_here(f, HILLS, &half, &part);
  for (int y = 0; y < part.ny; y++)
    for (int x = 0; x < part.nx; x++)
      if (memcmp(sample_of(&part, x, y), sample_of(&whole, x + 21, y + 40), (size_t)part.channels * sizeof(float)) != 0)
        fail_msg("%s: a part differs from the whole at %d, %d", f->name, x, y);
  burl_grid third = grid;
  third.size[0] = third.size[1] = 48, third.step[0] /= 3, third.step[1] /= 3;
  make_here(f, HILLS, &third, &fine);
  for (int y = 0; y < 16; y++)
    for (int x = 0; x < 16; x++)
      for (int c = 0; c < fine.channels; c++)
        if (apart(sample_of(&fine, 3 * x, 3 * y)[c], sample_of(&whole, x, y)[c]) > 0)
          fail_msg("%s: another step gives another value at %d, %d", f->name, x, y);
}

/* As samples get finer, what a process makes goes to a limit. */
static void check_limit(const function_row *f) {
  static picture coarse, fine;
  if (!is_of_grid(f) || row_of(f)->limit == 0) return;
  const burl_grid few = grid_of(NX / 2, NY / 2, -8, -8), many = grid_of(NX, NY, -8, -8);
  double squares = 0, lo = INFINITY, hi = -INFINITY;
  int count = 0;
  make_here(f, HILLS, &few, &coarse);
  make_here(f, HILLS, &many, &fine);
  for (int y = 0; y < coarse.ny; y++)
    for (int x = 0; x < coarse.nx; x++) {
      double mean = 0;
      for (int k = 0; k < 4; k++) mean += 0.25 * (double)*sample_of(&fine, 2 * x + k % 2, 2 * y + k / 2);
      const double value = (double)*sample_of(&coarse, x, y);
      if (!isfinite(mean) || !isfinite(value)) continue;
      squares += (value - mean) * (value - mean);
      lo = fmin(lo, mean), hi = fmax(hi, mean), count++;
    }
  const double rms = sqrt(squares / count) / (hi - lo);
  if (!(rms < row_of(f)->limit) || hi - lo < 0.1) fail_msg("%s: half as many samples: %g of %g", f->name, rms, hi - lo);
}

/* Level ground, the plane x, and ground with a hole. */
static void check_grounds(const function_row *f) {
  static picture made, plane;
  const burl_grid grid = grid_of(NX, NY, -8, -8);
  if (!is_of_grid(f)) return;
  const grid_row *const row = row_of(f);
  if (!isnan(row->of_level)) {
    make_here(f, "7", &grid, &made);
    for (int i = 0; i < NX * NY; i++)
      if (apart(made.at[i], (float)row->of_level) > 1e-6)
        fail_msg("%s of level ground is %g", f->name, (double)made.at[i]);
  }
  if (row->of_plane) {
    make_here(f, "x", &grid, &made);
    make("X = x\nY = y", "x", row->of_plane, 1, 0, &grid, &plane);
    for (int i = 0; i < NX * NY; i++)
      if (apart(made.at[i], plane.at[i]) > 1e-4)
        fail_msg("%s of a plane is %g, not %g, at %d, %d", f->name, (double)made.at[i], (double)plane.at[i], i % NX,
                 i / NX);
  }
  if (strcmp(f->name, "midpoint") == 0 || strcmp(f->name, "image") == 0 || strcmp(f->name, "distance") == 0) return;
  make_here(f, "length(x, y) < 3 ? 0/0*x : " HILLS, &grid, &made);
  for (int i = 0; i < NX * NY; i++) {
    const double away = hypot(grid.origin[0] + i % NX * STEP, grid.origin[1] + i / NX * STEP);
    const int is_none = isnan(made.at[i]) || (strcmp(f->name, "hillshade") == 0 && made.at[i] == 0) ||
                        (strcmp(f->name, "flow") == 0 && made.at[i] == 0) || strcmp(f->name, "lakes") == 0;
    if (away < 2.5 && !is_none) fail_msg("%s: %g in a hole", f->name, (double)made.at[i]);
    if (away > 3.5 && isnan(made.at[i])) fail_msg("%s: nothing beside a hole, %g away", f->name, away);
  }
}

/* Coordinates of all kinds: a grid of one sample and a point agree. */
static void check_coordinates(const function_row *f) {
  static const double special[] = {
      0,        -0.0, -1e-17, 1e-300, 0.99999999999999989, 3, -7, 1e10, 4503599627370497.0, -4503599627370497.0,
      INFINITY, NAN};
  char call[160], recipe[300];
  if (is_of_grid(f)) return;
  put_call(f, call);
  snprintf(recipe, sizeof recipe, "%s", call);
  burl_program *const program = burl_compile(recipe, 2, NULL);
  assert_non_null(program);
  for (int i = 0; i < COUNT(special); i++)
    for (int j = 0; j < COUNT(special); j++) {
      const double x = special[i], y = special[j];
      float at[2][4] = {{0}};
      const double *const coord[4] = {&x, &y};
      const burl_points points = {.count = 1, .coord = {coord[0], coord[1]}};
      assert_int_equal(burl_sample_points(program, &points, at[0]), BURL_OK);
      if (!isfinite(x) || !isfinite(y)) continue; /* no grid lies there */
      const burl_grid grid = {.size = {1, 1}, .origin = {x, y}};
      assert_int_equal(burl_sample_grid(program, &grid, at[1]), BURL_OK);
      for (int c = 0; c < burl_channels(program); c++)
        if (apart(at[0][c], at[1][c]) > 0)
          fail_msg("%s at %g, %g: %.9g as a point, %.9g as a grid", call, x, y, (double)at[0][c], (double)at[1][c]);
    }
  burl_free(program);
}

/* Its code in every language, or a refusal that names it. */
static void check_code(const function_row *f) {
  char call[160], recipe[300];
  burl_error error;
  put_call(f, call);
  snprintf(recipe, sizeof recipe, is_of_grid(f) ? "H = " HILLS "\n%s" : "%s", call);
  burl_program *const program = burl_compile(recipe, 2, &error);
  if (!program) fail_msg("%s: %s", recipe, error.message);
  for (int t = 0; code_target(t); t++) {
    const burl_code_options options = {.target = code_target(t)};
    char *const text = code_text(program, &options, &error);
    if (is_of_grid(f) ? text || !strstr(error.message, "is of a whole grid") : !text)
      fail_msg("%s for %s: %s", call, code_target(t), text ? "has code" : error.message);
    free(text);
  }
  burl_free(program);
}

/* ---- The sweep ----------------------------------------------------------------------------------- */

static void for_each(void (*check)(const function_row *f)) {
  for (int i = 0; i < COUNT(functions); i++) check(&functions[i]);
}

#define SWEEP(name, check)                \
  static void test_##name(void **state) { \
    (void)state;                          \
    for_each(check);                      \
  }
SWEEP(backwards, check_flips)
SWEEP(axes_swapped, check_swaps)
SWEEP(shifted, check_shifts)
SWEEP(parts_and_steps, check_parts)
SWEEP(finer_samples, check_limit)
SWEEP(level_ground_planes_holes, check_grounds)
SWEEP(all_coordinates, check_coordinates)
SWEEP(code_of_each, check_code)

/* The table names functions that are there, and says why where something doesn't hold. */
static void test_the_table(void **state) {
  (void)state;
  assert_true(COUNT(functions) > 80);
  for (int i = 0; i < COUNT(grids); i++) {
    const grid_row *const g = &grids[i];
    int found = 0;
    for (int k = 0; k < COUNT(functions); k++)
      found += strcmp(functions[k].name, g->name) == 0 && is_of_grid(&functions[k]);
    const int is_partial = g->flipped == NOTHING || g->swapped == NOTHING || g->shifted == NOTHING || g->limit == 0 ||
                           isnan(g->of_level) || !g->of_plane;
    if (found != 1 || is_partial != (g->why != NULL)) fail_msg("%s", g->name);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_the_table),
      cmocka_unit_test(test_backwards),
      cmocka_unit_test(test_axes_swapped),
      cmocka_unit_test(test_shifted),
      cmocka_unit_test(test_parts_and_steps),
      cmocka_unit_test(test_finer_samples),
      cmocka_unit_test(test_level_ground_planes_holes),
      cmocka_unit_test(test_all_coordinates),
      cmocka_unit_test(test_code_of_each),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
