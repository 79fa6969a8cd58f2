/* What stands for archives as databases where CMake's option BURL_MBTILES left SQLite out. */
#include "atlas/mbtiles.h"

#if defined BURL_NO_MBTILES

#include <stddef.h>

mbtiles *mbtiles_open(const char *name) {
  (void)name;
  return NULL;
}

const char *mbtiles_error(const mbtiles *m) {
  (void)m;
  return "this burl was built without .mbtiles, which CMake's option BURL_MBTILES adds";
}

int mbtiles_tell(mbtiles *m, const char *name, const char *value) {
  (void)m, (void)name, (void)value;
  return -1;
}

int mbtiles_put(mbtiles *m, map_tile tile, const void *bytes, uint32_t length, int is_plain, uint32_t colour) {
  (void)m, (void)tile, (void)bytes, (void)length, (void)is_plain, (void)colour;
  return -1;
}

int mbtiles_end(mbtiles *m) {
  (void)m;
  return -1;
}

void mbtiles_close(mbtiles *m) { (void)m; }

#endif
