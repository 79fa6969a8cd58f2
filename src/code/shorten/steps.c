/* The finder of steps.h.  A value is linked to an earlier one that is made alike (alike.h) but for numbers, where that
 * one stands in place of itself; links in a row are steps.  Steps of several values that are made of one another are
 * those of one loop. */
#include "code/shorten/steps.h"

#include <string.h>

#include "code/module/value.h"
#include "code/shorten/live.h"

enum {
  LEAST_TURNS = 3,
  LEAST_SAVED = 24, /* operations; fewer turns than */
  FEW_TURNS = 5,    /* these must save */
  MANY_SAVED = 60,  /* so many */
  SIZE_OF_PART = 30,
  MOST_ITEMS = 20000,
  MOST_SEEN = 400, /* values before one among which it looks for one like it */
  MOST_TRIED = 4,
  MOST_LOST = 2, /* turns, for a variable more */
  MOST_LINKED = 1500
};

/* Links in a row: element[k] is k steps before the last; the first one's is whatever stands in its place. */
typedef struct {
  int count, *element;
} chain;

struct burl__finder {
  burl__module *m;
  burl__likeness likeness;
  burl__live live, without;
  int noises; /* calls of noises in the whole text */
  int function, block;
  size_t room;
  int *link, *base, *next, *seen, *queue; /* link, next: a value + 1; base: what the linked one's link would be */
  int stamp;
  size_t queued, most_queued;
  int *items; /* the live values of the function's block */
  size_t item_count;
  chain *chains;
  size_t chain_count;
  unsigned char *is_inside, *is_step, *is_end;
  burl__steps *steps;
};

/* Whether a value is a call of a noise. */
static int is_noise(const burl__module *m, int value) {
  return m->values[value].form == VALUE_CALL && m->functions[m->values[value].index].noise;
}

burl__finder *burl__finder_open(burl__module *m) {
  burl__finder *const f = burl__arena_take(m->arena, sizeof *f);
  if (!f) return burl__module_fail(m, FAILED_MEMORY), NULL;
  f->m = m;
  burl__likeness_open(&f->likeness, m);
  f->likeness.is_within = 1;
  for (int i = 0; i < (int)m->function_count && burl__find_live(&f->live, m, i, NULL); i++)
    for (size_t k = 0; k < f->live.count; k++) f->noises += is_noise(m, f->live.found[k]);
  return f;
}

void burl__finder_close(burl__finder *f) { burl__likeness_close(&f->likeness); }

static void *take(burl__finder *f, size_t size) {
  void *const made = burl__arena_take(f->m->arena, size);
  if (!made) burl__module_fail(f->m, FAILED_MEMORY);
  return made;
}

static int make_room(burl__finder *f) {
  if (f->m->value_count < f->room) return 1;
  f->room = f->m->value_count + f->m->value_count / 2 + 64;
  int **const ints[] = {&f->link, &f->base, &f->next, &f->seen, &f->queue, &f->items};
  for (size_t i = 0; i < sizeof ints / sizeof *ints; i++)
    if (!(*ints[i] = take(f, f->room * sizeof **ints[i]))) return 0;
  unsigned char **const bytes[] = {&f->is_inside, &f->is_step, &f->is_end};
  for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
    if (!(*bytes[i] = take(f, f->room))) return 0;
  f->stamp = 0;
  f->most_queued = MOST_SEEN;
  return 1;
}

/* ---- Links --------------------------------------------------------------------------------------- */

static int can_be_linked(const burl__code_value *v) {
  switch (v->form) {
  case VALUE_PLUS:
  case VALUE_MINUS:
  case VALUE_TIMES:
  case VALUE_OWN:
  case VALUE_PICK: return v->kind.base == KIND_REAL;
  case VALUE_CALL: return v->kind.base == KIND_REAL || v->kind.base == KIND_RECORD;
  default: return 0;
  }
}

static void look_at(void *user, int value) {
  burl__finder *const f = user;
  if (value < 0 || f->m->values[value].block != f->block || f->seen[value] == f->stamp || f->queued >= f->most_queued)
    return;
  f->seen[value] = f->stamp;
  f->queue[f->queued++] = value;
}

/* Looks at what a value is made of. */
static void look_behind(burl__finder *f, int value) {
  const burl__code_value *const v = &f->m->values[value];
  for (int a = 0; a < v->count; a++) look_at(f, v->argument[a]);
  if (v->form == VALUE_RESULT) burl__read_region(&f->live, v->index, look_at, f);
}

static int are_of_one_form(const burl__code_value *a, const burl__code_value *b) {
  return a->form == b->form && a->index == b->index && a->count == b->count && burl__same_kind(a->kind, b->kind);
}

/* Links a value to the nearest one before it that it can be linked to. */
static void link_value(burl__finder *f, int value) {
  int tried = 0;
  f->stamp++;
  f->queued = 0;
  look_at(f, value);
  for (size_t i = 0; i < f->queued && tried < MOST_TRIED; i++) {
    const int at = f->queue[i];
    const burl__code_value *const v = &f->m->values[at];
    if (i > 0 && are_of_one_form(v, &f->m->values[value])) {
      tried++;
      f->likeness.target = at;
      if (burl__are_alike(&f->likeness, value, at) && f->likeness.met >= 0) {
        f->link[value] = at + 1;
        f->base[value] = f->likeness.met;
        return;
      }
    }
    look_behind(f, at);
  }
}

static int find_links(burl__finder *f) {
  const burl__block *const b = &f->m->blocks[f->block];
  f->item_count = 0;
  for (size_t i = 0; i < b->count; i++)
    if (b->items[i].what == ITEM_VALUE && f->live.value[b->items[i].index])
      f->items[f->item_count++] = b->items[i].index;
  if (f->item_count > MOST_ITEMS) return 0;
  for (size_t i = 0; i < f->item_count; i++) f->link[f->items[i]] = f->next[f->items[i]] = 0;
  f->likeness.link = f->link;
  f->likeness.most = MOST_LINKED;
  for (size_t i = 0; i < f->item_count && !f->m->failed; i++)
    if (can_be_linked(&f->m->values[f->items[i]])) link_value(f, f->items[i]);
  f->likeness.target = -1;
  return !f->m->failed;
}

/* ---- Chains -------------------------------------------------------------------------------------- */

static int add_chain(burl__finder *f, int end) {
  int count = 2, at = end;
  for (; f->link[at]; at = f->link[at] - 1) count++;
  if (count <= LEAST_TURNS) return 1;
  chain *const c = &f->chains[f->chain_count++];
  *c = (chain){0, take(f, (size_t)count * sizeof *c->element)};
  if (!c->element) return 0;
  for (at = end; f->link[at]; at = f->link[at] - 1) c->element[c->count++] = at;
  c->element[c->count++] = at;
  c->element[c->count] = f->base[c->element[c->count - 2]];
  c->count++;
  return 1;
}

static int find_chains(burl__finder *f) {
  f->chain_count = 0;
  if (!(f->chains = take(f, (f->item_count + 1) * sizeof *f->chains))) return 0;
  for (size_t i = 0; i < f->item_count; i++) {
    const int from = f->link[f->items[i]] - 1;
    if (from >= 0 && !f->next[from]) f->next[from] = f->items[i] + 1;
  }
  for (size_t i = 0; i < f->item_count; i++)
    if (f->link[f->items[i]] && !f->next[f->items[i]] && !add_chain(f, f->items[i])) return 0;
  return 1;
}

/* ---- Steps --------------------------------------------------------------------------------------- */

/* What a number is a turn earlier than the last by so many. */
static int note_varying(burl__finder *f, const burl__pairing *p, int turn) {
  burl__steps *const s = f->steps;
  burl__varying *v = NULL;
  for (size_t i = 0; i < s->varying_count && !v; i++)
    if (memcmp(&s->varying[i].site, &p->site, sizeof p->site) == 0) v = &s->varying[i];
  const int is_offset = p->site.where == SITE_OFFSET;
  if (!v) {
    void *all = s->varying;
    if (!burl__grow(&f->m->allocator, &all, s->varying_count, &s->varying_room, sizeof *s->varying))
      return burl__module_fail(f->m, FAILED_MEMORY), 0;
    s->varying = all;
    v = &s->varying[s->varying_count++];
    *v = (burl__varying){.site = p->site,
                         .kind = is_offset ? burl__kind_of(KIND_REAL) : f->m->values[p->first].kind,
                         .number = take(f, (size_t)s->turns * sizeof *v->number),
                         .word = take(f, (size_t)s->turns * sizeof *v->word)};
    if (!v->number || !v->word) return 0;
    for (int t = 0; t < s->turns; t++) {
      v->number[t] = is_offset ? p->offset[0] : f->m->values[p->first].number;
      v->word[t] = is_offset ? 0 : f->m->values[p->first].word;
    }
  }
  v->number[turn] = is_offset ? p->offset[1] : f->m->values[p->second].number;
  v->word[turn] = is_offset ? 0 : f->m->values[p->second].word;
  return v->kind.base == KIND_REAL || v->kind.base == KIND_WORD || v->kind.base == KIND_INT;
}

/* The chain whose value before the last one is this; NULL: none. */
static const chain *chain_before(const burl__finder *f, int value) {
  for (size_t i = 0; i < f->chain_count; i++)
    if (f->chains[i].element[1] == value) return &f->chains[i];
  return NULL;
}

static int add_variable(burl__finder *f, const chain *c, int turn) {
  burl__steps *const s = f->steps;
  for (int i = 0; i < s->count; i++)
    if (s->element[i] == c->element) return 1;
  if (s->count == MOST_VARIABLES || turn > 1) return 0;
  s->element[s->count++] = c->element;
  if (c->count - 1 < s->turns) s->turns = c->count - 1;
  return 1;
}

/* Compares the last step of a variable with that so many before; what other variables it is made of is added. */
static int compare_step(burl__finder *f, int variable, int turn) {
  burl__likeness *const l = &f->likeness;
  burl__steps *const s = f->steps;
  const int *const element = s->element[variable];
  if (!burl__are_alike(l, element[0], element[turn])) return 0;
  for (size_t i = 0; i < l->count; i++) {
    const burl__site site = l->pairings[i].site;
    if (site.where == SITE_TAKEN ? !add_variable(f, chain_before(f, site.of), turn)
                                 : !note_varying(f, &l->pairings[i], turn))
      return 0;
  }
  f->is_inside[element[0]] = f->is_step[element[0]] = 1;
  for (size_t i = 0; i < l->visited_count; i++) {
    f->is_inside[l->visited[i]] = 1;
    f->is_step[l->visited[i]] = f->is_step[l->partner[l->visited[i]] - 1] = 1;
  }
  return 1;
}

/* Lets each chain's value before the last stand for that so many steps before. */
static void expect(burl__finder *f, int turn) {
  for (size_t i = 0; i < f->item_count; i++) f->link[f->items[i]] = 0;
  for (size_t i = 0; i < f->chain_count; i++) {
    const chain *const c = &f->chains[i];
    if (turn + 1 < c->count) f->link[c->element[1]] = c->element[turn + 1] + 1;
  }
}

/* How many turns the variables from one on have, and those that they are made of. */
static void compare_steps(burl__finder *f, int from) {
  burl__steps *const s = f->steps;
  for (int turn = 1; turn < s->turns; turn++) {
    expect(f, turn);
    for (int k = from; k < s->count && turn < s->turns; k++)
      if (!compare_step(f, k, turn)) s->turns = turn;
  }
}

/* How many operations a value is, about: a driver puts in place of a call what the function does. */
static int size_of(const burl__module *m, int value) {
  const burl__code_value *const v = &m->values[value];
  return v->form == VALUE_CALL && m->functions[v->index].is_part ? SIZE_OF_PART : 1;
}

/* How many operations a loop would make superfluous, if nearly all of the steps' are; else 0. */
static int saved_by(burl__finder *f) {
  const burl__steps *const s = f->steps;
  int steps = 0, left = 0, inside = 0;
  for (int k = 0; k < s->count; k++) f->is_end[s->element[k][0]] = 1;
  const int found = burl__find_live(&f->without, f->m, f->function, f->is_end);
  for (int k = 0; k < s->count; k++) f->is_end[s->element[k][0]] = 0;
  for (size_t i = 0; i < f->item_count && found; i++) {
    const int value = f->items[i];
    if (!f->is_step[value]) continue;
    const int size = size_of(f->m, value);
    steps += size;
    left += f->without.value[value] ? size : 0;
    inside += f->is_inside[value] ? size : 0;
  }
  return found && left * 3 < steps ? steps - inside : 0;
}

/* Whether something that the turns only read is made of what the loop gives in the end. */
static int is_circular(burl__finder *f) {
  const burl__steps *const s = f->steps;
  int found = 0, outside = 0;
  f->stamp++;
  f->queued = 0;
  f->most_queued = f->room;
  for (int k = 0; k < s->count; k++) f->seen[s->element[k][1]] = f->stamp; /* the loop's variables */
  for (int k = 0; k < s->count; k++) look_at(f, s->element[k][0]);
  for (size_t i = 0; i < f->queued; i++)
    if (f->is_inside[f->queue[i]]) look_behind(f, f->queue[i]);
    else f->queue[outside++] = f->queue[i];
  f->stamp++;
  f->queued = (size_t)outside;
  for (size_t i = 0; i < f->queued; i++) f->seen[f->queue[i]] = f->stamp;
  for (size_t i = 0; i < f->queued && !found; i++) {
    for (int k = 0; k < s->count; k++) found |= f->queue[i] == s->element[k][0];
    look_behind(f, f->queue[i]);
  }
  f->most_queued = MOST_SEEN;
  return found;
}

/* Whether the steps are a sum of the text's only noise: its calls run faster than a loop, and are compiled in time. */
static int is_all_of_noise(const burl__finder *f) {
  int steps = 0, inside = 0;
  for (size_t i = 0; i < f->item_count; i++) {
    steps += f->is_step[f->items[i]] && is_noise(f->m, f->items[i]);
    inside += f->is_inside[f->items[i]] && is_noise(f->m, f->items[i]);
  }
  return inside == 1 && steps + 1 >= f->noises; /* the first octave may be apart */
}

static void clear_marks(burl__finder *f) {
  for (size_t i = 0; i < f->live.count; i++) f->is_inside[f->live.found[i]] = f->is_step[f->live.found[i]] = 0;
}

/* Whether a chain's last step is made of what the steps are made of. */
static int shares_steps(burl__finder *f, const chain *c) {
  const burl__likeness *const l = &f->likeness;
  if (!burl__are_alike(&f->likeness, c->element[0], c->element[1])) return 0;
  for (size_t i = 0; i < l->visited_count; i++)
    if (f->is_inside[l->visited[i]]) return 1;
  return 0;
}

/* Adds the chains of as many steps that share what the steps are made of, such as a height's slopes. */
static void add_sharing(burl__finder *f) {
  burl__steps *const s = f->steps;
  for (size_t i = 0; i < f->chain_count; i++) {
    const burl__steps tried = *s;
    expect(f, 1);
    if (f->chains[i].count + MOST_LOST <= s->turns || !shares_steps(f, &f->chains[i])) continue;
    if (add_variable(f, &f->chains[i], 1)) compare_steps(f, tried.count);
    if (s->turns + MOST_LOST >= tried.turns && !is_circular(f)) continue;
    s->count = tried.count;
    s->turns = tried.turns;
    s->varying_count = tried.varying_count;
  }
}

/* Whether a chain's steps can be turns of a loop. */
static int make_steps(burl__finder *f, const chain *c) {
  burl__steps *const s = f->steps;
  clear_marks(f);
  s->count = 0;
  s->varying_count = 0;
  s->turns = c->count - 1;
  s->is_inside = f->is_inside;
  f->likeness.link = f->link;
  f->likeness.most = 20000;
  add_variable(f, c, 1);
  compare_steps(f, 0);
  if (s->turns < LEAST_TURNS) return 0;
  if (saved_by(f) < LEAST_SAVED) add_sharing(f);
  const int least = s->turns < FEW_TURNS ? MANY_SAVED : LEAST_SAVED;
  return !f->m->failed && s->turns >= LEAST_TURNS && saved_by(f) >= least && !is_all_of_noise(f) && !is_circular(f);
}

int burl__find_steps(burl__finder *f, int function, burl__steps *steps) {
  f->function = function;
  f->block = f->m->functions[function].block;
  f->steps = steps;
  if (!make_room(f) || !burl__find_live(&f->live, f->m, function, NULL) || !find_links(f) || !find_chains(f)) return 0;
  for (size_t i = 0; i < f->chain_count && !f->m->failed; i++)
    if (make_steps(f, &f->chains[i])) return 1;
  return 0;
}
