/* The order of gather.h: a cell has its place when the last of those that drain into it has one.  From each spring on
 * water is followed down as far as that, so that cells that follow one another are mostly neighbours, too. */
#include "terrain/gather.h"

#include <string.h>

enum { DONE = 255 }; /* in place of how many that drain into a cell have no place yet, 0 to 8 */

void burl__gather(const burl__ground *ground, const unsigned char *receiver, unsigned char *waiting, uint32_t *order,
                  uint32_t *count) {
  const int64_t cells = (int64_t)burl__cells_of(ground);
  int64_t known = 0;
  memset(waiting, 0, (size_t)cells);
  for (int64_t cell = 0; cell < cells; cell++) {
    const int64_t next = burl__receiver_of(ground, receiver, cell);
    if (count) count[cell] = 1;
    if (next >= 0) waiting[next]++;
  }
  for (int64_t spring = 0; spring < cells; spring++)
    for (int64_t cell = spring; cell >= 0 && waiting[cell] == 0;) {
      const int64_t next = burl__receiver_of(ground, receiver, cell);
      order[known++] = (uint32_t)cell;
      waiting[cell] = DONE;
      if (next >= 0) waiting[next]--;
      if (next >= 0 && count) count[next] += count[cell];
      cell = next;
    }
}

void burl__add_up(const burl__ground *ground, const unsigned char *receiver, const uint32_t *order, int64_t *amount) {
  const int64_t cells = (int64_t)burl__cells_of(ground);
  for (int64_t i = 0; i < cells; i++) {
    const int64_t next = burl__receiver_of(ground, receiver, order[i]);
    if (next >= 0) amount[next] += amount[order[i]];
  }
}
