/* The amounts of rain.h.  Their unit follows from the greatest rain of all, so that twice the rain everywhere is twice
 * the flow, to the bit. */
#include "terrain/rain.h"

static const double MOST_RAIN = 1e9, MOST_AMOUNT = 0x1p32;

static double rain_at(burl__rain rain, int64_t cell) {
  const double here = rain.map ? (double)rain.map[cell] : (double)(float)rain.even;
  return !(here > 0) ? 0 : here < MOST_RAIN ? here : MOST_RAIN;
}

/* The least power of two that isn't below a number. */
static double power_above(double number) {
  double power = 1;
  while (power < number) power *= 2;
  while (power / 2 >= number) power /= 2;
  return power;
}

double burl__let_rain(const burl__ground *ground, burl__rain rain, int64_t *amount) {
  const int64_t cells = (int64_t)burl__cells_of(ground);
  double most = rain_at(rain, 0);
  for (int64_t cell = 1; rain.map && cell < cells; cell++) most = fmax(most, rain_at(rain, cell));
  const double unit = most > 0 ? MOST_AMOUNT / power_above(most) : 1;
  for (int64_t cell = 0; cell < cells; cell++) amount[cell] = (int64_t)(rain_at(rain, cell) * unit + 0.5);
  return unit;
}
