/* What the tool says on stderr, and the check that what it printed arrived. */
#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHOWN = 120 }; /* bytes of a line that are shown */

static const char *speaker = "burl";
static message_level level = MESSAGES_USUAL;

void message_prefix(const char *name) { speaker = name; }
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

/* The code of a colour, or nothing. */
static const char *in(const char *colour) { return has_colour() ? colour : ""; }

/* ---- messages -------------------------------------------------------------------------------- */

static void say(const char *kind, const char *format, va_list arguments) {
  fflush(stdout);
  flockfile(stderr); /* whole lines, whichever thread speaks */
  fprintf(stderr, "%s%s:%s %s%s%s", in(BOLD), speaker, in(PLAIN), in(CYAN), kind, in(PLAIN));
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  funlockfile(stderr);
}

int fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say("", format, arguments);
  va_end(arguments);
  return FAILED;
}

int usage_error(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say("", format, arguments);
  va_end(arguments);
  fprintf(stderr, "'%s --help' shows what there is\n", speaker);
  return USAGE;
}

void note(const char *format, ...) {
  if (level == MESSAGES_FEW) return;
  va_list arguments;
  va_start(arguments, format);
  say("note: ", format, arguments);
  va_end(arguments);
}

void verbose_note(const char *format, ...) {
  if (level != MESSAGES_MANY) return;
  va_list arguments;
  va_start(arguments, format);
  say("", format, arguments);
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

/* The bytes of the character at the start of the text: 1 to 4; 0 where it isn't UTF-8. */
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

/* Writes count marks, one a character from `from` to `to`; or the characters themselves where mark
 * is 0.  What a terminal can't show, or would obey, becomes '?'. */
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

/* A long line is shown around the culprit only, cut between characters. */
static void cut(const place *at, const char **from, const char **to) {
  const char *end = at->text + at->text_length, *culprit = at->text + at->column - 1;
  *from = culprit - at->text > SHOWN / 2 ? culprit - SHOWN / 2 : at->text;
  *to = end - *from > SHOWN ? *from + SHOWN : end;
  while (*from < culprit && ((unsigned char)**from & 0xC0) == 0x80) ++*from;
  while (*to < end && ((unsigned char)**to & 0xC0) == 0x80) ++*to;
}

int fail_at(const place *at, const char *message, const char *hint) {
  fflush(stdout);
  fprintf(stderr, "%s%s:%d:%d:%s %s\n", in(BOLD), at->name, at->line, at->column, in(PLAIN), message);

  if (at->text_length == 0) {
    if (*hint) fprintf(stderr, "    %s\n", hint);
    return FAILED;
  }

  const char *from, *to;
  cut(at, &from, &to);
  const char *culprit = at->text + at->column - 1;
  const char *end = at->length > to - culprit ? to : culprit + at->length;
  fputs("    ", stderr);
  print_characters(from, to, 0);
  fputs("\n    ", stderr);
  print_characters(from, culprit, ' ');
  fprintf(stderr, "%s^", in(GREEN));
  if (end > culprit) {
    const size_t bytes = character(culprit, (size_t)(end - culprit));
    print_characters(culprit + (bytes ? bytes : 1), end, '~');
  }
  fprintf(stderr, "%s%s%s\n", in(PLAIN), *hint ? " " : "", hint);
  return FAILED;
}

int flush_output(void) {
  errno = 0;
  if (fflush(stdout) == 0 && !ferror(stdout)) return DONE;
  if (!errno) { /* it was an earlier write that failed: the next one says why */
    putchar('\n');
    fflush(stdout);
  }
  return fail("standard output: %s", errno ? strerror(errno) : "not all could be written");
}
