/* Threads that share the work of a call.  Python's own, which are everywhere that Python is, and after a fork as well. */
#include "program.h"

#include <stdlib.h>

typedef struct {
  void (*job)(void *arg, int i);
  void *arg;
  int i;
  PyThread_type_lock done; /* is free once the job is done */
} errand;

static void run_errand(void *arg) {
  const errand *const e = arg;
  e->job(e->arg, e->i);
  PyThread_release_lock(e->done);
}

static int start_errand(errand *e) {
  if (!(e->done = PyThread_allocate_lock())) return 0;
  PyThread_acquire_lock(e->done, WAIT_LOCK);
  if (PyThread_start_new_thread(run_errand, e) != (unsigned long)-1) return 1;
  PyThread_release_lock(e->done);
  PyThread_free_lock(e->done);
  return 0;
}

void run_jobs(void *user, int n, void (*job)(void *arg, int i), void *arg) {
  errand *const errands = n > 1 ? malloc((size_t)n * sizeof *errands) : NULL;
  int started = 1; /* the first job is this thread's */
  (void)user;
  for (; errands && started < n; started++) {
    errands[started] = (errand){job, arg, started, NULL};
    if (!start_errand(&errands[started])) break;
  }
  job(arg, 0);
  for (int i = started; i < n; i++) job(arg, i);
  for (int i = 1; i < started; i++) {
    PyThread_acquire_lock(errands[i].done, WAIT_LOCK);
    PyThread_release_lock(errands[i].done);
    PyThread_free_lock(errands[i].done);
  }
  free(errands);
}

