#include "compile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

burl_program *compile(const char *text, int dims) {
  burl_error error;
  burl_program *const program = burl_compile(text, dims, &error);
  if (!program)
    fail_msg("%s\n  in %dD: %d:%d: %s | %s", text, dims, error.line, error.column, error.message, error.hint);
  assert_int_equal(error.status, BURL_OK);
  return program;
}
