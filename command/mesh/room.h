/* Arrays that get more room. */
#ifndef BURL_MESH_ROOM_H
#define BURL_MESH_ROOM_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Room for so many elements in an array, unless that is NULL; list: where the pointer to it is.  Returns 0; -1: out of
 * memory, and the array is as it was. */
static inline int mesh_widen(void *list, int64_t count, size_t size) {
  void *before;
  memcpy(&before, list, sizeof before);
  void *const larger = before ? realloc(before, (size_t)count * size + 1) : NULL;
  if (larger) memcpy(list, &larger, sizeof larger);
  return before && !larger ? -1 : 0;
}

#endif
