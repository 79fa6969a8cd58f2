/* The choice among the instruction sets: the best that the processor has, or what the caller limits
 * it to, so that one machine tests every path. */
#include "kernel/isa.h"

#include <string.h>

const burl__kernels *burl__base_kernels(void) { return &burl__kernels_base; }

/* Whether `limit` is a name of the set that every processor of the architecture has. */
static int names_base(const char *limit) {
  return strcmp(limit, "base") == 0 || strcmp(limit, "sse2") == 0 || strcmp(limit, "neon") == 0 ||
         strcmp(limit, "scalar") == 0;
}

/* The sets that the processor has, the best last. */
static int present_sets(const burl__kernels *sets[4]) {
  int count = 0;
  sets[count++] = &burl__kernels_base;
#if ISA_LAST >= ISA_SSE41
  if (!__builtin_cpu_supports("sse4.1")) return count;
  sets[count++] = &burl__kernels_sse41;
#endif
#if ISA_LAST >= ISA_AVX2
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return count;
  sets[count++] = &burl__kernels_avx2;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
    sets[count++] = &burl__kernels_avx512;
#endif
  return count;
}

const burl__kernels *burl__choose_kernels(const char *limit) {
  const burl__kernels *sets[4];
  const int count = present_sets(sets);
  if (!limit || !*limit) return sets[count - 1];
  if (names_base(limit)) return sets[0];
  for (int i = 0; i < count; i++)
    if (strcmp(limit, sets[i]->name) == 0) return sets[i];
  return NULL;
}

const char *burl__kernel_names(void) {
#if defined(__x86_64__)
  static const char *const names[] = {"sse2", "sse2, sse4.1", "sse2, sse4.1, avx2",
                                      "sse2, sse4.1, avx2, avx512"};
#else
  static const char *const names[] = {"base"};
#endif
  const burl__kernels *sets[4];
  return names[present_sets(sets) - 1];
}
