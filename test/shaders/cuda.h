// As much of CUDA as printed code uses, so that it compiles where CUDA is not: as C++, where it runs on this processor,
// and by clang -x cuda.  There single operations are instructions, as clang would fuse its own functions for them, but
// never CUDA's.
#pragma once
#include <math.h>
#include <stdint.h>
#include <string.h>

#ifdef __CUDA__
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define PRODUCT(name, kind, letter, instruction, expression)                   \
  __device__ inline kind name(kind a, kind b) {                                \
    kind made;                                                                 \
    asm(instruction " %0, %1, %2;" : "=" letter(made) : letter(a), letter(b)); \
    return made;                                                               \
  }
#define QUOTIENT(name, kind, builtin, expression) \
  __device__ inline kind name(kind a, kind b) { return builtin; }
#define ROOT(name, kind, builtin, root) \
  __device__ inline kind name(kind a) { return builtin(a); }
#else
#define __device__
#define PRODUCT(name, kind, letter, instruction, expression) \
  inline kind name(kind a, kind b) { return expression; }
#define QUOTIENT(name, kind, builtin, expression) \
  inline kind name(kind a, kind b) { return expression; }
#define ROOT(name, kind, builtin, root) \
  inline kind name(kind a) { return root(a); }
#endif

PRODUCT(__fmul_rn, float, "f", "mul.rn.f32", a *b)
PRODUCT(__dmul_rn, double, "d", "mul.rn.f64", a *b)
QUOTIENT(__fdiv_rn, float, __nvvm_div_rn_f(a, b), a / b)
QUOTIENT(__ddiv_rn, double, __nvvm_div_rn_d(a, b), a / b)
ROOT(__fsqrt_rn, float, __nvvm_sqrt_rn_f, sqrtf)
ROOT(__dsqrt_rn, double, __nvvm_sqrt_rn_d, sqrt)

#define VECTORS(name, scalar)                                                                  \
  struct name##2 {                                                                             \
    scalar x, y;                                                                               \
  };                                                                                           \
  struct name##3 {                                                                             \
    scalar x, y, z;                                                                            \
  };                                                                                           \
  struct name##4 {                                                                             \
    scalar x, y, z, w;                                                                         \
  };                                                                                           \
  __device__ inline name##2 make_##name##2(scalar x, scalar y) { return {x, y}; }              \
  __device__ inline name##3 make_##name##3(scalar x, scalar y, scalar z) { return {x, y, z}; } \
  __device__ inline name##4 make_##name##4(scalar x, scalar y, scalar z, scalar w) { return {x, y, z, w}; }
VECTORS(float, float)
VECTORS(double, double)
VECTORS(int, int)
VECTORS(uint, unsigned int)

#define BITS(name, from, to)            \
  __device__ inline to name(from a) {   \
    to b;                               \
    __builtin_memcpy(&b, &a, sizeof b); \
    return b;                           \
  }
BITS(__float_as_uint, float, unsigned int)
BITS(__float_as_int, float, int)
BITS(__uint_as_float, unsigned int, float)
BITS(__int_as_float, int, float)
BITS(__double_as_longlong, double, long long)
BITS(__longlong_as_double, long long, double)
__device__ inline int __double2loint(double a) { return (int)__double_as_longlong(a); }
__device__ inline int __double2hiint(double a) { return (int)(__double_as_longlong(a) >> 32); }
__device__ inline double __hiloint2double(int high, int low) {
  return __longlong_as_double((long long)((unsigned long long)(unsigned int)high << 32 | (unsigned int)low));
}

#ifdef __CUDA__
extern "C" __device__ float floorf(float);
extern "C" __device__ float fabsf(float);
extern "C" __device__ double floor(double);
extern "C" __device__ double fabs(double);
extern __device__ const uint3 threadIdx, blockIdx, blockDim;
#endif

#undef PRODUCT
#undef QUOTIENT
#undef ROOT
#undef VECTORS
#undef BITS
