/* The scripts of burl submit, one function each.  Paths are quoted for the shell, or as JSON, which YAML understands;
 * all else that is put into the texts is a number or a name without special characters. */
#include "planet/submit.h"

#include "cli/cli.h"
#include "json/json.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- What they share ----------------------------------------------------------------------------- */

/* Which shards a task makes, in words. */
static void write_share(FILE *to, const submission *s) {
  fputs(", of which task K makes ", to);
  if (s->tasks == s->shards) fputs("shard K", to);
  else fprintf(to, "the shards K, K + %d, K + %d and so on", s->tasks, 2 * s->tasks);
}

/* The same as options of burl run; `task` is the variable that has the number. */
static void write_options(FILE *to, const char *task, const submission *s) {
  fprintf(to, "--shard \"$%s/%d\"", task, s->shards);
  if (s->tasks < s->shards) fprintf(to, " --stride %d", s->tasks);
  fprintf(to, " --threads %d -q", s->threads);
}

/* How a script begins: what it is, and how it is started. */
static void write_head(FILE *to, const scheduler *by, const submission *s) {
  fprintf(to, "# The shards of a plan of burl, made by %s", by->about);
  if (by->is_array) write_share(to, s);
  fputs(
      ".\n"
      "# burl submit wrote this, and it is yours to change. Shards that are there are left: it may be started again.\n"
      "#\n"
      "#     ",
      to);
  print_start(to, by, s);
}

static void write_variable(FILE *to, const char *name, const char *value) {
  fprintf(to, "%s=", name);
  print_quoted(to, value);
  fputc('\n', to);
}

static void write_paths(FILE *to, const submission *s) {
  fputc('\n', to);
  write_variable(to, "burl", s->burl);
  write_variable(to, "plan", s->path);
}

/* Where a container finds the plan's folder, as JSON; dollar: what stands for a $. */
static void write_place(FILE *to, const char *dollar, const submission *s) {
  char name[8400] = "/work", *end = name + strlen(name);
  for (const char *c = strrchr(s->path, '/'); *c; c++)
    end += snprintf(end, 3, "%s", *c == '$' ? dollar : (char[]){*c, '\0'});
  json_begin();
  json_t *const value = json_string(name);
  char *const text = json_text(value, 0);
  fputs(text ? text : "\"\"", to);
  free(text);
  json_decref(value);
}

/* ---- Slurm --------------------------------------------------------------------------------------- */

/* burl- and the folder's name, of the characters that a job's name may have everywhere. */
static void write_job_name(FILE *to, const submission *s) {
  fputs("burl-", to);
  for (const char *c = strrchr(s->path, '/') + 1; *c; c++)
    fputc(isalnum((unsigned char)*c) || strchr("._-", *c) ? *c : '_', to);
}

static void write_slurm_options(FILE *to, const submission *s) {
  fputs("#SBATCH --job-name=", to);
  write_job_name(to, s);
  fprintf(to,
          "\n"
          "#SBATCH --ntasks=1\n"
          "#SBATCH --cpus-per-task=%d\n",
          s->threads);
  if (s->minutes) fprintf(to, "#SBATCH --time=%d\n", s->minutes);
  if (s->queue) fprintf(to, "#SBATCH --partition=%s\n", s->queue);
  fputs("#SBATCH --requeue\n"
        "#SBATCH --open-mode=append\n",
        to);
}

/* What follows the call of burl; job: what scontrol calls this one. */
static void write_slurm_end(FILE *to, const char *job) {
  fprintf(to,
          "code=$?\n"
          "\n"
          "# 75: what failed may succeed later. Slurm ends this script and starts it again some minutes later, five "
          "times.\n"
          "if [ \"$code\" -eq 75 ] && [ \"${SLURM_RESTART_COUNT:-0}\" -lt 5 ]; then\n"
          "  scontrol requeue \"%s\" && sleep 60\n"
          "fi\n"
          "exit \"$code\"\n",
          job);
}

static void write_slurm(FILE *to, const scheduler *by, const submission *s) {
  fputs("#!/bin/sh\n", to);
  write_head(to, by, s);
  fprintf(to,
          "#\n"
          "#SBATCH --array=0-%d\n",
          s->tasks - 1);
  write_slurm_options(to, s);
  write_paths(to, s);
  fputs("\n\"$burl\" run \"$plan\" ", to);
  write_options(to, "SLURM_ARRAY_TASK_ID", s);
  fputc('\n', to);
  write_slurm_end(to, "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID");
}

static void write_slurm_second(FILE *to, const scheduler *by, const submission *s) {
  (void)by;
  fputs("#!/bin/sh\n"
        "# The second stage of a plan of burl, made by Slurm after the tasks of submit.slurm.\n"
        "#\n"
        "#SBATCH --kill-on-invalid-dep=yes\n",
        to);
  write_slurm_options(to, s);
  write_paths(to, s);
  fprintf(to, "\n\"$burl\" run \"$plan\" --overviews --threads %d -q\n", s->threads);
  write_slurm_end(to, "$SLURM_JOB_ID");
}

/* ---- MPI, xargs and GNU parallel ----------------------------------------------------------------- */

/* The second stage, and what is left. */
static void write_last(FILE *to, const submission *s) {
  if (s->has_second)
    fprintf(to,
            "\n"
            "# The second stage; where shards are missing it says so.\n"
            "\"$burl\" run \"$plan\" --overviews --threads %d -q\n",
            s->threads);
  fputs("\n"
        "# What is left; the exit code is 75 where anything is.\n"
        "\"$burl\" status \"$plan\"\n",
        to);
}

static void write_mpi(FILE *to, const scheduler *by, const submission *s) {
  fputs("#!/bin/sh\n", to);
  write_head(to, by, s);
  fputs("#\n"
        "# Options behind its name are mpirun's, such as --hostfile hosts.\n",
        to);
  write_paths(to, s);
  write_variable(to, "burl_mpi", s->mpi);
  fputs("\nmpirun", to);
  if (s->tasks) fprintf(to, " -n %d", s->tasks);
  if (s->threads > 1) fputs(" --bind-to none", to); /* Open MPI may give a rank one core */
  fprintf(to, " \"$@\" \"$burl_mpi\" \"$plan\" --threads %d\n", s->threads);
  write_last(to, s);
}

/* A script that starts several shards at once.  how: what does that, a format of the last shard's number, how many
 * there are, and threads. */
static void write_at_once(FILE *to, const scheduler *by, const submission *s, const char *how) {
  fputs("#!/bin/sh\n", to);
  write_head(to, by, s);
  write_paths(to, s);
  fputs("at_once=", to);
  if (s->tasks) fprintf(to, "%d", s->tasks);
  else if (s->threads == 1) fputs("$(getconf _NPROCESSORS_ONLN)", to);
  else fprintf(to, "$((($(getconf _NPROCESSORS_ONLN) + %d) / %d))", s->threads - 1, s->threads);
  fputs("  # so many shards at once\n"
        "export burl plan\n\n",
        to);
  fprintf(to, how, s->shards - 1, s->shards, s->threads);
  write_last(to, s);
}

static void write_xargs(FILE *to, const scheduler *by, const submission *s) {
  write_at_once(to, by, s,
                "# 65: the plan is wrong, so that no shard can succeed; xargs stops where a command exits with 255.\n"
                "seq 0 %d | xargs -n 1 -P \"$at_once\" sh -c '\n"
                "  \"$burl\" run \"$plan\" --shard \"$1/%d\" --threads %d -q || [ $? -ne 65 ] || exit 255' shard\n");
}

static void write_parallel(FILE *to, const scheduler *by, const submission *s) {
  write_at_once(to, by, s,
                "# A shard that fails is tried three times in all.\n"
                "seq 0 %d | parallel --jobs \"$at_once\" --retries 3 \\\n"
                "  '\"$burl\" run \"$plan\" --shard {}/%d --threads %d -q'\n");
}

/* ---- Kubernetes ---------------------------------------------------------------------------------- */

static void write_job(FILE *to, const char *name, const submission *s) {
  fprintf(to,
          "apiVersion: batch/v1\n"
          "kind: Job\n"
          "metadata:\n"
          "  generateName: %s-%s-\n"
          "spec:\n",
          name, s->hash);
}

/* The pods of a job up to their command, whose lines are to be indented by ten spaces; and what follows it. */
static void write_pod(FILE *to, int minutes, const submission *s) {
  fputs("  template:\n"
        "    spec:\n"
        "      restartPolicy: Never\n",
        to);
  if (minutes) fprintf(to, "      activeDeadlineSeconds: %d\n", 60 * minutes);
  fprintf(to,
          "      containers:\n"
          "      - name: burl\n"
          "        image: \"%s\"\n"
          "        env:\n"
          "        - name: PLAN\n"
          "          value: ",
          s->image);
  write_place(to, "$$", s); /* $(NAME) would be a variable */
  fputs("\n"
        "        command:\n"
        "        - sh\n"
        "        - -c\n"
        "        - |\n",
        to);
}

static void write_pod_end(FILE *to, const submission *s) {
  fprintf(to,
          "        resources:\n"
          "          requests:\n"
          "            cpu: %d\n"
          "            memory: 1Gi\n"
          "        volumeMounts:\n"
          "        - name: work\n"
          "          mountPath: /work\n"
          "      volumes:\n"
          "      - name: work\n"
          "        persistentVolumeClaim:\n"
          "          claimName: \"%s\"\n",
          s->threads, s->volume);
}

static void write_k8s_second(FILE *to, const submission *s) {
  fputs("---\n"
        "# The second stage waits until all shards are there.\n",
        to);
  write_job(to, "burl-overviews", s);
  write_pod(to, 0, s);
  fprintf(to,
          "          until burl run \"$PLAN\" --overviews --threads %d -q; do\n"
          "            [ $? -eq 75 ] || exit\n"
          "            sleep 60\n"
          "          done\n",
          s->threads);
  write_pod_end(to, s);
}

static void write_k8s(FILE *to, const scheduler *by, const submission *s) {
  write_head(to, by, s);
  fprintf(to,
          "#\n"
          "# The claim %s holds the plan's folder; pods of all nodes have to be able to write there (ReadWriteMany).\n"
          "# It needs Kubernetes 1.29 or later.\n",
          s->volume);
  write_job(to, "burl", s);
  fprintf(to,
          "  completionMode: Indexed\n"
          "  completions: %d  # tasks\n"
          "  parallelism: %d  # so many at once\n"
          "  backoffLimitPerIndex: 5  # a task that fails, as with 75, is tried again five times\n",
          s->tasks, s->tasks);
  fputs("  podFailurePolicy:\n"
        "    rules:\n"
        "    - action: FailJob  # 65: the plan is wrong, so that no task can succeed\n"
        "      onExitCodes:\n"
        "        containerName: burl\n"
        "        operator: In\n"
        "        values: [65]\n"
        "    - action: Ignore  # the node was taken away, which doesn't count\n"
        "      onPodConditions:\n"
        "      - type: DisruptionTarget\n"
        "        status: \"True\"\n",
        to);
  write_pod(to, s->minutes, s);
  fputs("          exec burl run \"$PLAN\" ", to);
  write_options(to, "JOB_COMPLETION_INDEX", s);
  fputc('\n', to);
  write_pod_end(to, s);
  if (s->has_second) write_k8s_second(to, s);
}

/* ---- AWS Batch ----------------------------------------------------------------------------------- */

/* A job definition; JSON has no comments. */
static void write_aws_definition(FILE *to, const scheduler *by, const submission *s) {
  (void)by;
  fprintf(to,
          "{\n"
          "  \"jobDefinitionName\": \"burl-%s\",\n"
          "  \"type\": \"container\",\n"
          "  \"containerProperties\": {\n"
          "    \"image\": \"%s\",\n"
          "    \"environment\": [{\"name\": \"PLAN\", \"value\": ",
          s->hash, s->image);
  write_place(to, "$", s);
  fprintf(to,
          "}],\n"
          "    \"command\": [\"sh\", \"-c\",\n"
          "      \"exec burl run \\\"$PLAN\\\" --shard \\\"$AWS_BATCH_JOB_ARRAY_INDEX/%d\\\" --stride %d --threads %d "
          "-q\"],\n"
          "    \"resourceRequirements\": [\n"
          "      {\"type\": \"VCPU\", \"value\": \"%d\"}, {\"type\": \"MEMORY\", \"value\": \"1024\"}\n"
          "    ],\n",
          s->shards, s->tasks, s->threads, s->threads);
  fprintf(to,
          "    \"mountPoints\": [{\"sourceVolume\": \"work\", \"containerPath\": \"/work\"}],\n"
          "    \"volumes\": [{\"name\": \"work\", \"efsVolumeConfiguration\": {\"fileSystemId\": \"%s\"}}]\n"
          "  },\n",
          s->volume);
  if (s->minutes) fprintf(to, "  \"timeout\": {\"attemptDurationSeconds\": %d},\n", 60 * s->minutes);
  fputs("  \"retryStrategy\": {\"attempts\": 5, \"evaluateOnExit\": [\n"
        "    {\"onExitCode\": \"65\", \"action\": \"EXIT\"},\n"
        "    {\"onExitCode\": \"75\", \"action\": \"RETRY\"},\n"
        "    {\"onStatusReason\": \"Host EC2*\", \"action\": \"RETRY\"},\n"
        "    {\"onReason\": \"*\", \"action\": \"EXIT\"}\n"
        "  ]}\n"
        "}\n",
        to);
}

static void write_aws(FILE *to, const scheduler *by, const submission *s) {
  fputs("#!/bin/sh\n", to);
  write_head(to, by, s);
  fprintf(
      to,
      "#\n"
      "# submit-aws-batch.json is the job's definition. The file system %s holds the plan's folder. What exits with\n"
      "# 75 is tried again; with 65, as the plan is wrong, it isn't.\n"
      "set -e\n"
      "\n",
      s->volume);
  fputs("definition=$(aws batch register-job-definition --query jobDefinitionArn --output text \\\n"
        "  --cli-input-json \"file://$(dirname \"$0\")/submit-aws-batch.json\")\n",
        to);
  fprintf(to,
          "job=$(aws batch submit-job --job-name burl-%s --job-queue %s --job-definition \"$definition\" \\\n"
          "  --array-properties size=%d --query jobId --output text)\n"
          "echo \"$job\"\n",
          s->hash, s->queue, s->tasks);
  if (!s->has_second) return;
  fprintf(to,
          "\n"
          "# The second stage, after all tasks.\n"
          "aws batch submit-job --job-name burl-overviews-%s --job-queue %s --job-definition \"$definition\" \\\n"
          "  --depends-on \"jobId=$job\" --query jobId --output text --container-overrides \\\n"
          "  '{\"command\": [\"sh\", \"-c\", \"exec burl run \\\"$PLAN\\\" --overviews --threads %d -q\"]}'\n",
          s->hash, s->queue, s->threads);
}

/* ---- The tables ---------------------------------------------------------------------------------- */

enum { FOR_K8S = TAKES_IMAGE | TAKES_VOLUME, FOR_AWS = FOR_K8S | TAKES_QUEUE };

const scheduler schedulers[] = {
    {"slurm", "Slurm as an array of tasks", "sbatch", TAKES_QUEUE | TAKES_TIME, 0, 1, 1, MOST_SHARDS},
    {"mpi", "the ranks of an MPI job", "sh", 0, 0, 0, 0, 0},
    {"xargs", "xargs on one machine", "sh", 0, 0, 0, 0, 0},
    {"parallel", "GNU parallel on one machine", "sh", 0, 0, 0, 0, 0},
    {"k8s", "Kubernetes as an indexed job", "kubectl create -f", FOR_K8S | TAKES_TIME, FOR_K8S, 1, 1, 100000},
    {"aws-batch", "AWS Batch as an array of tasks", "sh", FOR_AWS | TAKES_TIME, FOR_AWS, 1, 2, 10000},
    {0},
};

const script scripts[] = {
    {"slurm", "submit.slurm", write_slurm, 0},
    {"slurm", "submit-overviews.slurm", write_slurm_second, 1},
    {"mpi", "submit-mpi.sh", write_mpi, 0},
    {"xargs", "submit-xargs.sh", write_xargs, 0},
    {"parallel", "submit-parallel.sh", write_parallel, 0},
    {"k8s", "submit-k8s.yaml", write_k8s, 0},
    {"aws-batch", "submit-aws-batch.sh", write_aws, 0},
    {"aws-batch", "submit-aws-batch.json", write_aws_definition, 0},
    {0},
};

/* ---- The command that starts them ---------------------------------------------------------------- */

/* A file of the folder, NULL: the folder, as a word of a command, which must not look like an option. */
static void print_file(FILE *to, const char *file, const submission *s) {
  char name[4200];
  snprintf(name, sizeof name, "%s%s%s%s", *s->folder == '-' ? "./" : "", s->folder, file ? "/" : "", file ? file : "");
  print_quoted(to, name);
}

static void print_sbatch(FILE *to, const char *file, const submission *s) {
  fputs(" --chdir=", to);
  print_file(to, NULL, s);
  fputc(' ', to);
  print_file(to, file, s);
}

void print_start(FILE *to, const scheduler *by, const submission *s) {
  const script *first = scripts;
  while (strcmp(first->scheduler, by->name) != 0) first++;
  fputs(by->start, to);
  if (first->write != write_slurm) {
    fputc(' ', to);
    print_file(to, first->name, s);
  } else if (!s->has_second) {
    print_sbatch(to, first->name, s);
  } else { /* sbatch prints the number of the array, for which the second stage waits */
    fputs(" --dependency=afterok:$(sbatch --parsable", to);
    print_sbatch(to, first->name, s);
    fputc(')', to);
    print_sbatch(to, first[1].name, s);
  }
  fputc('\n', to);
}
