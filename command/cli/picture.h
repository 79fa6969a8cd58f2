/* What the files share that make one picture: picture.c writes its files, picture_job.c knows its shape and its ranges,
 * and picture_samples.c computes its samples. */
#ifndef BURL_CLI_PICTURE_H
#define BURL_CLI_PICTURE_H

#include "cli/render.h"

#include <pthread.h>

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

/* ---- picture_job.c --------------------------------------------------------------------------------- */

/* The picture without samples, with this number of channels. */
image job_image(const job *j, int channels);
/* Whether there is one result alone. */
int job_is_alone(const job *j);

/* Whether a result's samples become integers, which takes a range; its range; whether that depends on its samples;
 * whether that of any result does. */
int output_has_range(const output *o);
const range_option *output_range(const output *o);
int output_is_range_auto(const output *o);
int job_is_range_auto(const job *j);

/* ---- picture_samples.c ----------------------------------------------------------------------------- */

/* How many lines there are; some of them as a part. */
int64_t job_line_count(const job *j);
image_part job_lines(const job *j, int64_t first, int64_t count);

/* Computes a part of all channels.  Returns 0, or the reason for a failure. */
int job_compute_part(job *j, const image_part *cut, float *to);

/* Whether all samples are computed before the first is written: where that depends on all, or there is one band only.
 * Computes them.  DONE, or a code after a message. */
int job_must_compute_all(const job *j);
int job_compute_all(job *j);

/* image.lines.  Called from several threads at once, but with strips on one. */
int output_give_part(void *user, const image_part *cut, float *to);
/* Lets the bands be computed while they are written, each on one thread; with more threads than bands, on several. */
void output_compute_as_written(output *o);

#endif
