/* What a program keeps between calls, so that a call allocates nothing after the first few: schedules, which all
 * threads share, and workers; a thread takes one for a call.  No lock: a program may be sampled from any
 * number of threads at once. */
#ifndef BURL_RUN_KEEP_H
#define BURL_RUN_KEEP_H

#include "run/worker.h"

/* The program's schedule for a shape; where there is no room to keep it, one in the arena.  NULL: out of memory. */
const burl__schedule *burl__find_schedule(const burl_program *program, burl__shape shape, burl__arena *arena);

/* A worker with this schedule and room, its constants filled for this time and these steps; NULL: out of memory.  The
 * caller gives it back. */
burl__worker *burl__take_worker(const burl_program *program, const burl__schedule *schedule, burl__room room,
                                double time, const double step[BURL__STEPS]);
void burl__give_worker(const burl_program *program, burl__worker *worker);

#endif
