/* Lines that are too long, broken where a reader would. */
#include <string.h>

#include "code/print/text.h"

enum { COLUMNS = 120, INDENT = 4 };

/* A place where a line may end: behind so many bytes, within so many brackets; how tightly the operator there binds,
 * 0: a comma. */
typedef struct {
  size_t at;
  int depth, strength;
} line_end;

/* How tightly an operator binds that stands between blanks; 0: it is none. */
static int strength_at(const char *word) {
  static const char *const operators[] = {"? ", ": ",  "|| ", "&& ", "| ",  "^ ", "& ", "== ", "!= ", "< ",
                                          "> ", "<= ", ">= ", "<< ", ">> ", "+ ", "- ", "* ",  "/ ",  "% "};
  static const int strengths[] = {1, 1, 2, 3, 4, 4, 4, 5, 5, 5, 5, 5, 5, 6, 6, 7, 7, 8, 8, 8};
  for (size_t i = 0; i < sizeof strengths / sizeof *strengths; i++)
    if (strncmp(word, operators[i], strlen(operators[i])) == 0) return strengths[i];
  return 0;
}

/* Whether a line is better ended here: within fewer brackets, or by what binds less; or as far on as the other. */
static int is_better(const line_end *here, const line_end *best) {
  if (here->depth != best->depth) return here->depth < best->depth;
  return here->strength <= best->strength;
}

/* Where a line of bytes that begins within so many brackets is best ended; at: 0: nowhere. */
static line_end best_end(const char *line, size_t length, size_t room, int depth) {
  line_end best = {0, 0, 0};
  size_t start = strspn(line, " ");
  for (size_t i = start; i < length && i <= room; i++) {
    line_end here = {0, depth, 0};
    if (strchr("([{", line[i])) depth++;
    else if (strchr(")]}", line[i])) depth--;
    else if (line[i] == ',' && line[i + 1] == ' ') here.at = i + 1;
    else if (line[i] == ' ' && (here.strength = strength_at(line + i + 1)))
      here.at = here.strength == 1 ? i : i + 1 + strcspn(line + i + 1, " ");
    if (here.at > start && here.at <= room && (best.at == 0 || is_better(&here, &best))) best = here;
  }
  return best;
}

/* Writes a line of bytes as several, all but the first indented by the brackets that they begin in. */
static void write_broken(burl__text *text, const char *line, size_t length) {
  const size_t indent = strspn(line, " ");
  size_t column = 0;
  int depth = 0, outer = 0; /* outer: where the first of them ends */
  while (column + length > COLUMNS) {
    const line_end end = best_end(line, length, COLUMNS - column, depth);
    if (end.at == 0) break;
    burl__write_bytes(text, line, end.at);
    if (column == 0) outer = end.depth;
    depth = end.depth;
    column = indent + INDENT + 2 * (size_t)(depth > outer ? depth - outer : 0);
    burl__write(text, "\n%*s", (int)column, "");
    const size_t taken = end.at + strspn(line + end.at, " ");
    line += taken;
    length -= taken;
  }
  burl__write_bytes(text, line, length);
}

static int is_comment(const char *line) { return strncmp(line + strspn(line, " "), "//", 2) == 0; }

void burl__break_lines(burl__text *text, size_t start) {
  if (text->failed) return;
  burl__text whole;
  burl__text_open(&whole, text->allocator);
  burl__write_bytes(&whole, text->start + start, text->length - start);
  text->failed |= whole.failed;
  text->length = start;
  for (size_t at = 0; at < whole.length && !text->failed;) {
    const char *const line = whole.start + at;
    const size_t length = strcspn(line, "\n");
    if (is_comment(line)) burl__write_bytes(text, line, length);
    else write_broken(text, line, length);
    burl__write_bytes(text, "\n", 1);
    at += length + 1;
  }
  burl__text_close(&whole);
}
