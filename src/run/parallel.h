/* Jobs on threads: the caller's own way, OpenMP, or one after the other. */
#ifndef BURL_RUN_PARALLEL_H
#define BURL_RUN_PARALLEL_H

#include "burl.h"

/* How many threads a run uses: `asked` (0: all), but no more than there are jobs. */
int burl__thread_count(const burl_options *options, int asked, int64_t jobs);
/* Runs job(arg, 0) to job(arg, n − 1) on up to n threads. */
void burl__parallel(const burl_options *options, int n, void (*job)(void *arg, int i), void *arg);

#endif
