/* The threads of parallel.h. */
#include "run/parallel.h"

/* Whether the library has threads of its own; and one of them for each processor that this process may use. */
#if defined(_WIN32)
/* Declared here, as <windows.h> defines macros for words that the library uses. */
#define WINDOWS __declspec(dllimport)
WINDOWS void *__stdcall GetCurrentProcess(void);
WINDOWS int __stdcall GetProcessAffinityMask(void *process, uintptr_t *ours, uintptr_t *all);
WINDOWS unsigned long __stdcall GetActiveProcessorCount(unsigned short group);
WINDOWS void *__stdcall CreateThreadpoolWork(void(__stdcall *run)(void *, void *, void *), void *arg,
                                             void *environment);
WINDOWS void __stdcall SubmitThreadpoolWork(void *work);
WINDOWS void __stdcall WaitForThreadpoolWorkCallbacks(void *work, int cancels_waiting);
WINDOWS void __stdcall CloseThreadpoolWork(void *work);

enum { HAS_THREADS = 1 };
static int processors(void) {
  uintptr_t ours = 0, all = 0;
  GetProcessAffinityMask(GetCurrentProcess(), &ours, &all);
  if (ours == 0) return (int)GetActiveProcessorCount(0xFFFF); /* more than 64 of them, in several groups */
  return __builtin_popcountll(ours);
}
#elif defined(_OPENMP)
int omp_get_num_procs(void); /* declared here, as a compiler with OpenMP may come without omp.h */

enum { HAS_THREADS = 1 };
static int processors(void) { return omp_get_num_procs(); }
#else
enum { HAS_THREADS = 0 };
static int processors(void) { return 1; }
#endif

int burl__thread_count(const burl_options *options, int asked, int64_t jobs) {
  int count = asked;
  if (jobs <= 1) return 1;
  if (!HAS_THREADS && !options->parallel) count = 1;
  else if (count == 0) count = HAS_THREADS ? processors() : 16;
  return (int64_t)count < jobs ? count : (int)jobs;
}

#if defined(_WIN32)
/* Jobs that the threads of Windows' pool take one after the other, and the calling thread with them. */
typedef struct {
  void (*job)(void *arg, int i);
  void *arg;
  int n, next;
} pooled_jobs;

static void take_jobs(pooled_jobs *jobs) {
  for (int i; (i = __atomic_fetch_add(&jobs->next, 1, __ATOMIC_RELAXED)) < jobs->n;) jobs->job(jobs->arg, i);
}

static void __stdcall take_pooled(void *instance, void *jobs, void *work) {
  (void)instance;
  (void)work;
  take_jobs(jobs);
}

/* Where the pool has no thread to spare, the calling one does all of it: the callbacks that haven't begun by then are
 * cancelled, so that a job of the pool's own may call this, too. */
static void run_threads(int n, void (*job)(void *arg, int i), void *arg) {
  pooled_jobs jobs = {job, arg, n, 1};
  void *const work = CreateThreadpoolWork(take_pooled, &jobs, NULL);
  for (int i = 1; work && i < n; i++) SubmitThreadpoolWork(work);
  job(arg, 0);
  take_jobs(&jobs);
  if (!work) return;
  WaitForThreadpoolWorkCallbacks(work, 1);
  CloseThreadpoolWork(work);
}
#else
/* A function of its own that isn't inlined: its parallel region starts OpenMP, which takes time and
 * memory, so it is entered only for more than one job. */
__attribute__((noinline)) static void run_threads(int n, void (*job)(void *arg, int i), void *arg) {
#ifdef _OPENMP
#pragma omp parallel for num_threads(n) schedule(static, 1)
#endif
  for (int i = 0; i < n; i++) job(arg, i);
}
#endif

void burl__parallel(const burl_options *options, int n, void (*job)(void *arg, int i), void *arg) {
  if (options->parallel) {
    options->parallel(options->user, n, job, arg);
    return;
  }
  if (n == 1) job(arg, 0);
  else run_threads(n, job, arg);
}
