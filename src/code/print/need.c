/* What a printed function needs: which values and which of what regions carry, how often each is read, and from
 * where. */
#include "code/print/printer.h"

static void need(burl__printer *p, int value, int block, int segment);

/* Whether a block lies within a loop that another block, around it, doesn't lie in. */
static int is_in_inner_loop(const burl__module *m, int block, int outer) {
  for (; block >= 0 && block != outer; block = m->blocks[block].outer)
    if (m->blocks[block].region >= 0 && m->regions[m->blocks[block].region].is_loop) return 1;
  return 0;
}

/* The segment, between breaks, of a block in which something is read that stands in a block within it. */
static int segment_within(const burl__module *m, int block, int segment, int of) {
  while (block >= 0 && block != of) {
    segment = m->blocks[block].region >= 0 ? m->regions[m->blocks[block].region].segment : 0;
    block = m->blocks[block].outer;
  }
  return segment;
}

static void need_carried(burl__printer *p, int region, int which) {
  const burl__region *const r = &p->m->regions[region];
  burl__region_state *const s = &p->regions[region];
  if (s->carries[which]) return;
  s->carries[which] = 1;
  if (which == r->count) return; /* the counter */
  const int outer = p->m->blocks[r->blocks[0]].outer;
  if (!r->is_loop) {
    need(p, r->left[2 * which], r->blocks[0], 0);
    need(p, r->left[2 * which + 1], r->blocks[1], 0);
    return;
  }
  const burl__block *const body = &p->m->blocks[r->blocks[0]];
  need(p, r->entered[which], outer, r->segment);
  need(p, r->left[which], r->blocks[0], body->segment);
  for (size_t i = 0, segment = 0; i < body->count; i++)
    if (body->items[i].what == ITEM_BREAK) {
      if (which < body->items[i].count) need(p, body->items[i].kept[which], r->blocks[0], (int)segment);
      segment++;
    }
}

static void need_region(burl__printer *p, int region) {
  const burl__region *const r = &p->m->regions[region];
  burl__region_state *const s = &p->regions[region];
  if (s->is_needed) return;
  s->is_needed = 1;
  s->carries = burl__printer_take(p, (size_t)r->count + 1);
  s->names = burl__printer_take(p, ((size_t)r->count + 1) * sizeof *s->names);
  if (p->m->failed) return;
  const int outer = p->m->blocks[r->blocks[0]].outer;
  if (!r->is_loop) {
    need(p, r->condition, outer, r->segment);
    return;
  }
  need(p, r->first, outer, r->segment);
  need(p, r->condition, r->blocks[1], 0);
  need(p, r->step, r->blocks[0], 0);
  const burl__block *const body = &p->m->blocks[r->blocks[0]];
  for (size_t i = 0, segment = 0; i < body->count; i++)
    if (body->items[i].what == ITEM_BREAK) need(p, body->items[i].condition, r->blocks[0], (int)segment++);
}

int burl__is_rounding(const burl__module *m, const burl__code_value *difference) {
  const burl__code_value *const sum = &m->values[difference->argument[0]];
  const int number = difference->argument[1];
  return difference->form == VALUE_MINUS && sum->form == VALUE_PLUS && sum->kind.base == KIND_REAL &&
         sum->kind.count == 1 && burl__is_literal(m, number) && burl__is_literal(m, sum->argument[1]) &&
         m->values[number].number == m->values[sum->argument[1]].number;
}

/* Notes where a sum might undo a sum that it has as a term, by a term of that, or by literals of both. */
static void note_undone(burl__printer *p, int value) {
  const burl__code_value *const sum = &p->m->values[value];
  if (burl__is_rounding(p->m, sum)) p->values[sum->argument[0]].is_rounding = 1;
  for (int i = 0; i < 2; i++) {
    const burl__code_value *const inner = &p->m->values[sum->argument[i]];
    const int other = sum->argument[1 - i];
    if (inner->form == VALUE_FLOOR && inner->argument[0] == other) p->values[value].is_undone = 1; /* fract() */
    for (int k = 0; burl__is_sum(inner->form) && k < 2; k++)
      if (inner->argument[k] == other || burl__is_literal(p->m, inner->argument[k]))
        p->values[sum->argument[i]].is_undone = p->values[value].is_undone = 1;
  }
}

/* Notes that a value is read in a segment of a block, to be followed later. */
static void need(burl__printer *p, int value, int block, int segment) {
  void *readings = p->readings;
  if (value < 0 || p->m->failed) return;
  if (!burl__grow(&p->m->allocator, &readings, p->reading_count, &p->reading_room, sizeof *p->readings)) {
    burl__module_fail(p->m, FAILED_MEMORY);
    return;
  }
  p->readings = readings;
  p->readings[p->reading_count++] = (burl__reading){value, block, segment};
}

/* What a value reads, the first time that it is read itself. */
static void follow_arguments(burl__printer *p, int value) {
  const burl__code_value *const v = &p->m->values[value];
  if (v->form == VALUE_CALL) burl__need_function(p, v->index);
  if (p->m->failed) return;
  if (v->form == VALUE_GLOBAL || v->form == VALUE_SAMPLE || (v->form == VALUE_CALL && p->reads_uniforms[v->index]))
    p->reads_uniforms[p->needing] = 1;
  if (burl__is_sum(v->form) && v->kind.base >= KIND_REAL) note_undone(p, value);
  for (int i = 0; i < v->count; i++)
    if (v->form != VALUE_CALL || p->reads[v->index][i]) need(p, v->argument[i], v->block, v->segment);
  if (v->form == VALUE_PARAMETER) p->reads[v->which][v->index] = 1;
  if (v->form == VALUE_RESULT) need_region(p, v->index);
  if (v->form == VALUE_RESULT || v->form == VALUE_CARRIED) need_carried(p, v->index, v->which);
}

/* Follows the readings that were noted since there were this many. */
static void follow(burl__printer *p, size_t oldest) {
  while (p->reading_count > oldest && !p->m->failed) {
    const burl__reading r = p->readings[--p->reading_count];
    const burl__code_value *const v = &p->m->values[r.value];
    burl__value_state *const s = &p->values[r.value];
    if (v->form != VALUE_LITERAL) {
      s->is_apart |= is_in_inner_loop(p->m, r.block, v->block);
      s->is_apart |= segment_within(p->m, r.block, r.segment, v->block) != v->segment;
    }
    if (!s->uses++) follow_arguments(p, r.value);
  }
}

void burl__need_function(burl__printer *p, int function) {
  const burl__function *const f = &p->m->functions[function];
  if (p->needed[function]) return;
  p->needed[function] = 1;
  p->reads[function] = burl__printer_take(p, (size_t)f->count + 1);
  if (p->m->failed) return;
  for (int i = 0; i < f->count && f->is_entry; i++) p->reads[function][i] = 1;
  p->reads_uniforms[function] = f->is_entry && p->m->uniform_count > 0;
  const int outer = p->needing;
  p->needing = function;
  const size_t oldest = p->reading_count;
  need(p, f->value, f->block, 0);
  follow(p, oldest);
  p->needing = outer;
  p->order[p->count++] = function;
}

void burl__printer_open(burl__printer *p) {
  const burl__module *const m = p->m;
  p->values = burl__printer_take(p, (m->value_count + 1) * sizeof *p->values);
  p->regions = burl__printer_take(p, (m->region_count + 1) * sizeof *p->regions);
  p->needed = burl__printer_take(p, m->function_count + 1);
  p->order = burl__printer_take(p, (m->function_count + 1) * sizeof *p->order);
  p->reads = burl__printer_take(p, (m->function_count + 1) * sizeof *p->reads);
  p->reads_uniforms = burl__printer_take(p, m->function_count + 1);
  if (m->failed) return;
  for (size_t i = 0; i < m->function_count; i++)
    if (m->functions[i].is_entry) burl__need_function(p, (int)i);
}

void burl__printer_close(burl__printer *p) { burl__release(&p->m->allocator, p->readings); }
