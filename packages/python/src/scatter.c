/* Lists of points: burl_sample_scatter(), whose blocks are put one behind the other. */
#include "program.h"

#include <stdlib.h>
#include <string.h>

/* What is listed of each point; the last are as many bytes as a sample has. */
enum { X, Y, RADIUS, ID, CHANCE, VALUES, LISTS };

typedef struct {
  watch watch;
  size_t wide[LISTS], count, room;
  char *list[LISTS];
  int is_full; /* whether memory ran out */
} listing;

static int make_room(listing *l, size_t more) {
  const size_t room = 2 * (l->count + more);
  if (l->count + more <= l->room) return 1;
  for (int i = 0; i < LISTS; i++) {
    char *const grown = realloc(l->list[i], room * l->wide[i]);
    if (!grown) return 0;
    l->list[i] = grown;
  }
  l->room = room;
  return 1;
}

static int take_points(void *user, const burl_scattered *some) {
  listing *const l = user;
  const void *const from[LISTS] = {some->x, some->y, some->radius, some->id, some->chance, some->values};
  l->is_full = !make_room(l, some->count);
  for (int i = 0; i < LISTS && !l->is_full; i++)
    memcpy(l->list[i] + l->count * l->wide[i], from[i], some->count * l->wide[i]);
  l->count += l->is_full ? 0 : some->count;
  return l->is_full;
}

static int look(void *user, double done) { return watch_look(&((listing *)user)->watch, done); }

static PyObject *lists_of(const listing *l) {
  PyObject *const all = PyTuple_New(LISTS);
  for (int i = 0; all && i < LISTS; i++) {
    PyObject *const bytes = PyBytes_FromStringAndSize(l->list[i], (Py_ssize_t)(l->count * l->wide[i]));
    if (bytes) PyTuple_SetItem(all, i, bytes);
    if (bytes) continue;
    Py_DECREF(all);
    return NULL;
  }
  return all;
}

/* (x0, y0, x1, y1, radius, program of the radius or None, px, py, seed, candidates, threads, t, footprint, progress or
 * None): bytes of doubles x, y and radius, of words, of floats, and of the samples' floats. */
PyObject *program_sample_scatter(PyObject *self, PyObject *args) {
  listing l = {.wide = {sizeof(double), sizeof(double), sizeof(double), sizeof(uint32_t), sizeof(float)}};
  burl_scatter asked = {.take = take_points, .progress = look, .user = &l};
  unsigned long long seed;
  burl_error error;
  PyObject *radii;
  if (!PyArg_ParseTuple(args, "dddddOddKiiddO", &asked.lo[0], &asked.lo[1], &asked.hi[0], &asked.hi[1], &asked.radius,
                        &radii, &asked.period[0], &asked.period[1], &seed, &asked.candidates, &asked.threads,
                        &asked.time, &asked.footprint, &l.watch.progress))
    return NULL;
  if (l.watch.progress == Py_None) l.watch.progress = NULL;
  asked.seed = seed;
  if (radii != Py_None && Py_TYPE(radii) != Py_TYPE(self)) {
    PyErr_SetString(PyExc_TypeError, "a radius is a number or a Program");
    return NULL;
  }
  held *const h = held_take(((program_object *)self)->held);
  held *const of_radius = radii != Py_None ? held_take(((program_object *)radii)->held) : NULL;
  asked.radii = of_radius ? of_radius->program : NULL;
  l.wide[VALUES] = (size_t)burl_channels(h->program) * sizeof(float);
  watch_begin(&l.watch);
  const burl_status status = burl_sample_scatter(h->program, &asked, &error);
  watch_end(&l.watch);
  PyObject *answer = NULL;
  if (l.is_full) PyErr_NoMemory();
  else if (status == BURL_OK) answer = lists_of(&l);
  else if (!PyErr_Occurred()) raise_failure(state_of(self), status, &error);
  for (int i = 0; i < LISTS; i++) free(l.list[i]);
  held_give(h);
  if (of_radius) held_give(of_radius);
  return answer;
}
