/* The axes of axis.h. */
#include "plot/axis.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Round numbers within an axis: the multiples of `step` from first to last, and how many decimals they have. */
typedef struct {
  double step;
  long long first, last; /* in steps */
  int decimals;
} ticks;

/* At most `most` (2 or more) of them: by 1, 2 or 5 times a power of ten. */
static ticks ticks_of(const plot_axis *axis, int most) {
  const double lo = fmin(axis->lo, axis->hi), hi = fmax(axis->lo, axis->hi);
  const double least = (hi - lo) / most;
  const int power = (int)floor(log10(least));
  ticks t = {.step = pow(10, power), .decimals = power < 0 ? -power : 0};
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

/* Tick i as text, with a true minus sign. */
static void tick_text(const ticks *t, long long i, char text[40]) {
  const double value = (double)i * t->step;
  if (i == 0) snprintf(text, 40, "0");
  else if (fabs(value) >= 1e7) snprintf(text, 40, "%s%.4g", i < 0 ? "−" : "", fabs(value));
  else if (t->decimals > 6) snprintf(text, 40, "%s%.3g", i < 0 ? "−" : "", fabs(value));
  else snprintf(text, 40, "%s%.*f", i < 0 ? "−" : "", t->decimals, fabs(value));
}

void plot_number(double value, int decimals, char text[40]) {
  char size[36];
  snprintf(size, sizeof size, "%.*f", decimals, fabs(value));
  const int is_zero = strspn(size, "0.") == strlen(size);
  snprintf(text, 40, "%s%s", value < 0 && !is_zero ? "−" : "", size);
}

void plot_range(double lo, double hi, char text[64]) {
  char size[2][24];
  const double ends[2] = {lo, hi};
  for (int i = 0; i < 2; i++) snprintf(size[i], sizeof size[i], isinf(ends[i]) ? "∞" : "%.3g", fabs(ends[i]));
  snprintf(text, 64, "%s%s … %s%s", lo < 0 ? "−" : "", size[0], hi < 0 ? "−" : "", size[1]);
}

static void put_tick_below(plot_page *page, double x, double y, const char *text) {
  plot_line(page, (const double[]){x, y, x, y + 4}, TONE_SOFT, 0.8);
  plot_text(page, x, y + 17, (plot_style){PLOT_MIDDLE, PLOT_PLAIN, TONE_SOFT, 0}, text);
}

static void put_grid_line(plot_page *page, double x, double y, double width, const char *text) {
  plot_line(page, (const double[]){x, y, x + width, y}, TONE_FAINT, 0.8);
  plot_text(page, x - 8, y + 4, (plot_style){PLOT_RIGHT, PLOT_PLAIN, TONE_SOFT, 0}, text);
}

void plot_axis_below(plot_page *page, const plot_axis *axis, double y, int most) {
  const ticks all = ticks_of(axis, most);
  plot_line(page, (const double[]){axis->from, y, axis->to, y}, TONE_SOFT, 0.8);
  for (long long i = all.first; i <= all.last; i++) {
    const double x = plot_at(axis, (double)i * all.step);
    char text[40];
    tick_text(&all, i, text);
    put_tick_below(page, x, y, text);
  }
}

void plot_grid(plot_page *page, const plot_axis *axis, double x, double width, int most) {
  const ticks all = ticks_of(axis, most);
  for (long long i = all.first; i <= all.last; i++) {
    const double y = plot_at(axis, (double)i * all.step);
    char text[40];
    tick_text(&all, i, text);
    put_grid_line(page, x, y, width, text);
  }
}

void plot_octaves_below(plot_page *page, const plot_axis *axis, double y) {
  plot_line(page, (const double[]){axis->from, y, axis->to, y}, TONE_SOFT, 0.8);
  const int every = (int)ceil((axis->hi - axis->lo) / 14);
  for (int k = (int)ceil(axis->lo / every - 1e-6) * every; k <= axis->hi + 1e-6; k += every) {
    char text[40];
    snprintf(text, sizeof text, k < 0 ? "1/%.0f" : "%.0f", exp2(abs(k)));
    put_tick_below(page, plot_at(axis, k), y, text);
  }
}

void plot_decades(plot_page *page, const plot_axis *axis, double x, double width, int most) {
  static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  const int every = (int)fmax(1, ceil((axis->hi - axis->lo) / most));
  for (int k = (int)ceil(axis->lo / every - 1e-6) * every; k <= axis->hi + 1e-6; k += every) {
    char text[40];
    const int size = abs(k);
    snprintf(text, sizeof text, "10%s%s%s", k < 0 ? "⁻" : "", size > 9 ? digits[size / 10 % 10] : "",
             digits[size % 10]);
    put_grid_line(page, x, plot_at(axis, k), width, text);
  }
}
