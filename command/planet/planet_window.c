/* The shards of a raster: each is a window of it, sampled some rows at a time. */
#include "planet/planet.h"

#include "atlas/pixels.h"
#include "image/cog.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SAMPLES = 1 << 22 /* of all layers, that are in memory at once */ };

/* The raster's corners: x0, y0, x1, y1. */
static const double *corners(const planet *p) {
  static const double globe[4] = {-180, 90, 180, -90};
  return p->plan.map == MAP_geographic ? globe : p->plan.view;
}

static cog_about about_window(const planet *p, int layer, uint64_t shard) {
  const map_plan *const plan = &p->plan;
  const raster_window w = plan_window(plan, shard);
  const double *const c = corners(p);
  cog_about about = {.is_bytes = plan->layers[layer].encoding != ENCODE_float,
                     .plan = plan->hash,
                     .crs = plan->map == MAP_geographic ? "EPSG:4326" : NULL};
  if (p->recipe.program) about.channels = planet_channels(p, layer);
  for (int a = 0; a < 2; a++) {
    about.size[a] = w.size[a];
    about.step[a] = (c[2 + a] - c[a]) / (double)plan->size[a];
    about.corner[a] = c[a] + (double)w.first[a] * about.step[a];
  }
  if (about.step[1] > 0) { /* rows of a map go from north to south, as in other .tif of burl's */
    about.corner[1] = c[1] + (c[3] - about.corner[1]);
    about.step[1] = -about.step[1];
  }
  return about;
}

shard_state window_look(const planet *p, int layer, uint64_t shard) {
  char *const path = plan_shard_path(&p->plan, p->folder, layer, shard);
  const cog_about about = about_window(p, layer, shard);
  const int is_whole = path && cog_is_whole(path, &about);
  free(path);
  return is_whole ? SHARD_DONE : SHARD_DAMAGED;
}

/* ---- One that is made ---------------------------------------------------------------------------- */

typedef struct {
  const planet *planet;
  raster_window window;
  int threads, opened;
  cog *files[MOST_LAYERS];
  int64_t rows;   /* in memory at once */
  float *samples; /* [rows][columns][channels of all layers] */
  void *layer;    /* [rows][columns][channels of one], float or bytes */
} window_work;

static burl_status sample_rows(window_work *w, int64_t first, int64_t rows) {
  const planet *const p = w->planet;
  const double *const c = corners(p);
  burl_grid grid = {.size = {w->window.size[0], rows},
                    .first = {w->window.first[0], w->window.first[1] + first},
                    .threads = w->threads};
  for (int a = 0; a < 2; a++) {
    grid.step[a] = (c[2 + a] - c[a]) / (double)p->plan.size[a];
    grid.origin[a] = c[a] + 0.5 * grid.step[a];
  }
  return burl_sample_grid(p->recipe.program, &grid, w->samples);
}

/* A layer's part of the samples, as the raster has them. */
static void take_layer(window_work *w, int layer, int64_t rows) {
  const planet *const p = w->planet;
  const burl_result result = burl_result_at(p->recipe.program, layer);
  const int between = burl_channels(p->recipe.program);
  const size_t count = (size_t)(w->window.size[0] * rows), channels = (size_t)result.channels;
  const float *const from = w->samples + result.first;
  if (p->plan.layers[layer].encoding != ENCODE_float) {
    tile_pixels(p->plan.layers[layer].encoding, from, result.channels, between, (int)count, w->layer);
    return;
  }
  float *const to = w->layer;
  for (size_t i = 0; i < count; i++) memcpy(to + i * channels, from + i * (size_t)between, channels * sizeof *to);
}

static int put_rows(window_work *w, int64_t first) {
  const planet *const p = w->planet;
  const int64_t left = w->window.size[1] - first, rows = left < w->rows ? left : w->rows;
  image_error error;
  if (sample_rows(w, first, rows) != BURL_OK) return fail("not enough memory"), TRY_AGAIN;
  for (int l = 0; l < p->plan.layer_count; l++) {
    take_layer(w, l, rows);
    if (cog_put(w->files[l], w->layer, rows, &error) != 0) return fail("%s", error.text), TRY_AGAIN;
  }
  return DONE;
}

static int open_layer(window_work *w, int layer, uint64_t shard) {
  const planet *const p = w->planet;
  char *const path = plan_shard_path(&p->plan, p->folder, layer, shard);
  const int reason = path ? image_make_folders(path) : ENOMEM;
  const cog_about about = about_window(p, layer, shard);
  image_error error;
  w->files[layer] = reason ? NULL : cog_open(path, &about, &error);
  if (reason) fail("%s: %s", path ? path : p->folder, strerror(reason));
  const int is_busy = !reason && !w->files[layer] && errno == ETXTBSY;
  if (!reason && !w->files[layer] && !is_busy) fail("%s", error.text);
  free(path);
  if (!w->files[layer]) return is_busy ? BEING_MADE : TRY_AGAIN;
  w->opened = layer + 1;
  return DONE;
}

int window_run(const planet *p, uint64_t shard, int threads) {
  window_work w = {.planet = p, .window = plan_window(&p->plan, shard), .threads = threads};
  const int64_t columns = w.window.size[0], channels = burl_channels(p->recipe.program);
  image_error error;
  w.rows = MOST_SAMPLES / (columns * channels) / 16 * 16;
  if (w.rows < 1) w.rows = 1;
  w.samples = malloc((size_t)(w.rows * columns * channels) * sizeof(float));
  w.layer = malloc((size_t)(w.rows * columns * channels) * sizeof(float));
  int code = w.samples && w.layer ? DONE : (fail("not enough memory"), TRY_AGAIN);
  for (int l = 0; !code && l < p->plan.layer_count; l++) code = open_layer(&w, l, shard);
  for (int64_t j = 0; !code && j < w.window.size[1]; j += w.rows) code = put_rows(&w, j);
  for (int l = 0; l < w.opened; l++) {
    if (code) cog_abandon(w.files[l]);
    else if (cog_close(w.files[l], &error) != 0) code = (fail("%s", error.text), TRY_AGAIN);
  }
  free(w.samples);
  free(w.layer);
  return code;
}
