/* What the texts of burl_code hold: names, lines and comments, of the gallery's recipes and of hostile ones, and that
 * C's compiler takes them without a warning; the words that burl_code_keys fills in. */
#include <inttypes.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "burl.h"
#include "code_text.h"
#include "gallery.h"
#include "process.h"
#include "scale.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

#define STRICT "cc -std=c99 -pedantic -Wall -Wextra -Wshadow -Werror -ffp-contract=off "

/* ---- Helpers ------------------------------------------------------------------------------------- */

/* All of a C file is right to a strict compiler. */
static void assert_compiles(const char *arguments, const char *what) {
  const outcome *const o = shell(STRICT "%s", arguments);
  if (o->code != 0) fail_msg("%s:\n%.4000s", what, o->err);
}

static void write_text(FILE *file, const burl_program *program, const burl_code_options *options) {
  char *const text = code_text_ok(program, options);
  assert_true(fputs(text, file) >= 0);
  free(text);
}

static FILE *open_file(const char *path) {
  FILE *const file = fopen(path, "wb");
  assert_non_null(file);
  return file;
}

static const char *next_line(const char *line) {
  const char *const end = strchr(line, '\n');
  assert_non_null(end); /* the last line ends, too */
  return end + 1;
}

/* ---- Lines --------------------------------------------------------------------------------------- */

enum { LONGEST_LINE = 280 };

static void check_line(const char *line, size_t length, const char *what) {
  const int is_recipe = strncmp(line, "//   ", 5) == 0;
  if (length > LONGEST_LINE && !is_recipe) fail_msg("%s: a line of %zu bytes: %.*s", what, length, (int)length, line);
  if (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\\'))
    fail_msg("%s: '%.*s' ends so", what, (int)length, line);
  for (size_t i = 0; i < length; i++) {
    if (line[i] < ' ' || line[i] > '~') fail_msg("%s: byte %d in: %.*s", what, line[i], (int)length, line);
    if (i > 0 && line[i] == '?' && line[i - 1] == '?') fail_msg("%s: a trigraph: %.*s", what, (int)length, line);
  }
}

static void check_lines(const char *text, const char *what) {
  for (const char *line = text; *line; line = next_line(line)) check_line(line, strcspn(line, "\n"), what);
}

/* ---- Names --------------------------------------------------------------------------------------- */

enum { MOST_NAMES = 2048 };

typedef struct {
  char names[MOST_NAMES][128];
  int count;
} name_list;

/* What a line without an indent declares: "" where it's none of those that do. */
static void declared_name(const char *line, char name[128]) {
  static const char *const others[] = {
      "//", "#", "using namespace metal;", "precision highp ", "typedef struct {", " ", "};\n", "}\n", ");\n", "\n"};
  name[0] = '\0';
  for (int i = 0; i < COUNT(others); i++)
    if (strncmp(line, others[i], strlen(others[i])) == 0) return;
  const char *end = line + (strncmp(line, "var<private>", 12) == 0 ? strcspn(line, ":") : strcspn(line, "([={;:\n"));
  if (*line == '}') end = line + strcspn(line, ";");
  while (end > line && end[-1] == ' ') end--;
  const char *start = end;
  while (start > line && (isalnum((unsigned char)start[-1]) || start[-1] == '_')) start--;
  snprintf(name, 128, "%.*s", (int)(end - start), start);
  assert_true(name[0] != '\0');
}

static void find_names(const char *text, name_list *list) {
  list->count = 0;
  for (const char *line = text; *line; line = next_line(line)) {
    assert_true(list->count < MOST_NAMES);
    declared_name(line, list->names[list->count]);
    list->count += list->names[list->count][0] != '\0';
  }
}

static int has_name(const name_list *list, const char *name) {
  int count = 0;
  for (int i = 0; i < list->count; i++) count += strcmp(list->names[i], name) == 0;
  return count;
}

/* All that the text declares begins with the prefix, and each name is declared once. */
static void check_names(const char *text, const char *prefix, const char *what) {
  static name_list list;
  char entry[64];
  const size_t length = strlen(prefix);
  find_names(text, &list);
  for (int i = 0; i < list.count; i++) {
    const char *const name = list.names[i];
    if (strncmp(name, prefix, length) != 0 || name[length] != '_') fail_msg("%s: '%s' has not the prefix", what, name);
    if (has_name(&list, name) != 1) fail_msg("%s: '%s' is declared %d times", what, name, has_name(&list, name));
    if (strstr(name, "__") || name[strlen(name) - 1] == '_') fail_msg("%s: '%s' is reserved", what, name);
  }
  snprintf(entry, sizeof entry, "%s_cell", prefix);
  assert_int_equal(has_name(&list, entry), 1);
  snprintf(entry, sizeof entry, "%s_p", prefix);
  assert_int_equal(has_name(&list, entry), 1);
}

/* ---- The gallery --------------------------------------------------------------------------------- */

static gallery_recipe *gallery;
static int gallery_count;

/* Where tests are short, every n-th recipe or name is checked: n. */
static int stride_of_test(void) { return scale_of_test() < 1 ? 4 : 1; }

static int open_gallery(void **state) {
  (void)state;
  gallery_count = gallery_open(BURL_SOURCE_DIR, &gallery);
  return gallery_count > 0 ? 0 : -1;
}

static int close_gallery(void **state) {
  (void)state;
  gallery_close(gallery, gallery_count);
  return 0;
}

/* The targets in which a recipe's texts are checked: every `step`-th from `first` on. */
typedef struct {
  int first, step;
} target_choice;

static const target_choice all_targets = {0, 1};

/* A recipe has a text in each of the languages, or in none as it says; how many. */
static int check_texts(const burl_program *program, const char *name, int with_uniforms, target_choice of) {
  burl_error error;
  int count = 0;
  for (int i = 0; code_target(i); i++) {
    if (i % of.step != of.first % of.step) continue;
    char what[256];
    burl_code_options options = {.target = code_target(i),
                                 .prefix = "zq",
                                 .entries = entries_of(code_target(i)),
                                 .uniform_knobs = with_uniforms};
    if (with_uniforms) options.uniforms = "t";
    snprintf(what, sizeof what, "%s in %s", name, code_target(i));
    char *const text = code_text(program, &options, &error);
    if (!text && (error.status != BURL_RECIPE || error.line == 0 || !burl_needs_whole_grid(program)))
      fail_msg("%s: %s", what, error.message);
    if (!text) continue;
    check_lines(text, what);
    check_names(text, "zq", what);
    count++;
    free(text);
  }
  return count;
}

static void test_gallery_on_all_targets(void **state) {
  (void)state;
  int count = 0;
  for (int i = 0; i < gallery_count; i++) {
    burl_program *const program = compile_to_fit(gallery[i].text);
    const target_choice chosen = {i, scale_of_test() < 1 ? 8 : scale_of_test() < 2 ? 2 : 1};
    count += check_texts(program, gallery[i].name, i % 2, chosen) * chosen.step;
    burl_free(program);
  }
  assert_true(count > 8 * gallery_count / 2);
}

/* What is to be pasted somewhere has the same lines. */
static void test_gallery_for_programs(void **state) {
  (void)state;
  static const char *const programs[] = {"shadertoy", "godot", "godot-spatial", "unity", "three", "p5", "unreal"};
  for (int i = 0; i < gallery_count; i += stride_of_test()) {
    burl_program *const program = compile_to_fit(gallery[i].text);
    for (int k = i % 3; k < COUNT(programs) && !burl_needs_whole_grid(program); k += 3) {
      const burl_code_options options = {.made_for = programs[k]};
      burl_error error;
      char *const text = code_text(program, &options, &error);
      if (!text && !(burl_dims(program) == 1 && strcmp(programs[k], "godot-spatial") == 0))
        fail_msg("%s for %s: %s", gallery[i].name, programs[k], error.message);
      if (text) check_lines(text, gallery[i].name);
      free(text);
    }
    burl_free(program);
  }
}

/* A ground's normals are its derivatives: the function that it calls once gives them beside the height. */
static void test_normals_of_grounds(void **state) {
  (void)state;
  burl_program *const program = compile_to_fit("height = fbm(perlin(), octaves: 3)\nheight*t");
  char *const text = code_text_ok(program, &(burl_code_options){.made_for = "godot-spatial"});
  assert_contains(text, "\nvec3 burl(vec2 p, float t) {\n");
  assert_contains(text, "perlin2_slopes(");
  assert_contains(text, "vec3 ground = height_scale * burl(at, TIME);");
  assert_contains(text, "NORMAL = normalize(vec3(-ground.y, 1.0, -ground.z));");
  assert_null(strstr(strstr(text, "burl(at") + 1, "burl(")); /* once a vertex */
  free(text);
  burl_free(program);
}

/* Unity's node takes knobs as inputs; one that is called like a result is told apart. */
static void test_inputs_of_unity(void **state) {
  (void)state;
  burl_program *const program =
      compile_to_fit("param sea = 0.5 [0, 1]\nparam level = 2 [0, 9]\nsea*level*perlin(x, y, t)");
  char *const text =
      code_text_ok(program, &(burl_code_options){.made_for = "unity", .style = "exact", .uniform_knobs = 1});
  assert_contains(text, "Inputs: p, a Vector 2, then t, a Float,\n// then sea, a Float, 0.5, level, a Float, 2.");
  assert_contains(text, "\nstatic float burl_sea;\nstatic float burl_level;\n");
  assert_contains(text, "void burl_float(float2 p, float t, float sea, float level, out float value) {\n"
                        "  burl_sea = sea;\n  burl_level = level;\n  value = burl_p(p, t);\n}\n");
  assert_contains(text, "void burl_half(half2 p, half t, half sea, half level, out half value) {\n");
  assert_contains(text, "float t_cell, float t_fraction, float sea, float level, out float value) {\n");
  free(text);
  burl_free(program);
}

/* Two texts with prefixes of their own in one file, those of all recipes. */
static void test_texts_share_a_file(void **state) {
  (void)state;
  FILE *const file = open_file("all.c");
  for (int i = 0; i < gallery_count; i += stride_of_test()) {
    burl_program *const program = compile_to_fit(gallery[i].text);
    for (int k = 0; k < 2 && !burl_needs_whole_grid(program); k++) {
      char prefix[16];
      snprintf(prefix, sizeof prefix, "%c%d", "ab"[k], i);
      write_text(file, program,
                 &(burl_code_options){.target = "c", .prefix = prefix, .entries = "cell,p,d", .uniform_knobs = k});
    }
    burl_free(program);
  }
  assert_int_equal(fclose(file), 0);
  assert_compiles("-fsyntax-only -Wno-unused-parameter all.c", "all recipes in one file"); /* t_cell of fract(t) */
}

/* ---- Names that recipes choose ------------------------------------------------------------------- */

/* What languages reserve, and what texts declare themselves. */
static const char *const taken[] = {
    "float",       "double2",      "uint2",     "float2",         "int32_t", "vec2",   "half",
    "main",        "sample",       "NAN",       "NULL",           "PI",      "M_PI_2", "floorf",
    "memcpy",      "sqrtf",        "bits",      "keys",           "zero",    "exact",  "p",
    "d",           "cell",         "from_bits", "low_bits",       "place",   "place2", "fade",
    "perlin2",     "hash_top",     "d_of",      "p_of",           "_a",      "__",     "a__b",
    "a_",          "uniforms",     "text",      "make_place2",    "made",    "at",     "part",
    "burl_place2", "burl_perlin2", "burl_fade", "burl_burl_fade",
};

static void write_recipe(char *text, size_t size, const char *format, const char *name) {
  size_t length = 0;
  for (const char *c = format; *c && length + strlen(name) + 1 < size; c++) {
    if (*c == '@') length += (size_t)snprintf(text + length, size - length, "%s", name);
    else text[length++] = *c;
  }
  text[length] = '\0';
}

/* Each of the names in place of @, on all targets, and all of the C texts in one file. */
static void check_taken_names(const char *format) {
  char recipe[512];
  FILE *const file = open_file("names.c");
  for (int i = 0; i < COUNT(taken); i += stride_of_test()) {
    write_recipe(recipe, sizeof recipe, format, taken[i]);
    burl_program *const program = compile_to_fit(recipe);
    assert_int_equal(check_texts(program, recipe, 1, (target_choice){i, 4}), 2);
    burl_code_options options = {.target = "c", .entries = "cell,p,d", .uniform_knobs = 1};
    options.uniforms = "seed";
    char prefix[32];
    snprintf(prefix, sizeof prefix, "n%d", i);
    options.prefix = prefix;
    write_text(file, program, &options);
    burl_free(program);
  }
  assert_int_equal(fclose(file), 0);
  assert_compiles("-fsyntax-only names.c", format);
}

static void test_parts_called_as_texts_are(void **state) {
  (void)state;
  check_taken_names("@ = fbm(perlin(), octaves: 3)*fbm(perlin(seed: 3), octaves: 3)\n"
                    "@ + value()*@ + warp(@, perlin()) + perlin(fract(x*3))");
}

static void test_knobs_called_as_texts_are(void **state) {
  (void)state;
  check_taken_names("param @ = 0.5 [0, 1]\nfbm(perlin(), octaves: 3)*@ + exp(@) + "
                    "warp(fbm(perlin(seed: 3), octaves: 3), perlin())");
}

/* ---- Words of languages -------------------------------------------------------------------------- */

enum { MOST_WORDS = 4096, WORDS_A_RECIPE = 120 };
static char *words[MOST_WORDS];
static int word_count;

/* Adds those of a text that recipes can have as names, each once. */
static void add_words(char *text) {
  for (char *word = strtok(text, " \n"); word; word = strtok(NULL, " \n")) {
    char recipe[256];
    int is_new = 1;
    snprintf(recipe, sizeof recipe, "param %s = 1\n%s", word, word);
    burl_program *const program = strlen(word) < 60 ? burl_compile(recipe, 2, NULL) : NULL;
    for (int i = 0; i < word_count && program; i++) is_new &= strcmp(words[i], word) != 0;
    if (program && is_new) {
      assert_true(word_count < MOST_WORDS);
      words[word_count++] = strdup(word);
    }
    burl_free(program);
  }
}

/* A name of one capital stays, and is told apart from others by a number that doesn't make it a macro's. */
static void test_capitals(void **state) {
  (void)state;
  burl_program *const program = burl_compile("H = sin(x)\nat(H, 3*H*H) + at(H, 4*H*H) + H", 1, NULL);
  assert_non_null(program);
  for (int t = 0; code_target(t); t++) {
    const burl_code_options options = {.target = code_target(t)};
    burl_error error;
    char *const code = code_text(program, &options, &error);
    assert_non_null(code);
    assert_non_null(strstr(code, "H_2"));
    assert_null(strstr(code, "H2"));
    free(code);
  }
  burl_free(program);
}

/* The words of all languages, and what this machine's compilers have as macros. */
static void read_words(void) {
  char *const text = read_whole(BURL_SOURCE_DIR "/test/reserved.txt", NULL);
  for (char *c = text; *c; c++)
    while (*c == '#') memset(c, ' ', strcspn(c, "\n"));
  add_words(text);
  free(text);
  assert_true(word_count > 700);
  add_words(shell("printf '#include <math.h>\\n#include <stdint.h>\\n#include <string.h>\\n' | cc -std=gnu17 -dM -E - |"
                  "sed -n 's/^#define \\([A-Za-z][A-Za-z0-9_]*\\) .*/\\1/p'")
                ->out);
}

/* Recipes of so many words from one on, as knobs or as parts: in a part each is a variable. */
static burl_program *program_of_words(int first, int count, int are_knobs) {
  static char recipe[WORDS_A_RECIPE * 256];
  size_t length = 0;
  for (int i = first; i < first + count; i++)
    length += (size_t)snprintf(recipe + length, sizeof recipe - length,
                               are_knobs ? "param %s = 1 [0, 2]\n" : "%s = value(seed: %d)*y + x\n", words[i], i);
  for (int i = first; i < first + count; i++)
    length +=
        (size_t)snprintf(recipe + length, sizeof recipe - length, i > first ? " + %s*%s" : "%s*%s", words[i], words[i]);
  return compile_to_fit(recipe);
}

/* As names of a recipe, none of the words keeps a C or C++ compiler from taking the text. */
static void test_words_of_languages(void **state) {
  (void)state;
  static const char *const compilers[] = {"gcc -std=gnu17", "gcc -std=gnu2x", "clang -std=gnu17",
                                          "g++ -x c++ -std=gnu++20"};
  read_words();
  FILE *const file = open_file("words.c");
  for (int first = 0; first < word_count; first += WORDS_A_RECIPE)
    for (int are_knobs = 0; are_knobs < 2; are_knobs++) {
      const int left = word_count - first;
      burl_program *const program = program_of_words(first, left < WORDS_A_RECIPE ? left : WORDS_A_RECIPE, are_knobs);
      char prefix[32];
      snprintf(prefix, sizeof prefix, "%c%d", "pk"[are_knobs], first);
      write_text(file, program,
                 &(burl_code_options){.target = "c", .prefix = prefix, .entries = "d", .uniform_knobs = are_knobs});
      burl_free(program);
    }
  assert_int_equal(fclose(file), 0);
  for (int i = 0; i < COUNT(compilers); i++) {
    const outcome *const o =
        shell("set -- %s -w -fsyntax-only words.c; command -v $1 >/dev/null || exit 0; \"$@\"", compilers[i]);
    if (o->code != 0) fail_msg("%s:\n%.2000s", compilers[i], o->err);
  }
  while (word_count > 0) free(words[--word_count]);
}

/* A variable doesn't hide what the text declares: the prefix is burl, as the names have it. */
static void test_names_with_the_prefix(void **state) {
  (void)state;
  static const char *const recipes[] = {
      "burl_perlin2 = perlin(seed: 2)*2\nburl_perlin2 + perlin()*burl_perlin2",
      "burl_fade = perlin(seed: 2)*2\nburl_fade + perlin()*burl_fade",
      "burl_place2 = perlin(seed: 2)*2\nburl_place2 + perlin(x*2, y)*burl_place2",
      "burl_burl_fade = perlin(seed: 2)*2\nburl_burl_fade + perlin()*burl_burl_fade",
  };
  for (int i = 0; i < COUNT(recipes); i++) {
    burl_program *const program = compile_to_fit(recipes[i]);
    FILE *const file = open_file("a.c");
    write_text(file, program, &(burl_code_options){.target = "c", .entries = "cell,p,d"});
    assert_int_equal(fclose(file), 0);
    assert_compiles("-fsyntax-only a.c", recipes[i]);
    burl_free(program);
  }
}

/* Knobs that differ in underscores alone, or in what is put behind a name, stay apart. */
static void test_knobs_that_would_meet(void **state) {
  (void)state;
  burl_program *const program =
      compile_to_fit("param keys = 1\nparam keys_knob = 2\nparam _keys = 3\nparam a__b = 4\nparam a_b = 5\n"
                     "keys + 2*keys_knob + 3*_keys + 4*a__b + 5*a_b + perlin()");
  FILE *const file = open_file("a.c");
  write_text(file, program, &(burl_code_options){.target = "c", .uniform_knobs = 1});
  fprintf(file, "int main(void) {\n  burl_uniforms u = {.keys_knob2 = 1, .keys_knob = 2, .keys_knob3 = 3, .a_b_knob = "
                "4, .a_b = 5};\n  const double at[] = {0, 0};\n"
                "  return sizeof u == 5 * sizeof(float) && burl_d(at, &u) == 55 ? 0 : 1;\n}\n");
  assert_int_equal(fclose(file), 0);
  const outcome *const o = shell(STRICT "a.c -o a -lm && ./a");
  if (o->code != 0) fail_msg("%d: %s", o->code, o->err);
  burl_free(program);
}

/* ---- Time ---------------------------------------------------------------------------------------- */

/* By whole seconds and fractions t is as exact after months as at first, as an argument (a) and open (b). */
static void test_time_by_cells(void **state) {
  (void)state;
  burl_program *const program = compile_to_fit("perlin(x, y, t) + fbm(value(x + 2*t, y), octaves: 3)");
  FILE *const file = open_file("time.c");
  burl_code_options options = {.target = "c", .prefix = "a", .entries = "cell,d"};
  write_text(file, program, &options);
  options.prefix = "b";
  options.uniforms = "t";
  write_text(file, program, &options);
  fprintf(file, "int main(void) {\n  const int32_t cell[] = {3, -2};\n  const float fraction[] = {0.25f, 0.625f};\n"
                "  const double at[] = {3.25, -1.375};\n  for (int k = 0; k < 240; k++) {\n"
                "    const b_uniforms u = {9000000 + k/64, (float)(k %% 64)/64};\n"
                "    const double t = 9e6 + k/64.0;\n    const float wanted = a_d(at, t);\n"
                "    if (a_cell(cell, fraction, u.t_cell, u.t_fraction) != wanted) return 2;\n"
                "    if (b_cell(cell, fraction, &u) != wanted || b_d(at, &u) != wanted) return 3;\n"
                "    if (k > 0 && a_d(at, t - 1/64.0) == wanted) return 4;\n  }\n  return 0;\n}\n");
  assert_int_equal(fclose(file), 0);
  const outcome *const o = shell(STRICT "time.c -o time -lm && ./time");
  if (o->code != 0) fail_msg("%d: %s", o->code, o->err);
  burl_free(program);
}

/* ---- Comments ------------------------------------------------------------------------------------ */

/* A function of the recipe that is called with several numbers is one function, of a parameter with their name; so is
 * what is within it, though its calls have coordinates in common. */
static void test_arguments_are_parameters(void **state) {
  (void)state;
  burl_program *const program =
      compile_to_fit("wave = fbm(perlin(), octaves: 5)\n"
                     "noise(k) = at(wave, 2*x, 0.77*k)\n"
                     "line(k) = y - k/9 + 0.3*noise(k)*noise(k + 99)\n"
                     "max(line(floor(9*y) + 1), max(line(floor(9*y) + 2), line(floor(9*y) + 3)))");
  const burl_code_options options = {.struct_size = sizeof options, .target = "glsl", .style = "lean"};
  char *const text = code_text_ok(program, &options);
  assert_non_null(strstr(text, "float burl_line(vec2 p, vec2 by, burl_pair k) {"));
  assert_non_null(strstr(text, "float burl_wave(vec2 p, vec2 by) {"));
  assert_null(strstr(text, "burl_line2"));
  assert_null(strstr(text, "burl_wave2"));
  free(text);
  burl_free(program);
}

static int count_of(const char *text, const char *word) {
  int count = 0;
  while ((text = strstr(text, word))) {
    text += strlen(word);
    count++;
  }
  return count;
}

/* Where a target has vectors, a colour is one: one function converts to Oklab and one back, and a colour that is mixed
 * there again stays there. */
static void test_colours_are_vectors(void **state) {
  (void)state;
  burl_program *const program = compile_to_fit("rust = ramp(unit(perlin()), #102040, #fff0c0)\n"
                                               "moss = mix(rust, #40c020, unit(value()), in: oklab)\n"
                                               "mix(moss, #c06020, unit(simplex()), in: oklab)*0.5");
  static const char *const targets[] = {"glsl", "hlsl", "wgsl", "msl", "opencl"};
  for (int i = 0; i < COUNT(targets); i++) {
    const burl_code_options options = {.struct_size = sizeof options, .target = targets[i], .style = "lean"};
    char *const text = code_text_ok(program, &options);
    assert_int_equal(count_of(text, "burl_oklab_of_srgb("), 2); /* the function and its call */
    assert_int_equal(count_of(text, "burl_srgb_of_oklab("), 2);
    assert_null(strstr(text, "cube_root"));
    assert_non_null(strstr(text, " moss = "));
    free(text);
  }
  const burl_code_options options = {.struct_size = sizeof options, .target = "c", .style = "lean"};
  char *const text = code_text_ok(program, &options);
  assert_null(strstr(text, "oklab_of"));
  free(text);
  burl_free(program);
}

/* Also one of which a channel is 1, so that nothing is left of its product. */
static void test_shares_of_colours(void **state) {
  (void)state;
  burl_program *const program = compile_to_fit("#102030 + #ffcc99*(0.3*perlin()*value())*y");
  const burl_code_options options = {.struct_size = sizeof options, .target = "glsl", .style = "lean"};
  char *const text = code_text_ok(program, &options);
  assert_non_null(strstr(text, " * vec3(1.0, 0.8, 0.6) * p.y"));
  free(text);
  burl_free(program);
}

/* Whether a line that is no comment has more than 120 columns. */
static int has_long_line(const char *text) {
  for (size_t length = 0; *text; text += length + (text[length] == '\n')) {
    length = strcspn(text, "\n");
    if (length > 120 && strncmp(text + strspn(text, " "), "//", 2) != 0) return 1;
  }
  return 0;
}

/* Lean text writes a value where it is read, over lines that end at operators; a variable is what is read more than
 * once, called after what reads it or what it is made of, or has a name in the recipe. */
static void test_expressions_of_lean_text(void **state) {
  (void)state;
  burl_program *const program = compile_to_fit("glow = 0.3*sin(x) + 0.2*perlin() - 0.1*simplex()*simplex(seed: 3) + "
                                               "0.7*smoothstep(0.1, 0.9, perlin(seed: 4) + 0.2*y)\n"
                                               "tall = 3*y\n"
                                               "glow + max(tall*tall, 1/(tall + 2))*exp(-x*x)");
  for (int i = 0; i < 8; i++) {
    static const char *const targets[] = {"glsl", "glsles", "hlsl", "wgsl", "msl", "opencl", "cuda", "c"};
    const burl_code_options options = {.struct_size = sizeof options, .target = targets[i], .style = "lean"};
    char *const text = code_text_ok(program, &options);
    const char *const entry = strstr(text, "burl_glow(");
    assert_false(has_long_line(text));
    assert_non_null(entry);
    assert_non_null(strstr(text, " tall = "));
    assert_null(strstr(entry, " sum"));
    assert_null(strstr(entry, " product"));
    free(text);
  }
  burl_free(program);
}

/* Recipes and names that would end the comment on top, or go on with the line below it. */
static void test_comments_stay_comments(void **state) {
  (void)state;
  static const char *const tails[] = {
      "// */ int escaped; /*",
      "// ends \\",
      "// ends \\  ",
      "// ends ?"
      "?/",
      "// ends \xc3\xa9/",
      "// \xe2\x80\xa8 int escaped;",
      "// \xc2\x85 int escaped;",
      "// \\u000a int escaped;",
      "// `; escaped(); `",
      "// ${escaped()}",
      "// \t tab",
      "// ?"
      "?=define escaped",
      "// \x01\x02\x7f\x1b[2J",
      "// \xff\xfe",
      "// /* ",
      "// \\\r",
      "// \\\r\n// \\",
      "// ?\xc3?/",
  };
  for (int i = 0; i < COUNT(tails); i++) {
    char recipe[256];
    snprintf(recipe, sizeof recipe, "x + y %s", tails[i]);
    const burl_options named = {.struct_size = sizeof named, .name = tails[i] + 2};
    burl_program *const program = burl_compile_with(recipe, strlen(recipe), &named, NULL);
    if (!program) continue; /* not UTF-8 */
    assert_int_equal(check_texts(program, tails[i], 0, all_targets), 8);
    FILE *const file = open_file("a.c");
    write_text(file, program, &(burl_code_options){.target = "c"});
    fprintf(file, "int escaped(void);\nint escaped(void) { return 0; }\n"
                  "int main(void) {\n  const double at[] = {1, 2};\n  return burl_d(at) == 3 ? escaped() : 1;\n}\n");
    assert_int_equal(fclose(file), 0);
    const outcome *const o = shell(STRICT "a.c -o a -lm && ./a");
    if (o->code != 0) fail_msg("%s: %d: %s", tails[i], o->code, o->err);
    burl_free(program);
  }
}

/* Within a text of JavaScript nothing ends it or is computed. */
static void test_javascript_stays_text(void **state) {
  (void)state;
  static const char recipe[] = "// `${escaped()}` \\\nx + y // `";
  const burl_options named = {.struct_size = sizeof named, .name = "`${escaped()}`"};
  burl_program *const program = burl_compile_with(recipe, strlen(recipe), &named, NULL);
  assert_non_null(program);
  char *const text = code_text_ok(program, &(burl_code_options){.made_for = "three"});
  int ticks = 0;
  for (const char *c = text; *c; c++) ticks += *c == '`';
  assert_int_equal(ticks, 6); /* of three texts */
  assert_null(strstr(text, "${"));
  free(text);
  burl_free(program);
}

/* ---- Locales ------------------------------------------------------------------------------------- */

/* Numbers have points, whatever they have where the program runs. */
static void test_locales(void **state) {
  (void)state;
  static const char *const locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
  burl_program *const program = compile_to_fit("fbm(perlin(), octaves: 3) + sin(x)*0.1 + exp(y) - 1e-30*x");
  for (int i = 0; code_target(i); i++) {
    const burl_code_options options = {.target = code_target(i)};
    char *const expected = code_text_ok(program, &options);
    for (int k = 0; k < COUNT(locales); k++) {
      if (!setlocale(LC_ALL, locales[k])) continue;
      char *const text = code_text_ok(program, &options);
      setlocale(LC_ALL, "C");
      assert_string_equal(text, expected);
      free(text);
    }
    free(expected);
  }
  burl_free(program);
}

/* ---- Keys ---------------------------------------------------------------------------------------- */

static const char *const seeded[] = {
    "perlin()",
    "fbm(perlin(seed: 3), octaves: 4) + value(seed: 9)*x",
    "warp(fbm(simplex(), octaves: 2), white(floor(x)))",
    "ramp(cells(jitter: 0.8), #123, #fff)",
    "fbm(cells(x*0.7, y/3), octaves: 3)", /* whose octaves are moved by what no float is */
    "tile(fbm(value(), octaves: 3), 4)",
    "fbm(fbm(perlin(), octaves: 2), octaves: 3, same_seed: 1)",
    "a = fbm(perlin(), octaves: 2)\nreseed(a, 3) + reseed(a, 4)*a",
    "equalise(perlin()) + 0.1*d(equalise(value()), x)",
};
static const uint64_t seeds[] = {0, 1, 77, UINT64_MAX, (uint64_t)-5, UINT64_C(1) << 63, UINT64_C(0x123456789ABCDEF0)};

enum { MOST_KEYS = 1024 };

/* The words of a seed as a constant of C. */
static void write_words(FILE *file, const burl_program *program, int recipe, int seed) {
  uint32_t keys[MOST_KEYS], few[2] = {0, 0};
  size_t count = 0, again = 0;
  burl_code_options options = {.struct_size = sizeof options, .target = "c"};
  options.uniforms = "seed";
  assert_int_equal(burl_code_keys(program, &options, seeds[seed], keys, MOST_KEYS, &count), BURL_OK);
  assert_in_range(count, 2, MOST_KEYS);
  assert_int_equal(burl_code_keys(program, &options, seeds[seed], NULL, 0, &again), BURL_OK);
  assert_int_equal(again, count);
  assert_int_equal(burl_code_keys(program, &options, seeds[seed], few, 1, NULL), BURL_OK);
  assert_int_equal(few[0], keys[0]);
  assert_int_equal(few[1], 0); /* there was room for one */
  fprintf(file, "\nstatic const r%d_uniforms words_r%ds%d = {{", recipe, recipe, seed);
  for (size_t i = 0; i < count; i++) fprintf(file, "%s%" PRIu32 "u", i ? ", " : "", keys[i]);
  fprintf(file, "}};\n");
}

/* A function that counts where the open text, given words, differs from the text of the seed. */
static void write_comparison(FILE *file, int channels, int recipe, int seed) {
  fprintf(file,
          "\nstatic int differs_r%ds%d(const r%d_uniforms *words) {\n  int count = 0;\n"
          "  for (int i = 0; i < 200; i++) {\n    const double at[] = {i*0.37 - 20, i*-0.61 + 3};\n"
          "    float a[4] = {0}, b[4] = {0};\n",
          recipe, seed, recipe);
  if (channels == 1) fprintf(file, "    a[0] = r%ds%d_d(at);\n    b[0] = r%d_d(at, words);\n", recipe, seed, recipe);
  else fprintf(file, "    r%ds%d_d(at, a);\n    r%d_d(at, words, b);\n", recipe, seed, recipe);
  fprintf(file, "    count += memcmp(a, b, sizeof a) != 0;\n  }\n  return count;\n}\n");
}

/* A recipe with its seed open and with each of the seeds. */
static void write_seeded(FILE *file, int recipe) {
  char prefix[32];
  burl_program *const program = compile_to_fit(seeded[recipe]);
  assert_int_equal(burl_seed(program, 12345), BURL_OK);
  snprintf(prefix, sizeof prefix, "r%d", recipe);
  burl_code_options options = {.target = "c", .prefix = prefix};
  options.uniforms = "seed";
  write_text(file, program, &options);
  for (int seed = 0; seed < COUNT(seeds); seed++) {
    write_words(file, program, recipe, seed);
    burl_program *const other = burl_clone(program);
    assert_int_equal(burl_seed(other, seeds[seed]), BURL_OK);
    snprintf(prefix, sizeof prefix, "r%ds%d", recipe, seed);
    write_text(file, other, &(burl_code_options){.target = "c", .prefix = prefix});
    write_comparison(file, burl_channels(program), recipe, seed);
    burl_free(other);
  }
  burl_free(program);
}

/* The words of a seed give the values of the text printed with it, and those of another seed others. */
static void test_keys(void **state) {
  (void)state;
  FILE *const file = open_file("keys.c");
  for (int i = 0; i < COUNT(seeded); i += stride_of_test()) write_seeded(file, i);
  fprintf(file, "\nint main(void) {\n");
  for (int i = 0; i < COUNT(seeded); i += stride_of_test())
    for (int k = 0; k < COUNT(seeds); k++) {
      fprintf(file, "  if (differs_r%ds%d(&words_r%ds%d) > 0) return %d;\n", i, k, i, k, 10 + i);
      fprintf(file, "  if (differs_r%ds%d(&words_r%ds%d) < 20) return %d;\n", i, k, i, (k + 1) % COUNT(seeds), 20 + i);
    }
  fprintf(file, "  return 0;\n}\n");
  assert_int_equal(fclose(file), 0);
  const outcome *const o = shell(STRICT "keys.c -o keys -lm && ./keys");
  if (o->code != 0) fail_msg("%d: %s%.2000s", o->code, o->out, o->err);
}

/* Where more than words follows from the seed, there is neither a text with open ones nor are there keys. */
static void test_seeds_that_stay(void **state) {
  (void)state;
  static const char *const recipes[] = {"perlin(hash: perlin2002)", "value(hash: wood, period: 4)",
                                        "value(hash: elias)", "fbm(perlin(), octaves: 1 + seed % 7)"};
  for (int i = 0; i < COUNT(recipes); i++) {
    burl_program *const program = compile_to_fit(recipes[i]);
    burl_code_options options = {.struct_size = sizeof options, .target = "c", .uniforms = "seed"};
    burl_error error;
    uint32_t key = 0x55555555;
    size_t count = 99;
    assert_int_equal(burl_seed(program, 3), BURL_OK);
    if (code_text(program, &options, &error)) fail_msg("%s has a text", recipes[i]);
    assert_int_equal(error.status, BURL_ARGUMENT);
    assert_contains(error.message, "seed can't stay open");
    assert_int_equal(burl_code_keys(program, &options, 4, &key, 1, &count), BURL_ARGUMENT);
    assert_int_equal(key, 0x55555555);
    assert_int_equal(count, 99);
    options.uniforms = NULL;
    free(code_text_ok(program, &options));
    burl_free(program);
  }
}

/* Without noise there are no keys. */
static void test_no_keys(void **state) {
  (void)state;
  const burl_code_options options = {.struct_size = sizeof options, .target = "c", .uniforms = "seed"};
  size_t count = 99;
  burl_program *program = compile_to_fit("x + y");
  assert_int_equal(burl_code_keys(program, &options, 1, NULL, 0, &count), BURL_OK);
  assert_int_equal(count, 0);
  char *const text = code_text_ok(program, &options);
  assert_null(strstr(text, "keys"));
  free(text);
  burl_free(program);
}

/* ---- Hostile recipes ----------------------------------------------------------------------------- */

typedef struct {
  char *text;
  size_t length, room;
} long_text;

static void __attribute__((format(printf, 2, 3))) put(long_text *t, const char *format, ...) {
  va_list arguments;
  if (t->room - t->length < 4096) assert_non_null(t->text = realloc(t->text, t->room = 2 * t->room + 8192));
  va_start(arguments, format);
  t->length += (size_t)vsnprintf(t->text + t->length, 4096, format, arguments);
  va_end(arguments);
}

static void put_many_noises(long_text *t) {
  for (int i = 0; i < 3000; i++) put(t, "%sperlin(x*%d, y, seed: %d)", i ? " + " : "", i % 7 + 1, i);
}
static void put_long_chain(long_text *t) {
  for (int i = 0; i < 10000; i++) put(t, "%sx*%d.5", i ? (i % 2 ? " + " : " - ") : "", i);
}
static void put_deep_names(long_text *t) {
  put(t, "a0 = perlin()\n");
  for (int i = 1; i < 500; i++) put(t, "a%d = sin(a%d)*y + a%d\n", i, i - 1, i - 1);
  put(t, "a499");
}
static void put_deep_calls(long_text *t) {
  for (int i = 0; i < 190; i++) put(t, "sin(");
  put(t, "x");
  for (int i = 0; i < 190; i++) put(t, ")");
}
static void put_many_knobs(long_text *t) {
  for (int i = 0; i < 256; i++) put(t, "param k%d = 0.%d [0, 1]\n", i, i + 1);
  put(t, "perlin()");
  for (int i = 0; i < 256; i++) put(t, "*k%d", i);
}
static void put_many_parts(long_text *t) {
  for (int i = 0; i < 2000; i++) put(t, "p%d = fbm(perlin(seed: %d), octaves: 2)*y\n", i, i);
  put(t, "p0");
  for (int i = 1; i < 2000; i++) put(t, " + p%d", i);
}
static void put_long_names(long_text *t) {
  for (int i = 0; i < 4; i++) {
    put(t, "%c", 'a' + i);
    for (int k = 0; k < 3000; k++) put(t, "b");
    put(t, " = fbm(perlin(seed: %d), octaves: 3)*value()\n", i);
  }
  for (int i = 0; i < 4; i++) {
    put(t, i ? " + %c" : "%c", 'a' + i);
    for (int k = 0; k < 3000; k++) put(t, "b");
  }
}
static void put_nested_fractals(long_text *t) { put(t, "fbm(fbm(fbm(perlin(), octaves: 8), octaves: 8), octaves: 8)"); }
static void put_nested_warps(long_text *t) {
  put(t, "a = perlin()\n");
  for (int i = 0; i < 8; i++) put(t, "%c = warp(%c, %c)\n", 'b' + i, 'a' + i, 'a' + i);
  put(t, "i");
}

/* None takes the memory of the machine or says something that isn't so; small texts are also compiled. */
static void test_hostile_recipes(void **state) {
  (void)state;
  static void (*const makers[])(long_text *) = {put_many_noises, put_long_chain,      put_deep_names,
                                                put_deep_calls,  put_many_knobs,      put_many_parts,
                                                put_long_names,  put_nested_fractals, put_nested_warps};
  static const char *const targets[] = {"c", "wgsl", "hlsl"};
  for (int i = 0; i < COUNT(makers); i += stride_of_test()) {
    long_text t = {NULL, 0, 0};
    makers[i](&t);
    burl_error error;
    burl_program *const program = burl_compile(t.text, 2, &error);
    free(t.text);
    if (!program) {
      assert_int_equal(error.status, BURL_LIMIT);
      continue;
    }
    for (int k = 0; k < COUNT(targets); k++) {
      const burl_code_options options = {.target = targets[k], .entries = "cell", .uniform_knobs = k == 0};
      char *const text = code_text(program, &options, &error);
      if (!text) assert_int_equal(error.status, BURL_LIMIT);
      if (text) assert_in_range(strlen(text), 100, 8 << 20);
      if (text && k == 0) {
        write_whole("hostile.c", text);
        assert_compiles("-fsyntax-only hostile.c", "a hostile recipe");
      }
      free(text);
    }
    burl_free(program);
  }
}

/* Constants, colours, and results of each dimension. */
static void test_plain_recipes(void **state) {
  (void)state;
  static const char *const recipes[] = {"1",
                                        "0/0",
                                        "1/0",
                                        "-1e300",
                                        "#123456",
                                        "#12345680",
                                        "t",
                                        "x",
                                        "ramp(t, #123, #fff)",
                                        "perlin()",
                                        "normal(perlin())",
                                        "d(d(perlin(), x), x)",
                                        "cells() + t"};
  FILE *const file = open_file("plain.c");
  int count = 0;
  for (int i = 0; i < COUNT(recipes); i++)
    for (int dims = 1; dims <= 4; dims++) {
      char prefix[32];
      burl_program *const program = burl_compile(recipes[i], dims, NULL);
      if (!program) continue;
      count++;
      assert_int_equal(check_texts(program, recipes[i], 1, all_targets), 8);
      snprintf(prefix, sizeof prefix, "r%dd%d", i, dims);
      write_text(file, program, &(burl_code_options){.target = "c", .prefix = prefix, .entries = "cell,p,d"});
      burl_free(program);
    }
  assert_int_equal(fclose(file), 0);
  assert_compiles("-fsyntax-only -Wno-unused-parameter plain.c", "plain recipes");
  assert_true(count > 40);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_begin, folder_end)

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_gallery_on_all_targets),
      cmocka_unit_test(test_gallery_for_programs),
      cmocka_unit_test(test_normals_of_grounds),
      cmocka_unit_test(test_inputs_of_unity),
      IN_FOLDER(test_texts_share_a_file),
      IN_FOLDER(test_parts_called_as_texts_are),
      IN_FOLDER(test_knobs_called_as_texts_are),
      IN_FOLDER(test_words_of_languages),
      IN_FOLDER(test_names_with_the_prefix),
      IN_FOLDER(test_knobs_that_would_meet),
      IN_FOLDER(test_time_by_cells),
      IN_FOLDER(test_comments_stay_comments),
      cmocka_unit_test(test_arguments_are_parameters),
      cmocka_unit_test(test_colours_are_vectors),
      cmocka_unit_test(test_shares_of_colours),
      cmocka_unit_test(test_expressions_of_lean_text),
      cmocka_unit_test(test_javascript_stays_text),
      cmocka_unit_test(test_locales),
      IN_FOLDER(test_keys),
      cmocka_unit_test(test_seeds_that_stay),
      cmocka_unit_test(test_capitals),
      cmocka_unit_test(test_no_keys),
      IN_FOLDER(test_hostile_recipes),
      IN_FOLDER(test_plain_recipes),
  };
  return cmocka_run_group_tests(tests, open_gallery, close_gallery);
}
