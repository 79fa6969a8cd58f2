/* The names of names.h. */
#include "code/print/names.h"

#include <stdio.h>
#include <string.h>

#include "code/language/dialect.h"
#include "code/language/reserved.h"

int burl__is_front_name(const char *name) {
  return burl__has_word(" cell p d t t_cell t_fraction footprint uniforms keys zero exact bits from_bits low_bits ",
                        name);
}

void burl__plain_name(const char *name, char to[BURL__NAME_ROOM]) {
  size_t length = 0;
  for (; *name && length < BURL__NAME_ROOM - 16; name++) {
    const char c = *name == '.' ? '_' : *name;
    if (c != '_' || (length > 0 && to[length - 1] != '_')) to[length++] = c;
  }
  if (length > 0 && to[length - 1] == '_') length--;
  to[length] = '\0';
  if (length == 0) strcpy(to, "part");
}

/* C's vectors are types of the text, in which other languages have them too. */
static int is_vector(const char *name) {
  for (int base = 0; base < KIND_RECORD; base++)
    for (int i = 1; i < 4; i++) {
      const char *const type = burl__dialects[TARGET_C].types[base][i];
      if (type && *type == '@' && strcmp(type + 1, name) == 0) return 1;
    }
  return 0;
}

/* Whether a uniform, a type or a helper has the name, or one of the first records and tables. */
static int is_taken(const burl__module *m, const char *name, size_t records, size_t tables) {
  const char *const made = strncmp(name, "make_", 5) == 0 ? name + 5 : name;
  if (burl__is_front_name(name) || is_vector(name) || burl__has_word(" float cell_float text INCLUDED ", name))
    return 1;
  for (size_t i = 0; i < m->uniform_count; i++) {
    const char *const uniform = m->uniforms[i].name;
    if (strcmp(uniform, name) == 0 || (strncmp(uniform, "make_", 5) == 0 && strcmp(uniform + 5, name) == 0)) return 1;
  }
  for (size_t i = 0; i < records; i++)
    if (strcmp(m->records[i].name, name) == 0 || strcmp(m->records[i].name, made) == 0) return 1;
  for (size_t i = 0; i < tables; i++)
    if (strcmp(m->tables[i].name, name) == 0) return 1;
  return 0;
}

int burl__is_declared(const burl__module *m, const char *name) {
  return is_taken(m, name, m->record_count, m->table_count);
}

/* The name, or one like it that is free, with a number from one on. */
static const char *free_name(burl__module *m, const char *wish, size_t records, size_t tables, unsigned first) {
  char name[BURL__NAME_ROOM];
  snprintf(name, sizeof name, "%.80s", wish);
  for (unsigned i = first; is_taken(m, name, records, tables); i++)
    snprintf(name, sizeof name, "%.80s_%u", wish, i < 2 ? 2 : i);
  const char *const kept = strcmp(name, wish) == 0 ? wish : burl__arena_text(m->arena, name, strlen(name));
  if (!kept) burl__module_fail(m, FAILED_MEMORY);
  return kept ? kept : wish;
}

/* How many tables in use before one are to have its name. */
static unsigned count_alike(const burl__module *m, size_t table, const unsigned char *is_used) {
  unsigned count = 0;
  for (size_t i = 0; i < table; i++) count += is_used[i] && strcmp(m->tables[i].wish, m->tables[table].wish) == 0;
  return count;
}

void burl__name_records_and_tables(burl__module *m, const unsigned char *is_used) {
  for (size_t i = 0; i < m->record_count; i++)
    m->records[i].name = free_name(m, m->records[i].name, i, 0, 1 + (unsigned)i);
  for (size_t i = 0; i < m->table_count; i++) {
    m->tables[i].wish = m->tables[i].name;
    if (is_used && !is_used[i]) m->tables[i].name = "";
  }
  for (size_t i = 0; i < m->table_count; i++) { /* numbers begin behind those that as many of the name would have */
    if (is_used && !is_used[i]) continue;
    const unsigned first = is_used ? 1 + count_alike(m, i, is_used) : 1 + (unsigned)(i ? i : m->record_count);
    m->tables[i].name = free_name(m, m->tables[i].wish, m->record_count, i, first);
  }
}

/* ---- Knobs and results ---------------------------------------------------------------------------- */

static int is_among(const char *const *names, int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (names[i] && strcmp(names[i], name) == 0) return 1;
  return 0;
}

/* What functions that make records, and those that stand around a text, call their own. */
static int is_of_maker(const char *name) {
  return burl__has_word(" made p t cell fraction t_cell t_fraction value at c colour to uniforms ", name);
}

/* The names, of the first so many with `kind`, of others with "image", behind those that can't stay as they are. */
static const char **plain_names(const char *const *given, int count, int first, const char *kind,
                                int (*is_taken_else)(const char *), burl__arena *arena) {
  const char **const names = burl__arena_take(arena, (size_t)(count + 1) * sizeof *names);
  char plain[BURL__NAME_ROOM], name[BURL__NAME_ROOM + 24];
  for (int i = 0; names && i < count; i++) {
    burl__plain_name(given[i], plain);
    const int is_kept = strcmp(given[i], plain) == 0 && !burl__is_reserved(plain) && !is_taken_else(plain);
    names[i] = is_kept && !is_among(names, i, plain) ? given[i] : NULL;
  }
  for (int i = 0; names && i < count; i++) {
    if (names[i]) continue;
    burl__plain_name(given[i], plain);
    const char *const what = i < first ? kind : "image";
    snprintf(name, sizeof name, "%s_%s", plain, what);
    for (int k = 2; is_among(names, count, name); k++) snprintf(name, sizeof name, "%s_%s%d", plain, what, k);
    if (!(names[i] = burl__arena_text(arena, name, strlen(name)))) return NULL;
  }
  return names;
}

const char **burl__uniform_names(const char *const *given, int count, int knobs, burl__arena *arena) {
  return plain_names(given, count, knobs, "knob", burl__is_front_name, arena);
}

const char **burl__field_names(const char *const *given, int count, burl__arena *arena) {
  return plain_names(given, count, count, "result", is_of_maker, arena);
}
