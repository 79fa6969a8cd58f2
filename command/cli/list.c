/* burl list: the functions of the language, from functions.def; and burl's own library. */
#include "cli/cli.h"
#include "cli/functions.h"
#include "json/json.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#define FUNCTION(name, form, least, most, bounds, signature, range, help) #name " "
#define NAMED(name, value, help) #name " "
// clang-format on
static const char names[] =
#include "functions.def"
    ;

typedef struct {
  int is_json, is_library;
} list_options;

static const option_entry options[] = {
    ROW(.name = "library", FLAG(list_options, is_library), .help = "burl's own library, which recipes import",
        .more = "its files, or the text of the one of this name"),
    ROW(.name = "json", FLAG(list_options, is_json), .help = "all of it, for other programs"),
    HELP_OPTION,
    {0},
};

const manual manual_list = {
    .usage = "[NAME]",
    .about = "Shows every function of the language, or the one of this name: its range, what it does,"
             " and its options with their defaults.",
    .options = options,
    .example = "burl list fbm",
    .operand = names,
};

/* ---- printing -------------------------------------------------------------------------------- */

enum { INDENT = 4, TEXT_COLUMN = 26 };

static void print_option(const function_row *option) {
  char standard[64], range[240], text[400];
  function_standard(standard, sizeof standard, option);
  function_values(range, sizeof range, option);
  snprintf(text, sizeof text, "%s%s", option->help, range);
  printf("%*s%-*s", INDENT, "", TEXT_COLUMN - INDENT, standard);
  print_wrapped(text, TEXT_COLUMN);
}

/* Prints a function and the options that follow it.  Returns how many options there are. */
static int print_function(const function_row *function) {
  printf("%s%s%s\n%*s", function->signature, *function->range ? "  in " : "", function->range, INDENT, "");
  print_wrapped(function->help, INDENT);
  int count = 0;
  for (const function_row *o = function; (o = function_next_option(o)); count++) print_option(o);
  return count;
}

static void print_all(void) {
  int is_gap = 1, are_later = 0; /* is_gap: whether the line above is empty */
  for (const function_row *r = function_rows; r < function_rows + function_row_count; r++) {
    switch (r->kind) {
    case ROW_GROUP:
      printf("%s--- %s\n\n", is_gap ? "" : "\n", r->name);
      is_gap = 1;
      break;
    case ROW_FUNCTION:
      is_gap = print_function(r) > 0;
      if (is_gap) putchar('\n');
      break;
    case ROW_LATER:
      if (!are_later++) printf("%s--- Not yet\n\n", is_gap ? "" : "\n");
      printf("%-*s%s\n", TEXT_COLUMN - INDENT, r->name, r->help);
      break;
    case ROW_OPTION:
    case ROW_ELSEWHERE: break;
    }
  }
}

static int print_one(const char *name) {
  burl__similar best = {0};
  for (const function_row *r = function_rows; r < function_rows + function_row_count; r++) {
    if (r->kind != ROW_FUNCTION && r->kind != ROW_LATER) continue;
    if (strcmp(r->name, name) == 0) {
      if (r->kind == ROW_FUNCTION) print_function(r);
      else printf("%s: not yet; %s\n", r->name, r->help);
      return DONE;
    }
    burl__similar_try(&best, name, r->name);
  }
  return fail("there is no function '%s'%s", name, suggest(&best, "").text);
}

/* ---- for other programs ------------------------------------------------------------------------ */

static json_t *json_words(const char *words) {
  json_t *const list = json_array();
  for (const char *w = words; *w; w += strcspn(w, " "), w += *w == ' ')
    if (*w != '-') json_array_append_new(list, json_stringn(w, strcspn(w, " ")));
  return list;
}

static json_t *json_option(const function_row *o) {
  static const char *const kinds[] = {
      [CONSTANT] = "constant", [WHOLE] = "whole", [VARYING] = "varying", [WORD] = "word",     [SEED] = "seed",
      [PERIOD] = "period",     [LIST] = "list",   [AUTO] = "auto",       [SWITCH] = "switch", [TEXT] = "text"};
  json_t *const option = json_pack("{ss ss ss}", "name", o->name, "kind", kinds[o->option], "help", o->help);
  if (o->option == WORD) {
    const char *const standard = function_word(o);
    json_object_set_new(option, "standard", json_stringn(standard, strcspn(standard, " ")));
    json_object_set_new(option, "words", json_words(o->words));
    return option;
  }
  json_object_set_new(option, "standard", json_real(o->standard));
  json_object_set_new(option, "least", json_real(o->lo));
  json_object_set_new(option, "most", json_real(o->hi));
  return option;
}

/* What an argument may be at first, in a call that somebody begins: by its name, or its function's and its own.  Others
 * may be any expression, such as a noise. */
static const char *stand_in(const char *function, const char *argument) {
  static const char *const texts[][2] = {
      {"x", "x"},
      {"y", "y"},
      {"X", "y"},
      {"Y", "x"},
      {"P", "4"},
      {"s", "2"},
      {"n", "4"},
      {"k", "0.2"},
      {"dx", "0.5"},
      {"dy", "0.5"},
      {"c0", "#1b3a5c"},
      {"c1", "#f0e0b0"},
      {"colour", "#c8602a"},
      {"degrees", "30"},
      {"amount", "0.3"},
      {"steps", "6"},
      {"edge", "0"},
      {"e0", "-0.5"},
      {"e1", "0.5"},
      {"lo", "-0.5"},
      {"hi", "0.5"},
      {"x0", "-1"},
      {"y0", "0"},
      {"x1", "1"},
      {"y1", "1"},
      {"b", "value()"},
      {"v0", "0"},
      {"v1", "1"},
      {"v2", "0"},
      {"v3", "1"},
      {"p0", "0"},
      {"p1", "1"},
      {"p2", "0"},
      {"p3", "1"},
      {"t", "fract(x)"},
      {"r", "1"},
      {"mask", "perlin() > 0"},
      {"bias.b", "0.3"},
      {"gain.g", "0.3"},
      {"pow.a", "unit(perlin())"},
      {"pow.b", "2"},
      {"mix.v", "unit(simplex())"},
      {"remap.a", "-1"},
      {"remap.b", "1"},
      {"remap.c", "0"},
      {"remap.d", "1"},
      {"rgb.r", "unit(perlin())"},
      {"rgb.g", "unit(perlin())"},
      {"rgb.b", "unit(value())"},
      {"hsv.h", "perlin()"},
      {"hsv.s", "0.6"},
      {"hsv.v", "0.9"},
      {"rgba.a", "unit(perlin())"},
      {"hash.a", "floor(x)"},
      {"hash.b", "floor(y)"},
      {"splatter.e", "length(x, y) < 0.8"},
      {"reseed.n", "1"},
      {"sqrt.a", "unit(perlin())"},
      {"log.a", "1 + unit(perlin())"},
      {"loop.n", "1"},
      {"channel.colour", "ramp(unit(perlin()), #1b3a5c, #f0e0b0)"},
  };
  const char *found = "perlin()";
  char own[96];
  snprintf(own, sizeof own, "%.40s.%.40s", function, argument);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    if (strcmp(texts[i][0], own) == 0) return texts[i][1];
    if (strcmp(texts[i][0], argument) == 0) found = texts[i][1];
  }
  return *argument == '"' ? argument : found;
}

/* A function's arguments, as its signature names them: [{"name", "stand_in", "is_needed"}]. */
static json_t *json_arguments(const function_row *function) {
  json_t *const list = json_array();
  const char *at = function->signature + strcspn(function->signature, "(");
  char name[64];
  for (int i = 0; *at && at[1] && at[1] != ')'; i++) {
    at += 1 + (*at == ',');
    const size_t length = strcspn(at, ",)");
    snprintf(name, sizeof name, "%.*s", (int)length, at);
    at += length;
    if (strcmp(name, "…") == 0) continue;
    json_array_append_new(list, json_pack("{ss ss sb}", "name", name, "stand_in", stand_in(function->name, name),
                                          "is_needed", i < function->least));
  }
  return list;
}

/* What others call a function or what it looks like, and how that is written here: [{"name", "here"}], of all hints
 * that begin with a call of it. */
static json_t *json_elsewhere(const char *function) {
  json_t *const list = json_array();
  const size_t length = strlen(function);
  for (const function_row *r = function_rows; r < function_rows + function_row_count; r++)
    if (r->kind == ROW_ELSEWHERE && strncmp(r->help, function, length) == 0 && r->help[length] == '(')
      json_array_append_new(list, json_pack("{ss ss}", "name", r->name, "here", r->help));
  return list;
}

/* [{"name": GROUP, "functions": [{"name", "signature", "range", "help", "arguments": [...], "elsewhere": [...],
 * "options": [...]}]}]; a range of least = most = 0 is none. */
static int print_json(void) {
  json_begin();
  json_t *const groups = json_array(), *functions = NULL, *parameters = NULL;
  for (const function_row *r = function_rows; r < function_rows + function_row_count; r++) {
    switch (r->kind) {
    case ROW_GROUP:
      functions = json_array();
      json_array_append_new(groups, json_pack("{ss so}", "name", r->name, "functions", functions));
      break;
    case ROW_FUNCTION:
      parameters = json_array();
      json_array_append_new(functions,
                            json_pack("{ss# ss ss ss so so so}", "name", r->name, (int)strcspn(r->name, "("),
                                      "signature", r->signature, "range", r->range, "help", r->help, "arguments",
                                      json_arguments(r), "elsewhere", json_elsewhere(r->name), "options", parameters));
      break;
    case ROW_OPTION: json_array_append_new(parameters, json_option(r)); break;
    case ROW_LATER:
    case ROW_ELSEWHERE: break;
    }
  }
  char *const text = json_text(groups, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
  json_decref(groups);
  if (text) puts(text);
  free(text);
  return text ? DONE : fail("%s", strerror(ENOMEM));
}

/* ---- the library ------------------------------------------------------------------------------- */

/* A file's first line, which says what it has, without the marks of a comment. */
static void print_file(const char *name, const char *text) {
  const char *const what = strstr(text, ": ");
  const int length = what ? (int)strcspn(what + 2, "\n") : 0;
  printf("%-*s%.*s\n", TEXT_COLUMN - INDENT, name, length, what ? what + 2 : "");
}

/* All files, or the text of one, whose name may lack its burl/. */
static int print_library(const char *wanted) {
  burl__similar best = {0};
  const char *name;
  for (int i = 0; (name = burl_library_name(i)); i++) {
    const char *const text = burl_library_text(i), *const last = strchr(name, '/') + 1;
    if (!wanted) print_file(name, text);
    else if (strcmp(wanted, name) == 0 || strcmp(wanted, last) == 0) return fputs(text, stdout), DONE;
    else burl__similar_try(&best, wanted, last);
  }
  return wanted ? fail("burl's own library has no '%s'%s", wanted, suggest(&best, "").text) : DONE;
}

/* ---- the command --------------------------------------------------------------------------------- */

int command_list(int argc, char **argv) {
  list_options o = {0};
  const int code = options_read(argc, argv, options, &o);
  if (code) return code;
  if (o.is_json && o.is_library) return usage_error("--json is of the language's functions, not of the library");
  if (o.is_json && optind < argc) return usage_error("--json is of all functions");
  if (o.is_json) return print_json();
  if (argc - optind > 1) return usage_error("'%s' is one too many", argv[optind + 1]);
  if (o.is_library) return print_library(argv[optind]);
  if (optind < argc) return print_one(argv[optind]);
  print_all();
  return DONE;
}
