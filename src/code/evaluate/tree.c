/* The reader of tree.h. */
#include "code/evaluate/tree.h"

#include <string.h>

typedef struct {
  burl__text_kind kind;
  const char *name, *text;
} entry;

static const entry entries[] = {
#define STRUCT(name, text) {BURL__TREE_STRUCT, name, text},
#define TABLE(name, text) {BURL__TREE_TABLE, name, text},
#define FUNCTION(name, text) {BURL__TREE_FUNCTION, name, text},
#include "code/evaluate/trees.inc"
#undef STRUCT
#undef TABLE
#undef FUNCTION
};

const char *burl__tree_text(burl__text_kind kind, const char *name) {
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    if (entries[i].kind == kind && strcmp(entries[i].name, name) == 0) return entries[i].text;
  return NULL;
}

/* ---- Reading ------------------------------------------------------------------------------------- */

static burl__word word_of(const char *atom, int is_unary) {
  static const char *const words[] = {
#define TEXT(name, text) text,
      BURL__WORDS(TEXT)
#undef TEXT
  };
  if (strcmp(atom, "&") == 0) return is_unary ? BURL__WORD_ADDRESS : BURL__WORD_AND;
  for (int i = 0; i < BURL__WORD_COUNT - 1; i++)
    if (strcmp(words[i], atom) == 0) return (burl__word)(i + 1);
  return BURL__NO_WORD;
}

static const char *skip_blanks(const char *at) { return at + strspn(at, " \n"); }

static burl__form *read_form(burl__arena *arena, const char **at);

/* The items up to the closing bracket. */
static int read_items(burl__arena *arena, const char **at, burl__form *list) {
  const burl__form **end = &list->first;
  while (*(*at = skip_blanks(*at)) != ')') {
    burl__form *const item = read_form(arena, at);
    if (!item) return 0;
    *end = item;
    end = &item->next;
  }
  ++*at;
  if (list->first && list->first->atom) list->word = word_of(list->first->atom, burl__item_count(list) == 2);
  return 1;
}

static burl__form *read_form(burl__arena *arena, const char **at) {
  burl__form *const form = burl__arena_take(arena, sizeof *form);
  *at = skip_blanks(*at);
  if (!form) return NULL;
  if (**at == '(') {
    ++*at;
    return read_items(arena, at, form) ? form : NULL;
  }
  const size_t length = strcspn(*at, " \n()");
  form->atom = burl__arena_text(arena, *at, length);
  *at += length;
  return form->atom ? form : NULL;
}

const burl__form *burl__read_tree(burl__arena *arena, const char *text) { return read_form(arena, &text); }

/* ---- Lists --------------------------------------------------------------------------------------- */

const burl__form *burl__item(const burl__form *list, int i) {
  const burl__form *item = list->first;
  for (; item && i > 0; i--) item = item->next;
  return item;
}

int burl__item_count(const burl__form *list) {
  int count = 0;
  for (const burl__form *item = list->first; item; item = item->next) count++;
  return count;
}

int burl__is_atom(const burl__form *form, const char *text) {
  return form && form->atom && strcmp(form->atom, text) == 0;
}
