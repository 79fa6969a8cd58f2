/* The style of recipes.  It is of tokens, not of a tree: tokens, comments and the ends of lines are all kept, so that
 * the text compiles to the same bits, and only the blanks between them are chosen anew.
 *
 *   - One blank on each side of = + - % < > ? && and the like and of the colon of a ? b : c, behind a comma and behind
 *     an option's colon; none around * and /, within brackets, nor behind a sign.
 *   - A line that goes on from the one above is indented by two columns, any other isn't.
 *   - A comment behind code stays in its column where it can, as comments are often aligned; one blank is the least.
 *   - One empty line at most, none at the beginning and at the end, and no blanks at the end of a line.  A byte-order
 *     mark stays, and all lines end as the first one does.
 *
 * The same again changes nothing. */
#include "editor/style.h"

#include "burl_inspect.h"
#include "editor/buffer.h"
#include "lang/token.h"
#include "lang/tree.h"

#include <stdlib.h>
#include <string.h>

enum {
  MOST_BRACKETS = BURL__MOST_NESTING + 2, /* a text that parses has no more, and [ ] */
  INDENT = 2
};

typedef struct {
  buffer out;
  const char *text, *end_of_line;
  size_t column;              /* of the line that is written: how many characters it has */
  int choices[MOST_BRACKETS]; /* how many ? wait for their colon within each open bracket; the first: outside of all */
  int depth;
  int is_sign; /* whether the token before is a sign, */
  int is_view; /* or the word view at the beginning of its line */
} writer;

/* ---- blanks -------------------------------------------------------------------------------------- */

/* How many characters there are. */
static size_t columns(const char *from, const char *to) {
  size_t count = 0;
  for (; from < to; from++) count += ((unsigned char)*from & 0xC0) != 0x80;
  return count;
}

static void put(writer *w, const char *from, const char *to) {
  buffer_add(&w->out, from, (size_t)(to - from));
  w->column += columns(from, to);
}

static void put_blanks(writer *w, size_t count) {
  buffer_repeat(&w->out, ' ', count);
  w->column += count;
}

static void end_line(writer *w) {
  buffer_text(&w->out, w->end_of_line);
  w->column = 0;
}

static int is_tight(const burl__token *t) { return burl__token_is(t, "*") || burl__token_is(t, "/"); }

/* Whether a blank stands between two tokens on one line. */
static int has_blank(const writer *w, const burl__token *before, const burl__token *t, int is_option) {
  if (burl__token_is(before, "(") || burl__token_is(before, "[") || w->is_sign) return 0;
  if (burl__token_is(t, ")") || burl__token_is(t, "]") || burl__token_is(t, ",") || is_option) return 0;
  if (burl__token_is(t, "(") && before->kind == TOKEN_NAME) return w->is_view;
  return !is_tight(before) && !is_tight(t);
}

/* ---- tokens -------------------------------------------------------------------------------------- */

/* Whether an operand ends in the token, so that a minus behind it is no sign. */
static int ends_operand(const writer *w, const burl__token *t) {
  if (t->kind == TOKEN_MARK) return burl__token_is(t, ")") || burl__token_is(t, "]");
  return t->kind != TOKEN_LINE && !w->is_view;
}

/* Notes what a token opens, closes or is; begins: whether it is the first of its statement. */
static void note_token(writer *w, const burl__token *before, const burl__token *t, int begins) {
  const int is_minus = burl__token_is(t, "-") || burl__token_is(t, "!");
  const int is_colon = burl__token_is(t, ":") && w->choices[w->depth] > 0;
  if (burl__token_is(t, "?")) w->choices[w->depth]++;
  if (is_colon) w->choices[w->depth]--;
  if ((burl__token_is(t, "(") || burl__token_is(t, "[")) && w->depth + 1 < MOST_BRACKETS) w->choices[++w->depth] = 0;
  if ((burl__token_is(t, ")") || burl__token_is(t, "]")) && w->depth > 0) w->depth--;
  w->is_sign = is_minus && (begins || !ends_operand(w, before));
  w->is_view = begins && burl__token_is(t, "view");
}

/* ---- what stands between tokens ------------------------------------------------------------------- */

/* What lies between two tokens, from the end of one to the next, or of the text: comments and the ends of lines. */
typedef struct {
  const char *from, *to;
  size_t column; /* that of the beginning in the author's text, */
  int is_first;  /* whether no token is before, */
  int is_last;   /* or behind, */
  size_t indent; /* and how far in the lines between begin */
} gap;

static const char *end_of(const char *from, const char *to) {
  const char *const end = memchr(from, '\n', (size_t)(to - from));
  return end ? end : to;
}

/* Writes comments and ends of lines; whether the next token begins a line. */
static int write_gap(writer *w, const gap *g) {
  const char *at = g->from, *line = at;
  size_t before = g->column;                               /* columns of the author's line up to `line` */
  int lines = g->is_first ? 1 : 0, is_empty = g->is_first; /* ends of lines since the last text; nothing is written */
  for (; at < g->to; at++) {
    if (*at == '\n') {
      lines++;
      line = at + 1;
      before = 0;
    }
    if (*at != '/') continue;
    const char *const stop = end_of(at, g->to), *last = stop;
    while (strchr(" \t\r", last[-1])) last--;
    if (lines == 0) {
      const size_t column = before + columns(line, at);
      put_blanks(w, column > w->column ? column - w->column : 1);
    } else {
      if (!is_empty || w->out.length > 3) { /* not before the first line, which a byte-order mark may begin */
        end_line(w);
        if (lines > 1) end_line(w);
      }
      put_blanks(w, g->indent);
    }
    put(w, at, last);
    lines = is_empty = 0;
    at = stop - 1;
  }
  if (g->is_last || lines == 0) return 0;
  if (!is_empty) {
    end_line(w);
    if (lines > 1) end_line(w);
  }
  put_blanks(w, g->indent);
  return 1;
}

/* ---- the text ------------------------------------------------------------------------------------ */

/* The imported files of a text that is parsed alone: empty ones. */
static burl_status read_nothing(void *user, const char *name, burl_file *out) {
  (void)user;
  (void)name;
  out->text = calloc(1, 1);
  return out->text ? BURL_OK : BURL_MEMORY;
}

/* Parses a text's own lines; those that it imports are empty. */
static burl_status parse(const char *text, size_t length, burl_error *error) {
  const burl_options reading = {.struct_size = sizeof reading, .read = read_nothing};
  burl__arena arena;
  burl__recipe recipe;
  burl__clear(error);
  burl__arena_open(&arena, burl__allocator_of(NULL, NULL));
  const burl_status status = burl__parse(text, length, &reading, &arena, &recipe, error);
  if (status != BURL_OK) burl__locate(&recipe, error);
  burl__arena_close(&arena);
  return status;
}

/* Adds a result: a name that the text doesn't have, defined, as a number would go on from a line that isn't whole. */
static void add_result(buffer *to, const char *text, size_t length) {
  size_t longest = 0;
  for (size_t i = 0, run = 0; i < length; i++) {
    run = text[i] == '_' ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  buffer_text(to, "\n");
  buffer_repeat(to, '_', longest + 1);
  buffer_text(to, " = 0\n");
  buffer_repeat(to, '_', longest + 1);
}

/* Whether the lines parse, also where they lack a result, as those of a file that others import may. */
static int parses(const char *text, size_t length, burl_error *error) {
  if (burl__check_text(text, length, error) != BURL_OK) return 0;
  if (parse(text, length, error) == BURL_OK) return 1;
  buffer with_result = {0};
  burl_error ignored;
  buffer_add(&with_result, text, length);
  add_result(&with_result, text, length);
  const int does = !with_result.has_failed && parse(with_result.text, with_result.length, &ignored) == BURL_OK;
  free(with_result.text);
  return does;
}

static int is_line_end_two_bytes(const char *text, size_t length) {
  const char *const end = memchr(text, '\n', length);
  return end && end > text && end[-1] == '\r';
}

/* Writes the tokens of lines that parse, each behind what stands before it. */
static void write_tokens(writer *w, size_t length, burl_error *error) {
  burl__scanner s;
  burl__token before = {.kind = TOKEN_LINE};
  gap g = {.is_first = 1};
  burl_status status = burl__scan_open(&s, w->text, length, 1, error);
  g.from = w->text + w->out.length; /* a byte-order mark is written already */
  for (int begins = 1; status == BURL_OK; status = burl__scan(&s)) {
    const burl__token t = s.token;
    if (t.kind == TOKEN_LINE) {
      begins = 1;
      continue;
    }
    const char *const from = t.text - (t.kind == TOKEN_TEXT), *const to = from + t.place.length;
    const int is_option = burl__token_is(&t, ":") && w->choices[w->depth] == 0;
    g.to = from;
    g.is_last = t.kind == TOKEN_END;
    g.indent = begins ? 0 : INDENT;
    if (!write_gap(w, &g) && !g.is_first && !g.is_last && has_blank(w, &before, &t, is_option)) put_blanks(w, 1);
    if (g.is_last) break;
    put(w, from, to);
    note_token(w, &before, &t, begins);
    g = (gap){.from = to, .column = (size_t)(t.place.column - 1) + columns(from, to)};
    before = t;
    begins = 0;
  }
}

char *style_format(const char *text, size_t length, size_t *formatted, burl_error *error) {
  size_t own = length;
  if (!parses(text, length, error)) return NULL;
  burl__clear(error);
  burl_source_of(text, length, NULL, &own);
  writer w = {.text = text, .end_of_line = is_line_end_two_bytes(text, length) ? "\r\n" : "\n"};
  if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) buffer_add(&w.out, text, 3);
  write_tokens(&w, own, error);
  if (w.column) end_line(&w);
  buffer_add(&w.out, text + own, length - own);
  if (w.out.has_failed) burl__out_of_memory(error);
  if (error->status == BURL_OK) return *formatted = w.out.length, w.out.text;
  free(w.out.text);
  return NULL;
}
