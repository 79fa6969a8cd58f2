/* burl code and burl_code as an interface: what is refused, and how; that nothing is written then; files, threads,
 * and memory that fails.  What the texts hold is in test_code_text.c, and their bits in shaders/. */
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "burl.h"
#include "code_text.h"
#include "counter.h"
#include "process.h"
#include "scale.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* ---- The tool: what is refused ------------------------------------------------------------------- */

typedef struct {
  const char *arguments;
  int code;
  const char *messages[4]; /* parts of what is said */
} mistake;

#define PERLIN "-e 'perlin()' "
#define AUTO "-e 'fbm(perlin(), octaves: auto)' "

static const mistake mistakes[] = {
    {"", 2, {"no recipe"}},
    {"--target c", 2, {"no recipe"}},
    {PERLIN "a.burl", 2, {"'a.burl' is one too many"}},
    {"missing.burl", 1, {"missing.burl", "No such file"}},
    {PERLIN "--target cobol", 1, {"no target 'cobol'", "glsl, glsles, wgsl, hlsl, msl, opencl, cuda or c"}},
    {PERLIN "--target ''", 1, {"no target ''", "glsl, glsles, wgsl, hlsl, msl, opencl, cuda or c"}},
    {PERLIN "--target glls", 1, {"no target 'glls'", "did you mean 'glsl'?"}},
    {PERLIN "--target GLSL", 1, {"no target 'GLSL'"}},
    {PERLIN "--for quake", 1, {"'quake'", "shadertoy, godot, godot-spatial, unity, three, p5 or unreal"}},
    {PERLIN "--for goddot", 1, {"'goddot'", "did you mean 'godot'?"}},
    {PERLIN "--for p5 --uniform seed", 1, {"p5 sets no uniforms of unsigned whole numbers", "--seed n"}},
    {PERLIN "--target webgl1", 1, {"WebGL 1 has no whole numbers", "'webgl1'", "glsles is for WebGL 2"}},
    {PERLIN "--for godot --target c", 1, {"godot takes glsles, not c", "leave the target out"}},
    {PERLIN "--for godot --entry d", 1, {"godot takes entries of its own, not d", "leave the entries out"}},
    {PERLIN "--for shadertoy --uniform t", 1, {"shadertoy has no uniforms"}},
    {"-e 'param k = 1\nperlin()*k' --for unreal --knobs uniform", 1, {"unreal has no uniforms"}},
    {"-e 'perlin(x)' --dims 1 --for godot-spatial", 1, {"two dimensions"}},
    {"-e 'slope(cells())' --for godot-spatial", 1, {"cells() has no second derivatives yet", "a ground's normals"}},
    {PERLIN "--entry q", 1, {"no entry 'q'", "cell, p or d"}},
    {PERLIN "--entry ''", 1, {"no entry ''"}},
    {PERLIN "--entry p,", 1, {"no entry ''"}},
    {PERLIN "--entry p,cells", 1, {"no entry 'cells'"}},
    {PERLIN "--target wgsl --entry d", 1, {"wgsl has no doubles", "cell is as exact"}},
    {PERLIN "--target glsles --entry p,d", 1, {"glsles has no doubles"}},
    {PERLIN "--target msl --entry d,p", 1, {"msl has no doubles"}},
    {PERLIN "--prefix ''", 1, {"prefix '' is not a name"}},
    {PERLIN "--prefix 1st", 1, {"prefix '1st' is not a name"}},
    {PERLIN "--prefix 'a b'", 1, {"prefix 'a b' is not a name"}},
    {PERLIN "--prefix a-b", 1, {"prefix 'a-b' is not a name"}},
    {PERLIN "--prefix a__b", 1, {"prefix 'a__b' is not a name", "single underscores"}},
    {PERLIN "--prefix _a", 1, {"prefix '_a' is not a name"}},
    {PERLIN "--prefix a_", 1, {"prefix 'a_' is not a name"}},
    {PERLIN "--prefix gl", 1, {"prefix 'gl' is not a name"}},
    {PERLIN "--prefix gl_noise", 1, {"prefix 'gl_noise' is not a name"}},
    {PERLIN "--prefix b\xc3\xbcrl", 1, {"is not a name"}},
    {PERLIN "--prefix a23456789b123456789c123456789d123456789e1", 1, {"is not a name", "at most 40"}},
    {"-e 'param n = 3\nfbm(perlin(), octaves: n)' --uniform n",
     1,
     {"-e:2:24: octaves of fbm must be a constant", "so that n can't stay open"}},
    {PERLIN "--knobs open", 2, {"--knobs is uniform or constant, not 'open'"}},
    {PERLIN "--knobs ''", 2, {"--knobs is uniform or constant, not ''"}},
    {PERLIN "--footprint -1", 2, {"--footprint is a number above 0"}},
    {PERLIN "--footprint 0", 2, {"--footprint is a number above 0, not '0'"}},
    {AUTO "", 1, {"octaves: auto follows the distance", "--footprint STEP", "--uniform footprint"}},
    {AUTO "--uniform t", 1, {"--footprint STEP"}},
    {AUTO "--for shadertoy --style exact", 1, {"--footprint STEP", "--style lean"}},
    {AUTO "--target glsles --fast", 1, {"--style lean"}},
    {AUTO "--footprint 0.1 --uniform footprint", 1, {"the footprint is given"}},
    {PERLIN "--footprint nan", 2, {"--footprint is a number"}},
    {PERLIN "--footprint wide", 2, {"--footprint is a number"}},
    {PERLIN "--dims 0", 2, {"--dims is 1 to 4, not '0'"}},
    {PERLIN "--dims 5", 2, {"--dims is 1 to 4, not '5'"}},
    {PERLIN "--exact --fast", 1, {"exact keeps the library's bits, and fast gives them up"}},
    {PERLIN "--exact=1", 2, {"--exact takes no value"}},
    {PERLIN "--taget c", 2, {"no option '--taget'", "--target"}},
    {"-e 'perlin(z)' --dims 2", 1, {"-e:1:8", "no z in 2 dimensions"}},
    {"-e 'x +\n  2*midpoint()'", 1, {"-e:2:5", "midpoint is of a whole grid", "burl render writes it as a picture"}},
    {"-e 'm = midpoint()\nperlin() + m(y, x)'", 1, {"-e:"}},
    {"-e 'a = perlin()\nb = 2*midpoint()\na' --result a,b", 1, {"-e:2:7", "midpoint is of a whole grid"}},
    {"-e 'perlin('", 1, {"-e:1:"}},
    {"-e 'param k = 1 [0, 2]\nk*x' -p k=3", 1, {"k"}},
};

static void check_mistake(const mistake *m, const char *output) {
  const outcome *const o = burl("code %s %s", m->arguments, output);
  if (o->code != m->code || o->out_length > 0)
    fail_msg("burl code %s %s\ncode %d: %s%s", m->arguments, output, o->code, o->err, o->out);
  for (int i = 0; m->messages[i]; i++)
    if (!strstr(o->err, m->messages[i])) fail_msg("burl code %s\nno '%s' in: %s", m->arguments, m->messages[i], o->err);
}

/* On standard output, into a file that isn't there, and into one that is. */
static void test_mistakes_write_nothing(void **state) {
  (void)state;
  write_whole("old.txt", "as it was");
  write_whole("copy.txt", "as it was");
  for (int i = 0; i < COUNT(mistakes); i++) {
    check_mistake(&mistakes[i], "");
    check_mistake(&mistakes[i], "-o new.txt");
    check_mistake(&mistakes[i], "-o old.txt");
    assert_int_equal(folder_count(), 2);
    assert_same_files("old.txt", "copy.txt");
  }
}

/* A word that --uniform doesn't know. */
static void test_unknown_uniform(void **state) {
  (void)state;
  const outcome *const o = burl("code " PERLIN "--uniform seed,sede -o new.txt");
  assert_int_not_equal(o->code, 0);
  assert_int_equal(o->out_length, 0);
  assert_contains(o->err, "'sede'");
  assert_int_equal(folder_count(), 0);
}

/* The place of an error is in the file. */
static void test_places_in_files(void **state) {
  (void)state;
  write_whole("grid.burl", "// heights\nbase = perlin()\n\nbase + midpoint()\n");
  const outcome *const o = burl("code grid.burl");
  assert_int_equal(o->code, 1);
  assert_int_equal(o->out_length, 0);
  assert_contains(o->err, "grid.burl:4:8: midpoint is of a whole grid");
}

/* ---- The tool: files, and what is taken ---------------------------------------------------------- */

static void test_output(void **state) {
  (void)state;
  burl_ok("code " PERLIN "--target c -o a.c");
  burl_ok("code " PERLIN "--target c -o -");
  assert_int_equal(folder_count(), 1);
  shell("$burl code " PERLIN "--target c > b.c");
  shell("$burl code " PERLIN "--target c -o - > c.c");
  assert_same_files("a.c", "b.c");
  assert_same_files("a.c", "c.c");
  write_whole("a.c", "something older that is longer than what comes behind it");
  burl_ok("code -e x --target c -o a.c");
  shell("$burl code -e x --target c > b.c");
  assert_same_files("a.c", "b.c");
}

/* What can't be written is said, and nothing is left half made. */
static void test_output_that_fails(void **state) {
  (void)state;
  const outcome *o = burl("code " PERLIN "-o missing/a.c");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "missing/a.c: No such file or directory");
  assert_int_equal(shell("mkdir folder")->code, 0);
  o = burl("code " PERLIN "-o folder");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "folder: is a directory");
  o = shell("$burl code " PERLIN "> /dev/full");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "No space left on device");
  write_whole("old.c", "as it was");
  write_whole("copy.c", "as it was");
  o = shell("ulimit -f 1; trap '' XFSZ; exec \"$burl\" code " PERLIN "--target c -o old.c"); /* 512 bytes a file */
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "old.c: File too large");
  assert_same_files("old.c", "copy.c");
  assert_int_equal(folder_count(), 3);
}

static void test_options_given_twice(void **state) {
  (void)state;
  const outcome *const o = burl_ok("code " PERLIN "--target wgsl --prefix a --target c --prefix b");
  assert_contains(o->err, "--target is given 2 times: the last one counts");
  assert_contains(o->err, "--prefix is given 2 times: the last one counts");
  assert_contains(o->out, "float b_d(const double *p)");
  assert_null(strstr(o->out, "a_d"));
}

/* The last one counts, of --uniform too. */
static void test_last_uniform_counts(void **state) {
  (void)state;
  const outcome *o = burl_ok("code -e 'perlin() + t' --target c --uniform seed --uniform t");
  assert_contains(o->out, "int32_t t_cell;\n  float t_fraction;");
  assert_null(strstr(o->out, "keys["));
  o = burl_ok("code -e 'perlin() + t' --target c --uniform t --uniform seed,seed");
  assert_contains(o->out, "uint32_t keys[");
  assert_contains(o->out, "burl_d(const double *p, double t,");
}

static void test_recipes_from_everywhere(void **state) {
  (void)state;
  write_whole("a.burl", "perlin()\n");
  assert_contains(burl_ok("code a.burl")->out, "of a.burl:");
  assert_contains(shell("$burl code - < a.burl")->out, "//   perlin()\n");
  assert_contains(burl_ok("code a.burl")->out, "vec2 p)"); /* as many dimensions as it needs, two or more */
  assert_contains(burl_ok("code -e 'perlin(x, y, z)'")->out, "vec3 p)");
  assert_contains(burl_ok("code a.burl --dims 4")->out, "vec4 p)");
  assert_contains(burl_ok("code a.burl --dims 1")->out, "float p)");
  assert_contains(burl_ok("code a.burl --seed 7")->out, "seed 7,");
}

static void test_help(void **state) {
  (void)state;
  const outcome *const o = burl_ok("code --help");
  for (int i = 0; code_target(i); i++) assert_contains(o->out, code_target(i));
  assert_contains(o->out, "usage: burl code");
  assert_contains(burl_ok("--help")->out, "code");
  assert_contains(burl_ok("help code")->out, "--footprint");
}

/* ---- Knobs --------------------------------------------------------------------------------------- */

static void test_knobs_open(void **state) {
  (void)state;
  write_whole("k.burl", "param n = 3 [1, 8]\nparam k = 0.5 [0, 1]\nfbm(perlin(), octaves: n)*k\n");
  const outcome *o = burl_ok("code k.burl --knobs uniform");
  assert_contains(o->out, "uniform float burl_k;");
  assert_null(strstr(o->out, "burl_n;"));
  assert_contains(o->out, "// Knobs, open: k = 0.5.\n");
  assert_contains(o->out, "// Knob n = 3: not open, as octaves of fbm must be a constant (line 3).\n");
  o = burl_ok("code k.burl --uniform k");
  assert_contains(o->out, "uniform float burl_k;");
  assert_contains(o->out, "// Knobs: n = 3.\n");
  o = burl_ok("code k.burl");
  assert_null(strstr(o->out, "uniform"));
  o = burl_ok("code k.burl --knobs constant -p k=0.25 -p n=5");
  assert_contains(o->out, "n = 5, k = 0.25");
  assert_null(strstr(o->out, "uniform"));
}

/* ---- The library: what is refused ---------------------------------------------------------------- */

static burl_program *compile(const char *recipe) {
  burl_program *const program = burl_compile(recipe, 2, NULL);
  assert_non_null(program);
  return program;
}

static int pieces;
static void count_piece(void *user, const char *text, size_t length) { (void)user, (void)text, (void)length, pieces++; }

typedef struct {
  const char *recipe;
  burl_code_options options;
  burl_status status;
  int line, column;
  const char *message;
} refusal;

#define SIZED .struct_size = sizeof(burl_code_options)

static const refusal refusals[] = {
    {"x", {.target = "c"}, BURL_ARGUMENT, 0, 0, "struct_size is not set"},
    {"x", {SIZED}, BURL_ARGUMENT, 0, 0, "no target ''"},
    {"x", {SIZED, .target = "d"}, BURL_ARGUMENT, 0, 0, "no target 'd'"},
    {"x", {SIZED, .made_for = ""}, BURL_ARGUMENT, 0, 0, "''"},
    {"x", {SIZED, .made_for = "godot", .target = "hlsl"}, BURL_ARGUMENT, 0, 0, "godot takes glsles"},
    {"x", {SIZED, .made_for = "godot", .entries = "d"}, BURL_ARGUMENT, 0, 0, "entries of its own"},
    {"x", {SIZED, .target = "c", .prefix = ""}, BURL_ARGUMENT, 0, 0, "not a name"},
    {"x", {SIZED, .target = "c", .prefix = "a\nb"}, BURL_ARGUMENT, 0, 0, "not a name"},
    {"x", {SIZED, .target = "c", .entries = ""}, BURL_ARGUMENT, 0, 0, "no entry ''"},
    {"x", {SIZED, .target = "c", .entries = ",d"}, BURL_ARGUMENT, 0, 0, "no entry ''"},
    {"x", {SIZED, .target = "c", .entries = "d,dd"}, BURL_ARGUMENT, 0, 0, "no entry 'dd'"},
    {"x", {SIZED, .target = "wgsl", .entries = "d"}, BURL_ARGUMENT, 0, 0, "no doubles"},
    {"x", {SIZED, .target = "c", .footprint = -1}, BURL_ARGUMENT, 0, 0, "footprint"},
    {"x", {SIZED, .target = "c", .footprint = -(double)NAN}, BURL_ARGUMENT, 0, 0, "footprint"},
    {"x", {SIZED, .target = "c", .footprint = (double)INFINITY}, BURL_ARGUMENT, 0, 0, "footprint"},
    {"x", {SIZED, .target = "glsl", .exact = 1, .fast = 1}, BURL_ARGUMENT, 0, 0, "gives them up"},
    {"x", {SIZED, .target = "glsl", .exact = 1, .style = "fast"}, BURL_ARGUMENT, 0, 0, "gives them up"},
    {"x", {SIZED, .target = "glsl", .fast = 1, .style = "lean"}, BURL_ARGUMENT, 0, 0, "a style of its own"},
    {"x", {SIZED, .target = "glsl", .style = "leaner"}, BURL_ARGUMENT, 0, 0, "there is no style 'leaner'"},
    {"x", {SIZED, .target = "glsl", .style = "lean", .entries = "cell"}, BURL_ARGUMENT, 0, 0, "its one entry is p"},
    {"x", {SIZED, .target = "c", .style = "lean", .prefix = "noise"}, BURL_ARGUMENT, 0, 0, "called 'noise', which"},
    {"x", {SIZED, .target = "c", .style = "lean", .prefix = "int"}, BURL_ARGUMENT, 0, 0, "called 'int', which"},
    {"x +\n y*midpoint()", {SIZED, .target = "c"}, BURL_RECIPE, 2, 4, "midpoint is of a whole grid"},
};

static void test_refusals(void **state) {
  (void)state;
  for (int i = 0; i < COUNT(refusals); i++) {
    const refusal *const r = &refusals[i];
    burl_program *const program = compile(r->recipe);
    burl_code_options options = r->options;
    burl_error error;
    options.write = count_piece;
    pieces = 0;
    const burl_status status = burl_code(program, &options, &error);
    if (status != r->status || !strstr(error.message, r->message))
      fail_msg("%d: %s, not %s", i, error.message, r->message);
    assert_int_equal(error.status, status);
    assert_int_equal(error.line, r->line);
    assert_int_equal(error.column, r->column);
    assert_int_equal(burl_code(program, &options, NULL), r->status);
    assert_int_equal(burl_code_keys(program, &options, 0, NULL, 0, NULL), r->status);
    assert_int_equal(pieces, 0);
    burl_free(program);
  }
}

/* Without a footprint there is no exact text of automatic octaves, wherever they are, in any language. */
static void test_footprint_is_needed(void **state) {
  (void)state;
  static const char *const recipes[] = {
      "fbm(perlin(), octaves: auto)",
      "d(hybrid(simplex(), octaves: auto), x)",
      "warp(perlin(), billow(value(), octaves: auto))",
      "ramp(ridged(cells(), octaves: auto), #123, #fff)",
  };
  for (int i = 0; i < COUNT(recipes); i++) {
    burl_program *const program = compile(recipes[i]);
    for (int k = 0; code_target(k); k++) {
      burl_code_options options = {.target = code_target(k), .entries = entries_of(code_target(k))};
      burl_error error;
      assert_null(code_text(program, &options, &error));
      assert_int_equal(error.status, BURL_ARGUMENT);
      assert_contains(error.message, "octaves: auto follows the distance between samples");
      assert_contains(error.hint, "--footprint");
      options.footprint = 0.01;
      char *text = code_text_ok(program, &options);
      assert_contains(text, "// Footprint: 0.01.\n");
      free(text);
      options.footprint = 0;
      options.uniforms = "footprint";
      text = code_text_ok(program, &options);
      assert_contains(text, "// Footprint, open");
      free(text);
    }
    burl_free(program);
  }
}

/* Lean text measures the footprint where pixels are drawn, once and in the entry, and leaves it open elsewhere. */
static void test_footprint_is_measured(void **state) {
  (void)state;
  static const struct {
    burl_code_options options;
    const char *measured; /* NULL: it is open */
  } rows[] = {
      {{SIZED, .target = "glsl", .style = "lean"}, "= dFdx(p)"},
      {{SIZED, .target = "glsles", .style = "lean"}, "= dFdx(p)"},
      {{SIZED, .target = "hlsl", .style = "lean"}, "= ddx(p)"},
      {{SIZED, .target = "wgsl", .style = "lean"}, "= dpdx(p)"},
      {{SIZED, .target = "msl", .style = "lean"}, "= dfdx(p)"},
      {{SIZED, .target = "opencl", .style = "lean"}, NULL},
      {{SIZED, .target = "cuda", .style = "lean"}, NULL},
      {{SIZED, .target = "c", .style = "lean"}, NULL},
      {{SIZED, .made_for = "shadertoy"}, "= dFdx(p)"},
      {{SIZED, .made_for = "unreal"}, "= ddx(p)"},
      {{SIZED, .made_for = "godot-spatial"}, NULL}, /* which moves vertices */
      {{SIZED, .target = "glsles", .style = "lean", .uniforms = "footprint"}, NULL},
  };
  burl_program *const program = compile("a = fbm(perlin(), octaves: auto)\nwarp(a, a, a) + cells()");
  for (int i = 0; i < COUNT(rows); i++) {
    char *const text = code_text_ok(program, &rows[i].options);
    assert_contains(text, rows[i].measured ? "// Footprint: measured" : "// Footprint, open");
    if (rows[i].measured) {
      const char *const first = strstr(text, rows[i].measured);
      assert_non_null(first);
      assert_null(strstr(first + 1, rows[i].measured));
    }
    free(text);
  }
  burl_free(program);
}

/* Costs that are counted by hand: loops over octaves as often as they turn, a loop that is left early once. */
static void test_cost(void **state) {
  (void)state;
  static const struct {
    const char *recipe, *wanted[4];
  } rows[] = {
      {"x*y + 1", {"operations                       2\n", "loops                            0\n", "lines "}},
      {"param k = 1\nk*x", {"operations                       1\n", "uniforms                         1\n"}},
      {"fbm(perlin(), octaves: 3)", {"calls of perlin                  3\n"}},
      {"cells() + fbm(perlin(), octaves: 8)",
       {"calls of perlin                  8\n", "calls of cells                   1\n"}},
      {"n = fbm(perlin(), octaves: 2)\nwarp(n, n, n)", {"calls of perlin                  4\n", "in n "}},
      {"fbm(perlin(), octaves: auto)",
       {"calls of perlin                  2\n", "turns of loops                   1\n"}},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    burl_program *const program = compile(rows[i].recipe);
    burl_code_options options = {SIZED, .target = "glsles", .style = "lean", .uniform_knobs = 1, .cost = 1};
    char *const table = code_text_ok(program, &options);
    for (int k = 0; k < COUNT(rows[i].wanted) && rows[i].wanted[k]; k++) assert_contains(table, rows[i].wanted[k]);
    assert_null(strstr(table, "//"));
    free(table);
    options.cost = 0;
    char *const text = code_text_ok(program, &options);
    assert_contains(text, "\n// Cost: ");
    assert_null(strstr(text, "// Costly"));
    free(text);
    burl_free(program);
  }
  const outcome *const o =
      burl("code -e 'a = fbm(perlin(x, y, z, 0), octaves: 4)\nb = warp(a, warp(a, a, a), warp(a, a, a))\n"
           "c = warp(b, warp(b, b, b), warp(b, b, b))\nwarp(c, c, c)' --for shadertoy");
  assert_int_equal(o->code, 0);
  assert_contains(o->err, "note: drivers may take seconds to compile it: 94 % of the operations are in a");
  assert_contains(o->out, "\n// Costly: drivers may take seconds");
}

static void test_no_arguments(void **state) {
  (void)state;
  burl_program *const program = compile("perlin()");
  const burl_code_options options = {SIZED, .target = "c", .write = count_piece};
  burl_error error = {0};
  pieces = 0;
  assert_int_equal(burl_code(NULL, &options, &error), BURL_ARGUMENT);
  assert_string_equal(error.message, "no program");
  assert_int_equal(burl_code(program, NULL, &error), BURL_ARGUMENT);
  assert_int_equal(burl_code(NULL, NULL, NULL), BURL_ARGUMENT);
  assert_int_equal(burl_code_keys(NULL, &options, 0, NULL, 0, NULL), BURL_ARGUMENT);
  assert_int_equal(burl_code_keys(program, NULL, 0, NULL, 0, NULL), BURL_ARGUMENT);
  assert_int_equal(pieces, 0);
  burl_free(program);
}

/* Without a callback it only says whether there is a text. */
static void test_no_callback(void **state) {
  (void)state;
  burl_program *const program = compile("perlin()"), *const grid = compile("midpoint()");
  const burl_code_options options = {SIZED, .target = "c"};
  burl_error error;
  assert_int_equal(burl_code(program, &options, &error), BURL_OK);
  assert_int_equal(error.status, BURL_OK);
  assert_int_equal(burl_code(grid, &options, &error), BURL_RECIPE);
  burl_free(program);
  burl_free(grid);
}

/* Options of a time when there were fewer have the defaults in place of the rest. */
static void test_short_options(void **state) {
  (void)state;
  burl_program *const program = compile("perlin()");
  burl_code_options options = {.target = "c", .prefix = "later", .entries = "q"};
  pieces = 0;
  options.struct_size = offsetof(burl_code_options, prefix);
  assert_int_equal(burl_code(program, &options, NULL), BURL_OK);
  options.struct_size = sizeof options;
  assert_int_equal(burl_code(program, &options, NULL), BURL_ARGUMENT);
  burl_free(program);
}

static void test_several_results(void **state) {
  (void)state;
  static const char recipe[] = "a = perlin()\nb = value()\na + b";
  const burl_options two = {.struct_size = sizeof two, .result = "a,b"},
                     one = {.struct_size = sizeof one, .result = "b"};
  const burl_code_options options = {SIZED, .target = "glsl"};
  burl_program *program = burl_compile_with(recipe, strlen(recipe), &two, NULL);
  char *const both = code_text_ok(program, &options);
  assert_contains(both, "burl_value2");
  assert_contains(both, "burl_perlin2");
  free(both);
  burl_free(program);
  program = burl_compile_with(recipe, strlen(recipe), &one, NULL);
  char *const text = code_text_ok(program, &options);
  assert_contains(text, "burl_value2");
  assert_null(strstr(text, "burl_perlin2"));
  free(text);
  burl_free(program);
}

/* ---- The library: what is printed ---------------------------------------------------------------- */

static const char *const recipes[] = {
    "perlin()",
    "x*0.25 - 3",
    "param k = 0.5 [0, 1]\nridge = fbm(perlin(seed: 3), octaves: 4)\nridge*k + t",
    "ramp(cells(), #123, #fff, in: oklab)",
    "loop(warp(fbm(perlin(), octaves: 3), value()), 4)",
};

/* The prefix is burl where none is given, and the target's own entries. */
static void test_defaults(void **state) {
  (void)state;
  burl_program *const program = compile("perlin()");
  for (int i = 0; code_target(i); i++) {
    const int is_shader = strcmp(code_target(i), "opencl") != 0 && strcmp(code_target(i), "cuda") != 0 &&
                          strcmp(code_target(i), "c") != 0;
    const burl_code_options none = {.target = code_target(i)};
    const burl_code_options all = {.target = code_target(i), .prefix = "burl", .entries = is_shader ? "cell,p" : "d"};
    char *const text = code_text_ok(program, &none), *const same = code_text_ok(program, &all);
    assert_string_equal(text, same);
    free(text);
    free(same);
  }
  burl_free(program);
}

/* What is to be pasted is lean, unless another style is asked for. */
static void test_default_style(void **state) {
  (void)state;
  burl_program *const program = compile("perlin()");
  const burl_code_options none = {.made_for = "unity"}, lean = {.made_for = "unity", .style = "lean"};
  const burl_code_options exact = {.made_for = "unity", .exact = 1}, same = {.made_for = "unity", .style = "exact"};
  const burl_code_options *const pairs[][2] = {{&none, &lean}, {&exact, &same}};
  for (int i = 0; i < COUNT(pairs); i++) {
    char *const first = code_text_ok(program, pairs[i][0]), *const second = code_text_ok(program, pairs[i][1]);
    assert_string_equal(first, second);
    assert_true((strstr(first, "burl_cell") != NULL) == (i == 1));
    free(first);
    free(second);
  }
  burl_free(program);
}

/* Above a part of lean text, a function or a variable, stands its line of the recipe, once. */
static void test_lines_of_parts(void **state) {
  (void)state;
  static const char recipe[] = "hill = fbm(perlin(), octaves: 5) // low\n"
                               "f(q) = q*q + sqrt(abs(q + hill))\n"
                               "f(warp(hill, 0.3*hill))*f(hill)";
  static const char *const lines[] = {"\n// hill = fbm(perlin(), octaves: 5) // low\nfloat burl_hill(",
                                      "\n  // f(q) = q*q + sqrt(abs(q + hill))\n  float f = "};
  burl_program *const program = compile(recipe);
  char *const text = code_text_ok(program, &(burl_code_options){.target = "glsles", .style = "lean"});
  for (int i = 0; i < COUNT(lines); i++) {
    const char *const first = strstr(text, lines[i]);
    assert_non_null(first);
    assert_null(strstr(first + strlen(lines[i]), strchr(lines[i], '/')));
  }
  free(text);
  burl_free(program);
}

/* A lean text's function is called after the recipe's file, by a name that no language has. */
static void test_names_of_lean_text(void **state) {
  (void)state;
  static const char *const names[][2] = {
      {"clouds.burl", "clouds"},
      {"recipes/wet_slate.burl", "wet_slate"},
      {"c:\\art\\Fog 2.burl", "Fog_2"},
      {"2d.burl", "burl_2d"},
      {"float.burl", "burl_float"},
      {"noise.burl", "burl_noise"},
      {"main.burl", "burl_main"},
      {"mainImage.burl", "burl_mainImage"},
      {"value.burl", "burl_value"},
      {"gl_rock.burl", "burl_gl_rock"},
      {"gr\xc3\xb6\xc3\x9f"
       "e.burl",
       "gr_e"},
      {"__a--b__.burl", "a_b"},
      {".burl", "burl"},
      {"-e", "burl"},
      {"___.burl", "burl"},
      {"PI.burl", "burl_PI"},
      {"clouds.txt", "burl"},
      {"malloc.burl", "burl_malloc"},
      {"a2345678901234567890123456789012345_78901.burl", "a2345678901234567890123456789012345_7890"},
      {"12345678901234567890123456789012345_78901.burl", "burl_12345678901234567890123456789012345"},
  };
  for (int i = 0; i < COUNT(names); i++) {
    const burl_options named = {.struct_size = sizeof named, .name = names[i][0]};
    burl_program *const program = burl_compile_with("perlin()", 8, &named, NULL);
    assert_non_null(program);
    char *const text = code_text_ok(program, &(burl_code_options){.target = "wgsl", .style = "lean"});
    char *const exact = code_text_ok(program, &(burl_code_options){.target = "wgsl"});
    char head[80];
    snprintf(head, sizeof head, "\nfn %s(p: vec2f) -> f32 {", names[i][1]);
    if (!strstr(text, head)) fail_msg("%s is not called %s", names[i][0], names[i][1]);
    assert_contains(exact, "\nfn burl_p(p: vec2f) -> f32 {");
    free(text);
    free(exact);
    burl_free(program);
  }
}

/* Entries are those asked for, each once, however often and in which order they are named. */
static void test_entries(void **state) {
  (void)state;
  burl_program *const program = compile("perlin()");
  const burl_code_options once = {.target = "c", .entries = "cell,d"}, again = {.target = "c", .entries = "d,cell,d"};
  char *const text = code_text_ok(program, &once), *const same = code_text_ok(program, &again);
  assert_string_equal(text, same);
  assert_contains(text, "float burl_d(");
  assert_contains(text, "float burl_cell(");
  assert_null(strstr(text, "burl_p("));
  free(text);
  free(same);
  burl_free(program);
}

/* What the tool prints is what the callback gets. */
static void test_tool_prints_the_same(void **state) {
  (void)state;
  const burl_options options = {.struct_size = sizeof options, .name = "a.burl"};
  for (int i = 0; i < COUNT(recipes); i++) {
    write_whole("a.burl", recipes[i]);
    burl_program *const program = burl_compile_with(recipes[i], strlen(recipes[i]), &options, NULL);
    assert_int_equal(burl_seed(program, 9), BURL_OK);
    for (int k = 0; code_target(k); k++) {
      const burl_code_options code = {.target = code_target(k), .prefix = "mine", .uniform_knobs = 1};
      char *const text = code_text_ok(program, &code);
      assert_string_equal(
          burl_ok("code a.burl --seed 9 --prefix mine --knobs uniform --target %s", code_target(k))->out, text);
      free(text);
    }
    burl_free(program);
  }
}

/* ---- Threads ------------------------------------------------------------------------------------- */

typedef struct {
  const burl_program *program;
  const char *expected;
  int different;
} printing;

static void compare_piece(void *user, const char *text, size_t length) {
  printing *const p = user;
  p->different |= strlen(p->expected) != length || memcmp(p->expected, text, length) != 0;
}

static void *print_again(void *arg) {
  printing *const p = arg;
  const burl_code_options options = {SIZED, .target = "hlsl", .write = compare_piece, .user = p};
  for (int i = 0; i < 20; i++) p->different |= burl_code(p->program, &options, NULL) != BURL_OK;
  return NULL;
}

/* The same text each time, from four threads at once too. */
static void test_threads(void **state) {
  (void)state;
  for (int i = 0; i < COUNT(recipes); i++) {
    burl_program *const program = compile(recipes[i]);
    const burl_code_options options = {.target = "hlsl"};
    char *const expected = code_text_ok(program, &options);
    pthread_t threads[4];
    printing all[4];
    for (int k = 0; k < 4; k++) {
      all[k] = (printing){program, expected, 0};
      assert_int_equal(pthread_create(&threads[k], NULL, print_again, &all[k]), 0);
    }
    for (int k = 0; k < 4; k++) {
      assert_int_equal(pthread_join(threads[k], NULL), 0);
      assert_false(all[k].different);
    }
    free(expected);
    burl_free(program);
  }
}

/* ---- Memory -------------------------------------------------------------------------------------- */

enum { NEVER = -1, PATIENCE = 100000 };

/* Calls as often as it takes until memory is enough. */
static void print_failing(const burl_program *program, counter *c, const char *target, const char *style) {
  const int is_lean = strcmp(style, "lean") == 0;
  burl_code_options options = {.target = target, .style = style, .uniform_knobs = 1};
  if (!is_lean) options.entries = entries_of(target);
  const long live = c->live, stride = scale_of_test() < 1 ? 11 : 3;
  char *text = NULL;
  long failed = 0;
  options.uniforms = is_lean ? NULL : "seed";
  for (long k = 0; k < PATIENCE && !text; k += stride) {
    burl_error error;
    c->calls = 0;
    c->fail_at = k;
    text = code_text(program, &options, &error);
    failed += !text;
    assert_int_equal(error.status, text ? BURL_OK : BURL_MEMORY);
    assert_int_equal(c->live, live);
  }
  assert_non_null(text);
  assert_true(failed * stride > 9); /* so many allocations */
  c->fail_at = NEVER;
  char *const same = code_text_ok(program, &options);
  assert_string_equal(text, same);
  free(text);
  free(same);
}

static void fill_keys_failing(const burl_program *program, counter *c) {
  burl_code_options options = {SIZED, .target = "c", .uniform_knobs = 1};
  const long live = c->live, stride = scale_of_test() < 1 ? 11 : 3;
  burl_status status = BURL_MEMORY;
  size_t count = 0, expected = 0;
  options.uniforms = "seed";
  for (long k = 0; k < PATIENCE && status == BURL_MEMORY; k += stride) {
    c->calls = 0;
    c->fail_at = k;
    status = burl_code_keys(program, &options, 5, NULL, 0, &count);
    assert_int_equal(c->live, live);
  }
  assert_int_equal(status, BURL_OK);
  c->fail_at = NEVER;
  assert_int_equal(burl_code_keys(program, &options, 5, NULL, 0, &expected), BURL_OK);
  assert_int_equal(count, expected);
}

static void test_memory_fails(void **state) {
  (void)state;
  static const char several[] = "a = fbm(perlin(), octaves: 3)\nsin = slope(a)\na";
  static const char repeated[] =
      "n(k) = fbm(perlin(seed: k), octaves: 3)\ns = splatter(1 - x*x, size: 0.6)\ns + d(s, x) + n(1)*n(2)*n(3)";
  for (int i = 0; i < COUNT(recipes) + 2; i++) {
    const char *const recipe = i < COUNT(recipes) ? recipes[i] : i == COUNT(recipes) ? several : repeated;
    counter c = {0, NEVER, 0};
    burl_options options = {.struct_size = sizeof options, .allocate = counter_allocate, .user = &c};
    if (recipe == several) options.result = "a,sin,result";
    burl_program *const program = burl_compile_with(recipe, strlen(recipe), &options, NULL);
    assert_non_null(program);
    print_failing(program, &c, "c", "exact");
    print_failing(program, &c, "wgsl", "exact");
    print_failing(program, &c, "glsles", "lean");
    fill_keys_failing(program, &c);
    burl_free(program);
    assert_int_equal(c.live, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_mistakes_write_nothing, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_unknown_uniform, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_places_in_files, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_output, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_output_that_fails, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_options_given_twice, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_last_uniform_counts, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_recipes_from_everywhere, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_help, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_knobs_open, folder_begin, folder_end),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_footprint_is_needed),
      cmocka_unit_test(test_footprint_is_measured),
      cmocka_unit_test(test_cost),
      cmocka_unit_test(test_no_arguments),
      cmocka_unit_test(test_no_callback),
      cmocka_unit_test(test_short_options),
      cmocka_unit_test(test_several_results),
      cmocka_unit_test(test_defaults),
      cmocka_unit_test(test_default_style),
      cmocka_unit_test(test_lines_of_parts),
      cmocka_unit_test(test_names_of_lean_text),
      cmocka_unit_test(test_entries),
      cmocka_unit_test_setup_teardown(test_tool_prints_the_same, folder_begin, folder_end),
      cmocka_unit_test(test_threads),
      cmocka_unit_test(test_memory_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
