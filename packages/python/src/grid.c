/* Sampling grids.  Arguments come from burl_noise/program.py, which has made sure of shapes and kinds; what would write
 * elsewhere than into the caller's array is refused here all the same. */
#include "program.h"

#include <string.h>

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

/* Fills the strides of a grid whose samples go into an array of float[…][y][x], or with channels float[…][y][x][c].
 * Axes that the array doesn't have are of one sample. */
static int fit_out(const Py_buffer *out, int channels, burl_grid *g) {
  const int has_channels = channels > 1, axes = out->ndim - has_channels;
  if (!out->format || strcmp(out->format, "f") != 0 || axes < 0 || axes > 4)
    return refuse("out is no array of float32");
  if ((uintptr_t)out->buf % sizeof(float) != 0) return refuse("out is not aligned");
  if (has_channels && (out->shape[axes] != channels || out->strides[axes] != (Py_ssize_t)sizeof(float)))
    return refuse("out has other channels");
  for (int a = 0; a < 4; a++) {
    const int64_t size = a < axes ? out->shape[axes - 1 - a] : 1;
    const Py_ssize_t stride = a < axes ? out->strides[axes - 1 - a] : 0;
    if (size != g->size[a] || size == 0) return refuse("out has another shape, or no samples");
    if (size > 1 && (stride == 0 || stride % (Py_ssize_t)sizeof(float) != 0)) return refuse("out has no such strides");
    g->stride[a] = size > 1 ? stride / (Py_ssize_t)sizeof(float) : 0;
  }
  return 0;
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
    grid.progress = watch_look;
    grid.user = &w;
    burl_error error;
    if (burl_check_grid(h->program, &grid, &error) == BURL_OK) {
      watch_begin(&w);
      const burl_status status = burl_sample_grid(h->program, &grid, out.buf);
      watch_end(&w);
      answer = outcome(self, status);
    } else {
      raise_failure(state_of(self), error.status, &error);
    }
  }
  held_give(h);
  PyBuffer_Release(&out);
  return answer;
}

/* A list of ((x, y, z, w, t), value). */
static PyObject *list_places(const burl_place *places, int count) {
  PyObject *list = PyList_New(0);
  for (int i = 0; list && i < count; i++) {
    const burl_place *const p = &places[i];
    PyObject *const one = Py_BuildValue("(ddddd)", p->at[0], p->at[1], p->at[2], p->at[3], p->time);
    PyObject *const pair = one ? Py_BuildValue("(Nd)", one, (double)p->value) : NULL;
    if (!pair || PyList_Append(list, pair) < 0) Py_CLEAR(list);
    Py_XDECREF(pair);
  }
  return list;
}

/* (wanted, lo, hi, limit, tolerance, boxes), lo and hi of x, y, z, w and t: (places, decided, lo, hi, boxes, left). */
PyObject *program_find(PyObject *self, PyObject *args) {
  burl_search search = {.limit = 0};
  long long boxes;
  int wanted;
  double *const lo = search.over.lo, *const hi = search.over.hi;
  if (!PyArg_ParseTuple(args, "i(ddddd)(ddddd)idL", &wanted, &lo[0], &lo[1], &lo[2], &lo[3], &search.over.t0, &hi[0],
                        &hi[1], &hi[2], &hi[3], &search.over.t1, &search.limit, &search.tolerance, &boxes))
    return NULL;
  search.wanted = (burl_wanted)wanted;
  search.most_boxes = boxes;
  burl_place *const places = search.limit > 0 ? PyMem_Calloc((size_t)search.limit, sizeof *places) : NULL;
  if (!places) return search.limit > 0 ? PyErr_NoMemory() : PyErr_Format(PyExc_ValueError, "limit is 1 or more");
  held *const h = held_take(((program_object *)self)->held);
  watch w = {.progress = NULL};
  search.progress = watch_look;
  search.user = &w;
  burl_found found = {.count = 0};
  watch_begin(&w);
  const burl_status status = burl_find(h->program, &search, places, &found);
  watch_end(&w);
  PyObject *answer = NULL;
  if (status == BURL_ARGUMENT) PyErr_SetString(PyExc_ValueError, "where to look is a box of finite numbers, lo <= hi");
  else if (status != BURL_OK) answer = outcome(self, status);
  else {
    PyObject *const list = list_places(places, found.count);
    if (list)
      answer = Py_BuildValue("(NiddLd)", list, found.is_decided, found.range.lo, found.range.hi, (long long)found.boxes,
                             found.left);
  }
  held_give(h);
  PyMem_Free(places);
  return answer;
}

/* Whether an array holds a sign for each block of the grid. */
static int fits_blocks(const Py_buffer *out, const burl_grid *g, const int64_t block[4]) {
  Py_ssize_t count = 1;
  for (int a = 0; a < 4; a++) {
    if (g->size[a] < 1 || block[a] < 0) return 0;
    const int64_t blocks = block[a] ? (g->size[a] - 1) / block[a] + 1 : 1;
    if (count > PY_SSIZE_T_MAX / blocks) return 0;
    count *= blocks;
  }
  return out->itemsize == 1 && out->len == count;
}

/* (where, block, level, out); out is contiguous int8, of which program.py has made sure. */
PyObject *program_blocks_of(PyObject *self, PyObject *args) {
  PyObject *where, *array;
  burl_grid grid = {0};
  long long side[4];
  double level;
  Py_buffer out;
  if (!PyArg_ParseTuple(args, "O(LLLL)dO", &where, &side[0], &side[1], &side[2], &side[3], &level, &array) ||
      parse_where(where, &grid) < 0 || PyObject_GetBuffer(array, &out, PyBUF_WRITABLE) < 0)
    return NULL;
  const int64_t block[4] = {side[0], side[1], side[2], side[3]};
  held *const h = held_take(((program_object *)self)->held);
  PyObject *answer = NULL;
  burl_error error = {.status = BURL_OK};
  if (!fits_blocks(&out, &grid, block)) refuse("out has another size, or a block a negative side");
  else if (burl_check_grid(h->program, &grid, &error) != BURL_OK) raise_failure(state_of(self), error.status, &error);
  else {
    burl_status status;
    Py_BEGIN_ALLOW_THREADS status = burl_blocks_of(h->program, &grid, block, level, out.buf);
    Py_END_ALLOW_THREADS answer = outcome(self, status);
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
