/* The kernels of kernel.inc, compiled for every processor of the architecture. */
#define ISA(name) name##_base
#if defined(__SSE2__)
#define ISA_NAME "sse2"
#elif defined(__aarch64__)
#define ISA_NAME "neon"
#else
#define ISA_NAME "scalar"
#endif
#define ISA_SET ISA_BASE
#include "kernel/kernel.inc"
