/* The order of shorten.h. */
#include "code/shorten/shorten.h"

#include "code/shorten/steps.h"

enum { MOST_LEVELS = 64 };

typedef struct {
  burl__module *m;
  int *level, *function_of_block; /* level: by function, one more than that of any that it calls */
  int highest;
} levels;

static int function_of(const levels *l, int block) {
  while (l->m->blocks[block].outer >= 0) block = l->m->blocks[block].outer;
  return l->function_of_block[block];
}

/* Whether every function calls only those of lower levels: it does so unless there are more levels than are known. */
static int find_levels(levels *l) {
  burl__module *const m = l->m;
  int changed = 1;
  for (size_t i = 0; i < m->block_count; i++) l->function_of_block[i] = -1;
  for (size_t i = 0; i < m->function_count; i++) l->function_of_block[m->functions[i].block] = (int)i;
  for (int turn = 0; changed && turn < MOST_LEVELS; turn++) {
    changed = 0;
    for (size_t i = 0; i < m->value_count; i++) {
      const burl__code_value *const v = &m->values[i];
      const int caller = v->form == VALUE_CALL ? function_of(l, v->block) : -1;
      if (caller < 0 || l->level[caller] > l->level[v->index]) continue;
      l->level[caller] = l->level[v->index] + 1;
      if (l->level[caller] > l->highest) l->highest = l->level[caller];
      changed = 1;
    }
  }
  return !changed;
}

void burl__shorten(burl__module *m) {
  const int count = (int)m->function_count;
  levels l = {.m = m};
  l.level = burl__arena_take(m->arena, ((size_t)count + 1) * sizeof *l.level);
  l.function_of_block = burl__arena_take(m->arena, (m->block_count + 1) * sizeof *l.function_of_block);
  int *const of_level = burl__arena_take(m->arena, ((size_t)count + 1) * sizeof *of_level);
  struct burl__finder *const finder = burl__finder_open(m);
  if (!l.level || !l.function_of_block || !of_level || !finder) {
    burl__module_fail(m, FAILED_MEMORY);
    return;
  }
  const int has_levels = find_levels(&l);
  for (int level = 0; has_levels && level <= l.highest && !m->failed; level++) {
    int found = 0;
    for (int i = 0; i < count && !m->failed; i++) {
      if (l.level[i] != level) continue;
      burl__roll_steps(m, finder, i);
      if (!m->functions[i].is_entry) of_level[found++] = i;
    }
    burl__join_twins(m, of_level, found);
  }
  burl__finder_close(finder);
}
