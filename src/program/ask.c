/* burl_ask(): a program of an expression over another program's recipe.  Its text is the recipe's, whose last line gets
 * a name, the expression behind it, and what the recipe imports. */
#include <string.h>

#include "burl.h"
#include "program/program.h"

static const char last_line[] = "result";
static const burl__span no_place = {0, 0, 0};

static int has_part(const burl__recipe *recipe, const char *name) {
  for (const burl__definition *d = recipe->definitions; d; d = d->next)
    if (strcmp(d->name, name) == 0) return 1;
  return 0;
}

static char *append(char *to, const char *text, size_t length) {
  memcpy(to, text, length);
  return to + length;
}

/* The text, to be released; where a part has the name of the last line, that line is left out.  *before: how many lines
 * come before the expression.  NULL: out of memory. */
static char *text_of(const burl_program *program, const char *expression, int *before) {
  static const char naming[] = "result = ";
  const burl__recipe *const recipe = &program->recipe;
  const size_t own = recipe->length; /* without what it imports */
  size_t room;
  if (!burl__add(program->length, strlen(expression), &room) || !burl__add(room, sizeof naming + 2, &room)) return NULL;
  char *const text = burl__allocate(&program->allocator, room);
  if (!text) return NULL;
  char *end = append(text, program->source, recipe->result_at);
  if (!has_part(recipe, last_line) && recipe->result_at < own) {
    end = append(end, naming, sizeof naming - 1);
    end = append(end, program->source + recipe->result_at, recipe->length - recipe->result_at);
  }
  *end++ = '\n';
  *before = 0;
  for (const char *c = text; c < end; c++) *before += *c == '\n';
  end = append(end, expression, strlen(expression));
  if (recipe->next) end = append(append(end, "\n", 1), program->source + own, program->length - own);
  *end = '\0';
  return text;
}

static burl_program *compile_over(const burl_program *program, const char *text, burl_error *error) {
  burl_options options = program->options;
  options.result = NULL;
  options.derivative_by = 0;
  options.read = NULL; /* the recipe's files are in its text, and the caller's reader may be gone */
  burl_program *const asked = burl_compile_with(text, strlen(text), &options, error);
  if (asked && burl__take_settings(asked, program, error)) return asked;
  burl_free(asked);
  return NULL;
}

/* The place in the expression; none where it is one in the recipe. */
static void move_place(burl_error *error, int before) {
  if (error->file[0]) return;
  if (error->line > before) error->line -= before;
  else error->line = error->column = error->length = 0;
}

burl_program *burl_ask(const burl_program *program, const char *expression, burl_error *error) {
  burl_error ignored;
  burl_error *const report = error ? error : &ignored;
  burl__clear(report);
  int before = 0;
  if (!program || !expression || !expression[strspn(expression, " \t\r\n")]) {
    burl__fail(report, BURL_ARGUMENT, no_place, program ? "no expression" : "no program");
    return NULL;
  }
  char *const text = text_of(program, expression, &before);
  if (!text) {
    burl__out_of_memory(report);
    return NULL;
  }
  burl_program *const asked = compile_over(program, text, report);
  burl__release(&program->allocator, text);
  if (!asked) move_place(report, before);
  return asked;
}
