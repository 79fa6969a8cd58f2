/* Fuzzes what editors ask of a text: its words, what each stands for and the call around each place; and its style,
 * which the same text again has, with the same tokens.  Aborts where it hasn't. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "burl_inspect.h"
#include "editor/style.h"
#include "editor/words.h"
#include "lang/token.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds) {
  if (!holds) abort();
}

/* Each word's place, the symbol that it stands for, and the call around it. */
static void check_words(const char *text, size_t length) {
  recipe_words all;
  require(words_open(&all, text, length));
  for (int i = 0; i < all.count; i++) {
    const word *const w = &all.words[i];
    require(w->from < w->to && w->to <= length && (i == 0 || all.words[i - 1].to <= w->from));
    require(w->statement < all.statement_count && w->symbol < all.symbol_count);
    require(w->kind != TOKEN_NAME || (words_at(&all, w->from) == i && words_at(&all, w->to - 1) == i));
    const call_around call = words_call(&all, w->from);
    require(call.word < i && (call.word < 0 || all.words[call.word].role == ROLE_CALL));
    if (w->symbol < 0) continue;
    const word *const defined = &all.words[all.symbols[w->symbol].word];
    require(w->to - w->from == defined->to - defined->from &&
            memcmp(text + w->from, text + defined->from, w->to - w->from) == 0);
  }
  words_close(&all);
}

/* Whether two texts that parse have the same tokens; ends of lines in a row count once. */
static void check_tokens(const char *a, size_t a_length, const char *b, size_t b_length) {
  burl__scanner left, right;
  burl_error error = {.status = BURL_OK};
  require(burl__scan_open(&left, a, a_length, 1, &error) == BURL_OK);
  require(burl__scan_open(&right, b, b_length, 1, &error) == BURL_OK);
  do {
    while (left.token.kind == TOKEN_LINE) require(burl__scan(&left) == BURL_OK);
    while (right.token.kind == TOKEN_LINE) require(burl__scan(&right) == BURL_OK);
    require(left.token.kind == right.token.kind && left.token.length == right.token.length);
    require(memcmp(left.token.text, right.token.text, left.token.length) == 0);
    if (left.token.kind == TOKEN_END) return;
    require(burl__scan(&left) == BURL_OK && burl__scan(&right) == BURL_OK);
    require((left.token.kind == TOKEN_LINE) == (right.token.kind == TOKEN_LINE) || left.token.kind == TOKEN_END ||
            right.token.kind == TOKEN_END);
  } while (1);
}

static void check_style(const char *text, size_t length) {
  burl_error error;
  size_t once_length, twice_length, own, once_own;
  char *const once = style_format(text, length, &once_length, &error);
  if (!once) {
    require(error.status != BURL_OK);
    return;
  }
  char *const twice = style_format(once, once_length, &twice_length, &error);
  require(twice && twice_length == once_length && memcmp(once, twice, once_length) == 0);
  burl_source_of(text, length, NULL, &own);
  burl_source_of(once, once_length, NULL, &once_own);
  check_tokens(text, own, once, once_own);
  free(once);
  free(twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *const text = malloc(size + 1);
  if (!text) return 0;
  memcpy(text, data, size);
  text[size] = '\0';
  if (size < 4000) check_words(text, size);
  check_style(text, size);
  free(text);
  return 0;
}
