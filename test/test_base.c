/* Memory, checked sizes, near words and seeds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/seed.h"
#include "base/similar.h"

static void sizes_that_overflow_are_told(void **unused) {
  (void)unused;
  size_t result = 7;
  assert_true(burl__multiply(3, 5, &result) && result == 15);
  assert_true(burl__multiply(0, SIZE_MAX, &result) && result == 0);
  assert_true(burl__multiply(SIZE_MAX, 1, &result) && result == SIZE_MAX);
  result = 7;
  assert_false(burl__multiply(SIZE_MAX / 2 + 1, 2, &result));
  assert_false(burl__add(SIZE_MAX, 1, &result));
  assert_int_equal(result, 7);
  assert_true(burl__add(SIZE_MAX - 1, 1, &result) && result == SIZE_MAX);
}

static void an_arena_gives_zeroed_aligned_blocks(void **unused) {
  (void)unused;
  burl__arena arena;
  burl__arena_open(&arena, burl__allocator_of(NULL, NULL));
  for (size_t size = 1; size < 100000; size = size * 3 + 1) {
    unsigned char *const block = burl__arena_take(&arena, size);
    assert_non_null(block);
    assert_int_equal((uintptr_t)block % sizeof(double), 0);
    for (size_t i = 0; i < size; i++) assert_int_equal(block[i], 0);
    memset(block, 0xFF, size);
  }
  assert_null(burl__arena_take(&arena, SIZE_MAX - 8));
  assert_string_equal(burl__arena_text(&arena, "burling", 4), "burl");
  burl__arena_close(&arena);
}

static const char *nearest(const char *word) {
  static const char *const known[] = {"gain", "octaves", "lacunarity", "at", "perlin", "value"};
  burl__similar best = {NULL, 0};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) burl__similar_try(&best, word, known[i]);
  return best.nearest;
}

static void near_words_are_found_and_far_ones_are_not(void **unused) {
  (void)unused;
  assert_string_equal(nearest("gian"), "gain");
  assert_string_equal(nearest("octavs"), "octaves");
  assert_string_equal(nearest("perlni"), "perlin");
  assert_string_equal(nearest("lacunrity"), "lacunarity");
  assert_null(nearest("banana"));
  assert_null(nearest(""));
  assert_null(nearest("a-word-that-is-longer-than-any-name-could-ever-be"));
}

static void the_first_fault_wins(void **unused) {
  (void)unused;
  burl_error error = {0};
  burl__fail(&error, BURL_RECIPE, (burl__span){3, 4, 5}, "first %d", 1);
  burl__fail(&error, BURL_MEMORY, (burl__span){6, 7, 8}, "second");
  burl__hint(&error, "do this");
  burl__hint(&error, "or that");
  assert_int_equal(error.status, BURL_RECIPE);
  assert_int_equal(error.column, 4);
  assert_string_equal(error.message, "first 1");
  assert_string_equal(error.hint, "do this");
  for (int s = 0; s < BURL_STATUS_COUNT; s++) assert_true(strlen(burl_status_text((burl_status)s)) > 1);
  assert_string_equal(burl_status_text((burl_status)99), "unknown status");
}

static void seeds_combine(void **unused) {
  (void)unused;
  assert_true(burl__seed_combine(0, 5) == 5 && burl__seed_combine(5, 0) == 5 && burl__seed_combine(0, 0) == 0);
  assert_true(burl__seed_combine(3, 5) != burl__seed_combine(5, 3));
  for (int bit = 0; bit < 64; bit++) { /* every bit of either matters, to about half of the result */
    const uint64_t base = burl__seed_combine(12345, 678);
    const uint64_t a = base ^ burl__seed_combine(12345 ^ (uint64_t)1 << bit, 678);
    const uint64_t b = base ^ burl__seed_combine(12345, 678 ^ (uint64_t)1 << bit);
    assert_in_range(__builtin_popcountll(a), 12, 52);
    assert_in_range(__builtin_popcountll(b), 12, 52);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sizes_that_overflow_are_told),
      cmocka_unit_test(an_arena_gives_zeroed_aligned_blocks),
      cmocka_unit_test(near_words_are_found_and_far_ones_are_not),
      cmocka_unit_test(the_first_fault_wins),
      cmocka_unit_test(seeds_combine),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
