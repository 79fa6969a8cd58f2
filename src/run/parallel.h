/* Jobs on threads: by the caller's function, by OpenMP, or one after the other. */
#ifndef BURL_RUN_PARALLEL_H
#define BURL_RUN_PARALLEL_H

#include "burl.h"

/* How many threads run `jobs` jobs where `asked` are asked for (0: one for each core): no more
 * than there are jobs. */
int burl__thread_count(const burl_options *options, int asked, int64_t jobs);
/* Runs job(arg, 0) to job(arg, n − 1) on up to n threads. */
void burl__parallel(const burl_options *options, int n, void (*job)(void *arg, int i), void *arg);

#endif
