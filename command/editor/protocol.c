/* The messages of protocol.h. */
#include "editor/protocol.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_HEADER = 1 << 14, MOST_MESSAGE = 1 << 26 };

/* ---- reading ------------------------------------------------------------------------------------- */

static size_t available(const message_reader *r) { return r->filled - r->taken; }

/* Reads more, behind what is there; 0: there is no more; −1: reading has failed. */
static int read_more(message_reader *r) {
  if (r->taken > 0) { /* there is a buffer */
    memmove(r->buffer, r->buffer + r->taken, available(r));
    r->filled -= r->taken;
    r->taken = 0;
  }
  if (r->room - r->filled < 2) {
    char *const more = realloc(r->buffer, 2 * r->room + (1 << 16));
    if (!more) return -1;
    r->buffer = more;
    r->room = 2 * r->room + (1 << 16);
  }
  ssize_t count;
  do count = read(r->descriptor, r->buffer + r->filled, r->room - r->filled - 1);
  while (count < 0 && errno == EINTR);
  if (count > 0) r->filled += (size_t)count;
  return count < 0 ? -1 : count > 0;
}

/* Puts back the byte behind the last message, in whose place a NUL ends it. */
static void give_back(message_reader *r) {
  if (r->behind) r->buffer[r->taken] = r->behind;
  r->behind = '\0';
}

/* The length of the header that begins the bytes, with its empty line; 0: it isn't whole yet. */
static size_t header_length(const char *text, size_t length) {
  for (size_t i = 3; i < length; i++)
    if (text[i] == '\n' && memcmp(text + i - 3, "\r\n\r\n", 4) == 0) return i + 1;
  return 0;
}

/* Whether a header's line has this field; its name is in any case. */
static int is_field(const char *line, const char *name) {
  for (; *name; line++, name++)
    if (tolower((unsigned char)*line) != *name) return 0;
  return 1;
}

/* What a header says of the length of what follows; −1: nothing. */
static long long content_length(const char *header, size_t length) {
  static const char field[] = "content-length:";
  for (const char *line = header, *end; line < header + length - 2; line = end + 1) {
    end = memchr(line, '\n', (size_t)(header + length - line));
    if ((size_t)(end - line) <= sizeof field || !is_field(line, field)) continue;
    const char *digit = line + sizeof field - 1;
    while (*digit == ' ') digit++;
    long long value = 0;
    if (!isdigit((unsigned char)*digit)) return -1;
    for (; isdigit((unsigned char)*digit) && value < 1LL << 50; digit++) value = 10 * value + *digit - '0';
    return *digit == '\r' || *digit == ' ' ? value : -1;
  }
  return -1;
}

/* Passes over so many bytes. */
static message_status pass_over(message_reader *r, long long length) {
  while (length > 0) {
    const size_t now = available(r) < (size_t)length ? available(r) : (size_t)length;
    r->taken += now;
    length -= (long long)now;
    if (length > 0 && read_more(r) <= 0) return MESSAGE_END;
  }
  return MESSAGE_LONG;
}

/* The 16 bits of four hexadecimal digits; −1: they are none. */
static int code_unit(const char *digits) {
  int unit = 0;
  for (int i = 0; i < 4; i++) {
    const char c = (char)tolower((unsigned char)digits[i]);
    if (!isxdigit((unsigned char)c)) return -1;
    unit = 16 * unit + (c <= '9' ? c - '0' : c - 'a' + 10);
  }
  return unit;
}

/* Puts U+FFFD for what JSON's escapes may say and no text has, NUL and halves of a surrogate pair: it is one UTF-16
 * unit, too, so that places stay what they are. */
static void mend_escapes(char *text) {
  while ((text = strchr(text, '\\'))) {
    const int unit = text[1] == 'u' ? code_unit(text + 2) : -1;
    const int is_high = unit >= 0xD800 && unit < 0xDC00, is_low = unit >= 0xDC00 && unit < 0xE000;
    const int next = is_high && text[6] == '\\' && text[7] == 'u' ? code_unit(text + 8) : -1;
    const int is_pair = next >= 0xDC00 && next < 0xE000;
    if (unit == 0 || is_low || (is_high && !is_pair)) memcpy(text + 2, "fffd", 4);
    text += is_pair ? 12 : unit >= 0 ? 6 : text[1] ? 2 : 1;
  }
}

message_status message_read(message_reader *r, char **text) {
  size_t header;
  if (!r->buffer && read_more(r) <= 0) return MESSAGE_END;
  give_back(r);
  while (!(header = header_length(r->buffer + r->taken, available(r)))) {
    if (available(r) > MOST_HEADER) return MESSAGE_BROKEN;
    const int more = read_more(r);
    if (more <= 0) return more < 0 || available(r) ? MESSAGE_BROKEN : MESSAGE_END;
  }
  const long long length = content_length(r->buffer + r->taken, header);
  if (length < 0) return MESSAGE_BROKEN;
  r->taken += header;
  if (length > MOST_MESSAGE) return pass_over(r, length);
  while (available(r) < (size_t)length) {
    const int more = read_more(r);
    if (more <= 0) return MESSAGE_BROKEN;
  }
  *text = r->buffer + r->taken;
  r->taken += (size_t)length;
  r->behind = r->buffer[r->taken];
  r->buffer[r->taken] = '\0';
  mend_escapes(*text);
  return MESSAGE_READ;
}

int message_waits(message_reader *r) {
  give_back(r);
  const size_t header = available(r) ? header_length(r->buffer + r->taken, available(r)) : 0;
  const long long length = header ? content_length(r->buffer + r->taken, header) : -1;
  return length >= 0 && available(r) - header >= (size_t)length;
}

void message_close(message_reader *r) { free(r->buffer); }

/* ---- writing ------------------------------------------------------------------------------------- */

int message_send(json_t *value) {
  if (!value) return 1;
  char *const text = json_text(value, JSON_COMPACT);
  json_decref(value);
  if (!text) return 0;
  printf("Content-Length: %zu\r\n\r\n%s", strlen(text), text);
  free(text);
  return fflush(stdout) == 0;
}
