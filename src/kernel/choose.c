/* The tables of the kernels and the choice among the instruction sets: the best that the processor has, or
 * what the caller limits it to, so that one machine tests every path. */
#include "kernel/isa.h"

#include <string.h>

#if ISA_LAST >= ISA_AVX2
#include <cpuid.h>
#endif

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

#if ISA_LAST >= ISA_AVX2
/* The last set that the processor has and whose registers the system saves (Intel 64 and IA-32 Architectures Software
 * Developer's Manual, volume 1, 14.3 and 15.3).  Asked of the processor itself, as not every compiler's library has
 * what __builtin_cpu_supports reads. */
static int last_set(void) {
  enum { FMA = 1 << 12, OSXSAVE = 1 << 27, AVX2 = 1 << 5, STATE_AVX2 = 0x6, STATE_AVX512 = 0xE6 };
  const unsigned avx512 = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31; /* F, DQ, BW and VL */
  unsigned a, b, c, d, state, high;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & OSXSAVE) || !(c & FMA)) return ISA_SSE2;
  __asm__("xgetbv" : "=a"(state), "=d"(high) : "c"(0));
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & AVX2) || (state & STATE_AVX2) != STATE_AVX2) return ISA_SSE2;
  return (b & avx512) == avx512 && (state & STATE_AVX512) == STATE_AVX512 ? ISA_AVX512 : ISA_AVX2;
}
#endif

/* The sets that are built and that the processor has, the best last. */
static int present_sets(const burl__kernels *sets[3]) {
  int count = 0;
  sets[count++] = &burl__kernels_base;
#if ISA_LAST >= ISA_AVX2
  const int last = last_set();
  if (last >= ISA_AVX2) sets[count++] = &burl__kernels_avx2;
#endif
#if ISA_LAST >= ISA_AVX512
  if (last >= ISA_AVX512) sets[count++] = &burl__kernels_avx512;
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
