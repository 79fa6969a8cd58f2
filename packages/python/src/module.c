/* The module burl_noise._burl: burl.h for Python, in plain numbers, texts and buffers, for the stable ABI of Python
 * 3.11.  What users see is made of it in burl_noise/.  Here are programs, how they are made and how they are
 * changed. */
#include "program.h"

#include <stdlib.h>
#include <string.h>

/* ---- Held programs -------------------------------------------------------------------------------- */

held *held_take(held *h) {
  h->users++;
  return h;
}

void held_give(held *h) {
  if (--h->users > 0) return;
  burl_free(h->program);
  Py_XDECREF(h->lent);
  PyMem_Free(h);
}

/* Takes over the program and the reference to lent, whether it succeeds or not. */
static held *held_make(burl_program *program, PyObject *lent) {
  held *const h = program && lent ? PyMem_Malloc(sizeof *h) : NULL;
  if (h) {
    *h = (held){program, lent, 1};
    return h;
  }
  burl_free(program);
  Py_XDECREF(lent);
  if (!PyErr_Occurred()) PyErr_NoMemory();
  return NULL;
}

/* Sees to it that nobody else has the object's program.  Returns -1 with an exception. */
static int make_own(program_object *self) {
  while (self->held->users > 1) { /* making Python's objects may let other threads in, which change it themselves */
    held *const shared = held_take(self->held);
    PyObject *const lent = PyDict_Copy(shared->lent);
    held *const own = held_make(burl_clone(shared->program), lent);
    const int is_current = self->held == shared;
    if (own && is_current) self->held = own;
    if (own && is_current) held_give(shared);
    if (own && !is_current) held_give(own);
    held_give(shared);
    if (!own) return -1;
    if (is_current) return 0;
  }
  return 0;
}

/* ---- Errors --------------------------------------------------------------------------------------- */

module_state *state_of(PyObject *program) { return PyType_GetModuleState(Py_TYPE(program)); }

int refuse(const char *why) {
  PyErr_SetString(PyExc_ValueError, why);
  return -1;
}

PyObject *text_object(const char *text) { return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace"); }

void raise_failure(module_state *state, burl_status status, const burl_error *error) {
  const burl_error none = {.status = status};
  const burl_error *const e = error ? error : &none;
  PyObject *const message = text_object(error ? e->message : burl_status_text(status)), *const hint =
                                                                                            text_object(e->hint);
  if (message && hint) {
    PyObject *const args =
        Py_BuildValue("(sOOiiis)", burl_status_name(status), message, hint, e->line, e->column, e->length, e->file);
    if (args) PyErr_SetObject(state->failure, args);
    Py_XDECREF(args);
  }
  Py_XDECREF(message);
  Py_XDECREF(hint);
}

/* ---- The type Program ----------------------------------------------------------------------------- */

static PyObject *program_wrap(module_state *state, held *h) {
  PyTypeObject *const type = (PyTypeObject *)state->program_type;
  allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  program_object *const self = h ? (program_object *)allocate(type, 0) : NULL;
  if (self) self->held = h;
  else if (h) held_give(h);
  return (PyObject *)self;
}

static void program_dealloc(PyObject *self) {
  PyTypeObject *const type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  held_give(((program_object *)self)->held);
  release(self);
  Py_DECREF(type);
}

/* Another object of the same program, until one of them is changed. */
static PyObject *program_copy(PyObject *self, PyObject *unused) {
  (void)unused;
  return program_wrap(state_of(self), held_take(((program_object *)self)->held));
}

static PyObject *program_source(PyObject *self, PyObject *unused) {
  (void)unused;
  return text_object(burl_source(((program_object *)self)->held->program));
}

static PyObject *program_set(PyObject *self, PyObject *args) {
  program_object *const p = (program_object *)self;
  const char *name;
  double value;
  burl_error error;
  if (!PyArg_ParseTuple(args, "sd", &name, &value) || make_own(p) < 0) return NULL;
  const burl_status status = burl_set(p->held->program, name, value, &error);
  if (status == BURL_OK) Py_RETURN_NONE;
  raise_failure(state_of(self), status, &error);
  return NULL;
}

static PyObject *program_seed(PyObject *self, PyObject *seed) {
  program_object *const p = (program_object *)self;
  const unsigned long long bits = PyLong_AsUnsignedLongLong(seed);
  burl_error error;
  if (PyErr_Occurred() || make_own(p) < 0) return NULL;
  const burl_status status = burl_seed_with(p->held->program, bits, &error);
  if (status == BURL_OK) Py_RETURN_NONE;
  raise_failure(state_of(self), status, &error);
  return NULL;
}

/* Where the samples of an array [y, x] or [y, x, channel] lie, and how many there are.  -1 with an exception. */
static int read_samples(PyObject *array, burl_field *field) {
  Py_buffer view;
  if (PyObject_GetBuffer(array, &view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0) return -1;
  const int has_shape = view.ndim == 2 || (view.ndim == 3 && view.shape[2] >= 1 && view.shape[2] <= 4);
  const int fits = has_shape && view.format && strcmp(view.format, "f") == 0;
  if (fits) {
    field->data = view.buf;
    field->size[0] = view.shape[1];
    field->size[1] = view.shape[0];
    field->channels = view.ndim == 3 ? (int)view.shape[2] : 1;
  } else {
    PyErr_SetString(PyExc_TypeError,
                    "an image is a C-contiguous float32 array of two dimensions, or of three with 1 to 4 channels");
  }
  PyBuffer_Release(&view); /* the memoryview in `lent` keeps the samples in place */
  return fits ? 0 : -1;
}

/* Gives an image what the field says, which `owner` keeps in place as long as the program has it. */
static PyObject *lend(program_object *p, const char *name, PyObject *owner, const burl_field *field) {
  PyObject *const before = PyDict_GetItemString(p->held->lent, name);
  Py_XINCREF(before); /* which the program has until it has another */
  int done = PyDict_SetItemString(p->held->lent, name, owner) == 0;
  burl_error error;
  const burl_status status = done ? burl_set_image_with(p->held->program, name, field, &error) : BURL_OK;
  if (status != BURL_OK) {
    raise_failure(state_of((PyObject *)p), status, &error);
    PyObject *kind, *value, *trace;
    PyErr_Fetch(&kind, &value, &trace);
    if ((before ? PyDict_SetItemString(p->held->lent, name, before) : PyDict_DelItemString(p->held->lent, name)) < 0)
      PyErr_Clear();
    PyErr_Restore(kind, value, trace);
    done = 0;
  }
  Py_XDECREF(before);
  if (!done) return NULL;
  Py_RETURN_NONE;
}

static PyObject *program_set_image(PyObject *self, PyObject *args) {
  program_object *const p = (program_object *)self;
  const char *name;
  PyObject *array;
  burl_field field = {0};
  if (!PyArg_ParseTuple(args, "sO(dd)(dd)p", &name, &array, &field.origin[0], &field.origin[1], &field.step[0],
                        &field.step[1], &field.is_linear))
    return NULL;
  PyObject *const view = PyMemoryView_FromObject(array);
  const int done = view && read_samples(view, &field) == 0 && make_own(p) == 0;
  PyObject *const answer = done ? lend(p, name, view, &field) : NULL;
  Py_XDECREF(view);
  return answer;
}

/* How many vertices, paths and values the numbers of geojson.py begin with; 0 where as many don't follow. */
static int count_shapes(const Py_buffer *view, size_t count[3]) {
  const double *const numbers = view->buf;
  const size_t length = (size_t)view->len / sizeof *numbers;
  if (view->ndim != 1 || !view->format || strcmp(view->format, "d") != 0 || length < 3) return 0;
  for (int i = 0; i < 3; i++) {
    if (!(numbers[i] >= 0 && numbers[i] < 0x1p31)) return 0;
    count[i] = (size_t)numbers[i];
  }
  return count[0] <= length && count[1] <= length && count[2] <= length / (count[0] + !count[0]) &&
         length == 3 + 2 * count[0] + 4 * count[1] + count[0] * count[2];
}

/* Where the shapes lie in such bytes. */
static burl_shapes *shapes_in(PyObject *block) {
  const uintptr_t begin = (uintptr_t)PyBytes_AsString(block), to = _Alignof(max_align_t);
  return (burl_shapes *)((begin + to - 1) / to * to);
}

/* Shapes, as bytes that hold all that they lead to: of numbers and of names, each with a NUL behind. */
static PyObject *block_of_shapes(const double *numbers, const size_t count[3], const char *names, Py_ssize_t length) {
  const size_t vertices = 2 * count[0], values = count[0] * count[2];
  const size_t bytes = sizeof(burl_shapes) + (vertices + values) * sizeof(double) + count[1] * sizeof(burl_path) +
                       count[2] * sizeof(char *) + (size_t)length + 1 + _Alignof(max_align_t);
  PyObject *const block = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)bytes);
  if (!block) return NULL;
  burl_shapes *const s = shapes_in(block);
  double *const vertex = (double *)(s + 1);
  burl_path *const path = (burl_path *)(vertex + vertices + values);
  const char **const name = (const char **)(path + count[1]);
  char *const text = memcpy(name + count[2], names, (size_t)length + 1);
  const double *const from = numbers + 3 + vertices;
  memcpy(vertex, numbers + 3, vertices * sizeof *vertex);
  memcpy(vertex + vertices, from + 4 * count[1], values * sizeof *vertex);
  for (size_t i = 0; i < count[1]; i++)
    path[i] = (burl_path){(int64_t)from[4 * i], (int64_t)from[4 * i + 1], (int64_t)from[4 * i + 2],
                          (burl_path_kind)from[4 * i + 3]};
  const char *next = text;
  for (size_t i = 0; i < count[2]; i++, next += next < text + length ? strlen(next) + 1 : 0) name[i] = next;
  *s = (burl_shapes){vertex, (int64_t)count[0], path, (int64_t)count[1], name, vertex + vertices, (int)count[2]};
  return block;
}

static PyObject *program_set_shapes(PyObject *self, PyObject *args) {
  program_object *const p = (program_object *)self;
  const char *name, *names;
  Py_ssize_t length;
  PyObject *array, *answer = NULL;
  Py_buffer view;
  size_t count[3];
  if (!PyArg_ParseTuple(args, "sOy#", &name, &array, &names, &length)) return NULL;
  if (PyObject_GetBuffer(array, &view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0) return NULL;
  const int fits = count_shapes(&view, count);
  if (!fits) PyErr_SetString(PyExc_TypeError, "shapes are numbers as geojson.py makes them");
  PyObject *const block = fits ? block_of_shapes(view.buf, count, names, length) : NULL;
  PyBuffer_Release(&view);
  if (block && make_own(p) == 0) answer = lend(p, name, block, &(burl_field){.shapes = shapes_in(block)});
  Py_XDECREF(block);
  return answer;
}

/* A program of an expression, which sees the recipe's names and reads the same images. */
static PyObject *program_ask(PyObject *self, PyObject *expression) {
  PyObject *const bytes = PyUnicode_AsUTF8String(expression);
  char *text;
  if (!bytes || PyBytes_AsStringAndSize(bytes, &text, NULL) != 0) { /* NULL: no NUL may be within */
    Py_XDECREF(bytes);
    return NULL;
  }
  held *const h = held_take(((program_object *)self)->held);
  burl_error error;
  burl_program *asked;
  Py_BEGIN_ALLOW_THREADS asked = burl_ask(h->program, text, &error);
  Py_END_ALLOW_THREADS PyObject *answer = NULL;
  if (asked) answer = program_wrap(state_of(self), held_make(asked, PyDict_Copy(h->lent)));
  else raise_failure(state_of(self), error.status, &error);
  held_give(h);
  Py_DECREF(bytes);
  return answer;
}

static PyMethodDef program_methods[] = {
    {"copy", program_copy, METH_NOARGS, NULL},
    {"source", program_source, METH_NOARGS, NULL},
    {"set", program_set, METH_VARARGS, NULL},
    {"seed", program_seed, METH_O, NULL},
    {"set_image", program_set_image, METH_VARARGS, NULL},
    {"set_shapes", program_set_shapes, METH_VARARGS, NULL},
    {"facts", program_facts, METH_NOARGS, NULL},
    {"params", program_params, METH_NOARGS, NULL},
    {"parts", program_parts, METH_NOARGS, NULL},
    {"results", program_results, METH_NOARGS, NULL},
    {"octaves", program_octaves, METH_NOARGS, NULL},
    {"notes", program_notes, METH_NOARGS, NULL},
    {"images", program_images, METH_NOARGS, NULL},
    {"functions", program_functions, METH_NOARGS, NULL},
    {"stages", program_stages, METH_NOARGS, NULL},
    {"bounds", program_bounds, METH_O, NULL},
    {"bounds_over", program_bounds_over, METH_VARARGS, NULL},
    {"lattice", program_lattice, METH_NOARGS, NULL},
    {"lattice_point", program_lattice_point, METH_VARARGS, NULL},
    {"lattice_weight", program_lattice_weight, METH_O, NULL},
    {"code", program_code, METH_VARARGS, NULL},
    {"code_keys", program_code_keys, METH_VARARGS, NULL},
    {"sample_grid", program_sample_grid, METH_VARARGS, NULL},
    {"ask", program_ask, METH_O, NULL},
    {"find", program_find, METH_VARARGS, NULL},
    {"blocks_of", program_blocks_of, METH_VARARGS, NULL},
    {"sample_points", program_sample_points, METH_VARARGS, NULL},
    {"sample_scatter", program_sample_scatter, METH_VARARGS, NULL},
    {"sample_point", program_sample_point, METH_VARARGS, NULL},
    {"too_fine", program_too_fine, METH_O, NULL},
    {"stage_bytes", program_stage_bytes, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot program_slots[] = {
    {Py_tp_dealloc, program_dealloc},
    {Py_tp_methods, program_methods},
    {0, NULL},
};

static PyType_Spec program_spec = {
    .name = "burl_noise._burl.Program",
    .basicsize = sizeof(program_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = program_slots,
};

/* ---- The module ----------------------------------------------------------------------------------- */

/* What options.read calls: a Python function from names to bytes, and what it has raised, but for OSErrors. */
typedef struct {
  PyObject *read, *type, *value, *traceback;
} reading;

/* An OSError's text, as far as there is room. */
static void take_reason(burl_file *out) {
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  PyObject *said = value ? PyObject_GetAttrString(value, "strerror") : NULL;
  PyErr_Clear();
  if (value && (!said || said == Py_None)) {
    Py_XDECREF(said);
    said = PyObject_Str(value);
  }
  PyObject *const bytes = said ? PyUnicode_AsEncodedString(said, "utf-8", "replace") : NULL;
  if (bytes) PyOS_snprintf(out->reason, sizeof out->reason, "%s", PyBytes_AsString(bytes));
  PyErr_Clear();
  Py_XDECREF(bytes);
  Py_XDECREF(said);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(traceback);
}

static burl_status copy_bytes(PyObject *bytes, burl_file *out) {
  char *from;
  Py_ssize_t length;
  if (PyBytes_AsStringAndSize(bytes, &from, &length) < 0) return BURL_FILE;
  out->length = (size_t)length;
  if (out->length > out->most) return BURL_OK; /* the library says that it is too long */
  out->text = malloc(out->length + 1);
  if (!out->text) return BURL_MEMORY;
  memcpy(out->text, from, out->length);
  return BURL_OK;
}

static burl_status read_import(void *user, const char *name, burl_file *out) {
  reading *const r = user;
  const PyGILState_STATE state = PyGILState_Ensure();
  PyObject *const bytes = PyObject_CallFunction(r->read, "s", name);
  burl_status status = bytes ? copy_bytes(bytes, out) : BURL_FILE;
  Py_XDECREF(bytes);
  if (PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_OSError)) take_reason(out);
  else if (PyErr_Occurred()) PyErr_Fetch(&r->type, &r->value, &r->traceback);
  PyGILState_Release(state);
  return status;
}

static PyObject *compile_program(PyObject *module, PyObject *args) {
  const char *source;
  Py_ssize_t length;
  reading r = {NULL, NULL, NULL, NULL};
  burl_options options = {.struct_size = sizeof options, .parallel = run_jobs, .user = &r};
  if (!PyArg_ParseTuple(args, "s#iziiizO", &source, &length, &options.dims, &options.result, &options.derivative_by,
                        &options.octave_begin, &options.octave_end, &options.isa, &r.read))
    return NULL;
  if (r.read != Py_None) options.read = read_import;
  burl_error error;
  burl_program *program;
  Py_BEGIN_ALLOW_THREADS program = burl_compile_with(source, (size_t)length, &options, &error);
  Py_END_ALLOW_THREADS module_state *const state = PyModule_GetState(module);
  if (program) return program_wrap(state, held_make(program, PyDict_New()));
  if (r.type) PyErr_Restore(r.type, r.value, r.traceback);
  else raise_failure(state, error.status, &error);
  return NULL;
}

static PyObject *seed_of_text(PyObject *module, PyObject *text) {
  (void)module;
  PyObject *const bytes = PyUnicode_AsUTF8String(text);
  if (!bytes) return NULL;
  char *characters;
  PyObject *seed = NULL;
  if (PyBytes_AsStringAndSize(bytes, &characters, NULL) == 0) /* NULL: no NUL may be within */
    seed = PyLong_FromUnsignedLongLong(burl_seed_of_text(characters));
  Py_DECREF(bytes);
  return seed;
}

/* Of a recipe's text, the text of a file that it carries, with None its own; None: it carries no such file. */
static PyObject *source_of(PyObject *self, PyObject *args) {
  const char *source, *file, *part;
  Py_ssize_t length;
  size_t of;
  (void)self;
  if (!PyArg_ParseTuple(args, "s#z", &source, &length, &file)) return NULL;
  part = burl_source_of(source, (size_t)length, file, &of);
  if (!part) Py_RETURN_NONE;
  return PyUnicode_DecodeUTF8(part, (Py_ssize_t)of, "replace");
}

static PyMethodDef functions[] = {
    {"compile", compile_program, METH_VARARGS, NULL},   {"seed_of_text", seed_of_text, METH_O, NULL},
    {"source_of", source_of, METH_VARARGS, NULL},       {"classic", classic_call, METH_VARARGS, NULL},
    {"classic_fill", classic_fill, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL},
};

static int fill_module(PyObject *module) {
  module_state *const state = PyModule_GetState(module);
  state->failure = PyErr_NewException("burl_noise._burl.Failure", NULL, NULL);
  state->program_type = PyType_FromModuleAndSpec(module, &program_spec, NULL);
  if (!state->failure || !state->program_type || PyModule_AddObjectRef(module, "Failure", state->failure) < 0 ||
      PyModule_AddObjectRef(module, "Program", state->program_type) < 0 ||
      PyModule_AddStringConstant(module, "version", burl_version()) < 0)
    return -1;
  return PyModule_AddIntConstant(module, "output_version", burl_output_version());
}

static int visit_module(PyObject *module, visitproc visit, void *arg) {
  const module_state *const state = PyModule_GetState(module);
  Py_VISIT(state->failure);
  Py_VISIT(state->program_type);
  return 0;
}

static int clear_module(PyObject *module) {
  module_state *const state = PyModule_GetState(module);
  Py_CLEAR(state->failure);
  Py_CLEAR(state->program_type);
  return 0;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, fill_module}, {0, NULL}};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,   .m_name = "burl_noise._burl", .m_size = sizeof(module_state), .m_methods = functions,
    .m_slots = module_slots, .m_traverse = visit_module,   .m_clear = clear_module,
};

PyMODINIT_FUNC PyInit__burl(void) { return PyModuleDef_Init(&module_definition); }
