/* The samples of several results on their way into several files, in one pass and in little memory: a
 * strip of lines with all channels at a time.  picture.c has a thread for each file, which asks for lines
 * in their order; the last one to come to the end of a strip computes the next one, on all cores, while
 * the others wait. */
#include "cli/render.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>

void strips_take(const float *from, int channels, int first, int count, int64_t samples, float *to) {
  for (from += first; samples > 0; samples--, from += channels)
    for (int c = 0; c < count; c++) *to++ = from[c];
}

int strips_open(strips *s) {
  size_t line, room;
  pthread_mutex_init(&s->lock, NULL);
  pthread_cond_init(&s->changed, NULL);
  const int fits = burl__multiply((size_t)s->channels * sizeof(float), (size_t)s->line_samples, &line) &&
                   burl__multiply(line, (size_t)s->most_lines, &room);
  s->samples = fits ? malloc(room) : NULL;
  return s->samples ? 0 : ENOMEM;
}

void strips_close(strips *s) {
  free(s->samples);
  pthread_cond_destroy(&s->changed);
  pthread_mutex_destroy(&s->lock);
}

/* Computes the next strip, if all readers wait for it.  The lock is held. */
static void advance(strips *s) {
  if (s->waiting < s->readers || s->reason) return;
  s->first += s->lines;
  s->lines = s->all_lines - s->first < s->most_lines ? s->all_lines - s->first : s->most_lines;
  s->reason = s->source(s->user, s->first, s->lines, s->samples);
  s->waiting = 0;
  pthread_cond_broadcast(&s->changed);
}

/* Waits for the strip that holds the line.  The lock is held. */
static void await_line(strips *s, int64_t line) {
  if (line < s->first + s->lines) return;
  s->waiting++;
  advance(s);
  while (!s->reason && line >= s->first + s->lines) pthread_cond_wait(&s->changed, &s->lock);
}

/* Until this reader asks for the next strip, nobody changes this one: it is copied without the lock. */
int strips_read(strips *s, int first_channel, int channels, const image_part *cut, float *to) {
  int64_t first = cut->first, count = cut->lines;
  while (count > 0) {
    pthread_mutex_lock(&s->lock);
    await_line(s, first);
    const int reason = s->reason;
    const int64_t skip = first - s->first, rest = s->lines - skip, lines = rest < count ? rest : count;
    pthread_mutex_unlock(&s->lock);
    if (reason) return reason;
    for (int64_t line = skip; line < skip + lines; line++, to += cut->columns * channels)
      strips_take(s->samples + (line * s->line_samples + cut->column) * s->channels, s->channels, first_channel,
                  channels, cut->columns, to);
    first += lines;
    count -= lines;
  }
  return 0;
}

int strips_leave(strips *s, int reason) {
  pthread_mutex_lock(&s->lock);
  const int before = s->reason;
  s->readers--;
  if (reason && !s->reason) s->reason = reason;
  if (s->readers > 0) advance(s);
  if (s->reason) pthread_cond_broadcast(&s->changed);
  pthread_mutex_unlock(&s->lock);
  return before;
}
