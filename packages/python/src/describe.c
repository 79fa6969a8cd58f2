/* What a program is, and its text in other languages: burl.h's questions, answered as tuples. */
#include "program.h"

static const burl_program *program_of(PyObject *self) { return ((program_object *)self)->held->program; }

/* The list of what `make` makes of index 0, 1, ... up to what `count` says, or, of NULL, until it returns NULL without
 * an exception.  The program is held meanwhile: making objects may let other threads in. */
static PyObject *list_of(PyObject *self, int (*count)(const burl_program *),
                         PyObject *(*make)(const burl_program *, int)) {
  held *const h = held_take(((program_object *)self)->held);
  PyObject *list = PyList_New(0);
  for (int i = 0; list && (!count || i < count(h->program)); i++) {
    PyObject *const item = make(h->program, i);
    if (!item && !PyErr_Occurred()) break;
    if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
    Py_XDECREF(item);
  }
  held_give(h);
  return list;
}

/* (dims, channels, needs the whole grid, what it varies with, view, instruction set, after what it repeats along x to
 * w) */
PyObject *program_facts(PyObject *self, PyObject *unused) {
  (void)unused;
  const burl_program *const p = program_of(self);
  double v[8] = {0};
  const int dims = burl_dims(p), channels = burl_channels(p), whole = burl_needs_whole_grid(p), count = burl_view(p, v);
  const unsigned varies = burl_varies_with(p);
  double r[4];
  for (int axis = 0; axis < 4; axis++) r[axis] = burl_repeat_along(p, axis);
  const char *const isa = burl_isa(p); /* all that is asked of the program, before objects are made */
  PyObject *const all = Py_BuildValue("(dddddddd)", v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]);
  PyObject *const corners = all ? PyTuple_GetSlice(all, 0, count) : NULL;
  Py_XDECREF(all);
  return corners ? Py_BuildValue("(iiiINs(dddd))", dims, channels, whole, varies, corners, isa, r[0], r[1], r[2], r[3])
                 : NULL;
}

static PyObject *param_at(const burl_program *p, int i) {
  const burl_param knob = burl_param_at(p, i);
  return Py_BuildValue("(NNdddi)", text_object(knob.name), text_object(knob.text), knob.value, knob.lo, knob.hi,
                       burl_param_is_read(p, i));
}

PyObject *program_params(PyObject *self, PyObject *unused) {
  (void)unused;
  return list_of(self, burl_param_count, param_at);
}

static PyObject *part_at(const burl_program *p, int i) {
  const burl_part part = burl_part_at(p, i);
  return Py_BuildValue("(Niii)", text_object(part.name ? part.name : ""), part.line, part.channels,
                       part.takes_arguments);
}

PyObject *program_parts(PyObject *self, PyObject *unused) {
  (void)unused;
  return list_of(self, burl_part_count, part_at);
}

static PyObject *result_at(const burl_program *p, int i) {
  const burl_result result = burl_result_at(p, i);
  return Py_BuildValue("(Nii)", text_object(result.name), result.first, result.channels);
}

PyObject *program_results(PyObject *self, PyObject *unused) {
  (void)unused;
  return list_of(self, burl_result_count, result_at);
}

static PyObject *octave_at(const burl_program *p, int i) {
  const burl_octave o = burl_octave_at(p, i);
  return Py_BuildValue("(dd(dddd))", o.frequency, o.share, o.shift[0], o.shift[1], o.shift[2], o.shift[3]);
}

PyObject *program_octaves(PyObject *self, PyObject *unused) {
  (void)unused;
  return list_of(self, burl_octave_count, octave_at);
}

static PyObject *note_at(const burl_program *p, int i) {
  const burl_error *const note = burl_note_at(p, i);
  return note ? Py_BuildValue("(NNiii)", text_object(note->message), text_object(note->hint), note->line, note->column,
                              note->length)
              : NULL;
}

PyObject *program_notes(PyObject *self, PyObject *unused) {
  (void)unused;
  return list_of(self, burl_note_count, note_at);
}

static PyObject *name_or_end(const char *name) { return name ? text_object(name) : NULL; }
static PyObject *image_at(const burl_program *p, int i) { return name_or_end(burl_image_name(p, i)); }
static PyObject *function_at(const burl_program *p, int i) { return name_or_end(burl_function_at(p, i)); }
static PyObject *stage_at(const burl_program *p, int i) { return name_or_end(burl_stage_at(p, i)); }

PyObject *program_images(PyObject *self, PyObject *unused) {
  (void)unused;
  return list_of(self, NULL, image_at);
}

PyObject *program_functions(PyObject *self, PyObject *unused) {
  (void)unused;
  return list_of(self, NULL, function_at);
}

PyObject *program_stages(PyObject *self, PyObject *unused) {
  (void)unused;
  return list_of(self, NULL, stage_at);
}

/* Of a channel: (lo, hi, may be NaN) */
PyObject *program_bounds(PyObject *self, PyObject *channel) {
  const long c = PyLong_AsLong(channel);
  if (PyErr_Occurred()) return NULL;
  if (c < 0 || c >= burl_channels(program_of(self)))
    return PyErr_Format(PyExc_ValueError, "there is no channel %ld", c);
  const burl_range r = burl_bounds(program_of(self), (int)c);
  return Py_BuildValue("(ddi)", r.lo, r.hi, r.may_be_nan);
}

/* (lo of x to w, hi of x to w, t0, t1): (lo, hi, may be NaN) of each channel over that box. */
PyObject *program_bounds_over(PyObject *self, PyObject *args) {
  burl_box box = {.t0 = 0};
  burl_range over[64];
  if (!PyArg_ParseTuple(args, "dddddddddd", &box.lo[0], &box.lo[1], &box.lo[2], &box.lo[3], &box.hi[0], &box.hi[1],
                        &box.hi[2], &box.hi[3], &box.t0, &box.t1))
    return NULL;
  const burl_program *const p = program_of(self);
  const int channels = burl_channels(p);
  const burl_status status = burl_bounds_over(p, &box, 1, over);
  if (status == BURL_ARGUMENT)
    return PyErr_Format(PyExc_ValueError, "a box has finite corners, the lower one first, and so have its times");
  if (status != BURL_OK) return PyErr_NoMemory();
  PyObject *answer = PyTuple_New(channels);
  for (int c = 0; answer && c < channels; c++) {
    PyObject *const range = Py_BuildValue("(ddi)", over[c].lo, over[c].hi, over[c].may_be_nan);
    if (range) PyTuple_SetItem(answer, c, range);
    else Py_CLEAR(answer);
  }
  return answer;
}

/* (dims, taps, is value noise, interp, frequency, shift, is simplex noise); None where the recipe is something else. */
PyObject *program_lattice(PyObject *self, PyObject *unused) {
  (void)unused;
  const burl_lattice l = burl_lattice_of(program_of(self));
  if (!l.dims) Py_RETURN_NONE;
  return Py_BuildValue("(iiis(dd)(dd)i)", l.dims, l.taps, l.is_value, l.interp, l.frequency[0], l.frequency[1],
                       l.shift[0], l.shift[1], l.is_simplex);
}

PyObject *program_lattice_point(PyObject *self, PyObject *args) {
  double i, j;
  if (!PyArg_ParseTuple(args, "dd", &i, &j)) return NULL;
  const burl_lattice_point point = burl_lattice_at(program_of(self), i, j);
  return Py_BuildValue("(d(dd))", point.value, point.gradient[0], point.gradient[1]);
}

PyObject *program_lattice_weight(PyObject *self, PyObject *distance) {
  const double d = PyFloat_AsDouble(distance);
  return PyErr_Occurred() ? NULL : PyFloat_FromDouble(burl_lattice_weight(program_of(self), d));
}

/* ---- Code ----------------------------------------------------------------------------------------- */

/* Adds to the list of the text's pieces; after an exception nothing more. */
static void add_piece(void *pieces, const char *text, size_t length) {
  if (PyErr_Occurred()) return;
  PyObject *const piece = PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "replace");
  if (piece) PyList_Append(pieces, piece);
  Py_XDECREF(piece);
}

/* target, prefix, made for, entries, uniforms, style, all knobs open, exact, fast, footprint */
static int parse_code(PyObject *args, burl_code_options *o) {
  return PyArg_ParseTuple(args, "zzzzzziiid", &o->target, &o->prefix, &o->made_for, &o->entries, &o->uniforms,
                          &o->style, &o->uniform_knobs, &o->exact, &o->fast, &o->footprint);
}

/* The pieces of the text. */
PyObject *program_code(PyObject *self, PyObject *args) {
  burl_code_options options = {.struct_size = sizeof options, .write = add_piece};
  if (!parse_code(args, &options)) return NULL;
  PyObject *const pieces = PyList_New(0);
  if (!pieces) return NULL;
  options.user = pieces;
  burl_error error;
  const burl_status status = burl_code(program_of(self), &options, &error);
  if (status != BURL_OK && !PyErr_Occurred()) raise_failure(state_of(self), status, &error);
  if (!PyErr_Occurred()) return pieces;
  Py_DECREF(pieces);
  return NULL;
}

/* (seed, options as above): bytes, words of 32 bits. */
PyObject *program_code_keys(PyObject *self, PyObject *args) {
  PyObject *open;
  unsigned long long seed;
  burl_code_options options = {.struct_size = sizeof options};
  if (!PyArg_ParseTuple(args, "KO!", &seed, &PyTuple_Type, &open) || !parse_code(open, &options)) return NULL;
  size_t count = 0;
  burl_status status = burl_code_keys(program_of(self), &options, seed, NULL, 0, &count);
  uint32_t *const keys = PyMem_Malloc(count ? count * sizeof *keys : 1);
  if (!keys) return PyErr_NoMemory();
  if (status == BURL_OK) status = burl_code_keys(program_of(self), &options, seed, keys, count, &count);
  PyObject *bytes = NULL;
  if (status == BURL_OK) bytes = PyBytes_FromStringAndSize((const char *)keys, (Py_ssize_t)(count * sizeof *keys));
  else raise_failure(state_of(self), status, NULL);
  PyMem_Free(keys);
  return bytes;
}
