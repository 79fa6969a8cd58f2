/* Random recipes: a grammar's rules, each drawn at random, over the table of functions.def. */
#include "random_recipe.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define PICK(array) (array)[random_below(COUNT(array))]

/* ---- Random numbers ----------------------------------------------------------------------------- */

static uint64_t state = 1;

void random_begin(uint64_t seed) { state = seed; }

static uint64_t step(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state >> 11;
}

uint32_t random_below(uint32_t n) { return (uint32_t)((step() >> 22) % n); }
double random_unit(void) { return (double)step() * 0x1p-53; }
double random_between(double lo, double hi) { return lo + (hi - lo) * random_unit(); }
uint64_t random_bits(void) { return step() << 40 ^ step() << 20 ^ step(); }

static int one_in(uint32_t n) { return random_below(n) == 0; }

/* ---- The table ---------------------------------------------------------------------------------- */

/* A function, or an option of the function above it. */
typedef struct {
  char sort; /* 'N' noise, 'A' arithmetic or numeric, 'F' other, 'O' option, '.' none */
  const char *name, *kind, *words;
  int arity;
  double lo, hi;
} row;

static const row rows[] = {
#define NOISE(name, kind, slope, signature, range, help) {'N', #name, #slope, "", 0, 0, 0},
#define ARITHMETIC(name, arity, bounds, slope, signature, range, help) {'A', #name, #slope, "", arity, 0, 0},
#define NUMERIC(name, arity, bounds, slope, signature, range, help) {'A', #name, #slope, "", arity, 0, 0},
#define FUNCTION(name, form, least, most, bounds, signature, range, help) {'F', #name, #form, "", 0, 0, 0},
#define OPTION(name, kind, standard, lo, hi, words, help) {'O', #name, #kind, words, 0, lo, hi},
#include "functions.def"
    {'.', "", "", "", 0, 0, 0}}; /* the end of the last one's options */

static const char *const operators[] = {"+", "-", "*", "/", "%", "<", "<=", "==", "!=", "&&", "||"};
/* Functions that stretch no step by more than a little, over arguments in [-2, 2]. */
static const char *const calm_names[] = {"abs", "sin", "cos", "min", "max", "atan", "exp"};

static int is_among(const char *name, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(name, names[i]) == 0) return 1;
  return 0;
}

/* A fractal is what has octaves. */
static int is_fractal(const row *r) { return r->sort == 'F' && r[1].sort == 'O' && strcmp(r[1].name, "octaves") == 0; }

typedef enum { NOISES, FRACTALS, NUMBERS } family;

/* What takes slopes of its argument, which not everything has: put_composed has them of noises. */
static int is_of_slopes(const char *name) {
  return strcmp(name, "swiss") == 0 || strcmp(name, "jordan") == 0 || strcmp(name, "damped") == 0;
}

static int belongs(const row *r, family wanted, recipe_kind kind) {
  const int jumps = strcmp(r->kind, "FLAT") == 0 || strcmp(r->name, "phasor") == 0; /* a phase, from turn to turn */
  if (wanted == NOISES) return r->sort == 'N' && (kind != RECIPE_CALM || !jumps);
  if (wanted == FRACTALS) return is_fractal(r) && !is_of_slopes(r->name);
  return r->sort == 'A' && (kind != RECIPE_CALM || is_among(r->name, calm_names, COUNT(calm_names)));
}

static const row *pick_row(family wanted, recipe_kind kind) {
  for (;;) {
    const row *const r = &PICK(rows);
    if (belongs(r, wanted, kind)) return r;
  }
}

static const row *noise_row(int index) {
  for (size_t i = 0; i < COUNT(rows); i++)
    if (rows[i].sort == 'N' && index-- == 0) return &rows[i];
  return NULL;
}

const char *noise_name(int index) {
  const row *const r = noise_row(index);
  return r ? r->name : NULL;
}

/* ---- Text --------------------------------------------------------------------------------------- */

void recipe_begin(recipe *r) {
  r->length = 0;
  r->text[0] = 0;
  r->cost = 0;
}

static void put_list(recipe *r, const char *format, va_list arguments) {
  const size_t left = sizeof r->text - r->length;
  const int wrote = vsnprintf(r->text + r->length, left, format, arguments);
  r->length += (size_t)wrote < left ? (size_t)wrote : left - 1;
}

void recipe_put(recipe *r, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  put_list(r, format, arguments);
  va_end(arguments);
}
#define put recipe_put

/* ---- Where the text is -------------------------------------------------------------------------- */

/* The point at which what is put next is evaluated. */
typedef struct {
  int dims, depth;
  recipe_kind kind;
  int tiled, looped, derived;
  double period[4], times; /* times: evaluated so often, in octaves and for derivatives */
  int functions;           /* f(a, b) and k are defined */
} place;

static void put_expression(recipe *r, place at);

static place deeper(place at, int by) {
  at.depth -= by;
  return at;
}

/* ---- Noises and fractals ------------------------------------------------------------------------ */

static void put_word(recipe *r, const char *words) {
  for (;;) {
    const char *word = words;
    for (uint32_t skip = random_below(12); skip > 0 && strchr(word, ' '); skip--) word = strchr(word, ' ') + 1;
    const int length = (int)strcspn(word, " "), is_id = length == 2 && strncmp(word, "id", 2) == 0;
    if (*word == '-' || is_id) continue; /* beside a number of 24 bits floats hold little else */
    put(r, "%.*s", length, word);
    return;
  }
}

/* A usual number that the option allows; within a tile one that keeps periods whole. */
static void put_constant(recipe *r, const row *option, int tiled) {
  static const char *const texts[] = {"2", "1", "3", "0.5", "0", "1.7", "0.25", "1/3"};
  if (!tiled && one_in(4) && option->lo < option->hi && option->hi <= 100) {
    put(r, "%g", one_in(2) ? option->lo : option->hi);
    return;
  }
  for (;;) {
    const uint32_t i = random_below(tiled ? 5 : COUNT(texts));
    const double value = i == 7 ? 1.0 / 3 : atof(texts[i]);
    if (option->lo < option->hi && (value < option->lo || value > option->hi)) continue;
    put(r, "%s", texts[i]);
    return;
  }
}

static void put_octaves(recipe *r) {
  if (one_in(4)) put(r, "%.3g", random_between(0.5, 4));
  else put(r, "%u", 1 + random_below(4));
}

static void put_period(recipe *r, const place *at) {
  static const int some[] = {12, 6, 3, 4, 1, 2, 5, 24};
  put(r, "%d", PICK(some));
  const int axes = at->dims + at->looped;
  if (!at->looped && one_in(3))
    for (int a = 1; a < axes; a++) put(r, ", %d", one_in(4) ? 0 : PICK(some));
}

/* Noises of two dimensions; the arguments of waves have to be bounded. */
static int is_of_plane(const row *noise) {
  static const char *const names[] = {"gabor", "phasor", "scatter"};
  return is_among(noise->name, names, COUNT(names));
}
static int has_to_be_bounded(const row *option) {
  return strcmp(option->name, "frequency") == 0 || strcmp(option->name, "orientation") == 0;
}

static void put_option(recipe *r, const row *option, place at) {
  const char *const kind = option->kind;
  put(r, "%s: ", option->name);
  if (strcmp(kind, "WORD") == 0) put_word(r, option->words);
  else if (strcmp(kind, "SWITCH") == 0) put(r, "%u", random_below(2));
  else if (strcmp(kind, "SEED") == 0) put(r, "%u", random_below(1000));
  else if (strcmp(kind, "PERIOD") == 0) put_period(r, &at);
  else if (strcmp(kind, "LIST") == 0) put(r, "%.3g, %.3g", random_between(-1, 1), random_between(0.1, 2));
  else if (strcmp(kind, "AUTO") == 0) put_octaves(r);
  else if (strcmp(kind, "VARYING") == 0 && at.depth > 1 && one_in(3)) {
    put(r, has_to_be_bounded(option) ? "clamp(" : "");
    put_expression(r, deeper(at, 3));
    put(r, has_to_be_bounded(option) ? ", -3, 3)" : "");
  } else if (strcmp(option->name, "candidates") == 0) put(r, "%d", one_in(2) ? 1 : 4);
  else if (strcmp(kind, "WHOLE") == 0) put(r, "%u", 1 + random_below(3));
  else if (strcmp(kind, "VARYING") == 0) put(r, "%.2g", 0.2 + 0.8 * random_unit());
  else put_constant(r, option, at.tiled);
}

/* Whether calm recipes do without: what jumps or is steep. */
static int is_wild(const row *option) {
  static const char *const wild[] = {"give", "sharpness", "lacunarity", "raw", "strength"};
  return is_among(option->name, wild, COUNT(wild));
}

/* A random few of the options of a row, each behind `comma`. */
static void put_options(recipe *r, const row *owner, place at, const char *comma) {
  const uint32_t rarity = 2 + random_below(4);
  for (const row *o = owner + 1; o->sort == 'O'; o++) {
    const int is_period = strcmp(o->kind, "PERIOD") == 0, is_metric = strcmp(o->name, "metric") == 0;
    if (!one_in(is_period ? 8 : is_metric ? 2 : rarity)) continue;
    if (at.kind == RECIPE_CALM && is_wild(o)) continue;
    if (is_of_slopes(o->name) || (at.tiled && strcmp(o->name, "radius") == 0)) continue;
    if (strcmp(o->name, "orient") == 0 && (at.dims != 3 || at.tiled || at.looped)) continue;
    put(r, "%s", comma);
    put_option(r, o, at);
    comma = ", ";
  }
}

/* A coordinate for a noise: another one's multiple, a number, or any expression. */
static double put_coordinate(recipe *r, place at) {
  const uint32_t axis = random_below((uint32_t)at.dims), times = 1 + random_below(3);
  const char *const sign = one_in(4) ? "-" : "";
  if (one_in(4) && at.depth > 0) {
    put_expression(r, deeper(at, 2));
    return 0;
  }
  if (at.tiled && one_in(8)) { /* periods that differ have a common part, or the recipe is wrong */
    put(r, "%s%u*%c - x", sign, times, "xyzw"[axis]);
    return 1;
  }
  if (at.tiled) put(r, "%s%u*%c + %.3g", sign, times, "xyzw"[axis], random_between(-2, 2));
  else put(r, "%s%.3g*%c + %.3g", sign, random_between(0.1, 3), "xyzw"[axis], random_between(-9, 9));
  return times * at.period[axis];
}

static void put_noise(recipe *r, place at) {
  const row *const noise = pick_row(NOISES, at.kind);
  const char *comma = "";
  const size_t from = r->length;
  put(r, "%s(", noise->name);
  const int is_flat = is_of_plane(noise), own = is_flat || one_in(4);
  if (own) {
    const int count = is_flat ? 2 : 1 + (int)random_below(one_in(3) ? 4 : (uint32_t)at.dims);
    for (int a = 0; a < count; a++) {
      put(r, "%s", comma);
      put_coordinate(r, at);
      comma = ", ";
    }
    at.dims = count;
  }
  put_options(r, noise, at, comma);
  put(r, ")");
  const int is_cells = strcmp(noise->name, "cells") == 0, is_dear = is_cells && strstr(r->text + from, "minkowski");
  const double one = is_dear ? 40 : is_cells || is_flat ? 6 : 1;
  r->cost += at.times * pow(4, at.dims + at.looped * !own - 2) * one;
}

void recipe_put_noise(recipe *r, int index, int options) {
  const row *const noise = noise_row(index);
  put(r, "%s(%sseed: %u", noise->name, is_of_plane(noise) ? "x, y, " : "", random_below(1000));
  for (const row *o = noise + 1; o->sort == 'O' && options; o++) {
    const int repeats = strcmp(o->kind, "PERIOD") == 0 || strcmp(o->name, "orient") == 0;
    if (repeats || strcmp(o->kind, "SEED") == 0 || one_in(2)) continue;
    put(r, ", ");
    put_option(r, o, (place){.dims = 1});
  }
}

static void put_fractal(recipe *r, place at) {
  const row *const fractal = pick_row(FRACTALS, at.kind);
  put(r, "%s(", fractal->name);
  place octave = deeper(at, 2);
  const int automatic = one_in(10);
  octave.times *= automatic ? 16 : 3;
  put_expression(r, octave);
  if (automatic) put(r, ", octaves: auto");
  else put_options(r, fractal, at, ", ");
  put(r, ")");
}

/* ---- Numbers ------------------------------------------------------------------------------------ */

/* A form's text, with an expression for each %. */
static void put_form(recipe *r, const char *form, place at) {
  for (; *form; form++)
    if (*form == '%') put_expression(r, at);
    else put(r, "%c", *form);
}

static void put_number_function(recipe *r, place at) {
  const row *const number = pick_row(NUMBERS, at.kind);
  put(r, "%s(", number->name);
  for (int i = 0; i < number->arity; i++) {
    if (i) put(r, ", ");
    put_expression(r, deeper(at, 1));
  }
  put(r, ")");
}

static void put_composed(recipe *r, place at) {
  static const char *const forms[] = {"length(%)",
                                      "unit(clamp(%, -2, 3))",
                                      "signed(clamp(%, -1, 5))",
                                      "dot(%, 2)",
                                      "remap(%, -1, 1, 0, 3)",
                                      "curve(%, -1, 0, 0, 2, 0.5, 2.5)",
                                      "mix(%, 1, %)",
                                      "terrace(%, 2, sharpness: 0.5)",
                                      "-(%)",
                                      "clamp(%, -1, 0.5)",
                                      "length(%, %, 1)",
                                      "terrace(%, 5)",
                                      "(% > 0 ? % : %)",
                                      "!(%)",
                                      "curve(%, 0, 0, 0, 1, 1, 0)",
                                      "levels(%, -0.5, 1)",
                                      "levels(%, %, 0.2)",
                                      "swiss(perlin(), octaves: 3, warp: %)",
                                      "jordan(simplex(), octaves: 3)",
                                      "fbm(value(), octaves: 3, damped: %)"};
  enum { CALM = 10, WITHOUT_SLOPES = 17 };
  const uint32_t count = at.kind == RECIPE_CALM ? CALM : at.kind == RECIPE_ONCE ? WITHOUT_SLOPES : COUNT(forms);
  put_form(r, forms[random_below(count)], deeper(at, 2));
}

static void put_operator(recipe *r, place at) {
  put(r, "(");
  put_expression(r, deeper(at, 1));
  put(r, " %s ", operators[random_below(at.kind == RECIPE_CALM ? 3 : COUNT(operators))]);
  put_expression(r, deeper(at, 1));
  put(r, ")");
}

/* ---- Domains ------------------------------------------------------------------------------------ */

static int keeps_whole(double period, double size) { return fabs(period / size - floor(period / size + 0.5)) < 1e-9; }

static void put_scale(recipe *r, place at) {
  static const char *const texts[] = {"1/2", "2", "1/3", "3", "1", "0.25"};
  static const double sizes[] = {1 / 2.0, 2, 1 / 3.0, 3, 1, 0.25};
  const int each = one_in(3), numbers = each ? at.dims : 1;
  uint32_t which[4];
  for (int a = 0, whole = 0; a < numbers; a += whole) { /* anew until periods stay whole */
    which[a] = random_below(COUNT(texts));
    whole = !at.tiled || keeps_whole(at.period[a], sizes[which[a]]);
    for (int b = 0; b < at.dims && !each; b++) whole &= !at.tiled || keeps_whole(at.period[b], sizes[which[0]]);
  }
  for (int a = 0; a < at.dims; a++) at.period[a] /= sizes[which[each ? a : 0]];
  put(r, "scale(");
  put_expression(r, deeper(at, 1));
  for (int a = 0; a < numbers; a++)
    if (!at.tiled && one_in(3)) put(r, ", %.3g", random_between(0.2, 3));
    else put(r, ", %s", texts[which[a]]);
  put(r, ")");
}

static void put_shift(recipe *r, place at) {
  put(r, "%s(", one_in(3) ? "warp" : "shift");
  put_expression(r, deeper(at, 1));
  const uint32_t axes = 1 + random_below((uint32_t)at.dims);
  for (uint32_t a = 0; a < axes; a++) {
    put(r, ", ");
    if (one_in(2)) put(r, "%.3g", random_between(-5, 5));
    else put_expression(r, deeper(at, 2));
  }
  put(r, ")");
}

/* On a sphere or a cylinder, which are a dimension more and no tile; elsewhere distorted. */
static void put_surface(recipe *r, place at) {
  const int may_rise = !at.tiled && at.dims + at.looped < 4;
  const int is_sphere = may_rise && at.dims == 2 && one_in(2);
  place there = deeper(at, 1);
  there.dims += may_rise;
  put(r, "%s(", is_sphere ? "sphere" : may_rise ? "cylinder" : "distort");
  put_expression(r, there);
  if (!may_rise) put(r, ", %.3g", random_between(-0.6, 0.6));
  else if (one_in(2)) put(r, ", radius: %.3g", random_between(0.1, 3));
  put(r, ")");
}

/* Quarter turns within a tile: the axes change places. */
static void put_rotate(recipe *r, place at) {
  const uint32_t quarters = random_below(4);
  const uint32_t axis = at.dims == 3 ? random_below(3) : 2;
  const uint32_t i = (axis + 1) % 3, j = (axis + 2) % 3;
  const place outer = at;
  if (quarters % 2) at.period[i] = outer.period[j], at.period[j] = outer.period[i];
  put(r, "rotate(");
  put_expression(r, deeper(at, 1));
  if (at.tiled || one_in(3)) put(r, ", %u", 90 * quarters);
  else put(r, ", %.4g", random_between(-200, 200));
  if (at.dims == 3) put(r, ", axis: %c", "xyz"[axis]);
  put(r, ")");
}

/* The point's coordinates, anew: as many as are drawn. */
static void put_at(recipe *r, place at) {
  recipe coordinates;
  place made = at;
  recipe_begin(&coordinates);
  made.dims = 1 + (int)random_below(one_in(3) ? 4 : (uint32_t)at.dims);
  if (at.looped && made.dims == 4) made.dims = 3;
  for (int a = 0; a < made.dims; a++) {
    put(&coordinates, ", ");
    made.period[a] = put_coordinate(&coordinates, deeper(at, 1));
  }
  put(r, "at(");
  put_expression(r, deeper(made, 1));
  put(r, "%s)", coordinates.text);
}

static void put_tile(recipe *r, place at) {
  put(r, "tile(");
  at.tiled = 1;
  for (int a = 0; a < 4; a++) at.period[a] = 12;
  put_expression(r, deeper(at, 1));
  put(r, ", 12)");
}

static void put_loop(recipe *r, place at) {
  put(r, "loop(");
  at.looped = 1;
  put_expression(r, deeper(at, 1));
  put(r, ", 12)");
}

/* A derivative along an axis, or of them all. */
static void put_derivative(recipe *r, place at) {
  at.derived = 1;
  at.times *= 3;
  const uint32_t which = random_below(at.dims == 2 || at.dims == 3 ? 3 : 2);
  static const char *const names[] = {"d", "slope", "curl"};
  put(r, "%s(", names[which]);
  put_expression(r, deeper(at, 1));
  if (which == 0) put(r, ", %c", one_in(8) ? 't' : "xyzw"[random_below((uint32_t)at.dims)]);
  if (which == 2) put(r, ", give: %c", "xyz"[random_below((uint32_t)at.dims)]);
  put(r, ")");
}

static void put_domain(recipe *r, place at) {
  switch (random_below(10)) {
  case 0: put_scale(r, at); return;
  case 1:
  case 2: put_shift(r, at); return;
  case 3:
    if (at.dims == 2 || at.dims == 3) put_rotate(r, at);
    else put_shift(r, at);
    return;
  case 4: put_at(r, at); return;
  case 5:
    put(r, "reseed(");
    put_expression(r, deeper(at, 1));
    put(r, ", %u)", random_below(99));
    return;
  case 6:
    if (!at.tiled) put_tile(r, at);
    else put_scale(r, at);
    return;
  case 7:
    if (!at.looped && at.dims < 4) put_loop(r, at);
    else put_shift(r, at);
    return;
  case 8:
    if (at.dims + at.looped <= 4) put_surface(r, at);
    else put_shift(r, at);
    return;
  default:
    if (at.kind == RECIPE_ANY && !at.derived) put_derivative(r, at);
    else put_shift(r, at);
  }
}

/* ---- Expressions -------------------------------------------------------------------------------- */

static void put_leaf(recipe *r, const place *at) {
  if (at->functions && one_in(4)) put(r, "k");
  else if (at->tiled || one_in(2)) put(r, "%.3g", random_between(-1.5, 2.5));
  else put(r, "%c", "xyzw"[random_below((uint32_t)at->dims)]);
}

static void put_expression(recipe *r, place at) {
  const uint32_t kind = at.depth <= 0 ? random_below(4) : 1 + random_below(12);
  switch (kind) {
  case 0: put_leaf(r, &at); return;
  case 1:
  case 2:
  case 3: put_noise(r, at); return;
  case 4: put_fractal(r, at); return;
  case 5:
  case 6: put_operator(r, at); return;
  case 7:
  case 8: put_domain(r, at); return;
  case 9: put_composed(r, at); return;
  case 10:
    if (at.functions) {
      put_form(r, "f(%, %)", deeper(at, 2));
      return;
    } /* fall through */
  default: put_number_function(r, at);
  }
}

static place place_of(const recipe_wish *wish) {
  place at = {.dims = wish->dims, .depth = wish->depth, .kind = wish->kind, .looped = wish->looped, .times = 1};
  for (int a = 0; a < wish->dims && wish->period; a++) at.period[a] = wish->period[a];
  at.tiled = wish->period != NULL;
  return at;
}

void recipe_put_random(recipe *r, const recipe_wish *wish) { put_expression(r, place_of(wish)); }

static void put_colour(recipe *r, place at) {
  static const char *const forms[] = {"rgb(%, %, %)",
                                      "rgba(rgb(%, 0, 1), %)",
                                      "hsv(%, 1, %)",
                                      "ramp(%, #134, #fed, rgb(%, %, %))",
                                      "ramp(%, palette: batlow, in: oklab)",
                                      "mix(#246, rgb(%, 1, 1), %, in: oklab)",
                                      "ramp(%, -1, #123456, 0.5, #fff, in: linear)"};
  put_form(r, PICK(forms), deeper(at, 1));
}

void recipe_whole(recipe *r, const recipe_wish *wish) {
  place at = place_of(wish);
  if (one_in(3)) {
    put(r, "param k = %.3g [-1, 2]\nf(a, b) = ", random_between(-1, 2));
    place body = at;
    body.depth = 0;
    body.kind = RECIPE_CALM;
    body.dims = 1;
    put_form(r, one_in(2) ? "a*% + b" : "mix(a, b, %)", body);
    put(r, "\n");
    at.functions = 1;
  }
  if (at.kind == RECIPE_ANY && one_in(10)) put_colour(r, at);
  else put_expression(r, at);
}
