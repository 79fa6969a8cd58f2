/* The kernels of kernel.inc, compiled for every processor of the architecture (SSE2, NEON, plain C). */
#define ISA(name) name##_base
#define ISA_NAME "base"
#define ISA_SET ISA_BASE
#include "kernel/kernel.inc"
