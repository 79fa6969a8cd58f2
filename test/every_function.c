/* See every_function.h. */
#include "every_function.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "burl.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* HIDDEN functions are not among them: terrace(), curve(), hsv(), mix(), loop() and pingpong() are made of those. */
static const struct {
  const char *name, *form;
  int least; /* arguments */
} rows[] = {
#define FUNCTION(name, form, least, most, bounds, signature, range, help) {#name, #form, least},
#define OPERATOR(name, arity, bounds, slope) {#name, "operator", arity},
#include "functions.def"
};

/* Calls of functions by name, and of forms, where the number of arguments doesn't lead to them; %s is the name. */
static const char *const calls[][2] = {
    {"noise", "%s(X, Y)"},
    {"paving", "%s(X, Y)"},
    {"splatter", "at(splatter(1 - length(x, 1.5*y), size: 0.6, turn: 360*hash(id(), 1)), X, Y)"},
    {"id", "at(splatter(1 - length(x, y), hash(id(), 1)), X, Y)"},
    {"fbm", "%s(H, same_seed: 1)"},
    {"billow", "%s(H, same_seed: 1)"},
    {"turbulence", "%s(H, same_seed: 1)"},
    {"ridged", "%s(H, same_seed: 1)"},
    {"pingpong", "%s(H, same_seed: 1)"},
    {"hybrid", "%s(H, same_seed: 1)"},
    {"hetero", "%s(H, same_seed: 1)"},
    {"multifractal", "%s(H, same_seed: 1)"},
    {"swiss", "%s(H, same_seed: 1)"},
    {"jordan", "%s(H, same_seed: 1)"},
    {"at", "at(H, 2*x, 2*y)"},
    {"scale", "scale(H, 2)"},
    {"rotate", "rotate(H, 30)"},
    {"warp", "warp(H, value(X, Y), value(X, Y, seed: 1))"},
    {"sphere", "sphere(H, radius: 2)"},
    {"reseed", "reseed(perlin(X, Y), 7)"},
    {"tile", "tile(perlin(X, Y), 4)"},
    {"loop", "loop(perlin(X, Y), 4)"},
    {"dot", "dot(H, 2, value(X, Y), 3)"},
    {"remap", "remap(H, -1, 1, 0, 2)"},
    {"curve", "curve(H, -1, 0, 1, 2)"},
    {"d", "d(H, x)"},
    {"rgba", "rgba(rgb(H, 0, 1), 0.5)"},
    {"channel", "channel(rgb(H, 0.25, 0.5), give: grey)"},
    {"ramp", "ramp(H, 0, #204060, 1, #fff)"},
    {"midpoint", "midpoint()"},
    {"image", "image(\"m\")"},
    {"lines", "at(lines(\"m\"), X, Y)"},
    {"areas", "at(areas(\"m\", give: distance), X, Y)"},
    {"rivers", "rivers(H, least: 20)"},
    {"wetness", "wetness(H, routing: d8)"},
    {"above_drainage", "above_drainage(H, least: 20)"},
    {"thermal", "thermal(H, talus: 2, years: 20)"},
    {"distance", "distance(H > 0)"},
    {"bevel", "bevel(H > 0)"},
    {"occlusion", "occlusion(H/9, radius: 3)"},
    {"erode", "erode(H, cell: 1)"},
    {"height", "erode(H, k: height() > 30 ? 1e-6 : 4e-6, cell: 1)"},
    {"upsample", "upsample(H, cell: 0.75)"},
    {"aspect", "sin(aspect(H)*pi/180 + 1)"}, /* a bearing as a number that doesn't jump from 360 to 0 */
    {"add", "H + 0.3"},
    {"subtract", "0.3 - H"},
    {"multiply", "1.7*H"},
    {"divide", "0.3/H"},
    {"remainder", "H % 0.3"},
    {"negate", "0.5*(-H)"},
    {"less", "H < 0.3"},
    {"less_equal", "H <= 0.3"},
    {"equal", "H == 0.3"},
    {"not_equal", "H != 0.3"},
    {"both", "H && 0.3"},
    {"either", "H || 0"},
    {"not", "0.5*!H"},
    {"select", "H > 0.1 ? H : 0.3"},
    {"lerp", "mix(H, 0.3, 0.6)"},
};

static void write_call(const char *name, const char *form, int least, char to[CALL_ROOM]) {
  static const char *const more[] = {"", "", ", 0.75", ", 0.25, 0.5", ", 0.25, 0.5, 0.6", ", 0.25, 0.5, 0.6, 0.3"};
  for (int i = 0; i < COUNT(calls); i++)
    if (strcmp(calls[i][0], name) == 0 || strcmp(calls[i][0], form) == 0) {
      snprintf(to, CALL_ROOM, calls[i][1], name);
      return;
    }
  assert_in_range(least, 0, COUNT(more) - 1);
  snprintf(to, CALL_ROOM, "%s(H%s)", name, more[least]);
}

int function_at(int index, listed_function *to) {
  char recipe[CALL_ROOM + 40];
  burl_error error;
  if (index >= COUNT(rows)) return 0;
  to->name = rows[index].name, to->form = rows[index].form;
  write_call(to->name, to->form, rows[index].least, to->call);
  snprintf(recipe, sizeof recipe, "X = x\nY = y\nH = sin(x)\n%s", to->call);
  burl_program *const program = burl_compile(recipe, 2, &error);
  if (!program) fail_msg("%s: %s | %s", to->call, error.message, error.hint);
  to->is_of_grid = burl_needs_whole_grid(program);
  static const char *const without[] = {"scatter", "lines", "areas"};
  to->has_no_code = to->is_of_grid;
  for (int i = 0; i < COUNT(without); i++) to->has_no_code |= strcmp(to->name, without[i]) == 0;
  burl_free(program);
  return 1;
}
