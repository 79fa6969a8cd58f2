/* burl run: the shards of a plan.  Each is a function of the plan and of its number; one that is there and whole is left as it
 * is, and one that isn't there yet appears whole or not at all. */
#include "planet.h"

#include "shard.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SHARD = OWN_OPTIONS, STRIDE, RUN_THREADS, BATCH = 64 };

static const option_row options[] = {
    {SHARD, "shard", "K/N", "the K-th of the plan's N shards, from 0 on; if not given, all that are missing", NULL},
    {STRIDE, "stride", "S", "with --shard, every S-th from there on: K, K + S, K + 2S ...", NULL},
    {RUN_THREADS, "threads", "N", "; 0: one for each core", NULL},
    {'q', "quiet", NULL, "only errors are said", NULL},
    HELP_OPTION,
    {0},
};

const manual manual_run = {
    .usage = "FOLDER [--shard K/N] [option]...",
    .about = "Makes shards of a plan of burl plan. It may be run anywhere, in any order, again and several at once: a shard that is "
             "there and whole is left as it is. It exits with 0: done; 65: the plan is wrong; 75: try again, as when a disk is full.",
    .options = options,
    .example = "burl run planet --shard 17/64",
    .operand = FILES,
};

/* ---- One shard ----------------------------------------------------------------------------------- */

/* Whether the shard's file of a layer is there and whole. */
static int is_done(const planet *p, int layer, uint64_t shard) {
  char *const path = plan_shard_path(&p->plan, p->folder, layer, shard);
  const tile_range range = plan_shard(&p->plan, shard);
  shard_reader r;
  const char *why;
  const int is_whole = path && shard_read(&r, path, &why) == 0;
  const int is_ours = is_whole && strcmp(r.hash, p->plan.hash) == 0 && r.first == range.first && r.count == range.count;
  if (is_whole) shard_release(&r);
  free(path);
  return is_ours;
}

static int are_done(const planet *p, uint64_t shard) {
  for (int l = 0; l < p->plan.layer_count; l++)
    if (!is_done(p, l, shard)) return 0;
  return 1;
}

/* The files of a shard that is being made, one a layer. */
typedef struct {
  const planet *planet;
  char *paths[MOST_LAYERS]; /* which the files refer to */
  image_file files[MOST_LAYERS];
  shard_writer *writers[MOST_LAYERS];
  int opened;
} shard_files;

static int open_files(shard_files *f, uint64_t shard) {
  const planet *const p = f->planet;
  const tile_range range = plan_shard(&p->plan, shard);
  image_error error;
  for (int l = 0; l < p->plan.layer_count; l++) {
    char *const path = plan_shard_path(&p->plan, p->folder, l, shard);
    const int reason = path ? image_make_folders(path) : ENOMEM;
    int failed = reason != 0;
    if (failed) fail("%s: %s", path ? path : p->folder, strerror(reason));
    else if ((failed = image_begin_bytes(&f->files[l], path, &error) != 0)) fail("%s", error.text);
    f->paths[l] = path;
    if (failed) return TRY_AGAIN;
    f->opened = l + 1;
    f->writers[l] = shard_open(f->files[l].temporary[0].stream, p->plan.hash, range.first, range.count);
    if (!f->writers[l]) return fail("shard %" PRIu64 ": %s", shard, strerror(errno)), TRY_AGAIN;
  }
  return DONE;
}

/* Writes a batch's tiles and frees them, written or not. */
static int put_batch(shard_files *f, tile_bytes *made, int count) {
  const int layers = f->planet->plan.layer_count;
  int reason = 0;
  for (int i = 0; i < count * layers; i++) {
    const tile_bytes *const t = &made[i];
    if (!reason) reason = t->reason;
    if (!reason && shard_put(f->writers[i % layers], t->bytes, (uint32_t)t->length, t->is_plain, t->colour) != 0)
      reason = errno ? errno : EIO;
    free(t->bytes);
  }
  return reason;
}

static int fill_files(shard_files *f, uint64_t shard, int threads) {
  const tile_range range = plan_shard(&f->planet->plan, shard);
  tile_bytes made[BATCH * MOST_LAYERS];
  for (uint64_t done = 0; done < range.count;) {
    const int count = range.count - done < BATCH ? (int)(range.count - done) : BATCH;
    planet_make(f->planet, range.first + done, count, threads, made);
    const int reason = put_batch(f, made, count);
    if (reason) return fail("shard %" PRIu64 ": %s", shard, strerror(reason)), TRY_AGAIN;
    done += (uint64_t)count;
  }
  return DONE;
}

static int finish_files(shard_files *f, uint64_t shard) {
  image_error error;
  for (int l = 0; l < f->opened; l++) {
    shard_writer *const w = f->writers[l];
    f->writers[l] = NULL;
    if (shard_close(w) != 0) return fail("shard %" PRIu64 ": %s", shard, strerror(errno)), TRY_AGAIN;
    if (image_finish_stream(&f->files[l], NULL, &error) != 0) return fail("%s", error.text), TRY_AGAIN;
  }
  return DONE;
}

static int run_shard(const planet *p, uint64_t shard, int threads) {
  shard_files f = {.planet = p};
  int code = open_files(&f, shard);
  if (!code) code = fill_files(&f, shard, threads);
  if (!code) code = finish_files(&f, shard);
  for (int l = 0; l < f.opened; l++) {
    shard_abandon(f.writers[l]);
    image_abandon(&f.files[l]);
  }
  for (int l = 0; l < p->plan.layer_count; l++) free(f.paths[l]);
  return code;
}

/* ---- The command --------------------------------------------------------------------------------- */

/* Which of the shards: every stride-th from begin to below end; a stride of 0: that shard alone, or all. */
static int choose_shards(const planet *p, const char *text, uint64_t *stride, uint64_t *begin, uint64_t *end) {
  int64_t numbers[2];
  *begin = 0;
  *end = p->plan.shards;
  if (!text && *stride) return usage_error("--stride: it needs --shard, which says where to begin");
  if (!text) return *stride = 1, DONE;
  if (parse_integers(text, '/', numbers, 2) != 2 || numbers[0] < 0 || numbers[1] < 1)
    return usage_error("--shard: '%s' is no shard such as 17/64", text);
  if ((uint64_t)numbers[1] != p->plan.shards)
    return usage_error("--shard: the plan has %" PRIu64 " shards, not %" PRId64, p->plan.shards, numbers[1]);
  if (numbers[0] >= numbers[1])
    return usage_error("--shard: shards are 0 to %" PRIu64 ", not %" PRId64, p->plan.shards - 1, numbers[0]);
  *begin = (uint64_t)numbers[0];
  if (!*stride) *stride = p->plan.shards;
  return DONE;
}

static int run_shards(const planet *p, uint64_t begin, uint64_t end, uint64_t stride, int threads) {
  uint64_t made = 0, all = 0;
  for (uint64_t shard = begin; shard < end; shard += stride) {
    all++;
    if (are_done(p, shard)) continue;
    const int code = run_shard(p, shard, threads);
    if (code) return code;
    made++;
  }
  if (made < all) note("%" PRIu64 " of %" PRIu64 " shards were there and whole", all - made, all);
  return DONE;
}

int command_run(int argc, char **argv) {
  const char *shard = NULL;
  uint64_t threads = 0, stride = 0, begin, end;
  planet p;
  for (int option; (option = next_option(argc, argv, options)) != -1;) {
    if (option == SHARD) shard = optarg;
    else if (option == STRIDE) {
      if (parse_unsigned(optarg, &stride) != 0 || stride < 1 || stride > MOST_SHARDS)
        return usage_error("--stride: '%s' is no whole number from 1 to %d", optarg, MOST_SHARDS);
    } else if (option == 'q') message_choose(MESSAGES_FEW);
    else if (option == 'h') return SHOW_HELP;
    else if (option != RUN_THREADS) return USAGE;
    else if (parse_unsigned(optarg, &threads) != 0 || threads > 256)
      return usage_error("--threads: '%s' is no whole number from 0 to 256", optarg);
  }
  if (argc - optind != 1) return usage_error("it takes one folder, that of a plan");
  int code = planet_open(&p, argv[optind], 1);
  if (!code) code = choose_shards(&p, shard, &stride, &begin, &end);
  if (!code) code = run_shards(&p, begin, end, stride, (int)threads);
  planet_close(&p);
  return code;
}
