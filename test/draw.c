#include "draw.h"

uint64_t draw_state = 1;

double draw(double lo, double hi) {
  draw_state = draw_state * 6364136223846793005u + 1442695040888963407u;
  return lo + (hi - lo) * (double)(draw_state >> 11) * 0x1p-53;
}
