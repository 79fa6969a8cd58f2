/* What a plan takes. */
#include "planet/plan_estimate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { TRIED_TILES = 8, TRIED_SHARDS = 3 };

typedef struct {
  double seconds, bytes; /* seconds of one core */
} cost;

/* ---- By some samples ----------------------------------------------------------------------------- */

/* Some tiles, spread over the last zoom: three quarters of all are there. */
static int try_tiles(const planet *p, cost *all) {
  const int faces = plan_faces(&p->plan);
  const uint64_t first = first_of_zoom(faces, p->plan.most_zoom), count = (uint64_t)faces << 2 * p->plan.most_zoom;
  tile_bytes made[MOST_LAYERS];
  int code = DONE;
  const double begun = seconds_worked();
  for (uint64_t i = 0; !code && i < TRIED_TILES; i++) {
    planet_make(p, first + count * (2 * i + 1) / (2 * TRIED_TILES), 1, 1, made);
    for (int l = 0; l < p->plan.layer_count; l++) {
      if (made[l].reason) code = fail("a tile: %s", strerror(made[l].reason));
      all->bytes += (double)made[l].length;
      free(made[l].bytes);
    }
  }
  const double share = (double)plan_tile_count(&p->plan) / TRIED_TILES;
  all->seconds = (seconds_worked() - begun) * share;
  all->bytes *= share;
  return code;
}

/* ---- By some shards ------------------------------------------------------------------------------ */

static double file_bytes(const planet *p, uint64_t shard) {
  double bytes = 0;
  for (int l = 0; l < p->plan.layer_count; l++) {
    char *const path = plan_shard_path(&p->plan, p->folder, l, shard);
    struct stat about;
    if (path && stat(path, &about) == 0) bytes += (double)about.st_size;
    free(path);
  }
  return bytes;
}

/* The shards amid the thirds of all; those of a plan that has no more are all its shards. */
static int try_shards(const planet *p, cost *all) {
  const uint64_t shards = p->plan.shards, tried = shards < TRIED_SHARDS ? shards : TRIED_SHARDS;
  int code = DONE;
  const double begun = seconds_worked();
  for (uint64_t i = 0; !code && i < tried; i++) {
    const uint64_t shard = shards * (2 * i + 1) / (2 * tried);
    code = planet_run(p, shard, 1);
    if (code == BEING_MADE) code = fail("shard %" PRIu64 " is being made by another burl", shard);
    all->bytes += file_bytes(p, shard);
  }
  all->seconds = (seconds_worked() - begun) * (double)shards / (double)tried;
  all->bytes *= (double)shards / (double)tried;
  return code;
}

/* ---- Text ---------------------------------------------------------------------------------------- */

static void print_bytes(double bytes) {
  static const char *const units[] = {"MB", "GB", "TB"};
  int unit = 0;
  for (bytes /= 1e6; bytes >= 1000 && unit < 2; bytes /= 1000) unit++;
  printf("%.3g %s", bytes, units[unit]);
}

static void print_layout(const map_plan *plan) {
  if (plan->format == PLAN_TIF) {
    printf("raster      %" PRId64 " x %" PRId64 ", %s\n", plan->size[0], plan->size[1], map_names[plan->map]);
  } else {
    printf("tiles       %" PRIu64 ", zooms %d to %d, %d samples a side", plan_tile_count(plan), plan->least_zoom,
           plan->most_zoom, plan->side);
    printf("%s%s\n", plan->map == MAP_web ? "" : ", ", plan->map == MAP_web ? "" : map_names[plan->map]);
  }
  printf("layers      ");
  for (int i = 0; i < plan->layer_count; i++)
    printf("%s%s:%s", i ? ", " : "", plan->layers[i].name, tile_encoding_names[plan->layers[i].encoding]);
  putchar('\n');
}

static void print_shards(const map_plan *plan) {
  printf("shards      %" PRIu64, plan->shards);
  if (plan->format == PLAN_TIF) {
    const raster_window w = plan_window(plan, 0);
    printf(", of %" PRId64 " x %" PRId64 " samples\n", w.size[0], w.size[1]);
  } else {
    const tile_part part = plan_part(plan, 0);
    printf(", of %" PRIu64 " tiles%s\n", part_tiles(&part), plan_has_second(plan) ? ", then overviews" : "");
  }
}

/* A raster's samples as they are; how long it takes is known by trying. */
static int describe_raster(const planet *p) {
  double bytes = 0;
  for (int l = 0; l < p->plan.layer_count; l++) {
    const int sample = p->plan.layers[l].encoding == ENCODE_float ? 4 : 1;
    bytes += (double)p->plan.size[0] * (double)p->plan.size[1] * planet_channels(p, l) * sample;
  }
  printf("bytes       ");
  print_bytes(bytes);
  puts(" before compression; --try tells how long it takes");
  return flush_output();
}

int plan_describe(const planet *p, int is_tried, double price) {
  const map_plan *const plan = &p->plan;
  cost all = {0};
  print_layout(plan);
  print_shards(plan);
  fflush(stdout);
  if (plan->format == PLAN_TIF && !is_tried) return describe_raster(p);
  const int code = is_tried ? try_shards(p, &all) : try_tiles(p, &all);
  if (code) return code;
  printf("time        about ");
  planet_print_seconds(all.seconds);
  printf(" of one core; a shard ");
  planet_print_seconds(all.seconds / (double)plan->shards);
  printf("\nbytes       about ");
  print_bytes(all.bytes);
  putchar('\n');
  if (price >= 0) printf("cost        about %.3g\n", all.seconds / 3600 * price);
  return flush_output();
}
