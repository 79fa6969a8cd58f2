/* The number of a coordinate system in a text such as EPSG:32632. */
#include "image/image.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

int image_epsg(const char *crs) {
  static const char prefix[] = "EPSG:";
  if (strncasecmp(crs, prefix, sizeof prefix - 1) != 0) return -1;
  const char *const digits = crs + sizeof prefix - 1;
  const size_t count = strspn(digits, "0123456789");
  return count < 1 || count > 9 || digits[count] ? -1 : (int)strtol(digits, NULL, 10);
}
