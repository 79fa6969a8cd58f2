/* numbers.h, compiled for AVX2 and FMA. */
#define ISA_AVX2_SET
#define ISA_KERNELS "kernel/numbers.h"
#include "kernel/isa.h"
