/* lattice.h, compiled for AVX2 and FMA. */
#define ISA_AVX2_SET
#define ISA_KERNELS "kernel/lattice.h"
#include "kernel/isa.h"
