/* Text from elsewhere as it may be shown: recipes, pictures and file names may hold characters that
 * order a terminal about or turn the direction of writing, which are shown as escapes, \x1b; and
 * words of a shell's line, quoted so that pasting the line is safe. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

/* The number of bytes of the UTF-8 character that begins here; 0: the bytes aren't UTF-8. */
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

static unsigned code_of(const char *text, size_t bytes) {
  static const unsigned char mask[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  unsigned code = (unsigned char)*text & mask[bytes];
  for (size_t i = 1; i < bytes; i++) code = code << 6 | ((unsigned char)text[i] & 0x3F);
  return code;
}

/* Whether it is a control character other than a tab, a separator of lines, or one that turns the
 * direction in which text is written (Unicode's Bidi_Control). */
static int is_control(unsigned code) {
  return (code < 0x20 && code != '\t') || (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200E ||
         code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

shown_text shown_of(const char *text, size_t length) {
  shown_text s = {.bytes = character(text, length)};
  const unsigned code = s.bytes ? code_of(text, s.bytes) : (unsigned char)*text;
  if (s.bytes && !is_control(code)) {
    memcpy(s.text, text, s.bytes);
    s.columns = 1;
    return s;
  }
  if (!s.bytes) s.bytes = 1;
  s.columns = snprintf(s.text, sizeof s.text, code < 0x100 ? "\\x%02x" : "\\u%04x", code);
  return s;
}

void print_shown(FILE *out, const char *text, size_t length) {
  for (size_t i = 0; i < length;) {
    const shown_text s = shown_of(text + i, length - i);
    fputs(s.text, out);
    i += s.bytes;
  }
}

void print_beginning(FILE *out, const char *text, size_t length, size_t most) {
  size_t shown = length < most ? length : most;
  while (shown < length && shown > 0 && ((unsigned char)text[shown] & 0xC0) == 0x80) shown--;
  print_shown(out, text, shown);
  if (shown < length) fprintf(out, "... (%zu bytes)", length);
}

/* Characters that a shell leaves as they are in a word. */
static int is_safe(const char *word) {
  return *word && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "_-+./,:=@%") == strlen(word);
}

/* In '…' a quote itself is '\''. */
void print_quoted(FILE *out, const char *word) {
  if (is_safe(word)) {
    fputs(word, out);
    return;
  }
  fputc('\'', out);
  for (const char *from = word; *from;) {
    const size_t plain = strcspn(from, "'");
    print_shown(out, from, plain);
    from += plain;
    if (*from) fputs("'\\''", out), from++;
  }
  fputc('\'', out);
}
