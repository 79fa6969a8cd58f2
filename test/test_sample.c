/* burl sample and the CSVs that people have: capitals in the header, semicolons and decimal commas, tabs, line ends
 * of one CR; a name for the new column; recipes of t alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "process.h"

#include <stdio.h>
#include <string.h>

typedef struct {
  const char *recipe, *csv, *expected; /* none of them has a ' */
} row;

#define CHECK(rows, more) check(rows, sizeof(rows) / sizeof *(rows), more)

/* The same, whether the CSV is a file, which is read at once, or comes byte by byte through a pipe. */
static void check(const row *rows, size_t count, const char *more) {
  for (size_t i = 0; i < count; i++) {
    write_whole("a.csv", rows[i].csv);
    const outcome *o = burl("sample -e '%s' %s a.csv", rows[i].recipe, more);
    if (o->code || *o->err || strcmp(o->out, rows[i].expected) != 0)
      fail_msg("%s at\n%s\nis\n%s%snot\n%s", rows[i].recipe, rows[i].csv, o->out, o->err, rows[i].expected);
    o = shell(
        "for i in $(seq 0 %zu); do dd if=a.csv bs=1 skip=$i count=1 2>/dev/null; done | \"$burl\" sample -e '%s' %s -",
        strlen(rows[i].csv) - 1, rows[i].recipe, more);
    if (o->code || strcmp(o->out, rows[i].expected) != 0) fail_msg("byte by byte:\n%s%s", o->out, o->err);
  }
}

static void assert_fails(const char *recipe, const char *csv, const char *more, const char *says) {
  write_whole("a.csv", csv);
  const outcome *o = burl("sample -e '%s' %s a.csv", recipe, more);
  assert_int_equal(o->code, 1);
  assert_string_equal(o->out, "");
  assert_contains(o->err, says);
}

static void test_capitals(void **state) {
  (void)state;
  static const row rows[] = {
      {"x + 100*y", "X,Y\n1,2\n", "X,Y,value\n1,2,201\n"},
      {"x + 100*y + t", "T,name,Y,\"X\"\n3,n,2,1\n", "T,name,Y,\"X\",value\n3,n,2,1,204\n"},
      {"x + 100*y", "X,y\n1,2\n", "X,y,value\n1,2,201\n"},
      {"x", "x,T,Y\n1,hot,no\n", "x,T,Y,value\n1,hot,no,1\n"}, /* with an x capitals are other columns */
  };
  CHECK(rows, "");
  assert_fails("x", "X,X\n1,2\n", "", "a.csv:1:3: this coordinate is there twice");
}

static void test_separators(void **state) {
  (void)state;
  static const row rows[] = {
      {"x + 100*y", "x;y;n\n0,5;2;a,b\n1;-0,25;\n", "x;y;n;value\n0,5;2;a,b;200,5\n1;-0,25;;-24\n"},
      {"x/4", "x;n\n1;a\n", "x;n;value\n1;a;0,25\n"}, /* nothing says which sign it is: a comma */
      {"x/4", "x;n\n1.0;a\n2;b\n0,5;c\n3;d\n", "x;n;value\n1.0;a;0.25\n2;b;0.5\n0,5;c;0,125\n3;d;0,75\n"},
      {"x/4", "x\tn\n1\ta,b;c\n0,5\t\n3\td\n", "x\tn\tvalue\n1\ta,b;c\t0.25\n0,5\t\t0,125\n3\td\t0,75\n"},
      {"x", "n\tx\n\t1\n", "n\tx\tvalue\n\t1\t1\n"}, /* an empty field in front */
      {"x", "x,a;b\n1,2;3\n", "x,a;b,value\n1,2;3,1\n"},
      {"x", "\"a\n;,b\";x\n\"c;\nd\";1,5\n", "\"a\n;,b\";x;value\n\"c;\nd\";1,5;1,5\n"},
      {"x", "x;n\n\"1,5\";a\n", "x;n;value\n\"1,5\";a;1,5\n"},
      {"1e-9*x", "x;n\n1,5;a\n", "x;n;value\n1,5;a;1,50000001e-09\n"},
      {"rgb(x, 0.25, 2)", "X;n\n0,5;\n", "X;n;r;g;b\n0,5;;0,5;0,25;2\n"},
      {"t/2", "n;t\na;3\n", "n;t;value\na;3;1,5\n"},
  };
  CHECK(rows, "");
  assert_fails("x", "x;y\n1,2,3;4\n", "", "a.csv:2:1: this is not a number");
  assert_fails("x", "x;y\n1.000,5;4\n", "", "a.csv:2:1: this is not a number");
  assert_fails("x", "x;y\n1;\n", "", "a.csv:2:3: a number is missing");
  assert_fails("x", "x,y\n0,5,1\n", "", "a.csv:2:5: a field more");
  assert_fails("x", "a;b\n1;2\n", "", "the header names no column x");
}

static void test_line_ends(void **state) {
  (void)state;
  static const row rows[] = {
      {"x + 100*y", "x,y\r1,2\r3,4\r", "x,y,value\r1,2,201\r3,4,403\r"},
      {"x + 100*y", "x,y\r1,2", "x,y,value\r1,2,201\r"},
      {"x", "x\r", "x,value\r"},
      {"x", "x,n\r1,\"a\rb\"\r\r", "x,n,value\r1,\"a\rb\",1\r"},
      {"x", "x;n\r0,5;a\r", "x;n;value\r0,5;a;0,5\r"},
      {"x", "x,n\r\n1,\"a\r\nb\"\r\n2,c\r\n", "x,n,value\r\n1,\"a\r\nb\",1\r\n2,c,2\r\n"},
      {"x", "x\n1\r\n2\n", "x,value\n1,1\n2,2\n"},
  };
  CHECK(rows, "");
  assert_fails("x", "x,n\r1,\"a\rb\"\rtwo,c\r", "", "a.csv:4:1: this is not a number");
  assert_fails("x", "x\r\r1\r", "", "a.csv:2:1: an empty line");
}

static void test_the_new_column_has_a_name(void **state) {
  (void)state;
  static const row number[] = {{"x", "x,value\n1,2\n", "x,value,height\n1,2,1\n"}},
                   colour[] = {{"rgba(rgb(x, 0.5, 2), 1)", "x,r\n1,2\n",
                                "x,r,height_r,height_g,height_b,height_a\n1,2,1,0.5,2,1\n"}},
                   quoted[] = {{"x", "x\n1\n", "x,\"a, \"\"b\"\"\"\n1,1\n"}},
                   plain[] = {{"x", "x;n\n1;\n", "x;n;a,b\n1;;1\n"}};
  CHECK(number, "--as height");
  CHECK(colour, "--as height");
  CHECK(quoted, "--as \"a, \\\"b\\\"\"");
  CHECK(plain, "--as a,b");
  assert_fails("x", "x,height\n1,2\n", "--as height",
               "a.csv:1:3: a column of this name is what burl adds: --as gives that another");
  assert_fails("x", "x,value\n1,2\n", "", "--as gives that another");
  assert_int_equal(burl("sample -e x --as '' a.csv")->code, 2);
  assert_int_equal(burl("sample -e x --as $(printf '%%0201d' 0) a.csv")->code, 2);
}

static void test_time_alone(void **state) {
  (void)state;
  static const row rows[] = {
      {"2*t", "t\n1\n3\n", "t,value\n1,2\n3,6\n"},
      {"2*t", "T,n\n1,a\n", "T,n,value\n1,a,2\n"},
      {"3", "t\n1\n", "t,value\n1,3\n"},
      {"at(x, 2*t)", "t\n1\n", "t,value\n1,2\n"},
  };
  CHECK(rows, "");
  assert_fails("x + t", "t\n1\n", "", "a.csv:1:1: the header names no column x");
  assert_fails("perlin()", "t\n1\n", "", "a.csv:1:1: the header names no column x");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_capitals, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_separators, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_line_ends, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_the_new_column_has_a_name, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_time_alone, folder_begin, folder_end),
  };
  return cmocka_run_group_tests_name("sample", tests, NULL, NULL);
}
