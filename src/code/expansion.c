/* Expansions: which knobs can stay open is found by trying, and which constants follow from the seed by comparing the
 * graphs of two seeds. */
#include "code/expansion.h"

#include <stdio.h>
#include <string.h>

#include "base/fpu.h"
#include "code/walk/seeds.h"
#include "program/derive.h"
#include "program/node.h"
#include "program/results.h"

static const burl__span nowhere = {0, 0, 0};

/* Appends the slopes of the number along x and y. */
static int add_slopes(burl__expander *expander, burl__value *value) {
  burl__graph *const g = expander->graph;
  int by[5], count = 0;
  for (int axis = 0; axis < expander->dims; axis++) by[count++] = burl__coordinate(g, axis);
  by[count++] = burl__coordinate(g, 4);
  g->place = expander->recipe->result->place;
  for (int axis = 0; axis < 2; axis++) {
    const int slope = burl__derive(g, value->node[0], by, count, axis);
    if (slope < 0) {
      g->error->hint[0] = '\0';
      burl__hint(g->error, "a ground's normals are of its slopes; a difference has some: (shift(e, -0.01) - e)/0.01");
      return 0;
    }
    value->node[value->channels++] = slope;
  }
  return 1;
}

static int expand_one(burl__expander *expander, void *user) {
  burl__expansion *const x = user;
  expander->wishes = &x->wishes;
  burl__value value = burl__expand_whole(expander, x->program->results[0].tree, x->program->dims);
  x->has_slopes &= value.channels == 1;
  if (x->has_slopes && !add_slopes(expander, &value)) return 0;
  x->outputs.channels = value.channels;
  memcpy(x->outputs.node, value.node, sizeof value.node);
  return value.channels != 0;
}

/* ---- Several results ----------------------------------------------------------------------------- */

/* One of several results, to be expanded in a graph of its own, as program/results.c does it: so it has the bits that
 * it has alone. */
typedef struct {
  const burl__tree *tree;
  int dims;
  burl__code_wishes wishes;
  burl__value value;
} apart;

static int expand_apart_in(burl__expander *expander, void *user) {
  apart *const a = user;
  expander->wishes = &a->wishes;
  a->value = burl__expand_whole(expander, a->tree, a->dims);
  return a->value.channels != 0;
}

/* The names of nodes, which are now elsewhere, unless they have one there. */
static int take_names(burl__expansion *x, const burl__code_wishes *from, const int *place, size_t count) {
  const size_t room = x->graph.count;
  burl__named_node *const named = burl__arena_take(&x->arena, (room + 1) * sizeof *named);
  if (!named) return burl__out_of_memory(x->graph.error), 0;
  if (x->wishes.named_count) memcpy(named, x->wishes.named, x->wishes.named_count * sizeof *named);
  for (size_t i = 0; i < count && i < from->named_count; i++) {
    burl__named_node *const to = &named[place[i]];
    if (!from->named[i].name || !place[i] || to->name) continue;
    *to = from->named[i];
    for (int a = 0; a < to->dims; a++) to->coordinate[a] = place[to->coordinate[a]];
    for (int a = 0; a < to->argument_count; a++) to->argument[a] = place[to->argument[a]];
  }
  x->wishes.named = named;
  x->wishes.named_count = room;
  return 1;
}

/* Puts a result's channels behind those that are there. */
static int join_result(burl__expansion *x, const burl__graph *own, const apart *a) {
  const int *const place = burl__graph_place(&x->graph, own, a->value.node, a->value.channels);
  for (int c = 0; place && c < a->value.channels; c++) x->outputs.node[x->outputs.channels++] = place[a->value.node[c]];
  return place && take_names(x, &a->wishes, place, own->count);
}

static int expand_several(burl__expansion *x) {
  const burl_program *const p = x->program;
  for (int axis = 0; axis < 5; axis++)
    if ((axis < p->dims || axis == 4) && burl__coordinate(&x->graph, axis) < 0) return 0;
  for (int i = 0; i < p->result_count; i++) {
    apart a = {.tree = p->results[i].tree, .dims = p->dims, .wishes = x->wishes};
    burl__graph own;
    a.wishes.named = NULL;
    a.wishes.named_count = 0;
    burl__graph_open_beside(&own, &x->graph);
    const int done = burl__with_expander(p, &own, NULL, expand_apart_in, &a) && join_result(x, &own, &a);
    burl__graph_close(&own);
    if (!done) return 0;
  }
  return 1;
}

/* ---- Expansions ---------------------------------------------------------------------------------- */

void burl__close_expansion(burl__expansion *x) {
  burl__graph_close(&x->graph);
  burl__arena_close(&x->arena);
}

/* Lean and fast text reads images through samplers, where the target has them. */
static const char *instead_of_images(const burl__code_request *r) {
  if (!burl__dialects[r->target].sample) return "render it to a picture, and let the program read that";
  if (r->wrapper && r->wrapper->is_within) return "let a Texture Sample node read it, and blend beside the Custom node";
  return r->is_lean || r->options.fast ? NULL : "lean text reads it through a sampler: --style lean";
}

int burl__open_expansion(burl__expansion *x, const burl__code_request *r, const burl_program *program,
                         const unsigned char *is_open, burl_error *error) {
  memset(x, 0, sizeof *x);
  burl__arena_open(&x->arena, program->allocator);
  burl__graph_open(&x->graph, &x->arena, error);
  x->program = program;
  x->has_slopes = r->wrapper && r->wrapper->has_slopes && program->result_count == 1;
  x->wishes = (burl__code_wishes){.is_open = is_open,
                                  .knobs = program->knobs,
                                  .turned = {burl__view_turns(program, 0), burl__view_turns(program, 1)},
                                  .instead_of_images = instead_of_images(r),
                                  .arena = &x->arena};
  const burl__fpu fpu = burl__fpu_open();
  const int done =
      program->result_count > 1 ? expand_several(x) : burl__with_expander(program, &x->graph, NULL, expand_one, x);
  burl__fpu_close(fpu);
  if (!done) burl__close_expansion(x);
  return done;
}

int burl__fail_for_seed(const burl__code_request *r) {
  burl__fail(r->error, BURL_ARGUMENT, nowhere,
             "the seed can't stay open: more follows from it than words (a table, or a number of the recipe's own)");
  burl__hint(r->error, "print it for each seed: --seed n");
  return 0;
}

int burl__find_seeded(const burl__code_request *r, burl__expansion *x, const burl_program *program,
                      const unsigned char *is_open) {
  x->is_read = burl__arena_take(&x->arena, x->graph.count + 1);
  x->by_seed = burl__arena_take(&x->arena, x->graph.count + 1);
  if (!x->is_read || !x->by_seed) return burl__out_of_memory(r->error), 0;
  burl__mark_read(&x->graph, x->outputs.node, x->outputs.channels, x->is_read);
  if (!r->seed_is_open) return 1;
  burl_program other = *program;
  burl__expansion y;
  other.seed = program->seed ^ UINT64_C(0x9E3779B97F4A7C15); /* of as many digits as there can be */
  if (!burl__open_expansion(&y, r, &other, is_open, r->error)) return 0;
  const int is_marked = burl__mark_seeded(&x->graph, &y.graph, x->is_read, x->by_seed);
  burl__close_expansion(&y);
  return is_marked ? 1 : burl__fail_for_seed(r);
}

int burl__reads_footprint(const burl__expansion *x) {
  for (size_t i = 0; i < x->graph.count; i++) {
    const burl__node *const n = &x->graph.nodes[i];
    if (x->is_read[i] && (n->op == BURL__GATE || (n->op == BURL__STEP && n->value < BURL__TURNED))) return 1;
  }
  return 0;
}

/* What the library says of an open knob that has to be constant. */
static const char *reason_of(const burl_error *said, burl__arena *arena) {
  const size_t size = sizeof said->message + sizeof said->file + 32;
  char *const reason = burl__arena_take(arena, size);
  if (reason)
    snprintf(reason, size, "%s (%s%sline %d)", said->message, said->file, *said->file ? ", " : "", said->line);
  return reason;
}

/* Opens a knob beside those that are open; leaves it closed, with *said, where the program can't be expanded so. */
static int open_knob(const burl__code_request *r, burl__open_knobs *knobs, int knob, burl_error *said) {
  burl__expansion x;
  knobs->is_open[knob] = 1;
  if (burl__open_expansion(&x, r, r->program, knobs->is_open, said)) return burl__close_expansion(&x), 1;
  knobs->is_open[knob] = 0;
  burl__locate(&r->program->recipe, said);
  return 0;
}

/* The knobs that were asked for by name; all of them must open. */
static int open_listed_knobs(const burl__code_request *r, burl__open_knobs *knobs) {
  for (int i = 0; i < r->program->knob_count; i++)
    if (burl__is_listed(r->options.uniforms, r->program->knobs[i].name) && !open_knob(r, knobs, i, r->error)) {
      r->error->hint[0] = '\0';
      burl__hint(r->error, "so that %.60s can't stay open", r->program->knobs[i].name);
      return 0;
    }
  return 1;
}

/* Each of the others, if it can. */
static int open_other_knobs(const burl__code_request *r, burl__arena *arena, burl__open_knobs *knobs) {
  for (int i = 0; i < r->program->knob_count; i++) {
    burl_error said = {0};
    if (knobs->is_open[i] || open_knob(r, knobs, i, &said)) continue;
    knobs->reason[i] = reason_of(&said, arena);
    if (said.status == BURL_MEMORY || !knobs->reason[i]) return burl__out_of_memory(r->error), 0;
  }
  return 1;
}

int burl__find_open_knobs(const burl__code_request *r, burl__arena *arena, burl__open_knobs *knobs) {
  const size_t count = (size_t)r->program->knob_count + 1;
  knobs->is_open = burl__arena_take(arena, count);
  knobs->reason = burl__arena_take(arena, count * sizeof *knobs->reason);
  if (!knobs->is_open || !knobs->reason) return burl__out_of_memory(r->error), 0;
  return open_listed_knobs(r, knobs) && (!r->options.uniform_knobs || open_other_knobs(r, arena, knobs));
}
