/* burl-mpi: the shards of a plan, made by the ranks of an MPI job.  Rank 0 hands out their numbers, to itself too; a
 * rank runs burl for one shard after the other.  What exits with 75 is handed out again, behind all others, three times
 * in all.  Nothing is lost where the job ends before its time: shards that are there are left by the next one. */
#include "json/json.h"
#include <mpi.h>

#include <errno.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { BAD_PLAN = 65, TRY_AGAIN = 75, TRIES = 3, NONE = -1 };

/* ---- One shard ----------------------------------------------------------------------------------- */

/* The words of burl run FOLDER --shard K/N -q OPTION... */
typedef struct {
  char **words;
  char shard[48];
  int64_t count;
} burl_call;

/* burl beside this program, else that of PATH. */
static const char *burl_path(void) {
  static char path[4200];
  const ssize_t length = readlink("/proc/self/exe", path, 4095);
  path[length > 0 ? length : 0] = '\0';
  char *const slash = strrchr(path, '/');
  if (slash) strcpy(slash + 1, "burl");
  return slash && access(path, X_OK) == 0 ? path : "burl";
}

/* argv: this program's, of FOLDER OPTION...; 0, or -1: out of memory. */
static int call_prepare(burl_call *c, int argc, char **argv) {
  char *const first[] = {(char *)burl_path(), "run", argv[1], "--shard", c->shard, "-q"};
  enum { FIRST = sizeof first / sizeof *first };
  c->words = calloc((size_t)argc + FIRST, sizeof *c->words);
  if (!c->words) return -1;
  memcpy(c->words, first, sizeof first);
  for (int i = 2; i < argc; i++) c->words[FIRST + i - 2] = argv[i];
  return 0;
}

/* The process that makes a shard; 0: none could be started. */
static pid_t call_start(burl_call *c, int64_t shard) {
  pid_t child;
  snprintf(c->shard, sizeof c->shard, "%" PRId64 "/%" PRId64, shard, c->count);
  const int reason = posix_spawnp(&child, c->words[0], NULL, NULL, c->words, environ);
  if (reason == 0) return child;
  fprintf(stderr, "burl-mpi: %s: %s\n", c->words[0], strerror(reason));
  return 0;
}

/* What burl exited with; one that a signal ended may be tried again. */
static int code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : TRY_AGAIN; }

/* ---- All of them --------------------------------------------------------------------------------- */

/* Numbers that are to be handed out, a ring; is_out: how many have been, and are not back. */
typedef struct {
  int64_t *ring, count, head, length, out, given_up;
  unsigned char *tries; /* of each shard */
  int code;             /* what the job exits with */
} shard_queue;

static int queue_fill(shard_queue *q, int64_t count) {
  *q = (shard_queue){.count = count, .length = count};
  q->ring = malloc((size_t)count * sizeof *q->ring);
  q->tries = calloc((size_t)count, 1);
  for (int64_t i = 0; q->ring && i < count; i++) q->ring[i] = i;
  return q->ring && q->tries ? 0 : -1;
}

static int64_t queue_take(shard_queue *q) {
  if (q->length == 0) return NONE;
  const int64_t shard = q->ring[q->head];
  q->head = (q->head + 1) % q->count;
  q->length--;
  q->out++;
  return shard;
}

/* A shard is back with a code. */
static void queue_return(shard_queue *q, int64_t shard, int code) {
  q->out--;
  if (code == 0) return;
  if (code == TRY_AGAIN && ++q->tries[shard] < TRIES) {
    q->ring[(q->head + q->length++) % q->count] = shard;
    return;
  }
  q->given_up++;
  if (q->code == 0 || q->code == TRY_AGAIN) q->code = code;
  if (code != TRY_AGAIN) q->length = 0; /* as where the plan is wrong: none can succeed */
}

/* ---- Ranks --------------------------------------------------------------------------------------- */

/* Messages to rank 0: a shard, NONE at first, and its code; from it: the next shard, NONE at the end. */
typedef struct {
  int64_t shard, code;
} report;

static void doze(void) { nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL); }

/* Whether a message is there, and from whom; MPI's own waiting would take a core. */
static int has_message(int *from) {
  int is_there;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &is_there, &status);
  if (is_there) *from = status.MPI_SOURCE;
  return is_there;
}

static void send_shard(int64_t shard, int rank) { MPI_Send(&shard, 1, MPI_INT64_T, rank, 0, MPI_COMM_WORLD); }

/* Rank 0.  waiting: room for a number a rank. */
static void lead(burl_call *c, shard_queue *q, int *waiting, int ranks) {
  int waiting_count = 0, status;
  int64_t mine = NONE;
  pid_t child = 0;
  while (q->length > 0 || q->out > 0 || waiting_count < ranks - 1) {
    for (int from; has_message(&from); waiting[waiting_count++] = from) {
      report r;
      MPI_Recv(&r, 2, MPI_INT64_T, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (r.shard != NONE) queue_return(q, r.shard, (int)r.code);
    }
    if (child && waitpid(child, &status, WNOHANG) == child) {
      queue_return(q, mine, code_of(status));
      child = 0;
    }
    while (waiting_count > 0 && q->length > 0) send_shard(queue_take(q), waiting[--waiting_count]);
    if (!child && (mine = queue_take(q)) != NONE && !(child = call_start(c, mine))) queue_return(q, mine, 127);
    doze();
  }
  while (waiting_count > 0) send_shard(NONE, waiting[--waiting_count]);
}

static void follow(burl_call *c) {
  for (report r = {NONE, 0};;) {
    int status = 0, from;
    MPI_Send(&r, 2, MPI_INT64_T, 0, 0, MPI_COMM_WORLD);
    while (!has_message(&from)) doze();
    MPI_Recv(&r.shard, 1, MPI_INT64_T, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (r.shard == NONE) return;
    const pid_t child = call_start(c, r.shard);
    while (child && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    r.code = child ? code_of(status) : 127;
  }
}

/* ---- The program --------------------------------------------------------------------------------- */

/* How many shards the plan has; 0, after a message: there is none. */
static int64_t read_count(const char *folder) {
  char name[4200];
  snprintf(name, sizeof name, "%s/plan.json", folder);
  FILE *const stream = fopen(name, "rb");
  if (!stream) return fprintf(stderr, "burl-mpi: %s: %s\n", name, strerror(errno)), 0;
  json_t *const plan = json_read(stream, NULL);
  const int64_t count = json_integer_value(json_object_get(plan, "shards"));
  json_decref(plan);
  fclose(stream);
  if (count >= 1 && count <= 10000000) return count;
  fprintf(stderr, "burl-mpi: %s: it is no plan of burl's\n", name);
  return 0;
}

/* Rank 0 reads the plan, and tells the others how many shards it has.  Returns the exit code. */
static int run_rank(burl_call *c, int rank, int ranks) {
  shard_queue q = {0};
  if (rank == 0) c->count = read_count(c->words[2]);
  MPI_Bcast(&c->count, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
  if (c->count == 0) return rank == 0 ? BAD_PLAN : 0;
  if (rank > 0) return follow(c), 0;
  int *const waiting = calloc((size_t)ranks, sizeof *waiting);
  if (!waiting || queue_fill(&q, c->count) != 0) MPI_Abort(MPI_COMM_WORLD, TRY_AGAIN);
  else lead(c, &q, waiting, ranks);
  if (q.given_up > 0) fprintf(stderr, "burl-mpi: %" PRId64 " of %" PRId64 " shards failed\n", q.given_up, q.count);
  free(q.ring);
  free(q.tries);
  free(waiting);
  return q.code;
}

int main(int argc, char **argv) {
  burl_call c = {0};
  int rank, ranks;
  if (argc < 2 || *argv[1] == '-') {
    fputs("usage: mpirun burl-mpi FOLDER [option of burl run]...\n"
          "Makes the shards of a plan of burl plan by all ranks; burl submit --with mpi writes a script of it.\n",
          stderr);
    return 2;
  }
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (call_prepare(&c, argc, argv) != 0) MPI_Abort(MPI_COMM_WORLD, TRY_AGAIN);
  const int code = run_rank(&c, rank, ranks);
  free(c.words);
  MPI_Finalize();
  return code;
}
