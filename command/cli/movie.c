/* One file of frames.  Each is computed and encoded on a thread of its own, and written in its turn, so that there are
 * no more frames in memory than threads. */
#include "cli/render.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_LOOKED_AT = 32,     /* frames that a format sees before it begins */
  MOST_PIXELS = 1 << 28,   /* of a frame */
  PIXELS_AT_ONCE = 1 << 26 /* of all frames that are being made, unless one has more */
};

typedef struct {
  const rendering *rendering;
  const image_moving *moving;
  source source;
  part part;
  burl_grid grid; /* of a frame */
  image picture;  /* a frame, without its samples */
  image_file file;
  image_movie movie;
  progress bar;
  int workers, threads; /* how many frames are made at once, and threads for each */
  pthread_mutex_t lock; /* guards all below */
  pthread_cond_t changed;
  int64_t next, written;
  range_content content;
  int code;
} film;

/* What a thread makes a frame in. */
typedef struct {
  film *of;
  int threads;
  float *samples;
  unsigned char *pixels;
  range_content content;
} maker;

static int64_t frame_count(const film *f) { return f->rendering->settings.motion.count; }

static const recipe *recipe_of(const film *f) { return &f->rendering->recipe; }

static int fail_for(const film *f, int reason) {
  const char *const path = f->rendering->output;
  return fail("%s: %s", strcmp(path, "-") == 0 ? "standard output" : path, strerror(reason));
}

/* ---- a frame ------------------------------------------------------------------------------------- */

/* The grid that is computed for a frame: recipes with whole-grid functions need all of it. */
static burl_grid computed_grid(const film *f) {
  const burl_program *const program = recipe_of(f)->program;
  return burl_needs_whole_grid(program) ? geometry_around(&f->rendering->settings.geometry, program, &f->source.grid)
                                        : f->grid;
}

/* How many of its lines are computed at once. */
static int64_t strip_lines(const film *f) {
  const burl_grid grid = computed_grid(f);
  const int64_t lines = burl_needs_whole_grid(recipe_of(f)->program) ? grid.size[1] : image_band_lines(&f->picture);
  return lines < grid.size[1] ? lines : grid.size[1];
}

static int open_maker(maker *k, film *f, int threads) {
  const size_t channels = (size_t)f->picture.channels;
  *k = (maker){.of = f, .threads = threads, .content = RANGE_NOTHING};
  k->samples = calloc((size_t)computed_grid(f).size[0] * (size_t)strip_lines(f), channels * sizeof *k->samples);
  k->pixels = calloc((size_t)f->grid.size[0] * (size_t)f->grid.size[1], channels);
  return k->samples && k->pixels ? DONE : fail_for(f, ENOMEM);
}

static void close_maker(maker *k) {
  range_add(&k->of->content, &k->content);
  free(k->samples);
  free(k->pixels);
}

/* A line's samples as pixels of 8 bits. */
static void set_line(maker *k, const float *samples, int64_t line) {
  const image *const picture = &k->of->picture;
  const int64_t count = picture->size[0] * picture->channels;
  const double lo = picture->channels == 1 ? picture->lo : 0, hi = picture->channels == 1 ? picture->hi : 1;
  unsigned char *const to = k->pixels + line * count;
  range_add_samples(&k->content, samples, count);
  for (int64_t i = 0; i < count; i++) to[i] = (unsigned char)image_integer(samples[i], lo, hi, 255);
}

/* Takes the frame's lines out of a strip of computed ones. */
static void set_lines(maker *k, const burl_grid *strip) {
  const burl_grid *const frame = &k->of->grid;
  const int64_t skipped = frame->first[0] - strip->first[0];
  for (int64_t y = 0; y < strip->size[1]; y++) {
    const int64_t line = strip->first[1] + y - frame->first[1];
    if (line >= 0 && line < frame->size[1])
      set_line(k, k->samples + (y * strip->size[0] + skipped) * k->of->picture.channels, line);
  }
}

static int compute_frame(maker *k, int64_t number) {
  film *const f = k->of;
  burl_grid all = computed_grid(f);
  const int64_t lines = strip_lines(f);
  all.time = motion_time(&f->rendering->settings.motion, number);
  all.threads = k->threads;
  for (int64_t first = 0; first < all.size[1]; first += lines) {
    burl_grid strip = all;
    progress_part piece;
    strip.first[1] += first;
    strip.size[1] = lines < all.size[1] - first ? lines : all.size[1] - first;
    progress_watch(&piece, &f->bar, &strip);
    const burl_status status = burl_sample_grid(recipe_of(f)->program, &strip, k->samples);
    if (status != BURL_OK) return fail("%s: %s", recipe_of(f)->name, burl_status_text(status));
    set_lines(k, &strip);
  }
  return DONE;
}

/* ---- all frames ---------------------------------------------------------------------------------- */

/* The number of the next frame; −1: there is none, or one has failed. */
static int64_t take_next(film *f) {
  pthread_mutex_lock(&f->lock);
  const int64_t number = f->code == DONE && f->next < frame_count(f) ? f->next++ : -1;
  pthread_mutex_unlock(&f->lock);
  return number;
}

/* Waits until all frames before this one are written.  Returns the code with which one has failed. */
static int await_turn(film *f, int64_t number) {
  pthread_mutex_lock(&f->lock);
  while (f->written < number && !f->code) pthread_cond_wait(&f->changed, &f->lock);
  const int code = f->code;
  pthread_mutex_unlock(&f->lock);
  return code;
}

/* Ends a frame's turn. */
static void end_turn(film *f, int code) {
  pthread_mutex_lock(&f->lock);
  if (code && !f->code) f->code = code;
  f->written++;
  pthread_cond_broadcast(&f->changed);
  pthread_mutex_unlock(&f->lock);
}

static int write_frame(film *f, const image_frame *frame) {
  const int reason = image_put_bytes(f->movie.stream, frame->bytes, frame->length);
  if (reason) return fail_for(f, reason);
  progress_file(&f->bar);
  return DONE;
}

static int make_frame(maker *k, int64_t number) {
  film *const f = k->of;
  image_frame frame = {0};
  int code = compute_frame(k, number);
  const int reason = code ? 0 : f->moving->encode(&f->movie, number, k->pixels, &frame);
  if (!code && reason) code = fail_for(f, reason);
  if (!code) code = await_turn(f, number);
  if (!code) code = write_frame(f, &frame);
  end_turn(f, code);
  free(frame.bytes);
  return code;
}

static void *work(void *user) {
  film *const f = user;
  maker k;
  int code = open_maker(&k, f, f->threads);
  if (code) end_turn(f, code);
  for (int64_t number; !code && (number = take_next(f)) >= 0;) code = make_frame(&k, number);
  pthread_mutex_lock(&f->lock);
  close_maker(&k);
  pthread_mutex_unlock(&f->lock);
  return NULL;
}

static void choose_workers(film *f) {
  const int all = image_thread_count(f->rendering->threads, INT64_MAX);
  const int64_t fit = PIXELS_AT_ONCE / (f->grid.size[0] * f->grid.size[1]) + 1;
  f->workers = image_thread_count(all, frame_count(f) < fit ? frame_count(f) : fit);
  f->threads = all / f->workers;
  verbose_note("%s; %d frame%s at once, each on %d thread%s", burl_isa(recipe_of(f)->program), f->workers,
               f->workers == 1 ? "" : "s", f->threads, f->threads == 1 ? "" : "s");
}

/* Makes the frames on new threads and on the caller's. */
static int make_frames(film *f) {
  pthread_t *const threads = calloc((size_t)f->workers, sizeof *threads);
  int begun = 0;
  while (threads && begun + 1 < f->workers && pthread_create(&threads[begun], NULL, work, f) == 0) begun++;
  work(f);
  for (int i = 0; i < begun; i++) pthread_join(threads[i], NULL);
  free(threads);
  return f->code;
}

/* ---- what a format sees first -------------------------------------------------------------------- */

/* It looks at every frame, or at every second, and so on; greys have nothing to choose. */
static int64_t look_step(const film *f) { return (frame_count(f) + MOST_LOOKED_AT - 1) / MOST_LOOKED_AT; }

static int64_t looked_at(const film *f) {
  const int64_t step = look_step(f);
  return f->moving->look && f->picture.channels > 1 ? (frame_count(f) + step - 1) / step : 0;
}

static int look(film *f) {
  maker k;
  int code = open_maker(&k, f, f->rendering->threads);
  for (int64_t i = 0; !code && i < looked_at(f); i++) {
    code = compute_frame(&k, i * look_step(f));
    const int reason = code ? 0 : f->moving->look(&f->movie, k.pixels);
    if (reason) code = fail_for(f, reason);
  }
  k.content = (range_content)RANGE_NOTHING;
  close_maker(&k);
  return code;
}

/* ---- the file ------------------------------------------------------------------------------------ */

static int open_film(film *f, const rendering *r, stages *times) {
  f->part = (part){.settings = r->settings, .threads = r->threads};
  f->part.settings.time = r->settings.motion.begin;
  const int code = source_open(&f->source, r, r->recipe.seed, r->settings.motion.begin, times);
  if (code) return code;
  f->grid = f->source.grid;
  geometry_window(&r->settings.geometry, f->grid.first, f->grid.size);
  f->picture = picture_image(&f->source, &f->part, &f->grid, burl_channels(r->recipe.program));
  const range_content none = RANGE_NOTHING;
  range_choose(range_for(&r->settings, r->recipe.program, 0), r->recipe.program, 0, &none, &f->picture);
  f->movie =
      (image_movie){.channels = f->picture.channels, .fps = r->settings.motion.fps, .quality = r->settings.quality};
  return DONE;
}

/* Opens the file, before anything is computed. */
static int open_file(film *f) {
  image_error error;
  const double pixels = (double)f->grid.size[0] * (double)f->grid.size[1];
  if (image_check(f->rendering->format, &f->picture, &error) != 0) return fail("%s", error.text);
  if (pixels > MOST_PIXELS) return fail("too large: a frame has at most %d pixels, this one %.0f", MOST_PIXELS, pixels);
  if (image_begin(&f->file, f->rendering->output, f->rendering->format, &error) != 0) return fail("%s", error.text);
  f->movie.stream = f->file.temporary[0].stream;
  f->movie.width = (int)f->grid.size[0];
  f->movie.height = (int)f->grid.size[1];
  const int reason = f->moving->open ? f->moving->open(&f->movie) : 0;
  return reason ? fail_for(f, reason) : DONE;
}

static int write_frames(film *f) {
  int reason = f->moving->begin(&f->movie);
  if (reason) return fail_for(f, reason);
  const int code = make_frames(f);
  if (!code && f->moving->end) reason = f->moving->end(&f->movie);
  return reason ? fail_for(f, reason) : code;
}

static void note_range(const film *f) {
  const rendering *r = f->rendering;
  range_note(range_for(&r->settings, r->recipe.program, 0), r->recipe.program, 0, &f->picture, &f->content);
  if (f->picture.channels > 1 && !r->recipe.provenance) range_note_colours(&f->content);
}

static int check(const rendering *r) {
  if (burl_result_count(r->recipe.program) > 1 || strstr(r->output, "{result}"))
    return usage_error("-o %s: a .%s holds the frames of one result; --result names it", r->output, r->format->name);
  return series_check_ranges(r);
}

/* Computes and writes all, once the file is open. */
static int make_file(film *f) {
  image_error error;
  const burl_grid grid = computed_grid(f);
  const double samples = (double)grid.size[0] * (double)grid.size[1];
  char *const provenance = provenance_text(recipe_of(f), &f->part.settings, 0, &f->picture, f->rendering->format);
  if (!provenance) return fail_for(f, ENOMEM);
  choose_workers(f);
  progress_begin(&f->bar, samples * (double)(frame_count(f) + looked_at(f)), frame_count(f));
  int code = looked_at(f) > 0 ? look(f) : DONE;
  if (!code) code = write_frames(f);
  if (!code && image_finish_stream(&f->file, provenance, &error) != 0) code = fail("%s", error.text);
  progress_end(&f->bar, code == DONE);
  free(provenance);
  return code;
}

int make_movie(rendering *r) {
  film f = {.rendering = r,
            .moving = r->format->moving,
            .lock = PTHREAD_MUTEX_INITIALIZER,
            .changed = PTHREAD_COND_INITIALIZER,
            .content = RANGE_NOTHING};
  stages times = {0};
  int code = check(r);
  if (!code && !r->recipe.provenance) series_note_unused(r);
  if (!code) code = open_film(&f, r, &times);
  if (!code) code = open_file(&f);
  if (!code) code = make_file(&f);
  if (!code) note_range(&f);
  image_abandon(&f.file);
  if (f.moving->close) f.moving->close(&f.movie);
  source_close(&f.source);
  return code;
}
