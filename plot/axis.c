/* The axes of axis.h. */
#include "axis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

plot_ticks plot_ticks_of(const plot_axis *axis, int most) {
  const double lo = fmin(axis->lo, axis->hi), hi = fmax(axis->lo, axis->hi);
  const double least = (hi - lo) / most;
  const int power = (int)floor(log10(least));
  plot_ticks t = {.step = pow(10, power), .decimals = power < 0 ? -power : 0};
  static const double factors[] = {1, 2, 5, 10};
  for (int i = 0; i < 4; i++) {
    t.step = factors[i] * pow(10, power);
    if (t.step >= least * 0.999999) break;
  }
  if (t.step >= 9.9 * pow(10, power) && t.decimals > 0) t.decimals--;
  t.first = llround(ceil(lo / t.step - 1e-6));
  t.last = llround(floor(hi / t.step + 1e-6));
  return t;
}

void plot_tick_text(const plot_ticks *ticks, long long i, char text[40]) {
  const double value = (double)i * ticks->step;
  if (i == 0) snprintf(text, 40, "0");
  else if (fabs(value) >= 1e7) snprintf(text, 40, "%s%.4g", i < 0 ? "−" : "", fabs(value));
  else if (ticks->decimals > 6) snprintf(text, 40, "%s%.3g", i < 0 ? "−" : "", fabs(value));
  else snprintf(text, 40, "%s%.*f", i < 0 ? "−" : "", ticks->decimals, fabs(value));
}

void plot_number(double value, int decimals, char text[40]) {
  char size[36];
  snprintf(size, sizeof size, "%.*f", decimals, fabs(value));
  const int is_zero = strspn(size, "0.") == strlen(size);
  snprintf(text, 40, "%s%s", value < 0 && !is_zero ? "−" : "", size);
}

void plot_range(double lo, double hi, char text[64]) {
  snprintf(text, 64, "%s%.3g … %s%.3g", lo < 0 ? "−" : "", fabs(lo), hi < 0 ? "−" : "", fabs(hi));
}

void plot_axis_below(plot_page *page, const plot_axis *axis, double y, int most) {
  const plot_ticks ticks = plot_ticks_of(axis, most);
  plot_line(page, (const double[]){axis->from, y, axis->to, y}, TONE_SOFT, 0.8);
  for (long long i = ticks.first; i <= ticks.last; i++) {
    const double x = plot_at(axis, (double)i * ticks.step);
    char text[40];
    plot_tick_text(&ticks, i, text);
    plot_line(page, (const double[]){x, y, x, y + 4}, TONE_SOFT, 0.8);
    plot_text(page, x, y + 17, (plot_style){PLOT_MIDDLE, PLOT_PLAIN, TONE_SOFT, 0}, text);
  }
}

void plot_grid(plot_page *page, const plot_axis *axis, double x, double width, int most) {
  const plot_ticks ticks = plot_ticks_of(axis, most);
  for (long long i = ticks.first; i <= ticks.last; i++) {
    const double y = plot_at(axis, (double)i * ticks.step);
    char text[40];
    plot_tick_text(&ticks, i, text);
    plot_line(page, (const double[]){x, y, x + width, y}, TONE_FAINT, 0.8);
    plot_text(page, x - 8, y + 4, (plot_style){PLOT_RIGHT, PLOT_PLAIN, TONE_SOFT, 0}, text);
  }
}
