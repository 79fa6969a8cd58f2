/* The texts of display.h. */
#include "code/display.h"

#include <math.h>
#include <string.h>

burl__shades burl__shades_of(const burl__front *f) {
  const burl_range r = f->graph->nodes[f->outputs->node[f->first]].range;
  if (r.lo >= -1e-5 && r.hi <= 1 + 1e-5) return (burl__shades){0, 1};
  const float lo = (float)r.lo, hi = (float)r.hi;
  if (!isfinite(hi - lo) || lo >= hi) return (burl__shades){-1, 1};
  return (burl__shades){(double)lo, (double)hi};
}

burl__extent burl__extent_of(const burl__front *f) {
  const int count = f->program->recipe.view_count, half = count / 2;
  const double *const view = f->program->plan->view;
  if (count < 2) return (burl__extent){0, 0, 8, 8};
  const double height = half > 1 ? view[half + 1] - view[1] : 1;
  return (burl__extent){view[0], half > 1 ? view[1] : 0, view[half] - view[0], height};
}

void burl__write_vector2(const burl__front *f, const char *type, double x, double y, burl__text *text) {
  burl__write(text, "%s(", type);
  burl__print_real(f->print, x, text);
  burl__write(text, ", ");
  burl__print_real(f->print, y, text);
  burl__write(text, ")");
}

/* Begins the declaration of the point `at`: the extent's corner and a plus sign, unless the corner is 0. */
void burl__write_at(const burl__front *f, double x, double y, burl__text *text) {
  burl__write(text, "  vec2 at = ");
  if (x == 0 && y == 0) return;
  burl__write_vector2(f, "vec2", x, y, text);
  burl__write(text, " + ");
}

/* What the entry gives at a point of two coordinates called `at`; further ones are the time and 0. */
void burl__write_results(const burl__front *f, const char *time, burl__text *text) {
  static const char *const points[] = {"at.x", "at", "vec3(at, %s)", "vec4(at, %s, 0.0)"};
  const char *const format = points[f->dims - 1], *const hole = strstr(format, "%s");
  burl__write(text, "%s(", f->entry);
  burl__write_bytes(text, format, hole ? (size_t)(hole - format) : strlen(format));
  if (hole) burl__write(text, "%s%s", time, hole + 2);
  burl__write(text, f->reads_time ? ", %s)" : ")", time);
}

/* The value that is shown there. */
void burl__write_call(const burl__front *f, const char *time, burl__text *text) {
  burl__write_results(f, time, text);
  if (f->shown) burl__write(text, ".%s", f->shown->name);
}

const char *burl__type_of_result(const burl__front *f) { return f->print->dialect->types[KIND_REAL][f->channels - 1]; }

/* The number `value` as a grey. */
static void write_grey(const burl__front *f, burl__text *text) {
  const burl__shades s = burl__shades_of(f);
  burl__write(text, s.lo == 0 ? "vec4(vec3(value" : s.lo < 0 ? "vec4(vec3((value + " : "vec4(vec3((value - ");
  if (s.lo != 0) burl__print_real(f->print, fabs(s.lo), text);
  if (s.lo != 0) burl__write(text, ")");
  if (s.lo != 0 || s.hi != 1) burl__write(text, " / ");
  if (s.lo != 0 || s.hi != 1) burl__print_real(f->print, s.hi - s.lo, text);
  burl__write(text, "), 1.0)");
}

/* Whether burl__write_call() takes the time. */
int burl__takes_time(const burl__front *f) { return f->reads_time || f->dims > 2; }

/* A statement that sets a colour, as a display has it, from `value`. */
void burl__write_display(const burl__front *f, const char *to, burl__text *text) {
  burl__write(text, "  %s = ", to);
  if (f->channels == 4) burl__write(text, "value");
  else if (f->channels == 3) burl__write(text, "vec4(value, 1.0)");
  else write_grey(f, text);
  burl__write(text, ";\n");
}

/* Statements that compute `value`, and from it the colour. */
void burl__write_colour(const burl__front *f, const char *time, const char *to, burl__text *text) {
  burl__write(text, "  %s value = ", burl__type_of_result(f));
  burl__write_call(f, time, text);
  burl__write(text, ";\n");
  burl__write_display(f, to, text);
}

/* A statement that computes all results, as `made`. */
void burl__write_made(const burl__front *f, const char *time, burl__text *text) {
  burl__write(text, "  %s made = ", f->print->type);
  burl__write_results(f, time, text);
  burl__write(text, ";\n");
}

/* A graph, whose axes have units of their own: all of its view is shown, whatever the picture's shape. */
int burl__is_graph(burl__extent e) {
  const double width = fabs(e.width), height = fabs(e.height);
  return width > 3 * height || height > 3 * width;
}

void burl__write_view(const burl__front *f, const char *place, const char *time, const char *to, burl__text *text) {
  const burl__extent e = burl__extent_of(f);
  burl__write_at(f, e.x, e.y, text);
  burl__write(text, "%s * ", place);
  burl__write_vector2(f, "vec2", e.width, e.height, text);
  burl__write(text, ";\n");
  burl__write_colour(f, time, to, text);
}
