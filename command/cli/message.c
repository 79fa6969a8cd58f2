/* The tool's messages on stderr, and the check that its output has been written. */
#include "cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHOWN = 120 /* the most bytes of a line that are shown */, MOST_MESSAGE = 1 << 14 };

static const char *prefix = "burl";
static message_level level = MESSAGES_USUAL;
static char last[256];

void message_prefix(const char *name) { prefix = name; }
void message_choose(message_level chosen) { level = chosen; }
const char *message_last(void) { return last; }
/* ---- colours --------------------------------------------------------------------------------- */

#define BOLD "\033[1m"
#define CYAN "\033[36m"
#define GREEN "\033[1;32m"
#define PLAIN "\033[0m"

/* Whether a variable is set, to a word that isn't its opposite. */
static int is_set(const char *name) {
  const char *const value = getenv(name);
  return value && *value && strcmp(value, "0") != 0 && strcmp(value, "false") != 0;
}

static int is_terminal(void) {
  const char *const kind = getenv("TERM");
  return isatty(STDERR_FILENO) && !(kind && strcmp(kind, "dumb") == 0);
}

static int has_colour(void) {
  const char *const no = getenv("NO_COLOR");
  return is_terminal() && !(no && *no);
}

int message_redraws(void) { return is_terminal() && !is_set("CI") && level != MESSAGES_FEW; }

/* The escape sequence of a colour; "" where colours are off. */
static const char *colour_code(const char *colour) { return has_colour() ? colour : ""; }

/* ---- messages -------------------------------------------------------------------------------- */

static void print_message(const char *kind, const char *format, va_list arguments) {
  fflush(stdout);
  flockfile(stderr); /* so that messages of several threads don't mix */
  fprintf(stderr, "%s%s:%s %s%s%s", colour_code(BOLD), prefix, colour_code(PLAIN), colour_code(CYAN), kind,
          colour_code(PLAIN));
  char text[MOST_MESSAGE];
  vsnprintf(text, sizeof text, format, arguments);
  snprintf(last, sizeof last, "%.*s", (int)sizeof last - 1, text);
  print_shown(stderr, text, strlen(text));
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
  if (best->nearest) { snprintf(s.text, sizeof s.text, " (did you mean '%s%s'?)", dashes, best->nearest); }
  return s;
}

/* ---- a line and a caret ---------------------------------------------------------------------- */

/* Prints a mark for each column from `from` to `to`; where mark is 0, the characters themselves. */
static void print_characters(const char *from, const char *to, char mark) {
  while (from < to) {
    const shown_text s = shown_of(from, (size_t)(to - from));
    if (!mark || (*from == '\t' && mark != '~')) fputs(s.text, stderr);
    else
      for (int i = 0; i < s.columns; i++) fputc(mark, stderr);
    from += s.bytes;
  }
}

/* The part of the line that is shown: of a long line what surrounds the place, from character to
 * character. */
static void choose_part(const text_position *where, const char **from, const char **to) {
  const char *end = where->text + where->text_length, *culprit = where->text + where->column - 1;
  *from = culprit - where->text > SHOWN / 2 ? culprit - SHOWN / 2 : where->text;
  *to = end - *from > SHOWN ? *from + SHOWN : end;
  while (*from < culprit && ((unsigned char)**from & 0xC0) == 0x80) ++*from;
  while (*to < end && ((unsigned char)**to & 0xC0) == 0x80) ++*to;
}

/* Prints the line and, under it, the caret. */
static void print_line(const text_position *where) {
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
    const shown_text first = shown_of(culprit, (size_t)(end - culprit));
    for (int i = 1; i < first.columns; i++) fputc('~', stderr);
    print_characters(culprit + first.bytes, end, '~');
  }
  fputs(colour_code(PLAIN), stderr);
}

/* kind: "", or what a message begins with that is no error. */
static void print_at(const text_position *where, const char *kind, const char *message, const char *hint) {
  fflush(stdout);
  fputs(colour_code(BOLD), stderr);
  print_shown(stderr, where->name, strlen(where->name));
  fprintf(stderr, ":%d:%d:%s %s%s%s", where->line, where->column, colour_code(PLAIN), colour_code(CYAN), kind,
          colour_code(PLAIN));
  print_shown(stderr, message, strlen(message));
  fputc('\n', stderr);
  if (where->text_length > 0) print_line(where);
  else if (*hint) fputs("   ", stderr);
  if (*hint) {
    fputc(' ', stderr);
    print_shown(stderr, hint, strlen(hint));
  }
  if (where->text_length > 0 || *hint) fputc('\n', stderr);
}

int fail_at(const text_position *where, const char *message, const char *hint) {
  print_at(where, "", message, hint);
  return FAILED;
}

void note_at(const text_position *where, const char *message, const char *hint) {
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
