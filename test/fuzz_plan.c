/* libFuzzer on plans.  The bytes up to the first NUL are plan.json, those behind it recipe.burl.  No fuzzer finds a
 * hash: a plan that is one but for its hash is written with the right one, and has to be read again as it was.  Its
 * shards are looked at: each tile is in one of them.  Its recipe is compiled, and its scripts are written. */
#include "cli/cli.h"
#include "fuzz_folder.h"
#include "planet/planet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void die(const char *what) {
  fprintf(stderr, "fuzz_plan: %s\n", what);
  abort();
}

/* ---- Shards -------------------------------------------------------------------------------------- */

static void check_part(const map_plan *plan, uint64_t shard) {
  const tile_part part = plan_part(plan, shard);
  if (part.count < 1 || part.count > MOST_ZOOM + 1) die("a shard without tiles");
  for (int i = 0; i < part.count; i++) {
    const tile_range *const r = &part.ranges[i];
    const uint64_t last = r->first + r->count - 1;
    const int zoom = zoom_of(plan_faces(plan), r->first);
    if (r->count == 0 || zoom_of(plan_faces(plan), last) != zoom) die("a range that is of no zoom");
    if (zoom < plan->least_zoom || zoom > plan->most_zoom) die("a tile that is not in the plan");
    if (plan_shard_of(plan, r->first) != shard || plan_shard_of(plan, last) != shard) die("a tile of another shard");
    if (part_place(&part, last) - part_place(&part, r->first) != (int64_t)r->count - 1) die("places with gaps");
  }
  if (part_place(&part, part.ranges[0].first) != 0 || part_place(&part, UINT64_MAX) != -1) die("a place");
  if (part_tiles(&part) > plan_tile_count(plan)) die("more tiles than the plan has");
}

static void check_window(const map_plan *plan, uint64_t shard) {
  const raster_window w = plan_window(plan, shard);
  for (int a = 0; a < 2; a++)
    if (w.first[a] < 0 || w.size[a] < 1 || w.size[a] > plan->window || w.first[a] + w.size[a] > plan->size[a])
      die("a window");
}

/* The first few shards, those amid them, and the last. */
static void check_shards(const map_plan *plan) {
  const uint64_t n = plan->shards, some[] = {0, 1, 2, n / 3, n / 2, n - 1, n};
  uint64_t tiles = 0;
  for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
    const int is_there = some[i] < n || (plan_has_second(plan) && some[i] == n);
    if (!is_there) continue;
    if (plan->format == PLAN_TIF) check_window(plan, some[i]);
    else check_part(plan, some[i]);
    free(plan_shard_path(plan, "p", plan->layer_count - 1, some[i]));
  }
  if (plan->format == PLAN_TIF || n > 1000) return;
  for (uint64_t shard = 0; shard < n + (uint64_t)plan_has_second(plan); shard++) {
    const tile_part part = plan_part(plan, shard);
    tiles += part_tiles(&part);
  }
  if (tiles != plan_tile_count(plan)) die("tiles that are in no shard, or in two");
}

/* ---- Plans --------------------------------------------------------------------------------------- */

static void run(int (*command)(int, char **), int count, char **arguments) {
  optind = 0; /* begins anew, in glibc */
  const int code = command(count, arguments);
  if (code != DONE && code != FAILED && code != USAGE && code != BAD_PLAN && code != TRY_AGAIN) die("an exit code");
}

static void use_commands(const map_plan *plan) {
  char *status[] = {"status", "p", NULL}, *overviews[] = {"run", "p", "-q", "--overviews", NULL};
  char *merge[] = {"merge", "p", "-o", "{layer}.pmtiles", NULL};
  char *slurm[] = {"submit", "p", "--with", "slurm", NULL}, *xargs[] = {"submit", "p", "--with", "xargs", NULL};
  run(command_submit, 4, slurm);
  run(command_submit, 4, xargs);
  if (plan->shards > 100) return;
  run(command_status, 2, status);
  run(command_merge, 4, merge);
  if (plan_has_second(plan)) run(command_run, 4, overviews);
}

/* A plan that was read, but for its hash. */
static void use(map_plan *plan) {
  image_error error = {""};
  map_plan again;
  planet p;
  check_shards(plan);
  if (plan_write(plan, "p", &error) != 0) die(error.text);
  if (plan_read(&again, "p", &error) != 0) die(error.text);
  if (strcmp(plan->hash, again.hash) != 0 || plan->shards != again.shards || plan->window != again.window)
    die("a plan that has changed");
  plan_free(&again);
  const int code = planet_open_program(&p, "p");
  if (code == DONE)
    for (int l = 0; l < p.plan.layer_count; l++)
      if (planet_channels(&p, l) < 1) die("a layer without channels");
  planet_close(&p);
  if (code == DONE) use_commands(plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const uint8_t *const end = memchr(data, '\0', size);
  image_error error = {""};
  map_plan plan;
  if (!end) return 0;
  if (enter_folder() && mkdir("p", 0777) != 0) abort();
  write_file("p/plan.json", data, (size_t)(end - data));
  write_file("p/recipe.burl", end + 1, size - (size_t)(end - data) - 1);
  const int failed = plan_read(&plan, "p", &error);
  if (failed && !*error.text) die("no message");
  if (plan.recipe) use(&plan);
  plan_free(&plan);
  return 0;
}
