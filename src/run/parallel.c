/* The threads of parallel.h. */
#include "run/parallel.h"

#ifdef _OPENMP
int omp_get_num_procs(void); /* declared here, as a compiler with OpenMP may come without omp.h */
#endif

int burl__thread_count(const burl_options *options, int asked, int64_t jobs) {
  int count = asked;
  if (jobs <= 1) return 1;
#ifdef _OPENMP
  if (count == 0) count = omp_get_num_procs();
#else
  if (count == 0) count = options->parallel ? 16 : 1;
  if (!options->parallel) count = 1;
#endif
  (void)options;
  return (int64_t)count < jobs ? count : (int)jobs;
}

/* A function of its own that isn't inlined: its parallel region starts OpenMP, which takes time and
 * memory, so it is entered only for more than one job. */
__attribute__((noinline)) static void run_threads(int n, void (*job)(void *arg, int i), void *arg) {
#ifdef _OPENMP
#pragma omp parallel for num_threads(n) schedule(static, 1)
#endif
  for (int i = 0; i < n; i++) job(arg, i);
}

void burl__parallel(const burl_options *options, int n, void (*job)(void *arg, int i), void *arg) {
  if (options->parallel) {
    options->parallel(options->user, n, job, arg);
    return;
  }
  if (n == 1) job(arg, 0);
  else run_threads(n, job, arg);
}
