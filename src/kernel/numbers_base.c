/* numbers.h, compiled for every processor of the architecture. */
#define ISA_BASE_SET
#define ISA_KERNELS "kernel/numbers.h"
#include "kernel/isa.h"
