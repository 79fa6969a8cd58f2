/* The texts of describe.h. */
#include "editor/describe.h"

#include <string.h>

enum { MOST_CODE = 600 /* bytes of a definition that are shown */, MOST_COMMENT = 4000 };

static void describe_option(buffer *to, const function_row *o) {
  char standard[64], values[240];
  function_standard(standard, sizeof standard, o);
  function_values(values, sizeof values, o);
  buffer_format(to, "`%s` %s%s", standard, o->help, values);
}

void describe_row(buffer *to, const function_row *row) {
  if (row->kind == ROW_OPTION) {
    describe_option(to, row);
    return;
  }
  buffer_format(to, "```burl\n%s\n```\n", row->signature);
  if (*row->range) buffer_format(to, "in %s  \n", row->range);
  buffer_text(to, row->help);
  for (const function_row *o = row; (o = function_next_option(o));) {
    buffer_text(to, "\n- ");
    describe_option(to, o);
  }
}

/* Where the line that holds an offset begins. */
static size_t line_start(const char *text, size_t offset) {
  while (offset > 0 && text[offset - 1] != '\n') offset--;
  return offset;
}

/* Adds the lines of comments right above a place, without their marks. */
static void describe_comment(buffer *to, const char *text, size_t at) {
  size_t first = at;
  for (size_t line; first > 0 && at - first < MOST_COMMENT; first = line) {
    line = line_start(text, first - 1);
    size_t mark = line;
    while (text[mark] == ' ' || text[mark] == '\t') mark++;
    if (mark + 1 >= first || text[mark] != '/' || text[mark + 1] != '/') break;
  }
  for (size_t line = first; line < at;) {
    const size_t length = strcspn(text + line, "\r\n");
    size_t mark = line;
    while (mark < line + length && strchr(" \t/", text[mark])) mark++;
    buffer_add(to, text + mark, line + length - mark);
    buffer_text(to, "\n");
    line += length;
    while (line < at && (text[line] == '\r' || text[line] == '\n')) line++;
  }
}

void describe_symbol(buffer *to, const recipe_words *all, int number, const char *where) {
  const statement *const s = &all->statements[all->symbols[number].statement];
  const size_t from = all->words[s->first].from, to_end = all->words[s->last].to;
  const size_t length = to_end - from < MOST_CODE ? to_end - from : MOST_CODE;
  buffer_text(to, "```burl\n");
  buffer_add(to, all->text + from, length);
  buffer_text(to, length < to_end - from ? " …\n```\n" : "\n```\n");
  if (all->symbols[number].is_parameter) buffer_text(to, "An argument of this function.\n");
  else describe_comment(to, all->text, line_start(all->text, from));
  if (where) buffer_format(to, "\nfrom %s\n", where);
  buffer_mend(to);
}
