/* burl status: which shards of a plan are there, and what is left. */
#include "planet.h"

#include "shard.h"

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
  uint64_t done, missing, bad;
  uint64_t first_missing[SAID];
  double oldest, newest; /* when the first and the last file were finished */
} state_of_work;

/* A shard's state: 1: done, with when; 0: not there; -1: damaged, or of another plan. */
static int look(const planet *p, int layer, uint64_t shard, double *finished) {
  char *const path = plan_shard_path(&p->plan, p->folder, layer, shard);
  const tile_range range = plan_shard(&p->plan, shard);
  struct stat about;
  shard_reader r;
  const char *why;
  int state = path && stat(path, &about) == 0 ? -1 : 0;
  if (state && shard_read(&r, path, &why) == 0) {
    if (strcmp(r.hash, p->plan.hash) == 0 && r.first == range.first && r.count == range.count) state = 1;
    shard_release(&r);
  }
  if (state == 1) *finished = (double)about.st_mtime;
  free(path);
  return state;
}

static void count_shard(const planet *p, uint64_t shard, state_of_work *s) {
  int worst = 1;
  double finished = 0;
  for (int l = 0; l < p->plan.layer_count; l++) {
    const int state = look(p, l, shard, &finished);
    if (state < worst) worst = state;
  }
  if (worst < 1 && s->missing + s->bad < SAID) s->first_missing[s->missing + s->bad] = shard;
  s->done += worst == 1;
  s->missing += worst == 0;
  s->bad += worst == -1;
  if (worst < 1) return;
  if (s->done == 1 || finished < s->oldest) s->oldest = finished;
  if (s->done == 1 || finished > s->newest) s->newest = finished;
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
  if (!code) code = flush_output();
  if (!code && s.done < p.plan.shards) code = TRY_AGAIN;
  planet_close(&p);
  return code;
}
