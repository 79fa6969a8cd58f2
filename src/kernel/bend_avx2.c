/* bend.h, compiled for AVX2 and FMA. */
#define ISA_AVX2_SET
#define ISA_KERNELS "kernel/bend.h"
#include "kernel/isa.h"
