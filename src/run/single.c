/* Single samples with nothing to compile: the scalar text of noise/, an instance for each noise and number of
 * dimensions, with the settings that the compiler of recipes gives perlin(seed: s), value(seed: s),
 * white(seed: s), simplex(seed: s) and fbm(perlin(seed: s), octaves: o, gain: g, lacunarity: l). */
#include <float.h>

#include "base/fpu.h"
#include "base/seed.h"
#include "burl.h"
#include "noise/sample.h"
#include "noise/scale.h"

enum noise { PERLIN, VALUE, WHITE, SIMPLEX };

/* ---- Settings ----------------------------------------------------------------------------------- */

LANE uint64_t salt_of(enum noise noise) {
  if (noise == PERLIN) return burl__seed_salt("perlin");
  if (noise == VALUE) return burl__seed_salt("value");
  return noise == SIMPLEX ? burl__seed_salt("simplex") : burl__seed_salt("white");
}

LANE float standard_size(enum noise noise, int dims) {
  if (noise == PERLIN) return scale_of_gradients(QUINTIC, DEFAULT_SET, dims);
  if (noise == VALUE) return scale_of_hashes(most_of_values(1.0));
  return noise == SIMPLEX ? scale_of_bumps(0, dims) : scale_of_hashes(1.0);
}

/* What the instances read of the settings. */
LANE void set_up(enum noise noise, int dims, uint64_t seed, float size, burl__noise *n) {
  const uint64_t words = burl__seed_words(seed + salt_of(noise));
  n->dims = dims;
  n->low = (uint32_t)words;
  n->high = (uint32_t)(words >> 32);
  for (int a = 0; a < 4; a++) n->period[a] = 0;
  n->size = size;
  n->is_value = noise == VALUE;
  n->is_usual = 1;
  n->interp = QUINTIC;
  n->smooth = 0;
  n->taps = 2;
  n->turns = 0;
  n->gradients = DEFAULT_SET;
  n->hash = HASH_BURL;
  n->reach2 = (float)simplex_reach2(dims, 0);
  if ((noise == PERLIN || noise == SIMPLEX) && (dims == 2 || dims == 3)) list_directions(n, dims == 2 ? 2 : 3, 8);
}

/* ---- Samples ------------------------------------------------------------------------------------ */

LANE int has_value(int dims, const double *at) {
  int holds = 1;
  for (int a = 0; a < dims; a++) holds &= axis_holds(at[a]);
  return holds;
}

LANE float white_of(const burl__noise *n, const double *at) {
  place p[4];
  EACH_AXIS for (int a = 0; a < n->dims; a++) p[a] = place_of(at[a]);
  return sample_white(n, p);
}

LANE float simplex_of(const burl__noise *n, const double *at) {
  place p[4];
  EACH_AXIS for (int a = 0; a < n->dims; a++) p[a] = block_place(n->dims, at[a]);
  return sample_simplex(n, 0, p).rest;
}

LANE float lattice_of(const burl__noise *n, const double *at) {
  place p[4];
  EACH_AXIS for (int a = 0; a < n->dims; a++) p[a] = place_of(at[a]);
  return sample_lattice(n, p);
}

/* An instance for each noise and number of dimensions, 0 where it has no value. */
typedef float instance(uint64_t seed, const double *at);
#define INSTANCE(name, noise, dims, sample)                    \
  RARE float name(uint64_t seed, const double *at) {           \
    burl__noise n;                                             \
    set_up(noise, dims, seed, standard_size(noise, dims), &n); \
    return has_value(dims, at) ? sample(&n, at) : 0.0f;        \
  }
#define INSTANCES(name, noise, sample) \
  INSTANCE(name##1, noise, 1, sample)  \
  INSTANCE(name##2, noise, 2, sample)  \
  INSTANCE(name##3, noise, 3, sample)  \
  INSTANCE(name##4, noise, 4, sample)
INSTANCES(perlin, PERLIN, lattice_of)
INSTANCES(value, VALUE, lattice_of)
INSTANCES(white, WHITE, white_of)
INSTANCES(simplex, SIMPLEX, simplex_of)

/* In burl's floating-point mode.  The instances are calls, so that none of their arithmetic leaves it. */
LANE float in_mode(instance *of, uint64_t seed, const double *at) {
  const burl__fpu fpu = burl__fpu_open();
  const float value = of(seed, at);
  burl__fpu_close(fpu);
  return value;
}

#define PUBLIC(name)                                                                                                 \
  float burl_##name##1(uint64_t seed, double x) { return in_mode(name##1, seed, (const double[]){x}); }              \
  float burl_##name##2(uint64_t seed, double x, double y) { return in_mode(name##2, seed, (const double[]){x, y}); } \
  float burl_##name##3(uint64_t seed, double x, double y, double z) {                                                \
    return in_mode(name##3, seed, (const double[]){x, y, z});                                                        \
  }                                                                                                                  \
  float burl_##name##4(uint64_t seed, double x, double y, double z, double w) {                                      \
    return in_mode(name##4, seed, (const double[]){x, y, z, w});                                                     \
  }
PUBLIC(perlin)
PUBLIC(value)
PUBLIC(white)
PUBLIC(simplex)

/* ---- Fractals ----------------------------------------------------------------------------------- */

/* Octaves of perlin(): at `at`, of `seed`; gains and lacunarities are as wide as those of a recipe. */
typedef struct {
  const double *at;
  uint64_t seed;
  int count;
  double gain, lacunarity;
} octave_sum;

/* Octave i's point and seed; frequency: lacunarity^i. */
LANE uint64_t place_octave(const octave_sum *o, int dims, int i, double frequency, double to[3]) {
  const uint64_t seed = burl__seed_octave(0, i);
  for (int a = 0; a < dims; a++) to[a] = i == 0 ? o->at[a] : o->at[a] * frequency + burl__seed_shift(seed, a);
  return burl__seed_combine(seed, o->seed);
}

/* Σ |gain^i|. */
LANE double total_of(const octave_sum *o) {
  double total = 0, power = 1;
  for (int i = 0; i < o->count; i++, power *= o->gain) total += power < 0 ? -power : power;
  return total;
}

/* Each octave's share of the total is its noise's size. */
LANE float fbm(const octave_sum *o, int dims) {
  const double total = total_of(o);
  double power = 1, frequency = 1, at[3];
  float sum = 0;
  for (int i = 0; i < o->count; i++, power *= o->gain, frequency *= o->lacunarity) {
    burl__noise n;
    const uint64_t seed = place_octave(o, dims, i, frequency, at);
    set_up(PERLIN, dims, seed, standard_size(PERLIN, dims) * (float)(power / total), &n);
    const float value = has_value(dims, at) ? lattice_of(&n, at) : 0.0f;
    sum = i == 0 ? value : sum + value;
  }
  return sum;
}
RARE float fbm2(const octave_sum *o) { return fbm(o, 2); }
RARE float fbm3(const octave_sum *o) { return fbm(o, 3); }

/* 0 where an option is outside its range or the amplitudes are beyond double's. */
static float fbm_in_mode(float (*of)(const octave_sum *), const octave_sum *o) {
  const burl__fpu fpu = burl__fpu_open();
  float value = 0;
  if (o->count >= 1 && o->count <= 32 && o->lacunarity >= 1 && o->lacunarity <= 64 && total_of(o) <= DBL_MAX)
    value = of(o);
  burl__fpu_close(fpu);
  return value;
}

float burl_fbm2(uint64_t seed, double x, double y, int octaves, float gain, float lacunarity) {
  const double at[] = {x, y};
  return fbm_in_mode(fbm2, &(octave_sum){at, seed, octaves, (double)gain, (double)lacunarity});
}
float burl_fbm3(uint64_t seed, double x, double y, double z, int octaves, float gain, float lacunarity) {
  const double at[] = {x, y, z};
  return fbm_in_mode(fbm3, &(octave_sum){at, seed, octaves, (double)gain, (double)lacunarity});
}
