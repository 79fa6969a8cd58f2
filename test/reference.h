/* The tables of published values in test/reference, for any test: comma-separated files whose first
 * line names the columns.  Environment BURL_REFERENCE_DIR names another folder, filled by
 * `python3 test/reference/reference.py --seed N --out DIR`: the same functions at other points.
 * Whatever goes wrong (no such table, row or column; no number) fails the running test. */
#ifndef BURL_TEST_REFERENCE_H
#define BURL_TEST_REFERENCE_H

/* A table in memory.  field: const char *[rows + 1][columns], the names of the columns first. */
typedef struct {
  const char *name;
  char *text;
  const char **field;
  int rows, columns;
} reference_table;

typedef char reference_name[64];

/* The folder read: BURL_REFERENCE_DIR, or else test/reference. */
const char *reference_directory(void);

/* Finds the names (without ".csv") of all tables that begin with prefix, sorted, at most `most`.
 * names: reference_name[most].  Returns how many. */
int reference_list(const char *prefix, reference_name *names, int most);

/* Reads "<directory>/<name>.csv", of at least one row; to be closed.  name must live as long. */
reference_table reference_open(const char *name);
void reference_close(reference_table *table);

/* A field by its row, from 0, and the name of its column: as text, or as a number. */
const char *reference_text(const reference_table *table, int row, const char *column);
double reference_number(const reference_table *table, int row, const char *column);

/* A number by row and column, both from 0. */
double reference_number_at(const reference_table *table, int row, int column);

#endif
