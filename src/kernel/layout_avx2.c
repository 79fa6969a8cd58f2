/* layout.h, compiled for AVX2 and FMA. */
#define ISA_AVX2_SET
#define ISA_KERNELS "kernel/layout.h"
#include "kernel/isa.h"
