/* waves.h, compiled for every processor of the architecture. */
#define ISA_BASE_SET
#define ISA_KERNELS "kernel/waves.h"
#include "kernel/isa.h"
