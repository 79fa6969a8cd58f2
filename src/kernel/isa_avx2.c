/* The kernels of kernel.inc, compiled for AVX2. */
#define ISA(name) name##_avx2
#define ISA_NAME "avx2"
#include "kernel/kernel.inc"
