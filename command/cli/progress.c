/* The progress of long computations on stderr: a bar on a terminal, or lines of JSON for
 * programs. */
#include "cli/cli.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BAR = 28 };
static const double first_after = 0.4, then_every = 0.1; /* seconds */

static progress_style style = PROGRESS_AUTO;

int progress_choose(void *unused, char *name) {
  (void)unused;
  if (strcmp(name, "json") == 0) style = PROGRESS_JSON;
  else if (strcmp(name, "bar") == 0) style = PROGRESS_BAR;
  else if (strcmp(name, "none") == 0) style = PROGRESS_NONE;
  else return usage_error("--progress: '%s' is none of bar, json and none", name);
  return DONE;
}

double seconds_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double seconds_worked(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* "1:04:09" or "4:09". */
static void print_duration(char text[32], double seconds) {
  const unsigned s = seconds < 1e6 ? (unsigned)(seconds + 0.5) : 1000000;
  if (s >= 3600) snprintf(text, 32, "%u:%02u:%02u", s / 3600, s / 60 % 60, s % 60);
  else snprintf(text, 32, "%u:%02u", s / 60, s % 60);
}

static void show_bar(const progress *p, double fraction, double rate, double left_seconds) {
  char bar[BAR + 1], left[32], files[48] = "";
  for (int i = 0; i < BAR; i++) bar[i] = i < (int)(fraction * BAR) ? '#' : '.';
  bar[BAR] = '\0';
  print_duration(left, left_seconds);
  if (p->files > 1) snprintf(files, sizeof files, "%" PRId64 " of %" PRId64 ", ", p->ready, p->files);
  fprintf(stderr, "\r%3d %% [%s] %s%.1f Msamples/s, %s left  ", (int)(100 * fraction), bar, files, rate * 1e-6, left);
}

static void show_json(const progress *p, double fraction, double rate, double left) {
  fprintf(stderr,
          "{\"done\": %.4f, \"files\": %" PRId64 ", \"of\": %" PRId64
          ", \"samples_per_second\": %.4g, \"seconds_left\": %.3f}\n",
          fraction, p->ready, p->files, rate, left);
}

static void show(progress *p, double time) {
  const double elapsed = time - p->begun, fraction = p->samples > 0 ? fmin(p->done / p->samples, 1) : 1;
  const double rate = elapsed > 0 ? p->done / elapsed : 0;
  const double left = fraction > 0 ? elapsed * (1 - fraction) / fraction : 0;
  p->shown = time;
  if (p->style == PROGRESS_JSON) show_json(p, fraction, rate, left);
  else show_bar(p, fraction, rate, left);
}

void progress_begin(progress *p, double samples, int64_t files) {
  const int is_auto = style == PROGRESS_AUTO;
  *p = (progress){.samples = samples,
                  .files = files,
                  .begun = seconds_now(),
                  .style = !is_auto            ? style
                           : message_redraws() ? PROGRESS_BAR
                                               : PROGRESS_NONE};
  pthread_mutex_init(&p->lock, NULL);
}

void progress_add(progress *p, double samples) {
  if (p->style == PROGRESS_NONE) return;
  pthread_mutex_lock(&p->lock);
  const double time = seconds_now();
  p->done += samples;
  if (p->done > 0 && time - p->begun >= first_after && time - p->shown >= then_every) show(p, time);
  pthread_mutex_unlock(&p->lock);
}

void progress_file(progress *p) {
  pthread_mutex_lock(&p->lock);
  p->ready++;
  pthread_mutex_unlock(&p->lock);
}

/* burl_grid.progress: never stops the sampling. */
static int report_progress(void *user, double done) {
  progress_part *const part = user;
  progress_add(part->of, (done - part->done) * part->samples);
  part->done = done;
  return 0;
}

void progress_watch(progress_part *part, progress *p, burl_grid *grid) {
  *part = (progress_part){.of = p, .samples = 1};
  for (int a = 0; a < 4; a++) part->samples *= (double)grid->size[a];
  if (p->style == PROGRESS_NONE) return;
  grid->progress = report_progress;
  grid->user = part;
}

void progress_end(progress *p, int is_done) {
  if (p->style == PROGRESS_BAR && p->shown > 0) fprintf(stderr, "\r%79s\r", "");
  if (is_done) p->done = p->samples;
  if (p->style == PROGRESS_JSON) show(p, seconds_now());
  pthread_mutex_destroy(&p->lock);
}
