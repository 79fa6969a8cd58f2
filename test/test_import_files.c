/* What the command imports: files below the recipe's folder alone; what a picture, a plan and the page carry; and burl
 * watch, which follows them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "process.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* A recipe in a folder, with what it imports. */
static int begin(void **state) {
  if (folder_begin(state)) return -1;
  shell("mkdir -p in/parts");
  write_whole("in/main.burl", "import \"parts/wood.burl\" as wood\nimport burl/shapes\nwood.planks(circle(1))\n");
  write_whole("in/parts/wood.burl",
              "import \"grain.burl\"\nparam rings = 2 [0, 9]\nplanks(u) = clamp(grain(u)*rings, 0, 1)\n");
  write_whole("in/parts/grain.burl", "grain(u) = 3*u\n");
  write_whole("other.burl", "grain(u) = 1\n");
  return 0;
}

static void test_pictures_carry(void **unused) {
  (void)unused;
  burl_ok("render in/main.burl --size 16x16 -p wood.rings=0.1 -o a.png -q");
  burl_ok("render in/main.burl --size 16x16 -p wood.rings=0.1 -o in/b.png -q");
  assert_same_files("a.png", "in/b.png");
  shell("rm -r in/parts");
  burl_ok("render a.png -o c.png -q");
  assert_same_files("a.png", "c.png");
  const outcome *const told = burl_ok("info a.png");
  assert_contains(told->out, "file \"parts/grain.burl\"");
  assert_contains(told->out, "wood.rings = 0.1");
  write_whole("in/wave.burl", "import \"gabor.burl\"\nwave");
  write_whole("in/gabor.burl", "param k = 2 [0, 9]\nwave = gabor(frequency: 16*k)\n");
  burl_ok("render in/wave.burl --size 8x8 -o wave.png -q");
  static const char said[] = "gabor.burl:2:25: frequency is -64 to 64, not 144\n"
                             "    wave = gabor(frequency: 16*k)\n                            ^~~~";
  assert_contains(burl("info in/wave.burl -p k=9")->err, said);
  shell("rm in/gabor.burl");
  assert_contains(burl("info wave.png -p k=9")->err, said);
  assert_contains(burl("info in/main.burl")->err, "in/main.burl:1:8: parts/wood.burl: No such file or directory\n");
}

/* What shows a recipe's text tells the recipe's own from what it carries. */
static void test_what_is_shown(void **unused) {
  (void)unused;
  write_whole("in/main.burl", "import \"parts/wood.burl\" as wood\nimport burl/shapes\nround = circle(1)\n"
                              "boards = wood.planks(round)\nboards*2\n");
  burl_ok("render in/main.burl --size 16x16 -o in/main.png -q");
  for (int i = 0; i < 2; i++) {
    const char *const name = i ? "in/main.png" : "in/main.burl";
    assert_contains(burl_ok("info %s", name)->out, "\nimports     parts/wood.burl, parts/grain.burl, burl/shapes\n");
    assert_contains(burl_ok("info --json %s", name)->out, "\"parts/grain.burl\",");
    burl_ok("tree %s -o %d.svg", name, i);
  }
  const outcome *const drawn = shell("sed 's/main.png/main.burl/' 1.svg | cmp - 0.svg");
  assert_string_equal(drawn->out, "");
  assert_contains(burl_ok("studio --json in/main.burl")->out, "\\nfile \\\"parts/grain.burl\\\"\\ngrain(u) = 3*u\\n");
  write_whole("in/shapes.burl", "import burl/shapes\ncircle(1)");
  assert_contains(burl_ok("studio --json in/shapes.burl")->out, "\"text\": \"import burl/shapes\\ncircle(1)\"");
}

static void test_folders(void **unused) {
  (void)unused;
  assert_contains(burl_ok("info in/main.burl")->out, "wood.rings = 2 [0, 9]");
  assert_contains(shell("cd in && $burl info main.burl")->out, "wood.rings");
  assert_contains(shell("cd in && $burl info -e 'import \"parts/wood.burl\"\nplanks(x)'")->out, "rings");
  assert_contains(shell("cd in/parts && $burl info ../main.burl")->out, "wood.rings");
  const outcome *const piped = shell("cat in/main.burl | (cd in; $burl info -)");
  assert_contains(piped->err, "a recipe from standard input imports no file, unless --allow-files is given");
  assert_contains(shell("cat in/main.burl | (cd in; $burl info - --allow-files)")->out, "wood.rings");
}

/* Each replaces parts/grain.burl. */
static void test_what_is_refused(void **unused) {
  (void)unused;
  static const struct {
    const char *made_by, *says;
  } rows[] = {
      {"ln -s ../../other.burl G", "a symbolic link leads out of the recipe's folder"},
      {"ln -s \"$PWD\"/other.burl G", "a symbolic link leads out of the recipe's folder"},
      {"ln -s /dev/zero G", "not a regular file"},
      {"mkfifo G", "not a regular file"},
      {"mkdir G", "in/parts/wood.burl:1:8: parts/grain.burl: "},
      {"ln -s G G", "in/parts/wood.burl:1:8: parts/grain.burl: "},
      {"echo 'grain(u) = 3*v' > G", "in/parts/grain.burl:1:14: nothing is called 'v'\n    grain(u) = 3*v\n"},
      {"printf 'grain(u) = 3*\\377' > G", "in/parts/grain.burl:1:14: this byte is not UTF-8 text"},
      {"head -c 2000000 /dev/zero > G", "1048576 bytes together"},
      {"echo 'import \"wood.burl\"' > G", "in/parts/grain.burl:1:8: parts/wood.burl imports itself"},
      {"echo 'import \"../main.burl\"' > G", "in/parts/grain.burl:1:8: '../main.burl' can't be imported"},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    shell("rm -rf in/parts/grain.burl; G=in/parts/grain.burl; %.*s$G%s", (int)strcspn(rows[i].made_by, "G"),
          rows[i].made_by, strchr(rows[i].made_by, 'G') + 1);
    const outcome *const o = burl("info in/main.burl");
    assert_int_equal(o->code, 1);
    assert_contains(o->err, rows[i].says);
  }
  /* Within the folder a link may lead anywhere. */
  shell("rm in/parts/grain.burl; echo 'grain(u) = u' > in/grain.burl; ln -s ../grain.burl in/parts/grain.burl");
  burl_ok("info in/main.burl");
  shell("ln -s in link");
  burl_ok("info link/main.burl");
}

static void test_plans_carry(void **unused) {
  (void)unused;
  burl_ok("plan in/main.burl -o plan --map web --zoom 0 -q");
  shell("rm -r in");
  const outcome *const o = shell("cat plan/recipe.burl");
  assert_contains(o->out, "file \"parts/grain.burl\"\ngrain(u) = 3*u\n");
  burl_ok("run plan -q");
}

static void test_the_list(void **unused) {
  (void)unused;
  assert_contains(burl_ok("list --library")->out, "burl/shapes ");
  assert_contains(burl_ok("list --library waves")->out, "\nwave(a, kind) = ");
  assert_contains(burl_ok("list --library burl/waves")->out, "\nwave(a, kind) = ");
  assert_contains(burl("list --library wave")->err, "did you mean 'waves'?");
  assert_int_equal(burl("list --library --json")->code, 2);
}

/* A file that is imported changes, and one that wasn't there appears. */
static void test_watching(void **unused) {
  (void)unused;
  shell("soon() { n=0; until eval \"$1\" || [ $((n += 1)) -gt 300 ]; do sleep 0.1; done; };"
        " mv in/parts/grain.burl g; $burl watch in/main.burl -o w.png --size 8x8 2> said & w=$!; soon '[ -s said ]';"
        " cp g in/parts/grain.burl; soon '[ -s w.png ]'; cp w.png first.png; echo 'grain(u) = 0' > in/parts/grain.burl;"
        " soon '! cmp -s w.png first.png'; kill $w; wait $w");
  assert_true(exists("first.png"));
  assert_false(are_same("first.png", "w.png"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_pictures_carry, begin, folder_end),
      cmocka_unit_test_setup_teardown(test_what_is_shown, begin, folder_end),
      cmocka_unit_test_setup_teardown(test_folders, begin, folder_end),
      cmocka_unit_test_setup_teardown(test_what_is_refused, begin, folder_end),
      cmocka_unit_test_setup_teardown(test_plans_carry, begin, folder_end),
      cmocka_unit_test_setup_teardown(test_the_list, begin, folder_end),
      cmocka_unit_test_setup_teardown(test_watching, begin, folder_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
