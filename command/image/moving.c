/* What formats that move share. */
#include "image/moving.h"

#include <math.h>

int64_t image_frame_ticks(const image_movie *m, int64_t number, int per_second) {
  const double tick = per_second / m->fps;
  return llround((double)(number + 1) * tick) - llround((double)number * tick);
}
