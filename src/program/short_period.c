/* The table of short_period.h: a word for each skewed cell. */
#include "program/short_period.h"

#include <string.h>

#include "noise/lattice.h"

enum { MOST_WORDS = 1 << 17, MOST_OF_ALL = 1 << 19 }; /* of a noise; of a program's: the others go without */

/* In two dimensions: the last places of lattice points along x and y, in units; the last of their skewed coordinates;
 * and how many words there are, as some are read in a row. */
static int last_place(const burl__noise *noise, int axis) {
  return ((int)noise->period[axis] + 1) * simplex_units(2) + (axis == 0 ? words_further : 0);
}
static int last_y(const burl__noise *noise) {
  return (last_place(noise, 0) + 4 * last_place(noise, 1)) / (simplex_units(2) * simplex_block(2));
}
static int last_x(const burl__noise *noise, int y) { return (last_place(noise, 0) + y) / 4; }
static size_t count_plane(const burl__noise *noise) {
  const int y = last_y(noise), x = last_x(noise, y);
  return number_of_word(line_of_words(noise->period[0]), (uint32_t)x, (uint32_t)y) + 1u + 2 * BURL__LANES;
}

/* How many words they take; 0: they are without end, too many, or not of the directions that words have. */
static size_t count_words(const burl__noise *noise) {
  if (noise->dims == 1 || noise->smooth) return 0;
  double points = 1;
  for (int a = 0; a < noise->dims; a++) points *= (double)numbers_along(noise->dims, a, noise->period[a]);
  if (points == 0 || points > MOST_WORDS) return 0;
  const size_t count = noise->dims == 2 ? count_plane(noise) : (size_t)points * (size_t)cell_words(noise->dims);
  return count <= MOST_WORDS ? count : 0;
}

/* The places in units of the lattice point that has these numbers along the axes: along each axis but the first and the
 * last as far into a cell as along the first; and so that the sum of all is a block's cells times the sum of skewed
 * coordinates. */
LANE void places_of(int dims, const uint32_t number[4], uint32_t at[4]) {
  const uint32_t units = (uint32_t)simplex_units(dims), block = (uint32_t)simplex_block(dims), width = units * block;
  const int last = dims - 1;
  uint32_t before = (block + 1u) * number[0];
  at[0] = number[0];
  for (int a = 1; a < last; a++) before += at[a] = number[a] * units + at[0] % units;
  at[last] = number[last] * width + (width - before % width) % width;
}

/* The direction of the lattice point at these places. */
LANE uint32_t direction_at(int dims, const burl__noise *noise, const uint32_t at[4]) {
  uint32_t sum = 0, key[4] = {0};
  for (int a = 0; a < dims; a++) sum += at[a];
  sum /= (uint32_t)simplex_block(dims);
  for (int a = 0; a < dims; a++)
    key[a] = hash_axis((at[a] + sum) / (uint32_t)simplex_units(dims), a, noise->low) + (a == 0 ? noise->high : 0u);
  const uint32_t hash =
      hash_corner(key[0] + (key[1] + key[2] + key[3]), hash_odd(noise->high, key[1], key[2], key[3]));
  return dims == 2 ? direction2(hash) : dims == 3 ? direction3(hash) : direction4(hash);
}

/* What an axis adds to the number of the cell that a lattice point is a corner of: one so many steps from the first, of
 * which one may be along the axis. */
LANE uint32_t number_behind(int dims, const burl__noise *noise, int axis, uint32_t place, int steps, int is_stepped) {
  const uint32_t units = (uint32_t)simplex_units(dims), whole = noise->period[axis] * units;
  const uint32_t moved = place + (uint32_t)steps + (is_stepped ? whole - units : 0u);
  return number_along(dims, axis, moved >= whole ? moved - whole : moved);
}

/* Puts the direction of a lattice point into all cells that it is a corner of. */
LANE void put_direction(int dims, const burl__noise *noise, const uint32_t stride[4], const uint32_t at[4],
                        uint32_t direction, uint32_t *word) {
  uint32_t behind[4][5][2];
  for (int a = 0; a < dims; a++)
    for (int steps = 0; steps <= dims; steps++)
      for (int stepped = steps == dims; stepped <= (steps > 0); stepped++)
        behind[a][steps][stepped] = number_behind(dims, noise, a, at[a], steps, stepped) * stride[a];
  for (int corner = 0; corner < 1 << dims; corner++) {
    const int steps = __builtin_popcount((unsigned)corner), bit = corner * corner_bits(dims);
    uint32_t cell = 0;
    for (int a = 0; a < dims; a++) cell += behind[a][steps][corner >> a & 1];
    word[cell * (uint32_t)cell_words(dims) + (uint32_t)bit / 32u] |= direction << bit % 32;
  }
}

/* Puts the direction of a lattice point into all words that have it; number: of the one that begins with it. */
static void put_in_words(uint32_t line, uint32_t number, uint32_t direction, uint32_t *word) {
  for (uint32_t n = 0; n < directions_in_column; n++) word[number - n * line] |= direction << n * direction_bits;
  for (uint32_t n = 0; n < 2; n++)
    word[number - 1u - n * line] |= direction << (directions_in_column + n) * direction_bits;
}

/* Those of all lattice points in two dimensions, from a cell before the periods on. */
static uint32_t place_within(int place, int whole) { return (uint32_t)((place + whole) % whole); }
static void put_plane(const burl__noise *noise, uint32_t *word) {
  const int units = simplex_units(2), last[2] = {last_place(noise, 0), last_place(noise, 1)};
  const int whole[2] = {(int)noise->period[0] * units, (int)noise->period[1] * units};
  const uint32_t line = line_of_words(noise->period[0]);
  for (int y = -1; y <= last_y(noise); y++)
    for (int x = -1; x <= last_x(noise, y); x++) {
      const int place[2] = {4 * x - y, 4 * y - x};
      if (place[0] < -units || place[1] < -units || place[1] > last[1]) continue;
      const uint32_t at[4] = {place_within(place[0], whole[0]), place_within(place[1], whole[1])};
      put_in_words(line, number_of_word(line, (uint32_t)x, (uint32_t)y), direction_at(2, noise, at), word);
    }
}

/* Of all in more. */
LANE void put_directions(int dims, const burl__noise *noise, uint32_t *word) {
  uint32_t count[4] = {1, 1, 1, 1}, stride[4] = {1, 0, 0, 0}, n[4], at[4];
  for (int a = 0; a < dims; a++) count[a] = numbers_along(dims, a, noise->period[a]);
  for (int a = 1; a < dims; a++) stride[a] = stride[a - 1] * count[a - 1];
  for (n[3] = 0; n[3] < count[3]; n[3]++)
    for (n[2] = 0; n[2] < count[2]; n[2]++)
      for (n[1] = 0; n[1] < count[1]; n[1]++)
        for (n[0] = 0; n[0] < count[0]; n[0]++) {
          places_of(dims, n, at);
          put_direction(dims, noise, stride, at, direction_at(dims, noise, at), word);
        }
}

static void put_all(const burl__noise *noise, uint32_t *word) {
  switch (noise->dims) { /* each compiled for itself */
    case 2: put_plane(noise, word); break;
    case 3: put_directions(3, noise, word); break;
    default: put_directions(4, noise, word);
  }
}

/* What is kept: all that it depends on, and the words. */
struct burl__kept_corners {
  struct burl__kept_corners *next;
  int dims;
  uint32_t low, high, period[4];
  uint32_t word[];
};

static int are_of(const struct burl__kept_corners *kept, const burl__noise *noise) {
  return kept->dims == noise->dims && kept->low == noise->low && kept->high == noise->high &&
         memcmp(kept->period, noise->period, sizeof kept->period) == 0;
}

static struct burl__kept_corners *make_corners(burl__graph *graph, const burl__noise *noise, size_t count) {
  struct burl__kept_corners *const kept =
      burl__arena_take(graph->arena, sizeof *kept + count * sizeof *kept->word);
  if (!kept) {
    burl__out_of_memory(graph->error);
    return NULL;
  }
  kept->dims = noise->dims;
  kept->low = noise->low;
  kept->high = noise->high;
  memcpy(kept->period, noise->period, sizeof kept->period);
  put_all(noise, kept->word);
  kept->next = graph->corners;
  graph->corners = kept;
  graph->corner_words += count;
  return kept;
}

int burl__keep_corners(burl__graph *graph, burl__noise *noise) {
  const size_t count = count_words(noise);
  if (count == 0) return 1;
  struct burl__kept_corners *kept = graph->corners;
  while (kept && !are_of(kept, noise)) kept = kept->next;
  if (!kept && graph->corner_words + count > MOST_OF_ALL) return 1;
  if (!kept && !(kept = make_corners(graph, noise, count))) return 0;
  noise->corners = kept->word;
  return 1;
}
