/* Every function of functions.def under the changes that should leave what it gives alone, or change it in a known way:
 * the picture turned over, the ground turned over, swapped or shifted, a part of the grid, more samples, other threads
 * and instructions, level ground, a plane, holes, and coordinates of all kinds.
 *
 * A function is here from the day on which it has a row in functions.def.  What is expected of all is that a change of
 * place leaves it as it is, to the bit; where it does not, a row below says what holds instead, or why nothing does,
 * and the test fails where less is said than holds. */
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
#include "every_function.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* ---- Changes ------------------------------------------------------------------------------------- */

/* The square of 32 by 32 samples about the origin; steps are such that all places are exact. */
enum { SIDE = 32, FINER_BY = 3, MOST_SIDE = SIDE * FINER_BY, MOST_CHANNELS = 4 };
#define STEP 0.375
#define EDGE (STEP * SIDE / 2)

static const burl_grid square = {
    .size = {SIDE, SIDE}, .origin = {STEP / 2 - EDGE, STEP / 2 - EDGE}, .step = {STEP, STEP}, .threads = 1};

static void as_it_is(burl_grid *grid) { (void)grid; }

static void turn(burl_grid *grid, int axis) {
  grid->origin[axis] += (double)(grid->size[axis] - 1) * grid->step[axis];
  grid->step[axis] = -grid->step[axis];
}
static void turn_x(burl_grid *grid) { turn(grid, 0); }
static void turn_y(burl_grid *grid) { turn(grid, 1); }

static void move(burl_grid *grid) { grid->origin[0] += 64; }

static void cut(burl_grid *grid) {
  grid->first[0] = 5, grid->size[0] = 24;
  grid->first[1] = 2, grid->size[1] = 27;
}

static void refine(burl_grid *grid) {
  for (int a = 0; a < 2; a++) {
    grid->size[a] *= FINER_BY, grid->step[a] /= FINER_BY;
    grid->origin[a] -= grid->step[a] * (FINER_BY - 1) / 2;
  }
}

static void share(burl_grid *grid) { grid->threads = 3; }

/* The ground that functions are of; the numbers of functions at a point are sixty times smaller. */
#define HILLS "at(60*fbm(simplex(x/6, y/6), octaves: 2), X, Y)"
#define NUMBERS "at(fbm(simplex(x/6, y/6), octaves: 2), X, Y)"
#define HOLE "length(X + 2, Y) < 1.5"
#define HOLE_RADIUS 1.5

/* Bits, of which a row of the table below may have several. */
enum {
  BACK_X = 1,
  BACK_Y = 2,
  OVER_X = 4,
  OVER_Y = 8,
  SWAPPED = 16,
  SHIFTED = 32,
  PART = 64,
  FINER = 128,
  SPREAD = 256,
  LEVEL = 512,
  PLANE_X = 1024,
  PLANE_Y = 2048,
  HOLED = 4096,
  BACK = BACK_X | BACK_Y,
  OVER = OVER_X | OVER_Y,
  MOVES = OVER | SWAPPED | SHIFTED,
  PLANE = PLANE_X | PLANE_Y,
  GROUNDS = LEVEL | PLANE | HOLED
};

/* What changes: the grid; where the ground lies that is seen at (x, y); or the ground. */
typedef struct {
  int bit;
  const char *words;
  void (*regrid)(burl_grid *grid);
  const char *map;
  int matrix[4]; /* of the map */
  double shift;
  const char *before, *after; /* the ground; NULL: hills */
  const char *isa;            /* NULL: the best */
} change_row;

#define NO_MAP "X = x\nY = y", {1, 0, 0, 1}, 0
static const change_row changes[] = {
    {BACK_X, "x goes down along the picture", turn_x, NO_MAP, NULL, NULL, NULL},
    {BACK_Y, "y goes up the picture", turn_y, NO_MAP, NULL, NULL, NULL},
    {OVER_X, "the ground turned over along x", as_it_is, "X = -x\nY = y", {-1, 0, 0, 1}, 0, NULL, NULL, NULL},
    {OVER_Y, "the ground turned over along y", as_it_is, "X = x\nY = -y", {1, 0, 0, -1}, 0, NULL, NULL, NULL},
    {SWAPPED, "axes swapped", as_it_is, "X = y\nY = x", {0, 1, 1, 0}, 0, NULL, NULL, NULL},
    {SHIFTED, "shifted", move, "X = x - 64\nY = y", {1, 0, 0, 1}, -64, NULL, NULL, NULL},
    {PART, "a part of the grid", cut, NO_MAP, NULL, NULL, NULL},
    {FINER, "three times as many samples along each axis", refine, NO_MAP, NULL, NULL, NULL},
    {SPREAD, "on several threads, by the least instructions", share, NO_MAP, NULL, NULL, "scalar"},
    {LEVEL, "level ground", as_it_is, NO_MAP, "7", "7 + 0*X", NULL},
    {PLANE_X, "the plane x", as_it_is, NO_MAP, "X", "X", NULL},
    {PLANE_Y, "the plane y", as_it_is, NO_MAP, "Y", "Y", NULL},
    {HOLED, "the plane x with a hole", as_it_is, NO_MAP, "X", "(" HOLE " ? 0/0 : X)", NULL},
};

/* ---- What holds ---------------------------------------------------------------------------------- */

typedef enum {
  SAME,   /* to the bit */
  NEAR,   /* but for `within` of the largest value */
  LIMIT,  /* root mean square, but for `within` of the range of values */
  NOTHING /* text: why */
} relation;

/* Of the functions named, or of all over GRIDS or at POINTS: the first row that fits is the one that counts. */
typedef struct {
  const char *names;
  int changes;
  relation holds;
  /* The call that gives, where the function is as it was, what it gives after the change; of level ground and planes
   * what it gives there.  NULL: its own call.  Of NOTHING: why. */
  const char *text;
  double within;
  int rim; /* samples along the edges of the changed grid for which it does not hold */
} row;

#define OTHER_PLACES "it reads its argument elsewhere"
#define OF_CELLS "it is made of random numbers that belong to places"
#define BEARING "aspect(H)*pi/180"

#define TWICE "(2*sqrt(1 + d(H, x)*d(H, x) + d(H, y)*d(H, y)))" /* the length of a normal */

static const row rows[] = {
    /* Octaves and domains. */
    {"fbm billow turbulence ridged pingpong hybrid hetero multifractal swiss jordan", SHIFTED | HOLED, NOTHING,
     .text = OTHER_PLACES},
    {"at scale shift rotate warp distort", HOLED, NOTHING, .text = OTHER_PLACES},
    {"fbm turbulence hetero dot", LEVEL, NEAR, .within = 2e-7}, /* constants are computed in double */
    {"at", SHIFTED, .text = "at(H, 2*x - 64, 2*y)"},
    {"scale", SHIFTED, .text = "scale(shift(H, -32, 0), 2)"},
    {"shift", OVER_X, .text = "shift(H, -0.75)"},
    {"shift", SWAPPED, .text = "shift(H, 0, 0.75)"},
    {"rotate", OVER | SWAPPED, .text = "rotate(H, -30)"},
    {"rotate", SHIFTED, NEAR, .text = "rotate(shift(H, 64*cos(pi/6) - 64, -64*sin(pi/6)), 30)", .within = 5e-6},
    {"warp", OVER_X, .text = "warp(H, -value(X, Y), value(X, Y, seed: 1))"},
    {"warp", OVER_Y, .text = "warp(H, value(X, Y), -value(X, Y, seed: 1))"},
    {"warp", SWAPPED, .text = "warp(H, value(X, Y, seed: 1), value(X, Y))"},
    {"distort", MOVES, NOTHING, .text = OF_CELLS},
    {"sphere cylinder", MOVES, NOTHING, .text = "the ground lies in space there, whose axes are others"},
    {"equalise", MOVES, NEAR, .within = 0.0075}, /* its samples are of other places */
    {"equalise", GROUNDS, NOTHING, .text = "these planes have no shares"},
    {"unit signed", GROUNDS, NOTHING, .text = "it follows from the bounds, and these planes have none"},

    /* Derivatives. */
    {"d", OVER_X, .text = "0 - d(H, x)"},
    {"d", SWAPPED, .text = "d(H, y)"},
    {"d slope", LEVEL, .text = "0"},
    {"d slope", PLANE_X | HOLED, .text = "1"},
    {"d", PLANE_Y, .text = "0"},
    {"slope", PLANE_Y, .text = "1"},
    {"normal", BACK_X | OVER_X, NEAR, .within = 1e-7, .text = "rgb(1, 0, 0) + rgb(-1, 1, 1)*normal(H)"},
    {"normal", BACK_Y | OVER_Y, NEAR, .within = 1e-7, .text = "rgb(0, 1, 0) + rgb(1, -1, 1)*normal(H)"},
    {"normal", SWAPPED, NEAR, .text = "rgb(0.5 - d(H, y)/" TWICE ", 0.5 - d(H, x)/" TWICE ", 0.5 + 1/" TWICE ")",
     .within = 1e-6},
    {"normal", LEVEL, .text = "rgb(0.5, 0.5, 1)"},
    {"normal", PLANE_X | HOLED, NEAR, .text = "rgb(0.5 - sqrt(0.125), 0.5, 0.5 + sqrt(0.125))", .within = 1e-7},
    {"normal", PLANE_Y, NEAR, .text = "rgb(0.5, 0.5 - sqrt(0.125), 0.5 + sqrt(0.125))", .within = 1e-7},
    {"curl", OVER_Y, .text = "0 - curl(H)"},
    {"curl", SWAPPED, .text = "0 - curl(H, give: y)"},
    {"curvature", SWAPPED, NEAR, .within = 2e-7},
    {"curl", PLANE_Y, .text = "1"},
    {"curl curvature", GROUNDS, .text = "0"},
    {"gullies", MOVES, NOTHING, .text = OF_CELLS},
    {"gullies", LEVEL, .text = "7"},
    {"gullies", PLANE | HOLED, NOTHING, .text = "its gullies run down the plane, and it refuses steps"},

    /* Whole grids. */
    {"midpoint", BACK | OVER | SWAPPED | PART | FINER, NOTHING, .text = OF_CELLS},
    {"midpoint", GROUNDS, NOTHING, .text = "it is of no ground"},
    {"image", PART, SAME, .rim = 0},
    {"image", LEVEL | PLANE, .text = "H"},
    {"image", HOLED, NOTHING, .text = "its holes end between its own samples"},
    {"fill", LEVEL | PLANE | HOLED, .text = "H"},
    {"fill", FINER, LIMIT, .within = 0.005},
    {"breach", LEVEL | PLANE | HOLED, .text = "H"},
    {"breach", FINER, LIMIT, .within = 0.015},
    {"flow", FINER, NOTHING, .text = "lines are a cell wide"},
    {"flow", LEVEL | HOLED, NOTHING, .text = "areas depend on the way to an edge or hole"},
    {"flow", PLANE, .text = "0.375*(6.1875 - H)"},
    {"rivers", BACK | OVER | SWAPPED, NOTHING, .text = "breached beds are level, where ties are broken by direction"},
    {"rivers", FINER, NOTHING, .text = "beds are a cell wide at least"},
    {"rivers", LEVEL | PLANE | HOLED, .text = "H"},
    {"lakes", FINER, LIMIT, .within = 0.025},
    {"lakes", GROUNDS, .text = "0"},
    {"basins", MOVES | FINER, NOTHING, .text = "its numbers belong to places"},
    {"basins", GROUNDS, NOTHING, .text = "its numbers belong to places"},
    {"above_drainage", FINER, NOTHING, .text = "rivers begin at other cells"},
    {"above_drainage", LEVEL, .text = "0"},
    {"above_drainage", PLANE, .text = "H + 5.8125"},
    {"above_drainage", HOLED, NOTHING, .text = "behind a hole water ends there"},
    {"wetness", FINER, NOTHING, .text = "lines are a cell wide"},
    {"wetness", LEVEL | HOLED, NOTHING, .text = "areas depend on the way to an edge or hole"},
    {"wetness", PLANE, .text = "log(6.1875 - H)"},
    {"thermal", FINER, LIMIT, .within = 0.004},
    {"thermal", GROUNDS, .text = "H"},
    {"blur", SWAPPED, NEAR, .within = 2e-7},
    {"blur", FINER, LIMIT, .within = 0.01},
    {"blur", PART, SAME, .rim = 9},
    {"blur", LEVEL, .text = "H"},
    {"blur", PLANE, SAME, .text = "H", .rim = 9},
    {"blur", HOLED, NOTHING, .text = "it is a mean of the heights that are there"},
    {"distance", FINER, LIMIT, .within = 0.15},
    {"distance", LEVEL, .text = "0"},
    {"distance", PLANE | HOLED, .text = "max(0, 0.1875 - H)"},
    {"dilate", FINER, LIMIT, .within = 0.05},
    {"dilate", LEVEL, .text = "H"},
    {"dilate", PLANE_X, .text = "min(H + 0.75, 5.8125)"},
    {"dilate", PLANE_Y, .text = "min(H + 0.75, 5.8125)"},
    {"dilate", HOLED, NOTHING, .text = "beside a hole there is less to choose from"},
    {"bevel", FINER, LIMIT, .within = 0.15},
    {"bevel", LEVEL, .text = "1"},
    {"bevel", PLANE, .text = "clamp(H + 0.1875, 0, 1)"},
    {"bevel", HOLED, NOTHING, .text = "a hole has an outline"},
    {"occlusion", FINER, LIMIT, .within = 0.05},
    {"occlusion", LEVEL, .text = "1"},
    {"occlusion", PLANE | HOLED, NEAR, .text = "1", .within = 1e-7},
    {"median", FINER, LIMIT, .within = 0.05},
    {"median", LEVEL, .text = "H"},
    {"median", PLANE, SAME, .text = "H", .rim = 3},
    {"median", HOLED, NOTHING, .text = "beside a hole there is less to choose from"},
    {"erode height", OVER | SWAPPED, NOTHING, .text = "the nodes of its lattice lie by chance"},
    {"erode height", GROUNDS, NOTHING, .text = "the ground rises"},
    {"upsample", LEVEL | PLANE, .text = "H"},
    {"upsample", HOLED, NOTHING, .text = "its holes are those of its own cells"},
    {"slope_deg aspect hillshade", PART, .rim = 1},
    {"slope_deg", FINER, LIMIT, .within = 0.12},
    {"slope_deg", LEVEL, .text = "0"},
    {"slope_deg", PLANE | HOLED, .text = "45"},
    {"aspect", BACK_X | OVER_X, NEAR, .within = 2e-6, .text = "sin(1 - " BEARING ")"},
    {"aspect", BACK_Y | OVER_Y, NEAR, .within = 2e-6, .text = "sin(pi + 1 - " BEARING ")"},
    {"aspect", SWAPPED, NEAR, .within = 2e-6, .text = "sin(3*pi/2 + 1 - " BEARING ")"},
    {"aspect", FINER, LIMIT, .within = 0.13},
    {"aspect", LEVEL, NOTHING, .text = "level ground has no bearing"},
    {"aspect", PLANE_X | HOLED, .text = "sin(3*pi/2 + 1)"},
    {"aspect", PLANE_Y, .text = "sin(1)"},
    {"hillshade", BACK_X | OVER_X, .text = "hillshade(H, azimuth: 45)"},
    {"hillshade", BACK_Y | OVER_Y, .text = "hillshade(H, azimuth: 225)"},
    {"hillshade", FINER, LIMIT, .within = 0.13},
    {"hillshade", LEVEL, .text = "sqrt(0.5)"},
    {"hillshade", PLANE | HOLED, .text = "(0.5 + sqrt(0.5))/sqrt(2)"},
    {"GRIDS", PART, NOTHING, .text = "what lies elsewhere has a part in it"},

    {"POINTS", PLANE, NOTHING, .text = "it has one number at a time, of whatever ground"},
};

static const row otherwise = {"", 0, SAME, NULL, 0, 0};

static int has_word(const char *words, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = words; (at = strstr(at, word)); at += length)
    if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) return 1;
  return 0;
}

static int is_of(const row *r, const listed_function *f) {
  return has_word(r->names, f->name) || has_word(r->names, f->is_of_grid ? "GRIDS" : "POINTS");
}

static const row *row_of(const listed_function *f, int change) {
  for (int i = 0; i < COUNT(rows); i++)
    if ((rows[i].changes & change) && is_of(&rows[i], f)) return &rows[i];
  return &otherwise;
}

/* ---- Pictures ------------------------------------------------------------------------------------ */

typedef struct {
  burl_grid grid;
  int channels;
  float at[MOST_SIDE * MOST_SIDE * MOST_CHANNELS];
} picture;

static burl_program *compile_for(const char *recipe, const char *isa) {
  const burl_options options = {.struct_size = sizeof options, .dims = 2, .isa = isa};
  burl_error error;
  burl_program *const program = burl_compile_with(recipe, strlen(recipe), &options, &error);
  if (!program) fail_msg("%s\n%s | %s", recipe, error.message, error.hint);
  return program;
}

/* Gives image("m") the ground that the recipe's first lines give, over a grid of its own about the square. */
static void set_model(burl_program *program, const char *ground, double x) {
  enum { MODEL = 64 };
  static float model[MODEL * MODEL];
  const double step = 0.25, origin = step / 2 - step * MODEL / 2;
  const burl_grid grid = {.size = {MODEL, MODEL}, .origin = {x + origin, origin}, .step = {step, step}, .threads = 1};
  const burl_field field = {
      .data = model, .size = {MODEL, MODEL}, .origin = {x + origin, origin}, .step = {step, step}};
  burl_program *const of = compile_for(ground, NULL);
  assert_int_equal(burl_sample_grid(of, &grid, model), BURL_OK);
  assert_int_equal(burl_set_image(program, "m", &field), BURL_OK);
  burl_free(of);
}

/* Gives lines("m") and areas("m") what is drawn, where the recipe reads it so. */
static int set_drawing(burl_program *program) {
  static const double vertices[][2] = {{-5, -4}, {-2, 1}, {3.5, -1}, {4, 5}, {-4, 2}, {1, 2}, {0, 5}};
  static const burl_path paths[] = {{0, 4, 0, BURL_LINE}, {4, 3, 1, BURL_RING}};
  static const burl_shapes shapes = {.vertices = vertices[0], COUNT(vertices), paths, COUNT(paths), NULL, NULL, 0};
  return burl_set_image(program, "m", &(burl_field){.shapes = &shapes}) == BURL_OK;
}

/* What the call gives, of the ground as the map has it. */
static void make(const char *call, const char *map, const char *ground, const char *isa, const burl_grid *grid,
                 picture *to) {
  char recipe[700];
  snprintf(recipe, sizeof recipe, "%s\nH = %s\n%s", map, ground, call);
  burl_program *const program = compile_for(recipe, isa);
  if (burl_image_name(program, 0) && !set_drawing(program)) {
    snprintf(recipe, sizeof recipe, "%s\n%s", map, ground);
    set_model(program, recipe, grid->origin[0] > EDGE ? 64 : 0);
  }
  to->grid = *grid, to->channels = burl_channels(program);
  if (burl_sample_grid(program, grid, to->at) != BURL_OK) fail_msg("%s", recipe);
  burl_free(program);
}

static double coordinate(const burl_grid *grid, int axis, int i) {
  return grid->origin[axis] + (double)(grid->first[axis] + i) * grid->step[axis];
}

/* Where among a picture's samples one lies at the place that the map gives; NULL: nowhere. */
static const float *sample_at(const picture *p, const change_row *c, double x, double y) {
  const double place[2] = {c->matrix[0] * x + c->matrix[1] * y + c->shift, c->matrix[2] * x + c->matrix[3] * y};
  int64_t index[2];
  for (int a = 0; a < 2; a++) {
    const double at = (place[a] - p->grid.origin[a]) / p->grid.step[a];
    index[a] = (int64_t)at;
    if (at != floor(at) || at < 0 || index[a] >= p->grid.size[a]) return NULL;
  }
  return p->at + (index[1] * p->grid.size[0] + index[0]) * p->channels;
}

/* How far two numbers are apart; NaN is NaN. */
static double apart(float a, float b) {
  if (isnan(a) || isnan(b)) return isnan(a) && isnan(b) ? 0 : INFINITY;
  return a == b ? 0 : fabs((double)a - (double)b);
}

/* How two pictures differ. */
typedef struct {
  double largest, squares, lo, hi, x, y; /* the largest difference, and where it is */
  int count;
} difference;

static void add_sample(difference *d, const float *a, const float *b, int channels, double x, double y) {
  for (int k = 0; k < channels; k++) {
    const double off = apart(a[k], b[k]);
    if (off > d->largest) d->largest = off, d->x = x, d->y = y;
    d->squares += off * off, d->count++;
    if (isfinite(a[k])) d->lo = fmin(d->lo, (double)a[k]), d->hi = fmax(d->hi, (double)a[k]);
  }
}

/* Of the samples that lie at the same place, but the rim's and those in a hole. */
static difference differ(const picture *before, const picture *after, const change_row *c, int rim) {
  difference d = {.lo = INFINITY, .hi = -INFINITY};
  assert_int_equal(before->channels, after->channels);
  for (int j = rim; j < after->grid.size[1] - rim; j++)
    for (int i = rim; i < after->grid.size[0] - rim; i++) {
      const double x = coordinate(&after->grid, 0, i), y = coordinate(&after->grid, 1, j);
      const float *const a = sample_at(before, c, x, y);
      const int is_in_hole = c->bit == HOLED && hypot(x + 2, y) < HOLE_RADIUS;
      if (a && !is_in_hole)
        add_sample(&d, a, after->at + (j * after->grid.size[0] + i) * after->channels, after->channels, x, y);
    }
  assert_true(d.count > 20);
  return d;
}

/* What a relation allows for, in the measure in which it is said. */
static double measure(const difference *d, relation holds) {
  if (holds == LIMIT) return sqrt(d->squares / d->count) / (d->hi - d->lo);
  return holds == NEAR ? d->largest / fmax(fabs(d->lo), fabs(d->hi)) : d->largest;
}

/* ---- The changes of each -------------------------------------------------------------------------- */

static difference difference_of(const listed_function *f, const change_row *c, const row *r) {
  static picture before, after;
  const char *const hills = f->is_of_grid ? HILLS : NUMBERS;
  const char *const text = r->text && r->holds != NOTHING ? r->text : f->call;
  const int is_of_ground = (c->bit & GROUNDS) != 0;
  burl_grid grid = square;
  c->regrid(&grid);
  make(is_of_ground ? text : f->call, "X = x\nY = y", c->before ? c->before : hills, NULL, &square, &before);
  make(is_of_ground ? f->call : text, c->map, c->after ? c->after : hills, c->isa, &grid, &after);
  return differ(&before, &after, c, r->rim);
}

/* Whether the row says what holds, and no less. */
static int is_right(const difference *d, const row *r) {
  const double off = measure(d, r->holds);
  if (r->holds == NOTHING) return off > 0;
  return r->holds == SAME ? off == 0 : off <= r->within && off > r->within / 10;
}

static int used[COUNT(rows)]; /* changes */

/* Says what is wrong, if anything is. */
static int is_wrong(const listed_function *f, const change_row *c) {
  const row *const r = row_of(f, c->bit);
  if (r != &otherwise) used[r - rows] |= c->bit;
  if (r == &otherwise && f->is_of_grid && c->bit & GROUNDS) {
    print_error("%s: a row has to say what it is of %s, or why it is nothing that can be said\n", f->name, c->words);
    return 1;
  }
  if (r->holds == NOTHING && c->bit & GROUNDS) return 0;
  const difference d = difference_of(f, c, r);
  if (is_right(&d, r)) return 0;
  print_error("%s, %s: off by %g, at most at (%g, %g)%s\n", f->call, c->words, measure(&d, r->holds), d.x, d.y,
              r == &otherwise ? "" : "; its row says otherwise");
  return 1;
}

static void test_changes(void **state) {
  (void)state;
  listed_function f;
  int wrong = 0;
  for (int i = 0; function_at(i, &f); i++)
    for (int k = 0; k < COUNT(changes); k++) wrong += is_wrong(&f, &changes[k]);
  assert_int_equal(wrong, 0);
}

/* How many words of a row name functions. */
static int names_in(const row *r) {
  listed_function f;
  int count = has_word(r->names, "GRIDS") + has_word(r->names, "POINTS");
  for (int i = 0; function_at(i, &f); i++) count += has_word(r->names, f.name);
  return count;
}

/* Each row names functions, was used for each change that it names, and says why where nothing holds. */
static void test_rows(void **state) {
  (void)state;
  for (int i = 0; i < COUNT(rows); i++) {
    const row *const r = &rows[i];
    int words = 1;
    for (const char *at = r->names; *at; at++) words += *at == ' ';
    if (names_in(r) != words) fail_msg("not every word is a function's name: %s", r->names);
    if (used[i] != r->changes) fail_msg("%s: a row has changes %x beside %x", r->names, r->changes, used[i]);
    if (r->holds == NOTHING) assert_non_null(r->text);
  }
}

/* ---- In a hole ----------------------------------------------------------------------------------- */

/* What there is where there is no ground: no number, and no light. */
static int is_none(const listed_function *f, float value) {
  return strcmp(f->name, "hillshade") == 0 ? value == 0 : isnan(value);
}

static void check_hole(const listed_function *f) {
  static picture made;
  make(f->call, "X = x\nY = y", "(" HOLE " ? 0/0 : X)", NULL, &square, &made);
  for (int j = 0; j < SIDE; j++)
    for (int i = 0; i < SIDE; i++) {
      const double x = coordinate(&square, 0, i), y = coordinate(&square, 1, j);
      const float value = made.at[j * SIDE + i];
      if (hypot(x + 2, y) < HOLE_RADIUS - 0.75 && !is_none(f, value))
        fail_msg("%s is %g in a hole, at %g, %g", f->call, (double)value, x, y);
    }
}

static int is_among(const char *name, const char *const names[], int count) {
  int found = 0;
  for (int i = 0; i < count; i++) found |= strcmp(name, names[i]) == 0;
  return found;
}

static void test_holes(void **state) {
  static const char *const of_none[] = {"midpoint", "distance",
                                        "bevel"}; /* of no ground; of a mask, which NaN isn't in */
  listed_function f;
  (void)state;
  for (int i = 0; function_at(i, &f); i++)
    if (f.is_of_grid && !is_among(f.name, of_none, COUNT(of_none))) check_hole(&f);
}

/* ---- Coordinates of all kinds --------------------------------------------------------------------- */

static const double specials[] = {0.0,
                                  -0.0,
                                  -0x1p-1074,
                                  -1e-17,
                                  0.5,
                                  0x1.fffffffffffffp-1, /* just below 1, 12 and -7 */
                                  0x1.7ffffffffffffp+3,
                                  -0x1.c000000000001p+2,
                                  3.0,
                                  1e10,
                                  0x1.fffffffffffffp+50, /* just below 2^51 */
                                  0x1p51,
                                  -0x1p51,
                                  1e300,
                                  -(double)INFINITY,
                                  (double)NAN};
enum { KINDS = COUNT(specials), PLACES = KINDS * KINDS, DIMS = 4 };

/* All pairs of special numbers; along further axes, others of them. */
static void place(double coord[DIMS][PLACES]) {
  for (int i = 0; i < PLACES; i++) {
    const int a = i % KINDS, b = i / KINDS;
    const int index[DIMS] = {a, b, (a + b) % KINDS, (a + 2 * b) % KINDS};
    for (int k = 0; k < DIMS; k++) coord[k][i] = specials[index[k]];
  }
}

/* Begins a grid, of a row of three samples, at a place where one can: where coordinates are finite.  -0 needs a step
 * below 0, with which normal() is seen the other way round. */
static int begin_grid(const char *recipe, double coord[DIMS][PLACES], int dims, int i, burl_grid *grid) {
  *grid = (burl_grid){.size = {3}, .threads = 1};
  for (int k = 0; k < dims; k++) {
    const double c = coord[k][i];
    const int is_turned = c == 0 && signbit(c);
    if (!isfinite(c) || (is_turned && strstr(recipe, "normal("))) return 0;
    grid->origin[k] = c, grid->step[k] = is_turned ? -0.25 : 0.25;
  }
  return 1;
}

/* A point alone and a grid that begins there, against the point among others. */
static void check_place(const burl_program *program, const char *recipe, double coord[DIMS][PLACES], int i,
                        const float *expected) {
  const int dims = burl_dims(program);
  const size_t size = (size_t)burl_channels(program) * sizeof(float);
  float alone[MOST_CHANNELS], line[3 * MOST_CHANNELS];
  burl_points point = {.count = 1};
  burl_grid grid;
  for (int k = 0; k < dims; k++) point.coord[k] = &coord[k][i];
  assert_int_equal(burl_sample_points(program, &point, alone), BURL_OK);
  memcpy(line, alone, size);
  if (begin_grid(recipe, coord, dims, i, &grid)) assert_int_equal(burl_sample_grid(program, &grid, line), BURL_OK);
  if (memcmp(alone, expected, size) != 0 || memcmp(line, expected, size) != 0)
    fail_msg("%s at %a, %a in %d dimensions: %a among points, %a alone, %a in a grid", recipe, coord[0][i], coord[1][i],
             dims, (double)*expected, (double)*alone, (double)*line);
}

static void check_recipe(const char *recipe, int dims) {
  static double coord[DIMS][PLACES];
  static float expected[PLACES * MOST_CHANNELS];
  burl_error error;
  burl_points points = {.count = PLACES, .coord = {coord[0], coord[1], coord[2], coord[3]}};
  burl_program *const program = burl_compile(recipe, dims, &error);
  const char *const refused[] = {"has no bounds", "has no end", "has two dimensions"};
  for (int i = 0; i < COUNT(refused); i++)
    if (!program && strstr(error.message, refused[i])) return;
  if (!program) fail_msg("%s\n%s", recipe, error.message);
  if (burl_image_name(program, 0)) assert_true(set_drawing(program));
  for (int k = dims; k < DIMS; k++) points.coord[k] = NULL;
  place(coord);
  assert_int_equal(burl_sample_points(program, &points, expected), BURL_OK);
  for (int i = 0; i < PLACES; i++) check_place(program, recipe, coord, i, expected + i * burl_channels(program));
  burl_free(program);
}

/* A point among others, a point alone and a grid give the same bits wherever they are. */
static void test_coordinates(void **state) {
  (void)state;
  static const char *const numbers[] = {"x", "y - perlin()", "perlin()"};
  char recipe[CALL_ROOM + 60];
  listed_function f;
  for (int i = 0; function_at(i, &f); i++) {
    for (int k = 0; k < COUNT(numbers) && !f.is_of_grid; k++) {
      snprintf(recipe, sizeof recipe, "X = x\nY = y\nH = %s\n%s", numbers[k], f.call);
      check_recipe(recipe, 2);
    }
    snprintf(recipe, sizeof recipe, "%s()", f.name);
    for (int dims = 1; dims <= DIMS && strcmp(f.form, "noise") == 0; dims++) check_recipe(recipe, dims);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_changes),
      cmocka_unit_test(test_rows), /* of what the one before it has used */
      cmocka_unit_test(test_holes),
      cmocka_unit_test(test_coordinates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
