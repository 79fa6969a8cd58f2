/* The names of a series' files: a pattern such as frames/%03d_{x}_{y}.png, in which each picture has its seed or frame,
 * its result and the numbers of its tile. */
#ifndef BURL_CLI_NAMES_H
#define BURL_CLI_NAMES_H

#include <stdint.h>

/* A picture of a series: its seed, its frame, -1: it is of a seed, and the number of its tile along each axis. */
typedef struct {
  uint64_t seed;
  int64_t frame;
  int64_t tile[4];
} member;

enum { NUMBER_PART = 4, RESULT_PART }; /* of a name, beside the axes; the number: of a seed or a frame */

extern const char name_axes[]; /* "xyzw" */

/* The name of a picture of one of the results, to be freed; NULL: out of memory.  m: NULL where there is no series, and
 * then {result} alone is replaced.  *parts: a bit for each axis whose tile's number is in it, and those of NUMBER_PART
 * and RESULT_PART. */
char *name_expand(const char *pattern, const member *m, const char *result, unsigned *parts);

/* Whether names of this pattern have a number, of a seed or of a frame. */
int name_has_number(const char *pattern);

#endif
