/* What posix.h declares, for a page. */
#include "wasi/posix.h"

#include <errno.h>

FILE *posix_tmpfile(void) {
  errno = ENOSYS;
  return NULL;
}

/* One thread; and 2 GiB, of the 4 that addresses reach. */
long posix_sysconf(int name) {
  enum { PAGE = 65536 };
  return name == _SC_PAGESIZE ? PAGE : name == _SC_PHYS_PAGES ? (1l << 30) / PAGE * 2 : 1;
}
