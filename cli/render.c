/* burl render: a recipe over a grid, into a file. */
#include "cli.h"

#include "base/memory.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char help_render[] =
    "usage: burl render RECIPE|-e EXPR -o FILE [option]...\n"
    "Computes a recipe over a grid: into a picture (.png) or an array (.npy).  RECIPE\n"
    "is a file, - for standard input, or a picture that burl made, to make it again.\n"
    "\n"
    "  -o FILE                what to write; it appears whole or not at all; - is\n"
    "                         standard output\n"
    "  --format NAME          png, npy, exr, pfm, r16, csv, qoi or webp; if not\n"
    "                         given, what FILE ends in (of -: png)\n"
    "  --size 512x512         samples along x, y, z, w: 1 to 4 axes\n"
    "  --extent x0,y0,x1,y1   its corners; if not given, the recipe's view; if it has\n"
    "                         none, from 0 to 8 along the longest side\n"
    "  --edge cell|shared     samples amid equal cells, or on the extent's edges too\n"
    "  --origin x,y --step s  instead of an extent: the first sample, the distances\n"
    "  --window i,j,w,h       only this part, bit for bit: first samples, then sizes\n"
    "  --at z=0.5,w=1         where the picture lies on axes that it does not have\n"
    "  --time T               the recipe's t\n"
    "  --seed N               64 bits, decimal or 0x and hexadecimal\n"
    "  -p NAME=VALUE          turns a knob of the recipe\n"
    "  --range lo,hi|auto     which values are black and white; if not given, the\n"
    "                         proven bounds; auto: this picture's own\n"
    "  --depth 8|16           bits of a .png (a .r16 has 16)\n"
    "  --threads N            0: one for each core\n"
    "\n"
    "  burl render -e 'fbm(perlin(), octaves: 8)' -o clouds.png\n";

enum { SIZE = 256, EXTENT, ORIGIN, STEP, WINDOW, EDGE, AT, TIME, RANGE, DEPTH, THREADS, FORMAT };

static const struct option options[] = {
    {"output", required_argument, NULL, 'o'},
    {"size", required_argument, NULL, SIZE},
    {"extent", required_argument, NULL, EXTENT},
    {"origin", required_argument, NULL, ORIGIN},
    {"step", required_argument, NULL, STEP},
    {"window", required_argument, NULL, WINDOW},
    {"edge", required_argument, NULL, EDGE},
    {"at", required_argument, NULL, AT},
    {"time", required_argument, NULL, TIME},
    {"range", required_argument, NULL, RANGE},
    {"depth", required_argument, NULL, DEPTH},
    {"threads", required_argument, NULL, THREADS},
    {"format", required_argument, NULL, FORMAT},
    RECIPE_OPTIONS,
    {0},
};

typedef struct {
  recipe recipe;
  making making;
  burl_grid grid;
  const char *output;
  const image_format *format;
  image_file file;
  image picture;
  char *made;  /* how: picture.made */
  float *data; /* all samples, where they must be there before the first is written */
  range_content content;
  burl_status status;   /* of the bands */
  pthread_mutex_t lock; /* over the two above */
} job;

/* ---- options --------------------------------------------------------------------------------- */

static int set_size(geometry *g, const char *text) {
  g->size_given = 1;
  g->axes = parse_integers(text, 'x', g->size, 4);
  for (int a = 0; a < g->axes; a++) {
    if (g->size[a] < 1) return usage_error("--size: '%s': a side has at least one sample", text);
  }
  if (g->axes > 0) return DONE;
  return usage_error("--size: '%s' is not a size of 1 to 4 axes, such as 512x512", text);
}

static int set_numbers(const char *name, const char *text, double *values, int most, int *count) {
  *count = parse_numbers(text, values, most);
  if (*count > 0) return DONE;
  return usage_error("--%s: '%s' is not a list of numbers such as 0,0.5,-1e3", name, text);
}

static int set_window(geometry *g, const char *text) {
  g->window_count = parse_integers(text, ',', g->window, 8);
  if (g->window_count > 0) return DONE;
  return usage_error("--window: '%s' is not a list of whole numbers such as 0,0,256,256", text);
}

static int set_edge(geometry *g, const char *text) {
  g->edge_given = 1;
  g->edge = strcmp(text, "shared") == 0 ? EDGE_SHARED : EDGE_CELL;
  if (g->edge == EDGE_SHARED || strcmp(text, "cell") == 0) return DONE;
  return usage_error("--edge: '%s' is neither cell nor shared", text);
}

/* "z=0.5,w=1"; the text is argv's, so it may be cut. */
static int set_at(geometry *g, char *text) {
  for (char *one = strtok(text, ","); one; one = strtok(NULL, ",")) {
    static const char axes[] = "xyzw";
    const char *axis = *one ? strchr(axes, *one) : NULL;
    double value;
    if (!axis || one[1] != '=' || parse_number(one + 2, &value) != 0) {
      return usage_error("--at: '%s' is not a place on x, y, z or w such as z=0.5%s", one,
                         *one == 't' ? "; t is set by --time" : "");
    }
    g->is_fixed[axis - axes] = 1;
    g->fixed[axis - axes] = value;
  }
  return DONE;
}

static int set_range(range_option *range, const char *text) {
  if (strcmp(text, "auto") == 0) {
    range->rule = RANGE_AUTO;
    return DONE;
  }
  range->rule = RANGE_GIVEN;
  if (parse_numbers(text, range->ends, 2) == 2 && range->ends[0] < range->ends[1]) return DONE;
  return usage_error("--range: '%s' is neither auto nor two numbers, the lower first", text);
}

static int set_depth(making *m, const char *text) {
  m->depth_given = 1;
  m->depth = strcmp(text, "16") == 0 ? 16 : 8;
  if (m->depth == 16 || strcmp(text, "8") == 0) return DONE;
  return usage_error("--depth: '%s' is neither 8 nor 16", text);
}

static int set_threads(burl_grid *grid, const char *text) {
  int64_t threads;
  if (parse_integers(text, ',', &threads, 1) != 1 || threads < 0 || threads > 4096) {
    return usage_error("--threads: '%s' is not a whole number from 0 to 4096", text);
  }
  grid->threads = (int)threads;
  return DONE;
}

static int set_time(making *m, const char *text) {
  m->time_given = 1;
  if (parse_number(text, &m->time) == 0) return DONE;
  return usage_error("--time: '%s' is not a finite number", text);
}

static int set_format(job *j, const char *name) {
  image_error error;
  j->format = image_format_named(name, &error);
  return j->format ? DONE : usage_error("--format: %s", error.text);
}

static int set_option(job *j, int option, char *value) {
  geometry *g = &j->making.geometry;
  switch (option) {
  case 'o': j->output = value; return DONE;
  case SIZE: return set_size(g, value);
  case EXTENT: return set_numbers("extent", value, g->extent, 8, &g->extent_count);
  case ORIGIN: return set_numbers("origin", value, g->origin, 4, &g->origin_count);
  case STEP: return set_numbers("step", value, g->step, 4, &g->step_count);
  case WINDOW: return set_window(g, value);
  case EDGE: return set_edge(g, value);
  case AT: return set_at(g, value);
  case RANGE: return set_range(&j->making.range, value);
  case DEPTH: return set_depth(&j->making, value);
  case THREADS: return set_threads(&j->grid, value);
  case TIME: return set_time(&j->making, value);
  case FORMAT: return set_format(j, value);
  default: return recipe_option(&j->recipe, option, value);
  }
}

static int read_arguments(job *j, int argc, char **argv) {
  for (int option; (option = next_option(argc, argv, ":o:" RECIPE_LETTERS, options)) != -1;) {
    const int code = set_option(j, option, optarg);
    if (code) return code;
  }
  const int code = recipe_last_operand(&j->recipe, argc, argv);
  if (code) return code;
  if (!j->output) return usage_error("no file to write: name it with -o");
  image_error error;
  if (!j->format)
    j->format = strcmp(j->output, "-") == 0 ? image_format_named("png", &error)
                                            : image_format_of(j->output, &error);
  return j->format ? DONE : usage_error("%s", error.text);
}

/* ---- what to compute ------------------------------------------------------------------------- */

/* The bytes of the samples; 0 where no size_t holds them. */
static size_t samples_size(const int64_t size[4], int channels) {
  size_t bytes = sizeof(float) * (size_t)channels;
  for (int a = 0; a < 4; a++) {
    if (!burl__multiply(bytes, (size_t)size[a], &bytes)) return 0;
  }
  return bytes;
}

static double sample_count(const int64_t size[4]) {
  return (double)size[0] * (double)size[1] * (double)size[2] * (double)size[3];
}

/* A format of one depth has that, unless another is asked for, which is an error then. */
static int bits_of(const job *j) {
  const int only = j->format->depths == 16 && !j->making.depth_given;
  return only ? 16 : j->making.depth;
}

/* The part to show, and the grid to compute: the same part, or all of it for a whole-grid
 * function. */
static void place_samples(job *j, const int64_t first[4]) {
  for (int a = 0; a < 4; a++) {
    j->picture.begin[a] = first[a];
    j->picture.origin[a] = j->grid.origin[a];
    j->picture.step[a] = j->grid.step[a];
  }
}

static int choose_samples(job *j) {
  const geometry *g = &j->making.geometry;
  const burl_program *program = j->recipe.program;
  j->grid.time = j->making.time;
  const int code = geometry_place(g, program, &j->grid);
  if (code) return code;
  if (!burl_needs_whole_grid(program)) geometry_window(g, j->grid.first, j->grid.size);

  int64_t first[4];
  j->picture = (image){.axes = g->axes,
                       .channels = burl_channels(program),
                       .depth = bits_of(j),
                       .threads = j->grid.threads};
  geometry_window(g, first, j->picture.size);
  place_samples(j, first);

  const double bytes = 4.0 * j->picture.channels * sample_count(j->grid.size), most = 0x1p40;
  if (bytes <= most) return DONE;
  return fail(
      "too large: the samples take %.4g GiB, and at most %.4g pass through memory at a time;"
      " --window makes a part",
      bytes / 0x1p30, most / 0x1p30);
}

/* The file, before any work is done. */
static int open_file(job *j) {
  image_error error;
  if (image_begin(&j->file, j->output, j->format, &error) != 0) return fail("%s", error.text);
  if (image_check(j->file.format, &j->picture, &error) != 0) return fail("%s", error.text);
  if (j->making.depth_given && j->file.format->kind == IMAGE_FLOATS) {
    note("--depth makes no difference: a file of floats has 32 bits a value");
  }
  return DONE;
}

static int needs_range(const job *j) { return j->file.format->kind == IMAGE_INTEGERS; }

static int is_range_auto(const job *j) {
  return needs_range(j) && j->picture.channels == 1 && j->making.range.rule == RANGE_AUTO;
}

/* ---- all samples, then the file -------------------------------------------------------------- */

/* Asks before it allocates: a system that promises memory it doesn't have would end the tool
 * later. */
static int allocate(job *j) {
  const int64_t *size = j->grid.size;
  const int channels = burl_channels(j->recipe.program);
  const double wanted = 4.0 * channels * sample_count(size);
  const double there = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  const size_t bytes = samples_size(size, channels);
  if (bytes > 0 && wanted <= there) j->data = malloc(bytes);
  if (j->data) return DONE;
  return fail("not enough memory: the samples take %.4g GiB, this machine has %.4g; %s",
              wanted / 0x1p30, there / 0x1p30,
              is_range_auto(j) ? "--range lo,hi needs them a part at a time"
                               : "--window makes a part at a time");
}

static int compute(job *j) {
  progress bar;
  progress_watch(&bar, &j->grid, sample_count(j->grid.size));
  const burl_status status = burl_sample_grid(j->recipe.program, &j->grid, j->data);
  progress_end(&bar);
  return status == BURL_OK ? DONE : fail("%s: %s", j->recipe.name, burl_status_text(status));
}

/* Moves the window's rows to the front of data, where the whole was computed.  Rows only ever move
 * towards the front. */
static void cut_window(job *j) {
  const int64_t *whole = j->grid.size, *size = j->picture.size;
  int64_t first[4], same[4];
  geometry_window(&j->making.geometry, first, same);
  const size_t row = (size_t)(size[0] * j->picture.channels);
  float *to = j->data;
  for (int64_t l = 0; l < size[3]; l++) {
    for (int64_t k = 0; k < size[2]; k++) {
      for (int64_t i = 0; i < size[1]; i++, to += row) {
        const int64_t above = ((first[3] + l) * whole[2] + first[2] + k) * whole[1] + first[1] + i;
        const float *from = j->data + (above * whole[0] + first[0]) * j->picture.channels;
        memmove(to, from, row * sizeof *to);
      }
    }
  }
}

static int compute_all(job *j) {
  int code = allocate(j);
  if (!code) code = compute(j);
  if (code) return code;
  if (burl_needs_whole_grid(j->recipe.program)) cut_window(j);
  j->picture.data = j->data;
  const int64_t count = (int64_t)sample_count(j->picture.size) * j->picture.channels;
  if (needs_range(j)) range_look(&j->content, j->data, count);
  return DONE;
}

/* ---- samples as the file asks for them ------------------------------------------------------- */

/* The largest block of whole rows, slices or volumes that begins at a line of the grid and has at
 * most count lines.  Returns its lines. */
static int64_t block_at(burl_grid *grid, int64_t line, int64_t count) {
  const int64_t *whole = grid->size, slice = whole[1], volume = whole[1] * whole[2];
  const int64_t at[4] = {0, line % slice, line / slice % whole[2], line / volume};
  int64_t size[4] = {whole[0], 1, 1, 1};
  if (line % volume == 0 && count >= volume) {
    size[1] = whole[1];
    size[2] = whole[2];
    size[3] = count / volume;
  } else if (line % slice == 0 && count >= slice) {
    size[1] = whole[1];
    size[2] = count / slice < whole[2] - at[2] ? count / slice : whole[2] - at[2];
  } else {
    size[1] = count < slice - at[1] ? count : slice - at[1];
  }
  for (int a = 0; a < 4; a++) {
    grid->first[a] += at[a];
    grid->size[a] = size[a];
  }
  return size[1] * size[2] * size[3];
}

static burl_status sample_lines(const job *j, int64_t first, int64_t count, float *to) {
  const int64_t line_samples = j->picture.size[0] * j->picture.channels;
  burl_status status = BURL_OK;
  while (status == BURL_OK && count > 0) {
    burl_grid block = j->grid;
    const int64_t lines = block_at(&block, first, count);
    status = burl_sample_grid(j->recipe.program, &block, to);
    to += lines * line_samples;
    first += lines;
    count -= lines;
  }
  return status;
}

/* image.lines: a part of the grid, which has the bits of the whole. */
static int make_lines(void *user, int64_t first, int64_t count, float *to) {
  job *j = user;
  range_content content = RANGE_NOTHING;
  const burl_status status = sample_lines(j, first, count, to);
  if (status == BURL_OK && needs_range(j)) {
    range_look(&content, to, count * j->picture.size[0] * j->picture.channels);
  }
  pthread_mutex_lock(&j->lock);
  if (status != BURL_OK) j->status = status;
  j->content.lo = fmin(j->content.lo, content.lo);
  j->content.hi = fmax(j->content.hi, content.hi);
  j->content.nans += content.nans;
  pthread_mutex_unlock(&j->lock);
  return status == BURL_OK ? 0 : ECANCELED;
}

/* The threads work on bands; those that are left over, within them. */
static void compute_as_written(job *j, progress *bar) {
  const int64_t bands = image_band_count(&j->picture);
  const int all = image_thread_count(j->grid.threads, INT64_MAX);
  const int together = image_thread_count(j->grid.threads, bands);
  progress_watch(bar, &j->grid, sample_count(j->grid.size));
  j->picture.lines = make_lines;
  j->picture.lines_user = j;
  j->picture.progress = j->grid.progress;
  j->picture.progress_user = j->grid.user;
  j->grid.progress = NULL;
  j->grid.threads = all / together;
}

/* ---- what happens ---------------------------------------------------------------------------- */

static int write_file(job *j) {
  image_error error;
  progress bar = {0};
  if (!j->data) compute_as_written(j, &bar);
  if (needs_range(j)) range_choose(&j->making.range, j->recipe.program, &j->content, &j->picture);
  j->made = provenance_text(&j->recipe, &j->making, &j->picture, j->file.format->kind);
  if (!j->made) return fail("%s: %s", j->output, strerror(ENOMEM));
  j->picture.made = j->made;
  const int result = image_finish(&j->file, &j->picture, &error);
  progress_end(&bar);
  if (j->status != BURL_OK) { return fail("%s: %s", j->recipe.name, burl_status_text(j->status)); }
  if (result != 0) return fail("%s", error.text);
  if (needs_range(j)) range_tell(&j->making.range, j->recipe.program, &j->picture, &j->content);
  return DONE;
}

/* Whether the first line that is written depends on all, or there is but one band. */
static int must_compute_all(const job *j) {
  return j->file.format->whole || burl_needs_whole_grid(j->recipe.program) || is_range_auto(j) ||
         image_band_count(&j->picture) == 1;
}

int command_render(int argc, char **argv) {
  job j = {.making = {.geometry = {.axes = 2, .size = {512, 512}}, .depth = 8},
           .content = RANGE_NOTHING,
           .lock = PTHREAD_MUTEX_INITIALIZER};
  int code = read_arguments(&j, argc, argv);
  if (!code) code = recipe_load(&j.recipe);
  if (!code) code = provenance_take_making(&j.recipe, &j.making);
  if (!code) code = geometry_check(&j.making.geometry);
  if (!code) code = recipe_compile_to_fit(&j.recipe, geometry_dims(&j.making.geometry));
  if (!code) code = choose_samples(&j);
  if (!code) code = open_file(&j);
  if (!code) code = range_check(&j.making.range, j.recipe.program, j.file.format);
  if (!code && must_compute_all(&j)) code = compute_all(&j);
  if (!code) code = write_file(&j);
  image_abandon(&j.file);
  free(j.data);
  free(j.made);
  recipe_free(&j.recipe);
  return code;
}
