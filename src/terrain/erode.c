/* erode(): mountains that rise while rivers cut them down.
 *
 * Heights after some years of dh/dt = uplift - k · area^m · slope, solved implicitly along the flow (J. Braun, S.
 * Willett, "A very efficient O(n), implicit and parallel method to solve the stream power equation governing fluvial
 * incision and landscape evolution", 2013; G. Cordonnier and others, "Large scale terrain generation from tectonic
 * uplift and fluvial erosion", 2016).  The lattice's edge stays, and the sea, and nodes beside no
 * ground; where there is none of these, the lowest nodes.  It is
 * solved on every 2^n-th node, at most 256 intervals along each axis, then on ever finer ones: each begins with the
 * heights of the one before and takes three steps of the years.  The lattice depends on the place alone
 * (run/coarse.c), so that the same mountains come out at every resolution.  Where it is to stop the heights are
 * those of that moment.  Nodes are moved by chance, or else valleys would follow the lattice's eight directions. */
#include <math.h>
#include <string.h>

#include "terrain/creep.h"
#include "terrain/erosion.h"
#include "terrain/flood.h"
#include "terrain/raster.h"

/* The options, in the order of their rows: three maps, and numbers. */
enum {
  UPLIFT, /* metres a year */
  K,      /* how soft the ground is: metres^(1 - 2m) a year */
  TALUS,  /* the steepest rise that stays, a metre */
  M,      /* the power of the area that drains through a cell */
  YEARS,
  BASE, /* the height of the sea, which stays; land stays above it */
  OCEAN,
  STEPS,    /* in which the years pass, on the coarsest grid */
  CELL,     /* the width of the lattice's cells, which isn't the process's */
  DEPOSIT,  /* how readily what rivers carry settles; 0: they carry all of it away */
  CREEP,    /* the diffusivity of soil: square metres a year */
  RAIN,     /* what each unit of area adds to the flow: a map, or a number */
  QUIET,    /* the years after all others, without uplift */
  BASE_RISE /* in these: metres a year */
};

enum { COARSEST = 256, FINER_STEPS = 3, QUIET_STEPS = 10 };

/* ---- The pyramid --------------------------------------------------------------------------------- */

/* How many intervals the ground has along an axis: one less than nodes where it has ends. */
static int intervals(const burl__ground *g, int axis) { return (axis == 0 ? g->nx : g->ny) - !g->is_round[axis]; }

static int levels_of_ground(const burl__ground *g) {
  int levels = 1;
  for (int nx = intervals(g, 0), ny = intervals(g, 1); (nx > COARSEST || ny > COARSEST) && nx % 2 == 0 && ny % 2 == 0;
       nx /= 2, ny /= 2)
    levels++;
  return levels;
}

static burl__ground ground_of_level(const burl__ground *g, int level) {
  burl__ground coarse = *g;
  coarse.nx = (intervals(g, 0) >> level) + !g->is_round[0], coarse.ny = (intervals(g, 1) >> level) + !g->is_round[1];
  coarse.dx *= (double)((int64_t)1 << level), coarse.dy *= (double)((int64_t)1 << level);
  return coarse;
}

/* Bytes of a cell of the finest grid: order, count and waiting, which a flood may use meanwhile; receiver; place.  With
 * deposit: risen, carried and cut. */
enum { MAPS = 5 /* heights, uplift, k, talus, rain */, CELL_BYTES = 4 + 4 + 1 + 1 + 2, DEPOSIT_BYTES = 8 + 16 + 8 };

/* Scratch memory: that of cells, as much as the finest grid needs; that of cells with deposit; the maps of a coarser
 * grid and the heights of the one before, over which the finest grid has its deposit, once it has read them. */
static size_t end_of_cells(const burl__ground *finest) { return (burl__cells_of(finest) * CELL_BYTES + 63) / 64 * 64; }

static size_t deposit_bytes(const burl__ground *g, const double *option) {
  return option[DEPOSIT] > 0 ? burl__cells_of(g) * DEPOSIT_BYTES : 0;
}

static size_t start_of_maps(const burl__ground *finest, const double *option) {
  const burl__ground half = ground_of_level(finest, 1);
  return end_of_cells(finest) + deposit_bytes(&half, option);
}

static size_t bytes_of_cells(const burl__ground *g, const double *option) {
  const burl__ground half = ground_of_level(g, 1);
  const size_t finest = end_of_cells(g) + deposit_bytes(g, option),
               coarse = start_of_maps(g, option) + burl__cells_of(&half) * (MAPS + 1) * sizeof(float);
  return finest > coarse ? finest : coarse;
}

/* And behind all of it that of a line, where there is creep. */
static size_t start_of_line(const burl__ground *g, const double *option) {
  return (bytes_of_cells(g, option) + 7) / 8 * 8;
}

static size_t erode_bytes(const burl__ground *g, const double *option) {
  if (burl__cells_of(g) > SIZE_MAX / 128) return 0;
  return start_of_line(g, option) + (option[CREEP] > 0 ? burl__creep_scratch(g) : 0);
}

/* A map at the nodes of a coarser level. */
static void thin_map(const burl__ground *fine, const float *map, const burl__ground *coarse, int level, float *to) {
  for (int64_t y = 0; y < coarse->ny; y++)
    for (int64_t x = 0; x < coarse->nx; x++) *to++ = map[(y << level) * fine->nx + (x << level)];
}

/* ---- Flow ---------------------------------------------------------------------------------------- */

/* Where a cell flows: BURL__PIT where nothing lower is beside it. */
static unsigned char receiver_of(const burl__erosion *l, int64_t cell) {
  const double certainly = 1 - 1e-9;
  double most = 0;
  int receiver = BURL__PIT;
  if (burl__keeps_height(l, cell)) return BURL__STAYS;
  for (int d = 0; d < 8; d++) {
    const int64_t beside = burl__neighbour(&l->ground, cell, d);
    if (!(l->height[beside] < l->height[cell])) continue;
    const double drop = (double)l->height[cell] - (double)l->height[beside];
    const double way = burl__nodes_apart_squared(l, cell, beside, d);
    if (drop * drop < most * most * way * certainly) continue; /* which saves a root */
    const double fall = drop / sqrt(way);
    if (fall > most) most = fall, receiver = d;
  }
  return (unsigned char)receiver;
}

static void choose_in_lines(void *level, int first, int end) {
  burl__erosion *const l = level;
  for (int64_t cell = (int64_t)first * l->ground.nx; cell < (int64_t)end * l->ground.nx; cell++)
    l->receiver[cell] = receiver_of(l, cell);
}

static void choose_receivers(burl__erosion *l) {
  burl__share_lines(l->ground.crew, l->ground.ny, choose_in_lines, l);
  burl__cross_level(&l->ground, l->height, l->order, l->receiver);
}

/* The volume of all ground above the height 0. */
static double volume_of(const burl__erosion *l) {
  const size_t cells = burl__cells_of(&l->ground);
  double sum = 0;
  for (size_t cell = 0; cell < cells; cell++) sum += isnan(l->height[cell]) ? 0 : (double)l->height[cell];
  return sum * fabs(l->ground.dx * l->ground.dy);
}

/* In metres a year.  Heights are measured from the base: where that rises, the ground sinks. */
static double uplift_of(const burl__erosion *l, int64_t cell) {
  return l->is_quiet ? -l->base_rise : (double)l->uplift[cell];
}

/* Whether ground that sinks is filled up to its end. */
static int lays_down(const burl__erosion *l) { return l->deposit > 0 || l->is_quiet; }

/* What of the ground's end stands higher than all that lies behind it where the ground sinks: a wall, which falls to
 * the height of that. */
static void lower_walls(burl__erosion *l) {
  const int64_t cells = (int64_t)burl__cells_of(&l->ground);
  for (int64_t cell = 0; cell < cells; cell++) {
    float most = -INFINITY;
    if (!(l->height[cell] > l->base) || l->receiver[cell] != BURL__STAYS || !(uplift_of(l, cell) < 0)) continue;
    for (int d = 0; d < 8; d++) {
      const int64_t beside = burl__neighbour(&l->ground, cell, d);
      if (beside >= 0 && l->receiver[beside] != BURL__STAYS && l->height[beside] > most) most = l->height[beside];
    }
    if (most > l->base && l->height[cell] > most) l->height[cell] = most;
  }
}

/* Turns how thick a layer is into the height of what is below it, or back. */
static void turn_layer(const burl__erosion *l, float *layer) {
  const size_t cells = layer ? burl__cells_of(&l->ground) : 0;
  for (size_t cell = 0; cell < cells; cell++) layer[cell] = l->height[cell] - layer[cell];
}

static void turn_layers(const burl__erosion *l) {
  turn_layer(l, l->sediment);
  turn_layer(l, l->filled);
}

static void route(burl__erosion *l) {
  burl__ground quiet = l->ground;
  quiet.pace = NULL;
  choose_receivers(l);
  if (!memchr(l->receiver, BURL__PIT, burl__cells_of(&l->ground))) return;
  const double before = l->moved ? volume_of(l) : 0;
  turn_layers(l);
  burl__fill_hollows(&quiet, (burl__sea){l->base, 1}, l->order, l->height); /* lakes silt up */
  turn_layers(l);
  if (l->moved) l->moved->filled += volume_of(l) - before, l->moved->gained += volume_of(l) - before;
  lower_walls(l);
  choose_receivers(l);
}

/* What flows through each cell where rain is uneven, which isn't below 0. */
static void gather_rain(burl__erosion *l) {
  const int64_t cells = (int64_t)burl__cells_of(&l->ground);
  for (int64_t cell = 0; cell < cells; cell++) l->flow[cell] = l->rain[cell] > 0 ? fminf(l->rain[cell], 1e9f) : 0.0f;
  for (int64_t i = 0; i < cells; i++) {
    const int64_t cell = l->order[i], next = burl__receiver_of(&l->ground, l->receiver, cell);
    if (next >= 0) l->flow[next] += l->flow[cell];
  }
}

/* ---- Steps --------------------------------------------------------------------------------------- */

/* From the sea upwards: each cell knows the new height of what it flows into. */
static void cut_down(burl__erosion *l, double years) {
  for (int64_t i = (int64_t)burl__cells_of(&l->ground); i-- > 0;) {
    const int64_t cell = l->order[i], next = burl__receiver_of(&l->ground, l->receiver, cell);
    if (next < 0) continue;
    const double way = burl__nodes_apart(l, cell, next, l->receiver[cell]), below = burl__above_sea(l, next);
    const double factor = burl__cutting(l, cell, way, years);
    const double risen = (double)l->height[cell] + uplift_of(l, cell) * years;
    const double free = (risen + factor * below) / (1 + factor), most = below + (double)l->talus[cell] * way;
    const double height = free < most ? free : most;
    l->height[cell] = (float)height;
    burl__change_sediment(l, cell, height < risen || below > risen ? height - risen : 0);
  }
}

/* What a cell rises in so many years.  No height is beyond those of floats, as sums of heights are needed. */
static double rise_of(const burl__erosion *l, int64_t cell, double years) {
  const double rise = uplift_of(l, cell) * years;
  return rise > -1e30 && rise < 1e30 ? rise : 0;
}

/* The same where what wears settles elsewhere. */
static void cut_and_lay_down(burl__erosion *l, double years) {
  const int64_t cells = (int64_t)burl__cells_of(&l->ground);
  const double area = fabs(l->ground.dx * l->ground.dy);
  for (int64_t cell = 0; cell < cells; cell++)
    l->risen[cell] =
        l->receiver[cell] < BURL__STAYS ? (double)l->height[cell] + rise_of(l, cell, years) : burl__above_sea(l, cell);
  const int passes = burl__settle(l, years);
  burl__moved *const moved = l->moved;
  for (int64_t cell = 0; cell < cells; cell++) {
    if (l->receiver[cell] >= BURL__STAYS) continue;
    const double before = (double)l->height[cell], rise = rise_of(l, cell, years);
    l->height[cell] = (float)l->risen[cell];
    burl__change_sediment(l, cell, l->risen[cell] - before - rise);
    if (!moved) continue;
    moved->gained += area * ((double)l->height[cell] - before);
    moved->raised += area * rise;
    moved->moved += area * fabs(l->risen[cell] - before - rise);
  }
  if (moved && passes > moved->passes) moved->passes = passes;
}

static int quiet_steps(const burl__process_call *call) { return call->option[QUIET] > 0 ? QUIET_STEPS : 0; }

/* The work of a level, of `levels` in all, in steps of the finest grid. */
static double work_of_level(const burl__process_call *call, int levels, int level) {
  return (level < levels - 1 ? FINER_STEPS : call->option[STEPS]) / (double)((int64_t)1 << 2 * level) +
         (level == 0 ? quiet_steps(call) : 0);
}

/* Whether it is to stop after so much of the level's work, 0 to 1. */
static int stops_after(const burl__erosion *l, double part) {
  return burl__pace_stops(l->ground.pace, l->done + l->share * part);
}

/* A step, number `step` of `steps`; 0: it is to stop. */
static int pass_step(burl__erosion *l, const burl__process_call *call, int step, int steps, double years) {
  if (l->creep > 0) burl__creep(l, years);
  if (call->renew && call->renew(call->user, &l->ground, l->number, l->height, l->k)) return 0;
  route(l);
  if (stops_after(l, (step + 0.3) / steps)) return 0;
  burl__gather(&l->ground, l->receiver, l->waiting, l->order, l->count);
  if (l->rain) gather_rain(l);
  if (stops_after(l, (step + 0.5) / steps)) return 0;
  if (l->deposit > 0) cut_and_lay_down(l, years);
  else cut_down(l, years);
  return !stops_after(l, (step + 1.0) / steps);
}

/* `steps` steps of `years` each, and on the finest grid the quiet ones; 0: it is to stop. */
static int pass_steps(burl__erosion *l, const burl__process_call *call, int steps, double years) {
  const int quiet = l->number == 0 ? quiet_steps(call) : 0;
  burl__place_nodes(l);
  for (int step = 0; step < steps + quiet; step++) {
    l->is_quiet = step >= steps;
    if (!pass_step(l, call, step, steps + quiet, l->is_quiet ? call->option[QUIET] / quiet : years)) return 0;
  }
  return 1;
}

/* What has sunk since the last step's rivers were found is filled, where rivers lay down, and has no walls. */
static void end_steps(burl__erosion *l) {
  if (lays_down(l)) route(l);
  else lower_walls(l);
}

/* ---- From grid to grid --------------------------------------------------------------------------- */

typedef struct {
  const burl__erosion *coarse;
  burl__erosion *fine;
  const float *layer; /* of the coarse one, beside heights */
  float least;
} level_pair;

static burl__raster_beyond beyond(const burl__ground *g, int axis) {
  return g->is_round[axis] ? BURL__BEYOND_REPEATED : BURL__BEYOND_LEVEL;
}

/* The fine grid begins with the coarse one's heights, but where its own are given. */
static void refine_lines(void *arg, int first, int end) {
  const burl__erosion *const coarse = ((level_pair *)arg)->coarse;
  burl__erosion *const fine = ((level_pair *)arg)->fine;
  const burl__ground *const wide = &coarse->ground;
  const burl__raster from = {{coarse->height, wide->nx, wide->ny, 1}, {beyond(wide, 0), beyond(wide, 1)}};
  for (int y = first; y < end; y++)
    for (int x = 0; x < fine->ground.nx; x++) {
      const int64_t cell = (int64_t)y * fine->ground.nx + x;
      fine->spare[cell] = fine->height[cell];
      if (burl__keeps_height(fine, cell)) continue;
      const float height = burl__raster_at(&from, BURL__RASTER_CUBIC, 0.5 * x, 0.5 * y);
      if (height > fine->base) fine->spare[cell] = height; /* the coarse grid may have sea there, or none */
    }
}

static void refine_layer_in_lines(void *arg, int first, int end) {
  const level_pair *const both = arg;
  const burl__ground *const wide = &both->coarse->ground;
  burl__erosion *const fine = both->fine;
  const burl__raster from = {{both->layer, wide->nx, wide->ny, 1}, {beyond(wide, 0), beyond(wide, 1)}};
  for (int y = first; y < end; y++)
    for (int x = 0; x < fine->ground.nx; x++) {
      const int64_t cell = (int64_t)y * fine->ground.nx + x;
      const float value = burl__raster_at(&from, BURL__RASTER_CUBIC, 0.5 * x, 0.5 * y);
      fine->spare[cell] = !burl__keeps_height(fine, cell) && value > both->least ? value : both->least;
    }
}

/* A layer goes on from the coarse grid's, which is in the same memory; where heights are given it is the least. */
static void refine_layer(const burl__erosion *coarse, burl__erosion *fine, float *layer, float least) {
  level_pair both = {coarse, fine, layer, least};
  if (!layer) return;
  burl__share_lines(fine->ground.crew, fine->ground.ny, refine_layer_in_lines, &both);
  memcpy(layer, fine->spare, burl__cells_of(&fine->ground) * sizeof *layer);
}

static void refine(const burl__erosion *coarse, burl__erosion *fine) {
  level_pair both = {.coarse = coarse, .fine = fine};
  burl__share_lines(fine->ground.crew, fine->ground.ny, refine_lines, &both);
  memcpy(fine->height, fine->spare, burl__cells_of(&fine->ground) * sizeof *fine->height);
  refine_layer(coarse, fine, fine->sediment, 0);
  refine_layer(coarse, fine, fine->unworn, -INFINITY);
  refine_layer(coarse, fine, fine->filled, 0);
}

static void read_back_layer(burl__erosion *l, float *layer, float least) {
  if (!layer) return;
  memcpy(l->spare, layer, burl__cells_of(&l->ground) * sizeof *layer);
  burl__read_nodes(l, l->spare, least, layer);
}

/* Heights were those of the moved nodes: each place of the lattice gets its own. */
static void read_back(burl__erosion *l) {
  read_back_layer(l, l->height, l->base);
  read_back_layer(l, l->sediment, 0);
  read_back_layer(l, l->unworn, -INFINITY);
  read_back_layer(l, l->filled, 0);
}

/* ---- Layers -------------------------------------------------------------------------------------- */

/* On the coarsest grid all is bedrock, and nothing has worn. */
static void begin_layers(burl__erosion *l) {
  const size_t bytes = burl__cells_of(&l->ground) * sizeof *l->height;
  if (l->sediment) memset(l->sediment, 0, bytes);
  if (l->filled) memset(l->filled, 0, bytes);
  if (l->unworn) memcpy(l->unworn, l->height, bytes);
}

/* The area from which water came in the last step, of the finest grid. */
static void keep_flow(const burl__erosion *l, float *flow) {
  const int64_t cells = flow ? (int64_t)burl__cells_of(&l->ground) : 0;
  const double area = fabs(l->ground.dx * l->ground.dy);
  for (int64_t cell = 0; cell < cells; cell++)
    flow[cell] = isnan(l->height[cell]) ? NAN : (float)(area * burl__flow_through(l, cell));
}

/* What a grid's bedrock would have risen in so many years without any wear, less what it sank; what stays doesn't. */
static void raise_unworn(const burl__erosion *l, double years, double sunk) {
  const int64_t cells = l->unworn ? (int64_t)burl__cells_of(&l->ground) : 0;
  for (int64_t cell = 0; cell < cells; cell++)
    l->unworn[cell] = l->receiver[cell] < BURL__STAYS
                          ? (float)((double)l->unworn[cell] + (double)l->uplift[cell] * years - sunk)
                          : l->height[cell];
}

/* Where the ground is missing nothing was filled. */
static void end_filled(const burl__erosion *l) {
  const int64_t cells = l->filled ? (int64_t)burl__cells_of(&l->ground) : 0;
  for (int64_t cell = 0; cell < cells; cell++)
    if (isnan(l->height[cell])) l->filled[cell] = NAN;
}

/* In place of what would be here if none had worn away, what has. */
static void find_wear(const burl__erosion *l) {
  const int64_t cells = l->unworn ? (int64_t)burl__cells_of(&l->ground) : 0;
  for (int64_t cell = 0; cell < cells; cell++) {
    const double bedrock = (double)l->height[cell] - (double)l->sediment[cell];
    const double wear = (double)l->unworn[cell] - bedrock;
    l->unworn[cell] = (float)(wear < 0 ? 0 : wear);
  }
}

/* ---- The call ------------------------------------------------------------------------------------ */

/* What all levels have one after the other, as large as the finest needs. */
static void lend_scratch(burl__erosion *l, const burl__ground *finest, void *scratch) {
  const size_t cells = burl__cells_of(finest);
  l->order = scratch;
  l->count = l->order + cells;
  l->spare = l->flow = (float *)l->count;
  l->waiting = (unsigned char *)(l->count + cells);
  l->receiver = l->waiting + cells;
  l->place = (signed char(*)[2])(l->receiver + cells);
  l->risen = (double *)((char *)scratch + end_of_cells(finest));
  l->cut = l->risen + burl__cells_of(&l->ground);
  l->carried = (double(*)[2])(l->cut + burl__cells_of(&l->ground));
}

void burl__erode(const burl__process_call *call, float *heights, burl__moved *moved) {
  const burl__ground *const g = call->ground;
  const int levels = levels_of_ground(g);
  const burl__ground half = ground_of_level(g, 1);
  const size_t cells = burl__cells_of(g), coarse_cells = burl__cells_of(&half);
  float *const maps = (float *)((char *)call->scratch + start_of_maps(g, call->option)); /* of coarse levels */
  burl__erosion before = {.height = maps + MAPS * coarse_cells};
  double years = call->option[YEARS] / call->option[STEPS]; /* in a step */
  double all = 0.0, done = 0.0;
  for (int n = 0; n < levels; n++) all += work_of_level(call, levels, n);
  burl__raise_pans(g, burl__sea_of(call->option + BASE), call->scratch,
                   (unsigned char *)((uint32_t *)call->scratch + cells), heights);
  for (int n = levels - 1; n >= 0; n--) {
    const int steps = n < levels - 1 ? FINER_STEPS : (int)call->option[STEPS];
    burl__erosion l = {.ground = ground_of_level(g, n),
                       .number = n,
                       .done = done,
                       .share = work_of_level(call, levels, n) / all,
                       .base = (float)call->option[BASE],
                       .m = call->option[M],
                       .deposit = call->option[DEPOSIT],
                       .creep = call->option[CREEP],
                       .line = (double *)((char *)call->scratch + start_of_line(g, call->option)),
                       .moved = moved,
                       .height = heights,
                       .sediment = call->layer[BURL__LAYER_SEDIMENT],
                       .unworn = call->layer[BURL__LAYER_WEAR],
                       .filled = call->layer[BURL__LAYER_FILLED],
                       .uplift = call->map[UPLIFT],
                       .k = call->map[K],
                       .talus = call->map[TALUS],
                       .rain = call->map[RAIN],
                       .even_rain = fmin(fmax(call->option[RAIN], 0), 1e9),
                       .base_rise = call->option[BASE_RISE]};
    const float *const given[MAPS] = {heights, call->map[UPLIFT], call->map[K], call->map[TALUS], call->map[RAIN]};
    float **const own[MAPS] = {&l.height, &l.uplift, &l.k, &l.talus, &l.rain};
    for (int map = 0; n > 0 && map < MAPS && given[map]; map++) {
      *own[map] = maps + (size_t)map * coarse_cells;
      thin_map(g, given[map], &l.ground, n, *own[map]);
    }
    lend_scratch(&l, g, call->scratch);
    if (n < levels - 1) refine(&before, &l);
    else begin_layers(&l);
    if (!pass_steps(&l, call, steps, years)) return;
    done += l.share;
    if (n == 0) keep_flow(&l, call->layer[BURL__LAYER_FLOW]);
    if (n == 0) end_steps(&l);
    raise_unworn(&l, steps * years, n == 0 ? call->option[QUIET] * call->option[BASE_RISE] : 0);
    if (n == 0) read_back(&l), find_wear(&l), end_filled(&l);
    years *= 0.5;
    before.ground = l.ground;
    if (n > 0) memcpy(before.height, l.height, burl__cells_of(&l.ground) * sizeof *l.height);
  }
}

static void erode(const burl__process_call *call, float *heights) { burl__erode(call, heights, NULL); }

const burl__process burl__process_erode = {.change = erode, .scratch = erode_bytes, .weight = 20};
