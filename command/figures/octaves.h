/* Octaves of a noise as rows of curves, and their sum below. */
#ifndef BURL_FIGURES_OCTAVES_H
#define BURL_FIGURES_OCTAVES_H

#include "figures/panel.h"

enum { OCTAVES = 6 };

/* The octaves of fbm(noise, octaves: 6, gain: gain, same_seed: 1, normalise: 0), each alone, and their sum. */
typedef struct {
  float each[OCTAVES][PANEL_POINTS], sum[PANEL_POINTS];
} octaves;

/* noise: a recipe of x.  It is sampled over the panel's x. */
void octaves_sample(plot_page *page, const panel *p, const char *noise, double gain, octaves *o);

/* What rows have: the panel's x, which way the first one's middle lies from the top, pixels from row to row and an
 * unit. */
typedef struct {
  double left, width, top, apart, unit, x1; /* x runs from 0 to x1 */
} octaves_rows;

/* The six rows, in groups octave-1 to octave-6, whose names have `prefix` before them. */
void octaves_draw(plot_page *page, const octaves_rows *rows, const octaves *o, const char *prefix);
/* A row's panel; row 6 is that of the sum. */
panel octaves_panel(const octaves_rows *rows, int row);

#endif
