/* The names of a series' files. */
#include "cli/names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char name_axes[] = "xyzw";

/* Expands one element of the pattern: {result}, and of a series %d or %03d, %%, {x}; or a character; advances *pattern
 * behind it, and *length by the result's length, even if there is no room for it.  Returns the axis of a
 * tile's number, NUMBER_PART, RESULT_PART, −1 for others.  m: NULL where there is no series. */
static int expand_one(const char **pattern, const member *m, const char *result, char *to, size_t room,
                      size_t *length) {
  const char *p = *pattern, *text;
  char number[48];
  int which = -1, digits = 0, read = 0;
  *pattern += 1;
  if (strncmp(p, "{result}", 8) == 0) {
    *pattern = p + 8;
    which = RESULT_PART;
  } else if (!m) {
    which = -1;
  } else if (*p == '%' && p[1] == '%') {
    *pattern += 1;
  } else if (*p == '%' && (sscanf(p, "%%%2d%n", &digits, &read) == 1 ? p[read] == 'd' : p[1] == 'd')) {
    snprintf(number, sizeof number, "%0*" PRIu64, digits, m->frame < 0 ? m->seed : (uint64_t)m->frame);
    *pattern = p + (read ? read : 1) + 1;
    which = NUMBER_PART;
  } else if (*p == '{' && p[1] && p[2] == '}' && strchr(name_axes, p[1])) {
    which = (int)(strchr(name_axes, p[1]) - name_axes);
    snprintf(number, sizeof number, "%" PRId64, m->tile[which]);
    *pattern = p + 3;
  }
  if (which < 0) snprintf(number, sizeof number, "%c", *p);
  text = which == RESULT_PART ? result : number;
  for (const char *c = text; *c; c++, ++*length)
    if (*length + 1 < room) to[*length] = *c;
  return which;
}

char *name_expand(const char *pattern, const member *m, const char *result, unsigned *parts) {
  size_t length = 0;
  *parts = 0;
  for (const char *p = pattern; *p;) {
    const int which = expand_one(&p, m, result, NULL, 0, &length);
    if (which >= 0) *parts |= 1u << which;
  }
  const size_t room = length + 1;
  char *const name = malloc(room);
  length = 0;
  for (const char *p = pattern; name && *p;) expand_one(&p, m, result, name, room, &length);
  if (name) name[length] = '\0';
  return name;
}

int name_has_number(const char *pattern) {
  const member any = {.frame = -1};
  size_t length = 0;
  for (int which; *pattern;)
    if ((which = expand_one(&pattern, &any, "", NULL, 0, &length)) == NUMBER_PART) return 1;
  return 0;
}
