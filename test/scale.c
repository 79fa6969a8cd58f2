/* The scale of scale.h. */
#include "scale.h"

#include <stdlib.h>

double scale_of_test(void) {
  const char *const scale = getenv("BURL_TEST_SCALE");
  return scale ? atof(scale) : 1.0;
}

int one_of_test(int count) { return scale_of_test() < 1 ? 1 : count; }
int most_of_test(int count, int fewer) { return scale_of_test() < 2 ? fewer : count; }
int few_of_test(int count) { return scale_of_test() < 1 ? count / 5 : count; }
