/* A recipe on the command line: its text from a file or -e, its seed and knobs, and the program
 * compiled from it.  Errors are shown with their place in the text, as docs/language.md says. */
#include "cli/cli.h"
#include "json/json.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 1 << 20, MOST_DIMS = 4, VARIES_WITH_SEED = 32 };

/* ---- options --------------------------------------------------------------------------------- */

/* Adds a knob given as "name=value".  The text is argv's and is split in place. */
static int add_knob(void *to, char *text) {
  recipe *const r = to;
  char *equals = strchr(text, '=');
  if (!equals || equals == text) return usage_error("-p: '%s' is not a knob such as rings=12", text);
  if (r->knob_count == MOST_KNOBS) return usage_error("-p: more than %d knobs", MOST_KNOBS);
  double value;
  if (parse_number(equals + 1, &value) != 0) {
    return usage_error("-p: '%s' in '%s' is not a finite number", equals + 1, text);
  }
  *equals = '\0';
  r->knobs[r->knob_count].name = text;
  r->knobs[r->knob_count++].value = value;
  return DONE;
}

static int set_seed(void *to, char *text) {
  recipe *const r = to;
  const seed_kind kind = parse_seed(text, &r->seed);
  r->seed_given = 1;
  r->seed_text = kind == SEED_TEXT ? text : NULL;
  if (kind != SEED_WRONG) return DONE;
  return usage_error("--seed: '%s' is neither a whole number from -9223372036854775808 to"
                     " 18446744073709551615 nor a text",
                     text);
}

static int set_result(void *to, char *text) {
  recipe *const r = to;
  if (r->result) return usage_error("--result is given twice: --result %s,%s names both", r->result, text);
  r->result = text;
  return DONE;
}

const option_row recipe_rows[RECIPE_ROWS] = {
    [EXPRESSION_OPTION] = {.name = "expression",
                           .letter = 'e',
                           .value = "EXPR",
                           .help = "the recipe itself, in place of its file",
                           TEXT(recipe, expression)},
    [SEED_OPTION] = {.name = "seed",
                     .value = "N",
                     .help = "a whole number of 64 bits, or a text",
                     .more = "from -2^63 to 2^64 - 1, decimal or 0x and hexadecimal; a text stands for a hash of it",
                     OWN(set_seed)},
    [RESULT_OPTION] = {.name = "result",
                       .value = "NAME,...",
                       .words = PARTS,
                       .help = "named parts of the recipe in place of its last line",
                       OWN(set_result)},
    [KNOB_OPTION] = {.name = "param",
                     .letter = 'p',
                     .value = "NAME=VALUE",
                     .help = "turns a knob of the recipe",
                     .more = "may be given again",
                     .repeats = 1,
                     OWN(add_knob)},
    [ALLOW_FILES_OPTION] = {.name = "allow-files",
                            .more =
                                "a recipe from a picture or standard input, too, may open the files that its image()"
                                " names, and those that it imports",
                            FLAG(recipe, files_allowed)},
};

int recipe_operand(recipe *r, int *count, char ***operands, int others) {
  if (!r->expression) {
    if (*count == 0) return usage_error("no recipe: name its file, or give it with -e");
    r->name = *(*operands)++;
    --*count;
  }
  if (*count <= others) return DONE;
  return usage_error("'%s' is one too many%s", (*operands)[others], r->expression ? ": the recipe is given by -e" : "");
}

int recipe_last_operand(recipe *r, int argc, char **argv) {
  int count = argc - optind;
  char **operands = argv + optind;
  return recipe_operand(r, &count, &operands, 0);
}

/* ---- the text -------------------------------------------------------------------------------- */

/* Reads the text, up to one byte more than a recipe with a byte-order mark can have: a huge file
 * isn't read whole. */
static int read_text(recipe *r, FILE *file) {
  enum { ROOM = MOST_TEXT + 1 + 3 };
  r->loaded = malloc(ROOM);
  if (!r->loaded) return fail("%s: %s", r->name, strerror(ENOMEM));
  errno = 0;
  r->length = fread(r->loaded, 1, ROOM, file);
  if (ferror(file)) return fail("%s: %s", r->name, strerror(errno));
  r->text = r->loaded;
  return DONE;
}

/* It isn't counted in columns. */
static void skip_byte_order_mark(recipe *r) {
  if (r->length < 3 || memcmp(r->text, "\xEF\xBB\xBF", 3) != 0) return;
  r->text += 3;
  r->length -= 3;
}

/* Takes the recipe from how the picture of that name was made. */
static int load_picture(recipe *r) {
  image_error error;
  char *const text = image_provenance(r->name, &error);
  if (!text) return fail("%s", error.text);
  r->provenance = json_read(NULL, text);
  free(text);
  if (!r->provenance) return fail("%s: what it tells of how it was made is damaged", r->name);
  const int code = provenance_take_recipe(r);
  return code ? code : files_begin(r, r->name, "a picture");
}

/* Whether the name is that of a file that is open already, as in burl info <(command). */
static int is_descriptor(const char *name) {
  return strcmp(name, "/dev/stdin") == 0 || strncmp(name, "/dev/fd/", 8) == 0 ||
         strncmp(name, "/proc/self/fd/", 14) == 0;
}

int recipe_load(recipe *r) {
  image_error error;
  r->knobs_given = r->knob_count;
  if (r->expression) {
    r->name = "-e";
    r->text = r->expression;
    r->length = strlen(r->expression);
    return files_begin(r, NULL, NULL);
  }
  if (image_format_of(r->name, &error)) return load_picture(r);
  const int is_input = strcmp(r->name, "-") == 0;
  if (is_input) r->name = "standard input";
  FILE *file = is_input ? stdin : is_descriptor(r->name) ? fopen(r->name, "rb") : image_open(r->name, &error);
  if (!file && is_descriptor(r->name)) return fail("%s: %s", r->name, strerror(errno));
  if (!file) {
    const int is_text = errno == ENOENT && strchr(r->name, '(') != NULL;
    return fail("%s%s", error.text, is_text ? "; the text itself of a recipe goes after -e" : "");
  }
  const int code = read_text(r, file);
  if (!is_input) fclose(file);
  if (!code) skip_byte_order_mark(r);
  const int is_open = is_input || is_descriptor(r->name);
  return code ? code : files_begin(r, is_open ? NULL : r->name, is_open ? "standard input" : NULL);
}

/* ---- the program ----------------------------------------------------------------------------- */

/* The error's place, with its line of this recipe's text, or of a file that it imports. */
static text_position position_of(const recipe *r, const burl_error *error) {
  const text_position all = *error->file ? files_imported(r, error->file)
                                         : (text_position){.name = r->name, .text = r->text, .text_length = r->length};
  const char *line = all.text, *end = all.text + all.text_length, *next;
  for (int i = 1; i < error->line && (next = memchr(line, '\n', (size_t)(end - line))); i++) { line = next + 1; }
  const char *stop = memchr(line, '\n', (size_t)(end - line));
  size_t length = (size_t)((stop ? stop : end) - line);
  if (length > 0 && line[length - 1] == '\r') length--;
  const int furthest = (int)length + 1;
  return (text_position){all.name,      error->line, error->column < furthest ? error->column : furthest,
                         error->length, line,        length};
}

recipe_problem recipe_problem_of(const recipe *r, const burl_error *error) {
  const char *const of_file = error->status == BURL_FILE ? files_error(r) : NULL;
  recipe_problem p = {.message = of_file ? of_file : error->message, .hint = of_file ? "" : error->hint};
  if (error->line > 0 && error->column > 0) p.where = position_of(r, error);
  return p;
}

int recipe_fail(const recipe *r, const burl_error *error) {
  const recipe_problem p = recipe_problem_of(r, error);
  if (p.where.line) return fail_at(&p.where, p.message, p.hint);
  return fail("%s: %s%s%s", r->name, p.message, *p.hint ? "; " : "", p.hint);
}

int recipe_fail_grid(const recipe *r, const burl_grid *grid, burl_status status) {
  burl_error why;
  if (burl_check_grid(r->program, grid, &why) == BURL_OK) return fail("%s: %s", r->name, burl_status_text(status));
  return fail("%s: %s%s%s", r->name, why.message, *why.hint ? "; " : "", why.hint);
}

static burl_program *compile(const recipe *r, int dims, burl_error *error) {
  burl_options options = {.struct_size = sizeof options,
                          .dims = dims,
                          .name = r->name,
                          .result = r->result,
                          .isa = getenv("BURL_ISA"),
                          .octave_begin = r->octave_begin,
                          .octave_end = r->octave_end,
                          .derivative_by = r->derivative_by};
  files_choose(r, &options);
  return burl_compile_with(r->text, r->length, &options, error);
}

/* Sets the knobs.  A value may be an error before another knob is set: those that fail are tried
 * again as long as any succeeds.  0 with *error: one fails still. */
static int set_knobs(recipe *r, burl_error *error) {
  char is_set[MOST_KNOBS] = {0};
  for (int unset = r->knob_count, before = unset + 1; unset > 0 && unset < before;) {
    before = unset;
    for (int i = 0; i < r->knob_count; i++) {
      if (is_set[i] || burl_set(r->program, r->knobs[i].name, r->knobs[i].value, error) != BURL_OK) continue;
      is_set[i] = 1;
      unset--;
    }
    if (unset == 0) return 1;
  }
  for (int i = 0; i < r->knob_count; i++)
    if (!is_set[i]) return burl_set(r->program, r->knobs[i].name, r->knobs[i].value, error) == BURL_OK;
  return 1;
}

static int set_seed_and_knobs(recipe *r) {
  if (!r->provenance) r->made_with = recipe_output_version(r->text);
  recipe_note_versions(r);
  burl_error error;
  if (!set_knobs(r, &error)) return recipe_fail(r, &error);
  const burl_status status = r->seed ? burl_seed(r->program, r->seed) : BURL_OK;
  if (status == BURL_RECIPE)
    return fail("%s: --seed: a seed that the recipe computes of it is no whole number of 64 bits", r->name);
  return status == BURL_OK ? DONE : fail("%s: --seed: %s", r->name, burl_status_text(status));
}

int recipe_compile(recipe *r, int dims) {
  burl_error error;
  r->program = compile(r, dims, &error);
  return r->program ? set_seed_and_knobs(r) : recipe_fail(r, &error);
}

burl_program *recipe_fitted(const recipe *r, int dims, burl_error *error) {
  for (;;) {
    double view[8];
    burl_program *const program = compile(r, dims, error);
    const int wanted = program ? burl_view(program, view) / 2 : error->status == BURL_DIMENSION ? dims + 1 : dims;
    if (wanted <= dims || wanted > MOST_DIMS) return program;
    burl_free(program);
    dims = wanted;
  }
}

int recipe_compile_to_fit(recipe *r, int dims) {
  burl_error error;
  r->program = recipe_fitted(r, dims, &error);
  return r->program ? set_seed_and_knobs(r) : recipe_fail(r, &error);
}

/* ---- notes --------------------------------------------------------------------------------------- */

void recipe_note_options(const recipe *r) {
  if (r->seed_text) note("--seed '%s' is a text: it stands for seed %" PRIu64, r->seed_text, r->seed);
  if (r->seed_given && !(burl_varies_with(r->program) & VARIES_WITH_SEED))
    note("--seed makes no difference: nothing in the recipe has a seed");
  for (int i = 0; i < r->knobs_given; i++) {
    int of = 0, again = i;
    while (--again >= 0 && strcmp(r->knobs[again].name, r->knobs[i].name) != 0) continue;
    if (again >= 0) note("-p %s is given again: the last one counts", r->knobs[i].name);
    if (again >= 0) continue;
    while (strcmp(burl_param_at(r->program, of).name, r->knobs[i].name) != 0) of++;
    if (!burl_param_is_read(r->program, of))
      note("-p %s makes no difference: %s%s reads it", r->knobs[i].name, r->result ? "nothing in " : "nothing",
           r->result ? r->result : "");
  }
}

void recipe_note(const recipe *r) {
  for (int i = 0; i < burl_note_count(r->program) && !r->provenance; i++) {
    const burl_error *const one = burl_note_at(r->program, i);
    const text_position where = position_of(r, one);
    note_at(&where, one->message, one->hint);
  }
  recipe_note_options(r);
}

void recipe_title(const recipe *r, char title[TITLE_ROOM]) {
  const size_t longest = TITLE_ROOM - 8;
  const char *const text = r->expression ? r->expression : image_name_of(r->name);
  size_t length = strcspn(text, "\n");
  const int is_cut = text[length] != '\0' || length > longest;
  if (length > longest) length = longest;
  while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) length--; /* not within a character */
  snprintf(title, TITLE_ROOM, "%.*s%s", (int)length, text, is_cut ? " …" : "");
}

void recipe_free(recipe *r) {
  burl_free(r->program);
  files_end(r);
  json_decref(r->provenance);
  free(r->loaded);
}
