/* burl figures: what is refused, and which files it writes.  What the figures show is in test_figures_ARTICLE.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process.h"
#include "svg.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* ---- What is refused ----------------------------------------------------------------------------- */

static const refused_call mistakes[] = {
    {"", 2, "no folder to write to: -o DIR"},
    {"wood", 2, "no folder to write to: -o DIR"},
    {"perlin-ease -o ''", 2, "no folder to write to: -o DIR"},
    {"wood -o wood.png", 2, "-o wood.png: figures are .svg files in a folder: -o DIR"},
    {"-o d/all.pdf --list", 2, "-o d/all.pdf: figures are .svg files"},
    {"-o d perlin-sqare", 2, "did you mean 'perlin-square'?"},
    {"-o d wood eliass", 2, "did you mean 'elias'?"},
    {"-o d ''", 2, "there is no figure ''"},
    {"--list nothing", 2, "there is no figure 'nothing'"},
    {"-o d --theme blue", 2, "--theme is light, dark or auto, not 'blue'"},
};

static void test_refusals(void **state) {
  (void)state;
  check_refused("figures", mistakes, COUNT(mistakes));
}

/* A file where the folder or one above it should be stays as it is; a folder where a figure should be is left alone. */
static void test_what_is_in_the_way(void **state) {
  (void)state;
  write_whole("taken", "mine");
  for (int i = 0; i < 2; i++) {
    const outcome *const o = burl("figures -o taken%s", i ? "/below" : "");
    assert_int_equal(o->code, 1);
    assert_contains(o->err, "Not a directory");
  }
  char *const kept = read_whole("taken", NULL);
  assert_string_equal(kept, "mine");
  assert_int_equal(folder_count(), 1);
  free(kept);
  shell("mkdir -p d/wood-patch.svg");
  const outcome *const o = burl("figures wood-patch -o d");
  assert_int_equal(o->code, 1);
  assert_contains(o->err, "d/wood-patch.svg");
  assert_string_equal(shell("ls -A d")->out, "wood-patch.svg\n");
}

/* ---- What is written ------------------------------------------------------------------------------ */

/* The figures' names, one a line. */
static char *listed(void) {
  return strdup(shell("\"$burl\" figures --list | sed -n 's/^  \\([^ ]*\\) .*/\\1/p'")->out);
}

static char *images_of(const char *folder) {
  return strdup(shell("sed -n 's/.*<img src=\"\\([^\"]*\\)[.]svg\".*/\\1/p' %s/index.html", folder)->out);
}

static void test_list(void **state) {
  (void)state;
  const outcome *const o = shell("\"$burl\" figures --list | sed -n 's/^\\([a-z]*\\): .*/\\1/p'");
  assert_string_equal(o->out, "perlin\nlines\nterrain\nelias\nwood\n"); /* each has a test of its figures */
  char *const names = listed();
  assert_string_equal(shell("printf '%%s' '%s' | sort | uniq -d", names)->out, "");
  free(names);
}

/* All of the list, with a page that shows each; and the same bytes when they are drawn again. */
static void test_all(void **state) {
  (void)state;
  burl_ok("figures -o a");
  burl_ok("figures -o b");
  assert_string_equal(shell("diff -r a b")->out, "");
  char *const names = listed(), *const images = images_of("a");
  assert_string_equal(names, images);
  shell("(printf '%s' | sed 's/$/.svg/'; echo index.html) | sort >names; ls a | sort >files", names);
  assert_same_files("names", "files");
  free(names), free(images);
}

/* Those of an article, and one more, in the order of the list; as they are when all are drawn. */
static void test_chosen(void **state) {
  (void)state;
  burl_ok("figures wood perlin-ease wood-log -o d");
  char *const images = images_of("d");
  assert_string_equal(images, "perlin-ease\nwood-persistence\nwood-octaves\nwood-patch\nwood-fraction\nwood-rings\n"
                              "wood-plank\nwood-log\n");
  assert_string_equal(shell("ls d | wc -l | tr -d ' '")->out, "9\n");
  burl_ok("figures perlin-ease -o e/f");
  assert_same_files("d/perlin-ease.svg", "e/f/perlin-ease.svg");
  char *const page = read_whole("e/f/index.html", NULL);
  assert_int_equal(svg_count(page, "<figure "), 1);
  assert_int_equal(svg_count(page, "<h2 "), 1);
  assert_int_equal(svg_count(page, "</html>"), 1);
  free(page), free(images);
}

/* A theme's own colours, or those that the reader prefers. */
/* The commands for recipes of one's own that the page shows do what it says, without a word. */
static void test_own_commands(void **state) {
  (void)state;
  burl_ok("figures -o d");
  shell("ln -s '%s/recipes' recipes", BURL_SOURCE_DIR);
  const outcome *const o = shell(
      "grep -o '<code>burl [^<]*' d/index.html | grep -v 'burl figures' | sed 's/<code>//; s/&lt;/</g; "
      "s/&amp;/\\&/g' > all;"
      " burl() { \"$burl\" \"$@\"; }; while read -r line; do eval \"$line\" 2>&1 || echo \"failed: $line\"; done < all;"
      " [ $(wc -l < all) -gt 20 ] || echo few");
  assert_string_equal(o->out, "");
}

static void test_themes(void **state) {
  static const struct {
    const char *theme, *paper, *scheme;
    int preferred;
  } themes[] = {{"auto", ".f-paper{fill:#ffffff}", "color-scheme: light dark;", 1},
                {"light", ".f-paper{fill:#ffffff}", "color-scheme: light;", 0},
                {"dark", ".f-paper{fill:#14171a}", "color-scheme: dark;", 0}};
  (void)state;
  for (int i = 0; i < COUNT(themes); i++) {
    burl_ok("figures lines-noise-2d --theme %s -o %s", themes[i].theme, themes[i].theme);
    char path[80];
    snprintf(path, sizeof path, "%s/lines-noise-2d.svg", themes[i].theme);
    char *const svg = read_whole(path, NULL);
    assert_contains(svg, themes[i].paper);
    assert_int_equal(svg_count(svg, "prefers-color-scheme"), themes[i].preferred);
    snprintf(path, sizeof path, "%s/index.html", themes[i].theme);
    char *const page = read_whole(path, NULL);
    assert_contains(page, themes[i].scheme);
    free(svg), free(page);
  }
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_begin, folder_end)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_FOLDER(test_refusals), IN_FOLDER(test_what_is_in_the_way), IN_FOLDER(test_list),  IN_FOLDER(test_all),
      IN_FOLDER(test_chosen),   IN_FOLDER(test_own_commands),       IN_FOLDER(test_themes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
