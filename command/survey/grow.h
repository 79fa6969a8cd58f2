/* Lists that grow. */
#ifndef BURL_SURVEY_GROW_H
#define BURL_SURVEY_GROW_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for one more element behind `count`: the room doubles whenever the count is a power of two.  list: where
 * the pointer to the elements is.  Returns the element's place; NULL: out of memory, and then the list is as it was. */
static inline void *survey_grow(void *list, int64_t count, size_t size) {
  char *elements;
  memcpy(&elements, list, sizeof elements);
  if ((count & (count - 1)) == 0) {
    const size_t room = count ? 2 * (size_t)count : 1;
    char *const larger = room > SIZE_MAX / size ? NULL : realloc(elements, room * size);
    if (!larger) return NULL;
    memcpy(list, &larger, sizeof larger);
    elements = larger;
  }
  return elements + (size_t)count * size;
}

#define GROW(list, count) survey_grow(&(list), count, sizeof *(list))

#endif
