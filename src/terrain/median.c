/* median(): the median of the heights within a disc around each cell, of an even number of them the mean of the two in
 * the middle.
 *
 * Each height has a rank of its own among all of them.  The disc's ranks are bits of a set, in which words of a further
 * level say which words of the one below are not empty, so that the next rank is found in a few steps.  Along a line a
 * disc loses the ends of its chords on one side and takes those on the other, and the median moves by the few ranks
 * that are more below it or above it than before (T. Huang, G. Yang, G. Tang, "A fast two-dimensional median filtering
 * algorithm", 1979): the cost grows with the radius, not with its square. */
#include <math.h>
#include <string.h>

#include "terrain/disc.h"
#include "terrain/order.h"
#include "terrain/process.h"

enum { RADIUS };
enum { MOST_SETS = 16, WORD = 64, LEVELS = 6, DIGIT = 256 };
#define NO_RANK UINT32_MAX

/* The ranks of the heights within a disc. */
typedef struct {
  uint64_t *level[LEVELS];
  int levels;
  uint32_t count, middle, below; /* below: how many are less than `middle`, which may be none of them */
} rank_set;

typedef struct {
  const burl__ground *ground;
  const float *heights;
  float *out;
  uint32_t *rank, *cell; /* of each cell; of each rank */
  int *reach;            /* of the disc's chords, by how many lines they are away */
  int lines, first;
  uint64_t *sets;
  size_t set_words;
} middling;

/* ---- Ranks --------------------------------------------------------------------------------------- */

static uint32_t digit_of(const float *heights, uint32_t cell, int shift) {
  return ((uint32_t)burl__order_of(heights[cell]) ^ 0x80000000u) >> shift & (DIGIT - 1);
}

/* Sorts `count` cells by a digit of their heights, those of the same one as they were. */
static void sort_by_digit(const float *heights, int shift, const uint32_t *from, uint32_t *to, uint32_t count) {
  uint32_t place[DIGIT + 1] = {0};
  for (uint32_t i = 0; i < count; i++) place[digit_of(heights, from[i], shift) + 1]++;
  for (int d = 0; d < DIGIT; d++) place[d + 1] += place[d];
  for (uint32_t i = 0; i < count; i++) to[place[digit_of(heights, from[i], shift)]++] = from[i];
}

static void rank_cells(const middling *m) {
  const size_t cells = burl__cells_of(m->ground);
  uint32_t count = 0;
  for (size_t i = 0; i < cells; i++)
    if (!isnan(m->heights[i])) m->cell[count++] = (uint32_t)i;
  for (int shift = 0; shift < 32; shift += 16) {
    sort_by_digit(m->heights, shift, m->cell, m->rank, count);
    sort_by_digit(m->heights, shift + 8, m->rank, m->cell, count);
  }
  for (size_t i = 0; i < cells; i++) m->rank[i] = NO_RANK;
  for (uint32_t r = 0; r < count; r++) m->rank[m->cell[r]] = r;
}

/* ---- Sets of ranks ------------------------------------------------------------------------------- */

static size_t words_of(size_t bits) { return (bits + WORD - 1) / WORD; }

/* The words of a set's levels, for so many ranks. */
static size_t words_of_set(size_t ranks) {
  size_t sum = 0, words = words_of(ranks);
  for (; words > 1; words = words_of(words)) sum += words;
  return sum + 1;
}

static rank_set empty_set(uint64_t *room, size_t ranks) {
  rank_set s = {.levels = 0};
  memset(room, 0, words_of_set(ranks) * sizeof *room);
  for (size_t words = words_of(ranks);; words = words_of(words)) {
    s.level[s.levels++] = room;
    room += words;
    if (words <= 1) return s;
  }
}

static int lowest_bit(uint64_t word) {
  int bit = 0;
  for (int half = 32; half; half /= 2)
    if (!(word & (((uint64_t)1 << half) - 1))) word >>= half, bit += half;
  return bit;
}

static int highest_bit(uint64_t word) {
  int bit = 0;
  for (int half = 32; half; half /= 2)
    if (word >> half) word >>= half, bit += half;
  return bit;
}

static void add_rank(rank_set *s, uint32_t rank) {
  if (rank == NO_RANK) return;
  s->count++;
  s->below += rank < s->middle;
  for (int l = 0; l < s->levels; l++, rank /= WORD) {
    uint64_t *const word = &s->level[l][rank / WORD];
    const uint64_t before = *word;
    *word |= (uint64_t)1 << rank % WORD;
    if (before) return;
  }
}

static void remove_rank(rank_set *s, uint32_t rank) {
  if (rank == NO_RANK) return;
  s->count--;
  s->below -= rank < s->middle;
  for (int l = 0; l < s->levels; l++, rank /= WORD) {
    uint64_t *const word = &s->level[l][rank / WORD];
    *word &= ~((uint64_t)1 << rank % WORD);
    if (*word) return;
  }
}

static int has_rank(const rank_set *s, uint32_t rank) { return s->level[0][rank / WORD] >> rank % WORD & 1; }

/* The least rank above one, or the greatest below one; there is one. */
static uint32_t rank_above(const rank_set *s, uint32_t rank) {
  for (int l = 0; l < s->levels; l++, rank /= WORD) {
    const uint64_t more = rank % WORD == WORD - 1 ? 0 : s->level[l][rank / WORD] >> (rank % WORD + 1);
    if (!more) continue;
    rank += 1 + (uint32_t)lowest_bit(more);
    while (l-- > 0) rank = rank * WORD + (uint32_t)lowest_bit(s->level[l][rank]);
    return rank;
  }
  return rank;
}

static uint32_t rank_below(const rank_set *s, uint32_t rank) {
  for (int l = 0; l < s->levels; l++, rank /= WORD) {
    const uint64_t less = s->level[l][rank / WORD] & (((uint64_t)1 << rank % WORD) - 1);
    if (!less) continue;
    rank = rank / WORD * WORD + (uint32_t)highest_bit(less);
    while (l-- > 0) rank = rank * WORD + (uint32_t)highest_bit(s->level[l][rank]);
    return rank;
  }
  return rank;
}

/* Moves `middle` to the median, of an even number the lower of two. */
static void settle(rank_set *s) {
  const uint32_t goal = (s->count - 1) / 2;
  while (s->below > goal) s->middle = rank_below(s, s->middle), s->below--;
  if (!has_rank(s, s->middle)) s->middle = rank_above(s, s->middle);
  while (s->below < goal) s->middle = rank_above(s, s->middle), s->below++;
}

/* ---- Discs --------------------------------------------------------------------------------------- */

typedef void change_set(rank_set *s, uint32_t rank);

/* Adds or removes what a line has at a place. */
static void change_at(const middling *m, rank_set *s, const uint32_t *line, int64_t x, change_set *change) {
  const int n = m->ground->nx;
  if (m->ground->is_round[0]) x = burl__around(x, n);
  if (x >= 0 && x < n) change(s, line[x]);
}

/* The ranks of the line so many away from y, where the disc has one that it has not had; NULL: it has none. */
static const uint32_t *line_at(const middling *m, int64_t y, int away) {
  const burl__ground *const g = m->ground;
  if (g->is_round[1] && 2 * away == -g->ny) return NULL; /* it is the one at the other side */
  y += away;
  if (g->is_round[1]) y = burl__around(y, g->ny);
  return y < 0 || y >= g->ny ? NULL : m->rank + y * g->nx;
}

/* Adds or removes all that a disc at the line's first or last cell has. */
static void change_disc(const middling *m, rank_set *s, int x, int y, change_set *change) {
  const burl__ground *const g = m->ground;
  for (int away = -m->lines; away <= m->lines; away++) {
    const uint32_t *const line = line_at(m, y, away);
    const int reach = m->reach[away < 0 ? -away : away], is_whole = g->is_round[0] && 2 * reach + 1 >= g->nx;
    const int first = is_whole ? 0 : x - reach, last = is_whole ? g->nx - 1 : x + reach;
    for (int i = first; line && i <= last; i++) change_at(m, s, line, i, change);
  }
}

/* From one cell to the next. */
static void move_disc(const middling *m, rank_set *s, int x, int y) {
  for (int away = -m->lines; away <= m->lines; away++) {
    const uint32_t *const line = line_at(m, y, away);
    const int reach = m->reach[away < 0 ? -away : away];
    if (!line || (m->ground->is_round[0] && 2 * reach + 1 >= m->ground->nx)) continue;
    change_at(m, s, line, (int64_t)x - reach, remove_rank);
    change_at(m, s, line, (int64_t)x + 1 + reach, add_rank);
  }
}

static float median_of(const middling *m, rank_set *s) {
  settle(s);
  const float middle = m->heights[m->cell[s->middle]];
  if (s->count % 2) return middle;
  return (float)(0.5 * ((double)middle + (double)m->heights[m->cell[rank_above(s, s->middle)]]));
}

static void middle_lines(void *arg, int first, int end) {
  const middling *const m = arg;
  const int n = m->ground->nx;
  for (int i = first; i < end; i++) {
    const int y = m->first + i;
    rank_set s = empty_set(m->sets + (size_t)i * m->set_words, burl__cells_of(m->ground));
    change_disc(m, &s, 0, y, add_rank);
    for (int x = 0; x < n; x++) {
      const size_t cell = (size_t)y * (size_t)n + (size_t)x;
      m->out[cell] = isnan(m->heights[cell]) ? NAN : median_of(m, &s);
      if (x < n - 1) move_disc(m, &s, x, y);
    }
  }
}

/* ---- The process --------------------------------------------------------------------------------- */

static int sets_of(const burl__ground *g) { return g->ny < MOST_SETS ? g->ny : MOST_SETS; }

static size_t median_bytes(const burl__ground *g, const double *option) {
  const size_t cells = burl__cells_of(g), sets = (size_t)sets_of(g) * words_of_set(cells) * sizeof(uint64_t);
  const size_t ranks = burl__bytes_of(cells, 2 * sizeof(uint32_t)), more = sets + (size_t)g->ny * sizeof(int);
  (void)option;
  return ranks == 0 || more > SIZE_MAX - ranks ? 0 : ranks + more;
}

static void median(const burl__process_call *call, const float *heights, float *out) {
  const burl__ground *const g = call->ground;
  const size_t cells = burl__cells_of(g);
  const double radius = call->option[RADIUS];
  const int sets = sets_of(g);
  middling m = {.ground = g, .heights = heights, .out = out, .sets = call->scratch, .set_words = words_of_set(cells)};
  m.rank = (uint32_t *)(m.sets + (size_t)sets * m.set_words), m.cell = m.rank + cells;
  m.reach = (int *)(m.cell + cells);
  memcpy(out, heights, cells * sizeof *out);
  if (radius == 0) return;
  m.lines = burl__lines_within(g, radius);
  for (int away = 0; away <= m.lines; away++) m.reach[away] = burl__chord_within(g, radius, away);
  rank_cells(&m);
  for (; m.first < g->ny && !burl__pace_stops(g->pace, (double)m.first / g->ny); m.first += sets)
    burl__share_lines(g->crew, g->ny - m.first < sets ? g->ny - m.first : sets, middle_lines, &m);
}

const burl__process burl__process_median = {.make = median, .scratch = median_bytes, .weight = 20};
