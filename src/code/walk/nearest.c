/* Cellular noise in lean text (noise/lean_cells.h): one call finds the point nearest to a place, and all that samples
 * of the same cells tell of it follows from that: how far it is, where it lies, its value, and the edge of its piece.
 * Here: which noises are found so, what is asked of them, and the nearest point as a value. */
#include "code/walk/scope.h"

#include <string.h>

/* Beyond that a cell and its period might not add up to a word. */
enum { MOST_PERIOD = 1 << 30 };

/* ---- Which noises --------------------------------------------------------------------------------- */

static int is_lean(const burl__code_walk *w, const burl__noise *noise) {
  for (int a = 0; a < noise->dims; a++)
    if (noise->period[a] > MOST_PERIOD) return 0;
  return burl__is_by_floats(w) && burl__kind_of_noise(noise) == BURL__OF_POINTS && noise->dims < 4 &&
         noise->metric != MINKOWSKI && !(noise->width > 0);
}
static int is_distance(const burl__noise *noise) { return noise->give <= GIVE_F4 || noise->give == GIVE_F2_F1; }

int burl__is_of_nearest(const burl__code_walk *w, const burl__noise *noise) {
  return is_lean(w, noise) && (noise->give == GIVE_F1 || !is_distance(noise));
}
int burl__is_of_distances(const burl__code_walk *w, const burl__noise *noise) {
  return is_lean(w, noise) && is_distance(noise);
}

burl__noise burl__points_of(const burl__noise *noise) {
  burl__noise points;
  memcpy(&points, noise, sizeof points); /* known settings are compared as bytes */
  points.give = GIVE_F1;
  return points;
}

/* ---- What is asked of them ------------------------------------------------------------------------ */

/* NULL: failed. */
static burl__noise_use *use_of(burl__code_walk *w, const burl__noise *noise) {
  const burl__noise points = burl__points_of(noise), *const like = burl__is_of_nearest(w, noise) ? &points : noise;
  const burl__noise *const known = burl__known_settings(w->e, like);
  for (burl__noise_use *u = w->uses; u; u = u->next)
    if (u->known == known) return u;
  burl__noise_use *const added = known ? burl__walk_take(w, sizeof *added) : NULL;
  if (!added) return NULL;
  *added = (burl__noise_use){.next = w->uses, .known = known};
  return w->uses = added;
}
const burl__noise_use *burl__use_of(burl__code_walk *w, const burl__noise *noise) { return use_of(w, noise); }

int burl__note_uses(burl__code_walk *w) {
  for (size_t i = 0; i < w->task->view->graph->count; i++) {
    const burl__node *const n = burl__walk_node(w, (int)i);
    if (!w->outline.needed[i] || !burl__is_sampled(n->op)) continue;
    const burl__noise *const noise = n->setup;
    const int has_slopes = (w->slopes[i] & 15) != 0;
    burl__noise_use *const use = use_of(w, noise);
    if (!use) return 0;
    use->has_slopes |= has_slopes;
    use->is_near |= noise->give != GIVE_F1 || has_slopes;
    use->has_id |= noise->give == GIVE_ID || noise->give == GIVE_VALUE;
  }
  return 1;
}

/* ---- The nearest point as a value ----------------------------------------------------------------- */

static const char *const field_names[BURL__NEAR_FIELDS] = {"x", "y", "z", "away", "id", "lift"};

static int has_field(const burl__noise *noise, int has_id, int field) {
  return field < 3 ? field < noise->dims : field == 3 || (field == 4 ? has_id : noise->lift > 0);
}

burl__kind burl__kind_of_near(burl__code_walk *w, const burl__noise *noise, int has_id) {
  burl__named_kind fields[BURL__NEAR_FIELDS];
  int count = 0;
  for (int i = 0; i < BURL__NEAR_FIELDS; i++)
    if (has_field(noise, has_id, i)) fields[count++] = (burl__named_kind){field_names[i], burl__kind_of(KIND_REAL)};
  if (count <= 4) return burl__vector_of(KIND_REAL, count);
  return (burl__kind){KIND_RECORD, 1, burl__add_record(w->m, "near_point", fields, count)};
}

int burl__value_of_near(burl__code_walk *w, const burl__noise *noise, int has_id, const int *leaves) {
  const burl__kind kind = burl__kind_of_near(w, noise, has_id);
  int parts[BURL__NEAR_FIELDS], count = 0;
  for (int i = 0; i < BURL__NEAR_FIELDS; i++)
    if (has_field(noise, has_id, i)) parts[count++] = leaves[i];
  return kind.base == KIND_RECORD && kind.record < 0 ? BURL__NO_VALUE : burl__make(w->m, kind, parts);
}

void burl__fields_of_near(burl__code_walk *w, const burl__noise *noise, int has_id, int value,
                          int fields[BURL__NEAR_FIELDS]) {
  for (int i = 0, part = 0; i < BURL__NEAR_FIELDS; i++)
    fields[i] = has_field(noise, has_id, i) ? burl__part(w->m, value, part++) : burl__real(w->m, 0);
}
