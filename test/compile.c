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

double value_in_plane(const burl_program *program, double x, double y) {
  float value;
  const burl_points one = {.count = 1, .coord = {&x, &y}};
  assert_int_equal(burl_sample_points(program, &one, &value), BURL_OK);
  return (double)value;
}
