/* The names of prefix.h.  A lean text's entry is called after the recipe, so what a language has already, a word or a
 * function, can't be its name. */
#include "code/prefix.h"

#include <stdio.h>
#include <string.h>

#include "code/language/reserved.h"

enum { LONGEST = 40 };

static const burl__span nowhere = {0, 0, 0};

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static int is_of_name(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }

/* Whether names can begin with it and an underscore. */
static int is_prefix(const char *name) {
  const size_t length = strlen(name);
  for (const char *c = name; *c; c++)
    if (!is_of_name(*c)) return 0;
  return is_letter(name[0]) && length <= LONGEST && !strstr(name, "__") && strncmp(name, "gl_", 3) != 0 &&
         strcmp(name, "gl") != 0 && name[length - 1] != '_';
}

/* Whether a function can be called so. */
static int is_free(const char *name) { return !burl__is_reserved(name) && !burl__is_known_function(name); }

/* The name of a file without folders and .burl, with an underscore for what names can't have; "": it is no recipe's. */
static void name_of_file(const char *path, char to[BURL__PREFIX_ROOM]) {
  const char *end = path + strlen(path), *at = path;
  size_t length = 0;
  to[0] = '\0';
  if (end - path < 6 || strcmp(end - 5, ".burl") != 0) return;
  end -= 5;
  for (const char *c = path; c < end; c++)
    if (*c == '/' || *c == '\\') at = c + 1;
  for (; at < end && length < LONGEST; at++) {
    const char c = is_of_name(*at) ? *at : '_';
    if (c != '_' || (length > 0 && to[length - 1] != '_')) to[length++] = c;
  }
  while (length > 0 && to[length - 1] == '_') length--;
  to[length] = '\0';
}

/* A lean text's prefix where none was given. */
static void name_after_recipe(const burl_program *program, char to[BURL__PREFIX_ROOM]) {
  char name[BURL__PREFIX_ROOM];
  name_of_file(program->options.name ? program->options.name : "", name);
  if (is_prefix(name) && is_free(name)) strcpy(to, name);
  else snprintf(to, BURL__PREFIX_ROOM, *name ? "burl_%.*s" : "burl", LONGEST - 5, name);
  if (to[strlen(to) - 1] == '_') to[strlen(to) - 1] = '\0'; /* where it was cut */
}

/* A lean text's record: the prefix as the name of a type, WetSlate of wet_slate, if that is another name and free. */
static void name_type(const char *prefix, int is_lean, char to[BURL__PREFIX_ROOM + 8]) {
  size_t length = 0;
  int begins = 1;
  for (const char *c = prefix; *c && is_lean; c++) {
    const int is_small = *c >= 'a' && *c <= 'z';
    if (*c != '_') to[length++] = begins && is_small ? (char)(*c - 'a' + 'A') : *c;
    begins = *c == '_';
  }
  to[length] = '\0';
  if (length == 0 || strcmp(to, prefix) == 0 || !is_free(to))
    snprintf(to, BURL__PREFIX_ROOM + 8, "%.40s_results", prefix);
}

static int fail_prefix(const char *given, burl_error *error) {
  burl__fail(error, BURL_ARGUMENT, nowhere, "the prefix '%.60s' is not a name", given);
  burl__hint(error, "at most 40 letters, digits and single underscores between them, such as clouds, but not gl");
  return 0;
}

static int fail_entry(const char *given, burl_error *error) {
  burl__fail(error, BURL_ARGUMENT, nowhere, "lean text's function would be called '%.60s', which a language has",
             given);
  burl__hint(error, "a prefix of one's own, such as my_%.40s", given);
  return 0;
}

int burl__choose_names(const burl_program *program, const char *given, int is_lean, burl__text_names *names,
                       burl_error *error) {
  if (given && !is_prefix(given)) return fail_prefix(given, error);
  if (given && is_lean && !is_free(given)) return fail_entry(given, error);
  if (given) snprintf(names->prefix, sizeof names->prefix, "%.40s", given);
  else if (is_lean) name_after_recipe(program, names->prefix);
  else strcpy(names->prefix, "burl");
  snprintf(names->entry, sizeof names->entry, is_lean ? "%.40s" : "%.40s_p", names->prefix);
  name_type(names->prefix, is_lean, names->type);
  return 1;
}
