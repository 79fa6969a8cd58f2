/* The reader of test/reference; see reference.h.  A table is one block of text, cut into fields in
 * place; none of the tables has quoted fields. */
#define _POSIX_C_SOURCE 200809L

#include "reference.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const char *reference_directory(void) {
  const char *directory = getenv("BURL_REFERENCE_DIR");
  return directory && *directory ? directory : BURL_TEST_REFERENCE;
}

/* ---- Listing ---- */

static int compare(const void *a, const void *b) { return strcmp(a, b); }

int reference_list(const char *prefix, reference_name *names, int most) {
  DIR *folder = opendir(reference_directory());
  if (!folder) fail_msg("no folder %s", reference_directory());
  int count = 0;
  for (const struct dirent *entry; count < most && (entry = readdir(folder));) {
    const size_t length = strlen(entry->d_name);
    if (length < 5 || length - 4 >= sizeof *names) continue;
    if (strcmp(entry->d_name + length - 4, ".csv") != 0) continue;
    if (strncmp(entry->d_name, prefix, strlen(prefix)) != 0) continue;
    memcpy(names[count], entry->d_name, length - 4);
    names[count++][length - 4] = '\0';
  }
  closedir(folder);
  qsort(names, (size_t)count, sizeof *names, compare);
  return count;
}

/* ---- Reading ---- */

/* The whole file, ended by NUL; malloc'ed. */
static char *read_all(const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.csv", reference_directory(), name);
  FILE *file = fopen(path, "rb");
  if (!file) fail_msg("no table %s", path);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  const long size = ftell(file);
  assert_true(size > 0);
  rewind(file);
  char *text = malloc((size_t)size + 1);
  assert_non_null(text);
  assert_int_equal(fread(text, 1, (size_t)size, file), (size_t)size);
  text[size] = '\0';
  fclose(file);
  return text;
}

static int count_of(const char *text, const char *end, char wanted) {
  int count = 0;
  for (; text < end; text++) count += *text == wanted;
  return count;
}

reference_table reference_open(const char *name) {
  reference_table t = {.name = name, .text = read_all(name)};
  const char *end = t.text + strlen(t.text);
  if (end[-1] != '\n') fail_msg("%s: the last line has no end", name);
  t.columns = count_of(t.text, strchr(t.text, '\n'), ',') + 1;
  t.rows = count_of(t.text, end, '\n') - 1;
  if (t.rows < 1) fail_msg("%s: no rows", name);
  const size_t fields = (size_t)(t.rows + 1) * (size_t)t.columns;
  t.field = malloc(fields * sizeof *t.field);
  assert_non_null(t.field);

  /* Every field ends at a comma, every columns-th at the end of a line. */
  char *next = t.text;
  for (size_t i = 0; i < fields; i++) {
    char *stop = next + strcspn(next, ",\n");
    const char wanted = (i + 1) % (size_t)t.columns == 0 ? '\n' : ',';
    if (*stop != wanted) fail_msg("%s: ragged at field %zu", name, i);
    t.field[i] = next;
    *stop = '\0';
    next = stop + 1;
  }
  return t;
}

void reference_close(reference_table *table) {
  free(table->text);
  free(table->field);
}

/* ---- Fields ---- */

static const char *text_at(const reference_table *t, int row, int column) {
  if (row < 0 || row >= t->rows || column < 0 || column >= t->columns)
    fail_msg("%s: no row %d, column %d", t->name, row, column);
  return t->field[(size_t)(row + 1) * (size_t)t->columns + (size_t)column];
}

static int column_of(const reference_table *t, const char *column) {
  for (int i = 0; i < t->columns; i++)
    if (strcmp(t->field[i], column) == 0) return i;
  fail_msg("%s: no column %s", t->name, column);
  return -1;
}

const char *reference_text(const reference_table *table, int row, const char *column) {
  return text_at(table, row, column_of(table, column));
}

double reference_number(const reference_table *table, int row, const char *column) {
  return reference_number_at(table, row, column_of(table, column));
}

double reference_number_at(const reference_table *table, int row, int column) {
  const char *text = text_at(table, row, column);
  char *end;
  const double number = strtod(text, &end);
  if (end == text || *end) fail_msg("%s: row %d: '%s' is no number", table->name, row, text);
  return number;
}
