/* burl primes: the primes of an interval, for choosing constants of a hash.  A segmented sieve by
 * the primes below 2^16; numbers above 2^32 that it leaves are tested by Miller and Rabin's test
 * with seven bases, which is deterministic below 2^64 (J. Sinclair, 2011). */
#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const option_entry options[] = {HELP_OPTION, {0}};

const manual manual_primes = {
    .usage = "A B",
    .about = "Prints the primes p with A <= p < B, one a line.",
    .options = options,
    .more = "A, B  from 0 to 18446744073709551615, decimal or 0x and hexadecimal",
    .example = "burl primes 1000000 1000100",
};

enum { SMALL = 1 << 16, SEGMENT = 1 << 16 };

__extension__ typedef unsigned __int128 wide;

/* ---- Miller and Rabin ------------------------------------------------------------------------ */

static uint64_t multiply(uint64_t a, uint64_t b, uint64_t n) { return (uint64_t)((wide)a * b % n); }

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t n) {
  uint64_t result = 1;
  for (base %= n; exponent; exponent >>= 1, base = multiply(base, base, n)) {
    if (exponent & 1) result = multiply(result, base, n);
  }
  return result;
}

/* Whether odd n is a probable prime to the base; n - 1 = odd * 2^twos. */
static int passes(uint64_t n, uint64_t base, uint64_t odd, int twos) {
  uint64_t x = power(base, odd, n);
  if (x == 1 || x == n - 1) return 1;
  while (--twos > 0) {
    x = multiply(x, x, n);
    if (x == n - 1) return 1;
  }
  return 0;
}

/* For odd n over 2^32. */
static int is_prime(uint64_t n) {
  static const uint64_t bases[] = {2, 325, 9375, 28178, 450775, 9780504, 1795265022};
  uint64_t odd = n - 1;
  int twos = 0;
  for (; odd % 2 == 0; odd /= 2) twos++;
  for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
    if (!passes(n, bases[i], odd, twos)) return 0;
  }
  return 1;
}

/* ---- the sieve ------------------------------------------------------------------------------- */

/* Sets is_composite[i] where first + i is a multiple of a small prime p, from p * p on. */
static void sieve(unsigned char *is_composite, uint64_t first, uint64_t count, const unsigned char *small_composite) {
  memset(is_composite, 0, SEGMENT);
  for (uint64_t p = 2; p < SMALL && p * p < first + count; p++) {
    if (small_composite[p]) continue;
    const uint64_t above = (p - first % p) % p; /* from first to the next multiple */
    for (uint64_t i = first < p * p ? p * p - first : above; i < count; i += p) is_composite[i] = 1;
  }
}

static int print_primes(uint64_t a, uint64_t b) {
  static unsigned char small_composite[SMALL], is_composite[SEGMENT];
  small_composite[0] = small_composite[1] = 1;
  for (uint64_t p = 2; p * p < SMALL; p++) {
    for (uint64_t i = p * p; i < SMALL && !small_composite[p]; i += p) small_composite[i] = 1;
  }

  int code = DONE;
  for (uint64_t first = a < 2 ? 2 : a; first < b && !code;) {
    const uint64_t count = b - first < SEGMENT ? b - first : SEGMENT;
    sieve(is_composite, first, count, small_composite);
    for (uint64_t i = 0; i < count; i++) {
      if (is_composite[i] || (first + i > UINT32_MAX && !is_prime(first + i))) continue;
      printf("%" PRIu64 "\n", first + i);
    }
    first += count;
    code = flush_output();
  }
  return code;
}

int command_primes(int argc, char **argv) {
  uint64_t ends[2];
  const int code = options_read(argc, argv, options, NULL);
  if (code) return code;
  if (argc - optind != 2) return usage_error("it takes two numbers, A and B");
  for (int i = 0; i < 2; i++) {
    if (parse_unsigned(argv[optind + i], &ends[i]) != 0) {
      return usage_error("'%s' is not a whole number from 0 to 18446744073709551615", argv[optind + i]);
    }
  }
  if (ends[0] > ends[1]) return usage_error("A is over B");
  return print_primes(ends[0], ends[1]);
}
