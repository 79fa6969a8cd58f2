/* Runs shared objects on this machine's processor: C, and what of CUDA and Metal compiles as C++ (job.h).  A text
 * defines `void run(const uint32_t *rows, uint32_t *values)`. */
#include "job.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int device_open(char name[LONGEST_NAME + 1]) {
  strcpy(name, "this processor");
  return 1;
}

int device_run(job *j) {
  char path[LONGEST_NAME + 3];
  snprintf(path, sizeof path, "./%s", j->text_name);
  void *const object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!object) return job_fail(j, "%s", dlerror());
  void (*run)(const uint32_t *rows, uint32_t *values);
  void *const symbol = dlsym(object, "run");
  if (!symbol) return job_fail(j, "%s", dlerror());
  memcpy(&run, &symbol, sizeof run); /* C has no cast for it */
  j->built = now();
  run(j->rows, j->values);
  dlclose(object);
  return 1;
}

void device_close(void) {}
