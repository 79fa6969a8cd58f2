/* The results and parts of results.h, and what the public API says of them. */
#include "program/results.h"

#include <string.h>

#include "base/fpu.h"
#include "base/similar.h"
#include "burl_inspect.h"
#include "program/build.h"

enum { MOST_RESULTS = BURL__MOST_CHANNELS };
static const char several[] = "names with a comma between them: height, normals"; /* a hint */
static const char last_line[] = "result"; /* what the last line is called, unless a part is */

/* ---- Names --------------------------------------------------------------------------------------- */

static const burl__definition *find_definition(const burl__recipe *recipe, const char *name, int is_function) {
  for (const burl__definition *d = recipe->definitions; d; d = d->next)
    if (d->is_function == is_function && strcmp(d->name, name) == 0) return d;
  return NULL;
}

/* Fails as the name is that of no part with a value of its own. */
static int fail_part(const burl__recipe *recipe, const char *name, burl_error *error) {
  const burl__span nowhere = {0, 0, 0};
  const burl__definition *const function = find_definition(recipe, name, 1);
  burl__similar best = {NULL, 0};
  if (function) {
    burl__fail(error, BURL_ARGUMENT, function->place, "'%.100s' is a function: it has no value without its arguments",
               name);
    burl__hint(error, "a line gives it some: %.40s_1 = %.40s(…)", name, name);
    return 0;
  }
  burl__fail(error, BURL_ARGUMENT, nowhere, "the recipe has no part called '%.100s'", name);
  for (const burl__definition *d = recipe->definitions; d; d = d->next)
    if (!d->is_function) burl__similar_try(&best, name, d->name);
  if (strpbrk(name, " \t;+")) burl__hint(error, "%s", several);
  else if (best.nearest) burl__hint(error, "did you mean '%s'?", best.nearest);
  else burl__hint(error, "a part is a name that a line gives: %.40s = …", name);
  return 0;
}

const burl__tree *burl__part_of(const burl__recipe *recipe, const char *name) {
  const burl__definition *const d = find_definition(recipe, name, 0);
  return d ? d->body : NULL;
}

/* The expression that a result's name stands for; NULL with *error: there is none. */
static const burl__tree *tree_of(const burl__recipe *recipe, const char *name, burl_error *error) {
  const burl__tree *const tree = burl__part_of(recipe, name);
  if (tree) return tree;
  if (strcmp(name, last_line) == 0) return recipe->result;
  fail_part(recipe, name, error);
  return NULL;
}

/* The tree of d(tree, x), or by another coordinate, as burl_options.derivative_by says; the tree itself where that is
 * 0.  NULL: out of memory. */
static const burl__tree *derivative_of(burl_program *program, const burl__tree *tree) {
  static const char *const names[] = {"x", "y", "z", "w", "t"};
  burl__recipe *const recipe = &program->recipe;
  if (program->options.derivative_by == 0) return tree;
  burl__tree *const parts = burl__arena_take(&program->arena, 3 * sizeof *parts);
  if (!parts) return NULL;
  burl__tree *const call = &parts[0], *const of = &parts[1], *const by = &parts[2];
  *of = *tree;
  of->next = by;
  *by = (burl__tree){.kind = TREE_NAME, .place = tree->place, .id = recipe->tree_count++};
  by->name = names[program->options.derivative_by - 1];
  *call = (burl__tree){.kind = TREE_CALL, .place = tree->place, .id = recipe->tree_count++, .name = "d"};
  call->arguments = of;
  call->function = burl__find_function("d");
  return call;
}

static int keep_result(burl_program *program, const char *name, const burl__tree *tree, burl_error *error) {
  const burl__tree *const asked = derivative_of(program, tree);
  if (asked) program->results[program->result_count++] = (burl__result){.name = name, .tree = asked};
  else burl__out_of_memory(error);
  return asked != NULL;
}

/* Whether a definition is a map that a material gives, or the normals of a height that it gives. */
static int is_given_map(const burl__recipe *recipe, const burl__definition *d) {
  static const char prefix[] = "material.";
  const char *const map = d->name + sizeof prefix - 1;
  if (strncmp(d->name, prefix, sizeof prefix - 1) != 0 || strcmp(map, "size") == 0 || strcmp(map, "depth") == 0)
    return 0;
  const burl__definition *const of =
      strcmp(map, "normal") == 0 && d->is_standard ? find_definition(recipe, "material.height", 0) : d;
  return of && !of->is_standard;
}

static int add_result(burl_program *program, const char *name, burl_error *error);

/* All the maps of a material. */
static int add_material(burl_program *program, burl_error *error) {
  for (const burl__definition *d = program->recipe.definitions; d; d = d->next)
    if (is_given_map(&program->recipe, d) && !add_result(program, d->name, error)) return 0;
  return 1;
}

static int add_result(burl_program *program, const char *name, burl_error *error) {
  const burl__span nowhere = {0, 0, 0};
  if (!*name) {
    burl__fail(error, BURL_ARGUMENT, nowhere, "a result without a name");
    burl__hint(error, "%s", several);
    return 0;
  }
  if (program->result_count == MOST_RESULTS) {
    burl__fail(error, BURL_LIMIT, nowhere, "more than %d results", MOST_RESULTS);
    return 0;
  }
  for (int i = 0; i < program->result_count; i++)
    if (strcmp(program->results[i].name, name) == 0) {
      burl__fail(error, BURL_ARGUMENT, nowhere, "the result '%.100s' is named twice", name);
      return 0;
    }
  if (strcmp(name, "material") == 0 && !burl__part_of(&program->recipe, name) &&
      burl__part_of(&program->recipe, "material.height"))
    return add_material(program, error);
  const burl__tree *const tree = tree_of(&program->recipe, name, error);
  return tree && keep_result(program, name, tree, error);
}

static int is_blank(char c) { return c == ' ' || c == '\t'; }

/* Splits the names, which are the program's own copy. */
static int add_results(burl_program *program, char *names, burl_error *error) {
  for (char *name = names, *end; name; name = end) {
    while (is_blank(*name)) name++;
    char *last = name + strcspn(name, ",");
    end = *last ? last + 1 : NULL;
    while (last > name && is_blank(last[-1])) last--;
    *last = '\0';
    if (!add_result(program, name, error)) return 0;
  }
  return 1;
}

int burl__name_results(burl_program *program, burl_error *error) {
  const char *const given = program->options.result;
  program->results = burl__arena_take(&program->arena, MOST_RESULTS * sizeof *program->results);
  char *const names = program->results && given ? burl__arena_text(&program->arena, given, strlen(given)) : NULL;
  if (!program->results || (given && !names)) {
    burl__out_of_memory(error);
    return 0;
  }
  if (given) return add_results(program, names, error);
  return keep_result(program, last_line, program->recipe.result, error);
}

/* ---- Expansion ----------------------------------------------------------------------------------- */

int burl__with_expander(const burl_program *program, burl__graph *graph, burl__findings *findings,
                        burl__expander_work *work, void *user) {
  burl__arena scratch;
  burl__arena_open(&scratch, program->allocator);
  burl__expander *const expander = burl__arena_take(&scratch, sizeof *expander);
  int done = 0;
  if (expander) {
    expander->graph = graph;
    expander->scratch = &scratch;
    expander->recipe = &program->recipe;
    expander->knobs = program->knob_values;
    expander->knob_count = program->knob_count;
    expander->seed = program->seed;
    expander->findings = findings;
    expander->images = program->images;
    expander->kernels = program->kernels;
    expander->octave_begin = program->options.octave_begin;
    expander->octave_end = program->options.octave_end ? program->options.octave_end : BURL__MOST_OCTAVES;
    done = work(expander, user);
    if (findings) findings->reads |= expander->reads;
  } else {
    burl__out_of_memory(graph->error);
  }
  burl__arena_close(&scratch);
  return done;
}

/* An expression to be expanded at the recipe's own point, and its value. */
typedef struct {
  const burl__tree *tree;
  int dims;
  burl__value value;
} expansion;

static int expand(burl__expander *expander, void *user) {
  expansion *const e = user;
  e->value = burl__expand_whole(expander, e->tree, e->dims);
  return e->value.channels != 0;
}

/* Puts the channels of a result, nodes of `from`, behind those that are there. */
static int add_outputs(burl__plan *plan, burl__result *result, const burl__graph *from, const burl__value *value) {
  burl__outputs *const all = &plan->outputs;
  if (all->channels + value->channels > BURL__MOST_CHANNELS) {
    burl__fail(plan->graph.error, BURL_LIMIT, (burl__span){0, 0, 0}, "the results have more than %d channels together",
               BURL__MOST_CHANNELS);
    return 0;
  }
  result->first = all->channels;
  result->channels = value->channels;
  result->is_data = value->is_data;
  for (int c = 0; c < value->channels; c++) plan->ranges[all->channels + c] = from->nodes[value->node[c]].range;
  if (from == &plan->graph) memcpy(all->node, value->node, sizeof value->node);
  else if (!burl__graph_join(&plan->graph, from, value->node, value->channels, all->node + all->channels)) return 0;
  all->channels += value->channels;
  return 1;
}

/* Expands one of several results into a graph of its own.  In one graph, what is there already would change which
 * bounds it has (see pieces.c), and so what unit() makes of it. */
static int expand_apart(const burl_program *program, burl__plan *plan, burl__result *result) {
  expansion e = {.tree = result->tree, .dims = program->dims};
  burl__graph own;
  burl__graph_open_beside(&own, &plan->graph);
  const int done =
      burl__with_expander(program, &own, &plan->findings, expand, &e) && add_outputs(plan, result, &own, &e.value);
  burl__graph_close(&own);
  return done;
}

/* Coordinates come before all other nodes: schedules give them registers that no step has written to. */
static int expand_several(const burl_program *program, burl__plan *plan) {
  for (int axis = 0; axis < 5; axis++)
    if ((axis < program->dims || axis == 4) && burl__coordinate(&plan->graph, axis) < 0) return 0;
  for (int i = 0; i < program->result_count; i++)
    if (!expand_apart(program, plan, &program->results[i])) return 0;
  return 1;
}

int burl__expand_results(burl_program *program, burl__plan *plan) {
  burl__result *const results = program->results;
  if (program->result_count > 1) return expand_several(program, plan);
  expansion e = {.tree = results->tree, .dims = program->dims};
  return burl__with_expander(program, &plan->graph, &plan->findings, expand, &e) &&
         add_outputs(plan, results, &plan->graph, &e.value);
}

/* ---- Queries ------------------------------------------------------------------------------------- */

int burl_result_count(const burl_program *program) { return program ? program->result_count : 0; }

burl_result burl_result_at(const burl_program *program, int index) {
  if (!program || index < 0 || index >= program->result_count) return (burl_result){NULL, 0, 0, 0};
  const burl__result *const r = &program->results[index];
  return (burl_result){r->name, r->first, r->channels, r->is_data};
}

/* The first definition from one on that a line of the recipe gives. */
static const burl__definition *given(const burl__definition *d) {
  while (d && d->is_hidden) d = d->next;
  return d;
}

int burl_part_count(const burl_program *program) {
  int count = 0;
  for (const burl__definition *d = program ? given(program->recipe.definitions) : NULL; d; d = given(d->next)) count++;
  return count;
}

/* How many channels an expression has; 0: it can't be expanded. */
static int channels_of(const burl_program *program, const burl__tree *tree) {
  expansion e = {.tree = tree, .dims = program->dims};
  burl_error ignored = {0};
  burl__arena arena;
  burl__graph graph;
  burl__arena_open(&arena, program->allocator);
  burl__graph_open(&graph, &arena, &ignored);
  const burl__fpu fpu = burl__fpu_open();
  const int done = burl__with_expander(program, &graph, NULL, expand, &e);
  burl__fpu_close(fpu);
  burl__graph_close(&graph);
  burl__arena_close(&arena);
  return done ? e.value.channels : 0;
}

burl_part burl_part_at(const burl_program *program, int index) {
  const burl__definition *d = program && index >= 0 ? given(program->recipe.definitions) : NULL;
  for (; d && index > 0; index--) d = given(d->next);
  if (!d) return (burl_part){NULL, 0, 0, 0};
  return (burl_part){d->name, d->place.line, d->is_function ? 0 : channels_of(program, d->body), d->is_function};
}
