/* A JSON value as a command's output. */
#include "json/json.h"
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>

/* DEL is a control character of terminals, too. */
int print_as_json(const char *name, json_t *value) {
  char *const text = value ? json_text(value, JSON_INDENT(2) | JSON_ENSURE_ASCII) : NULL;
  json_decref(value);
  if (!text) return fail("%s: it can't be put into JSON (a name or a text that is not UTF-8, or no memory?)", name);
  for (const char *c = text; *c; c++) fputs(*c == 0x7F ? "\\u007f" : (char[]){*c, '\0'}, stdout);
  putchar('\n');
  free(text);
  return DONE;
}
