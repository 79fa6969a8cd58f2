/* See code_text.h. */
#include "code_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

/* What was written so far. */
typedef struct {
  char *start;
  size_t length;
} written;

static void keep(void *user, const char *text, size_t length) {
  written *const w = user;
  w->start = realloc(w->start, w->length + length + 1);
  assert_non_null(w->start);
  memcpy(w->start + w->length, text, length);
  w->length += length;
  w->start[w->length] = '\0';
}

char *code_text(const burl_program *program, const burl_code_options *options, burl_error *error) {
  written w = {NULL, 0};
  burl_code_options own = *options;
  own.struct_size = sizeof own;
  own.write = keep;
  own.user = &w;
  memset(error, 0x55, sizeof *error);
  const burl_status status = burl_code(program, &own, error);
  assert_int_equal(error->status, status);
  assert_non_null(memchr(error->message, '\0', sizeof error->message));
  assert_non_null(memchr(error->hint, '\0', sizeof error->hint));
  assert_true((status == BURL_OK) == (error->message[0] == '\0'));
  assert_true((status == BURL_OK) == (w.start != NULL));
  if (w.start) assert_int_equal(strlen(w.start), w.length);
  return w.start;
}

char *code_text_ok(const burl_program *program, const burl_code_options *options) {
  burl_error error;
  char *const text = code_text(program, options, &error);
  if (!text) fail_msg("no code: %s | %s", error.message, error.hint);
  return text;
}

burl_program *compile_to_fit(const char *recipe) {
  burl_error error = {0};
  for (int dims = 2; dims <= 4; dims++) {
    burl_program *const program = burl_compile(recipe, dims, &error);
    if (program || error.status != BURL_DIMENSION) {
      if (!program) fail_msg("%s: %s | %s", recipe, error.message, error.hint);
      return program;
    }
  }
  fail_msg("%s: %s", recipe, error.message);
  return NULL;
}

const char *code_target(int index) {
  static const char *const targets[] = {"glsl", "glsles", "wgsl", "hlsl", "msl", "opencl", "cuda", "c", NULL};
  return targets[index];
}

int has_doubles(const char *target) {
  return strcmp(target, "glsles") != 0 && strcmp(target, "wgsl") != 0 && strcmp(target, "msl") != 0;
}

const char *entries_of(const char *target) { return has_doubles(target) ? "cell,p,d" : "cell,p"; }
