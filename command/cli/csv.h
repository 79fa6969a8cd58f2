/* A CSV as a stream of rows (RFC 4180): commas, semicolons or tabs between fields, CRLF, LF or CR behind
 * rows, a byte-order mark, quoted fields with separators and line ends in them, a last line without its
 * end.  Rows are views into one buffer. */
#ifndef BURL_CSV_H
#define BURL_CSV_H

#include <stddef.h>

#define CSV_SEPARATORS ",;\t" /* one of these is between fields */

typedef struct {
  const char *start, *end; /* end: one past the last byte */
} span;

typedef struct {
  const char *name;      /* for messages */
  const char *line_end;  /* the first row's: "\n", "\r\n" or "\r" */
  const char *separator; /* CSV_SEPARATORS until it is known */
  int descriptor;
  int at_end; /* whether all of the file has been read */
  int line;   /* where the next row begins, from 1 */
  char *buffer;
  size_t taken, filled; /* bytes of the buffer: returned as rows, read from the file */
} csv;

typedef struct {
  span text;             /* without the line's end */
  const char *separator; /* the CSV's */
  int line;              /* from 1 */
} csv_row;

/* Opens the file; "-" is standard input.  Returns an exit code, like all here. */
int csv_open(csv *in, const char *path);
void csv_close(csv *in);

/* Reads the bytes that are available, or waits for some.  Rows returned before are no longer
 * valid. */
int csv_read(csv *in);

/* Takes what separates fields, a text of one character, as known, in a row that has been returned too. */
void csv_separate(csv *in, csv_row *row, const char *separator);

/* The next complete row; returns 0 where more has to be read, or nothing is left. */
int csv_next_row(csv *in, csv_row *row);

/* The row's next field, from *cursor, which begins as row->text.start and ends as NULL.  Quotes and
 * blanks around it are part of the field. */
int csv_next_field(const csv_row *row, const char **cursor, span *field);

/* A field without the quotes and blanks around it. */
span csv_trim(span field);

/* Reports what is wrong with the field.  Returns FAILED. */
int csv_fail(const csv *in, const csv_row *row, span field, const char *message);

#endif
