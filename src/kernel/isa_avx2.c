/* The kernels of kernel.inc, compiled for AVX2 and FMA. */
#include "kernel/isa.h"

#if ISA_LAST >= ISA_AVX2
#define ISA(name) name##_avx2
#define ISA_NAME "avx2"
#define ISA_SET ISA_AVX2
#define ISA_TARGET "avx2,fma"
#include "kernel/kernel.inc"
#endif
