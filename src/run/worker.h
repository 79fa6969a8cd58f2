/* One thread's part of a run: its registers, and the steps bound to them. */
#ifndef BURL_RUN_WORKER_H
#define BURL_RUN_WORKER_H

#include <stddef.h>

#include "program/program.h"

typedef struct {
  const burl__schedule *schedule;
  const burl__kernels *kernels;
  int block; /* how many samples its registers hold */
  char *area[BURL__RATES];
  burl__call *calls[BURL__RATES]; /* one a step */
  int64_t tile_column;            /* where the tile begins whose columns are worked out; −1: none */
} burl__worker;

/* A sample as it is stored: NaN has one pattern. */
static inline float burl__stored(float value) {
  const union {
    uint32_t bits;
    float number;
  } nan = {0x7FC00000u};
  return value == value ? value : nan.number;
}

/* The groups that so many samples fill. */
static inline int burl__groups_of(int64_t count) { return (int)((count + BURL__LANES - 1) / BURL__LANES); }

/* Bytes that a worker takes, a multiple of 64; 0 where that overflows. */
size_t burl__worker_size(const burl__schedule *schedule, int block);
/* Lays a worker out in memory aligned to 64 bytes and fills its constants.  block: how many samples there are at once
 * at most, whole groups; BURL__BLOCK at most. */
void burl__worker_open(burl__worker *worker, const burl__schedule *schedule,
                       const burl__kernels *kernels, char *memory, double time, int block);

/* A register's first number. */
void *burl__worker_at(const burl__worker *worker, burl__register r);
/* Runs the steps of a rate over so many groups; a step that no kernel does is left to `special`. */
typedef void burl__special_step(void *user, const burl__step *step, float *to);
void burl__worker_run(burl__worker *worker, burl__rate rate, int groups,
                      burl__special_step *special, void *user);
/* Places the block of the sample steps: its first column and line in the tile, and how many lines. */
void burl__worker_seek(burl__worker *worker, int column, int line, int lines);
/* Binds every step to its registers, as they are at first. */
void burl__worker_bind(burl__worker *worker);
/* Lets the sample steps that read register r read `from` instead. */
void burl__worker_read(burl__worker *worker, burl__register r, const void *from);
/* Lets the last sample step write to `to`; a noise over rows, lines so many floats apart (0: one behind
 * the other); one with slopes, as pixels where it is told which of them they are made of. */
void burl__worker_aim(burl__worker *worker, float *to, int64_t stride, const int *pixel, int past_cache);
/* Lets it write to its register again. */
void burl__worker_unaim(burl__worker *worker);

#endif
