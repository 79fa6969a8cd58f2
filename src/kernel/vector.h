/* Vectors as wide as the instruction set's, in GNU C, and the language of noise/lane.h for them: what
 * scalar.h says for one sample, so that the text of src/noise works on WIDTH samples at once.  A mask has
 * all bits of a lane set where a condition holds.  What an instruction set does in one instruction and
 * compilers don't find is written by intrinsics, with plain C for the others. */
#ifndef BURL_KERNEL_VECTOR_H
#define BURL_KERNEL_VECTOR_H

#include "kernel/isa.h"
#include "noise/axis.h"
#include "noise/lane.h"

#define LANE_VECTORS

#if ISA_SET >= ISA_AVX512
enum { WIDTH = 16 };
#define EVEN 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define ODD 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define IN_ORDER 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#define INTERLEAVE_LOW 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define INTERLEAVE_HIGH 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#define X86(name) _mm512_##name
typedef __m512 x86_reals;
typedef __m512i x86_words;
#elif ISA_SET >= ISA_AVX2
enum { WIDTH = 8 };
#define EVEN 0, 2, 4, 6, 8, 10, 12, 14
#define ODD 1, 3, 5, 7, 9, 11, 13, 15
#define IN_ORDER 0, 1, 2, 3, 4, 5, 6, 7
#define INTERLEAVE_LOW 0, 8, 1, 9, 2, 10, 3, 11
#define INTERLEAVE_HIGH 4, 12, 5, 13, 6, 14, 7, 15
#define X86(name) _mm256_##name
typedef __m256 x86_reals;
typedef __m256i x86_words;
#else
enum { WIDTH = 4 };
#define EVEN 0, 2, 4, 6
#define ODD 1, 3, 5, 7
#define IN_ORDER 0, 1, 2, 3
#define INTERLEAVE_LOW 0, 4, 1, 5
#define INTERLEAVE_HIGH 2, 6, 3, 7
#if ISA_SET >= ISA_SSE2
#define X86(name) _mm_##name
typedef __m128 x86_reals;
typedef __m128i x86_words;
#endif
#endif

/* A function that is compiled once, however many call it. */
#define OUTLINE static __attribute__((noinline, unused))

/* Inlined where anything is optimised; else the frames of all that is inlined would add up, and under a
 * sanitizer it would take minutes to compile. */
#if defined(__has_feature)
#define IS_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#else
#define IS_SANITIZED 0
#endif
#if defined(__OPTIMIZE__) && !IS_SANITIZED
#define INLINED LANE
#else
#define INLINED static __attribute__((unused))
#undef LANE
#define LANE INLINED
#endif

typedef float vector __attribute__((vector_size(4 * WIDTH)));
typedef int32_t mask __attribute__((vector_size(4 * WIDTH)));
typedef uint32_t words __attribute__((vector_size(4 * WIDTH)));
typedef double doubles __attribute__((vector_size(4 * WIDTH))); /* of half as many samples */
typedef uint64_t longs __attribute__((vector_size(4 * WIDTH)));
typedef float half_vector __attribute__((vector_size(2 * WIDTH)));

/* The same in memory, wherever they lie. */
typedef float vector_at __attribute__((vector_size(4 * WIDTH), aligned(4), may_alias));
typedef int32_t mask_at __attribute__((vector_size(4 * WIDTH), aligned(4), may_alias));
typedef uint32_t words_at __attribute__((vector_size(4 * WIDTH), aligned(4), may_alias));
typedef double doubles_at __attribute__((vector_size(4 * WIDTH), aligned(8), may_alias));

LANE vector load(const float *from) { return *(const vector_at *)from; }
LANE words load_words(const uint32_t *from) { return *(const words_at *)from; }
LANE mask load_ints(const int32_t *from) { return *(const mask_at *)from; }
LANE doubles load_doubles(const double *from) { return *(const doubles_at *)from; }
LANE void store(float *to, vector a) { *(vector_at *)to = a; }
LANE void store_words(uint32_t *to, words a) { *(words_at *)to = a; }
LANE void store_doubles(double *to, doubles a) { *(doubles_at *)to = a; }

LANE vector all(float a) { return a - (vector){0}; } /* −0 stays −0 */
LANE words all_words(uint32_t a) { return a + (words){0}; }
LANE doubles all_doubles(double a) { return a - (doubles){0}; }

static const uint32_t lane_numbers[16] __attribute__((unused)) = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
LANE words lane_number(void) { return load_words(lane_numbers); }

/* ---- Masks -------------------------------------------------------------------------------------- */

LANE vector pick(mask condition, vector a, vector b) {
#if ISA_SET == ISA_AVX2
  return (vector)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)condition);
#endif
  return (vector)((condition & (mask)a) | (~condition & (mask)b));
}
LANE words pick_word(mask condition, words a, words b) { return ((words)condition & a) | (~(words)condition & b); }
LANE vector only(mask condition, vector a) { return (vector)((mask)a & condition); }
LANE words only_word(mask condition, words a) { return a & (words)condition; }

/* A bit for each lane. */
LANE uint32_t bits_of(mask condition) {
#if ISA_SET >= ISA_AVX512
  return _mm512_movepi32_mask((__m512i)condition);
#elif ISA_SET >= ISA_AVX2
  return (uint32_t)_mm256_movemask_ps((__m256)condition);
#elif ISA_SET >= ISA_SSE2
  return (uint32_t)_mm_movemask_ps((__m128)condition);
#elif defined(__wasm_simd128__)
  return (uint32_t)wasm_i32x4_bitmask((v128_t)condition);
#elif defined(__aarch64__)
  return vaddvq_u32(vandq_u32((uint32x4_t)condition, (uint32x4_t){1, 2, 4, 8}));
#else
  uint32_t bits = 0;
  for (int i = 0; i < WIDTH; i++) bits |= ((uint32_t)condition[i] & 1u) << i;
  return bits;
#endif
}
LANE int everywhere(mask condition) { return bits_of(condition) == (1u << WIDTH) - 1u; }
LANE int anywhere(mask condition) { return bits_of(condition) != 0u; }

/* ---- Numbers and words -------------------------------------------------------------------------- */

LANE vector to_real(words a) { return __builtin_convertvector((mask)a, vector); }
LANE words to_word(vector a) { return (words) __builtin_convertvector(a, mask); }
LANE words bits_of_real(vector a) { return (words)a; }
LANE vector real_of_bits(words a) { return (vector)a; }
LANE vector magnitude(vector a) { return (vector)((words)a & 0x7FFFFFFFu); }
LANE vector flip_sign(vector a, words sign) { return (vector)((words)a ^ (sign & 0x80000000u)); }

/* a < b ? a : b, and a < b ? b : a, of NaNs too. */
LANE vector smaller(vector a, vector b) {
#if ISA_SET >= ISA_SSE2
  return (vector)X86(min_ps)((x86_reals)a, (x86_reals)b);
#elif defined(__wasm_simd128__)
  return (vector)wasm_f32x4_pmin((v128_t)b, (v128_t)a);
#else
  return pick(a < b, a, b);
#endif
}
LANE vector larger(vector a, vector b) {
#if ISA_SET >= ISA_SSE2
  return (vector)X86(max_ps)((x86_reals)b, (x86_reals)a);
#elif defined(__wasm_simd128__)
  return (vector)wasm_f32x4_pmax((v128_t)a, (v128_t)b);
#else
  return pick(a < b, b, a);
#endif
}

LANE vector root(vector a) {
#if ISA_SET >= ISA_SSE2
  return (vector)X86(sqrt_ps)((x86_reals)a);
#elif defined(__wasm_simd128__)
  return (vector)wasm_f32x4_sqrt((v128_t)a);
#elif defined(__aarch64__)
  return (vector)vsqrtq_f32((float32x4_t)a);
#else
  for (int i = 0; i < WIDTH; i++) a[i] = (float)exact_sqrt((double)a[i]);
  return a;
#endif
}

LANE words part_of(words h, uint32_t n) {
#if ISA_SET >= ISA_SSE2
  return (words)X86(srli_epi32)(X86(mulhi_epu16)((x86_words)h, X86(set1_epi32)((int)(n << 16))), 16);
#else
  return (h >> 16) * n >> 16;
#endif
}

LANE words sum_unless_last(uint32_t last, words a, uint32_t b) {
#if ISA_SET >= ISA_AVX512
  const __mmask16 is_other = _mm512_cmpneq_epu32_mask((__m512i)a, (__m512i)all_words(last));
  return (words)_mm512_maskz_add_epi32(is_other, (__m512i)a, (__m512i)all_words(b));
#else
  return (a + b) & ~(words)(a == last);
#endif
}

/* a·b + c, where a·b is exact or c is 0: the same rounded once as twice. */
LANE vector sum_with_product(vector a, vector b, vector c) {
#if ISA_SET >= ISA_AVX2
  return (vector)X86(fmadd_ps)((x86_reals)a, (x86_reals)b, (x86_reals)c);
#else
  return a * b + c;
#endif
}

/* ---- Tables ------------------------------------------------------------------------------------- */

/* Entry i of a table in a register, each lane its own; 0 <= i < WIDTH. */
LANE vector look(vector table, mask i) {
#if ISA_SET >= ISA_AVX512
  return (vector)_mm512_permutexvar_ps((__m512i)i, (__m512)table);
#elif ISA_SET >= ISA_AVX2
  return (vector)_mm256_permutevar8x32_ps((__m256)table, (__m256i)i);
#elif defined(__aarch64__)
  return (vector)vqtbl1q_u8((uint8x16_t)table, (uint8x16_t)(i * 0x04040404 + 0x03020100));
#elif defined(__wasm_simd128__)
  return (vector)wasm_i8x16_swizzle((v128_t)table, (v128_t)(i * 0x04040404 + 0x03020100));
#else
  const mask first = (i & 1) != 0, second = (i & 2) != 0; /* by the bits of i: no loads by lane */
  const vector low = pick(first, all(table[1]), all(table[0]));
  const vector high = pick(first, all(table[3]), all(table[2]));
  return pick(second, high, low);
#endif
}
LANE words look_words(words table, mask i) { return (words)look((vector)table, i); }

/* Entry i of two registers, modulo 2·WIDTH. */
LANE vector look_in_two(vector low, vector high, mask i) {
#if ISA_SET >= ISA_AVX512
  return (vector)_mm512_permutex2var_ps((__m512)low, (__m512i)i, (__m512)high);
#elif ISA_SET >= ISA_AVX2
  return (vector)_mm256_blendv_ps((__m256)look(low, i), (__m256)look(high, i), (__m256)(i << 28));
#else
  return pick((i & WIDTH) == 0, look(low, i & (WIDTH - 1)), look(high, i & (WIDTH - 1)));
#endif
}

/* Of tables of 16 in memory, which compilers keep in registers where there is room. */
#if ISA_SET >= ISA_AVX2
LANE vector entry8(const float *table, words i) { return look(load(table), (mask)i); }
LANE vector entry16(const float *table, words i) {
#if ISA_SET >= ISA_AVX512
  return look(load(table), (mask)i);
#else
  return look_in_two(load(table), load(table + WIDTH), (mask)i);
#endif
}
#else
LANE vector entry16(const float *table, words i) {
  const words at = i & 15u;
  return (vector){table[at[0]], table[at[1]], table[at[2]], table[at[3]]};
}
#define entry8 entry16 /* the upper half repeats the lower one */
#endif

/* Of `count` from `first` on, 32 at most. */
LANE vector row_entry(const float *table, int first, int count, words i) {
  table += first;
#if ISA_SET >= ISA_AVX2
  if (count <= WIDTH) return look(load(table), (mask)i);
  if (count <= 2 * WIDTH) return look_in_two(load(table), load(table + WIDTH), (mask)i);
  return pick((i & 16u) == 0, entry16(table, i), entry16(table + 16, i));
#else
  (void)count;
  return (vector){table[i[0]], table[i[1]], table[i[2]], table[i[3]]};
#endif
}

/* Of larger ones, from memory.  Not by AVX2's gather: it gains a tenth over grids, and QEMU 7.2, under which the bits
 * are checked, takes its index register 4 for none. */
LANE words byte_entry(const uint32_t *table, words i) {
#if ISA_SET >= ISA_AVX512
  return (words)_mm512_i32gather_epi32((__m512i)(i & 255u), table, 4);
#else
  i = i & 255u;
  for (int n = 0; n < WIDTH; n++) i[n] = table[i[n]];
  return i;
#endif
}
LANE vector float_entry(const float *table, words i) {
  vector v;
  for (int n = 0; n < WIDTH; n++) v[n] = table[i[n]];
  return v;
}

/* ---- Doubles ------------------------------------------------------------------------------------ */

LANE doubles floor_wide(doubles a) {
#if ISA_SET >= ISA_AVX512
  return (doubles)_mm512_roundscale_pd((__m512d)a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
#elif ISA_SET >= ISA_AVX2
  return (doubles)_mm256_floor_pd((__m256d)a);
#elif defined(__wasm_simd128__)
  return (doubles)wasm_f64x2_floor((v128_t)a);
#elif defined(__aarch64__)
  return (doubles)vrndmq_f64((float64x2_t)a);
#else
  const doubles nearest = (a + AXIS_MAGIC) - AXIS_MAGIC;
  const doubles below = nearest - (doubles)((longs)(nearest > a) & (longs)all_doubles(1.0));
  const longs is_zero = (longs)(a == 0.0); /* −0 stays −0 */
  return (doubles)((is_zero & (longs)a) | (~is_zero & (longs)below));
#endif
}

/* Two halves as floats; the low words of two; the high words. */
LANE vector narrowed(doubles low, doubles high) {
#if defined(__wasm_simd128__)
  return (vector)wasm_i64x2_shuffle(wasm_f32x4_demote_f64x2_zero((v128_t)low),
                                    wasm_f32x4_demote_f64x2_zero((v128_t)high), 0, 2);
#else
  const half_vector a = __builtin_convertvector(low, half_vector);
  const half_vector b = __builtin_convertvector(high, half_vector);
  return __builtin_shufflevector(a, b, IN_ORDER);
#endif
}
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LOW_WORDS ODD
#define HIGH_WORDS EVEN
#else
#define LOW_WORDS EVEN
#define HIGH_WORDS ODD
#endif
LANE words low_words(doubles low, doubles high) {
#if ISA_SET == ISA_AVX2 /* some compilers make three instructions of it, with two tables */
  const __m256d by_halves = (__m256d)_mm256_shuffle_ps((__m256)low, (__m256)high, 0x88);
  return (words)_mm256_permute4x64_pd(by_halves, 0xD8);
#else
  return __builtin_shufflevector((words)low, (words)high, LOW_WORDS);
#endif
}
LANE words high_words(longs low, longs high) { return __builtin_shufflevector((words)low, (words)high, HIGH_WORDS); }

/* ---- Order -------------------------------------------------------------------------------------- */

/* Of the low halves of two, one of each in turn; of the high ones. */
LANE vector interleave_low(vector a, vector b) { return __builtin_shufflevector(a, b, INTERLEAVE_LOW); }
LANE vector interleave_high(vector a, vector b) { return __builtin_shufflevector(a, b, INTERLEAVE_HIGH); }

/* The greatest and the least of all lanes. */
LANE float largest_lane(vector a) {
  for (int half = WIDTH / 2; half > 0; half /= 2) a = larger(a, look(a, (mask)lane_number() ^ half));
  return a[0];
}
LANE float smallest_lane(vector a) { return -largest_lane(-a); }

/* ---- The text of src/noise, from here on, is about vectors --------------------------------------- */

typedef float scalar;
typedef mask choice;
typedef words word;
typedef doubles wide;
#undef real
#define real vector
#define R(a) all((float)(a))
#define W(a) all_words((uint32_t)(a))

#endif
