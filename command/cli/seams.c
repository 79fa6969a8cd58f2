/* The seams of seams.h. */
#include "cli/seams.h"

#include <math.h>
#include <stdlib.h>

enum { LONGER = 512 };

/* The extent along an axis: the view's, or what the recipe repeats after, or 1 where it doesn't vary. */
static int find_extent(const recipe *r, double extent[4]) {
  double view[8];
  const int corners = burl_view(r->program, view);
  for (int a = 0; a < 2; a++) {
    const double after = burl_repeat_along(r->program, a);
    if (corners == 0 && isinf(after))
      return fail("%s: no period along %c is known, and it has no view: view 0, 0, 4, 4 says what is to tile", r->name,
                  "xy"[a]);
    extent[a] = corners ? view[a] : 0;
    extent[2 + a] = corners ? view[corners / 2 + a] : after > 0 ? after : 1;
  }
  return DONE;
}

static burl_grid grid_over(seams *s) {
  const double *const e = s->extent, width = fabs(e[2] - e[0]), height = fabs(e[3] - e[1]),
                      longer = fmax(width, height);
  burl_grid grid = {.time = 0};
  for (int a = 0; a < 2; a++) {
    s->size[a] = (int)fmax(1, round(LONGER * (a == 0 ? width : height) / longer));
    grid.size[a] = s->size[a];
    grid.step[a] = (e[2 + a] - e[a]) / s->size[a];
    grid.origin[a] = e[a] + 0.5 * grid.step[a];
  }
  return grid;
}

/* The seam along an axis of the channels of a result. */
static seam seam_along(const seams *s, int axis, const float *samples, int all, const burl_result *result) {
  const int nx = s->size[0], ny = s->size[1];
  seam found = {0, 0};
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      const int is_last = axis == 0 ? x == nx - 1 : y == ny - 1;
      const size_t here = (size_t)y * (size_t)nx + (size_t)x;
      const size_t next = axis == 0 ? here + 1 - (is_last ? (size_t)nx : 0) : (is_last ? (size_t)x : here + (size_t)nx);
      double *const largest = is_last ? &found.over : &found.inside;
      for (int c = result->first; c < result->first + result->channels; c++) {
        const double step =
            fabs((double)samples[here * (size_t)all + (size_t)c] - (double)samples[next * (size_t)all + (size_t)c]);
        if (step > *largest) *largest = step;
      }
    }
  return found;
}

int seams_measure(const recipe *r, seams *found) {
  if (burl_dims(r->program) != 2)
    return fail("%s: seams are of recipes of two dimensions, and this has %d", r->name, burl_dims(r->program));
  if (find_extent(r, found->extent) != DONE) return FAILED;
  const burl_grid grid = grid_over(found);
  const int channels = burl_channels(r->program);
  burl_error error;
  if (burl_check_grid(r->program, &grid, &error) != BURL_OK)
    return fail("%s: %s%s%s", r->name, error.message, *error.hint ? ": " : "", error.hint);
  float *const samples = malloc((size_t)(grid.size[0] * grid.size[1]) * (size_t)channels * sizeof *samples);
  if (!samples) return fail("%s: not enough memory", r->name);
  const burl_status status = burl_sample_grid(r->program, &grid, samples);
  for (int i = 0; status == BURL_OK && i < burl_result_count(r->program); i++) {
    const burl_result result = burl_result_at(r->program, i);
    for (int a = 0; a < 2; a++) found->seams[i][a] = seam_along(found, a, samples, channels, &result);
  }
  free(samples);
  return status == BURL_OK ? DONE : fail("%s: %s", r->name, burl_status_text(status));
}

void seams_print(const recipe *r, const seams *s) {
  const double *const e = s->extent;
  printf("%-12s%.9g, %.9g, %.9g, %.9g as %d x %d samples; the largest step over a seam, and inside:\n", "seams", e[0],
         e[1], e[2], e[3], s->size[0], s->size[1]);
  for (int i = 0; i < burl_result_count(r->program); i++) {
    for (int a = 0; a < 2; a++) {
      const seam *const along = &s->seams[i][a];
      printf("%-12s%s along %c: %.3g over, %.3g inside%s\n", "", burl_result_at(r->program, i).name, "xy"[a],
             along -> over, along -> inside, along -> over > along -> inside ? ": a seam is seen" : "");
    }
  }
}
