/* The tool's messages on stderr, and the check that its output has been written. */
#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHOWN = 120 }; /* the most bytes of a line that are shown */

static const char *prefix = "burl";
static message_level level = MESSAGES_USUAL;

void message_prefix(const char *name) { prefix = name; }
void message_choose(message_level chosen) { level = chosen; }
int message_quiet(void) { return level == MESSAGES_FEW; }

/* ---- colours --------------------------------------------------------------------------------- */

#define BOLD "\033[1m"
#define CYAN "\033[36m"
#define GREEN "\033[1;32m"
#define PLAIN "\033[0m"

static int has_colour(void) {
  const char *const no = getenv("NO_COLOR"), *const terminal = getenv("TERM");
  return isatty(STDERR_FILENO) && !(no && *no) && !(terminal && strcmp(terminal, "dumb") == 0);
}

/* The escape sequence of a colour; "" where colours are off. */
static const char *colour_code(const char *colour) { return has_colour() ? colour : ""; }

/* ---- messages -------------------------------------------------------------------------------- */

static void print_message(const char *kind, const char *format, va_list arguments) {
  fflush(stdout);
  flockfile(stderr); /* so that messages of several threads don't mix */
  fprintf(stderr, "%s%s:%s %s%s%s", colour_code(BOLD), prefix, colour_code(PLAIN),
          colour_code(CYAN), kind, colour_code(PLAIN));
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  funlockfile(stderr);
}

int fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print_message("", format, arguments);
  va_end(arguments);
  return FAILED;
}

int usage_error(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print_message("", format, arguments);
  va_end(arguments);
  fprintf(stderr, "'%s --help' shows what there is\n", prefix);
  return USAGE;
}

void note(const char *format, ...) {
  if (level == MESSAGES_FEW) return;
  va_list arguments;
  va_start(arguments, format);
  print_message("note: ", format, arguments);
  va_end(arguments);
}

void verbose_note(const char *format, ...) {
  if (level != MESSAGES_MANY) return;
  va_list arguments;
  va_start(arguments, format);
  print_message("", format, arguments);
  va_end(arguments);
}

suggestion suggest(const burl__similar *best, const char *dashes) {
  suggestion s = {""};
  if (best->nearest) {
    snprintf(s.text, sizeof s.text, " (did you mean '%s%s'?)", dashes, best->nearest);
  }
  return s;
}

/* ---- a line and a caret ---------------------------------------------------------------------- */

/* The length in bytes of the character at the start of the text, 1 to 4; 0 where it isn't UTF-8. */
static size_t character(const char *text, size_t length) {
  const unsigned char first = (unsigned char)*text;
  size_t bytes = 0;
  if (first < 0x80) bytes = 1;
  else if (first >= 0xC2 && first < 0xE0) bytes = 2;
  else if (first >= 0xE0 && first < 0xF0) bytes = 3;
  else if (first >= 0xF0 && first < 0xF5) bytes = 4;
  if (bytes > length) return 0;
  for (size_t i = 1; i < bytes; i++) {
    if (((unsigned char)text[i] & 0xC0) != 0x80) return 0;
  }
  return bytes;
}

/* Prints a mark for each character from `from` to `to`; where mark is 0, the characters themselves,
 * with '?' for control characters and bytes that aren't UTF-8. */
static void print_characters(const char *from, const char *to, char mark) {
  while (from < to) {
    const size_t bytes = character(from, (size_t)(to - from));
    const unsigned char first = (unsigned char)*from;
    const int is_plain = bytes > 0 && (first >= 0x20 || first == '\t') && first != 0x7F;
    if (first == '\t' && mark != '~') {
      fputc('\t', stderr);
    } else if (mark) {
      fputc(mark, stderr);
    } else {
      fwrite(is_plain ? from : "?", 1, is_plain ? bytes : 1, stderr);
    }
    from += bytes ? bytes : 1;
  }
}

/* The part of the line that is shown: of a long line what surrounds the place, from character to
 * character. */
static void choose_part(const place *where, const char **from, const char **to) {
  const char *end = where->text + where->text_length, *culprit = where->text + where->column - 1;
  *from = culprit - where->text > SHOWN / 2 ? culprit - SHOWN / 2 : where->text;
  *to = end - *from > SHOWN ? *from + SHOWN : end;
  while (*from < culprit && ((unsigned char)**from & 0xC0) == 0x80) ++*from;
  while (*to < end && ((unsigned char)**to & 0xC0) == 0x80) ++*to;
}

/* kind: "", or what a message begins with that is no error. */
static void print_at(const place *where, const char *kind, const char *message, const char *hint) {
  fflush(stdout);
  fprintf(stderr, "%s%s:%d:%d:%s %s%s%s%s\n", colour_code(BOLD), where->name, where->line, where->column,
          colour_code(PLAIN), colour_code(CYAN), kind, colour_code(PLAIN), message);

  if (where->text_length == 0) {
    if (*hint) fprintf(stderr, "    %s\n", hint);
    return;
  }

  const char *from, *to;
  choose_part(where, &from, &to);
  const char *culprit = where->text + where->column - 1;
  const char *end = where->length > to - culprit ? to : culprit + where->length;
  fputs("    ", stderr);
  print_characters(from, to, 0);
  fputs("\n    ", stderr);
  print_characters(from, culprit, ' ');
  fprintf(stderr, "%s^", colour_code(GREEN));
  if (end > culprit) {
    const size_t bytes = character(culprit, (size_t)(end - culprit));
    print_characters(culprit + (bytes ? bytes : 1), end, '~');
  }
  fprintf(stderr, "%s%s%s\n", colour_code(PLAIN), *hint ? " " : "", hint);
}

int fail_at(const place *where, const char *message, const char *hint) {
  print_at(where, "", message, hint);
  return FAILED;
}

void note_at(const place *where, const char *message, const char *hint) {
  if (level != MESSAGES_FEW) print_at(where, "note: ", message, hint);
}

int flush_output(void) {
  errno = 0;
  if (fflush(stdout) == 0 && !ferror(stdout)) return DONE;
  if (!errno) { /* an earlier write has failed: the next one fails for the same reason */
    putchar('\n');
    fflush(stdout);
  }
  return fail("standard output: %s", errno ? strerror(errno) : "not all could be written");
}
