/* Gates of automatic octaves whose footprint, the distance between samples, is open. */
#include <math.h>

#include "code/walk/scope.h"
#include "program/spacing.h"

/* What the gate leads to for each burl__presence: all as places, or all as numbers. */
static void take_ways(burl__code_walk *w, burl__code_scope *s, int node, burl__held way[3]) {
  int has_place = 0;
  for (int a = 0; a < 3; a++) has_place |= burl__holds_place(w, s, burl__walk_argument(w, node, a));
  for (int a = 0; a < 3; a++) {
    const int argument = burl__walk_argument(w, node, a);
    way[a] = has_place ? burl__as_place(burl__place_at(w, s, argument)) : burl__as_value(burl__real_at(w, s, argument));
  }
}

/* √(max(Δx², Δy²)) of the ways to the next pixels, as the library has it of a grid's steps. */
int burl__measured_footprint(burl__code_walk *w, int p) {
  static const char *const names[] = {"across", "down"};
  burl__module *const m = w->m;
  int square[2];
  for (int i = 0; i < 2; i++) {
    const int way = burl__value_at(m, VALUE_OWN, m->values[p].kind, OWN_DX + i, 1, &p);
    square[i] = burl__real(m, 0);
    burl__name_value(m, way, names[i]);
    for (int a = 0; way >= 0 && a < m->values[p].kind.count; a++)
      square[i] = burl__binary(m, VALUE_PLUS, square[i],
                               burl__binary(m, VALUE_TIMES, burl__part(m, way, a), burl__part(m, way, a)));
  }
  const int larger = burl__value_at(m, VALUE_OWN, burl__kind_of(KIND_REAL), OWN_MAX, 2, square);
  return burl__name_value(m, burl__unary(m, VALUE_ROOT, larger), "footprint");
}

burl__held burl__gate_of(burl__code_walk *w, burl__code_scope *s, int node) {
  burl__module *const m = w->m;
  const burl__presence_limits limits = burl__limits_of_presence(burl__walk_node(w, node)->setup);
  const int footprint = burl__footprint_uniform(w);
  burl__held way[3];
  take_ways(w, s, node, way);
  if (!isfinite(limits.whole)) return way[BURL__WHOLE_OCTAVE];
  burl__held held = way[BURL__FADING_OCTAVE];
  if (isfinite(limits.none)) {
    const int is_none = burl__binary(m, VALUE_LESS_EQUAL, burl__real(m, (double)limits.none), footprint);
    held = burl__pick_held(w, is_none, &way[BURL__NO_OCTAVE], &held);
  }
  const int is_whole = burl__binary(m, VALUE_LESS_EQUAL, footprint, burl__real(m, (double)limits.whole));
  held = burl__pick_held(w, is_whole, &way[BURL__WHOLE_OCTAVE], &held);
  if (held.what == AS_VALUE) burl__name_value(m, held.value, "octaves");
  return held;
}
