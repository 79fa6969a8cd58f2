/* The notes of notes.h. */
#include "program/notes.h"

#include <string.h>

enum { MOST_IDLE = 256, MOST_NOTES = 64 };
enum { UNKNOWN, WITHOUT_EFFECT, WITH_EFFECT }; /* of a tree, in burl__expander.effect */

/* A tree that had no effect when it was expanded first. */
struct burl__idle {
  const burl__tree *tree;
  burl_error note;
  burl__idle *next;
};

burl_error *burl__judge(burl__expander *e, const burl__tree *tree, int has_effect) {
  unsigned char *const effect = &e->effect[tree->id];
  const int was = *effect;
  if (has_effect) *effect = WITH_EFFECT;
  if (has_effect || was != UNKNOWN || e->idle_count == MOST_IDLE) return NULL;
  burl__idle *const idle = burl__arena_take(e->scratch, sizeof *idle);
  if (!idle) {
    burl__out_of_memory(e->graph->error);
    return NULL;
  }
  *effect = WITHOUT_EFFECT;
  *idle = (burl__idle){.tree = tree, .next = e->idle};
  e->idle = idle;
  e->idle_count++;
  return &idle->note;
}

static int is_before(const burl_error *a, const burl_error *b) {
  return a->line < b->line || (a->line == b->line && a->column < b->column);
}

/* Inserts a note by its place.  Beyond MOST_NOTES the last ones are lost. */
static int insert(burl_error *notes, int count, const burl_error *note) {
  int at = count;
  while (at > 0 && is_before(note, &notes[at - 1])) at--;
  if (at == MOST_NOTES) return count;
  const int kept = count < MOST_NOTES ? count : MOST_NOTES - 1;
  memmove(notes + at + 1, notes + at, (size_t)(kept - at) * sizeof *notes);
  notes[at] = *note;
  return kept + 1;
}

static burl_error note_knob(const burl__knob *knob) {
  burl_error note = {0};
  burl__fail(&note, BURL_OK, knob->place, "nothing reads the knob '%.100s'", knob->name);
  burl__hint(&note, "leave its line out, or use its name below");
  return note;
}

static burl_error note_parameter(const burl__definition *d, int i) {
  burl_error note = {0};
  burl__fail(&note, BURL_OK, d->place, "%.80s does not read its argument '%.80s'", d->name, d->parameters[i]);
  burl__hint(&note, "leave it out, here and in the calls");
  return note;
}

/* Adds the knobs and arguments that nothing in the text reads. */
static int insert_unread(burl_error *notes, int count, const burl__recipe *recipe) {
  for (const burl__knob *k = recipe->knobs; k; k = k->next) {
    const burl_error note = note_knob(k);
    if (!k->is_read) count = insert(notes, count, &note);
  }
  for (const burl__definition *d = recipe->definitions; d; d = d->next)
    for (int i = 0; i < d->parameter_count; i++) {
      const burl_error note = note_parameter(d, i);
      if (!(d->parameters_read >> i & 1)) count = insert(notes, count, &note);
    }
  return count;
}

int burl__collect_notes(const burl__expander *e, burl__arena *arena, const burl_error **notes) {
  burl_error *const list = burl__arena_take(arena, MOST_NOTES * sizeof *list);
  int count = 0;
  if (!list) burl__out_of_memory(e->graph->error);
  if (e->graph->error->status != BURL_OK) return -1;
  for (const burl__idle *i = e->idle; i; i = i->next)
    if (e->effect[i->tree->id] == WITHOUT_EFFECT) count = insert(list, count, &i->note);
  *notes = list;
  return insert_unread(list, count, e->recipe);
}
