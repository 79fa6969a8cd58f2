/* Prints the golden hashes: a line "hash  what" for everything whose bits must stay the same, over
 * every row of functions.def and every recipe; "error  what" where nothing of it compiles.
 * test/golden.txt keeps them; they change only together with BURL_OUTPUT_VERSION.
 *
 *     golden [PROJECT]         PROJECT: the folder that has recipes/; without it, the one it was built in
 *     BURL_ISA=avx2 golden     with the kernels of that instruction set
 *     BURL_GOLDEN_PART=2/5 golden  all the noises, and of the other calls and the recipes the second of five parts
 *
 * What is hashed are the samples at points and over grids at the origin, left of it and 1e9 away.
 * Calls are made from the rows: each number of arguments, several kinds of arguments, each option. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "burl.h"
#include "gallery.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* ---- The list of functions ----------------------------------------------------------------------- */

typedef struct {
  const char *name, *form; /* form: of a function, by whom it is built */
  int least, most;
  const char *kind; /* of an option; NULL: a function */
  double standard, lo, hi;
  const char *words;
} row;

static const row rows[] = {
#define FUNCTION(name, form, least, most, bounds, signature, range, help) \
  {#name, #form, least, most, NULL, 0, 0, 0, ""},
#define OPTION(name, kind, standard, lo, hi, words, help) {#name, "", 0, 0, #kind, standard, lo, hi, words},
#include "functions.def"
};

/* How each operator is written. */
enum {
#define OPERATOR(name, arity, bounds, slope) OPERATOR_##name,
#include "functions.def"
  OPERATORS
};
static const char *const operator_names[OPERATORS] = {
#define OPERATOR(name, arity, bounds, slope) #name,
#include "functions.def"
};
static const char *const operators[OPERATORS] = {
    [OPERATOR_add] = "%s + %s",
    [OPERATOR_subtract] = "%s - %s",
    [OPERATOR_multiply] = "%s * %s",
    [OPERATOR_divide] = "%s / %s",
    [OPERATOR_remainder] = "%s %% %s",
    [OPERATOR_negate] = "-%s + 0*%s",
    [OPERATOR_less] = "(%s < %s) + (0.25 > x)",
    [OPERATOR_less_equal] = "(%s <= %s) + (0.25 >= x)",
    [OPERATOR_equal] = "floor(%s) == floor(%s)",
    [OPERATOR_not_equal] = "floor(%s) != floor(%s)",
    [OPERATOR_both] = "(%s > 0.1) && (%s > 0.2)",
    [OPERATOR_either] = "(%s > 0.1) || (%s > 0.2)",
    [OPERATOR_not] = "!(%s > %s)",
    [OPERATOR_select] = "%s > 0.4 ? %s : x",
    [OPERATOR_lerp] = "mix(%s, %s, 0.3)",
};

/* ---- Hashing ------------------------------------------------------------------------------------- */

enum { ZONES = 3, ZONE_POINTS = 16, SIDE = 9, MOST_SAMPLES = 1024 };
#define BIG_SEED "18364758544493064720"

static const double origins[ZONES] = {0.0, -20.3, 1e9 + 0.1};
static const double steps[4] = {0.37, 0.29, 0.43, 0.31};

static const char *isa;
static int threads = 1;
static unsigned part = 1, parts = 1;

enum { TEXT = 1024 };

/* Adds to the end of text: char[TEXT]. */
static void append(char *text, const char *format, ...) {
  const size_t used = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text + used, TEXT - used, format, arguments);
  va_end(arguments);
}

/* A line of the output in the making. */
typedef struct {
  uint64_t hash;
  int any; /* whether anything was sampled */
} line;

static line line_open(void) { return (line){0xCBF29CE484222325u, 0}; }

static void line_close(const line *l, const char *what) {
  if (l->any) printf("%016" PRIx64 "  %s\n", l->hash, what);
  else printf("error  %s\n", what);
}

/* FNV-1a by words of 32 bits, folded so that high bits come down. */
static void add_word(line *l, uint32_t word) {
  l->hash = (l->hash ^ word) * 0x100000001B3u;
  l->hash ^= l->hash >> 32;
}

static void add_samples(line *l, burl_status status, const float *value, size_t count) {
  add_word(l, (uint32_t)status);
  if (status != BURL_OK) return;
  l->any = 1;
  for (size_t i = 0; i < count; i++) {
    uint32_t word;
    memcpy(&word, &value[i], sizeof word);
    add_word(l, word);
  }
}

static burl_program *compile(const char *text, int dims) {
  const burl_options options = {.struct_size = sizeof options, .dims = dims, .isa = isa};
  return burl_compile_with(text, strlen(text), &options, NULL);
}

/* Whether the part has the line of what.  The hash of its name says it, so that the parts together have every line. */
static int part_has(const char *what) {
  line name = line_open();
  for (const char *at = what; *at; at++) add_word(&name, (unsigned char)*at);
  return name.hash % parts + 1 == part;
}

/* ---- Sampling ------------------------------------------------------------------------------------ */

static float samples[MOST_SAMPLES * 4];

static void add_points(line *l, const burl_program *program) {
  static double coordinate[5][ZONES * ZONE_POINTS];
  for (int n = 0; n < ZONES * ZONE_POINTS; n++) {
    for (int axis = 0; axis < 4; axis++)
      coordinate[axis][n] = origins[n / ZONE_POINTS] + (double)(n % ZONE_POINTS) * steps[axis] * (1 + axis);
    coordinate[4][n] = 0.21 * (double)n;
  }
  const burl_points points = {.count = ZONES * ZONE_POINTS,
                              .coord = {coordinate[0], coordinate[1], coordinate[2], coordinate[3]},
                              .time = coordinate[4]};
  const burl_status status = burl_sample_points(program, &points, samples);
  add_samples(l, status, samples, points.count * (size_t)burl_channels(program));
}

static void add_grid(line *l, const burl_program *program, const burl_grid *grid) {
  size_t count = (size_t)burl_channels(program);
  for (int axis = 0; axis < 4; axis++)
    if (grid->size[axis]) count *= (size_t)grid->size[axis];
  add_samples(l, burl_sample_grid(program, grid, samples), samples, count);
}

/* A grid of enough lines for the kernels that work lines side by side. */
static void add_zone(line *l, const burl_program *program, int zone) {
  static const int64_t sizes[4][4] = {{SIDE * SIDE}, {SIDE, SIDE}, {SIDE, 3, 3}, {5, 3, 3, 2}};
  burl_grid grid = {.time = 0.75, .threads = threads};
  memcpy(grid.size, sizes[burl_dims(program) - 1], sizeof grid.size);
  for (int axis = 0; axis < 4; axis++) {
    grid.origin[axis] = origins[zone];
    grid.step[axis] = steps[axis];
  }
  add_grid(l, program, &grid);
}

static void add_all(line *l, const burl_program *program) {
  if (!burl_needs_whole_grid(program)) add_points(l, program);
  for (int zone = 0; zone < ZONES; zone++) add_zone(l, program, zone);
}

/* The line of a text in 1 to 4 dimensions; -1 where it compiles in none of them. */
static int print_text(const char *text) {
  const int shown = part_has(text);
  int compiled = 0;
  line l = line_open();
  for (int dims = 1; dims <= 4; dims++) {
    burl_program *const program = compile(text, dims);
    if (program && shown) add_all(&l, program);
    add_word(&l, program != NULL);
    compiled |= program != NULL;
    burl_free(program);
  }
  if (shown) line_close(&l, text);
  return compiled ? 0 : -1;
}

/* ---- Noises: all their words together ------------------------------------------------------------ */

/* Word `index` of a list, to be shown by %.*s; its length, 0 past the last. */
static int word_at(const char *words, int index, const char **word) {
  *word = words;
  for (; index > 0 && **word; index--) *word += strcspn(*word, " ") + ((*word)[strcspn(*word, " ")] == ' ');
  return (int)strcspn(*word, " ");
}

static line bends; /* of the curvatures of all of a noise's combinations */

static void add_bends(const char *noise, int dims) {
  char text[TEXT] = "";
  append(text, "curvature(%s)", noise);
  burl_program *const program = compile(text, dims);
  if (program) add_points(&bends, program);
  burl_free(program);
}

/* The line of one combination of words: over switches, seeds and periods. */
static void print_noise(const row *noise, const char *words, int dims) {
  static const char *const variants[] = {"", (", seed: " BIG_SEED), ", period: 5"};
  int switches[8], count = 0;
  for (const row *o = noise + 1; o < rows + COUNT(rows) && o->kind; o++)
    if (strcmp(o->kind, "SWITCH") == 0 && count < COUNT(switches)) switches[count++] = (int)(o - rows);
  line l = line_open(), slopes = line_open();
  for (int set = 0; set < COUNT(variants) << count; set++) {
    char text[TEXT] = "";
    append(text, "%s(%s%s", noise->name, words, variants[set % COUNT(variants)]);
    for (int i = 0; i < count; i++) append(text, ", %s: %d", rows[switches[i]].name, set / COUNT(variants) >> i & 1);
    append(text, ")");
    char *const first = strstr(text, "(, ");
    if (first) memmove(first + 1, first + 3, strlen(first + 3) + 1);
    burl_program *program = compile(text, dims);
    char *const five = strstr(text, "period: 5");
    if (!program && five) { /* simplices want another */
      memcpy(five, "period:12", 9);
      program = compile(text, dims);
    }
    if (program) add_points(&l, program);
    if (program) add_zone(&l, program, (set + set / ZONES) % ZONES);
    add_word(&l, program != NULL);
    burl_free(program);
    char sloped[TEXT] = "";
    append(sloped, "slope(%s)", text);
    program = compile(sloped, dims);
    if (program) add_points(&slopes, program);
    burl_free(program);
    add_bends(text, dims);
  }
  char what[TEXT] = "", of[TEXT] = "";
  append(what, "%s(%s) %dD", noise->name, words, dims);
  line_close(&l, what);
  append(of, "slope(%s(%s)) %dD", noise->name, words, dims);
  line_close(&slopes, of);
}

/* Every combination of the words of the options from `option` on, after `words`; the standard `none` is
 * left out. */
static void print_words(const row *noise, const row *option, const char *words, int dims) {
  while (option < rows + COUNT(rows) && option->kind && strcmp(option->kind, "WORD") != 0) option++;
  if (option == rows + COUNT(rows) || !option->kind) {
    print_noise(noise, words, dims);
    return;
  }
  const char *word;
  int length;
  for (int i = 0; (length = word_at(option->words, i, &word)) > 0; i++) {
    char more[TEXT] = "";
    if (*word == '-') continue;
    if (strncmp(word, "none ", 5) == 0) {
      print_words(noise, option + 1, words, dims);
      continue;
    }
    append(more, "%s%s%s: %.*s", words, *words ? ", " : "", option->name, length, word);
    print_words(noise, option + 1, more, dims);
  }
}

static void print_noises(void) {
  for (const row *noise = rows; noise < rows + COUNT(rows); noise++)
    for (int dims = 1; dims <= 4 && strcmp(noise->form, "noise") == 0; dims++) {
      char what[TEXT] = "";
      bends = line_open();
      print_words(noise, noise + 1, "", dims);
      append(what, "curvature(%s(…)) %dD", noise->name, dims);
      if (bends.any) line_close(&bends, what);
    }
}

/* Each number of a noise as great as it may be, with each word. */
static void print_word_and_number(const row *noise, const row *with, const row *number) {
  const char *word;
  int length;
  for (int i = 0; (length = word_at(with->words, i, &word)) > 0; i++) {
    char text[TEXT] = "";
    if (*word == '-') continue;
    append(text, "%s(%s: %.*s, %s: %g)", noise->name, with->name, length, word, number->name, number->hi);
    print_text(text);
  }
}

static void print_words_and_numbers(void) {
  const row *noise = NULL;
  for (const row *r = rows; r < rows + COUNT(rows); r++) {
    if (!r->kind) noise = strcmp(r->form, "noise") == 0 ? r : NULL;
    if (!noise || r == noise || strcmp(r->kind, "CONSTANT") != 0) continue;
    for (const row *o = noise + 1; o < rows + COUNT(rows) && o->kind; o++)
      if (strcmp(o->kind, "WORD") == 0) print_word_and_number(noise, o, r);
  }
}

/* ---- Functions: each number of arguments, several kinds of them, each option ---------------------- */

#define VARY "(3*perlin(seed: 1) + 0.4)"

static const char *const floats[] = {VARY, "(2*value(seed: 2) - 0.3)", "(0.5 + 0.4*perlin(seed: 3))", "white(seed: 4)",
                                     "abs(perlin(seed: 5))"};
static const char *const doubles[] = {"(1.7*x - 0.3)", "(x*x + 0.1)", "(x/3 + t)", "floor(x)", "(0.7 - x)"};
static const char *const literals[] = {"0.3", "2", "3", "5", "7", "11", "13", "17", "19"};
static const char *const small[] = {"-2", "-1.5", "-0.25", "0.1", "0.4", "0.5", "1.7", "2"};
static const char *const colours[] = {"#e8b04a", "#123", "rgb(abs(perlin()), 0.5, x)", "#cc5c14"};

/* What argument `index` of `count` is, by the kind of call. */
enum { FLOATS, DOUBLES, LITERALS, VARY_LITERALS, VARY_SMALL, VARY_COLOURS, COLOURS_VARY, STOPS, CALLS };
static const char *argument(int call, int index, int count) {
  switch (call) {
  case FLOATS: return floats[index % COUNT(floats)];
  case DOUBLES: return doubles[index % COUNT(doubles)];
  case LITERALS: return literals[index % COUNT(literals)];
  case VARY_LITERALS: return index ? literals[index % COUNT(literals)] : VARY;
  case VARY_SMALL: return index ? small[(index - 1) % COUNT(small)] : VARY;
  case VARY_COLOURS: return index ? colours[index % COUNT(colours)] : VARY;
  case COLOURS_VARY: return index < count - 1 ? colours[index % COUNT(colours)] : floats[2];
  default: return index == 0 ? floats[2] : index % 2 ? literals[index / 2] : colours[index / 2 % COUNT(colours)];
  }
}

/* Sets an option to its `index`-th value to try; 0 where there is no more. */
static int option_value(const row *option, int index, char *text) {
  const char *word;
  const double more = option->standard + 0.25 + 0.5 * option->standard;
  const double value = option->lo < option->hi && more > option->hi ? 0.5 * (option->lo + option->hi) : more;
  const int is_varying = strcmp(option->kind, "VARYING") == 0;
  if (strcmp(option->kind, "WORD") == 0) {
    const int length = word_at(option->words, index, &word);
    append(text, "%.*s", length, word);
    return length > 0;
  }
  if (strcmp(option->kind, "SWITCH") == 0) append(text, "%d", option->standard == 0.0);
  else if (strcmp(option->kind, "SEED") == 0) append(text, "%s", index ? BIG_SEED : "7");
  else if (strcmp(option->kind, "PERIOD") == 0) append(text, "%s", index ? "7, 300" : "5");
  else if (strcmp(option->kind, "LIST") == 0) append(text, "%s", index ? "0.25, 2, -0.5, 0.125" : "3");
  else if (strcmp(option->kind, "AUTO") == 0) append(text, "%s", index ? "auto" : "3.5");
  else append(text, index ? "(0.5 + 0.4*perlin(seed: 9))" : "%g", value);
  const int two = strcmp(option->kind, "SWITCH") != 0 && strcmp(option->kind, "WHOLE") != 0 &&
                  (strcmp(option->kind, "CONSTANT") != 0 || is_varying);
  return index < (two ? 2 : 1);
}

/* The lines of a call that compiles with each option added; or with each word alone. */
static void print_options(const row *function, const char *call, int words_alone) {
  for (const row *o = function + 1; o < rows + COUNT(rows) && o->kind; o++) {
    if (words_alone && strcmp(o->kind, "WORD") != 0) continue;
    if (strcmp(o->name, "palette") == 0) continue; /* print_names has them */
    char value[TEXT] = "";
    for (int i = 0; option_value(o, i, value); i++, *value = '\0') {
      if (*value == '-') continue;
      char text[TEXT] = "";
      const char *const comma = call[strlen(call) - 1] == '(' ? "" : ", ";
      append(text, "%s%s%s: %s)", call, comma, o->name, value);
      print_text(text);
    }
  }
}

/* Noises have gone through all their words. */
static void print_function(const row *function, int count) {
  const int is_noise = strcmp(function->form, "noise") == 0;
  int first = count == function->least;
  for (int call = 0; call < (count ? CALLS : 1); call++) {
    char text[TEXT] = "", whole[TEXT] = "";
    append(text, "%s(", function->name);
    for (int i = 0; i < count; i++) append(text, "%s%s", i ? ", " : "", argument(call, i, count));
    append(whole, "%s)", text);
    if (print_text(whole) != 0) continue;
    char slope[TEXT] = "";
    append(slope, "d(%s, x)", whole);
    print_text(slope);
    if (first || !is_noise) print_options(function, text, !first);
    first = 0;
  }
}

static void print_functions(void) {
  enum { MOST_ARGUMENTS = 9 };
  for (const row *f = rows; f < rows + COUNT(rows); f++)
    for (int count = f->least; !f->kind && count <= f->most && count <= MOST_ARGUMENTS; count++)
      print_function(f, count);
}

/* Each palette, and numbers that have names. */
static void print_names(void) {
  const char *word;
  int length;
  for (const row *o = rows; o < rows + COUNT(rows); o++) {
    if (strcmp(o->name, "palette") != 0) continue;
    for (int i = 1; (length = word_at(o->words, i, &word)) > 0; i++) {
      char text[TEXT] = "";
      append(text, "ramp(" VARY ", palette: %.*s)", length, word);
      print_text(text);
    }
  }
#define NAMED(name, value, help) print_text(#name "*x");
#include "functions.def"
}

static int print_operators(void) {
  for (int i = 0; i < OPERATORS; i++) {
    if (!operators[i]) {
      fprintf(stderr, "golden: test/golden.c does not say how operator %s is written\n", operator_names[i]);
      return 1;
    }
    const char *const *const arguments[2] = {floats, doubles};
    for (int kind = 0; kind < 2; kind++) {
      char text[TEXT] = "";
      append(text, operators[i], arguments[kind][0], arguments[kind][1]);
      print_text(text);
    }
  }
  return 0;
}

/* ---- Octaves that fade --------------------------------------------------------------------------- */

/* Of a spacing that is the same everywhere and of ones that vary, for the steps of add_zone. */
static void print_spacings(void) {
  static const char *const texts[] = {"scale(fbm(perlin(), octaves: auto), 13)",
                                      "scale(ridged(value(), octaves: auto), 7)",
                                      "scale(hybrid(simplex(), octaves: auto, gain: 0.6), 20)",
                                      "at(fbm(perlin(), octaves: auto), x/(5 + x*x), 3/(5 + x*x))",
                                      "scale(warp(billow(perlin(), octaves: auto), 2*perlin()), 9)"};
  for (int i = 0; i < (int)COUNT(texts); i++) print_text(texts[i]);
}

/* ---- Single noises ------------------------------------------------------------------------------- */

#define PRINT_SINGLE(name)                                                                                         \
  do {                                                                                                             \
    line l = line_open();                                                                                          \
    for (int n = 0; n < ZONES * ZONE_POINTS; n++) {                                                                \
      const double x = origins[n / ZONE_POINTS] + 0.37 * (n % ZONE_POINTS);                                        \
      const float value[4] = {burl_##name##1(7, x), burl_##name##2(8, x, 1 - x), burl_##name##3(9, x, 2 * x, 0.1), \
                              burl_##name##4(10, x, -x, x, 3)};                                                    \
      add_samples(&l, BURL_OK, value, 4);                                                                          \
    }                                                                                                              \
    line_close(&l, "burl_" #name "1 to 4");                                                                        \
  } while (0)

/* ---- Recipes ------------------------------------------------------------------------------------- */

/* What a renderer shows, small and square. */
static void add_view(line *l, const burl_program *program) {
  static const int64_t sides[4] = {256, 24, 8, 4};
  const int dims = burl_dims(program);
  double view[8] = {0};
  const int half = burl_view(program, view) / 2;
  burl_grid grid = {.time = 0.3, .threads = threads};
  for (int axis = 0; axis < dims; axis++) {
    const double from = axis < half ? view[axis] : 0.0, to = axis < half ? view[half + axis] : 8.0;
    grid.size[axis] = sides[dims - 1];
    grid.step[axis] = (to - from) / (double)grid.size[axis];
    grid.origin[axis] = from + 0.5 * grid.step[axis];
  }
  add_grid(l, program, &grid);
}

/* Another seed, and each knob at its ends. */
static void add_changes(line *l, burl_program *program) {
  add_word(l, (uint32_t)burl_seed(program, 12345678901234567890u));
  add_view(l, program);
  for (int i = 0; i < burl_param_count(program); i++) {
    const burl_param knob = burl_param_at(program, i);
    const double ends[3] = {knob.lo, knob.hi, knob.value};
    for (int end = 0; end < 3; end++) {
      if (!isfinite(ends[end])) continue;
      add_word(l, (uint32_t)burl_set(program, knob.name, ends[end], NULL));
      if (end < 2) add_zone(l, program, 0);
    }
  }
}

/* A recipe in all that its view names (or in 2D), and a little in other dimensions. */
static void print_recipe(const gallery_recipe *recipe, int dims) {
  char what[TEXT] = "";
  append(what, "%s %dD", recipe->name, dims);
  if (!part_has(what)) return;
  line l = line_open();
  burl_program *const program = compile(recipe->text, dims);
  if (program) {
    double view[8];
    const int shown = burl_view(program, view) / 2;
    add_zone(&l, program, 1);
    if (dims == (shown ? shown : 2)) {
      add_all(&l, program);
      add_view(&l, program);
      add_changes(&l, program);
    }
  }
  burl_free(program);
  line_close(&l, what);
}

static int print_recipes(const char *project) {
  gallery_recipe *recipes;
  const int count = gallery_open(project, &recipes);
  for (int i = 0; i < count; i++)
    for (int dims = 1; dims <= 4; dims++) print_recipe(&recipes[i], dims);
  gallery_close(recipes, count);
  if (count > 0) return 0;
  fprintf(stderr, "golden: no recipes in %s\n", project);
  return 1;
}

int main(int argc, char **argv) {
  const char *project = argc > 1 ? argv[1] : BURL_SOURCE_DIR;
  isa = getenv("BURL_ISA");
  if (getenv("BURL_THREADS")) threads = atoi(getenv("BURL_THREADS"));
  if (getenv("BURL_GOLDEN_PART") &&
      (sscanf(getenv("BURL_GOLDEN_PART"), "%u/%u", &part, &parts) != 2 || part < 1 || part > parts)) {
    fprintf(stderr, "golden: BURL_GOLDEN_PART is like 2/5: the second of five parts\n");
    return 2;
  }
  burl_error error;
  const burl_options options = {.struct_size = sizeof options, .isa = isa};
  burl_program *const program = burl_compile_with("x", 1, &options, &error);
  burl_free(program);
  if (!program) {
    fprintf(stderr, "golden: %s; %s\n", error.message, error.hint);
    return 2;
  }
  print_noises();
  print_words_and_numbers();
  print_functions();
  print_names();
  if (print_operators() != 0) return 1;
  print_spacings();
  PRINT_SINGLE(perlin);
  PRINT_SINGLE(value);
  PRINT_SINGLE(white);
  return print_recipes(project);
}
