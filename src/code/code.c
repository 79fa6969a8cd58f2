/* The public API of code: burl.h's burl_code and burl_code_keys. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "base/fpu.h"
#include "base/similar.h"
#include "code/front.h"
#include "code/print/names.h"
#include "code/print/print.h"
#include "code/walk/seeds.h"
#include "code/walk/walk.h"
#include "program/program.h"
#include "program/results.h"

static const burl__span nowhere = {0, 0, 0};

enum { ENTRY_CELL = 1, ENTRY_P = 2, ENTRY_D = 4 };

/* A request, checked. */
typedef struct {
  const burl_program *program;
  burl_code_options options;
  burl__target target;
  const burl__wrapper *wrapper;
  int entries, seed_is_open, time_is_open;
  burl_error *error;
} request;

/* ---- Checking ------------------------------------------------------------------------------------ */

/* The program that the text is for, which chooses the target. */
static int check_wrapper(request *r) {
  if (!r->options.made_for) return 1;
  r->wrapper = burl__find_wrapper(r->options.made_for);
  if (!r->wrapper) {
    burl__fail(r->error, BURL_ARGUMENT, nowhere, "code can't be made for '%.40s'", r->options.made_for);
    burl__hint(r->error, "%s", BURL__WRAPPERS);
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
    r->options.entries = "cell,p";
    return 1;
  }
  burl__fail(r->error, BURL_ARGUMENT, nowhere, "%s takes %s, not %.40s", r->wrapper->name, target, r->options.target);
  burl__hint(r->error, "leave the target out");
  return 0;
}

/* What some of these programs can't show. */
static int check_wrapped(const request *r, const burl_program *program) {
  const burl__wrapper *const w = r->wrapper;
  if (!w) return 1;
  if ((r->options.uniform_knobs || r->options.uniforms) && !w->has_uniforms) {
    burl__fail(r->error, BURL_ARGUMENT, nowhere, "%s has no uniforms of one's own", w->name);
    burl__hint(r->error, "print it with other values instead: -p name=value, --seed n");
    return 0;
  }
  if (strcmp(w->name, "godot-spatial") == 0 && program->dims == 1) {
    burl__fail(r->error, BURL_DIMENSION, nowhere, "a ground has two dimensions, and the recipe one");
    burl__hint(r->error, "compile it for 2 dimensions");
    return 0;
  }
  return 1;
}

static int check_target(request *r) {
  const char *const given = r->options.target ? r->options.target : "";
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

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static int check_prefix(request *r) {
  if (!r->options.prefix) r->options.prefix = "burl";
  const char *const prefix = r->options.prefix;
  const size_t length = strlen(prefix);
  int is_right = is_letter(prefix[0]) && length <= 40 && strstr(prefix, "__") == NULL &&
                 strncmp(prefix, "gl_", 3) != 0 && strcmp(prefix, "gl") != 0 && prefix[length - 1] != '_';
  for (const char *c = prefix; *c; c++) is_right &= is_letter(*c) || (*c >= '0' && *c <= '9') || *c == '_';
  if (is_right) return 1;
  burl__fail(r->error, BURL_ARGUMENT, nowhere, "the prefix '%.60s' is not a name", prefix);
  burl__hint(r->error, "at most 40 letters, digits and single underscores between them, such as clouds, but not gl");
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

static int add_entry(request *r, const char *name, size_t length) {
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

static int check_entries(request *r) {
  const burl__dialect *const d = &burl__dialects[r->target];
  const int is_shader = r->target < TARGET_OPENCL;
  const char *const given = r->options.entries ? r->options.entries : is_shader ? "cell,p" : "d";
  const char *name;
  for (const char *at = given; at;) {
    const size_t length = next_name(&at, &name);
    if (!add_entry(r, name, length)) return 0;
  }
  if (!(r->entries & ENTRY_D) || d->has_wide) return 1;
  burl__fail(r->error, BURL_ARGUMENT, nowhere, "%s has no doubles, which entry d takes", d->name);
  burl__hint(r->error, "cell is as exact: whole cells, and fractions of them");
  return 0;
}

static int is_listed(const char *list, const char *wanted) {
  const char *name;
  for (const char *at = list; at;) {
    const size_t length = next_name(&at, &name);
    if (is_name(wanted, name, length)) return 1;
  }
  return 0;
}

static int check_uniform(request *r, const char *name, size_t length) {
  r->seed_is_open |= is_name("seed", name, length);
  r->time_is_open |= is_name("t", name, length);
  if (is_name("seed", name, length) || is_name("t", name, length)) return 1;
  for (int i = 0; i < r->program->knob_count; i++)
    if (is_name(r->program->knobs[i].name, name, length)) return 1;
  burl__fail(r->error, BURL_ARGUMENT, nowhere, "the recipe has no knob '%.*s'", (int)(length < 40 ? length : 40), name);
  burl__similar best = {NULL, 0};
  char given[64];
  snprintf(given, sizeof given, "%.*s", (int)(length < sizeof given ? length : sizeof given - 1), name);
  for (int i = 0; i < r->program->knob_count; i++) burl__similar_try(&best, given, r->program->knobs[i].name);
  if (best.nearest) burl__hint(r->error, "did you mean '%.60s'?", best.nearest);
  else burl__hint(r->error, "what may stay open: its knobs, seed and t");
  return 0;
}

static int check_uniforms(request *r) {
  const char *name;
  for (const char *at = r->options.uniforms; at;) {
    const size_t length = next_name(&at, &name);
    if (!check_uniform(r, name, length)) return 0;
  }
  return 1;
}

static int check_request(request *r, const burl_program *program, const burl_code_options *options, burl_error *error) {
  r->error = error;
  if (!program || !options || options->struct_size == 0) {
    burl__fail(error, BURL_ARGUMENT, nowhere, program ? "struct_size is not set" : "no program");
    return 0;
  }
  memcpy(&r->options, options, options->struct_size < sizeof r->options ? options->struct_size : sizeof r->options);
  r->program = program;
  if (!check_wrapper(r) || !check_target(r) || !check_prefix(r) || !check_entries(r) || !check_uniforms(r) ||
      !check_wrapped(r, program))
    return 0;
  if (!(r->options.footprint >= 0) || !isfinite(r->options.footprint)) {
    burl__fail(error, BURL_ARGUMENT, nowhere, "a footprint is a finite number, at least 0");
    return 0;
  }
  if (r->options.exact && r->options.fast) {
    burl__fail(error, BURL_ARGUMENT, nowhere, "exact keeps the library's bits, and fast gives them up");
    burl__hint(error, "choose one of them");
    return 0;
  }
  if (burl_result_count(program) == 1) return 1;
  burl__fail(error, BURL_ARGUMENT, nowhere, "code is of one result, and the program has %d",
             burl_result_count(program));
  burl__hint(error, "print each by itself, with a prefix of its own");
  return 0;
}

/* ---- Expanding ----------------------------------------------------------------------------------- */

/* The program's graph as code needs it. */
typedef struct {
  burl__arena arena;
  burl__graph graph;
  burl__outputs outputs;
  burl__code_wishes wishes;
  const burl_program *program;
  unsigned char *is_read, *by_seed; /* by node, of code/seeds.h; by_seed: where the seed is open, else 0 */
  int is_direction;
} expansion;

static int expand(burl__expander *expander, void *user) {
  expansion *const x = user;
  expander->wishes = &x->wishes;
  const burl__value value = burl__expand_whole(expander, x->program->results[0].tree, x->program->dims);
  x->outputs.channels = value.channels;
  memcpy(x->outputs.node, value.node, sizeof value.node);
  x->is_direction = value.is_direction;
  return value.channels != 0;
}

static void close_expansion(expansion *x) {
  burl__graph_close(&x->graph);
  burl__arena_close(&x->arena);
}

/* Expands with these knobs open; 0 with *error filled, and nothing to close. */
static int open_expansion(expansion *x, const burl_program *program, const unsigned char *is_open, burl_error *error) {
  memset(x, 0, sizeof *x);
  burl__arena_open(&x->arena, program->allocator);
  burl__graph_open(&x->graph, &x->arena, error);
  x->program = program;
  x->wishes = (burl__code_wishes){.is_open = is_open, .knobs = program->knobs, .arena = &x->arena};
  const burl__fpu fpu = burl__fpu_open();
  const int done = burl__with_expander(program, &x->graph, NULL, expand, x);
  burl__fpu_close(fpu);
  if (!done) close_expansion(x);
  return done;
}

static int fail_for_seed(const request *r) {
  burl__fail(r->error, BURL_ARGUMENT, nowhere,
             "the seed can't stay open: more follows from it than words (a table, or a number of the recipe's own)");
  burl__hint(r->error, "print it for each seed: --seed n");
  return 0;
}

/* Which constants follow from the seed, where that is open: those that are others with another.  0: failed. */
static int find_seeded(const request *r, expansion *x, const burl_program *program, const unsigned char *is_open) {
  x->is_read = burl__arena_take(&x->arena, x->graph.count + 1);
  x->by_seed = burl__arena_take(&x->arena, x->graph.count + 1);
  if (!x->is_read || !x->by_seed) return burl__out_of_memory(r->error), 0;
  if (!r->seed_is_open) return 1;
  burl_program other = *program;
  expansion y;
  other.seed = program->seed ^ UINT64_C(0x9E3779B97F4A7C15); /* of as many digits as there can be */
  if (!open_expansion(&y, &other, is_open, r->error)) return 0;
  burl__mark_read(&x->graph, x->outputs.node, x->outputs.channels, x->is_read);
  const int is_marked = burl__mark_seeded(&x->graph, &y.graph, x->is_read, x->by_seed);
  close_expansion(&y);
  return is_marked ? 1 : fail_for_seed(r);
}

/* What the library says of an open knob that has to be constant. */
static const char *reason_of(const burl_error *said, burl__arena *arena) {
  const size_t size = sizeof said->message + 32;
  char *const reason = burl__arena_take(arena, size);
  if (reason) snprintf(reason, size, "%s (line %d)", said->message, said->line);
  return reason;
}

/* Opens a knob beside those that are open; leaves it closed, with *said, where the program can't be expanded so. */
static int open_knob(const request *r, burl__open_knobs *knobs, int knob, burl_error *said) {
  expansion x;
  knobs->is_open[knob] = 1;
  if (open_expansion(&x, r->program, knobs->is_open, said)) return close_expansion(&x), 1;
  knobs->is_open[knob] = 0;
  return 0;
}

/* The knobs that were asked for by name, all of which must open. */
static int open_listed_knobs(const request *r, burl__open_knobs *knobs) {
  for (int i = 0; i < r->program->knob_count; i++)
    if (is_listed(r->options.uniforms, r->program->knobs[i].name) && !open_knob(r, knobs, i, r->error)) {
      r->error->hint[0] = '\0';
      burl__hint(r->error, "so that %.60s can't stay open", r->program->knobs[i].name);
      return 0;
    }
  return 1;
}

/* Each of the others, if it can. */
static int open_other_knobs(const request *r, burl__arena *arena, burl__open_knobs *knobs) {
  for (int i = 0; i < r->program->knob_count; i++) {
    burl_error said = {0};
    if (knobs->is_open[i] || open_knob(r, knobs, i, &said)) continue;
    knobs->reason[i] = reason_of(&said, arena);
    if (said.status == BURL_MEMORY || !knobs->reason[i]) return burl__out_of_memory(r->error), 0;
  }
  return 1;
}

static int find_open_knobs(const request *r, burl__arena *arena, burl__open_knobs *knobs) {
  const size_t count = (size_t)r->program->knob_count + 1;
  knobs->is_open = burl__arena_take(arena, count);
  knobs->reason = burl__arena_take(arena, count * sizeof *knobs->reason);
  if (!knobs->is_open || !knobs->reason) return burl__out_of_memory(r->error), 0;
  return open_listed_knobs(r, knobs) && (!r->options.uniform_knobs || open_other_knobs(r, arena, knobs));
}

/* ---- Functions ----------------------------------------------------------------------------------- */

static int reads_time(const expansion *x) {
  unsigned axes = 0;
  for (int c = 0; c < x->outputs.channels; c++) axes |= x->graph.nodes[x->outputs.node[c]].axes;
  return (axes & BURL__AXES_TIME) != 0;
}

/* The entry of floats: its cells and fractions, to the entry of cells. */
static int add_float_entry(const request *r, burl__module *m, int cell_entry, int dims, int has_time) {
  const burl__dialect *const dialect = &burl__dialects[r->target];
  const int is_c = r->target == TARGET_C, has_barriers = dialect->fusing == FUSED_BARRIER && r->options.exact;
  const int has_vectors = dialect->converts_vectors && !has_barriers;
  const int function = burl__add_function(m, is_c ? "p_of" : "p");
  int cells[4], fractions[4], values[3], count = 0;
  if (function < 0) return 0;
  m->block = m->functions[function].block;
  const int p = burl__add_parameter(m, function, "p", burl__vector_of(KIND_REAL, dims));
  for (int a = 0; a < dims && !has_vectors; a++) {
    const int at = burl__part(m, p, a), below = burl__unary(m, VALUE_FLOOR, at);
    cells[a] = burl__convert_to(m, below, KIND_INT);
    fractions[a] = burl__binary(m, VALUE_MINUS, at, below);
  }
  const int floor = has_vectors ? burl__name_value(m, burl__unary(m, VALUE_FLOOR, p), "below") : BURL__NO_VALUE;
  values[count++] =
      has_vectors ? burl__convert_to(m, floor, KIND_INT) : burl__make(m, burl__vector_of(KIND_INT, dims), cells);
  values[count++] =
      has_vectors ? burl__value_at(m, VALUE_MINUS, burl__vector_of(KIND_REAL, dims), 0, 2, (const int[]){p, floor})
                  : burl__make(m, burl__vector_of(KIND_REAL, dims), fractions);
  if (has_time) values[count++] = burl__add_parameter(m, function, "t", burl__kind_of(KIND_REAL));
  burl__function *const f = &m->functions[function];
  f->result = m->functions[cell_entry].result;
  f->is_entry = 1;
  f->value = burl__value_at(m, VALUE_CALL, f->result, cell_entry, count, values);
  return m->functions[function].value >= 0;
}

/* The parts by node, of the nodes that gates and aliases stand for. */
static const burl__named_node *parts_of(expansion *x, const burl__view *view) {
  burl__named_node *const named = burl__arena_take(&x->arena, (x->graph.count + 1) * sizeof *named);
  const size_t count = x->graph.count < x->wishes.named_count ? x->graph.count : x->wishes.named_count;
  for (size_t i = 0; named && i < count; i++) {
    burl__named_node *const to = &named[burl__behind_gates(view, (int)i)];
    if (to->name || !x->wishes.named[i].name) continue;
    *to = x->wishes.named[i];
    for (int a = 0; a < to->dims; a++) to->coordinate[a] = burl__behind_gates(view, to->coordinate[a]);
  }
  return named;
}

/* What knobs are called as uniforms. */
static const char **knob_names_of(expansion *x) {
  const burl_program *const program = x->program;
  const char **const given = burl__arena_take(&x->arena, (size_t)(program->knob_count + 1) * sizeof *given);
  for (int i = 0; given && i < program->knob_count; i++) given[i] = program->knobs[i].name;
  return given ? burl__knob_names(given, program->knob_count, &x->arena) : NULL;
}

static int add_entries(const request *r, burl__module *m, burl__evaluator *e, burl__walk_task *task) {
  int cells = -1;
  const int is_c = r->target == TARGET_C; /* whose entries take pointers, and call these */
  if (r->entries & ENTRY_D && burl__walk(m, e, task, BURL__BY_DOUBLES, is_c ? "d_of" : "d") < 0) return 0;
  if (r->entries & (ENTRY_CELL | ENTRY_P)) {
    task->key_count = 0;
    cells = burl__walk(m, e, task, BURL__BY_CELLS, is_c ? "cell_of" : "cell");
    if (cells < 0) return 0;
  }
  return !(r->entries & ENTRY_P) || add_float_entry(r, m, cells, task->dims, task->reads_time);
}

static burl_status fail_module(const request *r, const burl__module *m) {
  if (m->failed == FAILED_MEMORY) return burl__out_of_memory(r->error);
  if (m->failed == FAILED_LENGTH) {
    burl__fail(r->error, BURL_LIMIT, nowhere, "the code would be too long");
    burl__hint(r->error, "%s", BURL__HINT_SMALLER);
    return r->error->status;
  }
  return burl__fail(r->error, BURL_LIMIT, nowhere, "no code is known for '%.60s'", m->misread ? m->misread : "this");
}

/* Makes the module's functions. */
static int fill_module(const request *r, burl__module *m, burl__walk_task *task) {
  burl__evaluator *const e = burl__evaluator_open(m, r->options.fast);
  if (!e) return burl__module_fail(m, FAILED_MEMORY), 0;
  const burl__fpu fpu = burl__fpu_open();
  const int done = add_entries(r, m, e, task);
  burl__fpu_close(fpu);
  burl__evaluator_close(e);
  return done && !m->failed;
}

/* ---- Text ---------------------------------------------------------------------------------------- */

static int write_text(const request *r, const expansion *x, burl__module *m, const burl__walk_task *task,
                      const burl__open_knobs *knobs) {
  const burl__print_options print = {.dialect = &burl__dialects[r->target],
                                     .prefix = r->options.prefix,
                                     .is_exact = r->options.exact,
                                     .is_fast = r->options.fast,
                                     .is_within = r->wrapper && r->wrapper->is_within,
                                     .is_godot = r->wrapper && r->wrapper->is_godot,
                                     .zero = r->wrapper ? r->wrapper->zero : NULL};
  const burl__front front = {.program = r->program,
                             .module = m,
                             .target = r->target,
                             .wrapper = r->wrapper,
                             .print = &print,
                             .knobs = knobs,
                             .knob_names = task->knob_names,
                             .channels = x->outputs.channels,
                             .dims = task->dims,
                             .reads_time = task->reads_time,
                             .key_count = task->has_keys ? (int)task->key_count : 0,
                             .by_cells = (r->entries & ~ENTRY_D) != 0,
                             .by_doubles = (r->entries & ENTRY_D) != 0,
                             .by_floats = (r->entries & ENTRY_P) != 0,
                             .graph = &x->graph,
                             .outputs = &x->outputs};
  burl__text text;
  burl__text_open(&text, r->program->allocator);
  burl__write_front(&front, &text);
  burl__print_module(m, &print, &text);
  burl__write_back(&front, &text);
  const int done = !text.failed && !m->failed;
  if (text.failed) burl__module_fail(m, FAILED_MEMORY);
  if (done && r->options.write) r->options.write(r->options.user, text.start, text.length);
  burl__text_close(&text);
  return done;
}

/* Walks an expansion, of which the task says the keys, and prints it; knobs: NULL: it is walked for the keys alone. */
static void make_code(const request *r, expansion *x, burl__walk_task *task, const burl__open_knobs *knobs) {
  const double step = r->options.footprint;
  const burl__view view = {.graph = &x->graph, .shape = {.points = 1, .step = {step, step, step, step}}};
  burl__module m;
  task->view = &view;
  task->outputs = &x->outputs;
  task->named = parts_of(x, &view);
  task->knob_names = knob_names_of(x);
  task->dims = r->program->dims;
  task->reads_time = reads_time(x) && !r->time_is_open;
  task->time_is_uniform = r->time_is_open;
  burl__module_open(&m, &x->arena);
  if (!task->named || !task->knob_names) burl__out_of_memory(r->error);
  else if (!fill_module(r, &m, task) || (knobs && !write_text(r, x, &m, task, knobs))) fail_module(r, &m);
  burl__module_close(&m);
}

burl_status burl_code(const burl_program *program, const burl_code_options *options, burl_error *error) {
  burl_error ignored = {0};
  request r = {.error = error ? error : &ignored};
  memset(r.error, 0, sizeof *r.error);
  expansion x;
  burl__arena arena;
  if (!check_request(&r, program, options, r.error)) return r.error->status;
  burl__arena_open(&arena, program->allocator);
  burl__open_knobs knobs;
  if (find_open_knobs(&r, &arena, &knobs) && open_expansion(&x, program, knobs.is_open, r.error)) {
    if (find_seeded(&r, &x, program, knobs.is_open)) {
      burl__walk_task task = {.has_keys = r.seed_is_open, .by_seed = x.by_seed};
      make_code(&r, &x, &task, &knobs);
    }
    close_expansion(&x);
  }
  burl__arena_close(&arena);
  return r.error->status;
}

/* ---- Keys ---------------------------------------------------------------------------------------- */

/* The keys of a seed for a text of x. */
static void find_keys(const request *r, expansion *x, const unsigned char *is_open, uint64_t seed,
                      burl__walk_task *task) {
  burl_program other = *r->program;
  expansion y;
  other.seed = seed;
  if (!find_seeded(r, x, r->program, is_open) || !open_expansion(&y, &other, is_open, r->error)) return;
  task->by_seed = x->by_seed;
  if (burl__differ_as_marked(&x->graph, &y.graph, x->is_read, x->by_seed)) make_code(r, &y, task, NULL);
  else fail_for_seed(r);
  close_expansion(&y);
}

burl_status burl_code_keys(const burl_program *program, const burl_code_options *options, uint64_t seed, uint32_t *keys,
                           size_t room, size_t *count) {
  burl_error error = {0};
  request r = {.error = &error};
  burl__walk_task task = {.has_keys = 1, .keys = keys, .key_room = room};
  burl__arena arena;
  burl__open_knobs knobs;
  expansion x;
  if (!check_request(&r, program, options, &error)) return error.status;
  r.seed_is_open = 1;
  burl__arena_open(&arena, program->allocator);
  if (find_open_knobs(&r, &arena, &knobs) && open_expansion(&x, program, knobs.is_open, &error)) {
    find_keys(&r, &x, knobs.is_open, seed, &task);
    close_expansion(&x);
  }
  burl__arena_close(&arena);
  if (count && error.status == BURL_OK) *count = task.key_count;
  return error.status;
}
