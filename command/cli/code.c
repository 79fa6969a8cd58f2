/* burl code: a recipe as source text in the language of the place where it will run. */
#include "cli/cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  recipe recipe;
  const char *output;
  burl_code_options code;
  int dims; /* 0: as many as the recipe needs */
} job;

#define LANGUAGES "glsl glsles wgsl hlsl msl opencl cuda c"

static const option_entry options[] = {
    ROW(.name = "target", .value = "LANGUAGE", .words = LANGUAGES, TEXT(job, code.target), .help = LANGUAGES,
        .more = "glsl if not given"),
    ROW(.name = "for", .value = "PROGRAM", .words = "shadertoy godot godot-spatial unity three p5 unreal",
        TEXT(job, code.made_for),
        .help = "complete, to be pasted into shadertoy, godot, godot-spatial, unity, three, p5 or unreal"),
    ROW(.name = "output", .letter = 'o', .value = "FILE", .words = FILES, TEXT(job, output),
        .help = "where the text goes", .more = "standard output if not given"),
    ROW(.name = "entry", .value = "NAME,...", .words = "cell p d", TEXT(job, code.entries),
        .help = "the functions to print: cell (whole cells and fractions), p (floats), d (doubles)",
        .more = "cell,p if not given, and d for opencl, cuda and c"),
    ROW(.name = "prefix", .value = "NAME", TEXT(job, code.prefix), .help = "what every name in the text begins with",
        .more = "if not given, burl, and in lean text the recipe's file name"),
    ROW(.name = "knobs", .value = "HOW", .words = "uniform constant",
        WORD(job, int, code.uniform_knobs, "constant uniform"), .takes = "is uniform or constant",
        .help = "uniform: all knobs stay open that may turn while it runs", .more = "constant: none does"),
    ROW(.name = "uniform", .value = "NAME,...", .words = "seed t footprint", TEXT(job, code.uniforms),
        .help = "leaves open knobs by name, t, footprint, and seed, as an array of words that burl_code_keys fills"),
    ROW(.name = "style", .value = "STYLE", .words = "exact lean fast", TEXT(job, code.style),
        .help = "how the text is: with the library's bits, short for people and drivers, or fast",
        .more = "lean and fast text is close to these bits; --for prints lean text if none is given"),
    ROW(.name = "exact", FLAG(job, code.exact),
        .help = "--style exact: keeps the library's bits in glsles and wgsl, too, by barriers"),
    ROW(.name = "fast", FLAG(job, code.fast),
        .help = "--style fast: lets the target fuse products with sums, and use its own exp, sin, pow ..."),
    ROW(.name = "cost", FLAG(job, code.cost),
        .help = "prints what a sample costs instead: noises, operations, loops, uniforms, lines, costly parts"),
    ROW(.name = "footprint", .value = "STEP", NUMBER(job, code.footprint, ABOVE_0, INFINITY),
        .takes = "is a number above 0", .help = "for octaves: auto, which need it: the step between samples",
        .more = "or leave it open: --uniform footprint"),
    ROW(.name = "dims", .value = "N", .words = "1 2 3 4", COUNT(job, dims, 1, 4), .takes = "is 1 to 4",
        .help = "1 to 4", .more = "if not given, as many as the recipe needs, 2 or more"),
    RECIPE_OPTIONS(job, recipe),
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

static int parse_options(job *j, int argc, char **argv) {
  const int code = options_read(argc, argv, options, j);
  return code ? code : recipe_last_operand(&j->recipe, argc, argv);
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

/* What the comment on top says of texts that drivers take long for, for whoever doesn't read it. */
static void note_costly(const held_text *text) {
  static const char begin[] = "// Costly: ";
  const size_t size = sizeof begin - 1;
  const char *line = text->start, *const end = text->start + text->length;
  while (line && (size_t)(end - line) > size && line[0] == '/') {
    const char *const line_end = memchr(line, '\n', (size_t)(end - line));
    if (line_end && memcmp(line, begin, size) == 0) note("%.*s", (int)(line_end - line - (int)size), line + size);
    line = line_end ? line_end + 1 : NULL;
  }
}

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
  if (code == DONE) note_costly(&text);
  free(text.start);
  return code;
}

int command_code(int argc, char **argv) {
  static job j;
  int code = parse_options(&j, argc, argv);
  if (code) return code;
  code = recipe_load(&j.recipe);
  if (!code) code = j.dims ? recipe_compile(&j.recipe, j.dims) : recipe_compile_to_fit(&j.recipe, 2);
  if (!code) recipe_note(&j.recipe);
  if (!code) code = print_code(&j);
  recipe_free(&j.recipe);
  return code;
}
