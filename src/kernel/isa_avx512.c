/* The kernels of kernel.inc, compiled for AVX-512. */
#include "kernel/isa.h"

#if ISA_LAST >= ISA_AVX512
#define ISA(name) name##_avx512
#define ISA_NAME "avx512"
#define ISA_SET ISA_AVX512
#define ISA_TARGET "avx512f,avx512dq,avx512bw,avx512vl"
#include "kernel/kernel.inc"
#endif
