/* Threads that share the work of a call.  Python's own, which are everywhere that Python is, and after a fork as
 * well. */
#include "program.h"

#include <stdlib.h>
#ifndef _WIN32
#include <pthread.h>
#endif

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

/* Errands that have been started, the first of them left out. */
typedef struct {
  errand *errands;
  int started;
} crew;

static void wait_for_crew(void *arg) {
  const crew *const c = arg;
  for (int i = 1; i < c->started; i++) {
    PyThread_acquire_lock(c->errands[i].done, WAIT_LOCK);
    PyThread_release_lock(c->errands[i].done);
    PyThread_free_lock(c->errands[i].done);
  }
  free(c->errands);
}

/* The caller's job.  It may never return: Python ends a thread that wants its lock while the interpreter is going down,
 * and then too nobody may work on what is on this thread's stack any more. */
static void do_own(const crew *c, void (*job)(void *arg, int i), void *arg) {
#ifdef _WIN32
  job(arg, 0);
  wait_for_crew((void *)(uintptr_t)c);
#else
  pthread_cleanup_push(wait_for_crew, (void *)(uintptr_t)c);
  job(arg, 0);
  pthread_cleanup_pop(1);
#endif
}

void run_jobs(void *user, int n, void (*job)(void *arg, int i), void *arg) {
  errand *const errands = n > 1 ? malloc((size_t)n * sizeof *errands) : NULL;
  int started = 1; /* the first job is this thread's */
  (void)user;
  for (; errands && started < n; started++) {
    errands[started] = (errand){job, arg, started, NULL};
    if (!start_errand(&errands[started])) break;
  }
  for (int i = started; i < n; i++) job(arg, i);
  const crew others = {errands, started};
  do_own(&others, job, arg);
}
