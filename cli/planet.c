/* A plan's program, and the tiles that it makes.  Each row of a tile is a grid of one line, whose steps say how far samples are
 * apart there: so octaves: auto has in each zoom and at each latitude what is to be seen. */
#include "planet.h"

#include "globe.h"
#include "pixels.h"

#include <errno.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- The program --------------------------------------------------------------------------------- */

/* Whether a layer's result can be what its encoding says. */
static int check_layer(const planet *p, int layer) {
  const map_layer *const l = &p->plan.layers[layer];
  const burl_result result = burl_result_at(p->recipe.program, layer);
  const burl_range bounds = range_of_grey(burl_bounds(p->recipe.program, result.first));
  if (l->encoding != ENCODE_colour && result.channels != 1)
    return fail("%s: layer %s: %s is of heights, and this is a colour", p->recipe.name, l->name, tile_encoding_names[l->encoding]);
  if (l->encoding == ENCODE_colour && result.channels == 1 && (bounds.lo != 0 || bounds.hi != 1))
    return fail("%s: layer %s: it is a number that isn't proven to be from 0 to 1; %s:terrarium has heights", p->recipe.name,
                l->name, l->name);
  return DONE;
}

int planet_compile(planet *p) {
  recipe *const r = &p->recipe;
  *p->results = '\0';
  for (int i = 0; i < p->plan.layer_count; i++) {
    if (i) strcat(p->results, ",");
    strcat(p->results, p->plan.layers[i].name);
  }
  r->result = p->results;
  int code = recipe_compile(r, 2);
  if (!code && burl_needs_whole_grid(r->program))
    code = fail("%s: %s needs the whole map at once, and tiles are made one by one", r->name,
                burl_stage_at(r->program, 0) ? burl_stage_at(r->program, 0) : "image");
  for (int i = 0; !code && i < p->plan.layer_count; i++) code = check_layer(p, i);
  return code;
}

int planet_open(planet *p, const char *folder, int with_program) {
  image_error error;
  *p = (planet){.folder = folder};
  if (plan_read(&p->plan, folder, &error) != 0) {
    fail("%s", error.text);
    return BAD_PLAN;
  }
  recipe *const r = &p->recipe;
  r->name = "recipe.burl";
  r->expression = r->text = p->plan.recipe;
  r->length = strlen(r->text);
  r->seed = p->plan.seed;
  for (; r->knob_count < p->plan.knob_count; r->knob_count++) {
    r->knobs[r->knob_count].name = p->plan.knobs[r->knob_count].name;
    r->knobs[r->knob_count].value = p->plan.knobs[r->knob_count].value;
  }
  if (!with_program) return DONE;
  const int code = files_begin(r, NULL, "a plan");
  return code || planet_compile(p) ? BAD_PLAN : DONE;
}

void planet_close(planet *p) {
  recipe_free(&p->recipe);
  plan_free(&p->plan);
}

/* ---- Tiles --------------------------------------------------------------------------------------- */

/* The samples of a tile, float[side][side][channels of all layers]. */
static burl_status sample_tile(const planet *p, map_tile t, float *to) {
  const int side = p->plan.side, channels = burl_channels(p->recipe.program);
  const double across = ldexp((double)side, t.zoom), step = 360.0 / across;
  burl_status status = BURL_OK;
  for (int j = 0; status == BURL_OK && j < side; j++) {
    const double row = (double)t.y * side + j + 0.5, latitude = mercator_latitude(row / across);
    const burl_grid line = {.size = {side, 1}, .first = {(int64_t)t.x * side}, .origin = {0.5 * step - 180.0, latitude},
                            .step = {step, mercator_latitude((row + 0.5) / across) - mercator_latitude((row - 0.5) / across)},
                            .threads = 1};
    status = burl_sample_grid(p->recipe.program, &line, to + (size_t)j * (size_t)side * (size_t)channels);
  }
  return status;
}

static tile_bytes make_layer(const planet *p, int layer, const float *samples, unsigned char *pixels) {
  const burl_result result = burl_result_at(p->recipe.program, layer);
  const int side = p->plan.side;
  tile_bytes made = {0};
  const int bytes = tile_pixels(p->plan.layers[layer].encoding, samples + result.first, result.channels,
                                burl_channels(p->recipe.program), side, pixels);
  made.is_plain = tile_is_plain(pixels, bytes, side, &made.colour);
  made.bytes = tile_file(p->plan.format, pixels, bytes, side, &made.length);
  if (!made.bytes) made.reason = errno ? errno : ENOMEM;
  return made;
}

static void make_tile(const planet *p, uint64_t number, tile_bytes *to) {
  const size_t count = (size_t)(p->plan.side * p->plan.side);
  float *const samples = malloc(count * (size_t)burl_channels(p->recipe.program) * sizeof *samples);
  unsigned char *const pixels = malloc(4 * count);
  const int failed = !samples || !pixels || sample_tile(p, tile_at(number), samples) != BURL_OK;
  for (int i = 0; i < p->plan.layer_count; i++)
    to[i] = failed ? (tile_bytes){.reason = ENOMEM} : make_layer(p, i, samples, pixels);
  free(samples);
  free(pixels);
}

/* Tiles that threads share. */
typedef struct {
  const planet *planet;
  uint64_t first;
  int count;
  tile_bytes *to;
  atomic_int next;
} tile_work;

static void *make_tiles(void *arg) {
  tile_work *const w = arg;
  for (int i; (i = atomic_fetch_add(&w->next, 1)) < w->count;)
    make_tile(w->planet, w->first + (uint64_t)i, w->to + i * w->planet->plan.layer_count);
  return NULL;
}

void planet_make(const planet *p, uint64_t first, int count, int threads, tile_bytes *to) {
  enum { MOST = 256 };
  pthread_t others[MOST];
  tile_work work = {.planet = p, .first = first, .count = count, .to = to};
  const long cores = threads ? threads : sysconf(_SC_NPROCESSORS_ONLN);
  int started = 0;
  while (started < MOST && started + 1 < cores && started + 1 < count &&
         pthread_create(&others[started], NULL, make_tiles, &work) == 0)
    started++;
  make_tiles(&work);
  while (started > 0) pthread_join(others[--started], NULL);
}
