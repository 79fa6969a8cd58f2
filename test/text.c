/* The text of src/noise compiled for one sample at a time: coordinates are split and taken into
 * their periods by the text's own functions, and nothing is shared between samples. */
#include "text.h"

#include <stddef.h>

#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" /* of axes: gcc doesn't know that there is at least one */
#endif
#include "noise/cells.h"
#include "noise/impulses.h"
#include "noise/lattice.h"
#include "noise/lattice_slope.h"
#include "noise/simplex.h"
#include "program/operation.h"

/* A sample's cells, or its blocks of cells for simplex noise, in the period; and how far it is
 * into them. */
typedef struct {
  word cell[4];
  real fraction[4];
} text_place;

static word word_in_period(wide whole, uint32_t period) {
  if (period == 0u) return axis_cell(whole);
  return axis_cell(in_period(whole, (double)period, 1.0 / (double)period));
}

static text_place place_in_cells(const burl__noise *n, const double p[4]) {
  text_place at = {{0}, {0}};
  for (int a = 0; a < n->dims; a++) {
    const cell_parts parts = parts_of_cell(p[a]);
    at.cell[a] = word_in_period(parts.cell, n->period[a]);
    at.fraction[a] = (real)parts.rest;
  }
  return at;
}

static text_place place_in_blocks(const burl__noise *n, const double p[4]) {
  text_place at = {{0}, {0}};
  for (int a = 0; a < n->dims; a++) {
    const block_parts parts = parts_of_block(n->dims, p[a]);
    at.cell[a] = word_in_period(parts.blocks, n->period[a] / (uint32_t)simplex_block(n->dims));
    at.fraction[a] = (real)parts.rest;
  }
  return at;
}

static plane lattice_at(const burl__noise *of, const double p[4], int with_slopes) {
  burl__noise whole = *of;
  whole.whole = of; /* nothing is known */
  const burl__noise *const n = &whole;
  const text_place at = place_in_cells(n, p);
  sloped_axes axes = {0};
  for (int a = 0; a < n->dims; a++) {
    axes.axis[a].fraction = at.fraction[a];
    take_keys(n, a, at.cell[a], &axes.axis[a]);
    weigh(n, &axes.axis[a]);
    if (with_slopes) take_rates(n, a, &axes);
  }
  if (with_slopes) return sloped_sample(n, &axes);
  return plane_of(0, 0, 0, 0, lattice_sample(n, axes.axis));
}

static plane white_at(const burl__noise *n, const double p[4]) {
  const text_place at = place_in_cells(n, p);
  word key[4] = {0};
  for (int a = 0; a < n->dims; a++) key[a] = hash_axis(n, a, at.cell[a]);
  return plane_of(0, 0, 0, 0, white_sample(n, (point_keys){key[0], key[1], key[2], key[3]}));
}

static plane simplex_noise_at(const burl__noise *n, const double p[4], int with_slopes) {
  const text_place at = place_in_blocks(n, p);
  const int is_periodic = (n->period[0] | n->period[1] | n->period[2] | n->period[3]) != 0u;
  if (n->smooth) return simplex_smooth(n, with_slopes, at.cell, at.fraction);
  if (n->dims > 1 && is_periodic) return simplex_sample_at_end(n, with_slopes, at.cell, at.fraction);
  return simplex_sample(n, with_slopes, at.cell, at.fraction);
}

static cells_result cells_at(const burl__noise *n, const double p[4], float jitter, int asked) {
  const text_place at = place_in_cells(n, p);
  cells_search place = {.jitter = n->varies ? jitter : n->jitter};
  for (int a = 0; a < n->dims; a++) {
    place.cell[a] = at.cell[a];
    place.fraction[a] = at.fraction[a];
  }
  take_cell_keys(n, &place);
  return cells_sample(n, asked, &place);
}

/* behind: the frequency and the direction. */
static plane waves_at(const burl__noise *n, const double p[4], const float *behind, int with_slopes) {
  const text_place at = place_in_cells(n, p);
  return waves_sample(n, with_slopes, at.cell, at.fraction, wave_of(behind[0], behind[1]));
}

static cells_result sample_at(const burl__noise *noise, const double p[4], const float *behind, int asked) {
  cells_result r = {no_plane(), 0};
  switch (burl__kind_of_noise(noise)) {
  case BURL__OF_GRADIENTS:
  case BURL__OF_VALUES: r.of = lattice_at(noise, p, asked != VALUES); break;
  case BURL__OF_BUMPS: r.of = simplex_noise_at(noise, p, asked != VALUES); break;
  case BURL__OF_POINTS: r = cells_at(noise, p, noise->varies ? behind[0] : 0, asked); break;
  case BURL__OF_WAVES: r.of = waves_at(noise, p, behind, asked != VALUES); break;
  case BURL__OF_HASHES: r.of = white_at(noise, p); break;
  case BURL__NO_NOISE: break;
  }
  return r;
}

float text_at(const burl__noise *noise, const double p[4], const float *behind, float slope[5]) {
  const int with_slopes = slope != NULL;
  cells_result r = {no_plane(), 0};
  int holds = 1;
  for (int a = 0; a < noise->dims; a++) holds &= axis_holds(p[a]);
  if (holds) r = sample_at(noise, p, behind, !with_slopes ? VALUES : noise->varies ? WITH_JITTER : WITH_SLOPES);
  const float found[5] = {r.of.x, r.of.y, r.of.z, r.of.w, r.by_jitter};
  for (int a = 0; a < 5 && with_slopes; a++) slope[a] = found[a];
  return r.of.rest;
}
