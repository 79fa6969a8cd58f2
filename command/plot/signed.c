/* The pictures of signed.h. */
#include "plot/signed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void colour_of(const unsigned tones[2], double share, unsigned char rgba[4]) {
  const unsigned tone = tones[share > 0];
  for (int c = 0; c < 3; c++) rgba[c] = (unsigned char)(tone >> (16 - 8 * c));
  rgba[3] = (unsigned char)lround(255 * fmin(1, fabs(share)));
}

void plot_signed(plot_page *page, const double box[4], const float *values, int columns, int rows, double most) {
  const unsigned tones[2] = {plot_colour(page, TONE_MINUS), plot_colour(page, TONE_PLUS)};
  const size_t count = (size_t)columns * (size_t)rows;
  unsigned char *const rgba = values ? malloc(4 * count) : NULL;
  for (size_t i = 0; rgba && i < count; i++)
    colour_of(tones, isnan(values[i]) ? 0 : (double)values[i] / most, rgba + 4 * i);
  plot_picture(page, box, rgba, columns, rows);
  free(rgba);
}

void plot_signed_bar(plot_page *page, double x, double y, double width, double most) {
  enum { COLUMNS = 128, ROWS = 4 };
  const double height = width * ROWS / COLUMNS;
  float values[ROWS * COLUMNS];
  char name[32];
  for (int i = 0; i < ROWS * COLUMNS; i++) values[i] = (float)((2 * (i % COLUMNS) + 1.0) / COLUMNS - 1);
  plot_signed(page, (const double[]){x, y, width, height}, values, COLUMNS, ROWS, 1);
  snprintf(name, sizeof name, "−%.3g", most);
  plot_text(page, x - 8, y + height + 1, (plot_style){PLOT_RIGHT, PLOT_PLAIN, TONE_SOFT, 0}, name);
  snprintf(name, sizeof name, "%.3g", most);
  plot_text(page, x + width + 8, y + height + 1, (plot_style){PLOT_LEFT, PLOT_PLAIN, TONE_SOFT, 0}, name);
}
