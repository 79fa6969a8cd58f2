/* One picture: chooses its samples, computes them, and writes them to a file. */
#include "render.h"

#include "base/memory.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  source *source;
  const part *part;
  burl_grid grid; /* of this picture */
  image_file file;
  image picture;
  char *provenance;  /* how it is made: picture.provenance, to be freed */
  float *data; /* all samples, where they are computed before the first is written; else NULL */
  range_content content;
  burl_status status;   /* an error in computing a band */
  double sampling;      /* seconds, summed over threads */
  pthread_mutex_t lock; /* guards content, status and sampling */
} job;

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
  return fail("not enough memory: the samples take %.4g GiB, this machine has %.4g; %s",
              wanted / 0x1p30, installed / 0x1p30, instead);
}

static int compute_whole(source *s, progress *bar) {
  const burl_program *program = s->recipe.program;
  int code = allocate(&s->whole, s->grid.size, burl_channels(program), "--size makes it smaller");
  if (code) return code;
  const double begun = seconds_now();
  progress_part piece;
  progress_watch(&piece, bar, &s->grid);
  const burl_status status = burl_sample_grid(program, &s->grid, s->whole);
  s->grid.progress = NULL;
  s->stages->sampling += seconds_now() - begun;
  return status == BURL_OK ? DONE : fail("%s: %s", s->recipe.name, burl_status_text(status));
}

int source_open(source *s, const rendering *r, uint64_t seed, stages *times) {
  const double begun = seconds_now();
  *s = (source){.rendering = r, .recipe = r->recipe, .stages = times};
  int code = DONE;
  if (r->seeds_given) {
    s->recipe.seed = seed;
    s->recipe.program = NULL;
    code = recipe_compile_to_fit(&s->recipe, geometry_dims(&r->settings.geometry));
  }
  if (code) return code;
  s->grid.time = r->settings.time;
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

static int choose_samples(job *j) {
  const geometry *g = &j->part->settings.geometry;
  const burl_program *program = j->source->recipe.program;
  j->grid = j->source->grid;
  j->grid.threads = j->part->threads;
  geometry_window(g, j->grid.first, j->grid.size);
  j->picture = (image){.axes = g->axes,
                       .channels = burl_channels(program),
                       .depth = bits_of(j->source->rendering),
                       .threads = j->part->threads,
                       .crs = j->part->settings.crs};
  for (int a = 0; a < 4; a++) {
    j->picture.size[a] = j->grid.size[a];
    j->picture.begin[a] = j->grid.first[a];
    j->picture.origin[a] = j->grid.origin[a];
    j->picture.step[a] = j->grid.step[a];
  }

  const double bytes = 4.0 * j->picture.channels * sample_count(j->grid.size), most = 0x1p40;
  if (bytes <= most) return DONE;
  return fail(
      "too large: the samples take %.4g GiB, and at most %.4g pass through memory for a file;"
      " --window or --tiles makes parts",
      bytes / 0x1p30, most / 0x1p30);
}

/* Opens the file, before anything is computed. */
static int open_file(job *j) {
  image_error error;
  if (image_begin(&j->file, j->part->path, j->source->rendering->format, &error) != 0)
    return fail("%s", error.text);
  return image_check(j->file.format, &j->picture, &error) == 0 ? DONE : fail("%s", error.text);
}

static int needs_range(const job *j) {
  return j->source->rendering->format->kind == IMAGE_INTEGERS;
}

static int is_range_auto(const job *j) {
  return needs_range(j) && j->picture.channels == 1 && j->part->settings.range.rule == RANGE_AUTO;
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

/* Copies a part of the whole's samples; recipes with whole-grid functions have two dimensions. */
static void copy_part(const job *j, const image_part *cut, float *to) {
  const int64_t width = j->source->grid.size[0], *const begin = j->grid.first;
  const size_t row = (size_t)(cut->columns * j->picture.channels);
  for (int64_t line = cut->first; line < cut->first + cut->lines; line++, to += row) {
    const int64_t sample = (begin[1] + line) * width + begin[0] + cut->column;
    memcpy(to, j->source->whole + sample * j->picture.channels, row * sizeof *to);
  }
}

/* Computes or copies a part.  Any part of the grid has the same bits as in the whole. */
static burl_status sample_part(const job *j, const image_part *cut, float *to) {
  const int64_t line_samples = cut->columns * j->picture.channels;
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

/* image.lines.  Called from several threads at once. */
static int compute_part(void *user, const image_part *cut, float *to) {
  job *j = user;
  range_content content = RANGE_NOTHING;
  const double begun = seconds_now();
  const burl_status status = sample_part(j, cut, to);
  if (status == BURL_OK && needs_range(j)) {
    range_add_samples(&content, to, cut->lines * cut->columns * j->picture.channels);
  }
  pthread_mutex_lock(&j->lock);
  if (status != BURL_OK) j->status = status;
  range_add(&j->content, &content);
  j->sampling += seconds_now() - begun;
  pthread_mutex_unlock(&j->lock);
  return status == BURL_OK ? 0 : ECANCELED;
}

/* Whether all samples are computed before the first is written: where that depends on all, or there
 * is one band only. */
static int must_compute_all(const job *j) {
  return j->file.format->whole || is_range_auto(j) || image_band_count(j->file.format, &j->picture) == 1;
}

static int compute_all(job *j) {
  const int64_t *size = j->picture.size;
  const int code = allocate(&j->data, size, j->picture.channels,
                            is_range_auto(j) ? "--range lo,hi needs them a part at a time"
                                             : "--window or --tiles makes a part at a time");
  if (code) return code;
  j->picture.data = j->data;
  const image_part all = {.lines = size[1] * size[2] * size[3], .columns = size[0]};
  compute_part(j, &all, j->data);
  return j->status == BURL_OK ? DONE
                              : fail("%s: %s", j->source->recipe.name, burl_status_text(j->status));
}

/* Lets the bands be computed while they are written, each on one thread; with more threads than
 * bands, on several. */
static void compute_as_written(job *j) {
  const int64_t bands = image_band_count(j->file.format, &j->picture);
  const int all = image_thread_count(j->part->threads, INT64_MAX);
  j->picture.lines = compute_part;
  j->picture.lines_user = j;
  j->picture.progress = j->grid.progress;
  j->picture.progress_user = j->grid.user;
  j->grid.progress = NULL;
  j->grid.threads = all / image_thread_count(j->part->threads, bands);
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Chooses the picture's range, and returns the text that says how it is made. */
static char *provenance_of(job *j) {
  const recipe *r = &j->source->recipe;
  if (needs_range(j)) range_choose(&j->part->settings.range, r->program, &j->content, &j->picture);
  return provenance_text(r, &j->part->settings, &j->picture, j->source->rendering->format->kind);
}

static int write_file(job *j) {
  image_error error;
  j->provenance = provenance_of(j);
  if (!j->provenance) return fail("%s: %s", j->part->path, strerror(ENOMEM));
  j->picture.provenance = j->provenance;
  if (!j->data) compute_as_written(j);
  const int result = image_finish(&j->file, &j->picture, &error);
  if (j->status != BURL_OK)
    return fail("%s: %s", j->source->recipe.name, burl_status_text(j->status));
  return result == 0 ? DONE : fail("%s", error.text);
}

int picture_make(source *s, const part *p, progress *bar, range_content *content, image *shown) {
  job j = {.source = s, .part = p, .content = RANGE_NOTHING, .lock = PTHREAD_MUTEX_INITIALIZER};
  const double begun = seconds_now();
  progress_part piece;
  int code = choose_samples(&j);
  if (!code) code = open_file(&j);
  if (!code && burl_needs_whole_grid(s->recipe.program) && !s->whole) code = compute_whole(s, bar);
  if (!code && !s->whole) progress_watch(&piece, bar, &j.grid);
  if (!code && must_compute_all(&j)) code = compute_all(&j);
  if (!code) code = write_file(&j);
  image_abandon(&j.file);
  free(j.data);
  free(j.provenance);
  j.picture.provenance = NULL;
  j.picture.data = NULL;
  *shown = j.picture;
  range_add(content, &j.content);
  s->stages->sampling += j.sampling;
  s->stages->all += seconds_now() - begun;
  return code;
}

/* ---- existing files -------------------------------------------------------------------------- */

int picture_is_current(const source *s, const part *p) {
  image_error ignored;
  source copy = *s; /* as a job's source isn't const */
  job j = {.source = &copy, .part = p, .content = RANGE_NOTHING};
  if (choose_samples(&j) != DONE) return 0;
  char *const stored = image_provenance(p->path, &ignored), *const wanted = provenance_of(&j);
  const int is_same = stored && wanted && provenance_is_same(stored, wanted, is_range_auto(&j)) &&
                      image_is_complete(p->path);
  free(stored);
  free(wanted);
  return is_same;
}
