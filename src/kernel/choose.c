/* The tables of the kernels and the choice among the instruction sets: the best that the processor has, or
 * what the caller limits it to, so that one machine tests every path. */
#include "kernel/isa.h"

#include <string.h>

#if defined(__SSE2__)
#define NAME "sse2"
#elif defined(__aarch64__)
#define NAME "neon"
#elif defined(__wasm_simd128__)
#define NAME "simd128"
#else
#define NAME "scalar"
#endif
#define SET base
#define FLOATS (ISA_BASE >= ISA_AVX2 ? 16 : 4)
#include "kernel/table.h"

#if ISA_LAST >= ISA_AVX2
#define NAME "avx2"
#define SET avx2
#define FLOATS 16
#include "kernel/table.h"
#endif

#if ISA_LAST >= ISA_AVX512
#define NAME "avx512"
#define SET avx512
#define FLOATS 16
#include "kernel/table.h"
#endif

const burl__kernels *burl__base_kernels(void) { return &burl__kernels_base; }

/* Whether `limit` is a name of the set that every processor of the architecture has; SSE4.1 once had a set of
 * its own. */
static int names_base(const char *limit) {
  static const char *const names[] = {"base", "sse2", "sse4.1", "neon", "simd128", "scalar"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(limit, names[i]) == 0) return 1;
  return 0;
}

/* The sets that are built and that the processor has, the best last. */
static int present_sets(const burl__kernels *sets[3]) {
  int count = 0;
  sets[count++] = &burl__kernels_base;
#if ISA_LAST >= ISA_AVX2
  __builtin_cpu_init(); /* for callers that run before the constructor that does it */
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return count;
  sets[count++] = &burl__kernels_avx2;
#endif
#if ISA_LAST >= ISA_AVX512
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl"))
    sets[count++] = &burl__kernels_avx512;
#endif
  return count;
}

const burl__kernels *burl__choose_kernels(const char *limit) {
  const burl__kernels *sets[3];
  const int count = present_sets(sets);
  if (!limit || !*limit) return sets[count - 1];
  if (names_base(limit)) return sets[0];
  for (int i = 0; i < count; i++)
    if (strcmp(limit, sets[i]->name) == 0) return sets[i];
  return NULL;
}

const char *burl__kernel_names(void) {
#if defined(__x86_64__)
  static const char *const names[] = {"sse2", "sse2, avx2", "sse2, avx2, avx512"};
#else
  static const char *const names[] = {"base"};
#endif
  const burl__kernels *sets[3];
  return names[present_sets(sets) - 1];
}
