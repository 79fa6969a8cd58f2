/* The pictures of a rendering: one; one for each seed; the tiles of one; or the tiles of the
 * picture of each seed.  Several are made at once where one is too small to occupy all cores. */
#include "render.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char axis_name[] = "xyzw";

enum { MOST_PICTURES = 1000000000 };

/* A picture of the series: its seed, and the number of its tile along each axis. */
typedef struct {
  uint64_t seed;
  int64_t tile[4];
} member;

typedef struct {
  rendering *rendering;
  progress bar;
  int64_t count, tiles; /* how many pictures there are in all, and for each seed */
  int threads;          /* for each picture */
  pthread_mutex_t lock; /* guards all below */
  int64_t next, made, existing;
  int code;
  range_content content;
  image shown; /* one of the pictures made, without its samples */
  stages stages;
} series;

static int is_series(const rendering *r) { return r->seeds_given || r->tile_axes; }

static member member_at(const series *s, int64_t number) {
  const rendering *r = s->rendering;
  member m = {.seed =
                  r->seeds_given ? r->first_seed + (uint64_t)(number / s->tiles) : r->recipe.seed};
  int64_t tile = number % s->tiles;
  for (int a = 0; a < r->tile_axes; a++) {
    m.tile[a] = tile % r->tiles[a];
    tile /= r->tiles[a];
  }
  return m;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Expands one element of the pattern: %d or %03d, %%, {x}, or a character; advances *pattern behind
 * it, and *length by the result's length, even if there is no room for it.  Returns the axis of a
 * tile's number, 4 for the seed, −1 for others. */
static int expand_one(const char **pattern, const member *m, char *to, size_t room,
                      size_t *length) {
  const char *p = *pattern;
  char number[48];
  int which = -1, digits = 0, read = 0;
  *pattern += 1;
  if (*p == '%' && p[1] == '%') {
    *pattern += 1;
  } else if (*p == '%' &&
             (sscanf(p, "%%%2d%n", &digits, &read) == 1 ? p[read] == 'd' : p[1] == 'd')) {
    snprintf(number, sizeof number, "%0*" PRIu64, digits, m->seed);
    *pattern = p + (read ? read : 1) + 1;
    which = 4;
  } else if (*p == '{' && p[1] && p[2] == '}' && strchr(axis_name, p[1])) {
    which = (int)(strchr(axis_name, p[1]) - axis_name);
    snprintf(number, sizeof number, "%" PRId64, m->tile[which]);
    *pattern = p + 3;
  }
  if (which < 0) snprintf(number, sizeof number, "%c", *p);
  for (const char *c = number; *c; c++, ++*length)
    if (*length + 1 < room) to[*length] = *c;
  return which;
}

/* The name of a picture, to be freed; NULL: out of memory.  *parts: a bit for each axis whose
 * tile's number is in it, and bit 4 for the seed. */
static char *name_of(const rendering *r, const member *m, unsigned *parts) {
  size_t length = 0;
  *parts = 0;
  if (!is_series(r)) return strdup(r->output);
  for (const char *p = r->output; *p;) {
    const int which = expand_one(&p, m, NULL, 0, &length);
    if (which >= 0) *parts |= 1u << which;
  }
  const size_t room = length + 1;
  char *const name = malloc(room);
  length = 0;
  for (const char *p = r->output; name && *p;) expand_one(&p, m, name, room, &length);
  if (name) name[length] = '\0';
  return name;
}

/* Checks that every picture gets a different name. */
static int check_names(const series *s) {
  const rendering *r = s->rendering;
  const member first = member_at(s, 0);
  unsigned parts;
  if (is_series(r) && strcmp(r->output, "-") == 0)
    return usage_error("-o -: standard output holds one picture, not those of --seeds or --tiles");
  char *const name = name_of(r, &first, &parts);
  if (!name) return fail("%s: not enough memory", r->output);
  free(name);
  if (r->seeds_given && r->first_seed != r->last_seed && !(parts >> 4 & 1))
    return usage_error("-o %s: every seed's picture would have this name; rock_%%03d.png names them"
                       " by their seeds",
                       r->output);
  for (int a = 0; a < r->tile_axes; a++) {
    if (r->tiles[a] > 1 && !(parts >> a & 1))
      return usage_error("-o %s: tiles along %c would have the same name; tile_{x}_{y}.png names"
                         " them by their places",
                         r->output, axis_name[a]);
  }
  return DONE;
}

/* ---- tiles ----------------------------------------------------------------------------------- */

/* How many samples along an axis adjacent tiles share: with --edge shared the one on their border,
 * as game engines expect it. */
static int64_t overlap_of(const geometry *g) { return g->edge == EDGE_SHARED ? 1 : 0; }

static int check_tiles(const rendering *r) {
  const geometry *g = &r->settings.geometry;
  int64_t first[4], size[4];
  if (!r->tile_axes) return DONE;
  if (r->settings.range.rule == RANGE_AUTO && r->format->kind == IMAGE_INTEGERS &&
      burl_channels(r->recipe.program) == 1)
    return usage_error("--tiles and --range auto: every tile would have a range of its own; give"
                       " --range lo,hi");
  if (r->tile_axes != g->axes)
    return usage_error("--tiles has %d axes, the picture %d", r->tile_axes, g->axes);
  geometry_window(g, first, size);
  for (int a = 0; a < g->axes; a++) {
    if (r->tiles[a] > size[a] - overlap_of(g) && r->tiles[a] > 1)
      return usage_error("--tiles: %" PRId64 " along %c, where there are %" PRId64 " samples",
                         r->tiles[a], axis_name[a], size[a]);
  }
  return DONE;
}

/* The settings of a picture, with its tile as the window.  Tiles' sizes differ by at most one. */
static settings settings_of(const rendering *r, const member *m) {
  settings tile = r->settings;
  geometry *const g = &tile.geometry;
  int64_t first[4], size[4];
  if (!r->tile_axes) return tile;
  geometry_window(&r->settings.geometry, first, size);
  g->window_count = 2 * g->axes;
  for (int a = 0; a < g->axes; a++) {
    const int64_t all = size[a] - overlap_of(g), n = m->tile[a];
    const int64_t whole = all / r->tiles[a], rest = all % r->tiles[a];
    g->window[a] = first[a] + n * whole + (n < rest ? n : rest);
    g->window[g->axes + a] = whole + (n < rest) + overlap_of(g);
  }
  return tile;
}

/* ---- making them ----------------------------------------------------------------------------- */

/* The number of the next picture; −1: there is none, or one has failed. */
static int64_t take_next(series *s) {
  pthread_mutex_lock(&s->lock);
  const int64_t number = s->code == DONE && s->next < s->count ? s->next++ : -1;
  pthread_mutex_unlock(&s->lock);
  return number;
}

static double samples_of(const geometry *g) {
  int64_t first[4], size[4];
  geometry_window(g, first, size);
  return (double)size[0] * (double)size[1] * (double)size[2] * (double)size[3];
}

/* A worker: the source of its last picture, and what it has made. */
typedef struct {
  series *series;
  source source;
  stages stages;
  int64_t made, existing;
  range_content content;
  image shown;
} worker;

/* Opens the source for the picture's seed, unless that of the last picture has the same seed. */
static int open_for(worker *w, const member *m) {
  if (w->source.rendering && w->source.recipe.seed == m->seed) return DONE;
  source_close(&w->source);
  return source_open(&w->source, w->series->rendering, m->seed, &w->stages);
}

static int make_one(worker *w, int64_t number) {
  series *const s = w->series;
  rendering *const r = s->rendering;
  const member m = member_at(s, number);
  unsigned parts;
  char *const name = name_of(r, &m, &parts);
  const part p = {.path = name, .settings = settings_of(r, &m), .threads = s->threads};
  if (!name) return fail("%s: not enough memory", r->output);

  int code = open_for(w, &m);
  const int is_current = !code && r->resume && picture_is_current(&w->source, &p);
  if (is_current) progress_add(&s->bar, samples_of(&p.settings.geometry));
  else if (!code) code = picture_make(&w->source, &p, &s->bar, &w->content, &w->shown);
  if (!code) progress_file(&s->bar);
  w->existing += is_current;
  w->made += !code && !is_current;
  free(name);
  return code;
}

static void *work(void *user) {
  series *const s = user;
  worker w = {.series = s, .content = RANGE_NOTHING};
  int code = DONE;
  for (int64_t number; !code && (number = take_next(s)) >= 0;) code = make_one(&w, number);
  source_close(&w.source);

  pthread_mutex_lock(&s->lock);
  if (code && !s->code) s->code = code;
  s->made += w.made;
  s->existing += w.existing;
  s->stages.compiling += w.stages.compiling;
  s->stages.sampling += w.stages.sampling;
  s->stages.all += w.stages.all;
  range_add(&s->content, &w.content);
  if (w.made) s->shown = w.shown;
  pthread_mutex_unlock(&s->lock);
  return NULL;
}

/* How many pictures are made at once: as many as occupy all threads, each with as many as it has
 * bands.  The tiles of a recipe with whole-grid functions share its samples, and so are made by one
 * worker. */
static int choose_workers(series *s) {
  const rendering *r = s->rendering;
  const member m = member_at(s, 0);
  const settings first = settings_of(r, &m);
  const int is_whole = burl_needs_whole_grid(r->recipe.program) && s->tiles > 1;
  s->threads = r->threads;
  if (s->count == 1 || is_whole || samples_of(&first.geometry) > 0x1p40) return 1;
  image picture = {.axes = first.geometry.axes, .channels = burl_channels(r->recipe.program)};
  int64_t begin[4];
  geometry_window(&first.geometry, begin, picture.size);
  const int all = image_thread_count(r->threads, INT64_MAX);
  const int of_one = image_thread_count(r->threads, image_band_count(r->format, &picture));
  const int workers = image_thread_count(all / of_one, s->count);
  if (workers > 1) s->threads = of_one;
  return workers;
}

/* Runs the workers on new threads and on the caller's. */
static void run_workers(series *s, int workers) {
  pthread_t *const threads = calloc((size_t)workers, sizeof *threads);
  int begun = 0;
  while (threads && begun + 1 < workers && pthread_create(&threads[begun], NULL, work, s) == 0)
    begun++;
  work(s);
  for (int i = 0; i < begun; i++) pthread_join(threads[i], NULL);
  free(threads);
}

/* ---- the series ------------------------------------------------------------------------------ */

static int count_pictures(series *s) {
  const rendering *r = s->rendering;
  double count = r->seeds_given ? (double)(r->last_seed - r->first_seed) + 1 : 1;
  s->tiles = 1;
  for (int a = 0; a < r->tile_axes; a++) {
    count *= (double)r->tiles[a];
    if (count <= MOST_PICTURES) s->tiles *= r->tiles[a];
  }
  s->count = (int64_t)fmin(count, MOST_PICTURES);
  return count <= MOST_PICTURES
             ? DONE
             : usage_error("%.4g pictures are more than a thousand million", count);
}

static double all_samples(const series *s) {
  const rendering *r = s->rendering;
  const double seeds = (double)(s->count / s->tiles);
  geometry whole = r->settings.geometry;
  if (burl_needs_whole_grid(r->recipe.program)) whole.window_count = 0;
  double shared = 1; /* how many times as many there are, as those on borders are computed twice */
  for (int a = 0; a < r->tile_axes && !burl_needs_whole_grid(r->recipe.program); a++) {
    int64_t first[4], size[4];
    geometry_window(&whole, first, size);
    shared *= 1 + (double)((r->tiles[a] - 1) * overlap_of(&whole)) / (double)size[a];
  }
  return seeds * samples_of(&whole) * shared;
}

/* Notes for --verbose. */
static void note_stages(const series *s, int workers, double seconds) {
  const int64_t bands = s->made ? image_band_count(s->rendering->format, &s->shown) : 0;
  verbose_note("%s; %d thread%s, %d picture%s at once", burl_isa(s->rendering->recipe.program),
       image_thread_count(s->rendering->threads, INT64_MAX),
       image_thread_count(s->rendering->threads, INT64_MAX) == 1 ? "" : "s", workers,
       workers == 1 ? "" : "s");
  if (s->made)
    verbose_note("%" PRId64 " made, each in %" PRId64 " band%s of %" PRId64 " lines; %" PRId64
         " were there",
         s->made, bands, bands == 1 ? "" : "s", image_band_lines(&s->shown), s->existing);
  verbose_note(
      "compiling %.3g ms; of all threads, sampling %.3g ms; pictures %.3g ms; by the clock %.3g ms",
      1e3 * (s->rendering->compiling + s->stages.compiling), 1e3 * s->stages.sampling,
      1e3 * s->stages.all, 1e3 * seconds);
}

static void note_range(const series *s) {
  const rendering *r = s->rendering;
  const int is_many = s->made > 1;
  if (s->made == 0 || r->format->kind != IMAGE_INTEGERS) return;
  if (is_many && r->settings.range.rule == RANGE_AUTO)
    note("--range auto: each picture has its own range");
  else range_note(&r->settings.range, r->recipe.program, &s->shown, &s->content);
}

int make_series(rendering *r) {
  series s = {.rendering = r, .content = RANGE_NOTHING, .lock = PTHREAD_MUTEX_INITIALIZER};
  int code = check_tiles(r);
  if (!code) code = count_pictures(&s);
  if (!code) code = check_names(&s);
  if (!code) code = range_check(&r->settings.range, r->recipe.program, r->format);
  if (code) return code;
  if (r->settings.depth_given && r->format->kind == IMAGE_FLOATS)
    note("--depth makes no difference: a file of floats has 32 bits a value");
  if (r->settings.geometry.axes == 1 && r->format->kind == IMAGE_INTEGERS && !r->recipe.provenance)
    note("one axis is a single row; --size %" PRId64 "x%" PRId64 " is a square",
         r->settings.geometry.size[0], r->settings.geometry.size[0]);
  if (r->settings.crs && strcmp(r->format->name, "tif") != 0 && !r->recipe.provenance)
    note("--crs makes no difference: a .%s has no place for it, a .tif has", r->format->name);

  const double begun = seconds_now();
  const int workers = choose_workers(&s);
  progress_begin(&s.bar, all_samples(&s), s.count);
  run_workers(&s, workers);
  progress_end(&s.bar, s.code == DONE);
  if (s.code == DONE) note_range(&s);
  if (s.code == DONE && s.existing)
    note("%" PRId64 " of %" PRId64 " were there and complete", s.existing, s.count);
  if (s.code == DONE) note_stages(&s, workers, seconds_now() - begun);
  return s.code;
}
