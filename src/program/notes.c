/* The notes of notes.h. */
#include "program/notes.h"

#include <string.h>

enum { MOST_IDLE = 256, MOST_NOTES = 64 };
enum { UNKNOWN, WITHOUT_EFFECT, WITH_EFFECT }; /* of a tree, in burl__findings.effect */

/* A tree that had no effect when it was expanded first. */
struct burl__idle {
  const burl__tree *tree;
  burl_error note;
  burl__idle *next;
};

burl_error *burl__judge(burl__expander *e, const burl__tree *tree, int has_effect) {
  burl__findings *const f = e->findings;
  if (!f) return NULL;
  unsigned char *const effect = &f->effect[tree->id];
  const int was = *effect;
  if (has_effect) *effect = WITH_EFFECT;
  if (has_effect || was != UNKNOWN || f->idle_count == MOST_IDLE) return NULL;
  burl__idle *const idle = burl__arena_take(f->arena, sizeof *idle);
  if (!idle) {
    burl__out_of_memory(e->graph->error);
    return NULL;
  }
  *effect = WITHOUT_EFFECT;
  *idle = (burl__idle){.tree = tree, .next = f->idle};
  f->idle = idle;
  f->idle_count++;
  return &idle->note;
}

/* The notes so far, sorted by their places; NULL while they are only counted, to `count`. */
typedef struct {
  burl_error *list;
  int room, count;
  int lines; /* of the recipe's own text: there are no notes on what it imports */
} sorted;

static int is_before(burl__span a, const burl_error *b) {
  return a.line < b->line || (a.line == b->line && a.column < b->column);
}

/* The entry for a note of that place: later notes move back by one, and the last one is dropped if the list is full.
 * NULL: the note comes after a full list, notes are only counted, or its place is in an imported file. */
static burl_error *place_for(sorted *s, burl__span place) {
  if (place.line > s->lines) return NULL;
  s->count += !s->list && s->count < MOST_NOTES;
  int at = s->list ? s->count : 0;
  while (at > 0 && is_before(place, &s->list[at - 1])) at--;
  if (!s->list || at == s->room) return NULL;
  if (s->count < s->room) s->count++;
  memmove(s->list + at + 1, s->list + at, (size_t)(s->count - 1 - at) * sizeof *s->list);
  memset(s->list + at, 0, sizeof *s->list);
  return s->list + at;
}

static void add_idle(sorted *s, const burl__findings *f) {
  for (const burl__idle *i = f->idle; i; i = i->next) {
    if (f->effect[i->tree->id] != WITHOUT_EFFECT) continue;
    burl_error *const note = place_for(s, (burl__span){i->note.line, i->note.column, 0});
    if (note) *note = i->note;
  }
}

/* Knobs that nothing in the text reads, and arguments of its functions. */
static void add_unread(sorted *s, const burl__recipe *recipe) {
  for (const burl__knob *k = recipe->knobs; k; k = k->next) {
    burl_error *const note = k->is_read ? NULL : place_for(s, k->place);
    if (!note) continue;
    burl__fail(note, BURL_OK, k->place, "nothing reads the knob '%.100s'", k->name);
    burl__hint(note, "leave its line out, or use its name below");
  }
  for (const burl__definition *d = recipe->definitions; d; d = d->next)
    for (int i = 0; i < d->parameter_count; i++) {
      burl_error *const note = d->parameters_read >> i & 1 ? NULL : place_for(s, d->place);
      if (!note) continue;
      burl__fail(note, BURL_OK, d->place, "%.80s does not read its argument '%.80s'", d->name, d->parameters[i]);
      burl__hint(note, "leave it out, here and in the calls");
    }
}

/* ---- Parts that are equal ------------------------------------------------------------------------ */

static int is_same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

/* Whether two expressions say the same, but for where they stand. */
static int is_same(const burl__tree *a, const burl__tree *b) {
  if (!a || !b) return a == b;
  if (a->kind != b->kind || !is_same_text(a->name, b->name) || !is_same_text(a->option, b->option) ||
      a->number != b->number || a->whole != b->whole || memcmp(a->colour, b->colour, sizeof a->colour) != 0 ||
      a->definition != b->definition || a->parameter != b->parameter || a->knob != b->knob)
    return 0;
  const burl__tree *i = a->arguments, *j = b->arguments;
  while (i && j && is_same(i, j)) i = i->next, j = j->next;
  return !i && !j;
}

static int calls_noise(const burl__tree *tree) {
  const burl__entry *const entry = tree->kind == TREE_CALL && !tree->definition ? tree->function : NULL;
  if (entry && entry->op >= 0 && burl__is_noise(entry->op)) return 1;
  for (const burl__tree *a = tree->arguments; a; a = a->next)
    if (calls_noise(a)) return 1;
  return 0;
}

/* Names whose expressions are one noise, to the seed: whoever wrote them twice may have meant two. */
static void add_repeated(sorted *s, const burl__recipe *recipe) {
  enum { MOST_COMPARED = 256 };
  const burl__definition *known[MOST_COMPARED];
  int count = 0;
  for (const burl__definition *d = recipe->definitions; d && count < MOST_COMPARED; d = d->next) {
    if (d->is_function || !calls_noise(d->body)) continue;
    int same = 0;
    while (same < count && !is_same(known[same]->body, d->body)) same++;
    known[count++] = d;
    burl_error *const note = same < count - 1 ? place_for(s, d->place) : NULL;
    if (!note) continue;
    burl__fail(note, BURL_OK, d->place, "%.80s is equal to %.80s everywhere", d->name, known[same]->name);
    burl__hint(note, "noises of one seed are one noise: perlin(seed: 1) is another");
  }
}

static int add_all(sorted *s, const burl__findings *f, const burl__recipe *recipe) {
  add_idle(s, f);
  add_unread(s, recipe);
  add_repeated(s, recipe);
  return s->count;
}

int burl__collect_notes(const burl__findings *f, const burl__recipe *recipe, const burl_error **notes,
                        burl_error *error) {
  sorted s = {NULL, 0, 0, recipe->lines};
  s.room = add_all(&s, f, recipe);
  s.count = 0;
  if (s.room && !(s.list = burl__arena_take(f->arena, (size_t)s.room * sizeof *s.list))) burl__out_of_memory(error);
  if (error->status != BURL_OK) return -1;
  *notes = s.list;
  return s.room ? add_all(&s, f, recipe) : 0;
}
