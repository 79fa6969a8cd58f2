/* What regions (region.h) need that no instruction set makes faster. */
#include "kernel/kernel.h"

int burl__number_blocks(const uint32_t *block, int count, uint32_t period, float *to) {
  enum { MOST_BLOCKS = 64, FAR_BLOCKS = 2 * MOST_BLOCKS };
  const int64_t whole = period;
  int32_t number_of[BURL__BLOCK_COLUMNS], least = 0, most = 0;
  for (int i = 0; i < count; i++) {
    number_of[i] = (int32_t)(block[i] - block[0]);
    least = number_of[i] < least ? number_of[i] : least;
    most = number_of[i] > most ? number_of[i] : most;
  }
  const int are_shorter = whole <= INT32_MAX && 2 * ((int64_t)most - least) < whole; /* no number wrapped */
  if (period != 0u && !are_shorter) {
    for (int i = 1; i < count; i++) {
      const int64_t ahead = (int64_t)block[i] - block[i - 1];
      const int64_t further = ahead - (2 * ahead > whole ? whole : 0) + (-2 * ahead >= whole ? whole : 0);
      number_of[i] = (int32_t)(further < -FAR_BLOCKS ? -FAR_BLOCKS : further > FAR_BLOCKS ? FAR_BLOCKS : further);
    }
    least = most = 0;
    for (int i = 1; i < count; i++) number_of[i] += number_of[i - 1];
    for (int i = 1; i < count; i++) {
      least = number_of[i] < least ? number_of[i] : least;
      most = number_of[i] > most ? number_of[i] : most;
    }
  }
  for (int i = 0; i < count; i++) to[i] = (float)number_of[i];
  return least >= -MOST_BLOCKS && most < MOST_BLOCKS;
}
