/* burl run: the shards of a plan.  Each is a function of the plan and of its number; one that is there and whole is
 * left as it is, and one that isn't there yet appears whole or not at all. */
#include "planet/planet.h"

#include <inttypes.h>
#include <string.h>

typedef struct {
  const char *shard;
  uint64_t stride;
  int threads, overviews;
} run_options;

static const option_entry options[] = {
    ROW(.name = "shard", .value = "K/N", TEXT(run_options, shard), .help = "the K-th of the plan's N shards, from 0 on",
        .more = "if not given, all, then the overviews"),
    ROW(.name = "stride", .value = "S", UNSIGNED(run_options, stride, 1, MOST_SHARDS),
        .help = "with --shard, the shards K, K+S, K+2S ... too: so S tasks do all"),
    ROW(.name = "overviews", FLAG(run_options, overviews),
        .help = "the second stage of a plan with overviews, of all its shards"),
    ROW(.name = "threads", .value = "N", SHORT_UNSIGNED(run_options, threads, 0, 256), .more = "0: one for each core"),
    QUIET_OPTION,
    HELP_OPTION,
    {0},
};

const manual manual_run = {
    .usage = "FOLDER [--shard K/N] [option]...",
    .about = "Makes shards of a plan of burl plan. It may be run anywhere, in any order, again and several at once: a "
             "shard that is "
             "there and whole is left as it is. It exits with 0: done; 65: the plan is wrong; 75: try again, as when a "
             "disk is full.",
    .options = options,
    .example = "burl run planet --shard 17/64",
    .operand = FILES,
};

/* Shards from begin to below end, each `step` behind the one before. */
typedef struct {
  uint64_t begin, end, step;
} shard_choice;

static int choose_shards(const planet *p, const run_options *o, shard_choice *to) {
  const uint64_t shards = p->plan.shards, behind = shards + (uint64_t)plan_has_second(&p->plan);
  int64_t numbers[2];
  *to = (shard_choice){0, behind, 1};
  if (o->overviews && !p->plan.overviews)
    return usage_error("--overviews: the plan has none, as each zoom is sampled by itself");
  if (o->overviews) to->begin = shards;
  if (!o->shard) return DONE;
  if (parse_integers(o->shard, '/', numbers, 2) != 2 || numbers[0] < 0 || numbers[1] < 1)
    return usage_error("--shard: '%s' is no shard such as 17/64", o->shard);
  if ((uint64_t)numbers[1] != shards)
    return fail("--shard: the plan has %" PRIu64 " shards, not %" PRId64 "; burl submit writes its scripts anew",
                shards, numbers[1]),
           BAD_PLAN;
  if (numbers[0] >= numbers[1])
    return fail("--shard: shards are 0 to %" PRIu64 ", not %" PRId64, shards - 1, numbers[0]), BAD_PLAN;
  to->begin = (uint64_t)numbers[0];
  to->end = o->stride ? shards : to->begin + 1;
  if (o->stride) to->step = o->stride;
  return DONE;
}

static int run_shards(const planet *p, const shard_choice *c, int threads) {
  uint64_t made = 0, busy = 0, all = 0;
  for (uint64_t shard = c->begin; shard < c->end; shard += c->step, all++) {
    if (shard == p->plan.shards && busy > 0) break; /* overviews, of shards that aren't all there */
    if (planet_is_done(p, shard)) continue;
    const int code = planet_run(p, shard, threads);
    if (code == BEING_MADE) busy++;
    else if (code) return code;
    else made++;
  }
  if (made + busy < all) note("%" PRIu64 " of %" PRIu64 " shards were there and whole", all - made - busy, all);
  return busy ? fail("%" PRIu64 " of %" PRIu64 " shards are being made by another burl", busy, all), TRY_AGAIN : DONE;
}

int command_run(int argc, char **argv) {
  run_options o = {0};
  shard_choice choice;
  planet p;
  int code = options_read(argc, argv, options, &o);
  if (code) return code;
  if (argc - optind != 1) return usage_error("it takes one folder, that of a plan");
  if (o.shard && o.overviews) return usage_error("--shard and --overviews: the overviews are made of all shards");
  if (o.stride && !o.shard) return usage_error("--stride: --shard K/N says where it begins");
  code = planet_open_program(&p, argv[optind]);
  if (!code) code = choose_shards(&p, &o, &choice);
  if (!code) code = run_shards(&p, &choice, o.threads);
  planet_close(&p);
  return code;
}
