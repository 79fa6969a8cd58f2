/* The kernels of cellular noise, over points and over grids; with slopes or without.
 *
 * The mathematics is noise/cells.h's.  A sample alone searches the cells around it shell by shell.  Where many
 * samples lie near each other (a fine grid, a patch of warped points), the points of the cells around all
 * of them are found once; of these a box, a vector of samples of each of some lines, takes the few that
 * can matter there.  Distances take those near the box first, until none that is left can be as near to a sample as
 * what it has; all else knows a limit of distance that has as many points within it as are asked for.  Where points of
 * cells that aren't listed may matter to a sample, it searches by itself.
 *
 * The order: the search of samples by themselves; the points found and their limits; what the samples of a box
 * are given; grids by regions; points by patches. */
#include "kernel/output.h"
#include "kernel/positions.h"
#include "kernel/region.h"
#include "kernel/spaced.h"
#include "kernel/vector.h"
#include "noise/cells.h"

/* ---- Samples by themselves ----------------------------------------------------------------------- */

/* What a call asks for, and where it goes. */
typedef struct {
  const burl__call *call;
  burl__spaced *spaced; /* where points are from; NULL: each cell has its own */
  burl__noise n;
  noise_output out;
  int asked, rank;    /* of how many of the nearest points distances are compared */
  coordinates points; /* of points */
} cells_task;

static cells_task cells_task_of(const burl__call *call, int groups, burl__spaced *spaced) {
  cells_task task = {call, spaced, .n = *(const burl__noise *)call->setup, .out = noise_output_of(call, groups)};
  task.asked = !wants_slopes(call) ? VALUES : task.n.varies ? WITH_JITTER : WITH_SLOPES;
  task.rank = task.n.give == GIVE_EDGE ? 2 : rank_asked(&task.n);
  return task;
}

static void put_cells(const cells_task *task, int line, int i, const plane *p) {
  put_plane(&task->out, task->n.dims, task->asked != VALUES, line, i, p);
}

/* The samples of a patch, which are put, or given to `found` where that isn't NULL. */
INLINED void search_samples(const burl__noise *n, int asked, const cells_task *task, enum source source,
                            const patch *at, plane *found) {
  const burl__call *const call = task->call;
  float *const by_jitter = call->output.slope[BURL__BY_JITTER];
  const sample_source from = {source, call, &task->points, task->out.value.stride};
  for (int line = at->line; line < at->next; line++)
    for (int i = at->begin; i < at->end; i += WIDTH) {
      const int64_t number = line * task->out.value.stride + i;
      const sample_positions p = positions_in_block(n, CELLS, &from, line, i);
      cells_search s;
      for (int a = 0; a < n->dims; a++) {
        s.cell[a] = p.cell[a];
        s.fraction[a] = p.fraction[a];
      }
      s.jitter = n->varies ? load((const float *)call->from[n->dims] + number) : all(n->jitter);
      take_cell_keys(n, &s);
      const cells_result r = cells_sample(n, asked, &s);
      const plane of = only_valid_plane(r.of, p.valid);
      if (by_jitter) store(by_jitter + number, only_valid(r.by_jitter, p.valid));
      if (found) *found++ = of;
      else put_cells(task, line, i, &of);
    }
}

/* Compiled for each number of dimensions; with slopes for any. */
typedef void sample_search(const cells_task *task, enum source source, const patch *at, plane *found);
#define SEARCH(name, known_dims, asked)                                                          \
  OUTLINE void name(const cells_task *task, enum source source, const patch *at, plane *found) { \
    burl__noise n = task->n;                                                                     \
    n.dims = known_dims;                                                                         \
    search_samples(&n, asked, task, source, at, found);                                          \
  }
SEARCH(values_of_1, 1, VALUES)
SEARCH(values_of_2, 2, VALUES)
SEARCH(values_of_3, 3, VALUES)
SEARCH(values_of_4, 4, VALUES)
SEARCH(slopes_of_any, task->n.dims, task->asked == WITH_JITTER ? WITH_JITTER : WITH_SLOPES)
#undef SEARCH

static void search_spaced(const cells_task *task, enum source source, const patch *at, plane *found);

static void search_patch(const cells_task *task, enum source source, const patch *at, plane *found) {
  static sample_search *const values_of[4] = {values_of_1, values_of_2, values_of_3, values_of_4};
  if (task->spaced) {
    search_spaced(task, source, at, found);
    return;
  }
  sample_search *const search = task->asked == VALUES ? values_of[task->n.dims - 1] : slopes_of_any;
  search(task, source, at, found);
}

/* One vector of them. */
static plane search_at(const cells_task *task, enum source source, int line, int i) {
  const patch at = {line, line + 1, i, i + WIDTH};
  plane found;
  search_patch(task, source, &at, &found);
  return found;
}

/* ---- Points found around some samples ------------------------------------------------------------ */

enum { MOST_FOUND = 448, LEAST = 4 };

/* Cells are counted, and places measured, from a first cell on. */
typedef struct {
  int count;
  float lo[4], hi[4]; /* what the listed cells cover */
  _Alignas(64) int32_t cell[4][MOST_FOUND];
  _Alignas(64) float step[4][MOST_FOUND]; /* the cell's number */
  _Alignas(64) float in_cell[4][MOST_FOUND];
  _Alignas(64) float at[4][MOST_FOUND]; /* both together */
  _Alignas(64) float lift[MOST_FOUND];
  _Alignas(64) uint32_t hash[MOST_FOUND];               /* of the value */
  _Alignas(64) float near[MOST_FOUND], far[MOST_FOUND]; /* to the lines of a box, but for x */
  _Alignas(64) float near_box[MOST_FOUND];
  _Alignas(64) float beyond[2][MOST_FOUND]; /* over a grid: parts of the distance along z and w, or the lift */
} found_points;

/* What samples cover along the axes. */
typedef struct {
  float lo[4], hi[4];
} extent;

/* Lists the cells around the samples, `rings` rings of them; 0: there are more than `limit`. */
static int list_cells(int dims, int rings, int limit, const extent *e, found_points *to) {
  int least[4] = {0}, most[4] = {0}, count = 1;
  for (int a = 0; a < dims; a++) {
    least[a] = (int)axis_floor((double)e->lo[a]) - rings;
    most[a] = (int)axis_floor((double)e->hi[a]) + rings;
    if (most[a] - least[a] >= limit / count) return 0;
    count *= most[a] - least[a] + 1;
  }
  for (int a = 0; a < dims; a++) {
    to->lo[a] = (float)least[a];
    to->hi[a] = (float)(most[a] + 1);
  }
  to->count = 0;
  for (int w = least[3]; w <= most[3]; w++)
    for (int z = least[2]; z <= most[2]; z++)
      for (int y = least[1]; y <= most[1]; y++)
        for (int x = least[0]; x <= most[0]; x++, to->count++) {
          const int cell[4] = {x, y, z, w};
          for (int a = 0; a < 4; a++) to->cell[a][to->count] = cell[a];
        }
  for (int i = count; i % WIDTH != 0; i++)
    for (int a = 0; a < 4; a++) to->cell[a][i] = to->cell[a][0];
  return 1;
}

/* The cells `on` from `first`, less than 2^30, in [0, period) where there is one. */
LANE words cells_beside(uint32_t first, mask on, uint32_t period) {
  const words cell = first + (words)on;
  if (period == 0u) return cell;
  if (period >> 30 != 0u) { /* it ends once at most */
    const mask below = (on < 0) & (mask)((words)-on > first);
    const mask beyond = (on >= 0) & (mask)((words)on >= period - first);
    return cell + only_word(below, W(period)) - only_word(beyond, W(period));
  }
  mask at = (mask)cell;
  const mask around = (mask)W(period);
  while (anywhere((at < 0) | (at >= around))) at = at + ((at < 0) & around) - ((at >= around) & around);
  return (words)at;
}

/* The points of listed cells that are spaced: those without one have it far away. */
static void take_spaced(burl__spaced *spaced, const uint32_t first[4], found_points *to) {
  const uint32_t *const period = spaced->n->period;
  for (int i = 0; i < to->count; i++) {
    float place[2] = {1e18f, 1e18f};
    const uint32_t cell[2] = {axis_neighbour(first[0], to->cell[0][i], period[0]),
                              axis_neighbour(first[1], to->cell[1][i], period[1])};
    (void)burl__spaced_point(spaced, cell, place, &to->hash[i]);
    for (int a = 0; a < 2; a++) {
      to->in_cell[a][i] = place[a];
      to->step[a][i] = (float)to->cell[a][i];
      to->at[a][i] = place[a] + (float)to->cell[a][i];
    }
    to->lift[i] = 0;
  }
}

/* Lists `rings` rings of cells and finds their points; first: the first cell, in the period.  0: too many. */
static int take_rings(const cells_task *task, const uint32_t first[4], const extent *e, int rings, int limit,
                      found_points *to) {
  const burl__noise *const n = &task->n;
  if (!list_cells(n->dims, rings, limit, e, to)) return 0;
  if (task->spaced) take_spaced(task->spaced, first, to);
  for (int i = 0; i < to->count && !task->spaced; i += WIDTH) {
    words key[4] = {{0}, {0}, {0}, {0}};
    for (int a = 0; a < n->dims; a++)
      key[a] = hash_axis(n, a, cells_beside(first[a], load_ints(to->cell[a] + i), period_along(n, a)));
    words hash = hash_of_keys(n, (point_keys){key[0], key[1], key[2], key[3]});
    for (int a = 0; a < n->dims; a++) {
      const vector in_cell = point_in_cell(hash, all(n->jitter));
      const vector step = to_real((words)load_ints(to->cell[a] + i));
      hash = next_hash(hash);
      store(to->in_cell[a] + i, in_cell);
      store(to->step[a] + i, step);
      store(to->at[a] + i, in_cell + step);
    }
    store_words(to->hash + i, hash);
    store(to->lift + i, lift_of_hash(n, hash));
  }
  for (int i = to->count; i % WIDTH != 0; i++) to->at[0][i] = to->at[1][i] = 1e18f; /* far away */
  return 1;
}

/* ---- Parts of distances --------------------------------------------------------------------------- */

/* How a distance as it is compared comes of its parts along the axes: their sum, the greatest, or by high
 * powers, which give the greatest or at most excess_of() times as much. */
typedef enum { BY_SUM, BY_GREATEST, BY_POWERS } joining;
LANE joining joining_of(const burl__noise *n) {
  if (n->metric == CHEBYSHEV) return BY_GREATEST;
  return n->metric == MINKOWSKI && !compares_powers(n) ? BY_POWERS : BY_SUM;
}
static float excess_of(const burl__noise *n) {
  return joining_of(n) == BY_POWERS ? power(all((float)n->dims), (double)(1 / n->power))[0] : 1.0f;
}

LANE vector part_of_distance(const burl__noise *n, vector d) {
  const vector size = magnitude(d);
  if (compares_powers(n)) return power(size, n->power);
  if (n->metric == HYBRID) return size + size * size;
  return n->metric == EUCLID || n->metric == EUCLID2 ? size * size : size;
}
/* By powers the least that it can be. */
LANE vector with_part(joining by, vector sum, vector part) { return by == BY_SUM ? sum + part : larger(sum, part); }

/* ---- Limits ---------------------------------------------------------------------------------------- */

/* The nearest and the farthest that the listed points can be from the samples, without x. */
static void take_extent(const burl__noise *n, const extent *e, found_points *p) {
  const joining by = joining_of(n);
  for (int i = 0; i < p->count; i += WIDTH) {
    vector near = load(p->lift + i), far = near;
    for (int a = 1; a < n->dims; a++) {
      const vector at = load(p->at[a] + i), lo = all(e->lo[a]), hi = all(e->hi[a]);
      near = with_part(by, near, part_of_distance(n, apart_from(lo, hi, at)));
      far = with_part(by, far, part_of_distance(n, larger(magnitude(at - lo), magnitude(at - hi))));
    }
    store(p->near + i, near);
    store(p->far + i, far);
  }
}

/* Takes q among the least ones of each lane. */
LANE void take_least(int rank, vector q, vector least[LEAST]) {
  for (int k = 0; k < rank; k++) {
    const vector less = smaller(q, least[k]);
    if (k + 1 < rank) q = larger(q, least[k]);
    least[k] = less;
  }
}

/* The rank-th smallest over all lanes, whose own values are in order: halves of the lanes are merged. */
LANE float smallest_of_rank(int rank, vector least[LEAST]) {
  float lane[LEAST][2 * WIDTH];
  for (int k = 0; k < rank; k++) store(lane[k] + WIDTH, all(1e30f));
  for (int half = WIDTH / 2; half > 0; half /= 2) {
    for (int k = 0; k < rank; k++) store(lane[k], least[k]);
    for (int k = 0; k < rank; k++) take_least(rank, load(lane[k] + half), least);
  }
  return least[rank - 1][0];
}

/* What the distance to the `rank`-th nearest point is below for all samples of a box, as it is compared:
 * that many points are so near to all of it. */
LANE float limit_of_rank(const burl__noise *n, int rank, vector lo, vector hi, found_points *p) {
  const joining by = joining_of(n);
  vector least[LEAST];
  for (int k = 0; k < rank; k++) least[k] = all(1e30f);
  for (int i = 0; i < p->count; i += WIDTH) {
    const vector at = load(p->at[0] + i);
    const vector near = part_of_distance(n, apart_from(lo, hi, at));
    vector q = part_of_distance(n, larger(magnitude(at - lo), magnitude(at - hi)));
    store(p->near_box + i, with_part(by, near, load(p->near + i)));
    q = with_part(by, q, load(p->far + i));
    take_least(rank, q, least);
  }
  return smallest_of_rank(rank, least) * 1.0001f;
}
OUTLINE float limit_of_box(const burl__noise *n, int rank, const extent *e, found_points *p) {
  const vector lo = all(e->lo[0]), hi = all(e->hi[0]);
  const float limit = rank == 1   ? limit_of_rank(n, 1, lo, hi, p)
                      : rank == 2 ? limit_of_rank(n, 2, lo, hi, p)
                                  : limit_of_rank(n, 4, lo, hi, p);
  return limit * excess_of(n);
}

/* How far, as it is compared, points of cells that aren't listed are at least. */
static float border_of(const burl__noise *n, const extent *e, const found_points *p) {
  float border = 1e30f;
  for (int a = 0; a < n->dims; a++) border = lesser(border, lesser(e->lo[a] - p->lo[a], p->hi[a] - e->hi[a]));
  return part_of_distance(n, all(border * 0.9999f))[0];
}

/* ---- Boxes of a grid: distances of all lines at once ----------------------------------------------- */

/* A vector of columns of a box: how far into their cells, and the numbers of those; from where to where; and the
 * distances, as they are compared, up to which points are likely to matter and up to which all are listed. */
typedef struct {
  const box_lines *lines;
  vector fraction, number;
  float lo, hi, likely, border;
} columns_of_box;

/* Takes the points that are farther from a box than one distance and not than another, as they are compared; unless it
 * is flat what is beyond x and y is added, which may be 0. */
LANE void take_nearest(int is_flat, int rank, joining by, const burl__noise *n, const found_points *p,
                       const columns_of_box *box, float above, float limit, vector (*restrict least)[BOX_LINES]) {
  const box_lines *const lines = box->lines;
  for (int from = 0; from < p->count; from += WIDTH) {
    const vector along = part_of_distance(n, apart_from(all(box->lo), all(box->hi), load(p->at[0] + from)));
    const vector near = with_part(by, along, load(p->near + from)) * 0.9999f;
    uint32_t bits = bits_of((near > above) & (near <= limit));
    for (; bits; bits &= bits - 1) {
      const int i = from + __builtin_ctz(bits);
      const vector part = part_of_distance(n, (p->in_cell[0][i] - box->fraction) + (p->step[0][i] - box->number));
      float line_part[BURL__LANES];
      for (int line = 0; line < BOX_LINES; line += WIDTH)
        store(line_part + line, part_of_distance(n, (p->in_cell[1][i] - load(lines->fraction + line)) +
                                                        (p->step[1][i] - load(lines->number + line))));
      for (int line = 0; line < BOX_LINES; line++) {
        vector q = with_part(by, part, all(line_part[line]));
        if (!is_flat) q = with_part(by, with_part(by, q, all(p->beyond[0][i])), all(p->beyond[1][i]));
        for (int k = 0; k < rank; k++) {
          const vector less = smaller(q, least[k][line]);
          if (k + 1 < rank) q = larger(q, least[k][line]);
          least[k][line] = less;
        }
      }
    }
  }
}

/* The least distances of a vector of columns and the lines of a box, and the greatest of the last of them.  Points that
 * are farther from the box than that can't matter: those that are likely to are taken first. */
LANE float nearest_of_box(int is_flat, int rank, joining by, const burl__noise *n, const found_points *p,
                          const columns_of_box *box, vector (*restrict least)[BOX_LINES]) {
  float above = -1.0f, limit = lesser(box->likely, box->border);
  for (int k = 0; k < rank; k++)
    for (int line = 0; line < BOX_LINES; line++) least[k][line] = all(1e30f);
  for (;;) {
    take_nearest(is_flat, rank, by, n, p, box, above, limit, least);
    vector last = least[rank - 1][0];
    for (int line = 1; line < BOX_LINES; line++) last = larger(last, least[rank - 1][line]);
    const float greatest = largest_lane(last);
    if (limit >= lesser(greatest, box->border)) return greatest;
    above = limit;
    limit = lesser(greatest, box->border);
  }
}

/* Compiled once for how many points are asked for, how parts are joined, and two dimensions or more. */
typedef float nearest_finder(const burl__noise *n, const found_points *p, const columns_of_box *box,
                             vector least[LEAST][BOX_LINES]);
#define NEAREST(name, is_flat, rank, by)                                                     \
  OUTLINE float name(const burl__noise *n, const found_points *p, const columns_of_box *box, \
                     vector least[LEAST][BOX_LINES]) {                                       \
    return nearest_of_box(is_flat, rank, by, n, p, box, least);                              \
  }
#define NEAREST_OF(name, is_flat, by) \
  NEAREST(name##_1, is_flat, 1, by) NEAREST(name##_2, is_flat, 2, by) NEAREST(name##_4, is_flat, 4, by)
NEAREST_OF(sum_flat, 1, BY_SUM)
NEAREST_OF(sum_deep, 0, BY_SUM)
NEAREST_OF(greatest_flat, 1, BY_GREATEST)
NEAREST_OF(greatest_deep, 0, BY_GREATEST)
#undef NEAREST_OF
#undef NEAREST

static nearest_finder *finder_of(const burl__noise *n, int rank) {
  static nearest_finder *const of[2][2][3] = {
      {{sum_flat_1, sum_flat_2, sum_flat_4}, {sum_deep_1, sum_deep_2, sum_deep_4}},
      {{greatest_flat_1, greatest_flat_2, greatest_flat_4}, {greatest_deep_1, greatest_deep_2, greatest_deep_4}}};
  return of[joining_of(n)][n->dims > 2 || n->lift > 0][rank > 2 ? 2 : rank - 1];
}

/* What is given, in place of the least distances. */
static void give_distances(const burl__noise *n, vector least[LEAST][BOX_LINES]) {
  const int rank = n->give == GIVE_F2_F1 ? 1 : n->give;
  for (int line = 0; line < BOX_LINES; line++) {
    const vector distance = distance_of(n, least[rank][line]);
    const vector given = n->give == GIVE_F2_F1 ? distance - distance_of(n, least[0][line]) : distance;
    least[0][line] = given * n->size;
  }
}

/* ---- Boxes of any samples: line by line ------------------------------------------------------------ */

/* Some of the points, in their order. */
typedef struct {
  int count;
  int16_t at[MOST_FOUND];
} chosen_points;

/* Those that are nearer to a box than one distance and not than another, both as they are compared. */
static void choose_points(const found_points *p, float above, float limit, chosen_points *to) {
  to->count = 0;
  for (int from = 0; from < p->count; from += WIDTH) {
    const vector near = load(p->near_box + from) * 0.9999f;
    for (uint32_t bits = bits_of((near <= limit) & (near > above)); bits; bits &= bits - 1)
      to->at[to->count++] = (int16_t)(from + __builtin_ctz(bits));
  }
}

/* A box's points: all, and those that are taken first, within a limit of distance; how far those that aren't
 * listed are at least.  Both as they are compared; near: the limit as it is. */
typedef struct {
  const found_points *all;
  chosen_points first;
  float limit, border, near;
} box_points;

/* A vector of samples: how far into which cells they are. */
typedef struct {
  vector fraction[4], number[4];
} box_samples;

LANE void take_chosen(const burl__noise *n, int asked, int what, const box_points *p, const chosen_points *chosen,
                      const box_samples *at, nearest_points *to) {
  for (int m = 0; m < chosen->count; m++) {
    const int i = chosen->at[m];
    cell_point point = {.hash = all_words(p->all->hash[i]), .lift = all(p->all->lift[i])};
    for (int a = 0; a < n->dims; a++)
      point.d[a] = (p->all->in_cell[a][i] - at->fraction[a]) + (p->all->step[a][i] - at->number[a]);
    if (what == TAKE_POINT) take_point(n, asked, point, to);
    else if (what == TAKE_EDGE) take_edge(n, asked, point, to);
    else take_height(n, asked, point, to);
  }
}

/* The edges around the first points (a hair more, for rounding): those of the points taken first, then of points
 * further out that may have nearer ones.  0: such points may not be listed. */
LANE int take_edges(const burl__noise *n, int asked, const box_points *p, const box_samples *at, nearest_points *to) {
  take_chosen(n, asked, TAKE_EDGE, p, &p->first, at, to);
  const float needed = largest_lane(as_compared(n, root(to->least[0]) + to->edge * 2.0f)) * 1.0001f;
  if (!(needed <= p->border)) return 0;
  chosen_points further;
  choose_points(p->all, p->limit, needed, &further);
  take_chosen(n, asked, TAKE_EDGE, p, &further, at, to);
  return 1;
}

/* The smooth distance; likewise. */
LANE int take_heights(const burl__noise *n, int asked, const box_points *p, const box_samples *at, nearest_points *to) {
  begin_heights(n, to);
  const float needed = largest_lane(as_compared(n, to->height)) * 1.0001f;
  if (!(needed <= p->border)) return 0;
  chosen_points within;
  choose_points(p->all, -1.0f, needed, &within);
  for (int i = 0; i <= HEIGHT_STEPS; i++) {
    begin_height(to);
    take_chosen(n, i < HEIGHT_STEPS ? VALUES : asked, TAKE_HEIGHT, p, &within, at, to);
    if (i < HEIGHT_STEPS) step_height(n, to);
  }
  return 1;
}

/* A vector of samples; likewise. */
LANE int sample_of_box(const burl__noise *n, int asked, const box_points *p, const box_samples *at, plane *to) {
  nearest_points nearest;
  forget_points(&nearest);
  nearest.near = all(p->near);
  take_chosen(n, asked, TAKE_POINT, p, &p->first, at, &nearest);
  if (!everywhere(least_of(&nearest, rank_asked(n) - 1) <= p->border)) return 0;
  if (n->give == GIVE_EDGE && !take_edges(n, asked, p, at, &nearest)) return 0;
  if (n->width > 0 && !take_heights(n, asked, p, at, &nearest)) return 0;
  *to = cells_given(n, asked, &nearest);
  return 1;
}

/* The lines of a box; a bit for each for which points that aren't listed may matter.  Compiled for two to four
 * dimensions, with slopes for two and three; with lifts for two, and for three without slopes. */
typedef uint32_t lines_sampler(const burl__noise *n, const box_points *p, const box_samples *at, int count, plane *to);
#define LINES(name, known_dims, asked, lift_of)                                                                      \
  OUTLINE uint32_t name(const burl__noise *from, const box_points *p, const box_samples *at, int count, plane *to) { \
    burl__noise n = *from;                                                                                           \
    uint32_t missed = 0;                                                                                             \
    n.dims = known_dims;                                                                                             \
    n.lift = lift_of;                                                                                                \
    for (int i = 0; i < count; i++)                                                                                  \
      if (!sample_of_box(&n, asked, p, &at[i], &to[i])) missed |= 1u << i;                                           \
    return missed;                                                                                                   \
  }
LINES(values_of_box_2, 2, VALUES, 0)
LINES(values_of_box_3, 3, VALUES, 0)
LINES(values_of_box_4, 4, VALUES, 0)
LINES(slopes_of_box_2, 2, WITH_SLOPES, 0)
LINES(slopes_of_box_3, 3, WITH_SLOPES, 0)
LINES(values_of_sizes_2, 2, VALUES, from->lift)
LINES(values_of_sizes_3, 3, VALUES, from->lift)
LINES(slopes_of_sizes_2, 2, WITH_SLOPES, from->lift)
#undef LINES

/* NULL: none, and samples search by themselves. */
static lines_sampler *sampler_of(const cells_task *task) {
  static lines_sampler *const of[2][3][2] = {
      {{values_of_box_2, slopes_of_box_2}, {values_of_box_3, slopes_of_box_3}, {values_of_box_4, NULL}},
      {{values_of_sizes_2, slopes_of_sizes_2}, {values_of_sizes_3, NULL}, {NULL, NULL}}};
  if (task->n.dims < 2 || task->n.varies) return NULL;
  return of[task->n.lift > 0][task->n.dims - 2][task->asked != VALUES];
}

/* What the lines of a box are given, by points up to a limit of distance. */
static uint32_t sample_box(const cells_task *task, const found_points *p, const extent *e, float limit,
                           const box_samples *at, int count, plane *to) {
  const burl__noise *const n = &task->n;
  box_points points;
  points.all = p;
  points.border = border_of(n, e, p);
  points.limit = lesser(limit, points.border);
  points.near = n->metric == MINKOWSKI ? distance_of(n, all(points.limit))[0] * 1.00001f : 0.0f;
  choose_points(p, -1.0f, points.limit, &points.first);
  return sampler_of(task)(n, &points, at, count, to);
}

/* ---- What is worth it ------------------------------------------------------------------------------ */

/* A further ring of cells is listed when a box has missed it, as mostly the next ones would. */
enum { MOST_RINGS = 10 };
static int first_rings(const cells_task *task) { return task->spaced || task->rank > 2 || task->n.lift > 0.5f ? 2 : 1; }

/* About how many points matter to samples that cover so much. */
static float points_about(int dims, const extent *e) {
  float count = 1.0f;
  for (int a = 0; a < dims; a++) count = count * (e->hi[a] - e->lo[a] + 1.6f);
  return count;
}
/* Up to how many a box's lines take less time than samples' own searches; distances over a grid three times as
 * many. */
static float most_about(int dims) { return dims == 2 ? 6.5f : dims == 3 ? 15.0f : 60.0f; }
/* How many points are listed for lines: more take longer to choose from. */
static int most_listed(const burl__noise *n) {
  return n->lift > 0 || n->dims > 3 ? MOST_FOUND : n->dims == 2 ? 96 : 256;
}

/* ---- Samples of spaced points by themselves --------------------------------------------------------- */

/* In all lanes; the cell in the period. */
static plane spaced_sample(const cells_task *task, const uint32_t cell[4], const float fraction[4]) {
  const burl__noise *const n = &task->n;
  const extent e = {{fraction[0], fraction[1]}, {fraction[0], fraction[1]}};
  const box_samples at = {{all(fraction[0]), all(fraction[1])}, {{0}, {0}}};
  found_points p;
  plane found = {{0}, {0}, {0}, {0}, {0}};
  for (int rings = first_rings(task); rings <= MOST_RINGS; rings++) {
    if (!take_rings(task, cell, &e, rings, MOST_FOUND, &p)) break;
    take_extent(n, &e, &p);
    if (!sample_box(task, &p, &e, limit_of_box(n, task->rank, &e, &p), &at, 1, &found)) break;
  }
  return found;
}
LANE void take_lane(vector *to, vector from, int lane) { (*to)[lane] = from[lane]; }
static void search_spaced(const cells_task *task, enum source source, const patch *at, plane *found) {
  const sample_source from = {source, task->call, &task->points, task->out.value.stride};
  for (int line = at->line; line < at->next; line++)
    for (int i = at->begin; i < at->end; i += WIDTH) {
      const sample_positions p = positions_in_block(&task->n, CELLS, &from, line, i);
      plane all_lanes = {{0}, {0}, {0}, {0}, {0}};
      for (int lane = 0; lane < WIDTH; lane++) {
        const uint32_t cell[4] = {p.cell[0][lane], p.cell[1][lane]};
        const float fraction[4] = {p.fraction[0][lane], p.fraction[1][lane]};
        const plane of = spaced_sample(task, cell, fraction);
        take_lane(&all_lanes.x, of.x, lane);
        take_lane(&all_lanes.y, of.y, lane);
        take_lane(&all_lanes.rest, of.rest, lane);
      }
      all_lanes = only_valid_plane(all_lanes, p.valid);
      if (found) *found++ = all_lanes;
      else put_cells(task, line, i, &all_lanes);
    }
}

/* ---- Grids ----------------------------------------------------------------------------------------- */

/* The same around a region, with the parts of distances along z and w and of the lift, which all its lines have in
 * common. */
static int take_rings_of_region(const cells_task *task, const region *r, int rings, int limit, found_points *p) {
  const burl__noise *const n = &task->n;
  uint32_t first[4] = {places_along(task->call, 0)->key[r->begin]};
  extent e = {{0}, {0}};
  for (int a = 0; a < n->dims; a++) {
    if (a > 0) first[a] = places_along(task->call, a)->key[r->line];
    e.lo[a] = r->lo[a];
    e.hi[a] = r->hi[a];
  }
  if (!take_rings(task, first, &e, rings, limit, p)) return 0;
  for (int a = 2; a < 4; a++)
    for (int i = 0; i < p->count; i += WIDTH) {
      const vector d = (load(p->in_cell[a] + i) - all(r->lo[a])) + load(p->step[a] + i);
      store(p->beyond[a - 2] + i, a < n->dims ? part_of_distance(n, d) : a == n->dims ? load(p->lift + i) : all(0.0f));
    }
  return 1;
}

/* A vector of columns of a box of a region, from column i on. */
typedef struct {
  const cells_task *task;
  const region *r;
  found_points *p;
  const box_lines *lines;
  const extent *e;
  float *greatest; /* of the distances of the box before */
  int i, is_final; /* is_final: lines to which points that aren't listed may matter are searched */
} cells_box;

static plane search_line(const cells_box *b, int line) {
  return search_at(b->task, ROWS, line - b->task->call->first_line, b->i - b->task->call->first_column);
}

/* Its samples, unless points that aren't listed may matter to some lines; whether they are put. */
static int box_of_distances(const cells_box *b) {
  const burl__call *const call = b->task->call;
  const burl__noise *const n = &b->task->n;
  const burl__places *const x = call->from[0];
  const float border = border_of(n, b->e, b->p);
  const columns_of_box columns = {b->lines,
                                  load(x->fraction + b->i),
                                  load(b->r->column + (b->i - b->r->begin)),
                                  b->e->lo[0],
                                  b->e->hi[0],
                                  *b->greatest * 1.2f,
                                  border};
  vector least[LEAST][BOX_LINES];
  uint32_t missed = 0;
  const float greatest = finder_of(n, b->task->rank)(n, b->p, &columns, least);
  *b->greatest = greatest;
  for (int k = 0; k < BOX_LINES && greatest > border; k++)
    if (!everywhere(least[b->task->rank - 1][k] <= border)) missed |= 1u << k;
  if (missed && !b->is_final) return 0;
  give_distances(n, least);
  for (int k = 0; missed >> k; k++)
    if (missed >> k & 1u)
      least[0][k] = search_line(b, b->lines->line + (k < b->lines->count ? k : b->lines->count - 1)).rest;
  put_box(call, &b->task->out.value, b->r, b->lines, b->i, least[0]);
  return 1;
}
static int box_of_lines(const cells_box *b) {
  const float limit = limit_of_box(&b->task->n, b->task->rank, b->e, b->p);
  const burl__call *const call = b->task->call;
  const burl__places *const x = call->from[0];
  box_samples at[BOX_LINES];
  plane found[BOX_LINES];
  for (int k = 0; k < b->lines->count; k++) {
    at[k].fraction[0] = load(x->fraction + b->i);
    at[k].number[0] = load(b->r->column + (b->i - b->r->begin));
    at[k].fraction[1] = all(b->lines->fraction[k]);
    at[k].number[1] = all(b->lines->number[k]);
    for (int a = 2; a < b->task->n.dims; a++) {
      at[k].fraction[a] = all(b->r->lo[a]);
      at[k].number[a] = all(0.0f);
    }
  }
  const uint32_t missed = sample_box(b->task, b->p, b->e, limit, at, b->lines->count, found);
  if (missed && !b->is_final) return 0;
  for (int k = 0; k < b->lines->count; k++) {
    const int line = b->lines->line + k;
    if (missed >> k & 1u) found[k] = search_line(b, line);
    found[k] = only_valid_plane(found[k], valid_in_tile(call, line, b->i));
    put_cells(b->task, line - call->first_line, b->i - call->first_column, &found[k]);
  }
  return 1;
}

/* A region; 0 where it takes too many points. */
static int cells_of_region(const cells_task *task, const region *r) {
  const burl__noise *const n = &task->n;
  const int dims = n->dims, are_distances = n->give <= GIVE_F2_F1 && n->width == 0 && task->asked == VALUES &&
                                            joining_of(n) != BY_POWERS;
  const extent of_line = {{0, r->lo[1], r->lo[2], r->lo[3]}, {r->mean, r->lo[1], r->hi[2], r->hi[3]}}; /* about */
  int rings = first_rings(task);
  float greatest = 1e30f;
  found_points p;
  if (!task->spaced && points_about(dims, &of_line) > most_about(dims) * (are_distances ? 3.0f : 1.0f)) {
    const int top = task->call->first_line, first = task->call->first_column;
    search_patch(task, ROWS, &(patch){r->line - top, r->next - top, r->begin - first, r->end - first}, NULL);
    return 1;
  }
  if (!take_rings_of_region(task, r, rings, are_distances ? MOST_FOUND : most_listed(n), &p)) return 0;
  for (int line = r->line; line < r->next; line += BOX_LINES) {
    const box_lines lines = box_lines_from(r, line, BOX_LINES);
    extent e = {{0, lines.lo, r->lo[2], r->lo[3]}, {0, lines.hi, r->hi[2], r->hi[3]}};
    take_extent(n, &e, &p);
    for (int i = r->begin, k = 0; i < r->end; i += WIDTH, k++) {
      e.lo[0] = r->vector_lo[k];
      e.hi[0] = r->vector_hi[k];
      cells_box box = {task, r, &p, &lines, &e, &greatest, i, 0};
      while (!(are_distances ? box_of_distances(&box) : box_of_lines(&box))) {
        box.is_final = rings == MOST_RINGS || !take_rings_of_region(task, r, rings + 1, MOST_FOUND, &p);
        rings += !box.is_final;
        take_extent(n, &e, &p);
      }
    }
  }
  return 1;
}

/* Some columns of the tile's lines from `line` to `next` as a region, fewer where that is too large: where they
 * end. */
static int cells_of_columns(const cells_task *task, int line, int next, int begin, int end) {
  const int top = task->call->first_line, first = task->call->first_column;
  region r;
  for (; next - line > 1 || task->spaced; end = begin + (end - begin) / 2 / WIDTH * WIDTH) {
    if (take_columns(task->call, task->n.period[0], begin, end, &r) &&
        take_lines(task->call, task->n.period[1], line, next, &r) && cells_of_region(task, &r))
      return end;
    if (end - begin == WIDTH) break;
  }
  search_patch(task, ROWS, &(patch){line - top, next - top, begin - first, end - first}, NULL);
  return end;
}

static void cells_of_rows(const burl__call *call, int groups, burl__spaced *spaced) {
  const cells_task task = cells_task_of(call, groups, spaced);
  const int stride = (int)task.out.value.stride, end = call->first_column + stride;
  const int bottom = call->first_line + call->lines;
  if (!sampler_of(&task)) {
    search_patch(&task, ROWS, &(patch){0, call->lines, 0, stride}, NULL);
    return;
  }
  for (int line = call->first_line, next; line < bottom; line = next) {
    next = next_region(task.n.dims, call, line, bottom);
    for (int i = call->first_column, stop; i < end; i = stop) {
      stop = end - i > BURL__BLOCK_COLUMNS ? i + BURL__BLOCK_COLUMNS : end;
      stop = cells_of_columns(&task, line, next, i, stop);
    }
  }
}

/* ---- Points near each other ------------------------------------------------------------------------ */

/* Points as those of a warped grid, whose cells are counted from a first one on. */
typedef struct {
  const coordinates *c;
  double first[4];
} cloud;

/* A vector of them. */
LANE box_samples samples_in_cloud(int dims, const cloud *in, int64_t i) {
  box_samples p = {.fraction = {{0}}};
  for (int a = 0; a < dims; a++) {
    const halves at = coordinates_at(in->c, i, a);
    const cell_parts low = parts_of_cell(at.low), high = parts_of_cell(at.high);
    p.fraction[a] = narrowed(low.rest, high.rest);
    p.number[a] = narrowed(low.cell - in->first[a], high.cell - in->first[a]);
  }
  return p;
}

/* What vectors of samples cover; 0 where any is far from the first cell, or has no value. */
static int cover(int dims, const box_samples *at, int count, extent *e) {
  const vector most = all(64.0f);
  mask are_near = most == most;
  for (int a = 0; a < dims; a++) {
    vector lo = at[0].number[a] + at[0].fraction[a], hi = lo;
    for (int k = 0; k < count; k++) {
      const vector whole = at[k].number[a] + at[k].fraction[a];
      are_near &= magnitude(at[k].number[a]) < most; /* not where that is NaN */
      lo = smaller(whole, lo);
      hi = larger(whole, hi);
    }
    e->lo[a] = smallest_lane(lo);
    e->hi[a] = largest_lane(hi);
  }
  return everywhere(are_near);
}

/* Whether noise has values far around a cell, as far as any period goes. */
static int holds_around(double cell) { return cell > -0.5 * AXIS_LIMIT && cell < 0.5 * AXIS_LIMIT; }

/* What a patch covers, its first cell, and what a vector of it covers on average: 0 where any is far or has no
 * value. */
static int cover_patch(const cells_task *task, const patch *at, cloud *in, extent *e, extent *mean) {
  const int dims = task->n.dims;
  const int64_t stride = task->out.value.stride;
  const float share = (float)WIDTH / (float)((at->next - at->line) * (at->end - at->begin));
  in->c = &task->points;
  *e = *mean = (extent){{0}, {0}};
  for (int a = 0; a < dims; a++) {
    in->first[a] = axis_floor(coordinate_at(in->c, at->line * stride + at->begin, a));
    if (!holds_around(in->first[a])) return 0;
  }
  for (int line = at->line; line < at->next; line++)
    for (int i = at->begin; i < at->end; i += WIDTH) {
      const box_samples p = samples_in_cloud(dims, in, line * stride + i);
      extent own;
      if (!cover(dims, &p, 1, &own)) return 0;
      for (int a = 0; a < dims; a++) {
        e->lo[a] = lesser(own.lo[a], e->lo[a]);
        e->hi[a] = greater(own.hi[a], e->hi[a]);
        mean->hi[a] += (own.hi[a] - own.lo[a]) * share;
      }
    }
  return 1;
}

/* The first cell of a cloud, in the period. */
static void first_cell(const burl__noise *n, const cloud *in, uint32_t first[4]) {
  for (int a = 0; a < n->dims; a++) {
    const uint32_t period = period_along(n, a);
    first[a] = period == 0u ? axis_cell(in->first[a]) : (uint32_t)axis_wrap(in->first[a], period);
  }
}

/* The samples of some lines of a vector of columns.  0, and none is put, where points that aren't listed may matter to
 * some; those are searched if it is final. */
static int box_of_cloud(const cells_task *task, const cloud *in, found_points *p, int line, int count, int i,
                        int is_final) {
  const burl__noise *const n = &task->n;
  box_samples at[BOX_LINES];
  plane found[BOX_LINES];
  extent e = {{0}, {0}};
  for (int k = 0; k < count; k++) at[k] = samples_in_cloud(n->dims, in, (line + k) * task->out.value.stride + i);
  (void)cover(n->dims, at, count, &e);
  take_extent(n, &e, p);
  const uint32_t missed = sample_box(task, p, &e, limit_of_box(n, task->rank, &e, p), at, count, found);
  if (missed && !is_final) return 0;
  for (int k = 0; k < count; k++) {
    if (missed >> k & 1u) found[k] = search_at(task, POINTS, line + k, i);
    put_cells(task, line + k, i, &found[k]);
  }
  return 1;
}

/* A patch; 0 where there are too many points around it. */
static int cells_of_patch(const cells_task *task, const patch *at) {
  const int dims = task->n.dims;
  cloud in;
  extent e, mean;
  found_points p;
  int rings = first_rings(task);
  uint32_t first[4] = {0};
  const int is_covered = cover_patch(task, at, &in, &e, &mean);
  if (!is_covered || (!task->spaced && points_about(dims, &mean) > most_about(dims))) {
    search_patch(task, POINTS, at, NULL);
    return 1;
  }
  first_cell(&task->n, &in, first);
  if (!take_rings(task, first, &e, rings, most_listed(&task->n), &p)) return 0;
  for (int line = at->line; line < at->next; line += BOX_LINES)
    for (int i = at->begin; i < at->end; i += WIDTH) {
      const int count = at->next - line < BOX_LINES ? at->next - line : BOX_LINES;
      int is_final = 0;
      while (!box_of_cloud(task, &in, &p, line, count, i, is_final)) {
        is_final = rings == MOST_RINGS || !take_rings(task, first, &e, rings + 1, MOST_FOUND, &p);
        rings += !is_final;
      }
    }
  return 1;
}

/* Patches are halved until there are few enough. */
static void cells_of_patches(const cells_task *task, const patch *at) {
  const int lines = at->next - at->line, columns = at->end - at->begin;
  if (cells_of_patch(task, at)) return;
  patch half[2] = {*at, *at};
  if (lines > BOX_LINES && lines * 2 > columns) half[0].next = half[1].line = at->line + lines / 2;
  else if (columns > WIDTH) half[0].end = half[1].begin = at->begin + columns / 2 / WIDTH * WIDTH;
  else {
    search_patch(task, POINTS, at, NULL);
    return;
  }
  for (int k = 0; k < 2; k++) cells_of_patches(task, &half[k]);
}

/* Of one line nothing tells that points lie near each other; and jitter that varies moves them. */
static void cells_of_points(const burl__call *call, int groups, burl__spaced *spaced) {
  cells_task task = cells_task_of(call, groups, spaced);
  task.points = coordinates_of(task.n.dims, call);
  const int stride = (int)task.out.value.stride;
  for (int i = 0; i < stride; i += BURL__BLOCK_COLUMNS) {
    const patch at = {0, call->lines, i, stride - i < BURL__BLOCK_COLUMNS ? stride : i + BURL__BLOCK_COLUMNS};
    if ((call->lines > 1 || spaced) && sampler_of(&task)) cells_of_patches(&task, &at);
    else search_patch(&task, POINTS, &at, NULL);
  }
}

/* ---- Noises ---------------------------------------------------------------------------------------- */

void ISA(burl__cells)(const burl__call *call, int groups) { cells_of_points(call, groups, NULL); }
void ISA(burl__cells_rows)(const burl__call *call, int groups) { cells_of_rows(call, groups, NULL); }

/* Spaced points are cells, some of which have none. */
typedef void cells_sampler(const burl__call *call, int groups, burl__spaced *spaced);
static void sample_spaced(cells_sampler *sample, const burl__call *call, int groups) {
  burl__spaced own, *const spaced = call->kept ? call->kept : &own;
  if (!call->kept || !spaced->n) burl__begin_spaced(call->setup, spaced);
  sample(call, groups, spaced);
}
void ISA(burl__scatter)(const burl__call *call, int groups) { sample_spaced(cells_of_points, call, groups); }
void ISA(burl__scatter_rows)(const burl__call *call, int groups) { sample_spaced(cells_of_rows, call, groups); }
