/* The articles' functions over arrays: burl_classic.h, every argument a buffer of doubles. */
#include "program.h"

#include <string.h>

#include "burl_classic.h"

/* ---- Arguments ------------------------------------------------------------------------------------ */

/* A whole number that comes as a double. */
static int whole(double number) {
  return number >= 2147483647.0 ? 2147483647 : number > -2147483648.0 ? (int)number : -2147483647 - 1;
}
static uint32_t whole32(double number) { return number > 0 && number < 4294967296.0 ? (uint32_t)number : 0; }

/* What a table is for the functions that read one. */
typedef enum { NO_TABLE, BYTES_256, DOUBLES_64_64, CONSTANTS } table_kind;

typedef struct {
  const void *data;
  size_t bytes;
} table;

static const burl_classic_table256 *bytes_of(const table *t) { return t->data; }
static const burl_classic_table64 *doubles_of(const table *t) { return t->data; }

/* Elias's numbers, at least `octaves` of them; NULL: the published. */
static const burl_classic_elias_constants *constants_of(const table *t, double octaves) {
  return (double)(t->bytes / sizeof(burl_classic_elias_constants)) >= octaves ? t->data : NULL;
}

static burl_classic_interpolation blend(double number) { return (burl_classic_interpolation)whole(number); }
static burl_classic_smoothing smoothing(double number) { return (burl_classic_smoothing)whole(number); }

/* ---- The list ------------------------------------------------------------------------------------- */

/* Name, how many arguments, which table, and the call for arguments a[] and table t. */
#define CLASSIC_LIST(X)                                                                                              \
  X(fade, 1, NO_TABLE, fade(a[0]))                                                                                   \
  X(hermite, 1, NO_TABLE, hermite(a[0]))                                                                             \
  X(linear, 3, NO_TABLE, linear(a[0], a[1], a[2]))                                                                   \
  X(cosine, 3, NO_TABLE, cosine(a[0], a[1], a[2]))                                                                   \
  X(cubic, 5, NO_TABLE, cubic(a[0], a[1], a[2], a[3], a[4]))                                                         \
  X(catmull_rom, 5, NO_TABLE, catmull_rom(a[0], a[1], a[2], a[3], a[4]))                                             \
  X(slopes1, 3, NO_TABLE, slopes1(a[0], a[1], a[2]))                                                                 \
  X(wavelet, 2, NO_TABLE, wavelet(a[0], a[1]))                                                                       \
  X(wavelets1, 3, NO_TABLE, wavelets1(a[0], a[1], a[2]))                                                             \
  X(planes2, 10, NO_TABLE, planes2(a, a + 2, a + 4, a + 6, a[8], a[9]))                                              \
  X(permutation, 1, NO_TABLE, permutation(whole(a[0])))                                                              \
  X(grad1, 2, NO_TABLE, grad1(whole(a[0]), a[1]))                                                                    \
  X(grad2, 3, NO_TABLE, grad2(whole(a[0]), a[1], a[2]))                                                              \
  X(grad3, 4, NO_TABLE, grad3(whole(a[0]), a[1], a[2], a[3]))                                                        \
  X(grad3_table, 4, NO_TABLE, grad3_table(whole(a[0]), a[1], a[2], a[3]))                                            \
  X(grad4, 5, NO_TABLE, grad4(whole(a[0]), a[1], a[2], a[3], a[4]))                                                  \
  X(perlin1, 2, NO_TABLE, perlin1(a[0], whole(a[1])))                                                                \
  X(perlin2, 3, NO_TABLE, perlin2(a[0], a[1], whole(a[2])))                                                          \
  X(perlin3, 4, NO_TABLE, perlin3(a[0], a[1], a[2], whole(a[3])))                                                    \
  X(perlin4, 5, NO_TABLE, perlin4(a[0], a[1], a[2], a[3], whole(a[4])))                                              \
  X(perlin_octaves3, 5, NO_TABLE, perlin_octaves3(a[0], a[1], a[2], whole(a[3]), a[4]))                              \
  X(value2, 2, BYTES_256, value2(bytes_of(t), a[0], a[1]))                                                           \
  X(axes2, 2, BYTES_256, axes2(bytes_of(t), a[0], a[1]))                                                             \
  X(value_octaves2, 4, BYTES_256, value_octaves2(bytes_of(t), a[0], a[1], whole(a[2]), a[3]))                        \
  X(axes_octaves2, 4, BYTES_256, axes_octaves2(bytes_of(t), a[0], a[1], whole(a[2]), a[3]))                          \
  X(next_prime, 1, NO_TABLE, next_prime(whole32(a[0])))                                                              \
  X(elias_hash, 1, CONSTANTS, elias_hash(whole(a[0]), constants_of(t, 1)))                                           \
  X(elias_smooth1, 1, CONSTANTS, elias_smooth1(whole(a[0]), constants_of(t, 1)))                                     \
  X(elias_smooth2, 2, CONSTANTS, elias_smooth2(whole(a[0]), whole(a[1]), constants_of(t, 1)))                        \
  X(elias_noise1, 3, CONSTANTS, elias_noise1(a[0], blend(a[1]), smoothing(a[2]), constants_of(t, 1)))                \
  X(elias_noise2, 4, CONSTANTS, elias_noise2(a[0], a[1], blend(a[2]), smoothing(a[3]), constants_of(t, 1)))          \
  X(elias_noise3, 4, CONSTANTS, elias_noise3(a[0], a[1], a[2], blend(a[3]), constants_of(t, 1)))                     \
  X(elias_octaves1, 4, CONSTANTS, elias_octaves1(a[0], blend(a[1]), whole(a[2]), a[3], constants_of(t, a[2])))       \
  X(elias_octaves2, 5, CONSTANTS, elias_octaves2(a[0], a[1], blend(a[2]), whole(a[3]), a[4], constants_of(t, a[3]))) \
  X(ring_octave, 4, DOUBLES_64_64, ring_octave(doubles_of(t), whole(a[0]), whole(a[1]), a[2], a[3]))                 \
  X(rings, 5, DOUBLES_64_64, rings(doubles_of(t), a[0], a[1], whole(a[2]), a[3], a[4]))

enum { MOST_ARGUMENTS = 10 };

typedef struct {
  const char *name;
  int arguments;
  table_kind kind;
  double (*call)(const double *a, const table *t);
} classic;

#define CALL(name, arguments, kind, call)                      \
  static double call_##name(const double *a, const table *t) { \
    (void)t;                                                   \
    return (double)burl_classic_##call;                        \
  }
CLASSIC_LIST(CALL)

#define ROW(name, arguments, kind, call) {#name, arguments, kind, call_##name},
static const classic classics[] = {CLASSIC_LIST(ROW)};

static const classic *find_classic(const char *name) {
  for (size_t i = 0; i < sizeof classics / sizeof *classics; i++)
    if (strcmp(classics[i].name, name) == 0) return &classics[i];
  return NULL;
}

/* ---- Calls ---------------------------------------------------------------------------------------- */

/* Calls for each element; between blocks of them it looks for Ctrl-C.  -1 with an exception. */
static int call_each(const classic *c, const Py_buffer *arguments, const table *t, double *out, Py_ssize_t count) {
  enum { BLOCK = 16384 };
  double a[MOST_ARGUMENTS];
  for (Py_ssize_t i = 0, end; i < count; i = end) {
    end = count - i < BLOCK ? count : i + BLOCK;
    Py_BEGIN_ALLOW_THREADS for (Py_ssize_t n = i; n < end; n++) {
      for (int k = 0; k < c->arguments; k++) a[k] = ((const double *)arguments[k].buf)[n];
      out[n] = c->call(a, t);
    }
    Py_END_ALLOW_THREADS if (PyErr_CheckSignals() < 0) return -1;
  }
  return 0;
}

/* Whether a buffer is one of `count` doubles. */
static int is_doubles(const Py_buffer *view, Py_ssize_t count) {
  return view->format && strcmp(view->format, "d") == 0 && (uintptr_t)view->buf % sizeof(double) == 0 &&
         view->len == count * (Py_ssize_t)sizeof(double);
}

static int table_fits(table_kind kind, const table *t) {
  if ((uintptr_t)t->data % (kind == DOUBLES_64_64 ? sizeof(double) : sizeof(uint32_t)) != 0) return 0;
  return kind == NO_TABLE || kind == CONSTANTS ||
         (t->data && t->bytes == (kind == BYTES_256 ? sizeof(burl_classic_table256) : sizeof(burl_classic_table64)));
}

/* Opens the output and the arguments and calls. */
static int call_classic(const classic *c, PyObject *array, PyObject *arguments, const table *t) {
  Py_buffer out, views[MOST_ARGUMENTS];
  int opened = 0, fits = PyTuple_Size(arguments) == c->arguments && table_fits(c->kind, t);
  if (PyObject_GetBuffer(array, &out, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE | PyBUF_FORMAT) < 0) return -1;
  const Py_ssize_t count = out.len / (Py_ssize_t)sizeof(double);
  fits = fits && is_doubles(&out, count);
  for (; fits && opened < c->arguments; opened++) {
    if (PyObject_GetBuffer(PyTuple_GetItem(arguments, opened), &views[opened], PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0)
      break;
    fits = is_doubles(&views[opened], count);
  }
  if (fits && opened == c->arguments) call_each(c, views, t, out.buf, count);
  for (int i = 0; i < opened; i++) PyBuffer_Release(&views[i]);
  PyBuffer_Release(&out);
  if (!fits && !PyErr_Occurred())
    PyErr_Format(PyExc_ValueError, "%s takes %d arrays of doubles", c->name, c->arguments);
  return PyErr_Occurred() ? -1 : 0;
}

/* (name, out, arguments, table or None) */
PyObject *classic_call(PyObject *module, PyObject *args) {
  const char *name;
  PyObject *out, *arguments, *tables;
  Py_buffer view = {0};
  (void)module;
  if (!PyArg_ParseTuple(args, "sOO!O", &name, &out, &PyTuple_Type, &arguments, &tables)) return NULL;
  const classic *const c = find_classic(name);
  if (!c) return PyErr_Format(PyExc_ValueError, "there is no %s", name);
  if (tables != Py_None && PyObject_GetBuffer(tables, &view, PyBUF_C_CONTIGUOUS) < 0) return NULL;
  const table t = {view.buf, (size_t)view.len};
  const int done = call_classic(c, out, arguments, &t);
  if (view.obj) PyBuffer_Release(&view);
  if (done < 0) return NULL;
  Py_RETURN_NONE;
}

/* ---- What is filled ------------------------------------------------------------------------------- */

/* Each fills so many bytes and returns 1, or returns 0 where they are not as many as it fills. */
static int fill_table256(void *out, size_t bytes, uint32_t seed, int unused) {
  (void)unused;
  if (bytes != sizeof(burl_classic_table256)) return 0;
  burl_classic_table256_fill(out, seed);
  return 1;
}

static int fill_table64(void *out, size_t bytes, uint32_t seed, int unused) {
  (void)unused;
  if (bytes != sizeof(burl_classic_table64)) return 0;
  burl_classic_table64_fill(out, seed);
  return 1;
}

static int fill_constants(void *out, size_t bytes, uint32_t unused, int octave) {
  (void)unused;
  if (bytes != sizeof(burl_classic_elias_constants)) return 0;
  *(burl_classic_elias_constants *)out = burl_classic_elias_constants_at(octave);
  return 1;
}

static int fill_rand(void *out, size_t bytes, uint32_t seed, int unused) {
  int *const draws = out;
  (void)unused;
  for (size_t i = 0; i < bytes / sizeof *draws; i++) draws[i] = burl_classic_rand(&seed);
  return bytes % sizeof *draws == 0;
}

static int fill_midpoint(void *out, size_t bytes, uint32_t seed, int levels) {
  size_t side = 0;
  while (side * side * sizeof(int) < bytes) side++;
  if (side * side * sizeof(int) != bytes || side > 46340) return 0;
  burl_classic_midpoint((int)side, seed, levels, out);
  return 1;
}

static const struct {
  const char *name;
  int (*fill)(void *out, size_t bytes, uint32_t seed, int number);
} fills[] = {{"table256", fill_table256},
             {"table64", fill_table64},
             {"constants", fill_constants},
             {"rand", fill_rand},
             {"midpoint", fill_midpoint}};

/* (name, out, seed, number) */
PyObject *classic_fill(PyObject *module, PyObject *args) {
  const char *name;
  PyObject *array;
  unsigned int seed;
  int number, done = 0;
  Py_buffer out;
  (void)module;
  if (!PyArg_ParseTuple(args, "sOIi", &name, &array, &seed, &number) ||
      PyObject_GetBuffer(array, &out, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE) < 0)
    return NULL;
  Py_BEGIN_ALLOW_THREADS for (size_t i = 0; i < sizeof fills / sizeof *fills; i++) if (strcmp(fills[i].name, name) == 0)
      done = fills[i].fill(out.buf, (size_t)out.len, seed, number);
  Py_END_ALLOW_THREADS PyBuffer_Release(&out);
  if (!done) return PyErr_Format(PyExc_ValueError, "there is no %s of that size", name);
  Py_RETURN_NONE;
}
