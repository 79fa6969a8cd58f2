/* Requests for code: names of targets, wrappers, entries and uniforms, and which of them go together. */
#include "code/request.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/similar.h"

static const burl__span nowhere = {0, 0, 0};

/* The program that the text is for, which chooses the target; its text is lean unless another style is asked for. */
static int check_wrapper(burl__code_request *r) {
  if (!r->options.made_for) return 1;
  const char *similar = NULL;
  r->wrapper = burl__find_wrapper(r->options.made_for, &similar);
  if (!r->wrapper) {
    burl__fail(r->error, BURL_ARGUMENT, nowhere, "code can't be made for '%.40s'", r->options.made_for);
    if (similar) burl__hint(r->error, "did you mean '%s'?", similar);
    else burl__hint(r->error, "%s", BURL__WRAPPERS);
    return 0;
  }
  if (r->options.entries) {
    burl__fail(r->error, BURL_ARGUMENT, nowhere, "%s takes entries of its own, not %.40s", r->wrapper->name,
               r->options.entries);
    burl__hint(r->error, "leave the entries out");
    return 0;
  }
  const char *const target = burl__dialects[r->wrapper->target].name;
  if (!r->options.target || strcmp(r->options.target, target) == 0) {
    r->options.target = target;
    r->is_lean |= !r->options.style && !r->options.exact && !r->options.fast;
    r->options.entries = r->is_lean ? "p" : "cell,p";
    return 1;
  }
  burl__fail(r->error, BURL_ARGUMENT, nowhere, "%s takes %s, not %.40s", r->wrapper->name, target, r->options.target);
  burl__hint(r->error, "leave the target out");
  return 0;
}

/* What some of these programs can't show. */
static int check_wrapped(const burl__code_request *r, const burl_program *program) {
  const burl__wrapper *const w = r->wrapper;
  if (!w) return 1;
  if ((r->options.uniform_knobs || r->options.uniforms) && !w->has_uniforms) {
    burl__fail(r->error, BURL_ARGUMENT, nowhere, "%s has no uniforms of one's own", w->name);
    burl__hint(r->error, "print it with other values instead: -p name=value, --seed n");
    return 0;
  }
  if (strcmp(w->name, "p5") == 0 && r->seed_is_open) {
    burl__fail(r->error, BURL_ARGUMENT, nowhere, "p5 sets no uniforms of unsigned whole numbers, as the seed's are");
    burl__hint(r->error, "print it with another seed instead: --seed n");
    return 0;
  }
  if (strcmp(w->name, "godot-spatial") == 0 && program->dims == 1) {
    burl__fail(r->error, BURL_DIMENSION, nowhere, "a ground has two dimensions, and the recipe one");
    burl__hint(r->error, "compile it for 2 dimensions");
    return 0;
  }
  return 1;
}

/* GLSL ES 1.00, by its names. */
static int is_webgl1(const char *name) {
  static const char *const names[] = {"webgl", "webgl1", "glsles1", "glsles100", "essl1", "essl100"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i], name) == 0) return 1;
  return 0;
}

static int check_target(burl__code_request *r) {
  const char *const given = r->options.target ? r->options.target : "";
  if (is_webgl1(given)) {
    burl__fail(r->error, BURL_ARGUMENT, nowhere,
               "WebGL 1 has no whole numbers of 32 bits, of which noise is made: no code for '%s'", given);
    burl__hint(r->error, "glsles is for WebGL 2: GLSL ES 3.00");
    return 0;
  }
  burl__similar best = {NULL, 0};
  for (int i = 0; i < TARGET_COUNT; i++) {
    if (strcmp(burl__dialects[i].name, given) == 0) {
      r->target = (burl__target)i;
      return 1;
    }
    burl__similar_try(&best, given, burl__dialects[i].name);
  }
  burl__fail(r->error, BURL_ARGUMENT, nowhere, "there is no target '%.40s'", given);
  if (best.nearest) burl__hint(r->error, "did you mean '%s'?", best.nearest);
  else burl__hint(r->error, "glsl, glsles, wgsl, hlsl, msl, opencl, cuda or c");
  return 0;
}

/* The next name of a list with commas between; at its end *at is NULL. */
static size_t next_name(const char **at, const char **name) {
  const size_t length = strcspn(*at, ",");
  *name = *at;
  *at = *name + length;
  *at = **at ? *at + 1 : NULL;
  return length;
}

static int is_name(const char *name, const char *text, size_t length) {
  return strlen(name) == length && strncmp(name, text, length) == 0;
}

static int add_entry(burl__code_request *r, const char *name, size_t length) {
  static const char *const names[] = {"cell", "p", "d"};
  for (int i = 0; i < 3; i++)
    if (is_name(names[i], name, length)) {
      r->entries |= 1 << i;
      return 1;
    }
  burl__fail(r->error, BURL_ARGUMENT, nowhere, "there is no entry '%.*s'", (int)(length < 40 ? length : 40), name);
  burl__hint(r->error, "cell, p or d: by cells and fractions, by floats, by doubles");
  return 0;
}

static int check_entries(burl__code_request *r) {
  const burl__dialect *const d = &burl__dialects[r->target];
  const int is_shader = r->target < TARGET_OPENCL;
  const char *const given = r->options.entries ? r->options.entries : r->is_lean ? "p" : is_shader ? "cell,p" : "d";
  const char *name;
  for (const char *at = given; at;) {
    const size_t length = next_name(&at, &name);
    if (!add_entry(r, name, length)) return 0;
  }
  if (r->is_lean && r->entries != ENTRY_P) {
    burl__fail(r->error, BURL_ARGUMENT, nowhere, "lean text takes floats: its one entry is p");
    burl__hint(r->error, "leave the entries out, or the style");
    return 0;
  }
  if (!(r->entries & ENTRY_D) || d->has_wide) return 1;
  burl__fail(r->error, BURL_ARGUMENT, nowhere, "%s has no doubles, which entry d takes", d->name);
  burl__hint(r->error, "cell is as exact: whole cells, and fractions of them");
  return 0;
}

int burl__is_listed(const char *list, const char *wanted) {
  const char *name;
  for (const char *at = list; at;) {
    const size_t length = next_name(&at, &name);
    if (is_name(wanted, name, length)) return 1;
  }
  return 0;
}

static int check_uniform(burl__code_request *r, const char *name, size_t length) {
  r->seed_is_open |= is_name("seed", name, length);
  r->time_is_open |= is_name("t", name, length);
  r->footprint_is_open |= is_name("footprint", name, length);
  if (is_name("seed", name, length) || is_name("t", name, length) || is_name("footprint", name, length)) return 1;
  for (int i = 0; i < r->program->knob_count; i++)
    if (is_name(r->program->knobs[i].name, name, length)) return 1;
  burl__fail(r->error, BURL_ARGUMENT, nowhere, "the recipe has no knob '%.*s'", (int)(length < 40 ? length : 40), name);
  burl__similar best = {NULL, 0};
  char given[64];
  snprintf(given, sizeof given, "%.*s", (int)(length < sizeof given ? length : sizeof given - 1), name);
  for (int i = 0; i < r->program->knob_count; i++) burl__similar_try(&best, given, r->program->knobs[i].name);
  if (best.nearest) burl__hint(r->error, "did you mean '%.60s'?", best.nearest);
  else burl__hint(r->error, "what may stay open: its knobs, seed, t and footprint");
  return 0;
}

static int check_uniforms(burl__code_request *r) {
  const char *name;
  for (const char *at = r->options.uniforms; at;) {
    const size_t length = next_name(&at, &name);
    if (!check_uniform(r, name, length)) return 0;
  }
  return 1;
}

/* The style, of which exact and fast are other spellings. */
static int check_style(burl__code_request *r) {
  const char *const style = r->options.style;
  burl_code_options *const o = &r->options;
  const int is_exact = style && strcmp(style, "exact") == 0, is_fast = style && strcmp(style, "fast") == 0;
  r->is_lean = style && strcmp(style, "lean") == 0;
  if (style && !is_exact && !is_fast && !r->is_lean) {
    burl__fail(r->error, BURL_ARGUMENT, nowhere, "there is no style '%.40s'", style);
    burl__hint(r->error, "exact, lean or fast");
    return 0;
  }
  o->exact |= is_exact;
  o->fast |= is_fast;
  if ((o->exact != 0) + (o->fast != 0) + r->is_lean < 2) return 1;
  if (r->is_lean) burl__fail(r->error, BURL_ARGUMENT, nowhere, "lean is a style of its own, beside exact and fast");
  else burl__fail(r->error, BURL_ARGUMENT, nowhere, "exact keeps the library's bits, and fast gives them up");
  burl__hint(r->error, "choose one of them");
  return 0;
}

int burl__check_code_request(burl__code_request *r, const burl_program *program, const burl_code_options *options,
                             burl_error *error) {
  r->error = error;
  if (!program || !options || options->struct_size == 0) {
    burl__fail(error, BURL_ARGUMENT, nowhere, program ? "struct_size is not set" : "no program");
    return 0;
  }
  memcpy(&r->options, options, options->struct_size < sizeof r->options ? options->struct_size : sizeof r->options);
  r->program = program;
  if (!check_style(r) || !check_wrapper(r) || !check_target(r) ||
      !burl__choose_names(program, r->options.prefix, r->is_lean, &r->names, error) || !check_entries(r) ||
      !check_uniforms(r) || !check_wrapped(r, program))
    return 0;
  if (!(r->options.footprint >= 0) || !isfinite(r->options.footprint)) {
    burl__fail(error, BURL_ARGUMENT, nowhere, "a footprint is a finite number, at least 0");
    return 0;
  }
  if (r->options.footprint > 0 && r->footprint_is_open) {
    burl__fail(error, BURL_ARGUMENT, nowhere, "the footprint is given, and it is to stay open");
    burl__hint(error, "choose one of them");
    return 0;
  }
  return 1;
}
