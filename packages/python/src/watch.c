/* Work without the interpreter's lock, from which now and then somebody looks up: for Ctrl-C, and to say how far it
 * is. */
#include "program.h"

#include <time.h>

static double seconds_now(void) {
  struct timespec now = {0};
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* With the lock: whether a signal's handler or the caller's progress has raised an exception. */
static int has_exception(watch *w, double done) {
  if (PyErr_CheckSignals() < 0) return 1;
  if (!w->progress) return 0;
  PyObject *const answer = PyObject_CallFunction(w->progress, "d", done);
  Py_XDECREF(answer);
  return !answer;
}

void watch_begin(watch *w) {
  w->looked = seconds_now();
  w->thread = PyEval_SaveThread();
}

void watch_end(watch *w) { PyEval_RestoreThread(w->thread); }

int watch_look(void *user, double done) {
  watch *const w = user;
  const double now = seconds_now(), since = now - w->looked;
  if (since >= 0 && since < 0.01 && !(w->progress && done >= 1)) return 0;
  w->looked = now;
  PyEval_RestoreThread(w->thread);
  const int stop = has_exception(w, done);
  w->thread = PyEval_SaveThread();
  return stop;
}

PyObject *outcome(PyObject *self, burl_status status) {
  if (PyErr_Occurred()) return NULL;
  if (status == BURL_OK) Py_RETURN_NONE;
  raise_failure(state_of(self), status, NULL);
  return NULL;
}
