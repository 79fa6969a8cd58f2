/* burl status: which shards of a plan are there, and what is left. */
#include "planet.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static const option_row options[] = {HELP_OPTION, {0}};

const manual manual_status = {
    .usage = "FOLDER",
    .about = "Says which shards of a plan are done, missing or damaged, how fast they come, and how long what is left takes at that rate. "
             "It exits with 0 where all are done, else with 75.",
    .options = options,
    .example = "burl status planet",
    .operand = FILES,
};

enum { SAID = 10 };

typedef struct {
  uint64_t done, missing, bad, failed;
  uint64_t first_missing[SAID], first_failed[SAID];
  double oldest, newest; /* when the first and the last file were finished */
} state_of_work;

/* When a shard's file was finished. */
static double finished_at(const planet *p, int layer, uint64_t shard) {
  char *const path = plan_shard_path(&p->plan, p->folder, layer, shard);
  struct stat about = {0};
  if (path) stat(path, &about);
  free(path);
  return (double)about.st_mtim.tv_sec + 1e-9 * (double)about.st_mtim.tv_nsec;
}

/* A shard's state is that of its worst layer: 1: done; 0: missing; -1: damaged, or of another plan. */
static int state_of(const planet *p, uint64_t shard) {
  int worst = 1;
  for (int l = 0; l < p->plan.layer_count; l++) {
    const int state = planet_look(p, l, shard);
    if (state < worst) worst = state;
  }
  return worst;
}

static void count_undone(const planet *p, uint64_t shard, state_of_work *s) {
  char *const failure = planet_failure(p, shard);
  const uint64_t before = s->missing + s->bad;
  if (before <= SAID && before > 0) s->first_missing[before - 1] = shard;
  if (failure && s->failed++ < SAID) s->first_failed[s->failed - 1] = shard;
  free(failure);
}

static void count_shard(const planet *p, uint64_t shard, state_of_work *s) {
  const int state = state_of(p, shard);
  s->done += state == 1;
  s->missing += state == 0;
  s->bad += state == -1;
  if (state < 1) {
    count_undone(p, shard, s);
    return;
  }
  const double finished = finished_at(p, p->plan.layer_count - 1, shard);
  if (s->done == 1 || finished < s->oldest) s->oldest = finished;
  if (s->done == 1 || finished > s->newest) s->newest = finished;
}

static void print_failures(const planet *p, const state_of_work *s) {
  for (uint64_t i = 0; i < s->failed && i < SAID; i++) {
    char *const failure = planet_failure(p, s->first_failed[i]);
    printf("failed      %" PRIu64 ": ", s->first_failed[i]);
    if (failure) print_shown(stdout, failure, strlen(failure));
    putchar('\n');
    free(failure);
  }
  if (s->failed > SAID) printf("failed      %" PRIu64 " more\n", s->failed - SAID);
}

static void print_state(const planet *p, const state_of_work *s) {
  const uint64_t left = s->missing + s->bad;
  printf("done        %" PRIu64 " of %" PRIu64 " shards\n", s->done, p->plan.shards);
  if (s->missing) printf("missing     %" PRIu64 "\n", s->missing);
  if (s->bad) printf("damaged     %" PRIu64 "\n", s->bad);
  if (left) {
    printf("to be run   ");
    for (uint64_t i = 0; i < left && i < SAID; i++) printf("%s%" PRIu64, i ? " " : "", s->first_missing[i]);
    printf("%s\n", left > SAID ? " ..." : "");
  }
  print_failures(p, s);
  const double seconds = s->newest - s->oldest;
  if (left && s->done > 1 && seconds > 0)
    printf("rate        %.3g shards a minute; %.3g minutes left\n", 60 * (double)(s->done - 1) / seconds,
           (double)left * seconds / (double)(s->done - 1) / 60);
}

int command_status(int argc, char **argv) {
  planet p;
  state_of_work s = {0};
  for (int option; (option = next_option(argc, argv, options)) != -1;) return option == 'h' ? SHOW_HELP : USAGE;
  if (argc - optind != 1) return usage_error("it takes one folder, that of a plan");
  int code = planet_open(&p, argv[optind], 0);
  for (uint64_t shard = 0; !code && shard < p.plan.shards; shard++) count_shard(&p, shard, &s);
  if (!code) print_state(&p, &s);
  const int has_second = !code && plan_has_second(&p.plan), is_second_done = has_second && state_of(&p, p.plan.shards) == 1;
  if (has_second) printf("overviews   %s\n", is_second_done ? "done" : "missing");
  if (!code) code = flush_output();
  if (!code && (s.done < p.plan.shards || has_second > is_second_done)) code = TRY_AGAIN;
  planet_close(&p);
  return code;
}
