/* The program that measures, one for each compiler that builds the library.  It reads requests, a
 * line each, and answers each with a line of JSON; bench/run asks.  By hand:
 *
 *     echo 'grid size=2048x2048 step=0.02 isa=avx2 : perlin()' | build/bench/gcc/bench/burl_bench
 *
 *     grid     a recipe over a grid        memory   what it allocates for that, sampled once
 *     points   at random points            sets     the instruction sets that there are
 *     chunks   over grids beside each other, as many calls as make 65,536 samples
 *     single   by burl_perlin2 and its kin, named after the colon
 *     naive    bench/naive.c               stb, libnoise   their noise of the name after the colon
 *     fill     writing the same number of floats
 *     world    bench/worlds/NAME.burl by its name, or with by=fastnoise2, by=fastnoiselite what these make of it
 *
 * Options: size=64x64 step=S origin=O isa=NAME threads=N runs=9 seconds=0.1 warm=0 (then nothing is called before the
 * runs) guards=0 (what can't matter is computed, too) by=fastnoise2 (its noise of the name after the colon).  The time
 * of a run is that of the calling thread on the processor where one thread works, so that other work on the machine
 * counts less; else that of the clock. */
#define _POSIX_C_SOURCE 200809L
#include "burl.h"
#include "burl_inspect.h"
#include "peers.h"
#include "program/program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_RUNS = 201, MOST_LINE = 4096 };

typedef struct {
  char what[16], isa[16], by[16];
  int threads, runs, is_warm, guards, axes;
  int64_t size[4];
  double origin, step, seconds;
  const char *text; /* a recipe, or the name of a peer's noise */
} request;

/* What is measured: once(work) is a run. */
typedef struct work {
  const request *asked;
  size_t samples, calls;
  double origin[4], step[4];
  float *out; /* of all the samples of a call, touched */
  void (*once)(struct work *);
  burl_program *program;
  double *coord[4];
  peer_noise *noise;
  peer_generator *generator;
  const peer_world *world;
  float *narrow[3]; /* coord, for it */
  int failed;
} work;

/* ---- requests -------------------------------------------------------------------------------- */

static int read_size(request *r, const char *text) {
  char *end;
  for (r->axes = 0; r->axes < 4; text = end + 1) {
    r->size[r->axes++] = strtoll(text, &end, 10);
    if (*end != 'x') return *end == '\0' && r->size[r->axes - 1] > 0;
  }
  return 0;
}

static int read_word(request *r, const char *word) {
  if (strncmp(word, "size=", 5) == 0) return read_size(r, word + 5);
  return sscanf(word, "isa=%15s", r->isa) == 1 || sscanf(word, "by=%15s", r->by) == 1 ||
         sscanf(word, "threads=%d", &r->threads) == 1 || sscanf(word, "guards=%d", &r->guards) == 1 ||
         sscanf(word, "runs=%d", &r->runs) == 1 || sscanf(word, "warm=%d", &r->is_warm) == 1 ||
         sscanf(word, "origin=%lf", &r->origin) == 1 || sscanf(word, "step=%lf", &r->step) == 1 ||
         sscanf(word, "seconds=%lf", &r->seconds) == 1;
}

/* "what word word : text"; the line is cut up. */
static int read_request(request *r, char *line) {
  *r = (request){.threads = 1, .runs = 9, .is_warm = 1, .guards = 1, .axes = 2, .size = {512, 512}, .step = 0.02};
  char *colon = strstr(line, " : ");
  if (colon) *colon = '\0';
  r->text = colon ? colon + 3 : "";
  char *rest, *word = strtok_r(line, " ", &rest);
  snprintf(r->what, sizeof r->what, "%s", word ? word : "");
  while ((word = strtok_r(NULL, " ", &rest)) != NULL) {
    if (!read_word(r, word)) return 0;
  }
  return r->runs >= 1 && r->runs <= MOST_RUNS;
}

static void answer_error(const char *message) {
  printf("{\"error\": \"");
  for (; *message; message++) {
    if (*message == '"' || *message == '\\') putchar('\\');
    putchar(*message);
  }
  puts("\"}");
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* The library's blocks, counted: now and at most. */
typedef struct {
  size_t now, most;
} blocks;

enum { HEADER = 64 }; /* bytes before a block, for its size */

static void *count_blocks(void *user, void *old, size_t size) {
  blocks *b = user;
  char *block = old ? (char *)old - HEADER : NULL;
  size_t before = 0;
  if (block) memcpy(&before, block, sizeof before);
  if (size == 0) {
    b->now -= before;
    free(block);
    return NULL;
  }
  char *grown = realloc(block, size + HEADER);
  if (!grown) return NULL;
  memcpy(grown, &size, sizeof size);
  b->now += size - before;
  if (b->most < b->now) b->most = b->now;
  return grown + HEADER;
}

/* ---- single calls ---------------------------------------------------------------------------- */

static double single_perlin2(double x, double y, double z) { return (void)z, (double)burl_perlin2(1, x, y); }
static double single_perlin3(double x, double y, double z) { return (double)burl_perlin3(1, x, y, z); }
static double single_perlin4(double x, double y, double z) { return (double)burl_perlin4(1, x, y, z, 0.5 * x); }
static const peer_case single_cases[] = {
    {"perlin2", single_perlin2}, {"perlin3", single_perlin3}, {"perlin4", single_perlin4}, {NULL, NULL}};

/* ---- what is run ----------------------------------------------------------------------------- */

static burl_program *compile(const request *r, blocks *counted) {
  burl_options options = {.struct_size = sizeof options, .dims = r->axes};
  burl_error error;
  if (*r->isa) options.isa = r->isa;
  if (counted) {
    options.allocate = count_blocks;
    options.user = counted;
  }
  burl_program *program = burl_compile_with(r->text, strlen(r->text), &options, &error);
  if (!program) answer_error(error.message);
  return program;
}

static void run_grid(work *w) {
  burl_grid grid = {.threads = w->asked->threads};
  for (int a = 0; a < w->asked->axes; a++) {
    grid.size[a] = w->asked->size[a];
    grid.origin[a] = w->origin[a];
    grid.step[a] = w->step[a];
  }
  for (size_t call = 0; call < w->calls; call++, grid.first[0] += grid.size[0])
    if (burl_sample_grid(w->program, &grid, w->out) != BURL_OK) w->failed = 1;
}

static void run_points(work *w) {
  burl_points points = {.count = w->samples};
  for (int a = 0; a < w->asked->axes; a++) points.coord[a] = w->coord[a];
  if (burl_sample_points(w->program, &points, w->out) != BURL_OK) w->failed = 1;
}

static void run_generator_grid(work *w) {
  const request *r = w->asked;
  const int64_t size[3] = {r->size[0], r->axes > 1 ? r->size[1] : 1, r->axes > 2 ? r->size[2] : 0};
  double origin[3] = {r->origin, r->origin, r->origin};
  for (size_t call = 0; call < w->calls; call++, origin[0] += (double)size[0] * r->step)
    fastnoise2_grid(w->generator, w->out, origin, size, r->step);
}

static void run_generator_points(work *w) {
  const float *const at[3] = {w->narrow[0], w->narrow[1], w->narrow[2]};
  fastnoise2_points(w->generator, w->out, (int64_t)w->samples, at);
}

static void run_peer(work *w) {
  const request *r = w->asked;
  float *out = w->out;
  const int64_t ny = r->axes > 1 ? r->size[1] : 1, nz = r->axes > 2 ? r->size[2] : 1;
  for (int64_t k = 0; k < nz; k++) {
    const double z = r->origin + (double)k * r->step;
    for (int64_t j = 0; j < ny; j++) {
      const double y = r->origin + (double)j * r->step;
      for (int64_t i = 0; i < r->size[0]; i++) { *out++ = (float)w->noise(r->origin + (double)i * r->step, y, z); }
    }
  }
}

static void run_fill(work *w) {
  memset(w->out, 1, w->samples * sizeof *w->out);
  __asm__ volatile("" : : "r"(w->out) : "memory"); /* as if it were read */
}

static void run_world(work *w) {
  const int64_t size[3] = {w->asked->size[0], w->asked->size[1], w->asked->axes > 2 ? w->asked->size[2] : 1};
  w->world->fill(w->out, size, w->asked->step);
}

/* Random places in [0, 100] along each axis. */
static int scatter(work *w) {
  uint64_t state = 1;
  for (int a = 0; a < w->asked->axes; a++) {
    w->coord[a] = malloc(w->samples * sizeof *w->coord[a]);
    if (!w->coord[a]) return 0;
    for (size_t i = 0; i < w->samples; i++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      w->coord[a][i] = (double)(state >> 11) * (100.0 / 0x1p53);
    }
  }
  return 1;
}

static int narrow(work *w) {
  for (int a = 0; a < w->asked->axes && a < 3; a++) {
    w->narrow[a] = malloc(w->samples * sizeof *w->narrow[a]);
    if (!w->narrow[a]) return 0;
    for (size_t i = 0; i < w->samples; i++) w->narrow[a][i] = (float)w->coord[a][i];
  }
  return 1;
}

static peer_noise *find_peer(const peer_case *peers, const char *name) {
  while (peers->name && strcmp(peers->name, name) != 0) peers++;
  return peers->noise;
}

/* Room for the results, touched. */
static int make_room(work *w) {
  const size_t channels = w->program ? (size_t)burl_channels(w->program) : 1;
  const size_t bytes = w->samples * channels * sizeof *w->out; /* aligned: what it does depends on that */
  w->out = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (w->out) memset(w->out, 0, w->samples * channels * sizeof *w->out);
  else answer_error("out of memory");
  return w->out != NULL;
}

static work work_of(const request *r) {
  work w = {.asked = r, .samples = 1, .calls = 1};
  for (int a = 0; a < r->axes; a++) w.samples *= (size_t)r->size[a], w.origin[a] = r->origin, w.step[a] = r->step;
  if (strcmp(r->what, "chunks") == 0) w.calls = (65535 + w.samples) / w.samples;
  return w;
}

static int is_scattered(work *w) { return *w->asked->what == 'p'; }

static int prepare_program(work *w) {
  w->program = compile(w->asked, NULL);
  if (!w->program) return 0;
  w->once = is_scattered(w) ? run_points : run_grid;
  if (!is_scattered(w) || scatter(w)) return 1;
  answer_error("out of memory");
  return 0;
}

/* The text of a file, to be freed; NULL: it can't be read. */
static char *text_of(const char *path) {
  enum { MOST = 1 << 16 };
  FILE *const file = fopen(path, "rb");
  char *const text = file ? calloc(1, MOST) : NULL;
  if (text && fread(text, 1, MOST - 1, file) == 0) text[0] = '\0';
  if (file) fclose(file);
  return text;
}

static int prepare_world(work *w) {
  const request *r = w->asked;
  if (*r->by) {
    const peer_world *world = strcmp(r->by, "fastnoise2") == 0 ? fastnoise2_worlds : fastnoiselite_worlds;
    while (world->name && strcmp(world->name, r->text) != 0) world++;
    w->world = world, w->once = run_world;
    if (!world->name) answer_error("there is no such world");
    return world->name != NULL;
  }
  char path[512];
  snprintf(path, sizeof path, strchr(r->text, '/') ? "%s" : "bench/worlds/%s.burl", r->text);
  request of_text = *r;
  char *const text = text_of(path);
  of_text.text = text ? text : "";
  w->program = compile(&of_text, NULL);
  free(text);
  if (!w->program) return 0;
  w->program->unguarded = !r->guards;
  double view[8];
  if (burl_view(w->program, view) == 4)
    for (int a = 0; a < 2; a++) w->origin[a] = view[a], w->step[a] = (view[2 + a] - view[a]) / (double)r->size[a];
  w->once = run_grid;
  return 1;
}

static int prepare_generator(work *w) {
  w->generator = fastnoise2_open(w->asked->text, w->asked->isa);
  w->once = is_scattered(w) ? run_generator_points : run_generator_grid;
  if (w->generator && (!is_scattered(w) || (scatter(w) && narrow(w)))) return 1;
  answer_error(w->generator ? "out of memory" : "there is no such noise");
  return 0;
}

/* Sets up w for what is asked.  0 where that cannot be, which has then been said. */
static int prepare(work *w) {
  const request *r = w->asked;
  const char *what = r->what;
  if (strcmp(what, "grid") == 0 || strcmp(what, "chunks") == 0 || strcmp(what, "points") == 0)
    return *r->by ? prepare_generator(w) : prepare_program(w);
  if (strcmp(what, "world") == 0) return prepare_world(w);
  w->once = strcmp(what, "fill") == 0 ? run_fill : run_peer;
  w->noise = strcmp(what, "naive") == 0      ? naive_perlin
             : strcmp(what, "single") == 0   ? find_peer(single_cases, r->text)
             : strcmp(what, "stb") == 0      ? find_peer(stb_cases, r->text)
             : strcmp(what, "libnoise") == 0 ? find_peer(libnoise_cases, r->text)
                                             : NULL;
  if (w->noise || w->once == run_fill) return 1;
  answer_error("there is no such noise");
  return 0;
}

/* ---- times ----------------------------------------------------------------------------------- */

static double now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *times, int count) {
  qsort(times, (size_t)count, sizeof *times, ascending);
  return 0.5 * (times[count / 2] + times[(count - 1) / 2]);
}

/* At least as many runs as asked for, and until so many seconds are over. */
static void measure(work *w) {
  double cpu[MOST_RUNS], wall[MOST_RUNS], total = 0;
  const request *r = w->asked;
  int runs = 0;
  if (r->is_warm) w->once(w);
  while (runs < r->runs || (total < r->seconds && runs < MOST_RUNS)) {
    const double cpu_start = now(CLOCK_THREAD_CPUTIME_ID), start = now(CLOCK_MONOTONIC);
    w->once(w);
    wall[runs] = now(CLOCK_MONOTONIC) - start;
    cpu[runs] = now(CLOCK_THREAD_CPUTIME_ID) - cpu_start;
    total += wall[runs++];
  }
  if (w->failed) {
    answer_error("could not be sampled");
    return;
  }
  const double by_clock = median(wall, runs), by_thread = median(cpu, runs); /* which sort them */
  printf("{\"samples\": %zu, \"runs\": %d, \"seconds\": %.9g, \"clock\": %.9g, \"least\": %.9g, \"skipped\": %.9g}\n",
         w->samples * w->calls, runs, r->threads == 1 ? by_thread : by_clock, by_clock,
         r->threads == 1 ? cpu[0] : wall[0], burl_skipped(w->program));
}

static void free_work(work *w) {
  free(w->out);
  for (int a = 0; a < 4; a++) free(w->coord[a]);
  for (int a = 0; a < 3; a++) free(w->narrow[a]);
  fastnoise2_close(w->generator);
  burl_free(w->program);
}

/* ---- answers --------------------------------------------------------------------------------- */

static void answer_times(const request *r) {
  work w = work_of(r);
  if (prepare(&w) && make_room(&w)) measure(&w);
  free_work(&w);
}

static void answer_memory(const request *r) {
  blocks counted = {0};
  work w = work_of(r);
  w.program = compile(r, &counted);
  if (w.program && make_room(&w)) {
    const size_t program = counted.now, compiling = counted.most;
    counted.most = counted.now;
    run_grid(&w);
    printf("{\"compiling\": %zu, \"program\": %zu, \"sampling\": %zu, \"out\": %zu}\n", compiling, program,
           counted.most - program, w.samples * sizeof *w.out);
  }
  free_work(&w);
}

/* Those that a recipe compiles for, the best last. */
static void answer_sets(void) {
#if defined __x86_64__
  static const char *const names[] = {"sse2", "avx2", "avx512"};
#else
  static const char *const names[] = {"scalar"}; /* the one there is, whatever its name */
#endif
  const char *comma = "";
  printf("{\"sets\": [");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const burl_options options = {.struct_size = sizeof options, .isa = names[i]};
    burl_program *program = burl_compile_with("x", 1, &options, NULL);
    if (program) printf("%s\"%s\"", comma, names[i]), comma = ", ";
    burl_free(program);
  }
#if defined __clang__
  printf("], \"compiler\": \"clang %d.%d\"}\n", __clang_major__, __clang_minor__);
#else
  printf("], \"compiler\": \"gcc %d.%d\"}\n", __GNUC__, __GNUC_MINOR__);
#endif
}

int main(void) {
  char line[MOST_LINE];
  naive_begin();
  while (fgets(line, sizeof line, stdin)) {
    request r;
    line[strcspn(line, "\n")] = '\0';
    if (!read_request(&r, line)) answer_error("this is no request");
    else if (strcmp(r.what, "sets") == 0) answer_sets();
    else if (strcmp(r.what, "memory") == 0) answer_memory(&r);
    else answer_times(&r);
    fflush(stdout);
  }
  return 0;
}
