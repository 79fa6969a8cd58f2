/* The reader of csv.h.  It has one buffer, and a row that doesn't fit is an error, so that memory
 * is constant however long the file is. */
#include "cli/csv.h"

#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER = 1 << 20 };

int csv_open(csv *in, const char *path) {
  const int is_standard = strcmp(path, "-") == 0;
  *in = (csv){.name = is_standard ? "standard input" : path, .line = 1, .separator = CSV_SEPARATORS};
  in->descriptor = is_standard ? STDIN_FILENO : open(path, O_RDONLY);
  if (in->descriptor < 0) return fail("%s: %s", in->name, strerror(errno));
  in->buffer = malloc(BUFFER + 1); /* with a NUL behind the text, for strtod */
  return in->buffer ? DONE : fail("%s: %s", in->name, strerror(ENOMEM));
}

void csv_close(csv *in) {
  if (in->buffer && in->descriptor > STDIN_FILENO) close(in->descriptor);
  free(in->buffer);
}

/* ---- reading --------------------------------------------------------------------------------- */

static int skip_byte_order_mark(csv *in) {
  if (in->line != 1 || in->taken != 0) return DONE;
  if (in->filled >= 3 && memcmp(in->buffer, "\xEF\xBB\xBF", 3) == 0) in->taken = 3;
  return DONE;
}

int csv_read(csv *in) {
  in->filled -= in->taken;
  memmove(in->buffer, in->buffer + in->taken, in->filled);
  in->taken = 0;
  if (in->filled == BUFFER) {
    return fail("%s:%d: a row longer than 1 MiB (is there a quote that is not closed?)", in->name, in->line);
  }
  ssize_t count;
  do {
    count = read(in->descriptor, in->buffer + in->filled, BUFFER - in->filled);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return fail("%s: %s", in->name, strerror(errno));
  in->at_end = count == 0;
  in->filled += (size_t)count;
  in->buffer[in->filled] = '\0';
  return skip_byte_order_mark(in);
}

/* ---- rows and fields ------------------------------------------------------------------------- */

static int is_one_of(char c, const char *set) {
  while (*set && *set != c) set++;
  return *set != '\0';
}

/* One past the field's last byte: a separator, a line's end, or `end`. */
static const char *field_end(const char *c, const char *end, const char *separators, const char *line_ends) {
  while (c < end && is_one_of(*c, " \t") && !is_one_of(*c, separators)) c++;
  if (c < end && *c == '"') {
    for (c++; c < end; c++) {
      if (*c != '"') continue;
      if (c + 1 == end || c[1] != '"') break; /* a doubled quote stands for one */
      c++;
    }
  }
  while (c < end && !is_one_of(*c, separators) && !is_one_of(*c, line_ends)) c++;
  return c;
}

void csv_separate(csv *in, csv_row *row, const char *separator) { in->separator = row->separator = separator; }

/* What a line ends with, from the byte that ended the first one; NULL: more has to be read. */
static const char *line_end_of(const csv *in, const char *at, const char *end) {
  if (at == end || *at == '\n') return "\n";
  if (at + 1 < end) return at[1] == '\n' ? "\r\n" : "\r";
  return in->at_end ? "\r" : NULL;
}

int csv_next_row(csv *in, csv_row *row) {
  const char *start = in->buffer + in->taken, *end = in->buffer + in->filled;
  if (start == end) return 0;
  const char *const ends = !in->line_end ? "\r\n" : strcmp(in->line_end, "\r") == 0 ? "\r" : "\n";
  const char *line_end = field_end(start, end, in->separator, ends);
  while (line_end < end && is_one_of(*line_end, in->separator))
    line_end = field_end(line_end + 1, end, in->separator, ends);
  if (line_end == end && !in->at_end) return 0;
  if (!in->line_end && !(in->line_end = line_end_of(in, line_end, end))) return 0;

  const int is_carriage = strcmp(in->line_end, "\r") == 0;
  if (!is_carriage && line_end < end && *line_end == '\r') line_end++; /* the first line's CRLF */
  const char *next = line_end < end ? line_end + 1 : end;
  const char *stop = !is_carriage && line_end > start && line_end[-1] == '\r' ? line_end - 1 : line_end;
  *row = (csv_row){{start, stop}, in->separator, in->line};
  for (const char *c = start; c < next; c++) in->line += *c == in->line_end[strlen(in->line_end) - 1];
  in->taken = (size_t)(next - in->buffer);
  return 1;
}

int csv_next_field(const csv_row *row, const char **cursor, span *field) {
  if (!*cursor) return 0;
  const char *end = field_end(*cursor, row->text.end, row->separator, "");
  *field = (span){*cursor, end};
  *cursor = end < row->text.end ? end + 1 : NULL;
  return 1;
}

static span trim_blanks(span s) {
  while (s.start < s.end && (*s.start == ' ' || *s.start == '\t')) s.start++;
  while (s.end > s.start && (s.end[-1] == ' ' || s.end[-1] == '\t')) s.end--;
  return s;
}

span csv_trim(span field) {
  span s = trim_blanks(field);
  if (s.end - s.start < 2 || *s.start != '"' || s.end[-1] != '"') return s;
  return trim_blanks((span){s.start + 1, s.end - 1});
}

/* ---- errors ---------------------------------------------------------------------------------- */

int csv_fail(const csv *in, const csv_row *row, span field, const char *message) {
  const char *line = row->text.start, *next; /* a quoted field may hold line ends */
  const char stop_at = in->line_end && *in->line_end == '\r' && !in->line_end[1] ? '\r' : '\n';
  text_position where = {.name = in->name, .line = row->line};
  while ((next = memchr(line, stop_at, (size_t)(field.start - line)))) {
    line = next + 1;
    where.line++;
  }
  const char *stop = memchr(line, stop_at, (size_t)(row->text.end - line));
  where.text = line;
  where.text_length = (size_t)((stop ? stop : row->text.end) - line);
  where.column = (int)(field.start - line) + 1;
  where.length = (int)(field.end - field.start);
  return fail_at(&where, message, "");
}
