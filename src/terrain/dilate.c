/* dilate(): the greatest height within a disc around each cell; of a radius below 0 the least, which shrinks what
 * dilating widens.  A disc is a pile of chords.  From its ends to its middle these grow, and the greatest heights over
 * a longer chord are those over shorter ones beside one another: so each chord costs a cell the same, however long it
 * is (E. Urbach, M. Wilkinson, "Efficient 2-D grayscale morphological transformations with arbitrary flat structuring
 * elements", 2008). */
#include <math.h>

#include "terrain/disc.h"
#include "terrain/order.h"
#include "terrain/process.h"

typedef struct {
  const burl__ground *ground;
  const int32_t *chords; /* the greatest over the chord around each cell */
  int32_t *longer;       /* the same of chords that have `by` more cells at either end */
  int32_t *greatest;     /* over what of the disc has been seen */
  int by, away;          /* away: the chord's lines above and below the cell */
} widening;

static inline int32_t greater(int32_t a, int32_t b) { return a > b ? a : b; }

/* ---- Longer chords ------------------------------------------------------------------------------- */

/* The greatest of three chords of cells from `first` to below `end`, of which some lie beyond the row's ends. */
static void grow_at_end(const widening *w, const int32_t *chords, int32_t *longer, int first, int end) {
  const int n = w->ground->nx, is_round = w->ground->is_round[0];
  for (int x = first; x < end; x++) {
    const int64_t before = is_round ? burl__around(x - w->by, n) : burl__clamped_index(x - w->by, n);
    const int64_t behind = is_round ? burl__around(x + w->by, n) : burl__clamped_index(x + w->by, n);
    longer[x] = greater(chords[x], greater(chords[before], chords[behind]));
  }
}

static void grow_lines(void *arg, int first, int end) {
  const widening *const w = arg;
  const int n = w->ground->nx, by = w->by, left = by < n ? by : n, right = n - by > left ? n - by : left;
  for (int y = first; y < end; y++) {
    const int32_t *const chords = w->chords + (size_t)y * (size_t)n;
    int32_t *const longer = w->longer + (size_t)y * (size_t)n;
    grow_at_end(w, chords, longer, 0, left);
    for (int x = left; x < right; x++) longer[x] = greater(chords[x], greater(chords[x - by], chords[x + by]));
    grow_at_end(w, chords, longer, right, n);
  }
}

/* ---- Piles of chords ----------------------------------------------------------------------------- */

/* The row of chords so many lines from y; NULL: there is none. */
static const int32_t *row_at(const widening *w, int64_t y) {
  const burl__ground *const g = w->ground;
  if (g->is_round[1]) y = burl__around(y, g->ny);
  return y < 0 || y >= g->ny ? NULL : w->chords + y * g->nx;
}

static void pile_lines(void *arg, int first, int end) {
  const widening *const w = arg;
  const int n = w->ground->nx;
  for (int y = first; y < end; y++) {
    int32_t *const greatest = w->greatest + (size_t)y * (size_t)n;
    for (int side = -1; side <= 1; side += 2) {
      const int32_t *const chords = row_at(w, y + side * (int64_t)w->away);
      for (int x = 0; chords && x < n; x++) greatest[x] = greater(greatest[x], chords[x]);
    }
  }
}

/* Chords of three cells are of one beside one; else at most twice as long and one more. */
static void grow_to(widening *w, int *reach, int goal, int32_t *const maps[2]) {
  while (*reach < goal) {
    w->by = goal - *reach < 2 * *reach + 1 ? goal - *reach : 2 * *reach + 1;
    w->longer = w->chords == maps[0] ? maps[1] : maps[0];
    burl__share_lines(w->ground->crew, w->ground->ny, grow_lines, w);
    w->chords = w->longer;
    *reach += w->by;
  }
}

/* ---- The process --------------------------------------------------------------------------------- */

static size_t dilate_bytes(const burl__ground *g, const double *option) {
  (void)option;
  return burl__bytes_of(burl__cells_of(g), 3 * sizeof(int32_t));
}

static void dilate(const burl__process_call *call, float *heights) {
  const burl__ground *const g = call->ground;
  const double given = call->option[0], radius = fabs(given);
  const size_t cells = burl__cells_of(g);
  int32_t *const room = call->scratch, *const maps[2] = {room, room + cells};
  widening w = {.ground = g, .chords = room, .greatest = room + 2 * cells};
  const int lines = burl__lines_within(g, radius);
  if (radius == 0) return;
  for (size_t i = 0; i < cells; i++) {
    const int32_t order = burl__order_of(heights[i]);
    room[i] = given < 0 && order != BURL__MISSING ? ~order : order;
    w.greatest[i] = BURL__MISSING;
  }
  for (int reach = 0, away = lines; away >= 0; away--) {
    if (burl__pace_stops(g->pace, (double)(lines - away) / (lines + 1))) return;
    w.away = away;
    grow_to(&w, &reach, burl__chord_within(g, radius, away), maps);
    burl__share_lines(g->crew, g->ny, pile_lines, &w);
  }
  for (size_t i = 0; i < cells; i++)
    if (!isnan(heights[i])) heights[i] = burl__height_of(given < 0 ? ~w.greatest[i] : w.greatest[i]);
}

const burl__process burl__process_dilate = {.change = dilate, .scratch = dilate_bytes, .weight = 2};
