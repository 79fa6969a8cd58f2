/* What all parts of the printer use: memory, and the names of variables and functions. */
#include "code/print/printer.h"

#include <stdio.h>
#include <string.h>

#include "code/language/reserved.h"
#include "code/print/names.h"

void *burl__printer_take(burl__printer *p, size_t size) {
  void *const block = burl__arena_take(p->m->arena, size);
  if (!block) burl__module_fail(p->m, FAILED_MEMORY);
  return block;
}

/* ---- Variables ----------------------------------------------------------------------------------- */

/* A name that a function's variables, or functions, have, or are derived from. */
typedef struct {
  burl__link link;
  const char *name;
  int next; /* the number to try behind it */
  int is_taken;
} known_name;

static known_name *find_name(burl__printer *p, burl__links *names, const char *name) {
  uint64_t hash = 0;
  for (const char *c = name; *c; c++) hash = burl__hash_more(hash, (unsigned char)*c);
  for (burl__link *l = burl__links_first(names, hash); l; l = l->next)
    if (l->hash == hash && strcmp(((known_name *)l)->name, name) == 0) return (known_name *)l;
  known_name *const added = burl__links_add(names, p->m->arena, hash, sizeof *added);
  if (added) added->name = burl__arena_text(p->m->arena, name, strlen(name));
  if (!added || !added->name) burl__module_fail(p->m, FAILED_MEMORY);
  return p->m->failed ? NULL : added;
}

/* Of lean text the entry is called as the prefix is, and the record of its results nearly so: a variable of these names
 * would hide them. */
void burl__forget_variables(burl__printer *p) {
  const char *const names[] = {p->options->prefix, p->options->type};
  p->variables = (burl__links){0};
  for (int i = 0; i < 2 && p->options->is_lean; i++) {
    known_name *const taken = find_name(p, &p->variables, names[i]);
    if (taken) taken->is_taken = 1;
  }
}

/* A variable's name doesn't begin as those of the whole text do, which it could hide. */
static const char *local_wish(const burl__printer *p, const char *wish) {
  const size_t length = strlen(p->options->prefix);
  while (strncmp(wish, p->options->prefix, length) == 0 && wish[length] == '_') wish += length + 1;
  return wish;
}

/* What stands between a name and the number that tells it apart from others. */
static const char *before_number(const char *name) {
  char numbered[BURL__NAME_ROOM + 2];
  snprintf(numbered, sizeof numbered, "%.60s2", name); /* H2 looks like a macro, which H doesn't */
  const int is_word = !burl__is_reserved(name) && !burl__is_reserved(numbered);
  return is_word && !strchr("0123456789", name[strlen(name) - 1]) ? "" : "_";
}

const char *burl__take_name(burl__printer *p, const char *wish) {
  char name[BURL__NAME_ROOM];
  burl__plain_name(wish ? local_wish(p, wish) : "part", name);
  name[60] = '\0';
  known_name *const base = find_name(p, &p->variables, name), *taken = base;
  const int is_reserved = burl__is_reserved(name);
  const char *const between = before_number(name);
  while (taken && (taken->is_taken || burl__is_reserved(taken->name))) {
    base->next = base->next ? base->next + 1 : is_reserved ? 1 : 2;
    snprintf(name, sizeof name, "%.60s%s%d", base->name, between, base->next);
    taken = find_name(p, &p->variables, name);
  }
  if (!taken) return "part";
  taken->is_taken = 1;
  return taken->name;
}

/* ---- Functions ----------------------------------------------------------------------------------- */

const char *burl__take_function_name(burl__printer *p, int function) {
  const burl__function *const f = &p->m->functions[function];
  char plain[BURL__NAME_ROOM], name[BURL__NAME_ROOM + 16];
  if (f->is_entry) return f->name;
  burl__plain_name(f->name, plain);
  const char *const between = strchr("0123456789", plain[strlen(plain) - 1]) ? "_" : "";
  known_name *const base = find_name(p, &p->functions, plain), *taken = base;
  while (taken && (taken->is_taken || burl__is_declared(p->m, taken->name))) {
    base->next = base->next ? base->next + 1 : 2;
    snprintf(name, sizeof name, "%s%s%d", plain, between, base->next);
    taken = find_name(p, &p->functions, name);
  }
  if (!taken) return f->name;
  taken->is_taken = 1;
  return taken->name;
}

void burl__take_entry_names(burl__printer *p) {
  for (size_t i = 0; i < p->m->function_count && !p->m->failed; i++) {
    known_name *const name = p->m->functions[i].is_entry ? find_name(p, &p->functions, p->m->functions[i].name) : NULL;
    if (name) name->is_taken = 1;
  }
}
