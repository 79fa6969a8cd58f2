/* The instruction sets that the kernels are compiled for.  NOISE_SET.c names its set (ISA_BASE_SET,
 * ISA_AVX2_SET or ISA_AVX512_SET) and the header of its kernels (ISA_KERNELS) and includes this file, which
 * asks the compiler for the set: no flags are needed, and several sets fit into one file (tools/single).  A
 * builder leaves sets out by -DBURL_NO_AVX512, or by -DBURL_NO_AVX2, which leaves out both. */
#ifndef BURL_KERNEL_ISA_H
#define BURL_KERNEL_ISA_H

#include <string.h>

#include "kernel/kernel.h"

/* Those of x86-64, each with all before it. */
#define ISA_SSE2 1
#define ISA_AVX2 2   /* and FMA */
#define ISA_AVX512 3 /* F, DQ, BW and VL */

/* What the compiler may use anyway, by its flags; 0: another architecture. */
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512BW__) && defined(__AVX512VL__)
#define ISA_BASE ISA_AVX512
#elif defined(__AVX2__) && defined(__FMA__)
#define ISA_BASE ISA_AVX2
#elif defined(__SSE2__)
#define ISA_BASE ISA_SSE2
#else
#define ISA_BASE 0
#endif

/* The last set that there are kernels of, beside the base.  gcc for Windows doesn't align the stack to
 * vectors of 32 bytes (gcc bug 54412): what it spills would crash. */
#if !defined(__x86_64__) || (defined(_WIN32) && !defined(__clang__)) || defined(BURL_NO_AVX2)
#define ISA_LAST 0
#elif defined(BURL_NO_AVX512)
#define ISA_LAST ISA_AVX2
#else
#define ISA_LAST ISA_AVX512
#endif

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

#if defined(ISA_AVX512_SET) && ISA_LAST >= ISA_AVX512
#define ISA(name) name##_avx512
#define ISA_SET ISA_AVX512
ISA_OPEN("avx512f,avx512dq,avx512bw,avx512vl")
#include ISA_KERNELS
ISA_CLOSE
#elif defined(ISA_AVX2_SET) && ISA_LAST >= ISA_AVX2
#define ISA(name) name##_avx2
#define ISA_SET ISA_AVX2
ISA_OPEN("avx2,fma")
#include ISA_KERNELS
ISA_CLOSE
#elif defined(ISA_BASE_SET)
#define ISA(name) name##_base
#define ISA_SET ISA_BASE
#include ISA_KERNELS
#endif

#endif
