/* The kernels of kernel.inc, compiled for AVX-512. */
#define ISA(name) name##_avx512
#define ISA_NAME "avx512"
#include "kernel/kernel.inc"
