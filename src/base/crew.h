/* Work that threads share, line by line. */
#ifndef BURL_BASE_CREW_H
#define BURL_BASE_CREW_H

/* Does the lines from `first` to below `end`; no line needs the result of another. */
typedef void burl__lines(void *arg, int first, int end);

/* Whoever has threads: does `count` lines, in any order and at any time, and returns when all are done. */
typedef struct {
  void (*share)(void *user, int count, burl__lines *lines, void *arg);
  void *user;
} burl__crew;

/* crew may be NULL: then the caller does them all. */
static inline void burl__share_lines(const burl__crew *crew, int count, burl__lines *lines, void *arg) {
  if (crew) crew->share(crew->user, count, lines, arg);
  else lines(arg, 0, count);
}

#endif
