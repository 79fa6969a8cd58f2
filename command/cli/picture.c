/* One picture: chooses its samples, computes them, and writes them to a file, or those of each result to one. */
#include "cli/render.h"

#include "base/memory.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct job job;

/* One of the files: that of a result. */
typedef struct {
  job *of;
  int result;
  const char *path;
  int first; /* of the program's channels */
  image_file file;
  image picture;
  char *provenance; /* how it is made: picture.provenance, to be freed */
  float *data;      /* all samples, where they are computed before the first is written; else NULL */
  range_content content;
  strips *strips; /* from which the samples come; NULL: they are this file's alone */
  int code;       /* of writing it on a thread of its own */
  pthread_t thread;
} output;

struct job {
  source *source;
  const part *part;
  burl_grid grid; /* of this picture */
  progress *bar;
  int channels; /* of all results */
  output outputs[MOST_RESULTS];
  int count;
  burl_status status;   /* an error in computing a band */
  double sampling;      /* seconds, summed over threads */
  pthread_mutex_t lock; /* guards the outputs' content, status and sampling */
};

static double sample_count(const int64_t size[4]) {
  return (double)size[0] * (double)size[1] * (double)size[2] * (double)size[3];
}

/* ---- the source ------------------------------------------------------------------------------ */

/* The bytes of the samples; 0 where no size_t holds them. */
static size_t samples_size(const int64_t size[4], int channels) {
  size_t bytes = sizeof(float) * (size_t)channels;
  for (int a = 0; a < 4; a++) {
    if (!burl__multiply(bytes, (size_t)size[a], &bytes)) return 0;
  }
  return bytes;
}

/* Allocates memory for all samples.  It compares their size with the machine's memory first, as a
 * system that overcommits would kill the tool later.  instead: what the message suggests. */
static int allocate(float **data, const int64_t size[4], int channels, const char *instead) {
  const double wanted = 4.0 * channels * sample_count(size);
  const double installed = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  const size_t bytes = samples_size(size, channels);
  if (bytes > 0 && wanted <= installed) *data = malloc(bytes);
  if (*data) return DONE;
  return fail("not enough memory: the samples take %.4g GiB, this machine has %.4g; %s", wanted / 0x1p30,
              installed / 0x1p30, instead);
}

/* Why the samples of a whole grid could not be computed. */
static int fail_whole(const source *s, burl_status status) {
  const double cells = (double)s->grid.size[0] * (double)s->grid.size[1];
  if (status == BURL_LIMIT)
    return fail("%s: whole-grid functions take less than 2^31 cells, and 2^20 along an axis; this picture has %.4g",
                s->recipe.name, cells);
  return fail("%s: %s", s->recipe.name, burl_status_text(status));
}

/* Notes where there is no number; of integers range_note says it. */
static void note_gaps(const source *s) {
  const int64_t channels = burl_channels(s->recipe.program), width = s->grid.size[0], cells = width * s->grid.size[1];
  int64_t count = 0, first = 0;
  if (!s->rendering->format || s->rendering->format->kind == IMAGE_INTEGERS) return;
  for (int64_t i = cells * channels; i-- > 0;)
    if (isnan(s->whole[i])) count++, first = i / channels;
  if (count)
    note("%" PRId64 " of %" PRId64 " values are not a number, the first in column %" PRId64 " of line %" PRId64, count,
         cells * channels, first % width, first / width);
}

int source_compute_whole(source *s, progress *bar) {
  const burl_program *program = s->recipe.program;
  int code = allocate(&s->whole, s->grid.size, burl_channels(program), "--size makes it smaller");
  if (code) return code;
  const double begun = seconds_now();
  progress_part piece;
  progress_watch(&piece, bar, &s->grid);
  const burl_status status = burl_sample_grid(program, &s->grid, s->whole);
  s->grid.progress = NULL;
  s->stages->sampling += seconds_now() - begun;
  if (status == BURL_OK) note_gaps(s);
  return status == BURL_OK ? DONE : fail_whole(s, status);
}

int source_open(source *s, const rendering *r, uint64_t seed, double time, stages *times) {
  const double begun = seconds_now();
  *s = (source){.rendering = r, .recipe = r->recipe, .stages = times};
  int code = DONE;
  if (r->seeds_given) {
    s->recipe.seed = seed;
    s->recipe.program = NULL;
    code = recipe_compile_to_fit(&s->recipe, geometry_dims(&r->settings.geometry));
  }
  if (code) return code;
  s->grid.time = time;
  s->grid.threads = r->threads;
  code = geometry_place(&r->settings.geometry, s->recipe.program, &s->grid);
  s->stages->compiling += seconds_now() - begun;
  return code;
}

void source_close(source *s) {
  if (s->rendering && s->rendering->seeds_given) burl_free(s->recipe.program);
  free(s->whole);
  *s = (source){0};
}

/* ---- the samples ----------------------------------------------------------------------------- */

/* The depth: that of a format with one depth only, unless another is given, which image_check
 * rejects. */
static int bits_of(const rendering *r) {
  const int only = r->format->depths == 16 && !r->settings.depth_given;
  return only ? 16 : r->settings.depth;
}

static int is_upwards(const settings *m) { return m->target && target_is_upwards(m->target); }

image picture_image(const source *s, const part *p, const burl_grid *grid, int channels) {
  const settings *const m = &p->settings;
  image picture = {.axes = m->geometry.axes,
                   .channels = channels,
                   .depth = bits_of(s->rendering),
                   .quality = m->quality,
                   .threads = p->threads,
                   .crs = m->crs,
                   .unit = m->unit,
                   .has_nodata = m->has_nodata,
                   .nodata = m->nodata,
                   .dpi = m->dpi,
                   .big_endian = m->byte_order == BYTES_BIG,
                   .upwards = is_upwards(m)};
  for (int a = 0; a < 4; a++) {
    picture.size[a] = grid->size[a];
    picture.whole[a] = s->grid.size[a];
    picture.begin[a] = grid->first[a];
    picture.origin[a] = grid->origin[a];
    picture.step[a] = grid->step[a];
  }
  return picture;
}

static image image_of(const job *j, int channels) { return picture_image(j->source, j->part, &j->grid, channels); }

static void add_output(job *j, int result) {
  const burl_result r = burl_result_at(j->source->recipe.program, result);
  j->outputs[j->count++] = (output){.of = j,
                                    .result = result,
                                    .path = j->part->paths[result],
                                    .first = r.first,
                                    .picture = image_of(j, r.channels),
                                    .content = RANGE_NOTHING};
}

static void choose_grid(job *j) {
  j->channels = burl_channels(j->source->recipe.program);
  j->grid = j->source->grid;
  j->grid.threads = j->part->threads;
  geometry_window(&j->part->settings.geometry, j->grid.first, j->grid.size);
}

static int choose_samples(job *j) {
  choose_grid(j);
  for (int i = 0; i < burl_result_count(j->source->recipe.program); i++)
    if (j->part->paths[i]) add_output(j, i);

  const double bytes = 4.0 * j->channels * sample_count(j->grid.size), most = 0x1p40;
  if (bytes <= most) return DONE;
  return fail("too large: the samples take %.4g GiB, and at most %.4g pass through memory for a file;"
              " --window or --tiles makes parts",
              bytes / 0x1p30, most / 0x1p30);
}

/* Opens the files, before anything is computed. */
static int open_files(job *j) {
  for (output *o = j->outputs; o < j->outputs + j->count; o++) {
    image_error error;
    if (image_begin(&o->file, o->path, j->source->rendering->format, &error) != 0 ||
        image_check(o->file.format, &o->picture, &error) != 0)
      return fail("%s", error.text);
  }
  return DONE;
}

static int needs_range(const job *j) { return j->source->rendering->format->kind == IMAGE_INTEGERS; }

static const range_option *range_of(const output *o) {
  return range_for(&o->of->part->settings, o->of->source->recipe.program, o->result);
}

static int is_range_auto(const output *o) {
  return needs_range(o->of) && o->picture.channels == 1 && range_of(o)->rule == RANGE_AUTO;
}

static int is_any_range_auto(const job *j) {
  int is_any = 0;
  for (int i = 0; i < j->count; i++) is_any |= is_range_auto(&j->outputs[i]);
  return is_any;
}

/* ---- sampling -------------------------------------------------------------------------------- */

/* Reduces the grid to the largest part of whole rows, slices or volumes that begins at `line` and
 * has at most `count` lines.  Returns how many lines it has. */
static int64_t cut_block(burl_grid *grid, int64_t line, int64_t count) {
  const int64_t *whole = grid->size, slice = whole[1], volume = whole[1] * whole[2];
  const int64_t index[4] = {0, line % slice, line / slice % whole[2], line / volume};
  int64_t size[4] = {whole[0], 1, 1, 1};
  if (line % volume == 0 && count >= volume) {
    size[1] = whole[1];
    size[2] = whole[2];
    size[3] = count / volume;
  } else if (line % slice == 0 && count >= slice) {
    size[1] = whole[1];
    size[2] = count / slice < whole[2] - index[2] ? count / slice : whole[2] - index[2];
  } else {
    size[1] = count < slice - index[1] ? count : slice - index[1];
  }
  for (int a = 0; a < 4; a++) {
    grid->first[a] += index[a];
    grid->size[a] = size[a];
  }
  return size[1] * size[2] * size[3];
}

/* Copies a part of the whole's samples; it is a whole of two dimensions. */
static void copy_part(const job *j, const image_part *cut, float *to) {
  const int64_t width = j->source->grid.size[0], *const begin = j->grid.first;
  const size_t row = (size_t)(cut->columns * j->channels);
  for (int64_t line = cut->first; line < cut->first + cut->lines; line++, to += row) {
    const int64_t sample = (begin[1] + line) * width + begin[0] + cut->column;
    memcpy(to, j->source->whole + sample * j->channels, row * sizeof *to);
  }
}

/* Computes or copies a part of all channels.  Any part of the grid has the same bits as in the whole. */
static burl_status sample_part(const job *j, const image_part *cut, float *to) {
  const int64_t line_samples = cut->columns * j->channels;
  int64_t first = cut->first, count = cut->lines;
  burl_status status = BURL_OK;
  if (j->source->whole) {
    copy_part(j, cut, to);
    return status;
  }
  while (status == BURL_OK && count > 0) {
    burl_grid block = j->grid;
    block.first[0] += cut->column;
    block.size[0] = cut->columns;
    const int64_t lines = cut_block(&block, first, count);
    status = burl_sample_grid(j->source->recipe.program, &block, to);
    to += lines * line_samples;
    first += lines;
    count -= lines;
  }
  return status;
}

/* Computes a part of all channels.  Returns 0, or the reason for a failure. */
static int compute_part(job *j, const image_part *cut, float *to) {
  const double begun = seconds_now();
  const burl_status status = sample_part(j, cut, to);
  pthread_mutex_lock(&j->lock);
  if (status != BURL_OK) j->status = status;
  j->sampling += seconds_now() - begun;
  pthread_mutex_unlock(&j->lock);
  return status == BURL_OK ? 0 : ECANCELED;
}

/* Looks at a part of a result for its range. */
static void look_at_part(output *o, const image_part *cut, const float *samples) {
  range_content content = RANGE_NOTHING;
  if (!needs_range(o->of)) return;
  range_add_samples(&content, samples, cut->lines * cut->columns * o->picture.channels);
  pthread_mutex_lock(&o->of->lock);
  range_add(&o->content, &content);
  pthread_mutex_unlock(&o->of->lock);
}

/* image.lines.  Called from several threads at once, but with strips on one. */
static int give_part(void *user, const image_part *cut, float *to) {
  output *const o = user;
  const int reason =
      o->strips ? strips_read(o->strips, o->first, o->picture.channels, cut, to) : compute_part(o->of, cut, to);
  if (!reason) look_at_part(o, cut, to);
  return reason;
}

static int64_t line_count(const job *j) { return j->grid.size[1] * j->grid.size[2] * j->grid.size[3]; }

/* Whether there is one result alone. */
static int is_alone(const job *j) { return burl_result_count(j->source->recipe.program) == 1; }

/* Whether all samples are computed before the first is written: where that depends on all, or there
 * is one band only. */
static int must_compute_all(const job *j) {
  const image all = image_of(j, j->channels);
  const image_format *const format = j->source->rendering->format;
  const int is_reversed = !is_alone(j) && image_is_upside_down(format, &all); /* strips come in order */
  return format->whole || is_reversed || is_any_range_auto(j) || image_band_count(format, &all) == 1;
}

static image_part whole_lines(const job *j, int64_t first, int64_t count) {
  return (image_part){.first = first, .lines = count, .columns = j->grid.size[0]};
}

static int compute_one(output *o) {
  job *const j = o->of;
  const image_part all = whole_lines(j, 0, line_count(j));
  if (!compute_part(j, &all, o->data)) look_at_part(o, &all, o->data);
  return j->status == BURL_OK ? DONE : fail("%s: %s", j->source->recipe.name, burl_status_text(j->status));
}

/* Computes all results, a band after another, and parts their channels. */
static int compute_several(job *j) {
  const image all = image_of(j, j->channels);
  const int64_t band = image_band_lines(&all), lines = line_count(j);
  float *samples = NULL;
  int64_t size[4] = {j->grid.size[0], band < lines ? band : lines, 1, 1};
  int code = allocate(&samples, size, j->channels, "--tiles makes a part at a time");
  for (int64_t first = 0, count; !code && first < lines; first += count) {
    count = lines - first < band ? lines - first : band;
    const image_part cut = whole_lines(j, first, count);
    if (compute_part(j, &cut, samples)) code = fail("%s: %s", j->source->recipe.name, burl_status_text(j->status));
    for (output *o = j->outputs; !code && o < j->outputs + j->count; o++) {
      float *const to = o->data + first * size[0] * o->picture.channels;
      strips_take(samples, j->channels, o->first, o->picture.channels, count * size[0], to);
      look_at_part(o, &cut, to);
    }
    if (!code && !j->source->whole) progress_add(j->bar, (double)(count * size[0]));
  }
  free(samples);
  return code;
}

static int compute_all(job *j) {
  for (output *o = j->outputs; o < j->outputs + j->count; o++) {
    const int code = allocate(&o->data, j->grid.size, o->picture.channels,
                              is_any_range_auto(j) ? "--range lo,hi needs them a part at a time"
                                                   : "--window or --tiles makes a part at a time");
    if (code) return code;
    o->picture.data = o->data;
  }
  return is_alone(j) ? compute_one(j->outputs) : compute_several(j);
}

/* Lets the bands be computed while they are written, each on one thread; with more threads than
 * bands, on several. */
static void compute_as_written(output *o) {
  job *const j = o->of;
  const int64_t bands = image_band_count(j->source->rendering->format, &o->picture);
  const int all = image_thread_count(j->part->threads, INT64_MAX);
  o->picture.lines = give_part;
  o->picture.lines_user = o;
  o->picture.progress = j->grid.progress;
  o->picture.progress_user = j->grid.user;
  j->grid.progress = NULL;
  j->grid.threads = all / image_thread_count(j->part->threads, bands);
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Chooses the picture's range, and returns the text that says how it is made. */
static char *provenance_of(output *o) {
  const job *const j = o->of;
  const recipe *r = &j->source->recipe;
  if (needs_range(j)) range_choose(range_of(o), r->program, o->result, &o->content, &o->picture);
  return provenance_text(r, &j->part->settings, o->result, &o->picture, j->source->rendering->format);
}

/* A coarse picture doesn't say that it was made so: it was not. */
static const char *stored_provenance(const output *o) {
  return o->of->source->rendering->coarse ? NULL : o->provenance;
}

static int write_file(output *o) {
  image_error error;
  o->provenance = provenance_of(o);
  if (!o->provenance) return fail("%s: %s", o->path, strerror(ENOMEM));
  o->picture.provenance = stored_provenance(o);
  if (!o->data) compute_as_written(o);
  const int result = image_finish(&o->file, &o->picture, &error);
  if (result == 0) progress_file(o->of->bar);
  return result == 0 || o->of->status != BURL_OK ? DONE : fail("%s", error.text);
}

/* ---- several files --------------------------------------------------------------------------- */

static int compute_strip(void *user, int64_t first, int64_t count, float *to) {
  job *const j = user;
  const image_part cut = whole_lines(j, first, count);
  const int reason = compute_part(j, &cut, to);
  if (!reason && !j->source->whole) progress_add(j->bar, (double)(count * j->grid.size[0]));
  return reason;
}

static void *write_from_strips(void *user) {
  output *const o = user;
  image_error error;
  o->picture.threads = 1;
  o->picture.lines = give_part;
  o->picture.lines_user = o;
  const int result = image_finish(&o->file, &o->picture, &error);
  const int earlier = strips_leave(o->strips, result ? ECANCELED : 0);
  if (result == 0) progress_file(o->of->bar);
  else o->code = earlier ? FAILED : fail("%s", error.text);
  return NULL;
}

/* Runs a thread for each file, the caller's for the first. */
static void run_writers(job *j) {
  for (output *o = j->outputs + 1; o < j->outputs + j->count; o++) {
    const int reason = pthread_create(&o->thread, NULL, write_from_strips, o);
    if (!reason) continue;
    strips_leave(o->strips, reason);
    o->code = fail("%s: %s", o->path, strerror(reason));
    o->strips = NULL;
  }
  write_from_strips(j->outputs);
  for (output *o = j->outputs + 1; o < j->outputs + j->count; o++)
    if (o->strips) pthread_join(o->thread, NULL);
}

/* How many lines a strip has: enough to occupy all cores, of some megabytes. */
static int64_t strip_lines(const job *j) {
  enum { MOST = 1 << 23, TILE = 64 };
  const image all = image_of(j, j->channels);
  const int64_t lines = MOST / (all.size[0] * j->channels) / TILE * TILE, band = image_band_lines(&all);
  return lines > band ? lines : band;
}

static int write_strips(job *j) {
  strips s = {.source = compute_strip,
              .user = j,
              .all_lines = line_count(j),
              .line_samples = j->grid.size[0],
              .most_lines = strip_lines(j),
              .channels = j->channels,
              .readers = j->count};
  int code = strips_open(&s) ? fail("%s: %s", j->outputs->path, strerror(ENOMEM)) : DONE;
  for (output *o = j->outputs; !code && o < j->outputs + j->count; o++) {
    o->strips = &s;
    o->provenance = provenance_of(o);
    if (!o->provenance) code = fail("%s: %s", o->path, strerror(ENOMEM));
    o->picture.provenance = stored_provenance(o);
  }
  if (!code) run_writers(j);
  for (int i = 0; i < j->count; i++)
    if (!code) code = j->outputs[i].code;
  strips_close(&s);
  return code;
}

/* Writes the files, computing them where that has not been done. */
static int write_files(job *j) {
  int code = DONE;
  if (is_alone(j) || j->outputs->data)
    for (int i = 0; !code && i < j->count; i++) code = write_file(&j->outputs[i]);
  else code = write_strips(j);
  return j->status == BURL_OK ? code : fail("%s: %s", j->source->recipe.name, burl_status_text(j->status));
}

/* ---- the picture ----------------------------------------------------------------------------- */

/* Closes the files, and tells what has been made. */
static void close_output(output *o, int is_made, made_result *made) {
  image_abandon(&o->file);
  free(o->data);
  free(o->provenance);
  o->picture.provenance = NULL;
  o->picture.data = NULL;
  made->shown = o->picture;
  made->made += is_made;
  range_add(&made->content, &o->content);
}

int picture_make(source *s, const part *p, progress *bar, made_result *made) {
  job j = {.source = s, .part = p, .bar = bar, .lock = PTHREAD_MUTEX_INITIALIZER};
  const double begun = seconds_now();
  progress_part piece;
  shapes_files shapes = {0};
  const int has_shapes = shapes_are_wanted(s->rendering);
  int code = choose_samples(&j);
  if (!code) code = open_files(&j);
  if (!code && has_shapes) code = shapes_open(&shapes, s->rendering);
  if (!code && s->rendering->coarse && !s->whole) code = coarse_compute(s);
  if (!code && (has_shapes || burl_needs_whole_grid(s->recipe.program)) && !s->whole)
    code = source_compute_whole(s, bar);
  if (!code && has_shapes) code = shapes_draw(&shapes, s);
  if (!code && !s->whole && is_alone(&j)) progress_watch(&piece, bar, &j.grid);
  if (!code && must_compute_all(&j)) code = compute_all(&j);
  if (!code) code = write_files(&j);
  if (!code && has_shapes) code = shapes_finish(&shapes);
  shapes_close(&shapes);
  for (output *o = j.outputs; o < j.outputs + j.count; o++) close_output(o, code == DONE, &made[o->result]);
  s->stages->sampling += j.sampling;
  s->stages->all += seconds_now() - begun;
  return code;
}

/* ---- existing files -------------------------------------------------------------------------- */

int picture_is_current(const source *s, const part *p, int result) {
  image_error ignored;
  source copy = *s; /* as a job's source isn't const */
  job j = {.source = &copy, .part = p};
  choose_grid(&j);
  add_output(&j, result);
  output *const o = j.outputs;
  char *const stored = image_provenance(o->path, &ignored), *const wanted = provenance_of(o);
  const int is_same =
      stored && wanted && provenance_is_same(stored, wanted, is_range_auto(o)) && image_is_complete(o->path);
  free(stored);
  free(wanted);
  return is_same;
}
