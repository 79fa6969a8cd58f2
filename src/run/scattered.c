/* The samples of scattered.h.  Along each axis place i is at the fractional part of (i + 1)·α, α being powers of an
 * irrational number (M. Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018: here the root of
 * a^6 = a + 1), in whole numbers, so that it is the same everywhere. */
#include "program/scattered.h"

#include "run/points.h"

/* 2^64/a, 2^64/a², … */
static const uint64_t stride[5] = {0xE19B01AA9D42C633, 0xC6D1D6C8ED0C9631, 0xAF36D01EF7518DBB, 0x9A69443F36F710E6,
                                   0x881403B9339BD42D};

static void fill_places(void *user, int axis, int64_t first, int count, double *to) {
  const double *const extent = user;
  for (int i = 0; i < count; i++)
    to[i] = extent[axis] * ((double)((uint64_t)(first + i + 1) * stride[axis] >> 11) * 0x1p-53);
}

int burl__sample_scattered(const burl__graph *graph, int node, const burl__kernels *kernels, const double extent[5],
                           int count, float *out) {
  const burl__shape shape = {.points = 1, .line_axis = 1};
  const burl__outputs outputs = {1, {node}};
  const burl__room room = {.samples = BURL__BLOCK};
  double box[5];
  burl__schedule schedule;
  burl__arena arena;
  burl__arena_open(&arena, graph->arena->allocator);
  const size_t size =
      burl__schedule_make(&schedule, graph, &outputs, &shape, &arena) ? burl__worker_size(&schedule, room) : 0;
  burl__worker *const worker = size ? burl__arena_block(&arena, size) : NULL;
  if (worker) {
    burl__pictures none = {NULL, NULL};
    for (int a = 0; a < 5; a++) box[a] = extent[a];
    burl__worker_open(worker, &schedule, kernels, room);
    burl__worker_set(worker, 0, shape.step);
    burl__points_run(worker, &(burl__point_source){fill_places, box, &none}, 0, count, out, 1);
  }
  burl__arena_close(&arena);
  return worker != NULL;
}
