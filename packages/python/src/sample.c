/* Sampling: without the interpreter's lock, on as many threads as asked for, and so that Ctrl-C stops it.  Arguments come
 * from burl_noise/program.py, which has made sure of shapes and kinds; what would write elsewhere than into the caller's
 * array is refused here all the same. */
#include "program.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BLOCK = 4096 /* points that a thread samples at once, between which it looks whether to stop */ };

/* ---- Threads -------------------------------------------------------------------------------------- */

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

/* ---- Looking up from the work --------------------------------------------------------------------- */

/* Of a call on the thread that gave the lock away. */
typedef struct {
  PyThreadState *thread;
  PyObject *progress; /* called with what is done, 0 to 1; NULL: nobody asks */
  double looked;      /* when, in seconds */
} watch;

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

/* burl_grid.progress: looks every 10 ms, and last when all is done. */
static int look(void *user, double done) {
  watch *const w = user;
  const double now = seconds_now(), since = now - w->looked;
  if (since >= 0 && since < 0.01 && !(w->progress && done >= 1)) return 0;
  w->looked = now;
  PyEval_RestoreThread(w->thread);
  const int stop = has_exception(w, done);
  w->thread = PyEval_SaveThread();
  return stop;
}

/* What a call returns: None, or an exception where it has failed and there is none yet. */
static PyObject *outcome(PyObject *self, burl_status status) {
  if (PyErr_Occurred()) return NULL;
  if (status == BURL_OK) Py_RETURN_NONE;
  raise_failure(state_of(self), status, NULL);
  return NULL;
}

/* ---- Grids ---------------------------------------------------------------------------------------- */

/* (size, first, origin, step, time, footprint, samples), of which the first four are four numbers each, x first. */
static int parse_where(PyObject *where, burl_grid *g) {
  long long size[4], first[4];
  if (!PyTuple_Check(where)) {
    PyErr_SetString(PyExc_TypeError, "where is a tuple");
    return -1;
  }
  if (!PyArg_ParseTuple(where, "(LLLL)(LLLL)(dddd)(dddd)ddi", &size[0], &size[1], &size[2], &size[3], &first[0],
                        &first[1], &first[2], &first[3], &g->origin[0], &g->origin[1], &g->origin[2], &g->origin[3],
                        &g->step[0], &g->step[1], &g->step[2], &g->step[3], &g->time, &g->footprint, &g->samples))
    return -1;
  for (int a = 0; a < 4; a++) g->size[a] = size[a], g->first[a] = first[a];
  return 0;
}

static int refuse(const char *why) {
  PyErr_SetString(PyExc_ValueError, why);
  return -1;
}

/* Fills the strides of a grid whose samples go into an array of float[…][y][x], or with channels float[…][y][x][c].
 * Axes that the array doesn't have are of one sample. */
static int fit_out(const Py_buffer *out, int channels, burl_grid *g) {
  const int has_channels = channels > 1, axes = out->ndim - has_channels;
  if (!out->format || strcmp(out->format, "f") != 0 || axes < 0 || axes > 4) return refuse("out is no array of float32");
  if ((uintptr_t)out->buf % sizeof(float) != 0) return refuse("out is not aligned");
  if (has_channels && (out->shape[axes] != channels || out->strides[axes] != (Py_ssize_t)sizeof(float)))
    return refuse("out has other channels");
  for (int a = 0; a < 4; a++) {
    const int64_t size = a < axes ? out->shape[axes - 1 - a] : 1;
    const Py_ssize_t stride = a < axes ? out->strides[axes - 1 - a] : 0;
    if (size != g->size[a] && !(size == 1 && g->size[a] == 0)) return refuse("out has another shape");
    if (size > 1 && (stride == 0 || stride % (Py_ssize_t)sizeof(float) != 0)) return refuse("out has no such strides");
    g->stride[a] = size > 1 ? stride / (Py_ssize_t)sizeof(float) : 0;
  }
  return 0;
}

static burl_status sample_without_lock(held *h, burl_grid *grid, float *out, watch *w) {
  grid->progress = look;
  grid->user = w;
  w->looked = seconds_now();
  w->thread = PyEval_SaveThread();
  const burl_status status = burl_sample_grid(h->program, grid, out);
  PyEval_RestoreThread(w->thread);
  return status;
}

/* (where, out, threads, progress or None) */
PyObject *program_sample_grid(PyObject *self, PyObject *args) {
  PyObject *where, *array, *progress;
  burl_grid grid = {0};
  Py_buffer out;
  if (!PyArg_ParseTuple(args, "OOiO", &where, &array, &grid.threads, &progress) || parse_where(where, &grid) < 0)
    return NULL;
  if (PyObject_GetBuffer(array, &out, PyBUF_STRIDES | PyBUF_WRITABLE | PyBUF_FORMAT) < 0) return NULL;
  held *const h = held_take(((program_object *)self)->held);
  PyObject *answer = NULL;
  if (fit_out(&out, burl_channels(h->program), &grid) == 0) {
    watch w = {.progress = progress == Py_None ? NULL : progress};
    answer = outcome(self, sample_without_lock(h, &grid, out.buf, &w));
  }
  held_give(h);
  PyBuffer_Release(&out);
  return answer;
}

PyObject *program_too_fine(PyObject *self, PyObject *where) {
  burl_grid grid = {0};
  if (parse_where(where, &grid) < 0) return NULL;
  return PyFloat_FromDouble(burl_too_fine(((program_object *)self)->held->program, &grid));
}

PyObject *program_stage_bytes(PyObject *self, PyObject *where) {
  burl_grid grid = {0};
  if (parse_where(where, &grid) < 0) return NULL;
  return PyFloat_FromDouble(burl_stage_bytes(((program_object *)self)->held->program, &grid));
}

/* ---- Points --------------------------------------------------------------------------------------- */

/* Points that threads share, block by block. */
typedef struct {
  const burl_program *program;
  burl_points points; /* all of them */
  float *out;
  size_t channels, blocks;
  watch *watch;
  _Atomic size_t next;
  _Atomic int status;
} point_run;

static burl_status sample_block(const point_run *r, size_t begin) {
  const size_t rest = r->points.count - begin;
  burl_points block = {.count = rest < BLOCK ? rest : BLOCK, .footprint = r->points.footprint};
  for (int a = 0; a < 4; a++) block.coord[a] = r->points.coord[a] ? r->points.coord[a] + begin : NULL;
  block.time = r->points.time ? r->points.time + begin : NULL;
  return burl_sample_points(r->program, &block, r->out + begin * r->channels);
}

static void do_blocks(void *arg, int i) {
  point_run *const r = arg;
  for (size_t block; (block = atomic_fetch_add(&r->next, 1)) < r->blocks;) {
    const burl_status status = sample_block(r, block * BLOCK);
    if (status != BURL_OK) atomic_store(&r->status, (int)status);
    const int stop = i == 0 && look(r->watch, 0);
    if (stop || status != BURL_OK) atomic_store(&r->next, r->blocks);
  }
}

enum { BUFFERS = 6 /* x y z w, t, out */ };

/* The items of a buffer of numbers of the kind that format names, one behind the other; -1 with an exception. */
static Py_ssize_t open_buffer(PyObject *array, const char *format, int flags, Py_buffer *view) {
  if (PyObject_GetBuffer(array, view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | flags) < 0) return -1;
  if (view->format && strcmp(view->format, format) == 0) return view->len / view->itemsize;
  PyBuffer_Release(view);
  PyErr_Format(PyExc_TypeError, "numbers of the kind '%s' were expected", format);
  return -1;
}

/* Opens the coordinates, of which None are those that are left out, then the output; how many are open in the end is
 * *opened.  -1 with an exception. */
static int open_points(PyObject *const arrays[BUFFERS], point_run *r, Py_buffer views[BUFFERS], int *opened) {
  for (int i = 0; i < BUFFERS; i++) {
    views[i] = (Py_buffer){0};
    *opened = i;
    if (i < BUFFERS - 1 && arrays[i] == Py_None) continue;
    const Py_ssize_t items = i < BUFFERS - 1 ? open_buffer(arrays[i], "d", 0, &views[i])
                                             : open_buffer(arrays[i], "f", PyBUF_WRITABLE, &views[i]);
    if (items < 0) return -1;
    *opened = i + 1;
    const size_t points = i < BUFFERS - 1 ? (size_t)items : (size_t)items / r->channels;
    if (i == 0) r->points.count = points;
    if (points != r->points.count) return refuse("not all coordinates have as many points as there is room for");
    if (i < 4) r->points.coord[i] = views[i].buf;
    else if (i == 4) r->points.time = views[i].buf;
    else r->out = views[i].buf;
  }
  return 0;
}

static burl_status sample_points_without_lock(point_run *r, int threads) {
  r->watch->looked = seconds_now();
  r->watch->thread = PyEval_SaveThread();
  r->blocks = (r->points.count + BLOCK - 1) / BLOCK;
  if (r->blocks < 2) {
    r->status = (int)sample_block(r, 0);
  } else {
    const size_t most = r->blocks < (size_t)threads ? r->blocks : (size_t)threads;
    run_jobs(NULL, (int)most, do_blocks, r);
  }
  PyEval_RestoreThread(r->watch->thread);
  return (burl_status)r->status;
}

/* (x, y or None, z or None, w or None, t or None, out, footprint, threads) */
PyObject *program_sample_points(PyObject *self, PyObject *args) {
  PyObject *arrays[BUFFERS];
  Py_buffer views[BUFFERS];
  int threads, opened = 0;
  watch w = {0};
  point_run r = {.watch = &w};
  if (!PyArg_ParseTuple(args, "OOOOOOdi", &arrays[0], &arrays[1], &arrays[2], &arrays[3], &arrays[4], &arrays[5],
                        &r.points.footprint, &threads))
    return NULL;
  held *const h = held_take(((program_object *)self)->held);
  PyObject *answer = NULL;
  r.program = h->program;
  r.channels = (size_t)burl_channels(h->program);
  if (threads < 1 || threads > 4096) refuse("threads are 1 to 4096");
  else if (arrays[0] == Py_None) refuse("x is missing");
  else if (open_points(arrays, &r, views, &opened) == 0) answer = outcome(self, sample_points_without_lock(&r, threads));
  for (int i = 0; i < opened; i++)
    if (views[i].obj) PyBuffer_Release(&views[i]);
  held_give(h);
  return answer;
}
