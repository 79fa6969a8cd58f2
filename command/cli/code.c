/* burl code: a recipe as source text in the language of the place where it will run. */
#include "cli/cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TARGET = OWN_OPTIONS, FOR, ENTRY, PREFIX, KNOBS, UNIFORM, EXACT, FAST, FOOTPRINT, DIMS };

static const option_row options[] = {
    {TARGET, "target", "LANGUAGE", "glsl glsles wgsl hlsl msl opencl cuda c; glsl if not given",
     "glsl glsles wgsl hlsl msl opencl cuda c"},
    {FOR, "for", "PROGRAM", "complete, to be pasted into shadertoy, godot, godot-spatial, unity, three or unreal",
     "shadertoy godot godot-spatial unity three unreal"},
    {'o', "output", "FILE", "where the text goes; standard output if not given", FILES},
    {ENTRY, "entry", "NAME,...",
     "the functions to print: cell (whole cells and fractions), p (floats), d (doubles); cell,p if not given, and d for"
     " opencl, cuda and c",
     "cell p d"},
    {PREFIX, "prefix", "NAME", "what every name in the text begins with; burl if not given", NULL},
    {KNOBS, "knobs", "HOW", "uniform: all knobs stay open that may turn while it runs; constant: none does",
     "uniform constant"},
    {UNIFORM, "uniform", "NAME,...",
     "leaves open knobs by name, t, and seed, as an array of words that burl_code_keys fills", "seed t"},
    {EXACT, "exact", NULL, "keeps the library's bits in glsles and wgsl, too, by barriers", NULL},
    {FAST, "fast", NULL, "lets the target fuse products with sums, and use its own exp, sin, pow ...", NULL},
    {FOOTPRINT, "footprint", "STEP", "for octaves: auto, the step between samples; all 16 octaves if not given", NULL},
    {DIMS, "dims", "N", "1 to 4; if not given, as many as the recipe needs, 2 or more", "1 2 3 4"},
    RECIPE_OPTIONS,
    {0},
};

const manual manual_code = {
    .usage = "RECIPE|-e EXPR [--target LANGUAGE] [-o FILE] [option]...",
    .about =
        "Prints the recipe as source text that stands alone: functions of a point, with the library's bits where the"
        " target computes as IEEE 754 says.  docs/shaders.md has the functions' names and what is exact where.",
    .options = options,
    .example = "burl code -e 'fbm(perlin(), octaves: 4)' --target wgsl",
    .operand = FILES,
};

typedef struct {
  recipe recipe;
  const char *output;
  burl_code_options code;
  int64_t dims; /* 0: as many as the recipe needs */
} job;

/* ---- Options ------------------------------------------------------------------------------------- */

static int parse_knobs(job *j, const char *value) {
  const int is_uniform = strcmp(value, "uniform") == 0;
  if (!is_uniform && strcmp(value, "constant") != 0)
    return usage_error("--knobs is uniform or constant, not '%s'", value);
  j->code.uniform_knobs = is_uniform;
  return DONE;
}

static int parse_option(job *j, int option, char *value) {
  switch (option) {
  case TARGET: j->code.target = value; return DONE;
  case 'o': j->output = value; return DONE;
  case ENTRY: j->code.entries = value; return DONE;
  case PREFIX: j->code.prefix = value; return DONE;
  case KNOBS: return parse_knobs(j, value);
  case UNIFORM: j->code.uniforms = value; return DONE;
  case FOR: j->code.made_for = value; return DONE;
  case EXACT: j->code.exact = 1; return DONE;
  case FAST: j->code.fast = 1; return DONE;
  case FOOTPRINT:
    if (parse_number(value, &j->code.footprint) < 0 || j->code.footprint < 0)
      return usage_error("--footprint is a number, at least 0, not '%s'", value);
    return DONE;
  case DIMS:
    if (parse_integers(value, ',', &j->dims, 1) != 1 || j->dims < 1 || j->dims > 4)
      return usage_error("--dims is 1 to 4, not '%s'", value);
    return DONE;
  default: return recipe_option(&j->recipe, option, value);
  }
}

static int parse_options(job *j, int argc, char **argv) {
  for (int option; (option = next_option(argc, argv, options)) != -1;) {
    const int code = parse_option(j, option, optarg);
    if (code) return code;
  }
  return recipe_last_operand(&j->recipe, argc, argv);
}

/* ---- Output -------------------------------------------------------------------------------------- */

/* The text, held until all of it is there, so that nothing is written where it fails. */
typedef struct {
  char *start;
  size_t length;
  int failed;
} held_text;

static void hold(void *user, const char *text, size_t length) {
  held_text *const held = user;
  char *const start = realloc(held->start, held->length + length);
  if (!start) {
    held->failed = 1;
    return;
  }
  memcpy(start + held->length, text, length);
  held->start = start;
  held->length += length;
}

static int write_file(const char *name, const held_text *text) {
  image_error error;
  return image_save_bytes(name, text->start, text->length, &error) == 0 ? DONE : fail("%s", error.text);
}

/* What is wrong with the recipe has a place in it; what is wrong with options has none. */
static int fail_code(const job *j, const burl_error *error) {
  if (error->status != BURL_ARGUMENT) return recipe_fail(&j->recipe, error);
  return fail("%s%s%s", error->message, error->hint[0] ? "; " : "", error->hint);
}

#ifdef BURL_NO_CODE
/* In place of what the library was built without. */
static burl_status burl_without_code(const burl_program *program, const burl_code_options *code, burl_error *error) {
  (void)program, (void)code;
  *error = (burl_error){.status = BURL_ARGUMENT, .message = "this burl was built without code (BURL_CODE=OFF)"};
  return error->status;
}
#define burl_code burl_without_code
#endif

static int print_code(job *j) {
  held_text text = {NULL, 0, 0};
  burl_error error;
  j->code.struct_size = sizeof j->code;
  j->code.write = hold;
  j->code.user = &text;
  if (!j->code.target && !j->code.made_for) j->code.target = "glsl";
  int code = DONE;
  if (burl_code(j->recipe.program, &j->code, &error) != BURL_OK) code = fail_code(j, &error);
  else if (text.failed) code = fail("%s", burl_status_text(BURL_MEMORY));
  else if (j->output) code = write_file(j->output, &text);
  else fwrite(text.start, 1, text.length, stdout);
  free(text.start);
  return code;
}

int command_code(int argc, char **argv) {
  static job j;
  int code = parse_options(&j, argc, argv);
  if (code) return code;
  code = recipe_load(&j.recipe);
  if (!code) code = j.dims ? recipe_compile(&j.recipe, (int)j.dims) : recipe_compile_to_fit(&j.recipe, 2);
  if (!code) recipe_note(&j.recipe);
  if (!code) code = print_code(&j);
  recipe_free(&j.recipe);
  return code;
}
