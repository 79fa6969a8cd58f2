/* The order of gather.h: a cell has its place when the last of those that drain into it has one. */
#include "terrain/gather.h"

#include <string.h>

void burl__gather(const burl__ground *ground, const unsigned char *receiver, unsigned char *waiting, uint32_t *order,
                  uint32_t *count) {
  const int64_t cells = (int64_t)burl__cells_of(ground);
  int64_t done = 0, known = 0;
  memset(waiting, 0, (size_t)cells);
  for (int64_t cell = 0; cell < cells; cell++) {
    const int64_t next = burl__receiver_of(ground, receiver, cell);
    if (count) count[cell] = 1;
    if (next >= 0) waiting[next]++;
  }
  for (int64_t cell = 0; cell < cells; cell++)
    if (waiting[cell] == 0) order[known++] = (uint32_t)cell;
  while (done < known) {
    const int64_t cell = order[done++], next = burl__receiver_of(ground, receiver, cell);
    if (next < 0) continue;
    if (count) count[next] += count[cell];
    if (--waiting[next] == 0) order[known++] = (uint32_t)next;
  }
}

void burl__add_up(const burl__ground *ground, const unsigned char *receiver, const uint32_t *order, int64_t *amount) {
  const int64_t cells = (int64_t)burl__cells_of(ground);
  for (int64_t i = 0; i < cells; i++) {
    const int64_t next = burl__receiver_of(ground, receiver, order[i]);
    if (next >= 0) amount[next] += amount[order[i]];
  }
}
