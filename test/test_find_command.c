/* burl find as a process: what it finds, what it proves, what it leaves open, and every way to get it wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "process.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const char hill[] = "-e 'param top = 100\nh = top - (x - 3)*(x - 3) - (y - 5)*(y - 5)\nrgb(h, h, h)'";

static void test_exit_codes(void **unused) {
  (void)unused;
  static const struct {
    const char *what;
    int code;
    const char *says;
  } cases[] = {
      {"'h > 99'", 0, "x "},
      {"'h > 101'", 1, "none in the extent, x 0 to 8, y 0 to 8: proven"},
      {"'h > 101' -p top=120", 0, "x "},
      {"'h == 99.123456'", 4, "undecided: "},
      {"'h == 99.123456' --budget 100", 4, "boxes; more --budget decides more"},
      {"--max h --tolerance 0.01", 0, "greatest      "},
      {"--min h", 0, "least      50 at x 8, y 0"},
      {"--max 'perlin(x, y)' --budget 3", 4, "undecided: "},
      {"--max 'sqrt(h - 900)'", 4, "no greatest value found in the extent"},
      {"'h > 99' --limit 2 --csv", 0, "x,y,value\n"},
      {"'h > 99' --json", 0, "\"decided\": true"},
      {"'h > 99 && t > 0.5' --time 0,1", 0, ", t "},
  };
  for (int i = 0; i < COUNT(cases); i++) {
    const outcome *const o = burl("find %s %s --extent 0,0,8,8", cases[i].what, hill);
    assert_contains(o->out, cases[i].says);
    assert_int_equal(o->code, cases[i].code);
  }
}

/* Places are where burl sample has the condition's value. */
static void test_places_are_samples(void **unused) {
  (void)unused;
  const outcome *const o = shell("$burl find 'result > 0.5' -e 'perlin()' --extent 0,0,8,8 --limit 5 --csv"
                                 " | $burl sample -e 'perlin() > 0.5' --as holds - | cut -d, -f4 | sort | uniq -c");
  assert_contains(o->out, "      5 1\n");
}

static void test_where(void **unused) {
  (void)unused;
  assert_contains(burl_ok("find --max result -e 'tile(perlin(), 4)'")->out, "in one period, x 0 to 4, y 0 to 4");
  /* over a globe, across the meridian at which the angle comes round */
  const outcome *const globe =
      burl_ok("find --max result -e 'view -180, 90, 180, -90\nsphere(perlin(), radius: 2)' --tolerance 0.01");
  assert_contains(globe->out, "in the view, x -180 to 180, y -90 to 90");
  assert_null(strstr(globe->out, "undecided"));
  assert_contains(burl_ok("find 'result > 0' -e 'view 1, 2, 0, 3\nperlin()' --json")->out, "\"within\"");
  assert_contains(burl("find 'result > 2' -e 'view 1, 2, 0, 3\nperlin()'")->out,
                  "none in the view, x 0 to 1, y 2 to 3");
  assert_contains(burl_ok("find 'e > 0.3' -e 'e = sphere(perlin(), radius: 3)\ne' --extent=-180,-90,180,90")->out,
                  "x ");
}

static void test_seeds(void **unused) {
  (void)unused;
  const outcome *o = burl_ok("find 'result > 0.9' -e 'perlin()' --extent 0,0,2,2 --seeds 0..500 --limit 2 --csv");
  assert_memory_equal(o->out, "seed,x,y,value\n", 15);
  assert_int_equal(burl("find 'result > 2' -e 'perlin()' --extent 0,0,2,2 --seeds 7..9")->code, 1);
  assert_contains(burl("find 'result > 2' -e 'perlin()' --extent 0,0,2,2 --seeds 7..9")->out, "any of 3 seeds");
  o = burl("find 'result == 0.123' -e 'perlin()' --extent 0.1,0.1,2,2 --seeds 7..9 --budget 50");
  assert_int_equal(o->code, 4);
  assert_contains(o->out, "3 of 3 seeds, the first 7");
}

static void test_refused(void **unused) {
  (void)unused;
  static const refused_call calls[] = {
      {"", 2, "nothing to find"},
      {"'x > 0'", 2, "no recipe"},
      {"'x > 0' -e x more", 2, "'more' is one too many"},
      {"'slop(h) > 1' -e 'h = perlin()\nh' --extent 0,0,1,1", 2, "condition:1:1: no function 'slop'"},
      {"'h > 1 && q' -e 'h = perlin()\nh' --extent 0,0,1,1", 2, "condition:1:10: "},
      {"--max 'h +' -e 'h = perlin()\nh' --extent 0,0,1,1", 2, "--max:1:4: "},
      {"'x > 0' -e 'perlin('", 2, "-e:1:"},
      {"'result > 0' -e 'perlin()'", 2, "--extent says it"},
      {"'result > 0' -e 'perlin()' --extent 0,0,1", 2, "an even number of coordinates"},
      {"'result > 0' -e 'perlin(x, y, z)' --extent 0,0,1,1", 2, "4 numbers for 3 dimensions: it has 6"},
      {"'result > 0' -e 'perlin()' --extent 0,0,1,1 --time 2,1", 2, "from the earlier time"},
      {"'result > 0' -e 'perlin()' --seeds 5..2", 2, "the lower first"},
      {"'result > 0' -e 'perlin()' --seeds 1..2 --seed 4", 2, "take one"},
      {"--max x --min x -e x", 2, "take one"},
      {"--max x -e x --seeds 1..2", 2, "--seeds goes with a condition"},
      {"--max x -e x --limit 2", 2, "one greatest or least value"},
      {"'x > 0' -e x --tolerance 1", 2, "of --max and --min"},
      {"'x > 0' -e x --json --csv", 2, "take one"},
      {"'rgb(x, x, x)' -e x --extent 0,0,1,1", 2, "a colour, not a number"},
      {"'result > 0' -e 'erode(perlin())' --extent 0,0,1,1", 2, "whole-grid function, erode"},
  };
  check_refused("find", calls, COUNT(calls));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_exit_codes, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_places_are_samples, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_where, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_seeds, folder_begin, folder_end),
      cmocka_unit_test_setup_teardown(test_refused, folder_begin, folder_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
