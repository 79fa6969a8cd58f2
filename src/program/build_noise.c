/* The builder of noises, whose options become the setup that the kernels read and from which the bounds follow. */
#include <math.h>
#include <string.h>

#include "base/decimal.h"
#include "base/seed.h"
#include "burl_classic.h"
#include "program/build.h"
#include "program/noise_setup.h"
#include "program/period.h"
#include "program/reach.h"

/* ---- Tables ------------------------------------------------------------------------------------- */

/* The 2002 paper's permutation; a seed other than 0 shuffles it (R. Durstenfeld, "Random permutation",
 * 1964). */
static void fill_permutation(uint64_t seed, uint32_t table[256]) {
  for (int i = 0; i < 256; i++) table[i] = (uint32_t)burl_classic_permutation(i);
  for (int i = 255; seed && i > 0; i--) {
    const uint64_t draw = burl__seed_pair(seed, (uint64_t)i);
    const int j = (int)((draw >> 32) * (uint64_t)(i + 1) >> 32);
    const uint32_t swapped = table[i];
    table[i] = table[j];
    table[j] = swapped;
  }
}

static int keep_table(burl__graph *graph, uint64_t seed, burl__noise *noise) {
  uint32_t entries[256];
  if (noise->hash == HASH_PERLIN2002) {
    fill_permutation(seed, entries);
  } else {
    burl_classic_table256 drawn;
    burl_classic_table256_fill(&drawn, (uint32_t)seed);
    for (int i = 0; i < 256; i++) entries[i] = drawn.entry[i];
  }
  return (noise->table = burl__keep_setup(graph, entries, sizeof entries)) != NULL;
}

static int keep_wood(burl__graph *graph, uint64_t seed, burl__noise *noise) {
  burl_classic_table64 drawn;
  float wood[64 * 64];
  burl_classic_table64_fill(&drawn, (uint32_t)seed);
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++) wood[64 * i + j] = (float)drawn.entry[i][j];
  return (noise->wood = burl__keep_setup(graph, wood, sizeof wood)) != NULL;
}

/* ---- Seeds and hashes --------------------------------------------------------------------------- */

static int fill_hash(burl__call_site *site, uint64_t seed, burl__noise *noise) {
  switch (noise->hash) {
  case HASH_BURL: burl__noise_seed(noise, seed); return 1;
  case HASH_ELIAS: {
    const burl_classic_elias_constants k = burl_classic_elias_constants_at(site->point->elias_octave);
    noise->elias[0] = k.a;
    noise->elias[1] = k.b;
    noise->elias[2] = k.c;
    noise->flip = (uint32_t)seed;
    return 1;
  }
  case HASH_WOOD:
    noise->octave = site->point->octave;
    if (noise->dims == 2 && noise->period[0] && noise->period[1]) return keep_wood(site->graph, seed, noise);
    burl__fail_at(site, burl__option_place(site, "hash", 0), "hash: wood is two-dimensional and needs a period",
                  "tile(…, 1) around it, or period: 4");
    return 0;
  default: return keep_table(site->graph, seed, noise);
  }
}

/* ---- Scales ------------------------------------------------------------------------------------- */

/* The last noise that was scaled, before and after, but for its seed. */
struct burl__scaled_noise {
  burl__noise before, after;
  int raw;
  burl_range range;
};

/* The octaves of a sum have one scale, as their noises differ in their seeds alone: it is found once, as that of cells
 * takes microseconds, and a recipe may have tens of thousands. */
static burl_range scale_noise(burl__call_site *site, burl__noise *noise, int raw) {
  burl__expander *const e = site->expander;
  const uint32_t low = noise->low, high = noise->high;
  const int is_first = !e->scaled;
  if (is_first) e->scaled = burl__arena_take(e->scratch, sizeof *e->scaled);
  if (!e->scaled) return burl__noise_scale(noise, raw);
  noise->low = noise->high = 0;
  if (is_first || e->scaled->raw != raw || memcmp(&e->scaled->before, noise, sizeof *noise) != 0) {
    memcpy(&e->scaled->before, noise, sizeof *noise); /* with its padding */
    memcpy(&e->scaled->after, noise, sizeof *noise);
    e->scaled->raw = raw;
    e->scaled->range = burl__noise_scale(&e->scaled->after, raw);
  }
  memcpy(noise, &e->scaled->after, sizeof *noise);
  noise->low = low;
  noise->high = high;
  return e->scaled->range;
}

/* ---- Simplices ---------------------------------------------------------------------------------- */

/* The lattice points whose bump reaches into a cell of smooth simplex noise.  Finding them takes
 * long, so they are kept for all noises of the same dimensions. */
static int keep_reaching(burl__graph *graph, burl__noise *noise) {
  burl__reaching *const kept = &graph->reaching[noise->dims - 1];
  if (!kept->points) {
    reaching_points list;
    memset(&list, 0, sizeof list);
    list_reaching(noise->dims, (double)noise->reach2, &list);
    kept->count = list.count;
    kept->points = burl__keep_setup(graph, list.step, sizeof list.step);
  }
  noise->near_count = kept->count;
  return (noise->near = kept->points) != NULL;
}

/* ---- The builder -------------------------------------------------------------------------------- */

/* An option's word as its index, or its number as float; 0 where the function has no such
 * option. */
static int option_word(burl__call_site *site, const char *name, int *value) {
  double number = 0.0;
  if (burl__has_option(site, name) && !burl__option(site, name, &number)) return 0;
  *value = (int)number;
  return 1;
}

static int option_number(burl__call_site *site, const char *name, float *value) {
  double given = 0.0;
  if (burl__has_option(site, name) && !burl__option(site, name, &given)) return 0;
  *value = (float)given;
  return 1;
}

/* Jitter: a constant is a number of the setup; one that varies is an argument, clamped to [0,
 * 1]. */
static int read_jitter(burl__call_site *site, burl__noise *noise, int *node) {
  burl__graph *const g = site->graph;
  if (!burl__has_option(site, "jitter")) return 1;
  int jitter = burl__option_varying(site, "jitter");
  if (jitter < 0) return 0;
  noise->varies = !burl__is_constant(g, jitter);
  noise->jitter = noise->varies ? 1.0f : (float)burl__value_of(g, jitter);
  if (!noise->varies) return 1;
  jitter = burl__make3(g, OP_clamp_f, jitter, burl__literal(g, 0.0), burl__literal(g, 1.0));
  return (node[noise->dims] = burl__convert(g, jitter, BURL__FLOAT)) >= 0;
}

/* Sizes: the squares of how far points lie apart in one dimension more, which are added to those of distances. */
static int read_sizes(burl__call_site *site, burl__noise *noise) {
  if (!option_number(site, "sizes", &noise->lift)) return 0;
  if (noise->lift == 0 || noise->metric == EUCLID || noise->metric == EUCLID2) return 1;
  burl__fail_at(site, burl__option_place(site, "sizes", 0), "only euclid's distance has pieces of several sizes",
                "leave metric out, or metric: euclid2");
  return 0;
}

/* The width of what is smooth: where distances are floats, less than this may add nothing to them. */
static int read_width(burl__call_site *site, burl__noise *noise) {
  if (!option_number(site, "smooth", &noise->width)) return 0;
  if (noise->width < 0x1p-20f) noise->width = 0.0f;
  return 1;
}

/* A tile has a whole number of cells: they are made a little larger or smaller where that is no more than a constant's
 * rounding. */
static int fit_spacing(burl__call_site *site, const int *node, double *cells_a_unit) {
  const double rounding = 0x1p-20;
  for (int k = 0; k < 8; k++) {
    const double lap = fabs(site->graph->nodes[node[k / 4]].lap[k % 4]), count = fmax(1.0, round(lap * *cells_a_unit));
    if (lap == 0.0) continue;
    if (fabs(*cells_a_unit * lap / count - 1.0) <= rounding) {
      *cells_a_unit = count / lap;
      return 1;
    }
    burl__fail(site->graph->error, BURL_RECIPE, burl__option_place(site, "radius", 0),
               "a tile %s wide has no whole number of cells of radius/sqrt(2)", burl__digits_of(lap).text);
    burl__hint(site->graph->error, "radius: %.8f fits", lap * exact_sqrt(2.0) / count);
    return 0;
  }
  return 1;
}

/* Cells follow from the radius. */
static int read_radius(burl__call_site *site, double *radius) {
  const int node = burl__option_varying(site, "radius");
  if (node < 0) return 0;
  if (burl__is_constant(site->graph, node)) return burl__option(site, "radius", radius);
  burl__fail_at(site, burl__option_place(site, "radius", 0), "radius of scatter must be a constant",
                "burl points --radius and burl_sample_scatter list points whose radius varies");
  return 0;
}

/* Spaced points: the coordinates are in cells whose diagonal is the radius. */
static int read_spacing(burl__call_site *site, burl__noise *noise, int *node) {
  burl__graph *const g = site->graph;
  double radius, candidates;
  if (noise->op != OP_scatter) return 1;
  if (site->expander->wishes) {
    burl__fail_at(site, site->tree->place, "whether there is a point is asked of others: there is no code for that",
                  "render it to a picture, which tiles with tile(), and let the shader read that");
    return 0;
  }
  if (noise->dims != 2) {
    burl__fail_at(site, site->tree->place, "this noise has two dimensions", "scatter(x, y)");
    return 0;
  }
  if (!read_radius(site, &radius) || !burl__option(site, "candidates", &candidates)) return 0;
  for (noise->parts = 1; noise->parts < 8 && noise->parts * noise->parts < candidates;) noise->parts *= 2;
  if (noise->parts * noise->parts != (int)candidates) {
    burl__fail_at(site, burl__option_place(site, "candidates", 0), "a cell has 1, 4, 16 or 64 candidates",
                  "candidates: 4");
    return 0;
  }
  double cells_a_unit = exact_sqrt(2.0) / radius;
  if (!fit_spacing(site, node, &cells_a_unit)) return 0;
  const int by = burl__constant(g, cells_a_unit, BURL__DOUBLE);
  noise->size = (float)(1.0 / cells_a_unit);
  for (int a = 0; a < 2; a++) node[a] = burl__make2(g, OP_multiply_f, node[a], by);
  return node[0] >= 0 && node[1] >= 0;
}

/* A point of a single cell would be too near to itself. */
static int check_spacing(burl__call_site *site, const burl__noise *noise) {
  for (int a = 0; a < 2 && noise->parts > 0; a++)
    if (noise->period[a] == 1) {
      burl__fail_at(site, site->tree->place, "spaced points repeat after two cells of radius/sqrt(2) or more",
                    "a smaller radius, or a larger tile");
      return 0;
    }
  return 1;
}

/* Whether cellular noise has what `give` asks for with its other options; the error filled where it
 * hasn't. */
static int check_give(burl__call_site *site, const burl__noise *noise) {
  const burl__span place = burl__option_place(site, "give", 0);
  if (noise->give >= GIVE_X && noise->give - GIVE_X >= noise->dims) {
    burl__fail_at(site, place, "the noise has no such axis", noise->dims == 1 ? "x" : "x or y");
    return 0;
  }
  if (noise->give == GIVE_EDGE && noise->metric != EUCLID) {
    burl__fail_at(site, place, "the distance to the edge is euclid's",
                  "leave metric out, or give f2_f1: it is 0 at the edge too");
    return 0;
  }
  if (noise->width > 0.0f && noise->give != GIVE_F1 && noise->give != GIVE_VALUE) {
    burl__fail_at(site, burl__option_place(site, "smooth", 0), "only give: f1 and give: value can be smooth",
                  "leave one of the two out");
    return 0;
  }
  return 1;
}

/* Whether the noise has the loop's coordinate, behind those of the current point. */
static int is_looped(const burl__call_site *site) { return site->count == 0 && site->point->loop != BURL__NONE; }

/* The noise's coordinates: those that the call gives, else the current point's and the loop's. */
static int read_coordinates(burl__call_site *site, int *dims, int *node) {
  const burl__point *const point = site->point;
  *dims = site->count ? site->count : point->dims + is_looped(site);
  if (*dims > 4) {
    burl__fail_at(site, site->tree->place, "a noise of four dimensions has no axis left for the loop",
                  "at(e, x, y, z) within the loop leaves it one");
    return 0;
  }
  if (!site->count) site->expander->reads |= (1u << point->dims) - 1;
  if (is_looped(site)) site->expander->reads |= BURL__READS_LOOP;
  for (int i = 0; i < *dims; i++) {
    node[i] = site->count ? burl__argument_number(site, i) : i < point->dims ? point->coordinate[i] : point->loop;
    if ((node[i] = burl__convert(site->graph, node[i], BURL__DOUBLE)) < 0) return 0;
  }
  return 1;
}

/* Whether the noise can have the period: simplex noise repeats after whole blocks of cells only,
 * and its lattice coordinates, which have 32 bits, limit it further. */
static int check_period(burl__call_site *site, burl__span place, int dims, double period) {
  if (burl__operations[site->entry->op].noise != BURL__OF_BUMPS || period == 0.0) return 1;
  const int block = simplex_block(dims);
  const double most = block * (ceil(0x1p31 / (block * simplex_units(dims))) - 1.0);
  if (fmod(period, block) == 0.0 && period <= most) return 1;
  burl__fail(site->graph->error, BURL_RECIPE, place,
             "in %d dimension%s simplex noise repeats after a multiple of %d cells, at most %.0f: not"
             " after %.0f",
             dims, dims == 1 ? "" : "s", block, most, period);
  const double below = floor(period / block) * block;
  const double nearest = below > 0.0 && period - below < 0.5 * block ? below : below + block;
  burl__hint(site->graph->error, "after %.0f it would; at: of a fractal, or scale(e, s), makes cells larger or smaller",
             fmin(nearest, most));
  return 0;
}

/* Turns a point by the least rotation that takes its axis `normal` to the lattice's diagonal (1, 1, 1), about
 * which the lattice has a threefold symmetry: slices across that axis then look even.  With c = 1/√3, the
 * cosine of that angle, the other two axes lose (1 − c)/2 of their sum each. */
static void turn_to_diagonal(burl__graph *g, int normal, int *node) {
  const double c = 0.57735026918962576451;
  int *const a = &node[0], *const b = &node[3 - normal], *const n = &node[normal];
  const int cosine = burl__constant(g, c, BURL__DOUBLE), bend = burl__constant(g, 0.5 * (1.0 - c), BURL__DOUBLE);
  const int flat = burl__make2(g, OP_add_f, *a, *b), level = burl__make2(g, OP_multiply_f, *n, cosine);
  const int lost = burl__make2(g, OP_multiply_f, flat, bend);
  *n = burl__make2(g, OP_subtract_f, level, burl__make2(g, OP_multiply_f, flat, cosine));
  *a = burl__make2(g, OP_add_f, burl__make2(g, OP_subtract_f, *a, lost), level);
  *b = burl__make2(g, OP_add_f, burl__make2(g, OP_subtract_f, *b, lost), level);
}

/* The option orient: turns the noise's coordinates, where they are three and nothing repeats, as the turned
 * lattice has no period along an axis. */
static int orient(burl__call_site *site, int dims, int *node) {
  enum { XY = 1 };
  int across, repeats = is_looped(site);
  double period[4];
  if (!option_word(site, "orient", &across)) return 0;
  if (!across) return 1;
  const burl__span place = burl__option_place(site, "orient", 0);
  if (dims != 3) {
    burl__fail_at(site, place, "only three dimensions have a plane to look even in",
                  "leave orient out, or give it three coordinates: simplex(x, y, t, orient: xy)");
    return 0;
  }
  if (!burl__option_period(site, "period", dims - repeats, period)) return 0;
  for (int i = 0; i < dims; i++) repeats |= burl__has_lap(&site->graph->nodes[node[i]]) || period[i] != 0.0;
  if (repeats) {
    burl__fail_at(site, place, "a lattice so turned repeats along no axis",
                  "leave orient out, or what makes it repeat: period, tile or loop");
    return 0;
  }
  turn_to_diagonal(site->graph, across == XY ? 2 : 1, node);
  return node[0] >= 0 && node[1] >= 0 && node[2] >= 0;
}

static int fill_periods(burl__call_site *site, const int *node, burl__noise *noise) {
  const int own = noise->dims - is_looped(site);
  double period[4];
  if (!burl__option_period(site, "period", own, period)) return 0;
  if (is_looped(site)) period[own] = site->point->loop_period;
  for (int i = 0; i < noise->dims; i++) {
    const burl__span place = i < own && period[i] > 0            ? burl__option_place(site, "period", i)
                             : i < own && site->graph->tile.line ? site->graph->tile
                                                                 : site->tree->place;
    period[i] = burl__lap_period(site->graph, &site->graph->nodes[node[i]], period[i]);
    if (period[i] < 0.0 || !check_period(site, place, noise->dims, period[i])) return 0;
    noise->period[i] = (uint32_t)period[i];
  }
  return 1;
}

/* An option of waves, read at the sample, whose bounds have to be proven to be in [−most, most]. */
static int read_wave_option(burl__call_site *site, const char *name, double most) {
  burl__graph *const g = site->graph;
  const int node = burl__convert(g, burl__option_varying(site, name), BURL__FLOAT);
  if (node < 0) return BURL__NONE;
  const burl_range range = g->nodes[node].range;
  if (!range.may_be_nan && range.lo >= -most && range.hi <= most) return node;
  const burl__digits lo = burl__digits_of(range.lo), hi = burl__digits_of(range.hi);
  burl__fail(g->error, BURL_RECIPE, burl__option_place(site, name, 0),
             "%s may be from %s to %s here%s: it has to be from %.0f to %.0f", name, lo.text, hi.text,
             range.may_be_nan ? ", or not a number" : "", -most, most);
  burl__hint(g->error, "clamp(…, lo, hi) bounds it");
  return BURL__NONE;
}

/* The options of noise of waves, which has two dimensions: the frequency and the direction are arguments behind the
 * coordinates. */
static int read_waves(burl__call_site *site, burl__noise *noise, int *node) {
  static const int phasor_words[] = {WAVE_PHASE, WAVE_SINE, WAVE_INTENSITY};
  if (noise->dims != 2) {
    burl__fail_at(site, site->tree->place, "this noise has two dimensions",
                  "two coordinates: (x, y), or along a line (x, 0)");
    return 0;
  }
  float impulses = 1;
  if (!option_number(site, "impulses", &impulses) || !option_number(site, "spread", &noise->spread)) return 0;
  if (noise->op == OP_phasor) noise->give = phasor_words[noise->give];
  noise->impulses = (int)impulses;
  noise->spread /= 360.0f; /* half of it either way, in half turns */
  noise->varies = 2;
  node[2] = read_wave_option(site, "frequency", 64.0);
  node[3] = read_wave_option(site, "orientation", 1000000.0);
  if (node[2] < 0 || node[3] < 0) return 0;
  burl__graph *const g = site->graph;
  if (burl__has_lap(&g->nodes[node[2]])) return burl__fail_jump(g, burl__option_place(site, "frequency", 0));
  for (int a = 0; a < 4; a++)
    if (!burl__is_whole_laps(&g->nodes[node[3]], a, 360.0)) {
      burl__fail_at(site, burl__option_place(site, "orientation", 0),
                    "this doesn't turn by whole turns along the tile around it",
                    "by a multiple of 360 degrees over its length: 45*x in a tile of 8");
      return 0;
    }
  return 1;
}

/* The option evolution: how far gradients have turned, a coordinate behind those of the lattice, which repeats
 * after 1. */
static int read_evolution(burl__call_site *site, burl__noise *noise, int *node) {
  burl__graph *const g = site->graph;
  const int axis = noise->dims;
  if (!burl__has_option(site, "evolution") || burl__option_count(site, "evolution") == 0) return 1;
  if (axis < 2 || axis > 3) {
    burl__fail_at(site, burl__option_place(site, "evolution", 0), "gradients turn in two and three dimensions",
                  axis == 1 ? "a line of two: perlin(x, 0, evolution: t)" : "leave a coordinate out, or evolution");
    return 0;
  }
  if (noise->hash != HASH_BURL) {
    burl__fail_at(site, burl__option_place(site, "hash", 0), "gradients turn with burl's own hash alone",
                  "leave hash out, or evolution");
    return 0;
  }
  if (noise->gradients != DEFAULT_SET && noise->gradients != CIRCLE) {
    burl__fail_at(site, burl__option_place(site, "gradients", 0), "only gradients of any direction can turn",
                  "gradients: circle, which evolution has by itself");
    return 0;
  }
  if ((node[axis] = burl__convert(g, burl__option_varying(site, "evolution"), BURL__DOUBLE)) < 0) return 0;
  const double period = burl__lap_period(g, &g->nodes[node[axis]], 1.0);
  noise->gradients = CIRCLE;
  noise->turns = 1;
  noise->period[axis] = 1;
  noise->dims++;
  return period > 0;
}

/* Notes options that others make void.  A seed with the sign of 32 bits extended is meant as one of 32. */
static void judge_options(burl__call_site *site, const burl__noise *noise, uint64_t seed) {
  const int is_narrow = noise->hash == HASH_ELIAS || noise->hash == HASH_TABLE || noise->hash == HASH_WOOD;
  const int is_cut = is_narrow && site->point->seed == 0 && seed >> 32 && seed < 0u - ((uint64_t)1 << 31);
  const int is_sum = noise->metric == MANHATTAN || noise->metric == CHEBYSHEV;
  const int is_same =
      noise->metric == EUCLID2 ? noise->give >= GIVE_VALUE && noise->width == 0 : noise->dims == 1 && is_sum;
  burl__judge_option(site, "p", noise->metric == MINKOWSKI,
                     "makes no difference: it is the exponent of metric: minkowski");
  burl__judge_option(site, "metric", !is_same, "makes no difference: it is what euclid gives");
  burl__judge_option(site, "seed", !is_cut, "counts by its low 32 bits: its hash takes no more");
}

/* Reads the options of the noise's kind, and those of its arguments that stand behind the coordinates. */
static int read_options(burl__call_site *site, burl__noise *noise, int *node) {
  if (!option_word(site, "give", &noise->give)) return 0;
  switch (burl__kind_of_noise(noise)) {
  case BURL__OF_GRADIENTS:
  case BURL__OF_VALUES:
    return option_word(site, "interp", &noise->interp) && option_word(site, "gradients", &noise->gradients) &&
           option_word(site, "hash", &noise->hash) && option_word(site, "smooth", &noise->smooth) &&
           read_evolution(site, noise, node);
  case BURL__OF_BUMPS: return option_word(site, "smooth", &noise->smooth);
  case BURL__OF_POINTS:
    return option_word(site, "metric", &noise->metric) && read_jitter(site, noise, node) && read_width(site, noise) &&
           option_number(site, "p", &noise->power) && read_sizes(site, noise) && check_give(site, noise);
  case BURL__OF_WAVES: return read_waves(site, noise, node);
  case BURL__OF_HASHES:
  case BURL__NO_NOISE: break;
  }
  return 1;
}

/* The node of a noise whose options are known. */
static int node_of_noise(burl__call_site *site, burl__noise *noise, const int *node, int raw, uint64_t seed) {
  burl__graph *const g = site->graph;
  if (noise->hash == HASH_PERLIN2002 && noise->gradients == DEFAULT_SET) noise->gradients = EDGES;
  g->place = site->tree->place;
  if (!fill_hash(site, burl__seed_combine(site->point->seed, seed), noise)) return BURL__NONE;
  const burl_range range = scale_noise(site, noise, raw);
  if (noise->reach2 > 0 && noise->smooth && !keep_reaching(g, noise)) return BURL__NONE;
  const burl__noise *const setup = burl__keep_setup(g, noise, sizeof *noise);
  return setup ? burl__noise_node(g, node, setup, range) : BURL__NONE;
}

burl__value burl__build_noise(burl__call_site *site) {
  burl__noise noise;
  memset(&noise, 0, sizeof noise); /* padding too: equal setups are found byte by byte */
  noise.op = site->entry->op;
  int node[5], raw;
  uint64_t seed;
  site->expander->reads |= BURL__READS_SEED;
  if (!read_coordinates(site, &noise.dims, node) || !orient(site, noise.dims, node) ||
      !read_spacing(site, &noise, node) || !fill_periods(site, node, &noise) || !check_spacing(site, &noise) ||
      !read_options(site, &noise, node) || !option_word(site, "raw", &raw) || !burl__option_seed(site, "seed", &seed))
    return burl__failed();
  judge_options(site, &noise, seed);
  return burl__number(node_of_noise(site, &noise, node, raw, seed));
}
