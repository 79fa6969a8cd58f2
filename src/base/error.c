/* Filling a burl_error, and a status in words. */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

burl_status burl__fail(burl_error *error, burl_status status, burl__span place, const char *format, ...) {
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
  if (error->hint[0]) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->hint, sizeof error->hint, format, arguments);
  va_end(arguments);
}

burl_status burl__out_of_memory(burl_error *error) {
  return burl__fail(error, BURL_MEMORY, (burl__span){0, 0, 0}, "out of memory");
}

const char *burl_status_text(burl_status status) {
#define BURL_STATUS_TEXT(name, text) text,
  static const char *const texts[] = {BURL_STATUS_LIST(BURL_STATUS_TEXT)};
#undef BURL_STATUS_TEXT
  return (unsigned)status < BURL_STATUS_COUNT ? texts[status] : "unknown status";
}
