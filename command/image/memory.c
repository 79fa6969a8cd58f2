/* How much memory the machine has: what is wanted is compared with it before it is asked for, as a system that
 * overcommits would kill the tool later. */
#include "image/image.h"

#include <math.h>
#include <unistd.h>

double image_installed_memory(void) {
  const double pages = (double)sysconf(_SC_PHYS_PAGES);
  return pages > 0 ? pages * (double)sysconf(_SC_PAGESIZE) : HUGE_VAL;
}
