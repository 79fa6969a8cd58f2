/* See svg.h. */
#include "svg.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

svg_path svg_path_of(const char *svg, const char *class_name, int index) {
  static svg_path p;
  char ending[64];
  snprintf(ending, sizeof ending, "\" class=\"%s\"", class_name);
  const char *end = svg;
  for (int i = 0; i <= index; i++) {
    end = strstr(i ? end + 1 : end, ending);
    if (!end) fail_msg("there is no path %d of %s", index, class_name);
  }
  const char *at = end;
  while (*at != 'M') at--;
  p.count = 0;
  for (char *next; at < end && p.count < SVG_MOST_POINTS; at = next) {
    while (strchr("Ml ", *at)) at++;
    const double x = strtod(at, &next), y = strtod(next, &next);
    const int first = p.count == 0;
    p.x[p.count] = first ? x : p.x[p.count - 1] + x;
    p.y[p.count] = first ? y : p.y[p.count - 1] + y;
    p.count++;
    if (*next == 'z') break;
  }
  return p;
}

double svg_height_at(const svg_path *p, double x) {
  for (int i = 1; i < p->count; i++)
    if (x <= p->x[i]) return p->y[i - 1] + (p->y[i] - p->y[i - 1]) * (x - p->x[i - 1]) / (p->x[i] - p->x[i - 1]);
  return p->y[p->count - 1];
}

double svg_number(const char *text) {
  const size_t minus = strlen("−");
  return strncmp(text, "−", minus) == 0 ? -strtod(text + minus, NULL) : strtod(text, NULL);
}
