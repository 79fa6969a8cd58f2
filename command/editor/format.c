/* burl format: recipes in the one style of style.h, in their files or from standard input to standard output. */
#include "cli/cli.h"
#include "editor/style.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  int only_checks;
} job;

static const option_entry options[] = {
    ROW(.name = "check", FLAG(job, only_checks), .help = "writes nothing: names the files that are not formatted",
        .more = "the exit code is 1 where there are any"),
    HELP_OPTION,
    {0},
};

const manual manual_format = {
    .usage = "FILE...|- [--check]",
    .about =
        "Gives recipes one style: blanks, indentation and empty lines.  Comments and the ends of lines stay as they "
        "are, and the recipe compiles to the same bits.  Files are rewritten where their style is another; the "
        "recipe on standard input, -, goes to standard output.  A text that doesn't parse is an error at its place, "
        "and stays as it is.",
    .options = options,
    .example = "burl format recipes/*.burl",
    .operand = FILES,
};

static int write_formatted(const job *j, const recipe *r, const char *path, const char *text, size_t length,
                           const char *before, size_t before_length) {
  image_error error;
  const int is_same = length == before_length && memcmp(text, before, length) == 0, is_input = strcmp(path, "-") == 0;
  if (j->only_checks) return is_same ? DONE : fail("%s: is not formatted; burl format FILE formats it", r->name);
  if (is_input) return fwrite(text, 1, length, stdout) == length ? DONE : fail("standard output: not all is written");
  return is_same || image_save_bytes(path, text, length, &error) == 0 ? DONE : fail("%s", error.text);
}

/* The text as it was read, with the byte-order mark that recipe_load passes over. */
static int format_one(const job *j, char *path) {
  recipe r = {.name = path, .files_unread = 1};
  burl_error error;
  size_t length;
  int code = recipe_load(&r);
  if (!code && r.provenance) code = fail("%s: a picture's recipe can't be written back", path);
  if (!code) {
    const size_t mark = (size_t)(r.text - r.loaded), before = r.length + mark;
    char *const text = style_format(r.loaded, before, &length, &error);
    code = text ? write_formatted(j, &r, path, text, length, r.loaded, before) : recipe_fail(&r, &error);
    free(text);
  }
  recipe_free(&r);
  return code;
}

int command_format(int argc, char **argv) {
  job j = {0};
  int code = options_read(argc, argv, options, &j);
  if (code) return code;
  if (optind == argc) return usage_error("no recipe: name its file, or - for standard input");
  for (int i = optind; i < argc; i++) {
    const int one = format_one(&j, argv[i]);
    if (one) code = one;
  }
  return code;
}
