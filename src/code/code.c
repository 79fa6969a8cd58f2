/* The public API of code: burl.h's burl_code and burl_code_keys. */
#include <string.h>

#include "base/fpu.h"
#include "code/expansion.h"
#include "code/print/names.h"
#include "code/shorten/shorten.h"
#include "code/walk/seeds.h"
#include "code/walk/walk.h"

static const burl__span nowhere = {0, 0, 0};

/* ---- Functions ----------------------------------------------------------------------------------- */

static int reads_time(const burl__expansion *x) {
  unsigned axes = 0;
  for (int c = 0; c < x->outputs.channels; c++) axes |= x->graph.nodes[x->outputs.node[c]].axes;
  return (axes & BURL__AXES_TIME) != 0;
}

/* The entry of floats: takes their cells and fractions, and calls the entry of cells. */
static int add_float_entry(const burl__code_request *r, burl__module *m, int cell_entry, int dims, int has_time) {
  const burl__dialect *const dialect = &burl__dialects[r->target];
  const int is_c = r->target == TARGET_C, has_barriers = dialect->fusing == FUSED_BARRIER && r->options.exact;
  const int has_vectors = dialect->converts_vectors != CONVERTS_NONE && !has_barriers;
  const int function = burl__add_function(m, is_c ? "p_of" : "p");
  int cells[4], fractions[4], values[4], count = 0;
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
  if (has_time) {
    const int t = burl__add_parameter(m, function, "t", burl__kind_of(KIND_REAL));
    const int whole = burl__unary(m, VALUE_FLOOR, t);
    values[count++] = burl__convert_to(m, whole, KIND_INT);
    values[count++] = burl__binary(m, VALUE_MINUS, t, whole);
  }
  burl__function *const f = &m->functions[function];
  f->result = m->functions[cell_entry].result;
  f->is_entry = 1;
  f->value = burl__value_at(m, VALUE_CALL, f->result, cell_entry, count, values);
  return m->functions[function].value >= 0;
}

/* The parts by node, of the nodes that gates and aliases stand for. */
static const burl__named_node *parts_of(burl__expansion *x, const burl__view *view, int with_arguments) {
  burl__named_node *const named = burl__arena_take(&x->arena, (x->graph.count + 1) * sizeof *named);
  const size_t count = x->graph.count < x->wishes.named_count ? x->graph.count : x->wishes.named_count;
  for (size_t i = 0; named && i < count; i++) {
    burl__named_node *const to = &named[burl__behind_gates(view, (int)i)];
    if (to->name || !x->wishes.named[i].name) continue;
    *to = x->wishes.named[i];
    for (int a = 0; a < to->dims; a++) to->coordinate[a] = burl__behind_gates(view, to->coordinate[a]);
    if (!with_arguments) to->argument_count = 0;
    for (int a = 0; a < to->argument_count; a++) to->argument[a] = burl__behind_gates(view, to->argument[a]);
  }
  return named;
}

/* A file's name without folders and what follows its first dot, as a name of the text. */
static const char *stem_of(const char *file, burl__arena *arena) {
  const char *const slash = strrchr(file, '/'), *const start = slash ? slash + 1 : file;
  char *const stem = burl__arena_text(arena, start, strcspn(start, "."));
  for (char *c = stem; c && *c; c++)
    if (!(*c >= 'a' && *c <= 'z') && !(*c >= 'A' && *c <= 'Z') && !(*c >= '0' && *c <= '9')) *c = '_';
  return stem && (*stem < 'A') ? "picture" : stem;
}

/* The names of knobs and images as uniforms. */
static int name_uniforms(burl__expansion *x, burl__walk_task *task) {
  const burl_program *const program = x->program;
  const int knobs = program->knob_count;
  int images = 0;
  while (burl__image_at(program->images, images)) images++;
  const char **const given = burl__arena_take(&x->arena, (size_t)(knobs + images + 1) * sizeof *given);
  burl__image **const list = burl__arena_take(&x->arena, (size_t)(images + 1) * sizeof *list);
  if (!given || !list) return 0;
  for (int i = 0; i < knobs; i++) given[i] = program->knobs[i].name;
  for (int i = 0; i < images; i++) {
    list[i] = burl__image_at(program->images, i);
    if (!(given[knobs + i] = stem_of(list[i]->name, &x->arena))) return 0;
  }
  task->images = list;
  task->image_count = images;
  task->knob_names = burl__uniform_names(given, knobs + images, knobs, &x->arena);
  if (task->knob_names) task->image_names = task->knob_names + knobs;
  return task->knob_names != NULL;
}

static int add_entries(const burl__code_request *r, burl__module *m, burl__evaluator *e, burl__walk_task *task) {
  int cells = -1;
  const int is_c = r->target == TARGET_C; /* whose entries take pointers, and call these */
  if (r->entries & ENTRY_D && burl__walk(m, e, task, BURL__BY_DOUBLES, is_c ? "d_of" : "d") < 0) return 0;
  if (r->is_lean) return burl__walk(m, e, task, BURL__BY_FLOATS, is_c ? "of" : "") >= 0;
  if (r->entries & (ENTRY_CELL | ENTRY_P)) {
    task->key_count = 0;
    cells = burl__walk(m, e, task, BURL__BY_CELLS, is_c ? "cell_of" : "cell");
    if (cells < 0) return 0;
  }
  return !(r->entries & ENTRY_P) || add_float_entry(r, m, cells, task->dims, task->reads_time);
}

static burl_status fail_module(const burl__code_request *r, const burl__module *m) {
  switch (m->failed) {
  case FAILED_MEMORY: return burl__out_of_memory(r->error);
  case FAILED_LENGTH:
    burl__fail(r->error, BURL_LIMIT, nowhere, "the code would be too long");
    burl__hint(r->error, "%s", BURL__HINT_SMALLER);
    return r->error->status;
  case NOT_FAILED:
  case FAILED_MISREAD: break;
  }
  return burl__fail(r->error, BURL_LIMIT, nowhere, "no code is known for '%.60s'", m->misread ? m->misread : "this");
}

static burl__text_style style_of(const burl__code_request *r) {
  if (r->is_lean) return burl__dialects[r->target].own[OWN_MIX] ? BURL__LEAN_WITH_WORDS : BURL__LEAN;
  return r->options.fast ? BURL__FAST : BURL__EXACT;
}

/* Makes the module's functions. */
static int fill_module(const burl__code_request *r, burl__module *m, burl__walk_task *task) {
  burl__evaluator *const e = burl__evaluator_open(m, style_of(r));
  if (!e) return burl__module_fail(m, FAILED_MEMORY), 0;
  const burl__fpu fpu = burl__fpu_open();
  const int done = add_entries(r, m, e, task);
  if (done && r->is_lean) burl__shorten(m);
  burl__fpu_close(fpu);
  burl__evaluator_close(e);
  return done && !m->failed;
}

/* ---- Results ------------------------------------------------------------------------------------- */

/* A result's name without the part in front of a point, material.height's height, unless another ends so, too. */
static const char *end_of_name(const burl_program *program, int result) {
  const char *const name = program->results[result].name, *const dot = strrchr(name, '.');
  for (int i = 0; dot && i < program->result_count; i++) {
    const char *const other = program->results[i].name, *const end = strrchr(other, '.');
    if (i != result && strcmp(end ? end + 1 : other, dot + 1) == 0) return name;
  }
  return dot ? dot + 1 : name;
}

/* The fields of several results.  0: out of memory. */
static int find_fields(burl__expansion *x, burl__walk_task *task) {
  const burl_program *const program = x->program;
  const size_t count = (size_t)program->result_count;
  if (count < 2) return 1;
  const char **const given = burl__arena_take(&x->arena, count * sizeof *given);
  burl__result_field *const fields = burl__arena_take(&x->arena, count * sizeof *fields);
  for (size_t i = 0; given && i < count; i++) given[i] = end_of_name(program, (int)i);
  const char **const names = given ? burl__field_names(given, (int)count, &x->arena) : NULL;
  if (!names || !fields) return 0;
  for (size_t i = 0; i < count; i++) {
    const burl__result *const r = &program->results[i];
    fields[i] = (burl__result_field){names[i], r->first, r->channels, r->is_data};
  }
  task->fields = fields;
  task->field_count = (int)count;
  return 1;
}

/* What a program shows of several results: the first colour, or else the first. */
static const burl__result_field *shown_of(const burl__walk_task *task) {
  for (int i = 0; i < task->field_count; i++)
    if (task->fields[i].channels >= 3 && !task->fields[i].is_data) return &task->fields[i];
  return task->fields;
}

/* ---- Text ---------------------------------------------------------------------------------------- */

/* In place of a text what it costs. */
static void give_cost(burl__cost *cost, burl__text *text) {
  for (size_t i = 0; i < text->length; i++) cost->lines += text->start[i] == '\n';
  text->length = 0;
  burl__write_cost_table(cost, text);
}

static int write_text(const burl__code_request *r, const burl__expansion *x, burl__module *m,
                      const burl__walk_task *task, const burl__open_knobs *knobs) {
  const burl__print_options print = {.dialect = &burl__dialects[r->target],
                                     .prefix = r->names.prefix,
                                     .type = r->names.type,
                                     .is_exact = r->options.exact,
                                     .is_fast = r->options.fast || r->is_lean,
                                     .is_lean = r->is_lean,
                                     .is_within = r->wrapper && r->wrapper->is_within,
                                     .is_godot = r->wrapper && r->wrapper->is_godot,
                                     .zero = r->wrapper ? r->wrapper->zero : NULL};
  const burl__result_field *const shown = shown_of(task);
  burl__front front = {.program = r->program,
                       .module = m,
                       .target = r->target,
                       .wrapper = r->wrapper,
                       .print = &print,
                       .knobs = knobs,
                       .knob_names = task->knob_names,
                       .fields = task->fields,
                       .shown = shown,
                       .field_count = task->field_count,
                       .first = shown ? shown->first : 0,
                       .channels = shown           ? shown->channels
                                   : x->has_slopes ? 1
                                                   : x->outputs.channels,
                       .dims = task->dims,
                       .entry = r->names.entry,
                       .reads_time = task->reads_time,
                       .reads_footprint = burl__reads_footprint(x),
                       .footprint = r->footprint_is_open ? 0 : r->options.footprint,
                       .measures_footprint = r->footprint_is_measured,
                       .key_count = task->has_keys ? (int)task->key_count : 0,
                       .by_cells = (r->entries & ~ENTRY_D) != 0 && !r->is_lean,
                       .by_doubles = (r->entries & ENTRY_D) != 0,
                       .by_floats = (r->entries & ENTRY_P) != 0,
                       .graph = &x->graph,
                       .outputs = &x->outputs};
  if (r->wrapper && !r->wrapper->has_uniforms && burl__count_images(&front) > 4) {
    burl__fail(r->error, BURL_LIMIT, nowhere, "%s has four channels, and the recipe reads %d images", r->wrapper->name,
               burl__count_images(&front));
    return 1;
  }
  burl__text text;
  burl__text_open(&text, r->program->allocator);
  const int is_counted = r->is_lean || r->options.cost;
  burl__cost cost = is_counted ? burl__cost_of(m, &print) : (burl__cost){0};
  if (is_counted) front.cost = &cost;
  burl__write_front(&front, &text);
  if (r->is_lean) burl__note_parts(&front, m);
  burl__print_module(m, &print, &text);
  burl__write_back(&front, &text);
  const int done = !text.failed && !m->failed;
  if (text.failed) burl__module_fail(m, FAILED_MEMORY);
  if (done && r->options.cost) give_cost(&cost, &text);
  if (done && r->options.write) r->options.write(r->options.user, text.start, text.length);
  burl__text_close(&text);
  return done;
}

/* Walks an expansion, with the task's keys, and prints it; knobs NULL: it is walked for the keys alone. */
static void make_code(const burl__code_request *r, burl__expansion *x, burl__walk_task *task,
                      const burl__open_knobs *knobs) {
  const double step = r->options.footprint;
  const burl__view view = {.graph = &x->graph,
                           .shape = {.points = 1, .step = {step, step, step, step}},
                           .steps_are_open = r->footprint_is_open || r->footprint_is_measured,
                           .gates_fade = r->is_lean};
  burl__module m;
  task->view = &view;
  task->outputs = &x->outputs;
  task->named = parts_of(x, &view, r->is_lean);
  task->images_are_flipped = r->wrapper && r->wrapper->flips_images;
  task->dims = r->program->dims;
  task->reads_time = reads_time(x) && !r->time_is_open;
  task->time_is_uniform = r->time_is_open;
  task->measures_footprint = r->footprint_is_measured;
  burl__module_open(&m, &x->arena);
  m.has_vectors = r->is_lean && burl__dialects[r->target].converts_vectors != CONVERTS_NONE;
  if (!task->named || !name_uniforms(x, task) || !find_fields(x, task)) burl__out_of_memory(r->error);
  else if (!fill_module(r, &m, task) || (knobs && !write_text(r, x, &m, task, knobs))) fail_module(r, &m);
  burl__module_close(&m);
}

/* Marks what follows from the seed, and looks whether the footprint is known where it is needed: lean text measures it
 * where pixels are drawn, and leaves it open elsewhere. */
static int prepare(burl__code_request *r, burl__expansion *x, const unsigned char *is_open) {
  if (!burl__find_seeded(r, x, r->program, is_open)) return 0;
  if (r->options.footprint > 0 || r->footprint_is_open || !burl__reads_footprint(x)) return 1;
  const int is_of_vertices = x->has_slopes;
  r->footprint_is_measured = r->is_lean && burl__dialects[r->target].own[OWN_DX] && !is_of_vertices;
  r->footprint_is_open = r->is_lean && !r->footprint_is_measured;
  if (r->is_lean) return 1;
  burl__fail(r->error, BURL_ARGUMENT, nowhere,
             "octaves: auto follows the distance between samples, which a text doesn't know");
  burl__hint(r->error,
             "give it as a footprint above 0 (--footprint STEP), leave it open (--uniform footprint), or let lean"
             " text measure it (--style lean)");
  return 0;
}

burl_status burl_code(const burl_program *program, const burl_code_options *options, burl_error *error) {
  burl_error ignored = {0};
  burl__code_request r = {.error = error ? error : &ignored};
  memset(r.error, 0, sizeof *r.error);
  burl__expansion x;
  burl__arena arena;
  if (!burl__check_code_request(&r, program, options, r.error)) return r.error->status;
  burl__arena_open(&arena, program->allocator);
  burl__open_knobs knobs;
  if (burl__find_open_knobs(&r, &arena, &knobs) && burl__open_expansion(&x, &r, program, knobs.is_open, r.error)) {
    if (prepare(&r, &x, knobs.is_open)) {
      burl__walk_task task = {.has_keys = r.seed_is_open, .by_seed = x.by_seed};
      make_code(&r, &x, &task, &knobs);
    }
    burl__close_expansion(&x);
  }
  burl__arena_close(&arena);
  burl__locate(&program->recipe, r.error);
  return r.error->status;
}

/* ---- Keys ---------------------------------------------------------------------------------------- */

/* The keys of a seed for a text of x. */
static void find_keys(burl__code_request *r, burl__expansion *x, const unsigned char *is_open, uint64_t seed,
                      burl__walk_task *task) {
  burl_program other = *r->program;
  burl__expansion y;
  other.seed = seed;
  if (!prepare(r, x, is_open) || !burl__open_expansion(&y, r, &other, is_open, r->error)) return;
  task->by_seed = x->by_seed;
  if (burl__differ_as_marked(&x->graph, &y.graph, x->is_read, x->by_seed)) make_code(r, &y, task, NULL);
  else burl__fail_for_seed(r);
  burl__close_expansion(&y);
}

burl_status burl_code_keys(const burl_program *program, const burl_code_options *options, uint64_t seed, uint32_t *keys,
                           size_t room, size_t *count) {
  burl_error error = {0};
  burl__code_request r = {.error = &error};
  burl__walk_task task = {.has_keys = 1, .keys = keys, .key_room = room};
  burl__arena arena;
  burl__open_knobs knobs;
  burl__expansion x;
  if (!burl__check_code_request(&r, program, options, &error)) return error.status;
  r.seed_is_open = 1;
  burl__arena_open(&arena, program->allocator);
  if (burl__find_open_knobs(&r, &arena, &knobs) && burl__open_expansion(&x, &r, program, knobs.is_open, &error)) {
    find_keys(&r, &x, knobs.is_open, seed, &task);
    burl__close_expansion(&x);
  }
  burl__arena_close(&arena);
  if (count && error.status == BURL_OK) *count = task.key_count;
  return error.status;
}
