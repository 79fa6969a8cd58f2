/* Erosion with deposit: its law beside a dense solution, steady states, and what becomes of all that moves. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "burl.h"
#include "burl_inspect.h"
#include "draw.h"
#include "ground.h"
#include "scale.h"
#include "terrain/creep.h"
#include "terrain/erosion.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* ---- One step over random trees ------------------------------------------------------------------ */

enum { NX = 9, NY = 8, CELLS = NX * NY };

/* A lattice whose memory is here. */
typedef struct {
  burl__erosion l;
  float height[CELLS], uplift[CELLS], k[CELLS], talus[CELLS];
  uint32_t order[CELLS], count[CELLS];
  unsigned char waiting[CELLS], receiver[CELLS];
  signed char place[CELLS][2];
  double risen[CELLS], carried[CELLS][2], cut[CELLS];
} lattice;

/* Random heights, softness and nodes; each cell flows to a random one of its lower neighbours. */
static void make_random(lattice *r, uint64_t seed, double deposit, double talus) {
  draw_state = seed;
  burl__erosion *const l = &r->l;
  *l = (burl__erosion){.ground = {.nx = NX, .ny = NY, .dx = 90, .dy = 70},
                       .base = -INFINITY,
                       .m = 0.5,
                       .even_rain = 1,
                       .deposit = deposit,
                       .height = r->height,
                       .uplift = r->uplift,
                       .k = r->k,
                       .talus = r->talus,
                       .order = r->order,
                       .count = r->count,
                       .waiting = r->waiting,
                       .receiver = r->receiver,
                       .place = r->place,
                       .risen = r->risen,
                       .carried = r->carried,
                       .cut = r->cut};
  for (int c = 0; c < CELLS; c++) {
    r->height[c] = (float)draw(0, 100);
    r->k[c] = (float)draw(1e-6, 1e-5);
    r->talus[c] = (float)(talus * draw(0.5, 1));
    r->risen[c] = (double)r->height[c];
    for (int axis = 0; axis < 2; axis++) r->place[c][axis] = (signed char)draw(-127, 127);
  }
  for (int c = 0; c < CELLS; c++) {
    const int first = (int)draw(0, 8);
    r->receiver[c] = BURL__STAYS;
    for (int i = 0; i < 8 && r->receiver[c] == BURL__STAYS; i++) {
      const int d = (first + i) % 8;
      const int64_t beside = burl__neighbour(&l->ground, c, d);
      if (beside >= 0 && r->height[beside] < r->height[c]) r->receiver[c] = (unsigned char)d;
    }
  }
  burl__gather(&l->ground, r->receiver, r->waiting, r->order, r->count);
}

/* Solves a x = b by elimination, in place: b is x then. */
static void solve_dense(double a[CELLS][CELLS], double b[CELLS]) {
  for (int p = 0; p < CELLS; p++) {
    int best = p;
    for (int i = p; i < CELLS; i++)
      if (fabs(a[i][p]) > fabs(a[best][p])) best = i;
    for (int j = 0; j < CELLS; j++) {
      const double swapped = a[p][j];
      a[p][j] = a[best][j], a[best][j] = swapped;
    }
    const double swapped = b[p];
    b[p] = b[best], b[best] = swapped;
    for (int i = 0; i < CELLS; i++) {
      const double part = i == p ? 0 : a[i][p] / a[p][p];
      for (int j = p; part != 0 && j < CELLS; j++) a[i][j] -= part * a[p][j];
      b[i] -= part * b[p];
    }
  }
  for (int p = 0; p < CELLS; p++) b[p] /= a[p][p];
}

/* The law as it is written: each cell's change by years of k area^m slope, of which G/Q of all wear above and of its
 * own settles; `slides` stand at talus instead. */
static void solve_law(const lattice *r, const double risen[CELLS], double years, const unsigned char *slides,
                      double x[CELLS]) {
  static double a[CELLS][CELLS];
  const burl__erosion *const l = &r->l;
  memset(a, 0, sizeof a);
  for (int c = 0; c < CELLS; c++) {
    const int64_t next = burl__receiver_of(&l->ground, r->receiver, c);
    a[c][c] = 1;
    x[c] = risen[c];
    if (next < 0) continue;
    const int d = r->receiver[c];
    const double dx = 90 * (burl__around_x[d] + 0.35 / 127 * (r->place[next][0] - r->place[c][0])),
                 dy = 70 * (burl__around_y[d] + 0.35 / 127 * (r->place[next][1] - r->place[c][1]));
    const double way = sqrt(dx * dx + dy * dy), area = r->count[c] * 90.0 * 70.0;
    if (slides[c]) {
      a[c][next] = -1, x[c] = (double)r->talus[c] * way;
      continue;
    }
    const double cut = (1 + l->deposit) * (double)r->k[c] * years * sqrt(area) / way;
    a[c][c] += cut, a[c][next] -= cut;
    for (int above = 0; above < CELLS; above++) /* settles: G / Q of what wears above */
      for (int64_t at = above; at >= 0; at = burl__receiver_of(&l->ground, r->receiver, at))
        if (at == c) a[c][above] += l->deposit / r->count[c], x[c] += l->deposit / r->count[c] * risen[above];
  }
  solve_dense(a, x);
}

static void test_step_is_the_law(void **state) {
  static const double deposits[] = {0.1, 1, 5, 200}, taluses[] = {1e9, 0.6, 0.1};
  static lattice r;
  double risen[CELLS], exact[CELLS];
  (void)state;
  for (int i = 0; i < 12 * few_of_test(8); i++) {
    make_random(&r, (uint64_t)i, deposits[i % 4], taluses[i / 4 % 3]);
    memcpy(risen, r.risen, sizeof risen);
    const int passes = burl__settle(&r.l, 1e5);
    assert_true(passes <= BURL__MOST_PASSES);
    solve_law(&r, risen, 1e5, r.waiting, exact);
    for (int c = 0; c < CELLS; c++)
      if (!(fabs(r.risen[c] - exact[c]) < 1e-9)) fail_msg("%d: %.17g, not %.17g", i, r.risen[c], exact[c]);
  }
}

/* No slope is steeper than talus, and those that stand at it would be steeper if they didn't slide. */
static void test_slides(void **state) {
  static lattice r;
  int slid = 0;
  (void)state;
  for (int i = 0; i < 40; i++) {
    make_random(&r, (uint64_t)i, 1, 0.4);
    burl__settle(&r.l, 1e4);
    for (int c = 0; c < CELLS; c++) {
      const int64_t next = burl__receiver_of(&r.l.ground, r.receiver, c);
      if (next < 0) continue;
      const double way = burl__nodes_apart(&r.l, c, next, r.receiver[c]), rise = r.risen[c] - r.risen[next];
      const double most = (double)r.talus[c] * way;
      assert_true(rise < most + 1e-9 && (!r.waiting[c] || rise > most - 1e-9));
      slid += r.waiting[c];
    }
  }
  assert_true(slid > 100);
}

/* After long, slope is (uplift / k) area^-m in every cell, whatever settles. */
static void test_steady_state(void **state) {
  static const double deposits[] = {0.01, 1, 4};
  static lattice r;
  (void)state;
  for (int i = 0; i < 3 * few_of_test(4); i++) {
    make_random(&r, (uint64_t)i, deposits[i % 3], 1e9);
    for (int step = 0; step < 600; step++) {
      for (int c = 0; c < CELLS; c++) r.risen[c] += r.receiver[c] < BURL__STAYS ? 1e-3 * 1e5 : 0;
      burl__settle(&r.l, 1e5);
    }
    for (int c = 0; c < CELLS; c++) {
      const int64_t next = burl__receiver_of(&r.l.ground, r.receiver, c);
      if (next < 0) continue;
      const double way = burl__nodes_apart(&r.l, c, next, r.receiver[c]);
      const double slope = (r.risen[c] - r.risen[next]) / way;
      const double expected = 1e-3 / (double)r.k[c] / sqrt(r.count[c] * 90.0 * 70.0);
      if (fabs(slope / expected - 1) > 1e-12) fail_msg("%d: %.17g, not %.17g", i, slope, expected);
    }
  }
}

/* ---- Creep --------------------------------------------------------------------------------------- */

/* A parabola between two ends is what even uplift comes to: U / 2D x (W - x), to the last digits. */
static void test_creep_makes_parabolas(void **state) {
  enum { N = 41 };
  static const double rates[] = {0.5, 3, 1e3};
  double height[N], share[N];
  unsigned char stays[N] = {1};
  (void)state;
  stays[N - 1] = 1;
  for (int i = 0; i < 3; i++) {
    const burl__creep_line line = {height, share, stays, N};
    const double rise = 3e-3 * rates[i]; /* U / D in cells is 3e-3 */
    memset(height, 0, sizeof height);
    for (int step = 0; step < 20000 / (1 + rates[i]) + 100; step++) {
      for (int x = 1; x < N - 1; x++) height[x] += rise;
      burl__creep_between(&line, rates[i]);
    }
    for (int x = 0; x < N; x++) {
      const double exact = 1.5e-3 * x * (N - 1 - x);
      if (fabs(height[x] - exact) > 1e-12) fail_msg("rate %g, %d: %.17g, not %.17g", rates[i], x, height[x], exact);
    }
  }
}

/* Around a ring, and between cells that stay, each step solves (1 + 2 rate) h - rate (before + after) = h before. */
static void test_creep_is_implicit(void **state) {
  static const double rates[] = {1e-9, 0.1, 10, 1e5, 1e12};
  double height[32], before[32], share[32];
  unsigned char stays[32];
  (void)state;
  for (int i = 0; i < 200; i++) {
    const int n = 1 + i % 31, is_ring = i / 5 % 2;
    const double rate = rates[i % 5];
    for (int x = 0; x < n; x++) {
      before[x] = height[x] = draw(-100, 100);
      stays[x] = !is_ring && draw(0, 1) < 0.2;
    }
    const burl__creep_line line = {height, share, stays, n};
    if (is_ring) burl__creep_around(&line, rate);
    else burl__creep_between(&line, rate);
    for (int x = 0; x < n; x++) {
      const int left = is_ring ? (x + n - 1) % n : x - 1, right = is_ring ? (x + 1) % n : x + 1;
      const double from_left = left < 0 ? 0 : height[left] - height[x],
                   from_right = right == n ? 0 : height[right] - height[x];
      const double most = 1e-9 + 1e-11 * rate;
      assert_true(fabs(height[x]) <= 100 + 1e-6);
      if (stays[x]) assert_true(height[x] == before[x]);
      else if (fabs(height[x] - rate * (from_left + from_right) - before[x]) > most)
        fail_msg("rate %g, %d of %d: off by %g", rate, x, n, height[x] - rate * (from_left + from_right) - before[x]);
    }
  }
}

/* ---- All steps ----------------------------------------------------------------------------------- */

typedef struct {
  int nx, ny;
  double deposit, uplift, sinks, talus, base, creep, quiet, base_rise;
  double rain[2]; /* on the left and on the right; 0, 0: without a map, 1 */
  double k;       /* 0: as usual */
} run;

/* Erodes hills whose uplift is uneven: from -sinks on the left to uplift on the right.  filled: NULL, or what hollows
 * were filled with. */
static burl__moved erode_layers(const run *w, float *h, float *filled) {
  const double option[16] = {0, 0, 0, 0.5, 2e6, w->base, 1, 10, 0, w->deposit, w->creep, 1, w->quiet, w->base_rise};
  const burl__ground ground = {.nx = w->nx, .ny = w->ny, .dx = 61, .dy = 47};
  const size_t cells = burl__cells_of(&ground);
  burl__moved moved = {0};
  float *map[16] = {NULL};
  float *const rain = malloc(cells * sizeof *rain);
  for (int i = 0; i < 3; i++) map[i] = malloc(cells * sizeof **map);
  if (w->rain[0] + w->rain[1] > 0) map[11] = rain;
  for (size_t cell = 0; cell < cells; cell++) {
    const double x = (double)(cell % (size_t)w->nx), y = (double)(cell / (size_t)w->nx);
    h[cell] = (float)(12 * sin(x / 9) * cos(y / 7) + 5 * sin(x * y));
    map[0][cell] = (float)(-w->sinks + (w->uplift + w->sinks) * x / w->nx);
    map[1][cell] = (float)((w->k > 0 ? w->k : 8e-6) * (1 + 0.5 * sin(y / 20)));
    rain[cell] = (float)(x < w->nx / 2 ? w->rain[0] : w->rain[1]);
    map[2][cell] = (float)w->talus;
  }
  void *const scratch = malloc(burl__process_erode.scratch(&ground, option));
  burl__process_call call = {.ground = &ground, .option = option, .map = map, .scratch = scratch};
  call.layer[BURL__LAYER_FILLED] = filled;
  burl__erode(&call, h, &moved);
  for (int i = 0; i < 3; i++) free(map[i]);
  free(rain), free(scratch);
  return moved;
}

static burl__moved erode_hills(const run *w, float *h) { return erode_layers(w, h, NULL); }

/* What cells gained is what rose and was filled, without what left, to 1e-9 of what moved. */
static void test_mass(void **state) {
  static const run runs[] = {{333, 517, 1, 1e-3, 3e-4, 0.6, -1e30, 0, 0, 0, {0, 0}, 0},
                             {200, 90, 2, 1e-3, 3e-4, 0.6, -1e30, 0, 0, 0, {0, 0}, 0},
                             {257, 101, 0.5, 1e-3, 0, 0.3, -1e30, 0, 0, 0, {0, 0}, 0},
                             {120, 257, 4, 5e-4, 3e-4, 5, 0, 0, 0, 0, {0, 0}, 0},
                             {257, 180, 1, 1e-3, 3e-4, 0.6, 0, 0.05, 0, 0, {0, 0}, 0},
                             {181, 257, 1, 1e-3, 3e-4, 0.6, -1e30, 0.02, 2e5, 1e-3, {3, 0.2}, 0},
                             {161, 161, 30, 1e-3, -1e-4, 0.6, -1e30, 0, 0, 0, {0, 0}, 0}};
  (void)state;
  for (int i = 0; i < COUNT(runs); i++) {
    float *const h = malloc((size_t)runs[i].nx * (size_t)runs[i].ny * sizeof *h);
    const burl__moved m = erode_hills(&runs[i], h);
    const double missing = (m.gained - m.raised - m.filled - m.crept + m.left) / m.moved;
    if (!(fabs(missing) < 1e-9)) fail_msg("%d: %g of what moved is missing", i, missing);
    if (m.passes > BURL__MOST_PASSES - 3) fail_msg("%d: %d passes", i, m.passes);
    assert_true(m.filled >= 0 && m.left > 0 && m.moved > 0);
    for (int c = 0; c < runs[i].nx * runs[i].ny; c++) assert_true(isfinite(h[c]));
    free(h);
  }
}

/* Over one grid alone the gain of the whole is seen in the heights, too. */
static void test_gain_is_seen(void **state) {
  enum { N = 90 };
  static float before[N * N], after[N * N];
  const run none = {N, N, 1, 0, 0, 1e9, 1e30, 0, 0, 0, {0, 0}, 0},
            some = {N, N, 1, 1e-3, 3e-4, 0.6, -1e30, 0, 0, 0, {0, 0}, 0};
  double gained = 0;
  (void)state;
  erode_hills(&none, before); /* all of it is sea */
  const burl__moved m = erode_hills(&some, after);
  for (int c = 0; c < N * N; c++) gained += 61.0 * 47.0 * ((double)after[c] - (double)before[c]);
  /* reading heights back at the lattice's places moves them a little */
  if (!(fabs(gained / m.gained - 1) < 0.01)) fail_msg("%g, not %g", gained, m.gained);
  assert_true(m.filled > 0);
}

/* ---- Rain ---------------------------------------------------------------------------------------- */

static float *eroded(const run *w) {
  float *const h = malloc((size_t)w->nx * (size_t)w->ny * sizeof *h);
  erode_hills(w, h);
  return h;
}

/* Rain is a weight of the area: of four times as much, and half of k, the same mountains come out to the bit (m: 0.5);
 * a map of 1 is no map; and where it rains more the ground is lower. */
static void test_rain(void **state) {
  static const run usual = {257, 129, 0, 1e-3, -1e-3, 5, -1e30, 0, 0, 0, {0, 0}, 8e-6},
                   ones = {257, 129, 0, 1e-3, -1e-3, 5, -1e30, 0, 0, 0, {1, 1}, 8e-6},
                   fours = {257, 129, 0, 1e-3, -1e-3, 5, -1e30, 0, 0, 0, {4, 4}, 4e-6},
                   left = {257, 129, 2, 1e-3, -1e-3, 5, -1e30, 0, 0, 0, {4, 1}, 8e-6},
                   never = {257, 129, 2, 1e-3, -1e-3, 0.5, -1e30, 0, 0, 0, {1e-30, 0}, 8e-6};
  float *const h[] = {eroded(&usual), eroded(&ones), eroded(&fours), eroded(&left), eroded(&never)};
  double mean[2] = {0, 0};
  (void)state;
  assert_memory_equal(h[0], h[1], 257 * 129 * sizeof(float));
  assert_memory_equal(h[0], h[2], 257 * 129 * sizeof(float));
  for (int c = 0; c < 257 * 129; c++) mean[c % 257 >= 128] += (double)h[3][c], assert_true(isfinite(h[4][c]));
  if (!(mean[0] < 0.7 * mean[1])) fail_msg("%g where it rains, %g where it doesn't", mean[0], mean[1]);
  for (int i = 0; i < 5; i++) free(h[i]);
}

/* ---- Quiet years, and ground that sinks ----------------------------------------------------------- */

/* How many cells rise less than 5 % to all of their neighbours along the axes. */
static int level_cells(const float *h, int nx, int ny) {
  int count = 0;
  for (int y = 1; y < ny - 1; y++)
    for (int x = 1; x < nx - 1; x++) {
      const float *const at = h + y * nx + x;
      count += fabs((double)at[1] - (double)at[-1]) < 0.05 * 122 && fabs((double)at[nx] - (double)at[-nx]) < 0.05 * 94;
    }
  return count;
}

/* Ranges without floors get them while the base rises. */
static void test_quiet_years_make_floors(void **state) {
  const run young = {257, 257, 1, 1e-3, -2e-4, 0.6, -1e30, 0.02, 0, 0, {0, 0}, 0},
            old = {257, 257, 1, 1e-3, -2e-4, 0.6, -1e30, 0.02, 1e5, 1e-3, {0, 0}, 0};
  float *const h[2] = {eroded(&young), eroded(&old)};
  const int level[2] = {level_cells(h[0], 257, 257), level_cells(h[1], 257, 257)};
  (void)state;
  if (level[1] < 3 * level[0]) fail_msg("%d level cells, and after quiet years %d", level[0], level[1]);
  free(h[0]), free(h[1]);
}

static void check_walls(double deposit) {
  enum { N = 129 };
  const run sinking = {N, N, deposit, -2e-4, 3e-4, 0.6, -1e30, 0, 0, 0, {0, 0}, 0};
  float *const h = eroded(&sinking);
  double most = 0;
  for (int i = 1; i < N - 1; i++) {
    const float *const edge[4] = {h + i, h + (N - 1) * N + i, h + i * N, h + i * N + N - 1};
    static const int in[4] = {N, -N, 1, -1};
    for (int side = 0; side < 4; side++) {
      const int along = side < 2 ? 1 : N;
      const float *const behind = edge[side] + in[side];
      const double top = fmax(fmax((double)behind[-along], (double)behind[along]), (double)*behind);
      most = fmax(most, (double)*edge[side] - top);
    }
  }
  if (most > (deposit > 0 ? 0.5 : 6)) fail_msg("deposit %g: a wall of %g", deposit, most);
  free(h);
}

/* Where the ground sinks its end doesn't stand as a wall above it. */
static void test_no_walls(void **state) {
  (void)state;
  check_walls(1);
  check_walls(0);
}

/* What hollows were filled with, by the layer that tells, is what the steps have counted. */
static void test_filling_is_told(void **state) {
  enum { N = 161 };
  static float h[N * N], filled[N * N];
  const run sinking = {N, N, 1, 1e-3, 3e-4, 0.6, -1e30, 0, 0, 0, {0, 0}, 0};
  const burl__moved m = erode_layers(&sinking, h, filled);
  double sum = 0;
  (void)state;
  for (int c = 0; c < N * N; c++) sum += 61.0 * 47.0 * (double)filled[c], assert_true(filled[c] >= 0);
  if (!(m.filled > 0) || !(fabs(sum / m.filled - 1) < 0.02)) fail_msg("%g, not %g", sum, m.filled);
}

/* Grounds from strangers give a result: missing heights stay missing, and where nothing can happen nothing does. */
static void test_strange_input(void **state) {
  enum { N = 60 };
  static float h[N * N], start[N * N];
  static const struct {
    const char *recipe;
    int changes; /* more than by rounding */
  } rows[] = {
      {"erode(x > 500 ? 0/0 : 20*simplex(x/300, y/300), deposit: 1, creep: 0.1, steps: 3)", 1},
      {"erode(0/0*x, deposit: 1, creep: 0.1, quiet: 1e5, steps: 3)", 0},
      {"erode(20*simplex(x/300, y/300), deposit: 1, talus: 0, steps: 3)", 1},
      {"erode(x + 20*simplex(x/300, y/300), deposit: 1, rain: 0, uplift: 0, talus: 1e6, steps: 3, cell: 10)", 1},
      {"erode(x + 20*simplex(x/300, y/300), deposit: 1, years: 1e-9, talus: 1e6, steps: 3, cell: 10)", 1},
      {"erode(20*simplex(x/300, y/300), deposit: 1, creep: 1, base: 100, steps: 3)", 0},
      {"erode(20*simplex(x/300, y/300), deposit: 1, base: 100, ocean: all, quiet: 1e5, base_rise: 1, steps: 3)", 0}};
  const burl_grid grid = {.size = {N, N}, .step = {20, 20}};
  (void)state;
  for (int i = 0; i < COUNT(rows); i++) {
    static const char *const gives[] = {"height", "sediment", "bedrock", "wear", "flow", "filled"};
    for (int give = 5; give >= 0; give--) {
      char recipe[256];
      snprintf(recipe, sizeof recipe, "%.*s, give: %s)", (int)strlen(rows[i].recipe) - 1, rows[i].recipe, gives[give]);
      burl_program *const program = burl_compile(recipe, 2, NULL);
      assert_non_null(program);
      assert_int_equal(burl_sample_grid(program, &grid, h), BURL_OK);
      burl_free(program);
      for (int c = 0; c < N * N; c++) {
        const int missing = i == 1 || (i == 0 && c % N > 27); /* the lattice's cells are wider than samples */
        const int is_near = i == 0 && c % N >= 24 && c % N <= 28;
        if (!is_near && missing != !isfinite(h[c])) fail_msg("%s: %g", recipe, (double)h[c]);
      }
    }
    if (rows[i].changes || i == 1) continue;
    burl_program *const first = burl_compile("20*simplex(x/300, y/300)", 2, NULL);
    assert_int_equal(burl_sample_grid(first, &grid, start), BURL_OK);
    burl_free(first);
    for (int c = 0; c < N * N; c++) assert_true(fabs((double)h[c] - (double)start[c]) < 0.5);
  }
}

/* ---- Layers -------------------------------------------------------------------------------------- */

/* A recipe that says `all`, of h, s, b, w1 and f: all that one erode() gives. */
static burl_program *layered(const char *arguments, const char *all) {
  static const char *const names[] = {"h", "s", "b", "w1", "f"};
  static const char *const gives[] = {"height", "sediment", "bedrock", "wear", "flow"};
  char recipe[4096] = "";
  for (int i = 0; i < 5; i++) {
    const size_t end = strlen(recipe);
    snprintf(recipe + end, sizeof recipe - end, "%s = erode(%s, give: %s)\n", names[i], arguments, gives[i]);
  }
  strcat(recipe, all);
  burl_error error;
  burl_program *const program = burl_compile(recipe, 2, &error);
  if (!program) fail_msg("%s: %s", recipe, error.message);
  return program;
}

static void sample_layers(const char *arguments, const char *all, int n, double extent, float *out) {
  burl_program *const program = layered(arguments, all);
  const burl_grid grid = {.size = {n, n}, .step = {extent / n, extent / n}};
  assert_int_equal(burl_sample_grid(program, &grid, out), BURL_OK);
  burl_free(program);
}

#define HILLS "20*fbm(simplex(x/3000, y/3000), octaves: 3), uplift: 0.0015*simplex(x/5000, y/5000), k: 8e-6, steps: 6"
#define LAYERED_ROCK                                                                                    \
  "20*simplex(x/3000, y/3000), uplift: 0.001*simplex(x/5000, y/5000), deposit: 1, steps: 2, cell: 80, " \
  "k: height() > 20 ? 2e-6 : 8e-6"

/* Heights are bedrock and sediment, to the bit, wherever they are read and whichever others are. */
static void test_height_is_bedrock_and_sediment(void **state) {
  enum { N = 1000 };
  static const char *const arguments[] = {HILLS ", deposit: 1, creep: 0.03", HILLS ", cell: 80", LAYERED_ROCK,
                                          HILLS ", quiet: 1e5, base_rise: 1e-3, base: 0, cell: 80"};
  float *const out = malloc(sizeof(float) * N * N), *const alone = malloc(sizeof(float) * N * N);
  (void)state;
  for (int i = 0; i < COUNT(arguments); i++) {
    const int many = i == 0 ? N : N / 5, n = N / 5;
    double thickest = 0;
    sample_layers(arguments[i], "h - (b + s)", many, 20000, out);
    for (int c = 0; c < many * many; c++) assert_true(out[c] == 0);
    sample_layers(arguments[i], "s", n, 20000, out);
    for (int c = 0; c < n * n; c++) assert_true(out[c] >= 0), thickest = fmax(thickest, (double)out[c]);
    sample_layers(arguments[i], "w1", n, 20000, out);
    for (int c = 0; c < n * n; c++) assert_true(out[c] >= 0);
    if (!(thickest > 1)) fail_msg("%d: %g m thick", i, thickest);
    sample_layers(arguments[i], "h", n, 20000, alone);
    sample_layers(arguments[i], "min(h, h + (s + b + w1 + f)*0)", n, 20000, out);
    assert_memory_equal(alone, out, sizeof(float) * (size_t)(n * n));
  }
  free(out), free(alone);
}

/* One solution gives them all. */
static void test_solved_once(void **state) {
  static const char *const arguments[] = {HILLS ", deposit: 1", LAYERED_ROCK};
  (void)state;
  for (int i = 0; i < 2; i++) {
    burl_program *const all = layered(arguments[i], "h + s + b + w1 + f"), *const one = layered(arguments[i], "h");
    const burl_grid grid = {.size = {300, 300}, .step = {50, 50}};
    assert_string_equal(burl_stage_at(all, 0), "erode");
    assert_null(burl_stage_at(all, 1));
    const double bytes = burl_stage_bytes(all, &grid) - burl_stage_bytes(one, &grid);
    if (bytes > 3 * 8.2 * 513 * 513) fail_msg("%g bytes a node beside heights", bytes / 513 / 513);
    burl_free(all), burl_free(one);
  }
}

/* A tilted plane that rises evenly, whose heights in the last step are kept. */
typedef struct {
  int n;
  double rain[2];
  float *last;
} tilted;

static int keep_heights(void *user, const burl__ground *ground, int level, const float *heights, float *k) {
  const tilted *const t = user;
  const size_t cells = burl__cells_of(ground);
  (void)level;
  for (size_t cell = 0; cell < cells; cell++) k[cell] = 4e-6f;
  memcpy(t->last, heights, cells * sizeof *heights);
  return 0;
}

static float rain_at(const tilted *t, int cell) { return (float)t->rain[cell % t->n >= t->n / 2]; }

static const double TILTED_STEP = 50;

static void erode_tilted(const tilted *t, float *h, float *layer[BURL__LAYERS]) {
  const double option[16] = {0, 0, 0, 0.5, 1e5, -1e30, 1, 5, 0, 0, 0, 1};
  const burl__ground ground = {.nx = t->n, .ny = t->n, .dx = TILTED_STEP, .dy = TILTED_STEP};
  const int cells = t->n * t->n;
  float *map[16] = {NULL};
  static const int maps[] = {0, 1, 2, 11};
  for (int i = 0; i < 4; i++) map[maps[i]] = malloc((size_t)cells * sizeof **map);
  for (int cell = 0; cell < cells; cell++) {
    h[cell] = (float)(9 * (cell % t->n) + 4 * (cell / t->n));
    map[0][cell] = 1e-5f, map[2][cell] = 9, map[11][cell] = rain_at(t, cell);
  }
  void *const scratch = malloc(burl__process_erode.scratch(&ground, option));
  burl__process_call call = {
      .ground = &ground, .option = option, .map = map, .scratch = scratch, .renew = keep_heights, .user = (void *)t};
  burl__moved moved = {0};
  for (int i = 0; i < BURL__LAYERS; i++) call.layer[i] = layer[i];
  burl__erode(&call, h, &moved);
  assert_true(moved.filled == 0);
  for (int i = 0; i < 4; i++) free(map[maps[i]]);
  free(scratch);
}

/* What flows into a node, and through it, found from its neighbours again and again. */
static double flow_into(const tilted *t, const burl__erosion *l, const signed char *to, int cell) {
  double sum = (double)rain_at(t, cell);
  for (int d = 0; d < 8; d++) {
    const int64_t beside = burl__neighbour(&l->ground, cell, d);
    if (beside >= 0 && to[beside] == (d + 4) % 8) sum += flow_into(t, l, to, (int)beside);
  }
  return sum;
}

/* Where nothing is filled, laid down or creeps there is no sediment, what has worn is what the first heights and uplift
 * were more than bedrock, and the flow is what accumulates down the steepest slopes of the last step. */
static void test_layers_of_a_plane(void **state) {
  enum { N = 120, CELLS_OF_PLANE = N * N };
  static float h[CELLS_OF_PLANE], last[CELLS_OF_PLANE], sediment[CELLS_OF_PLANE], wear[CELLS_OF_PLANE],
      flow[CELLS_OF_PLANE];
  static float start[CELLS_OF_PLANE], expected[CELLS_OF_PLANE];
  static signed char to[CELLS_OF_PLANE], place[CELLS_OF_PLANE][2];
  static unsigned char receiver[CELLS_OF_PLANE];
  const tilted t = {N, {3, 0.25}, last};
  burl__erosion l = {
      .ground = {.nx = N, .ny = N, .dx = TILTED_STEP, .dy = TILTED_STEP}, .place = place, .receiver = receiver};
  (void)state;
  erode_tilted(&t, h, (float *[BURL__LAYERS]){h, sediment, NULL, wear, flow});
  burl__place_nodes(&l);
  for (int c = 0; c < CELLS_OF_PLANE; c++) {
    const int x = c % N, y = c / N, is_edge = x == 0 || y == 0 || x == N - 1 || y == N - 1;
    double steepest = 0;
    assert_true(sediment[c] == 0);
    receiver[c] = is_edge ? BURL__STAYS : 0;
    start[c] = (float)(9 * x + 4 * y + !is_edge); /* and risen by 1e-5 in 1e5 years */
    to[c] = -1;
    for (int d = 0; !is_edge && d < 8; d++) {
      const int beside = c + burl__around_x[d] + N * burl__around_y[d];
      const double dx = burl__around_x[d] + 0.35 / 127 * (place[beside][0] - place[c][0]),
                   dy = burl__around_y[d] + 0.35 / 127 * (place[beside][1] - place[c][1]);
      const double slope = ((double)last[c] - (double)last[beside]) / sqrt(dx * dx + dy * dy);
      if (slope > steepest) steepest = slope, to[c] = (signed char)d;
    }
  }
  burl__read_nodes(&l, start, -INFINITY, expected);
  for (int c = 0; c < CELLS_OF_PLANE; c++) {
    const double worn = (double)expected[c] - (double)h[c];
    if (!(fabs((double)wear[c] - worn) < 1e-3)) fail_msg("%d: %.9g, not %.9g", c, (double)wear[c], worn);
    const double area = TILTED_STEP * TILTED_STEP * flow_into(&t, &l, to, c);
    if (!(fabs((double)flow[c] / area - 1) < 1e-5)) fail_msg("%d: %g, not %g", c, (double)flow[c], area);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_step_is_the_law),
      cmocka_unit_test(test_slides),
      cmocka_unit_test(test_steady_state),
      cmocka_unit_test(test_creep_makes_parabolas),
      cmocka_unit_test(test_creep_is_implicit),
      cmocka_unit_test(test_mass),
      cmocka_unit_test(test_gain_is_seen),
      cmocka_unit_test(test_rain),
      cmocka_unit_test(test_quiet_years_make_floors),
      cmocka_unit_test(test_no_walls),
      cmocka_unit_test(test_filling_is_told),
      cmocka_unit_test(test_strange_input),
      cmocka_unit_test(test_height_is_bedrock_and_sediment),
      cmocka_unit_test(test_solved_once),
      cmocka_unit_test(test_layers_of_a_plane),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
