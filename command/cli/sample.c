/* burl sample: prints the rows of a CSV with the recipe's value at their point.  The rows that have
 * arrived are sampled together, printed and flushed, so that a program at the other end of a pipe
 * gets its values at once. */
#include "cli/cli.h"
#include "cli/csv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4096, AXES = 5, TIME_AXIS = 4, LONGEST_NAME = 200 };

static const char *const axis_names[AXES] = {"x", "y", "z", "w", "t"};

typedef struct {
  recipe recipe;
  const char *path, *as; /* as: NULL: not given */
  csv in;
  char name[LONGEST_NAME + 3];
  char *header; /* its text, until it is printed; then NULL */
  int columns, dims;
  int column_of[AXES]; /* -1: none */
  int channels;
  size_t count; /* rows in the block */
  csv_row rows[BLOCK];
  char decimal, decimals[BLOCK]; /* the decimal sign of the last row that had one, and as of each row */
  double coord[AXES][BLOCK];
  float values[64 * BLOCK]; /* of as many channels as a program has at most */
} job;

static int check_name(void *unused, const char *text) {
  (void)unused;
  if (*text && strlen(text) <= LONGEST_NAME) return DONE;
  return usage_error("--as: a name of 1 to %d bytes, not of %zu", LONGEST_NAME, strlen(text));
}

static const option_entry options[] = {
    ROW(.name = "as", .value = "NAME", TEXT(job, as), .check = check_name, .help = "what the new column is called",
        .more = "of a colour NAME_r, NAME_g and so on"),
    QUIET_OPTION,
    RECIPE_OPTIONS(job, recipe),
    {0},
};

const manual manual_sample = {
    .usage = "RECIPE|-e EXPR [option]... FILE.csv|-",
    .about = "Prints the rows of a CSV with the recipe's value at each as a last column.  - is standard"
             " input.  The header names the coordinates, in any order: from x on as many of x, y, z, w"
             " as the recipe has dimensions (those of its view, where it has one), and t, time; where none is"
             " named x, X, Y and so on will do, and t alone for a recipe of t.  Other columns come out as they are.",
    .options = options,
    .more =
        "The new column is named value, or r, g, b and a where the recipe is a colour; of several results height, or"
        " albedo_r, albedo_g and so on.  Numbers have"
        " nine digits, which is every bit of a float.  Semicolons or tabs may stand between fields, and"
        " decimal commas in numbers then; the new column has what its row has, or else what a row before"
        " had, or, after semicolons, a comma.",
    .example = "printf 'x,y\\n0.5,0.25\\n' | burl sample -e 'perlin()' -",
    .operand = FILES,
};

/* ---- the header ------------------------------------------------------------------------------ */

static int is_text(span s, const char *text) {
  return strlen(text) == (size_t)(s.end - s.start) && memcmp(s.start, text, strlen(text)) == 0;
}

static int fail_without_x(const job *j, const csv_row *row) {
  return csv_fail(&j->in, row, row->text, "the header names no column x; coordinates are x, y, z, w and t");
}

/* Whether a header's capitals name axes, too: where it has no x. */
typedef enum { SMALL_LETTERS, ANY_LETTERS } letters;

static int is_axis(span s, const char *name, letters which) {
  return is_text(s, name) || (which == ANY_LETTERS && s.end - s.start == 1 && *s.start == *name - 'a' + 'A');
}

static int has_column(const csv_row *row, const char *name, letters which) {
  const char *cursor = row->text.start;
  for (span field; csv_next_field(row, &cursor, &field);)
    if (is_axis(csv_trim(field), name, which)) return 1;
  return 0;
}

/* Takes the first of the separators by which the header has a column x or t; the comma where none does. */
static void choose_separator(job *j, csv_row *row) {
  static const char *const separators[] = {",", ";", "\t"};
  int at = 0;
  do csv_separate(&j->in, row, separators[at]);
  while (!has_column(row, "x", ANY_LETTERS) && !has_column(row, "t", ANY_LETTERS) && ++at < 3);
  if (at == 3) csv_separate(&j->in, row, separators[0]);
  j->decimal = at == 1 ? ',' : '.';
}

static int read_header(job *j, csv_row *row) {
  choose_separator(j, row);
  const char *cursor = row->text.start;
  const letters which = has_column(row, "x", SMALL_LETTERS) ? SMALL_LETTERS : ANY_LETTERS;
  for (int a = 0; a < AXES; a++) j->column_of[a] = -1;
  for (span field; csv_next_field(row, &cursor, &field); j->columns++) {
    const span name = csv_trim(field);
    for (int a = 0; a < AXES; a++) {
      if (!is_axis(name, axis_names[a], which)) continue;
      if (j->column_of[a] >= 0) return csv_fail(&j->in, row, name, "this coordinate is there twice");
      j->column_of[a] = j->columns;
    }
  }
  while (j->dims < TIME_AXIS && j->column_of[j->dims] >= 0) j->dims++;
  if (j->dims == 0 && j->column_of[TIME_AXIS] < 0) return fail_without_x(j, row);
  for (int a = j->dims; a < TIME_AXIS; a++) {
    if (j->column_of[a] < 0) continue;
    char message[128];
    snprintf(message, sizeof message, "the header names a column %s, but none is named %s", axis_names[a],
             axis_names[j->dims]);
    return csv_fail(&j->in, row, row->text, message);
  }
  return DONE;
}

typedef struct {
  char text[256];
} column_name;

/* The name of column c of those that burl adds: "value" or what --as says, "r", …; of several results "height",
 * "albedo_r", … */
static column_name added_name(const job *j, int c) {
  static const char *const colour[] = {"r", "g", "b", "a"};
  const burl_program *const program = j->recipe.program;
  burl_result result = burl_result_at(program, 0);
  for (int i = 0; result.first + result.channels <= c; i++) result = burl_result_at(program, i + 1);
  const int is_number = result.channels == 1, is_alone = burl_result_count(program) == 1;
  const char *const whole = !is_alone ? result.name : j->as ? j->as : is_number ? "value" : "";
  column_name name;
  snprintf(name.text, sizeof name.text, "%.240s%s%s", whole, is_number || !*whole ? "" : "_",
           is_number ? "" : colour[(c - result.first) & 3]);
  return name;
}

/* Checks that no column has a name of those that burl adds. */
static int check_names(job *j, const csv_row *row) {
  const char *cursor = row->text.start;
  for (span field; csv_next_field(row, &cursor, &field);) {
    const span name = csv_trim(field);
    for (int c = 0; c < j->channels; c++) {
      if (is_text(name, added_name(j, c).text)) {
        return csv_fail(&j->in, row, name, "a column of this name is what burl adds: --as gives that another");
      }
    }
  }
  return DONE;
}

/* Where the recipe's view has fewer axes than there are columns of coordinates, compiles it for as
 * many dimensions as it needs; the other columns are then ignored. */
static int drop_coordinates(job *j) {
  double view[8];
  const int axes = burl_view(j->recipe.program, view) / 2;
  if (axes == 0 || axes >= j->dims) return DONE;
  burl_free(j->recipe.program);
  const int code = recipe_compile_to_fit(&j->recipe, axes);
  if (code || burl_dims(j->recipe.program) == j->dims) return code;
  const int dims = burl_dims(j->recipe.program);
  for (int a = dims; a < j->dims; a++) j->column_of[a] = -1;
  note("the recipe has %d dimensions by its view: column %s is not read", dims, axis_names[dims]);
  j->dims = dims;
  return DONE;
}

static int begin(job *j) {
  csv_row row;
  int code = DONE;
  while (!code && !csv_next_row(&j->in, &row)) {
    if (j->in.at_end) return fail("%s: empty: a header that names x comes first", j->in.name);
    code = csv_read(&j->in);
  }
  if (!code) code = read_header(j, &row);
  if (!code) code = recipe_compile(&j->recipe, j->dims ? j->dims : 1);
  if (!code) code = drop_coordinates(j);
  if (code) return code;
  recipe_note(&j->recipe);
  if (burl_needs_whole_grid(j->recipe.program)) {
    return fail("%s: a whole-grid function in it has no value at single points: use burl render", j->recipe.name);
  }

  if (j->dims == 0 && burl_varies_with(j->recipe.program) & 15) return fail_without_x(j, &row);
  j->channels = burl_channels(j->recipe.program);
  code = check_names(j, &row);
  if (!code) j->header = strndup(row.text.start, (size_t)(row.text.end - row.text.start));
  return code || j->header ? code : fail("out of memory");
}

/* ---- the rows -------------------------------------------------------------------------------- */

static int read_with_point(span text, double *value) {
  char *stop;
  *value = strtod(text.start, &stop);
  return stop == text.end;
}

/* The same with a decimal comma or point, which is taken down. */
static int read_with_sign(job *j, span text, double *value) {
  enum { LONGEST = 400 };
  char copy[LONGEST + 1];
  const size_t length = (size_t)(text.end - text.start);
  if (length > LONGEST) return 0;
  memcpy(copy, text.start, length);
  copy[length] = '\0';
  char *const sign = strpbrk(copy, ".,");
  if (sign) j->decimal = *sign;
  if (sign) *sign = '.';
  return read_with_point((span){copy, copy + length}, value);
}

static int read_number(job *j, const csv_row *row, span field, double *value) {
  const span text = csv_trim(field);
  const int is_read =
      text.start < text.end && (*row->separator == ',' ? read_with_point(text, value) : read_with_sign(j, text, value));
  if (!is_read) {
    return csv_fail(&j->in, row, text, text.start < text.end ? "this is not a number" : "a number is missing");
  }
  return isfinite(*value) ? DONE : csv_fail(&j->in, row, text, "this is not a finite number");
}

static int read_row(job *j, const csv_row *row) {
  const char *cursor = row->text.start;
  int column = 0;
  for (span field; csv_next_field(row, &cursor, &field); column++) {
    if (column == j->columns) { return csv_fail(&j->in, row, field, "a field more than the header has columns"); }
    for (int a = 0; a < AXES; a++) {
      if (j->column_of[a] != column) continue;
      const int code = read_number(j, row, field, &j->coord[a][j->count]);
      if (code) return code;
    }
  }
  j->decimals[j->count] = j->decimal;
  if (column == j->columns) return DONE;
  char message[128];
  snprintf(message, sizeof message, "%d of the header's %d fields are missing", j->columns - column, j->columns);
  return csv_fail(&j->in, row, (span){row->text.end, row->text.end}, message);
}

/* Prints a name behind a separator, in quotes where it needs them. */
static void print_name(const job *j, const char *name) {
  const int is_quoted = strpbrk(name, "\"\r\n") || strstr(name, j->in.separator);
  fputs(j->in.separator, stdout);
  if (is_quoted) putchar('"');
  for (const char *c = name; *c; c++) {
    if (*c == '"') putchar('"');
    putchar(*c);
  }
  if (is_quoted) putchar('"');
}

static void print_value(const job *j, float value, char decimal) {
  char text[32];
  snprintf(text, sizeof text, "%.9g", (double)value);
  char *const point = strchr(text, '.');
  if (point) *point = decimal;
  printf("%s%s", j->in.separator, text);
}

/* Prints the header, once and with the first rows: where these have a mistake nothing has been
 * printed. */
static void print_header(job *j) {
  if (!j->header) return;
  fputs(j->header, stdout);
  for (int c = 0; c < j->channels; c++) print_name(j, added_name(j, c).text);
  fputs(j->in.line_end, stdout);
  free(j->header);
  j->header = NULL;
}

/* Samples and prints the block. */
static int flush_block(job *j) {
  if (j->count == 0) return DONE;
  burl_points points = {.count = j->count};
  for (int a = 0; a < j->dims || a == 0; a++) points.coord[a] = j->coord[a]; /* for t alone x is 0 */
  if (j->column_of[TIME_AXIS] >= 0) points.time = j->coord[TIME_AXIS];
  const burl_status status = burl_sample_points(j->recipe.program, &points, j->values);
  if (status != BURL_OK) return fail("%s: %s", j->recipe.name, burl_status_text(status));

  print_header(j);
  const float *value = j->values;
  for (size_t i = 0; i < j->count; i++) {
    const span text = j->rows[i].text;
    fwrite(text.start, 1, (size_t)(text.end - text.start), stdout);
    for (int c = 0; c < j->channels; c++) print_value(j, *value++, j->decimals[i]);
    fputs(j->in.line_end, stdout);
  }
  j->count = 0;
  return flush_output();
}

/* Takes the rows that have been read.  Blank lines at the end of the file are ignored; before a row
 * they are an error. */
static int take_rows(job *j, csv_row *blank) {
  int code = DONE;
  for (csv_row row; !code && csv_next_row(&j->in, &row);) {
    if (row.text.start == row.text.end) {
      if (blank->line == 0) *blank = (csv_row){.line = row.line};
      continue;
    }
    if (blank->line) return fail("%s:%d:1: an empty line amid the rows", j->in.name, blank->line);
    code = read_row(j, &row);
    if (code) return code;
    j->rows[j->count++] = row;
    if (j->count == BLOCK) code = flush_block(j);
  }
  return code;
}

static int run(job *j) {
  csv_row blank = {0};
  int code = begin(j);
  while (!code) {
    code = take_rows(j, &blank);
    if (!code) code = flush_block(j);
    if (code || j->in.at_end) break;
    code = csv_read(&j->in);
  }
  if (!code) print_header(j); /* if there was no row */
  return code;
}

static int read_arguments(job *j, int argc, char **argv) {
  int code = options_read(argc, argv, options, j);
  if (code) return code;
  int count = argc - optind;
  char **operands = argv + optind;
  code = recipe_operand(&j->recipe, &count, &operands, 1);
  if (code) return code;
  if (count == 0) return usage_error("no points: name a CSV, or - for standard input");
  j->path = operands[0];
  return DONE;
}

int command_sample(int argc, char **argv) {
  job *j = calloc(1, sizeof *j);
  if (!j) return fail("out of memory");
  int code = read_arguments(j, argc, argv);
  if (!code) code = recipe_load(&j->recipe);
  if (!code) code = csv_open(&j->in, j->path);
  if (!code) code = run(j);
  csv_close(&j->in);
  recipe_free(&j->recipe);
  free(j->header);
  free(j);
  return code;
}
