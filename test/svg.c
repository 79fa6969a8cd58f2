/* See svg.h. */
#include "svg.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Elements ------------------------------------------------------------------------------------ */

/* The element number `index` that begins so, or NULL. */
static const char *element(const char *svg, const char *beginning, int index) {
  const char *at = strstr(svg, beginning);
  while (at && index-- > 0) at = strstr(at + 1, beginning);
  return at;
}

static const char *needed(const char *svg, const char *beginning, int index) {
  const char *const at = element(svg, beginning, index);
  if (!at) fail_msg("there is no %s… number %d", beginning, index);
  return at;
}

/* What stands behind `name="` in the element; NULL: it has no such attribute. */
static const char *attribute(const char *at, const char *name) {
  const size_t length = strlen(name);
  for (at = strchr(at, ' '); at && *at == ' '; at = strchr(at, '"') + 1) {
    at++;
    if (strncmp(at, name, length) == 0 && strncmp(at + length, "=\"", 2) == 0) return at + length + 2;
    at = strchr(at, '"') + 1;
  }
  return NULL;
}

static double number_of(const char *at, const char *name) {
  const char *const text = attribute(at, name);
  if (!text) fail_msg("no %s in %.60s", name, at);
  return strtod(text, NULL);
}

int svg_count(const char *svg, const char *part) {
  int count = 0;
  for (const char *at = svg; (at = strstr(at, part)); at++) count++;
  return count;
}

char *svg_group(const char *svg, const char *name) {
  char beginning[80];
  snprintf(beginning, sizeof beginning, "<g id=\"%s\">\n", name);
  const char *const at = needed(svg, beginning, 0) + strlen(beginning);
  const size_t length = (size_t)(needed(at, "</g>", 0) - at);
  char *const group = malloc(length + 1);
  assert_non_null(group);
  memcpy(group, at, length);
  group[length] = '\0';
  return group;
}

/* ---- Paths ---------------------------------------------------------------------------------------- */

/* The path number `index` of a class; NULL: there are fewer. */
static const char *path_element(const char *svg, const char *class_name, int index) {
  const size_t length = strlen(class_name);
  for (const char *at = svg; (at = strstr(at, "<path ")); at++) {
    const char *const of = attribute(at, "class");
    if ((length == 0 || (strncmp(of, class_name, length) == 0 && of[length] == '"')) && index-- == 0) return at;
  }
  return NULL;
}

int svg_path_count(const char *svg, const char *class_name) {
  int count = 0;
  for (const char *at = svg; (at = path_element(at, class_name, 0)); at++) count++;
  return count;
}

svg_path svg_path_of(const char *svg, const char *class_name, int index) {
  static svg_path p;
  const char *at = path_element(svg, class_name, index);
  if (!at) fail_msg("there is no path %d of %s", index, class_name);
  at = attribute(at, "d");
  assert_true(*at == 'M');
  p.count = 0;
  for (char *next; *at != '"' && *at != 'z' && p.count < SVG_MOST_POINTS; at = next) {
    while (strchr("Ml ", *at)) at++;
    const double x = strtod(at, &next), y = strtod(next, &next);
    const int first = p.count == 0;
    p.x[p.count] = first ? x : p.x[p.count - 1] + x;
    p.y[p.count] = first ? y : p.y[p.count - 1] + y;
    p.count++;
  }
  return p;
}

double svg_height_at(const svg_path *p, double x) {
  for (int i = 1; i < p->count; i++)
    if (x <= p->x[i]) return p->y[i - 1] + (p->y[i] - p->y[i - 1]) * (x - p->x[i - 1]) / (p->x[i] - p->x[i - 1]);
  return p->y[p->count - 1];
}

svg_arrow svg_arrow_of(const char *svg, const char *class_name, int index) {
  char head_class[32];
  snprintf(head_class, sizeof head_class, "f-%s", class_name);
  const svg_path shaft = svg_path_of(svg, class_name, index), head = svg_path_of(svg, head_class, index);
  return (svg_arrow){{shaft.x[0], shaft.y[0]}, {head.x[0], head.y[0]}};
}

svg_circle svg_circle_of(const char *svg, int index) {
  const char *const at = needed(svg, "<circle ", index);
  return (svg_circle){number_of(at, "cx"), number_of(at, "cy"), number_of(at, "r")};
}

/* ---- Labels --------------------------------------------------------------------------------------- */

static svg_label label_at(const char *at) {
  const char *const anchor = attribute(at, "text-anchor"), *const text = strchr(at, '>') + 1;
  svg_label label = {number_of(at, "x"), number_of(at, "y"), 11, anchor ? *anchor : 's', ""};
  if (attribute(at, "font-size")) label.size = number_of(at, "font-size");
  snprintf(label.text, sizeof label.text, "%.*s", (int)(strstr(text, "</text>") - text), text);
  return label;
}

svg_label svg_label_of(const char *svg, int index) { return label_at(needed(svg, "<text ", index)); }

svg_label svg_label_with(const char *svg, const char *beginning) {
  for (int i = 0; element(svg, "<text ", i); i++) {
    const svg_label label = svg_label_of(svg, i);
    if (strncmp(label.text, beginning, strlen(beginning)) == 0) return label;
  }
  fail_msg("no label begins with '%s'", beginning);
  return (svg_label){0};
}

double svg_number(const char *text) {
  const size_t minus = strlen("−");
  return strncmp(text, "−", minus) == 0 ? -strtod(text + minus, NULL) : strtod(text, NULL);
}

/* ---- Axes ----------------------------------------------------------------------------------------- */

static svg_axis axis_of(const svg_label *a, const svg_label *b, double pixel_a, double pixel_b) {
  const double first = svg_number(a->text), unit = (pixel_b - pixel_a) / (svg_number(b->text) - first);
  assert_true(isfinite(unit) && unit != 0);
  return (svg_axis){pixel_a - first * unit, unit};
}

svg_axis svg_axis_x(const char *svg, int index) {
  const svg_label a = svg_label_of(svg, index), b = svg_label_of(svg, index + 1);
  return axis_of(&a, &b, a.x, b.x);
}

/* Their base lines lie 4 pixels below the values that they name. */
svg_axis svg_axis_y(const char *svg, int index) {
  const svg_label a = svg_label_of(svg, index), b = svg_label_of(svg, index + 1);
  return axis_of(&a, &b, a.y - 4, b.y - 4);
}

double svg_value(svg_axis axis, double pixel) { return (pixel - axis.zero) / axis.unit; }
