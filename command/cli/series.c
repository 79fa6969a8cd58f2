/* The pictures of a rendering: one; one for each seed or frame; the tiles of one; or the tiles of the
 * picture of each seed or frame.  Several are made at once where one is too small to occupy all cores. */
#include "cli/names.h"
#include "cli/render.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PICTURES = 1000000000 };

typedef struct {
  rendering *rendering;
  progress bar;
  int64_t count, tiles; /* how many pictures there are in all, and for each seed or frame */
  int threads;          /* for each picture */
  pthread_mutex_t lock; /* guards all below */
  int64_t next, existing;
  int code;
  made_result made[MOST_RESULTS];
  stages stages;
} series;

static int64_t frame_count(const rendering *r) { return r->settings.motion.count; }

static int is_series(const rendering *r) { return r->seeds_given || r->tile_axes || frame_count(r) > 0; }

static member member_at(const series *s, int64_t number) {
  const rendering *r = s->rendering;
  member m = {.seed = r->seeds_given ? r->first_seed + (uint64_t)(number / s->tiles) : r->recipe.seed,
              .frame = frame_count(r) > 0 ? number / s->tiles : -1};
  int64_t tile = number % s->tiles;
  for (int a = 0; a < r->tile_axes; a++) {
    m.tile[a] = tile % r->tiles[a];
    tile /= r->tiles[a];
  }
  return m;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* The name of a picture's file of one of the results, as name_expand makes it, of a material in that folder. */
static char *name_of(const rendering *r, const member *m, int result, unsigned *parts) {
  char *const name =
      name_expand(r->output, is_series(r) ? m : NULL, burl_result_at(r->recipe.program, result).name, parts);
  if (!name || !makes_material(r)) return name;
  const size_t length = strlen(name), room = length + 1 + (size_t)material_path(r, result, NULL, 0);
  char *const path = realloc(name, room);
  if (path) material_path(r, result, path + length, room - length);
  else free(name);
  return path;
}

static int result_count(const rendering *r) { return burl_result_count(r->recipe.program); }

/* Checks that {result} is in the name where there are several, and only where one is named. */
static int check_result_name(const rendering *r, unsigned parts) {
  const int is_there = parts >> RESULT_PART & 1, count = result_count(r);
  if (count > 1 && strcmp(r->output, "-") == 0)
    return usage_error("-o -: standard output holds one picture, not those of %d results", count);
  if (count > 1 && !is_there && !makes_material(r))
    return usage_error("-o %s: the pictures of all %d results would have this name; rock_{result}.png"
                       " names them apart",
                       r->output, count);
  if (is_there && !r->recipe.result)
    return usage_error("-o %s: which result is not said: --result height,normals does; burl info shows a recipe's"
                       " parts",
                       r->output);
  return DONE;
}

/* Checks that every picture gets a different name. */
static int check_names(const series *s) {
  const rendering *r = s->rendering;
  const member first = member_at(s, 0);
  unsigned parts;
  if (is_series(r) && strcmp(r->output, "-") == 0)
    return usage_error("-o -: standard output holds one picture, not those of --seeds, --tiles or --times");
  char *const name = name_of(r, &first, 0, &parts);
  if (!name) return fail("%s: not enough memory", r->output);
  free(name);
  const int code = check_result_name(r, parts);
  if (code) return code;
  if (r->seeds_given && r->first_seed != r->last_seed && !(parts >> NUMBER_PART & 1))
    return usage_error("-o %s: every seed's picture would have this name; rock_%%03d.png names them"
                       " by their seeds",
                       r->output);
  for (int a = 0; a < r->tile_axes; a++) {
    if (r->tiles[a] > 1 && !(parts >> a & 1))
      return usage_error("-o %s: tiles along %c would have the same name; tile_{x}_{y}.png names"
                         " them by their places",
                         r->output, name_axes[a]);
  }
  return DONE;
}

/* ---- tiles ----------------------------------------------------------------------------------- */

/* How many samples along an axis adjacent tiles share: with --edge shared the one on their border,
 * as game engines expect it, unless --for knows better. */
static int64_t overlap_of(const settings *m) {
  return m->target ? target_overlap(m->target) : m->geometry.edge == EDGE_SHARED ? 1 : 0;
}

/* The size nearest to one that divides into equal tiles; of two, the larger. */
static int64_t nearest_size(int64_t size, int64_t tiles, int64_t overlap) {
  const int64_t least = (size - overlap) / tiles * tiles, rest = size - overlap - least;
  return overlap + least + (2 * rest >= tiles ? tiles : 0);
}

/* Tiles of unequal sizes have no next program that reads them. */
static int refuse_unequal(const rendering *r, const int64_t size[4]) {
  const int is_window = r->settings.geometry.window_count > 0;
  const int64_t overlap = overlap_of(&r->settings);
  char fit[128] = "";
  size_t used = 0;
  int would_share = overlap == 0 && !is_window && !r->settings.target;
  for (int a = 0; a < r->tile_axes; a++) would_share &= (size[a] - 1) % r->tiles[a] == 0;
  for (int a = 0; a < r->tile_axes; a++)
    used += (size_t)snprintf(fit + used, sizeof fit - used, "%s%" PRId64, a ? "x" : "",
                             nearest_size(size[a], r->tiles[a], overlap));
  return usage_error("--tiles: the parts would be unequal%s; %s %s%s fits",
                     overlap ? " (neighbours have their border in common)" : "", is_window ? "a --window of" : "--size",
                     fit, would_share ? " or --edge shared" : "");
}

/* Whether any result has a picture of integers. */
static int has_integers(const rendering *r) {
  int has = 0;
  for (int i = 0; i < result_count(r); i++)
    has |= image_has_integers(r->format, burl_result_at(r->recipe.program, i).channels);
  return has;
}

/* Whether any result has a picture whose range is its own. */
static int is_range_auto(const rendering *r) {
  int is_any = 0;
  for (int i = 0; i < result_count(r) && r->format->kind == IMAGE_INTEGERS; i++)
    is_any |= burl_result_at(r->recipe.program, i).channels == 1 &&
              range_for(&r->settings, r->recipe.program, i)->rule == RANGE_AUTO;
  return is_any;
}

static int check_tiles(const rendering *r) {
  const geometry *g = &r->settings.geometry;
  int64_t first[4], size[4];
  if (!r->tile_axes) return DONE;
  if (is_range_auto(r))
    return usage_error("--tiles and --range auto: every tile would have a range of its own; give"
                       " --range lo,hi");
  if (r->tile_axes != g->axes) return usage_error("--tiles has %d axes, the picture %d", r->tile_axes, g->axes);
  geometry_window(g, first, size);
  for (int a = 0; a < g->axes; a++) {
    if (r->tiles[a] > size[a] - overlap_of(&r->settings) && r->tiles[a] > 1)
      return usage_error("--tiles: %" PRId64 " along %c, where there are %" PRId64 " samples", r->tiles[a],
                         name_axes[a], size[a]);
  }
  for (int a = 0; a < g->axes; a++)
    if (r->tiles[a] > 1 && (size[a] - overlap_of(&r->settings)) % r->tiles[a]) return refuse_unequal(r, size);
  return DONE;
}

/* The settings of a picture, with its frame's time, and its tile as the window. */
static settings settings_of(const rendering *r, const member *m) {
  settings tile = r->settings;
  geometry *const g = &tile.geometry;
  int64_t first[4], size[4];
  if (m->frame >= 0) tile.time = motion_time(&tile.motion, m->frame);
  tile.motion = (motion){0};
  if (!r->tile_axes) return tile;
  geometry_window(&r->settings.geometry, first, size);
  g->window_count = 2 * g->axes;
  for (int a = 0; a < g->axes; a++) {
    const int64_t own = (size[a] - overlap_of(&tile)) / r->tiles[a];
    const int is_upwards = a == 1 && tile.target && target_is_upwards(tile.target);
    const int64_t n = is_upwards ? r->tiles[a] - 1 - m->tile[a] : m->tile[a];
    g->window[a] = first[a] + n * own;
    g->window[g->axes + a] = own + overlap_of(&tile);
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
  int64_t existing;
  made_result made[MOST_RESULTS];
} worker;

/* Opens the source for the picture's seed and time, unless that of the last picture has the same. */
static int open_for(worker *w, const member *m, double time) {
  if (w->source.rendering && w->source.recipe.seed == m->seed && w->source.grid.time == time) return DONE;
  source_close(&w->source);
  return source_open(&w->source, w->series->rendering, m->seed, time, &w->stages);
}

/* Leaves the files out that are there already.  Returns how many are left. */
static int leave_current_out(worker *w, part *p) {
  int left = 0;
  for (int i = 0; i < result_count(w->series->rendering); i++) {
    const int is_current = w->series->rendering->resume && picture_is_current(&w->source, p, i);
    if (is_current) {
      progress_file(&w->series->bar);
      p->paths[i] = NULL;
    }
    w->existing += is_current;
    left += !is_current;
  }
  return left;
}

/* Makes the folders of the files that are left. */
static int make_folders(const rendering *r, const part *p) {
  for (int i = 0; i < result_count(r); i++) {
    const int reason = p->paths[i] ? image_make_folders(p->paths[i]) : 0;
    if (reason) return fail("%s: %s", p->paths[i], strerror(reason));
  }
  return DONE;
}

/* The file that opens the material, beside its maps. */
static int open_material(worker *w, const member *m) {
  unsigned parts;
  const rendering *const r = w->series->rendering;
  char *const folder = name_expand(r->output, is_series(r) ? m : NULL, "", &parts);
  const int code = folder ? material_open(r, folder, &w->made->shown) : fail("%s: not enough memory", r->output);
  free(folder);
  return code;
}

static int make_one(worker *w, int64_t number) {
  series *const s = w->series;
  rendering *const r = s->rendering;
  const member m = member_at(s, number);
  const int results = result_count(r);
  char *names[MOST_RESULTS];
  part p = {.settings = settings_of(r, &m), .threads = s->threads};
  int code = DONE;
  for (int i = 0; i < results; i++) {
    unsigned parts;
    p.paths[i] = names[i] = name_of(r, &m, i, &parts);
    if (!names[i]) code = fail("%s: not enough memory", r->output);
  }

  if (!code) code = open_for(w, &m, p.settings.time);
  const int left = code ? 0 : leave_current_out(w, &p);
  if (left && (is_series(r) || results > 1 || makes_material(r))) code = make_folders(r, &p);
  if (left && !code) code = picture_make(&w->source, &p, &s->bar, w->made);
  if (left && !code && makes_material(r)) code = open_material(w, &m);
  else if (!code) progress_add(&s->bar, samples_of(&p.settings.geometry));
  for (int i = 0; i < results; i++) free(names[i]);
  return code;
}

static void open_made(made_result *made) {
  for (int i = 0; i < MOST_RESULTS; i++) made[i] = (made_result){.content = RANGE_NOTHING};
}

static void add_made(made_result *made, const made_result *more) {
  for (int i = 0; i < MOST_RESULTS; i++) {
    if (more[i].made) made[i].shown = more[i].shown;
    made[i].made += more[i].made;
    range_add(&made[i].content, &more[i].content);
  }
}

static int64_t all_made(const series *s) {
  int64_t all = 0;
  for (int i = 0; i < MOST_RESULTS; i++) all += s->made[i].made;
  return all;
}

static void *work(void *user) {
  series *const s = user;
  worker w = {.series = s};
  int code = DONE;
  open_made(w.made);
  for (int64_t number; !code && (number = take_next(s)) >= 0;) code = make_one(&w, number);
  source_close(&w.source);

  pthread_mutex_lock(&s->lock);
  if (code && !s->code) s->code = code;
  s->existing += w.existing;
  s->stages.compiling += w.stages.compiling;
  s->stages.sampling += w.stages.sampling;
  s->stages.all += w.stages.all;
  add_made(s->made, w.made);
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
  while (threads && begun + 1 < workers && pthread_create(&threads[begun], NULL, work, s) == 0) begun++;
  work(s);
  for (int i = 0; i < begun; i++) pthread_join(threads[i], NULL);
  free(threads);
}

/* ---- the series ------------------------------------------------------------------------------ */

static int count_pictures(series *s) {
  const rendering *r = s->rendering;
  double count = r->seeds_given ? (double)(r->last_seed - r->first_seed) + 1 : fmax(1, (double)frame_count(r));
  s->tiles = 1;
  for (int a = 0; a < r->tile_axes; a++) {
    count *= (double)r->tiles[a];
    if (count <= MOST_PICTURES) s->tiles *= r->tiles[a];
  }
  s->count = (int64_t)fmin(count, MOST_PICTURES);
  return count <= MOST_PICTURES ? DONE : usage_error("%.4g pictures are more than a thousand million", count);
}

static double all_samples(const series *s) {
  const rendering *r = s->rendering;
  const double wholes = (double)(s->count / s->tiles);
  const geometry whole = geometry_computed(&r->settings.geometry, r->recipe.program);
  double shared = 1; /* how many times as many there are, as those on borders are computed twice */
  for (int a = 0; a < r->tile_axes && !burl_needs_whole_grid(r->recipe.program); a++) {
    int64_t first[4], size[4];
    geometry_window(&whole, first, size);
    shared *= 1 + (double)((r->tiles[a] - 1) * overlap_of(&r->settings)) / (double)size[a];
  }
  return wholes * samples_of(&whole) * shared;
}

/* Notes for --verbose. */
static void note_stages(const series *s, int workers, double seconds) {
  const image *shown = NULL;
  for (int i = 0; i < MOST_RESULTS; i++)
    if (s->made[i].made) shown = &s->made[i].shown;
  const int64_t bands = shown ? image_band_count(s->rendering->format, shown) : 0;
  verbose_note("%s; %d thread%s, %d picture%s at once", burl_isa(s->rendering->recipe.program),
               image_thread_count(s->rendering->threads, INT64_MAX),
               image_thread_count(s->rendering->threads, INT64_MAX) == 1 ? "" : "s", workers, workers == 1 ? "" : "s");
  if (shown)
    verbose_note("%" PRId64 " made, each in %" PRId64 " band%s of %" PRId64 " lines; %" PRId64 " were there",
                 all_made(s), bands, bands == 1 ? "" : "s", image_band_lines(shown), s->existing);
  verbose_note("compiling %.3g ms; of all threads, sampling %.3g ms; pictures %.3g ms; by the clock %.3g ms",
               1e3 * (s->rendering->compiling + s->stages.compiling), 1e3 * s->stages.sampling, 1e3 * s->stages.all,
               1e3 * seconds);
}

static void note_range(const series *s) {
  const rendering *r = s->rendering;
  int is_many = 0;
  for (int i = 0; i < result_count(r); i++) {
    const range_option *const range = range_for(&r->settings, r->recipe.program, i);
    const made_result *const made = &s->made[i];
    if (!image_has_integers(r->format, burl_result_at(r->recipe.program, i).channels)) {
      if (made->content.nans)
        note("%" PRId64 " values of %s are not a number", made->content.nans,
             burl_result_at(r->recipe.program, i).name);
      continue;
    }
    if (made->made > 1 && range->rule == RANGE_AUTO) is_many = 1;
    else if (made->made) range_note(range, r->recipe.program, i, &made->shown, &made->content);
    if (made->made && made->shown.channels > 1 && !r->recipe.provenance && !makes_material(r))
      range_note_colours(&made->content);
  }
  if (is_many) note("--range auto: each picture has its own range");
  for (int i = 0; i < result_count(r); i++)
    if (s->made[i].content.as_nodata)
      note("%" PRId64
           " values are %.9g themselves, which --nodata makes missing ones: another number would tell them apart",
           s->made[i].content.as_nodata, s->made[i].shown.nodata);
}

int series_check_ranges(const rendering *r) {
  int code = DONE;
  for (int i = 0; i < r->settings.range_count; i++) {
    const char *const name = r->settings.ranges[i].result;
    int k = 0;
    while (k < result_count(r) && strcmp(burl_result_at(r->recipe.program, k).name, name) != 0) k++;
    if (k == result_count(r)) return usage_error("--range: no result is called '%s'", name);
  }
  for (int i = 0; !code && i < result_count(r); i++)
    code = range_check(range_for(&r->settings, r->recipe.program, i), r->recipe.program, i, r->format);
  return code;
}

/* Whether a picture is of heights, as far as one can tell: samples lie on its edges and it is the only one, or its
 * range (more than a noise has) or a name says so. */
static int shows_heights(const rendering *r, int result, const image *shown) {
  return (r->settings.geometry.edge == EDGE_SHARED && result_count(r) == 1) || shown->hi - shown->lo > 2.001 ||
         strstr(r->output, "height") || strstr(burl_result_at(r->recipe.program, result).name, "height");
}

/* Notes that 8 bits make terraces of heights, unless they were asked for. */
static void note_depth(const series *s) {
  const rendering *r = s->rendering;
  if (r->format->kind != IMAGE_INTEGERS || r->settings.depth_given || r->recipe.provenance || makes_material(r)) return;
  for (int i = 0; i < result_count(r); i++) {
    const image *const shown = &s->made[i].shown;
    const range_content *const content = &s->made[i].content;
    if (!s->made[i].made || shown->channels != 1 || shown->depth != 8 || !shows_heights(r, i, shown)) continue;
    if (!content->has_fractions && shown->hi - shown->lo <= 255)
      continue; /* each of these numbers has a grey of its own */
    note("heights in 8 bits have 256 levels, %.3g apart; %s--depth 16 has 65,536", (shown->hi - shown->lo) / 255,
         r->format->depths & 16 ? "" : "a .png with ");
    return;
  }
}

void series_note_unused(const rendering *r) {
  for (int i = 0; i < RENDER_ROWS; i++) {
    const option_row *const o = provenance_row(i);
    if (o->effect && !o->effect->has(r->format) && provenance_has(o, &r->settings))
      note("--%s makes no difference: a .%s%s", o->name, r->format->name, o->effect->otherwise);
  }
}

int make_series(rendering *r) {
  if (r->settings.lit) return make_lit(r);
  series s = {.rendering = r, .lock = PTHREAD_MUTEX_INITIALIZER};
  open_made(s.made);
  int code = target_check(r);
  if (!code) code = check_tiles(r);
  if (!code) code = count_pictures(&s);
  if (!code) code = check_names(&s);
  if (!code) code = series_check_ranges(r);
  if (code) return code;
  if (r->settings.depth_given && !has_integers(r))
    note("--depth makes no difference: a file of floats has 32 bits a value");
  if (r->settings.geometry.axes == 1 && r->format->kind == IMAGE_INTEGERS && !r->recipe.provenance)
    note("one axis is a single row; --size %" PRId64 "x%" PRId64 " is a square", r->settings.geometry.size[0],
         r->settings.geometry.size[0]);
  if (!r->recipe.provenance) series_note_unused(r);

  const double begun = seconds_now();
  const int workers = choose_workers(&s);
  progress_begin(&s.bar, all_samples(&s), s.count * result_count(r));
  run_workers(&s, workers);
  progress_end(&s.bar, s.code == DONE);
  if (s.code == DONE) note_range(&s);
  if (s.code == DONE) note_depth(&s);
  if (s.code == DONE && s.made->made && makes_material(r)) material_note(r, s.made);
  if (s.code == DONE && s.made->made && r->settings.target) target_print(r, &s.made->shown);
  if (s.code == DONE && s.existing)
    note("%" PRId64 " of %" PRId64 " were there and complete", s.existing, s.count * result_count(r));
  if (s.code == DONE) note_stages(&s, workers, seconds_now() - begun);
  return s.code;
}
