/* What the parts of the extension share.  Every function that can fail leaves a Python exception behind. */
#ifndef BURL_PYTHON_PROGRAM_H
#define BURL_PYTHON_PROGRAM_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "burl_inspect.h"

/* A program of the library with the samples that it is lent.  It is never changed while anybody beside one object of
 * Python has it: who wants to change it makes a copy first.  So programs can be sampled without the interpreter's lock
 * while other threads turn their knobs.  All fields but the program's inside belong to whoever has that lock. */
typedef struct {
  burl_program *program;
  PyObject *lent; /* dict: name of an image to the memoryview that keeps its samples in place */
  int users;
} held;

/* The type Program of the extension. */
typedef struct {
  PyObject_HEAD held *held;
} program_object;

typedef struct {
  PyObject *program_type, *failure;
} module_state;

/* The held program for as long as a call works with it, lock or no lock. */
held *held_take(held *h);
void held_give(held *h);

/* Raises Failure(status, message, hint, line, column, length).  error: NULL: what the status says. */
void raise_failure(module_state *state, burl_status status, const burl_error *error);
module_state *state_of(PyObject *program);

/* Text of the library, which may be cut within a character. */
PyObject *text_object(const char *text);

/* burl_options.parallel by Python's own threads, which survive a fork, as OpenMP's don't. */
void run_jobs(void *user, int n, void (*job)(void *arg, int i), void *arg);

/* Work without the interpreter's lock, on the thread that gave it away. */
typedef struct {
  PyThreadState *thread;
  PyObject *progress; /* called with what is done, 0 to 1; NULL: nobody asks */
  double looked;      /* when, in seconds */
} watch;

/* Gives the lock away, and takes it again. */
void watch_begin(watch *w);
void watch_end(watch *w);

/* Whether to stop, because a signal's handler or progress has raised an exception: burl_grid.progress, of a watch.  It
 * takes a look every 10 ms, and where there is a progress the last one when all is done. */
int watch_look(void *user, double done);

/* What a method returns: None, or NULL with an exception where the call has failed. */
PyObject *outcome(PyObject *program, burl_status status);

/* Raises a ValueError and returns -1. */
int refuse(const char *why);

/* Methods of Program.  describe.c: */
PyObject *program_facts(PyObject *self, PyObject *unused);
PyObject *program_params(PyObject *self, PyObject *unused);
PyObject *program_parts(PyObject *self, PyObject *unused);
PyObject *program_results(PyObject *self, PyObject *unused);
PyObject *program_octaves(PyObject *self, PyObject *unused);
PyObject *program_notes(PyObject *self, PyObject *unused);
PyObject *program_images(PyObject *self, PyObject *unused);
PyObject *program_functions(PyObject *self, PyObject *unused);
PyObject *program_stages(PyObject *self, PyObject *unused);
PyObject *program_bounds(PyObject *self, PyObject *channel);
PyObject *program_bounds_over(PyObject *self, PyObject *args);
PyObject *program_lattice(PyObject *self, PyObject *unused);
PyObject *program_lattice_point(PyObject *self, PyObject *args);
PyObject *program_lattice_weight(PyObject *self, PyObject *distance);
PyObject *program_code(PyObject *self, PyObject *args);
PyObject *program_code_keys(PyObject *self, PyObject *args);
/* grid.c and points.c: */
PyObject *program_sample_grid(PyObject *self, PyObject *args);
PyObject *program_find(PyObject *self, PyObject *args);
PyObject *program_blocks_of(PyObject *self, PyObject *args);
PyObject *program_sample_points(PyObject *self, PyObject *args);
PyObject *program_sample_scatter(PyObject *self, PyObject *args);
PyObject *program_sample_point(PyObject *self, PyObject *args);
PyObject *program_too_fine(PyObject *self, PyObject *where);
PyObject *program_stage_bytes(PyObject *self, PyObject *where);

/* Functions of the module, classic.c. */
PyObject *classic_call(PyObject *module, PyObject *args);
PyObject *classic_fill(PyObject *module, PyObject *args);

#endif
