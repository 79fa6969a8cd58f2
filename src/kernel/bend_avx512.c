/* bend.h, compiled for AVX-512. */
#define ISA_AVX512_SET
#define ISA_KERNELS "kernel/bend.h"
#include "kernel/isa.h"
