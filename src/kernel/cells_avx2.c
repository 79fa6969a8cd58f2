/* cells.h, compiled for AVX2 and FMA. */
#define ISA_AVX2_SET
#define ISA_KERNELS "kernel/cells.h"
#include "kernel/isa.h"
