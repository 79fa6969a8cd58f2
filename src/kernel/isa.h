/* The instruction sets that kernel.inc is compiled for.  isa_NAME.c asks the compiler for its set
 * itself: no flags are needed, and several sets fit into one file (tools/single). */
#ifndef BURL_KERNEL_ISA_H
#define BURL_KERNEL_ISA_H

#include "kernel/kernel.h"

/* Those of x86-64, each with all before it. */
#define ISA_SSE2 1
#define ISA_SSE41 2
#define ISA_AVX2 3   /* and FMA */
#define ISA_AVX512 4 /* F, DQ, BW and VL */

/* What the compiler may use anyway, by its flags; 0: another architecture. */
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
#define ISA_BASE ISA_AVX512
#elif defined(__AVX2__) && defined(__FMA__)
#define ISA_BASE ISA_AVX2
#elif defined(__SSE4_1__)
#define ISA_BASE ISA_SSE41
#elif defined(__SSE2__)
#define ISA_BASE ISA_SSE2
#else
#define ISA_BASE 0
#endif

/* The last set that there are kernels of, beside the base.  gcc for Windows doesn't align the stack to
 * vectors of 32 bytes (gcc bug 54412): what it spills would crash. */
#if !defined(__x86_64__)
#define ISA_LAST 0
#elif defined(_WIN32) && !defined(__clang__)
#define ISA_LAST ISA_SSE41
#else
#define ISA_LAST ISA_AVX512
#endif

extern const burl__kernels burl__kernels_base, burl__kernels_sse41, burl__kernels_avx2,
    burl__kernels_avx512;

#if ISA_BASE >= ISA_SSE2
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

/* Functions between these two are compiled for a set, in the compiler's words for it. */
#define ISA_PRAGMA(text) _Pragma(#text)
#if defined(__clang__)
#define ISA_OPEN(set) ISA_PRAGMA(clang attribute push(__attribute__((__target__(set))), apply_to = function))
#define ISA_CLOSE ISA_PRAGMA(clang attribute pop)
#else
#define ISA_OPEN(set) ISA_PRAGMA(GCC push_options) ISA_PRAGMA(GCC target(set, "prefer-vector-width=512"))
#define ISA_CLOSE ISA_PRAGMA(GCC pop_options)
#endif

#endif
