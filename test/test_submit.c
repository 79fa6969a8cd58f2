/* burl submit: the scripts that it writes make the very archive that burl run makes, whatever the folder's name is; so
 * far as they can be run here: those of Slurm are in tools/slurm-test, of MPI in tools/mpi-test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, folder_end)

/* A name with all that shells, xargs, GNU parallel, JSON and YAML take for something else; $plan in lines of the
 * shell. */
static const char hard_name[] = "it's a \"plan\" {} \\ $$x %a #1: `*`";

static int begin(void **state) {
  setenv("plan", hard_name, 1);
  setenv("container", BURL_SOURCE_DIR "/test/container.py", 1);
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  return folder_begin(state);
}

/* name: as a word of the shell. */
static void plan(const char *name, const char *options) {
  write_whole("world.burl", "rgb(sphere(fbm(perlin(), octaves: 3)), 0.3, 1)");
  burl_ok("plan world.burl -q -o %s --zoom 0-2 %s", name, options);
}

/* Plans what is submitted in a folder of the hard name, which alone is there. */
static void plan_anew(void) {
  shell("rm -rf *");
  plan("\"$plan\"", "--shards 7");
}

/* The archive is that of a plan that burl run has made, of another number of shards. */
static void check_archive(void) {
  plan("other", "--shards 2");
  burl_ok("run other -q");
  burl_ok("merge other -o other.pmtiles");
  burl_ok("merge \"$plan\" -o made.pmtiles");
  assert_same_files("made.pmtiles", "other.pmtiles");
}

/* ---- What is written ----------------------------------------------------------------------------- */

typedef struct {
  const char *options, *command, *file, *text;
} submit_row;

static void test_scripts(void **state) {
  static const submit_row rows[] = {
      {"slurm", "sbatch --chdir=p p/submit.slurm\n", "submit.slurm", "#SBATCH --array=0-6\n"},
      {"slurm --tasks 3 --threads 2", "sbatch --chdir=p p/submit.slurm\n", "submit.slurm",
       "/7\" --stride 3 --threads 2 -q\n"},
      {"slurm --time 90 --queue long,short", "sbatch --chdir=p p/submit.slurm\n", "submit.slurm",
       "#SBATCH --time=90\n#SBATCH --partition=long,short\n"},
      {"mpi --tasks 3", "sh p/submit-mpi.sh\n", "submit-mpi.sh", "\nmpirun -n 3 \"$@\" "},
      {"mpi --threads 4", "sh p/submit-mpi.sh\n", "submit-mpi.sh", "\nmpirun --bind-to none \"$@\" "},
      {"xargs --tasks 5", "sh p/submit-xargs.sh\n", "submit-xargs.sh", "\nat_once=5 "},
      {"parallel --threads 2", "sh p/submit-parallel.sh\n", "submit-parallel.sh", "--threads 2 -q'\n"},
      {"k8s --image a/b:1 --volume v --time 2", "kubectl create -f p/submit-k8s.yaml\n", "submit-k8s.yaml",
       "activeDeadlineSeconds: 120\n"},
      {"aws-batch --image a --volume fs-1 --queue q --time 2", "sh p/submit-aws-batch.sh\n", "submit-aws-batch.json",
       "\"attemptDurationSeconds\": 120}"},
      {"aws-batch --image a --volume fs-1 --queue q", "sh p/submit-aws-batch.sh\n", "submit-aws-batch.sh",
       " --array-properties size=7 "},
  };
  (void)state;
  plan("p", "--shards 7");
  const int has_mpi = shell("test -x \"${burl}-mpi\"")->code == 0;
  for (int i = 0; i < COUNT(rows); i++) {
    if (!has_mpi && strncmp(rows[i].options, "mpi", 3) == 0) {
      assert_contains(burl("submit p --with mpi")->err, "it is built where MPI is found");
      continue;
    }
    const outcome *const o = burl_ok("submit p/ --with %s", rows[i].options);
    assert_string_equal(o->out, rows[i].command);
    char name[100];
    snprintf(name, sizeof name, "p/%s", rows[i].file);
    char *const text = read_whole(name, NULL);
    assert_contains(text, rows[i].text);
    free(text);
  }
}

/* Large plans: as many tasks as a scheduler takes by default. */
static void test_many_shards(void **state) {
  (void)state;
  burl_ok("plan -q -e 'rgb(0, 0, sphere(perlin()))' --zoom 0-6 --shards 5000 -o p");
  burl_ok("submit p --with slurm");
  char *const text = read_whole("p/submit.slurm", NULL);
  assert_contains(text, "#SBATCH --array=0-999\n");
  assert_contains(text, "/5000\" --stride 1000 ");
  free(text);
}

static void test_refused(void **state) {
  static const refused_call calls[] = {
      {"", 2, "it takes one folder, that of a plan"},
      {"p", 2, "no scheduler: --with slurm, mpi, xargs, parallel, k8s or aws-batch"},
      {"p --with pbs", 2, "there is no 'pbs'; there are slurm, mpi"},
      {"nowhere --with slurm", 65, "nowhere/plan.json: No such file"},
      {"p --with slurm --tasks 0", 2, "'0' is no whole number from 1"},
      {"p --with slurm --tasks 8", 2, "8 is more than the plan's shards, 7"},
      {"p --with slurm --threads x", 2, "'x' is no whole number from 1 to 256"},
      {"p --with slurm --time 1:30", 2, "time, in minutes: '1:30' is no whole number"},
      {"p --with slurm --image a", 2, "--with slurm doesn't take --image NAME"},
      {"p --with xargs --time 5", 2, "--with xargs doesn't take --time MINUTES"},
      {"p --with slurm --queue 'a b'", 2, "'a b' is no name: letters"},
      {"p --with slurm --queue=-x", 2, "'-x' is no name: letters, digits and ._-,:/@, no - first"},
      {"p --with k8s", 2, "--with k8s needs --image NAME"},
      {"p --with k8s --image a", 2, "--with k8s needs --volume NAME"},
      {"p --with aws-batch --image a --volume b", 2, "--with aws-batch needs --queue NAME"},
      {"p --with aws-batch --image a --volume b --queue c --tasks 1", 2,
       "aws-batch takes from 2 to 10000 tasks, not 1"},
      {"\"$(printf 'a\\nb')\" --with xargs", 1, "a script can't hold the character \\x0a of this path"},
  };
  (void)state;
  plan("p", "--shards 7");
  plan("\"$(printf 'a\\nb')\"", "--shards 7");
  check_refused("submit", calls, COUNT(calls));
}

/* ---- What can be run here ------------------------------------------------------------------------ */

/* By the command that burl submit prints. */
static void test_started(void **state) {
  static const struct {
    const char *with, *needs;
  } rows[] = {{"xargs", "xargs"},
              {"xargs --tasks 3 --threads 2", "xargs"},
              {"parallel", "parallel"},
              {"mpi --tasks 1", "mpirun && test -x \"${burl}-mpi\""}};
  (void)state;
  for (int i = 0; i < COUNT(rows); i++) {
    if (shell("command -v %s", rows[i].needs)->code != 0) {
      print_message("--with %s: it isn't here, and isn't tried\n", rows[i].with);
      continue;
    }
    plan_anew();
    const outcome *const o =
        shell("command=$(\"$burl\" submit \"$plan\" --with %s) && eval \"$command\"", rows[i].with);
    if (o->code != 0) fail_msg("%s: exit code %d, %s%s", rows[i].with, o->code, o->out, o->err);
    assert_string_equal(o->out, "done        7 of 7 shards\n");
    check_archive();
  }
}

/* What a task of a cluster runs, once for each of their numbers, $i, the last one first. */
static void test_tasks(void **state) {
  static const struct {
    const char *with, *task;
  } rows[] = {
      {"slurm", "SLURM_ARRAY_TASK_ID=$i sh \"$plan/submit.slurm\""},
      {"k8s --image a --volume b", "python3 \"$container\" \"$plan/submit-k8s.yaml\" . JOB_COMPLETION_INDEX=$i"},
      {"aws-batch --image a --volume b --queue c",
       "python3 \"$container\" \"$plan/submit-aws-batch.json\" . AWS_BATCH_JOB_ARRAY_INDEX=$i"},
  };
  (void)state;
  for (int i = 0; i < COUNT(rows); i++) {
    plan_anew();
    burl_ok("submit \"$plan\" --tasks 3 --with %s", rows[i].with);
    for (int task = 2; task >= 0; task--) {
      const outcome *const o = shell("PATH=${burl%%/*}:/usr/bin:$PATH; i=%d; %s", task, rows[i].task);
      if (o->code != 0) fail_msg("%s, task %d: exit code %d, %s", rows[i].with, task, o->code, o->err);
      char left[100];
      snprintf(left, sizeof left, "done        %d of 7 shards\n", (int[]){7, 4, 2}[task]);
      assert_contains(burl("status \"$plan\"")->out, left);
    }
    check_archive();
  }
}

/* The commands of AWS are called with what they take: what is written is a stand-in that answers with a number. */
static void test_aws(void **state) {
  (void)state;
  plan_anew();
  burl_ok("submit \"$plan\" --with aws-batch --tasks 3 --image a --volume b --queue c");
  shell(
      "mkdir bin && printf '#!/bin/sh\\nprintf \"<%%%%s>\" \"$@\" >>calls\\necho 17\\n' >bin/aws && chmod +x bin/aws");
  const outcome *const o = shell("PATH=$PWD/bin:$PATH sh \"$plan/submit-aws-batch.sh\"");
  assert_string_equal(o->out, "17\n");
  char *const calls = read_whole("calls", NULL), expected[200];
  snprintf(expected, sizeof expected, "<--cli-input-json><file://%s/submit-aws-batch.json>", hard_name);
  assert_contains(calls, expected);
  assert_contains(calls, "<--job-queue><c><--job-definition><17><--array-properties><size=3>");
  free(calls);
}

/* A plan with a second stage: it is made after all shards. */
static void test_second(void **state) {
  static const struct {
    const char *with, *run;
  } rows[] = {
      {"xargs", "sh p/submit-xargs.sh"},
      {"slurm", "for i in 3 2 1 0; do SLURM_ARRAY_TASK_ID=$i sh p/submit.slurm; done && sh p/submit-overviews.slurm"},
  };
  (void)state;
  if (!strstr(burl_ok("help plan")->out, "--overviews")) skip();
  for (int i = 0; i < COUNT(rows); i++) {
    shell("rm -rf *");
    plan("p", "--overviews --shards 4");
    plan("q", "--overviews --shards 1");
    const outcome *o = burl_ok("submit p --with %s", rows[i].with);
    if (strcmp(rows[i].with, "slurm") == 0)
      assert_string_equal(o->out, "sbatch --dependency=afterok:$(sbatch --parsable --chdir=p p/submit.slurm) --chdir=p "
                                  "p/submit-overviews.slurm\n");
    o = shell("%s", rows[i].run);
    if (o->code != 0) fail_msg("%s: exit code %d, %s", rows[i].with, o->code, o->err);
    burl_ok("run q");
    burl_ok("merge p -o p.pmtiles");
    burl_ok("merge q -o q.pmtiles");
    assert_same_files("p.pmtiles", "q.pmtiles");
  }
}

/* ---- Exit codes ---------------------------------------------------------------------------------- */

/* Slurm is asked to start a task again where burl exits with 75, five times; scontrol is a stand-in that says what it
 * is asked. */
static void test_slurm_again(void **state) {
  static const struct {
    const char *variables;
    int exits;
    const char *asked;
  } rows[] = {{"", 75, "requeue 12_1\n"},
              {"SLURM_RESTART_COUNT=4", 75, "requeue 12_1\n"},
              {"SLURM_RESTART_COUNT=5", 75, ""},
              {"", 65, ""},
              {"", 0, ""}};
  (void)state;
  plan("p", "--shards 7");
  burl_ok("submit p --with slurm");
  shell("mkdir bin && printf '#!/bin/sh\\necho \"$@\"\\nexit 1' >bin/scontrol && printf 'exit $exits' >burl;"
        "chmod +x bin/scontrol burl; sed -i \"s|^burl=.*|burl=$PWD/burl|\" p/submit.slurm");
  for (int i = 0; i < COUNT(rows); i++) {
    const outcome *const o =
        shell("exits=%d SLURM_ARRAY_JOB_ID=12 SLURM_ARRAY_TASK_ID=1 PATH=$PWD/bin:$PATH %s sh p/submit.slurm",
              rows[i].exits, rows[i].variables);
    assert_int_equal(o->code, rows[i].exits);
    assert_string_equal(o->out, rows[i].asked);
  }
}

/* Where a disk is full, what is left is said, and starting again makes it; where the plan is wrong, that is said. */
static void test_failing(void **state) {
  static const struct {
    const char *with, *stops; /* what is said where no shard can succeed */
  } rows[] = {{"xargs", "exited with status 255; aborting"}, {"parallel", ""}};
  (void)state;
  for (int i = 0; i < COUNT(rows); i++) {
    const char *const with = rows[i].with;
    if (shell("command -v %s", with)->code != 0) continue;
    plan_anew();
    burl_ok("submit \"$plan\" --with %s --tasks 2", with);
    const outcome *o = shell("trap '' XFSZ; ulimit -f 30; sh \"$plan/submit-%s.sh\"", with);
    assert_int_equal(o->code, 75);
    assert_contains(o->err, "File too large");
    assert_contains(o->out, "to be run ");
    o = shell("sh \"$plan/submit-%s.sh\"", with);
    assert_string_equal(o->out, "done        7 of 7 shards\n");
    check_archive();
    shell("echo >>\"$plan/recipe.burl\"");
    o = shell("sh \"$plan/submit-%s.sh\"", with);
    assert_int_equal(o->code, 65);
    assert_contains(o->err, "has changed since the plan was made");
    assert_contains(o->err, rows[i].stops);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST(test_scripts), TEST(test_many_shards), TEST(test_refused),
                                     TEST(test_started), TEST(test_tasks),       TEST(test_second),
                                     TEST(test_aws),     TEST(test_slurm_again), TEST(test_failing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
