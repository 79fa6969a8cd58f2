/* hash(): against its definition in plain C; each bit of each number changes each bit of the result in half of all
 * cases; lists that differ in a number, their length, their order or the seed have independent numbers. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/seed.h"
#include "burl.h"
#include "compile.h"
#include "draw.h"

enum { MOST = 1 << 16, ARGUMENTS = 4 };

static double coord[ARGUMENTS][MOST];
static float result[2][MOST];

static const char *const calls[] = {"hash(x)", "hash(x, y)", "hash(x, y, z)", "hash(x, y, z, w)"};

static void sample(burl_program *program, int count, float *to) {
  const burl_points points = {.count = (size_t)count, .coord = {coord[0], coord[1], coord[2], coord[3]}};
  assert_int_equal(burl_sample_points(program, &points, to), BURL_OK);
}

static uint32_t random_word(void) { return (uint32_t)draw(0, 4294967296.0); }

static float of_bits(uint32_t bits) {
  float number;
  memcpy(&number, &bits, sizeof number);
  return number;
}
static uint32_t bits_of(float number) {
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

/* ---- The definition ------------------------------------------------------------------------------ */

static uint32_t hash_with(uint32_t hash, float a) {
  uint32_t h = hash ^ (isnan(a) ? 0x7FC00000u : a == 0 ? 0 : bits_of(a));
  h = (h ^ h >> 16) * 0x7FEB352Du;
  h = (h ^ h >> 15) * 0x846CA68Bu;
  return h ^ h >> 16;
}

static float hash_of(uint64_t seed, int count, const float a[ARGUMENTS]) {
  const uint64_t words = burl__seed_pair(seed + burl__seed_salt("hash"), (uint64_t)count);
  uint32_t h = hash_with(hash_with(0x9E3779B9u, (float)(words & 0xFFFFFF)), (float)(words >> 40));
  for (int i = 0; i < ARGUMENTS; i++) h = hash_with(h, i < count ? a[i] : 0);
  return (float)(h >> 8) / 16777216;
}

static void is_its_definition(void **unused) {
  (void)unused;
  static const float awkward[] = {0,      -0.0f,   1,       -1,       INFINITY, -INFINITY, NAN,
                                  1e-45f, -1e-40f, 3.4e38f, 16777216, 0.1f,     1e-38f,    0.5f};
  enum { AWKWARD = sizeof awkward / sizeof *awkward };
  for (int count = 1; count <= ARGUMENTS; count++) {
    for (int i = 0; i < MOST; i++)
      for (int a = 0; a < ARGUMENTS; a++) {
        const float any = i % 3 == 0 ? awkward[random_word() % AWKWARD] : of_bits(random_word());
        coord[a][i] = (double)(i % 3 == 1 ? floorf(any) : any);
      }
    burl_program *const program = compile(calls[count - 1], ARGUMENTS);
    for (uint64_t seed = 0; seed < 3; seed++) {
      assert_int_equal(burl_seed(program, seed), BURL_OK);
      sample(program, MOST, result[0]);
      for (int i = 0; i < MOST; i++) {
        const float a[ARGUMENTS] = {(float)coord[0][i], (float)coord[1][i], (float)coord[2][i], (float)coord[3][i]};
        const float expected = hash_of(seed, count, a);
        if (bits_of(result[0][i]) != bits_of(expected))
          fail_msg("%s of %a %a %a %a, seed %d: %a, not %a", calls[count - 1], (double)a[0], (double)a[1], (double)a[2],
                   (double)a[3], (int)seed, (double)result[0][i], (double)expected);
        assert_true(result[0][i] >= 0 && result[0][i] < 1);
      }
    }
    burl_free(program);
  }
}

/* ---- Avalanche ----------------------------------------------------------------------------------- */

/* Six standard deviations of so many throws of a coin: one in 10^9, of some 15,000. */
static void expect_half(const char *what, int number, int bit, int of, int flips, int count) {
  if (fabs(flips - 0.5 * count) > 3 * sqrt(count))
    fail_msg("%s: bit %d of number %d changes bit %d of the hash in %d of %d", what, bit, number, of, flips, count);
}

/* Bit `bit` of number a of any ordinary floats, or of small whole ones, whose last bits are 0. */
static void flip_bit(burl_program *program, const char *what, int a, int bit, int are_whole) {
  enum { COUNT = 4096 };
  int flips[24] = {0};
  for (int i = 0; i < COUNT; i++)
    for (int b = 0; b < ARGUMENTS; b++) coord[b][i] = are_whole ? (double)(random_word() % 65536 + 1) : draw(1, 1000);
  sample(program, COUNT, result[0]);
  for (int i = 0; i < COUNT; i++) {
    const float flipped = of_bits(bits_of((float)coord[a][i]) ^ (uint32_t)1 << bit);
    coord[a][i] = isnan(flipped) ? 0 : (double)flipped;
  }
  sample(program, COUNT, result[1]);
  for (int i = 0; i < COUNT; i++)
    for (int of = 0; of < 24; of++)
      flips[of] += ((int)(result[0][i] * 16777216) ^ (int)(result[1][i] * 16777216)) >> of & 1;
  for (int of = 0; of < 24; of++) expect_half(what, a, bit, of, flips[of], COUNT);
}

static void each_bit_changes_all(void **unused) {
  (void)unused;
  for (int count = 1; count <= ARGUMENTS; count++) {
    burl_program *const program = compile(calls[count - 1], ARGUMENTS);
    for (int a = 0; a < count; a++)
      for (int bit = 0; bit < 32; bit++)
        for (int are_whole = 0; are_whole < 2; are_whole++) flip_bit(program, calls[count - 1], a, bit, are_whole);
    burl_free(program);
  }
}

/* ---- Pieces -------------------------------------------------------------------------------------- */

/* Chi squared of pairs in a table of 16 by 16, with 255 degrees of freedom: 400 is one in 10^8. */
static void expect_independent(const char *what, const float *a, const float *b) {
  int table[16][16] = {{0}};
  double sum = 0;
  for (int i = 0; i < MOST; i++) table[(int)(a[i] * 16)][(int)(b[i] * 16)]++;
  for (int i = 0; i < 256; i++) sum += pow(table[i / 16][i % 16] - MOST / 256.0, 2) / (MOST / 256.0);
  if (sum > 400) fail_msg("%s: chi squared is %g", what, sum);
}

/* hash(id, k) of whole numbers id: of each k even, and independent of those of other k, other seeds and other ids. */
static void pieces_have_independent_numbers(void **unused) {
  (void)unused;
  for (int i = 0; i < MOST; i++) coord[0][i] = i;
  burl_program *const of_k[] = {compile("hash(x, 0)", 4),       compile("hash(x, 1)", 4),
                                compile("hash(x, 2)", 4),       compile("hash(x, 3)", 4),
                                compile("hash(x)", 4),          compile("hash(0, x)", 4),
                                compile("hash(x + 1, 0)", 4),   compile("hash(x, 0, seed: 1)", 4),
                                compile("hash(x, seed: 1)", 4), compile("hash(x, 0, 0)", 4)};
  enum { K = sizeof of_k / sizeof *of_k };
  for (int j = 0; j < K; j++)
    for (int k = 0; k < j; k++) {
      char what[40];
      snprintf(what, sizeof what, "sets %d and %d", j, k);
      sample(of_k[j], MOST, result[0]);
      sample(of_k[k], MOST, result[1]);
      expect_independent(what, result[0], result[1]);
    }
  for (int j = 0; j < K; j++) burl_free(of_k[j]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(is_its_definition),
      cmocka_unit_test(each_bit_changes_all),
      cmocka_unit_test(pieces_have_independent_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
