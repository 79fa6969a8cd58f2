/* waves.h, compiled for AVX-512. */
#define ISA_AVX512_SET
#define ISA_KERNELS "kernel/waves.h"
#include "kernel/isa.h"
