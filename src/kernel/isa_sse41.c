/* The kernels of kernel.inc, compiled for SSE4.1. */
#include "kernel/isa.h"

#if ISA_LAST >= ISA_SSE41
#define ISA(name) name##_sse41
#define ISA_NAME "sse4.1"
#define ISA_SET ISA_SSE41
#define ISA_TARGET "sse4.1"
#include "kernel/kernel.inc"
#endif
