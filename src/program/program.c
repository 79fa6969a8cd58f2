/* The half of the public API that compiles: recipes to programs, their knobs and seeds, and
 * queries. */
#include "program/program.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "base/fpu.h"
#include "base/seed.h"
#include "base/similar.h"
#include "burl_inspect.h"
#include "lang/files.h"
#include "lang/token.h"
#include "program/bounds.h"
#include "program/build.h"
#include "program/notes.h"
#include "program/repeat.h"
#include "program/resolve.h"
#include "program/results.h"
#include "program/spacing.h"

static const burl__span nowhere = {0, 0, 0};

/* ---- Plans -------------------------------------------------------------------------------------- */

static void free_plan(const burl__allocator *allocator, burl__plan *plan) {
  if (!plan) return;
  for (int i = 0; i < BURL__MOST_WORKERS; i++) burl__release(allocator, atomic_load(&plan->workers[i]));
  for (int i = 0; i < BURL__MOST_SCHEDULES; i++) {
    burl__kept_schedule *const kept = atomic_load(&plan->schedules[i]);
    if (kept) burl__arena_close(&kept->arena);
    burl__release(allocator, kept);
  }
  burl__graph_close(&plan->graph);
  burl__arena_close(&plan->arena);
  burl__release(allocator, plan);
}

static int expand_view(burl__expander *expander, void *user) {
  burl__plan *const plan = user;
  int i = 0;
  for (const burl__tree *number = expander->recipe->view; number; number = number->next, i++)
    if (!burl__expand_constant(expander, number, &plan->view[i])) return 0;
  return 1;
}

/* A length of the material, in metres. */
static int expand_length(burl__expander *expander, const char *part, double *length) {
  const burl__tree *const tree = burl__part_of(expander->recipe, part);
  if (!burl__expand_constant(expander, tree, length)) return 0;
  if (isfinite(*length) && *length > 0) return 1;
  burl__fail(expander->graph->error, BURL_RECIPE, tree->place, "a material's size and depth are metres, above 0");
  return 0;
}

static int expand_material(burl__expander *expander, void *user) {
  burl__plan *const plan = user;
  return expand_length(expander, "material.size", &plan->material.size) &&
         expand_length(expander, "material.depth", &plan->material.depth);
}

static int check_view(const burl_program *program, const burl__plan *plan, burl_error *error) {
  const int count = program->recipe.view_count, half = count / 2;
  for (int i = 0; i < count; i++)
    if (!isfinite(plan->view[i])) {
      burl__fail(error, BURL_RECIPE, program->recipe.view_place, "a view's numbers are finite");
      return 0;
    }
  for (int i = 0; i < half; i++)
    if (plan->view[i] == plan->view[i + half]) {
      burl__fail(error, BURL_RECIPE, program->recipe.view_place, "a view with no extent");
      burl__hint(error, "its first corner, then its second: view 0, 0, 8, 8");
      return 0;
    }
  return 1;
}

int burl__view_turns(const burl_program *program, int axis) {
  const int half = program->recipe.view_count / 2;
  return axis < half && program->plan->view[axis + half] < program->plan->view[axis];
}

/* Counts the values that the result depends on, by the axes that they vary with; with all of each octave. */
static int count_values(burl__plan *plan) {
  const burl__graph *const g = &plan->graph;
  unsigned char *const needed = burl__arena_take(&plan->arena, g->count);
  if (!needed) return 0;
  for (int c = 0; c < plan->outputs.channels; c++) needed[plan->outputs.node[c]] = 1;
  for (size_t i = g->count; i-- > 0;) {
    const burl__node *const node = &g->nodes[i];
    if (!needed[i]) continue;
    const int is_gate = node->op == BURL__GATE;
    for (int a = 0; a < node->arity; a++) needed[node->argument[a]] |= !is_gate || a == BURL__WHOLE_OCTAVE;
    plan->has_gates |= is_gate;
    plan->values[node->axes] += !is_gate && node->op != BURL__COORDINATE;
  }
  return 1;
}

static int open_findings(const burl_program *program, burl__plan *plan) {
  burl__findings *const f = &plan->findings;
  f->arena = &plan->arena;
  f->used = burl__arena_take(&plan->arena, (size_t)burl__entry_count);
  f->knob_read = burl__arena_take(&plan->arena, (size_t)program->knob_count + 1);
  f->effect = burl__arena_take(&plan->arena, (size_t)program->recipe.tree_count);
  return f->used && f->knob_read && f->effect;
}

static int fill_plan(burl_program *program, burl__plan *plan, burl_error *error) {
  if (!open_findings(program, plan)) {
    burl__out_of_memory(error);
    return 0;
  }
  if (!burl__expand_results(program, plan)) return 0;
  if (program->recipe.view && !burl__with_expander(program, &plan->graph, &plan->findings, expand_view, plan)) return 0;
  if (program->recipe.material_place.line &&
      !burl__with_expander(program, &plan->graph, &plan->findings, expand_material, plan))
    return 0;
  plan->note_count = burl__collect_notes(&plan->findings, &program->recipe, &plan->notes, error);
  if (plan->note_count < 0) return 0;
  if (!check_view(program, plan, error)) return 0;
  if (count_values(plan)) return 1;
  burl__out_of_memory(error);
  return 0;
}

/* Replaces the plan by a new one; the old one stays where this fails, with an error in its file. */
static burl_status make_plan(burl_program *program, burl_error *error) {
  const burl__fpu fpu = burl__fpu_open();
  burl__plan *const plan = burl__allocate(&program->allocator, sizeof *plan);
  if (plan) {
    memset(plan, 0, sizeof *plan);
    burl__arena_open(&plan->arena, program->allocator);
    burl__graph_open(&plan->graph, &plan->arena, error);
    if (fill_plan(program, plan, error)) {
      free_plan(&program->allocator, program->plan);
      program->plan = plan;
    } else {
      free_plan(&program->allocator, plan);
    }
  } else {
    burl__out_of_memory(error);
  }
  burl__fpu_close(fpu);
  if (program->plan) program->plan->graph.error = NULL;
  burl__locate(&program->recipe, error);
  return error->status;
}

/* ---- Knobs -------------------------------------------------------------------------------------- */

static int knob_number(burl__expander *expander, const burl__tree *tree, double standard, double *value) {
  *value = standard;
  if (!tree) return 1;
  if (!burl__expand_constant(expander, tree, value)) return 0;
  if (isfinite(*value)) return 1;
  burl__fail(expander->graph->error, BURL_RECIPE, tree->place, "a knob's numbers are finite");
  return 0;
}

static int fill_knobs(burl__expander *expander, void *user) {
  burl_program *const program = user;
  burl_error *const error = expander->graph->error;
  int i = 0;
  for (const burl__knob *k = program->recipe.knobs; k; k = k->next, i++) {
    burl_param *const knob = &program->knobs[i];
    expander->knob_count = i;
    knob->name = k->full_name;
    knob->text = k->text;
    if (!knob_number(expander, k->value, 0.0, &knob->value) || !knob_number(expander, k->lo, -INFINITY, &knob->lo) ||
        !knob_number(expander, k->hi, INFINITY, &knob->hi))
      return 0;
    if (knob->lo > knob->hi) {
      burl__fail(error, BURL_RECIPE, k->lo->place, "the range of %s is upside down: [%s, %s]", k->name,
                 burl__digits_of(knob->lo).text, burl__digits_of(knob->hi).text);
      burl__hint(error, "the smaller one comes first");
      return 0;
    }
    if (knob->value < knob->lo || knob->value > knob->hi) {
      burl__fail(error, BURL_RECIPE, k->place, "%s = %s is outside its range [%s, %s]", k->name,
                 burl__digits_of(knob->value).text, burl__digits_of(knob->lo).text, burl__digits_of(knob->hi).text);
      return 0;
    }
    program->knob_values[i] = knob->value;
  }
  return 1;
}

static int make_knobs(burl_program *program, burl_error *error) {
  program->knob_count = program->recipe.knob_count;
  const size_t count = (size_t)program->knob_count + 1;
  program->knobs = burl__arena_take(&program->arena, count * sizeof *program->knobs);
  program->knob_values = burl__arena_take(&program->arena, count * sizeof *program->knob_values);
  if (!program->knobs || !program->knob_values) {
    burl__out_of_memory(error);
    return 0;
  }
  burl__arena arena;
  burl__graph graph;
  burl__arena_open(&arena, program->allocator);
  burl__graph_open(&graph, &arena, error);
  const burl__fpu fpu = burl__fpu_open();
  const int done = burl__with_expander(program, &graph, NULL, fill_knobs, program);
  burl__fpu_close(fpu);
  burl__graph_close(&graph);
  burl__arena_close(&arena);
  return done;
}

/* Fails as the recipe has no such knob, and hints at the nearest one or lists all. */
static burl_status fail_knob(const burl_program *program, const char *param, burl_error *error) {
  burl__similar best = {NULL, 0};
  char all[200] = "";
  burl__fail(error, BURL_ARGUMENT, nowhere, "the recipe has no knob '%.100s'", param);
  for (int i = 0; i < program->knob_count; i++) {
    const size_t used = strlen(all);
    burl__similar_try(&best, param, program->knobs[i].name);
    snprintf(all + used, sizeof all - used, " %s", program->knobs[i].name);
  }
  if (best.nearest) burl__hint(error, "did you mean '%s'?", best.nearest);
  else if (program->knob_count > 0) burl__hint(error, "its knobs:%s", all);
  else burl__hint(error, "it has none; a line makes one: param %.40s = 1", param);
  return error->status;
}

burl_status burl_set(burl_program *program, const char *param, double value, burl_error *error) {
  burl_error ignored;
  burl_error *const report = error ? error : &ignored;
  burl__clear(report);
  if (!program || !param) return burl__fail(report, BURL_ARGUMENT, nowhere, "no program or no knob's name");
  int i = 0;
  while (i < program->knob_count && strcmp(program->knobs[i].name, param) != 0) i++;
  if (i == program->knob_count) return fail_knob(program, param, report);
  burl_param *const knob = &program->knobs[i];
  if (!isfinite(value)) return burl__fail(report, BURL_ARGUMENT, nowhere, "knob %s takes a finite number", knob->name);
  if (value < knob->lo || value > knob->hi) {
    burl__fail(report, BURL_ARGUMENT, nowhere, "knob %s is %s to %s, not %s", knob->name,
               burl__digits_of(knob->lo).text, burl__digits_of(knob->hi).text, burl__digits_of(value).text);
    burl__hint(report, "%s", knob->text);
    return report->status;
  }
  program->knob_values[i] = value;
  if (make_plan(program, report) == BURL_OK) knob->value = value;
  else program->knob_values[i] = knob->value;
  return report->status;
}

burl_status burl_seed(burl_program *program, uint64_t seed) { return burl_seed_with(program, seed, NULL); }

burl_status burl_seed_with(burl_program *program, uint64_t seed, burl_error *error) {
  burl_error ignored;
  burl_error *const report = error ? error : &ignored;
  burl__clear(report);
  if (!program) return burl__fail(report, BURL_ARGUMENT, nowhere, "no program");
  const uint64_t before = program->seed;
  program->seed = seed;
  if (make_plan(program, report) != BURL_OK) program->seed = before;
  return report->status;
}

/* ---- Images ------------------------------------------------------------------------------------- */

const char *burl_image_name(const burl_program *program, int index) {
  const burl__image *const image = program ? burl__image_at(program->images, index) : NULL;
  return image ? image->name : NULL;
}

burl_field burl_image_at(const burl_program *program, int index) {
  const burl__image *const image = program ? burl__image_at(program->images, index) : NULL;
  return image ? image->field : (burl_field){.data = NULL};
}

burl_status burl_set_image(burl_program *program, const char *name, const burl_field *field) {
  return burl_set_image_with(program, name, field, NULL);
}

burl_status burl_set_image_with(burl_program *program, const char *name, const burl_field *field, burl_error *error) {
  burl_error ignored;
  burl_error *const report = error ? error : &ignored;
  burl__clear(report);
  if (!program || !name || !field)
    return burl__fail(report, BURL_ARGUMENT, nowhere, "no program, no image's name or no field");
  burl__image *image = NULL;
  for (int i = 0; (image = burl__image_at(program->images, i)) && strcmp(image->name, name) != 0;) i++;
  if (!image) return burl__fail_image(program->images, name, report);
  if (burl__check_field(field, report) != BURL_OK) return report->status;
  const burl__image before = *image;
  if (!burl__image_lend(&program->allocator, image, field)) burl__out_of_memory(report);
  else if (make_plan(program, report) == BURL_OK) {
    burl__image_free(&program->allocator, &before);
    return BURL_OK;
  }
  burl__release(&program->allocator, image->segments);
  burl__image_restore(image, &before);
  return report->status;
}

/* ---- Compiling ---------------------------------------------------------------------------------- */

static const char *keep_text(burl_program *program, const char *text) {
  return text ? burl__arena_text(&program->arena, text, strlen(text)) : NULL;
}

static int copy_texts(burl_program *program, const char *source, size_t length) {
  const burl_options given = program->options;
  program->options.name = keep_text(program, given.name);
  program->options.result = keep_text(program, given.result);
  program->options.isa = keep_text(program, given.isa);
  program->source = burl__arena_text(&program->arena, source, length);
  program->length = length;
  return program->source && (!given.name || program->options.name) && (!given.result || program->options.result) &&
         (!given.isa || program->options.isa);
}

/* What it imports becomes a part of the text. */
static int keep_imports(burl_program *program, burl_error *error) {
  if (!program->recipe.next) return 1;
  program->source = burl__write_source(&program->recipe, &program->arena, &program->length);
  if (!program->source) burl__out_of_memory(error);
  return program->source != NULL;
}

static int compile(burl_program *program, const char *source, size_t length, burl_error *error) {
  const int dims = program->options.dims;
  if (dims < 0 || dims > 4) {
    burl__fail(error, BURL_ARGUMENT, nowhere, "a recipe has 1 to 4 dimensions, not %d", dims);
    return 0;
  }
  if (program->options.octave_begin < 0 || program->options.octave_end < 0) {
    burl__fail(error, BURL_ARGUMENT, nowhere, "octaves are counted from 0");
    return 0;
  }
  const int by = program->options.derivative_by;
  if (by < 0 || by > 5) {
    burl__fail(error, BURL_ARGUMENT, nowhere, "a derivative is by 1 to 4, x to w, or 5, t; not by %d", by);
    return 0;
  }
  program->dims = dims ? dims : 2;
  if (!(program->images = burl__images_open(&program->arena, &program->options))) {
    burl__out_of_memory(error);
    return 0;
  }
  program->kernels = burl__choose_kernels(program->options.isa);
  if (!program->kernels) {
    burl__fail(error, BURL_ARGUMENT, nowhere, "this processor has no instruction set '%.40s'", program->options.isa);
    burl__hint(error, "it has %s", burl__kernel_names());
    return 0;
  }
  if (burl__check_text(source, length, error) != BURL_OK) return 0;
  if (!copy_texts(program, source, length)) {
    burl__out_of_memory(error);
    return 0;
  }
  return burl__parse(program->source, length, &program->options, &program->arena, &program->recipe, error) == BURL_OK &&
         keep_imports(program, error) && burl__resolve(&program->recipe, &program->arena, error) == BURL_OK &&
         burl__name_results(program, error) && make_knobs(program, error) && make_plan(program, error) == BURL_OK;
}

burl_program *burl_compile_with(const char *source, size_t length, const burl_options *options, burl_error *error) {
  burl_error ignored;
  burl_error *const report = error ? error : &ignored;
  burl__clear(report);
  burl_options chosen = {0};
  if (options) memcpy(&chosen, options, options->struct_size < sizeof chosen ? options->struct_size : sizeof chosen);
  if (!source || (options && options->struct_size == 0)) {
    burl__fail(report, BURL_ARGUMENT, nowhere, source ? "struct_size is not set" : "no recipe");
    if (source) burl__hint(report, "burl_options options = {.struct_size = sizeof options}");
    return NULL;
  }
  const burl__allocator allocator = burl__allocator_of(chosen.allocate, chosen.user);
  burl_program *const program = burl__allocate(&allocator, sizeof *program);
  if (!program) {
    burl__out_of_memory(report);
    return NULL;
  }
  memset(program, 0, sizeof *program);
  program->allocator = allocator;
  program->options = chosen;
  burl__arena_open(&program->arena, allocator);
  if (compile(program, source, length, report)) return program;
  burl__locate(&program->recipe, report);
  burl_free(program);
  return NULL;
}

burl_program *burl_compile(const char *source, int dims, burl_error *error) {
  const burl_options options = {.struct_size = sizeof options, .dims = dims};
  return burl_compile_with(source, source ? strlen(source) : 0, &options, error);
}

int burl__take_settings(burl_program *program, const burl_program *from, burl_error *error) {
  program->seed = from->seed;
  for (int i = 0; i < from->knob_count; i++) program->knob_values[i] = program->knobs[i].value = from->knobs[i].value;
  if (!burl__images_lend(from->images, program->images)) {
    burl__out_of_memory(error);
    return 0;
  }
  return make_plan(program, error) == BURL_OK;
}

burl_program *burl_clone(const burl_program *program) {
  if (!program) return NULL;
  burl_program *const clone = burl_compile_with(program->source, program->length, &program->options, NULL);
  burl_error error = {0};
  if (clone && burl__take_settings(clone, program, &error)) return clone;
  burl_free(clone);
  return NULL;
}

void burl_free(burl_program *program) {
  if (!program) return;
  const burl__allocator allocator = program->allocator;
  free_plan(&allocator, program->plan);
  burl__images_close(program->images);
  burl__arena_close(&program->arena);
  burl__release(&allocator, program);
}

/* ---- Queries ------------------------------------------------------------------------------------ */

const char *burl_source(const burl_program *program) { return program ? program->source : NULL; }

const char *burl_import_at(const burl_program *program, int index) {
  const burl__recipe *file = program ? program->recipe.next : NULL;
  for (int i = 0; i < index && file; i++) file = file->next;
  return file && index >= 0 ? file->file : NULL;
}

int burl_dims(const burl_program *program) { return program ? program->dims : 0; }
int burl_channels(const burl_program *program) { return program ? program->plan->outputs.channels : 0; }

burl_range burl_bounds(const burl_program *program, int channel) {
  if (!program || channel < 0 || channel >= program->plan->outputs.channels) return (burl_range){0, 0, 0};
  return burl__round_outward(program->plan->ranges[channel]);
}

int burl_param_count(const burl_program *program) { return program ? program->knob_count : 0; }

burl_param burl_param_at(const burl_program *program, int index) {
  const burl_param none = {NULL, NULL, 0, 0, 0};
  return program && index >= 0 && index < program->knob_count ? program->knobs[index] : none;
}

burl_material burl_material_of(const burl_program *program) {
  return program ? program->plan->material : (burl_material){0, 0};
}

int burl_view(const burl_program *program, double view[8]) {
  if (!program) return 0;
  memcpy(view, program->plan->view, (size_t)program->recipe.view_count * sizeof *view);
  return program->recipe.view_count;
}

const char *burl_isa(const burl_program *program) { return program ? program->kernels->name : NULL; }

int burl_needs_whole_grid(const burl_program *program) { return program && program->plan->graph.whole_grid > 0; }

int burl_value_count(const burl_program *program, unsigned axes) {
  return program && axes < 32 ? program->plan->values[axes] : 0;
}

const char *burl_function_at(const burl_program *program, int index) {
  if (!program || index < 0) return NULL;
  for (int i = 0; i < burl__entry_count; i++)
    if (program->plan->findings.used[i] && index-- == 0) return burl__entries[i].name;
  return NULL;
}

unsigned burl_varies_with(const burl_program *program) {
  if (!program) return 0;
  const burl__plan *const plan = program->plan;
  unsigned with = plan->findings.reads & BURL__READS_SEED;
  for (int c = 0; c < plan->outputs.channels; c++) with |= plan->graph.nodes[plan->outputs.node[c]].axes;
  return with;
}

double burl_repeat_along(const burl_program *program, int axis) {
  if (!program || axis < 0 || axis >= program->dims) return 0;
  const burl__outputs *const outputs = &program->plan->outputs;
  double period = 0;
  burl__arena arena;
  burl__arena_open(&arena, program->allocator);
  for (int c = 0; c < outputs->channels && !isinf(period); c++) {
    const double one = burl__repeat_of(&program->plan->graph, outputs->node[c], axis, &arena);
    period = one < 0 ? INFINITY : burl__common_period(period, one);
  }
  burl__arena_close(&arena);
  return period;
}

int burl_octave_count(const burl_program *program) { return program ? program->plan->findings.octave_count : 0; }

burl_octave burl_octave_at(const burl_program *program, int index) {
  if (index < 0 || index >= burl_octave_count(program)) return (burl_octave){0, 0, {0}};
  return program->plan->findings.octaves[index];
}

int burl_param_is_read(const burl_program *program, int index) {
  return program && index >= 0 && index < program->knob_count && program->plan->findings.knob_read[index];
}

int burl_note_count(const burl_program *program) { return program ? program->plan->note_count : 0; }

const burl_error *burl_note_at(const burl_program *program, int index) {
  return index >= 0 && index < burl_note_count(program) ? &program->plan->notes[index] : NULL;
}

uint64_t burl_seed_of_text(const char *text) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (; text && *text; text++) hash = (hash ^ (unsigned char)*text) * 0x100000001B3u;
  return burl__seed_mix(hash);
}

const char *burl_version(void) { return BURL_VERSION; }
int burl_output_version(void) { return BURL_OUTPUT_VERSION; }
