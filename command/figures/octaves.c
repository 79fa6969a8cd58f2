/* What octaves.h declares. */
#include "figures/octaves.h"

#include <stdio.h>

void octaves_sample(plot_page *page, const panel *p, const char *noise, double gain, octaves *o) {
  double frequency = 1, amplitude = 1;
  char recipe[1000];
  for (int k = 0; k < OCTAVES; k++, frequency *= 2, amplitude *= gain) {
    snprintf(recipe, sizeof recipe, "%.17g * at(%s, %g*x)", amplitude, noise, frequency);
    panel_sample(page, p, o->each[k], recipe);
  }
  snprintf(recipe, sizeof recipe, "fbm(%s, octaves: %d, gain: %.17g, same_seed: 1, normalise: 0)", noise, OCTAVES,
           gain);
  panel_sample(page, p, o->sum, recipe);
}

panel octaves_panel(const octaves_rows *r, int row) {
  const double middle = r->top + row * r->apart;
  return panel_of((const double[]){r->left, middle - r->unit, r->width, 2 * r->unit},
                  (const double[]){0, r->x1, -1, 1});
}

void octaves_draw(plot_page *page, const octaves_rows *rows, const octaves *o, const char *prefix) {
  for (int k = 0; k < OCTAVES; k++) {
    const panel p = octaves_panel(rows, k);
    const plot_tone tone = (plot_tone)(TONE_STEP + k);
    char name[64];
    snprintf(name, sizeof name, "%soctave-%d", prefix, k + 1);
    panel_zero(page, &p);
    plot_group(page, name);
    panel_fill(page, &p, o->each[k], tone, 0.12);
    panel_curve(page, &p, o->each[k], tone, 1.3);
    plot_group_end(page);
  }
}
