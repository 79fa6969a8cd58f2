/* What editors are served: burl format and burl lsp, by a client in another language, test/editor.py, which finds
 * places and tokens by itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "process.h"

static void check(const char *mode) {
  const outcome *const o =
      shell("/usr/bin/python3 '%s/test/editor.py' \"$burl\" %s '%s'", BURL_SOURCE_DIR, mode, BURL_SOURCE_DIR);
  assert_string_equal(o->err, "");
  assert_string_equal(o->out, "fine\n");
}

static void every_diagnostic_is_what_info_says(void **state) {
  (void)state;
  check("diagnostics");
}

static void edited_texts_are_known_as_fresh_ones(void **state) {
  (void)state;
  check("edits");
}

static void names_are_found(void **state) {
  (void)state;
  check("names");
}

static void renamed_recipes_have_the_same_bits(void **state) {
  (void)state;
  check("rename");
}

static void editors_get_the_style_and_the_colours(void **state) {
  (void)state;
  check("style");
}

static void recipes_have_one_style(void **state) {
  (void)state;
  check("format");
}

static void the_grammar_has_all_functions(void **state) {
  (void)state;
  check("grammar");
}

static void any_bytes_are_answered(void **state) {
  (void)state;
  check("protocol");
}

static const refused_call refused_formats[] = {
    {"", 2, "name its file, or - for standard input"},
    {"nowhere.burl", 1, "nowhere.burl"},
    {"--nothing x.burl", 2, "--nothing"},
};

static const refused_call refused_servers[] = {
    {"x.burl", 2, "it takes no files"},
    {"--port 3", 2, "--port"},
};

static void wrong_calls_are_refused(void **state) {
  (void)state;
  check_refused("format", refused_formats, sizeof refused_formats / sizeof *refused_formats);
  check_refused("lsp", refused_servers, sizeof refused_servers / sizeof *refused_servers);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(every_diagnostic_is_what_info_says, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(edited_texts_are_known_as_fresh_ones, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(names_are_found, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(renamed_recipes_have_the_same_bits, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(editors_get_the_style_and_the_colours, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(recipes_have_one_style, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(the_grammar_has_all_functions, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(any_bytes_are_answered, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(wrong_calls_are_refused, folder_begin, folder_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
