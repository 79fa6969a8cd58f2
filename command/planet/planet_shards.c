/* The shards of a plan.  One that isn't there yet appears whole or not at all. */
#include "planet/planet.h"

#include "atlas/pixels.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { AT_ONCE = 128 /* files of tiles that are in memory: this number of tiles with one layer, fewer with several */ };

/* ---- Shards that are there ----------------------------------------------------------------------- */

const char *const shard_state_texts[] = {"it isn't there", "it is damaged", "it is of another plan", ""};

/* Whether the file is of this plan and shard. */
static int is_ours(const planet *p, uint64_t shard, const shard_reader *r) {
  const tile_part part = plan_part(&p->plan, shard);
  return strcmp(r->hash, p->plan.hash) == 0 && r->first == part.ranges[0].first && r->count == part_tiles(&part);
}

static shard_state look_at_tiles(const planet *p, const char *path, uint64_t shard) {
  shard_reader r;
  const char *why;
  if (shard_read(&r, path, &why) != 0) return SHARD_DAMAGED;
  const int is_it = is_ours(p, shard, &r);
  shard_release(&r);
  return is_it ? SHARD_DONE : SHARD_OTHER;
}

shard_state planet_look(const planet *p, int layer, uint64_t shard) {
  char *const path = plan_shard_path(&p->plan, p->folder, layer, shard);
  shard_state state = SHARD_MISSING;
  if (path && access(path, F_OK) == 0)
    state = p->plan.format == PLAN_TIF ? window_look(p, layer, shard) : look_at_tiles(p, path, shard);
  free(path);
  return state;
}

static int are_tiles_whole(const planet *p, int layer, uint64_t shard) {
  char *const path = plan_shard_path(&p->plan, p->folder, layer, shard);
  const int is_whole = path && shard_is_whole(path);
  free(path);
  return is_whole;
}

int planet_is_done(const planet *p, uint64_t shard) {
  for (int l = 0; l < p->plan.layer_count; l++)
    if (planet_look(p, l, shard) != SHARD_DONE || (p->plan.format != PLAN_TIF && !are_tiles_whole(p, l, shard)))
      return 0;
  return 1;
}

int planet_bad_shard(const planet *p, int layer, uint64_t shard, const char *why) {
  char *const path = plan_shard_path(&p->plan, p->folder, layer, shard);
  const char *const name = path ? path : p->folder;
  if (shard == p->plan.shards) fail("%s: %s; burl run %s --overviews makes it", name, why, p->folder);
  else
    fail("%s: %s; burl run %s --shard %" PRIu64 "/%" PRIu64 " makes it", name, why, p->folder, shard, p->plan.shards);
  free(path);
  return TRY_AGAIN;
}

int planet_open_shard(const planet *p, int layer, uint64_t shard, shard_reader *r) {
  char *const path = plan_shard_path(&p->plan, p->folder, layer, shard);
  const char *why = strerror(ENOMEM);
  const int failed = !path || shard_read(r, path, &why) != 0;
  free(path);
  if (failed) return planet_bad_shard(p, layer, shard, why);
  if (is_ours(p, shard, r)) return DONE;
  shard_release(r);
  return planet_bad_shard(p, layer, shard, shard_state_texts[SHARD_OTHER]);
}

/* ---- The files of one that is made ---------------------------------------------------------------- */

typedef struct {
  const planet *planet;
  uint64_t shard;
  tile_part part;
  int threads, opened;
  char *paths[MOST_LAYERS]; /* which the files refer to */
  image_file files[MOST_LAYERS];
  shard_writer *writers[MOST_LAYERS];
  int64_t lost[MOST_LAYERS]; /* heights that an encoding has no number for */
  /* Of overviews: the shards below that were read last, one a layer. */
  uint64_t below;
  int has_below;
  shard_reader readers[MOST_LAYERS];
} shard_files;

static int try_again(const shard_files *f, int reason) {
  fail("shard %" PRIu64 ": %s", f->shard, strerror(reason));
  return TRY_AGAIN;
}

static int open_files(shard_files *f) {
  const planet *const p = f->planet;
  image_error error;
  for (int l = 0; l < p->plan.layer_count; l++) {
    char *const path = plan_shard_path(&p->plan, p->folder, l, f->shard);
    const int reason = path ? image_make_folders(path) : ENOMEM;
    int failed = reason != 0;
    if (failed) fail("%s: %s", path ? path : p->folder, strerror(reason));
    else failed = image_begin_bytes(&f->files[l], path, &error) != 0;
    f->paths[l] = path;
    if (failed && !reason && errno == ETXTBSY) return BEING_MADE;
    if (failed && !reason) fail("%s", error.text);
    if (failed) return TRY_AGAIN;
    f->opened = l + 1;
    f->writers[l] =
        shard_open(f->files[l].temporary[0].stream, p->plan.hash, f->part.ranges[0].first, part_tiles(&f->part));
    if (!f->writers[l]) return try_again(f, errno);
  }
  return DONE;
}

static void note_lost(const shard_files *f) {
  for (int l = 0; l < f->opened; l++) {
    const map_layer *const layer = &f->planet->plan.layers[l];
    if (f->lost[l])
      note("shard %" PRIu64 ": %" PRId64
           " heights of layer %s are not a number, or beyond %g to %g m: %s has the nearest, "
           "of what is no number the lowest",
           f->shard, f->lost[l], layer->name, tile_lowest(layer->encoding), tile_highest(layer->encoding),
           tile_encoding_names[layer->encoding]);
  }
}

static int finish_files(shard_files *f) {
  image_error error;
  note_lost(f);
  for (int l = 0; l < f->opened; l++) {
    shard_writer *const w = f->writers[l];
    f->writers[l] = NULL;
    if (shard_close(w) != 0) return try_again(f, errno);
    if (image_finish_stream(&f->files[l], NULL, &error) != 0) return fail("%s", error.text), TRY_AGAIN;
  }
  return DONE;
}

static void close_below(shard_files *f) {
  for (int l = 0; f->has_below && l < f->planet->plan.layer_count; l++) shard_release(&f->readers[l]);
  f->has_below = 0;
}

/* ---- Tiles --------------------------------------------------------------------------------------- */

/* Writes a batch's tiles and frees them, written or not. */
static int put_batch(shard_files *f, tile_bytes *made, int count) {
  const int layers = f->planet->plan.layer_count;
  int reason = 0;
  for (int i = 0; i < count * layers; i++) {
    const tile_bytes *const t = &made[i];
    if (!reason) reason = t->reason;
    f->lost[i % layers] += t->lost;
    if (!reason && shard_put(f->writers[i % layers], t->bytes, (uint32_t)t->length, t->is_plain, t->colour) != 0)
      reason = errno ? errno : EIO;
    free(t->bytes);
  }
  return reason;
}

/* Opens the shard below that has the tile, unless it is open. */
static int open_below(shard_files *f, uint64_t number) {
  const planet *const p = f->planet;
  const uint64_t shard = plan_shard_of(&p->plan, number);
  if (f->has_below && f->below == shard) return 0;
  close_below(f);
  for (int l = 0; l < p->plan.layer_count; l++)
    if (planet_open_shard(p, l, shard, &f->readers[l]) != DONE) {
      while (l-- > 0) shard_release(&f->readers[l]);
      return ENOENT;
    }
  f->below = shard;
  f->has_below = 1;
  return 0;
}

/* The file of a tile that is in a shard below, or has just been made. */
static int fetch(shard_files *f, int layer, uint64_t number, tile_bytes *to) {
  const int64_t own = part_place(&f->part, number);
  if (own >= 0) {
    to->bytes = shard_again(f->writers[layer], (uint64_t)own, &to->length);
    return to->bytes ? 0 : errno ? errno : EIO;
  }
  const int reason = open_below(f, number);
  if (reason) return reason;
  const tile_part part = plan_part(&f->planet->plan, f->below);
  shard_reader *const r = &f->readers[layer];
  shard_tile tile;
  int is_whole = shard_seek(r, (uint64_t)part_place(&part, number)) == 0 && shard_next(r, &tile) == 1;
  if (is_whole) {
    to->bytes = malloc(tile.length);
    to->length = tile.length;
    if (!to->bytes) return ENOMEM;
    is_whole = shard_bytes(r, &tile, to->bytes) == 0;
  }
  if (!is_whole) planet_bad_shard(f->planet, layer, f->below, shard_state_texts[SHARD_DAMAGED]);
  return is_whole ? 0 : ENOENT;
}

/* Overviews of the zoom after their own. */
static int shrink_batch(shard_files *f, uint64_t first, int count, tile_bytes *made) {
  const planet *const p = f->planet;
  const int faces = plan_faces(&p->plan), layers = p->plan.layer_count, quarters = 4 * count * layers;
  tile_bytes *const from = calloc((size_t)quarters, sizeof *from);
  int reason = from ? 0 : ENOMEM;
  for (int i = 0; !reason && i < quarters; i++)
    reason = fetch(f, i % layers, first_quarter(faces, first) + (uint64_t)(i / layers), &from[i]);
  if (!reason) planet_shrink(p, first, count, f->threads, from, made);
  for (int i = 0; from && i < quarters; i++) free(from[i].bytes);
  free(from);
  return reason;
}

static int fill_range(shard_files *f, const tile_range *range) {
  const map_plan *const plan = &f->planet->plan;
  const int is_sampled = !plan->overviews || zoom_of(plan_faces(plan), range->first) == plan->most_zoom;
  const uint64_t most = (uint64_t)(AT_ONCE / plan->layer_count / (is_sampled ? 1 : 4));
  tile_bytes made[AT_ONCE];
  for (uint64_t done = 0; done < range->count;) {
    const int count = (int)(range->count - done < most ? range->count - done : most);
    int reason = 0;
    if (is_sampled) planet_make(f->planet, range->first + done, count, f->threads, made);
    else reason = shrink_batch(f, range->first + done, count, made);
    if (!reason) reason = put_batch(f, made, count);
    if (reason == ENOENT) return TRY_AGAIN; /* as is said already: a shard below isn't there, or is damaged */
    if (reason) return try_again(f, reason);
    done += (uint64_t)count;
  }
  return DONE;
}

/* ---- A shard ------------------------------------------------------------------------------------- */

static int run_tiles(const planet *p, uint64_t shard, int threads) {
  shard_files f = {.planet = p, .shard = shard, .threads = threads, .part = plan_part(&p->plan, shard)};
  int code = open_files(&f);
  for (int i = 0; !code && i < f.part.count; i++) code = fill_range(&f, &f.part.ranges[i]);
  if (!code) code = finish_files(&f);
  close_below(&f);
  for (int l = 0; l < f.opened; l++) {
    shard_abandon(f.writers[l]);
    image_abandon(&f.files[l]);
  }
  for (int l = 0; l < p->plan.layer_count; l++) free(f.paths[l]);
  return code;
}

/* ---- Failures ------------------------------------------------------------------------------------ */

/* The file that has the message with which a shard failed, to be freed. */
static char *failure_path(const planet *p, uint64_t shard) {
  char file[40];
  snprintf(file, sizeof file, "failures/%07" PRIu64 ".txt", shard);
  return plan_path(p->folder, file);
}

char *planet_failure(const planet *p, uint64_t shard) {
  char *const path = failure_path(p, shard), text[256];
  FILE *const file = path ? image_open(path, NULL) : NULL;
  const size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
  if (file) fclose(file);
  free(path);
  text[length] = '\0';
  return file ? strdup(text) : NULL;
}

/* Keeps the last message, where that can be: a disk may be full. */
static void keep_failure(const planet *p, uint64_t shard) {
  char *const path = failure_path(p, shard);
  image_error error;
  if (path && image_make_folders(path) == 0) image_save_bytes(path, message_last(), strlen(message_last()), &error);
  free(path);
}

static void forget_failure(const planet *p, uint64_t shard) {
  char *const path = failure_path(p, shard);
  if (path) unlink(path);
  free(path);
}

int planet_run(const planet *p, uint64_t shard, int threads) {
  const int code = p->plan.format == PLAN_TIF ? window_run(p, shard, threads) : run_tiles(p, shard, threads);
  if (code == TRY_AGAIN) keep_failure(p, shard);
  else if (code == DONE) forget_failure(p, shard);
  return code;
}
