/* The bar on stderr while a grid is sampled: how much, how fast, how long still. */
#include "cli.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { BAR = 28 };
static const double first_after = 0.4, then_every = 0.1; /* seconds */

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* "1:04:09" or "4:09". */
static void print_duration(char text[32], double seconds) {
  const unsigned s = seconds < 1e6 ? (unsigned)(seconds + 0.5) : 1000000;
  if (s >= 3600) snprintf(text, 32, "%u:%02u:%02u", s / 3600, s / 60 % 60, s % 60);
  else snprintf(text, 32, "%u:%02u", s / 60, s % 60);
}

static int show(void *user, double done) {
  progress *p = user;
  const double time = now();
  if (done <= 0 || time - p->begun < first_after || time - p->shown < then_every) return 0;
  p->shown = time;

  const double elapsed = time - p->begun, rate = done * p->samples / elapsed;
  char bar[BAR + 1], left[32];
  for (int i = 0; i < BAR; i++) bar[i] = i < (int)(done * BAR) ? '#' : '.';
  bar[BAR] = '\0';
  print_duration(left, elapsed * (1 - done) / done);
  fprintf(stderr, "\r%3d %% [%s] %7.1f Msamples/s, %s left ", (int)(100 * done), bar, rate * 1e-6,
          left);
  return 0;
}

void progress_watch(progress *p, burl_grid *grid, double samples) {
  *p = (progress){.samples = samples, .begun = now()};
  if (!isatty(STDERR_FILENO)) return;
  grid->progress = show;
  grid->user = p;
}

void progress_end(progress *p) {
  if (p->shown > 0) fprintf(stderr, "\r%72s\r", "");
  p->shown = 0;
}
