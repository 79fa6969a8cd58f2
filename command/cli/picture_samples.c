/* The samples of a picture in the making: all before its files are written, or each part when it is wanted. */
#include "cli/picture.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#if !defined HAS_THREADS
#define HAS_THREADS 1 /* 0 in WebAssembly: command/wasi/posix.h */
#endif

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

int job_compute_part(job *j, const image_part *cut, float *to) {
  const double begun = seconds_now();
  const burl_status status = sample_part(j, cut, to);
  pthread_mutex_lock(&j->lock);
  if (status != BURL_OK) j->status = status;
  j->sampling += seconds_now() - begun;
  pthread_mutex_unlock(&j->lock);
  return status == BURL_OK ? 0 : ECANCELED;
}

/* Whether what an image that the recipe reads doesn't have is counted, as source_compute_whole does for whole grids. */
static int counts_gaps(const output *o) {
  return !o->of->source->whole && burl_image_name(o->of->source->recipe.program, 0) != NULL;
}

/* Looks at a part of a result for its range, and for what is missing. */
static void look_at_part(output *o, const image_part *cut, const float *samples) {
  range_content content = RANGE_NOTHING;
  const int64_t count = cut->lines * cut->columns * o->picture.channels;
  if (!output_has_range(o) && !o->picture.has_nodata && !counts_gaps(o)) return;
  if (output_has_range(o) || counts_gaps(o)) range_add_samples(&content, samples, count);
  if (!output_has_range(o) && o->picture.has_nodata)
    range_add_nodata(&content, (float)o->picture.nodata, samples, count);
  pthread_mutex_lock(&o->of->lock);
  range_add(&o->content, &content);
  pthread_mutex_unlock(&o->of->lock);
}

int output_give_part(void *user, const image_part *cut, float *to) {
  output *const o = user;
  const int reason =
      o->strips ? strips_read(o->strips, o->first, o->picture.channels, cut, to) : job_compute_part(o->of, cut, to);
  if (!reason) look_at_part(o, cut, to);
  return reason;
}

int64_t job_line_count(const job *j) { return j->grid.size[1] * j->grid.size[2] * j->grid.size[3]; }

int job_must_compute_all(const job *j) {
  const image all = job_image(j, j->channels);
  const image_format *const format = j->source->rendering->format;
  /* Strips come in order, to a thread for each file; files that are encoded at once are encoded one after another. */
  const int stops_strips = !job_is_alone(j) && (!HAS_THREADS || format->whole || image_is_upside_down(format, &all));
  return stops_strips || job_is_range_auto(j) || image_band_count(format, &all) == 1;
}

image_part job_lines(const job *j, int64_t first, int64_t count) {
  return (image_part){.first = first, .lines = count, .columns = j->grid.size[0]};
}

static int compute_one(output *o) {
  job *const j = o->of;
  const image_part all = job_lines(j, 0, job_line_count(j));
  if (!job_compute_part(j, &all, o->data)) look_at_part(o, &all, o->data);
  return j->status == BURL_OK ? DONE : fail("%s: %s", j->source->recipe.name, burl_status_text(j->status));
}

/* Computes all results, a band after another, and parts their channels. */
static int compute_several(job *j) {
  const image all = job_image(j, j->channels);
  const int64_t band = image_band_lines(&all), lines = job_line_count(j);
  float *samples = NULL;
  int64_t size[4] = {j->grid.size[0], band < lines ? band : lines, 1, 1};
  int code = samples_allocate(&samples, size, j->channels, "--tiles makes a part at a time");
  for (int64_t first = 0, count; !code && first < lines; first += count) {
    count = lines - first < band ? lines - first : band;
    const image_part cut = job_lines(j, first, count);
    if (job_compute_part(j, &cut, samples)) code = fail("%s: %s", j->source->recipe.name, burl_status_text(j->status));
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

int job_compute_all(job *j) {
  for (output *o = j->outputs; o < j->outputs + j->count; o++) {
    const int code = samples_allocate(&o->data, j->grid.size, o->picture.channels,
                                      job_is_range_auto(j) ? "--range lo,hi needs them a part at a time"
                                                           : "--window or --tiles makes a part at a time");
    if (code) return code;
    o->picture.data = o->data;
  }
  return job_is_alone(j) ? compute_one(j->outputs) : compute_several(j);
}

void output_compute_as_written(output *o) {
  job *const j = o->of;
  const image_format *const format = j->source->rendering->format;
  const int64_t bands =
      format->whole ? 1 : image_band_count(format, &o->picture); /* that are computed at the same time */
  const int all = image_thread_count(j->part->threads, INT64_MAX);
  o->picture.lines = output_give_part;
  o->picture.lines_user = o;
  o->picture.progress = j->grid.progress;
  o->picture.progress_user = j->grid.user;
  j->grid.progress = NULL;
  j->grid.threads = all / image_thread_count(j->part->threads, bands);
}
