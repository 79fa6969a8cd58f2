/* burl submit: a plan as a job of a scheduler.  It writes the scheduler's script into the plan's folder and prints the
 * command that starts it; what the scripts say is in submit_scripts.c. */
#include "planet/submit.h"

#include "planet/planet.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Options ------------------------------------------------------------------------------------- */

typedef struct {
  const scheduler *by;
  submission about;
} submitting;

static int choose_scheduler(void *to, char *name) {
  submitting *const g = to;
  for (g->by = schedulers; g->by->name; g->by++)
    if (strcmp(g->by->name, name) == 0) return DONE;
  return usage_error("--with: there is no '%s'; there are slurm, mpi, xargs, parallel, k8s and aws-batch", name);
}

static int set_minutes(void *to, char *text) {
  uint64_t minutes;
  const int code = parse_count("time, in minutes", text, 1, 1000000, &minutes);
  if (!code) ((submitting *)to)->about.minutes = (int)minutes;
  return code;
}

/* Names go into scripts as they are, where one that begins with - would be an option. */
static int is_name(const char *text) {
  static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-,:/@";
  return *text && *text != '-' && strspn(text, allowed) == strlen(text);
}

#define NAME(field) \
  TEXT(submitting, about.field), .is_right = is_name, .wrong = "is no name: letters, digits and ._-,:/@, no - first"

static const option_entry options[] = {
    ROW(.name = "with", .value = "SCHEDULER", .words = "slurm mpi xargs parallel k8s aws-batch", OWN(choose_scheduler),
        .help = "slurm, mpi, xargs, parallel, k8s or aws-batch"),
    ROW(.name = "tasks", .value = "N", SHORT_UNSIGNED(submitting, about.tasks, 1, MOST_SHARDS),
        .help = "how many tasks share the shards",
        .more =
            "if not given, one a shard, at most 1000; of mpi what mpirun takes, of xargs and parallel so many that all"
            " cores have work"),
    ROW(.name = "threads", .value = "N", SHORT_UNSIGNED(submitting, about.threads, 1, 256), .help = "cores of a task",
        .more = "if not given, 1"),
    ROW(.name = "time", .value = "MINUTES", OWN(set_minutes), .help = "the longest that a task may take",
        .more = "of slurm, k8s and aws-batch"),
    ROW(.name = "queue", .value = "NAME", NAME(queue), .help = "the partition of slurm, the job queue of aws-batch"),
    ROW(.name = "image", .value = "NAME", NAME(image), .help = "the container image that has burl",
        .more = "of k8s and aws-batch"),
    ROW(.name = "volume", .value = "NAME", NAME(volume),
        .help = "what holds the plan's folder: a persistent volume claim of k8s, an EFS file system of aws-batch"),
    HELP_OPTION,
    {0},
};

const manual manual_submit = {
    .usage = "FOLDER --with SCHEDULER [option]...",
    .about =
        "Writes into a plan's folder the script by which a scheduler runs it, and prints the command that starts it. "
        "A script "
        "is short, and yours to change. It may be started again: shards that are there are left.",
    .options = options,
    .more = "The script names burl and the folder by their paths, which have to be the same on all machines. In "
            "containers burl is "
            "found by itself, and the folder is looked for under its own name at the top of the volume.",
    .example = "burl submit planet --with slurm --tasks 100",
    .operand = FILES,
};

/* The options that not all schedulers take. */
static int check_options(const submitting *g) {
  const submission *const s = &g->about;
  const struct {
    int bit, is_given;
    const char *option;
  } rows[] = {{TAKES_QUEUE, s->queue != NULL, "--queue NAME"},
              {TAKES_TIME, s->minutes != 0, "--time MINUTES"},
              {TAKES_IMAGE, s->image != NULL, "--image NAME"},
              {TAKES_VOLUME, s->volume != NULL, "--volume NAME"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const int is_taken = g->by->takes & rows[i].bit, is_needed = g->by->needs & rows[i].bit;
    if (rows[i].is_given && !is_taken) return usage_error("--with %s doesn't take %s", g->by->name, rows[i].option);
    if (!rows[i].is_given && is_needed) return usage_error("--with %s needs %s", g->by->name, rows[i].option);
  }
  return DONE;
}

static int read_arguments(submitting *g, int argc, char **argv) {
  const int code = options_read(argc, argv, options, g);
  if (code) return code;
  if (argc - optind != 1) return usage_error("it takes one folder, that of a plan");
  char *const folder = argv[optind];
  for (size_t length = strlen(folder); length > 1 && folder[length - 1] == '/';) folder[--length] = '\0';
  g->about.folder = folder;
  if (!g->by) return usage_error("no scheduler: --with slurm, mpi, xargs, parallel, k8s or aws-batch");
  return check_options(g);
}

static int settle_tasks(submitting *g) {
  submission *const s = &g->about;
  if (!s->threads) s->threads = 1;
  if (s->tasks > s->shards) return usage_error("--tasks: %d is more than the plan's shards, %d", s->tasks, s->shards);
  if (!g->by->is_array) return DONE;
  if (!s->tasks) s->tasks = s->shards < 1000 ? s->shards : 1000;
  if (s->tasks >= g->by->least && s->tasks <= g->by->most) return DONE;
  return usage_error("--tasks: %s takes from %d to %d tasks, not %d", g->by->name, g->by->least, g->by->most, s->tasks);
}

/* ---- Paths --------------------------------------------------------------------------------------- */

/* Whether a path can be written into a script as it is. */
static int check_path(const char *path) {
  for (const char *c = path; *c;) {
    const shown_text s = shown_of(c, strlen(c));
    if (s.columns != 1) return fail("%s: a script can't hold the character %s of this path", path, s.text);
    c += s.bytes;
  }
  return DONE;
}

static int find_paths(submission *s) {
  static const char *const folders[] = {".", NULL};
  const char *const burl = own_path();
  s->path = realpath(s->folder, NULL);
  s->burl = burl ? strdup(burl) : NULL;
  const char *const mpi = beside_burl(folders, "burl-mpi", X_OK);
  s->mpi = mpi ? realpath(mpi, NULL) : NULL;
  if (!s->path || !s->burl) return fail("%s: %s", s->path ? "burl" : s->folder, strerror(errno));
  int code = check_path(s->folder);
  if (!code) code = check_path(s->path);
  return code ? code : check_path(s->burl);
}

/* ---- Scripts ------------------------------------------------------------------------------------- */

static int write_script(const script *which, const scheduler *by, const submission *s) {
  char *text = NULL;
  size_t length = 0;
  image_error error;
  char *const name = plan_path(s->folder, which->name);
  FILE *const stream = open_memstream(&text, &length);
  if (stream) which->write(stream, by, s);
  const int is_whole = name && stream && !ferror(stream);
  int code = (stream && fclose(stream) != 0) || !is_whole ? fail("not enough memory") : DONE;
  if (!code && image_save_bytes(name, text, length, &error) != 0) code = fail("%s", error.text);
  free(name);
  free(text);
  return code;
}

static int submit(submitting *g) {
  const submission *const s = &g->about;
  const char *const by = g->by->name;
  int code = settle_tasks(g);
  if (!code) code = find_paths(&g->about);
  if (!code && strcmp(by, "mpi") == 0 && !s->mpi)
    code = fail("there is no burl-mpi beside %s: it is built where MPI is found", s->burl);
  for (const script *i = scripts; !code && i->name; i++)
    if (strcmp(i->scheduler, by) == 0 && (s->has_second || !i->is_of_second)) code = write_script(i, g->by, s);
  if (code) return code;
  note("this starts it:");
  print_start(stdout, g->by, s);
  return flush_output();
}

int command_submit(int argc, char **argv) {
  submitting g = {0};
  planet p = {0};
  int code = read_arguments(&g, argc, argv);
  if (!code) code = planet_open(&p, g.about.folder);
  g.about.hash = p.plan.hash;
  g.about.shards = (int)p.plan.shards;
  g.about.has_second = plan_has_second(&p.plan);
  if (!code) code = submit(&g);
  free(g.about.path);
  free(g.about.burl);
  free(g.about.mpi);
  planet_close(&p);
  return code;
}
