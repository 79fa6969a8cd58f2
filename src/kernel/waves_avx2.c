/* waves.h, compiled for AVX2 and FMA. */
#define ISA_AVX2_SET
#define ISA_KERNELS "kernel/waves.h"
#include "kernel/isa.h"
