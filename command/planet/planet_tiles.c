/* The tiles of a plan.  Each row of a web map's tile is a grid of one line, whose steps say how far samples are apart
 * there: so octaves: auto has in each zoom and at each latitude what is to be seen.  The rows of a cube's face are
 * points. */
#include "planet/planet.h"

#include "atlas/globe.h"
#include "atlas/pixels.h"

#include <errno.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Samples ------------------------------------------------------------------------------------- */

/* Of a map whose samples are equally far apart: float[side][side][channels of all layers].  view: x0, y0, x1, y1 of the
 * whole map; tiles: how many it has across and down. */
static burl_status sample_flat(const planet *p, const double view[4], const int64_t tiles[2], map_tile t, float *to) {
  const int side = p->plan.side;
  const int64_t column = ((int64_t)t.face << t.zoom) + t.x;
  const double x_step = (view[2] - view[0]) / (double)(tiles[0] * side),
               y_step = (view[3] - view[1]) / (double)(tiles[1] * side);
  const burl_grid grid = {.size = {side, side},
                          .first = {column * side, (int64_t)t.y * side},
                          .origin = {view[0] + 0.5 * x_step, view[1] + 0.5 * y_step},
                          .step = {x_step, y_step},
                          .threads = 1};
  return burl_sample_grid(p->recipe.program, &grid, to);
}

static burl_status sample_web(const planet *p, map_tile t, float *to) {
  const int side = p->plan.side, channels = burl_channels(p->recipe.program);
  const double across = ldexp((double)side, t.zoom), step = 360.0 / across;
  burl_status status = BURL_OK;
  for (int j = 0; status == BURL_OK && j < side; j++) {
    const double row = (double)t.y * side + j + 0.5, latitude = mercator_latitude(row / across);
    const burl_grid line = {
        .size = {side, 1},
        .first = {(int64_t)t.x * side},
        .origin = {0.5 * step - 180.0, latitude},
        .step = {step, mercator_latitude((row + 0.5) / across) - mercator_latitude((row - 0.5) / across)},
        .threads = 1};
    status = burl_sample_grid(p->recipe.program, &line, to + (size_t)j * (size_t)side * (size_t)channels);
  }
  return status;
}

/* Points of a recipe; one that reads an image takes grids alone, each of one sample. */
static burl_status sample_points(const planet *p, const burl_points *points, float *to) {
  if (!burl_needs_whole_grid(p->recipe.program)) return burl_sample_points(p->recipe.program, points, to);
  const int channels = burl_channels(p->recipe.program);
  burl_status status = BURL_OK;
  for (size_t i = 0; status == BURL_OK && i < points->count; i++) {
    const burl_grid one = {.size = {1, 1},
                           .origin = {points->coord[0][i], points->coord[1][i]},
                           .step = {points->footprint, points->footprint},
                           .threads = 1};
    status = burl_sample_grid(p->recipe.program, &one, to + i * (size_t)channels);
  }
  return status;
}

/* Samples are farthest apart amid a face: so all faces have the same octaves, and meet. */
static burl_status sample_cube(const planet *p, map_tile t, float *to) {
  enum { MOST_SIDE = 512 };
  const int side = p->plan.side, channels = burl_channels(p->recipe.program);
  const double step = 2.0 / ldexp((double)side, t.zoom), degrees = 57.29577951308232;
  double longitude[MOST_SIDE], latitude[MOST_SIDE];
  const burl_points row = {.count = (size_t)side, .coord = {longitude, latitude}, .footprint = step * degrees};
  burl_status status = BURL_OK;
  for (int j = 0; status == BURL_OK && j < side; j++) {
    const double down = ((double)t.y * side + j + 0.5) * step - 1.0;
    for (int i = 0; i < side; i++)
      cube_place(t.face, ((double)t.x * side + i + 0.5) * step - 1.0, down, &longitude[i], &latitude[i]);
    status = sample_points(p, &row, to + (size_t)j * (size_t)side * (size_t)channels);
  }
  return status;
}

static burl_status sample_tile(const planet *p, map_tile t, float *to) {
  const int64_t high = (int64_t)1 << t.zoom;
  static const double globe[4] = {-180, 90, 180, -90};
  switch (p->plan.map) {
  case MAP_geographic: return sample_flat(p, globe, (int64_t[2]){2 * high, high}, t, to);
  case MAP_plane: return sample_flat(p, p->plan.view, (int64_t[2]){high, high}, t, to);
  case MAP_cube: return sample_cube(p, t, to);
  default: return sample_web(p, t, to);
  }
}

/* ---- One tile ------------------------------------------------------------------------------------ */

/* A layer of a tile as a file of its pixels. */
static tile_bytes make_file(const planet *p, const unsigned char *pixels, int bytes) {
  tile_bytes made = {0};
  made.is_plain = tile_is_plain(pixels, bytes, p->plan.side, &made.colour);
  made.bytes = tile_file(p->plan.format, pixels, bytes, p->plan.side, &made.length);
  if (!made.bytes) made.reason = errno ? errno : ENOMEM;
  return made;
}

static tile_bytes make_layer(const planet *p, int layer, const float *samples, unsigned char *pixels) {
  const burl_result result = burl_result_at(p->recipe.program, layer);
  const int side = p->plan.side;
  const tile_encoding encoding = p->plan.layers[layer].encoding;
  const int between = burl_channels(p->recipe.program);
  const int bytes = tile_pixels(encoding, samples + result.first, result.channels, between, side * side, pixels);
  tile_bytes made = make_file(p, pixels, bytes);
  made.lost = tile_count_lost(encoding, samples + result.first, between, side * side);
  return made;
}

static void make_tile(const planet *p, uint64_t number, tile_bytes *to) {
  const size_t count = (size_t)(p->plan.side * p->plan.side);
  float *const samples = malloc(count * (size_t)burl_channels(p->recipe.program) * sizeof *samples);
  unsigned char *const pixels = malloc(4 * count);
  const int failed = !samples || !pixels || sample_tile(p, tile_at(plan_faces(&p->plan), number), samples) != BURL_OK;
  for (int i = 0; i < p->plan.layer_count; i++)
    to[i] = failed ? (tile_bytes){.reason = ENOMEM} : make_layer(p, i, samples, pixels);
  free(samples);
  free(pixels);
}

/* A tile of its quarters, a number of bytes for each layer; the quarters come along Hilbert's curve. */
static void shrink_tile(const planet *p, uint64_t number, const tile_bytes *from, tile_bytes *to) {
  const int faces = plan_faces(&p->plan), side = p->plan.side, layers = p->plan.layer_count;
  const size_t room = 4 * (size_t)(side * side);
  unsigned char *const quarter = malloc(room), *const pixels = malloc(room);
  for (int l = 0; l < layers; l++) {
    const int bytes = planet_channels(p, l);
    int reason = quarter && pixels ? 0 : ENOMEM;
    for (int q = 0; !reason && q < 4; q++) {
      const tile_bytes *const file = &from[q * layers + l];
      const map_tile t = tile_at(faces, first_quarter(faces, number) + (uint64_t)q);
      if (tile_read(p->plan.format, file->bytes, file->length, bytes, side, quarter) != 0) reason = EIO;
      else tile_shrink(p->plan.layers[l].encoding, quarter, bytes, side, t.x & 1, t.y & 1, pixels);
    }
    to[l] = reason ? (tile_bytes){.reason = reason} : make_file(p, pixels, bytes);
  }
  free(quarter);
  free(pixels);
}

/* ---- Several on threads -------------------------------------------------------------------------- */

typedef struct {
  const planet *planet;
  uint64_t first;
  int count;
  const tile_bytes *from; /* NULL: tiles are sampled */
  tile_bytes *to;
  atomic_int next;
} tile_work;

static void *make_tiles(void *arg) {
  tile_work *const w = arg;
  const int layers = w->planet->plan.layer_count;
  for (int i; (i = atomic_fetch_add(&w->next, 1)) < w->count;) {
    if (w->from) shrink_tile(w->planet, w->first + (uint64_t)i, w->from + 4 * i * layers, w->to + i * layers);
    else make_tile(w->planet, w->first + (uint64_t)i, w->to + i * layers);
  }
  return NULL;
}

static void work_on(tile_work *work, int threads) {
  enum { MOST = 256 };
  pthread_t others[MOST];
  const long cores = threads ? threads : sysconf(_SC_NPROCESSORS_ONLN);
  int started = 0;
  while (started < MOST && started + 1 < cores && started + 1 < work->count &&
         pthread_create(&others[started], NULL, make_tiles, work) == 0)
    started++;
  make_tiles(work);
  while (started > 0) pthread_join(others[--started], NULL);
}

void planet_make(const planet *p, uint64_t first, int count, int threads, tile_bytes *to) {
  work_on(&(tile_work){.planet = p, .first = first, .count = count, .to = to}, threads);
}

void planet_shrink(const planet *p, uint64_t first, int count, int threads, const tile_bytes *from, tile_bytes *to) {
  work_on(&(tile_work){.planet = p, .first = first, .count = count, .from = from, .to = to}, threads);
}
