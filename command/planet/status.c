/* burl status: which shards of a plan are there, and what is left. */
#include "planet/planet.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static const option_entry options[] = {HELP_OPTION, {0}};

const manual manual_status = {
    .usage = "FOLDER",
    .about = "Says which shards of a plan are done, missing or damaged, how fast they come, and how long what is left "
             "takes at that rate. "
             "It exits with 0 where all are done, else with 75.",
    .options = options,
    .example = "burl status planet",
    .operand = FILES,
};

enum { SAID = 10 };

typedef struct {
  uint64_t count[SHARD_DONE + 1];  /* of each state */
  uint64_t undone, failed, making; /* of those that aren't done, how many have failed, and another burl makes now */
  uint64_t waiting, first_waiting[SAID], first_failed[SAID], first_making[SAID];
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

/* A shard's state is that of its worst layer. */
static shard_state state_of(const planet *p, uint64_t shard) {
  shard_state worst = SHARD_DONE;
  for (int l = 0; l < p->plan.layer_count; l++) {
    const shard_state state = planet_look(p, l, shard);
    if (state < worst) worst = state;
  }
  return worst;
}

/* Whether another burl makes the shard now. */
static int is_being_made(const planet *p, uint64_t shard) {
  int is_made = 0;
  for (int l = 0; l < p->plan.layer_count && !is_made; l++) {
    char *const path = plan_shard_path(&p->plan, p->folder, l, shard);
    is_made = path && image_is_being_written(path);
    free(path);
  }
  return is_made;
}

/* Counts a shard, and keeps its number where it is one of the first. */
static void keep(uint64_t *count, uint64_t first[SAID], uint64_t shard) {
  if ((*count)++ < SAID) first[*count - 1] = shard;
}

static void count_undone(const planet *p, uint64_t shard, state_of_work *s) {
  char *const failure = planet_failure(p, shard);
  s->undone++;
  if (is_being_made(p, shard)) keep(&s->making, s->first_making, shard);
  else keep(&s->waiting, s->first_waiting, shard);
  if (failure) keep(&s->failed, s->first_failed, shard);
  free(failure);
}

static void count_shard(const planet *p, uint64_t shard, state_of_work *s) {
  const shard_state state = state_of(p, shard);
  s->count[state]++;
  if (state != SHARD_DONE) {
    count_undone(p, shard, s);
    return;
  }
  const double finished = finished_at(p, p->plan.layer_count - 1, shard);
  if (s->count[SHARD_DONE] == 1 || finished < s->oldest) s->oldest = finished;
  if (s->count[SHARD_DONE] == 1 || finished > s->newest) s->newest = finished;
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

/* How fast shards came, by when their files were finished. */
static void print_rate(const state_of_work *s) {
  const double seconds = s->newest - s->oldest, done = (double)s->count[SHARD_DONE] - 1;
  if (s->undone == 0 || done < 1 || seconds <= 0) return;
  printf("rate        a shard in ");
  planet_print_seconds(seconds / done);
  printf("; ");
  planet_print_seconds((double)s->undone * seconds / done);
  puts(" left");
}

static void print_shards(uint64_t count, const uint64_t first[SAID]) {
  for (uint64_t i = 0; i < count && i < SAID; i++) printf("%s%" PRIu64, i ? " " : "", first[i]);
  printf("%s\n", count > SAID ? " ..." : "");
}

static void print_state(const planet *p, const state_of_work *s) {
  static const char *const names[SHARD_DONE] = {"missing", "damaged", "other plan"};
  printf("done        %" PRIu64 " of %" PRIu64 " shards\n", s->count[SHARD_DONE], p->plan.shards);
  for (int i = 0; i < SHARD_DONE; i++)
    if (s->count[i]) printf("%-12s%" PRIu64 "\n", names[i], s->count[i]);
  if (s->making) printf("being made  %" PRIu64 ": ", s->making), print_shards(s->making, s->first_making);
  if (s->waiting) printf("to be run   "), print_shards(s->waiting, s->first_waiting);
  print_failures(p, s);
  print_rate(s);
}

int command_status(int argc, char **argv) {
  planet p;
  state_of_work s = {0};
  int code = options_read(argc, argv, options, NULL);
  if (code) return code;
  if (argc - optind != 1) return usage_error("it takes one folder, that of a plan");
  code = planet_open(&p, argv[optind]);
  for (uint64_t shard = 0; !code && shard < p.plan.shards; shard++) count_shard(&p, shard, &s);
  if (!code) print_state(&p, &s);
  const int has_second = !code && plan_has_second(&p.plan);
  const shard_state second = has_second ? state_of(&p, p.plan.shards) : SHARD_DONE;
  if (has_second)
    printf("overviews   %s\n", second == SHARD_DONE      ? "done"
                               : second == SHARD_MISSING ? "missing"
                                                         : "to be made again");
  if (!code) code = flush_output();
  if (!code && (s.undone > 0 || second != SHARD_DONE)) code = TRY_AGAIN;
  planet_close(&p);
  return code;
}
