/* One thread's part of a run: its registers, and the steps bound to them. */
#ifndef BURL_RUN_WORKER_H
#define BURL_RUN_WORKER_H

#include <stddef.h>

#include "program/program.h"

/* How many columns and lines of a tile, and samples of a block, registers hold at most: whole groups. */
typedef struct {
  int columns, lines, samples;
} burl__room;

typedef struct {
  const burl__schedule *schedule;
  const burl__kernels *kernels;
  burl__room room;
  double time, step[BURL__STEPS];
  char *area[BURL__RATES][BURL__CONTENTS];  /* where the registers of a kind begin, */
  size_t size[BURL__RATES][BURL__CONTENTS]; /* and how far they are apart */
  burl__call *calls[BURL__RATES];           /* one a step */
  int64_t column, index[4];                 /* of the tile that is worked out; column −1: none */
  unsigned char jumps[BURL__MOST_GUARDS];   /* whether a guard's steps are jumped over in this block */
  burl__jumps counted;
  burl__jumps seen; /* `counted` when the last tile began, */
  int is_narrow;    /* and whether its blocks were narrow */
} burl__worker;

/* A sample as it is stored: NaN has one pattern. */
static inline float burl__stored(float value) {
  const union {
    uint32_t bits;
    float number;
  } nan = {0x7FC00000u};
  return value == value ? value : nan.number;
}

/* The number of groups that `count` samples fill. */
static inline int burl__groups_of(int64_t count) { return (int)((count + BURL__LANES - 1) / BURL__LANES); }

/* Bytes that a worker and its registers take; 0 where that overflows. */
size_t burl__worker_size(const burl__schedule *schedule, burl__room room);
/* Lays the worker's registers out in the memory behind it, binds its steps to them and fills its constants. */
void burl__worker_open(burl__worker *worker, const burl__schedule *schedule, const burl__kernels *kernels,
                       burl__room room);
/* Sets the time and the steps, and computes what varies with these alone. */
void burl__worker_set(burl__worker *worker, double time, const double step[BURL__STEPS]);

/* A register's first number. */
void *burl__worker_at(const burl__worker *worker, burl__register r);
/* Runs the steps of a rate over `groups` groups; a step that no kernel does is left to `special`. */
typedef void burl__special_step(void *user, const burl__step *step, const burl__call *call, int groups);
void burl__worker_run(burl__worker *worker, burl__rate rate, int groups, burl__special_step *special, void *user);
/* Runs those of the lines whose results vary with any of the axes. */
void burl__worker_run_lines(burl__worker *worker, unsigned axes, int groups);
/* Places the block of the steps of planes and samples: its first column and line in the tile, and how many lines. */
void burl__worker_seek(burl__worker *worker, int column, int line, int lines);
/* Binds every step to its registers, as they are at first. */
void burl__worker_bind(burl__worker *worker);
/* Lets the sample steps that read register r read `from` instead. */
void burl__worker_read(burl__worker *worker, burl__register r, const void *from);
/* Lets the last sample step write to `to`; a noise over rows, lines `stride` floats apart (0: one behind
 * the other); one with slopes, as pixels where it is told which of them they are made of. */
void burl__worker_aim(burl__worker *worker, float *to, int64_t stride, const int *pixel, int past_cache);
/* Lets it write to its register again. */
void burl__worker_unaim(burl__worker *worker);

#endif
