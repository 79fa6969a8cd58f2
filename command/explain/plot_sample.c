/* The numbers that burl plot draws. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explain/plot.h"

static int fail_sampling(const recipe *r, burl_status status) {
  return fail("%s: %s", r->name, burl_status_text(status));
}

/* ---- The profile ---------------------------------------------------------------------------------- */

/* Unless it is given, across the middle; of a curve along x. */
void plot_place_line(plot_job *j) {
  const double *const e = j->figure.extent, middle = (e[1] + e[3]) / 2;
  const double across[4] = {e[0], middle, e[2], middle};
  if (!j->line_count) memcpy(j->line, across, sizeof across);
  for (int i = 0; i < PROFILE; i++)
    for (int a = 0; a < 2; a++) j->at[a][i] = j->line[a] + (j->line[2 + a] - j->line[a]) * i / (PROFILE - 1);
}

int plot_sample_line(const plot_job *j, const recipe *r, float to[PROFILE]) {
  static double time[PROFILE];
  for (int k = 0; k < PROFILE; k++) time[k] = j->figure.time;
  const double length = hypot(j->line[2] - j->line[0], j->line[3] - j->line[1]);
  const burl_points points = {
      .count = PROFILE, .coord = {j->at[0], j->at[1]}, .time = time, .footprint = length / (PROFILE - 1)};
  const burl_status status = burl_sample_points(r->program, &points, to);
  return status == BURL_OK ? DONE : fail_sampling(r, status);
}

/* The profile of the first recipe with some of its octaves alone. */
static int sample_octaves(const plot_job *j, int begin, int end, float *to) {
  recipe part = j->recipes[0];
  part.octave_begin = begin;
  part.octave_end = end;
  int code = recipe_compile(&part, burl_dims(part.program));
  if (!code) code = plot_sample_line(j, &part, to);
  burl_free(part.program);
  return code;
}

/* Each octave; or how they add up, after the first, half of them, and all. */
static int sample_sums(plot_job *j) {
  const int count = burl_octave_count(j->recipes[0].program);
  int code = DONE;
  if (j->kind == PLOT_OCTAVES && count < 2)
    return fail("%s: it has no sum of octaves, such as fbm(perlin())", j->recipes[0].name);
  j->octave_count = j->kind != PLOT_OCTAVES ? 0 : count < MOST_ROWS ? count : MOST_ROWS;
  for (int k = 0; k < j->octave_count && !code; k++) code = sample_octaves(j, k, k + 1, j->octaves[k]);
  if (j->is_curve || j->count > 1 || count < 2) return code;
  const int after[MOST_STAGES] = {1, (count + 1) / 2, count};
  for (int i = 0; i < MOST_STAGES && !code; i++) {
    if (i > 0 && after[i] == after[i - 1]) continue;
    j->after[j->stage_count] = after[i];
    code = sample_octaves(j, 0, after[i], j->stages[j->stage_count++]);
  }
  return code;
}

/* ---- The picture ---------------------------------------------------------------------------------- */

int plot_sample_field(const plot_job *j, const recipe *r, int columns, int rows, float **to) {
  const burl_grid grid = figure_grid(&j->figure, columns, rows);
  *to = malloc((size_t)columns * (size_t)rows * sizeof **to);
  if (!*to) return fail("%s", strerror(ENOMEM));
  const burl_status status = burl_sample_grid(r->program, &grid, *to);
  return status == BURL_OK ? DONE : fail_sampling(r, status);
}

int plot_sample_statistics(const plot_job *j, const recipe *r, int columns, int rows, float **to, double *mean) {
  const char *const what = plot_kinds[j->kind].name;
  const int64_t count = (int64_t)columns * rows;
  range_content content = RANGE_NOTHING;
  double sum = 0;
  const int code = plot_sample_field(j, r, columns, rows, to);
  if (code) return code;
  range_add_samples(&content, *to, count);
  for (int64_t i = 0; i < count; i++) sum += (double)(*to)[i];
  *mean = sum / (double)count;
  if (!isfinite(sum)) return fail("%s: --parts %s is of finite numbers, and here some are not", r->name, what);
  return content.lo < content.hi ? DONE : fail("%s: it is the same everywhere, and so has no %s", r->name, what);
}

/* Twice as fine where pixels are written. */
static int sample_picture(plot_job *j) {
  const int scale = figure_scale(&j->figure);
  j->columns = scale * (int)j->width;
  j->rows = scale * (int)j->height;
  return plot_sample_field(j, &j->recipes[0], j->columns, j->rows, &j->picture);
}

/* ---- Ranges --------------------------------------------------------------------------------------- */

static int choose_range(plot_job *j) {
  range_content content = RANGE_NOTHING;
  for (int i = 0; i < j->count; i++) range_add_samples(&content, j->profile[i], PROFILE);
  for (int i = 0; i < j->stage_count; i++) range_add_samples(&content, j->stages[i], PROFILE);
  if (j->picture) range_add_samples(&content, j->picture, (int64_t)j->columns * j->rows);
  if (!(content.lo <= content.hi)) return fail("%s: nothing in it is a finite number", j->recipes[0].name);
  const double least = 1e-6 * fmax(fabs(content.lo), fabs(content.hi)) + 1e-30;
  const int is_flat = content.hi - content.lo < least;
  j->lo = is_flat ? content.lo - fmax(0.5, least) : content.lo;
  j->hi = is_flat ? content.hi + fmax(0.5, least) : content.hi;
  return DONE;
}

static void count_values(plot_job *j) {
  for (int64_t i = 0; j->picture && i < (int64_t)j->columns * j->rows; i++) {
    const double share = (j->picture[i] - j->lo) / (j->hi - j->lo);
    if (share >= 0 && share <= 1) j->bins[share < 1 ? (int)(share * BINS) : BINS - 1]++;
  }
}

int plot_sample(plot_job *j) {
  plot_place_line(j);
  for (int i = 0; i < j->count; i++) {
    const int code = plot_sample_line(j, &j->recipes[i], j->profile[i]);
    if (code) return code;
  }
  int code = sample_sums(j);
  if (!code && !j->is_curve) code = sample_picture(j);
  if (!code) code = choose_range(j);
  if (!code) count_values(j);
  return code;
}

void plot_free(plot_job *j) {
  free(j->picture);
  j->picture = NULL;
}

/* ---- As a table ----------------------------------------------------------------------------------- */

static void print_table(FILE *to, const plot_column *columns, int width, int count) {
  for (int c = 0; c < width; c++) fprintf(to, "%s%s", c ? "," : "", columns[c].name);
  for (int k = 0; k < count; k++)
    for (int c = 0; c < width; c++) {
      const char *const before = c ? "," : "\n";
      if (columns[c].exact) fprintf(to, "%s%.17g", before, columns[c].exact[k]);
      else fprintf(to, "%s%.9g", before, (double)columns[c].values[k]);
    }
  fputc('\n', to);
}

int plot_write_table(const char *path, const plot_column *columns, int width, int count) {
  char *text = NULL;
  size_t length = 0;
  FILE *const to = open_memstream(&text, &length);
  if (!to) return fail("%s: %s", path, strerror(errno));
  print_table(to, columns, width, count);
  image_error error = {""};
  const int is_whole = fclose(to) == 0, is_saved = is_whole && image_save_bytes(path, text, length, &error) == 0;
  free(text);
  if (!is_whole) return fail("%s: %s", path, strerror(ENOMEM));
  return is_saved ? DONE : fail("%s", error.text);
}

int plot_write_profiles(const plot_job *j) {
  plot_column columns[2 + MOST_PLOTTED] = {{.name = "x", .exact = j->at[0]}, {.name = "y", .exact = j->at[1]}};
  int width = j->is_curve ? 1 : 2;
  for (int i = 0; i < j->count; i++, width++) {
    columns[width] = (plot_column){.name = "value", .values = j->profile[i]};
    if (j->count > 1) snprintf(columns[width].name, sizeof columns[width].name, "value_%d", i + 1);
  }
  return plot_write_table(j->data, columns, width, PROFILE);
}
