/* Sampling at points, whose coordinates may lie anywhere in arrays of one shape: blocks of them, which threads share,
 * are gathered into doubles side by side where they aren't that already. */
#include "program.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
  BLOCK = 16384,   /* points that a thread samples at once, between which it looks whether to stop */
  MOST_AXES = 64,  /* of an array */
  COORDINATES = 5, /* x y z w, t */
};

/* One coordinate of all points. */
typedef struct {
  const char *data; /* NULL: it is left out */
  int is_float;     /* floats, not doubles */
  int is_packed;    /* doubles one behind the other */
  const Py_ssize_t *stride;
} coordinate;

typedef struct {
  const burl_program *program;
  coordinate coordinates[COORDINATES];
  int axes;
  const Py_ssize_t *size; /* of each axis */
  size_t count;           /* of points, in the order of the axes, the last running fastest */
  double footprint;
  int gathers; /* whether any coordinate has to be gathered */
  float *out;
  size_t channels, blocks;
  watch *watch;
  _Atomic size_t next; /* block to sample */
  _Atomic int status;
} point_run;

/* ---- Gathering ------------------------------------------------------------------------------------ */

static void gather_line(const coordinate *c, const char *from, Py_ssize_t stride, Py_ssize_t n, double *to) {
  for (Py_ssize_t i = 0; i < n; i++, from += stride) {
    float single;
    if (c->is_float) memcpy(&single, from, sizeof single), to[i] = (double)single;
    else memcpy(&to[i], from, sizeof *to);
  }
}

/* The coordinate of `count` points from `begin` on. */
static void gather(const point_run *r, const coordinate *c, size_t begin, Py_ssize_t count, double *to) {
  const int last = r->axes - 1;
  Py_ssize_t index[MOST_AXES];
  const char *from = c->data;
  for (int a = last; a >= 0; a--) {
    index[a] = (Py_ssize_t)(begin % (size_t)r->size[a]);
    begin /= (size_t)r->size[a];
    from += index[a] * c->stride[a];
  }
  for (Py_ssize_t n; count > 0; count -= n, to += n) {
    n = r->size[last] - index[last] < count ? r->size[last] - index[last] : count;
    gather_line(c, from, c->stride[last], n, to);
    from -= index[last] * c->stride[last];
    index[last] = 0;
    for (int a = last - 1; a >= 0; a--) {
      from += c->stride[a];
      if (++index[a] < r->size[a]) break;
      from -= r->size[a] * c->stride[a];
      index[a] = 0;
    }
  }
}

/* ---- Sampling ------------------------------------------------------------------------------------- */

/* Samples a block; room: double[COORDINATES][BLOCK], NULL where nothing is gathered. */
static burl_status sample_block(const point_run *r, size_t begin, double (*room)[BLOCK]) {
  const size_t rest = r->count - begin;
  burl_points block = {.count = rest < BLOCK ? rest : BLOCK, .footprint = r->footprint};
  for (int a = 0; a < COORDINATES; a++) {
    const coordinate *const c = &r->coordinates[a];
    if (!c->data) continue;
    const double *values = c->is_packed ? (const double *)(const void *)c->data + begin : room[a];
    if (!c->is_packed) gather(r, c, begin, (Py_ssize_t)block.count, room[a]);
    if (a < 4) block.coord[a] = values;
    else block.time = values;
  }
  return burl_sample_points(r->program, &block, r->out + begin * r->channels);
}

/* A thread's job. */
static void sample_blocks(void *arg, int i) {
  point_run *const r = arg;
  double(*const room)[BLOCK] = r->gathers ? malloc(COORDINATES * sizeof *room) : NULL;
  for (size_t block; (block = atomic_fetch_add(&r->next, 1)) < r->blocks;) {
    const burl_status status = room || !r->gathers ? sample_block(r, block * BLOCK, room) : BURL_MEMORY;
    if (status != BURL_OK) atomic_store(&r->status, (int)status);
    if (i == 0 && watch_look(r->watch, (double)(block + 1) / (double)r->blocks))
      atomic_store(&r->status, (int)BURL_CANCELLED);
    if (atomic_load(&r->status) != BURL_OK) atomic_store(&r->next, r->blocks);
  }
  free(room);
}

/* ---- Arguments ------------------------------------------------------------------------------------ */

/* Describes a coordinate whose buffer has the shape of the points. */
static int open_coordinate(const Py_buffer *view, const point_run *r, coordinate *c) {
  const int is_double = view->format && strcmp(view->format, "d") == 0;
  const int is_float = view->format && strcmp(view->format, "f") == 0;
  if (!is_double && !is_float) return refuse("coordinates are of float64 or float32");
  if (view->ndim != r->axes) return refuse("not all coordinates have the shape of the points");
  Py_ssize_t packed = (Py_ssize_t)sizeof(double);
  *c = (coordinate){view->buf, is_float, is_double, view->strides};
  for (int a = r->axes - 1; a >= 0; a--) {
    if (view->shape[a] != r->size[a]) return refuse("not all coordinates have the shape of the points");
    if (view->strides[a] != packed && r->size[a] > 1) c->is_packed = 0;
    packed *= r->size[a];
  }
  if ((uintptr_t)view->buf % sizeof(double) != 0) c->is_packed = 0;
  return 0;
}

/* The buffers of a call: the coordinates, then the output. */
typedef struct {
  Py_buffer views[COORDINATES + 1];
  int opened[COORDINATES + 1];
} point_buffers;

static void close_buffers(point_buffers *b) {
  for (int i = 0; i <= COORDINATES; i++)
    if (b->opened[i]) PyBuffer_Release(&b->views[i]);
}

/* Opens the output, float[points][channels], whose shape but for the channels' axis is that of the points. */
static int open_output(PyObject *array, point_buffers *b, point_run *r) {
  Py_buffer *const out = &b->views[COORDINATES];
  if (PyObject_GetBuffer(array, out, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE | PyBUF_FORMAT) < 0) return -1;
  b->opened[COORDINATES] = 1;
  r->axes = out->ndim - (r->channels > 1);
  r->size = out->shape;
  r->out = out->buf;
  if (!out->format || strcmp(out->format, "f") != 0 || (uintptr_t)out->buf % sizeof(float) != 0 || r->axes < 1 ||
      r->axes > MOST_AXES || (r->channels > 1 && (size_t)out->shape[r->axes] != r->channels))
    return refuse("out is no array of float32 [points] or [points, channels]");
  r->count = (size_t)out->len / sizeof(float) / r->channels;
  return 0;
}

/* Opens all; coordinates that are None are left out. */
static int open_points(PyObject *const arrays[COORDINATES], PyObject *out, point_buffers *b, point_run *r) {
  if (open_output(out, b, r) < 0) return -1;
  const int dims = burl_dims(r->program);
  for (int i = 0; i < COORDINATES; i++) {
    if (arrays[i] == Py_None && i >= dims) continue;
    if (arrays[i] == Py_None) return refuse("a coordinate is missing");
    if (PyObject_GetBuffer(arrays[i], &b->views[i], PyBUF_STRIDES | PyBUF_FORMAT) < 0) return -1;
    b->opened[i] = 1;
    if (open_coordinate(&b->views[i], r, &r->coordinates[i]) < 0) return -1;
    r->gathers |= !r->coordinates[i].is_packed;
  }
  return 0;
}

/* Refuses what can't be sampled at points, and a footprint out of its range. */
static int check_points(PyObject *self, double footprint) {
  const burl_points points = {.footprint = footprint};
  burl_error error;
  if (burl_check_points(((program_object *)self)->held->program, &points, &error) == BURL_OK) return 0;
  raise_failure(state_of(self), error.status, &error);
  return -1;
}

/* (x, y or None, z or None, w or None, t or None, out, footprint, threads, progress or None): arrays of one shape of at
 * least one axis. */
PyObject *program_sample_points(PyObject *self, PyObject *args) {
  PyObject *arrays[COORDINATES], *out;
  point_buffers buffers = {0};
  watch w = {0};
  point_run r = {.watch = &w};
  int threads;
  if (!PyArg_ParseTuple(args, "OOOOOOdiO", &arrays[0], &arrays[1], &arrays[2], &arrays[3], &arrays[4], &out,
                        &r.footprint, &threads, &w.progress))
    return NULL;
  if (w.progress == Py_None) w.progress = NULL;
  if (threads < 1 || threads > 4096) {
    refuse("threads are 1 to 4096");
    return NULL;
  }
  held *const h = held_take(((program_object *)self)->held);
  PyObject *answer = NULL;
  r.program = h->program;
  r.channels = (size_t)burl_channels(h->program);
  if (check_points(self, r.footprint) == 0 && open_points(arrays, out, &buffers, &r) == 0) {
    r.blocks = r.count / BLOCK + (r.count % BLOCK > 0);
    watch_begin(&w);
    run_jobs(NULL, r.blocks < (size_t)threads ? (int)r.blocks + !r.blocks : threads, sample_blocks, &r);
    if (w.progress && r.status == BURL_OK) watch_look(&w, 1);
    watch_end(&w);
    answer = outcome(self, (burl_status)r.status);
  }
  close_buffers(&buffers);
  held_give(h);
  return answer;
}

/* (x, y, z, w, t, footprint): the sample there, a tuple of its channels. */
PyObject *program_sample_point(PyObject *self, PyObject *args) {
  double at[COORDINATES];
  burl_points point = {.count = 1, .coord = {&at[0], &at[1], &at[2], &at[3]}, .time = &at[4]};
  if (!PyArg_ParseTuple(args, "dddddd", &at[0], &at[1], &at[2], &at[3], &at[4], &point.footprint) ||
      check_points(self, point.footprint) < 0)
    return NULL;
  const burl_program *const program = ((program_object *)self)->held->program;
  const int channels = burl_channels(program);
  float *const out = malloc((size_t)channels * sizeof *out);
  if (!out) return PyErr_NoMemory();
  const burl_status status = burl_sample_points(program, &point, out);
  PyObject *answer = status == BURL_OK ? PyTuple_New(channels) : outcome(self, status);
  for (int c = 0; answer && c < channels; c++) {
    PyObject *const number = PyFloat_FromDouble((double)out[c]);
    if (number) PyTuple_SetItem(answer, c, number);
    else Py_CLEAR(answer);
  }
  free(out);
  return answer;
}
