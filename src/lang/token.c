/* The scanner of token.h. */
#include "lang/token.h"

#include <string.h>

#include "lang/tree.h"

static int is_digit(char c) { return c >= '0' && c <= '9'; }
static int is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/* ---- UTF-8 -------------------------------------------------------------------------------------- */

/* The length in bytes of the character at text; 0 where the bytes are not UTF-8, or NUL. */
static size_t character_length(const unsigned char *text, size_t length) {
  const unsigned char c = text[0];
  if (c < 0x80) return c != 0;
  const size_t size = c >= 0xC2 && c < 0xE0 ? 2 : c >= 0xE0 && c < 0xF0 ? 3 : c >= 0xF0 && c < 0xF5 ? 4 : 0;
  if (size == 0 || size > length) return 0;
  for (size_t i = 1; i < size; i++)
    if ((text[i] & 0xC0) != 0x80) return 0;
  if (c == 0xE0 && text[1] < 0xA0) return 0; /* an overlong encoding */
  if (c == 0xED && text[1] > 0x9F) return 0; /* a surrogate */
  if (c == 0xF0 && text[1] < 0x90) return 0;
  if (c == 0xF4 && text[1] > 0x8F) return 0;
  return size;
}

/* Line and column of the byte at an offset. */
static burl__span place_of(const char *text, size_t offset) {
  burl__span place = {1, 1, 1};
  for (size_t i = 0; i < offset; i++) {
    place.column = text[i] == '\n' ? 1 : place.column + 1;
    place.line += text[i] == '\n';
  }
  return place;
}

burl_status burl__check_text(const char *text, size_t length, burl_error *error) {
  if (length > BURL__MOST_TEXT)
    return burl__fail(error, BURL_LIMIT, place_of(text, BURL__MOST_TEXT),
                      "a recipe is at most %d bytes long, which is passed here", BURL__MOST_TEXT);
  for (size_t i = 0, size; i < length; i += size) {
    size = character_length((const unsigned char *)text + i, length - i);
    if (size) continue;
    burl__fail(error, BURL_RECIPE, place_of(text, i), "this byte is not UTF-8 text");
    burl__hint(error, "save the file as UTF-8");
    return error->status;
  }
  return BURL_OK;
}

/* ---- Tokens ------------------------------------------------------------------------------------- */

static char peek(const burl__scanner *s, size_t ahead) {
  return s->offset + ahead < s->length ? s->text[s->offset + ahead] : '\0';
}

static burl__span place_here(const burl__scanner *s, size_t length) {
  return (burl__span){s->line, (int)(s->offset - s->line_start) + 1, (int)length};
}

static burl_status take(burl__scanner *s, burl__token_kind kind, size_t length) {
  s->token = (burl__token){kind, place_here(s, length), s->text + s->offset, length};
  s->offset += length;
  return BURL_OK;
}

/* Whether a line's end after this token is only a blank, so that the line continues. */
static int continues(const burl__scanner *s) {
  const burl__token *const t = &s->token;
  if (s->depth > 0) return 1;
  return t->kind == TOKEN_MARK && !burl__token_is(t, ")") && !burl__token_is(t, "]");
}

static void skip_blanks(burl__scanner *s) {
  while (s->offset < s->length) {
    const char c = s->text[s->offset];
    if (c == ' ' || c == '\t' || c == '\r') {
      s->offset++;
    } else if (c == '/' && peek(s, 1) == '/') {
      while (s->offset < s->length && s->text[s->offset] != '\n') s->offset++;
    } else if (c == '\n' && continues(s)) {
      s->offset++;
      s->line++;
      s->line_start = s->offset;
    } else {
      return;
    }
  }
}

static burl_status scan_number(burl__scanner *s) {
  size_t n = 0;
  while (is_digit(peek(s, n))) n++;
  if (peek(s, n) == '.') n++;
  while (is_digit(peek(s, n))) n++;
  if (peek(s, n) == 'e' || peek(s, n) == 'E') {
    const size_t sign = peek(s, n + 1) == '-' || peek(s, n + 1) == '+';
    if (!is_digit(peek(s, n + 1 + sign))) {
      burl__fail(s->error, BURL_RECIPE, place_here(s, n + 1 + sign), "a number ends in its exponent");
      burl__hint(s->error, "digits follow the e: 1e3");
      return s->error->status;
    }
    n += 1 + sign;
    while (is_digit(peek(s, n))) n++;
  }
  if (is_letter(peek(s, n)) || peek(s, n) == '.') {
    burl__fail(s->error, BURL_RECIPE, place_here(s, n + 1), "a number runs into '%c'", peek(s, n));
    burl__hint(s->error, "a product needs its '*'");
    return s->error->status;
  }
  return take(s, TOKEN_NUMBER, n);
}

static burl_status scan_colour(burl__scanner *s) {
  size_t n = 1;
  while (is_hex(peek(s, n))) n++;
  if ((n != 4 && n != 7) || is_letter(peek(s, n))) {
    burl__fail(s->error, BURL_RECIPE, place_here(s, n), "a colour is #rgb or #rrggbb");
    if (n == 5 || n == 9) burl__hint(s->error, "opacity is given by rgba(colour, a)");
    return s->error->status;
  }
  return take(s, TOKEN_COLOUR, n);
}

static burl_status scan_text(burl__scanner *s) {
  size_t n = 1;
  while (peek(s, n) != '"' && peek(s, n) != '\n' && s->offset + n < s->length) n++;
  if (peek(s, n) != '"') return burl__fail(s->error, BURL_RECIPE, place_here(s, n), "a text without its closing '\"'");
  take(s, TOKEN_TEXT, n + 1);
  s->token.text++;
  s->token.length -= 2;
  return BURL_OK;
}

static burl_status scan_mark(burl__scanner *s) {
  static const char *const pairs[] = {"<=", ">=", "==", "!=", "&&", "||"};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (peek(s, 0) == pairs[i][0] && peek(s, 1) == pairs[i][1]) return take(s, TOKEN_MARK, 2);
  const char c = peek(s, 0);
  if (c && strchr("+-*/%<>!?:(),=[]", c)) {
    if (c == '(') s->depth++;
    if (c == ')' && s->depth > 0) s->depth--;
    return take(s, TOKEN_MARK, 1);
  }
  if (c >= ' ' && c <= '~') burl__fail(s->error, BURL_RECIPE, place_here(s, 1), "'%c' means nothing here", c);
  else burl__fail(s->error, BURL_RECIPE, place_here(s, 1), "this character means nothing here");
  if (c == '^') burl__hint(s->error, "a power is pow(a, b)");
  if (c == '&' || c == '|') burl__hint(s->error, "did you mean '%c%c'?", c, c);
  if (c == ';') burl__hint(s->error, "a line ends a statement");
  if ((unsigned char)c >= 0x80) burl__hint(s->error, "names and operators are ASCII");
  return s->error->status;
}

burl_status burl__scan(burl__scanner *s) {
  skip_blanks(s);
  const char c = peek(s, 0);
  if (s->offset >= s->length) return take(s, TOKEN_END, 0);
  if (c == '\n') {
    take(s, TOKEN_LINE, 1);
    s->line++;
    s->line_start = s->offset;
    return BURL_OK;
  }
  if (is_digit(c) || (c == '.' && is_digit(peek(s, 1)))) return scan_number(s);
  if (c == '#') return scan_colour(s);
  if (c == '"') return scan_text(s);
  if (is_letter(c)) {
    size_t n = 1;
    while (is_letter(peek(s, n)) || is_digit(peek(s, n)) || (peek(s, n) == '.' && is_letter(peek(s, n + 1)))) n++;
    return take(s, TOKEN_NAME, n);
  }
  return scan_mark(s);
}

burl_status burl__scan_open(burl__scanner *s, const char *text, size_t length, int first_line, burl_error *error) {
  *s = (burl__scanner){.text = text, .length = length, .line = first_line, .error = error};
  if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) s->offset = s->line_start = 3;
  s->token.kind = TOKEN_LINE;
  return burl__scan(s);
}

int burl__token_is(const burl__token *token, const char *text) {
  return (token->kind == TOKEN_MARK || token->kind == TOKEN_NAME) && strlen(text) == token->length &&
         memcmp(token->text, text, token->length) == 0;
}
