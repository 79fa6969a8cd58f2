/* burl bench: times the stages of a user's recipe, to show what it costs on this machine.  The
 * figures by which burl is compared with other libraries are those of make bench. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "burl_inspect.h"

enum { MOST_SAMPLES = 1 << 28, MOST_THREADS = 8, MOST_SETS = 4, LEAST_RUNS = 9, MOST_RUNS = 99 };
static const double least_seconds = 0.2; /* of all runs together, up to MOST_RUNS */

typedef struct {
  recipe recipe;
  geometry geometry;
  burl_grid grid;
  int thread_count, set_count;
  int64_t threads[MOST_THREADS];
  char *isa; /* the value of --isa, which is split in place */
  const char *sets[MOST_SETS];
  double samples;
  float *data;
  image picture;
  char path[512]; /* where it is written */
  double written; /* bytes */
} job;

static int keep_sets(void *to, char *text) {
  ((job *)to)->isa = text;
  return DONE;
}

static int check_size(void *to, const char *text) {
  const geometry *const g = &((const job *)to)->geometry;
  double samples = 1;
  for (int a = 0; a < g->axes; a++) samples *= (double)g->size[a];
  if (samples <= MOST_SAMPLES) return DONE;
  return usage_error("--size: '%s' is more than the %d samples that are timed", text, MOST_SAMPLES);
}

static const option_entry options[] = {
    ROW(.name = "size", .value = "2048x2048", COUNTS(job, geometry.size, geometry.axes, 4, "x"), LIMITS(1, INFINITY),
        .wrong = "is not a size of 1 to 4 axes, such as 512x512", .few = "a side has at least one sample",
        .check = check_size, .help = "samples along x, y, z, w, over the extent that burl render would show"),
    ROW(.name = "threads", .value = "1,2", COUNTS(job, threads, thread_count, MOST_THREADS, ","), LIMITS(0, 4096),
        .wrong = "is not a list of up to 8 whole numbers such as 1,2", .few = "whole numbers from 0 to 4096",
        .help = "how many to compute with, one after the other", .more = "0: one for each core"),
    ROW(.name = "isa", .value = "sse2,avx2", OWN(keep_sets), .help = "only these instruction sets",
        .more = "if not given, that of the environment's BURL_ISA, or all that this machine has"),
    RECIPE_OPTIONS(job, recipe),
    {0},
};

const manual manual_bench = {
    .usage = "RECIPE|-e EXPR [option]...",
    .about = "Times a recipe: compiling it, computing it by each instruction set and by one and all"
             " threads, and writing it as a .png.  Nothing is kept.",
    .options = options,
    .more = "A figure is the median of at least nine runs into memory that is already there; the first"
            " call alone has to touch it and to start the threads.",
    .example = "burl bench -e 'fbm(perlin(), octaves: 8)' --size 4096x4096",
    .operand = FILES,
};

static int read_arguments(job *j, int argc, char **argv) {
  const int code = options_read(argc, argv, options, j);
  return code ? code : recipe_last_operand(&j->recipe, argc, argv);
}

/* ---- instruction sets ------------------------------------------------------------------------ */

#if defined __x86_64__
static const char *const known_sets[] = {"sse2", "avx2", "avx512"};
#elif defined __aarch64__
static const char *const known_sets[] = {"neon"};
#else
static const char *const known_sets[] = {"scalar"};
#endif

enum { KNOWN_SETS = sizeof known_sets / sizeof *known_sets };

static int has_set(const char *name) {
  const burl_options asked = {.struct_size = sizeof asked, .isa = name};
  burl_program *program = burl_compile_with("x", 1, &asked, NULL);
  burl_free(program);
  return program != NULL;
}

static int add_set(job *j, const char *name) {
  for (int i = 0; i < KNOWN_SETS; i++) {
    if (strcmp(known_sets[i], name) != 0 || !has_set(name)) continue;
    for (int s = 0; s < j->set_count; s++) {
      if (j->sets[s] == known_sets[i]) return DONE;
    }
    j->sets[j->set_count++] = known_sets[i];
    return DONE;
  }
  char there[64] = "";
  for (int i = 0; i < KNOWN_SETS; i++) {
    if (!has_set(known_sets[i])) continue;
    const size_t used = strlen(there);
    snprintf(there + used, sizeof there - used, "%s%s", used ? ", " : "", known_sets[i]);
  }
  return usage_error("there is no instruction set '%.40s' here; there are: %s", name, there);
}

/* The sets that --isa names, else the one in BURL_ISA, else all. */
static int choose_sets(job *j) {
  const char *limit = getenv("BURL_ISA");
  int code = DONE;
  if (j->isa) {
    for (char *one = strtok(j->isa, ","); one && !code; one = strtok(NULL, ",")) { code = add_set(j, one); }
    return code || j->set_count ? code : usage_error("--isa names no instruction set");
  }
  if (limit && *limit) return add_set(j, limit);
  for (int i = 0; i < KNOWN_SETS; i++) {
    if (has_set(known_sets[i])) j->sets[j->set_count++] = known_sets[i];
  }
  return DONE;
}

/* recipe_compile reads this variable. */
static void use_set(const char *name) { setenv("BURL_ISA", name, 1); }

/* ---- times ----------------------------------------------------------------------------------- */

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The median seconds of stage(j), which returns DONE. */
static int time_of(job *j, int (*stage)(job *j), double *seconds) {
  double times[MOST_RUNS], total = 0;
  int runs = 0;
  while (runs < LEAST_RUNS || (total < least_seconds && runs < MOST_RUNS)) {
    const double start = now();
    const int code = stage(j);
    if (code) return code;
    times[runs] = now() - start;
    total += times[runs++];
  }
  qsort(times, (size_t)runs, sizeof *times, ascending);
  *seconds = 0.5 * (times[runs / 2] + times[(runs - 1) / 2]);
  return DONE;
}

static void print_stage(const char *name, double seconds, const char *more) {
  printf("  %-24s%10.3f ms%s\n", name, 1e3 * seconds, more);
}

/* ---- stages ---------------------------------------------------------------------------------- */

static int compile(job *j) {
  const int dims = burl_dims(j->recipe.program);
  burl_free(j->recipe.program);
  j->recipe.program = NULL;
  return recipe_compile(&j->recipe, dims);
}

static int compute(job *j) {
  const burl_status status = burl_sample_grid(j->recipe.program, &j->grid, j->data);
  return status == BURL_OK ? DONE : fail("%s: %s", j->recipe.name, burl_status_text(status));
}

/* Writes the picture on all cores, into a file that is removed afterwards. */
static int write_picture(job *j) {
  image_file file;
  image_error error;
  struct stat written;
  if (image_begin(&file, j->path, image_format_of(j->path, &error), &error) != 0) return fail("%s", error.text);
  if (image_finish(&file, &j->picture, &error) != 0) return fail("%s", error.text);
  if (stat(j->path, &written) == 0) j->written = (double)written.st_size;
  unlink(j->path);
  return DONE;
}

/* ---- reports --------------------------------------------------------------------------------- */

static int report_compiling(job *j) {
  double seconds, start;
  int code = time_of(j, compile, &seconds);
  if (code) return code;
  print_stage("compile", seconds, "");
  start = now();
  code = compute(j);
  if (!code) print_stage("first call", now() - start, "  touches the memory, starts threads");
  return code;
}

/* Prints a line for each instruction set with a column for each number of threads; *last: the
 * seconds of the last figure. */
static int report_rates(job *j, double *last) {
  printf("\n  Msamples/s  ");
  for (int t = 0; t < j->thread_count; t++) {
    char head[32];
    if (j->threads[t]) {
      snprintf(head, sizeof head, "%d thread%s", (int)j->threads[t], j->threads[t] > 1 ? "s" : "");
    } else {
      snprintf(head, sizeof head, "all cores");
    }
    printf("%12s", head);
  }
  for (int s = 0; s < j->set_count; s++) {
    use_set(j->sets[s]);
    int code = compile(j);
    printf("\n  %-12s", j->sets[s]);
    for (int t = 0; t < j->thread_count && !code; t++) {
      fflush(stdout);
      j->grid.threads = (int)j->threads[t];
      code = time_of(j, compute, last);
      if (!code) printf("%12.1f", 1e-6 * j->samples / *last);
    }
    if (code) return code;
  }
  printf("\n\n");
  return DONE;
}

/* Prints how long writing a picture takes beside computing it with the last of the sets and of the
 * numbers of threads. */
static int report_writing(job *j, double computing) {
  const burl_program *program = j->recipe.program;
  const burl_range bounds = burl_bounds(program, 0);
  j->picture = (image){.data = j->data,
                       .axes = j->geometry.axes,
                       .channels = burl_channels(program),
                       .lo = bounds.lo > -1e30 ? bounds.lo : -1,
                       .hi = bounds.hi < 1e30 ? bounds.hi : 1,
                       .depth = 8};
  memcpy(j->picture.size, j->grid.size, sizeof j->picture.size);
  char skipped[64] = "";
  if (burl_skipped(program) > 0)
    snprintf(skipped, sizeof skipped, "  %.0f %% of the noises skipped, as they don't show",
             100 * burl_skipped(program));
  print_stage("compute", computing, skipped);
  if (j->geometry.axes > 2 || burl_result_count(program) > 1) return DONE; /* a .png has no more */
  const char *folder = getenv("TMPDIR");
  snprintf(j->path, sizeof j->path, "%s/burl-bench-%ld.png", folder && *folder ? folder : "/tmp", (long)getpid());
  for (; j->picture.depth <= 16; j->picture.depth += 8) {
    double seconds;
    char more[64];
    const int code = time_of(j, write_picture, &seconds);
    if (code) return code;
    snprintf(more, sizeof more, "  %.1f MB, %.1f times the computing", 1e-6 * j->written, seconds / computing);
    print_stage(j->picture.depth == 8 ? "quantise, write 8 bits" : "quantise, write 16 bits", seconds, more);
  }
  return DONE;
}

/* ---- the command ----------------------------------------------------------------------------- */

static int prepare(job *j) {
  int code = choose_sets(j);
  if (!code) use_set(j->sets[j->set_count - 1]);
  if (!code) code = recipe_load(&j->recipe);
  if (!code) code = recipe_compile_to_fit(&j->recipe, geometry_dims(&j->geometry));
  if (!code) recipe_note(&j->recipe);
  if (!code) code = geometry_place(&j->geometry, j->recipe.program, &j->grid);
  if (code) return code;

  j->samples = 1;
  for (int a = 0; a < 4; a++) j->samples *= (double)j->grid.size[a];
  j->data = malloc((size_t)j->samples * (size_t)burl_channels(j->recipe.program) * sizeof *j->data);
  return j->data ? DONE : fail("not enough memory: --size makes it less");
}

int command_bench(int argc, char **argv) {
  job j = {.geometry = {.axes = 2, .size = {2048, 2048}}, .thread_count = 2, .threads = {1, 0}};
  double computing = 0;
  int code = read_arguments(&j, argc, argv);
  if (!code) code = prepare(&j);
  if (!code) code = report_compiling(&j);
  if (!code) code = report_rates(&j, &computing);
  if (!code) code = report_writing(&j, computing);
  free(j.data);
  recipe_free(&j.recipe);
  return code;
}
