/* Filling a burl_error, and a status in words. */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void burl__clear(burl_error *error) {
  if (error) memset(error, 0, sizeof *error);
}

burl_status burl__fail(burl_error *error, burl_status status, burl__span place, const char *format, ...) {
  if (!error) return status;
  if (error->status != BURL_OK) return error->status;
  error->status = status;
  error->line = place.line;
  error->column = place.column;
  error->length = place.length;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  return status;
}

void burl__hint(burl_error *error, const char *format, ...) {
  if (!error || error->hint[0]) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->hint, sizeof error->hint, format, arguments);
  va_end(arguments);
}

burl_status burl__out_of_memory(burl_error *error) {
  return burl__fail(error, BURL_MEMORY, (burl__span){0, 0, 0}, "out of memory");
}

/* ---- Statuses ------------------------------------------------------------------------------------ */

/* In the order of burl_status. */
#define STATUSES(X)                                                   \
  X(OK, "ok")                                                         \
  X(ARGUMENT, "an argument is outside its stated range")              \
  X(MEMORY, "out of memory")                                          \
  X(RECIPE, "the recipe is wrong")                                    \
  X(DIMENSION, "the recipe names a coordinate that it does not have") \
  X(LIMIT, "a stated limit was passed")                               \
  X(FILE, "a file could not be read, or an image is not known")       \
  X(CANCELLED, "cancelled")                                           \
  X(SHAPE, "a whole-grid function doesn't suit the grid: midpoint(style: published) needs a square one")

/* The list has what the header's enum has, in its order. */
#define ROW(name, text) ROW_##name,
enum { STATUSES(ROW) ROW_COUNT };
#undef ROW
#define ROW(name, text) _Static_assert((int)ROW_##name == (int)BURL_##name, "BURL_" #name " has another place");
STATUSES(ROW)
#undef ROW
_Static_assert((int)ROW_COUNT == (int)BURL_STATUS_COUNT, "a status has no row");

const char *burl_status_text(burl_status status) {
#define ROW(name, text) text,
  static const char *const texts[] = {STATUSES(ROW)};
#undef ROW
  return (unsigned)status < BURL_STATUS_COUNT ? texts[status] : "unknown status";
}

const char *burl_status_name(burl_status status) {
#define ROW(name, text) #name,
  static const char *const names[] = {STATUSES(ROW)};
#undef ROW
  return (unsigned)status < BURL_STATUS_COUNT ? names[status] : "UNKNOWN";
}
