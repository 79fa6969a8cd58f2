/* One picture: chooses its samples, computes them, and writes them to a file, or those of each result to one. */
#include "cli/picture.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the files that there are to be -------------------------------------------------------------- */

static void add_output(job *j, int result) {
  const burl_result r = burl_result_at(j->source->recipe.program, result);
  j->outputs[j->count++] = (output){.of = j,
                                    .result = result,
                                    .path = j->part->paths[result],
                                    .first = r.first,
                                    .picture = job_image(j, r.channels),
                                    .content = RANGE_NOTHING};
  image *const picture = &j->outputs[j->count - 1].picture;
  picture->is_data = r.is_data || material_is_data(r.name);
  if (makes_material(j->source->rendering)) material_shape(j->source->rendering, result, picture);
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

  const double bytes = 4.0 * j->channels * samples_count(j->grid.size), most = 0x1p40;
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

/* ---- the file -------------------------------------------------------------------------------- */

/* Chooses the picture's range, and returns the text that says how it is made. */
static char *provenance_of(output *o) {
  const job *const j = o->of;
  const recipe *r = &j->source->recipe;
  if (output_has_range(o)) range_choose(output_range(o), r->program, o->result, &o->content, &o->picture);
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
  if (!o->data) output_compute_as_written(o);
  const int result = image_finish(&o->file, &o->picture, &error);
  if (result == 0) progress_file(o->of->bar);
  return result == 0 || o->of->status != BURL_OK ? DONE : fail("%s", error.text);
}

/* ---- several files --------------------------------------------------------------------------- */

static int compute_strip(void *user, int64_t first, int64_t count, float *to) {
  job *const j = user;
  const image_part cut = job_lines(j, first, count);
  const int reason = job_compute_part(j, &cut, to);
  if (!reason && !j->source->whole) progress_add(j->bar, (double)(count * j->grid.size[0]));
  return reason;
}

static void *write_from_strips(void *user) {
  output *const o = user;
  image_error error;
  o->picture.threads = 1;
  o->picture.lines = output_give_part;
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
  const image all = job_image(j, j->channels);
  const int64_t lines = MOST / (all.size[0] * j->channels) / TILE * TILE, band = image_band_lines(&all);
  return lines > band ? lines : band;
}

static int write_strips(job *j) {
  strips s = {.source = compute_strip,
              .user = j,
              .all_lines = job_line_count(j),
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
  if (job_is_alone(j) || j->outputs->data)
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
  if (!code && !s->whole && job_is_alone(&j)) progress_watch(&piece, bar, &j.grid);
  if (!code && job_must_compute_all(&j)) code = job_compute_all(&j);
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
      stored && wanted && provenance_is_same(stored, wanted, output_is_range_auto(o)) && image_is_complete(o->path);
  free(stored);
  free(wanted);
  return is_same;
}
