/* The floating-point mode that the output's bits depend on: rounding to nearest, subnormal numbers
 * kept. */
#ifndef BURL_BASE_FPU_H
#define BURL_BASE_FPU_H

#include <stdint.h>

/* The caller's mode: burl__fpu_open saves it and sets ours, burl__fpu_close restores it. */
typedef struct {
  uint64_t mode;
} burl__fpu;

#if defined(__SSE__)
#include <xmmintrin.h>
/* MXCSR: rounding in bits 13 and 14, flush-to-zero in 15, denormals-are-zero in 6.  Writing it takes a while, so that
 * it is only written where it isn't so already. */
#define BURL__FPU_BITS 0xE040u
static inline burl__fpu burl__fpu_open(void) {
  const unsigned mode = _mm_getcsr();
  if (mode & BURL__FPU_BITS) _mm_setcsr(mode & ~BURL__FPU_BITS);
  return (burl__fpu){mode};
}
static inline void burl__fpu_close(burl__fpu fpu) {
  if (fpu.mode & BURL__FPU_BITS) _mm_setcsr((unsigned)fpu.mode);
}
#elif defined(__aarch64__)
/* FPCR: rounding in bits 22 and 23, flush-to-zero in 24 and 19. */
static inline burl__fpu burl__fpu_open(void) {
  uint64_t mode;
  __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
  __asm__ volatile("msr fpcr, %0" : : "r"(mode & ~(uint64_t)0x1C80000));
  return (burl__fpu){mode};
}
static inline void burl__fpu_close(burl__fpu fpu) { __asm__ volatile("msr fpcr, %0" : : "r"(fpu.mode)); }
#else
static inline burl__fpu burl__fpu_open(void) { return (burl__fpu){0}; }
static inline void burl__fpu_close(burl__fpu fpu) { (void)fpu; }
#endif

#endif
